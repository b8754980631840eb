"""``scrabblecli game duplicate``: the same racks for everybody, against the best move of every round."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from scrabblecli.cli.answers import asks, typed_line
from scrabblecli.cli.game import command
from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import format_option, header_option, rule_choice, shared_options
from scrabblecli.cli.params import Number
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError, NotationError, Reason
from scrabblecli.plain import printable

if TYPE_CHECKING:
    from scrabblecli.formats.session import SessionRecord, SessionRound
    from scrabblecli.game.duplicate import Answer, Round
    from scrabblecli.lexicon.graph import Lexicon
    from scrabblecli.report.duplicate import DuplicateWriter, Played

__all__ = ["duplicate"]

_LARGEST_SEED = 10**12


@command.command("duplicate", cls=QuickCommand)
@click.option(
    "--seed", metavar="N", type=click.IntRange(0, _LARGEST_SEED), help="Deal these racks.  [default: some, and say which]"
)
@click.option(
    "--balance/--no-balance",
    default=None,
    help="Racks have two vowels and two consonants, from round 16 one.  [default: balance]",
)
@click.option(
    "--time",
    "limit",
    metavar="SECONDS",
    type=Number(0, 86400, min_open=True),
    help="Time each answer; late ones are marked.",
)
@click.option("--player", metavar="NAME", default="You", show_default=True, help="Who answers, for the record.")
@click.option("--record", "record_file", metavar="FILE", help="Write the session to a file that others can replay.")
@click.option("--replace", is_flag=True, help="Replace a record that is there.")
@click.option("--replay", metavar="FILE", help="Deal the racks of a record, and compare.")
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@shared_options
@click.pass_context
def duplicate(
    ctx: click.Context, seed: int | None, balance: bool | None, limit: float | None, player: str, record_file: str | None, replace: bool,
    replay: str | None, output_format: str, header: bool, rules: str | None, lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Play duplicate: in each round a rack is dealt, you answer with a move, and the best move goes on the board.

    The best move is that of the highest score. Answers are read from standard input, one a line: an empty line or pass is no move, ?
    is help, quit or the end of input ends the session with the result so far. On a terminal an illegal move may be answered again; in
    a pipe it scores 0. A phony scores 0.

    Example:  scrabblecli game duplicate --seed 7 --time 180
    """
    from scrabblecli.engine.movegen import MoveGenerator
    from scrabblecli.formats.session import SessionRecord
    from scrabblecli.game.duplicate import dealt_rounds, new_table, recorded_rounds
    from scrabblecli.report.duplicate import DuplicateWriter, Played, result_sentences

    if replay is not None and (seed is not None or balance is not None):
        raise click.UsageError("--replay deals the racks of its file: --seed and --balance have no say", ctx)
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    record = None if replay is None else _recorded(session, replay)
    choice = session.choice
    rule_set = (
        choice.resolve() if record is None else choice.resolve(record.rules, record.settings, os.path.dirname(replay or ""))
    )
    words = session.lexicon(rule_set, None if record is None else record.lexicon or None, "in the record")
    generator = MoveGenerator(rule_set, words)
    rounds: Iterator[Round | str]
    theirs: tuple[SessionRound, ...] = ()
    other = None
    if record is None:
        if seed is None:
            from secrets import randbelow

            seed = randbelow(1_000_000)
            session.note(f"note: --seed {seed} deals these racks again")
        balance = balance is not False
        rounds = dealt_rounds(new_table(rule_set, seed, balance), generator)
    else:
        if record.identity and record.identity != words.identity:
            session.warn(
                f"the record was made with another word list: {record.lexicon} {record.identity}, not {words.name} {words.identity}"
            )
        seed, balance, theirs = record.seed, record.balance, record.rounds
        rounds = iter([*recorded_rounds(new_table(rule_set, seed or 0, balance), theirs, generator, replay or ""), "record"])
        other = record.player if record.player not in ("", player) else f"{record.player or player} (recorded)"
    made = SessionRecord(
        _name(player),
        seed,
        rule_set.origin,
        rule_set.overrides,
        session.lexicon_name or words.name,
        words.identity,
        balance,
        limit,
        (),
    )
    if record_file is not None:
        if os.path.lexists(record_file) and not replace:
            raise DataError("is there already: --replace begins it anew", record_file)
        _save(made, record_file)
    writer = DuplicateWriter(chosen_format(output_format), color, header, asks(), made, rule_set, words, other)
    played: list[Played] = []
    ending = "stopped"
    for dealt in rounds:
        if isinstance(dealt, str):
            ending = dealt
            break
        writer.deal(dealt, played)
        answered = _answered(dealt, words, writer, limit)
        if answered is None:
            break
        recorded = theirs[dealt.number - 1] if record is not None else None
        played.append(Played(dealt, answered, None if recorded is None else (recorded.move, recorded.score)))
        writer.answer(played[-1])
        made = made._replace(rounds=(*made.rounds, _row(played[-1])))
        if record_file is not None:
            _save(made, record_file)
    writer.end(played, ending)
    if not writer.for_people:
        session.note(f"note: {' '.join(result_sentences(made.player, played, other, ending))}")
    return ExitStatus.DONE


def _recorded(session: Session, name: str) -> SessionRecord:
    from scrabblecli.formats.session import parse_session

    if name == "-":
        raise DataError("--replay -: answers come from standard input, expected a file")
    return parse_session(session.text(name, "a session of duplicate"), name)


def _name(player: str) -> str:
    name = printable(player.strip())
    if not name:
        raise NotationError("--player: expected a name")
    return name


def _row(played: Played) -> SessionRound:
    """A round for the record."""
    from scrabblecli.formats.session import SessionRound
    from scrabblecli.move import format_move

    dealt, given, _ = played
    alphabet = dealt.table.rules.tiles.alphabet
    best = format_move(dealt.best_move, alphabet)
    return SessionRound(dealt.rack.text(alphabet), best, dealt.best.score, printable(given.text), given.score, given.seconds)


def _save(record: SessionRecord, path: str) -> None:
    from scrabblecli.folders import replace_file
    from scrabblecli.formats.session import format_session

    replace_file(path, format_session(record).encode("utf-8"))


def _answered(dealt: Round, words: Lexicon, writer: DuplicateWriter, limit: float | None) -> Answer | None:
    """What a player answers, None at the end of input; on a terminal asked again when the move is illegal."""
    from scrabblecli.game.duplicate import Answer, answer, no_answer

    on_terminal = asks()
    begun = time.monotonic()
    while True:
        line = typed_line("Your move: ")
        if line is None or line.lower() in ("quit", "q"):
            return None
        if line in ("?", "help"):
            writer.help()
            continue
        if line.lower() == "board":
            writer.board(dealt)
            continue
        try:
            given = answer(dealt, line, words) if line else no_answer(dealt)
        except NotationError as error:
            given = Answer(None, line, 0, dealt.best.score, "illegal", None, (Reason("notation", str(error)),))
        if given.grade == "illegal" and on_terminal:
            writer.problem("; ".join(reason.message for reason in given.reasons) + " (? helps)")
            continue
        if limit is None:
            return given
        seconds = round(time.monotonic() - begun, 1)
        return given._replace(seconds=seconds, late=seconds > limit)
