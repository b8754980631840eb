"""The moves of a position as results: each a value that knows its board, and the list of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, overload

from scrabblecli.board import Board
from scrabblecli.engine.movegen import RankedMove
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Move, Play, format_move
from scrabblecli.report.solve import Solution, head_data, solved_data
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import PlayScore, score_play
from scrabblecli.tiles import Rack

__all__ = ["By", "ListedMove", "MoveList"]

By = Literal["score", "equity", "sim", "preendgame", "endgame"]
"""What moves are ranked by."""
_SHOWN = 100
"""Moves that are shown of a list, at most."""
_NO_OUTLOOK: Mapping[str, Any] = {}


class ListedMove(NamedTuple):
    """One move of a position: a plain value that knows its board, so that it can be written, explained and made.

    ``outlook`` has what a simulation, a pre-endgame or an endgame found, as the JSON of ``solve`` names it.

    >>> from scrabblecli.api.solving import solve
    >>> best = solve("15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 AEINRST/ 0/0 0").best
    >>> best.rank, best.notation, best.score, best.leave, best.words
    (1, 'H8 (G)ANISTER', 80, '', ('GANISTER',))
    """

    ranked: RankedMove
    board: Board
    rules: RuleSet
    outlook: Mapping[str, Any] = _NO_OUTLOOK

    @property
    def rank(self) -> int:
        """The rank among all moves of the position, from 1."""
        return self.ranked.rank

    @property
    def move(self) -> Move:
        """The play, exchange or pass itself."""
        return self.ranked.move

    @property
    def score(self) -> int:
        """Points."""
        return self.ranked.score

    @property
    def equity(self) -> float | None:
        """Score and the worth of what is kept, in points; None when nothing is known of leaves."""
        return self.ranked.equity

    @property
    def leave(self) -> str | None:
        """The tiles kept, None when that cannot be told."""
        return None if self.ranked.leave is None else Rack(self.ranked.leave).text(self.rules.tiles.alphabet)

    @property
    def notation(self) -> str:
        """The move as people write it: ``8D RE(T)AINS``."""
        return format_move(self.move, self.rules.tiles.alphabet, self.board)

    @property
    def text(self) -> str:
        """The move as data has it: ``8D RE.AINS``; every function that takes a move reads both."""
        return format_move(self.move, self.rules.tiles.alphabet)

    @property
    def arithmetic(self) -> PlayScore | None:
        """Square by square what it scores; None for an exchange and a pass."""
        return score_play(self.board, self.move, self.rules) if isinstance(self.move, Play) else None

    @property
    def words(self) -> tuple[str, ...]:
        """The words it makes, the main word first."""
        arithmetic = self.arithmetic
        alphabet = self.rules.tiles.alphabet
        return () if arithmetic is None else tuple(alphabet.word_text(word.faces) for word in arithmetic.words)

    @property
    def is_bingo(self) -> bool:
        """Whether it earns the bonus for a full rack."""
        return isinstance(self.move, Play) and self.move.tiles_played >= self.rules.bingo_tiles

    @property
    def win(self) -> float | None:
        """The chance to win (0 to 1) that a simulation or a pre-endgame found; None without one."""
        return self.outlook.get("win")

    @property
    def mean(self) -> float | None:
        """What the spread gains on average in a simulation, in points; None without one."""
        return self.outlook.get("mean")

    @property
    def final_spread(self) -> float | None:
        """The mover's points less the opponent's when the game is over, by an endgame or a pre-endgame; None where it is not known."""
        return self.outlook.get("final_spread")

    @property
    def proven(self) -> bool:
        """Whether an endgame or a pre-endgame has proven what the move comes to."""
        return bool(self.outlook.get("proven"))

    def after(self) -> Board:
        """The board after the move."""
        return self.board.after(self.move) if isinstance(self.move, Play) else self.board

    def explain(self) -> str:
        """The arithmetic of the score as a sum that reads like one done aloud; empty for an exchange and a pass."""
        arithmetic = self.arithmetic
        if arithmetic is None:
            return ""
        from scrabblecli.report.arithmetic import sum_lines

        return "\n".join(line.plain for line in sum_lines(arithmetic, self.board, self.rules))

    def data(self) -> dict[str, Any]:
        """The move as ``solve --format json`` writes it."""
        from scrabblecli.report.data import move_data

        return move_data(self.ranked, self.board, self.rules) | dict(self.outlook)

    def __repr__(self) -> str:
        return f"<{self.rank}. {self.notation}, {self.score} points>"

    def __str__(self) -> str:
        return self.notation

    def _repr_svg_(self) -> str:
        from scrabblecli.report.notebook import board_svg

        new = tuple(self.move.new_tiles()) if isinstance(self.move, Play) else ()
        return board_svg(self.rules, self.board, f"{self.notation}, {self.score} points", new)

    def _repr_html_(self) -> str:
        from scrabblecli.report.notebook import picture_html, sum_html

        return picture_html(self._repr_svg_(), str(self)) + sum_html(self.explain())


class MoveList(Sequence[ListedMove]):
    """The moves of a position, the best first; what was cut off is counted in ``matched``.

    It is a sequence, made as it is asked for, of which at most a hundred are shown. ``plays`` is the number of legal plays, ``by`` what ranks the moves, ``notes`` what the command line would say on standard error.

    >>> from scrabblecli.api.solving import solve
    >>> moves = solve("15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 / 0/0 0", "AEINRST", top=3)
    >>> print(moves)
    #  Move           Score  Equity  Leave
    1  H8 (G)ANISTER     80    80.0
    2  H8 (G)ANTRIES     80    80.0
    3  H8 (G)RANITES     80    80.0
    3 of 671 moves; by score, tournament rules, enable (172,823 words)
    """

    by: By
    matched: int
    notes: tuple[str, ...]

    def __init__(self, solution: Solution, by: By, moves: Sequence[RankedMove], matched: int, notes: Iterable[str]) -> None:
        self._solution = solution
        self.by = by
        self.matched = matched
        self.notes = tuple(notes)
        # the plays of a position are packed, and many: what is not looked at is not made
        self._moves = moves

    @property
    def plays(self) -> int:
        """How many legal plays there are; exchanges and the pass are not counted."""
        return len(self._solution.plays)

    @property
    def best(self) -> ListedMove:
        """The first move; raises IndexError where the list is empty."""
        return self[0]

    @property
    def board(self) -> Board:
        """The board."""
        return self._solution.board

    @property
    def rack(self) -> Rack:
        """The rack."""
        return self._solution.rack

    @property
    def rules(self) -> RuleSet:
        """The rules."""
        return self._solution.rules

    @property
    def lexicon(self) -> Lexicon:
        """The word list."""
        return self._solution.lexicon

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> ListedMove: ...
    @overload
    def __getitem__(self, index: slice) -> list[ListedMove]: ...
    def __getitem__(self, index: int | slice) -> ListedMove | list[ListedMove]:
        if isinstance(index, slice):
            return list(map(self._listed, self._moves[index]))
        return self._listed(self._moves[index])

    def _listed(self, ranked: RankedMove) -> ListedMove:
        solution = self._solution
        outlook = _NO_OUTLOOK if solution.basis is None else solution.basis.data(ranked)
        return ListedMove(ranked, solution.board, solution.rules, outlook)

    def data(self) -> dict[str, Any]:
        """The position and its moves as ``solve --format json`` writes them."""
        solution = self._solution
        return {**head_data(solution), "moves": [solved_data(ranked, solution) for ranked in self._moves]}

    def __repr__(self) -> str:
        return f"<MoveList of {len(self)} of {self.matched} moves by {self.by}>"

    def __str__(self) -> str:
        from scrabblecli.report.notebook import solution_text

        return solution_text(self._solution, self._moves[:_SHOWN], self._caption())

    def _repr_html_(self) -> str:
        from scrabblecli.report.notebook import solution_html

        return solution_html(self._solution, self._moves[:_SHOWN], self._caption(), self.notes)

    def _caption(self) -> str:
        solution = self._solution
        return f"{min(len(self), _SHOWN):,} of {self.matched:,} moves; by {self.by}, {solution.rules.phrase}, {solution.lexicon}"
