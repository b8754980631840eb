"""Plays whole games by itself, compiled or not (see `scrabblecli.engine.kernel`): what leave values are learnt from.

Each game has a number, and its random numbers come from the seed and that number alone (splitmix64): whoever plays it, on
whichever thread, the result is the same. Compiled, games are played without the interpreter's lock.
"""

from __future__ import annotations

from array import array

from scrabblecli import _cython_shim as cython
from scrabblecli.engine.kernel import POINT, MoveFinder

MOST_GAIN = cython.declare(cython.int, 400)  # larger differences at the end of a game count like this one
MOST_TURNS = cython.declare(cython.int, 600)  # where no scoreless turns end a game, it ends here
LOG_ROOM = cython.declare(cython.int, 80 * MOST_TURNS)


@cython.final
@cython.cclass
class SelfPlay:
    """Two players at a table, each with a move finder, by score or by equity.

    ``scoreless_counts`` is 0 where passes count as scoreless turns, 1 where exchanges do too, 2 for every turn of 0 points;
    ``leftovers`` is 0 for none, 1 subtract, 2 transfer, 3 double; ``targets`` has each player's, 0 for none.
    """

    first: MoveFinder
    second: MoveFinder
    first_by_equity: cython.bint
    second_by_equity: cython.bint
    codes: cython.int
    tiles: cython.int
    counts: cython.int[::1]
    leftover: cython.int[::1]
    rack_size: cython.int
    exchange_minimum: cython.int
    scoreless_limit: cython.int
    scoreless_counts: cython.int
    scoreless_at_start: cython.bint
    leftovers: cython.int
    targets: cython.int[::1]

    bag: cython.int[::1]
    bag_count: cython.int
    racks: cython.int[::1]
    rack_counts: cython.int[::1]
    scores: cython.int[::1]
    random_state: cython.ulonglong
    mask: cython.ulonglong
    step: cython.ulonglong
    first_mix: cython.ulonglong
    second_mix: cython.ulonglong

    learns: cython.bint
    learn_from: cython.int
    fresh: cython.bint
    turn_bag: cython.int[::1]
    turn_spread: cython.int[::1]
    turn_unseen: cython.int[::1]
    turns: cython.int
    over: cython.bint
    on_turn: cython.int
    scoreless: cython.int
    kept_worth: cython.int[::1]
    counts_gains: cython.bint
    gains: cython.longlong[::1]
    gains_store: object
    tempo_sums: cython.longlong[::1]
    tempo_seen: cython.longlong[::1]
    tempo_sums_store: object
    tempo_seen_store: object
    logs: cython.bint
    log: cython.uchar[::1]
    log_used: cython.int
    log_store: object

    def __init__(self, first, second, counts, leftover, rack_size, exchange_minimum, scoreless_limit, scoreless_counts,
                 scoreless_at_start, leftovers, targets):  # fmt: skip
        self.first = first
        self.second = second
        self.first_by_equity = self.second_by_equity = True
        self.codes = len(counts)
        self.counts = array("i", counts)
        self.leftover = array("i", leftover)
        self.tiles = sum(counts)
        self.rack_size = rack_size
        self.exchange_minimum = max(1, exchange_minimum)
        self.scoreless_limit = scoreless_limit
        self.scoreless_counts = scoreless_counts
        self.scoreless_at_start = scoreless_at_start
        self.leftovers = leftovers
        self.targets = array("i", targets)
        self.bag = array("i", bytes(4 * (self.tiles + 64)))
        self.racks = array("i", bytes(4 * 128))
        self.rack_counts = array("i", bytes(8))
        self.scores = array("i", bytes(8))
        # C literals this large would be Python objects
        self.mask = 0xFFFFFFFFFFFFFFFF
        self.step = 0x9E3779B97F4A7C15
        self.first_mix = 0xBF58476D1CE4E5B9
        self.second_mix = 0x94D049BB133111EB
        self.learns = False
        self.learn_from = 0
        self.turn_bag = array("i", bytes(4 * MOST_TURNS))
        self.turn_spread = array("i", bytes(4 * MOST_TURNS))
        self.turn_unseen = array("i", bytes(4 * MOST_TURNS))
        self.turns = self.on_turn = self.scoreless = 0
        self.over = self.counts_gains = False
        self.kept_worth = array("i", bytes(8))
        self.gains_store = array("q", [0])
        self.gains = self.gains_store
        self.tempo_sums = self.tempo_sums_store = array("q", bytes(8 * (self.tiles + 1)))
        self.tempo_seen = self.tempo_seen_store = array("q", bytes(8 * (self.tiles + 1)))
        self.logs = False
        self.log_store = bytearray(1)
        self.log = self.log_store

    def rank(self, first_by_equity, second_by_equity):
        """Say by what each player chooses: equity (then the finder must know values), or score."""
        self.first_by_equity = first_by_equity
        self.second_by_equity = second_by_equity

    def listen(self, learn_from, fresh=False):
        """Let the leave values of both players learn from every rack met with so many tiles or more in the bag.

        With ``fresh``, they learn from a rack drawn anew instead, to the same board.
        """
        self.learns = True
        self.fresh = fresh
        self.learn_from = learn_from

    def tempo(self):
        """For each number of tiles in the bag, what the players on turn gained on the other until the end: sums, numbers."""
        return self.tempo_sums_store, self.tempo_seen_store

    def count_gains(self):
        """Count from now on what the player on turn gained until the end, for each number of tiles unseen by him.

        Returns the counts, which go on: 801 for each number from 0 on, for gains of -400 to 400 points.
        """
        self.gains_store = array("q", bytes(8 * (self.tiles + 1) * (2 * MOST_GAIN + 1)))
        self.gains = self.gains_store
        self.counts_gains = True
        return self.gains_store

    def play_games(self, seed, first, count, paired=False):
        """Play the games from number ``first`` on. Returns the final scores of both players, game by game.

        In a pair of games (an even number and the next) the tiles lie in the same order, and the players change seats; the
        scores are still the first player's and the second's.
        """
        start: cython.ulonglong = seed & 0xFFFFFFFFFFFFFFFF
        begin: cython.longlong = first
        games: cython.int = count
        both: cython.bint = paired
        game: cython.int
        swapped: cython.int
        results_store = array("i", bytes(8 * count))
        results: cython.int[::1] = results_store
        with cython.nogil:
            for game in range(games):
                swapped = cython.cast(cython.int, (begin + game) & 1) if both else 0
                self._game(start, (begin + game) // 2 if both else begin + game, swapped)
                results[2 * game] = self.scores[0]
                results[2 * game + 1] = self.scores[1]
        return results_store

    def play_game(self, seed, number):
        """Play one game. Returns the final scores of both players, and its turns as bytes.

        A turn is its kind (0 pass, 1 play, 2 exchange) and the number of bytes that follow: a play's row, column, direction
        and faces, the codes exchanged.
        """
        self.logs = True
        self.log_store = bytearray(LOG_ROOM)
        self.log = self.log_store
        self.log_used = 0
        self._game(seed & 0xFFFFFFFFFFFFFFFF, number, 0)
        self.logs = False
        return (self.scores[0], self.scores[1]), bytes(self.log_store[: self.log_used])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_below(self, limit: cython.int) -> cython.int:
        """A random number below a limit."""
        mixed: cython.ulonglong
        self.random_state = (self.random_state + self.step) & self.mask
        mixed = self.random_state
        mixed = ((mixed ^ (mixed >> 30)) * self.first_mix) & self.mask
        mixed = ((mixed ^ (mixed >> 27)) * self.second_mix) & self.mask
        mixed = mixed ^ (mixed >> 31)
        return cython.cast(cython.int, ((mixed >> 32) * cython.cast(cython.ulonglong, limit)) >> 32)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def seed_random(self, seed: cython.ulonglong, number: cython.longlong) -> cython.void:
        """Begin the random numbers of a game, or of whatever else has a number."""
        self.random_state = (seed + self.step * cython.cast(cython.ulonglong, number + 1)) & self.mask
        self.random_state = (self.random_state ^ (self.random_state >> 29)) * self.first_mix & self.mask

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fill_bag(self, seed: cython.ulonglong, number: cython.longlong) -> cython.void:
        code: cython.int
        copy: cython.int
        self.seed_random(seed, number)
        self.bag_count = 0
        for code in range(self.codes):
            for copy in range(self.counts[code]):
                self.bag[self.bag_count] = code
                self.bag_count += 1
        self.mix()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def draw(self, player: cython.int, size: cython.int) -> cython.void:
        """Fill a rack up to a size from the bag, keeping it sorted."""
        place: cython.int
        code: cython.int
        base: cython.int = player * 64
        while self.rack_counts[player] < size and self.bag_count:
            self.bag_count -= 1
            code = self.bag[self.bag_count]
            place = self.rack_counts[player]
            while place and self.racks[base + place - 1] > code:
                self.racks[base + place] = self.racks[base + place - 1]
                place -= 1
            self.racks[base + place] = code
            self.rack_counts[player] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _drop(self, player: cython.int, code: cython.int) -> cython.void:
        """Take a tile from a rack."""
        base: cython.int = player * 64
        place: cython.int = 0
        while self.racks[base + place] != code:
            place += 1
        self.rack_counts[player] -= 1
        while place < self.rack_counts[player]:
            self.racks[base + place] = self.racks[base + place + 1]
            place += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _points(self, player: cython.int) -> cython.int:
        """What the tiles of a rack count at the end."""
        points: cython.int = 0
        place: cython.int
        for place in range(self.rack_counts[player]):
            points += self.leftover[self.racks[player * 64 + place]]
        return points

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _game(self, seed: cython.ulonglong, number: cython.longlong, swapped: cython.int) -> cython.void:
        """Play one game; with ``swapped`` the second player begins."""
        turn: cython.int
        gain: cython.int
        place: cython.longlong
        self._fill_bag(seed, number)
        self.first.clear_board()
        self.second.clear_board()
        self.rack_counts[0] = self.rack_counts[1] = 0
        self.scores[0] = self.scores[1] = 0
        self.scoreless = 0
        self.draw(swapped, self.rack_size)
        self.draw(1 - swapped, self.rack_size)
        self.play_on(swapped, MOST_TURNS)
        gain = self.scores[swapped] - self.scores[1 - swapped]
        for turn in range(self.turns):
            place = (gain if turn % 2 == 0 else -gain) - self.turn_spread[turn]
            if self.turn_bag[turn] >= 0:
                self.tempo_sums[self.turn_bag[turn]] += place
                self.tempo_seen[self.turn_bag[turn]] += 1
            if self.counts_gains:
                place = max(-MOST_GAIN, min(MOST_GAIN, place)) + MOST_GAIN
                self.gains[self.turn_unseen[turn] * (2 * MOST_GAIN + 1) + place] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_on(self, player: cython.int, most: cython.int) -> cython.void:
        """Go on with the game as it stands, ``player`` being on turn, for ``most`` turns; once the bag is empty, to the end.

        ``over`` says whether the game is over, ``on_turn`` who was to go on, ``kept_worth`` what the tiles that each kept in the
        last turn are worth beside what was left in the bag.
        """
        kind: cython.int
        score: cython.int
        self.turns = 0
        self.over = False
        while self.turns < MOST_TURNS and (self.turns < most or self.bag_count == 0):
            # with an empty bag only the first turn: where it is the other player's gain to empty it
            self.turn_bag[self.turns] = (
                -1 if self.turns and self.bag_count == 0 and self.turn_bag[self.turns - 1] < 1 else self.bag_count
            )
            self.turn_unseen[self.turns] = self.bag_count + self.rack_counts[1 - player]
            self.turn_spread[self.turns] = self.scores[player] - self.scores[1 - player]
            self.turns += 1
            if player:
                kind = self._move(self.second, player, self.second_by_equity)
                self.kept_worth[player] = self._kept_worth(self.second, kind)
            else:
                kind = self._move(self.first, player, self.first_by_equity)
                self.kept_worth[player] = self._kept_worth(self.first, kind)
            score = 0
            if kind == 1:
                if player:
                    score = self._lay(self.second, self.first, player)
                else:
                    score = self._lay(self.first, self.second, player)
            elif kind == 2:
                if player:
                    self._exchange(self.second, player)
                else:
                    self._exchange(self.first, player)
            elif self.logs:
                self._note(0, 0)
            if self._ends(player, kind, score):
                break
            player = 1 - player
        self.on_turn = player
        if self.turns == MOST_TURNS and not self.over:
            self.over = True
            self._settle(-1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _ends(self, player: cython.int, kind: cython.int, score: cython.int) -> cython.bint:
        """Count a move that was made; where it ends the game, settle what is left."""
        self.scores[player] += score
        if (kind == 1 and (score > 0 or self.scoreless_counts < 2)) or (kind == 2 and self.scoreless_counts == 0):
            self.scoreless = 0
        else:
            self.scoreless += 1
        self.over = True
        if self.targets[player] and self.scores[player] >= self.targets[player]:
            return True
        if self.rack_counts[player] == 0 and self.bag_count == 0:
            self._settle(player)
        elif 0 < self.scoreless_limit <= self.scoreless and (self.scoreless_at_start or self.scores[0] or self.scores[1]):
            self._settle(-1)
        else:
            self.over = False
        return self.over

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make(self, player: cython.int, kind: cython.int, score: cython.int, used: cython.int[::1], base: cython.int,
             count: cython.int) -> cython.bint:  # fmt: skip
        """Make a move of some tiles (codes from ``base`` on) whose board lies there already; whether it ends the game."""
        place: cython.int
        for place in range(count):
            self._drop(player, used[base + place])
        self.draw(player, self.rack_size)
        if kind == 2:
            for place in range(count):
                self.bag[self.bag_count] = used[base + place]
                self.bag_count += 1
            self.mix()
        return self._ends(player, kind, score)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _kept_worth(self, finder: MoveFinder, kind: cython.int) -> cython.int:
        """What the tiles kept by the move that was chosen are worth, without what is left in the bag."""
        worth: cython.int
        after: cython.int = self.bag_count
        if after == 0 or not (finder.by_equity and finder.weighs):
            return 0
        if kind == 1:
            worth = finder.best_extra
            after = max(0, after - finder.best_placed())
        elif kind == 2:
            worth = cython.cast(cython.int, finder.exchange_value)
        else:
            worth = finder.worths[(1 << finder.rack_total) - 1]
        return worth + finder.tempo[min(after, finder.tempos - 1)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle(self, out: cython.int) -> cython.void:
        """What the leftovers do to the scores; ``out`` is the player who went out, -1 for a blocked game."""
        first: cython.int = self._points(0)
        second: cython.int = self._points(1)
        if self.leftovers == 0:
            return
        if self.leftovers == 3 and out >= 0:
            self.scores[out] += 2 * (first + second)
            return
        self.scores[0] -= first
        self.scores[1] -= second
        if self.leftovers == 2 and out >= 0:
            self.scores[out] += first + second

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _move(self, finder: MoveFinder, player: cython.int, by_equity: cython.bint) -> cython.int:
        """Choose a move: 1 for the finder's best play, 2 for its best exchange, 0 for a pass."""
        place: cython.int
        finder.bag = self.bag_count
        finder.opponent_points = self._points(1 - player) if self.bag_count == 0 else 0
        finder.by_equity = by_equity
        if self.learns and self.fresh and self.bag_count >= self.learn_from:
            self._fresh_rack(finder)
            self._search(finder)
            self._learn(finder)
        finder.rack_total = self.rack_counts[player]
        for place in range(finder.rack_total):
            finder.held[place] = self.racks[player * 64 + place]
        self._search(finder)
        if self.learns and not self.fresh and self.bag_count >= self.learn_from:
            self._learn(finder)
        if finder.best_length and (finder.exchange_kept < 0 or finder.best_value >= finder.exchange_value):
            return 1
        return 2 if finder.exchange_kept >= 0 else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, finder: MoveFinder) -> cython.void:
        """Find the best play and the best exchange of the rack that the finder holds."""
        finder.take_rack()
        finder.search_best()
        finder.exchange_value = -finder.value_top
        finder.exchange_kept = -1
        if self.bag_count >= self.exchange_minimum:
            if finder.by_equity and finder.weighs:
                finder.search_exchange()
            else:
                # for score, or with a rack too large to weigh: only where there is no play, as many as the bag has
                finder.exchange_kept = (1 << max(0, finder.rack_total - self.bag_count)) - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fresh_rack(self, finder: MoveFinder) -> cython.void:
        """Give the finder a rack drawn from the bag; the tiles stay there."""
        place: cython.int
        other: cython.int
        code: cython.int
        top: cython.int
        finder.rack_total = 0
        while finder.rack_total < self.rack_size and finder.rack_total < self.bag_count:
            top = self.bag_count - 1 - finder.rack_total
            other = self.random_below(top + 1)
            code = self.bag[other]
            self.bag[other] = self.bag[top]
            self.bag[top] = code
            place = finder.rack_total
            while place and finder.held[place - 1] > code:
                finder.held[place] = finder.held[place - 1]
                place -= 1
            finder.held[place] = code
            finder.rack_total += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _learn(self, finder: MoveFinder) -> cython.void:
        """Let the finder's leave values note what its rack was worth."""
        value: cython.longlong = finder.exchange_value
        if finder.best_length and finder.best_value > value:
            value = finder.best_value
        elif finder.exchange_kept < 0:
            return
        finder.leaves.learn(finder.held, finder.rack_total, value)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lay(self, finder: MoveFinder, other: MoveFinder, player: cython.int) -> cython.int:
        """Make the finder's best play, on the other player's board too. Returns its score."""
        place: cython.int
        face: cython.int
        key: cython.ulonglong = finder.best_key
        value: cython.longlong = finder.best_value
        if finder.by_equity:
            value -= finder.best_extra
        if self.logs:
            self._note(1, finder.best_length + 3)
            self._note_byte(cython.cast(cython.int, (key >> 6) & 0x7F))
            self._note_byte(cython.cast(cython.int, (key >> 1) & 0x1F))
            self._note_byte(cython.cast(cython.int, key & 1))
        for place in range(finder.best_length):
            face = finder.best_faces[place]
            if self.logs:
                self._note_byte(face)
            if face:
                self._drop(player, 0 if face & 0x40 else face)
            other.best_faces[place] = cython.cast(cython.uchar, face)
        finder.lay_best()
        if other is not finder:
            other.best_length = finder.best_length
            other.best_orientation = finder.best_orientation
            other.best_lane = finder.best_lane
            other.best_first = finder.best_first
            other.lay_best()
        self.draw(player, self.rack_size)
        return cython.cast(cython.int, value // POINT)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _exchange(self, finder: MoveFinder, player: cython.int) -> cython.void:
        """Give back all but the tiles that the finder's best exchange keeps: first draw, then return, then mix."""
        place: cython.int
        count: cython.int = 0
        total: cython.int = finder.rack_total
        kept: cython.int = finder.exchange_kept
        for place in range(total):
            count += 1 - ((kept >> place) & 1)
        if self.logs:
            self._note(2, count)
        for place in range(total):
            if not (kept >> place) & 1:
                self._drop(player, finder.held[place])
                if self.logs:
                    self._note_byte(finder.held[place])
        self.draw(player, self.rack_size)
        for place in range(total):
            if not (kept >> place) & 1:
                self.bag[self.bag_count] = finder.held[place]
                self.bag_count += 1
        self.mix()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def mix(self) -> cython.void:
        """Shuffle the bag (Fisher-Yates)."""
        place: cython.int
        other: cython.int
        code: cython.int
        for place in range(self.bag_count - 1, 0, -1):
            other = self.random_below(place + 1)
            code = self.bag[place]
            self.bag[place] = self.bag[other]
            self.bag[other] = code

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _note(self, kind: cython.int, length: cython.int) -> cython.void:
        self._note_byte(kind)
        self._note_byte(length)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _note_byte(self, byte: cython.int) -> cython.void:
        self.log[self.log_used] = byte
        self.log_used += 1
