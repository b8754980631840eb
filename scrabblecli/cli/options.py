"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from scrabblecli.errors import ScrabbleError
from scrabblecli.rules import DEFAULT_RULES, parse_assignment
from scrabblecli.rules.choice import RuleChoice

__all__ = ["MOVE_ARGUMENTS", "board_argument", "format_option", "rule_choice", "shared_options"]

MOVE_ARGUMENTS = {"ignore_unknown_options": True}
"""Context settings for commands that take a move: ``-AEI`` is an exchange, not options."""

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class _Settings(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions of click
    """KEY=VALUE, a rule setting."""

    name = "KEY=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        try:
            return parse_assignment(value)
        except ScrabbleError as error:
            self.fail(str(error), param, ctx)


def shared_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--rules``, ``--lexicon``, ``--set``, ``--quiet`` and ``--color``."""
    for option in reversed(
        (
            click.option("--rules", metavar="NAME|FILE.toml", envvar="SCRABBLECLI_RULES", help=f"Rule set.  [default: {DEFAULT_RULES}]"),
            click.option("--lexicon", metavar="NAME|FILE", envvar="SCRABBLECLI_LEXICON", help="Word list: enable, or a file (text or .kwg).  [default: the rule set's]"),
            click.option("--set", "settings", metavar="KEY=VALUE", type=_Settings(), multiple=True, help="Change one rule setting; may be repeated."),
            click.option("--quiet", is_flag=True, help="No warnings and notes."),
            click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True, help="Colour in tables and drawings."),
        )
    ):  # fmt: skip
        function = option(function)
    return function


def board_argument(required: bool = True) -> Decorator:
    """The BOARD argument: a file, or - for standard input."""
    return click.argument("board", metavar="BOARD" if required else "[BOARD]", required=required)


def format_option(*formats: str) -> Decorator:
    """``--format``, ``auto`` first."""
    help_text = "Output format; auto is a table on a terminal, tab-separated text elsewhere."
    return click.option(
        "--format", "output_format", type=click.Choice(["auto", *formats]), default="auto", show_default=True, help=help_text
    )


def rule_choice(ctx: click.Context, rules: str | None, settings: tuple[tuple[str, object], ...]) -> RuleChoice:
    """The rules a command was asked for: those of the command line win over a file's, those of the environment do not."""
    on_command_line = ctx.get_parameter_source("rules") is click.core.ParameterSource.COMMANDLINE
    choice = RuleChoice(rules if on_command_line else None, dict(settings), rules or DEFAULT_RULES)
    choice.resolve()  # a bad name or setting is an error of the call, not of a position
    return choice
