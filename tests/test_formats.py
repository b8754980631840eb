"""Boards as people type them and as programs print them; CGP; what both give back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrabblecli.errors import DataError
from scrabblecli.formats.cgp import format_cgp, parse_cgp
from scrabblecli.formats.detect import detect, split_positions
from scrabblecli.formats.position import Position, RuleChoice
from scrabblecli.formats.text import format_text, parse_text
from scrabblecli.rules import built_in_names, load_rules
from tests.helpers import EMPTY, JOG, TEAZELING, cgp, run, scores, solved, table, word_list

TEAZE = Path(TEAZELING).read_text(encoding="utf-8")
ROWS = TEAZE.splitlines()
LETTERS = "ABCDEFGHIJKLMNO"
LAYOUT = [load_rules().layout.symbols[start : start + 15] for start in range(0, 225, 15)]
MARKED = [
    "".join(mark if tile == "." else tile for tile, mark in zip(row, marks, strict=True))
    for row, marks in zip(ROWS, LAYOUT, strict=True)
]


def read(text: str, rules: str | None = None, source: str = "-") -> Position:
    return parse_text(text, source, RuleChoice(rules))


def drawn(position: Position) -> list[str]:
    """The rows of a position's board as text."""
    board = position.board
    return [position.rules.tiles.alphabet.text(board.row(row)) for row in range(board.rows)]


def lines(rows: list[str]) -> str:
    return "\n".join(rows) + "\n"


def spread(rows: list[str], separator: str = " ") -> list[str]:
    """Rows with something between the squares."""
    return [separator.join(row) for row in rows]


def numbered(rows: list[str], form: str = "{number:2} {row}") -> list[str]:
    return [form.format(number=number, row=row) for number, row in enumerate(rows, start=1)]


BORDER = "+" + "-" * 31 + "+"
HEADER = "   " + " ".join(LETTERS)

