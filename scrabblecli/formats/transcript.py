"""A recorded game as its file states it: players, entries line by line, notes and everything else that stands there.

Nothing here is judged or added up: a transcript is what somebody wrote down, and `scrabblecli.game.record` follows it. The GCG
and the game text of this program are two notations of one transcript.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sized
from enum import Enum
from typing import NamedTuple, Protocol

from scrabblecli.errors import DataError, NotationError
from scrabblecli.plain import lines_of

__all__ = [
    "ENCODING",
    "MOST_PLAYERS",
    "Entry",
    "Kind",
    "Player",
    "Pragma",
    "Transcript",
    "parse_entry",
    "read_lines",
    "signed",
    "tail_text",
]

MOST_PLAYERS = 4
ENCODING = "character-encoding"
"""The key of the line that names the encoding of a file; what is written says itself what it is in."""
_SQUARE = r"[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2}"
_POINTS = r"[+-]{1,2}[0-9]{1,6}"
_TOTAL = r"[+-]?[0-9]{1,6}"
_WORDS = {"off": "--", "challenge": "(challenge)", "time": "(time)", "pass": "-"}
"""How a person types what GCG has marks for."""
_EXCHANGES = ("exch", "exchange", "xch", "swap")
_AFTER_WORD = {**dict.fromkeys(_EXCHANGES, "-{}"), "left": "({})"}
EXPECTED = "expected a move such as 8D RETAINS, -AEI, - or --, then its score and the total, such as +22 62"


class Kind(Enum):
    """What an entry of a record is."""

    MOVE = "move"
    WITHDRAWN = "withdrawn"
    """The play before it was challenged off the board."""
    CHALLENGE = "challenge"
    """Points for a challenge that was wrong."""
    TIME = "time"
    LEFT = "left"
    """What tiles left at the end are worth to a player."""
    NUMBER = "number"
    """Points without a move, as a pure score sheet has them."""


class Player(NamedTuple):
    """A player: ``nick`` is the one word that entries name, ``name`` the whole name, perhaps empty."""

    nick: str
    name: str = ""

    @property
    def shown(self) -> str:
        """The whole name where it is known."""
        return self.name or self.nick


class Entry(NamedTuple):
    """One entry: ``text`` is the move, or the tiles that were left; ``rack`` what is stated of the rack.

    ``points`` and ``total`` are None where nothing is stated; ``comment`` is what stands behind them.
    """

    player: int
    kind: Kind
    text: str = ""
    rack: str | None = None
    points: int | None = None
    total: int | None = None
    comment: str = ""
    notes: tuple[str, ...] = ()
    line: int = 0


class Pragma(NamedTuple):
    """A line with a key and a value; ``after`` is how many entries stand before it."""

    key: str
    value: str
    after: int = 0
    line: int = 0


class Transcript(NamedTuple):
    """A whole record. ``error`` says where reading had to stop; what stands before is sound."""

    players: tuple[Player, ...]
    entries: tuple[Entry, ...] = ()
    pragmas: tuple[Pragma, ...] = ()
    notes: tuple[str, ...] = ()
    error: DataError | None = None

    def value(self, key: str) -> str | None:
        """The value of the first line with a key, None when there is none."""
        return next((pragma.value for pragma in self.pragmas if pragma.key == key), None)

    def values(self, key: str) -> Iterator[Pragma]:
        """Every line with a key."""
        return (pragma for pragma in self.pragmas if pragma.key == key)

    def player(self, nick: str) -> int | None:
        """The number, from 0, of the player with a nickname, in either letter case; None when nobody is called so."""
        names = [player.nick for player in self.players]
        if nick in names:
            return names.index(nick)
        folded = [name.casefold() for name in names]
        return folded.index(nick.casefold()) if folded.count(nick.casefold()) == 1 else None

    def nobody(self, nick: str) -> str:
        """That nobody is called so, who may be meant, and who there is."""
        near = self.meant(nick)
        hint = ":" if near is None else f"; did you mean {near!r}?"
        return f"{nick!r} is no player of this game{hint} expected one of {', '.join(player.nick for player in self.players)}"

    def meant(self, nick: str) -> str | None:
        """The nickname that one which nobody has is nearest to, None when it is near none."""
        import difflib

        names = {player.nick.casefold(): player.nick for player in self.players}
        near = difflib.get_close_matches(nick.casefold(), list(names), n=1)
        return names[near[0]] if near else None

    def without_lines(self) -> Transcript:
        """The same record wherever its lines stand in a file."""
        return self._replace(
            entries=tuple(entry._replace(line=0) for entry in self.entries),
            pragmas=tuple(pragma._replace(line=0) for pragma in self.pragmas),
        )


class LineReader(Protocol):
    """What reads one notation of a game, line by line; NotationError says what cannot be read."""

    @property
    def players(self) -> Sized:
        """The players named so far."""

    def read(self, line: str, number: int) -> None:
        """Read a line."""

    def transcript(self, error: DataError | None) -> Transcript:
        """What was read."""


def read_lines(reader: LineReader, text: str, source: str, nobody: str) -> Transcript:
    """Read a game up to the first line that cannot be read.

    Raises DataError when it names no players; ``nobody`` says so.
    """
    error = None
    for number, line in enumerate(lines_of(text.removeprefix("\ufeff")), start=1):
        try:
            reader.read(line, number)
        except NotationError as fault:
            error = DataError(str(fault), source, number)
            break
    if not reader.players:
        raise error or DataError(nobody, source)
    return reader.transcript(error)


def signed(points: int) -> str:
    """Points as records have them: ``+22``, ``-10``, ``+0``."""
    return f"{points:+d}"


def tail_text(entry: Entry) -> str:
    """What stands behind the move: points, total, comment."""
    parts = [] if entry.points is None else [signed(entry.points)]
    if entry.kind is Kind.NUMBER and entry.total is None and parts[0][0] == "-":
        parts[0] = f"+{parts[0]}"  # -3 alone would be an exchange
    if entry.points is not None and entry.total is not None:
        parts.append(str(entry.total))
    return " ".join([*parts, entry.comment] if entry.comment else parts)


def parse_entry(text: str, player: int, line: int, rack: str | None = None, with_rack: bool = True) -> Entry:
    """Read an entry without its player: ``[rack] move points total [comment]``.

    With ``with_rack`` False the rack does not stand there: the game text has it elsewhere. Points of a move, or of one withdrawn, may be missing, in the
    game text all points.

    Raises NotationError with what was expected.
    """
    tokens = text.split()
    if not tokens:
        raise NotationError(f"nothing stands behind the player: {EXPECTED}")
    if with_rack and not _begins_move(tokens[0]):
        rack, *tokens = tokens
        if not tokens:
            raise NotationError(f"{text.strip()!r} has no move: {EXPECTED}")
    kind, move, tokens = _move(tokens, not with_rack)
    may_lack = kind in (Kind.MOVE, Kind.WITHDRAWN) or not with_rack
    points = total = None
    if tokens and re.fullmatch(rf"{_POINTS}|[0-9]{{1,6}}", tokens[0]):
        points = int(tokens.pop(0).replace("+-", "-").replace("--", "-").lstrip("+"))
        if tokens and re.fullmatch(_TOTAL, tokens[0]):
            total = int(tokens.pop(0))
    elif tokens or not may_lack:
        found = f"{tokens[0]!r} stands" if tokens else "nothing stands"
        raise NotationError(f"{found} behind {move or kind.value!r}: expected its score, such as +22, and the total")
    return Entry(player, kind, move, rack, points, total, " ".join(tokens), line=line)


def _begins_move(token: str) -> bool:
    # in capitals these may be tiles
    word = token in ("pass", *_EXCHANGES)
    return word or token[0] in "+-(" or token[0].isdigit() or re.fullmatch(_SQUARE, token) is not None


def _move(tokens: list[str], typed: bool) -> tuple[Kind, str, list[str]]:
    """The kind and the text of what the first tokens say, and the tokens behind it; a person has ``typed`` -3 for an exchange."""
    first, *rest = tokens
    # where no square stands before a word in capitals, GCG lacks it rather than means this
    word = "" if first.isupper() and not typed else first.lower()
    if word in _WORDS:
        first = _WORDS[word]
    elif word in _AFTER_WORD:
        if not rest:
            raise NotationError(f"{first!r} names no tiles: {EXPECTED}")
        first = _AFTER_WORD[word].format(rest.pop(0))
    if first == "--":
        return Kind.WITHDRAWN, "", rest
    if first.startswith("("):
        inside = first.strip("()")
        if inside.lower() == "challenge":
            return Kind.CHALLENGE, "", rest
        # in capitals these may be tiles
        if inside in ("time", "Time"):
            return Kind.TIME, "", rest
        if not first.endswith(")"):
            raise NotationError(f"{first!r}: expected tiles in parentheses, (challenge) or (time)")
        return Kind.LEFT, inside, rest
    number = re.fullmatch(rf"{_POINTS}|[0-9]{{1,6}}", first)
    if number and first[0] != "-":
        return Kind.NUMBER, "", tokens
    # -3 is an exchange where the score of one follows it
    if number and not (rest and rest[0][0] == "+") and (rest or first[:2] == "--" or not typed):
        return Kind.NUMBER, "", tokens
    if first[0] == "-":
        return Kind.MOVE, first, rest
    if re.fullmatch(_SQUARE, first):
        if not rest or re.fullmatch(_POINTS, rest[0]):
            raise NotationError(f"{first!r} has no word behind it: expected like {first} RETAINS")
        return Kind.MOVE, f"{first} {rest[0]}", rest[1:]
    raise NotationError(f"{first!r} is no move: {EXPECTED}")
