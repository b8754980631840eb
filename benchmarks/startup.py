"""Whole processes as ratios to `python -c "import click"`, and their peak memory.

usage: python benchmarks/startup.py [--runs N] [--python PYTHON]

Run it with a Python into which the package was installed as users install it (not in editable mode, whose import hooks
cost more than a word check). The commands are run by turns, so that a busy machine slows all of them alike; a figure is the
median over the runs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.machine import describe

BOARD = str(Path(__file__).parent.parent / "boards" / "teazeling.txt")
TABLE = ["--format", "table", "--color", "always", "--explain", "1"]


def run(command: list[str]) -> tuple[float, float]:
    """Seconds and peak megabytes (0 where the system does not tell) of one process."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    if hasattr(os, "wait4"):
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        memory = usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
    else:
        process.wait()
        memory = 0.0
    if process.returncode:
        sys.exit(f"{command} ended with {process.returncode}")
    return time.perf_counter() - started, memory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    scripts = Path(options.python).parent
    console = next((str(path) for path in scripts.glob("scrabblecli*") if path.is_file()), None)
    tool = [console] if console else [options.python, "-m", "scrabblecli"]
    commands = {
        'python -c "import click"': [options.python, "-c", "import click"],
        "check WORD": [*tool, "check", "RETAINS"],
        "words anagram": [*tool, "words", "anagram", "AEINST?"],
        "solve into a pipe": [*tool, "solve", BOARD, "--rack", "AEGINTZ"],
        "solve as a table": [*tool, "solve", BOARD, "--rack", "AEGINTZ", *TABLE],
        "analyze into a pipe": [*tool, "analyze", BOARD, "--rack", "AEGINTZ", "--move", "1L MAZE"],
    }
    limits = {"check WORD": 1.5, "words anagram": 1.5, "solve into a pipe": 2.0, "solve as a table": 4.0}
    describe()
    times: dict[str, list[float]] = {name: [] for name in commands}
    memory = dict.fromkeys(commands, 0.0)
    for _ in range(options.runs):
        for name, command in commands.items():
            seconds, megabytes = run(command)
            times[name].append(seconds)
            memory[name] = max(memory[name], megabytes)
    base = statistics.median(times['python -c "import click"'])
    print(f"{'process':<26}{'median':>10}{'ratio':>8}{'aim':>6}{'peak memory':>14}")
    for name in commands:
        median = statistics.median(times[name])
        aim = f"{limits[name]:.1f}" if name in limits else ""
        print(f"{name:<26}{median * 1000:>7.1f} ms{median / base:>8.2f}{aim:>6}{memory[name]:>11.1f} MB")


if __name__ == "__main__":
    main()
