"""Why a move is better or worse than another, in sentences a player would use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scrabblecli.analysis.reasons import Finding
from scrabblecli.layout import WORD_PREMIUMS
from scrabblecli.report.sentences import count_of

__all__ = ["finding_sentence", "points_text", "signed"]

_MULTIPLES = {2: "double", 3: "triple", 4: "quadruple"}
assert set(WORD_PREMIUMS.values()) <= set(_MULTIPLES)


def signed(points: float) -> str:
    """A number of points with its sign: ``+2.1``.

    >>> signed(2.125), signed(-8), signed(0.02)
    ('+2.1', '-8.0', '+0.0')
    """
    return f"{points:+.1f}"


def points_text(points: float) -> str:
    """A number of points, a whole one without a fraction.

    >>> points_text(1), points_text(8.0), points_text(2.16)
    ('1 point', '8 points', '2.2 points')
    """
    if points == int(points):
        return count_of(int(points), "point")
    return f"{points:.1f} points"


def _kept(tiles: str) -> str:
    return tiles or "nothing"


def _points(numbers: dict[str, Any]) -> str:
    difference = numbers["difference"]
    return f"It scores {points_text(abs(difference))} {'less' if difference > 0 else 'more'} than the best."


def _leave(numbers: dict[str, Any]) -> str:
    yours = f"You kept {numbers['kept']}, worth {signed(numbers['value'])}" if numbers["kept"] else "You kept nothing"
    theirs = f"the best keeps {numbers['best_kept']}, worth {signed(numbers['best_value'])}"
    if not numbers["best_kept"]:
        theirs = "the best keeps nothing"
    difference = numbers["difference"]
    return f"{yours}; {theirs}: {abs(difference):.1f} {'against you' if difference > 0 else 'in your favour'}."


def _pass(numbers: dict[str, Any]) -> str:
    counts = ", no more than the best exchange" if numbers["capped"] else ""
    return f"A pass keeps {_kept(numbers['kept'])} and draws nothing: worth {signed(numbers['value'])}{counts}."


def _turn_lost(numbers: dict[str, Any]) -> str:
    return f"The turn is lost, and {numbers['kept']} comes back, worth {signed(numbers['value'])}."


def _tempo(numbers: dict[str, Any]) -> str:
    difference = numbers["difference"]
    return (
        f"The tiles it leaves in the bag suit the opponent {abs(difference):.1f} {'better' if difference > 0 else 'less'}"
        " than those the best leaves."
    )


def _opening(numbers: dict[str, Any]) -> str:
    difference = numbers["difference"]
    more = "gives" if difference > 0 else "spares"
    return f"On the empty board it {more} the opponent {abs(difference):.1f} by the vowels beside letter premiums."


def _ending(numbers: dict[str, Any]) -> str:
    difference = abs(numbers["difference"])
    if numbers["best_goes_out"]:
        return f"The best goes out: with the leftovers of both that is worth {difference:.1f}."
    if numbers["difference"] > 0:
        return f"The bag is empty, and keeping {_kept(numbers['kept'])} costs {difference:.1f} more at the end."
    return f"The bag is empty, and keeping {_kept(numbers['kept'])} costs {difference:.1f} less at the end."


def _replies(numbers: dict[str, Any]) -> str:
    difference = numbers["difference"]
    return (
        f"What follows, the opponent's replies and the draws, is {abs(difference):.1f} {'worse' if difference > 0 else 'better'}"
        " after it than after the best."
    )


def _worth_more(numbers: dict[str, Any]) -> str:
    return (
        f"{numbers['move']} scores {points_text(numbers['points'])} more, but keeps {_kept(numbers['other_kept'])};"
        f" you keep {_kept(numbers['kept'])}, and are {numbers['difference']:.1f} better off."
    )


def _play_out(numbers: dict[str, Any]) -> str:
    difference = numbers["difference"]
    best = "the best goes out" if numbers["best_goes_out"] else "after the best"
    return (
        f"With best play by both you end {_ahead(numbers['final_spread'])}; {best}, {_ahead(numbers['best_final_spread'])}:"
        f" {abs(difference)} {'against you' if difference > 0 else 'in your favour'} beside the score."
    )


def _ahead(spread: int) -> str:
    """A final spread in words."""
    return "even" if not spread else f"{abs(spread)} {'ahead' if spread > 0 else 'behind'}"


def _result(numbers: dict[str, Any]) -> str:
    return f"It turns a {numbers['best']} into a {numbers['played']}."


def _ends_better(numbers: dict[str, Any]) -> str:
    return f"{numbers['move']} scores {points_text(numbers['points'])} more, but the game ends {numbers['difference']} worse after it."


def _exchange(numbers: dict[str, Any]) -> str:
    keeping = f"keeping {numbers['kept']} is worth {signed(numbers['value'])}" if numbers["kept"] else "a new rack is worth more"
    return f"An exchange was better: {numbers['move']}; {keeping}."


def _missed_bingo(numbers: dict[str, Any]) -> str:
    bonus = f", with the {numbers['bonus']} for it" if numbers["bonus"] else ""
    return f"A bingo was there: {numbers['move']} for {numbers['score']}{bonus}."


def _better_placed(numbers: dict[str, Any]) -> str:
    return f"{numbers['word']} was better placed at {numbers['move']}: {points_text(numbers['score'])}, {numbers['difference']:.1f} more."


def _spent(numbers: dict[str, Any]) -> str:
    tile = "a blank" if numbers["tile"] == "?" else f"{numbers['tile']}"
    return (
        f"You spent {tile} for {points_text(numbers['score'])}; kept, it is worth {signed(numbers['value'])},"
        f" and the best keeps it ({numbers['move']})."
    )


def _duplicates(numbers: dict[str, Any]) -> str:
    held = {2: "two", 3: "three", 4: "four"}.get(numbers["held"], str(numbers["held"]))
    return f"You kept {held} {numbers['tile']}: one of them costs {numbers['cost']:.1f}."


def _balance(numbers: dict[str, Any]) -> str:
    vowels, consonants = (
        count_of(numbers[kind], kind.removesuffix("s")) if numbers[kind] else f"no {kind.removesuffix('s')}"
        for kind in ("vowels", "consonants")
    )
    return f"You kept {vowels} and {consonants} ({numbers['kept']}): badly balanced."


def _turnover(numbers: dict[str, Any]) -> str:
    return (
        f"You laid {count_of(numbers['played'], 'tile')} and draw {numbers['drawn']};"
        f" the best lays {numbers['best_played']} and draws {numbers['best_drawn']}."
    )


def _opens_premium(numbers: dict[str, Any]) -> str:
    kind = f"{_MULTIPLES[numbers['multiplier']]} word"
    squares = numbers["squares"]
    return f"It opens the {kind} square{'s' if len(squares) > 1 else ''} {', '.join(squares)} to the opponent; the best does not."


def _gives_hook(numbers: dict[str, Any]) -> str:
    *first, last = numbers["letters"]
    letters = f"{', '.join(first)} or {last}" if first else last
    unseen = f"{count_of(numbers['unseen'], 'such tile')} unseen, blanks counted"
    return f"{numbers['word']} takes {letters} at {numbers['square']} ({unseen}); the best gives no such hook."


_SENTENCES: dict[str, Callable[[dict[str, Any]], str]] = {
    "points": _points,
    "leave": _leave,
    "pass": _pass,
    "turn_lost": _turn_lost,
    "tempo": _tempo,
    "opening": _opening,
    "ending": _ending,
    "replies": _replies,
    "worth_more": _worth_more,
    "play_out": _play_out,
    "result": _result,
    "ends_better": _ends_better,
    "exchange": _exchange,
    "missed_bingo": _missed_bingo,
    "better_placed": _better_placed,
    "blank_spent": _spent,
    "tile_spent": _spent,
    "duplicates": _duplicates,
    "balance": _balance,
    "turnover": _turnover,
    "opens_premium": _opens_premium,
    "gives_hook": _gives_hook,
}


def finding_sentence(finding: Finding) -> str:
    """A finding in one sentence."""
    return _SENTENCES[finding.code](finding.numbers)
