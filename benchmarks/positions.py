"""Turns of self-play games, with all that is on the racks and in the bag: both sides make the best move by equity."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.move import Exchange, Play, kept
from scrabblecli.tiles import Rack


class GameTurn(NamedTuple):
    """A position before a move, and the move; racks and scores with those of the player on turn first, ``bag`` in the order of drawing."""

    board: Board
    racks: tuple[Rack, Rack]
    scores: tuple[int, int]
    scoreless: int
    bag: bytes
    ranked: RankedMove


def turns(generator: MoveGenerator, seed: int) -> Iterator[GameTurn]:
    """The turns of a game until somebody goes out or six turns are scoreless."""
    rules = generator.rules
    random = Random(seed)
    tiles = [code for code, count in enumerate(rules.tiles.counts) for _ in range(count)]
    random.shuffle(tiles)
    size = rules.rack_size
    racks, bag = (Rack(tiles[:size]), Rack(tiles[size : 2 * size])), bytes(tiles[2 * size :])
    board = Board.empty(rules.layout.rows, rules.layout.columns)
    scores, scoreless = (0, 0), 0
    while all(map(len, racks)) and scoreless < 6:
        ranked = next(iter(rank_moves(generator, board, racks[0], True, True).moves))
        yield GameTurn(board, racks, scores, scoreless, bag, ranked)
        move = ranked.move
        left = kept(move, racks[0])
        assert left is not None
        drawn = size - len(left)
        rack, bag = Rack(left.codes + bag[:drawn]), bag[drawn:]
        if isinstance(move, Exchange):
            assert move.tiles is not None
            laid = list(bag + move.tiles)
            random.shuffle(laid)
            bag = bytes(laid)
        board = board.after(move) if isinstance(move, Play) else board
        scoreless = 0 if isinstance(move, Play) else scoreless + 1
        racks, scores = (racks[1], rack), (scores[1], scores[0] + ranked.score)
