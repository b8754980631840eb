"""Puzzles: positions with one play that is clearly the best.

Clearly best is a play that is worth so much more, the *margin*, than every different move: in equity, and with an empty bag in final spread,
which the endgame solver proves. Two plays are not different when they lay the same letters on the same squares, whichever of
them is a blank. Positions with fewer tiles in the bag than a rack holds are passed over while it is not empty: there equity says too little.

Themes are what the best play is an example of:

- ``bingo``: it earns the bonus;
- ``hook``: it lengthens a word on the board by one letter, before it or behind it, which is part of a word across the play;
- ``parallel``: two or more neighbouring new tiles make words across it: it lies along other tiles;
- ``endgame``: the bag is empty.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from scrabblecli.analysis.endgame import Endgames
from scrabblecli.analysis.endgame_rules import EndgameState
from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.board import Board
from scrabblecli.engine.movegen import LARGEST_WEIGHED, MoveGenerator, RankedMove
from scrabblecli.errors import DataError, SettingError
from scrabblecli.formats.position import Position, bag_count
from scrabblecli.game.chance import Chance
from scrabblecli.game.record import Game
from scrabblecli.game.referee import advance, deal
from scrabblecli.move import Move, Play
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import score_play
from scrabblecli.tiles import Rack, code_of

__all__ = [
    "END_MARGIN",
    "MARGIN",
    "THEMES",
    "Candidate",
    "Puzzle",
    "PuzzleMaker",
    "game_candidates",
    "selfplay_candidates",
    "themes_of",
]

THEMES = ("bingo", "hook", "parallel", "endgame")
MARGIN = 10.0
"""By how much equity a play is clearly the best, unless another margin is asked for."""
END_MARGIN = 5.0
"""The same in final spread, for endgames."""
MOST_POSITIONS = 200_000
"""An endgame that is not solved after looking at so many positions is passed over: a limit of time would make what is found depend on the
machine."""


class Candidate(NamedTuple):
    """A position that may be a puzzle, the rack on turn known whole, and where it comes from."""

    position: Position
    origin: str

    @property
    def rack(self) -> Rack:
        """The rack of the player on turn."""
        assert self.position.rack is not None
        return self.position.rack


class Puzzle(NamedTuple):
    """A position and its answer: ``best`` is worth ``margin`` more than ``second``, the next different move.

    Of an endgame equity is what the spread gains until the end.
    """

    position: Position
    best: RankedMove
    second: RankedMove
    margin: float
    themes: tuple[str, ...]
    origin: str

    @property
    def play(self) -> Play:
        """The best play."""
        assert isinstance(self.best.move, Play)
        return self.best.move


def themes_of(board: Board, play: Play, rules: RuleSet, in_bag: int) -> tuple[str, ...]:
    """The themes that a play is an example of."""
    crossing = score_play(board, play, rules).words[1:]
    lengthens = any(len(word.squares) > 2 and (word.squares[0].new or word.squares[-1].new) for word in crossing)
    across = {square.square for word in crossing for square in word.squares if square.new}
    beside = any(square.shifted(play.direction, 1) in across for square in across)
    found = {
        "bingo": play.tiles_played >= rules.bingo_tiles,
        "hook": lengthens,
        "parallel": beside,
        "endgame": not in_bag,
    }
    return tuple(theme for theme in THEMES if found[theme])


def _laid(move: Move) -> object:
    """What makes moves different: the letters a play lays and their squares."""
    return frozenset((square, code_of(face)) for square, face in move.new_tiles()) if isinstance(move, Play) else move


class PuzzleMaker:
    """Finds puzzles under some rules, with margins for positions by equity and for endgames; ``themes`` are those wanted, none for all.

    ``endgames`` solves on one thread, so that the same endgames are solved everywhere; None passes endgames over.
    Raises SettingError for racks whose leaves cannot be valued.
    """

    def __init__(
        self, generator: MoveGenerator, endgames: Endgames | None, margin: float = MARGIN, end_margin: float = END_MARGIN,
        themes: Collection[str] = (),
    ) -> None:  # fmt: skip
        if generator.rules.rack_size > LARGEST_WEIGHED or generator.valuation is None:
            raise SettingError(
                f"rack_size = {generator.rules.rack_size}: puzzles are made of racks of {LARGEST_WEIGHED} tiles at most"
            )
        self._generator = generator
        self._endgames = endgames
        self._margin = margin
        self._end_margin = end_margin
        self._themes = frozenset(themes)

    def puzzle(self, candidate: Candidate) -> Puzzle | None:
        """The puzzle that a position is, None when it is none, or not of the themes that are wanted."""
        position, rules = candidate.position, self._generator.rules
        in_bag = bag_count(position.board, candidate.rack, rules)
        if in_bag and in_bag < rules.rack_size:
            return None
        found = self._by_equity(candidate) if in_bag else self._by_the_end(candidate)
        if found is None or not isinstance(found[0].move, Play):
            return None
        best, second = found
        margin = (best.equity or 0.0) - (second.equity or 0.0)
        themes = themes_of(position.board, found[0].move, rules, in_bag)
        if margin < (self._margin if in_bag else self._end_margin) or (self._themes and not self._themes & set(themes)):
            return None
        return Puzzle(position, best, second, margin, themes, candidate.origin)

    def _by_equity(self, candidate: Candidate) -> tuple[RankedMove, RankedMove] | None:
        """The best move and the next different one by equity."""
        if self._themes == {"endgame"}:
            return None
        moves = iter(rank_moves(self._generator, candidate.position.board, candidate.rack, True, True).moves)
        best = next(moves)
        return next(((best, move) for move in moves if _laid(move.move) != _laid(best.move)), None)

    def _by_the_end(self, candidate: Candidate) -> tuple[RankedMove, RankedMove] | None:
        """The best move and the next different one by how the game ends, None where that is not solved."""
        position = candidate.position
        if self._endgames is None:
            return None
        try:
            state = EndgameState.of(position, candidate.rack)
            best = self._best_end(self._endgames, state, None)
            second = None if best is None else self._best_end(self._endgames, state, best.move)
        except DataError:
            return None  # nobody holds anything any more, or more is unseen than a rack holds
        return None if best is None or second is None else (best, second)

    @staticmethod
    def _best_end(endgames: Endgames, state: EndgameState, other_than: Move | None) -> RankedMove | None:
        """The best move that is different from one, None where it takes too long to prove. Ctrl-C raises KeyboardInterrupt."""
        taken = None if other_than is None else _laid(other_than)
        solved = endgames.solve(state, 1, only=None if taken is None else lambda move: _laid(move) != taken, limit=MOST_POSITIONS)
        if solved.stopped == "interrupt":
            raise KeyboardInterrupt
        if not solved.proven:
            return None
        first = solved.moves[0]
        return first.ranked._replace(equity=float(first.spread - state.spread))


def selfplay_candidates(generator: MoveGenerator, seed: int, number: int, lexicon: str) -> Iterator[Candidate]:
    """The positions of one game that two players of the engine play by equity; the same for a seed and a number.

    Raises SettingError for rules of more than two players.
    """
    rules = generator.rules
    if rules.players != 2:
        raise SettingError(f"players = {rules.players}: games are played for two players")
    chance = Chance(seed << 32 | number)
    state = deal(rules, chance)
    while state.ending is None:
        position = state.position(lexicon)
        rack = position.rack
        assert rack is not None
        yield Candidate(position._replace(racks=(rack,)), f"seed {seed} game {number + 1}")
        best = next(iter(rank_moves(generator, state.board, rack, True, True).moves))
        state = advance(state, best.move, best.score, random=chance)


def game_candidates(game: Game, lexicon: str) -> Iterator[Candidate]:
    """The positions of a recorded game whose racks are known whole."""
    for turn in game.turns:
        position = turn.before
        if turn.rack is None or not len(turn.rack):
            continue
        if len(turn.rack) < game.rules.rack_size and bag_count(position.board, turn.rack, game.rules):
            continue
        made = position._replace(racks=(turn.rack,), lexicon=lexicon, move=None)
        yield Candidate(made, f"{game.source} turn {turn.number}")
