"""``puzzle``: what is clearly best, themes, files that are the same for a seed, and the quiz."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from scrabblecli.analysis.endgame import Endgames
from scrabblecli.analysis.endgame_rules import EndgameState, endgame_rack
from scrabblecli.board import Board
from scrabblecli.formats.cgp import opcodes_of, parse_cgp
from scrabblecli.formats.position import RuleChoice
from scrabblecli.game.chance import Chance
from scrabblecli.game.puzzles import themes_of
from scrabblecli.lexicon import Lexicon
from scrabblecli.move import Play, StatedPlay, parse_move, resolve
from scrabblecli.rules import RuleSet
from tests.helpers import EMPTY, ROOT, TEAZELING, cgp, environment, run, table, word_list

KITCHEN = str(ROOT / "boards" / "kitchen.gcg")
OPEN = cgp(rack="ADHIITZ", rows={7: "6BAM6", 8: "3FEDORA6"})
"""A position with one bingo, E1 THIAZIDE, that is 61 better than anything else."""


def schema(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(
        json.loads((ROOT / "docs" / "schema" / f"{name}.schema.json").read_text(encoding="utf-8"))
    )


def made(*arguments: str, stdin: str | None = None) -> list[dict[str, Any]]:
    result = run("puzzle", "make", *arguments, "--to", "json", "--quiet", stdin=stdin)
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    schema("puzzle").validate(document)
    puzzles: list[dict[str, Any]] = document["puzzles"]
    return puzzles


@pytest.fixture(scope="module")
def played() -> list[dict[str, Any]]:
    """Puzzles of games that are played."""
    return made("--count", "4", "--seed", "7")


@pytest.fixture(scope="module")
def recorded() -> list[dict[str, Any]]:
    """The puzzles of a recorded game."""
    return made(KITCHEN)


@pytest.fixture(scope="module")
def quiz_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file with three puzzles: a bingo, a hook, an endgame."""
    path = tmp_path_factory.mktemp("puzzles") / "three.cgp"
    lines = run("puzzle", "make", KITCHEN, "--quiet").stdout.splitlines()
    first = next(line for line in lines if "THIAZID" in line)
    hook = next(line for line in lines if "themes bingo hook;" in line)
    end = next(line for line in lines if "endgame" in line)
    path.write_text("\n".join([lines[0], first, hook, end]) + "\n", encoding="utf-8")
    return str(path)


def laid(line: str, move: str, tournament: RuleSet) -> object:
    """The squares and letters of a move, upper case: what makes moves different."""
    position = parse_cgp(line, "test", 1, RuleChoice())
    stated = parse_move(move, tournament.tiles, position.board)
    if not isinstance(stated, StatedPlay):
        return move
    return frozenset((square, face & 0x3F) for square, face in stated.new_tiles(position.board))


# What is clearly best


def test_the_answer_is_so_much_better_than_all_others(played: list[dict[str, Any]], tournament: RuleSet) -> None:
    assert len(played) == 4
    for puzzle in played:
        line = puzzle["position"]
        if "endgame" in puzzle["themes"]:
            continue
        moves = json.loads(run("solve", "-", "--by", "equity", "--top", "400", "--format", "json", "--quiet", stdin=line).stdout)[
            "moves"
        ]
        answer = laid(line, puzzle["answer"], tournament)
        assert moves[0]["move"] == puzzle["answer"]
        second = next(move for move in moves if laid(line, move["move"], tournament) != answer)
        assert puzzle["margin"] == pytest.approx(moves[0]["equity"] - second["equity"])
        assert puzzle["margin"] >= 10
        assert puzzle["second"] == second["move"]


def test_the_same_word_with_another_tile_blank_is_no_other_answer() -> None:
    """SPAZZES is laid with either S blank for 108 points: what counts is the next play elsewhere, for 107."""
    game = "players: Ann, Bob\n8G OX\nBob: pass\nAnn (AEPSZZ?): pass\n"
    [puzzle] = [puzzle for puzzle in made("-", "--margin", "0.5", stdin=game) if "Z" in puzzle["rack"]]
    assert (puzzle["answer"], puzzle["second"], puzzle["margin"]) == ("F7 SPAZZEs", "F2 SPAZZEs", 1)


