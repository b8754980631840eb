"""Random numbers of games that anybody can deal again."""

from __future__ import annotations

from collections.abc import MutableSequence
from random import Random
from typing import Any

__all__ = ["Chance"]


class Chance(Random):
    """Random numbers of which a seed gives the same with every version of Python, which promises that of ``random()`` alone."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put a list into random order (Fisher-Yates)."""
        for place in range(len(x) - 1, 0, -1):
            other = self.below(place + 1)
            x[place], x[other] = x[other], x[place]

    def below(self, limit: int) -> int:
        """A whole number from 0 on, below a limit."""
        return int(self.random() * limit)
