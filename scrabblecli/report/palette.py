"""The colours of a board: pairs of foreground and background that read alike on a dark and on a light ground."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["BLANK", "NEW", "PREMIUMS", "START", "TILE", "Pair"]


class Pair(NamedTuple):
    """A colour of letters and the one behind them, as ``#rrggbb``."""

    ink: str
    ground: str


PREMIUMS = {
    "'": Pair("#10344a", "#b9dff2"),
    '"': Pair("#ffffff", "#2171a8"),
    "^": Pair("#ffffff", "#123f66"),
    "-": Pair("#5a1626", "#f6c3c9"),
    "=": Pair("#ffffff", "#c0392b"),
    "~": Pair("#ffffff", "#7b1f5c"),
}
"""By the symbol of the premium."""
START = PREMIUMS["-"]
TILE = Pair("#1c1a12", "#f1ddae")
BLANK = Pair("#8a2b12", "#f1ddae")
NEW = Pair("#0b2b0f", "#a6dd8c")
"""A tile of the play that stands out."""
