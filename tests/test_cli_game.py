"""``game`` and ``lexicon fit``, and recorded games where a board may stand."""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
import threading
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import ROOT, environment, golden, run, scores, solved, table, word_list

GAME_A = str(Path(__file__).parent / "games" / "game-a.gcg")
KITCHEN = str(ROOT / "boards" / "kitchen.gcg")
TWO = "#player1 Ann Ann\n#player2 Bob Bob\n"
MISRECORDED = TWO + ">Ann: AABEITW 8E BAWTIE +24 24\n>Bob: AEFIRRU 9I FRIER +24 24\n>Ann: AEJLNOS L8 J.ANS +40 64\n"


def written(folder: Path, text: str, name: str = "game.gcg") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def first_turns(folder: Path, count: int) -> str:
    """A file with the first turns of game A."""
    lines = Path(GAME_A).read_text(encoding="utf-8").splitlines()[: 3 + count]
    return written(folder, "".join(f"{line}\n" for line in lines), f"a{count}.gcg")


def done(*arguments: str, stdin: str | bytes | None = None) -> str:
    """What a command prints that says nothing on standard error."""
    result = run(*arguments, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def sheet(*arguments: str, stdin: str | None = None) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(run("game", "score", *arguments, "--format", "json", stdin=stdin).stdout)
    return data


# Where a board may stand


def test_use_position_without_history(tmp_path: Path) -> None:
    path = first_turns(tmp_path, 18)
    cgp = run("board", path, "--to", "cgp").stdout
    text = run("board", path, "--to", "text").stdout
    from_file = table(run("solve", path, "--rack", "BDELRUV", "--top", "0", "--format", "tsv").stdout)
    for rows in (from_file, solved(cgp, "BDELRUV"), solved(text, "BDELRUV")):
        assert (len(rows), sum(int(row["score"]) for row in rows), scores(rows)[0]) == (507, 4867, ("L4 BLUE.....", 36))


def test_the_turn_chooses_the_position(tmp_path: Path) -> None:
    best = run("solve", GAME_A, "--turn", "19", "--top", "1", "--format", "tsv")
    assert best.stderr == "note: 1 of 507 moves shown; --top 0 lists all\n"
    assert scores(table(best.stdout)) == [("L4 BLUE.....", 36)]
    assert done("score", GAME_A, "L4 BLUE.....", "--turn", "19", "--no-header") == "L4 BLUE.....\t36\ttrue\tBLUEJEANS\t\n"
    assert done("board", GAME_A, "--turn", "2", "--to", "cgp").split()[1:4] == ["AEFIRRU/", "0/22", "0"]
    assert "move 9I FRIER;" in done("board", GAME_A, "--turn", "2", "--to", "cgp")
    assert done("play", GAME_A, "--turn", "2", "9I FRIER").splitlines()[:2] == ["rack: AU", "scores: 24 22"]
    assert "A\t7\tvowel" in done("unseen", GAME_A, "--turn", "2", "--format", "tsv")
    assert done("check", "--board", GAME_A, "--turn", "2", "--format", "tsv") == "BAWTIE\tvalid\t8E\n"


def test_without_a_turn_it_is_the_last(tmp_path: Path) -> None:
    over = run("board", KITCHEN, "--to", "cgp")
    assert over.stderr == "note: the position before turn 20 (Bob); --turn N chooses another\n"
    assert over.stdout == done("board", KITCHEN, "--turn", "20", "--to", "cgp")
    path = first_turns(tmp_path, 18)
    going_on = run("board", path, "--to", "cgp")
    assert going_on.stderr == "note: the position before turn 19 (Ann); --turn N chooses another\n"
    # where a rack is needed and not known, it is the last turn that was made
    solving = run("solve", path, "--top", "1", "--format", "tsv")
    assert solving.stderr.startswith("note: the position before turn 18 (Bob)")
    known = written(tmp_path, Path(path).read_text(encoding="utf-8") + "#rack1 BDELRUV\n", "known.gcg")
    solving = run("solve", known, "--top", "1", "--format", "tsv")
    assert solving.stderr.startswith("note: the position before turn 19 (Ann)")
    assert scores(table(solving.stdout)) == [("L4 BLUE.....", 36)]


@pytest.mark.parametrize(
    ("arguments", "text", "message"),
    [
        (("--turn", "9"), MISRECORDED, "standard input: no turn 9: the game has turns 1 to 3"),
        (("--turn", "3"), "15/" * 14 + "15 / 0/0 0\n", "standard input: --turn chooses a turn of a recorded game: expected GCG or a game text"),
        ((), "players: Ann, Bob\n22\n30\n", "standard input: a score sheet without moves: there is no board in it"),
        ((), MISRECORDED + "nonsense\n", "standard input, line 6: 'nonsense': expected a line that begins with > (an entry) or # (a pragma), or a note continued; up to there the game can be used: --turn 1 to 3"),
        (("--turn", "4"), MISRECORDED + "nonsense\n", "standard input, line 6: 'nonsense': expected a line that begins with > (an entry) or # (a pragma), or a note continued"),
    ],
)  # fmt: skip
def test_positions_that_are_not_there(arguments: tuple[str, ...], text: str, message: str) -> None:
    result = run("board", "-", *arguments, stdin=text)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"error: {message}\n")


