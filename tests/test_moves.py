"""Squares, boards and moves directly: names, runs, notation and what stands against a stated play, with every value of a message."""

from __future__ import annotations

import pytest

from scrabblecli.board import Board
from scrabblecli.errors import NotationError, Reason
from scrabblecli.move import Exchange, Pass, Play, StatedPlay, canonical, format_move, kept, parse_move, resolve
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Direction, Square, column_letter
from scrabblecli.tiles import Rack

DOWN, ACROSS = Direction.DOWN, Direction.ACROSS


def spelled(word: str) -> bytes:
    return bytes(0 if letter == "." else ord(letter) - ord("A") + 1 for letter in word)


def lying(*plays: tuple[int, int, Direction, str], rows: int = 15, columns: int = 15) -> Board:
    board = Board.empty(rows, columns)
    for row, column, direction, word in plays:
        board = board.after(Play(Square(row, column), direction, spelled(word)))
    return board


JOG = lying((7, 5, ACROSS, "JOG"))


# Squares


@pytest.mark.parametrize(
    ("text", "square", "direction"),
    [
        ("8D", Square(7, 3), ACROSS), ("d8", Square(7, 3), DOWN), ("15O", Square(14, 14), ACROSS), ("O15", Square(14, 14), DOWN),
        ("A1", Square(0, 0), DOWN), ("1a", Square(0, 0), ACROSS), ("Z99", Square(98, 25), DOWN), ("99Z", Square(98, 25), ACROSS),
        (" 10B ", Square(9, 1), ACROSS),
    ],
)  # fmt: skip
def test_squares_are_read(text: str, square: Square, direction: Direction) -> None:
    assert Square.parse(text) == (square, direction)
    assert square.name(direction) == text.strip().upper()
    assert str(square) == square.name(DOWN)


