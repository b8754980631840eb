"""Real processes: pipes, closed pipes, terminals, Ctrl-C, bytes, memory."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scrabblecli._compiled import kernel_state
from scrabblecli.rules import load_rules
from tests.helpers import EMPTY, JOG, TEAZELING, cgp, environment, table, word_list

TWO_BLANKS = (
    "7P7/7E7/SHOGS2E7/W4D1V7/ELONGATE7/E3UH9/P3N10/YA2BAWTIE1JOKE/1N2O3FRIER2/1G2AX5A3/1U2TI5N3/MI9S3/EN13/NE13/O14"
    " AEIRS??/ 242/312 0\n"
)
SECONDS = 60


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "scrabblecli", *arguments]


def call(*arguments: str, stdin: bytes = b"", **changes: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own, its output into pipes."""
    return subprocess.run(
        command(*arguments), input=stdin, capture_output=True, env=environment(**changes), timeout=SECONDS, check=False
    )


def test_module_and_console_script_are_the_same() -> None:
    script = Path(sys.executable).with_name("scrabblecli" + (".exe" if os.name == "nt" else ""))
    if not script.exists():
        pytest.skip("the package is not installed beside this Python")
    by_module = call("solve", TEAZELING, "--rack", "AEGINTZ")
    by_script = subprocess.run(
        [str(script), "solve", TEAZELING, "--rack", "AEGINTZ"],
        capture_output=True,
        env=environment(),
        timeout=SECONDS,
        check=False,
    )
    assert by_module.returncode == by_script.returncode == 0
    assert by_module.stdout == by_script.stdout


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("check", "RETAINS"), 0),
        (("check", "QI"), 1),
        (("score", TEAZELING, "8B", "TAOUTSAILS"), 1),
        (("solve", TEAZELING), 2),
        (("solve", "none.txt", "--rack", "A"), 2),
        (("nonesuch",), 2),
        (("--version",), 0),
        (("solve", "--help"), 0),
        ((), 2),
    ],
)
def test_exit_statuses(arguments: tuple[str, ...], status: int) -> None:
    done = call(*arguments)
    assert done.returncode == status
    assert b"Traceback" not in done.stderr
    assert (done.stdout == b"") == (status == 2)


def test_pipe_into_pipe() -> None:
    with (
        subprocess.Popen(command("board", TEAZELING, "--to", "cgp"), stdout=subprocess.PIPE, env=environment()) as first,
        subprocess.Popen(
            command("solve", "-", "--rack", "AEGINTZ", "--top", "1"),
            stdin=first.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
        ) as second,
    ):  # fmt: skip
        assert first.stdout is not None
        first.stdout.close()
        out, err = second.communicate(timeout=SECONDS)
        assert (first.wait(SECONDS), second.returncode) == (0, 0)
    assert table(out.decode())[0]["move"] == "3G TEAZ..ING"
    assert err == b"note: 1 of 555 moves shown; --top 0 lists all\n"


