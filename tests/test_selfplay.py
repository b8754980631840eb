"""Self-play: every logged game is played again by plain means and judged by the readable side of the rules."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from scrabblecli import endings
from scrabblecli.analysis.equity import valuation
from scrabblecli.analysis.leaves import table_size
from scrabblecli.analysis.selfplay import Player, Result, blocks, play_games, seated
from scrabblecli.board import Board
from scrabblecli.engine.movegen import POINT, MoveGenerator, RankedMove
from scrabblecli.engine.selfplay import SelfPlay
from scrabblecli.errors import SettingError
from scrabblecli.lexicon import Lexicon
from scrabblecli.lexicon.ruled import under_rules
from scrabblecli.move import Exchange, Move, Pass, Play, StatedPlay
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.scoring import examine
from scrabblecli.tiles import Rack, TileSet, letters_of
from tests.replay import Game, Moment
from tests.small_games import drawn_leaves, lexicon_of, random_rules, random_words

SEED = 20
OLD = -1
"""A cell of a stated play that was typed as a dot."""


class Table(NamedTuple):
    """Rules and words, and who plays by equity."""

    rules: RuleSet
    lexicon: Lexicon
    by_equity: tuple[bool, bool]

    def players(self) -> list[Player]:
        """Both players, made with the kernel that is asked for; leave values are drawn, so that many tiles are exchanged."""
        valued = valuation(self.rules, drawn_leaves(Random(1), self.rules.tiles, 2, points=20))
        return [Player(self.lexicon, valued if by_equity else None) for by_equity in self.by_equity]

    def seated(self) -> SelfPlay:
        """The table with its players."""
        first, second = self.players()
        return seated(self.rules, first, second)

    def play(self, number: int, seed: int = SEED) -> tuple[Game, tuple[int, int]]:
        """A game played again, and its final scores."""
        scores, log = self.seated().play_game(seed, number)
        return Game(self.rules, seed, number, log), scores


BROKEN_OFF = 600
"""Turns after which a game ends whatever happens."""
# rule set, changes, and which words: 1 for all, else every so many of the short ones
TABLES: Mapping[str, tuple[str, Mapping[str, object], int]] = {
    "tournament": ("tournament", {}, 1),
    "hasbro-2003": ("hasbro-2003", {}, 1),
    "hasbro-2021": ("hasbro-2021", {}, 1),
    "wwf": ("wwf", {}, 1),
    "super": ("super", {}, 1),
    "a rack of eight": ("tournament", {"rack_size": 8, "bingo_tiles": 7}, 1),
    "a rack of fourteen": ("tournament", {"rack_size": 14}, 30),
    "passes count, few words": ("tournament", {"scoreless_counts": "passes", "scoreless_limit": 2, "exchange_minimum": 60}, 300),
    "passes count, exchanges for ever": ("tournament", {"scoreless_counts": "passes", "exchange_minimum": 1}, 300),
    "no play counts, few words": ("tournament", {"scoreless_counts": "no-play", "scoreless_limit": 2}, 300),
    "zero counts, few words": ("tournament", {"scoreless_counts": "zero", "scoreless_limit": 3}, 300),
    "not at nil all, few words": ("wwf", {"scoreless_limit": 2, "exchange_minimum": 0}, 600),
    "to 100": ("tournament", {"end_score": 100}, 1),
    "targets": ("tournament", {"targets": [120, 300]}, 1),
    "one target below the other's end": ("tournament", {"targets": [90], "end_score": 150}, 1),
    "leftovers stay": ("tournament", {"leftovers": "none"}, 1),
    "leftovers are taken off": ("tournament", {"leftovers": "subtract"}, 1),
    "words of the table": ("tournament", {"extra_words": ["QQ", "VV", "CIVE"], "barred_words": ["QI", "ZA", "QUA"]}, 1),
    "blanks score": ("tournament", {"blanks_score_zero": False}, 1),
    "clabbers": ("clabbers", {}, 6),
    "clabbers, tiles left over": ("clabbers", {"exchange_minimum": 1, "leftovers": "subtract"}, 40),
}
PLAYERS = {"equity and score": (True, False), "equity": (True, True), "score": (False, False)}


@pytest.fixture
def table(request: pytest.FixtureRequest, enable: Lexicon) -> Table:
    """A table of `TABLES` with two of `PLAYERS`."""
    name, players = request.param
    base, changes, part = TABLES[name]
    rules = load_rules(base).with_settings(changes)
    return Table(rules, some_words(enable, part), PLAYERS[players])


@cache
def some_words(enable: Lexicon, part: int) -> Lexicon:
    """Every so many of the short words, so that a small list does not leave the board empty."""
    if part == 1:
        return enable
    return lexicon_of(enable.alphabet, tuple(word for word in enable if len(word) < 6)[::part])


def each_table(*players: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("table", [(name, who) for name in TABLES for who in players], indirect=True, ids=", ".join)


def tiles_of(moment: Moment, tiles: TileSet) -> Counter[int]:
    """All the tiles of a position."""
    lying = [0 if face & 0x40 else face for face in moment.board.faces if face]
    return Counter([*lying, *moment.racks[0], *moment.racks[1], *moment.bag])


def kind_of(move: Move) -> endings.Turn:
    if isinstance(move, Play):
        return endings.Turn.PLAY
    return endings.Turn.EXCHANGE if isinstance(move, Exchange) else endings.Turn.PASS


# games follow the rules


@pytest.mark.usefixtures("compiled")
@each_table(*PLAYERS)
def test_games_follow_the_rules_of_the_table(table: Table) -> None:
    rules, words = table.rules, under_rules(table.lexicon, table.rules)
    tiles = rules.tiles
    everything = +Counter(dict(enumerate(tiles.counts)))
    for number in range(3):
        game, final = table.play(number)
        scoreless = 0
        for turn, moment in enumerate(game.moments):
            move = moment.move
            assert moment.player == turn % 2
            assert tiles_of(moment, tiles) == everything
            if isinstance(move, Play):
                stated = StatedPlay(move.square, move.direction, tuple(face or OLD for face in move.tiles), "a play")
                judged = examine(moment.board, stated, rules, words.__contains__, "the list", Rack(moment.rack))
                assert (judged.reasons, judged.play) == ((), move)
            elif isinstance(move, Exchange):
                assert 1 <= move.count <= min(rules.exchange_limit(len(moment.bag)), len(moment.rack))
            scoreless = scoreless + 1 if endings.counts_as_scoreless(kind_of(move), moment.score, rules) else 0
            after = game.moments[turn + 1].scores if turn + 1 < len(game.moments) else game.scores
            racks = game.moments[turn + 1].racks if turn + 1 < len(game.moments) else game.racks
            went_out = moment.player if not racks[moment.player] else None
            reached = endings.reached_target(after, rules)
            is_over = reached or went_out is not None or endings.is_blocked(scoreless, after, rules)
            is_over = is_over or turn + 1 == BROKEN_OFF
            assert is_over == (turn + 1 == len(game.moments)), f"game {number}, turn {turn + 1} of {len(game.moments)}"
        left = [endings.leftover_points(rack, tiles) for rack in game.racks]
        changes = (0, 0) if reached else endings.adjustments(left, went_out, rules)
        assert final == (game.scores[0] + changes[0], game.scores[1] + changes[1])


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("table", [(name, "equity and score") for name in TABLES], indirect=True, ids=TABLES)
def test_scores_before_the_leftovers_are_those_of_the_plays(table: Table) -> None:
    """Where nothing is done to leftovers, the sums of the plays are what the game returns."""
    table = table._replace(rules=table.rules.with_settings({"leftovers": "none"}))
    for number in range(3):
        game, final = table.play(number)
        assert final == game.scores


def test_the_tables_see_every_kind_of_move_and_end(enable: Lexicon, compiled: None) -> None:
    """What the tests above would not test if it did not happen."""
    moves, ends = set(), set()
    for base, changes, part in TABLES.values():
        rules = load_rules(base).with_settings(changes)
        table = Table(rules, some_words(enable, part), (True, False))
        for number in range(3):
            game, _ = table.play(number)
            moves |= {kind_of(moment.move) for moment in game.moments}
            out = not game.racks[game.moments[-1].player]
            ends.add("target" if endings.reached_target(game.scores, rules) else "out" if out else "blocked")
    assert moves == {endings.Turn.PLAY, endings.Turn.EXCHANGE, endings.Turn.PASS}
    assert ends == {"target", "out", "blocked"}


@pytest.mark.usefixtures("kernel")
def test_a_game_that_nothing_ends_is_broken_off(tournament: RuleSet) -> None:
    rules = tournament.with_settings({"scoreless_limit": 0})
    table = Table(rules, lexicon_of(rules.tiles.alphabet, (bytes([26] * 9),)), (False, False))
    game, final = table.play(0)
    assert len(game.moments) == BROKEN_OFF
    assert {type(moment.move) for moment in game.moments} == {Exchange}
    assert final == tuple(-endings.leftover_points(rack, rules.tiles) for rack in game.racks)


# the moves are the best ones; the boards of the finders are changed play by play, and must be what a fresh look gives


def best_exchange(generator: MoveGenerator, moment: Moment) -> float | None:
    """What the exchange that keeps most is worth, None when none is allowed."""
    limit = generator.rules.exchange_limit(len(moment.bag))
    rack = Rack(moment.rack)
    leaves = set()
    for subset in range(2 ** len(rack) - 1):
        leave = bytes(code for place, code in enumerate(rack) if subset >> place & 1)
        if len(rack) - len(leave) <= limit:
            leaves.add(leave)
    worths = [generator.worth(moment.board, rack, leave) for leave in leaves]
    return max((worth for worth in worths if worth is not None), default=None)


@pytest.mark.usefixtures("compiled")
@each_table("equity and score", "equity")
def test_every_move_is_the_best_one_on_a_fresh_look(table: Table) -> None:
    generators = [MoveGenerator(table.rules, player.lexicon, player.valuation) for player in table.players()]
    for number in range(3, 5):
        game, _ = table.play(number)
        for moment in [*game.moments[:60], *game.moments[-10:]]:
            by_equity = table.by_equity[moment.player]
            generator = generators[moment.player]
            rack = Rack(moment.rack)
            best = generator.best_play(moment.board, rack, by_equity)
            if not (by_equity and generator.weighs(rack)):
                expect_by_score(table.rules, moment, best)
                continue
            exchange = best_exchange(generator, moment)
            if best is not None and (exchange is None or best_equity(best) >= exchange):
                assert moment.move == best.move
            elif exchange is not None:
                assert isinstance(moment.move, Exchange)
                kept = Rack(rack).without(moment.move.tiles or b"")
                assert kept is not None
                assert generator.worth(moment.board, rack, kept.codes) == exchange
            else:
                assert moment.move == Pass()


def best_equity(best: RankedMove) -> float:
    assert best.equity is not None
    return best.equity


def expect_by_score(rules: RuleSet, moment: Moment, best: RankedMove | None) -> None:
    """For score: a play where there is one, else as many tiles exchanged as the bag allows."""
    limit = min(rules.exchange_limit(len(moment.bag)), len(moment.rack))
    if best is not None:
        assert moment.move == best.move
        assert moment.score == best.score
    elif limit:
        assert isinstance(moment.move, Exchange)
        assert moment.move.count == limit
    else:
        assert moment.move == Pass()


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("number", range(12))
def test_small_games_are_played_by_the_best_moves_too(number: int) -> None:
    """Boards of any shape, where runs of tiles meet often; by score and by equity in one game."""
    random = Random(f"small {number}")
    table = small_table(random)
    players = table.players()
    game, _ = table.play(number)
    for moment in game.moments:
        player = players[moment.player]
        generator = MoveGenerator(table.rules, player.lexicon, player.valuation)
        best = generator.best_play(moment.board, Rack(moment.rack), table.by_equity[moment.player])
        if isinstance(moment.move, Play):
            assert best is not None
            assert (best.move, best.score) == (moment.move, moment.score)
        else:
            assert best is None or table.by_equity[moment.player]


def small_table(random: Random) -> Table:
    """A random small game with an end."""
    while True:
        rules = random_rules(random)
        words = random_words(random, len(rules.tiles.alphabet))
        if len(words) >= 20 and rules.rack_size > 2:
            break
    changes = {
        "scoreless_counts": random.choice(("passes", "no-play", "zero")),
        "exchange_minimum": random.choice((0, 1, 7)),
        "leftovers": random.choice(("none", "subtract", "transfer", "double")),
        "word_order": random.choice(("fixed", "fixed", "any")),
    }
    rules = rules._replace(settings={**rules.settings, **changes, "scoreless_limit": 4})
    return Table(rules, lexicon_of(rules.tiles.alphabet, words), random.choice(list(PLAYERS.values())))


# the same games, whoever plays them


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("number", range(16))
def test_both_forms_of_the_kernel_play_the_same_games(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = small_table(Random(f"forms {number}"))
    games = []
    for pure in ("", "1"):
        monkeypatch.setenv("SCRABBLECLI_PURE", pure)
        seat = table.seated()
        assert type(seat).__module__ == ("scrabblecli.engine.selfplay" if pure else "scrabblecli.engine._kernel")
        logs = [seat.play_game(seed, number) for seed in (0, 2**64 - 1, -5)]
        games.append((logs, list(seat.play_games(7, number, 4, True)), [list(part) for part in seat.tempo()]))
    assert games[0] == games[1]


@pytest.mark.usefixtures("compiled")
def test_both_forms_of_the_kernel_play_the_same_english_game(
    enable: Lexicon, tournament: RuleSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = []
    for pure in ("", "1"):
        monkeypatch.setenv("SCRABBLECLI_PURE", pure)
        games.append(Table(tournament, enable, (True, False)).seated().play_game(3, 1))
    assert games[0] == games[1]


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("paired", [False, True])
def test_the_number_of_threads_does_not_matter(paired: bool) -> None:
    table = small_table(Random("threads"))
    told: list[int] = []
    expected = play_games(table.seated, SEED, 1001, 1, paired, told.append)
    assert told == [200, 400, 600, 800, 1000, 1001]
    assert len(expected) == 1001
    for jobs in (2, 3):
        told.clear()
        assert play_games(table.seated, SEED, 1001, jobs, paired, told.append) == expected
        assert told == sorted(told)
        assert told[-1] == 1001


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("paired", [False, True])
def test_the_size_of_the_blocks_does_not_matter(paired: bool, enable: Lexicon, tournament: RuleSet) -> None:
    table = Table(tournament, enable, (True, False))
    runs = []
    for size in (1, 2, 7, 40):
        seat = table.seated()
        scores = array("i")
        for first, count in blocks(0, 40, size):
            scores += seat.play_games(SEED, first, count, paired)
        runs.append(scores)
    assert len(runs[0]) == 80
    assert all(run == runs[0] for run in runs)


def test_blocks_cover_every_game_once() -> None:
    assert list(blocks(3, 10, 4)) == [(3, 4), (7, 4), (11, 2)]
    assert list(blocks(0, 0)) == []
    assert sum(count for _, count in blocks(0, 1001)) == 1001


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("players", PLAYERS)
def test_in_a_pair_of_games_the_players_change_seats(players: str, enable: Lexicon, tournament: RuleSet) -> None:
    table = Table(tournament, enable, PLAYERS[players])
    paired = play_games(table.seated, SEED, 40, 1, paired=True)
    alone = play_games(table.seated, SEED, 20, 1)
    assert paired[::2] == alone
    swapped = Table(tournament, enable, (table.by_equity[1], table.by_equity[0]))
    assert [Result(second, first) for first, second in paired[1::2]] == play_games(swapped.seated, SEED, 20, 1)
    if table.by_equity[0] == table.by_equity[1]:
        assert [Result(second, first) for first, second in paired[1::2]] == alone


@pytest.mark.usefixtures("compiled")
def test_other_seeds_and_numbers_are_other_games(enable: Lexicon, tournament: RuleSet) -> None:
    seat = Table(tournament, enable, (True, True)).seated()
    results = [tuple(seat.play_games(seed, 0, 20)) for seed in (0, 1, 2, 2**63, 2**64 - 1)]
    assert len(set(results)) == len(results)
    games = {seat.play_game(seed, number)[1] for seed in (0, 1, 2) for number in range(10)}
    assert len(games) == 30
    # logged or not, a game is the same
    assert [score for number in range(20) for score in seat.play_game(1, number)[0]] == list(results[1])


@pytest.mark.usefixtures("kernel")
def test_the_shuffle_is_fair(tournament: RuleSet) -> None:
    """Where a tile lies in the bag does not depend on which it is: the first rack holds 0.07 of each."""
    rules = tournament.with_settings({"scoreless_limit": 1})
    table = Table(rules, lexicon_of(rules.tiles.alphabet, (bytes([26] * 9),)), (False, False))
    seat = table.seated()
    drawn: Counter[int] = Counter()
    games = 400
    for number in range(games):
        _, log = seat.play_game(SEED, number)
        drawn.update(Game(rules, SEED, number, log).moments[0].rack)
    for code, count in enumerate(rules.tiles.counts):
        expected = games * 7 * count / 100
        assert abs(drawn[code] - expected) < 5 * expected**0.5


# what is noted on the way


@pytest.mark.usefixtures("compiled")
def test_the_gain_of_the_player_on_turn_by_tiles_in_the_bag(enable: Lexicon, tournament: RuleSet) -> None:
    table = Table(tournament, enable, (True, False))
    seat = table.seated()
    seat.play_games(SEED, 0, 20)
    sums: Counter[int] = Counter()
    seen: Counter[int] = Counter()
    for number in range(20):
        game, final = table.play(number)
        last = 1
        for moment in game.moments:
            bag, player = len(moment.bag), moment.player
            if bag or last:  # with an empty bag the first turn only
                sums[bag] += final[player] - final[1 - player] - moment.scores[player] + moment.scores[1 - player]
                seen[bag] += 1
            last = bag
    heard = seat.tempo()
    assert [list(part) for part in heard] == [[part[bag] for bag in range(101)] for part in (sums, seen)]
    assert sum(seen.values()) > 300


@pytest.mark.usefixtures("compiled")
def test_leave_values_learn_from_every_rack_met(enable: Lexicon, tournament: RuleSet) -> None:
    """For each leave in a rack, as often as it can be taken from it, the equity of the best move counts."""
    leaves = drawn_leaves(Random(1), tournament.tiles, 2)
    player = Player(enable, valuation(tournament, leaves))
    seat = seated(tournament, player, player)
    size = table_size(tournament.tiles, 2)
    sums, squares, seen = (array("q", bytes(8 * size)) for _ in range(3))
    leaves.kernel.listen(sums, squares, seen)
    seat.listen(60)
    _, log = seat.play_game(SEED, 0)
    generator = MoveGenerator(tournament, *player)
    expected: Counter[bytes] = Counter()
    number: Counter[bytes] = Counter()
    total = count = 0
    for moment in Game(tournament, SEED, 0, log).moments:
        if len(moment.bag) < 60:
            continue
        best = generator.best_play(moment.board, Rack(moment.rack), by_equity=True)
        worths = [best_exchange(generator, moment), None if best is None else best.equity]
        equity = round(POINT * max(worth for worth in worths if worth is not None))
        total, count = total + equity, count + 1
        for subset in range(1, 2**7 - 1):
            leave = bytes(code for place, code in enumerate(moment.rack) if subset >> place & 1)
            if len(leave) <= 2:
                expected[leave] += equity
                number[leave] += 1
    assert leaves.kernel.heard() == (total, count)
    assert count > 3
    for leave, value in expected.items():
        place = leaves.kernel.place(leave)
        assert (sums[place], seen[place]) == (value, number[leave])
    assert sum(seen) == sum(number.values())


@pytest.mark.usefixtures("compiled")
def test_racks_drawn_afresh_are_heard_of_and_not_played(enable: Lexicon, tournament: RuleSet) -> None:
    leaves = drawn_leaves(Random(1), tournament.tiles, 2)
    player = Player(enable, valuation(tournament, leaves))
    seat = seated(tournament, player, player)
    heard = [array("q", bytes(8 * table_size(tournament.tiles, 2))) for _ in range(3)]
    leaves.kernel.listen(*heard)
    seat.listen(14, fresh=True)
    _, log = seat.play_game(SEED, 0)
    # the moves fit racks and draws as far as the first rack that was drawn afresh: nothing else is promised of the draws
    first = Game(tournament, SEED, 0, log[: 2 + log[1]]).moments[0]
    generator = MoveGenerator(tournament, *player)
    best = generator.best_play(first.board, Rack(first.rack), by_equity=True)
    exchange = best_exchange(generator, first)
    assert best is not None
    assert exchange is not None
    assert isinstance(first.move, Play) == (best_equity(best) >= exchange)
    assert leaves.kernel.heard()[1] > 5
    assert seat.play_game(SEED, 0)[1] == log


def test_self_play_is_for_two(enable: Lexicon, tournament: RuleSet) -> None:
    with pytest.raises(SettingError, match="players = 3: self-play is for two players"):
        seated(tournament.with_settings({"players": 3}), Player(enable), Player(enable))


def test_a_game_begins_on_an_empty_board_with_full_racks(enable: Lexicon, tournament: RuleSet) -> None:
    game, _ = Table(tournament, enable, (False, False)).play(0)
    first = game.moments[0]
    assert (first.player, first.scores, first.board) == (0, (0, 0), Board.empty(15, 15))
    assert [len(rack) for rack in first.racks] == [7, 7]
    assert len(first.bag) == 86
    assert letters_of(game.board.faces).count(0) < 225
