"""Games that the engine played by itself, played again move by move by plain means.

The log of a game has its moves but no draws. They are drawn here once more: the random numbers are those of splitmix64 (S. Vigna's
public-domain generator), started as `scrabblecli.engine.selfplay` says from the seed and the number of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scrabblecli.board import Board
from scrabblecli.move import Exchange, Move, Pass, Play, needed_codes
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import score_play
from scrabblecli.squares import Direction, Square

__all__ = ["Game", "Moment", "moves_of"]

_ALL = 2**64
_STEP = 0x9E3779B97F4A7C15


class Bag:
    """A bag that is shuffled and drawn from as in the engine: the last tile first."""

    def __init__(self, counts: tuple[int, ...], seed: int, number: int) -> None:
        state = (seed + _STEP * (number + 1)) % _ALL
        self.state = (state ^ state >> 29) * 0xBF58476D1CE4E5B9 % _ALL
        self.tiles = [code for code, count in enumerate(counts) for _ in range(count)]
        self.shuffle()

    def random(self, limit: int) -> int:
        """A random number below a limit: the upper half of splitmix64's next number, scaled."""
        self.state = (self.state + _STEP) % _ALL
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % _ALL
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % _ALL
        return ((mixed ^ mixed >> 31) >> 32) * limit >> 32

    def shuffle(self) -> None:
        """Fisher-Yates, from the last tile down."""
        for place in range(len(self.tiles) - 1, 0, -1):
            other = self.random(place + 1)
            self.tiles[place], self.tiles[other] = self.tiles[other], self.tiles[place]

    def draw(self, rack: bytes, size: int) -> bytes:
        """A rack filled up to a size."""
        tiles = list(rack)
        while len(tiles) < size and self.tiles:
            tiles.append(self.tiles.pop())
        return bytes(sorted(tiles))


class Moment(NamedTuple):
    """A turn: the position before it, from the view of ``player`` (0 moves first), and the move made."""

    player: int
    board: Board
    racks: tuple[bytes, bytes]
    bag: tuple[int, ...]
    scores: tuple[int, int]
    move: Move
    score: int

    @property
    def rack(self) -> bytes:
        """The rack of the player on turn."""
        return self.racks[self.player]


def moves_of(log: bytes) -> Iterator[Move]:
    """The moves of a log: kind (0 pass, 1 play, 2 exchange), number of bytes that follow, these."""
    place = 0
    while place < len(log):
        kind, length = log[place : place + 2]
        content = log[place + 2 : place + 2 + length]
        place += 2 + length
        if kind == 1:
            yield Play(Square(content[0], content[1]), (Direction.ACROSS, Direction.DOWN)[content[2]], content[3:])
        elif kind == 2:
            yield Exchange(content, length)
        else:
            yield Pass()


class Game:
    """A game played again: its ``moments``, and then the board, the racks, the bag and the scores before the leftovers."""

    def __init__(self, rules: RuleSet, seed: int, number: int, log: bytes) -> None:
        bag = Bag(rules.tiles.counts, seed, number)
        first = bag.draw(b"", rules.rack_size)
        racks = [first, bag.draw(b"", rules.rack_size)]
        scores = [0, 0]
        board = Board.empty(rules.layout.rows, rules.layout.columns)
        self.moments: list[Moment] = []
        player = 0
        for move in moves_of(log):
            before = (racks[0], racks[1]), tuple(bag.tiles), (scores[0], scores[1])
            score = score_play(board, move, rules).score if isinstance(move, Play) else 0
            self.moments.append(Moment(player, board, *before, move, score))
            rest = bytearray(racks[player])
            if isinstance(move, Play):
                for code in needed_codes(move):
                    rest.remove(code)
                board = board.after(move)
                racks[player] = bag.draw(bytes(rest), rules.rack_size)
            elif isinstance(move, Exchange):
                assert move.tiles is not None
                for code in move.tiles:
                    rest.remove(code)
                # first draw, then give back, then mix
                racks[player] = bag.draw(bytes(rest), rules.rack_size)
                bag.tiles += move.tiles
                bag.shuffle()
            scores[player] += score
            player = 1 - player
        self.board = board
        self.racks = racks[0], racks[1]
        self.bag = tuple(bag.tiles)
        self.scores = scores[0], scores[1]
