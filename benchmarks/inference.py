"""How much the move of a player tells of the tiles kept: turns of self-play in which the other player infers them.

usage: python benchmarks/inference.py [--turns N] [--samples N] [--noise POINTS] [--seed N] [--fit]

Both sides play by equity. With --noise the player on turn does not always find the best move: of the ten best, one that is worth so many
points less is played a third as often. Counted is how often the set of tiles truly kept is likelier than by chance, and by how much on
average (log-loss gained, in nats, with its 95 % interval). --fit tries other temperatures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe
from benchmarks.positions import GameTurn, turns
from scrabblecli.analysis.equity import valuation
from scrabblecli.analysis.inference import SAMPLES, TEMPERATURE, Observed, infer
from scrabblecli.analysis.leaves import find_leaves
from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.engine.movegen import MoveGenerator
from scrabblecli.lexicon import load_lexicon
from scrabblecli.move import Exchange, Play, kept
from scrabblecli.rules import load_rules
from scrabblecli.tiles import Rack

_BEST = 10
_FIT = (0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 15.0)


def seen(generator: MoveGenerator, seed: int, noise: float) -> Iterator[tuple[GameTurn, Observed, Rack]]:
    """Turns with tiles in the bag after which something is kept: what was done, and what was kept."""
    random = Random(seed)
    while True:
        seed += 1
        for turn in turns(generator, seed):
            move = turn.ranked.move
            if noise:
                best = list(islice(rank_moves(generator, turn.board, turn.racks[0], True, True).moves, _BEST))
                top = best[0].equity or 0.0
                weights = [exp(((ranked.equity or 0.0) - top) / noise) for ranked in best]
                move = random.choices(best, weights)[0].move
            left = kept(move, turn.racks[0])
            assert left is not None
            # one turn in five, so that games differ
            if turn.bag and len(left) and random.random() < 0.2 and isinstance(move, Play | Exchange):
                yield turn, Observed(turn.board, move, turn.racks[1]), left


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--noise", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    describe()
    rules = load_rules("tournament")
    lexicon = load_lexicon("enable", rules.tiles.alphabet)
    generator = MoveGenerator(rules, lexicon, valuation(rules, find_leaves(rules, lexicon, own=False)))
    observed = list(islice(seen(generator, options.seed, options.noise), options.turns))
    inferred = [(infer(generator, turn, options.samples), left) for _, turn, left in observed]
    print(f"{'temperature':>11}{'likelier':>10}{'gain':>8}{'interval':>18}")
    for temperature in _FIT if options.fit else (TEMPERATURE,):
        gains = [found.at(temperature).gain(left) for found, left in inferred]
        logs = [log(max(gain, 1e-9)) for gain in gains]
        wide = 1.959964 * stdev(logs) / sqrt(len(logs))
        mean = fmean(logs)
        share = sum(gain > 1 for gain in gains) / len(gains)
        print(f"{temperature:>11.1f}{100 * share:>9.1f}%{mean:>8.3f}{mean - wide:>9.3f} to {mean + wide:.3f}", flush=True)


if __name__ == "__main__":
    main()
