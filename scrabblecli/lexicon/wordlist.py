"""Word list files: one word a line, whatever program wrote them.

UTF-8 with or without BOM, UTF-16 with BOM, else Latin-1; LF, CRLF or CR; upper or lower case. What follows the word on
its line (a definition, a value) and marks at its end (``#``, ``$``, ``*``, ``!``: how Collins and NWL lists flag words) are
ignored, as are blank lines and lines that start with ``#``.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from typing import NamedTuple

from scrabblecli.errors import DataError
from scrabblecli.tiles import Alphabet

__all__ = ["CODED", "WordList", "decode", "identity", "read_words"]

CODED = 0x80
"""Added to every letter code in a coded word, so that line feeds and spaces keep their meaning beside it."""
MAXIMUM_WORD = 1000
_MARKS = "#$*!+,;:"
_NO_LETTER = 0xFF
_PLAIN = rb"[A-Za-z\r\n]*"


class WordList(NamedTuple):
    """The words of a file: distinct, sorted, as coded words (letter codes with `CODED` added).

    ``duplicates`` counts words that stood more than once, ``left_out`` those that the tiles cannot spell, with a few
    ``examples``.
    """

    words: list[bytes]
    duplicates: int
    left_out: int
    examples: tuple[str, ...]


def decode(data: bytes, source: str) -> str:
    """The text of a word list file.

    Raises DataError when it holds NUL characters, which no text does.
    """
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError as error:
                name = encoding.removesuffix("-sig").upper()
                raise DataError(f"the word list begins as {name} but is not (byte {error.start + 1})", source) from None
    if b"\0" in data:
        raise DataError("the word list holds NUL bytes: expected text, one word a line, or a .kwg graph", source)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_words(data: bytes, alphabet: Alphabet, source: str) -> WordList:
    """Read the words of a file.

    Raises DataError when it is no text, holds a line that is no word by any measure, or has no word that the alphabet
    can spell.
    """
    table = alphabet.translation
    if table is not None and re.fullmatch(_PLAIN, data):
        coded = bytearray([_NO_LETTER]) * 256
        for space in b"\r\n":
            coded[space] = ord("\n")
        for character, code in table.items():
            if character < 128:
                coded[character] = CODED | code
        found = data.translate(bytes(coded)).split()
        unknown = [index for index, word in enumerate(found) if _NO_LETTER in word] if _NO_LETTER in b"".join(found) else []
        left_out = len(unknown)
        texts = [data.split()[index].decode("ascii")[:40] for index in unknown[:3]]
        if unknown:
            found = [word for word in found if _NO_LETTER not in word]
        total = len(found)
        found.sort()
        words = list(dict.fromkeys(found))
    else:
        distinct = set()
        texts = []
        total = left_out = 0
        for token in _tokens(decode(data, source)):
            codes = alphabet.spell(token)
            if not codes:
                left_out += 1
                if len(texts) < 3:
                    texts.append(token[:40])
                continue
            total += 1
            distinct.add(bytes([code | CODED for code in codes]))
        words = sorted(distinct)
    if not words:
        expected = "one word a line" if not left_out else f"words of the letters {' '.join(alphabet.letters)}"
        raise DataError(f"no word in the word list: expected {expected}", source)
    longest = max(words, key=len)
    if len(longest) > MAXIMUM_WORD:
        raise DataError(f"a word of {len(longest)} letters in the word list: expected one word a line", source)
    return WordList(words, total - len(words), left_out, tuple(texts))


def _tokens(text: str) -> Iterable[str]:
    """The words as they stand in the file, without marks."""
    for line in text.splitlines():
        fields = line.split(None, 1)
        if not fields or fields[0].startswith("#"):
            continue
        word = fields[0]
        for cut in ",;=\t|":
            word = word.partition(cut)[0] if cut in word else word
        word = word.rstrip(_MARKS)
        if word:
            yield word


def identity(words: Iterable[bytes], alphabet: Alphabet) -> str:
    """The identity of a list: eight hex digits of the SHA-256 of its words, upper case, sorted, each with a line feed.

    Words are coded words in any order.
    """
    from hashlib import sha256  # only a list that is not cached yet needs it

    letters = alphabet.letters
    if alphabet.translation is not None and all(len(letter) == 1 and letter.isascii() for letter in letters):
        table = bytearray(256)
        for code, letter in enumerate(letters, start=1):
            table[CODED | code] = ord(letter)
        plain = bytes(table)
        texts = sorted([word.translate(plain) for word in words])
    else:
        spelled = sorted("".join([letters[(code & 0x3F) - 1] for code in word]) for word in words)
        texts = [text.encode("utf-8") for text in spelled]
    return sha256(b"\n".join(texts) + b"\n").hexdigest()[:8]
