"""Lists of things with a few columns each: aligned for a terminal, or separated; and JSON that cannot act on a terminal."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence

from scrabblecli.plain import printable

__all__ = ["json_text", "print_listing", "print_records"]

_LONGEST = 40
_NARROWEST = 20
_INDENT = 6


def json_text(data: object, output_format: str) -> str:
    """Data as ``json``, or on one line as ``jsonl``; invisible characters are JSON escapes."""
    text = json.dumps(data, ensure_ascii=False, indent=1 if output_format == "json" else None)
    if not text.isascii() or "\x7f" in text:
        text = "".join(
            [character if character.isprintable() or character == "\n" else json.dumps(character)[1:-1] for character in text]
        ).replace("\x7f", "\\u007f")
    return text + "\n"


def print_records(
    key: str, records: Sequence[Mapping[str, object]], sentences: Iterable[str], output_format: str, head: Mapping[str, object]
) -> bool:
    """Print things as ``json`` (a list under ``key``), ``jsonl`` (one a line) or ``text``; False for formats with columns.

    ``head`` is what stands first in an object: the version of the schema, and what all of them share.
    """
    if output_format == "json":
        sys.stdout.write(json_text({**head, key: records}, output_format))
    elif output_format == "jsonl":
        for record in records:
            sys.stdout.write(json_text({**head, **record}, output_format))
    elif output_format == "text":
        sys.stdout.write("".join(f"{sentence}\n" for sentence in sentences))
    else:
        return False
    return True


def print_listing(
    columns: Sequence[str], rows: Sequence[Sequence[str]], output_format: str, color: str = "auto", header: bool = True
) -> None:
    """Print rows under their headings: ``table``, ``tsv`` or ``csv``.

    The last column of a table is wrapped, and stands below the others where there is no room beside them.
    """
    if output_format != "table":
        from scrabblecli.report.delimited import Delimited

        delimited = Delimited(sys.stdout, output_format)
        if header:
            delimited.write(columns)
        for row in rows:
            delimited.write(row)
        return
    from rich.cells import cell_len
    from rich.text import Text

    from scrabblecli.report.console import make_console, pad

    console = make_console(color)
    columns = [printable(column) for column in columns]  # names of players may stand there
    cells = [[*(_short(text) for text in row[:-1]), printable(row[-1])] for row in rows]
    widths = [max(map(cell_len, column)) for column in list(zip(columns, *cells, strict=True))[:-1]]
    room = console.width - sum(widths) - 2 * len(widths)
    below = room < min(_NARROWEST, max((cell_len(row[-1]) for row in cells), default=0))
    indent = " " * (min(widths[0] + 2, _INDENT) if below else 0)
    if below:
        room = console.width - len(indent)
    lines: list[tuple[list[str], str]] = []
    for row, style in [*(((columns, "dim"),) if header else ()), *((cells_of, "") for cells_of in cells)]:
        *first, last = row
        parts = textwrap.wrap(last, max(_NARROWEST, room), break_on_hyphens=False)
        if below:
            lines.append(([*first, ""], style))
            lines += [([indent + part], style) for part in parts]
        else:
            lines.append(([*first, parts[0] if parts else ""], style))
            lines += [([""] * len(first) + [part], style) for part in parts[1:]]
    for texts, style in lines:
        line = Text()
        for text, width in zip(texts[:-1], widths, strict=False):
            line.append_text(pad(text, width + 2))
        line.append(texts[-1])
        line.rstrip()
        line.stylize(style)
        console.print(line)


def _short(text: str) -> str:
    """A text for a column that is not wrapped."""
    safe = printable(text)
    return safe if len(safe) <= _LONGEST else f"{safe[: _LONGEST - 3]}..."
