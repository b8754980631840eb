"""Installed word lists: names, what is kept of a file, replacing, damage, several processes at once; definitions."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

import platformdirs
import pytest

from scrabblecli.errors import DataError, NotationError, ScrabbleError
from scrabblecli.folders import data_folder
from scrabblecli.lexicon import Lexicon, load_lexicon
from scrabblecli.lexicon.definitions import Definitions, definition_lines
from scrabblecli.lexicon.store import describe, find_installed, install, installed_names, listed, recorded, remove
from scrabblecli.lexicon.wordlist import read_words
from scrabblecli.rules import load_rules
from scrabblecli.tiles import Alphabet
from tests.helpers import environment, word_list

TILES = load_rules().tiles
SPANISH = load_rules("spanish").tiles
THREE = ["AA", "CAT", "DOG"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of installed lists, missing at first; the cache is empty too."""
    data, cache = tmp_path / "data", tmp_path / "cache"
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_arguments, **_named: str(data / "scrabblecli"))
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_arguments, **_named: str(cache))
    return data / "scrabblecli" / "lexicons"


def spelled(lexicon: Lexicon) -> list[str]:
    return [lexicon.alphabet.word_text(word) for word in lexicon]


def codes(word: str, alphabet: Alphabet = TILES.alphabet) -> bytes:
    found = alphabet.spell(word)
    assert found
    return found


def below(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


# Installing and loading


def test_what_an_installed_list_has(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "CSW24.txt"
    path.write_bytes(b"cat an animal\r\nDOG\nAA\nCAT\nD'OH\n")
    summary = install("collins", str(path), TILES)
    assert (summary.name, summary.words, summary.duplicates, summary.left_out) == ("collins", 3, 1, 1)
    assert (summary.outside, summary.examples, summary.lengths) == ((("'", 1),), ("D'OH",), ((2, 1), (3, 2)))
    assert (summary.file, summary.date, summary.tiles) == ("CSW24.txt", time.strftime("%Y-%m-%d"), "english")
    assert below(folder) == [f"collins/collins.{ending}" for ending in ("definitions", "graph", "json", "txt")]
    assert (folder / "collins" / "collins.txt").read_bytes() == path.read_bytes()
    path.unlink()
    lexicon = load_lexicon("collins", TILES.alphabet)
    assert (lexicon.name, spelled(lexicon), lexicon.identity) == ("collins", THREE, summary.identity)
    assert lexicon.definition(codes("CAT")) == "an animal"
    assert (installed_names(), recorded("collins")) == (["collins"], summary)


def test_an_installed_graph_is_loaded_without_reading_its_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install("mine", word_list(tmp_path, *THREE), TILES)

    def forbidden(*_arguments: object) -> None:
        raise AssertionError("read although the graph fits")

    monkeypatch.setattr("scrabblecli.lexicon.cache.read_file", forbidden)
    monkeypatch.setattr("hashlib.sha256", forbidden)
    assert spelled(load_lexicon("mine", TILES.alphabet)) == THREE
    # the letters are the same, so it fits other rules too
    assert spelled(load_lexicon("mine", load_rules("wwf").tiles.alphabet)) == THREE


def test_no_json_and_no_platform_folders_on_the_way_to_a_verdict(tmp_path: Path, folder: Path) -> None:
    install("mine", word_list(tmp_path, *THREE), TILES)
    program = (
        "import sys\n"
        "known = set(sys.modules)\n"
        "from scrabblecli.lexicon.cache import load_lexicon\n"
        "from scrabblecli.tiles import Alphabet\n"
        "for name in ('enable', 'mine'):\n"
        "    load_lexicon(name, Alphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZ'))\n"
        "    print(name, sorted({'json', 'platformdirs', 'pathlib', 'dataclasses', 'hashlib', 'shutil'} & set(sys.modules) - known),\n"
        "          'scrabblecli.lexicon.store' in sys.modules)\n"
    )
    made = environment(XDG_DATA_HOME=str(folder.parent.parent))
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=made, timeout=60, check=True)
    if sys.platform == "linux":
        assert shown.stdout == "enable [] False\nmine [] True\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs is always asked")
