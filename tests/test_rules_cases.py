"""The worked cases of the published rules, each on a board of its own, and the built-in rule sets."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from scrabblecli.rules import built_in_names, load_rules
from scrabblecli.squares import Square
from tests.helpers import EMPTY, JOG, cgp, codes, judged, scores, solved, word_list

# Scoring


@pytest.mark.parametrize("square", ["8F", "8G", "8H"])
def test_opening_cat_with_the_star_under_any_letter(square: str) -> None:
    assert judged(EMPTY, f"{square} CAT")["score"] == 10


@pytest.mark.parametrize("square", ["8F", "8G", "8H"])
def test_opening_cat_with_a_blank_on_c(square: str) -> None:
    assert judged(EMPTY, f"{square} cAT")["score"] == 4


def test_opening_jog() -> None:
    assert judged(EMPTY, "8G JOG")["score"] == 22


def test_bonus_is_added_after_the_triple_word() -> None:
    judgement = judged(cgp(rows={8: "7E7", 9: "7R7", 10: "7E7"}), "8A STEARIN.", "--rack", "RETAINS")
    [word] = judgement["words"]
    assert (word["letters"], word["multiplier"], word["score"]) == (9, 3, 27)
    assert (judgement["bonus"], judgement["score"], judgement["legal"]) == (50, 77, True)


def test_best_opening_with_muzjiks() -> None:
    best = solved(EMPTY, "MUZJIKS")[0]
    assert (best["move"], best["score"], best["rank"]) == ("8B MUZJIKS", "128", "1")
    [word] = judged(EMPTY, "8B MUZJIKS")["words"]
    assert (word["letters"], word["multiplier"], word["score"]) == (39, 2, 78)


# an E on row 1 that hangs together with the start square: F1 ENGINEER down, 8F RATE across
ENGINEER = {1: "5E9", 2: "5N9", 3: "5G9", 4: "5I9", 5: "5N9", 6: "5E9", 7: "5E9", 8: "5RATE6"}


def test_craziest_on_two_triple_words() -> None:
    board = cgp(rows=ENGINEER)
    judgement = judged(board, "1A CRAZI(E)ST", "--rack", "CRAZIST")
    assert (judgement["score"], judgement["legal"], judgement["tiles"]) == (29 * 9 + 50, True, "CRAZI.ST")
    assert ("1A CRAZI.ST", 311) in scores(solved(board, "CRAZIST"))


def test_extending_a_word_to_seven_letters_earns_no_bonus() -> None:
    judgement = judged(cgp(rows={8: "4TRAIN6"}), "8C RE(TRAIN)", "--rack", "RE")
    assert (len(judgement["word"]), judgement["bingo"], judgement["bonus"]) == (7, False, 0)
    # R 1, E 1 on a double letter square, TRAIN 5
    assert judgement["score"] == 8


def test_example_game_of_the_rule_sheet() -> None:
    """The five turns printed in the Hasbro rule sheets: HORN 14, FARM 9, PASTE 25, MOB 16, BIT 16."""
    farm = {6: "7F7", 7: "7A7", 8: "5HORN6", 9: "7M7"}
    paste = farm | {10: "5PASTE5"}
    mob = paste | {9: "7MOB5"}
    turns = [
        ({}, "8F HORN", 14, ["HORN"]),
        ({8: "5HORN6"}, "H6 FA(R)M", 9, ["FARM"]),
        (farm, "10F PASTE", 25, ["PASTE", "FARMS"]),
        (paste, "9H (M)OB", 16, ["MOB", "NOT", "BE"]),
        (mob, "11E BIT", 16, ["BIT", "PI", "AT"]),
    ]
    for rows, move, score, words in turns:
        judgement = judged(cgp(rows=rows), move)
        assert (move, judgement["score"], judgement["legal"]) == (move, score, True)
        assert [word["word"] for word in judgement["words"]] == words


def test_parallel_play_scores_every_word() -> None:
    judgement = judged(cgp(rows={8: "7FAZE4"}), "9H ETAS")
    assert [(word["word"], word["score"]) for word in judgement["words"]] == [
        ("ETAS", 1 + 2 + 1 + 1),
        ("FE", 4 + 1),
        ("AT", 1 + 2),
        ("ZA", 10 + 1),
        ("ES", 1 + 1),
    ]
    assert judgement["score"] == 26
    # FE and ZA are no ENABLE words: the sum is shown all the same
    assert codes(judgement) == ["invalid_word", "invalid_word"]


def test_legal_parallel_play() -> None:
    judgement = judged(cgp(rows={8: "7FAZE4"}), "9H AD")
    assert [(word["word"], word["score"]) for word in judgement["words"]] == [("AD", 1 + 4), ("FA", 4 + 1), ("AD", 1 + 4)]
    assert (judgement["legal"], judgement["score"]) == (True, 15)


def test_a_later_s_counts_no_old_premium() -> None:
    # FAZE was doubled on the start square when it was played; the S alone stands on a premium square now
    assert judged(EMPTY, "8H FAZE")["score"] == 32
    [word] = judged(cgp(rows={8: "7FAZE4"}), "8H (FAZE)S")["words"]
    assert (word["letters"], word["multiplier"], word["score"]) == (4 + 1 + 10 + 1 + 2, 1, 18)


def test_which_of_two_letters_is_the_blank(tmp_path: Path) -> None:
    words = word_list(tmp_path, "DUCE", "EGRUGEAI")
    options = ("--rules", "french", "--lexicon", words, "--bingo")
    rows = solved(cgp(rows={8: "4DUCE7"}), "RUIAG?E", *options)
    through_e = [(row["rank"], row["move"], row["score"]) for row in rows if row["move"].startswith("H8")]
    assert through_e == [("1", "H8 .gRUGEAI", "80"), ("2", "H8 .GRUgEAI", "74")]


@pytest.mark.parametrize(
    ("symbols", "multiplier"),
    [("--.", 4), ("==.", 9), ("===", 27), ("-=.", 6), ("~.-", 8), ("~~.", 16)],
)
def test_word_premiums_multiply(symbols: str, multiplier: int) -> None:
    layout = f'layout=["...", "{symbols}", "..."]'
    judgement = judged("3/3/3 / 0/0 0\n", "2A CAT", "--set", layout)
    [word] = judgement["words"]
    assert (word["letters"], word["multiplier"], word["score"]) == (5, multiplier, 5 * multiplier)


def test_letter_premiums_come_before_word_premiums() -> None:
    judgement = judged("3/3/3 / 0/0 0\n", "2A CAT", "--set", 'layout=["...", "\'^=", "..."]')
    [word] = judgement["words"]
    assert [square["points"] for square in word["squares"]] == [6, 4, 1]
    assert (word["letters"], word["score"]) == (11, 33)


def test_new_tile_counts_in_both_words_with_its_premium() -> None:
    # the X on a double letter square (G9) makes AX across and OX down
    judgement = judged(JOG, "9F AX")
    across, *down = judgement["words"]
    assert (across["word"], across["score"]) == ("AX", 1 + 16)
    assert ("OX", 1 + 16) in [(word["word"], word["score"]) for word in down]


def test_blanks_with_their_letters_value() -> None:
    judgement = judged(EMPTY, "8D zEBRA", "--set", "blanks_score_zero=false")
    [word] = judgement["words"]
    # Z 10 doubled, E 1, B 3, R 1, A 1 on the start square
    assert (word["letters"], word["score"]) == (26, 52)
    first = word["squares"][0]
    assert (first["blank"], first["value"], first["points"]) == (True, 10, 20)


@pytest.mark.parametrize(("bonus", "score"), [(0, 16), (35, 51), (100, 116)])
def test_bonus_is_a_setting(bonus: int, score: int) -> None:
    assert judged(EMPTY, "8B RETAINS", "--set", f"bingo_bonus={bonus}")["score"] == score


def test_bonus_follows_the_size_of_the_rack() -> None:
    rack = ("--set", "rack_size=8")
    assert judged(EMPTY, "8B RETAINS", *rack)["bonus"] == 0
    assert judged(EMPTY, "8A STRAINED", *rack)["bonus"] == 50
    assert judged(EMPTY, "8B RETAINS", *rack, "--set", "bingo_tiles=7")["bonus"] == 50


# A legal play


@pytest.mark.parametrize(
    ("position", "move", "expected"),
    [
        (EMPTY, "8D CAT", ["misses_start"]),
        (EMPTY, "8H A", ["one_tile_first"]),
        (EMPTY, "8A A", ["misses_start", "one_tile_first"]),
        (JOG, "1A CAT", ["disconnected"]),
        (JOG, "1A A", ["disconnected"]),
        (JOG, "8F JOGS", []),
        (JOG, "9H HOG", ["invalid_word"]),
    ],
)
def test_placing(position: str, move: str, expected: list[str]) -> None:
    assert codes(judged(position, move)) == expected


def test_one_bad_word_sinks_the_play() -> None:
    judgement = judged(JOG, "9F AX", "--lexicon", "enable")
    assert [reason["words"] for reason in judgement["reasons"]] == [["JA"]]


def test_words_may_be_played_again() -> None:
    again = judged(JOG, "F8 (J)OG")
    assert (again["legal"], again["word"], again["score"]) == (True, "JOG", 8 + 1 + 3 * 2)


def test_one_tile_in_two_words_is_listed_once() -> None:
    rows = solved(cgp(rows={8: "7AT6", 9: "7X7"}), "I")
    assert [row["move"] for row in rows] == ["9H .I", "I7 I."]


def test_first_play_across_only_but_accepted_down() -> None:
    assert {row["move"][0] for row in solved(EMPTY, "JOG")} == {"8"}
    assert judged(EMPTY, "H7 JOG")["score"] == 22


# Rule sets

TOURNAMENT = ("double", "double", 7, 6, "zero", 50)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tournament", TOURNAMENT),
        ("naspa", TOURNAMENT),
        ("wespa", ("five", "double", 7, 6, "zero", 50)),
        ("absp", ("single", "double", 7, 6, "zero", 50)),
        ("hasbro-2003", ("double", "transfer", 1, "1 per player", "passes", 50)),
        ("hasbro-2021", ("double", "transfer", 1, "2 per player", "passes", 50)),
        ("wwf", ("void", "transfer", 1, 3, "zero", 35)),
        *((name, TOURNAMENT) for name in ("super", "catalan", "dutch", "english", "french", "german")),
        *((name, TOURNAMENT) for name in ("norwegian", "polish", "slovene", "spanish")),
    ],
)
def test_built_in_rule_sets(name: str, expected: tuple[object, ...]) -> None:
    settings = load_rules(name).settings
    keys = ("challenge", "leftovers", "exchange_minimum", "scoreless_limit", "scoreless_counts", "bingo_bonus")
    assert tuple(settings[key] for key in keys) == expected
    assert (settings["rack_size"], settings["bingo_tiles"], settings["players"], settings["blanks_score_zero"]) == (
        7,
        "rack",
        2,
        True,
    )
    assert settings["scoreless_at_start"] is (name != "wwf")


def test_rule_sets_by_name() -> None:
    assert set(built_in_names()) == {
        "tournament", "naspa", "wespa", "absp", "hasbro-2003", "hasbro-2021", "wwf", "super", "catalan", "dutch", "english",
        "clabbers", "duplicate", "finish-line", "open-dictionary", "partner-racks",
        "french", "german", "norwegian", "polish", "slovene", "spanish",
    }  # fmt: skip


def test_scoreless_turns_by_player() -> None:
    assert load_rules("hasbro-2003").scoreless_limit == 2
    assert load_rules("hasbro-2021").with_settings({"players": 3}).scoreless_limit == 6
    assert load_rules("tournament").with_settings({"players": 4}).scoreless_limit == 6


@pytest.mark.parametrize(
    ("rules", "bag", "limit"),
    [
        ("tournament", 7, 7),
        ("tournament", 6, 0),
        ("tournament", 80, 80),
        ("hasbro-2003", 1, 1),
        ("hasbro-2003", 3, 3),
        ("hasbro-2021", 0, 0),
        ("wwf", 2, 2),
    ],
)
def test_exchange_limit(rules: str, bag: int, limit: int) -> None:
    assert load_rules(rules).exchange_limit(bag) == limit


@pytest.mark.parametrize(("players", "unseen", "bag"), [(2, 93, 86), (2, 5, 0), (3, 86, 72), (4, 20, 0)])
def test_bag_holds_what_the_other_racks_do_not(players: int, unseen: int, bag: int) -> None:
    assert load_rules().with_settings({"players": players}).bag_count(unseen) == bag


# Tiles


@pytest.mark.parametrize(
    ("name", "total", "value", "blanks", "letters"),
    [
        ("english", 100, 187, 2, 26),
        ("super", 200, 381, 4, 26),
        ("wwf", 104, 220, 2, 26),
        ("catalan", 100, 189, 2, 26),
        ("dutch", 102, 230, 2, 26),
        ("french", 102, 197, 2, 26),
        ("german", 102, 202, 2, 29),
        ("norwegian", 100, 202, 2, 32),
        ("polish", 100, 190, 2, 32),
        ("slovene", 100, 180, 2, 29),
        ("spanish", 100, 192, 2, 28),
    ],
)
def test_tile_sets(name: str, total: int, value: int, blanks: int, letters: int) -> None:
    tiles = load_rules(name).tiles
    counted = sum(count * value for count, value in zip(tiles.counts, tiles.values, strict=True))
    assert (tiles.total, counted, tiles.counts[0], len(tiles.alphabet)) == (total, value, blanks, letters)
    assert tiles.values[0] == 0


def _set(text: str) -> dict[str, tuple[int, int]]:
    """Tiles as ``A9/1``: count and value."""
    entries = {}
    for entry in text.split():
        count, value = entry[1:].split("/")
        entries[entry[0]] = (int(count), int(value))
    return entries


ENGLISH = _set(
    "A9/1 B2/3 C2/3 D4/2 E12/1 F2/4 G3/2 H2/4 I9/1 J1/8 K1/5 L4/1 M2/3 N6/1 O8/1 P2/3 Q1/10 R6/1 S4/1 T6/1 U4/1 V2/4 W2/4"
    " X1/8 Y2/4 Z1/10"
)
SUPER = {
    letter: (int(count), ENGLISH[letter][1])
    for letter, count in zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        [
            "16",
            "4",
            "6",
            "8",
            "24",
            "4",
            "5",
            "5",
            "13",
            "2",
            "2",
            "7",
            "6",
            "13",
            "15",
            "4",
            "2",
            "13",
            "10",
            "15",
            "7",
            "3",
            "4",
            "2",
            "4",
            "2",
        ],
        strict=True,
    )
}
WORDS_WITH_FRIENDS = _set(
    "A9/1 B2/4 C2/4 D5/2 E13/1 F2/4 G3/3 H4/3 I8/1 J1/10 K1/5 L4/2 M2/4 N5/2 O8/1 P2/4 Q1/10 R6/1 S5/1 T7/1 U4/2 V2/5 W2/4"
    " X1/8 Y2/3 Z1/10"
)


@pytest.mark.parametrize(("name", "expected"), [("tournament", ENGLISH), ("super", SUPER), ("wwf", WORDS_WITH_FRIENDS)])
def test_tiles_one_by_one(name: str, expected: dict[str, tuple[int, int]]) -> None:
    tiles = load_rules(name).tiles
    found = {letter: (tiles.counts[code], tiles.values[code]) for code, letter in enumerate(tiles.alphabet.letters, start=1)}
    assert found == expected


def test_vowels() -> None:
    tiles = load_rules().tiles
    assert "".join(sorted(tiles.alphabet.letters[code - 1] for code in tiles.vowels)) == "AEIOU"


# Layouts

STANDARD = """\
= . . ' . . . =
. - . . . " . .
. . - . . . ' .
' . . - . . . '
. . . . - . . .
. " . . . " . .
. . ' . . . ' .
= . . ' . . . -
"""
SUPER_LAYOUT = """\
~ . . ' . . . = . . '
. - . . " . . . - . .
. . - . . ^ . . . - .
' . . = . . ' . . . =
. " . . - . . . " . .
. . ^ . . - . . . ' .
. . . ' . . - . . . '
= . . . . . . - . . .
. - . . " . . . " . .
. . - . . ' . . . ' .
' . . = . . ' . . . -
"""
WWF_LAYOUT = """\
. . . = . . " .
. . ' . . - . .
. ' . . ' . . .
= . . " . . . -
. . ' . . . ' .
. - . . . " . .
" . . . ' . . .
. . . - . . . *
"""


def mirrored(quadrant: str) -> list[str]:
    """A whole board from its upper left quadrant with the middle row and column."""
    rows = [line.replace(" ", "") for line in quadrant.split("\n") if line]
    upper = [row + row[-2::-1] for row in rows]
    return upper + upper[-2::-1]


@pytest.mark.parametrize(
    ("name", "quadrant", "start"), [("tournament", STANDARD, "H8"), ("super", SUPER_LAYOUT, "K11"), ("wwf", WWF_LAYOUT, "H8")]
)
def test_layouts_are_those_published(name: str, quadrant: str, start: str) -> None:
    layout = load_rules(name).layout
    drawn = [layout.symbols[row * layout.columns : (row + 1) * layout.columns] for row in range(layout.rows)]
    assert drawn == mirrored(quadrant)
    assert str(layout.start) == start
    assert drawn == drawn[::-1] == [row[::-1] for row in drawn]


@pytest.mark.parametrize(
    ("name", "size", "expected"),
    [
        ("tournament", 15, {"DL": 24, "TL": 12, "DW": 17, "TW": 8}),
        ("super", 21, {"DL": 36, "TL": 20, "QL": 8, "DW": 41, "TW": 16, "QW": 4}),
        ("wwf", 15, {"DL": 24, "TL": 16, "DW": 12, "TW": 8}),
    ],
)
def test_premium_squares_are_counted(name: str, size: int, expected: dict[str, int]) -> None:
    layout = load_rules(name).layout
    squares = [Square(row, column) for row in range(layout.rows) for column in range(layout.columns)]
    counted = Counter(premium for square in squares if (premium := layout.premium(square)) is not None)
    assert (layout.rows, layout.columns, dict(counted)) == (size, size, expected)
    assert name != "tournament" or counted.total() == 61


def test_middle_of_the_super_layout_is_the_usual_board() -> None:
    large, usual = load_rules("super").layout, load_rules().layout
    for row in range(15):
        for column in range(15):
            assert large.symbol(Square(row + 3, column + 3)) == usual.symbol(Square(row, column))


def test_words_with_friends_start_square_has_no_premium() -> None:
    layout = load_rules("wwf").layout
    assert layout.premium(layout.start) is None


def test_super_quadruple_word() -> None:
    corner = judged(cgp(rows={1: "1A19"}, size=21), "1A Z.", "--rules", "super")
    [word] = corner["words"]
    assert (word["letters"], word["multiplier"], word["score"]) == (11, 4, 44)


def test_ranks_follow_scores_and_ties_their_order() -> None:
    rows = solved(EMPTY, "RETAINS")
    assert len(rows) == 1089

    def key(row: dict[str, str]) -> tuple[int, int, int, int, int, str]:
        square, tiles = row["move"].split()
        across = square[0].isdigit()
        number, letter = (square[:-1], square[-1]) if across else (square[1:], square[0])
        return (-int(row["score"]), len(tiles.replace(".", "")), int(number), ord(letter), not across, tiles)

    assert [row["rank"] for row in rows] == [str(rank) for rank in range(1, len(rows) + 1)]
    assert all(key(first) < key(second) for first, second in pairwise(rows))
