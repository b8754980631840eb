"""Word lists: every form of file, what a list is known by, the cache, graphs of other programs."""

from __future__ import annotations

import hashlib
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import platformdirs
import pytest

from scrabblecli.errors import DataError
from scrabblecli.lexicon import Lexicon, load_lexicon
from scrabblecli.lexicon.cache import packaged_text
from scrabblecli.lexicon.foreign import dawg_words
from scrabblecli.lexicon.graph import graph_words
from scrabblecli.rules import load_rules
from scrabblecli.tiles import Alphabet
from tests.helpers import EMPTY, ROOT, environment, run, table, word_list

ENGLISH = load_rules().tiles.alphabet
ENABLE = ROOT / "wordlists" / "enable.txt"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache, empty at first."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_arguments, **_named: str(folder))
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_arguments, **_named: folder)
    return folder


def identity_of(words: Iterable[str]) -> str:
    """What a list is known by, from its published definition."""
    return hashlib.sha256("".join(f"{word}\n" for word in sorted(set(words))).encode()).hexdigest()[:8]


def load(folder: Path, content: bytes, alphabet: Alphabet = ENGLISH, name: str = "words.txt") -> Lexicon:
    path = folder / name
    path.write_bytes(content)
    return load_lexicon(str(path), alphabet)


def spelled(lexicon: Lexicon) -> list[str]:
    """The words of a list."""
    letters = lexicon.alphabet.letters
    return ["".join(letters[code - 1] for code in word) for word in lexicon]


def cached(cache: Path) -> list[Path]:
    return sorted(path for path in cache.rglob("*") if path.is_file())


# Encodings and forms

THREE = ["AA", "CAT", "DOG"]
FORMS: dict[str, bytes] = {
    "plain": b"AA\nCAT\nDOG\n",
    "without last line end": b"AA\nCAT\nDOG",
    "CRLF": b"AA\r\nCAT\r\nDOG\r\n",
    "CR": b"AA\rCAT\rDOG\r",
    "mixed line ends": b"CAT\r\ncat\r\nDOG\r\n\r\nCAT\nAA",
    "lower case": b"aa\ncat\ndog\n",
    "mixed case": b"Aa\ncAt\nDog\n",
    "another order": b"DOG\nAA\nCAT\n",
    "duplicates": b"AA\nCAT\nCAT\nDOG\nAA\nDOG\n",
    "duplicates in both cases": b"AA\ncat\nCAT\nDOG\naa\n",
    "blank lines": b"\n\nAA\n\n  \nCAT\n\t\nDOG\n\n",
    "spaces around": b"  AA\nCAT  \n\tDOG\t\n",
    "UTF-8 with BOM": b"\xef\xbb\xbfAA\nCAT\nDOG\n",
    "UTF-16 little": b"\xff\xfe" + "AA\r\nCAT\r\nDOG\r\n".encode("utf-16-le"),
    "UTF-16 big": b"\xfe\xff" + "AA\nCAT\nDOG\n".encode("utf-16-be"),
    "comments": b"# a list\nAA\n#CAB\nCAT\n# DAB is no word here\nDOG\n",
    "definitions after a space": b"AA rough lava [n -S]\nCAT to hoist an anchor\nDOG an animal\n",
    "definitions after a tab": b"AA\trough lava\nCAT\t12\nDOG\tD-O-G\n",
    "definitions after a comma": b"AA,rough lava\nCAT,DAB,EEL\nDOG,1\n",
    "definitions after a semicolon": b"AA;rough\nCAT;cats\nDOG;dogs\n",
    "definitions after an equals sign": b"AA=rough\nCAT=cats\nDOG=dogs\n",
    "definitions after a colon": b"AA: rough\nCAT: cats\nDOG: dogs\n",
    "values": b"AA 1 2.5\nCAT 33 -1\nDOG 0 0\n",
    "Collins marks": b"AA\nCAT#\nDOG$\n",
    "other marks": b"AA*\nCAT!\nDOG+\n",
    "marks and definitions": b"AA# rough lava\nCAT$ an animal\nDOG* another\n",
    "Latin-1 in a definition": "AA café\nCAT où\nDOG ñ\n".encode("latin-1"),
}


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_a_list(form: str, tmp_path: Path) -> None:
    lexicon = load(tmp_path, FORMS[form])
    assert spelled(lexicon) == THREE
    assert (len(lexicon), lexicon.words, lexicon.identity, lexicon.left_out) == (3, 3, identity_of(THREE), 0)


