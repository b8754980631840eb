"""The frame that all HTML pages share: complete in itself, without scripts, for a screen, a phone and paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from scrabblecli.plain import printable

__all__ = ["html_page", "html_table", "shown"]

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Even if something of a file were taken for markup, a browser would load and run nothing."""
_STYLE = """
:root { color-scheme: light dark; --text: #1b1b1f; --soft: #585861; --page: #fff; --card: #f6f6f8; --line: #c9c9d1; --link: #0b57a4; }
@media (prefers-color-scheme: dark) {
:root { --text: #e9e9ee; --soft: #b0b0ba; --page: #17181c; --card: #212228; --line: #4a4b55; --link: #8dc2ff; }
}
* { box-sizing: border-box; }
body { font: 1rem/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 64rem; padding: 1rem; color: var(--text); background: var(--page); overflow-wrap: break-word; }
h1, h2, h3, h4 { line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.scroll { overflow-x: auto; margin: 0 0 1rem; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: bold; padding: .4rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: baseline; }
td, tbody th { overflow-wrap: anywhere; }
tbody th { min-width: 8rem; max-width: 16rem; position: sticky; left: 0; background: var(--page); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } td.n { white-space: nowrap; }
.wide { font-size: .85rem; } .wide th, .wide td { padding: .25rem .35rem; } .wide tbody th { min-width: 6.5rem; }
@media (max-width: 40rem) {
.stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.stack tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0; } .stack td { display: block; border: 0; padding: .1rem 0; text-align: left; }
.stack td.n::before { content: attr(data-name) ": "; color: var(--soft); }
}
@media print {
:root { --text: #000; --soft: #333; --page: #fff; --card: #fff; --line: #999; --link: #000; }
:root { font-size: 12px; } body { max-width: none; padding: 0; } tr { break-inside: avoid; }
}
"""


def shown(text: str) -> str:
    """A text of whatever origin, for use between tags and in a quoted attribute: no markup, no control characters."""
    return escape(printable(text))


def html_page(title: str, body: str, style: str = "") -> str:
    """A whole page. ``title`` is plain text, ``body`` is markup, ``style`` is added to the rules that all pages have."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{shown(title)}</title>
<style>{_STYLE}{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def html_table(
    caption: str, columns: Sequence[tuple[str, str]], rows: Iterable[Sequence[str]], *, first_heads: bool = False, kind: str = ""
) -> str:
    """A table in a box of its own, which scrolls where the screen is too narrow.

    ``columns`` has the kind and the heading of each column; ``rows`` are cells of markup. With ``first_heads`` the first cell of
    a row is its heading. A table of kind ``stack`` has its cells below each other on a phone, with their headings before them; one of
    kind ``wide`` has small letters.
    """
    heading = "".join(_cell("th" if text else "td", column, text, ' scope="col"' if text else "") for column, text in columns)
    lines = []
    for row in rows:
        cells = []
        for place, ((column, name), text) in enumerate(zip(columns, row, strict=True)):
            if first_heads and not place:
                cells.append(_cell("th", "", text, ' scope="row"'))
            else:
                cells.append(_cell("td", column, text, f' data-name="{name}"' if kind == "stack" else ""))
        lines.append(f"<tr>{''.join(cells)}</tr>")
    body = "\n".join(lines)
    classes = f"scroll {kind}".rstrip()
    return (
        f'<div class="{classes}" role="region" tabindex="0" aria-label="{caption}">\n<table>\n<caption>{caption}</caption>\n'
        f"<thead><tr>{heading}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )


def _cell(name: str, kind: str, markup: str, more: str = "") -> str:
    """A cell of a table: a ``td`` or ``th``, of kind ``n`` for a number."""
    mark = f' class="{kind}"' if kind else ""
    return f"<{name}{mark}{more}>{markup}</{name}>"
