"""Milliseconds a position to find, score and rank all plays, by number of blanks, compiled and uncompiled.

usage: python benchmarks/movegen.py POSITIONS.jsonl... [--repeat N] [--sample N]

Each line of POSITIONS.jsonl has a position with its rack as "cgp", and perhaps "rules", "layout" (standard15, standard21) or
"variant" (wordsmog).
Every figure is through the Python API (`MoveGenerator.plays`), the best of N passes over the positions; "making objects" is
what iterating over all plays as objects costs beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe
from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator
from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.formats.position import RuleChoice
from scrabblecli.lexicon import load_lexicon
from scrabblecli.rules import load_rules
from scrabblecli.tiles import BLANK, Rack

_RULES = {"standard15": "tournament", "standard21": "super"}


def read(paths: list[Path]) -> dict[tuple[str, int], list[tuple[Board, Rack]]]:
    """Boards and racks by rule set and number of blanks; variants this benchmark does not know are left out."""
    groups = defaultdict(list)
    lines = [(path, line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    for source, line in lines:
        entry = json.loads(line)
        variant = "clabbers" if entry.get("variant") == "wordsmog" else None
        rules = entry.get("rules") or variant or _RULES.get(entry.get("layout", ""))
        if rules is None:
            continue
        position = parse_cgp(entry["cgp"], str(source), 0, RuleChoice(rules))
        if position.rack is not None:
            groups[rules, position.rack.codes.count(BLANK)].append((position.board, position.rack))
    return dict(sorted(groups.items(), reverse=True))


def measure(generator: MoveGenerator, group: list[tuple[Board, Rack]], repeat: int) -> tuple[float, float, float, float]:
    """Milliseconds a position: all plays, making objects of them, the best play only; and plays a position."""
    plays_time = objects_time = best_time = float("inf")
    total = 0
    for _ in range(repeat):
        started = time.perf_counter()
        found = [generator.plays(board, rack) for board, rack in group]
        plays_time = min(plays_time, time.perf_counter() - started)
        started = time.perf_counter()
        for plays in found:
            for _ranked in plays:
                pass
        objects_time = min(objects_time, time.perf_counter() - started)
        started = time.perf_counter()
        for board, rack in group:
            generator.best_play(board, rack)
        best_time = min(best_time, time.perf_counter() - started)
        total = sum(map(len, found))
    scale = 1000 / len(group)
    return plays_time * scale, objects_time * scale, best_time * scale, total / len(group)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", type=Path, nargs="+")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--sample", type=int, default=10, help="positions of each kind for the uncompiled kernel")
    options = parser.parse_args()
    describe()
    groups = read(options.positions)
    print(
        f"{'kernel':<11}{'rules':<12}{'blanks':>6}{'positions':>10}{'plays':>9}{'all plays':>12}{'objects':>11}{'best only':>12}"
    )
    for kernel in ("compiled", "uncompiled"):
        os.environ.pop("SCRABBLECLI_PURE", None)
        if kernel == "uncompiled":
            os.environ["SCRABBLECLI_PURE"] = "1"
        for (name, blanks), positions in groups.items():
            group = positions if kernel == "compiled" else positions[: options.sample]
            rules = load_rules(name)
            generator = MoveGenerator(rules, load_lexicon("enable", rules.tiles.alphabet))
            times = measure(generator, group, options.repeat if kernel == "compiled" else 1)
            print(
                f"{kernel:<11}{name:<12}{blanks:>6}{len(group):>10}{times[3]:>9.0f}"
                f"{times[0]:>9.3f} ms{times[1]:>8.3f} ms{times[2]:>9.3f} ms"
            )


if __name__ == "__main__":
    main()
