"""Is this play legal, and square by square what it scores.

The one explanation that every command quotes. It knows neither the word graph nor the engine: words are judged by a
predicate on letter codes, and the engine's own sums are tested against this arithmetic.

Source: the published rule sheets (Hasbro U.S. 2003 and 2021, WESPA, NASPA): letter premiums under new tiles, then the sum,
then word premiums under new tiles, for every word made or changed; then the bonus for a full rack played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from scrabblecli.board import Board
from scrabblecli.errors import Reason
from scrabblecli.layout import Layout
from scrabblecli.move import Play, StatedPlay, resolve
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import BLANK, EMPTY, Rack, letters_of

__all__ = ["Examination", "PlayScore", "SquareScore", "WordScore", "examine", "score_play"]

WordPredicate = Callable[[bytes], bool]
"""Whether a word, given as letter codes, is valid."""


class SquareScore(NamedTuple):
    """One square of a word: ``points`` is the value after the letter premium; ``premium`` is of new tiles only."""

    square: Square
    face: int
    value: int
    new: bool
    premium: str | None
    points: int


class WordScore(NamedTuple):
    """One word of a play: ``letters`` is the sum of its squares' points, ``score`` that times ``multiplier``."""

    square: Square
    direction: Direction
    squares: tuple[SquareScore, ...]
    letters: int
    multiplier: int
    score: int

    @property
    def faces(self) -> bytes:
        """The faces of the word."""
        return bytes(square.face for square in self.squares)


class PlayScore(NamedTuple):
    """The arithmetic of a play: the main word first, then the cross words in the order of the new tiles.

    >>> from scrabblecli.rules import load_rules
    >>> made = score_play(Board.empty(15, 15), Play(Square(7, 5), Direction.ACROSS, bytes([10, 15, 7])), load_rules())
    >>> made.score, made.bonus, [(square.premium, square.points) for square in made.words[0].squares]
    (22, 0, [(None, 8), (None, 1), ('DW', 2)])
    """

    play: Play
    words: tuple[WordScore, ...]
    bonus: int
    score: int


class Examination(NamedTuple):
    """What came of examining a stated play: ``play`` and ``arithmetic`` are None when its geometry is at fault."""

    play: Play | None
    arithmetic: PlayScore | None
    reasons: tuple[Reason, ...]

    @property
    def legal(self) -> bool:
        """Whether nothing forbids the play."""
        return not self.reasons


def _score_word(
    board: Board, new: dict[Square, int], layout: Layout, values: tuple[int, ...], start: Square, direction: Direction
) -> WordScore:
    squares = []
    letters = 0
    multiplier = 1
    square = start
    while face := new.get(square) or board[square]:
        fresh = square in new
        value = points = values[face]
        if fresh:
            points *= layout.letter_multiplier(square)
            multiplier *= layout.word_multiplier(square)
        premium = layout.premium(square) if fresh else None
        squares.append(SquareScore(square, face, value, fresh, premium, points))
        letters += points
        square = square.shifted(direction, 1)
    return WordScore(start, direction, tuple(squares), letters, multiplier, letters * multiplier)


def score_play(board: Board, play: Play, rules: RuleSet) -> PlayScore:
    """The arithmetic of a play whose geometry is sound; whether its words are valid makes no difference.

    >>> from scrabblecli.rules import load_rules
    >>> rules = load_rules()
    >>> score_play(Board.empty(15, 15), Play(Square(7, 5), Direction.ACROSS, bytes([10, 15, 7])), rules).score
    22
    """
    values = rules.face_values()
    new = dict(play.new_tiles())
    words = [_score_word(board, new, rules.layout, values, play.square, play.direction)]
    across = play.direction.other
    for square in new:
        start = board.start_of_run(square, across)
        if start != square or board[square.shifted(across, 1)] != EMPTY:
            words.append(_score_word(board, new, rules.layout, values, start, across))
    bonus = rules.bingo_bonus if len(new) >= rules.bingo_tiles else 0
    return PlayScore(play, tuple(words), bonus, sum(word.score for word in words) + bonus)


def _placing(board: Board, new: list[Square], rules: RuleSet) -> list[Reason]:
    """Why new tiles do not lie rightly on the board: the first play, contact."""
    names = tuple(str(square) for square in new if square in board)
    if board.is_empty:
        reasons = []
        start = rules.layout.start
        if start not in new:
            reasons.append(Reason("misses_start", f"the first play must cover the start square {start}", (str(start),)))
        if len(new) < 2:
            reasons.append(Reason("one_tile_first", "the first play must lay two tiles or more", names))
        return reasons
    for square in new:
        for direction in Direction:
            if board[square.shifted(direction, -1)] != EMPTY or board[square.shifted(direction, 1)] != EMPTY:
                return []
    return [Reason("disconnected", "touches no tile on the board", names)]


def _amount(count: int, tile: str) -> str:
    if tile == "blank":
        return "a blank" if count == 1 else f"{count} blanks"
    return tile if count == 1 else f"{count} {tile}"


def _lacking(faces: bytes, rack: Rack, rules: RuleSet) -> list[Reason]:
    lacking = rack.missing(faces)
    if not lacking:
        return []
    alphabet = rules.tiles.alphabet
    counts = {code: lacking.count(code) for code in lacking}
    named = " and ".join(_amount(count, "blank" if code == BLANK else alphabet.face_text(code)) for code, count in counts.items())
    return [Reason("not_in_rack", f"the rack {rack.text(alphabet) or '(empty)'} lacks {named}")]


def examine(
    board: Board,
    stated: StatedPlay,
    rules: RuleSet,
    is_word: WordPredicate,
    lexicon_name: str,
    rack: Rack | None = None,
    refusal: Callable[[bytes], str] | None = None,
) -> Examination:
    """Judge a stated play with every reason, and score it when an invalid word or the rack is the only fault."""
    alphabet = rules.tiles.alphabet
    play, reasons = resolve(stated, board, alphabet)
    laid = stated.new_tiles(board)
    if laid:
        reasons += _placing(board, [square for square, _ in laid], rules)
    sound = not reasons
    if rack is not None:
        reasons += _lacking(bytes(face for _, face in laid), rack, rules)
    arithmetic = None
    if play is not None:
        arithmetic = score_play(board, play, rules)
        for word in arithmetic.words:
            codes = letters_of(word.faces)
            if len(codes) > 1 and not is_word(codes):
                text = alphabet.word_text(codes)
                hint = _digraph_hint(codes, rules, is_word)
                squares = tuple(str(square.square) for square in word.squares)
                message = refusal(codes) if refusal is not None else f"{text} is not in {lexicon_name}"
                reasons.append(Reason("invalid_word", message + hint, squares, (text,)))
    return Examination(play, arithmetic if sound else None, tuple(reasons))


def _digraph_hint(codes: bytes, rules: RuleSet, is_word: WordPredicate) -> str:
    """What the message adds when single tiles were typed where a tile of several letters makes the word."""
    alphabet = rules.tiles.alphabet
    joined = alphabet.spell("".join(alphabet.letters[code - 1] for code in codes))
    if joined is None or joined == codes or not is_word(joined):
        return ""
    return f"; {alphabet.word_text(joined)} is, with the tile of several letters typed in brackets"
