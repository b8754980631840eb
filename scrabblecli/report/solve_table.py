"""``solve`` on a terminal: the drawn board beside the ranked moves, and the arithmetic of the first ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from scrabblecli.engine.movegen import RankedMove
from scrabblecli.formats.position import unseen_counts
from scrabblecli.move import Play, format_move
from scrabblecli.report.arithmetic import sum_lines
from scrabblecli.report.console import beside, make_console, say
from scrabblecli.report.drawing import board_lines
from scrabblecli.report.known import known_sentences
from scrabblecli.report.sentences import count_of, rack_points, unseen_phrase
from scrabblecli.scoring import score_play
from scrabblecli.tiles import BLANK, Rack

if TYPE_CHECKING:
    from scrabblecli.report.solve import Solution

__all__ = ["TableWriter"]

_GAP = 3
_NARROW = 34
_BATCH = 200


class _MoveRows:
    """The moves as aligned columns; the words made get one where there is room for it, then the leave and the bingos.

    Equity has a column where it ranks the moves, and so has what ranks them beyond it, and what the player does not know.
    """

    _HEADINGS = ("#", "Move", "Score", "Leave", "", "Words", "Equity")
    _RIGHT = (True, False, True, False, False, False, True, True, False)
    _ORDER = (0, 1, 2, 6, 7, 8, 3, 4, 5)

    def __init__(self, solution: Solution, moves: list[RankedMove], room: int) -> None:
        self._solution = solution
        cells = [self._cells(ranked) for ranked in moves]
        self._headings = (*self._HEADINGS, "" if solution.basis is None else solution.basis.heading, "Unknown")
        self._widths = [max(map(cell_len, column)) for column in zip(self._headings, *cells, strict=True)]
        told = {6: solution.plays.by_equity, 7: solution.basis is not None, 8: solution.advice is not None}
        self._shown = [column for column in self._ORDER if told.get(column, True)]
        for column in (5, 4, 3):
            width = sum(self._widths[index] + 2 for index in self._shown) - 2
            if width > room or not self._widths[column]:
                self._shown.remove(column)

    def _cells(self, ranked: RankedMove) -> tuple[str, ...]:
        solution = self._solution
        alphabet = solution.rules.tiles.alphabet
        leave = "" if ranked.leave is None else Rack(ranked.leave).text(alphabet)
        move = format_move(ranked.move, alphabet, solution.board)
        equity = "" if ranked.equity is None else f"{ranked.equity:.1f}"
        final = "" if solution.basis is None else solution.basis.text(ranked)
        if not isinstance(ranked.move, Play):
            return str(ranked.rank), move, str(ranked.score), leave or "-", "", "", equity, final, ""
        bingo = "bingo" if ranked.move.tiles_played >= solution.rules.bingo_tiles else ""
        words = ", ".join(solution.plays.words(ranked.move))
        return (
            str(ranked.rank),
            move,
            str(ranked.score),
            leave or "-",
            bingo,
            words,
            equity,
            final,
            ", ".join(solution.unknown(ranked)),
        )

    def _row(self, cells: tuple[str, ...]) -> str:
        parts = []
        for index in self._shown:
            space = " " * (self._widths[index] - cell_len(cells[index]))
            parts.append(space + cells[index] if self._RIGHT[index] else cells[index] + space)
        return "  ".join(parts).rstrip()

    def heading(self) -> Text:
        """The names of the columns."""
        return Text.assemble((self._row(self._headings), "dim"))

    def row(self, ranked: RankedMove) -> str:
        """The line of a move."""
        return self._row(self._cells(ranked))


def _first_fitting(room: int, *texts: str) -> str:
    """The first of some ever shorter texts that has room, else the last."""
    return next((text for text in texts if cell_len(text) <= room), texts[-1])


class TableWriter:
    """Writes one position after the other; a long list of moves is written as it is made."""

    def __init__(self, explain: int, color: str, several: bool) -> None:
        self._console = make_console(color)
        self._explain = explain
        self._several = several
        self._written = 0

    def add(self, solution: Solution) -> None:
        """Write one solution."""
        remaining = iter(solution.moves)
        moves = list(islice(remaining, max(_BATCH, self._explain)))
        best = moves[0].move if moves and isinstance(moves[0].move, Play) else None
        if self._written:
            self._console.print()
        self._written += 1
        if self._several:
            self._console.print(Text(f"Position {solution.number}", style="bold"))
        left = board_lines(solution.board, solution.rules.layout, solution.rules.tiles.alphabet, best)
        board_width = max(line.cell_len for line in left)
        room = self._console.width - board_width - _GAP
        narrow = room < _NARROW
        right = self._heading(solution, self._console.width if narrow else room)
        rows = _MoveRows(solution, moves, self._console.width if narrow else room)
        if moves:
            right += [rows.heading(), *(Text(rows.row(ranked)) for ranked in moves)]
        else:
            right.append(Text("No such move." if len(solution.plays) else "No legal play."))
        sums = list(self._sums(solution, moves[: self._explain]))
        if narrow:
            lines = [*left, Text(), *right]
        else:
            if sums and all(line.cell_len <= board_width for line in sums[0][: max(0, len(right) - len(left))]):
                left += sums.pop(0)
            lines = beside(left, right, _GAP)
        for line in lines:
            line.rstrip()
            self._console.print(line)
        margin = "" if narrow else " " * (board_width + _GAP)
        for ranked in remaining:
            sys.stdout.write(f"{margin}{rows.row(ranked)}\n")
        for lines in sums:
            self._console.print()
            for line in lines:
                self._console.print(line)
        if solution.basis is not None and (closing := solution.basis.closing(aloud=False)):
            self._close(*closing)
        if solution.advice is not None:
            self._close("Known words", *known_sentences(solution.advice, solution.board, solution.rules.tiles.alphabet))

    def _close(self, heading: str, *texts: str) -> None:
        """What stands below the moves, wrapped."""
        self._console.print()
        self._console.print(Text(heading, style="dim"))
        for text in texts:
            say(self._console, text)

    def _heading(self, solution: Solution, room: int) -> list[Text]:
        tiles = solution.rules.tiles
        codes = solution.rack.codes
        ordered = codes.lstrip(bytes([BLANK])) + bytes([BLANK]) * codes.count(BLANK)
        rack = " ".join("?" if code == BLANK else tiles.alphabet.face_text(code) for code in ordered)
        unseen = unseen_phrase(unseen_counts(solution.board, solution.rack, tiles), tiles)
        short = unseen.replace("consonants", "cons.").replace("consonant", "cons.")
        unseen = _first_fitting(room - 6, unseen, short, short.replace(" unseen", ""))
        plays = f"{count_of(len(solution.plays), 'play')}, {solution.rules.name}, {solution.lexicon}"
        plays = _first_fitting(
            room, plays, plays.removesuffix(" words)") + ")", f"{count_of(len(solution.plays), 'play')}, {solution.lexicon}"
        )
        return [
            Text.assemble(("Rack  ", "dim"), (rack or "(empty)", "bold"), f"  ({rack_points(solution.rack, tiles)} points)"),
            Text.assemble(("Left  ", "dim"), unseen),
            Text(plays),
            Text(),
        ]

    def _sums(self, solution: Solution, moves: list[RankedMove]) -> Iterator[list[Text]]:
        for ranked in moves:
            if isinstance(ranked.move, Play):
                arithmetic = score_play(solution.board, ranked.move, solution.rules)
                yield sum_lines(arithmetic, solution.board, solution.rules)

    def fail(self, number: int, message: str) -> None:
        """Note that a position could not be solved."""
        if self._several:
            self._console.print(f"Position {number} cannot be read.")

    def end(self) -> None:
        """Nothing closes a table."""
