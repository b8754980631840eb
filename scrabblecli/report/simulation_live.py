"""A simulation while it goes on: how far it is, and how its best candidates stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from scrabblecli.move import Move

if TYPE_CHECKING:
    from scrabblecli.analysis.simulation import Simulated

__all__ = ["LiveStanding"]

_SHOWN = 8
"""So many candidates are shown, the best first."""


class LiveStanding:
    """A table on standard error that changes as the simulation goes on, and is gone when it is over; ``shown`` writes moves."""

    def __init__(self, iterations: int, shown: Callable[[Move], str], console: Console | None = None) -> None:
        self._shown = shown
        self._progress = Progress(
            TextColumn("Iterations"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), auto_refresh=False
        )
        self._task: TaskID = self._progress.add_task("", total=iterations)
        self._live = Live(self._progress, console=console or Console(stderr=True), transient=True, refresh_per_second=8)

    def __enter__(self) -> LiveStanding:
        self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._live.stop()

    def update(self, done: int, standing: Sequence[Simulated]) -> None:
        """Show how the candidates stand after so many iterations."""
        self._progress.update(self._task, completed=done)
        table = Table(box=None, pad_edge=False)
        for heading in ("#", "Move", "Score"):
            table.add_column(heading, justify="left" if heading == "Move" else "right")
        table.add_column("Win %", justify="right")
        table.add_column("Gain", justify="right")
        for rank, move in enumerate(standing[:_SHOWN], start=1):
            low, high = move.win_interval
            table.add_row(
                str(rank), Text(self._shown(move.ranked.move)), str(move.ranked.score), f"{100 * move.win:.1f} ± {50 * (high - low):.1f}",
                f"{move.mean:+.1f}", style="dim" if move.dropped else "",
            )  # fmt: skip
        left = sum(not move.dropped for move in standing)
        self._live.update(Group(table, Text(f"{left} of {len(standing)} moves are still in it"), self._progress), refresh=True)
