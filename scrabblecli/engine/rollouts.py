"""Plays positions on with random draws, compiled or not (see `scrabblecli.engine.kernel`): what a simulation counts.

An iteration has a number, and its draws come from the seed and that number alone; all candidates of an iteration meet the same
tiles on the other rack, and draw from the bag in the same order (common random numbers).
"""

from __future__ import annotations

from array import array

from scrabblecli import _cython_shim as cython
from scrabblecli.engine.kernel import POINT, MoveFinder
from scrabblecli.engine.selfplay import MOST_GAIN, SelfPlay

WIN = cython.declare(cython.int, 65536)  # a game won for certain


@cython.final
@cython.cclass
class Rollouts:
    """Candidates of one position, played on by a table whose players share one move finder.

    Player 0 is on turn. ``wins`` has, for each number of tiles unseen by the player on turn and each spread from -400 to 400, how likely
    that player wins, of 65535.
    """

    table: SelfPlay
    finder: MoveFinder
    wins: cython.const[cython.ushort][::1]
    cells: cython.int

    unseen: cython.int[::1]
    unseen_count: cython.int
    known: cython.int[::1]
    known_count: cython.int
    order: cython.int[::1]
    order_count: cython.int
    guesses: cython.int
    guess_ends: cython.int[::1]
    guess_sizes: cython.int[::1]
    guess_codes: cython.int[::1]
    rack: cython.int[::1]
    rack_count: cython.int
    other_size: cython.int
    random_state: cython.ulonglong
    start_scores: cython.int[::1]
    start_scoreless: cython.int

    candidates: cython.int
    kinds: cython.int[::1]
    points: cython.int[::1]
    kept_worths: cython.int[::1]
    used: cython.int[::1]
    used_counts: cython.int[::1]
    empties: cython.int[::1]
    letters: cython.uchar[::1]
    values: cython.int[::1]
    cross_mask: cython.ulonglong[::1]
    cross_sum: cython.int[::1]
    equity: cython.longlong
    win: cython.int

    def __init__(self, table, wins, most):
        self.table = table
        self.finder = self.table.first
        self.wins = wins
        cells = self.cells = 2 * self.finder.cells
        room = self.table.tiles + 64
        self.unseen = array("i", bytes(4 * room))
        self.known = array("i", bytes(4 * 64))
        self.order = array("i", bytes(4 * room))
        self.rack = array("i", bytes(4 * 64))
        self.start_scores = array("i", bytes(8))
        self.kinds = array("i", bytes(4 * most))
        self.points = array("i", bytes(4 * most))
        self.kept_worths = array("i", bytes(4 * most))
        self.used = array("i", bytes(4 * 64 * most))
        self.used_counts = array("i", bytes(4 * most))
        self.empties = array("i", bytes(4 * most))
        self.letters = bytearray(cells * most)
        self.values = array("i", bytes(4 * cells * most))
        self.cross_mask = array("Q", bytes(8 * cells * most))
        self.cross_sum = array("i", bytes(4 * cells * most))
        self.guess_ends = self.guess_sizes = self.guess_codes = array("i", [0])
        self.guesses = 0
        self.candidates = 0
        self.random_state = 0

    def set_position(self, rack, unseen, known, other_size, scores, scoreless):
        """Take the racks and scores of a position; ``unseen`` are the tiles that nobody is known to hold, ``known`` those of the other rack."""
        place: cython.int
        self.rack_count = len(rack)
        for place in range(len(rack)):
            self.rack[place] = rack[place]
        self.unseen_count = len(unseen)
        for place in range(len(unseen)):
            self.unseen[place] = unseen[place]
        self.known_count = len(known)
        for place in range(len(known)):
            self.known[place] = known[place]
        self.other_size = other_size
        self.start_scores[0] = scores[0]
        self.start_scores[1] = scores[1]
        self.start_scoreless = scoreless
        self.candidates = 0
        self.guesses = 0

    def guess(self, ends, sizes, codes):
        """Let the other rack hold one of some sets of tiles (64 codes each), drawn by weights of which ``ends`` are the sums so far.

        The sets are taken out of the unseen tiles; none may be known otherwise.
        """
        self.guess_ends = array("i", ends)
        self.guess_sizes = array("i", sizes)
        self.guess_codes = array("i", codes)
        self.guesses = len(ends)

    def add(self, kind, faces, points, used, kept_worth):
        """Take a candidate: 0 a pass, 1 a play, 2 an exchange; the board after it, its points, the codes it takes from the rack.

        ``kept_worth`` is what the tiles kept are worth, in 1/256 point. Returns its number.
        """
        number: cython.int = self.candidates
        index: cython.int
        base: cython.int = number * self.cells
        self.finder.set_board(faces)
        for index in range(self.cells):
            self.letters[base + index] = self.finder.letters[index]
            self.values[base + index] = self.finder.points[index]
            self.cross_mask[base + index] = self.finder.cross_mask[index]
            self.cross_sum[base + index] = self.finder.cross_sum[index]
        self.empties[number] = self.finder.empty
        self.kinds[number] = kind
        self.points[number] = points
        self.kept_worths[number] = kept_worth
        self.used_counts[number] = len(used)
        for index in range(len(used)):
            self.used[64 * number + index] = used[index]
        self.candidates += 1
        return number

    def run(self, seed, first, count, chosen, plies):
        """Play iterations from number ``first`` on for the candidates chosen, each for so many turns after it.

        Returns two arrays, candidate by candidate within each iteration: what the spread gained (with what is kept at the end), in 1/256
        point, and how likely the game is won, of 65536.
        """
        start: cython.ulonglong = seed & 0xFFFFFFFFFFFFFFFF
        begin: cython.longlong = first
        iterations: cython.int = count
        turns: cython.int = plies
        wanted: cython.int[::1] = array("i", chosen)
        width: cython.int = len(chosen)
        iteration: cython.int
        place: cython.int
        equity_store = array("q", bytes(8 * count * width))
        win_store = array("i", bytes(4 * count * width))
        equities: cython.longlong[::1] = equity_store
        wins: cython.int[::1] = win_store
        if width and count:
            with cython.nogil:
                for iteration in range(iterations):
                    self._shuffle(start, begin + iteration)
                    for place in range(width):
                        self._roll(self.table, self.finder, wanted[place], turns)
                        equities[iteration * width + place] = self.equity
                        wins[iteration * width + place] = self.win
        return equity_store, win_store

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _shuffle(self, seed: cython.ulonglong, number: cython.longlong) -> cython.void:
        """Put the unseen tiles in the order of an iteration."""
        place: cython.int
        self.table.seed_random(seed, number)
        for place in range(self.unseen_count):
            self.table.bag[place] = self.unseen[place]
        self.table.bag_count = self.unseen_count
        if self.guesses:
            self._guess()
        self.table.mix()
        self.order_count = self.table.bag_count
        for place in range(self.order_count):
            self.order[place] = self.table.bag[place]
        self.random_state = self.table.random_state

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _guess(self) -> cython.void:
        """Draw what the other rack is known to hold in this iteration, out of the bag."""
        low: cython.int = 0
        high: cython.int = self.guesses - 1
        middle: cython.int
        place: cython.int
        index: cython.int
        code: cython.int
        drawn: cython.int = self.table.random_below(self.guess_ends[high])
        while low < high:
            middle = (low + high) // 2
            if self.guess_ends[middle] > drawn:
                high = middle
            else:
                low = middle + 1
        self.known_count = self.guess_sizes[low]
        for place in range(self.known_count):
            code = self.guess_codes[64 * low + place]
            self.known[place] = code
            for index in range(self.table.bag_count):
                if self.table.bag[index] == code:
                    self.table.bag_count -= 1
                    self.table.bag[index] = self.table.bag[self.table.bag_count]
                    break

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _roll(self, table: SelfPlay, finder: MoveFinder, number: cython.int, plies: cython.int) -> cython.void:
        """Play one candidate on, and tell what came of it."""
        index: cython.int
        base: cython.int = number * self.cells
        spread: cython.int
        over: cython.bint
        for index in range(self.cells):
            finder.letters[index] = self.letters[base + index]
            finder.points[index] = self.values[base + index]
            finder.cross_mask[index] = self.cross_mask[base + index]
            finder.cross_sum[index] = self.cross_sum[base + index]
        finder.empty = self.empties[number] != 0
        for index in range(self.order_count):
            table.bag[index] = self.order[index]
        table.bag_count = self.order_count
        table.random_state = self.random_state
        table.rack_counts[0] = self.rack_count
        for index in range(self.rack_count):
            table.racks[index] = self.rack[index]
        table.rack_counts[1] = self.known_count
        for index in range(self.known_count):
            table.racks[64 + index] = self.known[index]
        table.draw(1, self.other_size)
        table.scores[0] = self.start_scores[0]
        table.scores[1] = self.start_scores[1]
        table.kept_worth[0] = self.kept_worths[number]
        table.kept_worth[1] = 0
        table.scoreless = self.start_scoreless
        over = table.make(0, self.kinds[number], self.points[number], self.used, 64 * number, self.used_counts[number])
        if not over:
            table.play_on(1, plies)
            over = table.over
        spread = table.scores[0] - table.scores[1]
        self.equity = cython.cast(cython.longlong, spread - self.start_scores[0] + self.start_scores[1]) * POINT
        if over:
            self.win = WIN if spread > 0 else 0 if spread < 0 else WIN // 2
            return
        index = table.kept_worth[0] - table.kept_worth[1]
        self.equity += index
        # rounded by a shift: a division of C would round negative numbers the other way
        spread = (spread * POINT + index + POINT // 2) >> 8
        index = finder.tempo[min(table.bag_count, finder.tempos - 1)]
        self.equity += -index if table.on_turn else index
        if table.on_turn:
            spread = -spread
        spread = max(-MOST_GAIN, min(MOST_GAIN, spread)) + MOST_GAIN
        index = (table.bag_count + table.rack_counts[1 - table.on_turn]) * (2 * MOST_GAIN + 1) + spread
        self.win = WIN - self.wins[index] if table.on_turn else cython.cast(cython.int, self.wins[index])
