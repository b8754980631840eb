"""Equity: what the kernel says a play is worth beyond its score, against plain sums; and judgements that players agree on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random
from typing import NamedTuple

import pytest

from scrabblecli.analysis.equity import swing_of_leftovers, valuation
from scrabblecli.analysis.leaves import Leaves, find_leaves
from scrabblecli.analysis.model import LeaveModel
from scrabblecli.board import Board
from scrabblecli.engine.movegen import LARGEST_WEIGHED, POINT, MoveGenerator, RankedMove, Valuation
from scrabblecli.formats.position import bag_count, tiles_on_board, unseen_counts
from scrabblecli.lexicon import Lexicon
from scrabblecli.move import Play, StatedPlay, format_move, parse_move
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import Rack, TileSet
from tests.small_games import Kind, SmallGame, drawn_leaves, game_of, lexicon_of

GROUPS = 24
GAMES = 8
KIND = Kind(rack_sizes=(1, 2, 3, 4, 5, 6, 7, 8), settings={"word_order": ("fixed", "fixed", "fixed", "any")})


# plain sums


class Values:
    """What leaves are worth, looked up and added up plainly; in 1/256 point."""

    def __init__(self, leaves: Leaves) -> None:
        self.model = leaves.model
        self.tiles = leaves.tiles
        codes = range(len(leaves.tiles.counts))
        # size by size; in a size, those with fewer of the first tile come first, then those with fewer of the second...
        order = [
            leave
            for size in range(1, leaves.largest + 1)
            for leave in sorted(
                (bytes(leave) for leave in combinations_with_replacement(codes, size) if allowed(leave, leaves.tiles)),
                key=lambda leave: [leave.count(code) for code in codes],
            )
        ]
        self.table = dict(zip(order, leaves.table, strict=True))

    def of(self, leave: bytes) -> int:
        """The value of a leave: 0 for none, that of the table, else that of the small model."""
        if not leave:
            return 0
        return self.table[leave] if leave in self.table else self.modelled(leave)

    def modelled(self, leave: bytes) -> int:
        """The value of the small model."""
        different = sorted(set(leave))
        total = sum(self.model.single[code * 8 + min(7, leave.count(code))] for code in different)
        total += sum(self.model.pair[one * 64 + other] for one in different for other in different if one < other)
        vowels = sum(code in self.tiles.vowels for code in leave)
        consonants = len(leave) - vowels - leave.count(0)
        return total + self.model.balance[vowels * 16 + consonants]


def allowed(leave: tuple[int, ...], tiles: TileSet) -> bool:
    return all(leave.count(code) <= tiles.counts[code] for code in leave)


class Position(NamedTuple):
    """A position with what plays are worth in it."""

    game: SmallGame
    valuation: Valuation
    values: Values
    bag: int

    def generator(self) -> MoveGenerator:
        """A move generator that knows the values."""
        return MoveGenerator(self.game.rules, lexicon_of(self.game.alphabet, self.game.words), self.valuation)

    def worth(self, leave: bytes, placed: int) -> int:
        """What keeping a leave is worth, in 1/256 point."""
        weighed, tiles = self.valuation, self.game.rules.tiles
        if self.bag == 0:
            unseen = unseen_counts(self.game.board, Rack(self.game.rack), tiles)
            if not leave:
                return weighed.swing * sum(count * value for count, value in zip(unseen, tiles.values, strict=True))
            return -weighed.burden * sum(tiles.values[code] for code in leave) - weighed.staying
        fade = weighed.fade[min(self.bag, len(weighed.fade) - 1)]
        after = max(0, self.bag - placed)
        return self.values.of(leave) * fade // POINT - weighed.tempo[min(after, len(weighed.tempo) - 1)]

    def extra(self, ranked: RankedMove) -> int:
        """What a play is worth beyond its score, in 1/256 point."""
        assert isinstance(ranked.move, Play)
        assert ranked.leave is not None
        worth = self.worth(ranked.leave, ranked.move.tiles_played)
        if self.game.board.is_empty:
            for square, face in ranked.move.new_tiles():
                if face & 0x3F in self.game.rules.tiles.vowels:
                    worth -= self.valuation.opening_cost[square.row * self.game.board.columns + square.column]
        return worth


def drawn_valuation(random: Random, leaves: Leaves, board: Board) -> Valuation:
    """Any numbers at all."""
    return Valuation(
        leaves.kernel,
        [random.randint(0, POINT) for _ in range(random.randint(1, 20))],
        [random.randint(-10 * POINT, 10 * POINT) for _ in range(random.randint(1, 12))],
        random.choice((0, POINT, 2 * POINT)),
        random.choice((0, POINT // 2, POINT)),
        random.randint(0, 20 * POINT),
        [random.choice((0, 0, random.randint(1, 3 * POINT))) for _ in board.squares()],
    )


def position_of(random: Random) -> Position:
    """A random position with nothing to 20 tiles in the bag; in the end the opponent may hold few tiles, or none."""
    game = game_of(KIND, random)
    counts = [0] * len(game.rules.tiles.counts)
    for code in (*tiles_on_board(game.board), *game.rack):
        counts[code] += 1
    bag = random.choice((0, 0, 1, 2, random.randint(1, 20), random.randint(1, 20)))
    held = game.rules.rack_size if bag else random.randint(0, game.rules.rack_size)
    for _ in range(bag + held):
        counts[random.randrange(len(counts))] += 1
    tiles = game.rules.tiles._replace(counts=tuple(counts))
    game = game._replace(rules=game.rules._replace(tiles=tiles))
    assert bag_count(game.board, Rack(game.rack), game.rules) == bag
    leaves = drawn_leaves(random, tiles, random.choice((0, 2, 3)))
    return Position(game, drawn_valuation(random, leaves, game.board), Values(leaves), bag)


def positions_of(group: int) -> Iterator[Position]:
    for number in range(GAMES):
        yield position_of(Random(f"equity {group} {number}"))


def by_rank(value: int, ranked: RankedMove, position: Position) -> tuple[int, int, int, int, bool, str]:
    move = ranked.move
    assert isinstance(move, Play)
    row, column = move.square
    return -value, move.tiles_played, row, column, move.direction is Direction.DOWN, position.game.alphabet.text(move.tiles)


@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.usefixtures("kernel")
def test_plays_by_equity_are_ranked_by_score_and_worth(group: int) -> None:
    for position in positions_of(group):
        board, rack = position.game.board, Rack(position.game.rack)
        generator = position.generator()
        for_score = list(generator.plays(board, rack))
        plays = generator.plays(board, rack, by_equity=True)
        found = list(plays)
        expected = []
        for ranked in for_score:
            value = ranked.score * POINT + position.extra(ranked)
            assert ranked.equity == value / POINT, position.game.describe()
            expected.append((by_rank(value, ranked, position), ranked))
        expected.sort(key=lambda pair: pair[0])
        assert [ranked._replace(rank=0) for ranked in found] == [ranked._replace(rank=0) for _, ranked in expected]
        assert [ranked.rank for ranked in found] == list(range(1, len(found) + 1))
        assert plays.score_sum() == sum(ranked.score for ranked in for_score)
        assert generator.best_play(board, rack, by_equity=True) == (found[0] if found else None), position.game.describe()
        assert generator.best_play(board, rack) == (for_score[0] if for_score else None), position.game.describe()


@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.usefixtures("kernel")
def test_scores_and_their_order_do_not_depend_on_the_values(group: int) -> None:
    for position in positions_of(group):
        board, rack = position.game.board, Rack(position.game.rack)
        plain = MoveGenerator(position.game.rules, lexicon_of(position.game.alphabet, position.game.words))
        weighing = position.generator().plays(board, rack)
        assert [ranked._replace(equity=None) for ranked in weighing] == list(plain.plays(board, rack))
        # without values an order by equity is the one by score
        assert list(plain.plays(board, rack, by_equity=True)) == list(plain.plays(board, rack))
        assert plain.worth(board, rack, rack.codes) is None


@pytest.mark.parametrize("group", range(4))
@pytest.mark.usefixtures("kernel")
def test_what_an_exchange_or_a_pass_is_worth(group: int) -> None:
    for position in positions_of(group):
        board, rack = position.game.board, Rack(position.game.rack)
        generator = position.generator()
        for subset in range(2 ** len(rack)):
            leave = bytes(code for place, code in enumerate(rack) if subset >> place & 1)
            assert generator.worth(board, rack, leave) == position.worth(leave, 0) / POINT


def test_the_positions_are_of_every_kind() -> None:
    """What the tests above would not test if it did not come up."""
    seen = set()
    for group in range(GROUPS):
        for position in positions_of(group):
            rules = position.game.rules
            seen |= {
                f"bag {min(position.bag, 15)}", f"rack {len(position.game.rack)}", f"blanks {position.game.rack.count(0)}",
                f"empty {position.game.board.is_empty}", f"order {rules.settings['word_order']}",
            }  # fmt: skip
    wanted = {*(f"bag {bag}" for bag in range(16)), *(f"rack {size}" for size in range(1, 9)), *(f"blanks {n}" for n in range(3))}
    assert seen >= wanted | {"empty True", "empty False", "order fixed", "order any"}


@pytest.mark.usefixtures("kernel")
def test_of_a_large_rack_no_equity_is_told(enable: Lexicon, tournament: RuleSet) -> None:
    rules = tournament.with_settings({"rack_size": LARGEST_WEIGHED + 1})
    generator = MoveGenerator(rules, enable, valuation(rules, drawn_leaves(Random(1), rules.tiles, 2)))
    board, rack = Board.empty(15, 15), Rack.parse("QZXJKVWVUUIIC", rules.tiles)
    assert not generator.weighs(rack)
    by_equity = list(generator.plays(board, rack, by_equity=True))
    assert by_equity == list(generator.plays(board, rack))
    assert {ranked.equity for ranked in by_equity} == {None}
    assert generator.best_play(board, rack, by_equity=True) == by_equity[0]
    assert generator.worth(board, rack, b"") is None
    smaller = Rack(rack.codes[1:])
    assert generator.weighs(smaller)
    best = generator.best_play(board, smaller, by_equity=True)
    assert best == generator.plays(board, smaller, by_equity=True)[0]
    assert best is not None
    assert best.equity is not None


# the numbers of the shipped valuation


def test_the_valuation_follows_the_rules(tournament: RuleSet) -> None:
    leaves = Leaves.of_model(tournament.tiles, LeaveModel.blank(), "nothing")
    swings = {"double": 2, "transfer": 2, "subtract": 1, "none": 0}
    for leftovers, swing in swings.items():
        rules = tournament.with_settings({"leftovers": leftovers})
        assert swing_of_leftovers(rules) == swing
        assert valuation(rules, leaves).swing == swing * POINT
    weighed = valuation(tournament, leaves)
    assert (weighed.fade[0], weighed.fade[-1], len(weighed.fade)) == (0, POINT, 8)
    assert list(weighed.fade) == sorted(weighed.fade)
    assert weighed.tempo[-1] == 0
    # H8 is the start; letter premiums lie beside row 8 above and below C, G, I and M, beside column H the same way
    costly = {str(Square(*divmod(index, 15))) for index, cost in enumerate(weighed.opening_cost) if cost}
    assert costly == {"C8", "G8", "I8", "M8", "H3", "H7", "H9", "H13"}


@pytest.mark.parametrize("name", ["table", "small model"])
@pytest.mark.usefixtures("kernel")
def test_with_leaves_of_the_real_size(name: str, enable: Lexicon, tournament: RuleSet) -> None:
    """On the board of the game, with the full alphabet: the best play by equity is the first of the list."""
    random = Random(name)
    leaves = drawn_leaves(random, tournament.tiles, 3 if name == "table" else 0)
    generator = MoveGenerator(tournament, enable, valuation(tournament, leaves))
    bag = [code for code, count in enumerate(tournament.tiles.counts) for _ in range(count)]
    board = Board.empty(15, 15)
    for turn in range(6):
        rack = Rack(random.sample(bag[2:], 7) if turn % 3 else [0, *random.sample(bag[2:], 6)])
        plays = generator.plays(board, rack, by_equity=True)
        best = generator.best_play(board, rack, by_equity=True)
        assert best == plays[0]
        equities = [plays[index].equity or 0.0 for index in range(0, len(plays), len(plays) // 20 + 1)]
        assert equities == sorted(equities, reverse=True)
        assert isinstance(best.move, Play)
        board = board.after(best.move)


# judgements


@pytest.fixture(scope="module")
def judge(enable: Lexicon, tournament: RuleSet) -> MoveGenerator:
    """The move generator that users have."""
    return MoveGenerator(tournament, enable, valuation(tournament, find_leaves(tournament, enable)))


def kept_of(rack: Rack) -> set[bytes]:
    """The leaves of all exchanges."""
    return {bytes(code for place, code in enumerate(rack) if subset >> place & 1) for subset in range(2 ** len(rack) - 1)}


def test_an_exchange_beats_every_play_with_ffgkmvw(judge: MoveGenerator) -> None:
    rack = Rack.parse("FFGKMVW", judge.rules.tiles)
    # alone it makes no word; EMU on the board lets it play
    stated = parse_move("8F EMU", judge.rules.tiles, Board.empty(15, 15))
    assert isinstance(stated, StatedPlay)
    board = Board.empty(15, 15).after(Play(stated.square, stated.direction, bytes(stated.cells)))
    worths = {leave: judge.worth(board, rack, leave) for leave in kept_of(rack)}
    best = max(worth for worth in worths.values() if worth is not None)
    stay = judge.worth(board, rack, rack.codes)
    assert stay is not None
    assert best > stay
    equities = [ranked.equity for ranked in judge.plays(board, rack)]
    assert len(equities) > 10
    assert all(equity is not None and best > equity for equity in equities)


def test_a_blank_an_s_and_a_q_in_order(enable: Lexicon, tournament: RuleSet) -> None:
    leaves = find_leaves(tournament, enable)
    blank, s, q = (leaves.value(Rack.parse(tile, tournament.tiles).codes) for tile in "?SQ")
    assert blank > s > 0 > q


END = {7: "QUIZ", 8: "U", 9: "A", 10: "Y"}
"""Row 8 has QUIZ from D on, and QUAY hangs from its Q."""


def end_board(tiles: TileSet) -> Board:
    faces = bytearray(225)
    for row, letters in END.items():
        for distance, letter in enumerate(letters):
            faces[row * 15 + 3 + distance] = ord(letter) - 64
    return Board(15, 15, bytes(faces))


def test_going_out_beats_the_higher_score_with_an_empty_bag(enable: Lexicon, tournament: RuleSet) -> None:
    """The player holds four tiles, the opponent seven that are worth much; all others are taken out of the game."""
    board = end_board(tournament.tiles)
    rack, theirs = Rack.parse("XEAT", tournament.tiles), Rack.parse("VVCCGUI", tournament.tiles)
    counts = [0] * 27
    for code in (*tiles_on_board(board), *rack, *theirs):
        counts[code] += 1
    rules = tournament._replace(tiles=tournament.tiles._replace(counts=tuple(counts)))
    leaves = Leaves.of_model(rules.tiles, LeaveModel.blank(), "nothing")
    generator = MoveGenerator(rules, enable, valuation(rules, leaves))
    assert bag_count(board, rack, rules) == 0
    first, best = generator.best_play(board, rack), generator.best_play(board, rack, by_equity=True)
    assert first is not None
    assert best is not None
    # TAX under the A of QUAY, the E is left; AXITE through the I of QUIZ uses all
    assert [text_of(ranked, rules.tiles) for ranked in (first, best)] == ["E10 TAX 32", "F6 AX.TE 16"]
    # the opponent goes on to gain; the E that is left counts twice, but may still be played
    assert first.equity == 32 - 16 - 1
    # who goes out gets twice the opponent's tiles: 4 + 4 + 3 + 3 + 2 + 1 + 1
    assert best.equity == 16 + 2 * 18
    assert generator.plays(board, rack, by_equity=True)[0] == best


def text_of(ranked: RankedMove, tiles: TileSet) -> str:
    return f"{format_move(ranked.move, tiles.alphabet)} {ranked.score}"
