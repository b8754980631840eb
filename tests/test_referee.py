"""The referee's book state by state: turns, draws, endings, challenges and what is settled, worked out by hand."""

from __future__ import annotations

from random import Random

import pytest

from scrabblecli.board import Board
from scrabblecli.errors import IllegalMoveError, Reason
from scrabblecli.game.challenge import ChallengeOutcome
from scrabblecli.game.referee import (
    Ending,
    State,
    advance,
    award,
    challenge,
    deal,
    forfeit,
    known_racks,
    overtime_points,
    recycle,
    settlement,
    start,
    withdraw,
)
from scrabblecli.move import Exchange, Pass, Play
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import Rack

TEN = {"tiles": [["A", "a", 10, 1, True]]}
"""A set of ten tiles: five for each of two players, and nothing in the bag."""


def rack(text: str, rules: RuleSet) -> Rack:
    return Rack.parse(text, rules.tiles)


def tiles(text: str, rules: RuleSet) -> bytes:
    """Rack codes in the order in which they are typed."""
    return b"".join(rack(letter, rules).codes for letter in text)


def across(row: int, column: int, text: str, rules: RuleSet) -> Play:
    return Play(Square(row, column), Direction.ACROSS, tiles(text, rules))


@pytest.fixture
def dealt(tournament: RuleSet) -> State:
    """Two known racks, and a bag whose next tiles are Q, Z, J, K, V."""
    racks = (rack("BAWTIEX", tournament), rack("CDEFGHI", tournament))
    return start(tournament)._replace(racks=racks, bag=tiles("QZJKV", tournament))


# Where a game stands


def test_the_position_has_the_player_on_turn_first(tournament: RuleSet) -> None:
    rules = tournament.with_settings({"players": 3})
    racks = tuple(rack(text, rules) for text in ("A", "B", "C"))
    state = start(rules, 1)._replace(scores=(10, 20, 30), racks=racks, scoreless=2)
    position = state.position("words.txt")
    assert position.racks == (racks[1], racks[2], racks[0])
    assert position.scores == (20, 30, 10)
    assert (position.board, position.rules, position.scoreless, position.lexicon) == (state.board, rules, 2, "words.txt")


def test_the_bag_is_what_nobody_holds(tournament: RuleSet, dealt: State) -> None:
    assert start(tournament).bag_size == 100 - 2 * 7
    assert start(tournament.with_settings({"players": 4})).bag_size == 100 - 4 * 7
    assert start(tournament, 1).on_turn == 1
    assert dealt.bag_size == 5
    assert start(tournament)._replace(sizes=(60, 60)).bag_size == 0
    state = start(tournament)
    assert state._replace(board=state.board.after(across(7, 4, "BAWTIE", tournament))).bag_size == 80


def test_a_small_set_is_shared_out(tournament: RuleSet) -> None:
    state = start(tournament.with_settings(TEN))
    assert (state.sizes, state.bag_size) == ((5, 5), 0)
    assert start(tournament.with_settings(TEN | {"players": 3})).sizes == (3, 3, 3)
    assert start(tournament.with_settings(TEN | {"players": 3})).bag_size == 1


def test_a_deal_gives_every_tile_of_the_set_once(tournament: RuleSet) -> None:
    state = deal(tournament.with_settings({"players": 3}), Random(3), 2)
    assert (state.on_turn, state.sizes, state.scores, state.bag_size) == (2, (7, 7, 7), (0, 0, 0), 79)
    racks = [held for held in state.racks if held is not None]
    assert [len(held) for held in racks] == [7, 7, 7]
    assert state.bag is not None
    everything = sorted([*state.bag, *(code for held in racks for code in held)])
    assert everything == [code for code, count in enumerate(tournament.tiles.counts) for _ in range(count)]
    assert deal(tournament, Random(3)).bag != deal(tournament, Random(4)).bag


# Moves


def test_a_play_draws_the_next_tiles_of_the_bag(dealt: State) -> None:
    rules = dealt.rules
    state = advance(dealt, across(7, 4, "BAW", rules), 16)
    assert state.racks == (rack("TIEXQZJ", rules), dealt.racks[1])
    assert (state.sizes, state.bag, state.scores) == ((7, 7), tiles("KV", rules), (16, 0))
    assert (state.on_turn, state.scoreless, state.ending) == (1, 0, None)
    assert state.board == dealt.board.after(across(7, 4, "BAW", rules))
    state = advance(state, across(8, 4, "CDE", rules), 9)
    assert state.racks[1] == rack("FGHIKV", rules)
    assert (state.sizes, state.bag, state.scores, state.on_turn) == ((7, 6), b"", (16, 9), 0)


