"""Broken input, and the exact message that each gets: what is wrong, the value, where it stands, what was expected."""

from __future__ import annotations

import random
import struct
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.helpers import EMPTY, JOG, cgp, run

ROWS = ["." * 15] * 15
SETTINGS = (
    "layout, tiles, rack_size, bingo_bonus, bingo_tiles, exchange_minimum, scoreless_limit, scoreless_counts, scoreless_at_start, "
    "leftovers, challenge, blanks_score_zero, blanks_recyclable, open_dictionary, end_score, targets, minutes, overtime_penalty, "
    "players, teams, word_order, extra_words, barred_words"
)
RULE_SETS = (
    "tournament, absp, catalan, clabbers, duplicate, dutch, english, finish-line, french, german, hasbro-2003, hasbro-2021, naspa, "
    "norwegian, open-dictionary, partner-racks, polish, slovene, spanish, super, wespa, wwf"
)
TILE_SETS = "catalan, dutch, english, english_super, french, german, norwegian, polish, slovene, spanish, wwf"
ENGLISH = " ".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
EXPECTED_MOVE = "expected a play like 8D RETAINS or D8 RE(T)AINS, an exchange like exch AEI, -AEI or -3, or pass"


def grid(row: int = 0, text: str = "") -> str:
    """An empty text board with one row (from 1) replaced."""
    rows = list(ROWS)
    if row:
        rows[row - 1] = text
    return "\n".join(rows) + "\n"


def kwg(*nodes: tuple[int, int, int, int]) -> bytes:
    """A word graph in the KWG layout, from letter, accepts, last and arc of every node."""
    return struct.pack(
        f"<{len(nodes)}I", *(letter << 24 | accepts << 23 | last << 22 | arc for letter, accepts, last, arc in nodes)
    )


ROOT_AT_2 = ((0, 0, 0, 2), (0, 0, 0, 0))


class Bad(NamedTuple):
    """One broken input; ``{here}`` in arguments and message is the folder with the ``files``."""

    message: str
    arguments: tuple[str, ...] = ("solve", "-", "--rack", "CAT")
    stdin: str | bytes = EMPTY
    files: Mapping[str, bytes] = {}


def board(message: str, text: str | bytes) -> Bad:
    """A board on standard input that cannot be read."""
    return Bad(f"error: standard input{message}", stdin=text)


def option(message: str, *options: str) -> Bad:
    """Options of ``solve`` that cannot be read."""
    return Bad(message, ("solve", "-", "--rack", "CAT", *options))


def move(message: str, *words: str) -> Bad:
    """A move that cannot be read."""
    return Bad(message, ("score", "-", *words), JOG)


def words(message: str, content: bytes, name: str = "words.txt") -> Bad:
    """A word list that cannot be used."""
    return Bad(f"error: {{here}}/{name}: {message}", ("check", "AA", "--lexicon", f"{{here}}/{name}"), "", {name: content})


def graph(message: str, *nodes: tuple[int, int, int, int]) -> Bad:
    """A word graph that cannot be used."""
    return words(message, kwg(*nodes), "words.kwg")


def rules(message: str, content: str | bytes, **files: bytes) -> Bad:
    """A rule file that cannot be used."""
    data = content if isinstance(content, bytes) else content.encode()
    named = {name.replace("_csv", ".csv"): text for name, text in files.items()}
    return Bad(message, ("board", "--rules", "{here}/mine.toml"), "", {"mine.toml": data, **named})


NO_SQUARE = "is neither a tile nor an empty square: expected a letter, or . for an empty square"

