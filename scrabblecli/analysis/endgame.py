"""Endgames solved exactly: what every move comes to when both play on as well as they can, and the moves to the end.

The search itself is the kernel's (`scrabblecli.engine.endgame`); here it is deepened turn by turn until nothing is cut short, on one
thread or several, and its results are told as moves.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import TYPE_CHECKING

from scrabblecli.analysis.endgame_kernels import PLACES, Limits, solvers, watched
from scrabblecli.analysis.endgame_results import EndgameMove, Line, Solved, Step
from scrabblecli.analysis.endgame_rules import EndgameState, scoreless_rule
from scrabblecli.endings import reached_target
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.errors import DataError
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Move, Pass, Play
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Direction, Square

if TYPE_CHECKING:
    from scrabblecli.engine.endgame import EndgameSolver

__all__ = ["Endgames"]

_FAR = 1 << 25
"""More than any spread."""
_PASS = -1


class _Root:
    """A move of the position that is solved; values are what it gains the player on turn on the other from here on."""

    __slots__ = ("least", "most", "number", "ranked", "value")

    def __init__(self, number: int, ranked: RankedMove) -> None:
        self.number = number
        self.ranked = ranked
        self.value = ranked.score
        self.least = -_FAR
        self.most = _FAR

    @property
    def exact(self) -> bool:
        return self.least == self.most

    @property
    def key(self) -> tuple[int, int]:
        """What sorts moves from the worst to the best: the value, then the place in the list by score."""
        return self.value, -self.ranked.rank

    def note(self, value: int, proven: bool, low: int, high: int) -> None:
        """Keep what a search between two bounds has found."""
        if proven and value < high:
            self.most = min(self.most, value)
        if proven and value > low:
            self.least = max(self.least, value)
        # what is only expected may lie beyond what is proven
        self.value = max(self.least, min(self.most, value))


class Endgames:
    """Solves one endgame after another, for one rule set and word list, on so many threads.

    Memory is bounded: 16 MB for the table of positions, and for each thread up to about 40 MB of plays kept.
    Raises SettingError for rules under which no endgame is solved: other than two players, or with targets of their own.
    """

    def __init__(self, rules: RuleSet, lexicon: Lexicon, threads: int = 1, places: int = PLACES) -> None:
        self.rules = rules
        # it ranks moves, and has its own board
        self._generator = MoveGenerator(rules, lexicon)
        self._stop = bytearray(1)
        self._kernels = solvers(rules, lexicon, threads, places, self._stop)

    def solve(
        self,
        state: EndgameState,
        top: int = 1,
        seconds: float | None = None,
        wanted: Iterable[Move] = (),
        patience: float | None = None,
        only: Callable[[Move], bool] | None = None,
        limit: int | None = None,
    ) -> Solved:
        """Find the ``top`` best moves (0 for all) with their exact spreads, and those of the moves ``wanted``.

        ``only`` leaves out plays of the player on turn, now and not later; the pass is always there. After looking at ``limit`` positions no
        move is searched deeper: on one thread that cuts short the same search everywhere.

        First the best move is proven, then the others as far as the time goes; all that are asked for have the moves to the end.
        After ``seconds``, at Ctrl-C, and when the others take longer than ``patience`` seconds, what has been found so far is returned.
        What is proven does not depend on the number of threads.

        A position may have tiles in the bag whose order is known (``state.bag``): both players are taken to know them.

        Raises DataError when the game is over, ValueError for a move wanted that is not possible (a phony among them), and where
        player 0 is not on turn.
        """
        if state.on_turn:
            raise ValueError("an endgame is solved for player 0: expected that player on turn")
        if not all(map(len, state.racks)) or reached_target(state.scores, self.rules):
            why = "a player has no tiles left" if not all(map(len, state.racks)) else "a target is reached"
            raise DataError(f"the game is over: {why}")
        started = time.perf_counter()
        self._stop[0] = 0
        before = sum(kernel.positions() for kernel in self._kernels)
        search = _Search(self._kernels, self._generator, state, top, only, limit)
        chosen = [search.root_of(move) for move in wanted]
        limits = Limits(seconds, patience)
        stopped = watched(self._stop, len(self._kernels), limits, lambda pool: search.run(pool, chosen), lambda: search.best_at)
        stopped = (stopped or "limit") if search.cut_short else None
        moves = search.results()
        positions = sum(kernel.positions() for kernel in self._kernels) - before
        return Solved(moves, search.best_proven(), positions, time.perf_counter() - started, stopped)


class _Search:
    """The search of one position."""

    def __init__(
        self, kernels: Sequence[EndgameSolver], generator: MoveGenerator, state: EndgameState, top: int, only: Callable[[Move], bool] | None,
        limit: int | None,
    ) -> None:  # fmt: skip
        self._kernels = kernels
        self._generator = generator
        self._state = state
        self._rule = rule = scoreless_rule(state)
        codes = [rack.codes for rack in state.racks]
        for kernel in kernels:
            kernel.set_position(
                state.board.faces,
                codes,
                state.scores,
                state.on_turn,
                rule.limit,
                rule.zero_counts,
                rule.at_start,
                *rule.turns(state),
                state.bag,
                state.rules.rack_size,
            )
        kernels[0].clear_table()
        self.roots = [
            _Root(number, ranked)
            for number, ranked in self._ranked(kernels[0], state)
            if only is None or number == _PASS or only(ranked.move)
        ]
        self._top = min(top or len(self.roots), len(self.roots))
        self._limit = None if limit is None else limit + self._looked_at()
        self._lock = Lock()
        self._queue: deque[_Root] = deque()
        self._found: list[tuple[int, int]] = []
        self._lines: dict[int, Line] = {}
        self.cut_short = False
        self.best_at: float | None = None

    def _looked_at(self) -> int:
        return sum(kernel.positions() for kernel in self._kernels)

    def _searched(self, kernel: EndgameSolver, number: int, depth: int, low: int, high: int) -> tuple[int, bool] | None:
        """What a move is worth between two bounds, and whether that is proven; None when stopped, or the limit is reached."""
        if self._limit is not None and self._looked_at() >= self._limit:
            return None
        return kernel.search(number, depth, low, high)

    def _ranked(self, kernel: EndgameSolver, state: EndgameState) -> list[tuple[int, RankedMove]]:
        """The moves of a position as they are ranked by score, the pass last, with their numbers in the kernel."""
        numbers = {}
        for number, (down, lane, first, faces, _) in enumerate(kernel.moves()):
            square = Square(first, lane) if down else Square(lane, first)
            numbers[Play(square, Direction.DOWN if down else Direction.ACROSS, faces)] = number
        rack = state.racks[state.on_turn]
        moves = [(numbers[ranked.move], ranked) for ranked in self._generator.plays(state.board, rack)]  # type: ignore[index]
        return [*moves, (_PASS, RankedMove(len(moves) + 1, Pass(), 0, rack.codes))]

    def root_of(self, move: Move) -> _Root:
        """The root move that is a move; raises ValueError when there is none."""
        for root in self.roots:
            if root.ranked.move == move:
                return root
        raise ValueError(f"{move} is not possible")

    def run(self, pool: ThreadPoolExecutor, chosen: Sequence[_Root]) -> None:
        """Prove the best move, then the others that are asked for, and find the lines. Runs in a thread of the pool."""
        done = self._resolve(1, pool)
        if done:
            self._add_line(self._order()[0])
            self.best_at = time.perf_counter()
        # what is asked for by name matters more than what else there is
        for root in chosen:
            done = done and self._prove(root)
        if done and self._top > 1:
            done = self._resolve(self._top, pool)
        asked = self._order()[: self._top]
        asked += [root for root in chosen if root not in asked]
        for root in asked if done else [self._order()[0], *chosen]:
            self._add_line(root)
        self.cut_short = not done

    # deepening

    def _resolve(self, top: int, pool: ThreadPoolExecutor) -> bool:
        """Search deeper and deeper until the best moves are exact and no other can be among them; False when stopped."""
        depth = 1
        while not self._settled(top):
            order = self._order()
            self._found = sorted(root.key for root in order if root.exact)
            self._queue = deque(root for root in order if not root.exact)
            if top == 1 and not self._found:
                # the others are measured by the first
                first = self._queue.popleft()
                if not self._measure(self._kernels[0], first, depth, top):
                    return False
            others: list[Future[bool]] = [pool.submit(self._work, kernel, depth, top) for kernel in self._kernels[1:]]
            done = self._work(self._kernels[0], depth, top)
            if not all([*(other.result() for other in others), done]):
                return False
            depth += 1
        return True

    def _settled(self, top: int) -> bool:
        """Whether the best moves are exact, and all others proven to be no better."""
        exact = sorted((root.key for root in self.roots if root.exact), reverse=True)
        if len(exact) < top:
            return False
        bar = exact[top - 1]
        return all(root.exact or (root.most, -root.ranked.rank) < bar for root in self.roots)

    def _work(self, kernel: EndgameSolver, depth: int, top: int) -> bool:
        """Measure moves of the queue until it is empty; False when stopped."""
        while True:
            with self._lock:
                if not self._queue:
                    return True
                root = self._queue.popleft()
            if not self._measure(kernel, root, depth, top):
                return False

    def _measure(self, kernel: EndgameSolver, root: _Root, depth: int, top: int) -> bool:
        """See whether a move is among the best at a depth, and if so what it is worth; False when stopped."""
        with self._lock:
            low = -_FAR
            if len(self._found) >= top:
                value, place = self._found[-top]
                # of equal moves the one that ranks first by score is better
                low = value if -root.ranked.rank < place else value - 1
        if root.most <= low:
            root.value = root.most
            return True
        high = low + 1 if low > -_FAR else _FAR
        while True:
            found = self._searched(kernel, root.number, depth, low, high)
            if found is None:
                return False
            root.note(*found, low, high)
            if root.value <= low:
                return True
            if root.value < high:
                with self._lock:
                    self._found.append(root.key)
                    self._found.sort()
                return True
            high = _FAR

    def _prove(self, root: _Root) -> bool:
        """Find the exact value of a move; False when stopped."""
        depth = 1
        while not root.exact:
            low, high = root.least - 1, root.most + 1
            found = self._searched(self._kernels[0], root.number, depth, low, high)
            if found is None:
                return False
            root.note(*found, low, high)
            depth += 1
        return True

    # results

    def _order(self) -> list[_Root]:
        """The moves from the best to the worst as far as is known."""
        return sorted(self.roots, key=lambda root: root.key, reverse=True)

    def best_proven(self) -> bool:
        """Whether the best move is known for sure."""
        return self._settled(1)

    def results(self) -> tuple[EndgameMove, ...]:
        """The moves from the best to the worst."""
        spread = self._state.spread
        found = []
        for rank, root in enumerate(self._order(), start=1):
            least = spread + root.least if root.least > -_FAR else None
            most = spread + root.most if root.most < _FAR else None
            line = self._lines.get(root.number)
            found.append(EndgameMove(root.ranked._replace(rank=rank), spread + root.value, least, most, line))
        return tuple(found)

    # lines

    def _add_line(self, root: _Root) -> None:
        """Find the moves to the end that follow a move, if they are not known yet."""
        if root.number in self._lines:
            return
        kernel = self._kernels[0]
        steps = []
        state = self._state
        number, ranked = root.number, root.ranked
        # what the player on turn is known to gain yet, None where that is not proven
        value = root.value if root.exact else None
        depth = 0
        while True:
            steps.append(Step(state.on_turn, ranked.move, ranked.score))
            state, ended = state.after(ranked.move, ranked.score)
            if ended is not None:
                break
            kernel.descend(number, *self._rule.turns(state))
            depth += 1
            value = None if value is None else ranked.score - value
            number, ranked, sure = self._choose(kernel, state, value)
            if not sure:
                value = None
        for _ in range(depth):
            kernel.ascend()
        # with the time over, a line out of the table may lead elsewhere
        if not root.exact or ended.scores[0] - ended.scores[1] == self._state.spread + root.value:
            self._lines[root.number] = Line(tuple(steps), ended)

    def _choose(self, kernel: EndgameSolver, state: EndgameState, value: int | None) -> tuple[int, RankedMove, bool]:
        """The move that ranks first by score among those that gain as much as can be gained, and whether it is proven to."""
        moves = self._ranked(kernel, state)
        remembered = kernel.remembered()
        if value is not None:
            likely = [move for move in moves if move[0] == remembered]
            unsure = deque([*likely, *(move for move in moves if move[0] != remembered)])
            found: tuple[int, RankedMove] | None = None
            depth = 1
            while unsure:
                again: deque[tuple[int, RankedMove]] = deque()
                for number, ranked in unsure:
                    if found is not None and found[1].rank < ranked.rank:
                        continue
                    result = self._searched(kernel, number, depth, value - 1, value)
                    if result is None:
                        unsure.clear()
                        again.clear()
                        break
                    gained, proven = result
                    if not proven:
                        again.append((number, ranked))
                    elif gained >= value:
                        found = number, ranked
                else:
                    if not again and found is not None:
                        return *found, True
                unsure = again
                depth += 1
            if found is not None:
                return *found, True
        chosen = next((move for move in moves if move[0] == remembered), moves[0])
        return *chosen, False
