"""A position drawn or written, as ``board`` does."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scrabblecli.formats.cgp import format_cgp
from scrabblecli.formats.position import Position
from scrabblecli.formats.text import format_text, heading_lines
from scrabblecli.plain import printable

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["position_label", "write_position"]


def write_position(position: Position, to: str, color: str) -> None:
    """Write a position as ``cgp`` or ``text``, ``draw`` it, or make a picture of it: ``svg`` or ``html``, whole files.

    Raises DataError when it cannot be written as CGP.
    """
    if to == "cgp":
        sys.stdout.write(format_cgp(position) + "\n")
        return
    if to == "text":
        sys.stdout.write(format_text(position))
        return
    if to == "svg":
        from scrabblecli.report.board_svg import Look, board_file

        sys.stdout.write(board_file(Look.of(position.rules), position.board, position_label(position)))
        return
    from rich.text import Text

    from scrabblecli.report.console import make_console
    from scrabblecli.report.drawing import board_lines

    lines = [Text(printable(heading)) for heading in heading_lines(position)]
    lines += board_lines(position.board, position.rules.layout, position.rules.tiles.alphabet)
    if to == "html":
        sys.stdout.write(_page(lines))
        return
    console = make_console(color)
    for line in lines:
        line.rstrip()
        console.print(line)


def position_label(position: Position) -> str:
    """What a picture of a position shows, in words."""
    return "; ".join([f"Board, {position.rules.name} rules", *map(printable, heading_lines(position))])


def _page(lines: list[Text]) -> str:
    """The drawn lines as an HTML file, the same for the same lines."""
    from io import StringIO

    from rich.console import Console

    width = max(line.cell_len for line in lines)
    console = Console(record=True, width=width, file=StringIO(), highlight=False, color_system="truecolor", force_terminal=True)
    for line in lines:
        console.print(line)
    return console.export_html(inline_styles=True)
