"""What words are asked for, as people type it, and the query it makes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scrabblecli.errors import NotationError
from scrabblecli.lexicon.pattern import Pattern, fragment, parse_length, parse_pattern
from scrabblecli.lexicon.search import LONGEST_WORD, WordQuery
from scrabblecli.tiles import Rack, TileSet

__all__ = ["Conditions"]


class Conditions(NamedTuple):
    """What words must be, as it was typed; see `scrabblecli.lexicon.pattern` for patterns and lengths."""

    uses: str | None = None
    length: str | None = None
    min_length: int | None = None
    max_length: int | None = None
    starts: str | None = None
    ends: str | None = None
    contains: tuple[str, ...] = ()
    pattern: tuple[str, ...] = ()

    def query(self, tiles: TileSet, rack: bytes | None, subset: bool, more: Iterable[Pattern], mark: str) -> WordQuery:
        """The conditions for a tile set, with some more; ``mark`` stands before the names of conditions in messages.

        Raises NotationError for what cannot be read.
        """
        patterns = [*more, *(parse_pattern(text, tiles) for text in self.pattern)]
        patterns += [fragment(text, tiles.alphabet, f"{mark}contains", before=True, after=True) for text in self.contains]
        if self.starts is not None:
            patterns.append(fragment(self.starts, tiles.alphabet, f"{mark}starts", before=False, after=True))
        if self.ends is not None:
            patterns.append(fragment(self.ends, tiles.alphabet, f"{mark}ends", before=True, after=False))
        shortest, longest = (1, LONGEST_WORD) if self.length is None else parse_length(self.length)
        shortest, longest = max(shortest, self.min_length or 1), min(longest, self.max_length or LONGEST_WORD)
        if shortest > longest:
            raise NotationError(f"lengths from {shortest} to {longest}: expected the shortest first")
        uses = b"" if self.uses is None else Rack.parse(self.uses, tiles, f"{mark}uses").codes
        return WordQuery(rack, subset, tuple(patterns), uses, shortest, longest)
