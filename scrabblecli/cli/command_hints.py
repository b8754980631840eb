"""Which command somebody means who types one that there is not: one of another name, or one that stands in another group."""

from __future__ import annotations

import difflib
from collections.abc import Collection

import click

__all__ = ["hint"]

_OTHER_NAMES = {
    "": {
        "anagrams": "words anagram",
        "bag": "unseen",
        "best": "solve",
        "challenge": "check --challenge",
        "dictionary": "lexicon",
        "draw": "board",
        "find": "solve",
        "generate": "solve",
        "grade": "analyze",
        "judge": "check",
        "move": "play",
        "settings": "config",
        "tiles": "unseen",
        "valid": "check",
        "validate": "check",
        "version": "--version",
        "wordlist": "lexicon",
    },
    "config": {"edit": "config set", "get": "config show", "list": "config show", "remove": "config unset"},
    "game": {
        "analyse": "game review",
        "analyze": "game review",
        "edit": "game amend",
        "grade": "game review",
        "start": "game new",
    },
    "lexicon": {
        "add": "lexicon build",
        "compare": "lexicon diff",
        "default": "config set lexicon",
        "delete": "lexicon remove",
        "import": "lexicon build",
        "install": "lexicon build",
        "replace": "lexicon build --replace",
        "set": "config set lexicon",
        "show": "lexicon info",
        "update": "lexicon build --replace",
        "use": "config set lexicon",
    },
    "rules": {"compare": "rules diff", "info": "rules show"},
    "words": {"find": "words pattern", "search": "words pattern"},
}
"""What the same thing is called elsewhere, by group, and what it is called here."""
_NEAR = 0.7


def hint(word: str, names: Collection[str], ctx: click.Context, kinds: str = "commands") -> str:
    """How the message about a command that there is not goes on: ``; did you mean 'game review'?``, or the commands there are."""
    found = _meant(word, names, ctx)
    if not found:
        return f"; {kinds} are {', '.join(names)}"
    *others, last = map(repr, found)
    return f"; did you mean {', '.join(others)}{' or ' if others else ''}{last}?"


def _meant(word: str, names: Collection[str], ctx: click.Context) -> list[str]:
    lowered = word.lower()
    group = ctx.info_name or "" if ctx.parent else ""
    if lowered in _OTHER_NAMES.get(group, {}):
        return [_OTHER_NAMES[group][lowered]]
    others = _elsewhere(ctx, group)
    same = [path for path in others if path.rpartition(" ")[2] == lowered]
    if near := difflib.get_close_matches(lowered, names, n=1, cutoff=0.6 if ctx.parent and not same else _NEAR):
        return near
    if same:
        return same
    last = {path.rpartition(" ")[2]: path for path in others}
    return [last[name] for name in difflib.get_close_matches(lowered, list(last), n=1, cutoff=_NEAR)]


def _elsewhere(ctx: click.Context, group: str) -> list[str]:
    """Every command outside of a group, by its whole name."""
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    found = []
    for name in root.command.list_commands(root):
        command = root.command.get_command(root, name)
        if name != group:
            found += [f"{name} {inner}" for inner in command.list_commands(root)] if isinstance(command, click.Group) else [name]
    return found
