"""A word list under the rules of a table: words it allows or leaves out, and tiles in any order (Clabbers).

Verdicts need no new graph: they ask the list and the table's own words. Only the engine walks a graph, which is made the first time
and cached: of the words that are left when words were barred or allowed, of the alphagrams when tiles may stand in any order.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from scrabblecli.errors import DataError
from scrabblecli.folders import read_regular
from scrabblecli.lexicon.graph import Lexicon, build_nodes, with_gaddag
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Alphabet, letters_of

if TYPE_CHECKING:
    from scrabblecli.lexicon.search import WordQuery

__all__ = ["RuledLexicon", "under_rules"]

_MAXIMUM_FILE = 50_000_000


def under_rules(lexicon: Lexicon, rules: RuleSet) -> Lexicon:
    """A word list as some rules use it: the list itself when they change nothing.

    Raises DataError for words of the table that its tiles cannot spell, and for a word file that cannot be read.
    """
    if isinstance(lexicon, RuledLexicon):
        return lexicon
    extra = _table_words(rules.settings["extra_words"], lexicon.alphabet, "extra_words")
    barred = _table_words(rules.settings["barred_words"], lexicon.alphabet, "barred_words")
    any_order = rules.settings["word_order"] == "any"
    if not (extra or barred or any_order):
        return lexicon
    return RuledLexicon(lexicon, extra - barred, barred, any_order)


def _table_words(value: object, alphabet: Alphabet, key: str) -> frozenset[bytes]:
    """The words of a setting: a list, or the path of a file with one word a line."""
    words: list[str]
    if isinstance(value, str):
        if not value:
            return frozenset()
        from scrabblecli.lexicon.wordlist import decode, entries  # a file of words is rare

        try:
            data = read_regular(value, _MAXIMUM_FILE, "file of words")
        except DataError as error:
            name = os.path.basename(value)
            hint = f'; a list of words is written {key}=["{name}"]' if name.isalpha() else ""
            raise DataError(f"{key}: {error.reason}{hint}", value) from None
        words = [word for word, _ in entries(decode(data, value))]
    else:
        words = list(value) if isinstance(value, list | tuple) else []
    found = set()
    for word in words:
        codes = alphabet.spell(word)
        if not codes:
            raise DataError(f"{key}: the tiles cannot spell {word!r}", value if isinstance(value, str) else "")
        found.add(codes)
    return frozenset(found)


class RuledLexicon(Lexicon):
    """A word list with the table's own words over it. ``extra`` and ``barred`` are words as letter codes.

    With ``any_order`` an arrangement of a word's letters is as good as the word.
    """

    __slots__ = ("_ruled_nodes", "any_order", "barred", "base", "extra")

    def __init__(self, base: Lexicon, extra: frozenset[bytes], barred: frozenset[bytes], any_order: bool) -> None:
        self.base = base
        self.extra = frozenset(word for word in extra if word not in base)
        self.barred = frozenset(word for word in barred if word in base)
        self.any_order = any_order
        self._ruled_nodes: memoryview | None = None
        marks = "".join(f"{sign}{len(words)}" for sign, words in (("+", self.extra), ("-", self.barred)) if words)
        words = base.words + len(self.extra) - len(self.barred)
        super().__init__(base.name, base.alphabet, base.nodes, words, base.identity + marks, base.left_out, base.duplicates)

    def __str__(self) -> str:
        table = [
            *(f"+{self._text(word)}" for word in sorted(self.extra)),
            *(f"-{self._text(word)}" for word in sorted(self.barred)),
        ]
        more = f" and {len(table) - 5} more" if len(table) > 5 else ""
        changes = f" {' '.join(table[:5])}{more}" if table else ""
        return f"{self.name}{changes} ({self.words:,} words{', in any order' if self.any_order else ''})"

    def _text(self, word: bytes) -> str:
        return self.alphabet.word_text(word)

    def __iter__(self) -> Iterator[bytes]:
        return iter(sorted((set(self.base) - self.barred) | self.extra))

    def _has(self, word: bytes) -> bool:
        return word in self.extra or (word not in self.barred and word in self.base)

    def __contains__(self, codes: bytes) -> bool:
        if not self.any_order:
            return self._has(codes)
        return next(self.readings(codes), None) is not None

    def between(self, before: bytes, after: bytes) -> frozenset[int]:
        """The letter codes that make a word between some others."""
        codes = range(1, len(self.alphabet) + 1)
        return frozenset(code for code in codes if before + bytes([code]) + after in self)

    def readings(self, codes: bytes) -> Iterator[bytes]:
        """The words that letters spell under these rules: the word itself, or every word of which they are an arrangement."""
        if not self.any_order:
            if self._has(codes):
                yield codes
            return
        yield from self.anagrams(codes)

    def find(self, query: WordQuery) -> Iterator[bytes]:
        """The words that a query asks for and that the table allows, as faces in alphabet order."""
        listed = (word for word in self.base.find(query) if letters_of(word) not in self.barred)
        if not self.extra:
            return listed
        from heapq import merge

        from scrabblecli.lexicon.search import walk

        nodes = memoryview(build_nodes(_coded(sorted(self.extra)), "", gaddag=False))
        return merge(listed, walk(nodes, query), key=letters_of)

    def arranged(self, codes: bytes) -> list[bytes]:
        """The words of which valid letters are an arrangement, empty when they are a word themselves."""
        return [] if self._has(codes) else list(self.readings(codes))

    def refusal(self, codes: bytes) -> str:
        """Why a word that is not valid is none."""
        text = self._text(codes)
        if codes in self.barred:
            return f"{text} is left out of {self.name} by the table"
        return f"{text} is no arrangement of a word in {self.name}" if self.any_order else super().refusal(codes)

    def definition(self, codes: bytes) -> str | None:
        """What the list says about a word."""
        return self.base.definition(codes)

    def engine_nodes(self) -> memoryview:
        """The graph that the engine walks: of these words, or of their alphagrams.

        Raises DataError when its GADDAG is too large.
        """
        if self._ruled_nodes is None:
            changes = [sorted(self.extra), sorted(self.barred)]
            key = f"{self.base.identity} {self.base.words} {changes!r} {self.any_order}"
            from scrabblecli.lexicon.making import derived_graph  # verdicts need no graph

            self._ruled_nodes = derived_graph(key, self.alphabet, self._coded_words, gaddag=not self.any_order)
        return self._ruled_nodes if self.any_order else with_gaddag(self._ruled_nodes, self.name)

    def _coded_words(self) -> list[bytes]:
        return _coded(sorted({bytes(sorted(word)) for word in self}) if self.any_order else self)


def _coded(words: Iterable[bytes]) -> list[bytes]:
    from scrabblecli.lexicon.wordlist import CODED

    coding = bytes((code | CODED) & 0xFF for code in range(256))
    return [word.translate(coding) for word in words]
