"""Equity: what a move is worth, its score and what follows from the tiles kept.

While there are tiles in the bag that is the value of the leave, less of it in the last rounds, and a correction for how many
tiles the opponent finds in the bag. With an empty bag the leftovers count instead. All numbers here were measured by self-play
(``benchmarks/endphase.py`` and ``benchmarks/opening.py``).
"""

from __future__ import annotations

from scrabblecli.analysis.leaves import Leaves
from scrabblecli.endings import adjustments
from scrabblecli.engine.movegen import POINT, Valuation
from scrabblecli.layout import Layout
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Square

__all__ = ["valuation"]

_TEMPO = (2.0, -7.8, -4.8, -3.6, -2.4, -0.8, -1.2, -1.2, 0.0)
"""What being on turn with so many tiles in the bag is worth beyond what it is worth before that: whoever finds one tile or two
must empty the bag for the other."""
_STAYING = 16
"""What the opponent gains on average from the next turn when a player with an empty bag does not go out."""
_OPENING_VOWEL = 1.4
"""What a vowel of the opening play beside a letter premium gives the opponent."""


def valuation(rules: RuleSet, leaves: Leaves) -> Valuation:
    """What moves are worth beyond their score under some rules, for the move generator."""
    full = rules.rack_size
    swing = POINT * swing_of_leftovers(rules)
    return Valuation(
        leaves.kernel,
        tuple(POINT * bag // full for bag in range(full + 1)),
        tuple(round(POINT * points) for points in _TEMPO),
        swing,
        swing // 2,  # what is kept may yet be played
        POINT * _STAYING,
        _opening_cost(rules.layout),
    )


def swing_of_leftovers(rules: RuleSet) -> int:
    """By how much a point of leftovers moves the spread of two players when the other goes out.

    >>> from scrabblecli.rules import load_rules
    >>> swing_of_leftovers(load_rules("tournament"))
    2
    """
    out, left = adjustments([0, 1], 0, rules)
    return out - left


def _opening_cost(layout: Layout) -> list[int]:
    """What a vowel on each square of an empty board costs: beside a letter premium it is easily built on."""
    cost = [0] * (layout.rows * layout.columns)
    row, column = layout.start
    across = (Square(row, other) for other in range(layout.columns))
    down = (Square(other, column) for other in range(layout.rows))
    for squares, (rows, columns) in ((across, (1, 0)), (down, (0, 1))):
        for square in squares:
            beside = (Square(square.row + side * rows, square.column + side * columns) for side in (-1, 1))
            if square != layout.start and any(
                0 <= other.row < layout.rows and 0 <= other.column < layout.columns and layout.letter_multiplier(other) > 1
                for other in beside
            ):
                cost[square.row * layout.columns + square.column] = round(POINT * _OPENING_VOWEL)
    return cost
