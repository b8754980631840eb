"""What a move is worth against the others of its position: ranks, what it lost, its grade, and why."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli.analysis.equity import Terms, terms
from scrabblecli.analysis.ranking import equity_order, other_moves, ranked_with
from scrabblecli.analysis.reasons import Candidate, Finding, find_reasons
from scrabblecli.board import Board
from scrabblecli.engine.movegen import LARGEST_WEIGHED, MoveGenerator, RankedMove
from scrabblecli.errors import DataError
from scrabblecli.move import Move, Pass, Play, kept
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.endgame_verdict import EndgameOutcome
    from scrabblecli.analysis.preendgame_verdict import PreendgameOutcome
    from scrabblecli.analysis.sim_verdict import SimOutcome

__all__ = ["GRADES", "Grader", "Phony", "Verdict", "grade_of"]

GRADES = ("best", "excellent", "small", "medium", "large")
"""The grades, from the best to the worst."""
_TOLD = 0.05
"""Differences smaller than this, in points, are not told."""
PHONY = "phony"
"""The grade of a play with a word that the list lacks."""


def grade_of(lost: float) -> str:
    """The grade of a move that lost so much equity.

    >>> [grade_of(lost) for lost in (0, 0.9, 1, 7, 7.1, 15, 15.1)]
    ['best', 'excellent', 'small', 'small', 'medium', 'medium', 'large']
    """
    if lost <= 0:
        return "best"
    if lost < 1:
        return "excellent"
    return "small" if lost <= 7 else "medium" if lost <= 15 else "large"


class Phony(NamedTuple):
    """What a play with an invalid word comes to: if it stays on the board, and if it is challenged off."""

    words: tuple[str, ...]
    score: int
    equity_on: float
    lost_on: float
    equity_off: float
    lost_off: float


class Verdict(NamedTuple):
    """A move judged against all others of its position.

    ``rank`` is by score and ``equity_rank`` by equity (None for a phony), ``plays`` the number of legal plays, ``moves`` that of
    all moves. ``best`` is the best move by equity, ``top_scorer`` the best by score (None where there is no play). ``points_lost``
    is to the highest score, ``equity_lost`` to the best move; a phony's is what it loses when it is challenged off.

    ``basis`` is what that rests on: ``equity``, ``sim`` where the position was simulated, ``preendgame`` where every case was worked out, or
    ``endgame`` where the end was proven. Then equity is what the spread gains, on average or until the end, and the field of that name has what the
    moves come to.
    """

    move: Move
    score: int
    leave: Rack
    equity: float
    terms: Terms
    rank: int | None
    equity_rank: int | None
    plays: int
    moves: int
    best: RankedMove
    top_scorer: RankedMove | None
    points_lost: int
    equity_lost: float
    grade: str
    reasons: tuple[Finding, ...]
    phony: Phony | None = None
    basis: str = "equity"
    endgame: EndgameOutcome | None = None
    sim: SimOutcome | None = None
    preendgame: PreendgameOutcome | None = None


class Grader:
    """Grades moves of one position. Raises DataError for a rack too large for its leaves to be valued."""

    def __init__(self, generator: MoveGenerator, board: Board, rack: Rack) -> None:
        if generator.valuation is None or not generator.weighs(rack):
            raise DataError(f"a rack of {len(rack)} tiles: moves are graded for racks of {LARGEST_WEIGHED} tiles at most")
        self._generator = generator
        self._valuation = generator.valuation
        self._board = board
        self._rack = rack
        self._by_score = generator.plays(board, rack)
        self._ranked = generator.plays(board, rack, True)
        self._others = list(other_moves(generator, board, rack, len(self._ranked)))
        self._best = self.best(1)[0]

    def best(self, count: int) -> list[RankedMove]:
        """The best moves by equity, plays before exchanges where they are equal."""
        return list(islice(ranked_with(self._ranked, self._others), count))

    def verdict(self, move: Move, score: int, invalid: tuple[str, ...] = ()) -> Verdict:
        """Grade a move that the rack allows; ``invalid`` has the words of a play that the list lacks."""
        parts = self._terms(move, score)
        equity = parts.equity
        left = kept(move, self._rack)
        assert left is not None
        rank = equity_rank = None
        top_scorer = self._by_score[0] if len(self._by_score) else None
        most = max(0, top_scorer.score if top_scorer is not None else 0)
        best = self._best.equity or 0.0
        phony = None
        if invalid:
            # challenged off, the player keeps all tiles and has lost the turn: no more than a pass
            against = self._legal(Pass(), 0)[2]
            off = against.equity
            phony = Phony(invalid, score, equity, best - equity, off, best - off)
            lost, points = phony.lost_off, most
            grade = PHONY
        else:
            rank, equity_rank, against = self._legal(move, score)
            equity, parts = against.equity, against.terms
            lost, points = best - equity, most - score
            grade = grade_of(lost)
        return Verdict(
            move, score, left, equity, parts, rank, equity_rank, len(self._by_score), len(self._ranked) + len(self._others), self._best, top_scorer, points, lost,
            grade, self._reasons(against, None if invalid else top_scorer, bool(invalid)), phony,
        )  # fmt: skip

    def listed(self, move: Move) -> Move:
        """A legal move as the lists have it: an opening down may be listed as its mirror image."""
        return self._by_score.as_listed(move) if isinstance(move, Play) else move

    def reasons_beyond(self, verdict: Verdict, best: RankedMove, lost: float) -> Iterator[Finding]:
        """Why a legal move is not as good as another that was found to be the best by looking ahead, or why it is the best itself.

        Of the points ``lost`` to it, those that equity does not tell of are `replies`.
        """
        top_scorer = self._by_score[0] if len(self._by_score) else None
        against, other = self._legal(verdict.move, verdict.score)[2], self._legal(best.move, best.score)[2]
        is_best = self.listed(verdict.move) == best.move
        yield from self._compared(against, other, top_scorer, False, is_best)
        rest = lost - (other.equity - against.equity)
        if not is_best and abs(rest) >= _TOLD:
            yield Finding("replies", {"difference": rest})

    def _terms(self, move: Move, score: int) -> Terms:
        return terms(self._generator.rules, self._valuation, self._board, self._rack, move, score)

    def _ranks(self, move: Move, equity: float) -> tuple[int, int, float]:
        """The ranks by score and by equity of a legal move, and its equity."""
        move = self.listed(move)
        if isinstance(move, Play):
            rank, equity_rank = self._by_score.place(move), self._ranked.place(move)
            return rank, equity_rank + sum((other.equity or 0.0) > equity for other in self._others), equity
        found = next(other for other in self._others if other.move == move)
        equity = found.equity or 0.0
        better = bisect_right(self._ranked, equity_order(found), key=equity_order)
        return found.rank, better + 1 + sorted(self._others, key=equity_order).index(found), equity

    def _legal(self, move: Move, score: int) -> tuple[int, int, Candidate]:
        """The ranks by score and by equity of a legal move, and what it is in comparison."""
        parts = self._terms(move, score)
        rank, equity_rank, equity = self._ranks(move, parts.equity)
        left = kept(move, self._rack)
        assert left is not None
        # a pass counts no more than the best exchange
        parts = parts._replace(leave=parts.leave + equity - parts.equity)
        return rank, equity_rank, Candidate(move, score, left, equity, parts)

    def _reasons(self, played: Candidate, top_scorer: RankedMove | None, off_board: bool) -> tuple[Finding, ...]:
        best = self._best
        best_left = kept(best.move, self._rack)
        assert best_left is not None
        parts = self._terms(best.move, best.score)
        against = Candidate(best.move, best.score, best_left, best.equity or 0.0, parts)
        return self._compared(played, against, top_scorer, off_board, played.equity >= against.equity)

    def _compared(
        self, played: Candidate, best: Candidate, top_scorer: RankedMove | None, off_board: bool, is_best: bool
    ) -> tuple[Finding, ...]:
        return find_reasons(self._generator, self._board, self._rack, self._ranked, played, best, top_scorer, off_board, is_best)
