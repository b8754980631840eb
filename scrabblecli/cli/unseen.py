"""``scrabblecli unseen``."""

from __future__ import annotations

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import board_argument, format_option, header_option, rule_choice, shared_options, turn_option
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.formats.detect import PositionText
from scrabblecli.formats.position import Position
from scrabblecli.report.unseen import count_unseen, print_unseen

__all__ = ["command"]


@click.command("unseen", cls=QuickCommand)
@board_argument()
@click.option("--rack", metavar="LETTERS", help="The tiles held, ? for a blank; without it they count as unseen.")
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@turn_option
@shared_options
@click.pass_context
def command(
    ctx: click.Context, board: str, rack: str | None, output_format: str, header: bool, rules: str | None, lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str, turn: int | None,
) -> int:  # fmt: skip
    """Count the tiles that are neither on the board nor on the rack.

    With how many of them are in the bag, and the chance that an opponent holds at least one of each.

    Example:  scrabblecli unseen boards/teazeling.txt --rack AEGINTZ
    """
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet, turn)
    output_format = chosen_format(output_format)

    def count(number: int | None, source: PositionText, position: Position) -> int:
        held = session.rack(rack, source, position)
        session.warn_of(position, held, "" if number is None else f"position {number}: ")
        print_unseen(count_unseen(position, held), output_format, number, header and number in (None, 1))
        return ExitStatus.DONE

    return session.for_each(board, count)
