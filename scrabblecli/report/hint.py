"""``solve --hint``: one thing about the best move and no more."""

from __future__ import annotations

import sys
from typing import Any

from scrabblecli.move import Exchange, Play
from scrabblecli.report.data import SCHEMA, kind_of, position_data
from scrabblecli.report.delimited import Delimited
from scrabblecli.report.listing import json_text
from scrabblecli.report.sentences import count_of
from scrabblecli.report.solve import Solution

__all__ = ["HintWriter"]


class HintWriter:
    """Writes a hint a position; the solution's moves need only yield the first."""

    def __init__(self, kind: str, output_format: str, header: bool, several: bool) -> None:
        self._kind = kind
        self._format = output_format
        self._several = several
        self._kept: list[dict[str, Any]] = []
        self._out = Delimited(sys.stdout, output_format) if output_format in ("tsv", "csv") else None
        if self._out is not None and header:
            self._out.write([*(["position"] if several else []), "hint", "value"])

    def add(self, solution: Solution) -> None:
        """Write the hint for one position."""
        best = next(iter(solution.moves), None)
        value: int | str | None = None
        if best is not None and isinstance(best.move, Play):
            square = best.move.square.name(best.move.direction)
            known: dict[str, int | str] = {"length": len(best.move.tiles), "score": best.score, "square": square}
            value = known[self._kind]
        if self._out is not None:
            if value is None and best is not None:
                value = kind_of(best.move)
            self._out.write([*([str(solution.number)] if self._several else []), self._kind, "" if value is None else str(value)])
        elif self._format in ("json", "jsonl"):
            position = position_data(solution.board, solution.rack, solution.rules, solution.lexicon)
            kind = None if best is None else kind_of(best.move)
            data = {"schema": SCHEMA, "position": position, "hint": {"about": self._kind, "kind": kind, "value": value}}
            if self._several and self._format == "json":
                self._kept.append(data)
            else:
                sys.stdout.write(json_text(data, self._format))
        else:
            where = f"Position {solution.number}: " if self._several else ""
            if best is None:
                sentence = "There is no such move."
            elif isinstance(best.move, Play):
                sentence = {
                    "length": f"The best play makes a word of {count_of(len(best.move.tiles), 'tile')}.",
                    "score": f"The best play scores {count_of(best.score, 'point')}.",
                    "square": f"The best play begins on {best.move.square.name(best.move.direction)}.",
                }[self._kind]
            else:
                sentence = f"The best move is {'an exchange' if isinstance(best.move, Exchange) else 'a pass'}."
            sys.stdout.write(f"{where}{sentence}\n")

    def fail(self, number: int, message: str) -> None:
        """Note that a position could not be solved."""
        if self._format == "jsonl":
            sys.stdout.write(json_text({"schema": SCHEMA, "error": message}, self._format))
        elif self._format == "json":
            self._kept.append({"schema": SCHEMA, "error": message})

    def end(self) -> None:
        """Write what closes the output."""
        if self._several and self._format == "json":
            sys.stdout.write(json_text({"schema": SCHEMA, "positions": self._kept}, self._format))