@pytest.mark.parametrize("output_format", ["tsv", "csv", "json", "jsonl", "text"])
def test_closed_pipe_is_no_error(output_format: str) -> None:
    arguments = command("solve", "-", "--top", "0", "--format", output_format)
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(TWO_BLANKS.encode())
        process.stdin.close()
        assert process.stdout.read(20) != b""
        process.stdout.close()
        errors = process.stderr.read()
        assert process.wait(SECONDS) == 0
    assert errors == b""


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", TEAZELING, "--rack", "AEGINTZ", "--top", "0"),
        ("solve", TEAZELING, "--rack", "AEGINTZ", "--top", "0", "--format", "table"),
        ("board", TEAZELING, "--to", "draw"),
        ("score", TEAZELING, "3G", "TEAZELING"),
        ("check", "AA"),
        ("words", "pattern", "*", "--top", "0"),
        ("words", "pattern", "*", "--top", "0", "--format", "jsonl"),
        ("lexicon", "export", "enable"),
        ("--help",),
        ("--version",),
    ],
)
def test_pipe_closed_before_anything_is_written(arguments: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run(
            command(*arguments), stdout=closed, stderr=subprocess.PIPE, env=environment(), timeout=SECONDS, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")


def test_no_terminal_means_separated_lines() -> None:
    assert call("solve", TEAZELING, "--rack", "AEGINTZ", "--top", "1", "--quiet").stdout == (
        b"rank\tmove\tscore\tequity\tleave\ttiles\twords\n1\t3G TEAZ..ING\t92\t92.00\t\tTEAZ..ING\tTEAZELING\n"
    )
    assert call("check", "AA").stdout == b"AA\tvalid\n"
    assert call("board", TEAZELING).stdout == Path(TEAZELING).read_bytes()


@pytest.mark.parametrize(
    "locale",
    [
        {},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_output_and_input_are_utf_8(tmp_path: Path, locale: dict[str, str]) -> None:
    words = word_list(tmp_path, "ÄSTE")
    position = cgp(rack="ÄSTE").encode()
    for output_format in ("tsv", "json", "text", "table"):
        done = call(
            "solve",
            "-",
            "--rules",
            "german",
            "--lexicon",
            words,
            "--top",
            "1",
            "--format",
            output_format,
            stdin=position,
            **locale,
        )
        assert done.returncode == 0, done.stderr
        assert "Ä" in done.stdout.decode("utf-8")
    checked = call("check", "-", "--rules", "german", "--lexicon", words, stdin="äste\n".encode(), **locale)
    assert checked.stdout == "ÄSTE\tvalid\n".encode()
    refused = call("check", "-", "--rules", "spanish", "--lexicon", words, stdin="äste\n".encode(), **locale)
    assert (refused.returncode, b"Traceback" in refused.stderr) == (2, False)


def test_lines_end_with_line_feeds() -> None:
    for arguments, lines in ((("solve", TEAZELING, "--rack", "AEGINTZ"), 16), (("board", TEAZELING, "--to", "cgp"), 1)):
        shown = call(*arguments).stdout
        assert (shown.count(b"\n"), shown[-1:]) == (lines, b"\n")
        assert b"\r" not in shown


# Ctrl-C


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_interrupted_while_writing() -> None:
    with subprocess.Popen(
        command("solve", "-", "--rack", "???????", "--top", "0"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(EMPTY.encode())
        process.stdin.close()
        process.stdin = None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert len(out.splitlines()) < 315_055


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_interrupted_while_reading() -> None:
    reading = (
        "import io, os, signal, sys\n"
        "class Stream(io.RawIOBase):\n"
        "    def readable(self): return True\n"
        "    def readinto(self, buffer): os.kill(os.getpid(), signal.SIGINT); return 0\n"
        "sys.stdin = io.TextIOWrapper(io.BufferedReader(Stream()))\n"
        "sys.argv[1:] = ['solve', '-', '--rack', 'CAT']\n"
        "import runpy\n"
        "runpy.run_module('scrabblecli', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", reading], capture_output=True, env=environment(), timeout=SECONDS, check=False)
    assert (done.returncode, done.stdout) == (130, b"")
    assert b"Traceback" not in done.stderr


# Terminals


def on_terminal(*arguments: str, columns: int = 80, **changes: str) -> str:
    """What a command prints on a pseudo terminal of some width."""
    pty = pytest.importorskip("pty")
    termios = pytest.importorskip("termios")
    fcntl = pytest.importorskip("fcntl")
    import struct

    try:
        outer, inner = pty.openpty()
    except OSError:
        pytest.skip("no pseudo terminals here")
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        command(*arguments), stdin=inner, stdout=inner, stderr=subprocess.DEVNULL, env=environment(**changes)
    )
    os.close(inner)
    # a process that hangs is ended, so that reading ends too
    watch = threading.Timer(SECONDS, process.kill)
    watch.start()
    chunks = []
    try:
        while chunk := os.read(outer, 4096):
            chunks.append(chunk)
    except OSError:  # how Linux says that the other end is closed
        pass
    finally:
        watch.cancel()
        os.close(outer)
    assert process.wait(SECONDS) in (0, 1)
    return b"".join(chunks).decode().replace("\r\n", "\n")


def plain(text: str) -> str:
    """A text without escape sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


def test_terminal_means_a_table_with_the_arithmetic() -> None:
    shown = on_terminal("solve", TEAZELING, "--rack", "AEGINTZ", columns=120)
    assert "\x1b[" in shown
    lines = plain(shown).splitlines()
    assert any("*T*E*A*Z E L*I*N*G" in line for line in lines)
    assert any(re.search(r"1 +3G TEAZ\(EL\)ING +92", line) for line in lines)
    assert any("21 x 2" in line for line in lines)
    assert "\t" not in shown
    assert max(map(len, lines)) <= 120


def test_terminal_of_80_columns() -> None:
    lines = plain(on_terminal("solve", TEAZELING, "--rack", "AEGINTZ")).splitlines()
    assert max(map(len, lines)) <= 80


def test_no_color_is_obeyed() -> None:
    shown = on_terminal("solve", TEAZELING, "--rack", "AEGINTZ", NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*[34]8;", shown)
    assert "\x1b[" not in on_terminal("solve", TEAZELING, "--rack", "AEGINTZ", "--color", "never")
    coloured = on_terminal("solve", TEAZELING, "--rack", "AEGINTZ", "--color", "always", NO_COLOR="1")
    assert re.search(r"\x1b\[[0-9;]*48;", coloured)


def test_dumb_terminal_gets_no_escapes() -> None:
    shown = on_terminal("solve", TEAZELING, "--rack", "AEGINTZ", TERM="dumb")
    assert "TEAZ(EL)ING" in shown
    assert "\x1b" not in shown


def test_columns_is_obeyed_on_a_terminal() -> None:
    lines = plain(on_terminal("solve", TEAZELING, "--rack", "AEGINTZ", columns=200, COLUMNS="60")).splitlines()
    assert max(map(len, lines)) <= 60


def test_formats_on_a_terminal_are_those_asked_for() -> None:
    assert on_terminal("solve", TEAZELING, "--rack", "AEGINTZ", "--top", "1", "--format", "tsv").startswith("rank\tmove\tscore")
    assert plain(on_terminal("check", "QI", "RETAINS")).splitlines()[2] == "RETAINS  valid in enable (172,823 words, 77a8b772)"
    drawn = plain(on_terminal("board", TEAZELING)).splitlines()
    assert drawn[0].split() == list("ABCDEFGHIJKLMNO")
    assert drawn[8].split()[1:8] == ["=", ".", ".", "O", "U", "T", "S"]
    scored = plain(on_terminal("score", TEAZELING, "3G", "TEAZELING")).splitlines()
    assert scored[0] == "3G TEAZ(EL)ING"


HOSTILE = (
    "#title T\x1b[2J\x9b2J\n#description D\x1b[1m\n#lexicon L\x1b[3m\n#x\x1b[4m y\x1b[5m\n#player1 A\x1b[1m Ann\x1b[31m [red]<b>\n"
    "#player2 B\x07 Bob\u202e\n#note before\x1b]0;x\x07\n>A\x1b[1m: AABEITW 8E BAWTIE +24 24 comment\x1b[7m\n#note \x1b]0;x\x07 <b>\n"
    "goes on\x1b[8m\n>B\x07: AEFIRRU 9I FRIER +24 24\n>A\x1b[1m: A - +0 24\n"
)


@pytest.mark.parametrize(
    "arguments",
    [
        ("convert", "--to", "gcg"),
        ("convert", "--to", "text"),
        ("convert", "--to", "json"),
        ("convert", "--to", "cgp"),
        *(("score", "--explain", "--format", name) for name in ("table", "tsv", "csv", "json", "jsonl", "text", "html")),
        *(("show", *turn, "--format", name) for turn in ((), ("--turn", "1")) for name in ("table", "json", "jsonl", "text")),
        *(("review", "--format", name) for name in ("table", "tsv", "csv", "json", "jsonl", "text")),
    ],
    ids=" ".join,
)
def test_no_text_of_a_game_acts_on_a_terminal(arguments: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    path.write_text(HOSTILE, encoding="utf-8")
    command, *options = arguments
    shown = on_terminal("game", command, str(path), *options, "--color", "never")
    assert shown
    assert not [character for character in shown.replace("\t", " ") if character != "\n" and not character.isprintable()]
    if "html" in options:
        assert "<b>" not in shown


def test_a_pipe_gets_a_game_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    path.write_text("#character-encoding UTF-8\n" + HOSTILE, encoding="utf-8")
    there = call("game", "convert", str(path), "--to", "text").stdout
    assert b"\x1b]0;x\x07 <b>" in there
    back = call("game", "convert", "-", "--to", "gcg", stdin=there).stdout.decode()
    again = call("game", "convert", str(path), "--to", "gcg").stdout.decode()
    assert (back, sorted(again.splitlines())) == (again, sorted(path.read_text(encoding="utf-8").split("\n")[:-1]))


# Memory


MEASURED = (
    "import atexit, sys\n"
    "def tell():\n"
    "    [line] = [line for line in open('/proc/self/status') if line.startswith('VmHWM')]\n"
    "    sys.stderr.write(line)\n"
    "atexit.register(tell)\n"
    "import runpy\n"
    "runpy.run_module('scrabblecli', run_name='__main__')\n"
)


@pytest.mark.skipif(sys.platform != "linux", reason="no such measure here")
@pytest.mark.parametrize(
    ("rack", "stdin", "top", "lines", "limit"),
    [
        ("AEGINTZ", JOG, "15", 16, 60),
        ("AEIRS??", TWO_BLANKS, "0", 62_886, 60),
        ("???????", EMPTY, "10", 11, 60),
    ],
)
def test_memory(rack: str, stdin: str, top: str, lines: int, limit: int) -> None:
    """The peak of resident memory in MB, as the process itself knows it: what is told of a child counts its parent too."""
    arguments = [sys.executable, "-c", MEASURED, "solve", "-", "--rack", rack, "--top", top, "--quiet"]
    done = subprocess.run(arguments, input=stdin.encode(), capture_output=True, env=environment(), timeout=SECONDS, check=False)
    assert (done.returncode, done.stdout.count(b"\n")) == (0, lines)
    measured = re.fullmatch(rb"VmHWM:\s*(\d+) kB\n", done.stderr)
    assert measured
    # the uncompiled kernel sorts plays as Python objects
    assert int(measured[1]) // 1024 <= (limit if kernel_state() == "compiled kernel" else 3 * limit)


def test_many_positions_in_one_call() -> None:
    racks = ["AEINRST", "AEGINTZ", "QUIZERS", "EEILNOR", "BCDFGHJ"] * 40
    positions = "".join(cgp(rack=rack, rows={8: "5JOG7"}) for rack in racks)
    done = call("solve", "-", "--top", "1", "--no-header", stdin=positions.encode())
    assert done.returncode == 0
    assert [int(line.split(b"\t")[0]) for line in done.stdout.splitlines()] == list(range(1, 201))


def test_rules_know_nothing_of_the_folder(tmp_path: Path) -> None:
    done = subprocess.run(
        command("board", "--rules", "super", "--to", "cgp"),
        capture_output=True,
        cwd=tmp_path,
        env=environment(),
        timeout=SECONDS,
        check=False,
    )
    layout = load_rules("super").layout
    assert done.stdout.decode().split()[0] == "/".join([str(layout.columns)] * layout.rows)
