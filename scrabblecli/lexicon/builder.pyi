from array import array
from collections.abc import Callable

NODE_LIMIT: int
PREFIX_BYTES: int

class GraphBuilder:
    def __init__(self, longest: int) -> None: ...
    def build(
        self, words: list[bytes], progress: Callable[[float], None] | None = None, gaddag: bool = True
    ) -> array[int] | None: ...
