"""Calling the command line in real processes for the checks of hardness: a folder with one file of every kind, and a call of every command."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

if sys.platform != "win32":
    import resource

__all__ = ["CALLS", "Done", "Place", "harmless"]

ROOT = Path(__file__).parent.parent
PEAK = (
    "import atexit, os, resource, sys\n"
    "def tell():\n"
    "    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 * 1024 if sys.platform == 'darwin' else 1024)\n"
    "    if os.path.exists('/proc/self/status'):\n"
    "        peak = [int(line.split()[1]) // 1024 for line in open('/proc/self/status') if line.startswith('VmHWM')][0]\n"
    "    open(os.environ['PEAK'], 'w').write(str(peak))\n"
    "atexit.register(tell)\n"
    "from scrabblecli.__main__ import run\n"
    "run()\n"
)
TOY_WORDS = "AB\nBA\nCAB\nABA\nBAC\n"
FILES = {
    "game.txt": "players: Ann, Bob\nAnn (AABEITW): 8E BAWTIE\nBob (AEFIRRU): 9I FRIER\n",
    "words.txt": "AA rough lava\nAAH\nQI\nCAT\n",
    "other.txt": "AA\nZO\n",
    "known.txt": "AA\nQI\n",
    "mine.toml": 'extends = "tournament"\nbingo_bonus = 40\n',
    "toy.toml": 'layout = ["...", ".*.", "..."]\nrack_size = 3\ntiles = "toy.csv"\nlexicon = "toy.txt"\n',
    "toy.csv": "?,?,2,0,0\nA,a,20,1,1\nB,b,15,3,0\nC,c,15,3,0\n",
    "toy.txt": TOY_WORDS,
    "toy.board": "...\n...\n...\n",
}
CALLS: dict[str, tuple[str, ...]] = {
    "analyze": ("board.txt", "--rack", "AEGINTZ", "--move", "1L MAZE"),
    "board": ("board.txt", "--to", "draw"),
    "check": ("AA", "RETAINS"),
    "completion": ("bash",),
    "config path": (),
    "config show": (),
    "game add": ("game.txt", "pass"),
    "game amend": ("game.txt", "--turn", "2", "pass"),
    "game clock": ("--players", "Ann,Bob", "--minutes", "1"),
    "game convert": ("kitchen.gcg", "--to", "text"),
    "game duplicate": ("--seed", "7", "--rules", "toy.toml"),
    "game missed": ("game.txt", "--player", "Bob"),
    "game new": ("fresh.txt", "--players", "Ann,Bob"),
    "game review": ("game.txt",),
    "game score": ("kitchen.gcg",),
    "game sheet": ("--rules", "super"),
    "game show": ("kitchen.gcg", "--turn", "3"),
    "game undo": ("game.txt",),
    "leaves export": ("toy.klv2", "--rules", "toy.toml"),
    "leaves import": ("toy.leaves", "--rules", "toy.toml"),
    "leaves info": (),
    "leaves list": (),
    "leaves remove": ("--rules", "toy.toml"),
    "leaves show": ("ES", "Q"),
    "leaves train": ("--rules", "toy.toml", "--generations", "50", "--output", "made.leaves"),
    "lexicon build": ("mine", "words.txt"),
    "lexicon diff": ("words.txt", "other.txt"),
    "lexicon export": ("words.txt",),
    "lexicon fit": ("kitchen.gcg",),
    "lexicon info": ("enable",),
    "lexicon list": (),
    "lexicon remove": ("mine",),
    "play": ("board.txt", "1L", "MAZE"),
    "puzzle make": ("game.txt", "--margin", "1"),
    "puzzle quiz": ("puzzles.cgp",),
    "rules diff": ("tournament", "wwf"),
    "rules list": (),
    "rules show": ("wwf",),
    "score": ("board.txt", "3G", "TEAZELING"),
    "solve": ("board.txt", "--rack", "AEGINTZ"),
    "unseen": ("board.txt", "--rack", "AEGINTZ"),
    "words anagram": ("AEINST?",),
    "words contains": ("ZZ",),
    "words extensions": ("JOINT",),
    "words hooks": ("LATE",),
    "words lengths": (),
    "words pattern": ("S..AB*",),
    "words probability": ("--top", "5"),
    "words random": ("--seed", "1"),
    "words study": ("--kind", "valid", "--count", "2"),
}
"""For every command a call that does its work in the folder of a `Place`."""


class Done(NamedTuple):
    """What came of a call: status, output, errors, and the peak of its memory in MB where it was measured."""

    status: int
    out: bytes
    err: str
    peak: int = 0


def harmless(text: str) -> None:
    """Raise when a text could act on a terminal."""
    acting = sorted({character for character in text if character not in "\n\t" and not character.isprintable()})
    assert not acting, f"{acting} in {text[:300]!r}"


class Place:
    """A folder with files of every kind, and an environment that keeps caches, settings and data in it."""

    def __init__(self, folder: Path, short: bool = False) -> None:
        self.top = folder
        self.folder = folder / "work"
        self.short = short
        """Whether only a part is to be tried, in little time."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, text in FILES.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        for source, name in (
            ("teazeling.txt", "board.txt"),
            ("kitchen.gcg", "kitchen.gcg"),
            ("misled.cgp", "puzzles.cgp"),
            ("game.cgp", "game.cgp"),
        ):
            (self.folder / name).write_bytes((ROOT / "boards" / source).read_bytes())

    def environment(self, **changes: str) -> dict[str, str]:
        """The environment of a process that keeps to this place."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("SCRABBLECLI_")}
        made = {name: str(self.top / name.lower()) for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME")}
        paths = {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
        return {**kept, **made, **paths, **changes}

    def start(self, *arguments: str, **extra: Any) -> subprocess.Popen[bytes]:
        """A process that has begun; its output goes into pipes unless ``extra`` says otherwise."""
        given = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "cwd": self.folder,
            "env": self.environment(),
        }
        return subprocess.Popen([sys.executable, "-m", "scrabblecli", *arguments], **{**given, **extra})

    def call(
        self, *arguments: str, stdin: bytes = b"", seconds: float = 120, measured: bool = False, most: int = 0, size: int | None = None,
        changes: Mapping[str, str] | None = None,
    ) -> Done:  # fmt: skip
        """Run a call to its end. ``most`` is how many MB of addresses it may have, ``size`` how many bytes it may write into one file.

        Raises TimeoutExpired when it takes longer than ``seconds``.
        """

        def limited() -> None:
            if most:
                resource.setrlimit(resource.RLIMIT_AS, (most << 20, most << 20))
            if size is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        told = self.top / "peak"
        command = [sys.executable, "-c", PEAK] if measured else [sys.executable, "-m", "scrabblecli"]
        done = subprocess.run(
            [*command, *arguments], input=stdin, capture_output=True, timeout=seconds, check=False, cwd=self.folder,
            env=self.environment(PEAK=str(told), **(changes or {})), preexec_fn=limited if most or size is not None else None,
        )  # fmt: skip
        errors = done.stderr.decode("utf-8")
        assert "Traceback" not in errors, f"{arguments}: {errors[-2000:]}"
        harmless(errors)
        return Done(done.returncode, done.stdout, errors, int(told.read_text(encoding="utf-8")) if measured else 0)

    def on_terminal(self, *arguments: str, stdin: bytes = b"") -> str:
        """What a call shows on a pseudo terminal, errors and all, without colours."""
        import pty  # noqa: PLC0415 - POSIX

        outer, inner = pty.openpty()
        with self.start(
            *arguments, stdin=inner, stdout=inner, stderr=inner, env=self.environment(TERM="dumb", COLUMNS="200")
        ) as process:
            os.close(inner)
            watch = threading.Timer(120, process.kill)
            watch.start()
            parts: list[bytes] = []
            try:
                if stdin:
                    os.write(outer, stdin)
                while part := os.read(outer, 65536):
                    parts.append(part)
            except OSError:
                pass  # how Linux says that the other end is closed
            finally:
                watch.cancel()
                os.close(outer)
        return b"".join(parts).decode("utf-8", "replace").replace("\r\n", "\n")

    def call_of(self, name: str) -> list[str]:
        """The words of the call of a command."""
        return [*name.split(), *CALLS[name]]

    def litter(self, folders: Sequence[Path] = ()) -> list[str]:
        """What half-written files lie about."""
        found = [path for folder in folders or (self.top,) for path in folder.rglob("*")]
        return sorted(
            path.name for path in found if path.name.endswith((".new", ".lock", ".making", ".aside", ".tmp")) or "~" in path.name
        )
