"""Challenge or not: what a challenge does to the chance to win, for who is only so sure that a play is valid.

With ``p`` for how sure one is, ``W`` the chance to win of a position (`scrabblecli.analysis.wins`), the change by a challenge is
``p * W(challenged, valid) + (1 - p) * W(challenged, invalid) - W(not challenged)``. The first and the last are of the board with the
play, the points and turns that the rule costs taken into account; the second is of the board before it, with the turn lost or tried again.
"""

from __future__ import annotations

from typing import NamedTuple

from scrabblecli.analysis.wins import Wins
from scrabblecli.board import Board
from scrabblecli.endings import adjustments, leftover_points, winners
from scrabblecli.formats.position import Position, tiles_on_board
from scrabblecli.game.challenge import challenge_outcome
from scrabblecli.move import Play
from scrabblecli.rules import RuleSet
from scrabblecli.rules.settings import CHALLENGES

__all__ = ["Advice", "challenge_advice"]


class Advice(NamedTuple):
    """What a challenge under a rule is worth to who may challenge.

    Chances to win, 0 to 1: ``kept`` without a challenge, ``valid`` and ``invalid`` after one that is lost or won. ``even`` is how sure one may be that
    the play is valid and challenge nevertheless, None when no certainty makes it worse (or better) than even.
    """

    rule: str
    sure: float
    kept: float
    valid: float
    invalid: float

    @property
    def challenged(self) -> float:
        """The chance to win with a challenge."""
        return self.sure * self.valid + (1 - self.sure) * self.invalid

    @property
    def change(self) -> float:
        """What a challenge adds to the chance to win."""
        return self.challenged - self.kept

    @property
    def even(self) -> float | None:
        """So sure of the play, a challenge neither helps nor hurts; None when it never hurts or never helps."""
        if self.valid >= self.kept or self.invalid <= self.kept:
            return None
        return (self.invalid - self.kept) / (self.invalid - self.valid)


def challenge_advice(position: Position, play: Play, score: int, words: int, sure: float, wins: Wins) -> list[Advice]:
    """What a challenge of a play is worth under each rule that has challenges, for the opponent of who played it.

    ``position`` is that before the play, its scores those of the player and the challenger (0 where unknown); ``words`` are challenged.
    """
    table = _Table(position, play, score, wins)
    found = []
    for rule in CHALLENGES:
        lost = challenge_outcome(position.rules, True, words, rule)
        if not lost.possible:
            continue
        won = challenge_outcome(position.rules, False, words, rule)
        points = lost.player_points - lost.challenger_points
        valid = 0.0 if lost.challenger_loses_game else table.with_play(points, not lost.challenger_loses_turn)
        found.append(Advice(rule, sure, table.with_play(0, True), valid, table.without_play(not won.retry)))
    return found


class _Table:
    """The chances of the challenger in what may follow a play."""

    def __init__(self, position: Position, play: Play, score: int, wins: Wins) -> None:
        rules = position.rules
        self._rules = rules
        self._wins = wins
        theirs, mine = position.both_scores
        self._scores = mine, theirs
        self._score = score
        after = position.board.after(play)
        self._before = _off_board(position.board, rules)
        self._after = _off_board(after, rules)
        # with tiles in the bag both hold full racks
        size = rules.rack_size
        player = min(size, self._before) if position.rack is None else len(position.rack)
        self._held = min(size, max(0, self._before - player))
        self._left = leftover_points(_codes_off_board(after, rules), rules.tiles)

    def with_play(self, points: int, my_turn: bool) -> float:
        """The chance with the play on the board and so many points lost; ``my_turn`` is whether the challenger moves next."""
        mine, theirs = self._scores[0], self._scores[1] + self._score + points
        if self._after <= self._held:
            # the player went out: all other tiles are the challenger's
            changes = adjustments([self._left, 0], 1, self._rules)
            best = winners((mine, theirs), (mine + changes[0], theirs + changes[1]))
            return 0.0 if 0 not in best else 1 / len(best)
        if my_turn:
            return self._wins.chance(self._after - self._held, mine - theirs)
        rack = min(self._rules.rack_size, self._after - self._held)
        return 1 - self._wins.chance(self._after - rack, theirs - mine)

    def without_play(self, my_turn: bool) -> float:
        """The chance with the play taken back; the player tries again unless it is the challenger's turn."""
        mine, theirs = self._scores
        if my_turn:
            return self._wins.chance(self._before - self._held, mine - theirs)
        rack = min(self._rules.rack_size, self._before - self._held)
        return 1 - self._wins.chance(self._before - rack, theirs - mine)


def _codes_off_board(board: Board, rules: RuleSet) -> list[int]:
    """The tiles that are not on a board."""
    counts = list(rules.tiles.counts)
    for code in tiles_on_board(board):
        counts[code] -= 1
    return [code for code, count in enumerate(counts) for _ in range(count)]


def _off_board(board: Board, rules: RuleSet) -> int:
    return len(_codes_off_board(board, rules))
