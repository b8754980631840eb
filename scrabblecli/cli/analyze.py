"""``scrabblecli analyze``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import (
    MAXIMUM_COUNT,
    board_argument,
    format_option,
    header_option,
    leaves_option,
    rule_choice,
    shared_options,
    turn_option,
)
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError, NotationError
from scrabblecli.formats.detect import PositionText
from scrabblecli.formats.position import LoadedPosition
from scrabblecli.game.judging import JudgedMove, judge_move
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Exchange
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.verdict import Grader, Verdict

__all__ = ["command"]


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
@leaves_option
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@turn_option
@shared_options
@click.pass_context
def command(
    ctx: click.Context, board: str, rack: str | None, moves: tuple[str, ...], top: int, fail_at: str | None, wanted_leaves: str | None,
    output_format: str, header: bool, rules: str | None, lexicon: str | None, settings: tuple[tuple[str, object], ...],
    quiet: bool, color: str, turn: int | None,
) -> int:  # fmt: skip
    """Grade a move already made: where it ranks, what it lost, and why.

    BOARD is the position before the move, or a recorded game (--turn N). Grades go by the equity lost to the best move (points, and what the tiles kept are
    worth): best (none), excellent (under 1), small (to 7), medium (to 15) or large mistake.

    Example:  scrabblecli analyze boards/teazeling.txt --rack AEGINTZ --move "1L MAZE"
    """
    from scrabblecli.report.analyze import Analysis, make_writer

    choice = rule_choice(ctx, rules, settings)
    session = Session.of(ctx, choice, lexicon, quiet, turn, "position" if rack and moves else "rack" if moves else "move")
    session.wanted_leaves = wanted_leaves
    output_format = chosen_format(output_format)
    writer = None

    def work(number: int | None, text: PositionText, position: LoadedPosition) -> int:
        nonlocal writer
        held = session.rack(rack, text, position)
        if held is None:
            raise DataError(
                "no rack: give one with --rack LETTERS, or as a line rack: LETTERS in the file", text.source, position.line
            )
        typed = moves or ((position.move,) if position.move else ())
        if not typed:
            raise DataError("no move: give one with --move MOVE, or as the opcode move in CGP", text.source, position.line)
        words = session.lexicon(position.rules, position.lexicon, text.naming)
        judged = [_judged(position, move, words, held) for move in typed]
        generator = session.generator(position.rules, words)
        values = session.leaves(position.rules, words)
        where = "" if number is None else f"position {number}: "
        session.warn_of(position, held, where)
        session.warn_of_words(position, words, where)
        session.note_leaves(values, words)
        grader = None
        status: int = ExitStatus.DONE
        for move, found in zip(typed, judged, strict=True):
            verdict = None
            if found.playable:
                from scrabblecli.analysis.verdict import Grader

                grader = grader or Grader(generator, position.board, held)
                verdict = _verdict(grader, found)
            if verdict is None or (fail_at is not None and _reached(verdict, fail_at)):
                status = ExitStatus.NO
            several = number is not None or len(typed) > 1
            make = partial(make_writer, output_format, header=header, several=several, numbered=number is not None, color=color)
            writer = writer or make()
            reasons = () if verdict is not None else found.reasons
            writer.add(
                Analysis(
                    number, position.board, held, position.rules, words, values.source, move, found.move, reasons, verdict,
                    grader.best(top) if grader is not None and verdict is not None else (),
                )
            )  # fmt: skip
        return status

    status = session.for_each(board, work)
    if writer is not None:
        writer.end()
    return status


def _judged(position: LoadedPosition, text: str, lexicon: Lexicon, rack: Rack) -> JudgedMove:
    """A move read and judged; raises NotationError when it cannot be read, or does not say which tiles are exchanged."""
    found = judge_move(position, text, lexicon, rack)
    if isinstance(found.move, Exchange) and found.move.tiles is None:
        raise NotationError(f"move {text!r}: which tiles were exchanged? expected like exch AEI")
    return found


def _verdict(grader: Grader, found: JudgedMove) -> Verdict:
    """The verdict on a move that can be played."""
    assert found.move is not None
    invalid = tuple(word for reason in found.reasons if reason.code == "invalid_word" for word in reason.words)
    return grader.verdict(found.move, found.score or 0, invalid)


def _reached(verdict: Verdict, fail_at: str) -> bool:
    """Whether a move is graded so or worse; a phony as it would be when challenged off."""
    from scrabblecli.analysis.verdict import GRADES, grade_of

    grade = verdict.grade if verdict.phony is None else grade_of(verdict.phony.lost_off)
    return GRADES.index(grade) >= GRADES.index(fail_at)
