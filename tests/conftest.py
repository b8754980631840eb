"""What several tests share: the English game, both forms of the kernel, and a surrounding that no user's files disturb."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from scrabblecli._compiled import TWINS, kernel_state, load_kernel, source_checksum
from scrabblecli.lexicon import Lexicon, load_lexicon
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.tiles import TileSet

KEPT = {"SCRABBLECLI_PURE", "SCRABBLECLI_REQUIRE_COMPILED"}
HEAVY = {
    "test_cli_analyze", "test_deep", "test_docs", "test_duplicate", "test_endgame", "test_known", "test_missed", "test_odd_games",
    "test_offers", "test_preendgame", "test_puzzle", "test_review", "test_review_html", "test_simulation",
}  # fmt: skip
"""Reviews of whole games, endgames and simulations: without the compiled kernel they take hours."""


FORMS = {"kernel", "compiled", "uncompiled"}
"""Fixtures by which a test chooses the form of the kernel itself."""
WITHOUT_KERNEL = {"test_layers", "test_oracle", "test_oracle_variants"}
"""Modules that, but for tests that choose the form of the kernel, look at sources or hold `scoring` and the oracle together."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--uncompiled-only``, for a run without a compiler beside one with it."""
    parser.addoption(
        "--uncompiled-only",
        action="store_true",
        help="leave out what a run with compiled kernels has proven for both forms, and what asks no kernel",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is too heavy for plain Python where nothing is compiled; the kernels' own tests hold both forms together."""
    if config.getoption("--uncompiled-only"):
        left_out = [item for item in items if _is_proven(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not _is_proven(item)]
    if kernel_state() == "compiled kernel" or os.environ.get("SCRABBLECLI_REQUIRE_COMPILED"):
        return
    for item in items:
        if item.path.stem in HEAVY or item.get_closest_marker("heavy"):
            item.add_marker(pytest.mark.skip(reason="takes hours without the compiled kernel"))


def _is_proven(item: pytest.Item) -> bool:
    """Whether a test says the same where kernels are compiled: there it has run uncompiled too, or it runs none."""
    return item.path.stem in WITHOUT_KERNEL or not FORMS.isdisjoint(getattr(item, "fixturenames", ()))


@pytest.fixture(autouse=True, scope="session")
def _own_surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Graphs are cached in a folder of this run, and no settings of the user are read."""
    cache, config = tmp_path_factory.mktemp("cache"), tmp_path_factory.mktemp("config")

    with pytest.MonkeyPatch.context() as patch:
        for key in [key for key in os.environ if key.startswith("SCRABBLECLI_") and key not in KEPT]:
            patch.delenv(key)
        patch.setenv("XDG_CACHE_HOME", str(cache))
        patch.setenv("XDG_CONFIG_HOME", str(config))
        patch.setenv("XDG_DATA_HOME", str(config / "data"))
        yield


@pytest.fixture(scope="session")
def tournament() -> RuleSet:
    """The default rules."""
    return load_rules("tournament")


@pytest.fixture(scope="session")
def english(tournament: RuleSet) -> TileSet:
    """The English tile set."""
    return tournament.tiles


@pytest.fixture(scope="session")
def enable(english: TileSet) -> Lexicon:
    """The packaged word list."""
    return load_lexicon("enable", english.alphabet)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled kernels are used; without them the test is skipped, or fails when they are required."""
    missing = []
    for name, sources in TWINS.items():
        try:
            twin = import_module(name)
        except ImportError:
            missing.append(f"{name} is not compiled")
            continue
        texts = [Path(str(import_module(source).__file__)).read_bytes() for source in sources]
        if source_checksum(texts) != twin.SOURCE_CHECKSUM:
            missing.append(f"{name} is compiled from other versions of its sources")
    if missing:
        reason = f"{' and '.join(missing)}: build with python setup.py build_ext --inplace"
        if os.environ.get("SCRABBLECLI_REQUIRE_COMPILED"):
            pytest.fail(reason)
        pytest.skip(reason)
    monkeypatch.delenv("SCRABBLECLI_PURE", raising=False)
    for name, sources in TWINS.items():
        assert {load_kernel(source).__name__ for source in sources} == {name}


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain Python kernels are used."""
    monkeypatch.setenv("SCRABBLECLI_PURE", "1")
    for sources in TWINS.values():
        assert [load_kernel(source).__name__ for source in sources] == list(sources)


@pytest.fixture(params=["compiled", "uncompiled"])
def kernel(request: pytest.FixtureRequest) -> str:
    """Both forms of the kernel, one after the other: move generators and word graphs made in the test use it."""
    form = str(request.param)
    request.getfixturevalue(form)
    return form
