"""Rule sets as data: files that extend others, drawn layouts, tile sets, settings and how they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrabblecli.errors import DataError, SettingError
from scrabblecli.layout import Layout
from scrabblecli.rules import RuleSet, built_in_names, load_rules, parse_assignment
from scrabblecli.rules.settings import CHALLENGES, SETTINGS, nearest, parse_value, scoreless_turns
from scrabblecli.squares import Square
from scrabblecli.tiles import TileSet
from tests.helpers import EMPTY, codes, judged, run, scores, solved, table, word_list


def rule_file(folder: Path, text: str, name: str = "mine.toml") -> RuleSet:
    """Write a rule file and load it."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return load_rules(str(path))


# Files


def test_empty_file_is_the_default(tmp_path: Path) -> None:
    rules = rule_file(tmp_path, "")
    assert rules.name == "mine"
    assert rules.settings == load_rules().settings
    assert (rules.layout, rules.tiles, rules.lexicon) == (load_rules().layout, load_rules().tiles, "enable")


@pytest.mark.parametrize("name", built_in_names())
def test_every_set_may_be_extended(name: str, tmp_path: Path) -> None:
    rules = rule_file(tmp_path, f'extends = "{name}"\nminutes = 7\n')
    base = load_rules(name)
    assert dict(rules.settings) == {**base.settings, "minutes": 7}
    assert (rules.layout, rules.tiles, rules.lexicon) == (base.layout, base.tiles, base.lexicon)


def test_chain_of_files(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "base.toml").write_text('extends = "wwf"\nbingo_bonus = 40\nminutes = 20\n', encoding="utf-8")
    (tmp_path / "club" / "evening.toml").write_text('extends = "base.toml"\nminutes = 10\n', encoding="utf-8")
    rules = rule_file(tmp_path, 'title = "Ours"\nextends = "club/evening.toml"\nrack_size = 8\n')
    assert (rules.bingo_bonus, rules.settings["minutes"], rules.rack_size, rules.layout.name) == (40, 10, 8, "wwf")
    assert (rules.title, rules.name, rules.bingo_tiles) == ("Ours", "mine", 8)


