"""The record of a session of duplicate: what was dealt, what went on the board, and what one player answered.

::

    player: Ann
    seed: 7
    rules: wespa
    lexicon: enable 77a8b772
    balance: yes
    round	rack	best	best_score	move	score	seconds
    1	AEINRST	8D ANESTRI	66	8D RETAINS	66	12.5

Lines ``key: value`` first, then a line of headings and a line a round, with tabs between the columns. ``#`` begins a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from scrabblecli.errors import DataError, SettingError
from scrabblecli.formats.position import writable
from scrabblecli.plain import lines_of, printable
from scrabblecli.rules import DEFAULT_RULES, NO_SETTINGS, parse_assignment

__all__ = ["SessionRecord", "SessionRound", "format_session", "parse_session"]

_COLUMNS = ("round", "rack", "best", "best_score", "move", "score", "seconds")
_KEYS = ("player", "seed", "rules", "set", "lexicon", "balance", "time")
_HEADING = "\t".join(_COLUMNS)


class SessionRound(NamedTuple):
    """One round as text: ``move`` is empty where there was no answer, ``seconds`` None where nobody took the time.

    ``line`` is where it stands in its file.
    """

    rack: str
    best: str
    best_score: int
    move: str = ""
    score: int = 0
    seconds: float | None = None
    line: int = 0


class SessionRecord(NamedTuple):
    """A whole session. ``identity`` is that of the word list, ``time`` the seconds for a round, None without a clock."""

    player: str
    seed: int | None
    rules: str
    settings: Mapping[str, Any]
    lexicon: str
    identity: str
    balance: bool
    time: float | None
    rounds: tuple[SessionRound, ...]


def format_session(record: SessionRecord) -> str:
    """A session as text that `parse_session` reads again. Raises DataError for a name that a line cannot carry."""
    lines = ["# duplicate: scrabblecli game duplicate --replay FILE deals the same racks", f"player: {record.player}"]
    if record.seed is not None:
        lines.append(f"seed: {record.seed}")
    lines.append(f"rules: {writable(record.rules)}")
    lines += [f"set: {key}={json.dumps(value)}" for key, value in record.settings.items()]
    lines += [f"lexicon: {writable(record.lexicon)} {record.identity}", f"balance: {'yes' if record.balance else 'no'}"]
    if record.time is not None:
        lines.append(f"time: {record.time:g}")
    lines.append(_HEADING)
    for number, played in enumerate(record.rounds, start=1):
        seconds = "" if played.seconds is None else f"{played.seconds:.1f}"
        fields = (str(number), played.rack, played.best, str(played.best_score), played.move, str(played.score), seconds)
        lines.append("\t".join(fields))
    return "".join(f"{line}\n" for line in lines)


def parse_session(text: str, source: str = "") -> SessionRecord:
    """Read a session.

    Raises DataError with the line at fault and what was expected there.
    """
    found: dict[str, str] = {"player": "", "rules": DEFAULT_RULES, "lexicon": "", "balance": "yes"}
    settings: dict[str, Any] = {}
    rounds: list[SessionRound] = []
    heading = 0
    for number, line in enumerate(lines_of(text), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if heading:
            rounds.append(_round(line, len(rounds) + 1, source, number))
        elif line.rstrip() == _HEADING:
            heading = number
        else:
            _setting(line, found, settings, source, number)
    if not heading:
        raise DataError(f"not a session of duplicate: expected a line of headings {' '.join(_COLUMNS)}", source)
    name, _, identity = found["lexicon"].rpartition(" ")
    return SessionRecord(
        found["player"], int(found["seed"]) if "seed" in found else None, found["rules"], settings or NO_SETTINGS,
        name or identity, identity if name else "", found["balance"] == "yes", float(found["time"]) if "time" in found else None,
        tuple(rounds),
    )  # fmt: skip


def _setting(line: str, found: dict[str, str], settings: dict[str, Any], source: str, number: int) -> None:
    """A line ``key: value`` before the rounds."""
    match = re.fullmatch(r"\s*([a-z]+)\s*:\s*(.*?)\s*", line)
    if match is None or match[1] not in _KEYS:
        raise DataError(f"{printable(line.strip())[:40]!r}: expected one of {', '.join(_KEYS)}, or the headings", source, number)
    key, value = match[1], printable(match[2])
    if key == "set":
        try:
            name, setting = parse_assignment(match[2])
        except SettingError as error:
            raise DataError(str(error), source, number) from None
        settings[name] = setting
        return
    expected = {"seed": (r"[0-9]{1,18}", "a whole number"), "balance": ("yes|no", "yes or no"), "time": (r"[0-9]{1,5}(\.[0-9]+)?", "seconds")}  # fmt: skip
    pattern, what = expected.get(key, (r".+", "a value"))
    if not re.fullmatch(pattern, value):
        raise DataError(f"{key}: {value!r}: expected {what}", source, number)
    found[key] = value


def _round(line: str, place: int, source: str, number: int) -> SessionRound:
    """A line of the table."""
    fields = [printable(field.strip()) for field in line.split("\t")]
    if len(fields) == len(_COLUMNS) - 1:
        fields.append("")  # an editor may take the tab before nothing away
    if len(fields) != len(_COLUMNS):
        raise DataError(f"{len(fields)} columns: expected {' '.join(_COLUMNS)}, with tabs between them", source, number)
    _, rack, best, best_score, move, score, seconds = fields
    if fields[0] != str(place):
        raise DataError(f"round {fields[0]!r}: expected round {place}", source, number)
    for name, value in (("best_score", best_score), ("score", score)):
        if not re.fullmatch(r"[0-9]{1,6}", value):
            raise DataError(f"{name} {value!r}: expected a whole number", source, number)
    if not re.fullmatch(r"([0-9]{1,6}(\.[0-9]+)?)?", seconds):
        raise DataError(f"seconds {seconds!r}: expected a number", source, number)
    return SessionRound(rack, best, int(best_score), move, int(score), float(seconds) if seconds else None, number)
