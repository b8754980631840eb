"""How long `game review` takes: one game of 24 turns, and many games in one process and in two.

usage: python benchmarks/review.py [--games N] [--rounds N] [--seed N]

The many games are played by the engine against itself, which takes now and then another of its best moves, so that there are mistakes
to find. Whole processes are timed, with their start. Those of a round follow each other, so that a busy machine slows all of them
alike; a figure is the median over the rounds, a ratio the median of the ratios of the rounds. Grades are static (--no-endgames) but where it
says that endgames are proven, which takes as long as they are hard.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe
from benchmarks.matches import Game, shipped_table
from scrabblecli.analysis.ranking import other_moves, ranked_with
from scrabblecli.engine.movegen import MoveGenerator
from scrabblecli.game.referee import advance, deal
from scrabblecli.game.replay import record_text

GAME = str(Path(__file__).parent.parent / "tests" / "games" / "game-a.gcg")
NAMES = ("Ann", "Bob")


def played(generator: MoveGenerator, random: Random) -> str:
    """A game in GCG. Four moves of five are the best by equity, the others one of the next nine."""
    rules = generator.rules
    alphabet = rules.tiles.alphabet
    lines = [f"#player{number} {name} {name}" for number, name in enumerate(NAMES, start=1)]
    state = deal(rules, random)
    while state.ending is None:
        player, rack = state.on_turn, state.racks[state.on_turn]
        assert rack is not None
        plays = generator.plays(state.board, rack, by_equity=True)
        best = list(islice(ranked_with(plays, other_moves(generator, state.board, rack, len(plays))), 10))
        chosen = best[0] if random.random() < 0.8 else random.choice(best)
        state = advance(state, chosen.move, chosen.score, random=random)
        text = record_text(chosen.move, alphabet)
        lines.append(f">{NAMES[player]}: {rack.text(alphabet)} {text} +{chosen.score} {state.scores[player]}")
    return "".join(f"{line}\n" for line in lines)


def write_games(folder: Path, games: int, seed: int) -> int:
    """Write games into a folder; how many turns they have."""
    game = Game.standard()
    generator = MoveGenerator(game.rules, game.lexicon, game.valuation(shipped_table(game)))
    turns = 0
    for number in range(games):
        text = played(generator, Random(seed * 1_000_003 + number))
        turns += text.count("\n>")
        (folder / f"game{number:04}.gcg").write_text(text, encoding="utf-8", newline="\n")
    return turns


def seconds(*arguments: str) -> tuple[float, int]:
    """The seconds of one process, and how many bytes it wrote."""
    command = [sys.executable, "-m", "scrabblecli", "game", "review", *arguments, "--quiet"]
    started = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, check=True, cwd=Path(__file__).parent.parent)
    return time.perf_counter() - started, len(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    describe()
    with tempfile.TemporaryDirectory() as name:
        turns = write_games(Path(name), options.games, options.seed)
        static = ("--no-endgames",)
        ways = {
            "one game of 24 turns, jsonl": (GAME, "--format", "jsonl", *static),
            "one game of 24 turns, html": (GAME, "--format", "html", *static),
            "one game, endgames proven": (GAME, "--format", "jsonl", "--time", "0"),
            f"{options.games} games, --jobs 1": (name, "--format", "jsonl", "--jobs", "1", *static),
            f"{options.games} games, --jobs 2": (name, "--format", "jsonl", "--jobs", "2", *static),
            f"{options.games} games, --jobs 2, html": (name, "--format", "html", "--jobs", "2", *static),
        }
        times: dict[str, list[float]] = {way: [] for way in ways}
        sizes: dict[str, int] = {}
        for _ in range(options.rounds):
            for way, arguments in ways.items():
                taken, sizes[way] = seconds(*arguments)
                times[way].append(taken)
    print(f"{options.games} games have {turns:,} turns")
    for way, found in times.items():
        print(f"{way:<32}{median(found):>8.2f} s{sizes[way] / 1000:>10,.0f} kB")
    one, two = (times[f"{options.games} games, --jobs {jobs}"] for jobs in (1, 2))
    print(f"--jobs 2 is {median(single / double for single, double in zip(one, two, strict=True)):.2f} times as fast as --jobs 1")


if __name__ == "__main__":
    main()
