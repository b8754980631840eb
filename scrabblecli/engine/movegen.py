"""Every play of a position, ranked: the readable side of the kernel."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, overload

from scrabblecli._compiled import load_kernel
from scrabblecli.board import Board
from scrabblecli.errors import SettingError
from scrabblecli.formats.position import exchange_limit, unseen_counts
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Move, Play
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import EMPTY, FACE_LIMIT, Alphabet, Rack, leave_after

__all__ = ["LARGEST_WEIGHED", "POINT", "MoveGenerator", "PlayList", "RankedMove", "Valuation"]

LARGEST_WEIGHED = 12
"""With more tiles on the rack no equity is told: every set of tiles kept is valued beforehand."""
POINT = 256
"""Values are kept in whole numbers of this part of a point."""
_VALUE_SHIFT = 20
_VALUE_TOP = (1 << 44) - (1 << 24)
_DIRECTIONS = (Direction.ACROSS, Direction.DOWN)


class RankedMove(NamedTuple):
    """One result: ``rank`` counts from 1, ``leave`` has the rack codes kept (None when unknown).

    ``equity`` is the score and the worth of what is kept, None when nothing is known of leaves.

    >>> ranked = RankedMove(1, Play(Square(7, 6), Direction.ACROSS, bytes([10, 15])), 18, b"")
    >>> ranked.score, ranked.equity
    (18, None)
    """

    rank: int
    move: Move
    score: int
    leave: bytes | None
    equity: float | None = None


class Valuation(NamedTuple):
    """What moves are worth beyond their score, in the kernel's terms: values in 1/256 point.

    ``leaves`` is the kernel's LeaveValues. ``fade`` has for each number of tiles in the bag how much of a leave's value counts
    (of 256), ``tempo`` for each number left in the bag what it is worth to the opponent to be on turn; the last entries stand
    for all greater numbers. With an empty bag ``swing`` is what a point of the opponent's tiles gives the player who goes out,
    ``burden`` what one of the tiles kept costs another, ``staying`` what it costs not to go out; ``opening_cost`` what a vowel on each square costs on an empty board.
    """

    leaves: Any
    fade: Sequence[int]
    tempo: Sequence[int]
    swing: int
    burden: int
    staying: int
    opening_cost: Sequence[int]


class MoveGenerator:
    """Finds plays on boards of one rule set with one word list; with a valuation it knows their equity. It is on one board at a time: use one a thread.

    >>> from scrabblecli.lexicon import load_lexicon
    >>> from scrabblecli.rules import load_rules
    >>> rules = load_rules()
    >>> generator = MoveGenerator(rules, load_lexicon("enable", rules.tiles.alphabet))
    >>> best = generator.best_play(Board.empty(15, 15), Rack.parse("MUZJIKS", rules.tiles))
    >>> best.score, str(best.move.square), best.move.direction
    (128, 'B8', Direction.ACROSS)

    Raises SettingError when the layout allows scores that the kernel cannot hold.
    """

    def __init__(self, rules: RuleSet, lexicon: Lexicon, valuation: Valuation | None = None) -> None:
        self.rules = rules
        self.valuation = valuation
        self._taken: tuple[Board, Rack] | None = None
        if rules.changes_words:
            from scrabblecli.lexicon.ruled import under_rules  # few tables have words of their own

            lexicon = under_rules(lexicon, rules)
        self.lexicon = lexicon
        layout = rules.layout
        squares = [Square(row, column) for row in range(layout.rows) for column in range(layout.columns)]
        word_multipliers = bytes(map(layout.word_multiplier, squares))
        letter_multipliers = bytes(map(layout.letter_multiplier, squares))
        values = rules.face_values()
        _check_highest_score(rules, word_multipliers, letter_multipliers, max(values))
        texts = lexicon.alphabet.face_texts
        ranked = sorted(range(FACE_LIMIT), key=lambda face: (not texts[face], texts[face]))
        order = bytearray(FACE_LIMIT)
        for place, face in enumerate(ranked):
            order[face] = place
        # from the bytes of the kernel's texts back to faces
        self._faces = bytes(ranked) + bytes(256 - FACE_LIMIT)
        self.finder = load_kernel("scrabblecli.engine.kernel").MoveFinder(
            lexicon.engine_nodes(), layout.rows, layout.columns, letter_multipliers, word_multipliers,
            layout.start.row, layout.start.column, values, bytes(order), rules.bingo_tiles, rules.bingo_bonus,
            len(lexicon.alphabet) if rules.settings["word_order"] == "any" else 0,
        )  # fmt: skip
        if valuation is not None:
            self.finder.use_values(valuation.leaves, rules.tiles.values, *valuation[1:])

    def plays(self, board: Board, rack: Rack, by_equity: bool = False) -> PlayList:
        """Every legal play, each once, ranked by score or by equity.

        Ties are ordered by fewer tiles used, row, column, across before down, then the tiles as text.
        """
        self._take(board, rack)
        by_equity = by_equity and self.weighs(rack)
        found = self.finder.find_all(rack.codes, by_equity)
        return PlayList(board, rack, self.lexicon.alphabet, self._faces, *found, weighed=self.weighs(rack), by_equity=by_equity)

    def best_play(self, board: Board, rack: Rack, by_equity: bool = False) -> RankedMove | None:
        """The play that `plays` lists first, found without finding all; None when there is no legal play."""
        self._take(board, rack)
        by_equity = by_equity and self.weighs(rack)
        found = self.finder.find_best(rack.codes, by_equity)
        if found is None:
            return None
        key, extra, text = found
        return _decode(1, key, extra, text.translate(self._faces), rack, self.weighs(rack), by_equity)

    def best_equity(self, board: Board, rack: Rack) -> float | None:
        """The equity of the best move, exchanges and the pass among them; None when it cannot be told."""
        if not self.weighs(rack):
            return None
        play = self.best_play(board, rack, True)
        found = [] if play is None or play.equity is None else [play.equity]
        exchange = self.finder.find_exchange(rack.codes) if exchange_limit(board, rack, self.rules) else None
        if exchange is not None:
            found.append(exchange / POINT)
        elif not found:
            found.append(self.worth(board, rack, rack.codes) or 0.0)
        return max(found)

    def covered(self, board: Board, tiles: Sequence[int], squares: Sequence[Square]) -> list[Square]:
        """Those of some empty squares that a word can cover, laid with a rack of some tiles (a count for each code).

        Raises ValueError for an empty board, and where letters may stand in any order.
        """
        if board.is_empty or self.rules.settings["word_order"] != "fixed":
            raise ValueError("reach is told of boards with tiles and words of a fixed order")
        self._taken = None
        self.finder.set_board(board.faces)
        most = min(self.rules.rack_size, sum(tiles))
        return [square for square in squares if self.finder.covers(square.row, square.column, tiles, most)]

    def weighs(self, rack: Rack) -> bool:
        """Whether the equity of moves with a rack can be told: it needs a valuation, and a rack of no more than 12 tiles."""
        return self.valuation is not None and len(rack) <= LARGEST_WEIGHED

    def worth(self, board: Board, rack: Rack, leave: bytes) -> float | None:
        """What an exchange (or a pass) that keeps a leave is worth, None when that cannot be told."""
        if not self.weighs(rack):
            return None
        self._take(board, rack)
        worth: int = self.finder.worth(leave, 0)
        return worth / POINT

    def _take(self, board: Board, rack: Rack) -> None:
        if self._taken == (board, rack):
            return
        layout = self.rules.layout
        if (board.rows, board.columns) != (layout.rows, layout.columns):
            raise ValueError(f"a board of {board.rows} x {board.columns} for a layout of {layout.rows} x {layout.columns}")
        if len(rack) > 60:
            raise ValueError(f"a rack of {len(rack)} tiles: expected 60 at most")
        if self._taken is None or self._taken[0] != board:
            self._taken = None  # Ctrl-C may come in between
            self.finder.set_board(board.faces)
        if self.valuation is not None:
            tiles = self.rules.tiles
            unseen = unseen_counts(board, rack, tiles)
            bag = self.rules.bag_count(sum(unseen))
            # with an empty bag all that is unseen is the opponent's
            points = 0 if bag else sum(count * value for count, value in zip(unseen, tiles.values, strict=True))
            self.finder.set_bag(bag, points)
        self._taken = (board, rack)


def _check_highest_score(rules: RuleSet, words: bytes, letters: bytes, value: int) -> None:
    """Refuse layouts whose scores, by a generous bound, would not fit the 44 bits of the kernel's keys."""
    layout = rules.layout
    longest = max(layout.rows, layout.columns)
    highest = 1
    for line in range(layout.rows + layout.columns):
        if line < layout.rows:
            lane = words[line * layout.columns : (line + 1) * layout.columns]
        else:
            lane = words[line - layout.rows :: layout.columns]
        product = 1
        for multiplier in sorted(lane, reverse=True)[: rules.rack_size]:
            product *= multiplier
        highest = max(highest, product)
    bound = (highest + 4 * rules.rack_size) * longest * value * max(letters) + rules.bingo_bonus
    if bound > _VALUE_TOP // POINT // 2:
        raise SettingError(
            f"layout {layout.name} with rack_size = {rules.rack_size} allows scores beyond reckoning: fewer word premiums or a smaller rack"
        )


