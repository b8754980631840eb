"""Results as notebooks show them: pictures and tables that are complete in themselves, without scripts and without anything to load.

A picture stands in a page as an image, so that its style and its ids are its own; all texts are escaped, whoever wrote them.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from scrabblecli.board import Board
from scrabblecli.engine.movegen import RankedMove
from scrabblecli.move import format_move
from scrabblecli.plain import printable
from scrabblecli.report.board_svg import Look, board_file, rack_file
from scrabblecli.report.page import html_table, shown
from scrabblecli.rules import RuleSet, built_in_names, load_rules
from scrabblecli.squares import Square
from scrabblecli.tiles import Rack, code_of

if TYPE_CHECKING:
    from scrabblecli.analysis.verdict import Verdict
    from scrabblecli.game.review import Review, ReviewedTurn
    from scrabblecli.lexicon.judging import JudgedWord
    from scrabblecli.report.analyze import Analysis
    from scrabblecli.report.score import Judgement
    from scrabblecli.report.solve import Solution

__all__ = [
    "analysis_html", "board_svg", "judgement_html", "picture_html", "rack_svg", "review_html", "rules_for", "solution_html", "solution_text",
    "sum_html", "words_html",
]  # fmt: skip

_WIDTH = 420
"""Of a board in a page, in CSS pixels."""
_NUMBERS = {"#", "Score", "Equity", "Turn", "Lost"}


def rules_for(board: Board) -> RuleSet | None:
    """The rules a board alone is drawn by: the first built-in ones of its size with English tiles; None where there are none.

    A board is letter codes on squares, and knows neither letters nor premium squares.
    """
    english = load_rules().tiles
    if max(map(code_of, board.faces), default=0) > len(english.alphabet):
        return None
    for name in built_in_names():
        rules = load_rules(name)
        if (rules.layout.rows, rules.layout.columns) == (board.rows, board.columns) and rules.tiles.alphabet == english.alphabet:
            return rules
    return None


def board_svg(rules: RuleSet, board: Board, label: str, new: Sequence[tuple[Square, int]] = ()) -> str:
    """A board as an SVG file; its ids are those of no other board in the same document."""
    name = f"b{crc32(repr((board.faces, board.columns, rules.name, tuple(new))).encode()):08x}"
    return board_file(Look.of(rules), board, label, new, name)


def rack_svg(rules: RuleSet, rack: Rack) -> str:
    """A rack as an SVG file, its blanks last."""
    codes = rack.codes.lstrip(b"\0") + b"\0" * rack.codes.count(0)
    return rack_file(Look.of(rules), codes, f"Rack {rack.text(rules.tiles.alphabet)}")


def picture_html(svg: str, label: str, width: int = _WIDTH) -> str:
    """A picture in a page, as an image of its own."""
    return f'<img alt="{shown(label)}" style="max-width: 100%; width: {width}px" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">\n'


def sum_html(explained: str) -> str:
    """A sum as lines of a page; nothing where there is none."""
    return f"<pre>{_lines(explained)}</pre>\n" if explained else ""


def solution_text(solution: Solution, moves: Sequence[RankedMove], caption: str) -> str:
    """The moves of a position as a table of text."""
    columns, rows = _solved(solution, moves)
    lines = [columns, *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    right = [name in _NUMBERS for name in columns]
    made = []
    for line in lines:
        cells = [
            text.rjust(width) if number else text.ljust(width) for text, width, number in zip(line, widths, right, strict=True)
        ]
        made.append("  ".join(cells).rstrip())
    return "\n".join([*made, printable(caption)])


def solution_html(solution: Solution, moves: Sequence[RankedMove], caption: str, notes: Iterable[str]) -> str:
    """The moves of a position as a table of a page."""
    columns, rows = _solved(solution, moves)
    closing = [] if solution.basis is None else solution.basis.closing(aloud=False)
    return _table(caption, columns, rows) + _paragraphs(closing) + _paragraphs(notes)


def _solved(solution: Solution, moves: Sequence[RankedMove]) -> tuple[list[str], list[list[str]]]:
    alphabet = solution.rules.tiles.alphabet
    columns = ["#", "Move", "Score", "Equity", "Leave"]
    basis = solution.basis
    if basis is not None:
        columns.append(basis.heading)
    rows = [
        [
            str(ranked.rank),
            format_move(ranked.move, alphabet, solution.board),
            str(ranked.score),
            "" if ranked.equity is None else f"{ranked.equity:.1f}",
            "" if ranked.leave is None else Rack(ranked.leave).text(alphabet),
            *([] if basis is None else [basis.text(ranked)]),
        ]
        for ranked in moves
    ]
    return columns, rows


def judgement_html(judgement: Judgement, picture: str | None, explained: str) -> str:
    """A move judged: its picture, the reasons against it, its sum."""
    name = shown(judgement.shown)
    if judgement.reasons:
        said = f"<p><b>{name}</b> cannot be played:</p>\n<ul>{''.join(f'<li>{shown(reason.message)}</li>' for reason in judgement.reasons)}</ul>\n"
    else:
        said = f"<p><b>{name}</b>: {judgement.score} points</p>\n"
    return ("" if picture is None else picture_html(picture, judgement.shown)) + said + sum_html(explained)


def words_html(words: Sequence[JudgedWord], lexicon: str) -> str:
    """Words judged, with what helps."""
    from scrabblecli.report.check import help_lines

    rows = [[word.word, "valid" if word.valid else "not valid", "; ".join(help_lines(word))] for word in words]
    return _table(lexicon, ["Word", "Verdict", "About it"], rows)


def analysis_html(analysis: Analysis, verdict: Verdict, notes: Iterable[str]) -> str:
    """A verdict: the move on its board, the sentences, and the best moves."""
    from scrabblecli.move import Play
    from scrabblecli.report.analyze import analysis_sentences

    new = tuple(verdict.move.new_tiles()) if isinstance(verdict.move, Play) else ()
    picture = board_svg(analysis.rules, analysis.board, analysis.name(), new)
    alphabet = analysis.rules.tiles.alphabet
    rows = [
        [
            format_move(ranked.move, alphabet, analysis.board),
            str(ranked.score),
            "" if ranked.equity is None else f"{ranked.equity:.1f}",
            "" if ranked.leave is None else Rack(ranked.leave).text(alphabet),
        ]
        for ranked in analysis.top
    ]
    table = _table("The best moves", ["Move", "Score", "Equity", "Leave"], rows) if rows else ""
    return picture_html(picture, analysis.name()) + _paragraphs(analysis_sentences(analysis)) + table + _paragraphs(notes)


def review_html(review: Review) -> str:
    """A game reviewed: a table of its turns and one of its players."""
    from scrabblecli.report.review_summary import move_mark, summary_lines

    turns = [
        [
            str(turn.number),
            turn.player,
            turn.rack,
            move_mark(turn),
            str(turn.score),
            turn.grade or "-",
            _lost(turn),
            _instead(turn),
        ]
        for turn in review.turns
    ]
    names = [player.player for player in review.players]
    players = [[label, *map(value, review.players)] for label, value in summary_lines(review.players)]
    made = _table(review.source or "Game", ["Turn", "Player", "Rack", "Move", "Score", "Grade", "Lost", "Best"], turns)
    return made + _table("Players", ["", *names], players) + _paragraphs([review.error] if review.error else [])


def _lost(turn: ReviewedTurn) -> str:
    from scrabblecli.report.review_summary import lost_text

    return lost_text(turn) if turn.grade else ""


def _instead(turn: ReviewedTurn) -> str:
    if not turn.grade:
        return turn.why_not
    return "" if turn.grade == "best" else f"{turn.best} {turn.best_score}"


def _table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    kinds = [("n" if name in _NUMBERS else "", shown(name)) for name in columns]
    return html_table(shown(caption), kinds, [list(map(shown, row)) for row in rows]) + "\n"


def _paragraphs(sentences: Iterable[str]) -> str:
    lines = [_lines(sentence) for sentence in sentences if sentence]
    return f"<p>{'<br>'.join(lines)}</p>\n" if lines else ""


def _lines(text: str) -> str:
    """A text of several lines for use between tags."""
    from html import escape

    return escape(printable(text, keep_lines=True))
