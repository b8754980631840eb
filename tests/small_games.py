"""Random small games: boards, layouts, tile sets, racks and word lists that are dense in plays."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from scrabblecli.analysis.leaves import Leaves, table_size
from scrabblecli.analysis.model import LeaveModel
from scrabblecli.board import Board
from scrabblecli.engine.movegen import POINT
from scrabblecli.layout import Layout
from scrabblecli.lexicon.graph import Lexicon, build_nodes
from scrabblecli.lexicon.wordlist import CODED, identity
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.tiles import BLANK_FLAG, Alphabet, TileSet
from tests.oracle import Oracle, OraclePlay

ALPHABETS = (
    ("A", "B"),
    ("A", "B", "C"),
    ("A", "E", "R", "S", "T"),
    ("A", "C", "CH", "H"),
    ("A", "CH", "O", "RR"),
    ("E", "L", "L·L", "N", "NY"),
    ("I", "O", "Ü", "Z"),
)
SIZES = ((3, 3), (4, 7), (7, 4), (5, 5), (3, 9), (9, 3), (6, 8), (8, 6), (7, 7), (9, 9), (1, 6), (6, 1), (2, 5))


class SmallGame(NamedTuple):
    """A position: rules, words (letter codes, sorted), a board and a rack (codes)."""

    rules: RuleSet
    words: tuple[bytes, ...]
    board: Board
    rack: bytes
    extra: tuple[bytes, ...] = ()
    barred: tuple[bytes, ...] = ()

    @property
    def oracle(self) -> Oracle:
        """The reference for these rules and words."""
        return Oracle(self.rules, self.words, self.extra, self.barred)

    @property
    def alphabet(self) -> Alphabet:
        """The letters of the game."""
        return self.rules.tiles.alphabet

    def describe(self) -> str:
        """Everything needed to set up the position again."""
        alphabet, layout = self.alphabet, self.rules.layout
        lines = [f"alphabet {' '.join(alphabet.letters)}, values {self.rules.tiles.values}, start {layout.start}"]
        for row in range(self.board.rows):
            symbols = layout.symbols[row * layout.columns : (row + 1) * layout.columns]
            lines.append(f"  {symbols}   {alphabet.text(self.board.row(row))}")
        rack = "".join("?" if code == 0 else alphabet.face_text(code) for code in self.rack)
        keys = ("rack_size", "bingo_tiles", "bingo_bonus", "blanks_score_zero", "word_order", "extra_words", "barred_words")
        settings = ", ".join(f"{key}={self.rules.settings[key]}" for key in keys)
        lines += [f"rack {rack}, {settings}", "words " + " ".join(map(alphabet.word_text, self.words))]
        return "\n".join(lines)


def lexicon_of(alphabet: Alphabet, words: tuple[bytes, ...]) -> Lexicon:
    """A word list made of letter codes, sorted and distinct."""
    coded = [bytes(code | CODED for code in word) for word in words]
    return Lexicon("random", alphabet, memoryview(build_nodes(coded, "random words")), len(words), identity(coded, alphabet))


def random_rules(random: Random) -> RuleSet:
    """Rules with a drawn layout, a tile set of a few letters, and any bonus."""
    letters = random.choice(ALPHABETS)
    values = [0, *(random.choice((0, 1, 1, 2, 3, 5, 10)) for _ in letters)]
    tiles = TileSet("few letters", Alphabet(letters), (3, *[9] * len(letters)), tuple(values), frozenset({1}))
    rows, columns = random.choice(SIZES)
    plain = random.random()
    symbols = ["." if random.random() < plain else random.choice("'\"^-=~") for _ in range(rows * columns)]
    start = random.randrange(rows * columns)
    name = None
    if random.random() < 0.5:
        symbols[start] = "*"
    else:
        name = "ABCDEFGHI"[start % columns] + str(start // columns + 1)
    layout = Layout.parse(["".join(symbols[row * columns : (row + 1) * columns]) for row in range(rows)], "drawn", name)
    rack_size = random.choice((1, 2, 3, 4, 5, 6, 7, 7, 7))
    changes = {
        "rack_size": rack_size,
        "bingo_bonus": random.choice((0, 5, 35, 50, 100)),
        "bingo_tiles": random.choice(("rack", "rack", random.randint(1, rack_size))),
        "blanks_score_zero": random.random() < 0.6,
    }
    settings = {**load_rules("tournament").settings, **changes}
    return RuleSet("random", "random rules", layout, tiles, None, settings, {})


def random_words(random: Random, letters: int) -> tuple[bytes, ...]:
    """A word list of a few letters: many short words, some longer than any board."""
    lengths = random.choice(((2, 2, 3, 3, 4), (2, 3, 4, 5, 6), (1, 2, 3, 4, 12), (3, 4, 5), (2, 3, 4, 5, 6, 7, 8, 9)))
    found = {
        bytes(random.randint(1, letters) for _ in range(random.choice(lengths)))
        for _ in range(random.choice((3, 20, 40, 60, 120)))
    }
    return tuple(sorted(found))


def random_rack(random: Random, rules: RuleSet, size: int | None = None) -> bytes:
    """A rack with 0-3 blanks, in any order."""
    if size is None:
        size = random.choice((rules.rack_size, rules.rack_size, random.randint(1, rules.rack_size)))
    blanks = min(size, random.choice((0, 0, 0, 1, 1, 2, 3 if size < 6 else 1)))
    codes = [0] * blanks + [random.randint(1, len(rules.tiles.alphabet)) for _ in range(size - blanks)]
    random.shuffle(codes)
    return bytes(codes)


def played_board(random: Random, rules: RuleSet, oracle: Oracle, plays: int) -> Board:
    """A board after some random legal plays."""
    board = Board.empty(rules.layout.rows, rules.layout.columns)
    for _ in range(plays):
        found = sorted(oracle.plays(board, random_rack(random, rules, min(4, rules.rack_size))))
        if found:
            board = board_after(board, random.choice(found))
    return board


def board_after(board: Board, play: OraclePlay) -> Board:
    """The board after a play."""
    faces = bytearray(board.faces)
    step = 1 if play.direction == "across" else board.columns
    for distance, face in enumerate(play.faces):
        if face:
            faces[play.row * board.columns + play.column + distance * step] = face
    return Board(board.rows, board.columns, bytes(faces))


def strewn_board(random: Random, rules: RuleSet) -> Board:
    """Tiles at random: phonies, groups that float, blanks."""
    filled = random.choice((0.05, 0.2, 0.4, 0.7))
    faces = [0] * (rules.layout.rows * rules.layout.columns)
    for index in range(len(faces)):
        if random.random() < filled:
            faces[index] = random.randint(1, len(rules.tiles.alphabet)) | (BLANK_FLAG if random.random() < 0.2 else 0)
    return Board(rules.layout.rows, rules.layout.columns, bytes(faces))


def random_game(random: Random) -> SmallGame:
    """A random position."""
    rules = random_rules(random)
    words = random_words(random, len(rules.tiles.alphabet))
    kind = random.random()
    if kind < 0.15:
        board = Board.empty(rules.layout.rows, rules.layout.columns)
    elif kind < 0.65:
        board = played_board(random, rules, Oracle(rules, words), random.randint(1, 4))
    else:
        board = strewn_board(random, rules)
    return SmallGame(rules, words, board, random_rack(random, rules))


class Kind(NamedTuple):
    """What the random games of a variant are like; every field has what is chosen from."""

    alphabets: Sequence[tuple[str, ...]] = ALPHABETS
    sizes: Sequence[tuple[int, int]] = ((3, 3), (4, 5), (5, 4), (5, 5), (3, 7), (7, 3), (6, 6))
    rack_sizes: Sequence[int] = (3, 4, 5, 6, 7)
    """A rack has as many tiles as this allows."""
    blanks: Sequence[int] = (0, 0, 1, 2)
    settings: Mapping[str, Sequence[object]] = {}
    premiums: Sequence[float] = (0.2, 0.6)
    """Shares of the squares that have a premium."""
    fitting_words: bool = False
    """Whether there are words of all the tiles on the rack, and of one tile more."""
    table_words: bool = False
    """Whether the table allows and leaves out some words."""


def game_of(kind: Kind, random: Random) -> SmallGame:
    """A random position of a kind: on an empty board, on one that was played, or with tiles strewn about."""
    letters = random.choice(kind.alphabets)
    values = (0, *(random.choice((1, 1, 2, 3, 5, 10)) for _ in letters))
    tiles = TileSet("few letters", Alphabet(letters), (3, *[9] * len(letters)), values, frozenset({1}))
    rows, columns = random.choice(kind.sizes)
    share = random.choice(kind.premiums)
    symbols = [random.choice("'\"^-=~") if random.random() < share else "." for _ in range(rows * columns)]
    start = random.randrange(rows * columns)
    lines = ["".join(symbols[row * columns : (row + 1) * columns]) for row in range(rows)]
    layout = Layout.parse(lines, "drawn", "ABCDEFGHI"[start % columns] + str(start // columns + 1))
    rack_size = random.choice(kind.rack_sizes)
    blanks = min(rack_size, random.choice(kind.blanks))
    rack = [0] * blanks + [random.randint(1, len(letters)) for _ in range(rack_size - blanks)]
    random.shuffle(rack)
    words = random_words(random, len(letters))
    if kind.fitting_words:
        fitting = []
        for more in (0, 0, 0, 1, 1, 1):
            word = [code or random.randint(1, len(letters)) for code in rack + [0] * more]
            random.shuffle(word)
            fitting.append(bytes(word))
        words = tuple(sorted({*words, *fitting}))
    extra: tuple[bytes, ...] = ()
    barred: tuple[bytes, ...] = ()
    if kind.table_words:
        # some of the words that are allowed are in the list, some that are barred are not, and some are both
        others = random_words(random, len(letters))
        allowed = random.sample(others, random.randint(0, min(6, len(others)))) + random.sample(words, min(1, len(words)))
        left_out = random.sample(words, random.randint(0, len(words) // 2)) + random.sample(others, min(1, len(others)))
        extra, barred = tuple(allowed), tuple(left_out)
    changes = {
        "rack_size": rack_size,
        "bingo_bonus": random.choice((0, 5, 35, 50)),
        "bingo_tiles": random.choice(("rack", "rack", random.randint(1, rack_size))),
        "extra_words": tuple(map(tiles.alphabet.word_text, extra)),
        "barred_words": tuple(map(tiles.alphabet.word_text, barred)),
        **{key: random.choice(values) for key, values in kind.settings.items()},
    }
    rules = RuleSet("random", "random rules", layout, tiles, None, {**load_rules("tournament").settings, **changes}, {})
    oracle = Oracle(rules, words, extra, barred)
    chance = random.random()
    if chance < 0.2:
        board = Board.empty(rows, columns)
    elif chance < 0.75:
        board = played_board(random, rules, oracle, random.randint(1, 3))
    else:
        board = strewn_board(random, rules)
    return SmallGame(rules, words, board, bytes(rack), extra, barred)


def drawn_leaves(random: Random, tiles: TileSet, largest: int, points: int = 8) -> Leaves:
    """Leave values at random, about as large as real ones or larger; ``largest`` is that of the table, 0 for none."""

    def some(number: int, most: int) -> list[int]:
        return [random.randint(-most * POINT, most * POINT) for _ in range(number)]

    model = LeaveModel.of([*some(512, points), *some(4096, 2), *some(256, points)])
    return Leaves(tiles, model, array("h", some(table_size(tiles, largest) if largest else 0, points)), largest, {}, "drawn")
