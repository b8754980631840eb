"""The rows of a board as people type it, where `drawn` finds none: the cells of a table, numbered rows, a quoted mail.

What is read here is told from its marks alone and is never a guess: every row of a table must have a cell for each square.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scrabblecli.errors import DataError, NotationError
from scrabblecli.formats.drawn import EMPTY_MARKS, Cell, Line, Row, drawn_rows, no_row, rows_of_spaces
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Square, column_letter
from scrabblecli.tiles import Alphabet

__all__ = ["SMALL_LETTER", "typed_rows", "unquoted"]

SMALL_LETTER = "; a blank is a small letter, like t for (T)"
"""Said where somebody puts a blank in parentheses."""
_SEPARATORS = {"\t": "TABs", ";": "semicolons", ",": "commas", "|": "bars"}
_QUOTE = re.compile(r">[ \t]?")
_GAME_LINE = re.compile(r">\s*[^\s:]+:")
_DOTTED = re.compile(r"(\s*(\d{1,2}))[.):](?=\s)")
_RULED = re.compile(r":?-{2,}:?")


def unquoted(text: str) -> str:
    r"""A text without the ``>`` that a mail puts before each line it quotes; any other text as it is.

    A recorded game, whose lines name a player behind the ``>``, is no quote.

    >>> unquoted("> rack: CAT\n> ...\n> .A.\n")
    'rack: CAT\n...\n.A.\n'
    """
    if ">" not in text[:2]:
        return text
    lines = text.removeprefix("\ufeff").split("\n")
    said = [line for line in lines if line.strip()]
    named = sum(_GAME_LINE.match(line) is not None for line in said)
    if not all(line.startswith(">") for line in said) or 2 * named >= len(said):
        return text
    return "\n".join(_QUOTE.sub("", line, count=1) for line in lines)


def typed_rows(grid: list[Line], rules: RuleSet, source: str) -> list[Row] | None:
    """The rows of a table (cells between commas, semicolons, TABs or bars), or behind numbers with a dot; None where there are none.

    The first row and the first and last cell of each may name columns and rows.

    Raises DataError for a table that lacks a cell or has something else than one tile in it.
    """
    columns = rules.layout.columns
    for separator, named in _SEPARATORS.items() if columns > 2 else ():
        wide = sum(line.text.count(separator) >= columns - 1 for line in grid)
        if 2 * wide > rules.layout.rows:
            lines = [line for line in grid if line.text.strip(" ")]
            try:
                return _table(lines, separator, named, rules, source)
            except DataError:
                # boards have bars for other reasons too
                if separator != "|" or any(map(_is_rule, (_split(line.text, separator) for line in lines))):
                    raise
    return _behind_numbers(grid, rules, source)


def _behind_numbers(grid: list[Line], rules: RuleSet, source: str) -> list[Row] | None:
    """The rows of a board whose lines begin with their numbers and a dot, a colon or a parenthesis."""
    lines = []
    row = 0
    for number, text in grid:
        text = text.expandtabs(1)
        match = _DOTTED.match(text)
        if match is not None and int(match[2]) == row + 1:
            row += 1
            # columns stay what they are
            text = f" {match[1]}{text[match.end() :]}"
        lines.append(Line(number, text))
    if row != rules.layout.rows:
        return None
    return rows_of_spaces(lines, rules, source) or drawn_rows(lines, rules, source)


def _table(lines: list[Line], separator: str, named: str, rules: RuleSet, source: str) -> list[Row]:
    """The rows of a table."""
    columns = rules.layout.columns
    table: list[Row] = []
    left = None
    for line in lines:
        cells = _split(line.text, separator)
        heads = _heads(cells, columns)
        if (heads is not None or (_is_rule(cells) and any(cell.token for cell in cells))) and all(map(_is_empty, table)):
            table = []  # the board is below what names its columns
        if heads is not None:
            left = heads
        elif len(cells) == 1:
            raise DataError(no_row(line.text, rules), source, line.number)
        elif not _is_rule(cells):
            table.append((line, cells))
    table = _without_empty(table, rules.layout.rows)
    width = max(len(cells) for _, cells in table)
    for row, (line, cells) in enumerate(table, start=1):
        if len(cells) < max(width, columns):
            raise DataError(
                f"row {row} has {len(cells)} squares between {named}, expected {max(width, columns)}:"
                f" every row needs all its {named}, with nothing between them where squares are empty",
                source,
                line.number,
            )
    first = _first(table, width - columns, left)
    if first is None:
        raise DataError(
            f"rows of {width} squares between {named}, expected {columns}, and which of them are none cannot be told:"
            f" name the columns in a line above, {', '.join(map(column_letter, range(min(3, columns))))} ...",
            source,
            table[0][0].number,
        )
    alphabet = rules.tiles.alphabet
    return [
        (line, [_square(cell, Square(row, column), alphabet, line, source) for column, cell in enumerate(cells[first : first + columns])])
        for row, (line, cells) in enumerate(table)
    ]  # fmt: skip


def _is_empty(row: Row) -> bool:
    return not any(cell.token for cell in row[1])


def _without_empty(table: list[Row], rows: int) -> list[Row]:
    """The rows of a table without the empty ones that a spreadsheet has above and below a board, where it is plain which they are.

    Where a row is full of tiles, one that names the columns in another way may be among them.
    """
    more = len(table) - rows
    firsts = (
        [first for first in range(more + 1) if all(map(_is_empty, [*table[:first], *table[first + rows :]]))] if more > 0 else []
    )
    if len(firsts) != 1 or any(all(cell.token for cell in cells) for _, cells in table):
        return table
    return table[firsts[0] : firsts[0] + rows]


def _split(text: str, separator: str) -> list[Cell]:
    """The cells of a line, without spaces and quotation marks around them."""
    cells = []
    start = 0
    for part in text.split(separator):
        cells.append(Cell(part.strip().strip('"').strip(), start + len(part) - len(part.lstrip()) + 1))
        start += len(part) + 1
    if separator == "|":
        # the bars at both ends of a line part nothing
        cells = cells[not cells[0].token : len(cells) - (not cells[-1].token)]
    return cells


def _is_rule(cells: Sequence[Cell]) -> bool:
    """Whether a line is the one below the head of a table in Markdown."""
    return all(_RULED.fullmatch(cell.token) for cell in cells)


def _heads(cells: Sequence[Cell], columns: int) -> int | None:
    """Where the squares begin in the rows below a line that names the columns by letters or numbers; None for any other line."""
    names = [cell.token.upper() for cell in cells]
    for heads in ([column_letter(column) for column in range(columns)], [str(column + 1) for column in range(columns)]):
        if columns > 5 and heads[0] in names:
            first = names.index(heads[0])
            if names[first : first + columns] == heads and not any(names[:first] + names[first + columns :]):
                return first
    return None


def _first(table: Sequence[Row], more: int, left: int | None) -> int | None:
    """Where the squares begin in the rows of a table with ``more`` cells than squares; None where it cannot be told.

    The others must be empty or hold the number of the row; ``left`` is where the line that names the columns has its first. Without
    either, only cells behind the squares may be none.
    """

    def is_number(cell: Cell, row: int) -> bool:
        return cell.token.rstrip(".") == str(row)

    numbered = all(is_number(cells[0], row) for row, (_, cells) in enumerate(table, start=1))

    def fits(first: int) -> bool:
        return all(
            not cell.token or is_number(cell, row)
            for row, (_, cells) in enumerate(table, start=1)
            for cell in (*cells[:first], *cells[len(cells) - more + first :])
        )

    found = [first for first in range(numbered, more + 1) if left in (None, first) and fits(first)]
    return found[0] if len(found) == 1 and (numbered or left is not None or not found[0]) else None


def _square(cell: Cell, square: Square, alphabet: Alphabet, line: Line, source: str) -> Cell:
    """What a cell says of its square; a tile of several letters needs no brackets there."""
    token = cell.token
    if not token or token in EMPTY_MARKS:
        return Cell(".", cell.column)
    if alphabet.face(f"[{token}]") is not None:
        return Cell(f"[{token}]", cell.column)
    try:
        tokens = alphabet.tokens(token)
    except NotationError as error:
        raise DataError(str(error), source, line.number) from None
    if len(tokens) == 1:
        return Cell(tokens[0], cell.column)
    hint = SMALL_LETTER if "(" in token else ""
    raise DataError(
        f"column {cell.column}, square {square}: {token[:20]!r} is no tile: expected one tile, or nothing for an empty square{hint}",
        source,
        line.number,
    )
