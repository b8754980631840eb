"""What endgames and pre-endgames are searched with: kernels that share a table, and a watch on the time they take."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli._compiled import load_kernel
from scrabblecli.analysis.endgame_rules import check_rules, targets_of
from scrabblecli.endings import adjustments
from scrabblecli.engine.movegen import MoveGenerator
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.rules import RuleSet

if TYPE_CHECKING:
    from scrabblecli.engine.endgame import EndgameSolver

__all__ = ["PLACES", "Limits", "solvers", "watched"]

PLACES = 1 << 19
"""Places of the table of positions seen, two positions of 16 bytes in each: 16 MB."""
_POLL = 0.1


def solvers(rules: RuleSet, lexicon: Lexicon, threads: int, places: int, stop: bytearray) -> list[EndgameSolver]:
    """Kernels that share a table of so many places, one for each thread; setting the byte of ``stop`` ends their searches.

    Raises SettingError for rules under which no endgame is solved.
    """
    check_rules(rules)
    table = array("Q", bytes(32 * places))
    out, left = adjustments([0, 1], 0, rules)
    blocked = -adjustments([0, 1], None, rules)[1]
    targets = [targets_of(rules)] * 2
    kernel = load_kernel("scrabblecli.engine.endgame")
    return [
        kernel.EndgameSolver(MoveGenerator(rules, lexicon).finder, rules.tiles.values, out - left, blocked, targets, table, stop)
        for _ in range(threads)
    ]


class Limits(NamedTuple):
    """How long a search may take: ``seconds`` in all, ``patience`` more once the best move is known; None for no limit."""

    seconds: float | None = None
    patience: float | None = None


def watched(
    stop: bytearray, threads: int, limits: Limits, work: Callable[[ThreadPoolExecutor], None], best_at: Callable[[], float | None]
) -> str | None:
    """Let some work run in a pool of so many threads, itself in one of them, until it is done, the time is over or somebody interrupts.

    ``stop`` is set to end it; ``best_at`` says since when the best move is known (`time.perf_counter`). Returns what ended it: ``time``,
    ``interrupt`` or None.
    """
    stopped = None
    deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
    patience = limits.patience
    with ThreadPoolExecutor(threads) as pool:
        working = pool.submit(work, pool)
        try:
            while not working.done():
                try:
                    if patience is not None and (known := best_at()) is not None:
                        deadline = known + patience if deadline is None else min(deadline, known + patience)
                        patience = None
                    left = _POLL if deadline is None or stop[0] else max(0.0, min(_POLL, deadline - time.perf_counter()))
                    wait([working], timeout=left)
                    if deadline is not None and time.perf_counter() >= deadline and not stop[0]:
                        stop[0] = 1
                        stopped = "time"
                except KeyboardInterrupt:
                    if stopped == "interrupt":
                        raise
                    stop[0] = 1
                    stopped = "interrupt"
        finally:
            # whatever happened: the pool waits for its threads
            stop[0] = 1
        working.result()
    return stopped
