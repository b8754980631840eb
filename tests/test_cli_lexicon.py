"""``lexicon``: installing, listing, describing and removing word lists, and using them everywhere."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import platformdirs
import pytest
from click.testing import CliRunner

from scrabblecli.cli import lexicon as module
from tests.helpers import EMPTY, ROOT, run, table, word_list

KITCHEN = str(ROOT / "boards" / "kitchen.gcg")
TODAY = time.strftime("%Y-%m-%d")
SCHEMA = json.loads((ROOT / "docs" / "schema" / "lexicon.schema.json").read_text(encoding="utf-8"))
FORMATS = ("table", "tsv", "csv", "json", "jsonl", "text")
# item 20 of the field's reports: the same three words, whatever the file looks like
UNTIDY = b"CAT\r\ncat\r\nDOG\r\n\r\nCAT\nAA"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of installed lists, missing at first."""
    data = tmp_path / "data"
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_arguments, **_named: str(data / "scrabblecli"))
    return data / "scrabblecli" / "lexicons"


def done(*arguments: str, **named: Any) -> str:
    """What a call that must succeed writes to standard output."""
    result = run(*arguments, **named)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def refused(*arguments: str) -> str:
    """The message of a call that must fail."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr


def untidy(folder: Path) -> str:
    path = folder / "untidy.txt"
    path.write_bytes(UNTIDY)
    return str(path)


def checked(text: str) -> Any:
    """JSON output, compared with the schema."""
    document = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    return document


def test_an_untidy_file_is_the_list_of_its_words(tmp_path: Path) -> None:
    path = untidy(tmp_path)
    described = checked(done("lexicon", "info", path, "--format", "json"))
    clean = checked(done("lexicon", "info", word_list(tmp_path, "AA", "CAT", "DOG"), "--format", "json"))
    assert (described["words"], described["duplicates"], described["left_out"]["words"]) == (3, 2, 0)
    assert described["id"] == clean["id"]
    assert done("check", "CAT", "DOG", "AA", "--lexicon", path) == "CAT\tvalid\nDOG\tvalid\nAA\tvalid\n"


def test_a_list_is_installed_and_used_everywhere(tmp_path: Path) -> None:
    path = word_list(tmp_path, "QI the vital force", "JOG", "GO", name="CSW24.txt")
    shown = done("lexicon", "build", "collins", path)
    assert shown.startswith("collins: 3 words (")
    assert shown.endswith("), english tiles, from CSW24.txt. Definitions of 1 word.\n")
    os.unlink(path)
    assert done("check", "QI", "--lexicon", "collins") == "QI\tvalid\n"
    assert done("check", "QI", env={"SCRABBLECLI_LEXICON": "collins"}) == "QI\tvalid\n"
    solved = table(done("solve", "-", "--rack", "JOG", "--lexicon", "collins", stdin=EMPTY))
    assert solved[0]["words"] == "JOG"
    assert '"name": "collins"' in done("solve", "-", "--rack", "JOG", "--lexicon", "collins", "--format", "json", stdin=EMPTY)
    assert run("score", "-", "8G GOG", "--lexicon", "collins", "--format", "text", stdin=EMPTY).exit_code == 1
    configuration = tmp_path / "scrabblecli.toml"
    configuration.write_text('lexicon = "collins"\n', encoding="utf-8")
    assert done("check", "QI", env={"SCRABBLECLI_CONFIG": str(configuration)}) == "QI\tvalid\n"


def test_build_says_what_was_left_out(tmp_path: Path) -> None:
    path = word_list(tmp_path, "AA", "aa", "CAFÉ", "D'OH", "ÉTÉ", name="mine.txt")
    assert done("lexicon", "build", "mine", path) == (
        f"mine: 1 word ({hashlib.sha256(b'AA' + bytes([10])).hexdigest()[:8]}), english tiles, from mine.txt. 1 duplicate. "
        "3 words left out that the english tiles cannot spell (É in 2, \"'\" in 1), for example CAFÉ, D'OH, ÉTÉ.\n"
    )


def test_build_for_the_tiles_of_other_rules(tmp_path: Path) -> None:
    path = word_list(tmp_path, "CHORRO", "OCHO", "ÑU", name="palabras.txt")
    assert ", spanish tiles, " in done("lexicon", "build", "palabras", path, "--rules", "spanish")
    assert done("check", "chorro", "--rules", "spanish", "--lexicon", "palabras").endswith("\tvalid\n")
    again = done("lexicon", "build", "palabras", path, env={"SCRABBLECLI_RULES": "spanish"})
    assert ", spanish tiles, " in again
    as_english = checked(done("lexicon", "info", "palabras", "--rules", "english", "--format", "json"))
    assert (as_english["tiles"], as_english["left_out"]["characters"]) == ("english", {"Ñ": 1})
    assert checked(done("lexicon", "info", "palabras", "--format", "json"))["tiles"] == "spanish"


def test_replacing(tmp_path: Path) -> None:
    path = untidy(tmp_path)
    done("lexicon", "build", "mine", path)
    done("lexicon", "build", "mine", path)
    other = word_list(tmp_path, "QI")
    assert refused("lexicon", "build", "mine", other) == (
        "error: a list 'mine' is installed already (3 words from untidy.txt, english tiles): --replace replaces it\n"
    )
    done("lexicon", "build", "mine", other, "--replace")
    assert done("check", "QI", "--lexicon", "mine") == "QI\tvalid\n"


def test_list(tmp_path: Path) -> None:
    assert done("lexicon", "list") == (
        "name\twords\tid\ttiles\tinstalled\tfile\nenable\t172823\t77a8b772\tenglish\t\tenable.txt\n"
    )
    done("lexicon", "build", "mine", untidy(tmp_path))
    assert done("lexicon", "list", "--no-header").splitlines()[1] == f"mine\t3\te75a7f9c\tenglish\t{TODAY}\tuntidy.txt"
    assert done("lexicon", "list", "--format", "csv").splitlines()[2] == f"mine,3,e75a7f9c,english,{TODAY},untidy.txt"
    assert done("lexicon", "list", "--format", "table").splitlines() == [
        "Name      Words  Id        Tiles    Installed   File",
        "enable  172,823  77a8b772  english              enable.txt",
        f"mine          3  e75a7f9c  english  {TODAY}  untidy.txt",
    ]
    assert done("lexicon", "list", "--format", "text") == (
        "enable: 172,823 words (77a8b772), english tiles, from enable.txt.\n"
        f"mine: 3 words (e75a7f9c), english tiles, from untidy.txt, installed on {TODAY}.\n"
    )
    entry = {"name": "mine", "words": 3, "id": "e75a7f9c", "tiles": "english", "installed": TODAY, "file": "untidy.txt"}
    assert checked(done("lexicon", "list", "--format", "json"))["lexicons"][1] == entry
    lines = done("lexicon", "list", "--format", "jsonl").splitlines()
    assert [checked(line) for line in lines][1] == {"schema": 1, **entry}


def test_list_with_a_damaged_record(tmp_path: Path, folder: Path) -> None:
    done("lexicon", "build", "mine", untidy(tmp_path))
    (folder / "mine" / "mine.json").write_bytes(b"\0")
    for output_format in FORMATS:
        result = run("lexicon", "list", "--format", output_format)
        assert result.exit_code == 0
        assert result.stderr == "warning: what was noted of mine is damaged: build it again with --replace\n"
        if output_format == "json":
            assert checked(result.stdout)["lexicons"][1]["words"] is None
    assert checked(done("lexicon", "info", "mine", "--format", "json"))["words"] == 3
    assert done("lexicon", "remove", "mine") == "mine is removed.\n"


def test_info(tmp_path: Path) -> None:
    path = word_list(tmp_path, "AA lava", "CAT", "cat", "D'OH", name="mine.txt")
    done("lexicon", "build", "mine", path)
    reason = "1 word left out that the english tiles cannot spell (\"'\" in 1), for example D'OH"
    identity = checked(done("lexicon", "info", path, "--format", "json"))["id"]
    assert done("lexicon", "info", "mine", "--format", "text") == (
        f"mine: 2 words ({identity}), english tiles, from mine.txt, installed on {TODAY}.\nDefinitions of 1 word.\n1 duplicate.\n"
        f"{reason}.\n1 word of 2 tiles.\n1 word of 3 tiles.\nThe twos: AA.\nThe threes: CAT.\n"
    )
    rows = [line.split("\t") for line in done("lexicon", "info", "mine").splitlines()]
    assert [key for key, _ in rows] == [
        "key", "name", "words", "id", "tiles", "installed", "file", "definitions", "duplicates", "left_out", "left_out '",
        "length 2", "length 3", "twos", "threes",
    ]  # fmt: skip
    assert done("lexicon", "info", "mine", "--format", "csv").splitlines()[1] == "name,mine"
    shown = done("lexicon", "info", "mine", "--format", "table").splitlines()
    assert shown[1:] == [f"from mine.txt, installed on {TODAY}", "definitions of 1 word", "1 duplicate", reason, "",
                         "Tiles  Words", "    2      1", "    3      1", "", "Twos", "AA", "", "Threes", "CAT"]  # fmt: skip
    data = checked(done("lexicon", "info", "mine", "--format", "json"))
    assert data == checked(done("lexicon", "info", "mine", "--format", "jsonl"))
    assert (data["definitions"], data["duplicates"], data["lengths"]) == (1, 1, {"2": 1, "3": 1})
    assert data["left_out"] == {"words": 1, "characters": {"'": 1}, "examples": ["D'OH"]}
    assert checked(done("lexicon", "info", path, "--format", "json")) == {**data, "installed": None}


def test_info_of_the_packaged_list() -> None:
    data = checked(done("lexicon", "info", "enable", "--format", "json"))
    assert (data["words"], data["id"], data["installed"], data["file"]) == (172_823, "77a8b772", None, "enable.txt")
    assert sum(data["lengths"].values()) == 172_823
    assert data["lengths"]["2"] == 96


def test_remove(tmp_path: Path, folder: Path) -> None:
    done("lexicon", "build", "mine", untidy(tmp_path))
    assert refused("lexicon", "remove", "mien") == "error: no installed list 'mien'; did you mean 'mine'?\n"
    assert done("lexicon", "remove", "mine") == "mine is removed: 3 words from untidy.txt.\n"
    assert os.listdir(folder) == []
    assert refused("lexicon", "remove", "mine") == "error: no installed list 'mine'; none is installed\n"
    assert refused("lexicon", "remove", "enable") == "error: enable comes with scrabblecli and cannot be removed\n"


def test_bad_input(tmp_path: Path, folder: Path) -> None:
    path = untidy(tmp_path)
    missing = str(tmp_path / "none.txt")
    for arguments, message in (
        (("build", "a/b", path), "list name 'a/b': expected letters from A to Z, digits, '.', '-' and '_', "),
        (("build", "enable", path), "list name 'enable': is that of the list that comes with scrabblecli: choose another"),
        (("build", "mine", missing), f"{missing}: no such file: expected a word list: text, .kwg or .dawg"),
        (("build", "mine", str(tmp_path)), f"{tmp_path}: is a folder: expected a word list file"),
        (("build", "mine", path, "--rules", "none"), "unknown rule set 'none'"),
        (("build", "mine"), "Missing argument 'FILE'"),
        (("info", "none"), "no word list 'none': expected enable or the path of a file: text, .kwg or .dawg"),
        (("info", missing), f"no word list {missing!r}: expected enable or the path of a file: text, .kwg or .dawg"),
        (("buidl", "mine", path), "no such command 'lexicon buidl'; did you mean 'build'?"),
    ):
        assert f"error: {message}" in refused("lexicon", *arguments)
    assert not folder.exists()


def test_unwritable_folder(tmp_path: Path, folder: Path) -> None:
    folder.parent.parent.mkdir()
    folder.parent.write_text("", encoding="utf-8")
    message = refused("lexicon", "build", "mine", untidy(tmp_path))
    assert message.startswith(f"error: {folder}: the folder of installed lists cannot be written: ")
    assert folder.parent.read_text(encoding="utf-8") == ""
    assert done("lexicon", "list").count("\n") == 2


@pytest.mark.skipif(sys.platform == "win32", reason="such names cannot be there")
@pytest.mark.parametrize("output_format", FORMATS)
def test_terminal_escapes_are_not_passed_on(output_format: str, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\n\x07[bold].txt"
    path.write_text("AA \x1b[2J[red]lava\nCAT\nA\x1b[31mB\nB\x9bC\nC\u202eD\n", encoding="utf-8")
    built = run("lexicon", "build", "mine", str(path), "--replace")
    shown = [built]
    for name in ("mine", str(path)):
        shown += [
            run("lexicon", "info", name, "--format", output_format),
            run("check", "AA", "CAT", "--lexicon", name, "--format", output_format),
        ]
    shown += [run("lexicon", "list", "--format", output_format), run("lexicon", "remove", "mine")]
    for result in shown:
        assert result.exit_code == 0
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(result.stdout + result.stderr)
    assert "\\x1b[31m\\n\\x07[bold].txt" in built.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are text")
def test_name_of_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/w\xff.txt")
    Path(path).write_bytes(UNTIDY)
    assert "from w\\udcff.txt" in done("lexicon", "build", "mine", path)
    assert "w\\udcff.txt" in done("lexicon", "list")
    assert "w\\udcff" in done("lexicon", "info", path)


def test_progress_is_shown_on_a_terminal_for_a_large_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = untidy(tmp_path)
    told: list[str] = []

    class Bar:
        pos = 0

        def __enter__(self) -> Bar:
            return self

        def __exit__(self, *_error: object) -> None:
            told.append("end")

        def update(self, steps: int) -> None:
            self.pos += steps
            told.append(str(self.pos))

    def bar(**attributes: Any) -> Bar:
        told.append(attributes["label"])
        return Bar()

    monkeypatch.setattr("click.progressbar", bar)

    def built(*options: str, terminal: bool) -> list[str]:
        told.clear()
        with CliRunner().isolation():
            monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
            with module._progress(path, "Building mine", "--quiet" in options) as progress:
                if progress is not None:
                    progress(0.5)
        return list(told)

    assert built(terminal=True) == []  # too small
    monkeypatch.setattr(module, "_LARGE", 1)
    assert built(terminal=True) == ["Building mine", "500", "1000", "end"]
    assert built(terminal=False) == []
    assert built("--quiet", terminal=True) == []


# Comparing lists


def two_lists(folder: Path) -> tuple[str, str]:
    return (
        word_list(folder, "AA", "CAT", "QI", "RETAINS", name="first.txt"),
        word_list(folder, "AA", "CAT", "QAT", "ZA", name="second.txt"),
    )


def test_diff_of_two_lists(tmp_path: Path) -> None:
    first, second = two_lists(tmp_path)
    result = run("lexicon", "diff", first, second)
    assert (result.exit_code, result.stderr) == (1, "")
    assert [tuple(row.values()) for row in table(result.stdout)] == [
        ("QI", "first", "2"), ("RETAINS", "first", "7"), ("QAT", "second", "3"), ("ZA", "second", "2"),
    ]  # fmt: skip
    lengths = run("lexicon", "diff", first, second, "--lengths", "--length", "..3")
    assert lengths.stdout == "length\tonly_in_a\tonly_in_b\tin_both\n2\t1\t1\t1\n3\t0\t1\t1\n"
    cut = run("lexicon", "diff", first, second, "--top", "1", "--no-header")
    assert (cut.stdout, cut.stderr) == ("QI\tfirst\t2\n", "note: 1 of 4 words shown; --top 0 lists all\n")


def test_diff_of_equal_lists_is_silent(tmp_path: Path) -> None:
    first, _ = two_lists(tmp_path)
    result = run("lexicon", "diff", "enable", str(ROOT / "wordlists" / "enable.txt"), "--no-header")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert run("lexicon", "diff", first, first, "--format", "text").stdout == (
        f"0 words only in {first}, 0 words only in {first}, 4 words in both.\n"
    )


def test_diff_equals_a_scan_of_enable(tmp_path: Path) -> None:
    words = (ROOT / "wordlists" / "enable.txt").read_text(encoding="utf-8").upper().split()
    path = word_list(tmp_path, *words[::2], "QI", "ZA", "ZZZ", name="half.txt")
    rows = table(run("lexicon", "diff", "enable", path, "--top", "0").stdout)
    assert [row["word"] for row in rows] == ["QI", "ZA", "ZZZ", *words[1::2]]
    assert {row["word"] for row in rows if row["only_in"] == "half"} == {"QI", "ZA", "ZZZ"}


def test_diff_as_data(tmp_path: Path) -> None:
    first, second = two_lists(tmp_path)
    made = checked(run("lexicon", "diff", first, second, "--format", "json").stdout)
    assert (made["only_a"], made["only_b"], made["both"]) == (2, 2, 2)
    assert made["lengths"][0] == {"length": 2, "only_a": 1, "only_b": 1, "both": 1}
    assert made["words"][0] == {"word": "QI", "only_in": "first", "length": 2}
    checked(run("lexicon", "diff", first, second, "--format", "json", "--lengths").stdout)
    for options in ((), ("--lengths",), ("--game", KITCHEN)):
        for line in run("lexicon", "diff", "enable", second, "--format", "jsonl", *options).stdout.splitlines():
            checked(line)
    shown = run("lexicon", "diff", first, second, "--format", "table", "--color", "never").stdout.splitlines()
    assert shown[:2] == ["Word     Only in  Length", "QI       first    2"]
    assert shown[-1].split() == ["total", "2", "2", "2"]


def test_diff_for_the_words_of_a_game(tmp_path: Path) -> None:
    """Words are named once, with the turn that made them first; both lists may lack some."""
    path = word_list(tmp_path, "FEDORA", "BAM", name="small.txt")
    rows = table(run("lexicon", "diff", "enable", path, "--game", KITCHEN, "--top", "0").stdout)
    words = [row["word"] for row in rows]
    assert len(words) == len(set(words)) > 20
    assert not {"FEDORA", "BAM"} & set(words)
    assert [int(row["turn"]) for row in rows] == sorted(int(row["turn"]) for row in rows)
    assert {row["only_in"] for row in rows} == {"enable"}
    assert run("lexicon", "diff", "enable", "enable", "--game", KITCHEN, "--no-header").exit_code == 0


# Writing lists


def exported(folder: Path, name: str, kind: str, *options: str) -> Path:
    path = folder / f"exported.{'txt' if kind == 'text' else 'kwg'}"
    assert done("lexicon", "export", name, "--to", kind, "-o", str(path), *options) == ""
    return path


@pytest.mark.parametrize("kind", ["text", "dawg", "kwg"])
def test_enable_comes_back_from_every_kind_of_file(kind: str, tmp_path: Path) -> None:
    text = (ROOT / "wordlists" / "enable.txt").read_text(encoding="utf-8").upper()
    path = exported(tmp_path, "enable", kind)
    assert done("lexicon", "export", str(path)) == text
    if kind == "kwg":
        assert path.stat().st_size > 3_000_000
    if kind == "dawg":
        assert path.stat().st_size < 600_000
        assert path.read_bytes()[4:8] == (0x400000).to_bytes(4, "little")


@pytest.mark.parametrize("kind", ["text", "dawg", "kwg"])
def test_a_list_with_tiles_of_several_letters_comes_back(kind: str, tmp_path: Path) -> None:
    """Also a word in which C and H are two tiles, which only a graph or brackets can say."""
    words = ["CHORRO", "LLAMA", "NOCHE", "[C][H][O]", "AÑO"]
    path = word_list(tmp_path, *words)
    made = exported(tmp_path, path, kind, "--rules", "spanish")
    back = done("lexicon", "export", str(made), "--rules", "spanish")
    assert sorted(back.split()) == sorted(words)
    assert back == done("lexicon", "export", path, "--rules", "spanish")
    listed = run("words", "pattern", "*", "--rules", "spanish", "--lexicon", str(made), "--no-header").stdout.split()
    assert {"CHO", "[CH]O[RR]O"} <= set(listed)


def test_an_exported_graph_is_played_with(tmp_path: Path) -> None:
    path = exported(tmp_path, word_list(tmp_path, "CAT", "ACT"), "kwg")
    assert run("solve", "-", "--rack", "CAT", "--lexicon", str(path), "--no-header", stdin=EMPTY).stdout.count("\n") == 6


def test_an_export_replaces_a_file_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "list.kwg"
    target.write_bytes(b"old")
    assert "is a folder" in refused("lexicon", "export", "enable", "-o", str(tmp_path))
    assert refused("lexicon", "export", "enable", "--to", "kwg", "-o", str(tmp_path / "list.txt")).endswith(
        "list.txt: expected a name that ends in .kwg, as which the graph is read\n"
    )
    assert refused("lexicon", "export", "enable", "--to", "text", "-o", str(target)).endswith(
        "list.kwg: a file that ends in .kwg is read as a graph: choose another name, or --to kwg\n"
    )
    assert refused("lexicon", "export", "enable", "--to", "dawg").endswith(
        "error: --to dawg needs -o FILE: a graph is no text\nTry 'scrabblecli lexicon export --help'.\n"
    )
    assert refused("lexicon", "export", "nonesuch", "--to", "kwg", "-o", str(target)).startswith("error: no word list 'nonesuch'")
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["list.kwg"]


# Twos and threes


def test_info_has_the_twos_and_threes(tmp_path: Path) -> None:
    path = word_list(tmp_path, "QI", "AA", "CAT", "DOGS")
    made = checked(done("lexicon", "info", path, "--format", "json"))
    assert (made["twos"], made["threes"]) == (["AA", "QI"], ["CAT"])
    assert "twos\tAA QI\nthrees\tCAT\n" in done("lexicon", "info", path)
    assert done("lexicon", "info", path, "--format", "text").endswith("The twos: AA QI.\nThe threes: CAT.\n")
    assert done("lexicon", "info", path, "--format", "table", "--color", "never").endswith("\nTwos\nAA QI\n\nThrees\nCAT\n")


def test_twos_and_threes_of_a_list_that_was_installed_without_them(tmp_path: Path, folder: Path) -> None:
    """An earlier version noted none."""
    done("lexicon", "build", "mine", word_list(tmp_path, "QI", "AA", "CAT"))
    record = folder / "mine" / "mine.json"
    noted = json.loads(record.read_text(encoding="utf-8"))
    assert (noted.pop("twos"), noted.pop("threes")) == (["AA", "QI"], ["CAT"])
    record.write_text(json.dumps(noted), encoding="utf-8")
    made = checked(done("lexicon", "info", "mine", "--format", "json"))
    assert (made["twos"], made["threes"], made["installed"]) == (["AA", "QI"], ["CAT"], TODAY)


def test_the_fewer_words_stand_first_in_a_comparison(tmp_path: Path) -> None:
    small, large = (
        word_list(tmp_path, "CAT", "QI", "ZA", name="s.txt"),
        word_list(tmp_path, "CAT", "AA", "DOG", "PIG", name="l.txt"),
    )

    def listed(*arguments: str) -> list[tuple[str, str]]:
        result = run("lexicon", "diff", *arguments, "--format", "tsv")
        assert result.exit_code == 1
        return [(row["word"], row["only_in"]) for row in table(result.stdout)]

    ours, theirs = [("QI", "s"), ("ZA", "s")], [("AA", "l"), ("DOG", "l"), ("PIG", "l")]
    assert listed(small, large) == listed(large, small) == ours + theirs
    assert listed(large, small, "--top", "3") == ours + theirs[:1]
    assert listed(large, small, "--only", "b") == listed(small, large, "--only", "a") == ours
    assert listed(large, small, "--only", "a") == theirs
    result = run("lexicon", "diff", large, small, "--only", "a", "--top", "2")
    assert result.stderr == "note: 2 of 3 words shown; --top 0 lists all\n"
    data = checked(run("lexicon", "diff", large, small, "--only", "b", "--format", "json").stdout)
    assert (data["only_a"], data["only_b"], [word["word"] for word in data["words"]]) == (3, 2, ["QI", "ZA"])
    more = word_list(tmp_path, "CAT", "QI", "ZA", "ZO", name="m.txt")
    assert done("lexicon", "diff", small, more, "--only", "a", "--format", "tsv") == "word\tonly_in\tlength\n"


@pytest.mark.parametrize("heading", ["word,definition", "Word;Definition;Length", '"Word"\tMeaning', "words, points"])
def test_a_heading_is_no_word(heading: str, tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text(f"\n{heading}\nAA,rough lava\nCAT,an animal\n", encoding="utf-8")
    result = run("lexicon", "build", "sheet", str(path))
    assert result.stdout.startswith("sheet: 2 words (")
    assert result.stderr == f"note: the first line, {heading!r}, is taken for a heading and not for a word\n"
    assert run("check", "WORD", "WORDS", "AA", "--lexicon", "sheet").stdout == "WORD\tinvalid\nWORDS\tinvalid\nAA\tvalid\n"


@pytest.mark.parametrize("line", ["WORD,a unit of language", "WORD", "WORDY,definition"])
def test_a_word_is_no_heading(line: str, tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text(f"{line}\nAA,rough lava\n", encoding="utf-8")
    assert done("lexicon", "build", "sheet", str(path)).startswith("sheet: 2 words (")


def test_a_list_that_is_given_no_name(tmp_path: Path) -> None:
    message = refused("lexicon", "build", word_list(tmp_path, "CAT", name="mylist.txt"))
    assert f"error: the name is missing that the list is to have, as in scrabblecli lexicon build mylist {tmp_path}" in message
