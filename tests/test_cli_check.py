"""``check``: the word judge."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from scrabblecli.formats.words import words_in
from scrabblecli.tiles import Alphabet
from tests.helpers import TEAZELING, run, word_list


@pytest.mark.parametrize(
    ("words", "expected", "status"),
    [
        (("RETAINS",), "RETAINS\tvalid\n", 0),
        (("QI",), "QI\tinvalid\n", 1),
        (("QI", "RETAINS"), "QI\tinvalid\nRETAINS\tvalid\n", 1),
        (("aa", "Aa", "AA"), "AA\tvalid\nAA\tvalid\nAA\tvalid\n", 0),
        (("CH", "ZO"), "CH\tinvalid\nZO\tinvalid\n", 1),
        (("Q1", "A?", "ÄÄ", "A"), "Q1\tinvalid\nA?\tinvalid\nÄÄ\tinvalid\nA\tinvalid\n", 1),
        (("RETAI", "RETAINSX"), "RETAI\tinvalid\nRETAINSX\tinvalid\n", 1),
    ],
)
def test_verdicts(words: tuple[str, ...], expected: str, status: int) -> None:
    result = run("check", *words, "--quiet")
    assert (result.exit_code, result.stdout, result.stderr) == (status, expected, "")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("LATE TEAS",), "LATE\tvalid\nTEAS\tvalid\n"),
        (("LATE,TEAS",), "LATE\tvalid\nTEAS\tvalid\n"),
        (("late;teas/eat",), "LATE\tvalid\nTEAS\tvalid\nEAT\tvalid\n"),
        (("LATE.",), "LATE\tvalid\n"),
        (("LATE...", "TEAS!"), "LATE\tvalid\nTEAS\tvalid\n"),
        (('"LATE,', 'TEAS."'), "LATE\tvalid\nTEAS\tvalid\n"),
        (("(LATE", "TEAS)", "\u201clate\u201d", "\u00abteas\u00bb"), "LATE\tvalid\nTEAS\tvalid\nLATE\tvalid\nTEAS\tvalid\n"),
        (("LATE\u00a0TEAS", "EAT\u200b"), "LATE\tvalid\nTEAS\tvalid\nEAT\tvalid\n"),
        (("LATE", "-LATE"), None),
    ],
)
def test_punctuation_decides_nothing(words: tuple[str, ...], expected: str | None) -> None:
    if expected is None:
        assert run("check", *words).exit_code == 2
        return
    result = run("check", *words)
    assert (result.exit_code, result.stdout, result.stderr) == (0, expected, "")
    # the same on a line of standard input, and as one ruling
    piped = run("check", stdin=" ".join(words) + "\n")
    assert (piped.exit_code, piped.stdout, piped.stderr) == (0, expected, "")
    together = run("check", "--together", stdin=" ".join(words) + "\n")
    assert (together.exit_code, together.stdout) == (0, "the play is acceptable\n")


@pytest.mark.parametrize(
    ("word", "characters"),
    [
        ("A?", "?"),
        ("Q1", "1"),
        (".AZE", "."),
        ("MAZ..", "."),
        ("RE(T)AINS", "()"),
        ("(LATE)S", "()"),
        ("DON'T", "'"),
        ("LA-TE", "-"),
    ],
)
def test_what_no_tile_spells_is_named_and_gets_no_ruling(word: str, characters: str) -> None:
    result = run("check", "CAT", word)
    assert (result.exit_code, result.stdout) == (1, f"CAT\tvalid\n{word}\tinvalid\n")
    assert result.stderr == f"warning: judged as typed: {word!r} ({characters!r} cannot be spelled)\n"
    for options in (("--together",), ("--challenge", "five")):
        ruling = run("check", "CAT", word, *options)
        assert (ruling.exit_code, ruling.stdout) == (2, "")
        assert f"no ruling on what is no word: {word!r}" in ruling.stderr
    spoken = run("check", "--judge", stdin=f"CAT\nCAT {word}\nQQ\n...\n")
    lines = spoken.stdout.splitlines()
    assert (spoken.exit_code, lines[0], lines[2:]) == (2, "the play is acceptable", ["the play is not acceptable"])
    assert lines[1].startswith("no ruling on what is no word: ")


@pytest.mark.parametrize("text", [".", " , ", "'"])
def test_punctuation_alone_is_no_word(text: str) -> None:
    for words in ((text,), ("CAT", text)):
        result = run("check", *words)
        assert (result.exit_code, result.stdout) == (2, "")
    assert run("check", stdin=f"{text}\n").exit_code == 2


def test_a_letter_is_no_punctuation(tmp_path: Path) -> None:
    """The dot of Catalan L·L stays, brackets around a tile of several letters too, and what an alphabet has is not dropped."""
    words = word_list(tmp_path, "COL·LEGI", "QUIN")
    catalan = ("--rules", "catalan", "--lexicon", words)
    result = run("check", "col·legi, [QU]IN.", *catalan)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "COL·LEGI\tvalid\n[QU]IN\tvalid\n", "")
    # a Q without its U is no tile
    lone = run("check", "QIN", *catalan)
    assert (lone.stdout, lone.stderr) == ("QIN\tinvalid\n", "warning: judged as typed: 'QIN' ('QIN' cannot be spelled)\n")
    alphabet = Alphabet(["A", "\u2019A", "!"])
    assert words_in("\u2019A! 'A'", alphabet) == ["\u2019A!", "A"]


def test_many_strange_words_are_counted() -> None:
    shown = run("check", *[f"A{number}" for number in range(9)]).stderr
    assert shown.endswith("'A4' ('4' cannot be spelled) and 4 more\n")


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_words_from_standard_input(arguments: tuple[str, ...]) -> None:
    result = run("check", *arguments, stdin="aa\n\n  retains \r\nqi")
    assert (result.exit_code, result.stdout) == (1, "AA\tvalid\nRETAINS\tvalid\nQI\tinvalid\n")


@pytest.mark.parametrize("stdin", [b"", b"  \n", b"\xff\xfe\xfa"])
def test_standard_input_without_words(stdin: bytes) -> None:
    result = run("check", stdin=stdin)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "board" not in result.stderr


def test_formats() -> None:
    words = ("QI", "RETAINS")
    assert run("check", *words, "--format", "csv").stdout == "QI,invalid\nRETAINS,valid\n"
    assert run("check", *words, "--format", "table").stdout == (
        "QI       not in enable (172,823 words, 77a8b772)\n"
        "         near: AI, BI, HI, LI, MI, PI, SI, TI and 1 more\n"
        "RETAINS  valid in enable (172,823 words, 77a8b772)\n"
    )
    assert run("check", *words, "--format", "text").stdout == (
        "QI is not in enable (172,823 words, 77a8b772).\n"
        "Near: AI, BI, HI, LI, MI, PI, SI, TI and 1 more.\n"
        "RETAINS is valid in enable (172,823 words, 77a8b772).\n"
    )
    head = {"schema": 1, "lexicon": {"name": "enable", "words": 172823, "id": "77a8b772"}}
    near = ["AI", "BI", "HI", "LI", "MI", "PI", "SI", "TI", "XI"]
    verdicts = [{"word": "QI", "valid": False, "near": near}, {"word": "RETAINS", "valid": True}]
    assert json.loads(run("check", *words, "--format", "json").stdout) == {**head, "words": verdicts}
    lines = run("check", *words, "--format", "jsonl").stdout.splitlines()
    assert [json.loads(line) for line in lines] == [{**head, **verdict} for verdict in verdicts]


@pytest.mark.parametrize("output_format", ["tsv", "csv", "table", "text", "json", "jsonl"])
def test_status_does_not_depend_on_the_format(output_format: str) -> None:
    assert run("check", "AA", "--format", output_format).exit_code == 0
    assert run("check", "AA", "QI", "--format", output_format).exit_code == 1


def test_other_word_lists(tmp_path: Path) -> None:
    words = word_list(tmp_path, "QI", name="mine.txt")
    assert run("check", "QI", "--lexicon", words).exit_code == 0
    shown = run("check", "AA", "--lexicon", words, "--format", "text").stdout
    identity = hashlib.sha256(b"QI\n").hexdigest()[:8]
    assert shown == f"AA is not in mine (1 word, {identity}).\nIn other lists: enable.\n"
    assert run("check", "QI", env={"SCRABBLECLI_LEXICON": words}).exit_code == 0


@pytest.mark.parametrize("word", ["CHORRO", "chorro", "[CH]O[RR]O", "Chorro"])
def test_tiles_of_several_letters_are_cut_longest_first(tmp_path: Path, word: str) -> None:
    words = word_list(tmp_path, "CHORRO", "OCHO")
    result = run("check", word, "--rules", "spanish", "--lexicon", words)
    assert (result.exit_code, result.stdout.split("\t")[1]) == (0, "valid\n")


@pytest.mark.parametrize("word", ["STRASSE", "straße", "Strasse"])
def test_sharp_s_is_ss(tmp_path: Path, word: str) -> None:
    words = word_list(tmp_path, "straße", "ÄSTE")
    assert run("check", word, "--rules", "german", "--lexicon", words).stdout == "STRASSE\tvalid\n"
    assert run("check", "äste", "a\u0308ste", "ASTE", "--rules", "german", "--lexicon", words).stdout == (
        "ÄSTE\tvalid\nÄSTE\tvalid\nASTE\tinvalid\n"
    )


def test_terminal_escapes_are_not_passed_on() -> None:
    for output_format in ("tsv", "csv", "table", "text", "json", "jsonl"):
        result = run("check", "-", "--format", output_format, stdin="A\x1b[31mB\x07\n")
        assert result.exit_code == 1
        assert not {"\x1b", "\x07"} & set(result.stdout)


def test_words_against_other_lists(tmp_path: Path) -> None:
    first = word_list(tmp_path, "QI", "CAT", name="first.txt")
    second = word_list(tmp_path, "CAT", "ZZZ", name="second.txt")
    result = run("check", "QI", "CAT", "XQ", "--against", first, "--against", second)
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout == (
        "QI\tinvalid\tvalid in first, not in enable or second\n"
        "CAT\tvalid\tvalid in enable and first and second\n"
        "XQ\tinvalid\tnot in enable or first or second\n"
    )
    made = json.loads(run("check", "QI", "--against", first, "--format", "json").stdout)
    assert made["words"][0]["lists"] == [{"name": "enable", "valid": False}, {"name": "first", "valid": True}]
    assert "Valid in first, not in enable.\n" in run("check", "QI", "--against", first, "--format", "text").stdout
    # the ruling is that of the list in force
    assert run("check", "CAT", "--against", word_list(tmp_path, "DOG", name="dogs.txt")).exit_code == 0


def test_a_play_against_other_lists(tmp_path: Path) -> None:
    other = word_list(tmp_path, "CAT", name="other.txt")
    play = ("check", "--board", TEAZELING, "--move", "1L MAZE", "--against", other)
    assert run(*play).stdout.splitlines()[0] == "MAZE\tvalid\t1L\tvalid in enable, not in other"
    assert "  MAZE  1L  valid; valid in enable, not in other\n" in run(*play, "--format", "text").stdout
    lying = run("check", "--board", TEAZELING, "--against", other).stdout.splitlines()
    assert len(lying) == 15
    assert {line.split("\t")[3] for line in lying} == {"valid in enable, not in other"}


@pytest.mark.parametrize("option", ["--together", "--judge"])
def test_other_lists_are_told_word_by_word(option: str) -> None:
    result = run("check", option, "--against", "enable")
    assert result.exit_code == 2
    assert "error: --against tells of each word: it does not go with --judge or --together\n" in result.stderr
    assert "no word list 'nonesuch'" in run("check", "QI", "--against", "nonesuch").stderr
