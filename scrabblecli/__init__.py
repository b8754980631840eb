"""Scrabble solver and move analyzer: the public Python API, on one screen.

>>> import scrabblecli
>>> board = "15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 / 0/0 0"
>>> moves = scrabblecli.solve(board, "AEINRST", top=2)
>>> moves.plays, [(move.notation, move.score) for move in moves]
(671, [('H8 (G)ANISTER', 80), ('H8 (G)ANTRIES', 80)])
>>> scrabblecli.analyze(board, "AEINRST", "8F JOGS").grade
'large'
>>> scrabblecli.score(board, "8F JOGS").score, bool(scrabblecli.check("JO", "RETAINS"))
(12, True)

Boards, racks, moves, rules and word lists are given as text, names and paths, or as values. Results and values show themselves in a notebook.
Names are imported when they are used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = [  # noqa: RUF022 - by what they are for
    "__version__",
    # questions
    "solve", "analyze", "score", "check", "review", "find_words", "unseen",
    # what they answer
    "MoveList", "ListedMove", "Analysis", "Judgement", "Ruling", "GameReview",
    # files and names
    "load_position", "load_positions", "load_game", "load_lexicon", "load_rules", "format_text", "format_cgp", "format_gcg", "format_move",
    # values
    "Position", "Board", "Rack", "Square", "Direction", "Move", "Play", "Exchange", "Pass", "PlayScore", "Game", "RuleSet", "Lexicon",
    # the engine, for loops over many positions
    "MoveGenerator", "PlayList", "RankedMove",
    # errors
    "ScrabbleError", "NotationError", "SettingError", "DataError", "IllegalMoveError", "Reason",
]  # fmt: skip

_HOMES = {
    "api.analyzing": ("Analysis", "analyze"),
    "api.games": ("GameReview", "load_game", "review"),
    "api.judging": ("Judgement", "Ruling", "check", "score"),
    "api.lists": ("load_lexicon",),
    "api.moves": ("ListedMove", "MoveList"),
    "api.positions": ("load_position", "load_positions"),
    "api.solving": ("solve",),
    "api.words": ("find_words", "unseen"),
    "board": ("Board",),
    "engine.movegen": ("MoveGenerator", "PlayList", "RankedMove"),
    "errors": ("DataError", "IllegalMoveError", "NotationError", "Reason", "ScrabbleError", "SettingError"),
    "formats.cgp": ("format_cgp",),
    "formats.gcg": ("format_gcg",),
    "formats.position": ("Position",),
    "formats.text": ("format_text",),
    "game.record": ("Game",),
    "lexicon.graph": ("Lexicon",),
    "move": ("Exchange", "Move", "Pass", "Play", "format_move"),
    "rules": ("RuleSet", "load_rules"),
    "scoring": ("PlayScore",),
    "squares": ("Direction", "Square"),
    "tiles": ("Rack",),
}

if TYPE_CHECKING:
    from scrabblecli.api.analyzing import Analysis, analyze
    from scrabblecli.api.games import GameReview, load_game, review
    from scrabblecli.api.judging import Judgement, Ruling, check, score
    from scrabblecli.api.lists import load_lexicon
    from scrabblecli.api.moves import ListedMove, MoveList
    from scrabblecli.api.positions import load_position, load_positions
    from scrabblecli.api.solving import solve
    from scrabblecli.api.words import find_words, unseen
    from scrabblecli.board import Board
    from scrabblecli.engine.movegen import MoveGenerator, PlayList, RankedMove
    from scrabblecli.errors import DataError, IllegalMoveError, NotationError, Reason, ScrabbleError, SettingError
    from scrabblecli.formats.cgp import format_cgp
    from scrabblecli.formats.gcg import format_gcg
    from scrabblecli.formats.position import Position
    from scrabblecli.formats.text import format_text
    from scrabblecli.game.record import Game
    from scrabblecli.lexicon.graph import Lexicon
    from scrabblecli.move import Exchange, Move, Pass, Play, format_move
    from scrabblecli.rules import RuleSet, load_rules
    from scrabblecli.scoring import PlayScore
    from scrabblecli.squares import Direction, Square
    from scrabblecli.tiles import Rack


def __getattr__(name: str) -> Any:
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module 'scrabblecli' has no attribute {name!r}")
    if name in ("Board", "Game", "Position", "Rack"):
        import_module("scrabblecli.api")  # attaches what they show
    found = globals()[name] = getattr(import_module(f"scrabblecli.{home}"), name)
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
