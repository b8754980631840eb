"""Finds every play of a position: the one move generator, compiled or not.

This file is plain Python in Cython's *pure Python mode*. It knows flat integers and buffers only, no domain types; the
readable side is `scrabblecli.engine.movegen`.

The algorithm is Gordon's (S. Gordon, "A Faster Scrabble Move Generation Algorithm", 1994): words are walked in a GADDAG,
from an anchor to the left, then through the separator to the right. The anchors are *blocks*: in a lane (a row, or a
column of the transposed board) the last square of each block of tiles, and each empty square with a tile directly above
or below. Every play covers an anchor; it is found from the leftmost one it covers, so each play is found exactly once:
going left from an anchor stops before the previous one.

Words are walked in a KWG graph: 32-bit nodes ``letter << 24 | accepts << 23 | last << 22 | arc``; ``arc`` is the index of
the first node of the list of children. Letter 0 is the GADDAG's separator, and the first of its list.

When the tiles of a word may stand in any order (Clabbers), the graph is that of the alphagrams, and each stretch of squares that a play
may cover is searched for itself: first which tiles of the rack make an alphagram with those that lie there, then every way to lay
them that the cross words allow.

Faces: a letter code from 1, bit 0x40 set for a blank that stands for the letter; 0 is an empty square.
"""

from __future__ import annotations

from array import array

from scrabblecli import _cython_shim as cython
from scrabblecli.engine.values import LeaveValues

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals

POINT = cython.declare(cython.int, 256)  # values are whole numbers of this part of a point
KEY_VALUE_TOP = (1 << 44) - (1 << 24)  # room above for values below zero
NO_WORTH = cython.declare(cython.int, -(1 << 24))  # of a set of tiles that stands for no leave
LARGEST_WEIGHED = cython.declare(cython.int, 12)  # tiles of a rack whose subsets are all valued
LAID = cython.declare(cython.int, -2)  # in the log of changes: a tile was laid here