def test_what_stands_before_a_fault_can_be_used() -> None:
    result = run("board", "-", "--turn", "3", "--to", "cgp", stdin=MISRECORDED + "nonsense\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("15/15/15/15/15/15/15/4BAWTIE5/8FRIER2/")


def test_a_list_that_is_not_here_is_a_warning() -> None:
    result = run("solve", "-", "--top", "1", stdin=TWO + "#lexicon NWL18\n>Ann: AABEITW 8E BAWTIE +22 22\n")
    assert result.exit_code == 0
    assert "warning: unknown word list 'NWL18' (line lexicon): enable is used, choose one with --lexicon\n" in result.stderr


def test_a_list_beside_the_record(tmp_path: Path) -> None:
    word_list(tmp_path, "BAWTIE", "ZA")
    path = written(tmp_path, TWO + "#lexicon words.txt\n>Ann: AABEITW 8E BAWTIE +22 22\n#rack2 ZA\n")
    result = run("solve", path, "--top", "0", "--format", "tsv")
    assert (result.exit_code, {row["tiles"] for row in table(result.stdout)}) == (0, {"Z."})


# score


def test_score_sheet_golden() -> None:
    result = run("game", "score", KITCHEN, "--format", "table", env={"COLUMNS": "90"})
    assert (result.exit_code, result.stderr) == (0, "")
    golden("game-score.txt", result.stdout)
    result = run("game", "score", KITCHEN, "--format", "text")
    golden("game-score-sentences.txt", result.stdout)


def test_score_misrecorded(tmp_path: Path) -> None:
    path = written(tmp_path, MISRECORDED)
    result = run("game", "score", path)
    assert (result.exit_code, result.stderr) == (0, "warning: line 3, turn 1 (Ann): recorded as +24, worth +22\n")
    assert [(row["score"], row["total"], row["right"], row["right_total"]) for row in table(result.stdout)] == [
        ("24", "24", "22", "22"),
        ("24", "24", "24", "24"),
        ("40", "64", "40", "62"),
    ]
    data = sheet(path)
    assert [(player["score"], player["right"]) for player in data["players"]] == [(64, 62), (24, 24)]
    again = run("game", "convert", path, "--to", "gcg")
    assert again.stdout == f"#character-encoding UTF-8\n{MISRECORDED}"
    assert again.stderr == result.stderr
    assert "Ann    64  unknown" in run("game", "show", path).stdout


def test_score_under_other_rules() -> None:
    result = run("game", "score", KITCHEN, "--set", "bingo_bonus=35", "--format", "table")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-2:] == [
        "Under tournament rules with bingo_bonus=35: Ann 422, Bob 425. Recorded: Ann 452, Bob 455.",
        "Bob has played the last tile. Bob wins by 3.",
    ]
    assert sheet(KITCHEN, "--rules", "hasbro-2003")["recalculated"] is True


PASSES = TWO + ">Ann: AABEITW 8E BAWTIE +22 22\n" + ">Bob:  - +0 0\n>Ann:  - +0 22\n" * 4


def last_sentence(*arguments: str) -> str:
    return run("game", "score", "-", "--format", "text", *arguments, stdin=PASSES).stdout.splitlines()[-1]


def test_what_ended_a_game_that_went_on_in_its_record() -> None:
    under = "scoreless turns in a row ended the game"
    after = "after that in the record. Ann wins by 22."
    assert (
        last_sentence("--set", "leftovers=none", "--rules", "wwf")
        == f"3 {under} (wwf rules); 5 further turns stand {after[:-3]}12."
    )
    assert last_sentence("--set", "leftovers=none") == f"6 {under} (tournament rules); 2 further turns stand {after}"
    assert last_sentence("--set", "leftovers=none", "--set", "scoreless_limit=7").startswith(
        f"7 {under} (scoreless_limit=7); 1 further turn stands"
    )
    assert (
        last_sentence("--set", "leftovers=none", "--set", "scoreless_limit=8")
        == "8 scoreless turns in a row ended the game. Ann wins by 22."
    )
    warnings = run("game", "score", "-", "--rules", "wwf", "--set", "scoreless_limit=4", stdin=PASSES).stderr.splitlines()
    assert [line.split(": ", 2)[2] for line in warnings[:2]] == [
        "the game was over already (4 scoreless turns in a row, scoreless_limit=4)"
    ] * 2
    ending = json.loads(run("game", "score", "-", "--rules", "wwf", "--format", "json", stdin=PASSES).stdout)["ending"]
    assert ending == {"how": "blocked", "player": None, "turns_after": 5}


def test_a_play_that_was_challenged_off_after_the_end() -> None:
    lines = PASSES.replace(">Bob:  - +0 0\n>Ann:  - +0 22\n" * 4, ">Bob:  - +0 0\n>Ann:  - +0 22\n" * 3)
    lines += ">Bob: AEFIRRU 9I FRIER +24 24\n>Bob: AEFIRRU -- -24 0\n"
    result = run("game", "score", "-", "--format", "text", "--set", "leftovers=none", stdin=lines)
    assert result.stdout.splitlines()[-1].startswith(
        "6 scoreless turns in a row ended the game (tournament rules); 1 further turn stands"
    )


def test_a_game_that_its_record_ends() -> None:
    result = run(
        "game",
        "score",
        "-",
        "--format",
        "text",
        stdin=TWO + ">Ann: AABEITW 8E BAWTIE +22 22\n>Ann: (Q) -10 12\n>Bob: (E) -1 -1\n",
    )
    assert (
        result.stdout.splitlines()[-1] == "The record counts what was left, and nobody has played the last tile. Ann wins by 13."
    )


