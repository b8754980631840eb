"""What a session of duplicate shows: what is dealt, what an answer comes to, the best move, and the result."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from scrabblecli.errors import DataError
from scrabblecli.formats.cgp import format_cgp
from scrabblecli.formats.session import SessionRecord
from scrabblecli.game.duplicate import Answer, Round, Standing, standing
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import format_move
from scrabblecli.plain import printable
from scrabblecli.report.data import SCHEMA, lexicon_data, reason_data
from scrabblecli.report.delimited import Delimited
from scrabblecli.report.listing import json_text, print_listing
from scrabblecli.report.sentences import count_of, move_sentence, sum_sentences, tile_names
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import score_play

__all__ = ["ROUND_FIELDS", "DuplicateWriter", "Played", "result_sentences"]

ROUND_FIELDS = (
    "round", "rack", "move", "score", "best", "best_score", "lost", "grade", "rank", "count", "seconds", "late", "recorded_move",
    "recorded_score", "position",
)  # fmt: skip
_ENDINGS = {
    "out": "All tiles are played.",
    "tiles": "What is left cannot give a rack with vowels and consonants.",
    "blocked": "No legal play is left.",
    "record": "The record ends here.",
    "stopped": "Stopped before the end.",
}
_GRADES = {"small": "a small mistake", "medium": "a medium mistake", "large": "a large mistake"}
HELP = (
    "Type a move: 8D RETAINS across, D8 RETAINS down; tiles on the board as themselves or as dots, blanks small.",
    "Enter or pass: no move. board: the board again. quit: the result so far.",
)


class Played(NamedTuple):
    """A round with its answer; ``recorded`` is that of another player, None without one."""

    round: Round
    answer: Answer
    recorded: tuple[str, int] | None = None


def result_sentences(name: str, played: Sequence[Played], other: str | None, ending: str) -> list[str]:
    """Points against the most that could be had, for both players where there are two, and why it is over."""
    best = [each.round.best.score for each in played]
    lines = [_standing_sentence(name, standing([each.answer.score for each in played], best), len(best))]
    if other is not None:
        theirs = standing([each.recorded[1] for each in played if each.recorded is not None], best)
        lines.append(_standing_sentence(other, theirs, len(best)))
    return [*lines, _ENDINGS[ending]]


def _standing_sentence(name: str, reached: Standing, rounds: int) -> str:
    of = f"{reached.points} of {count_of(reached.maximum, 'point')} in {count_of(rounds, 'round')}"
    share = f", {reached.percent:.1f} %" if rounds else ""
    return f"{printable(name)}: {of}{share}."


class DuplicateWriter:
    """Writes a session as it goes: ``table`` or ``text`` for people, ``tsv``, ``csv``, ``json`` or ``jsonl`` (a round a line).

    ``asks`` says that a person answers, who then sees what is dealt on standard error where standard output is for data. ``record`` has what
    was asked for, ``other`` the name of the player whose record is played again.
    """

    def __init__(
        self, output_format: str, color: str, header: bool, asks: bool, record: SessionRecord, rules: RuleSet, lexicon: Lexicon,
        other: str | None,
    ) -> None:  # fmt: skip
        self._format = output_format
        self._color = color
        self._header = header
        self._asks = asks
        self._record = record
        self._rules = rules
        self._lexicon = lexicon
        self._other = other
        self._out = Delimited(sys.stdout, output_format) if output_format in ("tsv", "csv") else None
        if self._out is not None and header:
            self._out.write(ROUND_FIELDS)

    @property
    def for_people(self) -> bool:
        """Whether what is written is for people to read."""
        return self._format in ("table", "text")

    def help(self) -> None:
        """Say what may be typed."""
        self._say(HELP)

    def problem(self, message: str) -> None:
        """Say why an answer was not taken."""
        self._say([printable(message)])

    def deal(self, dealt: Round, played: Sequence[Played]) -> None:
        """Show what is dealt."""
        if self._format == "table":
            self._draw(dealt, played)
        elif self._format == "text" or self._asks:
            self._say(self._dealt_sentences(dealt, played))

    def board(self, dealt: Round) -> None:
        """Show the board again."""
        if self._format == "table":
            self._draw(dealt, ())
        else:
            board, alphabet = dealt.table.board, self._rules.tiles.alphabet
            self._say([f"Row {row + 1}: {alphabet.text(board.row(row))}" for row in range(board.rows)])

    def answer(self, played: Played) -> None:
        """Show what an answer comes to, and the best move."""
        if self._out is not None:
            data = self._data(played)
            data["seconds"] = None if played.answer.seconds is None else f"{played.answer.seconds:.1f}"
            row = [data[field] for field in ROUND_FIELDS]
            self._out.write(
                ["" if value is None else str(value).lower() if isinstance(value, bool) else str(value) for value in row]
            )
        elif self._format == "jsonl":
            head = {"schema": SCHEMA, "seed": self._record.seed}
            sys.stdout.write(json_text({**head, **self._data(played)}, "jsonl"))
        elif self.for_people:
            self._say(self._answer_sentences(played))
            self._show_best(played.round)
        sys.stdout.flush()

    def end(self, played: Sequence[Played], ending: str) -> None:
        """Show the result."""
        if self._format == "json":
            sys.stdout.write(json_text(self._whole(played, ending), "json"))
        elif self.for_people:
            if self._format == "table" and played:
                sys.stdout.write("\n")
                self._print_rounds(played)
            self._say(result_sentences(self._record.player, played, self._other, ending))

    # For people

    def _say(self, lines: Sequence[str]) -> None:
        stream = sys.stdout if self.for_people else sys.stderr
        stream.write("".join(f"{line}\n" for line in lines))
        stream.flush()

    def _dealt_sentences(self, dealt: Round, played: Sequence[Played]) -> list[str]:
        rejected = f" {count_of(dealt.rejected, 'rack')} put back before." if dealt.rejected else ""
        alphabet = self._rules.tiles.alphabet
        lines = [
            f"Round {dealt.number}. Rack {tile_names(dealt.rack.codes, alphabet)}. {count_of(len(dealt.table.bag), 'tile')} in the bag.{rejected}"
        ]
        if played:
            lines.append(result_sentences(self._record.player, played, None, "stopped")[0])
        return lines

    def _draw(self, dealt: Round, played: Sequence[Played]) -> None:
        from rich.text import Text

        from scrabblecli.report.console import beside, make_console
        from scrabblecli.report.drawing import board_lines

        alphabet = self._rules.tiles.alphabet
        side = [
            Text(f"Round {dealt.number}", style="bold"),
            Text(),
            Text.assemble("Rack  ", (" ".join(_tiles(dealt, self._rules)), "bold")),
            Text(f"Bag   {count_of(len(dealt.table.bag), 'tile')}"),
        ]
        if played:
            reached = standing([each.answer.score for each in played], [each.round.best.score for each in played])
            side.append(Text(f"Score {reached.points} of {reached.maximum}, {reached.percent:.1f} %"))
        if dealt.rejected:
            side += [Text(), Text(f"{count_of(dealt.rejected, 'rack')} put back before")]
        console = make_console(self._color)
        console.print()
        for line in beside(board_lines(dealt.table.board, self._rules.layout, alphabet), side):
            console.print(line)

    def _answer_sentences(self, played: Played) -> list[str]:
        dealt, given = played.round, played.answer
        clock = "" if given.seconds is None else f" {given.seconds:.0f} s{', late' if given.late else ''}."
        reasons = "; ".join(reason.message for reason in given.reasons)
        if given.grade == "none":
            said = "No move."
        elif given.move is None or given.reasons:
            said = f"{given.text} scores nothing: {reasons}."
        else:
            shown = format_move(given.move, self._rules.tiles.alphabet, dealt.table.board)
            if self._format == "text":
                shown = move_sentence(given.move, dealt.table.board, self._rules.tiles.alphabet)
            if given.grade == "best":
                said = f"{shown} scores {given.score}, the most there is."
            else:
                said = (
                    f"{shown} scores {given.score} of {dealt.best.score}: {count_of(given.lost, 'point')} lost, {_GRADES[given.grade]};"
                    f" rank {given.rank} of {count_of(len(dealt.plays), 'play')}."
                )
        lines = [printable(f"{said}{clock}")]
        if played.recorded is not None:
            move, score = played.recorded
            lines.append(printable(f"{self._other}: {move or 'no move'}, {count_of(score, 'point')}."))
        return lines

    def _show_best(self, dealt: Round) -> None:
        """The best move with its arithmetic."""
        board = dealt.table.board
        arithmetic = score_play(board, dealt.best_move, self._rules)
        if self._format == "text":
            alphabet = self._rules.tiles.alphabet
            self._say([f"Best: {move_sentence(dealt.best_move, board, alphabet)}.", *sum_sentences(arithmetic, self._rules)])
            return
        from scrabblecli.report.arithmetic import sum_lines
        from scrabblecli.report.console import make_console

        console = make_console(self._color)
        console.print("Best:")
        for line in sum_lines(arithmetic, board, self._rules):
            console.print(line)

    def _print_rounds(self, played: Sequence[Played]) -> None:
        alphabet = self._rules.tiles.alphabet
        columns = ["Round", "Rack", "Best", "Score", "Move", "Score", "Lost", "Grade"]
        rows = []
        for dealt, given, recorded in played:
            board = dealt.table.board
            move = given.text if given.move is None else format_move(given.move, alphabet, board)
            row = [
                str(dealt.number).rjust(5), dealt.rack.text(alphabet), format_move(dealt.best_move, alphabet, board), str(dealt.best.score).rjust(5),
                move or "-", str(given.score).rjust(5), str(given.lost).rjust(4), f"{given.grade}{', late' if given.late else ''}",
            ]  # fmt: skip
            if self._other is not None:
                row[7:7] = ["" if recorded is None else f"{recorded[0] or '-'} {recorded[1]}"]
            rows.append(row)
        if self._other is not None:
            columns.insert(7, self._other)
        print_listing(columns, rows, "table", self._color, self._header)

    # Data

    def _data(self, played: Played) -> dict[str, Any]:
        """A round as plain data."""
        dealt, given, recorded = played
        alphabet = self._rules.tiles.alphabet
        move = given.text if given.move is not None else None
        return {
            "round": dealt.number,
            "rack": dealt.rack.text(alphabet),
            "rejected": dealt.rejected,
            "position": _position(dealt, move),
            "move": given.text or None,
            "score": given.score,
            "best": format_move(dealt.best_move, alphabet),
            "best_score": dealt.best.score,
            "lost": given.lost,
            "grade": given.grade,
            "rank": given.rank,
            "count": len(dealt.plays),
            "reasons": [reason_data(reason) for reason in given.reasons],
            "seconds": given.seconds,
            "late": given.late,
            "recorded_move": None if recorded is None else recorded[0],
            "recorded_score": None if recorded is None else recorded[1],
        }

    def _whole(self, played: Sequence[Played], ending: str) -> dict[str, Any]:
        """The session as plain data."""
        best = [each.round.best.score for each in played]
        reached = standing([each.answer.score for each in played], best)
        theirs = standing([each.recorded[1] for each in played if each.recorded is not None], best)
        other = {"player": self._other, "points": theirs.points, "percent": theirs.percent}
        return {
            "schema": SCHEMA,
            "seed": self._record.seed,
            "rules": self._rules.name,
            "settings": dict(self._rules.overrides),
            "lexicon": lexicon_data(self._lexicon),
            "balance": self._record.balance,
            "player": self._record.player,
            "points": reached.points,
            "maximum": reached.maximum,
            "percent": reached.percent,
            "ending": ending,
            "recorded": None if self._other is None else other,
            "rounds": [self._data(each) for each in played],
        }


def _tiles(dealt: Round, rules: RuleSet) -> list[str]:
    """The tiles of a rack one by one, blanks last."""
    texts = rules.tiles.alphabet.letter_texts
    letters = [texts[code] for code in dealt.rack if code]
    return letters + ["?"] * (len(dealt.rack) - len(letters))


def _position(dealt: Round, move: str | None) -> str | None:
    """The position in CGP, with the move that was answered; None where it cannot be written."""
    try:
        return format_cgp(dealt.position._replace(move=move))
    except DataError:
        return None
