"""Rule sets: everything about a game that a table may decide, as data.

A rule set is a TOML file of settings (`scrabblecli.rules.settings.SETTINGS`). It may extend another by name
(``extends = "tournament"``). The built-in ones lie beside this file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from scrabblecli.errors import DataError, SettingError
from scrabblecli.folders import lies_in, read_regular
from scrabblecli.layout import Layout
from scrabblecli.plain import printable
from scrabblecli.rules.settings import SETTINGS, nearest, parse_value, scoreless_turns, value_text
from scrabblecli.tiles import BLANK, TileSet

__all__ = ["DEFAULT_RULES", "NO_SETTINGS", "RuleSet", "built_in_names", "load_rules", "parse_assignment"]

DEFAULT_RULES = "tournament"
NO_SETTINGS: Mapping[str, Any] = MappingProxyType({})
# pathlib alone would be a tenth of the start-up of a command
_HERE = os.path.dirname(os.path.abspath(__file__))
_SETS = os.path.join(_HERE, "sets")
_HEADINGS = ("extends", "title", "lexicon")
_PATHS = ("lexicon", "extra_words", "barred_words")
MAXIMUM_FILE = 1_000_000
MAXIMUM_CHAIN = 20


class RuleSet(NamedTuple):
    """The rules of one table.

    ``settings`` has every key of the settings table except ``layout`` and ``tiles``, which are resolved; ``overrides``
    has what was changed against the named set, as it was given. ``lexicon`` names the word list to use by default, ``origin`` is
    what to name the set by: its name, or the path of its file.
    """

    name: str
    title: str
    layout: Layout
    tiles: TileSet
    lexicon: str | None
    settings: Mapping[str, Any]
    overrides: Mapping[str, Any] = NO_SETTINGS
    origin: str = DEFAULT_RULES

    def __repr__(self) -> str:
        return f"<RuleSet {self.phrase}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # views of mappings cannot be pickled
        return _restored, (*self[:-2], dict(self.overrides), self.origin)

    @property
    def rack_size(self) -> int:
        """Tiles on a full rack."""
        return int(self.settings["rack_size"])

    @property
    def bingo_bonus(self) -> int:
        """Points for a bingo."""
        return int(self.settings["bingo_bonus"])

    @property
    def bingo_tiles(self) -> int:
        """New tiles that make a bingo."""
        tiles = self.settings["bingo_tiles"]
        return self.rack_size if tiles == "rack" else int(tiles)

    @property
    def exchange_minimum(self) -> int:
        """Tiles that must be in the bag for an exchange."""
        return int(self.settings["exchange_minimum"])

    @property
    def blanks_score_zero(self) -> bool:
        """Whether a played blank scores nothing."""
        return bool(self.settings["blanks_score_zero"])

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.settings["players"])

    @property
    def scoreless_limit(self) -> int:
        """Scoreless turns in a row that end the game, 0 for never."""
        return scoreless_turns(self.settings["scoreless_limit"], self.players)

    @property
    def changes_words(self) -> bool:
        """Whether the table decides which words are valid besides the list: words of its own, or letters in any order."""
        settings = self.settings
        return settings["word_order"] != "fixed" or bool(settings["extra_words"] or settings["barred_words"])

    @property
    def phrase(self) -> str:
        """The rules named in a sentence, with what was changed in them but for the number of players.

        >>> load_rules().with_settings({"bingo_bonus": 35}).phrase
        'tournament rules with bingo_bonus=35'
        """
        changed = ", ".join(self.decided_by(key) for key in self.overrides if key != "players")
        return f"{self.name} rules{f' with {changed}' if changed else ''}"

    def face_values(self) -> tuple[int, ...]:
        """The value of every face on the board under these rules, indexed by face."""
        return self.tiles.face_values(self.blanks_score_zero)

    def exchange_limit(self, bag: int) -> int:
        """How many tiles may be exchanged at most when the bag holds so many."""
        return bag if bag >= max(self.exchange_minimum, 1) else 0

    def bag_count(self, unseen: int) -> int:
        """Tiles in the bag when so many are unseen: less a full rack for every other player, never below 0."""
        return max(0, unseen - self.rack_size * (self.players - 1))

    def decided_by(self, key: str) -> str:
        """What decides a setting, in words: these rules, or a change made in them.

        >>> load_rules("wwf").decided_by("challenge"), load_rules("wwf").with_settings({"challenge": "ten"}).decided_by("challenge")
        ('wwf rules', 'challenge=ten')
        """
        return f"{key}={printable(value_text(self.value(key)))}" if key in self.overrides else f"{self.name} rules"

    def value(self, key: str) -> Any:
        """The value of a setting as a rule file gives it: layout and tiles by name when they are built in, else as rows."""
        if key == "layout":
            layout = self.layout
            if layout.name in _stems("layouts", ".txt") and _layout(layout.name) == layout:
                return layout.name
            return tuple(
                layout.symbols[start : start + layout.columns] for start in range(0, len(layout.symbols), layout.columns)
            )
        if key == "tiles":
            tiles = self.tiles
            if tiles.name in _stems("tiles", ".csv") and _tiles(tiles.name, "") == tiles:
                return tiles.name
            rows = [("?", "?", tiles.counts[BLANK], tiles.values[BLANK], False)]
            for code, (letter, lower) in enumerate(zip(tiles.alphabet.letters, tiles.alphabet.lowers, strict=True), start=1):
                rows.append((letter, lower, tiles.counts[code], tiles.values[code], code in tiles.vowels))
            return tuple(rows)
        return self.settings[key]

    def with_settings(self, changes: Mapping[str, object]) -> RuleSet:
        """The same rules with some settings changed; raises SettingError for a bad key or value."""
        if not changes:
            return self
        checked = {key: parse_value(key, value) for key, value in changes.items()}
        settings = dict(self.settings) | checked
        layout = _layout(checked["layout"]) if "layout" in checked else self.layout
        tiles = _tiles(checked["tiles"], "") if "tiles" in checked else self.tiles
        lexicon = self.lexicon if tiles.alphabet == self.tiles.alphabet else None
        overrides = dict(self.overrides) | {key: _plain(value) for key, value in checked.items()}
        return RuleSet(self.name, self.title, layout, tiles, lexicon, settings, overrides, self.origin)


def _restored(*values: Any) -> RuleSet:
    """Rules out of a pickle."""
    return RuleSet(*values)


def _plain(value: Any) -> Any:
    """A value with lists for tuples, as JSON and TOML have them."""
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def built_in_names() -> list[str]:
    """The names of the built-in rule sets, the default first."""
    names = _stems("sets", ".toml")
    names.remove(DEFAULT_RULES)
    return [DEFAULT_RULES, *names]


def _stems(folder: str, ending: str) -> list[str]:
    """The names of the files with an ending in a folder beside this one."""
    return sorted(name.removesuffix(ending) for name in os.listdir(os.path.join(_HERE, folder)) if name.endswith(ending))


def _layout(value: object) -> Layout:
    if isinstance(value, tuple):
        return Layout.parse(value, "drawn")
    known = _stems("layouts", ".txt")
    if value not in known:
        raise SettingError(f"unknown layout {value!r}{nearest(str(value), known)}")
    with open(os.path.join(_HERE, "layouts", f"{value}.txt"), encoding="utf-8") as stream:
        return Layout.parse(stream.read().split(), str(value))


def _tiles(value: object, folder: str) -> TileSet:
    if isinstance(value, tuple):
        lines = (",".join(str(int(field) if isinstance(field, bool) else field) for field in row) for row in value)
        try:
            return TileSet.parse("\n".join(lines), "custom")
        except DataError as error:
            raise SettingError(f"tiles, row {error.line}: {error.reason}" if error.line else f"tiles: {error.reason}") from None
    name = str(value)
    if name.endswith(".csv"):
        return TileSet.read(os.path.join(folder, name))
    known = _stems("tiles", ".csv")
    if name not in known:
        raise SettingError(f"unknown tile set {name!r}{nearest(name, known)}")
    return TileSet.read(os.path.join(_HERE, "tiles", f"{name}.csv"))


def _read_toml(path: str) -> dict[str, Any]:
    import tomllib

    text = ""
    try:
        text = str(read_regular(path, MAXIMUM_FILE, "rule set"), "utf-8").removeprefix("\ufeff")
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        from scrabblecli.rules.document import toml_fault

        raise DataError(f"the rule set is not TOML: {toml_fault(text, error)}", path) from None


def _settings_of(path: str, seen: tuple[str, ...] = ()) -> dict[str, Any]:
    """The settings of a rule file with those of the sets it extends below them; layout and tiles resolved."""
    place = os.path.abspath(path)
    if place in seen:
        raise DataError("the rule set extends itself", path)
    if len(seen) == MAXIMUM_CHAIN:
        raise DataError(f"more than {MAXIMUM_CHAIN} rule sets that extend one another", path)
    table = _read_toml(path)
    folder = os.path.dirname(path)
    parent = table.pop("extends", None)
    settings: dict[str, Any] = {}
    if parent is not None:
        if not isinstance(parent, str):
            raise DataError(f"extends = {parent!r}: expected the name of a rule set", path)
        try:
            above = _path_of(_inside("extends", parent, folder), folder)
        except SettingError as error:
            raise DataError(f"extends: {error}", path) from None
        settings = _settings_of(above, (*seen, place))
    elif folder != _SETS:
        settings = _settings_of(_path_of(DEFAULT_RULES, folder), (*seen, place))
    try:
        # the word list last: other tiles drop the one that was inherited, not the one that stands beside them
        for key, value in sorted(table.items(), key=lambda item: item[0] == "lexicon"):
            checked = _checked(key, value, folder)
            if key == "tiles" and "tiles" in settings and settings["tiles"].alphabet != checked.alphabet:
                settings.pop("lexicon", None)
            settings[key] = checked
    except SettingError as error:
        raise DataError(str(error), path) from None
    return settings


def _checked(key: str, value: object, folder: str) -> Any:
    """The value of a key of a rule file; layouts and tile sets read, files beside the rule file found there."""
    if key in _HEADINGS:
        if not isinstance(value, str):
            raise SettingError(f"{key} = {value!r}: expected a text")
        checked: Any = value
    elif key not in SETTINGS:
        if isinstance(value, dict):
            raise SettingError(f"table [{key}]: expected the settings as key = value lines, not in a table")
        raise SettingError(f"unknown setting {key!r}{nearest(key, [*SETTINGS, *_HEADINGS])}")
    else:
        checked = parse_value(key, value)
    if key == "layout":
        return _layout(checked)
    if key == "tiles":
        return _tiles(_inside(key, checked, folder) if isinstance(checked, str) else checked, folder)
    if key in _PATHS and isinstance(checked, str) and checked:
        beside = os.path.join(folder, _inside(key, checked, folder))
        # a list may have a name, words of the table are always a file
        return beside if key != "lexicon" or os.path.basename(checked) != checked or os.path.isfile(beside) else checked
    return checked


def _inside(key: str, name: str, folder: str) -> str:
    """A name or path that a rule file gives, when it does not lead out of the folder of that file: it may be a stranger's."""
    if folder != _SETS and not lies_in(folder, name):
        raise SettingError(
            f"{key} = {name!r} leads out of the folder of the rule file, which names only files that lie beside it or below it"
        )
    return name


