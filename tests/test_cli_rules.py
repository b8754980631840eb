"""``rules``: the list of rule sets, one with everything it says, and what differs between two."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from scrabblecli.rules import RuleSet, built_in_names, load_rules
from scrabblecli.rules.settings import SETTINGS
from tests.helpers import ROOT, run, table

FORMATS = ["table", "tsv", "csv", "json", "jsonl", "text", "toml"]


def data(*arguments: str) -> Any:
    """The JSON of a call, as its schema wants it."""
    result = run("rules", *arguments, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    document = json.loads(result.stdout)
    schema().validate(document)
    return document


def schema() -> jsonschema.Draft202012Validator:
    content = json.loads((ROOT / "docs" / "schema" / "rules.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(content)
    return jsonschema.Draft202012Validator(content)


def same(a: RuleSet, b: RuleSet) -> bool:
    """Whether two rule sets say the same, whatever they and what they are made of are called."""
    return (a.title, a.lexicon, a.layout[1:], a.tiles[1:]) == (b.title, b.lexicon, b.layout[1:], b.tiles[1:]) and all(
        a.settings[key] == b.settings[key] for key in SETTINGS if key not in ("layout", "tiles")
    )


# The list


def test_list_as_lines() -> None:
    result = run("rules", "list")
    rows = table(result.stdout)
    assert [row["name"] for row in rows] == built_in_names()
    assert list(rows[0]) == ["name", "title", "board", "tiles", "bonus"]
    by_name = {row["name"]: row for row in rows}
    assert list(by_name["super"].values())[2:] == ["21 x 21", "200", "50"]
    assert list(by_name["wwf"].values()) == ["wwf", "Words With Friends", "15 x 15", "104", "35"]
    assert run("rules", "list", "--no-header").stdout == result.stdout.split("\n", 1)[1]


def test_list_in_other_formats() -> None:
    lines = run("rules", "list", "--format", "jsonl").stdout.splitlines()
    entries = [json.loads(line) for line in lines]
    assert data("list")["rules"] == [{key: value for key, value in entry.items() if key != "schema"} for entry in entries]
    for entry in entries:
        schema().validate(entry)
    assert entries[-1] == {
        "schema": 1, "name": "wwf", "title": "Words With Friends", "rows": 15, "columns": 15, "tiles": 104, "bonus": 35,
        "lexicon": "enable",
    }  # fmt: skip
    sentence = "wwf: Words With Friends; 15 by 15 squares, 104 tiles, a bonus of 35.\n"
    assert run("rules", "list", "--format", "text").stdout.endswith(sentence)
    assert list(csv.reader(io.StringIO(run("rules", "list", "--format", "csv").stdout)))[1][0] == "tournament"


def test_list_as_table_fits_its_terminal() -> None:
    shown = run("rules", "list", "--format", "table", env={"COLUMNS": "60"}).stdout.splitlines()
    assert shown[0] == "Name             Board    Tiles  Bonus  Title"
    assert max(map(len, shown)) <= 60
    assert shown[-1] == "wwf              15 x 15  104    35     Words With Friends"


# One rule set


@pytest.mark.parametrize("name", built_in_names())
def test_every_set_is_shown_with_every_key(name: str) -> None:
    rows = table(run("rules", "show", name).stdout)
    rules = load_rules(name)
    assert [row["key"] for row in rows] == ["title", "lexicon", *SETTINGS]
    assert list(rows[0]) == ["key", "value", "range", "meaning"]
    values = {row["key"]: row["value"] for row in rows}
    assert (values["bingo_bonus"], values["challenge"], values["lexicon"]) == (
        str(rules.bingo_bonus), rules.settings["challenge"], rules.lexicon or "",
    )  # fmt: skip
    assert (values["layout"], values["tiles"]) == (rules.layout.name, rules.tiles.name)
    for row in rows[2:]:
        assert (row["range"], row["meaning"]) == (SETTINGS[row["key"]].range, SETTINGS[row["key"]].meaning)
    document = data("show", name)
    assert {entry["key"]: entry["value"] for entry in document["settings"]} == {
        "title": rules.title,
        "lexicon": rules.lexicon,
        "layout": rules.layout.name,
        "tiles": rules.tiles.name,
        **{key: list(value) if isinstance(value, tuple) else value for key, value in rules.settings.items()},
    }
    assert "".join(document["layout"]["rows"]) == rules.layout.symbols
    assert sum(tile["count"] for tile in document["tile_set"]["tiles"]) == rules.tiles.total == document["tiles"]


def test_drawn_as_a_table() -> None:
    shown = run("rules", "show", "wwf", "--format", "table", env={"COLUMNS": "80"}).stdout
    lines = shown.splitlines()
    assert lines[:3] == ["wwf  Words With Friends", "", "Key                 Value     Meaning (range)"]
    assert "bingo_bonus         35        points for playing bingo_tiles new tiles in one\n" in shown
    assert "   A B C D E F G H I J K L M N O   Tile  Count  Value   Tile  Count  Value\n" in shown
    assert " 8 . . . - . . . * . . . - . . .   G         3      3   V         2      5\n" in shown
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("width", ["40", "60", "80", "200"])
@pytest.mark.parametrize("name", ["super", "spanish", "polish"])
def test_table_has_room(name: str, width: str) -> None:
    shown = run("rules", "show", name, "--format", "table", env={"COLUMNS": width}).stdout
    rules = load_rules(name)
    board = 2 * rules.layout.columns + 2
    assert max(map(len, shown.splitlines())) <= max(int(width), board, 55)
    for letter in rules.tiles.alphabet.letters:
        assert f"\n{letter} " in shown or f"   {letter} " in shown


def test_settings_changed() -> None:
    document = data("show", "wwf", "--set", "bingo_bonus=50", "--set", 'layout=["..", ".*"]')
    settings = {entry["key"]: entry["value"] for entry in document["settings"]}
    assert (settings["bingo_bonus"], settings["layout"], document["bonus"]) == (50, ["..", ".*"], 50)
    assert document["changed"] == {"bingo_bonus": 50, "layout": ["..", ".*"]}
    assert document["layout"] == {"name": "drawn", "start": "B2", "rows": ["..", ".*"]}


def test_sentences() -> None:
    lines = run("rules", "show", "hasbro-2021", "--format", "text").stdout.splitlines()
    assert lines[:3] == [
        "Rule set hasbro-2021: Hasbro U.S. rule sheet of 2021.",
        "A board of 15 by 15 squares; the start square is H8.",
        "Premium squares: DL 24, TL 12, DW 17, TW 8.",
    ]
    assert lines[3].startswith("100 tiles, how many of how many points: blank 2 of 0, A 9 of 1, ")
    assert "scoreless_limit is 2 per player: scoreless turns in a row that end the game, 0 = never." in lines
    assert "lexicon is not set: the word list to use by default." in run("rules", "show", "french", "--format", "text").stdout


def test_a_file_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('title = "Ours"\nextends = "wwf"\nminutes = 9\n', encoding="utf-8")
    document = data("show", str(path))
    assert (document["name"], document["title"], document["bonus"]) == ("house", "Ours", 35)


def test_without_a_name_the_rules_in_force() -> None:
    assert run("rules", "show").stdout == run("rules", "show", "tournament").stdout
    assert run("rules", "show", env={"SCRABBLECLI_RULES": "wwf"}).stdout == run("rules", "show", "wwf").stdout


# Rule files to edit


@pytest.mark.parametrize("name", built_in_names())
def test_a_written_rule_file_gives_the_same_rules(name: str, tmp_path: Path) -> None:
    written = run("rules", "show", name, "--format", "toml").stdout
    (tmp_path / "again.toml").write_text(written, encoding="utf-8")
    assert same(load_rules(str(tmp_path / "again.toml")), load_rules(name))
    assert written.startswith(f'extends = "{name}"\n')
    assert all(f"\n{key} = " in written for key in ("lexicon", *SETTINGS))


def test_a_written_rule_file_has_every_change(tmp_path: Path) -> None:
    (tmp_path / "tiny.csv").write_text("?,?,1,0,0\nA,a,3,1,1\n[CH],ch,2,4,0\nB,b,0,4,0\n", encoding="utf-8")
    (tmp_path / "words.txt").write_text("QI\n", encoding="utf-8")
    (tmp_path / "house.toml").write_text(
        'title = "Ours \\"too\\" \\u202e"\ntiles = "tiny.csv"\nlexicon = "words.txt"\nlayout = ["=\'.", "\\"*~", "^-."]\n'
        'scoreless_limit = "2 per player"\ntargets = [300, 250]\nextra_words = ["ZO", "A\\"B", "\\u007f\\u009b\\U000E0001"]\n'
        "blanks_score_zero = false\nchallenge = 'five'\nbarred_words = \"words.txt\"\n",
        encoding="utf-8",
    )
    rules = load_rules(str(tmp_path / "house.toml"))
    written = run("rules", "show", str(tmp_path / "house.toml"), "--format", "toml").stdout
    assert all(character.isprintable() or character == "\n" for character in written)
    (tmp_path / "again.toml").write_text(written, encoding="utf-8")
    again = load_rules(str(tmp_path / "again.toml"))
    assert same(again, rules)
    assert 'lexicon = "words.txt"\n' in written
    assert (again.lexicon, again.settings["barred_words"]) == (str(tmp_path / "words.txt"), str(tmp_path / "words.txt"))
    assert '    ["CH", "ch", 2, 4, false],\n' in written


# Two rule sets


def test_scrabble_against_words_with_friends() -> None:
    rows = {row["key"]: (row["a"], row["b"]) for row in table(run("rules", "diff", "tournament", "wwf").stdout)}
    settings = {key: value for key, value in rows.items() if "." not in key}
    assert settings == {
        "layout": ("standard", "wwf"),
        "tiles": ("english", "wwf"),
        "bingo_bonus": ("50", "35"),
        "exchange_minimum": ("7", "1"),
        "scoreless_limit": ("6", "3"),
        "scoreless_at_start": ("true", "false"),
        "leftovers": ("double", "transfer"),
        "challenge": ("double", "void"),
    }
    assert (rows["layout.TL"], rows["layout.DW"], rows["tiles.total"]) == (("12", "16"), ("17", "12"), ("100", "104"))
    assert (rows["layout.A1"], rows["layout.H8"], rows["layout.D1"]) == (("TW", ""), ("DW", ""), ("DL", "TW"))
    assert not {"layout.size", "layout.start", "layout.C3.count", "layout.B1"} & set(rows)
    a, b = load_rules("tournament").layout, load_rules("wwf").layout
    squares = sum(
        (ours if ours != "*" else ".") != (theirs if theirs != "*" else ".")
        for ours, theirs in zip(a.symbols, b.symbols, strict=True)
    )
    assert sum(key.startswith("layout.") and key[-1].isdigit() for key in rows) == squares == 89
    assert (rows["tiles.E.count"], rows["tiles.J.value"], rows["tiles.B.value"]) == (("12", "13"), ("8", "10"), ("3", "4"))
    assert not {"tiles.E.value", "tiles.?.count", "tiles.A.count", "tiles.Z.value"} & set(rows)


def test_boards_of_different_size() -> None:
    found = {entry["key"]: (entry["a"], entry["b"]) for entry in data("diff", "tournament", "super")["differences"]}
    assert found["layout.size"] == ("15 x 15", "21 x 21")
    assert (found["layout.start"], found["layout.QW"], found["layout.QL"]) == (("H8", "K11"), (0, 4), (0, 8))
    assert "layout.A1" not in found
    assert found["tiles.?.count"] == (2, 4)


def test_tiles_that_one_set_lacks() -> None:
    found = {entry["key"]: (entry["a"], entry["b"]) for entry in data("diff", "tournament", "spanish")["differences"]}
    assert (found["tiles.CH.count"], found["tiles.CH.value"]) == ((None, 1), (None, 5))
    assert (found["tiles.W.count"], found["lexicon"]) == ((2, None), ("enable", None))


def test_difference_as_sentences() -> None:
    text = run("rules", "diff", "tournament", "wespa", "--format", "text").stdout
    assert text == "challenge is double in tournament, five in wespa.\n"
    assert run("rules", "diff", "tournament", "naspa", "--format", "text").stdout == "tournament and naspa are the same rules.\n"


def test_difference_as_a_table() -> None:
    shown = run("rules", "diff", "tournament", "wwf", "--format", "table", env={"COLUMNS": "80"}).stdout
    assert "bingo_bonus         50          35\n" in shown
    assert "89 of 225 squares differ:\n" in shown
    assert " 1 = . . ' . . . = . . . ' . . =    1 . . . = . . " in shown
    assert "E        12 x  1  13 x  1" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert run("rules", "diff", "naspa", "tournament", "--format", "table").stdout.endswith("They are the same rules.\n")
    one = run("rules", "diff", "absp", "wespa", "--format", "table").stdout.splitlines()
    assert one[3:] == ["Key        absp    wespa", "challenge  single  five"]


def test_no_difference() -> None:
    assert run("rules", "diff", "tournament", "naspa").stdout == "key\ta\tb\n"
    assert data("diff", "tournament", "naspa")["differences"] == []


def test_files_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    for folder, bonus in (("a", 10), ("b", 20)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.toml").write_text(f"bingo_bonus = {bonus}\n", encoding="utf-8")
    a, b = str(tmp_path / "a" / "mine.toml"), str(tmp_path / "b" / "mine.toml")
    assert run("rules", "diff", a, b, "--format", "text").stdout == f"bingo_bonus is 10 in {a}, 20 in {b}.\n"


# Errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "hasbro"), "error: unknown rule set 'hasbro'; did you mean 'hasbro-2003' or 'hasbro-2021'?"),
        (("show", "none.toml"), "error: none.toml: cannot read the rule set: No such file or directory"),
        (("show", "wwf", "--set", "bonus=1"), "unknown setting 'bonus'; did you mean 'bingo_bonus'?"),
        (("show", "wwf", "--set", "rack_size=31"), "setting rack_size = 31: expected a whole number from 1 to 30"),
        (("diff", "wwf"), "Missing argument 'B'"),
        (("diff", "wwf", "wfw"), "error: unknown rule set 'wfw'; did you mean 'wwf'?"),
        (("lst",), "error: no such command 'rules lst'; did you mean 'list'?"),
        (("xyz",), "error: no such command 'rules xyz'; commands are diff, list, show"),
        (("list", "--format", "toml"), "'toml' is not one of"),
    ],
)
def test_errors(arguments: tuple[str, ...], message: str) -> None:
    result = run("rules", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize("output_format", FORMATS)
def test_nothing_acts_on_the_terminal(output_format: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('title = "[red]\\u001b[2J\\u009b31m\\u202e"\nextra_words = ["\\u001b]0;x\\u0007", "[b]\\u009b"]\n', "utf-8")
    shown = run("rules", "show", str(path), "--format", output_format)
    assert shown.exit_code == 0
    assert all(character.isprintable() or character in "\n\t" for character in shown.stdout)
    assert "[red]" in shown.stdout
    if output_format != "toml":
        compared = run("rules", "diff", "wwf", str(path), "--format", output_format)
        assert all(character.isprintable() or character in "\n\t" for character in compared.stdout)
    if output_format in ("json", "jsonl"):
        settings = {entry["key"]: entry["value"] for entry in json.loads(shown.stdout)["settings"]}
        assert settings["extra_words"] == ["\x1b]0;x\x07", "[b]\x9b"]


def test_a_schema_refuses_what_is_not_so() -> None:
    document = data("show", "wwf")
    document["layout"]["rows"][0] = "?"
    assert not schema().is_valid(document)


@pytest.mark.parametrize("arguments", [("--help",), ("list", "--help"), ("show", "--help"), ("diff", "--help")])
def test_help_has_an_example_that_works(arguments: tuple[str, ...]) -> None:
    result = run("rules", *arguments, env={"COLUMNS": "100"})
    assert (result.exit_code, result.stderr) == (0, "")
    [example] = [line.split("Example:  scrabblecli ")[1] for line in result.stdout.splitlines() if "Example:" in line]
    assert run(*example.split()).exit_code == 0
