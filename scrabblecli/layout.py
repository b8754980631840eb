"""Board layouts: which squares are premium squares and where the game starts.

Symbols (the same in files, boards and TOML): ``.`` none, ``'`` double letter, ``"`` triple letter, ``^`` quadruple
letter, ``-`` double word, ``=`` triple word, ``~`` quadruple word, ``*`` the start square without a premium.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scrabblecli.errors import SettingError
from scrabblecli.squares import MAXIMUM_COLUMNS, MAXIMUM_ROWS, Square

__all__ = ["LETTER_PREMIUMS", "PREMIUM_NAMES", "WORD_PREMIUMS", "Layout"]

LETTER_PREMIUMS = {"'": 2, '"': 3, "^": 4}
WORD_PREMIUMS = {"-": 2, "=": 3, "~": 4}
PREMIUM_NAMES = {"'": "DL", '"': "TL", "^": "QL", "-": "DW", "=": "TW", "~": "QW"}
_SYMBOLS = ".*" + "".join(PREMIUM_NAMES)


class Layout(NamedTuple):
    """The premium squares of a board, row by row, and its start square.

    ``symbols`` has one character a square, rows one after the other.
    """

    name: str
    rows: int
    columns: int
    symbols: str
    start: Square

    @classmethod
    def parse(cls, rows: Sequence[str], name: str, start: str | None = None) -> Layout:
        """Read a drawn layout, one text a row; spaces between the symbols are ignored.

        The start square is the ``*``, else ``start`` (a square name), else the middle square.

        Raises SettingError for rows of different width, an unknown symbol, no or two start squares.
        """
        drawn = [row.replace(" ", "") for row in rows]
        if not 1 <= len(drawn) <= MAXIMUM_ROWS:
            raise SettingError(f"layout {name}: {len(drawn)} rows, expected 1 to {MAXIMUM_ROWS}")
        width = len(drawn[0])
        if not 1 <= width <= MAXIMUM_COLUMNS:
            raise SettingError(f"layout {name}: row 1 has {width} squares, expected 1 to {MAXIMUM_COLUMNS}")
        for number, row in enumerate(drawn, start=1):
            if len(row) != width:
                raise SettingError(f"layout {name}: row {number} has {len(row)} squares, row 1 has {width}")
            for symbol in row:
                if symbol not in _SYMBOLS:
                    raise SettingError(f"layout {name}: {symbol!r} in row {number}, expected one of {_SYMBOLS}")
        symbols = "".join(drawn)
        if symbols.count("*") > 1 or ("*" in symbols and start is not None):
            raise SettingError(f"layout {name}: more than one start square")
        if "*" in symbols:
            square = Square(*divmod(symbols.index("*"), width))
        elif start is not None:
            square, _ = Square.parse(start)
        else:
            square = Square(len(drawn) // 2, width // 2)
        if not (square.row < len(drawn) and square.column < width):
            raise SettingError(f"layout {name}: start square {start} is not on a board of {len(drawn)} x {width}")
        return cls(name, len(drawn), width, symbols, square)

    def symbol(self, square: Square) -> str:
        """The symbol of a square, ``.`` where there is no premium."""
        symbol = self.symbols[square.row * self.columns + square.column]
        return "." if symbol == "*" else symbol

    def premium(self, square: Square) -> str | None:
        """The name of the premium of a square (``DL``, ``TL``, ``QL``, ``DW``, ``TW``, ``QW``), None without one."""
        return PREMIUM_NAMES.get(self.symbol(square))

    def letter_multiplier(self, square: Square) -> int:
        """What the value of a new tile on the square is multiplied by."""
        return LETTER_PREMIUMS.get(self.symbol(square), 1)

    def word_multiplier(self, square: Square) -> int:
        """What a word with a new tile on the square is multiplied by."""
        return WORD_PREMIUMS.get(self.symbol(square), 1)
