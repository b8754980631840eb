"""The board as a person sees it: premium squares, tiles, and a play that stands out.

Colour adds and never carries meaning alone: premium squares are marked by their symbols, new tiles by a ``*`` before them.
Colours come in pairs of foreground and background, so that they read alike on dark and on light terminals.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from scrabblecli.board import Board
from scrabblecli.layout import Layout
from scrabblecli.move import Play
from scrabblecli.squares import Square, column_letter
from scrabblecli.tiles import EMPTY, Alphabet, is_blank

__all__ = ["board_lines"]

_PREMIUM_STYLES = {
    "'": "#10344a on #b9dff2",
    '"': "#ffffff on #2171a8",
    "^": "#ffffff on #123f66",
    "-": "#5a1626 on #f6c3c9",
    "=": "#ffffff on #c0392b",
    "~": "#ffffff on #7b1f5c",
}
_START_STYLE = "#5a1626 on #f6c3c9"
_TILE_STYLE = "bold #1c1a12 on #f1ddae"
_BLANK_STYLE = "bold italic #8a2b12 on #f1ddae"
_NEW_STYLE = "bold #0b2b0f on #a6dd8c"


def board_lines(board: Board, layout: Layout, alphabet: Alphabet, play: Play | None = None) -> list[Text]:
    """The lines of a drawn board, a column header first; each new tile of ``play`` has a ``*`` before it."""
    new = dict(play.new_tiles()) if play is not None else {}
    shown = {square: alphabet.face_text(face) for square, face in board.occupied()}
    shown.update({square: alphabet.face_text(face) for square, face in new.items()})
    width = max((cell_len(text) for text in shown.values()), default=1)
    margin = len(str(board.rows))
    heading = " " * margin + "".join(" " + column_letter(column).ljust(width) for column in range(board.columns))
    # styles are appended, never given to a whole line: what stands beside it would take them on
    lines = [Text.assemble((heading.rstrip(), "dim"))]
    for row in range(board.rows):
        line = Text.assemble((str(row + 1).rjust(margin), "dim"))
        for column in range(board.columns):
            square = Square(row, column)
            text = shown.get(square)
            if text is None:
                symbol = layout.symbols[row * layout.columns + column]
                style = _PREMIUM_STYLES.get(symbol, _START_STYLE if symbol == "*" else "dim")
                line.append(" " + symbol + " " * (width - 1), style)
            else:
                face = new.get(square, EMPTY) or board[square]
                style = _NEW_STYLE if square in new else _BLANK_STYLE if is_blank(face) else _TILE_STYLE
                line.append(("*" if square in new else " ") + text + " " * (width - cell_len(text)), style)
        lines.append(line)
    return lines
