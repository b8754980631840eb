"""The end of the game: when it comes, what the leftovers do, who wins."""

from __future__ import annotations

import pytest

from scrabblecli.endings import (
    Turn,
    adjustments,
    counts_as_scoreless,
    is_blocked,
    leftover_points,
    reached_target,
    winners,
)
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.tiles import Rack


def changed(**settings: object) -> RuleSet:
    return load_rules().with_settings(settings)


def total(scores: list[int], changes: tuple[int, ...]) -> list[int]:
    return [score + change for score, change in zip(scores, changes, strict=True)]


@pytest.mark.parametrize(
    ("counts", "counted"),
    [
        ("passes", {Turn.PASS}),
        ("no-play", {Turn.PASS, Turn.EXCHANGE, Turn.LOST_CHALLENGE}),
        ("zero", set(Turn)),
    ],
)
def test_which_turns_count_as_scoreless(counts: str, counted: set[Turn]) -> None:
    rules = changed(scoreless_counts=counts)
    assert {turn for turn in Turn if counts_as_scoreless(turn, 0, rules)} == counted
    assert not counts_as_scoreless(Turn.PLAY, 7, rules)


@pytest.mark.parametrize(
    ("name", "players", "turns"),
    [("tournament", 2, 6), ("wwf", 2, 3), ("hasbro-2003", 2, 2), ("hasbro-2003", 4, 4), ("hasbro-2021", 3, 6)],
)
def test_scoreless_turns_end_the_game(name: str, players: int, turns: int) -> None:
    rules = load_rules(name).with_settings({"players": players})
    assert not is_blocked(turns - 1, [20] * players, rules)
    assert is_blocked(turns, [20] * players, rules)


def test_words_with_friends_goes_on_at_nil_all() -> None:
    assert not is_blocked(5, [0, 0], load_rules("wwf"))
    assert is_blocked(5, [0, 1], load_rules("wwf"))
    assert is_blocked(6, [0, 0], load_rules("tournament"))
    assert not is_blocked(99, [20, 20], changed(scoreless_limit=0))


@pytest.mark.parametrize(
    ("leftovers", "expected"),
    [
        ("transfer", [118, 95, 86, 76]),
        ("double", [118, 95, 86, 76]),
        ("subtract", [100, 95, 86, 76]),
        ("none", [100, 105, 90, 80]),
    ],
)
def test_end_four_players(leftovers: str, expected: list[int]) -> None:
    """Ann went out; Bob holds Q, Cid DEE, Dee H. With four players ``double`` means ``transfer``."""
    rules = changed(leftovers=leftovers, players=4)
    held = [leftover_points(Rack.parse(rack, rules.tiles), rules.tiles) for rack in ("", "Q", "DEE", "H")]
    assert held == [0, 10, 4, 4]
    assert total([100, 105, 90, 80], adjustments(held, 0, rules)) == expected


def test_the_worked_example_of_the_rules() -> None:
    assert total([100, 105], adjustments([0, 8], 0, load_rules("hasbro-2021"))) == [108, 97]
    assert total([100, 105], adjustments([0, 8], 0, load_rules("tournament"))) == [116, 105]


@pytest.mark.parametrize("leftovers", ["double", "transfer", "subtract"])
def test_end_both_lose_leftovers(leftovers: str) -> None:
    """A blocked game: everybody loses their own tiles, and nobody gains."""
    assert total([16, 9], adjustments([21, 10], None, changed(leftovers=leftovers))) == [-5, -1]
    assert winners([16, 9], [-5, -1]) == (1,)
    assert adjustments([21, 10], None, changed(leftovers="none")) == (0, 0)


def test_a_blank_left_over_counts_nothing() -> None:
    rules = changed(blanks_score_zero=False)
    assert leftover_points(Rack.parse("?Q", rules.tiles), rules.tiles) == 10


def test_ties() -> None:
    assert winners([105, 100], [97, 108]) == (1,)
    # the higher score before the adjustment
    assert winners([110, 100], [105, 105]) == (0,)
    assert winners([100, 100, 90], [105, 105, 80]) == (0, 1)


def test_targets() -> None:
    assert not reached_target([99, 98], changed(end_score=100))
    assert reached_target([100, 98], changed(end_score=100))
    assert not reached_target([199, 149], changed(targets=[200, 150]))
    assert reached_target([100, 150], changed(targets=[200, 150]))
    assert not reached_target([999, 999], load_rules())
