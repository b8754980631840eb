"""Challenges: what each rule does to both players, and what ``check --board`` says of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrabblecli.errors import SettingError
from scrabblecli.game.challenge import ChallengeOutcome, challenge_outcome
from scrabblecli.rules import load_rules
from scrabblecli.rules.settings import CHALLENGES
from tests.helpers import cgp, run

JOG = cgp(rows={8: "5JOG7"})
SCORED = JOG.replace("0/0 0", "22/30 0")

# rule, points for the player of an acceptable play of three words, what the challenger loses
ACCEPTABLE = {
    "double": (0, 0, True, False),
    "single": (0, 0, False, False),
    "five": (15, 0, False, False),
    "five-per-play": (5, 0, False, False),
    "ten": (10, 0, False, False),
    "triple": (0, 0, False, True),
    "minus-five": (0, -5, False, False),
    "minus-ten": (0, -10, False, False),
}


def test_every_rule_but_void_is_in_the_table() -> None:
    assert set(ACCEPTABLE) | {"void"} == set(CHALLENGES)


@pytest.mark.parametrize("rule", ACCEPTABLE)
def test_acceptable_play(rule: str) -> None:
    player, challenger, turn, game = ACCEPTABLE[rule]
    outcome = challenge_outcome(load_rules(), True, 3, rule)
    assert outcome == ChallengeOutcome(rule, True, player, challenger, False, turn, game)


@pytest.mark.parametrize("rule", ACCEPTABLE)
def test_play_that_is_not_acceptable(rule: str) -> None:
    """The tiles come back and the turn is lost; the challenger loses nothing, whatever the rule."""
    assert challenge_outcome(load_rules(), False, 3, rule) == ChallengeOutcome(rule, False, player_loses_turn=True)


def test_void_knows_no_challenge() -> None:
    for acceptable in (True, False):
        outcome = challenge_outcome(load_rules("wwf"), acceptable, 1)
        assert not outcome.possible
        assert (outcome.player_points, outcome.challenger_points, outcome.player_loses_turn) == (0, 0, False)


def test_open_dictionary_lets_the_player_try_again() -> None:
    outcome = challenge_outcome(load_rules().with_settings({"open_dictionary": True}), False, 1)
    assert outcome.retry
    assert not outcome.player_loses_turn


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("tournament", "double"),
        ("naspa", "double"),
        ("wespa", "five"),
        ("absp", "single"),
        ("hasbro-2003", "double"),
        ("hasbro-2021", "double"),
        ("wwf", "void"),
        ("super", "double"),
        ("spanish", "double"),
    ],
)
def test_rule_in_force(name: str, rule: str) -> None:
    assert challenge_outcome(load_rules(name), True, 1).rule == rule


def test_unknown_rule_is_refused_with_the_nearest() -> None:
    with pytest.raises(SettingError, match=r"unknown challenge rule 'doubel'; did you mean 'double'\?"):
        challenge_outcome(load_rules(), True, 1, "doubel")


def test_challenge_all_words_together() -> None:
    """A and X come back, the turn is lost, the challenger loses nothing; JA alone is at fault."""
    result = run("check", "--board", "-", "--move", "9F AX", "--challenge", "double", "--format", "json", stdin=JOG)
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert {word["word"]: word["valid"] for word in data["words"]} == {"AX": True, "JA": False, "OX": True}
    assert data["acceptable"] is False
    assert data["challenge"]["tiles_returned"] == "AX"
    assert data["challenge"]["player"] == {"points": 0, "score": 0, "loses_turn": True, "plays_again": False}
    assert data["challenge"]["challenger"] == {"points": 0, "score": 0, "loses_turn": False, "loses_game": False}


@pytest.mark.parametrize("named", [["JA"], ["AX"], ["OX", "AX"], []])
def test_it_makes_no_difference_which_word_was_named(named: list[str]) -> None:
    result = run("check", *named, "--board", "-", "--move", "9F AX", "--challenge", "double", stdin=JOG)
    assert result.exit_code == 1
    assert "ruling\tthe play is not acceptable\n" in result.stdout
    assert "challenger\tunder double the challenger loses nothing\n" in result.stdout


def test_together_tells_no_word() -> None:
    result = run("check", "--board", "-", "--move", "9F AX", "--together", stdin=JOG)
    assert (result.exit_code, result.stdout) == (1, "the play is not acceptable\n")
    result = run("check", "AX", "JA", "--together")
    assert (result.exit_code, result.stdout) == (1, "the play is not acceptable\n")
    result = run("check", "AX", "OX", "--together", "--format", "text")
    assert (result.exit_code, result.stdout) == (0, "The play is acceptable (enable, 172,823 words, 77a8b772).\n")


# G7 G(O)RE through 8F JOG: one word of 8 points
@pytest.mark.parametrize(
    ("rule", "named", "scores"),
    [
        ("double", [], (30, 30)),
        ("single", [], (30, 30)),
        ("five", [], (35, 30)),
        ("five-per-play", [], (35, 30)),
        ("ten", [], (40, 30)),
        ("minus-five", [], (30, 25)),
        ("minus-ten", [], (30, 20)),
        ("triple", [], (30, 30)),
        ("five", ["GORE"], (35, 30)),
    ],
)
def test_what_the_scores_become(rule: str, named: list[str], scores: tuple[int, int]) -> None:
    arguments = ("check", *named, "--board", "-", "--move", "G7 G(O)RE", "--challenge", rule, "--format", "json")
    result = run(*arguments, stdin=SCORED)
    assert result.exit_code == 0
    data = json.loads(result.stdout)["challenge"]
    assert (data["player"]["score"], data["challenger"]["score"]) == scores
    assert data["challenger"]["loses_turn"] == (rule == "double")
    assert data["challenger"]["loses_game"] == (rule == "triple")


def test_five_points_for_each_word_challenged() -> None:
    # a parallel play of three words, TO twice
    board = cgp(rows={8: "6AT7"})
    play = ("check", "--board", "-", "--move", "9G TO", "--challenge", "five", "--format", "json")
    made = json.loads(run(*play, stdin=board).stdout)
    assert [word["word"] for word in made["words"]] == ["TO", "AT", "TO"]
    assert made["challenge"]["player"]["points"] == 15
    named = json.loads(run(*play[:1], "AT", *play[1:], stdin=board).stdout)
    assert named["challenge"]["player"]["points"] == 5


def test_sentences_for_people() -> None:
    result = run("check", "--board", "-", "--move", "G7 G(O)RE", "--challenge", "ten", "--format", "table", stdin=SCORED)
    assert result.stdout == (
        "G7 G(O)RE\n"
        "  GORE  G7  valid\n"
        "The play is acceptable (enable, 172,823 words, 77a8b772).\n"
        "The player scores 8 and gets 10 more for the challenge.\n"
        "Under ten the challenger loses nothing.\n"
        "Score, the player first: from 22 to 30, now 40 to 30.\n"
    )
    result = run("check", "--board", "-", "--move", "9F AX", "--challenge", "five", "--format", "table", stdin=SCORED)
    assert result.stdout == (
        "9F AX\n"
        "  AX  9F  valid\n"
        "  JA  F8  not in the list\n"
        "  OX  G8  valid\n"
        "The play is not acceptable (enable, 172,823 words, 77a8b772).\n"
        "The player takes AX back, scores 0 and loses the turn.\n"
        "Under five the challenger loses nothing.\n"
        "Score, the player first: from 22 to 30, now 22 to 30.\n"
    )


def test_an_illegal_placement_is_not_acceptable() -> None:
    result = run("check", "--board", "-", "--move", "1A CAT", "--format", "table", stdin=JOG)
    assert result.exit_code == 1
    assert "  touches no tile on the board\nThe play is not acceptable" in result.stdout


def test_the_rack_is_judged_when_it_is_named() -> None:
    play = ("check", "--board", "-", "--move", "G7 G(O)RE", "--format", "text")
    assert run(*play, "--rack", "GRE", stdin=JOG).exit_code == 0
    result = run(*play, "--rack", "GRA", stdin=JOG)
    assert result.exit_code == 1
    assert "the rack AGR lacks E" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--move", "8D CAT"), "--move needs --board BOARD"),
        (("--challenge", "five", "CAT"), "--challenge needs --board BOARD"),
        (("--board", "-", "--challenge", "five"), "--challenge with --board needs --move MOVE"),
        (("--board", "-", "CAT"), "words with --board needs --move MOVE"),
        (("--board", "-", "--move", "pass"), "move 'pass' lays no tiles: only a play can be judged or challenged"),
        (("--board", "-", "--move", "-AB"), "move '-AB' lays no tiles: only a play can be judged or challenged"),
        (("--board", "-", "--move", "9F AX", "CAT"), "9F AX does not make CAT: it makes AX, JA, OX"),
        (("--board", "-", "--move", "9F AX", "--challenge", "twice"), "unknown challenge rule 'twice'"),
        (("--board", "-", "--judge"), "--judge takes words, not a board"),
    ],
)
def test_usage(arguments: tuple[str, ...], message: str) -> None:
    result = run("check", *arguments, stdin=JOG)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_what_lies_on_a_board() -> None:
    result = run("check", "--board", "-", stdin=cgp(rows={8: "5QXZ7", 9: "7O7"}))
    assert (result.exit_code, result.stdout) == (1, "QXZ\tinvalid\t8F\nZO\tinvalid\tH8\n")
    assert run("check", "--board", "-", stdin=JOG).stdout == "JOG\tvalid\t8F\n"
    empty = run("check", "--board", "-", stdin=cgp())
    assert (empty.exit_code, empty.stdout, empty.stderr) == (0, "", "note: no word lies on the board\n")


def test_adjudication_without_a_terminal_rules_on_a_line_a_play() -> None:
    result = run("check", "--judge", stdin="AX OX\nAX, JA\n\nJOG\n")
    assert result.exit_code == 1
    assert result.stdout == "the play is acceptable\nthe play is not acceptable\nthe play is acceptable\n"


def test_a_miss_is_helped() -> None:
    result = run("check", "RETIANS", "--format", "table")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == "RETIANS  not in enable (172,823 words, 77a8b772)"
    assert (
        lines[1].strip().startswith("anagrams: ANESTRI, ANTSIER, NASTIER, RATINES, RETAINS, RETINAS, RETSINA, STAINER and 1 more")
    )
    assert "near: RETAINS" in lines[2]
    assert run("check", "RETIANS").stdout == "RETIANS\tinvalid\n"
    assert run("check", "RETIANS", "--together", "--format", "table").stdout.count("\n") == 1


def test_help_is_right_word_by_word() -> None:
    data = json.loads(run("check", "CWMB", "--format", "json").stdout)
    assert data["words"] == [{"word": "CWMB", "valid": False, "near": ["COMB", "CWM", "CWMS"]}]


def test_a_long_word_is_no_burden() -> None:
    result = run("check", "AEINRST" * 2000, "--format", "json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["words"] == [{"word": "AEINRST" * 2000, "valid": False}]


@pytest.mark.parametrize("break_", ["\x0c", "\x85", "\u2028", "\x0b"])
def test_only_line_ends_end_a_word(break_: str, tmp_path: Path) -> None:
    """What another break separates is still the definition, and no word of the list."""
    path = tmp_path / "list.txt"
    path.write_text(f"CAT\tan animal{break_}MEOW\nGOD\n", encoding="utf-8")
    result = run("check", "CAT", "MEOW", "GOD", "--lexicon", str(path))
    assert result.stdout == "CAT\tvalid\nMEOW\tinvalid\nGOD\tvalid\n"


def test_a_challenge_without_a_rule_is_that_of_the_rules() -> None:
    for rules, rule in (("tournament", "double"), ("absp", "single"), ("wespa", "five")):
        result = run(
            "check", "--board", "-", "--move", "G7 G(O)RE", "--rules", rules, "--format", "json", "--challenge", stdin=JOG
        )
        assert json.loads(result.stdout)["challenge"]["rule"] == rule


def test_tiles_of_several_letters_in_rulings(tmp_path: Path) -> None:
    path = tmp_path / "es.txt"
    path.write_text("OCHO\n", encoding="utf-8")
    board = cgp()
    play = ("--board", "-", "--rules", "spanish", "--lexicon", str(path), "--format", "text")
    named = run("check", "O[CH]O", *play, "--move", "8H O[CH]O", "--challenge", "five", stdin=board)
    assert named.exit_code == 0
    assert "gets 5 more for the challenge" in named.stdout
    letters = run("check", *play, "--move", "8H OCHO", stdin=board)
    assert letters.exit_code == 1
    assert "O[CH]O is, with the tile of several letters typed in brackets" in letters.stdout


@pytest.mark.parametrize("arguments", [("--judge", "CAT"), ("--judge", "--together"), ("CAT", "")])
def test_words_where_none_are_read(arguments: tuple[str, ...]) -> None:
    result = run("check", *arguments, stdin="")
    assert (result.exit_code, result.stdout) == (2, "")


def test_adjudication_reads_words_however_they_are_separated() -> None:
    assert run("check", "--judge", stdin="JOG, CAT/DOG;GO\n").stdout == "the play is acceptable\n"


def test_comments_of_a_list_are_no_words() -> None:
    assert run("check", stdin="# a list\nCAT\n\n").stdout == "CAT\tvalid\n"
