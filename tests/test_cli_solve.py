"""``solve``: its options, filters, formats and notes."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import EMPTY, JOG, ROOT, TEAZELING, cgp, golden, run, scores, solved, table, word_list

TEAZE = Path(TEAZELING).read_text(encoding="utf-8")
HEADER = "rank\tmove\tscore\tequity\tleave\ttiles\twords\n"


@pytest.fixture(scope="module")
def everything() -> list[dict[str, str]]:
    """All plays of the sample board with AEGINTZ."""
    return solved(TEAZE, "AEGINTZ")


# What is listed


def test_all_plays_of_the_sample_board(everything: list[dict[str, str]]) -> None:
    assert len(everything) == 555
    assert scores(everything)[:4] == [("3G TEAZ..ING", 92), ("14I TZIGAN.", 74), ("H10 .GNIZE", 51), ("1L .AZE", 45)]
    assert [row["rank"] for row in everything] == [str(rank) for rank in range(1, 556)]
    assert len({row["move"] for row in everything}) == 555


def test_file_and_standard_input_are_the_same() -> None:
    from_file = run("solve", TEAZELING, "--rack", "AEGINTZ")
    assert from_file.stdout == run("solve", "-", "--rack", "AEGINTZ", stdin=TEAZE).stdout


def test_top_is_15_and_says_so() -> None:
    result = run("solve", TEAZELING, "--rack", "AEGINTZ")
    assert result.exit_code == 0
    assert len(table(result.stdout)) == 15
    assert result.stderr == "note: 15 of 555 moves shown; --top 0 lists all\n"


@pytest.mark.parametrize(("top", "shown"), [("1", 1), ("3", 3), ("0", 555), ("555", 555), ("9999", 555)])
def test_top(top: str, shown: int, everything: list[dict[str, str]]) -> None:
    result = run("solve", TEAZELING, "--rack", "AEGINTZ", "--top", top)
    assert table(result.stdout) == everything[:shown]
    assert result.stderr == (f"note: {shown} of 555 moves shown; --top 0 lists all\n" if shown < 555 else "")


@pytest.mark.parametrize("output_format", ["tsv", "csv", "json", "jsonl", "text", "table"])
def test_top_counts_in_every_format(output_format: str) -> None:
    result = run("solve", TEAZELING, "--rack", "AEGINTZ", "--top", "2", "--format", output_format)
    assert result.stderr == "note: 2 of 555 moves shown; --top 0 lists all\n"
    assert "TZIGAN" in result.stdout.replace(" ", "")
    assert "GNIZE" not in result.stdout.replace(" ", "")


def test_quiet_has_no_notes_and_no_warnings() -> None:
    position = cgp(rows={1: "A14"})
    loud = run("solve", "-", "--rack", "BTE", "--top", "1", stdin=position)
    assert loud.stderr.startswith("warning: no tile on the start square H8\nnote: 1 of ")
    quiet = run("solve", "-", "--rack", "BTE", "--top", "1", "--quiet", stdin=position)
    assert (quiet.stderr, quiet.stdout) == ("", loud.stdout)


def test_quiet_does_not_silence_errors() -> None:
    assert run("solve", "-", "--rack", "B!", "--quiet", stdin=EMPTY).stderr != ""


def test_output_never_changes_between_runs() -> None:
    assert run("solve", TEAZELING, "--rack", "AEGINT?").stdout == run("solve", TEAZELING, "--rack", "?TNIGEA").stdout


def test_rack_of_the_file_and_of_the_command_line() -> None:
    text = f"rack: AEGINTZ\n{TEAZE}"
    assert scores(solved(text, None))[0] == ("3G TEAZ..ING", 92)
    assert solved(text, "QI?") == solved(TEAZE, "QI?")
    assert scores(solved(cgp(rack="JOG"), None))[0] == ("8F JOG", 22)


def test_empty_rack_has_no_play() -> None:
    result = run("solve", "-", "--rack", "", stdin=JOG)
    assert (result.exit_code, result.stdout) == (0, HEADER)
    assert result.stderr == "note: no legal play: only an exchange or a pass is possible\n"


def test_equity_ranks_exchanges_and_the_pass_among_the_plays() -> None:
    by_score = solved(TEAZE, "AEGINTZ", "--exchanges")
    by_equity = solved(TEAZE, "AEGINTZ", "--by", "equity")

    def known(rows: list[dict[str, str]]) -> dict[str, tuple[str, str, str]]:
        return {row["move"]: (row["score"], row["equity"], row["leave"]) for row in rows}

    assert known(by_score) == known(by_equity)
    equities = [float(row["equity"]) for row in by_equity]
    assert equities == sorted(equities, reverse=True)
    assert [row["rank"] for row in by_equity] == [str(rank) for rank in range(1, 684)]
    # whoever passes could have made the best exchange
    exchanges = [row["move"] for row in by_equity if not row["words"]]
    assert exchanges.index("pass") > 0
    assert [row["move"] for row in by_score] != [row["move"] for row in by_equity]
    plays = solved(TEAZE, "AEGINTZ", "--by", "equity", "--no-exchanges")
    assert [row["move"] for row in plays] == [row["move"] for row in by_equity if row["words"]]


def test_a_rack_too_large_to_weigh_ranks_by_score() -> None:
    board = cgp(rows={8: "7A7"})
    result = run("solve", "-", "--rack", "BBBBBBBBBBBBB", "--by", "equity", "--set", "rack_size=13", stdin=board)
    assert "note: equity is told for racks of 12 tiles at most: ranked by score\n" in result.stderr
    assert {row["equity"] for row in table(result.stdout)} == {""}


@pytest.mark.parametrize(
    ("about", "value", "sentence"),
    [
        ("length", "9", "The best play makes a word of 9 tiles.\n"),
        ("score", "92", "The best play scores 92 points.\n"),
        ("square", "3G", "The best play begins on 3G.\n"),
    ],
)
def test_a_hint_gives_away_one_thing(about: str, value: str, sentence: str) -> None:
    arguments = ("solve", TEAZELING, "--rack", "AEGINTZ", "--hint", about)
    assert run(*arguments).stdout == f"hint\tvalue\n{about}\t{value}\n"
    assert run(*arguments, "--format", "text").stdout == sentence
    assert run(*arguments, "--format", "table").stdout == sentence
    hint = json.loads(run(*arguments, "--format", "json").stdout)["hint"]
    assert (hint["about"], hint["kind"], str(hint["value"])) == (about, "play", value)
    assert run(*arguments).stderr == ""


def test_hints_for_several_positions_filters_and_other_moves() -> None:
    two = cgp(rack="JOG") + cgp(rack="FFGKMVW")
    shown = run("solve", "-", "--hint", "score", "--by", "equity", "--format", "text", stdin=two)
    assert shown.stdout == "Position 1: The best play scores 22 points.\nPosition 2: The best move is an exchange.\n"
    assert run("solve", "-", "--hint", "length", "--no-header", stdin=two).stdout == "1\tlength\t3\n2\tlength\t\n"
    hinted = run("solve", "-", "--hint", "length", "--by", "equity", "--no-header", stdin=two).stdout
    assert hinted == "1\tlength\t3\n2\tlength\texchange\n"
    shown = run("solve", "-", "--hint", "square", "--down", "--format", "text", stdin=cgp(rack="JOG"))
    assert shown.stdout == "There is no such move.\n"
    kept = json.loads(run("solve", "-", "--hint", "score", "--format", "json", stdin=two).stdout)["positions"]
    assert [position["hint"]["value"] for position in kept] == [22, None]


def test_rules_and_settings_of_the_command_line() -> None:
    assert scores(solved(EMPTY, "RETAINS", "--rules", "wwf"))[0][1] == 51
    assert scores(solved(EMPTY, "RETAINS", "--set", "bingo_bonus=0"))[0][1] == 16
    assert scores(solved(EMPTY, "AEINRST", "--set", "bingo_bonus=0", "--rules", "wwf"))[0][1] == 16


def test_rules_and_word_list_of_the_environment(tmp_path: Path) -> None:
    words = word_list(tmp_path, "RETAINS")
    environment = {"SCRABBLECLI_RULES": "wwf", "SCRABBLECLI_LEXICON": words}
    result = run("solve", "-", "--rack", "RETAINS", "--top", "0", stdin=EMPTY, env=environment)
    assert scores(table(result.stdout))[0] == ("8B RETAINS", 51)
    assert len(table(result.stdout)) == 7
    wins = run(
        "solve",
        "-",
        "--rack",
        "RETAINS",
        "--top",
        "1",
        "--rules",
        "tournament",
        "--lexicon",
        "enable",
        stdin=EMPTY,
        env=environment,
    )
    assert scores(table(wins.stdout))[0][1] == 66


# Filters


def letters_of(row: dict[str, str]) -> str:
    """The tiles a row's play takes from the rack, blanks as ``?``."""
    return "".join("?" if tile.islower() else tile for tile in row["tiles"] if tile != ".")


