"""The terminal: one place where rich is set up."""

from __future__ import annotations

import os
import sys
import textwrap

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

__all__ = ["GAP", "beside", "make_console", "pad", "say"]

GAP = 3
"""Cells between two columns of lines."""
_NARROWEST = 30


class _Console(Console):
    """A console that leaves it to the command line to say what a closed pipe means."""

    def on_broken_pipe(self) -> None:
        """Called while a BrokenPipeError is handled."""
        raise  # noqa: PLE0704 - the error at hand


def make_console(color: str) -> Console:
    """A console on standard output for ``--color auto|always|never``; ``NO_COLOR`` and ``COLUMNS`` are obeyed by auto."""
    always = color == "always"
    return _Console(
        file=sys.stdout,
        color_system=None
        if color == "never"
        else ("truecolor" if always and "COLORTERM" in os.environ else "256" if always else "auto"),
        force_terminal=True if always else None,
        no_color=False if always else None,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
    )


def say(console: Console, sentence: str, indent: str = "") -> None:
    """Print a sentence in as many lines as it needs, the later ones below the first behind its indent."""
    after = " " * len(indent)
    width = max(_NARROWEST, console.width)
    for line in textwrap.wrap(sentence, width, initial_indent=indent, subsequent_indent=after, break_on_hyphens=False):
        console.print(Text(line))


def pad(text: Text | str, width: int, right: bool = False) -> Text:
    """A text filled with spaces to a width in terminal cells (wide characters count two)."""
    made = Text(text) if isinstance(text, str) else text.copy()
    missing = width - cell_len(made.plain)
    if missing > 0:
        if right:
            made = Text(" " * missing) + made
        else:
            made.append(" " * missing)
    return made


def beside(left: list[Text], right: list[Text], gap: int = GAP) -> list[Text]:
    """Two columns of lines next to each other."""
    # only what has something beside it decides where the second column begins
    width = max((cell_len(line.plain) for line, _ in zip(left, right, strict=False)), default=0) + gap
    lines = []
    for index in range(max(len(left), len(right))):
        first = left[index] if index < len(left) else Text()
        if index < len(right) and right[index].plain:
            first = pad(first, width) + right[index]
        lines.append(first)
    return lines
