"""What ``lexicon diff`` prints: the words that only one of two lists has, and how many there are by length."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.plain import printable
from scrabblecli.report.listing import json_text, print_listing
from scrabblecli.report.sentences import count_of

__all__ = ["Comparison", "print_comparison"]

SCHEMA = 1
"""The version of the JSON output."""
Row = tuple[str, str, int, int | None]
"""A word, the list that has it, its length in tiles, and the turn of a game that made it."""


class Comparison:
    """Two lists and what differs. ``rows`` are the words that are shown, those first that are fewer, which are what is looked for
    where a list of a hundred words is compared with one of a hundred thousand. With ``only`` 0 or 1 they are those of one list.
    """

    def __init__(self, first: Lexicon, second: Lexicon, names: tuple[str, str], only: int | None = None) -> None:
        self.only = only
        self.lists = first, second
        # lists of one name are told apart by what was typed
        self.names = (first.name, second.name) if first.name != second.name else (printable(names[0]), printable(names[1]))
        self.counts: tuple[Counter[int], Counter[int], Counter[int]] = Counter(), Counter(), Counter()
        """Words by length: only in the first, only in the second, in both."""
        self.rows: list[Row] = []

    @property
    def different(self) -> int:
        """How many words only one of the lists has; of those asked for."""
        return sum(counts.total() for side, counts in enumerate(self.counts[:2]) if self.only in (None, side))

    @property
    def shown(self) -> int:
        """How many of them are listed."""
        return len(self.rows)

    def take(
        self, words: Iterable[tuple[bytes, bool, bool, int | None]], shortest: int, longest: int, top: int, played: bool = False
    ) -> None:
        """Count words of some lengths, given with whether each list has them, and keep the first ``top`` that differ (0 for all).

        Words ``played`` in a game keep their order.
        """
        text = self.lists[0].alphabet.word_text
        sides: tuple[list[Row], list[Row]] = [], []
        for word, ours, theirs, turn in words:
            length = len(word)
            if not shortest <= length <= longest or not (ours or theirs):
                continue
            place = 2 if ours and theirs else 0 if ours else 1
            self.counts[place][length] += 1
            if place < 2 and self.only in (None, place):
                rows = sides[0 if played else place]
                if not top or len(rows) < top:
                    rows.append((text(word), self.names[place], length, turn))
        fewer = int(not played and self.counts[1].total() < self.counts[0].total())
        self.rows = (sides[fewer] + sides[1 - fewer])[: top or None]


def print_comparison(
    compared: Comparison, output_format: str, lengths_only: bool, with_turns: bool, color: str, header: bool
) -> None:
    """Print what differs: words, and (alone with ``lengths_only``, on a terminal and as JSON always) the counts by length."""
    if output_format in ("json", "jsonl"):
        _print_json(compared, output_format, lengths_only, with_turns)
    elif output_format == "text":
        sys.stdout.write("".join(f"{line}\n" for line in _sentences(compared, lengths_only)))
    elif output_format == "table":
        if not lengths_only and compared.rows:
            print_listing(*_words(compared, with_turns, table=True), "table", color, header)
            sys.stdout.write("\n")
        print_listing(*_lengths(compared, table=True), "table", color, header)
    elif lengths_only:
        print_listing(*_lengths(compared, table=False), output_format, color, header)
    else:
        print_listing(*_words(compared, with_turns, table=False), output_format, color, header)


def _words(compared: Comparison, with_turns: bool, table: bool) -> tuple[Sequence[str], list[list[str]]]:
    columns = ["word", "only_in", "length", *(["turn"] if with_turns else [])]
    rows = [[word, name, str(length), *([str(turn)] if with_turns else [])] for word, name, length, turn in compared.rows]
    return [column.capitalize().replace("_", " ") for column in columns] if table else columns, rows


def _lengths(compared: Comparison, table: bool) -> tuple[Sequence[str], list[list[str]]]:
    ours, theirs, both = compared.counts
    number = "{:,}" if table else "{}"
    rows = [
        [str(length), *(number.format(counts[length]) for counts in compared.counts)] for length in sorted(ours | theirs | both)
    ]
    if not table:
        return ["length", "only_in_a", "only_in_b", "in_both"], rows
    columns = ["Length", *(f"Only in {name}" for name in compared.names), "In both"]
    rows.append(["total", *(number.format(counts.total()) for counts in compared.counts)])
    for place in range(len(columns)):
        width = max(len(row[place]) for row in (columns, *rows))
        for row in (columns, *rows):
            row[place] = row[place].rjust(width)
    return columns, rows


def _sentences(compared: Comparison, lengths_only: bool) -> list[str]:
    first, second = compared.names
    ours, theirs, both = compared.counts
    lines = [
        f"{count_of(ours.total(), 'word')} only in {first}, {count_of(theirs.total(), 'word')} only in {second}, "
        f"{count_of(both.total(), 'word')} in both."
    ]
    lines += [
        f"Of {count_of(length, 'tile')}: {ours[length]:,} only in {first}, {theirs[length]:,} only in {second}."
        for length in sorted(ours | theirs)
    ]
    if not lengths_only:
        lines += [f"{word}: only in {name}{'' if turn is None else f', turn {turn}'}." for word, name, _, turn in compared.rows]
    return lines


def _print_json(compared: Comparison, output_format: str, lengths_only: bool, with_turns: bool) -> None:
    from scrabblecli.report.data import lexicon_data

    words: list[dict[str, Any]] = [
        {"word": word, "only_in": name, "length": length, **({"turn": turn} if with_turns else {})}
        for word, name, length, turn in compared.rows
    ]
    ours, theirs, both = compared.counts
    lengths = [
        {"length": length, "only_a": ours[length], "only_b": theirs[length], "both": both[length]}
        for length in sorted(ours | theirs | both)
    ]
    head: dict[str, Any] = {"schema": SCHEMA}
    if output_format == "jsonl":
        for line in lengths if lengths_only else words:
            sys.stdout.write(json_text({**head, **line}, output_format))
        return
    data = {
        **head,
        "a": {**lexicon_data(compared.lists[0]), "name": compared.names[0]},
        "b": {**lexicon_data(compared.lists[1]), "name": compared.names[1]},
        "only_a": ours.total(),
        "only_b": theirs.total(),
        "both": both.total(),
        "lengths": lengths,
    }
    sys.stdout.write(json_text(data if lengths_only else {**data, "words": words}, output_format))
