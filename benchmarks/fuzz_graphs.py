"""Fuzz targets: every reader of binary files. Sound ones are changed at random: bytes, nodes, arcs to anywhere, cuts, insertions.

Word graphs (.kwg with and without GADDAG, with tiles of several letters, Quackle's .dawg, a graph of the cache with its
definitions), leave values (.leaves and .klv2), chances to win, the state of a training, the cards of ``words study``.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from benchmarks.fuzzing import Target, told
from scrabblecli.analysis.klv import read_klv, write_klv
from scrabblecli.analysis.leaves import Leaves, find_leaves, leaves_content, read_leaves
from scrabblecli.analysis.training import Plan, Training
from scrabblecli.analysis.wins import packaged_wins, read_wins, wins_content
from scrabblecli.lexicon import Lexicon
from scrabblecli.lexicon.boxes import Boxes
from scrabblecli.lexicon.cache import load_graph
from scrabblecli.lexicon.definitions import Definitions, definition_lines
from scrabblecli.lexicon.foreign import dawg_words, kwg_words
from scrabblecli.lexicon.graph import build_nodes
from scrabblecli.lexicon.making import build_graph, digest_of
from scrabblecli.lexicon.wordlist import CODED
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.tiles import Alphabet, TileSet

__all__ = ["TARGETS", "Sound", "dawg_of", "mutant", "sound_files"]

ENABLE = Path(__file__).parent.parent / "wordlists" / "enable.txt"


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


@lru_cache(maxsize=1)
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


def mutant(chance: Random, sound: Sound, others: Sequence[Sound]) -> bytes:
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


def _numbered(kind: str, number: int) -> tuple[Sound, list[Sound]]:
    """A sound file of a kind by number, and all that parts may come from."""
    sounds = sound_files()
    chosen = [sound for sound in sounds if sound.kind == kind]
    return chosen[number % len(chosen)], sounds


def _mutants(kind: str) -> st.SearchStrategy[tuple[int, bytes]]:
    """Mutants of the sound files of a kind, each with the number of what it was."""

    def made(seed: int) -> tuple[int, bytes]:
        sound, sounds = _numbered(kind, seed)
        return seed, mutant(Random(seed), sound, sounds)

    return st.integers(0, 1 << 40).map(made)


def _graph(kind: str, reader: Callable[[bytes, Alphabet, str], list[bytes]], case: tuple[int, bytes]) -> str:
    """Words of a graph of another program."""
    number, data = case
    alphabet = _numbered(kind, number)[0].alphabet

    def read() -> None:
        words = reader(data, alphabet, f"mutant.{kind}")
        assert words == sorted(set(words))
        assert all(1 <= code & ~CODED <= len(alphabet) for code in set().union(*words))

    return told(read)


def _cached(case: tuple[int, bytes]) -> str:
    """A graph of the cache."""
    number, data = case
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutant.graph"
        path.write_bytes(data)
        return "refused" if load_graph(str(path), _numbered("graph", number)[0].alphabet) is None else "read"


def _definitions(case: tuple[int, bytes]) -> str:
    """Definitions beside a graph."""
    found = Definitions(case[1])
    return "read" if any(found.find(word) is not None for word in ("A", "M", "Z", "QI", "")) else "refused"


@lru_cache(maxsize=1)
def _small() -> tuple[RuleSet, Lexicon]:
    """Rules with few tiles and a list for them, so that tables of leaves stay small."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "small.toml")
        rows = '["?","?",2,0,false],["A","a",20,1,true],["B","b",15,3,false],["C","c",15,3,false]'
        path.write_text(f'tiles = [{rows}]\nlayout = ["...", ".*.", "..."]\nrack_size = 3\n', encoding="utf-8")
        rules = load_rules(str(path))
    text = b"AB\nBA\nCAB\nABA\nBAC\n"
    built = build_graph(text, digest_of(text, "list.txt"), rules.tiles.alphabet, "list.txt")
    return rules, Lexicon("list", rules.tiles.alphabet, *built.graph)


def _leaves() -> Leaves:
    return find_leaves(*_small(), "model")


def _short_wins() -> bytes:
    """The first ten rows of the packaged chances."""
    wins = packaged_wins()
    return wins_content(wins._replace(table=wins.for_tiles(9)))


@lru_cache(maxsize=1)
def _values() -> dict[str, bytes]:
    """A sound file of each kind that holds numbers."""
    rules, lexicon = _small()
    found = {"leaves": leaves_content(_leaves().another()), "wins": _short_wins()}
    with tempfile.TemporaryDirectory() as folder:
        paths = {kind: os.path.join(folder, f"sound.{kind}") for kind in ("klv2", "state", "cards")}
        plan = Plan(rules, lexicon, (4,), 1)
        training = Training(plan)
        training.run(1)
        training.save(paths["state"])
        write_klv(training.leaves, paths["klv2"])
        with Boxes(paths["cards"], "list") as boxes:
            boxes.answered("anagram", "AB", True, 20_000)
        found |= {kind: Path(path).read_bytes() for kind, path in paths.items()}
        found["leaves"] = leaves_content(training.leaves)
    return found


def _changed_values(kind: str) -> st.SearchStrategy[bytes]:
    def made(seed: int) -> bytes:
        sound = Sound(kind, _values()[kind], _small()[0].tiles.alphabet, seed % 8, 4)
        return mutant(Random(seed), sound, [*sound_files(), sound])

    return st.integers(0, 1 << 40).map(made)


def _file(kind: str, read: Callable[[str, TileSet], object], data: bytes) -> str:
    """Read a file of numbers."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"mutant.{kind}")
        Path(path).write_bytes(data)
        return told(lambda: read(path, _small()[0].tiles))


def _state(path: str, _tiles: TileSet) -> None:
    Training.resumed(Plan(*_small(), (4,), 1), path)


def _cards(path: str, _tiles: TileSet) -> None:
    with Boxes(path, "list") as boxes:
        boxes.cards("anagram")
        boxes.counts(20_000)
        boxes.answered("anagram", "AB", False, 20_001)


_READERS: dict[str, Callable[[str, TileSet], object]] = {
    "leaves": read_leaves,
    "klv2": lambda path, tiles: read_klv(path, tiles, _leaves().model),
    "wins": lambda path, _tiles: read_wins(path),
    "state": _state,
    "cards": _cards,
}

TARGETS = (
    Target("kwg", _mutants("kwg"), partial(_graph, "kwg", kwg_words)),
    Target("dawg", _mutants("dawg"), partial(_graph, "dawg", dawg_words)),
    Target("cached-graph", _mutants("graph"), _cached),
    Target("definitions", _mutants("definitions"), _definitions),
    *(Target(kind, _changed_values(kind), partial(_file, kind, read)) for kind, read in _READERS.items()),
)
