from array import array
from collections.abc import Sequence

from scrabblecli.engine.kernel import MoveFinder

class EndgameSolver:
    def __init__(
        self,
        finder: MoveFinder,
        leftover: Sequence[int],
        swing: int,
        blocked: int,
        targets: Sequence[int],
        table: array[int],
        stop: bytearray,
    ) -> None: ...
    def set_position(
        self,
        faces: bytes,
        racks: Sequence[bytes],
        scores: Sequence[int],
        on_turn: int,
        limit: int,
        zero_counts: bool,
        at_start: bool,
        scoreless: int,
        after_pass: int,
        passed: bool,
        bag: bytes = b"",
        rack_size: int = 0,
        salt: int = 0,
    ) -> None: ...
    def clear_table(self) -> None: ...
    def moves(self) -> list[tuple[int, int, int, bytes, int]]: ...
    def search(self, move: int, depth: int, alpha: int, beta: int) -> tuple[int, bool] | None: ...
    def value(self, depth: int, alpha: int, beta: int) -> tuple[int, bool] | None: ...
    def remembered(self) -> int | None: ...
    def descend(self, move: int, scoreless: int, after_pass: int, passed: bool) -> None: ...
    def ascend(self) -> None: ...
    def positions(self) -> int: ...
