"""Words by what they are made of: tiles, patterns, lengths, letters; all asked of the word graph at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scrabblecli._compiled import load_kernel
from scrabblecli.errors import NotationError
from scrabblecli.lexicon.pattern import Pattern
from scrabblecli.tiles import BLANK, CODE_LIMIT

__all__ = ["LONGEST_WORD", "WordQuery", "walk"]

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
    if shortest > longest:
        return
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
