"""Writes docs/modules.md, a line on every module, from the modules' own docstrings.

usage: python docs/modules.py
"""

from __future__ import annotations

import ast
from itertools import groupby
from pathlib import Path

from documents import ROOT, write

__all__ = ["pages"]

PACKAGE = ROOT / "scrabblecli"


def summary(path: Path) -> str:
    """What a module says of itself: the first paragraph of its docstring, ready for a table."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split()).replace("``", "`").replace("|", "\\|")


def pages() -> dict[str, str]:
    """The page by its path in the docs folder."""
    paths = sorted(
        PACKAGE.rglob("*.py"), key=lambda path: (len(path.relative_to(PACKAGE).parts) > 1, path.relative_to(PACKAGE).as_posix())
    )
    parts = ["# The modules\n", "Made from the modules' own docstrings by `python docs/modules.py`; a test compares the two.\n"]
    for room, found in groupby(paths, key=lambda path: path.parent.relative_to(PACKAGE).as_posix()):
        heading = "scrabblecli" if room == "." else f"scrabblecli/{room}"
        rows = [f"| `{path.name}` | {summary(path)} |" for path in found]
        parts.append("\n".join([f"## {heading}\n", "| module | what it holds |", "|---|---|", *rows]) + "\n")
    return {"modules.md": "\n".join(parts)}


if __name__ == "__main__":
    write(pages())
