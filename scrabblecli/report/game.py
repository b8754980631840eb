"""A recorded game at one turn: the board, who holds what, what was played; and a game in other notations."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence

from scrabblecli.formats.cgp import format_cgp
from scrabblecli.formats.gametext import format_game_text
from scrabblecli.formats.gcg import format_gcg
from scrabblecli.formats.position import Position, unseen_counts
from scrabblecli.formats.transcript import Kind, signed
from scrabblecli.game.record import Game, RecordedTurn, Row
from scrabblecli.move import Play, format_move
from scrabblecli.plain import printable
from scrabblecli.report.data import SCHEMA, position_data
from scrabblecli.report.listing import json_text
from scrabblecli.report.sentences import count_of, move_sentence, sum_sentences, unseen_phrase
from scrabblecli.report.sheet import ending_sentence, game_data, result_sentences
from scrabblecli.tiles import Rack

__all__ = ["print_game", "print_turn", "standing_sentences", "write_game"]

_NARROWEST = 20


def write_game(game: Game, to: str, turns: Sequence[int]) -> None:
    """Write a game as ``gcg``, as game ``text`` or as ``json``, or the positions before some of its turns as ``cgp``.

    Raises DataError when a position cannot be written as CGP.
    """
    if to == "json":
        sys.stdout.write(json_text(game_data(game), to))
    elif to == "cgp":
        sys.stdout.write("".join(format_cgp(game.before(number)) + "\n" for number in turns))
    else:
        text = format_gcg(game.transcript) if to == "gcg" else format_game_text(game.transcript)
        # a file or a pipe gets every character as it is, so that nothing is lost
        sys.stdout.write(printable(text, keep_lines=True) if sys.stdout.isatty() else text)


def print_game(game: Game, number: int | None, output_format: str, color: str) -> None:
    """Print the position before a turn and its move, or where the game stands when ``number`` is None."""
    turn = game.turns[number - 1] if number is not None and number <= len(game.turns) else None
    position = game.reached if turn is None else turn.before
    order = [turn.player if turn is not None else game.state.on_turn]
    order += [(order[0] + distance) % len(game.players) for distance in range(1, len(game.players))]
    if output_format in ("json", "jsonl"):
        sys.stdout.write(json_text(_data(game, position, turn, order), output_format))
    elif output_format == "text":
        lines = _sentences(game, position, turn, order)
        sys.stdout.write("".join(f"{line}\n" for line in lines))
    else:
        _draw(game, position, turn, order, color)


def print_turn(game: Game, turn: RecordedTurn, output_format: str, color: str) -> None:
    """Print a turn with its arithmetic, as somebody at the table reads it aloud: ``table`` or ``text``."""
    name = printable(game.players[turn.player].nick)
    if output_format == "text":
        what = "points" if turn.move is None else move_sentence(turn.move, turn.before.board, game.rules.tiles.alphabet)
        sums = [] if turn.arithmetic is None else sum_sentences(turn.arithmetic, game.rules)
        sys.stdout.write("".join(f"{line}\n" for line in (f"{name}: {what}.", *sums)))
        return
    from rich.text import Text

    from scrabblecli.report.arithmetic import sum_lines
    from scrabblecli.report.console import make_console

    console = make_console(color)
    if turn.arithmetic is not None:
        first, *lines = sum_lines(turn.arithmetic, turn.before.board, game.rules)
        console.print(Text.assemble(f"{name}: ", first))
    else:
        move = "points" if turn.move is None else format_move(turn.move, game.rules.tiles.alphabet)
        lines = [Text(f"{name}: {move}")]
    for line in lines:
        console.print(line)


def standing_sentences(game: Game) -> list[str]:
    """The totals, and who is on turn or how the game ended."""
    if game.ending is not None:
        return result_sentences(game)
    return [result_sentences(game)[0], f"{printable(game.players[game.state.on_turn].nick)} is on turn."]


def _rack_text(rack: Rack | None, position: Position) -> str:
    return "unknown" if rack is None else rack.text(position.rules.tiles.alphabet) or "empty"


def _bag(game: Game, position: Position, turn: RecordedTurn | None) -> int:
    """How many tiles are in the bag before a turn."""
    if turn is None:
        return game.state.bag_size
    rules = position.rules
    return rules.bag_count(max(0, sum(unseen_counts(position.board, None, rules.tiles)) - rules.rack_size))


def _data(game: Game, position: Position, turn: RecordedTurn | None, order: Sequence[int]) -> dict[str, object]:
    alphabet = position.rules.tiles.alphabet
    return {
        "schema": SCHEMA,
        "turn": len(game.turns) + 1 if turn is None else turn.number,
        "position": position_data(position.board, position.rack, position.rules, None),
        "players": [
            {
                "nick": game.players[player].nick,
                "name": game.players[player].name,
                "score": score,
                "rack": None if rack is None else rack.text(alphabet),
            }
            for player, score, rack in zip(order, position.scores, position.racks, strict=True)
        ],
        "scoreless": position.scoreless,
        "bag": _bag(game, position, turn),
        "over": turn is None and game.ending is not None,
        "left": []
        if turn is not None
        else [
            {
                "player": row.player + 1,
                "tiles": None if row.rack is None else row.rack.text(alphabet),
                "score": points,
            }
            for row, points in _left(game)
        ],
        "move": position.move,
    }


def _where(game: Game, turn: RecordedTurn | None, marked: bool = False) -> str:
    if turn is not None and marked:
        return f"Turn {turn.number} of {len(game.turns)}, its tiles marked"
    if turn is not None:
        return f"Before turn {turn.number} of {len(game.turns)}"
    return f"After turn {len(game.turns)}" if game.turns else "Before the first turn"


def _sentences(game: Game, position: Position, turn: RecordedTurn | None, order: Sequence[int]) -> list[str]:
    alphabet = position.rules.tiles.alphabet
    lines = [f"{_where(game, turn)}."]
    lines += [f"Row {row + 1}: {alphabet.text(position.board.row(row))}" for row in range(position.board.rows)]
    for player, score, rack in zip(order, position.scores, position.racks, strict=True):
        name = printable(game.players[player].shown)
        lines.append(f"{name}: {count_of(score, 'point')}, rack {_rack_text(rack, position)}.")
    lines.append(f"{count_of(_bag(game, position, turn), 'tile')} in the bag, {count_of(position.scoreless, 'scoreless turn')}.")
    if turn is not None and turn.move is not None:
        name = printable(game.players[turn.player].nick)
        lines.append(f"{name}: {move_sentence(turn.move, position.board, alphabet)}. {count_of(turn.points, 'point')}.")
    elif turn is None:
        lines += [f"{sentence}." for sentence in _left_sentences(game)]
        lines += result_sentences(game) if game.ending else [ending_sentence(game)]
    return lines


def _left(game: Game) -> list[tuple[Row, int]]:
    """What was counted at the end for tiles that were left, and its points; the scores of the position reached are those before."""
    rows = [row for row in game.rows if row.kind is Kind.LEFT]
    return [(row, row.points if row.stated_points is None or game.recalculated else row.stated_points) for row in rows]


def _left_sentences(game: Game) -> list[str]:
    sentences = []
    for row, points in _left(game):
        tiles = "" if row.rack is None else f" for {row.rack.text(game.rules.tiles.alphabet)}"
        sentences.append(f"{printable(game.players[row.player].nick)} {signed(points)}{tiles}")
    return sentences


def _draw(game: Game, position: Position, turn: RecordedTurn | None, order: Sequence[int], color: str) -> None:
    from rich.cells import cell_len
    from rich.text import Text

    from scrabblecli.report.console import GAP, beside, make_console, pad
    from scrabblecli.report.drawing import board_lines

    rules = position.rules
    alphabet = rules.tiles.alphabet
    console = make_console(color)
    play = turn.move if turn is not None and isinstance(turn.move, Play) else None
    lines = board_lines(position.board, rules.layout, alphabet, play)
    width = max(cell_len(printable(player.shown)) for player in game.players)
    side = [Text(_where(game, turn, play is not None), style="bold"), Text()]
    for player, score, rack in sorted(zip(order, position.scores, position.racks, strict=True), key=lambda held: held[0]):
        name = pad(printable(game.players[player].shown), width)
        turns = "" if player != order[0] or (turn is None and game.ending is not None) else "  on turn"
        side.append(Text.assemble(name, f"  {score:>4}  ", _rack_text(rack, position), turns))
    bag = _bag(game, position, turn)
    scoreless = f", {count_of(position.scoreless, 'scoreless turn')}" if position.scoreless else ""
    side += [Text(), Text(f"{count_of(bag, 'tile')} in the bag{scoreless}")]
    counts = unseen_counts(position.board, position.rack, rules.tiles)
    if turn is not None:
        side.append(Text(unseen_phrase(counts, rules.tiles)))
        points = turn.rows[0].points if turn.rows[0].stated_points is None else turn.rows[0].stated_points
        move = "points only" if turn.move is None else format_move(turn.move, alphabet, position.board)
        side += [Text(), Text.assemble((move, "bold"), f"  {points}")]
        side += [Text(f"  {printable(note)}") for row in turn.rows for part in row.notes for note in part.split("\n")]
        if turn.withdrawn:
            side.append(Text("challenged off the board"))
    else:
        side.append(Text())
        result = result_sentences(game) if game.ending else [ending_sentence(game)]
        for sentence in (*_left_sentences(game), *result):
            side += map(Text, textwrap.wrap(sentence, max(_NARROWEST, console.width - cell_len(lines[0].plain) - GAP)))
    for line in beside(lines, side):
        line.rstrip()
        console.print(line)
