"""Words by what they are made of: tiles, patterns, lengths, letters; all asked of the word graph at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli._compiled import load_kernel
from scrabblecli.errors import NotationError
from scrabblecli.lexicon.pattern import Pattern
from scrabblecli.tiles import BLANK, CODE_LIMIT

if TYPE_CHECKING:
    from random import Random

    from scrabblecli.lexicon.graph import Lexicon

__all__ = ["LONGEST_WORD", "WordQuery", "drawn", "ordered", "walk", "word_value"]

LONGEST_WORD = 1000
"""Letters of the longest word that a list may have."""
_BATCHES = (16, 256, 4096)


class WordQuery(NamedTuple):
    """What words are asked for; they must satisfy everything.

    ``rack`` has the codes of tiles that make the word, all of them unless ``subset`` is set, None for any tiles. ``uses`` has
    codes that must be among its letters, `BLANK` for a blank of the rack. Lengths count tiles.
    """

    rack: bytes | None = None
    subset: bool = False
    patterns: tuple[Pattern, ...] = ()
    uses: bytes = b""
    shortest: int = 1
    longest: int = LONGEST_WORD

    @property
    def lengths(self) -> tuple[int, int]:
        """The lengths that words can have, the shortest first; there may be none between them."""
        shortest, longest = max(1, self.shortest), min(self.longest, LONGEST_WORD)
        if self.rack is not None:
            longest = min(longest, len(self.rack))
            shortest = shortest if self.subset else max(shortest, len(self.rack))
        for pattern in self.patterns:
            shortest = max(shortest, len(pattern.steps))
            longest = longest if pattern.gaps else min(longest, len(pattern.steps))
        return shortest, longest


def walk(nodes: memoryview, query: WordQuery) -> Iterator[bytes]:
    """The words of a graph's DAWG that a query asks for, as faces in alphabet order: blanks are used where the rack lacks a letter.

    The graph must be sound. Raises NotationError when blanks must be used that no rack has.
    """
    if BLANK in query.uses and query.rack is None:
        raise NotationError("a blank can only be used where tiles are given: expected letters")
    shortest, longest = query.lengths
    return _walked(nodes, query, shortest, longest) if shortest <= longest else iter(())


def _walked(nodes: memoryview, query: WordQuery, shortest: int, longest: int) -> Iterator[bytes]:
    walker = load_kernel("scrabblecli.lexicon.walker").WordWalker(
        nodes,
        None if query.rack is None else _counts(query.rack),
        _counts(query.uses),
        shortest,
        longest,
        [(pattern.masks(), pattern.loops, 1 << len(pattern.steps)) for pattern in query.patterns],
    )
    # the first words are soon there, the many after them cost few calls
    batches = iter(_BATCHES)
    size = next(batches)
    while found := walker.more(size):
        yield from found
        size = next(batches, size)


def _counts(codes: bytes) -> Sequence[int]:
    return [codes.count(code) for code in range(CODE_LIMIT)]


def ordered(found: Iterable[bytes], order: str, values: Sequence[int], top: int) -> tuple[Iterable[bytes], Callable[[], int]]:
    """Words (faces, in alphabet order) as they are to be listed, and a function that then tells how many were found in all.

    ``order`` is ``alphabet``, ``score`` (the sum of the ``values`` of the faces, the highest first) or ``length`` (the longest first); equal
    ones keep the order of the alphabet. Of many words only ``top`` are kept, 0 for all; by alphabet they come as they are found.
    """
    counted = _Counted(found)
    if order == "alphabet":
        return islice(counted, top or None), counted.total
    key: Callable[[bytes], int] = (lambda word: -word_value(word, values)) if order == "score" else (lambda word: -len(word))
    return (nsmallest(top, counted, key) if top else sorted(counted, key=key)), counted.total


def word_value(faces: bytes, values: Sequence[int]) -> int:
    """The sum of the values of faces, without premium squares."""
    return sum([values[face] for face in faces])


def drawn(lexicon: Lexicon, query: WordQuery, count: int, chance: Random) -> tuple[list[bytes], int]:
    """Different words drawn from those that a query asks for, at most ``count``, in the order of the draw; and how many there are."""
    total = sum(1 for _ in lexicon.find(query))
    places = chance.sample(range(total), min(count, total))
    wanted = set(places)
    words = {place: word for place, word in enumerate(lexicon.find(query)) if place in wanted}
    return [words[place] for place in places], total


class _Counted:
    """Passes words on and counts them."""

    def __init__(self, words: Iterable[bytes]) -> None:
        self._words = iter(words)
        self._count = 0

    def __iter__(self) -> Iterator[bytes]:
        for word in self._words:
            self._count += 1
            yield word

    def total(self) -> int:
        """How many words there were, those that nobody took included."""
        self._count += sum(1 for _ in self._words)
        return self._count
