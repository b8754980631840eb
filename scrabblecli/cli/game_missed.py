"""``scrabblecli game missed``: the plays missed in recorded games, as words to study."""

from __future__ import annotations

from functools import partial
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
from scrabblecli.errors import NotationError

if TYPE_CHECKING:
    from scrabblecli.game.missed import MissedGame, MissedPlay

__all__ = ["missed"]


@command.command("missed", cls=QuickCommand)
@files_argument
@click.option(
    "--grade",
    type=click.Choice(["small", "medium", "large"]),
    default="small",
    show_default=True,
    help="Plays missed by mistakes of this grade and graver ones.",
)
@click.option("--bingo", "bingos", is_flag=True, help="Only bingos.")
@click.option("--player", "players", metavar="NAME", multiple=True, help="Only what this player missed; may be repeated.")
@click.option(
    "--cards",
    type=click.Choice(["words", "boards"]),
    help="Cards with a front and a back, in tsv or csv: letters or positions, and the words to be found.",
)
@jobs_option
@cluster_option
@grading_options
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@shared_options
@click.pass_context
def missed(
    ctx: click.Context, files: tuple[str, ...], grade: str, bingos: bool, players: tuple[str, ...], cards: str | None, jobs: int,
    cluster: str | None, grading: Grading, output_format: str, header: bool, rules: str | None, lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """List the plays missed in recorded games as words to study, the costliest first.

    FILE is a game, or a folder of games, as in game review, which grades them. A play is missed where the best move by equity was a play and
    the move made lost 1 point or more. Each word stands once, with its hooks, how often it was missed, and the time when it cost most;
    position is CGP for solve - and analyze -.

    Example:  scrabblecli game missed boards/kitchen.gcg --player Bob
    """
    from scrabblecli.game.missed import missed_plays, study_list
    from scrabblecli.report.missed import print_cards, print_missed

    if cards is not None and output_format not in ("auto", "tsv", "csv"):
        raise click.UsageError(f"--cards has two columns: --format {output_format} cannot have them, expected tsv or csv", ctx)
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    session.grade_by(grading)
    folded = frozenset(name.strip().casefold() for name in players)
    named: dict[str, str] = {}
    plays: list[MissedPlay] = []

    def use(found: MissedGame) -> None:
        named.update((name.casefold(), name) for name in found.players)
        plays.extend(found.plays)

    def end() -> None:
        for name in players:
            if named and name.strip().casefold() not in named:
                raise NotationError(f"--player {name!r}: expected one of {', '.join(sorted(named.values()))}")
        words = study_list(plays)
        if not words:
            session.note("note: no play was missed")
        if cards is not None:
            print_cards(words, cards, "csv" if output_format == "csv" else "tsv", header)
        else:
            print_missed(words, chosen_format(output_format), color, header)

    work = partial(missed_plays, grade=grade, bingos=bingos, players=folded)
    return for_each_review(session, games_in(files, session), jobs, cluster, work, use, end)
