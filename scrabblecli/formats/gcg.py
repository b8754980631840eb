"""GCG, the format in which recorded games are exchanged: forgiving to read, exact to write.

Lines that begin with ``>`` are entries, ``>player: rack move +points total``; lines that begin with ``#`` are pragmas. What
begins with neither goes on with the note before it. Files are in the encoding that they name, else in UTF-8, else in Latin-1.
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

__all__ = ["decode_game", "format_gcg", "is_encoding", "parse_gcg"]

_ENCODING = re.compile(rb"^(?:\xef\xbb\xbf)?#character-encoding[ \t]+([!-~]{1,40})", re.MULTILINE | re.IGNORECASE)
# what text is written in; others that Python knows read something else into it, or take for ever
_ENCODINGS = re.compile(
    r"utf-?(8|16|32)(-?(le|be|sig))?|(us-?)?ascii|latin-?[0-9]{1,2}|iso-?8859-?[0-9]{1,2}|(cp-?|windows-?|ibm-?)?[0-9]{3,4}"
    r"|mac-?(roman|latin2|greek|cyrillic|turkish|iceland)|koi8-?[rtu]|gb-?(2312|k|18030)|big5(-?hkscs)?|s(hift)?-?jis|euc-?(jp|kr)",
    re.IGNORECASE,
)
_MARKS = {Kind.WITHDRAWN: "--", Kind.CHALLENGE: "(challenge)", Kind.TIME: "(time)", Kind.NUMBER: ""}


def decode_game(data: bytes) -> str:
    r"""The text of a recorded game: in the encoding it names, else UTF-8, else Latin-1, which any bytes are.

    >>> decode_game(b"#player1 Ann Zo\xeb") == decode_game(b"#player1 Ann Zo\xc3\xab")
    True
    """
    named = _ENCODING.search(data[:2000].replace(b"\r", b"\n"))
    encodings = ["utf-8-sig", "latin-1"]
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encodings.insert(0, "utf-16")
    elif named and is_encoding(named[1].decode("ascii")):
        encodings.insert(0, named[1].decode("ascii"))
    for encoding in encodings:
        try:
            return data.decode(encoding).removeprefix("\ufeff")
        except (LookupError, ValueError):
            continue  # unknown, or not what it says
    raise AssertionError


def is_encoding(name: str) -> bool:
    """Whether a name is that of an encoding in which a game may be written."""
    import codecs  # few games name one

    if not _ENCODINGS.fullmatch(name.replace("_", "-")):
        return False
    try:
        codecs.lookup(name)
    except LookupError:
        return False
    return True


def parse_gcg(text: str, source: str = "") -> Transcript:
    """Read a game. Where it cannot be read the transcript ends, and its ``error`` has line, what stands there and what was expected.

    Raises DataError when it has no player.
    """
    return read_lines(_Reader(source), text, source, "no player: expected lines such as #player1 Ann Ann Smith")


class _Reader:
    """What has been read so far."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.players: dict[int, Player] = {}
        self.declared = False
        self.entries: list[Entry] = []
        self.pragmas: list[Pragma] = []
        self.notes: list[list[str]] = [[]]
        """The notes before the first entry, then those of each."""
        self.open: list[str] | None = None
        """Where a line without a mark goes: the notes of which the last is continued, or None after other lines."""
        self.blank = 0

    def read(self, line: str, number: int) -> None:
        if not line.strip():
            self.blank += 1
            return
        if line.startswith(">"):
            self._entry(line, number)
        elif line.startswith("#"):
            self._pragma(line, number)
        elif self.open:
            self.open[-1] += "\n" * (self.blank + 1) + line
        else:
            found = line.strip()[:40]
            raise NotationError(f"{found!r}: expected a line that begins with > (an entry) or # (a pragma), or a note continued")
        self.blank = 0

    def _entry(self, line: str, number: int) -> None:
        match = re.fullmatch(r">\s*([^\s:]+)\s*:(.*)", line)
        if match is None:
            raise NotationError(f"{line.strip()[:40]!r}: expected like >Ann: AEINRST 8D RETAINS +66 66")
        self.entries.append(parse_entry(match[2], self._player(match[1]), number))
        self.notes.append([])
        self.open = None

    def _player(self, nick: str) -> int:
        known = Transcript(tuple(self.players.values()))
        found = known.player(nick)
        if found is not None:
            return found
        if self.declared or len(self.players) == MOST_PLAYERS:
            raise NotationError(known.nobody(nick))
        self.players[len(self.players) + 1] = Player(nick)
        return len(self.players) - 1

    def _pragma(self, line: str, number: int) -> None:
        key, value = re.fullmatch(r"(\S*)[ \t]?(.*)", line[1:]).groups()  # type: ignore[union-attr]  # anything matches
        key = key.lower()
        self.open = None
        if key == "note":
            # character for character, as it stands there
            self.open = self.notes[-1]
            self.open.append(value)
        elif match := re.fullmatch(r"player([0-9]+)", key):
            self._declare(int(match[1]), value.split(None, 1))
        elif key == ENCODING:
            if value.strip() and not is_encoding(value.strip()):
                self.pragmas.append(Pragma(key, value.strip(), len(self.entries), number))
        else:
            self.pragmas.append(Pragma(key, value.strip(), len(self.entries), number))

    def _declare(self, place: int, names: list[str]) -> None:
        if not 1 <= place <= MOST_PLAYERS:
            raise NotationError(f"player {place}: expected players 1 to {MOST_PLAYERS}")
        if not names:
            raise NotationError(f"#player{place} has no name: expected like #player{place} Ann Ann Smith")
        if self.entries and not self.declared:
            return  # the entries have named the players already
        if place in self.players:
            raise NotationError(f"player {place} is named twice, first {self.players[place].nick!r}")
        if any(player.nick == names[0] for player in self.players.values()):
            raise NotationError(f"two players are called {names[0]!r}: entries could not tell them apart")
        if place != len(self.players) + 1:
            raise NotationError(f"player {place} comes before player {len(self.players) + 1}: expected them in order")
        self.declared = True
        self.players[place] = Player(names[0], names[1].strip() if len(names) > 1 else "")

    def transcript(self, error: DataError | None) -> Transcript:
        before, *of_entries = map(tuple, self.notes)
        entries = tuple(entry._replace(notes=notes) for entry, notes in zip(self.entries, of_entries, strict=True))
        return Transcript(tuple(self.players.values()), entries, tuple(self.pragmas), before, error)


