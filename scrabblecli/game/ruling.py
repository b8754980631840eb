"""What a challenge comes to: both scores, whether the game goes on, and who plays next."""

from __future__ import annotations

from typing import NamedTuple

from scrabblecli.board import Board
from scrabblecli.game.challenge import ChallengeOutcome
from scrabblecli.game.referee import Ending, State, advance, challenge
from scrabblecli.move import Play
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack

__all__ = ["ChallengeRuling", "challenge_ruling", "position_state"]


class ChallengeRuling(NamedTuple):
    """A challenge ruled on. ``score`` is what the play scores, None where nobody has said; ``scores`` are those of player and challenger
    afterwards, then without the play's.

    ``next`` plays next: the ``player`` who laid the tiles, the ``challenger``, with three or four players the one ``following`` the
    player in order, or None where the game is over by its ``ending``.
    """

    outcome: ChallengeOutcome
    score: int | None
    scores: tuple[int, int]
    next: str | None
    ending: Ending | None


def position_state(board: Board, rules: RuleSet, rack: Rack | None, scores: tuple[int, ...] = (), scoreless: int = 0) -> State:
    """A position as a state of the game, the player on turn first; who is not known to hold fewer has a full rack."""
    players = max(rules.players, len(scores))
    unplayed = max(0, rules.tiles.total - sum(face != 0 for face in board.faces))
    held = min(rules.rack_size, unplayed) if rack is None else len(rack)
    others, sizes = max(0, unplayed - held), [held]
    for _ in range(1, players):
        sizes.append(min(rules.rack_size, others))
        others -= sizes[-1]
    known = (*scores, *[0] * players)[:players]
    return State(rules, board, known, tuple(sizes), (rack, *[None] * (players - 1)), scoreless=scoreless)


def challenge_ruling(
    before: State, play: Play | None, score: int | None, acceptable: bool, words: int, rule: str | None = None
) -> ChallengeRuling:
    """What follows when the play of the player on turn is challenged by the next; ``words`` are challenged, ``rule`` overrides that of the rules.

    ``play`` is None where only its words are known. Raises SettingError for an unknown rule.
    """
    state, outcome = challenge(before, advance(before, play, score or 0), acceptable, words, rule=rule)
    following = None
    if state.ending is None:
        others = "challenger" if len(state.scores) == 2 else "following"
        following = "player" if state.on_turn == before.on_turn else others
    return ChallengeRuling(outcome, score, (state.scores[0], state.scores[1]), following, state.ending)
