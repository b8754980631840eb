"""A clock for each player: whose time runs, how much is left, what overtime costs."""

from __future__ import annotations

from typing import NamedTuple

from scrabblecli.game.referee import overtime_points
from scrabblecli.rules import RuleSet

__all__ = ["Clock", "clock_text"]


class Clock(NamedTuple):
    """Seconds left for each player, negative in overtime; ``running`` is whose time runs, None while all stand.

    ``resume`` is whose will when they go on.
    """

    left: tuple[float, ...]
    running: int | None = None
    resume: int = 0

    @classmethod
    def of(cls, players: int, minutes: float) -> Clock:
        """A clock that stands, with the same time for all."""
        return cls((60.0 * minutes,) * players)

    def after(self, seconds: float) -> Clock:
        """The clock when so many seconds have passed.

        >>> Clock.of(2, 1)._replace(running=1).after(75).left
        (60.0, -15.0)
        """
        if self.running is None:
            return self
        left = list(self.left)
        left[self.running] -= seconds
        return self._replace(left=tuple(left))

    def pressed(self) -> Clock:
        """The next player's time runs; where the clocks stood, they go on."""
        return self._replace(running=self.resume if self.running is None else (self.running + 1) % len(self.left))

    def stopped(self) -> Clock:
        """The clocks stand."""
        return self if self.running is None else self._replace(running=None, resume=self.running)

    def penalties(self, rules: RuleSet) -> tuple[int, ...]:
        """What overtime costs each player, in points."""
        return tuple(overtime_points(-seconds, rules) for seconds in self.left)


def clock_text(seconds: float) -> str:
    """Time as clocks show it: seconds left are rounded up, those of overtime down.

    >>> clock_text(1500), clock_text(59.2), clock_text(-61.5)
    ('25:00', '1:00', '-1:01')
    """
    whole = -int(-seconds // 1) if seconds > 0 else int(-seconds)
    return f"{'-' if seconds < 0 else ''}{whole // 60}:{whole % 60:02}"
