"""Files that are written: whole, by one process at a time, and never over what is no file; in every command that writes."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scrabblecli import folders
from scrabblecli.errors import DataError
from scrabblecli.folders import locked, replace_file, target_of
from tests.helpers import environment, run

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="pipes, devices and links are POSIX's")
SECONDS = 120
GAME = "players: Ann, Bob\n"


def process(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "scrabblecli", *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(),
    )  # fmt: skip


def named_pipe(path: Path) -> str:
    os.mkfifo(path)
    return "a named pipe"


def folder(path: Path) -> str:
    path.mkdir()
    return "a folder"


def device(path: Path) -> str:
    # one of our own, in a folder where no file can be made: were it written over, the machine would not lose /dev/null
    path.symlink_to(os.ttyname(pytest.importorskip("pty").openpty()[1]))
    return "a device"


def link_to_itself(path: Path) -> str:
    path.symlink_to(path)
    return "a link that leads to itself"


def bound_socket(path: Path) -> str:
    # the path of a socket must be short
    here = os.getcwd()
    os.chdir(path.parent)
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(path.name)
    os.chdir(here)
    return "a device"


WRITERS = [
    ("game", "new", "{}", "--players", "Ann,Bob", "--replace"),
    ("game", "new", "{}", "--players", "Ann,Bob"),
    ("game", "add", "{}", "pass"),
    ("game", "undo", "{}"),
    ("game", "amend", "{}", "--turn", "1", "pass"),
    ("game", "clock", "{}", "--minutes", "1"),
    ("leaves", "export", "{}"),
    ("leaves", "train", "--output", "{}", "--generations", "1"),
]


@POSIX
@pytest.mark.parametrize(
    ("made", "arguments"),
    [
        *((named_pipe, arguments) for arguments in WRITERS),
        *((made, arguments) for made in (folder, device, link_to_itself, bound_socket) for arguments in (WRITERS[0], WRITERS[2])),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, tuple) else value.__name__,
)
def test_only_files_are_written_over(arguments: tuple[str, ...], made: Callable[[Path], str], tmp_path: Path) -> None:
    path = tmp_path / "x.klv2"
    kind = made(path)
    before = os.lstat(path)
    # a pipe that were opened would be waited for without end
    with process(*(str(path) if word == "{}" else word for word in arguments)) as called:
        out, errors = called.communicate(timeout=SECONDS)
    assert (called.returncode, out) == (2, "")
    assert errors == f"error: {path}: is {kind}: only a regular file is written over\n"
    assert (os.lstat(path).st_ino, os.lstat(path).st_mode) == (before.st_ino, before.st_mode)
    assert os.listdir(tmp_path) == ["x.klv2"]


@POSIX
def test_a_link_stays_one(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ("there.txt", "not yet.txt"):
        link = tmp_path / f"link to {name}"
        link.symlink_to(Path("elsewhere") / name)
        if name == "there.txt":
            (elsewhere / name).write_text(GAME, encoding="utf-8")
        assert run("game", "new", str(link), "--players", "Cy,Di", "--replace").exit_code == 0
        assert link.is_symlink()
        assert (elsewhere / name).read_text(encoding="utf-8") == "players: Cy, Di\n"
    assert sorted(os.listdir(elsewhere)) == ["not yet.txt", "there.txt"]


@pytest.mark.parametrize(
    "arguments",
    [("leaves", "export", "x.klv2"), ("leaves", "export", "x.leaves"), ("game", "new", "x.txt", "--players", "Ann,Bob")],
)
def test_a_bare_name_is_a_file_here(arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    assert os.listdir(tmp_path) == [arguments[2]] if arguments[2].startswith("x") else []


@pytest.mark.parametrize(
    ("name", "message"), [("none/x.txt", "cannot be written: "), (".", "is a folder: "), ("new/", "is a folder: ")]
)
def test_where_no_file_can_be(name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("game", "new", name, "--players", "Ann,Bob")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {name}: {message}")
    assert os.listdir(tmp_path) == []


# Two at a time


def test_processes_lose_no_move(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")

    def added(lane: int) -> None:
        for number in range(3):
            with process("game", "add", str(path), "+1", "--note", f"number {lane}{number}") as called:
                out, errors = called.communicate(timeout=SECONDS)
                assert (called.returncode, errors) == (0, ""), out

    with ThreadPoolExecutor(4) as lanes:
        list(lanes.map(added, range(4)))
    lines = path.read_text(encoding="utf-8").splitlines()
    assert sorted(line.split()[1:] for line in lines if "+1" in line) == sorted(["+1", str(n)] for n in (1, 2, 3, 4, 5, 6) * 2)
    notes = [f"note: number {lane}{number}" for lane in range(4) for number in range(3)]
    assert sorted(line for line in lines if line.startswith("note")) == notes
    assert os.listdir(tmp_path) == ["game.txt"]


def test_one_of_two_begins_a_game(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    called = [process("game", "new", str(path), "--players", f"Ann{number},Bob") for number in range(4)]
    ended = []
    for number, one in enumerate(called):
        _, errors = one.communicate(timeout=SECONDS)
        ended.append(one.returncode)
        if one.returncode == 0:
            assert path.read_text(encoding="utf-8") == f"players: Ann{number}, Bob\n"
        else:
            assert errors == f"error: {path}: is there already: --replace begins it anew\n"
    assert sorted(ended) == [0, 2, 2, 2]


def test_a_lock_that_stays_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    monkeypatch.setattr("scrabblecli.folders._PATIENCE", 0.1)
    with locked(str(path)):
        result = run("game", "add", str(path), "pass")
    assert result.exit_code == 2
    lock = os.path.join(os.path.realpath(tmp_path), ".game.txt.lock")
    assert (
        result.stderr
        == f"error: {path}: another process is changing it and does not end ({lock} is locked): nothing is written\n"
    )
    assert path.read_text(encoding="utf-8") == GAME
    assert run("game", "add", str(path), "pass").exit_code == 0
    assert os.listdir(tmp_path) == ["game.txt"]


def test_what_a_killed_process_leaves_is_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    killed = (
        "import os, sys\nfrom scrabblecli.folders import locked, replace_file\n"
        "os.replace = lambda beside, target: (print('written', flush=True), sys.stdin.read())\n"
        f"with locked({str(path)!r}):\n    replace_file({str(path)!r}, b'half')\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", killed], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as one:
        assert one.stdout is not None
        assert one.stdout.readline().strip() == b"written"
        one.kill()
        one.wait(SECONDS)
    left = sorted(os.listdir(tmp_path))
    assert (left[0], left[2], len(left)) == (".game.txt.lock", "game.txt", 3)
    assert path.read_text(encoding="utf-8") == GAME
    assert run("game", "add", str(path), "pass").exit_code == 0
    assert os.listdir(tmp_path) == ["game.txt"]


def test_what_an_editor_has_saved_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    from scrabblecli.game import edit

    def slow(*arguments: object) -> object:
        path.write_text(f"{GAME}note: by hand\n", encoding="utf-8")
        return made(*arguments)  # type: ignore[arg-type]

    made = edit.with_entry
    monkeypatch.setattr(edit, "with_entry", slow)
    result = run("game", "add", str(path), "pass")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: {path}: was changed by another program meanwhile: nothing is written\n"
    assert path.read_text(encoding="utf-8") == f"{GAME}note: by hand\n"


# Whole


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_process_killed_while_it_writes_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    contents = [bytes([letter]) * 300_000 for letter in b"abc"]
    path.write_bytes(contents[0])
    writing = (
        "from scrabblecli.folders import replace_file\nimport itertools\nprint(flush=True)\n"
        f"for letter in itertools.cycle(b'abc'):\n    replace_file({str(path)!r}, bytes([letter]) * 300_000)\n"
    )
    for seconds in (0.0, 0.01, 0.03, 0.07, 0.15):
        with subprocess.Popen([sys.executable, "-c", writing], stdout=subprocess.PIPE, env=environment()) as one:
            assert one.stdout is not None
            one.stdout.readline()
            time.sleep(seconds)
            one.send_signal(signal.SIGKILL)
            one.wait(SECONDS)
        assert path.read_bytes() in contents


def test_nothing_is_left_of_what_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for fault, error in ((interrupted, KeyboardInterrupt), (full, DataError)):
        monkeypatch.setattr(os, "fsync", fault)
        with pytest.raises(error):
            replace_file(str(path), b"new")
        assert os.listdir(tmp_path) == ["x"]
        assert path.read_bytes() == b"old"


@POSIX
def test_modes_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "x"
    replace_file(str(path), b"one")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    path.chmod(0o640)
    replace_file(str(path), b"two")
    assert (stat.S_IMODE(path.stat().st_mode), path.read_bytes()) == (0o640, b"two")
    assert target_of(str(path)) == os.path.realpath(path)


def test_what_comes_with_the_package_is_found_in_a_checkout_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "__file__", str(tmp_path / "scrabblecli" / "folders.py"))
    with pytest.raises(DataError, match=r"^enable\.wins is missing from the installation or damaged: reinstall scrabblecli$"):
        folders.packaged_file("enable.wins")
    for place in ("wordlists", "scrabblecli/data"):
        made = tmp_path / place / "enable.wins"
        made.parent.mkdir(parents=True)
        made.touch()
        assert Path(folders.packaged_file("enable.wins")) == made