@pytest.mark.parametrize("value", ["/tmp/somewhere", "/", None, "", "relative/folder", " "])
def test_data_folder_is_that_of_platformdirs(value: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    if value is None:
        monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    else:
        monkeypatch.setenv("XDG_DATA_HOME", value)
    assert data_folder("lexicons") == os.path.join(platformdirs.user_data_dir("scrabblecli", appauthor=False), "lexicons")


def test_other_tiles_are_served_from_the_stored_source(tmp_path: Path, folder: Path) -> None:
    install("palabras", word_list(tmp_path, "CHORRO pequeño río", "ÑU", "OCHO ocho"), SPANISH)
    spanish = load_lexicon("palabras", SPANISH.alphabet)
    assert set(spelled(spanish)) == {"[CH]O[RR]O", "O[CH]O", "ÑU"}
    assert spanish.definition(codes("chorro", SPANISH.alphabet)) == "pequeño río"
    before = below(folder)
    warnings: list[str] = []
    for _ in range(2):  # built, then from the cache
        english = load_lexicon("palabras", TILES.alphabet, warnings.append)
        assert (english.name, spelled(english)) == ("palabras", ["CHORRO", "OCHO"])
        assert english.definition(codes("CHORRO")) == "pequeño río"
    assert warnings == ["palabras: 1 word left out that the tiles cannot spell"] * 2
    assert below(folder) == before
    summary = recorded("palabras")
    assert summary is not None
    assert summary.lengths == ((2, 1), (3, 1), (4, 1))  # in tiles
    assert describe("palabras", TILES).outside == (("Ñ", 1),)


def test_graph_of_another_program_is_installed(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "cat.KWG"
    path.write_bytes(struct.pack("<5I", 2, 0, 3 << 24 | 0x400000 | 3, 1 << 24 | 0x400000 | 4, 20 << 24 | 0xC00000))
    assert install("cat", str(path), TILES).words == 1
    assert spelled(load_lexicon("cat", TILES.alphabet)) == ["CAT"]
    assert below(folder) == ["cat/cat.graph", "cat/cat.json", "cat/cat.kwg"]
    (folder / "cat" / "cat.graph").unlink()
    assert spelled(load_lexicon("cat", TILES.alphabet)) == ["CAT"]


def test_installed_name_wins_over_a_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    install("mine", word_list(tmp_path, *THREE), TILES)
    word_list(tmp_path, "QI", name="mine")
    assert spelled(load_lexicon("mine", TILES.alphabet)) == THREE
    assert spelled(load_lexicon("./mine", TILES.alphabet)) == ["QI"]


# Names

EXPECTED = "expected letters from A to Z, digits, '.', '-' and '_', a letter or a digit first, at most 40 characters"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        *(
            (name, EXPECTED)
            for name in ("", ".", "..", "a/b", "../a", ".hidden", "-x", "_x", "a b", "ä", "a~b", "x" * 41, "a\n", "a\0")
        ),
        ("enable", "is that of the list that comes with scrabblecli: choose another"),
        ("Enable", "is that of the list that comes with scrabblecli: choose another"),
        ("mine.txt", "ends like that of a file: choose one without .txt, .kwg or .dawg"),
        ("MINE.KWG", "ends like that of a file: choose one without .txt, .kwg or .dawg"),
    ],
)
def test_bad_names(name: str, reason: str, tmp_path: Path, folder: Path) -> None:
    with pytest.raises(NotationError) as error:
        install(name, word_list(tmp_path, *THREE), TILES)
    assert str(error.value) == f"list name {name!r}: {reason}"
    assert find_installed(name) is None
    assert not folder.exists()


@pytest.mark.parametrize("name", ["a", "collins", "CSW24", "nwl-2023", "my.list", "x_1", "7", "x" * 40, "a.json", "a.graph"])
def test_good_names(name: str, tmp_path: Path) -> None:
    install(name, word_list(tmp_path, *THREE), TILES)
    assert installed_names() == [name]
    assert load_lexicon(name, TILES.alphabet).name == name
    remove(name)
    assert installed_names() == []


