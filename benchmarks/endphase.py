"""What `scrabblecli.analysis.equity` states about the last rounds: measured by self-play, and tried against other numbers.

usage: python benchmarks/endphase.py [--games N] [--jobs N] [--seed N] [--leaves FILE] [--only TEXT]

First what the player on turn gains on the other until the end of the game, by the number of tiles in the bag; players weigh
leaves in full and no tempo, so that what is measured is not in their choices. What that is beyond its mean over 20 to 59 tiles
is the tempo (with an empty bag only the first turn that finds it so counts). Then what the opponent goes on to gain after a
player with an empty bag did not go out, as a line over the value of the tiles kept: that is what staying costs, and what
each point kept does; a tenth of the games are played again for it, move by move. Then matches of players with other numbers
against the shipped ones, each draw from both seats, 95 % intervals; --only picks those whose name has a text in it. Such
differences are small: intervals of half a point need 20,000 games.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from statistics import fmean, linear_regression

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe
from benchmarks.matches import Game, arguments, shipped_table
from scrabblecli.analysis.leaves import Leaves
from scrabblecli.engine.movegen import POINT
from scrabblecli.engine.selfplay import SelfPlay
from tests.replay import Game as Replayed

FAR = range(20, 60)
"""Numbers of tiles in the bag at which the end is far."""
NO_TEMPO: dict[str, object] = {"fade": (POINT,), "tempo": (0,)}


def faded(full: int) -> tuple[int, ...]:
    """Leaves that count in full from so many tiles in the bag on, and the less the fewer there are."""
    return tuple(POINT * bag // full for bag in range(full + 1))


def variants(swing: int) -> dict[str, dict[str, object]]:
    """What is tried in place of the shipped numbers."""
    return {
        "no fade": {"fade": (POINT,)},
        **{f"fade over {full}": {"fade": faded(full)} for full in (7, 14, 28)},
        "no tempo": {"tempo": (0,)},
        **{f"staying {points}": {"staying": POINT * points} for points in (0, 8, 16, 24)},
        "burden 0": {"burden": 0},
        "burden half": {"burden": swing // 2},
        "burden full": {"burden": swing},
        "staying 4 and burden full": {"staying": 4 * POINT, "burden": swing},
        "no fade, no tempo": NO_TEMPO,
        "no opening cost": {"opening_cost": (0,) * 225},
    }


def gains(game: Game, leaves: Leaves, options: argparse.Namespace) -> dict[int, tuple[int, float]]:
    """By tiles in the bag: how many turns, and what the players on turn gained on average until the end."""

    def table() -> SelfPlay:
        return game.seated(game.valuation(leaves, **NO_TEMPO), game.valuation(leaves, **NO_TEMPO))

    tables = [table() for _ in range(options.jobs)]
    share = options.games // options.jobs + 1
    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(lambda number: tables[number].play_games(options.seed, number * share, share), range(options.jobs)))
    heard = [each.tempo() for each in tables]
    found = {}
    for bag in range(game.rules.tiles.total + 1):
        turns = sum(seen[bag] for _, seen in heard)
        if turns:
            found[bag] = turns, sum(sums[bag] for sums, _ in heard) / turns
    return found


def tell_gains(game: Game, leaves: Leaves, options: argparse.Namespace) -> None:
    """Print what was measured beside what is stated."""
    found = gains(game, leaves, options)
    stated = game.valuation(leaves)
    far = [found[bag] for bag in FAR if bag in found]
    mean = sum(turns * gain for turns, gain in far) / sum(turns for turns, _ in far)
    print(f"gain of the player on turn until the end, {FAR.start} to {FAR.stop - 1} tiles in the bag: {mean:.2f}")
    print(f"{'bag':>3}{'turns':>10}{'gain':>9}{'beyond':>9}{'stated':>9}")
    for bag in range(13):
        if bag in found:
            turns, gain = found[bag]
            tempo = stated.tempo[min(bag, len(stated.tempo) - 1)] / POINT
            print(f"{bag:>3}{turns:>10,}{gain:>9.2f}{gain - mean:>+9.2f}{tempo:>+9.2f}")
    sys.stdout.flush()


def tell_staying(game: Game, leaves: Leaves, options: argparse.Namespace) -> None:
    """Print what the opponent gains until the end after a turn with an empty bag that does not end the game."""
    table = game.seated(game.valuation(leaves), game.valuation(leaves))
    values = game.rules.tiles.values
    kept, gained = [], []
    for number in range(options.games // 10 + 1):
        final, log = table.play_game(options.seed, number)
        moments = Replayed(game.rules, options.seed, number, log).moments
        for now, following in pairwise(moments):
            if not now.bag:
                other = following.player
                kept.append(sum(values[code] for code in following.racks[now.player]))
                gained.append(final[other] - final[1 - other] - following.scores[other] + following.scores[1 - other])
    slope, intercept = linear_regression(kept, gained)
    off = [gain - intercept - slope * points for points, gain in zip(kept, gained, strict=True)]
    around = 1.96 * (sum(part * part for part in off) / (len(off) - 2)) ** 0.5
    mean, spread = fmean(kept), sum((points - fmean(kept)) ** 2 for points in kept)
    stated = game.valuation(leaves)
    print(f"{len(kept):,} turns with an empty bag that did not end the game; what the opponent then gained until the end:")
    print(f"mean {fmean(gained):.2f}, tiles kept {mean:.2f} points")
    print(
        f"staying {intercept:.2f} ± {around * (1 / len(kept) + mean**2 / spread) ** 0.5:.2f}, stated {stated.staying / POINT:.2f}"
    )
    print(f"each point kept {slope:.2f} ± {around / spread**0.5:.2f}, stated {stated.burden / POINT:.2f}", flush=True)


def tell_match(game: Game, leaves: Leaves, name: str, changes: dict[str, object], options: argparse.Namespace) -> None:
    """Print how a player with other numbers fares against one with the shipped ones."""
    shipped = game.valuation(leaves)
    if all(tuple(getattr(shipped, key)) == value if isinstance(value, tuple) else getattr(shipped, key) == value
           for key, value in changes.items()):  # fmt: skip
        print(f"{name:<28}as shipped")
        return
    played = game.match(lambda: game.seated(game.valuation(leaves, **changes), game.valuation(leaves)), options)
    print(f"{name:<28}{played}", flush=True)


def main() -> None:
    parser = arguments(__doc__, games=20_000, seed=9)
    parser.add_argument("--only", default="", help="play only the matches whose name has this text in it")
    options = parser.parse_args()
    describe()
    game = Game.standard()
    leaves = shipped_table(game, options.leaves)
    print(f"seed {options.seed}, {options.jobs} threads, {options.games:,} games a figure")
    if not options.only:
        tell_gains(game, leaves, options)
        tell_staying(game, leaves, options)
    for name, changes in variants(game.valuation(leaves).swing).items():
        if options.only in name:
            tell_match(game, leaves, name, changes, options)


if __name__ == "__main__":
    main()
