"""The definitions of a word list: lines of text sorted by word, which are searched where they lie in a file.

A line is the word, a tab and the definition, in UTF-8. Words are written as on boards, with brackets around letters of
several characters, and sorted by their bytes; a tab is below any letter, so that the lines are sorted too.
"""

from __future__ import annotations

import mmap
from collections.abc import Mapping

from scrabblecli.lexicon.wordlist import CODED
from scrabblecli.tiles import Alphabet

__all__ = ["Definitions", "definition_lines"]


def definition_lines(definitions: Mapping[bytes, str], alphabet: Alphabet) -> bytes:
    """The content of a file of definitions, from coded words and their definitions."""
    plain = bytes([code & ~CODED for code in range(256)])
    lines = [f"{alphabet.word_text(word.translate(plain))}\t{text}\n".encode() for word, text in definitions.items()]
    return b"".join(sorted(lines))


class Definitions:
    """Looks definitions up in the content of such a file."""

    def __init__(self, content: bytes | mmap.mmap) -> None:
        self._content = content

    @classmethod
    def open(cls, path: str) -> Definitions:
        """The definitions in a file, none when it cannot be read; only the pages that a search touches are read."""
        try:
            with open(path, "rb") as stream:
                return cls(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
        except (OSError, ValueError):
            return cls(b"")

    def find(self, word: str) -> str | None:
        """The definition of a word as `Alphabet.word_text` writes it, None when there is none."""
        content = self._content
        wanted = word.encode("utf-8")
        low, high = 0, len(content)
        while low < high:
            middle = (low + high) // 2
            start = content.rfind(b"\n", low, middle) + 1 or low
            end = content.find(b"\n", middle, high)
            if end < 0:
                end = high
            found, _, text = content[start:end].partition(b"\t")
            if found == wanted:
                return text.decode("utf-8", "replace")
            if found < wanted:
                low = end + 1
            else:
                high = start
        return None
