"""Pre-endgames: every order of the unseen tiles by brute force, limits, the command line."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from scrabblecli import endings
from scrabblecli.analysis.deals import cases_after, deals_of
from scrabblecli.analysis.preendgame import PreendgameMove, Preendgames, PreendgameSolved
from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.move import Exchange, Move, Pass, Play
from scrabblecli.tiles import Rack
from tests.endgame_games import ENDINGS
from tests.preendgame_games import Arrangements, SmallPreendgame, Told, random_preendgame
from tests.small_games import lexicon_of

PLACES = 1 << 10
WORKED_OUT = 120
MOST = 1500
"""Positions that a brute-force search may see before a pre-endgame is left out."""


# against brute force


def moves_of(game: SmallPreendgame) -> list[RankedMove]:
    generator = MoveGenerator(game.rules, lexicon_of(game.rules.tiles.alphabet, game.words))
    return list(rank_moves(generator, game.board, Rack(game.racks[0]), False, True).moves)


def solver_of(game: SmallPreendgame, threads: int = 1) -> Preendgames:
    return Preendgames(game.rules, lexicon_of(game.rules.tiles.alphabet, game.words), threads, PLACES)


@cache
def small_preendgames() -> list[tuple[int, SmallPreendgame, list[RankedMove], Mapping[Move, Told]]]:
    """Small pre-endgames, each way of ending in turn, with what may come of every move."""
    found: list[tuple[int, SmallPreendgame, list[RankedMove], Mapping[Move, Told]]] = []
    number = 0
    while len(found) < WORKED_OUT:
        name = list(ENDINGS)[number % len(ENDINGS)]
        game = random_preendgame(Random(number), ENDINGS[name])
        if not endings.reached_target(game.scores, game.rules):
            with suppress(OverflowError):
                arrangements = Arrangements(game, MOST)
                moves = moves_of(game)
                if len(moves) <= 40:
                    found.append((number, game, moves, {move.move: arrangements.outcomes(move.move) for move in moves}))
        number += 1
    return found


def shares(told: list[tuple[Fraction, int]]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """How much of what may come is won, tied and lost, and the mean spread."""
    total = sum((chance for chance, _ in told), Fraction(0))
    won, tied, lost = (
        sum((chance for chance, spread in told if (spread > 0) - (spread < 0) == sign), Fraction(0)) for sign in (1, 0, -1)
    )
    return won / total, tied / total, lost / total, sum((chance * spread for chance, spread in told), Fraction(0)) / total


def check_move(move: PreendgameMove, told: Told) -> None:
    """Compare a move that is wholly known with brute force."""
    everything = [outcome for outcomes in told.values() for outcome in outcomes]
    assert move.exact
    assert move.least == pytest.approx(move.most)
    assert (move.win, move.tie, move.loss, move.spread) == pytest.approx(tuple(map(float, shares(everything))))
    assert {outcome.bag.codes for outcome in move.bags} == set(told)
    for outcome in move.bags:
        expected = told[outcome.bag.codes]
        assert outcome.chance == pytest.approx(float(sum(chance for chance, _ in expected)))
        assert (outcome.win, outcome.tie, outcome.loss, outcome.spread) == pytest.approx(tuple(map(float, shares(expected))))


def points(told: Told) -> Fraction:
    won, tied, _, _ = shares([outcome for outcomes in told.values() for outcome in outcomes])
    return won + tied / 2


def check(
    game: SmallPreendgame, moves: list[RankedMove], values: Mapping[Move, Told], top: int, threads: int = 1
) -> PreendgameSolved:
    """Work a small pre-endgame out and compare it with brute force."""
    solved = solver_of(game, threads).solve(game.position, moves, top, draws=10_000)
    assert solved.decided
    assert solved.stopped is None
    assert {move.ranked.move for move in solved.moves} == set(values)
    ranking = sorted(
        ((points(told), shares([one for some in told.values() for one in some])[3]) for told in values.values()), reverse=True
    )
    for place, move in enumerate(solved.moves):
        told = values[move.ranked.move]
        assert move.least <= float(points(told)) + 1e-9
        assert move.most >= float(points(told)) - 1e-9
        if place < (top or len(values)):
            check_move(move, told)
            assert (points(told), shares([one for some in told.values() for one in some])[3]) == ranking[place]
    return solved


@pytest.mark.usefixtures("compiled")
def test_small_preendgames_are_worked_out_as_by_brute_force() -> None:
    bags, kinds, left, ties = set(), set(), 0, 0
    for number, game, moves, values in small_preendgames():
        try:
            solved = check(game, moves, values, top=(1, 0, 3)[number % 3])
        except AssertionError as error:
            raise AssertionError(f"pre-endgame {number}\n{game.describe()}, unseen {game.unseen.hex()}") from error
        bag = len(solved.deals[0].bag)
        bags.add(bag)
        kinds |= {(type(move.move), bag, move.move.tiles_played < bag if isinstance(move.move, Play) else None) for move in moves}
        left += sum(move.left for move in solved.moves)
        ties += any(0 < move.tie < 1 for move in solved.moves)
    # what would not be tested if it did not happen
    assert bags == {1, 2, 3}
    assert {(Exchange, bag, None) for bag in bags} | {(Pass, bag, None) for bag in bags} <= kinds
    assert {(Play, 1, False), (Play, 2, True), (Play, 2, False), (Play, 3, True), (Play, 3, False)} <= kinds
    assert left > 5
    assert ties > 10


@pytest.mark.usefixtures("uncompiled")
def test_the_uncompiled_kernel_works_out_the_same() -> None:
    for _, game, moves, values in small_preendgames()[::10]:
        check(game, moves, values, top=0)


@pytest.mark.usefixtures("compiled")
def test_threads_change_nothing() -> None:
    for _, game, moves, values in small_preendgames()[::5]:
        two = check(game, moves, values, 2, threads=2)
        assert two.moves == check(game, moves, values, 2).moves


@pytest.mark.usefixtures("compiled")
def test_weights_of_racks() -> None:
    """With racks of some tiles twice as likely, and those without a tile impossible."""
    checked = 0
    for _, game, moves, _ in small_preendgames()[::8]:
        tile = game.unseen[0]

        def weight(rack: Rack, tile: int = tile) -> int:
            return 2 * rack.codes.count(tile) + rack.codes.count(game.unseen[-1])  # noqa: B023  # called at once

        arrangements = Arrangements(game, 30_000, weight)
        solved = solver_of(game).solve(game.position._replace(weight=weight), moves[:5], 0, draws=10_000)
        for move in solved.moves:
            check_move(move, arrangements.outcomes(move.ranked.move))
            checked += 1
    assert checked > 30


@pytest.mark.usefixtures("compiled")
def test_tiles_that_the_opponent_is_known_to_hold() -> None:
    """As if only the orders counted in which the opponent holds them: for a tile that is there once."""
    checked = 0
    for _, game, moves, _ in small_preendgames():
        single = [code for code in game.unseen if game.unseen.count(code) == 1]
        if not single:
            continue
        arrangements = Arrangements(game, 30_000, lambda rack, code=single[0]: code in rack.codes)  # type: ignore[misc]
        solved = solver_of(game).solve(game.position._replace(known=Rack(single[:1])), moves[:3], 0, draws=10_000)
        for move in solved.moves:
            check_move(move, arrangements.outcomes(move.ranked.move))
            checked += 1
    assert checked > 30


@pytest.mark.usefixtures("compiled")
def test_draws_of_many_cases() -> None:
    """A move of more cases than draws is sampled: the same seed, the same draws; many seeds, on average the share that is right."""
    sampled = 0
    for _, game, moves, values in small_preendgames():
        ranked = moves[-1]
        if len(cases_after(game.position, deals_of(game.position), ranked)) <= 4:
            continue
        sampled += 1
        solver = solver_of(game)
        found = [solver.solve(game.position, [ranked], draws=4, seed=seed).moves[0] for seed in (*range(40), 0)]
        assert found[0] == found[-1]
        for move in found:
            assert move.draws == 4
            assert move.interval is not None
            low, high = move.interval
            assert low <= move.share <= high
            assert sum(outcome.chance for outcome in move.bags) == pytest.approx(1)
        assert sum(move.share for move in found) / len(found) == pytest.approx(float(points(values[ranked.move])), abs=0.08)
    assert sampled > 8
