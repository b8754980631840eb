"""``words``: anagrams, patterns, hooks and the others through the command line, in every format."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.helpers import ROOT, run, table, word_list

SCHEMA = json.loads((ROOT / "docs" / "schema" / "words.schema.json").read_text(encoding="utf-8"))
SPANISH = ("CHORRO", "CHE", "LLAMA", "AMA", "COCHE", "CARRO", "CARO", "NO", "NOCHE", "COCHES")


def listed(*arguments: str, status: int = 0) -> list[str]:
    """The first column of what a command prints into a pipe."""
    result = run("words", *arguments, "--no-header")
    assert result.exit_code == status, result.stderr
    return [line.split("\t")[0] for line in result.stdout.splitlines()]


def document(*arguments: str) -> Any:
    """JSON output, compared with the schema."""
    result = run("words", *arguments, "--format", "json")
    assert result.exit_code == 0, result.stderr
    made = json.loads(result.stdout)
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.Draft202012Validator(SCHEMA).validate(made)
    return made


@pytest.fixture
def spanish(tmp_path: Path) -> tuple[str, ...]:
    """Options for a list with tiles of several letters."""
    return "--rules", "spanish", "--lexicon", word_list(tmp_path, *SPANISH)


# Anagrams


def test_anagrams_with_a_blank() -> None:
    assert listed("anagram", "AEGINTZ", "--sort", "alphabet") == ["TZIGANE"]
    assert listed("anagram", "qui?", "--sort", "alphabet") == ["QUaI", "QUId", "QUIn", "QUIp", "QUIt", "QUIz"]


def test_the_best_anagrams_come_first() -> None:
    rows = table(run("words", "anagram", "QI?UZT", "--subset", "--top", "0").stdout)
    points = [int(row["score"]) for row in rows]
    assert points == sorted(points, reverse=True)
    # a blank scores nothing: QUIT with all its tiles is worth more than QUIz
    assert {row["word"]: row["score"] for row in rows}["QUIT"] == "13"


def test_under_rules_where_blanks_score_their_letter() -> None:
    [row] = table(run("words", "anagram", "QUI?", "--pattern", "*Z", "--set", "blanks_score_zero=false").stdout)
    assert row == {"word": "QUIz", "score": "22", "length": "4"}
    [row] = table(run("words", "anagram", "QUIZ", "--rules", "wwf").stdout)
    assert row["score"] == "23"


def test_a_list_that_was_cut_says_so() -> None:
    result = run("words", "anagram", "AEINST?", "--top", "2")
    assert len(result.stdout.splitlines()) == 3
    assert result.stderr == "note: 2 of 67 words shown; --top 0 lists all\n"
    assert run("words", "anagram", "AEINST?", "--top", "2", "--quiet").stderr == ""
    assert len(listed("anagram", "AEINST?", "--top", "0")) == 67


# Patterns and conditions


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [("Q??", ["QAT", "QUA"]), ("q..", ["QAT", "QUA"]), ("[QZ]?A", ["QUA", "ZOA"]), ("Q?[AO]D", ["QUAD", "QUOD"])],
)
def test_patterns(pattern: str, expected: list[str]) -> None:
    assert listed("pattern", pattern) == expected


def test_conditions_combine() -> None:
    found = listed(
        "pattern", "*", "--starts", "un", "--ends", "ed", "--contains", "R", "--uses", "EOW", "--length", "..12", "--min-length", "8",
        "--max-length", "14", "--pattern", "*[AEIOU][RS]?*",
    )  # fmt: skip
    assert found == ["UNDERPOWERED", "UNWORKED", "UNWORRIED"]
    assert listed("contains", "RROW", "--starts", "B", "--length", "6", "--sort", "length") == ["BARROW", "BORROW", "BURROW"]


def test_the_longest_first() -> None:
    assert listed("contains", "ZZ", "--sort", "length", "--top", "2") == ["PUZZLEHEADEDNESSES", "PUZZLEHEADEDNESS"]


# Hooks and extensions


def test_hooks() -> None:
    rows = table(run("words", "hooks", "late").stdout)
    assert [row["letter"] for row in rows if row["side"] == "front"] == list("ABEPS")
    assert [row["word"] for row in rows if row["side"] == "back"] == ["LATED", "LATEN", "LATER", "LATEX"]
    assert {row["of"] for row in rows} == {"LATE"}
    [hooks] = document("hooks", "LATE")["hooks"]
    assert hooks["valid"]
    assert hooks["front"][0] == {"letter": "A", "word": "ALATE"}
    assert (hooks["without_first"], hooks["without_last"]) == ("ATE", "LAT")


def test_hooks_of_several_words_and_of_none() -> None:
    result = run("words", "hooks", "LATE", "ZZZ", "--format", "text")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1] == "ZZZ: in front nothing; at the back nothing."
    assert result.stderr == "note: ZZZ is not in enable\nnote: ZZZ has no hook in enable\n"
    assert run("words", "hooks", "ZZZ").exit_code == 1


def test_hooks_as_a_table() -> None:
    result = run("words", "hooks", "LATE", "JOINT", "--format", "table", "--color", "never")
    assert result.stdout == "Front  Word    Back\nABEPS  .LATE.  DNRX\n       JOINT.  S\n"


def test_extensions() -> None:
    rows = table(run("words", "extensions", "joint", "--top", "0").stdout)
    assert {(row["front"], row["word"], row["back"]) for row in rows} >= {
        ("", "JOINTS", "S"),
        ("AD", "ADJOINTS", "S"),
        ("CON", "CONJOINT", ""),
    }
    assert all(row["front"] + "JOINT" + row["back"] == row["word"] != "JOINT" for row in rows)
    assert len(rows) == len(listed("contains", "JOINT", "--top", "0")) - 1
    assert listed("extensions", "JOINT", "--starts", "JOINT", "--max-length", "7") == ["JOINTED", "JOINTER", "JOINTLY", "JOINTS"]


# Lengths and chance


def test_lengths() -> None:
    rows = table(run("words", "lengths").stdout)
    assert sum(int(row["words"]) for row in rows) == 172823
    assert rows[0] == {"length": "2", "words": "96"}
    assert document("lengths", "--starts", "Q", "--max-length", "4")["lengths"] == [
        {"length": 3, "words": 2},
        {"length": 4, "words": 14},
    ]
    assert (
        run("words", "lengths", "--max-length", "3", "--format", "text").stdout == "96 words of 2 tiles.\n972 words of 3 tiles.\n"
    )


def test_words_by_chance() -> None:
    first = listed("random", "--seed", "5", "--count", "20", "--length", "7")
    assert len(set(first)) == 20
    assert first == listed("random", "--seed", "5", "--count", "20", "--length", "7")
    assert first != listed("random", "--seed", "6", "--count", "20", "--length", "7")
    result = run("words", "random", "--count", "9", "--pattern", "Q??")
    assert (len(result.stdout.splitlines()), result.stderr) == (3, "note: there are only 2 such words\n")


# Tiles of several letters, rules of the table


def test_tiles_of_several_letters(spanish: tuple[str, ...]) -> None:
    assert listed("pattern", "[CH]*", *spanish) == ["[CH]E", "[CH]O[RR]O"]
    assert listed("pattern", "[CH][AEIOU]*", *spanish) == ["[CH]E", "[CH]O[RR]O"]
    assert listed("pattern", "CH*", *spanish, status=1) == []
    # a part of a word is cut as a word is
    assert listed("contains", "ch", *spanish, "--sort", "length") == ["CO[CH]ES", "CO[CH]E", "[CH]O[RR]O", "NO[CH]E", "[CH]E"]
    assert listed("pattern", "*", "--starts", "CH", *spanish) == ["[CH]E", "[CH]O[RR]O"]
    assert listed("anagram", "[CH]OO?", *spanish) == ["[CH]O[rr]O"]
    assert listed("anagram", "OO[RR]?", *spanish) == ["[ch]O[RR]O"]
    assert listed("anagram", "CHE", *spanish, status=1) == []
    rows = table(run("words", "hooks", "NO", "coche", *spanish).stdout)
    assert [(row["word"], row["of"]) for row in rows] == [("CO[CH]ES", "CO[CH]E")]
    [row] = table(run("words", "anagram", "[RR]CAO", *spanish).stdout)
    assert row == {"word": "CA[RR]O", "score": "13", "length": "4"}


def test_words_of_the_table_count() -> None:
    options = ("--set", 'extra_words=["QIZ"]', "--set", 'barred_words=["QAT"]')
    assert listed("pattern", "Q??", *options) == ["QIZ", "QUA"]
    assert listed("anagram", "QI?", *options) == ["QIz"]
    rows = table(run("words", "lengths", "--starts", "Q", "--max-length", "3", *options).stdout)
    assert rows == [{"length": "3", "words": "2"}]
    assert [row["word"] for row in table(run("words", "hooks", "IZ", *options).stdout)] == ["BIZ", "FIZ", "QIZ", "WIZ"]


def test_a_misspelled_command_is_named_with_the_nearest() -> None:
    """Also one whose module is imported only when it is called."""
    assert "error: no such command 'words hook'; did you mean 'hooks'?\n" in run("words", "hook", "LATE").stderr
    assert (
        "commands are anagram, contains, extensions, hooks, lengths, pattern, probability, random, study\n"
        in run("words", "xyzzy").stderr
    )


# Formats


def test_every_format_has_the_same_words(tmp_path: Path) -> None:
    path = word_list(tmp_path, "CAT an animal", "TAC", "ACT to do, or not")
    options = ("anagram", "CAT", "--sort", "alphabet", "--lexicon", path)
    made = document(*options)
    assert made["count"] == 3
    assert [word["word"] for word in made["words"]] == ["ACT", "CAT", "TAC"]
    assert made["words"][1] == {"word": "CAT", "letters": "CAT", "score": 5, "length": 3, "definition": "an animal"}
    lines = run("words", *options, "--format", "jsonl").stdout.splitlines()
    assert [json.loads(line)["word"] for line in lines] == ["ACT", "CAT", "TAC"]
    for line in lines:
        jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(line))
    assert [row[0] for row in csv.reader(io.StringIO(run("words", *options, "--format", "csv").stdout))] == [
        "word",
        "ACT",
        "CAT",
        "TAC",
    ]
    assert run("words", *options, "--format", "text").stdout.splitlines()[1] == "CAT: 5 points, 3 tiles."
    shown = run("words", *options, "--format", "table", "--color", "never").stdout.splitlines()
    assert shown[0].split() == ["Word", "Score", "Length", "Definition"]
    assert shown[2].split(None, 3) == ["CAT", "5", "3", "an animal"]


def test_nothing_from_a_list_acts_on_the_terminal(tmp_path: Path) -> None:
    path = word_list(tmp_path, "CAT \x1b[2J[red]a\x9b definition")
    for kind in ("table", "json", "jsonl", "text"):
        result = run("words", "pattern", "C*", "--lexicon", path, "--format", kind)
        assert not {"\x1b", "\x9b"} & set(result.stdout)


def test_nothing_found() -> None:
    for arguments in (
        ("anagram", "ZZZQQ"),
        ("pattern", "ZZZ"),
        ("contains", "QQQ"),
        ("extensions", "ZZZ"),
        ("random", "--starts", "ZZZZ"),
        ("lengths", "--ends", "QQQ"),
    ):
        result = run("words", *arguments)
        assert (result.exit_code, result.stderr) == (1, "note: no such word in enable\n")
        assert run("words", *arguments, "--format", "table").stdout == ""
        assert json.loads(run("words", *arguments, "--format", "json").stdout)["lexicon"]["name"] == "enable"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("anagram", ""), "error: letters '': expected tiles\n"),
        (("anagram", "A1"), "error: letters 'A1': '1' (tile 2) is no tile of the english set\n"),
        (("pattern", "Ñ*"), "error: pattern 'Ñ*': 'Ñ' is no tile of the english set\n"),
        (("contains", "1"), "error: letters '1': expected letters of the tiles\n"),
        (("hooks", "A1"), "error: word 'A1': expected letters of the tiles\n"),
        (("extensions", ""), "error: word '': expected letters of the tiles\n"),
        (("pattern", "*", "--starts", "?"), "error: --starts '?': expected letters of the tiles\n"),
        (("pattern", "*", "--ends", ""), "error: --ends '': expected letters of the tiles\n"),
        (("pattern", "*", "--contains", "A-B"), "error: --contains 'A-B': expected letters of the tiles\n"),
        (("pattern", "*", "--uses", "?"), "error: a blank can only be used where tiles are given: expected letters\n"),
        (("pattern", "*", "--uses", "="), "error: --uses '=': '=' (tile 1) is no tile of the english set\n"),
        (("pattern", "*", "--length", "x"), "error: length 'x': expected a range of tiles such as 5..8, 5.., ..8 or 7\n"),
        (("pattern", "*", "--min-length", "8", "--max-length", "5"), "error: lengths from 8 to 5: expected the shortest first\n"),
        (
            ("pattern", "*", "--lexicon", "nwl"),
            "error: no word list 'nwl': expected enable or the path of a file: text, .kwg or .dawg\n",
        ),
        (
            ("anagram", "AB", "--rules", "spanish"),
            "error: the spanish rules have no word list of their own: name one with --lexicon FILE\n",
        ),
    ],
)
def test_bad_input(arguments: tuple[str, ...], message: str) -> None:
    result = run("words", *arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", message)
