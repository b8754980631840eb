"""What ``analyze`` prints, in every format."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from scrabblecli.analysis.verdict import Phony, Verdict, grade_of
from scrabblecli.board import Board
from scrabblecli.engine.movegen import RankedMove
from scrabblecli.errors import Reason
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Move, Play, format_move
from scrabblecli.plain import printable
from scrabblecli.report.ahead import ahead_sentences, best_chance, cases_data, chances_data, lost_ahead
from scrabblecli.report.data import SCHEMA, move_data, position_data, reason_data
from scrabblecli.report.delimited import Delimited
from scrabblecli.report.endgame import outcome_data, outcome_sentences
from scrabblecli.report.known import KNOWN_COLUMNS, judged_known_data, judged_known_row, judged_known_sentences
from scrabblecli.report.listing import json_text
from scrabblecli.report.reasons import finding_sentence, points_text
from scrabblecli.report.sentences import count_of, move_sentence
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.known import KnownAdvice

__all__ = [
    "ANALYZE_FIELDS", "GRADE_WORDS", "Analysis", "AnalyzeWriter", "analysis_data", "analysis_sentences", "best_text", "headline", "make_writer",
    "phony_sentences", "verdict_text",
]  # fmt: skip

ANALYZE_FIELDS = (
    "move", "score", "equity", "leave", "rank", "equity_rank", "count", "points_lost", "equity_lost", "grade", "best", "reasons",
)  # fmt: skip
GRADE_WORDS = {
    "best": "best move",
    "excellent": "excellent",
    "small": "small mistake",
    "medium": "medium mistake",
    "large": "large mistake",
}


class Analysis(NamedTuple):
    """One move of one position: its verdict, or the reasons why it cannot be played.

    ``position`` is the position's number among several, ``text`` what was typed, ``leaves`` what the values are called,
    ``top`` the best moves by equity, ``advice`` the best move within a vocabulary.
    """

    position: int | None
    board: Board
    rack: Rack
    rules: RuleSet
    lexicon: Lexicon
    leaves: str
    text: str
    move: Move | None
    reasons: tuple[Reason, ...]
    verdict: Verdict | None
    top: Sequence[RankedMove]
    advice: KnownAdvice | None = None

    def known(self, verdict: Verdict, aloud: bool = False) -> list[str]:
        """What is said of the words that the player knows."""
        return [] if self.advice is None else judged_known_sentences(self.advice, verdict, self.board, self.rules, aloud)

    def shown(self, move: Move) -> str:
        """A move as people write it."""
        return format_move(move, self.rules.tiles.alphabet, self.board)

    def name(self) -> str:
        """The move judged: as it is written, or as it was typed when it cannot be told what it means."""
        return printable(self.text) if self.move is None else self.shown(self.move)


class AnalyzeWriter(Protocol):
    """Writes analyses one after the other."""

    def add(self, analysis: Analysis) -> None:
        """Write one analysis."""

    def fail(self, message: str) -> None:
        """Note that a position could not be analyzed."""

    def end(self) -> None:
        """Write what closes the output."""


def analysis_data(analysis: Analysis) -> dict[str, Any]:
    """An analysis as plain data."""
    rules, board, verdict = analysis.rules, analysis.board, analysis.verdict
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "position": position_data(board, analysis.rack, rules, analysis.lexicon),
        "leaves": analysis.leaves,
        "basis": "equity" if verdict is None else verdict.basis,
        "legal": not analysis.reasons and (verdict is None or verdict.phony is None),
    }
    if verdict is None:
        move = analysis.text if analysis.move is None else format_move(analysis.move, rules.tiles.alphabet)
        empty = (
            "count", "best", "rank", "equity_rank", "points_lost", "equity_lost", "grade", "phony", "endgame", "simulation", "preendgame",
        )  # fmt: skip
        return {
            **data, "played": {"move": move}, **dict.fromkeys(empty), "reasons": list(map(reason_data, analysis.reasons)), "moves": [],
        }  # fmt: skip
    played = move_data(RankedMove(0, verdict.move, verdict.score, verdict.leave.codes, verdict.equity), board, rules)
    played |= {"rank": verdict.rank, "terms": verdict.terms._asdict()}
    phony = verdict.phony
    if analysis.advice is not None:
        data["known"] = judged_known_data(analysis.advice, verdict, board, rules)

    def written(move: Move) -> str:
        return format_move(move, rules.tiles.alphabet)

    return {
        **data,
        "count": verdict.plays,
        "played": played,
        "best": move_data(verdict.best, board, rules),
        "rank": verdict.rank,
        "equity_rank": verdict.equity_rank,
        "points_lost": verdict.points_lost,
        "equity_lost": verdict.equity_lost,
        "grade": verdict.grade,
        "endgame": None if verdict.endgame is None else outcome_data(verdict.endgame),
        "simulation": None if verdict.sim is None else chances_data(verdict.sim, written),
        "preendgame": None if verdict.preendgame is None else cases_data(verdict.preendgame, written),
        "phony": None if phony is None else {**phony._asdict(), "words": list(phony.words)},
        "reasons": [
            {"code": finding.code, "message": finding_sentence(finding), "numbers": finding.numbers}
            for finding in verdict.reasons
        ],
        "moves": [move_data(ranked, board, rules) for ranked in analysis.top],
    }


def headline(analysis: Analysis, verdict: Verdict) -> str:
    """What was played, what it scores and where it ranks."""
    score = f" for {verdict.score}" if isinstance(verdict.move, Play) else ""
    text = f"You played {analysis.shown(verdict.move)}{score}"
    if verdict.rank is None:
        return f"{text}: a phony."
    ranks = [f"rank {verdict.rank:,} of {verdict.plays:,} by score"] if isinstance(verdict.move, Play) else []
    if verdict.equity_rank is not None:
        by, moves = ("equity", "moves") if verdict.endgame is None else ("the final spread", "moves")
        if verdict.sim is not None or verdict.preendgame is not None:
            by, moves = "simulation" if verdict.sim is not None else "all cases", "candidates"
        ranks.append(f"{'' if ranks else 'rank '}{verdict.equity_rank:,} of {verdict.moves:,} {moves} by {by}")
    if not isinstance(verdict.move, Play):
        ranks.append(f"{count_of(verdict.plays, 'play')} possible" if verdict.plays else "no play possible")
    return f"{text}: {', '.join(ranks)}."


def best_text(analysis: Analysis, verdict: Verdict) -> str:
    """The best move, its score and its equity."""
    best = verdict.best
    score = f" for {best.score}" if isinstance(best.move, Play) else ""
    if verdict.endgame is not None:
        return f"{analysis.shown(best.move)}{score}, final spread {verdict.endgame.best.spread:+}"
    chance = best_chance(verdict)
    if chance is not None:
        return f"{analysis.shown(best.move)}{score}, wins {100 * chance:.1f} %"
    return f"{analysis.shown(best.move)}{score}, equity {best.equity:.1f}"


def phony_sentences(phony: Phony, lexicon: Lexicon) -> list[str]:
    """What a phony comes to."""
    names = ", ".join(phony.words)
    verb = "is" if len(phony.words) == 1 else "are"
    return [
        f"{names} {verb} not in {lexicon}.",
        f"Challenged off, it scores nothing and loses the turn: {phony.lost_off:.1f} equity lost, {GRADE_WORDS[grade_of(phony.lost_off)]}.",
        f"Left on the board it scores {phony.score} and is worth {phony.equity_on:.1f}: "
        + (
            f"{phony.lost_on:.1f} less than the best, {GRADE_WORDS[grade_of(phony.lost_on)]}."
            if phony.lost_on > 0
            else f"{-phony.lost_on:.1f} more than the best valid move."
        ),
    ]


def verdict_text(verdict: Verdict) -> str:
    """The grade and what was lost."""
    if verdict.phony is not None:
        return f"phony, {verdict.equity_lost:.1f} equity lost when it is challenged off"
    grade = GRADE_WORDS[verdict.grade]
    if verdict.endgame is not None:
        lost = points_text(verdict.equity_lost)
        return f"{grade}, proven" if verdict.grade == "best" else f"{grade}, {lost} of the final spread lost, proven"
    ahead = lost_ahead(verdict)
    if ahead is not None:
        return f"{grade}{ahead}"
    if verdict.grade == "best":
        return grade
    return f"{grade}, {f'{verdict.equity_lost:.1f}' if verdict.equity_lost >= 0.05 else 'under 0.1'} equity lost"


def analysis_sentences(analysis: Analysis) -> list[str]:
    """An analysis in sentences that read well aloud."""
    alphabet = analysis.rules.tiles.alphabet
    verdict = analysis.verdict
    lines = [] if analysis.position is None else [f"Position {analysis.position}."]
    if verdict is None:
        lines += [f"{analysis.name()} cannot be played."]
        lines += [f"{reason.message[0].upper()}{reason.message[1:]}." for reason in analysis.reasons]
    else:
        lines.append(f"{move_sentence(verdict.move, analysis.board, alphabet)}.")
        lines.append(headline(analysis, verdict))
        if verdict.grade != "best":
            best = verdict.best
            lines.append(f"The best is: {move_sentence(best.move, analysis.board, alphabet)}; {points_text(best.score)}.")
        if verdict.phony is not None:
            lines += phony_sentences(verdict.phony, analysis.lexicon)
        lines += map(finding_sentence, verdict.reasons)
        if verdict.endgame is not None:
            lines += outcome_sentences(verdict.endgame)
        lines += ahead_sentences(verdict, alphabet)
        lines += analysis.known(verdict, aloud=True)
        lines.append(f"Verdict: {verdict_text(verdict)}.")
    return lines


class _JsonWriter:
    """JSON: one object, an object with ``positions``, or one object a line."""

    def __init__(self, output_format: str, several: bool) -> None:
        self._format = output_format
        self._several = several and output_format == "json"
        self._kept: list[dict[str, Any]] = []

    def add(self, analysis: Analysis) -> None:
        data = analysis_data(analysis)
        if self._several:
            self._kept.append(data)
        else:
            sys.stdout.write(json_text(data, self._format))

    def fail(self, message: str) -> None:
        data = {"schema": SCHEMA, "error": message}
        if self._several:
            self._kept.append(data)
        else:
            sys.stdout.write(json_text(data, self._format))

    def end(self) -> None:
        if self._several:
            sys.stdout.write(json_text({"schema": SCHEMA, "positions": self._kept}, self._format))


class _DelimitedWriter:
    """Tab-separated or comma-separated lines."""

    def __init__(self, kind: str, header: bool, numbered: bool, known: bool) -> None:
        self._out = Delimited(sys.stdout, kind)
        self._numbered = numbered
        self._known = known
        if header:
            self._out.write([*(["position"] if numbered else []), *ANALYZE_FIELDS, *(KNOWN_COLUMNS if known else ())])

    def add(self, analysis: Analysis) -> None:
        alphabet = analysis.rules.tiles.alphabet
        move = analysis.text if analysis.move is None else format_move(analysis.move, alphabet)
        verdict = analysis.verdict
        number = [str(analysis.position or 1)] if self._numbered else []
        if verdict is None:
            codes = ",".join(reason.code for reason in analysis.reasons)
            self._out.write(
                [*number, move, *[""] * 7, "", "illegal", "", codes, *([""] * len(KNOWN_COLUMNS) if self._known else [])]
            )
            return
        advice = analysis.advice
        self._out.write(
            [
                *number, move, str(verdict.score), f"{verdict.equity:.2f}", verdict.leave.text(alphabet),
                "" if verdict.rank is None else str(verdict.rank), "" if verdict.equity_rank is None else str(verdict.equity_rank),
                str(verdict.plays), str(verdict.points_lost), f"{verdict.equity_lost:.2f}", verdict.grade,
                format_move(verdict.best.move, alphabet), ",".join(finding.code for finding in verdict.reasons),
                *(judged_known_row(advice, verdict, analysis.board, analysis.rules) if advice is not None else []),
            ]
        )  # fmt: skip

    def fail(self, message: str) -> None:
        """A line has columns for moves alone."""

    def end(self) -> None:
        """Nothing closes a list of lines."""


class _TextWriter:
    """Plain sentences, one a line."""

    def add(self, analysis: Analysis) -> None:
        sys.stdout.write("\n".join(analysis_sentences(analysis)) + "\n")

    def fail(self, message: str) -> None:
        """What was wrong is said on standard error."""

    def end(self) -> None:
        """Nothing closes a text."""


def make_writer(
    output_format: str, *, header: bool, several: bool, numbered: bool, color: str, known: bool = False
) -> AnalyzeWriter:
    """The writer of a format: ``table``, ``tsv``, ``csv``, ``json``, ``jsonl`` or ``text``; ``known`` words have columns of their own."""
    if output_format in ("json", "jsonl"):
        return _JsonWriter(output_format, several)
    if output_format in ("tsv", "csv"):
        return _DelimitedWriter(output_format, header, numbered, known)
    if output_format == "text":
        return _TextWriter()
    from scrabblecli.report.analyze_table import TableWriter

    return TableWriter(color)
