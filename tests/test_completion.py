"""Completion in shells: what click's own protocol answers, and a real shell that asks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scrabblecli.rules import built_in_names
from scrabblecli.rules.settings import SETTINGS
from tests.helpers import ROOT, environment, run


def complete(words: list[str], folder: Path | None = None, shell: str = "fish", **changes: str) -> list[list[str]]:
    """What a process answers for the last word of a command line: type, value and perhaps a help text of each answer."""
    variables = {
        "_SCRABBLECLI_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": " ".join(["scrabblecli", *words]),
        "COMP_CWORD": words[-1] if shell == "fish" else str(len(words)),
    }
    done = subprocess.run(
        [sys.executable, "-m", "scrabblecli"], capture_output=True, text=True, cwd=folder, env=environment(**variables, **changes),
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    if shell == "zsh":
        lines = done.stdout.splitlines()
        return [lines[start : start + 3] for start in range(0, len(lines) - 2, 3)]
    return [line.replace("\t", ",", 1).split(",") for line in done.stdout.splitlines() if line]


def values(answers: list[list[str]]) -> list[str]:
    return [answer[1] for answer in answers]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with files of several kinds."""
    for name in ("club.toml", "words.txt", "words.kwg", "board.txt", ".hidden.toml", "README.md"):
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / "sub").mkdir()
    return tmp_path


def test_commands() -> None:
    assert values(complete(["so"])) == ["solve"]
    assert {"rules", "config", "completion", "check"} <= set(values(complete([""])))
    assert values(complete(["rules", "s"])) == ["show"]
    assert values(complete(["completion", ""])) == ["bash", "zsh", "fish"]
    # a misspelled command is no error while a line is being typed
    assert "show" in values(complete(["rules", "shw", ""]))
    assert "solve" in values(complete(["slve", ""]))


def test_rule_sets(folder: Path) -> None:
    assert values(complete(["solve", "--rules", ""], folder)) == [*built_in_names(), "club.toml"]
    assert values(complete(["solve", "--rules", "ha"], folder)) == ["hasbro-2003", "hasbro-2021"]
    assert values(complete(["solve", "--rules", "cl"], folder)) == ["clabbers", "club.toml"]
    assert complete(["solve", "--rules", "wwf"], folder, "zsh") == [["plain", "wwf", "Words With Friends"]]
    # whatever the shell itself finds there
    assert complete(["solve", "--rules", "sub/"], folder) == [["file", "sub/"]]
    assert values(complete(["rules", "show", "ab"], folder)) == ["absp"]
    assert values(complete(["rules", "diff", "absp", "w"], folder)) == ["wespa", "wwf"]


def test_word_lists(folder: Path) -> None:
    assert set(values(complete(["check", "--lexicon", ""], folder))) == {"enable", "words.txt", "words.kwg", "board.txt"}
    assert values(complete(["check", "--lexicon", "en"], folder)) == ["enable"]


def test_installed_word_lists(folder: Path) -> None:
    (folder / "club.txt").write_text("ACT\nCAT\n", encoding="utf-8")
    data = {"XDG_DATA_HOME": str(folder / "data")}
    built = subprocess.run(
        [sys.executable, "-m", "scrabblecli", "lexicon", "build", "evening", "club.txt"],
        capture_output=True, cwd=folder, env=environment(**data), check=False,
    )  # fmt: skip
    if built.returncode:
        pytest.skip("lists cannot be installed here")
    assert values(complete(["check", "--lexicon", "ev"], folder, **data)) == ["evening"]


def test_settings() -> None:
    assert values(complete(["solve", "--set", ""])) == [f"{key}=" for key in SETTINGS]
    assert values(complete(["solve", "--set", "bingo"])) == ["bingo_bonus=", "bingo_tiles="]
    assert values(complete(["solve", "--set", "leftovers="])) == [
        "leftovers=double", "leftovers=transfer", "leftovers=subtract", "leftovers=none",
    ]  # fmt: skip
    assert values(complete(["solve", "--set", "teams=t"])) == ["teams=true"]
    assert complete(["solve", "--set", "rack_size="]) == []
    assert complete(["solve", "--set", "nonesuch="]) == []


def test_formats_and_colours() -> None:
    assert values(complete(["solve", "--format", "j"])) == ["json", "jsonl"]
    assert values(complete(["rules", "show", "--format", "to"])) == ["toml"]
    assert values(complete(["check", "--color", "a"])) == ["auto", "always"]


@pytest.mark.parametrize("command", ["solve", "score", "board"])
def test_boards_are_files(command: str) -> None:
    assert complete([command, "boa"]) == [["file", "boa"]]


