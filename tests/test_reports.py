"""Faults that users of other programs met, rebuilt small; the right values come from a brute-force scorer and move finder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.formats.position import RuleChoice, unseen_counts
from scrabblecli.tiles import BLANK, Rack
from tests.helpers import EMPTY, JOG, cgp, codes, judged, run, scores, solved, table, word_list


def play_sum(rows: list[dict[str, str]]) -> int:
    return sum(int(row["score"]) for row in rows)


# Scoring


@pytest.mark.parametrize(
    ("position", "move", "score"),
    [(EMPTY, "8F JOG", 22), (EMPTY, "8G JOG", 22), (EMPTY, "8H JOG", 22), (JOG, "G7 G(O)RE", 8)],
)
def test_score_opening_jog(position: str, move: str, score: int) -> None:
    assert judged(position, move)["score"] == score


def test_score_opening_jog_old_letter_at_face_value() -> None:
    squares = judged(JOG, "G7 G(O)RE")["words"][0]["squares"]
    assert [(square["letter"], square["points"], square["new"]) for square in squares] == [
        ("G", 4, True),
        ("O", 1, False),
        ("R", 2, True),
        ("E", 1, True),
    ]


@pytest.mark.parametrize(("square", "score"), [("8D", 40), ("8E", 24), ("8F", 24), ("8G", 24), ("8H", 26)])
def test_score_letter_premium_opening(square: str, score: int) -> None:
    judgement = judged(EMPTY, f"{square} JAILS", "--rack", "AIJLS")
    assert (judgement["score"], judgement["legal"]) == (score, True)
    assert (f"{square} JAILS", score) in scores(solved(EMPTY, "AIJLS"))


def test_score_hook_counts_in_both_words() -> None:
    play = cgp(rows={5: "7P7", 6: "7L7", 7: "7A7", 8: "7Y7"})
    judgement = judged(play, "9H SAFE", "--rack", "SAFE")
    assert judgement["score"] == 18
    assert [(word["word"], word["score"]) for word in judgement["words"]] == [("SAFE", 8), ("PLAYS", 10)]


def test_score_seven_letters_no_bonus() -> None:
    judgement = judged(cgp(rows={8: "5CAR7"}), "8F (CAR)TOON", "--rack", "TOON")
    assert (judgement["score"], judgement["bingo"], judgement["bonus"]) == (10, False, 0)


# Blanks


def test_blank_which_copy(tmp_path: Path) -> None:
    words = word_list(tmp_path, "DUCE", "EGRUGEAI")
    found = solved(cgp(rows={8: "4DUCE7"}), "RUIAG?E", "--rules", "french", "--lexicon", words)
    assert scores(found) == [
        ("H8 .gRUGEAI", 80),
        ("H8 .GRUgEAI", 74),
        ("H3 EGRUg.AI", 60),
        ("H3 EgRUG.AI", 58),
        ("E8 .UcE", 8),
        ("G6 dU.E", 7),
    ]


def test_blank_designation_keeps_score() -> None:
    for letter in "bfhjkmnprstvw":
        judgement = judged(EMPTY, f"8D {letter}AILS", "--rack", "AILS?")
        assert (letter, judgement["score"], judgement["legal"]) == (letter, 8, True)
        first = judgement["words"][0]["squares"][0]
        assert (first["letter"], first["blank"], first["premium"], first["points"]) == (letter.upper(), True, "DL", 0)
        assert judgement["words"][0]["multiplier"] == 2


def test_blank_seven_of_them() -> None:
    result = run("solve", "-", "--rack", "???????", "--top", "0", "--fields", "score,tiles", stdin=EMPTY)
    assert result.exit_code == 0
    assert result.stderr == "warning: blanks: 7 on the rack, 2 in the english set\n"
    lines = result.stdout.splitlines()[1:]
    assert len(lines) == 315_055
    found = [line.split("\t") for line in lines]
    assert sum(int(score) for score, _ in found) == 8_088_150
    assert {(score, len(tiles) == 7) for score, tiles in found} == {("0", False), ("50", True)}


def test_blank_filter_keeps_rank(tmp_path: Path) -> None:
    words = word_list(tmp_path, "RETAIN", "RETAINS")
    rows = solved(EMPTY, "AEINRT?", "--no-blank", "--lexicon", words)
    assert scores(rows) == [
        ("8C RETAIN", 14),
        ("8D RETAIN", 14),
        ("8G RETAIN", 14),
        ("8H RETAIN", 14),
        ("8E RETAIN", 12),
        ("8F RETAIN", 12),
    ]
    everything = solved(EMPTY, "AEINRT?", "--lexicon", words)
    assert len(everything) == 49
    assert {score for _, score in scores(everything[:7])} == {62, 64}
    assert rows[0]["rank"] == "8"
    assert all(row == everything[int(row["rank"]) - 1] for row in rows)


# Legality

OVA = cgp(rows={7: "8APP4", 8: "6OVA6"})


@pytest.mark.parametrize("move", ["J5 UM(P)S", "J5 UMPS"])
def test_legal_cross_word_checked(move: str) -> None:
    result = run("score", "-", move, "--rack", "MSU", "--format", "text", stdin=OVA)
    assert result.exit_code == 1
    assert "OVAS is not in enable" in result.stdout
    assert "UMPS is not" not in result.stdout
    assert "APP" not in result.stdout
    judgement = judged(OVA, move, "--rack", "MSU")
    assert codes(judgement) == ["invalid_word"]
    assert judgement["reasons"][0]["words"] == ["OVAS"]


def test_legal_cross_word_checked_in_solve() -> None:
    rows = solved(OVA, "MSU")
    assert (len(rows), play_sum(rows)) == (31, 277)
    assert scores(rows)[:2] == [("K4 SUM.", 16), ("K5 UM.S", 16)]
    assert "J5 UM.S" not in {row["move"] for row in rows}


def test_legal_diagonal_is_no_contact() -> None:
    judgement = judged(cgp(rows={8: "6CAT6"}), "9J DOG")
    assert codes(judgement) == ["disconnected"]
    assert judgement["score"] is None


# Duplicates

AX = cgp(rows={8: "7AT6", 9: "7X7"})


def test_dup_one_tile_two_words() -> None:
    assert scores(solved(AX, "I")) == [("9H .I", 13), ("I7 I.", 3)]
    typed = judged(AX, "I8 TI", "--rack", "I")
    assert (typed["move"], typed["score"], typed["legal"]) == ("9H .I", 13, True)
    assert [(word["word"], word["score"]) for word in typed["words"]] == [("XI", 10), ("TI", 3)]


# Notation


def test_notation_rack_case() -> None:
    results = [run("solve", "-", "--rack", rack, stdin=EMPTY) for rack in ("RETAINS", "retains", "Retains")]
    assert [result.exit_code for result in results] == [0, 0, 0]
    assert len({result.stdout for result in results}) == 1
    assert scores(table(results[0].stdout))[0][1] == 66


@pytest.mark.parametrize("rack", ["RETAIN?", "retain_", "retain."])
def test_notation_rack_blank(rack: str) -> None:
    result = run("solve", "-", "--rack", rack, stdin=EMPTY)
    if result.exit_code == 0:
        assert result.stdout == run("solve", "-", "--rack", "AEINRT?", stdin=EMPTY).stdout
    else:
        assert result.exit_code == 2
        assert "a blank is written ?" in result.stderr


def test_notation_rack_underscore_is_a_blank() -> None:
    underscore, question = (run("solve", "-", "--rack", f"retain{blank}", "--top", "20", stdin=EMPTY) for blank in "_?")
    assert underscore.exit_code == 0
    assert underscore.stdout == question.stdout
    # with a blank used: seven tiles
    assert "s" in table(underscore.stdout)[0]["move"].split()[1]


# Encoding


def test_encoding_umlaut_is_its_own_letter(tmp_path: Path) -> None:
    words = word_list(tmp_path, "ABGRÜNDE")
    position = cgp(rows={1: "A14"})
    options = ("--rules", "german", "--lexicon", words)
    assert solved(position, "BGRUNDE", *options) == []
    assert scores(solved(position, "BGRÜNDE", *options)) == [("1A .BGRÜNDE", 101), ("A1 .BGRÜNDE", 101)]
    warned = run("solve", "-", "--rack", "BGRÜNDE", *options, stdin=position)
    assert warned.stderr == "warning: no tile on the start square H8\n"


# Exchange

LATE = (
    "LIMY3P7/3O3E6U/SHOGS2E6T/W2I1D1V6I/ELONGATE6L/E3UH8I/P3N9S/YA2BAWTIE1JOKE/1N2O3FRIER1D/1G2AX4FACT1/1U2TI5N3/MI9SI2/EN10Z2"
    "/NE10A2/O11R2 BDELRUV/{other} 360/356 0\n"
)


@pytest.mark.parametrize("other", ["", "AAC", "AACDERT"])
def test_exchange_seven_in_bag(other: str) -> None:
    position = LATE.format(other=other)
    for move in ("exch UV", "exch BDELRUV"):
        assert judged(position, move)["legal"]
    rows = solved(position, None, "--exchanges")
    plays = [row for row in rows if row["words"]]
    assert (len(plays), play_sum(plays), scores(plays)[0]) == (507, 4867, ("L4 BLUE.....", 36))
    assert len([row for row in rows if row["move"].startswith("exch ")]) == 127


# Speed


def test_perf_two_blanks() -> None:
    position = (
        "7P7/7E7/SHOGS2E7/W4D1V7/ELONGATE7/E3UH9/P3N10/YA2BAWTIE1JOKE/1N2O3FRIER2/1G2AX5A3/1U2TI5N3/MI9S3/EN13/NE13/O14"
        " AEIRS??/ 242/312 0\n"
    )
    result = run("solve", "-", "--top", "0", "--no-exchanges", "--fields", "score,move", stdin=position)
    assert result.exit_code == 0
    found = [int(line.split("\t")[0]) for line in result.stdout.splitlines()[1:]]
    assert (len(found), sum(found), found[0]) == (62_885, 413_403, 77)


# Tile sets and variants


def test_tiles_catalan(tmp_path: Path) -> None:
    options = ("--rules", "catalan", "--lexicon", word_list(tmp_path, "ANY", "COL·LEGI"))
    # two placements run over the start square; the third begins a square earlier and needs three tiles
    assert scores(solved(EMPTY, "A[NY]", *options)) == [("8G A[NY]", 22), ("8H A[NY]", 22)]
    assert solved(EMPTY, "ANNE", *options) == []
    assert scores(solved(EMPTY, "CO[L·L]EGI", *options)) == [
        ("8H CO[L·L]EGI", 42),
        ("8D CO[L·L]EGI", 40),
        ("8C CO[L·L]EGI", 38),
        ("8G CO[L·L]EGI", 38),
        ("8E CO[L·L]EGI", 36),
        ("8F CO[L·L]EGI", 36),
    ]
    assert solved(EMPTY, "COLLEGI", *options) == []


def test_tiles_digraph_is_no_word(tmp_path: Path) -> None:
    judgement = judged(EMPTY, "8G O[CH]O", "--rules", "spanish", "--lexicon", word_list(tmp_path, "OCHO"))
    assert (judgement["legal"], judgement["score"], judgement["word"]) == (True, 14, "O[CH]O")
    [word] = judgement["words"]
    assert word["word"] == "O[CH]O"
    assert [square["letter"] for square in word["squares"]] == ["O", "CH", "O"]


@pytest.mark.parametrize(("move", "score"), [("8F ŻABA", 20), ("8F ŹLE", 24)])
def test_tiles_polish_values(tmp_path: Path, move: str, score: int) -> None:
    words = word_list(tmp_path, "ŻABA", "ŹLE")
    assert judged(EMPTY, move, "--rules", "polish", "--lexicon", words)["score"] == score


@pytest.mark.parametrize(
    ("move", "score"),
    [(f"8{column} RETAINS", 43 if column == "E" else 51) for column in "BCDEFGH"] + [(f"8{column} JOG", 14) for column in "FGH"],
)
def test_variant_wwf_opening(move: str, score: int) -> None:
    judgement = judged(EMPTY, move, "--rules", "wwf")
    assert (judgement["legal"], judgement["score"]) == (True, score)
    assert judgement["bonus"] == (35 if "RETAINS" in move else 0)


def test_variant_super_set() -> None:
    position = cgp(size=21)
    for square in ("11I", "11J", "11K"):
        judgement = judged(position, f"{square} JOG", "--rules", "super")
        assert (square, judgement["score"]) == (square, 22)
    missed = judged(position, "8F JOG", "--rules", "super")
    assert (codes(missed), missed["score"]) == (["misses_start"], None)
    assert missed["reasons"][0]["message"] == "the first play must cover the start square K11"

    loaded = parse_cgp(position, "", 1, RuleChoice("super"))
    tiles = loaded.rules.tiles
    counts = unseen_counts(loaded.board, Rack.parse("EEEEEEE", tiles), tiles)
    assert (sum(counts), counts[5], counts[BLANK]) == (193, 17, 4)
    result = run("solve", "-", "--rack", "EEEEEEE", "--rules", "super", stdin=position)
    assert (result.exit_code, "warning" in result.stderr) == (0, False)


# Use


def test_use_no_legal_play() -> None:
    position = cgp(rows={8: "6CWM6"})
    result = run("solve", "-", "--rack", "BDFGKQV", "--format", "tsv", stdin=position)
    assert result.exit_code == 0
    assert result.stdout == "rank\tmove\tscore\tequity\tleave\ttiles\twords\n"
    assert result.stderr == "note: no legal play: only an exchange or a pass is possible\n"
    for options in ((), ("--exchanges",)):
        as_json = run("solve", "-", "--rack", "BDFGKQV", "--format", "json", "--top", "0", *options, stdin=position)
        data = json.loads(as_json.stdout)
        assert (as_json.exit_code, data["count"]) == (0, 0)
        # every set of the seven tiles may be exchanged, and there is the pass
        assert [move["kind"] for move in data["moves"]] == (["exchange"] * 127 + ["pass"] if options else [])
    for output_format in ("text", "table"):
        shown = run("solve", "-", "--rack", "BDFGKQV", "--format", output_format, stdin=position)
        assert (shown.exit_code, shown.stderr) == (0, "note: no legal play: only an exchange or a pass is possible\n")


# Bad or odd input


@pytest.mark.parametrize(("rack", "letter", "place"), [("AEIX", "X", 4), ("QAE", "Q", 1), ("AVE", "V", 2)])
def test_robust_letter_not_in_set(tmp_path: Path, rack: str, letter: str, place: int) -> None:
    result = run("solve", "-", "--rack", rack, "--rules", "polish", "--lexicon", word_list(tmp_path, "ABA"), stdin=EMPTY)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: rack '{rack}': '{letter}' (tile {place}) is no tile of the polish set\n"


def test_robust_letter_not_in_set_on_the_board(tmp_path: Path) -> None:
    options = ("--rack", "AB", "--rules", "polish", "--lexicon", word_list(tmp_path, "ABA"))
    in_cgp = run("solve", "-", *options, stdin=cgp(rows={8: "6AX7"}))
    assert in_cgp.exit_code == 2
    assert in_cgp.stderr == "error: standard input, line 1: row 8, square H8: 'X' is no tile of the polish set\n"
    rows = ["." * 15] * 15
    rows[7] = "......AX......."
    in_text = run("solve", "-", *options, stdin="\n".join(rows))
    assert in_text.exit_code == 2
    assert in_text.stderr == "error: standard input, line 8: column 8, square H8: 'X' is no tile of the polish set\n"


def test_robust_two_q() -> None:
    position = cgp(rack="AEINRS", rows={8: "6QUAG5", 9: "9I5", 10: "9A5", 11: "9N5", 12: "6QUITE4"})
    warning = "warning: Q: 2 on the board, 1 in the english set (G8, G12)\n"
    result = run("solve", "-", "--top", "0", stdin=position)
    assert (result.exit_code, result.stderr) == (0, warning)
    assert len(result.stdout.splitlines()) > 100
    good = run("score", "-", "13K RAN", stdin=position)
    assert (good.exit_code, good.stderr) == (0, warning)

    loaded = parse_cgp(position, "", 1, RuleChoice())
    tiles = loaded.rules.tiles
    counts = unseen_counts(loaded.board, loaded.rack, tiles)
    q = tiles.alphabet.letters.index("Q") + 1
    assert counts[q] == 0
    assert min(counts) >= 0
    # one tile too many on the board is not one tile fewer of another kind
    assert sum(counts) == tiles.total - 12 - 6 + 1
