"""Random small pre-endgames, and a slow, obviously right way to work them out: every order of all unseen tiles, one as likely as another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from random import Random

from scrabblecli.analysis.deals import Preendgame
from scrabblecli.endings import Turn
from scrabblecli.formats.position import tiles_on_board
from scrabblecli.move import Exchange, Move, Pass, Play, format_move
from scrabblecli.tiles import Rack
from tests.endgame_games import BruteForce, SmallEndgame, random_endgame

__all__ = ["Arrangements", "SmallPreendgame", "Told", "random_preendgame"]


class SmallPreendgame(SmallEndgame):
    """A position with tiles in the bag: of the racks only the first is known; ``unseen`` has the codes of all other tiles."""

    def __init__(self, game: SmallEndgame, racks: tuple[bytes, bytes], unseen: bytes) -> None:
        super().__init__(game.rules, game.words, game.board, racks, game.scores, game.scoreless)
        self.unseen = unseen

    @property
    def position(self) -> Preendgame:
        """The position as the analysis takes it."""
        return Preendgame(self.rules, self.board, Rack(self.racks[0]), self.scores, self.scoreless, self.scoreless > 0)


def random_preendgame(random: Random, ending: Mapping[str, object]) -> SmallPreendgame:
    """A random position with one to three tiles in the bag and racks of one to three tiles."""
    size = random.choice((1, 2, 2, 3, 3))
    bag = random.choice((1, 1, 2, 3))
    game = random_endgame(random, {**ending, "exchange_minimum": random.choice((1, 7))})
    rules = game.rules
    letters = len(rules.tiles.alphabet)
    # often few different tiles, so that some are alike
    kinds = [random.randint(1, letters) for _ in range(random.choice((2, 3)))] + [0] * (random.random() < 0.3)
    drawn = bytes(random.choice(kinds) for _ in range(2 * size + bag))
    rack, unseen = drawn[:size], drawn[size:]
    counts = Counter([*tiles_on_board(game.board), *drawn])
    tiles = rules.tiles._replace(counts=tuple(counts[code] for code in range(letters + 1)))
    settings = {**rules.settings, "rack_size": size, "bingo_tiles": random.choice((1, 2, "rack"))}
    game.rules = rules._replace(tiles=tiles, settings=settings)
    return SmallPreendgame(game, (bytes(sorted(rack)), b""), bytes(sorted(unseen)))


Told = Mapping[bytes, list[tuple[Fraction, int]]]
"""For each content of the bag the final spreads that may come of a move, and how likely each is."""


class Arrangements:
    """Plays a move against every order of the unseen tiles: the opponent has the first of them, the others come out of the bag.

    ``weight`` says how likely a rack of the opponent is beside the others.
    """

    def __init__(self, game: SmallPreendgame, most: int = 30_000, weight: Callable[[Rack], int] = lambda _rack: 1) -> None:
        self.game = game
        self.brute = BruteForce(game, most)
        self.weight = weight

    def outcomes(self, move: Move) -> Told:
        """What may come of a move."""
        size = self.game.rules.rack_size
        found: dict[bytes, list[tuple[Fraction, int]]] = {}
        for order, times in Counter(permutations(self.game.unseen)).items():
            opponent, bag = bytes(order[:size]), bytes(order[size:])
            weight = times * self.weight(Rack(opponent))
            spreads = list(self._spreads(move, bytes(sorted(opponent)), bag)) if weight else []
            for spread in spreads:
                found.setdefault(bytes(sorted(bag)), []).append((Fraction(weight, len(spreads)), spread))
        total = sum(weight for told in found.values() for weight, _ in told)
        return {bag: [(weight / total, spread) for weight, spread in told] for bag, told in found.items()}

    def _spreads(self, move: Move, opponent: bytes, bag: bytes) -> Iterator[int]:
        """The final spread of a move with the tiles in this order; of an exchange for each order that the bag may have after it."""
        game, brute = self.game, self.brute
        racks = game.racks[0], opponent
        passed = game.scoreless > 0
        if isinstance(move, Exchange):
            kept = list(game.racks[0])
            for code in move.tiles or b"":
                kept.remove(code)
            held = bytes(kept) + bag[: move.count]
            for order in permutations(bag[move.count :] + (move.tiles or b"")):
                yield brute.result(
                    Turn.EXCHANGE, 0, game.board, held, racks, game.scores, game.scoreless, passed, 0, bytes(order)
                )
            return
        values = brute.moves(game.board, racks, game.scores, game.scoreless, passed, 0, bag)
        if isinstance(move, Play):
            square, _, tiles = format_move(move, game.rules.tiles.alphabet).partition(" ")
            yield values[square, tiles]
        else:
            assert isinstance(move, Pass)
            yield values[None]
