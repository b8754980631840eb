"""Seconds to solve endgames, on one thread and on two, as a ratio to those of another solver.

usage: python benchmarks/endgames.py POSITIONS.jsonl [--repeat N] [--top N] [--time SECONDS]

Each line of POSITIONS.jsonl has a position as "cgp", its best final spread as "optimal_spread" and the other solver's time as
"reference_seconds". Every figure is through the Python API (`Endgames.solve`), the best of N passes; it stops when a spread is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import calibration, describe
from scrabblecli.analysis.endgame import Endgames
from scrabblecli.analysis.endgame_results import Solved
from scrabblecli.analysis.endgame_rules import EndgameState, endgame_rack
from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.formats.position import RuleChoice
from scrabblecli.lexicon import load_lexicon
from scrabblecli.rules import load_rules


def state_of(entry: dict[str, Any]) -> EndgameState:
    """The position of a line."""
    position = parse_cgp(entry["cgp"], entry["id"], 0, RuleChoice("tournament"))
    assert position.rack is not None
    other = endgame_rack(position.board, position.rack, position.rules, position.racks[1])
    scores = position.scores[0], position.scores[1]
    return EndgameState(position.rules, position.board, (position.rack, other), scores, position.scoreless)


def measure(solver: Endgames, entry: dict[str, Any], repeat: int, top: int, seconds: float | None) -> Solved:
    """The quickest of several solutions."""
    results = [solver.solve(state_of(entry), top, seconds) for _ in range(repeat)]
    for solved in results:
        if solved.proven and solved.moves[0].spread != entry["optimal_spread"]:
            raise SystemExit(f"{entry['id']}: {solved.moves[0].spread}, expected {entry['optimal_spread']}")
    return min(results, key=lambda solved: solved.seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", type=Path)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--top", type=int, default=1)
    parser.add_argument("--time", type=float)
    options = parser.parse_args()
    describe()
    entries = [json.loads(line) for line in options.positions.read_text(encoding="utf-8").splitlines()]
    rules = load_rules("tournament")
    lexicon = load_lexicon("enable", rules.tiles.alphabet)
    reference = sum(entry["reference_seconds"] for entry in entries)
    for threads in (1, 2):
        solver = Endgames(rules, lexicon, threads)
        total, positions, proven = 0.0, 0, 0
        print(
            f"\n{threads} thread{'s' if threads > 1 else ''}\n{'position':<12}{'seconds':>9}{'reference':>11}{'searched':>12}{'a second':>11}"
        )
        for entry in entries:
            solved = measure(solver, entry, options.repeat, options.top, options.time)
            total += solved.seconds
            positions += solved.positions
            proven += solved.proven
            rate = solved.positions / solved.seconds
            print(
                f"{entry['id']:<12}{solved.seconds:>9.3f}{entry['reference_seconds']:>11.3f}{solved.positions:>12,}{rate:>11,.0f}"
            )
        loops = total / calibration()
        print(
            f"{proven} of {len(entries)} proven; {total:.2f} s ({loops:.0f} calibration loops), {positions / total:,.0f} positions a second"
        )
        print(f"ratio to the reference ({reference:.1f} s): {total / reference:.4f}")


if __name__ == "__main__":
    main()