def test_endgames_are_proven(recorded: list[dict[str, Any]]) -> None:
    ends = [puzzle for puzzle in recorded if "endgame" in puzzle["themes"]]
    assert ends
    for puzzle in ends:
        moves = ("--move", puzzle["answer"], "--move", puzzle["second"])
        shown = run("analyze", "-", *moves, "--time", "0", "--format", "jsonl", "--quiet", stdin=puzzle["position"]).stdout
        answer, second = map(json.loads, shown.splitlines())
        assert (answer["basis"], answer["grade"], answer["equity_lost"]) == ("endgame", "best", 0)
        assert second["equity_lost"] == puzzle["margin"] >= 5
        assert answer["played"]["equity"] == puzzle["equity"]


def test_a_hard_endgame_is_left_at_the_same_place_everywhere(tournament: RuleSet, enable: Lexicon) -> None:
    position = parse_cgp(_endgame(), "test", 1, RuleChoice())
    assert position.rack is not None
    state = EndgameState(
        tournament, position.board, (position.rack, endgame_rack(position.board, position.rack, tournament)), (0, 0)
    )
    found = [Endgames(tournament, enable).solve(state, 1, limit=limit) for limit in (300, 300, None)]
    assert (found[0].stopped, found[0].proven, found[2].stopped, found[2].proven) == ("limit", False, None, True)
    assert [move._replace(line=None) for move in found[0].moves] == [move._replace(line=None) for move in found[1].moves]
    assert found[0].positions == found[1].positions < found[2].positions


def _endgame() -> str:
    return run("board", str(ROOT / "boards" / "endgame.txt"), "--to", "cgp").stdout


def test_only_moves_that_are_wanted_are_searched(tournament: RuleSet, enable: Lexicon) -> None:
    position = parse_cgp(_endgame(), "test", 1, RuleChoice())
    assert position.rack is not None
    state = EndgameState(
        tournament, position.board, (position.rack, endgame_rack(position.board, position.rack, tournament)), (0, 0)
    )
    endgames = Endgames(tournament, enable)
    whole = endgames.solve(state, 2)
    best = whole.moves[0].ranked.move
    within = endgames.solve(state, 1, only=lambda move: move != best)
    assert len(within.moves) == len(whole.moves) - 1
    assert within.proven
    assert (within.moves[0].ranked.move, within.moves[0].spread) == (whole.moves[1].ranked.move, whole.moves[1].spread)


# Themes


@pytest.mark.parametrize(
    ("rows", "move", "themes"),
    [
        ({8: "5CAT7"}, "I8 SAND", ("hook",)),  # CATS
        ({8: "5CAT7"}, "E8 SAND", ("hook",)),  # SCAT
        ({8: "5CAT7"}, "8F CATS", ()),  # the main word alone is longer
        ({8: "5CAT7"}, "9F ATE", ("parallel",)),  # CA AT TE have two tiles
        ({8: "5CAT7"}, "F8 CANE", ()),
        ({8: "5CAT7"}, "9H ON", ()),  # one tile beside another
        ({8: "5CAT7"}, "G7 BAD", ()),
        ({7: "6O8", 8: "5CAT7"}, "9G NE", ("hook", "parallel")),  # OAN is lengthened, TE lies beside it
        ({8: "5CAT7"}, "I2 RAINIEST", ("bingo", "hook")),
        ({8: "5CAT7"}, "I8 SANDIER", ("bingo", "hook")),
    ],
)  # fmt: skip
def test_themes(rows: dict[int, str], move: str, themes: tuple[str, ...], tournament: RuleSet) -> None:
    board = parse_cgp(cgp(rows=rows), "test", 1, RuleChoice()).board
    assert themes_of(board, play_of(move, board, tournament), tournament, 50) == themes
    assert themes_of(board, play_of(move, board, tournament), tournament, 0) == (*themes, "endgame")


