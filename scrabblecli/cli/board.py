"""``scrabblecli board``."""

from __future__ import annotations

import sys

import click

from scrabblecli.board import Board
from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import board_argument, rule_choice, shared_options, turn_option
from scrabblecli.cli.params import Choice
from scrabblecli.cli.session import Session, on_terminal
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import ScrabbleError
from scrabblecli.formats.detect import PositionText
from scrabblecli.formats.position import Position
from scrabblecli.report.position import write_position

__all__ = ["command"]


@click.command("board", cls=QuickCommand)
@board_argument(required=False)
@click.option(
    "--to",
    type=Choice(["draw", "text", "cgp", "svg", "html"]),
    help="Draw it, write it as a text board or as CGP, or make a picture of it.  [default: draw on a terminal, text elsewhere]",
)
@turn_option
@shared_options
@click.pass_context
def command(
    ctx: click.Context, board: str | None, to: str | None, rules: str | None, lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str, turn: int | None,
) -> int:  # fmt: skip
    """Draw a board, convert it, or make an empty one.

    Without BOARD, the empty board of the rule set. What is drawn or written can be read again by every command.

    Example:  scrabblecli board boards/teazeling.txt --to cgp
    """
    choice = rule_choice(ctx, rules, settings)
    session = Session.of(ctx, choice, lexicon, quiet, turn)
    to = to or ("draw" if on_terminal() else "text")
    if board is None:
        rule_set = choice.resolve()
        write_position(Position(Board.empty(rule_set.layout.rows, rule_set.layout.columns), rule_set), to, color)
        return ExitStatus.DONE

    def write(number: int | None, _source: PositionText, position: Position) -> int:
        where = "" if number is None else f"position {number}: "
        session.warn_of(position, position.rack, where)
        if to == "draw":
            try:
                found = session.lexicon(position.rules, position.lexicon, lenient="the file")
            except ScrabbleError:
                pass  # a board can be drawn without a word list
            else:
                session.warn_of_words(position, found, where)
        if to != "cgp" and number not in (None, 1):
            sys.stdout.write("\n")
        write_position(position, to, color)
        return ExitStatus.DONE

    return session.for_each(board, write)
