"""One key of a TOML text changed: what is kept, where a new one stands, and that the result says what is wanted and nothing else."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from scrabblecli.cli.toml_edit import edited


def edit(text: str, key: str, value: str | None) -> str | None:
    """The text with a key changed."""
    wanted: dict[str, Any] = tomllib.loads(text.removeprefix("\ufeff"))
    table, _, name = key.rpartition(".")
    inner = wanted.setdefault(table, {}) if table else wanted
    if value is None:
        inner.pop(name)
    else:
        inner[name] = tomllib.loads(f"value = {value}")["value"]
    return edited(text, wanted, key, value)


@pytest.mark.parametrize(
    ("text", "key", "value", "expected"),
    [
        ("", "lexicon", '"club"', 'lexicon = "club"\n'),
        ("[set]\na = 1\n", "lexicon", '"club"', 'lexicon = "club"\n\n[set]\na = 1\n'),
        ("# mine\n\n# house\n[set]\na = 1\n", "top", "3", "# mine\ntop = 3\n\n# house\n[set]\na = 1\n"),
        ("top = 3", "lexicon", '"club"', 'top = 3\nlexicon = "club"\n'),
        ('lexicon = "a#b"   # ours # yes\n', "lexicon", '"c"', 'lexicon = "c"   # ours # yes\n'),
        ('"lexicon"="a"\n', "lexicon", '"c"', '"lexicon"="c"\n'),
        ("top = 3\n", "set.a", "5", "top = 3\n\n[set]\na = 5\n"),
        ("set.a = 3\ntop = 3\n", "set.a", "5", "set.a = 5\ntop = 3\n"),
        ("set.a = 3\ntop = 3\n", "set.b", "5", "set.a = 3\ntop = 3\nset.b = 5\n"),
        ("[set]\na = 3\n\n# more\n[other]\nb = 1\n", "set.c", "4", "[set]\na = 3\nc = 4\n\n# more\n[other]\nb = 1\n"),
        ("[ set ] # house\n\n[other]\na = 1\n", "set.a", "4", "[ set ] # house\na = 4\n\n[other]\na = 1\n"),
        ('[set]\nw = [\n "A", # a\n "B",\n] # end\na = 3\n', "set.w", '["X"]', '[set]\nw = ["X"] # end\na = 3\n'),
        ('[set]\nw = [\n "A", # a\n "B",\n] # end\na = 3\n', "set.w", None, "[set]\na = 3\n"),
        ("[set]\na = 3\n", "set.a", None, "[set]\n"),
        # what looks like the key is a part of a text
        ('x = """\ntop = 1\n"""\n', "top", "2", 'x = """\ntop = 1\n"""\ntop = 2\n'),
        ("[other]\ntop = 1\n", "top", "2", "top = 2\n\n[other]\ntop = 1\n"),
        ("top = 1\n[set]\ntop = 2\n", "set.top", "3", "top = 1\n[set]\ntop = 3\n"),
        ("\ufeff[set]\r\na = 1\r\n", "top", "3", "\ufefftop = 3\r\n\r\n[set]\r\na = 1\r\n"),
        # only its writer knows how this is to go on
        ("set = {a = 3}\n", "set.a", "4", None),
        ("set = {a = 3}\n", "set.b", "4", None),
    ],
)
def test_edited(text: str, key: str, value: str | None, expected: str | None) -> None:
    assert edit(text, key, value) == expected
