"""Two word lists side by side, and a list as a file that other programs read."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator

from scrabblecli.lexicon.graph import Lexicon, build_nodes, with_gaddag
from scrabblecli.lexicon.wordlist import CODED
from scrabblecli.tiles import Alphabet

__all__ = ["differences", "exported"]


def differences(first: Lexicon, second: Lexicon) -> Iterator[tuple[bytes, bool, bool]]:
    """Every word of two lists for the same tiles, in alphabet order, with whether each of them has it."""
    ours, theirs = iter(first), iter(second)
    one, other = next(ours, None), next(theirs, None)
    while one is not None or other is not None:
        if one == other:
            yield one or b"", True, True
            one, other = next(ours, None), next(theirs, None)
        elif other is None or (one is not None and one < other):
            yield one or b"", True, False
            one = next(ours, None)
        else:
            yield other, False, True
            other = next(theirs, None)


def exported(lexicon: Lexicon, kind: str) -> bytes:
    """A list as the content of a file: ``text``, a ``dawg`` in the KWG layout without GADDAG, or a whole ``kwg``.

    Raises DataError when its GADDAG does not fit into a file.
    """
    if kind == "text":
        spelling = _Spelling(lexicon.alphabet)
        return "".join([spelling.line(word) for word in lexicon]).encode("utf-8")
    if kind == "kwg":
        return _little_endian(with_gaddag(lexicon.nodes, lexicon.name))
    coding = bytes((code | CODED) & 0xFF for code in range(256))
    return _little_endian(memoryview(build_nodes([word.translate(coding) for word in lexicon], lexicon.name, gaddag=False)))


class _Spelling:
    """Writes words as lists have them: letters are cut longest first, so where others would be read each stands in brackets."""

    def __init__(self, alphabet: Alphabet) -> None:
        self._alphabet = alphabet
        self._letters = ("", *alphabet.letters)
        self._plain = alphabet.translation is not None

    def line(self, word: bytes) -> str:
        text = "".join([self._letters[code] for code in word])
        if self._plain or self._alphabet.spell(text) == word:
            return text + "\n"
        return "".join([f"[{self._letters[code]}]" for code in word]) + "\n"


def _little_endian(nodes: memoryview) -> bytes:
    if sys.byteorder == "little":
        return nodes.tobytes()
    swapped = array("I", nodes)
    swapped.byteswap()
    return swapped.tobytes()
