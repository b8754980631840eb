"""Why a move is better or worse than another: findings with a code and the numbers they rest on.

First the differences that add up to the equity lost (`points`, `leave`, `tempo`, `opening`, `ending`), then what a player would
point at: each is computed on the board, never guessed. How they are put into words is the report's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from scrabblecli.analysis.equity import Terms, terms
from scrabblecli.analysis.leaves import Leaves
from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator, PlayList, RankedMove, Valuation
from scrabblecli.formats.position import unseen_counts
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Exchange, Move, Pass, Play, format_move, needed_codes
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import BLANK, EMPTY, Rack, letters_of

__all__ = ["Candidate", "Finding", "find_reasons"]

_DEAR = 4.0
"""From this value on a tile is one that players save: in English S, and the blank."""
_WORTH_SAYING = 0.5
_SEARCHED = 2000


class Finding(NamedTuple):
    """One thing found: its code, and numbers and texts by name."""

    code: str
    numbers: dict[str, Any]


class Candidate(NamedTuple):
    """A move in comparison."""

    move: Move
    score: int
    leave: Rack
    equity: float
    terms: Terms

    @property
    def placed(self) -> int:
        """How many tiles it lays."""
        return self.move.tiles_played if isinstance(self.move, Play) else 0


class _Case(NamedTuple):
    """Everything that reasons are found in."""

    rules: RuleSet
    lexicon: Lexicon
    leaves: Leaves
    valuation: Valuation
    board: Board
    rack: Rack
    plays: PlayList
    played: Candidate
    best: Candidate

    def text(self, rack: Rack) -> str:
        """Tiles as text."""
        return rack.text(self.rules.tiles.alphabet)

    def shown(self, move: Move) -> str:
        """A move as people write it."""
        return format_move(move, self.rules.tiles.alphabet, self.board)


def find_reasons(
    generator: MoveGenerator, leaves: Leaves, board: Board, rack: Rack, plays: PlayList, played: Candidate, best: Candidate,
    top_scorer: RankedMove | None,
) -> tuple[Finding, ...]:  # fmt: skip
    """Why ``played`` is not as good as ``best``, or why it is best although ``top_scorer`` scores more.

    ``plays`` are all legal plays by equity.
    """
    assert generator.valuation is not None  # without one there is nothing to compare
    case = _Case(generator.rules, generator.lexicon, leaves, generator.valuation, board, rack, plays, played, best)
    if played.equity >= best.equity:
        return tuple(_why_best(case, top_scorer))
    return (*_differences(case), *_remarks(case))


def _why_best(case: _Case, top_scorer: RankedMove | None) -> Iterator[Finding]:
    """What makes up for a lower score."""
    if top_scorer is None or top_scorer.score <= case.played.score or top_scorer.equity is None:
        return
    yield Finding(
        "worth_more",
        {
            "move": case.shown(top_scorer.move),
            "points": top_scorer.score - case.played.score,
            "kept": case.text(case.played.leave),
            "value": case.played.terms.leave,
            "other_kept": case.text(Rack(top_scorer.leave or b"")),
            "difference": case.played.equity - top_scorer.equity,
        },
    )


def _differences(case: _Case) -> Iterator[Finding]:
    """The terms in which the two moves differ; they add up to the equity lost."""
    played, best = case.played, case.best
    mine, theirs = played.terms, best.terms
    if isinstance(best.move, Exchange):
        yield Finding("exchange", {"move": case.shown(best.move), "kept": case.text(best.leave), "value": theirs.leave})
    if theirs.score != mine.score:
        yield Finding("points", {"difference": theirs.score - mine.score})
    if isinstance(played.move, Pass):
        if not mine.ending:
            # it counts no more than the worst exchange, where there is one
            plain = terms(case.rules, case.valuation, case.board, case.rack, played.move, 0).leave
            numbers = {"kept": case.text(played.leave), "difference": theirs.leave - mine.leave, "capped": plain != mine.leave}
            yield Finding("pass", numbers)
    elif theirs.leave != mine.leave:
        yield Finding(
            "leave",
            {
                "kept": case.text(played.leave),
                "value": mine.leave,
                "best_kept": case.text(best.leave),
                "best_value": theirs.leave,
                "difference": theirs.leave - mine.leave,
            },
        )
    for code in ("tempo", "opening", "ending"):
        difference = getattr(theirs, code) - getattr(mine, code)
        if difference:
            found: dict[str, Any] = {"difference": difference}
            if code == "ending":
                found |= {"kept": case.text(played.leave), "best_goes_out": not len(best.leave)}
            yield Finding(code, found)


def _remarks(case: _Case) -> Iterator[Finding]:
    """What a player would point at."""
    played, best = case.played, case.best
    bingo = case.rules.bingo_tiles
    if best.placed >= bingo > played.placed:
        yield Finding("missed_bingo", {"move": case.shown(best.move), "score": best.score, "bonus": case.rules.bingo_bonus})
    if isinstance(played.move, Play):
        yield from _better_placed(case, played.move)
        yield from _spent(case, played.move)
        yield from _opened(case, played.move)
        yield from _hooks(case, played.move)
    yield from _clumsy_leave(case)
    if (
        played.placed
        and best.placed - played.placed >= 2
        and not case.board.is_empty
        and played.terms.ending == best.terms.ending == 0
    ):
        yield Finding("turnover", {"played": played.placed, "best_played": best.placed})


def _better_placed(case: _Case, play: Play) -> Iterator[Finding]:
    """The same word at a better square."""
    word = case.plays.words(play)[0]
    for ranked in islice(case.plays, _SEARCHED):
        if (ranked.equity or 0.0) < case.played.equity + _WORTH_SAYING:
            return
        if isinstance(ranked.move, Play) and ranked.move.square != play.square and case.plays.words(ranked.move)[0] == word:
            numbers = {"word": word, "move": case.shown(ranked.move), "score": ranked.score}
            yield Finding("better_placed", {**numbers, "difference": (ranked.equity or 0.0) - case.played.equity})
            return


def _spent(case: _Case, play: Play) -> Iterator[Finding]:
    """A blank or another tile worth saving, played although a move that keeps it is worth more."""
    used = needed_codes(play)
    for code in sorted(set(used)):
        value = case.leaves.value(bytes([code]))
        if value < _DEAR or used.count(code) <= _needed_count(case.best.move, code):
            continue
        numbers = {
            "tile": "?" if code == BLANK else case.rules.tiles.alphabet.face_text(code),
            "value": value,
            "score": case.played.score,
        }
        numbers |= {"move": case.shown(case.best.move), "difference": case.best.equity - case.played.equity}
        yield Finding("blank_spent" if code == BLANK else "tile_spent", numbers)


def _needed_count(move: Move, code: int) -> int:
    """How many of a tile a move takes from the rack."""
    if isinstance(move, Play):
        return needed_codes(move).count(code)
    return (move.tiles or b"").count(code) if isinstance(move, Exchange) else 0


def _clumsy_leave(case: _Case) -> Iterator[Finding]:
    """Tiles kept that go badly together, when the best move keeps none such."""
    kept, better = case.played.leave.codes, case.best.leave.codes
    if case.played.terms.leave >= case.best.terms.leave:
        return
    alphabet, vowels = case.rules.tiles.alphabet, case.rules.tiles.vowels
    for code in sorted(set(kept) - {BLANK}):
        if kept.count(code) > max(1, better.count(code)):
            fewer = bytearray(kept)
            fewer.remove(code)
            cost = case.leaves.value(kept) - case.leaves.value(bytes(fewer))
            if cost <= -_WORTH_SAYING:
                yield Finding("duplicates", {"tile": alphabet.face_text(code), "held": kept.count(code), "cost": -cost})

    def lean(codes: bytes) -> tuple[int, int]:
        counted = sum(code in vowels for code in codes)
        return counted, len(codes) - counted - codes.count(BLANK)

    many, few = lean(kept), lean(better)
    if abs(many[0] - many[1]) >= 3 > abs(few[0] - few[1]):
        yield Finding("balance", {"vowels": many[0], "consonants": many[1], "kept": case.text(case.played.leave)})


# what a play gives the opponent


def _opened(case: _Case, play: Play) -> Iterator[Finding]:
    """Word premiums of the highest kind that the opponent can reach after the play, and neither before nor after the best."""
    layout = case.rules.layout
    squares = [square for square in case.board.squares() if layout.word_multiplier(square) > 1]
    highest = max(map(layout.word_multiplier, squares), default=0)
    before, after = case.board, case.board.after(play)
    instead = case.board.after(case.best.move) if isinstance(case.best.move, Play) else before
    opened = [
        square
        for square in squares
        if layout.word_multiplier(square) == highest
        and not after[square]
        and _reaches(case, after, square)
        and not _reaches(case, before, square)
        and not _reaches(case, instead, square)
    ]
    if opened and not before.is_empty:
        names = [str(square) for square in opened]
        yield Finding("opens_premium", {"squares": names, "premium": layout.premium(opened[0]), "multiplier": highest})


def _reaches(case: _Case, board: Board, square: Square) -> bool:
    """Whether a word could cover an empty square: through a tile in its line, or hooked to one beside it."""
    for direction in Direction:
        if not _letters_for(case, board, square, direction.other):
            continue
        if board[square.shifted(direction.other, -1)] or board[square.shifted(direction.other, 1)]:
            return True
        for step in (-1, 1):
            other = square.shifted(direction, step)
            distance = 1
            while other in board and not board[other] and distance < case.rules.rack_size:
                if not _letters_for(case, board, other, direction.other):
                    break
                other = other.shifted(direction, step)
                distance += 1
            if board[other]:
                return True
    return False


def _letters_for(case: _Case, board: Board, square: Square, direction: Direction) -> list[int]:
    """The letters that may lie on an empty square as far as the tiles beside it in a direction go."""
    start = board.start_of_run(square, direction)
    distance = (square.row - start.row) + (square.column - start.column)
    before = letters_of(board.run(start, direction)) if distance else b""
    after = letters_of(board.run(square.shifted(direction, 1), direction))
    letters = range(1, len(case.rules.tiles.alphabet) + 1)
    if not before and not after:
        return list(letters)
    return [letter for letter in letters if before + bytes([letter]) + after in case.lexicon]


def _hooks(case: _Case, play: Play) -> Iterator[Finding]:
    """Letters before or after the play's main word that make another word, when the best move's word takes none."""
    mine = _hooks_of(case, play)
    if not mine or not isinstance(case.best.move, Play) or _hooks_of(case, case.best.move):
        return
    unseen = unseen_counts(case.board, case.rack, case.rules.tiles)
    alphabet = case.rules.tiles.alphabet
    for square, letters in mine:
        tiles = sum(unseen[letter] for letter in letters) + unseen[BLANK]
        if tiles:
            texts = [alphabet.face_text(letter) for letter in letters]
            yield Finding(
                "gives_hook", {"square": str(square), "letters": texts, "unseen": tiles, "word": case.plays.words(play)[0]}
            )


def _hooks_of(case: _Case, play: Play) -> list[tuple[Square, list[int]]]:
    """The empty squares directly before and after a play's main word, with the letters that hook onto it there."""
    board = case.board.after(play)
    found = []
    for square in (play.square.shifted(play.direction, -1), play.square.shifted(play.direction, len(play.tiles))):
        if square in board and board[square] == EMPTY:
            letters = _letters_for(case, board, square, play.direction)
            if letters:
                found.append((square, letters))
    return found
