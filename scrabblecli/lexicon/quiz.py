"""Questions about words, and whether an answer to one is right.

Three kinds: ``anagrams`` asks for every word of some letters, ``hooks`` for the letters that make another word before or behind a word,
``valid`` whether something is a word. What is no word there differs from one in a single letter, a vowel for a vowel or a consonant for
a consonant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from scrabblecli.errors import NotationError
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.lookup import hooks_of
from scrabblecli.lexicon.probability import DrawnLetters
from scrabblecli.tiles import TileSet

__all__ = ["KINDS", "Question", "judged", "question_of", "questions"]

KINDS = ("anagrams", "hooks", "valid")
_YES = ("y", "yes", "valid", "true", "1")
_NO = ("n", "no", "invalid", "false", "0")


class Question(NamedTuple):
    """A question: what is asked, and its right ``answer``, as text.

    Of hooks the answer is the letters before the word, a dash, and those behind it; of validity ``yes`` or ``no``.
    """

    kind: str
    text: str
    answer: str


def question_of(kind: str, text: str, lexicon: Lexicon) -> Question | None:
    """The question that a text is about, None where the list has no answer to it (any more)."""
    alphabet = lexicon.alphabet
    codes = _codes(text, lexicon)
    if codes is None:
        return None
    if kind == "valid":
        return Question(kind, text, "yes" if codes in lexicon else "no")
    if kind == "hooks":
        if codes not in lexicon:
            return None
        hooks = hooks_of(lexicon, codes)
        return Question(kind, text, _hooks_text(alphabet.word_text(hooks.front), alphabet.word_text(hooks.back)))
    words = " ".join(sorted(alphabet.word_text(word) for word in lexicon.anagrams(codes)))
    return Question(kind, text, words) if words else None


def _codes(text: str, lexicon: Lexicon) -> bytes | None:
    """The letter codes of a text as `Alphabet.word_text` writes it, where a bare letter is one tile."""
    try:
        faces = [lexicon.alphabet.face(token) for token in lexicon.alphabet.tokens(text)]
    except NotationError:
        return None
    return bytes(face for face in faces if face is not None) if faces and None not in faces else None


def questions(kind: str, drawn: Iterable[DrawnLetters], lexicon: Lexicon, tiles: TileSet, random: Random) -> Iterator[Question]:
    """Questions about words in the order of their letters, each once; ``random`` chooses what is no word, and where one stands for a word."""
    text = lexicon.alphabet.word_text
    asked = set()
    for letters in drawn:
        for codes in [letters.letters] if kind == "anagrams" else letters.words:
            made: bytes | None = codes
            if kind == "valid" and random.random() < 0.5:
                made = _phony(codes, lexicon, tiles, random)
            # two words may be near the same phony
            if made is None or made in asked:
                continue
            asked.add(made)
            if (found := question_of(kind, text(made), lexicon)) is not None:
                yield found


def _phony(word: bytes, lexicon: Lexicon, tiles: TileSet, random: Random) -> bytes | None:
    """Something like a word that is none, None where every change of a letter makes another word."""
    letters = range(1, len(lexicon.alphabet) + 1)
    found = [
        changed
        for place, code in enumerate(word)
        for other in letters
        if other != code and (other in tiles.vowels) == (code in tiles.vowels) and tiles.counts[other]
        and (changed := word[:place] + bytes([other]) + word[place + 1 :]) not in lexicon
    ]  # fmt: skip
    return found[int(random.random() * len(found))] if found else None


def judged(question: Question, typed: str, lexicon: Lexicon) -> bool:
    """Whether what was typed answers a question; nothing typed does not.

    Raises NotationError for what is no answer to such a question, which may be typed again.
    """
    typed = typed.strip()
    if not typed:
        return False
    if question.kind == "valid":
        folded = typed.casefold()
        if folded not in _YES + _NO:
            raise NotationError(f"answer {typed!r}: expected y or n")
        return (folded in _YES) == (question.answer == "yes")
    if question.kind == "hooks":
        if typed.count("-") != 1:
            raise NotationError(f"answer {typed!r}: expected the letters before the word, a dash, those behind it, like BCF - S")
        sides = typed.split("-")
        return [_letters(side, typed, lexicon) for side in sides] == [
            _letters(side, typed, lexicon) for side in question.answer.split("-")
        ]
    alphabet = lexicon.alphabet
    words = [alphabet.spell(word) for word in re.split(r"[\s,;]+", typed) if word]
    right = {_codes(word, lexicon) for word in question.answer.split()}
    return set(words) == right


def _letters(side: str, typed: str, lexicon: Lexicon) -> frozenset[str]:
    """The letters on one side of the dash."""
    alphabet = lexicon.alphabet
    found = set()
    for token in alphabet.tokens(alphabet.fold(side), f"answer {typed!r}: "):
        if token.isspace() or token in ",;":
            continue
        if alphabet.face(token) is None:
            raise NotationError(f"answer {typed!r}: {token!r} is no letter")
        found.add(token)
    return frozenset(found)


def _hooks_text(front: str, back: str) -> str:
    return " ".join(filter(None, (front, "-", back)))
