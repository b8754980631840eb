"""What is known of the other rack: ``--opponent-rack``, ``--opponent-has``, and ``--infer BOARD MOVE`` from the move made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scrabblecli.cli.options import Decorator
from scrabblecli.cli.session import Session
from scrabblecli.errors import DataError
from scrabblecli.formats.position import Position
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Play
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.inference import Inference
    from scrabblecli.engine.movegen import MoveGenerator

__all__ = ["infer_option", "inferred"]

_NAMED = 5


def infer_option(belongs: str) -> Decorator:
    """``--infer``; ``belongs`` says what it belongs to."""
    return click.option(
        "--infer",
        nargs=2,
        metavar="BOARD MOVE",
        help=f"{belongs}: the board before the opponent's last move, and the move: racks with which it makes sense count more.",
    )


def inferred(
    session: Session,
    asked: tuple[str, str],
    position: Position,
    rack: Rack,
    lexicon: Lexicon,
    generator: MoveGenerator,
    seed: int,
) -> Inference:
    """What the opponent may have kept, told in a note.

    Raises DataError when the file has not one board, and when the move does not lead from it to the position; NotationError for a move that
    cannot be read.
    """
    from scrabblecli.analysis.inference import Observed, infer
    from scrabblecli.game.judging import judge_move

    name, text = asked
    boards = list(session.positions(name))
    if len(boards) != 1:
        raise DataError(f"has {len(boards)} positions: expected the one before the opponent's move (--infer)", name)
    before = boards[0].read(session.choice)
    judged = judge_move(before, text, lexicon, None)
    move = judged.move
    if move is None or not judged.playable:
        why = "; ".join(reason.message for reason in judged.reasons)
        raise DataError(f"--infer: {text} is not possible there: {why}", name)
    after = before.board.after(move) if isinstance(move, Play) else before.board
    if after != position.board:
        raise DataError(f"--infer: {text} on this board does not lead to the board that is solved", name)
    found = infer(generator, Observed(before.board, move, rack), seed=seed)
    alphabet = position.rules.tiles.alphabet
    best = ", ".join(f"{kept.text(alphabet) or 'nothing'} {100 * chance:.0f} %" for kept, chance in found.racks[:_NAMED])
    drawn = "" if found.complete else f", by {sum(1 for _ in found.racks)} sets drawn"
    session.note(f"note: the opponent may have kept {best}{drawn}")
    return found
