"""Challenge advice: the formula by hand, and what the command line tells of it."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from scrabblecli.analysis.wins import packaged_wins
from scrabblecli.formats.position import RuleChoice
from scrabblecli.formats.text import parse_text
from scrabblecli.game.advice import Advice, challenge_advice
from scrabblecli.move import Play
from scrabblecli.rules import load_rules
from scrabblecli.squares import Direction, Square
from tests.helpers import ROOT, run, table

BOARD = str(ROOT / "boards" / "preendgame.txt")
MOVE = "14C DEMENTs"
SCORE = 20
"""Taken for the play here; on the command line it is what it is."""


def advised(sure: float, rules: str = "tournament", *, words: int = 1) -> dict[str, Advice]:
    """334 to 335, the player has a full rack, fifteen tiles are not on the board."""
    position = parse_text((ROOT / "boards" / "preendgame.txt").read_text(encoding="utf-8"), "a board", RuleChoice(rules))
    alphabet = position.rules.tiles.alphabet
    faces = bytes(alphabet.face(letter) or 0 for letter in "DEMENTs")
    play = Play(Square(13, 2), Direction.ACROSS, faces)
    return {one.rule: one for one in challenge_advice(position, play, SCORE, words, sure, packaged_wins())}


def test_the_formula() -> None:
    """Fifteen tiles are off the board: seven with each and one in the bag; after the play the player holds one, the challenger seven."""
    chance = packaged_wins().chance
    mine, theirs = 335, 334 + SCORE
    kept = chance(1, mine - theirs)
    taken_back = chance(8, 335 - 334)
    found = advised(0.8)
    for rule, lost in (
        ("single", kept), ("five", chance(1, mine - theirs - 5)), ("five-per-play", chance(1, mine - theirs - 5)),
        ("ten", chance(1, mine - theirs - 10)), ("minus-five", chance(1, mine - 5 - theirs)), ("minus-ten", chance(1, mine - 10 - theirs)),
        ("double", 1 - chance(7, theirs - mine)), ("triple", 0.0),
    ):  # fmt: skip
        one = found[rule]
        assert (one.kept, one.valid, one.invalid) == (kept, lost, taken_back)
        assert one.challenged == pytest.approx(0.8 * lost + 0.2 * taken_back)
        assert one.change == pytest.approx(one.challenged - kept)
        if one.even is not None:
            assert one._replace(sure=one.even).change == pytest.approx(0)
    assert "void" not in found
    assert found["single"].even is None
    assert found["double"].even is not None
    assert advised(0.8, words=3)["five"].valid == chance(1, mine - theirs - 15)


def test_more_sure_less_to_gain() -> None:
    changes = [advised(sure / 10)["double"].change for sure in range(11)]
    assert changes == sorted(changes, reverse=True)
    assert changes[0] > 0 > changes[-1]


def test_an_open_dictionary_lets_the_player_try_again() -> None:
    rules = load_rules("tournament").with_settings({"open_dictionary": True})
    position = parse_text((ROOT / "boards" / "preendgame.txt").read_text(encoding="utf-8"), "a board", RuleChoice("tournament"))
    play = Play(Square(13, 2), Direction.ACROSS, bytes([4, 5, 13, 5, 14, 20, 19 | 64]))
    found = challenge_advice(position._replace(rules=rules), play, SCORE, 1, 0.5, packaged_wins())
    assert {one.invalid for one in found} == {1 - packaged_wins().chance(8, 334 - 335)}


def test_a_play_that_goes_out_decides() -> None:
    """The challenger holds all that is not on the board: twice its value goes to the player, and the table is not asked."""
    position = parse_text((ROOT / "boards" / "endgame.txt").read_text(encoding="utf-8"), "a board", RuleChoice("tournament"))
    rack = position.rack
    assert rack is not None
    codes = bytes(rack.codes)
    play = Play(Square(14, 0), Direction.ACROSS, codes)
    for scores, expected in (((100, 250), 1.0), ((300, 250), 0.0)):
        # seven tiles laid of seven
        found = challenge_advice(position._replace(scores=scores), play, 20, 1, 0.5, packaged_wins())
        assert {one.kept for one in found} == {expected}


def test_on_the_command_line() -> None:
    result = run("check", "--board", BOARD, "--move", MOVE, "--sure", "0.8", "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    data = json.loads(result.stdout)
    schema = json.loads((ROOT / "docs" / "schema" / "check.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(data)
    assert (data["rule"], len(data["advice"])) == ("double", 8)
    rows = table(run("check", "--board", BOARD, "--move", MOVE, "--sure", "0.8", "--challenge", "--format", "tsv").stdout)
    found = next(one for one in data["advice"] if one["rule"] == "double")
    assert [(row["rule"], row["change"], row["kept"]) for row in rows] == [
        ("double", f"{found['change']:.4f}", f"{found['kept']:.4f}")
    ]
    text = run("check", "--board", BOARD, "--move", MOVE, "--sure", "0.8", "--format", "text").stdout
    assert text.startswith(f"{MOVE}, 80 % sure that it is valid: {100 * found['kept']:.1f} % to win without a challenge.\n")
    assert "(the rule here)" in text


def test_it_tells_nothing_of_the_words() -> None:
    """A phony with the same score and tiles gets the very same advice."""
    phony = "14C DEMETNs"
    for form in ("text", "json"):
        valid, invalid = (
            run("check", "--board", BOARD, "--move", move, "--sure", "0.5", "--format", form).stdout for move in (MOVE, phony)
        )
        assert valid.replace(MOVE, phony) == invalid


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["QI", "--sure", "0.5"], "--sure needs --board BOARD"),
        (["--board", BOARD, "--sure", "0.5"], "--sure needs --move MOVE"),
        (["--board", BOARD, "--move", "pass", "--sure", "0.5"], "only a play can be challenged"),
        (["--board", BOARD, "--move", MOVE, "--sure", "2"], "--sure"),
        (["--board", BOARD, "--move", MOVE, "--sure", "0.5", "--challenge", "never"], "unknown challenge rule 'never'"),
    ],
)
def test_bad_input(arguments: list[str], message: str) -> None:
    result = run("check", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
