"""Words judged: is each in the list, and what helps when it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from scrabblecli.errors import DataError
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.plain import printable

__all__ = ["JudgedWord", "judge_word", "other_lists_with"]


class JudgedWord(NamedTuple):
    """A word judged: ``square`` is where it lies, empty for a word by itself; ``lists`` has the lists it was compared in, and whether
    they have it; the rest helps when it is not in the list.
    """

    word: str
    valid: bool
    square: str = ""
    definition: str | None = None
    arrangement_of: tuple[str, ...] = ()
    also_in: tuple[str, ...] = ()
    anagrams: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    lists: tuple[tuple[str, bool], ...] = ()

    def __bool__(self) -> bool:
        return self.valid


def judge_word(lexicon: Lexicon, word: str, others: Callable[[str, Lexicon], tuple[str, ...]]) -> JudgedWord:
    """An ordinary word judged, with its definition, or with what helps when it is not in the list.

    ``others`` tells which other lists have a word.
    """
    alphabet = lexicon.alphabet
    shown = printable(alphabet.fold(word.strip()))
    codes = alphabet.spell(shown)

    def texts(found: Iterable[bytes]) -> tuple[str, ...]:
        return tuple(map(alphabet.word_text, found))

    if not codes:
        return JudgedWord(shown, False)
    if codes in lexicon:
        definition = lexicon.definition(codes)
        return JudgedWord(shown, True, "", None if definition is None else printable(definition), texts(lexicon.arranged(codes)))
    from scrabblecli.lexicon.lookup import near_words

    return JudgedWord(
        shown, False, "", None, (), others(shown, lexicon), texts(lexicon.anagrams(codes)), texts(near_words(lexicon, codes))
    )


def other_lists_with(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The names of the other installed word lists that have a word."""
    from scrabblecli.lexicon.cache import load_lexicon, packaged_names
    from scrabblecli.lexicon.store import installed_names

    found = []
    for name in (*installed_names(), *packaged_names()):
        if name == lexicon.name:
            continue
        try:
            other = load_lexicon(name, lexicon.alphabet)
        except DataError:
            continue
        if other.has(word):
            found.append(name)
    return tuple(found)
