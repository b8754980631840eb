"""``score``: every notation of a move, every reason against one, the rack, the formats."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import EMPTY, JOG, TEAZELING, cgp, codes, golden, judged, run, table, word_list

AX = cgp(rows={8: "7AT6", 9: "7X7"})
# a tile each in the first and the last square of row 8, and JOG over the start square
ENDS = cgp(rows={8: "A4JOG6A"})


def reasons(stdin: str, move: str, *options: str) -> list[tuple[str, str]]:
    """Codes and messages of the reasons against a move."""
    return [(reason["code"], reason["message"]) for reason in judged(stdin, move, *options)["reasons"]]


# Notation


@pytest.mark.parametrize(
    "move",
    ["8F JOGS", "8f JOGS", "8F ...S", "8F (JOG)S", "8F (J)(O)(G)S", "8F J.(G)S", "8F jogS", "8F (jOg)S", " 8F   JOGS ", "I8 S"],
)
def test_spellings_of_one_play(move: str) -> None:
    judgement = judged(JOG, move)
    assert (judgement["move"], judgement["score"], judgement["legal"]) == ("8F ...S", 12, True)
    assert (judgement["square"], judgement["direction"], judgement["tiles"], judgement["word"]) == (
        "8F",
        "across",
        "...S",
        "JOGS",
    )


@pytest.mark.parametrize("arguments", [("8F", "JOGS"), ("8F JOGS",)])
def test_a_move_is_one_argument_or_two(arguments: tuple[str, ...]) -> None:
    result = run("score", "-", *arguments, stdin=JOG)
    assert (result.exit_code, table(result.stdout)[0]["move"]) == (0, "8F ...S")


def test_blank_is_lower_case() -> None:
    judgement = judged(JOG, "8F JOGs")
    assert (judgement["move"], judgement["score"]) == ("8F ...s", 11)
    assert judged(JOG, "8F JOGS")["score"] == 12


def test_blank_that_lies_on_the_board_may_be_typed_in_either_case() -> None:
    board = cgp(rows={8: "5JoG7"})
    for move in ("8F JOGS", "8F JoGS", "8F J.GS", "8F (JoG)S"):
        judgement = judged(board, move)
        # J 8, the blank 0, G 2, S 1
        assert (judgement["move"], judgement["score"]) == ("8F ...S", 11)
        assert judgement["words"][0]["squares"][1]["blank"] is True


@pytest.mark.parametrize(("move", "canonical"), [("8H AT", None), ("I8 TI", "9H .I"), ("9H XI", "9H .I"), ("9H .I", "9H .I")])
def test_one_tile_play_in_both_directions(move: str, canonical: str | None) -> None:
    judgement = judged(AX, move)
    if canonical is None:
        assert codes(judgement) == ["no_new_tiles"]
        return
    assert (judgement["move"], judgement["score"], judgement["legal"]) == (canonical, 13, True)
    assert [word["word"] for word in judgement["words"]] == ["XI", "TI"]


def test_one_tile_play_that_makes_only_a_down_word() -> None:
    for move in ("G8 .O", "G8 GO"):
        judgement = judged(cgp(rows={8: "6GET6"}), move)
        assert (judgement["move"], judgement["direction"], judgement["score"]) == ("G8 .O", "down", 4)
    # typed across it states a single tile, whose word runs down
    assert judged(cgp(rows={8: "6GET6"}), "9G O")["move"] == "G8 .O"


def test_down_play_on_an_empty_board() -> None:
    judgement = judged(EMPTY, "H8 JOG")
    assert (judgement["move"], judgement["direction"], judgement["score"]) == ("H8 JOG", "down", 22)


def test_tiles_of_several_letters(tmp_path: Path) -> None:
    options = ("--rules", "spanish", "--lexicon", word_list(tmp_path, "CHORRO"))
    judgement = judged(EMPTY, "8G [ch]O[RR]O", *options)
    assert (judgement["tiles"], judgement["word"], judgement["score"]) == ("[ch]O[RR]O", "[CH]O[RR]O", 20)
    first = judgement["words"][0]["squares"][0]
    assert (first["letter"], first["blank"], first["value"]) == ("CH", True, 0)
    [(code, message)] = reasons(EMPTY, "8E CHO[RR]O", *options)
    assert code == "invalid_word"
    assert "[CH]O[RR]O is" in message
    refused = run("score", "-", "8E [Ch]O[RR]O", *options, stdin=EMPTY)
    assert (refused.exit_code, refused.stdout) == (2, "")


@pytest.mark.parametrize(
    ("arguments", "move", "tiles"),
    [
        (("-AEI",), "exch AEI", "AEI"),
        (("-aei",), "exch AEI", "AEI"),
        (("-A?",), "exch A?", "A?"),
        (("exch", "AEI"), "exch AEI", "AEI"),
        (("exch AEI",), "exch AEI", "AEI"),
        (("exchange", "IEA"), "exch AEI", "AEI"),
        (("EXCH", "A_"), "exch A?", "A?"),
        (("-3",), "-3", "-3"),
        (("exch", "3"), "-3", "-3"),
        (("-q",), "exch Q", "Q"),
    ],
)
def test_exchanges(arguments: tuple[str, ...], move: str, tiles: str) -> None:
    result = run("score", "-", *arguments, "--format", "json", stdin=EMPTY)
    data = json.loads(result.stdout)
    assert result.exit_code == 0
    assert (data["kind"], data["move"], data["tiles"], data["score"], data["legal"]) == ("exchange", move, tiles, 0, True)
    assert (data["square"], data["direction"], data["word"], data["words"]) == (None, None, None, [])


@pytest.mark.parametrize("move", ["-", "pass", "PASS"])
def test_pass(move: str) -> None:
    data = judged(JOG, move)
    assert (data["kind"], data["move"], data["tiles"], data["score"], data["legal"]) == ("pass", "pass", "", 0, True)


def test_options_after_an_exchange_are_options() -> None:
    result = run("score", "-", "-AEI", "--rack", "AEIOU", "--format", "csv", "--no-header", stdin=EMPTY)
    assert (result.exit_code, result.stdout) == (0, "exch AEI,0,true,,\n")
    unknown = run("score", "-", "-AEI", "--rock", "AEIOU", stdin=EMPTY)
    assert unknown.exit_code == 2
    assert "--rock" in unknown.stderr


# Every reason


@pytest.mark.parametrize(
    ("position", "move", "expected"),
    [
        (JOG, "8M ABC", [("disconnected", "touches no tile on the board"), ("invalid_word", "ABC is not in enable")]),
        (
            JOG,
            "8M BATH",
            [
                ("off_board", "runs off the board by one square after O8; M8 would be down"),
                ("disconnected", "touches no tile on the board"),
            ],
        ),
        (
            JOG,
            "N14 BATHE",
            [("off_board", "runs off the board by 3 squares after N15"), ("disconnected", "touches no tile on the board")],
        ),
        (
            JOG,
            "8F ...(S)",
            [("gap", "no tile lies on I8, where (S) stands for one"), ("no_new_tiles", "lays no new tile")],
        ),
        (JOG, "8F ...S.", [("gap", "no tile lies on J8, where a dot stands for one")]),
        (JOG, "9J DOG", [("disconnected", "touches no tile on the board")]),
        (EMPTY, "8A CAT", [("misses_start", "the first play must cover the start square H8")]),
        (EMPTY, "8H A", [("one_tile_first", "the first play must lay two tiles or more")]),
        (
            EMPTY,
            "1A A",
            [
                ("misses_start", "the first play must cover the start square H8"),
                ("one_tile_first", "the first play must lay two tiles or more"),
            ],
        ),
        (JOG, "8F JXGS", [("conflict", "G8 holds O, not X")]),
        (JOG, "8F XYGS", [("conflict", "F8 holds J, not X"), ("conflict", "G8 holds O, not Y")]),
        (JOG, "8F JOG", [("no_new_tiles", "lays no new tile")]),
        (JOG, "8F ...", [("no_new_tiles", "lays no new tile")]),
        (JOG, "8G OGS", [("not_whole_word", "the whole word is JOGS at 8F, not only the part stated: write 8F JOGS")]),
        (JOG, "8I S", [("not_whole_word", "the whole word is JOGS at 8F, not only the part stated: write 8F JOGS")]),
        (
            JOG,
            "8I X",
            [
                ("not_whole_word", "the whole word is JOGX at 8F, not only the part stated: write 8F JOGX"),
                ("invalid_word", "JOGX is not in enable"),
            ],
        ),
        (JOG, "8E (A)JOGS", [("gap", "no tile lies on E8, where (A) stands for one")]),
        (JOG, "9F AX", [("invalid_word", "JA is not in enable")]),
        (
            JOG,
            "9F XA",
            [
                ("invalid_word", "XA is not in enable"),
                ("invalid_word", "JX is not in enable"),
                ("invalid_word", "OA is not in enable"),
            ],
        ),
        (JOG, "8F ...XX", [("invalid_word", "JOGXX is not in enable")]),
        (ENDS, "7O HA", [("off_board", "runs off the board by one square after O7; O7 would be down")]),
    ],
)
def test_reasons(position: str, move: str, expected: list[tuple[str, str]]) -> None:
    assert reasons(position, move) == expected


def test_every_code_has_its_squares_and_words() -> None:
    [conflict] = judged(JOG, "8F JXGS")["reasons"]
    assert conflict == {"code": "conflict", "message": "G8 holds O, not X", "squares": ["G8"], "words": []}
    [invalid] = judged(JOG, "9F AX")["reasons"]
    assert invalid == {"code": "invalid_word", "message": "JA is not in enable", "squares": ["F8", "F9"], "words": ["JA"]}
    [whole] = judged(JOG, "8G OGS")["reasons"]
    assert (whole["squares"], whole["words"]) == (["F8"], ["JOGS"])
    [gap] = judged(JOG, "8F ...S.")["reasons"]
    assert gap["squares"] == ["J8"]
    off, apart = judged(JOG, "8M BATH")["reasons"]
    assert (off["squares"], apart["squares"]) == (["O8"], ["M8", "N8", "O8"])
    start, alone = judged(EMPTY, "1A A")["reasons"]
    assert (start["squares"], alone["squares"]) == (["H8"], ["A1"])


@pytest.mark.parametrize(
    ("move", "options", "score"),
    [
        ("9F AX", (), 43),
        ("8F JOGS", ("--rack", "QV"), 12),
        ("9F AX", ("--rack", "QV"), 43),
        ("8F JOGS", (), 12),
    ],
)
def test_score_is_shown_when_only_a_word_or_the_rack_is_at_fault(move: str, options: tuple[str, ...], score: int) -> None:
    judgement = judged(JOG, move, *options)
    assert judgement["score"] == score
    assert judgement["words"]


@pytest.mark.parametrize("move", ["8M BATH", "8F ...(S)", "9J DOG", "8F JXGS", "8F JOG", "8G OGS", "8I X"])
def test_score_is_null_with_any_other_fault(move: str) -> None:
    judgement = judged(JOG, move)
    assert (judgement["score"], judgement["words"], judgement["bonus"], judgement["legal"]) == (None, [], 0, False)
    row = table(run("score", "-", move, stdin=JOG).stdout)[0]
    assert (row["score"], row["legal"], row["words"]) == ("", "false", "")


def test_score_on_the_empty_board_is_null_off_the_start_square() -> None:
    assert judged(EMPTY, "8A CAT")["score"] is None


# The rack


@pytest.mark.parametrize(
    ("rack", "message"),
    [
        ("S", None),
        ("SX", None),
        ("s", None),
        ("?", "the rack ? lacks S"),
        ("AEX", "the rack AEX lacks S"),
        ("", "the rack (empty) lacks S"),
    ],
)
def test_rack_judgement(rack: str, message: str | None) -> None:
    judgement = judged(JOG, "8F JOGS", "--rack", rack)
    assert [reason["message"] for reason in judgement["reasons"]] == ([] if message is None else [message])
    assert judgement["position"]["rack"] == "".join(sorted(rack.upper(), key=lambda tile: (tile == "?", tile)))


def test_rack_lacks_a_blank_and_the_second_of_two_tiles() -> None:
    assert reasons(EMPTY, "8F JoG", "--rack", "JOG") == [("not_in_rack", "the rack GJO lacks a blank")]
    assert reasons(EMPTY, "8F EEL", "--rack", "EL") == [("not_in_rack", "the rack EL lacks E")]
    assert reasons(EMPTY, "8F sEEs", "--rack", "E?") == [("not_in_rack", "the rack E? lacks E and a blank")]


def test_rack_is_not_judged_unless_known() -> None:
    assert judged(JOG, "8F JOGS")["position"]["rack"] is None
    assert judged(cgp(rack="AEX", rows={8: "5JOG7"}), "8F JOGS")["reasons"][0]["code"] == "not_in_rack"
    # the command line wins over the file
    assert judged(cgp(rack="AEX", rows={8: "5JOG7"}), "8F JOGS", "--rack", "S")["legal"]


def test_rack_and_exchange() -> None:
    assert reasons(JOG, "exch AEI", "--rack", "AEX") == [("not_in_rack", "the rack AEX lacks I")]
    assert reasons(JOG, "exch A?", "--rack", "AEX") == [("not_in_rack", "the rack AEX lacks ?")]
    assert reasons(JOG, "-3", "--rack", "AB") == [("not_in_rack", "the rack holds 2 tiles")]
    assert judged(JOG, "-AEI", "--rack", "AEINRST")["legal"]


def test_rack_with_all_reasons_at_once() -> None:
    assert [code for code, _ in reasons(JOG, "9F AX", "--rack", "QV")] == ["not_in_rack", "invalid_word"]
    assert [code for code, _ in reasons(JOG, "1A AX", "--rack", "QV")] == ["disconnected", "not_in_rack"]


# Exchanges and the bag


def endgame(bag: int) -> str:
    """A board with so many tiles drawn that, beside two racks of seven, only ``bag`` are left."""
    letters = "E" * 12 + "I" * 9 + "O" * 8 + "N" * 6 + "R" * 6 + "T" * 6 + "L" * 4 + "S" * 4 + "U" * 4 + "D" * 4 + "A" * 9
    letters += "GGGBBCCMMPP"
    padded = letters[: 86 - bag].rjust(225, ".")
    return "\n".join(padded[start : start + 15] for start in range(0, 225, 15)) + "\n"


@pytest.mark.parametrize(
    ("bag", "move", "options", "message"),
    [
        (7, "-AEI", (), None),
        (7, "-7", (), None),
        (6, "-1", (), "the bag holds 6 tiles, and 7 are needed to exchange 1 (tournament rules)"),
        (6, "-1", ("--rules", "hasbro-2003"), None),
        (3, "-4", ("--rules", "hasbro-2003"), "the bag holds 3 tiles, and 4 are needed to exchange 4 (hasbro-2003 rules)"),
        (3, "-3", ("--rules", "hasbro-2021"), None),
        (6, "-1", ("--set", "exchange_minimum=6"), None),
    ],
)
def test_exchange_and_the_bag(bag: int, move: str, options: tuple[str, ...], message: str | None) -> None:
    judgement = judged(endgame(bag), move, *options)
    assert [reason["message"] for reason in judgement["reasons"]] == ([] if message is None else [message])
    assert judgement["score"] == 0


@pytest.mark.parametrize("move", ["-8", "exch AAAABBCC"])
def test_exchange_of_more_than_a_rack(move: str) -> None:
    result = run("score", "-", move, stdin=JOG)
    assert result.exit_code in (1, 2)


# Formats


def test_json_of_a_legal_play() -> None:
    result = run("score", "-", "8F", "(JOG)s", "--rack", "?AB", "--format", "json", stdin=JOG)
    expected: dict[str, Any] = {
        "schema": 1,
        "position": {
            "board": ["." * 15] * 7 + [".....JOG......."] + ["." * 15] * 7,
            "rack": "AB?",
            "rules": "tournament",
            "settings": {},
            "lexicon": {"name": "enable", "words": 172823, "id": "77a8b772"},
        },
        "kind": "play", "move": "8F ...s", "square": "8F", "direction": "across", "tiles": "...s", "word": "JOGS", "score": 11,
        "bingo": False,
        "words": [
            {
                "word": "JOGS", "square": "8F", "direction": "across", "letters": 11, "multiplier": 1, "score": 11,
                "squares": [
                    {"square": "8F", "letter": "J", "value": 8, "new": False, "blank": False, "premium": None, "points": 8},
                    {"square": "8G", "letter": "O", "value": 1, "new": False, "blank": False, "premium": None, "points": 1},
                    {"square": "8H", "letter": "G", "value": 2, "new": False, "blank": False, "premium": None, "points": 2},
                    {"square": "8I", "letter": "S", "value": 0, "new": True, "blank": True, "premium": None, "points": 0},
                ],
            }
        ],
        "bonus": 0, "legal": True, "reasons": [],
    }  # fmt: skip
    assert {key: value for key, value in json.loads(result.stdout).items() if key in expected} == expected
    line = run("score", "-", "8F", "(JOG)s", "--rack", "?AB", "--format", "jsonl", stdin=JOG).stdout
    assert line.count("\n") == 1
    assert json.loads(line) == json.loads(result.stdout)


def test_json_of_a_play_that_cannot_be_placed() -> None:
    data = judged(JOG, "8F JXGS")
    assert (data["kind"], data["move"], data["score"], data["legal"]) == ("play", "8F JXGS", None, False)
    assert set(judged(JOG, "8F JOGS")) == set(data) == set(judged(JOG, "-AEI"))


def test_tsv_and_csv() -> None:
    header = ["move", "score", "legal", "words", "reasons"]
    tsv = run("score", "-", "9F AX", "--rack", "QV", "--format", "tsv", stdin=JOG)
    row = ["9F AX", "43", "false", "AX,JA,OX", "the rack QV lacks A and X; JA is not in enable"]
    assert (tsv.exit_code, tsv.stdout) == (1, "\t".join(header) + "\n" + "\t".join(row) + "\n")
    as_csv = run("score", "-", "9F AX", "--rack", "QV", "--format", "csv", stdin=JOG)
    assert list(csv.reader(io.StringIO(as_csv.stdout))) == [header, row]
    assert run("score", "-", "9F AX", "--rack", "QV", stdin=JOG).stdout == tsv.stdout
    assert run("score", "-", "9F AX", "--rack", "QV", "--no-header", stdin=JOG).stdout == "\t".join(row) + "\n"


def test_tsv_shows_the_play_as_data() -> None:
    assert table(run("score", TEAZELING, "3G TEAZ(EL)ING").stdout)[0]["move"] == "3G TEAZ..ING"


def test_text() -> None:
    lines = run("score", TEAZELING, "3G TEAZ..ING", "--format", "text").stdout.splitlines()
    assert lines[0] == "Row 3 from G: T E A Z, E L on the board, I N G."
    assert lines[-2:] == ["Seven tiles played: 50 more.", "Total 92."]
    illegal = run("score", "-", "9F AX", "--rack", "QV", "--format", "text", stdin=JOG)
    assert illegal.stdout.splitlines() == [
        "Row 9 from F: A X.",
        "This cannot be played.",
        "The rack QV lacks A and X.",
        "JA is not in enable.",
        "The sum would be as follows.",
        "AX: A 1, X 8 on a double letter is 16; 17.",
        "JA: J 8, A 1; 9.",
        "OX: O 1, X 8 on a double letter is 16; 17.",
        "Total 43.",
    ]
    assert run("score", "-", "-AEI", "--format", "text", stdin=JOG).stdout == "Exchange A E I.\n0 points.\n"
    assert run("score", "-", "pass", "--format", "text", stdin=JOG).stdout.startswith("Pass.\n")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("score-bingo.txt", (TEAZELING, "3G TEAZ(EL)ING")),
        ("score-phony.txt", (TEAZELING, "8B TAOUTSAILS")),
        ("score-cross-words.txt", (TEAZELING, "11A ZINGED", "--rack", "ZINGEDA")),
        ("score-conflict.txt", (TEAZELING, "8B TAOUTSOILS")),
        ("score-exchange.txt", (TEAZELING, "-AEI")),
    ],
)
@pytest.mark.parametrize("columns", ["80", "120"])
def test_table(name: str, arguments: tuple[str, ...], columns: str) -> None:
    result = run("score", *arguments, "--format", "table", env={"COLUMNS": columns})
    golden(name, result.stdout)


def test_several_positions_are_judged_in_order() -> None:
    result = run("score", "-", "8F", "JOG", stdin=EMPTY + "bad/ 1\n" + JOG)
    # bad input outweighs a no
    assert result.exit_code == 2
    lines = result.stdout.splitlines()
    assert lines[0] == "position\tmove\tscore\tlegal\twords\treasons"
    assert lines[1] == "1\t8F JOG\t22\ttrue\tJOG\t"
    assert lines[2].startswith("3\t8F JOG\t\tfalse\t")
    assert result.stderr.startswith("error: position 2: standard input, line 2: ")
    assert run("score", "-", "8F", "JOG", stdin=EMPTY + JOG).exit_code == 1
    assert run("score", "-", "8F", "JOG", stdin=EMPTY + EMPTY).exit_code == 0
    objects = run("score", "-", "8F", "JOG", "--format", "json", stdin=EMPTY + JOG).stdout.splitlines()
    assert [json.loads(line)["legal"] for line in objects] == [True, False]
    shown = run("score", "-", "8F", "JOG", "--format", "text", stdin=EMPTY + EMPTY).stdout
    assert shown.count("Position ") == 2


def test_words_on_the_board_are_not_judged() -> None:
    assert judged(cgp(rows={8: "5XQZ7"}), "I8 AT")["reasons"][0]["words"] == ["XQZA"]
    assert judged(cgp(rows={7: "7A7", 8: "5XQZ7"}), "7H (A)T")["legal"]
