"""The rows of a drawn board: which characters of a text are squares, and which are headers, row numbers and borders."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from scrabblecli.errors import DataError, NotationError
from scrabblecli.rules import RuleSet
from scrabblecli.squares import column_letter
from scrabblecli.tiles import Alphabet, Rack

__all__ = ["EMPTY_MARKS", "Cell", "Line", "Row", "drawn_rows", "no_row", "rows_of_spaces"]

EMPTY_MARKS = frozenset("._-*+\u00b7='\"^~ ")
"""What may stand on an empty square."""
_BARS = "|\u2502"
_BORDER = frozenset("+-=|_ \t\u2500\u2502\u253c\u250c\u2510\u2514\u2518\u251c\u2524\u252c\u2534\u2550\u2551")
_BEFORE = r"^\s*(\d{1,2})(?=\D)"
_BEHIND = r"(?<=\D)(\d{1,2})\s*$"


class Line(NamedTuple):
    """A line of a text: its number in the file, and its content."""

    number: int
    text: str


class Cell(NamedTuple):
    """What stands on a square, and its column in the line."""

    token: str
    column: int


Row = tuple[Line, list[Cell]]
"""A row of a board: the line it stands on, and its squares."""
_PROSE = re.compile(r"(?=.*[^\W\d_]{4})\s*[^\W\d_]+(?:\s+[^\W\d_]+)+\s*")
"""Words and nothing else: a title, and no row, in which letters would stand one by one or beside empty squares."""


def no_row(text: str, rules: RuleSet) -> str:
    """What to say of a line above or below a board that is no row of it: it may be a rack, or a comment."""
    shown = " ".join(text.split())[:40]
    try:
        is_rack = 0 < len(Rack.parse(shown, rules.tiles)) <= rules.rack_size
    except NotationError:
        is_rack = False
    advice = f"a rack is written rack: {shown}" if is_rack else "write rack: LETTERS for a rack, # before a comment"
    return f"{shown!r} is no row of the board, {advice}"


def _cells(text: str, alphabet: Alphabet, line: Line, source: str, start: int = 0, end: int | None = None) -> list[Cell]:
    """The tokens of a stretch of a line, spaces included, with their columns in the line counted from 1."""
    try:
        tokens = alphabet.tokens(text[start:end])
    except NotationError as error:
        raise DataError(str(error), source, line.number) from None
    cells = []
    column = start + 1
    for token in tokens:
        cells.append(Cell(token, column))
        column += len(token)
    return cells


def _without_numbers(text: str, row: int) -> str:
    """A line with its row number, before or behind the squares, turned into spaces: columns stay what they are."""

    def blank(number: re.Match[str]) -> str:
        return " " * len(number[0]) if int(number[1]) == row else number[0]

    return re.sub(_BEHIND, blank, re.sub(_BEFORE, blank, text))


def rows_of_spaces(grid: list[Line], rules: RuleSet, source: str) -> list[Row]:
    """The rows of a board that uses spaces for empty squares, every line at full width; an empty list when it is none.

    The lines may have row numbers before them, and a space between the squares.
    """
    layout = rules.layout
    alphabet = rules.tiles.alphabet
    lines = [line for line in grid if line.text]
    first = next((place for place, line in enumerate(lines) if line.text.strip()), 0)
    if lines and layout.columns > 5 and _is_header(lines[first].text, layout.columns):
        lines = lines[first + 1 :]
    while lines and not lines[0].text.strip() and len(lines) > layout.rows:
        lines.pop(0)
    while lines and not lines[-1].text.strip() and len(lines) > layout.rows:
        lines.pop()
    if len(lines) != layout.rows:
        return []
    margin = 0
    numbers = [re.match(r"\s*(\d{1,2})[ |]", line.text) for line in lines]
    if all(number is not None and int(number[1]) == row for row, number in enumerate(numbers, start=1)):
        margin = numbers[0].end() if numbers[0] is not None else 0
    rows = [(line, _cells(line.text, alphabet, line, source, margin)) for line in lines]
    widths = {len(cells) for _, cells in rows}
    if not any(cell.token == " " for _, cells in rows for cell in cells):
        return []
    if widths == {layout.columns}:
        return rows
    if widths == {2 * layout.columns - 1} and all(cell.token == " " for _, cells in rows for cell in cells[1::2]):
        return [(line, cells[::2]) for line, cells in rows]
    return []


def _is_header(text: str, columns: int) -> bool:
    """Whether a line names the columns of a board."""
    letters = [column_letter(column) for column in range(columns)]
    words = re.sub("[|\u2502]", " ", text).upper().split()
    return words[:columns] == letters or "".join(words) == "".join(letters)


def drawn_rows(grid: list[Line], rules: RuleSet, source: str) -> list[Row]:
    """The rows among the lines, without headers, row numbers and borders.

    Raises DataError for a line of words, which is a title or a note.
    """
    layout = rules.layout
    lines: list[Line] = []
    doubtful: list[int] = []
    for line in grid:
        text = line.text
        if _PROSE.fullmatch(text):
            raise DataError(no_row(text, rules), source, line.number)
        if not text.strip() or (len(lines) - len(doubtful) in (0, layout.rows) and _is_ruled(text, layout.columns)):
            continue
        if _is_header(text, layout.columns):
            if layout.columns > 5:
                continue
            doubtful.append(len(lines))
        elif _BORDER.issuperset(text) and not re.match(rf"\s*[{_BARS}] {{{layout.columns},}}[{_BARS}]", text):
            if len(_squares(text, rules, line, source)) != layout.columns:
                continue
            doubtful.append(len(lines))
        lines.append(Line(line.number, _without_numbers(text, len(lines) + 1 - len(doubtful))))
    # a line that may be a row or a border is a border when there are too many rows, the outermost lines first
    doubtful.sort(key=lambda index: min(index, len(lines) - 1 - index))
    borders = set(doubtful[: max(0, len(lines) - layout.rows)])
    if borders:
        # a line of the mark that most empty squares have may as well be a row
        marks = "".join(line.text for index, line in enumerate(lines) if index not in borders)
        half = layout.rows * layout.columns / 2
        borders = {index for index in borders if all(marks.count(mark) < half for mark in {*lines[index].text.strip()} - {" "})}
    lines = [line for index, line in enumerate(lines) if index not in borders]
    spaced = _spaced_between_bars(lines, rules, source)
    if spaced is not None:
        return spaced
    return [(line, _squares(line.text, rules, line, source)) for line in lines]


def _is_ruled(text: str, columns: int) -> bool:
    """Whether a line above or below the rows begins with a border longer than a row, whatever follows it."""
    ruled = re.match(r"\s*[+|]?([-=_+\u2500\u2550]+)", text)
    return ruled is not None and len(ruled[1]) > columns


def _spaced_between_bars(lines: list[Line], rules: RuleSet, source: str) -> list[Row] | None:
    """The rows when every line has its squares between two bars, as spaces where they are empty; None when it is not so.

    What stands behind the second bar is not looked at. The squares may have a space between them.
    """
    columns = rules.layout.columns
    rows = []
    for line in lines:
        bars = [index for index, character in enumerate(line.text) if character in _BARS]
        if len(bars) < 2 or line.text[: bars[0]].strip():
            return None
        rows.append((line, _cells(line.text, rules.tiles.alphabet, line, source, bars[0] + 1, bars[1])))
    widths = {len(cells) for _, cells in rows}
    if widths == {columns}:
        return rows
    for first in (0, 1):
        if widths <= {2 * columns - 1 + first, 2 * columns} and all(
            cell.token == " " for _, cells in rows for cell in (*cells[1 - first :: 2], *cells[first::2][columns:])
        ):
            return [(line, cells[first::2][:columns]) for line, cells in rows]
    return None


def _squares(text: str, rules: RuleSet, line: Line, source: str) -> list[Cell]:
    """The squares of a line: between bars, or all that is no space."""
    columns = rules.layout.columns
    alphabet = rules.tiles.alphabet
    bars = [index for index, character in enumerate(text) if character in _BARS]
    if columns > 2 and columns - 1 <= len(bars) <= columns + 1:
        edges = bars
        if len(bars) == columns - 1 or (len(bars) == columns and text[: bars[0]].strip()):
            edges = [-1, *edges]
        if len(edges) == columns:
            edges = [*edges, len(text)]
        cells = []
        for left, right in pairwise(edges):
            inside = [cell for cell in _cells(text, alphabet, line, source, left + 1, right) if cell.token != " "]
            cells.extend(inside or [Cell(".", left + 2)])
        return cells
    return [cell for cell in _cells(re.sub("[|\u2502]", " ", text), alphabet, line, source) if cell.token != " "]