@pytest.mark.parametrize(
    ("form", "duplicates"),
    [("plain", 0), ("mixed line ends", 2), ("duplicates", 3), ("duplicates in both cases", 2), ("comments", 0)],
)
def test_duplicates_are_counted(form: str, duplicates: int, tmp_path: Path) -> None:
    assert load(tmp_path, FORMS[form]).duplicates == duplicates
    # and are still known when the list comes from the cache
    assert load(tmp_path, FORMS[form]).duplicates == duplicates


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("form", ["ÄSTE\nÖL\nSTRASSE\nÜBEN\n", "äste\nöl\nstraße\nüben\n", "Äste 1\nÖl 2\nStraße 3\nÜben 4\n"])
def test_letters_with_accents(encoding: str, form: str, tmp_path: Path) -> None:
    lexicon = load(tmp_path, form.encode(encoding), load_rules("german").tiles.alphabet)
    words = ["ÄSTE", "ÖL", "STRASSE", "ÜBEN"]
    assert sorted(spelled(lexicon)) == sorted(words)
    assert lexicon.identity == identity_of(words)


def test_letters_in_two_characters(tmp_path: Path) -> None:
    lexicon = load(tmp_path, "A\u0308STE\n".encode(), load_rules("german").tiles.alphabet)
    assert spelled(lexicon) == ["ÄSTE"]


def test_tiles_of_several_letters_are_cut_longest_first(tmp_path: Path) -> None:
    alphabet = load_rules("spanish").tiles.alphabet
    lexicon = load(tmp_path, "CHORRO\nLLAMA\nÑU\n".encode(), alphabet)
    by_letters = {tuple(alphabet.letters[code - 1] for code in word) for word in lexicon}
    assert by_letters == {("CH", "O", "RR", "O"), ("LL", "A", "M", "A"), ("Ñ", "U")}
    assert lexicon.identity == identity_of(["CHORRO", "LLAMA", "ÑU"])
    assert lexicon.has("chorro")
    assert not lexicon.has("choro")


