"""Squares and directions, and their names: ``8D`` runs across from row 8, column D; ``D8`` runs down from there."""

from __future__ import annotations

import enum
from typing import NamedTuple

from scrabblecli.errors import NotationError

__all__ = ["MAXIMUM_COLUMNS", "MAXIMUM_ROWS", "Direction", "Square", "column_letter"]

MAXIMUM_ROWS = 99
MAXIMUM_COLUMNS = 26


class Direction(enum.Enum):
    """The direction in which a word is read.

    >>> Direction.ACROSS.other, Direction("down").step
    (Direction.DOWN, (1, 0))
    """

    ACROSS = "across"
    DOWN = "down"

    @property
    def other(self) -> Direction:
        """The perpendicular direction."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS

    @property
    def step(self) -> tuple[int, int]:
        """Rows and columns from one square of a word to the next."""
        return (0, 1) if self is Direction.ACROSS else (1, 0)

    def __repr__(self) -> str:
        return f"Direction.{self.name}"


def column_letter(column: int) -> str:
    """The letter of a column, counted from 0.

    >>> column_letter(7)
    'H'
    """
    return chr(ord("A") + column)


class Square(NamedTuple):
    """A square by row and column, both counted from 0. ``str`` gives its plain name, column first."""

    row: int
    column: int

    def __str__(self) -> str:
        return self.name(Direction.DOWN)

    def name(self, direction: Direction) -> str:
        """The name of the square as the first of a word in a direction.

        >>> Square(7, 3).name(Direction.ACROSS), Square(7, 3).name(Direction.DOWN)
        ('8D', 'D8')
        """
        if direction is Direction.ACROSS:
            return f"{self.row + 1}{column_letter(self.column)}"
        return f"{column_letter(self.column)}{self.row + 1}"

    def shifted(self, direction: Direction, distance: int) -> Square:
        """The square ``distance`` steps further in a direction (negative: before), perhaps off every board."""
        rows, columns = direction.step
        return Square(self.row + rows * distance, self.column + columns * distance)

    @classmethod
    def parse(cls, text: str) -> tuple[Square, Direction]:
        """Read ``8D`` (across) or ``D8`` (down), in either letter case.

        >>> Square.parse("d8")
        (Square(row=7, column=3), Direction.DOWN)

        Raises NotationError when the text is neither.
        """
        name = text.strip().upper()
        if name.isascii() and 2 <= len(name) <= 3:
            if name[0].isalpha() and name[1:].isdigit():
                letter, digits, direction = name[0], name[1:], Direction.DOWN
            elif name[-1].isalpha() and name[:-1].isdigit():
                letter, digits, direction = name[-1], name[:-1], Direction.ACROSS
            else:
                letter = ""
            if letter and digits[0] != "0":
                return cls(int(digits) - 1, ord(letter) - ord("A")), direction
        raise NotationError(f"invalid square {text!r}: expected like 8D (across) or D8 (down)")
