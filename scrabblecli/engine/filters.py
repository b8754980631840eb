"""Which moves of a list a person wants to see. Filters combine, and never change rank numbers."""

from __future__ import annotations

import re
from typing import NamedTuple

from scrabblecli.board import Board
from scrabblecli.engine.movegen import RankedMove
from scrabblecli.move import Exchange, Pass, Play, needed_codes
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import BLANK, EMPTY, Rack, code_of

__all__ = ["MoveFilter"]


class MoveFilter(NamedTuple):
    """What a move must be to be shown; None or False asks nothing.

    ``uses`` and ``keeps`` are rack codes that must be among the tiles played and kept. Exchanges and the pass are only kept
    by ``keeps`` (and when nothing is asked).
    """

    bingo_tiles: int | None = None
    min_score: int | None = None
    length: tuple[int, int] | None = None
    uses: bytes = b""
    word: re.Pattern[str] | None = None
    at: Square | None = None
    through: tuple[Square, ...] = ()
    direction: Direction | None = None
    no_blank: bool = False
    keeps: bytes = b""

    @property
    def asks(self) -> bool:
        """Whether anything is asked."""
        return self != MoveFilter()

    @property
    def _asks_for_plays(self) -> bool:
        return self != MoveFilter(keeps=self.keeps)

    def accepts(self, ranked: RankedMove, board: Board) -> bool:
        """Whether a move is one of those asked for."""
        if self.keeps and (ranked.leave is None or not _contains(ranked.leave, self.keeps)):
            return False
        move = ranked.move
        if isinstance(move, Exchange | Pass):
            return not self._asks_for_plays
        return (
            (self.min_score is None or ranked.score >= self.min_score)
            and (self.bingo_tiles is None or move.tiles_played >= self.bingo_tiles)
            and (self.length is None or self.length[0] <= len(move.tiles) <= self.length[1])
            and (self.direction is None or move.direction is self.direction)
            and (self.at is None or move.square == self.at)
            and (not self.through or set(self.through).issubset(move.squares()))
            and (not self.no_blank or BLANK not in needed_codes(move))
            and (not self.uses or _contains(needed_codes(move), self.uses))
            and (self.word is None or self._matches(move, board))
        )

    def _matches(self, play: Play, board: Board) -> bool:
        assert self.word is not None
        faces = zip(play.squares(), play.tiles, strict=True)
        letters = [code_of(face if face != EMPTY else board[square]) for square, face in faces]
        return self.word.fullmatch("".join(map(chr, letters))) is not None


def _contains(tiles: bytes, wanted: bytes) -> bool:
    return not Rack(tiles).missing_codes(wanted)
