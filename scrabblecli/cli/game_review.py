"""``scrabblecli game review``: every turn of recorded games graded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scrabblecli.cli.game import command
from scrabblecli.cli.game_files import games_in
from scrabblecli.cli.grading import Grading, grading_options
from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import format_option, header_option, rule_choice, shared_options
from scrabblecli.cli.reviews import files_argument, for_each_review
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.workers import cluster_option, jobs_option

if TYPE_CHECKING:
    from scrabblecli.game.record import Game
    from scrabblecli.game.review import Review
    from scrabblecli.lexicon.graph import Lexicon

__all__ = ["review"]


def _no_turn(ctx: click.Context, _parameter: click.Parameter, typed: str | None) -> None:
    """Say where one turn is looked at, to those who want it of a review."""
    if typed is not None and not ctx.resilient_parsing:
        raise click.UsageError(
            f"a review has every turn: game show --turn {typed} draws this one, analyze --turn {typed} grades it with every reason",
            ctx,
        )


@command.command("review", cls=QuickCommand)
@files_argument
@jobs_option
@cluster_option
@click.option("--turn", hidden=True, expose_value=False, callback=_no_turn)
@grading_options
@format_option("table", "tsv", "csv", "json", "jsonl", "text", "html")
@header_option
@shared_options
@click.pass_context
def review(
    ctx: click.Context, files: tuple[str, ...], jobs: int, cluster: str | None, grading: Grading, output_format: str, header: bool, rules: str | None, lexicon: str | None, settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Grade every turn of recorded games, as analyze does, and sum up what each player lost.

    FILE is a game, or a folder of games (.gcg, .txt, .game). A game that cannot be read does not stop the others; the exit status is
    2 then. With --deep positions are simulated, and luck is what the draws were worth against the average draw. jsonl has a turn a line; html is one page for all of them, with charts and the board of every turn.

    Example:  scrabblecli game review boards/kitchen.gcg
    """
    from scrabblecli.report.review import ReviewWriter

    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    session.grade_by(grading)
    names = games_in(files, session)
    writer = ReviewWriter(chosen_format(output_format), color, header, len(names) > 1)
    return for_each_review(session, names, jobs, cluster, _whole, writer.add, writer.end)


def _whole(_game: Game, found: Review, _lexicon: Lexicon) -> Review:
    """The review itself."""
    return found
