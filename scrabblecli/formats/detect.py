"""Which kind of position a text holds, told from its content and never from a file name; and the positions in it."""

from __future__ import annotations

from collections.abc import Iterator

from scrabblecli.errors import DataError
from scrabblecli.formats.cgp import is_cgp_line, parse_cgp
from scrabblecli.formats.position import LoadedPosition, RuleChoice
from scrabblecli.formats.text import parse_text
from scrabblecli.plain import lines_of

__all__ = ["PositionText", "detect", "split_positions"]

MAXIMUM_BOARD = 100_000
"""No text board of 26 x 99 squares, however drawn, has as many characters."""


def detect(text: str) -> str:
    """``cgp``, ``gcg`` or ``text``.

    >>> detect("15/15/15 AEINRST/ 0/0 0")
    'cgp'
    """
    first = ""
    for line in lines_of(text.removeprefix("\ufeff")):
        if line.startswith((">", "#player")):
            return "gcg"
        stripped = line.strip()
        if not first and stripped and not stripped.startswith("#"):
            first = stripped
    return "cgp" if is_cgp_line(first) else "text"


class PositionText:
    """One position of a text, not yet read: a whole text board, or one line of CGP."""

    __slots__ = ("kind", "line", "source", "text")

    def __init__(self, kind: str, text: str, source: str, line: int) -> None:
        self.kind = kind
        self.text = text
        self.source = source
        self.line = line

    def read(self, choice: RuleChoice) -> LoadedPosition:
        """Read the position; raises DataError when it cannot be read, SettingError for the rules asked for."""
        if self.kind == "cgp":
            return parse_cgp(self.text, self.source, self.line, choice)
        return parse_text(self.text, self.source, choice)


def split_positions(text: str, source: str) -> Iterator[PositionText]:
    """The positions of a text: every line of CGP, or the one text board.

    Raises DataError for a recorded game, and for a text that is too large to be a board.
    """
    kind = detect(text)
    if kind == "gcg":
        raise DataError("a recorded game (GCG): expected a text board or CGP positions; games are not read yet", source)
    if kind == "text":
        if len(text) > MAXIMUM_BOARD:
            raise DataError(f"{len(text):,} characters are no board: expected one line a row, or CGP", source)
        yield PositionText(kind, text, source, 1)
        return
    for number, line in enumerate(lines_of(text.removeprefix("\ufeff")), start=1):
        if line.strip() and not line.startswith("#"):
            yield PositionText(kind, line, source, number)
