"""Word graphs of other programs: ``.kwg`` files, and Quackle's ``.dawg`` of version 1. Only their words are taken.

A graph is believed nothing: every arc that leads to a word is followed once and checked, and how many words and letters there are
is known before any word is written out, because a few nodes can stand for more words than any memory holds.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from scrabblecli.errors import DataError
from scrabblecli.lexicon.graph import ACCEPTS, ARC, LAST, graph_words, nodes_of
from scrabblecli.lexicon.wordlist import CODED, WORD_LIMIT
from scrabblecli.plain import printable
from scrabblecli.tiles import Alphabet

__all__ = ["dawg_words", "foreign_words", "kwg_words"]

LONGEST_WORD = 1000
LONGEST_LIST = 64
MOST_LETTERS = 100_000_000
"""Letters of all words together: what the largest text file could hold."""
MOST_SHARED = 1000
"""Words for each node: inflected forms share much, a bomb shares all."""
_OPEN = -1
_DAWG_VERSION = 1
_HASH, _COUNT, _NODE = 16, 3, 7


class _Foreign(NamedTuple):
    """A graph to be checked: nodes of the KWG layout whose letters are those of the file.

    ``codes`` has the letter code for each of them, 0 where the tile set has none; ``letters`` their texts, nothing where the
    file does not say.
    """

    kind: str
    source: str
    nodes: memoryview
    codes: bytes
    letters: tuple[str, ...] = ()


def foreign_words(data: bytes, alphabet: Alphabet, source: str) -> list[bytes]:
    """The coded words of a graph file, ``.dawg`` or else ``.kwg``.

    Raises DataError like the reader of its kind.
    """
    reader = dawg_words if source.lower().endswith(".dawg") else kwg_words
    return reader(data, alphabet, source)


def kwg_words(data: bytes, alphabet: Alphabet, source: str) -> list[bytes]:
    """The coded words of a ``.kwg`` file, whether it has a GADDAG or not.

    Raises DataError for a file that is no KWG graph, a letter the alphabet does not have, arcs out of range or in a circle, and for
    more words than a graph may stand for.
    """
    if len(data) < 8 or len(data) % 4:
        raise DataError(f"{len(data)} bytes are no .kwg graph: expected 32-bit nodes", source)
    return _words(_Foreign(".kwg", source, nodes_of(data), bytes(range(len(alphabet) + 1))))


def dawg_words(data: bytes, alphabet: Alphabet, source: str) -> list[bytes]:
    """The coded words of a ``.dawg`` file of Quackle, those of its smaller list and the others.

    The file is a byte 1, a hash of 16 bytes, the number of words in 3 bytes (the highest first), the number of letters, the letters in
    UTF-8 with a space after each, and nodes of 7 bytes: where the following letters begin, the number of the letter in 6 bits
    from 0, 0x40 for the last of a list, 0x80 for a word of the smaller list, and how playable the word is, not 0 where one ends.
    Node 0 leads to the first letters.

    Raises DataError for another version, for a file that is none, and like `kwg_words`.
    """
    if data[:1] == b"\0":
        raise DataError("a .dawg of version 0, which names no letters: expected version 1", source)
    if data[:1] != bytes([_DAWG_VERSION]):
        raise DataError("not a .dawg graph: expected a first byte of 1, the version", source)
    place = 1 + _HASH + _COUNT
    if len(data) <= place:
        raise DataError("not a .dawg graph: it ends within its header", source)
    stated = int.from_bytes(data[place - _COUNT : place], "big")
    letters, place = _dawg_letters(data, place + 1, data[place], source)
    # one reader of such files expects another space before the nodes
    if (len(data) - place) % _NODE == 1 and data[place : place + 1].isspace():
        place += 1
    size, rest = divmod(len(data) - place, _NODE)
    if rest or size < 2:
        raise DataError(f"not a .dawg graph: {len(data) - place} bytes of nodes, expected {_NODE} for each", source)
    if size > ARC:
        raise DataError(f"the .dawg graph has {size:,} nodes, {ARC:,} are the most that are read", source)
    codes = [0, *((spelled[0] if (spelled := alphabet.spell(letter)) and len(spelled) == 1 else 0) for letter in letters)]
    words = _words(_Foreign(".dawg", source, _kwg_nodes(data, place, size, source), bytes(codes), letters))
    if len(words) != stated:
        raise DataError(f"the .dawg graph is damaged: {len(words):,} words where its header states {stated:,}", source)
    return words


def _dawg_letters(data: bytes, place: int, count: int, source: str) -> tuple[tuple[str, ...], int]:
    """The letters that a header names from a place on, and where the nodes begin."""
    letters = []
    for number in range(1, count + 1):
        end = data.find(b" ", place, place + 32)
        try:
            letter = data[place:end].decode("utf-8") if end > place else ""
        except UnicodeDecodeError:
            letter = ""
        if not letter:
            raise DataError(f"not a .dawg graph: letter {number} of {count} cannot be read, expected UTF-8 and a space", source)
        letters.append(letter)
        place = end + 1
    if not letters:
        raise DataError("not a .dawg graph: it names no letters", source)
    return tuple(letters), place


def _kwg_nodes(data: bytes, place: int, size: int, source: str) -> memoryview:
    """The nodes of a ``.dawg`` in the KWG layout, letters counted from 1."""
    nodes = array("I", bytes(4 * size))
    for index in range(size):
        high, middle, low, letter, *playability = data[place : place + _NODE]
        arc = high << 16 | middle << 8 | low
        if arc >= size:
            raise DataError(f"not a .dawg graph: node {index} leads to {arc} of {size} nodes", source)
        nodes[index] = ((letter & 0x3F) + 1) << 24 | (ACCEPTS if any(playability) else 0) | (LAST if letter & 0x40 else 0) | arc
        place += _NODE
    return memoryview(nodes)


class _Dead:
    """The lists of nodes that lead to no word."""

    def __init__(self, counts: array[int]) -> None:
        self._counts = counts

    def __contains__(self, start: object) -> bool:
        return isinstance(start, int) and self._counts[start] == 1


def _words(graph: _Foreign) -> list[bytes]:
    """The coded words of a graph that is found to be sound, sorted."""
    root = graph.nodes[0] & ARC
    counts = _counted(graph, root)
    if counts[root] == 1:
        raise DataError("no word in the graph", graph.source)
    coding = bytes((code | CODED) & 0xFF for code in (*graph.codes, *range(len(graph.codes), 256)))
    return sorted({word.translate(coding) for word in graph_words(graph.nodes, _Dead(counts))})


def _counted(graph: _Foreign, root: int) -> array[int]:
    """How many words follow each list of nodes that the root leads to, and one more: 0 stands for a list that it does not lead to.

    Each list is walked once. Raises DataError for whatever is wrong with one.
    """
    nodes, source = graph.nodes, graph.source
    size = len(nodes)
    if not nodes[size - 1] & LAST:
        raise DataError(f"not a {graph.kind} graph: the last list of nodes is not closed", source)
    if not 0 < root < size:
        raise DataError(f"not a {graph.kind} graph: node 0 leads nowhere", source)
    most = min(WORD_LIMIT, MOST_SHARED * size)
    starts = min(size, ARC + 1)
    counts, letters = array("i", bytes(4 * starts)), array("i", bytes(4 * starts))
    # a list, the node in it that is next, how many words and letters were found before it
    path = [[root, root, 0, 0]]
    counts[root] = _OPEN
    while path:
        start, index, count, length = path[-1]
        node = nodes[index]
        arc = node & ARC
        _check_node(graph, start, index)
        if arc and counts[arc] <= 0:
            if counts[arc] == _OPEN or len(path) >= LONGEST_WORD:
                raise DataError(f"not a {graph.kind} graph: the nodes lead in a circle at {index}", source)
            counts[arc] = _OPEN
            path.append([arc, arc, 0, 0])
            continue
        following = counts[arc] - 1 if arc else 0
        through = (node & ACCEPTS != 0) + following
        path[-1][2] = count = count + through
        path[-1][3] = length = length + through + (letters[arc] if arc else 0)
        if count > most:
            raise DataError(f"more than {most:,} words in a graph of {size:,} nodes", source)
        if length > MOST_LETTERS:
            raise DataError(f"more than {MOST_LETTERS:,} letters in the words of the graph", source)
        if node & LAST:
            counts[start] = count + 1
            letters[start] = length
            path.pop()
        else:
            path[-1][1] = index + 1
    return counts


def _check_node(graph: _Foreign, start: int, index: int) -> None:
    """Raise DataError for a node with a letter that the tiles do not have, or that leads out of the graph."""
    node = graph.nodes[index]
    letter, arc = node >> 24, node & ARC
    if not letter < len(graph.codes) or not graph.codes[letter]:
        if 0 < letter <= len(graph.letters):
            named = f"the letter {printable(graph.letters[letter - 1])!r}, which is no tile"
        else:
            named = f"letter {letter}, expected 1 to {len(graph.codes) - 1}"
        raise DataError(f"not a {graph.kind} graph for this tile set: node {index} has {named}", graph.source)
    if arc >= len(graph.nodes):
        raise DataError(f"not a {graph.kind} graph: node {index} leads to {arc} of {len(graph.nodes)} nodes", graph.source)
    if index - start >= LONGEST_LIST:
        raise DataError(f"not a {graph.kind} graph: the list of nodes at {start} has more than {LONGEST_LIST}", graph.source)
