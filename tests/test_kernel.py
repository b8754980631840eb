"""The kernels: compiled or plain Python, the results are the same, and the right form is chosen."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from scrabblecli._compiled import TWINS, kernel_state, load_kernel, source_checksum, twin_of
from scrabblecli.engine.movegen import MoveGenerator, PlayList
from scrabblecli.errors import DataError
from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.formats.position import RuleChoice
from scrabblecli.lexicon import Lexicon
from scrabblecli.lexicon.graph import build_nodes
from scrabblecli.lexicon.wordlist import CODED
from scrabblecli.tiles import Rack
from tests.small_games import lexicon_of, random_game

ENGINE, BUILDER = "scrabblecli.engine.kernel", "scrabblecli.lexicon.builder"
KERNELS = tuple(source for sources in TWINS.values() for source in sources)
POSITIONS = Path(__file__).parent / "positions"
# an empty board without, with one and with two blanks, hardly a play, hundreds of plays, late boards, the large board
KINDS = (
    "std-0003", "std-0004", "std-0026", "std-0039", "std-0044", "std-0050", "std-0063", "std-0082", "std-0107", "std-0154",
    "std-0167", "std-0234", "std-0249", "std-0281", "std-0345", "std-0391", "std-0395", "std-0408", "super-0003", "super-0021",
    "super-0005",
)  # fmt: skip


def checksum_beside(name: str) -> int:
    """The checksum of the sources of a kernel's twin, as they lie there."""
    return source_checksum(Path(str(import_module(source).__file__)).read_bytes() for source in TWINS[twin_of(name)])


def everything(plays: PlayList) -> list[tuple[int, object, int, bytes | None]]:
    return [(ranked.rank, ranked.move, ranked.score, ranked.leave) for ranked in plays]