def _path_of(name: str, folder: str) -> str:
    if name.endswith(".toml"):
        return os.path.join(folder, name)
    names = built_in_names()
    if name not in names and (titled := _titled(name, names)):
        name = titled
    if name not in names:
        hint = nearest(name, names)
        raise SettingError(f"unknown rule set {name!r}{hint}{'' if hint.endswith('?') else ', or a file ending in .toml'}")
    return os.path.join(_SETS, f"{name}.toml")


def _titled(name: str, names: Sequence[str]) -> str:
    """The one built-in rule set whose name or title a text is, whatever its case, spaces and dashes; empty when there is none."""

    def folded(text: str) -> str:
        return "".join(filter(str.isalnum, text.casefold()))

    def titles(known: str) -> set[str]:
        title = load_rules(known).title
        return {folded(text) for text in (known, title, re.split("[:(,]", title)[0])}

    found = [known for known in names if folded(name) in titles(known)]
    return found[0] if len(found) == 1 else ""


def load_rules(name: str = DEFAULT_RULES) -> RuleSet:
    """A built-in rule set by name or title, or one from a file whose name ends in ``.toml``.

    Raises SettingError for an unknown name, DataError for a file that cannot be used.

    >>> load_rules("wwf").bingo_bonus
    35
    """
    path = _path_of(name, "")
    if not name.endswith(".toml"):
        name = os.path.basename(path).removesuffix(".toml")
    try:
        stamp = os.stat(path).st_mtime_ns
    except (OSError, ValueError):
        stamp = 0  # reading it says what is wrong
    return _loaded(name, path, stamp)


