"""What may be unseen near the end of the bag: which tiles the opponent holds, which are in the bag, and in which order they come.

Every deal of the unseen tiles is as likely as any other, unless something is known of the opponent's rack. A move and a deal make a
*case*: the position after the move and the draw, in which nothing is left to chance.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate
from math import comb, prod
from random import Random
from typing import NamedTuple

from scrabblecli.analysis.endgame_rules import Ended, EndgameState
from scrabblecli.board import Board
from scrabblecli.endings import Turn, counts_as_scoreless, is_blocked
from scrabblecli.engine.exchanges import draws, multisets
from scrabblecli.engine.movegen import RankedMove
from scrabblecli.errors import DataError
from scrabblecli.formats.position import Position, check_other_rack, unseen_counts
from scrabblecli.move import Exchange, Pass, Play
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack

__all__ = ["MOST_IN_BAG", "Case", "Deal", "Preendgame", "cases_after", "deals_of", "sampled"]

MOST_IN_BAG = 3
"""With more tiles in the bag there is no pre-endgame."""


class Preendgame(NamedTuple):
    """A position with one to three tiles in the bag; ``scores`` are those of the player on turn and the other.

    ``known`` are tiles that the opponent holds. ``weight`` says how likely a whole rack of the opponent is as compared with
    what chance alone makes of it: 1 everywhere when None. ``passed`` is whether the last turn was a pass.
    """

    rules: RuleSet
    board: Board
    rack: Rack
    scores: tuple[int, int] = (0, 0)
    scoreless: int = 0
    passed: bool = False
    known: Rack | None = None
    weight: Callable[[Rack], float] | None = None

    @classmethod
    def of(
        cls, position: Position, rack: Rack, known: Rack | None = None, weight: Callable[[Rack], float] | None = None
    ) -> Preendgame:
        """The pre-endgame of a position that was read."""
        return cls(
            position.rules, position.board, rack, position.both_scores, position.scoreless, position.scoreless > 0, known, weight
        )


class Deal(NamedTuple):
    """The opponent's rack, the tiles in the bag, and how likely that is."""

    opponent: Rack
    bag: Rack
    chance: float


class Case(NamedTuple):
    """What a move may lead to: ``state`` is the position after it, with the rest of the bag in the order in which it will be drawn.

    ``bag`` is what was in the bag before the move, ``chance`` how likely the case is, ``ended`` how the game is over if it is.
    """

    bag: Rack
    chance: float
    state: EndgameState
    ended: Ended | None


def deals_of(position: Preendgame) -> list[Deal]:
    """The different deals of a position, the most likely first.

    Raises DataError when the bag is empty or has more than three tiles, and when the opponent cannot hold what is known, or no rack is likely.
    """
    rules = position.rules
    tiles = rules.tiles
    unseen = unseen_counts(position.board, position.rack, tiles)
    bag = rules.bag_count(sum(unseen))
    if not bag:
        raise DataError("the bag is empty: expected 1 to 3 tiles in it for a pre-endgame; this is an endgame (--by endgame)")
    if bag > MOST_IN_BAG:
        raise DataError(f"{bag} tiles in the bag: a pre-endgame is worked out with 1 to {MOST_IN_BAG} (else --by sim)")
    known = position.known
    if known is not None:
        check_other_rack(known, unseen, rules.rack_size, rules)
    whole = Rack([code for code, count in enumerate(unseen) for _ in range(count)])
    found: list[tuple[Rack, Rack, float]] = []
    for codes in multisets(whole.codes, bag):
        opponent = whole.without(codes)
        assert opponent is not None
        if known is not None and opponent.without(known.codes) is None:
            continue
        counts = Counter(codes)
        # of the ways to hold the other tiles, those that also hold what is known
        free = (unseen[code] - (0 if known is None else known.codes.count(code)) for code in counts)
        ways = float(prod(comb(left, count) for left, count in zip(free, counts.values(), strict=True)))
        if position.weight is not None:
            ways *= position.weight(opponent)
        if ways > 0:
            found.append((opponent, Rack(codes), ways))
    total = sum(ways for _, _, ways in found)
    if not found:
        raise DataError("no rack that the opponent may hold is likely at all")
    found.sort(key=lambda deal: (-deal[2], deal[1].codes))
    return [Deal(opponent, left, ways / total) for opponent, left, ways in found]


