"""``scrabblecli words``: the words of a list."""

from __future__ import annotations

import click

from scrabblecli.cli.helping import QuickGroup

__all__ = ["command"]


@click.group("words", cls=QuickGroup)
def command() -> None:
    """Find and study the words of a list.

    Example:  scrabblecli words probability --length 7 --top 10
    """


# they add themselves to the group
from scrabblecli.cli import words_study  # noqa: E402, F401
