"""Moves and their notation.

A *play* lays tiles, an *exchange* gives tiles back, a *pass* does neither. What a person typed is first a
`StatedPlay`; `resolve` compares it with a board and gives the `Play` it means, or the reasons why there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from scrabblecli.board import Board
from scrabblecli.errors import NotationError, Reason
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import BLANK, EMPTY, Alphabet, Rack, TileSet, code_of, is_blank

__all__ = ["Exchange", "Move", "Pass", "Play", "StatedPlay", "as_stated", "format_move", "parse_move", "resolve"]


class Play(NamedTuple):
    """Tiles laid in one line.

    ``square`` is the first square of the whole main word, ``tiles`` has a face for each of its squares, `EMPTY` where
    a tile lies on the board already.

    >>> play = Play(Square(7, 3), Direction.ACROSS, bytes([18, 5, EMPTY, 1]))
    >>> play.tiles_played, [str(square) for square, _ in play.new_tiles()]
    (3, ['D8', 'E8', 'G8'])
    """

    square: Square
    direction: Direction
    tiles: bytes

    def squares(self) -> Iterator[Square]:
        """The squares of the main word."""
        for distance in range(len(self.tiles)):
            yield self.square.shifted(self.direction, distance)

    def new_tiles(self) -> Iterator[tuple[Square, int]]:
        """The squares of the new tiles, and their faces."""
        for distance, face in enumerate(self.tiles):
            if face != EMPTY:
                yield self.square.shifted(self.direction, distance), face

    @property
    def tiles_played(self) -> int:
        """How many tiles come from the rack."""
        return len(self.tiles) - self.tiles.count(EMPTY)


class Exchange(NamedTuple):
    """Tiles given back: ``tiles`` as rack codes, or None when only their number is known.

    >>> format_move(Exchange(bytes([1, 9]), 2), Alphabet("ABCDEFGHI"))
    'exch AI'
    """

    tiles: bytes | None
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks of a move


class Pass:
    """A turn without a play or an exchange.

    >>> Pass() == Pass(), format_move(Pass(), Alphabet("AB"))
    (True, 'pass')
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pass)

    def __hash__(self) -> int:
        return hash(Pass)

    def __repr__(self) -> str:
        return "Pass()"


Move = Play | Exchange | Pass

_STATED_OLD = 0x100
"""Set in a cell of a stated play that claims to lie on the board already (typed in parentheses)."""
_OLD_UNNAMED = -1
"""A cell typed as ``.``."""


class StatedPlay(NamedTuple):
    """A play as it was typed, before it is compared with a board.

    ``cells`` has one entry a square: a face, a face with `_STATED_OLD` for a letter in parentheses, or `_OLD_UNNAMED`
    for a dot. ``text`` is what was typed.
    """

    square: Square
    direction: Direction
    cells: tuple[int, ...]
    text: str

    def new_tiles(self, board: Board) -> list[tuple[Square, int]]:
        """The squares that the play would lay tiles on, perhaps off the board, and their faces."""
        laid = []
        for distance, cell in enumerate(self.cells):
            square = self.square.shifted(self.direction, distance)
            if board[square] == EMPTY and cell != _OLD_UNNAMED and not cell & _STATED_OLD:
                laid.append((square, cell))
        return laid


_SQUARE = r"[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2}"
_SQUARE_FIRST = rf"(?s)\s*({_SQUARE})\s+(\S.*?)\s*"
_WORD_FIRST = rf"\s*(\S+)\s+({_SQUARE})\s*"
_ZERO_FOR_O = r"0[1-9][0-9]?|[1-9][0-9]?0"
_EXCHANGES = frozenset(("exch", "exchange", "xch", "swap", "change"))
_EXPECTED = "expected a play like 8D RETAINS or D8 RE(T)AINS, an exchange like exch AEI, -AEI or -3, or pass"


