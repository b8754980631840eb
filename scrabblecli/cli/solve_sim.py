"""``scrabblecli solve --by sim``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from scrabblecli.cli.inferring import inferred, stated_rack
from scrabblecli.cli.session import Session
from scrabblecli.formats.position import LoadedPosition
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import format_move
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.simulation import Simulated
    from scrabblecli.engine.movegen import MoveGenerator, PlayList, RankedMove
    from scrabblecli.report.simulation import SimulationBasis

__all__ = ["SimOptions", "SimSolver", "sim_options"]


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

    def solve(
        self, position: LoadedPosition, rack: Rack, lexicon: Lexicon, generator: MoveGenerator,
        accepts: Callable[[RankedMove], bool] | None, with_others: bool,
    ) -> tuple[PlayList, list[RankedMove], SimulationBasis]:  # fmt: skip
        """The plays of a position, its candidates from the best to the worst, and what came of each.

        Raises DataError when the opponent cannot hold what is said, and for a rack that is too large.
        """
        from scrabblecli.analysis.ranking import rank_moves
        from scrabblecli.analysis.selfplay import default_jobs
        from scrabblecli.analysis.simulation import ITERATIONS, Plan, Simulation, Table, choose_candidates
        from scrabblecli.report.simulation import SimulationBasis

        rules, options = position.rules, self._options
        leaves = self._session.leaves(rules, lexicon)
        self._session.note_leaves(leaves, lexicon)
        plays, moves, _ = rank_moves(generator, position.board, rack, True, with_others)
        candidates = choose_candidates(moves, generator.plays(position.board, rack), options.candidates, accepts)
        seed = 1 if options.seed is None else options.seed
        inference = None
        if self._infer is not None:
            inference = inferred(self._session, self._infer, position, rack, lexicon, generator, seed)
        plan = Plan(
            plies=2 if options.plies is None else options.plies,
            iterations=options.iterations or ITERATIONS,
            seconds=self._seconds or None,
            seed=seed,
            threads=self._threads or default_jobs(),
            known=stated_rack(self._opponent, options.has, position, rack),
            scores=position.both_scores,
            scoreless=position.scoreless,
            guesses=() if inference is None else tuple(inference.racks),
        )
        found: list[Simulated] = []
        stopped = None
        if candidates:
            simulation = Simulation(Table(rules, lexicon, leaves), position.board, rack, candidates, plan)
            try:
                with self._progress(position, plan.iterations) as progress:
                    found = simulation.run(progress)
            except KeyboardInterrupt:
                found = simulation.standing()
                if not found:
                    raise
                stopped = "interrupt"
            if stopped is None and plan.seconds is not None and not simulation.is_clear:
                stopped = "time" if max(move.iterations for move in found) < plan.iterations else None
        if stopped is not None:
            why = "interrupted" if stopped == "interrupt" else "the time is over"
            self._session.note(f"note: {why} after {max(move.iterations for move in found):,} iterations")
        ranked = [move.ranked._replace(rank=rank) for rank, move in enumerate(found, start=1)]
        return plays, ranked, SimulationBasis.of(plan, found, stopped)

    @contextmanager
    def _progress(self, position: LoadedPosition, iterations: int) -> Iterator[Callable[[int, Sequence[Simulated]], None] | None]:
        """A table on standard error, when somebody looks at it, until the simulation is over."""
        if self._quiet or not sys.stderr.isatty():
            yield None
            return
        from scrabblecli.report.simulation_live import LiveStanding

        alphabet = position.rules.tiles.alphabet
        with LiveStanding(iterations, lambda move: format_move(move, alphabet, position.board)) as standing:
            yield standing.update