def test_a_broken_configuration_does_not_disturb(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("a = = 1", encoding="utf-8")
    assert values(complete(["solve", "--format", "j"], SCRABBLECLI_CONFIG=str(tmp_path / "broken.toml"))) == ["json", "jsonl"]
    assert values(complete(["solve", "--rules", "ww"], SCRABBLECLI_RULES="nonesuch")) == ["wwf"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_script_is_clicks_own(shell: str) -> None:
    script = run("completion", shell).stdout
    assert script.startswith("# To install: ")
    assert f"scrabblecli completion {shell}" in script.split("\n", 1)[0]
    done = subprocess.run(
        [sys.executable, "-m", "scrabblecli"], capture_output=True, text=True, check=False,
        env=environment(_SCRABBLECLI_COMPLETE=f"{shell}_source"),
    )  # fmt: skip
    ours = [line for line in script.splitlines()[1:] if "nospace" not in line]
    assert ours == done.stdout.strip().splitlines()


@pytest.mark.parametrize(
    ("arguments", "message"), [((), "Missing argument"), (("tcsh",), "'tcsh' is not one of 'bash', 'zsh', 'fish'")]
)
def test_other_shells(arguments: tuple[str, ...], message: str) -> None:
    result = run("completion", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def installed(folder: Path, shell: str) -> dict[str, str]:
    """The environment of a shell that finds ``scrabblecli`` and the script for it in a folder."""
    program = folder / "bin" / "scrabblecli"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scrabblecli "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (folder / "script").write_text(run("completion", shell).stdout, encoding="utf-8")
    return environment(PATH=os.pathsep.join([str(program.parent), os.environ["PATH"]]), PYTHONPATH=str(ROOT))


@pytest.mark.skipif(sys.platform == "win32" or not shutil.which("bash"), reason="needs bash")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["sol"], ["solve"]),
        (["solve", "--rules", "ha"], ["hasbro-2003", "hasbro-2021"]),
        (["solve", "--set", "bingo_b"], ["bingo_bonus="]),
        (["rules", "diff", "super", "we"], ["wespa"]),
    ],
)
def test_in_bash(words: list[str], expected: list[str], folder: Path) -> None:
    line = " ".join(f"'{word}'" for word in ["scrabblecli", *words])
    script = (
        "compopt() { :; }\nsource ./script\ncomplete -p scrabblecli >&2\n"
        f'COMP_WORDS=({line})\nCOMP_CWORD={len(words)}\n_scrabblecli_completion scrabblecli\nprintf "%s\\n" "${{COMPREPLY[@]}}"\n'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, cwd=folder, env=installed(folder, "bash"), check=False
    )
    if "nosort: invalid option" in done.stderr:
        pytest.skip("an older bash")
    assert "-F _scrabblecli_completion scrabblecli" in done.stderr
    assert (done.returncode, done.stdout.splitlines()) == (0, expected)


@pytest.mark.skipif(not shutil.which("fish"), reason="needs fish")
def test_in_fish(folder: Path) -> None:
    done = subprocess.run(
        ["fish", "--no-config", "-c", "source script; complete -C 'scrabblecli solve --rules hasbro'"],
        capture_output=True, text=True, cwd=folder, env=installed(folder, "fish"), check=False,
    )  # fmt: skip
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == ["hasbro-2003", "hasbro-2021"]


def test_installed_lists_and_rules_of_challenges(tmp_path: Path) -> None:
    from scrabblecli.rules.settings import CHALLENGES

    (tmp_path / "words.txt").write_text("CAT\n", encoding="utf-8")
    data = str(tmp_path / "data")
    for name in ("club", "collins"):
        built = run("lexicon", "build", name, str(tmp_path / "words.txt"), env={"XDG_DATA_HOME": data})
        assert built.exit_code == 0
    assert values(complete(["lexicon", "remove", ""], tmp_path, XDG_DATA_HOME=data)) == ["club", "collins"]
    assert values(complete(["lexicon", "remove", "co"], tmp_path, XDG_DATA_HOME=data)) == ["collins"]
    assert values(complete(["check", "--challenge", ""])) == list(CHALLENGES)


def test_keys_and_values_of_the_configuration() -> None:
    assert {"rules", "lexicon", "set.bingo_bonus"} <= set(values(complete(["config", "set", ""])))
    assert values(complete(["config", "set", "color", ""])) == ["auto", "always", "never"]
    assert values(complete(["config", "set", "rules", "wes"])) == ["wespa"]


def test_shells_without_a_script() -> None:
    assert "error: Missing argument 'bash|zsh|fish'. Choose from: bash, zsh, fish\n" in run("completion").stderr
    message = run("completion", "PowerShell").stderr
    assert "there is no completion for PowerShell: expected bash, zsh or fish; Git and WSL bring bash to Windows\n" in message
    assert "'csh' is not one of 'bash', 'zsh', 'fish'" in run("completion", "csh").stderr
