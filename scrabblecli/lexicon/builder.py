"""Builds the DAWG and the GADDAG of a word list in the KWG layout: compiled or not, like the move generator.

Words and reversed prefixes are inserted in sorted order; a list of nodes that is complete is interned, so that equal
lists are stored once (Daciuk et al., "Incremental Construction of Minimal Acyclic Finite-State Automata", 2000). The
GADDAG of a word CARE has the paths ERAC, RAC+, AC+ and C+ (Gordon 1994); after the separator (+, letter 0) follows
what follows the prefix in the DAWG, so those states are shared and only reversed prefixes are inserted.
"""

from __future__ import annotations

from array import array

from scrabblecli import _cython_shim as cython

NODE_LIMIT = 1 << 22
PREFIX_BYTES = 1 << 29  # the GADDAG of a list whose reversed prefixes take more would hardly fit
_EXTRA = 40  # bytes of a prefix beside its letters


@cython.final
@cython.cclass
class GraphBuilder:
    """Builds one graph; `build` may be called once.

    Words are bytes of letter codes with 0x80 added, sorted and distinct.
    """

    nodes: cython.uint[::1]
    nodes_store: object
    used: cython.uint
    capacity: cython.uint
    # the lists of nodes that are still open, one after the other, and where the list after each letter begins
    pending: cython.uint[::1]
    top: cython.int
    mark: cython.int[::1]
    accepts: cython.uchar[::1]
    previous: bytes
    # lists by content: a hash table of their first nodes; uncompiled, a dict does the same
    table: cython.uint[::1]
    table_mask: cython.uint
    lists: cython.uint
    interned: dict
    # the reversed prefixes of the GADDAG, while it is wanted and has not become too large
    wants_gaddag: cython.bint
    prefixes: list
    prefix_bytes: cython.longlong

    def __init__(self, longest):
        self.capacity = 1 << 16
        self.nodes_store = array("I", bytes(4 * self.capacity))
        self.nodes = self.nodes_store
        self.used = 2
        # a list has at most 63 letters and a separator
        self.pending = array("I", bytes(4 * 64 * (longest + 2)))
        self.mark = array("i", bytes(4 * (longest + 2)))
        self.accepts = bytearray(longest + 2)
        self.interned = {}
        self.table = array("I", bytes(4 << 16))
        self.table_mask = (1 << 16) - 1
        self.lists = 0
        self.wants_gaddag = True
        self.prefixes = []
        self.prefix_bytes = 0

    def build(self, words, progress=None, gaddag=True):
        """The nodes of the graph as an array of unsigned 32-bit integers, or None when 22-bit arcs cannot reach those of the DAWG.

        ``progress`` is called now and then with the share of the work that is done. Without ``gaddag``, and when the GADDAG
        does not fit, node 1 leads nowhere.
        """
        self.wants_gaddag = gaddag
        dawg = self._insert_all(words, True, progress)
        if self.used > NODE_LIMIT:
            return None
        end = self.used
        prefixes = self.prefixes
        self.prefixes = []
        backwards = 0
        if self.wants_gaddag:
            prefixes.sort()
            backwards = self._insert_all(prefixes, False, progress)
            if self.used > NODE_LIMIT:
                backwards = 0
            else:
                end = self.used
        nodes = self.nodes_store[:end]
        nodes[0] = dawg | 0x400000
        nodes[1] = backwards | 0x400000
        return nodes

    def _insert_all(self, keys, forwards, progress):
        """Insert sorted keys and return the list of the root. Forwards, keys are words; else entries of `_close`."""
        key: bytes
        previous: bytes = b""
        length: cython.int
        previous_length: cython.int = 0
        shared: cython.int
        depth: cython.int
        is_word: cython.bint = forwards
        following: cython.uint
        count: cython.uint
        reporting: cython.bint = progress is not None
        total = len(keys)
        # the words are a third of the work, the reversed prefixes the rest
        begin, share = (0.0, 0.3) if forwards else (0.3, 0.7)
        self.top = 0
        self.mark[0] = 0
        for count, key in enumerate(keys):
            if reporting and count & 0x1FFF == 0:
                progress(begin + share * count / total)
            length = len(key)
            if not is_word:
                length -= 5
            shared = 0
            while shared < length and shared < previous_length and key[shared] == previous[shared]:
                shared += 1
            self._close(previous, previous_length, shared, is_word)
            for depth in range(shared + 1, length + 1):
                self.mark[depth] = self.top
                self.accepts[depth] = 0
            if is_word:
                self.accepts[length] = 1
            else:
                self.accepts[length] = key[length + 1]
                following = key[length + 2] << 16 | key[length + 3] << 8 | key[length + 4]
                if following:
                    self.pending[self.top] = following
                    self.top += 1
            previous = key
            previous_length = length
            if self.used > 4194304:
                return 0
        self._close(previous, previous_length, 0, is_word)
        self.pending[self.top - 1] |= 0x400000
        return self._intern(0, self.top)

    @cython.cfunc
    def _close(self, key: bytes, depth: cython.int, shared: cython.int, is_word: cython.bint) -> cython.int:
        """Complete the open lists of a key that are deeper than ``shared`` letters.

        In a word, each of its prefixes is noted for the GADDAG: reversed, a 0 to end it, whether it is a word, its list.
        """
        letter: cython.uint
        first: cython.uint
        start: cython.int
        backwards: bytes = key[::-1] if is_word else key
        length: cython.int = depth
        # local names are what makes this bearable uncompiled
        pending: cython.uint[::1] = self.pending
        mark: cython.int[::1] = self.mark
        accepts: cython.uchar[::1] = self.accepts
        top: cython.int = self.top
        wants_gaddag: cython.bint = self.wants_gaddag
        while depth > shared:
            start = mark[depth]
            first = 0
            if start < top:
                pending[top - 1] |= 0x400000
                first = self._intern(start, top)
            letter = key[depth - 1]
            pending[start] = (letter & 0x3F) << 24 | accepts[depth] << 23 | first
            top = start + 1
            if is_word and wants_gaddag:
                self.prefixes.append(backwards[length - depth :] + (accepts[depth] << 24 | first).to_bytes(5, "big"))
            depth -= 1
        self.top = top
        if is_word and wants_gaddag:
            self.prefix_bytes += (length - shared) * _EXTRA + (length * (length + 1) - shared * (shared + 1)) // 2
            if self.prefix_bytes > PREFIX_BYTES:
                self.wants_gaddag = False
                self.prefixes = []
        return 0

    @cython.cfunc
    def _intern(self, first: cython.int, end: cython.int) -> cython.uint:
        """The index of a complete list of pending nodes; stored unless an equal one is."""
        size: cython.int = end - first
        index: cython.uint
        slot: cython.uint
        place: cython.int
        hashed: cython.uint
        if not cython.compiled:
            key = self.pending[first:end].tobytes()
            found = self.interned.get(key)
            if found is None:
                self.interned[key] = found = self.used
                self.nodes_store[found:] = self.pending[first:end]
                self.used += size
            return found
        hashed = 0x11C9DC5
        for place in range(first, end):
            hashed = (hashed ^ self.pending[place]) * 16777619
            hashed ^= hashed >> 15
        slot = hashed & self.table_mask
        while True:
            index = self.table[slot]
            if index == 0:
                break
            for place in range(size):
                if self.nodes[index + place] != self.pending[first + place]:
                    break
            else:
                return index
            slot = (slot + 1) & self.table_mask
        index = self.used
        self._store(first, size)
        self.table[slot] = index
        self.lists += 1
        if self.lists * 2 > self.table_mask:
            self._rehash()
        return index

    @cython.cfunc
    def _store(self, first: cython.int, size: cython.int) -> cython.int:
        place: cython.int
        if self.used + size > self.capacity:
            self.nodes_store = self.nodes_store + array("I", bytes(4 * self.capacity))
            self.nodes = self.nodes_store
            self.capacity *= 2
        for place in range(size):
            self.nodes[self.used + place] = self.pending[first + place]
        self.used += size
        return 0

    @cython.cfunc
    def _rehash(self) -> cython.int:
        """Double the hash table."""
        index: cython.uint = 2
        start: cython.uint
        slot: cython.uint
        hashed: cython.uint
        self.table_mask = self.table_mask * 2 + 1
        self.table = array("I", bytes(4 * (self.table_mask + 1)))
        while index < self.used:
            start = index
            hashed = 0x11C9DC5
            while True:
                hashed = (hashed ^ self.nodes[index]) * 16777619
                hashed ^= hashed >> 15
                index += 1
                if self.nodes[index - 1] & 0x400000:
                    break
            slot = hashed & self.table_mask
            while self.table[slot]:
                slot = (slot + 1) & self.table_mask
            self.table[slot] = start
        return 0
