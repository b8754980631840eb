"""The score sheet of a recorded game, in every format."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from scrabblecli.formats.transcript import Kind, signed
from scrabblecli.game.record import Game, RecordedTurn, Row
from scrabblecli.move import format_move
from scrabblecli.plain import printable
from scrabblecli.report.data import SCHEMA, kind_of
from scrabblecli.report.listing import json_text, print_listing
from scrabblecli.report.sentences import count_of, move_sentence, sum_sentences

__all__ = [
    "SHEET_FIELDS",
    "ending_sentence",
    "game_data",
    "move_text",
    "names_sentences",
    "print_sheet",
    "result_sentences",
    "stated_texts",
    "win_sentence",
]

SHEET_FIELDS = ("turn", "player", "kind", "rack", "move", "score", "total", "right", "right_total", "words")
"""The columns of tsv and csv: what is recorded, then what is right under the rules."""
_EVENTS = {Kind.WITHDRAWN: "off the board", Kind.CHALLENGE: "challenge", Kind.TIME: "time", Kind.NUMBER: "points"}


def print_sheet(game: Game, output_format: str, color: str = "auto", header: bool = True, explained: Sequence[int] = ()) -> None:
    """Print a score sheet as ``table``, ``text``, ``tsv``, ``csv``, ``json``, ``jsonl`` or ``html``; with the sums of the turns ``explained``."""
    if output_format in ("json", "jsonl"):
        sys.stdout.write(json_text(game_data(game), output_format))
    elif output_format == "html":
        from scrabblecli.report.sheet_html import sheet_page

        sys.stdout.write(sheet_page(game))
    elif output_format in ("tsv", "csv"):
        print_listing(SHEET_FIELDS, [_fields(game, turn, row) for turn, row in _rows(game)], output_format, color, header)
    elif output_format == "text":
        lines = [sentence for turn in game.turns for sentence in _turn_sentences(game, turn, turn.number in explained)]
        sys.stdout.write("".join(f"{line}\n" for line in (*names_sentences(game), *lines, *result_sentences(game))))
    else:
        _print_table(game, color, header, explained)


def names_sentences(game: Game) -> list[str]:
    """Who the short names are, where the record says so."""
    named = [player for player in game.players if player.name not in ("", player.nick)]
    return [f"{', '.join(f'{printable(player.nick)} is {printable(player.name)}' for player in named)}."] if named else []


def _rows(game: Game) -> Iterator[tuple[RecordedTurn, Row]]:
    return ((turn, row) for turn in game.turns for row in turn.rows)


def stated_texts(game: Game, row: Row) -> tuple[str, str]:
    """What is recorded, as text; what the rules give where nothing is, unless they are other rules than the file's."""
    if row.stated_points is None and (game.recalculated or not row.counted):
        return "", ""
    points = row.points if row.stated_points is None else row.stated_points
    return str(points), "" if row.stated_total is None and row.stated_points is not None else str(row.stated_total or row.total)


def _rack_text(game: Game, turn: RecordedTurn) -> str:
    return "" if turn.rack is None else turn.rack.text(game.rules.tiles.alphabet)


def _words(game: Game, turn: RecordedTurn) -> list[str]:
    """The words that a turn made."""
    alphabet = game.rules.tiles.alphabet
    return [] if turn.arithmetic is None else [alphabet.word_text(word.faces) for word in turn.arithmetic.words]


def move_text(game: Game, turn: RecordedTurn, row: Row, for_people: bool = False) -> str:
    """What a row is about: the move of its turn, or what befell it."""
    alphabet = game.rules.tiles.alphabet
    if row.kind is Kind.MOVE and turn.move is not None:
        return format_move(turn.move, alphabet, turn.before.board if for_people else None)
    if row.kind is Kind.LEFT:
        tiles = "" if row.rack is None else row.rack.text(alphabet)
        return f"left {tiles}" if for_people else tiles
    return _EVENTS.get(row.kind, "") if for_people else ""


def _kind(turn: RecordedTurn, row: Row) -> str:
    return kind_of(turn.move) if row.kind is Kind.MOVE and turn.move is not None else row.kind.value


def _fields(game: Game, turn: RecordedTurn, row: Row) -> list[str]:
    first = row is turn.rows[0]
    return [
        str(turn.number), game.players[row.player].nick, _kind(turn, row), _rack_text(game, turn) if first else "",
        move_text(game, turn, row), *stated_texts(game, row), str(row.points), str(row.total), ",".join(_words(game, turn)) if first else "",
    ]  # fmt: skip