@pytest.mark.parametrize(
    ("content", "rules", "left_out"),
    [
        (b"AA\nA1\nB-2\nCAT\nDON'T\n", "tournament", 3),
        ("AA\nCAFÉ\nCAT\n".encode(), "tournament", 1),
        (b"ABA\nQUA\nTAXI\nKAVA\n", "polish", 3),
        (b"ABA\nAXA\n", "polish", 1),
    ],
)
def test_words_the_tiles_cannot_spell_are_one_warning(content: bytes, rules: str, left_out: int, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(content)
    plural = "1 word" if left_out == 1 else f"{left_out} words"
    for _ in range(2):  # built, then from the cache
        result = run("check", "ABA" if rules == "polish" else "AA", "--rules", rules, "--lexicon", str(path))
        assert result.exit_code == 0
        assert result.stderr == f"warning: mine: {plural} left out that the tiles cannot spell\n"
    assert run("check", "AA", "--rules", rules, "--lexicon", str(path), "--quiet").stderr == ""


def test_words_stay_whatever_their_length(tmp_path: Path) -> None:
    words = ["A", "AA", "B" * 15, "C" * 16, "D" * 60, "E" * 200]
    lexicon = load(tmp_path, "".join(f"{word}\n" for word in words).encode())
    assert spelled(lexicon) == words
    assert lexicon.identity == identity_of(words)


# What a list is known by


def test_identity_of_enable() -> None:
    lexicon = load_lexicon("enable", ENGLISH)
    assert (len(lexicon), lexicon.identity, lexicon.name) == (172_823, "77a8b772", "enable")
    assert (str(lexicon), lexicon.left_out, lexicon.duplicates) == ("enable (172,823 words)", 0, 0)


def test_packaged_list_is_the_file_of_the_checkout() -> None:
    content = ENABLE.read_bytes()
    assert hashlib.md5(content, usedforsecurity=False).hexdigest() == "33f2b09e2d9dfb732fa16b5f05a5a8d1"
    words = content.decode("ascii").upper().split()
    assert (len(words), identity_of(words)) == (172_823, "77a8b772")
    assert spelled(load_lexicon("enable", ENGLISH)) == sorted(words)
    assert packaged_text() == content


def test_packaged_list_without_its_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrabblecli.folders.__file__", str(tmp_path / "scrabblecli" / "folders.py"))
    (tmp_path / "wordlists").mkdir()
    (tmp_path / "wordlists" / "enable.txt").write_bytes(ENABLE.read_bytes())
    assert packaged_text() == ENABLE.read_bytes()
    (tmp_path / "wordlists" / "enable.txt").unlink()
    (tmp_path / "scrabblecli" / "data").mkdir(parents=True)
    (tmp_path / "scrabblecli" / "data" / "enable.graph").write_bytes(
        (ROOT / "scrabblecli" / "data" / "enable.graph").read_bytes()[:-4]
    )
    with pytest.raises(DataError, match=r"^enable\.txt is missing from the installation or damaged: reinstall scrabblecli$"):
        load_lexicon("enable", ENGLISH)


def test_identity_does_not_depend_on_order_case_and_duplicates(tmp_path: Path) -> None:
    words = ENABLE.read_text(encoding="ascii").split()
    random.Random(1).shuffle(words)
    words += words[:100]
    mixed = "\r\n".join(word.title() if index % 2 else word for index, word in enumerate(words))
    lexicon = load(tmp_path, mixed.encode())
    assert (lexicon.words, lexicon.identity, lexicon.duplicates) == (172_823, "77a8b772", 100)


@pytest.mark.parametrize("rules", ["catalan", "german", "norwegian", "polish", "slovene", "spanish"])
def test_identity_is_in_the_order_of_code_points(rules: str, tmp_path: Path) -> None:
    alphabet = load_rules(rules).tiles.alphabet
    words = ["".join(pair) for pair in zip(alphabet.letters, reversed(alphabet.letters), strict=True)]
    lexicon = load(tmp_path, "\n".join(words).encode(), alphabet)
    assert (lexicon.words, lexicon.identity) == (len(set(words)), identity_of(words))


def test_verdicts_name_the_list(tmp_path: Path) -> None:
    words = word_list(tmp_path, "JOG", "GO", name="club-2024.txt")
    known = identity_of(["JOG", "GO"])
    result = run("check", "QI", "--lexicon", words, "--format", "text")
    assert result.stdout.startswith(f"QI is not in club-2024 (2 words, {known}).\n")
    solved = run("solve", "-", "--rack", "JOG", "--lexicon", words, "--format", "jsonl", stdin=EMPTY).stdout
    assert f'"lexicon": {{"name": "club-2024", "words": 2, "id": "{known}"}}' in solved


def test_look_ups(tmp_path: Path) -> None:
    lexicon = load(tmp_path, b"CAR\nCARS\nCARTOON\nDOG\n")
    for word, found in (
        ("CAR", True),
        ("cars", True),
        ("CART", False),
        ("", False),
        ("CARSX", False),
        ("OG", False),
        ("DOG", True),
    ):
        assert lexicon.has(word) is found
    assert b"" not in lexicon
    assert bytes([3, 1, 18]) in lexicon
    assert bytes([3, 1, 18, 63]) not in lexicon


# The cache


def test_graph_is_cached_once(tmp_path: Path, cache: Path) -> None:
    first = load(tmp_path, FORMS["plain"])
    [path] = cached(cache)
    before = (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino)
    second = load(tmp_path, FORMS["plain"])
    assert cached(cache) == [path]
    assert (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) == before
    assert (list(second), second.identity) == (list(first), first.identity)


def test_cached_graph_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load(tmp_path, FORMS["plain"])

    def forbidden(*_arguments: object) -> None:
        raise AssertionError("built although it is in the cache")

    monkeypatch.setattr("scrabblecli.lexicon.making.build_nodes", forbidden)
    monkeypatch.setattr("scrabblecli.lexicon.making.identity", forbidden)
    lexicon = load(tmp_path, FORMS["plain"], name="another-name.txt")
    assert (spelled(lexicon), lexicon.identity, lexicon.name) == (THREE, identity_of(THREE), "another-name")


def test_other_content_and_other_tiles_are_cached_apart(tmp_path: Path, cache: Path) -> None:
    load(tmp_path, b"CHE\nCHA\n")
    load(tmp_path, b"CHE\nCHA\n", load_rules("spanish").tiles.alphabet)
    assert len(cached(cache)) == 2
    changed = load(tmp_path, b"CHE\n")
    assert (spelled(changed), len(cached(cache))) == (["CHE"], 3)


@pytest.mark.parametrize("damage", ["empty", "cut", "header", "count", "identity", "body", "end", "longer", "garbage", "text"])
def test_damaged_graph_is_made_anew_without_a_word(damage: str, tmp_path: Path, cache: Path) -> None:
    words = word_list(tmp_path, *THREE)
    arguments = ("check", "CAT", "CAB", "--lexicon", words)
    good = run(*arguments)
    assert (good.exit_code, good.stdout, good.stderr) == (1, "CAT\tvalid\nCAB\tinvalid\n", "")
    [path] = cached(cache)
    content = path.read_bytes()

    def flipped(place: int) -> bytes:
        return content[:place] + bytes([content[place] ^ 0x15]) + content[place + 1 :]

    damaged = {
        "empty": b"",
        "cut": content[: len(content) - 8],
        "header": flipped(1),
        "count": flipped(12),
        "identity": flipped(17),
        "body": flipped(len(content) // 2 + 40),
        "end": flipped(len(content) - 1),
        "longer": content + b"\0\0\0\0",
        "garbage": bytes(range(256)) * 4,
        "text": b"not a graph\n",
    }[damage]
    assert damaged != content
    path.write_bytes(damaged)
    again = run(*arguments)
    assert (again.exit_code, again.stdout, again.stderr) == (1, good.stdout, "")
    assert cached(cache) == [path]
    assert path.read_bytes() == content


def test_graph_of_another_file_under_the_same_name_is_not_used(tmp_path: Path, cache: Path) -> None:
    load(tmp_path, b"CAT\n")
    [first] = cached(cache)
    load(tmp_path, b"DOG\n", name="others.txt")
    [second] = [path for path in cached(cache) if path != first]
    shutil.copy(second, first)
    assert spelled(load(tmp_path, b"CAT\n")) == ["CAT"]


def test_unwritable_cache_folder_is_no_error(tmp_path: Path, cache: Path) -> None:
    cache.write_text("a file where the folder should be", encoding="utf-8")
    words = word_list(tmp_path, *THREE)
    for _ in range(2):
        result = run("check", "CAT", "--lexicon", words)
        assert (result.exit_code, result.stdout, result.stderr) == (0, "CAT\tvalid\n", "")
    assert cache.is_file()


def test_folder_in_the_place_of_the_graph_is_no_error(tmp_path: Path, cache: Path) -> None:
    words = word_list(tmp_path, *THREE)
    run("check", "CAT", "--lexicon", words)
    [path] = cached(cache)
    path.unlink()
    path.mkdir()
    result = run("check", "CAT", "--lexicon", words)
    assert (result.exit_code, result.stderr) == (0, "")
    assert cached(cache) == []


def test_several_processes_at_once(tmp_path: Path, cache: Path) -> None:
    words = tmp_path / "many.txt"
    words.write_text("\n".join(ENABLE.read_text(encoding="ascii").split()[::8]), encoding="ascii")
    arguments = [sys.executable, "-m", "scrabblecli", "check", "AA", "RETAINS", "QZX", "--lexicon", str(words)]
    processes = [
        subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(XDG_CACHE_HOME=str(cache)))
        for _ in range(4)
    ]
    answers = [process.communicate(timeout=60) for process in processes]
    assert len(set(answers)) == 1
    assert answers[0][1] == b""
    assert {process.returncode for process in processes} == {1}
    if sys.platform == "linux":  # elsewhere the folder of the cache is not told by this variable
        assert len(cached(cache)) == 1


def test_packaged_graph_needs_neither_hash_nor_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_arguments: object) -> None:
        raise AssertionError("the packaged graph is known by its header")

    monkeypatch.setattr(hashlib, "sha256", forbidden)
    lexicon = load_lexicon("enable", ENGLISH)
    assert (lexicon.words, lexicon.identity) == (172_823, "77a8b772")
    assert cached(cache) == []