def play_of(move: str, board: Board, rules: RuleSet) -> Play:
    stated = parse_move(move, rules.tiles, board)
    assert isinstance(stated, StatedPlay)
    play, _ = resolve(stated, board, rules.tiles.alphabet)
    assert play is not None
    return play


@pytest.mark.parametrize("theme", ["bingo", "hook", "parallel", "endgame"])
def test_only_puzzles_of_a_theme(theme: str, recorded: list[dict[str, Any]]) -> None:
    wanted = [puzzle for puzzle in recorded if theme in puzzle["themes"]]
    assert made(KITCHEN, "--theme", theme) == wanted


def test_themes_add_up(recorded: list[dict[str, Any]]) -> None:
    wanted = [puzzle for puzzle in recorded if {"hook", "endgame"} & set(puzzle["themes"])]
    assert wanted
    assert made(KITCHEN, "--theme", "hook", "--theme", "endgame") == wanted


def test_a_smaller_margin_finds_more(recorded: list[dict[str, Any]]) -> None:
    more = made(KITCHEN, "--margin", "2")
    assert len(more) > len(recorded)
    assert min(puzzle["margin"] for puzzle in more) >= 2
    assert {puzzle["from"] for puzzle in recorded} < {puzzle["from"] for puzzle in more}


def test_nothing_is_taken_while_few_tiles_are_in_the_bag() -> None:
    puzzles = made(KITCHEN, "--margin", "0")
    assert len(puzzles) > 2
    for puzzle in puzzles:
        bag = json.loads(run("unseen", "-", "--format", "json", "--quiet", stdin=puzzle["position"]).stdout)["bag"]
        assert bag == 0 or bag >= 7


# Files


def test_the_same_seed_makes_the_same_file(tmp_path: Path, played: list[dict[str, Any]]) -> None:
    one = tmp_path / "one.cgp"
    arguments = ("puzzle", "make", "--count", "4", "--seed", "7")
    assert run(*arguments, "--output", str(one)).stdout == ""
    call = [sys.executable, "-m", "scrabblecli", *arguments]
    other = subprocess.run(call, capture_output=True, env=environment(PYTHONHASHSEED="5"), check=True).stdout
    assert one.read_bytes().decode() == other.decode().replace("\r\n", "\n")
    lines = one.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# ")
    assert lines[1:] == [puzzle["position"] for puzzle in played]
    assert [puzzle["from"].split()[:2] for puzzle in played] == [["seed", "7"]] * 4
    assert len({puzzle["from"] for puzzle in played}) == 4
    assert made("--count", "1", "--seed", "8") != played[:1]


def test_what_a_line_says(recorded: list[dict[str, Any]]) -> None:
    puzzle = recorded[0]
    codes = opcodes_of(puzzle["position"])
    assert codes["move"] == puzzle["answer"] == "E1 THIAZID."
    assert (codes["margin"], codes["themes"], codes["lex"]) == (f"{puzzle['margin']:.1f}", "bingo", "enable")
    assert codes["from"] == f"{KITCHEN} turn 3"
    assert puzzle["position"].split()[1] == "ADHIITZ/"  # nobody is told what the other holds


def test_solve_and_analyze_read_the_file(quiz_file: str) -> None:
    rows = table(run("analyze", quiz_file, "--quiet").stdout)
    assert [(row["position"], row["grade"]) for row in rows] == [("1", "best"), ("2", "best"), ("3", "best")]
    solved = table(run("solve", quiz_file, "--top", "1", "--quiet").stdout)
    assert [row["move"] for row in solved] == [row["move"] for row in rows]


