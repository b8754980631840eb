"""What can go wrong, as one tree.

::

    ScrabbleError
    +-- NotationError      text that cannot be read: a square, a move, a rack, a pattern
    +-- SettingError       a rule set or one of its settings is unknown, of the wrong type or out of range
    +-- DataError          a file (board, word list, word graph) that cannot be used: file, line, reason
    +-- IllegalMoveError   a move that was read but cannot be played here, with every reason

A message says what is wrong, the value, where it stands and what was expected. The command line turns the first three
into exit status 2 and the last into exit status 1.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["DataError", "IllegalMoveError", "NotationError", "Reason", "ScrabbleError", "SettingError", "place_text"]


class Reason(NamedTuple):
    """One reason why a move cannot be played.

    ``code`` is one of the codes of the command-line contract (``off_board``, ``gap``, ``disconnected``,
    ``misses_start``, ``one_tile_first``, ``conflict``, ``no_new_tiles``, ``not_whole_word``, ``not_in_rack``,
    ``invalid_word``); ``squares`` are plain square names such as ``J9`` and ``words`` upper-case words.

    >>> Reason("gap", "no tile lies on E8, where a dot stands for one", ("E8",)).code
    'gap'
    """

    code: str
    message: str
    squares: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class ScrabbleError(Exception):
    """The root of every error this package raises on purpose.

    >>> [kind.__name__ for kind in (NotationError, SettingError, DataError, IllegalMoveError) if not issubclass(kind, ScrabbleError)]
    []
    """


class NotationError(ScrabbleError, ValueError):
    """Text that cannot be read.

    >>> from scrabblecli.squares import Square
    >>> try:
    ...     Square.parse("Z")
    ... except NotationError as error:
    ...     print(error)
    invalid square 'Z': expected like 8D (across) or D8 (down)
    """


class SettingError(ScrabbleError, ValueError):
    """A rule set or a setting that is unknown, of the wrong type or out of range.

    >>> from scrabblecli.rules import load_rules
    >>> try:
    ...     load_rules().with_settings({"bingo_bonus": "many"})
    ... except SettingError as error:
    ...     print(error)
    setting bingo_bonus = "many": expected a whole number from 0 to 100
    """


def place_text(source: str, line: int = 0) -> str:
    """Where something stands, in words.

    >>> place_text("-", 3)
    'standard input, line 3'
    """
    name = "standard input" if source == "-" else source
    return ", ".join(part for part in (name, f"line {line}" if line else "") if part)


class DataError(ScrabbleError):
    """A file that cannot be used.

    ``source`` names the file (``-`` is standard input), ``line`` counts from 1, 0 when no single line is at fault.

    >>> print(DataError("no board", "board.txt", 3))
    board.txt, line 3: no board
    """

    def __init__(self, reason: str, source: str = "", line: int = 0) -> None:
        self.reason = reason
        self.source = source
        self.line = line
        super().__init__(f"{place}: {reason}" if (place := place_text(source, line)) else reason)


class IllegalMoveError(ScrabbleError):
    """A move that was read but cannot be played on this board; ``reasons`` has every reason, ``hint`` ends the message.

    >>> print(IllegalMoveError("8D JO", (Reason("disconnected", "touches no tile on the board"),)))
    8D JO cannot be played: touches no tile on the board
    """

    def __init__(self, move: str, reasons: tuple[Reason, ...], hint: str = "") -> None:
        self.move = move
        self.reasons = reasons
        super().__init__(f"{move} cannot be played: " + "; ".join(reason.message for reason in reasons) + hint)