def test_a_rack_that_is_named_is_the_one_that_is_held(dealt: State) -> None:
    rules = dealt.rules
    state = advance(dealt, Pass(), 0, rack("EEEEEEE", rules))
    assert (state.racks[0], state.racks[1]) == (rack("EEEEEEE", rules), dealt.racks[1])
    assert state.sizes == (7, 7)


def test_an_exchange_draws_before_it_gives_back(dealt: State) -> None:
    rules = dealt.rules
    state = advance(dealt, Exchange(tiles("BX", rules), 2), 0)
    assert state.racks == (rack("AWTIEQZ", rules), dealt.racks[1])
    assert (state.bag, state.sizes, state.scoreless) == (tiles("JKVBX", rules), (7, 7), 1)
    shuffled = advance(dealt, Exchange(tiles("BX", rules), 2), 0, random=Random(1))
    expected = [*tiles("JKVBX", rules)]
    Random(1).shuffle(expected)
    assert (shuffled.racks, shuffled.bag) == (state.racks, bytes(expected))


def test_an_exchange_that_nobody_saw_leaves_an_unknown_rack(dealt: State) -> None:
    counted = advance(dealt, Exchange(None, 2), 0)
    assert (counted.racks, counted.bag, counted.sizes) == ((None, dealt.racks[1]), dealt.bag, (7, 7))
    unseen = advance(dealt._replace(bag=None), Exchange(tiles("BX", dealt.rules), 2), 0)
    assert (unseen.racks, unseen.sizes, unseen.bag_size) == ((None, dealt.racks[1]), (7, 7), 86)


def test_a_known_bag_does_not_tell_an_unknown_rack(dealt: State) -> None:
    state = advance(dealt._replace(racks=(None, dealt.racks[1])), across(7, 4, "BAW", dealt.rules), 16)
    assert (state.racks[0], state.bag) == (None, tiles("KV", dealt.rules))


def test_points_without_a_play_change_nothing_but_the_score(tournament: RuleSet) -> None:
    state = advance(start(tournament), None, 30, rack("AEINRST", tournament))
    assert (state.scores, state.sizes, state.racks, state.scoreless, state.on_turn) == ((30, 0), (7, 7), (None, None), 0, 1)
    # a play of no points is a scoreless turn where those count, and only there
    assert advance(start(tournament), None, 0).scoreless == 1
    assert advance(start(tournament.with_settings({"scoreless_counts": "no-play"})), None, 0).scoreless == 0


def test_nobody_draws_more_than_a_rack(tournament: RuleSet) -> None:
    """A record may have a play of more tiles than its rack holds."""
    state = advance(start(tournament), across(7, 0, "STRAINED", tournament), 50)
    assert (state.sizes, state.bag_size) == ((7, 7), 100 - 8 - 14)


def test_the_turn_goes_round_the_table(tournament: RuleSet) -> None:
    state = start(tournament.with_settings({"players": 3}))
    turns = []
    for _ in range(4):
        turns.append(state.on_turn)
        state = advance(state, Pass(), 0)
    assert turns == [0, 1, 2, 0]
    assert state.scoreless == 4
    assert advance(state, None, 5).scoreless == 0


# Endings


def test_who_plays_the_last_tile_goes_out(tournament: RuleSet) -> None:
    state = start(tournament.with_settings(TEN))
    state = advance(state, across(7, 5, "AAAA", state.rules), 8)
    assert (state.sizes, state.ending, state.racks) == ((1, 5), None, (None, None))
    state = advance(state, Play(Square(8, 5), Direction.ACROSS, bytes([1] * 5)), 14)
    assert (state.sizes, state.ending, state.on_turn) == ((1, 0), Ending("out", 1), 0)
    # what comes after does not change why the game ended
    assert advance(state, Play(Square(6, 5), Direction.ACROSS, bytes([1])), 2).ending == Ending("out", 1)


def test_a_target_comes_before_going_out(tournament: RuleSet) -> None:
    state = start(tournament.with_settings(TEN | {"end_score": 10}))
    assert advance(state, across(7, 5, "AAAAA", state.rules), 10).ending == Ending("target", 0)
    assert advance(state, across(7, 5, "AAAAA", state.rules), 9).ending == Ending("out", 0)


