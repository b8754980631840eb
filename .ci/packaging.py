"""Checks that the package installs as users install it: with a compiler, without one, and as a wheel far from the checkout.

usage: python .ci/packaging.py [--quick]

Each step has an environment and a folder of its own. With --quick the test suite is not run without a compiler.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOLVE = ["solve", "boards/teazeling.txt", "--rack", "AEGINTZ", "--top", "1", "--no-header", "--quiet"]
EXPECTED = "1\t3G TEAZ..ING\t92\t92.00\t\tTEAZ..ING\tTEAZELING"
BIN = "Scripts" if os.name == "nt" else "bin"


def run(command: list[str] | str, folder: Path, **environment: str) -> str:
    """Run a command that must succeed and return what it prints."""
    shown = command if isinstance(command, str) else " ".join(Path(word).name if "/" in word else word for word in command)
    print(f"  $ {shown}", flush=True)
    settings = {name: value for name, value in os.environ.items() if not name.startswith("SCRABBLECLI_")}
    done = subprocess.run(
        command,
        cwd=folder,
        env=settings | environment,
        shell=isinstance(command, str),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{shown}: exit status {done.returncode}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def checkout(folder: Path) -> Path:
    """A copy of what is in the checkout, without anything built."""
    built = shutil.ignore_patterns(
        ".git", ".venv", "build", "dist", "data", "*.so", "*.pyd", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis"
    )
    return Path(shutil.copytree(ROOT, folder / "checkout", ignore=built))


def environment(folder: Path) -> Path:
    """A fresh environment; its folder of programs."""
    venv.create(folder / "environment", with_pip=True)
    return folder / "environment" / BIN


def must(condition: bool, what: str) -> None:
    """End with a message unless a condition holds."""
    if not condition:
        sys.exit(f"not so: {what}")


def readme_command(folder: Path) -> None:
    """The command that the README gives for a first look, in a copy of the checkout."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^python3 -m venv .*AEGINTZ$", text, re.MULTILINE)
    must(found is not None, "the README has a command for a first look")
    assert found is not None
    copy = checkout(folder)
    shown = run(found[0], copy)
    must("3G TEAZ..ING\t92" in shown, "the README's command solves the board")
    must("compiled kernel" in run([str(copy / ".venv" / BIN / "scrabblecli"), "--version"], folder), "the kernel is compiled")


def wheel(folder: Path) -> None:
    """A wheel, installed far from the checkout, solves a shipped board."""
    copy = checkout(folder)
    programs = environment(folder)
    run(
        [str(programs / "pip"), "wheel", "-q", "--no-deps", "-w", str(folder / "wheels"), "."],
        copy,
        SCRABBLECLI_REQUIRE_COMPILED="1",
    )
    [made] = (folder / "wheels").glob("*.whl")
    names = zipfile.ZipFile(made).namelist()
    must("scrabblecli/data/enable.graph" in names, "the wheel carries the word graph")
    twins = [name for name in names if any(f"/{twin}." in name for twin in ("_kernel", "_builder", "_walker"))]
    must(len(twins) == 3, f"the wheel carries three compiled kernels: {names}")
    must(not any(name.startswith(("tests", "build", "docs", "benchmarks")) for name in names), "nothing else is in the wheel")
    away = folder / "away"
    shutil.copytree(ROOT / "boards", away / "boards")
    shutil.rmtree(copy)
    run([str(programs / "pip"), "install", "-q", str(made)], away)
    must(run([str(programs / "scrabblecli"), *SOLVE], away).strip("\n") == EXPECTED, "the wheel solves a board")
    must(", compiled kernel," in run([str(programs / "scrabblecli"), "--version"], away), "the kernel is compiled")


def without_compiler(folder: Path, quick: bool) -> None:
    """Without a compiler the package installs, says so, and passes the tests."""
    copy = checkout(folder)
    programs = environment(folder)
    missing = {"CC": str(folder / "no-compiler"), "CXX": str(folder / "no-compiler")}
    run([str(programs / "pip"), "install", "-q", "-e", "." if quick else ".[dev]"], copy, **missing)
    must(
        "uncompiled kernel (not compiled)" in run([str(programs / "scrabblecli"), "--version"], copy),
        "--version says it is not compiled",
    )
    must(run([str(programs / "scrabblecli"), *SOLVE], copy).strip("\n") == EXPECTED, "the uncompiled kernel solves a board")
    if not quick:
        shown = run([str(programs / "python"), "-m", "pytest", "-q"], copy)
        print("    " + shown.strip().splitlines()[-1])


def main() -> None:
    """Run every step."""
    quick = "--quick" in sys.argv
    for name, step in (
        ("the README's first command", readme_command),
        ("a wheel in a fresh environment", wheel),
        ("no compiler", lambda folder: without_compiler(folder, quick)),
    ):
        print(name, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            step(Path(folder))
    print("packages: all well")


if __name__ == "__main__":
    main()
