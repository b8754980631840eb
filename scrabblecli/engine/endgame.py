"""Solves positions with an empty bag, or one whose order is known, compiled or not (see `scrabblecli.engine.kernel`).

The search is negamax with alpha-beta bounds and principal variation windows (D. Knuth and R. Moore, "An Analysis of Alpha-Beta
Pruning", 1975; T. Marsland and M. Campbell, "Parallel Search of Strongly Ordered Game Trees", 1982) over a table of positions seen
(A. Zobrist, "A New Hashing Method with Application for Game Playing", 1970). A value is what the player on turn will still gain on
the other, in points, with the leftovers. It is *proven* when no line that it rests on was cut short of the end of the game.

Plays are found once for each content of a lane, for all the tiles that a player holds at the root, and kept; a position takes from the
lists of its lanes the plays that the tiles still held allow. A rack is a number with a field for each kind of tile, and a spare
bit above each field that shows a loan: so one subtraction tells whether it holds what a play needs. Tiles in the bag are drawn in
their order by whoever plays, up to a full rack; fields have room for them, and lists of plays reckon with them, from the root on.

The readable side is `scrabblecli.analysis.endgame`.
"""

from __future__ import annotations

from array import array

from scrabblecli import _cython_shim as cython
from scrabblecli.engine.kernel import POINT, MoveFinder

INFINITE = cython.declare(cython.longlong, 1 << 26)
PROVEN = cython.declare(cython.int, 255)  # in the table: the depth of a value that nothing cut short
AT_LEAST = cython.declare(cython.int, 1)
AT_MOST = cython.declare(cython.int, 2)
EXACT = cython.declare(cython.int, 3)
NO_PLAY = cython.declare(cython.int, (1 << 26) - 1)  # in the table: no move known to be best
PASS = cython.declare(cython.int, (1 << 26) - 2)
MOVE_BITS = cython.declare(cython.int, 26)
KILLER_PLIES = cython.declare(cython.int, 64)
MOST_PLAYS = cython.declare(cython.int, 1 << 20)  # plays kept, unless a single position has more
LISTS = cython.declare(cython.int, 1 << 17)  # places for lists of plays; half of them are used


