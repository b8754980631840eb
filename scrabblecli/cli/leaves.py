"""``scrabblecli leaves``: what tiles kept are worth."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING

import click

from scrabblecli.cli.helping import QuickCommand, QuickGroup
from scrabblecli.cli.options import color_option, format_option, header_option, leaves_option, rule_choice, shared_options
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.cli.wanted import Wanted, session_there
from scrabblecli.cli.workers import cluster_option, result_or_none, workers
from scrabblecli.errors import DataError, NotationError
from scrabblecli.folders import target_of
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import BLANK, Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.training import Plan, Training

__all__ = ["command"]

Settings = tuple[tuple[str, object], ...]
_AHEAD = 16
"""Runs of games given to others before the first of them is heard of."""


@click.group("leaves", cls=QuickGroup)
def command() -> None:
    """Show, learn, bring and take away what tiles kept are worth.

    Values are kept for a word list under a set of rules; solve --by equity and analyze use them.

    Example:  scrabblecli leaves show ES Q ?
    """


def _place(
    ctx: click.Context, rules: str | None, lexicon: str | None, settings: Settings, quiet: bool, wanted_leaves: str | None = None
) -> tuple[Session, RuleSet, Lexicon]:
    """The session of a command, its rules and its word list."""
    choice = rule_choice(ctx, rules, settings)
    session = Session.of(ctx, choice, lexicon, quiet)
    session.wanted_leaves = wanted_leaves
    resolved = choice.resolve()
    return session, resolved, session.lexicon(resolved)


def _own_path(rules: RuleSet, lexicon: Lexicon) -> str:
    """Where the user's values for some rules and a list lie; raises DataError when there is no place for them."""
    from scrabblecli.analysis.leaves import trained_path

    path = trained_path(rules, lexicon)
    if path is None:
        raise DataError("there is no folder for data: name a file with --output")
    return path


