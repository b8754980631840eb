"""What searching words costs, and building the graphs of large lists: whole processes with their peak memory.

usage: python benchmarks/words.py [--forms N] [--runs N]

Lists are made of ENABLE: 280,000 words (its own, and longer ones), and stems times endings, as languages that inflect have
them. Each process has an empty cache of its own at first; "built" is the first call with a list, "loaded" the next.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe
from benchmarks.startup import run
from scrabblecli.lexicon import load_lexicon
from scrabblecli.lexicon.lookup import hooks_of
from scrabblecli.lexicon.pattern import parse_pattern
from scrabblecli.lexicon.search import WordQuery
from scrabblecli.rules import load_rules
from scrabblecli.tiles import Rack

ENABLE = Path(__file__).parent.parent / "wordlists" / "enable.txt"
TOOL = [sys.executable, "-m", "scrabblecli"]


def searches(runs: int) -> None:
    """Milliseconds of single searches in ENABLE within one process."""
    tiles = load_rules().tiles
    lexicon = load_lexicon("enable", tiles.alphabet)

    def measured(name: str, search: Callable[[], int]) -> None:
        times = []
        for _ in range(runs):
            started = time.perf_counter()
            found = search()
            times.append(time.perf_counter() - started)
        print(f"{name:<34}{found:>8,} words{statistics.median(times) * 1000:>9.2f} ms")

    def found(query: WordQuery) -> int:
        return sum(1 for _ in lexicon.find(query))

    for letters, subset in (("AEINRST", False), ("AEINST?", False), ("AEINS??", False), ("AEINS??", True)):
        query = WordQuery(Rack.parse(letters, tiles).codes, subset)
        measured(f"anagram {letters}{' --subset' if subset else ''}", lambda query=query: found(query))  # type: ignore[misc]
    for text in ("Q??", "S..AB*", "*ING", "*[AEIOU][AEIOU][AEIOU]*"):
        query = WordQuery(patterns=(parse_pattern(text, tiles),))
        measured(f"pattern {text}", lambda query=query: found(query))  # type: ignore[misc]
    late = tiles.alphabet.spell("LATE") or b""
    measured("hooks LATE", lambda: len((hooks := hooks_of(lexicon, late)).front + hooks.back))


def large_list(words: list[str]) -> list[str]:
    """280,000 words: those of ENABLE and compounds of two."""
    chance = Random(1)
    made = set(words)
    short = [word for word in words if len(word) < 7]
    while len(made) < 280_000:
        made.add(chance.choice(short) + chance.choice(short))
    return sorted(made)


def inflected(words: list[str], forms: int) -> list[str]:
    """Stems times a hundred endings, each ending of one to three parts."""
    chance = Random(2)
    parts = ("S", "ED", "ER", "ING", "EM", "OM", "AMI", "ACH", "EGO", "EMU", "ILI", "ATO", "UJE", "LI", "KA", "NY")
    endings: set[str] = set()
    while len(endings) < 100:
        endings.add("".join(chance.choices(parts, k=chance.randint(1, 3))))
    stems = chance.sample([word for word in words if 3 < len(word) < 10], min(forms // 90, 60_000))
    made: set[str] = set()
    for stem in stems:
        made.update(stem + ending for ending in endings)
        if len(made) >= forms:
            break
    return sorted(made)[:forms]


def write_list(name: str, forms: int, path: Path) -> None:
    """Write a list, in a process of its own: what a process takes after a large one counts as large itself."""
    words = ENABLE.read_text(encoding="utf-8").upper().split()
    made = {"enable": lambda: words, "compounds": lambda: large_list(words), "inflected": lambda: inflected(words, forms)}[name]()
    path.write_text("".join(f"{word}\n" for word in made), encoding="utf-8")


def large(name: str, forms: int, folder: Path) -> None:
    """Build the graph of a list and answer with it, in processes of their own."""
    path = folder / f"{name}.txt"
    subprocess.run([sys.executable, __file__, "--write", name, str(path), "--forms", str(forms)], check=True)
    print(f"{name}: {path.stat().st_size / 1e6:.1f} MB of text")
    with path.open(encoding="utf-8") as lines:
        word = next(lines).strip()
    for label, command in (
        ("check, built", ["check", word]),
        ("check, loaded", ["check", word]),
        ("words anagram AEINS??, loaded", ["words", "anagram", "AEINS??", "--quiet"]),
        ("words pattern *ING, loaded", ["words", "pattern", "*ING", "--quiet"]),
    ):
        seconds, memory = run([*TOOL, *command, "--lexicon", str(path)])
        print(f"  {label:<34}{seconds:>8.2f} s{memory:>9.1f} MB")
    graph = max((folder / "scrabblecli" / "graphs").iterdir(), key=lambda file: file.stat().st_mtime)
    print(f"  graph of {graph.stat().st_size / 1e6:.1f} MB")
    solve = [*TOOL, "solve", "-", "--rack", "AEINST?", "--top", "1", "--quiet", "--lexicon", str(path)]
    done = subprocess.run(solve, input="/".join(["15"] * 15) + " / 0/0 0\n", capture_output=True, text=True, check=False)
    print(f"  solve: {done.stderr.strip() or done.stdout.splitlines()[-1]}")
    kind = "dawg" if done.returncode else "kwg"
    seconds, memory = run([*TOOL, "lexicon", "export", str(path), "--to", kind, "-o", str(folder / f"{name}.kwg")])
    print(f"  {f'lexicon export --to {kind}':<34}{seconds:>8.2f} s{memory:>9.1f} MB")
    started = time.perf_counter()
    back = subprocess.run([*TOOL, "lexicon", "export", str(folder / f"{name}.kwg")], capture_output=True, check=True)
    same = sha256(back.stdout).digest() == sha256(path.read_bytes()).digest()
    print(f"  text from the .kwg {'is identical' if same else 'DIFFERS'}, {time.perf_counter() - started:.2f} s")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forms", type=int, default=2_500_000)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--write", nargs=2, metavar=("NAME", "FILE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        write_list(options.write[0], options.forms, Path(options.write[1]))
        return
    describe()
    searches(options.runs)
    sys.stdout.flush()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        for name in ("enable", "compounds", "inflected"):
            large(name, options.forms, Path(folder))


if __name__ == "__main__":
    main()
