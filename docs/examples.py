"""Runs the examples in the documents and writes their real output into them.

usage: python docs/examples.py [FILE.md...]

Without files all documents are done. Each has a folder of its own with a copy of boards/, in which its blocks are
run from top to bottom:

- `console`: every line that begins with `$ ` is a command, run by the shell in a terminal of 80 columns without colour; the lines
  after it are what the terminal shows.
- `python` and `pycon` with `>>>`: run as doctests, one page after the other in the same names.
- `python` whose first line is `# NAME.py`: written to that file, for commands that follow.
- other `python`: run as it is.

The test suite runs the same code and fails when a document says something else.
"""

from __future__ import annotations

import contextlib
import doctest
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

from documents import ROOT, documents

__all__ = ["BLOCK", "refreshed"]

_TYPED = re.compile(r"^>>> .*\n(?:^\.\.\.(?: .*)?\n)*", re.MULTILINE)
"""A line of Python that is typed, and those that go on with it; what is shown may begin with dots too, but not with dots and a space."""
BLOCK = re.compile(r"^```(console|python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def environment(folder: Path) -> dict[str, str]:
    """The environment of examples: folders of their own, a plain terminal."""
    return {
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


def terminal_output(command: str, folder: Path) -> str:
    """What a terminal shows when the shell runs a command in a folder."""
    import pty  # noqa: PLC0415  (systems without terminals of this kind can still list the documents)

    master, slave = pty.openpty()
    command_line = ["/bin/sh", "-c", command]
    with subprocess.Popen(command_line, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment(folder)):
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


def run_console(block: str, folder: Path) -> str:
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


class _Rewriter(doctest.DocTestRunner):
    """Runs doctests and keeps what they should have said."""

    def __init__(self) -> None:
        super().__init__(verbose=False)
        self.right: dict[int, str] = {}

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self.right[example.lineno] = got

    def report_unexpected_exception(self, out: Any, test: doctest.DocTest, example: doctest.Example, exc_info: Any) -> None:
        kind, error, _ = exc_info
        self.right[example.lineno] = f"Traceback (most recent call last):\n    ...\n{kind.__name__}: {error}\n"


def run_python(block: str, folder: Path, names: dict[str, Any]) -> str:
    """A block of Python with the results of its examples made anew."""
    if ">>> " not in block:
        named = re.match(r"# ([\w-]+\.py)\n", block)
        if named:
            (folder / named[1]).write_text(block, encoding="utf-8", newline="\n")
        else:
            exec(compile(block, "a block of Python", "exec"), names)
        return block
    typed = _TYPED.findall(block)
    test = doctest.DocTestParser().get_doctest("".join(typed), names, "block", None, 0)
    runner = _Rewriter()
    runner.run(test, clear_globs=False)
    names.update(test.globs)
    shown = [runner.right.get(example.lineno, "") for example in test.examples]
    return "".join(source + output for source, output in zip(typed, shown, strict=True))


def refreshed(text: str) -> str:
    """A document with every example run anew."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "boards", folder / "boards")

        def anew(match: re.Match[str]) -> str:
            kind, block = match[1], match[2]
            if kind == "console":
                return f"```{kind}\n{run_console(block, folder)}```"
            with contextlib.chdir(folder), mock.patch.dict(os.environ, environment(folder)):
                return f"```{kind}\n{run_python(block, folder, names)}```"

        return BLOCK.sub(anew, text)


def main() -> None:
    """Refresh the documents named on the command line, or all."""
    for path in map(Path, sys.argv[1:]) if sys.argv[1:] else documents():
        text = path.read_text(encoding="utf-8")
        if BLOCK.search(text):
            path.write_text(refreshed(text), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