def test_points_lost_reach_no_target(tournament: RuleSet) -> None:
    state = start(tournament.with_settings({"end_score": 100}))._replace(scores=(120, 0))
    assert award(state, 0, -5) == state._replace(scores=(115, 0))
    assert award(state, 0, 0).ending is None
    assert award(state, 0, 1).ending == Ending("target", 0)
    assert award(state._replace(ending=Ending("out", 1)), 0, 1).ending == Ending("out", 1)


def test_six_scoreless_turns_block_the_game(tournament: RuleSet) -> None:
    state = start(tournament)._replace(scoreless=4, scores=(5, 5))
    state = advance(state, Exchange(None, 1), 0)
    assert state.ending is None
    assert advance(state, Exchange(None, 1), 0).ending == Ending("blocked")
    assert forfeit(state).ending == Ending("blocked")
    assert advance(state._replace(ending=Ending("out", 0)), Pass(), 0).ending == Ending("out", 0)
    assert advance(state, None, 1).scoreless == 0


# Challenges


def test_a_play_challenged_off_is_as_if_it_had_not_been(dealt: State) -> None:
    after = withdraw(dealt, rack("XXXXXXX", dealt.rules))
    assert after == dealt._replace(racks=(rack("XXXXXXX", dealt.rules), dealt.racks[1]), on_turn=1, scoreless=1)
    assert withdraw(dealt) == dealt._replace(on_turn=1, scoreless=1)


@pytest.mark.parametrize(
    ("rule", "challenger", "scores", "on_turn", "ending"),
    [
        # player 0 of three has played; player 1 comes next
        ("double", None, (22, 0, 0), 2, None),
        ("double", 1, (22, 0, 0), 2, None),
        ("double", 2, (22, 0, 0), 1, None),
        ("single", None, (22, 0, 0), 1, None),
        ("five", 2, (22 + 15, 0, 0), 1, None),
        ("five-per-play", 2, (27, 0, 0), 1, None),
        ("ten", None, (32, 0, 0), 1, None),
        ("minus-five", None, (22, -5, 0), 1, None),
        ("minus-ten", 2, (22, 0, -10), 1, None),
        ("triple", None, (22, 0, 0), 1, Ending("forfeit", 1)),
        ("triple", 2, (22, 0, 0), 1, Ending("forfeit", 2)),
        ("void", None, (22, 0, 0), 1, None),
    ],
)
def test_a_wrong_challenge_of_three_words(
    rule: str, challenger: int | None, scores: tuple[int, ...], on_turn: int, ending: Ending | None, tournament: RuleSet
) -> None:
    before = start(tournament.with_settings({"players": 3}))
    after = advance(before, across(7, 4, "BAWTIE", tournament), 22)
    state, outcome = challenge(before, after, True, 3, challenger, rule)
    assert (state.scores, state.on_turn, state.ending) == (scores, on_turn, ending)
    assert (state.board, state.sizes) == (after.board, after.sizes)
    assert (outcome.rule, outcome.acceptable, outcome.possible) == (rule, True, rule != "void")
    # the rule of the table, where none is named
    table = tournament.with_settings({"players": 3, "challenge": rule})
    before, after = before._replace(rules=table), after._replace(rules=table)
    assert challenge(before, after, True, 3, challenger)[0] == state._replace(rules=table)


def test_no_turn_is_lost_when_the_game_is_over(tournament: RuleSet) -> None:
    before = start(tournament)
    after = advance(before, across(7, 4, "BAWTIE", tournament), 22)._replace(ending=Ending("out", 0))
    assert challenge(before, after, True, 1)[0] == after


def test_a_right_challenge(tournament: RuleSet) -> None:
    before = start(tournament)
    after = advance(before, across(7, 4, "BAWTIE", tournament), 22)
    for rule in ("double", "five", "ten", "minus-ten", "triple"):
        state, outcome = challenge(before, after, False, 1, None, rule)
        assert state == before._replace(on_turn=1, scoreless=1)
        assert outcome == ChallengeOutcome(rule, False, player_loses_turn=True)
    state, outcome = challenge(before, after, False, 1, None, "void")
    assert (state, outcome) == (before, ChallengeOutcome("void", False, retry=True, possible=False))
    table = before._replace(rules=tournament.with_settings({"open_dictionary": True}))
    state, outcome = challenge(table, after, False, 1)
    assert (state, outcome) == (table, ChallengeOutcome("double", False, retry=True))


