"""What ``game review`` prints, in every format."""

from __future__ import annotations

import sys
from typing import Any

from scrabblecli.game.review import PlayerReview, Review, ReviewedTurn
from scrabblecli.plain import printable
from scrabblecli.report.data import SCHEMA
from scrabblecli.report.delimited import Delimited
from scrabblecli.report.listing import json_text, print_listing
from scrabblecli.report.reasons import finding_sentence
from scrabblecli.report.review_summary import lost_text, move_mark, summary_lines
from scrabblecli.report.sentences import count_of

__all__ = ["REVIEW_FIELDS", "ReviewWriter", "review_data", "review_sentences"]

REVIEW_FIELDS = (
    "game", "turn", "player", "rack", "move", "score", "total", "grade", "equity_lost", "points_lost", "best", "best_score", "rank", "count",
    "luck", "bingo", "phony", "challenged", "why_not", "basis", "result", "win", "win_lost", "tied",
)  # fmt: skip


def turn_data(review: Review, turn: ReviewedTurn) -> dict[str, Any]:
    """A turn as plain data."""
    data = turn._asdict()
    data["count"] = data.pop("plays")
    data["reasons"] = [
        {"code": finding.code, "message": finding_sentence(finding), "numbers": finding.numbers} for finding in turn.reasons
    ]
    if not turn.grade:
        data |= dict.fromkeys(("grade", "equity_lost", "points_lost", "best", "best_score", "rank", "count"))
    return {"schema": SCHEMA, "game": review.source, "turn": data.pop("number"), **data}


def review_data(review: Review) -> dict[str, Any]:
    """A whole review as plain data."""
    turns = [turn_data(review, turn) for turn in review.turns]
    for turn in turns:
        del turn["schema"], turn["game"]
    return {
        "schema": SCHEMA,
        "game": review.source,
        "players": [player._asdict() for player in review.players],
        "turns": turns,
        "mattered": list(review.mattered),
        "error": review.error or None,
    }


class ReviewWriter:
    """Writes reviews: ``table``, ``text``, ``tsv``, ``csv`` or ``jsonl`` (a turn a line) one after the other, ``json`` of several and
    ``html`` whole at the end.
    """

    def __init__(self, output_format: str, color: str, header: bool, several: bool) -> None:
        self._format = output_format
        self._color = color
        self._several = several
        self._kept: list[dict[str, Any]] = []
        self._pages: list[Review] = []
        self._written = 0
        self._out = Delimited(sys.stdout, output_format) if output_format in ("tsv", "csv") else None
        self._wants_header = header

    def add(self, review: Review) -> None:
        """Write one review."""
        if self._out is not None:
            self._head(self._out)
            for turn in review.turns:
                self._out.write(_row(review, turn))
        elif self._format == "html":
            self._pages.append(review)
        elif self._format == "jsonl":
            for turn in review.turns:
                sys.stdout.write(json_text(turn_data(review, turn), "jsonl"))
        elif self._format == "json":
            if self._several:
                self._kept.append(review_data(review))
            else:
                sys.stdout.write(json_text(review_data(review), "json"))
        else:
            if self._written:
                sys.stdout.write("\n")
            self._written += 1
            if self._several:
                sys.stdout.write(f"{printable(review.source)}\n")
            if self._format == "text":
                sys.stdout.write("".join(f"{line}\n" for line in review_sentences(review)))
            else:
                _print_tables(review, self._color)

        # whoever reads along, or stops, has all that is finished
        sys.stdout.flush()

    def end(self) -> None:
        """Write what closes the output; what was added so far is whole then."""
        if self._out is not None:
            self._head(self._out)
        if self._several and self._format == "json":
            sys.stdout.write(json_text({"schema": SCHEMA, "games": self._kept}, "json"))
        elif self._format == "html" and (self._pages or self._several):
            from scrabblecli.report.review_html import review_page

            sys.stdout.write(review_page(self._pages, self._several))

    def _head(self, out: Delimited) -> None:
        """The header line, once, and not before there is an answer."""
        if self._wants_header:
            out.write(REVIEW_FIELDS)
            self._wants_header = False


def _row(review: Review, turn: ReviewedTurn) -> list[str]:
    data = turn_data(review, turn)
    for name, places in (("equity_lost", 2), ("luck", 2), ("win", 4), ("win_lost", 4)):
        if data[name] is not None:
            data[name] = f"{data[name]:.{places}f}"
    data["turn"] = turn.number
    data["tied"] = ("yes" if turn.tied else "no") if turn.basis == "sim" else None
    return ["" if data[field] is None else str(data[field]) for field in REVIEW_FIELDS]


def _lost(turn: ReviewedTurn) -> str:
    if not turn.grade:
        return ""
    if turn.win_lost is None:
        return f"{turn.equity_lost:.1f}"
    return f"{'=' if turn.tied else ''}{100 * turn.win_lost:.1f}%"


def _print_tables(review: Review, color: str) -> None:
    from scrabblecli.report.console import make_console, say

    rows = [
        (
            str(turn.number), turn.player, turn.rack, move_mark(turn), str(turn.score),
            turn.grade or "-", _lost(turn), turn.why_not if not turn.grade else "" if turn.grade == "best" else f"{turn.best} {turn.best_score}",
        )
        for turn in review.turns
    ]  # fmt: skip
    print_listing(("turn", "player", "rack", "move", "score", "grade", "lost", "best"), rows, "table", color)
    sys.stdout.write("\n")
    names = [player.player for player in review.players]
    lines = [(label, *map(value, review.players)) for label, value in summary_lines(review.players)]
    print_listing(("", *names), lines, "table", color)
    console = make_console(color)
    for number in review.mattered:
        turn = review.turns[number - 1]
        why = " ".join(finding_sentence(finding) for finding in turn.reasons[:2])
        console.print()
        say(console, printable(f"Turn {number}, {turn.player}: {turn.move} lost {lost_text(turn)}. Best was {turn.best}. {why}"))


def review_sentences(review: Review) -> list[str]:
    """A review in sentences that read well aloud."""
    lines = []
    for turn in review.turns:
        line = f"Turn {turn.number}, {turn.player}: {turn.move}, {count_of(turn.score, 'point')}."
        if not turn.grade:
            line += f" Not graded: {turn.why_not}."
        elif turn.grade == "best":
            line += " Best."
        else:
            line += f" {turn.grade.capitalize()}{', a tie with the best' if turn.tied else ''}, {lost_text(turn)} lost; best was {turn.best}."
            if turn.result:
                line += f" It turned a {turn.result.replace(' to ', ' into a ')}."
        lines.append(line)
    return list(map(printable, (*lines, *map(_player_sentence, review.players))))


def _player_sentence(player: PlayerReview) -> str:
    if not player.graded:
        return f"{player.player}: {count_of(player.points, 'point')}, no turn graded."
    return (
        f"{player.player}: {count_of(player.points, 'point')}, {player.average_lost:.1f} equity lost a turn,"
        f" mistake index {player.mistake_index:.1f}, luck {player.luck:+.1f}."
        + ("" if player.win_lost is None else f" In all {100 * player.win_lost:.1f} percentage points of chances to win lost.")
    )
