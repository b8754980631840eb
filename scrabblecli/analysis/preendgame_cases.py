"""Cases of a pre-endgame, what is proven and what is expected of them, and how one is searched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrabblecli.analysis.deals import Case
from scrabblecli.analysis.endgame_rules import scoreless_rule
from scrabblecli.engine.movegen import RankedMove

if TYPE_CHECKING:
    from scrabblecli.engine.endgame import EndgameSolver

__all__ = ["Candidate", "SearchedCase", "visit"]

_LOOK = 2
"""How many turns deep every case is looked at first."""
_EFFORT = 4000
"""Positions that the first turn at proving a case may take, about; each later one takes four times as many."""
_FAR = 1 << 25


class SearchedCase:
    """A case of a move: how much it counts, and what is known of it. ``number`` tells it from all others of its position."""

    __slots__ = ("case", "depth", "expected", "guess", "number", "result", "spread", "visits", "weight")

    def __init__(self, case: Case, weight: float, number: int) -> None:
        self.case = case
        self.weight = weight
        self.number = number
        self.depth = 0
        self.visits = 0
        # 1 for a win, 0 for a tie, -1 for a loss: what is proven, and what is expected
        self.result: int | None = None
        self.expected: int | None = None
        # the final spread, likewise
        self.spread: int | None = None
        self.guess: int | None = None
        if case.ended is not None:
            mine, theirs = case.ended.scores
            self.note(mine - theirs, True, True)

    def note(self, spread: int, proven: bool, whole: bool) -> None:
        """Keep what a search has found: the spread itself where it was ``whole``, else only on which side of a tie it is."""
        sign = (spread > 0) - (spread < 0)
        if self.result is None:
            self.expected = sign
            if proven:
                self.result = sign
        elif sign != self.result:
            # what is proven bounds what is expected
            spread = self.result
        if whole:
            self.guess = spread
            if proven:
                self.spread = spread


class Candidate:
    """A move with its cases, the most likely first."""

    def __init__(self, ranked: RankedMove, found: list[SearchedCase], cases: int, draws: int | None, place: int) -> None:
        self.ranked = ranked
        self.found = found
        self.cases = cases
        self.draws = draws
        self.place = place
        self.left = False

    def proven(self, result: int) -> float:
        """The share of cases proven to have a result."""
        return sum(found.weight for found in self.found if found.result == result)

    def expected(self, result: int) -> float:
        """The share of cases expected to have a result, those proven among them."""
        return sum(found.weight for found in self.found if found.expected == result)

    @property
    def least(self) -> float:
        """The share won at least, a tie counting half."""
        return self.proven(1) + self.proven(0) / 2

    @property
    def most(self) -> float:
        """The share won at most, a tie counting half."""
        return 1 - self.proven(-1) - self.proven(0) / 2

    @property
    def share(self) -> float:
        """The share won that is expected."""
        return self.expected(1) + self.expected(0) / 2

    @property
    def open(self) -> list[SearchedCase]:
        """The cases not proven to be won or lost yet."""
        return [found for found in self.found if found.result is None]

    @property
    def spread(self) -> float | None:
        """The mean final spread as far as is known or expected, None where not all cases were looked at."""
        total = 0.0
        for found in self.found:
            if found.guess is None:
                return None
            total += found.weight * found.guess
        return total

    @property
    def key(self) -> tuple[bool, bool, float, float, int]:
        """What sorts moves from the worst to the best; those with cases nobody has looked at come last, before them those left."""
        spread = self.spread
        return (
            spread is not None,
            not self.left,
            round(max(self.least, min(self.most, self.share)), 9),
            spread or 0.0,
            -self.place,
        )


def visit(kernel: EndgameSolver, found: SearchedCase, exact: bool) -> bool:
    """Search a case deeper: for its spread where that should be ``exact``, else for whether it is won. False when stopped.

    The first visit looks a little way; others go on until it is proven, or until so much effort was spent.
    """
    state = found.case.state
    rule = scoreless_rule(state)
    kernel.set_position(
        state.board.faces, [rack.codes for rack in state.racks], state.scores, state.on_turn, rule.limit, rule.zero_counts, rule.at_start,
        *rule.turns(state), state.bag, state.rules.rack_size, found.number,
    )  # fmt: skip
    low, high = state.spread - 1, state.spread + 1
    if exact:
        low, high = -_FAR, _FAR
        if found.result is not None:
            low = state.spread if found.result < 0 else state.spread - 1 if found.result == 0 else low
            high = state.spread if found.result > 0 else state.spread + 1 if found.result == 0 else high
    # deepening begins anew where the bounds are others
    depth = _LOOK if not found.depth else found.depth + 1 if not exact or found.visits else 1
    enough = kernel.positions() + _EFFORT * 4**found.visits
    looks = not found.depth
    while True:
        value = kernel.value(depth, low, high)
        if value is None:
            return False
        gain, proven = value
        found.depth = depth
        found.note(state.spread - gain, proven, exact)
        if proven or looks or kernel.positions() >= enough:
            break
        depth += 1
    if not looks:
        found.visits += 1
    return True
