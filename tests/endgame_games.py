"""Random small endgames, and a slow, obviously right way to solve them: every move of both players to the end."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from scrabblecli.board import Board
from scrabblecli.endings import Turn, adjustments, counts_as_scoreless, is_blocked, leftover_points, reached_target
from scrabblecli.layout import Layout
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.tiles import BLANK_FLAG, Alphabet, TileSet
from tests.oracle import Oracle, OraclePlay
from tests.small_games import board_after, played_board, random_words, strewn_board

__all__ = ["ENDINGS", "BruteForce", "SmallEndgame", "random_endgame"]

ENDINGS: Mapping[str, Mapping[str, object]] = {
    "tournament": {},
    "wwf": {"scoreless_limit": 3, "scoreless_at_start": False, "leftovers": "transfer"},
    "hasbro-2003": {"scoreless_limit": "1 per player", "scoreless_counts": "passes", "leftovers": "transfer"},
    "hasbro-2021": {"scoreless_limit": "2 per player", "scoreless_counts": "passes", "leftovers": "transfer"},
    "one scoreless turn": {"scoreless_limit": 1, "leftovers": "subtract"},
    "one pass, not at nil all": {"scoreless_limit": 1, "scoreless_counts": "no-play", "scoreless_at_start": False},
    "never": {"scoreless_limit": 0},
    "leftovers stay": {"scoreless_limit": 3, "scoreless_counts": "no-play", "leftovers": "none"},
    "to a target": {"end_score": 25, "scoreless_limit": 4},
}
"""Ways for a game to end, as changes to the tournament rules."""
ALPHABETS = (("A", "B"), ("A", "B", "C"), ("A", "E", "R", "S", "T"), ("A", "C", "CH", "H"))
SIZES = ((3, 3), (4, 5), (5, 4), (5, 5), (1, 6), (6, 1), (2, 5), (6, 6), (3, 7))


class SmallEndgame:
    """A position with an empty bag: two racks (codes), that of the player on turn first, and their scores."""

    def __init__(self, rules: RuleSet, words: tuple[bytes, ...], board: Board, racks: tuple[bytes, bytes], scores: tuple[int, int],
                 scoreless: int) -> None:  # fmt: skip
        self.rules = rules
        self.words = words
        self.board = board
        self.racks = racks
        self.scores = scores
        self.scoreless = scoreless

    def describe(self) -> str:
        """Everything needed to set up the position again."""
        alphabet, layout = self.rules.tiles.alphabet, self.rules.layout
        lines = [f"letters {' '.join(alphabet.letters)}, values {self.rules.tiles.values}, start {layout.start}"]
        for row in range(self.board.rows):
            symbols = layout.symbols[row * layout.columns : (row + 1) * layout.columns]
            lines.append(f"  {symbols}   {alphabet.text(self.board.row(row))}")
        racks = ("".join("?" if code == 0 else alphabet.face_text(code) for code in rack) for rack in self.racks)
        lines.append(
            f"racks {' / '.join(racks)}, scores {self.scores}, {self.scoreless} scoreless turns, {dict(self.rules.settings)}"
        )
        lines.append("words " + " ".join(map(alphabet.word_text, self.words)))
        return "\n".join(lines)


def random_endgame(random: Random, ending: Mapping[str, object], most: int = 4, word_order: str = "fixed") -> SmallEndgame:
    """A random endgame with racks of one to ``most`` tiles, on boards that were played, strewn with tiles, or empty."""
    letters = random.choice(ALPHABETS)
    values = tuple(random.choice((0, 1, 1, 2, 3, 5, 10)) for _ in letters)
    if random.random() < 0.5:
        values = tuple(value or 1 for value in values)
    tiles = TileSet("few letters", Alphabet(letters), (3, *[9] * len(letters)), (0, *values), frozenset({1}))
    rows, columns = random.choice(SIZES)
    share = random.choice((0.0, 0.3, 0.6))
    symbols = [random.choice("'\"^-=~") if random.random() < share else "." for _ in range(rows * columns)]
    start = random.randrange(rows * columns)
    lines = ["".join(symbols[row * columns : (row + 1) * columns]) for row in range(rows)]
    layout = Layout.parse(lines, "drawn", "ABCDEFGHI"[start % columns] + str(start // columns + 1))
    changes = {
        "rack_size": random.choice((4, 7)),
        "bingo_bonus": random.choice((0, 5, 35)),
        "bingo_tiles": random.choice((2, 3, 4, "rack")),
        "blanks_score_zero": random.random() < 0.8,
        "word_order": word_order,
        **ending,
    }
    rules = RuleSet("random", "random rules", layout, tiles, None, {**load_rules("tournament").settings, **changes}, {})
    words = random_words(random, len(letters))
    oracle = Oracle(rules, words)
    chance = random.random()
    if chance < 0.15:
        board = Board.empty(rows, columns)
    elif chance < 0.7:
        board = played_board(random, rules, oracle, random.randint(1, 3))
    else:
        board = strewn_board(random, rules)
    racks = tuple(
        bytes(0 if random.random() < 0.1 else random.randint(1, len(letters)) for _ in range(random.randint(1, most)))
        for _ in range(2)
    )
    nil = random.random() < 0.2
    scores = (0, 0) if nil else (random.randint(0, 20), random.randint(0, 20))
    limit = rules.scoreless_limit
    scoreless = random.choice((0, 0, random.randrange(max(1, limit)))) if limit else random.choice((0, 1))
    return SmallEndgame(rules, words, board, (racks[0], racks[1]), scores, scoreless)


class BruteForce:
    """Minimax over every move to the end of the game, by the oracle's plays and the rules of endings.

    Where no number of scoreless turns ends a game, a pass that answers a pass does. Tiles in the bag are drawn in their order.
    """

    def __init__(self, game: SmallEndgame, most: int = 30_000) -> None:
        self.game = game
        self.rules = game.rules
        self.oracle = Oracle(game.rules, game.words)
        self.known: dict[object, int] = {}
        self.plays: dict[tuple[Board, bytes], list[OraclePlay]] = {}
        self.most = most

    def values(self) -> dict[tuple[str, str] | None, int]:
        """The final spread of every move for the player on turn, plays by square and tiles, the pass by None."""
        game = self.game
        return self.moves(game.board, game.racks, game.scores, game.scoreless, game.scoreless > 0, 0)

    def moves(self, board: Board, racks: tuple[bytes, bytes], scores: tuple[int, int], scoreless: int, passed: bool,
              player: int, bag: bytes = b"") -> dict[tuple[str, str] | None, int]:  # fmt: skip
        """What every move leads to: the points of the player on turn less the other's when the game is over."""
        if len(self.known) > self.most:
            raise OverflowError
        key = board, bytes(sorted(racks[player]))
        if key not in self.plays:
            self.plays[key] = sorted(self.oracle.plays(board, racks[player]))
        values: dict[tuple[str, str] | None, int] = {}
        for play in self.plays[key]:
            left = list(racks[player])
            for face in play.faces:
                if face:
                    left.remove(0 if face & BLANK_FLAG else face)
            values[play.square, play.tiles] = self.result(
                Turn.PLAY, play.score, board_after(board, play), bytes(left), racks, scores, scoreless, passed, player, bag
            )
        values[None] = self.result(Turn.PASS, 0, board, racks[player], racks, scores, scoreless, passed, player, bag)
        return values

    def result(self, turn: Turn, points: int, board: Board, left: bytes, racks: tuple[bytes, bytes], scores: tuple[int, int],
               scoreless: int, passed: bool, player: int, bag: bytes = b"") -> int:  # fmt: skip
        """The final spread for a player after a turn."""
        other = 1 - player
        while turn is Turn.PLAY and bag and len(left) < self.rules.rack_size:
            left, bag = left + bag[:1], bag[1:]
        left = bytes(sorted(left))
        held = (left, racks[1]) if player == 0 else (racks[0], left)
        now = (scores[0] + points, scores[1]) if player == 0 else (scores[0], scores[1] + points)
        scoreless = scoreless + 1 if counts_as_scoreless(turn, points, self.rules) else 0
        if points and reached_target(now, self.rules):
            return now[player] - now[other]
        leftovers = [leftover_points(rack, self.rules.tiles) for rack in held]
        settings = self.rules.settings
        for_ever = self.rules.scoreless_limit == 0 or not (settings["scoreless_at_start"] or any(now))
        if not left:
            changes = adjustments(leftovers, player, self.rules)
        elif is_blocked(scoreless, now, self.rules) or (for_ever and turn is Turn.PASS and passed):
            changes = adjustments(leftovers, None, self.rules)
        else:
            return -self.best(board, held, now, scoreless, turn is Turn.PASS, other, bag)
        return now[player] + changes[player] - now[other] - changes[other]

    def best(
        self, board: Board, racks: tuple[bytes, bytes], scores: tuple[int, int], scoreless: int, passed: bool, player: int,
        bag: bytes = b"",
    ) -> int:  # fmt: skip
        """The final spread that the player on turn can reach."""
        position = board, racks, scores, scoreless, passed, player, bag
        if position not in self.known:
            self.known[position] = max(self.moves(board, racks, scores, scoreless, passed, player, bag).values())
        return self.known[position]
