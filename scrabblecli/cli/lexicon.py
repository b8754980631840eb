"""``scrabblecli lexicon``: word lists under names of their own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from scrabblecli.cli.defaults import configured, where_from
from scrabblecli.cli.helping import QuickCommand, QuickGroup
from scrabblecli.cli.options import color_option, format_option, header_option, quiet_option, rule_choice
from scrabblecli.cli.params import BoardFile, InstalledLexicons, Lexicons, RuleSets
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import ScrabbleError
from scrabblecli.plain import printable
from scrabblecli.rules import DEFAULT_RULES
from scrabblecli.tiles import TileSet

if TYPE_CHECKING:
    from scrabblecli.game.record import RecordedTurn

__all__ = ["command", "rules_option", "tiles_of", "words_made"]

_LARGE = 1_000_000
"""The size of a file in bytes from which on its progress is shown."""
_STEPS = 1000


def _configured_rules() -> str | None:
    found = configured("rules")
    return None if found is None else str(found.value)


def rules_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--rules`` for commands that need its tiles alone."""
    return click.option(
        "--rules",
        type=RuleSets(),
        metavar="NAME|FILE.toml",
        envvar="SCRABBLECLI_RULES",
        default=_configured_rules,
        help=f"The rule set with whose tiles the words are spelled.  [default: {DEFAULT_RULES}]",
    )(function)


def tiles_of(ctx: click.Context, rules: str | None) -> TileSet:
    """The tiles of the rule set asked for."""
    return rule_choice(ctx, rules, ()).resolve().tiles


@click.group("lexicon", cls=QuickGroup, later={name: f"scrabblecli.cli.lexicon_{name}" for name in ("diff", "export")})
def command() -> None:
    """Install word lists under names, list, describe and compare them, and write them as files.

    An installed list is used everywhere by --lexicon NAME, and by default with scrabblecli config set lexicon NAME.

    Example:  scrabblecli lexicon build collins CSW24.txt
    """


@command.command("build", cls=QuickCommand)
@click.argument("name", metavar="NAME")
@click.argument("file", metavar="FILE", required=False)
@click.option("--replace", is_flag=True, help="Replace another list of that name.")
@rules_option
@quiet_option
@click.pass_context
def build(ctx: click.Context, name: str, file: str | None, replace: bool, rules: str | None, quiet: bool) -> int:
    """Install the word list in FILE, text, .kwg or .dawg, under NAME.

    The list is spelled with the tiles of a rule set; words that they cannot spell are left out. What follows a word on its line
    is kept as its definition. At most 100 MB are read.

    Example:  scrabblecli lexicon build collins CSW24.txt
    """
    from scrabblecli.lexicon.store import install
    from scrabblecli.report.lexicon import installed_sentence

    if file is None:
        raise _one_is_missing(ctx, name)
    tiles = tiles_of(ctx, rules)
    notes: list[str] = []
    with _progress(file, f"Building {printable(name)}", quiet) as progress:
        summary = install(name, file, tiles, replace, progress, notes.append)
    click.echo(installed_sentence(summary))
    if not quiet:
        for note in notes:
            click.echo(printable(f"note: {note}"), err=True)
        _tell_what_is_missing(name, tiles)
    return ExitStatus.DONE


def _one_is_missing(ctx: click.Context, typed: str) -> click.UsageError:
    """The error for a name without a file, or a file without a name."""
    name, ending = os.path.splitext(os.path.basename(typed))
    if not ending and not os.path.isfile(typed):
        return click.UsageError("Missing argument 'FILE'.", ctx)
    return click.UsageError(f"the name is missing that the list is to have, as in {ctx.command_path} {name} {typed}", ctx)


def _tell_what_is_missing(name: str, tiles: TileSet) -> None:
    """Say when an installed list is too large for the graph that plays are found with."""
    from scrabblecli.errors import DataError
    from scrabblecli.lexicon.cache import load_lexicon

    try:
        load_lexicon(name, tiles.alphabet).engine_nodes()
    except DataError as error:
        click.echo(f"note: {error.reason}", err=True)


@contextmanager
def _progress(file: str, label: str, quiet: bool) -> Iterator[Callable[[float], None] | None]:
    """A bar on standard error when somebody looks at it and the list is large."""
    try:
        large = os.stat(file).st_size >= _LARGE
    except (OSError, ValueError):
        large = False
    if quiet or not large or not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=_STEPS, label=label, file=sys.stderr, show_eta=False) as bar:
        yield lambda share: bar.update(int(share * _STEPS) - bar.pos)
        bar.update(_STEPS - bar.pos)