BROKEN: dict[str, Bad] = {
    # text boards
    "row too short": board(", line 3: row 3 has 14 squares, expected 15; O3 is missing", grid(3, "." * 14)),
    "row much too short": board(", line 3: row 3 has 12 squares, expected 15; M3 is missing", grid(3, "." * 12)),
    "row too long": board(", line 3: row 3 has 16 squares, expected 15", grid(3, "." * 16)),
    "row missing": board(", line 14: 14 rows, expected 15 x 15 (tournament rules)", "\n".join(ROWS[:14])),
    "row too many": board(", line 16: 16 rows, expected 15 x 15 (tournament rules)", "\n".join([*ROWS, ROWS[0]])),
    "size of another rule set": board(
        ", line 1: a board of 21 rows with 21 squares, expected 15 x 15 (tournament rules): try --rules super",
        ("." * 21 + "\n") * 21,
    ),
    "size of no rule set": board(
        ", line 1: a board of 14 rows with 14 squares, expected 15 x 15 (tournament rules)", ("." * 14 + "\n") * 14
    ),
    "digit": board(f", line 8: column 5, square E8: '1' {NO_SQUARE}", grid(8, "....1..........")),
    "exclamation mark": board(f", line 8: column 5, square E8: '!' {NO_SQUARE}", grid(8, "....!..........")),
    "question mark": board(f", line 8: column 5, square E8: '?' {NO_SQUARE}", grid(8, "....?..........")),
    "letter of no tile": board(", line 8: column 5, square E8: 'Ä' is no tile of the english set", grid(8, "....Ä..........")),
    "tile of another set": board(
        ", line 8: column 5, square E8: '[CH]' is no tile of the english set", grid(8, "....[CH]..........")
    ),
    "mixed case in brackets": Bad(
        "error: standard input, line 8: column 5, square E8: '[Ch]' is no tile of the spanish set: write [CH], or [ch] for a blank",
        ("board", "-", "--rules", "spanish"),
        grid(8, "....[Ch].........."),
    ),
    "bracket not closed": board(
        ", line 8: '[CH.........': expected a tile in brackets such as [CH]", grid(8, "....[CH..........")
    ),
    "empty brackets": board(", line 8: '[]..........': expected a tile in brackets such as [CH]", grid(8, "....[]..........")),
    "control character": board(f", line 8: column 5, square E8: '\\x1b' {NO_SQUARE}", grid(8, "....\x1b..........")),
    "NUL": board(f", line 8: column 5, square E8: '\\x00' {NO_SQUARE}", grid(8, "....\0..........")),
    "key above and below the board": board(
        ", line 17: rack: stands twice, first on line 1", "rack: CAT\n" + grid() + "rack: CAT\n"
    ),
    "misspelled key below the board": board(
        ", line 16: unknown key 'racks' below the board; did you mean 'rack'?", grid() + "racks: CAT\n"
    ),
    "misspelled key": board(
        ", line 2: unknown key 'racks' before the board; did you mean 'rack'?", "# a board\nracks: CAT\n" + grid()
    ),
    "bad rack in the file": board(", line 1: rack 'C4T': '4' (tile 2) is no tile of the english set", "rack: C4T\n" + grid()),
    "unknown rules in the file": board(
        f", line 1: unknown rule set 'nonesuch'; known: {RULE_SETS}, or a file ending in .toml", "rules: nonesuch\n" + grid()
    ),
    "bad scores in the file": board(", line 1: scores: 'a b': expected whole numbers such as 120 95", "scores: a b\n" + grid()),
    "unknown setting in the file": board(f", line 1: unknown setting 'foo'; known: {SETTINGS}", "set: foo=1\n" + grid()),
    "setting without value in the file": board(
        ", line 1: 'bingo_bonus': expected KEY=VALUE, for example bingo_bonus=35", "set: bingo_bonus\n" + grid()
    ),
    "setting out of range in the file": board(
        ", line 1: setting bingo_bonus = 1000: expected a whole number from 0 to 100", "set: bingo_bonus=1000\n" + grid()
    ),
    "only a comment": board(": no board: expected one line a row, or a CGP line", "# nothing here\n"),
    "nothing": board(": is empty: expected a board", ""),
    "blank lines": board(": is empty: expected a board", " \n\n"),
    "recorded game": board(
        ", line 2: 'no' is no move: expected a move such as 8D RETAINS, -AEI, - or --, then its score and the total, such as +22 62",
        "#player1 Ann Ann\n>Ann: CAT no move\n",
    ),
    "binary": board(": the file holds NUL bytes: expected a board as text", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    "Latin-1": board(
        ", line 8: column 5, square E8: 'Ä' is no tile of the english set", grid(8, "....Ä..........").encode("latin-1")
    ),
    "UTF-16 cut short": board(": the file begins as UTF-16 but is not (byte 481)", grid().encode("utf-16")[:-1]),
    "very long": board(": 200,000 characters are no board: expected one line a row, or CGP", "x" * 200_000),
    # CGP
    "CGP row missing": board(", line 1: 14 rows, expected 15 (tournament rules)", "15/" * 13 + "15 / 0/0 0\n"),
    "CGP of another size": board(
        ", line 1: 21 rows, expected 15 (tournament rules): try --rules super", "21/" * 20 + "21 / 0/0 0\n"
    ),
    "CGP row too wide": board(", line 1: row 2 '16' has 16 squares, expected 15", cgp(rows={2: "16"})),
    "CGP row too narrow": board(", line 1: row 2 '7CAT4' has 14 squares, expected 15", cgp(rows={2: "7CAT4"})),
    "CGP row empty": board(", line 1: row 2 '' has 0 squares, expected 15", cgp(rows={2: ""})),
    "CGP unknown tile": board(", line 1: row 2, square F2: '!' is no tile of the english set", cgp(rows={2: "5!9"})),
    "CGP negative": board(", line 1: row 2, square A2: '-' is no tile of the english set", cgp(rows={2: "-15"})),
    "CGP bracket not closed": board(", line 1: '[CH': expected a tile in brackets such as [CH]", cgp(rows={2: "13[CH"})),
    "CGP without zeros": board(
        ", line 1: not a CGP position: expected rows racks scores zeros [opcodes]", "15/" * 14 + "15 / 0/0\n"
    ),
    "CGP bad rack": board(", line 1: rack 'C4T': '4' (tile 2) is no tile of the english set", cgp(rack="C4T")),
    "CGP bad scores": board(", line 1: scores 'a/b': expected whole numbers such as 120/95", EMPTY.replace("0/0 0", "a/b 0")),
    "CGP bad zeros": board(", line 1: number of scoreless turns 'x': expected a whole number", EMPTY.replace("0/0 0", "0/0 x")),
    "CGP bad bonus": board(
        ", line 1: bingo bonus 'x' (opcode bb): expected a whole number", EMPTY.replace("0/0 0", "0/0 0 bb x;")
    ),
    "CGP bonus out of range": board(
        ", line 1: setting bingo_bonus = 999: expected a whole number from 0 to 100", EMPTY.replace("0/0 0", "0/0 0 bb 999;")
    ),
    "CGP unknown rules": board(
        f", line 1: unknown rule set 'nonesuch'; known: {RULE_SETS}, or a file ending in .toml",
        EMPTY.replace("0/0 0", "0/0 0 rules nonesuch;"),
    ),
    "CGP without rack": Bad(
        "error: standard input, line 1: no rack: give one with --rack LETTERS, or as a line rack: LETTERS in the file",
        ("solve", "-"),
    ),
    # racks
    "rack with punctuation": Bad(
        "error: rack 'C!T': '!' (tile 2) is no tile of the english set", ("solve", "-", "--rack", "C!T")
    ),
    "rack with a digit": Bad("error: rack 'CA1': '1' (tile 3) is no tile of the english set", ("solve", "-", "--rack", "CA1")),
    "rack with a dot": Bad(
        "error: rack 'A.': '.' (tile 2) is no tile of the english set; a blank is written ?", ("solve", "-", "--rack", "A.")
    ),
    "rack with a blank in words": Bad(
        "error: rack 'AABCKLNT' has 8 tiles, the tournament rules allow 7; a blank is written ?",
        ("solve", "-", "--rack", "C,A,T,blank"),
    ),
    "rack much too long": Bad(
        "error: rack 'ABCDEFGHIJ' has 10 tiles, the tournament rules allow 7", ("solve", "-", "--rack", "ABCDEFGHIJ")
    ),
    "rack with a tile of another set": Bad(
        "error: rack 'A[CH]': '[CH]' (tile 2) is no tile of the english set", ("solve", "-", "--rack", "A[CH]")
    ),
    "rack too long": Bad(
        "error: rack 'ABCDEFGH' has 8 tiles, the tournament rules allow 7: --set rack_size=8 allows more",
        ("solve", "-", "--rack", "HGFEDCBA"),
    ),
    "no rack": Bad(
        "error: standard input: no rack: give one with --rack LETTERS, or as a line rack: LETTERS in the file",
        ("solve", "-"),
        grid(),
    ),
    # moves
    "no such square": move("error: no square 'Z19' on a board of 15 x 15: squares are A1 to O15", "Z19", "CAT"),
    "row off the board": move("error: no square '16A' on a board of 15 x 15: squares are A1 to O15", "16A", "CAT"),
    "column off the board": move("error: no square 'P1' on a board of 15 x 15: squares are A1 to O15", "P1", "CAT"),
    "square 0": move("error: invalid square '0A': expected like 8D (across) or D8 (down)", "0A", "CAT"),
    "square of three digits": move("error: invalid square '100A': expected like 8D (across) or D8 (down)", "100A", "CAT"),
    "square without word": move("error: move '8D' has no word: expected like 8D RETAINS", "8D"),
    "word without square": move(f"error: invalid move 'RETAINS': {EXPECTED_MOVE}", "RETAINS"),
    "zero for O": move(
        "error: invalid move '07 CLIENTS': '07' is no square; did you mean O7, with the letter O?", "07", "CLIENTS"
    ),
    "zero for O behind the word": move(
        "error: invalid move 'CLIENTS 70': '70' is no square; did you mean 7O, with the letter O?", "CLIENTS", "70"
    ),
    "no space": move(f"error: invalid move '8DRETAINS': {EXPECTED_MOVE}", "8DRETAINS"),
    "pass with more": move(f"error: invalid move 'pass now': {EXPECTED_MOVE}", "pass", "now"),
    "blank without letter": move("error: move '8D R?': a blank needs its letter, type it in lower case (place 2)", "8D", "R?"),
    "parenthesis not closed": move("error: move '8D RE(T': a parenthesis is not closed", "8D", "RE(T"),
    "only parentheses": move("error: move '8D ()' has no word: expected like 8D RETAINS", "8D", "()"),
    "letter that is no tile": move("error: move '8D FÖN': 'Ö' (place 2) is no tile of the english set", "8D", "FÖN"),
    "tile of several letters that is none": move(
        "error: move '8D [CH]O': '[CH]' (place 1) is no tile of the english set: a tile of several letters is [CH], as a blank [ch]",
        "8D",
        "[CH]O",
    ),
    "exchange of nothing": move("error: move 'exch' names no tiles: expected like exch AEI, -AEI or -3", "exch"),
    "exchange of no tile": move("error: move '-0': expected an exchange of 1 to 99 tiles", "-0"),
    "exchange of what is no tile": move("error: rack 'A1': '1' (tile 2) is no tile of the english set", "-A1"),
    # options
    "length": option("error: length 'x': expected a range of tiles such as 5..8, 5.., ..8 or 7", "--length", "x"),
    "length the wrong way": option(
        "error: length '5..3': expected a range of tiles such as 5..8, 5.., ..8 or 7", "--length", "5..3"
    ),
    "pattern": option("error: pattern 'Ä*': 'Ä' is no tile of the english set", "--word", "Ä*"),
    "pattern class": option("error: pattern '[AÄ]': [AÄ] has a letter that is no tile of the english set", "--word", "[AÄ]"),
    "through a column": option("error: --through 'H': expected a square such as H8", "--through", "H"),
    "through two squares in one": option(
        "error: --through '8h,o7': expected a square such as H8; repeat the option for each square", "--through", "8h,o7"
    ),
    "at no square": option("error: --at Z19: no such square on a board of 15 x 15", "--at", "Z19"),
    "through no square": option("error: --through P1: no such square on a board of 15 x 15", "--through", "P1"),
    "unknown rules": option(
        f"error: unknown rule set 'nonesuch'; known: {RULE_SETS}, or a file ending in .toml", "--rules", "nonesuch"
    ),
    "unknown word list": option(
        "error: no word list 'nonesuch': expected enable or the path of a file: text, .kwg or .dawg", "--lexicon", "nonesuch"
    ),
    "folder as a word list": option("error: {here}: is a folder: expected a word list file", "--lexicon", "{here}"),
    "unknown layout": Bad("error: unknown layout 'supr'; did you mean 'super'?", ("board", "--set", "layout=supr")),
    "layout outside": Bad("error: unknown layout '../sets'; known: standard, super, wwf", ("board", "--set", "layout=../sets")),
    "unknown tile set": Bad(f"error: unknown tile set 'foo'; known: {TILE_SETS}", ("board", "--set", "tiles=foo")),
    "missing tile set": Bad(
        "error: none.csv: cannot read the tile set: No such file or directory", ("board", "--set", "tiles=none.csv")
    ),
    "rules without word list": option(
        "error: the spanish rules have no word list of their own: name one with --lexicon FILE", "--rules", "spanish"
    ),
    # files
    "missing file": Bad(
        "error: {here}/none.txt: no such file: expected a board, or - for standard input", ("board", "{here}/none.txt")
    ),
    "folder": Bad("error: {here}: is a folder: expected a file with a board", ("board", "{here}")),
    "NUL in the name": Bad("error: a\\x00b: cannot be read: embedded null byte", ("board", "a\0b")),
    # word lists
    "empty word list": words("no word in the word list: expected one word a line", b""),
    "word list of blank lines": words("no word in the word list: expected one word a line", b"\n \r\n"),
    "word list of comments": words("no word in the word list: expected one word a line", b"# AA\n# AB\n"),
    "no word of these tiles": words(f"no word in the word list: expected words of the letters {ENGLISH}", "ÄÄ\n12\n".encode()),
    "NUL in the word list": words(
        "the word list holds NUL bytes: expected text, one word a line, or a graph named .kwg or .dawg", b"AA\0AB\n"
    ),
    "very long word": words("a word of 1001 letters in the word list: expected one word a line", b"A" * 1001),
    "graph named like text": words(
        "the word list holds NUL bytes: expected text, one word a line, or a graph named .kwg or .dawg",
        kwg(*ROOT_AT_2, (1, 1, 1, 0)),
    ),
    # word graphs
    "empty graph": words("0 bytes are no .kwg graph: expected 32-bit nodes", b"", "words.kwg"),
    "text named like a graph": words("10 bytes are no .kwg graph: expected 32-bit nodes", b"AA\nAB\nAAH\n"[:10], "words.kwg"),
    "graph cut within a node": words(
        "15 bytes are no .kwg graph: expected 32-bit nodes", kwg(*ROOT_AT_2, (1, 0, 1, 3), (1, 1, 1, 0))[:-1], "words.kwg"
    ),
    "graph cut within a list": graph("not a .kwg graph: the last list of nodes is not closed", *ROOT_AT_2, (1, 1, 0, 0)),
    "graph without root": graph("not a .kwg graph: node 0 leads nowhere", (0, 0, 0, 0), (0, 0, 0, 0), (1, 1, 1, 0)),
    "graph with its root outside": graph("not a .kwg graph: node 0 leads nowhere", (0, 0, 0, 99), (0, 0, 0, 0), (1, 1, 1, 0)),
    "graph with an arc outside": graph("not a .kwg graph: node 2 leads to 99 of 3 nodes", *ROOT_AT_2, (1, 1, 1, 99)),
    "graph in a circle of one": graph("not a .kwg graph: the nodes lead in a circle at 2", *ROOT_AT_2, (1, 1, 1, 2)),
    "graph in a circle of two": graph(
        "not a .kwg graph: the nodes lead in a circle at 3", *ROOT_AT_2, (1, 0, 1, 3), (2, 1, 1, 2)
    ),
    "graph of a larger alphabet": graph(
        "not a .kwg graph for this tile set: node 2 has letter 27, expected 1 to 26", *ROOT_AT_2, (27, 1, 1, 0)
    ),
    "graph with separators": graph(
        "not a .kwg graph for this tile set: node 2 has letter 0, expected 1 to 26", *ROOT_AT_2, (0, 1, 1, 0)
    ),
    "graph without words": graph("no word in the graph", *ROOT_AT_2, (1, 0, 1, 0)),
    "graph of too many words": graph(
        "more than 83,000 words in a graph of 83 nodes",
        *ROOT_AT_2,
        *((letter, 0, letter - 1, 4 + 2 * step) for step in range(40) for letter in (1, 2)),
        (1, 1, 1, 0),
    ),
    # rule files
    "missing rule file": Bad(
        "error: {here}/none.toml: cannot read the rule set: No such file or directory", ("board", "--rules", "{here}/none.toml")
    ),
    "no TOML": rules("error: {here}/mine.toml: the rule set is not TOML: Invalid value (at line 1, column 5)", "a = = 1"),
    "misspelled setting": rules(
        "error: {here}/mine.toml: unknown setting 'bingo_bonu'; did you mean 'bingo_bonus'?", "bingo_bonu = 1"
    ),
    "wrong type": rules(
        'error: {here}/mine.toml: setting bingo_bonus = "50": expected a whole number from 0 to 100', 'bingo_bonus = "50"'
    ),
    "out of range": rules(
        "error: {here}/mine.toml: setting rack_size = 31: expected a whole number from 1 to 30", "rack_size = 31"
    ),
    "title of the wrong type": rules("error: {here}/mine.toml: title = 1: expected a text", "title = 1"),
    "extends itself": rules("error: {here}/mine.toml: the rule set extends itself", 'extends = "mine.toml"'),
    "extends a missing file": rules(
        "error: {here}/none.toml: cannot read the rule set: No such file or directory", 'extends = "none.toml"'
    ),
    "extends a number": rules("error: {here}/mine.toml: extends = 1: expected the name of a rule set", "extends = 1"),
    "uneven layout": rules("error: {here}/mine.toml: layout drawn: row 2 has 3 squares, row 1 has 2", 'layout = ["..", "..."]'),
    "layout with an unknown symbol": rules(
        "error: {here}/mine.toml: layout drawn: '?' in row 2, expected one of .*'\"^-=~", 'layout = ["..", "?."]'
    ),
    "layout with two start squares": rules(
        "error: {here}/mine.toml: layout drawn: more than one start square", 'layout = ["*.", ".*"]'
    ),
    "layout too wide": rules(
        "error: {here}/mine.toml: layout drawn: row 1 has 27 squares, expected 1 to 26", f'layout = ["{"." * 27}"]'
    ),
    "layout too high": rules(
        "error: {here}/mine.toml: layout drawn: 100 rows, expected 1 to 99", "layout = [" + '".", ' * 100 + "]"
    ),
    "tile set with a broken line": rules(
        "error: {here}/t.csv, line 2: 'B,b,x,1,0' is no tile: expected letter,lower case,count,value,vowel",
        'tiles = "t.csv"',
        t_csv=b"A,a,9,1,1\nB,b,x,1,0\n",
    ),
    "tile set with a letter twice": rules(
        "error: {here}/t.csv: 'A' stands for two tiles of the alphabet", 'tiles = "t.csv"', t_csv=b"A,a,9,1,1\nA,a,9,1,1\n"
    ),
    "tile set without letters": rules(
        "error: {here}/t.csv: an alphabet of 0 letters: expected 1 to 60", 'tiles = "t.csv"', t_csv=b"?,?,2,0,0\n"
    ),
    "tile set with a mark as a letter": rules(
        "error: {here}/t.csv, line 1: '.' cannot be a letter", 'tiles = "t.csv"', t_csv=b".,.,1,1,0\n"
    ),
    "tile set with a huge count": rules(
        "error: {here}/t.csv, line 1: 'A,a,1000,1,1': count and value must be at most 999",
        'tiles = "t.csv"',
        t_csv=b"A,a,1000,1,1\n",
    ),
}


def fill(text: str, here: Path) -> str:
    return text.replace("{here}", str(here))


@pytest.mark.parametrize("name", BROKEN)
def test_broken_input(name: str, tmp_path: Path) -> None:
    bad = BROKEN[name]
    for file_name, content in bad.files.items():
        (tmp_path / file_name).write_bytes(content)
    result = run(*(fill(argument, tmp_path) for argument in bad.arguments), stdin=bad.stdin)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == fill(bad.message, tmp_path) + "\n"


def test_the_table_is_long() -> None:
    assert len(BROKEN) >= 60


USAGE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    # the library of the command line words these; what is pinned is what this project says, and that the value is named
    "top": (("--top", "-1"), ("'--top'", "-1")),
    "top of letters": (("--top", "many"), ("'--top'", "'many'")),
    "explain": (("--explain", "x"), ("'--explain'", "'x'")),
    "minimum": (("--min-score", "x"), ("'--min-score'", "'x'")),
    "format": (("--format", "xml"), ("'--format'", "'xml'", "'auto', 'table', 'tsv', 'csv', 'json', 'jsonl', 'text'")),
    "color": (("--color", "blue"), ("'--color'", "'blue'", "'auto', 'always', 'never'")),
    "by": (("--by", "luck"), ("'--by'", "'luck'")),
    "unknown option": (("--nope",), ("--nope",)),
    "unknown field": (("--fields", "rank,scores"), ("--fields", "unknown field 'scores'; did you mean 'score'?")),
    "no field": (
        ("--fields", ","),
        ("--fields", "no field: expected some of rank,kind,move,score,equity,leave,tiles,words,word,square,direction,bingo"),
    ),
    "setting without value": (("--set", "foo"), ("'--set'", "'foo': expected KEY=VALUE, for example bingo_bonus=35")),
    "setting without key": (("--set", "=1"), ("'--set'", "'=1': expected KEY=VALUE, for example bingo_bonus=35")),
    "unknown setting": (("--set", "zzz=1"), ("'--set'", f"unknown setting 'zzz'; known: {SETTINGS}")),
    "misspelled setting": (("--set", "bingo_bonu=1"), ("'--set'", "unknown setting 'bingo_bonu'; did you mean 'bingo_bonus'?")),
    "bonus as a word": (("--set", "bingo_bonus=x"), ('setting bingo_bonus = "x": expected a whole number from 0 to 100',)),
    "bonus without value": (("--set", "bingo_bonus="), ('setting bingo_bonus = "": expected a whole number from 0 to 100',)),
    "bonus below": (("--set", "bingo_bonus=-1"), ("setting bingo_bonus = -1: expected a whole number from 0 to 100",)),
    "bonus above": (("--set", "bingo_bonus=101"), ("setting bingo_bonus = 101: expected a whole number from 0 to 100",)),
    "bonus as a flag": (("--set", "bingo_bonus=true"), ("setting bingo_bonus = true: expected a whole number from 0 to 100",)),
    "bonus as a fraction": (("--set", "bingo_bonus=1.5"), ("setting bingo_bonus = 1.5: expected a whole number from 0 to 100",)),
    "leftovers": (("--set", "leftovers=all"), ('setting leftovers = "all": expected one of double, transfer, subtract, none',)),
    "challenge": (
        ("--set", "challenge=twice"),
        (
            'setting challenge = "twice": expected one of double, single, five, five-per-play, ten, void, triple, minus-five, '
            "minus-ten",
        ),
    ),
    "flag": (("--set", "teams=yes"), ('setting teams = "yes": expected true or false',)),
    "scoreless": (
        ("--set", "scoreless_limit=often"),
        ('setting scoreless_limit = "often": expected a whole number from 0 to 100, or a text like "2 per player"',),
    ),
    "targets": (("--set", "targets=[0]"), ("setting targets = [0]: expected a list of at most four scores from 1 to 10000",)),
    "bingo tiles": (
        ("--set", "bingo_tiles=0"),
        ('setting bingo_tiles = 0: expected "rack" (as many as the rack holds) or a whole number from 1 to 30',),
    ),
    "layout": (
        ("--set", "layout=[1]"),
        ("setting layout = [1]: expected the name of a layout, or its rows as a list of texts",),
    ),
    "extra words": (
        ("--set", "extra_words=[1]"),
        ("setting extra_words = [1]: expected a list of words, or the path of a word file",),
    ),
    "two boards": (("second.txt",), ("second.txt",)),
}


