"""How moves are to be graded: the options of the commands that do."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

import click

from scrabblecli.cli.options import leaves_option
from scrabblecli.cli.params import Number

__all__ = ["Grading", "grading_options"]


class Grading(NamedTuple):
    """What was asked for. ``seconds`` for each endgame, None for no limit; ``iterations`` of a simulation, None for none."""

    leaves: str | None = None
    endgames: bool = True
    seconds: float | None = 5.0
    iterations: int | None = None
    seed: int = 1


_ITERATIONS = 1000
_OPTIONS = (
    click.option(
        "--deep",
        is_flag=True,
        help="Simulate each position and grade by the chances to win that were lost; with an empty bag the end decides all the same.",
    ),
    click.option(
        "--iterations",
        metavar="N",
        type=click.IntRange(1, 10_000_000),
        help=f"With --deep: draws for each move at most.  [default: {_ITERATIONS}]",
    ),
    click.option(
        "--seed", metavar="N", type=click.IntRange(0, 1_000_000_000), help="With --deep: seed of the draws.  [default: 1]"
    ),
    click.option(
        "--endgames/--no-endgames",
        default=True,
        show_default=True,
        help="With an empty bag grade by how the game ends, proven, instead of by equity.",
    ),
    click.option(
        "--time",
        "seconds",
        metavar="SECONDS",
        type=Number(0, 1_000_000),
        default=5,
        show_default=True,
        help="How long to search for the end of the game, for each position; 0 for no limit.",
    ),
    leaves_option,
)


def grading_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--deep`` and what goes with it, ``--endgames``, ``--time`` and ``--leaves``, handed over as one ``grading``."""

    @wraps(function)
    def with_grading(
        *arguments: Any, deep: bool, iterations: int | None, seed: int | None, endgames: bool, seconds: float, wanted_leaves: str | None, **others: Any,
    ) -> Any:  # fmt: skip
        if not deep and (iterations is not None or seed is not None):
            name = "--seed" if iterations is None else "--iterations"
            raise click.UsageError(f"{name} belongs to --deep", click.get_current_context())
        grading = Grading(
            wanted_leaves, endgames, seconds or None, (iterations or _ITERATIONS) if deep else None, 1 if seed is None else seed
        )
        return function(*arguments, grading=grading, **others)

    made: Callable[..., Any] = with_grading
    for option in reversed(_OPTIONS):
        made = option(made)
    return made
