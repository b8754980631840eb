"""Which word list fits a game: the words of its plays against every list there is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scrabblecli.errors import DataError
from scrabblecli.lexicon.cache import load_lexicon, packaged_names
from scrabblecli.lexicon.store import installed_names
from scrabblecli.tiles import Alphabet

__all__ = ["Fit", "fits"]


class Fit(NamedTuple):
    """How a list fits: ``lacking`` are words that stayed on the board and that it lacks, ``holding`` the plays that were challenged
    off although it has all their words, each with the turn.
    """

    name: str
    words: int
    identity: str
    lacking: tuple[tuple[str, int], ...]
    holding: tuple[tuple[str, int], ...]

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against the list."""
        return not self.lacking and not self.holding


def fits(
    stayed: Sequence[tuple[bytes, int]],
    withdrawn: Sequence[tuple[Sequence[bytes], int]],
    alphabet: Alphabet,
    more: Iterable[str] = (),
) -> list[Fit]:
    """Every installed list, and ``more`` by name or file, with what speaks against it; those that fit best come first.

    ``stayed`` has words with their turns, ``withdrawn`` the words of plays that did not stay.

    Raises DataError for a list of ``more`` that cannot be used.
    """
    found = []
    wanted = list(dict.fromkeys(more))
    for name in dict.fromkeys((*wanted, *packaged_names(), *installed_names())):
        try:
            lexicon = load_lexicon(name, alphabet)
        except DataError:
            if name in wanted:
                raise
            continue  # made for other tiles, or damaged
        text = alphabet.word_text
        lacking = dict.fromkeys((text(word), turn) for word, turn in stayed if word not in lexicon)
        holding = [(text(words[0]), turn) for words, turn in withdrawn if all(word in lexicon for word in words)]
        found.append(Fit(lexicon.name, lexicon.words, lexicon.identity, tuple(lacking), tuple(holding)))
    return sorted(found, key=lambda fit: (len(fit.lacking) + len(fit.holding), fit.name))
