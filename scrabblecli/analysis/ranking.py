"""All the moves of a position in one order: plays, and where they are wanted exchanges and the pass."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scrabblecli.board import Board
from scrabblecli.engine.exchanges import exchange_count, exchanges
from scrabblecli.engine.movegen import MoveGenerator, PlayList, RankedMove
from scrabblecli.formats.position import exchange_limit
from scrabblecli.tiles import Rack

__all__ = ["Ranking", "equity_order", "other_moves", "rank_moves", "ranked_with"]


class Ranking(NamedTuple):
    """The plays of a position, all moves in their order (made as they are asked for, once), and how many there are."""

    plays: PlayList
    moves: Iterable[RankedMove]
    total: int


def rank_moves(generator: MoveGenerator, board: Board, rack: Rack, by_equity: bool, with_others: bool) -> Ranking:
    """Rank the moves of a position by score or by equity, ``with_others`` exchanges and the pass among them.

    By score these come last, as they score nothing. Where no equity can be told the score ranks.
    """
    plays = generator.plays(board, rack, by_equity)
    if not with_others:
        return Ranking(plays, plays, len(plays))
    moves = ranked_with(plays, other_moves(generator, board, rack, len(plays)))
    return Ranking(plays, moves, len(plays) + exchange_count(rack, exchange_limit(board, rack, generator.rules)) + 1)


def other_moves(generator: MoveGenerator, board: Board, rack: Rack, plays: int) -> Iterator[RankedMove]:
    """The exchanges of a position and the pass, ranked by score: after so many plays."""
    limit = exchange_limit(board, rack, generator.rules)
    return exchanges(rack, limit, plays + 1, lambda leave: generator.worth(board, rack, leave))


def ranked_with(plays: PlayList, others: Iterable[RankedMove]) -> Iterator[RankedMove]:
    """Plays and other moves in one order: where equity ranks the plays, at equal equity plays come first, then exchanges."""
    if not plays.by_equity:
        return itertools.chain(plays, others)
    merged = heapq.merge(plays, sorted(others, key=equity_order), key=equity_order)
    return (ranked._replace(rank=rank) for rank, ranked in enumerate(merged, start=1))


def equity_order(ranked: RankedMove) -> float:
    """What sorts moves by equity, the best first."""
    return -(ranked.equity or 0.0)
