"""Exit statuses."""

from __future__ import annotations

import enum

__all__ = ["ExitStatus"]


class ExitStatus(enum.IntEnum):
    """What the exit status of every command means."""

    DONE = 0
    """Done; also when no play exists."""
    NO = 1
    """The answer is no: a word is invalid, a play is illegal."""
    BAD_INPUT = 2
    """Bad usage or bad input; nothing was written."""
    INTERRUPTED = 130
    """Interrupted with Ctrl-C."""
