"""``scrabblecli game``: recorded games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scrabblecli.cli.helping import QuickCommand, QuickGroup
from scrabblecli.cli.options import format_option, header_option, rule_choice, shared_options
from scrabblecli.cli.params import BoardFile
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus

if TYPE_CHECKING:
    from scrabblecli.game.record import Game

__all__ = ["command", "done", "followed"]


@click.group(
    "game",
    cls=QuickGroup,
    later={
        **{name: f"scrabblecli.cli.game_{name}" for name in ("clock", "duplicate", "missed", "review", "sheet")},
        **dict.fromkeys(("new", "add", "undo", "amend"), "scrabblecli.cli.game_table"),
    },
)
def command() -> None:
    """Recorded games: score sheets, positions, other notations; and a game kept at the table.

    Games are read as GCG or as a game text, one line a turn; - is standard input.

    Example:  scrabblecli game score boards/kitchen.gcg
    """


def followed(session: Session, file: str) -> Game:
    """The game in a file; what is odd about it is said on standard error."""
    game = session.game(file)
    for finding in game.findings:
        session.warn(finding.message)
    return game


def done(game: Game) -> int:
    """Done, unless the game could not be followed to its end: what was printed is sound, and the error says where it stops."""
    if game.error is not None:
        raise game.error
    return ExitStatus.DONE


@command.command("score", cls=QuickCommand)
@click.argument("file", metavar="FILE", type=BoardFile())
@click.option(
    "--explain", metavar="[TURN]", is_flag=False, flag_value="all", help="Also the arithmetic of every turn, or of one."
)
@format_option("table", "tsv", "csv", "json", "jsonl", "text", "html")
@header_option
@shared_options
@click.pass_context
def score(
    ctx: click.Context, file: str, explain: str | None, output_format: str, header: bool, rules: str | None, lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Print the score sheet of a game.

    The numbers of the file are kept, and where they are wrong the right ones stand beside them. With --rules or --set the whole game
    is calculated anew under these rules. html is one page to print, with the tiles to cross out.

    Example:  scrabblecli game score boards/kitchen.gcg --set bingo_bonus=35
    """
    from scrabblecli.report.sheet import print_sheet

    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    game = followed(session, file)
    session.list_name(
        game.rules, game.lexicon, "line lexicon"
    )  # a list that is not here is told, although a sheet judges no word
    print_sheet(game, chosen_format(output_format), color, header, _explained(explain, game))
    return done(game)


def _explained(typed: str | None, game: Game) -> list[int]:
    """The turns whose arithmetic is wanted."""
    if typed is None:
        return []
    if typed == "all":
        return list(range(1, len(game.turns) + 1))
    if not typed.isascii() or not typed.isdigit():
        raise click.BadParameter(f"{typed!r}: expected the number of a turn, or nothing for all", param_hint="--explain")
    return [game.turn(int(typed)).number]


@command.command("show", cls=QuickCommand)
@click.argument("file", metavar="FILE", type=BoardFile())
@click.option(
    "--turn",
    metavar="N",
    type=click.IntRange(1),
    help="The position before this turn, and its move.  [default: where the game stands]",
)
@format_option("table", "json", "jsonl", "text")
@shared_options
@click.pass_context
def show(
    ctx: click.Context, file: str, turn: int | None, output_format: str, rules: str | None, lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Draw the board of a game, with scores and racks.

    A rack that the record does not tell is shown as unknown. The tiles of the move made are marked on the board.

    Example:  scrabblecli game show boards/kitchen.gcg --turn 3
    """
    from scrabblecli.report.game import print_game

    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    game = followed(session, file)
    if turn is not None:
        game.before(turn)  # a turn that is not there is said before anything is drawn
    print_game(game, turn, "table" if output_format == "auto" else output_format, color)
    return ExitStatus.DONE if turn is not None else done(game)


@command.command("convert", cls=QuickCommand)
@click.argument("file", metavar="FILE", type=BoardFile())
@click.option(
    "--to",
    type=click.Choice(["gcg", "text", "cgp", "json"]),
    required=True,
    help="GCG, the game text, CGP positions, or all as JSON.",
)
@click.option("--turn", metavar="N", type=click.IntRange(1), help="Only the position before this turn, as CGP.  [default: all]")
@shared_options
@click.pass_context
def convert(
    ctx: click.Context, file: str, to: str, turn: int | None, rules: str | None, lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Write a game in another notation.

    Moves are written in their one spelling, a line for the end that was missing is added. With --rules or --set the numbers are
    calculated anew. Control characters in names and notes are kept, but shown as escapes on a terminal.

    Example:  scrabblecli game convert boards/kitchen.gcg --to text
    """
    from scrabblecli.report.game import write_game

    if turn is not None and to != "cgp":
        raise click.UsageError("--turn is for --to cgp: a game is written whole", ctx)
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    game = followed(session, file)
    turns = [turn] if turn is not None else list(range(1, len(game.turns) + (1 if game.error is not None else 2)))
    write_game(game, to, turns)
    return done(game)
