"""Leave values: numbering, the small model, files of both formats, damaged ones among them, training, the command group."""

from __future__ import annotations

import json
import os
import signal
import struct
import subprocess
import sys
import time
from array import array
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import platformdirs
import pytest

from scrabblecli._compiled import load_kernel
from scrabblecli.analysis import training as training_module
from scrabblecli.analysis.klv import all_leaves, read_klv, write_klv
from scrabblecli.analysis.leaves import Leaves, find_leaves, leaves_content, read_leaves, table_size, trained_path, write_leaves
from scrabblecli.analysis.model import MODEL_NUMBERS, LeaveModel, borrowed, fitted, is_alike
from scrabblecli.analysis.training import Plan, Training
from scrabblecli.errors import DataError, SettingError
from scrabblecli.lexicon import Lexicon
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.rules.choice import RuleChoice
from scrabblecli.tiles import TileSet
from tests.helpers import ROOT, cgp, environment, run, table
from tests.small_games import lexicon_of

SCHEMA = json.loads((ROOT / "docs" / "schema" / "leaves.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder of leave values, missing at first."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_arguments, **_named: str(tmp_path / "data" / "scrabblecli"))
    return tmp_path / "data" / "scrabblecli" / "leaves"


def tile_set(*counts: int, vowels: int = 1) -> TileSet:
    """Letters from A on, the first ones vowels; the first count is that of the blank."""
    rows = [f"?,?,{counts[0]},0,0"]
    rows += [
        f"{chr(65 + place)},{chr(97 + place)},{count},{place + 1},{int(place < vowels)}" for place, count in enumerate(counts[1:])
    ]
    return TileSet.parse("\n".join(rows), "small")


def small_rules(tiles: str = "small") -> RuleSet:
    """A game of few letters on a small board, quickly played."""
    rows = [["A", "a", 8, 1, True], ["E", "e", 6, 1, True], ["S", "s", 5, 1, False], ["T", "t", 6, 2, False]]
    settings = {"tiles": [["?", "?", 1, 0, False], *rows], "layout": ["." * 7] * 7, "rack_size": 4, "exchange_minimum": 4}
    return RuleChoice("tournament", settings).resolve()


def small_lexicon(rules: RuleSet) -> Lexicon:
    words = (
        "AS",
        "AT",
        "SEA",
        "SEAT",
        "TEA",
        "TEAS",
        "EAT",
        "EATS",
        "EAST",
        "TASTE",
        "STATE",
        "ATE",
        "ASEA",
        "TEASE",
        "SEATS",
        "TA",
    )
    spelled = [rules.tiles.alphabet.spell(word) for word in words]
    return lexicon_of(rules.tiles.alphabet, tuple(sorted(word for word in spelled if word)))


def some_leaves(tiles: TileSet, seed: int = 1, largest: int = 6) -> Leaves:
    """Leave values at random."""
    random = Random(seed)
    model = LeaveModel.of([random.randint(-900, 900) for _ in range(MODEL_NUMBERS)])
    numbers = array("h", (random.randint(-9000, 9000) for _ in range(table_size(tiles, largest))))
    return Leaves(tiles, model, numbers, largest, {"seed": str(seed)}, "random")


# Numbering and the model


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("counts", [(2, 3, 1), (0, 7, 2), (1, 1, 1, 1), (2, 0, 4, 3), (9, 9)])
@pytest.mark.parametrize("largest", [1, 3, 6])
def test_leaves_are_numbered_one_after_the_other(counts: tuple[int, ...], largest: int) -> None:
    tiles = tile_set(*counts)
    bag = [code for code, count in enumerate(counts) for _ in range(count)]
    expected = {bytes(chosen) for size in range(1, largest + 1) for chosen in combinations(bag, size)}
    leaves = some_leaves(tiles, largest=largest)
    assert table_size(tiles, largest) == len(expected)
    assert sorted(leaves.kernel.place(leave) for leave in expected) == list(range(len(expected)))
    assert list(all_leaves(tiles, largest)) == sorted(expected)
    sizes = [len(leave) for leave in sorted(expected, key=leaves.kernel.place)]
    assert sizes == sorted(sizes)
    for leave in expected:
        assert leaves.value(leave) == leaves.table[leaves.kernel.place(leave)] / 256
    assert leaves.kernel.place(b"") == -1
    assert leaves.kernel.place(bytes([0] * (counts[0] + 1))) == -1
    assert leaves.value(b"") == 0


@pytest.mark.usefixtures("kernel")
def test_what_the_table_lacks_the_model_values() -> None:
    tiles = tile_set(2, 3, 4, 2, vowels=2)
    leaves = some_leaves(tiles, largest=2)
    model = leaves.model
    # a blank, two A, a B and a C: two vowels A, one B; consonant C
    leave = bytes([0, 1, 1, 2, 3])
    single = model.single[0 * 8 + 1] + model.single[1 * 8 + 2] + model.single[2 * 8 + 1] + model.single[3 * 8 + 1]
    pairs = sum(model.pair[one * 64 + other] for one, other in combinations((0, 1, 2, 3), 2))
    assert leaves.value(leave) == leaves.model_value(leave) == (single + pairs + model.balance[3 * 16 + 1]) / 256
    # nine of a kind are valued as seven
    many = bytes([2] * 9)
    assert leaves.value(many) == (model.single[2 * 8 + 7] + model.balance[9 * 16]) / 256


@pytest.mark.usefixtures("kernel")
def test_the_model_is_found_from_what_it_made() -> None:
    """Values that a small model made are fitted by one that says the same of every leave."""
    tiles = tile_set(1, 4, 3, 2, vowels=1)
    made = some_leaves(tiles, seed=3)
    size = table_size(tiles)
    sums, squares, seen = (array("q", bytes(8 * size)) for _ in range(3))
    for leave in all_leaves(tiles, 6):
        place = made.kernel.place(leave)
        seen[place] = 100_000
        sums[place] = round(100_000 * (256 * made.model_value(leave) + 5000))
    values = load_kernel("scrabblecli.engine.values").LeaveValues(
        tiles.counts, 6, array("h", bytes(2 * size)), [0, 1, 0, 0], *LeaveModel.blank()
    )
    values.listen(sums, squares, seen)
    found = Leaves.of_model(tiles, fitted(values, 5000.0, 6), "fitted")
    for leave in all_leaves(tiles, 6):
        assert found.value(leave) == pytest.approx(made.model_value(leave), abs=0.1)


def test_values_of_english_leaves_make_sense(enable: Lexicon) -> None:
    rules = load_rules()
    leaves = find_leaves(rules, enable)

    def worth(text: str) -> float:
        codes = sorted(0 if letter == "?" else ord(letter) - 64 for letter in text)
        return leaves.value(bytes(codes))

    assert leaves.source == "enable"
    assert worth("?") > 20 > worth("S") > 5 > worth("E") > 0 > worth("V") > worth("Q")
    assert worth("UU") < 2 * worth("U")
    assert worth("VV") < worth("V")
    assert worth("QU") > worth("Q")
    assert worth("AEINRS") > 15
    assert worth("EEIIUU") < -15
    assert worth("?S") > worth("?")


def test_other_tiles_borrow_the_model_of_their_likes() -> None:
    english, spanish = load_rules().tiles, load_rules("spanish").tiles
    packaged = find_leaves(load_rules(), load_lexicon_enable()).model
    assert is_alike(english, load_rules("wwf").tiles)
    assert is_alike(english, load_rules("super").tiles)
    assert not is_alike(english, spanish)
    made = Leaves.of_model(spanish, borrowed(packaged, english, spanish), "borrowed")
    letter = {text: bytes([code]) for code, text in enumerate(spanish.alphabet.letters, start=1)}
    assert made.value(b"\0") > 20 > made.value(letter["S"]) > made.value(letter["U"])


def load_lexicon_enable() -> Lexicon:
    from scrabblecli.lexicon.cache import load_lexicon

    return load_lexicon("enable", load_rules().tiles.alphabet)


def test_which_values_are_in_force(enable: Lexicon, folder: Path) -> None:
    rules = load_rules()
    assert find_leaves(rules, enable).source == "enable"
    assert find_leaves(load_rules("wwf"), enable).source == "small model"
    assert find_leaves(rules, enable, "model").largest == 0
    # what does not bear on the value of tiles makes no difference
    assert find_leaves(load_rules("wespa"), enable).source == "enable"
    assert find_leaves(RuleChoice("tournament", {"bingo_bonus": 35}).resolve(), enable).source == "small model"
    path = trained_path(rules, enable)
    assert path is not None
    write_leaves(some_leaves(rules.tiles, largest=2), path)
    assert Path(path).parent == folder
    assert find_leaves(rules, enable).source == "your own"
    assert find_leaves(rules, enable).largest == 2


# Files


@pytest.mark.usefixtures("kernel")
def test_files_come_back_as_they_went(tmp_path: Path) -> None:
    tiles = tile_set(2, 3, 4, 2)
    leaves = some_leaves(tiles)
    path = str(tmp_path / "some.leaves")
    write_leaves(leaves, path)
    again = read_leaves(path, tiles)
    assert (again.model, again.largest, list(again.table)) == (
        LeaveModel.of(list(leaves.model.numbers())), leaves.largest, list(leaves.table),
    )  # fmt: skip
    assert again.about["seed"] == "1"
    assert leaves_content(again) == leaves_content(leaves)


def broken(change: Callable[[bytearray], object]) -> bytes:
    """A file of leave values with something done to it."""
    content = bytearray(leaves_content(some_leaves(tile_set(2, 3, 4, 2))))
    change(content)
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "bad.leaves: is empty: expected a file of leave values"),
        (b"hello\n" * 30, "is no file of leave values: expected one that scrabblecli wrote, or a .klv2 file"),
        (b"scrabblecli leaves 1 99999999999\n" + b"\n" * 200, "is no file of leave values: "),
        (b"scrabblecli leaves 1 63\n" + b"\n" * 200, "is no file of leave values: "),
        (broken(lambda content: content.pop()), "bytes: expected "),
        (broken(lambda content: content.extend(b"\0\0")), "bytes: expected "),
        (broken(lambda content: content.__setitem__(slice(30, 34), b"\xff\xff\xff\xff")), "is damaged: the head is not UTF-8"),
        (leaves_content(some_leaves(tile_set(2, 3, 4, 1))), "the leave values are for other tiles than the small set"),
    ],
)
def test_damaged_files(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.leaves"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        read_leaves(str(path), tile_set(2, 3, 4, 2))
    assert message in str(caught.value)
    assert "bad.leaves" in str(caught.value)


def klv(nodes: list[int], values: list[float]) -> bytes:
    return struct.pack(f"<I{len(nodes)}II{len(values)}f", len(nodes), *nodes, len(values), *values)


def node(tile: int, arc: int = 0, accepts: bool = True, last: bool = True) -> int:
    return tile << 24 | accepts << 23 | last << 22 | arc


def test_a_small_klv_file_by_hand(tmp_path: Path) -> None:
    """The leaves ?, ?A, A, AA, AAAAAAAAA (too large for a table) and B."""
    nodes = [
        1, 0, node(0, 4, last=False), node(1, 5, last=False), node(1), node(1, 6), node(1, 7, False), node(1, 8, False),
        node(1, 9, False), node(1, 10, False), node(1, 11, False), node(1, 12, False), node(1),
    ]  # fmt: skip
    nodes[0] = 2
    nodes.append(0)
    nodes[3] = node(1, 5, last=False)
    # the list of the root is nodes 2, 3 and then B: it must lie together
    nodes = [2, 0, node(0, 5, last=False), node(1, 6, last=False), node(2), node(1), node(1, 7), node(1, 8, False), node(1, 9, False),
             node(1, 10, False), node(1, 11, False), node(1, 12, False), node(1, 13, False), node(1)]  # fmt: skip
    path = tmp_path / "hand.klv2"
    path.write_bytes(klv(nodes, [20.5, 18.25, 1.0, -3.001, 7.0, 126.999]))
    tiles = tile_set(1, 9, 2)
    leaves = read_klv(str(path), tiles, LeaveModel.blank())
    assert [leaves.value(bytes(leave)) for leave in ((0,), (0, 1), (1,), (1, 1), (2,))] == [20.5, 18.25, 1.0, -3.0, 127.0]
    assert leaves.about["taken"] == "5"
    assert leaves.value(bytes([1, 2])) == 0


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("counts", [(2, 3, 4, 2), (1, 1, 1, 1, 1, 1, 1, 1), (0, 12, 5)])
def test_klv_files_come_back_as_they_went(counts: tuple[int, ...], tmp_path: Path) -> None:
    tiles = tile_set(*counts)
    leaves = some_leaves(tiles)
    path = str(tmp_path / "some.klv2")
    write_klv(leaves, path)
    assert list(read_klv(path, tiles, LeaveModel.blank()).table) == list(leaves.table)


ROOT_ONLY = [2, 0, node(0)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "0 bytes are no .klv2 file"),
        (b"\xff" * 40, "is no .klv2 file: 40 bytes are too few for 4,294,967,295 nodes"),
        (klv(ROOT_ONLY, [1.0]) + b"x", "is no .klv2 file: 25 bytes, expected 24 for 3 nodes and 1 values"),
        (klv(ROOT_ONLY, [1.0, 2.0]), "is no .klv2 file: 1 leaves and 2 values"),
        (klv(ROOT_ONLY, []), "is no .klv2 file: more leaves than its 0 values"),
        (klv([9, 0, node(0)], [1.0]), "is no .klv2 file: an arc leads to node 9 of 3"),
        (klv([2, 0, node(0, 2)], [1.0] * 50), "is no .klv2 file: the graph has more paths than 50 leaves of 12 tiles need"),
        (klv([2, 0, node(44)], [1.0]), "the leave values are for other tiles: code 44, expected 0 to 3"),
        (klv([2, 0, node(1, 3), node(0)], [1.0, 2.0]), "is no .klv2 file: the tiles of a leave are not in order"),
        (klv([2, 0, node(0, last=False)], [1.0]), "is no .klv2 file: an arc leads to node 3 of 3"),
        (klv(ROOT_ONLY, [float("nan")]), "the leave ? has the value nan: expected points from -127 to 127"),
        (klv(ROOT_ONLY, [1e9]), "the leave ? has the value 1e+09: expected points from -127 to 127"),
        (klv([0, 0], []), "has no leave of one to 6 tiles of the small set"),
        (klv([2, 0, node(1, last=False), node(1)], [1.0, 2.0]), "is no .klv2 file: the tiles of a leave are not in order"),
        (klv([2, 0, node(2, last=False), node(1)], [1.0, 2.0]), "is no .klv2 file: the tiles of a leave are not in order"),
    ],
)
def test_damaged_klv_files(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.klv2"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        read_klv(str(path), tile_set(2, 3, 4, 2), LeaveModel.blank())
    assert message in str(caught.value)


def test_a_klv_graph_with_countless_paths_ends_soon(tmp_path: Path) -> None:
    """Lists of two nodes that both lead to the next list: two to the power of forty paths without a leaf."""
    nodes = [2, 0]
    for level in range(40):
        nodes += [node(1, 4 + 2 * level, False, False), node(1, 4 + 2 * level, False, True)]
    nodes += [node(1)]
    path = tmp_path / "many.klv2"
    path.write_bytes(klv(nodes, [1.0] * 100))
    with pytest.raises(DataError, match="more paths than"):
        read_klv(str(path), tile_set(2, 3, 4, 2), LeaveModel.blank())


# Training


def trained(jobs: int = 1, generations: tuple[int, ...] = (300, 500), seed: int = 1) -> Leaves:
    rules = small_rules()
    training = Training(Plan(rules, small_lexicon(rules), generations, seed))
    training.run(jobs)
    assert training.finished
    assert training.games == (sum(generations), sum(generations))
    return training.leaves


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games have few tiles: every rack teaches."""
    monkeypatch.setattr(training_module, "_FULL_LEAVES", 4)


@pytest.mark.usefixtures("compiled", "quick")
def test_training_does_not_depend_on_the_number_of_threads() -> None:
    one = leaves_content(trained(1))
    assert leaves_content(trained(2)) == leaves_content(trained(3)) == one
    assert leaves_content(trained(1, seed=2)) != one


@pytest.mark.usefixtures("compiled", "quick")
def test_training_learns_something() -> None:
    leaves = trained(2, (400, 800, 800))
    values = {letter: leaves.value(bytes([code])) for code, letter in enumerate(("?", *leaves.tiles.alphabet.letters))}
    assert max(values, key=lambda letter: values[letter]) == "?"
    assert leaves.about["games"] == "400,800,800"


def _stopping_soon() -> Callable[[Training], None]:
    """Progress that is interrupted when it is told of for the second time."""
    calls: list[Training] = []

    def progress(now: Training) -> None:
        calls.append(now)
        if len(calls) == 2:
            raise KeyboardInterrupt

    return progress


@pytest.mark.usefixtures("compiled", "quick")
def test_training_that_was_stopped_goes_on_to_the_same_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = small_rules()
    plan = Plan(rules, small_lexicon(rules), (900, 700), 1)
    whole = Training(plan)
    whole.run(2)
    path = str(tmp_path / "state")
    monkeypatch.setattr(training_module, "_KEEP_EVERY", 1)
    stops = 0
    training: Training | None = Training(plan)
    while training is not None and not training.finished:
        try:
            training.run(1, _stopping_soon(), partial(training.save, path))
        except KeyboardInterrupt:
            stops += 1
            training = Training.resumed(plan, path)
    assert training is not None
    assert stops > 2
    assert leaves_content(training.leaves) == leaves_content(whole.leaves)


@pytest.mark.usefixtures("compiled", "quick")
def test_the_state_of_another_plan_is_not_taken(tmp_path: Path) -> None:
    rules = small_rules()
    plan = Plan(rules, small_lexicon(rules), (300,), 1)
    path = tmp_path / "state"
    assert Training.resumed(plan, str(path)) is None
    Training(plan).save(str(path))
    assert Training.resumed(plan, str(path)) is not None
    for other in (plan._replace(seed=2), plan._replace(generations=(301,))):
        with pytest.raises(DataError, match="a training with other games, another seed, list or other rules was stopped there"):
            Training.resumed(other, str(path))
    content = path.read_bytes()
    assert b"\n0 0 0.0\n" in content
    for damaged in (
        content[:-5],
        content[:10],
        b"",
        content.replace(b"training", b"straining"),
        content.replace(b"\n0 0 0.0\n", b"\n0 301 0.0\n"),
        content.replace(b"\n0 0 0.0\n", b"\n0 -1 0.0\n"),
        content.replace(b"\n0 0 0.0\n", b"\n1 5 0.0\n"),
    ):
        path.write_bytes(damaged)
        with pytest.raises(DataError, match="is damaged, or no state of a training"):
            Training.resumed(plan, str(path))


def test_what_cannot_be_trained() -> None:
    rules = RuleChoice("tournament", {"rack_size": 13}).resolve()
    with pytest.raises(SettingError, match="rack_size = 13: leave values are learnt for racks of 12 tiles at most"):
        Training(Plan(rules, load_lexicon_enable()))


# The commands


def done(*arguments: str, **named: Any) -> str:
    result = run("leaves", *arguments, **named)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_show_says_what_leaves_are_worth() -> None:
    rows = table(done("show", "ES", "se", "?", "AEINRST"))
    assert [row["leave"] for row in rows] == ["ES", "ES", "?", "AEINRST"]
    assert rows[0] == rows[1]
    assert [row["from"] for row in rows] == ["enable"] * 3 + ["small model"]
    assert rows[3]["value"] == rows[3]["model"]
    assert table(done("show", "-", stdin="ES\n?\n")) == [rows[0], rows[2]]
    whole = json.loads(done("show", "ES", "?", "--format", "json"))
    lines = [json.loads(line) for line in done("show", "ES", "?", "--format", "jsonl").splitlines()]
    for document in (whole, *lines):
        jsonschema.Draft202012Validator(SCHEMA).validate(document)
    assert f"{whole['values'][0]['value']:.2f}" == rows[0]["value"]
    assert done("show", "?S", "--format", "text").startswith("S blank: +")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "E1"), "leave 'E1': '1' (tile 2) is no tile of the english set"),
        (("show", "E" * 31), "has 31 tiles: expected 1 to 30"),
        (("show", "ES", "--leaves", "none.klv2"), "none.klv2: cannot read the leave values: "),
        (("import", "none.leaves"), "none.leaves: cannot read the leave values: "),
        (("import", "model"), "file 'model': the small model is there without an import: expected a file"),
        (("show", "ES", "--leaves", ""), "'': expected a file, or model"),
        (("train", "--output", "boards"), "boards: is a folder: only a regular file is written over"),
        (("export", "some.txt"), "file 'some.txt': expected a name that ends in .klv2 or .leaves"),
        (("remove",), "there are no leave values of your own for enable under tournament rules"),
        (("train", "--generations", "10,x"), "'10,x': expected numbers of games from 1 to 10,000,000, like 20000,40000"),
        (("train", "--set", "players=3"), "players = 3: self-play is for two players"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], message: str) -> None:
    result = run("leaves", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_info_says_what_is_in_force() -> None:
    rows = {row["what"]: row["value"] for row in table(done("info"))}
    assert (rows["leave values"], rows["leaves in the table"]) == ("enable", "914,624")
    data = json.loads(done("info", "--rules", "wwf", "--lexicon", "enable", "--format", "json"))
    jsonschema.Draft202012Validator(SCHEMA).validate(data)
    assert (data["leaves"], data["table"], data["games"]) == ("small model", 0, None)
    assert done("info", "--rules", "wwf", "--lexicon", "enable", "--format", "text") == (
        "There is no table of leave values for enable (172,823 words) under wwf rules; a small model stands in.\n"
    )


@pytest.mark.usefixtures("compiled")
def test_train_import_export_and_remove(tmp_path: Path, folder: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("\n".join(("CAT", "CATS", "AT", "TA", "AS", "ACT", "ACTS", "SAT", "TACT", "AA", "AAS")), encoding="utf-8")
    list_of = ("--lexicon", str(words))
    shown = run("leaves", "train", *list_of, "--generations", "60,60", "--threads", "2")
    assert shown.exit_code == 0
    assert shown.stderr == "note: learning leave values for words (11 words), tournament rules, in 120 games\n"
    assert shown.stdout == (
        "Learnt from 120 games. --by equity and analyze use these values with words under tournament rules from now on,"
        " and under others with the same tiles, board and bonus.\n"
    )
    (made,) = folder.iterdir()
    before = made.read_bytes()
    assert {row["what"]: row["value"] for row in table(done("info", *list_of))}["leave values"] == "your own"
    done("export", str(tmp_path / "out.klv2"), *list_of)
    done("export", str(tmp_path / "out.leaves"), *list_of)
    assert done("remove", *list_of) == "The leave values for words under tournament rules are removed.\n"
    assert not list(folder.iterdir())
    done("import", str(tmp_path / "out.leaves"), *list_of)
    assert made.read_bytes() == before
    done("import", str(tmp_path / "out.klv2"), *list_of)
    assert table(done("show", "CAT", *list_of))[0]["from"] == "your own"
    target = tmp_path / "elsewhere.leaves"
    done("train", *list_of, "--generations", "60,60", "--output", str(target), "--threads", "1", "--quiet")
    assert target.read_bytes() == before
    assert not target.with_name("elsewhere.leaves.state").exists()


@pytest.mark.usefixtures("compiled")
def test_a_training_of_another_plan_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "some.leaves"
    state = tmp_path / "some.leaves.state"
    Training(Plan(load_rules(), load_lexicon_enable(), (500,), 1)).save(str(state))
    before = state.read_bytes()
    result = run("leaves", "train", "--generations", "60", "--output", str(target))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "was stopped there; --restart begins anew and replaces it" in result.stderr
    assert state.read_bytes() == before


def test_damaged_values_of_ones_own_are_passed_over(folder: Path) -> None:
    done("export", str(folder / "x.klv2"))
    done("import", str(folder / "x.klv2"))
    (made,) = folder.glob("*.leaves")
    rows = table(done("list"))
    assert [(row["lexicon"], row["rules"], row["source"], row["file"]) for row in rows] == [
        ("enable", "tournament", "x.klv2", str(made))
    ]
    made.write_bytes(made.read_bytes()[:-2])
    position = cgp(rows={8: "7AT6"})
    result = run("solve", "-", "--rack", "IX", "--by", "equity", "--top", "1", stdin=position)
    assert result.exit_code == 0
    assert f"warning: {made}: " in result.stderr
    assert "your own leave values are passed over: scrabblecli leaves remove takes them away" in result.stderr
    made.write_bytes(b"")
    assert table(done("list"))[0]["lexicon"] == "damaged"
    document = json.loads(done("list", "--format", "json"))
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    assert [record["damaged"] for record in document["files"]] == [True]
    for line in done("list", "--format", "jsonl").splitlines():
        jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(line))
    assert done("list", "--format", "text").endswith(": damaged.\n")
    done("remove")
    assert done("list", "--format", "text") == ""


def test_values_learnt_elsewhere_are_used_with_a_warning(tmp_path: Path) -> None:
    done("export", str(tmp_path / "enable.leaves"))
    result = run("leaves", "show", "ES", "--leaves", str(tmp_path / "enable.leaves"), "--set", "bingo_bonus=35")
    assert result.exit_code == 0
    assert "warning: enable.leaves was learnt on enable under tournament rules, and is used for enable" in result.stderr
    assert "learnt on" not in run("leaves", "show", "ES", "--leaves", str(tmp_path / "enable.leaves")).stderr


def test_a_table_with_few_leaves_says_so(tmp_path: Path) -> None:
    path = tmp_path / "few.klv2"
    path.write_bytes(klv(ROOT_ONLY, [25.0]))
    result = run("leaves", "show", "?", "E", "--leaves", str(path))
    assert result.exit_code == 0
    assert "note: few.klv2 has 1 of 914,624 leaves: a small model stands in for the others" in result.stderr
    assert table(result.stdout)[0]["value"] == "25.00"


def test_leaves_that_the_set_does_not_have() -> None:
    result = run("leaves", "show", "???", "QQ")
    assert result.exit_code == 0
    assert result.stderr == ("warning: leave ???: the english set has 2 blanks\nwarning: leave QQ: the english set has 1 Q\n")


@pytest.mark.usefixtures("compiled")
def test_training_is_not_begun_where_it_cannot_be_kept(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x", encoding="utf-8")
    target = os.path.join(str(blocked), "x.leaves")
    result = run("leaves", "train", "--generations", "1000000", "--output", target)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {target}")
    assert ": cannot be written: " in result.stderr


@pytest.mark.usefixtures("compiled")
@pytest.mark.skipif(sys.platform == "win32", reason="another way to interrupt")
def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    target = tmp_path / "some.leaves"
    state = tmp_path / "some.leaves.state"
    arguments = [sys.executable, "-m", "scrabblecli", "leaves", "train", "--generations", "500000", "--output", str(target)]
    with subprocess.Popen(
        arguments, cwd=ROOT, env=environment(), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        for _ in range(600):
            if state.exists():
                break
            time.sleep(0.05)
        time.sleep(1)
        for _ in range(3):  # what is kept is not cut short by impatience
            process.send_signal(signal.SIGINT)
            time.sleep(0.02)
        shown, said = process.communicate(timeout=60)
    assert (process.returncode, shown) == (130, "")
    assert said.endswith("note: stopped; the same command goes on from there\n")
    again = Training.resumed(Plan(load_rules(), load_lexicon_enable(), (500_000,), 1), str(state))
    assert again is not None
    assert again.games[0] > 0
    assert not target.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes")
def test_a_pipe_is_no_state_of_a_training(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "made.leaves.state")
    result = run("leaves", "train", "--generations", "20", "--output", str(tmp_path / "made.leaves"), "--quiet")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith(
        "made.leaves.state: is a named pipe: expected the state of a training; --restart begins anew and replaces it\n"
    )
