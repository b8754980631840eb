"""Verdicts on moves with an empty bag: what they come to when both play on as well as they can, proven by the endgame solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli.analysis.endgame_rules import EndgameState, check_rules
from scrabblecli.analysis.equity import Terms
from scrabblecli.analysis.reasons import Finding
from scrabblecli.engine.movegen import RankedMove
from scrabblecli.errors import DataError, SettingError
from scrabblecli.formats.position import Position, bag_count
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.kept import KeptByList
from scrabblecli.move import Move, format_move
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.endgame import Endgames
    from scrabblecli.analysis.endgame_results import EndgameMove, Solved
    from scrabblecli.analysis.known import KnownAdvice
    from scrabblecli.analysis.verdict import Verdict
    from scrabblecli.engine.movegen import PlayList
    from scrabblecli.lexicon.vocabulary import Vocabulary

__all__ = ["SECONDS", "EndgameJudge", "EndgameOutcome", "SolvedPosition"]

SECONDS = 5.0
"""How long an endgame is searched for a verdict, unless another time is given."""


class EndgameOutcome(NamedTuple):
    """What a move and the best one come to. ``scores_known`` is whether the scores were, so that it can be told who wins.

    ``changed`` has the result of the best move and that of the one played (``win``, ``tie``, ``loss``) where they differ.
    """

    state: EndgameState
    played: EndgameMove
    best: EndgameMove
    scores_known: bool

    @property
    def changed(self) -> tuple[str, str] | None:
        """The results of both moves, where they differ."""
        before, after = _result(self.best), _result(self.played)
        return (before, after) if self.scores_known and before != after else None


def _result(move: EndgameMove) -> str:
    """What a move makes of the game: of equal scores the one that was higher before the leftovers wins."""
    spread = move.spread
    if not spread and move.line is not None:
        mine, theirs = move.line.ended.before
        spread = mine - theirs
    return "win" if spread > 0 else "tie" if spread == 0 else "loss"


class SolvedPosition:
    """An endgame solved for the verdicts on some moves."""

    def __init__(
        self, state: EndgameState, solved: Solved, scores_known: bool, endgames: Endgames, seconds: float | None
    ) -> None:
        self._state = state
        self._solved = solved
        self._endgames = endgames
        self._seconds = seconds
        self._scores_known = scores_known
        self._moves = {move.ranked.move: move for move in solved.moves}

    def gain(self, move: EndgameMove) -> int:
        """What the spread gains by a move until the end."""
        return move.spread - self._state.spread

    def best(self, count: int) -> list[RankedMove]:
        """The best moves whose ends are proven; their equity is what they gain until the end."""
        return [self._ranked(move) for move in self._solved.moves[:count] if move.proven]

    def advice(self, plays: PlayList, vocabulary: Vocabulary) -> KnownAdvice | None:
        """The best move within a vocabulary, None where it is not proven in time. Ctrl-C raises KeyboardInterrupt."""
        from scrabblecli.analysis.known import best_known_end

        return best_known_end(self._endgames, self._state, self._solved, plays, vocabulary, self._seconds)

    def _ranked(self, move: EndgameMove) -> RankedMove:
        return move.ranked._replace(equity=float(self.gain(move)))

    def judged(self, verdict: Verdict) -> Verdict:
        """The verdict by what the move comes to; as it was for a phony, and where not all that matters is proven."""
        from scrabblecli.analysis.verdict import grade_of

        played = self._moves.get(verdict.move)
        if verdict.phony is not None or played is None or not played.proven or not self._solved.proven:
            return verdict
        best = self._solved.moves[0]
        outcome = EndgameOutcome(self._state, played, best, self._scores_known)
        lost = best.spread - played.spread
        grade = "large" if outcome.changed else grade_of(lost)
        gain = float(self.gain(played))
        return verdict._replace(
            basis="endgame", endgame=outcome, best=self._ranked(best), equity=gain, terms=Terms(verdict.score, ending=gain - verdict.score),
            equity_rank=self._rank(played), moves=len(self._moves), equity_lost=float(lost), grade=grade,
            reasons=tuple(self._reasons(verdict, outcome, lost)),
        )  # fmt: skip

    def _rank(self, played: EndgameMove) -> int | None:
        """The rank of a move by what it comes to, None where that of others is not known well enough."""
        better = 0
        for other in self._solved.moves:
            if other.least is not None and other.least > played.spread:
                better += 1
            elif other.most is None or other.most > played.spread:
                return None
        return better + 1

    def _reasons(self, verdict: Verdict, outcome: EndgameOutcome, lost: int) -> Iterable[Finding]:
        best, played = outcome.best, outcome.played
        if not lost:
            top = verdict.top_scorer
            other = None if top is None else self._moves.get(top.move)
            if (
                top is not None
                and other is not None
                and other.proven
                and top.score > verdict.score
                and other.spread < played.spread
            ):
                numbers = {
                    "move": self._shown(top.move),
                    "points": top.score - verdict.score,
                    "difference": played.spread - other.spread,
                }
                yield Finding("ends_better", numbers)
            return
        points = best.ranked.score - verdict.score
        if points:
            yield Finding("points", {"difference": points})
        if lost != points:
            numbers = {"difference": lost - points, "final_spread": played.spread, "best_final_spread": best.spread}
            yield Finding("play_out", {**numbers, "best_goes_out": not best.ranked.leave})
        if outcome.changed:
            yield Finding("result", dict(zip(("best", "played"), outcome.changed, strict=True)))

    def _shown(self, move: Move) -> str:
        return format_move(move, self._state.rules.tiles.alphabet, self._state.board)


class EndgameJudge:
    """Solves endgames for verdicts, each in so many seconds at most (None: as long as it takes)."""

    def __init__(self, seconds: float | None = SECONDS, threads: int = 1) -> None:
        self._seconds = seconds
        self._threads = threads
        self._endgames = KeptByList(self._solver)

    def solve(
        self,
        position: Position,
        rack: Rack,
        lexicon: Lexicon,
        moves: Sequence[Move],
        top_scorer: RankedMove | None,
        top: int = 1,
    ) -> SolvedPosition | None:
        """The endgame of a position solved for some moves, None where there is none: tiles in the bag, or rules that allow no solution.

        Ctrl-C raises KeyboardInterrupt.
        """
        rules = position.rules
        if not len(rack) or bag_count(position.board, rack, rules):
            return None
        endgames = self._endgames(rules, lexicon)
        if endgames is None:
            return None
        try:
            state = EndgameState.of(position, rack)
            wanted = list(dict.fromkeys([*moves, *([top_scorer.move] if top_scorer else [])]))
            solved = endgames.solve(state, max(1, top), self._seconds, wanted)
        except DataError:
            return None  # nobody holds anything any more, or more is unseen than a rack holds
        if solved.stopped == "interrupt":
            raise KeyboardInterrupt  # half a verdict is none
        return SolvedPosition(state, solved, any(state.scores), endgames, self._seconds)

    def _solver(self, rules: RuleSet, lexicon: Lexicon) -> Endgames | None:
        """Who solves under some rules, None where they allow no solution."""
        from scrabblecli.analysis.endgame import Endgames

        try:
            check_rules(rules)
            return Endgames(rules, lexicon, self._threads)
        except SettingError:
            return None
