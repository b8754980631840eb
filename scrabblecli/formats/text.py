"""The text board: one line a row, as a person types it or a program draws it.

``.`` is an empty square, as are ``_ - * + ·`` and the premium marks; ``A`` a tile, ``a`` a blank that stands for A, ``[CH]`` a
tile of several letters. ``key: value`` lines may stand before the grid. Column headers, row numbers and borders are left
out; what is a border and what a row is decided by the width of the board.
"""

from __future__ import annotations

import os
import re
from itertools import pairwise
from typing import NamedTuple

from scrabblecli.board import Board
from scrabblecli.errors import DataError, NotationError, SettingError
from scrabblecli.formats.position import LoadedPosition, RuleChoice
from scrabblecli.plain import printable
from scrabblecli.rules import RuleSet, built_in_names, load_rules, parse_assignment
from scrabblecli.rules.settings import nearest
from scrabblecli.squares import Square, column_letter
from scrabblecli.tiles import EMPTY, Alphabet, Rack

__all__ = ["format_text", "parse_text"]

_EMPTY_MARKS = frozenset("._-*+\u00b7='\"^~ ")
_BORDER = frozenset("+-=|_ \t\u2500\u2502\u253c\u250c\u2510\u2514\u2518\u251c\u2524\u252c\u2534")
_HEADING = r"\s*([A-Za-z][A-Za-z_-]*)\s*:\s*(.*?)\s*"
_ROW_NUMBER = r"^\s*\d{1,2}(?=\D)|(?<=\D)\d{1,2}\s*$"
_KEYS = ("rack", "rules", "lexicon", "scores", "scoreless", "set")


class _Line(NamedTuple):
    """A line of the grid: its number in the file, its text, and where that text begins on the line."""

    number: int
    text: str


class _Cell(NamedTuple):
    token: str
    column: int


def parse_text(text: str, source: str, choice: RuleChoice) -> LoadedPosition:
    """Read a text board.

    Raises DataError naming line, column and square for a row of wrong width, a wrong number of rows (with a hint when a
    built-in rule set has that size), an unknown character or a tile the set does not have.
    """
    headings: dict[str, tuple[int, str]] = {}
    settings: dict[str, object] = {}
    grid: list[_Line] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = line.removesuffix("\r").expandtabs(1)
        if line.startswith("#"):
            continue
        match = re.fullmatch(_HEADING, line) if not any(row.text.strip() for row in grid) else None
        if match is None:
            grid.append(_Line(number, line))
            continue
        key = match[1].lower()
        if key not in _KEYS:
            raise DataError(f"unknown key {match[1]!r} before the board{nearest(key, _KEYS)}", source, number)
        if key == "set":
            try:
                name, value = parse_assignment(match[2])
            except SettingError as error:
                raise DataError(str(error), source, number) from None
            settings[name] = value
        else:
            headings[key] = (number, match[2])
    folder = os.path.dirname(source) if source not in ("", "-") else None
    number, named = headings.get("rules", (0, None))
    try:
        rules = choice.resolve(named, settings, folder)
    except SettingError as error:
        if named is not None and choice.name is None:
            raise DataError(str(error), source, number) from None
        raise
    board = _parse_grid(grid, rules, source)
    number, rack_text = headings.get("rack", (0, None))
    try:
        racks = (Rack.parse(rack_text, rules.tiles),) if rack_text else ()
    except NotationError as error:
        raise DataError(str(error), source, number) from None
    lexicon = printable(headings["lexicon"][1]) if "lexicon" in headings else None
    if lexicon and folder is not None and os.path.isfile(beside := os.path.join(folder, lexicon)):
        lexicon = beside
    number, scores_text = headings.get("scores", (0, ""))
    scores = re.split(r"[\s,/]+", scores_text) if scores_text else []
    if not all(re.fullmatch(r"[+-]?\d{1,6}", score) for score in scores):
        raise DataError(f"scores: {scores_text!r}: expected whole numbers such as 120 95", source, number)
    number, scoreless_text = headings.get("scoreless", (0, "0"))
    if not re.fullmatch(r"\d{1,3}", scoreless_text):
        raise DataError(f"scoreless: {scoreless_text!r}: expected the number of scoreless turns before", source, number)
    scoreless = int(scoreless_text)
    return LoadedPosition(board, rules, racks, tuple(map(int, scores)), scoreless, lexicon or None)