@contextmanager
def _stopped_once() -> Iterator[None]:
    """Let Ctrl-C stop what is done here once; what is kept after that is not to be cut short by another."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        click.echo("\nnote: stopping as soon as the games at hand are over", err=True)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _generations(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    parts = text.split(",")
    if (
        not all(part.strip().isascii() and part.strip().isdigit() and 1 <= int(part) <= 10_000_000 for part in parts)
        or len(parts) > 20
    ):
        raise click.BadParameter(f"{text[:40]!r}: expected numbers of games from 1 to 10,000,000, like 20000,40000")
    return tuple(map(int, parts))


@command.command("train", cls=QuickCommand)
@click.option(
    "--generations",
    metavar="N,N,...",
    callback=_generations,
    help="Games in each generation.  [default: 20000,40000,60000,120000,300000]",
)
@click.option(
    "--seed", metavar="N", type=click.IntRange(0, 1_000_000_000), default=1, show_default=True, help="Seed of the games."
)
@click.option("--threads", metavar="N", type=click.IntRange(1, 64), help="Threads.  [default: one for each processor]")
@cluster_option
@click.option("-o", "--output", metavar="FILE", help="Write the values there, instead of into your data folder.")
@click.option("--restart", is_flag=True, help="Begin anew, even if an earlier run was stopped.")
@shared_options
@click.pass_context
def train(
    ctx: click.Context, generations: tuple[int, ...] | None, seed: int, threads: int | None, cluster: str | None, output: str | None, restart: bool,
    rules: str | None, lexicon: str | None, settings: Settings, quiet: bool, color: str,
) -> int:  # fmt: skip
    """Learn what leaves are worth by self-play, for a word list under a set of rules.

    It takes minutes to hours. It can be stopped: the same command goes on where it was. The result depends on the generations
    and the seed alone, not on the number of threads.

    Example:  scrabblecli leaves train --lexicon collins
    """
    from scrabblecli.analysis.leaves import write_leaves
    from scrabblecli.analysis.selfplay import default_jobs
    from scrabblecli.analysis.training import GENERATIONS, Plan, Training

    session, rule_set, words = _place(ctx, rules, lexicon, settings, quiet)
    target = output or _own_path(rule_set, words)
    target_of(target)  # what cannot be written is said before the games are played
    state = f"{target}.state"
    plan = Plan(rule_set, words, generations or GENERATIONS, seed)
    try:
        training = None if restart else Training.resumed(plan, state)
    except DataError as error:
        raise DataError(f"{error.reason}; --restart begins anew and replaces it", state) from None
    if output is None:
        _say_what_is_replaced(session, rule_set, words)
    if training is None:
        training = Training(plan)
        session.note(f"note: learning leave values for {words}, {rule_set.name} rules, in {sum(plan.generations):,} games")
    else:
        done, total = training.games
        session.note(f"note: going on after {done:,} of {total:,} games")
    training.save(state)
    try:
        with workers(1, cluster, len(plan.generations)) as pool, _stopped_once(), _bar(training, quiet) as progress:
            elsewhere = None if pool is None else partial(_played, pool, Wanted.of(session).key(), plan)
            training.run(threads or default_jobs(), progress, lambda: training.save(state), elsewhere)
    except KeyboardInterrupt:
        session.note("note: stopped; the same command goes on from there")
        raise
    write_leaves(training.leaves, target)
    os.unlink(state)
    if output is None:
        click.echo(
            f"Learnt from {sum(plan.generations):,} games. --by equity and analyze use these values with {words.name} under"
            f" {rule_set.name} rules from now on, and under others with the same tiles, board and bonus."
        )
    else:
        click.echo(f"Learnt from {sum(plan.generations):,} games: use them with --leaves {output}, or leaves import.")
    return ExitStatus.DONE


def _played(pool: Executor, key: bytes, plan: Plan, leaves: bytes, seed: int, runs: Sequence[tuple[int, int]]) -> Iterator[bytes]:
    """What others heard in runs of games; a run that is lost is played here."""
    from scrabblecli.analysis.training import play_there

    waiting: deque[Future[bytes]] = deque()
    ahead = iter(runs)
    for run in runs:
        while len(waiting) < _AHEAD and (following := next(ahead, None)) is not None:
            waiting.append(pool.submit(_play_there, key, plan.generations, plan.seed, leaves, seed, following))
        heard = result_or_none(waiting.popleft())
        yield play_there(plan, leaves, seed, run) if heard is None else heard


def _play_there(key: bytes, generations: Sequence[int], plan_seed: int, leaves: bytes, seed: int, run: tuple[int, int]) -> bytes:
    """What one of the others hears in a run of games."""
    from scrabblecli.analysis.training import Plan, play_there

    session = session_there(key)
    rules = session.choice.resolve()
    return play_there(Plan(rules, session.lexicon(rules), generations, plan_seed), leaves, seed, run)


def _say_what_is_replaced(session: Session, rules: RuleSet, lexicon: Lexicon) -> None:
    """Say which values in force a training will take the place of."""
    from scrabblecli.analysis.leaves import find_leaves

    try:
        before = find_leaves(rules, lexicon)
    except DataError:
        return  # damaged ones of one's own: nothing is lost
    games = before.about.get("games", "").split(",")
    if before.largest:
        learnt = f", learnt in {sum(map(int, games)):,} games" if all(map(str.isdigit, games)) else ""
        session.note(
            f"note: the values will take the place of {before.source}{learnt}; leaves remove brings the packaged ones back"
        )


@contextmanager
def _bar(training: Training, quiet: bool) -> Iterator[Callable[[Training], None] | None]:
    """A bar on standard error, when somebody looks at it."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    done, total = training.games
    with click.progressbar(length=total, label="Games", file=sys.stderr, show_pos=True) as bar:
        bar.update(done)
        yield lambda now: bar.update(now.games[0] - bar.pos)


@command.command("show", cls=QuickCommand)
@click.argument("leaves", metavar="LEAVE...", nargs=-1, required=True)
@leaves_option
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@shared_options
@click.pass_context
def show(
    ctx: click.Context, leaves: tuple[str, ...], wanted_leaves: str | None, output_format: str, header: bool, rules: str | None,
    lexicon: str | None, settings: Settings, quiet: bool, color: str,
) -> int:  # fmt: skip
    """Say what leaves are worth: the value in force, and what the small model says.

    LEAVE is tiles like ES or ?S; - reads leaves from standard input, one a line.

    Example:  scrabblecli leaves show ES Q '?S'
    """
    from scrabblecli.report.leaves import LeaveLine, print_leaves

    session, rule_set, words = _place(ctx, rules, lexicon, settings, quiet, wanted_leaves)
    values = session.leaves(rule_set, words)
    session.note_leaves(values, words)
    lines = []
    for text in leaves:
        for typed in session.text("-", "leaves").split() if text == "-" else [text]:
            rack = Rack.parse(typed, rule_set.tiles, "leave")
            if not 1 <= len(rack) <= 30:
                raise NotationError(f"leave {typed[:40]!r} has {len(rack)} tiles: expected 1 to 30")
            for code in sorted(set(rack)):
                if rack.codes.count(code) > rule_set.tiles.counts[code]:
                    tile = "blanks" if code == BLANK else rule_set.tiles.alphabet.face_text(code)
                    session.warn(f"leave {typed}: the {rule_set.tiles.name} set has {rule_set.tiles.counts[code]} {tile}")
            lines.append(
                LeaveLine(rack, values.value(rack.codes), values.model_value(rack.codes), values.kernel.place(rack.codes) >= 0)
            )
    print_leaves(lines, rule_set.tiles.alphabet, values.source, chosen_format(output_format), color, header)
    return ExitStatus.DONE


