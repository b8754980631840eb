"""The score sheet of a game as one HTML page to print: it needs no network, and with it comes a sheet for tracking tiles."""

from __future__ import annotations

from scrabblecli.game.record import Game
from scrabblecli.report.page import html_page, html_table, shown
from scrabblecli.report.sheet import move_text, names_sentences, result_sentences, stated_texts
from scrabblecli.report.tracking import TILES_STYLE, tiles_markup

__all__ = ["sheet_page"]

_STYLE = f"""
body {{ max-width: 48rem; }}
{TILES_STYLE}
"""


def sheet_page(game: Game) -> str:
    """A whole HTML page; nothing in it comes from a record unescaped."""
    title = game.transcript.value("title") or "Score sheet"
    rows = []
    for turn in game.turns:
        for row in turn.rows:
            first = row is turn.rows[0]
            points, total = stated_texts(game, row)
            right = f"{row.points} ({row.total})" if row.differs or not points else ""
            rows.append((
                str(turn.number) if first else "", shown(game.players[row.player].nick),
                shown(move_text(game, turn, row, for_people=True)), points, total, right,
            ))  # fmt: skip
    # a column that says nothing is not printed
    wide = 6 if any(cells[5] for cells in rows) else 5
    columns = (("n", "Turn"), ("", "Player"), ("", "Move"), ("n", "Score"), ("n", "Total"), ("n", "Right"))[:wide]
    sentences = "\n".join(f"<p>{shown(sentence)}</p>" for sentence in (*names_sentences(game), *result_sentences(game)))
    body = f"""<h1>{shown(title)}</h1>
{sentences}
{html_table("Turns", columns, [cells[:wide] for cells in rows])}
<h2>Tiles to cross out</h2>
{tiles_markup(game.rules)}"""
    return html_page(title, body, _STYLE)
