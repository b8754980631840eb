"""Verdicts on moves with one to three tiles in the bag: in how many of the ways the unseen tiles may lie each wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli.analysis.deals import MOST_IN_BAG, Preendgame
from scrabblecli.analysis.endgame_rules import check_rules
from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.analysis.sim_verdict import grade_of_chances
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.errors import SettingError
from scrabblecli.formats.position import Position, bag_count
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.kept import KeptByList
from scrabblecli.move import Move
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.preendgame import PreendgameMove, Preendgames, PreendgameSolved
    from scrabblecli.analysis.verdict import Grader, Verdict

__all__ = ["SECONDS", "PreendgameJudge", "PreendgameOutcome", "WorkedOut"]

SECONDS = 60.0
"""How long a pre-endgame is worked out for a verdict, unless another time is given."""
_NOTHING = 1e-9


class PreendgameOutcome(NamedTuple):
    """What a move and the best one come to, as far as is proven or expected; ``found`` has all moves looked at, the best first.

    ``scores_known`` is whether the scores were.
    """

    played: PreendgameMove
    best: PreendgameMove
    found: Sequence[PreendgameMove]
    scores_known: bool

    @property
    def share_lost(self) -> float:
        """How much less of all cases the move wins than the best, a tie counting half."""
        return max(0.0, self.best.share - self.played.share)

    @property
    def spread_lost(self) -> float:
        """How much less its mean final spread is, 0 where it is more or not known."""
        if self.best.spread is None or self.played.spread is None:
            return 0.0
        return max(0.0, self.best.spread - self.played.spread)

    @property
    def grade(self) -> str:
        """The grade: by the chances lost, and where both moves always win, or always lose, by the mean spread lost."""
        from scrabblecli.analysis.verdict import grade_of

        if self.share_lost > _NOTHING:
            return grade_of_chances(100 * self.share_lost)
        grade = grade_of(round(self.spread_lost, 6))
        decided = not _NOTHING < self.best.share < 1 - _NOTHING
        return grade if decided or grade == "best" else "excellent"


class WorkedOut:
    """A pre-endgame worked out for the verdicts on some moves; ``solved`` has what was found."""

    def __init__(self, start: Preendgame, solved: PreendgameSolved, scores_known: bool = True) -> None:
        self.solved = solved
        self._scores_known = scores_known
        self._start = start
        self._moves = {move.ranked.move: move for move in solved.moves}

    def gain(self, move: PreendgameMove) -> float:
        """What the spread gains by a move until the end on average, 0 where that is not known."""
        mine, theirs = self._start.scores
        return 0.0 if move.spread is None else move.spread - (mine - theirs)

    def best(self, count: int) -> list[RankedMove]:
        """The best moves that were not left behind; their equity is what they gain on average until the end."""
        return [
            move.ranked._replace(equity=self.gain(move))
            for move in self.solved.moves[:count]
            if not move.left and move.spread is not None
        ]

    def outcome(self, move: Move) -> PreendgameOutcome | None:
        """What a move and the best one come to, None for one that was not looked at."""
        played, best = self._moves.get(move), self.solved.moves[0]
        if played is None or played.spread is None or best.spread is None:
            return None
        return PreendgameOutcome(played, best, self.solved.moves, self._scores_known)

    def settles(self, moves: Sequence[Move]) -> bool:
        """Whether the best move is known, and what it and some others come to is proven, so that they can be graded."""
        outcomes = [self.outcome(move) for move in moves]
        return self.solved.decided and all(
            outcome is not None and outcome.played.proven and outcome.best.proven for outcome in outcomes
        )

    def judged(self, verdict: Verdict, grader: Grader) -> Verdict:
        """The verdict by what the move comes to, its basis ``preendgame``; as it was for a phony, and for a move not looked at."""
        outcome = self.outcome(grader.listed(verdict.move))
        if verdict.phony is not None or outcome is None:
            return verdict
        gain = self.gain(outcome.played)
        best = outcome.best.ranked._replace(equity=self.gain(outcome.best))
        terms = verdict.terms._replace(replies=gain - verdict.terms.equity)
        return verdict._replace(
            basis="preendgame", preendgame=outcome, best=best, equity=gain, terms=terms, equity_rank=outcome.played.ranked.rank,
            moves=len(self._moves), equity_lost=self.gain(outcome.best) - gain, grade=outcome.grade,
            reasons=tuple(grader.reasons_beyond(verdict, outcome.best.ranked, self.gain(outcome.best) - gain)),
        )  # fmt: skip


class PreendgameJudge:
    """Works out pre-endgames for verdicts, each in so many seconds at most (None: as long as it takes)."""

    def __init__(self, seconds: float | None = SECONDS, threads: int = 1) -> None:
        self._seconds = seconds
        self._threads = threads
        self._preendgames = KeptByList(self._solver)

    def solve(
        self,
        position: Position,
        rack: Rack,
        lexicon: Lexicon,
        generator: MoveGenerator,
        moves: Sequence[Move],
        top: int = 1,
        weight: Callable[[Rack], float] | None = None,
        known: Rack | None = None,
    ) -> WorkedOut | None:
        """The pre-endgame of a position worked out for some moves that the rack allows and the best candidates.

        ``generator`` ranks candidates by equity; ``weight`` and ``known`` are those of `Preendgame`. None where there is none: a bag
        that is empty or has more than three tiles, no rack, or rules that allow no solution. Ctrl-C raises KeyboardInterrupt.
        """
        from scrabblecli.analysis.endgame_kernels import Limits
        from scrabblecli.analysis.preendgame import CANDIDATES, FINALISTS

        rules = position.rules
        bag = bag_count(position.board, rack, rules)
        if not len(rack) or not 1 <= bag <= MOST_IN_BAG:
            return None
        preendgames = self._preendgames(rules, lexicon)
        if preendgames is None:
            return None
        start = Preendgame.of(position, rack, known, weight)
        ranked = rank_moves(generator, position.board, rack, True, True).moves
        candidates: list[RankedMove] = []
        wanted = set(moves)
        for place, move in enumerate(ranked):
            if place < CANDIDATES[bag] or move.move in wanted:
                candidates.append(move)
        solved = preendgames.solve(start, candidates, top, Limits(self._seconds), finalists=FINALISTS, always=moves)
        if solved.stopped == "interrupt":
            raise KeyboardInterrupt  # half a verdict is none
        return WorkedOut(start, solved, any(start.scores))

    def _solver(self, rules: RuleSet, lexicon: Lexicon) -> Preendgames | None:
        """Who solves under some rules, None where they allow no solution."""
        from scrabblecli.analysis.preendgame import Preendgames

        try:
            check_rules(rules)
            return Preendgames(rules, lexicon, self._threads)
        except SettingError:
            return None
