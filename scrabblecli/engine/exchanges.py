"""The exchanges that a rack allows, made one after the other: a rack of twenty different tiles has a million."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import comb, prod

from scrabblecli.engine.movegen import RankedMove
from scrabblecli.move import Exchange, Pass
from scrabblecli.tiles import Rack

__all__ = ["draws", "exchange_count", "exchanges", "multisets"]


def exchange_count(rack: Rack, limit: int) -> int:
    """How many different exchanges of one to ``limit`` tiles a rack allows.

    >>> exchange_count(Rack([1, 2, 3, 4, 5, 6, 7]), 7)
    127
    """
    # ways[size] counts the different multisets of that size
    ways = [1]
    for held in Counter(rack.codes).values():
        longer = [0] * (len(ways) + held)
        for size, count in enumerate(ways):
            for taken in range(held + 1):
                longer[size + taken] += count
        ways = longer
    return sum(ways[1 : limit + 1])


def exchanges(
    rack: Rack, limit: int, first_rank: int, worth: Callable[[bytes], float | None] = lambda _leave: None
) -> Iterator[RankedMove]:
    """Every different exchange of at most ``limit`` tiles, then the pass, ranked from ``first_rank``.

    They score nothing; fewer tiles come first, then the tiles in alphabet order, blanks before letters. ``worth`` says what
    keeping a leave is worth; a pass is never worth more than the best exchange that is allowed: whoever passes could have made it.
    """
    rank = first_rank
    most = None
    for size in range(1, min(limit, len(rack)) + 1):
        for tiles in multisets(rack.codes, size):
            leave = bytearray(rack.codes)
            for code in tiles:
                leave.remove(code)
            equity = worth(bytes(leave))
            if equity is not None:
                most = equity if most is None else max(most, equity)
            yield RankedMove(rank, Exchange(tiles, size), 0, bytes(leave), equity)
            rank += 1
    equity = worth(rack.codes)
    yield RankedMove(rank, Pass(), 0, rack.codes, equity if equity is None or most is None else min(most, equity))


def draws(codes: bytes, size: int) -> Iterator[tuple[bytes, int]]:
    r"""What so many tiles drawn from sorted codes may be, and in how many ways each set can be drawn.

    >>> list(draws(bytes([1, 1, 2]), 2))
    [(b'\x01\x01', 1), (b'\x01\x02', 2)]
    """
    held = Counter(codes)
    for drawn in multisets(codes, size):
        yield drawn, prod(comb(held[code], copies) for code, copies in Counter(drawn).items())


def multisets(codes: bytes, size: int, start: int = 0) -> Iterator[bytes]:
    r"""The different multisets of a size from sorted codes at ``start`` or later, in order.

    >>> list(multisets(bytes([1, 1, 2]), 2))
    [b'\x01\x01', b'\x01\x02']
    """
    if size == 0:
        yield b""
        return
    for index in range(start, len(codes) - size + 1):
        if index == start or codes[index] != codes[index - 1]:
            for rest in multisets(codes, size - 1, index + 1):
                yield codes[index : index + 1] + rest
