"""The words that a player knows, out of a list or a list ranked by frequency."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scrabblecli.errors import DataError
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.wordlist import WORD_LIMIT, decode, entries

__all__ = ["Vocabulary", "read_vocabulary"]


class Vocabulary(NamedTuple):
    """Known words: ``source`` names their file, ``words`` counts those that the word list has, ``lacking`` the others.

    ``codes`` has them as letter codes, ``known`` as `Alphabet.word_text` writes them. With ``any_order`` an arrangement of a known word is known as well.
    """

    source: str
    words: int
    lacking: int
    codes: frozenset[bytes]
    known: frozenset[str]
    lexicon: Lexicon
    any_order: bool = False

    def knows(self, word: str) -> bool:
        """Whether a word, as `Alphabet.word_text` writes it, is known."""
        return (self._key(word) if self.any_order else word) in self.known

    def unknown(self, words: Iterable[str]) -> tuple[str, ...]:
        """Those of some words that are not known, each once."""
        return tuple(dict.fromkeys(word for word in words if not self.knows(word)))

    def _key(self, word: str) -> str:
        return "".join(sorted(self.lexicon.alphabet.tokens(word)))


def read_vocabulary(data: bytes, source: str, lexicon: Lexicon, top: int | None = None) -> Vocabulary:
    """Read the words a player knows from the content of a file: one word a line, as in word lists (see `scrabblecli.lexicon.wordlist`).

    What follows a word on its line is passed over, and so is a number before it: in lists by frequency there stands the rank.
    ``top`` takes no more than so many different words from the beginning.

    Raises DataError when the file is no text, or has no word or too many.
    """
    alphabet = lexicon.alphabet
    distinct: dict[str, None] = {}
    for entry, rest in entries(decode(data, source)):
        word = entry
        if entry.isdigit() and rest:
            word = next(entries(rest), (entry, ""))[0]
        distinct[alphabet.fold(word)] = None
        if top is not None and len(distinct) == top:
            break
        if len(distinct) > WORD_LIMIT:
            raise DataError(f"more than {WORD_LIMIT:,} words, the most there may be", source)
    if not distinct:
        raise DataError("no word in it: expected the words you know, one a line", source)
    valid = set()
    for word in distinct:
        codes = alphabet.spell(word)
        if codes and codes in lexicon:
            valid.add(codes)
    any_order = bool(getattr(lexicon, "any_order", False))
    known = frozenset(alphabet.word_text(codes) for codes in valid)
    found = Vocabulary(source, len(valid), len(distinct) - len(valid), frozenset(valid), known, lexicon, any_order)
    return found._replace(known=frozenset(map(found._key, known))) if any_order else found
