"""``scrabblecli unseen``."""

from __future__ import annotations

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import board_argument, format_option, rule_choice, shared_options
from scrabblecli.cli.session import Session, on_terminal
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import ScrabbleError
from scrabblecli.plain import printable
from scrabblecli.report.unseen import count_unseen, print_unseen

__all__ = ["command"]


@click.command("unseen", cls=QuickCommand)
@board_argument()
@click.option("--rack", metavar="LETTERS", help="The tiles held, ? for a blank; without it they count as unseen.")
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@click.option("--header/--no-header", default=True, help="A header line in tsv and csv.")
@shared_options
@click.pass_context
def command(
    ctx: click.Context, board: str, rack: str | None, output_format: str, header: bool, rules: str | None, lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Count the tiles that are neither on the board nor on the rack.

    With how many of them are in the bag, and the chance that an opponent holds at least one of each.

    Example:  scrabblecli unseen boards/teazeling.txt --rack AEGINTZ
    """
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    if output_format == "auto":
        output_format = "table" if on_terminal() else "tsv"
    texts = list(session.positions(board))
    several = len(texts) > 1
    failed = False
    for number, text in enumerate(texts, start=1):
        try:
            position = text.read(session.choice)
            held = session.rack(rack, text, position)
        except ScrabbleError as error:
            if not several:
                raise
            failed = True
            click.echo(f"error: {printable(f'position {number}: {error}')}", err=True)
            continue
        session.warn_of(position, held, f"position {number}: " if several else "")
        shape = "jsonl" if several and output_format == "json" else output_format
        print_unseen(count_unseen(position, held), shape, number if several else None, header and number == 1)
    return ExitStatus.BAD_INPUT if failed else ExitStatus.DONE
