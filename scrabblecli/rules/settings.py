"""Every setting of a rule set: its key, what it may be and what it means, as data.

Rule files, ``--set`` and ``rules show`` all read this one table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from scrabblecli.errors import SettingError

__all__ = [
    "CHALLENGES",
    "MAXIMUM_RACK",
    "SETTINGS",
    "Setting",
    "is_flag",
    "nearest",
    "one_of",
    "parse_value",
    "scoreless_turns",
    "value_text",
]

CHALLENGES = {
    "double": "the challenger loses the next turn",
    "single": "nothing",
    "five": "5 points to the player for each word challenged",
    "five-per-play": "5 points to the player",
    "ten": "10 points to the player",
    "void": "no challenges: invalid plays are refused",
    "triple": "the challenger loses the game",
    "minus-five": "5 points off the challenger",
    "minus-ten": "10 points off the challenger",
}
"""The challenge rules, and what each makes of a challenge whose play is acceptable."""
MAXIMUM_RACK = 30
_PER_PLAYER = r"([0-9]{1,2}) per player"


class Setting(NamedTuple):
    """One setting: ``check`` returns the value to store, or raises ValueError with what was expected."""

    key: str
    check: Callable[[object], object]
    range: str
    meaning: str


def _integer(low: int, high: int) -> Callable[[object], object]:
    def check(value: object) -> object:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return value

    return check


def is_flag(value: object) -> object:
    """The value, when it is true or false."""
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def one_of(*choices: str) -> Callable[[object], object]:
    """What checks that a value is one of some texts."""

    def check(value: object) -> object:
        if value not in choices:
            raise ValueError("one of " + ", ".join(choices))
        return value

    return check


def _name_or_rows(value: object) -> object:
    if isinstance(value, str) and value:
        return value
    if isinstance(value, list) and value and all(isinstance(row, str) for row in value):
        return tuple(value)
    raise ValueError("the name of a layout, or its rows as a list of texts")


def _name_or_tiles(value: object) -> object:
    if isinstance(value, str) and value:
        return value
    if not isinstance(value, list) or not value:
        raise ValueError('the name of a tile set, a CSV file, or rows like ["A", "a", 9, 1, true]')
    for number, row in enumerate(value, start=1):
        if not _is_tile(row):
            raise ValueError(
                f'every row like ["A", "a", 9, 1, true]: letter, lower case, count, value, vowel; row {number} is not'
            )
    return tuple(map(tuple, value))


def _is_tile(row: object) -> bool:
    """Whether a row of a tile set has the types of one; the lower case may be left out."""
    if not isinstance(row, list) or len(row) not in (4, 5):
        return False
    *letters, count, value, vowel = row
    numbers = all(type(number) is int and 0 <= number <= 999 for number in (count, value))
    # a comma would part the fields of a tile set's file, a line's first # make it a comment
    texts = all(isinstance(text, str) and text.isprintable() and not set(text) & set(",#") for text in letters)
    return numbers and texts and isinstance(vowel, bool)


def _words(value: object) -> object:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(word, str) and word for word in value):
        return tuple(value)
    raise ValueError("a list of words, or the path of a word file")


def _targets(value: object) -> object:
    if isinstance(value, list) and all(type(score) is int and 1 <= score <= 10_000 for score in value) and len(value) <= 4:
        return tuple(value)
    raise ValueError("a list of at most four scores from 1 to 10000")


def _bingo_tiles(value: object) -> object:
    if value == "rack" or (type(value) is int and 1 <= value <= MAXIMUM_RACK):
        return value
    raise ValueError('"rack" (as many as the rack holds) or a whole number from 1 to 30')


def _scoreless_limit(value: object) -> object:
    if type(value) is int and 0 <= value <= 100:
        return value
    if isinstance(value, str) and re.fullmatch(_PER_PLAYER, value):
        return value
    raise ValueError('a whole number from 0 to 100, or a text like "2 per player"')


def scoreless_turns(limit: int | str, players: int) -> int:
    """How many scoreless turns in a row end the game, 0 for never.

    >>> scoreless_turns("2 per player", 3)
    6
    """
    if isinstance(limit, int):
        return limit
    return int(limit.split()[0]) * players


SETTINGS: dict[str, Setting] = {
    setting.key: setting
    for setting in (
        Setting("layout", _name_or_rows, "name or rows", "premium squares and board size: a built-in layout, or rows of . ' \" ^ - = ~ *"),
        Setting("tiles", _name_or_tiles, "name, CSV file or rows", "the tile set: letters, counts and values"),
        Setting("rack_size", _integer(1, MAXIMUM_RACK), f"1-{MAXIMUM_RACK}", "tiles on a full rack"),
        Setting("bingo_bonus", _integer(0, 100), "0-100", "points for playing bingo_tiles new tiles in one play"),
        Setting("bingo_tiles", _bingo_tiles, '"rack" or 1-30', "new tiles that earn the bonus; rack follows rack_size"),
        Setting("exchange_minimum", _integer(0, 100), "0-100", "tiles that must be in the bag for an exchange; never more are exchanged than the bag holds"),
        Setting("scoreless_limit", _scoreless_limit, '0-100 or "N per player"', "scoreless turns in a row that end the game, 0 = never"),
        Setting("scoreless_counts", one_of("passes", "no-play", "zero"), "passes, no-play, zero", "what a scoreless turn is: a pass; also an exchange or a lost challenge; every turn of 0 points"),
        Setting("scoreless_at_start", is_flag, "true, false", "whether scoreless turns end the game while nobody has scored"),
        Setting("leftovers", one_of("double", "transfer", "subtract", "none"), "double, transfer, subtract, none", "what unplayed tiles do to the scores at the end"),
        Setting("challenge", one_of(*CHALLENGES), ", ".join(CHALLENGES), "what a challenge costs when the play is acceptable"),
        Setting("blanks_score_zero", is_flag, "true, false", "whether a played blank scores nothing, or the value of its letter"),
        Setting("blanks_recyclable", is_flag, "true, false", "whether a blank on the board may be exchanged for the tile it stands for"),
        Setting("open_dictionary", is_flag, "true, false", "whether an illegal placement is taken back and retried without penalty"),
        Setting("end_score", _integer(0, 1000), "0-1000", "the game stops when a player has this score, 0 = off"),
        Setting("targets", _targets, "list of scores", "a target score for each player; empty = off"),
        Setting("minutes", _integer(0, 60), "0-60", "clock for each player in minutes, 0 = off"),
        Setting("overtime_penalty", _integer(0, 100), "0-100", "points lost for each started minute of overtime"),
        Setting("players", _integer(2, 4), "2-4", "number of players (or teams)"),
        Setting("teams", is_flag, "true, false", "whether partners share a rack"),
        Setting("word_order", one_of("fixed", "any"), "fixed, any", "whether the tiles of a word must stand in order"),
        Setting("extra_words", _words, "list of words or file", "words the table allows over the word list"),
        Setting("barred_words", _words, "list of words or file", "words the table leaves out of the word list"),
    )
}  # fmt: skip


def value_text(value: object) -> str:
    """A value as people and ``--set`` write it: a text as it is, a list as JSON, nothing for None.

    >>> value_text(True), value_text("five"), value_text((300, 250)), value_text(None)
    ('true', 'five', '[300, 250]', '')
    """
    if value is None or isinstance(value, str):
        return value or ""
    import json

    return json.dumps(value, ensure_ascii=False)


def nearest(word: str, names: Collection[str]) -> str:
    """A hint ``; did you mean 'x'?`` when names begin so or one is near, else the names, with what each means where they are a mapping."""
    import difflib

    close = [name for name in names if len(word) > 1 and name.startswith(word)] or difflib.get_close_matches(word, names, n=1)
    known = [f"{name} ({meaning})" for name, meaning in names.items()] if isinstance(names, Mapping) else names
    return f"; did you mean {' or '.join(map(repr, close))}?" if close else "; known: " + ", ".join(known)


def parse_value(key: str, value: object) -> object:
    """The value of a setting, checked.

    Raises SettingError for an unknown key, a wrong type or a value out of range.
    """
    setting = SETTINGS.get(key)
    if setting is None:
        raise SettingError(f"unknown setting {key!r}{nearest(key, list(SETTINGS))}")
    try:
        return setting.check(value)
    except ValueError as error:
        shown = f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else repr(value)
        raise SettingError(f"setting {key} = {shown[:80]}: expected {error}") from None