def _decode(rank: int, key: int, extra: int, tiles: bytes, rack: Rack, weighed: bool, by_equity: bool) -> RankedMove:
    """The ranked move of a kernel's key."""
    play = Play(Square(key >> 6 & 0x7F, key >> 1 & 0x1F), _DIRECTIONS[key & 1], tiles)
    value = _VALUE_TOP - (key >> _VALUE_SHIFT)
    if by_equity:
        value -= extra
    equity = (value + extra) / POINT if weighed else None
    return RankedMove(rank, play, value // POINT, leave_after(rack.codes, tiles), equity)


class PlayList(Sequence[RankedMove]):
    """The plays of a position, best first. They are kept as packed numbers; objects are made as they are asked for.

    >>> from scrabblecli.lexicon import load_lexicon
    >>> from scrabblecli.rules import load_rules
    >>> rules = load_rules()
    >>> generator = MoveGenerator(rules, load_lexicon("enable", rules.tiles.alphabet))
    >>> plays = generator.plays(Board.empty(15, 15), Rack.parse("MUZJIKS", rules.tiles))
    >>> len(plays), plays[0].score, plays.words(plays[0].move)
    (69, 128, ['MUZJIKS'])
    """

    def __init__(
        self, board: Board, rack: Rack, alphabet: Alphabet, faces: bytes, count: int, keys: array[int], extras: array[int],
        ends: array[int], texts: bytearray, order: array[int], *, weighed: bool = False, by_equity: bool = False,
    ) -> None:  # fmt: skip
        self.board = board
        self.rack = rack
        self.alphabet = alphabet
        self._count = count
        self._keys = keys
        self._extras = extras
        self.weighed = weighed
        self.by_equity = by_equity
        self._ends = ends
        self._tiles = texts.translate(faces)
        self._order = order
        self._cross_texts: dict[tuple[Square, Direction], tuple[str, str]] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> RankedMove: ...
    @overload
    def __getitem__(self, index: slice) -> list[RankedMove]: ...
    def __getitem__(self, index: int | slice) -> RankedMove | list[RankedMove]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._count))]
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError(f"play {index} of {self._count}")
        found = self._order[index]
        tiles = bytes(self._tiles[self._ends[found - 1] if found else 0 : self._ends[found]])
        return _decode(index + 1, self._keys[found], self._extras[found], tiles, self.rack, self.weighed, self.by_equity)

    def __iter__(self) -> Iterator[RankedMove]:
        for index in range(self._count):
            yield self[index]

    def __repr__(self) -> str:
        return f"<PlayList of {self._count} plays>"

    def lists(self, play: Play) -> bool:
        """Whether a play is in the list; of the openings on a board that is its own mirror image only those across are."""
        return self._found(play) is not None

    def as_listed(self, play: Play) -> Play:
        """A legal play as the list has it: an opening down may be listed as its mirror image."""
        if self.board.is_empty and play.direction is Direction.DOWN and not self.lists(play):
            return Play(Square(play.square.column, play.square.row), Direction.ACROSS, play.tiles)
        return play

    def place(self, play: Play) -> int:
        """The rank of a play; raises ValueError when it is not in the list."""
        found = self._found(play)
        if found is None:
            raise ValueError(f"{play} is not among the plays")
        return self._order.index(found) + 1

    def _found(self, play: Play) -> int | None:
        """Where the kernel's list has a play."""
        low = play.tiles_played << 13 | play.square.row << 6 | play.square.column << 1 | _DIRECTIONS.index(play.direction)
        for found, key in enumerate(self._keys):
            if key & 0xFFFFF == low and self._tiles[self._ends[found - 1] if found else 0 : self._ends[found]] == play.tiles:
                return found
        return None

    def score_sum(self) -> int:
        """The sum of the scores of all plays: what a count alone would not notice."""
        values = sum(_VALUE_TOP - (key >> _VALUE_SHIFT) for key in self._keys)
        return (values - (sum(self._extras) if self.by_equity else 0)) // POINT

    def words(self, play: Play) -> list[str]:
        """The words a play of this position makes, in upper case: the main word, then those across the new tiles."""
        letters = self.alphabet.letter_texts
        board = self.board
        columns = board.columns
        row, column = play.square
        across = play.direction is Direction.ACROSS
        step = 1 if across else columns
        index = row * columns + column
        main = []
        words = [""]
        for face in play.tiles:
            if face == EMPTY:
                main.append(letters[board.faces[index]])
            else:
                main.append(letters[face])
                before, after = self._around(index, play.direction)
                if before or after:
                    words.append(before + letters[face] + after)
            index += step
        words[0] = "".join(main)
        return words

    def _around(self, index: int, direction: Direction) -> tuple[str, str]:
        """The texts of the tiles directly before and after a square, perpendicular to a direction."""
        square = Square(*divmod(index, self.board.columns))
        found = self._cross_texts.get((square, direction))
        if found is None:
            board = self.board
            across = direction.other
            start = board.start_of_run(square, across)
            distance = (square.row - start.row) + (square.column - start.column)
            before = board.run(start, across)[:distance] if distance else b""
            after = board.run(square.shifted(across, 1), across)
            found = self.alphabet.word_text(before), self.alphabet.word_text(after)
            self._cross_texts[square, direction] = found
        return found
