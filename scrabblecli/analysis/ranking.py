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

__all__ = ["Ranking", "rank_moves"]


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
    limit = exchange_limit(board, rack, generator.rules)
    others = exchanges(rack, limit, len(plays) + 1, lambda leave: generator.worth(board, rack, leave))
    total = len(plays) + exchange_count(rack, limit) + 1
    return Ranking(plays, _merged(plays, others) if plays.by_equity else itertools.chain(plays, others), total)


def _merged(plays: PlayList, others: Iterable[RankedMove]) -> Iterator[RankedMove]:
    """Moves in the order of their equity; at equal equity plays come first, then exchanges."""

    def equity(ranked: RankedMove) -> float:
        return -(ranked.equity or 0.0)

    merged = heapq.merge(plays, sorted(others, key=equity), key=equity)
    return (ranked._replace(rank=rank) for rank, ranked in enumerate(merged, start=1))