@pytest.mark.parametrize("text", ["", "8", "D", "08D", "D08", "0A", "A0", "8DD", "DD8", "100A", "A100", "8-", "-8", "Ä8", "8٣", "8 D", "A1B", "1A1"])  # fmt: skip
def test_what_names_no_square(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Square.parse(text)
    assert str(caught.value) == f"invalid square {text!r}: expected like 8D (across) or D8 (down)"


def test_steps() -> None:
    assert [column_letter(column) for column in (0, 14, 25)] == ["A", "O", "Z"]
    assert Square(7, 3).shifted(ACROSS, 2) == Square(7, 5)
    assert Square(7, 3).shifted(DOWN, -3) == Square(4, 3)
    assert (ACROSS.other, DOWN.other) == (DOWN, ACROSS)
    assert repr([ACROSS, DOWN]) == "[Direction.ACROSS, Direction.DOWN]"


# Boards


def test_a_board_has_its_squares_and_no_others() -> None:
    board = lying((1, 0, ACROSS, "CAT"), rows=3, columns=4)
    assert list(map(board.row, range(3))) == [bytes(4), spelled("CAT."), bytes(4)]
    assert list(board.squares()) == [Square(row, column) for row in range(3) for column in range(4)]
    assert list(board.occupied()) == [(Square(1, 0), 3), (Square(1, 1), 1), (Square(1, 2), 20)]
    inside = [(0, 0), (2, 3), (0, 3), (2, 0)]
    outside = [(-1, 0), (0, -1), (3, 0), (0, 4), (3, 4), (2, 4), (3, 3)]
    assert [Square(*place) in board for place in inside + outside] == [True] * 4 + [False] * 7
    # off the board lies nothing, whatever the arithmetic of rows would find there
    assert [board[Square(*place)] for place in ((1, 2), (1, 3), (0, 4), (2, -4), (-2, 0), (1, -1), (4, 0))] == [
        20,
        0,
        0,
        0,
        0,
        0,
        0,
    ]
    assert not board.is_empty
    assert Board.empty(3, 4).is_empty


def test_boards_are_equal_by_what_lies_where() -> None:
    assert lying((7, 5, ACROSS, "JOG")) == JOG
    assert hash(lying((7, 5, ACROSS, "JOG"))) == hash(JOG)
    assert Board(2, 3, bytes(6)) != Board(3, 2, bytes(6))
    assert Board.empty(15, 15) != JOG
    assert JOG != "JOG"
    assert repr(Board(1, 2, b"\x01\x00")) == r"Board(1, 2, b'\x01\x00')"
    with pytest.raises(ValueError, match="5 faces for 2 x 3 squares"):
        Board(2, 3, bytes(5))


def test_runs_and_words() -> None:
    """JOG across with OX down from its O, and a lone A."""
    board = lying((7, 5, ACROSS, "JOG"), (7, 6, DOWN, ".X"), (0, 0, ACROSS, "A"))
    assert list(board.words()) == [(Square(7, 5), ACROSS, spelled("JOG")), (Square(7, 6), DOWN, spelled("OX"))]
    assert board.start_of_run(Square(7, 8), ACROSS) == Square(7, 5)
    assert board.start_of_run(Square(7, 5), ACROSS) == Square(7, 5)
    assert board.start_of_run(Square(9, 6), DOWN) == Square(7, 6)
    assert board.start_of_run(Square(0, 1), ACROSS) == Square(0, 0)
    assert board.run(Square(7, 6), ACROSS) == spelled("OG")
    assert board.run(Square(7, 4), ACROSS) == b""
    # a run at the edge ends there
    assert lying((0, 12, ACROSS, "CAT"), (1, 0, ACROSS, "S")).run(Square(0, 12), ACROSS) == spelled("CAT")


def test_a_transposed_board() -> None:
    board = lying((1, 0, ACROSS, "CAT"), rows=3, columns=4)
    mirrored = board.transposed()
    assert mirrored == lying((0, 1, DOWN, "CAT"), rows=4, columns=3)
    assert mirrored.transposed() == board


def test_tiles_are_laid_on_free_squares_only() -> None:
    for square in (Square(7, 5), Square(15, 0), Square(0, 15)):
        with pytest.raises(ValueError, match=f"no free square at {square}"):
            JOG.after(Play(square, ACROSS, b"\x01"))
    assert JOG.after(Play(Square(7, 5), DOWN, spelled(".OG"))) == lying((7, 5, ACROSS, "JOG"), (8, 5, DOWN, "OG"))
    assert JOG.row(7) == spelled(".....JOG.......")


# Moves as text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8D", "move '8D' has no word: expected like 8D RETAINS"),
        ("D8 ", "move 'D8 ' has no word: expected like D8 RETAINS"),
        ("123D", "invalid square '123D': expected like 8D (across) or D8 (down)"),
        ("-", None),
        ("exch", "move 'exch' names no tiles: expected like exch AEI, -AEI or -3"),
        ("-0", "move '-0': expected an exchange of 1 to 99 tiles"),
        ("-100", "move '-100': expected an exchange of 1 to 99 tiles"),
        ("16A CAT", "no square '16A' on a board of 15 x 15: squares are A1 to O15"),
        ("8P CAT", "no square '8P' on a board of 15 x 15: squares are A1 to O15"),
        ("8D C(A", "move '8D C(A': a parenthesis is not closed"),
        ("8D CA)", "move '8D CA)': parenthesis ) (place 3) has no partner"),
        ("8D C((A", "move '8D C((A': parenthesis ( (place 3) has no partner"),
        ("8D ()", "move '8D ()' has no word: expected like 8D RETAINS"),
        ("8D CA T", "move '8D CA T': a space (place 3) in the word; tiles on the board are typed or dots"),
        ("8D CA?", "move '8D CA?': a blank needs its letter, type it in lower case (place 3)"),
        ("8D C1", "move '8D C1': '1' (place 2) is no tile of the english set"),
        (
            "8D [CH]O",
            "move '8D [CH]O': '[CH]' (place 1) is no tile of the english set: a tile of several letters is [CH], as a blank [ch]",
        ),
    ],
)
def test_moves_that_cannot_be_read(text: str, message: str | None, tournament: RuleSet) -> None:
    board = Board.empty(15, 15)
    if message is None:
        assert parse_move(text, tournament.tiles, board) == Pass()
        return
    with pytest.raises(NotationError) as caught:
        parse_move(text, tournament.tiles, board)
    assert str(caught.value) == message


def test_exchanges_and_passes(tournament: RuleSet) -> None:
    tiles, board = tournament.tiles, Board.empty(15, 15)
    for text, move in (
        ("-1", Exchange(None, 1)),
        ("exch 99", Exchange(None, 99)),
        ("-IEA", Exchange(spelled("AEI"), 3)),
        ("EXCHANGE ?A", Exchange(bytes([0, 1]), 2)),
        ("pass", Pass()),
        (" PASS ", Pass()),
    ):
        read = parse_move(text, tiles, board)
        assert read == move
    assert hash(Pass()) == hash(Pass())
    assert repr(Pass()) == "Pass()"
    assert Pass() != Exchange(None, 1)
    assert format_move(Exchange(None, 3), tiles.alphabet) == "-3"
    assert format_move(Exchange(spelled("AEI"), 3), tiles.alphabet) == "exch AEI"


