"""Recorded games reviewed one after the other, here or by others, for all commands that grade games."""

from __future__ import annotations

import io
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import click

from scrabblecli.cli.session import Session
from scrabblecli.cli.status import ExitStatus
from scrabblecli.cli.wanted import Wanted, session_there
from scrabblecli.cli.workers import result_or_none, without_interrupts, workers
from scrabblecli.errors import DataError, ScrabbleError
from scrabblecli.plain import printable

if TYPE_CHECKING:
    from scrabblecli.game.record import Game
    from scrabblecli.game.review import Review
    from scrabblecli.lexicon.graph import Lexicon

__all__ = ["files_argument", "for_each_review"]

files_argument = click.argument("files", metavar="FILE...", nargs=-1, required=True)

_Made = TypeVar("_Made")
Work = Callable[["Game", "Review", "Lexicon"], _Made]
"""What is made of a game and its review where they were made: it must be plain, and so must what it returns."""


def for_each_review(
    session: Session, names: list[str], jobs: int, cluster: str | None, work: Work[_Made], use: Callable[[_Made], None],
    end: Callable[[], None],
) -> int:  # fmt: skip
    """Review games, each once, use what ``work`` makes of them in the order of the files, and end; the exit status.

    A game that cannot be read, or not to its end, is named on standard error. What is finished when it is interrupted is used.
    Raises DataError when the only game cannot be read, or a cluster cannot be reached.
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

    with workers(jobs, cluster, len(names)) as pool:
        reviews = _Reviews(session, names, pool, work)
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
    """The reviews of files in their order, made here (``pool`` None) or by others. Files are read here: others may not have them."""

    def __init__(self, session: Session, names: list[str], pool: Executor | None, work: Work[_Made]) -> None:
        self._session = session
        wanted = Wanted.of(session)
        self._own = wanted.session()
        self._work = work
        self._lost = False
        self._waiting: deque[tuple[str, str | _Done[_Made] | None, Future[_Done[_Made]] | None]]
        self._waiting = deque((name, None, None) for name in names)
        if pool is not None:
            key = wanted.key()
            texts = [self._text(name) for name in names]
            # processes that are started now are deaf to Ctrl-C, which goes to all of them: this one is to answer it
            with without_interrupts():
                self._waiting = deque(
                    (name, text, pool.submit(_reviewed_there, key, work, name, text) if isinstance(text, str) else None)
                    for name, text in zip(names, texts, strict=True)
                )

    def _text(self, name: str) -> str | _Done[_Made] | None:
        """The text of a file, or what is wrong with it; None for what is no file, which is read when its turn comes."""
        if not os.path.isfile(name):
            return None
        try:
            return self._own.game_text(name)
        except ScrabbleError as error:
            return _Done(name, None, [], str(error))

    def __iter__(self) -> Iterator[_Done[_Made]]:
        while self._waiting:
            name, given, future = self._waiting[0]
            done = given if isinstance(given, _Done) else None if future is None else result_or_none(future)
            if done is None:
                if future is not None and not self._lost:
                    self._lost = True
                    self._session.note("note: those who worked on these games are lost; what they have not finished is done here")
                done = _reviewed(self._own, self._work, name, given if isinstance(given, str) else None)
            self._waiting.popleft()
            yield done

    def finished(self) -> list[_Done[_Made]]:
        """What others have finished and nobody has had yet."""
        futures = [future for *_, future in self._waiting if future is not None and future.done()]
        self._waiting.clear()
        return [done for done in map(result_or_none, futures) if done is not None]


def _reviewed_there(key: bytes, work: Work[_Made], name: str, text: str) -> _Done[_Made]:
    """What is made of one file by others."""
    return _reviewed(session_there(key), work, name, text)


def _reviewed(session: Session, work: Work[_Made], name: str, text: str | None) -> _Done[_Made]:
    """What is made of the review of one file, whose ``text`` may have been read already."""
    from scrabblecli.game.loading import load_game
    from scrabblecli.game.review import review_game

    notes: list[str] = []
    session.heard = notes
    try:
        game = load_game(session.game_text(name) if text is None else text, name, session.choice)
        if game.only_numbers:
            return _Done(name, None, notes, f"{name}: a score sheet without moves: there is nothing to grade")
        for finding in game.findings:
            session.warn(finding.message)
        words = session.lexicon(game.rules, game.lexicon, "line lexicon")
        generator = session.generator(game.rules, words)
        review = review_game(game, generator, words, session.leaves(game.rules, words), session.judge(), session.deep_judge())
        made = work(game, review, words)
    except ScrabbleError as error:
        return _Done(name, None, notes, str(error))
    return _Done(name, made, notes, "" if game.error is None else _where_it_ends(game))


def _where_it_ends(game: Game) -> str:
    """Why a game could not be followed further, and what is not reviewed therefore."""
    turns = game.unfollowed_turns
    if not turns:
        return str(game.error)
    return f"{game.error}; {turns} {'is' if turns.startswith('turn ') else 'are'} not reviewed"


def _bar(length: int, quiet: bool) -> click._termui_impl.ProgressBar[int]:
    """A bar with the time left on standard error, when somebody looks at it and there is more than one game."""
    hidden = quiet or length == 1 or not sys.stderr.isatty()
    return click.progressbar(length=length, label="Games", file=io.StringIO() if hidden else sys.stderr)
