"""What a challenge does to both players, in sentences and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scrabblecli.game.ruling import ChallengeRuling

__all__ = ["challenge_data", "consequences"]

_NEXT = {
    "player": "the player plays next",
    "challenger": "the challenger plays next",
    "following": "the player next in order plays next; where that one has lost the turn, the one after",
}
_OVER = {
    "out": "the player has played the last tile",
    "blocked": "there were too many scoreless turns in a row",
    "target": "the score that ends it is reached",
    "forfeit": "the challenger has lost it",
}


def consequences(ruling: ChallengeRuling, tiles: Sequence[str], before: Sequence[int] = ()) -> list[tuple[str, str]]:
    """What follows for player, challenger and score, and who plays next, each as a word that names it and a sentence.

    ``tiles`` are those laid, empty where they are not known; ``before`` the scores of player and challenger, where they are known.
    """
    outcome = ruling.outcome
    if not outcome.possible:
        kept = "an invalid play is not accepted in the first place" if outcome.retry else "the play stands"
        return [("rule", f"under {outcome.rule} there are no challenges: {kept}"), ("next", _next(ruling))]
    lines = []
    if outcome.acceptable:
        scored = "the points of the play stand" if ruling.score is None else f"the player scores {ruling.score}"
        gets = " and gets" if ruling.score is not None else ", and the player gets"
        gains = f"{gets} {outcome.player_points} more for the challenge" if outcome.player_points else ""
        lines.append(("player", scored + gains))
        if outcome.challenger_loses_game:
            lost = "loses the game"
        elif outcome.challenger_loses_turn:
            lost = "loses the next turn"
        elif outcome.challenger_points:
            lost = f"loses {-outcome.challenger_points} points"
        else:
            lost = "loses nothing"
        lines.append(("challenger", f"under {outcome.rule} the challenger {lost}"))
    else:
        after = "and plays again without penalty" if outcome.retry else "scores 0 and loses the turn"
        lines.append(("player", f"the player takes {_taken(tiles)} back, {after}"))
        lines.append(("challenger", f"under {outcome.rule} the challenger loses nothing"))
    player, challenger = ruling.scores
    if len(before) > 1:
        told = f"score, the player first: from {before[0]} to {before[1]}, now {player} to {challenger}"
    else:
        beside = "beside the points of the play " if outcome.acceptable and ruling.score is None else ""
        told = f"{beside}the player's score changes by {player}, the challenger's by {challenger}"
    return [*lines, ("score", told), ("next", _next(ruling))]


def _taken(tiles: Sequence[str]) -> str:
    """The tiles laid, so that they do not read like a word."""
    return " ".join(("the tile" if len(tiles) == 1 else "the tiles", *tiles))


def _next(ruling: ChallengeRuling) -> str:
    if ruling.next is None:
        return f"nobody plays next, the game is over: {_OVER[ruling.ending.how]}" if ruling.ending is not None else ""
    if not ruling.outcome.possible and ruling.next == "challenger":
        return "the opponent plays next"
    return "the player tries again" if ruling.outcome.retry else _NEXT[ruling.next]


def challenge_data(ruling: ChallengeRuling, returned: str | None) -> dict[str, Any]:
    """A challenge ruled on as plain data; ``returned`` are the tiles taken back, None where they are not known."""
    outcome = ruling.outcome
    player, challenger = ruling.scores
    known = ruling.score is not None or not outcome.acceptable
    return {
        "rule": outcome.rule,
        "possible": outcome.possible,
        "player": {
            "points": outcome.player_points,
            "score": player if known else None,
            "loses_turn": outcome.player_loses_turn,
            "plays_again": outcome.retry,
        },
        "challenger": {
            "points": outcome.challenger_points,
            "score": challenger,
            "loses_turn": outcome.challenger_loses_turn,
            "loses_game": outcome.challenger_loses_game,
        },
        "tiles_returned": "" if outcome.acceptable else returned,
        "next": ruling.next,
    }