def test_packaged_list_for_other_tiles_is_built_from_its_text(cache: Path) -> None:
    warnings: list[str] = []
    lexicon = load_lexicon("enable", load_rules("polish").tiles.alphabet, warnings.append)
    words = [word for word in ENABLE.read_text(encoding="ascii").upper().split() if not set(word) & set("QVX")]
    assert (lexicon.words, lexicon.identity) == (len(words), identity_of(words))
    assert warnings == [f"enable: {172_823 - len(words):,} words left out that the tiles cannot spell"]
    assert len(cached(cache)) == 1


def test_packaged_name_wins_over_a_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    word_list(tmp_path, "QZX", name="enable")
    assert run("check", "QZX", "--lexicon", "enable").exit_code == 1
    assert run("check", "QZX", "--lexicon", "./enable").exit_code == 0


# Graphs in the KWG layout


def kwg_of(lexicon: Lexicon) -> bytes:
    """The graph of a list as another program would write it: nodes alone, little-endian."""
    return struct.pack(f"<{len(lexicon.nodes)}I", *lexicon.nodes)


@pytest.mark.parametrize("name", ["list.kwg", "LIST.KWG", "a list.Kwg"])
def test_graph_of_another_program(name: str, tmp_path: Path) -> None:
    made = load(tmp_path, b"AA\nCAR\nCARS\nCAT\nDOG\nDOGS\n")
    lexicon = load(tmp_path, kwg_of(made), name=name)
    assert (list(lexicon), lexicon.identity) == (list(made), made.identity)
    assert lexicon.name == name[:-4]
    # from the cache it is the same
    assert list(load(tmp_path, kwg_of(made), name=name)) == list(made)


