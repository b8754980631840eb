"""Sums of many numbers, taken up as they come, with the intervals in which their means lie."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from operator import mul

__all__ = ["Sums", "interval", "widened"]

_Z = 1.959964
_RARE = 5
"""Fewer wins, or losses, than this are rare."""


class Sums:
    """The count, the sum and the sum of the squares of whole numbers, taken up as they come: exact, whatever their number."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0
        self._squares = 0

    def take(self, values: Sequence[int]) -> None:
        """Take up more numbers."""
        self.count += len(values)
        self.total += sum(values)
        self._squares += sum(map(mul, values, values))

    @property
    def mean(self) -> float:
        """Their mean, 0 where there is none."""
        return self.total / (self.count or 1)

    @property
    def error(self) -> float:
        """The standard error of the mean, 0 for fewer than two."""
        count = self.count
        return sqrt((count * self._squares - self.total * self.total) / (count - 1)) / count if count > 1 else 0.0


def interval(sums: Sums, unit: int) -> tuple[float, tuple[float, float]]:
    """A mean and its interval of 95 %, in other units."""
    mean, around = sums.mean, _Z * sums.error
    return mean / unit, ((mean - around) / unit, (mean + around) / unit)


def widened(win: float, low: float, high: float, count: int) -> tuple[float, float]:
    """An interval of chances to win; near 0 and 1, where what is rare may not have been drawn yet, at least Wilson's score interval.

    E. Wilson, *Probable Inference, the Law of Succession, and Statistical Inference*, 1927.
    """
    if _RARE < count * win < count - _RARE:
        return low, high
    square = _Z * _Z / count
    middle, around = win + square / 2, _Z * sqrt(win * (1 - win) / count + square / (4 * count))
    return min(low, (middle - around) / (1 + square)), max(high, (middle + around) / (1 + square))