@pytest.mark.parametrize("name", USAGE)
def test_broken_usage(name: str) -> None:
    options, said = USAGE[name]
    result = run("solve", "-", "--rack", "CAT", *options, stdin=EMPTY)
    assert (result.exit_code, result.stdout) == (2, "")
    first, message, last = result.stderr.splitlines()
    assert first == "Usage: scrabblecli solve [OPTIONS] BOARD"
    assert message.startswith("error: ")
    assert all(part in message for part in said), message
    assert last == "Try 'scrabblecli solve --help'."


@pytest.mark.parametrize("command", ["solve", "score"])
def test_missing_board(command: str) -> None:
    result = run(command)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Missing argument 'BOARD'" in result.stderr


# Messages that do not yet say what, where and what was expected


class Telling(NamedTuple):
    """An input whose message must say ``needed`` and must not say ``wrong``."""

    arguments: tuple[str, ...]
    needed: str = "error: "
    wrong: str = "\n\n"
    stdin: str | bytes = EMPTY
    files: Mapping[str, bytes] = {}


TELLING: dict[str, Telling] = {
    "layout of the command line": Telling(
        ("solve", "-", "--rack", "CAT", "--set", "layout=supr"), needed="'super'", wrong="standard input, line 1"
    ),
    "tile set of the command line": Telling(
        ("solve", "-", "--rack", "CAT", "--set", "tiles=none.csv"), needed="none.csv", wrong="standard input, line 1"
    ),
    "rack with an open bracket": Telling(("solve", "-", "--rack", "A[CH"), needed="rack 'A[CH'"),
    "uses": Telling(("solve", "-", "--rack", "CAT", "--uses", "!"), needed="--uses"),
    "keeps": Telling(("solve", "-", "--rack", "CAT", "--keeps", "1"), needed="--keeps"),
    "pattern with an open bracket": Telling(("solve", "-", "--rack", "CAT", "--word", "[A"), needed="pattern '[A'"),
    "empty pattern": Telling(("solve", "-", "--rack", "CAT", "--word", ""), needed="error: "),
    "at what is no square": Telling(("solve", "-", "--rack", "CAT", "--at", "foo"), needed="--at"),
    "empty word list name": Telling(("solve", "-", "--rack", "CAT", "--lexicon", ""), needed="--lexicon"),
    "rack beyond every rack size": Telling(
        ("solve", "-", "--rack", "A" * 61, "--set", "rack_size=30"), needed="30", wrong="rack_size=61"
    ),
    "misspelled rules": Telling(("board", "--rules", "hasbro-2020"), needed="did you mean 'hasbro-2021'?", wrong="?, or"),
    "word list of the file": Telling(
        ("solve", "-", "--rack", "CAT"), needed="(named by the position)", stdin="lexicon: nonesuch\n" + grid()
    ),
    "a text that is no board": Telling(
        ("solve", "-", "--rack", "CAT"), needed="board", wrong="K1 is missing", stdin="hello world\n"
    ),
    "move with an open bracket": Telling(("score", "-", "9F [AX"), needed="move '9F [AX'", stdin=JOG),
    "parenthesis not opened": Telling(("score", "-", "8D RE)T"), needed="parenthesis", wrong="no tile", stdin=JOG),
    "two words": Telling(("score", "-", "8D", "RE", "AINS"), needed="a space (place 3) in the word", wrong="no tile", stdin=JOG),
    "extends an unknown set": Telling(
        ("board", "--rules", "{here}/mine.toml"), needed="mine.toml: ", files={"mine.toml": b'extends = "foo"'}
    ),
    "UTF-16 cut short": Telling(
        ("check", "AA", "--lexicon", "{here}/w.txt"), needed="UTF-16", wrong="codec", files={"w.txt": b"\xff\xfeA"}
    ),
    "tile set in Latin-1": Telling(
        ("board", "--rules", "{here}/mine.toml"),
        needed="UTF-8",
        wrong="codec",
        files={"mine.toml": b'tiles = "t.csv"', "t.csv": b"\xc4,\xe4,1,1,1\n"},
    ),
}


