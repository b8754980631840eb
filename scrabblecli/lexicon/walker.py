"""Walks a word graph for the words that fit tiles, patterns and lengths: compiled or not, like the move generator.

The walk goes down the DAWG letter by letter and turns back where no word can fit any more: the tiles do not hold the letter,
a pattern has no state left, or the letters that are still needed are more than the longest word has room for. A pattern is a
set of states in the bits of an integer (Baeza-Yates and Gonnet, "A New Approach to Text Searching", 1992).
"""

from __future__ import annotations

from array import array

from scrabblecli import _cython_shim as cython


@cython.final
@cython.cclass
class WordWalker:
    """One walk over the DAWG of a sound graph; `more` goes on where it stopped."""

    nodes: cython.const[cython.uint][::1]
    # the tiles that are left by code, blanks at 0
    tiles: cython.int[::1]
    has_tiles: cython.bint
    # how many of each letter are still needed by code, blanks at 0, and the sum of the letters
    needed: cython.int[::1]
    lacking: cython.int
    shortest: cython.int
    longest: cython.int
    # the patterns: for each 64 masks, one a letter; its gaps; the state in which a word fits
    patterns: cython.int
    masks: cython.ulonglong[::1]
    loops: cython.ulonglong[::1]
    goals: cython.ulonglong[::1]
    # by depth: the node to look at next (0 when the list is done), the face laid, the states of each pattern
    depth: cython.int
    path: cython.uint[::1]
    faces: cython.uchar[::1]
    faces_store: object
    states: cython.ulonglong[::1]

    def __init__(self, nodes, tiles, needed, shortest, longest, patterns):
        """``tiles`` are counts by code or None, ``needed`` counts by code; a pattern is its masks, its gaps and its goal."""
        pattern: cython.int
        self.nodes = nodes
        self.has_tiles = tiles is not None
        self.tiles = array("i", tiles if tiles is not None else [0] * 64)
        self.needed = array("i", needed)
        self.lacking = sum(needed[1:])
        self.shortest = shortest
        self.longest = longest
        self.patterns = len(patterns)
        self.masks = array("Q", [mask for masks, _, _ in patterns for mask in masks] or [0])
        self.loops = array("Q", [loops for _, loops, _ in patterns] or [0])
        self.goals = array("Q", [goal for _, _, goal in patterns] or [0])
        self.path = array("I", [0] * (longest + 2))
        self.faces_store = bytearray(longest + 2)
        self.faces = self.faces_store
        self.states = array("Q", [0] * ((longest + 2) * max(1, len(patterns))))
        for pattern in range(self.patterns):
            self.states[pattern] = 1
        self.depth = 0
        self.path[0] = self.nodes[0] & 0x3FFFFF
        if longest < 1:
            self.depth = -1

    def more(self, most):
        """The next words, at most so many, in alphabet order as faces: letters for which a blank is needed have its flag.

        Where the same letter stands in a word more often than the tiles have it, the blanks are its last. Nothing once all are found.
        """
        found: list = []
        limit: cython.int = most
        count: cython.int = 0
        index: cython.uint
        node: cython.uint
        length: cython.int
        fits: cython.bint
        # local names are what makes this bearable uncompiled
        nodes: cython.const[cython.uint][::1] = self.nodes
        path: cython.uint[::1] = self.path
        faces: cython.uchar[::1] = self.faces
        while self.depth >= 0:
            index = path[self.depth]
            if index == 0:
                self.depth -= 1
                if self.depth >= 0:
                    self._take_back(faces[self.depth])
                continue
            node = nodes[index]
            path[self.depth] = 0 if node & 0x400000 else index + 1
            if not self._lay(node >> 24):
                continue
            length = self.depth + 1
            fits = (node & 0x800000) != 0 and length >= self.shortest and self.lacking == 0 and self._at_goal(length)
            if fits:
                found.append(bytes(self.faces_store[:length]))
                count += 1
            if node & 0x3FFFFF and length < self.longest and length + self.lacking <= self.longest:
                self.depth = length
                path[length] = node & 0x3FFFFF
            else:
                self._take_back(faces[self.depth])
            if count == limit:
                break
        return found

    @cython.cfunc
    def _lay(self, code: cython.uint) -> cython.bint:
        """Lay a letter at the present depth; False when no tile is left for it or a pattern does not take it."""
        pattern: cython.int
        old: cython.int = self.depth * self.patterns
        new: cython.int = old + self.patterns
        state: cython.ulonglong
        face: cython.uint = code
        if self.has_tiles and self.tiles[code] == 0:
            if self.tiles[0] == 0:
                return False
            face = code | 0x40
        for pattern in range(self.patterns):
            state = self.states[old + pattern]
            state = (state & self.masks[(pattern << 6) + code]) << 1 | (state & self.loops[pattern])
            if state == 0:
                return False
            self.states[new + pattern] = state
        self.faces[self.depth] = face
        if self.has_tiles:
            self.tiles[0 if face & 0x40 else code] -= 1
            if face & 0x40:
                self.needed[0] -= 1
        if self.needed[code] > 0:
            self.lacking -= 1
        self.needed[code] -= 1
        return True

    @cython.cfunc
    def _take_back(self, face: cython.uint) -> cython.int:
        code: cython.uint = face & 0x3F
        self.needed[code] += 1
        if self.needed[code] > 0:
            self.lacking += 1
        if self.has_tiles:
            self.tiles[0 if face & 0x40 else code] += 1
            if face & 0x40:
                self.needed[0] += 1
        return 0

    @cython.cfunc
    def _at_goal(self, length: cython.int) -> cython.bint:
        """Whether a word of the letters laid uses the blanks that it must, and every pattern fits it."""
        pattern: cython.int
        if self.needed[0] > 0:
            return False
        for pattern in range(self.patterns):
            if not self.states[length * self.patterns + pattern] & self.goals[pattern]:
                return False
        return True
