"""Scrabble solver and move analyzer: the public Python API.

>>> import scrabblecli
>>> rules = scrabblecli.load_rules("tournament")
>>> lexicon = scrabblecli.load_lexicon("enable", rules.tiles.alphabet)
>>> generator = scrabblecli.MoveGenerator(rules, lexicon)
>>> plays = generator.plays(scrabblecli.Board.empty(15, 15), scrabblecli.Rack.parse("MUZJIKS", rules.tiles))
>>> len(plays), plays[0].score, scrabblecli.format_move(plays[0].move, rules.tiles.alphabet)
(69, 128, '8B MUZJIKS')

Names are imported when they are used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Board": "board",
    "DataError": "errors",
    "Direction": "squares",
    "Exchange": "move",
    "Game": "game.record",
    "IllegalMoveError": "errors",
    "Lexicon": "lexicon",
    "MoveGenerator": "engine.movegen",
    "NotationError": "errors",
    "Pass": "move",
    "Play": "move",
    "PlayList": "engine.movegen",
    "Rack": "tiles",
    "RankedMove": "engine.movegen",
    "RuleChoice": "formats",
    "RuleSet": "rules",
    "ScrabbleError": "errors",
    "SettingError": "errors",
    "Square": "squares",
    "examine": "scoring",
    "format_cgp": "formats",
    "format_gcg": "formats.gcg",
    "format_move": "move",
    "format_text": "formats",
    "load_game": "game.loading",
    "load_lexicon": "lexicon",
    "load_rules": "rules",
    "parse_cgp": "formats",
    "parse_move": "move",
    "parse_text": "formats",
    "score_play": "scoring",
}

__all__ = [  # noqa: RUF022 - the order of the alphabet
    "__version__",
    "Board",
    "DataError",
    "Direction",
    "Exchange",
    "Game",
    "IllegalMoveError",
    "Lexicon",
    "MoveGenerator",
    "NotationError",
    "Pass",
    "Play",
    "PlayList",
    "Rack",
    "RankedMove",
    "RuleChoice",
    "RuleSet",
    "ScrabbleError",
    "SettingError",
    "Square",
    "examine",
    "format_cgp",
    "format_gcg",
    "format_move",
    "format_text",
    "load_game",
    "load_lexicon",
    "load_rules",
    "parse_cgp",
    "parse_move",
    "parse_text",
    "score_play",
]

if TYPE_CHECKING:
    from scrabblecli.board import Board
    from scrabblecli.engine.movegen import MoveGenerator, PlayList, RankedMove
    from scrabblecli.errors import DataError, IllegalMoveError, NotationError, ScrabbleError, SettingError
    from scrabblecli.formats import RuleChoice, format_cgp, format_text, parse_cgp, parse_text
    from scrabblecli.formats.gcg import format_gcg
    from scrabblecli.game.loading import load_game
    from scrabblecli.game.record import Game
    from scrabblecli.lexicon import Lexicon, load_lexicon
    from scrabblecli.move import Exchange, Pass, Play, format_move, parse_move
    from scrabblecli.rules import RuleSet, load_rules
    from scrabblecli.scoring import examine, score_play
    from scrabblecli.squares import Direction, Square
    from scrabblecli.tiles import Rack


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"scrabblecli.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'scrabblecli' has no attribute {name!r}")