@pytest.mark.parametrize(("to", "separator"), [("tsv", "\t"), ("csv", ",")])
def test_columns(to: str, separator: str, recorded: list[dict[str, Any]]) -> None:
    shown = run("puzzle", "make", KITCHEN, "--to", to, "--quiet").stdout.splitlines()
    assert shown[0].split(separator) == ["rack", "answer", "score", "equity", "second", "margin", "themes", "from", "position"]
    assert [line.split(separator)[0] for line in shown[1:]] == [puzzle["rack"] for puzzle in recorded]
    assert run("puzzle", "make", KITCHEN, "--to", to, "--no-header", "--quiet").stdout.splitlines() == shown[1:]


def test_a_puzzle_a_line_of_json(recorded: list[dict[str, Any]]) -> None:
    lines = [json.loads(line) for line in run("puzzle", "make", KITCHEN, "--to", "jsonl", "--quiet").stdout.splitlines()]
    for line in lines:
        schema("puzzle").validate(line)
    assert lines == [{"schema": 1, "seed": None, **puzzle} for puzzle in recorded]


def test_some_of_the_puzzles_of_records(recorded: list[dict[str, Any]]) -> None:
    some = [made(KITCHEN, "--count", "3", "--seed", seed) for seed in ("1", "1", "2", "3")]
    assert some[0] == some[1]
    assert any(other != some[0] for other in some[2:])
    places = [recorded.index(puzzle) for puzzle in some[0]]
    assert len(places) == 3
    assert places == sorted(places)


def test_folders_of_games(tmp_path: Path, recorded: list[dict[str, Any]]) -> None:
    (tmp_path / "a.gcg").write_bytes(Path(KITCHEN).read_bytes())
    (tmp_path / "b.gcg").write_text("#player1 Ann Ann\nnonsense\n>Ann: X 99Z X +1 1\n", encoding="utf-8")
    result = run("puzzle", "make", str(tmp_path), "--to", "jsonl")
    assert result.exit_code == 2
    assert [json.loads(line)["answer"] for line in result.stdout.splitlines()] == [puzzle["answer"] for puzzle in recorded]
    assert "b.gcg" in result.stderr


def test_names_of_games_cannot_break_a_line(tmp_path: Path) -> None:
    file = tmp_path / "a;move 1A X;\x1b[2J.gcg"
    file.write_bytes(Path(KITCHEN).read_bytes())
    result = run("puzzle", "make", str(file))
    assert "\x1b" not in result.stdout + result.stderr
    assert opcodes_of(result.stdout.splitlines()[1])["move"] == "E1 THIAZID."


