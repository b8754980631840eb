"""Follows a transcript entry by entry under the rules of its table, and says where it does not add up."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from scrabblecli.errors import DataError, NotationError, ScrabbleError, place_text
from scrabblecli.folders import is_readable, lies_in
from scrabblecli.formats.cgp import rules_of
from scrabblecli.formats.gcg import is_encoding
from scrabblecli.formats.position import Position, RuleChoice, tiles_on_board
from scrabblecli.formats.transcript import ENCODING, Entry, Kind, Player, Pragma, Transcript, signed
from scrabblecli.game.challenge import challenge_outcome
from scrabblecli.game.closing import close
from scrabblecli.game.record import Finding, Game, RecordedTurn, Row
from scrabblecli.game.referee import Ending, State, advance, award, forfeit, known_racks, recycle, replaced, start, withdraw
from scrabblecli.lexicon.cache import packaged_names
from scrabblecli.lexicon.store import find_installed
from scrabblecli.move import Exchange, Move, Pass, Play, StatedPlay, as_stated, format_move, kept, parse_move
from scrabblecli.plain import printable
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import PlayScore, examine, score_play
from scrabblecli.squares import Square
from scrabblecli.tiles import BLANK, Alphabet, Rack

__all__ = ["record_text", "replay", "rules_of_game"]

_OPCODES = {"game-type": "var", "board-layout": "bdn", "letter-distribution": "ld", "rules": "rules"}
"""Which lines of a record say what an opcode of CGP says."""
_NOBODY = Player("Player2")
"""Who plays against the only player that a record names."""


def rules_of_game(transcript: Transcript, choice: RuleChoice, source: str, warnings: list[str]) -> RuleSet:
    """The rules a game was played under: the command line's, the file's, or the default, for as many players as it has.

    Raises DataError, which names the line, for rules that are unknown.
    """
    lines = [pragma for pragma in transcript.pragmas if pragma.key in _OPCODES or pragma.key == "set"]
    players = len(transcript.players)
    try:
        return _rules_by(lines, players, choice, source, warnings)
    except ScrabbleError:
        # which line it is shows when they are taken one after the other, a setting after the set that it changes
        lines.sort(key=lambda pragma: pragma.key == "set")
        for count, pragma in enumerate(lines, start=1):
            try:
                _rules_by(lines[:count], players, choice, source, [])
            except DataError as error:
                if not error.source:
                    raise DataError(error.reason, source, pragma.line) from None
                named_by = place_text(source, pragma.line)
                raise DataError(f"{error.reason} (named by {named_by})", error.source, error.line) from None
            except ScrabbleError as error:
                raise DataError(str(error), source, pragma.line) from None
        raise


def _rules_by(lines: Iterable[Pragma], players: int, choice: RuleChoice, source: str, warnings: list[str]) -> RuleSet:
    """The rules that lines of a record ask for, for so many players."""
    opcodes = {_OPCODES[pragma.key]: printable(pragma.value) for pragma in lines if pragma.key in _OPCODES}
    if "var" in opcodes:
        opcodes["var"] = opcodes["var"].lower()
    opcodes |= {f"set {pragma.value}": pragma.value for pragma in lines if pragma.key == "set"}
    folder = os.path.dirname(source) if source not in ("", "-") else None
    rules = rules_of(opcodes, choice, warnings, "line", folder)
    return rules if rules.players == players else rules.with_settings({"players": players})


def record_text(move: Move, alphabet: Alphabet) -> str:
    """A move as records write it.

    >>> record_text(Exchange(None, 3), Alphabet("AB")), record_text(Pass(), Alphabet("AB"))
    ('-3', '-')
    """
    if isinstance(move, Pass):
        return "-"
    if isinstance(move, Exchange) and move.tiles is not None:
        return f"-{Rack(move.tiles).text(alphabet)}"
    return format_move(move, alphabet)


def replay(transcript: Transcript, choice: RuleChoice, source: str = "") -> Game:
    """Follow a game under the rules that ``choice`` gives it.

    Where an entry cannot be followed the game ends before it and has its ``error``.

    Raises DataError when not even the rules are known.
    """
    warnings: list[str] = []
    if len(transcript.players) == 1:
        warnings.append(f"only one player is named: the other is called {_NOBODY.nick}")
        transcript = transcript._replace(players=(*transcript.players, _NOBODY))
    rules = rules_of_game(transcript, choice, source, warnings)
    follower = _Follower(transcript, rules, choice, source)
    for pragma in transcript.values(ENCODING):
        if not is_encoding(pragma.value):
            name = printable(pragma.value[:40])
            warnings.append(
                f"line {pragma.line}: {name!r} is no encoding that games are read in: this one was read as UTF-8 or Latin-1"
            )
    for message in warnings:
        follower.find("rules", message)
    error = transcript.error
    unfollowed = 0 if error is None else None
    for index, entry in enumerate(transcript.entries):
        try:
            follower.follow(index, entry)
        except ScrabbleError as fault:
            error = DataError(fault.reason if isinstance(fault, DataError) else str(fault), source, entry.line)
            if unfollowed is not None:
                unfollowed = sum(other.kind in (Kind.MOVE, Kind.NUMBER) for other in transcript.entries[index:])
            transcript = transcript._replace(entries=transcript.entries[:index])
            break
    return close(follower.game(transcript, error)._replace(unfollowed=unfollowed), choice)


class _Follower:
    """What is known of a game up to some entry."""

    def __init__(self, transcript: Transcript, rules: RuleSet, choice: RuleChoice, source: str) -> None:
        self.rules = rules
        self.players = transcript.players
        self.pragmas = transcript.pragmas
        self.choice = choice
        self.source = source
        self.recalculated = choice.name is not None or bool(choice.settings)
        self.state = start(rules)
        self.before: State | None = None
        """The state before the last play, to which a challenge may go back."""
        self.stated = [0] * len(self.players)
        """The running totals as the file states them; where it states none, what it states adds up to."""
        self.turns: list[RecordedTurn] = []
        self.findings: list[Finding] = []
        self.lexicon = self._lexicon_of(transcript)
        self.left: list[tuple[Rack, int] | None] = [None] * len(self.players)
        """What each player is known to have kept, and after which turn."""
        self.overused: set[int] = set()
        self.ended: tuple[int, int] | None = None
        """Where the game stands ended: the place of the entry that did it, and how many scoreless turns in a row there were then."""
        self.ended_before: tuple[int, int] | None = None
        """The same before the last turn, to which a challenge may go back."""

    def _lexicon_of(self, transcript: Transcript) -> str | None:
        """The word list that a record names: a file beside it, or a name."""
        named = printable(transcript.value("lexicon") or "")
        folder = "" if self.source == "-" else os.path.dirname(self.source)
        beside = os.path.join(folder, named)
        if named and (not self.choice.confined or lies_in(folder, named)) and is_readable(beside):
            return beside
        outside = self.choice.confined and (os.path.basename(named) != named or os.path.lexists(named))
        if outside and named not in packaged_names() and find_installed(named) is None:
            self.find(
                "rules", f"the word list {named!r} (line lexicon) is no list here and no file beside the game: it is not used"
            )
            return None
        return named or None

    # what is odd

    def find(self, what: str, message: str, entry: Entry | None = None, stated: object = "", right: object = "") -> None:
        player = None if entry is None else entry.player
        line = 0 if entry is None else entry.line
        self.findings.append(Finding(what, len(self.turns), player, line, message, str(stated), str(right)))

    def asked(self, key: str) -> bool:
        """Whether the command line decides a setting, so that what the file states of it is calculated anew."""
        return self.choice.name is not None or key in self.choice.settings

    @property
    def over(self) -> bool:
        """Whether the game has ended at a score or by a lost challenge before the file does, under rules that it was not played by."""
        ending = self.state.ending
        if ending is None:
            return False
        if ending.how == "forfeit":
            return self.asked("challenge")
        return ending.how == "target" and (self.asked("end_score") or self.asked("targets"))

    # entry by entry

    def follow(self, index: int, entry: Entry) -> None:
        """Follow an entry; raises ScrabbleError when that cannot be."""
        if entry.kind in (Kind.MOVE, Kind.NUMBER):
            self.ended_before = self.ended
        self._follow(index, entry)
        if entry.kind is Kind.WITHDRAWN:
            self.ended = self.ended_before
        if self.state.ending is None:
            self.ended = None
        elif self.ended is None:
            self.ended = (index, self.state.scoreless)

    def _follow(self, index: int, entry: Entry) -> None:
        if entry.kind in (Kind.MOVE, Kind.NUMBER):
            for pragma in self.pragmas:
                if pragma.key == "recycle" and pragma.after == index:
                    self.state = recycle(self.state._replace(on_turn=entry.player), Square.parse(pragma.value)[0])
            lost = any(pragma.key == "forfeit" and not pragma.value and pragma.after == index + 1 for pragma in self.pragmas)
            self._turn(entry, lost)
            return
        if entry.kind is Kind.LEFT:
            return  # what is left is settled when all is known
        if not self.turns:
            raise NotationError(f"{entry.kind.value!r} before the first move: expected a move")
        if entry.kind is Kind.WITHDRAWN:
            points = self._withdraw(entry)
            stated = self.turns[-1].rows[0].stated_points
            if entry.points is None and stated is not None and stated != -points:
                # what was counted wrongly goes off as it was counted
                entry = entry._replace(points=-stated)
        elif entry.kind is Kind.CHALLENGE:
            points = self._challenge_points(entry)
            if not self.over:
                self.state = self._after_wrong_challenge(award(self.state, entry.player, points))
        else:
            points = self._time_points(entry)
            self.state = self.state if self.over else award(self.state, entry.player, points)
        row = self._row(entry, points)
        self.turns[-1] = self.turns[-1]._replace(rows=(*self.turns[-1].rows, row))

    def _turn(self, entry: Entry, lost: bool) -> None:
        tiles = self.rules.tiles
        over = self.over
        rack = None if entry.rack is None else Rack.parse(entry.rack, tiles)
        move, text, arithmetic, faults = self._move(entry, rack) if entry.kind is Kind.MOVE else (None, "", None, [])
        before = self._position(entry, rack, move)
        self.turns.append(RecordedTurn(len(self.turns) + 1, entry.player, before, rack, move, text, arithmetic, ()))
        for what, message in faults:
            self.find(what, f"{self._at(entry)}: {message}", entry)
        ending = self._expect_turn(entry, move)
        state = self.state._replace(on_turn=entry.player)
        self._check_rack(entry, rack, move, state)
        points = 0 if arithmetic is None else arithmetic.score
        if move is None:
            points = entry.points or 0
        known = rack if rack is not None and len(rack) == state.sizes[entry.player] else None
        self.before = state._replace(racks=replaced(state.racks, entry.player, known)) if known is not None else state
        if lost and isinstance(move, Pass):
            self.state = forfeit(self.before)
        else:
            self.state = advance(self.before, move, 0 if over else points, known)
        if ending is not None:
            self.state = self.state._replace(ending=ending)
        self._check_tiles(entry, rack)
        self.turns[-1] = self.turns[-1]._replace(rows=(self._row(entry, points, over),))

    def _move(self, entry: Entry, rack: Rack | None) -> tuple[Move, str, PlayScore | None, list[tuple[str, str]]]:
        """The move that an entry states, as records write it, with its arithmetic and what is odd about it.

        Raises NotationError when it cannot be read, or cannot be laid on this board.
        """
        board, rules = self.state.board, self.rules
        stated = parse_move(entry.text, rules.tiles, board)
        alphabet = rules.tiles.alphabet
        if not isinstance(stated, StatedPlay):
            return stated, record_text(stated, alphabet), None, list(self._exchange_faults(stated, rack))
        found = examine(board, stated, rules, lambda codes: True, "", rack)
        if found.play is None:
            reasons = "; ".join(reason.message for reason in found.reasons if reason.code != "not_whole_word")
            raise NotationError(f"{self._turn_name(len(self.turns) + 1, entry)}: {entry.text} cannot be laid there: {reasons}")
        faults = [("rack" if reason.code == "not_in_rack" else "placing", reason.message) for reason in found.reasons]
        arithmetic = found.arithmetic or score_play(board, found.play, rules)
        return found.play, record_text(as_stated(found.play, stated, board), alphabet), arithmetic, faults

    def _exchange_faults(self, move: Exchange | Pass, rack: Rack | None) -> Iterator[tuple[str, str]]:
        if isinstance(move, Pass):
            return
        bag = self.state.bag_size
        if move.count > self.rules.exchange_limit(bag):
            tiles = "1 tile" if bag == 1 else f"{bag} tiles"
            yield "exchange", f"{move.count} exchanged with {tiles} in the bag ({self.rules.decided_by('exchange_minimum')})"
        if rack is not None and move.tiles is not None and (lacking := rack.missing_codes(move.tiles)):
            yield "rack", f"the rack {self._tiles(rack)} lacks {self._tiles(lacking)}, which is exchanged"

    def _withdraw(self, entry: Entry) -> int:
        turn = self.turns[-1]
        before = self.before
        if before is None or turn.withdrawn or not isinstance(turn.move, Play) or turn.player != entry.player:
            nick = self.players[entry.player].nick
            raise NotationError(f"a play of {nick} is taken back: expected one directly before")
        self.state = withdraw(before, None)
        self.turns[-1] = turn._replace(withdrawn=True)
        if turn.rack is not None:
            self.left[entry.player] = (turn.rack, turn.number)
        return -turn.rows[0].points if turn.rows[0].counted else 0

    def _challenge_points(self, entry: Entry) -> int:
        """What a wrong challenge brings: what is stated, or what the rules say where the command line names them."""
        if entry.points is not None and not self.asked("challenge"):
            return entry.points
        turn = self.turns[-1]
        made = 1 if turn.arithmetic is None else len(turn.arithmetic.words)
        named = (entry.points or 0) // 5
        # how many words were challenged is known only from five points for each
        outcome = challenge_outcome(self.rules, True, named if 0 < named <= made and entry.points == 5 * named else made)
        return outcome.player_points if entry.player == turn.player else outcome.challenger_points

    def _after_wrong_challenge(self, state: State) -> State:
        """The state after a wrong challenge: where the command line says that it loses the game, the other of two players has lost."""
        if (
            not self.asked("challenge")
            or not challenge_outcome(self.rules, True, 1).challenger_loses_game
            or len(self.players) > 2
        ):
            return state
        return state._replace(ending=Ending("forfeit", 1 - self.turns[-1].player))

    def _time_points(self, entry: Entry) -> int:
        stated = entry.points or 0
        if "overtime_penalty" not in self.choice.settings:
            return stated
        # ten points a minute is what nearly every clock in a record has cost
        minutes = (abs(stated) + 9) // 10
        return minutes * int(self.rules.settings["overtime_penalty"]) * (-1 if stated < 0 else 1)

    # checks

    def _expect_turn(self, entry: Entry, move: Move | None) -> Ending | None:
        """Say when somebody else was on turn, or nobody; the end of the game when it stands nevertheless."""
        state = self.state
        if len(self.turns) > 1 and entry.player != state.on_turn:
            expected = self.players[state.on_turn].nick
            self.find("order", f"{self._at(entry)}: {expected} was on turn", entry, self.players[entry.player].nick, expected)
        ending = state.ending
        if ending is None or self.over or (ending.how == "out" and isinstance(move, Pass)):
            return ending  # who passes when another has gone out accepts that play
        why, decided_by = ending.how, f"{self.rules.name} rules"
        if ending.how == "out":
            why = "a player has gone out"
        elif ending.how == "blocked" and self.ended is not None:
            why, decided_by = f"{self.ended[1]} scoreless turns in a row", self.rules.decided_by("scoreless_limit")
        self.find("end", f"{self._at(entry)}: the game was over already ({why}, {decided_by})", entry)
        self.state = state._replace(ending=None)
        return None

    def _check_rack(self, entry: Entry, rack: Rack | None, move: Move | None, state: State) -> None:
        """Whether a rack can follow from what its player kept, and has no more tiles than it may."""
        player = entry.player
        before = self.left[player]
        if rack is not None:
            size = state.sizes[player]
            if len(rack) > size:
                message = (
                    f"{self._at(entry)}: the rack {self._tiles(rack)} has {len(rack)} tiles, {size} at most are left to hold"
                )
                self.find("rack", message, entry, len(rack), size)
            # a rack may be written down in part
            if before is not None and len(rack) == size and (lacking := rack.missing_codes(before[0])):
                message = f"the rack {self._tiles(rack)} lacks {self._tiles(lacking)}, kept after turn {before[1]}"
                self.find("rack", f"{self._at(entry)}: {message}", entry, self._tiles(rack), self._tiles(before[0]))
        held = rack if rack is not None or not isinstance(move, Pass) else None if before is None else before[0]
        left = None if move is None else kept(move, held)
        self.left[player] = None if left is None else (left, len(self.turns))

    def _check_tiles(self, entry: Entry, rack: Rack | None) -> None:
        """Whether more of a tile are used than the set has, said once for each tile."""
        tiles = self.rules.tiles
        turn = self.turns[-1]
        lying = tiles_on_board(self.state.board)
        held = [*tiles_on_board(turn.before.board), *(rack or ())]
        for code in sorted({*lying, *held} - self.overused):
            used = max(lying.count(code), held.count(code))
            if used > tiles.counts[code]:
                self.overused.add(code)
                name = "blanks" if code == BLANK else tiles.alphabet.face_text(code)
                message = f"{self._at(entry)}: {name}: {used} used, {tiles.counts[code]} in the {tiles.name} set"
                self.find("tiles", message, entry, used, tiles.counts[code])

    def _row(self, entry: Entry, points: int, over: bool | None = None) -> Row:
        """The row of an entry; says where its numbers do not add up."""
        over = self.over and self.turns[-1].rows[-1].counted is False if over is None else over
        before = self.stated[entry.player]
        stated = points if entry.points is None else entry.points
        total = before + stated if entry.total is None else entry.total
        if not self.recalculated:
            if stated != points:
                message = f"{self._at(entry)}: recorded as {signed(stated)}, worth {signed(points)}"
                self.find("points", message, entry, stated, points)
            # a total may be right where the points beside it are not
            if total not in (before + stated, before + points):
                message = f"{self._at(entry)}: the total is recorded as {total}, {before} and {stated} are {before + stated}"
                self.find("total", message, entry, total, before + stated)
        self.stated[entry.player] = total
        return Row(
            entry.kind, entry.player, 0 if over else points, self.state.scores[entry.player], entry.points, entry.total,
            notes=entry.notes, line=entry.line, counted=not over,
        )  # fmt: skip

    # what is made of it

    def _turn_name(self, number: int, entry: Entry) -> str:
        return f"turn {number} ({self.players[entry.player].nick})"

    def _at(self, entry: Entry) -> str:
        place = f"line {entry.line}, " if entry.line else ""
        return place + self._turn_name(len(self.turns), entry)

    def _tiles(self, codes: Iterable[int]) -> str:
        return Rack(codes).text(self.rules.tiles.alphabet)

    def _scores(self) -> tuple[int, ...]:
        return self.state.scores if self.recalculated else tuple(self.stated)

    def _position(self, entry: Entry, rack: Rack | None, move: Move | None) -> Position:
        state = self.state._replace(on_turn=entry.player, scores=self._scores())
        if rack is not None:
            state = state._replace(racks=replaced(state.racks, entry.player, rack))
        text = None if move is None else format_move(move, self.rules.tiles.alphabet)
        return state.position(self.lexicon)._replace(move=text, line=entry.line)

    def game(self, transcript: Transcript, error: DataError | None) -> Game:
        """The game as far as it was followed, its end not yet settled."""
        racks = list(self.state.racks)
        for number in range(len(self.players)):
            pragma = next(transcript.values(f"rack{number + 1}"), None)
            if pragma is None or error is not None:
                continue
            try:
                racks[number] = Rack.parse(pragma.value, self.rules.tiles)
            except NotationError as fault:
                error = DataError(str(fault), self.source, pragma.line)
        state = self.state._replace(racks=tuple(racks))
        for pragma in transcript.values("recycle"):
            # what is done already belongs to the turn to come
            if error is None and pragma.after == len(transcript.entries):
                try:
                    state = recycle(state, Square.parse(pragma.value)[0])
                except ScrabbleError as fault:
                    error = DataError(str(fault), self.source, pragma.line)
        lost = next((pragma.value for pragma in transcript.values("forfeit") if pragma.value), "")
        if match := re.fullmatch(r"game ([1-4])", lost):
            state = state._replace(ending=Ending("forfeit", int(match[1]) - 1))
            self.ended = None
        state = state._replace(racks=known_racks(state))
        ended, scoreless = self.ended or (len(transcript.entries), 0)
        later = () if state.ending is not None and state.ending.how == "out" else transcript.entries[ended + 1 :]
        after_end = sum(entry.kind in (Kind.MOVE, Kind.NUMBER) for entry in later)
        reached = state._replace(scores=self._scores()).position(self.lexicon)
        return Game(
            transcript, self.source, self.rules, self.lexicon, tuple(self.turns), tuple(self.findings), state, state.ending,
            reached, state.scores, tuple(self.stated), (), self.recalculated, error, scoreless, after_end,
        )  # fmt: skip
