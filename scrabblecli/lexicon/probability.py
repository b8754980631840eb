"""How likely letters are to be drawn from a full bag, and word lists in that order.

The *ways* to draw letters are the sets of that many tiles of the full bag, each tile a thing of its own, that can be laid as these
letters, blanks standing for any. Let ``m`` be how often each letter is needed and ``c`` how many tiles of it the bag has, ``B`` the number
of blanks. With ``r`` of each letter laid as blanks, ``b`` together, that is the sum over all ``r`` of ``C(B, b) * prod(C(c, m - r))``.
The probability is that number divided by ``C(T, n)``, where ``n`` tiles are drawn of ``T``. It is the order in which players study
bingos ("probability order"); a rack with blanks counts for every word that it makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from math import comb
from typing import NamedTuple

from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.tiles import BLANK, TileSet

__all__ = ["DrawnLetters", "by_probability", "ways_to_draw"]


class DrawnLetters(NamedTuple):
    """The letters of some words (an alphagram, sorted codes) with their ``words``, and how likely they are drawn.

    ``rank`` counts from 1 among letters of the same number, the likeliest first, equals in alphabet order.
    """

    rank: int
    letters: bytes
    words: tuple[bytes, ...]
    ways: int
    probability: float


def ways_to_draw(codes: bytes, tiles: TileSet) -> int:
    """How many sets of tiles of the full bag can be laid as some letters.

    >>> from scrabblecli.rules import load_rules
    >>> tiles = load_rules("tournament").tiles
    >>> ways_to_draw(tiles.alphabet.spell("Q"), tiles)  # the Q and two blanks
    3
    """
    blanks = tiles.counts[BLANK]
    # by how many blanks are used: the ways to draw the letters that are no blanks
    ways = [1]
    for code, needed in Counter(codes).items():
        longer = [0] * min(len(ways) + needed, blanks + 1)
        for used, count in enumerate(ways):
            for more in range(min(needed, blanks - used) + 1):
                longer[used + more] += count * comb(tiles.counts[code], needed - more)
        ways = longer
    return sum(comb(blanks, used) * count for used, count in enumerate(ways))


def by_probability(
    lexicon: Lexicon, tiles: TileSet, lengths: tuple[int, int], only: Container[bytes] | None = None, words: Iterable[bytes] | None = None
) -> list[DrawnLetters]:  # fmt: skip
    """The letters of the words of some lengths, those of fewer letters first, then the likeliest to be drawn.

    ``words`` are those of the list unless some are given; ``only`` keeps letters of which one word at least is in it.
    """
    low, high = lengths
    found: dict[bytes, list[bytes]] = {}
    for word in lexicon if words is None else words:
        if low <= len(word) <= high:
            found.setdefault(bytes(sorted(word)), []).append(word)
    counted = [
        (len(letters), -ways_to_draw(letters, tiles), letters)
        for letters, same in found.items()
        if only is None or any(word in only for word in same)
    ]
    counted.sort()
    ordered: list[DrawnLetters] = []
    for length, ways, letters in counted:
        rank = ordered[-1].rank + 1 if ordered and len(ordered[-1].letters) == length else 1
        draws = comb(tiles.total, length)
        ordered.append(DrawnLetters(rank, letters, tuple(found[letters]), -ways, -ways / draws if draws else 0.0))
    return ordered