def lines_of_file() -> dict[str, dict[str, str]]:
    lines = (POSITIONS / "perft.jsonl").read_text(encoding="utf-8").splitlines()
    return {record["id"]: record for record in map(json.loads, lines)}


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", KINDS)
def test_both_forms_find_the_same_plays(name: str, enable: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    record = lines_of_file()[name]
    position = parse_cgp(record["cgp"], "-", 1, RuleChoice(record["rules"]))
    assert position.rack is not None
    found = []
    for pure in ("", "1"):
        monkeypatch.setenv("SCRABBLECLI_PURE", pure)
        generator = MoveGenerator(position.rules, enable)
        found.append(
            (everything(generator.plays(position.board, position.rack)), generator.best_play(position.board, position.rack))
        )
    assert found[0] == found[1]
    assert found[0][0]


@pytest.mark.usefixtures("kernel")
def test_a_move_generator_keeps_nothing_of_the_position_before() -> None:
    random = Random(5)
    while len((game := random_game(random)).words) < 20 or game.board.is_empty:
        pass
    lexicon = lexicon_of(game.alphabet, game.words)
    used = MoveGenerator(game.rules, lexicon)
    faces = list(game.board.faces)
    for _ in range(12):
        random.shuffle(faces)
        board = type(game.board)(game.board.rows, game.board.columns, bytes(faces))
        rack = Rack([*game.rack, random.randint(0, 2)][-5:])
        fresh = MoveGenerator(game.rules, lexicon)
        assert everything(used.plays(board, rack)) == everything(fresh.plays(board, rack))
        assert used.best_play(board, rack) == MoveGenerator(game.rules, lexicon).best_play(board, rack)


@pytest.mark.usefixtures("kernel")
def test_a_list_of_plays_outlives_the_next_search(enable: Lexicon) -> None:
    record = lines_of_file()["std-0003"]
    position = parse_cgp(record["cgp"], "-", 1, RuleChoice(record["rules"]))
    assert position.rack is not None
    generator = MoveGenerator(position.rules, enable)
    plays = generator.plays(position.board, position.rack)
    before = everything(plays)
    generator.plays(position.board, Rack.parse("ZZQAEIO", position.rules.tiles))
    assert everything(plays) == before


def coded(words: list[bytes]) -> list[bytes]:
    return sorted(bytes(code | CODED for code in word) for word in words)


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("sample", ["every 30th", "two and three letters", "ten letters and more", "begin with Q", "one word"])
def test_both_forms_build_the_same_graph(sample: str, enable: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    words = list(enable)
    chosen = {
        "every 30th": words[::30],
        "two and three letters": [word for word in words if len(word) < 4],
        "ten letters and more": [word for word in words if len(word) > 9][::20],
        "begin with Q": [word for word in words if word[0] == 17],
        "one word": words[1000:1001],
    }[sample]
    graphs = []
    for pure in ("", "1"):
        monkeypatch.setenv("SCRABBLECLI_PURE", pure)
        graphs.append(build_nodes(coded(chosen), "a sample"))
    assert graphs[0] == graphs[1]
    assert len(graphs[0]) > 3


@pytest.mark.usefixtures("compiled")
def test_the_packaged_graph_is_the_one_that_is_built(enable: Lexicon) -> None:
    assert build_nodes(coded(list(enable)), "enable").tobytes() == enable.nodes.tobytes()


@pytest.mark.usefixtures("compiled")
def test_a_list_whose_graph_is_too_large_for_its_arcs_is_refused() -> None:
    random = Random(1)
    words = [bytes(random.randint(1, 26) for _ in range(990)) for _ in range(4500)]
    with pytest.raises(DataError, match=r"the word graph of 4,500 words has more than 4,194,304 nodes"):
        build_nodes(coded(words), "long.txt")


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", TWINS)
def test_the_compiled_twin_is_made_from_the_sources_beside_it(name: str) -> None:
    for source in TWINS[name]:
        assert Path(str(import_module(source).__file__)).suffix == ".py"
    assert checksum_beside(TWINS[name][0]) == import_module(name).SOURCE_CHECKSUM


def test_the_checksum_of_a_source_depends_on_its_text_and_not_on_its_line_ends() -> None:
    assert source_checksum([b"one\r\n", b"two\r\n"]) == source_checksum([b"one\n", b"two\n"])
    assert source_checksum([b"one\n", b"two\n"]) != source_checksum([b"one\n", b"twa\n"])


def fake_twin(name: str, checksum: int | None = None) -> ModuleType:
    """A module that stands in for a compiled twin, so that the choice can be tested without a compiler."""
    twin = ModuleType(twin_of(name))
    twin.SOURCE_CHECKSUM = checksum_beside(name) if checksum is None else checksum  # type: ignore[attr-defined]
    return twin


@pytest.fixture
def no_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither form of the kernel is asked for."""
    monkeypatch.delenv("SCRABBLECLI_PURE", raising=False)
    monkeypatch.delenv("SCRABBLECLI_REQUIRE_COMPILED", raising=False)


@pytest.mark.usefixtures("no_wishes")
@pytest.mark.parametrize("name", KERNELS)
class TestChoiceOfTheKernel:
    def test_a_fresh_twin_is_used(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        twin = fake_twin(name)
        monkeypatch.setitem(sys.modules, twin_of(name), twin)
        assert load_kernel(name) is twin
        monkeypatch.setenv("SCRABBLECLI_REQUIRE_COMPILED", "1")
        assert load_kernel(name) is twin

    def test_pure_means_the_source_even_when_a_compiled_kernel_is_required(
        self, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, twin_of(name), fake_twin(name))
        monkeypatch.setenv("SCRABBLECLI_PURE", "1")
        assert load_kernel(name) is import_module(name)
        monkeypatch.setenv("SCRABBLECLI_REQUIRE_COMPILED", "1")
        assert load_kernel(name) is import_module(name)
        assert kernel_state() == "uncompiled kernel (SCRABBLECLI_PURE is set)"

    def test_a_stale_twin_is_left_alone_or_an_error(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, twin_of(name), fake_twin(name, 1))
        assert load_kernel(name) is import_module(name)
        assert "compiled from another version of the source, not used" in kernel_state()
        monkeypatch.setenv("SCRABBLECLI_REQUIRE_COMPILED", "1")
        with pytest.raises(ImportError, match=f"{twin_of(name)} is compiled from another version of the source"):
            load_kernel(name)

    def test_a_missing_twin_is_done_without_or_an_error(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, twin_of(name), None)  # what makes an import fail
        assert load_kernel(name) is import_module(name)
        assert "not compiled" in kernel_state()
        monkeypatch.setenv("SCRABBLECLI_REQUIRE_COMPILED", "1")
        with pytest.raises(ImportError, match=f"{twin_of(name)} is not compiled, and SCRABBLECLI_REQUIRE_COMPILED is set"):
            load_kernel(name)


@pytest.mark.usefixtures("no_wishes")
def test_the_state_is_compiled_when_both_twins_are_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KERNELS:
        monkeypatch.setitem(sys.modules, twin_of(name), fake_twin(name))
    assert kernel_state() == "compiled kernel"


def test_move_generators_and_graphs_use_the_kernel_asked_for(kernel: str) -> None:
    expected = {"compiled": ("_kernel", "_builder"), "uncompiled": ("kernel", "builder")}[kernel]
    assert (load_kernel(ENGINE).__name__.split(".")[-1], load_kernel(BUILDER).__name__.split(".")[-1]) == expected
    game = random_game(Random(1))
    finder = vars(MoveGenerator(game.rules, lexicon_of(game.alphabet, game.words)))["finder"]
    assert type(finder).__module__ == f"scrabblecli.engine.{expected[0]}"
