"""Verdicts that look ahead: with one to three tiles in the bag every case is worked out, else positions are simulated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from scrabblecli.analysis.leaves import Leaves
from scrabblecli.analysis.preendgame_verdict import PreendgameJudge
from scrabblecli.analysis.sim_verdict import Deep, SimJudge
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.errors import DataError
from scrabblecli.formats.position import Position
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Move
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.inference import Inference
    from scrabblecli.analysis.verdict import Grader, Verdict

__all__ = ["DeepJudge", "LookedInto", "Opponent"]


class Opponent(NamedTuple):
    """What is thought of the other rack: what was inferred from the last move, or tiles that were seen."""

    inference: Inference | None = None
    known: Rack | None = None


_UNKNOWN = Opponent()


class LookedInto(Protocol):
    """A position looked into for the verdicts on some moves."""

    def judged(self, verdict: Verdict, grader: Grader) -> Verdict:
        """The verdict by what was found; as it was where nothing was."""

    def best(self, count: int) -> list[RankedMove]:
        """The best moves; their equity is what the spread gains on average."""


class DeepJudge:
    """Looks into positions: ``seconds`` for each pre-endgame (None: as long as it takes), then simulation, on so many threads."""

    def __init__(self, deep: Deep, seconds: float | None, threads: int = 1) -> None:
        self._cases = PreendgameJudge(seconds, threads)
        self._simulations = SimJudge(deep, threads)

    def solve(
        self, position: Position, rack: Rack, lexicon: Lexicon, generator: MoveGenerator, leaves: Leaves, moves: Sequence[Move],
        opponent: Opponent = _UNKNOWN,
    ) -> LookedInto | None:  # fmt: skip
        """A position looked into for some moves, None where the rules allow neither way. Ctrl-C raises KeyboardInterrupt."""
        inference = opponent.inference
        weight = None if inference is None else inference.weight
        try:
            worked = self._cases.solve(position, rack, lexicon, generator, moves, 1, weight, opponent.known)
        except DataError:
            worked = None  # more is unseen than the opponent and the bag hold
        if worked is not None and worked.settles(moves):
            return worked
        guesses = () if inference is None else tuple(inference.racks)
        return self._simulations.solve(position, rack, lexicon, generator, leaves, moves, guesses, opponent.known)
