"""What is in a file: boards, a position of a recorded game, or the text of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scrabblecli.errors import DataError
from scrabblecli.formats.detect import PositionText, game_text, split_positions
from scrabblecli.formats.reading import decoded

__all__ = ["positions_in", "text_of_game"]


def text_of_game(data: bytes, source: str) -> str:
    """The text of a file with a recorded game, in whatever encoding it is."""
    text = game_text(data)
    return decoded(data, source, "a recorded game") if text is None else text


def positions_in(data: bytes, source: str, turn: int | None, wanted: str, note: Callable[[str], None]) -> Iterator[PositionText]:
    """The positions in a file: its one board, its lines of CGP, or one of a recorded game, which `GamePosition` chooses.

    The last lines of CGP are not read before they are needed. Raises DataError when there is no position.
    """
    game = game_text(data)
    if game is not None:
        from scrabblecli.game.loading import GamePosition  # boards need none of the many modules that follow games

        return iter([GamePosition(game, source, turn, wanted, note)])
    if turn is not None:
        raise DataError("--turn chooses a turn of a recorded game: expected GCG or a game text", source)
    return split_positions(decoded(data, source, "a board"), source)