def test_graph_without_gaddag(tmp_path: Path) -> None:
    """A DAWG alone is enough: the rest of the graph is made from its words."""
    nodes = struct.pack("<5I", 2, 0, 3 << 24 | 0x400000 | 3, 1 << 24 | 0x400000 | 4, 20 << 24 | 0xC00000)
    lexicon = load(tmp_path, nodes, name="cat.kwg")
    assert spelled(lexicon) == ["CAT"]
    path = tmp_path / "cat.kwg"
    result = run("solve", "-", "--rack", "CAT", "--top", "0", "--lexicon", str(path), stdin=EMPTY)
    assert [row["move"] for row in table(result.stdout)] == ["8F CAT", "8G CAT", "8H CAT"]


def test_enable_as_a_graph(tmp_path: Path) -> None:
    enable = load_lexicon("enable", ENGLISH)
    lexicon = load(tmp_path, kwg_of(enable), name="nodes.kwg")
    assert (lexicon.words, lexicon.identity) == (172_823, "77a8b772")


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_truncated_graph(part: float, tmp_path: Path) -> None:
    content = kwg_of(load_lexicon("enable", ENGLISH))
    content = content[: int(len(content) // 4 * part * 0.15) * 4]  # within the DAWG, which comes first
    with pytest.raises(DataError, match=r"not a \.kwg graph"):
        load(tmp_path, content, name="cut.kwg")


def test_random_graphs_end(tmp_path: Path) -> None:
    """Whatever the nodes are, loading ends: with words or with an error that is this package's own."""
    source = random.Random(20)
    ended = {"words": 0, "error": 0, "other": 0}
    for number in range(300):
        size = source.randint(3, 12)
        nodes = [2, 0] + [
            source.randint(1, 3) << 24
            | source.getrandbits(1) << 23
            | source.getrandbits(1) << 22
            | source.choice((0, 0, source.randint(2, size)))
            for _ in range(size - 2)
        ]
        try:
            lexicon = load(tmp_path, struct.pack(f"<{size}I", *nodes), name=f"random-{number}.kwg")
        except DataError as error:
            ended["error" if error.source.endswith(".kwg") else "other"] += 1
        else:
            assert lexicon.words == len(set(lexicon)) > 0
            ended["words"] += 1
    assert min(ended["words"], ended["error"]) > 20
    assert ended["other"] == 0


def test_graph_under_another_name_is_named_in_the_message(tmp_path: Path) -> None:
    content = kwg_of(load(tmp_path, b"CAT\n"))
    with pytest.raises(DataError, match=r"expected text, one word a line, or a graph named .kwg or .dawg"):
        load(tmp_path, content, name="graph.bin")


def test_what_a_file_is_does_not_depend_on_the_cache(tmp_path: Path) -> None:
    text = b"AA\nCAT\nDOGS\n"
    load(tmp_path, text, name="list.txt")
    with pytest.raises(DataError):
        load(tmp_path, text, name="list.kwg")


# Quackle's .dawg, version 1


def dawg_of(
    words: Iterable[str], letters: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", smaller: Iterable[str] = (), space: bytes = b""
) -> bytes:
    """A file as Quackle writes it, from its description; letters are single characters here."""
    names = list(letters)
    known = sorted(set(words))
    small = set(smaller)
    children: dict[str, list[str]] = {}
    for word in known:
        for length in range(len(word)):
            following = children.setdefault(word[:length], [])
            if word[: length + 1] not in following:
                following.append(word[: length + 1])
    order = [""]
    first: dict[str, int] = {}
    for prefix in order:
        if prefix in children:
            first[prefix] = len(order)
            order += children[prefix]
    last = {following[-1] for following in children.values()}
    nodes = b""
    for prefix in order:
        letter = names.index(prefix[-1]) if prefix else 0x3C
        flags = (0x40 if prefix in last or not prefix else 0) | (0x80 if prefix in small else 0)
        playability = 1 + len(prefix) if prefix in known else 0
        nodes += first.get(prefix, 0).to_bytes(3, "big") + bytes([letter | flags]) + playability.to_bytes(3, "big")
    head = b"\1" + bytes(range(16)) + len(known).to_bytes(3, "big") + bytes([len(names)])
    return head + "".join(f"{letter} " for letter in names).encode() + space + nodes


@pytest.mark.parametrize("space", [b"", b" "])
def test_a_dawg_of_quackle(space: bytes, tmp_path: Path) -> None:
    words = ["AA", "AAH", "CAT", "CATS", "DOGS", "ZA"]
    lexicon = load(tmp_path, dawg_of(words, smaller=["AA", "CAT"], space=space), name="small.DAWG")
    assert (spelled(lexicon), lexicon.identity) == (words, identity_of(words))
    enable = ENABLE.read_text(encoding="utf-8").upper().split()[::40]
    assert spelled(load(tmp_path, dawg_of(enable), name="enable.dawg")) == enable


def test_letters_of_a_dawg_are_those_that_it_names(tmp_path: Path) -> None:
    """Their order is the file's own, and a tile may have several characters."""
    spanish = load_rules("spanish").tiles.alphabet
    content = dawg_of(["1O", "O1ON", "NO"], letters="NO1").replace(b"N O 1 ", b"N O CH ")
    assert spelled(load(tmp_path, content, spanish, "small.dawg")) == ["CHO", "NO", "OCHON"]
    with pytest.raises(DataError, match=r"not a \.dawg graph for this tile set: node 1 has the letter 'CH', which is no tile"):
        load(tmp_path, content, name="small.dawg")


CAT_DAWG = dawg_of(["CAT", "CATS"])
HEAD = len(CAT_DAWG) - 5 * 7


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "not a .dawg graph: expected a first byte of 1, the version"),
        (b"\2" + CAT_DAWG[1:], "not a .dawg graph: expected a first byte of 1, the version"),
        (b"\0" + CAT_DAWG[1:], "a .dawg of version 0, which names no letters: expected version 1"),
        (CAT_DAWG[:20], "not a .dawg graph: it ends within its header"),
        (CAT_DAWG[:40], "not a .dawg graph: letter 10 of 26 cannot be read, expected UTF-8 and a space"),
        (CAT_DAWG[:21] + b"\xff" + CAT_DAWG[22:], "not a .dawg graph: letter 1 of 26 cannot be read, expected UTF-8 and a space"),
        (CAT_DAWG[:20] + b"\0" + CAT_DAWG[HEAD:], "not a .dawg graph: it names no letters"),
        (CAT_DAWG[:-1], "not a .dawg graph: 34 bytes of nodes, expected 7 for each"),
        (CAT_DAWG[: HEAD + 7], "not a .dawg graph: 7 bytes of nodes, expected 7 for each"),
        (CAT_DAWG[:HEAD] + b"\0\0\0" + CAT_DAWG[HEAD + 3 :], "not a .dawg graph: node 0 leads nowhere"),
        (CAT_DAWG[: HEAD + 7] + b"\0\0\x09" + CAT_DAWG[HEAD + 10 :], "not a .dawg graph: node 1 leads to 9 of 5 nodes"),
        (CAT_DAWG[: HEAD + 7] + b"\0\0\1" + CAT_DAWG[HEAD + 10 :], "not a .dawg graph: the nodes lead in a circle at 1"),
        (CAT_DAWG[: HEAD + 10] + b"\x5a" + CAT_DAWG[HEAD + 11 :], "not a .dawg graph for this tile set: node 1 has letter 27, expected 1 to 26"),
        (CAT_DAWG[:-4] + b"\0" + CAT_DAWG[-3:], "not a .dawg graph: the last list of nodes is not closed"),
        (CAT_DAWG[:19] + b"\3" + CAT_DAWG[20:], "the .dawg graph is damaged: 2 words where its header states 3"),
        (CAT_DAWG[:-3] + b"\0\0\0", "the .dawg graph is damaged: 1 words where its header states 2"),
    ],
)  # fmt: skip
def test_a_damaged_dawg_is_refused_with_its_fault(content: bytes, fault: str) -> None:
    with pytest.raises(DataError) as caught:
        dawg_words(content, ENGLISH, "cat.dawg")
    assert str(caught.value) == f"cat.dawg: {fault}"


