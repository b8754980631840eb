"""Boards, racks, positions and games show themselves in notebooks, and as text, once the public API is in use.

These values belong to rooms that know nothing of pictures, so what they show is attached here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scrabblecli.board import Board
from scrabblecli.formats.position import Position
from scrabblecli.game.record import Game
from scrabblecli.tiles import Rack, code_of

__all__ = ["attach"]


def attach() -> None:
    """Attach what is shown; doing so again changes nothing."""
    for kind, methods in _SHOWN.items():
        for name, method in methods.items():
            setattr(kind, name, method)


def _board_text(board: Board) -> str:
    from scrabblecli.report.notebook import rules_for

    rules = rules_for(board)
    if rules is None:
        return repr(board)
    return "\n".join(rules.tiles.alphabet.text(board.row(row)) for row in range(board.rows))


def _board_svg(board: Board) -> str | None:
    from scrabblecli.report.notebook import board_svg, rules_for

    rules = rules_for(board)
    return None if rules is None else board_svg(rules, board, "Board")


def _board_html(board: Board) -> str | None:
    from scrabblecli.report.notebook import picture_html

    svg = _board_svg(board)
    return None if svg is None else picture_html(svg, _board_text(board))


def _position_svg(position: Position) -> str:
    from scrabblecli.report.notebook import board_svg
    from scrabblecli.report.position import position_label

    return board_svg(position.rules, position.board, position_label(position))


def _position_html(position: Position) -> str:
    from scrabblecli.report.notebook import picture_html, rack_svg
    from scrabblecli.report.position import position_label

    made = picture_html(_position_svg(position), position_label(position))
    if position.rack is not None and len(position.rack):
        text = position.rack.text(position.rules.tiles.alphabet)
        made += f"<br>{picture_html(rack_svg(position.rules, position.rack), f'Rack {text}', 26 * len(position.rack))}"
    return made


def _rack_text(rack: Rack) -> str:
    from scrabblecli.rules import load_rules

    alphabet = load_rules().tiles.alphabet
    return rack.text(alphabet) if max(map(code_of, rack), default=0) <= len(alphabet) else repr(rack)


def _rack_svg(rack: Rack) -> str | None:
    from scrabblecli.report.notebook import rack_svg
    from scrabblecli.rules import load_rules

    rules = load_rules()
    return rack_svg(rules, rack) if max(rack, default=0) <= len(rules.tiles.alphabet) else None


def _game_svg(game: Game) -> str:
    return _position_svg(game.reached)


def _game_html(game: Game) -> str:
    from scrabblecli.report.notebook import picture_html

    return picture_html(_game_svg(game), repr(game))


_SHOWN: dict[type, dict[str, Callable[[Any], str | None]]] = {
    Board: {"__str__": _board_text, "_repr_svg_": _board_svg, "_repr_html_": _board_html},
    Rack: {"__str__": _rack_text, "_repr_svg_": _rack_svg},
    Position: {"_repr_svg_": _position_svg, "_repr_html_": _position_html},
    Game: {"_repr_svg_": _game_svg, "_repr_html_": _game_html},
}
