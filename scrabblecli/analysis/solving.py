"""Positions solved by more than score and equity: by simulation, by how the game ends, by all the ways few unseen tiles may lie.

Whoever asks, the command line or a script, gets the same answers; who tells of them, and how, is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.engine.movegen import MoveGenerator, PlayList, RankedMove
from scrabblecli.errors import DataError
from scrabblecli.formats.position import Position, unseen_counts
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Move, Pass
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.deals import Preendgame
    from scrabblecli.analysis.endgame import Endgames
    from scrabblecli.analysis.endgame_results import Solved
    from scrabblecli.analysis.endgame_rules import EndgameState
    from scrabblecli.analysis.leaves import Leaves
    from scrabblecli.analysis.preendgame import Preendgames, PreendgameSolved
    from scrabblecli.analysis.simulation import Plan, Simulated

__all__ = [
    "LONGEST", "PATIENCE", "CasesAnswer", "CasesPlan", "EndAnswer", "Question", "SimAnswer", "cases_in", "ends_in", "other_rack",
    "simulate",
]  # fmt: skip

LONGEST = 60.0
"""Seconds for the best move of an endgame unless others are given."""
PATIENCE = 2.0
"""Seconds more for the spreads of the other moves."""

Accepts = Callable[[RankedMove], bool]
SimProgress = Callable[[int, Sequence["Simulated"]], None]
CasesProgress = Callable[[int, int], None]


class Question(NamedTuple):
    """What is asked of a position: the moves that ``accepts`` likes (None: all), ``with_others`` exchanges and the pass among them."""

    position: Position
    rack: Rack
    generator: MoveGenerator
    lexicon: Lexicon
    accepts: Accepts | None = None
    with_others: bool = True

    @property
    def rules(self) -> RuleSet:
        """The rules of the position."""
        return self.position.rules

    def ranked(self) -> tuple[PlayList, Iterable[RankedMove]]:
        """The plays, and all moves in the order of their equity."""
        plays, moves, _ = rank_moves(self.generator, self.position.board, self.rack, True, self.with_others)
        return plays, moves


def other_rack(question: Question, whole: str | None, part: str | None, names: tuple[str, str]) -> Rack | None:
    """The tiles that the opponent is said to hold: a ``whole`` rack, or a ``part`` of one; ``names`` are what the two are called.

    Raises NotationError for text that is no rack, DataError where the whole rack is said and some tiles are missing.
    """
    rules = question.rules
    if whole is None:
        return None if part is None else Rack.parse(part, rules.tiles, names[1])
    known = Rack.parse(whole, rules.tiles, names[0])
    held = min(rules.rack_size, sum(unseen_counts(question.position.board, question.rack, rules.tiles)))
    if len(known) < held:
        raise DataError(f"{names[0]} {whole}: the opponent holds {held} tiles; {names[1]} says a part of them")
    return known


class SimAnswer(NamedTuple):
    """What came of a simulation: ``found`` is in the order of the ranks; ``stopped`` is ``time``, ``interrupt`` or None."""

    plays: PlayList
    moves: list[RankedMove]
    found: list[Simulated]
    stopped: str | None


def simulate(
    question: Question, leaves: Leaves, plan: Plan, candidates: int | None, watched: AbstractContextManager[SimProgress | None]
) -> SimAnswer:
    """Simulate the candidates of a position, so many of the best by equity (None: as `choose_candidates` has it).

    ``watched`` gives what is told of the standing while it runs. Ctrl-C ends it with what was found, and raises KeyboardInterrupt where that is
    nothing. Raises DataError when the opponent cannot hold what is said, and for a rack that is too large.
    """
    from scrabblecli.analysis.simulation import Simulation, Table, choose_candidates

    position, rack, generator = question.position, question.rack, question.generator
    plays, moves = question.ranked()
    chosen = choose_candidates(moves, generator.plays(position.board, rack), candidates, question.accepts)
    found: list[Simulated] = []
    stopped = None
    if chosen:
        simulation = Simulation(Table(question.rules, question.lexicon, leaves), position.board, rack, chosen, plan)
        try:
            with watched as progress:
                found = simulation.run(progress)
        except KeyboardInterrupt:
            found = simulation.standing()
            if not found:
                raise
            stopped = "interrupt"
        if stopped is None and plan.seconds is not None and not simulation.is_clear:
            stopped = "time" if max(move.iterations for move in found) < plan.iterations else None
    ranked = [move.ranked._replace(rank=rank) for rank, move in enumerate(found, start=1)]
    return SimAnswer(plays, ranked, found, stopped)


class EndAnswer(NamedTuple):
    """What an endgame comes to; the moves have their equity."""

    plays: PlayList
    moves: list[RankedMove]
    state: EndgameState
    solved: Solved


def ends_in(
    question: Question, endgames: Callable[[RuleSet, Lexicon], Endgames], stated: Rack | None, top: int, seconds: float | None
) -> EndAnswer:
    """Solve an endgame: the ``top`` best moves, or those that are asked for.

    ``stated`` is what the opponent is said to hold, ``seconds`` None for a minute and what `PATIENCE` adds, 0 for no limit. Raises DataError
    when the bag is not empty, when the opponent's rack is not what is unseen, and when the game is over; SettingError for rules under
    which no endgame is solved.
    """
    from scrabblecli.analysis.endgame_rules import EndgameState, check_rules

    position, rack, generator, accepts = question.position, question.rack, question.generator, question.accepts
    rules = position.rules
    check_rules(rules)
    state = EndgameState.of(position, rack, stated)
    plays = generator.plays(position.board, rack)
    wanted: list[Move] = [] if accepts is None else [ranked.move for ranked in plays if accepts(ranked)]
    if accepts is not None and question.with_others and accepts(RankedMove(0, Pass(), 0, rack.codes)):
        wanted.append(Pass())
    limit, patience = (LONGEST, PATIENCE) if seconds is None else (seconds or None, None)
    solved = endgames(rules, question.lexicon).solve(state, 1 if accepts is not None else top, limit, wanted, patience)
    equities = {ranked.move: ranked.equity for ranked in plays}
    equities[Pass()] = generator.worth(position.board, rack, rack.codes)
    moves = [move.ranked._replace(equity=equities[move.ranked.move]) for move in solved.moves]
    if not question.with_others:
        moves = [ranked for ranked in moves if not isinstance(ranked.move, Pass)]
    return EndAnswer(plays, moves, state, solved)


class CasesPlan(NamedTuple):
    """How a pre-endgame is worked out, None for what is usual; ``seconds`` 0 is no limit, ``known`` are tiles the opponent holds."""

    candidates: int | None = None
    draws: int | None = None
    seconds: float | None = None
    seed: int = 1
    known: Rack | None = None
    weight: Callable[[Rack], float] | None = None


class CasesAnswer(NamedTuple):
    """What becomes of the candidates of a pre-endgame; ``solved`` is None where there are none. ``draws`` is the most a move had."""

    plays: PlayList
    moves: list[RankedMove]
    start: Preendgame
    solved: PreendgameSolved | None
    draws: int
    seed: int


def cases_in(
    question: Question, preendgames: Callable[[RuleSet, Lexicon], Preendgames], top: int, plan: CasesPlan, progress: CasesProgress | None = None
) -> CasesAnswer:  # fmt: skip
    """Work out the candidates of a pre-endgame, the ``top`` best of them to the end.

    Raises DataError when the bag is empty or has more than three tiles, and when the opponent cannot hold what is said; SettingError
    for rules under which no endgame is solved.
    """
    from scrabblecli.analysis.deals import Preendgame, deals_of
    from scrabblecli.analysis.endgame_kernels import Limits
    from scrabblecli.analysis.endgame_rules import check_rules
    from scrabblecli.analysis.preendgame import CANDIDATES, DRAWS, FINALISTS

    position = question.position
    check_rules(position.rules)
    start = Preendgame.of(position, question.rack, plan.known)
    bag = len(deals_of(start)[0].bag)
    start = start._replace(weight=plan.weight)
    plays, moves = question.ranked()
    wanted = moves if question.accepts is None else filter(question.accepts, moves)
    candidates = list(islice(wanted, plan.candidates or CANDIDATES[bag]))
    draws = plan.draws or DRAWS
    if not candidates:
        return CasesAnswer(plays, [], start, None, draws, plan.seed)
    limits = Limits(LONGEST, PATIENCE) if plan.seconds is None else Limits(plan.seconds or None)
    finalists = 0 if plan.candidates is not None else FINALISTS
    solver = preendgames(question.rules, question.lexicon)
    solved = solver.solve(start, candidates, top, limits, draws, plan.seed, finalists, progress)
    return CasesAnswer(plays, [move.ranked for move in solved.moves], start, solved, draws, plan.seed)
