"""Checks of hardness that read: hostile, huge and endless files, odd paths, escapes and markup, streams that are closed or full."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from benchmarks.calling import CALLS, Place, harmless

__all__ = [
    "closed_streams", "endless", "escapes_and_markup", "huge_files", "large_boards", "long_racks", "long_words", "odd_paths", "outside",
]  # fmt: skip

HOSTILE = "x\x1b[31mred\x9b2J\u202e [bold]b[/bold] [link=http://x]l[/link] [/] <marquee>&amp; =1+1"
ADDRESSES = 2000
"""So many MB of addresses a process that reads a hostile file may have."""
PEAK = 700
"""MB in use at most where a file of 100 MB is read, which is the largest word list there may be; 150 without one."""


def _hostile(place: Place) -> None:
    """A file of every kind whose free fields hold escapes and markup."""
    text = HOSTILE
    files = {
        "h.gcg": f"#player1 Ann{text.split()[0]} Ann {text}\n#player2 Bob Bob {text}\n#title {text}\n#lexicon {text}\n#x {text}\n#note {text}\n"
        f">Ann{text.split()[0]}: AABEITW 8E BAWTIE +24 24 {text}\n#note {text}\n>Bob: AEFIRRU 9I FRIER +24 24\n",
        "h.txt": f"player1: Ann {text}\nplayer2: Bob {text}\ntitle: {text}\nnote: {text}\n8E BAWTIE {text}\n9I FRIER\n",
        "h.board": f"# {text}\nnonsense: {text}\nlexicon: {text}\n" + ("." * 15 + "\n") * 15,
        "h.cgp": "/".join(["15"] * 15) + f" CAT/ 0/0 0 lex {text}; bdn {text}; ld {text}; var {text}; move {text};\n",
        "h.toml": f'title = {_toml(text)}\nextra_words = [{_toml(text)}]\nlexicon = "h.words"\n',
        "t.toml": f"title = {_toml(text)}\n",
        "h.words": f"AA {text}\nCAT {text}\n{text}\nBAD{text}\n",
        "h.csv": f"A{text},a,1,1,1\n",
        "h.tiles.toml": 'tiles = "h.csv"\n',
        "h.session": f"player: {text}\nseed: 7\nrules: {text}\nlexicon: {text}\nround\track\tbest\tbest_score\tmove\tscore\tseconds\n1\t{text}\t{text}\t66\t{text}\t66\t1\n",
        f"n{text.replace('/', '')}.txt": "." * 15 + "\n",
    }
    for name, content in files.items():
        (place.folder / name).write_text(content, encoding="utf-8")


def _toml(text: str) -> str:
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\u{ord(c):04x}" for c in text) + '"'


def _shown() -> Iterator[tuple[str, ...]]:
    """Calls that show what the hostile files hold."""
    forms = ("table", "tsv", "csv", "json", "jsonl", "text")
    for form in (*forms, "html"):
        yield ("game", "score", "h.gcg", "--format", form)
    for form in (*forms, "html"):
        yield ("game", "review", "h.gcg", "--lexicon", "enable", "--format", form)
    for form in ("table", "json", "text"):
        yield ("game", "show", "h.txt", "--turn", "1", "--format", form)
        yield ("rules", "show", "t.toml", "--format", form)
        yield ("check", "AA", "CAT", "--lexicon", "h.words", "--format", form)
        yield ("solve", "h.cgp", "--format", form)
        yield ("lexicon", "diff", "h.words", "words.txt", "--format", form)
    yield ("rules", "show", "t.toml", "--format", "toml")
    yield ("rules", "diff", "t.toml", "wwf")
    yield from ((name, "h.board", "--rack", "CAT") for name in ("solve", "unseen"))
    yield from (("board", "h.cgp", "--to", to) for to in ("svg", "html", "draw"))
    yield ("game", "sheet", "h.gcg")
    yield ("game", "convert", "h.gcg", "--to", "json")
    yield ("lexicon", "fit", "h.gcg")
    yield ("check", "AA", "--rules", "h.toml")
    yield ("board", "--rules", "h.tiles.toml")
    yield ("game", "duplicate", "--replay", "h.session")
    yield ("board", f"n{HOSTILE.replace('/', '')}.txt")
    yield ("solve", "board.txt", "--rack", HOSTILE)
    yield ("score", "board.txt", HOSTILE)
    yield ("words", "pattern", HOSTILE)
    yield ("check", HOSTILE)
    yield ("rules", "show", HOSTILE)
    yield (HOSTILE,)


class _Tags(HTMLParser):
    """Counts the elements that a hostile text would add."""

    def __init__(self) -> None:
        super().__init__()
        self.added = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.added += tag == "marquee"


def escapes_and_markup(place: Place) -> str:
    """Nothing in a file acts on a terminal, is taken for markup, or becomes an element of a page."""
    _hostile(place)
    calls = list(_shown())[:: 5 if place.short else 1]
    for words in calls:
        done = place.call(*words)
        out = done.out.decode("utf-8")
        assert done.status in (0, 1, 2), words
        harmless(out)
        if "html" in words or "svg" in words or words[:2] == ("game", "sheet"):
            tags = _Tags()
            tags.feed(out)
            assert not tags.added, f"{words}: a <marquee> of a file is an element of the page"
        shown = place.on_terminal(*words)
        harmless(shown.replace("\x1b]8;", ""))
        assert shown, words
    return f"{len(calls)} calls, in a pipe and on a terminal"


def long_racks(place: Place) -> str:
    """Racks of 1,000 letters are refused, or read where a set has as many tiles."""
    slowest = 0
    for rack in ("A" * 1000, "?" * 1000, "AEINRST" * 143, "[CH]" * 1000):
        for words in (
            ("solve", "board.txt", "--rack", rack),
            ("analyze", "board.txt", "--rack", rack, "--move", "pass"),
            ("unseen", "board.txt", "--rack", rack),
            ("play", "board.txt", "-" + rack, "--rack", rack),
            ("words", "anagram", rack),
            ("leaves", "show", rack),
        )[:: 3 if place.short else 1]:
            done = place.call(*words, measured=True, most=ADDRESSES, seconds=60)
            slowest = max(slowest, done.peak)
            assert done.status in (1, 2), f"{words[:2]}: {done.status}"
            assert len(done.err) < 5000, f"{words[:2]}: a message of {len(done.err)} characters"
    return f"refused, {slowest} MB at most"


def large_boards(place: Place) -> str:
    """Boards of 200 x 200 are refused by the reader of each format; 99 x 26, the largest, is solved."""
    wide = ("." * 200 + "\n") * 200
    spaced = (". " * 200 + "\n") * 200
    rows = "/".join(["200"] * 200) + " CAT/ 0/0 0\n"
    layout = "layout = [" + ", ".join(['"' + "." * 200 + '"'] * 200) + "]\n"
    (place.folder / "wide.toml").write_text(layout, encoding="utf-8")
    (place.folder / "most.toml").write_text("layout = [" + ", ".join(['"' + "." * 26 + '"'] * 99) + "]\n", encoding="utf-8")
    for text in (wide, spaced, rows):
        done = place.call("solve", "-", "--rack", "CAT", stdin=text.encode(), most=ADDRESSES)
        assert done.status == 2, done
        assert len(done.err) < 2000, done.err[:300]
    assert place.call("board", "--rules", "wide.toml").status == 2
    done = place.call(
        "solve",
        "-",
        "--rack",
        "AEINRS?",
        "--rules",
        "most.toml",
        "--top",
        "1",
        stdin=("." * 26 + "\n").encode() * 99,
        measured=True,
    )
    assert done.status == 0, done.err
    return f"refused; 99 x 26 solved in {done.peak} MB"


def long_words(place: Place) -> str:
    """Words of 10,000 letters are judged, refused or left out."""
    long = "A" * 10_000
    (place.folder / "long.txt").write_text(f"AA\n{long}\n", encoding="utf-8")
    calls = (
        ("check", long), ("check", "AA", "--lexicon", "long.txt"), ("words", "pattern", long), ("words", "pattern", "?" * 10_000),
        ("words", "pattern", "*A" * 5000), ("words", "hooks", long), ("words", "extensions", long), ("words", "contains", long),
        ("score", "board.txt", "8D", long), ("play", "board.txt", "8D", long), ("solve", "board.txt", "--rack", "CAT", "--word", long),
        ("game", "add", "game.txt", "8D", long), ("game", "new", "n.txt", "--players", f"{long},Bob"), ("lexicon", "build", long, "words.txt"),
        ("rules", "show", long), ("board", "--set", f"extra_words=[{long!r}]"), ("check", "AA", "--set", f'extra_words=["{long}"]'),
    )[:: 4 if place.short else 1]  # fmt: skip
    peak = 0
    for words in calls:
        done = place.call(*words, measured=True, most=ADDRESSES, seconds=60)
        peak = max(peak, done.peak)
        assert done.status in (0, 1, 2), f"{words[:2]}: {done.status}"
        assert len(done.err) < 30_000, f"{words[:2]}: a message of {len(done.err)} characters"
    return f"{len(calls)} calls, {peak} MB at most"


READERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("x.txt", ("solve", "x.txt", "--rack", "CAT")),
    ("x.gcg", ("game", "score", "x.gcg")),
    ("x.cgp", ("puzzle", "quiz", "x.cgp")),
    ("x.session", ("game", "duplicate", "--replay", "x.session")),
    ("x.list", ("check", "AA", "--lexicon", "x.list")),
    ("x.kwg", ("check", "AA", "--lexicon", "x.kwg")),
    ("x.dawg", ("check", "AA", "--lexicon", "x.dawg")),
    ("x.build", ("lexicon", "build", "mine", "x.build")),
    ("x.toml", ("board", "--rules", "x.toml")),
    ("x.csv", ("board", "--rules", "c.toml")),
    ("x.words", ("check", "AA", "--rules", "w.toml")),
    ("x.leaves", ("leaves", "show", "ES", "--leaves", "x.leaves")),
    ("x.klv2", ("leaves", "show", "ES", "--leaves", "x.klv2")),
    ("x.known", ("solve", "board.txt", "--rack", "CAT", "--known", "x.known")),
    (
        "x.state/made.leaves.state",
        ("leaves", "train", "--rules", "toy.toml", "--generations", "2", "--output", "x.state/made.leaves"),
    ),
    ("x.config", ("check", "AA")),
)
"""A file of every kind, and a call that reads it."""


def _reading(place: Place, name: str) -> dict[str, str]:
    """What has to lie about for a reader: rule files that name the file, the variable of the configuration."""
    (place.folder / "c.toml").write_text('tiles = "x.csv"\n', encoding="utf-8")
    (place.folder / "w.toml").write_text('extra_words = "x.words"\n', encoding="utf-8")
    (place.folder / "x.state").mkdir(exist_ok=True)
    return {"SCRABBLECLI_CONFIG": str(place.folder / name)} if name == "x.config" else {}


def huge_files(place: Place) -> str:
    """Files of 100 MB, of one line and of zeros, for every reader."""
    size = 3_000_000 if place.short else 100_000_000
    peaks = []
    for name, words in READERS[:: 4 if place.short else 1]:
        changes = _reading(place, name)
        path = place.folder / name
        for content in (b"A" * size, b"\0" * size, b"AA\n" * (size // 3)):
            path.write_bytes(content)
            del content
            done = place.call(*words, measured=True, most=ADDRESSES, seconds=300, changes=changes)
            assert done.status in (0, 1, 2), f"{name}: {done.status}"
            assert len(done.err) < 5000, f"{name}: a message of {len(done.err)} characters"
            assert done.peak < PEAK, f"{name}: {done.peak} MB"
            peaks.append((done.peak, name))
        path.unlink()
    return f"{len(peaks)} files read or refused, {max(peaks)[0]} MB at most ({max(peaks)[1]})"


def endless(place: Place) -> str:
    """Devices without an end, folders, pipes that nobody writes to, links in a circle: in the place of every file."""
    tried = 0
    for name, words in READERS[:: 5 if place.short else 1]:
        changes = _reading(place, name)
        path = place.folder / name
        for kind in ("zero", "folder", "circle", "pipe"):
            if kind == "zero":
                path.symlink_to("/dev/zero")
            elif kind == "folder":
                path.mkdir()
            elif kind == "circle":
                path.symlink_to(path.name)
            else:
                os.mkfifo(path)
            try:
                done = place.call(*words, measured=True, most=ADDRESSES, seconds=100 if kind != "pipe" else 5, changes=changes)
                assert done.status == 2, f"{name}, {kind}: {done.status} {done.err}"
                assert done.peak < PEAK, f"{name}, {kind}: {done.peak} MB"
            except subprocess.TimeoutExpired:
                # a pipe named on the command line is waited for, as cat does: another program may be about to write
                assert kind == "pipe", f"{name}: hangs on {kind}"
                assert name in words, f"{name}: waits for a pipe that nobody named on the command line"
            tried += 1
            if kind == "folder":
                path.rmdir()
            else:
                path.unlink()
    return f"{tried} things that are no files"


NAMES = (
    "with space",
    "quote'\"`$(x)",
    "-dash",
    "-",
    "caf\u00e9 \u00df\u2603",
    "new\nline",
    "%s{0}",
    "[bold]",
    "a;b|c&d",
    "x" * 200,
)


def odd_paths(place: Place) -> str:
    """Files and folders of any name are read and written."""
    names = NAMES[:: 4 if place.short else 1]
    for name in names:
        folder = place.folder / "in" / name.strip("-") if name.strip("-") else place.folder / "in"
        folder.mkdir(parents=True, exist_ok=True)
        typed = {}
        for source in ("board.txt", "kitchen.gcg", "words.txt", "game.txt", "toy.toml", "toy.csv", "toy.txt"):
            target = folder / f"{name} {source}"
            target.write_bytes((place.folder / source).read_bytes())
            typed[source] = str(target.relative_to(place.folder))
        (folder / f"{name} toy.toml").write_text(f'tiles = {_toml(f"{name} toy.csv")}\nlayout = ["..", ".."]\n', encoding="utf-8")
        made = str(folder / f"{name} made")
        for words in (
            ("solve", typed["board.txt"], "--rack", "AEGINTZ"),
            ("game", "score", typed["kitchen.gcg"]),
            ("check", "AA", "--lexicon", typed["words.txt"]),
            ("board", "--rules", typed["toy.toml"]),
            ("game", "add", typed["game.txt"], "pass"),
            ("lexicon", "export", typed["words.txt"], "-o", f"{made}.txt"),
            ("puzzle", "make", typed["game.txt"], "--margin", "1", "--output", f"{made}.cgp"),
        ):
            done = place.call(*words)
            harmless(done.out.decode("utf-8"))
            assert done.status == 0, f"{name!r}: {words}: {done.err}"
    assert place.call("solve", "./-dash.txt", "--rack", "A").status == 2
    return f"{len(names)} names, seven files each"


def closed_streams(place: Place) -> str:
    """Every command ends quietly where nobody reads it, where standard input or output is closed, and says where the disk is full."""
    names = list(CALLS)[:: 9 if place.short else 1]
    for name in names:
        words = place.call_of(name)
        reader, writer = os.pipe()
        os.close(reader)
        gone = place.start(*words, stdout=writer)
        os.close(writer)
        _, errors = gone.communicate(timeout=120)
        told = errors.decode("utf-8")
        assert gone.returncode in (0, 1, 2), f"{name} into a closed pipe: {gone.returncode} {told}"
        assert "Traceback" not in told, told
        assert "Broken" not in told, told
        for closing in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            shell = subprocess.run(
                ["sh", "-c", f'exec "$@" {closing}', "sh", sys.executable, "-m", "scrabblecli", *words], capture_output=True, timeout=120,
                check=False, cwd=place.folder, env=place.environment(), stdin=subprocess.DEVNULL,
            )  # fmt: skip
            assert shell.returncode in (0, 1, 2), f"{name} {closing}: {shell.returncode} {shell.stderr!r}"
            assert b"Traceback" not in shell.stderr, f"{name} {closing}: {shell.stderr!r}"
        if Path("/dev/full").exists():
            with open("/dev/full", "wb") as full:
                process = place.start(*words, stdout=full)
                _, errors = process.communicate(timeout=120)
            told = errors.decode("utf-8")
            assert "Traceback" not in told, f"{name} on a full disk: {told}"
            assert process.returncode in (0, 1, 2), f"{name} on a full disk: {process.returncode} {told}"
            assert process.returncode or b"No space" not in errors, told
    return f"{len(names)} commands, each with six kinds of streams"


def outside(place: Place) -> str:
    """A rule file or a GCG of a stranger reads nothing outside of its folder."""
    secret = place.top / "secret.txt"
    secret.write_text("AA\nSECRET\n", encoding="utf-8")
    (place.top / "secret.toml").write_text("bingo_bonus = 1\n", encoding="utf-8")
    (place.top / "secret.csv").write_text("A,a,9,1,1\n", encoding="utf-8")
    (place.folder / "link.txt").symlink_to(secret)
    for line in (
        'extends = "../secret.toml"', f'extends = "{place.top}/secret.toml"', 'tiles = "../secret.csv"', 'lexicon = "../secret.txt"',
        'extra_words = "../secret.txt"', f'barred_words = "{secret}"', 'lexicon = "link.txt"', 'extra_words = "link.txt"',
        'lexicon = "//host/share/x.txt"',
    ):  # fmt: skip
        (place.folder / "s.toml").write_text(line + "\n", encoding="utf-8")
        done = place.call("check", "SECRET", "--rules", "s.toml")
        assert done.status == 2, f"{line}: {done}"
        assert "leads out of the folder" in done.err, f"{line}: {done.err}"
    entry = "#player1 A A\n#player2 B B\n{}\n>A: AABEITW 8E BAWTIE +24 24\n"
    for line, status in (
        (f"#lexicon {secret}", 0),
        ("#lexicon ../secret.txt", 0),
        ("#rules ../secret.toml", 2),
        ("#set extra_words=../secret.txt", 2),
    ):
        (place.folder / "s.gcg").write_text(entry.format(line), encoding="utf-8")
        done = place.call("game", "score", "s.gcg")
        assert done.status == status, f"{line}: {done}"
        done = place.call("check", "SECRET", "--board", "s.gcg")
        assert done.status in (1, 2), f"{line}: {done}"
    return "nine rule files and four games refused what lies outside"
