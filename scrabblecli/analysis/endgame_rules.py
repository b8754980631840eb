"""An endgame as the rules see it: two racks, nothing unknown to draw, and when it is over what the leftovers do."""

from __future__ import annotations

from typing import NamedTuple

from scrabblecli.board import Board
from scrabblecli.endings import Turn, adjustments, counts_as_scoreless, is_blocked, leftover_points, reached_target
from scrabblecli.errors import DataError, SettingError
from scrabblecli.formats.position import Position, unseen_counts
from scrabblecli.move import Move, Pass, Play, kept
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import BLANK, BLANK_FLAG, Rack

__all__ = ["Ended", "EndgameState", "ScorelessRule", "check_rules", "endgame_rack", "scoreless_rule", "targets_of"]


class Ended(NamedTuple):
    """How an endgame is over: ``how`` is ``out`` (``player`` went out), ``blocked``, ``passes`` or ``target`` (``player`` reached it).

    ``passes`` is where no number of scoreless turns ends a game: when a pass answers a pass, nothing would ever change.
    ``leftovers`` has what each player's unplayed tiles count, ``changes`` what that does to the scores, ``scores`` the final ones.
    """

    how: str
    player: int | None
    leftovers: tuple[int, ...]
    changes: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def before(self) -> tuple[int, ...]:
        """The scores before the leftovers counted."""
        return tuple(score - change for score, change in zip(self.scores, self.changes, strict=True))


class EndgameState(NamedTuple):
    """A position with an empty bag, or one in which ``bag`` has the tiles as they will be drawn (rack codes).

    Player 0 is the one who was on turn first; ``passed`` is whether the last turn was a pass.
    """

    rules: RuleSet
    board: Board
    racks: tuple[Rack, Rack]
    scores: tuple[int, int]
    scoreless: int = 0
    passed: bool = False
    on_turn: int = 0
    bag: bytes = b""

    @classmethod
    def of(cls, position: Position, rack: Rack, stated: Rack | None = None) -> EndgameState:
        """The endgame of a position, the opponent holding what is unseen; ``stated`` is what he is said to hold.

        Raises DataError where the bag is not empty, nobody holds anything, or something else is unseen than is stated.
        """
        rules, board = position.rules, position.board
        other = endgame_rack(board, rack, rules, stated)
        return cls(rules, board, (rack, other), position.both_scores, position.scoreless, position.scoreless > 0)

    @property
    def spread(self) -> int:
        """The points of player 0 less those of the other."""
        return self.scores[0] - self.scores[1]

    def after(self, move: Move, score: int) -> tuple[EndgameState, Ended | None]:
        """The position after a move and the draw that follows, and how the game is over if it is.

        Raises ValueError for an exchange, and when the rack does not hold what the move needs.
        """
        player, rules = self.on_turn, self.rules
        left = kept(move, self.racks[player])
        if left is None or not isinstance(move, Play | Pass):
            raise ValueError(f"{move} with {self.racks[player]}")
        bag = self.bag
        if isinstance(move, Play) and bag:
            count = max(0, rules.rack_size - len(left))
            left, bag = Rack(left.codes + bag[:count]), bag[count:]
        board = self.board.after(move) if isinstance(move, Play) else self.board
        turn = Turn.PLAY if isinstance(move, Play) else Turn.PASS
        racks = (left, self.racks[1]) if player == 0 else (self.racks[0], left)
        scores = (self.scores[0] + score, self.scores[1]) if player == 0 else (self.scores[0], self.scores[1] + score)
        scoreless = self.scoreless + 1 if counts_as_scoreless(turn, score, rules) else 0
        passed = turn is Turn.PASS
        state = EndgameState(rules, board, racks, scores, scoreless, passed, 1 - player, bag)
        how = None
        if score > 0 and reached_target(scores, rules):
            how = "target"
        elif not len(left):
            how = "out"
        elif is_blocked(scoreless, scores, rules):
            how = "blocked"
        elif passed and self.passed and _never_blocked(scores, rules):
            how = "passes"
        return state, None if how is None else state.ended(how, player)

    def ended(self, how: str, player: int) -> Ended:
        """The game over in this position, by what a player did."""
        left = tuple(leftover_points(rack, self.rules.tiles) for rack in self.racks)
        changes = (0, 0) if how == "target" else adjustments(left, player if how == "out" else None, self.rules)
        final = tuple(score + change for score, change in zip(self.scores, changes, strict=True))
        return Ended(how, player if how in ("out", "target") else None, left, changes, final)


def _never_blocked(scores: tuple[int, int], rules: RuleSet) -> bool:
    """Whether, as things stand, no number of scoreless turns ends the game."""
    return rules.scoreless_limit == 0 or not (rules.settings["scoreless_at_start"] or any(scores))


