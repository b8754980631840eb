"""The game text: a game as a person types it at the table, one line a turn.

::

    players: Ann, Bob
    8E BAWTIE
    9I FRIER
    Ann (AEJLNOS): L8 JEANS +40 62
    Bob: exch UV

A player's name may be left out where it is that player's turn, the rack, the points and the total always. Lines ``key: value``
say what GCG says in pragmas (``gcg: key value`` those that could be taken for something else), ``note:`` lines belong to the
entry before them and go on in lines that begin with three dots.
"""

from __future__ import annotations

import re

from scrabblecli.errors import DataError, NotationError
from scrabblecli.formats.transcript import (
    ENCODING,
    MOST_PLAYERS,
    Entry,
    Kind,
    Player,
    Pragma,
    Transcript,
    parse_entry,
    read_lines,
    tail_text,
)

__all__ = ["format_game_text", "parse_game_text"]

_KEY = re.compile(r"\s*([A-Za-z][A-Za-z0-9_-]*)\s*:\s*(.*?)\s*")
_ENTRY = re.compile(r"\s*(?:([^\s:(),]+)\s*(?:\(([^()]*)\))?\s*:\s*)?(.*?)\s*")
_GOES_ON = "..."
_MARKS = {Kind.WITHDRAWN: "off", Kind.CHALLENGE: "challenge", Kind.TIME: "time", Kind.NUMBER: ""}
_RESERVED = ("players", "note", "gcg")
_ANYWHERE = ("rack1", "rack2", "rack3", "rack4", "recycle", "forfeit", "incomplete")
"""What may stand between entries; elsewhere a name that is nobody's is a slip of the pen."""
_PLAY = r"(?:[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2})\s+[^\W\d]"
_EXPECTED = "expected an entry such as Ann: 8D RETAINS +66, or a line key: value"


def parse_game_text(text: str, source: str = "") -> Transcript:
    """Read a game. Where it cannot be read the transcript ends, and its ``error`` has line, what stands there and what was expected.

    Raises DataError when it names no players.
    """
    return read_lines(_Reader(), text, source, "no players: expected a line such as players: Ann, Bob")


