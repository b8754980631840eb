"""Verdicts on moves by simulation: what they lose in chances to win, and how sure that is.

A move is graded by the chances that it loses against the best (in percentage points); by the points that the spread loses only where the
game is as good as decided, and decided alike, after both. A move that cannot be told apart from the best is a tie, and no mistake.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli.analysis.leaves import Leaves
from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.analysis.simulation import ITERATIONS, Behind, Plan, Simulated, Simulation, Table, choose_candidates
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.errors import DataError, SettingError
from scrabblecli.formats.position import Position
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Move
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.verdict import Grader, Verdict

__all__ = ["Deep", "SimJudge", "SimOutcome", "SimulatedPosition", "grade_of_chances"]

_WIN_LIMITS = (0.5, 3.0, 7.0)
"""Up to so many percentage points lost, a grade each; the first is its end, the others belong to theirs."""


def grade_of_chances(lost: float) -> str:
    """The grade of a move that lost so much of its chances to win, in percentage points.

    >>> [grade_of_chances(lost) for lost in (0, 0.4, 0.5, 3, 3.1, 7, 7.1)]
    ['best', 'excellent', 'small', 'small', 'medium', 'medium', 'large']
    """
    if lost <= 0:
        return "best"
    if lost < _WIN_LIMITS[0]:
        return "excellent"
    return ("small", "medium", "large")[bisect_left(_WIN_LIMITS[1:], lost)]


class Deep(NamedTuple):
    """How positions are simulated for verdicts."""

    iterations: int = ITERATIONS
    seed: int = 1


class SimOutcome(NamedTuple):
    """What a move and the best one come to, and by how much the move is behind; ``found`` has all candidates, the best first.

    ``scores_known`` is whether the scores were.
    """

    plan: Plan
    played: Simulated
    best: Simulated
    behind: Behind
    found: Sequence[Simulated]
    scores_known: bool

    @property
    def tied(self) -> bool:
        """Whether the move played cannot be told apart from the best, which is another."""
        return self.played.ranked.move != self.best.ranked.move and self.behind.tied

    @property
    def grade(self) -> str:
        """The grade of the move played; a tie with the best is as good as the best."""
        if self.played.ranked.move == self.best.ranked.move:
            return "best"
        lost, _ = self.behind.counted
        return "excellent" if self.tied else _grade(lost, self.behind.by_equity)


def _grade(lost: float, by_equity: bool) -> str:
    """The grade of what is lost: points, or chances to win (0 to 1). A move that is not the best has lost something."""
    from scrabblecli.analysis.verdict import grade_of

    grade = grade_of(lost) if by_equity else grade_of_chances(100 * lost)
    return "excellent" if grade == "best" else grade


def _is_sure(behind: Behind) -> bool:
    """Whether the grade is the same all over the interval."""
    _, ends = behind.counted
    low, high = (_grade(end, behind.by_equity) for end in ends)
    return low == high and not behind.tied


class SimulatedPosition:
    """A position simulated for the verdicts on some moves."""

    def __init__(self, simulation: Simulation, found: Sequence[Simulated], plan: Plan, scores_known: bool) -> None:
        self._simulation = simulation
        self._found = found
        self._plan = plan
        self._scores_known = scores_known
        self._places = {move.ranked.move: place for place, move in enumerate(found)}

    def best(self, count: int) -> list[RankedMove]:
        """The best moves; their equity is what the spread gains on average."""
        return [self._ranked(place) for place in range(min(count, len(self._found)))]

    def _ranked(self, place: int) -> RankedMove:
        move = self._found[place]
        return move.ranked._replace(rank=place + 1, equity=move.mean)

    def judged(self, verdict: Verdict, grader: Grader) -> Verdict:
        """The verdict by simulation; as it was for a phony."""
        place = self._places.get(grader.listed(verdict.move))
        if verdict.phony is not None or place is None:
            return verdict
        played, best = self._found[place], self._found[0]
        behind = self._simulation.behind(played.ranked.move)
        outcome = SimOutcome(self._plan, played, best, behind, self._found, self._scores_known)
        # what the spread gains is known by simulation; the terms say where a part of it comes from
        terms = verdict.terms._replace(replies=played.mean - verdict.terms.equity)
        return verdict._replace(
            basis="sim", sim=outcome, best=self._ranked(0), equity=played.mean, terms=terms, equity_rank=place + 1,
            moves=len(self._found), equity_lost=behind.mean if place else 0.0, grade=outcome.grade,
            reasons=tuple(grader.reasons_beyond(verdict, best.ranked, behind.mean)),
        )  # fmt: skip


class SimJudge:
    """Simulates positions for verdicts, on so many threads; the same seed gives the same verdicts with any number of them."""

    def __init__(self, deep: Deep, threads: int = 1) -> None:
        self._deep = deep
        self._threads = threads

    def solve(
        self, position: Position, rack: Rack, lexicon: Lexicon, generator: MoveGenerator, leaves: Leaves, moves: Collection[Move],
        guesses: Sequence[tuple[Rack, float]] = (), known: Rack | None = None,
    ) -> SimulatedPosition | None:  # fmt: skip
        """A position simulated for some moves, the best by equity beside them; None where the rules allow no simulation.

        ``guesses`` and ``known`` are those of `Plan`. It ends early when the grades of these moves are sure. Ctrl-C raises KeyboardInterrupt.
        """
        if not len(rack):
            return None
        ranking = rank_moves(generator, position.board, rack, True, True)
        ranked = list(ranking.moves)
        candidates = choose_candidates(ranked, generator.plays(position.board, rack))
        chosen = {candidate.move for candidate in candidates}
        candidates += [move for move in ranked if move.move in moves and move.move not in chosen]
        plan = Plan(
            iterations=self._deep.iterations, seed=self._deep.seed, threads=self._threads, scores=position.both_scores,
            scoreless=position.scoreless, known=known, guesses=guesses,
        )  # fmt: skip
        try:
            simulation = Simulation(Table(position.rules, lexicon, leaves), position.board, rack, candidates, plan, moves)
        except (DataError, SettingError):
            return None
        first, *others = simulation.run(enough=_is_sure)
        others.sort(key=lambda move: move.order, reverse=True)
        return SimulatedPosition(simulation, [first, *others], plan, any(plan.scores))
