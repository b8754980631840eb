"""Mutated word graphs are read or refused, and nothing else; the long run is benchmarks/fuzz_lexicon.py."""

from __future__ import annotations

import pytest

from benchmarks.fuzz_lexicon import dawg_of, fuzz, sound_files
from scrabblecli.errors import DataError
from scrabblecli.lexicon.foreign import LONGEST_LIST, dawg_words, kwg_words
from scrabblecli.rules import load_rules
from scrabblecli.tiles import Alphabet

LAST, WORD = 0x400000, 0x800000
A, B = 1 << 24, 2 << 24


def kwg(*nodes: int) -> bytes:
    return b"".join(node.to_bytes(4, "little") for node in (2 | LAST, LAST, *nodes))


def test_mutants_are_read_or_refused() -> None:
    ended, longest = fuzz(1500, 17)
    assert ended.total() == 1500
    for kind in ("kwg", "dawg", "definitions"):
        assert ended[f"{kind} read"] > 10
    for kind in ("kwg", "dawg", "graph"):
        assert ended[f"{kind} refused"] > 20
    assert longest < 15


def test_sound_files_are_read_whole() -> None:
    for sound in sound_files():
        if sound.kind in ("kwg", "dawg"):
            reader = {"kwg": kwg_words, "dawg": dawg_words}[sound.kind]
            assert len(reader(sound.content, sound.alphabet, "sound")) > 200
    english = load_rules().tiles.alphabet
    assert dawg_words(dawg_of([b"\1\1", b"\3\1\24"], english), english, "two") == [b"\x81\x81", b"\x83\x81\x94"]


def test_long_words_without_end_are_refused_before_they_are_written_out() -> None:
    """A chain of 900 letters before a node that stands for many words: few nodes, gigabytes of letters."""
    chain = [A | LAST | (3 + place) for place in range(900)]
    nodes = list(chain)
    for level in range(17):
        following = 2 + len(nodes) + 2 if level < 16 else 0
        nodes += [A | WORD | following, B | WORD | LAST | following]
    with pytest.raises(DataError, match="more than 100,000,000 letters in the words of the graph"):
        kwg_words(kwg(*nodes), Alphabet("AB"), "long.kwg")


def test_a_list_of_nodes_is_no_longer_than_an_alphabet() -> None:
    """Without a limit lists that overlap would be walked again from each of their nodes."""
    nodes = [A | WORD] * 200_000 + [A | WORD | LAST]
    with pytest.raises(DataError, match=f"the list of nodes at 2 has more than {LONGEST_LIST}"):
        kwg_words(kwg(*nodes), Alphabet("AB"), "overlap.kwg")