@command.command("info", cls=QuickCommand)
@leaves_option
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@shared_options
@click.pass_context
def info(
    ctx: click.Context, wanted_leaves: str | None, output_format: str, header: bool, rules: str | None, lexicon: str | None,
    settings: Settings, quiet: bool, color: str,
) -> int:  # fmt: skip
    """Say which leave values are in force for a word list and rules, and what they were learnt from.

    Example:  scrabblecli leaves info --lexicon collins
    """
    from scrabblecli.report.leaves import print_about

    session, rule_set, words = _place(ctx, rules, lexicon, settings, quiet, wanted_leaves)
    values = session.leaves(rule_set, words)
    print_about(values, words, rule_set, chosen_format(output_format), color, header)
    return ExitStatus.DONE


@command.command("list", cls=QuickCommand)
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@color_option
def list_command(output_format: str, header: bool, color: str) -> int:
    """List your own leave values: those that leaves train learnt or that were imported.

    Example:  scrabblecli leaves list
    """
    from scrabblecli.analysis.leaves import own_leaves
    from scrabblecli.report.leaves import print_own

    print_own(own_leaves(), chosen_format(output_format), color, header)
    return ExitStatus.DONE


@command.command("import", cls=QuickCommand)
@click.argument("file", metavar="FILE")
@shared_options
@click.pass_context
def import_command(
    ctx: click.Context, file: str, rules: str | None, lexicon: str | None, settings: Settings, quiet: bool, color: str
) -> int:
    """Use the values in FILE (.klv2, or one of leaves train) for a word list under a set of rules from now on.

    Leaves that the file lacks are worth what the small model says.

    Example:  scrabblecli leaves import CSW24.klv2 --lexicon collins
    """
    from scrabblecli.analysis.leaves import write_leaves

    if file == "model":
        raise NotationError(
            "file 'model': the small model is there without an import: expected a file (./model for one of that name)"
        )
    session, rule_set, words = _place(ctx, rules, lexicon, settings, quiet, file)
    values = session.leaves(rule_set, words)
    session.note_leaves(values, words)
    write_leaves(values.named(rule_set, words), _own_path(rule_set, words))
    click.echo(f"--by equity and analyze use {values.source} with {words.name} under {rule_set.name} rules from now on.")
    return ExitStatus.DONE


@command.command("export", cls=QuickCommand)
@click.argument("file", metavar="FILE")
@leaves_option
@shared_options
@click.pass_context
def export(
    ctx: click.Context, file: str, wanted_leaves: str | None, rules: str | None, lexicon: str | None, settings: Settings, quiet: bool,
    color: str,
) -> int:  # fmt: skip
    """Write the values in force to FILE, as .klv2 for other programs or in the format of this one (.leaves).

    Example:  scrabblecli leaves export enable.klv2
    """
    from scrabblecli.analysis.klv import write_klv
    from scrabblecli.analysis.leaves import write_leaves

    if not file.lower().endswith((".klv2", ".leaves")):
        raise NotationError(f"file {file!r}: expected a name that ends in .klv2 or .leaves")
    target_of(file)
    session, rule_set, words = _place(ctx, rules, lexicon, settings, quiet, wanted_leaves)
    values = session.leaves(rule_set, words)
    (write_klv if file.lower().endswith(".klv2") else write_leaves)(values, file)
    return ExitStatus.DONE


@command.command("remove", cls=QuickCommand)
@shared_options
@click.pass_context
def remove(ctx: click.Context, rules: str | None, lexicon: str | None, settings: Settings, quiet: bool, color: str) -> int:
    """Remove your own values for a word list under a set of rules; the packaged ones or the small model take their place.

    Example:  scrabblecli leaves remove --lexicon collins
    """
    _, rule_set, words = _place(ctx, rules, lexicon, settings, quiet)
    path = _own_path(rule_set, words)
    with suppress(OSError):
        os.unlink(f"{path}.state")  # of a training that was stopped
    try:
        os.unlink(path)
    except (FileNotFoundError, NotADirectoryError):
        raise DataError(f"there are no leave values of your own for {words.name} under {rule_set.name} rules") from None
    except OSError as error:
        raise DataError(f"cannot be removed: {error.strerror or error}", path) from None
    click.echo(f"The leave values for {words.name} under {rule_set.name} rules are removed.")
    return ExitStatus.DONE
