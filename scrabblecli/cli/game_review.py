"""``scrabblecli game review``: every turn of recorded games graded."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING

import click

from scrabblecli.cli.game import command
from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import format_option, header_option, leaves_option, rule_choice, shared_options
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError, ScrabbleError
from scrabblecli.plain import printable
from scrabblecli.rules.choice import RuleChoice

if TYPE_CHECKING:
    from scrabblecli.game.review import Review

__all__ = ["review"]

_ENDINGS = (".gcg", ".txt", ".game")


@command.command("review", cls=QuickCommand)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--jobs", metavar="N", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")
@leaves_option
@format_option("table", "tsv", "csv", "json", "jsonl", "text", "html")
@header_option
@shared_options
@click.pass_context
def review(
    ctx: click.Context, files: tuple[str, ...], jobs: int, wanted_leaves: str | None, output_format: str, header: bool,
    rules: str | None, lexicon: str | None, settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Grade every turn of recorded games, as analyze does, and sum up what each player lost.

    FILE is a game, or a folder of games (.gcg, .txt, .game). A game that cannot be read does not stop the others; the exit status is
    2 then. jsonl has a turn a line; html is one page for all of them, with charts and the board of every turn.

    Example:  scrabblecli game review boards/kitchen.gcg
    """
    from scrabblecli.report.review import ReviewWriter

    choice = rule_choice(ctx, rules, settings)
    session = Session.of(ctx, choice, lexicon, quiet)
    names = list(_expanded(files))
    if not names:
        raise DataError(f"no game in it: expected files that end in {', '.join(_ENDINGS)}", files[0])
    writer = ReviewWriter(chosen_format(output_format), color, header, len(names) > 1)
    session.wanted_leaves = wanted_leaves
    status: int = ExitStatus.DONE
    with _bar(len(names), quiet) as bar:
        for name, (found, notes, message) in zip(names, _all(session, names, jobs), strict=True):
            bar.update(1)
            for note in notes:
                session.note(f"{note}" if len(names) == 1 else f"{name}: {note}")
            if found is not None:
                writer.add(found)
            if message:
                if len(names) == 1 and found is None:
                    raise DataError(message)
                click.echo(f"error: {printable(message)}", err=True)
                status = ExitStatus.BAD_INPUT
    writer.end()
    return status


_Done = tuple["Review | None", list[str], str]


def _all(session: Session, names: list[str], jobs: int) -> Iterator[_Done]:
    """The reviews in the order of the files, made by one process or several."""
    # what goes to other processes must be plain
    choice = session.choice
    plain = choice._replace(settings=dict(choice.settings), default_settings=dict(choice.default_settings))
    shared = (plain, session.lexicon_name, session.lexicon_wins, session.wanted_leaves)
    if jobs == 1 or len(names) == 1:
        own = _reviewing(*shared)
        yield from (_reviewed(own, name) for name in names)
        return
    with ProcessPoolExecutor(min(jobs, len(names)), initializer=_begin, initargs=shared) as pool:
        yield from pool.map(_reviewed_there, names, chunksize=max(1, min(8, len(names) // (4 * jobs))))


def _reviewing(choice: RuleChoice, lexicon: str | None, wins: bool, wanted_leaves: str | None) -> Session:
    """A session that says nothing itself: what is odd about a game is handed back with its review."""
    session = Session(choice, lexicon, wins, True)
    session.wanted_leaves = wanted_leaves
    return session


_there: list[Session] = []
"""In another process its session: it loads a word list once."""


def _begin(choice: RuleChoice, lexicon: str | None, wins: bool, wanted_leaves: str | None) -> None:
    """Set up another process."""
    _there.append(_reviewing(choice, lexicon, wins, wanted_leaves))


def _reviewed_there(name: str) -> _Done:
    """The review of one file, made in another process."""
    return _reviewed(_there[-1], name)


def _reviewed(session: Session, name: str) -> _Done:
    """The review of one file, what is odd about it, and what is wrong with it."""
    from scrabblecli.game.review import review_game

    notes: list[str] = []
    try:
        game = session.game(name)
        if game.only_numbers:
            return None, notes, f"{name}: a score sheet without moves: there is nothing to grade"
        notes = [f"warning: {finding.message}" for finding in game.findings]
        words = session.lexicon(game.rules, game.lexicon, "line lexicon")
        generator = session.generator(game.rules, words)
        found = review_game(game, generator, words, session.leaves(game.rules, words))
    except ScrabbleError as error:
        return None, notes, str(error)
    return found, notes, "" if game.error is None else str(game.error)


def _expanded(files: tuple[str, ...]) -> Iterator[str]:
    """The files named, folders as the games in them, in order."""
    for name in files:
        if not os.path.isdir(name):
            yield name
            continue
        for folder, folders, inside in os.walk(name):
            folders.sort()
            yield from (os.path.join(folder, file) for file in sorted(inside) if file.lower().endswith(_ENDINGS))


def _bar(length: int, quiet: bool) -> click._termui_impl.ProgressBar[int]:
    """A bar with the time left on standard error, when somebody looks at it and there is more than one game."""
    hidden = quiet or length == 1 or not sys.stderr.isatty()
    return click.progressbar(length=length, label="Games", file=io.StringIO() if hidden else sys.stderr)
