"""Positions and moves as plain data: what JSON, tab-separated and comma-separated output are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from scrabblecli.board import Board
from scrabblecli.errors import Reason
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Exchange, Pass, Play, exchanged_text, format_move
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import PlayScore, WordScore, score_play
from scrabblecli.tiles import Rack, is_blank

if TYPE_CHECKING:
    from scrabblecli.engine.movegen import PlayList, RankedMove

__all__ = [
    "ALL_FIELDS",
    "BASIS_FIELDS",
    "KNOWN_FIELDS",
    "SCHEMA",
    "SOLVE_FIELDS",
    "kind_of",
    "lexicon_data",
    "move_data",
    "move_row",
    "play_data",
    "position_data",
    "reason_data",
]

SCHEMA = 1
"""The version of the JSON output."""
SOLVE_FIELDS = ("rank", "move", "score", "equity", "leave", "tiles", "words")
"""The columns of ``solve`` unless others are chosen."""
KNOWN_FIELDS = ("unknown", "equity_lost")
"""The columns that only a vocabulary fills."""
BASIS_FIELDS = (
    "final_spread",
    "proven",
    "least",
    "most",
    "win",
    "mean",
    "win_low",
    "win_high",
    "mean_low",
    "mean_high",
    "iterations",
    "won",
    "tied",
    "lost",
)
"""The columns that only endgames, pre-endgames or simulations fill."""


def kind_of(move: Play | Exchange | Pass) -> str:
    """``play``, ``exchange`` or ``pass``."""
    return type(move).__name__.lower()


def lexicon_data(lexicon: Lexicon) -> dict[str, Any]:
    """What names a word list: name, number of words, identity."""
    return {"name": lexicon.name, "words": lexicon.words, "id": lexicon.identity}


def position_data(board: Board, rack: Rack | None, rules: RuleSet, lexicon: Lexicon | None) -> dict[str, Any]:
    """A position: the rows of the board as text, the rack, the rules and what was changed in them, the word list."""
    alphabet = rules.tiles.alphabet
    return {
        "board": [alphabet.text(board.row(row)) for row in range(board.rows)],
        "rack": None if rack is None else rack.text(alphabet),
        "rules": rules.name,
        "settings": dict(rules.overrides),
        "lexicon": None if lexicon is None else lexicon_data(lexicon),
    }


def _word_data(word: WordScore, rules: RuleSet) -> dict[str, Any]:
    alphabet = rules.tiles.alphabet
    return {
        "word": alphabet.word_text(word.faces),
        "square": word.square.name(word.direction),
        "direction": word.direction.value,
        "letters": word.letters,
        "multiplier": word.multiplier,
        "score": word.score,
        "squares": [
            {
                "square": square.square.name(word.direction),
                "letter": alphabet.word_text([square.face]).strip("[]"),
                "value": square.value,
                "new": square.new,
                "blank": is_blank(square.face),
                "premium": square.premium,
                "points": square.points,
            }
            for square in word.squares
        ],
    }


def play_data(play: Play, arithmetic: PlayScore | None, rules: RuleSet, board: Board) -> dict[str, Any]:
    """A play with its arithmetic; without arithmetic there is no score to claim, and ``words`` is empty."""
    alphabet = rules.tiles.alphabet
    word = [face or board[square] for square, face in zip(play.squares(), play.tiles, strict=True)]
    return {
        "kind": "play",
        "move": format_move(play, alphabet),
        "square": play.square.name(play.direction),
        "direction": play.direction.value,
        "tiles": alphabet.text(play.tiles),
        "word": alphabet.word_text(word),
        "score": None if arithmetic is None else arithmetic.score,
        "bingo": play.tiles_played >= rules.bingo_tiles,
        "words": [] if arithmetic is None else [_word_data(word, rules) for word in arithmetic.words],
        "bonus": 0 if arithmetic is None else arithmetic.bonus,
    }


def other_data(move: Exchange | Pass, rules: RuleSet) -> dict[str, Any]:
    """An exchange or a pass, with the keys of a play."""
    alphabet = rules.tiles.alphabet
    return {
        "kind": kind_of(move),
        "move": format_move(move, alphabet),
        "square": None,
        "direction": None,
        "tiles": exchanged_text(move, alphabet) if isinstance(move, Exchange) else "",
        "word": None,
        "score": 0,
        "bingo": False,
        "words": [],
        "bonus": 0,
    }


def move_data(ranked: RankedMove, board: Board, rules: RuleSet) -> dict[str, Any]:
    """A ranked move with its arithmetic."""
    move = ranked.move
    if isinstance(move, Play):
        data = play_data(move, score_play(board, move, rules), rules, board)
    else:
        data = other_data(move, rules)
    leave = None if ranked.leave is None else Rack(ranked.leave).text(rules.tiles.alphabet)
    return {"rank": ranked.rank, **data, "equity": ranked.equity, "leave": leave}


def reason_data(reason: Reason) -> dict[str, Any]:
    """A reason why a move cannot be played."""
    return {"code": reason.code, "message": reason.message, "squares": list(reason.squares), "words": list(reason.words)}


def move_row(ranked: RankedMove, plays: PlayList, rules: RuleSet, fields: Sequence[str]) -> list[str]:
    """A ranked move as the texts of some fields; those of vocabularies, endgames and simulations are empty."""
    return [_FIELDS[name](ranked, plays, rules) if name in _FIELDS else "" for name in fields]


def _tiles(ranked: RankedMove, plays: PlayList, rules: RuleSet) -> str:
    move = ranked.move
    if isinstance(move, Play):
        return plays.alphabet.text(move.tiles)
    return exchanged_text(move, plays.alphabet) if isinstance(move, Exchange) else ""


def _words(ranked: RankedMove, plays: PlayList, rules: RuleSet) -> str:
    return ",".join(plays.words(ranked.move)) if isinstance(ranked.move, Play) else ""


def _leave(ranked: RankedMove, plays: PlayList, rules: RuleSet) -> str:
    return "" if ranked.leave is None else Rack(ranked.leave).text(plays.alphabet)


_FIELDS: dict[str, Callable[[RankedMove, PlayList, RuleSet], str]] = {
    "rank": lambda ranked, plays, rules: str(ranked.rank),
    "kind": lambda ranked, plays, rules: kind_of(ranked.move),
    "move": lambda ranked, plays, rules: format_move(ranked.move, plays.alphabet),
    "score": lambda ranked, plays, rules: str(ranked.score),
    "equity": lambda ranked, plays, rules: "" if ranked.equity is None else f"{ranked.equity:.2f}",
    "leave": _leave,
    "tiles": _tiles,
    "words": _words,
    "word": lambda ranked, plays, rules: plays.words(ranked.move)[0] if isinstance(ranked.move, Play) else "",
    "square": lambda ranked, plays, rules: (
        ranked.move.square.name(ranked.move.direction) if isinstance(ranked.move, Play) else ""
    ),
    "direction": lambda ranked, plays, rules: ranked.move.direction.value if isinstance(ranked.move, Play) else "",
    "bingo": lambda ranked, plays, rules: (
        "true" if isinstance(ranked.move, Play) and ranked.move.tiles_played >= rules.bingo_tiles else "false"
    ),
}
ALL_FIELDS = (*_FIELDS, *KNOWN_FIELDS, *BASIS_FIELDS)
"""Every column that ``solve --fields`` knows."""