def parse_move(text: str, tiles: TileSet, board: Board) -> StatedPlay | Exchange | Pass:
    """Read a move: ``8D RETAINS``, ``D8 RE(T)AINS``, ``RETAINS 8D``, ``exch AEI``, ``swap AEI``, ``-AEI``, ``-3``, ``pass``, ``-``.

    ``board`` only gives the size: a square off the board cannot be read.

    Raises NotationError for text that is none of these.
    """
    stripped = text.strip()
    word, _, rest = stripped.partition(" ")
    lowered = word.lower()
    if stripped == "-" or (lowered == "pass" and not rest):
        return Pass()
    if stripped.startswith("-"):
        return _parse_exchange(stripped[1:].strip(), text, tiles)
    behind = re.fullmatch(_WORD_FIRST, text)
    # no rack has digits: SWAP 8D lays a word
    if lowered in _EXCHANGES and behind is None:
        return _parse_exchange(rest.strip(), text, tiles)
    match = re.fullmatch(_SQUARE_FIRST, text)
    if match is not None:
        name, word = match.groups()
    elif behind is not None:
        word, name = behind.groups()
    else:
        for part in stripped.split():
            if re.fullmatch(_ZERO_FOR_O, part):
                meant = part.replace("0", "O", 1) if part.startswith("0") else f"{part[:-1]}O"
                raise NotationError(f"invalid move {text!r}: {part!r} is no square; did you mean {meant}, with the letter O?")
        if re.fullmatch(r"[0-9]+[A-Za-z]|[A-Za-z][0-9]+", word):
            Square.parse(word)
            raise NotationError(f"move {text!r} has no word: expected like {word} RETAINS")
        raise NotationError(f"invalid move {text!r}: {_EXPECTED}")
    square, direction = Square.parse(name)
    if square not in board:
        last = Square(board.rows - 1, board.columns - 1)
        raise NotationError(f"no square {name!r} on a board of {board.rows} x {board.columns}: squares are A1 to {last}")
    cells = _parse_cells(word, text, tiles)
    return StatedPlay(square, direction, cells, stripped)


def _parse_exchange(given: str, text: str, tiles: TileSet) -> Exchange:
    if not given:
        raise NotationError(f"move {text!r} names no tiles: expected like exch AEI, -AEI or -3")
    if given.isascii() and given.isdigit():
        count = int(given)
        if not 1 <= count <= 99:
            raise NotationError(f"move {text!r}: expected an exchange of 1 to 99 tiles")
        return Exchange(None, count)
    rack = Rack.parse(given, tiles)
    return Exchange(rack.codes, len(rack))


def _parse_cells(word: str, text: str, tiles: TileSet) -> tuple[int, ...]:
    cells: list[int] = []
    old = 0
    alphabet = tiles.alphabet
    for place, token in enumerate(alphabet.tokens(word, f"move {text!r}: "), start=1):
        if token == "(" and not old:
            old = _STATED_OLD
        elif token == ")" and old:
            old = 0
        elif token in "()":
            raise NotationError(f"move {text!r}: parenthesis {token} (place {place}) has no partner")
        elif token == ".":
            cells.append(_OLD_UNNAMED)
        elif token.isspace():
            raise NotationError(f"move {text!r}: a space (place {place}) in the word; tiles on the board are typed or dots")
        elif token == "?":
            raise NotationError(f"move {text!r}: a blank needs its letter, type it in lower case (place {place})")
        else:
            face = alphabet.face(token)
            if face is None:
                hint = ""
                if token.startswith("["):
                    hint = ": a tile of several letters is [CH], as a blank [ch]"
                raise NotationError(f"move {text!r}: {token!r} (place {place}) is no tile of the {tiles.name} set{hint}")
            cells.append(face | old)
    if old:
        raise NotationError(f"move {text!r}: a parenthesis is not closed")
    if not cells:
        raise NotationError(f"move {text!r} has no word: expected like 8D RETAINS")
    return tuple(cells)


def resolve(stated: StatedPlay, board: Board, alphabet: Alphabet) -> tuple[Play | None, list[Reason]]:
    """The play that a stated play means on a board, and the reasons that stand against it.

    The play is None when it cannot be told which tiles would lie where (off the board, a gap, another tile there, no new
    tile). When only a part of the word was stated, the play is that of the whole word, with ``not_whole_word``.

    A letter on an occupied square must be the one that lies there, in either case. A one-tile play is turned into its
    canonical direction: across when it forms an across word, else down.
    """
    reasons: list[Reason] = []
    faces = bytearray()
    for distance, cell in enumerate(stated.cells):
        square = stated.square.shifted(stated.direction, distance)
        if square not in board:
            over = len(stated.cells) - distance
            last = square.shifted(stated.direction, -1)
            tiles = "one square" if over == 1 else f"{over} squares"
            message = f"runs off the board by {tiles} after {last}"
            turned = stated.direction.other
            if stated.square.shifted(turned, len(stated.cells) - 1) in board:
                message += f"; {stated.square.name(turned)} would be {turned.value}"
            reasons.append(Reason("off_board", message, (str(last),)))
            break
        lying = board[square]
        if lying == EMPTY:
            if cell == _OLD_UNNAMED or cell & _STATED_OLD:
                named = "a dot" if cell == _OLD_UNNAMED else f"({alphabet.face_text(cell & ~_STATED_OLD)})"
                reasons.append(Reason("gap", f"no tile lies on {square}, where {named} stands for one", (str(square),)))
                cell = EMPTY
            faces.append(cell)
        else:
            if cell != _OLD_UNNAMED and code_of(cell & ~_STATED_OLD) != code_of(lying):
                shown = alphabet.face_text(cell & ~_STATED_OLD)
                message = f"{square} holds {alphabet.face_text(lying)}, not {shown}"
                reasons.append(Reason("conflict", message, (str(square),)))
            faces.append(EMPTY)
    if not stated.new_tiles(board):
        reasons.append(Reason("no_new_tiles", "lays no new tile"))
    play = Play(stated.square, stated.direction, bytes(faces))
    sound = not reasons
    whole = _whole(play, board)
    if whole != play:
        text = alphabet.word_text(face or board[square] for square, face in zip(whole.squares(), whole.tiles, strict=True))
        name = whole.square.name(whole.direction)
        message = f"the whole word is {text} at {name}, not only the part stated: write {name} {text}"
        around = {str(square) for square in whole.squares()} - {str(square) for square in play.squares()}
        reasons.append(Reason("not_whole_word", message, tuple(sorted(around)), (text,)))
    if not sound:
        return None, reasons
    return canonical(whole, board), reasons


