"""What a review says of each player, line by line: the same in a terminal and on a page."""

from __future__ import annotations

from collections.abc import Callable

from scrabblecli.game.review import PlayerReview, ReviewedTurn

__all__ = ["SUMMARY", "lost_unit", "move_mark"]

SUMMARY: tuple[tuple[str, Callable[[PlayerReview], str]], ...] = (
    ("points", lambda player: str(player.points)),
    ("average score", lambda player: f"{player.average_score:.1f}"),
    ("average equity lost", lambda player: f"{player.average_lost:.1f}" if player.graded else "-"),
    ("mistake index", lambda player: f"{player.mistake_index:.1f}" if player.graded else "-"),
    ("best, small, medium, large", lambda player: f"{player.best}, {player.small}, {player.medium}, {player.large}"),
    ("turns graded", lambda player: f"{player.graded} of {player.turns}"),
    ("bingos found, missed", lambda player: f"{player.bingos_found}, {player.bingos_missed}"),
    ("phonies, stayed", lambda player: f"{player.phonies}, {player.phonies_kept}"),
    ("challenges won, lost", lambda player: f"{player.challenges_won}, {player.challenges_lost}"),
    ("luck of the draw", lambda player: f"{player.luck:+.1f}"),
)


def lost_unit(turn: ReviewedTurn) -> str:
    """What a turn lost: equity, or points of the final spread."""
    return "of the final spread" if turn.basis == "endgame" else "equity"


def move_mark(turn: ReviewedTurn) -> str:
    """The move of a turn, with a ``*`` behind a phony."""
    return f"{turn.move}{'*' if turn.phony else ''}"