def test_other_rules_and_lists(tmp_path: Path) -> None:
    """Rules and settings stand in the line, so that the quiz and solve know them."""
    puzzles = made("--rules", "wwf", "--set", "bingo_bonus=40", "--count", "1", "--seed", "3")
    codes = opcodes_of(puzzles[0]["position"])
    assert (codes["rules"], codes["bb"]) == ("wwf", "40")
    row = table(run("analyze", "-", "--quiet", stdin=puzzles[0]["position"]).stdout)[0]
    assert (row["grade"], row["move"]) == ("best", puzzles[0]["answer"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none.gcg",), "none.gcg: no such file"),
        ((TEAZELING,), "not a recorded game"),
        (("--count", "0"), "0 is not in the range"),
        (("--theme", "fork"), "'fork' is not one of"),
        (("--margin", "-1"), "-1"),
        ((KITCHEN, "--games", "5"), "--games is for puzzles out of games that are played"),
        (("--set", "players=3", "--count", "1", "--seed", "1"), "players = 3"),
        (
            ("--set", "rack_size=13", "--count", "1", "--seed", "1"),
            "rack_size = 13: puzzles are made of racks of 12 tiles at most",
        ),
        (("--rules", "spanish", "--count", "1", "--seed", "1"), "--lexicon FILE"),
    ],
)
def test_what_cannot_be_made(arguments: tuple[str, ...], message: str) -> None:
    result = run("puzzle", "make", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_file_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "mine.cgp"
    file.write_text("mine\n", encoding="utf-8")
    result = run("puzzle", "make", KITCHEN, "--output", str(file))
    assert result.exit_code == 2
    assert "is there already: --replace makes it anew" in result.stderr
    assert file.read_text(encoding="utf-8") == "mine\n"
    assert run("puzzle", "make", KITCHEN, "--output", str(file), "--replace").exit_code == 0
    assert "THIAZID" in file.read_text(encoding="utf-8")


def test_too_few_are_said_to_be() -> None:
    result = run("puzzle", "make", "--count", "3", "--games", "1", "--margin", "1000", "--seed", "1")
    assert result.exit_code == 0
    assert result.stdout.count("\n") == 1
    assert "note: only 0 of 3 puzzles in 1 games" in result.stderr


def test_a_seed_is_told() -> None:
    result = run("puzzle", "make", "--count", "1", "--games", "1", "--margin", "1000")
    assert "makes these puzzles again" in result.stderr


# The quiz


def quiz(file: str, answers: str, *options: str, output_format: str = "tsv") -> Any:
    return run("puzzle", "quiz", file, "--format", output_format, *options, stdin=answers)


def test_answers_are_graded_as_analyze_does(quiz_file: str) -> None:
    lines = Path(quiz_file).read_text(encoding="utf-8").splitlines()[1:]
    answers = [opcodes_of(lines[0])["move"], "pass", opcodes_of(lines[2])["move"]]
    result = quiz(quiz_file, "\n".join(answers) + "\n", output_format="jsonl")
    documents = [json.loads(line) for line in result.stdout.splitlines()]
    for document, line, move in zip(documents, lines, answers, strict=True):
        schema("analyze").validate(document)
        assert document == json.loads(run("analyze", "-", "--move", move, "--format", "json", "--quiet", stdin=line).stdout)
    assert [document["grade"] for document in documents] == ["best", "large", "best"]
    assert result.exit_code == 0
    assert "note: 2 of 3 puzzles solved; " in result.stderr


def test_every_kind_of_answer(quiz_file: str) -> None:
    rows = table(quiz(quiz_file, "E1 THIAZIDE\n1A ZZZ\nquit\n").stdout)
    assert [(row["position"], row["grade"]) for row in rows] == [("1", "best"), ("2", "illegal")]
    assert table(quiz(quiz_file, "E7 DEZ\n").stdout)[0]["grade"] == "phony"


def test_no_answer_shows_the_best(quiz_file: str) -> None:
    result = quiz(quiz_file, "\n", output_format="text")
    assert "Puzzle 1 of 3.\n" in result.stdout
    assert "Rack A D H I I T Z." in result.stdout
    assert "Best: Column E from 1: T H I A Z I D, E on the board.\n" in result.stdout
    assert result.stdout.endswith("0 of 1 puzzle solved, 1 not answered.\n")
    nothing = quiz(quiz_file, "", output_format="text")
    assert nothing.stdout.endswith("No puzzle was asked.\n")
    assert nothing.exit_code == 0


def test_a_table_for_people(quiz_file: str) -> None:
    result = quiz(quiz_file, "?\nboard\nE1 THIAZIDE\n", output_format="table")
    assert "Puzzle 1 of 3" in result.stdout
    assert "The puzzle" in result.stdout
    assert "Type a move: " in result.stdout
    assert "Verdict     best move" in result.stdout
    assert result.stdout.endswith("1 of 1 puzzle solved; 0.0 lost on average with each answer.\n")


def test_themes_order_and_count(quiz_file: str) -> None:
    passes = "pass\n" * 3
    assert [row["position"] for row in table(quiz(quiz_file, passes, "--theme", "endgame").stdout)] == ["3"]
    assert [row["position"] for row in table(quiz(quiz_file, passes, "--count", "2").stdout)] == ["1", "2"]
    orders = {
        tuple(row["position"] for row in table(quiz(quiz_file, passes, "--shuffle", str(seed), "--no-endgames").stdout))
        for seed in range(6)
    }
    assert len(orders) > 1
    assert all(sorted(order) == ["1", "2", "3"] for order in orders)
    again = [quiz(quiz_file, passes, "--shuffle", "4", "--no-endgames").stdout for _ in range(2)]
    assert again[0] == again[1]


def test_any_position_with_a_rack_is_a_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "open.cgp"
    file.write_text(OPEN, encoding="utf-8")
    assert table(quiz(str(file), "E1 THIAZIDE\n").stdout)[0]["grade"] == "best"
    board = tmp_path / "board.txt"
    board.write_text("rack: AEGINTZ\n" + Path(TEAZELING).read_text(encoding="utf-8"), encoding="utf-8")
    assert "You played 1L (M)AZE" in quiz(str(board), "1L MAZE\n", output_format="text").stdout


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (EMPTY, (), "no rack: expected a position with a rack"),
        (OPEN, ("--theme", "hook"), "no puzzle with the theme hook"),
        ("players: Ann\n8D CAT\n", (), "a recorded game: expected puzzles, which puzzle make makes of it"),
        ("", (), "is empty: expected a board"),
    ],
)
def test_what_cannot_be_asked(tmp_path: Path, content: str, options: tuple[str, ...], message: str) -> None:
    file = tmp_path / "bad.cgp"
    file.write_text(content, encoding="utf-8")
    result = quiz(str(file), "pass\n", *options, output_format="text")
    assert result.exit_code == 2
    assert message in result.stderr