@pytest.mark.parametrize(
    ("lines", "recorded"),
    [
        ("Ann: 8E BAWTIE\nBob: 9I FRIER\n", ""),
        ("Ann: 8E BAWTIE +22\nBob: 9I FRIER\n", " Recorded: Ann 22."),
        ("Ann: 8E BAWTIE +22\nBob: pass\nAnn: pass\nBob: 9I FRIER +24 24\n", " Recorded: Ann 22, Bob 24."),
        ("Ann: 8E BAWTIE +22\nBob: 9I FRIER +24\nAnn: K4 JEANS\n", " Recorded: Bob 24."),
        ("Ann: 8E BAWTIE\nBob: 9I FRIER +24\nAnn: K4 JEANS +36 60\n", " Recorded: Ann 60, Bob 24."),
    ],
)
def test_only_what_is_stated_is_recorded(lines: str, recorded: str) -> None:
    text = f"players: Ann, Bob\n{lines}"
    [line] = [
        line
        for line in run("game", "score", "-", "--rules", "wwf", "--format", "text", stdin=text).stdout.splitlines()
        if line.startswith("Under")
    ]
    assert re.sub(r"^Under wwf rules: Ann \d+, Bob \d+\.", "", line) == recorded
    data = sheet("-", "--rules", "wwf", stdin=text)
    stated = dict(re.findall(r"(Ann|Bob) (\d+)", recorded))
    assert {player["nick"]: player["score"] for player in data["players"]} == {
        nick: int(stated[nick]) if nick in stated else None for nick in ("Ann", "Bob")
    }


def test_refusals_name_the_setting_that_decides(tmp_path: Path) -> None:
    path = str(tmp_path / "g.txt")
    for arguments, decides in (
        (("--set", "challenge=void", "--set", "blanks_recyclable=false", "--set", "exchange_minimum=99"), ("challenge=void", "blanks_recyclable=false", "exchange_minimum=99")),
        (("--rules", "open-dictionary"), (None, "open-dictionary rules", None)),
    ):  # fmt: skip
        run("game", "new", path, "--players", "Ann,Bob", "--replace", *arguments)
        run("game", "add", path, "8E", "BAWTIE")
        for move, what in zip(("challenge", "recycle 8E", "-AEI"), decides, strict=True):
            result = run("game", "add", path, *move.split())
            if what is not None:
                assert (result.exit_code, result.stderr.rstrip().endswith(f"({what})")) == (1, True), result.stderr


def test_score_explained() -> None:
    result = done("game", "score", KITCHEN, "--explain", "6", "--format", "table")
    assert "\nTurn 6, Bob\n6B XER(I)C\n" in result
    assert done("game", "score", KITCHEN, "--explain", "--format", "table").count("\nTurn ") == 21
    assert done("game", "score", KITCHEN, "--explain", "2", "--format", "text").count("Total 29.") == 1
    for value, message in (("99", "no turn 99: the game has turns 1 to 20"), ("x", "expected the number of a turn")):
        refused = run("game", "score", KITCHEN, "--explain", value)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert message in refused.stderr


def test_a_sheet_to_print() -> None:
    from html.parser import HTMLParser

    class Reader(HTMLParser):
        """Counts what is open, and keeps what is said."""

        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []
            self.texts: list[str] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert not any(name in ("src", "href") for name, _ in attrs)
            if tag != "meta":
                self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

        def handle_data(self, data: str) -> None:
            self.texts.append(data)

    reader = Reader()
    reader.feed(done("game", "score", KITCHEN, "--format", "html"))
    assert reader.open == []
    assert {"1H (Q)uAnTILE", "left AILOSUV", "Ann 452, Bob 455."} <= set(reader.texts)
    text = f"#title <script>x</script>\n{MISRECORDED}".replace("Bob Bob", "Bob <b>Bob</b>")
    page = run("game", "score", "-", "--format", "html", stdin=text).stdout
    assert "<script>" not in page
    assert "<b>" not in page
    assert "22 (22)" in page


def test_end_both_lose_leftovers() -> None:
    passes = ">Ann: FIOPUUZ - +0 16\n>Bob: ?EIKRTT - +0 9\n" * 3
    text = f"{TWO}>Ann: ADHNOPZ 8F HAND +16 16\n>Bob: ?EIKRST 8F ....S +9 9\n{passes}>Bob: ?EIKRTT (?EIKRTT) +-10 -1\n"
    result = run("game", "score", "-", "--format", "text", stdin=text)
    assert result.stderr == "warning: the line for the end is missing: Ann (FIOPUUZ) -21 is added\n"
    assert result.stdout.splitlines()[-2:] == ["Ann -5, Bob -1.", "6 scoreless turns in a row ended the game. Bob wins by 4."]


def test_time_before_the_end() -> None:
    text = f"{TWO}>Ann: AABEITW 8E BAWTIE +22 22\n>Bob: AEFIRRU 9I FRIER +24 24\n>Bob: AEFIRRU (time) -10 14\n"
    assert done("game", "score", "-", "--format", "text", stdin=text).splitlines()[-2:] == [
        "Ann 22, Bob 14.",
        "The game is incomplete.",
    ]


