"""What ``game missed`` prints: the study list in every format, and cards for programs that ask for words."""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape
from typing import Any

from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.game.missed import MissedPlay, StudyWord
from scrabblecli.plain import printable
from scrabblecli.report.cards import print_cards_of
from scrabblecli.report.data import SCHEMA
from scrabblecli.report.listing import print_listing, print_records
from scrabblecli.report.sentences import count_of
from scrabblecli.rules.choice import RuleChoice

__all__ = ["MISSED_FIELDS", "print_cards", "print_missed"]

MISSED_FIELDS = (
    "word", "alphagram", "front_hooks", "back_hooks", "inner_front", "inner_back", "anagrams", "bingo", "missed", "equity_lost",
    "points_lost", "grade", "best", "best_score", "played", "score", "rack", "player", "game", "turn", "position",
)  # fmt: skip


def print_missed(plays: Sequence[MissedPlay], output_format: str, color: str, header: bool) -> None:
    """Print a study list as ``table``, ``text``, ``tsv``, ``csv``, ``json`` or ``jsonl``."""
    if print_records("words", list(map(_data, plays)), map(_sentence, plays), output_format, {"schema": SCHEMA}):
        return
    if output_format == "table":
        several = len({play.game for play in plays}) > 1
        columns = ("Word", "Hooks", "Missed", "Lost", "Best", "Played", "Where")
        rows = [
            (
                play.word, _marked(play), str(play.missed).rjust(len("Missed")), f"{play.equity_lost:.1f}".rjust(5), f"{play.best} {play.best_score}",
                f"{play.played} {play.score}", f"{play.player}, {f'{os.path.basename(play.game)}, ' if several else ''}turn {play.turn}",
            )
            for play in plays
        ]  # fmt: skip
        print_listing(columns, rows, output_format, color, header)
    else:
        print_listing(MISSED_FIELDS, list(map(_row, plays)), output_format, color, header)


def _data(play: MissedPlay) -> dict[str, Any]:
    """A missed play as plain data."""
    data = play._asdict()
    data["anagrams"] = [word._asdict() for word in play.anagrams]
    data["position"] = play.position or None
    return {field: data[field] for field in MISSED_FIELDS}


def _row(play: MissedPlay) -> list[str]:
    data = play._asdict()
    data["anagrams"] = ",".join(word.word for word in play.anagrams)
    data["equity_lost"] = f"{play.equity_lost:.2f}"
    return [str(data[field]).lower() if isinstance(data[field], bool) else str(data[field]) for field in MISSED_FIELDS]


def _marked(word: StudyWord | MissedPlay) -> str:
    """The hooks of a word around a dash; a ``.`` beside it says that the word's own end letter can go.

    >>> _marked(StudyWord("LATE", "EP", "DNRX", True, False))
    'EP .- DNRX'
    """
    inner = f"{'.' if word.inner_front else ''}-{'.' if word.inner_back else ''}"
    return " ".join(filter(None, (word.front_hooks, inner, word.back_hooks)))


def _hooks_phrase(word: StudyWord | MissedPlay) -> str:
    """The hooks in words."""
    parts = [f"front {word.front_hooks}" if word.front_hooks else "", f"back {word.back_hooks}" if word.back_hooks else ""]
    inner = [name for name, holds in (("first", word.inner_front), ("last", word.inner_back)) if holds]
    if inner:
        parts.append(f"a word without its {' or '.join(inner)} letter")
    return ", ".join(filter(None, parts)) or "no hooks"


def _sentence(play: MissedPlay) -> str:
    bingo = ", a bingo" if play.bingo else ""
    times = "once" if play.missed == 1 else f"{play.missed} times"
    return printable(
        f"{play.word}{bingo}: {_hooks_phrase(play)}. Missed {times}; {play.player} lost {play.equity_lost:.1f} in {play.game}, turn {play.turn}:"
        f" {play.best} for {count_of(play.best_score, 'point')} was best, {play.played} for {play.score} was played."
    )


# Cards


def print_cards(plays: Sequence[MissedPlay], kind: str, output_format: str, header: bool) -> None:
    """Print two columns, front and back of a card, as ``tsv`` or ``csv``.

    Of the kind ``words`` the front is an alphagram and a card is made once for words of the same letters; of the kind ``boards`` it is
    the position with the rack. The back has every word of the letters, with hooks.
    """
    if kind == "boards":
        boards = ((_board(play), f"{escape(f'{play.best} for {play.best_score}')}<br>{escape(_answer(play))}") for play in plays)
        print_cards_of(boards, output_format, header, html=True)
        return
    print_cards_of({play.alphagram: _answer(play) for play in plays}.items(), output_format, header)


def _answer(play: MissedPlay) -> str:
    return "; ".join(f"{word.word}: {_hooks_phrase(word)}" for word in play.anagrams)


def _board(play: MissedPlay) -> str:
    """The position of a play on one line of HTML."""
    from scrabblecli.report.drawing import board_lines

    lines = [f"Rack {play.rack}"]
    if play.position:
        position = parse_cgp(play.position, play.game, 1, RuleChoice())
        drawn = board_lines(position.board, position.rules.layout, position.rules.tiles.alphabet)
        lines = [*(line.plain.rstrip() for line in drawn), "", *lines]
    return f"<pre>{'<br>'.join(map(escape, lines))}</pre>"
