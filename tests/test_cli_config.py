"""Defaults of the environment and of the configuration file: which wins, where they are looked for, what is wrong with them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from scrabblecli.cli.defaults import configuration_file, configuration_folder
from tests.helpers import EMPTY, JOG, ROOT, environment, run, table, word_list

TEXT_BOARD = "." * 15 + "\n"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration file that is not there yet, in a folder of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "config"))
    path = Path(configuration_file())
    path.parent.mkdir(parents=True)
    return path


def shown(*arguments: str, env: Mapping[str, str | None] | None = None) -> dict[str, tuple[Any, str]]:
    """Every key of ``config show`` with its value and source."""
    result = run("config", "show", "--format", "json", *arguments, env=env)
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    schema().validate(document)
    return {entry["key"]: (entry["value"], entry["source"]) for entry in document["settings"]}


def schema() -> jsonschema.Draft202012Validator:
    content = json.loads((ROOT / "docs" / "schema" / "config.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(content)
    return jsonschema.Draft202012Validator(content)


def rules_used(stdin: str, *options: str, env: Mapping[str, str | None] | None = None) -> tuple[str, dict[str, Any]]:
    """The rules under which ``solve`` reads a board, and what is changed in them."""
    result = run("solve", "-", "--rack", "CAT", "--format", "json", "--top", "1", *options, stdin=stdin, env=env)
    assert result.exit_code == 0, result.stderr
    position = json.loads(result.stdout)["position"]
    return position["rules"], position["settings"]


# Which wins


def test_command_line_over_board_over_environment_over_file_over_default(file: Path) -> None:
    board = TEXT_BOARD * 15
    names_its_own = "rules: wespa\n" + board
    assert rules_used(board) == ("tournament", {})
    file.write_text('rules = "absp"\n', encoding="utf-8")
    assert rules_used(board) == ("absp", {})
    variable = {"SCRABBLECLI_RULES": "naspa"}
    assert rules_used(board, env=variable) == ("naspa", {})
    assert rules_used(names_its_own, env=variable) == ("wespa", {})
    assert rules_used(names_its_own) == ("wespa", {})
    assert rules_used(names_its_own, "--rules", "english", env=variable) == ("english", {})
    assert rules_used(JOG.replace("0/0 0", "0/0 0 rules wespa;"), env=variable) == ("wespa", {})


def test_word_list_has_the_same_order(file: Path, tmp_path: Path) -> None:
    lists = {
        name: word_list(tmp_path, word, name=f"{name}.txt") for name, word in zip("abcd", ("ACT", "CAT", "TA", "AT"), strict=True)
    }

    def used(head: str = "", *options: str, env: Mapping[str, str | None] | None = None) -> str:
        result = run("solve", "-", "--rack", "CAT", "--format", "json", *options, stdin=head + TEXT_BOARD * 15, env=env)
        return str(json.loads(result.stdout)["position"]["lexicon"]["name"])

    file.write_text(f"lexicon = {json.dumps(lists['a'])}\n", encoding="utf-8")
    variable = {"SCRABBLECLI_LEXICON": lists["b"]}
    assert used() == "a"
    assert used(env=variable) == "b"
    assert used(f"lexicon: {lists['c']}\n", env=variable) == "c"
    assert used(f"lexicon: {lists['c']}\n", "--lexicon", lists["d"], env=variable) == "d"
    assert run("check", "act").stdout == "ACT\tvalid\n"


def test_how_many_moves(file: Path) -> None:
    def count(*options: str, env: Mapping[str, str | None] | None = None) -> int:
        return len(table(run("solve", "-", "--rack", "RETAINS", "--quiet", *options, stdin=EMPTY, env=env).stdout))

    assert count() == 15
    file.write_text("top = 4\n", encoding="utf-8")
    assert count() == 4
    assert count(env={"SCRABBLECLI_TOP": "3"}) == 3
    assert count("--top", "2", env={"SCRABBLECLI_TOP": "3"}) == 2


def test_format(file: Path) -> None:
    file.write_text('format = "csv"\n', encoding="utf-8")
    assert run("check", "CAT").stdout == "CAT,valid\n"
    assert run("check", "CAT", env={"SCRABBLECLI_FORMAT": "text"}).stdout.startswith("CAT is valid in enable")
    assert run("check", "CAT", "--format", "tsv", env={"SCRABBLECLI_FORMAT": "text"}).stdout == "CAT\tvalid\n"
    assert run("check", "CAT", "--format", "auto", env={"SCRABBLECLI_FORMAT": "text"}).stdout == "CAT\tvalid\n"
    assert run("rules", "diff", "tournament", "wespa").stdout == "key,a,b\nchallenge,double,five\n"


@pytest.mark.parametrize(
    ("text", "quiet"), [("1", True), ("true", True), ("YES", True), ("on", True), ("0", False), ("off", False)]
)
def test_quiet(file: Path, text: str, quiet: bool) -> None:
    call = ("solve", "-", "--rack", "RETAINS")
    assert "15 of" in run(*call, stdin=EMPTY).stderr
    assert (run(*call, stdin=EMPTY, env={"SCRABBLECLI_QUIET": text}).stderr == "") is quiet
    file.write_text(f"quiet = {str(quiet).lower()}\n", encoding="utf-8")
    assert (run(*call, stdin=EMPTY).stderr == "") is quiet
    assert run(*call, "--quiet", stdin=EMPTY).stderr == ""


def test_color(file: Path) -> None:
    call = ("solve", "-", "--rack", "RETAINS", "--format", "table")
    assert "\x1b[" not in run(*call, stdin=EMPTY).stdout
    file.write_text('color = "always"\n', encoding="utf-8")
    assert "\x1b[" in run(*call, stdin=EMPTY).stdout
    assert "\x1b[" not in run(*call, stdin=EMPTY, env={"SCRABBLECLI_COLOR": "never"}).stdout
    assert "\x1b[" not in run(*call, "--color", "auto", stdin=EMPTY).stdout


def test_an_empty_variable_is_none(file: Path) -> None:
    file.write_text('rules = "wwf"\n', encoding="utf-8")
    assert rules_used(TEXT_BOARD * 15, env={"SCRABBLECLI_RULES": ""}) == ("wwf", {})


def test_settings_change_the_rules_of_the_file_and_no_others(file: Path) -> None:
    board = TEXT_BOARD * 15
    file.write_text("[set]\nbingo_bonus = 40\nrack_size = 8\n", encoding="utf-8")
    house = {"bingo_bonus": 40, "rack_size": 8}
    assert rules_used(board) == ("tournament", house)
    assert rules_used(board, "--set", "rack_size=9") == ("tournament", {"bingo_bonus": 40, "rack_size": 9})
    assert rules_used("set: rack_size=9\n" + board) == ("tournament", {"bingo_bonus": 40, "rack_size": 9})
    assert rules_used("rules: wespa\n" + board) == ("wespa", {})
    assert rules_used(board, "--rules", "tournament") == ("tournament", {})
    assert rules_used(board, env={"SCRABBLECLI_RULES": "absp"}) == ("absp", {})
    file.write_text('rules = "wwf"\n[set]\nbingo_bonus = 40\n', encoding="utf-8")
    assert rules_used(board) == ("wwf", {"bingo_bonus": 40})
    assert json.loads(run("rules", "show", "--format", "json").stdout)["bonus"] == 40
    assert json.loads(run("rules", "show", "wwf", "--format", "json").stdout)["bonus"] == 35


def test_files_beside_the_configuration_file(file: Path) -> None:
    word_list(file.parent, "ACT", name="club.txt")
    (file.parent / "club.csv").write_text("A,a,9,1,1\nC,c,2,3,0\nT,t,2,1,0\n", encoding="utf-8")
    (file.parent / "club.toml").write_text("bingo_bonus = 12\n", encoding="utf-8")
    file.write_text('rules = "club.toml"\nlexicon = "club.txt"\n[set]\ntiles = "club.csv"\n', encoding="utf-8")
    result = run("solve", "-", "--rack", "CAT", "--format", "json", stdin=EMPTY)
    position = json.loads(result.stdout)["position"]
    assert (position["rules"], position["lexicon"]["name"]) == ("club", "club")
    assert run("check", "ACT").stdout == "ACT\tvalid\n"


# Where the file is


def test_named_by_a_variable(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('rules = "absp"\n', encoding="utf-8")
    other = tmp_path / "other.toml"
    other.write_text('rules = "wwf"\n', encoding="utf-8")
    assert rules_used(EMPTY, env={"SCRABBLECLI_CONFIG": str(other)}) == ("wwf", {})
    assert rules_used(EMPTY, env={"SCRABBLECLI_CONFIG": ""}) == ("tournament", {})
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.toml").write_text("bingo_bonus = 12\n", encoding="utf-8")
    (tmp_path / "near.toml").write_text('rules = "club.toml"\n', encoding="utf-8")
    assert rules_used(EMPTY, env={"SCRABBLECLI_CONFIG": "near.toml"}) == ("club", {})
    assert run("config", "path", env={"SCRABBLECLI_CONFIG": "near.toml"}).stdout == "near.toml\n"
    result = run("check", "CAT", env={"SCRABBLECLI_CONFIG": str(tmp_path / "none.toml")})
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"error: {tmp_path / 'none.toml'}: cannot read the configuration file that SCRABBLECLI_CONFIG names: "
        "No such file or directory\n"
    )


SURROUNDINGS = [
    {"XDG_CONFIG_HOME": "/somewhere"},
    {"XDG_CONFIG_HOME": ""},
    {"XDG_CONFIG_HOME": "relative"},
    {"XDG_CONFIG_HOME": "/with/end/"},
    {"XDG_CONFIG_HOME": "", "HOME": "/home/else"},
    {"XDG_CONFIG_HOME": "", "HOME": "/home/else/"},
    {"XDG_CONFIG_HOME": "", "HOME": "/"},
    {"XDG_CONFIG_HOME": "", "HOME": ""},
    {"XDG_CONFIG_HOME": "", "HOME": "relative"},
    {"HOME": "/home/else"},
    {"ANDROID_ROOT": "/system"},
]


@pytest.mark.parametrize("surroundings", SURROUNDINGS, ids=str)
def test_folder_is_that_of_platformdirs(surroundings: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    platformdirs = pytest.importorskip("platformdirs")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    try:
        expected = platformdirs.user_config_dir("scrabblecli", appauthor=False)
    except RuntimeError:
        expected = ""
    assert os.path.normpath(configuration_folder()) == os.path.normpath(expected)


@pytest.mark.skipif(sys.platform == "win32", reason="paths of other systems")
@pytest.mark.parametrize("given", ["", "/somewhere"])
def test_folder_on_a_mac(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    macos = pytest.importorskip("platformdirs.macos")
    monkeypatch.setenv("HOME", "/Users/somebody")
    monkeypatch.setenv("XDG_CONFIG_HOME", given)
    expected = macos.MacOS("scrabblecli", appauthor=False).user_config_dir
    monkeypatch.setattr(sys, "platform", "darwin")
    if given and not expected.startswith(given):
        pytest.skip("an older platformdirs, which asks no variables on a Mac")
    assert configuration_folder() == expected


@pytest.mark.skipif(sys.platform == "win32", reason="paths of other systems")
def test_folder_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = pytest.importorskip("platformdirs.windows")
    monkeypatch.setenv("LOCALAPPDATA", "/C/Users/somebody/AppData/Local")
    monkeypatch.setattr(windows, "get_win_folder", windows.get_win_folder_from_env_vars)
    expected = windows.Windows("scrabblecli", appauthor=False).user_config_dir
    monkeypatch.setattr(sys, "platform", "win32")
    assert configuration_folder() == expected


def test_no_library_is_loaded_for_a_word() -> None:
    code = (
        "import sys\nfrom scrabblecli.cli import scrabblecli\n"
        "try:\n    scrabblecli(['check', 'CAT'])\nexcept SystemExit:\n    pass\n"
        "print(sorted({'platformdirs', 'rich', 'pathlib', 'hashlib', 'difflib', 'csv', 'json'} & set(sys.modules)))"
    )
    # without the site packages' own start-up files, which may load anything
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True)
    verdict, loaded = done.stdout.splitlines()
    assert verdict == "CAT\tvalid"
    # what click itself loads is its own affair
    assert loaded.startswith("[")
    assert "platformdirs" not in loaded
    assert "rich" not in loaded


# What is wrong


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rulse = 'wwf'", "unknown key 'rulse'; did you mean 'rules'?"),
        ("colour = 'never'", "unknown key 'colour'; did you mean 'color'?"),
        ("zzz = 1", "unknown key 'zzz'; known: rules, lexicon, color, top, format, quiet, set"),
        ("bingo_bonus = 40", "unknown key 'bingo_bonus': rule settings stand below [set]"),
        ("bingo_bonus = 400", "unknown key 'bingo_bonus': rule settings stand below [set]"),
        ("[solve]\ntop = 3", "unknown key 'solve'; "),
        ("rules = 1", "rules = 1: expected a name or the path of a file, as a text"),
        ("rules = ''", 'rules = "": expected a name or the path of a file, as a text'),
        ("rules = 'wfw'", "rules: unknown rule set 'wfw'; did you mean 'wwf'?"),
        ("lexicon = ['a']", "lexicon = ['a']: expected a name or the path of a file, as a text"),
        ("color = 'red'", 'color = "red": expected one of auto, always, never'),
        ("color = true", "color = true: expected one of auto, always, never"),
        ("top = -1", "top = -1: expected a whole number from 0 to 1000000000, 0 for all"),
        ("top = 1000000001", "top = 1000000001: expected a whole number from 0 to 1000000000, 0 for all"),
        ("top = '5'", 'top = "5": expected a whole number from 0 to 1000000000, 0 for all'),
        ("top = true", "top = true: expected a whole number from 0 to 1000000000, 0 for all"),
        ("format = 'xml'", 'format = "xml": expected one of auto, table, tsv, csv, json, jsonl, text'),
        ("quiet = 'yes'", 'quiet = "yes": expected true or false'),
        ("quiet = 1", "quiet = 1: expected true or false"),
        ("set = 1", "set: expected a table of rule settings such as [set] with bingo_bonus = 40 below it"),
        ("[set]\nbingo_bonu = 1", "unknown setting 'bingo_bonu'; did you mean 'bingo_bonus'?"),
        ("[set]\nrack_size = 31", "setting rack_size = 31: expected a whole number from 1 to 30"),
        ("[set]\nlayout = ['..', '.']", "set: layout drawn: row 2 has 1 squares, row 1 has 2"),
        ("[set]\ntiles = 'none.csv'", "cannot read the tile set: No such file or directory (named by {file})"),
        ("rules = 'none.toml'", "cannot read the rule set: No such file or directory (named by {file})"),
        ("a = = 1", "the configuration file is not TOML: Invalid value (at line 1, column 5)"),
        ("a = 1\na = 2", "the configuration file is not TOML: Cannot overwrite a value"),
        ("#" * 1_000_001, "more than 1 MB: expected a configuration file"),
        ("\x1b[2J = 1", "the configuration file is not TOML: "),
    ],
)
@pytest.mark.parametrize("call", [("check", "CAT"), ("config", "show"), ("solve", "-", "--rack", "CAT")])
def test_errors_in_the_file(file: Path, text: str, message: str, call: tuple[str, ...]) -> None:
    file.write_text(text, encoding="utf-8")
    result = run(*call, stdin=EMPTY)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ")
    assert str(file) in result.stderr
    assert message.format(file=file) in result.stderr
    assert "\x1b" not in result.stderr
    assert run("config", "path").stdout == f"{file}\n"


def test_file_that_is_no_text_or_no_file(file: Path) -> None:
    file.write_bytes(b'rules = "\xff"')
    assert "the configuration file is not TOML" in run("check", "CAT").stderr
    file.write_bytes(b'\xef\xbb\xbfrules = "wwf"\r\n')
    assert shown()["rules"] == ("wwf", str(file))
    file.unlink()
    file.mkdir()
    result = run("check", "CAT")
    assert (result.exit_code, result.stderr) == (2, f"error: {file}: is a folder: expected a configuration file\n")


@pytest.mark.parametrize(
    ("variable", "text", "message"),
    [
        ("SCRABBLECLI_RULES", "wfw", "error: SCRABBLECLI_RULES: unknown rule set 'wfw'; did you mean 'wwf'?\n"),
        (
            "SCRABBLECLI_RULES",
            "none.toml",
            "error: none.toml: cannot read the rule set: No such file or directory (named by SCRABBLECLI_RULES)\n",
        ),
        ("SCRABBLECLI_COLOR", "red", 'error: SCRABBLECLI_COLOR = "red": expected one of auto, always, never\n'),
        ("SCRABBLECLI_TOP", "-1", 'error: SCRABBLECLI_TOP = "-1": expected a whole number from 0 to 1000000000, 0 for all\n'),
        ("SCRABBLECLI_TOP", "9" * 30, "expected a whole number from 0 to 1000000000, 0 for all\n"),
        ("SCRABBLECLI_TOP", "²", "expected a whole number from 0 to 1000000000, 0 for all\n"),
        (
            "SCRABBLECLI_FORMAT",
            "xml",
            'error: SCRABBLECLI_FORMAT = "xml": expected one of auto, table, tsv, csv, json, jsonl, text\n',
        ),
        ("SCRABBLECLI_QUIET", "maybe", 'error: SCRABBLECLI_QUIET = "maybe": expected true or false\n'),
        ("SCRABBLECLI_COLOR", "\x1b[2J", 'error: SCRABBLECLI_COLOR = "\\x1b[2J": expected one of auto, always, never\n'),
    ],
)
def test_errors_in_variables(variable: str, text: str, message: str) -> None:
    result = run("solve", "-", "--rack", "CAT", stdin=EMPTY, env={variable: text})
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith(message)
    assert variable in result.stderr


def test_help_and_version_need_no_sound_file(file: Path) -> None:
    file.write_text("a = = 1", encoding="utf-8")
    assert run("--version").exit_code == run("solve", "--help").exit_code == run("completion", "bash").exit_code == 0
    assert run("check", "CAT", env={"SCRABBLECLI_CONFIG": ""}).exit_code == 0


# config show and config path


def test_show_where_each_value_comes_from(file: Path) -> None:
    assert shown() == {
        "rules": ("tournament", "default"),
        "lexicon": (None, "default"),
        "color": ("auto", "default"),
        "top": (15, "default"),
        "format": ("auto", "default"),
        "quiet": (False, "default"),
    }
    file.write_text('rules = "wwf"\ntop = 5\n[set]\nbingo_bonus = 40\ntargets = [100, 90]\n', encoding="utf-8")
    found = shown(env={"SCRABBLECLI_TOP": "7", "SCRABBLECLI_COLOR": "never"})
    place = str(file)
    assert found == {
        "rules": ("wwf", place),
        "lexicon": (None, "default"),
        "color": ("never", "SCRABBLECLI_COLOR"),
        "top": (7, "SCRABBLECLI_TOP"),
        "format": ("auto", "default"),
        "quiet": (False, "default"),
        "set.bingo_bonus": (40, place),
        "set.targets": ([100, 90], place),
    }
    assert run("config", "show").stdout == (
        f"key\tvalue\tsource\nrules\twwf\t{place}\nlexicon\t\tdefault\ncolor\tauto\tdefault\ntop\t5\t{place}\nformat\tauto\tdefault\n"
        f"quiet\tfalse\tdefault\nset.bingo_bonus\t40\t{place}\nset.targets\t[100, 90]\t{place}\n"
    )
    text = run("config", "show", "--format", "text", env={"SCRABBLECLI_TOP": "7"}).stdout
    assert "top is 7, from the variable SCRABBLECLI_TOP.\nformat is auto, by default.\n" in text
    assert f"rules is wwf, from {place}.\nlexicon is not set, by default.\n" in text
    assert run("config", "show", "--format", "table").stdout.startswith("Key              Value      Source\n")
    assert json.loads(run("config", "show", "--format", "jsonl").stdout)["settings"][3]["value"] == 5


def test_settings_that_are_not_used_are_named(file: Path) -> None:
    file.write_text("[set]\nbingo_bonus = 40\n", encoding="utf-8")
    result = run("config", "show", env={"SCRABBLECLI_RULES": "wwf"})
    assert result.stderr == "note: [set] is for the rules of the file, and SCRABBLECLI_RULES names others\n"
    assert run("config", "show", "--quiet", env={"SCRABBLECLI_RULES": "wwf"}).stderr == ""
    assert run("config", "show").stderr == ""


def test_path(file: Path) -> None:
    assert run("config", "path").stdout == f"{file}\n"
    document = json.loads(run("config", "path", "--format", "json").stdout)
    schema().validate(document)
    assert document == {"schema": 1, "file": str(file), "exists": False}
    assert run("config", "path", "--format", "text").stdout == f"The configuration file is {file} and does not exist.\n"
    file.write_text("", encoding="utf-8")
    assert run("config", "path", "--format", "text").stdout == f"The configuration file is {file} and exists.\n"
    none = {"SCRABBLECLI_CONFIG": ""}
    assert json.loads(run("config", "path", "--format", "json", env=none).stdout)["file"] is None
    assert run("config", "path", env=none).stdout == ""
    assert run("config", "path", "--format", "text", env=none).stdout == "There is no configuration file.\n"


def test_misspelled_subcommand() -> None:
    result = run("config", "shwo")
    assert (result.exit_code, "no such command 'config shwo'; did you mean 'show'?" in result.stderr) == (2, True)


# Changed from the command line


def changed(*arguments: str) -> str:
    """What ``config`` says of a change that must succeed."""
    result = run("config", *arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_set_and_unset(file: Path) -> None:
    file.parent.rmdir()
    assert changed("set", "rules", "wespa") == f"rules is wespa, in {file}\n"
    assert changed("set", "top", "5") == f"top is 5, in {file}\n"
    assert changed("set", "set.bingo_bonus", "35") == f"set.bingo_bonus is 35, in {file}\n"
    changed("set", "quiet", "yes")
    assert file.read_text(encoding="utf-8") == 'rules = "wespa"\ntop = 5\nquiet = true\n\n[set]\nbingo_bonus = 35\n'
    assert shown()["set.bingo_bonus"] == (35, str(file))
    changed("set", "top", "0")
    assert changed("unset", "quiet") == f"quiet is no longer set in {file}\n"
    changed("unset", "set.bingo_bonus")
    assert file.read_text(encoding="utf-8") == 'rules = "wespa"\ntop = 0\n\n[set]\n'
    assert sorted(path.name for path in file.parent.iterdir()) == [file.name]


def test_comments_and_line_ends_are_kept(file: Path) -> None:
    file.write_bytes(
        b'\xef\xbb\xbf# mine\r\nrules = "absp"  # "as" in # the club\r\n\r\n# house\r\n[set]\r\nbingo_bonus = 40 # once\r\n'
    )
    changed("set", "rules", "wespa")
    changed("set", "set.bingo_bonus", "45")
    changed("set", "top", "9")
    assert file.read_bytes() == (
        b'\xef\xbb\xbf# mine\r\nrules = "wespa"  # "as" in # the club\r\ntop = 9\r\n\r\n# house\r\n[set]\r\nbingo_bonus = 45 # once\r\n'
    )


def test_a_list_is_made_the_default(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    word_list(tmp_path, "QQ", name="club.txt")
    assert run("lexicon", "build", "club", "club.txt").exit_code == 0
    changed("set", "lexicon", "club")
    assert run("check", "QQ").stdout == "QQ\tvalid\n"
    # a path is one from the folder of the file
    changed("set", "lexicon", "club.txt")
    assert shown()["lexicon"] == (str(tmp_path / "club.txt"), str(file))
    changed("set", "lexicon", "club")
    result = run("lexicon", "remove", "club")
    assert (result.exit_code, result.stderr) == (0, f"warning: club is still your default word list, named by {file}\n")
    assert run("check", "QQ").stderr.endswith(f" or the path of a file: text, .kwg or .dawg (named by {file})\n")
    variable = {"SCRABBLECLI_LEXICON": "klub"}
    assert run("check", "QQ", env=variable).stderr.endswith(" (named by SCRABBLECLI_LEXICON)\n")
    assert "named by" not in run("check", "QQ", "--lexicon", "klub").stderr
    changed("unset", "lexicon")
    assert run("check", "QQ").stdout == "QQ\tinvalid\n"


def test_words_of_the_table_that_cannot_be_read(file: Path) -> None:
    file.write_text('[set]\nextra_words = "none.txt"\n', encoding="utf-8")
    result = run("check", "CAT")
    assert (result.exit_code, result.stderr.endswith(f" (named by {file})\n")) == (2, True)
    result = run("check", "CAT", "--set", "extra_words=other.txt")
    assert (result.exit_code, "named by" in result.stderr) == (2, False)


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        ("", ("set", "top", "many"), 'top = "many": expected a whole number from 0 to 1000000000, 0 for all'),
        ("", ("set", "format", "xml"), 'format = "xml": expected '),
        ("", ("set", "bingo_bonus", "3"), "unknown key 'bingo_bonus': a rule setting is written set.bingo_bonus"),
        ("", ("set", "quite", "1"), "unknown key 'quite'; did you mean 'quiet'?"),
        ("", ("set", "set.bingo_bonus", "many"), 'setting bingo_bonus = "many": expected a whole number from 0 to 100'),
        ("", ("set", "set.bonus", "3"), "unknown setting 'bonus'; did you mean"),
        ("", ("set", "rules", "club"), "{file}: rules: unknown rule set 'club'"),
        ("", ("set", "lexicon", "club"), "no word list 'club': expected enable or the path of a file: text, .kwg or .dawg"),
        ("a = = 1", ("set", "top", "3"), "{file}: the configuration file is not TOML"),
        ("lexicon = club", ("set", "top", "3"), 'a text needs quotes: lexicon = "club"\n'),
        ("colour = 1", ("set", "top", "3"), "{file}: unknown key 'colour'; did you mean 'color'?"),
        ("set = {bingo_bonus = 40}", ("set", "set.bingo_bonus", "45"), "{file}: set.bingo_bonus is written there in a way that"),
        ("set = 3", ("set", "set.bingo_bonus", "45"), "{file}: set is no table there: nothing is written"),
        ("top = 3", ("unset", "rules"), "{file}: rules is not set there"),
        ("top = 3", ("unset", "tpo"), "unknown key 'tpo'; did you mean 'top'?"),
    ],
)
def test_what_would_not_load_is_not_written(content: str, arguments: tuple[str, ...], message: str, file: Path) -> None:
    if content:
        file.write_text(content, encoding="utf-8")
    result = run("config", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message.format(file=file) in result.stderr
    assert (file.read_text(encoding="utf-8") if file.exists() else "") == content


def test_a_wrong_key_can_be_mended(file: Path) -> None:
    file.write_text('colour = "never"\ntop = 3\n', encoding="utf-8")
    changed("unset", "colour")
    assert file.read_text(encoding="utf-8") == "top = 3\n"
    file.write_text('top = "many"\n', encoding="utf-8")
    changed("set", "top", "3")
    assert file.read_text(encoding="utf-8") == "top = 3\n"


def test_a_variable_that_wins_is_told(file: Path) -> None:
    result = run("config", "set", "top", "3", env={"SCRABBLECLI_TOP": "4"})
    assert (result.exit_code, result.stderr) == (0, "note: SCRABBLECLI_TOP is 4, which wins over the file\n")


def test_a_file_that_a_variable_names_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "mine.toml"
    assert run("config", "set", "top", "3", env={"SCRABBLECLI_CONFIG": str(path)}).exit_code == 0
    assert path.read_text(encoding="utf-8") == "top = 3\n"
    result = run("config", "set", "top", "3", env={"SCRABBLECLI_CONFIG": ""})
    assert (result.exit_code, "there is no configuration file" in result.stderr) == (2, True)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_stays_one(file: Path, tmp_path: Path) -> None:
    (tmp_path / "real.toml").write_text("top = 3\n", encoding="utf-8")
    file.symlink_to(tmp_path / "real.toml")
    changed("set", "top", "4")
    assert file.is_symlink()
    assert (tmp_path / "real.toml").read_text(encoding="utf-8") == "top = 4\n"


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        ("lexicon = club", ': a text needs quotes: lexicon = "club"\n'),
        ("top = 3\nrules = wespa  # here\n", ': a text needs quotes: rules = "wespa"\n'),
        ('lexicon = "club\n', "\n"),
        ("top = [3\n", "\n"),
    ],
)
def test_a_text_without_quotes(content: str, hint: str, file: Path) -> None:
    file.write_text(content, encoding="utf-8")
    result = run("check", "CAT")
    assert result.exit_code == 2
    assert result.stderr.endswith(hint)
    assert ("needs quotes" in result.stderr) == ("needs quotes" in hint)
