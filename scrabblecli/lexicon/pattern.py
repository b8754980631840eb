"""Patterns for words: ``?`` is one tile, ``*`` any tiles, ``[AEIOU]`` one of these, ``[CH]`` that tile.

One notation, two ways to match: an expression for words that are there already (the plays of ``solve --word``), and states in
the bits of an integer for a walk over the word graph, which can tell after each letter whether a word may still come.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from scrabblecli.errors import NotationError
from scrabblecli.tiles import CODE_LIMIT, Alphabet, TileSet, code_of

__all__ = ["LONGEST_PATTERN", "Pattern", "fragment", "parse_length", "parse_pattern"]

LONGEST_PATTERN = 62
"""Tiles in a pattern: each has a bit of a 64-bit integer."""
LONGEST_LENGTH = 99


class Pattern(NamedTuple):
    """A pattern for words as letter codes.

    ``steps`` has the letters that each tile may be, None where it may be any; ``gaps`` has the steps before which any number of
    tiles may stand, the number of steps itself for tiles behind the last.
    """

    steps: tuple[frozenset[int] | None, ...]
    gaps: frozenset[int]

    def expression(self) -> re.Pattern[str]:
        """The pattern as an expression for whole texts of one character a letter, its code."""
        count = len(self.steps)
        stretches, begun = [], ""
        for place in range(count + 1):
            if place in self.gaps:
                stretches.append(begun)
                begun = ""
            if place < count:
                begun += _step_text(self.steps[place])
        stretches.append(begun)
        # every gap but the last takes as little as it can and never tries again: what follows it cannot be better placed later
        middle = "".join(f"(?>.*?{stretch})" for stretch in stretches[1:-1] if stretch)
        last = f".*{stretches[-1]}" if len(stretches) > 1 else ""
        return re.compile(stretches[0] + middle + last, re.DOTALL)

    def masks(self) -> list[int]:
        """For each letter code a bit for each step that takes it."""
        masks = [0] * CODE_LIMIT
        for place, letters in enumerate(self.steps):
            for code in range(1, CODE_LIMIT) if letters is None else letters:
                masks[code] |= 1 << place
        return masks

    @property
    def loops(self) -> int:
        """A bit for each gap."""
        return sum(1 << place for place in self.gaps)


def _step_text(letters: frozenset[int] | None) -> str:
    if letters is None:
        return "."
    texts = [re.escape(chr(code)) for code in sorted(letters)]
    return texts[0] if len(texts) == 1 else f"[{''.join(texts)}]"


def parse_pattern(text: str, tiles: TileSet) -> Pattern:
    """Read a pattern: ``?`` or ``.`` is one tile, ``*`` any tiles, ``[AEIOU]`` one of these, ``[CH]`` that tile.

    Raises NotationError for a letter that is no tile, and for more than `LONGEST_PATTERN` tiles.
    """
    alphabet = tiles.alphabet
    if not text:
        raise NotationError("pattern '': expected letters, ? for one tile, * for any, [AEIOU] for one of these")
    steps: list[frozenset[int] | None] = []
    gaps = set()
    for token in alphabet.tokens(text, f"pattern {text!r}: "):
        if token in ("?", "."):
            steps.append(None)
        elif token == "*":
            gaps.add(len(steps))
        elif token.startswith("[") and alphabet.face(alphabet.fold(token)) is None:
            letters = alphabet.spell(token[1:-1])
            if letters is None:
                raise NotationError(f"pattern {text!r}: {token} has a letter that is no tile of the {tiles.name} set")
            steps.append(frozenset(letters))
        else:
            face = alphabet.face(token) or alphabet.face(alphabet.fold(token))
            if face is None:
                raise NotationError(f"pattern {text!r}: {token!r} is no tile of the {tiles.name} set")
            steps.append(frozenset((code_of(face),)))
    return _limited(Pattern(tuple(steps), frozenset(gaps)), f"pattern {text[:20]!r}")


def fragment(text: str, alphabet: Alphabet, what: str, before: bool, after: bool) -> Pattern:
    """The pattern of words that hold some letters one after the other, cut as in a word; tiles may stand ``before`` or ``after`` them.

    ``what`` names the text in messages. Raises NotationError for letters that the alphabet does not have.
    """
    codes = alphabet.spell(text.strip())
    if not codes:
        raise NotationError(f"{what} {text!r}: expected letters of the tiles")
    return _limited(around(codes, before, after), what)


def around(codes: Iterable[int], before: bool = True, after: bool = True) -> Pattern:
    """The pattern of words that hold some letter codes, with any tiles ``before`` or ``after`` them."""
    steps = tuple(frozenset((code,)) for code in codes)
    return Pattern(steps, frozenset([0] * before + [len(steps)] * after))


def _limited(pattern: Pattern, what: str) -> Pattern:
    if len(pattern.steps) > LONGEST_PATTERN:
        raise NotationError(f"{what}: {len(pattern.steps)} tiles, expected at most {LONGEST_PATTERN}")
    return pattern


def parse_length(text: str) -> tuple[int, int]:
    """Read a range of lengths: ``7``, ``5..8``, ``5..`` or ``..8``.

    >>> parse_length("5..")
    (5, 99)

    Raises NotationError.
    """
    match = re.fullmatch(r"(\d{0,2})(\.\.(\d{0,2}))?", text.strip())
    if match and (match[1] or match[3]):
        low = int(match[1] or 1)
        high = low if match[2] is None else int(match[3] or LONGEST_LENGTH)
        if low <= high:
            return low, high
    raise NotationError(f"length {text!r}: expected a range of tiles such as 5..8, 5.., ..8 or 7")
