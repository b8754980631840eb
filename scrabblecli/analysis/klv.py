"""Leave values in the KLV2 format, which other programs of the field read and write.

Little-endian: the number of nodes (32 bits), that many nodes of a word graph in the KWG layout whose words are the leaves (tile
codes in ascending order, the blank being 0), the number of values, and a 32-bit floating-point value for each leave, in the
order of the graph.
"""

from __future__ import annotations

import os
import struct
import sys
from array import array
from collections.abc import Iterator

from scrabblecli._compiled import load_kernel
from scrabblecli.analysis.leaves import LARGEST_LEAVE, Leaves, table_size
from scrabblecli.analysis.model import LeaveModel
from scrabblecli.engine.movegen import POINT
from scrabblecli.errors import DataError
from scrabblecli.folders import replace_file
from scrabblecli.lexicon.graph import ACCEPTS, ARC, LAST, nodes_of
from scrabblecli.plain import printable
from scrabblecli.tiles import Rack, TileSet

__all__ = ["read_klv", "write_klv"]

_DEEPEST = 12
_LARGEST_FILE = 400_000_000
_MOST_POINTS = 127
"""No leave of any list is worth as much, up or down."""


def read_klv(path: str, tiles: TileSet, model: LeaveModel) -> Leaves:
    """Read a KLV2 file. Values are rounded to 1/256 point; leaves that it lacks are worth what the model says.

    Raises DataError for a file that cannot be read, is damaged, or is for more letters than the tile set has.
    """
    try:
        with open(path, "rb") as stream:
            data = stream.read(_LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise DataError(f"cannot read the leave values: {getattr(error, 'strerror', None) or error}", path) from None
    nodes, values = _parts(data, path)
    name = printable(os.path.basename(path))
    leaves = Leaves(tiles, model, array("h", bytes(2 * table_size(tiles))), LARGEST_LEAVE, {}, name)
    # what is not in the file stays as the model has it
    nothing = [array("q", bytes(8 * table_size(tiles))) for _ in range(3)]
    leaves.kernel.listen(*nothing)
    table = leaves.kernel.settle(0.0, [1.0] * (LARGEST_LEAVE + 1))
    taken = 0
    for number, leave in enumerate(_leaves_of(nodes, len(tiles.counts), len(values), path)):
        value = values[number]
        if not abs(value) <= _MOST_POINTS:  # nor is it a number, perhaps
            text = Rack(leave).text(tiles.alphabet)
            raise DataError(
                f"the leave {text} has the value {value:g}: expected points from -{_MOST_POINTS} to {_MOST_POINTS}", path
            )
        place = leaves.kernel.place(leave) if len(leave) <= LARGEST_LEAVE else -1
        if place >= 0:
            table[place] = round(value * POINT)
            taken += 1
    if not taken:
        raise DataError(f"has no leave of one to {LARGEST_LEAVE} tiles of the {tiles.name} set", path)
    about = {"source": name, "taken": str(taken)}
    return Leaves(tiles, model, table, LARGEST_LEAVE, about, name)


def _parts(data: bytes, path: str) -> tuple[memoryview, array[float]]:
    """The nodes and the values of a file."""
    if len(data) > _LARGEST_FILE:
        raise DataError(f"more than {_LARGEST_FILE // 1_000_000} MB: expected a .klv2 file", path)
    if len(data) < 12:
        raise DataError(f"{len(data)} bytes are no .klv2 file", path)
    (size,) = struct.unpack_from("<I", data)
    if len(data) < 8 + 4 * size or size < 1:
        raise DataError(f"is no .klv2 file: {len(data):,} bytes are too few for {size:,} nodes", path)
    (count,) = struct.unpack_from("<I", data, 4 + 4 * size)
    expected = 8 + 4 * size + 4 * count
    if len(data) != expected:
        raise DataError(
            f"is no .klv2 file: {len(data):,} bytes, expected {expected:,} for {size:,} nodes and {count:,} values", path
        )
    values = array("f", data[8 + 4 * size :])
    if sys.byteorder != "little":
        values.byteswap()
    return nodes_of(data[4 : 4 + 4 * size]), values


def _leaves_of(nodes: memoryview, codes: int, count: int, path: str) -> Iterator[bytes]:
    """The leaves of a graph in its order; every arc is checked, and no more is walked than so many leaves need."""
    size = len(nodes)
    arc = nodes[0] & ARC
    word = bytearray()
    lists = [arc] if arc else []
    before = [-1]  # the letter before in each list
    found = steps = 0
    while lists:
        if lists[-1] >= size:
            raise DataError(f"is no .klv2 file: an arc leads to node {lists[-1]:,} of {size:,}", path)
        node = nodes[lists[-1]]
        steps += 1
        if steps > (count + 1) * _DEEPEST or len(lists) > _DEEPEST:
            raise DataError(f"is no .klv2 file: the graph has more paths than {count:,} leaves of {_DEEPEST} tiles need", path)
        code = node >> 24
        if code >= codes:
            raise DataError(f"the leave values are for other tiles: code {code}, expected 0 to {codes - 1}", path)
        if (word and code < word[-1]) or code <= before[-1]:
            raise DataError("is no .klv2 file: the tiles of a leave are not in order", path)
        before[-1] = code
        word.append(code)
        if node & ACCEPTS:
            found += 1
            if found > count:
                raise DataError(f"is no .klv2 file: more leaves than its {count:,} values", path)
            yield bytes(word)
        if node & ARC:
            lists.append(node & ARC)
            before.append(-1)
            continue
        while lists:
            word.pop()
            if not nodes[lists[-1]] & LAST:
                lists[-1] += 1
                break
            lists.pop()
            before.pop()
    if found != count:
        raise DataError(f"is no .klv2 file: {found:,} leaves and {count:,} values", path)


def all_leaves(tiles: TileSet, largest: int) -> Iterator[bytes]:
    """Every leave of one to ``largest`` tiles that a tile set allows, in the order of their codes.

    >>> from scrabblecli.rules import load_rules
    >>> [list(leave) for leave in all_leaves(load_rules().tiles, 2)][:4]
    [[0], [0, 0], [0, 1], [0, 2]]
    """
    word = bytearray()
    left = list(tiles.counts)
    code = 0
    while True:
        while code < len(left) and (not left[code] or len(word) == largest):
            code = code + 1 if len(word) < largest else len(left)
        if code < len(left):
            left[code] -= 1
            word.append(code)
            yield bytes(word)
            continue
        if not word:
            return
        code = word.pop()
        left[code] += 1
        code += 1


def write_klv(leaves: Leaves, path: str) -> None:
    """Write leave values as a KLV2 file, whole or not at all: the table, or without one all leaves by the small model.

    Raises DataError when it cannot be written.
    """
    words = list(all_leaves(leaves.tiles, leaves.largest or LARGEST_LEAVE))
    values = array("f", map(leaves.value, words))
    coding = bytes(code | 0x80 for code in range(128)) + bytes(range(128, 256))
    builder = load_kernel("scrabblecli.lexicon.builder").GraphBuilder(LARGEST_LEAVE)
    nodes = builder.build([word.translate(coding) for word in words], None, False)
    if nodes is None:
        raise DataError(f"{len(words):,} leaves are too many for a .klv2 file", path)
    if sys.byteorder != "little":
        nodes.byteswap()
        values.byteswap()
    content = struct.pack("<I", len(nodes)) + nodes.tobytes() + struct.pack("<I", len(values)) + values.tobytes()
    replace_file(path, content, make_folder=True)
