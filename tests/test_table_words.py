"""Words that the table allows or leaves out, laid over a word list."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator
from scrabblecli.lexicon import Lexicon, load_lexicon
from scrabblecli.lexicon.graph import build_nodes
from scrabblecli.lexicon.ruled import RuledLexicon, under_rules
from scrabblecli.move import Play
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack
from tests.helpers import EMPTY, cgp, codes, judged, run, solved, word_list

BASE = ("ACT", "CAT", "DOG", "GOD", "TA")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache, empty at first."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_arguments, **_named: str(folder))
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_arguments, **_named: folder)
    return folder


@pytest.fixture
def base(tmp_path: Path) -> tuple[str, ...]:
    """A list of five words."""
    return "--lexicon", word_list(tmp_path, *BASE, name="club.txt")


def table_words(**words: object) -> tuple[str, ...]:
    """Options for words allowed and barred, as lists."""
    return tuple(part for key, value in words.items() for part in ("--set", f"{key}_words={json.dumps(value)}"))


def verdicts(*arguments: str) -> dict[str, str]:
    return dict(line.split("\t") for line in run("check", *arguments, "--format", "tsv").stdout.splitlines())


def solved_words(rack: str, *options: str) -> set[str]:
    return {row["words"] for row in solved(EMPTY, rack, *options, "--quiet")}


# As a list and as a file


def as_list(folder: Path) -> tuple[str, ...]:
    return table_words(extra=["zza", "Tac"], barred=["cat", "DOG"])


def as_files(folder: Path) -> tuple[str, ...]:
    extra = folder / "extra.txt"
    extra.write_text("\ufeff# brand names\r\nzza\r\n\r\nTac  a definition\r\n", encoding="utf-8")
    barred = word_list(folder, "cat", "DOG", name="barred.txt")
    return "--set", f"extra_words={json.dumps(str(extra))}", "--set", f"barred_words={barred}"


def as_rule_file(folder: Path) -> tuple[str, ...]:
    (folder / "family").mkdir()
    (folder / "family" / "below").mkdir()
    word_list(folder / "family" / "below", "cat", "DOG", name="barred.txt")
    word_list(folder / "family", "zza", "Tac", name="extra.txt")
    rules = folder / "family" / "ours.toml"
    rules.write_text('extra_words = "extra.txt"\nbarred_words = "below/barred.txt"\n', encoding="utf-8")
    return "--rules", str(rules)


def as_extended_rule_file(folder: Path) -> tuple[str, ...]:
    as_rule_file(folder)
    rules = folder / "theirs.toml"
    rules.write_text('extends = "family/ours.toml"\nbingo_bonus = 35\n', encoding="utf-8")
    return "--rules", str(rules)


@pytest.mark.parametrize("form", [as_list, as_files, as_rule_file, as_extended_rule_file])
def test_words_are_allowed_and_left_out_everywhere(form: Any, tmp_path: Path, base: tuple[str, ...]) -> None:
    given = (*base, *form(tmp_path))
    assert verdicts("ZZA", "TAC", "CAT", "DOG", "ACT", "GOD", "ZZ", *given) == {
        "ZZA": "valid", "TAC": "valid", "CAT": "invalid", "DOG": "invalid", "ACT": "valid", "GOD": "valid", "ZZ": "invalid"
    }  # fmt: skip
    assert solved_words("ZZATCDOG"[:7], *given) == {"ZZA", "TAC", "ACT", "TA"}
    assert solved_words("DOG", *given) == {"GOD"}
    assert judged(EMPTY, "8F ZZA", *given)["legal"]
    assert judged(EMPTY, "8F TAC", *given)["legal"]
    assert codes(judged(EMPTY, "8F CAT", *given)) == ["invalid_word"]
    assert run("check", "--board", "-", "--move", "8F ZZA", *given, stdin=EMPTY).exit_code == 0
    assert run("check", "--board", "-", "--move", "8F DOG", *given, stdin=EMPTY).exit_code == 1
    assert run("check", "ACT", "TAC", "--together", *given).exit_code == 0
    assert run("check", "ACT", "CAT", "--together", *given).exit_code == 1
    # without the table's words it is the other way round
    assert verdicts("ZZA", "CAT", *base) == {"ZZA": "invalid", "CAT": "valid"}


def test_plays_are_those_of_a_list_made_by_hand(tmp_path: Path, base: tuple[str, ...]) -> None:
    board = cgp(rows={8: "6GOD6", 9: "8A6"})
    changed = solved(board, "TACZO?", *base, *table_words(extra=["ZAG", "ODA"], barred=["CAT"]), "--quiet")
    by_hand = word_list(tmp_path, *(set(BASE) | {"ZAG", "ODA"}) - {"CAT"}, name="by-hand.txt")
    assert changed == solved(board, "TACZO?", "--lexicon", by_hand, "--quiet")
    assert any("ZAG" in row["words"] for row in changed)


def test_barred_wins_over_allowed(base: tuple[str, ...]) -> None:
    given = (*base, *table_words(extra=["ZZA", "CAT"], barred=["ZZA", "CAT"]))
    assert verdicts("ZZA", "CAT", "ACT", *given) == {"ZZA": "invalid", "CAT": "invalid", "ACT": "valid"}
    assert solved_words("ZZACT", *given) == {"ACT", "TA"}


def test_words_that_change_nothing(base: tuple[str, ...]) -> None:
    given = (*base, *table_words(extra=["CAT", "cat"], barred=["ZZZ"]))
    data = json.loads(run("check", "CAT", *given, "--format", "json").stdout)
    plain = json.loads(run("check", "CAT", *base, "--format", "json").stdout)
    assert data == plain
    assert solved(EMPTY, "CAT", *given) == solved(EMPTY, "CAT", *base)


def test_table_words_with_tiles_of_several_letters(tmp_path: Path) -> None:
    words = word_list(tmp_path, "OCHO", "CARRO")
    given = ("--rules", "spanish", "--lexicon", words, *table_words(extra=["chorro", "[RR]A"], barred=["O[CH]O"]))
    assert verdicts("CHORRO", "RRA", "OCHO", *given) == {"CHORRO": "valid", "RRA": "valid", "OCHO": "invalid"}
    assert solved_words("[CH]O[RR]OA", *given) == {"[CH]O[RR]O", "[RR]A"}
    assert judged(EMPTY, "8G O[CH]O", *given)["reasons"][0]["message"] == "O[CH]O is left out of words by the table"
    table = run("check", "CHORRO", *given, "--format", "table").stdout
    assert table.startswith("CHORRO  valid in words +[CH]O[RR]O +[RR]A -O[CH]O (3 words")


def test_table_words_under_clabbers(base: tuple[str, ...]) -> None:
    given = (*base, "--rules", "clabbers", *table_words(extra=["ZZA"], barred=["CAT", "DOG", "GOD"]))
    # TCA is an arrangement of ACT still, OGD of nothing
    assert verdicts("AZZ", "TCA", "CAT", "OGD", *given) == {
        "AZZ": "valid", "TCA": "valid", "CAT": "valid", "OGD": "invalid"
    }  # fmt: skip
    assert solved_words("ZZA", *given) == {"AZZ", "ZAZ", "ZZA"}
    assert solved_words("GOD", *given) == set()
    data = json.loads(run("check", "CAT", *given, "--format", "json").stdout)
    assert data["words"][0]["arrangement_of"] == ["ACT"]


# Verdicts


def test_verdicts_on_words_name_the_words_of_the_table(base: tuple[str, ...]) -> None:
    given = (*base, *table_words(extra=["ZZA"], barred=["CAT", "GOD"]))
    table = run("check", "ZZA", "TA", *given, "--format", "table").stdout.splitlines()
    assert table[0].startswith("ZZA  valid in club +ZZA -CAT -GOD (4 words")
    assert table[1].startswith("TA   valid in club +ZZA -CAT -GOD (4 words")
    text = run("check", "ACT", *given, "--format", "text").stdout
    assert text.startswith("ACT is valid in club +ZZA -CAT -GOD (4 words")
    refused = run("check", "CAT", *given, "--format", "text").stdout
    assert refused.startswith("CAT is not in club +ZZA -CAT -GOD (4 words")


def test_many_words_are_named_in_part(base: tuple[str, ...]) -> None:
    extra = [f"Z{letter}" for letter in "ABCDEFGH"]
    table = run("check", "ZA", *base, *table_words(extra=extra), "--format", "table").stdout
    assert table.startswith("ZA  valid in club +ZA +ZB +ZC +ZD +ZE and 3 more (13 words")


def test_a_refused_play_says_that_the_table_left_the_word_out(base: tuple[str, ...]) -> None:
    given = (*base, *table_words(barred=["CAT"]))
    [reason] = judged(EMPTY, "8F CAT", *given)["reasons"]
    assert (reason["message"], reason["words"]) == ("CAT is left out of club by the table", ["CAT"])
    for output_format in ("text", "table", "tsv"):
        result = run("score", "-", "8F", "CAT", *given, "--format", output_format, stdin=EMPTY)
        assert (result.exit_code, "CAT is left out of club by the table" in result.stdout) == (1, True)
    # another word is simply not in the list
    assert judged(EMPTY, "8F TAC", *given)["reasons"][0]["message"] == "TAC is not in club"


def test_solve_names_the_words_of_the_table(base: tuple[str, ...]) -> None:
    given = (*base, *table_words(extra=["ZZA"]), "--quiet")
    for output_format in ("text", "table"):
        result = run("solve", "-", "--rack", "ZA", *given, "--format", output_format, stdin=EMPTY)
        assert "club +ZZA (6 words" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "--board", "-", "--move", "8F ZZA"),
        ("check", "ZZA", "--together"),
        ("score", "-", "8F", "ZZA"),
    ],
)
def test_every_verdict_names_the_words_of_the_table(arguments: tuple[str, ...], base: tuple[str, ...]) -> None:
    result = run(*arguments, *base, *table_words(extra=["ZZA"]), "--format", "table", stdin=EMPTY)
    assert result.exit_code == 0
    assert "+ZZA" in result.stdout


def test_lexicon_entry_has_the_count_and_marks(base: tuple[str, ...]) -> None:
    plain = json.loads(run("check", "CAT", *base, "--format", "json").stdout)["lexicon"]

    def entries(*options: str) -> list[dict[str, object]]:
        """The list as every command describes it."""
        outputs = (
            run("check", "ACT", *base, *options, "--format", "json"),
            run("check", "ACT", "--together", *base, *options, "--format", "json"),
        )
        positions = (
            run("solve", "-", "--rack", "TA", *base, *options, "--format", "json", stdin=EMPTY),
            run("score", "-", "8G", "TA", *base, *options, "--format", "json", stdin=EMPTY),
            run("check", "--board", "-", "--move", "8G TA", *base, *options, "--format", "json", stdin=EMPTY),
        )
        found = [json.loads(output.stdout)["lexicon"] for output in outputs]
        return found + [json.loads(output.stdout)["position"]["lexicon"] for output in positions]

    for options, words, marks in (
        (table_words(extra=["ZZA", "ZZ", "CAT"]), 7, "+2"),
        (table_words(barred=["CAT", "QQ"]), 4, "-1"),
        (table_words(extra=["ZZA"], barred=["CAT", "DOG"]), 4, "+1-2"),
        (table_words(extra=["CAT"], barred=["QQ"]), 5, ""),
    ):
        expected = {**plain, "words": words, "id": plain["id"] + marks}
        assert entries(*options) == [expected] * 5


def test_the_position_keeps_the_words_of_the_table(base: tuple[str, ...]) -> None:
    judgement = judged(EMPTY, "8F ZZA", *base, *table_words(extra=["ZZA"]))
    assert judgement["position"]["settings"] == {"extra_words": ["ZZA"]}
    text = run("board", "-", "--to", "text", *base, *table_words(extra=["ZZA"]), stdin=EMPTY).stdout
    assert 'set: extra_words=["ZZA"]' in text
    assert judged(text, "8F ZZA", *base)["legal"]
    laid = run("play", "-", "8F", "ZZA", *base, stdin=text)
    assert 'set: extra_words=["ZZA"]' in laid.stdout


# What cannot be read


@pytest.mark.parametrize("key", ["extra_words", "barred_words"])
@pytest.mark.parametrize("command", [("check", "CAT"), ("score", "-", "8F", "CAT"), ("solve", "-", "--rack", "CAT")])
def test_word_that_the_tiles_cannot_spell(key: str, command: tuple[str, ...], tmp_path: Path, base: tuple[str, ...]) -> None:
    result = run(*command, *base, "--set", f'{key}=["ZZA", "NIÑO"]', stdin=EMPTY)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: {key}: the tiles cannot spell 'NIÑO'\n"
    words = word_list(tmp_path, "ZZA", "NIÑO", name="table.txt")
    result = run(*command, *base, "--set", f"{key}={words}", stdin=EMPTY)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"table.txt: {key}: the tiles cannot spell 'NIÑO'" in result.stderr


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00\xd8"])
def test_file_that_cannot_be_read(content: bytes | None, tmp_path: Path, base: tuple[str, ...]) -> None:
    path = tmp_path / "table.txt"
    if content is not None:
        path.write_bytes(content)
    result = run("check", "CAT", *base, "--set", f"extra_words={path}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "table.txt: " in result.stderr
    assert ("extra_words: cannot read the file of words" if content is None else "begins as UTF-16 but is not") in result.stderr


@pytest.mark.parametrize("value", ["7", '[""]', '["A", 1]', "true"])
def test_value_that_is_no_list_of_words(value: str, base: tuple[str, ...]) -> None:
    result = run("check", "CAT", *base, "--set", f"barred_words={value}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "barred_words" in result.stderr


@pytest.mark.parametrize("rules", ["tournament", "clabbers"])
def test_every_word_barred(rules: str, base: tuple[str, ...]) -> None:
    given = (*base, "--rules", rules, *table_words(barred=list(BASE)))
    assert verdicts("CAT", *given) == {"CAT": "invalid"}
    result = run("solve", "-", "--rack", "CAT", *given, stdin=EMPTY)
    # no play exists, or the empty list is refused with the reason
    assert result.exit_code in (0, 2)
    assert result.stderr


def test_marks_after_words_are_dropped(tmp_path: Path, base: tuple[str, ...]) -> None:
    words = word_list(tmp_path, "CH#", "ZO#", name="table.txt")
    assert verdicts("CH", "ZO", *base, "--set", f"extra_words={words}") == {"CH": "valid", "ZO": "valid"}


# Graphs


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many words the graphs had that were built, one number a graph."""
    made: list[int] = []

    def counted(words: list[bytes], *arguments: Any, **named: Any) -> Any:
        made.append(len(words))
        return build_nodes(words, *arguments, **named)

    monkeypatch.setattr("scrabblecli.lexicon.making.build_nodes", counted)
    return made


