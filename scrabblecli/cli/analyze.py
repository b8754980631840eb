"""``scrabblecli analyze``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from scrabblecli.cli.grading import Grading, grading_options
from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.inferring import infer_option, inferred
from scrabblecli.cli.options import (
    MAXIMUM_COUNT,
    board_argument,
    format_option,
    header_option,
    known_options,
    known_words,
    rule_choice,
    scores_option,
    shared_options,
    turn_option,
)
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError
from scrabblecli.formats.detect import PositionText
from scrabblecli.formats.position import Position
from scrabblecli.game.judging import JudgedMove, judge_made
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.endgame_verdict import SolvedPosition
    from scrabblecli.analysis.inference import Inference
    from scrabblecli.analysis.known import KnownAdvice
    from scrabblecli.analysis.verdict import Verdict
    from scrabblecli.engine.movegen import RankedMove
    from scrabblecli.lexicon.vocabulary import Vocabulary
    from scrabblecli.report.analyze import AnalyzeWriter

__all__ = ["command", "graded"]


@click.command("analyze", cls=QuickCommand)
@board_argument()
@click.option("--rack", metavar="LETTERS", help="The tiles held before the move, ? for a blank.")
@click.option(
    "--move",
    "moves",
    metavar="MOVE",
    multiple=True,
    help="The move made, like '8D RETAINS', 'exch AEI' or 'pass'; may be repeated to compare moves.",
)
@click.option(
    "--top",
    metavar="N",
    type=click.IntRange(0, MAXIMUM_COUNT),
    default=3,
    show_default=True,
    help="How many of the best moves to list beside it.",
)
@click.option(
    "--fail-at",
    type=click.Choice(["excellent", "small", "medium", "large"]),
    help="End with status 1 when a move is graded so or worse.",
)
@grading_options
@infer_option("With --deep")
@known_options
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@turn_option
@scores_option
@shared_options
@click.pass_context
def command(
    ctx: click.Context, board: str, rack: str | None, moves: tuple[str, ...], top: int, fail_at: str | None, grading: Grading, infer: tuple[str, str] | None,
    output_format: str, header: bool, rules: str | None, lexicon: str | None, settings: tuple[tuple[str, object], ...],
    quiet: bool, color: str, turn: int | None, known: str | None, known_top: int | None,
) -> int:  # fmt: skip
    """Grade a move already made: where it ranks, what it lost, and why.

    BOARD is the position before the move, or a recorded game (--turn N). Grades go by the equity lost to the best move (points, and what the tiles kept are
    worth): best (none), excellent (under 1), small (to 7), medium (to 15) or large mistake. With an empty bag they go by the final spread lost, proven;
    to give away a win or a tie is large. With --deep the position is simulated, and grades go by the percentage points of the chances to win
    that were lost: excellent (under 0.5, or a tie with the best), small (to 3), medium (to 7), large. Why is told in sentences in a terminal and with
    --format text; tsv and csv have the codes of the reasons.

    Example:  scrabblecli analyze boards/teazeling.txt --rack AEGINTZ --move "1L MAZE"
    """
    from scrabblecli.report.analyze import Analysis, make_writer

    if infer is not None and grading.iterations is None:
        raise click.UsageError("--infer belongs to --deep", ctx)
    choice = rule_choice(ctx, rules, settings)
    session = Session.of(ctx, choice, lexicon, quiet, turn, "position" if rack and moves else "rack" if moves else "move")
    session.grade_by(grading)
    wanted = known_words(ctx, known, known_top, board)
    output_format = chosen_format(output_format)
    writer: AnalyzeWriter | None = None

    def begin(numbered: bool, compared: bool) -> AnalyzeWriter:
        return make_writer(
            output_format, header=header, several=numbered or compared, numbered=numbered, color=color, known=wanted is not None
        )

    def failed(message: str) -> None:
        nonlocal writer
        writer = writer or begin(True, False)
        writer.fail(message)

    def work(number: int | None, text: PositionText, position: Position) -> int:
        nonlocal writer
        held = session.rack(rack, text, position)
        line = position.line if text.kind == "cgp" else 0
        if held is None:
            raise DataError("no rack: give one with --rack LETTERS, or as a line rack: LETTERS in the file", text.source, line)
        typed = moves or ((position.move,) if position.move else ())
        if not typed:
            raise DataError("no move: give one with --move MOVE, or as the opcode move in CGP", text.source, line)
        words = session.lexicon(position.rules, position.lexicon, text.naming)
        judged = [judge_made(position, move, words, held) for move in typed]
        for move, found in zip(typed, judged, strict=True):
            session.note_small_letters(move, found.move, held)
        vocabulary = None if wanted is None else session.vocabulary(wanted, words)
        values = session.leaves(position.rules, words)
        where = "" if number is None else f"position {number}: "
        session.warn_of(position, held, where)
        session.warn_of_words(position, words, where)
        session.note_leaves(values, words)
        status: int = ExitStatus.DONE
        inference = None
        if infer is not None:
            generator = session.generator(position.rules, words)
            inference = inferred(session, infer, position, held, words, generator, grading.seed)
        verdicts, best, solved = graded(session, judged, position, held, words, top, inference)
        if any(verdict is not None and verdict.basis in ("sim", "preendgame") for verdict in verdicts):
            session.note_scores(position)
        advice = None if vocabulary is None else _advice(session, vocabulary, words, position, held, solved)
        for move, found, verdict in zip(typed, judged, verdicts, strict=True):
            if verdict is None or (fail_at is not None and _reached(verdict, fail_at)):
                status = ExitStatus.NO
            writer = writer or begin(number is not None, len(typed) > 1)
            reasons = () if verdict is not None else found.reasons
            writer.add(
                Analysis(
                    number, position.board, held, position.rules, words, values.source, move, found.move, reasons, verdict,
                    best if verdict is not None else (), advice if verdict is not None else None,
                )
            )  # fmt: skip
        return status

    status = session.for_each(board, work, failed)
    if writer is not None:
        writer.end()
    return status


def graded(
    session: Session, judged: Sequence[JudgedMove], position: Position, rack: Rack, lexicon: Lexicon, top: int,
    inference: Inference | None = None,
) -> tuple[list[Verdict | None], list[RankedMove], SolvedPosition | None]:  # fmt: skip
    """`game.grading.graded` as this call grades."""
    from scrabblecli.analysis.selfplay import default_jobs
    from scrabblecli.game.grading import Graders, graded

    jobs = default_jobs()
    rules = position.rules
    graders = Graders(
        session.generator(rules, lexicon), lexicon, session.leaves(rules, lexicon), session.judge(jobs), session.deep_judge(jobs)
    )
    return graded(graders, judged, position, rack, top, inference, session.note)


def _advice(
    session: Session, vocabulary: Vocabulary, lexicon: Lexicon, position: Position, rack: Rack, solved: SolvedPosition | None
) -> KnownAdvice:  # fmt: skip
    """The best move within a vocabulary: by how the game ends where that decides on the verdicts, and is proven in time."""
    from scrabblecli.analysis.known import best_known

    generator = session.generator(position.rules, lexicon)
    if solved is not None:
        found = solved.advice(generator.plays(position.board, rack), vocabulary)
        if found is not None:
            return found
        session.note("note: the best move with known words is not proven in that time, so equity decides on it")
    return best_known(generator, position.board, rack, vocabulary)


def _reached(verdict: Verdict, fail_at: str) -> bool:
    """Whether a move is graded so or worse; a phony as it would be when challenged off."""
    from scrabblecli.analysis.verdict import GRADES, grade_of

    grade = verdict.grade if verdict.phony is None else grade_of(verdict.phony.lost_off)
    return GRADES.index(grade) >= GRADES.index(fail_at)
