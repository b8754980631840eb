"""What the opponent may have kept: chances by hand, whole racks by brute force, draws."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import exp
from random import Random

import pytest

from scrabblecli.analysis.equity import valuation
from scrabblecli.analysis.inference import Inference, Observed, infer
from scrabblecli.analysis.leaves import find_leaves
from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator
from scrabblecli.errors import DataError
from scrabblecli.formats.position import RuleChoice, unseen_counts
from scrabblecli.formats.text import parse_text
from scrabblecli.lexicon import Lexicon
from scrabblecli.move import Exchange, Pass, Play, needed_codes
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import Rack
from tests.helpers import ROOT

pytestmark = pytest.mark.usefixtures("compiled")
TEMPERATURE = 3.0


@pytest.fixture(scope="module")
def generator(tournament: RuleSet, enable: Lexicon) -> MoveGenerator:
    return MoveGenerator(tournament, enable, valuation(tournament, find_leaves(tournament, enable, own=False)))


@pytest.fixture(scope="module")
def observed(tournament: RuleSet) -> Observed:
    """The opponent has played 4J AZO..., and kept four of eleven tiles."""
    before = parse_text((ROOT / "boards" / "before.txt").read_text(encoding="utf-8"), "a board", RuleChoice("tournament"))
    assert before.rack is not None
    alphabet = tournament.tiles.alphabet
    faces = bytes(alphabet.face(letter) or 0 for letter in "AZO") + bytes(3)
    return Observed(before.board, Play(Square(3, 9), Direction.ACROSS, faces), before.rack)


def loss(generator: MoveGenerator, observed: Observed, rack: Rack) -> float:
    """What the move loses with a rack, out of the whole list of moves."""
    moves = list(rank_moves(generator, observed.board, rack, True, True).moves)
    made = next(ranked for ranked in moves if ranked.move == observed.move)
    return (moves[0].equity or 0.0) - (made.equity or 0.0)


def test_chances_follow_from_the_losses(generator: MoveGenerator, observed: Observed) -> None:
    found = infer(generator, observed, 10_000, TEMPERATURE)
    assert found.complete
    assert sum(chance for _, chance in found.racks) == pytest.approx(1)
    assert isinstance(observed.move, Play)
    shown = needed_codes(observed.move)
    counts = unseen_counts(observed.board, observed.mine, generator.rules.tiles)
    pool = list(Rack([code for code, count in enumerate(counts) for _ in range(count)]).without(shown) or ())
    ways = Counter(Rack(kept) for kept in combinations(pool, 4))
    assert set(ways) == {kept for kept, _ in found.racks}
    weights = {
        kept: count * exp(-loss(generator, observed, Rack(kept.codes + shown)) / TEMPERATURE) for kept, count in ways.items()
    }
    total = sum(weights.values())
    for kept, chance in found.racks:
        assert chance == pytest.approx(weights[kept] / total, rel=1e-6)
        assert found.gain(kept) == pytest.approx(chance / (ways[kept] / sum(ways.values())), rel=1e-6)
    assert found.racks == sorted(found.racks, key=lambda pair: (-pair[1], pair[0].codes))


def test_whole_racks(generator: MoveGenerator, observed: Observed) -> None:
    """Every way to keep four tiles and to draw three more, counted one by one."""
    found = infer(generator, observed, 10_000, TEMPERATURE)
    chances = dict(found.racks)
    assert isinstance(observed.move, Play)
    counts = unseen_counts(observed.board, observed.mine, generator.rules.tiles)
    pool = list(
        Rack([code for code, count in enumerate(counts) for _ in range(count)]).without(needed_codes(observed.move)) or ()
    )
    alike = Counter(Rack([pool[place] for place in places]) for places in combinations(range(len(pool)), 4))
    held: Counter[Rack] = Counter()
    by_chance: Counter[Rack] = Counter()
    for places in combinations(range(len(pool)), 4):
        kept = Rack([pool[place] for place in places])
        others = [code for place, code in enumerate(pool) if place not in places]
        draws = list(combinations(others, 3))
        for drawn in draws:
            rack = Rack(kept.codes + bytes(drawn))
            held[rack] += chances[kept] / alike[kept] / len(draws)  # type: ignore[assignment]
            by_chance[rack] += 1
    total = sum(by_chance.values())
    for rack, chance in held.items():
        assert found.weight(rack) == pytest.approx(chance / (by_chance[rack] / total), rel=1e-6)


def test_draws(generator: MoveGenerator, observed: Observed) -> None:
    few = infer(generator, observed, 60, TEMPERATURE, seed=5)
    assert not few.complete
    assert sum(chance for _, chance in few.racks) == pytest.approx(1)
    assert few.racks == infer(generator, observed, 60, TEMPERATURE, seed=5).racks
    whole = infer(generator, observed, 10_000, TEMPERATURE)
    best = whole.racks[0]
    assert few.gain(best[0]) == pytest.approx(whole.gain(best[0]), rel=0.5)
    random = Random(1)
    drawn = Counter(whole.draw(random) for _ in range(4000))
    assert drawn[best[0]] / 4000 == pytest.approx(best[1], abs=0.02)


def test_a_tile_that_would_have_been_played(generator: MoveGenerator, tournament: RuleSet) -> None:
    """Who opens with RAIN did not keep the tiles of a bingo."""
    alphabet = tournament.tiles.alphabet
    play = Play(Square(7, 7), Direction.ACROSS, bytes(alphabet.face(letter) or 0 for letter in "RAIN"))
    found = infer(generator, Observed(Board.empty(15, 15), play, Rack([1] * 7)), 100)
    ets = Rack.parse("EST", tournament.tiles)
    assert found.gain(ets) < 0.01
    assert max(map(found.gain, found.priors)) > 1


def test_exchanges_and_passes(generator: MoveGenerator, tournament: RuleSet) -> None:
    empty, mine = Board.empty(15, 15), Rack.parse("AEINRST", tournament.tiles)
    shown = Rack.parse("VVUU", tournament.tiles)
    for move, size in ((Exchange(None, 4), 3), (Exchange(shown.codes, 4), 3), (Pass(), 7)):
        found: Inference = infer(generator, Observed(empty, move, mine), 50)
        assert {len(kept) for kept, _ in found.racks} == {size}
    kept = infer(generator, Observed(empty, Exchange(shown.codes, 4), mine), 50)
    assert kept.gain(Rack.parse("ES?", tournament.tiles)) > kept.gain(Rack.parse("IWW", tournament.tiles))


def test_what_the_opponent_cannot_have_had(generator: MoveGenerator, tournament: RuleSet, enable: Lexicon) -> None:
    mine = Rack.parse("QZJXKEE", tournament.tiles)
    with pytest.raises(DataError, match="the opponent cannot have had ZZ"):
        infer(generator, Observed(Board.empty(15, 15), Exchange(Rack.parse("ZZ", tournament.tiles).codes, 2), mine))
    with pytest.raises(ValueError, match="by equity"):
        infer(MoveGenerator(tournament, enable), Observed(Board.empty(15, 15), Pass(), mine))