@pytest.mark.parametrize("name", TELLING)
def test_message_says_enough(name: str, tmp_path: Path) -> None:
    telling = TELLING[name]
    for file_name, content in telling.files.items():
        (tmp_path / file_name).write_bytes(content)
    result = run(*(fill(argument, tmp_path) for argument in telling.arguments), stdin=telling.stdin)
    assert result.exit_code == 2
    assert telling.needed in result.stderr
    assert telling.wrong not in result.stderr


# Nothing in a file acts on a terminal

ESCAPE = "\x1b[2J\x07\x9b31m\u202e"
HOSTILE: dict[str, Any] = {
    "board": (("solve", "-", "--rack", "CAT"), grid(8, f"....{ESCAPE}......")),
    "rack of the file": (("solve", "-"), f"rack: {ESCAPE}\n" + grid()),
    "key": (("solve", "-", "--rack", "CAT"), f"ra\x1bck: A\n{grid()}"),
    "rules of the file": (("solve", "-", "--rack", "CAT"), f"rules: {ESCAPE}\n" + grid()),
    "word list of the file": (("solve", "-", "--rack", "CAT"), f"lexicon: {ESCAPE}\n" + grid()),
    "scores of the file": (("solve", "-", "--rack", "CAT"), f"scores: {ESCAPE}\n" + grid()),
    "setting of the file": (("solve", "-", "--rack", "CAT"), f"set: {ESCAPE}=1\n" + grid()),
    "setting's value": (("solve", "-", "--rack", "CAT"), f"set: layout={ESCAPE}\n" + grid()),
    "CGP row": (("solve", "-", "--rack", "CAT"), cgp(rows={3: f"7{ESCAPE}"})),
    "CGP rack": (("solve", "-"), cgp(rack=ESCAPE)),
    "CGP list": (("solve", "-", "--rack", "CAT"), EMPTY.replace("0/0 0", f"0/0 0 lex {ESCAPE};")),
    "CGP list drawn": (("board", "-", "--to", "draw"), EMPTY.replace("0/0 0", f"0/0 0 lex {ESCAPE};")),
    "CGP letters": (("solve", "-", "--rack", "CAT"), EMPTY.replace("0/0 0", f"0/0 0 ld {ESCAPE}; bdn {ESCAPE}; var {ESCAPE};")),
    "CGP bonus": (("solve", "-", "--rack", "CAT"), EMPTY.replace("0/0 0", f"0/0 0 bb {ESCAPE};")),
    "move": (("score", "-", f"8D {ESCAPE}"), EMPTY),
    "rack": (("solve", "-", "--rack", ESCAPE), EMPTY),
    "file name": (("solve", f"none{ESCAPE}.txt"), ""),
    "word": (("check", f"AA{ESCAPE}"), ""),
}


