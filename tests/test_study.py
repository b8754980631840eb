"""``words study`` and ``words probability``: what is asked, what is kept, and how likely letters are drawn."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from itertools import combinations, pairwise
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from scrabblecli.errors import DataError, NotationError
from scrabblecli.game.chance import Chance
from scrabblecli.lexicon import Lexicon, load_lexicon
from scrabblecli.lexicon.boxes import WAITS, Boxes
from scrabblecli.lexicon.probability import by_probability, ways_to_draw
from scrabblecli.lexicon.quiz import judged, question_of, questions
from scrabblecli.tiles import TileSet
from tests.helpers import ROOT, environment, run, table, word_list

SCHEMA = jsonschema.Draft202012Validator(json.loads((ROOT / "docs" / "schema" / "study.schema.json").read_text(encoding="utf-8")))
TODAY = 740000


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of each test's own; where the cards are kept in it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "scrabblecli" / "study" / "cards.sqlite3"


@pytest.fixture
def boxes(tmp_path: Path) -> Iterator[Boxes]:
    with Boxes(str(tmp_path / "cards.sqlite3"), "enable") as made:
        yield made


def studied(answers: str, *options: str) -> list[dict[str, str]]:
    result = run("words", "study", *options, "--format", "tsv", stdin=answers)
    assert result.exit_code == 0, result.stderr
    return table(result.stdout)


# How likely letters are drawn


def plain_ways(codes: bytes, tiles: TileSet) -> int:
    """The same by looking at every set of tiles."""
    bag = [code for code, count in enumerate(tiles.counts) for _ in range(count)]
    found = 0
    for drawn in combinations(bag, len(codes)):
        left = list(codes)
        for code in drawn:
            if code in left:
                left.remove(code)
        found += len(left) == drawn.count(0)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_ways_are_those_of_a_plain_count(seed: int) -> None:
    chance = Random(seed)
    counts = [chance.randrange(3), *(chance.randrange(4) for _ in range(4))]
    lines = [
        f"?,?,{counts[0]},0,0",
        *(f"{letter},{letter.lower()},{count},1,0" for letter, count in zip("ABCD", counts[1:], strict=True)),
    ]
    tiles = TileSet.parse("\n".join(lines), "small")
    for _ in range(12):
        codes = bytes(chance.randrange(1, 5) for _ in range(chance.randrange(1, 6)))
        assert ways_to_draw(codes, tiles) == plain_ways(codes, tiles), (counts, codes)


def test_known_numbers(english: TileSet) -> None:
    """By hand: A 9, B 2 tiles, two blanks."""
    spell = english.alphabet.spell
    ab, zzzz = spell("AB"), spell("ZZZZ")
    assert ab is not None
    assert zzzz is not None
    assert ways_to_draw(ab, english) == 9 * 2 + 2 * (9 + 2) + 1
    assert ways_to_draw(zzzz, english) == 0


def test_the_order_of_bingos(enable: Lexicon, english: TileSet) -> None:
    drawn = by_probability(enable, english, (7, 8))
    sevens = [each for each in drawn if len(each.letters) == 7]
    assert drawn[: len(sevens)] == sevens
    assert [each.rank for each in sevens] == list(range(1, len(sevens) + 1))
    assert drawn[len(sevens)].rank == 1
    assert all(
        one.ways > other.ways or (one.ways == other.ways and one.letters < other.letters) for one, other in pairwise(sevens)
    )
    assert sum(len(each.words) for each in drawn) == sum(7 <= len(word) <= 8 for word in enable)
    first = sevens[0]
    assert [enable.alphabet.word_text(word) for word in first.words] == ["ANEROID"]
    assert first.ways == ways_to_draw(first.letters, english)
    assert first.probability == pytest.approx(first.ways / comb(100, 7))


def test_probabilities_of_all_racks_add_up(tmp_path: Path) -> None:
    """Where there are no blanks each rack makes one alphagram, and together they are certain."""
    tiles = TileSet.parse("A,a,3,1,1\nB,b,2,1,0\nC,c,1,1,0\n", "small")
    every = [a + b + c for a in ("", "A", "AA", "AAA") for b in ("", "B", "BB") for c in ("", "C") if len(a + b + c) == 3]
    lexicon = load_lexicon(word_list(tmp_path, *every), tiles.alphabet)
    assert sum(each.probability for each in by_probability(lexicon, tiles, (3, 3))) == pytest.approx(1)


def test_lists_in_every_format() -> None:
    base = ("words", "probability", "--length", "7", "--top", "3", "--quiet")
    rows = table(run(*base, "--format", "tsv").stdout)
    assert rows[0] == {"rank": "1", "letters": "ADEINOR", "words": "ANEROID", "ways": "3873312", "probability": "0.000242"}
    assert run(*base, "--format", "csv", "--no-header").stdout.splitlines()[1] == '2,AEILNOR,"AILERON,ALIENOR",3873312,0.000242'
    document = json.loads(run(*base, "--format", "json").stdout)
    SCHEMA.validate(document)
    assert [each["letters"] for each in document["letters"]] == [row["letters"] for row in rows]
    for line in run(*base, "--format", "jsonl").stdout.splitlines():
        SCHEMA.validate(json.loads(line))
    assert run(*base, "--format", "text").stdout.startswith("1. ADEINOR: ANEROID; once in 4,133 draws.\n")
    assert "AILERON, ALIENOR" in run(*base, "--format", "table").stdout


def test_cards_for_other_programs() -> None:
    base = ("words", "probability", "--length", "7", "--ranks", "2..3", "--cards")
    assert run(*base, "--format", "csv").stdout == (
        "#separator:Comma\n#html:false\n#columns:Front,Back\nAEILNOR,AILERON (- S); ALIENOR (- S)\nAEILNOT,ELATION (DGR - S); TOENAIL (- S)\n"
    )
    assert run(*base, "--no-header").stdout.splitlines()[0] == "AEILNOR\tAILERON (- S); ALIENOR (- S)"
    refused = run(*base, "--format", "json")
    assert (refused.exit_code, refused.stdout) == (2, "")


def test_ranks_and_files(tmp_path: Path) -> None:
    ranked = table(run("words", "probability", "--length", "7", "--ranks", "5..6", "--format", "tsv").stdout)
    assert [row["rank"] for row in ranked] == ["5", "6"]
    file = word_list(tmp_path, "retains", "xyzzy", "cat")
    result = run("words", "probability", "--from", file, "--length", "2..8", "--format", "tsv")
    assert [row["letters"] for row in table(result.stdout)] == ["ACT", "AEINRST"]
    assert "ANESTRI,ANTSIER" in result.stdout
    assert "warning: " in result.stderr
    assert "1 of 3 words not in enable" in result.stderr


def test_tiles_of_several_letters(tmp_path: Path) -> None:
    words = word_list(tmp_path, "chorro", "ocho")
    arguments = ("--rules", "spanish", "--lexicon", words, "--length", "3..4", "--format", "tsv")
    rows = table(run("words", "probability", *arguments).stdout)
    assert [(row["letters"], row["words"]) for row in rows] == [("[CH]OO", "O[CH]O"), ("[CH]OO[RR]", "[CH]O[RR]O")]
    [answer] = studied("ocho\n", "--rules", "spanish", "--lexicon", words, "--length", "3")
    assert (answer["question"], answer["answer"], answer["right"]) == ("[CH]OO", "O[CH]O", "true")


# Questions and answers


@pytest.mark.parametrize(
    ("kind", "text", "typed", "right"),
    [
        ("anagrams", "ACT", "cat act", True), ("anagrams", "ACT", "ACT, CAT", True), ("anagrams", "ACT", "CAT", False),
        ("anagrams", "ACT", "CAT ACT TAC", False), ("anagrams", "ACT", "", False), ("anagrams", "ACT", "caté act", False),
        ("hooks", "QUA", "A - DGIY", True), ("hooks", "QUA", "DGIY - A", False), ("hooks", "CAT", "s - es", True), ("hooks", "CAT", "S-SE", True),
        ("hooks", "CAT", "- S", False), ("hooks", "CAT", "", False), ("hooks", "VAV", "-s", True),
        ("valid", "CAT", "y", True), ("valid", "CAT", "NO", False), ("valid", "CAX", "n", True), ("valid", "CAX", "yes", False), ("valid", "CAX", " ", False),
    ],
)  # fmt: skip
def test_answers(kind: str, text: str, typed: str, right: bool, enable: Lexicon) -> None:
    question = question_of(kind, text, enable)
    assert question is not None
    assert judged(question, typed, enable) is right


@pytest.mark.parametrize(
    ("kind", "text", "typed"),
    [("valid", "CAT", "perhaps"), ("hooks", "CAT", "S"), ("hooks", "CAT", "S-E-S"), ("hooks", "CAT", "7 - S")],
)
def test_what_is_no_answer(kind: str, text: str, typed: str, enable: Lexicon) -> None:
    question = question_of(kind, text, enable)
    assert question is not None
    with pytest.raises(NotationError, match=r"^answer '"):
        judged(question, typed, enable)


def test_every_right_answer_is_right(enable: Lexicon, english: TileSet) -> None:
    drawn = by_probability(enable, english, (2, 3))
    for kind in ("anagrams", "hooks", "valid"):
        asked = list(questions(kind, drawn, enable, english, Chance(3)))
        assert len(asked) > 500
        assert all(judged(question, question.answer, enable) for question in asked)
        assert len({question.text for question in asked}) == len(asked)
    assert {question.answer for question in asked} == {"yes", "no"}


def test_phonies_look_like_words(enable: Lexicon, english: TileSet) -> None:
    drawn = by_probability(enable, english, (4, 4))
    spell = enable.alphabet.spell
    phonies = [question.text for question in questions("valid", drawn, enable, english, Chance(1)) if question.answer == "no"]
    assert 1500 < len(phonies) < 2500
    for phony in phonies[:200]:
        codes = spell(phony)
        assert codes is not None
        near = [codes[:place] + bytes([letter]) + codes[place + 1 :] for place in range(4) for letter in range(1, 27)]
        assert any(word in enable for word in near)
        assert codes not in enable


def test_a_question_the_list_has_no_more_is_none(enable: Lexicon) -> None:
    assert question_of("anagrams", "QXZ", enable) is None
    assert question_of("hooks", "QXZ", enable) is None
    assert question_of("valid", "Q[", enable) is None


# Boxes


def test_cards_move_through_the_boxes(boxes: Boxes) -> None:
    day = TODAY
    for box, wait in enumerate(WAITS[1:], start=2):
        card = boxes.answered("anagrams", "ACT", True, day)
        assert (card.box, card.due) == (box, day + wait)
        day = card.due
    last = boxes.answered("anagrams", "ACT", True, day)
    assert (last.box, last.due) == (8, day + 64)
    wrong = boxes.answered("anagrams", "ACT", False, day)
    assert (wrong.box, wrong.due, wrong.asked, wrong.right) == (1, day, 9, 8)


def test_who_asks_too_early_gains_nothing(boxes: Boxes) -> None:
    first = boxes.answered("anagrams", "ACT", True, TODAY)
    again = boxes.answered("anagrams", "ACT", True, TODAY)
    assert (again.box, again.due) == (first.box, first.due)
    assert boxes.answered("anagrams", "ACT", False, TODAY).box == 1


def test_lists_and_kinds_are_apart(tmp_path: Path, boxes: Boxes) -> None:
    boxes.answered("anagrams", "ACT", True, TODAY)
    assert boxes.card("hooks", "ACT") is None
    with Boxes(str(tmp_path / "cards.sqlite3"), "other") as other:
        assert other.card("anagrams", "ACT") is None
        other.answered("anagrams", "ACT", False, TODAY)
    card = boxes.card("anagrams", "ACT")
    assert card is not None
    assert card.box == 2


def test_what_is_due_longest_comes_first(boxes: Boxes) -> None:
    boxes.answered("hooks", "A", True, TODAY)
    boxes.answered("hooks", "B", False, TODAY)
    boxes.answered("hooks", "C", True, TODAY - 9)
    assert [card.question for card in boxes.cards("hooks")] == ["C", "B", "A"]
    assert [(count.box, count.cards, count.due) for count in boxes.counts(TODAY)] == [(1, 1, 1), (2, 2, 1)]


def test_a_day_later_the_same_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was wrong comes at once, what was right the day after; then what is new."""
    first = studied("y\nn\ny\nn\n", "--kind", "valid", "--seed", "5", "--count", "4")
    right = {row["question"] for row in first if row["right"] == "true"}
    wrong = {row["question"] for row in first} - right
    assert right
    assert wrong
    assert {row["due"] for row in first if row["right"] == "true"} == {date.fromordinal(date.today().toordinal() + 1).isoformat()}
    again = studied("y\n" * 9, "--kind", "valid", "--seed", "6", "--new", "0")
    assert {row["question"] for row in again} == wrong

    class Tomorrow(date):
        @classmethod
        def today(cls) -> Tomorrow:
            return cls.fromordinal(date.today().toordinal() + 1)

    monkeypatch.setattr("datetime.date", Tomorrow)
    due = studied("y\n" * 9, "--kind", "valid", "--seed", "6", "--new", "0")
    assert right <= {row["question"] for row in due}


