"""Seconds to make ENABLE's word graph from text, compiled and uncompiled, and to answer many positions in one call.

usage: python benchmarks/lexicon.py [POSITIONS.jsonl]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from string import ascii_uppercase

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe
from scrabblecli.lexicon.graph import build_nodes
from scrabblecli.lexicon.wordlist import identity, read_words
from scrabblecli.tiles import Alphabet

ENABLE = Path(__file__).parent.parent / "wordlists" / "enable.txt"


def build() -> tuple[float, int]:
    """Seconds from the bytes of the list to the graph with the list's identity, and the size of the graph in bytes."""
    alphabet = Alphabet(ascii_uppercase)
    data = ENABLE.read_bytes()
    started = time.perf_counter()
    words = read_words(data, alphabet, str(ENABLE)).words
    nodes = build_nodes(words, str(ENABLE))
    identity(words, alphabet)
    return time.perf_counter() - started, 4 * len(nodes)


def main() -> None:
    describe()
    for kernel in ("compiled", "uncompiled"):
        os.environ.pop("SCRABBLECLI_PURE", None)
        if kernel == "uncompiled":
            os.environ["SCRABBLECLI_PURE"] = "1"
        runs = [build() for _ in range(3)]
        print(f"graph of ENABLE from text, {kernel}: {min(runs)[0]:.2f} s, {runs[0][1] / 1e6:.1f} MB")
    os.environ.pop("SCRABBLECLI_PURE", None)
    if len(sys.argv) > 1:
        entries = map(json.loads, Path(sys.argv[1]).read_text(encoding="utf-8").splitlines())
        lines = [entry["cgp"] for entry in entries if "?" not in entry["cgp"] and entry["cgp"].count("/") == 16]
        lines = (lines * (200 // len(lines) + 1))[:200]
        for top in ("15", "0"):
            command = [sys.executable, "-m", "scrabblecli", "solve", "-", "--quiet", "--top", top, "--rules", "tournament"]
            started = time.perf_counter()
            done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
            seconds = time.perf_counter() - started
            rows = done.stdout.count("\n") - 1
            print(f"200 CGP positions without blanks in one call, --top {top}: {seconds:.2f} s, {rows:,} moves")


if __name__ == "__main__":
    main()
