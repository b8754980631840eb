"""Fuzz target: the whole command line. Arguments are made of the commands and options that click knows, with nasty values and input.

Every case runs in a folder of its own, with caches and settings of its own; one in many runs in a real process as well and must say the same.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import click
from click.testing import CliRunner
from hypothesis import strategies as st

from benchmarks.fuzz_texts import BOARDS, CGP, GAMES, GCG, KEY_LINES, LISTS, PRAGMAS, SESSIONS
from benchmarks.fuzzing import NASTY, Target, mutated
from scrabblecli.cli import scrabblecli
from scrabblecli.rules import built_in_names

__all__ = ["TARGETS", "commands_of"]

ROOT = Path(__file__).parent.parent
ENDGAME = (ROOT / "boards" / "endgame.txt").read_text(encoding="utf-8")
TOY = 'layout = ["...", ".*.", "..."]\nrack_size = 3\ntiles = "toy.csv"\n'
FILES = {
    "board.txt": BOARDS[0],
    "end.txt": ENDGAME,
    "game.cgp": "\n".join(CGP) + "\n",
    "game.gcg": GCG[0],
    "table.txt": GAMES[0],
    "four.txt": GAMES[1],
    "session.tsv": SESSIONS[0],
    "words.txt": LISTS[0],
    "a b'c\u00e9.txt": LISTS[1],
    "mine.toml": 'extends = "wwf"\nbingo_bonus = 1\n',
    "toy.toml": TOY,
    "toy.csv": "?,?,1,0,0\nA,a,3,1,1\nB,b,2,3,0\nC,c,2,3,0\n",
    "folder/game.gcg": GCG[0],
    "empty.txt": "",
    "bytes.kwg": "\x00\x01\x02" * 30,
    "x.leaves": "scrabblecli leaves 1\n64\n",
}
NAMES = (*FILES, "made.txt", "made.txt", "-", "-", "folder", "none.txt", "/dev/null", "new.txt", "new/deep.txt")
# what takes minutes by default, and what would look for other machines
SMALL = {
    "--iterations": "4",
    "--seconds": "0.3",
    "--games": "1",
    "--generations": "2",
    "--jobs": "1",
    "--count": "1",
    "--top": "3",
}
APART = {"--cluster", "--help", "--version"}
RAW = {("game", "convert"), ("board",), ("play",)}
"""Commands whose output a pipe gets as the file has it."""
REAL = 150
_CONTROLS = {*range(32), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)} - {9, 10}
PATHS = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME")


class Command(NamedTuple):
    """A command: the words that call it, and what it takes."""

    words: tuple[str, ...]
    parameters: tuple[click.Parameter, ...]


@lru_cache(maxsize=1)
def commands_of() -> tuple[Command, ...]:
    """Every command that is no group."""

    def walk(words: tuple[str, ...], command: click.Command) -> Iterator[Command]:
        context = click.Context(command)
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                found = command.get_command(context, name)
                if found is not None:
                    yield from walk((*words, name), found)
        else:
            yield Command(words, tuple(command.get_params(context)))

    return tuple(walk((), scrabblecli))


# importing the commands is no business of a strategy
_COMMANDS = commands_of()
_WORDS = st.sampled_from((
    "RETAINS", "QI", "AEINRST", "AEINRS?", "8D RETAINS", "8D", "-AEI", "pass", "exch AE", "?A*", "H8", "Ann", "Ann,Bob", "enable", "2..8", "+20", "A", "10", "1", "[CH]O",
))  # fmt: skip
_FILES = st.sampled_from(NAMES)
_NUMBERS = st.integers(-3, 20).map(str)


def _value(parameter: click.Parameter) -> st.SearchStrategy[str]:
    """Values for an option or an argument, most of them of its kind."""
    kind = parameter.type
    name = parameter.name or ""
    likely: st.SearchStrategy[str] = _WORDS | _FILES
    if isinstance(kind, click.Choice):
        likely = st.sampled_from([str(choice) for choice in kind.choices])
    elif isinstance(kind, click.IntRange | click.FloatRange) or kind in (click.INT, click.FLOAT):
        likely = _NUMBERS
    elif name in ("rules", "ruleset", "names", "name"):
        likely = st.sampled_from((*built_in_names(), "mine.toml", "toy.toml", "made.txt"))
    elif name in ("lexicon", "against"):
        likely = st.sampled_from(("enable", "words.txt", "a b'c\u00e9.txt", "bytes.kwg", "made.txt"))
    elif name in ("settings",):
        likely = st.sampled_from(
            ("bingo_bonus=1", "rack_size=9", "challenge=ten", "word_order=any", "players=4", 'extra_words=["QI"]')
        )
    elif any(part in name for part in ("file", "board", "path", "output", "leaves", "known", "session")):
        likely = _FILES
    return st.one_of(likely, likely, likely, likely, likely, _WORDS, st.sampled_from(NASTY))


@st.composite
def _calls(draw: st.DrawFn) -> tuple[list[str], str, str, int]:
    """A command line, its standard input, the content of the file ``made.txt``, and a number that chooses the real processes."""
    command = draw(st.sampled_from(_COMMANDS))
    words = list(command.words)
    options = [one for one in command.parameters if isinstance(one, click.Option) and not APART & set(one.opts)]
    for option in draw(st.lists(st.sampled_from(options), max_size=4)) if options else []:
        words.append(draw(st.sampled_from([*option.opts, *option.secondary_opts])))
        if not option.is_flag and not option.count:
            words += [draw(_value(option)) for _ in range(max(1, option.nargs))]
    for argument in command.parameters:
        if isinstance(argument, click.Argument):
            number = argument.nargs if argument.nargs > 0 else draw(st.integers(0, 3))
            words += [draw(_value(argument)) for _ in range(number)]
    if draw(st.integers(0, 15)) == 0:
        words.insert(draw(st.integers(0, len(words))), draw(st.sampled_from(NASTY)))
    taken = {name for option in options for name in option.opts}
    for name, small in SMALL.items():
        if name in taken and (name != "--top" or draw(st.booleans())):
            words += [name, small]
    if command.words == ("leaves", "train"):
        # a whole table of English leaves is worked out for seconds
        words += ["--rules", "toy.toml"]
    stdin = draw(
        st.sampled_from(("", "\n", "QI\nAA\n", "8D RETAINS\nquit\n")) | mutated([*BOARDS, CGP[0], *GCG, *GAMES], KEY_LINES)
    )
    made = draw(mutated([*BOARDS, CGP[0], *GCG, *GAMES, *SESSIONS, *LISTS, TOY], (*KEY_LINES, *PRAGMAS)))
    return [word.encode("utf-8", "ignore").decode() for word in words], stdin, made, draw(st.integers(1, REAL))


@contextmanager
def _place(made: str) -> Iterator[dict[str, str]]:
    """A folder deep in a folder of its own, to work in; the environment that keeps everything else there."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "a", "b", "c")
        os.makedirs(os.path.join(folder, "folder"))
        for name, text in (*FILES.items(), ("made.txt", made)):
            Path(folder, name).write_bytes(text.encode("utf-8", "surrogateescape"))
        os.chdir(folder)
        try:
            # one cache for all: what it holds is known by its content
            yield {name: os.path.join(top, name) for name in PATHS} | {"XDG_CACHE_HOME": _cache()}
        finally:
            os.chdir(before)


