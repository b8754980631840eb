from array import array
from collections.abc import Sequence

from scrabblecli.engine.values import LeaveValues

class MoveFinder:
    def __init__(
        self,
        nodes: memoryview,
        rows: int,
        columns: int,
        letter_multiplier: bytes,
        word_multiplier: bytes,
        start_row: int,
        start_column: int,
        values: Sequence[int],
        order: bytes,
        bingo_tiles: int,
        bingo_bonus: int,
        alphabet: int = 0,
    ) -> None: ...
    def use_values(
        self,
        leaves: LeaveValues,
        leftover: Sequence[int],
        fade: Sequence[int],
        tempo: Sequence[int],
        swing: int,
        burden: int,
        staying: int,
        opening_cost: Sequence[int],
    ) -> None: ...
    def use_host(self, leaves: LeaveValues) -> None: ...
    def use_guest(self, leaves: LeaveValues) -> None: ...
    def set_board(self, faces: bytes) -> None: ...
    def set_bag(self, bag: int, opponent_points: int) -> None: ...
    def worth(self, leave: bytes, placed: int) -> int: ...
    def find_all(
        self, rack: bytes, by_equity: bool = False
    ) -> tuple[int, array[int], array[int], array[int], bytearray, array[int]]: ...
    def covers(self, row: int, column: int, tiles: Sequence[int], most: int) -> bool: ...
    def find_best(self, rack: bytes, by_equity: bool = False) -> tuple[int, int, bytes] | None: ...
