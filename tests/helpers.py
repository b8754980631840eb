"""What the tests of the command line share: calling it, reading its output, small boards and word lists."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from scrabblecli.cli import scrabblecli

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden"
TEAZELING = str(ROOT / "boards" / "teazeling.txt")

# what a developer has set must not change what is tested
PLAIN_ENVIRONMENT: dict[str, str | None] = dict.fromkeys(
    (
        "SCRABBLECLI_RULES", "SCRABBLECLI_LEXICON", "SCRABBLECLI_COLOR", "SCRABBLECLI_TOP", "SCRABBLECLI_FORMAT", "SCRABBLECLI_QUIET",
        "SCRABBLECLI_CONFIG", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM", "COLUMNS", "LINES",
    )
)  # fmt: skip
PLAIN_ENVIRONMENT["TERM"] = "xterm-256color"

Row = dict[str, str]


def run(*arguments: str, stdin: str | bytes | None = None, env: Mapping[str, str | None] | None = None) -> Result:
    """Call the command line in this process; an exception that is not its way to end is raised, as a fault."""
    environment = PLAIN_ENVIRONMENT | dict(env or {})
    return CliRunner(env=environment).invoke(scrabblecli, list(arguments), input=stdin, catch_exceptions=False)


def environment(**changes: str) -> dict[str, str]:
    """The environment of a process: that of the tests, without what would change the output."""
    made = {key: value for key, value in os.environ.items() if PLAIN_ENVIRONMENT.get(key, "") is not None}
    made["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return made | {"TERM": "xterm-256color"} | changes


def cgp(*, rack: str = "", rows: Mapping[int, str] | None = None, size: int = 15) -> str:
    """A line of CGP: rows by number (from 1) as in ``{8: "5JOG7"}``, the others empty."""
    given = rows or {}
    content = "/".join(given.get(row, str(size)) for row in range(1, size + 1))
    return f"{content} {rack}/ 0/0 0\n"


EMPTY = cgp()
JOG = cgp(rows={8: "5JOG7"})


def table(output: str, separator: str = "\t") -> list[Row]:
    """Separated lines with a header line as dictionaries."""
    header, *lines = output.splitlines()
    names = header.split(separator)
    return [dict(zip(names, line.split(separator), strict=True)) for line in lines]


def solved(stdin: str, rack: str | None, *options: str) -> list[Row]:
    """All moves of a position, as rows."""
    racks = () if rack is None else ("--rack", rack)
    result = run("solve", "-", *racks, "--top", "0", "--format", "tsv", *options, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    return table(result.stdout)


def scores(rows: Iterable[Row]) -> list[tuple[str, int]]:
    """The moves of rows with their scores."""
    return [(row["move"], int(row["score"])) for row in rows]


def judged(stdin: str, move: str, *options: str) -> dict[str, Any]:
    """What ``score`` says of a move, as data."""
    result = run("score", "-", move, "--format", "json", *options, stdin=stdin)
    assert result.exit_code in (0, 1), result.stderr
    data: dict[str, Any] = json.loads(result.stdout)
    assert result.exit_code == (0 if data["legal"] else 1)
    return data


def codes(judgement: Mapping[str, Any]) -> list[str]:
    """The codes of the reasons why a move cannot be played."""
    return [reason["code"] for reason in judgement["reasons"]]


def word_list(folder: Path, *words: str, name: str = "words.txt") -> str:
    """Write a word list in UTF-8; its path."""
    path = folder / name
    path.write_text("".join(word + "\n" for word in words), encoding="utf-8")
    return str(path)


def golden(name: str, text: str) -> None:
    """Compare a text with a file that holds what it must be; with UPDATE_GOLDEN set, write the file instead."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
