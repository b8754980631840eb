"""Where this user's own data lies, and how files are written: whole or not at all."""

from __future__ import annotations

import os
import sys

__all__ = ["data_folder", "write_file"]


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


def write_file(path: str, content: bytes) -> bool:
    """Write a file beside its place and rename it; a folder that cannot be written is no error."""
    beside = f"{path}.{os.getpid()}.new"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(beside, "wb") as stream:
            stream.write(content)
        os.replace(beside, path)
    except OSError:
        try:
            os.unlink(beside)
        except OSError:
            return False
        return False
    return True
