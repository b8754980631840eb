"""Boards of a page as SVG: what several of them show is defined once and used by its name.

Nothing rests on colour alone: premium squares are lettered, new tiles have a thick edge, blanks are small slanted letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scrabblecli.board import Board
from scrabblecli.layout import PREMIUM_NAMES, Layout
from scrabblecli.report.page import shown
from scrabblecli.report.palette import BLANK, NEW, PREMIUMS, TILE
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Square, column_letter
from scrabblecli.tiles import Alphabet, is_blank

__all__ = ["BOARD_STYLE", "GameBoards", "Look", "board_file", "ground", "rack_file"]

_SIDE = 20
_MARGIN = 16
_KINDS = dict(zip(PREMIUMS, ("dl", "tl", "ql", "dw", "tw", "qw"), strict=True))
Tiles = tuple[tuple[Square, int], ...]

BOARD_STYLE = "".join(
    f".{kind} {{ fill: {PREMIUMS[symbol].ground}; }}\n.{kind}t {{ fill: {PREMIUMS[symbol].ink}; }}\n"
    for symbol, kind in _KINDS.items()
) + (
    f"""
.board {{ display: block; width: 100%; height: auto; --tile: {TILE.ground}; --ink: {TILE.ink}; --blank: {BLANK.ink}; --edge: #8f7a45; --thick: .8;
  text-anchor: middle; font-family: system-ui, sans-serif; }}
