"""Word lists installed under a name, in the user's data folder.

A list is a folder with the bytes of its source (so that a graph for other tiles can be made), the graph and the definitions
for the tiles it was installed for, and a small JSON file that says what became of the lines of the source. The folder is
made whole under another name and renamed. A list that is replaced is renamed out of the way first; readers find it there
until the new one is in its place, and so does everybody if that never happens.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from scrabblecli.errors import DataError, NotationError
from scrabblecli.folders import data_folder
from scrabblecli.lexicon.cache import (
    GRAPH_ENDINGS,
    PACKAGED,
    PACKAGED_FILE,
    is_graph_name,
    load_lexicon,
    packaged_text,
    read_file,
    unknown_list,
)
from scrabblecli.tiles import TileSet

if TYPE_CHECKING:
    from scrabblecli.lexicon.summary import Summary
    from scrabblecli.lexicon.wordlist import Progress

__all__ = [
    "Entry",
    "Files",
    "describe",
    "find_installed",
    "install",
    "installed_names",
    "listed",
    "recorded",
    "remove",
]

MAXIMUM_NAME = 40
_RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{number}" for port in ("COM", "LPT") for number in range(1, 10))}
_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{MAXIMUM_NAME - 1}}}")
_ENDINGS = (".txt", *GRAPH_ENDINGS)
_MADE, _ASIDE = ".new", ".old"
_LOOKS, _BETWEEN = 4, 0.02  # seconds
_STALE_SECONDS = 3600


class Files(NamedTuple):
    """Where the files of an installed list lie."""

    folder: str
    source: str
    graph: str
    record: str


class Entry(NamedTuple):
    """What a list is known by; all but the name is None when what was noted of it is damaged, ``date`` when it is not installed."""

    name: str
    words: int | None = None
    identity: str | None = None
    tiles: str | None = None
    date: str | None = None
    file: str | None = None


def _is_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and not name.lower().endswith(_ENDINGS) and name.lower() != PACKAGED


def _check_name(name: str) -> None:
    """Raise NotationError for a name that no list may be installed under."""
    alike = next((other for other in installed_names() if other != name and other.casefold() == name.casefold()), None)
    if _is_name(name) and name.upper() not in _RESERVED and alike is None:
        return
    if name.lower() == PACKAGED:
        reason = "is that of the list that comes with scrabblecli: choose another"
    elif alike is not None:
        reason = f"differs from {alike!r} by upper and lower case only, which not every system tells apart: choose another"
    elif name.upper() in _RESERVED:
        reason = "is no name for a file on Windows: choose another"
    elif name.lower().endswith(_ENDINGS):
        reason = "ends like that of a file: choose one without .txt, .kwg or .dawg"
    else:
        reason = f"expected letters from A to Z, digits, '.', '-' and '_', a letter or a digit first, at most {MAXIMUM_NAME} characters"
    raise NotationError(f"list name {name[:80]!r}: {reason}")


def installed_names() -> list[str]:
    """The names of the installed lists, sorted."""
    folder = data_folder("lexicons")
    try:
        found = os.listdir(folder) if folder is not None else []
    except OSError:
        return []
    # one that is being replaced lies aside
    names = {name[1:].partition("~")[0] if name.startswith(".") and name.endswith(_ASIDE) else name for name in found}
    return sorted(name for name in names if _is_name(name) and find_installed(name) is not None)


def find_installed(name: str) -> Files | None:
    """The files of an installed list, None when there is none of that name."""
    if not _is_name(name):
        return None
    folder = data_folder("lexicons")
    if folder is None:
        return None
    return _files(os.path.join(folder, name), name) or _set_aside(folder, name)


def _files(folder: str, name: str) -> Files | None:
    for ending in _ENDINGS:
        source = os.path.join(folder, name + ending)
        if os.path.isfile(source):
            made = os.path.join(folder, name)
            return Files(folder, source, f"{made}.graph", f"{made}.json")
    return None


def _set_aside(folder: str, name: str) -> Files | None:
    """A list that is just being replaced, or whose replacement was interrupted."""
    try:
        found = sorted(os.listdir(folder))
    except OSError:
        return None
    for other in found:
        if other.startswith(f".{name}~") and other.endswith(_ASIDE) and (files := _files(os.path.join(folder, other), name)):
            return files
    # it may have come into its place meanwhile
    return _files(os.path.join(folder, name), name)


def describe(name: str, tiles: TileSet) -> Summary:
    """Read a list anew, installed, packaged or a file, for a tile set.

    Raises DataError for an unknown name and for a file that cannot be used.
    """
    from scrabblecli.lexicon.making import read_list
    from scrabblecli.lexicon.summary import read_record, summary_of

    files = find_installed(name)
    if files is not None:
        known = read_record(files.record)
        read = read_list(read_file(files.source), tiles.alphabet, files.source)
        if known is None:
            return summary_of(name, os.path.basename(files.source), None, read, tiles)
        return summary_of(name, known.file, known.date, read, tiles)
    path = PACKAGED_FILE if name == PACKAGED else name
    read = read_list(packaged_text() if name == PACKAGED else read_file(path), tiles.alphabet, path)
    file = os.path.basename(path)
    return summary_of(os.path.splitext(file)[0], file, None, read, tiles)


def recorded(name: str) -> Summary | None:
    """What was noted of an installed list when it was installed, None when the note is damaged.

    Raises DataError when there is no such list.
    """
    from scrabblecli.lexicon.summary import read_record

    files = find_installed(name)
    if files is None:
        raise unknown_list(name)
    return read_record(files.record)


def listed() -> list[Entry]:
    """The lists that have a name, the packaged one first."""
    from scrabblecli.lexicon.summary import read_record
    from scrabblecli.rules import load_rules

    tiles = load_rules().tiles
    packaged = load_lexicon(PACKAGED, tiles.alphabet)
    entries = [Entry(PACKAGED, packaged.words, packaged.identity, tiles.name, None, f"{PACKAGED}.txt")]
    for name in installed_names():
        files = find_installed(name)
        if files is None:
            continue  # another process has removed it meanwhile
        known = read_record(files.record)
        if known is None:
            entries.append(Entry(name))
        else:
            entries.append(Entry(name, known.words, known.identity, known.tiles, known.date, known.file))
    return entries


def install(
    name: str, path: str, tiles: TileSet, replace: bool = False, progress: Progress | None = None,
    note: Callable[[str], None] = lambda message: None,
) -> Summary:  # fmt: skip
    """Install the word list in a file, text or a graph, under a name for a tile set.

    An installed list is replaced when it is the same, or with ``replace``. Nothing is left of what cannot be completed. ``note`` is told
    when the first line was taken for a heading.

    Raises NotationError for a bad name, DataError for a file that cannot be used, for another list of that name and when
    the data folder cannot be written.
    """
    _check_name(name)
    if path != "-" and not os.path.lexists(path):
        raise DataError("no such file: expected a word list: text, .kwg or .dawg", path)
    data = read_file(path)
    _refuse_other(name, data, path, tiles, replace)
    folder = data_folder("lexicons")
    if folder is None:
        raise DataError("there is no folder for the data of programs: set XDG_DATA_HOME or HOME")
    from time import localtime, strftime

    from scrabblecli.lexicon.making import build_graph, digest_of
    from scrabblecli.lexicon.summary import record_text, summary_of

    built = build_graph(data, digest_of(data, path), tiles.alphabet, path, progress)
    date = strftime("%Y-%m-%d", localtime())
    summary = summary_of(name, os.path.basename(path), date, built.read, tiles, built.graph.identity)
    contents = {
        f"{name}{_ending(path)}": data,
        f"{name}.graph": built.content,
        f"{name}.json": record_text(summary),
    }
    if built.definitions:
        contents[f"{name}.definitions"] = built.definitions
    with _writing(folder):
        _sweep(folder, name)
        _put_in_place(folder, name, contents, lambda: _refuse_other(name, data, path, tiles, replace))
    if built.read.heading:
        note(f"the first line, {built.read.heading[:80]!r}, is taken for a heading and not for a word")
    return summary


def _ending(path: str) -> str:
    """How the name of an installed list's source ends."""
    return os.path.splitext(path)[1].lower() if is_graph_name(path) else ".txt"


