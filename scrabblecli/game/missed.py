"""The plays that somebody missed in reviewed games, as words to study.

A play is missed where the best move of a turn, by equity, was a play and another move was made that lost enough: as a mistake of
some grade at least. A phony counts by what it lost.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple

from scrabblecli.analysis.verdict import GRADES, grade_of
from scrabblecli.errors import DataError
from scrabblecli.formats.cgp import format_cgp
from scrabblecli.game.record import Game, RecordedTurn
from scrabblecli.game.review import Review, ReviewedTurn
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.lookup import hooks_of
from scrabblecli.move import StatedPlay, parse_move, resolve
from scrabblecli.tiles import Rack, letters_of

__all__ = ["MissedGame", "MissedPlay", "StudyWord", "missed_plays", "study_list"]


class StudyWord(NamedTuple):
    """A word with what there is to know of it, all as text: ``hooks`` that may stand before it and after it.

    The inner hooks tell whether a word is left without its first letter, and without its last.
    """

    word: str
    front_hooks: str
    back_hooks: str
    inner_front: bool
    inner_back: bool


class MissedPlay(NamedTuple):
    """The best play of a turn, that was not made.

    ``anagrams`` has every word of the letters of its main ``word``, that word among them. ``position`` is the position before the
    turn in CGP with the rack and the move made, empty where it cannot be written. ``missed`` is how often the word was missed; the
    rest is the costliest time.
    """

    word: str
    alphagram: str
    front_hooks: str
    back_hooks: str
    inner_front: bool
    inner_back: bool
    anagrams: tuple[StudyWord, ...]
    bingo: bool
    missed: int
    equity_lost: float
    points_lost: int
    grade: str
    best: str
    best_score: int
    played: str
    score: int
    rack: str
    player: str
    game: str
    turn: int
    position: str


class MissedGame(NamedTuple):
    """What was missed in one game, and who played."""

    players: tuple[str, ...]
    plays: tuple[MissedPlay, ...]


def missed_plays(
    game: Game, review: Review, lexicon: Lexicon, grade: str = "small", bingos: bool = False, players: Container[str] = ()
) -> MissedGame:
    """The plays missed in a game by mistakes of a grade and graver ones; ``bingos`` alone, or those of some ``players``.

    Players are called by the names that `str.casefold` makes of theirs, the short or the whole one; all when there are none.
    """
    least = GRADES.index(grade)
    found = []
    for turn, reviewed in zip(game.turns, review.turns, strict=True):
        player = game.players[turn.player]
        if players and player.nick.casefold() not in players and player.name.casefold() not in players:
            continue
        if reviewed.grade and GRADES.index(_grade(reviewed)) >= least:
            missed = _missed(game, turn, reviewed, lexicon)
            if missed is not None and (missed.bingo or not bingos):
                found.append(missed)
    return MissedGame(tuple(name for player in game.players for name in (player.nick, player.name) if name), tuple(found))


def _grade(turn: ReviewedTurn) -> str:
    """The grade of a turn, a phony's by what it lost."""
    return grade_of(turn.equity_lost) if turn.phony else turn.grade


def _missed(game: Game, turn: RecordedTurn, reviewed: ReviewedTurn, lexicon: Lexicon) -> MissedPlay | None:
    """The best play of a turn, None where the best move was none."""
    rules, board = game.rules, turn.before.board
    alphabet = rules.tiles.alphabet
    stated = parse_move(reviewed.best, rules.tiles, board)
    play = resolve(stated, board, alphabet)[0] if isinstance(stated, StatedPlay) else None
    if play is None:
        return None
    codes = letters_of(face or board[square] for square, face in zip(play.squares(), play.tiles, strict=True))
    word = _study_word(lexicon, codes)
    return MissedPlay(
        word.word, Rack(codes).text(alphabet), *word[1:], tuple(_study_word(lexicon, other) for other in lexicon.anagrams(codes)),
        play.tiles_played >= rules.bingo_tiles, 1, reviewed.equity_lost, reviewed.points_lost, _grade(reviewed),
        reviewed.best, reviewed.best_score, reviewed.move, reviewed.score, reviewed.rack, reviewed.player, game.source, turn.number,
        _position(turn),
    )  # fmt: skip


def _position(turn: RecordedTurn) -> str:
    try:
        return format_cgp(turn.before)
    except DataError:
        return ""  # a board of one row, or a name that CGP cannot carry


def _study_word(lexicon: Lexicon, codes: bytes) -> StudyWord:
    """A word, given as letter codes, with its hooks."""
    hooks = hooks_of(lexicon, codes)
    text = lexicon.alphabet.word_text
    return StudyWord(text(codes), text(hooks.front), text(hooks.back), hooks.inner_front, hooks.inner_back)


def study_list(plays: Iterable[MissedPlay]) -> list[MissedPlay]:
    """Each word once, the costliest first: how often it was missed, and the time when it cost most (the first of equals)."""
    words: dict[str, MissedPlay] = {}
    for play in plays:
        known = words.get(play.word)
        if known is None:
            words[play.word] = play
        else:
            worst = play if play.equity_lost > known.equity_lost else known
            words[play.word] = worst._replace(missed=known.missed + 1)
    return sorted(words.values(), key=lambda play: (-play.equity_lost, play.word))
