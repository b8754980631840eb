"""Leave values as files and in use: a table for one word list under one set of rules, and the small model behind it.

A file of leave values begins with a line that names the format, its version and the size of the head; the head has lines
``key value`` and is filled up with line feeds. Then follow, as little-endian 16-bit integers in 1/256 point, the numbers of the
small model and the table in the order of `scrabblecli.engine.values`. The file is read where it lies (a memory map).
"""

from __future__ import annotations

import mmap
import os
import re
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from scrabblecli._compiled import load_kernel
from scrabblecli.analysis.model import MODEL_NUMBERS, LeaveModel, borrowed, is_alike
from scrabblecli.engine.movegen import POINT
from scrabblecli.errors import DataError
from scrabblecli.folders import data_folder, packaged_file, replace_file
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.plain import printable
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.tiles import TileSet

if TYPE_CHECKING:
    from scrabblecli.engine.values import LeaveValues

__all__ = [
    "LARGEST_LEAVE",
    "Leaves",
    "find_leaves",
    "fingerprint",
    "learnt_elsewhere",
    "leaves_notes",
    "own_leaves",
    "read_leaves",
    "rounded",
    "table_size",
    "trained_path",
    "wanted_leaves",
    "write_leaves",
]

LARGEST_LEAVE = 6
"""The largest leaves that a table has."""
LARGEST_TABLE = 40_000_000
_LARGEST = tuple(map(str, range(LARGEST_LEAVE + 1)))
_FORMAT = b"scrabblecli leaves 1 "
_QUARTER = POINT // 4
_HIGHEST = 32767 // _QUARTER * _QUARTER


class Leaves:
    """The leave values in use for one tile set.

    ``largest`` is the size up to which leaves stand in the table, 0 where the small model stands alone. ``about`` says in
    ``key value`` pairs what they were learnt from; ``source`` is what to call them.
    """

    __slots__ = ("about", "kernel", "largest", "model", "source", "table", "tiles")

    def __init__(
        self,
        tiles: TileSet,
        model: LeaveModel,
        table: array[int] | memoryview,
        largest: int,
        about: Mapping[str, str],
        source: str,
    ) -> None:
        self.tiles = tiles
        self.model = model
        self.table = table
        self.largest = largest
        self.about = about
        self.source = source
        self.kernel = kernel_values(tiles, model, table, largest)

    @classmethod
    def of_model(cls, tiles: TileSet, model: LeaveModel, source: str) -> Leaves:
        """The small model alone."""
        return cls(tiles, model, array("h"), 0, {}, source)

    def named(self, rules: RuleSet, lexicon: Lexicon) -> Leaves:
        """The same values, said to be for some rules and a word list, beside what they were learnt on."""
        known = {"lexicon": lexicon.name, "list": _list_of(lexicon), "ruleset": rules.name, "rules": fingerprint(rules)}
        about = {**self.about, **known, **self.about}  # in the order it has
        if (about["lexicon"], about["ruleset"]) != (lexicon.name, rules.name):
            about |= {"for_lexicon": lexicon.name, "for_ruleset": rules.name}
        return Leaves(self.tiles, self.model, self.table, self.largest, about, self.source)

    def another(self) -> Leaves:
        """The same values for another thread: the table is shared, what the kernel notes beside it is not."""
        return Leaves(self.tiles, self.model, self.table, self.largest, self.about, self.source)

    def value(self, leave: bytes) -> float:
        """What a leave (sorted rack codes) is worth, in points."""
        return self.kernel.value(leave) / POINT

    def model_value(self, leave: bytes) -> float:
        """What the small model says a leave is worth, in points."""
        return self.kernel.model_value(leave) / POINT


def kernel_values(tiles: TileSet, model: LeaveModel, table: array[int] | memoryview, largest: int) -> LeaveValues:
    """The leave values as the kernel knows them."""
    vowels = [int(code in tiles.vowels) for code in range(len(tiles.counts))]
    values: LeaveValues = load_kernel("scrabblecli.engine.values").LeaveValues(tiles.counts, largest, table, vowels, *model)
    return values


def table_size(tiles: TileSet, largest: int = LARGEST_LEAVE) -> int:
    """How many leaves of one to ``largest`` tiles a tile set allows."""
    return _leaf_count(tiles.counts, largest)