def test_new_ones_come_in_order_of_probability(enable: Lexicon, english: TileSet) -> None:
    order = [enable.alphabet.word_text(each.letters) for each in by_probability(enable, english, (7, 7))]
    rows = studied("x\n" * 30, "--count", "30", "--seed", "1")
    assert [row["question"] for row in rows] != order[:30]
    assert sorted(row["question"] for row in rows) == sorted(order[:30])
    more = studied("x\n" * 40, "--count", "40", "--new", "3", "--seed", "1")
    assert {row["question"] for row in more} == set(order[:33])


def test_the_same_seed_asks_in_the_same_order() -> None:
    asked = [[row["question"] for row in studied("x\n" * 20, "--seed", seed, "--no-keep")] for seed in ("1", "1", "2")]
    assert asked[0] == asked[1] != asked[2]


def test_nothing_is_kept_when_it_is_not_wanted(data: Path) -> None:
    rows = studied("x\n" * 3, "--no-keep", "--count", "3")
    assert [row["box"] for row in rows] == [""] * 3
    assert not data.exists()


def test_a_range_of_ranks_and_a_file(tmp_path: Path) -> None:
    ranked = studied("x\n" * 20, "--ranks", "101..103", "--seed", "1")
    wanted = table(run("words", "probability", "--ranks", "101..103", "--format", "tsv").stdout)
    assert {row["question"] for row in ranked} == {row["letters"] for row in wanted}
    # what is due and not in the file is left alone
    file = word_list(tmp_path, "RETAINS", "ETESIAN")
    assert {row["question"] for row in studied("x\n" * 20, "--from", file)} == {"AEINRST", "AEEINST"}
    assert {row["question"] for row in studied("x\n" * 20, "--from", file)} == {"AEINRST", "AEEINST"}


