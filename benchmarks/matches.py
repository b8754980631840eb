"""Matches of two players of the engine, and how sure their outcome is: what the figures about leave values are made with."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from scrabblecli.analysis.equity import valuation
from scrabblecli.analysis.leaves import Leaves, read_leaves
from scrabblecli.analysis.selfplay import Player, Result, default_jobs, play_games, seated
from scrabblecli.engine.movegen import Valuation
from scrabblecli.engine.selfplay import SelfPlay
from scrabblecli.lexicon import Lexicon, load_lexicon
from scrabblecli.rules import RuleSet, load_rules

__all__ = ["Estimate", "Game", "Outcome", "arguments", "outcome", "shipped_table", "table_path"]

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "wordlists" / "enable.leaves"
PACKAGED = ROOT / "scrabblecli" / "data" / "enable.leaves"


class Estimate(NamedTuple):
    """A mean and half the width of its 95 % interval."""

    mean: float
    around: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """That of independent values, two or more."""
        return cls(fmean(values), 1.96 * stdev(values) / len(values) ** 0.5)


class Outcome(NamedTuple):
    """What a match came to for its first player: the share of games won (a tie is half) and points a game."""

    games: int
    wins: Estimate
    points: Estimate

    def __str__(self) -> str:
        wins, points = self.wins, self.points
        return (
            f"{100 * wins.mean:6.2f} % ± {100 * wins.around:.2f} won, {points.mean:+7.2f} ± {points.around:.2f} points a game"
            f" ({self.games:,} games)"
        )


def outcome(results: Sequence[Result]) -> Outcome:
    """The outcome of games that were played in pairs; the games of a pair share their draws, so a pair is one observation."""
    spreads = [result.spread for result in results]
    wins = [(spread > 0) + 0.5 * (spread == 0) for spread in spreads]
    pairs = range(0, len(results) - 1, 2)
    return Outcome(
        len(results),
        Estimate.of([(wins[place] + wins[place + 1]) / 2 for place in pairs]),
        Estimate.of([(spreads[place] + spreads[place + 1]) / 2 for place in pairs]),
    )


class Game(NamedTuple):
    """The game that all figures are about: the default rules and the packaged list."""

    rules: RuleSet
    lexicon: Lexicon

    @classmethod
    def standard(cls) -> Game:
        """The default rules with ENABLE."""
        rules = load_rules()
        return cls(rules, load_lexicon("enable", rules.tiles.alphabet))

    def valuation(self, leaves: Leaves, **changes: object) -> Valuation:
        """What moves are worth by some leave values, with other numbers where they are given.

        The leave values are set up anew: those of two threads must not be the same.
        """
        fresh = Leaves(leaves.tiles, leaves.model, leaves.table, leaves.largest, leaves.about, leaves.source)
        return valuation(self.rules, fresh)._replace(**changes)  # type: ignore[arg-type]

    def seated(self, first: Valuation | None, second: Valuation | None) -> SelfPlay:
        """Two players at a table; None plays for score."""
        return seated(self.rules, Player(self.lexicon, first), Player(self.lexicon, second))

    def match(self, make: Callable[[], SelfPlay], options: argparse.Namespace) -> Outcome:
        """The outcome of a match; an even number of games, each draw played from both seats."""
        games = max(4, options.games + options.games % 2)
        return outcome(play_games(make, options.seed, games, options.jobs, paired=True))


def arguments(description: str | None, games: int, seed: int, threads: bool = True) -> argparse.ArgumentParser:
    """What every script about games takes: how many, on how many threads, from which seed, by which table."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=games, help="games of a match or a measurement (default %(default)s)")
    if threads:
        parser.add_argument("--jobs", type=int, default=default_jobs(), help="threads (default %(default)s)")
    parser.add_argument("--seed", type=int, default=seed, help="where the draws come from (default %(default)s)")
    parser.add_argument("--leaves", type=Path, help="a file of leave values (default: those that are shipped)")
    return parser


def table_path(path: Path | None) -> Path:
    """The file of leave values to measure: the one that was named, else the shipped one."""
    found = next((place for place in (TABLE, PACKAGED) if place.is_file()), None) if path is None else path
    if found is None:
        sys.exit(f"there is no {TABLE}: make it with scrabblecli leaves train, or name a file with --leaves")
    return found


def shipped_table(game: Game, path: Path | None = None) -> Leaves:
    """The leave values to measure; says what they were made from."""
    found = table_path(path)
    leaves = read_leaves(str(found), game.rules.tiles)
    made = ", ".join(f"{key} {leaves.about[key]}" for key in ("lexicon", "ruleset", "seed", "games") if key in leaves.about)
    name = found.relative_to(ROOT) if found.is_relative_to(ROOT) else found
    print(f"leave values: {name} ({made or 'nothing is said of how they were made'})")
    sys.stdout.flush()
    return leaves