@lru_cache(maxsize=1)
def _cache() -> str:
    return tempfile.mkdtemp(prefix="fuzz-cache-")


def _harmless(text: str, what: str) -> None:
    """No character that acts on a terminal."""
    acting = sorted({character for character in text if ord(character) in _CONTROLS})
    assert not acting, f"{acting} on {what}: {text[:300]!r}"
    assert "Traceback" not in text, text[-2000:]


def command_line(case: tuple[list[str], str, str, int]) -> str:
    """One call."""
    words, stdin, made, chosen = case
    plain = dict.fromkeys(name for name in os.environ if name.startswith("SCRABBLECLI_"))
    with _place(made) as environment:
        runner = CliRunner(env={**plain, **environment, "TERM": "dumb", "COLUMNS": "80"})
        result = runner.invoke(scrabblecli, words, input=stdin.encode(), catch_exceptions=False)
    _harmless(result.stderr, "standard error")
    if not any(tuple(words[: len(raw)]) == raw for raw in RAW):
        _harmless(result.stdout, "standard output")
    assert result.exit_code in (0, 1, 2), f"exit status {result.exit_code}"
    assert result.exit_code != 2 or result.stderr, "no word about what is wrong"
    if chosen == REAL and not any("\x00" in word for word in words):
        _really(words, stdin, made, result.exit_code)
    return "refused" if result.exit_code == 2 else "read"


def _really(words: list[str], stdin: str, made: str, expected: int) -> None:
    """The same call in a process of its own."""
    with _place(made) as environment:
        done = subprocess.run(
            [sys.executable, "-m", "scrabblecli", *words], input=stdin.encode(), capture_output=True, timeout=120, check=False,
            env=os.environ | environment | {"TERM": "dumb", "COLUMNS": "80", "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    errors = done.stderr.decode("utf-8")
    _harmless(errors, "standard error of a process")
    assert done.returncode == expected, f"a process ends with {done.returncode}, not {expected}: {errors[-2000:]}"


TARGETS = (Target("command-line", _calls(), command_line),)
