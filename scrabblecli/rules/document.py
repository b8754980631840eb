"""Rule sets written as rule files, to be edited and loaded again; what is wrong with a file that is edited by hand."""

from __future__ import annotations

import json
import os
import re
import textwrap
from collections.abc import Iterator

from scrabblecli.folders import lies_in
from scrabblecli.rules import DEFAULT_RULES, RuleSet, built_in_names
from scrabblecli.rules.settings import SETTINGS

__all__ = ["format_rules", "toml_fault", "toml_text"]

_WIDTH = 100


def format_rules(rules: RuleSet) -> str:
    """A rule file with every key, each under a comment that says what it may be; loading it gives the same rules.

    It extends the set when that is built in. Whoever keeps it may strike out what should follow that set. Files are named from the folder
    of the set: that is where it is to be kept.
    """
    extended = rules.name if rules.name in built_in_names() and rules.origin == rules.name else DEFAULT_RULES
    lines = [
        f"extends = {toml_text(extended)}",
        f"title = {toml_text(rules.title)}",
        "",
        *_comment("the word list to use by default: a name, a file, or nothing"),
        f"lexicon = {toml_text(_from_folder(rules.lexicon or '', rules))}",
    ]
    for setting in SETTINGS.values():
        value = _from_folder(rules.value(setting.key), rules)
        lines += ["", *_comment(f"{setting.meaning} ({setting.range})"), f"{setting.key} = {toml_text(value)}"]
    return "\n".join(lines) + "\n"


def _from_folder(value: object, rules: RuleSet) -> object:
    """A value, when it is the path of a file below the folder of the rules as a path from there."""
    folder = os.path.dirname(rules.origin)
    if isinstance(value, str) and folder and os.path.dirname(value) and lies_in(folder, os.path.abspath(value)):
        return os.path.relpath(value, folder)
    return value


def _comment(text: str) -> Iterator[str]:
    return (f"# {line}" for line in textwrap.wrap(text, _WIDTH))


def toml_text(value: object) -> str:
    """A value as TOML; the rows of a layout or of a tile set stand one a line."""
    if isinstance(value, list | tuple):
        if len(value) > 4 or any(isinstance(part, list | tuple) for part in value):
            return "[\n" + "".join(f"    {_toml_part(part)},\n" for part in value) + "]"
        return "[" + ", ".join(map(_toml_part, value)) + "]"
    return _toml_part(value)


def _toml_part(value: object) -> str:
    """A value that JSON and TOML write alike, but for invisible characters."""
    text = json.dumps(value, ensure_ascii=False)
    return "".join(
        [
            character
            if character.isprintable()
            else f"\\u{ord(character):04x}"
            if ord(character) < 0x10000
            else f"\\U{ord(character):08x}"
            for character in text
        ]
    )


def toml_fault(text: str, error: Exception) -> str:
    """What is wrong with a text that is not TOML, and where only the quotes of a text are missing how it is written.

    >>> toml_fault("lexicon = club", ValueError("Invalid value (at line 1, column 11)"))
    'Invalid value (at line 1, column 11): a text needs quotes: lexicon = "club"'
    """
    place = re.search(r"at line ([0-9]+),", str(error))
    lines = text.split("\n")
    if place is None or not 0 < int(place[1]) <= len(lines):
        return str(error)
    bare = re.fullmatch(r"\s*([A-Za-z0-9_.-]+)\s*=\s*([^\s\"'\[\]{}#=][^\"'\[\]{}#=]*?)\s*(#.*)?", lines[int(place[1]) - 1])
    return f"{error}: a text needs quotes: {bare[1]} = {toml_text(bare[2])}" if bare else str(error)
