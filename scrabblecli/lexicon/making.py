"""Makes the graph file of a word list, with the definitions that belong beside it."""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple
from zlib import crc32

from scrabblecli.errors import DataError
from scrabblecli.folders import cache_file
from scrabblecli.lexicon.cache import (
    HEADER,
    MAGIC,
    VERSION,
    Graph,
    alphabet_checksum,
    cache_path,
    is_graph_name,
    load_graph,
)
from scrabblecli.lexicon.definitions import definition_lines
from scrabblecli.lexicon.foreign import foreign_words
from scrabblecli.lexicon.graph import build_nodes
from scrabblecli.lexicon.wordlist import Progress, WordList, identity, read_words
from scrabblecli.tiles import Alphabet

__all__ = ["Built", "build_graph", "derived_graph", "digest_of", "read_list"]


class Built(NamedTuple):
    """A graph made of a word list: the contents of its two files, and what the list was found to be."""

    content: bytes
    definitions: bytes
    graph: Graph
    read: WordList


def digest_of(data: bytes, path: str) -> bytes:
    """What a graph knows the file by from which it was made: the same bytes are another list when they are read as a graph."""
    kind = os.path.splitext(path)[1][1:].upper() if is_graph_name(path) else ""
    return sha256(kind.encode("ascii") + data).digest()


def read_list(data: bytes, alphabet: Alphabet, path: str, progress: Progress | None = None) -> WordList:
    """The words in a word list file, text or a graph.

    Raises DataError when there are none that can be used.
    """
    if is_graph_name(path):
        return WordList(foreign_words(data, alphabet, path), 0, 0, (), {}, {})
    return read_words(data, alphabet, path, progress or (lambda share: None))


def _part(progress: Progress | None, begin: float, share: float) -> Progress | None:
    """What tells the progress of a part of the work as that of the whole."""
    return None if progress is None else lambda done: progress(begin + share * done)


def build_graph(data: bytes, digest: bytes, alphabet: Alphabet, path: str, progress: Progress | None = None) -> Built:
    """Make the graph of the bytes of a word list.

    Raises DataError when there is no word to use, or too many.
    """
    read = read_list(data, alphabet, path, _part(progress, 0.0, 0.3))
    nodes: array[int] = build_nodes(read.words, path, _part(progress, 0.3, 0.7))
    name = identity(read.words, alphabet)
    definitions = definition_lines(read.definitions, alphabet)
    content = _packed(nodes, len(read.words), name, digest, alphabet, read.left_out, read.duplicates, len(definitions))
    graph = Graph(memoryview(nodes), len(read.words), name, read.left_out, read.duplicates, definitions or None)
    return Built(content, definitions, graph, read)


def _packed(
    nodes: array[int], words: int, name: str, digest: bytes, alphabet: Alphabet, left_out: int, duplicates: int, definitions: int
) -> bytes:
    """The content of a graph file."""
    if nodes.itemsize != 4:
        raise DataError("this machine has no 32-bit unsigned integers")
    if sys.byteorder == "little":
        body = nodes.tobytes()
    else:
        stored = array("I", nodes)
        stored.byteswap()
        body = stored.tobytes()
    fields = (
        MAGIC, VERSION, words, name.encode("ascii"), digest, alphabet_checksum(alphabet), left_out, duplicates, definitions,
        len(nodes), crc32(body),
    )  # fmt: skip
    checksum = crc32(HEADER.pack(*fields, 0))
    return HEADER.pack(*fields, checksum) + body


def derived_graph(key: str, alphabet: Alphabet, words: Callable[[], list[bytes]], gaddag: bool) -> memoryview:
    """The nodes of a graph derived from a list, cached under a key that tells how; ``words`` makes the coded words if need be."""
    digest = sha256(key.encode("utf-8")).digest()
    path = cache_path(digest, alphabet)
    if path is not None and (found := load_graph(path, alphabet, digest)) is not None:
        return found.nodes
    made = words()
    # a table may bar every word: both roots lead nowhere then
    nodes = build_nodes(made, "", gaddag=gaddag) if made else array("I", [0x400000, 0x400000])
    if path is not None:
        cache_file(path, _packed(nodes, len(made), "derived.", digest, alphabet, 0, 0, 0))
    return memoryview(nodes)
