"""``scrabblecli config set`` and ``config unset``: one default of the configuration file changed, the rest kept as it stands there."""

from __future__ import annotations

import os
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from scrabblecli.cli.config import command
from scrabblecli.cli.defaults import (
    FILE_VARIABLE,
    KEYS,
    checked_values,
    configuration_file,
    file_table,
    file_text,
    named_by,
    unknown_key,
)
from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.params import Lexicons, RuleSets
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError, SettingError
from scrabblecli.plain import printable
from scrabblecli.rules import load_rules, parse_assignment
from scrabblecli.rules.settings import SETTINGS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__: list[str] = []

_TABLE = "set"
_FILES = ("rules", "lexicon", "set.tiles", "set.extra_words", "set.barred_words")
"""The keys whose values may be the path of a file."""


def _complete_key(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    helps = {**dict.fromkeys(KEYS, ""), **{f"{_TABLE}.{key}": setting.meaning for key, setting in SETTINGS.items()}}
    return [CompletionItem(key, help=text or None) for key, text in helps.items() if key.startswith(incomplete)]


def _complete_value(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    key = ctx.params.get("key") or ""
    if key in ("rules", "lexicon"):
        return (RuleSets() if key == "rules" else Lexicons()).shell_complete(ctx, param, incomplete)
    return [CompletionItem(value) for value in _VALUES.get(key, ()) if value.startswith(incomplete)]


_VALUES = {
    "color": ("auto", "always", "never"),
    "format": ("auto", "table", "tsv", "csv", "json", "jsonl", "text"),
    "quiet": ("true", "false"),
}


@command.command("set", cls=QuickCommand)
@click.argument("key", metavar="KEY", shell_complete=_complete_key)
@click.argument("value", metavar="VALUE", shell_complete=_complete_value)
def set_command(key: str, value: str) -> int:
    """Set a default in the configuration file.

    KEY is rules, lexicon, color, top, format or quiet, or a rule setting as in set.bingo_bonus. The file is made where there is none;
    comments and everything else in it are kept. Nothing is written when it could not be used then.

    Example:  scrabblecli config set lexicon enable
    """
    from scrabblecli.rules.document import toml_text

    read = _read(key, value)
    path = _change(key, read, toml_text(read))
    click.echo(printable(f"{key} is {read if isinstance(read, str) else toml_text(read)}, in {path}"))
    _tell_what_wins(key)
    return ExitStatus.DONE


@command.command("unset", cls=QuickCommand)
@click.argument("key", metavar="KEY", shell_complete=_complete_key)
def unset_command(key: str) -> int:
    """Take a default out of the configuration file.

    Comments and everything else in the file are kept.

    Example:  scrabblecli config unset lexicon
    """
    path = _change(key, None, None)
    click.echo(printable(f"{key} is no longer set in {path}"))
    _tell_what_wins(key)
    return ExitStatus.DONE


def _read(key: str, text: str) -> object:
    """A value that was typed, as it is to stand in the file. Raises SettingError for an unknown key and a value that it cannot have."""
    table, _, setting = key.rpartition(".")
    if table == _TABLE:
        value: object = parse_assignment(f"{setting}={text}")[1]
    elif key in KEYS:
        value = KEYS[key].read(text)
        try:
            KEYS[key].check(value)
        except ValueError as error:
            raise SettingError(f'{key} = "{text[:80]}": expected {error}') from None
    elif key in SETTINGS:
        raise SettingError(f"unknown key {key!r}: a rule setting is written {_TABLE}.{key}")
    else:
        raise unknown_key(key)
    # in the file a path is one from its folder, here it is one from the current folder
    return os.path.abspath(value) if isinstance(value, str) and key in _FILES and _is_file(key, value) else value


def _is_file(key: str, name: str) -> bool:
    """Whether a name is the path of a file, and not that of a list."""
    from scrabblecli.lexicon.cache import packaged_names
    from scrabblecli.lexicon.store import find_installed

    if key == "lexicon" and (name in packaged_names() or find_installed(name) is not None):
        return False
    return os.path.isfile(name) and (key != "rules" or name.endswith(".toml"))


def _change(key: str, value: object, written: str | None) -> str:
    """Change one key of the configuration file, and return its path; with ``written`` None the key is taken out.

    Raises DataError when it cannot be changed, or could not be used then: nothing is written in this case.
    """
    from scrabblecli.cli.toml_edit import edited
    from scrabblecli.folders import locked, replace_file

    path = configuration_file()
    if not path:
        raise DataError(f"there is no configuration file: {FILE_VARIABLE} is empty, or the user has no folder for it")
    exists = os.path.lexists(path)
    with locked(path) if exists else nullcontext():
        text = file_text(path) if exists else ""
        table = file_table(text, path)
        wanted = _changed(table, key, value, path)
        checked = checked_values(wanted, path)
        if key == "lexicon" and written is not None:
            _check_list(checked, path)
        made = edited(text, wanted, key, written)
        if made is None:
            raise DataError(f"{key} is written there in a way that only its writer can change: nothing is written", path)
        replace_file(path, made.encode("utf-8"), make_folder=True)
    return path


def _changed(table: dict[str, Any], key: str, value: object, path: str) -> dict[str, Any]:
    """What the file is to say."""
    top, _, name = key.rpartition(".")
    inner = table.get(top, {}) if top else table
    if not isinstance(inner, dict):
        raise DataError(f"{top} is no table there: nothing is written", path)
    changed = {place: given for place, given in inner.items() if place != name}
    if value is not None:
        changed[name] = value
    elif name not in inner:
        if not top and name not in KEYS:
            raise unknown_key(key)
        raise DataError(f"{key} is not set there", path)
    return {**table, top: changed} if top else changed


def _check_list(values: Any, path: str) -> None:
    """Refuse a word list that cannot be loaded for the rules of the file."""
    from scrabblecli.lexicon.cache import load_lexicon

    rules = load_rules(values["rules"]) if "rules" in values else load_rules()
    try:
        load_lexicon(values["lexicon"], rules.with_settings(values.get(_TABLE, {})).tiles.alphabet)
    except DataError as error:
        raise named_by(error, "the value of lexicon") if error.source else error from None


def _tell_what_wins(key: str) -> None:
    """Say when the environment names another value, which wins."""
    variable = f"SCRABBLECLI_{key.upper()}"
    if key in KEYS and os.environ.get(variable):
        click.echo(printable(f"note: {variable} is {os.environ[variable]}, which wins over the file"), err=True)