# The table


def _print_table(game: Game, color: str, header: bool, explained: Sequence[int]) -> None:
    from rich.text import Text

    from scrabblecli.report.console import make_console

    console = make_console(color)
    title = game.transcript.value("title") or game.transcript.value("description")
    if title:
        console.print(Text(printable(title), style="bold"))
    for sentence in names_sentences(game):
        console.print(Text(sentence))
    differs = any(row.differs or not stated_texts(game, row)[0] for row in game.rows)
    columns = ["Turn", "Player", "Rack", "Move", "Score", "Total", *(("Right", "Total") if differs else ()), "Words"]
    rows = []
    for turn, row in _rows(game):
        first = row is turn.rows[0]
        points, total = stated_texts(game, row)
        numbers = [points if first else _sign(points), total]
        if differs:
            numbers += [str(row.points), str(row.total)] if row.differs or not points else ["", ""]
        marks = [] if not first else _words(game, turn)
        remarks = [remark for remark, holds in (("added", row.added), ("after the end", not row.counted)) if holds]
        rack = _rack_text(game, turn) or ("?" if turn.move is not None else "")
        rows.append([
            str(turn.number) if first else "", game.players[row.player].nick, rack if first else "",
            move_text(game, turn, row, for_people=True), *numbers, " ".join([*marks, *(f"({remark})" for remark in remarks)]),
        ])  # fmt: skip
    numeric = [0, *range(4, len(columns) - 1)]
    for place in numeric:
        width = max([len(columns[place]), *(len(cells[place]) for cells in rows)])
        columns[place] = columns[place].rjust(width)
        for cells in rows:
            cells[place] = cells[place].rjust(width)
    print_listing(columns, rows, "table", color, header)
    for sentence in result_sentences(game):
        console.print(Text(sentence))
    _print_sums(game, color, explained)


def _sign(points: str) -> str:
    return signed(int(points)) if points else ""


def _print_sums(game: Game, color: str, explained: Sequence[int]) -> None:
    """The arithmetic of some turns, under their numbers."""
    from rich.text import Text

    from scrabblecli.report.arithmetic import sum_lines
    from scrabblecli.report.console import make_console

    console = make_console(color)
    for number in explained:
        turn = game.turns[number - 1]
        name = printable(game.players[turn.player].nick)
        console.print()
        if turn.arithmetic is None:
            console.print(Text(f"Turn {number}, {name}: {move_text(game, turn, turn.rows[0]) or 'points'}, {turn.points}"))
            continue
        console.print(Text(f"Turn {number}, {name}"))
        for line in sum_lines(turn.arithmetic, turn.before.board, game.rules):
            console.print(line)


# Sentences


def _turn_sentences(game: Game, turn: RecordedTurn, explain: bool) -> Iterator[str]:
    name = printable(game.players[turn.player].nick)
    what = "points" if turn.move is None else move_sentence(turn.move, turn.before.board, game.rules.tiles.alphabet)
    for row in turn.rows:
        points, total = stated_texts(game, row)
        if row is not turn.rows[0]:
            name = printable(game.players[row.player].nick)
            what = move_text(game, turn, row, for_people=True)
        sentence = (
            f"Turn {turn.number}, {name}: {what}. {count_of(int(points), 'point')}"
            if points
            else f"Turn {turn.number}, {name}: {what}"
        )
        sentence += f", total {total}." if total else "."
        if row.differs:
            sentence += f" Right: {row.points}, total {row.total}."
        yield sentence
    if explain and turn.arithmetic is not None:
        yield from sum_sentences(turn.arithmetic, game.rules)


def ending_sentence(game: Game) -> str:
    """How the game ended, or that it has not."""
    ending = game.ending
    if ending is None or not game.winners:
        return "The game is incomplete."
    name = "" if ending.player is None else printable(game.players[ending.player].nick)
    how = {
        "out": f"{name} has played the last tile.",
        "blocked": _blocked(game),
        "target": f"{name} has reached the target.",
        "forfeit": f"{name} has lost the game by a challenge.",
    }[ending.how]
    if game.after_end:
        stands = "stands" if game.after_end == 1 else "stand"
        key = {"blocked": "scoreless_limit", "forfeit": "challenge"}.get(
            ending.how, "targets" if game.rules.settings["targets"] else "end_score"
        )
        how = f"{how[:-1]} ({game.rules.decided_by(key)}); {count_of(game.after_end, 'further turn')} {stands} after that in the record."
    totals = game.scores if game.recalculated else game.stated
    return f"{how} {win_sentence([printable(player.nick) for player in game.players], game.winners, totals)}"


