"""Words as people type them: several to a line, with what sentences put between and around them."""

from __future__ import annotations

from scrabblecli.tiles import Alphabet

__all__ = ["no_letters", "words_in"]

_BETWEEN = str.maketrans(dict.fromkeys(",;/\uff0c\uff1b\u3001", " "))
# quotes and marks of sentences; what pasted text has and nobody sees
_AROUND = ":!\u2026'\"\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb\u2039\u203a()\u200b\u2060\ufeff\u00ad"


def words_in(text: str, alphabet: Alphabet) -> list[str]:
    """The words of a text: spaces, commas, semicolons or slashes stand between them, quotes and the marks of sentences are dropped.

    What a letter of the alphabet has is never dropped, nor what says something of a word: a ``?`` is a blank, a dot before a word or
    parentheses inside one are tiles on the board.

    >>> words_in('"LATE, TEAS." (QI) .AZE RE(T)AINS A?', Alphabet("AEILNQRSTZ"))
    ['LATE', 'TEAS', 'QI', '.AZE', 'RE(T)AINS', 'A?']
    """
    around = _AROUND.translate({ord(character): None for letter in alphabet.letters for character in letter})
    words = []
    for piece in text.translate(_BETWEEN).split():
        word = piece if piece.isalpha() else _bare(piece, around)
        if word:
            words.append(word)
    return words


def _bare(piece: str, around: str) -> str:
    """A word without the marks around it; as it stands where parentheses belong to it."""
    word = piece.strip(around)
    for end in ("...", "."):
        stem = word.removesuffix(end)
        if stem != word and not stem.endswith("."):
            word = stem.rstrip(around)
            break
    return piece if "(" in word or ")" in word else word


def no_letters(word: str, alphabet: Alphabet) -> str:
    """The characters for which a word cannot be spelled, each once; all of it where its letters stand in no tile so; empty for a word.

    >>> no_letters("LA?T3?", Alphabet("ALT")), no_letters("LAT", Alphabet("ALT"))
    ('?3', '')
    """
    if alphabet.spell(word):
        return ""
    known = set("".join(alphabet.letters))
    strange = [character for character in alphabet.fold(word) if character not in known]
    return "".join(dict.fromkeys(strange)) or word
