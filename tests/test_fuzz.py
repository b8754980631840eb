"""Mutated input is read or refused, and nothing else; the long run is benchmarks/fuzz.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import fuzz_commands, fuzz_graphs, fuzz_texts
from benchmarks.fuzz import TARGETS, fuzz, reproduce
from benchmarks.fuzz_graphs import dawg_of, sound_files
from benchmarks.fuzzing import Target
from scrabblecli.errors import DataError
from scrabblecli.lexicon.foreign import LONGEST_LIST, dawg_words, kwg_words
from scrabblecli.rules import load_rules
from scrabblecli.tiles import Alphabet

LAST, WORD = 0x400000, 0x800000
A, B = 1 << 24, 2 << 24


def kwg(*nodes: int) -> bytes:
    return b"".join(node.to_bytes(4, "little") for node in (2 | LAST, LAST, *nodes))


@pytest.mark.parametrize("name", TARGETS)
def test_a_few_cases_of_every_target(name: str) -> None:
    outcome = fuzz(TARGETS[name], 0, 17, batch=25 if name == "command-line" else 40)
    assert outcome.faults == []
    assert outcome.ended.total() >= 20


def test_mutants_are_read_and_refused() -> None:
    """Mutations leave some files whole and break others, so that a reader is tried on both sides."""
    for name in ("session", "move", "kwg"):
        outcome = fuzz(TARGETS[name], 0, 3, batch=60)
        assert min(outcome.ended["read"], outcome.ended["refused"]) > 2, name


def test_a_fault_is_found_made_small_and_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(text: str) -> str:
        if "#" in text:
            raise IndexError("no more")
        return "read"

    target = Target("careless", fuzz_texts.TARGETS[0].cases, careless)
    monkeypatch.setitem(TARGETS, "careless", target)
    outcome = fuzz(target, 0, 1, tmp_path, batch=300)
    [fault] = outcome.faults
    assert "IndexError: no more" in fault
    [case] = tmp_path.iterdir()
    with pytest.raises(IndexError):
        reproduce(case)


def test_every_command_is_tried() -> None:
    words = {command.words for command in fuzz_commands.commands_of()}
    assert {("solve",), ("game", "add"), ("words", "study"), ("lexicon", "build")} <= words
    assert len({target.name for target in (*fuzz_texts.TARGETS, *fuzz_graphs.TARGETS)}) > 20


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
