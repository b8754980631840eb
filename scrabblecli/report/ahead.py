"""What looking ahead says of a move in a verdict: chances to win, what was lost of them, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from scrabblecli.move import Move
from scrabblecli.report.sentences import count_of
from scrabblecli.tiles import Alphabet

if TYPE_CHECKING:
    from scrabblecli.analysis.preendgame import PreendgameMove
    from scrabblecli.analysis.preendgame_verdict import PreendgameOutcome
    from scrabblecli.analysis.sim_verdict import SimOutcome
    from scrabblecli.analysis.simulation import Simulated
    from scrabblecli.analysis.verdict import Verdict

__all__ = ["ahead_sentences", "best_chance", "cases_data", "chances_data", "chances_of", "lost_ahead"]


_NOTHING = 1e-9


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


def _lost_in_draws(outcome: SimOutcome) -> str:
    """What was lost, behind the grade: ``, 3.2 ± 1.1 % of the chances to win lost``."""
    if outcome.grade == "best":
        return ""
    lost, (_, high) = outcome.behind.counted
    if outcome.behind.by_equity:
        told = f"{lost:.1f} ± {high - lost:.1f} points lost, the game being decided"
    else:
        told = f"{100 * lost:.1f} ± {100 * (high - lost):.1f} % of the chances to win lost"
    return f", a tie with the best: {told}" if outcome.tied else f", {told}"


def _drawn_sentences(outcome: SimOutcome) -> Iterator[str]:
    """How likely both moves win, and what that rests on."""
    basis = f"in {outcome.played.iterations:,} iterations of {outcome.plan.plies} plies"
    even = "" if outcome.scores_known else ", the scores being taken as even"
    if outcome.grade == "best":
        yield f"It wins {_wins(outcome.played)} {basis}{even}."
        return
    yield f"The best wins {_wins(outcome.best)}, yours {_wins(outcome.played)} {basis}{even}."
    if outcome.tied:
        yield "So many iterations cannot tell the two apart."


def cases_data(outcome: PreendgameOutcome, shown: Callable[[Move], str]) -> dict[str, Any]:
    """What a move and the best one come to in all cases, as plain data; ``shown`` writes moves."""

    def told(move: PreendgameMove) -> dict[str, Any]:
        return {
            "move": shown(move.ranked.move), "won": move.win, "tied": move.tie, "lost": move.loss, "spread": move.spread, "proven": move.proven,
            "cases": move.cases, "draws": move.draws, "left": move.left,
        }  # fmt: skip

    return {
        "win": outcome.played.share,
        "best_win": outcome.best.share,
        "win_lost": outcome.share_lost,
        "played": told(outcome.played),
        "candidates": [told(move) for move in outcome.found],
    }


def _case_sentences(outcome: PreendgameOutcome, alphabet: Alphabet) -> Iterator[str]:
    even = "" if outcome.scores_known else ", the scores being taken as even"
    where = f"of {count_of(outcome.best.cases, 'case')}" + (
        "" if outcome.best.draws is None else f" ({outcome.best.draws} drawn)"
    )
    best, played = (f"{100 * move.share:.1f} %" for move in (outcome.best, outcome.played))
    if outcome.played.ranked.move == outcome.best.ranked.move:
        yield f"It wins {best} {where}, proven{even}."
        return
    yield f"The best wins {best} {where}, yours {played}, proven{even}."
    worse = []
    for bag in outcome.played.bags:
        other = next((found for found in outcome.best.bags if found.bag == bag.bag), None)
        if other is not None and bag.win + bag.tie / 2 < other.win + other.tie / 2 - _NOTHING:
            worse.append(bag.bag.text(alphabet))
    if worse and len(worse) < len(outcome.played.bags):
        yield f"It is worse than the best with {', '.join(worse)} in the bag."


def ahead_sentences(verdict: Verdict, alphabet: Alphabet) -> Iterator[str]:
    """How likely the move and the best one win, and what that rests on; nothing for a verdict by equity or by the end."""
    if verdict.sim is not None:
        yield from _drawn_sentences(verdict.sim)
    elif verdict.preendgame is not None:
        yield from _case_sentences(verdict.preendgame, alphabet)


def lost_ahead(verdict: Verdict) -> str | None:
    """What was lost, to stand behind the grade, None for a verdict by equity or by the end."""
    if verdict.sim is not None:
        return _lost_in_draws(verdict.sim)
    if verdict.preendgame is None:
        return None
    lost = verdict.preendgame.share_lost
    if verdict.grade == "best":
        return ", proven"
    if lost < _NOTHING:
        return f", {verdict.equity_lost:.1f} points of the mean final spread lost"
    return f", {100 * lost:.1f} % of the chances to win lost, proven"


def best_chance(verdict: Verdict) -> float | None:
    """The chance to win after the best move, None for a verdict by equity or by the end."""
    if verdict.sim is not None:
        return verdict.sim.best.win
    return None if verdict.preendgame is None else verdict.preendgame.best.share


def chances_of(verdict: Verdict) -> dict[Move, float]:
    """The chance to win after each move that was looked into, 0 to 1."""
    if verdict.sim is not None:
        return {found.ranked.move: found.win for found in verdict.sim.found}
    return {} if verdict.preendgame is None else {found.ranked.move: found.share for found in verdict.preendgame.found}
