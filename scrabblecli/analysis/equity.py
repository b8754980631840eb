"""Equity: what a move is worth, its score and what follows from the tiles kept.

While there are tiles in the bag that is the value of the leave, less of it in the last rounds, and a correction for how many
tiles the opponent finds in the bag. With an empty bag the leftovers count instead. All numbers here were measured by self-play
(``benchmarks/endphase.py`` and ``benchmarks/opening.py``).
"""

from __future__ import annotations

from typing import NamedTuple

from scrabblecli.analysis.leaves import Leaves
from scrabblecli.board import Board
from scrabblecli.endings import adjustments, leftover_points
from scrabblecli.engine.movegen import POINT, Valuation
from scrabblecli.formats.position import unseen_counts
from scrabblecli.layout import Layout
from scrabblecli.move import Move, Play, kept
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Square
from scrabblecli.tiles import Rack, code_of

__all__ = ["Terms", "leave_worth", "swing_of_leftovers", "terms", "valuation"]

_TEMPO = (2.0, -7.8, -4.8, -3.6, -2.4, -0.8, -1.2, -1.2, 0.0)
"""What being on turn with so many tiles in the bag is worth beyond what it is worth before that: whoever finds one tile or two
must empty the bag for the other."""
_STAYING = 16
"""What it costs not to go out with an empty bag, beside half of what the tiles kept count. It orders moves that go out against others;
matches cannot tell 8 from 24, and lose by less than 8."""
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


class Terms(NamedTuple):
    """What the equity of a move is made of, in points; the sum of these is the equity.

    ``leave`` is the value of the tiles kept, as far as it counts with so many tiles in the bag; ``tempo`` what the opponent gains
    or loses by what is left in the bag; ``opening`` what vowels cost beside premium squares; ``ending`` what the leftovers
    make of it when the bag is empty. ``replies`` is what a simulation found beyond these.
    """

    score: float
    leave: float = 0.0
    tempo: float = 0.0
    opening: float = 0.0
    ending: float = 0.0
    replies: float = 0.0

    @property
    def equity(self) -> float:
        """The sum."""
        return sum(self)


def terms(rules: RuleSet, known: Valuation, board: Board, rack: Rack, move: Move, score: int) -> Terms:
    """The terms of a move's equity, as a move generator with this valuation adds them up.

    Raises ValueError when the rack does not hold what the move needs.
    """
    left = kept(move, rack)
    if left is None:
        raise ValueError(f"{move} with {rack}")
    unseen = unseen_counts(board, rack, rules.tiles)
    bag = rules.bag_count(sum(unseen))
    opening = 0
    if board.is_empty and isinstance(move, Play):
        opening = sum(
            known.opening_cost[square.row * board.columns + square.column]
            for square, face in move.new_tiles()
            if code_of(face) in rules.tiles.vowels
        )
    if not bag:
        if not len(left):
            theirs = sum(count * value for count, value in zip(unseen, rules.tiles.values, strict=True))
            ending = known.swing * theirs
        else:
            ending = -known.burden * leftover_points(left, rules.tiles) - known.staying
        return Terms(score, opening=-opening / POINT, ending=ending / POINT)
    after = max(0, bag - move.tiles_played) if isinstance(move, Play) else bag
    tempo = known.tempo[min(after, len(known.tempo) - 1)]
    return Terms(score, leave_worth(known, left.codes, bag), -tempo / POINT, -opening / POINT)


def leave_worth(known: Valuation, leave: bytes, bag: int) -> float:
    """What tiles kept (sorted rack codes) count with so many in the bag, in points: less of their value near its end, nothing after it."""
    worth: int = known.leaves.value(leave) * known.fade[min(bag, len(known.fade) - 1)] >> 8
    return worth / POINT
