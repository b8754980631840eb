"""Checks that the package installs as users install it, leaves nothing behind, and is built the same everywhere.

usage: python .ci/packaging.py [STEP...]

Each step has an environment and a folder of its own; without a name all are taken:

readme        the command that the README gives for a first look, with a compiler
bare          the same with no compiler, no cache, and no home folder; then many commands there
wheel         a wheel made from the source distribution: what is in it, its tag and size, far from the checkout
newer         the same wheel under every newer Python that is found here
reproducible  two builds in different folders, at different times, by users with different habits: the same bytes
pipx          the wheel installed, used and removed by pipx
uninstall     what is left when the program was used and then removed by pip
suite         the tests whose answers may depend on how the kernels run, without a compiler
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOLVE = ["solve", "boards/teazeling.txt", "--rack", "AEGINTZ", "--top", "1", "--no-header", "--quiet"]
EXPECTED = "1\t3G TEAZ..ING\t92\t92.00\t\tTEAZ..ING\tTEAZELING"
BIN = "Scripts" if os.name == "nt" else "bin"
LARGEST = 5_000_000
"""Bytes that a wheel may have; the graph and the leave values of ENABLE, which hardly compress, are four fifths of it."""
DATE = "1735689600"
"""SOURCE_DATE_EPOCH of the builds that are compared."""
Changes = dict[str, str]
"""What is different in the environment of a command."""
NOTHING: Changes = {}
TWINS = ("engine/_kernel", "lexicon/_builder", "lexicon/_walker")


def run(command: list[str] | str, folder: Path, changes: Changes = NOTHING, status: int = 0) -> str:
    """Run a command that must end with a status and return what it prints."""
    return run_both(command, folder, changes, status).stdout


def run_both(
    command: list[str] | str, folder: Path, changes: Changes = NOTHING, status: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run a command that must end with a status and return what it prints, both streams."""
    shown = command if isinstance(command, str) else " ".join(Path(word).name if "/" in word else word for word in command)
    print(f"  $ {shown}", flush=True)
    settings = {name: value for name, value in os.environ.items() if not name.startswith("SCRABBLECLI_")}
    done = subprocess.run(
        command,
        cwd=folder,
        env=settings | changes,
        shell=isinstance(command, str),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != status or "Traceback" in done.stderr:
        sys.exit(f"{shown}: exit status {done.returncode}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done


def must(condition: bool, what: str) -> None:
    """End with a message unless a condition holds."""
    if not condition:
        sys.exit(f"not so: {what}")


def checkout(folder: Path) -> Path:
    """A copy of what is in the checkout, without anything built."""
    built = shutil.ignore_patterns(
        ".git", ".venv", "build", "dist", "data", "*.so", "*.pyd", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis"
    )
    return Path(shutil.copytree(ROOT, folder / "checkout", ignore=built))


def environment(folder: Path, name: str = "environment") -> Path:
    """A fresh environment; its folder of programs."""
    venv.create(folder / name, with_pip=True)
    return folder / name / BIN


def homeless(folder: Path) -> dict[str, str]:
    """The surroundings of a user whose home folder is missing and cannot be made, not even by root."""
    nowhere = os.devnull if os.name != "nt" else str(folder / "missing")
    names = (
        "HOME",
        "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME",
        "XDG_DATA_HOME",
        "XDG_STATE_HOME",
        "LOCALAPPDATA",
        "APPDATA",
        "USERPROFILE",
    )
    return {name: os.path.join(nowhere, name.lower()) for name in names} | {
        "PIP_NO_CACHE_DIR": "1",
        "CC": str(folder / "no-compiler"),
        "CXX": str(folder / "no-compiler"),
    }


def readme_line(ending: str) -> str:
    """One of the two commands of the README that set everything up."""
    found = re.search(rf"^python3 -m venv .*{ending}$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        sys.exit(f"the README has no command that ends with {ending}")
    return found[0]


def builds(folder: Path, copy: Path, changes: Changes = NOTHING, mask: int = 0o022) -> tuple[Path, Path]:
    """The source distribution and the wheel made from it, as ``python -m build`` makes them."""
    programs = environment(folder, "builder")
    run([str(programs / "pip"), "install", "-q", "build"], folder)
    before = os.umask(mask)
    try:
        surroundings = {"SOURCE_DATE_EPOCH": DATE, "SCRABBLECLI_REQUIRE_COMPILED": "1"} | changes
        run([str(programs / "python"), "-m", "build", "-o", str(folder / "dist"), "."], copy, surroundings)
    finally:
        os.umask(before)
    [source], [wheel] = folder.glob("dist/*.tar.gz"), folder.glob("dist/*.whl")
    return source, wheel


class Workshop:
    """What several steps need, made when the first of them asks for it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._built: tuple[Path, Path] | None = None

    @property
    def built(self) -> tuple[Path, Path]:
        """The source distribution and the wheel."""
        if self._built is None:
            copy = checkout(self._folder)
            self._built = builds(self._folder, copy)
            shutil.rmtree(copy)
        return self._built

    def boards(self, folder: Path) -> Path:
        """A folder far from the checkout, with the boards."""
        away = folder / "away"
        shutil.copytree(ROOT / "boards", away / "boards")
        return away


def readme(folder: Path, _workshop: Workshop) -> None:
    """The command that the README gives for a first look, in a copy of the checkout."""
    copy = checkout(folder)
    must("3G TEAZ..ING\t92" in run(readme_line("AEGINTZ"), copy), "the README's command solves the board")
    must("compiled kernel" in run([str(copy / ".venv" / BIN / "scrabblecli"), "--version"], folder), "the kernel is compiled")


WITHOUT_HOME = (
    (SOLVE, 0),
    (["solve", "boards/preendgame.txt", "--by", "equity", "--quiet"], 0),
    (["check", "RETAINS"], 0),
    (["check", "QI"], 1),
    (["check", "CAT", "--lexicon", "words.txt"], 0),
    (["analyze", "boards/teazeling.txt", "--rack", "AEGINTZ", "--move", "1L MAZE"], 0),
    (["score", "boards/teazeling.txt", "13J", "ZINGER"], 0),
    (["board"], 0),
    (["play", "boards/teazeling.txt", "1L", "MAZE"], 0),
    (["unseen", "boards/teazeling.txt"], 0),
    (["words", "anagram", "AEINST?", "--top", "3"], 0),
    (["words", "study", "--progress"], 2),
    (["words", "study", "--kind", "hooks", "--no-keep"], 0),
    (["words", "study", "--kind", "hooks"], 2),
    (["game", "score", "boards/kitchen.gcg"], 0),
    (["rules", "list"], 0),
    (["lexicon", "list"], 0),
    (["lexicon", "info", "enable"], 0),
    (["lexicon", "build", "club", "words.txt"], 2),
    (["lexicon", "remove", "club"], 2),
    (["leaves", "list"], 0),
    (["leaves", "show", "ES"], 0),
    (["leaves", "remove", "--lexicon", "enable"], 2),
    (["config", "show"], 0),
    (["config", "path"], 0),
    (["completion", "bash"], 0),
    (["puzzle", "make", "--count", "1", "--seed", "7"], 0),
    (["help", "files"], 0),
    (["--version"], 0),
)
"""Commands, and with which status each ends where there is no home folder: 2 where something would have to be kept there."""


def bare(folder: Path, _workshop: Workshop) -> None:
    """Without compiler, cache and home the README's command works, and every other does what can be done."""
    copy = checkout(folder)
    surroundings = homeless(folder)
    must("3G TEAZ..ING\t92" in run(readme_line("AEGINTZ"), copy, surroundings), "the README's command solves the board")
    program = str(copy / ".venv" / BIN / "scrabblecli")
    must("uncompiled kernel (not compiled)" in run([program, "--version"], copy, surroundings), "--version says so")
    [tag] = (copy / ".venv").rglob("scrabblecli-*.dist-info/WHEEL")
    must("Tag: py3-none-any" in tag.read_text(encoding="utf-8"), "a wheel without compiled kernels is for every Python")
    (copy / "words.txt").write_text("CAT\nACT\n", encoding="utf-8")
    for arguments, status in WITHOUT_HOME:
        done = run_both([program, *arguments], copy, surroundings, status)
        lines = done.stderr.splitlines()
        must(all(line.startswith(("warning: ", "note: ", "error: ")) for line in lines), f"{arguments}: {done.stderr}")
        must((status != 2) == (done.stdout != ""), f"{arguments} prints an answer, or says why there is none: {done.stderr}")


def wheel(folder: Path, workshop: Workshop) -> None:
    """A wheel for all CPythons from 3.11 on, small and stripped, installed far from the checkout, solves a shipped board."""
    made = workshop.built[1]
    with zipfile.ZipFile(made) as archive:
        names = archive.namelist()
        archive.extractall(folder / "content")
    must(re.fullmatch(r"scrabblecli-[\w.]+-cp311-abi3-\w+\.whl", made.name) is not None, f"the tag: {made.name}")
    must(made.stat().st_size < LARGEST, f"the wheel has {made.stat().st_size:,} bytes, {LARGEST:,} at most")
    must("scrabblecli/data/enable.graph" in names, "the wheel carries the word graph")
    for twin in TWINS:
        found = [name for name in names if name.startswith(f"scrabblecli/{twin}.")]
        must(len(found) == 1 and found[0].endswith((".abi3.so", ".pyd")), f"one compiled {twin}: {found}")
        must(b".debug_info" not in (folder / "content" / found[0]).read_bytes(), f"{twin} is stripped")
    must(any(name.endswith("share/man/man1/scrabblecli-solve.1") for name in names), "the wheel carries manual pages")
    must(not any(name.startswith(("tests", "build", "docs", "benchmarks")) for name in names), "nothing else is in the wheel")
    print(f"    {made.name}: {made.stat().st_size:,} bytes")
    programs, away = environment(folder), workshop.boards(folder)
    run([str(programs / "pip"), "install", "-q", str(made)], away)
    for start in ([str(programs / "scrabblecli")], [str(programs / "python"), "-m", "scrabblecli"]):
        must(run([*start, *SOLVE], away).strip("\n") == EXPECTED, "the wheel solves a board")
    must(", compiled kernel," in run([str(programs / "scrabblecli"), "--version"], away), "the kernel is compiled")


def newer_pythons() -> list[str]:
    """The programs of Pythons that are newer than this one: on the path, or of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = {}
    for minor in range(sys.version_info.minor + 1, sys.version_info.minor + 8):
        for program in (shutil.which(f"python3.{minor}"), *map(str, pyenv.glob(f"versions/3.{minor}.*/bin/python"))):
            # pyenv's own program on the path may know of no such Python
            if program and subprocess.run([program, "--version"], capture_output=True, check=False).returncode == 0:
                found[minor] = program
    return list(found.values())


def newer(folder: Path, workshop: Workshop) -> None:
    """The kernel compiled with one Python runs under newer ones."""
    away = workshop.boards(folder)
    for number, python in enumerate(newer_pythons()):
        run([python, "-m", "venv", str(folder / str(number))], away)
        programs = folder / str(number) / BIN
        run([str(programs / "pip"), "install", "-q", str(workshop.built[1])], away)
        version = run([str(programs / "scrabblecli"), "--version"], away)
        must(", compiled kernel," in version, f"the kernel is used: {version}")
        must(run([str(programs / "scrabblecli"), *SOLVE], away).strip("\n") == EXPECTED, "it solves a board")
        print(f"    {version.strip()}")


def reproducible(folder: Path, workshop: Workshop) -> None:
    """Another folder, another time, other dates and modes of files: the same source distribution and the same wheel."""
    deep = folder / "somewhere" / "else"
    deep.mkdir(parents=True)
    copy = checkout(deep)
    for path in copy.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700 | 0o040)
        os.utime(path, (1_600_000_000, 1_600_000_000))
    changes = {"TZ": "Pacific/Auckland", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
    for first, second in zip(workshop.built, builds(deep, copy, changes, 0o077), strict=True):
        must(first.name == second.name, f"{first.name} is not {second.name}")
        must(first.read_bytes() == second.read_bytes(), f"{first.name} is the same twice")


def files(*folders: Path) -> set[str]:
    """All files below some folders."""
    return {str(path) for folder in folders for path in folder.rglob("*") if not path.is_dir() or path.is_symlink()}


def used(program: str, away: Path, home: Path) -> None:
    """Use the program as an owner does who keeps lists, leaves, cards and settings."""
    home.mkdir()
    (away / "words.txt").write_text("CAT\nACT\nCATS\n", encoding="utf-8")
    surroundings = own_folders(home)
    for arguments in (
        SOLVE,
        ["check", "RETAINS"],
        ["check", "CAT", "--lexicon", "words.txt"],
        ["lexicon", "build", "club", "words.txt"],
        ["leaves", "export", "out.klv2"],
        ["leaves", "import", "out.klv2", "--lexicon", "club"],
        ["words", "study", "--kind", "hooks", "--length", "3", "--lexicon", "club"],
        ["words", "study", "--progress"],
        ["completion", "bash"],
        ["config", "show"],
        ["game", "review", "boards/kitchen.gcg", "--no-endgames", "--quiet"],
    ):
        run([program, *arguments], away, surroundings)
    (home / ".config" / "scrabblecli").mkdir(parents=True)
    (home / ".config" / "scrabblecli" / "scrabblecli.toml").write_text('lexicon = "club"\n', encoding="utf-8")
    must("valid in club" in run([program, "check", "CAT", "--format", "table"], away, surroundings), "settings are read")


def own_folders(home: Path) -> dict[str, str]:
    """The surroundings of a user with a home folder."""
    named = {"XDG_CONFIG_HOME": ".config", "XDG_CACHE_HOME": ".cache", "XDG_DATA_HOME": ".local/share", "LOCALAPPDATA": "local"}
    return {"HOME": str(home), "USERPROFILE": str(home)} | {name: str(home / folder) for name, folder in named.items()}


def only_own(home: Path) -> None:
    """What is in a home folder is in the three folders that are the user's own."""
    left = sorted(Path(name).relative_to(home).as_posix() for name in files(home))
    own = (".config/scrabblecli/", ".cache/scrabblecli/", ".local/share/scrabblecli/", "local/scrabblecli/")
    must(bool(left) and all(name.startswith(own) for name in left), f"only the user's own files are left: {left}")
    print("    left: " + ", ".join(left))


def uninstall(folder: Path, workshop: Workshop) -> None:
    """Installed, used and removed: nothing is left but what is the user's own."""
    programs, away, home = environment(folder), workshop.boards(folder), folder / "home"
    run([str(programs / "pip"), "install", "-q", str(workshop.built[1])], away)
    run([str(programs / "pip"), "uninstall", "-q", "-y", "scrabblecli"], away)
    before = files(folder / "environment")
    run([str(programs / "pip"), "install", "-q", "--no-deps", str(workshop.built[1])], away)
    must(len(files(folder / "environment")) > len(before), "it is installed")
    used(str(programs / "scrabblecli"), away, home)
    run([str(programs / "pip"), "uninstall", "-q", "-y", "scrabblecli"], away)
    # what Python keeps of its own modules when it runs them is not the program's
    after = {name for name in files(folder / "environment") - before if "__pycache__" not in name or "scrabblecli" in name}
    must(not after, f"nothing is left in the environment: {sorted(after)}")
    only_own(home)


def pipx(folder: Path, workshop: Workshop) -> None:
    """Installed, used and removed by pipx."""
    programs, away, home = environment(folder), workshop.boards(folder), folder / "home"
    run([str(programs / "pip"), "install", "-q", "pipx"], away)
    own = folder / "pipx"
    surroundings = {f"PIPX_{name}": str(own / name.lower()) for name in ("HOME", "BIN_DIR", "MAN_DIR")}
    surroundings |= {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}
    tool = [str(programs / "pipx")]
    run([*tool, "install", str(workshop.built[1])], away, surroundings)
    program = own / "bin_dir" / "scrabblecli"
    must(run([str(program), *SOLVE], away).strip("\n") == EXPECTED, "pipx installs a program that solves a board")
    must((own / "man_dir" / "man1" / "scrabblecli-solve.1").is_file(), "pipx finds the manual pages")
    used(str(program), away, home)
    run([*tool, "uninstall", "scrabblecli"], away, surroundings)
    # by its own lock pipx keeps two installations apart
    left = {name for name in files(own) if "scrabblecli" in name.removeprefix(str(own)) and not name.endswith(".lock")}
    must(not left, f"pipx leaves nothing: {sorted(left)}")
    only_own(home)


def suite(folder: Path, _workshop: Workshop) -> None:
    """Without a compiler the tests pass that may answer differently there."""
    copy = checkout(folder)
    programs = environment(folder)
    missing = {"CC": str(folder / "no-compiler"), "CXX": str(folder / "no-compiler")}
    run([str(programs / "pip"), "install", "-q", "-e", ".[dev]"], copy, missing)
    must("uncompiled kernel (not compiled)" in run([str(programs / "scrabblecli"), "--version"], copy), "it is not compiled")
    shown = run([str(programs / "python"), "-m", "pytest", "-q", "--uncompiled-only"], copy)
    print("    " + shown.strip().splitlines()[-1])


STEPS: dict[str, Callable[[Path, Workshop], None]] = {
    step.__name__: step for step in (readme, bare, wheel, newer, reproducible, pipx, uninstall, suite)
}


def main() -> None:
    """Run the steps that are named, or all."""
    names = sys.argv[1:] or list(STEPS)
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        sys.exit(f"no such step: {', '.join(unknown)}; steps are {', '.join(STEPS)}")
    with tempfile.TemporaryDirectory() as shared:
        workshop = Workshop(Path(shared))
        for name in names:
            started = time.monotonic()
            print(f"{name}: {(STEPS[name].__doc__ or '').splitlines()[0]}", flush=True)
            with tempfile.TemporaryDirectory() as folder:
                STEPS[name](Path(folder), workshop)
            print(f"    {time.monotonic() - started:.0f} s", flush=True)
    print("packages: all well")


if __name__ == "__main__":
    main()
