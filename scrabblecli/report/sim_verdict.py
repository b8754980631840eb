"""What a simulation says of a move in a verdict: chances to win, what was lost of them, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from scrabblecli.move import Move

if TYPE_CHECKING:
    from scrabblecli.analysis.sim_verdict import SimOutcome
    from scrabblecli.analysis.simulation import Simulated

__all__ = ["chances_data", "chances_sentences", "lost_text"]


def chances_data(outcome: SimOutcome, shown: Callable[[Move], str]) -> dict[str, Any]:
    """What a move and the best one come to, as plain data; ``shown`` writes moves."""
    behind = outcome.behind
    return {
        "win": outcome.played.win,
        "best_win": outcome.best.win,
        "win_lost": behind.win,
        "mean_lost": behind.mean,
        "interval": {
            "win": list(outcome.played.win_interval),
            "best_win": list(outcome.best.win_interval),
            "win_lost": list(behind.win_interval),
            "mean_lost": list(behind.mean_interval),
        },
        "graded_by": "equity" if behind.by_equity else "win",
        "tied": outcome.tied,
        "iterations": outcome.played.iterations,
        "plies": outcome.plan.plies,
        "seed": outcome.plan.seed,
        "scores": list(outcome.plan.scores),
        "candidates": [
            {
                "move": shown(found.ranked.move),
                "win": found.win,
                "mean": found.mean,
                "interval": {"win": list(found.win_interval), "mean": list(found.mean_interval)},
                "iterations": found.iterations,
                "dropped": found.dropped,
            }
            for found in outcome.found
        ],
    }


def _wins(move: Simulated) -> str:
    low, high = move.win_interval
    return f"{100 * move.win:.1f} % ± {50 * (high - low):.1f}"


def lost_text(outcome: SimOutcome) -> str:
    """What was lost, behind the grade: ``, 3.2 ± 1.1 % of the chances to win lost``."""
    if outcome.grade == "best":
        return ""
    lost, (_, high) = outcome.behind.counted
    if outcome.behind.by_equity:
        told = f"{lost:.1f} ± {high - lost:.1f} points lost, the game being decided"
    else:
        told = f"{100 * lost:.1f} ± {100 * (high - lost):.1f} % of the chances to win lost"
    return f", a tie with the best: {told}" if outcome.tied else f", {told}"


def chances_sentences(outcome: SimOutcome) -> Iterator[str]:
    """How likely both moves win, and what that rests on."""
    basis = f"in {outcome.played.iterations:,} iterations of {outcome.plan.plies} plies"
    even = "" if outcome.scores_known else ", the scores being taken as even"
    if outcome.grade == "best":
        yield f"It wins {_wins(outcome.played)} {basis}{even}."
        return
    yield f"The best wins {_wins(outcome.best)}, yours {_wins(outcome.played)} {basis}{even}."
    if outcome.tied:
        yield "So many iterations cannot tell the two apart."
