"""Throws mutated files at the readers of word graphs: each must be read or refused, quickly and in little memory.

usage: python benchmarks/fuzz_lexicon.py [--files N] [--seed N]

Sound files (.kwg with and without GADDAG, with tiles of several letters, Quackle's .dawg, a graph of the cache with its
definitions) are changed at random: bytes, whole nodes, arcs to anywhere, cuts, insertions, parts of one file in another.
"""

from __future__ import annotations

import argparse
import faulthandler
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

if sys.platform != "win32":
    import resource

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe
from scrabblecli.errors import DataError
from scrabblecli.lexicon.cache import load_graph
from scrabblecli.lexicon.definitions import Definitions, definition_lines
from scrabblecli.lexicon.foreign import dawg_words, kwg_words
from scrabblecli.lexicon.graph import build_nodes
from scrabblecli.lexicon.making import build_graph, digest_of
from scrabblecli.lexicon.wordlist import CODED
from scrabblecli.rules import load_rules
from scrabblecli.tiles import Alphabet

ENABLE = Path(__file__).parent.parent / "wordlists" / "enable.txt"
HANGING = 600
"""Seconds without progress after which the run is ended with the place where it stands."""


class Sound(NamedTuple):
    """A sound file: what it is, its bytes, where its nodes begin and how many bytes each has."""

    kind: str
    content: bytes
    alphabet: Alphabet
    start: int
    node: int


def dawg_of(words: list[bytes], alphabet: Alphabet) -> bytes:
    """A .dawg of version 1 of some words (letter codes), as a trie."""
    children: dict[bytes, list[bytes]] = {}
    for word in sorted(words):
        for length in range(len(word)):
            following = children.setdefault(word[:length], [])
            if word[: length + 1] not in following:
                following.append(word[: length + 1])
    order = [b""]
    first: dict[bytes, int] = {}
    for prefix in order:
        if prefix in children:
            first[prefix] = len(order)
            order += children[prefix]
    last = {following[-1] for following in children.values()}
    known = set(words)
    nodes = b"".join(
        first.get(prefix, 0).to_bytes(3, "big")
        + bytes([(prefix[-1] - 1 if prefix else 0) | (0x40 if prefix in last else 0), 0, 0, prefix in known])
        for prefix in order
    )
    letters = "".join(f"{letter} " for letter in alphabet.letters).encode()
    return b"\1" + bytes(16) + len(known).to_bytes(3, "big") + bytes([len(alphabet)]) + letters + nodes


def sound_files() -> list[Sound]:
    """Files of a few hundred words, English and Spanish."""
    english, spanish = load_rules("tournament").tiles.alphabet, load_rules("spanish").tiles.alphabet
    listed = [word for word in ENABLE.read_text(encoding="utf-8").split() if len(word) < 8][::120]
    made = []
    for alphabet in (english, spanish):
        words = sorted({codes for word in listed if (codes := alphabet.spell(word))})
        coded = [bytes(code | CODED for code in word) for word in words]
        for gaddag in (True, False):
            made.append(Sound("kwg", build_nodes(coded, "", gaddag=gaddag).tobytes(), alphabet, 0, 4))
        dawg = dawg_of(words, alphabet)
        made.append(Sound("dawg", dawg, alphabet, len(dawg) % 7 + 7 * 10, 7))
    text = "\n".join(f"{word} a word" for word in listed).encode()
    built = build_graph(text, digest_of(text, "list.txt"), english, "list.txt")
    made.append(Sound("graph", built.content, english, len(built.content) % 4, 4))
    lines = definition_lines({bytes([code | CODED]): "a definition" for code in range(1, 27)}, english)
    made.append(Sound("definitions", lines, english, 0, 1))
    return made


