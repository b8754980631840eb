"""Makes docs/notebooks/board.ipynb, a notebook that has been run, and the picture of its board, docs/pictures/board.svg.

usage: python docs/notebook.py

The cells are run here, by Python alone, and what they show is kept as a notebook keeps it: the text, the HTML and the SVG that the values
offer to whoever displays them. The test suite runs the same code and fails when the files say something else.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
NOTEBOOK = HERE / "notebooks" / "board.ipynb"
PICTURE = HERE / "pictures" / "board.svg"

TEXT, CODE = "markdown", "code"
CELLS: tuple[tuple[str, str], ...] = (
    (TEXT, "# A board in a notebook\n\nA board is text: one line a row, a dot for an empty square, capital letters for tiles, small letters for blanks."),
    (CODE, '''import scrabblecli

position = scrabblecli.load_position("""
rack: AEGINTZ
...........M...
..........TI...
..........EL...
..........OD...
..........PE...
..........AR...
........V.N....
...OUTSAILS....
....HUH.R......
.....X.ALCaYDEs
..............O
..............I
..............R
..............E
..............E
""")
position'''),
    (TEXT, "Which moves are there? A list of moves shows itself as a table."),
    (CODE, "moves = scrabblecli.solve(position, top=5)\nmoves"),
    (TEXT, "One of them shows where it lies, and why it scores what it scores."),
    (CODE, "moves.best"),
    (TEXT, "What would have been lost with another move, and why?"),
    (CODE, 'analysis = scrabblecli.analyze(position, move="1L MAZE")\nanalysis'),
    (TEXT, "Everything is a plain value for further work."),
    (CODE, "for move in moves:\n    print(move.rank, move.notation, move.score, move.leave or \"-\", *move.words)"),
    (CODE, 'scrabblecli.check("TEAZELING", "RETIANS")'),
)  # fmt: skip


def bundle(value: object) -> dict[str, Any]:
    """What a value offers to whoever displays it."""
    data: dict[str, Any] = {"text/plain": lines(repr(value))}
    for mime, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
        made = getattr(value, method, lambda: None)()
        if made is not None:
            data[mime] = lines(made)
    return data


def lines(text: str) -> list[str]:
    """A text as notebooks keep it."""
    return text.splitlines(keepends=True)


def run(code: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run a cell, and return what it shows: what it prints, and the value of its last line."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    outputs: list[dict[str, Any]] = []
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # type: ignore[attr-defined]
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        outputs.append({"data": bundle(value), "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs


def made() -> tuple[str, str]:
    """The notebook, run anew, and the picture of the best move."""
    names: dict[str, Any] = {}
    cells: list[dict[str, Any]] = []
    count = 0
    for number, (kind, source) in enumerate(CELLS):
        cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": lines(source)}
        if kind == CODE:
            count += 1
            cell |= {"execution_count": count, "outputs": run(source, names, count)}
        cells.append(cell)
    notebook = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", names["moves"].best._repr_svg_()


def main() -> None:
    """Write both files."""
    for path, text in zip((NOTEBOOK, PICTURE), made(), strict=True):
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
