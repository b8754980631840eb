"""Tile sets of other languages through the command line: tiles of several letters, accents, letters of the set's own case table."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from rich.cells import cell_len

from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.formats.position import RuleChoice
from scrabblecli.rules import load_rules
from scrabblecli.tiles import Rack
from tests.helpers import EMPTY, cgp, codes, judged, run, scores, solved, table, word_list
from tests.oracle import Oracle, ranking


class Case(NamedTuple):
    """A language: words, a row of a board, a rack, and a play with its score, counted by hand."""

    words: tuple[str, ...]
    row: str
    rack: str
    move: str
    score: int
    main_word: str
    """As data writes it, with brackets."""
    letters: tuple[str, ...]
    """Its tiles, without."""
    leave: str
    sentence: str


# column H has no premium between H5 and H11 but the start square, and a double letter on H4 and H12
CASES = {
    # P 3, I 1, NY 10, A 1
    "catalan": Case(
        ("CEL·LA", "PINYA", "ANY", "QUE", "AQUÍ", "LLANÇA"), "4CE[L·L]A7", "[NY]PI[QU]E?", "H5 PI[NY].", 15, "PI[NY]A",
        ("P", "I", "NY", "A"), "E[QU]?", "Column H from 5: P I NY, A on the board.",
    ),
    # J 4, E 1
    "dutch": Case(
        ("VIJF", "FIJN", "JE", "ZIJN"), "5ZIJN6", "VFE?", "H8 .E", 5, "JE", ("J", "E"), "FV?", "Column H from 8: J on the board, E.",
    ),
    # D 2, U 1, E 1; the E on the board
    "french": Case(
        ("DUCE", "EGRUGEAI", "UNE"), "4DUCE7", "UN?", "H6 UN.", 3, "UNE", ("U", "N", "E"), "?",
        "Column H from 6: U N, E on the board.",
    ),
    # F 4, Ü 6, R 1
    "german": Case(
        ("ÜBER", "FÜR", "Öre", "Straße", "Ähre"), "4ÜBER7", "FÜÖ?", "H6 FÜ.", 11, "FÜR", ("F", "Ü", "R"), "Ö?",
        "Column H from 6: F Ü, R on the board.",
    ),
    # B 4, L 1, Å 4
    "norwegian": Case(
        ("BLÅ", "ØL", "BÆR", "MÜSLI"), "5ÆRÅ7", "BLØ?", "H6 BL.", 9, "BLÅ", ("B", "L", "Å"), "Ø?",
        "Column H from 6: B L, Å on the board.",
    ),
    # Ż 5, A 1, B 3, A 1; the last A on the board
    "polish": Case(
        ("ŻABA", "ŹLE", "ŁÓDŹ", "ĆMA"), "5ĆMA7", "ŻAB?", "H5 ŻAB.", 10, "ŻABA", ("Ż", "A", "B", "A"), "?",
        "Column H from 5: Ż A B, A on the board.",
    ),
    # Č 5, A 1, Š 6, A 1 (the last A on the board)
    "slovene": Case(
        ("ČAŠA", "ŽABA", "HIŠA"), "4ŽABA7", "ČAŠ?", "H5 ČAŠ.", 13, "ČAŠA", ("Č", "A", "Š", "A"), "?",
        "Column H from 5: Č A Š, A on the board.",
    ),
    # CH 5, O 1, RR 8, O 1
    "spanish": Case(
        ("CHORRO", "OCHO", "CARRO", "LLANO", "AÑO", "PERO"), "4PERO7", "[CH]O[RR]?", "H5 [CH]O[RR].", 15, "[CH]O[RR]O",
        ("CH", "O", "RR", "O"), "?", "Column H from 5: CH O RR, O on the board.",
    ),
}  # fmt: skip
LANGUAGES = pytest.mark.parametrize("language", CASES)


def board_of(language: str) -> str:
    return cgp(rows={8: CASES[language].row})


def options(language: str, folder: Path) -> tuple[str, ...]:
    return "--rules", language, "--lexicon", word_list(folder, *CASES[language].words), "--quiet"


def decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


@LANGUAGES
def test_all_plays_are_those_of_the_reference(language: str, tmp_path: Path) -> None:
    case = CASES[language]
    rules = load_rules(language)
    position = parse_cgp(board_of(language), "-", 1, RuleChoice(language))
    # the letters of a word, cut by hand: the longest tile that fits
    found = []
    for word in case.words:
        rest = unicodedata.normalize("NFC", word.upper())
        coded = []
        while rest:
            letter = max(filter(rest.startswith, rules.tiles.alphabet.letters), key=len, default=None)
            if letter is None:
                break
            coded.append(rules.tiles.alphabet.letters.index(letter) + 1)
            rest = rest.removeprefix(letter)
        if not rest:
            found.append(bytes(coded))
    expected = sorted(Oracle(rules, found).plays(position.board, Rack.parse(case.rack, rules.tiles).codes), key=ranking)
    rows = solved(board_of(language), case.rack, *options(language, tmp_path))
    assert len(expected) > 3
    assert [f"{row['move']} {row['score']} {row['words']}" for row in rows] == list(map(str, expected))


@LANGUAGES
def test_a_play_in_every_format(language: str, tmp_path: Path) -> None:
    case = CASES[language]
    common = ("solve", "-", "--rack", case.rack, "--top", "0", *options(language, tmp_path))
    [row] = [row for row in table(run(*common, "--format", "tsv", stdin=board_of(language)).stdout) if row["move"] == case.move]
    assert (row["score"], row["leave"], row["words"]) == (str(case.score), case.leave, case.main_word)
    assert row["tiles"] == case.move.partition(" ")[2]
    lines = csv.DictReader(io.StringIO(run(*common, "--format", "csv", stdin=board_of(language)).stdout))
    assert [dict(line) for line in lines if line["move"] == case.move] == [row]
    for output_format in ("json", "jsonl"):
        data = json.loads(run(*common, "--format", output_format, stdin=board_of(language)).stdout)
        [move] = [move for move in data["moves"] if move["move"] == case.move]
        assert (move["word"], move["score"], move["leave"]) == (case.main_word, case.score, case.leave)
        [word] = move["words"]
        assert word["word"] == case.main_word
        assert tuple(square["letter"] for square in word["squares"]) == case.letters
    text = run(*common, "--format", "text", stdin=board_of(language)).stdout
    assert f"{case.sentence} {case.score} points." in text


@LANGUAGES
def test_a_play_is_scored_laid_and_judged(language: str, tmp_path: Path) -> None:
    case = CASES[language]
    given = options(language, tmp_path)
    judgement = judged(board_of(language), case.move, *given, "--rack", case.rack)
    assert (judgement["legal"], judgement["score"], judgement["word"]) == (True, case.score, case.main_word)
    laid = run("play", "-", *case.move.split(), *given, "--rack", case.rack, stdin=board_of(language))
    assert laid.exit_code == 0
    # the leave is given back, and what was laid can be read: the same play again lies there already
    again = judged(laid.stdout, case.move, "--quiet")
    assert codes(again) == ["no_new_tiles"]
    assert again["position"]["rules"] == language
    ruling = run("check", "--board", "-", "--move", case.move, *given, stdin=board_of(language))
    assert (ruling.exit_code, ruling.stdout.splitlines()[0]) == (0, f"{case.main_word}\tvalid\t{case.move.split()[0]}")


@LANGUAGES
def test_boards_go_from_form_to_form(language: str) -> None:
    board = board_of(language)
    text = run("board", "-", "--rules", language, "--to", "text", "--quiet", stdin=board).stdout
    drawn = run("board", "-", "--rules", language, "--to", "draw", "--quiet", stdin=board).stdout
    tiles = [tile for tile in load_rules(language).tiles.alphabet.tokens(CASES[language].row) if not tile.isdigit()]
    assert "".join(tiles) in text
    plain = run("board", "-", "--rules", language, "--to", "cgp", "--quiet", stdin=board).stdout
    assert plain.startswith(board.partition(" ")[0])
    for form in (text, drawn, decomposed(text), decomposed(drawn), decomposed(board), plain):
        back = run("board", "-", "--rules", language, "--to", "cgp", "--quiet", stdin=form)
        assert (back.stdout, back.exit_code) == (plain, 0)


@LANGUAGES
def test_columns_of_a_drawn_board_stand_in_line(language: str) -> None:
    check_columns(run("board", "-", "--rules", language, "--to", "draw", "--quiet", stdin=board_of(language)).stdout)


def check_columns(drawn: str) -> None:
    """Every square of a drawn board begins where the letter of its column does, on a screen of cells."""
    heading, *rows = [line for line in drawn.splitlines() if ":" not in line and line.strip()][:16]
    assert heading.split() == list("ABCDEFGHIJKLMNO")
    places = [index for index, character in enumerate(heading) if character != " "]
    widths = {right - left for left, right in pairwise(places)}
    assert len(widths) == 1
    for row in rows:
        cells: list[str] = []
        for character in row:
            # a wide character takes two cells, a combining one none
            cells.extend([character, *["continued"] * (cell_len(character) - 1)] if cell_len(character) else [])
        for place in places:
            assert cells[place] not in (" ", "continued"), row
            assert cells[place - 1] in (" ", "*"), row
        assert len(row[: places[0]].strip()) in (1, 2)


@LANGUAGES
def test_decomposed_accents_are_the_same_letters(language: str, tmp_path: Path) -> None:
    case = CASES[language]
    composed = solved(board_of(language), case.rack, *options(language, tmp_path))
    words = word_list(tmp_path, *map(decomposed, case.words), name="decomposed.txt")
    given = ("--rules", language, "--lexicon", words, "--quiet")
    assert solved(decomposed(board_of(language)), decomposed(case.rack), *given) == composed
    assert judged(decomposed(board_of(language)), decomposed(case.move), *given)["score"] == case.score
    checked = run("check", *map(decomposed, case.words), *given)
    assert checked.stdout == run("check", *case.words, *options(language, tmp_path)).stdout


# Tiles of several letters


def test_pattern_for_a_tile_of_several_letters_and_classes(tmp_path: Path) -> None:
    words = word_list(tmp_path, "CHORRO", "OCHO", "CHO", "CARRO")

    def matching(pattern: str) -> set[str]:
        rows = solved(EMPTY, "[CH]O[RR]OCA", "--rules", "spanish", "--lexicon", words, "--word", pattern)
        return {row["words"] for row in rows}

    everything = {"[CH]O[RR]O", "O[CH]O", "[CH]O", "CA[RR]O"}
    assert matching("*") == everything
    assert matching("[CH]*") == matching("[ch]*") == {"[CH]O[RR]O", "[CH]O"}
    assert matching("?[CH]?") == {"O[CH]O"}
    # one letter each: C, A, RR, O
    assert matching("????") == {"[CH]O[RR]O", "CA[RR]O"}
    assert matching("C*") == {"CA[RR]O"}
    # a class holds tiles, cut longest first: O and CH, then any vowel
    assert matching("[OCH]*") == {"O[CH]O", "[CH]O[RR]O", "[CH]O"}
    assert matching("?[AEIOU]*") == {"[CH]O[RR]O", "[CH]O", "CA[RR]O"}
    assert matching("*[RRA]O") == {"[CH]O[RR]O", "CA[RR]O"}


@pytest.mark.parametrize(
    ("pattern", "named"), [("[CH", "a tile in brackets such as [CH]"), ("[KW]*", "[KW]"), ("K*", "'K'"), ("", "expected letters")]
)
def test_pattern_that_cannot_be_read(pattern: str, named: str, tmp_path: Path) -> None:
    words = word_list(tmp_path, "OCHO")
    result = run("solve", "-", "--rack", "O", "--rules", "spanish", "--lexicon", words, "--word", pattern, stdin=EMPTY)
    assert (result.exit_code, result.stdout) == (2, "")
    assert named in result.stderr


def test_filters_take_tiles_of_several_letters(tmp_path: Path) -> None:
    given = ("--rules", "spanish", "--lexicon", word_list(tmp_path, "CHORRO", "OCHO", "CHO"))
    assert {row["words"] for row in solved(EMPTY, "[CH]O[RR]O", *given, "--uses", "[RR]")} == {"[CH]O[RR]O"}
    assert {row["words"] for row in solved(EMPTY, "[CH]O[RR]O", *given, "--keeps", "[RR]")} == {"O[CH]O", "[CH]O"}
    # its length is counted in tiles
    assert {row["words"] for row in solved(EMPTY, "[CH]O[RR]O", *given, "--length", "2")} == {"[CH]O"}
    # C, H and R alone are other tiles
    assert solved(EMPTY, "CHORRO", *given) == []


def test_rack_typed_without_brackets_is_noted(tmp_path: Path) -> None:
    words = word_list(tmp_path, "CHO")
    result = run("solve", "-", "--rack", "CHO", "--rules", "spanish", "--lexicon", words, stdin=EMPTY)
    assert result.exit_code == 0
    assert "CH on the rack is read as 2 tiles; the one tile is typed [CH]" in result.stderr


def test_three_tiles_typed_for_two_are_told_apart(tmp_path: Path) -> None:
    words = word_list(tmp_path, "CHO", "CHORRO")
    result = run("score", "-", "8G", "CHO", "--rules", "spanish", "--lexicon", words, "--format", "json", stdin=EMPTY)
    judgement = json.loads(result.stdout)
    assert (result.exit_code, codes(judgement), len(judgement["words"][0]["squares"])) == (1, ["invalid_word"], 3)
    assert "[CH]O is, with the tile of several letters typed in brackets" in judgement["reasons"][0]["message"]
    # no word either way: no hint
    [reason] = judged(EMPTY, "8G CHA", "--rules", "spanish", "--lexicon", words)["reasons"]
    assert reason["message"] == "CHA is not in words"
    # the tile itself
    assert judged(EMPTY, "8G [CH]O", "--rules", "spanish", "--lexicon", words)["legal"]


@pytest.mark.parametrize("typed", ["O[Ch]O", "O[cH]O", "O[C]O", "O[CH", "O[]O", "O[XX]O"])
def test_mixed_or_unknown_brackets_are_refused(typed: str) -> None:
    result = run("score", "-", "8G", typed, "--rules", "spanish", "--lexicon", "enable", stdin=EMPTY)
    assert (result.exit_code, result.stdout) == (2, "")
    assert typed in result.stderr
    board = run("board", "-", "--rules", "spanish", stdin=cgp(rows={8: f"6{typed}6"}))
    assert (board.exit_code, board.stdout) == (2, "")


def test_a_blank_stands_for_a_tile_of_several_letters(tmp_path: Path) -> None:
    given = ("--rules", "spanish", "--lexicon", word_list(tmp_path, "OCHO"))
    assert scores(solved(EMPTY, "OO?", *given)) == [(f"8{column} O[ch]O", 4) for column in "FGH"]
    judgement = judged(EMPTY, "8G O[ch]O", *given, "--rack", "OO?")
    assert (judgement["word"], judgement["tiles"], judgement["score"]) == ("O[CH]O", "O[ch]O", 4)
    assert [square["letter"] for square in judgement["words"][0]["squares"]] == ["O", "CH", "O"]
    assert [square["blank"] for square in judgement["words"][0]["squares"]] == [False, True, False]
    text = run("solve", "-", "--rack", "OO?", "--format", "text", *given, stdin=EMPTY).stdout
    assert "Row 8 from F: O blank as CH O. 4 points." in text


def test_words_in_lists_and_check_are_cut_longest_first(tmp_path: Path) -> None:
    # Ç is a letter, L·L one tile, LL two
    words = word_list(tmp_path, "col·legi", "llany", "quinqué", "quin", name="ca.txt")
    given = ("--rules", "catalan", "--lexicon", words)
    rows = [row.split("\t") for row in run("check", "COL·LEGI", "Llany", "QUIN", "COLLEGI", *given).stdout.splitlines()]
    assert rows == [["COL·LEGI", "valid"], ["LLANY", "valid"], ["QUIN", "valid"], ["COLLEGI", "invalid"]]
    assert judged(EMPTY, "8G LLA[NY]", *given)["legal"]
    assert not judged(EMPTY, "8G COLLEGI", *given)["legal"]
    assert judged(EMPTY, "8G [QU]IN", *given)["score"] == (8 + 1 + 1) * 2
    info = json.loads(run("lexicon", "info", words, "--rules", "catalan", "--format", "json").stdout)
    # QUINQUÉ has a letter that is no tile
    assert (info["words"], info["left_out"]["words"]) == (3, 1)


def test_columns_with_tiles_of_several_letters() -> None:
    rows = {7: "7[QU]7", 8: "6LA[NY]5b", 9: "7[l·l]7", 15: "[L·L]13Ç"}
    drawn = run("board", "-", "--rules", "catalan", "--to", "draw", "--quiet", stdin=cgp(rows=rows)).stdout
    check_columns(drawn)
    assert drawn.splitlines()[-1].split() == ["15", "[L·L]", *"..'...=...'..", "Ç"]


def test_columns_of_the_table_that_solve_draws(tmp_path: Path) -> None:
    words = word_list(tmp_path, "OCHO", "CHO")
    result = run(
        "solve", "-", "--rack", "O[CH]O", "--rules", "spanish", "--lexicon", words, "--format", "table", "--quiet",
        "--color", "never", "--explain", "1", stdin=EMPTY, env={"COLUMNS": "80"},
    )  # fmt: skip
    assert result.exit_code == 0
    check_columns(result.stdout)
    # the sum under the best play: every value ends below its tile
    lines = result.stdout.splitlines()
    [place] = [index for index, line in enumerate(lines) if line.split() == ["O", "[CH]", "O"]]
    assert lines[place + 1].split() == ["1", "5", "1", "=", "7"]
    assert ends_of_fields(lines[place]) == ends_of_fields(lines[place + 1].partition(" =")[0])


def ends_of_fields(line: str) -> list[int]:
    return [match.end() for match in re.finditer(r"\S+", line)]


# Letters


def test_sharp_s_is_two_tiles(tmp_path: Path) -> None:
    words = word_list(tmp_path, "Straße", "SPASS")
    given = ("--rules", "german", "--lexicon", words)
    checked = run("check", "STRASSE", "Straße", "strasse", "spaß", "STRASE", *given)
    assert [line.split("\t") for line in checked.stdout.splitlines()] == [
        ["STRASSE", "valid"], ["STRASSE", "valid"], ["STRASSE", "valid"], ["SPASS", "valid"], ["STRASE", "invalid"]
    ]  # fmt: skip
    # S 1 T 1 R 1 A 1 S 1 S 1 E 1, doubled, and the bonus; the S on the double letter D8
    assert judged(EMPTY, "8D STRASSE", *given)["score"] == 8 * 2 + 50
    assert json.loads(run("lexicon", "info", words, "--rules", "german", "--format", "json").stdout)["left_out"]["words"] == 0


def test_letter_only_a_blank_may_stand_for(tmp_path: Path) -> None:
    given = ("--rules", "norwegian", "--lexicon", word_list(tmp_path, "MÜSLI"))
    rows = solved(EMPTY, "MSLI?", *given)
    # M 2, S 1, L 1, I 1; M doubled at D8 and I at L8
    assert scores(rows)[:2] == [("8D MüSLI", 14), ("8H MüSLI", 12)]
    assert len(rows) == 5
    # the set has no such tile
    result = run("solve", "-", "--rack", "MÜSLI", *given, stdin=EMPTY)
    assert result.exit_code == 0
    assert "Ü: 1 on the rack, 0 in the norwegian set" in result.stderr
    unseen = table(run("unseen", "-", "--rack", "", "--rules", "norwegian", stdin=EMPTY).stdout)
    assert {row["tile"]: row["count"] for row in unseen}.get("Ü", "0") == "0"


TURKISH = "?,?,2,0,0\nA,a,12,1,1\nI,ı,4,2,1\nİ,i,7,1,1\nK,k,7,1,0\nR,r,6,1,0\nŞ,ş,2,4,0\n"


@pytest.fixture
def turkish(tmp_path: Path) -> tuple[str, ...]:
    """Rules with Turkish letters: I is the capital of the dotless letter, İ that of the dotted one."""
    (tmp_path / "turkish.csv").write_text(TURKISH, encoding="utf-8")
    rules = tmp_path / "turkish.toml"
    rules.write_text('extends = "tournament"\ntiles = "turkish.csv"\n', encoding="utf-8")
    return "--rules", str(rules), "--lexicon", word_list(tmp_path, "kırık", "İRİ", "KAŞIK", "kir")


def test_case_is_that_of_the_tile_set(turkish: tuple[str, ...]) -> None:
    checked = run("check", "kırık", "KIRIK", "kirik", "iri", "IRI", "ırı", "kaşik", "kaşık", "KİR", "kir", "kır", *turkish)
    assert [line.split("\t") for line in checked.stdout.splitlines()] == [
        ["KIRIK", "valid"], ["KIRIK", "valid"], ["KİRİK", "invalid"], ["İRİ", "valid"], ["IRI", "invalid"], ["IRI", "invalid"],
        ["KAŞİK", "invalid"], ["KAŞIK", "valid"], ["KİR", "valid"], ["KİR", "valid"], ["KIR", "invalid"],
    ]  # fmt: skip
    # small letters on a rack are plain letters, and in moves blanks
    assert {row["words"] for row in solved(EMPTY, "kırı", *turkish)} == set()
    assert {row["words"] for row in solved(EMPTY, "kırık", *turkish)} == {"KIRIK"}
    assert {row["words"] for row in solved(EMPTY, "kir", *turkish)} == {"KİR"}
    blank = judged(EMPTY, "8F KıRIK", *turkish)
    # K 1, blank I, R 1, I 2, K 1, doubled
    assert (blank["legal"], blank["word"], blank["score"]) == (True, "KIRIK", 10)
    assert codes(judged(EMPTY, "8F KiRIK", *turkish)) == ["invalid_word"]
    assert {row["words"] for row in solved(EMPTY, "kırık", *turkish, "--word", "?ı*")} == {"KIRIK"}
    assert solved(EMPTY, "kırık", *turkish, "--word", "?i*") == []
    laid = run("play", "-", "8F", "KıRIK", *turkish, stdin=EMPTY)
    assert "/5KıRIK5/" in laid.stdout


def test_letters_without_a_composed_form(tmp_path: Path) -> None:
    """J with a caron has no character of its own in upper case: such a letter is written in brackets."""
    (tmp_path / "caron.csv").write_text("?,?,2,0,0\nA,a,9,1,1\nJ\u030c,\u01f0,5,4,0\nO,o,5,1,1\n", encoding="utf-8")
    rules = tmp_path / "caron.toml"
    rules.write_text('tiles = "caron.csv"\n', encoding="utf-8")
    given = ("--rules", str(rules), "--lexicon", word_list(tmp_path, "J\u030cA", "AJ\u030cA"))
    assert scores(solved(EMPTY, "AA[J\u030c]", *given))[0] == ("8F A[J\u030c]A", 12)
    laid = run("play", "-", "8G", "A[J\u030c]A", *given, stdin=EMPTY)
    assert laid.exit_code == 0
    check_columns(run("board", "-", "--to", "draw", "--quiet", *given, stdin=laid.stdout).stdout)


def test_columns_with_wide_letters(tmp_path: Path) -> None:
    (tmp_path / "kana.csv").write_text("?,?,2,0,0\nあ,あ,5,1,1\nか,か,5,2,0\nA,a,5,1,1\n", encoding="utf-8")
    rules = tmp_path / "kana.toml"
    rules.write_text('tiles = "kana.csv"\n', encoding="utf-8")
    given = ("--rules", str(rules), "--lexicon", word_list(tmp_path, "あか", "かA"))
    assert {row["words"] for row in solved(EMPTY, "あかA", *given)} == {"あか", "かA"}
    check_columns(run("board", "-", "--to", "draw", "--quiet", *given, stdin=cgp(rows={8: "6あか7", 9: "7A7"})).stdout)


def test_letter_with_an_accent_that_has_no_tile_is_named() -> None:
    rows = "\n".join("." * 15 if row != 8 else ".....x\u0302........." for row in range(15)) + "\n"
    result = run("board", "-", "--rules", "norwegian", stdin=rows)
    assert result.exit_code == 2
    assert "F9" in result.stderr


@pytest.mark.parametrize("accent", [decomposed("Å"), "Å"])
def test_columns_in_messages_are_those_of_the_screen(accent: str) -> None:
    rows = "\n".join("." * 15 if row != 8 else f".....{accent}..#......" for row in range(15)) + "\n"
    result = run("board", "-", "--rules", "norwegian", stdin=rows)
    assert result.exit_code == 2
    assert "line 9: column 9, square I9: '#'" in result.stderr


# What users of other programs ran into


def test_case_5_which_copy_is_the_blank(tmp_path: Path) -> None:
    words = word_list(tmp_path, "DUCE", "EGRUGEAI")
    rows = solved(cgp(rows={8: "4DUCE7"}), "RUIAG?E", "--rules", "french", "--lexicon", words)
    assert scores(rows) == [
        ("H8 .gRUGEAI", 80), ("H8 .GRUgEAI", 74), ("H3 EGRUg.AI", 60), ("H3 EgRUG.AI", 58), ("E8 .UcE", 8), ("G6 dU.E", 7)
    ]  # fmt: skip


def test_case_29_catalan(tmp_path: Path) -> None:
    given = ("--rules", "catalan", "--lexicon", word_list(tmp_path, "ANY", "COL·LEGI"))
    assert scores(solved(EMPTY, "A[NY]", *given)) == [("8G A[NY]", 22), ("8H A[NY]", 22)]
    assert solved(EMPTY, "ANNE", *given) == []
    found = scores(solved(EMPTY, "CO[L·L]EGI", *given))
    expected = {"8C": 38, "8D": 40, "8E": 36, "8F": 36, "8G": 38, "8H": 42}
    assert {move.split()[0]: score for move, score in found} == expected
    assert {move.split()[1] for move, _ in found} == {"CO[L·L]EGI"}
    assert solved(EMPTY, "COLLEGI", *given) == []


def test_case_30_a_digraph_is_no_word(tmp_path: Path) -> None:
    judgement = judged(EMPTY, "8G O[CH]O", "--rules", "spanish", "--lexicon", word_list(tmp_path, "OCHO"))
    assert (judgement["legal"], judgement["score"]) == (True, 14)
    [word] = judgement["words"]
    assert [(square["letter"], square["value"]) for square in word["squares"]] == [("O", 1), ("CH", 5), ("O", 1)]


@pytest.mark.parametrize(("word", "score"), [("ŻABA", 20), ("ŹLE", 24)])
def test_case_31_polish_values(word: str, score: int, tmp_path: Path) -> None:
    words = word_list(tmp_path, "ŻABA", "ŹLE")
    judgement = judged(EMPTY, f"8F {word}", "--rules", "polish", "--lexicon", words)
    assert (judgement["legal"], judgement["score"]) == (True, score)