def test_circle_of_files(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text('extends = "mine.toml"\n', encoding="utf-8")
    with pytest.raises(DataError, match="the rule set extends itself"):
        rule_file(tmp_path, 'extends = "other.toml"\n')


def test_every_setting_in_one_file(tmp_path: Path) -> None:
    values: dict[str, object] = {
        "rack_size": 8, "bingo_bonus": 40, "bingo_tiles": 7, "exchange_minimum": 1, "scoreless_limit": "2 per player",
        "scoreless_counts": "passes", "scoreless_at_start": False, "leftovers": "transfer", "challenge": "five",
        "blanks_score_zero": False, "blanks_recyclable": True, "open_dictionary": True, "end_score": 500, "targets": [300, 250],
        "minutes": 25, "overtime_penalty": 5, "players": 3, "teams": True, "word_order": "any", "extra_words": ["QI"],
        "barred_words": "none.txt",
    }  # fmt: skip
    assert set(values) == set(SETTINGS) - {"layout", "tiles"}
    rules = rule_file(tmp_path, "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items()))
    expected = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
    assert dict(rules.settings) == expected
    assert all(rules.settings[key] != load_rules().settings[key] for key in values)


def test_file_with_byte_order_mark_and_crlf(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbfbingo_bonus = 35\r\nrack_size = 8\r\n")
    rules = load_rules(str(path))
    assert (rules.bingo_bonus, rules.rack_size) == (35, 8)


def test_tile_set_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "tiny.csv").write_text("# letter,lower,count,value,vowel\n?,?,1,0,0\nA,a,3,1,1\nB,b,2,4,0\n", encoding="utf-8")
    rules = rule_file(tmp_path, 'tiles = "tiny.csv"\nlayout = [". . .", ". * .", ". . ."]\nrack_size = 2\n')
    assert (rules.tiles.name, rules.tiles.total, rules.tiles.counts, rules.tiles.values) == ("tiny", 6, (1, 3, 2), (0, 1, 4))
    assert rules.lexicon is None
    words = word_list(tmp_path, "AB", "BA")
    rows = solved("...\n...\n...\n", "AB", "--rules", str(tmp_path / "mine.toml"), "--lexicon", words)
    # four placements across, with the bonus for the whole rack
    assert scores(rows) == [("2A AB", 55), ("2A BA", 55), ("2B AB", 55), ("2B BA", 55)]
    without = run("solve", "-", "--rack", "AB", "--rules", str(tmp_path / "mine.toml"), stdin="...\n...\n...\n")
    assert (without.exit_code, "--lexicon FILE" in without.stderr) == (2, True)


def test_list_named_in_the_file(tmp_path: Path) -> None:
    assert rule_file(tmp_path, 'lexicon = ""\n', "none.toml").lexicon is None
    assert rule_file(tmp_path, 'lexicon = "enable"\nextends = "french"\n', "french-enable.toml").lexicon == "enable"
    # a list that goes with other tiles is not kept
    assert rule_file(tmp_path, 'tiles = "polish"\n', "polish-tiles.toml").lexicon is None
    assert rule_file(tmp_path, 'tiles = "english_super"\n', "more-tiles.toml").lexicon == "enable"


def test_settings_of_the_command_line_change_a_file(tmp_path: Path) -> None:
    rule_file(tmp_path, "bingo_bonus = 0\nrack_size = 8\n")
    judgement = judged(
        EMPTY, "8B RETAINS", "--rules", str(tmp_path / "mine.toml"), "--set", "bingo_tiles=7", "--set", "bingo_bonus=3"
    )
    assert (judgement["score"], judgement["position"]["rules"]) == (19, "mine")
    assert judgement["position"]["settings"] == {"bingo_tiles": 7, "bingo_bonus": 3}


# Typed settings


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("bingo_bonus=35", 35),
        ("bingo_bonus = 35 ", 35),
        (" bingo_bonus=0", 0),
        ("bingo_bonus=1_0", 10),
        ("challenge=five", "five"),
        ('challenge="five"', "five"),
        ("challenge='five'", "five"),
        ("challenge=five-per-play", "five-per-play"),
        ("blanks_score_zero=false", False),
        ("blanks_score_zero=true", True),
        ('scoreless_limit="2 per player"', "2 per player"),
        ("scoreless_limit=2 per player", "2 per player"),
        ("scoreless_limit=0", 0),
        ("targets=[300, 250]", [300, 250]),
        ("targets=[]", []),
        ('extra_words=["QI", "ZO"]', ["QI", "ZO"]),
        ("extra_words=mine.txt", "mine.txt"),
        ("bingo_tiles=rack", "rack"),
        ("bingo_tiles=7", 7),
        ("layout=super", "super"),
        ('layout=["..", ".."]', ["..", ".."]),
        ('layout=["=.", "\\"\'"]', ["=.", "\"'"]),
        ("tiles=french", "french"),
        ("word_order=any", "any"),
    ],
)
def test_assignment(text: str, value: object) -> None:
    assert parse_assignment(text) == (text.partition("=")[0].strip(), value)


@pytest.mark.parametrize("text", ["bingo_bonus", "", "=", "=35", "bingo_bonus:35"])
def test_assignment_without_key_and_value(text: str) -> None:
    with pytest.raises(SettingError, match="expected KEY=VALUE, for example bingo_bonus=35"):
        parse_assignment(text)


RANGES = {
    "rack_size": (1, 30),
    "bingo_bonus": (0, 100),
    "bingo_tiles": (1, 30),
    "exchange_minimum": (0, 100),
    "scoreless_limit": (0, 100),
    "end_score": (0, 1000),
    "minutes": (0, 60),
    "overtime_penalty": (0, 100),
    "players": (2, 4),
}