def mutant(chance: Random, sound: Sound, others: list[Sound]) -> bytes:
    """A file with one to eight changes."""
    data = bytearray(sound.content)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        size = max(1, len(data))
        place = chance.randrange(size)
        change = chance.randrange(9)
        if change == 0 and data:
            data[place % len(data)] = chance.choice((0, 1, 0x40, 0x7F, 0x80, 0xFF, chance.randrange(256)))
        elif change == 1:
            data[place:] = b""
        elif change == 2:
            data[place:place] = chance.randbytes(chance.choice((1, sound.node, chance.randrange(40))))
        elif change == 3:
            other = chance.choice(others).content
            begin = chance.randrange(len(other))
            data[place : place + chance.randrange(200)] = other[begin : begin + chance.randrange(200)]
        elif change == 4:
            data[place:] = data[place:][: chance.randrange(400)] * chance.choice((1, 2, 5))
        elif change == 5:
            data[: chance.randrange(30)] = chance.randbytes(chance.randrange(30))
        else:  # an arc to anywhere, flags as they come
            nodes = max(1, (len(data) - sound.start) // sound.node)
            begin = sound.start + sound.node * chance.randrange(nodes)
            target = chance.choice((chance.randrange(nodes), chance.randrange(min(nodes, 40)), chance.getrandbits(22)))
            if sound.kind == "dawg":
                data[begin : begin + 3] = target.to_bytes(3, "big")
            elif begin + 4 <= len(data):
                node = int.from_bytes(data[begin : begin + 4], "little")
                flags = chance.choice((node & 0xFFC00000, node & 0xFFC00000, chance.getrandbits(10) << 22))
                data[begin : begin + 4] = (flags & 0xFFC00000 | target).to_bytes(4, "little")
    return bytes(data)


def read(sound: Sound, data: bytes, path: Path) -> int:
    """Read a file as what it was; how many words it has.

    Raises DataError when it is refused.
    """
    readers: dict[str, Callable[[bytes, Alphabet, str], list[bytes]]] = {"kwg": kwg_words, "dawg": dawg_words}
    if sound.kind in readers:
        words = readers[sound.kind](data, sound.alphabet, f"mutant.{sound.kind}")
        if words != sorted(set(words)) or not all(1 <= code & ~CODED <= len(sound.alphabet) for code in set().union(*words)):
            raise AssertionError("the words of a mutant are not sorted, distinct and spelled")
        return len(words)
    if sound.kind == "graph":
        path.write_bytes(data)
        graph = load_graph(str(path), sound.alphabet)
        if graph is None:
            raise DataError("not loaded")
        return graph.words
    found = Definitions(data)
    return sum(found.find(word) is not None for word in ("A", "M", "Z", "QI", ""))


def fuzz(files: int, seed: int, watched: bool = False) -> tuple[Counter[str], float]:
    """Read mutated files; what became of them, and the longest time that one took in seconds of the processor.

    Whatever is raised but DataError goes through, with the number of the file on standard error.
    """
    chance = Random(seed)
    sounds = sound_files()
    ended: Counter[str] = Counter()
    longest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutant.graph"
        for number in range(files):
            sound = sounds[number % len(sounds)]
            data = mutant(chance, sound, sounds)
            started = time.process_time()
            try:
                read(sound, data, path)
                ended[f"{sound.kind} read"] += 1
            except DataError:
                ended[f"{sound.kind} refused"] += 1
            except BaseException:
                print(f"file {number} of seed {seed} ({sound.kind}):", file=sys.stderr)
                raise
            longest = max(longest, time.process_time() - started)
            if watched and number % 500 == 0:
                faulthandler.dump_traceback_later(HANGING, exit=True)
            if watched and number and number % 10_000 == 0:
                print(f"{number:,} files", file=sys.stderr)
    if watched:
        faulthandler.cancel_dump_traceback_later()
    return ended, longest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    describe()
    faulthandler.enable()
    started = time.perf_counter()
    ended, longest = fuzz(options.files, options.seed)
    print(
        f"{ended.total():,} mutated files in {time.perf_counter() - started:.0f} s, no crash, the slowest {longest * 1000:.0f} ms"
    )
    for kind, number in sorted(ended.items()):
        print(f"  {kind:<22}{number:>8,}")
    if sys.platform != "win32":
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
        print(f"peak memory {peak:.0f} MB")


if __name__ == "__main__":
    main()
