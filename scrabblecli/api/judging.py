"""One move judged with its arithmetic, and words judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from scrabblecli.api.bench import (
    Bench,
    BoardLike,
    LexiconLike,
    MoveLike,
    RackLike,
    RulesLike,
    lexicon_for,
    rules_of,
    text_of_move,
)
from scrabblecli.api.positions import position_of
from scrabblecli.board import Board
from scrabblecli.errors import IllegalMoveError, NotationError
from scrabblecli.formats.words import words_in
from scrabblecli.game.judging import judge_move
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.judging import JudgedWord, judge_word, other_lists_with
from scrabblecli.move import Play
from scrabblecli.plain import printable
from scrabblecli.report import score as told

__all__ = ["Judgement", "Ruling", "check", "score"]


class Judgement(told.Judgement):
    """A move judged: its ``score`` and ``words``, its ``arithmetic`` square by square, and the ``reasons`` that stand against it.

    ``move`` is None when it cannot be told which tiles would lie where; ``score`` is None when none can be claimed, but told when an invalid word
    or the rack is the only fault. ``shown`` is the move as people write it, ``text`` what was given.

    >>> judgement = score("15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 / 0/0 0", "8E QJOGS")
    >>> judgement.legal, judgement.score, [reason.code for reason in judgement.reasons]
    (False, 22, ['invalid_word'])
    """

    __slots__ = ()

    @property
    def legal(self) -> bool:
        """Whether nothing forbids the move."""
        return not self.reasons

    def after(self) -> Board:
        """The board after the move; raises IllegalMoveError, with every reason, when it cannot be played."""
        if self.reasons:
            raise IllegalMoveError(self.shown, self.reasons)
        return self.board.after(self.move) if isinstance(self.move, Play) else self.board

    def explain(self) -> str:
        """The arithmetic of the score as a sum that reads like one done aloud; empty without one."""
        if self.arithmetic is None:
            return ""
        from scrabblecli.report.arithmetic import sum_lines

        return "\n".join(line.plain for line in sum_lines(self.arithmetic, self.board, self.rules))

    def data(self) -> dict[str, Any]:
        """The judgement as ``score --format json`` writes it."""
        return told.judgement_data(self)

    def __bool__(self) -> bool:
        return self.legal

    def __repr__(self) -> str:
        points = "no score" if self.score is None else f"{self.score} points"
        return f"<{printable(self.shown)}: {'legal' if self.legal else 'not legal'}, {points}>"

    def __str__(self) -> str:
        return "\n".join(map(printable, told.judgement_sentences(self)))

    def _repr_svg_(self) -> str | None:
        if not isinstance(self.move, Play) or any(self.board[square] for square, _ in self.move.new_tiles()):
            return None
        from scrabblecli.report.notebook import board_svg

        return board_svg(self.rules, self.board, self.shown, tuple(self.move.new_tiles()))

    def _repr_html_(self) -> str:
        from scrabblecli.report.notebook import judgement_html

        return judgement_html(self, self._repr_svg_(), self.explain())


def score(
    board: BoardLike, move: MoveLike, rack: RackLike | None = None, *, rules: RulesLike | None = None, lexicon: LexiconLike | None = None,
    turn: int | None = None,
) -> Judgement:  # fmt: skip
    """Judge one move and do the arithmetic of its score, as ``scrabblecli score`` does. A judgement is true when the move is legal.

    ``move`` is like ``8D RETAINS``, ``D8 RE(T)AINS``, ``exch AEI`` or ``pass``, or a value. With a ``rack``, or one in the text, it is also
    judged whether that holds the tiles. For the other arguments see `solve`.

    >>> judgement = score("15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 / 0/0 0", "8F JOGS")
    >>> judgement.legal, judgement.score, judgement.words
    (True, 12, ['JOGS'])
    >>> print(judgement.explain())
    8F (JOG)S
      J  O  G  S
      8  1  2  1 = 12

    Raises NotationError for a move that cannot be read, else what `solve` raises.
    """
    notes: list[str] = []
    position = position_of(board, rules, turn, "position", notes.append)
    bench = Bench(position, rack, lexicon, None, notes)
    text = text_of_move(move, position.rules)
    judged = judge_move(position, text, bench.lexicon, bench.rack)
    return Judgement(
        position.board, bench.rack, position.rules, bench.lexicon, text, judged.move, judged.arithmetic, judged.reasons
    )


class Ruling(Sequence[JudgedWord]):
    """Words judged one by one; true when all of them are valid, as an adjudicator rules on a play.

    >>> ruling = check("JO", "JOGGS")
    >>> bool(ruling), [word.word for word in ruling if not word.valid]
    (False, ['JOGGS'])
    """

    lexicon: Lexicon

    def __init__(self, words: Sequence[JudgedWord], lexicon: Lexicon) -> None:
        self._words = tuple(words)
        self.lexicon = lexicon

    @property
    def valid(self) -> bool:
        """Whether all words are valid."""
        return all(word.valid for word in self._words)

    def __bool__(self) -> bool:
        return self.valid

    def __len__(self) -> int:
        return len(self._words)

    @overload
    def __getitem__(self, index: int) -> JudgedWord: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[JudgedWord, ...]: ...
    def __getitem__(self, index: int | slice) -> JudgedWord | tuple[JudgedWord, ...]:
        return self._words[index]

    def data(self) -> dict[str, Any]:
        """The words as ``check --format json`` writes them."""
        from scrabblecli.report.check import words_data

        return words_data(self._words, self.lexicon)

    def __repr__(self) -> str:
        words = ", ".join(f"{word.word} {'valid' if word.valid else 'not valid'}" for word in self._words)
        return f"<Ruling: {words}>"

    def __str__(self) -> str:
        return "\n".join(
            printable(f"{word.word} is {'valid' if word.valid else 'not'} in {self.lexicon}.") for word in self._words
        )

    def _repr_html_(self) -> str:
        from scrabblecli.report.notebook import words_html

        return words_html(self._words, str(self.lexicon))


def check(*words: str, lexicon: LexiconLike | None = None, rules: RulesLike | None = None) -> Ruling:
    """Judge words, as ``scrabblecli check`` does: whether each is in the list, its definition where the list has one, or what is like it.

    >>> bool(check("JO", "RETAINS"))
    True
    >>> check("RETIANS")[0].anagrams[:3]
    ('ANESTRI', 'ANTSIER', 'NASTIER')

    Raises NotationError for an empty word, DataError for a list that cannot be used.
    """
    if strange := next((word for word in words if not isinstance(word, str)), None):
        raise NotationError(f'words {strange!r}: expected texts, each an argument: check("QI", "ZA") or check(*words)')
    if not words or not all(word.strip() for word in words):
        raise NotationError("an empty word: expected letters" if words else "no word: expected some")
    found = lexicon_for(rules_of(rules), lexicon, None, "", lambda message: None)
    read = []
    for text in words:
        holds = words_in(text, found.alphabet)
        if not holds:
            raise NotationError(f"{text!r} holds no word")
        read += holds
    return Ruling([judge_word(found, word, other_lists_with) for word in read], found)