@command.command("list", cls=QuickCommand)
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@color_option
def list_command(output_format: str, header: bool, color: str) -> int:
    """List the word lists that have a name.

    Example:  scrabblecli lexicon list
    """
    from scrabblecli.lexicon.store import listed
    from scrabblecli.report.lexicon import print_lists

    entries = listed()
    for entry in entries:
        if entry.words is None:
            click.echo(f"warning: what was noted of {entry.name} is damaged: build it again with --replace", err=True)
    print_lists(entries, chosen_format(output_format), color, header)
    return ExitStatus.DONE


@command.command("info", cls=QuickCommand)
@click.argument("name", metavar="NAME|FILE", type=Lexicons())
@rules_option
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@color_option
@click.pass_context
def info(ctx: click.Context, name: str, rules: str | None, output_format: str, header: bool, color: str) -> int:
    """Describe a word list: words by length, identity, duplicates, what was left out and why, the twos and threes.

    An installed list is described as it was installed, or with --rules for the tiles of a rule set; a file is read anew.

    Example:  scrabblecli lexicon info enable
    """
    from scrabblecli.lexicon.store import describe, find_installed, recorded
    from scrabblecli.report.lexicon import print_summary

    summary = None
    if ctx.get_parameter_source("rules") is not ParameterSource.COMMANDLINE and find_installed(name) is not None:
        summary = recorded(name)
    # what was noted earlier may lack the short words
    if summary is None or (not summary.twos and not summary.threes):
        summary = describe(name, tiles_of(ctx, rules))
    print_summary(summary, chosen_format(output_format), color, header)
    return ExitStatus.DONE


@command.command("fit", cls=QuickCommand)
@click.argument("file", metavar="FILE", type=BoardFile())
@click.option("--also", metavar="NAME|FILE", type=Lexicons(), multiple=True, help="Another list to try; may be repeated.")
@click.option(
    "--rules",
    type=RuleSets(),
    metavar="NAME|FILE.toml",
    help=f"Rule set of the game.  [default: the game's, else {DEFAULT_RULES}]",
)
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@quiet_option
@color_option
@click.pass_context
def fit(
    ctx: click.Context, file: str, also: tuple[str, ...], rules: str | None, output_format: str, header: bool, quiet: bool, color: str
) -> int:  # fmt: skip
    """Tell which word list a recorded game was played with.

    Every installed list is tried. Named are the words on the board that it lacks, and the plays that were challenged off although it has
    their words. The exit status is 1 when no list fits.

    Example:  scrabblecli lexicon fit boards/kitchen.gcg
    """
    from scrabblecli.lexicon.fit import fits
    from scrabblecli.report.fit import print_fits

    session = Session(rule_choice(ctx, rules, ()), None, False, quiet)
    game = session.game(file)
    stayed: list[tuple[bytes, int]] = []
    withdrawn: list[tuple[list[bytes], int]] = []
    for turn in game.turns:
        made = words_made(turn)
        if turn.withdrawn:
            withdrawn.append((made, turn.number))
        else:
            stayed += [(word, turn.number) for word in made]
    found = fits(stayed, withdrawn, game.rules.tiles.alphabet, also)
    if found:
        print_fits(found, chosen_format(output_format), color, header)
    if game.error is not None:
        raise game.error
    return ExitStatus.DONE if any(list_.fits for list_ in found) else ExitStatus.NO


def words_made(turn: RecordedTurn) -> list[bytes]:
    """The words that a turn of a game made, as letter codes."""
    from scrabblecli.tiles import letters_of

    return [] if turn.arithmetic is None else [letters_of(word.faces) for word in turn.arithmetic.words if len(word.faces) > 1]


@command.command("remove", cls=QuickCommand)
@click.argument("name", metavar="NAME", type=InstalledLexicons())
def remove_command(name: str) -> int:
    """Remove an installed word list.

    Example:  scrabblecli lexicon remove collins
    """
    from scrabblecli.lexicon.store import remove

    known = remove(name)
    click.echo(
        f"{name} is removed." if known is None else f"{name} is removed: {known.words:,} words from {printable(known.file)}."
    )
    with suppress(ScrabbleError):  # a configuration file that cannot be used is no matter here
        if source := where_from("lexicon", name):
            click.echo(printable(f"warning: {name} is still your default word list, named by {source}"), err=True)
    return ExitStatus.DONE
