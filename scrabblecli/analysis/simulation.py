"""Monte-Carlo simulation: candidates of a position played on with random draws, over and over, until one is clearly best.

Every iteration draws the other rack and the order of the bag once; all candidates meet the same tiles (common random numbers), so that
their differences are known sooner than their means. Both sides play by equity. After so many turns (plies) a rollout ends: its equity
is what the spread gained, with what is kept on both sides; the chance to win is told by a table of self-play, or by the result where
the game is over (once the bag is empty it is played to the end).

After each round of iterations, from the second on, a candidate is dropped when it is behind the leader by more than three standard
errors of their difference. It ends when one candidate is left, or with the iterations or the time allowed.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, islice
from operator import sub
from typing import NamedTuple

from scrabblecli._compiled import load_kernel
from scrabblecli.analysis.equity import leave_worth, valuation
from scrabblecli.analysis.leaves import Leaves
from scrabblecli.analysis.selfplay import Player, seated
from scrabblecli.analysis.sums import Sums, interval, widened
from scrabblecli.analysis.wins import packaged_wins
from scrabblecli.board import Board
from scrabblecli.engine.movegen import LARGEST_WEIGHED, POINT, PlayList, RankedMove
from scrabblecli.engine.rollouts import Rollouts
from scrabblecli.errors import DataError
from scrabblecli.formats.position import check_other_rack, unseen_counts
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Exchange, Move, Play, needed_codes
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack

__all__ = ["CANDIDATES", "ITERATIONS", "Behind", "Plan", "Simulated", "Simulation", "Table", "choose_candidates"]

CANDIDATES = 12
"""How many of the best moves by equity are simulated, unless another number is wanted."""
ITERATIONS = 1000
TOP_SCORERS = 2
"""So many of the plays with the highest scores are always among the candidates, unless their number is given."""
ROUND = 100
_BLOCK = 4
"""Iterations that a thread does in one go."""
_CLEAR = 3.0
_DECIDED = 0.005
"""So near to a game won or lost for certain, equity orders the candidates."""
_WIN = 65536
_PARTS = 1 << 30
"""Weights of sets of tiles are told in such parts."""


class Table(NamedTuple):
    """Where the game is played: its rules, its word list and leave values."""

    rules: RuleSet
    lexicon: Lexicon
    leaves: Leaves


class Plan(NamedTuple):
    """How a position is simulated. ``known`` are tiles the opponent holds; ``scores`` are those of the player on turn and the other.

    ``seconds`` is the time allowed, None for no limit. ``guesses`` are sets of tiles one of which the opponent holds, each with how likely that is
    (see `scrabblecli.analysis.inference`); the rest of the rack is drawn.
    """

    plies: int = 2
    iterations: int = ITERATIONS
    seconds: float | None = None
    seed: int = 1
    threads: int = 1
    known: Rack | None = None
    scores: tuple[int, int] = (0, 0)
    scoreless: int = 0
    guesses: Sequence[tuple[Rack, float]] = ()


class Simulated(NamedTuple):
    """What came of one candidate. ``ranked`` is the move with its static equity.

    ``mean`` is what the spread gains on average, in points, ``win`` the chance to win (0 to 1, a tie counts half); intervals are of
    95 %. ``tied`` says that it cannot be told apart from the first, ``dropped`` that it was left behind early.
    """

    ranked: RankedMove
    iterations: int
    mean: float
    mean_interval: tuple[float, float]
    win: float
    win_interval: tuple[float, float]
    tied: bool
    dropped: bool

    @property
    def order(self) -> tuple[float, float]:
        """What sorts candidates, the best last, whether they were left behind or not."""
        return _order(self.win, self.mean)


def _decided(win: float) -> int:
    """1 for a game as good as won, -1 for one as good as lost, 0 for one that is open."""
    return 1 if win > 1 - _DECIDED else -1 if win < _DECIDED else 0


def _order(win: float, mean: float) -> tuple[float, float]:
    """What sorts candidates: chances to win, where they are as good as certain for both the equity."""
    return (float(max(0, _decided(win))) if _decided(win) else win, mean)


class Behind(NamedTuple):
    """By how much a candidate is behind the first, over the iterations that both have: in chances to win (0 to 1) and in points.

    Intervals are of 95 %. ``by_equity`` says that the game is as good as decided, and decided alike, after both, so that points count.
    """

    win: float
    win_interval: tuple[float, float]
    mean: float
    mean_interval: tuple[float, float]
    by_equity: bool

    @property
    def counted(self) -> tuple[float, tuple[float, float]]:
        """What counts, chances or points, with its interval."""
        return (self.mean, self.mean_interval) if self.by_equity else (self.win, self.win_interval)

    @property
    def tied(self) -> bool:
        """Whether it cannot be told apart from the first."""
        _, (low, high) = self.counted
        return low <= 0 <= high


def choose_candidates(
    by_equity: Iterable[RankedMove],
    by_score: PlayList,
    count: int | None = None,
    accepts: Callable[[RankedMove], bool] | None = None,
) -> list[RankedMove]:
    """The moves to simulate: so many of the best by equity; without a number twelve, and the two that score most."""
    # where leave values are rough, equity may pass over what scores most
    found = list(islice(filter(accepts, by_equity), CANDIDATES if count is None else count))
    for scorer in islice(filter(accepts, by_score), TOP_SCORERS if count is None else 0):
        if all(scorer.move != other.move for other in found):
            found.append(scorer)
    return found


class _Runner:
    """What came of one candidate so far, iteration by iteration; one that is ``kept`` is never left behind."""

    def __init__(self, ranked: RankedMove, number: int, kept: bool = False) -> None:
        self.ranked = ranked
        self.number = number
        self.kept = kept
        self.equities = array("q")
        self.wins = array("i")
        self.equity_sums = Sums()
        self.win_sums = Sums()
        self.dropped = False

    def take(self, equities: array[int], wins: array[int]) -> None:
        """Take up what came of more iterations."""
        self.equities.extend(equities)
        self.wins.extend(wins)
        self.equity_sums.take(equities)
        self.win_sums.take(wins)

    @property
    def win(self) -> float:
        """The chance to win, 0 to 1."""
        return self.win_sums.mean / _WIN

    @property
    def decided(self) -> int:
        """1 for a game as good as won, -1 for one as good as lost, 0 for one that is open."""
        return _decided(self.win)

    @property
    def order(self) -> tuple[float, float]:
        """What sorts candidates."""
        return _order(self.win, self.equity_sums.mean)


class _Differences:
    """By how much candidates are behind others in the iterations that both have."""

    def __init__(self) -> None:
        self._sums: dict[tuple[int, int, bool], Sums] = {}

    def of(self, leader: _Runner, other: _Runner, by_equity: bool) -> Sums:
        """In equity or in chances to win. What was summed before is kept: the leader seldom changes, and is asked about after every round."""
        sums = self._sums.setdefault((leader.number, other.number, by_equity), Sums())
        one, two = ((runner.equities if by_equity else runner.wins) for runner in (leader, other))
        both = slice(sums.count, min(len(one), len(two)))
        sums.take(list(map(sub, one[both], two[both])))
        return sums

    def counted(self, leader: _Runner, other: _Runner) -> Sums:
        """In what counts."""
        return self.of(leader, other, _decided_alike(leader, other))


def _decided_alike(leader: _Runner, other: _Runner) -> bool:
    """Whether the game is as good as won, or as lost, after both."""
    return leader.decided != 0 and leader.decided == other.decided


class Simulation:
    """A simulation of one position. Candidates are moves with their static equity, at least one; those to ``keep`` are never left behind.

    Raises DataError when the opponent cannot hold the tiles that are known of, or the rack is too large for its leaves to be valued;
    SettingError for rules of more than two players.
    """

    def __init__(
        self, table: Table, board: Board, rack: Rack, candidates: Sequence[RankedMove], plan: Plan, keep: Collection[Move] = ()
    ) -> None:
        self._plan = plan
        rules = table.rules
        if len(rack) > LARGEST_WEIGHED:
            raise DataError(f"a rack of {len(rack)} tiles: moves are simulated for racks of {LARGEST_WEIGHED} tiles at most")
        self._runners = [_Runner(ranked, number, ranked.move in keep) for number, ranked in enumerate(candidates)]
        hidden, size = _other_rack(rules, board, rack, plan.known)
        known = plan.known.codes if plan.known is not None else b""
        bag = len(hidden) + len(known) - size
        self._draws = bag > 0
        wins = packaged_wins().for_tiles(max(len(hidden) + len(known) + rules.rack_size, sum(rules.tiles.counts)))
        self._stopped = False
        self._differences = _Differences()
        self._tables: list[Rollouts] = []
        for _ in range(max(1, plan.threads)):
            # each thread has leave values of its own, which hold scratch space; the table is shared
            player = Player(table.lexicon, valuation(rules, table.leaves.another()))
            rollouts: Rollouts = load_kernel("scrabblecli.engine.rollouts").Rollouts(
                seated(rules, player, player, shared=True), wins, len(candidates)
            )
            rollouts.set_position(rack.codes, hidden, known, size, plan.scores, plan.scoreless)
            if plan.guesses:
                rollouts.guess(*_as_guesses(plan.guesses, hidden, size))
            for ranked in candidates:
                rollouts.add(*_as_candidate(ranked, board, rack, player, bag))
            self._tables.append(rollouts)

    def run(
        self,
        progress: Callable[[int, list[Simulated]], None] | None = None,
        enough: Callable[[Behind], bool] | None = None,
    ) -> list[Simulated]:
        """Simulate, and return the candidates in their order, the best first.

        It ends when all but the first are left behind; kept ones count as that when ``enough`` is known of them. ``progress`` is told after each round how many iterations were made, and how the candidates stand. Ctrl-C raises
        KeyboardInterrupt; `standing` has what is known then. The same seed gives the same numbers with any number of threads, unless
        time runs out.
        """
        plan = self._plan
        ends = None if plan.seconds is None else time.monotonic() + plan.seconds
        done = 0
        with ThreadPoolExecutor(len(self._tables)) as pool:
            while done < plan.iterations and len(self._running()) > (1 if done else 0):
                count = min(ROUND, plan.iterations - done)
                if not self._round(pool, done, count, ends):
                    break
                done += count
                if done >= 2 * ROUND:
                    self._drop()
                    if self._is_settled(enough):
                        break
                if progress is not None:
                    progress(done, self.standing())
                if ends is not None and time.monotonic() >= ends:
                    break
        return self.standing()

    @property
    def is_clear(self) -> bool:
        """Whether all candidates but one are left behind."""
        return len(self._running()) == 1

    def behind(self, move: Move) -> Behind:
        """How a candidate stands to the first; raises ValueError for another move."""
        found = next((runner for runner in self._runners if runner.ranked.move == move), None)
        if found is None:
            raise ValueError(f"{move} is not among the candidates")
        return self._stands(found, self._leader())

    def _stands(self, runner: _Runner, leader: _Runner) -> Behind:
        return Behind(
            *interval(self._differences.of(leader, runner, False), _WIN),
            *interval(self._differences.of(leader, runner, True), POINT),
            _decided_alike(leader, runner),
        )

    def _is_settled(self, enough: Callable[[Behind], bool] | None) -> bool:
        """Whether all but the first are left behind, or are kept and enough is known of them."""
        leader = self._leader()
        others = [runner for runner in self._running() if runner is not leader]
        if enough is None or not all(runner.kept for runner in others):
            return False
        return all(enough(self._stands(runner, leader)) for runner in others)

    def _running(self) -> list[_Runner]:
        return [runner for runner in self._runners if not runner.dropped]

    def _round(self, pool: ThreadPoolExecutor, first: int, count: int, ends: float | None) -> bool:
        """Do some iterations, for all who still run; those of a round that ran out of time count as far as they are whole."""
        plan, running = self._plan, self._running()
        chosen = array("i", [runner.number for runner in running])
        starts = range(first, first + count, _BLOCK)
        found: list[tuple[array[int], array[int]] | None] = [None] * len(starts)
        # each thread takes the next block as soon as it has done one; the first block is done whatever the time
        waiting = iter(enumerate(starts))

        def work(table: Rollouts) -> None:
            for place, start in waiting:
                if self._stopped or (ends is not None and start and time.monotonic() >= ends):
                    return
                found[place] = table.run(plan.seed, start, min(_BLOCK, first + count - start), chosen, plan.plies)

        try:
            list(pool.map(work, self._tables))
        except KeyboardInterrupt:
            self._stopped = True
            raise
        width = len(running)
        for block in found:
            if block is None:
                return False
            for place, runner in enumerate(running):
                runner.take(block[0][place::width], block[1][place::width])
        return True

    def _leader(self) -> _Runner:
        """Who leads."""
        return max(self._running(), key=lambda runner: (*runner.order, -runner.number))

    def _drop(self) -> None:
        """Leave behind who is clearly worse than the leader."""
        leader = self._leader()
        for runner in self._running():
            if runner is not leader and not runner.kept:
                behind = self._differences.counted(leader, runner)
                runner.dropped = behind.mean > _CLEAR * behind.error and (behind.error > 0 or behind.mean > 0)

    def standing(self) -> list[Simulated]:
        """The candidates as far as they have come, the best first; who was dropped comes last."""
        if not self._runners[0].wins:
            return []
        leader = self._leader()

        def order(runner: _Runner) -> tuple[bool, float, float, int]:
            win, mean = runner.order
            return (runner.dropped, -win, -mean, runner.number)

        return [self._result(runner, leader) for runner in sorted(self._runners, key=order)]

    def _result(self, runner: _Runner, leader: _Runner) -> Simulated:
        mean, mean_interval = interval(runner.equity_sums, POINT)
        win, (low, high) = interval(runner.win_sums, _WIN)
        if self._draws:
            low, high = widened(win, low, high, len(runner.wins))
        tied = runner is not leader and not runner.dropped and self._stands(runner, leader).tied
        return Simulated(
            runner.ranked, len(runner.wins), mean, mean_interval, win, (max(0.0, low), min(1.0, high)), tied, runner.dropped
        )


def _other_rack(rules: RuleSet, board: Board, rack: Rack, known: Rack | None) -> tuple[list[int], int]:
    """The tiles that nobody is known to hold, and how many the opponent holds.

    Raises DataError when the opponent cannot hold what is known.
    """
    unseen = unseen_counts(board, rack, rules.tiles)
    size = min(rules.rack_size, sum(unseen))
    if known is not None:
        check_other_rack(known, unseen, size, rules)
        for code in known:
            unseen[code] -= 1
    return [code for code, count in enumerate(unseen) for _ in range(count)], size


def _as_guesses(
    guesses: Sequence[tuple[Rack, float]], hidden: Sequence[int], size: int
) -> tuple[list[int], list[int], list[int]]:
    """Sets of tiles as the kernel takes them: the sums of their weights, their sizes, their codes.

    Raises DataError where the opponent can hold none of them.
    """
    unseen = Rack(hidden)
    fitting = [
        (held, weight) for held, weight in guesses if weight > 0 and len(held) <= size and unseen.without(held.codes) is not None
    ]
    total = sum(weight for _, weight in fitting)
    if not total > 0:
        raise DataError("the opponent can hold none of the sets of tiles that were inferred")
    ends = [max(1, round(_PARTS * part / total)) for part in accumulate(weight for _, weight in fitting)]
    codes = [code for held, _ in fitting for code in (*held.codes, *[0] * (64 - len(held)))]
    return ends, [len(held) for held, _ in fitting], codes


def _as_candidate(ranked: RankedMove, board: Board, rack: Rack, player: Player, bag: int) -> tuple[int, bytes, int, bytes, int]:
    """A move as the kernel takes it."""
    move: Move = ranked.move
    assert player.valuation is not None
    left = Rack(ranked.leave or b"")
    worth = round(POINT * leave_worth(player.valuation, left.codes, bag)) if bag else 0
    if isinstance(move, Play):
        return 1, board.after(move).faces, ranked.score, bytes(needed_codes(move)), worth
    if isinstance(move, Exchange):
        return 2, board.faces, 0, bytes(move.tiles or b""), worth
    return 0, board.faces, 0, b"", worth
