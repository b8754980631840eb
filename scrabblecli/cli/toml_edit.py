"""One key of a TOML text changed, everything else kept as it stands there: other keys, comments, blank lines.

The text is edited by lines, and an edit counts only when the result says exactly what is wanted: what looks like the line of a key
may stand in a text of several lines, and a key may be written in ways that are not foreseen here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["edited"]

_MARK = "\ufeff"
_LONGEST = 200
"""Lines of a value at most; the rows of a board are fewer."""


def edited(text: str, wanted: Mapping[str, Any], key: str, value: str | None) -> str | None:
    """The text with a key set to a value written in TOML, or taken out where that is None.

    ``wanted`` is what the text is to say then, ``key`` one of its own or one of a table as in ``set.bingo_bonus``. None when no edit
    comes to exactly that.
    """
    mark = _MARK if text.startswith(_MARK) else ""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.removeprefix(_MARK).replace("\r\n", "\n").split("\n")
    for candidate in _candidates(lines, key, value):
        made = "\n".join(candidate)
        if _says(made, wanted):
            return mark + made.replace("\n", end)
    return None


def _candidates(lines: list[str], key: str, value: str | None) -> Iterator[list[str]]:
    yield from _replaced(lines, key, value)
    if value is not None:
        yield from _added(lines, key, value)


def _says(text: str, wanted: Mapping[str, Any]) -> bool:
    try:
        return _filled(tomllib.loads(text)) == _filled(wanted)
    except (ValueError, RecursionError):
        return False


def _filled(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table without those in it that are empty: a heading with nothing below it says nothing."""
    return {key: value for key, value in table.items() if value != {}}


def _replaced(lines: list[str], key: str, value: str | None) -> Iterator[list[str]]:
    """The lines with a statement of the key, which may be several of them, replaced or taken out."""
    name = key.rpartition(".")[2]
    written = re.compile(rf"(\s*(?:\w+\s*\.\s*)?[\"']?{re.escape(name)}[\"']?\s*=\s*)(.*)")
    for first, line in enumerate(lines):
        match = written.fullmatch(line)
        if match is None:
            continue
        for last in range(first + 1, min(len(lines), first + _LONGEST) + 1):
            comment = _comment_behind("\n".join([match[2], *lines[first + 1 : last]]))
            if comment is not None:
                new = [] if value is None else [f"{match[1]}{value}{comment}"]
                yield [*lines[:first], *new, *lines[last:]]
                break


def _comment_behind(written: str) -> str | None:
    """What stands behind a value, a comment with the space before it; None where the value is not complete."""
    for place in [*(mark.start() for mark in re.finditer(r"[ \t]*(?=#)", written)), len(written)]:
        try:
            tomllib.loads(f"value = {written[:place]}")
            tomllib.loads(written[place:])
        except (ValueError, RecursionError):
            continue
        return written[place:].rstrip()
    return None


def _added(lines: list[str], key: str, value: str) -> Iterator[list[str]]:
    """The lines with one more: above the first table, or at the end of its own one, which is made where there is none."""
    table, _, name = key.rpartition(".")
    statement = f"{name} = {value}"
    places = [place for place, line in enumerate(lines) if re.match(r"\s*\[", line)]
    if not table:
        yield from (_inserted(lines, place, [statement]) for place in (*places, len(lines)))
        return
    heading = re.compile(rf"\s*\[\s*[\"']?{re.escape(table)}[\"']?\s*\]\s*(#.*)?")
    for place, end in zip(places, (*places[1:], len(lines)), strict=False):
        if heading.fullmatch(lines[place]):
            yield _inserted(lines, end, [statement])
    yield _inserted(lines, len(lines), ["", f"[{table}]", statement])
    # the others of the table may be written with dots
    yield from (_inserted(lines, place, [f"{key} = {value}"]) for place in (*places, len(lines)))


def _inserted(lines: list[str], place: int, new: list[str]) -> list[str]:
    """The lines with new ones before a place: that of a table, whose own comment stays with it, or the end."""
    while 0 < place < len(lines) and lines[place - 1].lstrip().startswith("#"):
        place -= 1
    while place and not lines[place - 1].strip():
        place -= 1
    before, after = lines[:place], lines[place:]
    if not before and not new[0]:
        new = new[1:]
    return [*before, *new, *([] if after and not after[0].strip() else [""]), *after]