def squares_of(row: dict[str, str]) -> set[tuple[int, int]]:
    """The squares of the main word: row and column from 0."""
    name = row["move"].split()[0]
    across = name[0].isdigit()
    column = ord(name[-1] if across else name[0]) - ord("A")
    number = int(name[:-1] if across else name[1:]) - 1
    return {(number, column + distance) if across else (number + distance, column) for distance in range(len(row["tiles"]))}


FILTERS: dict[str, Any] = {
    "--bingo": (("--bingo",), lambda row: len(letters_of(row)) == 7),
    "--min-score": (("--min-score", "30"), lambda row: int(row["score"]) >= 30),
    "--length": (("--length", "5..6"), lambda row: 5 <= len(row["tiles"]) <= 6),
    "--length one": (("--length", "7"), lambda row: len(row["tiles"]) == 7),
    "--length from": (("--length", "7.."), lambda row: len(row["tiles"]) >= 7),
    "--length to": (("--length", "..3"), lambda row: len(row["tiles"]) <= 3),
    "--uses": (("--uses", "ZA"), lambda row: "Z" in letters_of(row) and "A" in letters_of(row)),
    "--uses lower": (("--uses", "za"), lambda row: "Z" in letters_of(row) and "A" in letters_of(row)),
    "--at": (("--at", "14I"), lambda row: row["move"].split()[0] in ("14I", "I14")),
    "--at down": (("--at", "I14"), lambda row: row["move"].split()[0] in ("14I", "I14")),
    "--through": (("--through", "o15"), lambda row: (14, 14) in squares_of(row)),
    "--through old": (("--through", "K3"), lambda row: (2, 10) in squares_of(row)),
    "--across": (("--across",), lambda row: row["move"][0].isdigit()),
    "--down": (("--down",), lambda row: row["move"][0].isalpha()),
    "--keeps": (("--keeps", "AT"), lambda row: "A" in row["leave"] and "T" in row["leave"]),
    "--word": (("--word", "*ING"), lambda row: row["words"].split(",")[0].endswith("ING")),
    "--word class": (("--word", "[AE]?E"), lambda row: re.fullmatch("[AE].E", row["words"].split(",")[0]) is not None),
    "--word lower": (("--word", "t?n*"), lambda row: re.fullmatch("T.N.*", row["words"].split(",")[0]) is not None),
}


