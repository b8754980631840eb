"""What solving an endgame finds: the moves, what they come to, and how the game goes on after them."""

from __future__ import annotations

from typing import NamedTuple

from scrabblecli.analysis.endgame_rules import Ended
from scrabblecli.engine.movegen import RankedMove
from scrabblecli.move import Move

__all__ = ["EndgameMove", "Line", "Solved", "Step"]


class Step(NamedTuple):
    """One move of a line: ``player`` is 0 for the player on turn in the position that was solved."""

    player: int
    move: Move
    score: int


class Line(NamedTuple):
    """The moves to the end, and how the game ends."""

    steps: tuple[Step, ...]
    ended: Ended


class EndgameMove(NamedTuple):
    """A move and what it comes to: ``spread`` is the mover's points less the opponent's when the game is over.

    ``least`` and ``most`` are bounds of it that are proven, None where there is none. Where they do not meet, ``spread`` is the
    upper one, or what the search expects. ``line`` is there for the moves that were asked for, as far as the time went; where the
    spread is not exact, it is what the search expects and may end otherwise.
    """

    ranked: RankedMove
    spread: int
    least: int | None
    most: int | None
    line: Line | None = None

    @property
    def proven(self) -> bool:
        """Whether the spread is exact."""
        return self.least is not None and self.least == self.most


class Solved(NamedTuple):
    """An endgame solved, or as far as the time went: the moves from the best to the worst.

    ``proven`` is whether the first move is the best and its spread exact. ``positions`` is how many were looked at in ``seconds``;
    ``stopped`` says what ended the search before all was proven that was asked for: ``time``, ``interrupt``, ``limit`` or None.
    """

    moves: tuple[EndgameMove, ...]
    proven: bool
    positions: int
    seconds: float
    stopped: str | None
