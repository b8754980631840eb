"""``game missed``: the words of plays that were missed, against the reviews and a plain set of words; positions; cards."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from scrabblecli.game.missed import MissedPlay, StudyWord, study_list
from scrabblecli.lexicon import Lexicon, load_lexicon
from scrabblecli.lexicon.lookup import hooks_of
from scrabblecli.lexicon.ruled import under_rules
from scrabblecli.report.missed import print_cards
from scrabblecli.rules import RuleSet
from tests.helpers import ROOT, run, table, word_list

GAME = str(ROOT / "tests" / "games" / "game-a.gcg")
KITCHEN = str(ROOT / "boards" / "kitchen.gcg")
SCHEMA = json.loads((ROOT / "docs" / "schema" / "missed.schema.json").read_text(encoding="utf-8"))
HEAD = "#player1 Ann Ann\n#player2 Bob Bob\n"


def missed(*arguments: str) -> list[dict[str, Any]]:
    """The study list as data, checked by its schema."""
    result = run("game", "missed", "--no-endgames", *arguments, "--format", "json")
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    words: list[dict[str, Any]] = document["words"]
    return words


@pytest.fixture(scope="module")
def reviewed() -> list[dict[str, Any]]:
    lines = run("game", "review", "--no-endgames", GAME, KITCHEN, "--format", "jsonl").stdout.splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize(("grade", "grades"), [("small", {"small", "medium", "large"}), ("medium", {"medium", "large"}), ("large", {"large"})])  # fmt: skip
def test_the_list_has_the_best_plays_of_the_turns_so_graded(grade: str, grades: set[str], reviewed: list[dict[str, Any]]) -> None:
    turns = [turn for turn in reviewed if turn["grade"] in grades and turn["best"][0] not in "ep"]
    found = missed(GAME, KITCHEN, "--grade", grade)
    assert sum(word["missed"] for word in found) == len(turns) > 0
    for word in found:
        same = [turn for turn in turns if turn["best"].split()[1].translate(str.maketrans("", "", "()")).upper() == word["word"]]
        worst = max(same, key=lambda turn: float(turn["equity_lost"]))
        assert word["missed"] == len(same)
        for key in ("game", "turn", "player", "rack", "best", "best_score", "equity_lost", "points_lost", "score", "grade"):
            assert word[key] == worst[key]
        assert word["played"] == worst["move"]
    assert [word["equity_lost"] for word in found] == sorted((word["equity_lost"] for word in found), reverse=True)


def test_words_have_their_anagrams_and_hooks() -> None:
    words = set((ROOT / "wordlists" / "enable.txt").read_text(encoding="utf-8").upper().split())
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    listed = missed(KITCHEN)
    assert len(listed) > 5
    assert any(found["anagrams"] for found in listed)
    for found in listed:
        assert found["word"] in words
        assert found["alphagram"] == "".join(sorted(found["word"]))
        assert [other["word"] for other in found["anagrams"]] == sorted(
            word for word in words if sorted(word) == sorted(found["word"])
        )
        for word in (found, *found["anagrams"]):
            text = word["word"]
            assert word["front_hooks"] == "".join(letter for letter in letters if letter + text in words)
            assert word["back_hooks"] == "".join(letter for letter in letters if text + letter in words)
            assert (word["inner_front"], word["inner_back"]) == (text[1:] in words, text[:-1] in words)


def test_the_position_feeds_other_commands() -> None:
    first = missed(KITCHEN)[:4]
    assert len(first) == 4
    for word in first:
        analyzed = json.loads(run("analyze", "-", "--format", "json", stdin=word["position"] + "\n").stdout)
        assert analyzed["equity_lost"] == pytest.approx(word["equity_lost"])
        assert analyzed["best"]["word"] == word["word"]
        best = table(run("solve", "-", "--by", "equity", "--top", "1", "--format", "tsv", stdin=word["position"] + "\n").stdout)
        assert best[0]["words"].split(",")[0] == word["word"]


def test_bingos_and_players() -> None:
    everything = missed(KITCHEN)
    assert missed(KITCHEN, "--bingo") == [word for word in everything if word["bingo"]] != []
    for name in ("Bob", "bob birch"):
        assert missed(KITCHEN, "--player", name) == [word for word in everything if word["player"] == "Bob"] != []
    assert missed(KITCHEN, "--player", "Ann", "--player", "Bob") == everything
    refused = run("game", "missed", "--no-endgames", KITCHEN, "--player", "Cid")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == "error: --player 'Cid': expected one of Ann, Ann Aster, Bob, Bob Birch\n"


def test_a_word_stands_once_with_its_worst_time() -> None:
    def play(word: str, lost: float, turn: int) -> MissedPlay:
        return MissedPlay(word, "", "", "", False, False, (), False, 1, lost, 0, "small", "", 0, "", 0, "", "", "", turn, "")

    listed = study_list([play("CAT", 2, 1), play("ACT", 2, 2), play("CAT", 3, 3), play("CAT", 3, 4), play("DOG", 9, 5)])
    assert [(word.word, word.missed, word.turn) for word in listed] == [("DOG", 1, 5), ("CAT", 3, 3), ("ACT", 1, 2)]


def test_phonies_count_by_what_they_lost(tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    path.write_text(
        HEAD + ">Ann: AABEITW 8E BAWTEI +22 22\n>Ann: AABEITW -- -22 0\n>Bob: AEFIRRU 8H FRAIER +20 20\n", encoding="utf-8"
    )
    off, on = missed(str(path))
    assert (off["played"], off["turn"], off["grade"], off["score"]) == ("8E BAWTEI", 1, "large", 0)
    assert (on["played"], on["turn"], on["score"]) == ("8H FRAIER", 2, 20)


def test_folders_processes_and_bad_files(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"game{number}.gcg").write_text(Path(KITCHEN).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "bad.gcg").write_text(HEAD + ">Ann: nonsense here\n", encoding="utf-8")
    one, two = (run("game", "missed", "--no-endgames", str(tmp_path), "--format", "jsonl", "--jobs", jobs) for jobs in ("1", "2"))
    assert (one.exit_code, one.stdout, one.stderr) == (two.exit_code, two.stdout, two.stderr)
    assert one.exit_code == 2
    assert "bad.gcg, line 3: " in one.stderr
    lines = [json.loads(line) for line in one.stdout.splitlines()]
    assert {line["missed"] for line in lines} == {3}
    assert {Path(line["game"]).name for line in lines} == {"game0.gcg"}
    for line in lines:
        jsonschema.Draft202012Validator(SCHEMA).validate(line)


def test_nothing_missed(tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    path.write_text(HEAD + ">Ann: AABEITW -AABITW +0 0\n", encoding="utf-8")
    words = word_list(tmp_path, "ZZZZ")
    result = run("game", "missed", "--no-endgames", str(path), "--lexicon", words, "--format", "text")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "note: no play was missed\n" in result.stderr


def test_columns_tables_and_sentences() -> None:
    rows = table(run("game", "missed", "--no-endgames", KITCHEN, "--format", "tsv").stdout)
    assert (rows[0]["word"], rows[0]["anagrams"], rows[0]["bingo"], rows[0]["equity_lost"]) == (
        "GLAIKET",
        "GLAIKET,TAGLIKE",
        "true",
        "49.12",
    )
    assert run("game", "missed", "--no-endgames", KITCHEN, "--format", "csv", "--no-header").stdout.count("\n") == len(rows)
    shown = run("game", "missed", "--no-endgames", KITCHEN, "--format", "table", env={"COLUMNS": "100"}).stdout.splitlines()
    assert shown[0] == "Word     Hooks              Missed  Lost   Best             Played           Where"
    assert shown[1] == "GLAIKET  -                       1   49.1  9I GLAIKET 77    7A KITE(D) 29    Bob, turn 8"
    assert "KEEL     .- S                    1    2.5  " in "\n".join(shown)
    spoken = run("game", "missed", "--no-endgames", KITCHEN, "--format", "text").stdout.splitlines()
    assert spoken[0] == (
        f"GLAIKET, a bingo: no hooks. Missed once; Bob lost 49.1 in {KITCHEN}, turn 8: 9I GLAIKET for 77 points was best, 7A KITE(D) for 29 was played."
    )  # fmt: skip


@pytest.mark.parametrize(
    ("output_format", "separator", "named"), [("tsv", "\t", "Tab"), ("csv", ",", "Comma"), ("auto", "\t", "Tab")]
)
def test_cards_of_words(output_format: str, separator: str, named: str) -> None:
    result = run("game", "missed", "--no-endgames", KITCHEN, "--cards", "words", "--format", output_format)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[:3] == [f"#separator:{named}", "#html:false", f"#columns:Front{separator}Back"]
    cards = dict(csv.reader(lines[3:], delimiter=separator))
    assert cards["AEGIKLT"] == "GLAIKET: no hooks; TAGLIKE: no hooks"
    assert cards["EEKL"].startswith("KEEL: back S, a word without its first letter; LEEK: front CGS, back S, ")
    assert len(cards) == len(lines) - 3 == len(missed(KITCHEN))
    bare = run("game", "missed", "--no-endgames", KITCHEN, "--cards", "words", "--format", output_format, "--no-header").stdout
    assert bare.splitlines() == lines[3:]


def test_words_of_the_same_letters_share_a_card(capsys: pytest.CaptureFixture[str]) -> None:
    both = (StudyWord("ACT", "FPT", "AS", False, False), StudyWord("CAT", "S", "ES", True, False))
    plays = [
        MissedPlay(word.word, "ACT", "", "", False, False, both, False, 1, 2.0, 0, "small", "", 0, "", 0, "", "", "", 1, "")
        for word in both
    ]
    print_cards(plays, "words", "csv", header=False)
    assert capsys.readouterr().out == 'ACT,"ACT: front FPT, back AS; CAT: front S, back ES, a word without its first letter"\n'


def test_cards_of_boards() -> None:
    lines = run("game", "missed", "--no-endgames", KITCHEN, "--cards", "boards").stdout.splitlines()
    assert lines[:3] == ["#separator:Tab", "#html:true", "#columns:Front\tBack"]
    front, back = lines[3].split("\t")
    assert front.startswith("<pre>   A B C D E F G H I J K L M N O<br> 1 = . . ")
    assert front.endswith("<br><br>Rack AEGIKLT</pre>")
    assert '"' not in front
    assert "<br> 8 = . . F E D O R A . . " in front
    assert back == "9I GLAIKET for 77<br>GLAIKET: no hooks; TAGLIKE: no hooks"


def test_cards_have_two_columns() -> None:
    refused = run("game", "missed", "--no-endgames", KITCHEN, "--cards", "words", "--format", "json")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--cards has two columns: --format json cannot have them, expected tsv or csv" in refused.stderr


@pytest.mark.parametrize("arguments", [("--format", "table"), ("--format", "text"), ("--format", "tsv"), ("--format", "json"), ("--cards", "boards")])  # fmt: skip
def test_names_cannot_act_on_a_terminal(arguments: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    path.write_text("#player1 A\x1b[31m A\n#player2 B\x1b]0;x\x07 B\n>A\x1b[31m: AABEITW 8E BAIT +12 12\n", encoding="utf-8")
    result = run("game", "missed", "--no-endgames", str(path), *arguments)
    assert result.exit_code == 0
    assert "BAWTIE" in result.stdout
    assert not set(result.output) & set("\x1b\x07")


def test_hooks_and_anagrams_under_the_rules_of_a_table(tmp_path: Path, tournament: RuleSet) -> None:
    alphabet = tournament.tiles.alphabet
    base = load_lexicon(word_list(tmp_path, "CAT", "ACT", "CATS", "SCAT", "AT"), alphabet)
    rules = tournament.with_settings({"extra_words": ["TAC", "ACTZ"], "barred_words": ["ACT", "AT"]})
    ruled: Lexicon = under_rules(base, rules)

    def spelled(word: str) -> bytes:
        codes = alphabet.spell(word)
        assert codes is not None
        return codes

    assert [alphabet.word_text(word) for word in base.anagrams(spelled("TCA"))] == ["ACT", "CAT"]
    assert [alphabet.word_text(word) for word in ruled.anagrams(spelled("TCA"))] == ["CAT", "TAC"]
    assert hooks_of(base, spelled("CAT")) == (spelled("S"), spelled("S"), True, False)
    assert hooks_of(ruled, spelled("CAT")) == (spelled("S"), spelled("S"), False, False)
    assert hooks_of(ruled, spelled("ACT")).back == spelled("Z")
