"""From the name of a word list to a `Lexicon`: the packaged graph, the user's cache, or a fresh build.

A graph file has a header (what it was made from, the identity of the list, a checksum) and the nodes. It is written
beside its place and renamed, so that several processes may do so at once; it is checked when loaded and silently made
anew when damaged. When the cache folder cannot be written, the graph is built in memory each time.
"""

from __future__ import annotations

import mmap
import os
import struct
from array import array
from collections.abc import Callable
from typing import NamedTuple
from zlib import crc32

from scrabblecli.errors import DataError
from scrabblecli.lexicon.graph import Lexicon, build_nodes, foreign_words, nodes_of
from scrabblecli.lexicon.wordlist import identity, read_words
from scrabblecli.plain import printable
from scrabblecli.tiles import Alphabet

__all__ = ["PACKAGED", "load_lexicon", "packaged_names", "write_packaged"]

PACKAGED = "enable"
MAXIMUM_FILE = 100_000_000
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_DATA = os.path.join(_PACKAGE, "data")
_CHECKOUT = os.path.join(os.path.dirname(_PACKAGE), "wordlists")
_MAGIC = b"SCRGRAPH"
_VERSION = 1
# magic, version, words, identity, hash of source, checksum of alphabet, left out, duplicates, nodes, checksum of the nodes, of the header
_HEADER = struct.Struct("<8sII8s32sIIIIII")


class _Graph(NamedTuple):
    nodes: memoryview
    words: int
    identity: str
    left_out: int
    duplicates: int


def packaged_names() -> list[str]:
    """The names of the word lists that come with the package."""
    return [PACKAGED]


def _alphabet_checksum(alphabet: Alphabet) -> int:
    return crc32("\n".join((*alphabet.letters, "", *alphabet.lowers)).encode("utf-8"))


def load_lexicon(name: str, alphabet: Alphabet, warn: Callable[[str], None] = lambda message: None) -> Lexicon:
    """A word list by name (``enable``) or file (text or ``.kwg``) for an alphabet.

    ``warn`` is told what had to be left out.

    Raises DataError for an unknown name and for a file that cannot be used.
    """
    lexicon = _packaged(alphabet) if name == PACKAGED else _from_file(name, alphabet)
    if lexicon.left_out:
        words = "1 word" if lexicon.left_out == 1 else f"{lexicon.left_out:,} words"
        warn(f"{lexicon.name}: {words} left out that the tiles cannot spell")
    return lexicon


def _packaged(alphabet: Alphabet) -> Lexicon:
    graph = _read(os.path.join(_DATA, f"{PACKAGED}.graph"), alphabet, None)
    if graph is not None:
        return Lexicon(PACKAGED, alphabet, *graph)
    # another alphabet, a damaged file, or a checkout that is not installed
    for folder in (_DATA, _CHECKOUT):
        path = os.path.join(folder, f"{PACKAGED}.txt")
        if os.path.isfile(path):
            return _from_file(path, alphabet)
    raise DataError(f"the word list {PACKAGED!r} is missing from the installation: reinstall scrabblecli")


def _from_file(path: str, alphabet: Alphabet) -> Lexicon:
    try:
        if os.path.isdir(path):
            raise DataError("is a folder: expected a word list file", path)
        with open(path, "rb") as stream:
            data = stream.read(MAXIMUM_FILE + 1)
    except FileNotFoundError:
        names = ", ".join(packaged_names())
        raise DataError(f"no word list {path!r}: expected {names} or the path of a file, text or .kwg") from None
    except (OSError, ValueError) as error:
        raise DataError(f"cannot read the word list: {getattr(error, 'strerror', None) or error}", path) from None
    if len(data) > MAXIMUM_FILE:
        raise DataError(f"the word list has more than {MAXIMUM_FILE // 1_000_000} MB", path)
    from hashlib import sha256  # the packaged list, which most calls use, needs no hash

    # the same bytes are another list when they are read as a graph
    digest = sha256(b"KWG" + data if _is_graph(path) else data).digest()
    cached = _cache_path(digest, alphabet)
    if cached is not None and (graph := _read(cached, alphabet, digest)) is not None:
        return Lexicon(_stem(path), alphabet, *graph)
    content, graph = _build(data, digest, alphabet, path)
    if cached is not None:
        _write(cached, content)
    return Lexicon(_stem(path), alphabet, *graph)


