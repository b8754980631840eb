"""A recorded game, followed: every turn with the position before it, what is recorded and what is right.

A record keeps what its file states. Beside every stated number stands the one that the rules give, and where the two differ
there is a `Finding`; nothing is changed silently.
"""

from __future__ import annotations

from typing import NamedTuple

from scrabblecli.errors import DataError
from scrabblecli.formats.position import Position
from scrabblecli.formats.transcript import Kind, Player, Transcript
from scrabblecli.game.referee import Ending, State
from scrabblecli.move import Exchange, Move, Pass
from scrabblecli.plain import printable
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import PlayScore
from scrabblecli.tiles import Rack

__all__ = ["Finding", "Game", "RecordedTurn", "Row"]


class Finding(NamedTuple):
    """Something in a record that is not as it should be.

    ``what`` is ``points``, ``total``, ``rack``, ``tiles``, ``placing``, ``order``, ``exchange``, ``end`` or ``rules``; ``stated`` and
    ``right`` are numbers or tiles as text, empty where there are none. ``turn`` is 0 before the first.
    """

    what: str
    turn: int
    player: int | None
    line: int
    message: str
    stated: str = ""
    right: str = ""


class Row(NamedTuple):
    """One row of the score sheet.

    ``points`` and ``total`` are right under the rules in force, ``stated_points`` and ``stated_total`` what the file says, None
    where it says nothing. ``rack`` has the tiles that were left, for a row that counts them. A row that is ``added`` does not
    stand in the file; one that is not ``counted`` comes after the end of the game under these rules.
    """

    kind: Kind
    player: int
    points: int
    total: int
    stated_points: int | None = None
    stated_total: int | None = None
    rack: Rack | None = None
    notes: tuple[str, ...] = ()
    line: int = 0
    added: bool = False
    counted: bool = True

    @property
    def differs(self) -> bool:
        """Whether the file states other points or another total."""
        points = self.points if self.stated_points is None else self.stated_points
        total = self.total if self.stated_total is None else self.stated_total
        return (points, total) != (self.points, self.total)


class RecordedTurn(NamedTuple):
    """One turn: a play, an exchange, a pass, or points whose play nobody has written down (``move`` is None).

    ``before`` is the position before it, the player's rack and score first, with the move in it as text. ``text`` is the move as
    records write it. ``withdrawn`` says that the play was challenged off, ``upheld`` that a challenge of it was wrong; ``rows`` has
    the row of the turn, then those that belong to it.
    """

    number: int
    player: int
    before: Position
    rack: Rack | None
    move: Move | None
    text: str
    arithmetic: PlayScore | None
    rows: tuple[Row, ...]
    withdrawn: bool = False

    @property
    def upheld(self) -> bool:
        """Whether the play was challenged and stayed."""
        return any(row.kind is Kind.CHALLENGE for row in self.rows)

    @property
    def points(self) -> int:
        """What the move is worth under the rules, before any challenge."""
        return self.rows[0].points


class Game(NamedTuple):
    r"""A whole recorded game.

    ``transcript`` is the record as it can be written: moves in their one spelling, lines that were missing added, numbers as stated
    or, when ``recalculated`` under other rules than the file's, as these give them. ``state`` is the referee's after the last entry,
    before leftovers; ``reached`` the position there; ``error`` says where the game could not be followed further. ``scoreless`` is how
    many scoreless turns in a row had been made when the game ended, ``after_end`` how many turns stand in the record after its end,
    ``unfollowed`` how many come after an ``error``, None where it is in a line that cannot be read and nobody knows what the others say.

    >>> from scrabblecli.game.loading import load_game
    >>> from scrabblecli.rules.choice import RuleChoice
    >>> text = "#player1 Ann Ann\n#player2 Bob Bob\n>Ann: AEINRST 8D RETAINS +66 66\n"
    >>> game = load_game(text, "game.gcg", RuleChoice())
    >>> game, game.turns[0].text, game.before(2).scores
    (<Game of 1 turn: Ann 66, Bob 0>, '8D RETAINS', (0, 66))
    """

    transcript: Transcript
    source: str
    rules: RuleSet
    lexicon: str | None
    turns: tuple[RecordedTurn, ...]
    findings: tuple[Finding, ...]
    state: State
    ending: Ending | None
    reached: Position
    scores: tuple[int, ...]
    stated: tuple[int, ...]
    winners: tuple[int, ...]
    recalculated: bool = False
    error: DataError | None = None
    scoreless: int = 0
    after_end: int = 0
    unfollowed: int | None = 0

    def __repr__(self) -> str:
        scores = ", ".join(f"{player.nick} {score}" for player, score in zip(self.players, self.scores, strict=True))
        return f"<Game of {len(self.turns)} turn{'' if len(self.turns) == 1 else 's'}: {printable(scores)}>"

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in their order."""
        return self.transcript.players

    @property
    def rows(self) -> tuple[Row, ...]:
        """The score sheet, row by row."""
        return tuple(row for turn in self.turns for row in turn.rows)

    @property
    def recorded(self) -> tuple[int | None, ...]:
        """The score of each player as the record states it, None where it does not state it to the end."""
        found: list[int | None] = [None] * len(self.players)
        unstated = set()
        for turn in self.turns:
            for row in turn.rows:
                if row.stated_total is not None:
                    unstated.discard(row.player)
                elif row.stated_points is None and not row.added and not isinstance(turn.move, Exchange | Pass):
                    unstated.add(row.player)
                if row.stated_points is not None or row.stated_total is not None:
                    found[row.player] = self.stated[row.player]
        return tuple(None if player in unstated else score for player, score in enumerate(found))

    @property
    def unfollowed_turns(self) -> str:
        """The turns that come after an ``error`` in words, as in ``turns 3 to 5``; empty when none does."""
        first = len(self.turns) + 1
        if self.unfollowed is None:
            return f"the turns from turn {first} on"
        if self.unfollowed < 2:
            return f"turn {first}" if self.unfollowed else ""
        return f"turns {first} to {first + self.unfollowed - 1}"

    @property
    def only_numbers(self) -> bool:
        """Whether this is a pure score sheet, on which no play is written down."""
        return bool(self.turns) and all(turn.move is None for turn in self.turns)

    def turn(self, number: int) -> RecordedTurn:
        """A turn by its number, from 1.

        Raises DataError when there is no such turn; where the record could not be followed that far, the error that stopped it.
        """
        if 1 <= number <= len(self.turns):
            return self.turns[number - 1]
        if self.error is not None and number > 0:
            raise self.error
        turns = "one turn" if len(self.turns) == 1 else f"turns 1 to {len(self.turns)}" if self.turns else "no turn"
        raise DataError(f"no turn {number}: the game has {turns}", self.source)

    def before(self, number: int) -> Position:
        """The position before a turn; the one after the last turn is that before the turn to come.

        Raises DataError when there is no such turn.
        """
        if number == len(self.turns) + 1 and self.error is None:
            return self.reached
        return self.turn(number).before
