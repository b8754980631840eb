"""Duplicate: in every round everybody has the same rack on the same board, and the best move goes on the board.

The best move is the one of the highest score, among equals the one that ``solve`` lists first, so that what is dealt does not
depend on what anybody answers. An answer scores its points, one with an invalid word none. What the best move keeps stays on the
rack, which is then filled.

Source for the racks: the rules of the Fédération internationale de Scrabble francophone for duplicate. In the first fifteen rounds a
rack has two vowels and two consonants at least, later one and one; a blank and Y count as either; a rack that has not is put
back whole and another drawn. The game ends when what is left cannot give both. Here the rule of one and one is also taken
where two and two are no longer there, and a rack without any legal play is put back like one without vowels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from scrabblecli.analysis.verdict import grade_of
from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator, PlayList, RankedMove
from scrabblecli.errors import DataError, NotationError, Reason
from scrabblecli.formats.position import Position, tiles_on_board
from scrabblecli.formats.session import SessionRound
from scrabblecli.game.judging import judge_move
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Pass, Play, format_move
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import PlayScore
from scrabblecli.tiles import BLANK, Rack, TileSet

__all__ = [
    "BALANCED_ROUNDS",
    "ENDINGS",
    "Answer",
    "Round",
    "Standing",
    "Table",
    "answer",
    "dealt_rounds",
    "new_table",
    "no_answer",
    "recorded_rounds",
    "standing",
]

BALANCED_ROUNDS = 15
"""So many rounds begin with two vowels and two consonants."""
_DRAWS = 1000
_UNPLAYABLE = 20
"""After so many racks without a legal play, one after the other, the board is taken for blocked."""
ENDINGS = ("out", "tiles", "blocked", "record")
"""Why a game is over: all tiles are played; what is left cannot give a vowel and a consonant; no play is left; the record ends."""


class Table(NamedTuple):
    """A game between two rounds: what lies on the board, what the best move has kept, and what is in the bag.

    ``number`` is that of the round to come. The tiles drawn follow from ``seed`` and ``number`` alone.
    """

    rules: RuleSet
    board: Board
    kept: Rack
    bag: bytes
    seed: int
    balance: bool = True
    number: int = 1


class Round(NamedTuple):
    """One round: the rack and every legal play with it, ``best`` first. ``rejected`` racks were put back before it was dealt.

    ``table`` is that with the rack taken out of the bag.
    """

    table: Table
    rack: Rack
    plays: PlayList
    best: RankedMove
    rejected: int = 0

    @property
    def number(self) -> int:
        """The number of the round, from 1."""
        return self.table.number

    @property
    def position(self) -> Position:
        """The board and the rack."""
        return Position(self.table.board, self.table.rules, (self.rack,))

    @property
    def best_move(self) -> Play:
        """The best move, which is always a play."""
        assert isinstance(self.best.move, Play)
        return self.best.move


class Answer(NamedTuple):
    """What a player answered in a round: ``move`` is None without an answer that can be laid, ``text`` what is said of it.

    ``grade`` goes by the points lost to the best move; it is ``phony``, ``illegal`` or ``none`` for what scores nothing. ``rank`` is
    that among the legal plays.
    """

    move: Play | None
    text: str
    score: int
    lost: int
    grade: str
    rank: int | None = None
    reasons: tuple[Reason, ...] = ()
    arithmetic: PlayScore | None = None
    seconds: float | None = None
    late: bool = False


def new_table(rules: RuleSet, seed: int, balance: bool = True) -> Table:
    """The table before the first round."""
    bag = bytes(code for code, count in enumerate(rules.tiles.counts) for _ in range(count))
    return Table(rules, Board.empty(rules.layout.rows, rules.layout.columns), Rack(), bag, seed, balance)


def _after(played: Round) -> Table:
    """The table after a round: the best move lies on the board, what it keeps stays."""
    left = Rack(played.best.leave or b"")
    return played.table._replace(board=played.table.board.after(played.best_move), kept=left, number=played.number + 1)


def _deal(table: Table, generator: MoveGenerator) -> Round | str:
    """The round to come, or why the game is over (one of `ENDINGS`).

    The same table gives the same rack with every version of Python: of the module random only what it promises to keep is used.
    """
    tiles = table.rules.tiles
    pool = bytes(sorted((*table.kept, *table.bag)))
    size = min(table.rules.rack_size, len(pool))
    if not pool:
        return "out"
    needed = _needed(table, pool, size)
    if needed is None:
        return "tiles"
    random = Random(table.seed * 4096 + table.number)  # noqa: S311 - a game
    unplayable = rejected = 0
    drawn, bag = _draw(table.bag, size - len(table.kept), random)
    rack = Rack((*table.kept, *drawn))
    while True:
        if _has_both(rack, needed, tiles):
            plays = generator.plays(table.board, rack)
            if len(plays):
                return Round(table._replace(bag=bag), rack, plays, plays[0], rejected)
            unplayable += 1
        rejected += 1
        if unplayable == _UNPLAYABLE or (unplayable and not bag):
            return "blocked"
        if rejected == _DRAWS:
            return "tiles"
        drawn, bag = _draw(pool, size, random)
        rack = Rack(drawn)


def _draw(bag: bytes, count: int, random: Random) -> tuple[bytes, bytes]:
    """Tiles drawn from a bag, and the bag without them."""
    left = bytearray(bag)
    drawn = bytearray()
    for _ in range(count):
        # Random.random is what Python promises to repeat for a seed
        place = int(random.random() * len(left))
        left[place], left[-1] = left[-1], left[place]
        drawn.append(left.pop())
    return bytes(drawn), bytes(left)


def _needed(table: Table, pool: bytes, size: int) -> int | None:
    """How many vowels and how many consonants the rack must have, None when the tiles left cannot give them."""
    if not table.balance:
        return 0
    for needed in (2, 1) if table.number <= BALANCED_ROUNDS else (1,):
        if 2 * needed <= size and _has_both(pool, needed, table.rules.tiles):
            return needed
    return None


def _has_both(codes: Iterable[int], needed: int, tiles: TileSet) -> bool:
    """Whether among tiles are so many vowels and so many consonants; a blank and Y count as either, but once."""
    vowels = consonants = either = 0
    for code in codes:
        if code == BLANK or tiles.alphabet.letters[code - 1] == "Y":
            either += 1
        elif code in tiles.vowels:
            vowels += 1
        else:
            consonants += 1
    return max(0, needed - vowels) + max(0, needed - consonants) <= either


def _deal_recorded(table: Table, recorded: SessionRound, generator: MoveGenerator, source: str) -> Round:
    """One round of a record."""
    rules = table.rules
    where = f"round {table.number}: "
    try:
        rack = Rack.parse(recorded.rack, rules.tiles)
        held = Rack(code for code, count in enumerate(rules.tiles.counts) for _ in range(count)).without(
            tiles_on_board(table.board)
        )
        bag = None if held is None else held.without(rack)
        if bag is None or not 0 < len(rack) <= rules.rack_size:
            raise DataError(f"{where}the rack {recorded.rack} cannot be dealt: the tiles are not there", source, recorded.line)
        plays = generator.plays(table.board, rack)
        judged = judge_move(Position(table.board, rules, (rack,)), recorded.best, generator.lexicon, rack)
    except NotationError as error:
        raise DataError(f"{where}{error}", source, recorded.line) from None
    if judged.reasons or not isinstance(judged.move, Play):
        reasons = "; ".join(reason.message for reason in judged.reasons) or "expected a play"
        raise DataError(f"{where}{recorded.best}: {reasons}", source, recorded.line)
    best = plays[plays.place(plays.as_listed(judged.move)) - 1]
    if best.score != recorded.best_score:
        raise DataError(f"{where}{recorded.best} scores {best.score}, not {recorded.best_score}", source, recorded.line)
    return Round(table._replace(bag=bag.codes), rack, plays, best._replace(move=judged.move))


def answer(played: Round, text: str, lexicon: Lexicon) -> Answer:
    """Judge what a player answered.

    Raises NotationError when it cannot be read.
    """
    rack, best = played.rack, played.best.score
    judged = judge_move(played.position, text, lexicon, rack)
    if isinstance(judged.move, Pass):
        return no_answer(played)
    if not isinstance(judged.move, Play) or not judged.playable:
        reasons = judged.reasons or (Reason("exchange", "nothing is exchanged in duplicate"),)
        return Answer(None, text.strip(), 0, best, "illegal", None, reasons)
    shown = format_move(judged.move, played.table.rules.tiles.alphabet)
    if judged.reasons:
        return Answer(judged.move, shown, 0, best, "phony", None, judged.reasons, judged.arithmetic)
    score = judged.score or 0
    rank = played.plays.place(played.plays.as_listed(judged.move))
    return Answer(judged.move, shown, score, best - score, grade_of(best - score), rank, (), judged.arithmetic)


def no_answer(played: Round) -> Answer:
    """What a round without an answer comes to."""
    return Answer(None, "", 0, played.best.score, "none")


class Standing(NamedTuple):
    """Points against the most that could be had."""

    points: int
    maximum: int

    @property
    def percent(self) -> float:
        """The share of it, in per cent; none of nothing."""
        return 100 * self.points / self.maximum if self.maximum else 0.0


def standing(scores: Sequence[int], best: Sequence[int]) -> Standing:
    """What a player's scores come to beside the best ones of the same rounds."""
    return Standing(sum(scores), sum(best[: len(scores)]))


def recorded_rounds(table: Table, recorded: Sequence[SessionRound], generator: MoveGenerator, source: str) -> list[Round]:
    """Every round of a record, each with its recorded best move.

    Raises DataError where tiles are not there, or a best move is not legal or scores something else.
    """
    rounds = []
    for each in recorded:
        rounds.append(_deal_recorded(table, each, generator, source))
        table = _after(rounds[-1])
    return rounds


def dealt_rounds(table: Table, generator: MoveGenerator) -> Iterator[Round | str]:
    """The rounds of a game one by one, then why it is over."""
    while not isinstance(dealt := _deal(table, generator), str):
        yield dealt
        table = _after(dealt)
    yield dealt