def test_unknown_names(tmp_path: Path) -> None:
    def message(name: str) -> str:
        with pytest.raises(DataError) as error:
            load_lexicon(name, TILES.alphabet)
        return str(error.value)

    assert message("colins") == "no word list 'colins': expected enable or the path of a file: text, .kwg or .dawg"
    install("collins", word_list(tmp_path, *THREE), TILES)
    assert message("colins") == (
        "no word list 'colins'; did you mean 'collins'? expected enable, collins or the path of a file: text, .kwg or .dawg"
    )
    assert message("nwl") == "no word list 'nwl': expected enable, collins or the path of a file: text, .kwg or .dawg"
    for name, expected in (
        ("colins", "no installed list 'colins'; did you mean 'collins'?"),
        ("nwl", "no installed list 'nwl'; installed: collins"),
        ("enable", "enable comes with scrabblecli and cannot be removed"),
    ):
        with pytest.raises(DataError) as error:
            remove(name)
        assert str(error.value) == expected
    remove("collins")
    with pytest.raises(DataError, match="no installed list 'collins'; none is installed"):
        remove("collins")


# Replacing


def test_another_list_is_only_replaced_when_asked(tmp_path: Path, folder: Path) -> None:
    first, second = word_list(tmp_path, *THREE), word_list(tmp_path, "QI", name="other.txt")
    install("mine", first, TILES)
    install("mine", first, TILES)  # the same once more
    before = {path: (folder / path).read_bytes() for path in below(folder)}
    message = r"a list 'mine' is installed already \(3 words from words\.txt, english tiles\): --replace replaces it"
    for path, tiles in ((second, TILES), (first, SPANISH)):
        with pytest.raises(DataError, match=message):
            install("mine", path, tiles)
    assert {path: (folder / path).read_bytes() for path in below(folder)} == before
    kept = load_lexicon("mine", TILES.alphabet)
    install("mine", second, TILES, replace=True)
    assert spelled(load_lexicon("mine", TILES.alphabet)) == ["QI"]
    assert spelled(kept) == THREE  # what is in use stays
    assert sorted(os.listdir(folder)) == ["mine"]


def test_replacing_drops_what_the_new_list_does_not_have(tmp_path: Path, folder: Path) -> None:
    install("mine", word_list(tmp_path, "AA lava"), TILES)
    install("mine", word_list(tmp_path, "AA"), TILES, replace=True)
    assert below(folder) == ["mine/mine.graph", "mine/mine.json", "mine/mine.txt"]
    assert load_lexicon("mine", TILES.alphabet).definition(codes("AA")) is None


def test_interrupted_replacement_leaves_a_list(tmp_path: Path, folder: Path) -> None:
    """Killed between its two renames, a replacement has put the old list aside: it is still the list of that name."""
    path = word_list(tmp_path, *THREE)
    install("mine", path, TILES)
    (folder / "mine").rename(folder / ".mine~abc.old")
    (folder / ".mine~abc.new").mkdir()
    assert installed_names() == ["mine"]
    assert spelled(load_lexicon("mine", TILES.alphabet)) == THREE
    with pytest.raises(DataError, match="is installed already"):
        install("mine", word_list(tmp_path, "QI", name="other.txt"), TILES)
    os.utime(folder / ".mine~abc.new", (1, 1))
    install("mine", path, TILES)
    assert sorted(os.listdir(folder)) == ["mine"]
    (folder / "mine").rename(folder / ".mine~abc.old")
    remove("mine")
    assert os.listdir(folder) == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left on device")])
@pytest.mark.parametrize("place", ["build", "fsync", "rename"])
def test_interrupted_build_leaves_nothing(
    place: str, error: type[BaseException] | OSError, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object) -> None:
        raise error

    path = word_list(tmp_path, *THREE)
    install("kept", path, TILES)
    before = below(folder)
    with monkeypatch.context() as patch:
        if place != "build":
            patch.setattr(os, place, broken)
        with pytest.raises((KeyboardInterrupt, OSError) if place == "build" else (KeyboardInterrupt, DataError)):
            install("mine", path, TILES, progress=broken if place == "build" else None)
    assert below(folder) == before
    assert os.listdir(folder) == ["kept"]


