"""``play`` and ``unseen``: from one position to the next, in a pipe."""

from __future__ import annotations

import json
import sys
from math import comb
from pathlib import Path

import pytest

from tests.helpers import cgp, run

JOG = cgp(rows={8: "5JOG7"})
TEAZELING = str(Path(__file__).parent.parent / "boards" / "teazeling.txt")
GAME = (
    "LIMY3P7/3O3E6U/SHOGS2E6T/W2I1D1V6I/ELONGATE6L/E3UH8I/P3N9S/YA2BAWTIE1JOKE/1N2O3FRIER1D/1G2AX4FACT1/1U2TI5N3/MI9SI2/EN10Z2/"
    "NE10A2/O11R2 BDELRUV/{} 360/356 0\n"
)


def test_text_in_text_out_with_its_keys_brought_up_to_date() -> None:
    text = "rack: AEGINTZ\nlexicon: enable\nscores: 120 95\n" + Path(TEAZELING).read_text(encoding="utf-8")
    result = run("play", "-", "1L MAZE", stdin=text)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:3] == ["rack: GINT", "lexicon: enable", "scores: 165 95"]
    assert lines[3] == "...........MAZE"
    assert run("score", "-", "2N", "AT", stdin=result.stdout).exit_code in (0, 1)


def test_rules_are_kept() -> None:
    board = run("board", "--rules", "wwf", "--set", "rack_size=8", "--to", "text").stdout
    result = run("play", "-", "8G JOG", stdin=board)
    assert result.stdout.startswith("rules: wwf\nset: rack_size=8\n")


def test_cgp_in_cgp_out_with_the_other_player_to_move() -> None:
    result = run("play", "-", "G7", "G.RE", stdin=JOG.replace(" / 0/0 0", " EGR/AB 22/30 1 lex enable; rules wespa;"))
    assert result.stdout == "15/15/15/15/15/15/6G8/5JOG7/6R8/6E8/15/15/15/15/15 AB/ 30/30 0 rules wespa; lex enable;\n"


@pytest.mark.parametrize(
    ("rules", "move", "scoreless"),
    [
        ("tournament", "pass", 3),
        ("tournament", "-AB", 3),
        ("tournament", "-3", 3),
        ("tournament", "G7 G(O)RE", 0),
        ("hasbro-2021", "pass", 3),
        ("hasbro-2021", "exch AB", 0),
    ],
)
def test_scoreless_turns_are_counted_by_the_rules(rules: str, move: str, scoreless: int) -> None:
    line = JOG.replace(" / 0/0 0", " ABEGR/ 0/0 2")
    result = run("play", "-", move, "--rules", rules, stdin=line)
    assert result.exit_code == 0
    assert result.stdout.split()[3] == str(scoreless)


def test_zero_points_are_scoreless_where_they_count() -> None:
    line = cgp(rack="??", rows={8: "5jog7"})
    made = run("play", "-", "H8", "go", "--quiet", stdin=line)
    assert made.exit_code == 0
    assert made.stdout.split()[3] == "1"


@pytest.mark.parametrize(
    ("move", "kept"), [("-AB", "rack: CDEFG"), ("pass", "rack: ABCDEFG"), ("exch ABCDEFG", "rack: "), ("-3", None)]
)
def test_what_is_kept_is_the_rack(move: str, kept: str | None) -> None:
    board = "rack: ABCDEFG\n" + run("board", "-", "--to", "text", stdin=JOG).stdout
    lines = run("play", "-", move, stdin=board).stdout.splitlines()
    assert [line for line in lines if line.startswith("rack:")] == ([kept] if kept is not None else [])


def test_an_illegal_move_prints_nothing() -> None:
    result = run("play", "-", "9F", "AX", stdin=JOG)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: 9F AX cannot be played: JA is not in enable; --phony lays it all the same\n"
    result = run("play", "-", "1A CAT", "--phony", stdin=JOG)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: 1A CAT cannot be played: touches no tile on the board\n"