def test_answers_cannot_come_with_the_puzzles() -> None:
    result = run("puzzle", "quiz", "-", stdin=OPEN)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "answers come from standard input, expected a file" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")
def test_at_a_terminal_an_illegal_move_may_be_answered_again(quiz_file: str) -> None:
    import pty

    master, slave = pty.openpty()
    call = [sys.executable, "-m", "scrabblecli", "puzzle", "quiz", quiz_file, "--format", "text"]
    with subprocess.Popen(call, stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment()) as process:
        os.close(slave)
        late = threading.Timer(120, process.kill)
        late.start()
        assert process.stdout is not None
        shown = b""
        # each answer is typed when it is asked for
        for answer, expected in ((b"", b"Puzzle 1 of 3"), (b"1A ZZZ\n", b"(? helps)"), (b"E1 THIAZIDE\n", b"Puzzle 2 of 3")):
            os.write(master, answer)
            while expected not in shown:
                part = process.stdout.readline()
                assert part, shown
                shown += part
        late.cancel()
        process.send_signal(signal.SIGINT)
        shown += process.stdout.read()
        assert process.wait(20) == 130
    os.close(master)
    text = shown.decode()
    assert "(? helps)" in text
    assert "Verdict: best move." in text
    assert text.rstrip().endswith("1 of 1 puzzle solved; 0.0 lost on average with each answer.")


# Chance


def test_the_same_numbers_with_every_version() -> None:
    """What a seed gives is fixed: files made of it are the same for everybody."""
    letters = list("ABCDEFGHIJ")
    Chance(7).shuffle(letters)
    assert "".join(letters) == "CHEGIJAFBD"
    assert [Chance(7).below(100), Chance(8).below(100)] == [32, 22]


def test_every_order_is_as_likely() -> None:
    counts: dict[str, int] = {}
    chance = Chance(1)
    for _ in range(6000):
        letters = list("ABC")
        chance.shuffle(letters)
        counts["".join(letters)] = counts.get("".join(letters), 0) + 1
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts.values())


def test_a_list_without_a_word_of_the_opening(tmp_path: Path) -> None:
    """Where nobody ever has a play, nothing is a puzzle and the games end."""
    words = word_list(tmp_path, "ZZZZ")
    result = run("puzzle", "make", "--lexicon", words, "--count", "1", "--games", "2", "--seed", "1", "--quiet")
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
