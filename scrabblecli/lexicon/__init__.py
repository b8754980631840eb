"""Word lists and their graphs: reading a list, building its DAWG and GADDAG, looking words up."""

from __future__ import annotations

from scrabblecli.lexicon.cache import load_lexicon
from scrabblecli.lexicon.graph import Lexicon

__all__ = ["Lexicon", "load_lexicon"]
