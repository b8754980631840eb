"""Advice within a vocabulary: the best move whose words a player knows, and what not knowing the others costs.

Only the move at hand is held to the vocabulary. What it is worth is reckoned as for anybody: the values of leaves, and what both play
after it in an endgame, rest on the whole word list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator, PlayList, RankedMove
from scrabblecli.move import Move, Play
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.endgame import Endgames
    from scrabblecli.analysis.endgame_results import EndgameMove, Solved
    from scrabblecli.analysis.endgame_rules import EndgameState
    from scrabblecli.lexicon.vocabulary import Vocabulary

__all__ = ["KnownAdvice", "best_known", "best_known_end", "unknown_words"]


class KnownAdvice(NamedTuple):
    """The ``best`` move of all and the best ``known`` one, each with its rank among all moves; they may be the same.

    ``missing`` has the words of the best move that are not known. ``cost`` is what the known move is worth less than the best one, in
    points: by equity, or as ``basis`` says by the final spread (``endgame``), or where no equity can be told by the ``score``.
    """

    vocabulary: Vocabulary
    best: RankedMove
    known: RankedMove
    missing: tuple[str, ...]
    cost: float
    basis: str = "equity"


def unknown_words(move: Move, plays: PlayList, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The words a move makes that are not known, the main word and those across it; an exchange and the pass need none."""
    return vocabulary.unknown(plays.words(move)) if isinstance(move, Play) else ()


def best_known(generator: MoveGenerator, board: Board, rack: Rack, vocabulary: Vocabulary) -> KnownAdvice:
    """The best move of a position that makes known words alone, by equity, exchanges and the pass among them."""
    plays, moves, _ = rank_moves(generator, board, rack, True, True)
    ranked = iter(moves)
    best = known = next(ranked)
    missing = lacking = unknown_words(best.move, plays, vocabulary)
    while lacking:
        # the pass needs no words, and comes at the latest
        known = next(ranked)
        lacking = unknown_words(known.move, plays, vocabulary)
    if best.equity is None or known.equity is None:
        return KnownAdvice(vocabulary, best, known, missing, float(best.score - known.score), "score")
    return KnownAdvice(vocabulary, best, known, missing, best.equity - known.equity)


def best_known_end(
    endgames: Endgames, state: EndgameState, solved: Solved, plays: PlayList, vocabulary: Vocabulary, seconds: float | None
) -> KnownAdvice | None:
    """The best move of a solved endgame that makes known words alone, by the final spread; None where that is not proven in time.

    Equity is what the spread gains until the end. Ctrl-C raises KeyboardInterrupt.
    """
    if not solved.proven:
        return None
    best = known = solved.moves[0]
    missing = unknown_words(best.ranked.move, plays, vocabulary)
    if missing:
        within = endgames.solve(state, 1, seconds, only=lambda move: not unknown_words(move, plays, vocabulary))
        if within.stopped == "interrupt":
            raise KeyboardInterrupt
        if not within.proven:
            return None
        known = within.moves[0]

    def ranked(found: EndgameMove) -> RankedMove:
        rank = next(move.ranked.rank for move in solved.moves if move.ranked.move == found.ranked.move)
        return found.ranked._replace(rank=rank, equity=float(found.spread - state.spread))

    return KnownAdvice(vocabulary, ranked(best), ranked(known), missing, float(best.spread - known.spread), "endgame")