WORDS = table_words(extra=["ZZA"], barred=["CAT", "DOG"])


def test_verdicts_build_no_graph(built: list[int], base: tuple[str, ...], cache: Path) -> None:
    run("check", "ACT", *base)
    assert built.pop() == 5
    before = sorted(cache.rglob("*"))
    for rules in ((), ("--rules", "clabbers")):
        assert verdicts("ZZA", "GOD", "CTT", *base, *WORDS, *rules)["ZZA"] == "valid"
        assert judged(EMPTY, "8F ZZA", *base, *WORDS, *rules)["legal"]
        assert run("check", "--board", "-", "--move", "8F GOD", *base, *WORDS, *rules, stdin=EMPTY).exit_code == 0
        assert run("play", "-", "8F", "GOD", *base, *WORDS, *rules, stdin=EMPTY).exit_code == 0
    assert built == []
    assert sorted(cache.rglob("*")) == before


@pytest.mark.parametrize(("rules", "words"), [("tournament", 4), ("clabbers", 4)])
def test_the_graph_of_the_engine_is_built_once(
    rules: str, words: int, built: list[int], base: tuple[str, ...], cache: Path
) -> None:
    given = (*base, "--rules", rules, *WORDS)
    first = solved(EMPTY, "ZZACTGO", *given, "--quiet")
    assert built == [5, words]
    files = {path: path.stat().st_mtime_ns for path in cache.rglob("*") if path.is_file()}
    assert solved(EMPTY, "ZZACTGO", *given, "--quiet") == first
    assert built == [5, words]
    assert {path: path.stat().st_mtime_ns for path in cache.rglob("*") if path.is_file()} == files
    # other words of the table, another graph
    assert solved(EMPTY, "DOGCAT", *base, "--rules", rules, *table_words(extra=["ZZA"], barred=["DOG", "GOD"]), "--quiet")
    assert len(built) == 3


