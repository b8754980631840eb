"""Recorded games out of files and texts, and every turn of them graded."""

from __future__ import annotations

import os
from typing import Any

from scrabblecli.api.analyzing import SECONDS, judges
from scrabblecli.api.bench import Bench, LexiconLike, Path, RulesLike, rule_choice
from scrabblecli.api.positions import is_text
from scrabblecli.errors import DataError
from scrabblecli.formats.reading import file_data
from scrabblecli.game import loading
from scrabblecli.game.reading import text_of_game
from scrabblecli.game.record import Game
from scrabblecli.game.review import Review, review_game
from scrabblecli.plain import printable

__all__ = ["GameReview", "load_game", "review"]


def load_game(source: Path, *, rules: RulesLike | None = None) -> Game:
    r"""Read a recorded game, GCG or game text, and follow it under its rules or those given.

    ``source`` is a path, or the text itself where that has several lines. What does not add up is in ``findings``; where the game could not be
    followed further, ``error`` says why, and the turns before it are there.

    >>> game = load_game("#player1 Ann Ann\n#player2 Bob Bob\n>Ann: AEINRST 8D RETAINS +66 66\n>Bob: CEHILOS - +0 0\n")
    >>> game
    <Game of 2 turns: Ann 66, Bob 0>
    >>> game.turns[0].points, game.turns[1].before.board == game.turns[0].before.board
    (66, False)

    Raises DataError when it cannot be read or is no game, SettingError for rules that are unknown.
    """
    choice = rule_choice(rules)
    if is_text(source):
        return loading.load_game(str(source), "", choice)
    name = os.fspath(source)
    return loading.load_game(text_of_game(file_data(name, "a recorded game"), name), name, choice)


class GameReview(Review):
    r"""A whole game reviewed: its ``turns`` with their grades, what they come to for its ``players``, and the turns that ``mattered``.

    >>> text = "#player1 Ann Ann\n#player2 Bob Bob\n>Ann: AEINRST 8D RETAINS +66 66\n>Bob: CEHILOS - +0 0\n"
    >>> reviewed = review(text)
    >>> [(turn.player, turn.move, turn.grade) for turn in reviewed.turns]
    [('Ann', '8D RETAINS', 'small'), ('Bob', 'pass', 'large')]
    """

    __slots__ = ()

    def data(self) -> dict[str, Any]:
        """The review as ``game review --format json`` writes it."""
        from scrabblecli.report.review import review_data

        return review_data(self)

    def page(self) -> str:
        """A whole page of HTML with charts and the board of every turn, as ``game review --format html`` writes it."""
        from scrabblecli.report.review_html import review_page

        return review_page([self], False)

    def __repr__(self) -> str:
        lost = ", ".join(f"{player.player} {player.average_lost:.1f} equity lost a turn" for player in self.players)
        turns = "1 turn" if len(self.turns) == 1 else f"{len(self.turns)} turns"
        return printable(f"<GameReview of {turns}: {lost}>")

    def __str__(self) -> str:
        from scrabblecli.report.review import review_sentences

        return "\n".join(review_sentences(self))

    def _repr_html_(self) -> str:
        from scrabblecli.report.notebook import review_html

        return review_html(self)


def review(
    game: Game | Path, *, deep: bool = False, iterations: int | None = None, seed: int | None = None, endgames: bool = True,
    seconds: float = SECONDS, rules: RulesLike | None = None, lexicon: LexiconLike | None = None, leaves: Path | None = None,
    threads: int = 1,
) -> GameReview:  # fmt: skip
    r"""Grade every turn of a recorded game, as ``scrabblecli game review`` does; for the arguments see `analyze`.

    ``game`` is what `load_game` gives, or what it takes; ``rules`` are for the latter.

    >>> review("#player1 Ann Ann\n#player2 Bob Bob\n>Ann: AEINRST 8D RETAINS +66 66\n").players[0].graded
    1

    Raises DataError when there is no game, or no move in it; an error of the game itself stands in the review.
    """
    if not isinstance(game, Game):
        game = load_game(game, rules=rules)
    elif rules is not None:
        raise DataError("rules are for a game that is still to be read: give them to load_game")
    if game.only_numbers:
        raise DataError("a score sheet without moves: there is nothing to grade", game.source)
    position = game.reached._replace(racks=(), lexicon=game.lexicon, naming="line lexicon")
    bench = Bench(position, None, lexicon, leaves)
    graders = judges(bench, deep, iterations, seed, endgames, seconds, threads)
    return GameReview(*review_game(game, graders.generator, graders.lexicon, graders.leaves, graders.by_end, graders.deep))
