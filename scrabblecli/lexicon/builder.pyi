from array import array

SOURCE_CHECKSUM: int
NODE_LIMIT: int

class GraphBuilder:
    def __init__(self, longest: int) -> None: ...
    def build(self, words: list[bytes]) -> array[int] | None: ...
