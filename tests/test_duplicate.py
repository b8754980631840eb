"""``game duplicate``: what is dealt, how answers are judged, records and replays, every format, a terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrabblecli.engine.movegen import MoveGenerator
from scrabblecli.errors import DataError, NotationError
from scrabblecli.formats.session import SessionRecord, SessionRound, format_session, parse_session
from scrabblecli.game.duplicate import ENDINGS, Round, answer, dealt_rounds, new_table, no_answer, standing
from scrabblecli.lexicon import Lexicon, load_lexicon
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import BLANK
from tests.helpers import ROOT, environment, run, table, word_list

SCHEMA = json.loads((ROOT / "docs" / "schema" / "duplicate.schema.json").read_text(encoding="utf-8"))
RACKS = ["DEELOPR", "AEFRTUW", "ACIOPW?", "CEIJNOU"]
"""The first racks of seed 7."""
HEADING = "round\track\tbest\tbest_score\tmove\tscore\tseconds\n"


@pytest.fixture(scope="module")
def generator(tournament: RuleSet, enable: Lexicon) -> MoveGenerator:
    return MoveGenerator(tournament, enable)


def game(rules: RuleSet, generator: MoveGenerator, seed: int = 7, balance: bool = True) -> tuple[list[Round], str]:
    """Every round of a game, and why it is over."""
    *rounds, ending = dealt_rounds(new_table(rules, seed, balance), generator)
    assert isinstance(ending, str)
    return [dealt for dealt in rounds if isinstance(dealt, Round)], ending


def small(rules: RuleSet, folder: Path, tiles: list[list[object]], *words: str) -> tuple[RuleSet, MoveGenerator]:
    """Rules with a few tiles, and a list of a few words."""
    changed = rules.with_settings({"tiles": tiles})
    return changed, MoveGenerator(changed, load_lexicon(word_list(folder, *words), changed.tiles.alphabet))


def validated(document: Any) -> Any:
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    return document


# What is dealt


def test_a_seed_deals_the_same_racks_everywhere(tournament: RuleSet, generator: MoveGenerator) -> None:
    rounds, ending = game(tournament, generator)
    assert [dealt.rack.text(tournament.tiles.alphabet) for dealt in rounds[:4]] == RACKS
    assert [(dealt.best.score, dealt.number) for dealt in rounds[:4]] == [(76, 1), (80, 2), (45, 3), (46, 4)]
    assert (len(rounds), ending) == (24, "out")


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("balance", [True, False])
def test_whole_games(seed: int, balance: bool, tournament: RuleSet, generator: MoveGenerator) -> None:
    tiles = tournament.tiles
    rounds, ending = game(tournament, generator, seed, balance)
    assert ending in ENDINGS[:3]
    every_tile = Counter({code: number for code, number in enumerate(tiles.counts) if number})
    either = {BLANK, tiles.alphabet.letters.index("Y") + 1}
    kept = b""
    for dealt in rounds:
        lying = Counter(BLANK if face & 0x40 else face for face in dealt.table.board.faces if face)
        assert lying + Counter(dealt.rack) + Counter(dealt.table.bag) == every_tile
        assert len(dealt.rack) == min(7, len(dealt.rack) + len(dealt.table.bag))
        assert dealt.best.score == max(ranked.score for ranked in dealt.plays)
        assert dealt.best == generator.plays(dealt.table.board, dealt.rack)[0]
        if not dealt.rejected:
            assert dealt.rack.without(kept) is not None
        if balance:
            free = sum(code in either for code in dealt.rack)
            vowels = sum(code in tiles.vowels and code not in either for code in dealt.rack)
            consonants = len(dealt.rack) - free - vowels
            lacking = max(0, 2 - vowels) + max(0, 2 - consonants)
            if dealt.number <= 15:
                assert lacking <= free
            else:
                assert max(0, 1 - vowels) + max(0, 1 - consonants) <= free
        kept = dealt.best.leave or b""
    last = rounds[-1]
    left = Counter(last.best.leave or b"") + Counter(last.table.bag)
    assert (ending == "out") == (not left)
    if ending == "tiles":
        assert balance
        assert len(left.keys() - either & tiles.vowels) == 0 or not any(code not in tiles.vowels | either for code in left)


def test_racks_that_are_not_balanced_are_put_back_whole(tournament: RuleSet, generator: MoveGenerator) -> None:
    rejected = [(seed, dealt) for seed in range(20) for dealt in game(tournament, generator, seed)[0] if dealt.rejected]
    assert len(rejected) > 5


@pytest.mark.parametrize(
    ("tiles", "words", "ending", "rounds"),
    [
        ([["?", "?", 0, 0, False], ["A", "a", 2, 1, True], ["B", "b", 2, 1, False]], ("ABBA",), "out", 1),
        ([["?", "?", 0, 0, False], ["A", "a", 7, 1, True]], ("AA",), "tiles", 0),
        ([["?", "?", 1, 0, False], ["A", "a", 6, 1, True]], ("AAAAAAA",), "out", 1),
        ([["?", "?", 0, 0, False], ["A", "a", 6, 1, True], ["Y", "y", 1, 1, False]], ("AAAAAAY",), "out", 1),
        ([["?", "?", 0, 0, False], ["A", "a", 4, 1, True], ["B", "b", 4, 1, False]], ("ABABABABABAB",), "blocked", 0),
        ([["?", "?", 0, 0, False], ["A", "a", 1, 1, True], ["B", "b", 8, 1, False]], ("ABBBBBB",), "tiles", 1),
    ],
)  # fmt: skip
def test_how_games_end(
    tiles: list[list[object]], words: tuple[str, ...], ending: str, rounds: int, tournament: RuleSet, tmp_path: Path
) -> None:
    rules, generator = small(tournament, tmp_path, tiles, *words)
    played, why = game(rules, generator)
    assert (why, len(played)) == (ending, rounds)


def test_one_vowel_is_enough_where_there_are_not_two(tournament: RuleSet, tmp_path: Path) -> None:
    tiles: list[list[object]] = [["?", "?", 0, 0, False], ["A", "a", 1, 1, True], ["B", "b", 30, 1, False]]
    rules, generator = small(tournament, tmp_path, tiles, "AB", "BB")
    played, _ = game(rules, generator)
    assert 1 in played[0].rack
    assert game(rules, generator, balance=False)[0][0].rejected == 0


# Answers


def test_answers(tournament: RuleSet, generator: MoveGenerator, enable: Lexicon) -> None:
    [first, second, *_], _ = game(tournament, generator)
    best = answer(first, "8B DEPLORE", enable)
    assert (best.score, best.lost, best.grade, best.rank, best.reasons) == (76, 0, "best", 1, ())
    less = answer(first, "8E RODE", enable)
    assert (less.text, less.score, less.lost, less.grade) == ("8E RODE", 10, 66, "large")
    assert less.rank == 1 + next(place for place, ranked in enumerate(first.plays) if ranked.move == less.move)
    # down on an empty board is its mirror image
    assert answer(first, "H5 RODE", enable).rank == answer(first, "8E RODE", enable).rank
    phony = answer(first, "8E REDOL", enable)
    assert (phony.score, phony.lost, phony.grade, phony.rank, phony.reasons[0].code) == (0, 76, "phony", None, "invalid_word")
    illegal = answer(second, "1A WAFT", enable)
    assert (illegal.move, illegal.score, illegal.grade, illegal.reasons[0].code) == (None, 0, "illegal", "disconnected")
    exchanged = answer(second, "-AEF", enable)
    assert (exchanged.grade, exchanged.reasons[0].message) == ("illegal", "nothing is exchanged in duplicate")
    assert answer(second, "pass", enable) == no_answer(second)
    assert (no_answer(second).lost, no_answer(second).grade) == (80, "none")
    with pytest.raises(NotationError):
        answer(second, "WAFTURE", enable)


def test_standing() -> None:
    assert standing([10, 20], [20, 40]) == (30, 60)
    assert standing([10], [20, 40]).percent == 50
    assert standing([], []).percent == 0


# Records

TEXTS = st.text(st.characters(min_codepoint=33, max_codepoint=0x24F, exclude_categories=("C", "Z")), min_size=1, max_size=8)


@given(
    st.builds(
        SessionRecord,
        TEXTS, st.none() | st.integers(0, 10**12), st.just("wespa"), st.just({}) | st.just({"bingo_bonus": 35}), TEXTS, st.just("77a8b772"),
        st.booleans(), st.none() | st.integers(1, 900).map(float),
        st.lists(
            st.builds(SessionRound, TEXTS, TEXTS, st.integers(0, 999), TEXTS | st.just(""), st.integers(0, 999), st.none() | st.integers(0, 999).map(float), st.just(0)),
            max_size=4,
        ).map(tuple),
    )
)  # fmt: skip
def test_records_are_read_as_they_were_written(record: SessionRecord) -> None:
    text = format_session(record)
    read = parse_session(text)
    assert read._replace(rounds=tuple(played._replace(line=0) for played in read.rounds)) == record
    assert parse_session(text.replace("\n", "\r\n")) == read
    assert parse_session(text.replace("\t\n", "\n")) == read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.txt: not a session of duplicate: expected a line of headings round rack best best_score move score seconds"),
        ("hello\n", "f.txt, line 1: 'hello': expected one of player, seed, rules, set, lexicon, balance, time, or the headings"),
        ("seed: x\n", "f.txt, line 1: seed: 'x': expected a whole number"),
        ("balance: maybe\n", "f.txt, line 1: balance: 'maybe': expected yes or no"),
        ("time: -1\n", "f.txt, line 1: time: '-1': expected seconds"),
        ("player:\n", "f.txt, line 1: player: '': expected a value"),
        ("set: bingo=1\n", "f.txt, line 1: unknown setting 'bingo'; did you mean 'bingo_bonus' or 'bingo_tiles'?"),
        (
            HEADING + "1\tA\n",
            "f.txt, line 2: 2 columns: expected round rack best best_score move score seconds, with tabs between them",
        ),
        (HEADING + "2\tA\tB\t1\tC\t1\t\n", "f.txt, line 2: round '2': expected round 1"),
        (HEADING + "1\tA\tB\tx\tC\t1\t\n", "f.txt, line 2: best_score 'x': expected a whole number"),
        (HEADING + "1\tA\tB\t1\tC\t-1\t\n", "f.txt, line 2: score '-1': expected a whole number"),
        (HEADING + "1\tA\tB\t1\tC\t1\tsoon\n", "f.txt, line 2: seconds 'soon': expected a number"),
    ],
)
def test_bad_records(text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_session(text, "f.txt")
    assert str(caught.value) == message


def session(*arguments: str, answers: str = "") -> dict[str, Any]:
    """A session as data, checked by its schema."""
    result = run("game", "duplicate", *arguments, "--format", "json", stdin=answers)
    assert result.exit_code == 0, result.stderr
    document: dict[str, Any] = validated(json.loads(result.stdout))
    return document


def test_a_record_is_replayed_on_the_same_racks(tmp_path: Path) -> None:
    path = str(tmp_path / "ann.txt")
    ann = session("--seed", "7", "--player", "Ann", "--record", path, answers="8B DEPLORE\nI3 WAFTERU\n\nx\tx\n")
    assert Path(path).read_text(encoding="utf-8") == (
        "# duplicate: scrabblecli game duplicate --replay FILE deals the same racks\nplayer: Ann\nseed: 7\nrules: tournament\n"
        f"lexicon: enable 77a8b772\nbalance: yes\n{HEADING}1\tDEELOPR\t8B DEPLORE\t76\t8B DEPLORE\t76\t\n2\tAEFRTUW\tI3 WAFTURE\t80\tI3 WAFTERU\t0\t\n"
        "3\tACIOPW?\tH1 WhAP\t45\t\t0\t\n4\tCEIJNOU\tB2 JOUNCE.\t46\tx\\tx\t0\t\n"
    )
    assert (ann["points"], ann["maximum"], ann["ending"], ann["recorded"]) == (76, 247, "stopped", None)
    mine = str(tmp_path / "bob.txt")
    bob = session("--replay", path, "--player", "Bob", "--record", mine, answers="8E RODE\nI3 WAFTURE\nH1 WhAP\npass\n")
    assert (bob["points"], bob["maximum"], bob["ending"]) == (135, 247, "record")
    assert bob["recorded"] == {"player": "Ann", "points": 76, "percent": pytest.approx(100 * 76 / 247)}
    assert [each["rack"] for each in bob["rounds"]] == [each["rack"] for each in ann["rounds"]] == RACKS
    assert [(each["recorded_move"], each["recorded_score"]) for each in bob["rounds"]] == [
        ("8B DEPLORE", 76), ("I3 WAFTERU", 0), ("", 0), ("x\\tx", 0),
    ]  # fmt: skip
    third = run("game", "duplicate", "--replay", mine, "--format", "text", stdin="\n")
    assert "Bob: 8E RODE, 10 points.\n" in third.stdout
    assert third.stdout.endswith(
        "You: 0 of 76 points in 1 round, 0.0 %.\nBob: 10 of 76 points in 1 round, 13.2 %.\nStopped before the end.\n"
    )


def test_a_whole_record_under_other_rules_and_another_list(tmp_path: Path) -> None:
    words = word_list(
        tmp_path, "CAT", "CATS", "TACO", "OAT", "OATS", "TA", "AT", "AS", "SO", "TO", "OS", "ETA", "TEA", "SEA", "EAT"
    )
    path = str(tmp_path / "r.txt")
    options = ("--lexicon", words, "--rules", "wespa", "--set", "bingo_bonus=35", "--no-balance", "--time", "60")
    first = session("--seed", "3", *options, "--record", path, answers="\n" * 200)
    assert first["ending"] != "stopped"
    again = session("--replay", path, answers="\n" * 200)
    assert again["recorded"] == {"player": "You (recorded)", "points": 0, "percent": 0}
    assert (again["rules"], again["settings"], again["balance"]) == ("wespa", {"bingo_bonus": 35}, False)
    assert [(each["rack"], each["best"]) for each in again["rounds"]] == [
        (each["rack"], each["best"]) for each in first["rounds"]
    ]
    assert len(again["rounds"]) > 2


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("1\tQQ\t8H QI\t22\t\t0\t", "round 1: the rack QQ cannot be dealt: the tiles are not there"),
        ("1\tAEINRSTU\t8H TEA\t8\t\t0\t", "round 1: the rack AEINRSTU cannot be dealt: the tiles are not there"),
        ("1\t1\t8H QI\t22\t\t0\t", "round 1: rack '1': '1' (tile 1) is no tile of the english set"),
        ("1\tAEINRST\t8H TEAX\t8\t\t0\t", "round 1: 8H TEAX: the rack AEINRST lacks X; TEAX is not in enable"),
        ("1\tAEINRST\tpass\t0\t\t0\t", "round 1: pass: expected a play"),
        ("1\tAEINRST\t8H TEN\t7\t\t0\t", "round 1: 8H TEN scores 6, not 7"),
        ("1\tAEINRST\tTEN\t6\t\t0\t", "round 1: invalid move 'TEN': expected a play like"),
    ],
)
def test_records_that_cannot_be_dealt(row: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    path.write_text(f"{HEADING}{row}\n", encoding="utf-8")
    result = run("game", "duplicate", "--replay", str(path), stdin="")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {path}, line 2: {message}")


def test_another_list_than_the_record_s_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    path.write_text(f"lexicon: nonesuch 12345678\n{HEADING}1\tAEINRST\t8H TEN\t6\t\t0\t\n", encoding="utf-8")
    result = run("game", "duplicate", "--replay", str(path), "--format", "tsv", stdin="")
    assert result.exit_code == 0
    assert "warning: unknown word list 'nonesuch' (in the record): enable is used" in result.stderr
    assert "warning: the record was made with another word list: nonesuch 12345678, not enable 77a8b772\n" in result.stderr


def test_a_record_that_is_there_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    path.write_text("mine\n", encoding="utf-8")
    refused = run("game", "duplicate", "--seed", "7", "--record", str(path), stdin="8B DEPLORE\n")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == f"error: {path}: is there already: --replace begins it anew\n"
    assert path.read_text(encoding="utf-8") == "mine\n"
    assert run("game", "duplicate", "--seed", "7", "--record", str(path), "--replace", stdin="").exit_code == 0
    assert parse_session(path.read_text(encoding="utf-8")).rounds == ()
    assert os.listdir(tmp_path) == ["r.txt"]
    nowhere = run("game", "duplicate", "--seed", "7", "--record", str(tmp_path / "no" / "r.txt"), stdin="8B DEPLORE\n")
    assert (nowhere.exit_code, nowhere.stdout) == (2, "")


# Output


def test_lines_and_columns() -> None:
    answers = "8E RODE\n8D zz\nboard\n?\nI3 WAFTURE\nquit\n8H NO\n"
    result = run("game", "duplicate", "--seed", "7", stdin=answers)
    assert result.exit_code == 0
    rows = table(result.stdout)
    assert [
        (row["round"], row["rack"], row["move"], row["score"], row["best"], row["best_score"], row["grade"]) for row in rows
    ] == [
        ("1", "DEELOPR", "8E RODE", "10", "8B DEPLORE", "76", "large"),
        ("2", "AEFRTUW", "8D zz", "0", "I3 WAFTURE", "80", "illegal"),
        ("3", "ACIOPW?", "I3 WAFTURE", "0", "H1 WhAP", "45", "illegal"),
    ]
    assert (rows[0]["lost"], rows[0]["late"], rows[0]["seconds"], rows[0]["recorded_move"]) == ("66", "false", "", "")
    assert "Row 8: .DEPLORER......\n" in result.stderr
    assert "Enter or pass: no move. board: the board again. quit: the result so far.\n" in result.stderr
    assert result.stderr.endswith("note: You: 10 of 201 points in 3 rounds, 5.0 %. Stopped before the end.\n")
    quietly = run("game", "duplicate", "--seed", "7", "--quiet", "--no-header", "--format", "csv", stdin="8E RODE\n")
    assert (quietly.stderr, quietly.stdout.count("\n")) == ("", 1)


def test_a_round_a_line_whose_position_is_the_one_dealt() -> None:
    lines = run(
        "game", "duplicate", "--seed", "7", "--format", "jsonl", stdin="8E RODE\n8D zz\n\nB2 JOUNCE.\n"
    ).stdout.splitlines()
    rounds = [validated(json.loads(line)) for line in lines]
    assert [each["seed"] for each in rounds] == [7] * 4
    for each in rounds:
        best = table(run("solve", "-", "--top", "1", "--format", "tsv", stdin=each["position"] + "\n").stdout)[0]
        assert (best["move"], int(best["score"])) == (each["best"], each["best_score"])
    analyzed = json.loads(run("analyze", "-", "--format", "json", stdin=rounds[0]["position"] + "\n").stdout)
    assert (analyzed["played"]["move"], analyzed["rank"], analyzed["count"]) == ("8E RODE", rounds[0]["rank"], rounds[0]["count"])
    assert rounds[3]["lost"] == 0


def test_the_same_seed_whatever_is_answered() -> None:
    one, other = session("--seed", "11", answers="\n" * 99), session("--seed", "11", answers="8H AT\n" * 99)
    assert [each["rack"] for each in one["rounds"]] == [each["rack"] for each in other["rounds"]]
    assert one["ending"] == other["ending"] != "stopped"


def test_without_a_seed_it_is_said_which() -> None:
    first = run("game", "duplicate", "--format", "jsonl", stdin="\n")
    seed = first.stderr.split("--seed ")[1].split()[0]
    assert run("game", "duplicate", "--seed", seed, "--format", "jsonl", stdin="\n").stdout == first.stdout


def test_no_answer_at_all() -> None:
    result = run("game", "duplicate", "--seed", "7", "--format", "text", stdin="")
    assert result.stdout.splitlines()[1:] == ["You: 0 of 0 points in 0 rounds.", "Stopped before the end."]


def test_sentences() -> None:
    shown = run("game", "duplicate", "--seed", "7", "--format", "text", stdin="8B DEPLORE\nI3 WAFTERU\n8A DEPLORES\n").stdout
    lines = shown.splitlines()
    assert lines[:3] == [
        "Round 1. Rack D E E L O P R. 93 tiles in the bag.",
        "Row 8 from B: D E P L O R E scores 76, the most there is.",
        "Best: Row 8 from B: D E P L O R E.",
    ]
    assert "You: 76 of 76 points in 1 round, 100.0 %." in lines
    assert "I3 WAFTERU scores nothing: WAFTERU is not in enable." in lines


def test_a_table() -> None:
    shown = run("game", "duplicate", "--seed", "7", "--format", "table", stdin="8E RODE\n", env={"COLUMNS": "80"}).stdout
    assert ' 2 . - . . . " . . . " . . . - .   Rack  D E E L O P R\n' in shown
    assert "8E RODE scores 10 of 76: 66 points lost, a large mistake; rank " in shown
    assert "\nBest:\n8B DEPLORE\n  D  E  P  L  O  R  E\n" in shown
    assert shown.endswith(
        "Round  Rack     Best        Score  Move     Score  Lost  Grade\n"
        "    1  DEELOPR  8B DEPLORE     76  8E RODE     10    66  large\n"
        "You: 10 of 76 points in 1 round, 13.2 %.\nStopped before the end.\n"
    )


def test_time_is_told_and_late_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", count(0, 30).__next__)
    shown = run("game", "duplicate", "--seed", "7", "--time", "45", "--format", "text", stdin="\n").stdout
    assert "No move. 30 s.\n" in shown
    document = session("--seed", "7", "--time", "20", answers="8E RODE\n")
    assert [(each["seconds"], each["late"], each["score"]) for each in document["rounds"]] == [(30, True, 10)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--replay", "r.txt", "--seed", "7"), "--replay deals the racks of its file: --seed and --balance have no say"),
        (("--replay", "r.txt", "--no-balance"), "--replay deals the racks of its file: --seed and --balance have no say"),
        (("--replay", "-"), "--replay -: answers come from standard input, expected a file"),
        (("--replay", "none.txt"), "none.txt: no such file: expected a session of duplicate"),
        (("--seed", "-1"), "--seed"),
        (("--time", "0"), "--time"),
        (("--seed", "7", "--player", " "), "--player: expected a name"),
    ],
)
def test_bad_usage(arguments: tuple[str, ...], message: str) -> None:
    result = run("game", "duplicate", *arguments, stdin="8B DEPLORE\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize("output_format", ["table", "text", "tsv", "json", "jsonl"])
def test_nothing_typed_acts_on_a_terminal(output_format: str, tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    arguments = ("--seed", "7", "--player", "A\x1b[2Jn", "--format", output_format, "--record", str(path))
    result = run("game", "duplicate", *arguments, stdin="8B \x1b[31mX\n8B DE\x07\n")
    assert result.exit_code == 0
    again = run("game", "duplicate", "--replay", str(path), "--format", output_format, stdin="\n\n")
    for text in (result.output, again.output, path.read_text(encoding="utf-8")):
        assert not set(text) & set("\x1b\x07")


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is POSIX's")
def test_on_a_terminal_an_illegal_move_is_answered_again(tmp_path: Path) -> None:
    import pty

    path = tmp_path / "r.txt"
    outer, inner = pty.openpty()
    command = [sys.executable, "-m", "scrabblecli", "game", "duplicate", "--seed", "7", "--record", str(path), "--color", "never"]
    with subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner, env=environment(COLUMNS="90"), cwd=ROOT) as process:
        os.close(inner)
        os.write(outer, b"1A RODE\nRODE\n8E RODE\nI3 WAFTERU\n\x04")
        shown = b""
        try:
            while part := os.read(outer, 65536):
                shown += part
        except OSError:  # how Linux says that the other end is closed
            pass
        assert process.wait(30) == 0
    os.close(outer)
    text = shown.decode("utf-8").replace("\r\n", "\n")
    assert "the first play must cover the start square H8 (? helps)\nYour move: " in text
    assert "invalid move 'RODE': expected a play like" in text
    assert "I3 WAFTERU scores nothing: WAFTERU is not in enable.\n" in text
    assert text.endswith("You: 10 of 156 points in 2 rounds, 6.4 %.\nStopped before the end.\n")
    assert [each.move for each in parse_session(path.read_text(encoding="utf-8")).rounds] == ["8E RODE", "I3 WAFTERU"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_what_was_answered_is_recorded_when_it_is_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    command = [
        sys.executable,
        "-m",
        "scrabblecli",
        "game",
        "duplicate",
        "--seed",
        "7",
        "--record",
        str(path),
        "--format",
        "jsonl",
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), cwd=ROOT) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"8E RODE\n8E RODE\n")
        process.stdin.flush()
        assert process.stdout.readline()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
    assert [each.score for each in parse_session(path.read_text(encoding="utf-8")).rounds][:1] == [10]
