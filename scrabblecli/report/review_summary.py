"""What a review says of each player, line by line: the same in a terminal and on a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scrabblecli.game.review import PlayerReview, ReviewedTurn

__all__ = ["SUMMARY", "lost_text", "move_mark", "summary_lines"]

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


_CHANCES: tuple[tuple[str, Callable[[PlayerReview], str]], ...] = (
    ("chances to win lost", lambda player: "-" if player.win_lost is None else f"{100 * player.win_lost:.1f}%"),
)


def summary_lines(players: Sequence[PlayerReview]) -> tuple[tuple[str, Callable[[PlayerReview], str]], ...]:
    """The lines for some players, with chances to win where positions were simulated."""
    return SUMMARY + _CHANCES if any(player.win_lost is not None for player in players) else SUMMARY


def lost_text(turn: ReviewedTurn) -> str:
    """What a turn lost: equity, points of the final spread, or chances to win."""
    if turn.win_lost is None:
        return f"{turn.equity_lost:.1f} {'of the final spread' if turn.basis == 'endgame' else 'equity'}"
    low, high = turn.win_lost_interval or (0.0, 0.0)
    return f"{100 * turn.win_lost:.1f} ± {50 * (high - low):.1f} % of the chances to win ({turn.equity_lost:.1f} points)"


def move_mark(turn: ReviewedTurn) -> str:
    """The move of a turn, with a ``*`` behind a phony."""
    return f"{turn.move}{'*' if turn.phony else ''}"