def win_sentence(names: Sequence[str], winners: Sequence[int], totals: Sequence[int]) -> str:
    """Who of the players named has won, and by how much.

    >>> win_sentence(["Ann", "Bob"], [1], [439, 466])
    'Bob wins by 27.'
    """
    if len(winners) > 1:
        return f"{' and '.join(names[winner] for winner in winners)} share the win."
    best, *others = sorted(totals, reverse=True)
    margin = f" by {best - others[0]}" if totals[winners[0]] == best and best > others[0] else ""
    return f"{names[winners[0]]} wins{margin}."


def _blocked(game: Game) -> str:
    if not game.scoreless:
        return "The record counts what was left, and nobody has played the last tile."
    return f"{count_of(game.scoreless, 'scoreless turn')} in a row ended the game."


def _totals(game: Game, totals: Sequence[int | None]) -> str:
    """What each player has; who has nothing stated is left out."""
    named = zip(game.players, totals, strict=True)
    return ", ".join(f"{printable(player.nick)} {total}" for player, total in named if total is not None)


def result_sentences(game: Game) -> list[str]:
    """The result: totals, what is right where that is something else, and how the game ended."""
    if game.recalculated:
        recorded = _totals(game, game.recorded)
        lines = [f"Under {game.rules.phrase}: {_totals(game, game.scores)}.{f' Recorded: {recorded}.' if recorded else ''}"]
    else:
        lines = [f"{_totals(game, game.stated)}."]
        if game.scores != game.stated:
            lines.append(f"Right: {_totals(game, game.scores)}.")
    return [*lines, ending_sentence(game)]


# Data


def game_data(game: Game) -> dict[str, Any]:
    """A whole game as plain data: what is recorded beside what is right."""
    winners = set(game.winners)
    return {
        "schema": SCHEMA,
        "players": [
            {
                "nick": player.nick,
                "name": player.name,
                "score": game.recorded[number] if game.recalculated else game.stated[number],
                "right": game.scores[number],
                "winner": number in winners,
            }
            for number, player in enumerate(game.players)
        ],
        "rules": game.rules.name,
        "settings": dict(game.rules.overrides),
        "recalculated": game.recalculated,
        "lexicon": game.lexicon,
        "complete": bool(game.winners),
        "ending": None
        if game.ending is None
        else {"how": game.ending.how, "player": _number(game.ending.player), "turns_after": game.after_end},
        "lines": [[pragma.key, pragma.value] for pragma in game.transcript.pragmas],
        "notes": list(game.transcript.notes),
        "turns": [_turn_data(game, turn) for turn in game.turns],
        "findings": [
            {
                "what": finding.what,
                "turn": finding.turn,
                "player": _number(finding.player),
                "line": finding.line or None,
                "stated": finding.stated,
                "right": finding.right,
                "message": finding.message,
            }
            for finding in game.findings
        ],
        "error": None if game.error is None else {"line": game.error.line or None, "message": game.error.reason},
    }


def _number(player: int | None) -> int | None:
    return None if player is None else player + 1


def _turn_data(game: Game, turn: RecordedTurn) -> dict[str, Any]:
    alphabet = game.rules.tiles.alphabet
    return {
        "turn": turn.number,
        "player": turn.player + 1,
        "rack": None if turn.rack is None else turn.rack.text(alphabet),
        "kind": "points" if turn.move is None else kind_of(turn.move),
        "move": None if turn.move is None else format_move(turn.move, alphabet),
        "words": _words(game, turn),
        "bonus": 0 if turn.arithmetic is None else turn.arithmetic.bonus,
        "withdrawn": turn.withdrawn,
        "rows": [
            {
                "kind": row.kind.value,
                "player": row.player + 1,
                "score": row.stated_points,
                "total": row.stated_total,
                "right": row.points,
                "right_total": row.total,
                "tiles": None if row.rack is None else row.rack.text(alphabet),
                "added": row.added,
                "counted": row.counted,
                "notes": list(row.notes),
            }
            for row in turn.rows
        ],
    }
