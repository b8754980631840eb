"""What the draw of a rack was worth against what was to be expected: luck, apart from skill."""

from __future__ import annotations

from random import Random

from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator
from scrabblecli.formats.position import unseen_counts
from scrabblecli.tiles import Rack

__all__ = ["DRAWS", "draw_luck"]

DRAWS = 100
"""How many other draws an actual one is compared with."""


def draw_luck(generator: MoveGenerator, board: Board, left: Rack, rack: Rack, seed: int = 1) -> float:
    """By how many points of equity the best move of a rack beats that of the average rack that could have been drawn to what was ``left``.

    The other racks are drawn from the tiles that the player had not seen before the draw, with random numbers that come from the seed alone. It is the
    way luck is told apart from skill in backgammon: what the dice gave less the mean over all dice. Raises ValueError when the rack does not hold what was left.
    """
    drawn = rack.without(left.codes)
    if drawn is None:
        raise ValueError("the rack does not hold the tiles that were kept")
    if not len(drawn):
        return 0.0
    unseen = unseen_counts(board, rack, generator.rules.tiles)
    pool = [code for code, count in enumerate(unseen) for _ in range(count)] + list(drawn.codes)
    random = Random(seed)  # noqa: S311 - draws of tiles
    others = [Rack([*left.codes, *random.sample(pool, len(drawn))]) for _ in range(DRAWS)]
    expected = sum(generator.best_equity(board, other) or 0.0 for other in others) / DRAWS
    return (generator.best_equity(board, rack) or 0.0) - expected
