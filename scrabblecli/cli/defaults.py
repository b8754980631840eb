"""Defaults that stand in the environment or in the user's configuration file.

What is given on the command line wins, then what a board says of itself, then ``SCRABBLECLI_RULES`` and its kind, then
``scrabblecli.toml``, then the default of the option. Every command passes through here: nothing is imported and no file is
opened when there is no configuration file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from scrabblecli.errors import DataError, ScrabbleError, SettingError
from scrabblecli.folders import read_regular
from scrabblecli.rules import DEFAULT_RULES, NO_SETTINGS, load_rules
from scrabblecli.rules.settings import SETTINGS, is_flag, nearest, one_of, parse_value

__all__ = [
    "FILE_VARIABLE",
    "KEYS",
    "MAXIMUM_COUNT",
    "Configured",
    "checked_values",
    "configuration_file",
    "configuration_folder",
    "configured",
    "file_table",
    "file_text",
    "named_by",
    "rule_settings",
    "unknown_key",
    "where_from",
]

FILE_NAME = "scrabblecli.toml"
FILE_VARIABLE = "SCRABBLECLI_CONFIG"
MAXIMUM_COUNT = 1_000_000_000
MAXIMUM_FILE = 1_000_000


class Configured(NamedTuple):
    """A default that was found: its value, where it comes from (a variable or the path of a file), and which of the two."""

    value: Any
    source: str
    in_environment: bool


class _Key(NamedTuple):
    """What a key may be: ``check`` returns the value, or raises ValueError with what was expected; ``read`` is for texts."""

    check: Callable[[object], object]
    default: object
    read: Callable[[str], object] = str


def _text(value: object) -> object:
    if not isinstance(value, str) or not value:
        raise ValueError("a name or the path of a file, as a text")
    return value


def _count(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAXIMUM_COUNT:
        raise ValueError(f"a whole number from 0 to {MAXIMUM_COUNT}, 0 for all")
    return value


def _read_count(text: str) -> object:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else text


def _read_flag(text: str) -> object:
    return {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}.get(
        text.lower(), text
    )


KEYS = {
    "rules": _Key(_text, DEFAULT_RULES),
    "lexicon": _Key(_text, None),
    "color": _Key(one_of("auto", "always", "never"), "auto"),
    "top": _Key(_count, 15, _read_count),
    "format": _Key(one_of("auto", "table", "tsv", "csv", "json", "jsonl", "text"), "auto"),
    "quiet": _Key(is_flag, False, _read_flag),
}
"""The keys that the environment and the configuration file may have, besides the table ``[set]`` of the file."""


def configured(key: str) -> Configured | None:
    """The value of a key in the environment or in the configuration file, None when neither has it.

    Raises SettingError for a variable and DataError for a file that cannot be used.
    """
    variable = f"SCRABBLECLI_{key.upper()}"
    text = os.environ.get(variable)
    if text:
        try:
            value = KEYS[key].check(KEYS[key].read(text))
        except ValueError as error:
            raise SettingError(f'{variable} = "{text[:80]}": expected {error}') from None
        if key == "rules":
            _check_rules(text, {}, variable)
        return Configured(value, variable, in_environment=True)
    path = configuration_file()
    values = _values(path)
    return Configured(values[key], path, in_environment=False) if key in values else None


def where_from(key: str, value: object) -> str:
    """The variable or the file that a value in use comes from, empty where none of them has it."""
    found = configured(key)
    return found.source if found is not None and found.value == value else ""


def named_by(error: DataError, source: str) -> DataError:
    """The same error, which also says what names the thing at fault."""
    return DataError(f"{error.reason} (named by {source})", error.source, error.line)


def rule_settings() -> Mapping[str, Any]:
    """The settings in the table ``[set]`` of the configuration file."""
    settings: Mapping[str, Any] = _values(configuration_file()).get("set", NO_SETTINGS)
    return settings


# Where the file is


def configuration_file() -> str:
    """The path of the configuration file, whether there is one or not; empty when none is wanted."""
    named = os.environ.get(FILE_VARIABLE)
    if named is not None:
        return os.path.expanduser(named)
    folder = configuration_folder()
    return os.path.join(folder, FILE_NAME) if folder else ""


def configuration_folder() -> str:
    """The user's configuration folder as platformdirs gives it, found without it in the usual cases: it costs a quarter of a call."""
    home = os.environ.get("HOME", "")
    if sys.platform in ("linux", "darwin") and "ANDROID_ROOT" not in os.environ and home.startswith("/"):
        given = os.environ.get("XDG_CONFIG_HOME", "")
        usual = ".config" if sys.platform == "linux" else "Library/Application Support"
        return os.path.join(given if given.startswith("/") else os.path.join(home, usual), "scrabblecli")
    if sys.platform == "win32" and "WIN_PD_OVERRIDE_LOCAL_APPDATA" not in os.environ and os.environ.get("LOCALAPPDATA"):
        return os.path.join(os.path.normpath(os.environ["LOCALAPPDATA"]), "scrabblecli")
    from platformdirs import user_config_dir

    try:
        return user_config_dir("scrabblecli", appauthor=False)
    except (OSError, RuntimeError, ValueError):
        return ""  # there is no such place


