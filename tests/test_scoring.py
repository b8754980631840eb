"""Plays examined and scored directly: every field of the arithmetic, every reason with its squares, worked out by hand."""

from __future__ import annotations

import pytest

from scrabblecli.board import Board
from scrabblecli.errors import Reason
from scrabblecli.move import StatedPlay, parse_move
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.scoring import Examination, SquareScore, WordScore, examine
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import Rack

CODE = {letter: code for code, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ", start=1)}


def spelled(word: str) -> bytes:
    return bytes(CODE[letter] for letter in word)


def laid(rules: RuleSet, *moves: str) -> Board:
    """A board on which some plays lie, whatever they form."""
    board = Board.empty(rules.layout.rows, rules.layout.columns)
    for move in moves:
        play = examined(board, move, rules).play
        assert play is not None, move
        board = board.after(play)
    return board


def examined(board: Board, move: str, rules: RuleSet, rack: str | None = None, *invalid: str) -> Examination:
    """What comes of a play where every word is valid but those named."""
    stated = parse_move(move, rules.tiles, board)
    assert isinstance(stated, StatedPlay)
    refused = {rules.tiles.alphabet.spell(word) for word in invalid}
    held = None if rack is None else Rack.parse(rack, rules.tiles)
    return examine(board, stated, rules, lambda word: word not in refused, "test", held)


def test_every_square_of_a_play_has_its_arithmetic(tournament: RuleSet) -> None:
    """Down from the J of JOG, with the G on the triple letter square F10: 8 + 1 + 2 x 3."""
    found = examined(laid(tournament, "8F JOG"), "F8 JOG", tournament)
    assert found.legal
    assert found.arithmetic is not None
    [word] = found.arithmetic.words
    assert word == WordScore(
        Square(7, 5),
        Direction.DOWN,
        (
            SquareScore(Square(7, 5), CODE["J"], 8, new=False, premium=None, points=8),
            SquareScore(Square(8, 5), CODE["O"], 1, new=True, premium=None, points=1),
            SquareScore(Square(9, 5), CODE["G"], 2, new=True, premium="TL", points=6),
        ),
        15,
        1,
        15,
    )
    assert word.faces == spelled("JOG")
    assert (found.arithmetic.bonus, found.arithmetic.score) == (0, 15)


def test_cross_words_follow_in_the_order_of_the_new_tiles(tournament: RuleSet) -> None:
    """BAD on row 7 over the OG of JOG: three words, each with what the new tiles stand on.

    G7 is a double letter, F7 and H7 are plain: BAD 3 + 1 x 2 + 2 = 7, AO 1 x 2 + 1 = 3, DG 2 + 2 = 4, and B over the J 3 + 8 = 11.
    """
    found = examined(laid(tournament, "8F JOG"), "7F BAD", tournament)
    assert found.arithmetic is not None
    words = [(str(word.square), word.direction, word.faces, word.letters, word.score) for word in found.arithmetic.words]
    assert words == [
        ("F7", Direction.ACROSS, spelled("BAD"), 7, 7),
        ("F7", Direction.DOWN, spelled("BJ"), 11, 11),
        ("G7", Direction.DOWN, spelled("AO"), 3, 3),
        ("H7", Direction.DOWN, spelled("DG"), 4, 4),
    ]
    assert found.arithmetic.score == 7 + 11 + 3 + 4


def test_a_tile_that_only_ends_a_run_above_makes_a_cross_word(tournament: RuleSet) -> None:
    """The S under the G of JOG ends a run that begins higher; the T beside it stands alone: GS 2 + 1, ST 1 + 1 x 2 (I9)."""
    found = examined(laid(tournament, "8F JOG"), "9H ST", tournament)
    assert found.arithmetic is not None
    assert [(str(word.square), word.faces, word.score) for word in found.arithmetic.words] == [
        ("H9", spelled("ST"), 3),
        ("H8", spelled("GS"), 3),
    ]


@pytest.mark.parametrize(("word", "bonus", "score"), [("JOGJOG", 0, 44), ("JOGJOGS", 50, 98)])
def test_the_bonus_is_for_seven_new_tiles(word: str, bonus: int, score: int, tournament: RuleSet) -> None:
    """From 8F over the start square: (11 + 11) x 2, and with the S on the double letter L8 (22 + 2) x 2 + 50."""
    found = examined(laid(tournament), f"8F {word}", tournament)
    assert found.arithmetic is not None
    assert (found.arithmetic.bonus, found.arithmetic.score) == (bonus, score)


def test_the_bonus_is_for_new_tiles_only(tournament: RuleSet) -> None:
    """Seven letters, six of them new."""
    found = examined(laid(tournament, "8F S"), "8F SJOGJOG", tournament)
    assert found.arithmetic is not None
    assert len(found.arithmetic.words[0].squares) == 7
    assert found.arithmetic.bonus == 0


# Reasons


def test_the_first_play_covers_the_start_square_with_two_tiles(tournament: RuleSet) -> None:
    found = examined(laid(tournament), "1A A", tournament)
    assert found.reasons == (
        Reason("misses_start", "the first play must cover the start square H8", ("H8",)),
        Reason("one_tile_first", "the first play must lay two tiles or more", ("A1",)),
    )
    assert found.arithmetic is None
    assert examined(laid(tournament), "8H AT", tournament).reasons == ()
    assert examined(laid(tournament), "8G AT", tournament).reasons == ()
    [reason] = examined(laid(tournament), "8I AT", tournament).reasons
    assert reason.code == "misses_start"


@pytest.mark.parametrize(("move", "touches"), [
    ("7F AT", True), ("9F AT", True), ("9D AT", False), ("8I ST", True), ("7D AT", False), ("9I AT", False), ("E7 AT", True),
    ("E8 AT", True), ("E9 AT", False), ("I7 AT", True), ("6F AT", False), ("F6 AT", True), ("F9 AT", True), ("10F AT", False),
])  # fmt: skip
def test_new_tiles_touch_a_side_of_an_old_one(move: str, touches: bool, tournament: RuleSet) -> None:
    """Around JOG on 8F: corners do not count."""
    found = examined(laid(tournament, "8F JOG"), move, tournament)
    codes = [reason.code for reason in found.reasons]
    assert ("disconnected" not in codes) is touches
    if not touches:
        assert found.play is not None
        assert found.reasons[0].squares == tuple(map(str, found.play.squares()))
        assert found.arithmetic is None


def test_what_the_rack_lacks_is_counted(tournament: RuleSet) -> None:
    board = laid(tournament)
    for move, rack, message in (
        ("8G JOG", "JO", "the rack JO lacks G"),
        ("8F ASSET", "AET", "the rack AET lacks 2 S"),
        ("8F aSSET", "ET", "the rack ET lacks a blank and 2 S"),
        ("8F asSET", "SET", "the rack EST lacks 2 blanks"),
        ("8G JOG", "", "the rack (empty) lacks J and O and G"),
    ):
        found = examined(board, move, tournament, rack)
        assert found.reasons == (Reason("not_in_rack", message),)
        # only the rack is at fault: the arithmetic stands
        assert found.arithmetic is not None
    assert examined(board, "8G JOG", tournament, "GJOQ").reasons == ()


def test_each_invalid_word_is_a_reason_and_the_arithmetic_stands(tournament: RuleSet) -> None:
    found = examined(laid(tournament, "8F JOG"), "7F BAD", tournament, None, "AO", "BJ")
    assert found.reasons == (
        Reason("invalid_word", "BJ is not in test", ("F7", "F8"), ("BJ",)),
        Reason("invalid_word", "AO is not in test", ("G7", "G8"), ("AO",)),
    )
    assert not found.legal
    assert found.arithmetic is not None
    assert found.arithmetic.score == 25


def test_a_refusal_says_why_a_word_is_invalid(tournament: RuleSet) -> None:
    board = laid(tournament)
    stated = parse_move("8G JOG", tournament.tiles, board)
    assert isinstance(stated, StatedPlay)
    found = examine(board, stated, tournament, lambda word: False, "test", None, lambda word: f"{len(word)} letters are barred")
    assert [reason.message for reason in found.reasons] == ["3 letters are barred"]


def test_faults_of_placing_and_rack_and_words_are_told_together(tournament: RuleSet) -> None:
    found = examined(laid(tournament), "1A JOG", tournament, "J", "JOG")
    assert [reason.code for reason in found.reasons] == ["misses_start", "not_in_rack", "invalid_word"]
    assert found.arithmetic is None


def test_a_digraph_typed_as_single_tiles_is_hinted_at() -> None:
    rules = load_rules("spanish")
    board = Board.empty(15, 15)
    stated = parse_move("8G CHO", rules.tiles, board)
    assert isinstance(stated, StatedPlay)
    ch = rules.tiles.alphabet.spell("CHO")
    assert ch is not None
    assert len(ch) == 2
    [reason] = examine(board, stated, rules, lambda word: word == ch, "test").reasons
    assert reason.message == "CHO is not in test; [CH]O is, with the tile of several letters typed in brackets"
    [reason] = examine(board, stated, rules, lambda word: False, "test").reasons
    assert reason.message == "CHO is not in test"
