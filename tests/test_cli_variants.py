"""Clabbers, the built-in house formats, and rule files for house sets, through the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

from scrabblecli.engine.movegen import PlayList
from tests.helpers import EMPTY, JOG, ROOT, cgp, codes, environment, judged, run, scores, solved, table, word_list

CLABBERS = ("--rules", "clabbers")
OPEN_BOARD = "7E7/7L7/7N7/4E2K7/4E1ES7/4G1ER7/4H1OS7/2BJAERO7/4R1V8/4T1D8/4I1G8/6L8/15/15/15 AEPSTUX/ 0/0 0\n"
OPEN_COUNT = 106025


@pytest.fixture
def cat(tmp_path: Path) -> tuple[str, ...]:
    """Clabbers with four words."""
    return *CLABBERS, "--lexicon", word_list(tmp_path, "CAT", "ACT", "DOG", "ZEBRA", name="few.txt")


# Clabbers


def test_case_34_clabbers(tmp_path: Path) -> None:
    given = (*CLABBERS, "--lexicon", word_list(tmp_path, "CAT"))
    orders = sorted(map("".join, permutations("ACT")))
    expected = [(f"8{column} {order}", 10) for column in "FGH" for order in orders]
    assert scores(solved(EMPTY, "ACT", *given)) == expected
    assert judged(EMPTY, "8F TCA", *given)["score"] == 10
    assert codes(judged(EMPTY, "8F CTT", *given)) == ["invalid_word"]


def test_clabbers_is_tournament_with_words_in_any_order() -> None:
    def settings(name: str) -> dict[str, str]:
        return {row["key"]: row["value"] for row in table(run("rules", "show", name, "--format", "tsv").stdout)}

    changed = {key: value for key, value in settings("clabbers").items() if settings("tournament")[key] != value}
    assert set(changed) == {"title", "word_order"}
    assert changed["word_order"] == "any"
    # as a setting it makes clabbers of any rules
    assert judged(EMPTY, "8F TCA", "--set", "word_order=any")["legal"]
    assert not judged(EMPTY, "8F TCA", *CLABBERS, "--set", "word_order=fixed")["legal"]


def test_check_names_the_words_of_an_arrangement(cat: tuple[str, ...]) -> None:
    lines = run("check", "TCA", "CAT", "GDO", "CTT", *cat, "--format", "table").stdout.splitlines()
    begins = ["TCA  valid in few (4 words, in any order", "     an arrangement of ACT, CAT", "CAT  valid in few (4 words, in any order",
              "GDO  valid in few (4 words, in any order", "     an arrangement of DOG", "CTT  not in few (4 words, in any order"]  # fmt: skip
    for line, begin in zip(lines, begins, strict=False):
        assert line.startswith(begin)
    assert len(lines) >= len(begins)
    text = run("check", "TCA", *cat, "--format", "text").stdout
    assert text.startswith("TCA is valid in few (4 words, in any order")
    assert text.endswith(".\nAn arrangement of ACT, CAT.\n")
    data = json.loads(run("check", "TCA", "CAT", *cat, "--format", "json").stdout)
    assert [(word["valid"], word.get("arrangement_of")) for word in data["words"]] == [(True, ["ACT", "CAT"]), (True, None)]
    assert run("check", "TCA", "CTT", *cat, "--format", "tsv").stdout == "TCA\tvalid\nCTT\tinvalid\n"


@pytest.mark.parametrize(("words", "status"), [(["TCA", "OGD"], 0), (["TCA", "CTT"], 1)])
def test_check_of_arrangements_tells_its_exit_status(words: list[str], status: int, cat: tuple[str, ...]) -> None:
    assert run("check", *words, *cat).exit_code == status
    together = run("check", *words, "--together", *cat)
    assert (together.exit_code, together.stdout) == (status, f"the play is {'not ' if status else ''}acceptable\n")


def test_word_that_is_no_arrangement_is_refused_with_the_reason(cat: tuple[str, ...]) -> None:
    result = run("score", "-", "8F", "CTT", *cat, "--format", "text", stdin=EMPTY)
    assert (result.exit_code, "CTT is no arrangement of a word in few." in result.stdout) == (1, True)
    [reason] = judged(EMPTY, "8F CTT", *cat)["reasons"]
    assert (reason["message"], reason["words"]) == ("CTT is no arrangement of a word in few", ["CTT"])
    # every word of a play must be an arrangement: the T makes AT with the A above
    board = cgp(rows={8: "5TCA7"})
    both = judged(board, "9H T", *cat)
    assert [reason["message"] for reason in both["reasons"]] == ["AT is no arrangement of a word in few"]
    # under other rules the message is the usual one
    assert judged(EMPTY, "8F CTT")["reasons"][0]["message"] == "CTT is not in enable"


def test_a_play_of_clabbers_goes_on_the_board(cat: tuple[str, ...]) -> None:
    result = run("play", "-", "8F", "TcA", *cat, stdin=EMPTY)
    assert result.exit_code == 0
    assert result.stdout.startswith("15/15/15/15/15/15/15/5TcA7/")
    # rules and list go with the position, and the words that lie there are none to warn of
    after = run("solve", "-", "--rack", "DO", stdin=result.stdout)
    assert (after.exit_code, after.stderr) == (0, "note: no legal play: only an exchange or a pass is possible\n")
    lying = run("check", "--board", "-", stdin=result.stdout)
    assert (lying.exit_code, lying.stdout) == (0, "TCA\tvalid\t8F\n")


def test_challenge_of_an_arrangement(cat: tuple[str, ...]) -> None:
    good = run("check", "--board", "-", "--move", "8F TCA", "--challenge", "double", *cat, stdin=EMPTY)
    assert (good.exit_code, "the play is acceptable" in good.stdout) == (0, True)
    bad = run("check", "--board", "-", "--move", "8F CTT", "--challenge", "double", *cat, stdin=EMPTY)
    assert (bad.exit_code, "the play is not acceptable" in bad.stdout) == (1, True)


def test_ruling_on_a_play_names_the_words_of_an_arrangement(cat: tuple[str, ...]) -> None:
    result = run("check", "--board", "-", "--move", "8F TCA", *cat, "--format", "table", stdin=EMPTY)
    assert result.exit_code == 0
    assert "CAT" in result.stdout


def test_words_on_a_board_are_named_as_arrangements(cat: tuple[str, ...]) -> None:
    result = run("check", "--board", "-", *cat, "--format", "table", stdin=cgp(rows={8: "5TCA7"}))
    assert result.exit_code == 0
    assert "CAT" in result.stdout


def test_clabbers_with_a_blank_and_through_tiles(cat: tuple[str, ...]) -> None:
    # the G on the board: D and O around it in any order, the blank as either
    rows = solved(cgp(rows={8: "7G7"}), "D?", *cat, "--across", "--quiet")
    expected = {f"8{square} {tiles}" for square, pattern in (("F", "{}{}."), ("G", "{}.{}"), ("H", ".{}{}"))
                for tiles in (pattern.format("D", "o"), pattern.format("o", "D"))}  # fmt: skip
    assert {row["move"] for row in rows} == expected
    # which tiles are blanks makes another score
    assert {row["score"] for row in rows} <= {"4", "5", "6", "7", "8", "9"}


def test_filters_keep_the_ranks_of_the_whole_list(cat: tuple[str, ...]) -> None:
    everything = solved(EMPTY, "ACTDOG?", *cat)
    for options, chosen in (
        (("--word", "T*"), lambda row: row["words"].startswith("T")),
        (("--no-blank",), lambda row: row["tiles"].isupper()),
        (("--at", "8G"), lambda row: row["move"].startswith("8G ")),
        (("--min-score", "10"), lambda row: int(row["score"]) >= 10),
        (("--keeps", "?"), lambda row: "?" in row["leave"]),
        (("--uses", "?", "--word", "?O?"), lambda row: "?" not in row["leave"] and row["words"][1] == "O"),
    ):
        wanted = [row for row in everything if chosen(row)]
        assert 0 < len(wanted) < len(everything)
        assert solved(EMPTY, "ACTDOG?", *cat, *options) == wanted


def test_an_open_board_is_counted_but_only_what_is_shown_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    getitem = PlayList.__getitem__

    def counted(self: PlayList, index: int) -> object:
        made.append(index)
        return getitem(self, index)

    monkeypatch.setattr(PlayList, "__getitem__", counted)
    data = json.loads(run("solve", "-", *CLABBERS, "--top", "10", "--format", "json", "--quiet", stdin=OPEN_BOARD).stdout)
    assert (data["count"], len(data["moves"])) == (OPEN_COUNT, 10)
    assert (data["moves"][0]["move"], data["moves"][0]["score"]) == ("6A AEST.P..UX", 94)
    assert len(made) < 100


MEMORY = """
import sys
from scrabblecli.__main__ import run
status = 0
try:
    run()
