"""The board as a person sees it: premium squares, tiles, and a play that stands out.

Colour adds and never carries meaning alone: premium squares are marked by their symbols, new tiles by a ``*`` before them.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from scrabblecli.board import Board
from scrabblecli.layout import Layout
from scrabblecli.move import Play
from scrabblecli.report.palette import BLANK, NEW, PREMIUMS, START, TILE, Pair
from scrabblecli.squares import Square, column_letter
from scrabblecli.tiles import EMPTY, Alphabet, is_blank

__all__ = ["board_lines"]


def _style(pair: Pair, more: str = "") -> str:
    return f"{more}{pair.ink} on {pair.ground}"


_PREMIUM_STYLES = {symbol: _style(pair) for symbol, pair in PREMIUMS.items()}
_START_STYLE = _style(START)
_TILE_STYLE = _style(TILE, "bold ")
_BLANK_STYLE = _style(BLANK, "bold italic ")
_NEW_STYLE = _style(NEW, "bold ")


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
