"""What a word list holds and what was left out of it, as a value and as the small JSON file beside an installed list."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NamedTuple

from scrabblecli.lexicon.wordlist import CODED, WordList, identity
from scrabblecli.plain import printable
from scrabblecli.tiles import Alphabet, TileSet

__all__ = ["Summary", "read_record", "record_text", "summary_of"]

MAXIMUM_CHARACTERS = 100
_SCHEMA = 1


class Summary(NamedTuple):
    """What a word list holds and what was left out of it.

    ``file`` is the name of its source file and ``date`` the day it was installed, None when it is not; ``tiles`` names the
    tile set it was read for, whose ``letters`` and ``lowers`` follow. ``outside`` has the characters that no tile has and how
    many words each kept out, ``lengths`` the number of words by their length in tiles, ``definitions`` how many words have one, ``twos`` and ``threes``
    the words of two and three tiles.
    """

    name: str
    file: str
    date: str | None
    words: int
    identity: str
    tiles: str
    letters: tuple[str, ...]
    lowers: tuple[str, ...]
    duplicates: int
    left_out: int
    outside: tuple[tuple[str, int], ...]
    examples: tuple[str, ...]
    lengths: tuple[tuple[int, int], ...]
    definitions: int
    twos: tuple[str, ...] = ()
    threes: tuple[str, ...] = ()


def summary_of(name: str, file: str, date: str | None, read: WordList, tiles: TileSet, identified: str | None = None) -> Summary:
    """The summary of a list that was read; ``identified`` is its identity where that is known already."""
    outside = sorted(read.outside.items(), key=lambda entry: (-entry[1], entry[0]))[:MAXIMUM_CHARACTERS]
    # names may go to a terminal, and that of a file may be no text at all
    return Summary(
        printable(name),
        printable(file),
        date,
        len(read.words),
        identified or identity(read.words, tiles.alphabet),
        printable(tiles.name),
        tiles.alphabet.letters,
        tiles.alphabet.lowers,
        read.duplicates,
        read.left_out,
        tuple(outside),
        read.examples,
        tuple(sorted(Counter(map(len, read.words)).items())),
        len(read.definitions),
        *(tuple(_texts(read.words, length, tiles.alphabet)) for length in (2, 3)),
    )


def _texts(words: list[bytes], length: int, alphabet: Alphabet) -> list[str]:
    """The coded words of a length as boards write them."""
    return [alphabet.word_text([code & ~CODED for code in word]) for word in words if len(word) == length]


def record_text(summary: Summary) -> bytes:
    """The content of the JSON file for a summary."""
    data = {"schema": _SCHEMA, **summary._asdict()}
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def read_record(path: str) -> Summary | None:
    """A summary from a JSON file, None when it is missing or damaged."""
    try:
        with open(path, "rb") as stream:
            data = json.loads(stream.read(10_000_000).decode("utf-8"))
        if not isinstance(data, dict) or data.pop("schema") != _SCHEMA:
            return None
        return _checked(data)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _checked(data: dict[str, Any]) -> Summary:
    """A summary from JSON; raises ValueError, TypeError or KeyError when it is none."""

    def text(key: str) -> str:
        if not isinstance(data[key], str):
            raise ValueError(key)
        return printable(data[key])

    def count(value: Any) -> int:
        if type(value) is not int or value < 0:
            raise ValueError(value)
        return value

    def texts(key: str) -> tuple[str, ...]:
        if not all(isinstance(value, str) for value in data[key]):
            raise ValueError(key)
        return tuple(data[key])

    return Summary(
        text("name"),
        text("file"),
        text("date"),
        count(data["words"]),
        text("identity"),
        text("tiles"),
        texts("letters"),
        texts("lowers"),
        count(data["duplicates"]),
        count(data["left_out"]),
        tuple((str(character), count(number)) for character, number in data["outside"]),
        texts("examples"),
        tuple((count(length), count(number)) for length, number in data["lengths"]),
        count(data["definitions"]),
        *(texts(key) if key in data else () for key in ("twos", "threes")),
    )
