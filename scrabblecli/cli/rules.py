"""``scrabblecli rules``."""

from __future__ import annotations

import click

from scrabblecli.cli.helping import QuickCommand, QuickGroup
from scrabblecli.cli.options import color_option, default_choice, format_option, header_option, settings_option
from scrabblecli.cli.params import RuleSets
from scrabblecli.cli.session import chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.rules import built_in_names, load_rules

__all__ = ["command"]

_FORMATS = ("table", "tsv", "csv", "json", "jsonl", "text")


@click.group("rules", cls=QuickGroup)
def command() -> None:
    """Rule sets: list them, show one, compare two.

    Example:  scrabblecli rules diff tournament wwf
    """


@command.command("list", cls=QuickCommand)
@format_option(*_FORMATS)
@header_option
@color_option
def list_command(output_format: str, header: bool, color: str) -> int:
    """List the built-in rule sets.

    Example:  scrabblecli rules list
    """
    from scrabblecli.report.rules import print_list

    print_list([load_rules(name) for name in built_in_names()], chosen_format(output_format), color, header)
    return ExitStatus.DONE


@command.command("show", cls=QuickCommand)
@click.argument("name", metavar="[NAME|FILE.toml]", required=False, type=RuleSets())
@settings_option
@format_option(*_FORMATS, "toml")
@header_option
@color_option
def show_command(name: str | None, settings: tuple[tuple[str, object], ...], output_format: str, header: bool, color: str) -> int:
    """Show a rule set with all its settings.

    Every key with its value, range and meaning, the layout and the tiles. Without a name, the rules that are used when nothing else names some. With --format toml it is a rule file to edit.

    Example:  scrabblecli rules show wwf --set bingo_bonus=50
    """
    from scrabblecli.report.rules import print_rules

    rules = (default_choice().resolve() if name is None else load_rules(name)).with_settings(dict(settings))
    print_rules(rules, chosen_format(output_format), color, header)
    return ExitStatus.DONE


@command.command("diff", cls=QuickCommand)
@click.argument("a", metavar="A", type=RuleSets())
@click.argument("b", metavar="B", type=RuleSets())
@format_option(*_FORMATS)
@header_option
@color_option
def diff_command(a: str, b: str, output_format: str, header: bool, color: str) -> int:
    """Show what differs between two rule sets.

    A and B are names or files ending in .toml; their settings, premium squares and tiles are compared.

    Example:  scrabblecli rules diff tournament wwf
    """
    from scrabblecli.report.rules import print_differences

    print_differences(load_rules(a), load_rules(b), chosen_format(output_format), color, header)
    return ExitStatus.DONE
