"""A position drawn or written, as ``board`` does."""

from __future__ import annotations

import sys

from scrabblecli.formats.cgp import format_cgp
from scrabblecli.formats.position import LoadedPosition
from scrabblecli.formats.text import format_text, heading_lines
from scrabblecli.plain import printable

__all__ = ["write_position"]


def write_position(position: LoadedPosition, to: str, color: str) -> None:
    """Write a position as ``cgp`` or ``text``, or ``draw`` it.

    Raises DataError when it cannot be written as CGP.
    """
    if to == "cgp":
        sys.stdout.write(format_cgp(position) + "\n")
        return
    if to == "text":
        sys.stdout.write(format_text(position))
        return
    from rich.text import Text

    from scrabblecli.report.console import make_console
    from scrabblecli.report.drawing import board_lines

    console = make_console(color)
    for heading in heading_lines(position):
        console.print(Text(printable(heading)))
    for line in board_lines(position.board, position.rules.layout, position.rules.tiles.alphabet):
        line.rstrip()
        console.print(line)
