"""Checks of hardness that write: full disks, folders that cannot be written, kills and Ctrl-C at any moment, several at once."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.calling import CALLS, TOY_WORDS, Place, harmless

__all__ = ["full_disk", "interrupts", "kills", "many_at_once", "unwritable"]

STUDY = ("words", "study", "--kind", "valid", "--rules", "toy.toml", "--count", "5")
TRAIN = (
    "leaves",
    "train",
    "--rules",
    "toy.toml",
    "--threads",
    "1",
    "--output",
    "made.leaves",
    "--generations",
    "2000,2000",
    "--quiet",
)


class Writer(NamedTuple):
    """A call that writes, what it reads from standard input, and a look at the files afterwards that raises when one is not whole."""

    words: tuple[str, ...]
    whole: Callable[[Place], None]
    stdin: bytes = b""


def _game(place: Place) -> None:
    path = place.folder / "game.txt"
    text = path.read_text(encoding="utf-8")
    assert text.startswith("players: Ann, Bob\n"), text
    assert "8E BAWTIE" in text, text
    assert place.call("game", "show", "game.txt").status == 0


def _readable(name: str, *words: str) -> Callable[[Place], None]:
    """A look at a file that may not be there: what is there is read without a complaint."""

    def look(place: Place) -> None:
        if (place.folder / name).exists():
            done = place.call(*words)
            assert done.status == 0, f"{name} is not whole: {done.err}"

    return look


def _installed(place: Place) -> None:
    listed = json.loads(place.call("lexicon", "list", "--format", "json").out)
    for entry in listed["lexicons"]:
        if entry["name"] == "mine":
            done = place.call("check", "AA", "--lexicon", "mine")
            assert done.status == 0, done.err


def _page(place: Place) -> None:
    path = place.folder / "page.html"
    if path.exists():
        assert path.read_text(encoding="utf-8").rstrip().endswith("</html>"), "half a page"


def _state(place: Place) -> None:
    state = place.folder / "made.leaves.state"
    if state.exists():
        done = place.call(*TRAIN[:-1], seconds=300)
        assert done.status == 0, done.err
        assert "going on" in done.err, done.err


def _cached(place: Place) -> None:
    done = place.call("check", "RETAINS", "--lexicon", "big.txt")
    assert (done.status, done.out) == (0, b"RETAINS\tvalid\n"), done


WRITERS = {
    "game add": Writer(("game", "add", "game.txt", "pass"), _game),
    "game new": Writer(
        ("game", "new", "game.txt", "--players", "Ann,Bob", "--replace"), _readable("game.txt", "game", "score", "game.txt")
    ),
    "puzzle make": Writer(
        ("puzzle", "make", "kitchen.gcg", "--margin", "1", "--output", "p.cgp", "--replace", "--quiet"),
        _readable("p.cgp", "board", "p.cgp"),
    ),
    "lexicon build": Writer(("lexicon", "build", "mine", "words.txt", "--replace"), _installed),
    "lexicon export": Writer(
        ("lexicon", "export", "enable", "--to", "kwg", "-o", "e.kwg"), _readable("e.kwg", "check", "AA", "--lexicon", "e.kwg")
    ),
    "cache": Writer(("check", "AA", "--lexicon", "big.txt"), _cached),
    "leaves train": Writer(TRAIN, _state),
    "leaves export": Writer(
        ("leaves", "export", "toy.klv2", "--rules", "toy.toml"),
        _readable("toy.klv2", "leaves", "show", "A", "--rules", "toy.toml", "--leaves", "toy.klv2"),
    ),
    "words study": Writer(STUDY, lambda place: _quiet(place.call(*STUDY[:-2], "--progress")), b"AB\nBA\nyes\nno\nyes\n"),
    "duplicate record": Writer(
        ("game", "duplicate", "--rules", "toy.toml", "--seed", "7", "--record", "d.tsv", "--replace"),
        _readable("d.tsv", "game", "duplicate", "--rules", "toy.toml", "--replay", "d.tsv"), b"\n\n\n\n",
    ),
}  # fmt: skip


def _quiet(done: object) -> None:
    assert getattr(done, "status", 0) == 0, done


def _big_list(place: Place) -> None:
    """A list of its own whose graph takes a moment."""
    words = place.call("lexicon", "export", "enable").out
    (place.folder / "big.txt").write_bytes(words[: 400_000 if place.short else 1_000_000].rsplit(b"\n", 1)[0] + b"\nRETAINS\n")


def kills(place: Place) -> str:
    """Kill -9 at random moments in every writer: what was there before or what was to be there is whole, and little is left lying about."""
    chance = Random(5)
    _big_list(place)
    names = list(WRITERS)[:: 3 if place.short else 1]
    rounds = 4 if place.short else 25
    killed = 0
    worst = 0
    for name in names:
        writer = WRITERS[name]
        started = time.perf_counter()
        place.call(*writer.words, stdin=writer.stdin, seconds=300)
        usual = time.perf_counter() - started
        for _ in range(rounds):
            if name == "cache":
                shutil.rmtree(place.top / "xdg_cache_home", ignore_errors=True)
            process = place.start(*writer.words, stdin=subprocess.PIPE)
            assert process.stdin is not None
            with process:
                try:
                    process.stdin.write(writer.stdin)
                    process.stdin.flush()
                    # most of the time goes into loading; writing comes at the end
                    process.wait(usual * chance.uniform(0.3, 1.1))
                except (subprocess.TimeoutExpired, BrokenPipeError):
                    process.kill()
                    killed += 1
            writer.whole(place)
        # what lies about is younger than the two seconds after which the next writer takes it away
        time.sleep(2.1)
        place.call(*writer.words, stdin=writer.stdin, seconds=300)
        left = [one for one in place.litter() if not one.startswith(".mine~")]
        worst = max(worst, len(left))
        assert len(left) <= 1, f"{name} leaves {left}"
    return f"{len(names)} writers killed {killed} times: every file whole, {worst} half-written files left after the next run"


def full_disk(place: Place) -> str:
    """A limit on the size of files in every writer: the old file stays, the message says what is wrong, nothing is left lying about."""
    _big_list(place)
    tried = 0
    for name, writer in list(WRITERS.items())[:: 3 if place.short else 1]:
        place.call(*writer.words, stdin=writer.stdin, seconds=300)
        before = {path: path.read_bytes() for path in place.folder.iterdir() if path.is_file()}
        for size in (0, 10, 4096):
            if name == "cache":
                shutil.rmtree(place.top / "xdg_cache_home", ignore_errors=True)
            done = place.call(*writer.words, stdin=writer.stdin, seconds=300, size=size)
            tried += 1
            assert done.status in (0, 1, 2), f"{name}, {size} bytes: {done.status}"
            assert done.status == 0 or done.err, f"{name}: nothing is said"
            assert not [one for one in place.litter() if not one.endswith(".lock")], f"{name} leaves {place.litter()}"
            for path, content in before.items():
                if done.status:
                    assert path.read_bytes() == content, f"{name}: {path.name} is not what it was"
        writer.whole(place)
        for output in ("/dev/full", "/dev/null"):
            if "--output" in writer.words or "-o" in writer.words:
                words = [output if one in ("p.cgp", "e.kwg", "made.leaves") else one for one in writer.words]
                done = place.call(*words)
                assert (done.status, "is a device" in done.err) == (2, True), f"{words}: {done}"
    return f"{tried} writes that did not fit"


def unwritable(place: Place) -> str:
    """Files in the place of the folders for cache, data and settings, and folders of somebody else: what is asked is answered, or refused."""
    kept = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME")
    file = place.top / "file"
    file.write_text("", encoding="utf-8")
    for value in (str(file), str(file / "below"), "/proc", "/dev/null"):
        changes = dict.fromkeys(kept, value)
        for words, status in (
            (("check", "AA", "--lexicon", "words.txt"), 0),
            (("solve", "board.txt", "--rack", "AEGINTZ"), 0),
            (("config", "show"), 0),
            (("lexicon", "list"), 0),
            (("leaves", "list"), 0),
            (("lexicon", "build", "mine", "words.txt"), 2),
            (("words", "study", "--kind", "valid", "--rules", "toy.toml"), 2),
            (("words", "study", "--kind", "valid", "--rules", "toy.toml", "--no-keep"), 0),
            (("leaves", "train", "--rules", "toy.toml", "--generations", "2"), 2),
        )[:: 3 if place.short else 1]:
            done = place.call(*words, changes=changes)
            assert done.status == status, f"{words} with {value!r}: {done.status} {done.err}"
            assert done.status == 0 or done.err.startswith("error: "), done.err
    if hasattr(os, "getuid") and os.getuid() == 0 and shutil.which("setpriv") and not place.short:
        return f"files in their place; {_as_nobody(place)}"
    return "files in their place"


def _as_nobody(place: Place) -> str:
    """The same as a user who may write nowhere here."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        package = Path(folder, "package")
        shutil.copytree(Path(__file__).parent.parent / "scrabblecli", package / "scrabblecli")
        work = shutil.copytree(place.folder, Path(folder, "work"))
        for words, status in (
            (("check", "AA", "--lexicon", "words.txt"), 0),
            (("game", "add", "game.txt", "pass"), 2),
            (("puzzle", "make", "game.txt", "--margin", "1", "--output", "p.cgp"), 2),
            (("lexicon", "build", "mine", "words.txt"), 2),
            (("lexicon", "export", "words.txt", "-o", "x.txt"), 2),
        ):
            environment = {
                **place.environment(),
                "PYTHONPATH": str(package),
                **dict.fromkeys(("XDG_CACHE_HOME", "XDG_DATA_HOME", "HOME"), folder),
            }
            done = subprocess.run(
                ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", sys.executable, "-m", "scrabblecli", *words],
                capture_output=True, cwd=work, env=environment, timeout=120, check=False,
            )  # fmt: skip
            if b"ermission denied" in done.stderr and b"python" in done.stderr:
                return "nobody may not even run this Python"
            if b"No module named" in done.stderr:
                return "nobody cannot read this Python's packages"
            told = done.stderr.decode("utf-8")
            harmless(told)
            assert done.returncode == status, f"{words} as nobody: {done.returncode} {told}"
    return "and as nobody"


