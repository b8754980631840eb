"""Pre-endgames of self-play games: seconds to find the best move, and every case of one-in-the-bag positions solved on its own.

usage: python benchmarks/preendgame.py [--bag N] [--positions N] [--candidates N] [--threads N] [--time SECONDS] [--rack-size N] [--check]

Positions have the bag asked for and the player on turn within 40 points. With --check each candidate is worked out for each tile that the
bag may have by `Endgames.solve`, from the position after the move, and every share and mean spread has to be the same; positions that
are not finished in the time are left out, and said to be.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe
from benchmarks.positions import GameTurn, turns
from scrabblecli.analysis.deals import Preendgame
from scrabblecli.analysis.endgame import Endgames
from scrabblecli.analysis.endgame_kernels import Limits
from scrabblecli.analysis.endgame_rules import EndgameState
from scrabblecli.analysis.equity import valuation
from scrabblecli.analysis.leaves import find_leaves
from scrabblecli.analysis.preendgame import CANDIDATES, FINALISTS, Preendgames, PreendgameSolved
from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.formats.position import unseen_counts
from scrabblecli.lexicon import load_lexicon
from scrabblecli.move import format_move
from scrabblecli.rules import load_rules
from scrabblecli.tiles import Rack

_CLOSE = 40


def positions(generator: MoveGenerator, bag: int) -> Iterator[tuple[int, GameTurn]]:
    """The positions of one game after another with so many tiles in the bag and close scores."""
    seed = 0
    while True:
        seed += 1
        for turn in turns(generator, seed):
            if len(turn.bag) == bag and abs(turn.scores[0] - turn.scores[1]) <= _CLOSE:
                yield seed, turn


def alone(endgames: Endgames, turn: GameTurn, ranked: RankedMove, seconds: float | None) -> tuple[float, float] | None:
    """The share won (a tie counts half) and the mean spread of a move with one tile in the bag, case by case; None if not in time."""
    rules = endgames.rules
    unseen = Rack(
        [code for code, count in enumerate(unseen_counts(turn.board, turn.racks[0], rules.tiles)) for _ in range(count)]
    )
    won, total = 0.0, 0
    known: dict[int, int] = {}
    # each of the unseen tiles may be the one in the bag
    for tile in unseen:
        if tile not in known:
            opponent = unseen.without([tile])
            assert opponent is not None
            racks = turn.racks[0], opponent
            state = EndgameState(rules, turn.board, racks, turn.scores, turn.scoreless, turn.scoreless > 0, 0, bytes([tile]))
            after, ended = state.after(ranked.move, ranked.score)
            assert ended is None
            turned = after._replace(racks=after.racks[::-1], scores=after.scores[::-1], on_turn=0)
            solved = endgames.solve(turned, seconds=seconds)
            if not solved.proven:
                return None
            known[tile] = -solved.moves[0].spread
        spread = known[tile]
        won += 1.0 if spread > 0 else 0.5 if spread == 0 else 0.0
        total += spread
    return won / len(unseen), total / len(unseen)


def check(endgames: Endgames, turn: GameTurn, solved: PreendgameSolved, seconds: float | None) -> int:
    """Compare every candidate with its cases solved alone. Returns how many were compared."""
    compared = 0
    for move in solved.moves:
        found = alone(endgames, turn, move.ranked, seconds)
        if found is None:
            continue
        share, spread = found
        assert move.spread is not None
        if max(abs(move.least - share), abs(move.most - share), abs(move.spread - spread)) > 1e-9:
            raise SystemExit(f"{move}: expected {share}, {spread}")
        compared += 1
    return compared


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bag", type=int, default=1)
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--candidates", type=int)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--time", type=float)
    parser.add_argument("--rack-size", type=int, default=7)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    describe()
    rules = load_rules("tournament").with_settings({"rack_size": options.rack_size})
    lexicon = load_lexicon("enable", rules.tiles.alphabet)
    generator = MoveGenerator(rules, lexicon, valuation(rules, find_leaves(rules, lexicon, own=False)))
    preendgames, endgames = Preendgames(rules, lexicon, options.threads), Endgames(rules, lexicon, options.threads)
    seconds: list[float] = []
    decided = 0
    print(f"{'game':>5}{'seconds':>9}{'positions':>12}{'win %':>8}{'spread':>8}{'left':>6}  best")
    checked = 0
    for seed, turn in positions(generator, options.bag):
        if (checked if options.check else len(seconds)) == options.positions:
            break
        moves = rank_moves(generator, turn.board, turn.racks[0], True, True).moves
        candidates = list(islice(moves, options.candidates or CANDIDATES[options.bag]))
        position = Preendgame(rules, turn.board, turn.racks[0], turn.scores, turn.scoreless, turn.scoreless > 0)
        finalists = 0 if options.candidates else FINALISTS
        solved = preendgames.solve(position, candidates, 0 if options.check else 1, Limits(options.time), finalists=finalists)
        best = solved.moves[0]
        decided += solved.decided
        seconds.append(solved.seconds)
        spread = "" if best.spread is None else f"{best.spread:+.1f}"
        left = sum(move.left for move in solved.moves)
        name = format_move(best.ranked.move, rules.tiles.alphabet)
        row = f"{seed:>5}{solved.seconds:>9.2f}{solved.positions:>12,}{100 * best.share:>8.1f}{spread:>8}{left:>6}  {name}"
        if options.check:
            compared = 0 if solved.stopped else check(endgames, turn, solved, options.time)
            checked += compared == len(candidates)
            row += f": {compared} moves agree" if compared == len(candidates) else ": left out"
        print(row, flush=True)
    print(
        f"{decided} of {len(seconds)} decided; {sum(seconds):.1f} s in all, median {median(seconds):.2f} s, most {max(seconds):.2f} s"
    )


if __name__ == "__main__":
    main()