def _parse_grid(grid: list[_Line], rules: RuleSet, source: str) -> Board:
    """Find the rows among the lines of a grid, and read them."""
    layout = rules.layout
    rows = _rows_of_spaces(grid, rules, source) or _drawn_rows(grid, rules, source)
    if not rows:
        raise DataError("no board: expected one line a row, or a CGP line", source)
    widths = {len(cells) for _, cells in rows}
    if len(rows) != layout.rows or widths != {layout.columns}:
        _refuse_size(rows, rules, source)
    faces = bytearray()
    alphabet = rules.tiles.alphabet
    for row, (line, cells) in enumerate(rows):
        for column, cell in enumerate(cells):
            face = EMPTY if cell.token in _EMPTY_MARKS else alphabet.face(cell.token)
            if face is None:
                place = f"column {cell.column}, square {Square(row, column)}"
                raise DataError(f"{place}: {cell.token!r} {_no_tile(cell.token, rules)}", source, line.number)
            faces.append(face)
    return Board(layout.rows, layout.columns, bytes(faces))


def _no_tile(token: str, rules: RuleSet) -> str:
    alphabet = rules.tiles.alphabet
    if token.isalpha() or token.startswith("["):
        mixed = token.startswith("[") and alphabet.face(token.upper()) is not None
        hint = f": write {token.upper()}, or {token.lower()} for a blank" if mixed else ""
        return f"is no tile of the {rules.tiles.name} set{hint}"
    return "is neither a tile nor an empty square: expected a letter, or . for an empty square"


def _cells(text: str, alphabet: Alphabet, first_column: int, line: _Line, source: str) -> list[_Cell]:
    """The tokens of a stretch of a line, spaces included, with their columns."""
    try:
        tokens = alphabet.tokens(text)
    except NotationError as error:
        raise DataError(str(error), source, line.number) from None
    cells = []
    column = first_column
    for token in tokens:
        cells.append(_Cell(token, column))
        column += len(token)
    return cells


def _rows_of_spaces(grid: list[_Line], rules: RuleSet, source: str) -> list[tuple[_Line, list[_Cell]]]:
    """The rows of a board that uses spaces for empty squares: every line has full width. Empty when it is none."""
    layout = rules.layout
    rows = []
    spaces = False
    for line in grid:
        cells = _cells(line.text, rules.tiles.alphabet, 1, line, source)
        if len(cells) == layout.columns:
            rows.append((line, cells))
            spaces = spaces or " " in line.text
        elif line.text.strip():
            return []
    return rows if spaces and len(rows) == layout.rows else []


def _drawn_rows(grid: list[_Line], rules: RuleSet, source: str) -> list[tuple[_Line, list[_Cell]]]:
    """The rows among the lines, without headers, row numbers and borders."""
    layout = rules.layout
    letters = [column_letter(column) for column in range(layout.columns)]
    rows: list[tuple[_Line, list[_Cell]]] = []
    doubtful: list[int] = []
    for line in grid:
        if not line.text.strip():
            continue
        words = line.text.replace("|", " ").upper().split()
        compact = "".join(words) == "".join(letters)
        if words[: layout.columns] == letters or compact:
            if layout.columns > 5:
                continue
            doubtful.append(len(rows))
        cells = _row_cells(line, rules, source)
        if _BORDER.issuperset(line.text):
            if len(cells) != layout.columns:
                continue
            doubtful.append(len(rows))
        rows.append((line, cells))
    # a line that may be a row or a border is a border when there are too many rows, the outermost lines first
    doubtful.sort(key=lambda index: min(index, len(rows) - 1 - index))
    borders = set(doubtful[: max(0, len(rows) - layout.rows)])
    return [row for index, row in enumerate(rows) if index not in borders]


