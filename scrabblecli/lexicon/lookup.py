"""Words like a given one: what may help somebody whose word is not in the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scrabblecli.lexicon.graph import ACCEPTS, ARC, LAST, Lexicon

__all__ = ["anagrams", "near_words"]

LONGEST = 30
"""Longer letters than this are like no word that anybody plays."""


def anagrams(lexicon: Lexicon, codes: bytes) -> Iterator[bytes]:
    """The words of the list's graph of exactly these letters, in alphabet order."""
    nodes = lexicon.nodes
    left = Counter(codes)
    word = bytearray()

    def walk(index: int) -> Iterator[bytes]:
        while index:
            node = nodes[index]
            code = node >> 24
            if left[code]:
                left[code] -= 1
                word.append(code)
                if len(word) == len(codes):
                    if node & ACCEPTS:
                        yield bytes(word)
                elif node & ARC:
                    yield from walk(node & ARC)
                word.pop()
                left[code] += 1
            if node & LAST:
                return
            index += 1

    if 0 < len(codes) <= LONGEST:
        yield from walk(nodes[0] & ARC)


def near_words(lexicon: Lexicon, codes: bytes) -> list[bytes]:
    """The words one slip away: a letter too many, missing or wrong, or two neighbours exchanged; in alphabet order."""
    if len(codes) > LONGEST:
        return []
    letters = range(1, len(lexicon.alphabet) + 1)
    candidates = set()
    for place in range(len(codes) + 1):
        before, after = codes[:place], codes[place:]
        for letter in letters:
            candidates.add(before + bytes([letter]) + after)
            if after:
                candidates.add(before + bytes([letter]) + after[1:])
        if after:
            candidates.add(before + after[1:])
        if len(after) > 1:
            candidates.add(before + bytes([after[1], after[0]]) + after[2:])
    candidates.discard(codes)
    return sorted(word for word in candidates if len(word) > 1 and word in lexicon)
