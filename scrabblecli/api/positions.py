"""Positions out of files and texts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from scrabblecli.api.bench import BoardLike, Path, RulesLike, fits_board, rule_choice, rules_of, under
from scrabblecli.board import Board
from scrabblecli.errors import DataError
from scrabblecli.formats.detect import PositionText, detect, split_positions
from scrabblecli.formats.position import Position
from scrabblecli.formats.reading import file_data
from scrabblecli.game.reading import positions_in

__all__ = ["is_text", "load_position", "load_positions", "position_of"]


def load_position(source: Path, *, rules: RulesLike | None = None, turn: int | None = None) -> Position:
    """Read the one position in a file or a text: a drawn board, a line of CGP, or a recorded game before a turn.

    ``source`` is a path, or the text itself where that has several lines or is CGP. ``rules`` (a name, a file or a value) win over those
    that the text names. ``turn`` counts from 1; without it a game gives the position it has reached, or the one before its last turn.

    >>> position = load_position("15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 AEINRST/ 22/0 0")
    >>> position
    <Position of 3 tiles, rack AEINRST, tournament rules>
    >>> position.scores
    (22, 0)

    Raises DataError when it cannot be read or there are several, SettingError for rules that are unknown.
    """
    found = list(_texts(source, turn, "position", _unheard))
    if len(found) != 1:
        raise DataError(f"{len(found):,} positions: expected one (load_positions reads all)", _name(source))
    return found[0].read(rule_choice(rules))


def load_positions(source: Path, *, rules: RulesLike | None = None) -> Iterator[Position]:
    r"""Read the positions in a file or a text one after the other, as `load_position` does: each line of CGP is one.

    >>> empty = "/".join(["15"] * 15)
    >>> [position.rack.text(position.rules.tiles.alphabet) for position in load_positions(f"{empty} QI/ 0/0 0\n{empty} ZA/ 0/0 0\n")]
    ['IQ', 'AZ']
    """
    choice = rule_choice(rules)
    for text in _texts(source, None, "position", _unheard):
        yield text.read(choice)


def position_of(
    board: BoardLike, rules: RulesLike | None, turn: int | None, wanted: str, note: Callable[[str], None]
) -> Position:
    """The position that was given, in whatever form; of a recorded game ``turn``, or what is ``wanted``, chooses it."""
    if isinstance(board, Position | Board) and turn is not None:
        raise DataError("turn chooses a turn of a recorded game: expected its path or text")
    if isinstance(board, Position):
        return under(board, rules)
    if isinstance(board, Board):
        found = rules_of(rules)
        fits_board(board, found)
        return Position(board, found)
    texts = list(_texts(board, turn, wanted, note))
    if len(texts) != 1:
        raise DataError(f"{len(texts):,} positions: expected one (load_positions reads all)", _name(board))
    return texts[0].read(rule_choice(rules))


def is_text(source: Path) -> bool:
    """Whether a source is a text itself, and not the path of a file: several lines, or one of CGP, whose four fields no path has."""
    if not isinstance(source, str):
        return False
    return (
        "\n" in source or "\r" in source or (len(source.split()) >= 4 and detect(source) == "cgp" and not os.path.exists(source))
    )


def _texts(source: Path, turn: int | None, wanted: str, note: Callable[[str], None]) -> Iterator[PositionText]:
    if not is_text(source):
        name = os.fspath(source)
        return positions_in(file_data(name, "a board"), name, turn, wanted, note)
    text = str(source)
    if detect(text) in ("gcg", "game"):
        from scrabblecli.game.loading import GamePosition

        return iter([GamePosition(text, "", turn, wanted, note)])
    if turn is not None:
        raise DataError("turn chooses a turn of a recorded game: expected GCG or a game text")
    return split_positions(text, "")


def _name(source: Path) -> str:
    return "" if is_text(source) else os.fspath(source)


def _unheard(message: str) -> None:
    """Nobody asked which turn was taken: the position says so itself."""
