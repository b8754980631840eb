"""Flash cards as text files that programs for learning import."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from scrabblecli.report.delimited import Delimited

__all__ = ["print_cards_of"]

_SEPARATORS = {"tsv": ("Tab", "\t"), "csv": ("Comma", ",")}


def print_cards_of(cards: Iterable[tuple[str, str]], output_format: str, header: bool, html: bool = False) -> None:
    """Print two columns, front and back of a card, as ``tsv`` or ``csv``; ``html`` says that they are HTML.

    The lines before the cards are those by which Anki's import of text files knows the separator, the columns and whether
    fields are HTML (https://docs.ankiweb.net/importing/text-files.html#file-headers); other programs take ``#`` for a comment.
    """
    out = Delimited(sys.stdout, output_format)
    if header:
        name, separator = _SEPARATORS[output_format]
        sys.stdout.write(f"#separator:{name}\n#html:{str(html).lower()}\n#columns:Front{separator}Back\n")
    for card in cards:
        out.write(card)
