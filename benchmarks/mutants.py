"""Changes the modules that score and referee one expression at a time, and counts the changes that no test notices.

usage: python benchmarks/mutants.py [MODULE ...] [--sample N] [--seed N] [--only TEXT] [--map FILE] [--fresh] [--list]

The mutants are those of mutmut (https://mutmut.readthedocs.io), in properties and tables too, without those that can only crash, and
none of the members of enumerations and the defaults of fields; of a text one mutant is made. No file is changed: the tests are collected once, and for every mutant a forked process takes over its code
and runs the tests that reach the changed line, the quickest first, and then others of the module. What each test reaches is
measured once and kept in --map. Needs ``pip install mutmut==3.8.1`` beside the tools of development, and a system that can fork.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import coverage
import libcst
import pytest
from libcst.metadata import ByteSpanPositionProvider
from mutmut.mutation.file_mutation import MutationVisitor
from mutmut.mutation.mutators import mutation_operators, operator_arg_removal, operator_assignment
from mutmut.mutation.pragma_handling import IgnoredCode

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe

ROOT = Path(__file__).parent.parent
MODULES = (
    "scoring", "endings", "board", "move", "squares", "game.referee", "game.challenge", "game.closing", "game.totals", "game.turn",
    "game.judging", "game.replay", "engine.exchanges", "rules.settings",
)  # fmt: skip
TESTS = ("cli_score", "endings", "moves", "record", "referee", "rules_cases", "scoring")
"""The test files that are run, quick ones about these modules; the doctests of the modules are added, --tests names others."""
LONGEST = 4.0
"""Seconds of computing time of a test above which it is run for no mutant."""
SECOND_LOOK = 10.0
"""Seconds of other tests of the module that a mutant must survive as well."""
PLAIN_DATA = (dict, tuple, str, int, float, frozenset)


class Mutant(NamedTuple):
    """A changed module: its source, the line of the change, and what the change is."""

    source: str
    line: int
    change: str


class Reach(NamedTuple):
    """Which tests reach each line of a module, and how many seconds each test takes."""

    lines: dict[int, list[str]]
    seconds: dict[str, float]


def path_of(module: str) -> Path:
    """The file of a module."""
    return ROOT.joinpath("scrabblecli", *module.split(".")).with_suffix(".py")


# mutants


class _Visitor(MutationVisitor):
    """Mutates decorated functions too: no trampolines are laid here."""

    def _skip_node_and_children(self, node: libcst.CSTNode) -> bool:
        if isinstance(node, libcst.FunctionDef) and node.decorators:
            return False
        return bool(super()._skip_node_and_children(node))


def _dropped_options(node: libcst.Call) -> Iterator[libcst.Call]:
    """A call without its last argument, or without one that is named: it may have a default."""
    for place, argument in enumerate(node.args):
        if not argument.star and (argument.keyword is not None or place == len(node.args) - 1 > 0):
            yield node.with_changes(args=[*node.args[:place], *node.args[place + 1 :]])


OPERATORS: list[tuple[type, Callable[[Any], Iterable[libcst.CSTNode]]]] = [
    *((kind, operator) for kind, operator in mutation_operators if operator not in (operator_assignment, operator_arg_removal)),
    (libcst.Call, _dropped_options),
]
"""The operators of mutmut, but for those that put None in a value's place, or leave out any argument: what they make only crashes."""


def _beside_the_point(original: libcst.CSTNode, mutated: libcst.CSTNode) -> bool:
    """Whether a mutant says nothing of the tests: another case of the letters of a text."""
    return isinstance(original, libcst.SimpleString) and isinstance(mutated, libcst.SimpleString) and "XX" not in mutated.value


def mutants_of(source: str) -> Iterator[Mutant]:
    """Every mutant of a module that can be compiled."""
    wrapper = libcst.MetadataWrapper(libcst.parse_module(source))
    visitor = _Visitor(OPERATORS, IgnoredCode(set(), set(), set()))
    wrapper.visit(visitor)
    spans = wrapper.resolve(ByteSpanPositionProvider)
    alone = _left_alone(source)
    content = source.encode()
    seen = {source}
    for original, mutated in ((mutation.original_node, mutation.mutated_node) for mutation in visitor.mutations):
        start = spans[original].start
        end = start + spans[original].length
        line = content.count(b"\n", 0, start) + 1
        if _beside_the_point(original, mutated) or line in alone:
            continue
        put = wrapper.module.code_for_node(mutated)
        text = (content[:start] + put.encode() + content[end:]).decode()
        if text in seen:
            continue
        seen.add(text)
        try:
            compile(text, "<mutant>", "exec")
        except SyntaxError:
            continue
        first, last = content.rfind(b"\n", 0, start) + 1, content.find(b"\n", end)
        before = content[first:last].decode()
        after = f"{content[first:start].decode()}{put}{content[end:last].decode()}"
        yield Mutant(text, line, f"{' '.join(before.split())}  =>  {' '.join(after.split())}")


