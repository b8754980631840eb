"""Options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from scrabblecli.cli.defaults import MAXIMUM_COUNT, configured, rule_settings
from scrabblecli.cli.params import BoardFile, Choice, Lexicons, RuleSets, Settings
from scrabblecli.rules import DEFAULT_RULES, NO_SETTINGS
from scrabblecli.rules.choice import RuleChoice

__all__ = [
    "MAXIMUM_COUNT",
    "MOVE_ARGUMENTS",
    "Decorator",
    "KnownWords",
    "board_argument",
    "color_option",
    "default_choice",
    "format_option",
    "header_option",
    "known_options",
    "known_words",
    "leaves_option",
    "lexicon_option",
    "move_text",
    "quiet_option",
    "rule_choice",
    "rules_option",
    "scores_option",
    "settings_option",
    "shared_options",
    "top_option",
    "turn_option",
]

MOVE_ARGUMENTS = {"ignore_unknown_options": True}
"""Context settings for commands that take a move: ``-AEI`` is an exchange, not options."""

_SQUARE = re.compile("[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2}")

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class _Option(click.Option):
    """An option whose default may stand in the environment or in the configuration file, under the key ``configured``."""

    def __init__(self, *arguments: Any, configured: str, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.key = configured

    def consume_value(self, ctx: click.Context, opts: Mapping[str, Any]) -> tuple[Any, ParameterSource]:
        value, source = super().consume_value(ctx, opts)
        if source is not ParameterSource.DEFAULT or ctx.resilient_parsing:
            return value, source
        found = configured(self.key)
        # a format that this command does not have is one for other commands
        if found is None or (isinstance(self.type, click.Choice) and found.value not in self.type.choices):
            return value, source
        return found.value, ParameterSource.ENVIRONMENT if found.in_environment else ParameterSource.DEFAULT_MAP


def rules_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--rules``."""
    return click.option(
        "--rules", cls=_Option, configured="rules", type=RuleSets(), metavar="NAME|FILE.toml",
        help=f"Rule set.  [default: {DEFAULT_RULES}]",
    )(function)  # fmt: skip


def lexicon_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--lexicon``."""
    return click.option(
        "--lexicon", cls=_Option, configured="lexicon", type=Lexicons(), metavar="NAME|FILE",
        help="Word list: enable, an installed list, or a file (text, .kwg or .dawg).  [default: the rule set's]",
    )(function)  # fmt: skip


def shared_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--rules``, ``--lexicon``, ``--set``, ``--quiet`` and ``--color``."""
    for option in reversed(
        (
            rules_option,
            lexicon_option,
            settings_option,
            quiet_option,
            color_option,
        )
    ):  # fmt: skip
        function = option(function)
    return function


def settings_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--set``."""
    return click.option(
        "--set", "settings", metavar="KEY=VALUE", type=Settings(), multiple=True, help="Change one rule setting; may be repeated."
    )(function)


def quiet_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--quiet``."""
    return click.option("--quiet", cls=_Option, configured="quiet", is_flag=True, help="No warnings and notes.")(function)


def color_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--color``."""
    return click.option(
        "--color",
        cls=_Option,
        configured="color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Colour in tables and drawings.",
    )(function)


def _named(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> str | None:
    if text is not None and not text.strip():
        raise click.BadParameter(f"{text!r}: expected a file, or model")
    return text


def leaves_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--leaves``."""
    return click.option(
        "--leaves",
        "wanted_leaves",
        metavar="FILE|model",
        callback=_named,
        help="Leave values: a file (.leaves or .klv2), or the small model.  [default: those for the word list and the rules]",
    )(function)


class KnownWords(NamedTuple):
    """Where the words that a player knows are: a ``file``, of which the first ``top`` words count, all where that is None."""

    file: str
    top: int | None = None