def _whole(play: Play, board: Board) -> Play:
    """A play lengthened by the tiles that lie directly before and after it."""
    start = board.start_of_run(play.square, play.direction)
    before = (play.square.row - start.row) + (play.square.column - start.column)
    after = len(board.run(play.square.shifted(play.direction, len(play.tiles)), play.direction))
    return Play(start, play.direction, bytes(before) + play.tiles + bytes(after))


def canonical(play: Play, board: Board) -> Play:
    """The canonical form of a play: a one-tile play runs across when it forms an across word, else down.

    On an empty board, or for more than one tile, it is the play itself.
    """
    if play.tiles_played != 1:
        return play
    [(square, face)] = play.new_tiles()
    for direction in Direction:
        start = board.start_of_run(square, direction)
        following = board.run(square.shifted(direction, 1), direction)
        before = (square.row - start.row) + (square.column - start.column)
        if before or following:
            return Play(start, direction, bytes(before) + bytes([face]) + bytes(len(following)))
    return Play(square, Direction.ACROSS, bytes([face]))


def format_move(move: Move, alphabet: Alphabet, board: Board | None = None) -> str:
    """A move as text: with a board ``8D RE(T)AINS`` for people, without ``8D RE.AINS`` for data.

    Exchanges are ``exch AEI`` or ``-3``, a pass is ``pass``.

    >>> format_move(Play(Square(7, 3), Direction.DOWN, bytes([2, EMPTY, 1])), Alphabet("AB"))
    'D8 B.A'
    """
    if isinstance(move, Pass):
        return "pass"
    if isinstance(move, Exchange):
        return f"-{move.count}" if move.tiles is None else "exch " + Rack(move.tiles).text(alphabet)
    name = move.square.name(move.direction)
    if board is None:
        return f"{name} {alphabet.text(move.tiles)}"
    parts = []
    inside = False
    for square, face in zip(move.squares(), move.tiles, strict=True):
        if (face == EMPTY) != inside:
            parts.append(")" if inside else "(")
            inside = not inside
        parts.append(alphabet.face_text(face or board[square]))
    return f"{name} {''.join(parts)}{')' if inside else ''}"


def exchanged_text(move: Exchange, alphabet: Alphabet) -> str:
    """What an exchange gives back, as rack letters or as a count."""
    return f"-{move.count}" if move.tiles is None else Rack(move.tiles).text(alphabet)


def kept(move: Move, rack: Rack | None) -> Rack | None:
    """What a move leaves of a rack, None when that cannot be told or the rack does not hold what is given."""
    if rack is None or isinstance(move, Pass):
        return rack
    given = needed_codes(move) if isinstance(move, Play) else move.tiles
    return None if given is None else rack.without(given)


def needed_codes(play: Play) -> bytes:
    """The rack codes a play uses, blanks as 0."""
    return bytes(BLANK if is_blank(face) else face for face in play.tiles if face != EMPTY)


def as_stated(play: Play, stated: StatedPlay, board: Board) -> Play:
    """A play in the direction in which it was stated: one tile may have been written as part of either of its words."""
    if play.direction is stated.direction or len(stated.cells) < 2:
        return play
    squares = [stated.square.shifted(stated.direction, distance) for distance in range(len(stated.cells))]
    new = dict(play.new_tiles())
    return Play(stated.square, stated.direction, bytes(EMPTY if board[square] else new[square] for square in squares))
