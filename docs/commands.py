"""Writes docs/commands, the command reference, from the commands' own help.

usage: python docs/commands.py
"""

from __future__ import annotations

import click
from documents import write

from scrabblecli.cli import scrabblecli

__all__ = ["pages"]

_MADE = "This page is made from `--help` by [`docs/commands.py`]({path}commands.py); a test compares the two.\n"


def _context(command: click.Command, name: str, parent: click.Context | None = None) -> click.Context:
    return click.Context(command, info_name=name, parent=parent, terminal_width=100, max_content_width=100)


def _help(context: click.Context) -> str:
    return f"```text\n{context.command.get_help(context)}\n```\n"


def _commands(context: click.Context) -> list[tuple[str, click.Context]]:
    """The commands of a group with their contexts, in the order of its help."""
    group = context.command
    assert isinstance(group, click.Group)
    found = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found.append((name, _context(command, name, context)))
    return found


def _summary(context: click.Context) -> str:
    return context.command.get_short_help_str(limit=200)


def _page(context: click.Context) -> str:
    """The page of a command, with all commands below it."""
    parts = [f"# {context.command_path}\n", _help(context)]
    if isinstance(context.command, click.Group):
        for _, inner in _commands(context):
            parts += [f"## {inner.command_path}\n", _help(inner)]
    return "\n".join([*parts, _MADE.format(path="../")])


def pages() -> dict[str, str]:
    """The pages by their paths in the docs folder."""
    root = _context(scrabblecli, "scrabblecli")
    rows = []
    made = {}
    for name, context in _commands(root):
        made[f"commands/{name}.md"] = _page(context)
        rows.append(f"| [`{name}`]({name}.md) | {_summary(context)} |")
        if isinstance(context.command, click.Group):
            rows += [
                f"| [`{name} {inner_name}`]({name}.md#scrabblecli-{name}-{inner_name}) | {_summary(inner)} |"
                for inner_name, inner in _commands(context)
            ]
    table = "\n".join(["| command | what it does |", "|---|---|", *rows, ""])
    made["commands/index.md"] = "\n".join(["# Commands\n", table, _help(root), _MADE.format(path="../")])
    return made


if __name__ == "__main__":
    write(pages())
