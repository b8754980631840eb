"""A game advances by moves under a rule set: the referee's book, as immutable states.

A state knows how many tiles everybody holds even where nobody has said which: every play, exchange and draw is counted. Racks and
the bag may be known as well, for games that are dealt here.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, TypeVar

from scrabblecli.board import Board
from scrabblecli.endings import Turn, adjustments, counts_as_scoreless, is_blocked, leftover_points, reached_target
from scrabblecli.errors import IllegalMoveError, Reason
from scrabblecli.formats.position import Position, unseen_counts
from scrabblecli.game.challenge import ChallengeOutcome, challenge_outcome
from scrabblecli.game.turn import turn_of
from scrabblecli.move import Exchange, Move, Play, kept
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Square
from scrabblecli.tiles import BLANK, Rack, code_of, is_blank

__all__ = [
    "Ending",
    "State",
    "advance",
    "award",
    "challenge",
    "deal",
    "forfeit",
    "known_racks",
    "overtime_points",
    "recycle",
    "replaced",
    "settlement",
    "start",
    "withdraw",
]


class Ending(NamedTuple):
    """Why a game is over.

    ``how`` is ``out`` (``player`` has played the last tile), ``blocked``, ``target`` (``player`` has reached it) or ``forfeit``
    (``player`` has lost a challenge on which the game stood).
    """

    how: str
    player: int | None = None


class State(NamedTuple):
    """A game at one moment; players are counted from 0.

    ``sizes`` is how many tiles each holds, ``racks`` which, None where that is not known. ``bag`` has the tiles of the bag as
    rack codes in the order in which they will be drawn, None where they are not known.
    """

    rules: RuleSet
    board: Board
    scores: tuple[int, ...]
    sizes: tuple[int, ...]
    racks: tuple[Rack | None, ...]
    on_turn: int = 0
    scoreless: int = 0
    bag: bytes | None = None
    ending: Ending | None = None

    @property
    def bag_size(self) -> int:
        """How many tiles are in the bag."""
        if self.bag is not None:
            return len(self.bag)
        on_board = sum(face != 0 for face in self.board.faces)
        return max(0, self.rules.tiles.total - on_board - sum(self.sizes))

    def position(self, lexicon: str | None = None) -> Position:
        """The position of the player on turn, whose rack and score come first."""
        order = [(self.on_turn + distance) % len(self.scores) for distance in range(len(self.scores))]
        racks = tuple(self.racks[player] for player in order)
        scores = tuple(self.scores[player] for player in order)
        return Position(self.board, self.rules, racks, scores, self.scoreless, lexicon)


def start(rules: RuleSet, on_turn: int = 0) -> State:
    """An empty board, full racks that nobody has shown, nobody with points; ``players`` of the rules says for how many."""
    players = rules.players
    size = min(rules.rack_size, rules.tiles.total // players)
    board = Board.empty(rules.layout.rows, rules.layout.columns)
    return State(rules, board, (0,) * players, (size,) * players, (None,) * players, on_turn)


def deal(rules: RuleSet, random: Random, on_turn: int = 0) -> State:
    """The start of a game whose tiles lie in a shuffled bag: every draw is known."""
    bag = [code for code, count in enumerate(rules.tiles.counts) for _ in range(count)]
    random.shuffle(bag)
    state = start(rules, on_turn)._replace(bag=bytes(bag), sizes=(0,) * rules.players, racks=(Rack(),) * rules.players)
    for player in range(rules.players):
        state = _draw(state, player, rules.rack_size)
    return state


def _draw(state: State, player: int, count: int) -> State:
    """A player draws tiles, as many as there are; which they are is known only with the bag."""
    drawn = min(count, state.bag_size)
    rack = state.racks[player]
    bag = state.bag
    if bag is not None:
        rack = None if rack is None else Rack([*rack, *bag[:drawn]])
        bag = bag[drawn:]
    elif drawn:
        rack = None
    sizes = replaced(state.sizes, player, state.sizes[player] + drawn)
    return state._replace(bag=bag, sizes=sizes, racks=replaced(state.racks, player, rack))


_Value = TypeVar("_Value")


def replaced(values: tuple[_Value, ...], place: int, value: _Value) -> tuple[_Value, ...]:
    """Values with another at a place."""
    return (*values[:place], value, *values[place + 1 :])


def advance(state: State, move: Move | None, points: int, rack: Rack | None = None, random: Random | None = None) -> State:
    """The state after a move of the player on turn, who then draws; the next player is on turn.

    ``rack`` is what that player holds, where the move says so and the state does not know it. None for a move stands for points
    whose play nobody has written down. With a known bag ``random`` shuffles what an exchange gives back into it.
    Whether the move is legal is for `scrabblecli.game.judging` to say.
    """
    player = state.on_turn
    held = rack if rack is not None else state.racks[player]
    left = None if move is None else kept(move, held)
    state = award(state, player, points)._replace(racks=replaced(state.racks, player, left))
    turn = Turn.PLAY
    if move is not None:
        turn = turn_of(move)
    if isinstance(move, Play):
        size = max(0, state.sizes[player] - move.tiles_played)
        state = state._replace(board=state.board.after(move), sizes=replaced(state.sizes, player, size))
        state = _draw(state, player, min(move.tiles_played, state.rules.rack_size))
        if not state.sizes[player] and state.ending is None:
            state = state._replace(ending=Ending("out", player))
    elif isinstance(move, Exchange):
        state = _exchange(state, player, move, random)
    return _next(state, turn, points)


def _exchange(state: State, player: int, move: Exchange, random: Random | None) -> State:
    """Draw, then put back what was given; sizes stay, and without the bag nobody knows the new rack."""
    if state.bag is None or move.tiles is None:
        return state._replace(racks=replaced(state.racks, player, None))
    state = state._replace(sizes=replaced(state.sizes, player, state.sizes[player] - move.count))
    state = _draw(state, player, move.count)
    assert state.bag is not None
    bag = [*state.bag, *move.tiles]
    if random is not None:
        random.shuffle(bag)
    return state._replace(bag=bytes(bag))


def _next(state: State, turn: Turn, points: int) -> State:
    """The turn goes to the next player; the game may have ended with it."""
    scoreless = state.scoreless + 1 if counts_as_scoreless(turn, points, state.rules) else 0
    ending = state.ending
    if ending is None and is_blocked(scoreless, state.scores, state.rules):
        ending = Ending("blocked")
    return state._replace(scoreless=scoreless, ending=ending, on_turn=(state.on_turn + 1) % len(state.scores))


def award(state: State, player: int, points: int) -> State:
    """The state after a player has won or lost points; a target may be reached."""
    scores = replaced(state.scores, player, state.scores[player] + points)
    ending = state.ending
    if ending is None and points > 0 and reached_target(scores, state.rules):
        ending = Ending("target", player)
    return state._replace(scores=scores, ending=ending)


def withdraw(before: State, rack: Rack | None = None) -> State:
    """The state after a play was challenged off: ``before`` it, the tiles back on the rack, the turn lost."""
    if rack is not None:
        before = before._replace(racks=replaced(before.racks, before.on_turn, rack))
    return _next(before, Turn.LOST_CHALLENGE, 0)


def forfeit(state: State) -> State:
    """The state after the player on turn has lost the turn for a challenge that was wrong."""
    return _next(state, Turn.LOST_CHALLENGE, 0)


def challenge(
    before: State, after: State, acceptable: bool, words: int, challenger: int | None = None, rule: str | None = None
) -> tuple[State, ChallengeOutcome]:
    """The state after the play between two states was challenged, and what the challenge did.

    ``words`` counts the words challenged; ``challenger`` is the next player where nobody is named. A player who loses a turn loses
    the next one; only the next player's can be written down at once, another's is for the table to remember.
    """
    outcome = challenge_outcome(before.rules, acceptable, words, rule)
    player = before.on_turn
    challenger = after.on_turn if challenger is None else challenger
    if not outcome.possible or outcome.retry:
        return (before if not acceptable else after), outcome
    if not acceptable:
        return withdraw(before), outcome
    state = award(award(after, player, outcome.player_points), challenger, outcome.challenger_points)
    if outcome.challenger_loses_game:
        return state._replace(ending=Ending("forfeit", challenger)), outcome
    if outcome.challenger_loses_turn and challenger == state.on_turn and state.ending is None:
        state = forfeit(state)
    return state, outcome


def recycle(state: State, square: Square) -> State:
    """The player on turn takes a blank from the board for the tile that it stands for.

    Raises IllegalMoveError where the rules do not allow it, no blank lies there, or the rack is known to lack the tile.
    """
    face = state.board[square]
    name = f"taking the blank on {square}"
    if not state.rules.settings["blanks_recyclable"]:
        raise IllegalMoveError(
            name, (Reason("rules", f"blanks stay where they are ({state.rules.decided_by('blanks_recyclable')})"),)
        )
    if not is_blank(face):
        raise IllegalMoveError(name, (Reason("conflict", f"no blank lies on {square}", (str(square),)),))
    rack = state.racks[state.on_turn]
    if rack is not None:
        left = rack.without([code_of(face)])
        if left is None:
            letter = state.rules.tiles.alphabet.face_text(code_of(face))
            raise IllegalMoveError(name, (Reason("not_in_rack", f"the rack lacks {letter}"),))
        rack = Rack([*left, BLANK])
    faces = bytearray(state.board.faces)
    faces[square.row * state.board.columns + square.column] = code_of(face)
    board = Board(state.board.rows, state.board.columns, bytes(faces))
    return state._replace(board=board, racks=replaced(state.racks, state.on_turn, rack))


def overtime_points(seconds_over: float, rules: RuleSet) -> int:
    """What overtime costs: points for each started minute.

    >>> from scrabblecli.rules import load_rules
    >>> overtime_points(61, load_rules()), overtime_points(-5, load_rules())
    (20, 0)
    """
    minutes = -(-max(0.0, seconds_over) // 60)
    return int(minutes) * int(rules.settings["overtime_penalty"])


def known_racks(state: State) -> tuple[Rack | None, ...]:
    """What each player holds, as far as it can be told: with an empty bag the last unknown rack is all that is unseen."""
    racks = [Rack() if not size else rack for rack, size in zip(state.racks, state.sizes, strict=True)]
    unknown = [player for player, rack in enumerate(racks) if rack is None]
    if len(unknown) == 1 and not state.bag_size:
        counts = unseen_counts(state.board, Rack([code for rack in racks for code in rack or ()]), state.rules.tiles)
        rest = [code for code, count in enumerate(counts) for _ in range(count)]
        # a board with more of a tile than the set has would leave too many
        if len(rest) == state.sizes[unknown[0]]:
            racks[unknown[0]] = Rack(rest)
    return tuple(racks)


def settlement(state: State, racks: Sequence[Rack | None] | None = None) -> tuple[int, ...] | None:
    """What each player's score changes by at the end of a game that is over; None when leftovers that count are not known."""
    ending, rules = state.ending, state.rules
    players = len(state.scores)
    if ending is None or ending.how in ("target", "forfeit") or rules.settings["leftovers"] == "none":
        return (0,) * players
    leftovers = []
    for rack in racks if racks is not None else known_racks(state):
        if rack is None:
            return None
        leftovers.append(leftover_points(rack, rules.tiles))
    return adjustments(leftovers, ending.player if ending.how == "out" else None, rules)
