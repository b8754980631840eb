"""When a game is over, what the leftovers do to the scores, and who wins: pure functions of the rules in force.

Sources: the Hasbro U.S. rule sheets of 2003 and 2021 (leftovers move to the player who went out; passes end the game), NASPA, WESPA and
ABSP (twice the opponent's leftovers; six scoreless turns), Zynga's help pages (three scoreless turns, not at 0-0).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from scrabblecli.rules import RuleSet
from scrabblecli.tiles import TileSet

__all__ = ["Turn", "adjustments", "counts_as_scoreless", "is_blocked", "leftover_points", "reached_target", "winners"]


class Turn(Enum):
    """What a player did in a turn, as far as the end of the game cares."""

    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"
    LOST_CHALLENGE = "lost challenge"
    """A play that was challenged off, or a turn forfeited by a wrong challenge."""


def counts_as_scoreless(turn: Turn, score: int, rules: RuleSet) -> bool:
    """Whether a turn counts toward the scoreless turns that end a game (setting ``scoreless_counts``)."""
    counts = rules.settings["scoreless_counts"]
    if counts == "passes":
        return turn is Turn.PASS
    return turn is not Turn.PLAY or (counts == "zero" and score == 0)


def is_blocked(scoreless: int, scores: Sequence[int], rules: RuleSet) -> bool:
    """Whether so many scoreless turns in a row end the game; in some rule sets never while nobody has scored."""
    limit = rules.scoreless_limit
    return 0 < limit <= scoreless and (bool(rules.settings["scoreless_at_start"]) or any(scores))


def reached_target(scores: Sequence[int], rules: RuleSet) -> bool:
    """Whether a score ends the game at once: that of the table, or a player's own."""
    end, targets = rules.settings["end_score"], rules.settings["targets"]
    if end and max(scores, default=0) >= end:
        return True
    return any(score >= target for score, target in zip(scores, targets, strict=False))


def leftover_points(codes: Iterable[int], tiles: TileSet) -> int:
    """The value of unplayed tiles, as rack codes; an unplayed blank always counts what the set gives a blank, 0 as a rule."""
    return sum(tiles.values[code] for code in codes)


def adjustments(leftovers: Sequence[int], went_out: int | None, rules: RuleSet) -> tuple[int, ...]:
    """What each player's score changes by at the end.

    ``leftovers`` has the value of each player's unplayed tiles, ``went_out`` is the player who played the last tile, None when the
    game was blocked. With three or four players ``double`` means ``transfer``.

    >>> from scrabblecli.rules import load_rules
    >>> adjustments([0, 8], 0, load_rules("hasbro-2021")), adjustments([0, 8], 0, load_rules("tournament"))
    ((8, -8), (16, 0))
    """
    how = rules.settings["leftovers"]
    if how == "none":
        return (0,) * len(leftovers)
    if how == "subtract" or went_out is None:
        return tuple(-points for points in leftovers)
    others = sum(points for player, points in enumerate(leftovers) if player != went_out)
    if how == "double" and len(leftovers) == 2:
        return tuple(2 * others if player == went_out else 0 for player in range(2))
    return tuple(others - points if player == went_out else -points for player, points in enumerate(leftovers))


def winners(before: Sequence[int], after: Sequence[int]) -> tuple[int, ...]:
    """The players who win: the highest adjusted score, on a tie the higher score before the adjustment; else they share.

    >>> winners([100, 90], [95, 95]), winners([90, 90], [95, 95])
    ((0,), (0, 1))
    """
    best = max(zip(after, before, strict=True))
    return tuple(player for player, scores in enumerate(zip(after, before, strict=True)) if scores == best)