def _refuse_other(name: str, data: bytes, path: str, tiles: TileSet, replace: bool) -> None:
    """Raise DataError when another list has the name, unless it is to be replaced."""
    files = find_installed(name)
    if files is None or replace:
        return
    from scrabblecli.lexicon.summary import read_record

    known = read_record(files.record)
    try:
        with open(files.source, "rb") as stream:
            same = stream.read() == data and files.source.endswith(_ending(path))
    except OSError:
        same = False
    alphabet = tiles.alphabet
    if same and (known is None or (known.letters, known.lowers) == (alphabet.letters, alphabet.lowers)):
        return
    what = "another list" if known is None else f"{known.words:,} words from {known.file}, {known.tiles} tiles"
    raise DataError(f"a list {name!r} is installed already ({what}): --replace replaces it")


@contextmanager
def _writing(folder: str) -> Iterator[None]:
    try:
        os.makedirs(folder, exist_ok=True)
        yield
    except OSError as error:
        raise DataError(f"the folder of installed lists cannot be written: {error.strerror or error}", folder) from None


def _put_in_place(folder: str, name: str, contents: Mapping[str, bytes], check: Callable[[], None]) -> None:
    """Write the files of a list into a new folder and rename it."""
    import shutil
    import tempfile

    made = tempfile.mkdtemp(_MADE, f".{name}~", folder)
    aside = made.removesuffix(_MADE) + _ASIDE
    target = os.path.join(folder, name)
    try:
        for file, content in contents.items():
            with open(os.path.join(made, file), "wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
        for attempt in range(100):
            if os.path.lexists(target):
                # what another process has put there meanwhile counts too
                _settled(check)
                try:
                    os.rename(target, aside)
                except FileNotFoundError:
                    continue
            try:
                os.rename(made, target)
                break
            except OSError:
                if attempt == 99 or not os.path.lexists(target):
                    raise
                # another process was quicker: its list is replaced in the next round
                shutil.rmtree(aside, ignore_errors=True)
    finally:
        shutil.rmtree(made, ignore_errors=True)
        if os.path.lexists(target):
            _delete(aside)
        elif os.path.lexists(aside):
            os.rename(aside, target)
    _sweep(folder, name)


def _settled(check: Callable[[], None]) -> None:
    """Check what lies there once nobody is just putting it there: in between it looks like another list.

    Raises DataError when it stays refused.
    """
    for _ in range(_LOOKS - 1):
        try:
            check()
        except DataError:
            time.sleep(_BETWEEN)
        else:
            return
    check()


def _delete(path: str) -> None:
    import shutil

    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)
    elif os.path.lexists(path):
        os.unlink(path)


