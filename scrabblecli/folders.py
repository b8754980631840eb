"""Where the package's data and this user's own lie, and how files are written: whole or not at all, and by one process at a time."""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from scrabblecli.errors import DataError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = [
    "cache_file",
    "data_folder",
    "is_readable",
    "kind_of_file",
    "lies_in",
    "locked",
    "packaged_file",
    "read_regular",
    "replace_file",
    "target_of",
]

_PATIENCE = 10.0
"""For how many seconds a file that another process is changing is waited for; a change takes a fraction of one."""
_MADE = ".new"
_BEGUN = 2.0
"""Seconds in which whoever begins a file has long locked it."""
_KINDS = (
    (stat.S_ISREG, ""),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISLNK, "a link that leads to itself"),
)


def packaged_file(name: str) -> str:
    """The path of a file that comes with the package, or lies in a checkout beside it.

    Raises DataError when it is missing.
    """
    package = os.path.dirname(os.path.abspath(__file__))
    # a checkout run as it is, `python -m scrabblecli`, has the same tables and words, and no graph
    for folder in (os.path.join(package, "data"), os.path.join(os.path.dirname(package), "wordlists")):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise DataError(f"{name} is missing from the installation or damaged: reinstall scrabblecli")


def data_folder(name: str) -> str | None:
    """The folder for one kind of data, which need not exist yet; None when there is no such place."""
    # what platformdirs answers on Linux: importing it takes longer than loading a word list
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        base, home = os.environ.get("XDG_DATA_HOME", ""), os.environ.get("HOME", "")
        if not base and os.path.isabs(home):
            base = os.path.join(home, ".local", "share")
        if os.path.isabs(base):
            return os.path.join(base, "scrabblecli", name)
    from platformdirs import user_data_dir

    try:
        return os.path.join(user_data_dir("scrabblecli", appauthor=False), name)
    except (OSError, RuntimeError):
        return None


def kind_of_file(mode: int) -> str:
    """What is no regular file, in words; empty for one. ``mode`` is ``st_mode`` of a stat."""
    return next((name for is_kind, name in _KINDS if is_kind(mode)), "a device")