def test_what_cannot_be_followed_is_printed_up_to_there(tmp_path: Path) -> None:
    path = written(tmp_path, MISRECORDED.replace("J.ANS", "JXANS"))
    for command, shown in ((("score",), "FRIER"), (("show",), "F R I E R"), (("convert", "--to", "gcg"), "FRIER")):
        result = run("game", command[0], path, *command[1:])
        assert result.exit_code == 2
        assert result.stderr.endswith(f"error: {path}, line 5: turn 3 (Ann): L8 JXANS cannot be laid there: L9 holds E, not X\n")
        assert shown in result.stdout
    assert run("game", "show", path, "--turn", "2").exit_code == 0


@pytest.mark.parametrize("command", ["score", "show"])
def test_no_game(command: str, tmp_path: Path) -> None:
    for text, message in (
        ("rack: A\n...\n", "not a recorded game: expected GCG, or a game text that begins with a line such as players: Ann, Bob"),
        ("", "is empty: expected a recorded game"),
    ):
        path = written(tmp_path, text)
        result = run("game", command, path)
        assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"error: {path}: {message}\n")


def test_names_cannot_act_on_a_terminal(tmp_path: Path) -> None:
    text = "#title \x1b[2J[bold]x\n#player1 A\x1b[1m Ann \x1b[31m\n#player2 Bob [red]Bob\n>Bob: ABC - +0 0\n#note \x1b]0;x\x07\n"
    path = written(tmp_path, text)
    for command in (("score",), ("show",), ("show", "--turn", "1")):
        for output_format in ("table", "text", "json", "tsv"):
            if (command[0], output_format) == ("show", "tsv"):
                continue
            result = run("game", *command, path, "--format", output_format, "--color", "never")
            assert "\x1b" not in result.stdout + result.stderr
            assert "\x07" not in result.stdout + result.stderr
    assert "[red]Bob" in run("game", "show", path).stdout


# show and convert


def test_pass_without_rack(tmp_path: Path) -> None:
    path = written(tmp_path, f"{TWO}>Ann: AABEITW 8E BAWTIE +22 22\n>Bob:  - +0 0\n>Ann: AEJLNOS K4 JEANS +36 58\n")
    second = json.loads(done("game", "show", path, "--turn", "2", "--format", "json"))
    assert (second["move"], [player["rack"] for player in second["players"]], second["players"][0]["score"]) == (
        "pass",
        [None, None],
        0,
    )
    third = json.loads(done("game", "show", path, "--turn", "3", "--format", "json"))
    assert (third["move"], third["players"][0]["rack"]) == ("K4 JEANS", "AEJLNOS")
    assert "Bob     0  unknown  on turn" in done("game", "show", path, "--turn", "2")


def test_wrong_challenge_with_an_empty_bag(tmp_path: Path) -> None:
    path = first_turns(tmp_path, 22)
    written(
        tmp_path,
        Path(path).read_text(encoding="utf-8") + ">Ann: OQ - +0 430\n#note challenge of COO lost, turn forfeited\n",
        "b.gcg",
    )
    data = json.loads(done("game", "show", str(tmp_path / "b.gcg"), "--format", "json"))
    assert [(player["nick"], player["score"], player["rack"]) for player in data["players"]] == [
        ("Bob", 440, "R"),
        ("Ann", 430, "OQ"),
    ]
    assert (data["bag"], data["scoreless"], data["over"]) == (0, 1, False)


def test_show_golden() -> None:
    golden("game-show.txt", done("game", "show", KITCHEN, "--turn", "15") + done("game", "show", KITCHEN))


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_encoding_of_names(encoding: str) -> None:
    result = run("game", "show", "-", stdin="#player1 Ann Zo\u00eb\n".encode(encoding))
    assert result.exit_code == 0
    assert "Zo\u00eb" in result.stdout


def test_converting_there_and_back(tmp_path: Path) -> None:
    gcg = Path(KITCHEN).read_text(encoding="utf-8")
    text = done("game", "convert", KITCHEN, "--to", "text")
    assert done("game", "convert", "-", "--to", "gcg", stdin=text) == gcg
    assert done("game", "convert", KITCHEN, "--to", "gcg") == gcg
    positions = done("game", "convert", KITCHEN, "--to", "cgp").splitlines()
    assert len(positions) == 21
    assert done("game", "convert", KITCHEN, "--to", "cgp", "--turn", "7") == positions[6] + "\n"
    assert len(json.loads(done("game", "convert", KITCHEN, "--to", "json"))["turns"]) == 20
    refused = run("game", "convert", KITCHEN, "--to", "gcg", "--turn", "3")
    assert (refused.exit_code, refused.stdout) == (2, "")


def test_several_notes() -> None:
    text = (
        f"#character-encoding UTF-8\n{TWO}>Ann: AABEITW 8E BAWTIE +22 22\n#note first remark\n"
        "#note second remark, with > and # inside\n>Bob: AEFIRRU 9I FRIER +24 24\n#note third\n"
    )
    once = done("game", "convert", "-", "--to", "gcg", stdin=text)
    assert once == text
    assert done("game", "convert", "-", "--to", "gcg", stdin=once) == once


def test_converted_numbers_of_other_rules_say_so() -> None:
    text = done("game", "convert", KITCHEN, "--to", "gcg", "--set", "bingo_bonus=35", "--rules", "wespa")
    assert "#rules wespa\n" in text
    assert "#set bingo_bonus=35\n" in text
    assert "+77 105" in text
    assert done("game", "score", "-", "--format", "text", stdin=text).splitlines()[-2] == "Ann 422, Bob 425."


# At the table


