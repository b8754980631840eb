"""Writes docs/commands.md, the command reference, from the commands' own help.

usage: python docs/commands.py
"""

from __future__ import annotations

from pathlib import Path

import click

from scrabblecli.cli import scrabblecli

__all__ = ["reference"]

PAGE = Path(__file__).parent / "commands.md"


def reference() -> str:
    """The text of the page."""
    root = click.Context(scrabblecli, info_name="scrabblecli", terminal_width=100, max_content_width=100)
    parts = [
        "# Command reference\n",
        "This page is made from the commands' own `--help` by `python docs/commands.py`; a test compares the two.\n",
        f"## scrabblecli\n\n```text\n{scrabblecli.get_help(root)}\n```\n",
    ]
    for name in scrabblecli.list_commands(root):
        command = scrabblecli.get_command(root, name)
        assert command is not None
        context = click.Context(command, info_name=name, parent=root, terminal_width=100, max_content_width=100)
        parts.append(f"## scrabblecli {name}\n\n```text\n{command.get_help(context)}\n```\n")
        if isinstance(command, click.Group):
            for inner_name in command.list_commands(context):
                inner = command.get_command(context, inner_name)
                assert inner is not None
                inner_context = click.Context(
                    inner, info_name=inner_name, parent=context, terminal_width=100, max_content_width=100
                )
                parts.append(f"### scrabblecli {name} {inner_name}\n\n```text\n{inner.get_help(inner_context)}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8", newline="\n")