def test_failed_replacement_keeps_the_old_list(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install("mine", word_list(tmp_path, *THREE), TILES)
    rename = os.rename

    def second_fails(source: str, target: str) -> None:
        if source.endswith(".new"):
            raise OSError(13, "Permission denied")
        rename(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", second_fails)
        with pytest.raises(DataError, match="the folder of installed lists cannot be written: Permission denied"):
            install("mine", word_list(tmp_path, "QI"), TILES, replace=True)
    assert spelled(load_lexicon("mine", TILES.alphabet)) == THREE
    assert os.listdir(folder) == ["mine"]


def test_folder_that_cannot_be_written(tmp_path: Path, folder: Path) -> None:
    folder.parent.parent.mkdir()
    folder.parent.write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(DataError, match="the folder of installed lists cannot be written: ") as error:
        install("mine", word_list(tmp_path, *THREE), TILES)
    assert error.value.source == str(folder)
    assert folder.parent.is_file()
    assert installed_names() == []


def test_bad_files_leave_nothing(tmp_path: Path, folder: Path) -> None:
    empty, binary = tmp_path / "empty.txt", tmp_path / "binary.txt"
    empty.write_bytes(b"\n")
    binary.write_bytes(b"AA\0BB\n")
    for path in (empty, binary, tmp_path / "none.txt", tmp_path):
        with pytest.raises(DataError) as error:
            install("mine", str(path), TILES)
        assert error.value.source == str(path)
    assert not folder.exists()


def test_too_large_a_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    with path.open("wb") as stream:
        stream.truncate(100_000_001)
    started = time.perf_counter()
    for call in (
        lambda: install("mine", str(path), TILES),
        lambda: describe(str(path), TILES),
        lambda: load_lexicon(str(path), TILES.alphabet),
    ):
        with pytest.raises(DataError, match=r"large\.txt: the word list has more than 100 MB, the most that is read"):
            call()
    assert time.perf_counter() - started < 1


def test_too_many_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrabblecli.lexicon.wordlist.WORD_LIMIT", 2)
    for words in (["AA", "BB", "CC"], ["AA x", "BB", "CC"]):
        with pytest.raises(DataError, match="more than 2 words in the word list, the most there may be"):
            install("mine", word_list(tmp_path, *words), TILES)
    assert install("mine", word_list(tmp_path, "AA", "BB", "AA", "AA"), TILES).duplicates == 2


# Damage


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "changed", "text", "definitions missing", "definitions cut"])
def test_damaged_graph_is_made_anew_without_a_word(damage: str, tmp_path: Path, folder: Path) -> None:
    install("mine", word_list(tmp_path, "AA lava", "CAT", "DOG animal"), TILES)
    path = folder / "mine" / ("mine.definitions" if damage.startswith("definitions") else "mine.graph")
    content = path.read_bytes()
    if damage.endswith("missing"):
        path.unlink()
    else:
        changed = content[:-5] + bytes([content[-5] ^ 1]) + content[-4:]
        path.write_bytes(
            {"empty": b"", "cut": content[:-8], "changed": changed, "text": b"x" * 500, "definitions cut": content[:-3]}[damage]
        )
    warnings: list[str] = []
    for _ in range(2):
        lexicon = load_lexicon("mine", TILES.alphabet, warnings.append)
        assert (lexicon.name, spelled(lexicon), lexicon.definition(codes("DOG"))) == ("mine", THREE, "animal")
    assert warnings == []


RECORDS = {
    "missing": None,
    "empty": b"",
    "cut": b'{"schema": 1, "name": "mi',
    "binary": bytes(range(256)),
    "list": b"[]",
    "deep": b"[" * 100_000,
    "other": b'{"schema": 2}',
    "types": b'{"schema": 1, "name": 3}',
}


@pytest.mark.parametrize("damage", [*RECORDS, "negative", "number"])
def test_damaged_record(damage: str, tmp_path: Path, folder: Path) -> None:
    path = word_list(tmp_path, *THREE)
    install("mine", path, TILES)
    record = folder / "mine" / "mine.json"
    data = json.loads(record.read_text(encoding="utf-8"))
    content = {
        **RECORDS,
        "negative": json.dumps({**data, "words": -1}).encode(),
        "number": json.dumps({**data, "lengths": 3}).encode(),
    }[damage]
    if content is None:
        record.unlink()
    else:
        record.write_bytes(content)
    assert recorded("mine") is None
    assert [(entry.name, entry.words) for entry in listed()] == [("enable", 172_823), ("mine", None)]
    assert spelled(load_lexicon("mine", TILES.alphabet)) == THREE
    assert describe("mine", TILES).words == 3
    with pytest.raises(DataError, match=r"installed already \(another list\)"):
        install("mine", word_list(tmp_path, "QI", name="other.txt"), TILES)
    install("mine", path, TILES)  # the same list mends it
    mended = recorded("mine")
    assert mended is not None
    assert mended.file == "words.txt"
    record.unlink()
    assert remove("mine") is None
    assert os.listdir(folder) == []