def test_a_phony_may_be_laid() -> None:
    result = run("play", "-", "9F", "AX", "--phony", stdin=JOG)
    assert result.exit_code == 0
    assert "/5JOG7/5AX8/" in result.stdout


def test_a_pipeline_of_plays() -> None:
    board = run("board", "--to", "text").stdout
    for move in ("8F JOG", "G7 GORE", "10G EAT"):
        result = run("play", "-", move, stdin=board)
        assert result.exit_code == 0, result.stderr
        board = result.stdout
    assert run("check", "--board", "-", stdin=board).stdout == "JOG\tvalid\t8F\nEAT\tvalid\t10G\nGORE\tvalid\tG7\n"


@pytest.mark.parametrize("opponent", ["", "AAC", "AACDERT"])
def test_exchange_with_seven_in_the_bag(opponent: str) -> None:
    """Fourteen tiles are unseen, so seven are in the bag, whatever is known of the other rack."""
    for move in ("exch UV", "exch BDELRUV"):
        assert run("score", "-", move, stdin=GAME.format(opponent)).exit_code == 0
    listed = run("solve", "-", "--exchanges", "--top", "0", "--no-header", "--quiet", stdin=GAME.format(opponent)).stdout
    moves = [line.split("\t")[1].split(" ")[0] for line in listed.splitlines()]
    assert moves.count("exch") == 127
    assert len(moves) == 507 + 127 + 1


def test_unseen_is_bag_plus_rack() -> None:
    board = (
        "LIMY3P7/3O3E6U/SHOGS2E6T/W2I1D1V3B2I/ELONGATE3L2L/E3UH5U2I/P3N6E2S/YA2BAWTIE1JOKE/1N2O3FRIER1D/1G2AX4FACT1/1U2TI5N3/"
        "MI9SI2/EN10Z2/NE10A2/O11R2 AACDERT/ 356/396 0\n"
    )
    data = json.loads(run("unseen", "-", "--rack", "AACDERT", "--format", "json", stdin=board).stdout)
    assert (data["unseen"], data["bag"], data["others"]) == (10, 3, 7)
    assert (data["vowels"], data["consonants"], data["blanks"]) == (3, 5, 2)
    held = {tile["tile"]: tile["count"] for tile in data["tiles"] if tile["count"]}
    assert held == {"A": 1, "D": 1, "O": 2, "Q": 1, "R": 2, "V": 1, "?": 2}
    chances = {tile["tile"]: tile["chance"] for tile in data["tiles"]}
    assert chances["A"] == pytest.approx(0.7)
    assert chances["O"] == pytest.approx(1 - comb(8, 7) / comb(10, 7), abs=1e-6)
    assert chances["E"] == 0


def test_unseen_never_below_zero() -> None:
    board = "15/15/15/15/15/15/15/6QUAG5/9I5/9A5/9N5/6QUITE4/15/15/15 AEINRS/ 0/0 0\n"
    result = run("unseen", "-", stdin=board)
    assert "Q\t0\tconsonant\t0.0000\n" in result.stdout
    assert result.stderr == "warning: Q: 2 on the board, 1 in the english set (G8, G12)\n"


def test_unseen_of_the_super_set() -> None:
    result = run(
        "unseen", "-", "--rack", "EEEEEEE", "--rules", "super", "--format", "json", stdin="/".join(["21"] * 21) + " / 0/0 0\n"
    )
    data = json.loads(result.stdout)
    assert (data["unseen"], data["blanks"], result.stderr) == (193, 4, "")
    assert next(tile["count"] for tile in data["tiles"] if tile["tile"] == "E") == 17


