"""The documents say what the program does: every example is run, the reference is compared with the help, output with the schemas."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from scrabblecli.cli import scrabblecli
from tests.analyze_cases import CASES, AnalyzeCase

ROOT = Path(__file__).parent.parent
KITCHEN = str(ROOT / "boards" / "kitchen.gcg")
BOARD = str(ROOT / "boards" / "teazeling.txt")


def script(name: str) -> ModuleType:
    """A script of the docs folder as a module."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(sys.platform == "win32", reason="the examples are run by a POSIX shell in a terminal")
@pytest.mark.parametrize("name", ["README.md", "docs/guide.md", "docs/formats.md"])
def test_every_example_shows_what_the_program_prints(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "```console" in text
    assert script("examples").refreshed(text) == text


@pytest.mark.parametrize(
    "name",
    [
        "README.md",
        "docs/guide.md",
        "docs/formats.md",
        "docs/design.md",
        "docs/performance.md",
        "docs/analysis.md",
        "docs/safety.md",
    ],
)
def test_links_lead_to_files(name: str) -> None:
    path = ROOT / name
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (path.parent / target).exists()]
    assert not missing


def test_the_command_reference_is_the_help() -> None:
    assert script("commands").reference() == (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def schema(name: str) -> jsonschema.Draft202012Validator:
    content = json.loads((ROOT / "docs" / "schema" / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(content)
    return jsonschema.Draft202012Validator(content)


def output(*arguments: str, text: str | None = None) -> str:
    return CliRunner().invoke(scrabblecli, list(arguments), input=text).stdout


CGP = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15"


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", BOARD, "--rack", "AEGINT?", "--top", "40"],
        ["solve", BOARD, "--rack", "AEGINTZ", "--exchanges", "--top", "0"],
        ["solve", BOARD, "--rack", "AEGINTZ", "--rack", "QQ", "--set", "bingo_bonus=35"],
        ["solve", "-", "--top", "3"],
        ["solve", "-", "--rack", "VVVV"],
        ["solve", BOARD, "--rack", "AEGINTZ", "--by", "equity"],
        ["solve", "-", "--rack", "VVVV", "--by", "equity", "--hint", "score"],
    ],
)
@pytest.mark.parametrize("output_format", ["json", "jsonl"])
def test_solve_prints_what_its_schema_says(arguments: list[str], output_format: str) -> None:
    shown = output(*arguments, "--format", output_format, text=f"{CGP} DOG/ 0/0 0\nbad/ / /\n{CGP} ??/ 0/0 0\n")
    documents: list[Any] = [json.loads(shown)] if output_format == "json" else [json.loads(line) for line in shown.splitlines()]
    assert documents
    for document in documents:
        schema("solve").validate(document)


@pytest.mark.parametrize(
    "move", ["3G TEAZ..ING", "8B TAOUTSAILS", "1A ZZZ", "15K ZINGER", "8D RE", "11A A", "-AEI", "-3", "pass", "3G TEAZ...NG"]
)
def test_score_prints_what_its_schema_says(move: str) -> None:
    document = json.loads(output("score", BOARD, move, "--rack", "AEGINTZ", "--format", "json"))
    schema("score").validate(document)
    assert document["legal"] == (document["reasons"] == [])


def test_check_prints_what_its_schema_says() -> None:
    schema("check").validate(json.loads(output("check", "QI", "CAT", "--format", "json")))
    for line in output("check", "QI", "CAT", "--format", "jsonl").splitlines():
        schema("check").validate(json.loads(line))


@pytest.mark.parametrize(
    "arguments",
    [
        ("CAT", "RETIANS", "--format", "json"),
        ("CAT", "QI", "--together", "--format", "jsonl"),
        ("--board", BOARD, "--format", "json"),
        ("--board", BOARD, "--move", "1L MAZE", "--format", "json"),
        ("--board", BOARD, "--move", "1L MAZE", "--challenge", "five", "--format", "json"),
        ("--board", BOARD, "--move", "8B TAOUTSAILS", "--challenge", "void", "--format", "jsonl"),
        ("--board", BOARD, "--move", "1A CAT", "--challenge", "double", "--format", "json"),
    ],
)
def test_check_of_every_kind_prints_what_its_schema_says(arguments: tuple[str, ...]) -> None:
    schema("check").validate(json.loads(output("check", *arguments)))


def test_unseen_prints_what_its_schema_says() -> None:
    schema("unseen").validate(json.loads(output("unseen", BOARD, "--rack", "AEGINTZ", "--format", "json")))
    for line in output("unseen", str(ROOT / "boards" / "game.cgp"), "--format", "json").splitlines():
        schema("unseen").validate(json.loads(line))


@pytest.mark.parametrize(
    "arguments",
    [
        ("game", "score", KITCHEN),
        ("game", "score", KITCHEN, "--rules", "wwf", "--set", "end_score=200"),
        ("game", "score", "-"),
        ("game", "show", KITCHEN),
        ("game", "show", KITCHEN, "--turn", "13"),
        ("game", "show", "-", "--turn", "2"),
    ],
)
@pytest.mark.parametrize("output_format", ["json", "jsonl"])
def test_game_prints_what_its_schema_says(arguments: tuple[str, ...], output_format: str) -> None:
    odd = (
        "#player1 Ann Ann\n#player2 Bob Bob\n#note odd\n>Ann: ZZZ 8D CAT +1 1\n#note\n>Ann: -- -1 0\n>Bob: -3 +0 0\n>Ann: (time) -10 -10\n"
        ">Bob: +5 5\n>Ann: AX (AX) -9 -19\nnonsense\n"
    )
    schema("game").validate(json.loads(output(*arguments, "--format", output_format, text=odd)))


def test_a_converted_game_is_what_its_schema_says() -> None:
    schema("game").validate(json.loads(output("game", "convert", KITCHEN, "--to", "json")))


def test_lexicon_fit_prints_what_its_schema_says() -> None:
    schema("lexicon").validate(json.loads(output("lexicon", "fit", KITCHEN, "--format", "json")))


def test_a_schema_refuses_what_is_not_so() -> None:
    document = json.loads(output("solve", BOARD, "--rack", "AEGINTZ", "--top", "1", "--format", "json"))
    document["moves"][0]["score"] = "92"
    assert not schema("solve").is_valid(document)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_analyze_prints_what_its_schema_says(case: AnalyzeCase) -> None:
    moves = [word for move in case.moves for word in ("--move", move)]
    arguments = ("analyze", "-", "--rack", case.rack, *moves, *case.options, "--format")
    whole = json.loads(output(*arguments, "json", text=f"{case.board} / 0/0 0\n"))
    schema("analyze").validate(whole)
    lines = [json.loads(line) for line in output(*arguments, "jsonl", text=f"{case.board} / 0/0 0\n").splitlines()]
    for line in lines:
        schema("analyze").validate(line)
    assert lines == whole.get("positions", [whole])