# What the file says


def _values(path: str) -> Mapping[str, Any]:
    """The values of a configuration file, checked; nothing when it does not exist."""
    if not path:
        return NO_SETTINGS
    try:
        stamp = os.stat(path).st_mtime_ns
    except (OSError, ValueError) as error:
        if os.environ.get(FILE_VARIABLE):
            reason = getattr(error, "strerror", None) or error
            raise DataError(f"cannot read the configuration file that {FILE_VARIABLE} names: {reason}", path) from None
        return NO_SETTINGS
    return _read(path, stamp)


@lru_cache(maxsize=4)
def _read(path: str, stamp: int) -> Mapping[str, Any]:
    """The values of a configuration file, read again only when it has changed."""
    return checked_values(file_table(file_text(path), path), path)


def file_text(path: str) -> str:
    """The text of a configuration file. Raises DataError when it cannot be read."""
    try:
        return str(read_regular(path, MAXIMUM_FILE, "configuration file"), "utf-8")
    except ValueError as error:
        raise DataError(f"the configuration file is not TOML: {error}", path) from None


def file_table(text: str, path: str) -> dict[str, Any]:
    """What a configuration file says, not yet checked. Raises DataError when it is not TOML."""
    import tomllib

    text = text.removeprefix("\ufeff")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        from scrabblecli.rules.document import toml_fault

        raise DataError(f"the configuration file is not TOML: {toml_fault(text, error)}", path) from None


def checked_values(table: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    """The values that a configuration file at ``path`` would give. Raises DataError when it could not be used."""
    folder = os.path.dirname(path)
    values: dict[str, Any] = {}
    try:
        for key, value in table.items():
            values[key] = _rule_settings(value, folder) if key == "set" else _value(key, value, folder)
    except SettingError as error:
        raise DataError(str(error), path) from None
    if "rules" in values or "set" in values:
        _check_rules(values.get("rules", DEFAULT_RULES), values.get("set", {}), path)
    return values


def unknown_key(key: str) -> SettingError:
    """The error for a key that the file cannot have, with the one that may be meant."""
    hint = ": rule settings stand below [set]" if key in SETTINGS else nearest(key, [*KEYS, "set"])
    return SettingError(f"unknown key {key!r}{hint}")


def _value(key: str, value: object, folder: str) -> object:
    if key not in KEYS:
        raise unknown_key(key)
    try:
        checked = KEYS[key].check(value)
    except ValueError as error:
        shown = f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else repr(value)
        raise SettingError(f"{key} = {shown[:80]}: expected {error}") from None
    return _beside(checked, folder) if key in ("rules", "lexicon") else checked


def _rule_settings(table: object, folder: str) -> dict[str, object]:
    if not isinstance(table, dict):
        raise SettingError("set: expected a table of rule settings such as [set] with bingo_bonus = 40 below it")
    settings = {}
    for key, value in table.items():
        parse_value(key, value)
        settings[key] = _beside(value, folder) if key in ("tiles", "extra_words", "barred_words") else value
    return settings


def _beside(value: object, folder: str) -> object:
    """A path of the configuration file is one from its folder; ``~`` is the user's home."""
    if not isinstance(value, str):
        return value
    path = os.path.join(folder, os.path.expanduser(value))
    return path if os.path.isfile(path) else value


def _check_rules(name: str, settings: Mapping[str, Any], source: str) -> None:
    """Refuse a rule set that cannot be used, saying who named it."""
    try:
        rules = load_rules(name)
    except DataError as error:
        raise named_by(error, source) from None
    except ScrabbleError as error:
        raise SettingError(f"{source}: {'' if source.startswith('SCRABBLECLI_') else 'rules: '}{error}") from None
    try:
        rules.with_settings(settings)
    except DataError as error:
        raise named_by(error, source) from None
    except ScrabbleError as error:
        raise SettingError(f"{source}: set: {error}") from None