.board .new {{ --tile: {NEW.ground}; --ink: {NEW.ink}; --blank: {NEW.ink}; --edge: #0b2b0f; --thick: 2.2; }}
.sq {{ fill: #f7f4ea; }} .gr {{ fill: none; stroke: #b9b2a0; stroke-width: .7; }} .st {{ fill: #5a1626; }}
.co {{ fill: currentColor; font-size: 9px; }} .pr {{ font-size: 7.5px; }}
.ti {{ fill: var(--tile); stroke: var(--edge); stroke-width: var(--thick); stroke-linejoin: round; }}
.le {{ fill: var(--ink); font-size: 14px; font-weight: 700; }} .le.bl {{ fill: var(--blank); font-style: italic; }} .le.lo {{ font-size: 9px; }}
.va {{ fill: var(--ink); font-size: 6px; }}
"""
)


class Look(NamedTuple):
    """What boards are drawn with: ``values`` has the value of every face."""

    alphabet: Alphabet
    values: tuple[int, ...]
    layout: Layout

    @classmethod
    def of(cls, rules: RuleSet) -> Look:
        """Boards as they are under some rules."""
        return cls(rules.tiles.alphabet, rules.face_values(), rules.layout)


def _corner(square: Square) -> tuple[int, int]:
    return _MARGIN + _SIDE * square.column, _MARGIN + _SIDE * square.row


def _squares_path(squares: Iterable[Square], inset: int = 0) -> str:
    side = _SIDE - 2 * inset
    return "".join(f"M{x + inset} {y + inset}h{side}v{side}h-{side}z" for x, y in map(_corner, squares))


def ground(layout: Layout, name: str) -> str:
    """The empty board as a group with an id: squares, premiums and the names of rows and columns."""
    width, height = _SIDE * layout.columns, _SIDE * layout.rows
    by_kind: dict[str, list[Square]] = {}
    for index, symbol in enumerate(layout.symbols):
        if symbol in _KINDS:
            by_kind.setdefault(symbol, []).append(Square(*divmod(index, layout.columns)))
    parts = [f'<g id="{name}"><path class="sq" d="M{_MARGIN} {_MARGIN}h{width}v{height}h-{width}z"/><g class="pr">']
    for symbol, squares in by_kind.items():
        kind = _KINDS[symbol]
        parts.append(f'<path class="{kind}" d="{_squares_path(squares)}"/><g class="{kind}t">')
        parts += [f'<text x="{x + 10}" y="{y + 13}">{PREMIUM_NAMES[symbol]}</text>' for x, y in map(_corner, squares)]
        parts.append("</g>")
    parts.append("</g>")
    if layout.symbol(layout.start) == ".":
        x, y = _corner(layout.start)
        parts.append(f'<path class="st" d="M{x + 10} {y + 3}l2 5h5l-4 3.5 1.5 5.5-4.5-3.2-4.5 3.2 1.5-5.5-4-3.5h5z"/>')
    lines = [f"M{_MARGIN + _SIDE * column} {_MARGIN}v{height}" for column in range(layout.columns + 1)]
    lines += [f"M{_MARGIN} {_MARGIN + _SIDE * row}h{width}" for row in range(layout.rows + 1)]
    parts.append(f'<path class="gr" d="{"".join(lines)}"/><g class="co">')
    parts += [
        f'<text x="{_MARGIN + _SIDE * column + 10}" y="11">{column_letter(column)}</text>' for column in range(layout.columns)
    ]
    parts += [f'<text x="8" y="{_MARGIN + _SIDE * row + 13}">{row + 1}</text>' for row in range(layout.rows)]
    return "".join([*parts, "</g></g>"])


class GameBoards:
    """The boards of one game. ``prefix`` makes its ids different from another game's, ``ground_name`` is that of the empty board.

    ``definitions`` has what the pictures use, and must stand on the page too. Letters share elements, as browsers allow, unless they are to
    stand ``apart``.
    """

    def __init__(self, look: Look, ground_name: str, prefix: str, apart: bool = False) -> None:
        layout = look.layout
        self.definitions: list[str] = []
        self._look = look
        self._apart = apart
        self._ground = ground_name
        self._prefix = prefix
        self._board = Board.empty(layout.rows, layout.columns)
        self._layers: list[str] = []
        self._names: dict[Tiles, str] = {}
        self._position = ""
        self._box = f"0 0 {_MARGIN + _SIDE * layout.columns + 2} {_MARGIN + _SIDE * layout.rows + 2}"

    def reach(self, board: Board) -> None:
        """Go on to another position: later pictures show it."""
        # where tiles were taken away, nothing of an earlier position can be used
        taken = any(not board[square] for square, _ in self._board.occupied())
        if taken:
            self._layers = []
            self._position = ""
        changed = tuple((square, face) for square, face in board.occupied() if taken or self._board[square] != face)
        self._board = board
        if changed:
            self._layers.append(self._layer(changed))
            self._position = f"{self._prefix}b{len(self.definitions)}"
            uses = "".join(f'<use href="#{layer}"/>' for layer in self._layers)
            self.definitions.append(f'<g id="{self._position}">{uses}</g>')

    def picture(self, label: str, new: Iterable[tuple[Square, int]] = ()) -> str:
        """The position reached, with new tiles that stand out; ``label`` says in words what it shows."""
        tiles = tuple(new)
        uses = f'<use href="#{self._ground}"/>'
        if self._position:
            uses += f'<use href="#{self._position}"/>'
        if tiles:
            uses += f'<use class="new" href="#{self._layer(tiles)}"/>'
        return f'<svg class="board" viewBox="{self._box}" role="img" aria-label="{shown(label)}">{uses}</svg>'

    def standing_out(self, tiles: Tiles) -> str:
        """New tiles for a picture that knows no variables of style sheets."""
        return f'<g class="new">{self.tiles(tiles)}</g>'

    def _layer(self, tiles: Tiles) -> str:
        """The name of a group of tiles, which is defined when it is first asked for."""
        tiles = tuple(sorted(tiles))
        if tiles not in self._names:
            self._names[tiles] = name = f"{self._prefix}l{len(self._names)}"
            self.definitions.append(f'<g id="{name}">{self.tiles(tiles)}</g>')
        return self._names[tiles]

    def tiles(self, tiles: Sequence[tuple[Square, int]]) -> str:
        """Tiles drawn where they lie; face 0 is an empty tile."""
        alphabet, values = self._look.alphabet, self._look.values
        letters: list[tuple[int, int, str]] = []
        blanks: list[tuple[int, int, str]] = []
        numbers: list[tuple[int, int, str]] = []
        for square, face in tiles:
            x, y = _corner(square)
            if not face:
                continue
            text = alphabet.face_text(face).strip("[]")
            (blanks if is_blank(face) else letters).append((x + 9, y + 15, text))
            if values[face] or not is_blank(face):
                numbers.append((x + 17 - 2 * (len(str(values[face])) - 1), y + 18, str(values[face])))
        path = _squares_path((square for square, _ in tiles), 1)
        kinds = (("le", letters), ("le bl", blanks), ("va", numbers))
        return f'<path class="ti" d="{path}"/>' + "".join(_texts(kind, texts, self._apart) for kind, texts in kinds)


def board_file(look: Look, board: Board, label: str, new: Iterable[tuple[Square, int]] = (), name: str = "b") -> str:
    """A board alone as an SVG file that needs nothing else; ``label`` says in words what it shows, ``new`` tiles stand out.

    Colours are written out, and each letter has an element: programs other than browsers know no variables of style sheets and no lists of
    places. The ground is white on dark pages too. ``name`` begins the ids, for pictures that may
    come to stand in one document.
    """
    layout = look.layout
    boards = GameBoards(look, f"{name}g", name, apart=True)
    boards.reach(board)
    picture = boards.picture(label).removesuffix("</svg>")
    tiles = tuple(sorted(new))
    if tiles:
        picture += boards.standing_out(tiles)
    extent = f'width="{2 * (_MARGIN + _SIDE * layout.columns + 2)}" height="{2 * (_MARGIN + _SIDE * layout.rows + 2)}"'
    white = f'<path fill="#fff" d="M0 0h{_MARGIN + _SIDE * layout.columns + 2}v{_MARGIN + _SIDE * layout.rows + 2}H0z"/>'
    return _file(f"{picture}</svg>", extent, ground(layout, f"{name}g") + "".join(boards.definitions), white)


def rack_file(look: Look, codes: bytes, label: str, name: str = "r") -> str:
    """A rack as an SVG file that needs nothing else; blanks are empty tiles."""
    rack = GameBoards(look, "", name, apart=True)
    tiles = [(Square(0, place), code) for place, code in enumerate(codes)]
    width, height = _SIDE * max(1, len(tiles)) + 4, _SIDE + 4
    box = f"{_MARGIN - 2} {_MARGIN - 2} {width} {height}"
    picture = f'<svg class="board" viewBox="{box}" role="img" aria-label="{shown(label)}">{rack.tiles(tiles)}</svg>'
    return _file(picture, f'width="{2 * width}" height="{2 * height}"', "", "")


_PLAIN = {"tile": TILE.ground, "ink": TILE.ink, "blank": BLANK.ink, "edge": "#8f7a45", "thick": ".8"}
_STANDING_OUT = f".new .ti {{ fill: {NEW.ground}; stroke: #0b2b0f; stroke-width: 2.2; }}\n.new .le, .new .le.bl, .new .va {{ fill: {NEW.ink}; }}\n"


def _file(picture: str, extent: str, definitions: str, below: str) -> str:
    """A picture with its style, what it uses, and what lies below it."""
    style = BOARD_STYLE
    for name, value in _PLAIN.items():
        style = style.replace(f"var(--{name})", value)
    if 'class="new"' in picture:
        style += _STANDING_OUT
    picture = picture.replace("<svg ", f'<svg xmlns="http://www.w3.org/2000/svg" {extent} ', 1)
    head, separator, rest = picture.partition(">")
    return f"{head}{separator}<style>{style}</style><defs>{definitions}</defs>{below}{rest}\n"


def _texts(kind: str, texts: Sequence[tuple[int, int, str]], apart: bool) -> str:
    """Short texts, each at its place; those of one character share an element unless they are to stand ``apart``."""
    if apart:
        small = f"{kind} lo" if kind.startswith("le") else kind
        return "".join(
            f'<text class="{kind if len(text) == 1 else small}" x="{x}" y="{y}">{shown(text)}</text>' for x, y, text in texts
        )
    single = [text for text in texts if len(text[2]) == 1 and ord(text[2]) < 0x10000]
    made = ""
    if single:
        across, down = (" ".join(str(text[axis]) for text in single) for axis in (0, 1))
        made = f'<text class="{kind}" x="{across}" y="{down}">{shown("".join(text[2] for text in single))}</text>'
    long = f"{kind} lo" if kind.startswith("le") else kind
    return made + "".join(
        f'<text class="{long}" x="{x}" y="{y}">{shown(text)}</text>' for x, y, text in texts if (x, y, text) not in single
    )
