"""The small model of leave values: what a leave's tiles, its pairs and its balance of vowels and consonants are worth.

It stands behind the table of leave values: rare leaves are drawn toward it, leaves that the table lacks are valued by it, and
for word lists and tile sets without a table it stands alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli.engine.movegen import LARGEST_WEIGHED
from scrabblecli.tiles import BLANK, TileSet

if TYPE_CHECKING:
    from scrabblecli.engine.values import LeaveValues

__all__ = ["MODEL_NUMBERS", "LeaveModel", "borrowed", "extended", "fitted", "is_alike"]

_SINGLE, _PAIR, _BALANCE = 64 * 8, 64 * 64, 16 * 16
MODEL_NUMBERS = _SINGLE + _PAIR + _BALANCE
"""How many numbers a model has."""
_RIDGE = 300.0
_ROUNDS = 100
_SMALL = 1e-8


class LeaveModel(NamedTuple):
    """Values in 1/256 point.

    ``single[code * 8 + held]`` is what holding 0 to 7 of a tile is worth, ``pair[one * 64 + other]`` what two different tiles
    (the smaller code first) are worth together beyond that, ``balance[vowels * 16 + consonants]`` what their numbers are.
    """

    single: Sequence[int]
    pair: Sequence[int]
    balance: Sequence[int]

    @classmethod
    def of(cls, numbers: Sequence[int]) -> LeaveModel:
        """The model whose numbers stand in a row: single, pair, balance."""
        return cls(numbers[:_SINGLE], numbers[_SINGLE : _SINGLE + _PAIR], numbers[_SINGLE + _PAIR :])

    @classmethod
    def blank(cls) -> LeaveModel:
        """The model that knows nothing: every leave is worth 0."""
        return cls.of([0] * MODEL_NUMBERS)

    def numbers(self) -> array[int]:
        """All numbers in a row, as they are stored."""
        return array("h", (max(-32768, min(32767, number)) for part in self for number in part))


def fitted(heard: LeaveValues, mean: float, largest: int) -> LeaveModel:
    """The model that fits best what leave values have heard (least squares with a small ridge, by conjugate gradients).

    ``mean`` is the mean of all equities heard, in 1/256 point, ``largest`` the size of the largest leaves heard of.
    """
    solution = [0.0] * MODEL_NUMBERS
    rest = list(heard.explain(mean, None))
    direction = rest
    size = first = sum(number * number for number in rest)
    for _ in range(_ROUNDS):
        if size <= first * _SMALL:
            break
        product = heard.explain(mean, array("d", direction))
        product = array("d", (made + _RIDGE * number for made, number in zip(product, direction, strict=True)))
        step = size / sum(made * number for made, number in zip(product, direction, strict=True))
        solution = [number + step * toward for number, toward in zip(solution, direction, strict=True)]
        rest = [number - step * made for number, made in zip(rest, product, strict=True)]
        before, size = size, sum(number * number for number in rest)
        direction = [number + size / before * toward for number, toward in zip(rest, direction, strict=True)]
    return extended(LeaveModel.of([round(number) for number in solution]), largest)


def extended(model: LeaveModel, largest: int) -> LeaveModel:
    """A model whose balance reaches beyond the ``largest`` leaves that it was fitted to: whole racks, which a pass keeps.

    Each number goes on as those of one vowel and one consonant less do.
    """
    balance = list(model.balance)

    def known(vowels: int, consonants: int) -> int:
        return balance[vowels * 16 + consonants] if vowels or consonants else 0

    for size in range(largest + 1, LARGEST_WEIGHED + 1):
        for vowels in range(size + 1):
            consonants = size - vowels
            if not vowels:
                value = 2 * known(0, consonants - 1) - known(0, consonants - 2)
            elif not consonants:
                value = 2 * known(vowels - 1, 0) - known(vowels - 2, 0)
            else:
                value = known(vowels - 1, consonants) + known(vowels, consonants - 1) - known(vowels - 1, consonants - 1)
            balance[vowels * 16 + consonants] = max(-32768, min(32767, value))
    return model._replace(balance=balance)


def is_alike(tiles: TileSet, other: TileSet) -> bool:
    """Whether two tile sets have the same letters, about as often: then a model of one serves the other."""
    if tiles.alphabet.letters != other.alphabet.letters:
        return False
    shares = zip(tiles.counts, other.counts, strict=True)
    return sum(abs(one / tiles.total - two / other.total) for one, two in shares) < 0.2


def borrowed(model: LeaveModel, taught: TileSet, tiles: TileSet) -> LeaveModel:
    """A model for another tile set: each tile is worth what tiles of its kind, as frequent and as highly valued, are worth.

    Vowels are compared with vowels, consonants with consonants; what pairs are worth is not carried over.
    """
    single = [0] * _SINGLE
    single[:8] = model.single[:8]
    for code in range(1, len(tiles.counts)):
        weights = [
            (other, exp(-_distance(tiles, code, taught, other)))
            for other in range(1, len(taught.counts))
            if (code in tiles.vowels) == (other in taught.vowels) and taught.counts[other]
        ]
        total = sum(weight for _, weight in weights)
        for held in range(8):
            drawn = sum(weight * model.single[other * 8 + min(held, taught.counts[other], 7)] for other, weight in weights)
            single[code * 8 + held] = round(drawn / total) if total else 0
    return LeaveModel(single, [0] * _PAIR, model.balance)


def _distance(tiles: TileSet, code: int, others: TileSet, other: int) -> float:
    """How far two tiles are apart, by how frequent they are and by their part of the highest value."""
    often = log((tiles.counts[code] + 0.5) / tiles.total) - log((others.counts[other] + 0.5) / others.total)
    dear = tiles.values[code] / max(1, *tiles.values) - others.values[other] / max(1, *others.values)
    return 4 * often * often + 25 * dear * dear


assert BLANK == 0  # the blank stands first in all of these
