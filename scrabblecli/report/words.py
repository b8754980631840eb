"""What the ``words`` commands print: words with the value of their tiles, counts by length."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from scrabblecli.lexicon.search import ordered, word_value
from scrabblecli.plain import printable
from scrabblecli.tiles import letters_of

if TYPE_CHECKING:
    from scrabblecli.lexicon.graph import Lexicon
    from scrabblecli.lexicon.search import WordQuery
    from scrabblecli.rules import RuleSet

__all__ = ["SCHEMA", "Extra", "head_of", "print_found", "print_lengths", "print_words"]

SCHEMA = 1
"""The version of the JSON output."""


class Extra(NamedTuple):
    """Columns that stand after the word, and what they hold for one."""

    columns: tuple[str, ...]
    values: Callable[[bytes], tuple[str, ...]]


def head_of(lexicon: Lexicon) -> dict[str, Any]:
    """What stands first in JSON: the version of the schema and the word list."""
    from scrabblecli.report.data import lexicon_data

    return {"schema": SCHEMA, "lexicon": lexicon_data(lexicon)}


def print_found(
    lexicon: Lexicon, rules: RuleSet, query: WordQuery, order: str, top: int, output_format: str, *, color: str, header: bool,
    extra: Extra | None = None,
) -> tuple[int, int]:  # fmt: skip
    """Print the words that a query asks for, in an order and at most ``top`` (0 for all); how many were shown, and found."""
    words, total = ordered(lexicon.find(query), order, rules.face_values(), top)
    shown = print_words(lexicon, rules, words, total, output_format, color=color, header=header, extra=extra)
    return shown, total()


def print_words(
    lexicon: Lexicon, rules: RuleSet, words: Iterable[bytes], total: int | Callable[[], int], output_format: str, *, color: str,
    header: bool, extra: Extra | None = None,
) -> int:  # fmt: skip
    """Print words, given as faces: with tabs, commas, as lines of JSON and as sentences as they come; how many there were."""
    writer = _Writer(lexicon, rules, extra)
    if output_format in ("tsv", "csv"):
        return writer.delimited(words, output_format, header)
    if output_format == "table":
        return writer.table(list(words), color, header)
    if output_format == "json":
        from scrabblecli.report.listing import json_text

        records = [writer.record(word) for word in words]
        count = total if isinstance(total, int) else total()
        sys.stdout.write(json_text({**head_of(lexicon), "count": count, "words": records}, output_format))
        return len(records)
    return writer.lines(words, output_format)


class _Writer:
    """Writes words with their values, and what stands in extra columns."""

    def __init__(self, lexicon: Lexicon, rules: RuleSet, extra: Extra | None) -> None:
        self._lexicon = lexicon
        self._text = lexicon.alphabet.text
        self._values = rules.face_values()
        self._extra = extra or Extra((), lambda _: ())
        self._columns = ("word", *self._extra.columns, "score", "length")

    def _row(self, word: bytes) -> list[str]:
        return [self._text(word), *self._extra.values(word), str(word_value(word, self._values)), str(len(word))]

    def delimited(self, words: Iterable[bytes], output_format: str, header: bool) -> int:
        from scrabblecli.report.delimited import Delimited

        out = Delimited(sys.stdout, output_format)
        if header:
            out.write(self._columns)
        count = _Count()
        out.write_all(self._row(word) for word in count.passing(words))
        return count.number

    def record(self, word: bytes) -> dict[str, Any]:
        letters = letters_of(word)
        made: dict[str, Any] = {"word": self._text(word), "letters": self._lexicon.alphabet.word_text(letters)}
        made.update(zip(self._extra.columns, self._extra.values(word), strict=True))
        definition = self._lexicon.definition(letters)
        return {
            **made,
            "score": word_value(word, self._values),
            "length": len(word),
            "definition": None if definition is None else printable(definition),
        }

    def lines(self, words: Iterable[bytes], output_format: str) -> int:
        """Lines of JSON, or sentences."""
        from scrabblecli.report.listing import json_text

        count = _Count()
        head = head_of(self._lexicon) if output_format == "jsonl" else {}
        for word in count.passing(words):
            if output_format == "jsonl":
                sys.stdout.write(json_text({**head, **self.record(word)}, "jsonl"))
            else:
                sys.stdout.write(self._sentence(word) + "\n")
        return count.number

    def _sentence(self, word: bytes) -> str:
        from scrabblecli.report.sentences import count_of

        around = ", ".join(
            f"{name} {value}" for name, value in zip(self._extra.columns, self._extra.values(word), strict=True) if value
        )
        points = count_of(word_value(word, self._values), "point")
        return f"{self._text(word)}: {around + ', ' if around else ''}{points}, {count_of(len(word), 'tile')}."

    def table(self, words: Sequence[bytes], color: str, header: bool) -> int:
        from scrabblecli.report.listing import print_listing

        if not words:
            return 0
        meanings = [self._lexicon.definition(letters_of(word)) or "" for word in words]
        columns = [name.capitalize() for name in self._columns] + ["Definition"] * any(meanings)
        rows = [self._row(word) + [meaning] * any(meanings) for word, meaning in zip(words, meanings, strict=True)]
        _align(columns, rows, range(len(self._columns) - 2, len(self._columns)))
        print_listing(columns, rows, "table", color, header)
        return len(rows)


def _align(columns: list[str], rows: list[list[str]], places: Iterable[int]) -> None:
    """Move the numbers of some columns to the right."""
    for place in places:
        width = max(len(row[place]) for row in (columns, *rows))
        for row in (columns, *rows):
            row[place] = row[place].rjust(width)


class _Count:
    """Counts what passes."""

    def __init__(self) -> None:
        self.number = 0

    def passing(self, words: Iterable[bytes]) -> Iterator[bytes]:
        for word in words:
            self.number += 1
            yield word


def print_lengths(lexicon: Lexicon, counts: Sequence[tuple[int, int]], output_format: str, color: str, header: bool) -> None:
    """Print how many words there are of each length."""
    from scrabblecli.report.listing import print_listing, print_records
    from scrabblecli.report.sentences import count_of

    if output_format in ("json", "jsonl", "text"):
        records = [{"length": length, "words": number} for length, number in counts]
        sentences = (f"{count_of(number, 'word')} of {count_of(length, 'tile')}." for length, number in counts)
        head = head_of(lexicon) if output_format != "text" else {}
        print_records("lengths", records, sentences, output_format, head)
        return
    if output_format == "table" and not counts:
        return
    columns = ["Length", "Words"] if output_format == "table" else ["length", "words"]
    number_text = "{:,}" if output_format == "table" else "{}"
    rows = [[str(length), number_text.format(number)] for length, number in counts]
    if output_format == "table":
        rows.append(["total", f"{sum(number for _, number in counts):,}"])
        _align(columns, rows, range(2))
    print_listing(columns, rows, output_format, color, header)
