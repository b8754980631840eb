"""Learns leave values by self-play, generation after generation; can be stopped and taken up again.

In each generation the players choose by the values of the one before (the first play for score). At every turn early enough
in the game they also look at a rack drawn afresh: the equity of its best move counts for each leave in the rack. What a leave
is worth is the mean of what counted for it less the mean of all; rare leaves are drawn toward the small model, the more the
less is known of them (the strength for each size is the ratio of the noise of one hearing to how far well-known leaves of
that size stand from the model, an empirical Bayes estimate).
"""

from __future__ import annotations

import os
import zlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli.analysis.equity import valuation
from scrabblecli.analysis.leaves import LARGEST_LEAVE, LARGEST_TABLE, Leaves, fingerprint, rounded, table_size
from scrabblecli.analysis.model import LeaveModel, fitted
from scrabblecli.analysis.selfplay import Player, blocks, seated
from scrabblecli.engine.movegen import LARGEST_WEIGHED, POINT
from scrabblecli.errors import DataError, SettingError
from scrabblecli.folders import kind_of_file, replace_file
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.rules import RuleSet

if TYPE_CHECKING:
    from scrabblecli.engine.selfplay import SelfPlay
    from scrabblecli.engine.values import LeaveValues

__all__ = ["GENERATIONS", "Elsewhere", "Plan", "Training", "play_there"]

GENERATIONS = (20_000, 40_000, 60_000, 120_000, 300_000)
"""Games in each generation, unless others are wanted."""
_FULL_LEAVES = 14
"""With fewer tiles in the bag racks teach nothing: the game is too near its end."""
_KEEP_EVERY = 50
"""After so many rounds of games what was heard is kept."""
_FAR = 0.02 * POINT * POINT
"""The least that leaves are taken to stand from the model (squared, where an estimate comes out smaller)."""
_TASK = 1000
"""Games that others play in one go."""
_MAGIC = b"scrabblecli training 1\n"


class Plan(NamedTuple):
    """What is learnt: from which games, under which rules, on which list."""

    rules: RuleSet
    lexicon: Lexicon
    generations: Sequence[int] = GENERATIONS
    seed: int = 1

    def name(self) -> str:
        """What tells this plan from others, on one line."""
        games = ",".join(map(str, self.generations))
        return f"{self.lexicon.identity} {fingerprint(self.rules)} {self.seed} {games}"


class _Heard:
    """What was heard of every leave of the table, by one thread or by all."""

    def __init__(self, size: int) -> None:
        self.sums = array("q", bytes(8 * size))
        self.squares = array("q", bytes(8 * size))
        self.seen = array("q", bytes(8 * size))
        self.sum = self.count = 0

    def add(self, other: _Heard) -> None:
        """Take over what another has heard; whole numbers, so the order does not matter."""
        for mine, theirs in zip(self._arrays(), other._arrays(), strict=True):
            mine[:] = array("q", map(int.__add__, mine, theirs))
        self.sum += other.sum
        self.count += other.count

    def _arrays(self) -> tuple[array[int], array[int], array[int]]:
        return self.sums, self.squares, self.seen

    def content(self) -> bytes:
        """All of it as bytes."""
        return array("q", [self.sum, self.count]).tobytes() + b"".join(part.tobytes() for part in self._arrays())

    def take(self, content: bytes) -> None:
        """Read what `content` gave; raises ValueError for another length."""
        numbers = array("q")
        numbers.frombytes(content)
        size = len(self.sums)
        if len(numbers) != 2 + 3 * size:
            raise ValueError("not as many numbers as leaves")
        self.sum, self.count = numbers[:2]
        for place, part in enumerate(self._arrays()):
            part[:] = numbers[2 + place * size : 2 + (place + 1) * size]


class _Seat:
    """One thread's table, and what its players hear."""

    def __init__(self, plan: Plan, leaves: Leaves, size: int) -> None:
        self.heard = _Heard(size)
        self.values: LeaveValues = leaves.kernel
        self.values.listen(self.heard.sums, self.heard.squares, self.heard.seen)
        player = Player(plan.lexicon, valuation(plan.rules, leaves))
        self.table: SelfPlay = seated(plan.rules, player, player)
        self.table.listen(_FULL_LEAVES, fresh=True)

    def play(self, seed: int, block: tuple[int, int]) -> None:
        """Play some games."""
        self.table.play_games(seed, *block)


Elsewhere = Callable[[bytes, int, Sequence[tuple[int, int]]], Iterator[bytes]]
"""Has others play runs of games by some leave values, of a seed: what `play_there` makes of each, in their order."""


