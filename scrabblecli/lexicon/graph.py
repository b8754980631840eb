"""The word graph in use: is a word in the list, which words are in it.

The graph has the KWG layout: little-endian 32-bit nodes ``letter << 24 | accepts << 23 | last << 22 | arc``, node 0 leading
to the DAWG and node 1 to the GADDAG. It is read where it lies (a memory map), never copied.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

from scrabblecli._compiled import load_kernel
from scrabblecli.errors import DataError
from scrabblecli.tiles import Alphabet

if TYPE_CHECKING:
    from scrabblecli.lexicon.definitions import Definitions
    from scrabblecli.lexicon.search import WordQuery
    from scrabblecli.lexicon.wordlist import Progress

__all__ = ["ACCEPTS", "ARC", "LAST", "Lexicon", "build_nodes", "graph_words", "nodes_of", "with_gaddag"]

ARC = 0x3FFFFF
LAST = 0x400000
ACCEPTS = 0x800000
"""The parts of a node."""


class Lexicon:
    """A word list, ready for use: ``name`` and ``identity`` are what verdicts quote, ``len`` is its number of words.

    ``nodes`` is the word graph, a buffer of unsigned 32-bit integers; ``left_out`` and ``duplicates`` tell what became of
    the other lines of the file. ``definitions`` is the path of a file of definitions, or the content of one.

    >>> from scrabblecli.lexicon.cache import load_lexicon
    >>> from scrabblecli.rules import load_rules
    >>> lexicon = load_lexicon("enable", load_rules().tiles.alphabet)
    >>> str(lexicon), lexicon.has("jo"), lexicon.has("joggs")
    ('enable (172,823 words)', True, False)
    """

    __slots__ = ("_definitions", "alphabet", "duplicates", "identity", "left_out", "name", "nodes", "words")

    def __init__(
        self, name: str, alphabet: Alphabet, nodes: memoryview, words: int, identity: str, left_out: int = 0,
        duplicates: int = 0, definitions: str | bytes | None = None,
    ) -> None:  # fmt: skip
        self.name = name
        self.alphabet = alphabet
        self.nodes = nodes
        self.words = words
        self.identity = identity
        self.left_out = left_out
        self.duplicates = duplicates
        self._definitions: str | bytes | Definitions | None = definitions

    def __len__(self) -> int:
        return self.words

    def __repr__(self) -> str:
        return f"<Lexicon {self.name}: {self.words} words, {self.identity}>"

    def __str__(self) -> str:
        return f"{self.name} ({self.words:,} {'word' if self.words == 1 else 'words'})"

    def __iter__(self) -> Iterator[bytes]:
        """Every word as letter codes, in alphabet order."""
        return iter(graph_words(self.nodes))

    def __contains__(self, codes: bytes) -> bool:
        return self._follow(self.nodes[0], codes) & ACCEPTS != 0

    def between(self, before: bytes, after: bytes) -> frozenset[int]:
        """The letter codes that make a word between some others."""
        nodes, found = self.nodes, set()
        index = self._follow(nodes[0], before) & ARC
        while index:
            node = nodes[index]
            if self._follow(node, after) & ACCEPTS:
                found.add(node >> 24)
            index = 0 if node & LAST else index + 1
        return frozenset(found)

    def _follow(self, node: int, codes: bytes) -> int:
        """The node to which letters lead from another, 0 where they lead nowhere."""
        nodes = self.nodes
        for code in codes:
            index = node & ARC
            if not index:
                return 0
            while (node := nodes[index]) >> 24 != code:
                if node & LAST:
                    return 0
                index += 1
        return node

    def has(self, word: str) -> bool:
        """Whether an ordinary word, in either case, is in the list; its letters are cut longest first."""
        codes = self.alphabet.spell(word)
        return bool(codes) and codes in self  # type: ignore[operator]  # bool() has excluded None

    def refusal(self, codes: bytes) -> str:
        """Why a word that is not valid is none, as a verdict says it."""
        return f"{self.alphabet.word_text(codes)} is not in {self.name}"

    def arranged(self, codes: bytes) -> list[bytes]:
        """The words of which valid letters are an arrangement, where that makes them valid and they are none themselves."""
        return []

    def find(self, query: WordQuery) -> Iterator[bytes]:
        """The words that a query asks for, as faces in alphabet order: with blanks where its rack lacks a letter.

        Raises NotationError when blanks must be used that no rack has.
        """
        from scrabblecli.lexicon.search import walk  # verdicts need none

        return walk(self.nodes, query)

    def anagrams(self, codes: bytes) -> Iterator[bytes]:
        """The words of exactly these letters, in alphabet order."""
        from scrabblecli.lexicon.search import WordQuery

        return self.find(WordQuery(rack=codes))

    def engine_nodes(self) -> memoryview:
        """The graph that the engine walks.

        Raises DataError when the list has a DAWG alone.
        """
        return with_gaddag(self.nodes, self.name)

    def definition(self, codes: bytes) -> str | None:
        """What the list says about a word, None when it says nothing.

        It is one line of text as it stands in the file: pass it through `scrabblecli.plain.printable` to show it.
        """
        if self._definitions is None:
            return None
        if isinstance(self._definitions, str | bytes):
            from scrabblecli.lexicon.definitions import Definitions  # a verdict alone needs none

            path = self._definitions
            self._definitions = Definitions.open(path) if isinstance(path, str) else Definitions(path)
        return self._definitions.find(self.alphabet.word_text(codes))


def nodes_of(data: bytes | memoryview) -> memoryview:
    """A buffer of bytes as 32-bit nodes, without a copy on a little-endian machine."""
    view = memoryview(data)
    if sys.byteorder == "little":
        return view.cast("I")
    swapped = array("I", view.tobytes())
    swapped.byteswap()
    return memoryview(swapped)


def with_gaddag(nodes: memoryview, name: str) -> memoryview:
    """The nodes of a graph, once it is clear that the engine can walk them.

    Raises DataError when there are words and no GADDAG.
    """
    if nodes[0] & ARC and not nodes[1] & ARC:
        raise DataError(
            f"plays cannot be found with {name}: its GADDAG is too large ({ARC + 1:,} nodes are the most that fit); "
            "checking and searching words works, for plays use a shorter list"
        )
    return nodes


def build_nodes(words: list[bytes], source: str, progress: Progress | None = None, gaddag: bool = True) -> array[int]:
    """The word graph of a list of coded words, sorted and distinct; with ``gaddag`` False, or when its GADDAG does not fit, the
    DAWG alone.

    Raises DataError when the DAWG is too large for 22-bit arcs.
    """
    builder = load_kernel("scrabblecli.lexicon.builder").GraphBuilder(max(map(len, words)))
    nodes: array[int] | None = builder.build(words, progress, gaddag)
    if nodes is None:
        raise DataError(
            f"the word graph of {len(words):,} words has more than {ARC + 1:,} nodes, the most that fit: use a shorter list",
            source,
        )
    return nodes


def graph_words(nodes: memoryview, dead: Container[int] = ()) -> Iterator[bytes]:
    """The words of a graph's DAWG as letter codes, in alphabet order; the graph must be sound.

    ``dead`` has the lists of nodes that lead to no word; a graph built here has none.
    """
    word = bytearray()
    path: list[int] = [nodes[0] & ARC] if nodes[0] & ARC else []
    while path:
        node = nodes[path[-1]]
        word.append(node >> 24)
        if node & ACCEPTS:
            yield bytes(word)
        if node & ARC and node & ARC not in dead:
            path.append(node & ARC)
            continue
        while path:
            word.pop()
            if not nodes[path[-1]] & LAST:
                path[-1] += 1
                break
            path.pop()
