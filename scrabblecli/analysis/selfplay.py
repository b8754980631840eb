"""Games that two players of the engine play against each other, by the rules in force, on several threads."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli._compiled import load_kernel
from scrabblecli.engine.movegen import MoveGenerator, Valuation
from scrabblecli.errors import SettingError
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.rules import RuleSet

if TYPE_CHECKING:
    from scrabblecli.engine.selfplay import SelfPlay

__all__ = ["Player", "Result", "default_jobs", "play_games", "seated"]

_COUNTS = {"passes": 0, "no-play": 1, "zero": 2}
_LEFTOVERS = {"none": 0, "subtract": 1, "transfer": 2, "double": 3}
_BLOCK = 200


class Player(NamedTuple):
    """Who plays: the words a player knows, and what moves are worth to them; None plays for score."""

    lexicon: Lexicon
    valuation: Valuation | None = None


class Result(NamedTuple):
    """The final scores of the first player and the second."""

    first: int
    second: int

    @property
    def spread(self) -> int:
        """By how much the first player won."""
        return self.first - self.second


def seated(rules: RuleSet, first: Player, second: Player, shared: bool = False) -> SelfPlay:
    """Two players at a table; challenges, clocks and recycled blanks do not come up.

    With ``shared`` the second player is like the first, and finds moves with the same finder.

    Raises SettingError for rules of more than two players.
    """
    if rules.players != 2:
        raise SettingError(f"players = {rules.players}: self-play is for two players")
    settings = rules.settings
    targets = [settings["end_score"]] * 2
    for player, target in enumerate(settings["targets"][:2]):
        targets[player] = min(filter(None, (targets[player], target)))
    finders = [
        MoveGenerator(rules, player.lexicon, player.valuation).finder for player in ((first,) if shared else (first, second))
    ]
    finders = [finders[0], finders[-1]]
    table: SelfPlay = load_kernel("scrabblecli.engine.selfplay").SelfPlay(
        *finders, rules.tiles.counts, rules.tiles.values, rules.rack_size, rules.exchange_minimum, rules.scoreless_limit,
        _COUNTS[settings["scoreless_counts"]], settings["scoreless_at_start"], _LEFTOVERS[settings["leftovers"]], targets,
    )  # fmt: skip
    table.rank(first.valuation is not None, second.valuation is not None)
    return table


def blocks(first: int, games: int, size: int = _BLOCK) -> Iterator[tuple[int, int]]:
    """Runs of games, as the number of the first and how many: each is played by one thread, in one go."""
    for start in range(first, first + games, size):
        yield start, min(size, first + games - start)


def play_games(
    make: Callable[[], SelfPlay], seed: int, games: int, jobs: int = 1, paired: bool = False, progress: Callable[[int], None] | None = None,
) -> list[Result]:  # fmt: skip
    """Play games number 0 to ``games - 1`` of a seed. The results are the same for any number of ``jobs`` (threads).

    ``make`` seats two players (once a thread; each table needs leave values of its own, which hold scratch space), ``progress`` is told how many games are done. In a pair of games (an even number
    and the next) both players have the same luck in turn.
    """
    tables = [make() for _ in range(jobs)]

    def play(number: int, block: tuple[int, int]) -> array[int]:
        return tables[number].play_games(seed, *block, paired)

    results: list[Result] = []
    runs = list(blocks(0, games))
    with ThreadPoolExecutor(jobs) as pool:
        for start in range(0, len(runs), jobs):
            for scores in pool.map(play, range(jobs), runs[start : start + jobs]):
                results += [Result(*scores[place : place + 2]) for place in range(0, len(scores), 2)]
            if progress is not None:
                progress(len(results))
    return results


def default_jobs() -> int:
    """As many threads as there are processors to use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
