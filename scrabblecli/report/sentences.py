"""Moves as plain sentences that read well aloud and in a screen reader."""

from __future__ import annotations

from scrabblecli.board import Board
from scrabblecli.move import Exchange, Move, Pass, Play
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import PlayScore, WordScore
from scrabblecli.squares import Direction, Square, column_letter
from scrabblecli.tiles import BLANK, EMPTY, Alphabet, Rack, TileSet, is_blank

__all__ = [
    "PREMIUM_WORDS",
    "count_of",
    "move_sentence",
    "number_word",
    "place_phrase",
    "rack_points",
    "sum_sentences",
    "tile_names",
    "unseen_phrase",
]


PREMIUM_WORDS = {
    "DL": "double letter",
    "TL": "triple letter",
    "QL": "quadruple letter",
    "DW": "double word",
    "TW": "triple word",
    "QW": "quadruple word",
}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number_word(number: int) -> str:
    """Small numbers as words.

    >>> number_word(7), number_word(21)
    ('seven', '21')
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def count_of(number: int, noun: str) -> str:
    """A number and its noun.

    >>> count_of(1, "play"), count_of(1200, "play")
    ('1 play', '1,200 plays')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def place_phrase(square: Square, direction: Direction) -> str:
    """Where a word begins: ``row 8 from D`` across, ``column D from 8`` down."""
    if direction is Direction.ACROSS:
        return f"row {square.row + 1} from {column_letter(square.column)}"
    return f"column {column_letter(square.column)} from {square.row + 1}"


def _spelled(face: int, alphabet: Alphabet) -> str:
    letter = alphabet.word_text([face]).strip("[]")
    return f"blank as {letter}" if is_blank(face) else letter


def _tiles_phrase(play: Play, board: Board, alphabet: Alphabet) -> str:
    """The letters of a play one by one, with those that lie on the board already named so."""
    parts: list[str] = []
    run: list[str] = []
    old = False
    for square, face in zip(play.squares(), play.tiles, strict=True):
        if (face == EMPTY) != old:
            if run:
                parts.append(" ".join(run) + (" on the board" if old else ""))
            run = []
            old = not old
        run.append(_spelled(face or board[square], alphabet))
    parts.append(" ".join(run) + (" on the board" if old else ""))
    return ", ".join(parts)


def tile_names(codes: bytes, alphabet: Alphabet) -> str:
    """Rack codes spelled out, letters first: ``A CH E blank``."""
    letters = [alphabet.letters[code - 1] for code in sorted(codes) if code != BLANK]
    return " ".join(letters + ["blank"] * codes.count(BLANK))


def move_sentence(move: Move, board: Board, alphabet: Alphabet) -> str:
    """A move without its score: ``Row 8 from D: R E A, T on the board, I N S``."""
    if isinstance(move, Pass):
        return "Pass"
    if isinstance(move, Exchange):
        if move.tiles is None:
            return f"Exchange {count_of(move.count, 'tile')}"
        return f"Exchange {tile_names(move.tiles, alphabet)}"
    place = place_phrase(move.square, move.direction)
    return f"{place[0].upper()}{place[1:]}: {_tiles_phrase(move, board, alphabet)}"


def _word_sentence(word: WordScore, alphabet: Alphabet) -> str:
    terms = []
    for square in word.squares:
        term = f"{_spelled(square.face, alphabet)} {square.value}"
        if square.premium is not None and square.premium.endswith("L"):
            term += f" on a {PREMIUM_WORDS[square.premium]} is {square.points}"
        terms.append(term)
    sentence = f"{alphabet.word_text(word.faces)}: {', '.join(terms)}; {word.letters}"
    premiums = [square.premium for square in word.squares if square.premium is not None and square.premium.endswith("W")]
    if premiums:
        sentence += "".join(f", {PREMIUM_WORDS[premium]}" for premium in premiums) + f" makes {word.score}"
    return sentence + "."


def sum_sentences(arithmetic: PlayScore, rules: RuleSet) -> list[str]:
    """The arithmetic of a play, a sentence a word."""
    alphabet = rules.tiles.alphabet
    lines = [_word_sentence(word, alphabet) for word in arithmetic.words]
    if arithmetic.bonus:
        lines.append(f"{number_word(arithmetic.play.tiles_played).capitalize()} tiles played: {arithmetic.bonus} more.")
    lines.append(f"Total {arithmetic.score}.")
    return lines


def unseen_phrase(counts: list[int], tiles: TileSet) -> str:
    """How many tiles are unseen: ``54 unseen: 23 vowels, 31 consonants, no blank``."""
    vowels = sum(counts[code] for code in tiles.vowels)
    blanks = counts[0]
    consonants = sum(counts) - vowels - blanks
    blank = "no blank" if not blanks else count_of(blanks, "blank")
    return f"{sum(counts)} unseen: {count_of(vowels, 'vowel')}, {count_of(consonants, 'consonant')}, {blank}"


def rack_points(rack: Rack, tiles: TileSet) -> int:
    """The value of the tiles on a rack."""
    return sum(tiles.values[code] for code in rack)
