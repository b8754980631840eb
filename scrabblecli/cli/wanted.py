"""A session of this command made again where others do its work: in another process, or on another machine."""

from __future__ import annotations

import pickle
from threading import local
from typing import NamedTuple

from scrabblecli.cli.grading import Grading
from scrabblecli.cli.session import Session
from scrabblecli.rules.choice import RuleChoice

__all__ = ["Wanted", "session_there"]


class Wanted(NamedTuple):
    """What others must know to work as the session of this command would: plain values."""

    choice: RuleChoice
    lexicon: str | None
    lexicon_wins: bool
    grading: Grading

    @classmethod
    def of(cls, session: Session) -> Wanted:
        """What a session was asked for."""
        choice = session.choice
        plain = choice._replace(settings=dict(choice.settings), default_settings=dict(choice.default_settings))
        return cls(plain, session.lexicon_name, session.lexicon_wins, session.grading)

    def session(self) -> Session:
        """A session that says nothing itself: what is odd about a game is handed back with its review."""
        session = Session(self.choice, self.lexicon, self.lexicon_wins, True)
        session.grade_by(self.grading)
        return session

    def key(self) -> bytes:
        """All of it as bytes, to be sent along with the work."""
        return pickle.dumps(self)


_there = local()
"""Where others work, in each thread its session: it loads a word list once, and its move generator serves one at a time."""


def session_there(key: bytes) -> Session:
    """The session that a key stands for, made once."""
    if getattr(_there, "key", None) != key:
        wanted: Wanted = pickle.loads(key)  # noqa: S301 - made by the one who gave the work
        _there.session = wanted.session()
        _there.key = key
    session: Session = _there.session
    return session
