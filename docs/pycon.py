"""Runs the Python examples in documents and writes their real output into them.

usage: python docs/pycon.py FILE.md...

An example is a fenced block marked `pycon`; the blocks of a document share their names and are run one after the other, as if typed, in the folder of
the repository. The test suite runs the same code and fails when a document says something else.
"""

from __future__ import annotations

import code
import contextlib
import io
import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)

EXAMPLE = re.compile(r"^>>> .*\n(?:^\.\.\.(?: .*)?\n)*", re.MULTILINE)
"""A line that is typed, and those that go on with it; output may begin with dots too."""


def run_block(block: str, console: code.InteractiveConsole) -> str:
    """A block with its output made anew."""
    made = []
    for typed in EXAMPLE.findall(block):
        source = "".join(line[4:].rstrip("\n") + "\n" for line in typed.splitlines())
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
            console.runcode(compile(source, "<stdin>", "single"))
        made.append(typed + shown.getvalue())
    return "".join(made)


def refreshed(text: str) -> str:
    """A document with every example run anew."""
    console = code.InteractiveConsole({"__name__": "__main__"})
    before = os.getcwd()
    os.chdir(HERE.parent)
    try:
        return BLOCK.sub(lambda match: f"```pycon\n{run_block(match[1], console)}```", text)
    finally:
        os.chdir(before)


def main() -> None:
    """Refresh the documents named on the command line."""
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(refreshed(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