@cython.final
@cython.cclass
class EndgameSolver:
    """Searches endgames of two players with one finder, which must not weigh leaves.

    ``leftover`` has what each code counts when it is left. ``swing`` is what a point left gives the player who goes out, ``blocked``
    what it costs its owner when nobody does; ``targets`` has each player's score that ends the game, 0 for none. ``table`` is a
    buffer of four numbers for each place (a power of two of them), ``stop`` a byte that ends every search when it is set;
    both may be shared by solvers of the same position on other threads.
    """

    finder: MoveFinder
    leftover: cython.int[::1]
    face_of: cython.uchar[::1]
    lane_of: cython.int[::1]
    lanes: cython.int
    swing: cython.int
    blocked: cython.int
    table: cython.ulonglong[::1]
    places: cython.ulonglong
    stop: cython.uchar[::1]
    stopped: cython.bint
    truth: cython.bint
    searched: cython.longlong

    # the rules of scoreless turns
    limit: cython.int
    zero_counts: cython.bint
    at_start: cython.bint
    targets: cython.int[::1]
    scores_matter: cython.bint

    # the position
    scores: cython.int[::1]
    racks: cython.ulonglong[::1]
    spare: cython.ulonglong[::1]
    field: cython.int[::1]
    held: cython.int[::1]
    held_counts: cython.int[::1]
    counts: cython.int[::1]
    points: cython.int[::1]
    bag: cython.int[::1]
    bag_size: cython.int
    drawn: cython.int
    rack_size: cython.int
    on_turn: cython.int
    scoreless: cython.int
    after_pass: cython.int
    passed: cython.bint
    board_key: cython.ulonglong
    share: cython.ulonglong[::1]
    lane_key: cython.ulonglong[::1]
    old_share: cython.ulonglong[::1]
    path: object

    # plays kept, and where the list of each content of a lane is
    kept: cython.int
    most: cython.int
    kept_room: cython.int
    kept_text: cython.int
    text_room: cython.int
    generation: cython.int
    play_need: cython.ulonglong[::1]
    play_score: cython.int[::1]
    play_points: cython.int[::1]
    play_place: cython.int[::1]
    play_text: cython.int[::1]
    play_sign: cython.int[::1]
    text: cython.uchar[::1]
    lists: cython.int
    list_key: cython.ulonglong[::1]
    list_first: cython.int[::1]
    list_end: cython.int[::1]
    stores: object
    failed: cython.bint

    # the moves of the positions on the way down
    top: cython.int
    room: cython.int
    chosen: cython.int[::1]
    heap: cython.ulonglong[::1]
    chosen_store: object
    heap_store: object
    killers: cython.int[::1]
    early: cython.int
    early_lane: cython.int
    early_place: cython.int
    promise: cython.longlong

    mask: cython.ulonglong
    step: cython.ulonglong
    first_mix: cython.ulonglong
    second_mix: cython.ulonglong

    def __init__(self, finder, leftover, swing, blocked, targets, table, stop):
        self.finder = finder
        cells = finder_cells(finder)
        self.leftover = array("i", list(leftover) + [0] * (64 - len(leftover)))
        self.swing = swing
        self.blocked = blocked
        self.targets = array("i", targets)
        self.table = table
        self.places = len(table) // 4
        self.stop = stop
        # C literals this large would be Python objects
        self.mask = 0xFFFFFFFFFFFFFFFF
        self.step = 0x9E3779B97F4A7C15
        self.first_mix = 0xBF58476D1CE4E5B9
        self.second_mix = 0x94D049BB133111EB
        self.scores = array("i", bytes(8))
        self.racks = array("Q", bytes(16))
        self.spare = array("Q", bytes(16))
        self.counts = array("i", bytes(8))
        self.points = array("i", bytes(8))
        self.held_counts = array("i", bytes(8))
        self.field = array("i", bytes(4 * 128))
        self.held = array("i", bytes(4 * 128))
        self.share = array("Q", bytes(16 * cells))
        self.killers = array("i", bytes(8 * KILLER_PLIES))
        self.list_key = array("Q", bytes(8 * LISTS))
        self.list_first = array("i", bytes(4 * LISTS))
        self.list_end = array("i", bytes(4 * LISTS))
        self.searched = 0
        self.most = MOST_PLAYS
        self.generation = self.lists = 0
        self.early = self.early_lane = self.early_place = -1
        self.promise = 0
        self.failed = self.stopped = self.truth = False
        self._lane_numbers()
        self.kept = self.kept_text = self.kept_room = self.text_room = 0
        self._make_plays(1 << 12, 1 << 15)
        self.top = self.room = 0
        self._make_moves(1 << 12)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _lane_numbers(self) -> cython.void:
        """Which lane each square of the finder's buffers is in: rows first, then columns."""
        index: cython.int
        self.lanes = self.finder.rows + self.finder.columns
        self.lane_key = array("Q", bytes(8 * (self.lanes + 1)))
        self.lane_of = array("i", bytes(8 * self.finder.cells))
        for index in range(self.finder.cells):
            self.lane_of[index] = index // self.finder.columns
            self.lane_of[self.finder.cells + index] = self.finder.rows + index // self.finder.rows
        self.face_of = bytearray(256)
        for index in range(128):
            self.face_of[self.finder.order[index]] = index

    def _make_plays(self, room, text_room):
        """Take new buffers for plays; what is in the old ones is kept."""
        old = self.stores if self.kept_room else None
        stores = [array(kind, bytes(array(kind).itemsize * room)) for kind in "Qiiiii"]
        text = bytearray(text_room)
        if old is not None:
            for new, past in zip(stores, old[0], strict=True):
                new[: len(past)] = past
            text[: len(old[1])] = old[1]
        self.stores = (stores, text)
        self.play_need, self.play_score, self.play_points, self.play_place, self.play_text, self.play_sign = stores
        self.text = text
        self.kept_room = room
        self.text_room = text_room

    def _make_moves(self, room):
        """Take new buffers for the moves on the way down; what is in the old ones is kept."""
        chosen, heap = array("i", bytes(4 * room)), array("Q", bytes(8 * room))
        if self.room:
            chosen[: self.room] = self.chosen_store
            heap[: self.room] = self.heap_store
        self.chosen = self.chosen_store = chosen
        self.heap = self.heap_store = heap
        self.room = room

    # the position

    def set_position(
        self,
        faces,
        racks,
        scores,
        on_turn,
        limit,
        zero_counts,
        at_start,
        scoreless,
        after_pass,
        passed,
        bag=b"",
        rack_size=0,
        salt=0,
    ):
        """Take a board, two racks (sorted codes, 0 for a blank), the scores, and whose turn it is.

        ``limit`` scoreless turns end the game (0 for never), those of no points too where ``zero_counts``; before anybody has points only
        with ``at_start``. Where no limit applies, a pass that answers a pass ends it. ``scoreless`` turns have gone before,
        the last of them a pass where ``passed``; if the player on turn passes they count as ``after_pass``.

        ``bag`` has the codes of the tiles in the bag as they will be drawn, up to ``rack_size`` on a rack. With a ``salt`` of its own
        a position shares the table with others without being taken for them.
        """
        index: cython.int
        player: cython.int
        cells: cython.int = self.finder.cells
        self.finder.set_board(faces)
        tiles = sum(map(len, racks)) + len(bag)
        self.finder.keep_log(tiles + 1)
        self.old_share = array("Q", bytes(8 * (tiles + 1) * (4 * max(self.finder.rows, self.finder.columns) + 4)))
        for index in range(self.lanes + 1):
            self.lane_key[index] = 0
        for index in range(2 * cells):
            self.share[index] = self._share(index)
            self.lane_key[self.lane_of[index]] ^= self.share[index]
        self.bag = array("i", [*bag, 0])
        self.bag_size = len(bag)
        self.drawn = 0
        self.rack_size = rack_size
        for player in range(2):
            self._take_rack(player, racks[player], bag)
            self.scores[player] = scores[player]
        self.on_turn = on_turn
        self.limit = limit
        self.zero_counts = zero_counts
        self.at_start = at_start
        self.scores_matter = bool(self.targets[0] or self.targets[1] or (not at_start and not (max(scores) > 0 <= min(scores))))
        self.scoreless = scoreless
        self.after_pass = after_pass
        self.passed = passed
        self.board_key = self._mix(salt) if salt else 0
        self.path = []
        self.top = 0
        self._forget()
        for index in range(2 * KILLER_PLIES):
            self.killers[index] = NO_PLAY

    @cython.cfunc
    @cython.exceptval(check=False)
    def _take_rack(self, player: cython.int, codes, bag) -> cython.void:
        """Lay out the fields of a player's rack, with room for what the bag has."""
        code: cython.int
        copies: cython.int
        having: cython.int
        width: cython.int
        shift: cython.int = 0
        one: cython.ulonglong = 1
        place: cython.int = 0
        tiles: bytes = codes
        more: bytes = bag
        self.racks[player] = self.spare[player] = 0
        self.points[player] = 0
        for code in range(64):
            having = tiles.count(code)
            copies = having + more.count(code)
            if not copies:
                continue
            width = 1
            while copies >> width:
                width += 1
            self.field[player * 64 + code] = shift
            self.racks[player] |= cython.cast(cython.ulonglong, having) << shift
            self.spare[player] |= one << (shift + width)
            shift += width + 1
            self.points[player] += having * self.leftover[code]
            for _copy in range(copies):
                self.held[player * 64 + place] = code
                place += 1
        self.held_counts[player] = place
        self.counts[player] = len(tiles)

    def clear_table(self):
        """Forget all positions seen."""
        index: cython.longlong
        size: cython.longlong = 4 * cython.cast(cython.longlong, self.places)
        for index in range(size):
            self.table[index] = 0

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _mix(self, number: cython.ulonglong) -> cython.ulonglong:
        """A number scattered over 64 bits (the finalizer of splitmix64)."""
        number = (number + self.step) & self.mask
        number = ((number ^ (number >> 30)) * self.first_mix) & self.mask
        number = ((number ^ (number >> 27)) * self.second_mix) & self.mask
        return number ^ (number >> 31)

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _share(self, index: cython.int) -> cython.ulonglong:
        """What a square adds to the key of its lane: the tile there, or what may be laid and what that joins."""
        number: cython.ulonglong = cython.cast(cython.ulonglong, index) << 40
        if self.finder.letters[index]:
            number |= cython.cast(cython.ulonglong, self.finder.points[index]) << 8 | self.finder.letters[index]
            return self._mix(number)
        number |= cython.cast(cython.ulonglong, self.finder.cross_sum[index] + 1) << 8
        return self._mix(self._mix(self.finder.cross_mask[index]) ^ number)

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _key(self, player: cython.int, scoreless: cython.int, passed: cython.bint) -> cython.ulonglong:
        """The key of the position: tiles laid since the root, both racks, whose turn it is, and what else bears on the end."""
        one: cython.ulonglong = 1
        state: cython.ulonglong = cython.cast(cython.ulonglong, scoreless) << 2 | (2 if passed else 0) | player
        key: cython.ulonglong = self._mix(self.racks[0] ^ self._mix(self.racks[1] ^ one << 63) ^ self._mix(state))
        if self.scores_matter:
            key = self._mix(key ^ cython.cast(cython.ulonglong, self.scores[0] + (1 << 30)))
            key = self._mix(key ^ cython.cast(cython.ulonglong, self.scores[1] + (1 << 30)))
        return key ^ self.board_key

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _make(self, player: cython.int, play: cython.int) -> cython.void:
        """Lay a play on the board, and draw."""
        place: cython.int = self.play_place[play]
        lane: cython.int = (place >> 14) & 0xFF
        start: cython.int = self.play_text[play]
        length: cython.int = place & 0x7F
        first: cython.int = (place >> 7) & 0x7F
        before: cython.int = self.finder.logged
        index: cython.int
        square: cython.int
        face: cython.int
        share: cython.ulonglong
        orientation: cython.int = 1 if lane >= self.finder.rows else 0
        if orientation:
            lane -= self.finder.rows
        for index in range(length):
            face = self.text[start + index]
            self.finder.best_faces[index] = cython.cast(cython.uchar, face)
            if face:
                square = (
                    (first + index) * self.finder.columns + lane if orientation else lane * self.finder.columns + first + index
                )
                self.board_key ^= self._mix(cython.cast(cython.ulonglong, square) << 8 | cython.cast(cython.ulonglong, face))
        self.finder.best_orientation = orientation
        self.finder.best_lane = lane
        self.finder.best_first = first
        self.finder.best_length = length
        self.finder.lay_best()
        for index in range(before, self.finder.logged):
            square = self.finder.log_index[index]
            share = self._share(square)
            self.old_share[index] = self.share[square]
            self.lane_key[self.lane_of[square]] ^= self.share[square] ^ share
            self.share[square] = share
        self.racks[player] -= self.play_need[play]
        self.points[player] -= self.play_points[play]
        self.counts[player] -= place >> 22
        self.scores[player] += self.play_score[play]
        if self.drawn < self.bag_size:
            self._draw(player)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw(self, player: cython.int) -> cython.void:
        """Fill a player's rack from the bag."""
        one: cython.ulonglong = 1
        code: cython.int
        while self.drawn < self.bag_size and self.counts[player] < self.rack_size:
            code = self.bag[self.drawn]
            self.racks[player] += one << self.field[player * 64 + code]
            self.points[player] += self.leftover[code]
            self.counts[player] += 1
            self.drawn += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _unmake(self, before: cython.int, empty: cython.bint) -> cython.void:
        """Take back the squares changed since so many were noted; racks, points, what was drawn and keys are for the caller."""
        index: cython.int = self.finder.logged
        square: cython.int
        while index > before:
            index -= 1
            square = self.finder.log_index[index]
            self.lane_key[self.lane_of[square]] ^= self.share[square] ^ self.old_share[index]
            self.share[square] = self.old_share[index]
        self.finder.take_back(before, empty)

    # plays

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forget(self) -> cython.void:
        """Drop all the plays kept; whoever holds numbers of plays sees it by the generation."""
        index: cython.int
        for index in range(LISTS):
            self.list_key[index] = 0
        self.lists = 0
        self.kept = 0
        self.kept_text = 0
        self.generation += 1

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _list_key(self, player: cython.int, lane: cython.int) -> cython.ulonglong:
        """The key of the plays that a player can have in a lane as it is; never 0."""
        one: cython.ulonglong = 1
        return self._mix(self.lane_key[lane] ^ cython.cast(cython.ulonglong, 2 * lane + player)) | one

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _place_of(self, key: cython.ulonglong) -> cython.int:
        """Where the list with a key is, or the free place where it belongs."""
        place: cython.int = cython.cast(cython.int, key >> 40) & (LISTS - 1)
        while self.list_key[place] and self.list_key[place] != key:
            place = (place + 1) & (LISTS - 1)
        return place

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list(self, player: cython.int, lane: cython.int) -> cython.int:
        """Where the plays of a lane with all the tiles that the player began with are; they are found if need be."""
        key: cython.ulonglong = self._list_key(player, lane)
        place: cython.int = self._place_of(key)
        if self.list_key[place]:
            return place
        if 2 * self.lists >= LISTS:
            self._forget()
        self._find(player, lane)
        place = self._place_of(key)  # everything may have been forgotten to make room
        self.list_key[place] = key
        self.list_first[place] = self.kept
        self._keep(player, lane)
        self.list_end[place] = self.kept
        self.lists += 1
        return place

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find(self, player: cython.int, lane: cython.int) -> cython.void:
        """Let the finder find the plays of a lane, and make room to keep them."""
        place: cython.int
        self.finder.rack_total = self.held_counts[player]
        for place in range(self.finder.rack_total):
            self.finder.held[place] = self.held[player * 64 + place]
        self.finder.by_equity = False
        self.finder.take_rack()
        if lane == self.lanes:
            self.finder.find_in_lane(0, -1)
        elif lane >= self.finder.rows:
            self.finder.find_in_lane(1, lane - self.finder.rows)
        else:
            self.finder.find_in_lane(0, lane)
        if self.kept and self.kept + self.finder.count > self.most:
            self._forget()
        if self.kept + self.finder.count > self.kept_room or self.kept_text + self.finder.text_used > self.text_room:
            with cython.gil:
                self._grow_plays(self.kept + self.finder.count, self.kept_text + self.finder.text_used)

    def _grow_plays(self, plays, text):
        room, text_room = self.kept_room, self.text_room
        while room < plays:
            room *= 2
        while text_room < text:
            text_room *= 2
        try:
            self._make_plays(room, text_room)
        except MemoryError:
            self.failed = self.stopped = True
            self.finder_failed()

    @cython.cfunc
    @cython.exceptval(check=False)
    def finder_failed(self) -> cython.void:
        """Drop what the finder has found: there is no room to keep it."""
        self.finder.count = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(self, player: cython.int, lane: cython.int) -> cython.void:
        """Keep the plays that the finder has found."""
        found: cython.int
        index: cython.int
        start: cython.int = 0
        end: cython.int
        face: cython.int
        code: cython.int
        tiles: cython.int
        first: cython.int
        number: cython.int
        points: cython.int
        need: cython.ulonglong
        sign: cython.ulonglong
        key: cython.ulonglong
        one: cython.ulonglong = 1
        play: cython.int = self.kept
        if self.finder.failed:
            self.failed = self.stopped = True
        for found in range(self.finder.count):
            key = self.finder.keys[found]
            end = self.finder.ends[found]
            need = 0
            tiles = 0
            points = 0
            sign = key & 0x1FFF
            self.play_text[play] = self.kept_text
            for index in range(start, end):
                face = self.face_of[self.finder.text[index]]
                self.text[self.kept_text] = cython.cast(cython.uchar, face)
                self.kept_text += 1
                sign = self._mix(sign << 8 ^ cython.cast(cython.ulonglong, face))
                if face:
                    code = 0 if face & 0x40 else face
                    need += one << self.field[player * 64 + code]
                    points += self.leftover[code]
                    tiles += 1
            if key & 1:
                first = cython.cast(cython.int, (key >> 6) & 0x7F)
                number = self.finder.rows + cython.cast(cython.int, (key >> 1) & 0x1F)
            else:
                first = cython.cast(cython.int, (key >> 1) & 0x1F)
                number = cython.cast(cython.int, (key >> 6) & 0x7F)
            self.play_need[play] = need
            self.play_sign[play] = cython.cast(cython.int, sign & NO_PLAY) >> 1
            self.play_points[play] = points
            self.play_score[play] = cython.cast(
                cython.int, (self.finder.value_top - cython.cast(cython.longlong, key >> 20)) // POINT
            )
            self.play_place[play] = tiles << 22 | number << 14 | first << 7 | (end - start)
            start = end
            play += 1
        self.kept = play

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _gather(self, player: cython.int, base: cython.int, early_lane: cython.int, early_place: cython.int) -> cython.int:
        """Put the plays of the position into ``chosen`` from ``base`` on, always in the same order. Returns how many there are.

        One is left out, that at a place in the list of a lane; the lane is -1 for none.
        """
        lane: cython.int
        last: cython.int
        place: cython.int
        play: cython.int
        count: cython.int
        end: cython.int
        early: cython.int
        started: cython.int
        tries: cython.int = 0
        rack: cython.ulonglong = self.racks[player] | self.spare[player]
        spare: cython.ulonglong = self.spare[player]
        while True:
            started = self.generation
            count = base
            lane = 0
            last = self.lanes
            if self.finder.empty:
                lane = self.lanes
                last = lane + 1
            while lane < last:
                place = self._list(player, lane)
                play = self.list_first[place]
                end = self.list_end[place]
                if count + end - play > self.room:
                    with cython.gil:
                        self._grow_moves(count + end - play)
                    if self.failed:
                        return 0
                early = play + early_place if lane == early_lane else -1
                while play < end:
                    if ((rack - self.play_need[play]) & spare) == spare and play != early:
                        self.chosen[count] = play
                        count += 1
                    play += 1
                lane += 1
            if self.generation == started:
                return count - base
            tries += 1
            if tries == 3:
                # this position alone has more
                self.most *= 2
                tries = 0

    def _grow_moves(self, moves):
        room = self.room
        while room < moves:
            room *= 2
        try:
            self._make_moves(room)
        except MemoryError:
            self.failed = self.stopped = True

    # the search

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _settled(self, player: cython.int) -> cython.longlong:
        """What the leftovers give the player on turn when the game is blocked."""
        return self.blocked * (self.points[1 - player] - self.points[player])

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _ends(self, scoreless: cython.int, passed_twice: cython.bint) -> cython.bint:
        """Whether so many scoreless turns end the game."""
        if self.limit == 0 or not (self.at_start or self.scores[0] or self.scores[1]):
            return passed_twice
        return scoreless >= self.limit

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _goes_out(self, player: cython.int, play: cython.int) -> cython.bint:
        """Whether a play uses all that the player holds, with nothing left to draw."""
        return self.play_place[play] >> 22 == self.counts[player] and self.drawn == self.bag_size

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _promised(self, player: cython.int, play: cython.int) -> cython.longlong:
        """What a play is taken to be worth before it is searched: half of what it keeps may yet be played.

        Exact where it ends the game, which `_last` then says.
        """
        value: cython.longlong = self.play_score[play]
        if self.targets[player] and value and self.scores[player] + value >= self.targets[player]:
            return value
        if self._goes_out(player, play):
            return value + self.swing * self.points[1 - player]
        return value - (self.points[player] - self.play_points[play]) * self.swing // 2

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _last(self, player: cython.int, play: cython.int) -> cython.bint:
        """Whether a play ends the game, by going out or by reaching the target."""
        score: cython.int = self.play_score[play]
        return self._goes_out(player, play) or (
            self.targets[player] != 0 and score != 0 and self.scores[player] + score >= self.targets[player]
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _peek(self, player: cython.int, ply: cython.int, known: cython.int) -> cython.longlong:
        """Look through the lists that are at hand, without finding any. Returns the value of the best play that ends the game.

        ``early`` becomes a play to search before all others, the one with the sign ``known`` or a killer, with its lane and its
        place in the list, -1 where there is none; ``promise`` the most that any play promises.
        """
        lane: cython.int = 0
        last: cython.int = self.lanes
        place: cython.int
        play: cython.int
        end: cython.int
        sign: cython.int
        rank: cython.int = 0
        killer: cython.int = self.killers[2 * min(ply, KILLER_PLIES - 1)]
        second: cython.int = self.killers[2 * min(ply, KILLER_PLIES - 1) + 1]
        here: cython.int
        rack: cython.ulonglong = self.racks[player] | self.spare[player]
        spare: cython.ulonglong = self.spare[player]
        value: cython.longlong
        best: cython.longlong = -INFINITE
        self.early = -1
        self.early_lane = -1
        self.promise = -self.points[player] * self.swing // 2
        if self.finder.empty:
            lane = self.lanes
            last = lane + 1
        while lane < last:
            place = self._place_of(self._list_key(player, lane))
            if self.list_key[place]:
                play = self.list_first[place]
                end = self.list_end[place]
                while play < end:
                    if ((rack - self.play_need[play]) & spare) == spare:
                        value = self._promised(player, play)
                        self.promise = max(self.promise, value)
                        if value > best and self._last(player, play):
                            best = value
                        sign = self.play_sign[play]
                        here = 3 if sign == known else 2 if sign == killer else 1 if sign == second else 0
                        if here > rank:
                            rank = here
                            self.early = play
                            self.early_lane = lane
                            self.early_place = play - self.list_first[place]
                    play += 1
            lane += 1
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _order(self, player: cython.int, base: cython.int, count: cython.int) -> cython.longlong:
        """Make a heap of the plays gathered, the most promising on top. Returns the value of the best play that ends the game."""
        index: cython.int
        play: cython.int
        parent: cython.int
        child: cython.int
        value: cython.longlong
        best: cython.longlong = -INFINITE
        number: cython.ulonglong
        for index in range(count):
            play = self.chosen[base + index]
            value = self._promised(player, play)
            if value > best and self._last(player, play):
                best = value
            number = cython.cast(cython.ulonglong, value + INFINITE) << MOVE_BITS
            number |= cython.cast(cython.ulonglong, NO_PLAY - index)
            child = index
            while child:
                parent = (child - 1) >> 1
                if self.heap[base + parent] >= number:
                    break
                self.heap[base + child] = self.heap[base + parent]
                child = parent
            self.heap[base + child] = number
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next(self, base: cython.int, count: cython.int) -> cython.int:
        """Take the top of a heap of so many moves: its place among the moves gathered."""
        top: cython.ulonglong = self.heap[base]
        number: cython.ulonglong = self.heap[base + count - 1]
        parent: cython.int = 0
        child: cython.int = 1
        count -= 1
        while child < count:
            if child + 1 < count and self.heap[base + child + 1] > self.heap[base + child]:
                child += 1
            if self.heap[base + child] <= number:
                break
            self.heap[base + parent] = self.heap[base + child]
            parent = child
            child = 2 * parent + 1
        self.heap[base + parent] = number
        return NO_PLAY - cython.cast(cython.int, top & NO_PLAY)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _after(self, ply: cython.int, player: cython.int, play: cython.int, depth: cython.int, alpha: cython.longlong,
               beta: cython.longlong, scoreless: cython.int) -> cython.longlong:  # fmt: skip
        """The value of a play for the player who makes it; ``truth`` is whether it is proven."""
        score: cython.int = self.play_score[play]
        left: cython.int
        before: cython.int
        key: cython.ulonglong
        rack: cython.ulonglong
        empty: cython.bint
        drawn: cython.int
        counted: cython.int = scoreless + 1 if self.zero_counts and score == 0 else 0
        value: cython.longlong
        self.truth = True
        if self.targets[player] and score and self.scores[player] + score >= self.targets[player]:
            return score
        if self._goes_out(player, play):
            return score + self.swing * self.points[1 - player]
        drawn = self.drawn
        left = self.points[player]
        before = self.finder.logged
        key = self.board_key
        rack = self.racks[player]
        empty = self.finder.empty
        scoreless = self.counts[player]
        self._make(player, play)
        if counted and self._ends(counted, False):
            value = score + self._settled(player)
        else:
            value = score - self._search(ply + 1, 1 - player, depth - 1, score - beta, score - alpha, counted, False)
        self._unmake(before, empty)
        self.drawn = drawn
        self.board_key = key
        self.racks[player] = rack
        self.points[player] = left
        self.counts[player] = scoreless
        self.scores[player] -= score
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _after_pass(self, ply: cython.int, player: cython.int, depth: cython.int, alpha: cython.longlong, beta: cython.longlong,
                    scoreless: cython.int, passed: cython.bint) -> cython.longlong:  # fmt: skip
        """The value of a pass for the player who passes, with which so many turns are scoreless."""
        if self._ends(scoreless, passed):
            self.truth = True
            return self._settled(player)
        return -self._search(ply + 1, 1 - player, depth, -beta, -alpha, scoreless, True)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, ply: cython.int, player: cython.int, depth: cython.int, alpha: cython.longlong, beta: cython.longlong,
                scoreless: cython.int, passed: cython.bint) -> cython.longlong:  # fmt: skip
        """The value of the position for the player on turn, exact between alpha and beta; ``truth`` is whether it is proven."""
        key: cython.ulonglong
        slot: cython.ulonglong
        data: cython.ulonglong
        known: cython.int = NO_PLAY
        known_depth: cython.int
        kind: cython.int
        value: cython.longlong
        best: cython.longlong
        best_move: cython.int = NO_PLAY
        begun: cython.longlong = alpha
        base: cython.int = self.top
        count: cython.int = 0
        left: cython.int = 0
        move: cython.int
        sign: cython.int
        play: cython.int
        turns: cython.int
        stage: cython.int = 0
        early_lane: cython.int
        early_place: cython.int
        generation: cython.int = 0
        proven: cython.bint = True
        passing: cython.bint = True
        self.searched += 1
        if self.stop[0]:
            self.stopped = True
        if self.stopped:
            return 0
        key = self._key(player, scoreless, passed)
        slot = 4 * (key & (self.places - 1))
        data = self.table[slot + 1]
        if self.table[slot] != key ^ data:
            data = self.table[slot + 3]
            if self.table[slot + 2] != key ^ data:
                data = 0
        if data:
            known_depth = cython.cast(cython.int, (data >> 26) & 0xFF)
            kind = cython.cast(cython.int, (data >> 34) & 3)
            value = cython.cast(cython.longlong, data >> 36) - INFINITE
            if (known_depth == PROVEN or known_depth >= depth) and (
                kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha)
            ):
                self.truth = known_depth == PROVEN
                return value
            known = cython.cast(cython.int, data & NO_PLAY)
        best = self._peek(player, ply, known)
        if best >= beta:
            # ending the game is enough
            self.truth = True
            return best
        if depth <= 0:
            self.truth = False
            value = self.promise
            if best < value:
                # the game goes on: what the opponent may do next counts too
                self._peek(1 - player, ply + 1, NO_PLAY)
                value -= max(0, self.promise)
            return value
        play = self.early
        early_lane = self.early_lane
        early_place = self.early_place
        best = -INFINITE
        while True:
            if stage == 0:
                # what was best here before, or beside here, before any more plays are found
                stage = 1
                if known == PASS:
                    move = PASS
                    early_lane = -1
                elif play >= 0:
                    move = 0
                else:
                    continue
            elif stage == 1:
                stage = 2
                count = left = self._gather(player, base, early_lane, early_place)
                if self.failed:
                    return 0
                self.top = base + count
                generation = self.generation
                value = self._order(player, base, count)
                if value >= beta:
                    self.top = base
                    self.truth = True
                    return value
                continue
            elif left:
                move = self._next(base, left)
                left -= 1
                if self.generation != generation:
                    # the plays were forgotten on the way: their numbers have changed, their order has not
                    self._gather(player, base, early_lane, early_place)
                    generation = self.generation
                play = self.chosen[base + move]
            elif passing:
                move = PASS
            else:
                break
            if move == PASS:
                passing = False
                sign = PASS
                # a forced pass costs no depth
                turns = depth if stage == 2 and count == 0 and best == -INFINITE else depth - 1
                if best == -INFINITE:
                    value = self._after_pass(ply, player, turns, alpha, beta, scoreless + 1, passed)
                else:
                    value = self._after_pass(ply, player, turns, alpha, alpha + 1, scoreless + 1, passed)
                    if alpha < value < beta and not self.stopped:
                        value = self._after_pass(ply, player, turns, alpha, beta, scoreless + 1, passed)
            else:
                sign = self.play_sign[play]
                if best == -INFINITE:
                    value = self._after(ply, player, play, depth, alpha, beta, scoreless)
                else:
                    value = self._after(ply, player, play, depth, alpha, alpha + 1, scoreless)
                    if alpha < value < beta and not self.stopped:
                        if self.generation != generation:
                            self._gather(player, base, early_lane, early_place)
                            generation = self.generation
                            play = self.chosen[base + move]
                        value = self._after(ply, player, play, depth, alpha, beta, scoreless)
            if self.stopped:
                self.top = base
                return 0
            if value > best:
                best = value
                best_move = sign
                alpha = max(alpha, value)
            if value >= beta:
                proven = self.truth
                turns = 2 * min(ply, KILLER_PLIES - 1)
                if sign != PASS and self.killers[turns] != sign:
                    self.killers[turns + 1] = self.killers[turns]
                    self.killers[turns] = sign
                break
            proven = proven and self.truth
        self.top = base
        kind = EXACT
        if best >= beta:
            kind = AT_LEAST
        elif best <= begun:
            kind = AT_MOST
        self._remember(key, best, kind, PROVEN if proven else min(depth, PROVEN - 1), best_move)
        self.truth = proven
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _remember(self, key: cython.ulonglong, value: cython.longlong, kind: cython.int, depth: cython.int,
                  move: cython.int) -> cython.void:  # fmt: skip
        """Put a value into the table: of the two in a place, the deeper one stays first."""
        slot: cython.ulonglong = 4 * (key & (self.places - 1))
        data: cython.ulonglong = cython.cast(cython.ulonglong, value + INFINITE) << 36
        first: cython.ulonglong = self.table[slot + 1]
        data |= cython.cast(cython.ulonglong, kind) << 34 | cython.cast(cython.ulonglong, depth) << 26
        data |= cython.cast(cython.ulonglong, move)
        if first and self.table[slot] != key ^ first and cython.cast(cython.int, (first >> 26) & 0xFF) > depth:
            slot += 2
        # a reader on another thread that sees only half of this finds that key and value do not belong together
        self.table[slot] = key ^ data
        self.table[slot + 1] = data

    # from outside

    def moves(self):
        """The plays of the position, each as its orientation, lane, first square in the lane, faces and score.

        Their places in this list are what `search`, `descend` and `remembered` know them by; the pass is -1.
        """
        play: cython.int
        index: cython.int
        count: cython.int = self._gather(self.on_turn, 0, -1, 0)
        self._check()
        found = []
        for index in range(count):
            play = self.chosen[index]
            place = self.play_place[play]
            lane = (place >> 14) & 0xFF
            start = self.play_text[play]
            faces = bytes(self.text[start : start + (place & 0x7F)])
            down = lane >= self.lane_rows()
            found.append(
                (int(down), lane - self.lane_rows() if down else lane, (place >> 7) & 0x7F, faces, self.play_score[play])
            )
        return found

    @cython.cfunc
    def lane_rows(self):
        return self.finder.rows

    @cython.cfunc
    def _check(self):
        if self.failed:
            raise MemoryError("no memory for the plays of an endgame")

    def search(self, move, depth, alpha, beta):
        """The value of a move for the player on turn, exact between two bounds, and whether it is proven; None when stopped.

        ``depth`` is how many turns are looked at, this one among them.
        """
        ordinal: cython.int = move
        turns: cython.int = depth
        low: cython.longlong = alpha
        high: cython.longlong = beta
        value: cython.longlong
        player: cython.int = self.on_turn
        self.stopped = False
        self.truth = False
        self.top = 0
        with cython.nogil:
            if ordinal < 0:
                value = self._after_pass(0, player, turns - 1, low, high, self.after_pass, self.passed)
            else:
                self.top = self._gather(player, 0, -1, 0)
                value = self._after(0, player, self.chosen[ordinal], turns, low, high, self.scoreless)
            self.top = 0
        self._check()
        if self.stopped:
            return None
        return value, bool(self.truth)

    def value(self, depth, alpha, beta):
        """What the position gains the player on turn, exact between two bounds, and whether it is proven; None when stopped."""
        turns: cython.int = depth
        low: cython.longlong = alpha
        high: cython.longlong = beta
        value: cython.longlong
        self.stopped = False
        self.truth = False
        self.top = 0
        with cython.nogil:
            value = self._search(0, self.on_turn, turns, low, high, self.scoreless, self.passed)
            self.top = 0
        self._check()
        if self.stopped:
            return None
        return value, bool(self.truth)

    def remembered(self):
        """The move that the table has as the best of the position, None when it has none."""
        key: cython.ulonglong = self._key(self.on_turn, self.scoreless, self.passed)
        slot: cython.ulonglong = 4 * (key & (self.places - 1))
        half: cython.int
        index: cython.int
        for half in range(2):
            data = self.table[slot + 2 * half + 1]
            if data and self.table[slot + 2 * half] == key ^ data:
                sign = int(data & NO_PLAY)
                if sign == PASS:
                    return -1
                for index in range(self._gather(self.on_turn, 0, -1, 0)):
                    if self.play_sign[self.chosen[index]] == sign:
                        return index
        return None

    def descend(self, move, scoreless, after_pass, passed):
        """Make a move that does not end the game; what follows is asked of the position after it.

        What is said of scoreless turns is of the position after it, as in `set_position`.
        """
        player: cython.int = self.on_turn
        ordinal: cython.int = move
        self.path.append((self.finder.logged, bool(self.finder.empty), self.board_key, self.racks[player], self.points[player],
                          self.counts[player], self.scores[player], self.scoreless, self.after_pass, bool(self.passed), self.drawn))  # fmt: skip
        if ordinal >= 0:
            self._gather(player, 0, -1, 0)
            self._check()
            self._make(player, self.chosen[ordinal])
        self.scoreless = scoreless
        self.after_pass = after_pass
        self.passed = passed
        self.on_turn = 1 - player

    def ascend(self):
        """Take back the last move made by `descend`."""
        player: cython.int = 1 - self.on_turn
        before, empty, key, rack, points, count, score, scoreless, after_pass, passed, drawn = self.path.pop()
        self._unmake(before, empty)
        self.board_key = key
        self.racks[player] = rack
        self.points[player] = points
        self.counts[player] = count
        self.scores[player] = score
        self.drawn = drawn
        self.scoreless = scoreless
        self.after_pass = after_pass
        self.passed = passed
        self.on_turn = player

    def positions(self):
        """How many positions have been looked at."""
        return self.searched


@cython.cfunc
def finder_cells(finder: MoveFinder):
    return finder.cells
