from array import array
from collections.abc import Sequence

SOURCE_CHECKSUM: int
KEY_SCORE_SHIFT: int
KEY_SCORE_LIMIT: int

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
    def set_board(self, faces: bytes) -> None: ...
    def find_all(self, rack: bytes) -> tuple[int, array[int], array[int], bytearray, array[int]]: ...
    def find_best(self, rack: bytes) -> tuple[int, bytes] | None: ...
