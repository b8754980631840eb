"""Tries in real processes what strangers' files, full disks, closed pipes, kills and haste may do: a line a check.

usage: python benchmarks/hardness.py [--short] [NAME...]

Nothing may be lost, every error is clear, memory is bounded, and nothing waits for ever. Without a NAME every check is made; it takes about
ten minutes on one core.
"""

from __future__ import annotations

import argparse
import inspect
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import hard_files, hard_writes
from benchmarks.calling import Place
from benchmarks.machine import describe

CHECKS: dict[str, Callable[[Place], str]] = {
    name.replace("_", "-"): check
    for module in (hard_files, hard_writes)
    for name, check in inspect.getmembers(module, inspect.isfunction)
    if name in module.__all__
}


def made(name: str, short: bool = False) -> str:
    """Make one check in a folder of its own; what it says, or raises AssertionError with what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        return CHECKS[name](Place(Path(folder), short))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="NAME", nargs="*", choices=[*CHECKS, []], help=", ".join(CHECKS))
    parser.add_argument("--short", action="store_true", help="only a part of each, as the tests do")
    options = parser.parse_args()
    describe()
    failed = 0
    for name in options.names or CHECKS:
        started = time.perf_counter()
        try:
            said, state = made(name, options.short), "ok"
        except AssertionError as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            said, state = str(error) or f"line {where.lineno} of {where.name}: {where.line}", "FAILED"
            failed += 1
        print(f"{name:<22}{state:<8}{time.perf_counter() - started:>7.1f} s  {said}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