# Blanks, clocks, leftovers


def test_what_forbids_to_take_a_blank(tournament: RuleSet) -> None:
    rules = tournament.with_settings({"blanks_recyclable": True})
    alphabet = rules.tiles.alphabet
    blank, letter = alphabet.face("b"), alphabet.face("A")
    assert blank is not None
    assert letter is not None
    faces = bytearray(15 * 15)
    faces[7 * 15 + 4], faces[7 * 15 + 5] = blank, letter
    state = start(rules)._replace(board=Board(15, 15, bytes(faces)), racks=(rack("BCX", rules), None))
    taken = recycle(state, Square(7, 4))
    faces[7 * 15 + 4] = 2
    assert taken == state._replace(board=Board(15, 15, bytes(faces)), racks=(rack("CX?", rules), None))
    # the next player's rack is not known, and stays so
    unknown = recycle(state._replace(on_turn=1), Square(7, 4))
    assert (unknown.racks, unknown.board) == (state.racks, taken.board)
    for given, square, reason in (
        (state._replace(rules=tournament), Square(7, 4), "rules"),
        (state, Square(7, 5), "conflict"),
        (state, Square(7, 6), "conflict"),
        (state._replace(racks=(rack("CX", rules), None)), Square(7, 4), "not_in_rack"),
    ):
        with pytest.raises(IllegalMoveError) as caught:
            recycle(given, square)
        assert [one.code for one in caught.value.reasons] == [reason]
        assert str(caught.value).startswith(f"taking the blank on {square} cannot be played: ")
    with pytest.raises(IllegalMoveError) as caught:
        recycle(state, Square(7, 5))
    assert caught.value.reasons == (Reason("conflict", "no blank lies on F8", ("F8",)),)


@pytest.mark.parametrize(
    ("seconds", "points"), [(-60, 0), (0, 0), (0.5, 10), (1, 10), (60, 10), (60.5, 20), (120, 20), (121, 30)]
)  # fmt: skip
def test_overtime_costs_by_the_started_minute(seconds: float, points: int, tournament: RuleSet) -> None:
    assert overtime_points(seconds, tournament) == points
    assert overtime_points(seconds, tournament.with_settings({"overtime_penalty": 5})) * 2 == points


def test_the_last_unknown_rack_is_what_is_unseen(tournament: RuleSet) -> None:
    """Ten tiles: four lie on the board, one player holds two, and so the other holds four."""
    rules = tournament.with_settings({"tiles": [["A", "a", 9, 1, True], ["?", "", 1, 0, False]]})
    board = Board.empty(15, 15).after(Play(Square(7, 5), Direction.ACROSS, bytes([1] * 4)))
    state = start(rules)._replace(board=board, sizes=(2, 4), racks=(Rack([1, 1]), None))
    assert known_racks(state) == (Rack([1, 1]), Rack([0, 1, 1, 1]))
    assert known_racks(state._replace(racks=(None, None))) == (None, None)
    assert known_racks(state._replace(sizes=(2, 3))) == (Rack([1, 1]), None)
    assert known_racks(state._replace(sizes=(2, 5))) == (Rack([1, 1]), None)
    # who holds nothing is known to hold nothing
    assert known_racks(state._replace(sizes=(0, 6), racks=(None, None))) == (Rack(), Rack([0, 1, 1, 1, 1, 1]))


def test_what_is_settled_at_the_end(tournament: RuleSet) -> None:
    """AX is worth 9 and Q 10: who goes out gains twice the other's, in a blocked game everybody loses the own."""
    racks = [rack("AX", tournament), rack("Q", tournament)]
    state = start(tournament)
    assert settlement(state, racks) == (0, 0)
    for ending, changes in (
        (Ending("out", 0), (20, 0)),
        (Ending("out", 1), (0, 18)),
        (Ending("blocked"), (-9, -10)),
        (Ending("target", 0), (0, 0)),
        (Ending("forfeit", 1), (0, 0)),
    ):
        assert settlement(state._replace(ending=ending), racks) == changes
        # the same of what the state knows, when nothing else is said
        assert settlement(state._replace(ending=ending, racks=tuple(racks))) == changes
    unknown = state._replace(ending=Ending("blocked"))
    assert settlement(unknown) is None
    assert settlement(unknown, [None, racks[1]]) is None
    assert settlement(unknown._replace(rules=tournament.with_settings({"leftovers": "none"}))) == (0, 0)