def test_strange_things_in_the_folder_are_no_lists(tmp_path: Path, folder: Path) -> None:
    install("mine", word_list(tmp_path, *THREE), TILES)
    (folder / "file").write_text("x", encoding="utf-8")
    (folder / "empty").mkdir()
    (folder / "a b").mkdir()
    (folder / "other").mkdir()
    shutil.copy(folder / "mine" / "mine.graph", folder / "other" / "other.graph")
    assert installed_names() == ["mine"]
    for name in ("file", "empty", "other"):
        install(name, word_list(tmp_path, "QI"), TILES)
    assert installed_names() == ["empty", "file", "mine", "other"]


# Several processes


def builds(folder: Path, *arguments: tuple[str, ...]) -> list[tuple[int, str, str]]:
    made = environment(XDG_DATA_HOME=str(folder.parent.parent))
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "scrabblecli", "lexicon", "build", *each],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=made,
        )
        for each in arguments
    ]
    answers = [process.communicate(timeout=60) for process in processes]
    return [(process.returncode, *answer) for process, answer in zip(processes, answers, strict=True)]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the folder of the data is not told by this variable")
def test_builds_at_once(tmp_path: Path, folder: Path) -> None:
    path, other = word_list(tmp_path, *THREE), word_list(tmp_path, "QI", "XU", name="other.txt")
    assert {status for status, _, _ in builds(folder, *[("mine", path)] * 4)} == {0}
    assert os.listdir(folder) == ["mine"]
    ended = builds(folder, *[("new", path), ("new", other)] * 2)
    # who comes second finds another list
    assert {status for status, _, _ in ended} == {0, 2}
    assert all("is installed already" in error for status, _, error in ended if status)
    ended = builds(folder, *[("mine", path, "--replace"), ("mine", other, "--replace")] * 2)
    assert [(status, error) for status, _, error in ended] == [(0, "")] * 4
    assert sorted(os.listdir(folder)) == ["mine", "new"]
    summary = recorded("mine")
    assert summary is not None
    assert load_lexicon("mine", TILES.alphabet).identity == summary.identity == describe("mine", TILES).identity


# Definitions


