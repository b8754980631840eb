"""A position as it was read from a file: board, racks, scores, and what the file says about rules and word list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli.board import Board
from scrabblecli.endings import is_blocked
from scrabblecli.errors import DataError
from scrabblecli.plain import printable
from scrabblecli.rules import RuleSet
from scrabblecli.rules.choice import RuleChoice
from scrabblecli.rules.settings import MAXIMUM_RACK
from scrabblecli.squares import Square
from scrabblecli.tiles import BLANK, EMPTY, Rack, TileSet, code_of, is_blank, letters_of

if TYPE_CHECKING:
    from scrabblecli.lexicon.graph import Lexicon

__all__ = [
    "Position",
    "RuleChoice",
    "bag_count",
    "check_other_rack",
    "exchange_limit",
    "over_already",
    "position_warnings",
    "tiles_on_board",
    "too_many_tiles",
    "unlisted_words",
    "unseen_counts",
    "writable",
]


class Position(NamedTuple):
    """One position of a file.

    ``racks`` has the rack of the player on turn first, None where it is not known. ``scores`` are in the same order,
    ``scoreless`` counts the scoreless turns before the position, ``move`` is the move made, as text. ``line`` is where the
    position begins in its file. ``naming`` says what names the word list, where a list that is not here is only a warning.

    >>> from scrabblecli.rules import load_rules
    >>> rules = load_rules()
    >>> position = Position(Board.empty(15, 15), rules, (Rack.parse("AEINRST", rules.tiles),), scores=(22, 0))
    >>> position, len(position.rack)
    (<Position of 0 tiles, rack AEINRST, tournament rules>, 7)
    """

    board: Board
    rules: RuleSet
    racks: tuple[Rack | None, ...] = ()
    scores: tuple[int, ...] = ()
    scoreless: int = 0
    lexicon: str | None = None
    move: str | None = None
    line: int = 1
    warnings: tuple[str, ...] = ()
    naming: str = ""

    def __repr__(self) -> str:
        held = "" if self.rack is None else f", rack {self.rack.text(self.rules.tiles.alphabet)}"
        tiles = len(self.board.faces) - self.board.faces.count(EMPTY)
        return printable(f"<Position of {tiles} tiles{held}, {self.rules.phrase}>")

    def __str__(self) -> str:
        from scrabblecli.formats.text import format_text

        return format_text(self)

    @property
    def rack(self) -> Rack | None:
        """The rack of the player on turn."""
        return self.racks[0] if self.racks else None

    @property
    def scores_known(self) -> bool:
        """Whether the scores of two players are known."""
        return len(self.scores) == 2

    @property
    def both_scores(self) -> tuple[int, int]:
        """The scores of the player on turn and of the other; level where they are not known."""
        return (self.scores[0], self.scores[1]) if self.scores_known else (0, 0)


_AS_CODES = bytes(BLANK if is_blank(face) else code_of(face) for face in range(256))


def too_many_tiles(rack: Rack, rules: RuleSet, typed: str = "") -> str:
    """What is wrong with a rack of more tiles than the rules allow, as it was ``typed``; empty when nothing is."""
    if len(rack) <= rules.rack_size:
        return ""
    decided_by = rules.decided_by("rack_size")
    allowed = f"{decided_by} allows no more" if "rack_size" in rules.overrides else f"the {decided_by} allow {rules.rack_size}"
    message = f"rack {rack.text(rules.tiles.alphabet)!r} has {len(rack)} tiles, {allowed}"
    if "blank" in typed.lower():
        return f"{message}; a blank is written ?"
    # a rack of many more is a slip, and no house rule
    return (
        f"{message}: --set rack_size={len(rack)} allows more" if len(rack) <= min(MAXIMUM_RACK, rules.rack_size + 2) else message
    )


def unlisted_words(board: Board, lexicon: Lexicon) -> str:
    """Names words that lie on a board and that the list lacks: a slip of the pen, or a phony that stayed; empty when none does."""
    alphabet = lexicon.alphabet
    found = [
        f"{alphabet.word_text(faces)} ({square.name(direction)})"
        for square, direction, faces in board.words()
        if letters_of(faces) not in lexicon
    ]
    if not found:
        return ""
    more = f" and {len(found) - 5} more" if len(found) > 5 else ""
    return f"on the board but not in {lexicon.name}: {', '.join(found[:5])}{more}"


def writable(name: str, forbidden: str = "") -> str:
    """A name of a rule set or word list, when a file can carry it.

    Raises DataError when it has a character that would be read as something else, or that cannot be printed.
    """
    for character in name:
        if not character.isprintable() or character in forbidden:
            raise DataError(f"the name {name!r} cannot be written into a board: {character!r} in it; rename the file")
    return name


def tiles_on_board(board: Board) -> list[int]:
    """The rack codes of the tiles on a board: blanks count as blanks."""
    return list(board.faces.translate(_AS_CODES, bytes([EMPTY])))


def unseen_counts(board: Board, rack: Rack | None, tiles: TileSet) -> list[int]:
    """How many tiles of each code are neither on the board nor on the rack, never below 0."""
    counts = list(tiles.counts)
    for code in (*tiles_on_board(board), *(rack or ())):
        counts[code] -= 1
    return [max(0, count) for count in counts]


def bag_count(board: Board, rack: Rack | None, rules: RuleSet) -> int:
    """How many tiles are in the bag; without a rack the player is taken to hold a full one."""
    return rules.bag_count(max(0, sum(unseen_counts(board, rack, rules.tiles)) - (rules.rack_size if rack is None else 0)))


def check_other_rack(known: Rack, unseen: Sequence[int], size: int, rules: RuleSet) -> None:
    """Raise DataError where an opponent with ``size`` tiles cannot hold some of the unseen ones (a count for each code)."""
    alphabet = rules.tiles.alphabet
    if len(known) > size:
        raise DataError(f"the opponent holds {size} tiles: {known.text(alphabet)} are {len(known)}")
    for code in sorted(set(known)):
        if known.codes.count(code) > unseen[code]:
            tile = Rack([code]).text(alphabet)
            raise DataError(
                f"the opponent cannot hold {known.text(alphabet)}: {unseen[code]} of {tile} unseen, on the board and the rack the others"
            )


def exchange_limit(board: Board, rack: Rack | None, rules: RuleSet) -> int:
    """How many tiles the rules and the bag allow to be exchanged."""
    return rules.exchange_limit(bag_count(board, rack, rules))


def position_warnings(board: Board, rack: Rack | None, rules: RuleSet) -> Iterator[str]:
    """What is odd about a position but no error: too many of a tile, groups that float, an empty start square."""
    tiles = rules.tiles
    alphabet = tiles.alphabet
    used = tiles_on_board(board)
    held = list(rack or ())
    for code in sorted(set(used) | set(held)):
        on_board, on_rack = used.count(code), held.count(code)
        if on_board + on_rack <= tiles.counts[code]:
            continue
        name = "blanks" if code == BLANK else alphabet.face_text(code)
        places = [f"{on_board} on the board"] if on_board or not on_rack else []
        if on_rack:
            places.append(f"{on_rack} on the rack")
        where = [str(square) for square, face in board.occupied() if (BLANK if is_blank(face) else code_of(face)) == code]
        squares = f" ({', '.join(where[:5])}{f' and {len(where) - 5} more' if len(where) > 5 else ''})" if where else ""
        if code == BLANK and on_board == len(used) > 5:
            squares += ": small letters are blanks, type capitals for other tiles"
        yield f"{name}: {' and '.join(places)}, {tiles.counts[code]} in the {tiles.name} set{squares}"
    if board.is_empty:
        return
    start = rules.layout.start
    if not board[start]:
        yield f"no tile on the start square {start}"
    groups = _groups(board)
    if len(groups) > 1:
        groups.sort(key=lambda group: (len(group), min(group)))
        floating = ", ".join(str(min(group)) for group in groups[:-1][:5])
        yield f"{len(groups) - 1} group{'s' if len(groups) > 2 else ''} of tiles not connected with the others, at {floating}"


def over_already(position: Position) -> str:
    """By what a game is over in a position, in words; empty where it goes on.

    A position that names no scores is taken to be one of a game under way.
    """
    if not is_blocked(position.scoreless, position.scores or (1,), position.rules):
        return ""
    decided = position.rules.decided_by("scoreless_limit")
    return f"{position.scoreless} scoreless turns in a row: under {decided} the game is over"


def _groups(board: Board) -> list[set[Square]]:
    """The sets of squares with tiles that hang together."""
    left = {square for square, _ in board.occupied()}
    groups = []
    while left:
        reached = {left.pop()}
        edge = list(reached)
        while edge:
            row, column = edge.pop()
            for square in (Square(row - 1, column), Square(row + 1, column), Square(row, column - 1), Square(row, column + 1)):
                if square in left:
                    left.remove(square)
                    reached.add(square)
                    edge.append(square)
        groups.append(reached)
    return groups