# Output, and how it ends


def test_formats() -> None:
    base = ("words", "study", "--kind", "hooks", "--seed", "3", "--count", "3", "--length", "2", "--no-keep")
    answers = "- S\n\nS -\n"
    text = run(*base, "--format", "text", stdin=answers).stdout
    assert text.startswith("1 of 3: Which letters make another word before or behind ")
    assert "No answer. " in text
    assert run(*base, "--format", "table", stdin=answers).stdout == text
    document = json.loads(run(*base, "--format", "json", stdin=answers).stdout)
    SCHEMA.validate(document)
    assert (document["asked"], len(document["answers"]), document["seed"]) == (3, 3, 3)
    lines = [json.loads(line) for line in run(*base, "--format", "jsonl", stdin=answers).stdout.splitlines()]
    for line in lines:
        SCHEMA.validate(line)
    assert [{key: value for key, value in line.items() if key != "schema"} for line in lines] == document["answers"]


def test_progress() -> None:
    assert run("words", "study", "--progress", "--format", "text").stdout == "Nothing of enable was asked yet.\n"
    studied("x\n" * 3, "--count", "3")
    rows = table(run("words", "study", "--progress", "--format", "tsv").stdout)
    assert rows == [{"kind": "anagrams", "box": "1", "waits": "0", "cards": "3", "due": "3"}]
    SCHEMA.validate(json.loads(run("words", "study", "--progress", "--format", "json").stdout))
    SCHEMA.validate(json.loads(run("words", "study", "--progress", "--format", "jsonl").stdout))
    assert "Waits (days)" in run("words", "study", "--progress", "--format", "table").stdout


