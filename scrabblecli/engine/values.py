"""What the tiles kept are worth: leave values for the kernel, compiled or not (see `scrabblecli.engine.kernel`).

Values are whole numbers of 1/256 point. A leave is its rack codes in ascending order, 0 for a blank. The table has every
leave of 1 to ``largest`` tiles that the tile set allows, size by size; in a size, leaves are numbered by the combinatorial
number system over the multisets: for each code in turn, those with fewer of it come first. A leave that is not in the table
(too large, or more of a tile than the set has) is valued by a small model: a sum over its tiles, its pairs of different
tiles, and its balance of vowels and consonants.
"""

from __future__ import annotations

from array import array

from scrabblecli import _cython_shim as cython

MODEL_NUMBERS = 512 + 4096 + 256


@cython.final
@cython.cclass
class LeaveValues:
    """A table of leave values and the small model behind it.

    ``counts`` has the number of tiles of each code, ``vowels`` is 1 for each code of a vowel. ``single`` has for each code
    eight numbers, the value of holding 0 to 7 of it, ``pair`` a number for each two codes (``one * 64 + other``),
    ``balance`` one for each number of vowels and of consonants (``vowels * 16 + consonants``).
    """

    codes: cython.int
    largest: cython.int
    counts: cython.int[::1]
    ways: cython.int[::1]
    starts: cython.int[::1]
    table: cython.const[cython.short][::1]
    vowels: cython.uchar[::1]
    single: cython.int[::1]
    pair: cython.int[::1]
    balance: cython.int[::1]
    kept: cython.int[::1]
    sums: cython.longlong[::1]
    squares: cython.longlong[::1]
    seen: cython.longlong[::1]
    all_sum: cython.longlong
    all_seen: cython.longlong

    # fitting the small model
    mean: cython.double
    told: cython.bint
    said: cython.double[::1]
    pulls: cython.double[::1]
    terms: cython.int[::1]
    strengths: cython.double[::1]
    spreads: cython.double[::1]
    made: cython.short[::1]
    sums_store: object
    squares_store: object
    seen_store: object

    def __init__(self, counts, largest, table, vowels, single, pair, balance):
        self.codes = len(counts)
        self.largest = largest
        self.counts = array("i", list(counts) + [0] * (64 - len(counts)))
        self.vowels = bytearray(list(vowels) + [0] * (64 - len(vowels)))
        self.single = array("i", single)
        self.pair = array("i", pair)
        self.balance = array("i", balance)
        self.kept = array("i", bytes(4 * 64))
        self.terms = array("i", bytes(4 * 64))
        self._number(counts, largest)
        if len(table) != self.starts[largest + 1]:
            raise ValueError(f"a table of {len(table)} leave values: expected {self.starts[largest + 1]}")
        self.table = table if len(table) else array("h", [0])
        self.sums_store = self.squares_store = self.seen_store = None
        self.all_sum = self.all_seen = 0

    def _number(self, counts, largest):
        """How many leaves of a size can be made from each code on; where each size begins in the table."""
        width = largest + 1
        ways = [0] * ((len(counts) + 1) * width)
        ways[len(counts) * width] = 1
        for code in range(len(counts) - 1, -1, -1):
            for size in range(width):
                ways[code * width + size] = sum(
                    ways[(code + 1) * width + size - held] for held in range(min(size, counts[code]) + 1)
                )
        starts = [0, 0]
        for size in range(1, width):
            starts.append(starts[size] + ways[size])
        self.ways = array("i", ways)
        self.starts = array("i", starts)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def index(self, size: cython.int) -> cython.int:
        """Where the leave in ``kept`` stands in the table, -1 when it is not there."""
        place: cython.int = 0
        width: cython.int = self.largest + 1
        code: cython.int
        held: cython.int
        taken: cython.int
        rest: cython.int = size
        if size > self.largest or size == 0:
            return -1
        while place < size:
            code = self.kept[place]
            held = 1
            while place + held < size and self.kept[place + held] == code:
                held += 1
            if held > self.counts[code]:
                return -1
            place += held
        place = 0
        number: cython.int = self.starts[size]
        while place < size:
            code = self.kept[place]
            taken = 0
            while place < size and self.kept[place] == code:
                # leaves with only so many of this tile stand before
                number += self.ways[(code + 1) * width + rest - taken]
                taken += 1
                place += 1
            rest -= taken
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def modelled(self, size: cython.int) -> cython.int:
        """What the small model says of the leave in ``kept``."""
        value: cython.int = 0
        place: cython.int = 0
        later: cython.int
        held: cython.int
        code: cython.int
        vowels: cython.int = 0
        consonants: cython.int = 0
        while place < size:
            code = self.kept[place]
            held = 1
            while place + held < size and self.kept[place + held] == code:
                held += 1
            value += self.single[code * 8 + (held if held < 8 else 7)]
            if self.vowels[code]:
                vowels += held
            elif code:
                consonants += held
            place += held
            later = place
            while later < size:
                if later == place or self.kept[later] != self.kept[later - 1]:
                    value += self.pair[code * 64 + self.kept[later]]
                later += 1
        vowels = min(vowels, 15)
        consonants = min(consonants, 15)
        return value + self.balance[vowels * 16 + consonants]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def worth(self, size: cython.int) -> cython.int:
        """The value of the leave in ``kept``."""
        number: cython.int
        if size == 0:
            return 0
        number = self.index(size)
        return self.table[number] if number >= 0 else self.modelled(size)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _keep(self, leave) -> cython.int:
        size: cython.int = 0
        code: cython.int
        for code in leave:
            self.kept[size] = code
            size += 1
        return size

    def value(self, leave):
        """The value of a leave (sorted rack codes, 60 at most), in 1/256 point."""
        return self.worth(self._keep(leave))

    def model_value(self, leave):
        """The value that the small model gives a leave."""
        size: cython.int = self._keep(leave)
        return self.modelled(size) if size else 0

    def place(self, leave):
        """Where a leave stands in the table, -1 when it does not."""
        return self.index(self._keep(leave))

    # learning

    def listen(self, sums, squares, seen):
        """Add what racks turn out to be worth to these sums, sums of squares and counts (long integers, as many as the table has)."""
        self.sums_store = self.sums = sums
        self.squares_store = self.squares = squares
        self.seen_store = self.seen = seen
        self.all_sum = self.all_seen = 0

    def heard(self):
        """The sum and the number of all equities since `listen`."""
        return self.all_sum, self.all_seen

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def learn(self, rack: cython.int[::1], size: cython.int, equity: cython.longlong) -> cython.void:
        """Note the equity of the best move with a rack (sorted codes) for each of the leaves in it.

        A leave counts once for each way to take it from the rack: so the racks that hold it are weighed as if its other
        tiles had been drawn to it.
        """
        subset: cython.int
        place: cython.int
        kept: cython.int
        number: cython.int
        self.all_sum += equity
        self.all_seen += 1
        for subset in range(1, (1 << size) - 1):
            kept = 0
            for place in range(size):
                if (subset >> place) & 1:
                    self.kept[kept] = rack[place]
                    kept += 1
            number = self.index(kept)
            if number >= 0:
                self.sums[number] += equity
                self.squares[number] += equity * equity
                self.seen[number] += 1

    def explain(self, mean, numbers):
        """One product of the normal equations that fit the small model to what was heard (see `scrabblecli.analysis.model`).

        ``numbers`` are those of the model in a row (single, pair, balance); the result has for each number the sum, over the
        leaves it plays a part in, of what these numbers say of the leave, as often as it was heard. Without numbers it is
        the sum of what was heard of the leaves beyond ``mean``.
        """
        self.mean = mean
        self.told = numbers is not None
        self.said = numbers if numbers is not None else array("d", bytes(8 * MODEL_NUMBERS))
        pulls = array("d", bytes(8 * MODEL_NUMBERS))
        self.pulls = pulls
        self._walk(0, 0, 0)
        return pulls

    def spread(self, mean):
        """How leaves stand to the small model: for each size three numbers.

        Over the leaves heard ten times or more: how many there are, the sum of the variances of one hearing, and the sum of
        the squared distances from the model, less what of them such noise explains.
        """
        self.mean = mean
        self.spreads = array("d", bytes(8 * 3 * (self.largest + 1)))
        self._walk(1, 0, 0)
        return list(self.spreads)

    def settle(self, mean, strengths):
        """A new table: what was heard, drawn toward the small model as if that had been heard ``strengths[size]`` times."""
        made = array("h", bytes(2 * self.starts[self.largest + 1]))
        self.mean = mean
        self.strengths = array("d", strengths)
        self.made = made
        self._walk(2, 0, 0)
        return made

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _walk(self, task: cython.int, code: cython.int, size: cython.int) -> cython.void:
        """Do a task for every leave of the table that begins with the ``size`` tiles in ``kept``."""
        copies: cython.int
        while code < self.codes:
            copies = 0
            while copies < self.counts[code] and size + copies < self.largest:
                self.kept[size + copies] = code
                copies += 1
                if task == 0:
                    self._pull(size + copies)
                elif task == 1:
                    self._measure(size + copies)
                else:
                    self._draw(size + copies)
                self._walk(task, code + 1, size + copies)
            code += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pull(self, size: cython.int) -> cython.void:
        """Add a leave's part to the numbers of the model that it goes by."""
        number: cython.int = self.index(size)
        place: cython.int = 0
        later: cython.int
        held: cython.int
        code: cython.int
        term: cython.int
        vowels: cython.int = 0
        consonants: cython.int = 0
        terms: cython.int = 0
        total: cython.double = 0.0
        if self.seen[number] == 0:
            return
        while place < size:
            code = self.kept[place]
            held = 1
            while place + held < size and self.kept[place + held] == code:
                held += 1
            self.terms[terms] = code * 8 + (held if held < 8 else 7)
            terms += 1
            if self.vowels[code]:
                vowels += held
            elif code:
                consonants += held
            place += held
            for later in range(place, size):
                if later == place or self.kept[later] != self.kept[later - 1]:
                    self.terms[terms] = 512 + code * 64 + self.kept[later]
                    terms += 1
        self.terms[terms] = 4608 + vowels * 16 + consonants
        terms += 1
        if self.told:
            for term in range(terms):
                total += self.said[self.terms[term]]
            total *= self.seen[number]
        else:
            total = self.sums[number] - self.mean * self.seen[number]
        for term in range(terms):
            self.pulls[self.terms[term]] += total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _measure(self, size: cython.int) -> cython.void:
        number: cython.int = self.index(size)
        heard: cython.double = self.seen[number]
        mean: cython.double
        variance: cython.double
        distance: cython.double
        if heard < 10.0:
            return
        mean = self.sums[number] / heard
        variance = (self.squares[number] - mean * mean * heard) / (heard - 1.0)
        distance = mean - self.mean - self.modelled(size)
        self.spreads[3 * size] += 1.0
        self.spreads[3 * size + 1] += variance
        self.spreads[3 * size + 2] += distance * distance - variance / heard

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw(self, size: cython.int) -> cython.void:
        number: cython.int = self.index(size)
        strength: cython.double = self.strengths[size]
        value: cython.double = (
            cython.cast(cython.double, self.sums[number]) - self.mean * self.seen[number] + strength * self.modelled(size)
        ) / (self.seen[number] + strength)
        value = min(value, 32767.0)
        value = max(value, -32768.0)
        self.made[number] = cython.cast(cython.short, value + 0.5 if value >= 0.0 else value - 0.5)