@pytest.mark.parametrize("name", FILTERS)
def test_filter(name: str, everything: list[dict[str, str]]) -> None:
    options, accepts = FILTERS[name]
    expected = [row for row in everything if accepts(row)]
    assert 0 < len(expected) < 555
    # the rows are those of the unfiltered list, rank numbers included
    assert solved(TEAZE, "AEGINTZ", *options) == expected


COMBINED = [
    (first, second)
    for first in ("--min-score", "--length to", "--uses", "--down", "--keeps", "--word class", "--through")
    for second in ("--across", "--uses", "--length", "--word", "--bingo", "--at")
    # an option given twice counts once, and so does a direction
    if first.split()[0] != second.split()[0] and (first, second) != ("--down", "--across")
]


@pytest.mark.parametrize(("first", "second"), COMBINED)
def test_filters_combine(first: str, second: str, everything: list[dict[str, str]]) -> None:
    (options, accepts), (others, accepts_too) = FILTERS[first], FILTERS[second]
    assert solved(TEAZE, "AEGINTZ", *options, *others) == [row for row in everything if accepts(row) and accepts_too(row)]


BLANK_FILTERS: dict[str, Any] = {
    "--no-blank": (("--no-blank",), lambda row: "?" not in letters_of(row)),
    "--uses ?": (("--uses", "?"), lambda row: "?" in letters_of(row)),
    "--uses ??": (("--uses", "??"), lambda row: letters_of(row).count("?") == 2),
    "--uses _E": (("--uses", "_E"), lambda row: "?" in letters_of(row) and "E" in letters_of(row)),
    "--keeps ?": (("--keeps", "?"), lambda row: "?" in row["leave"]),
    "--uses EE": (("--uses", "EE"), lambda row: letters_of(row).count("E") == 2),
}


@pytest.mark.parametrize("name", BLANK_FILTERS)
def test_filter_with_blanks(name: str) -> None:
    options, accepts = BLANK_FILTERS[name]
    rows = solved(JOG, "EET??")
    expected = [row for row in rows if accepts(row)]
    assert 0 < len(expected) < len(rows)
    assert solved(JOG, "EET??", *options) == expected


def test_word_pattern_with_tiles_of_several_letters(tmp_path: Path) -> None:
    words = word_list(tmp_path, "CHORRO", "CORRO", "OCHO")
    options = ("--rules", "spanish", "--lexicon", words)
    rack = "[CH]O[RR]OC"
    found = {row["words"] for row in solved(EMPTY, rack, *options)}
    assert found == {"[CH]O[RR]O", "CO[RR]O", "O[CH]O"}
    assert {row["words"] for row in solved(EMPTY, rack, *options, "--word", "[CH]*")} == {"[CH]O[RR]O"}
    assert {row["words"] for row in solved(EMPTY, rack, *options, "--word", "?[CH]?")} == {"O[CH]O"}
    assert {row["words"] for row in solved(EMPTY, rack, *options, "--length", "4")} == {"[CH]O[RR]O", "CO[RR]O"}


def test_top_counts_what_the_filter_left(everything: list[dict[str, str]]) -> None:
    matched = [row for row in everything if int(row["score"]) >= 30]
    result = run("solve", TEAZELING, "--rack", "AEGINTZ", "--min-score", "30", "--top", "2")
    assert table(result.stdout) == matched[:2]
    assert result.stderr == f"note: 2 of {len(matched)} moves shown; --top 0 lists all\n"


