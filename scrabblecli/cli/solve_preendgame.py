"""``scrabblecli solve --by preendgame``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from scrabblecli.cli.inferring import inferred
from scrabblecli.cli.session import Session
from scrabblecli.cli.solve_endgame import EndgameOptions, unfinished
from scrabblecli.cli.solve_sim import OPPONENT_OPTIONS, SimOptions
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.kept import KeptByList
from scrabblecli.rules import RuleSet

if TYPE_CHECKING:
    from scrabblecli.analysis.preendgame import Preendgames
    from scrabblecli.analysis.solving import CasesAnswer, Question
    from scrabblecli.engine.movegen import PlayList, RankedMove
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

    def solve(self, question: Question, top: int) -> tuple[PlayList, list[RankedMove], PreendgameBasis]:
        """The plays of a position, its candidates from the best to the worst, and what becomes of each.

        Raises DataError when the bag is empty or has more than three tiles, and when the opponent cannot hold what is said; SettingError
        for rules under which no endgame is solved.
        """
        from scrabblecli.analysis.solving import CasesPlan, cases_in, other_rack
        from scrabblecli.report.preendgame import PreendgameBasis

        position, options, lexicon = question.position, self._options, question.lexicon
        seed = 1 if options.seed is None else options.seed
        known = other_rack(question, self._asked.opponent, options.has, OPPONENT_OPTIONS)
        weight = None
        if self._infer is not None:
            weight = inferred(self._session, self._infer, position, question.rack, lexicon, question.generator, seed).weight
        self._session.note_leaves(self._session.leaves(question.rules, lexicon), lexicon)
        self._session.note_scores(position)
        plan = CasesPlan(options.candidates, options.iterations, self._asked.seconds, seed, known, weight)
        try:
            answer = cases_in(question, self._preendgames, top, plan, self._progress())
        finally:
            self._clear()
        self._note(answer)
        return answer.plays, answer.moves, PreendgameBasis.of(answer)

    def _solver(self, rules: RuleSet, lexicon: Lexicon) -> Preendgames:
        from scrabblecli.analysis.preendgame import Preendgames
        from scrabblecli.analysis.selfplay import default_jobs

        return Preendgames(rules, lexicon, self._asked.threads or default_jobs())

    def _note(self, answer: CasesAnswer) -> None:
        """Say what is not proven, and what was drawn."""
        solved = answer.solved
        if solved is None:
            return
        if any(move.draws is not None for move in solved.moves):
            draws = answer.draws
            self._session.note(
                f"note: moves of more than {draws} cases were worked out for {draws} draws, seed {answer.seed}; --iterations allows more"
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