def play_there(plan: Plan, leaves: bytes, seed: int, run: tuple[int, int]) -> bytes:
    """Play some games of a plan by leave values as `Training` sends them, and return what was heard."""
    training = Training(plan)
    training._take_leaves(zlib.decompress(leaves))
    seat = _Seat(plan, training.leaves, training.size)
    seat.play(seed, run)
    seat.heard.sum, seat.heard.count = seat.values.heard()
    return zlib.compress(seat.heard.content(), 1)


class Training:
    """A plan as far as it has come: ``generation`` counts from 0, ``done`` its games, ``leaves`` are those it plays by."""

    def __init__(self, plan: Plan) -> None:
        if plan.rules.rack_size > LARGEST_WEIGHED:
            raise SettingError(
                f"rack_size = {plan.rules.rack_size}: leave values are learnt for racks of {LARGEST_WEIGHED} tiles at most"
            )
        self.plan = plan
        self.size = table_size(plan.rules.tiles)
        if self.size > LARGEST_TABLE:
            raise SettingError(f"the {plan.rules.tiles.name} tiles allow {self.size:,} leaves: {LARGEST_TABLE:,} are the most")
        self.generation = 0
        self.done = 0
        self.mean = 0.0
        self.leaves = self._made(LeaveModel.blank(), array("h", bytes(2 * self.size)))
        self._heard = _Heard(self.size)

    @property
    def finished(self) -> bool:
        """Whether all generations are played."""
        return self.generation == len(self.plan.generations)

    @property
    def games(self) -> tuple[int, int]:
        """How many games are played, and how many there are."""
        return sum(self.plan.generations[: self.generation]) + self.done, sum(self.plan.generations)

    def _made(self, model: LeaveModel, table: array[int]) -> Leaves:
        plan = self.plan
        about = {
            "lexicon": plan.lexicon.name,
            "words": str(plan.lexicon.words),
            "list": plan.lexicon.identity,
            "ruleset": plan.rules.name,
            "rules": fingerprint(plan.rules),
            "seed": str(plan.seed),
            "games": ",".join(map(str, plan.generations[: self.generation])),
            "mean": f"{self.mean / POINT:.2f}",
        }
        return Leaves(plan.rules.tiles, model, table, LARGEST_LEAVE, about, "trained")

    def run(
        self, jobs: int, progress: Callable[[Training], None] | None = None, keep: Callable[[], None] | None = None, elsewhere: Elsewhere | None = None,
    ) -> None:  # fmt: skip
        """Play what is left. ``progress`` is called every few games, ``keep`` whenever `save` would lose nothing.

        The result is the same for any number of ``jobs`` (threads), ``elsewhere`` too, and however often it was interrupted.
        """
        while not self.finished:
            if elsewhere is None:
                self._run_generation(jobs, progress, keep)
            else:
                self._run_elsewhere(elsewhere, progress, keep)
            if keep is not None:
                keep()  # finding the model takes a while
            self._settle()
            if keep is not None:
                keep()

    def _run_elsewhere(
        self, elsewhere: Elsewhere, progress: Callable[[Training], None] | None, keep: Callable[[], None] | None
    ) -> None:
        plan = self.plan
        games = plan.generations[self.generation]
        runs = list(blocks(self.done, games - self.done, _TASK))
        sent = zlib.compress(self._leaves_content(), 1)
        for number, (run, heard) in enumerate(
            zip(runs, elsewhere(sent, plan.seed * 1000 + self.generation, runs), strict=True), start=1
        ):
            found = _Heard(self.size)
            found.take(zlib.decompress(heard))
            self._heard.add(found)
            self.done += run[1]
            if keep is not None and number % _KEEP_EVERY == 0:
                keep()
            if progress is not None:
                progress(self)

    def _leaves_content(self) -> bytes:
        """The leave values that are played by, as bytes."""
        return self.leaves.model.numbers().tobytes() + array("h", self.leaves.table).tobytes()

    def _take_leaves(self, content: bytes) -> None:
        """Play by leave values that `_leaves_content` gave."""
        size = len(content) - 2 * self.size
        numbers, table = array("h"), array("h")
        numbers.frombytes(content[:size])
        table.frombytes(content[size:])
        self.leaves = self._made(LeaveModel.of(numbers), table)

    def _run_generation(self, jobs: int, progress: Callable[[Training], None] | None, keep: Callable[[], None] | None) -> None:
        plan = self.plan
        games = plan.generations[self.generation]
        seed = plan.seed * 1000 + self.generation
        runs = list(blocks(self.done, games - self.done))
        # each thread has leave values of its own to hear with; the table is shared
        seats = [_Seat(plan, self._made(self.leaves.model, array("h", self.leaves.table)), self.size) for _ in range(jobs)]
        with ThreadPoolExecutor(jobs) as pool:
            for start in range(0, len(runs), jobs):
                batch = runs[start : start + jobs]
                playing = [pool.submit(seat.play, seed, block) for seat, block in zip(seats, batch, strict=False)]
                try:
                    for thread in playing:
                        thread.result()
                except KeyboardInterrupt:
                    wait(playing)  # a block is short, and nothing is lost
                    self.done += sum(count for _, count in batch)
                    self._collect(seats)
                    if keep is not None:
                        keep()
                    raise
                self.done += sum(count for _, count in batch)
                if keep is not None and (start // jobs + 1) % _KEEP_EVERY == 0:
                    self._collect(seats)
                    keep()
                if progress is not None:
                    progress(self)
        self._collect(seats)

    def _collect(self, seats: list[_Seat]) -> None:
        """Bring together what the threads have heard; they go on with nothing."""
        for seat in seats:
            seat.heard.sum, seat.heard.count = seat.values.heard()
            self._heard.add(seat.heard)
            seat.heard = _Heard(self.size)
            seat.values.listen(seat.heard.sums, seat.heard.squares, seat.heard.seen)

    def _settle(self) -> None:
        """Make the leave values of the next generation from what was heard."""
        heard = self._heard
        if not heard.count:
            raise DataError("no rack was heard of: more games, or a bag with more tiles, are needed")
        mean = heard.sum / heard.count
        listener = self.leaves.kernel
        listener.listen(heard.sums, heard.squares, heard.seen)
        model = fitted(listener, mean, LARGEST_LEAVE)
        leaves = self._made(model, array("h", bytes(2 * self.size)))
        leaves.kernel.listen(heard.sums, heard.squares, heard.seen)
        spreads = leaves.kernel.spread(mean)
        strengths = [0.0] + [_strength(*spreads[3 * size : 3 * size + 3]) for size in range(1, LARGEST_LEAVE + 1)]
        table = leaves.kernel.settle(mean, strengths)
        self.generation += 1
        self.done = 0
        self.mean = mean
        self.leaves = self._made(model, rounded(self.plan.rules.tiles, table) if self.finished else table)
        self._heard = _Heard(self.size)

    # stopping and going on

    def save(self, path: str) -> None:
        """Write how far it has come; raises DataError when that cannot be written."""
        head = f"{self.plan.name()}\n{self.generation} {self.done} {self.mean!r}\n".encode()
        parts = self._leaves_content() + self._heard.content()
        replace_file(path, _MAGIC + head + zlib.compress(parts, 1), make_folder=True)

    @classmethod
    def resumed(cls, plan: Plan, path: str) -> Training | None:
        """The training that was saved, None when there is none.

        Raises DataError for that of another plan, and for one that cannot be read.
        """
        if not os.path.exists(path):
            return None
        if kind := kind_of_file(os.stat(path).st_mode):
            raise DataError(f"is {kind}: expected the state of a training", path)
        training = cls._read(plan, path)
        if training is None:
            raise DataError("is damaged, or no state of a training: expected one of leave values", path)
        return training

    @classmethod
    def _read(cls, plan: Plan, path: str) -> Training | None:
        try:
            with open(path, "rb") as stream:
                if stream.read(len(_MAGIC)) != _MAGIC:
                    return None
                if stream.readline(10_000) != f"{plan.name()}\n".encode():
                    raise DataError("a training with other games, another seed, list or other rules was stopped there", path)
                generation, done, mean = stream.readline(1000).split()
                training = cls(plan)
                sizes = (2 * len(training.leaves.model.numbers()), 2 * training.size, 8 * (2 + 3 * training.size))
                parts = zlib.decompressobj().decompress(stream.read(), sum(sizes) + 1)
            if len(parts) != sum(sizes) or not 0 <= int(generation) <= len(plan.generations):
                return None
            if not 0 <= int(done) <= (*plan.generations, 0)[int(generation)]:
                return None
            training.generation, training.done, training.mean = int(generation), int(done), float(mean)
            training._take_leaves(parts[: sizes[0] + sizes[1]])
            training._heard.take(parts[sizes[0] + sizes[1] :])
        except (OSError, ValueError, zlib.error):
            return None
        return training


def _strength(leaves: float, noise: float, distance: float) -> float:
    """How many hearings the small model counts for, from the sums of `LeaveValues.spread` over the leaves of one size."""
    if not leaves:
        return 1000.0
    return max(1.0, noise / leaves / max(_FAR, distance / leaves))