except SystemExit as error:
    status = error.code
if sys.platform == "linux":
    # what is told of a child by others counts its parent too
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(int(peak.split()[1]) // 1024, file=sys.stderr)
sys.exit(status)
"""


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    ("options", "lines"),
    [(("--top", "10"), 10), (("--top", "0"), OPEN_COUNT), (("--word", "AEST*", "--top", "7"), 7), (("--min-score", "90"), 15)],
)
def test_an_open_board_in_bounded_memory(options: tuple[str, ...], lines: int) -> None:
    arguments = [sys.executable, "-c", MEMORY, "solve", "-", *CLABBERS, "--format", "tsv", "--quiet", *options]
    done = subprocess.run(
        arguments, input=OPEN_BOARD, capture_output=True, text=True, check=False, timeout=60, env=environment(PYTHONHASHSEED="0")
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == lines + 1
    if sys.platform.startswith("linux"):
        # the interpreter itself has some 20 MB
        assert int(done.stderr) < 150


# Built-in formats


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("duplicate", {}),
        ("finish-line", {"targets": "[300, 300]", "leftovers": "none"}),
        ("partner-racks", {"teams": "true"}),
        ("open-dictionary", {"open_dictionary": "true"}),
    ],
)
def test_built_in_formats_name_their_settings(name: str, changes: dict[str, str]) -> None:
    def shown(rules: str) -> dict[str, str]:
        return {row["key"]: row["value"] for row in table(run("rules", "show", rules, "--format", "tsv").stdout)}

    settings, base = shown(name), shown("tournament")
    assert {key: value for key, value in settings.items() if base[key] != value and key != "title"} == changes
    assert settings["title"] != base["title"]
    assert name in run("rules", "list").stdout
    # they are played with the same board, tiles and words
    assert judged(EMPTY, "8B RETAINS", "--rules", name)["score"] == 66
    assert scores(solved(JOG, "S", "--rules", name)) == scores(solved(JOG, "S"))


# House sets


def rule_file(folder: Path, *lines: str) -> tuple[str, ...]:
    path = folder / "house.toml"
    path.write_text("\n".join(('extends = "tournament"', *lines)) + "\n", encoding="utf-8")
    return "--rules", str(path)


def test_racks_of_eight_pay_for_eight(tmp_path: Path) -> None:
    given = rule_file(tmp_path, "rack_size = 8")
    seven = judged(EMPTY, "8B RETAINS", *given, "--rack", "RETAINSD")
    assert (seven["score"], seven["bonus"], seven["bingo"], seven["leave"]) == (16, 0, False, "D")
    eight = judged(EMPTY, "8A STRAINED", *given, "--rack", "STRAINED")
    # seven letters of 1 and a D of 2, the A doubled at D8; the triple word at A8 and the start square
    [word] = eight["words"]
    assert (word["letters"], word["multiplier"], eight["bonus"]) == (10, 6, 50)
    assert (eight["score"], eight["bingo"]) == (110, True)
    rows = solved(EMPTY, "STRAINED", *given, "--bingo")
    assert {len(row["tiles"]) for row in rows} == {8}
    assert {row["score"] for row in rows if row["move"] == "8A STRAINED"} == {"110"}
    # seven tiles through one on the board are eight letters and no bonus
    through = judged(cgp(rows={8: "7D7"}), "8A STRAINE.", *given)
    assert (through["bonus"], len(through["word"])) == (0, 8)
    # the usual rules take no rack of eight, and say how
    refused = run("solve", "-", "--rack", "STRAINED", stdin=EMPTY)
    assert (refused.exit_code, "--set rack_size=8" in refused.stderr) == (2, True)


def test_bonus_of_35(tmp_path: Path) -> None:
    given = rule_file(tmp_path, "bingo_bonus = 35")
    assert (judged(EMPTY, "8B RETAINS", *given)["score"], judged(EMPTY, "8B RETAINS", *given)["bonus"]) == (51, 35)
    found = {row["move"]: int(row["score"]) for row in solved(EMPTY, "RETAINS", *given)}
    usual = {row["move"]: int(row["score"]) for row in solved(EMPTY, "RETAINS")}
    assert {move: usual[move] - score for move, score in found.items()} == {
        move: 15 if len(move.split()[1]) == 7 else 0 for move in usual
    }


def test_blanks_at_face_value_are_raised_like_their_letter(tmp_path: Path) -> None:
    given = rule_file(tmp_path, "blanks_score_zero = false")
    blank, letter = judged(EMPTY, "8D zEBRA", *given), judged(EMPTY, "8D ZEBRA", *given)
    assert blank["score"] == letter["score"] == 52
    square = blank["words"][0]["squares"][0]
    assert (square["letter"], square["value"], square["premium"], square["points"], square["blank"]) == ("Z", 10, "DL", 20, True)
    assert judged(EMPTY, "8D zEBRA")["score"] == 12
    best = solved(EMPTY, "EBRA?", *given, "--word", "ZEBRA")[0]
    assert (best["move"], best["score"]) == ("8D zEBRA", "52")
    # a blank that lies there counts too
    assert judged(cgp(rows={8: "3zEBRA7"}), "8D .....S", *given)["score"] == 17
    assert judged(cgp(rows={8: "3zEBRA7"}), "8D .....S")["score"] == 7


def test_drawn_layout(tmp_path: Path) -> None:
    """Four by five squares that are no mirror image, the start square in a corner, and a word list of their own."""
    word_list(tmp_path, "CAT", "ACT", "AT")
    given = rule_file(tmp_path, 'layout = ["*..=.", ".\'...", "..-..", \'...".\']', 'lexicon = "words.txt"')
    empty = "5/5/5/5 / 0/0 0\n"
    drawn = run("board", *given, "--to", "draw").stdout.splitlines()
    assert [line.split() for line in drawn[-5:]] == [
        ["A", "B", "C", "D", "E"],
        ["1", "*", ".", ".", "=", "."],
        ["2", ".", "'", ".", ".", "."],
        ["3", ".", ".", "-", ".", "."],
        ["4", ".", ".", ".", '"', "."],
    ]
    rows = solved(empty, "CAT", *given)
    # across and down from A1, the only square that must be covered; neither covers a premium
    assert scores(rows) == [("1A ACT", 5), ("1A CAT", 5), ("A1 ACT", 5), ("A1 CAT", 5), ("1A AT", 2), ("A1 AT", 2)]
    assert codes(judged(empty, "2A CAT", *given)) == ["misses_start"]
    assert codes(judged(empty, "C3 CAT", *given)) == ["off_board", "misses_start"]
    laid = run("play", "-", "1A", "CAT", *given, stdin=empty)
    assert (laid.exit_code, laid.stdout.split()[0]) == (0, "CAT2/5/5/5")
    # B1 A, B2 T on the double letter
    after = {row["move"]: row["score"] for row in solved(laid.stdout, "AT")}
    assert after["B1 .T"] == "3"
    # a position of the usual size is refused
    refused = run("solve", "-", "--rack", "CAT", *given, stdin=EMPTY)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "15 rows, expected 4" in refused.stderr


def test_house_set_of_everything(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    folder.mkdir()
    word_list(folder, "ZO", "QIS", name="table.txt")
    (folder / "rules.toml").write_text(
        'extends = "clabbers"\ntitle = "Ours"\nrack_size = 8\nbingo_bonus = 40\nbingo_tiles = 7\nblanks_score_zero = false\n'
        'extra_words = "table.txt"\nbarred_words = ["CAT", "ACT"]\n',
        encoding="utf-8",
    )
    given = ("--rules", str(folder / "rules.toml"))
    # (Z 10 + O 1) x 2, in either order
    assert judged(EMPTY, "8H OZ", *given)["score"] == 22
    assert codes(judged(EMPTY, "8G TAC", *given)) == ["invalid_word"]
    assert judged(EMPTY, "8B SNIATER", *given)["bonus"] == 40
    assert {row["move"] for row in solved(EMPTY, "OZ", *given)} == {"8G OZ", "8G ZO", "8H OZ", "8H ZO"}
    assert solved(EMPTY, "TAC", *given, "--length", "3") == []


# The house sets of the documents

HOUSE = sorted((ROOT / "docs" / "house").glob("*.toml"))


@pytest.mark.parametrize(
    ("name", "rack", "move", "score"),
    [
        # eight letters, one of them doubled, on a triple and a double word: 9 x 6 + 50
        ("eights", "AEINRSTU", "8A RUINATES", 104),
        # seven tiles earn nothing there: 8 x 2
        ("eights", "AEINRST", "8B ANESTRI", 16),
        ("gentle", "AEINRST", "8B ANESTRI", 51),
        # no premium on the start square, double letters on either side
        ("diamond", "CAT", "5C CAT", 8),
    ],
)
def test_house_sets_of_the_documents(name: str, rack: str, move: str, score: int) -> None:
    rules = str(ROOT / "docs" / "house" / f"{name}.toml")
    board = run("board", "--rules", rules, "--to", "text").stdout
    data = json.loads(run("solve", "-", "--rack", rack, "--top", "1", "--format", "json", "--quiet", stdin=board).stdout)
    assert (data["moves"][0]["move"], data["moves"][0]["score"]) == (move, score)


def test_every_house_set_loads() -> None:
    assert [path.stem for path in HOUSE] == ["diamond", "eights", "face-value", "gentle"]
    for path in HOUSE:
        assert run("rules", "show", str(path), "--format", "json").exit_code == 0
    assert run("check", "QI", "--rules", str(ROOT / "docs" / "house" / "gentle.toml")).exit_code == 0
    # J at its own 8 on the double letter: (16 + 1 + 2) x 2 with a blank as J, under face value
    face = run("score", "-", "8D", "jAILS", "--rules", str(ROOT / "docs" / "house" / "face-value.toml"), stdin=cgp()).stdout
    assert face.splitlines()[1].split("\t")[1] == "40"
