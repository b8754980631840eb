"""What a challenge does to both players, under each rule in use.

Sources: the Hasbro rule sheets of 2003 and 2021 (double), NASPA (double), ABSP (single), WESPA (five points a word), and house
rules. All words of a play are judged together; only whether the play is acceptable counts.
"""

from __future__ import annotations

from typing import NamedTuple

from scrabblecli.errors import SettingError
from scrabblecli.rules import RuleSet
from scrabblecli.rules.settings import CHALLENGES, nearest

__all__ = ["ChallengeOutcome", "challenge_outcome", "named_rule"]

_TO_PLAYER = {"five-per-play": 5, "ten": 10}
_FROM_CHALLENGER = {"minus-five": -5, "minus-ten": -10}
_ALIASES = {
    "5": "five", "five-per-word": "five", "5-per-word": "five", "five-a-word": "five", "5-a-word": "five", "5-per-play": "five-per-play",
    "10": "ten", "ten-per-play": "ten", "10-per-play": "ten", "minus-5": "minus-five", "minus-10": "minus-ten",
}  # fmt: skip


class ChallengeOutcome(NamedTuple):
    """The consequences of a challenge.

    ``player_points`` are added to the player's score beside what the play scores, ``challenger_points`` to the challenger's
    (negative when points are lost). ``retry`` says that the player takes the tiles back and plays again (open dictionary);
    ``possible`` is False under ``void``, where no challenge exists because an invalid play is never accepted.
    """

    rule: str
    acceptable: bool
    player_points: int = 0
    challenger_points: int = 0
    player_loses_turn: bool = False
    challenger_loses_turn: bool = False
    challenger_loses_game: bool = False
    retry: bool = False
    possible: bool = True


def named_rule(text: str) -> str:
    """The challenge rule that people mean by a name.

    >>> named_rule("5"), named_rule("Ten points"), named_rule("double")
    ('five', 'ten', 'double')

    Raises SettingError for an unknown one.
    """
    name = "-".join(text.casefold().replace("_", " ").split()).removesuffix("s").removesuffix("-point")
    rule = _ALIASES.get(name, name)
    if rule not in CHALLENGES:
        raise SettingError(f"unknown challenge rule {text!r}{nearest(text, CHALLENGES)}")
    return rule


def challenge_outcome(rules: RuleSet, acceptable: bool, words: int, rule: str | None = None) -> ChallengeOutcome:
    """What follows when a play is challenged; ``words`` counts the words challenged, ``rule`` overrides that of the rules.

    >>> from scrabblecli.rules import load_rules
    >>> challenge_outcome(load_rules("wespa"), True, 3).player_points
    15

    Raises SettingError for an unknown rule.
    """
    rule = rule or str(rules.settings["challenge"])
    if rule not in CHALLENGES:
        raise SettingError(f"unknown challenge rule {rule!r}{nearest(rule, CHALLENGES)}")
    if rule == "void":
        return ChallengeOutcome(rule, acceptable, retry=not acceptable, possible=False)
    if not acceptable:
        again = bool(rules.settings["open_dictionary"])
        return ChallengeOutcome(rule, False, player_loses_turn=not again, retry=again)
    return ChallengeOutcome(
        rule,
        True,
        player_points=5 * words if rule == "five" else _TO_PLAYER.get(rule, 0),
        challenger_points=_FROM_CHALLENGER.get(rule, 0),
        challenger_loses_turn=rule == "double",
        challenger_loses_game=rule == "triple",
    )