def acting(text: str) -> set[str]:
    """The characters of an output that could act on a terminal."""
    return {character for character in text if not character.isprintable() and character not in "\n\t"}


@pytest.mark.parametrize("name", HOSTILE)
def test_terminal_escapes_are_shown_not_sent(name: str) -> None:
    arguments, stdin = HOSTILE[name]
    result = run(*arguments, stdin=stdin)
    assert result.stdout + result.stderr != ""
    assert not acting(result.stdout + result.stderr)


@pytest.mark.parametrize("to", ["text", "cgp"])
def test_terminal_escapes_in_converted_positions(to: str) -> None:
    result = run("board", "-", "--to", to, stdin=EMPTY.replace("0/0 0", f"0/0 0 lex {ESCAPE}; move {ESCAPE};"))
    assert not acting(result.stdout + result.stderr)


@pytest.mark.skipif(sys.platform == "win32", reason="no such file names there")
@pytest.mark.parametrize("output_format", ["table", "text", "tsv", "json", "jsonl"])
@pytest.mark.parametrize("command", ["solve", "score", "check"])
def test_terminal_escapes_in_the_name_of_a_word_list(command: str, output_format: str, tmp_path: Path) -> None:
    path = tmp_path / f"w{ESCAPE}.txt"
    path.write_text("AA\nAÄ\n", encoding="utf-8")
    arguments = {"solve": ("solve", "-", "--rack", "AAB"), "score": ("score", "-", "8G AB"), "check": ("check", "AA", "AB")}[
        command
    ]
    result = run(*arguments, "--lexicon", str(path), "--format", output_format, stdin=EMPTY)
    assert result.exit_code in (0, 1)
    assert not acting(result.stdout + result.stderr)