def _row_cells(line: _Line, rules: RuleSet, source: str) -> list[_Cell]:
    """The squares of a line: between bars, or what is left without row numbers and spaces."""
    columns = rules.layout.columns
    alphabet = rules.tiles.alphabet
    # row numbers become spaces, so that columns stay what they are
    text = re.sub(_ROW_NUMBER, lambda number: " " * len(number[0]), line.text)
    bars = [index for index, character in enumerate(text) if character in "|\u2502"]
    if columns > 2 and columns - 1 <= len(bars) <= columns + 1:
        edges = bars
        if len(bars) == columns - 1 or (len(bars) == columns and text[: bars[0]].strip()):
            edges = [-1, *edges]
        if len(edges) == columns:
            edges = [*edges, len(text)]
        cells = []
        for left, right in pairwise(edges):
            inside = [cell for cell in _cells(text[left + 1 : right], alphabet, left + 2, line, source) if cell.token != " "]
            cells.extend(inside or [_Cell(".", left + 2)])
        return cells
    if len(bars) >= 2:
        for end in (bars[1], bars[-1]):
            cells = _cells(text[bars[0] + 1 : end], alphabet, bars[0] + 2, line, source)
            if len(cells) == columns:
                return cells
            # a space between the squares, with or without one at either end
            for first in (0, 1):
                squares, between = cells[first::2], cells[1 - first :: 2]
                if len(squares) >= columns and all(cell.token == " " for cell in (*between, *squares[columns:])):
                    return squares[:columns]
        text = text[: bars[-1]].replace("|", " ").replace("\u2502", " ")
        return [cell for cell in _cells(text[bars[0] :], alphabet, bars[0] + 1, line, source) if cell.token != " "]
    return [cell for cell in _cells(text.replace("|", " "), alphabet, 1, line, source) if cell.token != " "]


def _refuse_size(rows: list[tuple[_Line, list[_Cell]]], rules: RuleSet, source: str) -> None:
    """Say what is wrong with the size of a board."""
    layout = rules.layout
    widths = {len(cells) for _, cells in rows}
    sized = f"{layout.rows} x {layout.columns} ({rules.name} rules)"
    hint = ""
    if len(widths) == 1:
        width = widths.copy().pop()
        fitting = [
            name
            for name in built_in_names()
            if (load_rules(name).layout.rows, load_rules(name).layout.columns) == (len(rows), width)
        ]
        hint = f": try --rules {fitting[0]}" if fitting else ""
        if width != layout.columns and len(rows) > 1:
            raise DataError(
                f"a board of {len(rows)} rows with {width} squares, expected {sized}{hint}", source, rows[0][0].number
            )
    for row, (line, cells) in enumerate(rows, start=1):
        if len(cells) != layout.columns:
            short = f"; {Square(row - 1, len(cells))} is missing" if len(cells) < layout.columns and row <= layout.rows else ""
            raise DataError(f"row {row} has {len(cells)} squares, expected {layout.columns}{short}", source, line.number)
    raise DataError(f"{len(rows)} rows, expected {sized}{hint}", source, rows[-1][0].number)


def format_text(position: LoadedPosition) -> str:
    """A position as a text board that `parse_text` reads again, with its ``key: value`` lines."""
    board = position.board
    alphabet = position.rules.tiles.alphabet
    lines = heading_lines(position)
    lines += [alphabet.text(board.row(row)) for row in range(board.rows)]
    return "\n".join(lines) + "\n"


def heading_lines(position: LoadedPosition) -> list[str]:
    """The ``key: value`` lines of a position: only what is known or differs from the default."""
    import json  # values of settings are written as TOML also reads them

    rules = position.rules
    lines = []
    if position.rack is not None:
        lines.append(f"rack: {position.rack.text(rules.tiles.alphabet)}")
    if rules.name != "tournament":
        lines.append(f"rules: {rules.name}")
    lines += [f"set: {key}={json.dumps(value)}" for key, value in rules.overrides.items()]
    if position.lexicon:
        lines.append(f"lexicon: {position.lexicon}")
    if any(position.scores):
        lines.append(f"scores: {' '.join(map(str, position.scores))}")
    if position.scoreless:
        lines.append(f"scoreless: {position.scoreless}")
    return lines
