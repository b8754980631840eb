"""Files with boards, games and words: read whole, within bounds, with an error that says what was expected."""

from __future__ import annotations

import os

from scrabblecli.errors import DataError

__all__ = ["MAXIMUM_INPUT", "checked_size", "decoded", "file_data"]

MAXIMUM_INPUT = 50_000_000


def file_data(path: str, what: str, instead: str = "") -> bytes:
    """The content of a file; ``what`` is what is expected there, ``instead`` what else could be named.

    Raises DataError when it cannot be read, is too large or empty.
    """
    try:
        if os.path.isdir(path):
            raise DataError(f"is a folder: expected a file with {what}", path)
        with open(path, "rb") as stream:
            data = stream.read(MAXIMUM_INPUT + 1)
    except FileNotFoundError:
        raise DataError(f"no such file: expected {what}{instead}", path) from None
    except (OSError, ValueError) as error:
        raise DataError(f"cannot be read: {getattr(error, 'strerror', None) or error}", path) from None
    return checked_size(data, path, what)


def checked_size(data: bytes, source: str, what: str) -> bytes:
    """Some data; raises DataError when it is too much, or nothing."""
    if len(data) > MAXIMUM_INPUT:
        raise DataError(f"more than {MAXIMUM_INPUT // 1_000_000} MB: expected {what}", source)
    if not data.strip():
        raise DataError(f"is empty: expected {what}", source)
    return data


def decoded(data: bytes, source: str, what: str) -> str:
    """Data as text: in UTF-8, or in another encoding that word lists may have."""
    try:
        return str(data, "utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        from scrabblecli.lexicon.wordlist import decode  # a file in another encoding is rare

        return decode(data, source, "file", f"{what} as text")
