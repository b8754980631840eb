"""Makes the pictures in docs/pictures from the real output of the commands.

usage: python docs/pictures.py

review.png is not made here: it is what a browser shows of the page of `game review boards/kitchen.gcg --format html --quiet`, light in a
window 960 pixels wide and dark in one of 390 with the board of turn 8 folded out, each 960 high, side by side in 64 colours. Take it
again when the page looks different.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent
PICTURES = {
    "solve.svg": ["solve", "boards/teazeling.txt", "--rack", "AEGINTZ", "--format", "table", "--explain", "1"],
    "super.svg": ["solve", "boards/super.txt", "--format", "table", "--explain", "1"],
}


def picture(arguments: list[str], columns: int) -> str:
    """The output of a command as an SVG drawing of a terminal."""
    environment = dict(os.environ, COLUMNS=str(columns), COLORTERM="truecolor")
    command = [sys.executable, "-m", "scrabblecli", *arguments, "--color", "always", "--quiet"]
    shown = subprocess.run(command, capture_output=True, env=environment, cwd=HERE.parent, check=True).stdout.decode("utf-8")
    console = Console(
        record=True, width=columns, file=io.StringIO(), highlight=False, color_system="truecolor", force_terminal=True
    )
    console.print(Text(f"$ scrabblecli {' '.join(arguments[:4])}", style="bold"))
    console.print(Text.from_ansi(shown))
    return console.export_svg(title="scrabblecli", unique_id="scrabblecli")


if __name__ == "__main__":
    for file_name, arguments in PICTURES.items():
        columns = 100 if "super" in file_name else 84
        (HERE / "pictures" / file_name).write_text(picture(arguments, columns), encoding="utf-8", newline="\n")
