"""``scrabblecli score``."""

from __future__ import annotations

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import (
    MOVE_ARGUMENTS,
    board_argument,
    format_option,
    header_option,
    move_text,
    rule_choice,
    shared_options,
    turn_option,
)
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.formats.detect import PositionText
from scrabblecli.formats.position import Position
from scrabblecli.game.judging import judge_move

__all__ = ["command"]


@click.command("score", cls=QuickCommand, context_settings=MOVE_ARGUMENTS)
@board_argument()
@click.argument("move", metavar="MOVE", nargs=-1, type=click.UNPROCESSED, required=True)
@click.option("--rack", metavar="LETTERS", help="The tiles held: also judge whether they suffice.")
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@turn_option
@shared_options
@click.pass_context
def command(
    ctx: click.Context, board: str, move: tuple[str, ...], rack: str | None, output_format: str, header: bool, rules: str | None,
    lexicon: str | None, settings: tuple[tuple[str, object], ...], quiet: bool, color: str, turn: int | None,
) -> int:  # fmt: skip
    """Judge one play and show the arithmetic of its score.

    MOVE is like 8D RETAINS across or D8 RE(T)AINS down; tiles on the board may be typed, put in parentheses or be dots, blanks
    are in lower case. -AEI exchanges, pass passes. The exit status is 1 when it cannot be played, with every reason.

    Example:  scrabblecli score boards/teazeling.txt 3G TEAZ..ING
    """
    from scrabblecli.report.score import Judgement, print_judgement

    text = move_text(ctx, move)
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet, turn)
    output_format = chosen_format(output_format)

    def judge(number: int | None, source: PositionText, position: Position) -> int:
        held = session.rack(rack, source, position)
        found = session.lexicon(position.rules, position.lexicon, source.naming)
        judged = judge_move(position, text, found, held)
        session.warn_of(position, held, "" if number is None else f"position {number}: ")
        session.note_small_letters(text, judged.move, held)
        judgement = Judgement(position.board, held, position.rules, found, text, judged.move, judged.arithmetic, judged.reasons)
        print_judgement(judgement, output_format, color, header and number in (None, 1), number)
        return ExitStatus.NO if judgement.reasons else ExitStatus.DONE

    return session.for_each(board, judge)
