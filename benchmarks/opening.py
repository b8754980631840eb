"""What a vowel of the opening play beside a letter premium gives the opponent.

usage: python benchmarks/opening.py [--games N] [--replies N] [--seed N] [--leaves FILE]

For each of N racks the best opening by equity (leaving aside where its vowels lie) is moved along row 8 to every place that the
rules allow, and the best reply by equity is found for the same draws of the opponent's rack. What the replies are worth, less
their mean over the places of the same word, is explained by how many of the word's vowels, and how many of its tiles at all,
lie beside a letter premium (least squares; the intervals allow for the places of one word being alike). The value of the
opening itself does not come into it: how its own premiums score is counted by the score.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe
from benchmarks.matches import Game, arguments, shipped_table
from scrabblecli.board import Board
from scrabblecli.engine.movegen import POINT, MoveGenerator
from scrabblecli.move import Play
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import Rack, code_of


class Place(NamedTuple):
    """One place of a word: what the replies to it are worth, how many of its vowels and of its tiles lie beside a premium."""

    reply: float
    vowels: float
    tiles: float


def best_reply(generator: MoveGenerator, board: Board, rack: Rack) -> float:
    """The equity of the best play of a rack, 0 when there is none."""
    best = generator.best_play(board, rack, by_equity=True)
    return 0.0 if best is None or best.equity is None else best.equity


def places(generator: MoveGenerator, costly: set[int], random: Random, replies: int) -> list[Place]:
    """All places of the best opening of a rack that is drawn; none when it has no play."""
    rules = generator.rules
    bag = [code for code, count in enumerate(rules.tiles.counts) for _ in range(count)]
    random.shuffle(bag)
    empty = Board.empty(rules.layout.rows, rules.layout.columns)
    best = generator.best_play(empty, Rack(bag[: rules.rack_size]), by_equity=True)
    if best is None or not isinstance(best.move, Play):
        return []
    racks = [Rack(random.sample(bag[rules.rack_size :], rules.rack_size)) for _ in range(replies)]
    faces = best.move.tiles
    row, start = rules.layout.start
    found = []
    for column in range(max(0, start - len(faces) + 1), min(start, rules.layout.columns - len(faces)) + 1):
        board = empty.after(Play(Square(row, column), Direction.ACROSS, faces))
        beside = [code_of(face) for distance, face in enumerate(faces) if column + distance in costly]
        vowels = sum(code in rules.tiles.vowels for code in beside)
        found.append(Place(fmean(best_reply(generator, board, rack) for rack in racks), vowels, len(beside)))
    return found


def centred(group: list[Place]) -> list[Place]:
    """Places of one word, less their mean."""
    mean = Place(*(fmean(column) for column in zip(*group, strict=True)))
    return [Place(*(one - other for one, other in zip(place, mean, strict=True))) for place in group]


def regressed(groups: list[list[Place]]) -> tuple[tuple[float, float], tuple[float, float]]:
    """What a vowel and a tile beside a premium give the opponent, each with half its 95 % interval (clustered by word)."""
    rows = [place for group in groups for place in group]
    vv = sum(place.vowels * place.vowels for place in rows)
    vt = sum(place.vowels * place.tiles for place in rows)
    tt = sum(place.tiles * place.tiles for place in rows)
    vr = sum(place.vowels * place.reply for place in rows)
    tr = sum(place.tiles * place.reply for place in rows)
    size = vv * tt - vt * vt
    vowel, tile = (vr * tt - tr * vt) / size, (tr * vv - vr * vt) / size
    variances = [0.0, 0.0]
    for group in groups:
        off = [place.reply - vowel * place.vowels - tile * place.tiles for place in group]
        by_vowel = sum(rest * place.vowels for rest, place in zip(off, group, strict=True))
        by_tile = sum(rest * place.tiles for rest, place in zip(off, group, strict=True))
        variances[0] += ((tt * by_vowel - vt * by_tile) / size) ** 2
        variances[1] += ((vv * by_tile - vt * by_vowel) / size) ** 2
    return (vowel, 1.96 * variances[0] ** 0.5), (tile, 1.96 * variances[1] ** 0.5)


def measure(game: Game, options: argparse.Namespace) -> None:
    """Print what was found beside what is stated."""
    leaves = shipped_table(game, options.leaves)
    stated = game.valuation(leaves)
    start = game.rules.layout.start
    columns = game.rules.layout.columns
    row = stated.opening_cost[start.row * columns : (start.row + 1) * columns]
    costly = {column for column, cost in enumerate(row) if cost}
    level = game.valuation(leaves, opening_cost=(0,) * len(stated.opening_cost))
    generator = MoveGenerator(game.rules, game.lexicon, level)
    random = Random(options.seed)
    groups = []
    for _ in range(options.games):
        found = places(generator, costly, random, options.replies)
        if len(found) > 1:
            groups.append(centred(found))
    count = sum(map(len, groups))
    print(f"{len(groups):,} words on {count:,} places, {options.replies} replies to each; seed {options.seed}")
    (vowel, around_vowel), (tile, around_tile) = regressed(groups)
    print(f"a vowel beside a letter premium: {vowel:+.2f} ± {around_vowel:.2f} points, stated {max(row) / POINT:.2f}")
    print(f"any tile beside a letter premium: {tile:+.2f} ± {around_tile:.2f} points, stated 0")


def main() -> None:
    parser = arguments(__doc__, games=1000, seed=3, threads=False)
    parser.add_argument("--replies", type=int, default=40, help="racks of the opponent for each opening (default %(default)s)")
    options = parser.parse_args()
    describe()
    measure(Game.standard(), options)


if __name__ == "__main__":
    main()
