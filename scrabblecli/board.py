"""The board: which tile lies on which square."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import EMPTY

__all__ = ["Board", "LaysTiles"]


class LaysTiles(Protocol):
    """Whatever lays tiles on a board: a play."""

    def new_tiles(self) -> Iterator[tuple[Square, int]]:
        """The squares of the new tiles, and their faces."""


class Board:
    """An immutable board. ``faces`` has a face a square (`EMPTY` where no tile lies), row by row.

    The face on a square is ``board[square]``, `EMPTY` for a square off the board. A face is the code of a letter (A is 1), and no
    board knows its letters or its premium squares: rules do. Boards with the same tiles are equal and have the same hash.

    >>> from scrabblecli.move import Play
    >>> board = Board.empty(15, 15).after(Play(Square(7, 6), Direction.ACROSS, bytes([10, 15])))
    >>> board[Square(7, 7)], [(str(square), direction.value) for square, direction, _ in board.words()]
    (15, [('G8', 'across')])
    """

    __slots__ = ("columns", "faces", "rows")

    def __init__(self, rows: int, columns: int, faces: bytes) -> None:
        if len(faces) != rows * columns:
            raise ValueError(f"{len(faces)} faces for {rows} x {columns} squares")
        self.rows = rows
        self.columns = columns
        self.faces = faces

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.rows, self.columns, self.faces) == (other.rows, other.columns, other.faces)

    def __hash__(self) -> int:
        return hash((self.rows, self.columns, self.faces))

    def __repr__(self) -> str:
        return f"Board({self.rows}, {self.columns}, {self.faces!r})"

    @classmethod
    def empty(cls, rows: int, columns: int) -> Board:
        """A board without tiles."""
        return cls(rows, columns, bytes(rows * columns))

    def __contains__(self, square: Square) -> bool:
        return 0 <= square.row < self.rows and 0 <= square.column < self.columns

    def __getitem__(self, square: Square) -> int:
        if 0 <= square.row < self.rows and 0 <= square.column < self.columns:
            return self.faces[square.row * self.columns + square.column]
        return EMPTY

    @property
    def is_empty(self) -> bool:
        """Whether no tile lies on the board."""
        return not any(self.faces)

    def row(self, row: int) -> bytes:
        """The faces of a row."""
        return self.faces[row * self.columns : (row + 1) * self.columns]

    def squares(self) -> Iterator[Square]:
        """Every square, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield Square(row, column)

    def occupied(self) -> Iterator[tuple[Square, int]]:
        """Every square with a tile, and its face."""
        for index, face in enumerate(self.faces):
            if face:
                yield Square(*divmod(index, self.columns)), face

    def start_of_run(self, square: Square, direction: Direction) -> Square:
        """The first square of the run of tiles that ends directly before ``square`` (``square`` itself: no run)."""
        while self[before := square.shifted(direction, -1)] != EMPTY:
            square = before
        return square

    def run(self, start: Square, direction: Direction) -> bytes:
        """The faces from a square on, up to the first empty square."""
        faces = bytearray()
        while (face := self[start]) != EMPTY:
            faces.append(face)
            start = start.shifted(direction, 1)
        return bytes(faces)

    def words(self) -> Iterator[tuple[Square, Direction, bytes]]:
        """Every run of two or more tiles, across and down: start square, direction, faces."""
        for direction in Direction:
            for square, _ in self.occupied():
                if self[square.shifted(direction, -1)] == EMPTY:
                    faces = self.run(square, direction)
                    if len(faces) > 1:
                        yield square, direction, faces

    def after(self, play: LaysTiles) -> Board:
        """The board with a play's new tiles laid; legality is not checked beyond squares being free.

        Raises ValueError when a new tile would lie off the board or on another tile.
        """
        faces = bytearray(self.faces)
        for square, face in play.new_tiles():
            if square not in self or self[square] != EMPTY:
                raise ValueError(f"no free square at {square}")
            faces[square.row * self.columns + square.column] = face
        return Board(self.rows, self.columns, bytes(faces))

    def transposed(self) -> Board:
        """The board mirrored at its diagonal: rows become columns."""
        faces = bytes(self.faces[row * self.columns + column] for column in range(self.columns) for row in range(self.rows))
        return Board(self.columns, self.rows, faces)
