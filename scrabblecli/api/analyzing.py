"""A move already made, graded: where it ranks, what it lost, and why."""

from __future__ import annotations

from typing import Any

from scrabblecli.analysis.verdict import Verdict
from scrabblecli.api.bench import Bench, BoardLike, LexiconLike, MoveLike, Path, RackLike, RulesLike, text_of_move
from scrabblecli.api.moves import ListedMove
from scrabblecli.api.positions import position_of
from scrabblecli.engine.movegen import RankedMove
from scrabblecli.errors import DataError, IllegalMoveError, SettingError
from scrabblecli.game.grading import Graders, graded
from scrabblecli.game.judging import judge_made
from scrabblecli.plain import printable
from scrabblecli.report import analyze as told

__all__ = ["Analysis", "analyze", "judges"]

SECONDS = 5.0
"""How long is searched for the end of a game, unless another time is given."""
ITERATIONS = 1000
"""Draws for each move of a deep analysis, unless another number is given."""


class Analysis:
    """The verdict on a move: its grade, what it lost and why. ``verdict`` has the numbers it rests on.

    >>> found = analyze("15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 / 0/0 0", "AEINRST", "8F JOGS")
    >>> found.grade, found.played.score, found.best.notation, round(found.equity_lost)
    ('large', 12, 'H8 (G)ANISTER', 41)
    >>> found.reasons[0]
    'It scores 68 points less than the best.'
    """

    __slots__ = ("_found", "notes", "verdict")

    def __init__(self, found: told.Analysis, verdict: Verdict, notes: tuple[str, ...] = ()) -> None:
        self._found = found
        self.verdict = verdict
        self.notes = notes

    @property
    def grade(self) -> str:
        """``best``, ``excellent``, ``small``, ``medium``, ``large``, or ``phony``."""
        return self.verdict.grade

    @property
    def basis(self) -> str:
        """What the grade rests on: ``equity``, ``sim``, ``preendgame`` or ``endgame``."""
        return self.verdict.basis

    @property
    def played(self) -> ListedMove:
        """The move made; its rank is 0 for a phony."""
        verdict = self.verdict
        return self._listed(RankedMove(verdict.rank or 0, verdict.move, verdict.score, verdict.leave.codes, verdict.equity))

    @property
    def best(self) -> ListedMove:
        """The best move."""
        return self._listed(self.verdict.best)

    @property
    def top(self) -> tuple[ListedMove, ...]:
        """The best moves."""
        return tuple(map(self._listed, self._found.top))

    @property
    def rank(self) -> int | None:
        """The rank by score among the ``plays``, None for a phony."""
        return self.verdict.rank

    @property
    def equity_rank(self) -> int | None:
        """The rank by equity, or by what the grade rests on, among all moves; None where it is not known."""
        return self.verdict.equity_rank

    @property
    def plays(self) -> int:
        """How many legal plays there are."""
        return self.verdict.plays

    @property
    def points_lost(self) -> int:
        """Points less than the highest score."""
        return self.verdict.points_lost

    @property
    def equity_lost(self) -> float:
        """Equity less than that of the best move, in points."""
        return self.verdict.equity_lost

    @property
    def phony(self) -> bool:
        """Whether the play has a word that the list lacks."""
        return self.verdict.phony is not None

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is not the best, or why it is although another scores more, in sentences."""
        from scrabblecli.report.reasons import finding_sentence

        return tuple(map(finding_sentence, self.verdict.reasons))

    def data(self) -> dict[str, Any]:
        """The analysis as ``analyze --format json`` writes it."""
        return told.analysis_data(self._found)

    def __repr__(self) -> str:
        return f"<{self.played.notation}: {told.verdict_text(self.verdict)}>"

    def __str__(self) -> str:
        return "\n".join(map(printable, told.analysis_sentences(self._found)))

    def _repr_html_(self) -> str:
        from scrabblecli.report.notebook import analysis_html

        return analysis_html(self._found, self.verdict, self.notes)

    def _listed(self, ranked: RankedMove) -> ListedMove:
        return ListedMove(ranked, self._found.board, self._found.rules)


def analyze(
    board: BoardLike, rack: RackLike | None = None, move: MoveLike | None = None, *, top: int = 3, deep: bool = False,
    iterations: int | None = None, seed: int | None = None, endgames: bool = True, seconds: float = SECONDS, rules: RulesLike | None = None,
    lexicon: LexiconLike | None = None, leaves: Path | None = None, turn: int | None = None, threads: int | None = None,
) -> Analysis:  # fmt: skip
    """Grade a move already made, as ``scrabblecli analyze`` does.

    Grades go by the equity lost to the best move: best (none), excellent (under 1), small (to 7), medium (to 15) or large mistake. With an
    empty bag they go by the final spread lost, where it can be proven in so many ``seconds`` (0: no limit) and ``endgames`` is not False; with
    ``deep`` by the chances to win lost in a simulation of so many ``iterations``. Rack and move may stand in the text: of a recorded
    game they are those of the ``turn``. The ``top`` best moves stand beside it; for the other arguments see `solve`.

    >>> analyze("15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 / 0/0 0", "AEINRST", "H8 GANISTER").grade
    'best'

    Raises IllegalMoveError with every reason when the move cannot be played (a phony can), NotationError, SettingError or DataError.
    """
    if top < 0:
        raise SettingError(f"top={top!r}: expected 0 or more")
    notes: list[str] = []
    wanted = "move" if move is None else "rack" if rack is None else "position"
    position = position_of(board, rules, turn, wanted, notes.append)
    bench = Bench(position, rack, lexicon, leaves, notes)
    held = bench.needed_rack()
    text = position.move if move is None else text_of_move(move, position.rules)
    if not text:
        raise DataError("no move: give one as move, or as the opcode move in CGP")
    judged = judge_made(position, text, bench.lexicon, held)
    if not judged.playable or judged.move is None:
        raise IllegalMoveError(text, judged.reasons)
    bench.note_position()
    bench.note_leaves()
    graders = judges(bench, deep, iterations, seed, endgames, seconds, threads)
    [verdict], best, _ = graded(graders, [judged], position, held, top, None, bench.note)
    assert verdict is not None  # it can be played
    found = told.Analysis(
        None, position.board, held, position.rules, bench.lexicon, bench.leaves.source, text, judged.move, (), verdict, best
    )
    return Analysis(found, verdict, tuple(bench.notes))


def judges(
    bench: Bench, deep: bool, iterations: int | None, seed: int | None, endgames: bool, seconds: float, threads: int | None
) -> Graders:
    """Who grades moves as it was asked for; raises SettingError for what cannot be."""
    from scrabblecli.analysis.deep_verdict import DeepJudge
    from scrabblecli.analysis.endgame_verdict import EndgameJudge
    from scrabblecli.analysis.selfplay import default_jobs
    from scrabblecli.analysis.sim_verdict import Deep

    if not deep and (iterations is not None or seed is not None):
        raise SettingError(f"{'seed' if iterations is None else 'iterations'} belongs to deep=True")
    for name, value, least in (
        ("iterations", iterations, 1),
        ("seed", seed, 0),
        ("seconds", seconds, 0),
        ("threads", threads, 1),
    ):
        if value is not None and not value >= least:
            raise SettingError(f"{name}={value!r}: expected {least} or more")
    jobs = threads or default_jobs()
    return Graders(
        bench.generator, bench.lexicon, bench.leaves,
        EndgameJudge(seconds or None, jobs) if endgames else None,
        DeepJudge(Deep(iterations or ITERATIONS, 1 if seed is None else seed), seconds or None, jobs) if deep else None,
    )  # fmt: skip
