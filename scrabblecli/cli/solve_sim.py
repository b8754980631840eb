"""``scrabblecli solve --by sim``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from scrabblecli.cli.inferring import inferred
from scrabblecli.cli.session import Session
from scrabblecli.formats.position import Position
from scrabblecli.move import format_move

if TYPE_CHECKING:
    from scrabblecli.analysis.simulation import Simulated
    from scrabblecli.analysis.solving import Question
    from scrabblecli.engine.movegen import PlayList, RankedMove
    from scrabblecli.report.simulation import SimulationBasis

__all__ = ["OPPONENT_OPTIONS", "SimOptions", "SimSolver", "sim_options"]

OPPONENT_OPTIONS = ("--opponent-rack", "--opponent-has")
"""What names all tiles of the opponent, and a part of them."""


class SimOptions(NamedTuple):
    """What was asked for on the command line, None where nothing was."""

    iterations: int | None = None
    plies: int | None = None
    candidates: int | None = None
    seed: int | None = None
    has: str | None = None


def sim_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--iterations``, ``--plies``, ``--candidates``, ``--seed`` and ``--opponent-has``."""
    for option in (
        click.option(
            "--opponent-has", metavar="LETTERS", help="With --by preendgame or sim: tiles that the opponent is known to hold."
        ),
        click.option(
            "--seed",
            metavar="N",
            type=click.IntRange(0, 1_000_000_000),
            help="With --by preendgame or sim: seed of the draws.  [default: 1]",
        ),
        click.option(
            "--candidates",
            metavar="N",
            type=click.IntRange(1, 100),
            help="With --by preendgame or sim: how many of the best moves by equity.  [default: for sim 12, and the two that score most; for preendgame 30, 15 or 10 with 1, 2 or 3 tiles in the bag, of which 6 go on after a first look]",
        ),
        click.option(
            "--plies",
            metavar="N",
            type=click.IntRange(0, 100),
            help="With --by sim: turns played on after the move.  [default: 2]",
        ),
        click.option(
            "--iterations",
            metavar="N",
            type=click.IntRange(1, 10_000_000),
            help="With --by preendgame or sim: draws for each move at most.  [default: for sim 1000, for preendgame 200]",
        ),
    ):
        function = option(function)
    return function


class SimSolver:
    """Simulates the positions of one call."""

    def __init__(
        self, session: Session, options: SimOptions, seconds: float | None, threads: int | None, opponent: str | None,
        infer: tuple[str, str] | None, quiet: bool,
    ) -> None:  # fmt: skip
        self._session = session
        self._options = options
        self._seconds = seconds
        self._threads = threads
        self._opponent = opponent
        self._infer = infer
        self._quiet = quiet

    def solve(self, question: Question) -> tuple[PlayList, list[RankedMove], SimulationBasis]:
        """The plays of a position, its candidates from the best to the worst, and what came of each.

        Raises DataError when the opponent cannot hold what is said, and for a rack that is too large.
        """
        from scrabblecli.analysis.selfplay import default_jobs
        from scrabblecli.analysis.simulation import ITERATIONS, Plan
        from scrabblecli.analysis.solving import other_rack, simulate
        from scrabblecli.report.simulation import SimulationBasis

        position, options, lexicon = question.position, self._options, question.lexicon
        leaves = self._session.leaves(question.rules, lexicon)
        self._session.note_leaves(leaves, lexicon)
        seed = 1 if options.seed is None else options.seed
        inference = None
        if self._infer is not None:
            inference = inferred(self._session, self._infer, position, question.rack, lexicon, question.generator, seed)
        plan = Plan(
            plies=2 if options.plies is None else options.plies,
            iterations=options.iterations or ITERATIONS,
            seconds=self._seconds or None,
            seed=seed,
            threads=self._threads or default_jobs(),
            known=other_rack(question, self._opponent, options.has, OPPONENT_OPTIONS),
            scores=position.both_scores,
            scoreless=position.scoreless,
            guesses=() if inference is None else tuple(inference.racks),
        )
        answer = simulate(question, leaves, plan, options.candidates, self._progress(position, plan.iterations))
        if answer.stopped is not None:
            why = "interrupted" if answer.stopped == "interrupt" else "the time is over"
            self._session.note(f"note: {why} after {max(move.iterations for move in answer.found):,} iterations")
        return answer.plays, answer.moves, SimulationBasis.of(plan, answer.found, answer.stopped)

    @contextmanager
    def _progress(self, position: Position, iterations: int) -> Iterator[Callable[[int, Sequence[Simulated]], None] | None]:
        """A table on standard error, when somebody looks at it, until the simulation is over."""
        if self._quiet or not sys.stderr.isatty():
            yield None
            return
        from scrabblecli.report.simulation_live import LiveStanding

        alphabet = position.rules.tiles.alphabet
        with LiveStanding(iterations, lambda move: format_move(move, alphabet, position.board)) as standing:
            yield standing.update