# the same board in every form
FORMS: dict[str, str] = {
    "compact": lines(ROWS),
    "without last line end": "\n".join(ROWS),
    "CRLF": "\r\n".join(ROWS) + "\r\n",
    "byte order mark": "\ufeff" + lines(ROWS),
    "byte order mark and CRLF": "\ufeff" + "\r\n".join(ROWS) + "\r\n",
    "trailing blank lines": lines(ROWS) + "\n\n  \n",
    "leading blank lines": "\n\n" + lines(ROWS),
    "comments": "# a comment\n" + lines(ROWS[:8]) + "# between the rows\n" + lines(ROWS[8:]) + "# at the end\n",
    "spaces between squares": lines(spread(ROWS)),
    "spaces before and after": lines([f"  {row}   " for row in spread(ROWS)]),
    "tabs between squares": lines(spread(ROWS, "\t")),
    "bars between squares": lines(spread(ROWS, "|")),
    "bars around squares": lines([f"|{row}|" for row in spread(ROWS, "|")]),
    "bars and spaces": lines([f"| {row} |" for row in spread(ROWS, " | ")]),
    "bars around rows": lines([f"|{row}|" for row in ROWS]),
    "bars around spaced rows": lines([f"| {row} |" for row in spread(ROWS)]),
    "row numbers": lines(numbered(ROWS)),
    "row numbers and spaces": lines(numbered(spread(ROWS))),
    "row numbers at the right": lines([f"{row} {number}" for number, row in enumerate(ROWS, start=1)]),
    "row numbers at both ends": lines([f"{number:2} {row} {number:2}" for number, row in enumerate(spread(ROWS), start=1)]),
    "row numbers flush with the squares": lines(numbered(ROWS, "{number}{row}")),
    "header": lines([" ".join(LETTERS), *spread(ROWS)]),
    "header above and below": lines([HEADER, *numbered(spread(ROWS)), HEADER]),
    "compact header": lines([LETTERS, *ROWS]),
    "lower-case header": lines(["   " + " ".join(LETTERS.lower()), *numbered(spread(ROWS))]),
    "border": lines([BORDER, *(f"|{row}|" for row in spread(ROWS)), BORDER]),
    "border and header": lines([HEADER, "  " + BORDER, *numbered([f"|{row}|" for row in spread(ROWS)]), "  " + BORDER]),
    "double border": lines(["=" * 35, *(f"| {row} |" for row in spread(ROWS)), "=" * 35]),
    "rules between rows": lines(
        [line for row in spread(ROWS, "|") for line in ("+-" * 15 + "+", f"|{row}|")] + ["+-" * 15 + "+"]
    ),
    "box drawing": lines(["┌" + "─" * 31 + "┐", *(f"│ {row} │" for row in spread(ROWS)), "└" + "─" * 31 + "┘"]),
    "premium marks": lines(MARKED),
    "premium marks with spaces": lines(spread(MARKED)),
    "premium marks with header and numbers": lines([HEADER, *numbered(spread(MARKED))]),
    "premium marks in bars": lines(numbered([f"|{row}|" for row in spread(MARKED)])),
    "underscores": lines([row.replace(".", "_") for row in ROWS]),
    "minus signs": lines([row.replace(".", "-") for row in ROWS]),
    "stars": lines([row.replace(".", "*") for row in ROWS]),
    "plus signs": lines([row.replace(".", "+") for row in ROWS]),
    "middle dots": lines([row.replace(".", "·") for row in ROWS]),
    "middle dots with spaces": lines(spread([row.replace(".", "·") for row in ROWS])),
    "equals signs": lines([row.replace(".", "=") for row in ROWS]),
    "spaces as empty squares": lines([row.replace(".", " ") for row in ROWS]),
    "spaces as empty squares in bars": lines([f"|{'|'.join(row.replace('.', ' '))}|" for row in ROWS]),
    "spaces as empty squares within a border": lines(
        ["+" + "-" * 15 + "+", *(f"|{row.replace('.', ' ')}|" for row in ROWS), "+" + "-" * 15 + "+"]
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_one_board_in_every_form(form: str) -> None:
    assert drawn(read(FORMS[form])) == ROWS


@pytest.mark.parametrize("form", FORMS)
def test_forms_with_keys_before_them(form: str) -> None:
    position = read("rack: AEGINTZ\n" + FORMS[form].removeprefix("\ufeff"))
    assert (drawn(position), position.rack is not None and len(position.rack)) == (ROWS, 7)


EMPTY_ROWS = ["." * 15] * 15
EMPTY_FORMS = {
    "dots": lines(EMPTY_ROWS),
    "minus signs": lines(["-" * 15] * 15),
    "plus signs": lines(["+" * 15] * 15),
    "equals signs": lines(["=" * 15] * 15),
    "underscores": lines(["_" * 15] * 15),
    "spaces": lines([" " * 15] * 15),
    "premium marks": lines(LAYOUT),
    "premium marks with spaces": lines(spread(LAYOUT)),
    "bars and spaces": lines(["|" + "|".join(" " * 15) + "|"] * 15),
    "border": lines(["-" * 17, *(f"|{row}|" for row in EMPTY_ROWS), "-" * 17]),
    "minus signs in a border of minus signs": lines(["-" * 17, *(f"|{'-' * 15}|" for _ in range(15)), "-" * 17]),
}


@pytest.mark.parametrize("form", EMPTY_FORMS)
def test_empty_board_in_every_form(form: str) -> None:
    if form == "spaces":
        # nothing but white space is no board at all
        result = run("board", "-", stdin=EMPTY_FORMS[form])
        assert (result.exit_code, result.stderr) == (2, "error: standard input: is empty: expected a board\n")
        return
    assert drawn(read(EMPTY_FORMS[form])) == EMPTY_ROWS


# Boards as other programs print them


def test_board_with_bars_and_two_characters_a_square() -> None:
    header = "   " + " ".join(LETTERS) + "   -> Ann   AEGINTZ   92"
    border = "   " + "-" * 30
    body = [f"{number:2}|{row}|" for number, row in enumerate([" ".join(row).replace(".", " ") + " " for row in ROWS], start=1)]
    assert drawn(read(lines([header, border, *body, border]))) == ROWS


def test_board_with_bars_two_characters_a_square_and_premium_marks() -> None:
    header = "   " + " ".join(LETTERS)
    border = "   " + "-" * 30
    body = [f"{number:2}|{' '.join(row)} |" for number, row in enumerate([row.replace(".", " ") for row in MARKED], start=1)]
    assert body[0] == " 1|=     '       =       M     = |"
    assert drawn(read(lines([header, border, *body, border]))) == ROWS


def test_board_with_bars_and_text_beside_it() -> None:
    body = [f"{number:2}|{' '.join(row)} |" for number, row in enumerate([row.replace(".", " ") for row in MARKED], start=1)]
    body[2] += "   Bag: 54 tiles"
    body[5] += "   Ann: 3G TEAZELING +92"
    assert drawn(read(lines([HEADER, "   " + "-" * 30, *body, "   " + "-" * 30]))) == ROWS


def test_board_with_doubled_border_lines_and_centred_tiles() -> None:
    body = [f"{number:2} | {' | '.join(row.replace('.', ' '))} | {number:2}" for number, row in enumerate(ROWS, start=1)]
    between = "   +" + "---+" * 15
    drawing = ["     " + "   ".join(LETTERS), between]
    for row in body:
        drawing += [row, between]
    assert drawn(read(lines(drawing))) == ROWS


def test_board_with_row_letters_is_no_board_here() -> None:
    """Rows named by letters are another notation: they cannot be told from tiles and are refused, not misread."""
    with pytest.raises(DataError):
        read(lines([f"{letter} {row}" for letter, row in zip(LETTERS, spread(ROWS), strict=True)]))


# Tiles


def test_blanks_are_lower_case() -> None:
    position = read(lines(["." * 15] * 7 + [".....JoG......."] + ["." * 15] * 7))
    assert position.rules.tiles.alphabet.text(position.board.row(7)) == ".....JoG......."
    assert scores(solved(lines(drawn(position)), "S"))[0] == ("8F ...S", 11)


@pytest.mark.parametrize(
    "row",
    [
        "....[CH]O[rr]O.......",
        ". . . . [CH] O [rr] O . . . . . . .",
        "|.|.|.|.|[CH]|O|[rr]|O|.|.|.|.|.|.|.|",
        " 8 ....[CH]O[rr]O....... 8",
        "    [CH]O[rr]O       ",
        "| |.| | |[CH]|O|[rr]|O| | | |.| | | |",
    ],
)
def test_tiles_of_several_letters(row: str) -> None:
    empty = " " * 15 if row.startswith("    ") else "." * 15
    position = read(lines([empty] * 7 + [row] + [empty] * 7), "spanish")
    assert drawn(position)[7] == "....[CH]O[rr]O......."


def test_bare_letters_are_single_tiles() -> None:
    position = read(lines(["." * 15] * 7 + ["....CHO........"] + ["." * 15] * 7), "spanish")
    assert drawn(position)[7] == "....CHO........"


@pytest.mark.parametrize("rules", built_in_names())
def test_every_tile_of_every_set_is_read_back(rules: str) -> None:
    found = load_rules(rules)
    alphabet = found.tiles.alphabet
    faces = [code | blank for blank in (0, 0x40) for code in range(1, len(alphabet) + 1)]
    size = found.layout.columns
    # the letters in their order across a whole row would be a column header
    cells = [".", *(alphabet.face_text(face) for face in faces)]
    cells += ["."] * (size * size - len(cells))
    rows = ["".join(cells[start : start + size]) for start in range(0, size * size, size)]
    position = read(lines(rows), rules)
    assert drawn(position) == rows
    again = parse_cgp(format_cgp(position), "", 1, RuleChoice())
    assert (again.board, again.rules.name) == (position.board, rules)
    assert read(format_text(position)).board == position.board


def test_decomposed_letters() -> None:
    row = "....A\u0308STE......."
    position = read(lines(["." * 15] * 7 + [row] + ["." * 15] * 7), "german")
    assert drawn(position)[7] == "....ÄSTE......."


# Keys


def test_keys() -> None:
    text = (
        "# Ann to move\nrack: AEINR?\nRules: wwf\nscores: 120 95\nlexicon: enable\nset: bingo_bonus=40\nset: rack_size=8\n\n"
        + TEAZE
    )
    position = read(text)
    assert (position.rules.name, position.rules.bingo_bonus, position.rules.rack_size) == ("wwf", 40, 8)
    assert (position.scores, position.lexicon, position.scoreless) == ((120, 95), "enable", 0)
    assert position.rack is not None
    assert position.rack.text(position.rules.tiles.alphabet) == "AEINR?"


@pytest.mark.parametrize("text", ["120 95", "120/95", "120, 95", "120,95", "+120 -95"])
def test_scores(text: str) -> None:
    assert [abs(score) for score in read(f"scores: {text}\n{TEAZE}").scores] == [120, 95]


def test_keys_may_be_empty() -> None:
    position = read(f"rack:\nscores:\nlexicon:\n{TEAZE}")
    assert (position.racks, position.scores, position.lexicon) == ((), (), None)


def test_lines_that_other_programs_print_before_a_board() -> None:
    result = run("board", "-", stdin="Ann: 120  Bob: 95\n" + TEAZE)
    assert (result.exit_code, result.stdout) == (0, TEAZE)
    assert result.stderr == (
        "warning: line 1: 'Ann' is no key of a board, the line is not used; known: rack, rules, lexicon, scores, scoreless, set\n"
    )


def test_options_win_over_keys(tmp_path: Path) -> None:
    words = word_list(tmp_path, "RETAINS", "JOG")
    text = f"rack: RETAINS\nrules: wwf\nlexicon: {words}\nset: bingo_bonus=1\n" + lines(EMPTY_ROWS)
    assert scores(solved(text, None))[0] == ("8B RETAINS", 17)
    assert scores(solved(text, "JOG"))[0] == ("8F JOG", 14)
    assert len(solved(text, None)) == 7
    assert len(solved(text, None, "--lexicon", "enable")) > 1000
    assert scores(solved(text, None, "--set", "bingo_bonus=0"))[0][1] == 16
    assert scores(solved(text, None, "--rules", "tournament"))[0][1] == 66
    # what the environment says is a default, and the file wins over it
    environment = {"SCRABBLECLI_RULES": "tournament", "SCRABBLECLI_LEXICON": "enable"}
    result = run("solve", "-", "--top", "0", stdin=text, env=environment)
    assert scores(table(result.stdout))[0] == ("8B RETAINS", 17)
    assert len(table(result.stdout)) == 7


def test_files_named_in_a_board_file_lie_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.toml").write_text('extends = "wwf"\nbingo_bonus = 1\n', encoding="utf-8")
    word_list(tmp_path, "RETAINS")
    board = tmp_path / "board.txt"
    board.write_text("rules: mine.toml\nlexicon: words.txt\nrack: RETAINS\n" + lines(EMPTY_ROWS), encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    rows = table(run("solve", str(board), "--top", "0").stdout)
    assert (len(rows), rows[0]["score"]) == (7, "17")


@pytest.mark.parametrize("to", ["text", "cgp"])
def test_board_under_rules_of_a_file_is_read_again(to: str, tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text('extends = "wwf"\nbingo_bonus = 1\n', encoding="utf-8")
    made = run("board", "--rules", str(rules), "--to", to)
    assert made.exit_code == 0
    again = run("board", "-", "--to", to, stdin=made.stdout)
    assert (again.exit_code, again.stdout) == (0, made.stdout)


def test_layout_changed_in_the_file() -> None:
    text = 'set: layout=["=.=", ".*.", "=.="]\n...\n...\n...\n'
    position = read(text)
    assert (position.rules.layout.rows, position.rules.layout.columns) == (3, 3)
    assert read(format_text(position)).rules.layout == position.rules.layout


def test_largest_board(tmp_path: Path) -> None:
    rules = tmp_path / "large.toml"
    rules.write_text(f"layout = {json.dumps(['.' * 26] * 99)}\n", encoding="utf-8")
    row = "." * 12 + "CAT" + "." * 11
    rows = ["." * 26] * 49 + [row] + ["." * 26] * 49
    for text in (lines(rows), lines(spread(rows)), lines(numbered(spread(rows)))):
        position = parse_text(text, "-", RuleChoice(str(rules)))
        assert drawn(position) == rows
    text = run("board", "-", "--rules", str(rules), "--to", "draw", stdin=lines(rows)).stdout
    again = run("board", "-", "--rules", str(rules), "--to", "cgp", stdin=text)
    assert again.stdout.startswith("26/" * 49 + "12CAT11/" + "26/" * 48)
    result = run("solve", "-", "--rules", str(rules), "--rack", "S", "--top", "0", stdin=lines(rows))
    assert {"50M ...S", "50L S..."} <= {row["move"] for row in table(result.stdout)}


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_small_boards(size: int) -> None:
    layout = json.dumps(["." * size] * size)
    rows = ["." * size] * size
    for text in (lines(rows), lines(spread(rows)), lines(numbered(spread(rows)))):
        result = run("board", "-", "--set", f"layout={layout}", stdin=text)
        assert (result.exit_code, result.stdout.splitlines()[-size:]) == (0, rows)


# Errors of size


@pytest.mark.parametrize("rules", ["tournament", "super"])
@pytest.mark.parametrize("form", ["compact", "spaces", "numbers"])
def test_hint_at_the_rule_set_of_that_size(rules: str, form: str) -> None:
    size = 21 if rules == "tournament" else 15
    rows = ["." * size] * size
    text = {"compact": lines(rows), "spaces": lines(spread(rows)), "numbers": lines(numbered(spread(rows)))}[form]
    with pytest.raises(DataError) as caught:
        read(text, rules)
    hint = "super" if rules == "tournament" else "tournament"
    assert str(caught.value).endswith(f"try --rules {hint}")


@pytest.mark.parametrize("rules", ["tournament", "super"])
def test_hint_in_cgp(rules: str) -> None:
    size = 21 if rules == "tournament" else 15
    with pytest.raises(DataError, match=f"try --rules {'super' if rules == 'tournament' else 'tournament'}$"):
        parse_cgp(cgp(size=size), "-", 1, RuleChoice(rules))


@pytest.mark.parametrize(
    ("number", "row", "message"),
    [
        (1, "....!..........", "line 3: column 5, square E1: '!'"),
        (15, "..............!", "line 17: column 15, square O15: '!'"),
        (8, "..... . . . .", "line 10: row 8 has 9 squares, expected 15; J8 is missing"),
    ],
)
def test_lines_are_counted_in_the_file(number: int, row: str, message: str) -> None:
    rows = list(EMPTY_ROWS)
    rows[number - 1] = row
    with pytest.raises(DataError) as caught:
        read("# comment\nrack: A\n" + lines(rows))
    assert message in str(caught.value)


def test_columns_are_counted_on_the_line() -> None:
    rows = list(EMPTY_ROWS)
    rows[7] = "....!.........."
    with pytest.raises(DataError, match=r"line 8: column 12, square E8: '!'"):
        read(lines(numbered(spread(rows))))


def test_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "short.txt"
    path.write_text(lines(EMPTY_ROWS[:14]), encoding="utf-8")
    result = run("board", str(path))
    assert (result.exit_code, result.stderr) == (2, f"error: {path}, line 14: 14 rows, expected 15 x 15 (tournament rules)\n")


# Warnings


@pytest.mark.parametrize(
    ("rows", "rack", "warnings"),
    [
        ({8: "5JOG7"}, "A", []),
        ({}, "A", []),
        ({8: "5JOG7"}, "J", ["J: 1 on the board and 1 on the rack, 1 in the english set (F8)"]),
        ({8: "4JJOG7"}, "A", ["J: 2 on the board, 1 in the english set (E8, F8)", "on the board but not in enable: JJOG (8E)"]),
        ({8: "5JOG7"}, "KK", ["K: 2 on the rack, 1 in the english set"]),
        (
            {8: "5abc7"},
            "A",
            ["blanks: 3 on the board, 2 in the english set (F8, G8, H8)", "on the board but not in enable: ABC (8F)"],
        ),
        ({8: "5jOG7"}, "??", ["blanks: 1 on the board and 2 on the rack, 2 in the english set (F8)"]),
        ({1: "CAT12"}, "A", ["no tile on the start square H8"]),
        ({1: "CAT12", 8: "5JOG7"}, "A", None),
        ({8: "5JOG7", 9: "8A6"}, "A", None),
        (
            {1: "CAT12", 3: "CAT12", 8: "4JOGS7"},
            "A",
            ["2 groups of tiles not connected with the others, at A1, A3"],
        ),
        ({1: "14A", 8: "4JOGS7"}, "A", ["1 group of tiles not connected with the others, at O1"]),
    ],
)
def test_warnings(rows: dict[int, str], rack: str, warnings: list[str] | None) -> None:
    result = run("solve", "-", "--rack", rack, "--top", "1", stdin=cgp(rows=rows))
    assert result.exit_code == 0
    found = [line.removeprefix("warning: ") for line in result.stderr.splitlines() if line.startswith("warning: ")]
    if warnings is None:
        assert len(found) == 1
        assert found[0].startswith("1 group of tiles not connected with the others, at ")
    else:
        assert found == warnings


def test_warnings_know_the_tile_set() -> None:
    warned = run("board", "-", "--rules", "french", "--to", "cgp", stdin=cgp(rows={8: "6KK7"}))
    assert (warned.exit_code, warned.stderr) == (0, "warning: K: 2 on the board, 1 in the french set (G8, H8)\n")


# CGP


def test_cgp_fields() -> None:
    line = cgp(rack="AEINR?", rows={8: "5JoG7"}).replace("/ 0/0 0", "/QZ 120/-5 2").strip() + " lex enable; move 8F ...S;"
    position = parse_cgp(line, "", 1, RuleChoice())
    alphabet = position.rules.tiles.alphabet
    assert [rack and rack.text(alphabet) for rack in position.racks] == ["AEINR?", "QZ"]
    assert (position.scores, position.scoreless, position.lexicon, position.move) == ((120, -5), 2, "enable", "8F ...S")
    assert drawn(position)[7] == ".....JoG......."
    assert format_cgp(position) == line


@pytest.mark.parametrize("text", ["1234", "0"])
def test_cgp_scores(text: str) -> None:
    assert parse_cgp(EMPTY.replace("0/0", f"{text}/1"), "", 1, RuleChoice()).scores == (int(text), 1)


@pytest.mark.parametrize(
    ("opcodes", "name", "settings"),
    [
        ("", "tournament", {}),
        ("ld english;", "tournament", {}),
        ("ld English;", "tournament", {}),
        ("ld french;", "french", {}),
        ("ld spanish;", "spanish", {}),
        ("bdn CrosswordGame;", "tournament", {}),
        ("var classic;", "tournament", {}),
        ("var wordsmog;", "tournament", {"word_order": "any"}),
        ("bb 50;", "tournament", {}),
        ("bb 35;", "tournament", {"bingo_bonus": 35}),
        ("rules wwf;", "wwf", {}),
        ("rules wwf; bb 35;", "wwf", {}),
        ("rules wwf; bb 50;", "wwf", {"bingo_bonus": 50}),
        ("rules wespa; ld french; bdn CrosswordGame; var classic;", "wespa", {}),
        ("lex enable; ld english; bdn CrosswordGame; var classic; bb 40;", "tournament", {"bingo_bonus": 40}),
        ("rules wwf; bdn CrosswordGame;", "wwf", {"layout": "standard"}),
        ("tmr 5/5; cgpid 7;", "tournament", {}),
    ],
)
def test_opcodes(opcodes: str, name: str, settings: dict[str, object]) -> None:
    position = parse_cgp(f"{EMPTY.strip()} {opcodes}", "", 1, RuleChoice())
    assert (position.rules.name, dict(position.rules.overrides), position.warnings) == (name, settings, ())


@pytest.mark.parametrize("opcodes", ["bdn SuperCrosswordGame;", "var classic_super;", "ld english_super;", "rules super;"])
def test_opcodes_of_the_large_board(opcodes: str) -> None:
    position = parse_cgp(f"{cgp(size=21).strip()} {opcodes}", "", 1, RuleChoice())
    assert (position.board.rows, position.rules.layout.name) == (21, "super")


def test_large_board_by_every_opcode_at_once() -> None:
    line = f"{cgp(size=21).strip()} lex enable; ld english_super; bdn SuperCrosswordGame; var classic_super; bb 50;"
    position = parse_cgp(line, "", 1, RuleChoice())
    assert (position.rules.name, dict(position.rules.overrides)) == ("super", {})
    assert position.rules.tiles.total == 200


@pytest.mark.parametrize(
    ("opcode", "warning"),
    [
        ("ld klingon;", "unknown letter distribution 'klingon' (opcode ld) is not used"),
        ("bdn Round;", "unknown board 'Round' (opcode bdn) is not used"),
        ("var chess;", "unknown variant 'chess' (opcode var) is not used"),
        ("lex CSW24;", "unknown word list 'CSW24' (opcode lex): enable is used, choose one with --lexicon"),
    ],
)
def test_unknown_opcode_values_are_warnings(opcode: str, warning: str) -> None:
    line = f"{EMPTY.strip()} {opcode}\n"
    result = run("solve", "-", "--rack", "CAT", "--top", "0", stdin=line)
    assert (result.exit_code, result.stderr) == (0, f"warning: {warning}\n")
    assert table(result.stdout) == solved(EMPTY, "CAT")


def test_options_win_over_opcodes() -> None:
    line = f"{cgp(rack='RETAINS').strip()} rules wwf; lex CSW24; bb 1;\n"
    assert scores(solved(line, None))[0][1] == 17
    assert scores(solved(line, None, "--set", "bingo_bonus=2"))[0][1] == 18
    result = run("solve", "-", "--rules", "tournament", "--lexicon", "enable", "--top", "1", stdin=line)
    assert scores(table(result.stdout))[0][1] == 66
    assert "warning" not in result.stderr


def test_list_of_the_opcode_may_be_a_file(tmp_path: Path) -> None:
    words = word_list(tmp_path, "RETAINS")
    assert len(solved(f"{cgp(rack='RETAINS').strip()} lex {words};\n", None)) == 7


def test_many_lines() -> None:
    text = "\ufeff# positions\r\n\r\n" + EMPTY.replace("\n", "\r\n") + "  \n" + JOG + "\n# end\n"
    positions = list(split_positions(text, "-"))
    assert [(position.kind, position.line) for position in positions] == [("cgp", 3), ("cgp", 5)]
    result = run("solve", "-", "--rack", "S", "--top", "1", "--no-header", stdin=text)
    assert result.stdout == "2\t1\t8F ...S\t12\t12.00\t\t...S\tJOGS\n"


@pytest.mark.parametrize(
    "line", [JOG.strip(), JOG, JOG.replace("\n", "\r\n"), f"  {JOG}", "\ufeff" + JOG, JOG.replace(" / ", "\t/\t")]
)
def test_spellings_of_a_line(line: str) -> None:
    assert run("board", "-", "--to", "cgp", stdin=line).stdout == JOG


@pytest.mark.parametrize(
    ("row", "squares"), [("5JOG7", 15), ("05JOG7", 15), ("11JOG1", 15), ("5JOG8", 16), ("5JOG07", 15), ("5JOG6", 14)]
)
def test_numbers_in_a_row(row: str, squares: int) -> None:
    result = run("board", "-", "--to", "cgp", "--quiet", stdin=cgp(rows={8: row}))
    if squares == 15:
        assert (result.exit_code, len(drawn(parse_cgp(result.stdout, "", 1, RuleChoice()))[7])) == (0, 15)
    else:
        assert result.exit_code == 2
        assert f"row 8 '{row}' has {squares} squares, expected 15" in result.stderr


@pytest.mark.parametrize("name", built_in_names())
def test_cgp_of_every_rule_set(name: str) -> None:
    rules = load_rules(name)
    line = cgp(size=rules.layout.rows).strip() + ("" if name == "tournament" else f" rules {name};")
    position = parse_cgp(line, "", 1, RuleChoice())
    assert position.rules == rules
    assert format_cgp(position) == line


# Detection


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (EMPTY, "cgp"),
        ("# comment\n\n" + EMPTY, "cgp"),
        ("\ufeff" + EMPTY, "cgp"),
        (TEAZE, "text"),
        ("rack: A\n" + TEAZE, "text"),
        ("", "text"),
        (">Ann: CAT 8F CAT +10 10\n", "gcg"),
        ("#player1 Ann Ann\n", "gcg"),
        ("#character-encoding UTF-8\n#player1 Ann Ann\n#player2 Bob Bob\n", "gcg"),
        ("\ufeff#player1 Ann Ann\n", "gcg"),
        ("# at the table\n\nPlayers : Ann, Bob\n", "game"),
        ("rules: wwf\nplayer1: Ann Ann Smith\n", "game"),
        ("# a comment about players\n" + TEAZE, "text"),
    ],
)
def test_detection(text: str, kind: str) -> None:
    assert detect(text) == kind


def test_names_of_files_mean_nothing(tmp_path: Path) -> None:
    for name in ("board.cgp", "board.gcg", "board.txt", "board", "board.csv"):
        path = tmp_path / name
        path.write_text(TEAZE, encoding="utf-8")
        assert run("board", str(path)).stdout == TEAZE
    for name in ("position.txt", "position.gcg"):
        path = tmp_path / name
        path.write_text(JOG, encoding="utf-8")
        assert run("board", str(path), "--to", "cgp").stdout == JOG