@pytest.mark.parametrize("key", RANGES)
def test_ranges(key: str) -> None:
    low, high = RANGES[key]
    assert (parse_value(key, low), parse_value(key, high)) == (low, high)
    for wrong in (low - 1, high + 1, True, 1.0, None, [low], "often"):
        with pytest.raises(SettingError, match=rf"setting {key} = .*: expected .*{low} to {high}"):
            parse_value(key, wrong)


CHOICES = {
    "leftovers": ("double", "transfer", "subtract", "none"),
    "scoreless_counts": ("passes", "no-play", "zero"),
    "word_order": ("fixed", "any"),
    "challenge": ("double", "single", "five", "five-per-play", "ten", "void", "triple", "minus-five", "minus-ten"),
}


@pytest.mark.parametrize("key", CHOICES)
def test_choices(key: str) -> None:
    assert [parse_value(key, choice) for choice in CHOICES[key]] == list(CHOICES[key])
    for wrong in ("", "DOUBLE", "other", 5, None):
        with pytest.raises(SettingError, match=f"expected one of {', '.join(CHOICES[key])}"):
            parse_value(key, wrong)
    assert CHOICES["challenge"] == CHALLENGES


@pytest.mark.parametrize("key", ["blanks_score_zero", "blanks_recyclable", "open_dictionary", "teams", "scoreless_at_start"])
def test_flags(key: str) -> None:
    assert (parse_value(key, True), parse_value(key, False)) == (True, False)
    for wrong in (0, 1, "true", "yes", None):
        with pytest.raises(SettingError, match="expected true or false"):
            parse_value(key, wrong)


def test_every_setting_is_tested_here() -> None:
    tested = {*RANGES, *CHOICES, "blanks_score_zero", "blanks_recyclable", "open_dictionary", "teams", "scoreless_at_start"}
    assert set(SETTINGS) - tested == {"layout", "tiles", "targets", "extra_words", "barred_words"}
    assert all(setting.meaning and setting.range for setting in SETTINGS.values())


@pytest.mark.parametrize(
    ("key", "wrong", "expected"),
    [
        ("targets", [1, 2, 3, 4, 5], "a list of at most four scores from 1 to 10000"),
        ("targets", [True], "a list of at most four scores from 1 to 10000"),
        ("targets", "300", "a list of at most four scores from 1 to 10000"),
        ("extra_words", [""], "a list of words, or the path of a word file"),
        ("barred_words", 5, "a list of words, or the path of a word file"),
        ("layout", [], "the name of a layout, or its rows as a list of texts"),
        ("layout", "", "the name of a layout, or its rows as a list of texts"),
        ("tiles", ["A"], "the name of a tile set or a CSV file"),
        ("scoreless_limit", "2 per turn", 'a text like "2 per player"'),
    ],
)
def test_other_types(key: str, wrong: object, expected: str) -> None:
    with pytest.raises(SettingError) as caught:
        parse_value(key, wrong)
    assert str(caught.value).startswith(f"setting {key} = ")
    assert str(caught.value).endswith(expected)


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("bingo_bonu", "; did you mean 'bingo_bonus'?"),
        ("rack-size", "; did you mean 'rack_size'?"),
        ("chalenge", "; did you mean 'challenge'?"),
    ],
)
def test_unknown_key_has_the_nearest_as_a_hint(word: str, hint: str) -> None:
    with pytest.raises(SettingError) as caught:
        parse_value(word, 1)
    assert str(caught.value) == f"unknown setting '{word}'{hint}"


def test_nearest_lists_all_when_none_is_near() -> None:
    assert nearest("xyz", ["one", "two"]) == "; known: one, two"


@pytest.mark.parametrize(("limit", "players", "turns"), [(6, 2, 6), (0, 4, 0), ("1 per player", 2, 2), ("3 per player", 4, 12)])
def test_scoreless_turns(limit: int | str, players: int, turns: int) -> None:
    assert scoreless_turns(limit, players) == turns