@cython.final
@cython.cclass
class MoveFinder:
    """Finds the plays of one board after another, for one word graph and one rule set.

    Buffers of squares have two halves: the board row by row, then the transposed board; a lane is a stretch of
    ``width`` squares. A found play is a 64-bit key that sorts as plays are ranked (value from high to low, tiles played,
    row, column, across before down) and the faces of its main word, mapped through ``order`` so that comparing bytes
    compares the plays as text. The value is the score, or the equity: the score and what the tiles kept are worth, which
    is looked up by the set of tiles still on the rack (a bit for each tile of the sorted rack).
    """

    nodes: cython.const[cython.uint][::1]
    gaddag: cython.uint
    dawg: cython.uint
    rows: cython.int
    columns: cython.int
    cells: cython.int
    start_row: cython.int
    start_column: cython.int
    bingo_tiles: cython.int
    bingo_bonus: cython.longlong
    empty: cython.bint
    mirrored: cython.bint
    any_order: cython.bint
    alphabet: cython.int
    every_letter: cython.ulonglong
    value_top: cython.longlong

    letter_multiplier: cython.uchar[::1]
    word_multiplier: cython.uchar[::1]
    values: cython.int[::1]
    order: cython.uchar[::1]
    letters: cython.uchar[::1]
    points: cython.int[::1]
    cross_mask: cython.ulonglong[::1]
    cross_sum: cython.int[::1]
    rack: cython.int[::1]
    rack_letters: cython.ulonglong
    word: cython.uchar[::1]

    # words in any order: letters that lie in a stretch, its free squares, and the tiles chosen for them
    lying: cython.int[::1]
    lying_count: cython.int
    free: cython.int[::1]
    free_count: cython.int
    chosen: cython.int[::1]
    chosen_blanks: cython.int[::1]

    # the anchor at work
    orientation: cython.int
    lane: cython.int
    base: cython.int
    width: cython.int
    anchor: cython.int
    left_limit: cython.int
    right_free: cython.bint
    start: cython.int
    rack_total: cython.int
    target: cython.int
    needed: cython.int

    # the plays found
    count: cython.int
    capacity: cython.int
    text_used: cython.int
    text_capacity: cython.int
    keys: cython.ulonglong[::1]
    heads: cython.ulonglong[::1]
    ends: cython.int[::1]
    text: cython.uchar[::1]
    keys_store: object
    heads_store: object
    extras: cython.int[::1]
    ends_store: object
    text_store: object
    extras_store: object
    failed: cython.bint

    # best play only
    best_only: cython.bint
    best_key: cython.ulonglong
    best_length: cython.int
    best_value: cython.longlong
    best_extra: cython.int
    best_orientation: cython.int
    best_lane: cython.int
    best_first: cython.int
    best_text: cython.uchar[::1]
    best_faces: cython.uchar[::1]
    anchors: cython.int
    anchor_lane: cython.int[::1]
    anchor_square: cython.int[::1]
    anchor_limit: cython.int[::1]
    anchor_bound: cython.longlong[::1]
    rack_mask: cython.ulonglong
    rack_values: cython.int[::1]
    weights: cython.int[::1]

    # what is kept, in parts of a point
    leaves: LeaveValues
    values_known: cython.bint
    weighs: cython.bint
    by_equity: cython.bint
    bag: cython.int
    opponent_points: cython.int
    held: cython.int[::1]
    top_bit: cython.int[::1]
    worths: cython.int[::1]
    most_kept: cython.int[::1]
    fade: cython.int[::1]
    fades: cython.int
    tempo: cython.int[::1]
    tempos: cython.int
    leftover: cython.int[::1]
    swing: cython.int
    burden: cython.int
    staying: cython.int
    opening_cost: cython.int[::1]
    exchange_kept: cython.int
    exchange_value: cython.longlong

    # what plays laid on the board have changed, so that they can be taken back
    logged: cython.int
    keeps_log: cython.bint
    log_index: cython.int[::1]
    log_mask: cython.ulonglong[::1]
    log_sum: cython.int[::1]

    def __init__(self, nodes, rows, columns, letter_multiplier, word_multiplier, start_row, start_column, values, order,
                 bingo_tiles, bingo_bonus, alphabet=0):  # fmt: skip
        # with the number of letters of the alphabet given, words are in any order and nodes the graph of the alphagrams
        cells = rows * columns
        self.nodes = nodes
        self.alphabet = alphabet
        self.any_order = alphabet > 0
        self.lying = array("i", bytes(4 * (max(rows, columns) + 1)))
        self.free = array("i", bytes(4 * (max(rows, columns) + 1)))
        self.chosen = array("i", bytes(4 * 64))
        self.chosen_blanks = array("i", bytes(4 * 64))
        self.dawg = nodes[0] & 0x3FFFFF
        self.gaddag = nodes[1] & 0x3FFFFF
        self.rows = rows
        self.columns = columns
        self.cells = cells
        self.start_row = start_row
        self.start_column = start_column
        self.bingo_tiles = bingo_tiles
        self.bingo_bonus = bingo_bonus
        letters = self._both_ways(letter_multiplier)
        words = self._both_ways(word_multiplier)
        self.letter_multiplier = bytearray(letters)
        self.word_multiplier = bytearray(words)
        # on a layout that is its own mirror image, a down opening is an across opening seen in the mirror
        self.mirrored = (
            rows == columns
            and start_row == start_column
            and letters[:cells] == letters[cells:]
            and words[:cells] == words[cells:]
        )
        self.values = array("i", values)
        self.order = bytearray(order)
        self.letters = bytearray(2 * cells)
        self.points = array("i", bytes(8 * cells))
        self.cross_mask = array("Q", bytes(16 * cells))
        self.cross_sum = array("i", bytes(8 * cells))
        self.rack = array("i", bytes(4 * 64))
        self.word = bytearray(max(rows, columns))
        self.best_text = bytearray(max(rows, columns))
        self.best_faces = bytearray(max(rows, columns))
        self.anchor_lane = array("i", bytes(8 * cells))
        self.anchor_square = array("i", bytes(8 * cells))
        self.anchor_limit = array("i", bytes(8 * cells))
        self.anchor_bound = array("q", bytes(16 * cells))
        self.rack_values = array("i", bytes(4 * 128))
        self.weights = array("i", bytes(4 * 128))
        self.empty = True
        # C literals this large would be Python objects
        self.every_letter = 0xFFFFFFFFFFFFFFFF
        self.value_top = KEY_VALUE_TOP
        self.held = array("i", bytes(4 * 64))
        self.top_bit = array("i", bytes(4 * 64))
        self.worths = array("i", bytes(4 << LARGEST_WEIGHED))
        self.most_kept = array("i", bytes(4 * 64))
        self.opening_cost = array("i", bytes(8 * cells))
        self.values_known = self.weighs = self.by_equity = False
        self.keeps_log = False
        self.logged = 0
        self.count = 0
        self._make_room(4096, 65536)

    def _both_ways(self, squares):
        rows = self.rows
        columns = self.columns
        return [*squares, *(squares[row * columns + column] for column in range(columns) for row in range(rows))]

    def _make_room(self, capacity, text_capacity):
        """Take new buffers for results; what is in the old ones is kept."""
        keys = array("Q", [0]) * capacity
        extras = array("i", [0]) * capacity
        heads = array("Q", [0]) * capacity
        ends = array("i", [0]) * capacity
        text = bytearray(text_capacity)
        if self.count:
            keys[: self.count] = self.keys_store[: self.count]
            heads[: self.count] = self.heads_store[: self.count]
            ends[: self.count] = self.ends_store[: self.count]
            extras[: self.count] = self.extras_store[: self.count]
            text[: self.text_used] = self.text_store[: self.text_used]
        self.keys = self.keys_store = keys
        self.heads = self.heads_store = heads
        self.ends = self.ends_store = ends
        self.extras = self.extras_store = extras
        self.text = self.text_store = text
        self.capacity = capacity
        self.text_capacity = text_capacity

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def clear_board(self) -> cython.void:
        """Take an empty board: every letter allowed, no neighbour."""
        index: cython.int
        for index in range(2 * self.cells):
            self.letters[index] = 0
            self.points[index] = 0
            self.cross_mask[index] = self.every_letter
            self.cross_sum[index] = -1
        self.empty = True

    def set_board(self, faces):
        """Take a board: faces row by row."""
        row: cython.int
        column: cython.int
        face: cython.int
        index: cython.int
        mirrored: cython.int
        squares: bytes = faces
        self.keeps_log = False
        self.logged = 0
        self.clear_board()
        for row in range(self.rows):
            for column in range(self.columns):
                index = row * self.columns + column
                face = squares[index]
                if face:
                    mirrored = self.cells + column * self.rows + row
                    self.letters[index] = self.letters[mirrored] = face & 0x3F
                    self.points[index] = self.points[mirrored] = self.values[face]
                    self.empty = False
        if not self.empty:
            for row in range(self.rows):
                self._cross_lane(0, row, self.columns)
            for column in range(self.columns):
                self._cross_lane(1, column, self.rows)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cross_lane(self, orientation: cython.int, lane: cython.int, width: cython.int) -> cython.void:
        """The cross masks and sums that the tiles of a lane give to the perpendicular lanes."""
        base: cython.int = orientation * self.cells + lane * width
        position: cython.int
        for position in range(width):
            if self.letters[base + position] == 0 and (
                (position > 0 and self.letters[base + position - 1])
                or (position + 1 < width and self.letters[base + position + 1])
            ):
                self._cross_square(orientation, lane, position, width)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cross_square(self, orientation: cython.int, lane: cython.int, position: cython.int, width: cython.int) -> cython.void:
        """The cross mask and sum that the tiles beside an empty square of a lane give to the perpendicular lane."""
        base: cython.int = orientation * self.cells + lane * width
        first: cython.int = position
        last: cython.int = position
        total: cython.int = 0
        index: cython.int = (1 - orientation) * self.cells + position * (self.cells // width) + lane
        while first > 0 and self.letters[base + first - 1]:
            first -= 1
            total += self.points[base + first]
        while last + 1 < width and self.letters[base + last + 1]:
            last += 1
            total += self.points[base + last]
        if self.keeps_log:
            self._log(index, self.cross_sum[index])
        self.cross_sum[index] = total
        if self.any_order:
            self.cross_mask[index] = self._letters_joining(base + first, base + position, base + last)
        else:
            self.cross_mask[index] = self._letters_between(base + first, base + position, base + last)

    def keep_log(self, plays):
        """Note from now on what plays change, so that `take_back` can undo them: of so many plays at most."""
        room = plays * (4 * max(self.rows, self.columns) + 4)
        self.log_index = array("i", bytes(4 * room))
        self.log_mask = array("Q", bytes(8 * room))
        self.log_sum = array("i", bytes(4 * room))
        self.keeps_log = True

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _log(self, index: cython.int, cross_sum: cython.int) -> cython.void:
        """Note what a square is before it changes; a cross sum of `LAID` says that a tile is laid there."""
        self.log_index[self.logged] = index
        self.log_mask[self.logged] = self.cross_mask[index]
        self.log_sum[self.logged] = cross_sum
        self.logged += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take_back(self, logged: cython.int, empty: cython.bint) -> cython.void:
        """Undo what was laid since so many changes were noted; ``empty`` is whether the board was empty then."""
        index: cython.int
        while self.logged > logged:
            self.logged -= 1
            index = self.log_index[self.logged]
            if self.log_sum[self.logged] == LAID:
                self.letters[index] = 0
                self.points[index] = 0
            else:
                self.cross_mask[index] = self.log_mask[self.logged]
                self.cross_sum[index] = self.log_sum[self.logged]
        self.empty = empty

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def best_placed(self) -> cython.int:
        """How many tiles the best play found lays."""
        return cython.cast(cython.int, (self.best_key >> 13) & 0x7F)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lay_best(self) -> cython.void:
        """Lay the tiles of the best play found on the board; only the squares at the ends of the runs they touch change."""
        orientation: cython.int = self.best_orientation
        lane: cython.int = self.best_lane
        width: cython.int = self.rows if orientation else self.columns
        across: cython.int = self.columns if orientation else self.rows
        position: cython.int
        place: cython.int
        face: cython.int
        index: cython.int
        mirrored: cython.int
        base: cython.int = orientation * self.cells + lane * width
        other: cython.int
        first: cython.int = self.best_first
        last: cython.int = first + self.best_length - 1
        for position in range(first, last + 1):
            face = self.best_faces[position - first]
            if face:
                index = base + position
                mirrored = (1 - orientation) * self.cells + position * across + lane
                if self.keeps_log:
                    self._log(index, LAID)
                    self._log(mirrored, LAID)
                self.letters[index] = self.letters[mirrored] = face & 0x3F
                self.points[index] = self.points[mirrored] = self.values[face]
        if first > 0:
            self._cross_square(orientation, lane, first - 1, width)
        if last + 1 < width:
            self._cross_square(orientation, lane, last + 1, width)
        for position in range(first, last + 1):
            if self.best_faces[position - first]:
                other = (1 - orientation) * self.cells + position * across
                place = lane
                while place > 0 and self.letters[other + place - 1]:
                    place -= 1
                if place > 0:
                    self._cross_square(1 - orientation, position, place - 1, across)
                place = lane
                while place + 1 < across and self.letters[other + place + 1]:
                    place += 1
                if place + 1 < across:
                    self._cross_square(1 - orientation, position, place + 1, across)
        self.empty = False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _letters_between(self, first: cython.int, gap: cython.int, last: cython.int) -> cython.ulonglong:
        """The set of letters that make a word in the gap of a stretch of tiles."""
        mask: cython.ulonglong = 0
        one: cython.ulonglong = 1
        arc: cython.uint
        node: cython.uint
        index: cython.int
        if first == gap:
            arc = self.gaddag  # only tiles after the gap: read them backwards
            index = last
            while index > gap and arc:
                node = self._child(arc, self.letters[index])
                arc = node & 0x3FFFFF
                index -= 1
        else:
            arc = self.dawg
            index = first
            while index < gap and arc:
                node = self._child(arc, self.letters[index])
                arc = node & 0x3FFFFF
                index += 1
        if arc == 0:
            return 0
        while True:
            node = self.nodes[arc]
            if (first == gap or last == gap or self._accepts(node & 0x3FFFFF, gap + 1, last)) and (
                (node & 0x800000) or (first != gap and last != gap)
            ):
                mask |= one << (node >> 24)
            if node & 0x400000:
                return mask
            arc += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _letters_joining(self, first: cython.int, gap: cython.int, last: cython.int) -> cython.ulonglong:
        """The set of letters that make an alphagram with the tiles around a gap."""
        mask: cython.ulonglong = 0
        one: cython.ulonglong = 1
        index: cython.int
        letter: cython.int
        following: cython.uint
        arc: cython.uint
        node: cython.uint
        joined: cython.bint
        self.lying_count = 0
        for index in range(first, last + 1):
            if index != gap:
                self._lay(self.letters[index])
        for letter in range(1, self.alphabet + 1):
            arc = self.dawg
            node = 0
            joined = False
            index = 0
            while index < self.lying_count or not joined:
                if not joined and (index == self.lying_count or letter <= self.lying[index]):
                    following = letter
                    joined = True
                else:
                    following = self.lying[index]
                    index += 1
                node = self._child(arc, following) if arc else 0
                arc = node & 0x3FFFFF
                if node == 0:
                    break
            if node & 0x800000:
                mask |= one << letter
        return mask

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _lay(self, letter: cython.int) -> cython.void:
        """Put a letter among those that lie in a stretch, in order."""
        place: cython.int = self.lying_count
        while place > 0 and self.lying[place - 1] > letter:
            self.lying[place] = self.lying[place - 1]
            place -= 1
        self.lying[place] = letter
        self.lying_count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _accepts(self, arc: cython.uint, first: cython.int, last: cython.int) -> cython.bint:
        """Whether the tiles from first to last lead from a list of nodes to the end of a word."""
        node: cython.uint = 0
        while first <= last:
            if arc == 0:
                return False
            node = self._child(arc, self.letters[first])
            arc = node & 0x3FFFFF
            first += 1
        return (node & 0x800000) != 0

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _child(self, arc: cython.uint, letter: cython.uint) -> cython.uint:
        """The node of a letter in a list, 0 when it is not there."""
        node: cython.uint
        while True:
            node = self.nodes[arc]
            if node >> 24 == letter:
                return node
            if node & 0x400000:
                return 0
            arc += 1

    def use_values(self, leaves, leftover, fade, tempo, swing, burden, staying, opening_cost):
        """Weigh what plays keep from now on.

        ``leftover`` has what each code counts when it is left at the end; for the others, in 1/256 point, see
        `scrabblecli.engine.movegen.Valuation`.
        """
        self.leaves = leaves
        self.leftover = array("i", list(leftover) + [0] * (64 - len(leftover)))
        self.fade = array("i", fade)
        self.fades = len(fade)
        self.tempo = array("i", tempo)
        self.tempos = len(tempo)
        self.swing = swing
        self.burden = burden
        self.staying = staying
        self.opening_cost = array("i", self._both_ways(opening_cost))
        self.values_known = True

    def set_bag(self, bag, opponent_points):
        """Say how many tiles are in the bag; with an empty one ``opponent_points`` is the value of the opponent's tiles."""
        self.bag = bag
        self.opponent_points = opponent_points

    @cython.cfunc
    @cython.exceptval(check=False)
    def _set_rack(self, rack, by_equity) -> cython.void:
        tiles: bytes = bytes(sorted(rack))
        place: cython.int
        for place in range(len(tiles)):
            self.held[place] = tiles[place]
        self.rack_total = len(tiles)
        self.by_equity = by_equity
        self.take_rack()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take_rack(self) -> cython.void:
        """Take the rack in ``held`` (sorted codes)."""
        code: cython.int
        place: cython.int
        one: cython.ulonglong = 1
        for code in range(64):
            self.rack[code] = 0
        self.rack_letters = 0
        for place in range(self.rack_total):
            code = self.held[place]
            self.rack[code] += 1
            self.top_bit[code] = place
            if code:
                self.rack_letters |= one << code
        self.weighs = self.values_known and self.rack_total <= LARGEST_WEIGHED
        if self.weighs:
            self._weigh_rack()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weigh_rack(self) -> cython.void:
        """What each set of tiles kept is worth after a play, and the most for each number of them."""
        total: cython.int = self.rack_total
        subset: cython.int
        place: cython.int
        kept: cython.int
        skipped: cython.bint
        worth: cython.int
        for kept in range(total + 1):
            self.most_kept[kept] = NO_WORTH
        for subset in range(1 << total):
            kept = 0
            skipped = False
            for place in range(total):
                if (subset >> place) & 1:
                    # of equal tiles the last ones are played first
                    if place and self.held[place - 1] == self.held[place] and not (subset >> (place - 1)) & 1:
                        skipped = True
                        break
                    self.leaves.kept[kept] = self.held[place]
                    kept += 1
            if skipped:
                self.worths[subset] = NO_WORTH
                continue
            worth = self._worth(kept, total - kept)
            self.worths[subset] = worth
            self.most_kept[kept] = max(self.most_kept[kept], worth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _worth(self, kept: cython.int, placed: cython.int) -> cython.int:
        """What the leave in ``leaves.kept`` is worth when so many tiles were laid (0 for an exchange or a pass)."""
        worth: cython.int = 0
        place: cython.int
        after: cython.int
        if self.bag == 0:
            if kept == 0:
                return self.swing * self.opponent_points
            for place in range(kept):
                worth += self.leftover[self.leaves.kept[place]]
            return -self.burden * worth - self.staying
        worth = self.leaves.worth(kept) * self.fade[min(self.bag, self.fades - 1)] >> 8
        after = self.bag - placed if self.bag > placed else 0
        return worth - self.tempo[min(after, self.tempos - 1)]

    def worth(self, leave, placed):
        """What keeping a leave is worth in the position at hand after a play of so many tiles, 0 for an exchange or a pass."""
        size: cython.int = 0
        code: cython.int
        for code in sorted(leave):
            self.leaves.kept[size] = code
            size += 1
        return self._worth(size, placed)

    def find_all(self, rack, by_equity=False):
        """Find every play of a rack (codes, 0 for a blank), ranked by score or by equity.

        Returns their number, keys, what each is worth beyond its score, ends of texts, texts and the ranked order.
        """
        orientation: cython.int
        lane: cython.int
        self.count = 0
        self.text_used = 0
        self.failed = False
        self._set_rack(rack, by_equity)
        self.best_only = False
        if self.empty:
            self._opening()
        else:
            for orientation in range(2):
                for lane in range(self.columns if orientation else self.rows):
                    if cython.compiled:
                        PyErr_CheckSignals()  # Ctrl-C
                    self._lane(orientation, lane)
        if self.failed:
            raise MemoryError(f"no memory for more than {self.count} plays")
        # the buffers are used again for the next position
        keys = self.keys_store[: self.count]
        extras = self.extras_store[: self.count]
        ends = self.ends_store[: self.count]
        return self.count, keys, extras, ends, self.text_store[: self.text_used], self._ranked()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_in_lane(self, orientation: cython.int, lane: cython.int) -> cython.void:
        """Find the plays in one lane with the rack taken; with lane -1 those of an empty board."""
        self.count = 0
        self.text_used = 0
        self.failed = False
        self.best_only = False
        if lane < 0:
            self._opening()
        else:
            self._lane(orientation, lane)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _opening(self) -> cython.void:
        """Search the plays of an empty board, or list their anchors when the best is wanted."""
        if self.any_order:
            self._stretches(0, self.start_row, self.start_column)
            if not self.mirrored:
                self._stretches(1, self.start_column, self.start_row)
            return
        self._anchor(0, self.start_row, self.start_column, 0)
        if not self.mirrored:
            self._anchor(1, self.start_column, self.start_row, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lane(self, orientation: cython.int, lane: cython.int) -> cython.void:
        """Search a lane from each of its anchors, or only list them when the best play is wanted."""
        width: cython.int = self.rows if orientation else self.columns
        base: cython.int = orientation * self.cells + lane * width
        position: cython.int
        limit: cython.int = 0
        if self.any_order:
            self._stretches(orientation, lane, -1)
            return
        for position in range(width):
            if self.letters[base + position]:
                if position + 1 < width and self.letters[base + position + 1]:
                    continue
                self._anchor(orientation, lane, position, limit)
                limit = position + 2  # a word cannot begin directly after a tile
            elif self.cross_sum[base + position] >= 0:
                # after a tile this square is only reached through the block's own anchor
                if position == 0 or self.letters[base + position - 1] == 0:
                    self._anchor(orientation, lane, position, limit)
                limit = position + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _anchor(self, orientation: cython.int, lane: cython.int, position: cython.int, limit: cython.int) -> cython.void:
        if not self.best_only:
            self._search(orientation, lane, position, limit)
            return
        bound: cython.longlong = self._bound(orientation, lane, position, limit)
        if bound > -self.value_top:
            self.anchor_lane[self.anchors] = 2 * lane + orientation
            self.anchor_square[self.anchors] = position
            self.anchor_limit[self.anchors] = limit
            self.anchor_bound[self.anchors] = bound
            self.anchors += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, orientation: cython.int, lane: cython.int, anchor: cython.int, limit: cython.int) -> cython.void:
        """Find the plays whose leftmost anchor this is; they begin at ``limit`` at the earliest."""
        self.orientation = orientation
        self.lane = lane
        self.width = self.rows if orientation else self.columns
        self.base = orientation * self.cells + lane * self.width
        self.anchor = anchor
        self.left_limit = limit
        self.right_free = anchor + 1 == self.width or self.letters[self.base + anchor + 1] == 0
        if self.gaddag:
            self._go_left(anchor, self.gaddag, False, 0, 1, 0, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _go_left(self, position: cython.int, arc: cython.uint, accepts: cython.bint, letters: cython.longlong,
                 multiplier: cython.longlong, crosses: cython.longlong, placed: cython.int) -> cython.void:  # fmt: skip
        """Go on to the left; the squares from ``position + 1`` to the anchor are walked, ``arc`` lists what may follow.

        ``letters`` is the sum of the main word so far, ``multiplier`` its word premium, ``crosses`` the cross words.
        """
        node: cython.uint
        code: cython.uint
        index: cython.int = self.base + position
        value: cython.int
        cross: cython.int
        times: cython.int
        word_times: cython.int
        mask: cython.ulonglong
        one: cython.ulonglong = 1
        added: cython.longlong
        if position >= 0 and self.letters[index]:
            node = self._child(arc, self.letters[index])
            if node:
                self.word[position] = 0
                self._go_left(position - 1, node & 0x3FFFFF, (node & 0x800000) != 0,
                              letters + self.points[index], multiplier, crosses, placed)  # fmt: skip
            return
        if accepts and self.right_free and placed and self.anchor - position >= 2:
            self._record(position + 1, self.anchor, letters, multiplier, crosses, placed)
        if arc == 0:
            return
        node = self.nodes[arc]
        if node >> 24 == 0:
            self.start = position + 1
            self._go_right(self.anchor + 1, node & 0x3FFFFF, letters, multiplier, crosses, placed)
            if node & 0x400000:
                return
            arc += 1
        if position < self.left_limit or placed == self.rack_total:
            return
        mask = self.cross_mask[index]
        if not self.rack[0]:
            mask &= self.rack_letters
        if mask == 0:
            return
        cross = self.cross_sum[index]
        times = self.letter_multiplier[index]
        word_times = self.word_multiplier[index]
        while True:
            node = self.nodes[arc]
            code = node >> 24
            if (mask >> code) & 1:
                if self.rack[code]:
                    value = self.values[code] * times
                    added = (cross + value) * word_times if cross >= 0 else 0
                    self.rack[code] -= 1
                    if not self.rack[code]:
                        self.rack_letters ^= one << code
                    self.word[position] = code
                    self._go_left(position - 1, node & 0x3FFFFF, (node & 0x800000) != 0, letters + value,
                                  multiplier * word_times, crosses + added, placed + 1)  # fmt: skip
                    self.rack[code] += 1
                    self.rack_letters |= one << code
                if self.rack[0]:
                    value = self.values[code | 0x40] * times
                    added = (cross + value) * word_times if cross >= 0 else 0
                    self.rack[0] -= 1
                    self.word[position] = code | 0x40
                    self._go_left(position - 1, node & 0x3FFFFF, (node & 0x800000) != 0, letters + value,
                                  multiplier * word_times, crosses + added, placed + 1)  # fmt: skip
                    self.rack[0] += 1
            if node & 0x400000:
                return
            arc += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _go_right(self, position: cython.int, arc: cython.uint, letters: cython.longlong, multiplier: cython.longlong,
                  crosses: cython.longlong, placed: cython.int) -> cython.void:  # fmt: skip
        """Go on to the right from ``position``; the squares from ``self.start`` to the one before it are walked."""
        node: cython.uint = 0
        code: cython.uint
        index: cython.int = self.base + position
        value: cython.int
        cross: cython.int
        times: cython.int
        word_times: cython.int
        mask: cython.ulonglong
        one: cython.ulonglong = 1
        added: cython.longlong
        ends_here: cython.bint
        if position < self.width and self.letters[index]:
            while position < self.width and self.letters[index]:
                if arc == 0:
                    return
                node = self._child(arc, self.letters[index])
                if node == 0:
                    return
                letters += self.points[index]
                self.word[position] = 0
                arc = node & 0x3FFFFF
                position += 1
                index += 1
            if node & 0x800000 and placed:
                self._record(self.start, position - 1, letters, multiplier, crosses, placed)
        if arc == 0 or position >= self.width or placed == self.rack_total:
            return
        mask = self.cross_mask[index]
        if not self.rack[0]:
            mask &= self.rack_letters
        if mask == 0:
            return
        cross = self.cross_sum[index]
        times = self.letter_multiplier[index]
        word_times = self.word_multiplier[index]
        ends_here = position + 1 == self.width or self.letters[index + 1] == 0
        multiplier *= word_times
        while True:
            node = self.nodes[arc]
            code = node >> 24
            if (mask >> code) & 1:
                if self.rack[code]:
                    value = self.values[code] * times
                    added = (cross + value) * word_times if cross >= 0 else 0
                    self.word[position] = code
                    if ends_here and node & 0x800000:
                        self._record(self.start, position, letters + value, multiplier, crosses + added, placed + 1)
                    if node & 0x3FFFFF:
                        self.rack[code] -= 1
                        if not self.rack[code]:
                            self.rack_letters ^= one << code
                        self._go_right(position + 1, node & 0x3FFFFF, letters + value, multiplier, crosses + added, placed + 1)
                        self.rack[code] += 1
                        self.rack_letters |= one << code
                if self.rack[0]:
                    value = self.values[code | 0x40] * times
                    added = (cross + value) * word_times if cross >= 0 else 0
                    self.word[position] = code | 0x40
                    if ends_here and node & 0x800000:
                        self._record(self.start, position, letters + value, multiplier, crosses + added, placed + 1)
                    if node & 0x3FFFFF:
                        self.rack[0] -= 1
                        self._go_right(position + 1, node & 0x3FFFFF, letters + value, multiplier, crosses + added, placed + 1)
                        self.rack[0] += 1
            if node & 0x400000:
                return
            arc += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _record(self, first: cython.int, last: cython.int, letters: cython.longlong, multiplier: cython.longlong,
                crosses: cython.longlong, placed: cython.int) -> cython.void:  # fmt: skip
        """Keep a play that covers the squares from first to last of the lane."""
        score: cython.longlong = letters * multiplier + crosses
        value: cython.longlong
        extra: cython.int = 0
        key: cython.ulonglong
        position: cython.int
        used: cython.int
        row: cython.ulonglong
        column: cython.ulonglong
        if placed == 1 and self.orientation:
            # one tile that forms an across word is listed across
            for position in range(first, last + 1):
                if self.word[position] and self.cross_sum[self.base + position] >= 0:
                    return
        if placed >= self.bingo_tiles:
            score += self.bingo_bonus
        value = score * POINT
        if self.weighs:
            if self.best_only and self.by_equity and value + self.most_kept[self.rack_total - placed] < self.best_value:
                return
            if self.by_equity or not self.best_only:
                extra = self._extra(first, last)
            if self.by_equity:
                value += extra
        if self.orientation:
            row = first
            column = self.lane
        else:
            row = self.lane
            column = first
        key = cython.cast(cython.ulonglong, self.value_top - value) << 20
        key |= cython.cast(cython.ulonglong, placed) << 13
        key |= row << 6 | column << 1 | cython.cast(cython.ulonglong, self.orientation)
        if self.best_only:
            self._keep_best(key, value, extra, first, last)
            return
        if (self.count == self.capacity or self.text_used + self.width > self.text_capacity) and not self._grow():
            return
        used = self.text_used
        for position in range(first, last + 1):
            self.text[used] = self.order[self.word[position]]
            used += 1
        self.heads[self.count] = self._head(self.text_used, used)
        self.keys[self.count] = key
        self.extras[self.count] = extra
        self.ends[self.count] = used
        self.text_used = used
        self.count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _extra(self, first: cython.int, last: cython.int) -> cython.int:
        """What a play is worth beyond its score: the tiles it keeps, and on an empty board where its vowels lie."""
        kept: cython.int = (1 << self.rack_total) - 1
        extra: cython.int = 0
        position: cython.int
        face: cython.int
        bit: cython.int
        for position in range(first, last + 1):
            face = self.word[position]
            if face:
                bit = self.top_bit[0 if face & 0x40 else face]
                while not (kept >> bit) & 1:
                    bit -= 1
                kept ^= 1 << bit
                if self.empty and self.leaves.vowels[face & 0x3F]:
                    extra -= self.opening_cost[self.base + position]
        return extra + self.worths[kept]

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _head(self, start: cython.int, end: cython.int) -> cython.ulonglong:
        """The first nine bytes of a text, seven bits each, as a number that compares as they do."""
        head: cython.ulonglong = 0
        place: cython.int
        for place in range(start, start + 9):
            head = head << 7 | (self.text[place] + 1 if place < end else 0)
        return head

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep_best(self, key: cython.ulonglong, value: cython.longlong, extra: cython.int, first: cython.int,
                   last: cython.int) -> cython.void:  # fmt: skip
        position: cython.int
        here: cython.int
        best: cython.int
        if key > self.best_key:
            return
        if key == self.best_key:
            # the same square and direction: the first in text order, as the full list ranks them
            for position in range(first, last + 1):
                if position - first == self.best_length:
                    return
                here = self.order[self.word[position]]
                best = self.best_text[position - first]
                if here > best:
                    return
                if here < best:
                    break
            else:
                if last - first + 1 == self.best_length:
                    return
        self.best_key = key
        self.best_value = value
        self.best_extra = extra if self.by_equity or not self.weighs else self._extra(first, last)
        self.best_orientation = self.orientation
        self.best_lane = self.lane
        self.best_first = first
        self.best_length = last - first + 1
        for position in range(first, last + 1):
            self.best_text[position - first] = self.order[self.word[position]]
            self.best_faces[position - first] = self.word[position]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _grow(self) -> cython.bint:
        """Make room for twice as many plays; False when there is no memory (found then reports it)."""
        if self.failed:
            return False
        with cython.gil:
            try:
                self._make_room(2 * self.capacity, 2 * self.text_capacity + self.width)
            except MemoryError:
                self.failed = True
        return not self.failed

    # words in any order

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _stretches(self, orientation: cython.int, lane: cython.int, must_cover: cython.int) -> cython.void:
        """Search every stretch of a lane that a play may fill; ``must_cover`` is the start square on an empty board, else -1."""
        width: cython.int = self.rows if orientation else self.columns
        base: cython.int = orientation * self.cells + lane * width
        first: cython.int
        last: cython.int
        index: cython.int
        letters: cython.longlong
        multiplier: cython.longlong
        mask: cython.ulonglong
        touches: cython.bint
        self.orientation = orientation
        self.lane = lane
        self.width = width
        self.base = base
        for first in range(width):
            if first > 0 and self.letters[base + first - 1]:
                continue
            self.lying_count = 0
            self.free_count = 0
            letters = 0
            multiplier = 1
            touches = False
            for last in range(first, width):
                index = base + last
                if self.letters[index]:
                    self._lay(self.letters[index])
                    self.word[last] = 0
                    letters += self.points[index]
                    touches = True
                else:
                    if self.free_count == self.rack_total:
                        break
                    mask = self.cross_mask[index]
                    if not self.rack[0]:
                        mask &= self.rack_letters
                    if mask == 0:
                        break
                    self.free[self.free_count] = last
                    self.free_count += 1
                    multiplier *= self.word_multiplier[index]
                    if self.cross_sum[index] >= 0 or last == must_cover:
                        touches = True
                if last + 1 < width and self.letters[index + 1]:
                    continue
                if touches and self.free_count and last > first:
                    self._choose(self.dawg, 0, 0, 0, first, last, letters, multiplier)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(self, arc: cython.uint, laid: cython.int, taken: cython.int, blank: cython.uint, first: cython.int,
                last: cython.int, letters: cython.longlong, multiplier: cython.longlong) -> cython.void:  # fmt: skip
        """Choose tiles for the free squares so that they make an alphagram with the ``laid`` first letters that lie there.

        Letters come in order; of one letter first those that lie, then the rack's, then blanks (``blank`` is the letter of the last).
        """
        node: cython.uint
        code: cython.uint
        if arc == 0:
            return
        while True:
            node = self.nodes[arc]
            code = node >> 24
            if laid < self.lying_count and code >= cython.cast(cython.uint, self.lying[laid]):
                if code == cython.cast(cython.uint, self.lying[laid]):
                    self._chosen(node, laid + 1, taken, 0, first, last, letters, multiplier)
                return
            if taken < self.free_count:
                if self.rack[code] and code != blank:
                    self.rack[code] -= 1
                    self.chosen[code] += 1
                    self._chosen(node, laid, taken + 1, 0, first, last, letters, multiplier)
                    self.chosen[code] -= 1
                    self.rack[code] += 1
                if self.rack[0]:
                    self.rack[0] -= 1
                    self.chosen_blanks[code] += 1
                    self._chosen(node, laid, taken + 1, code, first, last, letters, multiplier)
                    self.chosen_blanks[code] -= 1
                    self.rack[0] += 1
            if node & 0x400000:
                return
            arc += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _chosen(self, node: cython.uint, laid: cython.int, taken: cython.int, blank: cython.uint, first: cython.int,
                last: cython.int, letters: cython.longlong, multiplier: cython.longlong) -> cython.void:  # fmt: skip
        """Go on after a letter was taken: lay the tiles when all are chosen, else choose the next."""
        if laid == self.lying_count and taken == self.free_count:
            if node & 0x800000:
                self._arrange(0, first, last, letters, multiplier, 0)
            return
        self._choose(node & 0x3FFFFF, laid, taken, blank, first, last, letters, multiplier)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _arrange(self, place: cython.int, first: cython.int, last: cython.int, letters: cython.longlong,
                 multiplier: cython.longlong, crosses: cython.longlong) -> cython.void:  # fmt: skip
        """Lay the chosen tiles on the free squares in every way that the cross words allow."""
        position: cython.int
        index: cython.int
        code: cython.int
        value: cython.int
        cross: cython.int
        times: cython.int
        word_times: cython.int
        mask: cython.ulonglong
        added: cython.longlong
        if place == self.free_count:
            self._record(first, last, letters, multiplier, crosses, place)
            return
        position = self.free[place]
        index = self.base + position
        mask = self.cross_mask[index]
        cross = self.cross_sum[index]
        times = self.letter_multiplier[index]
        word_times = self.word_multiplier[index]
        for code in range(1, self.alphabet + 1):
            if not (mask >> code) & 1:
                continue
            if self.chosen[code]:
                value = self.values[code] * times
                added = (cross + value) * word_times if cross >= 0 else 0
                self.chosen[code] -= 1
                self.word[position] = code
                self._arrange(place + 1, first, last, letters + value, multiplier, crosses + added)
                self.chosen[code] += 1
            if self.chosen_blanks[code]:
                value = self.values[code | 0x40] * times
                added = (cross + value) * word_times if cross >= 0 else 0
                self.chosen_blanks[code] -= 1
                self.word[position] = code | 0x40
                self._arrange(place + 1, first, last, letters + value, multiplier, crosses + added)
                self.chosen_blanks[code] += 1

    # ranking

    def _ranked(self):
        """The indices of the plays found, best first."""
        index: cython.int
        if not cython.compiled:
            keys, text, ends = self.keys_store, bytes(self.text_store), self.ends_store
            starts = [0, *ends[: self.count]]
            return array("i", sorted(range(self.count), key=lambda play: (keys[play], text[starts[play] : ends[play]])))
        order_store = array("i", bytes(4 * self.count))
        spare_store = array("i", bytes(4 * self.count))
        if self.count < 2:
            return order_store
        order: cython.int[::1] = order_store
        spare: cython.int[::1] = spare_store
        for index in range(self.count):
            order[index] = index
        self._radix(order, spare)
        first: cython.int = 0
        for index in range(1, self.count + 1):
            if index == self.count or self.keys[order[index]] != self.keys[order[first]]:
                if index - first > 1:
                    self._merge_sort(order, spare, first, index)
                first = index
        return order_store

    @cython.cfunc
    @cython.exceptval(check=False)
    def _radix(self, order: cython.int[::1], spare: cython.int[::1]) -> cython.void:
        """Sort by key, eight bits at a time from the lowest; bytes that all keys share are skipped."""
        counts: cython.int[::1] = array("i", bytes(4 * 256))
        shift: cython.int
        index: cython.int
        digit: cython.int
        total: cython.int
        number: cython.int
        differing: cython.ulonglong = 0
        for index in range(1, self.count):
            differing |= self.keys[index] ^ self.keys[0]
        for shift in range(0, 64, 8):
            if not (differing >> shift) & 0xFF:
                continue
            for digit in range(256):
                counts[digit] = 0
            for index in range(self.count):
                counts[cython.cast(cython.int, (self.keys[index] >> shift) & 0xFF)] += 1
            total = 0
            for digit in range(256):
                number = counts[digit]
                counts[digit] = total
                total += number
            for index in range(self.count):
                digit = cython.cast(cython.int, (self.keys[order[index]] >> shift) & 0xFF)
                spare[counts[digit]] = order[index]
                counts[digit] += 1
            for index in range(self.count):
                order[index] = spare[index]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _merge_sort(self, order: cython.int[::1], spare: cython.int[::1], first: cython.int, end: cython.int) -> cython.void:
        """Sort plays of the same key by their text."""
        middle: cython.int
        left: cython.int
        right: cython.int
        index: cython.int
        play: cython.int
        if end - first <= 8:
            for index in range(first + 1, end):
                play = order[index]
                left = index
                while left > first and self._before(play, order[left - 1]):
                    order[left] = order[left - 1]
                    left -= 1
                order[left] = play
            return
        middle = (first + end) // 2
        self._merge_sort(order, spare, first, middle)
        self._merge_sort(order, spare, middle, end)
        for index in range(first, end):
            spare[index] = order[index]
        left = first
        right = middle
        for index in range(first, end):
            if right == end or (left < middle and not self._before(spare[right], spare[left])):
                order[index] = spare[left]
                left += 1
            else:
                order[index] = spare[right]
                right += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _before(self, one: cython.int, other: cython.int) -> cython.bint:
        """Whether the text of one play sorts before that of another."""
        left: cython.int = self.ends[one - 1] if one else 0
        right: cython.int = self.ends[other - 1] if other else 0
        left_end: cython.int = self.ends[one]
        right_end: cython.int = self.ends[other]
        if self.heads[one] != self.heads[other]:
            return self.heads[one] < self.heads[other]
        while left < left_end and right < right_end:
            if self.text[left] != self.text[right]:
                return self.text[left] < self.text[right]
            left += 1
            right += 1
        return left == left_end and right < right_end

    # the best play only

    def covers(self, row, column, tiles, most):
        """Whether a word can be laid over an empty square with at most ``most`` of some tiles (a count for each code).

        The board must not be empty, and the order of letters must be fixed.
        """
        code: cython.int
        counts: bytes = bytes(tiles)
        for code in range(64):
            self.rack[code] = counts[code] if code < len(counts) else 0
        self.rack_total = most
        return self._covers_along(0, row, column) or self._covers_along(1, column, row)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _covers_along(self, orientation: cython.int, lane: cython.int, place: cython.int) -> cython.bint:
        """Whether a word of a lane can cover a square of it.

        Such a word has a letter on the square, or on the nearest to the left or right where it touches tiles.
        """
        position: cython.int
        step: cython.int
        self.width = self.rows if orientation else self.columns
        self.base = orientation * self.cells + lane * self.width
        self.target = place
        if self.gaddag == 0 or self.rack_total == 0:
            return False
        if self.cross_sum[self.base + place] >= 0 and self._covers_from(place):
            return True
        for step in range(-1, 2, 2):
            position = place + step
            while 0 <= position < self.width:
                if self.letters[self.base + position] or self.cross_sum[self.base + position] >= 0:
                    if self._covers_from(position):
                        return True
                    break
                position += step
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _covers_from(self, anchor: cython.int) -> cython.bint:
        self.anchor = anchor
        self.right_free = anchor + 1 == self.width or self.letters[self.base + anchor + 1] == 0
        # tiles that go between the anchor and a square to its right, which is wanted too
        self.needed = 0
        position: cython.int
        for position in range(anchor + 1, self.target + 1):
            if self.letters[self.base + position] == 0:
                self.needed += 1
        return self._cover_left(anchor, self.gaddag, False, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cover_left(self, position: cython.int, arc: cython.uint, accepts: cython.bint, placed: cython.int) -> cython.bint:
        """As `_go_left`, until a word covers the square wanted."""
        node: cython.uint
        code: cython.uint
        tile: cython.int
        found: cython.bint
        mask: cython.ulonglong
        if position >= 0 and self.letters[self.base + position]:
            node = self._child(arc, self.letters[self.base + position])
            return node != 0 and self._cover_left(position - 1, node & 0x3FFFFF, (node & 0x800000) != 0, placed)
        if accepts and self.right_free and position < self.target <= self.anchor:
            return True
        if arc == 0:
            return False
        node = self.nodes[arc]
        if node >> 24 == 0:
            if (
                position < self.target
                and position < self.anchor
                and self._cover_right(self.anchor + 1, node & 0x3FFFFF, False, placed)
            ):
                return True
            if node & 0x400000:
                return False
            arc += 1
        if position < 0 or placed + self.needed >= self.rack_total:
            return False
        mask = self.cross_mask[self.base + position]
        while True:
            node = self.nodes[arc]
            code = node >> 24
            if (mask >> code) & 1:
                tile = code if self.rack[code] else 0
                if self.rack[tile]:
                    self.rack[tile] -= 1
                    found = self._cover_left(position - 1, node & 0x3FFFFF, (node & 0x800000) != 0, placed + 1)
                    self.rack[tile] += 1
                    if found:
                        return True
            if node & 0x400000:
                return False
            arc += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cover_right(self, position: cython.int, arc: cython.uint, accepts: cython.bint, placed: cython.int) -> cython.bint:
        """As `_go_right`, until a word covers the square wanted."""
        node: cython.uint
        code: cython.uint
        tile: cython.int
        found: cython.bint
        mask: cython.ulonglong
        if position < self.width and self.letters[self.base + position]:
            if arc == 0:
                return False
            node = self._child(arc, self.letters[self.base + position])
            return node != 0 and self._cover_right(position + 1, node & 0x3FFFFF, (node & 0x800000) != 0, placed)
        if accepts and position > self.target:
            return True
        if arc == 0 or position >= self.width or placed == self.rack_total:
            return False
        mask = self.cross_mask[self.base + position]
        while True:
            node = self.nodes[arc]
            code = node >> 24
            if (mask >> code) & 1:
                tile = code if self.rack[code] else 0
                if self.rack[tile]:
                    self.rack[tile] -= 1
                    found = self._cover_right(position + 1, node & 0x3FFFFF, (node & 0x800000) != 0, placed + 1)
                    self.rack[tile] += 1
                    if found:
                        return True
            if node & 0x400000:
                return False
            arc += 1

    def find_best(self, rack, by_equity=False):
        """The key, the worth beyond its score and the text of the play that ranks first, or None when there is none."""
        self._set_rack(rack, by_equity)
        self.search_best()
        if not self.best_length:
            return None
        return self.best_key, self.best_extra, bytes(self.best_text[: self.best_length])

    def find_exchange(self, rack):
        """What the best exchange is worth, in 1/256 point, None when there is none."""
        self._set_rack(rack, True)
        self.search_exchange()
        return None if self.exchange_kept < 0 else self.exchange_value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search_best(self) -> cython.void:
        """Find the play that ranks first for the rack taken; ``best_length`` is 0 when there is none.

        Anchors are searched in the order of an upper bound of the values they allow, until no bound reaches the best.
        """
        orientation: cython.int
        lane: cython.int
        index: cython.int
        best: cython.int
        self.best_only = True
        self.best_key = self.every_letter
        self.best_value = -self.value_top
        self.best_length = 0
        self.anchors = 0
        self._prepare_bounds()
        if self.empty:
            self._opening()
        else:
            for orientation in range(2):
                for lane in range(self.columns if orientation else self.rows):
                    self._lane(orientation, lane)
        while True:
            best = -1
            for index in range(self.anchors):
                if self.anchor_bound[index] > -self.value_top and (
                    best < 0 or self.anchor_bound[index] > self.anchor_bound[best]
                ):
                    best = index
            if best < 0 or self.anchor_bound[best] < self.best_value:
                return
            self.anchor_bound[best] = -self.value_top
            lane = self.anchor_lane[best]
            self._search(lane & 1, lane >> 1, self.anchor_square[best], self.anchor_limit[best])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search_exchange(self) -> cython.void:
        """Find the exchange that keeps most, for the rack taken; ``exchange_kept`` is -1 when there is none.

        ``exchange_kept`` has a bit for each tile of the sorted rack that is kept, ``exchange_value`` what that is worth.
        """
        total: cython.int = self.rack_total
        subset: cython.int
        place: cython.int
        kept: cython.int
        after: cython.int
        value: cython.longlong
        self.exchange_kept = -1
        self.exchange_value = -self.value_top
        if not self.weighs:
            return
        for subset in range((1 << total) - 1):
            if self.worths[subset] == NO_WORTH:
                continue
            kept = 0
            for place in range(total):
                kept += (subset >> place) & 1
            if total - kept > self.bag:
                continue
            # the worths are those of plays: after an exchange the bag has as many tiles as before
            after = self.bag - total + kept
            value = self.worths[subset] + self.tempo[min(after, self.tempos - 1)] - self.tempo[min(self.bag, self.tempos - 1)]
            if value > self.exchange_value:
                self.exchange_value = value
                self.exchange_kept = subset

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _prepare_bounds(self) -> cython.void:
        """The letters the rack can place, and the values of its tiles from high to low."""
        code: cython.int
        index: cython.int
        place: cython.int
        value: cython.int
        one: cython.ulonglong = 1
        blank_value: cython.int = 0
        total: cython.int = 0
        self.rack_mask = 0
        for code in range(1, 64):
            if self.rack[code]:
                self.rack_mask |= one << code
            blank_value = max(blank_value, self.values[code | 0x40])
        if self.rack[0]:
            self.rack_mask = self.every_letter
        for code in range(64):
            value = self.values[code] if code else blank_value
            for index in range(self.rack[code]):
                place = total
                while place > 0 and self.rack_values[place - 1] < value:
                    self.rack_values[place] = self.rack_values[place - 1]
                    place -= 1
                self.rack_values[place] = value
                total += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bound(self, orientation: cython.int, lane: cython.int, anchor: cython.int, limit: cython.int) -> cython.longlong:
        """An upper bound of the values of the plays from an anchor, ``-value_top`` when the rack cannot make any.

        For every stretch of squares that such a play may cover: the highest tiles on the highest letter premiums, all word
        premiums, and for each cross word the best tile of the rack.
        """
        width: cython.int = self.rows if orientation else self.columns
        base: cython.int = orientation * self.cells + lane * width
        best: cython.longlong = -self.value_top
        bound: cython.longlong
        position: cython.int = anchor
        placed: cython.int = 0
        letters: cython.longlong = 0
        multiplier: cython.longlong = 1
        crosses: cython.longlong = 0
        right: cython.int
        right_placed: cython.int
        right_letters: cython.longlong
        right_multiplier: cython.longlong
        right_crosses: cython.longlong
        index: cython.int
        while True:
            # take in the square at position, going left
            if self.letters[base + position]:
                letters += self.points[base + position]
            else:
                if placed == self.rack_total or not self.cross_mask[base + position] & self.rack_mask:
                    break
                self._weigh(0, placed, self.letter_multiplier[base + position])
                placed += 1
                multiplier *= self.word_multiplier[base + position]
                crosses += self._cross_bound(base + position)
            position -= 1
            if position >= 0 and self.letters[base + position]:
                continue
            # the word may begin here: go right as far as the rack reaches
            for index in range(placed):
                self.weights[64 + index] = self.weights[index]
            right_placed = placed
            right_letters = letters
            right_multiplier = multiplier
            right_crosses = crosses
            right = anchor + 1
            while True:
                while right < width and self.letters[base + right]:
                    right_letters += self.points[base + right]
                    right += 1
                if right_placed:
                    bound = right_letters
                    for index in range(right_placed):
                        bound += self.weights[64 + index] * self.rack_values[index]
                    bound = bound * right_multiplier + right_crosses
                    if right_placed >= self.bingo_tiles:
                        bound += self.bingo_bonus
                    bound *= POINT
                    if self.weighs and self.by_equity:
                        bound += self.most_kept[self.rack_total - right_placed]
                    best = max(best, bound)
                if right >= width or right_placed == self.rack_total:
                    break
                if not self.cross_mask[base + right] & self.rack_mask:
                    break
                self._weigh(64, right_placed, self.letter_multiplier[base + right])
                right_placed += 1
                right_multiplier *= self.word_multiplier[base + right]
                right_crosses += self._cross_bound(base + right)
                right += 1
            if position < limit or position < 0:
                break
        return best

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _weigh(self, first: cython.int, count: cython.int, weight: cython.int) -> cython.void:
        """Put a letter multiplier into the list of weights at ``first``, sorted from high to low."""
        place: cython.int = first + count
        while place > first and self.weights[place - 1] < weight:
            self.weights[place] = self.weights[place - 1]
            place -= 1
        self.weights[place] = weight

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _cross_bound(self, index: cython.int) -> cython.longlong:
        """The most that a new tile's cross word can score, 0 without one."""
        if self.cross_sum[index] < 0:
            return 0
        value: cython.longlong = self.rack_values[0]
        return (self.cross_sum[index] + value * self.letter_multiplier[index]) * self.word_multiplier[index]