def check_rules(rules: RuleSet) -> None:
    """Raise SettingError for rules under which no endgame is solved."""
    if rules.players != 2:
        raise SettingError(f"players = {rules.players}: endgames are solved for two players")
    targets_of(rules)


def targets_of(rules: RuleSet) -> int:
    """The score that ends the game for either player, 0 for none.

    Raises SettingError when each player has a target of their own: a position does not say who is who.
    """
    targets = rules.settings["targets"]
    both = [rules.settings["end_score"]] * 2
    for player, target in enumerate(targets[:2]):
        both[player] = min(filter(None, (both[player], target)))
    if both[0] != both[1]:
        raise SettingError(f"targets = {list(targets)}: endgames are solved where both players have the same target")
    return int(both[0])


class ScorelessRule(NamedTuple):
    """Which scoreless turns end the game, as the kernel is told (see `scrabblecli.engine.endgame`).

    ``shortened`` is whether that is not the limit of the rules themselves.
    """

    limit: int
    zero_counts: bool
    at_start: bool
    shortened: bool

    def turns(self, state: EndgameState) -> tuple[int, int, bool]:
        """The scoreless turns that have gone before a position that follows from the one that the rule was made for.

        How many, how many there are when the player on turn passes, and whether the last was a pass.
        """
        after, ended = state.after(Pass(), 0)
        return self._gone(state), self.limit if ended else self._gone(after), state.passed

    def _gone(self, state: EndgameState) -> int:
        limit = state.rules.scoreless_limit
        if not self.shortened:
            return min(state.scoreless, limit)
        if _never_blocked(state.scores, state.rules):
            return int(state.passed)
        return max(0, min(state.scoreless, limit - 1) - (limit - self.limit))


def scoreless_rule(state: EndgameState) -> ScorelessRule:
    """The rule for a position and what can follow it, as short as it can be without changing any value.

    Where no play scores nothing, only a pass adds to the scoreless turns, and a play starts anew. Then all that matters is whether
    one more pass ends the game: of a position where it does not, let the player on turn get ``a`` by the best play, the other hold it to
    ``b`` by theirs, and the leftovers give ``e``. Going back from the end, the value is ``max(a, e)`` (or ``min(b, e)``) with one
    turn left and with any more of them ``a`` if ``a > b``, else ``e`` held between the two: however often both might pass.
    So two passes stand for any higher number, and for none at all. Only the value of a pass itself needs a closer look: it is that of the
    position after it, in which more than one turn may be left.
    """
    rules = state.rules
    limit, at_start = rules.scoreless_limit, bool(rules.settings["scoreless_at_start"])
    if limit == 0:
        return ScorelessRule(2, False, True, True)
    zero_counts = rules.settings["scoreless_counts"] == "zero" and _zero_play_possible(state)
    if zero_counts or (not at_start and (min(state.scores) < 0 or (limit == 1 and not any(state.scores)))):
        return ScorelessRule(limit, zero_counts, at_start, False)
    return ScorelessRule(min(limit, 2), False, True, True)


def _zero_play_possible(state: EndgameState) -> bool:
    """Whether a play of no points can come up: it needs two tiles worth nothing, one of them from a rack."""
    values = state.rules.face_values()
    letters = range(1, len(state.rules.tiles.alphabet) + 1)
    blank_is_zero = any(values[letter | BLANK_FLAG] == 0 for letter in letters)
    held = [*state.racks[0], *state.racks[1], *state.bag]
    from_racks = sum(blank_is_zero if code == BLANK else values[code] == 0 for code in held)
    lying = sum(values[face] == 0 for face in state.board.faces if face)
    return bool(from_racks > 0 and from_racks + lying > 1)


def endgame_rack(board: Board, rack: Rack, rules: RuleSet, stated: Rack | None = None) -> Rack:
    """What the opponent holds when the bag is empty: all that is unseen; ``stated`` is what somebody says it is.

    Raises DataError when there are tiles in the bag, and when what is stated is not what is unseen.
    """
    alphabet = rules.tiles.alphabet
    counts = unseen_counts(board, rack, rules.tiles)
    unseen = Rack([code for code, count in enumerate(counts) for _ in range(count)])
    bag = rules.bag_count(len(unseen))
    if bag:
        tiles = "1 tile" if bag == 1 else f"{bag} tiles"
        raise DataError(
            f"{tiles} in the bag: an endgame is solved when the bag is empty (expected {rules.rack_size} unseen or fewer)"
        )
    if stated is not None and stated != unseen:
        said, found = (one.text(alphabet) or "nothing" for one in (stated, unseen))
        raise DataError(f"the opponent's rack {said} is not what is unseen: expected {found}")
    return unseen
