"""Simulations as people and programs read them: chances to win, what the spread gains, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from scrabblecli.engine.movegen import RankedMove

if TYPE_CHECKING:
    from scrabblecli.analysis.simulation import Plan, Simulated

__all__ = ["SimulationBasis"]


class SimulationBasis(NamedTuple):
    """What a simulation found of a position: its candidates by their rank, and how it was made."""

    plan: Plan
    moves: Mapping[int, Simulated]
    stopped: str | None

    @classmethod
    def of(cls, plan: Plan, found: Sequence[Simulated], stopped: str | None) -> SimulationBasis:
        """What was found, in its order."""
        return cls(plan, dict(enumerate(found, start=1)), stopped)

    @property
    def heading(self) -> str:
        """Of the column on a terminal."""
        return "Win %        Gain"

    def text(self, ranked: RankedMove) -> str:
        """Chance to win and gain of the spread with their 95 % intervals; ``=`` for a tie with the first, ``-`` for one left behind."""
        move = self.moves[ranked.rank]
        win, mean = ((high - low) / 2 for low, high in (move.win_interval, move.mean_interval))
        mark = "=" if move.tied else "-" if move.dropped else " "
        return f"{mark} {100 * move.win:5.1f} ±{100 * win:<4.1f} {move.mean:+6.1f} ±{mean:<4.1f}"

    def cell(self, ranked: RankedMove, field: str) -> str:
        """One of the columns that only a simulation fills; empty for those of an endgame."""
        move = self.moves[ranked.rank]
        if field == "iterations":
            return str(move.iterations)
        values = {"win": move.win, "win_low": move.win_interval[0], "win_high": move.win_interval[1]}
        if field in values:
            return f"{values[field]:.4f}"
        points = {"mean": move.mean, "mean_low": move.mean_interval[0], "mean_high": move.mean_interval[1]}
        return f"{points[field]:.2f}" if field in points else ""

    def head(self) -> dict[str, Any]:
        """What JSON says of the position."""
        plan = self.plan
        return {
            "simulation": {
                "plies": plan.plies,
                "seed": plan.seed,
                "scores": list(plan.scores),
                "stopped": self.stopped,
                "guesses": len(plan.guesses),
            },
        }

    def data(self, ranked: RankedMove) -> dict[str, Any]:
        """What a simulation adds to a move."""
        move = self.moves[ranked.rank]
        return {
            "mean": move.mean,
            "win": move.win,
            "interval": {"mean": list(move.mean_interval), "win": list(move.win_interval)},
            "iterations": move.iterations,
            "tied": move.tied,
            "dropped": move.dropped,
        }

    def sentence(self, ranked: RankedMove) -> str:
        """What came of a move, read aloud."""
        move = self.moves[ranked.rank]
        told = f"Wins {100 * move.win:.1f} percent, gains {move.mean:.1f} points on average in {move.iterations:,} iterations."
        return f"{told} It cannot be told apart from the first." if move.tied else told

    def closing(self, aloud: bool) -> list[str]:
        """What the marks mean."""
        if aloud or not self.moves:
            return []
        iterations = max(move.iterations for move in self.moves.values())
        lines = [f"{iterations:,} iterations of {self.plan.plies} plies, seed {self.plan.seed}; ± is a 95 % interval"]
        marks = []
        if any(move.tied for move in self.moves.values()):
            marks.append("= cannot be told apart from the first")
        if any(move.dropped for move in self.moves.values()):
            marks.append("- left behind early")
        return [lines[0], "; ".join(marks)] if marks else lines
