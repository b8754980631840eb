from collections.abc import Sequence

class WordWalker:
    def __init__(
        self,
        nodes: memoryview,
        tiles: Sequence[int] | None,
        needed: Sequence[int],
        shortest: int,
        longest: int,
        patterns: Sequence[tuple[Sequence[int], int, int]],
    ) -> None: ...
    def more(self, most: int) -> list[bytes]: ...
