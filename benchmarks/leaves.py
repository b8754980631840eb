"""What the leave values are worth: matches of the shipped table against playing for score, and against its small model.

usage: python benchmarks/leaves.py [--games N] [--jobs N] [--seed N] [--leaves FILE]
       python benchmarks/leaves.py --remake [--jobs N]

The games are played in pairs that share their draws, each player beginning once; the 95 % intervals are those of the pairs. With
--remake the shipped table is made anew from its seed and its numbers of games, which takes some minutes on two cores, and its
bytes are compared with wordlists/enable.leaves.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe
from benchmarks.matches import TABLE, Game, arguments, shipped_table
from scrabblecli.analysis.leaves import Leaves, leaves_content, read_leaves
from scrabblecli.analysis.training import GENERATIONS, Plan, Training

SEED_OF_THE_TABLE = 1


def remake(game: Game, jobs: int) -> None:
    """Make the shipped table anew and say whether it is the same."""
    if not TABLE.is_file():
        print(f"{TABLE} is not there: there is nothing to compare with")
        return
    about = read_leaves(str(TABLE), game.rules.tiles).about
    games = ",".join(map(str, GENERATIONS))
    print(f"seed {SEED_OF_THE_TABLE}, games {games}; the shipped table says seed {about.get('seed')}, games {about.get('games')}")
    training = Training(Plan(game.rules, game.lexicon, GENERATIONS, SEED_OF_THE_TABLE))
    started = time.perf_counter()
    shown = -1

    def progress(training: Training) -> None:
        nonlocal shown
        done, total = training.games
        if 20 * done // total > shown:
            shown = 20 * done // total
            print(f"{done:>9,} of {total:,} games, {time.perf_counter() - started:.0f} s", flush=True)

    training.run(jobs, progress)
    made, shipped = leaves_content(training.leaves), TABLE.read_bytes()
    print(f"{len(made):,} bytes made in {time.perf_counter() - started:.0f} s on {jobs} threads, {len(shipped):,} shipped")
    if made != shipped:
        first = next((place for place, pair in enumerate(zip(made, shipped, strict=False)) if pair[0] != pair[1]), len(shipped))
        sys.exit(f"they differ, first in byte {first:,}")
    print("the bytes are equal")


def main() -> None:
    parser = arguments(__doc__, games=20_000, seed=5)
    parser.add_argument("--remake", action="store_true", help="make the shipped table anew and compare the bytes")
    options = parser.parse_args()
    describe()
    game = Game.standard()
    if options.remake:
        remake(game, options.jobs)
        return
    table = shipped_table(game, options.leaves)
    model = Leaves.of_model(table.tiles, table.model, "small model")
    print(f"seed {options.seed}, {options.jobs} threads; every draw from both seats, 95 % intervals")
    opponents = {
        "table against score": lambda: game.seated(game.valuation(table), None),
        "table against its small model": lambda: game.seated(game.valuation(table), game.valuation(model)),
        "small model against score": lambda: game.seated(game.valuation(model), None),
    }
    for name, make in opponents.items():
        print(f"{name:<30}{game.match(make, options)}", flush=True)


if __name__ == "__main__":
    main()
