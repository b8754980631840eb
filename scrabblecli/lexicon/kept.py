"""Things that cost something to make, made once for each rule set and word list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.rules import RuleSet

__all__ = ["KeptByList"]

_Thing = TypeVar("_Thing")


class KeptByList(Generic[_Thing]):
    """What ``make`` makes of some rules and a word list, the same for the same two objects; what it raises is raised each time."""

    def __init__(self, make: Callable[[RuleSet, Lexicon], _Thing]) -> None:
        self._make = make
        # the objects are kept, so that their ids stay theirs
        self._made: dict[tuple[int, int], tuple[RuleSet, Lexicon, _Thing]] = {}

    def __call__(self, rules: RuleSet, lexicon: Lexicon) -> _Thing:
        """What was made of these."""
        key = (id(rules), id(lexicon))
        if key not in self._made:
            self._made[key] = (rules, lexicon, self._make(rules, lexicon))
        return self._made[key][2]
