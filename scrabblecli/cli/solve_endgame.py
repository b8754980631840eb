"""``scrabblecli solve --by endgame``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from scrabblecli.cli.params import Number
from scrabblecli.cli.session import Session
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.kept import KeptByList
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.endgame import Endgames
    from scrabblecli.analysis.endgame_results import Solved
    from scrabblecli.analysis.known import KnownAdvice
    from scrabblecli.analysis.solving import Question
    from scrabblecli.engine.movegen import PlayList, RankedMove
    from scrabblecli.lexicon.vocabulary import Vocabulary
    from scrabblecli.report.endgame import Endgame

__all__ = ["EndgameOptions", "EndgameSolver", "endgame_options", "unfinished"]


class EndgameOptions(NamedTuple):
    """What was asked for on the command line, None where nothing was."""

    seconds: float | None = None
    threads: int | None = None
    opponent: str | None = None


def endgame_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--time``, ``--threads`` and ``--opponent-rack``."""
    for option in (
        click.option(
            "--opponent-rack",
            metavar="LETTERS",
            help="With --by endgame, preendgame or sim: all the opponent's tiles.  [default: all that are unseen, or drawn]",
        ),
        click.option(
            "--threads",
            metavar="N",
            type=click.IntRange(1, 64),
            help="With --by endgame, preendgame or sim: threads.  [default: one for each processor]",
        ),
        click.option(
            "--time",
            "seconds",
            metavar="SECONDS",
            type=Number(0, 1_000_000),
            help="With --by endgame, preendgame or sim: tell what is known after so long, 0 for no limit.  [default: 60 for the best move, then 2 for the others; for sim no limit]",
        ),
    ):
        function = option(function)
    return function


class EndgameSolver:
    """Solves the endgames of one call."""

    def __init__(self, session: Session, options: EndgameOptions) -> None:
        self._session = session
        self._options = options
        self._endgames = KeptByList(self._solver)

    def solve(self, question: Question, is_typed: bool, top: int) -> tuple[PlayList, list[RankedMove], Endgame]:
        """The plays of a position, its moves from the best to the worst, and what each comes to; the ``top`` best, or those asked for.

        Raises DataError when the bag is not empty, when the opponent's rack is not what is unseen, and when the game is over; SettingError
        for rules under which no endgame is solved.
        """
        from scrabblecli.analysis.solving import ends_in
        from scrabblecli.report.endgame import Endgame

        position = question.position
        stated = None
        if self._options.opponent is not None:
            stated = Rack.parse(self._options.opponent, position.rules.tiles, "--opponent-rack")
        elif not is_typed and len(position.racks) > 1 and position.racks[1]:
            stated = position.racks[1]
        answer = ends_in(question, self._endgames, stated, top, self._options.seconds)
        self._note(answer.solved)
        return answer.plays, answer.moves, Endgame.of(answer.state, answer.solved)

    def advice(self, found: Endgame, plays: PlayList, lexicon: Lexicon, vocabulary: Vocabulary) -> KnownAdvice | None:
        """The best move of an endgame within a vocabulary, None where it is not proven in time. Ctrl-C raises KeyboardInterrupt."""
        from scrabblecli.analysis.known import best_known_end
        from scrabblecli.analysis.solving import LONGEST

        seconds = LONGEST if self._options.seconds is None else self._options.seconds or None
        return best_known_end(self._endgames(found.state.rules, lexicon), found.state, found.solved, plays, vocabulary, seconds)

    def _solver(self, rules: RuleSet, lexicon: Lexicon) -> Endgames:
        from scrabblecli.analysis.endgame import Endgames
        from scrabblecli.analysis.selfplay import default_jobs

        return Endgames(rules, lexicon, self._options.threads or default_jobs())

    def _note(self, solved: Solved) -> None:
        """Say what is not proven, and why."""
        if solved.stopped is None:
            return
        what = (
            "the best move is proven, some of the other spreads are bounds"
            if solved.proven
            else "the best moves so far, not proven"
        )
        self._session.note(unfinished(solved.stopped, solved.seconds, what))


def unfinished(stopped: str, seconds: float, what: str) -> str:
    """The note on a search that was interrupted or ran out of time, and what is known all the same."""
    why = "interrupted" if stopped == "interrupt" else f"the time is over ({seconds:.1f} s)"
    return f"note: {why}: {what}; --time gives it longer"
