"""What somebody may have meant by an option, a value or an argument that is not there; for commands see `command_hints`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice

import click

__all__ = ["advised", "extra_arguments", "value_meant"]

_MEANT: dict[str, tuple[str, ...]] = {
    "by": ("--deep",),
    "colour": ("--color",),
    "count": ("--top",),
    "dict": ("--lexicon",),
    "dictionary": ("--lexicon",),
    "excel": ("csv",),
    "explain": ("text",),
    "h": ("--help",),
    "hand": ("--rack",),
    "htm": ("html",),
    "j": ("--threads", "--jobs"),
    "jobs": ("--threads",),
    "l": ("--lexicon",),
    "letters": ("--rack",),
    "limit": ("--top",),
    "list": ("--lexicon",),
    "max": ("--top",),
    "n": ("--top",),
    "o": ("--output", "> FILE"),
    "order": ("--by", "--sort"),
    "out": ("--output", "> FILE"),
    "output": ("> FILE",),
    "picture": ("svg", "html"),
    "plain": ("text",),
    "png": ("svg",),
    "q": ("--quiet",),
    "r": ("--rack",),
    "reason": ("--explain", "text"),
    "reasons": ("--explain", "text"),
    "ruleset": ("--rules",),
    "save": ("--output", "> FILE"),
    "settings": ("--set",),
    "sim": ("--deep",),
    "simulate": ("sim", "--deep"),
    "simulation": ("sim", "--deep"),
    "sort": ("--by",),
    "spreadsheet": ("csv",),
    "tabs": ("tsv",),
    "tiles": ("--rack",),
    "why": ("--explain", "text"),
    "wordlist": ("--lexicon",),
    "xls": ("csv",),
    "xlsx": ("csv",),
    "xml": ("html",),
}
"""What other programs call something, and what it may be called here: the first that a command has is named.

An option or a value of an option; ``> FILE`` stands for what every shell can do.
"""
_SQUARE = r"[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2}"
_MOVE = re.compile(rf"(?:{_SQUARE})\s+\S+|\S+\s+(?:{_SQUARE})")
_NUMBER = re.compile(r"[0-9]+")
_RACK = re.compile(r"[^\W\d_?*]*[^\W\d]*[?*_]*[^\W\d]*")
_MOST_TILES = 10
_NEAR = 0.75
"""How much alike a misspelled option and the one that is named are: less reads like a guess."""
_FEW = 3


def advised(error: click.NoSuchOption, ctx: click.Context) -> click.NoSuchOption:
    """The error for an option that is not there, with what may have been meant where that is known."""
    name = error.option_name.partition("=")[0].lower()
    found = _option_meant(ctx.command, name.lstrip("-")) or _nearest(ctx.command, name)
    if found:
        advice = f"; write {found} behind the command" if found.startswith(">") else f"; did you mean {found}?"
    else:
        others = list(islice(_elsewhere(name, ctx.find_root().command, ctx), _FEW + 1))
        advice = "".join(f"; {other}" for other in others) if len(others) <= _FEW else ""
    return click.NoSuchOption(error.option_name, f"No such option {error.option_name!r}{advice}", ctx=ctx)


def value_meant(value: str, choices: Collection[str]) -> str:
    """Which of some values somebody may have meant by another, empty when none is near."""
    return next((name for name in _MEANT.get(value.lower(), ()) if name in choices), "")


def extra_arguments(arguments: Sequence[str], ctx: click.Context) -> click.UsageError:
    """The error for arguments that a command does not take, with what they may have been meant for."""
    few = "argument" if len(arguments) == 1 else "arguments"
    return click.UsageError(f"Got unexpected extra {few} ({' '.join(arguments)}){_use_of(arguments, ctx.command)}", ctx)


def _use_of(arguments: Sequence[str], command: click.Command) -> str:
    """What to do with arguments that a command does not take."""
    from scrabblecli.rules.settings import SETTINGS

    options = set(_options(command))
    text = " ".join(arguments)
    if "--set" in options and arguments[0].partition("=")[0] in SETTINGS:
        return f"; repeat --set for each setting: --set {arguments[0]}"
    if "--turn" in options and _MOVE.fullmatch(text):
        return (
            f"; did you mean --move {text!r}?" if "--move" in options else "; scrabblecli play BOARD MOVE lays a move on a board"
        )
    if "--turn" in options and _NUMBER.fullmatch(text):
        return f"; did you mean --turn {text}?"
    if "--rack" in options and len(text) <= _MOST_TILES and _RACK.fullmatch(text):
        return f"; did you mean --rack {text!r}?"
    return ""


def _option_meant(command: click.Command, name: str, *, exactly: bool = False) -> str:
    """What of a command may be meant by the name of an option that it does not have, empty where that is not known.

    ``exactly``: only a value that has this name.
    """
    values = _values(command)
    options = set(_options(command))
    for meant in (name, *(() if exactly else _MEANT.get(name, ()))):
        if meant in values:
            return f"{values[meant]} {meant}"
        if meant in options or meant.startswith(">"):
            return meant
    return ""


def _elsewhere(name: str, command: click.Command, ctx: click.Context, path: str = "scrabblecli") -> Iterator[str]:
    """The commands that have an option, in words."""
    if isinstance(command, click.Group):
        for inner in command.list_commands(ctx):
            found = command.get_command(ctx, inner)
            if found is not None:
                yield from _elsewhere(name, found, ctx, f"{path} {inner}")
    elif meant := name if name in _options(command) else _option_meant(command, name.lstrip("-"), exactly=True):
        yield f"{path} has {meant}"


def _options(command: click.Command) -> Iterator[str]:
    """All the names of options that a command has."""
    yield "--help"
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            yield from (*parameter.opts, *parameter.secondary_opts)


def _values(command: click.Command) -> dict[str, str]:
    """The values that options of a command choose among, each with the first option that has it."""
    found: dict[str, str] = {}
    for parameter in command.params:
        if isinstance(parameter, click.Option) and isinstance(parameter.type, click.Choice):
            for value in parameter.type.choices:
                found.setdefault(str(value), parameter.opts[0])
    return found


def _nearest(command: click.Command, name: str) -> str:
    """The option of a command, or the one with a value, that is spelled much like another; empty where none is."""
    spelled = {f"--{value}": f"{option} {value}" for value, option in _values(command).items()}
    spelled |= {option: option for option in _options(command)}
    near = get_close_matches(name, spelled, 1, _NEAR)
    return spelled[near[0]] if near else ""