def format_gcg(transcript: Transcript) -> str:
    r"""A game as GCG in UTF-8 with LF, which says so in its first line; `parse_gcg` reads the same transcript again.

    >>> print(format_gcg(parse_gcg("#player1 Ann Ann\n#player2 Bob Bob\n>Ann: AEINRST 8D RETAINS +66 66\n", "game.gcg")), end="")
    #character-encoding UTF-8
    #player1 Ann Ann
    #player2 Bob Bob
    >Ann: AEINRST 8D RETAINS +66 66
    """
    lines = ["#character-encoding UTF-8"]
    for number, player in enumerate(transcript.players, start=1):
        lines.append(f"#player{number} {player.nick} {player.name}".rstrip())
    for place in range(len(transcript.entries) + 1):
        if place:
            entry = transcript.entries[place - 1]
            text = f"({entry.text})" if entry.kind is Kind.LEFT else _MARKS.get(entry.kind, entry.text)
            parts = [f">{transcript.players[entry.player].nick}:", entry.rack or "", text, tail_text(entry)]
            lines.append(" ".join(part for index, part in enumerate(parts) if part or index == 1).rstrip())
        notes = transcript.entries[place - 1].notes if place else transcript.notes
        # lines before the notes, so that what a note goes on with is not taken for something of theirs
        pragmas = (one for one in transcript.pragmas if one.after == place and one.key != ENCODING)
        lines += [f"#{pragma.key} {pragma.value}".rstrip() for pragma in pragmas]
        # a line of a note that began like a pragma would become one
        lines += ["#note " + re.sub(r"\n(?=[#>])", "\n ", note) for note in notes]
    return "\n".join(lines) + "\n"