def test_a_game_at_the_table(tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    assert done("game", "new", path, "--players", "Ann Aster,Bob", "--rules", "wespa") == "Ann starts.\n"
    first = done("game", "add", path, "8E", "BAWTIE", "--rack", "AABEITW", "--note", "nice")
    assert first.splitlines()[0] == "Ann: 8E BAWTIE"
    assert first.splitlines()[-2:] == ["Ann 22, Bob 0.", "Bob is on turn."]
    assert "Total 24." in done("game", "add", path, "9I FRIER", "--format", "text")
    assert done("game", "add", path, "L8 JEANS").splitlines()[-2] == "Ann 62, Bob 24."
    assert done("game", "add", path, "challenge").splitlines() == [
        "The play is acceptable.",
        "Ann 67, Bob 24.",
        "Bob is on turn.",
    ]
    assert done("game", "add", path, "-UV").splitlines()[0] == "Bob: exch UV"
    assert done("game", "undo", path).splitlines() == ["Taken back: Bob, -UV.", "Ann 67, Bob 24.", "Bob is on turn."]
    refused = run("game", "add", path, "7H BX")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert (
        refused.stderr
        == "error: 7H BX cannot be played: BX is not in enable; BT is not in enable; XIF is not in enable; --phony lays it all the same\n"
    )
    assert done("game", "add", path, "7H BX", "--phony").splitlines()[-2] == "Ann 67, Bob 68."
    assert done("game", "add", path, "challenge").splitlines() == [
        "The play is not acceptable.",
        "Ann 67, Bob 24.",
        "Ann is on turn.",
    ]
    assert done("game", "add", path, "pass").splitlines()[0] == "Ann: pass"
    assert Path(path).read_text(encoding="utf-8") == (
        "player1: Ann Ann Aster\nplayer2: Bob\nrules: wespa\nAnn (AABEITW): 8E BAWTIE +22 22\nnote: nice\nBob: 9I FRIER +24 24\n"
        "Ann: L8 J.ANS +40 62\nAnn: challenge +5 67\nBob: 7H BX +44 68\nBob: off -44 24\nAnn: pass +0 67\n"
    )
    assert os.listdir(tmp_path) == ["game.txt"]


def test_a_wrong_challenge_costs_the_turn(tmp_path: Path) -> None:
    path = str(tmp_path / "game.gcg")
    done("game", "new", path, "--players", "Ann,Bob", "--rules", "hasbro-2003")
    done("game", "add", path, "8E BAWTIE")
    assert done("game", "add", path, "challenge").splitlines() == [
        "The play is acceptable.", "Bob loses the turn.", "Ann 22, Bob 0.", "Ann is on turn.",
    ]  # fmt: skip
    # a turn that was lost is no pass: one more ends no game in which a round of passes does
    assert done("game", "add", path, "pass").splitlines()[-1] == "Bob is on turn."
    assert (
        Path(path)
        .read_text(encoding="utf-8")
        .endswith(">Bob:  - +0 0\n#forfeit\n#note challenge of BAWTIE lost, turn forfeited\n>Ann:  - +0 22\n")
    )


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("single", ["The play is acceptable.", "Nothing changes.", "Ann 22, Bob 0.", "Bob is on turn."]),
        ("ten", ["The play is acceptable.", "Ann 32, Bob 0.", "Bob is on turn."]),
        ("minus-five", ["The play is acceptable.", "Ann 22, Bob -5.", "Bob is on turn."]),
        ("triple", ["The play is acceptable.", "Bob loses the game.", "Ann 22, Bob 0.", "Bob has lost the game by a challenge. Ann wins by 22."]),
    ],
)  # fmt: skip
def test_wrong_challenges(rule: str, said: list[str], tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    done("game", "new", path, "--players", "Ann,Bob", "--set", f"challenge={rule}")
    done("game", "add", path, "8E BAWTIE")
    assert done("game", "add", path, "challenge").splitlines() == said


def test_going_out_and_what_is_left(tmp_path: Path) -> None:
    path = first_turns(tmp_path, 23)
    out = done("game", "add", path, "8A", "..R", "--rack", "R")
    assert out.splitlines()[-2:] == ["Ann 439, Bob 466.", "Bob has played the last tile. Bob wins by 27."]
    assert Path(path).read_text(encoding="utf-8").endswith(">Bob: R 8A ..R +6 446\n>Bob:  (Q) +20 466\n")
    refused = run("game", "add", path, "pass")
    assert (refused.exit_code, refused.stderr) == (1, "error: pass cannot be played: the game is over\n")
    assert done("game", "add", path, "time -10", "--player", "Ann").splitlines()[-2] == "Ann 429, Bob 466."
    assert done("game", "undo", path).splitlines()[0] == "Taken back: Ann, time -10."
    assert done("game", "undo", path).splitlines() == ["Taken back: Bob, 8A ..R.", "Ann 439, Bob 440.", "Bob is on turn."]


def test_a_blocked_game_is_told_what_is_left(tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    done("game", "new", path, "--players", "Ann,Bob", "--rules", "hasbro-2003")
    done("game", "add", path, "8E BAWTIE")
    done("game", "add", path, "pass")
    over = done("game", "add", path, "pass")
    assert over.splitlines()[-2:] == ["Ann 22, Bob 0.", "2 scoreless turns in a row ended the game. Ann wins by 22."]
    run("game", "add", path, "left AEIOUST", "--player", "Ann")
    last = run("game", "add", path, "left Q", "--player", "Bob")
    assert last.stdout.splitlines()[-2:] == ["Ann 15, Bob -10.", "2 scoreless turns in a row ended the game. Ann wins by 25."]
    assert "expected" not in last.stderr
    assert run("game", "add", path, "left Q").exit_code == 2


def test_numbers_alone(tmp_path: Path) -> None:
    path = str(tmp_path / "sheet.txt")
    done("game", "new", path, "--players", "Ann,Bob,Cid")
    for number in ("22", "+30", "0", "-5"):
        done("game", "add", path, number)
    assert Path(path).read_text(encoding="utf-8").splitlines()[-4:] == ["Ann: +22 22", "Bob: +30 30", "Cid: +0 0", "Ann: -5 17"]
    assert done("game", "score", path, "--format", "text").splitlines()[-2] == "Ann 17, Bob 30, Cid 0."


def test_recycling_a_blank(tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    done("game", "new", path, "--players", "Ann,Bob", "--set", "blanks_recyclable=true")
    done("game", "add", path, "8E bAWTIE")
    assert done("game", "add", path, "recycle E8").splitlines()[0] == "The blank on E8 is taken for its tile."
    assert run("game", "add", path, "recycle E8").exit_code == 1
    done("game", "add", path, "9I FRiER")
    assert "8 = . . ' B A W T I E" in run("game", "show", path).stdout


def test_amending_a_turn(tmp_path: Path) -> None:
    path = written(tmp_path, MISRECORDED)
    result = run("game", "amend", path, "--turn", "2", "pass")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "turn 3 (Ann): L8 J.ANS cannot be laid there: no tile lies on L9" in result.stderr
    assert Path(path).read_text(encoding="utf-8") == MISRECORDED
    result = run("game", "amend", path, "--turn", "1", "8E", "BAWTIE")
    assert (result.exit_code, result.stderr) == (0, "")
    assert Path(path).read_text(encoding="utf-8").splitlines()[3:] == [
        ">Ann: AABEITW 8E BAWTIE +22 22", ">Bob: AEFIRRU 9I FRIER +24 24", ">Ann: AEJLNOS L8 J.ANS +40 62",
    ]  # fmt: skip
    result = run("game", "amend", path, "--turn", "9", "pass")
    assert (result.exit_code, result.stderr) == (2, f"error: {path}: no turn 9: the game has turns 1 to 3\n")
    result = run("game", "amend", path, "--turn", "3", "1A", "QI")
    assert result.exit_code == 1


def test_drawing_for_the_start(tmp_path: Path) -> None:
    drawn = done("game", "new", str(tmp_path / "a.txt"), "--players", "Ann,Bob,Cid", "--draw", "--seed", "4")
    assert drawn == done("game", "new", str(tmp_path / "b.txt"), "--players", "Ann,Bob,Cid", "--draw", "--seed", "4")
    starter = drawn.splitlines()[-1].split()[0]
    assert Path(tmp_path / "a.txt").read_text(encoding="utf-8").startswith(f"players: {starter}, ")
    assert "draws" in drawn


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--players", "Ann"), "players 'Ann': expected 2 to 4 names with commas between them"),
        (("--players", "A,B,C,D,E"), "players 'A,B,C,D,E': expected 2 to 4 names with commas between them"),
        (("--players", "Ann,,Bob"), "players 'Ann,,Bob': a name is missing: expected like Ann,Bob"),
        (("--players", "Ann,ann"), "players 'Ann,ann': two begin with the same name, entries could not tell them apart"),
        (("--players", "A:b,C"), "players 'A:b,C': a name cannot have any of : ( ) ,"),
        (("--players", "Ann A\n>Bob: - +0 0,Bob"), r"players 'Ann A\n>Bob: - +0 0,Bob': the control character U+000A cannot stand in a record"),
        (("--players", "Ann,Bob\r"), r"players 'Ann,Bob\r': the control character U+000D cannot stand in a record"),
        (("--players", "An\x1b[1mn,Bob"), r"players 'An\x1b[1mn,Bob': the control character U+001B cannot stand in a record"),
        (("--players", "Ann,B\x85b"), r"players 'Ann,B\x85b': the control character U+0085 cannot stand in a record"),
        (("--players", "Ann,B\u2028b"), r"players 'Ann,B\u2028b': the control character U+2028 cannot stand in a record"),
        (("--players", "Ann,B\udcffb"), r"players 'Ann,B\udcffb': the control character U+DCFF cannot stand in a record"),
        (("--players", "A,B", "--draw", "--lexicon", "a\n>A: - +0"), r"word list 'a\n>A: - +0': the control character U+000A cannot stand in a record"),
    ],
)  # fmt: skip
def test_bad_players(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    result = run("game", "new", str(tmp_path / "g.txt"), *arguments)
    assert (result.exit_code, result.stderr) == (2, f"error: {message}\n")
    assert os.listdir(tmp_path) == []


def test_notes_forge_no_entries(tmp_path: Path) -> None:
    for name in ("g.txt", "g.gcg"):
        path = str(tmp_path / name)
        run("game", "new", path, "--players", "Ann,Bob")
        refused = run("game", "add", path, "pass", "--note", "a\r>Bob: - +500 500")
        message = r"note 'a\r>Bob: - +500 500': the control character U+000D cannot stand in a record"
        assert (refused.exit_code, refused.stderr) == (2, f"error: {message}\n")
        note = "two\tcells\n>Bob: - +500 500\n#note x\nBob: +3"
        assert run("game", "add", path, "pass", "--note", note).exit_code == 0
        [turn] = sheet(path)["turns"]
        assert turn["rows"][0]["notes"] == [note if name == "g.txt" else note.replace("\n>", "\n >").replace("\n#", "\n #")]


def test_a_file_that_is_there_is_kept(tmp_path: Path) -> None:
    path = written(tmp_path, MISRECORDED)
    refused = run("game", "new", path, "--players", "Ann,Bob")
    assert (refused.exit_code, refused.stderr) == (2, f"error: {path}: is there already: --replace begins it anew\n")
    assert run("game", "new", path, "--players", "Ann,Bob", "--replace").exit_code == 0
    assert Path(path).read_text(encoding="utf-8") == "#character-encoding UTF-8\n#player1 Ann\n#player2 Bob\n"


def test_nothing_to_undo(tmp_path: Path) -> None:
    path = written(tmp_path, "players: Ann, Bob\n", "g.txt")
    result = run("game", "undo", path)
    assert (result.exit_code, result.stderr) == (2, "error: nothing to undo: the game has no entry\n")
    assert run("game", "add", "-", "pass", stdin="players: Ann, Bob\n").exit_code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="file modes and links are POSIX's")
def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = written(tmp_path, MISRECORDED)
    os.chmod(path, 0o640)
    link = tmp_path / "link.gcg"
    link.symlink_to(path)
    run("game", "add", str(link), "pass")
    assert link.is_symlink()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o640
    assert Path(path).read_text(encoding="utf-8").endswith(">Bob:  - +0 24\n")
    if os.geteuid() != 0:
        tmp_path.chmod(0o500)
        refused = run("game", "add", path, "pass")
        tmp_path.chmod(0o700)
        assert refused.exit_code == 2


# clock


def test_clocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert done("game", "clock", "--players", "Ann,Bob", "--minutes", "25", stdin="\nq\n") == "Ann 25:00\nBob 25:00\n"
    path = written(tmp_path, MISRECORDED)
    assert run("game", "clock", path, stdin="q\n").stderr == "error: these rules have no clock: give --minutes N\n"
    assert run("game", "clock", stdin="q\n").exit_code == 2
    # every look at the clock is half a minute later
    monkeypatch.setattr("time.monotonic", count(0, 30).__next__)
    result = run("game", "clock", path, "--minutes", "1", stdin="\n" * 7 + "p\n\nq\n")
    assert result.stdout.splitlines() == ["Ann -1:30, 20 points off", "Bob -0:30, 10 points off"]
    assert Path(path).read_text(encoding="utf-8").splitlines()[-2:] == [">Ann:  (time) -20 44", ">Bob:  (time) -10 14"]


# lexicon fit


@pytest.mark.parametrize("columns", [20, 40, 80])
@pytest.mark.parametrize("names", ["Ann,Bob", "Annabella,Bobbington,Cidericus,Deeeeee"])
def test_clocks_stand_on_one_line(names: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from scrabblecli.cli.game_clock import _face
    from scrabblecli.game.clock import Clock

    monkeypatch.setenv("COLUMNS", str(columns))
    nicks = names.split(",")
    face = _face(Clock.of(len(nicks), 25), nicks)
    # a name has one letter at least: four clocks need 47 columns
    assert len(face) + 2 < max(columns, 12 * len(nicks) + 3)
    assert face.count("25:00") == len(nicks)
    if columns == 80:
        assert names.replace(",", "") == re.sub(r"[ 0-9:]", "", face) if len(nicks) == 2 else "Annabel" in face


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo terminals here")
def test_ctrl_c_leaves_the_terminal_as_it_was() -> None:
    pty = pytest.importorskip("pty")
    termios = pytest.importorskip("termios")
    outer, inner = pty.openpty()
    before = termios.tcgetattr(inner)
    with subprocess.Popen(
        [sys.executable, "-m", "scrabblecli", "game", "clock", "--players", "Ann,Bob", "--minutes", "5"],
        stdin=inner, stdout=inner, stderr=subprocess.PIPE, env=environment(),
    ) as process:  # fmt: skip
        # a process that hangs is ended, so that reading ends too
        watch = threading.Timer(60, process.kill)
        watch.start()
        shown = os.read(outer, 1000)
        while b"Bob   5:00" not in shown and process.poll() is None:
            shown += os.read(outer, 1000)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        watch.cancel()
    assert (process.returncode, errors, termios.tcgetattr(inner)) == (130, b"", before)
    os.write(inner, b"prompt")
    while b"prompt" not in shown:
        shown += os.read(outer, 1000)
    assert b"\r\nprompt" in shown
    os.close(outer)
    os.close(inner)


def test_which_list_fits(tmp_path: Path) -> None:
    game = Path(KITCHEN)
    assert done("lexicon", "fit", str(game)) == "list\tfits\tlacking\tholding\nenable\ttrue\t\t\n"
    few = word_list(tmp_path, "FEDORA", "BAM", name="few.txt")
    result = run("lexicon", "fit", KITCHEN, "--also", few, "--format", "json")
    fits = {fit["name"]: fit for fit in json.loads(result.stdout)["fits"]}
    assert (result.exit_code, fits["enable"]["fits"], fits["few"]["fits"]) == (0, True, False)
    assert {"word": "QUERN", "turn": 7} in fits["few"]["lacking"]
    phony = f"{TWO}>Ann: AABEITW 8E BAWTIE +22 22\n>Ann: AABEITW -- -22 0\n>Bob: IQ 8H QI +22 22\n"
    lacking = run("lexicon", "fit", "-", "--format", "text", stdin=phony)
    assert lacking.exit_code == 1
    assert lacking.stdout == "enable, 172,823 words: lacks QI (turn 2); has all words of BAWTIE (turn 1, challenged off).\n"
    assert run("lexicon", "fit", KITCHEN, "--also", "nonesuch").exit_code == 2


def test_start_up_knows_nothing_of_games() -> None:
    code = (
        "import sys, runpy; sys.argv = ['scrabblecli', 'solve', 'boards/teazeling.txt', '--rack', 'A', '--quiet']\n"
        "try: runpy.run_module('scrabblecli', run_name='__main__')\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if 'gcg' in name or 'transcript' in name or name.startswith('scrabblecli.game.')])"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment(), capture_output=True, text=True, check=True)  # fmt: skip
    # what tells boards and games apart
    assert found.stdout.splitlines()[-1] == "['scrabblecli.game.reading']"


def test_a_wrong_challenge_loses_the_game_where_that_is_asked_for(tmp_path: Path) -> None:
    """Under triple challenges the game is over for who challenged wrongly; what follows in the record counts no more."""
    path = tmp_path / "game.gcg"
    lines = (
        ">Ann: AABEITW 8E BAWTIE +22 22\n>Ann: (challenge) +5 27\n>Bob: AEFIRRU 9I FRIER +24 24\n>Ann: AEJLNOS L8 J.ANS +40 67\n"
    )
    path.write_text("#player1 Ann Ann\n#player2 Bob Bob\n" + lines, encoding="utf-8")
    found = json.loads(run("game", "score", str(path), "--set", "challenge=triple", "--format", "json").stdout)
    assert found["ending"]["how"] == "forfeit"
    assert [player["right"] for player in found["players"]] == [22, 0]
    text = run("game", "score", str(path), "--set", "challenge=triple", "--format", "text").stdout
    assert "Bob has lost the game by a challenge" in text
    assert "Ann wins" in text


def test_other_tiles_settle_the_end_that_the_file_states() -> None:
    """With a larger set the referee would have players draw on; who goes out in the record has gone out."""
    found = run("game", "score", "boards/kitchen.gcg", "--rules", "wwf", "--format", "text").stdout
    assert "Under wwf rules: Ann 338, Bob 405." in found


def test_turns_without_a_score_are_scored_by_the_rules(tmp_path: Path) -> None:
    record = TWO + ">Ann: AABEITW 8E BAWTIE\n>Bob: EFIRRTT xch TT\n>Ann: AEJLNOS L4 JEANS +26 48\n"
    path = written(tmp_path, record)
    result = run("game", "score", path, "--format", "json")
    found = json.loads(result.stdout)
    assert [row["right_total"] for turn in found["turns"] for row in turn["rows"]] == [22, 0, 48]
    assert "warning: line 3: no score is recorded for turn 1: it is what the rules give\n" in result.stderr
    # read so, written as ever
    assert ">Ann: AABEITW 8E BAWTIE +22 22\n>Bob: EFIRRTT -TT +0 0\n" in run("game", "convert", path, "--to", "gcg").stdout
    # a game text is often typed so
    assert run("game", "score", written(tmp_path, "players: Ann, Bob\n8E BAWTIE\nswap TT\n", "g.txt")).stderr == ""


def test_show_says_what_it_draws_and_what_was_left() -> None:
    before = run("game", "show", GAME_A, "--turn", "3", "--format", "table").stdout
    assert "Turn 3 of 24, its tiles marked" in before
    assert run("game", "show", GAME_A, "--turn", "3", "--format", "text").stdout.startswith("Before turn 3 of 24.\n")
    rows = [row for turn in sheet(GAME_A)["turns"] for row in turn["rows"] if row["kind"] == "left"]
    assert rows
    nick = sheet(GAME_A)["players"][rows[0]["player"] - 1]["nick"]
    points = [row["right"] if row["score"] is None else row["score"] for row in rows]
    expected = f"{nick} {points[0]:+d} for {rows[0]['tiles']}"
    for output_format in ("table", "text"):
        shown = run("game", "show", GAME_A, "--format", output_format).stdout
        assert expected in shown
        assert "Ann 439, Bob 466." in shown
    data = json.loads(run("game", "show", GAME_A, "--format", "json").stdout)
    assert data["left"] == [
        {"player": row["player"], "tiles": row["tiles"], "score": score} for row, score in zip(rows, points, strict=True)
    ]
    at_turn = json.loads(run("game", "show", GAME_A, "--turn", "3", "--format", "json").stdout)
    assert at_turn["left"] == []


def test_a_turn_is_chosen_by_an_option() -> None:
    result = run("game", "show", GAME_A, "5")
    assert (result.exit_code, "extra argument (5); did you mean --turn 5?" in result.stderr) == (2, True)
    result = run("game", "show", GAME_A, "five")
    assert (result.exit_code, "did you mean" in result.stderr) == (2, False)
    result = run("game", "review", GAME_A, "--turn", "8")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "game show --turn 8 draws this one, analyze --turn 8 grades it" in result.stderr
    assert "--turn" not in run("game", "review", "--help").stdout


def test_a_misspelled_player_at_the_table(tmp_path: Path) -> None:
    path = written(tmp_path, "players: Ann, Bob\n", "g.txt")
    message = run("game", "add", path, "--player", "Anne", "pass").stderr
    assert message == "error: --player: 'Anne' is no player of this game; did you mean 'Ann'? expected one of Ann, Bob\n"
