"""Which word list is in force where a person, a file and the rules may each name one."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from scrabblecli.errors import DataError
from scrabblecli.folders import is_readable
from scrabblecli.lexicon.cache import packaged_names, unknown_list
from scrabblecli.rules import RuleSet

__all__ = ["WantedList"]


class WantedList(NamedTuple):
    """The list that somebody asked for, a name or the path of a file; where it ``wins`` over a file's, it does so always.

    ``advice`` ends the warning about a list that is not here.
    """

    asked: str | None = None
    wins: bool = True
    advice: str = ""

    def name(self, rules: RuleSet, in_file: str | None, lenient: str, warn: Callable[[str], None]) -> str | None:
        """What names the word list for some rules, None where nothing does.

        With ``lenient``, which says what names one in the file, a list that the file names and that is not here is only a warning.
        """
        if self.wins and self.asked is not None:
            return self.asked
        if in_file is not None and (not lenient or _is_here(in_file)):
            if os.path.exists(in_file) and not is_readable(in_file):
                raise DataError("is no regular file: expected a word list", in_file)
            return in_file
        name = self.asked or _of_rules(rules)
        if in_file is not None:
            warn(f"unknown word list {in_file!r} ({lenient}): {name or 'none'} is used{self.advice}")
        return name


def _is_here(name: str) -> bool:
    from scrabblecli.lexicon.store import find_installed

    return name in packaged_names() or is_readable(name) or find_installed(name) is not None


def _of_rules(rules: RuleSet) -> str | None:
    """The word list of some rules: what a rule file elsewhere names without a path is no file of the current folder."""
    name = rules.lexicon
    if name and os.path.dirname(rules.origin) and not os.path.dirname(name):
        from scrabblecli.lexicon.store import find_installed

        if name not in packaged_names() and find_installed(name) is None:
            raise unknown_list(name)
    return name