def _is_graph(path: str) -> bool:
    return path.lower().endswith(".kwg")


def _stem(path: str) -> str:
    """The name of a list: its file's, which may go to a terminal with every verdict."""
    return printable(os.path.splitext(os.path.basename(path))[0])


def _build(data: bytes, digest: bytes, alphabet: Alphabet, path: str) -> tuple[bytes, _Graph]:
    """The content of a graph file for the bytes of a word list, and the graph itself."""
    if _is_graph(path):
        words, duplicates, left_out = foreign_words(data, alphabet, path), 0, 0
    else:
        words, duplicates, left_out, _ = read_words(data, alphabet, path)
    nodes: array[int] = build_nodes(words, path)
    name = identity(words, alphabet)
    if nodes.itemsize != 4:
        raise DataError("this machine has no 32-bit unsigned integers")
    if memoryview(nodes).tobytes()[:4] != nodes[0].to_bytes(4, "little"):
        stored = array("I", nodes)
        stored.byteswap()
        body = stored.tobytes()
    else:
        body = nodes.tobytes()
    fields = (
        _MAGIC, _VERSION, len(words), name.encode("ascii"), digest, _alphabet_checksum(alphabet), left_out, duplicates,
        len(nodes), crc32(body),
    )  # fmt: skip
    checksum = crc32(_HEADER.pack(*fields, 0))
    return _HEADER.pack(*fields, checksum) + body, _Graph(memoryview(nodes), len(words), name, left_out, duplicates)


def _cache_path(digest: bytes, alphabet: Alphabet) -> str | None:
    """Where the graph of a file is cached; None when there is no such place."""
    from platformdirs import user_cache_dir

    try:
        folder = user_cache_dir("scrabblecli", appauthor=False)
    except (OSError, RuntimeError):
        return None
    return os.path.join(folder, "graphs", f"{digest.hex()[:32]}-{_alphabet_checksum(alphabet):08x}.graph")


def _write(path: str, content: bytes) -> None:
    """Write a file beside its place and rename it; a folder that cannot be written is no error."""
    beside = f"{path}.{os.getpid()}.new"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(beside, "wb") as stream:
            stream.write(content)
        os.replace(beside, path)
    except OSError:
        try:
            os.unlink(beside)
        except OSError:
            return


def _read(path: str, alphabet: Alphabet, digest: bytes | None) -> _Graph | None:
    """Map a graph file; None when it is missing, damaged or made from something else."""
    try:
        with open(path, "rb") as stream:
            mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        return None
    if len(mapped) < _HEADER.size + 8:
        return None
    head = mapped[: _HEADER.size]
    magic, version, words, name, made_from, letters, left_out, duplicates, size, checksum, of_header = _HEADER.unpack(head)
    if (magic, version) != (_MAGIC, _VERSION) or letters != _alphabet_checksum(alphabet):
        return None
    if digest is not None and made_from != digest:
        return None
    body = memoryview(mapped)[_HEADER.size :]
    if len(body) != 4 * size or crc32(head[:-4] + bytes(4)) != of_header or crc32(body) != checksum:
        return None
    return _Graph(nodes_of(body), words, name.decode("ascii"), left_out, duplicates)


def write_packaged(source: str, target: str) -> None:
    """Write the graph of the packaged word list for the English alphabet; called when the package is built."""
    from hashlib import sha256
    from string import ascii_uppercase

    with open(source, "rb") as stream:
        data = stream.read()
    content, _ = _build(data, sha256(data).digest(), Alphabet(ascii_uppercase), source)
    with open(target, "wb") as stream:
        stream.write(content)
