"""The arithmetic of a play as a sum that reads like one done aloud."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from scrabblecli.board import Board
from scrabblecli.move import Play, format_move
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import PlayScore, SquareScore, WordScore
from scrabblecli.tiles import Alphabet

__all__ = ["PREMIUM_WORDS", "number_word", "sum_lines"]

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


def tile_text(square: SquareScore, alphabet: Alphabet) -> str:
    """A tile of a word; one that lay on the board already stands in parentheses."""
    text = alphabet.face_text(square.face)
    return text if square.new else f"({text})"


def word_premiums(word: WordScore) -> str:
    """The word premiums of a word with their squares: ``double word, 3M``."""
    return "; ".join(
        f"{PREMIUM_WORDS[square.premium]}, {square.square.name(word.direction)}"
        for square in word.squares
        if square.premium is not None and square.premium.endswith("W")
    )


def _main_lines(word: WordScore, alphabet: Alphabet) -> list[tuple[str, str]]:
    """The main word: letters, letter premiums, points, and the word premiums; what is done, and its result."""
    # which tiles were there already is seen in the line above, the play itself
    texts = [alphabet.face_text(square.face) for square in word.squares]
    premiums = [square.premium if square.premium is not None and square.premium.endswith("L") else "" for square in word.squares]
    points = [str(square.points) for square in word.squares]
    width = max(2, *map(cell_len, (*texts, *points)))

    def row(cells: list[str]) -> str:
        return (" " + " ".join(" " * (width - cell_len(cell)) + cell for cell in cells)).rstrip()

    lines = [(row(texts), "")]
    if any(premiums):
        lines.append((row(premiums), ""))
    lines.append((row(points), f"= {word.letters}"))
    if word.multiplier > 1:
        lines.append((f" {word.letters} x {word.multiplier} ({word_premiums(word)})", f"= {word.score}"))
    return lines


def _cross_line(word: WordScore, alphabet: Alphabet) -> tuple[str, str]:
    """A cross word on one line, every premium in it."""
    terms = []
    for square in word.squares:
        term = f"{tile_text(square, alphabet)} {square.value}"
        if square.premium is not None and square.premium.endswith("L"):
            term += f" x {square.points // square.value if square.value else 1} ({PREMIUM_WORDS[square.premium]})"
        terms.append(term)
    name = f"{word.square.name(word.direction)} {alphabet.word_text(word.faces)}"
    total = " + ".join(terms)
    if word.multiplier > 1:
        total = f"({total}) x {word.multiplier} ({word_premiums(word)})"
    # the space sets the sum of the word apart from the sign of the column
    return f" {name}: {total} = {word.score} ", f"+ {word.score}"


def sum_lines(arithmetic: PlayScore, board: Board, rules: RuleSet) -> list[Text]:
    """The arithmetic of a play, one line a step, results aligned at the right; the first line is the play."""
    alphabet = rules.tiles.alphabet
    play: Play = arithmetic.play
    lines = _main_lines(arithmetic.words[0], alphabet)
    lines += [_cross_line(word, alphabet) for word in arithmetic.words[1:]]
    if arithmetic.bonus:
        lines.append((f" {number_word(play.tiles_played)} tiles", f"+ {arithmetic.bonus}"))
    left = max(cell_len(text) for text, result in lines if result) + 1
    right = max(len(result) for _, result in lines)
    summed = len(arithmetic.words) > 1 or bool(arithmetic.bonus)
    made = [Text.assemble((format_move(play, alphabet, board), "bold"))]
    for index, (text, result) in enumerate(lines):
        line = Text(text)
        if result:
            sign, _, number = result.partition(" ")
            line.append(" " * (left - cell_len(text)))
            last = index == len(lines) - 1
            line.append(f"{sign} {number.rjust(right - 2)}", "bold" if last and not summed else "")
            if last and summed:
                line.append(" = ")
                line.append(str(arithmetic.score), "bold")
        made.append(line)
    return made