# Never a traceback


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (("solve", "-", "--rack", "CAT", "--explain", "9" * 25, "--format", "text"), EMPTY),
        (("solve", "-", "--rack", "CAT", "--top", "9" * 25), EMPTY),
        (("board", "-"), "rules: a\0.toml\n" + grid()),
        (("board", "--rules", "a\0.toml"), ""),
        (("board", "-"), "set: tiles=a\0.csv\n" + grid()),
        (("solve", "-", "--rack", "CAT"), "lexicon: a\0.txt\n" + grid()),
        (("board", "--set", "layout=" + "[" * 100_000), ""),
        (("board", "-"), "set: layout=" + "[" * 50_000 + "\n" + grid()),
        (("solve", "-", "--rack", "CAT", "--word", "*" * 5000), EMPTY),
        (("solve", "-", "--rack", "CAT", "--word", "*A" * 15 + "*B"), EMPTY),
        (("solve", "-", "--rack", "\udcff"), EMPTY),
        (("score", "-", "8D \udcff", "--format", "json"), EMPTY),
        (("check", "\udcff", "--format", "json"), ""),
        (("board", "\udcff.txt"), ""),
        (("score", "-", ""), EMPTY),
    ],
    ids=range(15),
)
def test_extremes_end_with_a_status(arguments: tuple[str, ...], stdin: str) -> None:
    result = run(*arguments, stdin=stdin)
    assert result.exit_code in (0, 1, 2)
    assert (result.stdout != "") == (result.exit_code != 2)