def test_the_end_of_input_keeps_what_was_answered() -> None:
    result = run("words", "study", "--count", "9", "--format", "text", stdin="x\ny")
    assert result.exit_code == 0
    assert result.stdout.endswith("0 of 2 answers right, 0 %. 2 cards due again at once.\n")
    assert table(run("words", "study", "--progress", "--format", "tsv").stdout)[0]["cards"] == "2"
    assert run("words", "study", "--format", "text", stdin="").stdout.endswith("Nothing was answered.\n")
    assert run("words", "study", "--format", "text", stdin="?\nquit\n").exit_code == 0


def test_nothing_left_to_ask(tmp_path: Path) -> None:
    file = word_list(tmp_path, "RETAINS")
    result = run("words", "study", "--from", file, "--length", "3", "--format", "text", stdin="x\n")
    assert result.exit_code == 0
    assert "note: nothing is due, and nothing new is left to ask" in result.stderr


def test_what_is_typed_does_not_act_on_a_terminal() -> None:
    for output_format in ("text", "table", "tsv", "json", "jsonl"):
        result = run(
            "words", "study", "--kind", "valid", "--count", "1", "--format", output_format, "--no-keep", stdin="\x1b[2J\n"
        )
        assert result.exit_code == 0
        assert result.stdout.strip()
        assert "\x1b" not in result.stdout + result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")