def test_changed_settings_are_kept_as_overrides() -> None:
    rules = load_rules("absp").with_settings({"bingo_bonus": 35, "targets": [100, 200]}).with_settings({"bingo_bonus": 40})
    assert dict(rules.overrides) == {"bingo_bonus": 40, "targets": [100, 200]}
    assert (rules.name, rules.bingo_bonus, rules.settings["targets"]) == ("absp", 40, (100, 200))
    assert load_rules("absp").bingo_bonus == 50
    assert rules.with_settings({}) is rules


def test_bingo_follows_the_rack() -> None:
    assert load_rules().with_settings({"rack_size": 8}).bingo_tiles == 8
    assert load_rules().with_settings({"rack_size": 8, "bingo_tiles": 7}).bingo_tiles == 7


# Layouts


def test_drawn_layout(tmp_path: Path) -> None:
    rules = rule_file(tmp_path, 'layout = [\n"= . . ~ ",\n". * . -",\n"\' \\" ^ .",\n]\n')
    layout = rules.layout
    assert (layout.rows, layout.columns, layout.start) == (3, 4, Square(1, 1))
    premiums = {str(Square(row, column)): layout.premium(Square(row, column)) for row in range(3) for column in range(4)}
    assert {square: premium for square, premium in premiums.items() if premium} == {
        "A1": "TW", "D1": "QW", "D2": "DW", "A3": "DL", "B3": "TL", "C3": "QL",
    }  # fmt: skip
    multipliers = [layout.letter_multiplier(Square(2, column)) for column in range(4)]
    assert multipliers == [2, 3, 4, 1]
    assert [layout.word_multiplier(Square(0, column)) for column in range(4)] == [3, 1, 1, 4]


@pytest.mark.parametrize(
    ("rows", "start", "square"),
    [
        (["...", "...", "..."], None, "B2"),
        (["....", "...."], None, "C2"),
        (["..*", "..."], None, "C1"),
        (["...", "..."], "A2", "A2"),
        (["...", "..."], "2a", "A2"),
        (["."], None, "A1"),
    ],
)
def test_start_square(rows: list[str], start: str | None, square: str) -> None:
    assert str(Layout.parse(rows, "test", start).start) == square


@pytest.mark.parametrize(
    ("rows", "start", "message"),
    [
        (["..", "..."], None, "layout test: row 2 has 3 squares, row 1 has 2"),
        (["..", ".x"], None, "layout test: 'x' in row 2, expected one of .*'\"^-=~"),
        (["*.", ".*"], None, "layout test: more than one start square"),
        (["*.", ".."], "A1", "layout test: more than one start square"),
        (["..", ".."], "C1", "layout test: start square C1 is not on a board of 2 x 2"),
        ([], None, "layout test: 0 rows, expected 1 to 99"),
        (["."] * 100, None, "layout test: 100 rows, expected 1 to 99"),
        ([""], None, "layout test: row 1 has 0 squares, expected 1 to 26"),
        (["." * 27], None, "layout test: row 1 has 27 squares, expected 1 to 26"),
    ],
)
def test_layout_errors(rows: list[str], start: str | None, message: str) -> None:
    with pytest.raises(SettingError) as caught:
        Layout.parse(rows, "test", start)
    assert str(caught.value) == message


