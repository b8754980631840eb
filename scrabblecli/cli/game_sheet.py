"""``scrabblecli game sheet``: a sheet to print, for writing down a game and for tracking its tiles."""

from __future__ import annotations

import click

from scrabblecli.cli.game import command, done, followed
from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import quiet_option, rule_choice, rules_option, settings_option
from scrabblecli.cli.params import BoardFile
from scrabblecli.cli.session import Session
from scrabblecli.cli.status import ExitStatus

__all__ = ["sheet"]


@command.command("sheet", cls=QuickCommand)
@click.argument("file", metavar="[FILE]", required=False, type=BoardFile())
@click.option("--players", metavar="NAMES", help="Two to four names with commas between them.  [default: room for names]")
@click.option("--turns", metavar="N", type=click.IntRange(1, 60), help="Room for so many turns of each player.  [default: 20; those of a finished game]")  # fmt: skip
@click.option("--rack", metavar="LETTERS", help="Your own tiles: marked, and not counted as unseen.")
@rules_option
@settings_option
@quiet_option
@click.pass_context
def sheet(
    ctx: click.Context, file: str | None, players: str | None, turns: int | None, rack: str | None, rules: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool,
) -> int:  # fmt: skip
    """Write a score and tracking sheet as one page of HTML to print.

    Without FILE it is an empty form with the tiles of the rule set to cross out; --set players=4 makes room for four. With a recorded
    game it has its turns, and the tiles on the board are crossed out.

    Example:  scrabblecli game sheet --rules super
    """
    import sys

    from scrabblecli.formats.position import position_warnings
    from scrabblecli.formats.transcript import Player
    from scrabblecli.game.edit import named_players
    from scrabblecli.report.tracking import ROWS, tracking_page
    from scrabblecli.tiles import Rack

    if file is not None and players is not None:
        raise click.UsageError("--players is for an empty sheet: FILE has the names", ctx)
    session = Session.of(ctx, rule_choice(ctx, rules, settings), None, quiet)
    game = None if file is None else followed(session, file)
    rule_set = session.choice.resolve() if game is None else game.rules
    named = game.players if game is not None else (Player(""),) * rule_set.players if players is None else named_players(players)
    held = None if rack is None else Rack.parse(rack, rule_set.tiles)
    if game is not None:
        for message in position_warnings(game.reached.board, held, rule_set):
            session.warn(message)
    sys.stdout.write(tracking_page(rule_set, named, turns or (ROWS if game is None or game.ending is None else 1), game, held))
    return ExitStatus.DONE if game is None else done(game)
