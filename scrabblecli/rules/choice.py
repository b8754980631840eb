"""Which rules apply where a command line, a file and a default may each name some."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from scrabblecli.rules import DEFAULT_RULES, NO_SETTINGS, RuleSet, load_rules

__all__ = ["RuleChoice"]


class RuleChoice(NamedTuple):
    """Which rules a command wants: a name given on the command line wins over the file's, settings win over both.

    ``name`` is None when no rule set was asked for; ``default`` is used when the file names none either, with
    ``default_settings`` changed in it. Rules that are ``given`` ready made win over all names.
    """

    name: str | None = None
    settings: Mapping[str, Any] = NO_SETTINGS
    default: str = DEFAULT_RULES
    default_settings: Mapping[str, Any] = NO_SETTINGS
    given: RuleSet | None = None

    def resolve(
        self, in_file: str | None = None, file_settings: Mapping[str, Any] | None = None, folder: str | None = None
    ) -> RuleSet:
        """The rule set for a file that names one (or None) and changes some settings.

        ``folder`` is where the file lies: a rule file it names is looked for there first. Raises SettingError, DataError.
        """
        if self.given is not None:
            return _changed(self.given, self.settings)
        name = self.name if self.name is not None else in_file or self.default
        if self.name is None and in_file is not None and in_file.endswith(".toml") and folder is not None:
            beside = os.path.join(folder, in_file)
            if os.path.isfile(beside):
                name = beside
        rules = load_rules(name)
        if self.name is None and not in_file:
            rules = _changed(rules, self.default_settings)
        if self.name is None and file_settings:
            rules = _changed(rules, file_settings)
        return _changed(rules, self.settings)


_CHANGED: dict[str, tuple[RuleSet, RuleSet]] = {}


def _changed(rules: RuleSet, settings: Mapping[str, Any]) -> RuleSet:
    """Rules with settings changed; the same object for the same changes, so that thousands of positions share one."""
    if not settings:
        return rules
    key = f"{id(rules)} {sorted(settings.items())!r}"
    if key not in _CHANGED:
        if len(_CHANGED) > 1000:
            _CHANGED.clear()
        # the rules are kept beside the result, so that their id stays theirs
        _CHANGED[key] = (rules, rules.with_settings(settings))
    return _CHANGED[key][1]
