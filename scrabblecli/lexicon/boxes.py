"""What somebody has learnt of a word list: cards in boxes, kept in a file of the user's data folder.

The scheme is that of S. Leitner (So lernt man lernen, 1972): an answer that is right moves a card into the next box, a wrong one back into
the first, and the further a box the longer its cards wait. Here a card of the first box is due again at once, one of the second after a day,
and each box waits twice as long as the one before, up to 64 days in the eighth.

The file is an SQLite database. Each answer is a transaction of its own, so that nothing that was answered is lost, and several
processes may answer at once. A file that is damaged, not of this kind, or of a newer version is refused and left as it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any, NamedTuple

from scrabblecli.errors import DataError
from scrabblecli.folders import data_folder, target_of

__all__ = ["WAITS", "BoxCount", "Boxes", "Card", "boxes_path"]

WAITS = (0, 1, 2, 4, 8, 16, 32, 64)
"""For how many days a card of each box waits, the first box first."""
VERSION = 1
_APPLICATION = 0x5C4AB0C5
"""What marks a database as one of this kind."""
_PATIENCE = 10.0
_TABLE = """
CREATE TABLE cards (
    list TEXT NOT NULL, kind TEXT NOT NULL, question TEXT NOT NULL,
    box INTEGER NOT NULL, due INTEGER NOT NULL, asked INTEGER NOT NULL, right INTEGER NOT NULL,
    PRIMARY KEY (list, kind, question)
)
"""


class Card(NamedTuple):
    """A question that was asked before: its ``box`` (from 1), the day from which it is ``due`` (as `datetime.date.toordinal`).

    ``asked`` and ``right`` count its answers.
    """

    question: str
    box: int
    due: int
    asked: int
    right: int


class BoxCount(NamedTuple):
    """How many cards of a kind are in a box, and how many of them are due."""

    kind: str
    box: int
    cards: int
    due: int


def boxes_path() -> str:
    """Where the cards of this user lie; raises DataError when there is no place for them."""
    folder = data_folder("study")
    if folder is None:
        raise DataError("there is no folder for data in which to keep what you have learnt: --no-keep asks without keeping it")
    return os.path.join(folder, "cards.sqlite3")


class Boxes:
    """The cards for one word list, which is known by its name, in a file that is made if need be.

    Raises DataError when the file cannot be used: then and with every question to it.
    """

    def __init__(self, path: str, lexicon: str) -> None:
        self._path = path
        self._list = lexicon
        target_of(path)
        with suppress(OSError):
            # that it cannot be made shows when the database is opened
            os.makedirs(os.path.dirname(path), exist_ok=True)
        with self._sound() as sqlite:
            self._base = sqlite.connect(path, timeout=_PATIENCE, isolation_level=None)
            try:
                self._open()
            except BaseException:
                self._base.close()
                raise

    def __enter__(self) -> Boxes:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._base.close()

    def _open(self) -> None:
        """Check the file, or begin it."""
        if not self._number("SELECT count(*) FROM sqlite_master"):
            with self._writing():
                # another process may have begun it meanwhile
                if not self._number("SELECT count(*) FROM sqlite_master"):
                    self._base.execute(_TABLE)
                    self._base.execute(f"PRAGMA application_id = {_APPLICATION}")
                    self._base.execute(f"PRAGMA user_version = {VERSION}")
        if self._number("PRAGMA application_id") != _APPLICATION:
            raise DataError("is a database of another program: expected what words study keeps; nothing is changed", self._path)
        version = self._number("PRAGMA user_version")
        if version != VERSION:
            raise DataError(
                f"has version {version}, expected {VERSION}: it was kept by a newer scrabblecli; nothing is changed", self._path
            )
        state = self._base.execute("PRAGMA quick_check(1)").fetchone()[0]
        if state != "ok":
            raise self._damaged(state)

    def _number(self, query: str) -> int:
        return int(self._base.execute(query).fetchone()[0])

    def card(self, kind: str, question: str) -> Card | None:
        """The card of a question, None when it was never asked."""
        with self._sound():
            row = self._base.execute(
                "SELECT question, box, due, asked, right FROM cards WHERE list = ? AND kind = ? AND question = ?",
                (self._list, kind, question),
            ).fetchone()
        return None if row is None else Card(*row)

    def cards(self, kind: str) -> list[Card]:
        """All cards of a kind, those that have been due longest first, then those of the lowest boxes."""
        with self._sound():
            rows = self._base.execute(
                "SELECT question, box, due, asked, right FROM cards WHERE list = ? AND kind = ? ORDER BY due, box, question",
                (self._list, kind),
            ).fetchall()
        return [Card(*row) for row in rows]

    def counts(self, today: int) -> list[BoxCount]:
        """How many cards are in each box that has any, and how many of them are due on a day."""
        with self._sound():
            rows = self._base.execute(
                "SELECT kind, box, count(*), sum(due <= ?) FROM cards WHERE list = ? GROUP BY kind, box ORDER BY kind, box",
                (today, self._list),
            ).fetchall()
        return [BoxCount(*row) for row in rows]

    def answered(self, kind: str, question: str, right: bool, today: int) -> Card:
        """Keep an answer: the card as it is after it. A right answer to a card that is not due yet leaves it in its box."""
        with self._sound(), self._writing():
            before = self.card(kind, question)
            box = 1 if before is None else before.box
            if not right:
                box = 1
            elif before is None or before.due <= today:
                box = min(box + 1, len(WAITS))
            due = today + WAITS[box - 1]
            if right and before is not None:
                due = max(due, before.due)
            asked, correct = (0, 0) if before is None else (before.asked, before.right)
            made = Card(question, box, due, asked + 1, correct + right)
            self._base.execute("INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?, ?, ?, ?)", (self._list, kind, *made))
        return made

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction, whole or not at all, whoever else writes."""
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    @contextmanager
    def _sound(self) -> Iterator[Any]:
        """Turn what SQLite complains of into an error with the name of the file."""
        try:
            import sqlite3
        except ImportError:  # pragma: no cover - some systems package it apart
            raise DataError(
                "this Python has no module sqlite3, which keeps what you have learnt: --no-keep asks without it"
            ) from None
        try:
            yield sqlite3
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise DataError("another process is changing it and does not end: this answer is not kept", self._path) from None
            raise DataError(f"cannot be used: {error}", self._path) from None
        except (sqlite3.DatabaseError, UnicodeError) as error:  # sqlite3 quotes what it finds, as UTF-8
            raise self._damaged(str(error)) from None

    def _damaged(self, how: str) -> DataError:
        return DataError(
            f"is damaged ({how}) and left as it is: move it away to begin anew, or put a copy back in its place", self._path
        )
