"""Tab-separated and comma-separated lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TextIO

from scrabblecli.plain import printable

__all__ = ["Delimited"]


class Delimited:
    """Writes lines to a stream: with tabs (``tsv``), or with commas and quotes where they are needed (``csv``)."""

    def __init__(self, stream: TextIO, kind: str) -> None:
        self._stream = stream
        self._csv = None
        if kind == "csv":
            import csv

            self._csv = csv.writer(stream, lineterminator="\n")

    def write(self, fields: Sequence[str]) -> None:
        """Write one line; characters that would act on a terminal, tabs among them, are shown as escapes."""
        safe = [printable(field) for field in fields]
        if self._csv is not None:
            self._csv.writerow(safe)
        else:
            self._stream.write("\t".join(safe) + "\n")

    def write_all(self, lines: Iterable[Sequence[str]]) -> None:
        """Write many lines, whose fields this package made and that need no escapes."""
        if self._csv is not None:
            self._csv.writerows(lines)
            return
        batch: list[str] = []
        for fields in lines:
            batch.append("\t".join(fields))
            if len(batch) == 500:
                self._stream.write("\n".join(batch) + "\n")
                batch.clear()
        if batch:
            self._stream.write("\n".join(batch) + "\n")
