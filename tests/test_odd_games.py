"""Whole records as people and programs leave them: what is recorded is what is right, but for what is named here line by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import jsonschema
import pytest

from scrabblecli.formats.detect import game_text, parse_game
from scrabblecli.formats.gametext import format_game_text
from scrabblecli.formats.gcg import format_gcg
from scrabblecli.game.loading import load_game
from scrabblecli.game.record import Game
from scrabblecli.rules.choice import RuleChoice
from tests.helpers import ROOT, run

GAMES = Path(__file__).parent / "games"


class Odd(NamedTuple):
    """A record: the lines on which its numbers are wrong or something is odd, the line at which it stops, the scores recorded and right."""

    lines: tuple[int, ...]
    stops: int
    recorded: tuple[int, ...]
    right: tuple[int, ...]


RECORDS = {
    "game-a.gcg": Odd((0,), 0, (439, 466), (439, 466)),  # the line for the end is missing
    "odd-end.gcg": Odd((), 0, (429, 471), (429, 471)),
    "odd-spelling.gcg": Odd((5,), 0, (58, 31), (58, 31)),  # +0 for a play that is taken back, its total right
    "odd-numbers.gcg": Odd((3, 4, 8), 0, (116, 156), (114, 111)),
    "odd-lines.gcg": Odd((18, 19), 0, (22, 17), (22, 20)),
    "odd-four.txt": Odd((10,), 0, (52, 16, 0, 19), (46, 16, 0, 19)),
    "odd-stop.gcg": Odd((), 5, (22, 24), (22, 24)),
    "kitchen.gcg": Odd((), 0, (452, 455), (452, 455)),
}


def path_of(name: str) -> Path:
    return next(path for path in (GAMES / name, ROOT / "boards" / name) if path.is_file())


def text_of(name: str) -> str:
    text = game_text(path_of(name).read_bytes())
    assert text is not None
    return text


def followed(text: str, name: str) -> Game:
    return load_game(text, name, RuleChoice())


def test_every_game_has_its_line() -> None:
    assert {path.name for path in GAMES.iterdir() if path.is_file()} | {"kitchen.gcg"} == set(RECORDS)


@pytest.mark.parametrize("name", RECORDS)
def test_what_is_recorded_is_right_but_for_what_is_named(name: str) -> None:
    odd = RECORDS[name]
    game = followed(text_of(name), name)
    assert tuple(dict.fromkeys(finding.line for finding in game.findings)) == odd.lines
    assert (0 if game.error is None else game.error.line) == odd.stops
    assert (game.stated, game.scores) == (odd.recorded, odd.right)
    wrong = {row.line for row in game.rows if row.stated_points not in (None, row.points)}
    assert wrong <= set(odd.lines)


@pytest.mark.parametrize("name", RECORDS)
def test_reading_writing_and_reading_again_gives_the_same(name: str) -> None:
    read = parse_game(text_of(name), name).without_lines()
    # in GCG every entry has its score, which only following a game gives to one that has none
    for write in (format_game_text, format_gcg)[: 1 if name.endswith(".txt") else 2]:
        again = parse_game(write(read), name).without_lines()
        assert again == read
        assert write(again) == write(read)
    written = followed(text_of(name), name).transcript
    assert format_gcg(followed(format_gcg(written), name).transcript) == format_gcg(written)
    assert format_gcg(followed(format_game_text(written), name).transcript) == format_gcg(written)


@pytest.mark.parametrize("name", RECORDS)
def test_the_documents_of_every_game_are_valid(name: str) -> None:
    path = str(path_of(name))

    def valid(schema: str, *arguments: str) -> None:
        content = json.loads((ROOT / "docs" / "schema" / f"{schema}.schema.json").read_text(encoding="utf-8"))
        printed = run("game", arguments[0], path, *arguments[1:]).stdout
        for document in printed.splitlines() if "jsonl" in arguments else [printed]:
            jsonschema.Draft202012Validator(content).validate(json.loads(document))

    for arguments in (
        *(("score", *rules, "--format", kind) for rules in ((), ("--rules", "wwf")) for kind in ("json", "jsonl")),
        *(
            ("show", *turn, "--format", "json")
            for turn in (("--turn", "1"), ("--turn", "2"), *(() if RECORDS[name].stops else ((),)))
        ),
        ("convert", "--to", "json"),
    ):
        valid("game", *arguments)
    for kind in ("json", "jsonl"):
        valid("review", "review", "--format", kind)