@lru_cache(maxsize=64)
def _loaded(name: str, path: str, stamp: int) -> RuleSet:
    """The rule set in a file, read again only when the file has changed."""
    # what a file says and is called may go to a terminal
    stem = printable(os.path.basename(path).removesuffix(".toml"))
    settings = _settings_of(path)
    layout, tiles = settings.pop("layout"), settings.pop("tiles")
    lexicon = settings.pop("lexicon", None) or None
    title = printable(settings.pop("title", stem))
    missing = [key for key in SETTINGS if key not in settings and key not in ("layout", "tiles")]
    if missing:
        raise DataError(f"the rule set lacks {', '.join(missing)}", path)
    return RuleSet(stem, title, layout, tiles, lexicon, settings, NO_SETTINGS, name)


def parse_assignment(text: str) -> tuple[str, object]:
    """Read ``KEY=VALUE``, the value as TOML, JSON or a bare word.

    >>> parse_assignment("bingo_bonus=35"), parse_assignment("challenge=five")
    (('bingo_bonus', 35), ('challenge', 'five'))

    Raises SettingError when there is no ``=``, for an unknown key and for a bad value.
    """
    key, equals, value = text.partition("=")
    key, value = key.strip(), value.strip()
    if not equals or not key:
        raise SettingError(f"{text!r}: expected KEY=VALUE, for example bingo_bonus=35")
    import tomllib

    parsed: object
    try:
        parsed = tomllib.loads(f"value = {value}")["value"]
    except (ValueError, RecursionError):
        import json

        try:
            parsed = json.loads(value)
        except (ValueError, RecursionError):
            parsed = value
    parse_value(key, parsed)
    return key, parsed
