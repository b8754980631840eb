"""Settles a recorded game: what the leftovers are worth beside what the file says of them, who wins, and the record to write."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from scrabblecli.endings import winners
from scrabblecli.formats.position import RuleChoice
from scrabblecli.formats.transcript import Entry, Kind, Pragma, Transcript, signed
from scrabblecli.game.record import Finding, Game, Row
from scrabblecli.game.referee import Ending, State, known_racks, settlement
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack

__all__ = ["close"]

_LEFTOVERS = ("double", "transfer", "subtract")


def close(game: Game, choice: RuleChoice) -> Game:
    """The game with its end settled: rows for the leftovers, those that were missing added, the winners, the record to write."""
    if game.error is None:
        game = _Closing(game, choice).settled()
    return game._replace(transcript=_written(game, choice))


class _Closing:
    """The end of one game."""

    def __init__(self, game: Game, choice: RuleChoice) -> None:
        self.game = game
        self.choice = choice
        self.entries = [entry for entry in game.transcript.entries if entry.kind is Kind.LEFT]
        self.findings: list[Finding] = []
        self.rows: list[Row] = []
        self.scores = list(game.state.scores)
        self.stated = list(game.stated)

    def settled(self) -> Game:
        game = self.game
        state = game.state
        ending = self._ending()
        if ending is None or not game.turns:
            return game
        state = state._replace(ending=ending)
        racks = self._racks(state)
        given_up = not self.entries and game.transcript.value("incomplete") is not None and ending.how != "target"
        if given_up:
            return game
        rules, changes = self._changes(state, racks)
        for entry in self.entries:
            self._settle(entry, None if changes is None else changes[entry.player])
        if changes is None:
            if not self.entries:
                self._find(None, "end", "the game is over, but which tiles were left is not known: no adjustment is made")
        else:
            counted = {entry.player for entry in self.entries}
            for player, points in enumerate(changes):
                if points and player not in counted:
                    self._add(player, points, racks, ending)
        turns = list(game.turns)
        turns[-1] = turns[-1]._replace(rows=(*turns[-1].rows, *self.rows))
        right, said = tuple(self.scores), tuple(self.stated)
        counted_scores, before = (right, state.scores) if game.recalculated else (said, _before(game, said, self.rows))
        won = winners(before, counted_scores)
        if ending.how == "forfeit":
            won = tuple(player for player in range(len(right)) if player != ending.player)
        return game._replace(
            rules=rules,
            turns=tuple(turns),
            findings=(*game.findings, *self.findings),
            ending=ending,
            scores=right,
            stated=said,
            winners=won,
        )

    def _ending(self) -> Ending | None:
        """Why the game is over: the referee knows, or the file says so by what it counts at the end."""
        ending = self.game.state.ending
        if ending is not None or not self.entries:
            return ending
        gained = next((entry.player for entry in self.entries if (entry.points or 0) > 0), None)
        return Ending("blocked") if gained is None else Ending("out", gained)

    def _racks(self, state: State) -> tuple[Rack | None, ...]:
        """What is left on each rack: what the referee knows, else what the file counts."""
        racks = list(known_racks(state))
        tiles = self.game.rules.tiles
        for entry in self.entries:
            # who gains counts the tiles of the others, who loses the own
            owner = 1 - entry.player if (entry.points or 0) > 0 and len(racks) == 2 else entry.player
            gains = (entry.points or 0) > 0
            if racks[owner] is None and not (gains and owner == entry.player):
                racks[owner] = Rack.parse(entry.text, tiles)
        ending = state.ending
        if ending is not None and ending.how == "out" and ending.player is not None and racks[ending.player] is None:
            # with more tiles in the set than the table had, the referee would have them draw on
            racks[ending.player] = Rack()
        return tuple(racks)

    def _changes(self, state: State, racks: Sequence[Rack | None]) -> tuple[RuleSet, tuple[int, ...] | None]:
        """The rules and what they change each score by.

        A file that names no rules shows by its last lines what its table did with leftovers.
        """
        rules = state.rules
        changes = settlement(state, racks)
        named = self.choice.name is not None or "leftovers" in self.choice.settings
        named = named or any(pragma.key in ("rules", "set") for pragma in self.game.transcript.pragmas)
        if changes is None or named or not self.entries:
            return rules, changes
        stated = [0] * len(racks)
        for entry in self.entries:
            stated[entry.player] += entry.points or 0
        for how in _LEFTOVERS:
            other = rules.with_settings({"leftovers": how})
            if tuple(stated) == settlement(state._replace(rules=other), racks) != changes:
                return other, tuple(stated)
        return rules, changes

    def _settle(self, entry: Entry, change: int | None) -> None:
        """The row of what the file counts at the end, beside what is right."""
        game = self.game
        stated = entry.points or 0
        points = stated if change is None else change
        before = self.stated[entry.player]
        total = before + stated if entry.total is None else entry.total
        self.scores[entry.player] += points
        self.stated[entry.player] = total
        if not game.recalculated:
            if stated != points:
                self._find(entry, "end", f"leftovers are recorded as {signed(stated)}, worth {signed(points)}", stated, points)
            elif total != before + stated:
                self._find(
                    entry,
                    "total",
                    f"the total is recorded as {total}, {before} and {stated} are {before + stated}",
                    total,
                    before + stated,
                )
        self.rows.append(
            Row(
                Kind.LEFT, entry.player, points, self.scores[entry.player], entry.points, entry.total,
                Rack.parse(entry.text, game.rules.tiles), entry.notes, entry.line,
            )
        )  # fmt: skip

    def _add(self, player: int, points: int, racks: Sequence[Rack | None], ending: Ending) -> None:
        """A row that the file should have."""
        game = self.game
        own = racks[player]
        if ending.how == "out" and ending.player == player:
            own = Rack([code for other, rack in enumerate(racks) if other != player for code in rack or ()])
        assert own is not None
        self.scores[player] += points
        text = own.text(game.rules.tiles.alphabet)
        name = game.players[player].nick
        if not game.recalculated:
            self.stated[player] += points
            self._find(None, "end", f"the line for the end is missing: {name} ({text}) {signed(points)} is added", "", points)
        self.rows.append(Row(Kind.LEFT, player, points, self.scores[player], rack=own, added=True))

    def _find(self, entry: Entry | None, what: str, message: str, stated: object = "", right: object = "") -> None:
        game = self.game
        place = "" if entry is None else f"line {entry.line}, end ({game.players[entry.player].nick}): " if entry.line else ""
        player, line = (None, 0) if entry is None else (entry.player, entry.line)
        self.findings.append(Finding(what, len(game.turns), player, line, f"{place}{message}", str(stated), str(right)))


def _before(game: Game, after: Sequence[int], rows: Sequence[Row]) -> tuple[int, ...]:
    """The stated totals before the leftovers were counted."""
    scores = list(after)
    for row in rows:
        scores[row.player] -= row.points if row.stated_points is None else row.stated_points
    return tuple(scores)


def _written(game: Game, choice: RuleChoice) -> Transcript:
    """The record with moves in their one spelling, numbers filled in, and lines that were missing."""
    transcript = game.transcript
    entries = list(_entries(game))
    pragmas = transcript.pragmas
    if game.recalculated:
        # the numbers are those of other rules, and the file must say so
        rules = game.rules
        pragmas = tuple(pragma for pragma in pragmas if pragma.key not in ("rules", "set"))
        overrides = {key: value for key, value in rules.overrides.items() if key != "players"}
        pragmas += tuple(Pragma("set", f"{key}={json.dumps(value)}") for key, value in overrides.items())
        if choice.name is not None:
            pragmas += (Pragma("rules", rules.origin),)
    return transcript._replace(entries=tuple(entries), pragmas=pragmas)


def _entries(game: Game) -> Iterator[Entry]:
    """The entries of the record in their order, as they are to be written."""
    texts = iter([turn.text for turn in game.turns])
    sheet = iter(game.rows)
    totals = [0] * len(game.players)
    for entry in game.transcript.entries:
        row = next(sheet, None)
        if row is None:
            yield entry  # the end of a game that could not be followed that far
            continue
        if entry.kind in (Kind.MOVE, Kind.NUMBER):
            entry = entry._replace(text=next(texts))
        points, total = row.points, row.total
        if not game.recalculated:
            # a play counted wrongly went off as it was counted, also where the record does not say so
            stated = row.stated_points if entry.points is None else entry.points
            points = points if stated is None else stated
            total = totals[entry.player] + points if entry.total is None else entry.total
        totals[entry.player] = total
        yield entry._replace(points=points, total=total)
    for row in sheet:
        text = "" if row.rack is None else row.rack.text(game.rules.tiles.alphabet)
        total = row.total if game.recalculated else totals[row.player] + row.points
        totals[row.player] = total
        yield Entry(row.player, row.kind, text, None, row.points, total)