# Too large


def long_words(count: int, length: int) -> bytes:
    """Words without anything in common, which need a node for each letter."""
    source = random.Random(3)
    return "\n".join("".join(source.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=length)) for _ in range(count)).encode()


def test_list_too_large_for_a_graph_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"the word graph of 4,700 words has more than 4,194,304 nodes"):
        load(tmp_path, long_words(4_700, 990))


def test_a_list_whose_gaddag_is_too_large_is_searched_but_not_played(tmp_path: Path) -> None:
    """What needs the DAWG alone works; whoever wants plays is told why there are none."""
    words = long_words(7_000, 40)
    path = tmp_path / "large.txt"
    path.write_bytes(words + b"\nCAT\n")
    lexicon = load_lexicon(str(path), ENGLISH)
    assert (lexicon.words, lexicon.nodes[1]) == (7_001, 0x400000)
    assert run("check", "CAT", "--lexicon", str(path)).stdout == "CAT\tvalid\n"
    assert run("words", "anagram", "A?T", "--lexicon", str(path), "--no-header").stdout == "cAT\t2\t3\n"
    result = run("solve", "-", "--rack", "CAT", "--lexicon", str(path), stdin=EMPTY)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "error: plays cannot be found with large: its GADDAG is too large (4,194,304 nodes are the most that fit); "
        "checking and searching words works, for plays use a shorter list\n"
    )