def test_unseen_for_people_and_for_pipes() -> None:
    table = run("unseen", TEAZELING, "--rack", "AEGINTZ", "--format", "table").stdout
    assert table.startswith("54 unseen: 23 vowels, 31 consonants, no blank\n47 in the bag, 7 on the other rack\n")
    assert "vowels     AAAAA EEEEEE IIIII OOOOO UU\n" in table
    tsv = run("unseen", TEAZELING, "--rack", "AEGINTZ").stdout.splitlines()
    assert tsv[0] == "tile\tcount\tkind\tchance"
    assert sum(int(line.split("\t")[1]) for line in tsv[1:]) == 54
    several = run("unseen", "-", "--no-header", stdin=JOG + "bad\n" + JOG)
    assert several.exit_code == 2
    assert {line.split("\t")[0] for line in several.stdout.splitlines()} == {"1", "3"}


@pytest.mark.parametrize(
    "command",
    [
        ("unseen", "-"),
        ("play", "-", "8F", "CAB"),
        ("score", "-", "8F", "CAB"),
        ("check", "--board", "-", "--move", "8F CAB"),
        ("solve", "-"),
    ],
)
def test_a_rack_too_long_is_refused_everywhere(command: tuple[str, ...]) -> None:
    result = run(*command, "--rack", "ABCDEFGH", stdin=cgp())
    assert (result.exit_code, result.stdout) == (2, "")
    message = "rack 'ABCDEFGH' has 8 tiles, the tournament rules allow 7: --set rack_size=8 allows more"
    assert result.stderr == f"error: {message}\n"
    if command[0] in ("unseen", "play", "score"):
        heading = run(*command, stdin="rack: ABCDEFGH\n" + "." * 15 + ("\n" + "." * 15) * 14)
        assert (heading.exit_code, heading.stderr) == (2, f"error: standard input: {message}\n")


def test_whoever_writes_cgp_has_the_other_player_on_turn() -> None:
    text = "rack: JOGXABC\nscores: 100 105\n" + run("board", "--to", "text").stdout
    line = run("board", "-", "--to", "cgp", stdin=text).stdout
    assert run("play", "-", "8F", "JOG", "--to", "cgp", stdin=text).stdout == run("play", "-", "8F", "JOG", stdin=line).stdout


def test_the_end_of_the_game_is_told() -> None:
    line = cgp(rack="AB").replace("0/0 0", "0/0 5")
    # not at 0-0 in every rule set
    assert run("play", "-", "pass", "--rules", "wwf", stdin=line).stderr == ""
    result = run("play", "-", "pass", stdin=line)
    assert result.stderr == "note: 6 scoreless turns in a row: under tournament rules the game is over\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no such file names there")
@pytest.mark.parametrize("name", ["h\x1b[31mx.toml", "n\nrack: ZZ.toml"])
def test_names_that_would_act_are_not_written(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("rack_size = 8\n", encoding="utf-8")
    for to in ("text", "cgp", "draw"):
        result = run("board", "--rules", str(tmp_path / name), "--to", to)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "cannot be written into a board" in result.stderr
        assert "\x1b" not in result.stderr


def test_a_semicolon_in_a_name_is_not_written_into_cgp(tmp_path: Path) -> None:
    (tmp_path / "my;house.toml").write_text("rack_size = 8\n", encoding="utf-8")
    assert run("board", "--rules", str(tmp_path / "my;house.toml"), "--to", "cgp").exit_code == 2
    assert run("board", "--rules", str(tmp_path / "my;house.toml"), "--to", "text").exit_code == 0


def test_every_position_is_played() -> None:
    result = run("play", "-", "G7", "G.RE", stdin=JOG + cgp() + JOG)
    assert result.exit_code == 1
    assert result.stdout.count("/6G8/5JOG7/6R8/6E8/") == 2
    assert result.stderr.startswith("error: position 2: G7 G.RE cannot be played: ")


def test_what_lies_on_every_board() -> None:
    result = run("check", "--board", "-", stdin=JOG + cgp(rows={8: "5QXZ7"}))
    assert (result.exit_code, result.stdout) == (1, "position\t1\nJOG\tvalid\t8F\nposition\t2\nQXZ\tinvalid\t8F\n")