def _left_alone(source: str) -> set[int]:
    """The lines of ``__all__``, which nothing at run time reads, and of what a class holds beside its methods, which a class keeps."""
    tree = ast.parse(source)
    nodes: list[ast.stmt] = [
        node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            nodes += [part for part in node.body if not isinstance(part, ast.FunctionDef)]
    return {line for node in nodes for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}


# which tests


def _measure(items: Sequence[pytest.Item], out: Path) -> bool:
    """Run the tests once and write which lines of the modules each reaches."""
    paths = [path_of(module) for module in MODULES]
    measured = coverage.Coverage(data_file=None, include=[str(path) for path in paths], config_file=False)
    measured.start()
    seconds = {}
    for item, following in zip(items, [*items[1:], None], strict=True):
        measured.switch_context(item.nodeid)
        started = time.process_time()
        if _passes(item, following):
            seconds[item.nodeid] = time.process_time() - started
    measured.stop()
    data = measured.get_data()
    lines = {module: data.contexts_by_lineno(str(path)) for module, path in zip(MODULES, paths, strict=True)}
    out.write_text(json.dumps({"seconds": seconds, "lines": lines}), encoding="utf-8")
    return True


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Whether a test passes, or is skipped."""
    failed = item.session.testsfailed
    item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
    return item.session.testsfailed == failed


def reach_of(module: str, kept: Path) -> Reach:
    """What the quick tests reach of a module."""
    found = json.loads(kept.read_text(encoding="utf-8"))
    seconds = {test: taken for test, taken in found["seconds"].items() if taken <= LONGEST}
    lines = {
        int(line): sorted((test for test in tests if test in seconds), key=seconds.__getitem__)
        for line, tests in found["lines"][module].items()
    }
    return Reach(lines, seconds)


def _chosen(reach: Reach, line: int) -> list[str]:
    """The tests for a mutant of a line: those that reach it, then others of the module."""
    first = reach.lines.get(line, [])
    others = sorted({test for tests in reach.lines.values() for test in tests} - set(first), key=reach.seconds.__getitem__)
    left = SECOND_LOOK
    chosen = list(first)
    for test in others:
        left -= reach.seconds[test]
        if left < 0:
            break
        chosen.append(test)
    return chosen


# one mutant


def _functions(code: CodeType) -> Iterator[CodeType]:
    """Every code object in another."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _functions(constant)


def _take_over(module: ModuleType, source: str) -> None:
    """Put the code of a mutant into the functions of a module that is loaded, and what its tables hold into its tables."""
    path = str(module.__file__)
    code = compile(source, path, "exec")
    scratch: dict[str, Any] = {"__name__": module.__name__, "__file__": path}
    exec(code, scratch)
    codes = {(part.co_qualname, part.co_firstlineno): part for part in _functions(code)}
    made = {id(function) for function in _functions_in(scratch)}
    defaults = {
        _place(function): function for function in gc.get_objects() if isinstance(function, FunctionType) and id(function) in made
    }
    for function in [one for one in gc.get_objects() if isinstance(one, FunctionType) and one.__code__.co_filename == path]:
        place = _place(function)
        if place in codes:
            function.__code__ = codes[place]
        if place in defaults:
            function.__defaults__ = defaults[place].__defaults__
            function.__kwdefaults__ = defaults[place].__kwdefaults__
    for name, value in scratch.items():
        old = module.__dict__.get(name)
        if name.startswith("__") or not isinstance(value, PLAIN_DATA) or not isinstance(old, PLAIN_DATA):
            continue
        if isinstance(old, dict) and isinstance(value, dict):
            old.clear()
            old.update(value)
        else:
            setattr(module, name, value)


def _place(function: FunctionType) -> tuple[str, int]:
    return function.__code__.co_qualname, function.__code__.co_firstlineno


def _functions_in(scratch: dict[str, Any]) -> Iterator[FunctionType]:
    """The functions and methods that a module has just defined."""
    for value in scratch.values():
        members = vars(value).values() if isinstance(value, type) and value.__module__ == scratch["__name__"] else (value,)
        for member in members:
            function = getattr(member, "fget", None) or getattr(member, "__func__", member)
            if isinstance(function, FunctionType) and function.__globals__ is scratch:
                yield function


def _in_a_fork(work: Callable[[], bool], seconds: float) -> bool | None:
    """What some work comes to in a process of its own, whose output goes nowhere; None where it takes too long or dies."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return {0: True, 1: False}.get(os.waitstatus_to_exitcode(status))
    answer = 1
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds)  # computing time: the machine may be busy
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(silent, stream)
        answer = 0 if work() else 1
    finally:
        os._exit(answer)


class _Attack:
    """The plugin that takes the place of pytest's loop over the tests."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Measure what the tests reach, then try every mutant."""
        options = self.options
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # one folder for all the processes
        wanted = options.fresh or not options.map.is_file()
        if wanted and not _in_a_fork(lambda: _measure(session.items, options.map), 7200):
            raise pytest.UsageError("the tests could not be measured")
        tried = survived = 0
        for module in options.modules:
            count, alive = self.attack(module, session.items)
            tried, survived = tried + count, survived + alive
        print(f"in all: {tried} mutants, {tried - survived} killed, {survived} survived")
        return True

    def attack(self, module: str, items: Sequence[pytest.Item]) -> tuple[int, int]:
        """Every mutant of a module, or a sample: how many were tried, and how many survive."""
        options = self.options
        reach = reach_of(module, options.map)
        source = path_of(module).read_text(encoding="utf-8")
        mutants = [mutant for mutant in mutants_of(source) if options.only in mutant.change]
        made = len(mutants)
        if options.sample and made > options.sample:
            mutants = sorted(Random(options.seed).sample(mutants, options.sample), key=lambda mutant: mutant.line)
        left_out = {f"test_{name}" for name in options.without}
        by_name = {item.nodeid: item for item in items if item.path.stem not in left_out}
        # the module as it is must survive, else nothing is told of its mutants
        first = sorted({test for tests in reach.lines.values() for test in tests} & set(by_name), key=reach.seconds.__getitem__)[
            :50
        ]
        if not _in_a_fork(lambda: _survives(module, Mutant(source, 0, ""), [by_name[name] for name in first]), 600):
            raise pytest.UsageError(f"{module}: tests fail without a mutant")
        alive = late = 0
        for mutant in mutants:
            names = [name for name in _chosen(reach, mutant.line) if name in by_name]
            tests = [by_name[name] for name in names]
            allowed = 5 + 6 * sum(map(reach.seconds.__getitem__, names))
            answer = _in_a_fork(partial(_survives, module, mutant, tests), allowed)
            late += answer is None
            if answer:
                alive += 1
                reached = "" if reach.lines.get(mutant.line) else "  (no test reaches the line)"
                print(f"{module}:{mutant.line}: {mutant.change}{reached}", flush=True)
        sampled = f" of {made}" if len(mutants) < made else ""
        print(
            f"{module}: {len(mutants)}{sampled} mutants, {len(mutants) - alive} killed ({late} by time), {alive} survived\n",
            flush=True,
        )
        return len(mutants), alive


def _survives(module: str, mutant: Mutant, tests: Sequence[pytest.Item]) -> bool:
    """Whether no test notices a mutant."""
    _take_over(sys.modules[f"scrabblecli.{module}"], mutant.source)
    return all(_passes(test, following) for test, following in zip(tests, [*tests[1:], None], strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", default=MODULES, metavar="MODULE", help=f"of {', '.join(MODULES)} (default: all)")
    parser.add_argument("--sample", type=int, default=400, help="mutants of a module at most, 0 = all (default: 400)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default: 1)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only mutants whose change contains a text")
    parser.add_argument("--tests", nargs="+", default=TESTS, metavar="NAME", help=f"test files, as {' '.join(TESTS)} (default)")
    parser.add_argument("--without", nargs="+", default=(), metavar="NAME", help="test files that are measured but not run")
    parser.add_argument("--map", type=Path, default=ROOT / "build" / "mutants.json", help="where what the tests reach is kept")
    parser.add_argument("--fresh", action="store_true", help="measure again what the tests reach")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    options = parser.parse_args()
    if unknown := [module for module in options.modules if module not in MODULES]:
        parser.error(f"unknown modules: {', '.join(unknown)}")
    if options.list:
        for module in options.modules:
            for mutant in mutants_of(path_of(module).read_text(encoding="utf-8")):
                print(f"{module}:{mutant.line}: {mutant.change}")
        return
    os.chdir(ROOT)
    options.map.parent.mkdir(parents=True, exist_ok=True)
    describe()
    files = [str(path) for path in (ROOT / "tests" / f"test_{name}.py" for name in options.tests) if path.is_file()]
    doctests = [str(path_of(module)) for module in MODULES]
    arguments = [
        "-q",
        "-s",
        "--no-header",
        "--no-summary",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        "--hypothesis-seed=0",
        *files,
        *doctests,
    ]
    sys.exit(int(pytest.main(arguments, plugins=[_Attack(options)])))


if __name__ == "__main__":
    main()
