"""``scrabblecli game review``: every turn of recorded games graded."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import click

from scrabblecli.cli.game import command
from scrabblecli.cli.game_files import games_in
from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import format_option, header_option, leaves_option, rule_choice, shared_options, verdict_options
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError, ScrabbleError
from scrabblecli.plain import printable
from scrabblecli.rules.choice import RuleChoice

if TYPE_CHECKING:
    from scrabblecli.game.record import Game
    from scrabblecli.game.review import Review
    from scrabblecli.lexicon.graph import Lexicon

__all__ = ["files_argument", "for_each_review", "jobs_option", "review"]

files_argument = click.argument("files", metavar="FILE...", nargs=-1, required=True)
jobs_option = click.option("--jobs", metavar="N", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")


@command.command("review", cls=QuickCommand)
@files_argument
@jobs_option
@leaves_option
@verdict_options
@format_option("table", "tsv", "csv", "json", "jsonl", "text", "html")
@header_option
@shared_options
@click.pass_context
def review(
    ctx: click.Context, files: tuple[str, ...], jobs: int, wanted_leaves: str | None, seconds: float, endgames: bool, output_format: str, header: bool,
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
    session.endgame_seconds = seconds or None
    session.proves_endgames = endgames
    names = games_in(files, session)
    writer = ReviewWriter(chosen_format(output_format), color, header, len(names) > 1)
    return for_each_review(session, names, jobs, _whole, writer.add, writer.end)


_Made = TypeVar("_Made")
Work = Callable[["Game", "Review", "Lexicon"], _Made]
"""What is made of a game and its review where they were made: it must be plain, and so must what it returns."""


def _whole(_game: Game, found: Review, _lexicon: Lexicon) -> Review:
    """The review itself."""
    return found


def for_each_review(
    session: Session, names: list[str], jobs: int, work: Work[_Made], use: Callable[[_Made], None], end: Callable[[], None]
) -> int:  # fmt: skip
    """Review games, each once, use what ``work`` makes of them in the order of the files, and end; the exit status.

    A game that cannot be read, or not to its end, is named on standard error. What is finished when it is interrupted is used.
    Raises DataError when the only game cannot be read.
    """
    status: int = ExitStatus.DONE
    written = 0

    def tell(done: _Done[_Made]) -> None:
        nonlocal status, written
        for note in done.notes:
            session.note(note if len(names) == 1 else f"{done.name}: {note}")
        if done.made is not None:
            use(done.made)
            written += 1
        if done.error:
            if len(names) == 1 and done.made is None:
                raise DataError(done.error)
            click.echo(f"error: {printable(done.error)}", err=True)
            status = ExitStatus.BAD_INPUT

    with _Reviews(session, names, jobs, work) as reviews:
        try:
            with _bar(len(names), session.quiet) as bar:
                for done in reviews:
                    bar.update(1)
                    tell(done)
        except KeyboardInterrupt:
            for done in reviews.finished():
                tell(done)
            end()
            session.note(f"note: interrupted: {written} of {len(names)} games reviewed")
            raise
    end()
    return status


class _Done(NamedTuple, Generic[_Made]):
    """A file reviewed: what was made of it, what is odd about it, and what is wrong with it."""

    name: str
    made: _Made | None
    notes: list[str]
    error: str


class _Reviews(Generic[_Made]):
    """The reviews of files in their order, made by one process or several, which end with the block."""

    def __init__(self, session: Session, names: list[str], jobs: int, work: Work[_Made]) -> None:
        # what goes to other processes must be plain
        choice = session.choice
        plain = choice._replace(settings=dict(choice.settings), default_settings=dict(choice.default_settings))
        shared = (
            plain,
            session.lexicon_name,
            session.lexicon_wins,
            session.wanted_leaves,
            session.endgame_seconds,
            session.proves_endgames,
        )
        self._own = _reviewing(*shared)
        self._work = work
        self._pool = None
        self._waiting: deque[tuple[str, Future[_Done[_Made]] | None]] = deque((name, None) for name in names)
        if jobs > 1 and len(names) > 1:
            self._pool = ProcessPoolExecutor(min(jobs, len(names)), initializer=_begin, initargs=shared)

    def __enter__(self) -> _Reviews[_Made]:
        if self._pool is not None:
            pool = self._pool
            # Ctrl-C goes to all processes, and only this one is to answer it; what is no file can be read by this one alone
            with _without_interrupts():
                self._waiting = deque(
                    (name, pool.submit(_reviewed_there, self._work, name) if os.path.isfile(name) else None)
                    for name, _ in self._waiting
                )
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._pool is None:
            return
        if kind is not None:
            for process in active_children():
                process.terminate()
        self._pool.shutdown(cancel_futures=True)

    def __iter__(self) -> Iterator[_Done[_Made]]:
        while self._waiting:
            name, future = self._waiting[0]
            try:
                done = _reviewed(self._own, self._work, name) if future is None else future.result()
            except BrokenExecutor:
                # what the others have finished before is not lost with it
                done = _Done(name, None, [], f"{name}: the process that was to review it has ended: is there memory for so many?")
            self._waiting.popleft()
            yield done

    def finished(self) -> list[_Done[_Made]]:
        """What other processes have finished and nobody has had yet."""
        futures = [future for _, future in self._waiting if future is not None and future.done() and not future.cancelled()]
        self._waiting.clear()
        return [future.result() for future in futures if future.exception() is None]


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C does nothing to this process nor to those that it starts, which stay so."""
    if current_thread() is not main_thread():
        yield  # where signals are nobody's to set
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _reviewing(
    choice: RuleChoice, lexicon: str | None, wins: bool, wanted_leaves: str | None, seconds: float | None, endgames: bool
) -> Session:
    """A session that says nothing itself: what is odd about a game is handed back with its review."""
    session = Session(choice, lexicon, wins, True)
    session.wanted_leaves = wanted_leaves
    session.endgame_seconds = seconds
    session.proves_endgames = endgames
    return session


_there: list[Session] = []
"""In another process its session: it loads a word list once."""


def _begin(
    choice: RuleChoice, lexicon: str | None, wins: bool, wanted_leaves: str | None, seconds: float | None, endgames: bool
) -> None:
    """Set up another process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _there.append(_reviewing(choice, lexicon, wins, wanted_leaves, seconds, endgames))


def _reviewed_there(work: Work[_Made], name: str) -> _Done[_Made]:
    """What is made of one file in another process."""
    return _reviewed(_there[-1], work, name)


def _reviewed(session: Session, work: Work[_Made], name: str) -> _Done[_Made]:
    """What is made of the review of one file."""
    from scrabblecli.game.review import review_game

    notes: list[str] = []
    session.heard = notes
    try:
        game = session.game(name)
        if game.only_numbers:
            return _Done(name, None, notes, f"{name}: a score sheet without moves: there is nothing to grade")
        for finding in game.findings:
            session.warn(finding.message)
        words = session.lexicon(game.rules, game.lexicon, "line lexicon")
        generator = session.generator(game.rules, words)
        made = work(game, review_game(game, generator, words, session.leaves(game.rules, words), session.judge()), words)
    except ScrabbleError as error:
        return _Done(name, None, notes, str(error))
    return _Done(name, made, notes, "" if game.error is None else str(game.error))


def _bar(length: int, quiet: bool) -> click._termui_impl.ProgressBar[int]:
    """A bar with the time left on standard error, when somebody looks at it and there is more than one game."""
    hidden = quiet or length == 1 or not sys.stderr.isatty()
    return click.progressbar(length=length, label="Games", file=io.StringIO() if hidden else sys.stderr)