def test_moves_are_written_for_people_and_for_data(tournament: RuleSet) -> None:
    alphabet = tournament.tiles.alphabet
    board = lying((7, 5, ACROSS, "JOG"), (7, 10, ACROSS, "IN"))
    play = Play(Square(7, 5), ACROSS, spelled("...GL..G"))
    assert format_move(play, alphabet) == "8F ...GL..G"
    assert format_move(play, alphabet, board) == "8F (JOG)GL(IN)G"
    assert format_move(Play(Square(7, 5), DOWN, spelled(".OG")), alphabet, board) == "F8 (J)OG"
    assert format_move(Play(Square(7, 8), ACROSS, spelled("GL..")), alphabet, board) == "8I GL(IN)"
    assert play.tiles_played == 3
    assert [str(square) for square in play.squares()] == ["F8", "G8", "H8", "I8", "J8", "K8", "L8", "M8"]
    assert list(play.new_tiles()) == [(Square(7, 8), 7), (Square(7, 9), 12), (Square(7, 12), 7)]


def test_what_a_move_keeps(tournament: RuleSet) -> None:
    held = Rack.parse("JOGS?", tournament.tiles)
    blank = tournament.tiles.alphabet.face("a")
    assert blank is not None
    assert kept(Pass(), held) == held
    assert kept(Exchange(spelled("J"), 1), held) == Rack.parse("OGS?", tournament.tiles)
    assert kept(Exchange(None, 1), held) is None
    assert kept(Play(Square(7, 5), ACROSS, bytes([10, 0, blank])), held) == Rack.parse("OGS", tournament.tiles)
    assert kept(Play(Square(7, 5), ACROSS, spelled("QI")), held) is None
    assert kept(Pass(), None) is None


# What a stated play means


@pytest.mark.parametrize(
    ("move", "reasons"),
    [
        ("8M CATS", [Reason("off_board", "runs off the board by one square after O8; M8 would be down", ("O8",))]),
        ("M14 CATS", [Reason("off_board", "runs off the board by 2 squares after M15", ("M15",))]),
        ("8E A.G", [
            Reason("conflict", "G8 holds O, not G", ("G8",)),
            Reason("not_whole_word", "the whole word is AJOG at 8E, not only the part stated: write 8E AJOG", ("H8",), ("AJOG",)),
        ]),
        ("8E (A)JOG", [Reason("gap", "no tile lies on E8, where (A) stands for one", ("E8",)), Reason("no_new_tiles", "lays no new tile")]),
        ("8E .JOGS", [Reason("gap", "no tile lies on E8, where a dot stands for one", ("E8",))]),
        ("8F JOG", [Reason("no_new_tiles", "lays no new tile")]),
        ("8I S", [Reason("not_whole_word", "the whole word is JOGS at 8F, not only the part stated: write 8F JOGS", ("F8", "G8", "H8"), ("JOGS",))]),
        ("8D IN", [Reason("not_whole_word", "the whole word is INJOG at 8D, not only the part stated: write 8D INJOG", ("F8", "G8", "H8"), ("INJOG",))]),
    ],
)  # fmt: skip
def test_what_stands_against_a_stated_play(move: str, reasons: list[Reason], tournament: RuleSet) -> None:
    stated = parse_move(move, tournament.tiles, JOG)
    assert isinstance(stated, StatedPlay)
    play, found = resolve(stated, JOG, tournament.tiles.alphabet)
    if move == "8I S":
        # one tile is the whole of its across word, whichever part was stated
        assert play == Play(Square(7, 5), ACROSS, spelled("...S"))
    elif reasons[0].code == "not_whole_word":
        assert play == Play(Square(7, 3), ACROSS, spelled("IN..."))
    else:
        assert play is None
    assert found == reasons


def test_one_tile_has_one_form() -> None:
    board = lying((7, 5, ACROSS, "JOG"), (8, 7, DOWN, "O"))
    # beside the O and the G: GOS? across makes OS from H9, down nothing
    assert canonical(Play(Square(8, 8), DOWN, spelled("S")), board) == Play(Square(8, 7), ACROSS, spelled(".S"))
    # below the O only a down word
    assert canonical(Play(Square(9, 7), ACROSS, spelled("T")), board) == Play(Square(7, 7), DOWN, spelled("..T"))
    # above the J
    assert canonical(Play(Square(6, 5), ACROSS, spelled("A")), board) == Play(Square(6, 5), DOWN, spelled("A."))
    # before the J it goes on to the right
    assert canonical(Play(Square(7, 4), DOWN, spelled("A")), board) == Play(Square(7, 4), ACROSS, spelled("A..."))
    assert canonical(Play(Square(0, 0), DOWN, spelled("A")), board) == Play(Square(0, 0), ACROSS, spelled("A"))
    two = Play(Square(7, 4), DOWN, spelled("AT"))
    assert canonical(two, board) == two