def test_filter_that_nothing_meets() -> None:
    for output_format, expected in (("tsv", HEADER), ("csv", HEADER.replace("\t", ","))):
        result = run("solve", TEAZELING, "--rack", "AEGINTZ", "--min-score", "500", "--format", output_format)
        assert (result.exit_code, result.stdout, result.stderr) == (0, expected, "note: no move is like that\n")
    data = json.loads(run("solve", TEAZELING, "--rack", "AEGINTZ", "--min-score", "500", "--format", "json").stdout)
    assert (data["count"], data["moves"]) == (555, [])
    shown = run("solve", TEAZELING, "--rack", "AEGINTZ", "--min-score", "500", "--format", "table")
    assert "no such move" in shown.stdout.lower()


# Exchanges and the pass


def exchanges_of(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    return [row for row in rows if row["move"].startswith("exch ")]


def test_exchanges_are_listed_when_asked_for() -> None:
    rows = solved(TEAZE, "AEGINTZ", "--exchanges")
    assert len(rows) == 555 + 127 + 1
    assert [row["rank"] for row in rows] == [str(rank) for rank in range(1, 684)]
    most = max(float(row["equity"]) for row in rows[555:-1])
    assert 0 < float(rows[-1]["equity"]) <= most
    assert rows[-1] | {"equity": ""} == {
        "rank": "683", "move": "pass", "score": "0", "equity": "", "leave": "AEGINTZ", "tiles": "", "words": "",
    }  # fmt: skip
    assert rows[555] | {"equity": ""} == {
        "rank": "556", "move": "exch A", "score": "0", "equity": "", "leave": "EGINTZ", "tiles": "A", "words": "",
    }  # fmt: skip
    assert rows[-2]["move"] == "exch AEGINTZ"
    assert rows[-2]["equity"] == "0.00"
    assert solved(TEAZE, "AEGINTZ", "--no-exchanges") == rows[:555]


def test_exchanges_of_like_tiles_are_listed_once() -> None:
    rows = exchanges_of(solved(EMPTY, "EE?", "--exchanges"))
    assert [row["tiles"] for row in rows] == ["?", "E", "E?", "EE", "EE?"]
    assert [row["leave"] for row in rows] == ["EE", "E?", "E", "?", ""]


def full_board(unseen: int, tiles: str = "AB") -> str:
    """A board that with the rack leaves so many tiles unseen, however unlikely its words."""
    placed = 100 - len(tiles) - unseen
    letters = ("E" * 12 + "I" * 9 + "O" * 8 + "N" * 6 + "R" * 6 + "T" * 6 + "L" * 4 + "S" * 4 + "U" * 4 + "D" * 4 + "G" * 3)[
        :placed
    ]
    letters += ("A" * 8 + "CC" + "MMPPFFHHVVWWYYKJXQZ" + "B")[: placed - len(letters)]
    assert len(letters) == placed
    padded = letters.ljust(225, ".")
    rows = [padded[start : start + 15] for start in range(0, 225, 15)]
    return "\n".join(rows[::-1]) + "\n"


@pytest.mark.parametrize(
    ("unseen", "options", "expected"),
    [
        (14, (), 3),
        (13, (), 0),
        (9, (), 0),
        (9, ("--rules", "hasbro-2003"), 3),
        (8, ("--rules", "hasbro-2003"), 2),
        (7, ("--rules", "hasbro-2003"), 0),
        (9, ("--set", "exchange_minimum=2"), 3),
        (9, ("--set", "exchange_minimum=3"), 0),
        (16, ("--set", "players=3"), 0),
        (21, ("--set", "players=3"), 3),
        (13, ("--set", "rack_size=6"), 3),
    ],
)
def test_exchanges_by_the_setting_and_the_bag(unseen: int, options: tuple[str, ...], expected: int) -> None:
    rows = solved(full_board(unseen), "AB", "--exchanges", *options)
    assert len(exchanges_of(rows)) == expected
    assert rows[-1]["move"] == "pass"


def test_filters_and_exchanges() -> None:
    rows = solved(TEAZE, "AEGINTZ", "--exchanges")
    keeping = [row for row in rows if "A" in row["leave"] and "Z" in row["leave"]]
    assert exchanges_of(keeping)
    assert solved(TEAZE, "AEGINTZ", "--exchanges", "--keeps", "AZ") == keeping
    # a filter that asks for something only a play has leaves no exchange
    assert solved(TEAZE, "AEGINTZ", "--exchanges", "--min-score", "60") == rows[:2]


def test_exchanges_in_json_and_text() -> None:
    result = run("solve", TEAZELING, "--rack", "AEGINTZ", "--exchanges", "--top", "0", "--format", "json")
    data = json.loads(result.stdout)
    assert (data["count"], len(data["moves"])) == (555, 683)
    assert data["moves"][-1]["equity"] <= max(move["equity"] for move in data["moves"][555:-1])
    assert data["moves"][-1] | {"equity": None} == {
        "rank": 683, "kind": "pass", "move": "pass", "square": None, "direction": None, "tiles": "", "word": None, "score": 0,
        "equity": None, "leave": "AEGINTZ", "bingo": False, "words": [], "bonus": 0,
    }  # fmt: skip
    assert data["moves"][555] | {"equity": None} == {
        "rank": 556, "kind": "exchange", "move": "exch A", "square": None, "direction": None, "tiles": "A", "word": None,
        "score": 0, "equity": None, "leave": "EGINTZ", "bingo": False, "words": [], "bonus": 0,
    }  # fmt: skip
    text = run("solve", "-", "--rack", "BC?", "--exchanges", "--top", "0", "--format", "text", "--quiet", "--no-blank", stdin=JOG)
    assert "Exchange" not in text.stdout
    text = run("solve", "-", "--rack", "CC", "--exchanges", "--top", "0", "--format", "text", stdin=EMPTY)
    assert text.stdout.splitlines()[2:] == [
        "Rank 1. Exchange C. Keeps C.",
        "Rank 2. Exchange C C. Keeps nothing.",
        "Rank 3. Pass. Keeps C C.",
    ]


# Formats


def test_tsv_columns_and_null() -> None:
    result = run("solve", "-", "--rack", "JOG", "--top", "1", "--format", "tsv", stdin=EMPTY)
    assert result.stdout == HEADER + "1\t8F JOG\t22\t20.60\t\tJOG\tJOG\n"


def test_auto_is_tsv_without_a_terminal() -> None:
    arguments = ("solve", "-", "--rack", "JOG", "--top", "1")
    assert run(*arguments, stdin=EMPTY).stdout == run(*arguments, "--format", "tsv", stdin=EMPTY).stdout


def test_tsv_words_main_word_first() -> None:
    rows = {row["move"]: row for row in solved(cgp(rows={8: "7FAZE4"}), "AD?")}
    assert rows["9H AD"]["words"] == "AD,FA,AD"
    assert rows["8H ....d"] | {"rank": "", "equity": ""} == {
        "rank": "", "move": "8H ....d", "score": "16", "equity": "", "leave": "AD", "tiles": "....d", "words": "FAZED",
    }  # fmt: skip


def test_csv_quotes_what_holds_commas() -> None:
    position = cgp(rows={8: "7FAZE4"})
    result = run("solve", "-", "--rack", "AD", "--top", "0", "--format", "csv", stdin=position)
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert rows == solved(position, "AD")
    assert '"AD,FA,AD"' in result.stdout
    assert "\r" not in result.stdout


@pytest.mark.parametrize(("output_format", "separator"), [("tsv", "\t"), ("csv", ",")])
def test_fields(output_format: str, separator: str) -> None:
    fields = "kind,word,direction,square,bingo,score,move,rank,leave,tiles,words,equity"
    result = run("solve", "-", "--rack", "RETAINS", "--top", "1", "--fields", fields, "--format", output_format, stdin=EMPTY)
    expected = ["play", "ANESTRI", "across", "8B", "true", "66", "8B ANESTRI", "1", "", "ANESTRI", "ANESTRI", "66.00"]
    assert result.stdout.splitlines() == [fields.replace(",", separator), separator.join(expected)]


def test_fields_of_exchange_and_pass() -> None:
    fields = "kind,word,direction,square,bingo,move"
    result = run("solve", "-", "--rack", "C", "--exchanges", "--fields", fields, "--no-header", stdin=EMPTY)
    assert result.stdout.splitlines() == ["exchange\t\t\t\tfalse\texch C", "pass\t\t\t\tfalse\tpass"]


@pytest.mark.parametrize("output_format", ["tsv", "csv"])
def test_no_header(output_format: str) -> None:
    arguments = ("solve", TEAZELING, "--rack", "AEGINTZ", "--format", output_format)
    with_header = run(*arguments, "--header").stdout
    assert run(*arguments, "--no-header").stdout == with_header.split("\n", 1)[1]
    assert run(*arguments).stdout == with_header


def test_json_is_that_of_the_contract() -> None:
    result = run("solve", "-", "--rack", "AEINRST", "--top", "1", "--format", "json", stdin=EMPTY)
    data = json.loads(result.stdout)
    premiums = {"8D": "DL", "8H": "DW"}
    squares = [
        {
            "square": square, "letter": letter, "value": 1, "new": True, "blank": False, "premium": premiums.get(square),
            "points": 2 if square == "8D" else 1,
        }
        for square, letter in zip(("8B", "8C", "8D", "8E", "8F", "8G", "8H"), "ANESTRI", strict=True)
    ]  # fmt: skip
    assert data == {
        "schema": 1,
        "position": {
            "board": ["." * 15] * 15,
            "rack": "AEINRST",
            "rules": "tournament",
            "settings": {},
            "lexicon": {"name": "enable", "words": 172823, "id": "77a8b772"},
        },
        "count": 1089,
        "moves": [
            {
                "rank": 1, "kind": "play", "move": "8B ANESTRI", "square": "8B", "direction": "across", "tiles": "ANESTRI",
                "word": "ANESTRI", "score": 66, "equity": 66.0, "leave": "", "bingo": True,
                "words": [
                    {"word": "ANESTRI", "square": "8B", "direction": "across", "letters": 8, "multiplier": 2, "score": 16, "squares": squares}
                ],
                "bonus": 50,
            }
        ],
    }  # fmt: skip


def test_json_of_a_play_through_tiles_with_a_blank() -> None:
    data = json.loads(run("solve", "-", "--rack", "A?", "--top", "0", "--format", "json", stdin=JOG).stdout)
    moves = {move["move"]: move for move in data["moves"]}
    play = moves["8F ...s"]
    assert (play["tiles"], play["word"], play["leave"]) == ("...s", "JOGS", "A")
    assert [(square["new"], square["blank"], square["premium"]) for square in play["words"][0]["squares"]] == [
        (False, False, None),
        (False, False, None),
        (False, False, None),
        (True, True, None),
    ]
    assert data["position"]["board"][7] == ".....JOG......."
    down = next(move for name, move in moves.items() if name[0] == "G")
    assert (down["direction"], down["words"][0]["direction"]) == ("down", "down")
    assert down["words"][0]["squares"][0]["square"][0] == "G"


def test_json_settings_that_were_changed() -> None:
    arguments = ("--set", "bingo_bonus=35", "--set", "challenge=five", "--rules", "absp")
    data = json.loads(run("solve", "-", "--rack", "CAT", "--format", "json", *arguments, stdin=EMPTY).stdout)
    assert (data["position"]["rules"], data["position"]["settings"]) == ("absp", {"bingo_bonus": 35, "challenge": "five"})


def test_json_scores_are_the_sums_of_their_words() -> None:
    data = json.loads(run("solve", TEAZELING, "--rack", "AEGINT?", "--top", "0", "--format", "json").stdout)
    assert data["count"] == len(data["moves"]) > 6000
    for move in data["moves"]:
        for word in move["words"]:
            assert word["letters"] == sum(square["points"] for square in word["squares"])
            assert word["score"] == word["letters"] * word["multiplier"]
        assert move["score"] == sum(word["score"] for word in move["words"]) + move["bonus"]
        assert move["bonus"] == (50 if move["bingo"] else 0)


def test_jsonl_has_one_object_a_position() -> None:
    positions = EMPTY + JOG
    result = run("solve", "-", "--rack", "CAT", "--top", "2", "--format", "jsonl", stdin=positions)
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["position"]["board"][7] == "." * 15
    assert second["position"]["board"][7] == ".....JOG......."
    assert len(first["moves"]) == len(second["moves"]) == 2
    whole = json.loads(run("solve", "-", "--rack", "CAT", "--top", "2", "--format", "json", stdin=positions).stdout)
    assert whole == {"schema": 1, "positions": [first, second]}


def test_text_reads_as_sentences() -> None:
    result = run("solve", TEAZELING, "--rack", "AEGINTZ", "--format", "text", "--top", "3", "--explain", "1")
    assert result.stdout.splitlines() == [
        "Rack A E G I N T Z, 17 points; 54 unseen: 23 vowels, 31 consonants, no blank.",
        "555 plays, tournament rules, enable (172,823 words).",
        "Rank 1. Row 3 from G: T E A Z, E L on the board, I N G. 92 points, a bingo. Keeps nothing.",
        "TEAZELING: T 1 on a double letter is 2, E 1, A 1 on a double letter is 2, Z 10, E 1, L 1, I 1, N 1, G 2; 21, "
        "double word makes 42.",
        "Seven tiles played: 50 more.",
        "Total 92.",
        "Rank 2. Row 14 from I: T Z I G A N, E on the board. 74 points. Keeps E.",
        "Rank 3. Column H from 10: A on the board, G N I Z E. 51 points. Keeps A T.",
    ]


def test_text_names_blanks() -> None:
    result = run("solve", "-", "--rack", "J?", "--format", "text", "--top", "1", stdin=EMPTY)
    assert "blank as O" in result.stdout
    assert "Rack J ?" in result.stdout or "Rack J blank" in result.stdout


@pytest.mark.parametrize(
    ("explain", "sums"), [((), 0), (("--explain", "0"), 0), (("--explain", "2"), 2), (("--explain", "9"), 3)]
)
def test_explain(explain: tuple[str, ...], sums: int) -> None:
    result = run("solve", TEAZELING, "--rack", "AEGINTZ", "--format", "text", "--top", "3", *explain)
    assert result.stdout.count("Total ") == sums


def test_explain_is_not_for_separated_lines() -> None:
    result = run("solve", TEAZELING, "--rack", "AEGINTZ", "--explain", "2", "--top", "0")
    assert result.stderr == "note: --explain is for the table and text formats; json always has the arithmetic\n"


# Tables


def test_table_in_80_columns() -> None:
    result = run("solve", "-", "--rack", "ABC", "--format", "table", "--explain", "2", stdin=EMPTY, env={"COLUMNS": "80"})
    golden("solve-table-80.txt", result.stdout)


def test_table_in_120_columns() -> None:
    arguments = ("solve", TEAZELING, "--rack", "AEGINTZ", "--format", "table", "--explain", "1")
    golden("solve-table-120.txt", run(*arguments, env={"COLUMNS": "120"}).stdout)


@pytest.mark.parametrize(
    "columns",
    [60, 80, 100, 120],
)
def test_table_fits(columns: int) -> None:
    arguments = ("solve", TEAZELING, "--rack", "AEGINTZ", "--format", "table", "--explain", "1")
    result = run(*arguments, env={"COLUMNS": str(columns)})
    assert max(map(len, result.stdout.splitlines())) <= columns


def test_table_answers_within_80_by_24() -> None:
    arguments = ("solve", TEAZELING, "--rack", "AEGINTZ", "--format", "table", "--explain", "1")
    # one line is the next prompt
    visible = run(*arguments, env={"COLUMNS": "80"}).stdout.splitlines()[-23:]
    assert sum("3G TEAZ(EL)ING" in line for line in visible) == 2
    assert "= 92" in visible[-1]


def test_table_marks_new_tiles_without_colour() -> None:
    result = run("solve", TEAZELING, "--rack", "AEGINTZ", "--format", "table", "--top", "1", env={"COLUMNS": "80"})
    assert "*T*E*A*Z E L*I*N*G" in result.stdout
    assert "\x1b" not in result.stdout


def test_color() -> None:
    arguments = ("solve", TEAZELING, "--rack", "AEGINTZ", "--format", "table")
    plain = run(*arguments).stdout
    assert "\x1b" not in plain
    assert run(*arguments, "--color", "never").stdout == plain
    coloured = run(*arguments, "--color", "always").stdout
    assert "\x1b[" in coloured
    # what is asked for on the command line wins over the environment
    assert run(*arguments, "--color", "always", env={"NO_COLOR": "1"}).stdout == coloured
    assert run(*arguments, "--color", "auto", env={"NO_COLOR": "1"}).stdout == plain
    # colour adds and carries nothing alone
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_tiles_on_the_drawn_board_are_not_dimmed() -> None:
    coloured = run("solve", TEAZELING, "--rack", "AEGINTZ", "--format", "table", "--color", "always").stdout
    styles = re.findall(r"\x1b\[([0-9;]*)m\*?[A-Z]\x1b\[0m", coloured)
    assert styles
    assert not [style for style in styles if "2" in style.split(";")[:2]]


# Several positions


def test_several_positions_have_a_column() -> None:
    result = run("solve", "-", "--rack", "CAT", "--top", "2", stdin=EMPTY + "\n# a comment\n" + JOG)
    assert result.exit_code == 0
    rows = table(result.stdout)
    assert list(rows[0]) == ["position", "rank", "move", "score", "equity", "leave", "tiles", "words"]
    assert [(row["position"], row["rank"]) for row in rows] == [("1", "1"), ("1", "2"), ("2", "1"), ("2", "2")]
    without = [{key: value for key, value in row.items() if key != "position"} for row in rows]
    assert without == solved(EMPTY, "CAT")[:2] + solved(JOG, "CAT")[:2]


def test_several_racks_on_one_board() -> None:
    result = run("solve", TEAZELING, "--rack", "AEGINTZ", "--rack", "QI", "--rack", "S", "--top", "1")
    assert [(row["position"], row["move"]) for row in table(result.stdout)] == [
        ("1", "3G TEAZ..ING"),
        *((str(number), solved(TEAZE, rack)[0]["move"]) for number, rack in ((2, "QI"), (3, "S")) if solved(TEAZE, rack)),
    ]
    assert "positions" in result.stderr


def test_racks_of_several_positions() -> None:
    result = run("solve", "-", "--top", "1", "--no-header", stdin=cgp(rack="JOG") + cgp(rack="CAT"))
    assert result.stdout.splitlines() == ["1\t1\t8F JOG\t22\t20.60\t\tJOG\tJOG", "2\t1\t8F ACT\t10\t10.00\t\tACT\tACT"]


def test_one_bad_position_among_good_ones() -> None:
    positions = cgp(rack="JOG") + cgp(rack="CAT", size=14) + cgp(rack="DOG")
    result = run("solve", "-", "--top", "1", stdin=positions)
    assert result.exit_code == 2
    assert [row["position"] for row in table(result.stdout)] == ["1", "3"]
    assert "standard input, line 2: " in result.stderr
    as_json = run("solve", "-", "--top", "1", "--format", "json", stdin=positions)
    assert as_json.exit_code == 2
    first, second, third = json.loads(as_json.stdout)["positions"]
    assert (first["moves"][0]["word"], third["moves"][0]["word"]) == ("JOG", "DOG")
    assert set(second) == {"schema", "error"}
    assert "line 2" in second["error"]
    lines = run("solve", "-", "--top", "1", "--format", "jsonl", stdin=positions).stdout.splitlines()
    assert [json.loads(line) for line in lines] == [first, second, third]
    for output_format in ("text", "table"):
        shown = run("solve", "-", "--top", "1", "--format", output_format, stdin=positions)
        assert shown.exit_code == 2
        assert "Position 2 cannot be read." in shown.stdout
        assert "Position 3" in shown.stdout


@pytest.mark.parametrize(
    "bad",
    [
        cgp(rack="AAAAAAAA"),
        cgp(rack="A1"),
        cgp(),
        cgp(rack="A", rows={3: "15A"}),
        "not a position\n",
        cgp(rack="A").rstrip() + " bb many;\n",
        cgp(rack="A").rstrip() + " rules nonesuch;\n",
        cgp(rack="A").replace("0/0 0", "0/x 0"),
        cgp(rack="A").replace("0/0 0", "0/0 x"),
    ],
    ids=["too many tiles", "no tile", "no rack", "wide row", "no position", "bonus", "rules", "scores", "scoreless"],
)
def test_bad_position_is_named_by_line(bad: str) -> None:
    result = run("solve", "-", "--top", "1", stdin=cgp(rack="JOG") + bad + cgp(rack="DOG"))
    assert result.exit_code == 2
    assert [row["position"] for row in table(result.stdout)] == ["1", "3"]
    assert re.search(r"^error: .*standard input, line 2: ", result.stderr)


def test_bad_first_position() -> None:
    result = run("solve", "-", "--top", "1", stdin=cgp(rack="JOG!") + cgp(rack="DOG"))
    assert result.exit_code == 2
    assert [row["position"] for row in table(result.stdout)] == ["2"]


def test_warnings_name_their_position() -> None:
    result = run("solve", "-", "--rack", "AB", "--top", "0", stdin=JOG + cgp(rows={1: "A14"}))
    assert result.stderr == "warning: position 2: no tile on the start square H8\n"


def test_no_play_in_one_of_several_positions() -> None:
    result = run("solve", "-", "--top", "0", stdin=cgp(rack="V") + cgp(rack="JO", rows={8: "5JOG7"}))
    assert result.exit_code == 0
    assert "note: position 1: no legal play: only an exchange or a pass is possible\n" in result.stderr


def test_note_counts_positions_that_were_cut() -> None:
    result = run("solve", "-", "--rack", "CAT", "--top", "1", stdin=EMPTY * 3)
    assert re.fullmatch(r"note: 3 of \d+ moves shown in 3 of 3 positions; --top 0 lists all\n", result.stderr)


def test_scores_that_are_not_known_are_taken_to_be_level_and_may_be_named() -> None:
    note = "note: no scores are known: the game is taken to be level; --scores 120/95 or a line scores: 120 95 in the file says what they are"
    board = "." * 15 + "\n"
    text = board * 7 + "......CAT......\n" + board * 7
    sim = ("solve", "-", "--rack", "AEINRST", "--by", "sim", "--iterations", "2", "--candidates", "2", "--format", "json")
    level, ahead = run(*sim, stdin=text), run(*sim, "--scores", "300/20", stdin=text)
    assert note in level.stderr
    assert "no scores are known" not in ahead.stderr
    level_win, ahead_win = (json.loads(result.stdout)["moves"][0]["win"] for result in (level, ahead))
    assert ahead_win > level_win
    # what is typed wins over the file
    assert json.loads(run(*sim, "--scores", "300-20", stdin="scores: 0 99\n" + text).stdout)["moves"][0]["win"] == ahead_win
    deep = ("analyze", "-", "--rack", "AEINRST", "--move", "7H NASTIER", "--iterations", "2", "--deep")
    assert note in run(*deep, stdin=text).stderr
    assert "no scores are known" not in run(*deep, "--scores", "120 95", stdin=text).stderr
    assert "no scores are known" not in run("solve", "-", "--rack", "AEINRST", stdin=text).stderr
    game = str(ROOT / "tests" / "games" / "game-a.gcg")
    end = re.sub("(?m)^scores:.*\n", "", run("board", game, "--turn", "24", "--to", "text").stdout)
    assert note in run("solve", "-", "--by", "endgame", stdin=end).stderr
    assert "no scores are known" not in run("solve", "-", "--by", "endgame", "--scores", "1,2", stdin=end).stderr


@pytest.mark.parametrize("scores", ["120", "a/b", "1/2/3", "", "120//95"])
def test_bad_scores(scores: str) -> None:
    result = run("solve", "-", "--rack", "AEINRST", "--scores", scores, stdin=EMPTY)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{scores!r}: expected two scores, yours first, such as 120/95" in result.stderr
