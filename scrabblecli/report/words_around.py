"""What ``words hooks`` and ``words extensions`` print: letters before and behind a word, and the words that they make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.lookup import WordHooks
from scrabblecli.report.listing import print_listing, print_records
from scrabblecli.report.words import Extra, head_of
from scrabblecli.tiles import letters_of

__all__ = ["around_word", "print_hooks"]

Entry = tuple[bytes, WordHooks]


def around_word(lexicon: Lexicon, codes: bytes) -> Extra:
    """Columns of what stands before and behind the letters of a word where a longer one holds them first."""
    text = lexicon.alphabet.word_text

    def around(word: bytes) -> tuple[str, ...]:
        letters = letters_of(word)
        start = letters.index(codes)
        return text(letters[:start]), text(letters[start + len(codes) :])

    return Extra(("front", "back"), around)


def print_hooks(lexicon: Lexicon, entries: Sequence[Entry], output_format: str, color: str, header: bool) -> None:
    """Print the hooks of words: on a terminal a line for each word, in columns a line for each word that a hook makes."""
    text = lexicon.alphabet.word_text
    if output_format in ("json", "jsonl", "text"):
        head = head_of(lexicon) if output_format != "text" else {}
        records = [_data(lexicon, entry) for entry in entries] if head else []
        print_records("hooks", records, [_sentence(lexicon, entry) for entry in entries], output_format, head)
    elif output_format == "table":
        rows = [[text(hooks.front), _marked(lexicon, (codes, hooks)), text(hooks.back)] for codes, hooks in entries]
        width = max(len("Front"), *(len(row[0]) for row in rows))
        rows = [[row[0].rjust(width), *row[1:]] for row in rows]
        print_listing(("Front".rjust(width), "Word", "Back"), rows, "table", color, header)
    else:
        lines = []
        for codes, hooks in entries:
            lines += [[text(letter + codes), "front", text(letter), text(codes)] for letter in _each(hooks.front)]
            lines += [[text(codes + letter), "back", text(letter), text(codes)] for letter in _each(hooks.back)]
        print_listing(("word", "side", "letter", "of"), lines, output_format, color, header)


def _each(codes: bytes) -> list[bytes]:
    return [bytes([code]) for code in codes]


def _marked(lexicon: Lexicon, entry: Entry) -> str:
    """A word with a point at the end of which the letter can be taken away."""
    codes, hooks = entry
    return f"{'.' * hooks.inner_front}{lexicon.alphabet.word_text(codes)}{'.' * hooks.inner_back}"


def _sentence(lexicon: Lexicon, entry: Entry) -> str:
    codes, hooks = entry
    text = lexicon.alphabet.word_text
    front = ", ".join(f"{text(letter)} makes {text(letter + codes)}" for letter in _each(hooks.front))
    back = ", ".join(f"{text(letter)} makes {text(codes + letter)}" for letter in _each(hooks.back))
    return f"{text(codes)}: in front {front or 'nothing'}; at the back {back or 'nothing'}."


def _data(lexicon: Lexicon, entry: Entry) -> dict[str, Any]:
    codes, hooks = entry
    text = lexicon.alphabet.word_text
    return {
        "word": text(codes),
        "valid": codes in lexicon,
        "front": [{"letter": text(letter), "word": text(letter + codes)} for letter in _each(hooks.front)],
        "back": [{"letter": text(letter), "word": text(codes + letter)} for letter in _each(hooks.back)],
        "without_first": text(codes[1:]) if hooks.inner_front else None,
        "without_last": text(codes[:-1]) if hooks.inner_back else None,
    }
