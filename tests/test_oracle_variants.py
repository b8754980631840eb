"""The move generator and the judge of single plays against the slow reference, variant by variant, and Clabbers in full size.

``positions/clabbers.jsonl`` is like ``positions/perft.jsonl`` (see `tests.test_positions`): its numbers come from another
program, written by other people in another language.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.formats.position import RuleChoice
from scrabblecli.layout import Layout
from scrabblecli.lexicon import Lexicon
from scrabblecli.lexicon.ruled import under_rules
from scrabblecli.move import Play, StatedPlay, format_move
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.scoring import examine, score_play
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import Alphabet, Rack, TileSet
from tests.oracle import Oracle, OraclePlay, ranking
from tests.small_games import Kind, SmallGame, game_of, lexicon_of

GAMES = 100
GROUPS = 2
NAMED_SQUARE_ONLY = -1
"""A cell of a stated play that was typed as a dot."""
FEW_LETTERS = (("A", "B"), ("A", "B", "C"), ("A", "E", "S", "T"), ("A", "C", "CH"))
SMALL_BOARDS = ((3, 3), (3, 4), (4, 3), (4, 4), (5, 5), (2, 6), (6, 2))

KINDS = {
    "clabbers": Kind(
        alphabets=(*FEW_LETTERS, ("A", "E", "R", "S", "T")),
        sizes=SMALL_BOARDS,
        rack_sizes=(2, 3, 4, 5),
        blanks=(0, 0, 0, 1, 1, 2),
        settings={"word_order": ("any",), "blanks_score_zero": (True, True, False)},
    ),
    "clabbers-table-words": Kind(
        alphabets=FEW_LETTERS[:3], sizes=SMALL_BOARDS[:4], rack_sizes=(3, 4), blanks=(0, 0, 1),
        settings={"word_order": ("any",)}, table_words=True,
    ),
    "multi-letter": Kind(
        alphabets=(("A", "C", "CH", "H"), ("A", "CH", "O", "RR"), ("E", "L", "L·L", "N", "NY"), ("Q", "QU", "U"), ("AB", "CD", "EFGH")),
        blanks=(0, 0, 1, 1, 2),
    ),
    **{
        f"rack-{size}": Kind(
            alphabets=(("A", "B"), ("A", "B", "C")), sizes=((3, 3), (5, 5), (1, 9), (9, 1), (3, 9), (9, 3)),
            rack_sizes=(size,), blanks=(0, 0, 1, 2) if size < 7 else (0, 0, 1), fitting_words=True,
        )
        for size in range(5, 10)
    },
    "blanks-with-value": Kind(rack_sizes=(3, 4, 5, 7), blanks=(1, 1, 2), settings={"blanks_score_zero": (False,)}),
    "drawn": Kind(
        sizes=((3, 3), (4, 6), (6, 4), (5, 5), (6, 6), (2, 8), (8, 2)), rack_sizes=(3, 4, 5), premiums=(0.1, 0.5, 0.9, 1.0)
    ),
    "table-words": Kind(alphabets=FEW_LETTERS[:3], rack_sizes=(3, 4, 5, 6), table_words=True),
}  # fmt: skip
CASES = [(name, group) for name in KINDS for group in range(GROUPS)]


@cache
def games_of(name: str, group: int) -> list[tuple[SmallGame, list[OraclePlay]]]:
    """The games of a group with their plays, ranked."""
    games = []
    for number in range(group, GAMES, GROUPS):
        game = game_of(KINDS[name], Random(f"{name} {number}"))
        games.append((game, sorted(game.oracle.plays(game.board, game.rack), key=ranking)))
    return games


def as_play(play: OraclePlay) -> Play:
    return Play(Square(play.row, play.column), Direction(play.direction), play.faces)


def differences(found: list[str], expected: list[str]) -> str:
    """What differs between two lists of plays, nothing when they are equal."""
    if found == expected:
        return ""
    missing = [play for play in expected if play not in found]
    extra = [play for play in found if play not in expected]
    return f"missing {missing}, extra {extra}" if missing or extra else f"order or repetition: {found} against {expected}"


@pytest.mark.parametrize(("name", "group"), CASES)
@pytest.mark.usefixtures("kernel")
def test_finds_exactly_the_plays_of_the_oracle_in_their_order(name: str, group: int) -> None:
    for game, expected in games_of(name, group):
        generator = MoveGenerator(game.rules, lexicon_of(game.alphabet, game.words))
        plays = generator.plays(game.board, Rack(game.rack))
        found: list[RankedMove] = list(plays)
        lines = []
        for ranked in found:
            assert isinstance(ranked.move, Play)
            move, words = ranked.move, ",".join(plays.words(ranked.move))
            lines.append(f"{format_move(move, game.alphabet)} {ranked.score} {words}")
        fault = differences(lines, list(map(str, expected)))
        assert not fault, f"{game.describe()}\n{fault}"
        assert [ranked.rank for ranked in found] == list(range(1, len(expected) + 1))
        assert (len(plays), plays.score_sum()) == (len(expected), sum(play.score for play in expected))
        best = generator.best_play(game.board, Rack(game.rack))
        assert best == (found[0] if found else None), game.describe()


def near_play(random: Random, game: SmallGame, play: OraclePlay) -> StatedPlay:
    """A legal play in which tiles may be exchanged, changed or moved."""
    faces = [face for face in play.faces if face]
    change = random.randrange(4)
    if change == 0:
        random.shuffle(faces)
    elif change == 1:
        faces[random.randrange(len(faces))] = random.randint(1, len(game.alphabet)) + random.choice((0, 64))
    row, column = play.row, play.column
    if change == 2:
        row, column = random.randrange(game.board.rows), random.randrange(game.board.columns)
    cells = tuple(faces.pop(0) if face else NAMED_SQUARE_ONLY for face in play.faces)
    return StatedPlay(Square(row, column), Direction(play.direction), cells, "a play")


@pytest.mark.parametrize(("name", "group"), CASES)
def test_plays_are_judged_and_scored_as_the_oracle_does(name: str, group: int) -> None:
    verdicts = set()
    for number, (game, expected) in enumerate(games_of(name, group)):
        random = Random(f"judged {name} {group} {number}")
        oracle = game.oracle
        lexicon = under_rules(lexicon_of(game.alphabet, game.words), game.rules)
        grid = oracle.grid(game.board)
        for play in random.sample(expected, min(30, len(expected))):
            arithmetic = score_play(game.board, as_play(play), game.rules)
            made = tuple(game.alphabet.word_text(word.faces) for word in arithmetic.words)
            assert (arithmetic.score, made) == (play.score, play.words), f"{play}\n{game.describe()}"
            stated = near_play(random, game, play)
            down, right = (1, 0) if stated.direction is Direction.DOWN else (0, 1)
            told = {
                (stated.square.row + down * distance, stated.square.column + right * distance): cell
                for distance, cell in enumerate(stated.cells)
            }
            new = {square: face for square, face in told.items() if face != NAMED_SQUARE_ONLY and square not in grid}
            score = oracle.score(grid, new)
            # the tiles may lie right and yet be stated wrongly: with a gap, over others, or as a part of their word
            after = {**grid, **new}
            before, *_, behind = *told, *told
            legal = (
                score is not None
                and all(square in after for square in told)
                and all(face == NAMED_SQUARE_ONLY or face % 64 == after[square] % 64 for square, face in told.items())
                and (before[0] - down, before[1] - right) not in after
                and (behind[0] + down, behind[1] + right) not in after
            )
            judged = examine(game.board, stated, game.rules, lexicon.__contains__, lexicon.name, None, lexicon.refusal)
            assert judged.legal == legal, f"{stated}\n{game.describe()}\n{judged.reasons}"
            assert not legal or (judged.arithmetic is not None and judged.arithmetic.score == score), game.describe()
            verdicts.add(legal)
    assert verdicts == {False, True}


def test_the_games_are_of_the_kind_they_are_meant_to_be() -> None:
    """Nothing that a variant is about may be absent from its hundred games."""
    found = {name: [pair for group in range(GROUPS) for pair in games_of(name, group)] for name in KINDS}
    for name, pairs in found.items():
        assert len(pairs) == GAMES
        assert sum(bool(plays) for _, plays in pairs) > 60, name
        assert {game.board.is_empty for game, _ in pairs} == {False, True}
    assert {game.rack.count(0) for game, _ in found["clabbers"]} == {0, 1, 2}
    assert max(len(game.rack) for game, _ in found["clabbers"]) == 5
    for size in range(5, 10):
        assert {len(game.rack) for game, _ in found[f"rack-{size}"]} == {size}
        # the whole rack is played now and then
        assert sum(any(play.placed == size for play in plays) for _, plays in found[f"rack-{size}"]) >= 20
    texts = "".join(play.tiles for _, plays in found["multi-letter"] for play in plays)
    assert {"[CH]", "[ch]", "[L·L]", "[ny]", "[QU]", "[EFGH]"} <= set(Alphabet(["A"]).tokens(texts))
    with_blank = [play for _, plays in found["blanks-with-value"] for play in plays if any(face >= 64 for face in play.faces)]
    assert len(with_blank) > 1000
    openings = [plays for game, plays in found["drawn"] if game.board.is_empty and not game.oracle.is_mirrored()]
    assert any({play.direction for play in plays} == {"across", "down"} for plays in openings)
    assert any(set(game.extra) & set(game.barred) for game, _ in found["table-words"])
    for name in ("table-words", "clabbers-table-words"):
        alone = [sorted(Oracle(game.rules, game.words).plays(game.board, game.rack), key=ranking) for game, _ in found[name]]
        assert sum(plays != changed for plays, (_, changed) in zip(alone, found[name], strict=True)) > 20


# counted by hand: the reference must be right before anything is measured against it


def tiny(*rows: str, letters: str = "ABC", **settings: object) -> tuple[RuleSet, Board]:
    tiles = TileSet("few letters", Alphabet(letters), (2, *[5] * len(letters)), (0, 1, 3, 5)[: len(letters) + 1], frozenset())
    layout = Layout.parse(["..."] * 3, "drawn")
    rules = RuleSet("drawn", "drawn", layout, tiles, None, {**load_rules("tournament").settings, **settings}, {})
    return rules, Board(3, 3, bytes(tiles.alphabet.face(token) or 0 for row in rows for token in row))


def plays_of(rules: RuleSet, board: Board, words: list[bytes], rack: bytes, *table: list[bytes]) -> set[str]:
    return {str(play) for play in Oracle(rules, words, *table).plays(board, rack)}


def test_the_oracle_takes_words_in_any_order() -> None:
    rules, board = tiny("...", "...", "...", word_order="any")
    assert plays_of(rules, board, [bytes([1, 2, 3])], bytes([1, 2, 3])) == {
        f"2A {word} 9 {word}" for word in ("ABC", "ACB", "BAC", "BCA", "CAB", "CBA")
    }
    rules, board = tiny("B..", "...", "...", word_order="any")
    # an A beside the B or below it; AA is no word, so it makes no square of four
    assert plays_of(rules, board, [bytes([1, 2])], bytes([1, 1])) == {"1A .A 4 BA", "A1 .A 4 BA"}
    # as letters count, BB is another word than B
    assert plays_of(rules, board, [bytes([1, 2])], bytes([2])) == set()


def test_the_oracle_knows_the_words_of_the_table() -> None:
    rules, board = tiny("B..", "...", "...")
    both = [bytes([2, 1]), bytes([2, 3])]
    assert plays_of(rules, board, both, bytes([1, 3])) == {"1A .A 4 BA", "A1 .A 4 BA", "1A .C 8 BC", "A1 .C 8 BC"}
    assert plays_of(rules, board, both[:1], bytes([1, 3]), both[1:], both[:1]) == {"1A .C 8 BC", "A1 .C 8 BC"}
    assert plays_of(rules, board, both[:1], bytes([1, 3]), both, both) == set()


# Clabbers in full size

CLABBERS = [json.loads(line) for line in (Path(__file__).parent / "positions" / "clabbers.jsonl").read_text("utf-8").splitlines()]
FEW_PLAYS = [record for record in CLABBERS if record["count"] < 1000]


def check_clabbers(record: dict[str, Any], enable: Lexicon) -> None:
    position = parse_cgp(record["cgp"], "-", 1, RuleChoice(record["rules"]))
    assert position.rack is not None
    generator = MoveGenerator(position.rules, enable)
    plays = generator.plays(position.board, position.rack)
    alphabet = position.rules.tiles.alphabet
    lines = sorted(f"{format_move(ranked.move, alphabet)} {ranked.score}" for ranked in plays)
    digest = sha256("\n".join(lines).encode()).hexdigest()
    found = {"count": len(plays), "sum": plays.score_sum(), "best": plays[0].score, "sha256": digest}
    assert found == {key: record[key] for key in found}, f"{record['cgp']}\n" + "\n".join(lines[:50])
    assert generator.best_play(position.board, position.rack) == plays[0]


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("record", CLABBERS, ids=lambda record: record["id"])
def test_clabbers_positions_have_the_plays_of_another_program(record: dict[str, Any], enable: Lexicon) -> None:
    check_clabbers(record, enable)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("record", FEW_PLAYS, ids=lambda record: record["id"])
def test_the_uncompiled_kernel_finds_the_same_clabbers_plays(record: dict[str, Any], enable: Lexicon) -> None:
    check_clabbers(record, enable)


def test_the_clabbers_positions_are_few_and_many() -> None:
    counts = [record["count"] for record in CLABBERS]
    assert (len(CLABBERS), len(FEW_PLAYS), max(counts)) == (16, 5, 106025)
    assert {record["cgp"].split()[1].count("?") for record in CLABBERS} == {0, 1}
