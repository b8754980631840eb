from array import array
from collections.abc import Sequence

from scrabblecli.engine.kernel import MoveFinder

class SelfPlay:
    def __init__(
        self,
        first: MoveFinder,
        second: MoveFinder,
        counts: Sequence[int],
        leftover: Sequence[int],
        rack_size: int,
        exchange_minimum: int,
        scoreless_limit: int,
        scoreless_counts: int,
        scoreless_at_start: bool,
        leftovers: int,
        targets: Sequence[int],
    ) -> None: ...
    def rank(self, first_by_equity: bool, second_by_equity: bool) -> None: ...
    def listen(self, learn_from: int, fresh: bool = False) -> None: ...
    def tempo(self) -> tuple[array[int], array[int]]: ...
    def count_gains(self) -> array[int]: ...
    def play_games(self, seed: int, first: int, count: int, paired: bool = False) -> array[int]: ...
    def play_game(self, seed: int, number: int) -> tuple[tuple[int, int], bytes]: ...
