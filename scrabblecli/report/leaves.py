"""What the ``leaves`` commands print, in every format."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scrabblecli.analysis.leaves import Leaves
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.plain import printable
from scrabblecli.report.data import SCHEMA, lexicon_data
from scrabblecli.report.listing import json_text, print_listing, print_records
from scrabblecli.report.reasons import signed
from scrabblecli.report.sentences import count_of, tile_names
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Alphabet, Rack

__all__ = ["LeaveLine", "print_about", "print_leaves", "print_own"]

_OWN = ("lexicon", "rules", "games", "source", "file")


class LeaveLine(NamedTuple):
    """One leave: its value, what the small model says, and whether it stands in the table."""

    leave: Rack
    value: float
    model: float
    in_table: bool


def print_leaves(
    lines: Sequence[LeaveLine], alphabet: Alphabet, source: str, output_format: str, color: str, header: bool
) -> None:
    """Print leaves with their values."""
    found = [
        {"leave": line.leave.text(alphabet), "value": line.value, "model": line.model, "in_table": line.in_table}
        for line in lines
    ]
    sentences = (f"{tile_names(line.leave.codes, alphabet)}: {signed(line.value)}." for line in lines)
    if print_records("values", found, sentences, output_format, {"schema": SCHEMA, "leaves": source}):
        return
    places = 1 if output_format == "table" else 2
    rows = [
        (
            line.leave.text(alphabet),
            f"{line.value:.{places}f}",
            f"{line.model:.{places}f}",
            source if line.in_table else "small model",
        )
        for line in lines
    ]
    print_listing(("leave", "value", "model", "from"), rows, output_format, color, header)


def _games(about: Mapping[str, str]) -> int | None:
    """How many games leave values were learnt in, None when the file does not say."""
    parts = about.get("games", "").split(",")
    return sum(map(int, parts)) if all(part.isascii() and part.isdigit() for part in parts) else None


def print_own(files: Sequence[tuple[str, Mapping[str, str] | None]], output_format: str, color: str, header: bool) -> None:
    """Print files of leave values with what their heads say, None for a damaged one."""
    found = []
    for path, head in files:
        about = head or {}
        names = {"lexicon": about.get("lexicon"), "rules": about.get("ruleset"), "source": about.get("source")}
        found.append({**names, "games": _games(about), "damaged": head is None, "file": path})
    sentences = (
        f"{printable(str(record['file']))}: "
        + ("damaged." if record["damaged"] else f"for {record['lexicon']} under {record['rules']} rules{_origin(record)}.")
        for record in found
    )
    if print_records("files", found, map(printable, sentences), output_format, {"schema": SCHEMA}):
        return
    rows = [
        tuple(
            printable(
                "damaged" if column == "lexicon" and record["damaged"] else "" if record[column] is None else str(record[column])
            )
            for column in _OWN
        )
        for record in found
    ]
    print_listing(_OWN, rows, output_format, color, header)


def _origin(record: Mapping[str, object]) -> str:
    if record["games"] is not None:
        return f", learnt in {record['games']:,} games"
    return f", from {record['source']}" if record["source"] else ""


def about_data(leaves: Leaves, lexicon: Lexicon, rules: RuleSet) -> dict[str, Any]:
    """What leave values are, as plain data."""
    return {
        "leaves": leaves.source,
        "lexicon": lexicon_data(lexicon),
        "rules": rules.name,
        "table": len(leaves.table),
        "largest": leaves.largest,
        "games": _games(leaves.about),
        "mean": leaves.about.get("mean"),
        "learnt_on": leaves.about.get("lexicon") if "games" in leaves.about else None,
    }


def print_about(leaves: Leaves, lexicon: Lexicon, rules: RuleSet, output_format: str, color: str, header: bool) -> None:
    """Print which leave values are in force."""
    data = about_data(leaves, lexicon, rules)
    if output_format in ("json", "jsonl"):
        sys.stdout.write(json_text({"schema": SCHEMA, **data}, output_format))
        return
    if output_format == "text":
        for sentence in _sentences(data, lexicon):
            sys.stdout.write(f"{sentence}\n")
        return
    rows = [
        ("leave values", data["leaves"]),
        ("word list", str(lexicon)),
        ("rules", rules.name),
        ("leaves in the table", f"{data['table']:,}"),
        ("learnt from", "" if data["games"] is None else f"{data['games']:,} games"),
        ("average turn", "" if data["mean"] is None else f"{data['mean']} points"),
    ]
    print_listing(("what", "value"), rows, output_format, color, header)


def _sentences(data: dict[str, Any], lexicon: Lexicon) -> list[str]:
    if not data["table"]:
        return [f"There is no table of leave values for {lexicon} under {data['rules']} rules; a small model stands in."]
    sentences = [f"{data['leaves']}: {count_of(data['table'], 'leave')} for {lexicon}, {data['rules']} rules."]
    if data["games"] is not None:
        sentences.append(f"Learnt from {data['games']:,} games.")
    return sentences
