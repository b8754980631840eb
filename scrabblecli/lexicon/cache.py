"""From the name of a word list to a `Lexicon`: the packaged graph, an installed one, the user's cache, or a fresh build.

A graph file has a header (what it was made from, the identity of the list, a checksum) and the nodes; beside it lie the
definitions when the list has some. Both are written beside their place and renamed, so that several processes may do so at
once; the graph is checked when loaded and silently made anew when damaged. When the cache folder cannot be written, the
graph is built in memory each time.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from scrabblecli.errors import DataError
from scrabblecli.folders import cache_file, packaged_file
from scrabblecli.lexicon.graph import Lexicon, nodes_of
from scrabblecli.plain import printable
from scrabblecli.tiles import Alphabet

if TYPE_CHECKING:
    from scrabblecli.lexicon.wordlist import Progress

__all__ = [
    "GRAPH_ENDINGS",
    "HEADER",
    "MAGIC",
    "MAXIMUM_FILE",
    "PACKAGED",
    "PACKAGED_FILE",
    "VERSION",
    "Graph",
    "alphabet_checksum",
    "is_graph_name",
    "load_graph",
    "load_lexicon",
    "packaged_names",
    "packaged_text",
    "read_file",
    "unknown_list",
    "write_packaged",
]

PACKAGED = "enable"
PACKAGED_FILE = "enable.txt"
GRAPH_ENDINGS = (".kwg", ".dawg")
"""How the names of files end that are read as graphs."""
MAXIMUM_FILE = 100_000_000
MAGIC = b"SCRGRAPH"
VERSION = 2
# magic, version, words, identity, hash of source, checksum of alphabet, left out, duplicates, size of the definitions, nodes, checksum
# of the nodes, of the header
HEADER = struct.Struct("<8sII8s32sIIIIIII")


class Graph(NamedTuple):
    """A graph in use, as `Lexicon` takes it: ``definitions`` is the path of a file, or the content of one."""

    nodes: memoryview
    words: int
    identity: str
    left_out: int
    duplicates: int
    definitions: str | bytes | None = None


def packaged_names() -> list[str]:
    """The names of the word lists that come with the package."""
    return [PACKAGED]


def alphabet_checksum(alphabet: Alphabet) -> int:
    """What a graph knows its alphabet by."""
    return crc32("\n".join((*alphabet.letters, "", *alphabet.lowers)).encode("utf-8"))


def load_lexicon(
    name: str, alphabet: Alphabet, warn: Callable[[str], None] = lambda message: None, progress: Progress | None = None
) -> Lexicon:
    """A word list by name (``enable``, or an installed one) or file (text, ``.kwg`` or ``.dawg``) for an alphabet.

    ``warn`` is told what had to be left out, ``progress`` which share is done when a graph has to be built.

    Raises DataError for an unknown name and for a file that cannot be used.
    """
    if name == PACKAGED:
        lexicon = _packaged(alphabet)
    else:
        lexicon = _installed(name, alphabet, progress) or _from_file(name, alphabet, progress=progress)
    if lexicon.left_out:
        words = "1 word" if lexicon.left_out == 1 else f"{lexicon.left_out:,} words"
        warn(f"{lexicon.name}: {words} left out that the tiles cannot spell")
    return lexicon


def _packaged(alphabet: Alphabet) -> Lexicon:
    graph = _packaged_graph(alphabet)
    if graph is not None:
        return Lexicon(PACKAGED, alphabet, *graph)
    # another alphabet, a damaged file, or a checkout that is not installed
    return _from_file(PACKAGED_FILE, alphabet, content=packaged_text())


def _packaged_graph(alphabet: Alphabet) -> Graph | None:
    """The packaged graph, None where it is for another alphabet, damaged, or not made yet."""
    try:
        return load_graph(packaged_file(f"{PACKAGED}.graph"), alphabet)
    except DataError:
        return None


def packaged_text() -> bytes:
    """The packaged list as the text that its graph was made from, word by word out of the graph.

    Raises DataError when it is missing.
    """
    from scrabblecli.lexicon.graph import graph_words

    graph = _packaged_graph(_english())
    if graph is None:
        return read_file(packaged_file(PACKAGED_FILE))
    lower = bytes([0, *range(ord("a"), ord("z") + 1)]).ljust(256)
    return b"".join(word.translate(lower) + b"\n" for word in graph_words(graph.nodes))


def _english() -> Alphabet:
    from string import ascii_uppercase

    return Alphabet(ascii_uppercase)


def _installed(name: str, alphabet: Alphabet, progress: Progress | None) -> Lexicon | None:
    """An installed list, None when there is none of that name."""
    from scrabblecli.lexicon.store import find_installed

    files = find_installed(name)
    if files is None:
        return None
    graph = load_graph(files.graph, alphabet)
    if graph is not None:
        return Lexicon(name, alphabet, *graph)
    return _from_file(files.source, alphabet, name, progress)


def unknown_list(name: str) -> DataError:
    """The error for a name that no list and no file has, with the names there are."""
    import difflib

    from scrabblecli.lexicon.store import installed_names

    names = [*packaged_names(), *installed_names()]
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ":"
    return DataError(f"no word list {name!r}{hint} expected {', '.join(names)} or the path of a file: text, .kwg or .dawg")


def read_file(path: str) -> bytes:
    """The content of a word list file.

    Raises DataError when it cannot be read or has more than `MAXIMUM_FILE` bytes, which is refused before they are read.
    """
    if path == "-":
        raise DataError("standard input cannot be a word list: expected the path of a file")
    try:
        if os.path.isdir(path):
            raise DataError("is a folder: expected a word list file", path)
        with open(path, "rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            data = stream.read(MAXIMUM_FILE + 1) if size <= MAXIMUM_FILE else b""
    except FileNotFoundError:
        raise unknown_list(path) from None
    except (OSError, ValueError) as error:
        raise DataError(f"cannot read the word list: {getattr(error, 'strerror', None) or error}", path) from None
    if max(size, len(data)) > MAXIMUM_FILE:
        raise DataError(f"the word list has more than {MAXIMUM_FILE // 1_000_000} MB, the most that is read", path)
    return data


def _from_file(
    path: str, alphabet: Alphabet, name: str | None = None, progress: Progress | None = None, content: bytes | None = None
) -> Lexicon:
    """The list of a file, or of ``content`` as if it were the file's."""
    from scrabblecli.lexicon.making import build_graph, digest_of  # the packaged list, which most calls use, needs neither

    data = read_file(path) if content is None else content
    name = name or _stem(path)
    digest = digest_of(data, path)
    cached = cache_path(digest, alphabet)
    if cached is not None and (graph := load_graph(cached, alphabet, digest)) is not None:
        return Lexicon(name, alphabet, *graph)
    built = build_graph(data, digest, alphabet, path, progress)
    # the definitions first: a graph counts only with what it says lies beside it
    if cached is not None and (not built.definitions or cache_file(_definitions_path(cached), built.definitions)):
        cache_file(cached, built.content)
    return Lexicon(name, alphabet, *built.graph)


