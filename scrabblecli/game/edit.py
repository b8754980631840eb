"""A record changed at the table: an entry more, the last one taken back, a turn corrected. Each makes a new transcript."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from unicodedata import category

from scrabblecli.errors import DataError, NotationError
from scrabblecli.folders import replace_file
from scrabblecli.formats.detect import detect
from scrabblecli.formats.gametext import format_game_text
from scrabblecli.formats.gcg import format_gcg
from scrabblecli.formats.transcript import MOST_PLAYERS, Entry, Kind, Player, Pragma, Transcript
from scrabblecli.tiles import BLANK, TileSet

__all__ = ["amended", "check_line", "draw_for_start", "named_players", "save_game", "with_entry", "with_pragma", "without_last"]


def check_line(text: str, what: str, kept: str = "") -> str:
    r"""The same text, which is to stand on a line of a record; some control characters may be ``kept``.

    Raises NotationError for a control character, which would end the line or stand unseen in it.

    >>> check_line("a\nb", "note")
    Traceback (most recent call last):
    scrabblecli.errors.NotationError: note 'a\nb': the control character U+000A cannot stand in a record
    """
    for character in text:
        if character not in kept and category(character) in ("Cc", "Cs", "Zl", "Zp"):
            raise NotationError(f"{what} {text!r}: the control character U+{ord(character):04X} cannot stand in a record")
    return text


def named_players(names: str) -> tuple[Player, ...]:
    """Players by their names, with commas between them; a space ends the short name by which entries call a player.

    Raises NotationError for too few or too many, for two of the same name, and for control characters.
    """
    check_line(names, "players")
    players = []
    for name in names.split(","):
        words = name.split()
        if not words:
            raise NotationError(f"players {names!r}: a name is missing: expected like Ann,Bob")
        players.append(Player(words[0], name.strip() if len(words) > 1 else ""))
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise NotationError(f"players {names!r}: expected 2 to {MOST_PLAYERS} names with commas between them")
    if len({player.nick.casefold() for player in players}) < len(players):
        raise NotationError(f"players {names!r}: two begin with the same name, entries could not tell them apart")
    if any(set(player.nick) & set(":(),") for player in players):
        raise NotationError(f"players {names!r}: a name cannot have any of : ( ) ,")
    return tuple(players)


def draw_for_start(players: Sequence[Player], tiles: TileSet, random: Random) -> tuple[int, list[list[int]]]:
    """Who starts, and what everybody drew round by round: a tile each, a blank before A; who ties for first draws again."""
    bag = [code for code, count in enumerate(tiles.counts) for _ in range(count)]
    rounds: list[list[int]] = []
    left = list(range(len(players)))
    while len(left) > 1:
        drawn = random.sample(bag, len(left))
        of_all = [-1] * len(players)
        for player, code in zip(left, drawn, strict=True):
            of_all[player] = code
        rounds.append(of_all)
        # the code of a blank is below that of every letter
        assert BLANK == 0
        left = [player for player, code in zip(left, drawn, strict=True) if code == min(drawn)]
    return left[0], rounds


def _open_end(transcript: Transcript) -> Transcript:
    """The record without what was counted at its end, which follows from the rest."""
    entries = transcript.entries
    while entries and entries[-1].kind is Kind.LEFT:
        entries = entries[:-1]
    return _cut(transcript, len(entries))


def _cut(transcript: Transcript, count: int) -> Transcript:
    """The first entries of a record; what stood behind them and belongs to none stays."""
    pragmas = [
        pragma._replace(after=min(pragma.after, count))
        for pragma in transcript.pragmas
        if pragma.after <= count or pragma.key not in ("forfeit", "recycle")
    ]
    return transcript._replace(entries=transcript.entries[:count], pragmas=tuple(pragmas))


def with_entry(transcript: Transcript, entry: Entry) -> Transcript:
    """The record with an entry more."""
    opened = _open_end(transcript)
    # racks stated for the end are no longer those of the end
    pragmas = tuple(pragma for pragma in opened.pragmas if not _is_rack(pragma.key) or entry.kind is not Kind.MOVE)
    return opened._replace(entries=(*opened.entries, entry), pragmas=pragmas)


def _is_rack(key: str) -> bool:
    return key[:4] == "rack" and key[4:].isdigit()


def with_pragma(transcript: Transcript, key: str, value: str = "") -> Transcript:
    """The record with a line more behind its last entry; a rack replaces the one stated before."""
    pragmas = tuple(pragma for pragma in transcript.pragmas if pragma.key != key or not _is_rack(key))
    return transcript._replace(pragmas=(*pragmas, Pragma(key, value, len(transcript.entries))))


def without_last(transcript: Transcript) -> tuple[Transcript, Entry]:
    """The record without its last entry, and that entry; what was counted at the end goes with it.

    Raises DataError when there is none.
    """
    opened = _open_end(transcript)
    if not opened.entries:
        raise DataError("nothing to undo: the game has no entry")
    return _cut(opened, len(opened.entries) - 1), opened.entries[-1]


def amended(transcript: Transcript, number: int, entry: Entry) -> Transcript:
    """The record with the entry of a turn replaced; later totals are left to be added up again.

    Raises DataError when there is no such turn.
    """
    entries = list(_open_end(transcript).entries)
    turns = [place for place, other in enumerate(entries) if other.kind in (Kind.MOVE, Kind.NUMBER)]
    if not 1 <= number <= len(turns):
        raise DataError(f"no turn {number}: the game has {len(turns)}")
    place = turns[number - 1]
    old = entries[place]
    entries[place] = entry._replace(player=old.player, notes=old.notes + entry.notes, line=old.line)
    for later in range(place + 1, len(entries)):
        other = entries[later]
        points = None if other.kind is Kind.WITHDRAWN and (number == len(turns) or later < turns[number]) else other.points
        entries[later] = other._replace(points=points, total=None)
    return _open_end(transcript)._replace(entries=tuple(entries))


def save_game(transcript: Transcript, path: str, like: str | None = None) -> None:
    """Write a record over a file, whole or not at all. ``like`` is a text whose notation is kept.

    Raises DataError when it cannot be written.
    """
    gcg = path.lower().endswith(".gcg") if like is None else detect(like) == "gcg"
    content = format_gcg(transcript) if gcg else format_game_text(transcript)
    replace_file(path, content.encode("utf-8"))
