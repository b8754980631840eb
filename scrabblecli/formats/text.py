"""The text board: one line a row, as a person types it or a program draws it.

``.`` is an empty square, as are ``_ - * + ·`` and the premium marks; ``A`` a tile, ``a`` a blank that stands for A, ``[CH]`` a
tile of several letters. ``key: value`` lines may stand before the grid. Column headers, row numbers and borders are left
out; what is a border and what a row is decided by the width of the board.
"""

from __future__ import annotations

import os
import re

from scrabblecli.board import Board
from scrabblecli.errors import DataError, NotationError, ScrabbleError, SettingError
from scrabblecli.formats.drawn import EMPTY_MARKS, Line, Row, drawn_rows, rows_of_spaces
from scrabblecli.formats.position import Position, RuleChoice, writable
from scrabblecli.plain import printable
from scrabblecli.rules import RuleSet, built_in_names, load_rules, parse_assignment
from scrabblecli.rules.settings import nearest
from scrabblecli.squares import Square
from scrabblecli.tiles import EMPTY, Rack

__all__ = ["format_text", "parse_text"]

MAXIMUM_LINE = 2000
_HEADING = r"\s*([A-Za-z][A-Za-z_-]*)\s*:\s*(.*?)\s*"
_KEYS = ("rack", "rules", "lexicon", "scores", "scoreless", "set")


def parse_text(text: str, source: str, choice: RuleChoice) -> Position:
    """Read a text board.

    Raises DataError naming line, column and square for a row of wrong width, a wrong number of rows (with a hint when a
    built-in rule set has that size), an unknown character or a tile the set does not have.
    """
    headings, settings, grid, warnings = _split(text, source)
    folder = os.path.dirname(source) if source not in ("", "-") else None
    for key in ("extra_words", "barred_words"):
        if isinstance(value := settings.get(key), str) and folder and os.path.isfile(beside := os.path.join(folder, value)):
            settings[key] = beside
    number, named = headings.get("rules", (0, None))
    try:
        rules = choice.resolve(named, settings, folder)
    except ScrabbleError as error:
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
    return Position(board, rules, racks, tuple(map(int, scores)), int(scoreless_text), lexicon or None, warnings=tuple(warnings))


def _split(text: str, source: str) -> tuple[dict[str, tuple[int, str]], dict[str, object], list[Line], list[str]]:
    """The ``key: value`` lines with their numbers, the settings among them, the lines of the grid, and warnings."""
    headings: dict[str, tuple[int, str]] = {}
    settings: dict[str, object] = {}
    grid: list[Line] = []
    warnings: list[str] = []
    begun = False
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if len(line) > MAXIMUM_LINE:
            raise DataError(f"a line of {len(line):,} characters is no row of a board", source, number)
        line = line.removesuffix("\r").expandtabs(1)
        if line.startswith("#"):
            continue
        match = re.fullmatch(_HEADING, line)
        key = match[1].lower() if match else ""
        if match is None or (begun and key not in _KEYS):
            begun = begun or bool(line.strip())
            grid.append(Line(number, line))
        elif begun:
            first = next(row for row in grid if row.text.strip())
            begins = f"the board, which begins on line {first.number} with {first.text.strip()[:20]!r}"
            raise DataError(f"{key}: stands after {begins}: expected such lines before it", source, number)
        elif key == "set":
            try:
                name, value = parse_assignment(match[2])
            except SettingError as error:
                raise DataError(str(error), source, number) from None
            settings[name] = value
        elif key in headings:
            raise DataError(f"{key}: stands twice before the board, first on line {headings[key][0]}", source, number)
        elif key in _KEYS:
            headings[key] = (number, match[2])
        else:
            hint = nearest(key, _KEYS)
            if hint.startswith("; did"):
                raise DataError(f"unknown key {match[1]!r} before the board{hint}", source, number)
            warnings.append(f"line {number}: {match[1]!r} is no key of a board, the line is not used{hint}")
    return headings, settings, grid, warnings


def _parse_grid(grid: list[Line], rules: RuleSet, source: str) -> Board:
    """Find the rows among the lines of a grid, and read them."""
    layout = rules.layout
    rows = rows_of_spaces(grid, rules, source) or drawn_rows(grid, rules, source)
    if not rows:
        raise DataError("no board: expected one line a row, or a CGP line", source)
    widths = {len(cells) for _, cells in rows}
    if len(rows) != layout.rows or widths != {layout.columns}:
        _refuse_size(rows, rules, source)
    faces = bytearray()
    alphabet = rules.tiles.alphabet
    for row, (line, cells) in enumerate(rows):
        for column, cell in enumerate(cells):
            face = EMPTY if cell.token in EMPTY_MARKS else alphabet.face(cell.token)
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


def _refuse_size(rows: list[Row], rules: RuleSet, source: str) -> None:
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
            if name != rules.name and (load_rules(name).layout.rows, load_rules(name).layout.columns) == (len(rows), width)
        ]
        hint = f": try --rules {fitting[0]}" if fitting else ""
        if width != layout.columns and len(rows) > 1:
            raise DataError(
                f"a board of {len(rows)} rows with {width} squares, expected {sized}{hint}", source, rows[0][0].number
            )
    if layout.columns not in widths and len(rows) < layout.rows:
        found = f"{min(widths)} to {max(widths)} squares" if len(widths) > 1 else f"{min(widths)} squares"
        lines = "1 line" if len(rows) == 1 else f"{len(rows)} lines"
        spaced = any(" " in line.text.strip() for line, _ in rows)
        full = "; where spaces are empty squares every line must have full width, type . instead" if spaced else ""
        raise DataError(f"no board: {lines} of {found}, expected {sized}{full}", source, rows[0][0].number)
    for row, (line, cells) in enumerate(rows, start=1):
        if len(cells) != layout.columns:
            short = f"; {Square(row - 1, len(cells))} is missing" if len(cells) < layout.columns and row <= layout.rows else ""
            squares = "1 square" if len(cells) == 1 else f"{len(cells)} squares"
            raise DataError(f"row {row} has {squares}, expected {layout.columns}{short}", source, line.number)
    raise DataError(f"{len(rows)} rows, expected {sized}{hint}", source, rows[-1][0].number)


def format_text(position: Position) -> str:
    """A position as a text board that `parse_text` reads again, with its ``key: value`` lines.

    >>> from scrabblecli.rules import load_rules
    >>> text = format_text(Position(Board.empty(15, 15), load_rules("wwf"), scores=(22, 0)))
    >>> text.splitlines()[:3]
    ['rules: wwf', 'scores: 22 0', '...............']
    """
    board = position.board
    alphabet = position.rules.tiles.alphabet
    lines = heading_lines(position)
    lines += [alphabet.text(board.row(row)) for row in range(board.rows)]
    return "\n".join(lines) + "\n"


def heading_lines(position: Position) -> list[str]:
    """The ``key: value`` lines of a position: only what is known or differs from the default."""
    import json  # values of settings are written as TOML also reads them

    rules = position.rules
    lines = []
    if position.rack is not None:
        lines.append(f"rack: {position.rack.text(rules.tiles.alphabet)}")
    if rules.name != "tournament":
        lines.append(f"rules: {writable(rules.origin)}")
    lines += [f"set: {key}={json.dumps(value)}" for key, value in rules.overrides.items()]
    if position.lexicon:
        lines.append(f"lexicon: {writable(position.lexicon)}")
    if any(position.scores):
        lines.append(f"scores: {' '.join(map(str, position.scores))}")
    if position.scoreless:
        lines.append(f"scoreless: {position.scoreless}")
    return lines
