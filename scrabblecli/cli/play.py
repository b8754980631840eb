"""``scrabblecli play``."""

from __future__ import annotations

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import MOVE_ARGUMENTS, board_argument, move_text, rule_choice, shared_options, turn_option
from scrabblecli.cli.params import Choice
from scrabblecli.cli.session import Session, on_terminal
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import IllegalMoveError
from scrabblecli.formats.detect import PositionText
from scrabblecli.formats.position import Position, over_already
from scrabblecli.game.judging import judge_move
from scrabblecli.game.turn import after_move
from scrabblecli.report.position import write_position

__all__ = ["command"]


@click.command("play", cls=QuickCommand, context_settings=MOVE_ARGUMENTS)
@board_argument()
@click.argument("move", metavar="MOVE", nargs=-1, type=click.UNPROCESSED, required=True)
@click.option("--rack", metavar="LETTERS", help="The tiles held; what is kept of them becomes the rack of the new board.")
@click.option("--phony", is_flag=True, help="Lay the play although the word list lacks a word of it.")
@click.option(
    "--to",
    type=Choice(["text", "cgp", "draw"]),
    help="Write a text board, CGP, or draw it.  [default: as BOARD is; on a terminal a text board is drawn]",
)
@turn_option
@shared_options
@click.pass_context
def command(
    ctx: click.Context, board: str, move: tuple[str, ...], rack: str | None, phony: bool, to: str | None, rules: str | None,
    lexicon: str | None, settings: tuple[tuple[str, object], ...], quiet: bool, color: str, turn: int | None,
) -> int:  # fmt: skip
    """Print the board after a move, for the next command.

    A text board keeps its rack, rules, lexicon and scores lines, brought up to date; in CGP the other player is on turn. An
    illegal move prints nothing and ends with 1.

    Example:  scrabblecli play boards/teazeling.txt 1L MAZE --rack AEGINTZ
    """
    text = move_text(ctx, move)
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet, turn)

    def make(number: int | None, source: PositionText, position: Position) -> int:
        held = session.rack(rack, source, position)
        found = session.lexicon(position.rules, position.lexicon, source.naming)
        judged = judge_move(position, text, found, held)
        session.warn_of(position, held, "" if number is None else f"position {number}: ")
        session.note_small_letters(text, judged.move, held)
        if judged.reasons and not (phony and judged.playable):
            hint = "; --phony lays it all the same" if judged.playable else ""
            raise IllegalMoveError(text, judged.reasons, hint)
        assert judged.move is not None
        form = to or ("cgp" if source.kind == "cgp" else "draw" if on_terminal() else "text")
        after = after_move(position, judged.move, judged.score or 0, held, swap=form == "cgp")
        if over := over_already(after):
            session.note(f"note: {over}")
        if session.lexicon_wins:
            after = after._replace(lexicon=session.lexicon_name)
        write_position(after, form, color)
        return ExitStatus.DONE

    return session.for_each(board, make)
