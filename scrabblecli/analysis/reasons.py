"""Why a move is better or worse than another: findings with a code and the numbers they rest on.

First the differences that add up to the equity lost (`points`, `leave`, `tempo`, `opening`, `ending`, and `replies` where positions were
simulated), then what a player would
point at: each is computed on the board, never guessed. How they are put into words is the report's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from scrabblecli.analysis.equity import Terms, leave_worth, terms
from scrabblecli.analysis.hooks import Hooks, hooks_given
from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator, PlayList, RankedMove, Valuation
from scrabblecli.formats.position import unseen_counts
from scrabblecli.move import Exchange, Move, Pass, Play, format_move, needed_codes
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import BLANK, Rack

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
    """Everything that reasons are found in.

    ``unseen`` counts tiles by code, ``bag`` has so many; the boards have their hooks ``before`` the move, ``after`` it and
    ``instead``, after the best one.
    """

    generator: MoveGenerator
    rules: RuleSet
    valuation: Valuation
    board: Board
    rack: Rack
    plays: PlayList
    played: Candidate
    best: Candidate
    unseen: list[int]
    bag: int
    before: Hooks
    after: Hooks
    instead: Hooks

    def text(self, rack: Rack) -> str:
        """Tiles as text."""
        return rack.text(self.rules.tiles.alphabet)

    def goes_out(self, candidate: Candidate) -> bool:
        """Whether a move ends the game: nobody plays on what it leaves."""
        return not self.bag and not len(candidate.leave)

    def worth(self, leave: bytes) -> float:
        """What tiles kept count, with as many as there are in the bag."""
        return leave_worth(self.valuation, leave, self.bag)

    def shown(self, move: Move) -> str:
        """A move as people write it."""
        return format_move(move, self.rules.tiles.alphabet, self.board)


def find_reasons(
    generator: MoveGenerator, board: Board, rack: Rack, plays: PlayList, played: Candidate, best: Candidate,
    top_scorer: RankedMove | None, off_board: bool, is_best: bool,
) -> tuple[Finding, ...]:  # fmt: skip
    """Why ``played`` is not as good as ``best``, or where it ``is_best`` why, although ``top_scorer`` scores more.

    ``plays`` are all legal plays by equity. With ``off_board`` the player got a play back, and has lost the turn like one who passes.
    """
    assert generator.valuation is not None  # without one there is nothing to compare
    rules, lexicon = generator.rules, generator.lexicon
    unseen = unseen_counts(board, rack, rules.tiles)
    before, after, instead = (
        Hooks(board.after(move) if isinstance(move, Play) else board, lexicon, unseen)
        for move in (Pass(), played.move, best.move)
    )
    case = _Case(
        generator, rules, generator.valuation, board, rack, plays, played, best, unseen, rules.bag_count(sum(unseen)), before, after, instead
    )  # fmt: skip
    if is_best:
        return tuple(_why_best(case, top_scorer))
    return (*_differences(case, off_board), *_remarks(case, off_board))


def _why_best(case: _Case, top_scorer: RankedMove | None) -> Iterator[Finding]:
    """What makes up for a lower score."""
    if top_scorer is None or top_scorer.score <= case.played.score:
        return
    if top_scorer.equity is None or top_scorer.equity > case.played.equity:
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


def _differences(case: _Case, off_board: bool) -> Iterator[Finding]:
    """The terms in which the two moves differ; they add up to the equity lost."""
    played, best = case.played, case.best
    mine, theirs = played.terms, best.terms
    if isinstance(best.move, Exchange):
        yield Finding("exchange", {"move": case.shown(best.move), "kept": case.text(best.leave), "value": theirs.leave})
    if theirs.score != mine.score:
        yield Finding("points", {"difference": theirs.score - mine.score})
    if off_board:
        if not mine.ending:
            numbers = {"kept": case.text(played.leave), "value": mine.leave, "difference": theirs.leave - mine.leave}
            yield Finding("turn_lost", numbers)
    elif isinstance(played.move, Pass):
        if not mine.ending:
            # it counts no more than the best exchange, where there is one
            plain = terms(case.rules, case.valuation, case.board, case.rack, played.move, 0).leave
            numbers = {"kept": case.text(played.leave), "value": mine.leave, "difference": theirs.leave - mine.leave}
            yield Finding("pass", {**numbers, "capped": plain != mine.leave})
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


def _remarks(case: _Case, off_board: bool) -> Iterator[Finding]:
    """What a player would point at."""
    played, best = case.played, case.best
    bingo = case.rules.bingo_tiles
    if best.placed >= bingo > played.placed:
        yield Finding("missed_bingo", {"move": case.shown(best.move), "score": best.score, "bonus": case.rules.bingo_bonus})
    if isinstance(played.move, Play):
        yield from _better_placed(case, played.move)
        yield from _spent(case, played.move)
        yield from _opened(case)
        yield from _hooks(case, played.move)
    if not off_board:
        yield from _clumsy_leave(case)
    draws, best_draws = (
        min(case.bag, max(0, case.rules.rack_size - len(candidate.leave))) if candidate.placed else 0
        for candidate in (played, best)
    )
    if draws and best_draws - draws >= 2 and not case.board.is_empty:
        numbers = {"played": played.placed, "drawn": draws, "best_played": best.placed, "best_drawn": best_draws}
        yield Finding("turnover", numbers)


def _better_placed(case: _Case, play: Play) -> Iterator[Finding]:
    """The same word of the same tiles at a better square."""
    word, needed = case.plays.words(play)[0], sorted(needed_codes(play))
    for ranked in islice(case.plays, _SEARCHED):
        if (ranked.equity or 0.0) < case.played.equity + _WORTH_SAYING:
            return
        move = ranked.move
        if (
            isinstance(move, Play)
            and move.square != play.square
            and sorted(needed_codes(move)) == needed
            and case.plays.words(move)[0] == word
        ):
            numbers = {"word": word, "move": case.shown(move), "score": ranked.score}
            yield Finding("better_placed", {**numbers, "difference": (ranked.equity or 0.0) - case.played.equity})
            return


def _spent(case: _Case, play: Play) -> Iterator[Finding]:
    """A blank or another tile worth saving, played although a move that keeps it is worth more."""
    used = needed_codes(play)
    for code in sorted(set(used)):
        value = case.worth(bytes([code]))
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
            cost = case.worth(bytes(fewer)) - case.worth(kept)
            if cost >= _WORTH_SAYING:
                yield Finding("duplicates", {"tile": alphabet.face_text(code), "held": kept.count(code), "cost": cost})

    def lean(codes: bytes) -> tuple[int, int]:
        counted = sum(code in vowels for code in codes)
        return counted, len(codes) - counted - codes.count(BLANK)

    many, few = lean(kept), lean(better)
    if abs(many[0] - many[1]) >= 3 > abs(few[0] - few[1]):
        yield Finding("balance", {"vowels": many[0], "consonants": many[1], "kept": case.text(case.played.leave)})


# what a play gives the opponent


def _opened(case: _Case) -> Iterator[Finding]:
    """Word premiums of the highest kind that the opponent can reach after the play, and neither before nor after the best."""
    if case.board.is_empty or case.rules.settings["word_order"] != "fixed" or case.goes_out(case.played):
        return
    layout, covered = case.rules.layout, case.generator.covered
    highest = max(map(layout.word_multiplier, case.board.squares()))
    after, instead = case.after.board, case.instead.board
    opened = [square for square in case.board.squares() if layout.word_multiplier(square) == highest > 1 and not after[square]]
    for board, wanted in ((after, True), (case.board, False), (instead, False)):
        if opened:
            reached = covered(board, case.unseen, [square for square in opened if not board[square]])
            opened = [square for square in opened if (square in reached) == wanted]
    if opened:
        names = [str(square) for square in opened]
        yield Finding("opens_premium", {"squares": names, "premium": layout.premium(opened[0]), "multiplier": highest})


def _hooks(case: _Case, play: Play) -> Iterator[Finding]:
    """Letters before or after the play's main word that make another word, when no word of the best move takes any."""
    best = case.best.move
    if not isinstance(best, Play) or case.goes_out(case.played):
        return
    if not case.goes_out(case.best) and hooks_given(best, case.before, case.instead, True):
        return
    for hook in hooks_given(play, case.before, case.after, False):
        # the best may leave it open too
        letters = sorted(hook.letters - case.instead.at(hook.square, hook.direction).letters)
        if letters:
            texts = [case.rules.tiles.alphabet.face_text(letter) for letter in letters]
            tiles = sum(case.unseen[letter] for letter in letters) + case.unseen[BLANK]
            word = case.plays.words(play)[0]
            yield Finding("gives_hook", {"square": str(hook.square), "letters": texts, "unseen": tiles, "word": word})
