"""What every benchmark prints first, and the fixed loop that lets figures of different machines be compared."""

from __future__ import annotations

import datetime
import platform
import sys
import time
from pathlib import Path

from scrabblecli import __version__
from scrabblecli._compiled import kernel_state

__all__ = ["calibration", "describe"]


def calibration(repeat: int = 5) -> float:
    """Seconds for a fixed loop of plain Python, the best of several runs."""
    best = float("inf")
    for _ in range(repeat):
        started = time.perf_counter()
        total = 0
        for number in range(2_000_000):
            total = (total * 31 + number) & 0xFFFF
        best = min(best, time.perf_counter() - started)
    return best


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def describe() -> None:
    """Print date, machine, versions and the calibration loop."""
    print(f"{datetime.date.today().isoformat()}, {_processor()}, {platform.system()} {platform.machine()}")
    print(f"Python {platform.python_version()}, scrabblecli {__version__}, {kernel_state()}")
    print(f"calibration loop {calibration() * 1000:.0f} ms (2,000,000 rounds of plain Python, best of 5)")
    sys.stdout.flush()
