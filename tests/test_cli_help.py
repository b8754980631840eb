"""Help texts and the version."""

from __future__ import annotations

import re
import shlex

import pytest

import scrabblecli
from tests.helpers import ROOT, golden, run

COMMANDS = [
    "board",
    "check",
    "completion",
    "config",
    "game",
    "help",
    "lexicon",
    "play",
    "puzzle",
    "rules",
    "score",
    "solve",
    "unseen",
    "words",
]
INNER = [
    f"{group} {name}"
    for group, names in {
        "config": ("path", "set", "show", "unset"),
        "game": ("add", "amend", "clock", "convert", "duplicate", "missed", "new", "score", "sheet", "show", "undo"),
        "lexicon": ("build", "diff", "export", "fit", "info", "list", "remove"),
        "puzzle": ("make", "quiz"),
        "rules": ("diff", "list", "show"),
        "words": ("anagram", "contains", "extensions", "hooks", "lengths", "pattern", "probability", "random", "study"),
    }.items()
    for name in names
]


@pytest.mark.parametrize("command", [None, *COMMANDS, *INNER])
def test_help(command: str | None) -> None:
    arguments = ("--help",) if command is None else (*command.split(), "--help")
    result = run(*arguments, env={"COLUMNS": "80"})
    assert (result.exit_code, result.stderr) == (0, "")
    golden(f"help-{(command or 'scrabblecli').replace(' ', '-')}.txt", result.stdout)


@pytest.mark.parametrize(
    "command",
    [
        "board",
        "check",
        "config",
        "game",
        "game convert",
        "game duplicate",
        "game missed",
        "game sheet",
        "game score",
        "game show",
        "help",
        "lexicon diff",
        "lexicon fit",
        "play",
        pytest.param("puzzle", marks=pytest.mark.heavy),
        pytest.param("puzzle make", marks=pytest.mark.heavy),
        "rules",
        "score",
        "solve",
        "unseen",
        *(name for name in INNER if name.startswith(("rules ", "words ")) and name != "words study"),
    ],
)
def test_example_of_the_help_works(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = run(*command.split(), "--help", env={"COLUMNS": "100"}).stdout
    [example] = re.findall(r"Example:  scrabblecli (.*)", text)
    result = run(*shlex.split(example))
    assert result.exit_code == (1 if command == "check" else 0)
    assert result.stdout != ""


def test_help_names_the_exit_statuses() -> None:
    text = " ".join(run("--help").stdout.split())
    assert "0 done, 1 the answer is no, 2 bad usage or bad input, 130 interrupted" in text


def test_version() -> None:
    result = run("--version")
    assert result.exit_code == 0
    pattern = rf"scrabblecli {re.escape(scrabblecli.__version__)}, (un)?compiled kernel.*, Python \d+\.\d+\.\d+\n"
    assert re.fullmatch(pattern, result.stdout)


def test_version_tells_how_the_kernel_runs() -> None:
    assert "uncompiled kernel (SCRABBLECLI_PURE is set)" in run("--version", env={"SCRABBLECLI_PURE": "1"}).stdout


def test_without_arguments_the_commands_are_shown() -> None:
    result = run()
    assert result.exit_code == 2
    assert all(command in result.stdout + result.stderr for command in COMMANDS)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("solv", "error: no such command 'solv'; did you mean 'solve'?\n"),
        ("scorre", "error: no such command 'scorre'; did you mean 'score'?\n"),
        ("review", "error: no such command 'review'; did you mean 'game review'?\n"),
        ("anagram", "error: no such command 'anagram'; did you mean 'words anagram'?\n"),
        ("Version", "error: no such command 'Version'; did you mean '--version'?\n"),
        ("show", "error: no such command 'show'; did you mean 'config show', 'game show', 'leaves show' or 'rules show'?\n"),
        ("lexicon add", "error: no such command 'lexicon add'; did you mean 'lexicon build'?\n"),
        ("lexicon install", "error: no such command 'lexicon install'; did you mean 'lexicon build'?\n"),
        ("lexicon update", "error: no such command 'lexicon update'; did you mean 'lexicon build --replace'?\n"),
        ("lexicon show", "error: no such command 'lexicon show'; did you mean 'lexicon info'?\n"),
        ("lexicon compare", "error: no such command 'lexicon compare'; did you mean 'lexicon diff'?\n"),
        ("lexicon default club", "error: no such command 'lexicon default'; did you mean 'config set lexicon'?\n"),
        ("game analyze", "error: no such command 'game analyze'; did you mean 'game review'?\n"),
        ("game solve", "error: no such command 'game solve'; did you mean 'solve'?\n"),
        ("game xyz", "error: no such command 'game xyz'; commands are add, amend, "),
        (
            "xyz",
            "error: no such command 'xyz'; commands are analyze, board, check, completion, config, game, help, leaves, lexicon, play, puzzle, rules, score, solve, unseen, words\n",
        ),
    ],
)
def test_unknown_command(command: str, message: str) -> None:
    result = run(*command.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_every_hint_is_a_command() -> None:
    from scrabblecli.cli.command_hints import _OTHER_NAMES

    for group, names in _OTHER_NAMES.items():
        for meant in (*names.values(), *([group] if group else [])):
            first = [word for word in meant.split() if not word.startswith("--")][:2]
            if first != ["config", "set", "lexicon"]:
                assert run(*first, "--help").exit_code == 0, meant
        assert not [name for name in names if run(*group.split(), name, "--help").exit_code == 0]
