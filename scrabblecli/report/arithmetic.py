"""The arithmetic of a play as a sum that reads like one done aloud."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from scrabblecli.board import Board
from scrabblecli.move import Play, format_move
from scrabblecli.report.sentences import PREMIUM_WORDS, number_word
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import PlayScore, WordScore
from scrabblecli.tiles import Alphabet

__all__ = ["sum_lines"]


def _word_premiums(word: WordScore) -> str:
    """The word premiums of a word with their squares: ``double word, 3M``."""
    return "; ".join(
        f"{PREMIUM_WORDS[square.premium]}, {square.square.name(word.direction)}"
        for square in word.squares
        if square.premium is not None and square.premium.endswith("W")
    )


def _main_lines(word: WordScore, alphabet: Alphabet) -> list[str]:
    """The main word: letters, letter premiums, points and their sum, then the word premiums."""
    # which tiles were there already is seen in the line above, the play itself
    texts = [alphabet.face_text(square.face) for square in word.squares]
    premiums = [square.premium if square.premium is not None and square.premium.endswith("L") else "" for square in word.squares]
    points = [str(square.points) for square in word.squares]
    width = max(2, *map(cell_len, (*texts, *points)))

    def row(cells: list[str]) -> str:
        return (" " + " ".join(" " * (width - cell_len(cell)) + cell for cell in cells)).rstrip()

    lines = [row(texts)]
    if any(premiums):
        lines.append(row(premiums))
    lines.append(f"{row(points)} = {word.letters}")
    if word.multiplier > 1:
        lines.append(f" {word.letters} x {word.multiplier} ({_word_premiums(word)}) = {word.score}")
    return lines


def _cross_line(word: WordScore, alphabet: Alphabet) -> str:
    """A cross word on one line, every premium in it; tiles that lay there already stand in parentheses."""
    terms = []
    for square in word.squares:
        letter = alphabet.face_text(square.face)
        term = f"{letter if square.new else f'({letter})'} {square.value}"
        if square.premium is not None and square.premium.endswith("L"):
            term += f"x{square.points // square.value if square.value else 1} {square.premium}"
        terms.append(term)
    total = " + ".join(terms)
    if word.multiplier > 1:
        premiums = ", ".join(square.premium for square in word.squares if (square.premium or "").endswith("W") and square.premium)
        total = f"({total}) x {word.multiplier} {premiums}"
    return f" {word.square.name(word.direction)} {alphabet.word_text(word.faces)}: {total} = {word.score}"


def sum_lines(arithmetic: PlayScore, board: Board, rules: RuleSet) -> list[Text]:
    """The arithmetic of a play, one line a step; the first line is the play, the last ends with its score."""
    alphabet = rules.tiles.alphabet
    play: Play = arithmetic.play
    main, *crosses = arithmetic.words
    lines = _main_lines(main, alphabet)
    lines += [_cross_line(word, alphabet) for word in crosses]
    if crosses or arithmetic.bonus:
        parts = [str(word.score) for word in arithmetic.words]
        if arithmetic.bonus:
            parts.append(f"{arithmetic.bonus} ({number_word(play.tiles_played)} tiles)")
        lines.append(f" {' + '.join(parts)} = {arithmetic.score}")
    steps, _, result = lines.pop().rpartition("= ")
    made = [Text.assemble((format_move(play, alphabet, board), "bold")), *map(Text, lines)]
    made.append(Text.assemble(f"{steps}= ", (result, "bold")))
    return made
