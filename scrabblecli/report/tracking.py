"""A sheet for the table, as one printed page: who laid what for how many points, and the tiles of the set to cross out.

Empty it is a form to write on; of a game it has the turns made, and the tiles that lie on the board are crossed out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from scrabblecli.board import Board
from scrabblecli.formats.position import tiles_on_board, unseen_counts
from scrabblecli.formats.transcript import Player
from scrabblecli.game.record import Game
from scrabblecli.report.page import html_page, shown
from scrabblecli.report.sentences import count_of, unseen_phrase
from scrabblecli.report.sheet import move_text, result_sentences, stated_texts
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import BLANK, Rack

__all__ = ["TILES_STYLE", "tiles_markup", "tracking_page"]

TILES_STYLE = """
.tiles { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem .8rem; }
.tiles li { display: flex; flex-wrap: wrap; gap: .1rem; align-items: center; }
.tiles small { color: var(--soft); padding-right: .15rem; }
.tiles span, .tiles del, .tiles b { border: 1px solid var(--line); border-radius: .15rem; min-width: 1.4em; padding: 0 .15em; text-align: center; line-height: 1.5; }
.tiles del { color: var(--soft); text-decoration: line-through 2px; background: var(--card); }
.tiles b { border: 2px solid currentColor; }
"""
_STYLE = f"""
{TILES_STYLE}
h1 {{ font-size: 1.4rem; margin: .2rem 0 .4rem; }} h2 {{ font-size: 1rem; margin: .8rem 0 .3rem; }} p {{ margin: .2rem 0; }}
.fields {{ display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; }} .fields span {{ flex: 1 1 6rem; border-bottom: 1px solid var(--line); min-height: 1.6em; }}
.turns {{ table-layout: fixed; border: 1px solid var(--line); }} .turns th, .turns td {{ border: 1px solid var(--line); padding: .1rem .3rem; height: 1.65rem; }}
.turns th {{ position: static; min-width: 0; max-width: none; }} .turns .t {{ width: 2.2rem; text-align: right; }} .turns .n {{ width: 3.8rem; }} .turns .t, .turns .n {{ white-space: nowrap; overflow-wrap: normal; }}
.turns .first {{ border-left-width: 2px; }} .many th, .many td {{ font-size: .75rem; padding: .1rem; }} .many .n {{ width: 3rem; }} .many .t {{ width: 2rem; }}
@page {{ margin: 10mm; }}
@media print {{
body {{ font-size: 11px; }} .turns th, .turns td {{ height: 7mm; padding: 0 1mm; }} .many th, .many td {{ height: 6.5mm; }} .filled th, .filled td {{ height: 4.6mm; }} .tiles {{ font-size: 14px; }}
}}
"""
_FEET = ("Tiles left", "Overtime", "Final")
ROWS = 20
"""So many turns a player has room for on an empty sheet."""


def tracking_page(rules: RuleSet, players: Sequence[Player], rows: int, game: Game | None, rack: Rack | None) -> str:
    """A whole HTML page; ``rows`` is for how many turns there is room at least, ``rack`` has the tiles of whoever tracks."""
    board = None if game is None else game.reached.board
    title = "Score and tracking sheet" if game is None else game.transcript.value("title") or "Score and tracking sheet"
    if game is None:
        above = '<p class="fields"><span>Event</span><span>Date</span><span>Round</span><span>Table</span></p>'
    else:
        above = "\n".join(f"<p>{shown(sentence)}</p>" for sentence in result_sentences(game))
    return html_page(
        title,
        f"""<h1>{shown(title)}</h1>
{above}
{_turns_markup(players, rows, game)}
<h2>{shown(_tiles_heading(rules, board, rack))}</h2>
{tiles_markup(rules, board, rack)}""",
        _STYLE,
    )


def _turns_markup(players: Sequence[Player], rows: int, game: Game | None) -> str:
    """The table with three columns for each player: the move, its points, the total."""
    columns: list[list[tuple[str, str, str]]] = [[] for _ in players]
    if game is not None:
        for turn in game.turns:
            for row in turn.rows:
                points, total = stated_texts(game, row)
                columns[row.player].append((move_text(game, turn, row, for_people=True), points, total))
    names = "".join(
        f'<th class="first" colspan="3" scope="colgroup">{shown(player.shown) or "&nbsp;"}</th>' for player in players
    )
    heads = '<th class="first" scope="col">Move</th><th class="n" scope="col">Points</th><th class="n" scope="col">Total</th>'
    empty = ("", "", "")
    for column in columns:
        column += [empty] * (rows - len(column))
    lines = [
        f'<tr><th class="t" scope="row">{number}</th>{"".join(map(_cells, cells))}</tr>'
        for number, cells in enumerate(zip_longest(*columns, fillvalue=empty), start=1)
    ]
    if game is None:
        feet = [(foot, "", "") for foot in _FEET]
        lines += [f'<tr><th class="t"></th>{_cells(foot) * len(players)}</tr>' for foot in feet]
    body = "\n".join(lines)
    three = '<col><col class="n"><col class="n">'
    widths = f'<colgroup><col class="t">{three * len(players)}</colgroup>'
    kind = " ".join(
        (
            "turns",
            *(("many",) if len(players) > 2 else ()),
            *(("filled",) if game is not None and game.ending is not None else ()),
        )
    )
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="Turns">\n<table class="{kind}">\n{widths}\n<thead><tr><td class="t" rowspan="2"></td>{names}</tr>\n'
        f"<tr>{heads * len(players)}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )


def _cells(cells: tuple[str, str, str]) -> str:
    move, points, total = map(shown, cells)
    return f'<td class="first">{move}</td><td class="n">{points}</td><td class="n">{total}</td>'


def _tiles_heading(rules: RuleSet, board: Board | None, rack: Rack | None) -> str:
    """What the tiles are: how many of which set, or how many of them are unseen."""
    if board is None and rack is None:
        return f"{count_of(rules.tiles.total, 'tile')} to cross out ({rules.name})"
    nothing = Board.empty(rules.layout.rows, rules.layout.columns)
    return f"Tiles: {unseen_phrase(unseen_counts(board or nothing, rack, rules.tiles), rules.tiles)} ({rules.name})"


def tiles_markup(rules: RuleSet, board: Board | None = None, rack: Rack | None = None) -> str:
    """Every tile of the set in a box, each letter's together: those on a board crossed out, those of a rack in a thick frame."""
    tiles = rules.tiles
    lying = [] if board is None else tiles_on_board(board)
    held = list(rack or ())
    groups = []
    for code in (*range(1, len(tiles.counts)), BLANK):
        count = tiles.counts[code]
        if not count:
            continue
        text = shown("?" if code == BLANK else tiles.alphabet.letters[code - 1])
        crossed = min(count, lying.count(code))
        own = min(count - crossed, held.count(code))
        left = count - crossed - own
        boxes = f"<del>{text}</del>" * crossed + f"<b>{text}</b>" * own + f"<span>{text}</span>" * left
        groups.append(f"<li><small>{left}</small>{boxes}</li>")
    return f'<ul class="tiles">\n{chr(10).join(groups)}\n</ul>'
