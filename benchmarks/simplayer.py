"""A player who simulates against one who plays by equity: pairs of games that share their draws.

usage: python benchmarks/simplayer.py [--pairs N] [--candidates N] [--iterations N] [--seed N] [--leaves FILE]

Both know the same leave values. The simulating player looks at the best few moves by equity, two turns on, and plays the first place, unless
the best by equity cannot be told apart from it. In the second game of a pair the tiles lie in the same order, and the players change
seats. A line is printed every 50 pairs; intervals are of 95 %, over pairs.
"""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe
from benchmarks.matches import Game, arguments, outcome, shipped_table
from scrabblecli.analysis.leaves import Leaves
from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.analysis.selfplay import Result
from scrabblecli.analysis.simulation import Plan, Simulation, Table
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.game.referee import State, advance, deal, settlement


class SimPlayer:
    """Chooses moves by simulation."""

    def __init__(self, game: Game, leaves: Leaves, candidates: int, iterations: int) -> None:
        self.table = Table(game.rules, game.lexicon, leaves)
        self.candidates = candidates
        self.iterations = iterations
        self.turns = self.others = 0

    def choose(self, state: State, moves: list[RankedMove]) -> RankedMove:
        """One of the moves of a position, the best by equity first."""
        rack = state.racks[state.on_turn]
        assert rack is not None
        if len(moves) == 1:
            return moves[0]
        scores = state.scores[state.on_turn], state.scores[1 - state.on_turn]
        # with an empty bag nothing is left to chance
        iterations = self.iterations if state.bag_size else 1
        plan = Plan(iterations=iterations, scores=scores, scoreless=state.scoreless, seed=len(moves))
        simulation = Simulation(self.table, state.board, rack, moves, plan)
        first = simulation.run()[0].ranked
        chosen = moves[0] if simulation.behind(moves[0].move).tied else first
        self.turns += 1
        self.others += chosen.move != moves[0].move
        return chosen


def play(generator: MoveGenerator, player: SimPlayer, seed: int, seat: int) -> Result:
    """One game; the simulating player has a seat."""
    random = Random(seed)
    state = deal(generator.rules, random)
    while state.ending is None:
        rack = state.racks[state.on_turn]
        assert rack is not None
        simulates = state.on_turn == seat
        moves = list(islice(rank_moves(generator, state.board, rack, True, True).moves, player.candidates if simulates else 1))
        chosen = player.choose(state, moves) if simulates else moves[0]
        state = advance(state, chosen.move, chosen.score, random=random)
    changes = settlement(state) or (0, 0)
    scores = [points + change for points, change in zip(state.scores, changes, strict=True)]
    return Result(scores[seat], scores[1 - seat])


def main() -> None:
    parser = arguments(__doc__, games=0, seed=5, threads=False)
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--candidates", type=int, default=3)
    parser.add_argument("--iterations", type=int, default=100)
    options = parser.parse_args()
    describe()
    game = Game.standard()
    leaves = shipped_table(game, options.leaves)
    generator = MoveGenerator(game.rules, game.lexicon, game.valuation(leaves))
    player = SimPlayer(game, leaves, options.candidates, options.iterations)
    print(f"{options.candidates} candidates, {options.iterations} iterations of 2 plies; won by the player who simulates:")
    results: list[Result] = []
    for pair in range(options.pairs):
        results += [play(generator, player, options.seed * 1_000_003 + pair, seat) for seat in (0, 1)]
        if (pair + 1) % 50 == 0 or pair + 1 == options.pairs:
            print(f"{outcome(results)}; {100 * player.others / max(1, player.turns):.1f} % of its moves were others")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