def is_readable(path: str) -> bool:
    """Whether a path that stands in somebody's file is that of a regular file on this machine.

    A share of another machine is not looked at: on Windows that alone would tell that machine who asks.
    """
    try:
        return path[:2] not in ("//", "\\\\") and not kind_of_file(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def lies_in(folder: str, path: str) -> bool:
    """Whether a path, taken from a folder, stays in it or below it, links followed; nothing outside is looked at without a link to it."""
    top = os.path.abspath(folder or ".")
    whole = os.path.abspath(os.path.join(top, path))
    try:
        if os.path.commonpath((top, whole)) != top:
            return False
        top = os.path.realpath(top)
        return os.path.commonpath((top, os.path.realpath(whole))) == top
    except (OSError, ValueError):
        return False


def read_regular(path: str, limit: int, what: str) -> bytes:
    """The content of a regular file of at most ``limit`` bytes; reading a pipe would wait for ever, and a device has no end.

    ``what`` is what it should be, as in ``rule set``. Raises DataError.
    """
    try:
        kind = kind_of_file(os.stat(path).st_mode)
        if kind:
            raise DataError(f"is {kind}: expected a {what}", path)
        with open(path, "rb") as stream:
            data = stream.read(limit + 1)
    except (OSError, ValueError) as error:
        raise DataError(f"cannot read the {what}: {getattr(error, 'strerror', None) or error}", path) from None
    if len(data) > limit:
        raise DataError(f"more than {limit // 1_000_000} MB: expected a {what}", path)
    return data


def target_of(path: str) -> str:
    """The file that writing to a path would replace, which need not exist yet: of a link that to which it leads.

    Raises DataError when something lies there that is no regular file, which a file must not take the place of.
    """
    try:
        target = os.path.realpath(path)
        kind = kind_of_file(os.lstat(target).st_mode)
    except FileNotFoundError:
        kind = "" if os.path.basename(path) else "a folder"
    except (OSError, ValueError) as error:
        raise _unwritable(error, path) from None
    if kind:
        raise DataError(f"is {kind}: only a regular file is written over", path)
    return target


def replace_file(path: str, content: bytes, make_folder: bool = False) -> None:
    """Write a file beside its place and rename it: the old one or the new one is there whole, whatever happens meanwhile.

    What a killed process has left beside it is taken away. A link stays one. Raises DataError when it cannot be written, and when something else than a regular file lies there.
    """
    import tempfile

    target = target_of(path)
    folder, name = os.path.split(target)
    beside = None
    try:
        if make_folder:
            os.makedirs(folder, exist_ok=True)
        _sweep(folder, f".{name}~")
        handle, beside = tempfile.mkstemp(_MADE, f".{name}~", folder)
        with open(handle, "wb") as stream:
            _is_taken(handle)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(beside, stat.S_IMODE(os.stat(target).st_mode) if os.path.exists(target) else 0o666 & ~_umask())
        os.replace(beside, target)
        beside = None
    except (OSError, ValueError) as error:
        raise _unwritable(error, path) from None
    finally:
        if beside is not None:
            _unlink(beside)


def cache_file(path: str, content: bytes) -> bool:
    """Keep a file that can be made again, in a folder that is made if need be; that it cannot be written is no error."""
    try:
        replace_file(path, content, make_folder=True)
        # the files of other lists may never be written again
        _sweep(os.path.dirname(target_of(path)), ".")
    except (DataError, OSError):
        return False
    return True


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Keep a file from being changed by other processes of this program.

    The system frees the lock when its process ends, however it does: the empty file that it is held on means nothing by itself.

    Raises DataError when another process does not free it in time, when nothing can be written there, and like `target_of`.
    """
    target = target_of(path)
    folder, name = os.path.split(target)
    lock = os.path.join(folder, f".{name}.lock")
    handle = _waited_for(lock, path)
    try:
        # what a killed process has left: only who holds the lock writes there
        for other in os.listdir(folder):
            if other.startswith(f".{name}~") and other.endswith(_MADE):
                _unlink(os.path.join(folder, other))
        yield
    finally:
        # Windows deletes no open file, and there nobody else can have opened it unlocked meanwhile
        if sys.platform == "win32":
            os.close(handle)
            _unlink(lock)
        else:
            _unlink(lock)
            os.close(handle)


def _waited_for(lock: str, path: str) -> int:
    """The handle of a lock, once it is free."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            if (handle := _taken(lock)) is not None:
                return handle
        except OSError as error:
            raise _unwritable(error, path) from None
        if time.monotonic() > end:
            raise DataError(f"another process is changing it and does not end ({lock} is locked): nothing is written", path)
        time.sleep(0.01)


def _taken(lock: str) -> int | None:
    """The handle of a lock, None while somebody else has it."""
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    except PermissionError:
        # Windows says so of a file that is just being deleted
        if sys.platform == "win32" and os.access(os.path.dirname(lock), os.W_OK):
            return None
        raise
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # it may have been deleted, and made anew, between opening and locking
        if os.path.samestat(os.fstat(handle), os.stat(lock)):
            return handle
    except OSError as error:
        # a file system without locks must not keep anybody from writing
        if error.errno in (errno.ENOLCK, errno.ENOTSUP, errno.EINVAL):
            return handle
    os.close(handle)
    return None


def _sweep(folder: str, prefix: str) -> None:
    """Delete half-written files whose process was killed: who writes one holds a lock on it, on Windows the open file itself."""
    try:
        found = os.listdir(folder)
    except OSError:
        return  # what is to be written there says what is wrong
    for other in found:
        path = os.path.join(folder, other)
        if not (other.startswith(prefix) and "~" in other and other.endswith(_MADE)):
            continue
        with suppress(OSError):
            # one that was begun this moment may not be locked yet
            if time.time() - os.lstat(path).st_mtime > _BEGUN and (sys.platform == "win32" or _is_free(path)):
                _unlink(path)


def _is_free(path: str) -> bool:
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    try:
        return not _is_taken(handle)
    finally:
        os.close(handle)


def _is_taken(handle: int) -> bool:
    """Lock an open file; whether somebody else has. Where that cannot be told it is taken to be so."""
    if sys.platform != "win32":
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _unlink(path: str) -> None:
    """Delete a file, if that can be."""
    try:
        os.unlink(path)
    except OSError:
        return


def _unwritable(error: Exception, path: str) -> DataError:
    return DataError(f"cannot be written: {getattr(error, 'strerror', None) or error}", path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
