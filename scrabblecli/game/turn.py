"""A position after a move: whose turn it is, what the scores are, which tiles are kept."""

from __future__ import annotations

from scrabblecli.endings import Turn, counts_as_scoreless
from scrabblecli.formats.position import Position
from scrabblecli.move import Move, Play, kept
from scrabblecli.tiles import Rack

__all__ = ["after_move", "turn_of"]


def turn_of(move: Move) -> Turn:
    """What a move counts as toward the end of the game."""
    return Turn(type(move).__name__.lower())


def after_move(position: Position, move: Move, score: int, rack: Rack | None, swap: bool) -> Position:
    """The position after a move of the player on turn.

    ``rack`` is that player's rack before the move, None when unknown; what is kept of it takes its place. With ``swap`` the
    other player comes first, as in CGP; else the order stays. Whether the turn was scoreless is counted by the rules.
    """
    board = position.board.after(move) if isinstance(move, Play) else position.board
    racks: tuple[Rack | None, ...] = (kept(move, rack), *position.racks[1:])
    scores = (position.scores[0] + score, *position.scores[1:]) if position.scores else ()
    turn = turn_of(move)
    scoreless = position.scoreless + 1 if counts_as_scoreless(turn, score, position.rules) else 0
    if swap:
        racks = (*(racks[1:] or (None,)), racks[0])
        scores = (*scores[1:], *scores[:1])
    return position._replace(board=board, racks=racks, scores=scores, scoreless=scoreless, move=None)
