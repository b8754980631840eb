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
    assert dict(rules.settings) == expected | {"barred_words": str(tmp_path / "none.txt")}
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
    assert CHOICES["challenge"] == tuple(CHALLENGES)


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
        ("tiles", ["A"], 'every row like ["A", "a", 9, 1, true]: letter, lower case, count, value, vowel; row 1 is not'),
        ("tiles", [], 'the name of a tile set, a CSV file, or rows like ["A", "a", 9, 1, true]'),
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
        ("bingo", "; did you mean 'bingo_bonus' or 'bingo_tiles'?"),
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


def test_tile_set_as_rows(tmp_path: Path) -> None:
    rows = '[["?", "?", 1, 0, false], ["A", "a", 3, 1, true], ["CH", 2, 4, false], ["B", "b", 0, 4, false]]'
    tiles = rule_file(tmp_path, f"tiles = {rows}\n").tiles
    assert (tiles.name, tiles.alphabet.letters, tiles.alphabet.lowers) == ("custom", ("A", "CH", "B"), ("a", "ch", "b"))
    assert (tiles.counts, tiles.values, tiles.vowels) == ((1, 3, 2, 0), (0, 1, 4, 4), frozenset({1}))
    typed = load_rules().with_settings(dict([parse_assignment(f"tiles={rows}")]))
    assert typed.tiles == tiles
    assert (typed.overrides["tiles"], typed.lexicon) == (json.loads(rows), None)


