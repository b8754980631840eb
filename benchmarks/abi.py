"""What kernels for the stable ABI cost against kernels built for one Python.

usage: python benchmarks/abi.py FOLDER OTHER [--rounds N]

Each folder holds a `scrabblecli` with compiled kernels: `SCRABBLECLI_STABLE_ABI=0 pip install --no-deps --target OTHER .` builds the
second kind. Both take turns, each time in a process of its own, and what counts is processor time, so that a busy machine slows
both alike. A ratio is the median over the rounds of the first folder's time to the second's: over 1 the first is slower.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
TASK = "--task"


def seconds(task: Callable[[], object], repeat: int) -> float:
    """Processor time of a task, the best of several runs."""
    best = float("inf")
    for _ in range(repeat):
        started = time.process_time()
        task()
        best = min(best, time.process_time() - started)
    return best


def work() -> dict[str, float]:
    """Seconds for each kind of work with the package that is found first."""
    started = time.process_time()
    from scrabblecli._compiled import kernel_state, load_kernel  # noqa: PLC0415 - which package it is was decided by the path

    kernels = [
        load_kernel(name) for name in ("scrabblecli.engine.kernel", "scrabblecli.lexicon.builder", "scrabblecli.lexicon.walker")
    ]
    times = {"loading the kernels": time.process_time() - started}
    if kernel_state() != "compiled kernel":
        sys.exit(f"{kernels[0].__file__}: {kernel_state()}")
    from benchmarks.matches import Game  # noqa: PLC0415 - the same
    from benchmarks.movegen import read  # noqa: PLC0415 - the same
    from scrabblecli.engine.movegen import MoveGenerator  # noqa: PLC0415 - the same
    from scrabblecli.lexicon.graph import build_nodes  # noqa: PLC0415 - the same
    from scrabblecli.lexicon.search import WordQuery, walk  # noqa: PLC0415 - the same

    game = Game.standard()
    groups = read([ROOT / "tests" / "positions" / "perft.jsonl"])
    generator = MoveGenerator(game.rules, game.lexicon)
    for blanks, repeat in ((0, 5), (1, 3), (2, 3)):
        group = groups["tournament", blanks]
        times[f"all plays, {blanks} blanks"] = seconds(lambda group=group: [generator.plays(*pair) for pair in group], repeat)  # type: ignore[misc]
        times[f"best play, {blanks} blanks"] = seconds(lambda group=group: [generator.best_play(*pair) for pair in group], repeat)  # type: ignore[misc]
    table = game.seated(None, None)
    times["50 games of self-play"] = seconds(lambda: table.play_games(1, 0, 50), 3)
    lines = (ROOT / "wordlists" / "enable.txt").read_text(encoding="ascii").split()
    words = [bytes(ord(letter) - ord("a") + 1 for letter in word) for word in lines[::10]]
    times["a graph of 17,282 words"] = seconds(lambda: build_nodes(words, "enable"), 3)
    times["walking all words"] = seconds(lambda: sum(1 for _ in walk(game.lexicon.nodes, WordQuery())), 3)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs=2)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    from benchmarks.machine import describe  # noqa: PLC0415 - it loads a package

    describe()
    rounds: list[list[dict[str, float]]] = []
    for number in range(options.rounds):
        pair = {}
        for folder in options.folders[:: 1 if number % 2 else -1]:
            paths = os.pathsep.join([str(folder.resolve()), str(ROOT)])
            done = subprocess.run(
                [sys.executable, "-P", __file__, TASK],
                env=os.environ | {"PYTHONPATH": paths},
                capture_output=True,
                text=True,
                check=True,
            )
            pair[folder] = json.loads(done.stdout)
        rounds.append([pair[folder] for folder in options.folders])
    print(f"{options.rounds} rounds; medians")
    for name in rounds[0][0]:
        first, second = (median(each[place][name] for each in rounds) for place in (0, 1))
        ratio = median(one[name] / other[name] for one, other in rounds)
        print(f"{name:<24}{1000 * first:>10.2f} ms{1000 * second:>10.2f} ms   ratio {ratio:.3f}")


if __name__ == "__main__":
    if TASK in sys.argv:
        json.dump(work(), sys.stdout)
    else:
        sys.path.insert(0, str(ROOT))
        main()
