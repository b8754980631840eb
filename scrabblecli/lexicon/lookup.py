"""Words like a given one, and the letters that lengthen or shorten a word to another."""

from __future__ import annotations

from typing import NamedTuple

from scrabblecli.lexicon.graph import Lexicon

__all__ = ["WordHooks", "hooks_of", "near_words"]

LONGEST = 30
"""Longer letters than this are like no word that anybody plays."""


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


class WordHooks(NamedTuple):
    """What makes another word of a word: letter codes that may stand before it or after it.

    The inner hooks are its own letters: whether a word is left without the first of them, and without the last.
    """

    front: bytes
    back: bytes
    inner_front: bool
    inner_back: bool


def hooks_of(lexicon: Lexicon, codes: bytes) -> WordHooks:
    """The hooks of a word given as letter codes."""
    front, back = (bytes(sorted(lexicon.between(*around))) for around in ((b"", codes), (codes, b"")))
    return WordHooks(front, back, codes[1:] in lexicon, codes[:-1] in lexicon)
