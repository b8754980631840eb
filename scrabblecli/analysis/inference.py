"""What the opponent may hold, by the move they made: racks with which a sensible player would have made it.

Of every set of tiles that the opponent may have kept, chance alone says how likely it is (the *prior*). With a set kept the rack before
the move is known, and so is how much equity the move lost to the best one with that rack. A player who loses ``loss`` points is
taken to be ``exp(-loss / temperature)`` times as likely to do so as to find the best move; prior times that, as shares of 1, is how
likely the set is. Tiles drawn since are left to chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import comb, exp
from random import Random
from typing import NamedTuple

from scrabblecli.analysis.equity import terms
from scrabblecli.board import Board
from scrabblecli.engine.exchanges import draws
from scrabblecli.engine.movegen import MoveGenerator
from scrabblecli.errors import DataError
from scrabblecli.formats.position import unseen_counts
from scrabblecli.move import Exchange, Move, Pass, Play, needed_codes
from scrabblecli.scoring import score_play
from scrabblecli.tiles import Rack

__all__ = ["SAMPLES", "TEMPERATURE", "Inference", "Observed", "infer"]

SAMPLES = 500
"""So many sets of tiles kept are weighed at most: all of them where there are no more, else as many draws."""
TEMPERATURE = 3.0
"""In points of equity: whoever loses so much does it a third as often as nothing (fitted by ``benchmarks/inference.py``)."""


class Observed(NamedTuple):
    """A move of the opponent's on the board before it, and the rack of the player who looks on."""

    board: Board
    move: Move
    mine: Rack


class Inference:
    """What the opponent may have kept.

    ``racks`` has sets of tiles kept and how likely each is, the most likely first, 1 together. Where there are too many sets to weigh all,
    they are those that were drawn, and ``complete`` is False.
    """

    def __init__(self, judge: _Judge, temperature: float, priors: Sequence[tuple[Rack, float]], complete: bool) -> None:
        self._judge = judge
        self._temperature = temperature
        weighed = [(kept, prior * self._likelihood(kept)) for kept, prior in priors]
        total = sum(weight for _, weight in weighed)
        if not total > 0:
            # nothing tells the sets apart
            weighed, total = list(priors), sum(prior for _, prior in priors)
        self.racks: list[tuple[Rack, float]] = sorted(
            ((kept, weight / total) for kept, weight in weighed), key=lambda pair: (-pair[1], pair[0].codes)
        )
        self.complete = complete
        self.priors: dict[Rack, float] = dict(priors)
        # the mean of the likelihood, by chance
        self._mean = total / sum(prior for _, prior in priors)
        self._ends = list(accumulate(chance for _, chance in self.racks))

    def at(self, temperature: float) -> Inference:
        """The same for players of another temperature."""
        return Inference(self._judge, temperature, list(self.priors.items()), self.complete)

    def _likelihood(self, kept: Rack) -> float:
        """How likely the move is with some tiles kept, as compared with the best one."""
        losses = self._judge.losses(kept)
        return sum(exp(-loss / self._temperature) for loss in losses) / len(losses)

    def gain(self, kept: Rack) -> float:
        """How much likelier a set of tiles kept is than by chance alone, whether it was drawn or not."""
        return self._likelihood(kept) / self._mean if self._mean else 1.0

    def weight(self, rack: Rack) -> float:
        """How much likelier a whole rack of the opponent is now than by chance alone: any of its tiles may be those kept."""
        size = len(self.racks[0][0])
        if size > len(rack):
            return 1.0
        gains = sum(ways * self.gain(Rack(codes)) for codes, ways in draws(rack.codes, size))
        return gains / comb(len(rack), size)

    def draw(self, random: Random) -> Rack:
        """A set of tiles kept, drawn as likely as it is."""
        return random.choices([kept for kept, _ in self.racks], cum_weights=self._ends)[0]


