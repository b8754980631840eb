"""What options and arguments may be, and how a shell completes them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

import click

from scrabblecli.errors import ScrabbleError
from scrabblecli.rules import parse_assignment

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["BoardFile", "Choice", "InstalledLexicons", "Lexicons", "Number", "RuleSets", "Settings"]


class _Name(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions of click
    """A text that is taken as it is."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if isinstance(value, str) else str(value)


class Choice(click.Choice):  # type: ignore[type-arg]  # generic only in newer versions of click
    """One of some values; what is near to one is named, ``aliases`` are taken for one and not told in the help."""

    def __init__(self, choices: Sequence[str], aliases: Mapping[str, str] | None = None) -> None:
        super().__init__(choices)
        self._aliases = aliases or {}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str) or value in self.choices:
            return super().convert(value, param, ctx)
        if value.lower() in self._aliases:
            return self._aliases[value.lower()]
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            from scrabblecli.cli.meant import value_meant

            meant = value_meant(value, self.choices)
            if meant:
                self.fail(f"{error.message.rstrip('.')}; did you mean {meant!r}?", param, ctx)
            raise


class Number(click.FloatRange):
    """A number in a range; ``nan`` is in none, though no comparison refuses it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number


class BoardFile(_Name):
    """A file with a board."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return _files(incomplete)


class RuleSets(_Name):
    """A built-in rule set, or a file ending in .toml."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from scrabblecli.rules import built_in_names, load_rules

        titles = {name: load_rules(name).title for name in built_in_names() if name.startswith(incomplete)}
        return _names_or_files(titles, incomplete, (".toml",))


class Lexicons(_Name):
    """A word list by name, or a file with one."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from scrabblecli.lexicon.cache import GRAPH_ENDINGS, packaged_names
        from scrabblecli.lexicon.store import installed_names

        names = dict.fromkeys(installed_names(), "installed word list") | dict.fromkeys(packaged_names(), "packaged word list")
        return _names_or_files(names, incomplete, (".txt", *GRAPH_ENDINGS))


class InstalledLexicons(_Name):
    """A word list that was installed, by name."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        from scrabblecli.lexicon.store import installed_names

        return [CompletionItem(name) for name in installed_names() if name.startswith(incomplete)]


class Settings(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions of click
    """KEY=VALUE, a rule setting."""

    name = "KEY=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        try:
            return parse_assignment(value)
        except ScrabbleError as error:
            from scrabblecli.rules.settings import SETTINGS

            several = re.search(rf"[,;\s]\s*({'|'.join(SETTINGS)})\s*=", value)
            self.fail(f"{error}{'; repeat --set for each setting' if several else ''}", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        from scrabblecli.rules.settings import SETTINGS

        key, equals, _ = incomplete.partition("=")
        if not equals:
            found = [CompletionItem(f"{name}=", help=setting.meaning) for name, setting in SETTINGS.items()]
        else:
            found = [CompletionItem(f"{key}={value}") for value in _values(key)]
        return [item for item in found if str(item.value).startswith(incomplete)]


def _values(key: str) -> list[str]:
    """The values of a setting that is one of a few."""
    from scrabblecli.rules.settings import SETTINGS

    found = []
    for value in SETTINGS[key].range.split(", ") if key in SETTINGS else ():
        try:
            parse_assignment(f"{key}={value}")
        except ScrabbleError:
            return []
        found.append(value)
    return found


def _names_or_files(names: dict[str, str], incomplete: str, endings: tuple[str, ...]) -> list[CompletionItem]:
    """Known names and the files here with some endings; when nothing begins like that, whatever the shell finds."""
    from click.shell_completion import CompletionItem

    items = [CompletionItem(name, help=text) for name, text in names.items() if name.startswith(incomplete)]
    try:
        files = sorted(name for name in os.listdir() if name.startswith(incomplete) and name.endswith(endings))
    except OSError:
        files = []
    items += [CompletionItem(name) for name in files if incomplete or not name.startswith(".")]
    return items or _files(incomplete)


def _files(incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]