def _sweep(folder: str, name: str) -> None:
    """Delete what interrupted processes left: set-aside forms of a list once it is in its place, unfinished ones of any after an hour."""
    from time import time

    for other in os.listdir(folder):
        own = other.startswith(f".{name}~")
        if not own and not (other.startswith(".") and "~" in other and other.endswith(_MADE)):
            continue
        path = os.path.join(folder, other)
        try:
            old = time() - os.stat(path).st_mtime > _STALE_SECONDS
        except OSError:
            continue
        if (own and other.endswith(_ASIDE) and _files(os.path.join(folder, name), name)) or (other.endswith(_MADE) and old):
            _delete(path)


def remove(name: str) -> Summary | None:
    """Remove an installed list; what was noted of it, None when the note is damaged.

    Raises DataError when there is no such list, or when the data folder cannot be written.
    """
    if name.lower() == PACKAGED:
        raise DataError(f"{PACKAGED} comes with scrabblecli and cannot be removed")
    files = find_installed(name)
    if files is None:
        raise unknown_installed(name)
    import tempfile

    from scrabblecli.lexicon.summary import read_record

    known = read_record(files.record)
    folder = os.path.dirname(files.folder)
    with _writing(folder):
        # what an interrupted replacement set aside has the name too
        while files is not None:
            # gone at once, deleted afterwards
            gone = tempfile.mkdtemp(_MADE, f".{name}~", folder)
            try:
                os.rename(files.folder, os.path.join(gone, name))
            finally:
                _delete(gone)
            files = find_installed(name)
    return known


def unknown_installed(name: str) -> DataError:
    """The error for a name that no installed list has, with the names there are."""
    import difflib

    names = installed_names()
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else f"; installed: {', '.join(names)}" if names else "; none is installed"
    return DataError(f"no installed list {name!r}{hint}")
