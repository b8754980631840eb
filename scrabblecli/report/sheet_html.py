"""The score sheet of a game as one HTML page to print: it needs no network, and with it comes a sheet for tracking tiles."""

from __future__ import annotations

from html import escape

from scrabblecli.game.record import Game
from scrabblecli.plain import printable
from scrabblecli.report.sheet import move_text, names_sentences, result_sentences, stated_texts
from scrabblecli.tiles import BLANK

__all__ = ["sheet_page"]

_STYLE = """
body { font: 16px/1.4 system-ui, sans-serif; margin: 1.5rem auto; max-width: 48rem; padding: 0 1rem; color: #111; background: #fff; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: bold; padding: .4rem 0; }
th, td { border-bottom: 1px solid #bbb; padding: .15rem .5rem; text-align: left; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.tiles { font: 1.15rem/1.9 ui-monospace, monospace; letter-spacing: .35em; overflow-wrap: anywhere; }
@media print { body { margin: 0; font-size: 12px; } tr { break-inside: avoid; } }
"""


def sheet_page(game: Game) -> str:
    """A whole HTML page; nothing in it comes from a record unescaped."""
    title = printable(game.transcript.value("title") or "Score sheet")
    rows = []
    for turn in game.turns:
        for row in turn.rows:
            first = row is turn.rows[0]
            points, total = stated_texts(game, row)
            right = f"{row.points} ({row.total})" if row.differs or not points else ""
            rows.append((
                ("n", str(turn.number) if first else ""), ("", game.players[row.player].nick),
                ("", move_text(game, turn, row, for_people=True)), ("n", points), ("n", total), ("n", right),
            ))  # fmt: skip
    # a column that says nothing is not printed
    wide = 6 if any(cells[5][1] for cells in rows) else 5
    names = (("n", "Turn"), ("", "Player"), ("", "Move"), ("n", "Score"), ("n", "Total"), ("n", "Right"))[:wide]
    heading = "".join(_cell("th", kind, text) for kind, text in names)
    body = "\n".join(f"<tr>{''.join(_cell('td', kind, text) for kind, text in cells[:wide])}</tr>" for cells in rows)
    sentences = "\n".join(f"<p>{escape(sentence)}</p>" for sentence in (*names_sentences(game), *result_sentences(game)))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
{sentences}
<table>
<caption>Turns</caption>
<thead><tr>{heading}</tr></thead>
<tbody>
{body}
</tbody>
</table>
<h2>Tiles to cross out</h2>
<p class="tiles">{escape(_tiles(game))}</p>
</body>
</html>
"""


def _cell(name: str, kind: str, text: str) -> str:
    mark = f' class="{kind}"' if kind else ""
    return f"<{name}{mark}>{escape(printable(text))}</{name}>"


def _tiles(game: Game) -> str:
    """Every tile of the set, each letter's together."""
    tiles = game.rules.tiles
    groups = [tiles.alphabet.face_text(code) * count for code, count in enumerate(tiles.counts) if code != BLANK and count]
    return " ".join([*groups, "?" * tiles.counts[BLANK]])
