"""Pre-endgames: moves with one to three tiles in the bag, each worked out for every way the unseen tiles may lie.

A case (`scrabblecli.analysis.deals`) is played on as an endgame: both players see all tiles, the order of what is still in the bag among
them, nobody exchanges, and each makes the most of the final spread. For a move that empties the bag that is how the game really goes
on. For one that does not (a pass, an exchange, a play of fewer tiles than the bag has) both players know more than they can know at the
table: the opponent answers as if they saw your rack and the bag, and so do you. It is a win when the final spread is above 0, a tie at 0.

Moves are ranked by the share of cases won, a tie counting half, then by the mean final spread. First every case is looked at two turns deep;
what it is then *expected* to come to orders the work, and may choose the moves that go on. Then cases are proven, a little of each in turn, with ever more effort: of the move
that leads all that are open, of others those they are expected to lose. A move that can no longer come to as much as the best is left.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli.analysis.deals import Deal, Preendgame, cases_after, deals_of, sampled
from scrabblecli.analysis.endgame_kernels import PLACES, Limits, solvers, watched
from scrabblecli.analysis.preendgame_cases import Candidate, SearchedCase, visit
from scrabblecli.engine.movegen import RankedMove
from scrabblecli.errors import DataError
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Move
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.engine.endgame import EndgameSolver

__all__ = ["CANDIDATES", "DRAWS", "FINALISTS", "BagOutcome", "PreendgameMove", "PreendgameSolved", "Preendgames", "as_share"]

CANDIDATES = {1: 30, 2: 15, 3: 10}
"""How many of the best moves by equity are looked at with so many tiles in the bag, unless another number is wanted."""
FINALISTS = 6
"""How many of those go on, after the first look, unless a number of candidates is wanted."""
DRAWS = 200
"""Moves of more cases than this are worked out for so many draws, unless another number is wanted."""
_ROUND = 8
"""Cases that are given out at a time: the same with any number of threads."""
_EPSILON = 1e-9
_Z = 1.959964


class BagOutcome(NamedTuple):
    """What a move comes to with some tiles in the bag before it: ``chance`` is how likely they are there.

    ``win``, ``tie`` and ``loss`` are shares of 1, and less than 1 together where not all was looked at; ``spread`` is the mean final
    spread, None where not all was. ``proven`` is whether the shares are, and not only expected.
    """

    bag: Rack
    chance: float
    win: float
    tie: float
    loss: float
    spread: float | None
    proven: bool


class PreendgameMove(NamedTuple):
    """A move and what it comes to. ``win``, ``tie`` and ``loss`` are shares of all cases, 1 together once all were looked at.

    ``least`` and ``most`` are proven bounds of the share won, a tie counting half. ``spread`` is the mean final spread, None where not all cases
    were looked at; ``exact`` is whether it is proven, and all shares. ``cases`` is how many different cases there are, ``draws`` how many
    were drawn of them, None when all count; then ``interval`` is that of the share won at 95 %. ``left`` says that the move was left before all
    was proven: it could no longer come to as much as the best, or did not look good enough to go on.
    """

    ranked: RankedMove
    win: float
    tie: float
    loss: float
    least: float
    most: float
    spread: float | None
    exact: bool
    cases: int
    draws: int | None
    interval: tuple[float, float] | None
    left: bool
    bags: tuple[BagOutcome, ...]

    @property
    def share(self) -> float:
        """The share won as far as is known or expected, a tie counting half."""
        return self.win + self.tie / 2

    @property
    def proven(self) -> bool:
        """Whether every case is proven to be won, tied or lost."""
        return self.most - self.least < _EPSILON


class PreendgameSolved(NamedTuple):
    """A pre-endgame worked out, or as far as the time went: the moves from the best to the worst.

    ``decided`` is whether the first move is known to be the best of the candidates. ``deals`` are the ways the unseen tiles may lie.
    ``positions`` is how many were looked at in ``seconds``; ``stopped`` is what ended it early: ``time``, ``interrupt`` or None.
    """

    moves: tuple[PreendgameMove, ...]
    decided: bool
    deals: tuple[Deal, ...]
    positions: int
    seconds: float
    stopped: str | None


class Preendgames:
    """Works out one pre-endgame after another, for one rule set and word list, on so many threads.

    Memory is that of `scrabblecli.analysis.endgame.Endgames`. Raises SettingError for rules under which no endgame is solved.
    """

    def __init__(self, rules: RuleSet, lexicon: Lexicon, threads: int = 1, places: int = PLACES) -> None:
        self.rules = rules
        self._stop = bytearray(1)
        self._places = places
        self._kernels = solvers(rules, lexicon, threads, places, self._stop)

    def solve(
        self,
        position: Preendgame,
        candidates: Sequence[RankedMove],
        top: int = 1,
        limits: Limits = Limits(),  # noqa: B008  # it cannot change
        draws: int = DRAWS,
        seed: int = 1,
        finalists: int = 0,
        progress: Callable[[int, int], None] | None = None,
        always: Sequence[Move] = (),
    ) -> PreendgameSolved:
        """Work out the ``top`` best of some moves (0 for all), first the very best.

        Only the ``finalists`` best after the first look go on (0 for all), and those of ``always``; the others are left with what is expected of
        them. The look takes half of the time at most; candidates it does not come to are left too.
        A move of more than ``draws`` different cases is worked out for so many draws, by ``seed``. ``progress`` is told now and then how many
        cases are known, and how many there are. After the time of ``limits``, and at Ctrl-C, what is known so far is returned.
        What is known at the end does not depend on the number of threads.

        Raises DataError when the bag is empty or has more than three tiles, when the game is over, and as `deals_of` does; ValueError
        for a move that the rack does not allow, and without any.
        """
        if not candidates:
            raise ValueError("no candidate: expected one at least")
        if not len(position.rack):
            raise DataError("the game is over: a player has no tiles left")
        started = time.perf_counter()
        self._stop[0] = 0
        before = sum(kernel.positions() for kernel in self._kernels)
        deals = deals_of(position)
        work = _Work(self._kernels, self._places, finalists, progress)
        for place, ranked in enumerate(candidates):
            work.candidates.append(_candidate(position, deals, ranked, place, draws, seed))
        work.always = set(always)
        if limits.seconds is not None:
            work.look_until = started + limits.seconds / 2
        stopped = watched(
            self._stop, len(self._kernels), limits, lambda pool: work.run(pool, top or len(candidates)), lambda: work.best_at
        )
        positions = sum(kernel.positions() for kernel in self._kernels) - before
        return PreendgameSolved(
            work.results(),
            work.decided,
            tuple(deals),
            positions,
            time.perf_counter() - started,
            stopped if work.cut_short else None,
        )


def _candidate(position: Preendgame, deals: list[Deal], ranked: RankedMove, place: int, draws: int, seed: int) -> Candidate:
    """A move with its cases, or with draws of them where they are too many."""
    cases = cases_after(position, deals, ranked)
    first = place << 32
    if len(cases) <= draws:
        found = [SearchedCase(case, case.chance, first + number) for number, case in enumerate(cases, start=1)]
        return Candidate(ranked, found, len(cases), None, place)
    drawn = sampled(cases, draws, seed)
    found = [SearchedCase(case, count / draws, first + number) for number, (case, count) in enumerate(drawn, start=1)]
    return Candidate(ranked, found, len(cases), draws, place)


class _Work:
    """What is done for one position."""

    def __init__(
        self,
        kernels: Sequence[EndgameSolver],
        places: int,
        finalists: int,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.candidates: list[Candidate] = []
        self.always: set[Move] = set()
        self.look_until: float | None = None
        self._finalists = finalists
        self.best_at: float | None = None
        self.decided = False
        self.cut_short = False
        self._kernels = kernels
        self._most = 8 * places
        self._progress = progress
        self._queue: deque[SearchedCase] = deque()
        self._lock = Lock()
        self._filled = 0

    def run(self, pool: ThreadPoolExecutor, top: int) -> None:
        """Find the best move and its spread, then the others asked for. Runs in a thread of the pool."""
        self._clear()
        self.cut_short = True
        done = self._look(pool) and self._rank(pool, 1)
        self.decided = done
        if done:
            self.best_at = time.perf_counter()
            done = self._rank(pool, min(top, sum(not candidate.left for candidate in self.candidates)))
        self.cut_short = not done

    def _look(self, pool: ThreadPoolExecutor) -> bool:
        """Look at all cases, and choose the moves that go on; False when stopped."""
        count = self._finalists or len(self.candidates)
        first = [one for one in self.candidates if one.place < count or one.ranked.move in self.always]
        # those that come later wait: half of the time is for proofs
        for group in (first, [one for one in self.candidates if one not in first]):
            cases = [found for candidate in group for found in candidate.found if found.guess is None]
            for start in range(0, len(cases), _ROUND):
                if group is not first and self.look_until is not None and time.perf_counter() > self.look_until:
                    break
                if not self._do(pool, cases[start : start + _ROUND], True):
                    return False
        for candidate in sorted(self.candidates, key=lambda candidate: candidate.key, reverse=True)[count:]:
            candidate.left = candidate.ranked.move not in self.always
        return True

    def _rank(self, pool: ThreadPoolExecutor, top: int) -> bool:
        """Find the ``top`` best moves by share won, then by the spreads where these matter; False when stopped."""
        while chosen := self._next_open(self._contenders(top)):
            if not self._do(pool, chosen, False):
                return False
        # the shares of all who may be among the best are known; spreads order them
        for candidate in self._contenders(top):
            for found in candidate.found:
                found.visits = 0
        while chosen := self._next_unknown(self._contenders(top)):
            if not self._do(pool, chosen, True):
                return False
        return True

    def _contenders(self, top: int) -> list[Candidate]:
        """The moves that may be among the ``top`` best by share won: no ``top`` others are known to come to more. The most promising first."""
        going = [candidate for candidate in self.candidates if not candidate.left]
        sure = sorted((candidate.least for candidate in going if not candidate.open), reverse=True)
        bar = sure[top - 1] - _EPSILON if len(sure) >= top else -1.0
        able = [candidate for candidate in going if candidate.most >= bar]
        return sorted(able, key=lambda candidate: candidate.key, reverse=True)

    @staticmethod
    def _next_open(contenders: Sequence[Candidate]) -> list[SearchedCase]:
        """The cases to prove next, those with the fewest visits: of the first all that are open, of others those expected to be lost."""
        waiting: list[SearchedCase] = []
        for place, candidate in enumerate(contenders):
            cases = candidate.open
            lost = [found for found in cases if (found.expected or 0) < 1] if place else []
            waiting += lost or cases
        return sorted(waiting, key=lambda found: found.visits)[:_ROUND]

    @staticmethod
    def _next_unknown(contenders: Sequence[Candidate]) -> list[SearchedCase]:
        """The cases whose spreads to prove next, those with the fewest visits."""
        waiting = [found for candidate in contenders for found in candidate.found if found.spread is None]
        return sorted(waiting, key=lambda found: found.visits)[:_ROUND]

    def _do(self, pool: ThreadPoolExecutor, chosen: Sequence[SearchedCase], exact: bool) -> bool:
        """Work some cases out, on all threads; False when stopped."""
        if sum(kernel.positions() for kernel in self._kernels) - self._filled > self._most:
            self._clear()
        self._queue = deque(chosen)
        others = [pool.submit(self._take, kernel, exact) for kernel in self._kernels[1:]]
        done = self._take(self._kernels[0], exact)
        done = all([*(other.result() for other in others), done])
        if self._progress is not None:
            every = [found for candidate in self.candidates for found in candidate.found]
            self._progress(sum(found.result is not None for found in every), len(every))
        return done

    def _clear(self) -> None:
        """Forget positions seen, before they crowd the table."""
        self._kernels[0].clear_table()
        self._filled = sum(kernel.positions() for kernel in self._kernels)

    def _take(self, kernel: EndgameSolver, exact: bool) -> bool:
        """Work out cases of the queue until it is empty; False when stopped."""
        while True:
            with self._lock:
                if not self._queue:
                    return True
                found = self._queue.popleft()
            if not visit(kernel, found, exact):
                return False

    def results(self) -> tuple[PreendgameMove, ...]:
        """The moves from the best to the worst."""
        ordered = sorted(self.candidates, key=lambda candidate: candidate.key, reverse=True)
        return tuple(_result(candidate, rank, self.decided) for rank, candidate in enumerate(ordered, start=1))


def as_share(total: float) -> float:
    """A sum of shares, without what floating point adds to it.

    >>> as_share(0.1 + 0.2), as_share(0.7 + 0.1 + 0.2 + 1e-16)
    (0.3, 1.0)
    """
    return min(1.0, max(0.0, round(total, 12)))


def _result(candidate: Candidate, rank: int, decided: bool) -> PreendgameMove:
    win, tie, loss = (as_share(candidate.expected(result)) for result in (1, 0, -1))
    interval = None
    if candidate.draws is not None and win + tie + loss > 1 - _EPSILON:
        mean = win + tie / 2
        wide = _Z * sqrt(max(0.0, win + tie / 4 - mean * mean) / candidate.draws)
        interval = max(0.0, mean - wide), min(1.0, mean + wide)
    exact = all(found.spread is not None for found in candidate.found)
    return PreendgameMove(
        candidate.ranked._replace(rank=rank), win, tie, loss, as_share(candidate.least), as_share(candidate.most), candidate.spread, exact, candidate.cases,
        candidate.draws, interval, candidate.left or (decided and bool(candidate.open)), tuple(_bags(candidate)),
    )  # fmt: skip


def _bags(candidate: Candidate) -> list[BagOutcome]:
    """What a move comes to with each content of the bag, the most likely first."""
    groups: dict[Rack, list[SearchedCase]] = {}
    for found in candidate.found:
        groups.setdefault(found.case.bag, []).append(found)
    outcomes = []
    for bag, cases in groups.items():
        chance = sum(found.weight for found in cases)
        shares = [sum(found.weight for found in cases if found.expected == result) / chance for result in (1, 0, -1)]
        won, tied, lost = map(as_share, shares)
        spread = None
        if all(found.guess is not None for found in cases):
            spread = sum(found.weight * (found.guess or 0) for found in cases) / chance
        proven = all(found.result is not None for found in cases)
        outcomes.append(BagOutcome(bag, as_share(chance), won, tied, lost, spread, proven))
    return sorted(outcomes, key=lambda outcome: (-outcome.chance, outcome.bag.codes))