def test_damaged_graph_of_the_engine_is_made_anew(built: list[int], base: tuple[str, ...], cache: Path) -> None:
    first = solved(EMPTY, "ZZACT", *base, *WORDS, "--quiet")
    for path in cache.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-4] + b"\0\0\0\0")
    assert solved(EMPTY, "ZZACT", *base, *WORDS, "--quiet") == first
    assert built == [5, 4, 5, 4]


def ruled(rules: RuleSet, lexicon: Lexicon, **settings: object) -> RuledLexicon:
    found = under_rules(lexicon, rules.with_settings(settings))
    assert isinstance(found, RuledLexicon)
    return found


def test_a_ruled_list_is_a_list(tmp_path: Path, tournament: RuleSet) -> None:
    lexicon = load_lexicon(word_list(tmp_path, *BASE), tournament.tiles.alphabet)
    spell = tournament.tiles.alphabet.spell
    changed = ruled(tournament, lexicon, extra_words=["ZZA"], barred_words=["CAT"])
    expected = sorted(spell(word) or b"" for word in {*BASE, "ZZA"} - {"CAT"})
    assert (list(changed), len(changed)) == (expected, 5)
    assert all(word in changed for word in expected)
    assert spell("CAT") not in list(changed)
    assert not changed.has("cat")
    assert changed.has("zza")
    around = [(spell(one) or b"", spell(two) or b"") for one, two in (("ZZ", ""), ("C", "T"), ("", "AT"), ("", "OD"))]
    assert [changed.between(*letters) for letters in around] == [frozenset(spell(letter) or b"") for letter in ("A", "", "", "G")]
    # the list itself is what it was, and rules that change nothing leave it alone
    assert lexicon.has("CAT")
    assert under_rules(lexicon, tournament) is lexicon
    assert under_rules(changed, tournament) is changed
    # a generator that is given the plain list lays the words over it by itself
    rules = tournament.with_settings({"extra_words": ["ZZA"], "barred_words": ["CAT"]})
    plays = MoveGenerator(rules, lexicon).plays(Board.empty(15, 15), Rack.parse("ZZACT", rules.tiles))
    moves = [ranked.move for ranked in plays]
    assert {plays.words(move)[0] for move in moves if isinstance(move, Play)} == {"ZZA", "ACT", "TA"}