def test_at_a_terminal_ctrl_c_keeps_what_was_answered(data: Path) -> None:
    import pty

    master, slave = pty.openpty()
    call = [sys.executable, "-m", "scrabblecli", "words", "study", "--kind", "valid", "--seed", "1", "--format", "text"]
    with subprocess.Popen(call, stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment()) as process:
        os.close(slave)
        os.write(master, b"perhaps\ny\n")
        assert process.stdout is not None
        shown = b""
        while b"2 of 20" not in shown:
            part = process.stdout.readline()
            assert part, shown
            shown += part
        process.send_signal(signal.SIGINT)
        shown += process.stdout.read()
        assert process.wait(20) == 130
    os.close(master)
    text = shown.decode()
    assert "expected y or n (? helps)" in text
    assert " of 1 answer right" in text.splitlines()[-1]
    assert sqlite3.connect(data).execute("SELECT count(*) FROM cards").fetchone() == (1,)


# The file


def test_two_processes_at_once_lose_nothing(data: Path) -> None:
    calls = [
        [sys.executable, "-m", "scrabblecli", "words", "study", "--kind", "valid", "--length", length, "--count", "12", "--quiet"]
        for length in ("2", "3", "4")
    ]
    started = [
        subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        for call in calls
    ]
    ends = [process.communicate(b"y\n" * 12) for process in started]
    assert [process.returncode for process in started] == [0, 0, 0], ends
    with Boxes(str(data), "enable") as boxes:
        cards = boxes.cards("valid")
    assert len(cards) == sum(card.asked for card in cards) == 36


def test_two_answers_to_one_card_both_count(tmp_path: Path) -> None:
    path = str(tmp_path / "cards.sqlite3")
    with Boxes(path, "enable") as one, Boxes(path, "enable") as other:
        for number in range(10):
            (one if number % 2 else other).answered("valid", "CAT", True, TODAY)
        card = one.card("valid", "CAT")
    assert card is not None
    assert (card.asked, card.right) == (10, 10)