class _Reader:
    """What has been read so far."""

    def __init__(self) -> None:
        self.players: list[Player] = []
        self.entries: list[Entry] = []
        self.pragmas: list[Pragma] = []
        self.notes: list[list[str]] = [[]]

    def read(self, line: str, number: int) -> None:
        stripped = line.strip()
        if stripped.startswith(_GOES_ON):
            if not self.notes[-1]:
                raise NotationError(f"{stripped[:40]!r} goes on with a note, but none stands before it")
            # one space is the separator, more belong to the note
            more = line.partition(_GOES_ON)[2].removeprefix(" ")
            self.notes[-1][-1] += f"\n{more if more.strip() else ''}"
        elif stripped and not stripped.startswith("#"):
            key = _KEY.fullmatch(line)
            if key and (key[1].lower() in _RESERVED or self._named(key[1]) is None):
                self._pragma(key[1], key[2], line, number)
            else:
                self._entry(line, number)

    def _named(self, name: str) -> int | None:
        """The player that a name before a colon means: a nickname, or the number of one."""
        if name.isascii() and name.isdigit() and 0 < int(name) <= len(self.players):
            return int(name) - 1
        return Transcript(tuple(self.players)).player(name)

    def _misspelled(self, name: str, value: str) -> bool:
        """Whether a line before all entries is rather the first of them, with a slip of the pen in the player's name."""
        return re.match(_PLAY, value) is not None and Transcript(tuple(self.players)).meant(name) is not None

    def _pragma(self, name: str, value: str, line: str, number: int) -> None:
        key = name.lower()
        if key == "note":
            self.notes[-1].append(line.partition(":")[2].removeprefix(" "))
        elif key == "gcg":
            named, _, rest = value.partition(" ")
            self.pragmas.append(Pragma(named.lower(), rest.strip(), len(self.entries), number))
        elif key == "players":
            if self.players:
                raise NotationError("the players are named twice")
            for player in value.split(","):
                self._declare(player.split(None, 1))
        elif match := re.fullmatch(r"player([0-9])", key):
            if int(match[1]) != len(self.players) + 1:
                raise NotationError(f"player {match[1]} stands where player {len(self.players) + 1} was expected")
            self._declare(value.split(None, 1))
        elif not self.players:
            # before them anything may stand that is no entry
            self.pragmas.append(Pragma(key, value, 0, number))
        elif key in _ANYWHERE or (not self.entries and not self._misspelled(name, value)):
            self.pragmas.append(Pragma(key, value, len(self.entries), number))
        else:
            raise NotationError(f"{Transcript(tuple(self.players)).nobody(name)}, or note")

    def _declare(self, names: list[str]) -> None:
        if not names:
            raise NotationError("a player has no name: expected like players: Ann, Bob")
        if len(self.players) == MOST_PLAYERS:
            raise NotationError(f"more than {MOST_PLAYERS} players")
        if any(player.nick == names[0] for player in self.players):
            raise NotationError(f"two players are called {names[0]!r}: entries could not tell them apart")
        self.players.append(Player(names[0], names[1].strip() if len(names) > 1 else ""))

    def _entry(self, line: str, number: int) -> None:
        if not self.players:
            raise NotationError(
                f"{line.strip()[:40]!r} stands before the players: expected first a line such as players: Ann, Bob"
            )
        match = _ENTRY.fullmatch(line)
        if match is None:
            raise NotationError(f"{line.strip()[:40]!r}: {_EXPECTED}")
        player = self._turn_of(match[3]) if match[1] is None else self._named(match[1])
        if player is None:
            raise NotationError(Transcript(tuple(self.players)).nobody(match[1]))
        rack = None if match[2] is None else "".join(match[2].split())
        entry = parse_entry(match[3], player, number, rack or None, with_rack=False)
        if self._is_number(entry):
            entry = entry._replace(kind=Kind.NUMBER, text="", points=int(entry.text))
        self.entries.append(entry)
        self.notes.append([])

    def _turn_of(self, text: str) -> int:
        """Whose entry it is that names nobody: the next player's, or of what belongs to a turn the last one's."""
        last = next((entry for entry in reversed(self.entries) if entry.kind in (Kind.MOVE, Kind.NUMBER)), None)
        if last is None:
            return 0
        belongs = re.match(r"--(\s|$)|\(|(off|challenge|time|left)\b", text, re.IGNORECASE)
        return last.player if belongs else (last.player + 1) % len(self.players)

    def _is_number(self, entry: Entry) -> bool:
        """Whether ``-3`` is points: on a sheet that has had only numbers so far, where no exchange can be meant."""
        alone = entry.kind is Kind.MOVE and entry.points is None and re.fullmatch(r"-[0-9]+", entry.text)
        return bool(alone and self.entries and all(other.kind is Kind.NUMBER for other in self.entries))

    def transcript(self, error: DataError | None) -> Transcript:
        before, *of_entries = (tuple(note.rstrip("\n") for note in notes) for notes in self.notes)
        entries = tuple(entry._replace(notes=notes) for entry, notes in zip(self.entries, of_entries, strict=True))
        return Transcript(tuple(self.players), entries, tuple(self.pragmas), before, error)


def _pragma_line(pragma: Pragma, transcript: Transcript) -> str:
    plain = _KEY.fullmatch(f"{pragma.key}: {pragma.value}") and transcript.player(pragma.key) is None
    if not plain or pragma.key in _RESERVED or (pragma.after and pragma.key not in _ANYWHERE):
        return f"gcg: {pragma.key} {pragma.value}".rstrip()
    return f"{pragma.key}: {pragma.value}".rstrip()


def _named(transcript: Transcript, player: int) -> str:
    """What an entry calls a player: the nickname, or the number where the nickname could be read as something else."""
    nick = transcript.players[player].nick
    taken = nick.lower() in _RESERVED or re.search(r"[:(),]", nick) or nick.isdigit() or nick.startswith(("#", "..."))
    return str(player + 1) if taken else nick


def format_game_text(transcript: Transcript) -> str:
    """A game as game text; `parse_game_text` reads the same transcript again."""
    players = transcript.players
    lines = []
    if any(player.name or re.search("[,]", player.nick) for player in players):
        lines += [f"player{number}: {player.nick} {player.name}".rstrip() for number, player in enumerate(players, start=1)]
    else:
        lines.append("players: " + ", ".join(player.nick for player in players))
    for place in range(len(transcript.entries) + 1):
        if place:
            entry = transcript.entries[place - 1]
            rack = f" ({entry.rack})" if entry.rack else ""
            if entry.kind is Kind.LEFT:
                text = f"({entry.text})"
            else:
                text = "pass" if entry.text == "-" else _MARKS.get(entry.kind, entry.text)
            parts = (f"{_named(transcript, entry.player)}{rack}:", text, tail_text(entry))
            lines.append(" ".join(part for part in parts if part))
        notes = transcript.entries[place - 1].notes if place else transcript.notes
        lines += [
            _pragma_line(pragma, transcript) for pragma in transcript.pragmas if pragma.after == place and pragma.key != ENCODING
        ]
        lines += [f"note: {note}".replace("\n", f"\n{_GOES_ON} ") for note in notes]
    return "\n".join(lines) + "\n"
