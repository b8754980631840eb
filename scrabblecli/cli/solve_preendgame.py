"""``scrabblecli solve --by preendgame``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

import click

from scrabblecli.cli.inferring import inferred, stated_rack
from scrabblecli.cli.session import Session
from scrabblecli.cli.solve_endgame import LONGEST, PATIENCE, EndgameOptions, unfinished
from scrabblecli.cli.solve_sim import SimOptions
from scrabblecli.formats.position import LoadedPosition
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.kept import KeptByList
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.preendgame import Preendgames, PreendgameSolved
    from scrabblecli.engine.movegen import MoveGenerator, PlayList, RankedMove
    from scrabblecli.report.preendgame import PreendgameBasis

__all__ = ["PreendgameSolver"]


class PreendgameSolver:
    """Works out the pre-endgames of one call."""

    def __init__(
        self, session: Session, asked: EndgameOptions, options: SimOptions, infer: tuple[str, str] | None, quiet: bool
    ) -> None:
        self._session = session
        self._asked = asked
        self._options = options
        self._infer = infer
        self._quiet = quiet
        self._preendgames = KeptByList(self._solver)

    def solve(
        self, position: LoadedPosition, rack: Rack, lexicon: Lexicon, generator: MoveGenerator, top: int,
        accepts: Callable[[RankedMove], bool] | None, with_others: bool,
    ) -> tuple[PlayList, list[RankedMove], PreendgameBasis]:  # fmt: skip
        """The plays of a position, its candidates from the best to the worst, and what becomes of each.

        Raises DataError when the bag is empty or has more than three tiles, and when the opponent cannot hold what is said; SettingError
        for rules under which no endgame is solved.
        """
        from scrabblecli.analysis.deals import Preendgame, deals_of
        from scrabblecli.analysis.endgame_kernels import Limits
        from scrabblecli.analysis.endgame_rules import check_rules
        from scrabblecli.analysis.preendgame import CANDIDATES, DRAWS, FINALISTS
        from scrabblecli.analysis.ranking import rank_moves
        from scrabblecli.report.preendgame import PreendgameBasis

        rules, options = position.rules, self._options
        check_rules(rules)
        start = Preendgame.of(position, rack, stated_rack(self._asked.opponent, options.has, position, rack))
        bag = len(deals_of(start)[0].bag)
        seed = 1 if options.seed is None else options.seed
        if self._infer is not None:
            start = start._replace(weight=inferred(self._session, self._infer, position, rack, lexicon, generator, seed).weight)
        leaves = self._session.leaves(rules, lexicon)
        self._session.note_leaves(leaves, lexicon)
        self._session.note_scores(position)
        plays, moves, _ = rank_moves(generator, position.board, rack, True, with_others)
        wanted = moves if accepts is None else filter(accepts, moves)
        candidates = list(islice(wanted, options.candidates or CANDIDATES[bag]))
        draws = options.iterations or DRAWS
        if not candidates:
            return plays, [], PreendgameBasis(start, None, {}, draws, seed)
        seconds = self._asked.seconds
        limits = Limits(LONGEST, PATIENCE) if seconds is None else Limits(seconds or None)
        preendgames = self._preendgames(rules, lexicon)
        finalists = 0 if options.candidates is not None else FINALISTS
        try:
            solved = preendgames.solve(start, candidates, top, limits, draws, seed, finalists, self._progress())
        finally:
            self._clear()
        self._note(solved, draws, seed)
        ranked = [move.ranked for move in solved.moves]
        return plays, ranked, PreendgameBasis(start, solved, {move.ranked.rank: move for move in solved.moves}, draws, seed)

    def _solver(self, rules: RuleSet, lexicon: Lexicon) -> Preendgames:
        from scrabblecli.analysis.preendgame import Preendgames
        from scrabblecli.analysis.selfplay import default_jobs

        return Preendgames(rules, lexicon, self._asked.threads or default_jobs())

    def _note(self, solved: PreendgameSolved, draws: int, seed: int) -> None:
        """Say what is not proven, and what was drawn."""
        if any(move.draws is not None for move in solved.moves):
            self._session.note(
                f"note: moves of more than {draws} cases were worked out for {draws} draws, seed {seed}; --iterations allows more"
            )
        if solved.stopped is None:
            return
        what = (
            "the best of the moves is proven, of others some things are expected"
            if solved.decided
            else "not finished, what is not proven is only expected"
        )
        self._session.note(unfinished(solved.stopped, solved.seconds, what))

    def _progress(self) -> Callable[[int, int], None] | None:
        """A line on standard error, when somebody looks at it."""
        if self._quiet or not sys.stderr.isatty():
            return None

        def tell(proven: int, cases: int) -> None:
            click.echo(f"\r\x1b[2K{proven:,} of {cases:,} cases proven", err=True, nl=False)

        return tell

    def _clear(self) -> None:
        if not self._quiet and sys.stderr.isatty():
            click.echo("\r\x1b[2K", err=True, nl=False)
