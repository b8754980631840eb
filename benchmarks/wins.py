"""How likely the player on turn wins: makes the shipped table, and holds it against games that it has not seen.

usage: python benchmarks/wins.py [--games N] [--jobs N] [--seed N]
       python benchmarks/wins.py --make FILE [--games N] [--jobs N] [--seed N]

With --make the gains of the players on turn are counted in N games of self-play by equity, and the table is written to FILE. Without
it, games of another seed are played; for each turn the chance that the table tells is compared with how the game ended, in
classes of chances and of unseen tiles.
"""

from __future__ import annotations

import sys
import time
from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe
from benchmarks.matches import Game, arguments, shipped_table
from scrabblecli.analysis.selfplay import blocks
from scrabblecli.analysis.wins import MOST_SPREAD, counted_wins, packaged_wins, wins_content
from scrabblecli.folders import replace_file

SEED_OF_THE_TABLE = 21
WIDTH = 2 * MOST_SPREAD + 1


def gains(game: Game, seed: int, games: int, jobs: int) -> array[int]:
    """What the players on turn gained, counted in so many games."""
    tables = [game.seated(game.valuation(shipped_table(game)), game.valuation(shipped_table(game))) for _ in range(jobs)]
    counts = [table.count_gains() for table in tables]
    runs = list(blocks(0, games))
    with ThreadPoolExecutor(jobs) as pool:
        for number in range(0, len(runs), jobs):
            list(pool.map(lambda table, run: table.play_games(seed, *run), tables, runs[number : number + jobs]))
    return array("q", map(sum, zip(*counts, strict=True)))


def calibrate(seen: Sequence[int]) -> None:
    """Compare chances with what came of them, were each game met with every spread that is near enough to matter."""
    wins = packaged_wins()
    print("unseen   told   won     turns    (spreads of -100 to 100 in turn)")
    for low, high in ((1, 7), (8, 14), (15, 28), (29, 49), (50, 70), (71, 100)):
        classes = [[0.0, 0.0, 0] for _ in range(10)]
        for unseen in range(low, min(high, len(seen) // WIDTH - 1) + 1):
            row = seen[unseen * WIDTH : (unseen + 1) * WIDTH]
            total = sum(row)
            above = [0] * (WIDTH + 1)
            for place in range(WIDTH - 1, -1, -1):
                above[place] = above[place + 1] + row[place]
            for spread in range(-100, 101, 4):
                chance = wins.chance(unseen, spread)
                place = MOST_SPREAD - spread
                won = above[place + 1] + row[place] / 2
                kind = classes[min(9, int(chance * 10))]
                kind[0] += chance * total
                kind[1] += won
                kind[2] += total
        for told, won, turns in classes:
            if turns >= 1000:
                print(f"{low:>3}-{high:<3} {100 * told / turns:6.1f} {100 * won / turns:6.1f} {turns:>10,.0f}")


def main() -> None:
    parser = arguments(__doc__, games=20_000, seed=22)
    parser.add_argument("--make", metavar="FILE", help="make the table instead")
    options = parser.parse_args()
    describe()
    game = Game.standard()
    started = time.perf_counter()
    counted = gains(game, SEED_OF_THE_TABLE if options.make else options.seed, options.games, options.jobs)
    print(f"{options.games:,} games in {time.perf_counter() - started:.0f} s on {options.jobs} threads")
    if options.make:
        about = f"enable, tournament, {options.games} games, seed {SEED_OF_THE_TABLE}"
        replace_file(options.make, wins_content(counted_wins(counted, about)))
        return
    calibrate(counted)


if __name__ == "__main__":
    main()
