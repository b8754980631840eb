"""Simulations: rollouts a second, what a second thread gains, and how far rankings and intervals can be trusted.

usage: python benchmarks/simulation.py [--positions N] [--candidates N] [--iterations N] [--reference N] [--seed N] [--leaves FILE] [--threads 1|2]

Positions come from games of self-play with 15 to 80 tiles in the bag. The candidates of each are simulated with one thread and with two, in turn;
rollouts a second are told beside the calibration loop of the same run. Then each position is simulated with another seed and as many iterations
as --reference says, none left behind: the first place of the short run should be that of the long one, or lie within the interval of
what is between them, and intervals of 95 % should hold the long run's means in about 95 of 100 cases.
"""

from __future__ import annotations

import sys
import time
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import calibration, describe
from benchmarks.matches import Game, arguments, shipped_table
from scrabblecli.analysis import simulation
from scrabblecli.analysis.leaves import Leaves
from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.analysis.simulation import Plan, Simulated, Simulation, Table
from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.game.referee import advance, deal
from scrabblecli.tiles import Rack


class Position(NamedTuple):
    """A position to simulate."""

    board: Board
    rack: Rack
    scores: tuple[int, int]
    candidates: list[RankedMove]


def positions(generator: MoveGenerator, count: int, candidates: int, seed: int) -> list[Position]:
    """Positions of games that the engine plays against itself, one a game."""
    found = []
    for number in range(count):
        random = Random(seed * 1_000_003 + number)
        wanted = random.randint(15, 80)
        state = deal(generator.rules, random)
        while state.ending is None:
            rack = state.racks[state.on_turn]
            assert rack is not None
            moves = list(islice(rank_moves(generator, state.board, rack, True, True).moves, candidates))
            if not state.board.is_empty and sum(face != 0 for face in state.board.faces) >= 86 - wanted:
                scores = state.scores[state.on_turn], state.scores[1 - state.on_turn]
                found.append(Position(state.board, rack, scores, moves))
                break
            state = advance(state, moves[0].move, moves[0].score, random=random)
    return found


def simulated(game: Game, leaves: Leaves, position: Position, plan: Plan) -> tuple[list[Simulated], float]:
    """What came of the candidates, and how long it took."""
    made = Simulation(Table(game.rules, game.lexicon, leaves), position.board, position.rack, position.candidates, plan)
    started = time.perf_counter()
    return made.run(), time.perf_counter() - started


def main() -> None:
    parser = arguments(__doc__, games=0, seed=31, threads=False)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--candidates", type=int, default=5)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--reference", type=int, default=50_000, help="iterations of the long runs, 0 for none")
    parser.add_argument("--threads", type=int, choices=(1, 2), default=2, help="1 measures no second thread")
    options = parser.parse_args()
    describe()
    game = Game.standard()
    leaves = shipped_table(game, options.leaves)
    generator = MoveGenerator(game.rules, game.lexicon, game.valuation(leaves))
    asked = positions(generator, options.positions, options.candidates, options.seed)
    short: list[list[Simulated]] = []
    seconds, rollouts, loop = [0.0, 0.0], [0, 0], 0.0
    for position in asked:
        for threads in range(1, options.threads + 1):
            plan = Plan(iterations=options.iterations, threads=threads, scores=position.scores)
            results, taken = simulated(game, leaves, position, plan)
            seconds[threads - 1] += taken
            rollouts[threads - 1] += sum(result.iterations for result in results)
        short.append(results)
        loop += calibration(1) / len(asked)
    one, two = (count / taken if taken else 0.0 for count, taken in zip(rollouts, seconds, strict=True))
    print(f"{len(asked)} positions, {options.candidates} candidates, {options.iterations:,} iterations at most, 2 plies")
    second = f", two threads {two:,.0f} ({two / one:.2f} times as many)" if two else ""
    print(f"one thread {one:,.0f} rollouts a second ({one * loop:,.0f} a calibration loop){second}")
    if not options.reference:
        return
    simulation._CLEAR = float("inf")  # nobody is left behind in the long runs
    same = near = inside = told = 0
    for position, results in zip(asked, short, strict=True):
        plan = Plan(iterations=options.reference, threads=options.threads, seed=2, scores=position.scores)
        long, _ = simulated(game, leaves, position, plan)
        by_move = {result.ranked.move: result for result in long}
        if long[0].ranked.move == results[0].ranked.move:
            same += 1
        else:
            near += any(result.tied for result in results if result.ranked.move == long[0].ranked.move)
        for result in results:
            for mean, (low, high) in (
                (by_move[result.ranked.move].win, result.win_interval),
                (by_move[result.ranked.move].mean, result.mean_interval),
            ):
                told += 1
                inside += low <= mean <= high
    print(
        f"against {options.reference:,} iterations: the same first place in {same} of {len(asked)}, a tie with it told in {near} more"
    )
    print(f"intervals of 95 % hold the long run's mean in {inside} of {told} cases ({100 * inside / told:.1f} %)")


if __name__ == "__main__":
    main()
