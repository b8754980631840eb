"""Strangers' files read nothing else and run nothing; a part of the checks of benchmarks/hardness.py in real processes."""

from __future__ import annotations

import os
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.hardness import CHECKS, made
from scrabblecli.errors import DataError, NotationError, ScrabbleError, SettingError
from scrabblecli.folders import is_readable, lies_in, read_regular, replace_file
from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.formats.gcg import decode_game, is_encoding, parse_gcg
from scrabblecli.formats.position import RuleChoice
from scrabblecli.formats.text import parse_text
from scrabblecli.game.loading import load_game
from scrabblecli.lexicon import load_lexicon
from scrabblecli.rules import load_rules
from tests.helpers import EMPTY, ROOT, cgp, run

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="no such files, signals or limits there")
GAME = "#player1 Ann Ann\n#player2 Bob Bob\n{}\n>Ann: AABEITW 8E BAWTIE +24 24\n"
GRID = ("." * 15 + "\n") * 15


# In real processes


@POSIX
@pytest.mark.parametrize("name", ["outside", "long-racks", "large-boards"])
def test_a_part_of_the_checks(name: str) -> None:
    assert made(name, short=True)


def test_every_check_is_named() -> None:
    assert len(CHECKS) > 10
    assert all(check.__doc__ for check in CHECKS.values())


# What is read


WATCHED = {
    "open",
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "socket.connect",
    "socket.__new__",
    "pickle.find_class",
    "exec",
    "compile",
}
_events: list[tuple[str, str]] | None = None


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if _events is None or event not in WATCHED:
        return
    what = arguments[0]
    if event == "compile" and arguments[1] != "<string>":
        what = arguments[1]
    _events.append((event, str(getattr(what, "co_filename", what))))


@pytest.fixture
def watched() -> Iterator[list[tuple[str, str]]]:
    """What this process opens and runs, beside the modules of Python and this package."""
    global _events  # noqa: PLW0603 - a hook of Python can never be taken away
    if not getattr(_hook, "added", False):
        sys.addaudithook(_hook)
        _hook.added = True  # type: ignore[attr-defined]  # only here
    found: list[tuple[str, str]] = []
    _events = found
    try:
        yield found
    finally:
        _events = None


def opened(events: list[tuple[str, str]], *allowed: Path) -> list[tuple[str, str]]:
    """Events that touch something else than Python, this package, the user's folders and what is allowed."""
    places = [
        str(ROOT / "scrabblecli"),
        *sysconfig.get_paths().values(),
        os.environ["XDG_CACHE_HOME"],
        os.environ["XDG_DATA_HOME"],
        *map(str, allowed),
    ]
    # modules that are imported meanwhile are compiled and run, and so are the annotations in them; nothing of the files may be
    return [
        (event, what)
        for event, what in events
        if not (event == "open" and os.path.abspath(what).startswith(tuple(places)))
        and not (event in ("exec", "compile") and "secret" not in what.lower() and "import os" not in what)
    ]


HOSTILE_LINES = (
    "#lexicon {secret}", "#lexicon ../secret.txt", "#rules {secret}.toml", "#rules ../secret.toml", "#set extra_words={secret}", '#set extra_words="../secret.txt"',
    "#set tiles=../secret.csv", "#include {secret}", "#file {secret}", "#exec echo", "#note {secret}", "#import os", "#character-encoding ../secret",
    "#character-encoding unicode_escape", "#lexicon \\\\host\\share\\x.txt", "#lexicon file://{secret}", "#lexicon https://host/x",
)  # fmt: skip
HOSTILE_TOML = (
    'extends = "../secret.toml"', 'extends = "{secret}.toml"', 'tiles = "../secret.csv"', 'lexicon = "{secret}"', 'extra_words = "../secret.txt"',
    'barred_words = "{secret}"', 'layout = "../secret.txt"', 'include = "{secret}"', '[import]\nx = "os"', 'title = "{secret}"', 'lexicon = "~/secret.txt"',
    'lexicon = "//host/share/x.txt"', 'challenge = "{secret}"',
)  # fmt: skip


