"""Moves graded: by equity, by how the game ends where that can be proven, else by looking ahead where that is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli.analysis.endgame_verdict import EndgameJudge
from scrabblecli.analysis.leaves import Leaves
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.formats.position import Position
from scrabblecli.game.judging import JudgedMove
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.deep_verdict import DeepJudge
    from scrabblecli.analysis.endgame_verdict import SolvedPosition
    from scrabblecli.analysis.inference import Inference
    from scrabblecli.analysis.verdict import Grader, Verdict

__all__ = ["Graders", "graded"]

Verdicts = list["Verdict | None"]


class Graders(NamedTuple):
    """Who grades: ``by_end`` with an empty bag (None: nobody does), ``deep`` by looking ahead (None: nobody does)."""

    generator: MoveGenerator
    lexicon: Lexicon
    leaves: Leaves
    by_end: EndgameJudge | None = None
    deep: DeepJudge | None = None


def graded(
    graders: Graders, judged: Sequence[JudgedMove], position: Position, rack: Rack, top: int, inference: Inference | None,
    note: Callable[[str], None],
) -> tuple[list[Verdict | None], list[RankedMove], SolvedPosition | None]:  # fmt: skip
    """The verdicts on moves judged, None for one that cannot be played, and the best moves.

    They are by how the game ends where the bag is empty and that can be proven in time; the endgame solved is there then. Else they are by looking
    ahead where that is wanted. ``note`` is told what could not be done.
    """
    if not any(found.playable for found in judged):
        return [None] * len(judged), [], None
    from scrabblecli.analysis.verdict import Grader

    grader = Grader(graders.generator, position.board, rack)
    verdicts = [
        grader.verdict(found.move, found.score or 0, found.invalid) if found.playable and found.move is not None else None
        for found in judged
    ]
    verdicts, best, solved = _by_the_end(graders, verdicts, grader.best(top), position, rack, top, note)
    return *_looked_into(graders, grader, verdicts, best, position, rack, top, inference, note), solved


def _legal(verdicts: Verdicts) -> list[Verdict]:
    return [verdict for verdict in verdicts if verdict is not None and verdict.phony is None]


def _by_the_end(
    graders: Graders, verdicts: Verdicts, best: list[RankedMove], position: Position, rack: Rack, top: int, note: Callable[[str], None],
) -> tuple[Verdicts, list[RankedMove], SolvedPosition | None]:  # fmt: skip
    """The verdicts and the best moves by how the game ends, where the bag is empty and that can be proven in time; the endgame then."""
    legal = _legal(verdicts)
    if not legal or graders.by_end is None:
        return verdicts, best, None
    moves = [verdict.move for verdict in legal]
    solved = graders.by_end.solve(position, rack, graders.lexicon, moves, legal[0].top_scorer, top)
    if solved is None:
        return verdicts, best, None
    found = [None if verdict is None else solved.judged(verdict) for verdict in verdicts]
    by_end = [verdict for verdict in found if verdict is not None and verdict.basis == "endgame"]
    if len(by_end) < len(legal):
        note("note: how the game ends is not proven in that time, so equity decides; --time gives it longer")
        return found, best, None
    return found, solved.best(top), solved


def _looked_into(
    graders: Graders, grader: Grader, verdicts: Verdicts, best: list[RankedMove], position: Position, rack: Rack, top: int,
    inference: Inference | None, note: Callable[[str], None],
) -> tuple[Verdicts, list[RankedMove]]:  # fmt: skip
    """The verdicts and the best moves by looking ahead, where that is wanted and nothing better is known."""
    legal = _legal(verdicts)
    if graders.deep is None or not legal or any(verdict.basis != "equity" for verdict in legal):
        return verdicts, best
    from scrabblecli.analysis.deep_verdict import Opponent

    moves = [grader.listed(verdict.move) for verdict in legal]
    found = graders.deep.solve(position, rack, graders.lexicon, graders.generator, graders.leaves, moves, Opponent(inference))
    if found is None:
        note("note: positions under these rules are not simulated, so equity decides")
        return verdicts, best
    return [None if verdict is None else found.judged(verdict, grader) for verdict in verdicts], found.best(top)