def test_board_of_another_size_and_rack(tmp_path: Path) -> None:
    rows = ["." * 9] * 5
    rule_file(tmp_path, f"layout = {json.dumps(rows)}\nrack_size = 3\nbingo_bonus = 9\n")
    options = ("--rules", str(tmp_path / "mine.toml"))
    position = "9/9/9/9/9 / 0/0 0\n"
    found = solved(position, "CAT", *options)
    # ACT and CAT over the middle square E3: the board is not its own mirror image, so plays down are others than plays across
    across = [(f"3{column} {word}", 14) for column in "CDE" for word in ("ACT", "CAT")]
    down = [(f"E{row} {word}", 14) for row in (1, 2, 3) for word in ("ACT", "CAT")]
    assert sorted(scores(found)[:12]) == sorted(across + down)
    assert codes(judged(position, "1A CAT", *options)) == ["misses_start"]
    too_many = run("solve", "-", "--rack", "CATS", *options, stdin=position)
    assert (too_many.exit_code, "--set rack_size=4" in too_many.stderr) == (2, True)


def test_scores_beyond_reckoning_are_refused() -> None:
    layout = json.dumps(["~" * 26] * 26)
    result = run(
        "solve", "-", "--rack", "A" * 20, "--set", f"layout={layout}", "--set", "rack_size=30", stdin=("." * 26 + "\n") * 26
    )
    assert (result.exit_code, result.stdout) == (2, "")
    assert "allows scores beyond reckoning" in result.stderr
    largest = run("solve", "-", "--rack", "RETAINS", "--set", f"layout={layout}", "--top", "1", stdin=("." * 26 + "\n") * 26)
    assert table(largest.stdout)[0]["score"] == str(7 * 4**7 + 50)


# Tile sets


def test_tile_set_text() -> None:
    tiles = TileSet.parse("\ufeff# comment\n?,?,2,0,0\n\nA,a,9,1,1\n[CH],[ch],1,5,0\nÑ,ñ,1,8,0\nW,1,0,0\n", "test")
    assert tiles.alphabet.letters == ("A", "CH", "Ñ", "W")
    assert tiles.alphabet.lowers == ("a", "ch", "ñ", "w")
    assert (tiles.counts, tiles.values, tiles.vowels, tiles.total) == ((2, 9, 1, 1, 1), (0, 1, 5, 8, 0), frozenset({1}), 14)


def test_blanks_with_a_value() -> None:
    tiles = TileSet.parse("?,?,2,3,0\nA,a,9,1,1\n", "test")
    values = tiles.face_values()
    assert (values[1], values[1 | 0x40]) == (1, 3)
    assert tiles.face_values(blanks_score_zero=False)[1 | 0x40] == 1


def test_letters_that_only_a_blank_may_stand_for(tmp_path: Path) -> None:
    (tmp_path / "none.csv").write_text("?,?,1,0,0\nA,a,3,1,1\nB,b,0,4,0\n", encoding="utf-8")
    rule_file(tmp_path, 'tiles = "none.csv"\n')
    words = word_list(tmp_path, "AB", "AA")
    rows = solved(EMPTY, "A?", "--rules", str(tmp_path / "mine.toml"), "--lexicon", words)
    assert {row["tiles"] for row in rows} == {"aA", "Aa", "Ab"}
    held = run("solve", "-", "--rack", "AB", "--rules", str(tmp_path / "mine.toml"), "--lexicon", words, stdin=EMPTY)
    assert held.exit_code == 0
    assert "warning: B: 1 on the rack, 0 in the none set" in held.stderr


def test_sixty_letters(tmp_path: Path) -> None:
    letters = [chr(0x410 + index) for index in range(32)] + [chr(0x391 + index) for index in range(24) if index != 17][:17]
    letters += list("DFGJLNQRSUV")
    assert len(set(letters)) == 60
    (tmp_path / "wide.csv").write_text("".join(f"{letter},{letter.lower()},2,1,0\n" for letter in letters), encoding="utf-8")
    rules = rule_file(tmp_path, 'tiles = "wide.csv"\n')
    assert len(rules.tiles.alphabet) == 60
    word = "".join(letters[53:60])
    words = word_list(tmp_path, word, letters[0] + letters[59])
    rows = solved(EMPTY, word, "--rules", str(tmp_path / "mine.toml"), "--lexicon", words)
    assert {row["tiles"] for row in rows} == {word}
    assert len(rows) == 7