def rounded(tiles: TileSet, table: Sequence[int]) -> array[int]:
    """Values of a whole table in 1/256 point, those of the largest leaves to a quarter of a point.

    They are four fifths of a table and heard of least: what is dropped is noise, which no archive can make smaller.
    """
    first = table_size(tiles, LARGEST_LEAVE - 1)
    largest = (min((value + _QUARTER // 2) // _QUARTER * _QUARTER, _HIGHEST) for value in table[first:])
    return array("h", [*table[:first], *largest])


def _leaf_count(counts: Sequence[int], largest: int) -> int:
    ways = [1] + [0] * largest
    for count in counts:
        ways = [sum(ways[size - held] for held in range(min(size, count) + 1)) for size in range(largest + 1)]
    return sum(ways[1:])


def fingerprint(rules: RuleSet) -> str:
    """What of a rule set matters to leave values, as eight hex digits: tiles, layout, rack, bonus, order of the tiles."""
    tiles, layout = rules.tiles, rules.layout
    text = repr(
        (
            tiles.alphabet.letters, tiles.counts, tiles.values, sorted(tiles.vowels), layout.rows, layout.columns, layout.symbols,
            layout.start, rules.rack_size, rules.bingo_tiles, rules.bingo_bonus, rules.blanks_score_zero,
            rules.settings["word_order"],
        )
    )  # fmt: skip
    return f"{crc32(text.encode()):08x}"


def trained_path(rules: RuleSet, lexicon: Lexicon) -> str | None:
    """Where this user's leave values for some rules and a word list lie, whether they exist or not; None without a place."""
    folder = data_folder("leaves")
    return None if folder is None else os.path.join(folder, f"{_list_of(lexicon)}-{fingerprint(rules)}.leaves")


def _list_of(lexicon: Lexicon) -> str:
    """The identity of a list, without what a table adds to it or leaves out."""
    return lexicon.identity.partition("+")[0].partition("-")[0]


def find_leaves(rules: RuleSet, lexicon: Lexicon, wanted: str | None = None, own: bool = True) -> Leaves:
    """The leave values for some rules and a word list: those wanted, this user's own, the packaged ones, else a small model.

    ``wanted`` is the path of a file, or ``model`` for the small model alone; with ``own`` False the user's own are passed over.

    Raises DataError when a file that was asked for, or the user's own, cannot be used.
    """
    tiles = rules.tiles
    if wanted is not None and wanted != "model":
        if wanted.lower().endswith(".klv2"):
            from scrabblecli.analysis.klv import read_klv

            return read_klv(wanted, tiles, _small_model(tiles))
        return read_leaves(wanted, tiles)
    if wanted is None:
        path = trained_path(rules, lexicon) if own else None
        if path is not None and os.path.isfile(path):
            return read_leaves(path, tiles, "your own")
        packaged = _packaged()
        if (packaged.about["list"], packaged.about["rules"]) == (_list_of(lexicon), fingerprint(rules)):
            return packaged
    return Leaves.of_model(tiles, _small_model(tiles), "small model")


def learnt_elsewhere(leaves: Leaves, rules: RuleSet, lexicon: Lexicon) -> str | None:
    """What leave values were learnt on, when that was another word list or other rules."""
    about = leaves.about
    if (about.get("list", _list_of(lexicon)), about.get("rules", fingerprint(rules))) == (_list_of(lexicon), fingerprint(rules)):
        return None
    return f"{printable(about.get('lexicon', '')) or 'another list'} under {printable(about.get('ruleset', '')) or 'other'} rules"


def own_leaves() -> list[tuple[str, Mapping[str, str] | None]]:
    """The files of this user's own leave values, and what their heads say (None: damaged), in the order of their names."""
    folder = data_folder("leaves")
    found: list[tuple[str, Mapping[str, str] | None]] = []
    if folder is not None and os.path.isdir(folder):
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            if name.endswith(".leaves") and os.path.isfile(path):
                try:
                    mapped = _mapped(path)
                    head = _read_head(mapped, path)
                except DataError:
                    found.append((path, None))
                else:
                    found.append((path, head.about if len(mapped) == _whole_size(head) else None))
    return found


_found: list[Leaves] = []


def _packaged() -> Leaves:
    """The leave values that come with the package."""
    if not _found:
        _found.append(read_leaves(packaged_file("enable.leaves"), load_rules().tiles, "enable"))
    return _found[0]


def _small_model(tiles: TileSet) -> LeaveModel:
    """The small model for a tile set: the packaged one, or what its tiles have in common with those it was learnt from."""
    packaged = _packaged()
    return packaged.model if is_alike(tiles, packaged.tiles) else borrowed(packaged.model, packaged.tiles, tiles)


class _Head(NamedTuple):
    about: dict[str, str]
    size: int


def read_leaves(path: str, tiles: TileSet, source: str | None = None) -> Leaves:
    """Map a file of leave values.

    Raises DataError when it cannot be read, is damaged, or was made for other tiles.
    """
    mapped = _mapped(path)
    head = _read_head(mapped, path)
    if head.about.get("tiles") != _tiles_text(tiles):
        raise DataError(f"the leave values are for other tiles than the {tiles.name} set", path)
    largest = head.about.get("largest", "")
    if largest not in _LARGEST:
        raise DataError(f"largest {printable(largest[:20])!r} in the head: expected 0 to {LARGEST_LEAVE}", path)
    expected = MODEL_NUMBERS + table_size(tiles, int(largest))
    if len(mapped) != head.size + 2 * expected:
        raise DataError(f"{len(mapped):,} bytes: expected {head.size + 2 * expected:,} for leaves of {largest} tiles", path)
    numbers = _numbers(memoryview(mapped)[head.size :])
    model = LeaveModel.of(list(numbers[:MODEL_NUMBERS]))
    return Leaves(tiles, model, numbers[MODEL_NUMBERS:], int(largest), head.about, source or printable(os.path.basename(path)))


def _mapped(path: str) -> mmap.mmap:
    try:
        with open(path, "rb") as stream:
            if not os.fstat(stream.fileno()).st_size:
                raise DataError("is empty: expected a file of leave values", path)
            return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise DataError(f"cannot read the leave values: {getattr(error, 'strerror', None) or error}", path) from None


def _read_head(mapped: mmap.mmap, path: str) -> _Head:
    first = mapped[:64].split(b"\n", 1)[0]
    size = first.removeprefix(_FORMAT)
    if not first.startswith(_FORMAT) or not size.isdigit() or not 64 <= int(size) <= min(len(mapped), 100_000) or int(size) % 8:
        raise DataError("is no file of leave values: expected one that scrabblecli wrote, or a .klv2 file", path)
    try:
        text = str(mapped[len(first) : int(size)], "utf-8")
    except UnicodeDecodeError:
        raise DataError("is damaged: the head is not UTF-8", path) from None
    about = {}
    for line in text.split("\n"):
        if line:
            key, _, value = line.partition(" ")
            about[key] = value
    return _Head(about, int(size))


def _whole_size(head: _Head) -> int:
    """How many bytes a file has whose head says this, 0 where it says nothing that can be reckoned with."""
    counts = [re.search(r"(?<=\D)[0-9]{1,3}$", part) for part in head.about.get("tiles", "").split()]
    largest = head.about.get("largest", "")
    if not counts or None in counts or largest not in _LARGEST:
        return 0
    return head.size + 2 * (MODEL_NUMBERS + _leaf_count([int(count[0]) for count in counts if count], int(largest)))


def _numbers(content: memoryview) -> memoryview | array[int]:
    """Little-endian 16-bit integers: where they lie, or turned around on a big-endian machine."""
    if sys.byteorder == "little":
        return content.cast("h")
    turned = array("h", bytes(content))
    turned.byteswap()
    return turned


def _tiles_text(tiles: TileSet) -> str:
    """The letters of a tile set and how many there are of each."""
    letters = ("?", *tiles.alphabet.letters)
    return " ".join(f"{letter}{count}" for letter, count in zip(letters, tiles.counts, strict=True))


def leaves_content(leaves: Leaves) -> bytes:
    """The bytes of a file of leave values."""
    about = {**leaves.about, "tiles": _tiles_text(leaves.tiles), "largest": str(leaves.largest)}
    lines = "".join(f"{key} {printable(value)}\n" for key, value in about.items()).encode()
    size = (len(_FORMAT) + 8 + len(lines) + 63) // 64 * 64
    head = (_FORMAT + str(size).encode() + b"\n" + lines).ljust(size, b"\n")
    numbers = [leaves.model.numbers(), array("h", leaves.table)]
    if sys.byteorder != "little":
        for part in numbers:
            part.byteswap()
    return head + b"".join(part.tobytes() for part in numbers)


def write_leaves(leaves: Leaves, path: str) -> None:
    """Write a file of leave values, whole or not at all.

    Raises DataError when it cannot be written.
    """
    replace_file(path, leaves_content(leaves), make_folder=True)


def wanted_leaves(rules: RuleSet, lexicon: Lexicon, wanted: str | None, warn: Callable[[str], None]) -> Leaves:
    """The leave values asked for, or those for some rules and a word list.

    Raises DataError when those that were asked for cannot be used; of the user's own that is a warning.
    """
    try:
        found = find_leaves(rules, lexicon, wanted)
    except DataError as error:
        if wanted is not None:
            raise
        warn(f"{error}; your own leave values are passed over: scrabblecli leaves remove takes them away")
        found = find_leaves(rules, lexicon, own=False)
    if wanted is not None and (elsewhere := learnt_elsewhere(found, rules, lexicon)):
        warn(f"{found.source} was learnt on {elsewhere}, and is used for {lexicon.name} under {rules.name} rules")
    return found


def leaves_notes(leaves: Leaves, lexicon: Lexicon) -> Iterator[str]:
    """What is to be said when equity rests on the small model, alone or for many leaves."""
    if not leaves.largest:
        yield f"no leave values for {lexicon.name} under these rules: a small model stands in; scrabblecli leaves train learns them"
    taken = leaves.about.get("taken", "")
    if taken.isdigit() and int(taken) < len(leaves.table):
        yield f"{leaves.source} has {int(taken):,} of {len(leaves.table):,} leaves: a small model stands in for the others"
