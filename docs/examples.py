"""Runs the examples in the documents and writes their real output into them.

usage: python docs/examples.py FILE.md...

An example is a fenced block marked `console`; every line that begins with `$ ` is a command, run by the shell in a terminal
of 80 columns without colour, in a folder with a copy of boards/; the lines after it are what the terminal shows. The test
suite runs the same code and fails when a document says something else.
"""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def terminal_output(command: str, folder: Path) -> str:
    """What a terminal shows when the shell runs a command in a folder."""
    environment = {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
        "HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / ".cache"),
        "XDG_DATA_HOME": str(folder / ".data"),
        "XDG_CONFIG_HOME": str(folder / ".config"),
        "COLUMNS": "80",
        "LINES": "50",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }
    master, slave = pty.openpty()
    with subprocess.Popen(["/bin/sh", "-c", command], stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment):
        os.close(slave)
        shown = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:  # how Linux says that the other end is closed
                break
            if not part:
                break
            shown += part
    os.close(master)
    return shown.decode("utf-8").replace("\r\n", "\n")


def run_block(block: str, folder: Path) -> str:
    """A block with the output of its commands made anew."""
    lines = []
    status = ""
    for line in block.splitlines():
        if not line.startswith("$ "):
            continue
        command = line[2:]
        lines.append(line)
        # each command has a shell of its own: the exit status is carried over to `echo $?`
        shown = terminal_output(f"{status}{command}\nprintf '\\n%d' $?", folder)
        shown, _, code = shown.rpartition("\n")
        status = f"(exit {int(code)})\n"
        lines += [text.rstrip() for text in shown.splitlines()]
    return "\n".join(lines) + "\n"


def refreshed(text: str) -> str:
    """A document with every example run anew."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(HERE.parent / "boards", folder / "boards")
        return BLOCK.sub(lambda match: f"```console\n{run_block(match[1], folder)}```", text)


def main() -> None:
    """Refresh the documents named on the command line."""
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(refreshed(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