def is_graph_name(path: str) -> bool:
    """Whether a file of that name is read as a graph."""
    return path.lower().endswith(GRAPH_ENDINGS)


def _stem(path: str) -> str:
    """The name of a list: its file's, which may go to a terminal with every verdict."""
    return printable(os.path.splitext(os.path.basename(path))[0])


def cache_path(digest: bytes, alphabet: Alphabet) -> str | None:
    """Where the graph of a file is cached; None when there is no such place."""
    from platformdirs import user_cache_dir

    try:
        folder = user_cache_dir("scrabblecli", appauthor=False)
    except (OSError, RuntimeError):
        return None
    return os.path.join(folder, "graphs", f"{digest.hex()[:32]}-{alphabet_checksum(alphabet):08x}.graph")


def _definitions_path(path: str) -> str:
    """Where the definitions lie that belong to a graph file."""
    return f"{path.removesuffix('.graph')}.definitions"


def load_graph(path: str, alphabet: Alphabet, digest: bytes | None = None) -> Graph | None:
    """Map a graph file; None when it is missing, damaged or made for another alphabet or, with ``digest``, from another file."""
    try:
        with open(path, "rb") as stream:
            mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        return None
    if len(mapped) < HEADER.size + 8:
        return None
    head = mapped[: HEADER.size]
    magic, version, words, name, made_from, letters, left_out, duplicates, extra, size, checksum, of_header = HEADER.unpack(head)
    if (magic, version) != (MAGIC, VERSION) or letters != alphabet_checksum(alphabet):
        return None
    if digest is not None and made_from != digest:
        return None
    body = memoryview(mapped)[HEADER.size :]
    if len(body) != 4 * size or crc32(head[:-4] + bytes(4)) != of_header or crc32(body) != checksum:
        return None
    definitions = None
    if extra:
        definitions = _definitions_path(path)
        try:
            if os.stat(definitions).st_size != extra:
                return None
        except OSError:
            return None
    return Graph(nodes_of(body), words, name.decode("ascii"), left_out, duplicates, definitions)


def write_packaged(source: str, target: str) -> None:
    """Write the graph of the packaged word list for the English alphabet; called when the package is built."""
    from scrabblecli.lexicon.making import build_graph, digest_of

    with open(source, "rb") as stream:
        data = stream.read()
    built = build_graph(data, digest_of(data, source), _english(), source)
    with open(target, "wb") as stream:
        stream.write(built.content)