def test_nodes_are_in_the_kwg_layout(tmp_path: Path) -> None:
    lexicon = load(tmp_path, b"CAT\nCAR\n")
    nodes = lexicon.nodes
    dawg, gaddag = nodes[0] & 0x3FFFFF, nodes[1] & 0x3FFFFF
    assert dawg
    assert gaddag
    assert nodes[dawg] >> 24 == 3  # C
    # in the GADDAG every word begins at each of its letters, read backwards from there; letter 0 is the separator
    forms = set(graph_words(memoryview(b"".join(struct.pack("=I", node) for node in (gaddag, *nodes[1:]))).cast("I")))
    c, a, t, r = 3, 1, 20, 18
    expected = set()
    for word in ((c, a, t), (c, a, r)):
        expected.add(bytes(reversed(word)))
        for split in range(1, len(word)):
            expected.add(bytes((*reversed(word[:split]), 0, *word[split:])))
    assert forms == expected


def test_letters_between_others_are_those_that_make_a_word(enable: Lexicon) -> None:
    spell = enable.alphabet.spell
    for before, after in (
        ("", ""),
        ("", "ATE"),
        ("ATE", ""),
        ("CA", "E"),
        ("ZZ", "Q"),
        ("RETAIN", ""),
        ("QQ", ""),
        ("", "RETAINS"),
    ):
        left, right = spell(before) or b"", spell(after) or b""
        codes = range(1, len(enable.alphabet) + 1)
        assert enable.between(left, right) == {code for code in codes if left + bytes([code]) + right in enable}
    assert enable.between(spell("CA") or b"", spell("E") or b"")


@pytest.mark.parametrize(
    "text",
    [
        '"QI","life, force"\n"ZA","pizza"\n',
        'Word;Meaning\n"QI";"life, force"\n"ZA";"pizza"\n',
        '"QI"\t"life, force"\r\n"ZA"\t"pizza"\r\n',
    ],
)
def test_words_in_quotation_marks_are_words(text: str, tmp_path: Path) -> None:
    found = load(tmp_path, text.encode())
    spell = ENGLISH.spell
    assert sorted(map(ENGLISH.word_text, found)) == ["QI", "ZA"]
    assert found.definition(spell("QI") or b"") == "life, force"


@pytest.mark.parametrize("text", ["Meaning,Word\npizza,ZA\nlife force,QI\n", "id,word\n1,CAT\n2,DOG\n", "no;words\nx1;CAT\n"])
def test_words_in_another_column_are_not_looked_for(text: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the words stand in column 2 of the list, expected them in the first"):
        load(tmp_path, text.encode())