@pytest.mark.parametrize("kind", ["text", "cgp"])
def test_garbled_positions_end_with_a_status(kind: str) -> None:
    source = random.Random(kind)
    seeds = {
        "text": [
            "rack: CAT\n" + grid(8, ".....JOG......."),
            grid(8, "|.|.|.|.|.|J|o|G|.|.|.|.|.|.|.|"),
            "rules: super\n" + ("." * 21 + "\n") * 21,
        ],
        "cgp": [JOG, EMPTY.strip() + " lex enable; ld english; bb 40; rules wwf;\n"],
    }[kind]
    pieces = [
        *"ABCZaz.|[]/?*#:;=-+~'\" \t\r\n\0\x1b0159\u00c4\u202e\ufeff",
        "[CH]",
        "rack:",
        "rules: wwf\n",
        "set: ",
        "bb ",
        "15/",
        "//",
        ">",
    ]
    statuses = set()
    for _ in range(400):
        text = source.choice(seeds)
        for _ in range(source.randint(1, 6)):
            place = source.randint(0, len(text))
            text = text[:place] + source.choice(pieces) * source.choice((1, 1, 2, 15)) + text[place + source.choice((0, 1, 3)) :]
        result = run("solve", "-", "--rack", "CAT", "--top", "1", stdin=text)
        assert result.exit_code in (0, 2), text
        assert (result.exit_code == 2) == ("error: " in result.stderr), text
        assert not acting(result.stdout + result.stderr), text
        statuses.add(int(result.exit_code))
    assert statuses == {0, 2}


@pytest.mark.parametrize(
    "call",
    [
        ("check", "--board", "boards/teazeling.txt", "--move", "1L MAZE", "--sure"),
        ("analyze", "boards/misled.cgp", "--time"),
        ("solve", "boards/endgame.txt", "--by", "endgame", "--time"),
        ("puzzle", "make", "--margin"),
    ],
)
def test_nan_is_in_no_range(call: tuple[str, ...]) -> None:
    """Every comparison with it is false, so that a range alone lets it pass."""
    result = run(*call, "nan")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"Invalid value for '{call[-1]}': nan is not in the range 0<=x<=" in result.stderr