def known_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--known`` and ``--known-top``."""
    for option in (
        click.option(
            "--known-top",
            metavar="N",
            type=click.IntRange(1, 5_000_000),
            help="Of the --known file only the first N words: the N most frequent of a list by frequency.",
        ),
        click.option(
            "--known",
            metavar="FILE",
            type=BoardFile(),
            help="The words you know, one a line: tell the best move that makes no others, and what not knowing these costs.",
        ),
    ):
        function = option(function)
    return function


def known_words(ctx: click.Context, known: str | None, top: int | None, board: str) -> KnownWords | None:
    """What ``--known`` and ``--known-top`` ask for; raises UsageError where they cannot be had together."""
    if known is None:
        if top is not None:
            raise click.UsageError("--known-top says how much of a file counts: --known FILE names it", ctx)
        return None
    if known == board == "-":
        raise click.UsageError("--known - and BOARD -: standard input can be one of them", ctx)
    return KnownWords(known, top)


def header_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--header`` and ``--no-header``."""
    return click.option("--header/--no-header", default=True, help="A header line in tsv and csv.")(function)


def top_option(help_text: str) -> Decorator:
    """``--top``."""
    return click.option(
        "--top",
        cls=_Option,
        configured="top",
        metavar="N",
        type=click.IntRange(0, MAXIMUM_COUNT),
        default=15,
        show_default=True,
        help=help_text,
    )


def board_argument(required: bool = True) -> Decorator:
    """The BOARD argument: a file, or - for standard input."""
    return click.argument("board", metavar="BOARD" if required else "[BOARD]", required=required, type=BoardFile())


def turn_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--turn``."""
    return click.option(
        "--turn",
        metavar="N",
        type=click.IntRange(1),
        help="Of a recorded game: the position before this turn.  [default: the last]",
    )(function)


def _keep_scores(ctx: click.Context, _parameter: click.Parameter, text: str | None) -> None:
    from scrabblecli.cli.session import SCORES

    if text is None:
        ctx.meta[SCORES] = None
        return
    match = re.fullmatch(r"\s*([+-]?[0-9]{1,6})\s*[/,\s-]\s*([+-]?[0-9]{1,6})\s*", text)
    if match is None:
        raise click.BadParameter(f"{text!r}: expected two scores, yours first, such as 120/95")
    ctx.meta[SCORES] = (int(match[1]), int(match[2]))


def scores_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--scores``, which the session takes over."""
    return click.option(
        "--scores", metavar="YOURS/THEIRS", expose_value=False, callback=_keep_scores,
        help="The scores before the move, for chances to win and the final spread.  [default: those of BOARD, else level]",
    )(function)  # fmt: skip


def format_option(*formats: str) -> Decorator:
    """``--format``, ``auto`` first."""
    return click.option(
        "--format",
        "output_format",
        cls=_Option,
        configured="format",
        type=Choice(["auto", *formats]),
        default="auto",
        show_default=True,
        help="Output format; auto is a table on a terminal, tab-separated text elsewhere.",
    )


def move_text(ctx: click.Context, words: tuple[str, ...]) -> str:
    """The move typed in one word or several; where ``-AEI`` is a move, ``--words`` are unknown options, and ``-o`` beside a square.

    Raises NoSuchOption for one of these.
    """
    for place, word in enumerate(words):
        others = words[:place] + words[place + 1 :]
        # an exchange has no square
        if word.startswith("--") or (re.match("-[A-Za-z]", word) and any(map(_SQUARE.fullmatch, " ".join(others).split()))):
            from scrabblecli.cli.meant import advised

            raise advised(click.NoSuchOption(word if word.startswith("--") else word[:2], ctx=ctx), ctx)
    return " ".join(words)


def default_choice() -> RuleChoice:
    """The rules for a command that asks for none: those of the environment or of the configuration file, else the default."""
    found = configured("rules")
    if found is None:
        return RuleChoice(default_settings=rule_settings())
    return RuleChoice(None, NO_SETTINGS, found.value, NO_SETTINGS if found.in_environment else rule_settings())


def rule_choice(ctx: click.Context, rules: str | None, settings: tuple[tuple[str, object], ...]) -> RuleChoice:
    """The rules a command was asked for: those of the command line win over a file's, those of the environment do not.

    The settings of the configuration file change the rules that it names, or the default.
    """
    source = ctx.get_parameter_source("rules")
    house = NO_SETTINGS if source in (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT) else rule_settings()
    on_command_line = source is ParameterSource.COMMANDLINE
    choice = RuleChoice(rules if on_command_line else None, dict(settings), rules or DEFAULT_RULES, house)
    choice.resolve()  # a bad name or setting is an error of the call, not of a position
    return choice
