"""What ``unseen`` prints."""

from __future__ import annotations

import sys
from math import comb
from typing import Any, NamedTuple

from scrabblecli.formats.position import Position, bag_count, unseen_counts
from scrabblecli.report.data import SCHEMA, position_data
from scrabblecli.report.delimited import Delimited
from scrabblecli.report.sentences import unseen_phrase
from scrabblecli.tiles import BLANK, Rack

__all__ = ["Unseen", "count_unseen", "print_unseen"]


class Unseen(NamedTuple):
    """The unseen tiles of a position: ``counts`` by code, ``bag`` and ``others`` how many are in the bag and on other racks."""

    position: Position
    rack: Rack | None
    counts: list[int]
    bag: int
    others: int

    def chance(self, code: int) -> float:
        """The chance that a given opponent holds at least one tile of a code, 0 to 1, all unseen tiles being equally likely."""
        total = sum(self.counts)
        held = min(self.position.rules.rack_size, self.others)
        if not total:
            return 0.0
        return 1 - comb(total - self.counts[code], held) / comb(total, held)


def count_unseen(position: Position, rack: Rack | None) -> Unseen:
    """Count the unseen tiles of a position; without a rack those on it are unseen too."""
    counts = unseen_counts(position.board, rack, position.rules.tiles)
    total = sum(counts) if rack is not None else max(0, sum(counts) - position.rules.rack_size)
    bag = bag_count(position.board, rack, position.rules)
    return Unseen(position, rack, counts, bag, total - bag)


def print_unseen(unseen: Unseen, output_format: str, number: int | None, header: bool) -> None:
    """Print as ``table``, ``text``, ``tsv``, ``csv``, ``json`` or ``jsonl``; ``number`` is the position's, among several."""
    tiles = unseen.position.rules.tiles
    alphabet = tiles.alphabet
    order = [*range(1, len(alphabet) + 1), BLANK]
    names = {code: "?" if code == BLANK else alphabet.face_text(code) for code in order}
    kinds = {code: "blank" if code == BLANK else "vowel" if code in tiles.vowels else "consonant" for code in order}
    if output_format in ("json", "jsonl"):
        import json

        sys.stdout.write(
            json.dumps(
                _data(unseen, names, kinds), ensure_ascii=False, indent=1 if output_format == "json" and number is None else None
            )
            + "\n"
        )
        return
    if output_format in ("tsv", "csv"):
        out = Delimited(sys.stdout, output_format)
        before = [] if number is None else [str(number)]
        if header:
            out.write([*([] if number is None else ["position"]), "tile", "count", "kind", "chance"])
        out.write_all([
            [*before, names[code], str(unseen.counts[code]), kinds[code], f"{unseen.chance(code):.4f}"] for code in order
        ])  # fmt: skip
        return
    write = sys.stdout.write
    if number is not None:
        write(f"Position {number}\n")
    write(f"{unseen_phrase(unseen.counts, tiles)}\n{_where(unseen)}\n")
    held = [code for code in order if unseen.counts[code]]
    if output_format == "text":
        for code in held:
            name = "blank" if code == BLANK else names[code].strip("[]")
            write(f"{name}: {unseen.counts[code]}, an opponent holds one with {unseen.chance(code):.0%}.\n")
        return
    for kind in ("vowel", "consonant", "blank"):
        of_kind = [code for code in held if kinds[code] == kind]
        if of_kind:
            write(f"{kind + 's':<11}" + " ".join(names[code] * unseen.counts[code] for code in of_kind) + "\n")
    if held and unseen.others:
        write("\nchance that an opponent holds at least one\n")
        width = max(len(names[code]) for code in held)
        cells = [
            f"{names[code].rjust(width)} {unseen.chance(code):4.0%}"
            for code in sorted(held, key=lambda code: -unseen.chance(code))
        ]
        for start in range(0, len(cells), 8):
            write("  " + "   ".join(cells[start : start + 8]) + "\n")


def _where(unseen: Unseen) -> str:
    own = "" if unseen.rack is not None else f", {unseen.position.rules.rack_size} on your own rack"
    return f"{unseen.bag} in the bag, {unseen.others} on {'the other rack' if unseen.position.rules.players == 2 else 'other racks'}{own}"


def _data(unseen: Unseen, names: dict[int, str], kinds: dict[int, str]) -> dict[str, Any]:
    position = unseen.position
    totals = {kind: sum(unseen.counts[code] for code in names if kinds[code] == kind) for kind in ("vowel", "consonant", "blank")}
    return {
        "schema": SCHEMA,
        "position": position_data(position.board, unseen.rack, position.rules, None),
        "unseen": sum(unseen.counts),
        "bag": unseen.bag,
        "others": unseen.others,
        "vowels": totals["vowel"],
        "consonants": totals["consonant"],
        "blanks": totals["blank"],
        "tiles": [
            {"tile": names[code], "count": unseen.counts[code], "kind": kinds[code], "chance": round(unseen.chance(code), 6)}
            for code in names
        ],
    }
