"""Advice within a vocabulary, as people and programs read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrabblecli.board import Board
from scrabblecli.engine.movegen import RankedMove
from scrabblecli.move import Play, format_move
from scrabblecli.plain import printable
from scrabblecli.report.data import move_data
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import score_play
from scrabblecli.tiles import Alphabet

if TYPE_CHECKING:
    from scrabblecli.analysis.known import KnownAdvice
    from scrabblecli.analysis.verdict import Verdict
    from scrabblecli.lexicon.vocabulary import Vocabulary

__all__ = [
    "KNOWN_COLUMNS",
    "judged_known_data",
    "judged_known_row",
    "judged_known_sentences",
    "known_cell",
    "known_data",
    "known_sentences",
]

KNOWN_COLUMNS = ("unknown", "known_best", "known_cost", "known_lost")
"""The columns of ``analyze`` that a vocabulary fills."""

_MEASURES = {"equity": "equity", "endgame": "of the final spread", "score": "points"}


def _name(vocabulary: Vocabulary) -> str:
    """What a vocabulary is called: its file and how many words it has."""
    from scrabblecli.report.sentences import count_of  # it imports rich, which columns and data do without

    source = "standard input" if vocabulary.source == "-" else printable(vocabulary.source)
    return f"{source} ({count_of(vocabulary.words, 'word')})"


def known_data(advice: KnownAdvice, board: Board, rules: RuleSet) -> dict[str, Any]:
    """Advice as plain data."""
    vocabulary = advice.vocabulary
    return {
        "source": vocabulary.source,
        "words": vocabulary.words,
        "not_in_list": vocabulary.lacking,
        "basis": advice.basis,
        "best": move_data(advice.known, board, rules),
        "unknown": list(advice.missing),
        "cost": advice.cost,
    }


def known_cell(advice: KnownAdvice, ranked: RankedMove, unknown: tuple[str, ...], field: str) -> str:
    """A column of ``solve`` that a vocabulary fills: ``unknown``, or ``equity_lost`` to the best move, empty where that is not by equity."""
    if field == "unknown":
        return ",".join(unknown)
    if advice.basis != "equity" or ranked.equity is None or advice.best.equity is None:
        return ""
    return f"{advice.best.equity - ranked.equity:.2f}"


def known_sentences(advice: KnownAdvice, board: Board, alphabet: Alphabet, aloud: bool = False) -> list[str]:
    """The best move with known words, and what not knowing the others costs."""
    name = _name(advice.vocabulary)
    best, known = (_shown(ranked, board, alphabet, aloud) for ranked in (advice.best, advice.known))
    if not advice.missing:
        return [f"The best move, {best}, needs no word that is not in {name}."]
    words = ", ".join(advice.missing)
    verb = "is" if len(advice.missing) == 1 else "are"
    cost = f"{advice.cost:.0f}" if advice.basis != "equity" else f"{advice.cost:.1f}"
    return [
        f"With the words of {name} the best move is {known}{_worth(advice)}.",
        f"The best of all is {best}: {words} {verb} not among them, and not to know that costs {cost} {_MEASURES[advice.basis]}.",
    ]


def _shown(ranked: RankedMove, board: Board, alphabet: Alphabet, aloud: bool) -> str:
    from scrabblecli.report.sentences import count_of, move_sentence

    text = move_sentence(ranked.move, board, alphabet) if aloud else format_move(ranked.move, alphabet, board)
    return f"{text} for {count_of(ranked.score, 'point') if aloud else ranked.score}" if isinstance(ranked.move, Play) else text


def _worth(advice: KnownAdvice) -> str:
    known = advice.known
    if advice.basis == "endgame":
        return f", rank {known.rank:,} by the final spread"
    return "" if known.equity is None else f", equity {known.equity:.1f}, rank {known.rank:,} by equity"


def _judged_unknown(advice: KnownAdvice, verdict: Verdict, board: Board, rules: RuleSet) -> tuple[str, ...]:
    """The words of a move judged that are not known."""
    if not isinstance(verdict.move, Play):
        return ()
    words = score_play(board, verdict.move, rules).words
    return advice.vocabulary.unknown(rules.tiles.alphabet.word_text(word.faces) for word in words)


def _judged_lost(advice: KnownAdvice, verdict: Verdict) -> float | None:
    """What a move judged lost to the best one with known words, negative when it gained; None where both go by different measures."""
    return verdict.equity_lost - advice.cost if advice.basis == verdict.basis else None


def judged_known_data(advice: KnownAdvice, verdict: Verdict, board: Board, rules: RuleSet) -> dict[str, Any]:
    """Advice beside the verdict on a move, as plain data."""
    unknown = list(_judged_unknown(advice, verdict, board, rules))
    return {**known_data(advice, board, rules), "played_unknown": unknown, "lost": _judged_lost(advice, verdict)}


def judged_known_row(advice: KnownAdvice, verdict: Verdict, board: Board, rules: RuleSet) -> list[str]:
    """Advice beside the verdict on a move, as `KNOWN_COLUMNS`."""
    lost = _judged_lost(advice, verdict)
    return [
        ",".join(_judged_unknown(advice, verdict, board, rules)), format_move(advice.known.move, rules.tiles.alphabet), f"{advice.cost:.2f}",
        "" if lost is None else f"{lost:.2f}",
    ]  # fmt: skip


def judged_known_sentences(advice: KnownAdvice, verdict: Verdict, board: Board, rules: RuleSet, aloud: bool = False) -> list[str]:
    """Advice beside the verdict on a move: the best one with known words, its cost, and how the move made compares with it."""
    lines = known_sentences(advice, board, rules.tiles.alphabet, aloud)
    if unknown := _judged_unknown(advice, verdict, board, rules):
        lines.append(f"Of the words you made {', '.join(unknown)} {'is' if len(unknown) == 1 else 'are'} not among them.")
    lost = _judged_lost(advice, verdict)
    if lost is not None and verdict.move != advice.known.move and advice.missing:
        amount = f"{abs(lost):.0f}" if advice.basis != "equity" else f"{abs(lost):.1f}"
        lines.append(
            f"Your move is worth {amount} {_MEASURES[advice.basis]} {'less' if lost >= 0 else 'more'} than the best with known words."
        )
    return lines
