"""A slow, obviously right reference for the move generator.

It tries every arrangement of rack tiles on every line against a plain set of words. Legality and scoring are written
straight from the rules of the game and share nothing with the package but its data types: squares are plain pairs of row
and column, words are letter codes, and a run of tiles is read from a dictionary of squares.

The only short cut: a line of tiles is not continued when no word begins with it or, where the tiles of a word may stand in
any order, when no word has all its letters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from scrabblecli.board import Board
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Alphabet

__all__ = ["Oracle", "OraclePlay", "ranking"]

Place = tuple[int, int]
ACROSS, DOWN = (0, 1), (1, 0)

LETTER_TIMES = {"'": 2, '"': 3, "^": 4}
WORD_TIMES = {"-": 2, "=": 3, "~": 4}


class OraclePlay(NamedTuple):
    """A play in its canonical form, with the words it makes: the main word, then those across its new tiles."""

    square: str
    direction: str
    tiles: str
    score: int
    words: tuple[str, ...]
    row: int
    column: int
    placed: int
    faces: bytes

    def __str__(self) -> str:
        return f"{self.square} {self.tiles} {self.score} {','.join(self.words)}"


def ranking(play: OraclePlay) -> tuple[int, int, int, int, int, str]:
    """What plays are sorted by: score, fewer tiles, row, column, across before down, text."""
    return -play.score, play.placed, play.row, play.column, 0 if play.direction == "across" else 1, play.tiles


class Oracle:
    """Plays of one rule set with one set of words (letter codes).

    ``extra`` are words that the table allows besides, ``barred`` those it leaves out even when it allows them.
    """

    def __init__(self, rules: RuleSet, words: Iterable[bytes], extra: Iterable[bytes] = (), barred: Iterable[bytes] = ()) -> None:
        self.rules = rules
        self.words = (frozenset(words) | frozenset(extra)) - frozenset(barred)
        self.in_any_order = rules.settings["word_order"] == "any"
        self.beginnings = {word[:length] for word in self.words for length in range(len(word) + 1)}
        self.multisets = [Counter(word) for word in self.words]
        self.known: dict[tuple[bytes, bool], bool] = {}

    # words

    def is_word(self, letters: bytes) -> bool:
        """Whether a run of tiles is valid."""
        return self.among_words(letters, whole=True) if self.in_any_order else letters in self.words

    def may_begin(self, letters: bytes) -> bool:
        """Whether a run of tiles may be continued to a valid one, or is one already."""
        return self.among_words(letters, whole=False) if self.in_any_order else letters in self.beginnings

    def among_words(self, letters: bytes, whole: bool) -> bool:
        """Whether the letters, in some order, are those of a word, or are all found in a word."""
        key = bytes(sorted(letters)), whole
        if key not in self.known:
            count = Counter(letters)
            self.known[key] = any(count == word if whole else count <= word for word in self.multisets)
        return self.known[key]

    # what lies where

    def grid(self, board: Board) -> dict[Place, int]:
        """The tiles on a board by square."""
        return {divmod(index, board.columns): face for index, face in enumerate(board.faces) if face}

    @staticmethod
    def run(grid: Mapping[Place, int], place: Place, step: Place) -> list[Place]:
        """The squares of the unbroken run of tiles through a square, in one direction."""
        row, column = place
        while (row - step[0], column - step[1]) in grid:
            row, column = row - step[0], column - step[1]
        squares = []
        while (row, column) in grid:
            squares.append((row, column))
            row, column = row + step[0], column + step[1]
        return squares

    # the rules

    def runs_made(self, grid: Mapping[Place, int], new: Mapping[Place, int]) -> list[list[Place]]:
        """Every different run of two or more tiles, across and down, that has a new tile in it."""
        after = {**grid, **new}
        runs = []
        for place in sorted(new):
            for step in (ACROSS, DOWN):
                run = self.run(after, place, step)
                if len(run) > 1 and run not in runs:
                    runs.append(run)
        return runs

    def score(self, grid: Mapping[Place, int], new: Mapping[Place, int]) -> int | None:
        """What laying new tiles scores; None when that is not allowed."""
        layout = self.rules.layout
        if not new or any(place in grid for place in new):
            return None
        if any(not (0 <= row < layout.rows and 0 <= column < layout.columns) for row, column in new):
            return None
        after = {**grid, **new}
        # one line, unbroken
        if not any(set(new) <= set(self.run(after, min(new), step)) for step in (ACROSS, DOWN)):
            return None
        if not grid:
            if len(new) < 2 or tuple(layout.start) not in new:
                return None
        elif not any((row + down, column + right) in grid
                     for row, column in new for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))):  # fmt: skip
            return None
        total = 0
        for run in self.runs_made(grid, new):
            if not self.is_word(bytes(after[place] % 64 for place in run)):
                return None
            letters, times = 0, 1
            for row, column in run:
                value = self.value(after[row, column])
                if (row, column) in new:
                    symbol = layout.symbols[row * layout.columns + column]
                    value *= LETTER_TIMES.get(symbol, 1)
                    times *= WORD_TIMES.get(symbol, 1)
                letters += value
            total += letters * times
        pays_from = self.rules.settings["bingo_tiles"]
        if pays_from == "rack":
            pays_from = self.rules.settings["rack_size"]
        if len(new) >= pays_from:
            total += self.rules.settings["bingo_bonus"]
        return total

    def value(self, face: int) -> int:
        """The value of a tile on the board."""
        if face >= 64 and self.rules.settings["blanks_score_zero"]:
            return 0
        return self.rules.tiles.values[face % 64]

    # every arrangement

    def plays(self, board: Board, rack: Iterable[int]) -> set[OraclePlay]:
        """Every legal play, each once.

        On an empty board those across only, when the layout is its own mirror image: then each play down scores the same.
        """
        grid = self.grid(board)
        found = set()
        for step in (ACROSS,) if not grid and self.is_mirrored() else (ACROSS, DOWN):
            for row in range(board.rows):
                for column in range(board.columns):
                    if (row - step[0], column - step[1]) in grid:
                        continue  # a word that began here would not be the whole run
                    for new in self.arrangements(grid, board, (row, column), step, Counter(rack), b"", {}):
                        score = self.score(grid, new)
                        if score is not None:
                            found.add(self.canonical(grid, new, step, score))
        return found

    def is_mirrored(self) -> bool:
        """Whether the layout, its start square included, is the same with rows and columns exchanged."""
        layout = self.rules.layout
        rows = [layout.symbols[first : first + layout.columns] for first in range(0, len(layout.symbols), layout.columns)]
        return layout.start.row == layout.start.column and rows == ["".join(column) for column in zip(*rows, strict=True)]

    def arrangements(
        self,
        grid: Mapping[Place, int],
        board: Board,
        place: Place,
        step: Place,
        rack: Counter[int],
        word: bytes,
        new: dict[Place, int],
    ) -> Iterator[dict[Place, int]]:
        """Ways to lay tiles from a square on, in one direction, so that a run of two or more tiles ends with them."""
        if not self.may_begin(word):
            return
        row, column = place
        following = row + step[0], column + step[1]
        if place in grid:
            yield from self.arrangements(grid, board, following, step, rack, word + bytes([grid[place] % 64]), new)
            return
        if new and len(word) > 1:
            yield new
        if not (row < board.rows and column < board.columns):
            return
        for code in [code for code in rack if rack[code]]:
            rest = rack - Counter([code])
            faces = [code] if code else [letter + 64 for letter in range(1, len(self.rules.tiles.alphabet) + 1)]
            for face in faces:
                laid = {**new, place: face}
                yield from self.arrangements(grid, board, following, step, rest, word + bytes([face % 64]), laid)

    # notation

    def canonical(self, grid: Mapping[Place, int], new: Mapping[Place, int], step: Place, score: int) -> OraclePlay:
        """A play that runs in one direction; of one tile, across when it makes an across word, else down."""
        after = {**grid, **new}
        if len(new) == 1:
            step = ACROSS if len(self.run(after, min(new), ACROSS)) > 1 else DOWN
        main = self.run(after, min(new), step)
        crossing = [self.run(after, place, DOWN if step == ACROSS else ACROSS) for place in main if place in new]
        words = tuple(self.word_text(after, run) for run in (main, *crossing) if len(run) > 1)
        row, column = main[0]
        letter, number = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column], str(row + 1)
        faces = bytes(new.get(place, 0) for place in main)
        return OraclePlay(
            number + letter if step == ACROSS else letter + number, "across" if step == ACROSS else "down",
            "".join(tile_text(self.rules.tiles.alphabet, face) for face in faces), score, words, row, column, len(new), faces,
        )  # fmt: skip

    def word_text(self, after: Mapping[Place, int], run: Iterable[Place]) -> str:
        """A word in upper case."""
        return "".join(tile_text(self.rules.tiles.alphabet, after[place] % 64) for place in run)


def tile_text(alphabet: Alphabet, face: int) -> str:
    """A tile as it is written: ``.`` none, ``A``, ``a`` a blank, ``[CH]``, ``[ch]``."""
    if face == 0:
        return "."
    text = alphabet.lowers[face - 65] if face >= 64 else alphabet.letters[face - 1]
    return text if len(text) == 1 else f"[{text}]"
