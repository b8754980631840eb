"""The text board: one line a row, as a person types it or a program draws it.

``.`` is an empty square, as are ``_ - * + ·`` and the premium marks; ``A`` a tile, ``a`` a blank that stands for A, ``[CH]`` a
tile of several letters. ``key: value`` lines may stand above the grid or below it. Column headers, row numbers and borders are left
out; what is a border and what a row is decided by the width of the board. What no such board is is read once more as `typed` does.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from scrabblecli.board import Board
from scrabblecli.errors import DataError, NotationError, ScrabbleError, SettingError
from scrabblecli.folders import is_readable
from scrabblecli.formats.drawn import EMPTY_MARKS, Line, Row, drawn_rows, no_row, rows_of_spaces
from scrabblecli.formats.position import Position, RuleChoice, writable
from scrabblecli.formats.typed import SMALL_LETTER, typed_rows, unquoted
from scrabblecli.plain import printable
from scrabblecli.rules import RuleSet, built_in_names, load_rules, parse_assignment
from scrabblecli.rules.settings import nearest
from scrabblecli.squares import Square
from scrabblecli.tiles import EMPTY, Rack

__all__ = ["format_text", "parse_text"]

MAXIMUM_LINE = 2000
_HEADING = r"\s*([A-Za-z][A-Za-z_-]*)\s*:\s*(.*?)\s*"
_KEYS = ("rack", "rules", "lexicon", "scores", "scoreless", "set")
_TYPED_HEADING = rf"(?i)\s*({'|'.join(_KEYS)})\s*(?:[:=,;\s]|-(?!\d))\s*(.*?)[\s,;]*"
"""What a key line looks like where it would else be no row of a board."""
_TWO_SCORES = r"\s*(\d{1,6})\s*[-\u2013:]\s+(\d{1,6})\s*|(\d{1,6})[-\u2013:](\d{1,6})"


class _Parts(NamedTuple):
    """A text taken apart: the ``key: value`` lines with their numbers, the settings among them, the lines of the grid, warnings.

    ``comments`` are the lines that begin with ``#``.
    """

    headings: dict[str, tuple[int, str]]
    settings: dict[str, object]
    grid: list[Line]
    warnings: list[str]
    comments: list[str]


def parse_text(text: str, source: str, choice: RuleChoice) -> Position:
    """Read a text board.

    Raises DataError naming line, column and square for a row of wrong width, a wrong number of rows (with a hint when a
    built-in rule set has that size), an unknown character or a tile the set does not have.
    """
    parts = _split(text, source)
    try:
        return _position(parts, source, choice)
    except DataError as error:
        return _position(_split(text, source, as_typed=True), source, choice, parts, error)


def _position(
    parts: _Parts, source: str, choice: RuleChoice, strict: _Parts | None = None, refused: DataError | None = None
) -> Position:
    """The position that a text taken apart holds.

    One that was ``refused`` is read as people type boards; the same error is raised where nothing of it is typed like that.
    """
    headings, settings, grid, warnings, comments = parts
    folder = os.path.dirname(source) if source not in ("", "-") else None
    number, named = headings.get("rules", (0, None))
    try:
        rules = choice.resolve(named, settings, folder)
    except ScrabbleError as error:
        if named is not None and choice.name is None:
            raise DataError(str(error), source, number) from None
        raise
    rows = None
    if refused is not None and strict is not None:
        rows = typed_rows(grid, rules, source)
        grid = [Line(line.number, line.text.expandtabs(1)) for line in grid]
        if rows is None and headings == strict.headings and settings == strict.settings:
            raise refused from None
    board = _parse_grid(rows or rows_of_spaces(grid, rules, source) or drawn_rows(grid, rules, source), rules, source, comments)
    number, rack_text = headings.get("rack", (0, None))
    try:
        racks = (Rack.parse(rack_text, rules.tiles),) if rack_text else ()
    except NotationError as error:
        raise DataError(str(error), source, number) from None
    lexicon = printable(headings["lexicon"][1]) if "lexicon" in headings else None
    if lexicon and folder is not None and is_readable(beside := os.path.join(folder, lexicon)):
        lexicon = beside
    number, scores_text = headings.get("scores", (0, ""))
    two = re.fullmatch(_TWO_SCORES, scores_text)
    scores = [score for score in two.groups() if score] if two else re.split(r"[\s,/]+", scores_text) if scores_text else []
    if not all(re.fullmatch(r"[+-]?\d{1,6}", score) for score in scores):
        raise DataError(f"scores: {scores_text!r}: expected whole numbers such as 120 95", source, number)
    if len(scores) > rules.players or (len(scores) == 1 and rules.players > 1):
        raise DataError(
            f"scores: {scores_text!r}: expected the score of each of {rules.players} players, such as 120 95", source, number
        )
    number, scoreless_text = headings.get("scoreless", (0, "0"))
    if not re.fullmatch(r"\d{1,3}", scoreless_text):
        raise DataError(f"scoreless: {scoreless_text!r}: expected the number of scoreless turns before", source, number)
    return Position(board, rules, racks, tuple(map(int, scores)), int(scoreless_text), lexicon or None, warnings=tuple(warnings))


def _typed_heading(line: str) -> re.Match[str] | None:
    """A key line as it is typed, or as a spreadsheet writes it: with its texts in quotation marks."""
    return re.fullmatch(_TYPED_HEADING, line) or re.fullmatch(_TYPED_HEADING, line.replace('"', ""))


def _split(text: str, source: str, *, as_typed: bool = False) -> _Parts:
    """Take a text apart; ``as_typed`` a key may stand without its colon, and TABs stay in the grid."""
    parts = _Parts({}, {}, [], [], [])
    headings, settings, grid, warnings, comments = parts
    begun = False
    for number, line in enumerate(unquoted(text).removeprefix("\ufeff").split("\n"), start=1):
        if len(line) > MAXIMUM_LINE:
            raise DataError(f"a line of {len(line):,} characters is no row of a board", source, number)
        line = line.removesuffix("\r")
        if not as_typed:
            line = line.expandtabs(1)
        if line.startswith("#"):
            comments.append(line)
            continue
        match = (_typed_heading(line) if as_typed else None) or re.fullmatch(_HEADING, line)
        if match is None:
            begun = begun or bool(line.strip())
            grid.append(Line(number, line))
            continue
        key = match[1].lower()
        where = "below the board" if begun else "before the board"
        if key == "set":
            try:
                name, value = parse_assignment(match[2])
            except SettingError as error:
                raise DataError(str(error), source, number) from None
            settings[name] = value
        elif key in headings:
            raise DataError(f"{key}: stands twice, first on line {headings[key][0]}", source, number)
        elif key in _KEYS:
            # a rack may stand in the cells of a table
            headings[key] = (number, re.sub('[;\t"]', " ", match[2]) if as_typed and key == "rack" else match[2])
        else:
            hint = nearest(key, _KEYS)
            if hint.startswith("; did"):
                raise DataError(f"unknown key {match[1]!r} {where}{hint}", source, number)
            warnings.append(f"line {number}: {match[1]!r} is no key of a board, the line is not used{hint}")
    return parts


def _parse_grid(rows: list[Row], rules: RuleSet, source: str, comments: list[str]) -> Board:
    """Read the rows of a board."""
    layout = rules.layout
    widths = {len(cells) for _, cells in rows}
    if len(rows) != layout.rows or widths != {layout.columns}:
        _refuse_size(rows, rules, source, _hint_of_comments(comments, layout.columns))
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


def _hint_of_comments(comments: list[str], columns: int) -> str:
    """What to say where lines that were taken for comments may be rows of a board."""
    rows = [line for line in comments if len("".join(line.split())) == columns and line.count("#") > 1]
    return "; lines that begin with # are comments, type . for an empty square" if rows else ""


def _no_tile(token: str, rules: RuleSet) -> str:
    alphabet = rules.tiles.alphabet
    if token.isalpha() or token.startswith("["):
        mixed = token.startswith("[") and alphabet.face(token.upper()) is not None
        hint = f": write {token.upper()}, or {token.lower()} for a blank" if mixed else ""
        return f"is no tile of the {rules.tiles.name} set{hint}"
    return "is neither a tile nor an empty square: expected a letter, or . for an empty square"


def _refuse_size(rows: list[Row], rules: RuleSet, source: str, hint_of_comments: str) -> None:
    """Say what is wrong with the size of a board."""
    layout = rules.layout
    if not rows:
        raise DataError(f"no board: expected one line a row, or a CGP line{hint_of_comments}", source)
    widths = {len(cells) for _, cells in rows}
    sized = f"{layout.rows} x {layout.columns} ({rules.name} rules)"
    hint = ""
    spaced = any(" " in line.text.rstrip() for line, _ in rows)
    full = "; where spaces are empty squares every line must have full width, type . instead" if spaced else ""
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
                f"a board of {len(rows)} rows with {width} squares, expected {sized}{hint or (full if len(rows) < layout.rows else '')}",
                source,
                rows[0][0].number,
            )
    if layout.columns not in widths and len(rows) < layout.rows:
        found = f"{min(widths)} to {max(widths)} squares" if len(widths) > 1 else f"{min(widths)} squares"
        lines = "1 line" if len(rows) == 1 else f"{len(rows)} lines"
        raise DataError(f"no board: {lines} of {found}, expected {sized}{full}{hint_of_comments}", source, rows[0][0].number)
    whole = [row for row, (_, cells) in enumerate(rows) if len(cells) == layout.columns]
    if len(whole) == layout.rows < len(rows) and whole[-1] - whole[0] == len(whole) - 1:
        raise DataError(no_row(rows[0 if whole[0] else -1][0].text, rules), source, rows[0 if whole[0] else -1][0].number)
    for row, (line, cells) in enumerate(rows, start=1):
        if len(cells) != layout.columns:
            short = f"; {Square(row - 1, len(cells))} is missing" if len(cells) < layout.columns and row <= layout.rows else ""
            squares = "1 square" if len(cells) == 1 else f"{len(cells)} squares"
            hint = SMALL_LETTER if any(cell.token == "(" for cell in cells) else hint_of_comments
            raise DataError(f"row {row} has {squares}, expected {layout.columns}{short}{hint}", source, line.number)
    raise DataError(f"{len(rows)} rows, expected {sized}{hint}{hint_of_comments}", source, rows[-1][0].number)


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
