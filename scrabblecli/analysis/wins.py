"""How likely the player on turn wins, by the spread and the tiles that player does not see: counted in games of self-play.

In self-play by equity neither side looks at the score, so what the player on turn gains until the end does not depend on it: the
gains counted for each number of unseen tiles give the chance for every spread. A file begins with a line that names the format
and its version, a line that says what was counted, and then has for each number of unseen tiles, and each spread from -400 to 400,
a 16-bit integer (little-endian), 65535 for certain.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from scrabblecli.errors import DataError
from scrabblecli.folders import packaged_file
from scrabblecli.plain import printable

__all__ = ["MOST_SPREAD", "Wins", "counted_wins", "packaged_wins", "read_wins", "wins_content"]

MOST_SPREAD = 400
"""Spreads beyond are as good as this one."""
CERTAIN = 65535
_WIDTH = 2 * MOST_SPREAD + 1
_FORMAT = b"scrabblecli wins 1\n"
_ROUGH = 25
"""From so many unseen tiles on neighbouring numbers differ little, and are counted together."""
_NEIGHBOURS = 3
_FEW = 200


class Wins(NamedTuple):
    """A table of chances: ``table`` has 801 numbers for each number of unseen tiles from 0 on, ``about`` says what was counted."""

    table: array[int]
    about: str

    def chance(self, unseen: int, spread: float) -> float:
        """How likely the player on turn wins (a tie counts half).

        >>> packaged_wins().chance(80, 0) > 0.5 > packaged_wins().chance(80, -60)
        True
        """
        place = max(-MOST_SPREAD, min(MOST_SPREAD, round(spread))) + MOST_SPREAD
        row = min(unseen, len(self.table) // _WIDTH - 1)
        return self.table[row * _WIDTH + place] / CERTAIN

    def for_tiles(self, tiles: int) -> array[int]:
        """The table for a set of so many tiles: where it has no row of its own, the last one stands."""
        rows = len(self.table) // _WIDTH
        return self.table[: _WIDTH * (tiles + 1)] + self.table[-_WIDTH:] * max(0, tiles + 1 - rows)


def counted_wins(gains: Sequence[int], about: str) -> Wins:
    """The chances that follow from gains counted by `SelfPlay.count_gains`.

    Raises ValueError when nothing was counted.
    """
    rows = len(gains) // _WIDTH
    counts = [gains[row * _WIDTH : (row + 1) * _WIDTH] for row in range(rows)]
    known = [row for row in range(rows) if sum(counts[row]) >= _FEW] or [row for row in range(rows) if any(counts[row])]
    if not known:
        raise ValueError("no game was counted")
    table = array("H")
    for row in range(rows):
        nearest = min(known, key=lambda other: (abs(other - row), other))
        reach = _NEIGHBOURS if nearest >= _ROUGH else 0
        near = [counts[other] for other in range(max(0, nearest - reach), min(rows, nearest + reach + 1))]
        seen = [sum(column) for column in zip(*near, strict=True)]
        total, above = sum(seen), 0
        chances = []
        # a spread s is won by a gain above -s, and half won by -s
        for count in reversed(seen):
            chances.append(round(CERTAIN * (above + count / 2) / total))
            above += count
        table.extend(chances)
    return Wins(table, about)


def wins_content(wins: Wins) -> bytes:
    """The bytes of a file."""
    return _FORMAT + printable(wins.about).encode() + b"\n" + _little(wins.table).tobytes()


def read_wins(path: str) -> Wins:
    """Read a table of chances.

    Raises DataError when it cannot be read or is damaged.
    """
    try:
        with open(path, "rb") as stream:
            content = stream.read()
    except OSError as error:
        raise DataError(f"cannot read the chances of winning: {error.strerror or error}", path) from None
    about, separator, numbers = content.removeprefix(_FORMAT).partition(b"\n")
    if not content.startswith(_FORMAT) or not separator or not numbers or len(numbers) % (2 * _WIDTH):
        raise DataError("is no table of chances of winning, or a damaged one", path)
    table = array("H")
    table.frombytes(numbers)
    return Wins(_little(table), about.decode("utf-8", "replace"))


def _little(numbers: array[int]) -> array[int]:
    """16-bit integers turned around on a big-endian machine."""
    if sys.byteorder == "little":
        return numbers
    turned = array("H", numbers)
    turned.byteswap()
    return turned


def packaged_wins() -> Wins:
    """The chances that come with the package.

    Raises DataError where they are missing.
    """
    return read_wins(packaged_file("enable.wins"))
