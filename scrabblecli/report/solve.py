"""What ``solve`` prints, in every format."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from scrabblecli.board import Board
from scrabblecli.engine.movegen import PlayList, RankedMove
from scrabblecli.formats.position import unseen_counts
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Play
from scrabblecli.report.data import BASIS_FIELDS, KNOWN_FIELDS, SCHEMA, move_data, move_row, position_data
from scrabblecli.report.delimited import Delimited
from scrabblecli.report.known import known_cell, known_data, known_sentences
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import score_play
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.known import KnownAdvice

__all__ = ["Basis", "Solution", "SolveWriter", "head_data", "make_writer", "solved_data"]


class Basis(Protocol):
    """What ranks moves where that is more than score and equity: how the game ends, or what came of playing on."""

    @property
    def heading(self) -> str:
        """Of its column on a terminal."""

    def text(self, ranked: RankedMove) -> str:
        """A move's cell of that column."""

    def cell(self, ranked: RankedMove, field: str) -> str:
        """One of `BASIS_FIELDS`, empty where it does not apply."""

    def head(self) -> dict[str, Any]:
        """What JSON says of the position."""

    def data(self, ranked: RankedMove) -> dict[str, Any]:
        """What it adds to a move in JSON."""

    def sentence(self, ranked: RankedMove) -> str:
        """What it says of a move, read aloud."""

    def closing(self, aloud: bool) -> list[str]:
        """What stands below the moves: a heading and lines, or sentences."""


class Solution(NamedTuple):
    """One solved position: ``moves`` yields the moves to show.

    ``basis`` is there when more than equity ranks them, ``advice`` when it is known which words the player knows.
    """

    number: int
    board: Board
    rack: Rack
    rules: RuleSet
    lexicon: Lexicon
    plays: PlayList
    moves: Iterable[RankedMove]
    basis: Basis | None = None
    advice: KnownAdvice | None = None

    def unknown(self, ranked: RankedMove) -> tuple[str, ...]:
        """The words of a move that the player does not know."""
        if self.advice is None:
            return ()
        from scrabblecli.analysis.known import unknown_words

        return unknown_words(ranked.move, self.plays, self.advice.vocabulary)


class SolveWriter(Protocol):
    """Writes solutions one after the other."""

    def add(self, solution: Solution) -> None:
        """Write one solution."""

    def fail(self, number: int, message: str) -> None:
        """Note that a position could not be solved."""

    def end(self) -> None:
        """Write what closes the output."""


class _DelimitedWriter:
    """Tab-separated or comma-separated lines, written as they are made."""

    def __init__(self, kind: str, fields: Sequence[str], header: bool, numbered: bool) -> None:
        self._out = Delimited(sys.stdout, kind)
        self._fields = fields
        self._numbered = numbered
        if header:
            self._out.write([*(["position"] if numbered else []), *fields])

    def add(self, solution: Solution) -> None:
        rows: Iterator[list[str]] = (self._row(ranked, solution) for ranked in solution.moves)
        if self._numbered:
            number = str(solution.number)
            rows = ([number, *row] for row in rows)
        self._out.write_all(rows)

    def _row(self, ranked: RankedMove, solution: Solution) -> list[str]:
        row = move_row(ranked, solution.plays, solution.rules, self._fields)
        if solution.basis is not None:
            for place, name in enumerate(self._fields):
                if name in BASIS_FIELDS:
                    row[place] = solution.basis.cell(ranked, name)
        if solution.advice is not None:
            for place, name in enumerate(self._fields):
                if name in KNOWN_FIELDS:
                    row[place] = known_cell(solution.advice, ranked, solution.unknown(ranked), name)
        return row

    def fail(self, number: int, message: str) -> None:
        pass

    def end(self) -> None:
        pass


def head_data(solution: Solution) -> dict[str, Any]:
    """A solved position as plain data, but for its moves."""
    position = position_data(solution.board, solution.rack, solution.rules, solution.lexicon)
    head: dict[str, Any] = {"schema": SCHEMA, "position": position, "count": len(solution.plays)}
    if solution.basis is not None:
        head |= solution.basis.head()
    if solution.advice is not None:
        head["known"] = known_data(solution.advice, solution.board, solution.rules)
    return head


