"""What differs between two rule sets, key by key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scrabblecli.layout import PREMIUM_NAMES, Layout
from scrabblecli.rules import RuleSet
from scrabblecli.rules.settings import SETTINGS
from scrabblecli.squares import Square
from scrabblecli.tiles import BLANK, TileSet

__all__ = ["Difference", "differences"]

_Value = str | int | bool | tuple[str | int, ...] | None


class Difference(NamedTuple):
    """A key and its values in both rule sets, None where a set has nothing of the kind.

    Keys are those of the settings, and ``layout.size``, ``layout.start``, ``layout.TW`` (how many squares have the premium),
    ``layout.H8`` (the premium of a square), ``tiles.total``, ``tiles.E.count``, ``tiles.E.value``.
    """

    key: str
    a: _Value
    b: _Value


def differences(a: RuleSet, b: RuleSet) -> list[Difference]:
    """Everything that differs between two rule sets: settings, premium squares, tiles.

    >>> from scrabblecli.rules import load_rules
    >>> [difference.key for difference in differences(load_rules("tournament"), load_rules("wespa"))]
    ['challenge']
    """
    pairs = [*_settings(a, b), *_squares(a.layout, b.layout), *_tiles(a.tiles, b.tiles)]
    return [pair for pair in pairs if pair.a != pair.b]


def _settings(a: RuleSet, b: RuleSet) -> Iterator[Difference]:
    yield Difference("lexicon", a.lexicon, b.lexicon)
    for key in SETTINGS:
        if key == "layout":
            yield Difference(key, a.layout.name, b.layout.name)
        elif key == "tiles":
            yield Difference(key, a.tiles.name, b.tiles.name)
        else:
            yield Difference(key, a.value(key), b.value(key))


def _squares(a: Layout, b: Layout) -> Iterator[Difference]:
    yield Difference("layout.size", f"{a.rows} x {a.columns}", f"{b.rows} x {b.columns}")
    yield Difference("layout.start", str(a.start), str(b.start))
    for symbol, name in PREMIUM_NAMES.items():
        yield Difference(f"layout.{name}", a.symbols.count(symbol), b.symbols.count(symbol))
    if (a.rows, a.columns) == (b.rows, b.columns):
        for row in range(a.rows):
            for column in range(a.columns):
                square = Square(row, column)
                yield Difference(f"layout.{square}", a.premium(square), b.premium(square))


def _tiles(a: TileSet, b: TileSet) -> Iterator[Difference]:
    yield Difference("tiles.total", a.total, b.total)
    ours, theirs = _faces(a), _faces(b)
    for tile in dict.fromkeys((*ours, *theirs)):
        for index, what in enumerate(("count", "value")):
            mine = ours[tile][index] if tile in ours else None
            yield Difference(f"tiles.{tile}.{what}", mine, theirs[tile][index] if tile in theirs else None)


def _faces(tiles: TileSet) -> dict[str, tuple[int, int]]:
    """Count and value of every tile by its letter, ``?`` for the blank."""
    names = ("?", *tiles.alphabet.letters)
    return {name: (tiles.counts[code], tiles.values[code]) for code, name in enumerate(names, start=BLANK)}