def secrets(folder: Path) -> Path:
    """Files beside the folder of the stranger's file, which nothing may open."""
    inside = folder / "inside"
    inside.mkdir()
    for name, text in (
        ("secret.txt", "SECRET\n"),
        ("secret.toml", "bingo_bonus = 1\n"),
        ("secret.csv", "A,a,9,1,1\n"),
        ("secret.txt.toml", "bingo_bonus = 1\n"),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    return inside


@POSIX
@pytest.mark.parametrize("line", HOSTILE_LINES)
def test_a_game_of_a_stranger_opens_nothing_else(line: str, tmp_path: Path, watched: list[tuple[str, str]]) -> None:
    inside = secrets(tmp_path)
    path = inside / "game.gcg"
    path.write_text(GAME.format(line.format(secret=tmp_path / "secret.txt")), encoding="utf-8")
    del watched[:]
    for words in (("game", "score"), ("game", "show"), ("lexicon", "fit")):
        assert run(*words, str(path)).exit_code in (0, 1, 2)
    assert run("check", "SECRET", "--board", str(path)).exit_code in (1, 2)
    assert opened(watched, inside) == []


@POSIX
@pytest.mark.parametrize("line", HOSTILE_TOML)
def test_a_rule_file_of_a_stranger_opens_nothing_else(line: str, tmp_path: Path, watched: list[tuple[str, str]]) -> None:
    inside = secrets(tmp_path)
    path = inside / "mine.toml"
    path.write_text(line.format(secret=tmp_path / "secret.txt") + "\n", encoding="utf-8")
    del watched[:]
    for words in (("rules", "show", str(path)), ("check", "SECRET", "--rules", str(path))):
        assert run(*words).exit_code in (0, 1, 2)
    assert run("board", "--rules", str(path)).exit_code in (0, 2)
    assert opened(watched, inside) == []


def test_a_name_in_a_rule_file_elsewhere_is_no_file_of_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = secrets(tmp_path)
    (inside / "mine.toml").write_text('lexicon = "secret.txt"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = run("check", "SECRET", "--rules", str(inside / "mine.toml"))
    assert (result.exit_code, result.stderr.startswith("error: no word list 'secret.txt'")) == (2, True), result.stderr
    (tmp_path / "own.toml").write_text('lexicon = "secret.txt"\n', encoding="utf-8")
    assert run("check", "SECRET", "--rules", "own.toml").exit_code == 0


def test_the_watch_sees_what_is_opened(tmp_path: Path, watched: list[tuple[str, str]]) -> None:
    path = tmp_path / "outside.txt"
    path.write_text("AA\n", encoding="utf-8")
    run("check", "AA", "--lexicon", str(path))
    assert ("open", str(path)) in opened(watched)


@POSIX
def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    inside = secrets(tmp_path)
    (inside / "link.txt").symlink_to(tmp_path / "secret.txt")
    (inside / "mine.toml").write_text('extra_words = "link.txt"\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"extra_words = 'link\.txt' leads out of the folder of the rule file"):
        load_rules(str(inside / "mine.toml"))
    assert not lies_in(str(inside), "link.txt")
    assert lies_in(str(inside), "none.txt")
    assert lies_in(str(tmp_path), "inside/link.txt")
    assert not lies_in(str(inside), "..")
    assert not lies_in(str(inside), "\0")


def test_what_a_rule_file_names_beside_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "ours.txt").write_text("ZYX\n", encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text('extra_words = "lists/ours.txt"\n', encoding="utf-8")
    assert run("check", "ZYX", "--rules", str(path)).exit_code == 0
    (tmp_path / "whole.toml").write_text(f'extra_words = "{(tmp_path / "lists" / "ours.txt").as_posix()}"\n', encoding="utf-8")
    assert run("check", "ZYX", "--rules", str(tmp_path / "whole.toml")).exit_code == 0


def test_a_list_outside_is_not_used_for_a_game(tmp_path: Path) -> None:
    inside = secrets(tmp_path)
    path = inside / "game.gcg"
    path.write_text(GAME.format("#lexicon ../secret.txt"), encoding="utf-8")
    result = run("game", "score", str(path))
    assert result.exit_code == 0
    assert (
        "the word list '../secret.txt' (line lexicon) is no list here and no file beside the game: it is not used"
        in result.stderr
    )
    path.write_text(GAME.format("#rules ../secret.toml"), encoding="utf-8")
    result = run("game", "score", str(path))
    assert (result.exit_code, result.stderr) == (
        2, f"error: {path}, line 3: rules '../secret.toml' leads out of the folder of the file that names it; name it on the command line\n"
    )  # fmt: skip
    assert run("game", "score", str(path), "--rules", str(tmp_path / "secret.toml")).exit_code == 0


def test_a_share_of_another_machine_is_not_asked() -> None:
    assert not is_readable("//host/share/x.toml")
    assert not is_readable("\\\\host\\share\\x.toml")
    for name in ("//host/share/x.toml", "\\\\\\\\host\\\\x.toml"):
        with pytest.raises(DataError, match=r"another machine|cannot read"):
            parse_text(f"rules: {name}\n{GRID}", "-", RuleChoice())
    with pytest.raises(SettingError, match="lies on another machine"):
        RuleChoice().file_named("rules", "\\\\host\\x.toml", None)


@POSIX
@pytest.mark.parametrize("name", ["x.toml", "x.csv", "x.words", "x.config"])
def test_pipes_and_devices_are_not_read_for_what_a_file_names(name: str, tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text('tiles = "x.csv"\n', encoding="utf-8")
    (tmp_path / "w.toml").write_text('extra_words = "x.words"\n', encoding="utf-8")
    os.mkfifo(tmp_path / name)
    rules = {"x.csv": "c.toml", "x.words": "w.toml"}.get(name, "x.toml")
    env = {"SCRABBLECLI_CONFIG": str(tmp_path / name)} if name == "x.config" else {}
    asked = () if env else ("--rules", str(tmp_path / rules))
    result = run("check", "AA", *asked, env=env)
    assert (result.exit_code, "is a named pipe: expected a" in result.stderr) == (2, True), result.stderr


def test_files_are_read_up_to_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"x" * 2_000_001)
    with pytest.raises(DataError, match="more than 2 MB: expected a rule set"):
        read_regular(str(path), 2_000_000, "rule set")
    (tmp_path / "tiles.csv").write_bytes(b"# " + b"x" * 1_000_001)
    result = run("board", "--set", f"tiles={(tmp_path / 'tiles.csv').as_posix()}")
    assert (result.exit_code, "more than 1 MB: expected a tile set" in result.stderr) == (2, True)


# Encodings, lists, positions


@pytest.mark.parametrize(
    "name",
    [
        "utf-8",
        "UTF_8",
        "utf-8-sig",
        "utf-16-le",
        "ISO-8859-1",
        "latin1",
        "windows-1252",
        "cp1250",
        "mac-roman",
        "koi8-r",
        "ascii",
    ],
)
def test_encodings_of_games(name: str) -> None:
    assert is_encoding(name)


@pytest.mark.parametrize(
    "name",
    [
        "nonsense",
        "idna",
        "punycode",
        "unicode_escape",
        "raw_unicode_escape",
        "utf-7",
        "rot13",
        "zip",
        "undefined",
        "../x",
        "",
        "utf-9",
    ],
)
def test_what_is_no_encoding_of_games(name: str) -> None:
    assert not is_encoding(name)


def test_an_encoding_that_is_none_is_told(tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    path.write_text(GAME.format("#title A"), encoding="utf-8")
    before = run("game", "convert", str(path), "--to", "gcg")
    path.write_text("#character-encoding nonsense\n" + GAME.format("#title A"), encoding="utf-8")
    result = run("game", "score", str(path))
    assert result.exit_code == 0
    assert "line 1: 'nonsense' is no encoding that games are read in: this one was read as UTF-8 or Latin-1" in result.stderr
    assert run("game", "convert", str(path), "--to", "gcg").stdout == before.stdout
    assert "nonsense" not in run("game", "convert", str(path), "--to", "text").stdout
    assert (
        decode_game(b"#character-encoding unicode_escape\n#player1 A \\x41")
        == "#character-encoding unicode_escape\n#player1 A \\x41"
    )


def test_bytes_that_are_no_text_are_no_list(tmp_path: Path) -> None:
    path = tmp_path / "known.txt"
    path.write_bytes(bytes(range(1, 256)) * 20)
    result = run("solve", "-", "--rack", "CAT", "--known", str(path), stdin=EMPTY)
    assert (result.exit_code, result.stderr) == (
        2, f"error: {path}: the word list is no text: expected text, one word a line, or a graph named .kwg or .dawg\n"
    )  # fmt: skip
    # a strange character in a definition is none of it
    path.write_text("AA lava\x07\n" + "AB a muscle\n" * 20, encoding="utf-8")
    assert load_lexicon(str(path), load_rules().tiles.alphabet).words == 2


def test_standard_input_is_read_once() -> None:
    result = run("solve", "-", "--rack", "CAT", "--by", "sim", "--infer", "-", "8D", stdin=EMPTY)
    assert result.exit_code == 2
    assert result.stderr.endswith(
        "error: standard input: is a board already, and cannot be a board as well: only one of them can be -\n"
    )


def test_a_single_score_is_refused() -> None:
    with pytest.raises(DataError, match="line 1: scores: '120': expected the score of each of 2 players, such as 120 95"):
        parse_text(f"scores: 120\n{GRID}", "-", RuleChoice())
    assert parse_text(f"scores: 120 95\n{GRID}", "-", RuleChoice()).scores == (120, 95)


def test_a_position_of_a_game_that_is_over_is_told() -> None:
    line = cgp(rack="CAT", rows={8: "5JOG7"}).replace(" 0/0 0", " 10/0 6")
    assert (
        "warning: 6 scoreless turns in a row: under tournament rules the game is over: what follows is as if it went on"
        in run("solve", "-", stdin=line).stderr
    )
    assert "game is over" not in run("solve", "-", stdin=line.replace(" 6", " 5")).stderr
    assert "game is over" in run("solve", "-", "--rack", "CAT", stdin=f"scoreless: 6\n{GRID}").stderr


def test_no_word_is_the_answer_no() -> None:
    result = run("words", "probability", "--length", "15", "--ranks", "999999..")
    assert (result.exit_code, "no such word in enable" in result.stderr) == (1, True)


# Puzzles


def test_puzzles_of_games_of_which_one_cannot_be_read(tmp_path: Path) -> None:
    bad = tmp_path / "bad.gcg"
    bad.write_text("#player1 A\nnonsense\n", encoding="utf-8")
    good = tmp_path / "good.txt"
    good.write_text("players: Ann, Bob\nAnn (AABEITW): 8E BAWTIE\n", encoding="utf-8")
    result = run("puzzle", "make", str(bad), str(good), "--margin", "0")
    assert result.exit_code == 2
    assert f"error: {bad}, line 2: " in result.stderr
    assert "BAWTIE" in result.stdout
    assert run("puzzle", "make", str(good), "--margin", "0").exit_code == 0


def test_a_bad_line_of_puzzles_is_told_before_anything_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.cgp"
    path.write_text(cgp(rack="CAT") + cgp(rack="C1T"), encoding="utf-8")
    result = run("puzzle", "quiz", str(path), stdin="pass\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {path}, line 2: ")


# What is written


def test_half_written_files_of_killed_processes_are_taken_away(tmp_path: Path) -> None:
    stale, fresh = tmp_path / ".x~dead.new", tmp_path / ".x~live.new"
    for path in (stale, fresh):
        path.write_bytes(b"half")
    os.utime(stale, (time.time() - 60, time.time() - 60))
    replace_file(str(tmp_path / "x"), b"whole")
    assert sorted(os.listdir(tmp_path)) == [".x~live.new", "x"]


@POSIX
def test_a_file_that_is_being_written_is_left_alone(tmp_path: Path) -> None:
    import fcntl

    path = tmp_path / ".x~live.new"
    with open(path, "wb") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        os.utime(path, (time.time() - 60, time.time() - 60))
        replace_file(str(tmp_path / "x"), b"whole")
        assert path.exists()
    replace_file(str(tmp_path / "x"), b"whole")
    assert os.listdir(tmp_path) == ["x"]


def test_long_values_are_not_told_whole() -> None:
    with pytest.raises(NotationError) as caught:
        load_rules_of_long_name()
    assert len(str(caught.value)) < 2100
    assert "characters left out" in str(caught.value)


def load_rules_of_long_name() -> None:
    from scrabblecli.squares import Square

    Square.parse("A" * 10_000)


def test_errors_are_of_this_package() -> None:
    for text in ("\0", ">", "#player1"):
        with pytest.raises(ScrabbleError):
            load_game(text, "-", RuleChoice())
    assert parse_gcg("#player1 A\n>A: x\n").error is not None
    with pytest.raises(ScrabbleError):
        parse_cgp("15/15 / / /", "-", 1, RuleChoice())