def solved_data(ranked: RankedMove, solution: Solution) -> dict[str, Any]:
    """A move of a solved position as plain data."""
    data = move_data(ranked, solution.board, solution.rules)
    if solution.basis is not None:
        data |= solution.basis.data(ranked)
    if solution.advice is not None:
        data["unknown"] = list(solution.unknown(ranked))
    return data


class _JsonWriter:
    """JSON: one object, an object with ``positions``, or one object a line; moves are written as they are made."""

    def __init__(self, lines: bool, several: bool) -> None:
        self._several = several and not lines
        self._lines = lines
        self._written = 0
        if self._several:
            sys.stdout.write(f'{{"schema": {SCHEMA}, "positions": [')

    def _begin(self) -> None:
        if self._several:
            sys.stdout.write(",\n" if self._written else "\n")
        self._written += 1

    def add(self, solution: Solution) -> None:
        self._begin()
        write = sys.stdout.write
        write(_dumps(head_data(solution))[:-1] + ', "moves": [')
        separator = "" if self._lines else "\n"
        for index, ranked in enumerate(solution.moves):
            write((", " if self._lines else ",\n") if index else separator)
            write(_dumps(solved_data(ranked, solution)))
        write("]}" if self._several else "]}\n")

    def fail(self, number: int, message: str) -> None:
        self._begin()
        sys.stdout.write(_dumps({"schema": SCHEMA, "error": message}) + ("" if self._several else "\n"))

    def end(self) -> None:
        if self._several:
            sys.stdout.write("\n]}\n")


def _dumps(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)


class _TextWriter:
    """Plain sentences, one a line."""

    def __init__(self, explain: int, several: bool) -> None:
        self._explain = explain
        self._several = several

    def add(self, solution: Solution) -> None:
        from scrabblecli.report.sentences import count_of, move_sentence, rack_points, sum_sentences, tile_names, unseen_phrase

        tiles = solution.rules.tiles
        alphabet = tiles.alphabet
        say = _say
        if self._several:
            say(f"Position {solution.number}.")
        unseen = unseen_counts(solution.board, solution.rack, tiles)
        held = tile_names(solution.rack.codes, alphabet) or "empty"
        say(f"Rack {held}, {count_of(rack_points(solution.rack, tiles), 'point')}; {unseen_phrase(unseen, tiles)}.")
        say(f"{count_of(len(solution.plays), 'play')}, {solution.rules.name} rules, {solution.lexicon}.")
        for index, ranked in enumerate(solution.moves):
            sentence = f"Rank {ranked.rank}. {move_sentence(ranked.move, solution.board, alphabet)}."
            if isinstance(ranked.move, Play):
                sentence += f" {count_of(ranked.score, 'point')}"
                sentence += ", a bingo." if ranked.move.tiles_played >= solution.rules.bingo_tiles else "."
            if solution.plays.by_equity and ranked.equity is not None:
                sentence += f" Equity {ranked.equity:.1f}."
            if solution.basis is not None:
                sentence += f" {solution.basis.sentence(ranked)}"
            if unknown := solution.unknown(ranked):
                sentence += f" You do not know {' or '.join(unknown)}."
            if ranked.leave is not None:
                sentence += f" Keeps {tile_names(ranked.leave, alphabet) or 'nothing'}."
            say(sentence)
            if index < self._explain and isinstance(ranked.move, Play):
                for line in sum_sentences(score_play(solution.board, ranked.move, solution.rules), solution.rules):
                    say(line)
        if solution.basis is not None:
            for line in solution.basis.closing(aloud=True):
                say(line)
        if solution.advice is not None:
            for line in known_sentences(solution.advice, solution.board, alphabet, aloud=True):
                say(line)

    def fail(self, number: int, message: str) -> None:
        if self._several:
            _say(f"Position {number} cannot be read.")

    def end(self) -> None:
        pass


def _say(sentence: str) -> None:
    sys.stdout.write(sentence + "\n")


def make_writer(
    output_format: str, *, fields: Sequence[str], header: bool, several: bool, explain: int, color: str
) -> SolveWriter:
    """The writer of a format: ``table``, ``tsv``, ``csv``, ``json``, ``jsonl`` or ``text``."""
    if output_format in ("tsv", "csv"):
        return _DelimitedWriter(output_format, fields, header, several)
    if output_format in ("json", "jsonl"):
        return _JsonWriter(output_format == "jsonl", several)
    if output_format == "text":
        return _TextWriter(explain, several)
    from scrabblecli.report.solve_table import TableWriter

    return TableWriter(explain, color, several)