class _Judge:
    """Says what the move loses with some tiles kept."""

    def __init__(self, generator: MoveGenerator, observed: Observed) -> None:
        self._generator = generator
        self._observed = observed
        self._known: dict[Rack, list[float]] = {}
        move = observed.move
        self._score = score_play(observed.board, move, generator.rules).score if isinstance(move, Play) else 0

    def losses(self, kept: Rack) -> list[float]:
        """What the move loses to the best one, with each rack that may have been there before it."""
        if kept not in self._known:
            self._known[kept] = [self._loss(rack, kept) for rack in self._racks(kept)]
        return self._known[kept]

    def _racks(self, kept: Rack) -> Iterator[Rack]:
        """The racks before the move; of tiles exchanged and not shown only some are tried, with nothing better known."""
        move = self._observed.move
        if isinstance(move, Play):
            yield Rack(kept.codes + needed_codes(move))
        elif isinstance(move, Exchange) and move.tiles is not None:
            yield Rack(kept.codes + move.tiles)
        elif isinstance(move, Exchange):
            unseen = self.unseen()
            left = Rack(unseen).without(kept.codes)
            assert left is not None
            random = Random(kept.codes.hex())  # noqa: S311  # draws, not secrets
            for _ in range(4):
                yield Rack(kept.codes + bytes(random.sample(list(left.codes), move.count)))
        else:
            yield kept

    def unseen(self) -> list[int]:
        """The codes that the player who looks on did not see before the move."""
        counts = unseen_counts(self._observed.board, self._observed.mine, self._generator.rules.tiles)
        return [code for code, count in enumerate(counts) for _ in range(count)]

    def _loss(self, rack: Rack, kept: Rack) -> float:
        """By how much the best move with a rack has more equity than the one made."""
        generator, observed = self._generator, self._observed
        board, move = observed.board, observed.move
        best = generator.best_equity(board, rack) or 0.0
        if isinstance(move, Play):
            assert generator.valuation is not None
            made = terms(generator.rules, generator.valuation, board, rack, move, self._score).equity
        else:
            made = generator.worth(board, rack, kept.codes) or 0.0
        return max(0.0, best - made)


def infer(
    generator: MoveGenerator, observed: Observed, samples: int = SAMPLES, temperature: float = TEMPERATURE, seed: int = 1
) -> Inference:
    """What the opponent may have kept after a move, by a generator that knows what leaves are worth.

    Raises DataError when the opponent cannot have had the tiles, IllegalMoveError for a play that the board does not allow, ValueError for a
    generator without a valuation.
    """
    if generator.valuation is None:
        raise ValueError("what was kept is inferred by equity: expected a move generator with a valuation")
    judge = _Judge(generator, observed)
    unseen = judge.unseen()
    move, rules = observed.move, generator.rules
    held = min(rules.rack_size, len(unseen))
    shown = needed_codes(move) if isinstance(move, Play) else move.tiles or b"" if isinstance(move, Exchange) else b""
    pool = Rack(unseen).without(shown)
    gone = move.count if isinstance(move, Exchange) else len(shown)
    if pool is None or gone > held:
        alphabet = rules.tiles.alphabet
        raise DataError(
            f"the opponent cannot have had {Rack(shown).text(alphabet)}: expected tiles that are neither on the board before the move nor on your rack"
        )
    size = 0 if isinstance(move, Pass) and not held else held - gone
    priors, complete = _priors(pool, size, samples, seed)
    return Inference(judge, temperature, priors, complete)


def _priors(pool: Rack, size: int, samples: int, seed: int) -> tuple[list[tuple[Rack, float]], bool]:
    """Sets of so many tiles out of a pool and how likely each is by chance: all of them, or draws where they are too many."""
    whole = comb(len(pool), size)
    found: list[tuple[Rack, float]] = []
    for codes, ways in draws(pool.codes, size):
        if len(found) == samples:
            break
        found.append((Rack(codes), ways / whole))
    else:
        return found, True
    random = Random(seed)  # noqa: S311  # draws, not secrets
    drawn = Counter(Rack(random.sample(list(pool.codes), size)) for _ in range(samples))
    return [(kept, count / samples) for kept, count in drawn.items()], False
