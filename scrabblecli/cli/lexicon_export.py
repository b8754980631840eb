"""``scrabblecli lexicon export``."""

from __future__ import annotations

import os
import sys

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.lexicon import command, rules_option, tiles_of
from scrabblecli.cli.options import quiet_option
from scrabblecli.cli.params import Lexicons
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError

__all__: list[str] = []


@command.command("export", cls=QuickCommand)
@click.argument("name", metavar="NAME|FILE", type=Lexicons())
@click.option(
    "--to",
    type=click.Choice(["text", "dawg", "kwg"]),
    default="text",
    show_default=True,
    help="One word a line; a graph in the KWG layout without GADDAG; or with it.",
)
@click.option("-o", "--output", metavar="FILE", help="The file to write or replace; text goes to standard output without it.")
@rules_option
@quiet_option
@click.pass_context
def export(ctx: click.Context, name: str, to: str, output: str | None, rules: str | None, quiet: bool) -> int:
    """Write a word list as a file: text, or a graph that other programs read.

    Graphs are read by the name of their file, which must end in .kwg. They hold the words that the tiles of the rule set spell; letters
    are numbered in the order of the tile set. Where letters of several characters could be read in a text that are not meant, every
    letter of the word stands in brackets.

    Example:  scrabblecli lexicon export enable --to kwg -o enable.kwg
    """
    from scrabblecli.folders import replace_file
    from scrabblecli.lexicon.cache import is_graph_name, load_lexicon
    from scrabblecli.lexicon.compare import exported

    if output is None and to != "text":
        raise click.UsageError(f"--to {to} needs -o FILE: a graph is no text", ctx)
    if output is not None:
        ending = os.path.splitext(output)[1].lower()
        if to != "text" and ending != ".kwg":
            raise DataError("expected a name that ends in .kwg, as which the graph is read", output)
        if to == "text" and is_graph_name(output):
            raise DataError(f"a file that ends in {ending} is read as a graph: choose another name, or --to kwg", output)

    def warn(message: str) -> None:
        if not quiet:
            click.echo(f"warning: {message}", err=True)

    content = exported(load_lexicon(name, tiles_of(ctx, rules).alphabet, warn), to)
    if output is None:
        sys.stdout.write(content.decode("utf-8"))
    else:
        replace_file(output, content)
    return ExitStatus.DONE
