"""Options, values, arguments and commands that are not there: what is said of what may have been meant; moves in other words."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from scrabblecli.board import Board
from scrabblecli.cli import play as play_command
from scrabblecli.cli import scrabblecli
from scrabblecli.cli.meant import _MEANT
from scrabblecli.move import StatedPlay, parse_move
from scrabblecli.rules import built_in_names, load_rules
from tests.helpers import EMPTY, JOG, TEAZELING, cgp, run, table

RULES = load_rules()
HINTS: dict[str, tuple[tuple[str, ...], str]] = {
    # the value of an option, taken for one
    "csv": (("solve", "-", "--rack", "CAT", "--csv"), "No such option '--csv'; did you mean --format csv?"),
    "svg": (("board", "-", "--svg"), "No such option '--svg'; did you mean --to svg?"),
    "equity": (("solve", "-", "--rack", "CAT", "--equity"), "No such option '--equity'; did you mean --by equity?"),
    "first option with a value": (("solve", "-", "--score"), "No such option '--score'; did you mean --by score?"),
    "misspelled value": (("score", "-", "8A", "CAT", "--jsn"), "No such option '--jsn'; did you mean --format json?"),
    # what other programs call it
    "output": (("solve", "-", "--rack", "CAT", "-o", "out.csv"), "No such option '-o'; write > FILE behind the command"),
    "output where there is one": (("puzzle", "make", "--out", "x"), "No such option '--out'; did you mean --output?"),
    "why": (("analyze", "-", "--why"), "No such option '--why'; did you mean --format text?"),
    "by": (("analyze", "-", "--by", "sim"), "No such option '--by'; did you mean --deep?"),
    "dictionary": (("check", "CAT", "--dictionary", "x"), "No such option '--dictionary'; did you mean --lexicon?"),
    "n": (("solve", "-", "-n", "3"), "No such option '-n'; did you mean --top?"),
    "h": (("solve", "-h"), "No such option '-h'; did you mean --help?"),
    # misspelled, or another command's
    "misspelled": (("solve", "-", "--racks", "CAT"), "No such option '--racks'; did you mean --rack?"),
    "of another command": (("analyze", "-", "--fields", "rank"), "No such option '--fields'; scrabblecli solve has --fields"),
    "of other commands": (
        ("solve", "-", "--html"),
        "No such option '--html'; scrabblecli board has --to html; scrabblecli game review has --format html; scrabblecli game score has"
        " --format html",
    ),
    "of no command": (("solve", "-", "--zzz"), "No such option '--zzz'"),
    # beside a move
    "output behind a move": (
        ("play", "-", "15G", "NEVOID", "-o", "after.txt"),
        "No such option '-o'; write > FILE behind the command",
    ),
    "output before a move": (
        ("play", "-", "-o", "after.txt", "15G", "NEVOID"),
        "No such option '-o'; write > FILE behind the command",
    ),
    "output behind a quoted move": (("score", "-", "15G NEVOID", "-o"), "No such option '-o'; write > FILE behind the command"),
    "long option behind a move": (("play", "-", "8F", "JOG", "--csv"), "No such option '--csv'"),
    # values
    "excel": (
        ("solve", "-", "--rack", "CAT", "--format", "excel"),
        "Invalid value for '--format': 'excel' is not one of 'auto', 'table', 'tsv', 'csv', 'json', 'jsonl', 'text'; did you mean 'csv'?",
    ),
    "picture": (("board", "-", "--to", "png"), "'png' is not one of 'draw', 'text', 'cgp', 'svg', 'html'; did you mean 'svg'?"),
    # settings
    "settings behind each other": (
        ("solve", "-", "--set", "bingo_bonus=1", "rack_size=8"),
        "Got unexpected extra argument (rack_size=8); repeat --set for each setting: --set rack_size=8",
    ),
    "settings in one": (
        ("solve", "-", "--set", "bingo_bonus=1,rack_size=8"),
        'Invalid value for \'--set\': setting bingo_bonus = "1,rack_size=8": expected a whole number from 0 to 100; repeat --set for each'
        " setting",
    ),
    # arguments
    "rack as an argument": (("solve", "-", "CEILNT?"), "Got unexpected extra argument (CEILNT?); did you mean --rack 'CEILNT?'?"),
    "move as an argument": (
        ("analyze", "-", "O7", "CLIENTs"),
        "Got unexpected extra arguments (O7 CLIENTs); did you mean --move 'O7 CLIENTs'?",
    ),
    "move for a drawing": (
        ("board", "-", "O7 CLIENTs"),
        "Got unexpected extra argument (O7 CLIENTs); scrabblecli play BOARD MOVE lays a move on a board",
    ),
    "second board": (("solve", "-", "second.txt"), "Got unexpected extra argument (second.txt)"),
    # commands
    "command of another name": (("best", "-"), "no such command 'best'; did you mean 'solve'?"),
    "subcommand": (("review", "x.gcg"), "no such command 'review'; did you mean 'game review'?"),
    "misspelled command": (("solvee", "-"), "no such command 'solvee'; did you mean 'solve'?"),
    "misspelled subcommand": (("game", "revue"), "no such command 'game revue'; did you mean 'review'?"),
}  # fmt: skip


@pytest.mark.parametrize("name", HINTS)
def test_hints(name: str) -> None:
    arguments, said = HINTS[name]
    result = run(*arguments, stdin=EMPTY)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[1].endswith(said)


def test_what_may_be_meant_is_there() -> None:
    """Every word of the table leads to an option, a value or a command that some command has."""
    known = {">"}

    def look(command: click.Command) -> None:
        for parameter in command.params:
            known.update(parameter.opts)
            if isinstance(parameter.type, click.Choice):
                known.update(map(str, parameter.type.choices))
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                known.add(name)
                look(inner)

    look(scrabblecli)
    assert {part for meant in _MEANT.values() for text in meant for part in text.split()} <= known | {"FILE", "--help"}


@pytest.mark.parametrize(("alias", "name"), [("points", "score"), ("Points", "score"), ("score", "score")])
def test_other_names_of_what_ranks(alias: str, name: str) -> None:
    found = [run("solve", "-", "--rack", "CAT", "--by", by, stdin=JOG) for by in (alias, name)]
    assert found[0].exit_code == 0
    assert found[0].stdout == found[1].stdout


def test_simulation_is_another_name_too() -> None:
    options = (
        "--rack",
        "CAT",
        "--iterations",
        "20",
        "--candidates",
        "2",
        "--seed",
        "1",
        "--threads",
        "1",
        "--quiet",
        "--top",
        "1",
    )
    found = [run("solve", "-", *options, "--by", by, stdin=JOG) for by in ("simulation", "sim")]
    assert found[0].exit_code == 0
    assert found[0].stdout == found[1].stdout


def test_other_names_are_not_in_the_help() -> None:
    assert "[score|equity|sim|preendgame|endgame]" in run("solve", "--help").stdout


# Rules by their titles


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Words With Friends", "wwf"), ("words-with-friends", "wwf"), ("WORDS WITH FRIENDS", "wwf"), ("Super Scrabble", "super"),
        ("Open Dictionary", "open-dictionary"), ("partner racks", "partner-racks"), ("Hasbro 2021", "hasbro-2021"), ("WWF", "wwf"),
    ],
)  # fmt: skip
def test_titles_are_names(title: str, name: str) -> None:
    assert load_rules(title) is load_rules(name)
    assert load_rules(title).origin == name


def test_titles_in_files_and_commands() -> None:
    board = run("board", "-", stdin="rules: Words With Friends\n" + ("." * 15 + "\n") * 15)
    assert board.stdout.startswith("rules: wwf\n")
    assert run("rules", "show", "words with friends").stdout == run("rules", "show", "wwf").stdout


def test_every_title_is_a_name_of_its_own() -> None:
    for name in built_in_names():
        assert load_rules(load_rules(name).title) is load_rules(name)


# Squares and ranks


def test_several_squares() -> None:
    def found(*squares: str) -> set[str]:
        options = [part for square in squares for part in ("--through", square)]
        result = run("solve", "-", "--rack", "AEINRST", "--top", "0", *options, stdin=JOG)
        return {row["move"] for row in table(result.stdout)}

    assert found("H8", "I8") == found("H8") & found("I8") != set()
    assert found("H8", "I8") < found("H8")


def test_ranks_of_a_filtered_list_are_explained() -> None:
    def notes(*options: str) -> list[str]:
        lines = run("solve", TEAZELING, "--rack", "AEGINTZ", "--top", "3", *options).stderr.splitlines()
        return [line for line in lines if "ranks" in line]

    plays = json.loads(run("solve", TEAZELING, "--rack", "AEGINTZ", "--top", "1", "--format", "json").stdout)["count"]
    assert notes() == []
    assert notes("--min-score", "1") == []
    assert notes("--length", "3") == [f"note: ranks are those of all {plays:,} plays"]
    assert notes("--length", "3", "--by", "equity") == ["note: ranks are those of all moves"]
    assert notes("--length", "3", "--quiet") == []


# Moves


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("RETAINS 8D", "8D RETAINS"), ("RE(T)AINs d8", "D8 RE(T)AINs"), ("  RETAINS  8D ", "8D RETAINS"), ("swap AEI", "exch AEI"),
        ("SWAP 3", "exch 3"), ("xch AEI", "exch AEI"), ("change AEI", "exch AEI"), ("SWAP 8D", "8D SWAP"), ("exch O7", "O7 exch"),
        ("PASS 8D", "8D PASS"), ("exchange A1", "A1 exchange"),
    ],
)  # fmt: skip
def test_moves_in_other_words(typed: str, move: str) -> None:
    board = Board.empty(15, 15)
    found, expected = (parse_move(text, RULES.tiles, board) for text in (typed, move))
    if isinstance(found, StatedPlay) and isinstance(expected, StatedPlay):
        assert found[:3] == expected[:3]  # the text is what was typed
    else:
        assert found == expected


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("7O CLIENTS", "runs off the board by 6 squares after O7; O7 would be down"),
        ("O7 CLIENTS", None),
        ("O14 CLIENTS", "runs off the board by 5 squares after O15"),
        ("K12 CLIENTS", "runs off the board by 3 squares after K15"),
        ("B14 CLIENTS", "runs off the board by 5 squares after B15; 14B would be across"),
    ],
)
def test_row_and_column_swapped(move: str, said: str | None) -> None:
    result = run("score", "-", move, "--format", "json", stdin=EMPTY)
    messages = {reason["code"]: reason["message"] for reason in json.loads(result.stdout)["reasons"]}
    assert messages.get("off_board") == said


NOTE = "note: small letters are blanks; type capitals for other tiles"


@pytest.mark.parametrize(
    "call",
    [
        ("score", "-", "8g so"), ("score", "-", "8g so", "--rack", "SOAP"), ("play", "-", "8g so", "--rack", "SOAP"),
        ("analyze", "-", "--rack", "SOAP", "--move", "8g so"), ("check", "--board", "-", "--move", "8g so"),
        ("check", "--board", "-", "--move", "8g so", "--rack", "SOAP"),
    ],
)  # fmt: skip
def test_moves_in_small_letters(call: tuple[str, ...]) -> None:
    result = run(*call, stdin=EMPTY)
    assert result.stderr.splitlines().count(NOTE) == 1
    assert NOTE not in run(*call, "--quiet", stdin=EMPTY).stderr


@pytest.mark.parametrize(
    "call", [("score", "-", "8G SO"), ("score", "-", "8g So"), ("analyze", "-", "--rack", "??A", "--move", "8g so")]
)
def test_moves_with_blanks_that_are_there(call: tuple[str, ...]) -> None:
    assert NOTE not in run(*call, stdin=EMPTY).stderr


# The board after a move


@pytest.mark.parametrize(
    ("board", "options", "begins"),
    [
        (Path(TEAZELING).read_text(encoding="utf-8"), (), "   A B C"),
        (Path(TEAZELING).read_text(encoding="utf-8"), ("--to", "text"), "...........MAZE"),
        (cgp(rows={8: "5JOG7"}), (), "15/"),
    ],
)
def test_a_board_is_drawn_on_a_terminal(
    board: str, options: tuple[str, ...], begins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    move = "1L MAZE" if board.startswith(".") else "8F ...S"
    piped = run("play", "-", move, *options, stdin=board).stdout
    assert piped.startswith(begins if options or begins == "15/" else "...........MAZE")
    monkeypatch.setattr(play_command, "on_terminal", lambda: True)
    shown = run("play", "-", move, *options, stdin=board).stdout
    assert shown.startswith(begins)
    # what is drawn can be read again
    assert run("board", "-", "--to", "text", stdin=shown).stdout == run("board", "-", "--to", "text", stdin=piped).stdout
