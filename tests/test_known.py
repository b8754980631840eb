"""``--known``: the best move within a vocabulary, and what not knowing the other words costs."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from scrabblecli.lexicon import Lexicon
from scrabblecli.lexicon.vocabulary import read_vocabulary
from tests.analyze_cases import OUT
from tests.helpers import EMPTY, ROOT, TEAZELING, cgp, run, table, word_list

RACK = ("--rack", "AEGINTZ")
ENDGAME = str(ROOT / "boards" / "endgame.txt")


def document(*arguments: str, stdin: str | None = None) -> dict[str, Any]:
    result = run(*arguments, "--format", "json", "--quiet", stdin=stdin)
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def short_words(folder: Path, enable: Lexicon, longest: int) -> str:
    """A file with the words of few letters."""
    text = enable.alphabet.word_text
    return word_list(folder, *(text(word) for word in enable if len(word) <= longest), name=f"to-{longest}.txt")


def some_words(folder: Path, enable: Lexicon, share: float, seed: int) -> tuple[str, set[str]]:
    """A file with words picked by chance, and these."""
    chance = random.Random(seed)
    words = [enable.alphabet.word_text(word) for word in enable if chance.random() < share]
    return word_list(folder, *words, name=f"some-{seed}.txt"), set(words)


def made(move: dict[str, Any]) -> list[str]:
    return [word["word"] for word in move["words"]]


@pytest.mark.parametrize("seed", range(3))
def test_the_best_known_move_is_what_a_plain_search_finds(tmp_path: Path, enable: Lexicon, seed: int) -> None:
    file, words = some_words(tmp_path, enable, 0.05 + 0.3 * seed, seed)
    whole = document("solve", TEAZELING, *RACK, "--by", "equity", "--top", "0", "--known", file)
    moves = whole["moves"]
    fitting = [move for move in moves if set(made(move)) <= words]
    best = whole["known"]["best"]
    assert best == {key: value for key, value in fitting[0].items() if key != "unknown"}
    assert whole["known"]["cost"] == pytest.approx(moves[0]["equity"] - best["equity"])
    assert whole["known"]["unknown"] == [word for word in made(moves[0]) if word not in words]
    for move in moves:
        assert move["unknown"] == list(dict.fromkeys(word for word in made(move) if word not in words))
    filtered = document("solve", TEAZELING, *RACK, "--by", "equity", "--top", "0", "--known", file, "--known-only")
    assert filtered["moves"] == fitting
    assert filtered["known"] == whole["known"]


def test_cross_words_must_be_known_too(tmp_path: Path) -> None:
    """XU is known and fits beside AT, but the word across it is not."""
    board = cgp(rows={8: "7AT6"})
    words = word_list(tmp_path, "AT", "TAX", "AX", "AXE")
    moves = document("solve", "-", "--rack", "EX", "--top", "0", "--known", words, stdin=board)["moves"]
    by_move = {move["move"]: move for move in moves}
    assert by_move["J8 EX"]["unknown"] == ["EX", "ATE"]
    assert by_move["H8 .X"]["unknown"] == []
    assert by_move["H8 .XE"]["unknown"] == []
    assert all(set(move["unknown"]) == set(made(move)) - {"AT", "TAX", "AX", "AXE"} for move in moves)


def test_where_all_is_known_it_costs_nothing(tmp_path: Path, enable: Lexicon) -> None:
    found = document("solve", TEAZELING, *RACK, "--known", short_words(tmp_path, enable, 15), "--top", "1")["known"]
    assert (found["cost"], found["unknown"], found["best"]["move"]) == (0, [], "3G TEAZ..ING")


def test_who_knows_nothing_exchanges(tmp_path: Path) -> None:
    found = document("solve", TEAZELING, *RACK, "--known", word_list(tmp_path, "XYZZY"), "--top", "1")["known"]
    assert (found["words"], found["not_in_list"], found["best"]["kind"]) == (0, 1, "exchange")
    assert found["cost"] > 60


def test_an_endgame_within_a_vocabulary_is_proven(tmp_path: Path, enable: Lexicon) -> None:
    board = f"{OUT} IO/ELU 300/290 0\n"
    file, words = some_words(tmp_path, enable, 0.5, 4)
    asked = ("solve", "-", "--by", "endgame", "--exchanges", "--time", "0")
    every = document(*asked, "--top", "0", stdin=board)["moves"]
    assert all(move["proven"] for move in every)
    fitting = [move for move in every if set(made(move)) <= words]
    assert fitting[0]["final_spread"] < every[0]["final_spread"]
    found = document(*asked, "--top", "1", "--known", file, stdin=board)["known"]
    assert (found["basis"], found["best"]["move"]) == ("endgame", fitting[0]["move"])
    assert found["cost"] == every[0]["final_spread"] - fitting[0]["final_spread"]
    judged = document("analyze", "-", "--move", fitting[0]["move"], "--known", file, "--time", "0", stdin=board)
    assert judged["known"]["cost"] == judged["equity_lost"] == found["cost"]
    assert (judged["known"]["lost"], judged["known"]["played_unknown"]) == (0, [])
    said = run("analyze", "-", "--move", "pass", "--known", file, "--format", "text", stdin=board).stdout
    assert f"not to know that costs {found['cost']:.0f} of the final spread." in said


def test_an_endgame_that_is_not_proven_goes_by_equity(tmp_path: Path, enable: Lexicon) -> None:
    arguments = (
        "analyze",
        ENDGAME,
        "--move",
        "pass",
        "--known",
        short_words(tmp_path, enable, 3),
        "--time",
        "0.00001",
        "--format",
        "json",
    )
    found = json.loads(run(*arguments).stdout)
    assert (found["basis"], found["known"]["basis"]) == ("equity", "equity")
    assert found["known"]["lost"] == pytest.approx(found["equity_lost"] - found["known"]["cost"])


def test_analyze_says_how_the_move_compares(tmp_path: Path, enable: Lexicon) -> None:
    file = short_words(tmp_path, enable, 5)
    found = document("analyze", TEAZELING, *RACK, "--move", "H10 AGNIZE", "--known", file)
    known = found["known"]
    assert (known["best"]["move"], known["unknown"], known["played_unknown"]) == ("1L .AZE", ["TEAZELING"], ["AGNIZE"])
    assert known["lost"] == pytest.approx(found["equity_lost"] - known["cost"])
    assert known["lost"] < 0
    moves = ("--move", "H10 AGNIZE", "--move", "14L GAZE", "--move", "15K ZINGER")
    result = run("analyze", TEAZELING, *RACK, *moves, "--known", file, "--format", "tsv")
    assert result.exit_code == 1
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert rows[0][-4:] == ["unknown", "known_best", "known_cost", "known_lost"]
    assert [len(row) for row in rows] == [16] * 4
    assert [row[-4] for row in rows[1:]] == ["AGNIZE", "", ""]
    assert rows[2][-3:-1] == ["1L .AZE", f"{known['cost']:.2f}"]


def test_sentences(tmp_path: Path, enable: Lexicon) -> None:
    file = short_words(tmp_path, enable, 5)
    lines = run("solve", TEAZELING, *RACK, "--known", file, "--top", "1", "--format", "text").stdout.splitlines()
    assert "You do not know TEAZELING." in lines[2]
    assert lines[-2].endswith(
        "the best move is Row 1 from L: M on the board, A Z E for 45 points, equity 51.9, rank 4 by equity."
    )
    assert lines[-1].endswith(": TEAZELING is not among them, and not to know that costs 40.1 equity.")
    said = run("analyze", TEAZELING, *RACK, "--move", "14L GAZE", "--known", file, "--format", "text").stdout
    assert "Your move is worth 16.5 equity less than the best with known words.\n" in said
    shown = " ".join(run("solve", TEAZELING, *RACK, "--known", file, "--format", "table", "--top", "2").stdout.split())
    assert "not to know that costs 40.1 equity" in shown
    assert "Unknown" in shown


def test_columns_in_a_pipe(tmp_path: Path, enable: Lexicon) -> None:
    file = short_words(tmp_path, enable, 5)
    result = run("solve", TEAZELING, *RACK, "--known", file, "--known-only", "--by", "equity", "--top", "1", "--format", "tsv")
    (row,) = table(result.stdout)
    assert (row["rank"], row["move"], row["unknown"], row["equity_lost"]) == ("4", "1L .AZE", "", "40.14")
    assert "note: With the words of " in result.stderr
    chosen = run("solve", TEAZELING, *RACK, "--known", file, "--fields", "move,unknown", "--top", "1", "--format", "csv").stdout
    assert chosen == "move,unknown\n3G TEAZ..ING,TEAZELING\n"


def test_simulations_have_candidates_of_known_words(tmp_path: Path, enable: Lexicon) -> None:
    file = short_words(tmp_path, enable, 5)
    arguments = ("--by", "sim", "--iterations", "20", "--candidates", "3", "--known", file, "--known-only")
    found = document("solve", TEAZELING, *RACK, *arguments)
    assert len(found["moves"]) == 3
    assert all(move["unknown"] == [] for move in found["moves"])


@pytest.mark.parametrize(
    ("text", "top", "known", "lacking"),
    [
        ("the 22038615\nof 12545825\nqzx 9\nand 3\n", None, {"THE", "OF", "AND"}, 1),
        ("1 the 22038615\n2 of 12545825\n3 and 3\n", 2, {"THE", "OF"}, 0),
        ("the\nThe\nTHE\nof\n", 2, {"THE", "OF"}, 0),
        ("qzx\nthe\nof\n", 2, {"THE"}, 1),
        ("# mine\nthe,5\r\n\r\nof\tprep.\r\ndon't\n", None, {"THE", "OF"}, 1),
    ],
)
def test_lists_by_frequency(enable: Lexicon, text: str, top: int | None, known: set[str], lacking: int) -> None:
    found = read_vocabulary(text.encode(), "freq.txt", enable, top)
    assert (set(found.known), found.words, found.lacking) == (known, len(known), lacking)


def test_the_most_frequent_words_alone(tmp_path: Path) -> None:
    file = word_list(tmp_path, "MAZE", "TEAZELING", "AGNIZE")
    costs = [document("solve", TEAZELING, *RACK, "--known", file, "--known-top", str(top))["known"]["cost"] for top in (1, 2)]
    assert costs[0] > 40
    assert costs[1] == 0


def test_words_that_the_list_lacks_are_counted(tmp_path: Path) -> None:
    file = word_list(tmp_path, "MAZE", "XYZZY", "don't")
    result = run("solve", TEAZELING, *RACK, "--known", file)
    assert result.exit_code == 0
    assert f"warning: {file}: 2 words of 3 not in enable\n" in result.stderr
    assert "warning" not in run("solve", TEAZELING, *RACK, "--known", file, "--quiet").stderr


def test_standard_input(tmp_path: Path) -> None:
    assert document("solve", TEAZELING, *RACK, "--known", "-", stdin="maze\n")["known"]["best"]["move"] == "1L .AZE"


def test_tiles_in_any_order_and_tiles_of_several_letters(tmp_path: Path) -> None:
    clabbers = document(
        "solve", "-", "--rack", "ACT", "--rules", "clabbers", "--top", "0", "--known", word_list(tmp_path, "CAT"), stdin=EMPTY
    )
    unknown = {move["word"]: move["unknown"] for move in clabbers["moves"]}
    assert unknown["TCA"] == unknown["ACT"] == unknown["CAT"] == []
    assert unknown["TA"] == ["TA"]
    lexicon = word_list(tmp_path, "CHORRO", "OCHO", name="palabras.txt")
    spanish = document(
        "solve", "-", "--rules", "spanish", "--lexicon", lexicon, "--rack", "O[CH]O[RR]", "--top", "0",
        "--known", word_list(tmp_path, "ocho", name="mine.txt"), stdin=EMPTY,
    )  # fmt: skip
    assert {move["word"]: move["unknown"] for move in spanish["moves"]} == {"[CH]O[RR]O": ["[CH]O[RR]O"], "O[CH]O": []}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--known-top", "5"), "error: --known-top says how much of a file counts: --known FILE names it\n"),
        (("--known", "none.txt"), "error: none.txt: no such file: expected the words you know, or - for standard input\n"),
        (("--known", "-"), "error: --known - and BOARD -: standard input can be one of them\n"),
        (("--known", "{binary}"), "holds NUL bytes"),
        (("--known", "{comments}"), "no word in it: expected the words you know, one a line\n"),
        (("--known", "{comments}", "--known-top", "0"), "0 is not in the range"),
    ],
)
@pytest.mark.parametrize("command", [("solve",), ("analyze", "--move", "1C EMBANK")])
def test_what_cannot_be_used(tmp_path: Path, command: tuple[str, ...], arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "binary").write_bytes(b"a\0b")
    (tmp_path / "comments").write_text("# nothing\n", encoding="utf-8")
    given = [argument.format(binary=tmp_path / "binary", comments=tmp_path / "comments") for argument in arguments]
    result = run(command[0], "-", *command[1:], "--rack", "EX", *given, stdin=cgp(rows={8: "7AT6"}))
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_known_only_needs_known_words() -> None:
    result = run("solve", TEAZELING, *RACK, "--known-only")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--known FILE names those you do" in result.stderr


def test_names_of_files_do_not_act_on_a_terminal(tmp_path: Path) -> None:
    file = word_list(tmp_path, "MAZE", "XYZZY", name="a\x1b[2J.txt")
    for output_format in ("table", "text", "tsv", "json"):
        result = run("solve", TEAZELING, *RACK, "--known", file, "--format", output_format)
        assert result.exit_code == 0
        assert "TEAZ" in result.stdout
        assert "\x1b" not in result.stdout + result.stderr
    result = run("analyze", TEAZELING, *RACK, "--move", "1L MAZE", "--known", file, "--format", "json")
    assert json.loads(result.stdout)["known"] is not None
    assert "\x1b" not in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("solve", (TEAZELING, *RACK, "--by", "equity")), ("solve", (TEAZELING, *RACK, "--rack", "QQ")), ("solve", (ENDGAME, "--by", "endgame", "--top", "2")),
        ("analyze", (TEAZELING, *RACK, "--move", "1L MAZE", "--move", "15K ZINGER", "--move", "pass")), ("analyze", (ENDGAME, "--move", "pass")),
    ],
)  # fmt: skip
def test_output_is_what_the_schemas_say(tmp_path: Path, enable: Lexicon, command: str, arguments: tuple[str, ...]) -> None:
    schema = json.loads((ROOT / "docs" / "schema" / f"{command}.schema.json").read_text(encoding="utf-8"))
    file = short_words(tmp_path, enable, 3)
    for output_format in ("json", "jsonl"):
        shown = run(command, *arguments, "--known", file, "--format", output_format, "--quiet").stdout
        texts = [shown] if output_format == "json" else shown.splitlines()
        assert len(texts) >= (1 if output_format == "json" else arguments.count("--rack") - 1)
        assert texts
        for text in texts:
            assert '"known": {' in text or '"grade": null' in text
            jsonschema.Draft202012Validator(schema).validate(json.loads(text))
