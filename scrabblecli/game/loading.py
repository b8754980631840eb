"""Recorded games out of files, and their turns as positions, so that a game stands wherever a board may."""

from __future__ import annotations

from collections.abc import Callable

from scrabblecli.errors import DataError
from scrabblecli.formats.detect import PositionText, detect, parse_game
from scrabblecli.formats.position import Position, RuleChoice
from scrabblecli.game.record import Finding, Game
from scrabblecli.game.replay import replay
from scrabblecli.move import Play

__all__ = ["GamePosition", "load_game"]


def load_game(text: str, source: str, choice: RuleChoice) -> Game:
    """Read and follow a recorded game; its ``error`` says where it could not be followed further.

    Raises DataError when the text is no game, and for rules that are unknown.
    """
    gcg = detect(text) == "gcg"
    # GCG is what strangers exchange; the game text, which this program keeps, may name rules by their path
    game = replay(parse_game(text, source), choice._replace(confined=gcg), source)
    # a game text is often typed without scores, GCG has one for every turn
    return _with_unscored(game) if gcg else game


def _with_unscored(game: Game) -> Game:
    """The game, and that the record lacks the scores of some turns."""
    lacking = [turn for turn in game.turns if isinstance(turn.move, Play) and turn.rows[0].stated_points is None]
    if not lacking:
        return game
    first = lacking[0]
    line = first.rows[0].line
    turns = f"turn{'' if len(lacking) == 1 else 's'} {', '.join(str(turn.number) for turn in lacking)}"
    message = f"line {line}: no score is recorded for {turns}: it is what the rules give"
    found = Finding("points", first.number, first.player, line, message, "", str(first.rows[0].points))
    return game._replace(findings=(*game.findings, found))


class GamePosition(PositionText):
    """The position before one turn of a recorded game.

    ``turn`` is its number. When it is None ``wanted`` decides: a ``position`` is that which the game has reached, or where it is over
    the one before the last turn; where a ``rack`` is needed and that of the position reached is not known, and where the ``move``
    made is needed, it is the last turn as well. ``note`` is told which turn was taken.
    """

    __slots__ = ("note", "turn", "wanted")

    def __init__(self, text: str, source: str, turn: int | None, wanted: str, note: Callable[[str], None]) -> None:
        super().__init__("game", text, source, 1)
        self.turn = turn
        self.wanted = wanted
        self.note = note

    def read(self, choice: RuleChoice) -> Position:
        """Follow the game up to the turn; raises DataError when it cannot be followed, or there is no such turn."""
        game = load_game(self.text, self.source, choice)
        if game.only_numbers:
            raise DataError("a score sheet without moves: there is no board in it", self.source)
        number = self.turn
        if number is None:
            if game.error is not None:
                followed = len(game.turns)
                hint = f"; up to there the game can be used: --turn 1 to {followed}" if followed else ""
                raise DataError(f"{game.error.reason}{hint}", self.source, game.error.line)
            number = self._usual(game)
            # a new game has only one position
            if game.turns:
                name = game.players[self._player(game, number)].nick
                self.note(f"note: the position before turn {number} ({name}); --turn N chooses another")
        position = game.before(number)
        odd = tuple(
            finding.message
            for finding in game.findings
            if finding.what == "rules" or (finding.turn == number and finding.what != "end")
        )
        return position._replace(warnings=(*position.warnings, *odd), naming=self.naming)

    def _usual(self, game: Game) -> int:
        turns = len(game.turns)
        over = game.ending is not None
        if turns and (over or self.wanted == "move" or (self.wanted == "rack" and game.reached.rack is None)):
            return turns
        return turns + 1

    @staticmethod
    def _player(game: Game, number: int) -> int:
        return game.turns[number - 1].player if number <= len(game.turns) else game.state.on_turn