@pytest.mark.parametrize(
    ("line", "definition"),
    [
        ("AA", None),
        ("AA rough, cindery lava [n -S]", "rough, cindery lava [n -S]"),
        ("AA\trough lava", "rough lava"),
        ("AA,rough lava", "rough lava"),
        ('AA,"a ""rough"", lava"', 'a "rough", lava'),
        ("AA;rough", "rough"),
        ("AA = rough", "rough"),
        ("AA: rough", "rough"),
        ("AA|rough|lava", "rough|lava"),
        ("AA# rough", "rough"),
        ("AA$\trough\tlava ", "rough lava"),
        ("aa \x1b[31mred\x1b[0m", "\x1b[31mred\x1b[0m"),
        ("AA où ñ", "où ñ"),
        ("AA 12", None),
        ("AA 1 2.5 -3", None),
        ("AA,", None),
        ("AA #", None),
        ("AA " + "long " * 5000, ("long " * 5000).strip()),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-16"])
def test_forms_of_a_definition(line: str, definition: str | None, encoding: str, tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(f"{line}\nCAT\n".encode(encoding))
    lexicon = load_lexicon(str(path), TILES.alphabet)
    assert spelled(lexicon) == ["AA", "CAT"]
    for each in (lexicon, load_lexicon(str(path), TILES.alphabet)):  # built, then from the cache
        assert each.definition(codes("AA")) == definition
        assert each.definition(codes("CAT")) is None
    assert not folder.exists()


def test_definitions_of_many_words(tmp_path: Path) -> None:
    words = sorted(load_lexicon("enable", TILES.alphabet), key=lambda word: word[::-1])[::40]
    texts = [TILES.alphabet.word_text(word) for word in words]
    path = word_list(tmp_path, *(f"{text} as in {text.lower()}" if place % 3 else text for place, text in enumerate(texts)))
    lexicon = load_lexicon(path, TILES.alphabet)
    for place, (word, text) in enumerate(zip(words, texts, strict=True)):
        assert lexicon.definition(word) == (f"as in {text.lower()}" if place % 3 else None)
    for word in (b"", bytes([26] * 9), bytes([1]), words[0] + words[1]):
        assert lexicon.definition(word) is None


def test_first_definition_of_a_word_counts(tmp_path: Path) -> None:
    path = word_list(tmp_path, "AA", "aa rough lava", "AA another")
    assert load_lexicon(path, TILES.alphabet).definition(codes("AA")) == "rough lava"


def test_packaged_list_has_no_definitions() -> None:
    assert load_lexicon("enable", TILES.alphabet).definition(codes("RETAINS")) is None


def test_definitions_without_a_cache(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be", encoding="utf-8")
    lexicon = load_lexicon(word_list(tmp_path, "AA lava"), TILES.alphabet)
    assert lexicon.definition(codes("AA")) == "lava"


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"\n\n\n", b"AA", b"AA\n", b"AA\tlava", b"\tx\n", b"\xff\xfe\t\xff\n", b"AA\tx\nAA\ty\n", b"x" * 99]
)
def test_damaged_definitions_are_none(content: bytes) -> None:
    definitions = Definitions(content)
    assert definitions.find("CAT") is None
    assert definitions.find("AA") in (None, "", "lava", "x", "y")


def test_definitions_are_sorted_by_word() -> None:
    read = read_words("ÑU b\nNO c\nCHORRO a\nCO d\n".encode(), SPANISH.alphabet, "list.txt")
    content = definition_lines(read.definitions, SPANISH.alphabet)
    assert content.decode() == "CO\td\nNO\tc\n[CH]O[RR]O\ta\nÑU\tb\n"
    definitions = Definitions(content)
    assert [definitions.find(word) for word in ("CO", "NO", "[CH]O[RR]O", "ÑU", "C")] == ["d", "c", "a", "b", None]


# What was left out


@pytest.mark.parametrize(
    ("content", "rules", "outside", "examples"),
    [
        ("AA\nCAFÉ\nÉTÉ\nD'OH\n", "tournament", {"É": 2, "'": 1}, ("CAFÉ", "ÉTÉ", "D'OH")),
        ("ABA\nQUIX\nvex\n", "polish", {"Q": 1, "X": 2, "V": 1}, ("QUIX", "vex")),
        ("AA\nA1\nB1\nC1\nD1\nE1\nF1\n", "tournament", {"1": 6}, ("A1", "B1", "C1", "D1", "E1")),
        ("ABAC\nQUIN\nQATAR\n", "catalan", {"Q": 1}, ("QATAR",)),
        ("AA\n\x1b[31m\n", "tournament", {"\x1b": 1, "[": 1, "3": 1, "1": 1}, ("\x1b[31m",)),
    ],
)
def test_reasons(content: str, rules: str, outside: dict[str, int], examples: tuple[str, ...]) -> None:
    read = read_words(content.encode(), load_rules(rules).tiles.alphabet, "list.txt")
    assert (read.outside, read.examples) == (outside, examples)


def test_blocks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"{'AB'[number % 2]}{'CDE' * (number % 7)}F{' x' if number % 3 else ''}{number % 5}" for number in range(300)]
    words = [line.split()[0].rstrip("01234") for line in lines]
    for end in ("\n", "\r\n", "\r"):
        for content in (end.join(lines).encode(), end.join(words).encode()):
            whole = read_words(content, TILES.alphabet, "list.txt")
            for size in (1, 7, 64, 1000):
                shares: list[float] = []
                with monkeypatch.context() as patch:
                    patch.setattr("scrabblecli.lexicon.wordlist._BLOCK", size)
                    assert read_words(content, TILES.alphabet, "list.txt", shares.append) == whole
                assert shares == sorted(shares)
                assert shares[-1] == 1


def test_progress_is_told(kernel: str, tmp_path: Path) -> None:
    words = [TILES.alphabet.word_text(word) for word in list(load_lexicon("enable", TILES.alphabet))[:20_000]]
    shares: list[float] = []
    install("part", word_list(tmp_path, *words), TILES, progress=shares.append)
    assert shares == sorted(shares)
    assert 0 <= shares[0] < 0.4
    assert 0.8 < shares[-1] <= 1
    assert len(shares) > 6
    assert spelled(load_lexicon("part", TILES.alphabet)) == words


def test_errors_are_of_the_tree() -> None:
    with pytest.raises(ScrabbleError):
        install("a/b", "x", TILES)
    with pytest.raises(ScrabbleError):
        recorded("none")
    with pytest.raises(ScrabbleError):
        describe("none", TILES)
