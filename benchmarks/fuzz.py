"""Throws mutated input at every reader and at the whole command line: each case must be read or refused, quickly and in little memory.

usage: python benchmarks/fuzz.py [--seconds N] [--seed N] [--target NAME]... [--atheris]
       python benchmarks/fuzz.py --reproduce FILE

Nothing but an error of this package may come out of a reader, and what is read is the same when it is written and read again. The command
line ends with 0, 1 or 2, says nothing that acts on a terminal, and has no traceback. A fault is made as small as it can be and written
to a file, which --reproduce runs again. The same seed makes the same cases. With --atheris one target is guided by the branches that its
input reaches; that needs `pip install atheris`, which has wheels for some versions of Python on Linux.
"""

from __future__ import annotations

import argparse
import ast
import faulthandler
import sys
import tempfile
import time
import traceback
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

if sys.platform != "win32":
    import resource

sys.path.insert(0, str(Path(__file__).parent.parent))

if "--atheris" in sys.argv:
    # modules are instrumented as they are imported
    with import_module("atheris").instrument_imports(include=["scrabblecli"]):
        import_module("benchmarks.fuzz_commands")
        import_module("benchmarks.fuzz_graphs")

from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as seeded

from benchmarks import fuzz_commands, fuzz_graphs, fuzz_texts
from benchmarks.fuzzing import SECONDS, Target
from benchmarks.machine import describe

TARGETS = {target.name: target for target in (*fuzz_texts.TARGETS, *fuzz_graphs.TARGETS, *fuzz_commands.TARGETS)}
BATCH = 100
"""Cases that Hypothesis makes between two looks at the clock."""
HANGING = 300
"""Seconds after which a case that does not end is ended with the place where it stands."""
MEMORY = 4 << 30


class Outcome(NamedTuple):
    """What came of a target: cases by what became of them, seconds of the processor, the longest case, faults as text."""

    ended: Counter[str]
    seconds: float
    slowest: float
    faults: list[str]


class _Run:
    """The cases of a target, counted."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.ended: Counter[str] = Counter()
        self.slowest = 0.0
        self.case: Any = None

    def __call__(self, case: Any) -> None:
        self.case = case
        faulthandler.dump_traceback_later(HANGING, exit=True)
        started = time.process_time()
        ended = self.target.check(case)
        used = time.process_time() - started
        self.slowest = max(self.slowest, used)
        self.ended[ended] += 1
        assert used <= SECONDS, f"{used:.0f} s of the processor for one case"


def _test(run: _Run, seed: int, batch: int) -> Any:
    """A test of Hypothesis with one batch of cases."""
    phases = (Phase.generate, Phase.shrink)
    checks = list(HealthCheck)
    # not derandomized: the seed decides
    chosen = settings(
        max_examples=batch, database=None, deadline=None, phases=phases, suppress_health_check=checks, verbosity=Verbosity.quiet,
        report_multiple_bugs=False, print_blob=False,
    )  # fmt: skip

    def test(case: Any) -> None:
        run(case)

    return seeded(seed)(chosen(given(run.target.cases)(test)))


def fuzz(target: Target, seconds: float, seed: int, faults_to: Path | None = None, batch: int = BATCH) -> Outcome:
    """Try cases for so many seconds of the processor, one batch at least. A fault ends the target; its case is written down."""
    run = _Run(target)
    faults: list[str] = []
    started = time.process_time()
    number = 0
    while number == 0 or time.process_time() - started < seconds:
        try:
            _test(run, seed * 1_000_003 + number, batch)()
        except Exception as error:
            where = traceback.format_exception(error)
            faults.append("".join(where[-6:]).strip())
            if faults_to is not None:
                path = faults_to / f"{target.name.replace(' ', '-')}-{seed}.case"
                path.write_text(f"{target.name}\n{run.case!r}\n", encoding="utf-8")
                faults[-1] += f"\nwritten to {path}: python benchmarks/fuzz.py --reproduce {path}"
            break
        finally:
            faulthandler.cancel_dump_traceback_later()
        number += 1
    return Outcome(run.ended, time.process_time() - started, run.slowest, faults)


def reproduce(path: Path) -> str:
    """Run a case again that was written down; raises what it raises."""
    name, _, case = path.read_text(encoding="utf-8").partition("\n")
    return TARGETS[name].check(ast.literal_eval(case.strip()))


def _guided(target: Target, seconds: float, seed: int) -> None:
    """Hand a target over to atheris for so many seconds; it ends the process."""
    atheris = import_module("atheris")
    words = [sys.argv[0], f"-max_total_time={seconds:.0f}", f"-seed={seed}", "-len_control=0", "-max_len=8192"]
    atheris.Setup(words, _test(_Run(target), seed, BATCH).hypothesis.fuzz_one_input)
    atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600, help="of the processor, for all targets together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", action="append", choices=sorted(TARGETS), help="only this one; may be repeated")
    parser.add_argument("--faults", type=Path, default=Path(tempfile.gettempdir()), help="the folder for cases with faults")
    parser.add_argument("--reproduce", type=Path, metavar="FILE")
    parser.add_argument("--atheris", action="store_true")
    options = parser.parse_args()
    if options.reproduce:
        print(reproduce(options.reproduce))
        return
    chosen = [TARGETS[name] for name in options.target or TARGETS]
    if options.atheris:
        _guided(chosen[0], options.seconds, options.seed)
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    describe()
    faulthandler.enable()
    # the command line takes longer for a case, and has more to try
    shares = {target.name: 6 if target in fuzz_commands.TARGETS else 1 for target in chosen}
    total: Counter[str] = Counter()
    print(f"{'target':<20}{'cases':>9}{'read':>9}{'refused':>9}{'CPU s':>8}{'slowest ms':>12}  faults")
    found: list[str] = []
    for target in chosen:
        share = options.seconds * shares[target.name] / sum(shares.values())
        outcome = fuzz(target, share, options.seed, options.faults)
        cases, refused = outcome.ended.total(), outcome.ended["refused"]
        print(
            f"{target.name:<20}{cases:>9,}{cases - refused:>9,}{refused:>9,}{outcome.seconds:>8.1f}{outcome.slowest * 1000:>12.0f}"
            f"  {len(outcome.faults)}",
            flush=True,
        )
        total += Counter(cases=cases, milliseconds=round(outcome.seconds * 1000))
        found += [f"\n{target.name}:\n{fault}" for fault in outcome.faults]
    print(f"{'all':<20}{total['cases']:>9,}{'':>18}{total['milliseconds'] / 1000:>8.1f}")
    if sys.platform != "win32":
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
        print(f"peak memory {peak:.0f} MB")
    print("".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
