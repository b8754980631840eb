"""Games a second on one core, and what a second thread gains against a second process.

usage: python benchmarks/selfplay.py [--games N] [--rounds N] [--seed N] [--leaves FILE]

The calibration loop, one thread, two threads and two processes take turns, so that a busy machine slows all of them alike; a
figure is the median over the rounds. Each thread or process plays N games (the processes are started before and are not
timed). "Games a loop" is games a second times the seconds of the calibration loop of the same round: it is much the same on
other machines. A second thread is as good as a second process when both make twice the games in the same time; the ratio of
the gains is what the second thread adds to the games a second, divided by what the second process adds.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from threading import local
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import calibration, describe
from benchmarks.matches import Game, arguments, shipped_table, table_path
from scrabblecli.analysis.leaves import Leaves, read_leaves
from scrabblecli.engine.selfplay import SelfPlay


class Worker(local):
    """The table of a thread; in a process of its own, that of its only thread."""

    table: SelfPlay | None = None


worker = Worker()


def sit_down(path: str) -> None:
    """Take a table, in a thread or a process of its own: both players by equity."""
    game = Game.standard()
    worker.table = by_equity(game, read_leaves(path, game.rules.tiles))
    worker.table.play_games(0, 0, 5)


def by_equity(game: Game, leaves: Leaves) -> SelfPlay:
    return game.seated(game.valuation(leaves), game.valuation(leaves))


def play(seed: int, first: int, games: int) -> None:
    """Play some games at the worker's table."""
    assert worker.table is not None
    worker.table.play_games(seed, first, games)


def seconds(table: SelfPlay, seed: int, games: int) -> float:
    """How long some games take in this thread."""
    started = time.perf_counter()
    table.play_games(seed, 0, games)
    return time.perf_counter() - started


def seconds_of_two(pool: Executor, seed: int, games: int) -> float:
    """How long it takes two workers to play so many games each."""
    started = time.perf_counter()
    running = [pool.submit(play, seed, number * games, games) for number in range(2)]
    for one in running:
        one.result()
    return time.perf_counter() - started


class Round(NamedTuple):
    """Seconds: of the calibration loop, of some games by score and by equity, and of twice as many by two workers."""

    loop: float
    score: float
    equity: float
    threads: float
    processes: float

    @property
    def gains(self) -> tuple[float, float]:
        """How many times the games a second of one thread two threads make, and two processes."""
        return 2 * self.equity / self.threads, 2 * self.equity / self.processes


def measure(options: argparse.Namespace) -> list[Round]:
    """All rounds."""
    game = Game.standard()
    leaves = shipped_table(game, options.leaves)
    score, equity = game.seated(None, None), by_equity(game, leaves)
    rounds = []
    path = str(table_path(options.leaves))
    threads = ThreadPoolExecutor(2, initializer=sit_down, initargs=(path,))
    processes = ProcessPoolExecutor(2, get_context("spawn"), sit_down, (path,))
    with threads, processes:
        for pool in (threads, processes):
            seconds_of_two(pool, options.seed, 40)  # until both are there
        for number in range(options.rounds):
            seed = options.seed + number
            rounds.append(
                Round(
                    calibration(3),
                    seconds(score, seed, options.games),
                    seconds(equity, seed, options.games),
                    seconds_of_two(threads, seed, options.games),
                    seconds_of_two(processes, seed, options.games),
                )
            )
    return rounds


def main() -> None:
    parser = arguments(__doc__, games=400, seed=1, threads=False)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    describe()
    rounds = measure(options)
    print(f"{options.rounds} rounds of {options.games} games, seeds from {options.seed}; medians")
    for name, times in (("score", [each.score for each in rounds]), ("equity", [each.equity for each in rounds])):
        rate = median(options.games / taken for taken in times)
        loops = median(options.games / taken * each.loop for taken, each in zip(times, rounds, strict=True))
        print(f"{name + ' against ' + name:<24}{rate:>8.0f} games a second{loops:>10.1f} games a loop")
    print(f"{'two threads':<24}{median(each.gains[0] for each in rounds):>8.2f} times the games of one")
    print(f"{'two processes':<24}{median(each.gains[1] for each in rounds):>8.2f} times the games of one")
    both = median(each.processes / each.threads for each in rounds)
    # a second worker may add nothing where another program has the second core: then there is nothing to compare
    second = [(each.gains[0] - 1) / (each.gains[1] - 1) for each in rounds if each.gains[1] > 1.1]
    print(f"games of two threads for those of two processes: {both:.3f}")
    print(f"what the second thread adds for what the second process adds: {median(second):.3f}" if second else "no second core")


if __name__ == "__main__":
    main()
