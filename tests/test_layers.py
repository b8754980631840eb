"""The rooms of the package and who may know whom, from the syntax trees of its modules."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrabblecli._compiled import TWINS

PACKAGE = Path(__file__).parent.parent / "scrabblecli"
# from top to bottom: a module may import from its own room and from those below
ROOMS = (
    "__main__", "cli", "__init__", "api", "report", "game", "analysis", "engine", "formats", "lexicon", "scoring", "endings", "move", "board",
    "rules", "layout", "tiles", "squares", "folders", "errors", "plain", "_compiled", "_cython_shim",
)  # fmt: skip
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts)
LONGEST = 450
# one algorithm in one place; what it needs is plain integers and buffers
LONG = {"engine/endgame.py", "engine/kernel.py", "engine/selfplay.py", "engine/values.py"}


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def room_of(path: Path) -> str:
    """The room of a module: the first part of its path."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(tree: ast.Module, package: str) -> Iterator[tuple[str, int]]:
    """The modules that a module imports anywhere in it, and on which line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            if base == "scrabblecli":
                for alias in node.names:
                    yield (f"scrabblecli.{alias.name}" if is_module(alias.name) else base), node.lineno
            else:
                yield base, node.lineno


def is_module(name: str) -> bool:
    return (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()


def parsed(path: Path) -> tuple[ast.Module, str]:
    parts = ("scrabblecli", *path.relative_to(PACKAGE).parts[:-1])
    return ast.parse(path.read_text(encoding="utf-8")), ".".join(parts)


def test_every_room_is_known() -> None:
    assert {room_of(path) for path in MODULES} <= set(ROOMS)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_down(path: Path) -> None:
    room = ROOMS.index(room_of(path))
    tree, package = parsed(path)
    upward = []
    for module, line in imports(tree, package):
        parts = module.split(".")
        if parts[0] != "scrabblecli":
            continue
        other = parts[1] if len(parts) > 1 else "__init__"
        if ROOMS.index(other) < room and room_of(path) != other:
            upward.append(f"line {line}: {module}")
    assert upward == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_only_the_report_knows_rich(path: Path) -> None:
    tree, package = parsed(path)
    found = [line for module, line in imports(tree, package) if module.split(".")[0] == "rich"]
    assert not found or room_of(path) == "report"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_only_the_command_line_knows_click(path: Path) -> None:
    tree, package = parsed(path)
    found = [line for module, line in imports(tree, package) if module.split(".")[0] == "click"]
    assert not found or room_of(path) == "cli"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_only_command_line_and_report_print(path: Path) -> None:
    tree, _ = parsed(path)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "input"):
            found.append(f"line {node.lineno}: {node.func.id}()")
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("sys.stdout", "sys.stderr", "sys.stdin", "sys.exit"):
            found.append(f"line {node.lineno}: {ast.unparse(node)}")
    assert found == [] or room_of(path) in ("cli", "report", "__main__")


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_third_party_import_below_the_command_line(path: Path) -> None:
    """Rooms below the report stand on Python alone; platformdirs tells where cache and configuration are, distributed is there for a cluster."""
    allowed = {
        "cli": {"click", "platformdirs", "distributed"},
        "report": {"rich"},
        "lexicon": {"platformdirs"},
        "folders.py": {"platformdirs"},
    }
    kernels = {f"{name.replace('.', '/').removeprefix('scrabblecli/')}.py" for sources in TWINS.values() for name in sources}
    tree, package = parsed(path)
    foreign = {module.split(".")[0] for module, _ in imports(tree, package)} - set(sys.stdlib_module_names) - {"scrabblecli"}
    if name_of(path) in kernels:
        foreign -= {"cython"}
    assert foreign <= allowed.get(path.relative_to(PACKAGE).parts[0], set())


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_module_is_too_long(path: Path) -> None:
    length = len(path.read_text(encoding="utf-8").splitlines())
    assert length <= LONGEST or name_of(path) in LONG


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_wildcard_import(path: Path) -> None:
    tree, _ = parsed(path)
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_every_module_says_what_it_is(path: Path) -> None:
    tree, _ = parsed(path)
    assert ast.get_docstring(tree)


def test_the_kernels_know_no_domain_types() -> None:
    for sources in TWINS.values():
        for place, name in enumerate(sources):
            tree, package = parsed(PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py"))
            own = [module for module, _ in imports(tree, package) if module.startswith("scrabblecli")]
            assert set(own) <= {"scrabblecli._cython_shim", *sources[:place]}


def test_an_upward_import_would_be_found() -> None:
    tree = ast.parse("def late():\n    from scrabblecli.cli import main\n    import scrabblecli.report.console\n")
    assert list(imports(tree, "scrabblecli")) == [("scrabblecli.cli", 2), ("scrabblecli.report.console", 3)]
    relative = ast.parse("from ..report import console\nfrom . import movegen\nfrom scrabblecli import cli, __version__\n")
    assert [module for module, _ in imports(relative, "scrabblecli.engine")] == [
        "scrabblecli.report",
        "scrabblecli.engine",
        "scrabblecli.cli",
        "scrabblecli",
    ]


def test_every_module_says_what_it_holds() -> None:
    assert MODULES
    for path in MODULES:
        assert len(ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "") > 10, path
