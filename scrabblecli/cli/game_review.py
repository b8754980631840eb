"""``scrabblecli game review``: every turn of recorded games graded."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

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
    from scrabblecli.game.record import Game
    from scrabblecli.game.review import Review
    from scrabblecli.lexicon.graph import Lexicon

__all__ = ["files_argument", "for_each_review", "games_in", "jobs_option", "review"]

_ENDINGS = (".gcg", ".txt", ".game")


files_argument = click.argument("files", metavar="FILE...", nargs=-1, required=True)
jobs_option = click.option("--jobs", metavar="N", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")


@command.command("review", cls=QuickCommand)
@files_argument
@jobs_option
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

    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    session.wanted_leaves = wanted_leaves
    names = games_in(files)
    writer = ReviewWriter(chosen_format(output_format), color, header, len(names) > 1)
    status = for_each_review(session, names, jobs, _whole, writer.add)
    writer.end()
    return status


_Made = TypeVar("_Made")
Work = Callable[["Game", "Review", "Lexicon"], _Made]
"""What is made of a game and its review where they were made: it must be plain, and so must what it returns."""


def _whole(_game: Game, found: Review, _lexicon: Lexicon) -> Review:
    """The review itself."""
    return found


def for_each_review(session: Session, names: list[str], jobs: int, work: Work[_Made], use: Callable[[_Made], None]) -> int:
    """Review games, each once, and use what ``work`` makes of them, in the order of the files; the exit status.

    A game that cannot be read, or not to its end, is named on standard error. Raises DataError for an only one.
    """
    status: int = ExitStatus.DONE
    with _bar(len(names), session.quiet) as bar:
        for name, (made, notes, message) in zip(names, _all(session, names, jobs, work), strict=True):
            bar.update(1)
            for note in notes:
                session.note(f"{note}" if len(names) == 1 else f"{name}: {note}")
            if made is not None:
                use(made)
            if message:
                if len(names) == 1 and made is None:
                    raise DataError(message)
                click.echo(f"error: {printable(message)}", err=True)
                status = ExitStatus.BAD_INPUT
    return status


_Done = tuple[_Made | None, list[str], str]


def _all(session: Session, names: list[str], jobs: int, work: Work[_Made]) -> Iterator[_Done[_Made]]:
    """What is made of the reviews, in the order of the files, by one process or several."""
    # what goes to other processes must be plain
    choice = session.choice
    plain = choice._replace(settings=dict(choice.settings), default_settings=dict(choice.default_settings))
    shared = (plain, session.lexicon_name, session.lexicon_wins, session.wanted_leaves)
    if jobs == 1 or len(names) == 1:
        own = _reviewing(*shared)
        yield from (_reviewed(own, work, name) for name in names)
        return
    with ProcessPoolExecutor(min(jobs, len(names)), initializer=_begin, initargs=shared) as pool:
        there = partial(_reviewed_there, work)
        yield from pool.map(there, names, chunksize=max(1, min(8, len(names) // (4 * jobs))))


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


def _reviewed_there(work: Work[_Made], name: str) -> _Done[_Made]:
    """What is made of one file in another process."""
    return _reviewed(_there[-1], work, name)


def _reviewed(session: Session, work: Work[_Made], name: str) -> _Done[_Made]:
    """What is made of the review of one file, what is odd about it, and what is wrong with it."""
    from scrabblecli.game.review import review_game

    notes: list[str] = []
    try:
        game = session.game(name)
        if game.only_numbers:
            return None, notes, f"{name}: a score sheet without moves: there is nothing to grade"
        notes = [f"warning: {finding.message}" for finding in game.findings]
        words = session.lexicon(game.rules, game.lexicon, "line lexicon")
        generator = session.generator(game.rules, words)
        made = work(game, review_game(game, generator, words, session.leaves(game.rules, words)), words)
    except ScrabbleError as error:
        return None, notes, str(error)
    return made, notes, "" if game.error is None else str(game.error)


def games_in(files: tuple[str, ...]) -> list[str]:
    """The files named, folders as the games in them. Raises DataError when there is no game in the folders."""
    names = list(_expanded(files))
    if not names:
        raise DataError(f"no game in it: expected files that end in {', '.join(_ENDINGS)}", files[0])
    return names


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
