"""Letters, tiles and racks.

Three things are kept apart everywhere:

* a *character* is what a text is made of;
* a *letter* is a member of an alphabet, perhaps of several characters (Spanish ``CH``), and is handled as its *code*,
  a small integer from 1 in alphabet order;
* a *tile* is a piece with a letter or a blank, and a value. On a rack it is a code, 0 for a blank; on a board it is a
  *face*: the code, with `BLANK_FLAG` set when the tile is a blank that stands for the letter. Face 0 is no tile.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from scrabblecli.errors import DataError, NotationError
from scrabblecli.folders import read_regular
from scrabblecli.plain import lines_of

__all__ = [
    "BLANK",
    "BLANK_FLAG",
    "CODE_LIMIT",
    "EMPTY",
    "FACE_LIMIT",
    "Alphabet",
    "Rack",
    "TileSet",
    "code_of",
    "is_blank",
    "leave_after",
    "letters_of",
]

BLANK = 0
"""The code of a blank on a rack."""
EMPTY = 0
"""The face of an empty square (and, in the tiles of a play, of a square whose tile lies there already)."""
BLANK_FLAG = 0x40
"""Set in the face of a blank that stands for a letter."""
CODE_LIMIT = BLANK_FLAG
"""Codes are below this."""
FACE_LIMIT = 2 * BLANK_FLAG
"""Faces are below this."""
MAXIMUM_LETTERS = 60
MAXIMUM_FILE = 1_000_000
_MARKS = "[]().?*_-+=|/\\'\"^~#<>;,:"


def code_of(face: int) -> int:
    """The letter code of a face."""
    return face & ~BLANK_FLAG


def is_blank(face: int) -> bool:
    """Whether a face is that of a blank standing for a letter."""
    return face & BLANK_FLAG != 0


def _normal(text: str) -> str:
    if text.isascii():
        return text
    import unicodedata  # only texts with accents need it; every start-up would pay for it

    return unicodedata.normalize("NFC", text)


def _graphemes(tokens: Iterable[str]) -> list[str]:
    """Tokens with each combining mark joined to what it stands on, so that both are one square."""
    from unicodedata import combining

    joined: list[str] = []
    for token in tokens:
        if joined and combining(token[0]):
            joined[-1] += token
        else:
            joined.append(token)
    return joined


def _may_be_letter(character: str) -> bool:
    """Whether a letter may have this character: nothing that boards, moves or CGP use as a mark, nothing invisible."""
    return character.isprintable() and not character.isspace() and not character.isdigit() and character not in _MARKS


class Alphabet:
    """The letters of a tile set, in order, with their lower-case forms.

    ``letters[0]`` has code 1. Two alphabets are equal when their letters and lower-case forms are.
    """

    def __init__(self, letters: Iterable[str], lowers: Iterable[str] | None = None) -> None:
        self.letters = tuple(letters)
        self.lowers = tuple(lowers) if lowers is not None else tuple(letter.lower() for letter in self.letters)
        if not 1 <= len(self.letters) <= MAXIMUM_LETTERS:
            raise DataError(f"an alphabet of {len(self.letters)} letters: expected 1 to {MAXIMUM_LETTERS}")
        # Every spelling of one tile in a board, rack or move: a bare character, or brackets around several.
        self._faces: dict[str, int] = {}
        self._folded: dict[str, int] = {}
        for code, (letter, lower) in enumerate(zip(self.letters, self.lowers, strict=True), start=1):
            for face in (code, code | BLANK_FLAG) if lower != letter else (code,):
                text = self.face_text(face)
                if text in self._faces:
                    raise DataError(f"{text!r} stands for two tiles of the alphabet")
                self._faces[text] = face
            if letter in self._folded:
                raise DataError(f"the letter {letter!r} stands twice in the alphabet")
            self._folded[letter] = code
        self._lower_to_upper = {
            lower: letter for letter, lower in zip(self.letters, self.lowers, strict=True) if len(lower) == len(letter) == 1
        }
        self._plain_case = all(lower.upper() == letter for lower, letter in self._lower_to_upper.items() if lower.isascii())
        self._longest = max(map(len, self.letters))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alphabet) and (self.letters, self.lowers) == (other.letters, other.lowers)

    def __hash__(self) -> int:
        return hash(self.letters)

    def __len__(self) -> int:
        return len(self.letters)

    def __repr__(self) -> str:
        return f"Alphabet({self.letters!r}, {self.lowers!r})"

    def face_text(self, face: int) -> str:
        """How a face is written in boards, moves and CGP: ``A``, ``a`` for a blank, ``[CH]`` for several characters.

        >>> Alphabet(["A", "CH"]).face_text(2 | BLANK_FLAG)
        '[ch]'
        """
        if face == EMPTY:
            return "."
        text = self.lowers[code_of(face) - 1] if is_blank(face) else self.letters[face - 1]
        return text if len(text) == 1 else f"[{text}]"

    @cached_property
    def face_texts(self) -> tuple[str, ...]:
        """`face_text` of every face below `FACE_LIMIT`, ``""`` where there is no such letter."""
        texts = [""] * FACE_LIMIT
        texts[EMPTY] = "."
        for code in range(1, len(self) + 1):
            texts[code] = self.face_text(code)
            texts[code | BLANK_FLAG] = self.face_text(code | BLANK_FLAG)
        return tuple(texts)

    @cached_property
    def letter_texts(self) -> tuple[str, ...]:
        """The upper-case text of every face below `FACE_LIMIT` (blanks too), brackets around several characters."""
        return tuple(self.face_texts[code_of(face)] for face in range(FACE_LIMIT))

    def text(self, faces: Iterable[int]) -> str:
        """Faces as boards and moves write them, ``.`` for `EMPTY`."""
        texts = self.face_texts
        return "".join([texts[face] for face in faces])

    def word_text(self, faces: Iterable[int]) -> str:
        """A word in upper case, blanks too, with brackets around letters of several characters.

        >>> Alphabet(["CH", "O"]).word_text([2, 1 | BLANK_FLAG, 2])
        'O[CH]O'
        """
        texts = self.letter_texts
        return "".join([texts[face] for face in faces])

    def tokens(self, text: str, where: str = "") -> list[str]:
        """Cut a text into the spellings of single squares: a character, or a bracketed group.

        >>> Alphabet(["A", "CH"]).tokens("A.[ch]x")
        ['A', '.', '[ch]', 'x']

        Raises NotationError for a bracket that is not closed or encloses nothing; ``where`` begins its message.
        """
        text = _normal(text)
        if "[" not in text:
            return list(text) if text.isascii() else _graphemes(text)
        tokens = []
        position = 0
        while position < len(text):
            if text[position] == "[":
                end = text.find("]", position)
                if end <= position + 1:
                    raise NotationError(f"{where}{text[position : position + 12]!r}: expected a tile in brackets such as [CH]")
                tokens.append(text[position : end + 1])
                position = end + 1
            else:
                tokens.append(text[position])
                position += 1
        return tokens if text.isascii() else _graphemes(tokens)

    def face(self, token: str) -> int | None:
        """The face that a token of a board or move stands for, None when the alphabet has no such tile."""
        return self._faces.get(token)

    def fold(self, text: str) -> str:
        """Upper case by the alphabet's own table, in Unicode's composed form (German sharp s becomes SS)."""
        text = _normal(text)
        if self._plain_case and text.isascii():
            return text.upper()
        table = self._lower_to_upper
        return "".join([table.get(character) or character.upper() for character in text])

    def spell(self, word: str) -> bytes | None:
        """Cut an ordinary word into letter codes, the longest letters first; None when it cannot be spelled.

        This is how word lists and ``check`` read words, so that Spanish ``chorro`` is CH O RR O.

        >>> list(Alphabet(["C", "CH", "H", "O"]).spell("choc"))
        [2, 4, 1]
        """
        word = self.fold(word)
        codes = bytearray()
        position = 0
        folded = self._folded
        while position < len(word):
            for length in range(self._longest, 0, -1):
                code = folded.get(word[position : position + length])
                # a short slice at the end of the word would move on by more than it holds
                if code is not None and position + length <= len(word):
                    codes.append(code)
                    position += length
                    break
            else:
                if word[position] == "[" and (end := word.find("]", position)) > 0:
                    code = folded.get(word[position + 1 : end])
                    if code is not None:
                        codes.append(code)
                        position = end + 1
                        continue
                return None
        return bytes(codes)

    @cached_property
    def translation(self) -> dict[int, int] | None:
        """A table for `str.translate` that maps upper and lower case characters to codes, when every letter is one.

        None when a letter has several characters: such words need `spell`.
        """
        if self._longest > 1:
            return None
        table = {ord(letter): code for letter, code in self._folded.items()}
        table.update({ord(lower): self._folded[letter] for lower, letter in self._lower_to_upper.items()})
        return table


class TileSet(NamedTuple):
    """Which tiles a game is played with.

    ``counts`` and ``values`` are indexed by code, index 0 being the blank; ``vowels`` has the codes of the vowels.
    A letter with count 0 is one that only a blank may stand for.
    """

    name: str
    alphabet: Alphabet
    counts: tuple[int, ...]
    values: tuple[int, ...]
    vowels: frozenset[int]

    @property
    def total(self) -> int:
        """How many tiles the set has."""
        return sum(self.counts)

    @classmethod
    def parse(cls, text: str, name: str, source: str = "") -> TileSet:
        """Read a tile set: lines ``letter,lower case,count,value,vowel``; ``?`` is the blank, ``#`` starts a comment.

        The lower-case column may be missing, and letters of several characters may stand in brackets.

        Raises DataError with the line at fault.
        """
        letters: list[str] = []
        lowers: list[str] = []
        counts = [0]
        values = [0]
        vowels = set()
        expected = "expected letter,lower case,count,value,vowel"
        for number, line in enumerate(lines_of(_normal(text.removeprefix("\ufeff"))), start=1):
            fields = [field.strip() for field in line.split(",")]
            if not line.strip() or line.startswith("#"):
                continue
            if len(fields) == 4:
                fields.insert(1, fields[0].lower())
            if (
                len(fields) != 5
                or not fields[0]
                or not all(field.isascii() and field.isdigit() and len(field) < 5 for field in fields[2:])
            ):
                raise DataError(f"{line.strip()!r} is no tile: {expected}", source, number)
            letter, lower = fields[0].strip("[]"), fields[1].strip("[]")
            count, value, vowel = int(fields[2]), int(fields[3]), fields[4] != "0"
            if count > 999 or value > 999:
                raise DataError(f"{line.strip()!r}: count and value must be at most 999", source, number)
            if letter == "?":
                counts[0], values[0] = count, value
                continue
            if len(letter) > 4 or not all(_may_be_letter(character) for character in letter + lower):
                raise DataError(f"{letter!r} cannot be a letter", source, number)
            letters.append(letter)
            lowers.append(lower or letter.lower())
            counts.append(count)
            values.append(value)
            if vowel:
                vowels.add(len(letters))
        try:
            alphabet = Alphabet(letters, lowers)
        except DataError as error:
            raise DataError(error.reason, source) from None
        return cls(name, alphabet, tuple(counts), tuple(values), frozenset(vowels))

    @classmethod
    def read(cls, path: str) -> TileSet:
        """Read a tile set from a file in UTF-8; the set is named after the file."""
        try:
            text = str(read_regular(path, MAXIMUM_FILE, "tile set"), "utf-8").removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            raise DataError(f"the tile set is not UTF-8 (byte {error.start + 1})", path) from None
        return cls.parse(text, os.path.splitext(os.path.basename(path))[0], path)

    def face_values(self, blanks_score_zero: bool = True) -> tuple[int, ...]:
        """The value of every face below `FACE_LIMIT`: a blank's is that of the set's blank, or of its letter."""
        values = [0] * FACE_LIMIT
        for code in range(1, len(self.alphabet) + 1):
            values[code] = self.values[code]
            values[code | BLANK_FLAG] = self.values[BLANK] if blanks_score_zero else self.values[code]
        return tuple(values)


class Rack:
    """A multiset of tiles, as codes in ascending order with the blanks (0) first.

    Two racks with the same tiles are equal, whatever order they were typed in.

    >>> from scrabblecli.rules import load_rules
    >>> tiles = load_rules().tiles
    >>> rack = Rack.parse("jo?", tiles)
    >>> rack == Rack.parse("?OJ", tiles), rack.text(tiles.alphabet), len(rack)
    (True, 'JO?', 3)
    """

    __slots__ = ("codes",)

    def __init__(self, codes: Iterable[int] = ()) -> None:
        self.codes = bytes(sorted(codes))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rack) and self.codes == other.codes

    def __hash__(self) -> int:
        return hash(self.codes)

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[int]:
        return iter(self.codes)

    def __repr__(self) -> str:
        return f"Rack({list(self.codes)!r})"

    @classmethod
    def parse(cls, text: str, tiles: TileSet, what: str = "rack") -> Rack:
        """Read a rack: letters in either case, ``?``, ``_`` or ``*`` for a blank, ``[CH]``; spaces and commas are ignored.

        ``what`` names the text in messages. Raises NotationError for a character that is no tile, with its place and the name
        of the tile set.
        """
        alphabet = tiles.alphabet
        codes = []
        tokens = [token for token in alphabet.tokens(text, f"{what} {text!r}: ") if not token.isspace() and token != ","]
        for place, token in enumerate(tokens, start=1):
            if token in ("?", "_", "*"):
                codes.append(BLANK)
                continue
            face = alphabet.face(token)
            if face is None:
                folded = alphabet.fold(token)
                face = alphabet.face(folded) if len(folded) == 1 else None
            if face is None:
                hint = "; a blank is written ?" if token in ".-+#" else ""
                raise NotationError(f"{what} {text!r}: {token!r} (tile {place}) is no tile of the {tiles.name} set{hint}")
            codes.append(code_of(face))
        return cls(codes)

    def text(self, alphabet: Alphabet) -> str:
        """The tiles in alphabet order, blanks last as ``?``."""
        blanks = self.codes.count(BLANK)
        return alphabet.word_text(self.codes[blanks:]) + "?" * blanks

    def missing(self, faces: Iterable[int]) -> list[int]:
        """The codes that playing the faces would need and the rack does not hold (`EMPTY` faces need nothing)."""
        return self.missing_codes(BLANK if is_blank(face) else face for face in faces if face != EMPTY)

    def missing_codes(self, codes: Iterable[int]) -> list[int]:
        """Those of some rack codes that the rack does not hold."""
        held = list(self.codes)
        lacking = []
        for code in codes:
            if code in held:
                held.remove(code)
            else:
                lacking.append(code)
        return lacking

    def without(self, codes: Iterable[int]) -> Rack | None:
        """The rack less some rack codes, None when it does not hold them all."""
        left = list(self.codes)
        for code in codes:
            if code not in left:
                return None
            left.remove(code)
        return Rack(left)


def letters_of(faces: Iterable[int]) -> bytes:
    """The letter codes of faces: a word as word lists know it, blanks as the letters they stand for."""
    return bytes([code_of(face) for face in faces])


def leave_after(codes: bytes, faces: bytes) -> bytes:
    """The rack codes that remain after playing faces that the rack holds (`EMPTY` faces use nothing)."""
    leave = bytearray(codes)
    for face in faces:
        if face:
            leave.remove(BLANK if face & BLANK_FLAG else face)
    return bytes(leave)
