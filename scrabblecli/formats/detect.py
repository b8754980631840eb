"""Which kind of position a text holds, told from its content and never from a file name; and the positions in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scrabblecli.errors import DataError
from scrabblecli.formats.cgp import is_cgp_line, parse_cgp
from scrabblecli.formats.position import Position, RuleChoice
from scrabblecli.formats.text import parse_text
from scrabblecli.formats.typed import unquoted
from scrabblecli.plain import lines_of

if TYPE_CHECKING:
    from scrabblecli.formats.transcript import Transcript

__all__ = ["PositionText", "detect", "game_text", "parse_game", "split_positions"]

_NAMES_PLAYERS = re.compile(r"\s*player(?:s|1)\s*:", re.IGNORECASE)
"""What a game text begins with, and no board has."""
_MAY_BE_GAME = re.compile(rb"(?:\A(?:\xef\xbb\xbf)?|[\r\n])(?:>|#player|[ \t]*player(?:s|1)[ \t]*:)", re.IGNORECASE)
MAXIMUM_BOARD = 100_000
"""No text board of 26 x 99 squares, however drawn, has as many characters."""


def detect(text: str) -> str:
    """``cgp``, ``text``, or for a recorded game ``gcg`` or ``game``, the game text.

    >>> detect("15/15/15 AEINRST/ 0/0 0")
    'cgp'
    """
    first = ""
    text = unquoted(text)
    for line in lines_of(text.removeprefix("\ufeff")):
        if line.startswith((">", "#player")):
            return "gcg"
        if ":" in line and _NAMES_PLAYERS.match(line):
            return "game"
        stripped = line.strip()
        if not first and stripped and not stripped.startswith("#"):
            first = stripped
    return "cgp" if is_cgp_line(first) else "text"


def game_text(data: bytes) -> str | None:
    """The text of a file with a recorded game, None when it holds something else.

    Boards are UTF-8, while a game may be in the encoding that it names.
    """
    # decoding a million positions only to look at them would take a while, and games are read by modules of their own
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or _MAY_BE_GAME.search(data):
        from scrabblecli.formats.gcg import decode_game

        text = decode_game(data)
        if detect(text) in ("gcg", "game"):
            return text
    return None


def parse_game(text: str, source: str) -> Transcript:
    """Read a recorded game, GCG or game text.

    Raises DataError when it is neither, or names no players.
    """
    kind = detect(text)
    if kind == "gcg":
        from scrabblecli.formats.gcg import parse_gcg

        return parse_gcg(text, source)
    if kind == "game":
        from scrabblecli.formats.gametext import parse_game_text

        return parse_game_text(text, source)
    raise DataError("not a recorded game: expected GCG, or a game text that begins with a line such as players: Ann, Bob", source)


class PositionText:
    """One position of a text, not yet read: a whole text board, one line of CGP, or a turn of a recorded game."""

    __slots__ = ("kind", "line", "source", "text")

    def __init__(self, kind: str, text: str, source: str, line: int) -> None:
        self.kind = kind
        self.text = text
        self.source = source
        self.line = line

    @property
    def naming(self) -> str:
        """What names the word list, where a list that is not here is only a warning; empty for a text board."""
        return {"cgp": "opcode lex", "text": ""}.get(self.kind, "line lexicon")

    def read(self, choice: RuleChoice) -> Position:
        """Read the position; raises DataError when it cannot be read, SettingError for the rules asked for."""
        if self.kind == "cgp":
            return parse_cgp(self.text, self.source, self.line, choice)._replace(naming=self.naming)
        return parse_text(self.text, self.source, choice)


def split_positions(text: str, source: str) -> Iterator[PositionText]:
    """The positions of a text: every line of CGP, or the one text board.

    Raises DataError for a recorded game, and for a text that is too large to be a board.
    """
    kind = detect(text)
    if kind in ("gcg", "game"):
        raise DataError("a recorded game: expected a text board or CGP positions", source)
    if kind == "text":
        if len(text) > MAXIMUM_BOARD:
            raise DataError(f"{len(text):,} characters are no board: expected one line a row, or CGP", source)
        yield PositionText(kind, text, source, 1)
        return
    for number, line in enumerate(lines_of(unquoted(text).removeprefix("\ufeff")), start=1):
        if line.strip() and not line.startswith("#"):
            yield PositionText(kind, line, source, number)