def test_tile_rows_on_the_command_line_go_with_the_board() -> None:
    rows = '[["A", "a", 9, 1, true], ["B", "b", 2, 3, false]]'
    board = run("board", "--set", f"tiles={rows}")
    assert run("board", "-", stdin=board.stdout).stdout == board.stdout
    assert f"set: tiles={rows}\n" in board.stdout


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ('[["A", "a", 9, 1]]', "row 1 is not"),
        ('[["A", "a", 9, 1, true], ["B", "b", 2, 3, 1]]', "row 2 is not"),
        ('[["A", "a", 1000, 1, true]]', "row 1 is not"),
        ('[["A", "a", -1, 1, true]]', "row 1 is not"),
        ('[["A,B", "a", 9, 1, true]]', "row 1 is not"),
        ('[["#", "#", 9, 1, true]]', "row 1 is not"),
        ('["A"]', "row 1 is not"),
        ('[["A", "a", 9, 1, true], ["A", "a", 9, 1, true]]', "tiles: 'A' stands for two tiles of the alphabet"),
        ('[["A", "a", 9, 1, true], ["", "", 9, 1, true]]', "tiles, row 2: ',,9,1,1' is no tile: "),
        ('[["1", "1", 9, 1, true]]', "tiles, row 1: '1' cannot be a letter"),
        ('[["?", "?", 9, 1, false]]', "tiles: an alphabet of 0 letters: expected 1 to 60"),
    ],
)
def test_wrong_tile_rows(rows: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        rule_file(tmp_path, f"tiles = {rows}\n")
    assert str(caught.value).startswith(f"{tmp_path / 'mine.toml'}: ")
    assert message in str(caught.value)
    with pytest.raises(SettingError):
        load_rules().with_settings(dict([parse_assignment(f"tiles={rows}")]))


# What a file may say


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lexcon = 'x'", "unknown setting 'lexcon'; did you mean 'lexicon'?"),
        ("titel = 'x'", "unknown setting 'titel'; did you mean 'title'?"),
        ("extend = 'wwf'", "unknown setting 'extend'; did you mean 'extends'?"),
        ("[rules]\nrack_size = 8", "table [rules]: expected the settings as key = value lines, not in a table"),
        ("[layout]\nrows = 3", "setting layout = {'rows': 3}: expected the name of a layout, or its rows as a list of texts"),
        ("layout = 'supper'", "unknown layout 'supper'; did you mean 'super'?"),
        ("tiles = 'frensh'", "unknown tile set 'frensh'; did you mean 'french'?"),
        ("lexicon = false", "lexicon = False: expected a text"),
        ("[[tiles]]\nletter = 'A'", "row 1 is not"),
        ("rack_size = nan", "setting rack_size = nan: expected a whole number from 1 to 30"),
        ("minutes = 1979-05-27", "expected a whole number from 0 to 60"),
        ("x = " + "[" * 5000, "the rule set is not TOML"),
        ("#" * 1_000_001, "more than 1 MB: expected a rule set"),
    ],
)
def test_what_a_file_may_not_say(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        rule_file(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path / 'mine.toml'}: ")
    assert message in str(caught.value)


def test_long_chains_of_files(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    with pytest.raises(DataError, match="the rule set extends itself"):
        rule_file(tmp_path, 'extends = "sub/../mine.toml"\n')
    for number in range(30):
        (tmp_path / f"{number}.toml").write_text(f'extends = "{number + 1}.toml"\n', encoding="utf-8")
    (tmp_path / "15.toml").write_text("minutes = 3\n", encoding="utf-8")
    assert load_rules(str(tmp_path / "0.toml")).settings["minutes"] == 3
    (tmp_path / "15.toml").write_text('extends = "16.toml"\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"21\.toml: more than 20 rule sets that extend one another"):
        load_rules(str(tmp_path / "1.toml"))


def test_the_list_of_a_file_stays_with_its_tiles(tmp_path: Path) -> None:
    word_list(tmp_path, "ŻÓŁW", name="polskie.txt")
    for text in ('lexicon = "polskie.txt"\ntiles = "polish"\n', 'tiles = "polish"\nlexicon = "polskie.txt"\n'):
        assert rule_file(tmp_path, text).lexicon == str(tmp_path / "polskie.txt")
    assert rule_file(tmp_path, 'barred_words = "polskie.txt"\n').settings["barred_words"] == str(tmp_path / "polskie.txt")


# The published rules, as they are listed

PUBLISHED = {
    "tournament": ("double", "double", 7, 6, "zero", True),
    "naspa": ("double", "double", 7, 6, "zero", True),
    "wespa": ("five", "double", 7, 6, "zero", True),
    "absp": ("single", "double", 7, 6, "zero", True),
    "hasbro-2003": ("double", "transfer", 1, "1 per player", "passes", True),
    "hasbro-2021": ("double", "transfer", 1, "2 per player", "passes", True),
    "wwf": ("void", "transfer", 1, 3, "zero", False),
    **dict.fromkeys(
        (
            "super",
            "clabbers",
            "duplicate",
            "finish-line",
            "partner-racks",
            "open-dictionary",
            "catalan",
            "dutch",
            "english",
            "french",
            "german",
            "norwegian",
            "polish",
            "slovene",
            "spanish",
        ),
        ("double", "double", 7, 6, "zero", True),
    ),
}


@pytest.mark.parametrize("name", built_in_names())
def test_published_rules(name: str) -> None:
    settings = load_rules(name).settings
    keys = ("challenge", "leftovers", "exchange_minimum", "scoreless_limit", "scoreless_counts", "scoreless_at_start")
    if name == "finish-line":
        # the targets decide: no adjustment
        assert (settings["targets"], settings["leftovers"]) == ((300, 300), "none")
        return
    assert tuple(settings[key] for key in keys) == PUBLISHED[name]
    rules = load_rules(name)
    assert (rules.rack_size, rules.bingo_tiles, rules.bingo_bonus) == (7, 7, 35 if name == "wwf" else 50)


@pytest.mark.parametrize(
    ("name", "players", "turns"),
    [
        ("tournament", 2, 6),
        ("tournament", 4, 6),
        ("hasbro-2003", 2, 2),
        ("hasbro-2021", 2, 4),
        ("hasbro-2021", 3, 6),
        ("wwf", 2, 3),
    ],
)
def test_scoreless_turns_that_end_a_game(name: str, players: int, turns: int) -> None:
    assert load_rules(name).with_settings({"players": players}).scoreless_limit == turns


@pytest.mark.parametrize(("bag", "tournament", "hasbro"), [(0, 0, 0), (1, 0, 1), (6, 0, 6), (7, 7, 7), (8, 8, 8)])
def test_exchanges_the_bag_allows(bag: int, tournament: int, hasbro: int) -> None:
    assert load_rules("tournament").exchange_limit(bag) == tournament
    assert load_rules("hasbro-2003").exchange_limit(bag) == load_rules("wwf").exchange_limit(bag) == hasbro


@pytest.mark.parametrize("name", ["naspa", "english"])
def test_names_for_the_same_rules(name: str) -> None:
    assert load_rules(name)[2:6] == load_rules("tournament")[2:6]


def test_ranges_say_what_is_checked() -> None:
    """The range that people read is the range that is checked."""
    for key, (low, high) in RANGES.items():
        assert f"{low}-{high}" in SETTINGS[key].range
    for key, choices in CHOICES.items():
        assert SETTINGS[key].range == ", ".join(choices)
    assert (parse_value("targets", [1, 10_000, 5, 5]), parse_value("targets", [])) == ((1, 10_000, 5, 5), ())
    for wrong in ([0], [10_001], ["5"], [1.0], 5):
        with pytest.raises(SettingError, match="a list of at most four scores from 1 to 10000"):
            parse_value("targets", wrong)
    assert parse_value("scoreless_limit", "0 per player") == "0 per player"
    for wrong_limit in (
        "-1 per player",
        "per player",
        "2",
        "2 per players",
        "two per player",
        "100 per player",
        "9" * 5000 + " per player",
    ):
        with pytest.raises(SettingError, match='or a text like "2 per player"'):
            parse_value("scoreless_limit", wrong_limit)
