"""Puzzles as files and data, and what a quiz of them shows."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from scrabblecli.errors import DataError
from scrabblecli.formats.cgp import format_cgp
from scrabblecli.formats.position import Position, bag_count, unseen_counts, writable
from scrabblecli.game.puzzles import Puzzle
from scrabblecli.move import Play, format_move
from scrabblecli.plain import printable
from scrabblecli.report.data import SCHEMA
from scrabblecli.report.delimited import Delimited
from scrabblecli.report.listing import json_text
from scrabblecli.report.sentences import count_of, move_sentence, sum_sentences, tile_names, unseen_phrase
from scrabblecli.scoring import score_play
from scrabblecli.tiles import Rack

__all__ = ["HELP", "PUZZLE_FIELDS", "PuzzleResult", "PuzzleScreen", "puzzle_line", "puzzles_text", "result_sentences"]

PUZZLE_FIELDS = ("rack", "answer", "score", "equity", "second", "margin", "themes", "from", "position")
HELP = (
    "Type a move: 8D RETAINS across, D8 RETAINS down; tiles on the board as themselves or as dots, blanks small; exch AEI, pass.",
    "Enter: the answer, without one of yours. board: the board again. quit: the result so far.",
)
_HEAD = "# puzzles: the opcode move is the answer, margin what it is worth more than any other move\n"


def puzzle_line(puzzle: Puzzle) -> str:
    """A puzzle as a line of CGP, its answer as the opcode ``move``, and ``margin``, ``themes`` and ``from`` behind it.

    Raises DataError for a position that CGP cannot hold.
    """
    alphabet = puzzle.position.rules.tiles.alphabet
    line = format_cgp(puzzle.position._replace(move=format_move(puzzle.play, alphabet)))
    themes = f" themes {' '.join(puzzle.themes)};" if puzzle.themes else ""
    return f"{line} margin {puzzle.margin:.1f};{themes} from {_origin(puzzle)};"


def _origin(puzzle: Puzzle) -> str:
    """Where a puzzle comes from, as an opcode can hold it."""
    try:
        return writable(puzzle.origin, ";")
    except DataError:
        return printable(puzzle.origin).replace(";", ",")


def _data(puzzle: Puzzle) -> dict[str, Any]:
    alphabet = puzzle.position.rules.tiles.alphabet
    assert puzzle.position.rack is not None
    return {
        "rack": puzzle.position.rack.text(alphabet),
        "answer": format_move(puzzle.play, alphabet),
        "score": puzzle.best.score,
        "equity": puzzle.best.equity,
        "second": format_move(puzzle.second.move, alphabet),
        "margin": puzzle.margin,
        "themes": list(puzzle.themes),
        "from": puzzle.origin,
        "position": puzzle_line(puzzle),
    }


def puzzles_text(puzzles: Sequence[Puzzle], to: str, header: bool, head: dict[str, object]) -> str:
    """Puzzles as ``cgp``, ``tsv``, ``csv``, ``json`` or ``jsonl``; JSON has ``head``, what was asked for."""
    if to == "cgp":
        return "".join([_HEAD if header else "", *(f"{puzzle_line(puzzle)}\n" for puzzle in puzzles)])
    records = [_data(puzzle) for puzzle in puzzles]
    if to == "json":
        return json_text({"schema": SCHEMA, **head, "puzzles": records}, to)
    if to == "jsonl":
        return "".join(json_text({"schema": SCHEMA, **head, **record}, to) for record in records)
    from io import StringIO

    stream = StringIO()
    out = Delimited(stream, to)
    if header:
        out.write(PUZZLE_FIELDS)
    for record in records:
        record["themes"] = ",".join(record["themes"])
        record["equity"], record["margin"] = f"{record['equity']:.2f}", f"{record['margin']:.2f}"
        out.write([str(record[field]) for field in PUZZLE_FIELDS])
    return stream.getvalue()


class PuzzleResult(NamedTuple):
    """What a quiz came to: puzzles asked, answered, solved with the best move, and the equity that answers lost on average."""

    asked: int
    answered: int
    solved: int
    lost: float


def result_sentences(result: PuzzleResult) -> list[str]:
    """The result of a quiz."""
    if not result.asked:
        return ["No puzzle was asked."]
    text = f"{result.solved} of {count_of(result.asked, 'puzzle')} solved"
    if result.answered < result.asked:
        text += f", {result.asked - result.answered} not answered"
    if result.answered:
        text += f"; {result.lost:.1f} lost on average with each answer"
    return [f"{text}."]


class PuzzleScreen:
    """What a person sees of a quiz: on standard output where that is for people, else on standard error if somebody sits there."""

    def __init__(self, output_format: str, color: str, asks: bool) -> None:
        self._format = output_format
        self._color = color
        self.for_people = output_format in ("table", "text")
        self._shows = self.for_people or asks

    def say(self, lines: Sequence[str]) -> None:
        """Some lines of text."""
        stream = sys.stdout if self.for_people else sys.stderr
        if self._shows:
            stream.write("".join(f"{printable(line)}\n" for line in lines))
            stream.flush()

    def show(self, position: Position, rack: Rack, heading: str) -> None:
        """The board, the rack and what is unseen."""
        if not self._shows:
            return
        tiles, board = position.rules.tiles, position.board
        bag = f"{count_of(bag_count(board, rack, position.rules), 'tile')} in the bag"
        unseen = unseen_phrase(unseen_counts(board, rack, tiles), tiles)
        scores = " to ".join(map(str, position.scores)) if any(position.scores) else ""
        if self._format != "table":
            rows = [f"Row {row + 1}: {tiles.alphabet.text(board.row(row))}" for row in range(board.rows) if any(board.row(row))]
            score = f" Scores {scores}." if scores else ""
            self.say([f"{heading}.", *rows, f"Rack {tile_names(rack.codes, tiles.alphabet)}. {unseen}; {bag}.{score}"])
            return
        from rich.text import Text

        from scrabblecli.report.console import beside, make_console
        from scrabblecli.report.drawing import board_lines

        side = [
            Text(printable(heading), style="bold"),
            Text(),
            Text.assemble("Rack    ", (" ".join(_tiles(rack, position)), "bold")),
            Text(f"Bag     {bag.removesuffix(' in the bag')}"),
        ]
        if scores:
            side.append(Text(f"Scores  {scores}"))
        console = make_console(self._color)
        console.print()
        for line in beside(board_lines(board, position.rules.layout, tiles.alphabet), side):
            line.rstrip()
            console.print(line)

    def answer(self, position: Position, play: Play) -> None:
        """The answer of a puzzle with its arithmetic."""
        alphabet = position.rules.tiles.alphabet
        arithmetic = score_play(position.board, play, position.rules)
        if self._format != "table":
            self.say([f"Best: {move_sentence(play, position.board, alphabet)}.", *sum_sentences(arithmetic, position.rules)])
            return
        from scrabblecli.report.arithmetic import sum_lines
        from scrabblecli.report.console import make_console

        console = make_console(self._color)
        console.print("Best:")
        for line in sum_lines(arithmetic, position.board, position.rules):
            console.print(line)


def _tiles(rack: Rack, position: Position) -> list[str]:
    """The tiles of a rack one by one, blanks last."""
    texts = position.rules.tiles.alphabet.letter_texts
    letters = [texts[code] for code in rack if code]
    return letters + ["?"] * (len(rack) - len(letters))
