"""The recorded games that a command line names, in folders too."""

from __future__ import annotations

import os
from collections.abc import Iterator

from scrabblecli.cli.session import Session
from scrabblecli.errors import DataError
from scrabblecli.folders import kind_of_file

__all__ = ["games_in"]

_ENDINGS = (".gcg", ".txt", ".game")


def games_in(files: tuple[str, ...], session: Session) -> list[str]:
    """The files named, folders as the games in them. Raises DataError when there is no game in the folders."""
    names = list(_expanded(files, session))
    if not names:
        raise DataError(f"no game in it: expected files that end in {', '.join(_ENDINGS)}", files[0])
    return names


def _expanded(files: tuple[str, ...], session: Session) -> Iterator[str]:
    """The files named, folders as the games in them, in order; what is passed over in a folder is said."""
    for name in files:
        if not os.path.isdir(name):
            yield name
            continue
        for folder, folders, inside in os.walk(name, onerror=lambda error: session.warn(f"passed over: {error}")):
            folders.sort()
            for path in (os.path.join(folder, file) for file in sorted(inside)):
                if _is_game(path, session):
                    yield path


def _is_game(path: str, session: Session) -> bool:
    """Whether something in a folder is to be read as a game."""
    named = path.lower().endswith(_ENDINGS)
    if not named and not os.path.islink(path):
        return False
    try:
        kind = kind_of_file(os.stat(path).st_mode)
    except OSError as error:
        # a game that is missing is an error, which reading it says; another link may have been meant for a folder
        if not named:
            session.warn(f"{path} is passed over: a link whose target cannot be read: {error.strerror}")
        return named
    if named and kind:
        # reading a pipe would wait for somebody to write
        session.warn(f"{path} is passed over: it is {kind}, no file")
    return named and not kind
