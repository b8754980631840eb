"""Every legal move of a position, ranked."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.analysis.solving import CasesPlan, Question, cases_in, ends_in, other_rack, simulate
from scrabblecli.api.bench import Bench, BoardLike, LexiconLike, Path, RackLike, RulesLike
from scrabblecli.api.moves import By, ListedMove, MoveList
from scrabblecli.api.positions import position_of
from scrabblecli.board import Board
from scrabblecli.engine.movegen import LARGEST_WEIGHED, PlayList, RankedMove
from scrabblecli.errors import SettingError
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.report.solve import Basis, Solution
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.endgame import Endgames
    from scrabblecli.analysis.preendgame import Preendgames

__all__ = ["solve"]

_BY = ("score", "equity", "sim", "preendgame", "endgame")


def solve(
    board: BoardLike, rack: RackLike | None = None, *, by: By = "score", top: int = 15, rules: RulesLike | None = None,
    lexicon: LexiconLike | None = None, leaves: Path | None = None, turn: int | None = None, exchanges: bool | None = None,
    only: Callable[[ListedMove], bool] | None = None, seconds: float | None = None, threads: int | None = None,
    iterations: int | None = None, plies: int | None = None, candidates: int | None = None, seed: int | None = None,
    opponent_rack: str | None = None, opponent_has: str | None = None,
) -> MoveList:  # fmt: skip
    """Every legal move of a position, ranked as ``scrabblecli solve`` does, of which the ``top`` best are given (0: all).

    ``board`` is a position, a board, a path or a text (a drawn board, CGP, a recorded game before its ``turn``); ``rack`` are letters with
    ``?`` for a blank, and may stand in the text. ``by`` is ``score``; ``equity``, with what the tiles kept are worth; ``sim``, by playing on with
    random draws; ``preendgame``, with one to three tiles in the bag, or ``endgame``, with an empty one, by how the game ends.

    ``rules``, ``lexicon`` and ``leaves`` are names, files or values; without them those that the text names, or tournament rules and their list.
    ``exchanges`` and the pass are listed but by score. ``only`` chooses moves; ranks stay those of the whole list.

    The other options are those of the command, with the same defaults, and belong to ``sim`` (``iterations``, ``plies``, ``candidates``, ``seed``,
    ``opponent_has``, ``opponent_rack``, ``seconds``, ``threads``), ``preendgame`` (all of them but ``plies``) or ``endgame`` (``opponent_rack``,
    ``seconds``, ``threads``). ``seconds`` 0 is no limit.

    >>> best = solve("15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 / 0/0 0", "AEINRST", only=lambda move: not move.is_bingo).best
    >>> best.rank, best.notation, best.leave
    (22, 'I3 ANTRES', 'I')

    Raises NotationError, SettingError or DataError as the command ends with status 2.
    """
    _check(
        by,
        top,
        {"iterations": iterations, "candidates": candidates, "threads": threads},
        {"plies": plies, "seed": seed, "seconds": seconds},
    )
    _check_belonging(by, locals())
    notes: list[str] = []
    position = position_of(board, rules, turn, "position" if rack is not None else "rack", _taker(notes))
    bench = Bench(position, rack, lexicon, leaves, notes)
    held = bench.needed_rack()
    bench.note_position()
    others = by != "score" if exchanges is None else exchanges
    accepts = None if only is None else partial(_accepted, only, position.board, position.rules)
    question = Question(position, held, bench.generator, bench.lexicon, accepts, others)
    basis: Basis | None = None
    moves: Sequence[RankedMove]
    if by in ("score", "equity"):
        plays, ordered, total = rank_moves(bench.generator, position.board, held, by == "equity", others)
        if by == "equity":
            bench.note_leaves()
            if not plays.weighed:
                bench.note(f"equity is told for racks of {LARGEST_WEIGHED} tiles at most: ranked by score")
        if accepts is not None:
            ordered = list(filter(accepts, ordered))
            total = len(ordered)
        moves = plays if ordered is plays and not top else list(itertools.islice(ordered, top or None))
    else:
        options = _Options(
            seconds, threads, iterations, plies, candidates, 1 if seed is None else seed, opponent_rack, opponent_has
        )
        plays, found, basis = _WAYS[by](question, bench, options, top)
        if accepts is not None:
            found = list(filter(accepts, found))
        total = len(found)
        moves = found[: top or None]
    solution = Solution(1, position.board, held, position.rules, bench.lexicon, plays, moves, basis)
    return MoveList(solution, by, moves, total, bench.notes)


_Answer = tuple[PlayList, list[RankedMove], Basis]


class _Options(NamedTuple):
    """How a position is looked into, None for what is usual."""

    seconds: float | None
    threads: int | None
    iterations: int | None
    plies: int | None
    candidates: int | None
    seed: int
    opponent_rack: str | None
    opponent_has: str | None

    @property
    def jobs(self) -> int:
        from scrabblecli.analysis.selfplay import default_jobs

        return self.threads or default_jobs()


_NAMES = ("opponent_rack", "opponent_has")
_OF_ENDGAME = {"opponent_rack", "seconds", "threads"}
_BELONG = {
    "score": set[str](),
    "equity": set[str](),
    "sim": _OF_ENDGAME | {"iterations", "plies", "candidates", "seed", "opponent_has"},
    "preendgame": _OF_ENDGAME | {"iterations", "candidates", "seed", "opponent_has"},
    "endgame": _OF_ENDGAME,
}


def _check(by: str, top: int, counts: Mapping[str, int | None], amounts: Mapping[str, float | None]) -> None:
    """Refuse what no call can mean."""
    if by not in _BY:
        raise SettingError(f"by={by!r}: expected one of {', '.join(_BY)}")
    for name, number in {"top": top, **counts}.items():
        if number is not None and not isinstance(number, int):
            raise SettingError(f"{name}={number!r}: expected a whole number")
    for name, value in {"top": top, **amounts}.items():
        if value is not None and not value >= 0:
            raise SettingError(f"{name}={value!r}: expected 0 or more")
    for name, value in counts.items():
        if value is not None and not value >= 1:
            raise SettingError(f"{name}={value!r}: expected 1 or more")


def _check_belonging(by: str, given: Mapping[str, Any]) -> None:
    """Refuse options that would be passed over, and two that contradict each other."""
    for name in sorted(set().union(*_BELONG.values()) - _BELONG[by]):
        if given[name] is not None:
            others = " or ".join(repr(way) for way, names in _BELONG.items() if name in names)
            raise SettingError(f"{name}={given[name]!r} does not go with by={by!r}: it is for {others}")
    if given["opponent_rack"] is not None and given["opponent_has"] is not None:
        raise SettingError("opponent_rack says all that the opponent holds: opponent_has cannot add to it")


def _taker(notes: list[str]) -> Callable[[str], None]:
    return lambda message: notes.append(message.removeprefix("note: "))


def _accepted(only: Callable[[ListedMove], bool], board: Board, rules: RuleSet, ranked: RankedMove) -> bool:
    return bool(only(ListedMove(ranked, board, rules)))


def _simulated(question: Question, bench: Bench, options: _Options, _top: int) -> _Answer:
    from scrabblecli.analysis.simulation import ITERATIONS, Plan
    from scrabblecli.report.simulation import SimulationBasis

    position = question.position
    bench.note_leaves()
    plan = Plan(
        plies=2 if options.plies is None else options.plies,
        iterations=options.iterations or ITERATIONS,
        seconds=options.seconds or None,
        seed=options.seed,
        threads=options.jobs,
        known=other_rack(question, options.opponent_rack, options.opponent_has, _NAMES),
        scores=position.both_scores,
        scoreless=position.scoreless,
    )
    answer = simulate(question, bench.leaves, plan, options.candidates, nullcontext())
    if answer.stopped is not None:
        why = "interrupted" if answer.stopped == "interrupt" else "the time is over"
        bench.note(f"{why} after {max(move.iterations for move in answer.found):,} iterations")
    return answer.plays, answer.moves, SimulationBasis.of(plan, answer.found, answer.stopped)


def _ended(question: Question, bench: Bench, options: _Options, top: int) -> _Answer:
    from scrabblecli.report.endgame import Endgame

    position = question.position
    stated = None
    if options.opponent_rack is not None:
        stated = Rack.parse(options.opponent_rack, position.rules.tiles, "opponent_rack")
    elif not bench.rack_given and len(position.racks) > 1 and position.racks[1]:
        stated = position.racks[1]

    def endgames(rules: RuleSet, lexicon: Lexicon) -> Endgames:
        from scrabblecli.analysis.endgame import Endgames

        return Endgames(rules, lexicon, options.jobs)

    answer = ends_in(question, endgames, stated, top, options.seconds)
    if answer.solved.stopped is not None:
        bench.note("not all is proven in that time; seconds gives it longer")
    return answer.plays, answer.moves, Endgame.of(answer.state, answer.solved)


def _in_all_cases(question: Question, bench: Bench, options: _Options, top: int) -> _Answer:
    from scrabblecli.report.preendgame import PreendgameBasis

    def preendgames(rules: RuleSet, lexicon: Lexicon) -> Preendgames:
        from scrabblecli.analysis.preendgame import Preendgames

        return Preendgames(rules, lexicon, options.jobs)

    bench.note_leaves()
    if not question.position.scores_known:
        bench.note("no scores are known: the game is taken to be level")
    known = other_rack(question, options.opponent_rack, options.opponent_has, _NAMES)
    plan = CasesPlan(options.candidates, options.iterations, options.seconds, options.seed, known)
    answer = cases_in(question, preendgames, top, plan)
    if answer.solved is not None and answer.solved.stopped is not None:
        bench.note("not all is proven in that time; seconds gives it longer")
    return answer.plays, answer.moves, PreendgameBasis.of(answer)


_WAYS = {"sim": _simulated, "preendgame": _in_all_cases, "endgame": _ended}
