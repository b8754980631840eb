"""Every legal move of a position, ranked."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.analysis.solving import CasesPlan, Question, both_scores, cases_in, ends_in, other_rack, simulate
from scrabblecli.api.bench import Bench, BoardLike, LexiconLike, Path, RackLike, RulesLike
from scrabblecli.api.positions import position_of
from scrabblecli.board import Board
from scrabblecli.engine.movegen import LARGEST_WEIGHED, PlayList, RankedMove
from scrabblecli.errors import SettingError
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Move, Play, format_move
from scrabblecli.report.solve import Basis, Solution, head_data, solved_data
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import PlayScore, score_play
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.endgame import Endgames
    from scrabblecli.analysis.preendgame import Preendgames

__all__ = ["By", "ListedMove", "MoveList", "solve"]

By = Literal["score", "equity", "sim", "preendgame", "endgame"]
"""What moves are ranked by."""
_BY = ("score", "equity", "sim", "preendgame", "endgame")
_SHOWN = 100
"""Moves that are shown of a list, at most."""
_NO_OUTLOOK: Mapping[str, Any] = {}


class ListedMove(NamedTuple):
    """One move of a position: a plain value that knows its board, so that it can be written, explained and made.

    ``outlook`` has what a simulation, a pre-endgame or an endgame found, as the JSON of ``solve`` names it.

    >>> best = solve("15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 AEINRST/ 0/0 0").best
    >>> best.rank, best.notation, best.score, best.leave, best.words
    (1, 'H8 (G)ANISTER', 80, '', ('GANISTER',))
    """

    ranked: RankedMove
    board: Board
    rules: RuleSet
    outlook: Mapping[str, Any] = _NO_OUTLOOK

    @property
    def rank(self) -> int:
        """The rank among all moves of the position, from 1."""
        return self.ranked.rank

    @property
    def move(self) -> Move:
        """The play, exchange or pass itself."""
        return self.ranked.move

    @property
    def score(self) -> int:
        """Points."""
        return self.ranked.score

    @property
    def equity(self) -> float | None:
        """Score and the worth of what is kept, in points; None when nothing is known of leaves."""
        return self.ranked.equity

    @property
    def leave(self) -> str | None:
        """The tiles kept, None when that cannot be told."""
        return None if self.ranked.leave is None else Rack(self.ranked.leave).text(self.rules.tiles.alphabet)

    @property
    def notation(self) -> str:
        """The move as people write it: ``8D RE(T)AINS``."""
        return format_move(self.move, self.rules.tiles.alphabet, self.board)

    @property
    def text(self) -> str:
        """The move as data has it: ``8D RE.AINS``; every function that takes a move reads both."""
        return format_move(self.move, self.rules.tiles.alphabet)

    @property
    def arithmetic(self) -> PlayScore | None:
        """Square by square what it scores; None for an exchange and a pass."""
        return score_play(self.board, self.move, self.rules) if isinstance(self.move, Play) else None

    @property
    def words(self) -> tuple[str, ...]:
        """The words it makes, the main word first."""
        arithmetic = self.arithmetic
        alphabet = self.rules.tiles.alphabet
        return () if arithmetic is None else tuple(alphabet.word_text(word.faces) for word in arithmetic.words)

    @property
    def is_bingo(self) -> bool:
        """Whether it earns the bonus for a full rack."""
        return isinstance(self.move, Play) and self.move.tiles_played >= self.rules.bingo_tiles

    @property
    def win(self) -> float | None:
        """The chance to win (0 to 1) that a simulation or a pre-endgame found; None without one."""
        return self.outlook.get("win")

    @property
    def mean(self) -> float | None:
        """What the spread gains on average in a simulation, in points; None without one."""
        return self.outlook.get("mean")

    @property
    def final_spread(self) -> float | None:
        """The mover's points less the opponent's when the game is over, by an endgame or a pre-endgame; None where it is not known."""
        return self.outlook.get("final_spread")

    @property
    def proven(self) -> bool:
        """Whether an endgame or a pre-endgame has proven what the move comes to."""
        return bool(self.outlook.get("proven"))

    def after(self) -> Board:
        """The board after the move."""
        return self.board.after(self.move) if isinstance(self.move, Play) else self.board

    def explain(self) -> str:
        """The arithmetic of the score as a sum that reads like one done aloud; empty for an exchange and a pass."""
        arithmetic = self.arithmetic
        if arithmetic is None:
            return ""
        from scrabblecli.report.arithmetic import sum_lines

        return "\n".join(line.plain for line in sum_lines(arithmetic, self.board, self.rules))

    def data(self) -> dict[str, Any]:
        """The move as ``solve --format json`` writes it."""
        from scrabblecli.report.data import move_data

        return move_data(self.ranked, self.board, self.rules) | dict(self.outlook)

    def __repr__(self) -> str:
        return f"<{self.rank}. {self.notation}, {self.score} points>"

    def __str__(self) -> str:
        return self.notation

    def _repr_svg_(self) -> str:
        from scrabblecli.report.notebook import board_svg

        new = tuple(self.move.new_tiles()) if isinstance(self.move, Play) else ()
        return board_svg(self.rules, self.board, f"{self.notation}, {self.score} points", new)

    def _repr_html_(self) -> str:
        from scrabblecli.report.notebook import picture_html, sum_html

        return picture_html(self._repr_svg_(), str(self)) + sum_html(self.explain())


class MoveList(Sequence[ListedMove]):
    """The moves of a position, the best first; what was cut off is counted in ``matched``.

    It is a sequence, made as it is asked for, of which at most a hundred are shown. ``plays`` is the number of legal plays, ``by`` what ranks the moves, ``notes`` what the command line would say on standard error.

    >>> moves = solve("15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 / 0/0 0", "AEINRST", top=3)
    >>> print(moves)
    #  Move           Score  Equity  Leave
    1  H8 (G)ANISTER     80    80.0
    2  H8 (G)ANTRIES     80    80.0
    3  H8 (G)RANITES     80    80.0
    3 of 671 moves; by score, tournament rules, enable (172,823 words)
    """

    by: By
    matched: int
    notes: tuple[str, ...]

    def __init__(self, solution: Solution, by: By, moves: Sequence[RankedMove], matched: int, notes: Iterable[str]) -> None:
        self._solution = solution
        self.by = by
        self.matched = matched
        self.notes = tuple(notes)
        # the plays of a position are packed, and many: what is not looked at is not made
        self._moves = moves

    @property
    def plays(self) -> int:
        """How many legal plays there are; exchanges and the pass are not counted."""
        return len(self._solution.plays)

    @property
    def best(self) -> ListedMove:
        """The first move; raises IndexError where the list is empty."""
        return self[0]

    @property
    def board(self) -> Board:
        """The board."""
        return self._solution.board

    @property
    def rack(self) -> Rack:
        """The rack."""
        return self._solution.rack

    @property
    def rules(self) -> RuleSet:
        """The rules."""
        return self._solution.rules

    @property
    def lexicon(self) -> Lexicon:
        """The word list."""
        return self._solution.lexicon

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> ListedMove: ...
    @overload
    def __getitem__(self, index: slice) -> list[ListedMove]: ...
    def __getitem__(self, index: int | slice) -> ListedMove | list[ListedMove]:
        if isinstance(index, slice):
            return list(map(self._listed, self._moves[index]))
        return self._listed(self._moves[index])

    def _listed(self, ranked: RankedMove) -> ListedMove:
        solution = self._solution
        outlook = _NO_OUTLOOK if solution.basis is None else solution.basis.data(ranked)
        return ListedMove(ranked, solution.board, solution.rules, outlook)

    def data(self) -> dict[str, Any]:
        """The position and its moves as ``solve --format json`` writes them."""
        solution = self._solution
        return {**head_data(solution), "moves": [solved_data(ranked, solution) for ranked in self._moves]}

    def __repr__(self) -> str:
        return f"<MoveList of {len(self)} of {self.matched} moves by {self.by}>"

    def __str__(self) -> str:
        from scrabblecli.report.notebook import solution_text

        return solution_text(self._solution, self._moves[:_SHOWN], self._caption())

    def _repr_html_(self) -> str:
        from scrabblecli.report.notebook import solution_html

        return solution_html(self._solution, self._moves[:_SHOWN], self._caption(), self.notes)

    def _caption(self) -> str:
        solution = self._solution
        return f"{min(len(self), _SHOWN):,} of {self.matched:,} moves; by {self.by}, {solution.rules.phrase}, {solution.lexicon}"


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
        scores=both_scores(position),
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
    if len(question.position.scores) != 2:
        bench.note("no scores are known: the game is taken to be level")
    known = other_rack(question, options.opponent_rack, options.opponent_has, _NAMES)
    plan = CasesPlan(options.candidates, options.iterations, options.seconds, options.seed, known)
    answer = cases_in(question, preendgames, top, plan)
    if answer.solved is not None and answer.solved.stopped is not None:
        bench.note("not all is proven in that time; seconds gives it longer")
    return answer.plays, answer.moves, PreendgameBasis.of(answer)


_WAYS = {"sim": _simulated, "preendgame": _in_all_cases, "endgame": _ended}
