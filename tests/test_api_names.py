"""The public API as a promise: its names and signatures, its documentation, its types, and what importing it costs."""

from __future__ import annotations

import ast
import doctest
import enum
import inspect
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

import scrabblecli
from tests.helpers import ROOT, environment, golden

PUBLIC = [name for name in scrabblecli.__all__ if name != "__version__"]
SOURCE = (ROOT / "scrabblecli" / "__init__.py").read_text(encoding="utf-8")
MADE_HERE = {"Analysis", "Game", "GameReview", "Judgement", "Lexicon", "ListedMove", "MoveList", "PlayList", "Ruling", "RuleSet"}
"""Nobody else makes these, so how they are made is no promise."""
SCREEN = 100
"""The whole of it can be seen at once."""


def written(annotation: object) -> str:
    """A type as it is written, in every version of Python."""
    return str(getattr(annotation, "__forward_arg__", annotation))


def signature(thing: object) -> str:
    """The arguments of a function or of a constructor, as they are written."""
    try:
        found = inspect.signature(thing)  # type: ignore[arg-type]  # a TypeError is caught
    except (TypeError, ValueError):
        return ""
    parts: list[str] = []
    named = False
    for parameter in found.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not named:
            named = True
            parts.append("*")
        star = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
        named = named or bool(star)
        typed = "" if parameter.annotation is parameter.empty else f": {written(parameter.annotation)}"
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        parts.append(f"{star}{parameter.name}{typed}{default}")
    back = "" if found.return_annotation in (found.empty, None, "None") else f" -> {written(found.return_annotation)}"
    return f"({', '.join(parts)}){back}"


def members(kind: type) -> Iterator[str]:
    """The public attributes of a class, a line each; those of Python's own classes are left out."""
    for name in sorted({*dir(kind), *(kind.__annotations__ if kind.__name__ in ("MoveList", "Ruling") else ())}):
        if name in kind.__annotations__ and name not in dir(kind):
            yield f"  {name}: {written(kind.__annotations__[name])}"
            continue
        home = next((base for base in kind.__mro__ if name in vars(base)), None)
        if name.startswith("_") or home is None or home.__module__.partition(".")[0] != "scrabblecli":
            continue
        thing = inspect.getattr_static(kind, name)
        if isinstance(thing, property):
            yield f"  {name}: {thing.fget.__annotations__['return']}"
        elif isinstance(thing, classmethod | staticmethod):
            yield f"  {name}{signature(thing.__func__)}"
        elif inspect.isfunction(thing):
            yield f"  {name}{signature(thing)}"
        else:
            yield f"  {name}"


def described(name: str) -> Iterator[str]:
    """A public name with its signature and what belongs to it."""
    thing = getattr(scrabblecli, name)
    if not isinstance(thing, type):
        yield f"{name} = {thing}" if isinstance(thing, types.UnionType) else f"{name}{signature(thing)}"
        return
    yield f"class {name}{'' if issubclass(thing, enum.Enum) or name in MADE_HERE else signature(thing)}"
    yield from members(thing)


def test_names_and_signatures_are_those_that_were_promised() -> None:
    """Run with UPDATE_GOLDEN=1 after a change that is meant, and say so in CHANGELOG.md."""
    golden("api.txt", "".join(f"{line}\n" for name in PUBLIC for line in described(name)))


def test_it_is_one_screen_and_a_lazy_table_that_type_checkers_agree_with() -> None:
    assert len(SOURCE.splitlines()) <= SCREEN
    listed: dict[str, str] = {}
    for node in ast.walk(ast.parse(SOURCE)):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for statement in node.body:
                assert isinstance(statement, ast.ImportFrom)
                listed |= {alias.name: str(statement.module) for alias in statement.names}
    lazy = {name: f"scrabblecli.{home}" for home, names in scrabblecli._HOMES.items() for name in names}
    assert lazy == listed
    assert sorted(lazy) == sorted(PUBLIC)
    assert len(set(scrabblecli.__all__)) == len(scrabblecli.__all__)
    assert set(scrabblecli.__all__) <= set(dir(scrabblecli))
    with pytest.raises(AttributeError, match="no attribute 'solver'"):
        _ = scrabblecli.solver


@pytest.mark.parametrize("name", [name for name in PUBLIC if name != "Move"])
def test_every_public_name_says_what_it_is_with_an_example(name: str) -> None:
    thing = getattr(scrabblecli, name)
    assert len(inspect.getdoc(thing) or "") > 20
    module = sys.modules[thing.__module__]
    examples = [test for test in doctest.DocTestFinder().find(thing, name, module=module) if test.examples]
    assert examples, f"{name} has no example"
    if inspect.isclass(thing):
        for member in members(thing):
            attribute = inspect.getattr_static(thing, member.strip().partition("(")[0].partition(":")[0], None)
            if isinstance(attribute, property) or inspect.isfunction(attribute):
                assert inspect.getdoc(attribute), f"{name}: {member}"


def imported(code: str) -> list[str]:
    """The modules that a fresh Python has after running some code."""
    command = [sys.executable, "-c", f"{code}\nimport sys\nprint(*sorted(sys.modules))"]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment()).stdout.splitlines()[-1].split()


def test_importing_costs_next_to_nothing() -> None:
    fresh = imported("pass")
    assert {name for name in imported("import scrabblecli") if name not in fresh} <= {"scrabblecli", "importlib", "typing"} | set(
        imported("import importlib, typing")
    )


def test_commands_do_not_load_what_notebooks_show() -> None:
    modules = imported(
        "from scrabblecli.cli import scrabblecli\nfrom scrabblecli.board import Board\nassert not hasattr(Board, '_repr_svg_')"
    )
    assert not [name for name in modules if name.startswith(("scrabblecli.api", "scrabblecli.report"))]


def test_a_strict_program_of_somebody_else_type_checks() -> None:
    """tests/downstream.py is checked by mypy in strict mode with all others; here it runs, and uses every name."""
    path = Path(__file__).parent / "downstream.py"
    text = path.read_text(encoding="utf-8")
    assert [name for name in PUBLIC if name not in text] == []
    assert "Any" not in text
    assert "ignore" not in text
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False, env=environment(), cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "3G TEAZ(EL)ING 92"