def many_at_once(place: Place) -> str:
    """Two and eight processes on one cache, one box of cards, one state of a training, one list, one game."""
    _big_list(place)
    number = 3 if place.short else 8
    for _ in range(1 if place.short else 3):
        shutil.rmtree(place.top / "xdg_cache_home", ignore_errors=True)
        processes = [place.start("check", "RETAINS", "--lexicon", "big.txt") for _ in range(number)]
        for process in processes:
            out, errors = process.communicate(timeout=300)
            assert (process.returncode, out, errors) == (0, b"RETAINS\tvalid\n", b"")
        assert len(list((place.top / "xdg_cache_home").rglob("*.graph"))) == 1
        assert not place.litter()
    answers = [b"yes\n" * 5, b"no\n" * 5]
    processes = [place.start(*STUDY, "--seed", str(seed), stdin=subprocess.PIPE) for seed in range(2)]
    for process, answer in zip(processes, answers, strict=True):
        _, errors = process.communicate(answer, timeout=120)
        assert process.returncode == 0, errors
    done = place.call(*STUDY[:-2], "--progress", "--format", "json")
    assert done.status == 0, done.err
    trained = [place.start(*TRAIN) for _ in range(2)]
    ended = []
    for process in trained:
        _, errors = process.communicate(timeout=300)
        assert b"Traceback" not in errors, errors
        ended.append(process.returncode)
    assert set(ended) <= {0, 2}, ended
    assert 0 in ended, ended
    assert place.call("leaves", "show", "A", "--rules", "toy.toml", "--leaves", "made.leaves").status == 0
    assert not (place.folder / "made.leaves.state").exists()
    built = [place.start("lexicon", "build", "mine", "words.txt") for _ in range(number)]
    added = [place.start("game", "add", "game.txt", "pass") for _ in range(number)]
    for process in (*built, *added):
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    assert (place.folder / "game.txt").read_text(encoding="utf-8").count("pass") == number
    assert not place.litter()
    return (
        f"{number} processes: one graph, {number} of {number} moves kept, two players of one box, trainings ended {sorted(ended)}"
    )


def interrupts(place: Place) -> str:
    """Ctrl-C at random moments in every command: 130, or what it ends with anyway, and never a traceback."""
    # a job in the background is deaf to it, and so would be what it starts
    signal.signal(signal.SIGINT, signal.default_int_handler)
    chance = Random(3)
    (place.folder / "toy.txt").write_text(TOY_WORDS, encoding="utf-8")
    names = list(CALLS)[:: 8 if place.short else 1]
    stopped = 0
    for name in names:
        started = time.perf_counter()
        place.call(*place.call_of(name))
        usual = time.perf_counter() - started
        for _ in range(2 if place.short else 5):
            process = place.start(*place.call_of(name))
            time.sleep(usual * chance.uniform(0.2, 1.0))
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=120)
            told = errors.decode("utf-8")
            if "scrabblecli" not in told and "Traceback" in told:
                continue  # the interpreter itself was still starting
            assert "Traceback" not in told, f"{name}: {told[-1500:]}"
            assert process.returncode in (0, 1, 2, 130, -signal.SIGINT), f"{name}: {process.returncode} {told}"
            stopped += process.returncode == 130
    return f"{len(names)} commands, {stopped} times stopped with 130"
