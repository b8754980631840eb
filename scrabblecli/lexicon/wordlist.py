"""Word list files: one word a line, whatever program wrote them.

UTF-8 with or without BOM, UTF-16 with BOM, else Latin-1; LF, CRLF or CR; upper or lower case. What follows the word on
its line is its definition when there is a letter in it; marks at the end of the word (``#``, ``$``, ``*``, ``!``: how Collins and
NWL lists flag words), values, blank lines and lines that start with ``#`` are ignored.

A file is worked through in blocks, so that what it costs is bounded by its words, not by the number of its lines.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from scrabblecli.errors import DataError
from scrabblecli.plain import lines_of
from scrabblecli.tiles import Alphabet

__all__ = ["CODED", "WORD_LIMIT", "Progress", "WordList", "decode", "entries", "identity", "read_words"]

CODED = 0x80
"""Added to every letter code in a coded word, so that line feeds and spaces keep their meaning beside it."""
WORD_LIMIT = 5_000_000
MAXIMUM_WORD = 1000
MAXIMUM_EXAMPLES = 5
_MARKS = "#$*!+,;:"
_SEPARATORS = " \t,;=|:"
_COLUMNS = frozenset({
    "alphagram", "back", "count", "definition", "definitions", "description", "entry", "explanation", "frequency", "front",
    "gloss", "hooks", "inflections", "length", "letters", "meaning", "meanings", "note", "notes", "number", "part-of-speech",
    "part_of_speech", "plays", "pos", "points", "probability", "rank", "score", "sense", "source", "tag", "tags", "type",
    "valid", "value",
})  # fmt: skip
"""What the other columns of a list are called where the first is called word."""
_WORDS = frozenset({"word", "words"})
_NO_LETTER = 0xFF
_PLAIN = rb"[A-Za-z\r\n]*"
_BLOCK = 1 << 20

Progress = Callable[[float], None]
"""Is told now and then which share of the work is done."""
_Text = TypeVar("_Text", str, bytes)


_NO_TEXT = bytes([*range(9), *range(14, 26)])
"""Bytes that stand in no text, but for a slip."""
_LOOKED_AT = 1_000_000


class WordList(NamedTuple):
    """The words of a file: distinct, sorted, as coded words (letter codes with `CODED` added).

    ``duplicates`` counts words that stood more than once, ``left_out`` those that the tiles cannot spell, with a few
    ``examples``; ``outside`` has the characters at fault and in how many of them each stands. ``definitions`` has what
    followed a word on its line, ``heading`` the first line where it names the columns and has no word.
    """

    words: list[bytes]
    duplicates: int
    left_out: int
    examples: tuple[str, ...]
    outside: dict[str, int]
    definitions: dict[bytes, str]
    heading: str = ""


def decode(
    data: bytes, source: str, kind: str = "word list", expected: str = "text, one word a line, or a graph named .kwg or .dawg"
) -> str:
    """The text of a word list file, or of a file of another ``kind`` in which that is ``expected``.

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
                raise DataError(f"the {kind} begins as {name} but is not (byte {error.start + 1})", source) from None
    if b"\0" in data:
        raise DataError(f"the {kind} holds NUL bytes: expected {expected}", source)
    # a definition may have a strange character; what is no text at all has many
    begins = data[:_LOOKED_AT]
    if len(begins) - len(begins.translate(None, _NO_TEXT)) > max(2, len(begins) // 100):
        raise DataError(f"the {kind} is no text: expected {expected}", source)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_words(data: bytes, alphabet: Alphabet, source: str, progress: Progress = lambda share: None) -> WordList:
    """Read the words of a file.

    Raises DataError when it is no text, holds a line that is no word by any measure, has no word that the alphabet can
    spell, or more than `WORD_LIMIT`.
    """
    # a dictionary keeps the order of the file, which is mostly sorted already
    distinct: dict[bytes, None] = {}
    strange = _Strange(alphabet)
    definitions: dict[bytes, str] = {}
    total = 0
    heading = ""
    if alphabet.translation is not None and re.fullmatch(_PLAIN, data):
        coding = _byte_coding(alphabet.translation)
        for block in _blocks(data, progress):
            coded = block.translate(coding)
            found = coded.split()
            if _NO_LETTER in coded:
                for text, word in zip(block.split(), found, strict=True):
                    if _NO_LETTER in word:
                        strange.add(text.decode("ascii"))
                found = [word for word in found if _NO_LETTER not in word]
            total += len(found)
            distinct.update(dict.fromkeys(found))
            _check_number(distinct, source)
    else:
        code_of = _coder(alphabet)
        content = _unquoted(decode(data, source))
        heading = heading_of(content)
        if not heading and (column := _column_of_words(content)):
            raise DataError(f"the words stand in column {column} of the list, expected them in the first", source, 1)
        for lines in _blocks(content.replace(heading, "", 1) if heading else content, progress):
            for entry, rest in entries(lines):
                codes = code_of(entry)
                if not codes:
                    strange.add(entry)
                    continue
                total += 1
                distinct[codes] = None
                if rest and codes not in definitions and (definition := _definition(rest)):
                    definitions[codes] = definition
            _check_number(distinct, source)
    words = sorted(distinct)
    if not words:
        expected = "one word a line" if not strange.count else f"words of the letters {' '.join(alphabet.letters)}"
        raise DataError(f"no word in the word list: expected {expected}", source)
    longest = max(words, key=len)
    if len(longest) > MAXIMUM_WORD:
        raise DataError(f"a word of {len(longest)} letters in the word list: expected one word a line", source)
    return WordList(
        words, total - len(words), strange.count, tuple(strange.examples), strange.outside, definitions, heading.strip()
    )


def _unquoted(text: str) -> str:
    """A list whose words stand in quotation marks, as some spreadsheets write all texts, without them."""
    # the first line may name the columns
    lines = [line for line in text[:_LOOKED_AT].splitlines()[:9] if line.strip()][:2]
    first = re.match(r'\s*"[^"]+"[ ]*([,;\t]|$)', lines[-1]) if lines else None
    if first is None:
        return text
    import csv

    try:
        return "".join("\t".join(row) + "\n" for row in csv.reader(text.splitlines(), delimiter=first[1] or ","))
    except csv.Error:  # a field longer than the module takes
        return text


def _columns(text: str) -> tuple[str, list[str]]:
    """The first line of a list, and the names of its columns if it has several and calls one of them that of words; else none."""
    first = re.match(r"\s*([^\r\n]*)", text)
    line = "" if first is None else first[1]
    names = [column.strip(' "').casefold() for column in re.split(r"[,;\t|]", line)]
    return line, names if len(names) > 1 and not _WORDS.isdisjoint(names) else []


def _column_of_words(text: str) -> int:
    """Which column of a list has the words, where its first line names columns and calls another than the first so; else 0."""
    _, names = _columns(text)
    return (
        next((place for place, name in enumerate(names, start=1) if name in _WORDS), 1) if names and names[0] not in _WORDS else 0
    )


def heading_of(text: str) -> str:
    r"""The first line of a list, when it names columns: spreadsheets write them so.

    >>> heading_of("word,definition\nAA,rough lava\n"), heading_of("WORD,a unit of language\n")
    ('word,definition', '')
    """
    line, names = _columns(text)
    return line if names and names[0] in _WORDS and _COLUMNS.issuperset(names[1:]) else ""


def _check_number(words: dict[bytes, None], source: str) -> None:
    if len(words) > WORD_LIMIT:
        raise DataError(f"more than {WORD_LIMIT:,} words in the word list, the most there may be", source)


def _blocks(text: _Text, progress: Progress) -> Iterator[_Text]:
    """A text in pieces that end where lines do, so that the lines of a large file are never all in memory."""
    feed, back = ("\n", "\r") if isinstance(text, str) else (b"\n", b"\r")
    start = 0
    while start < len(text):
        end = start + _BLOCK
        if end < len(text):
            ends = [place for place in (text.find(feed, end), text.find(back, end, end + _BLOCK)) if place >= 0]
            end = min(ends) + 1 if ends else len(text)
        yield text[start:end]
        progress(min(1.0, end / len(text)))
        start = end


class _Strange:
    """The words that the tiles cannot spell, counted by the characters at fault."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.count = 0
        self.examples: list[str] = []
        self.outside: dict[str, int] = {}
        self._alphabet = alphabet
        self._letters = frozenset(alphabet.letters)
        self._longest = max(map(len, alphabet.letters))

    def add(self, word: str) -> None:
        self.count += 1
        if len(self.examples) < MAXIMUM_EXAMPLES:
            self.examples.append(word[:40])
        for character in self._faults(self._alphabet.fold(word)):
            self.outside[character] = self.outside.get(character, 0) + 1

    def _faults(self, word: str) -> set[str]:
        """The characters that no letter of the alphabet covers when the word is cut longest first."""
        faults = set()
        place = 0
        while place < len(word):
            for length in range(self._longest, 0, -1):
                if word[place : place + length] in self._letters:
                    place += length
                    break
            else:
                faults.add(word[place])
                place += 1
        return faults


def _byte_coding(table: dict[int, int]) -> bytes:
    """A table for `bytes.translate` from ASCII characters to coded letters, line ends to line feeds."""
    coding = bytearray([_NO_LETTER]) * 256
    for space in b"\r\n":
        coding[space] = ord("\n")
    for character, code in table.items():
        if character < 128:
            coding[character] = CODED | code
    return bytes(coding)


class _TextCoding(dict[int, int]):
    """A table for `str.translate` in which a character that is no letter has the code of none."""

    def __missing__(self, character: int) -> int:
        return _NO_LETTER


def _coder(alphabet: Alphabet) -> Callable[[str], bytes | None]:
    """A function from a word to its coded form, None when the tiles cannot spell it."""
    table = alphabet.translation
    coding = None if table is None else _TextCoding({character: CODED | code for character, code in table.items()})

    def code(word: str) -> bytes | None:
        if coding is not None:
            quick = word.translate(coding).encode("latin-1")
            if _NO_LETTER not in quick:
                return quick
        codes = alphabet.spell(word)
        return codes and bytes([code | CODED for code in codes])

    return code


def entries(lines: str) -> Iterator[tuple[str, str]]:
    """The words as they stand in the lines, without marks, each with what follows it on its line."""
    for line in lines_of(lines):
        fields = line.split(None, 1)
        if not fields or fields[0].startswith("#"):
            continue
        first = word = fields[0]
        if not word.isalpha():
            for cut in ",;=|":
                word = word.partition(cut)[0] if cut in word else word
            word = word.rstrip(_MARKS)
        if word:
            rest = first[len(word) :].lstrip(_MARKS)
            if len(fields) > 1:
                rest = f"{rest} {fields[1]}"
            yield word, rest


def _definition(rest: str) -> str:
    """A definition from what follows a word: in one line, without separators and quotes; nothing when it has no letter."""
    text = " ".join(rest.split()).lstrip(_SEPARATORS)
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1].replace('""', '"')
    return text if any(map(str.isalpha, text)) else ""


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
