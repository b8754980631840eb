"""The move generator, and the judge of single plays, against the slow reference on random small games."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

import pytest

from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.layout import Layout
from scrabblecli.move import Play, StatedPlay
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.scoring import examine, score_play
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import Alphabet, Rack, TileSet
from tests.oracle import ACROSS, DOWN, Oracle, OraclePlay, ranking
from tests.small_games import SmallGame, lexicon_of, random_game

GROUPS = 32
GAMES = 10
NAMED_SQUARE_ONLY = -1
"""A cell of a stated play that was typed as a dot."""


@cache
def games_of(group: int) -> list[tuple[SmallGame, Oracle, list[OraclePlay]]]:
    """The games of a group with their plays, ranked."""
    games = []
    for number in range(GAMES):
        game = random_game(Random(f"{group} {number}"))
        oracle = Oracle(game.rules, game.words)
        games.append((game, oracle, sorted(oracle.plays(game.board, game.rack), key=ranking)))
    return games


def line(play: Play, score: int, words: Iterable[str], alphabet: Alphabet) -> str:
    return f"{play.square.name(play.direction)} {alphabet.text(play.tiles)} {score} {','.join(words)}"


def as_play(play: OraclePlay) -> Play:
    return Play(Square(play.row, play.column), Direction(play.direction), play.faces)


def compare(game: SmallGame, found: list[str], expected: list[str]) -> None:
    """Fail with the position and what differs."""
    if found == expected:
        return
    missing = [play for play in expected if play not in found]
    extra = [play for play in found if play not in expected]
    fault = f"missing {missing}, extra {extra}" if missing or extra else f"order or repetition: {found} against {expected}"
    pytest.fail(f"{game.describe()}\n{fault}")


@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.usefixtures("kernel")
def test_finds_exactly_the_plays_of_the_oracle_in_their_order(group: int) -> None:
    for game, _, expected in games_of(group):
        generator = MoveGenerator(game.rules, lexicon_of(game.alphabet, game.words))
        plays = generator.plays(game.board, Rack(game.rack))
        found: list[RankedMove] = list(plays)
        lines = []
        for ranked in found:
            assert isinstance(ranked.move, Play)
            lines.append(line(ranked.move, ranked.score, plays.words(ranked.move), game.alphabet))
        compare(game, lines, list(map(str, expected)))
        assert [ranked.rank for ranked in found] == list(range(1, len(expected) + 1))
        assert (len(plays), plays.score_sum()) == (len(expected), sum(play.score for play in expected))
        for ranked, play in zip(found, expected, strict=True):
            kept = list(game.rack)
            for face in play.faces:
                if face:
                    kept.remove(0 if face >= 64 else face)
            assert ranked.leave == bytes(sorted(kept)), game.describe()
        best = generator.best_play(game.board, Rack(game.rack))
        assert best == (found[0] if found else None), game.describe()


@pytest.mark.parametrize("group", range(GROUPS))
def test_every_play_of_the_oracle_is_judged_legal_with_its_score(group: int) -> None:
    for game, _, expected in games_of(group):
        words = frozenset(game.words)
        for play in expected:
            move = as_play(play)
            arithmetic = score_play(game.board, move, game.rules)
            assert arithmetic.score == play.score, f"{play}\n{game.describe()}"
            made = tuple(game.alphabet.word_text(word.faces) for word in arithmetic.words)
            assert made == play.words, f"{play}\n{game.describe()}"
            stated = stated_play(play.row, play.column, move.direction, [face or NAMED_SQUARE_ONLY for face in play.faces])
            judged = examine(game.board, stated, game.rules, words.__contains__, "the list", Rack(game.rack))
            assert judged.reasons == (), f"{play}\n{game.describe()}"
            assert (judged.play, judged.arithmetic) == (move, arithmetic)


def stated_play(row: int, column: int, direction: Direction, cells: list[int]) -> StatedPlay:
    return StatedPlay(Square(row, column), direction, tuple(cells), "a play")


def some_stated_play(random: Random, game: SmallGame, grid: dict[tuple[int, int], int]) -> StatedPlay:
    """Tiles of the rack in a line: perhaps beyond the board, with gaps, off the others, or not the whole word."""
    direction = random.choice(list(Direction))
    down, right = DOWN if direction is Direction.DOWN else ACROSS
    row, column = random.randrange(game.board.rows), random.randrange(game.board.columns)
    rack = [code or random.randint(1, len(game.alphabet)) + 64 for code in game.rack]
    random.shuffle(rack)
    cells = []
    for distance in range(random.randint(1, 5)):
        old = (row + down * distance, column + right * distance) in grid
        if not old and not rack:
            break
        cells.append(NAMED_SQUARE_ONLY if old or random.random() < 0.03 else rack.pop())
    return stated_play(row, column, direction, cells or [1])


def near_play(random: Random, game: SmallGame, play: OraclePlay) -> StatedPlay:
    """A legal play, or one in which a tile or the square is changed, or its end cut off."""
    cells = [face or NAMED_SQUARE_ONLY for face in play.faces]
    row, column = play.row, play.column
    change = random.randrange(5)
    if change == 0:
        cells[random.randrange(len(cells))] = random.randint(1, len(game.alphabet))
    elif change == 1:
        row, column = random.randrange(game.board.rows), random.randrange(game.board.columns)
    elif change == 2 and len(cells) > 1:
        cells.pop()
    return stated_play(row, column, Direction(play.direction), cells)


@pytest.mark.parametrize("group", range(GROUPS))
def test_stated_plays_are_legal_exactly_when_the_oracle_says_so(group: int) -> None:
    verdicts = set()
    for number, (game, oracle, plays) in enumerate(games_of(group)):
        random = Random(f"stated {group} {number}")
        grid = oracle.grid(game.board)
        words = frozenset(game.words)
        for attempt in range(80):
            typed = (
                near_play(random, game, random.choice(plays)) if plays and attempt % 2 else some_stated_play(random, game, grid)
            )
            down, right = DOWN if typed.direction is Direction.DOWN else ACROSS
            squares = [
                (typed.square.row + down * distance, typed.square.column + right * distance)
                for distance in range(len(typed.cells))
            ]
            told = dict(zip(squares, typed.cells, strict=True))
            new = {square: face for square, face in told.items() if face != NAMED_SQUARE_ONLY and square not in grid}
            after = {**grid, **new}
            before, behind = squares[0], squares[-1]
            score = oracle.score(grid, new)
            legal = (
                score is not None
                and all(square in after for square in squares)
                and all(
                    face in (NAMED_SQUARE_ONLY, after[square]) or face % 64 == grid.get(square, 0) % 64
                    for square, face in told.items()
                )
                and (before[0] - down, before[1] - right) not in after
                and (behind[0] + down, behind[1] + right) not in after
            )
            judged = examine(game.board, typed, game.rules, words.__contains__, "the list")
            assert judged.legal == legal, f"{typed}\n{game.describe()}\n{judged.reasons}"
            assert not legal or (judged.arithmetic is not None and judged.arithmetic.score == score), (
                f"{typed}\n{game.describe()}"
            )
            verdicts.add(legal)
    assert verdicts == {False, True}


def few_letters(letters: str, values: dict[str, int], blanks: int = 2) -> TileSet:
    counts = (blanks, *[5] * len(letters))
    return TileSet("few letters", Alphabet(letters), counts, (0, *[values.get(letter, 1) for letter in letters]), frozenset())


def rules_of(rows: list[str], tiles: TileSet, start: str | None = None, **settings: object) -> RuleSet:
    base = load_rules("tournament")
    return RuleSet("drawn", "drawn", Layout.parse(rows, "drawn", start), tiles, None, {**base.settings, **settings}, {})


def test_the_oracle_lists_by_hand_what_a_tiny_board_allows() -> None:
    """Counted by hand: the reference must be right before anything is measured against it."""
    tiles = few_letters("AB", {"A": 1, "B": 3})
    oracle = Oracle(rules_of(['-."', "...", '"..'], tiles), [bytes([1, 2])])
    empty = load_board(["...", "...", "..."], tiles)
    assert {str(play) for play in oracle.plays(empty, bytes([1, 2, 2]))} == {"2A AB 4 AB", "2B AB 4 AB"}
    assert {str(play) for play in oracle.plays(empty, bytes([0, 2]))} == {"2A aB 3 AB", "2B aB 3 AB"}
    crooked = Oracle(rules_of(["...", "...", ".-."], tiles), [bytes([1, 2])])
    assert {str(play) for play in crooked.plays(empty, bytes([1, 2]))} == {
        "2A AB 4 AB", "2B AB 4 AB", "B1 AB 4 AB", "B2 AB 8 AB"
    }  # fmt: skip
    one = load_board(["A..", "...", "..."], tiles)
    # the A lies on the double word, which no longer counts; a B beside it or below it
    assert {str(play) for play in oracle.plays(one, bytes([2]))} == {"1A .B 4 AB", "A1 .B 4 AB"}
    corner = load_board([".A.", "A..", "..."], tiles)
    # C1 across on the triple letter, B2 makes AB both ways, A3 down on the triple letter
    assert {str(play) for play in oracle.plays(corner, bytes([2]))} == {"1B .B 10 AB", "2A .B 8 AB,AB", "A2 .B 10 AB"}


def load_board(rows: list[str], tiles: TileSet) -> Board:
    faces = bytes(tiles.alphabet.face(token) or 0 for row in rows for token in row)
    return Board(len(rows), len(rows[0]), faces)
