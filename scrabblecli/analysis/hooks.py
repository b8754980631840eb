"""Hooks: which letters a board takes beside its words."""

from __future__ import annotations

from typing import NamedTuple

from scrabblecli.board import Board
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Play
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import BLANK, letters_of

__all__ = ["Hook", "Hooks", "hooks_given"]


class Hook(NamedTuple):
    """Letters that make another word of the tiles beside an empty square, in a direction."""

    square: Square
    direction: Direction
    letters: frozenset[int]


class Hooks:
    """The hooks of one board for the tiles that are unseen (counts by code)."""

    def __init__(self, board: Board, lexicon: Lexicon, unseen: list[int]) -> None:
        self.board = board
        self._lexicon = lexicon
        self._held = frozenset(code for code in range(1, len(unseen)) if unseen[code] or unseen[BLANK])

    def _fitting(self, square: Square, direction: Direction) -> frozenset[int] | None:
        """The letters that make a word of the tiles beside a square in a direction; None where there are no such tiles."""
        board = self.board
        start = board.start_of_run(square, direction)
        distance = (square.row - start.row) + (square.column - start.column)
        before = letters_of(board.run(start, direction)[:distance])
        after = letters_of(board.run(square.shifted(direction, 1), direction))
        if not before and not after:
            return None
        return self._lexicon.between(before, after) & self._held

    def at(self, square: Square, direction: Direction) -> Hook:
        """The letters that may be laid on an empty square beside tiles in a direction, and fit the tiles across it."""
        letters: frozenset[int] | None = None
        if square in self.board and not self.board[square]:
            letters = self._fitting(square, direction)
        if letters:
            across = self._fitting(square, direction.other)
            letters = letters if across is None else letters & across
        return Hook(square, direction, letters or frozenset())


def hooks_given(play: Play, before: Hooks, after: Hooks, whole: bool) -> list[Hook]:
    """The hooks on a play's main word (with ``whole`` on its cross words too) that were not there before it."""
    ends = [(play.square, play.direction, len(play.tiles))]
    if whole:
        across = play.direction.other
        for square, _ in play.new_tiles():
            start = after.board.start_of_run(square, across)
            length = len(after.board.run(start, across))
            if length > 1:
                ends.append((start, across, length))
    given = []
    for start, direction, length in ends:
        for square in (start.shifted(direction, -1), start.shifted(direction, length)):
            hook = after.at(square, direction)
            # a play elsewhere leaves what could be laid there before
            new = hook.letters - before.at(square, direction).letters if hook.letters else None
            if new:
                given.append(hook._replace(letters=new))
    return given