def kept(data: Path) -> bytes:
    """A file with some cards, its content."""
    data.parent.mkdir(parents=True)
    with Boxes(str(data), "enable"):
        pass
    base = sqlite3.connect(data)
    with base:
        rows = (("enable", "valid", f"WORD{number}", 1 + number % 3, TODAY, 1, 0) for number in range(400))
        base.executemany("INSERT INTO cards VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    base.close()
    return data.read_bytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda content: b"no database at all, but text" * 50, "is damaged (file is not a database) and left as it is"),
        (lambda content: content[:5000], "is damaged ("),
        (lambda content: content[:4096] + b"\xff" * 4096 + content[8192:], "is damaged ("),
        (lambda content: content[: len(content) - 4096] + bytes(4096), "is damaged ("),
    ],
)  # fmt: skip
def test_a_damaged_file_is_told_and_left_alone(data: Path, change: Any, message: str) -> None:
    damaged = change(kept(data))
    data.write_bytes(damaged)
    result = run("words", "study", "--kind", "valid", stdin="y\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"error: {data}: {message}" in result.stderr
    assert "move it away to begin anew" in result.stderr
    assert data.read_bytes() == damaged


def test_files_of_others_are_left_alone(data: Path) -> None:
    data.parent.mkdir(parents=True)
    with sqlite3.connect(data) as base:
        base.execute("CREATE TABLE mine (a)")
    base.close()
    before = data.read_bytes()
    result = run("words", "study", stdin="x\n")
    assert result.exit_code == 2
    assert "is a database of another program" in result.stderr
    assert data.read_bytes() == before


def test_a_newer_version_is_left_alone(data: Path) -> None:
    kept(data)
    base = sqlite3.connect(data)
    base.execute("PRAGMA user_version = 2")
    base.close()
    result = run("words", "study", "--progress")
    assert result.exit_code == 2
    assert "has version 2, expected 1: it was kept by a newer scrabblecli; nothing is changed" in result.stderr


def test_no_place_to_keep_anything(data: Path) -> None:
    data.parent.parent.mkdir(parents=True)
    data.parent.write_text("a file in the way", encoding="utf-8")
    result = run("words", "study", stdin="x\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot be used: " in result.stderr or "cannot be written: " in result.stderr
    assert run("words", "study", "--no-keep", stdin="x\n").exit_code == 0


def test_a_folder_in_its_place(data: Path) -> None:
    data.mkdir(parents=True)
    result = run("words", "study", stdin="x\n")
    assert result.exit_code == 2
    assert "is a folder" in result.stderr


def test_another_process_that_does_not_end(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(data)
    monkeypatch.setattr("scrabblecli.lexicon.boxes._PATIENCE", 0.1)
    other = sqlite3.connect(data, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with (
            Boxes(str(data), "enable") as boxes,
            pytest.raises(DataError, match="another process is changing it and does not end"),
        ):
            boxes.answered("valid", "CAT", True, TODAY)
    finally:
        other.execute("ROLLBACK")
        other.close()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("study", "--kind", "cards"), "'cards' is not one of"),
        (("study", "--length", "x"), "length 'x': expected a range of tiles"),
        (("study", "--ranks", "9..1"), "--ranks '9..1': expected ranks such as 1..500"),
        (("probability", "--ranks", ".."), "--ranks '..': expected ranks such as 1..500"),
        (("study", "--count", "0"), "0 is not in the range"),
        (("study", "--from", "none.txt"), "none.txt: no such file: expected words to study"),
        (("study", "--from", "-"), "--from -: answers come from standard input, expected a file"),
        (("probability", "--rules", "spanish"), "--lexicon FILE"),
    ],
)
def test_bad_calls(arguments: tuple[str, ...], message: str, data: Path) -> None:
    result = run("words", *arguments, stdin="x\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_words_of_a_table_are_studied_too(tmp_path: Path) -> None:
    file = word_list(tmp_path, "QI")
    [row] = studied("qi\n", "--set", 'extra_words=["QI"]', "--from", file, "--length", "2", "--no-keep")
    assert (row["question"], row["answer"], row["right"]) == ("IQ", "QI", "true")
    assert studied("qi\n", "--from", file, "--length", "2", "--no-keep") == []
