"""Rule sets for people and programs: the list of them, one with everything it says, and what differs between two."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from scrabblecli.layout import PREMIUM_NAMES, Layout
from scrabblecli.plain import printable
from scrabblecli.report.listing import json_text, print_listing, print_records
from scrabblecli.rules import RuleSet
from scrabblecli.rules.compare import Difference, differences
from scrabblecli.rules.settings import SETTINGS, value_text
from scrabblecli.tiles import BLANK, TileSet

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

__all__ = ["print_differences", "print_list", "print_rules"]

SCHEMA = 1
"""The version of the JSON output."""
_TITLE = ("a text", "what the rule set is")
_LEXICON = ("a name, a file or nothing", "the word list to use by default")
_GAP = 3


# All rule sets


def print_list(sets: Sequence[RuleSet], output_format: str, color: str, header: bool) -> None:
    """Print a line for each rule set: name, title, size of the board, number of tiles, bonus."""
    sentences = (
        f"{rules.name}: {printable(rules.title)}; {_size(rules.layout, 'by')} squares, {rules.tiles.total} tiles, "
        f"a bonus of {rules.bingo_bonus}."
        for rules in sets
    )
    if print_records("rules", list(map(_summary, sets)), sentences, output_format, {"schema": SCHEMA}):
        return
    if output_format == "table":
        rows = [[rules.name, _size(rules.layout), *_numbers(rules), rules.title] for rules in sets]
        print_listing(("Name", "Board", "Tiles", "Bonus", "Title"), rows, output_format, color, header)
    else:
        rows = [[rules.name, rules.title, _size(rules.layout), *_numbers(rules)] for rules in sets]
        print_listing(("name", "title", "board", "tiles", "bonus"), rows, output_format, color, header)


def _numbers(rules: RuleSet) -> tuple[str, str]:
    return str(rules.tiles.total), str(rules.bingo_bonus)


def _size(layout: Layout, between: str = "x") -> str:
    return f"{layout.rows} {between} {layout.columns}"


def _summary(rules: RuleSet) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "rows": rules.layout.rows,
        "columns": rules.layout.columns,
        "tiles": rules.tiles.total,
        "bonus": rules.bingo_bonus,
        "lexicon": rules.lexicon,
    }


# One rule set


def print_rules(rules: RuleSet, output_format: str, color: str, header: bool) -> None:
    """Print every key of a rule set with its value, range and meaning, the drawn layout and the tiles."""
    if output_format == "toml":
        from scrabblecli.rules.document import format_rules

        sys.stdout.write(format_rules(rules))
    elif output_format in ("json", "jsonl"):
        sys.stdout.write(json_text(_rules_data(rules), output_format))
    elif output_format == "text":
        for sentence in _rules_sentences(rules):
            sys.stdout.write(printable(sentence) + "\n")
    elif output_format == "table":
        _print_rules_table(rules, color, header)
    else:
        rows = [(key, value_text(value), *about) for key, value, *about in _keys(rules)]
        print_listing(("key", "value", "range", "meaning"), rows, output_format, color, header)


def _keys(rules: RuleSet) -> Iterator[tuple[str, Any, str, str]]:
    """Every key with its value, range and meaning, the title first."""
    yield ("title", rules.title, *_TITLE)
    yield ("lexicon", rules.lexicon, *_LEXICON)
    for setting in SETTINGS.values():
        yield setting.key, rules.value(setting.key), setting.range, setting.meaning


def _layout_rows(layout: Layout) -> list[str]:
    return [layout.symbols[start : start + layout.columns] for start in range(0, len(layout.symbols), layout.columns)]


def _tile_rows(tiles: TileSet) -> list[tuple[str, int, int]]:
    """Every tile with its count and value, the blank first."""
    names = ("?", *tiles.alphabet.letters)
    return [(name, tiles.counts[code], tiles.values[code]) for code, name in enumerate(names, start=BLANK)]


def _rules_data(rules: RuleSet) -> dict[str, Any]:
    layout, tiles = rules.layout, rules.tiles
    lowers = (None, *tiles.alphabet.lowers)
    return {
        "schema": SCHEMA,
        **_summary(rules),
        "changed": dict(rules.overrides),
        "settings": [
            {"key": key, "value": value, "range": allowed, "meaning": meaning} for key, value, allowed, meaning in _keys(rules)
        ],
        "layout": {"name": layout.name, "start": str(layout.start), "rows": _layout_rows(layout)},
        "tile_set": {
            "name": tiles.name,
            "tiles": [
                {"tile": tile, "lower": lowers[code], "count": count, "value": value, "vowel": code in tiles.vowels}
                for code, (tile, count, value) in enumerate(_tile_rows(tiles), start=BLANK)
            ],
        },
    }


def _rules_sentences(rules: RuleSet) -> Iterator[str]:
    layout = rules.layout
    yield f"Rule set {rules.name}: {rules.title}."
    yield f"A board of {_size(layout, 'by')} squares; the start square is {layout.start}."
    counts = (f"{name} {layout.symbols.count(symbol)}" for symbol, name in PREMIUM_NAMES.items() if symbol in layout.symbols)
    yield f"Premium squares: {', '.join(counts) or 'none'}."
    tiles = (f"{'blank' if tile == '?' else tile} {count} of {value}" for tile, count, value in _tile_rows(rules.tiles))
    yield f"{rules.tiles.total} tiles, how many of how many points: {', '.join(tiles)}."
    for key, value, _, meaning in islice(_keys(rules), 1, None):
        shown = {"layout": layout.name, "tiles": rules.tiles.name}.get(key) or value_text(value) or "not set"
        yield f"{key} is {shown}: {meaning}."


def _print_rules_table(rules: RuleSet, color: str, header: bool) -> None:
    from rich.text import Text

    from scrabblecli.report.console import make_console

    console = make_console(color)
    console.print(Text.assemble((rules.name, "bold"), f"  {printable(rules.title)}"))
    console.print()
    rows = []
    for key, value, allowed, meaning in islice(_keys(rules), 1, None):
        shown = {"layout": rules.layout.name, "tiles": rules.tiles.name}.get(key) or value_text(value)
        rows.append((key, shown, f"{meaning} ({allowed})"))
    print_listing(("Key", "Value", "Meaning (range)"), rows, "table", color, header)
    console.print()
    cells = [(tile, str(count), str(value)) for tile, count, value in _tile_rows(rules.tiles)]
    headings = ("Tile", "Count", "Value")
    board = _board(rules)
    blocks = _blocks(headings, cells, max(8, len(board) - 1))
    if not _fit(board, blocks, console.width):
        blocks = _blocks_within(headings, cells, console.width)
    _print_beside(console, board, blocks)


def _board(rules: RuleSet) -> list[Text]:
    from scrabblecli.board import Board
    from scrabblecli.report.drawing import board_lines

    layout = rules.layout
    return board_lines(Board.empty(layout.rows, layout.columns), layout, rules.tiles.alphabet)


def _blocks(headings: Sequence[str], rows: Sequence[Sequence[str]], height: int) -> list[Text]:
    """Rows of cells under their headings, in blocks of a height side by side."""
    from rich.cells import cell_len

    from scrabblecli.report.console import beside, pad

    widths = [max(map(cell_len, column)) for column in zip(headings, *rows, strict=True)]

    def line(cells: Sequence[str]) -> Text:
        first = pad(cells[0], widths[0])
        for cell, width in zip(cells[1:], widths[1:], strict=True):
            first.append_text(pad(cell, width + 2, right=True))
        return first

    title = line(headings)
    title.stylize("dim")
    made: list[Text] = []
    for start in range(0, len(rows), height):
        block = [title, *map(line, rows[start : start + height])]
        made = beside(made, block, _GAP) if made else block
    return made


def _blocks_within(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[Text]:
    """Rows of cells in three blocks side by side, or in fewer where a line has less room."""
    for number in (3, 2):
        blocks = _blocks(headings, rows, -(-len(rows) // number))
        if max(line.cell_len for line in blocks) <= width:
            return blocks
    return _blocks(headings, rows, len(rows))


def _print_beside(console: Console, left: list[Text], right: list[Text]) -> None:
    """Print two blocks next to each other, or below each other where there is no room."""
    from rich.text import Text

    from scrabblecli.report.console import beside

    for line in beside(left, right, _GAP) if _fit(left, right, console.width) else [*left, Text(), *right]:
        line.rstrip()
        console.print(line)


def _fit(left: list[Text], right: list[Text], width: int) -> bool:
    """Whether two blocks have room next to each other."""
    return max(line.cell_len for line in left) + _GAP + max(line.cell_len for line in right) <= width


# Two rule sets


def print_differences(a: RuleSet, b: RuleSet, output_format: str, color: str, header: bool) -> None:
    """Print what differs between two rule sets."""
    found = differences(a, b)
    if output_format in ("json", "jsonl"):
        data = {"schema": SCHEMA, "a": _summary(a), "b": _summary(b), "differences": [pair._asdict() for pair in found]}
        sys.stdout.write(json_text(data, output_format))
    elif output_format == "text":
        ours, theirs = _names(a, b)
        for pair in found:
            mine, other = (value_text(value) or "nothing" for value in (pair.a, pair.b))
            sys.stdout.write(printable(f"{pair.key} is {mine} in {ours}, {other} in {theirs}.") + "\n")
        if not found:
            sys.stdout.write(printable(f"{ours} and {theirs} are the same rules.") + "\n")
    elif output_format == "table":
        _print_differences_table(a, b, found, color, header)
    else:
        rows = [(pair.key, value_text(pair.a), value_text(pair.b)) for pair in found]
        print_listing(("key", "a", "b"), rows, output_format, color, header)


def _names(a: RuleSet, b: RuleSet) -> tuple[str, str]:
    """What to call two rule sets: by their names, or their files when those are the same."""
    names = (a.name, b.name) if a.name != b.name else (a.origin, b.origin)
    return printable(names[0]), printable(names[1])


def _print_differences_table(a: RuleSet, b: RuleSet, found: list[Difference], color: str, header: bool) -> None:
    from rich.text import Text

    from scrabblecli.report.console import make_console

    console = make_console(color)
    names = _names(a, b)
    for name, rules in zip(names, (a, b), strict=True):
        console.print(Text.assemble((name.ljust(max(map(len, names)) + 2), "bold"), printable(rules.title)))
    console.print()
    if not found:
        console.print("They are the same rules.")
        return
    squares = [pair for pair in found if pair.key.startswith("layout.") and pair.key[-1].isdigit()]
    tiles = [pair for pair in found if pair.key.startswith("tiles.") and pair.key != "tiles.total"]
    rest = [(pair.key, value_text(pair.a) or "-", value_text(pair.b) or "-") for pair in found if pair not in squares + tiles]
    if rest:
        print_listing(("Key", *names), rest, "table", color, header)
    if a.layout[1:] != b.layout[1:]:
        console.print()
        if squares:
            console.print(f"{len(squares)} of {a.layout.rows * a.layout.columns} squares differ:")
        left, right = _board(a), _board(b)
        width = max(line.cell_len for line in left)
        _print_beside(console, [Text(names[0][:width]), *left], [Text(names[1][:width]), *right])
    if tiles:
        console.print()
        console.print(f"Tiles, count x value in {names[0]} and {names[1]}:")
        ours, theirs = ({tile: f"{count:>2} x {value:>2}" for tile, count, value in _tile_rows(rules.tiles)} for rules in (a, b))
        letters = dict.fromkeys(pair.key.split(".")[1] for pair in tiles)
        cells = [(tile, ours.get(tile, "-"), theirs.get(tile, "-")) for tile in letters]
        for line in _blocks_within(("Tile", *(name[:12] for name in names)), cells, console.width):
            line.rstrip()
            console.print(line)
