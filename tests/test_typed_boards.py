"""Boards as people type them, out of spreadsheets, notes and mails: each is read, or refused with what to write instead."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabblecli.board import Board
from scrabblecli.errors import DataError
from scrabblecli.formats.detect import detect
from scrabblecli.formats.position import Position, RuleChoice
from scrabblecli.formats.text import format_text, parse_text
from scrabblecli.formats.typed import unquoted
from tests.helpers import ROOT, cgp, run
from tests.test_formats import FORMS, LETTERS, ROWS, drawn, lines, numbered, read, spread

RACK = "CEILNT?"


def cells(
    rows: list[str], separator: str, empty: str = "", *, header: bool = False, numbers: bool = False, behind: bool = False
) -> str:
    """Rows as a spreadsheet writes them."""
    before, after = [""] * numbers, [""] * behind
    table = [[*before, *LETTERS, *after]] if header else []
    for number, row in enumerate(rows, start=1):
        name = str(number)
        table.append([*[name] * numbers, *(empty if cell == "." else cell for cell in row), *[name] * behind])
    return lines([separator.join(row) for row in table])


def markdown(rows: list[str], columns: int, *, header: list[str]) -> str:
    """Rows as a table of Markdown."""
    return lines(
        [
            f"| {' | '.join(header)} |",
            "|" + "---|" * columns,
            *(f"| {' | '.join(' ' if cell == '.' else cell for cell in row)} |" for row in rows),
        ]
    )


SPREAD = {
    f"{name}{' with dots' * (empty == '.')}{' with header' * header}{' with numbers' * numbers}": cells(
        ROWS, separator, empty, header=header, numbers=numbers
    )
    for name, separator in (("commas", ","), ("semicolons", ";"), ("TABs", "\t"))
    for empty in ("", ".")
    for header in (False, True)
    for numbers in (False, True)
}
TYPED: dict[str, str] = SPREAD | {
    "commas and numbers at both ends": cells(ROWS, ",", header=True, numbers=True, behind=True),
    "commas and spaces": cells(ROWS, ", ", "."),
    "commas, with an empty column that the header tells": cells(ROWS, ",", header=True).replace("\n", ",\n"),
    "commas and quotation marks": cells(["".join(row) for row in ROWS], ",").replace("A", '"A"'),
    "commas and CRLF": cells(ROWS, ",").replace("\n", "\r\n"),
    "commas and column numbers": ",".join(str(number) for number in range(1, 16)) + "\n" + cells(ROWS, ","),
    "table of Markdown": markdown(ROWS, 15, header=list(LETTERS)),
    "table of Markdown with row numbers": markdown(
        [[str(number), *row] for number, row in enumerate(ROWS, start=1)],  # type: ignore[misc]
        16,
        header=[" ", *LETTERS],
    ),
    "row numbers with a dot": lines(numbered(ROWS, "{number}. {row}")),
    "row numbers with a dot, spread": lines(numbered(spread(ROWS), "{number:2}. {row}")),
    "row numbers with a parenthesis": lines(numbered(ROWS, "{number}) {row}")),
    "row numbers with a dot and spaces as empty squares": lines(numbered([row.replace(".", " ") for row in ROWS], "{number:2}. {row}")),
    "quoted in a mail": lines([f"> {row}" for row in ROWS]),
    "quoted without spaces": lines([f">{row}" for row in ROWS]) + ">\n",
    "quoted with CRLF": "\r\n".join(f"> {row}" for row in ROWS) + "\r\n",
    "quoted table": lines([f"> {row}" for row in cells(ROWS, ",").splitlines()]),
}  # fmt: skip


@pytest.mark.parametrize("form", TYPED)
def test_typed_boards(form: str) -> None:
    assert detect(TYPED[form]) == "text"
    assert drawn(read(TYPED[form])) == ROWS


HEADINGS = (
    f"rack: {RACK}",
    f"Rack:{RACK}",
    f"rack = {RACK}",
    f"rack={RACK}",
    f"Rack - {RACK}",
    f"rack {RACK}",
    f"RACK {RACK.lower()}",
    f"rack,{','.join(RACK)},,,,,,,,",
    f"rack;{';'.join(RACK)};;;",
)


@pytest.mark.parametrize("place", ["above", "below"])
@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("form", ["compact", "commas", "spaces as empty squares", "border and header"])
def test_racks_above_and_below(form: str, heading: str, place: str) -> None:
    board = (FORMS | TYPED)[form]
    position = read(f"{heading}\n{board}" if place == "above" else f"{board}{heading}\n")
    assert drawn(position) == ROWS
    assert position.rack is not None
    assert position.rack.text(position.rules.tiles.alphabet) == RACK


@pytest.mark.parametrize(
    "heading",
    [
        "Scores: 120-240", "Scores: 120 - 240", "scores 120-240", "score: 120", "scores = 120/240", "Scores: 120:240", "scores: 120, 240",
        "scores: 120 \u2013 240",
    ],
)  # fmt: skip
def test_scores(heading: str) -> None:
    text = lines([*ROWS, heading])
    if heading.startswith("score:"):
        with pytest.raises(DataError, match="unknown key 'score' below the board; did you mean 'scores'"):
            read(text)
    else:
        assert read(text).scores == (120, 240)


def test_a_score_below_zero_keeps_its_sign() -> None:
    assert read(lines(["scores: 120 -5", *ROWS])).scores == (120, -5)


def test_all_keys_below_the_board() -> None:
    position = read(lines([*ROWS, "rules: wwf", "set: bingo_bonus=40", "Bag: 40", "lexicon: enable", "scoreless: 2"]))
    assert (position.rules.name, position.rules.bingo_bonus, position.lexicon, position.scoreless) == ("wwf", 40, "enable", 2)
    assert position.warnings == (
        "line 18: 'Bag' is no key of a board, the line is not used; known: rack, rules, lexicon, scores, scoreless, set",
    )


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8"])
def test_encodings(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(f"rack: {RACK}\r\n{lines(ROWS)}".encode(encoding))
    result = run("board", str(path))
    assert (result.exit_code, result.stdout) == (0, f"rack: {RACK}\n{lines(ROWS)}")


def test_latin_1() -> None:
    rows = ["." * 15] * 7 + ["....ÄSTE......."] + ["·" * 15] * 7
    result = run("board", "-", "--rules", "german", "--to", "cgp", stdin=lines(rows).encode("latin-1"))
    assert result.exit_code == 0
    assert result.stdout.startswith("15/15/15/15/15/15/15/4ÄSTE7/15/")


def test_tile_of_several_letters_in_a_cell() -> None:
    rows = [[""] * 15 for _ in range(15)]
    rows[7][5:9] = ["CH", "O", "rr", "O"]
    position = parse_text(lines([";".join(row) for row in rows]), "-", RuleChoice("spanish"))
    assert drawn(position)[7] == ".....[CH]O[rr]O......"


def test_positions_of_cgp_quoted_in_a_mail() -> None:
    line = cgp(rack="CAT", rows={8: "5JOG7"})
    result = run("board", "-", "--to", "cgp", stdin=f"> {line}> {line}")
    assert (result.exit_code, result.stdout) == (0, line.replace("CAT", "ACT") * 2)


@pytest.mark.parametrize(
    "text",
    [
        ">Ann: CAT 8F CAT +10 10\n",
        "> Ann: CAT 8F CAT +10 10\n> Bob: DOG 9F DOG +10 10\n",
        "#player1 Ann Ann\n> no move\n",
        "#player1 Ann Ann\n#player2 Bob Bob\n>Ann: CAT 8F CAT +10 10\n",
    ],
)
def test_recorded_games_are_no_quotes(text: str) -> None:
    assert (detect(text), unquoted(text)) == ("gcg", text)


# What is refused, and with what advice


REFUSED: dict[str, tuple[str, str]] = {
    "bare rack": (
        lines([*ROWS, RACK]),
        "line 16: 'CEILNT?' is no row of the board, a rack is written rack: CEILNT?",
    ),
    "title": (
        lines(["My game against Bob", *ROWS]),
        "line 1: 'My game against Bob' is no row of the board, write rack: LETTERS for a rack, # before a comment",
    ),
    "title above cells": (
        "My game against Bob\n" + TYPED["commas"],
        "line 1: 'My game against Bob' is no row of the board, write rack: LETTERS for a rack, # before a comment",
    ),
    "spaces for empty squares, cut off": (
        lines([row.replace(".", " ").rstrip() for row in ["." * 15] * 7 + ["......TOP......"] * 3 + ["." * 15] * 5]),
        "line 8: a board of 3 rows with 3 squares, expected 15 x 15 (tournament rules); where spaces are empty squares every line must have full"
        " width, type . instead",
    ),
    "number signs": (
        lines([row.replace(".", "#") for row in ["." * 15] * 15]),
        "no board: expected one line a row, or a CGP line; lines that begin with # are comments, type . for an empty square",
    ),
    "number signs in some rows": (
        lines(["#" * 15, *["." * 15] * 14]),
        "14 rows, expected 15 x 15 (tournament rules); lines that begin with # are comments, type . for an empty square",
    ),
    "blank in parentheses": (
        lines(["." * 15] * 7 + ["....CU(T)E......."] + ["." * 15] * 7),
        "line 8: row 8 has 17 squares, expected 15; a blank is a small letter, like t for (T)",
    ),
    "blank in parentheses in a cell": (
        lines([","  * 14] * 7 + [",,,,C,U,(T),E,,,,,,,"] + ["," * 14] * 7),
        "line 8: column 9, square G8: '(T)' is no tile: expected one tile, or nothing for an empty square; a blank is a small letter,"
        " like t for (T)",
    ),
    "two tiles in a cell": (
        lines(["," * 14] * 7 + [",,,,CUTE,,,,,,,,,,"] + ["," * 14] * 7),
        "line 8: column 5, square E8: 'CUTE' is no tile: expected one tile, or nothing for an empty square",
    ),
    "cell too few": (
        lines(["," * 14] * 7 + ["," * 13] + ["," * 14] * 7),
        "line 8: row 8 has 14 squares between commas, expected 15: every row needs all its commas, with nothing between them where"
        " squares are empty",
    ),
    "row of cells too few": (lines(["," * 14] * 14), "14 rows, expected 15 x 15 (tournament rules)"),
    "an empty column at either side": (
        lines(["," * 15] * 7 + [",,,,C,U,T,,,,,,,,,"] + ["," * 15] * 7),
        "line 1: rows of 16 squares between commas, expected 15, and which of them are none cannot be told: name the columns in a line"
        " above, A, B, C ...",
    ),
    "other cells at the end": (
        lines(["," * 15] * 7 + [",,,,C,U,T,,,,,,,,,x"] + ["," * 15] * 7),
        "line 1: rows of 16 squares between commas, expected 15, and which of them are none cannot be told: name the columns in a line"
        " above, A, B, C ...",
    ),
    "row number left out": (
        lines([*numbered(ROWS[:8], "{number}. {row}"), *ROWS[8:]]),
        "line 1: row 1 has 16 squares, expected 15",
    ),
    "a cell of Markdown too few": (
        TYPED["table of Markdown with row numbers"].replace("| 8 | ", "| ", 1),
        "line 10: row 8 has 15 squares between bars, expected 16: every row needs all its bars",
    ),
    "scores that are none": (lines(["scores: 120-x", *ROWS]), "line 1: scores: '120-x': expected whole numbers such as 120 95"),
    "bad rack without a colon": (lines(["rack = C4T", *ROWS]), "line 1: rack 'C4T': '4' (tile 2) is no tile of the english set"),
    "short row below a key without a colon": (
        lines(["rack = CAT", *ROWS[:14], ROWS[14][:-1]]),
        "line 16: row 15 has 14 squares, expected 15; O15 is missing",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    text, message = REFUSED[name]
    with pytest.raises(DataError) as caught:
        read(text)
    assert message in str(caught.value)


# Nothing is guessed


def random_rows(seed: int) -> list[str]:
    """Rows with some tiles and blanks."""
    source = random.Random(seed)
    return ["".join(source.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZabz" + "." * 60) for _ in range(15)) for _ in range(15)]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10_000), st.sampled_from([",", ";", "\t"]), st.sampled_from(["", ".", " ", "-"]), st.booleans(), st.booleans(),
    st.booleans(),
)  # fmt: skip
def test_cells_are_what_they_are(seed: int, separator: str, empty: str, header: bool, numbers: bool, quoted: bool) -> None:
    rows = random_rows(seed)
    text = cells(rows, separator, empty, header=header, numbers=numbers)
    if quoted:
        text = lines([f"> {line}" for line in text.splitlines()])
    assert drawn(read(text)) == rows


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([",", ";", "\t"]), st.data())
def test_a_table_that_lost_a_cell_is_never_another_board(seed: int, separator: str, data: st.DataObject) -> None:
    table = [line.split(separator) for line in cells(random_rows(seed), separator).splitlines()]
    row, column = data.draw(st.integers(0, 14)), data.draw(st.integers(0, 14))
    del table[row][column]
    with pytest.raises(DataError):
        read(lines([separator.join(line) for line in table]))


def strictly(text: str) -> Position | None:
    """A text read without what `typed` adds, None where it is no board like that."""
    from scrabblecli.formats import text as module

    try:
        return module._position(module._split(text, "-"), "-", RuleChoice())
    except DataError:
        return None


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(list((FORMS | TYPED).values())), st.sampled_from(HEADINGS), st.data())
def test_what_is_readable_at_once_is_read_at_once(form: str, heading: str, data: st.DataObject) -> None:
    """Whatever is done to a text: where the plain reading understands it, nothing else is tried."""
    text = list(data.draw(st.sampled_from([form, f"{heading}\n{form}", f"{form}{heading}\n"])))
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place : place + data.draw(st.integers(0, 1))] = data.draw(
            st.sampled_from([*".,;|\t ABa#>\n=", "rack ", "RACK=", "1."])
        )
    made = "".join(text)
    plain = strictly(made)
    if plain is not None:
        found = read(made)
        assert (found.board, found.racks, found.scores) == (plain.board, plain.racks, plain.scores)


def test_what_was_typed_is_written_as_a_text_board() -> None:
    position = read(TYPED["TABs with header with numbers"] + f"rack {RACK}\n")
    assert format_text(position) == f"rack: {RACK}\n{lines(ROWS)}"


# Racks


@pytest.mark.parametrize("rack", ["ceilnt*", "*CEILNT", "C E I L N T *", "CEILNT_", "CEILNT?"])
def test_blanks_of_a_rack(rack: str) -> None:
    board = lines(["." * 15] * 15)
    assert (
        run("solve", "-", "--rack", rack, "--top", "3", stdin=board).stdout
        == run("solve", "-", "--rack", RACK, "--top", "3", stdin=board).stdout
    )


# What once was a row, and is none


TEAZELING = [row.rstrip() for row in (ROOT / "boards" / "teazeling.txt").read_text(encoding="utf-8").splitlines()]


def read_board(text: str) -> Board:
    return parse_text(text, "-", RuleChoice()).board


@pytest.mark.parametrize("mark", "._-+")
@pytest.mark.parametrize("above", [True, False])
def test_a_title_is_no_row(mark: str, above: bool) -> None:
    rows = [" ".join(mark if square == "." else square for square in row) for row in TEAZELING]
    lines = ["Friday night game", *rows] if above else [*rows, "Friday night game"]
    with pytest.raises(
        DataError, match="'Friday night game' is no row of the board, write rack: LETTERS for a rack, # before a comment"
    ):
        read_board("\n".join(lines))


@pytest.mark.parametrize("header", ["ABCDEFGHIJKLMNO", " ".join("ABCDEFGHIJKLMNO")])
def test_a_line_of_column_letters_is_no_row_of_a_board_of_spaces(header: str) -> None:
    rows = [" " * 15, *("".join(" " if square == "." else square for square in row) for row in TEAZELING[:13]), " " * 15]
    expected = read_board("\n".join(["." * 15, *TEAZELING[:13], "." * 15]))
    assert read_board("\n".join([header, *rows])) == expected
    dots = [" ".join(row) for row in TEAZELING[:14]]
    with pytest.raises(DataError, match="14 rows, expected 15"):
        read_board("\n".join([" ".join("ABCDEFGHIJKLMNO"), *dots]))


@pytest.mark.parametrize("mark", "_-+=")
def test_a_row_too_many_is_not_taken_for_a_border(mark: str) -> None:
    rows = [mark * 15, *(row.replace(".", mark) for row in TEAZELING)]
    with pytest.raises(DataError, match="16 rows, expected 15"):
        read_board("\n".join(rows))


def test_empty_rows_of_a_spreadsheet_are_none_of_the_board() -> None:
    rows = [",".join("" if square == "." else f'"{square}"' for square in row) for row in TEAZELING]
    for written in ([*rows, "," * 14, '"rack","AEINRST"'], ["," * 14, *rows, "," * 14, "rack,AEINRST" + "," * 13]):
        found = parse_text("\n".join(written), "-", RuleChoice())
        assert found.board == read_board("\n".join(TEAZELING))
        assert found.rack is not None
        assert len(found.rack) == 7


@pytest.mark.parametrize(
    ("line", "scores"), [("scores -5 10", (-5, 10)), ("scores - 120 95", (120, 95)), ("scores = -5 -10", (-5, -10))]
)
def test_a_score_keeps_its_sign(line: str, scores: tuple[int, int]) -> None:
    assert parse_text("\n".join([line, *TEAZELING]), "-", RuleChoice()).scores == scores


def test_more_scores_than_players_are_refused() -> None:
    with pytest.raises(DataError, match="expected the score of each of 2 players"):
        read_board("\n".join(["scores: 1,234 1,100", *TEAZELING]))


def test_empty_rows_between_bars_are_rows() -> None:
    rows = ["|" + row.replace(".", " ") + "|" for row in ("." * 15, *TEAZELING[:13], "." * 15)]
    assert read_board("\n".join(rows)) == read_board("\n".join(["." * 15, *TEAZELING[:13], "." * 15]))


SHORT = ["," * 14, *(",".join("" if square == "." else square for square in row) for row in TEAZELING[:13]), "," * 14]


@pytest.mark.parametrize(
    "written",
    [
        ["," * 14, *SHORT],
        ["," * 14, "," * 14, *SHORT],
        ["rack,AEINRST" + "," * 13, "," * 14, *SHORT],
        [",".join("BCDEFGHIJKLMNOP"), *SHORT],
    ],
)
def test_which_rows_of_a_table_are_none_is_not_guessed(written: list[str]) -> None:
    with pytest.raises(DataError, match=r"1[67] rows, expected 15"):
        read_board("\n".join(written))


@pytest.mark.parametrize("above", [["," * 14, ",".join("ABCDEFGHIJKLMNO")], [",".join("ABCDEFGHIJKLMNO")]])
def test_a_table_begins_below_the_names_of_its_columns(above: list[str]) -> None:
    assert read_board("\n".join([*above, *SHORT])) == read_board("\n".join(["." * 15, *TEAZELING[:13], "." * 15]))


def test_a_table_of_markdown_begins_below_its_rule() -> None:
    rows = [f"| {' | '.join(line.split(','))} |" for line in ["," * 14, *SHORT]]
    rows.insert(1, "|" + "---|" * 15)
    assert read_board("\n".join(rows)) == read_board("\n".join(["." * 15, *TEAZELING[:13], "." * 15]))
