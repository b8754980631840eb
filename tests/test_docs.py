"""The documents say what the program does: every example is run, the reference is compared with the help, output with the schemas."""

from __future__ import annotations

import doctest
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import commands
import documents as documents_module
import examples
import jsonschema
import links
import modules
import pytest
import rule_tables
import schemas
from click.testing import CliRunner
from documents import DOCS, ROOT, documents
from documents import links as linked

from scrabblecli.cli import scrabblecli
from tests.analyze_cases import CASES, AnalyzeCase

KITCHEN = str(ROOT / "boards" / "kitchen.gcg")
BOARD = str(ROOT / "boards" / "teazeling.txt")


def named(page: Path) -> str:
    """A document by its path in the project."""
    return page.relative_to(ROOT).as_posix()


needs_a_shell = pytest.mark.skipif(sys.platform == "win32", reason="the examples are run by a POSIX shell in a terminal")


@needs_a_shell
@pytest.mark.parametrize(
    "page", [path for path in documents() if examples.BLOCK.search(path.read_text(encoding="utf-8"))], ids=named
)
def test_every_example_shows_what_the_program_prints(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert examples.refreshed(text) == text


@needs_a_shell
def test_examples_of_python_are_run_and_written_anew() -> None:
    wrong = "```python\n# two.py\nprint(1 + 1)\n```\n```console\n$ python3 two.py\n3\n```\n```pycon\n>>> n = 2\n>>> n * 3\n5\n>>> 1 / 0\n```\n"
    right = "```python\n# two.py\nprint(1 + 1)\n```\n```console\n$ python3 two.py\n2\n```\n```pycon\n>>> n = 2\n>>> n * 3\n6\n>>> 1 / 0\n"
    shown = examples.refreshed(wrong)
    assert shown.startswith(right)
    assert shown.endswith("ZeroDivisionError: division by zero\n```\n")
    assert examples.refreshed(shown) == shown
    with pytest.raises(ZeroDivisionError):
        examples.refreshed("```python\nx = 1 / 0\n```\n")


@pytest.mark.parametrize("page", documents(), ids=named)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    assert links.broken(page) == []


def test_anchors_are_those_of_code_hosts() -> None:
    assert doctest.testmod(documents_module) == (0, 1)
    text = "# One `two`: three?\n```text\n# no heading\n```\n## [Four](five.md) ##\n## Four\n"
    assert documents_module.anchors(text) == {"one-two-three", "four", "four-1"}


def test_a_broken_link_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "# A `b`: c?\n[here](#a-b-c) [no](#a) [![p](p.png)](page.md) [x](x.md) `[code](no.md)` [web](https://example.org/)\n"
        "```text\n[block](no.md)\n```\n# Twice\n# Twice\n[second](page.md#twice-1) [third](page.md#twice-2) [out](../out.md)\n",
        encoding="utf-8",
    )
    assert links.broken(page) == [
        "page.md:2: #a: no such heading",
        "page.md:2: p.png: no such file",
        "page.md:2: x.md: no such file",
        "page.md:8: page.md#twice-2: no such heading",
        "page.md:8: ../out.md: no such file",
    ]


def test_every_page_is_linked_from_an_index() -> None:
    indexes = [path for path in documents() if path.name == "index.md"]
    targets = {
        (index.parent / link.target.partition("#")[0]).resolve()
        for index in indexes
        for link in linked(index.read_text(encoding="utf-8"))
    }
    front = DOCS / "index.md"
    assert [path for path in documents() if path.is_relative_to(DOCS) and path != front and path.resolve() not in targets] == []


@pytest.mark.parametrize(
    "pages",
    [commands.pages, modules.pages, schemas.pages, rule_tables.pages],
    ids=["commands", "modules", "schemas", "rule_tables"],
)
def test_generated_pages_are_what_the_program_says(pages: Callable[[], dict[str, str]]) -> None:
    for name, text in pages().items():
        assert (DOCS / name).read_text(encoding="utf-8") == text, name


def test_no_generated_page_is_left_over() -> None:
    made = {*commands.pages(), *schemas.pages(), *rule_tables.pages()}
    found = [*(DOCS / "commands").glob("*"), *(DOCS / "reference" / "json").glob("*"), *(DOCS / "rules" / "boards").glob("*")]
    assert {path.relative_to(DOCS).as_posix() for path in found} - made == set()


def test_every_figure_has_a_script() -> None:
    """Each section of the figures names the script that makes them, and the table at the top has every such script."""
    text = (DOCS / "performance.md").read_text(encoding="utf-8")
    _, table, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    assert len(sections) > 10
    named = re.compile(r"`(?:python )?(benchmarks/\w+\.py)")
    for section in sections:
        scripts = named.findall(section)
        assert scripts, section.partition("\n")[0]
        assert set(scripts) <= set(named.findall(table)), section.partition("\n")[0]
    assert [name for name in named.findall(text) if not (ROOT / name).is_file()] == []


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
