"""Positions, moves and games that are asked of the command line and of the public API: a dozen, of many kinds."""

from __future__ import annotations

from typing import NamedTuple

from tests.helpers import JOG, ROOT, cgp

BOARDS = ROOT / "boards"


class Asked(NamedTuple):
    """A board as a file or as a text, a rack, a move to judge, and the rules."""

    board: str
    rack: str | None
    move: str
    rules: str | None = None

    @property
    def is_file(self) -> bool:
        """Whether the board is the path of a file."""
        return "\n" not in self.board


ASKED = (
    Asked(str(BOARDS / "teazeling.txt"), "AEGINTZ", "3G TEAZ..ING"),
    Asked(str(BOARDS / "teazeling.txt"), "IISSUVW", "exch UVW"),
    Asked(str(BOARDS / "teazeling.txt"), "AEGINTZ", "1L MAZED"),
    Asked(str(BOARDS / "super.txt"), None, "pass"),
    Asked(str(BOARDS / "endgame.txt"), None, "pass"),
    Asked(JOG, "AEINRST", "8F JOGS"),
    Asked(JOG, "KINGS??", "I5 KINs"),
    Asked(JOG, "QUIET", "8E QJOG"),
    Asked(cgp(), "MUZJIKS", "8B MUZJIKS"),
    Asked(cgp(), "MUZJIKS", "B8 MUZJIKS", "wwf"),
    Asked(cgp(rack="AEINRST"), None, "8D RETAINS", "hasbro-2003"),
    Asked(cgp(), "AEI", "8F AE", "clabbers"),
    Asked("." * 15 + "\n" + ("." * 15 + "\n") * 14, "?", "pass"),
)
