"""What the reviews of several games come to, player by player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scrabblecli.game.review import PlayerReview, Review

__all__ = ["PlayerTotals", "totals_of"]


class PlayerTotals(NamedTuple):
    """A player's games, how many of them were won (a shared win is shared), and their reviews taken together."""

    games: int
    won: float
    review: PlayerReview


def totals_of(reviews: Sequence[Review]) -> list[PlayerTotals]:
    """Every player of some games, by whole name, in the order in which they first appear."""
    parts: dict[str, list[PlayerReview]] = {}
    won: dict[str, float] = {}
    for review in reviews:
        setting = review.setting
        for number, (name, player) in enumerate(zip(setting.names, review.players, strict=True)):
            parts.setdefault(name, []).append(player)
            share = 1 / len(setting.winners) if number in setting.winners else 0.0
            won[name] = won.get(name, 0.0) + share
    return [PlayerTotals(len(found), won[name], _together(name, found)) for name, found in parts.items()]


def _together(name: str, parts: Sequence[PlayerReview]) -> PlayerReview:
    """Sums of what is counted, averages over all turns."""
    turns = sum(part.turns for part in parts)
    graded = sum(part.graded for part in parts)
    chances = [part.win_lost for part in parts if part.win_lost is not None]
    sums = {field: sum(getattr(part, field) or 0 for part in parts) for field in PlayerReview._fields[1:]}
    return PlayerReview(name, **sums)._replace(
        average_score=sum(part.average_score * part.turns for part in parts) / max(1, turns),
        win_lost=sum(chances) if chances else None,
        average_lost=sum(part.average_lost * part.graded for part in parts) / max(1, graded),
    )
