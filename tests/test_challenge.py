"""Challenges: what each rule does to both players, and what ``check --board`` says of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from scrabblecli.errors import SettingError
from scrabblecli.game.challenge import ChallengeOutcome, challenge_outcome, named_rule
from scrabblecli.rules import load_rules
from scrabblecli.rules.settings import CHALLENGES
from tests.helpers import ROOT, cgp, run, word_list

SCHEMA = json.loads((ROOT / "docs" / "schema" / "check.schema.json").read_text(encoding="utf-8"))

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
        "The challenger plays next.\n"
    )
    result = run("check", "--board", "-", "--move", "9F AX", "--challenge", "five", "--format", "table", stdin=SCORED)
    assert result.stdout == (
        "9F AX\n"
        "  AX  9F  valid\n"
        "  JA  F8  not in the list\n"
        "  OX  G8  valid\n"
        "The play is not acceptable (enable, 172,823 words, 77a8b772).\n"
        "The player takes the tiles A X back, scores 0 and loses the turn.\n"
        "Under five the challenger loses nothing.\n"
        "Score, the player first: from 22 to 30, now 22 to 30.\n"
        "The challenger plays next.\n"
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
        (("--challenge", "five", "CAT", "--judge"), "--judge tells no more than the ruling: it does not go with --challenge"),
        (("--score", "5", "CAT"), "--score goes with --challenge and words alone"),
        (("--board", "-", "--move", "9F AX", "--challenge", "--score", "5"), "--score goes with --challenge and words alone"),
        (("--challenge", "wespa", "CAT"), "'wespa' is a rule set, no challenge rule: --rules wespa --challenge takes its rule"),
        (
            ("--challenge", "doubel", "CAT"),
            "unknown challenge rule 'doubel'; did you mean 'double'? (words stand before --challenge)",
        ),
        (("--challenge", "xyz", "CAT"), "five (5 points to the player for each word challenged)"),
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


def ruled(*arguments: str, stdin: str | None = None) -> dict[str, Any]:
    """A ruling as data that its schema knows."""
    data: dict[str, Any] = json.loads(run("check", *arguments, "--format", "json", stdin=stdin).stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(data)
    return data


def test_all_words_are_judged_also_those_not_named() -> None:
    """AX is challenged and valid; the play falls by JA."""
    play = ("check", "AX", "--board", "-", "--move", "9F AX", "--challenge", "five")
    said = "all words of the play are judged, also those not named: JA is not in enable"
    assert f"judged\t{said}\n" in run(*play, stdin=JOG).stdout
    assert f"\n{said.capitalize().replace('ja', 'JA')}.\n" in run(*play, "--format", "text", stdin=JOG).stdout
    # named, or nothing named, there is nothing to be said
    for words in (("JA",), ("AX", "JA"), ()):
        assert "judged\t" not in run("check", *words, *play[2:], stdin=JOG).stdout
    assert "judged\t" not in run("check", "GORE", "--board", "-", "--move", "G7 G(O)RE", "--challenge", "five", stdin=JOG).stdout
    # no word is told where none is asked for
    together = run(*play, "--together", stdin=JOG).stdout
    assert "judged\tall words of the play are judged, also those not named\n" in together
    assert "JA" not in together


def test_words_named_may_be_punctuated() -> None:
    data = ruled("AX, OX.", "--board", "-", "--move", "9F AX", "--challenge", "five", stdin=JOG)
    assert data["acceptable"] is False


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("5", "five"), ("five points", "five"), ("FIVE", "five"), ("5-points", "five"), ("five_per_word", "five"), ("10", "ten"),
        ("ten-points", "ten"), ("minus 5", "minus-five"), ("minus-10", "minus-ten"), ("minus-ten", "minus-ten"), ("Double", "double"),
    ],
)  # fmt: skip
def test_names_of_rules(typed: str, rule: str) -> None:
    assert named_rule(typed) == rule
    assert ruled("CAT", f"--challenge={typed}")["challenge"]["rule"] == rule


def test_words_and_a_score_are_enough() -> None:
    data = ruled("LATE", "TEAS", "EAT", "--challenge", "five", "--score", "24")
    assert (data["acceptable"], data["score"]) == (True, 24)
    assert [word["word"] for word in data["words"]] == ["LATE", "TEAS", "EAT"]
    assert data["challenge"]["player"] == {"points": 15, "score": 39, "loses_turn": False, "plays_again": False}
    assert data["challenge"]["next"] == "challenger"
    result = run("check", "LATE TEAS, EAT", "--challenge", "five", "--score", "24", "--format", "text")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[3:] == [
        "The play is acceptable (enable, 172,823 words, 77a8b772).",
        "The player scores 24 and gets 15 more for the challenge.",
        "Under five the challenger loses nothing.",
        "The player's score changes by 39, the challenger's by 0.",
        "The challenger plays next.",
    ]
    assert (
        result.stderr
        == "note: only the words named are judged, and all words of a play count; --board BOARD --move MOVE finds them\n"
    )


def test_words_without_a_score() -> None:
    data = ruled("CAT", "--challenge", "minus-five")
    assert (data["score"], data["challenge"]["player"]["score"], data["challenge"]["challenger"]["score"]) == (None, None, -5)
    shown = run("check", "CAT", "--challenge", "ten").stdout
    assert shown == (
        "CAT\tvalid\n"
        "ruling\tthe play is acceptable\n"
        "player\tthe points of the play stand, and the player gets 10 more for the challenge\n"
        "challenger\tunder ten the challenger loses nothing\n"
        "score\t\t0\n"
        "next\tthe challenger plays next\n"
    )
    sentences = run("check", "CAT", "--challenge", "ten", "--format", "text").stdout
    assert "Beside the points of the play the player's score changes by 10, the challenger's by 0.\n" in sentences


def test_a_phony_among_words() -> None:
    result = run("check", "LATE", "TEAX", "--challenge", "double", "--score", "24")
    assert result.exit_code == 1
    assert result.stdout == (
        "LATE\tvalid\nTEAX\tinvalid\n"
        "ruling\tthe play is not acceptable\n"
        "player\tthe player takes the tiles back, scores 0 and loses the turn\n"
        "challenger\tunder double the challenger loses nothing\n"
        "score\t0\t0\n"
        "next\tthe challenger plays next\n"
    )
    data = ruled("LATE", "TEAX", "--challenge", "double", "--together")
    assert (data["words"], data["challenge"]["tiles_returned"], data["challenge"]["player"]["score"]) == ([], None, 0)
    assert "TEAX" not in run("check", "LATE", "TEAX", "--challenge", "double", "--together").stdout


def test_words_alone_follow_the_rules() -> None:
    for rules, rule in (("tournament", "double"), ("absp", "single"), ("wespa", "five"), ("wwf", "void")):
        assert ruled("CAT", "--rules", rules, "--challenge")["challenge"]["rule"] == rule


def test_words_alone_from_standard_input() -> None:
    result = run("check", "--challenge", "five", "--quiet", stdin="# of the play\nLATE, TEAS\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "gets 10 more" in result.stdout


GORE = ("--board", "-", "--move", "G7 G(O)RE")
PHONY = ("--board", "-", "--move", "9F AX")


@pytest.mark.parametrize(
    ("arguments", "following", "sentence"),
    [
        ((*GORE, "--challenge", "double"), "player", "The player plays next."),
        ((*GORE, "--challenge", "single"), "challenger", "The challenger plays next."),
        ((*GORE, "--challenge", "ten"), "challenger", "The challenger plays next."),
        ((*GORE, "--challenge", "void"), "challenger", "The opponent plays next."),
        ((*GORE, "--challenge", "triple"), None, "Nobody plays next, the game is over: the challenger has lost it."),
        ((*PHONY, "--challenge", "double"), "challenger", "The challenger plays next."),
        ((*PHONY, "--challenge", "void"), "player", "The player tries again."),
        ((*PHONY, "--challenge", "five", "--set", "open_dictionary=true"), "player", "The player tries again."),
        (
            (*GORE, "--challenge", "five", "--set", "players=3"), "following",
            "The player next in order plays next; where that one has lost the turn, the one after.",
        ),
        ((*GORE, "--challenge", "ten", "--set", "end_score=40"), None, "Nobody plays next, the game is over: the score that ends it is reached."),
    ],
)  # fmt: skip
def test_who_plays_next(arguments: tuple[str, ...], following: str | None, sentence: str) -> None:
    data = ruled(*arguments, stdin=SCORED)
    assert data["challenge"]["next"] == following
    shown = run("check", *arguments, "--format", "text", stdin=SCORED).stdout
    assert shown.splitlines()[-1] == sentence
    assert f"next\t{sentence[0].lower()}{sentence[1:-1]}\n" in run("check", *arguments, stdin=SCORED).stdout


def test_a_lost_turn_may_end_the_game() -> None:
    board = SCORED.replace("22/30 0", "22/30 5")
    assert ruled(*PHONY, "--challenge", "five", stdin=board)["challenge"]["next"] is None
    shown = run("check", *PHONY, "--challenge", "five", "--format", "text", stdin=board).stdout
    assert shown.endswith("Nobody plays next, the game is over: there were too many scoreless turns in a row.\n")
    assert ruled(*GORE, "--challenge", "five", stdin=board)["challenge"]["next"] == "challenger"


def test_who_goes_out_ends_the_game(tmp_path: Path) -> None:
    """Two tiles each: the play of both ends the game, and not when it comes back."""
    tiles = tmp_path / "tiles.csv"
    tiles.write_text("?,?,0,0,0\nA,a,1,1,1\nG,g,1,1,0\nJ,j,1,1,0\nO,o,1,1,1\nT,t,2,1,0\nX,x,1,1,0\n", encoding="utf-8")
    words = word_list(tmp_path, "JOG", "GAT", "JOGX")
    given = ("--board", "-", "--lexicon", words, "--set", f"tiles={tiles}", "--set", "rack_size=2")
    board = SCORED.replace(" /", " AT/")
    out = ruled(*given, "--move", "H8 (G)AT", "--challenge", "double", stdin=board)
    assert (out["acceptable"], out["challenge"]["next"]) == (True, None)
    stays = ruled(*given, "--move", "8F (JOG)X", "--challenge", "double", stdin=SCORED.replace(" /", " TX/"))
    assert (stays["acceptable"], stays["challenge"]["next"]) == (True, "player")
    back = ruled(*given, "--move", "8F (JOG)AT", "--challenge", "double", stdin=board)
    assert (back["acceptable"], back["challenge"]["next"]) == (False, "challenger")


@pytest.mark.parametrize(
    ("move", "options", "reason", "fault"),
    [
        ("1A CAT", (), "touches no tile on the board", "it cannot lie there"),
        ("8F JAGS", (), "G8 holds O, not A", "it cannot lie there"),
        # its words are at fault as well, which does not matter
        ("9F AX", ("--rack", "AB"), "the rack AB lacks X", "the rack does not hold its tiles"),
    ],
)
def test_what_cannot_be_made_is_no_matter_for_a_challenge(move: str, options: tuple[str, ...], reason: str, fault: str) -> None:
    """Nobody loses a turn for a slip in what was typed."""
    play = ("--board", "-", "--move", move, *options, "--challenge", "five")
    data = ruled(*play, stdin=SCORED)
    assert (data["acceptable"], data["challenge"]) == (False, None)
    hint = "that is no matter for a challenge, which is about words; see whether the move is typed as it lies on the table"
    lines = run("check", *play, stdin=SCORED)
    assert lines.exit_code == 1
    assert lines.stdout.endswith(f"ruling\tthe play is not acceptable\nrule\t{fault} ({reason}): {hint}\n")
    shown = run("check", *play, "--format", "text", stdin=SCORED).stdout
    assert shown.endswith(f"  {reason}\nThe play is not acceptable: {fault}.\n{hint.capitalize()}.\n")
    assert "takes" not in shown
    for again in (("--challenge", "void"), ("--set", "open_dictionary=true")):
        assert "the player takes the tiles back and tries again" in run("check", *play, *again, stdin=SCORED).stdout


def test_a_misplaced_play_may_be_named_by_its_words() -> None:
    result = run("check", "CAT", "--board", "-", "--move", "1A CAT", "--challenge", "five", stdin=JOG)
    assert (result.exit_code, result.stderr) == (1, "")


def test_tiles_taken_back_do_not_read_like_a_word() -> None:
    one = run("check", "--board", "-", "--move", "9F X", "--challenge", "five", stdin=JOG).stdout
    assert "the player takes the tile X back, scores 0" in one
    blank = run("check", "--board", "-", "--move", "9E QaQ", "--challenge", "five", stdin=JOG).stdout
    assert "the player takes the tiles ? Q Q back" in blank
