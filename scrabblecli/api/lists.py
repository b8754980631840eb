"""Word lists by name or file."""

from __future__ import annotations

import warnings

from scrabblecli.api.bench import Path, RulesLike, lexicon_for, rules_of
from scrabblecli.lexicon.graph import Lexicon

__all__ = ["load_lexicon"]


def load_lexicon(name: Path | None = None, *, rules: RulesLike | None = None) -> Lexicon:
    """A word list by name (``enable``, or an installed one) or file (text, ``.kwg``, ``.dawg``), for the tiles of some rules.

    Without a name it is the list of the rules. What had to be left out of a list is a warning of Python.

    >>> lexicon = load_lexicon()
    >>> lexicon
    <Lexicon enable: 172823 words, 77a8b772>
    >>> lexicon.has("jo"), [lexicon.alphabet.word_text(word) for word in lexicon.anagrams(lexicon.alphabet.spell("RETIANS"))][:2]
    (True, ['ANESTRI', 'ANTSIER'])

    Raises DataError for an unknown name and for a file that cannot be used.
    """
    return lexicon_for(rules_of(rules), name, None, "", lambda message: warnings.warn(message, stacklevel=4))
