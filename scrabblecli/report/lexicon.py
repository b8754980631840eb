"""What the ``lexicon`` commands print, in every format."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from scrabblecli.plain import printable
from scrabblecli.report.listing import json_text, print_listing, print_records
from scrabblecli.report.sentences import count_of

if TYPE_CHECKING:
    from scrabblecli.lexicon.store import Entry
    from scrabblecli.lexicon.summary import Summary

__all__ = ["installed_sentence", "print_lists", "print_summary"]

SCHEMA = 1
"""The version of the JSON output."""
_MOST_CHARACTERS = 10


def installed_sentence(summary: Summary) -> str:
    """What became of the lines of a list that was installed."""
    sentences = [f"{_words_sentence(summary)}, from {printable(summary.file)}", *_other_sentences(summary)]
    return ". ".join(sentences) + "."


def _words_sentence(summary: Summary) -> str:
    return f"{printable(summary.name)}: {count_of(summary.words, 'word')} ({summary.identity}), {summary.tiles} tiles"


def _other_sentences(summary: Summary) -> Iterator[str]:
    """Duplicates, what was left out, definitions: a sentence each where there is something to say."""
    if summary.definitions:
        yield f"Definitions of {count_of(summary.definitions, 'word')}"
    if summary.duplicates:
        yield f"{count_of(summary.duplicates, 'duplicate')}"
    if summary.left_out:
        reasons = ", ".join(f"{_character(text)} in {number:,}" for text, number in summary.outside[:_MOST_CHARACTERS])
        if len(summary.outside) > _MOST_CHARACTERS:
            reasons += ", and others"
        examples = ", ".join(map(printable, summary.examples))
        yield (
            f"{count_of(summary.left_out, 'word')} left out that the {summary.tiles} tiles cannot spell "
            f"({reasons}), for example {examples}"
        )


def _character(text: str) -> str:
    """A character that may be a mark or a space, so that it can be told from the sentence around it."""
    return printable(text) if text.isalnum() else repr(text)


# All lists


def print_lists(entries: Sequence[Entry], output_format: str, color: str, header: bool) -> None:
    """Print a line for each list, by its name: words, identity, tiles and the file it comes from; what is not known is empty."""
    sentences = (f"{_entry_sentence(entry)}." for entry in entries)
    if print_records("lexicons", list(map(_entry_data, entries)), sentences, output_format, {"schema": SCHEMA}):
        return
    if output_format == "table":
        rows = [_row(entry, "" if entry.words is None else f"{entry.words:,}") for entry in entries]
        width = max(len("Words"), *(len(row[1]) for row in rows))
        rows = [[row[0], row[1].rjust(width), *row[2:]] for row in rows]
        print_listing(("Name", "Words".rjust(width), "Id", "Tiles", "Installed", "File"), rows, output_format, color, header)
    else:
        rows = [_row(entry, "" if entry.words is None else str(entry.words)) for entry in entries]
        print_listing(("name", "words", "id", "tiles", "installed", "file"), rows, output_format, color, header)


def _entry_sentence(entry: Entry) -> str:
    if entry.words is None:
        return f"{entry.name}: nothing is known of it"
    words = count_of(entry.words, "word")
    return f"{entry.name}: {words} ({entry.identity}), {entry.tiles} tiles, from {_source(entry.file, entry.date)}"


def _row(entry: Entry, words: str) -> list[str]:
    return [entry.name, words, *(text or "" for text in (entry.identity, entry.tiles, entry.date, entry.file))]


def _source(file: str | None, date: str | None) -> str:
    return printable(file or "") + (f", installed on {date}" if date else "")


def _entry_data(entry: Entry | Summary) -> dict[str, Any]:
    return {
        "name": entry.name,
        "words": entry.words,
        "id": entry.identity,
        "tiles": entry.tiles,
        "installed": entry.date,
        "file": entry.file,
    }


# One list


def print_summary(summary: Summary, output_format: str, color: str, header: bool) -> None:
    """Print all that is known of a list."""
    if output_format in ("json", "jsonl"):
        sys.stdout.write(json_text({"schema": SCHEMA, **_summary_data(summary)}, output_format))
    elif output_format == "text":
        lines = [f"{_words_sentence(summary)}, from {_source(summary.file, summary.date)}", *_other_sentences(summary)]
        lines += [f"{count_of(number, 'word')} of {count_of(length, 'tile')}" for length, number in summary.lengths]
        lines += [f"The {name}: {' '.join(map(printable, words))}" for name, words in _short_words(summary)]
        sys.stdout.write("".join(f"{line}.\n" for line in lines))
    elif output_format == "table":
        _print_table(summary, color, header)
    else:
        print_listing(("key", "value"), list(_pairs(summary)), output_format, color, header)


def _summary_data(summary: Summary) -> dict[str, Any]:
    return {
        **_entry_data(summary),
        "definitions": summary.definitions,
        "duplicates": summary.duplicates,
        "left_out": {
            "words": summary.left_out,
            "characters": dict(summary.outside),
            "examples": list(summary.examples),
        },
        "lengths": {str(length): number for length, number in summary.lengths},
        **dict(_short_words(summary, empty=True)),
    }


def _short_words(summary: Summary, empty: bool = False) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The twos and the threes under their names, where there are some or ``empty`` ones are wanted."""
    for name, words in (("twos", summary.twos), ("threes", summary.threes)):
        if words or empty:
            yield name, words


def _pairs(summary: Summary) -> Iterator[tuple[str, str]]:
    """A list as keys and values; reasons and lengths have a key each."""
    for key, value in _entry_data(summary).items():
        yield key, "" if value is None else str(value)
    yield "definitions", str(summary.definitions)
    yield "duplicates", str(summary.duplicates)
    yield "left_out", str(summary.left_out)
    for character, number in summary.outside:
        yield f"left_out {character}", str(number)
    for length, number in summary.lengths:
        yield f"length {length}", str(number)
    for name, words in _short_words(summary, empty=True):
        yield name, " ".join(words)


def _print_table(summary: Summary, color: str, header: bool) -> None:
    from rich.text import Text

    from scrabblecli.report.console import make_console

    console = make_console(color)
    name = printable(summary.name)
    console.print(Text.assemble((name, "bold"), _words_sentence(summary)[len(name) :]))
    console.print(Text(f"from {_source(summary.file, summary.date)}"))
    for sentence in _other_sentences(summary):
        console.print(Text(f"{sentence[0].lower()}{sentence[1:]}"))
    console.print()
    rows = [(str(length), f"{number:,}") for length, number in summary.lengths]
    width = max(len("Words"), *(len(number) for _, number in rows))
    if header:
        console.print(Text(f"Tiles  {'Words':>{width}}", style="dim"))
    for length, number in rows:
        console.print(Text(f"{length:>5}  {number:>{width}}"))
    for name, words in _short_words(summary):
        console.print()
        console.print(Text(name.capitalize(), style="dim"))
        for line in textwrap.wrap(" ".join(map(printable, words)), max(20, console.width), break_on_hyphens=False):
            console.print(Text(line))
