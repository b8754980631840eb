"""Which word list fits a game, in every format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scrabblecli.lexicon.fit import Fit
from scrabblecli.plain import printable
from scrabblecli.report.data import SCHEMA
from scrabblecli.report.listing import print_listing, print_records
from scrabblecli.report.sentences import count_of

__all__ = ["print_fits"]


def print_fits(found: Sequence[Fit], output_format: str, color: str, header: bool) -> None:
    """Print the lists, the best first, with the words that each lacks and the challenged plays that it would have held."""
    if print_records("fits", list(map(_data, found)), map(_sentence, found), output_format, {"schema": SCHEMA}):
        return
    if output_format == "table":
        rows = [[printable(fit.name), f"{fit.words:,}", _verdict(fit)] for fit in found]
        width = max(len("Words"), *(len(row[1]) for row in rows))
        rows = [[name, words.rjust(width), verdict] for name, words, verdict in rows]
        print_listing(("List", "Words".rjust(width), "Verdict"), rows, output_format, color, header)
    else:
        columns = ("list", "fits", "lacking", "holding")
        rows = [[fit.name, "true" if fit.fits else "false", _listed(fit.lacking), _listed(fit.holding)] for fit in found]
        print_listing(columns, rows, output_format, color, header)


def _listed(words: Sequence[tuple[str, int]]) -> str:
    return ",".join(f"{word} {turn}" for word, turn in words)


def _verdict(fit: Fit) -> str:
    if fit.fits:
        return "fits"
    parts = []
    if fit.lacking:
        parts.append("lacks " + ", ".join(f"{word} (turn {turn})" for word, turn in fit.lacking))
    if fit.holding:
        parts.append("has all words of " + ", ".join(f"{word} (turn {turn}, challenged off)" for word, turn in fit.holding))
    return "; ".join(parts)


def _sentence(fit: Fit) -> str:
    return f"{printable(fit.name)}, {count_of(fit.words, 'word')}: {_verdict(fit)}."


def _data(fit: Fit) -> dict[str, Any]:
    return {
        "name": fit.name,
        "words": fit.words,
        "id": fit.identity,
        "fits": fit.fits,
        "lacking": [{"word": word, "turn": turn} for word, turn in fit.lacking],
        "holding": [{"word": word, "turn": turn} for word, turn in fit.holding],
    }
