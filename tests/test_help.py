"""``help``: commands, topics, and manual pages made of both."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from examples import run_console

from scrabblecli.cli import scrabblecli
from scrabblecli.cli.defaults import KEYS
from scrabblecli.cli.manual import command_page, manual_pages, topic_page
from scrabblecli.cli.status import ExitStatus
from scrabblecli.cli.topics import Topic, topic, topic_names
from tests.helpers import ROOT, run
from tests.test_completion import complete, values

PAGES = dict(manual_pages(click.Context(scrabblecli, info_name="scrabblecli")))
EXAMPLE = re.compile(r"(?:^    .*\n)+", re.MULTILINE)


def examples(text: str) -> list[str]:
    """The blocks of a topic that show commands."""
    blocks = [re.sub("^    ", "", block, flags=re.MULTILINE) for block in EXAMPLE.findall(text)]
    return [block for block in blocks if block.startswith("$ ")]


# Commands


@pytest.mark.parametrize(
    "names", [("solve",), ("game",), ("game", "review"), ("words", "study"), ("help",), ("lexicon", "build"), ("puzzle", "quiz")]
)
def test_help_of_a_command_is_what_its_option_shows(names: tuple[str, ...]) -> None:
    asked = run("help", *names)
    shown = run(*names, "--help")
    assert (asked.exit_code, asked.stderr) == (0, "")
    assert asked.stdout == shown.stdout


def test_without_a_name_commands_and_topics_are_listed() -> None:
    shown = run("help", env={"COLUMNS": "80"}).stdout
    assert shown.startswith(run("--help", env={"COLUMNS": "80"}).stdout)
    listed = shown.partition("\nTopics:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == list(topic_names())
    assert all(line.split(maxsplit=1)[1] == topic(line.split()[0]).summary for line in listed)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("bord",), "error: no such command or topic 'bord'; did you mean 'board'?\n"),
        (("exit-statuses",), "error: no such command or topic 'exit-statuses'; did you mean 'exit-status'?\n"),
        (("game", "reviw"), "error: no such command 'game reviw'; did you mean 'review'?\n"),
        (("solve", "boards"), "error: solve has no commands of its own: 'boards'\n"),
        (("boards", "solve"), "error: boards is a topic, which no name may follow: 'solve'\n"),
        (
            ("../topics/boards",),
            "error: no such command or topic '../topics/boards'; commands or topics are analyze, board, boards, ",
        ),
        (("--man", "bord"), "error: no such command or topic 'bord'; did you mean 'board'?\n"),
    ],
)
def test_unknown_names(names: tuple[str, ...], message: str) -> None:
    result = run("help", *names)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


# Topics


@pytest.mark.parametrize("name", topic_names())
def test_topic(name: str) -> None:
    about = topic(name)
    shown = run("help", name)
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout.endswith(f"{about.summary}\n\n{about.text}")
    assert about.summary.endswith(".")
    assert max(map(len, shown.stdout.splitlines())) <= 80
    assert "\t" not in re.sub(EXAMPLE, "", about.text)


@pytest.mark.parametrize("name", ["config", "rules"])
def test_a_command_that_is_a_topic_too(name: str) -> None:
    shown = run("help", name).stdout
    assert shown == f"{run(name, '--help').stdout}\n{topic(name).summary}\n\n{topic(name).text}"


@pytest.mark.skipif(sys.platform == "win32", reason="the examples are run by a POSIX shell in a terminal")
@pytest.mark.parametrize("name", topic_names())
def test_example_of_a_topic_shows_what_the_program_prints(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "boards", tmp_path / "boards")
    blocks = examples(topic(name).text)
    assert len(blocks) == 1
    assert run_console(blocks[0], tmp_path) == blocks[0]


def test_topics_name_all_there_is() -> None:
    assert all(f"    {status:<7}" in topic("exit-status").text for status in map(int, ExitStatus))
    assert {f"SCRABBLECLI_{key.upper()}" for key in KEYS} <= set(topic("environment").text.split())
    assert all(re.search(rf"^    {key} = ", topic("config").text, re.MULTILINE) for key in KEYS)
    formats = re.findall(r"^    (\w+)  ", topic("formats").text, re.MULTILINE)
    assert formats == ["auto", "table", "tsv", "csv", "json", "jsonl", "text"]


def test_every_variable_of_the_program_is_a_line_of_its_topic() -> None:
    named = set(re.findall(r"SCRABBLECLI_[A-Z_]+[A-Z]", topic("environment").text))
    used = {
        name
        for path in (ROOT / "scrabblecli").rglob("*.py")
        for name in re.findall(r"\bSCRABBLECLI_[A-Z_]+[A-Z]\b", path.read_text(encoding="utf-8"))
    }
    assert used - {"SCRABBLECLI_COMPLETE"} <= named


# Completion


def test_completion() -> None:
    assert values(complete(["help", "bo"])) == ["board", "boards"]
    assert values(complete(["help", "game", "re"])) == ["review"]
    assert values(complete(["help", "solve", ""])) == []
    assert values(complete(["help", "nonesuch", ""])) == []
    assert set(topic_names()) < set(values(complete(["help", ""])))
    assert complete(["help", "exit"], shell="zsh") == [["plain", "exit-status", topic("exit-status").summary]]


# Manual pages


def test_every_command_and_topic_has_a_page() -> None:
    pages = [path for path in (ROOT / "docs" / "commands").glob("*.md") if path.stem != "index"]
    reference = "".join(page.read_text(encoding="utf-8") for page in pages)
    commands = ["scrabblecli", *re.findall(r"^##? (scrabblecli.*)$", reference, re.MULTILINE)]
    assert set(PAGES) == {
        *(f"{command.replace(' ', '-')}.1" for command in commands),
        *(f"scrabblecli-{name}.7" for name in topic_names()),
    }


@pytest.mark.parametrize("name", [name for name in PAGES if name.endswith(".1")])
def test_sections_of_a_page(name: str) -> None:
    sections = re.findall(r"^\.SH (.*)$", PAGES[name], re.MULTILINE)
    assert [section for section in sections if section != "COMMANDS"] == [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "EXIT STATUS",
        "ENVIRONMENT",
        "EXAMPLES",
        "SEE ALSO",
    ]
    examples_section = PAGES[name].partition(".SH EXAMPLES\n")[2]
    assert examples_section.startswith(".PP\n.RS 4\n.nf\n$ ")


def plain(page: str) -> str:
    """What a page says, without how it is set."""
    for sign, written in (
        ("-", r"\-"),
        ("'", r"\(aq"),
        ("`", r"\(ga"),
        ("^", r"\(ha"),
        ("~", r"\(ti"),
        ("", r"\fB"),
        ("", r"\fR"),
    ):
        page = page.replace(written, sign)
    return page.replace(r"\e", "\\")


def test_a_page_says_what_the_help_says() -> None:
    page = " ".join(plain(PAGES["scrabblecli-game-review.1"]).split())
    text = run("game", "review", "--help", env={"COLUMNS": "100"}).stdout
    described, options = text.split("\n\nOptions:\n")
    for paragraph in described.split("\n\n")[1:]:
        assert " ".join(paragraph.removeprefix("  Example:  ").split()) in page
    for option in re.findall(r"--[a-z-]+", options):
        assert option in page


def test_pages_are_printed() -> None:
    assert run("help", "--man").stdout == PAGES["scrabblecli.1"]
    assert run("help", "--man", "game", "review").stdout == PAGES["scrabblecli-game-review.1"]
    assert run("help", "--man", "boards").stdout == PAGES["scrabblecli-boards.7"]
    assert run("help", "--man", "rules").stdout == PAGES["scrabblecli-rules.1"]


def test_no_text_is_a_request() -> None:
    about = Topic("odd", "Odd things: '.", ".TH is no request.\n\n    .SH nor here\n    'so \\fBnot\\fR ~ ^ ` \u2014\n")
    page = topic_page(about)
    assert [line for line in page.splitlines() if line.startswith("'")] == []
    assert r"\&.TH is no request." in page
    assert r"\&.SH nor here" in page
    assert r"\(aqso \efBnot\efR \(ti \(ha \(ga \[u2014]" in page

    @click.command("odd", help=".so /etc/passwd\n\nExample:  odd 'x'")
    @click.option("--one-two", metavar="'A'", help=".SH \\n")
    def odd(one_two: str) -> None: ...

    page = command_page(click.Context(odd, info_name="odd"))
    assert r"odd \- \&.so /etc/passwd" in page
    assert "\n.so" not in page
    assert "\n\\fB\\-\\-one\\-two\\fR \\(aqA\\(aq\n\\&.SH \\en\n" in page
    assert "$ odd \\(aqx\\(aq\n" in page


@pytest.mark.skipif(not shutil.which("groff"), reason="needs groff")
def test_pages_are_set_without_a_warning() -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tascii", "-P-cbou", "-rLL=80n"], input="".join(PAGES.values()), capture_output=True, text=True,
        encoding="ascii", check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert len(re.findall("^NAME$", done.stdout, re.MULTILINE)) == len(PAGES)