def cases_after(position: Preendgame, deals: list[Deal], ranked: RankedMove) -> list[Case]:
    """The different cases of a move, the most likely first; their chances add up to 1.

    Raises ValueError for a move that the rack does not allow.
    """
    move = ranked.move
    follow = _exchanged if isinstance(move, Exchange) else _moved
    cases: list[Case] = []
    for deal in deals:
        cases += follow(position, deal, ranked)
    return sorted(cases, key=lambda case: -case.chance)


def _moved(position: Preendgame, deal: Deal, ranked: RankedMove) -> Iterator[Case]:
    """A play or a pass: what is drawn is known as a set, what stays in the bag in its order."""
    move = ranked.move
    assert isinstance(move, Play | Pass)
    played = move.tiles_played if isinstance(move, Play) else 0
    count = min(len(deal.bag), max(0, position.rules.rack_size - len(position.rack) + played)) if played else 0
    for drawn, chance in _drawn(deal.bag.codes, count):
        rest = deal.bag.without(drawn)
        assert rest is not None
        orders = list(_orders(rest.codes))
        for order in orders:
            state = EndgameState(
                position.rules, position.board, (position.rack, deal.opponent), position.scores, position.scoreless, position.passed,
                0, drawn + order,
            )  # fmt: skip
            yield Case(deal.bag, deal.chance * chance / len(orders), *state.after(move, ranked.score))


def _exchanged(position: Preendgame, deal: Deal, ranked: RankedMove) -> Iterator[Case]:
    """An exchange: tiles are drawn, then those laid aside go into the bag, whose order is anew unknown."""
    move, rules = ranked.move, position.rules
    assert isinstance(move, Exchange)
    kept = None if move.tiles is None else position.rack.without(move.tiles)
    if move.tiles is None or kept is None or move.count > len(deal.bag):
        raise ValueError(f"{move} with {position.rack} and {len(deal.bag)} tiles in the bag")
    counts = counts_as_scoreless(Turn.EXCHANGE, 0, rules)
    scoreless = position.scoreless + 1 if counts else 0
    for drawn, chance in _drawn(deal.bag.codes, move.count):
        rest = deal.bag.without(drawn)
        assert rest is not None
        racks = Rack(kept.codes + drawn), deal.opponent
        orders = list(_orders(bytes(sorted(rest.codes + move.tiles))))
        for order in orders:
            state = EndgameState(rules, position.board, racks, position.scores, scoreless, False, 1, order)
            ended = state.ended("blocked", 0) if is_blocked(scoreless, position.scores, rules) else None
            yield Case(deal.bag, deal.chance * chance / len(orders), state, ended)


def _drawn(bag: bytes, count: int) -> Iterator[tuple[bytes, float]]:
    """What so many tiles drawn from a bag may be, and how likely each set is."""
    for drawn, ways in draws(bag, count):
        yield drawn, ways / comb(len(bag), count)


def _orders(codes: bytes) -> Iterator[bytes]:
    """The different orders of sorted codes, each as likely as the others.

    >>> [order.hex() for order in _orders(bytes([1, 1, 2]))]
    ['010102', '010201', '020101']
    """
    if not codes:
        yield b""
    for code in sorted(set(codes)):
        place = codes.index(code)
        for rest in _orders(codes[:place] + codes[place + 1 :]):
            yield bytes([code]) + rest


def sampled(cases: list[Case], most: int, seed: int) -> list[tuple[Case, int]]:
    """At most so many draws of cases, and how often each was drawn.

    The chances are cut into slices of the same size, with a draw in each: the same places for every move, so that moves meet much the same
    tiles.
    """
    random = Random(seed)  # noqa: S311  # draws, not secrets
    ordered = sorted(cases, key=lambda case: (case.bag.codes, case.state.bag, case.state.racks[0].codes))
    ends = list(accumulate(case.chance for case in ordered))
    times: Counter[int] = Counter()
    for draw in range(most):
        place = bisect_left(ends, (draw + random.random()) / most * ends[-1])
        times[min(place, len(ordered) - 1)] += 1
    found = [(ordered[place], count) for place, count in times.items()]
    return sorted(found, key=lambda drawn: -drawn[1])
