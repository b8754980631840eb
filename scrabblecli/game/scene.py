"""What a page needs to show a game beside its review: who played where, and each turn as it is drawn.

Plain values that other processes can make, as the review itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scrabblecli.board import Board
from scrabblecli.game.record import Game
from scrabblecli.layout import Layout
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Move
from scrabblecli.tiles import Alphabet

__all__ = ["Scene", "Setting", "scenes_of", "setting_of"]


class Setting(NamedTuple):
    """Who played, by which rules and words, on what board, and how it ended.

    ``rules`` names them with what was changed, ``values`` has the value of every face on the board, ``words`` the size of the list.
    ``reached`` is the board after the last turn; ``winners`` is empty for a game that is not complete.
    """

    title: str
    names: tuple[str, ...]
    rules: str
    lexicon: str
    words: int
    alphabet: Alphabet
    values: tuple[int, ...]
    layout: Layout
    reached: Board
    winners: tuple[int, ...]


class Scene(NamedTuple):
    """A turn: the board before it, its move and the best one (None where it is not known), and the players' totals after it.

    ``notes`` is what the record remarks on it.
    """

    before: Board
    move: Move | None
    best: Move | None
    totals: tuple[int, ...]
    notes: tuple[str, ...] = ()


def setting_of(game: Game, lexicon: Lexicon) -> Setting:
    """Where and between whom a game was played."""
    rules = game.rules
    return Setting(
        game.transcript.value("title") or "", tuple(player.shown for player in game.players), rules.phrase, lexicon.name, lexicon.words,
        rules.tiles.alphabet, rules.face_values(), rules.layout, game.reached.board, game.winners,
    )  # fmt: skip


def scenes_of(game: Game, best: Sequence[Move | None]) -> Iterator[Scene]:
    """The turns of a game, each with the best move of its position."""
    totals = [0] * len(game.players)
    for turn, best_move in zip(game.turns, best, strict=True):
        for row in turn.rows:
            totals[row.player] = row.total
        notes = tuple(note for row in turn.rows for note in row.notes)
        yield Scene(turn.before.board, turn.move, best_move, tuple(totals), notes)
