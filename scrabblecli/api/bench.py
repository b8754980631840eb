"""What one call works with: the position, the rack, rules, word list and leave values, from names, paths, texts or values.

The user's configuration file and the environment variables of the command line are not read: a script gives the same answers everywhere.
Word lists that were installed and leave values that were learnt are found as ever.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

from scrabblecli.board import Board
from scrabblecli.errors import DataError, NotationError, SettingError
from scrabblecli.formats.position import Position, position_warnings, too_many_tiles, unlisted_words
from scrabblecli.lexicon.cache import load_lexicon as load_list
from scrabblecli.lexicon.choice import WantedList
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.ruled import under_rules
from scrabblecli.move import Exchange, Move, Pass, Play, format_move
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.rules.choice import RuleChoice
from scrabblecli.tiles import Alphabet, Rack, code_of

if TYPE_CHECKING:
    from scrabblecli.analysis.leaves import Leaves
    from scrabblecli.engine.movegen import MoveGenerator

__all__ = [
    "Bench", "BoardLike", "LexiconLike", "MoveLike", "Path", "RackLike", "RulesLike", "fits_board", "held_rack", "lexicon_for", "rule_choice", "rules_of",
    "text_of_move", "under",
]  # fmt: skip

Path = str | os.PathLike[str]
BoardLike = Position | Board | Path
"""A position, a board (under the rules named beside it), the path of a file, or a text: a drawn board, CGP or a recorded game."""
RackLike = Rack | str


class HasMove(Protocol):
    """What stands for a move, as one of a list does."""

    @property
    def move(self) -> Move:
        """The move itself."""


MoveLike = Move | str | HasMove
RulesLike = RuleSet | Path
LexiconLike = Lexicon | Path
_KEPT = 8
_Key = TypeVar("_Key")
_Thing = TypeVar("_Thing")


def rule_choice(rules: RulesLike | None) -> RuleChoice:
    """What decides the rules of a file: those given, else the file's own, else the tournament's."""
    if rules is None:
        return RuleChoice()
    return RuleChoice(given=rules if isinstance(rules, RuleSet) else load_rules(os.fspath(rules)))


def rules_of(rules: RulesLike | None) -> RuleSet:
    """Rules by name, file or value; those of the tournament where nothing is given."""
    return rule_choice(rules).resolve()


def text_of_move(move: MoveLike, rules: RuleSet) -> str:
    """A move as text; raises NotationError for what is none."""
    if isinstance(move, str):
        return move
    made = move if isinstance(move, Play | Exchange | Pass) else getattr(move, "move", None)
    if not isinstance(made, Play | Exchange | Pass):
        raise NotationError(f"move {move!r}: expected a text like 8D RETAINS, or a move of a list")
    return format_move(made, rules.tiles.alphabet)


class _Tools:
    """What costs something to make for some rules, a word list and leave values."""

    def __init__(self, rules: RuleSet, lexicon: Lexicon, wanted: str | None) -> None:
        # kept, so that their ids stay theirs
        self.rules = rules
        self.lexicon = lexicon
        self.notes: list[str] = []
        self._wanted = wanted

    @cached_property
    def leaves(self) -> Leaves:
        from scrabblecli.analysis.leaves import leaves_notes, wanted_leaves

        found = wanted_leaves(self.rules, self.lexicon, self._wanted, self.notes.append)
        self.notes += leaves_notes(found, self.lexicon)
        return found

    @cached_property
    def generator(self) -> MoveGenerator:
        from scrabblecli.analysis.equity import valuation
        from scrabblecli.engine.movegen import MoveGenerator

        return MoveGenerator(self.rules, self.lexicon, valuation(self.rules, self.leaves))


class _Kept(threading.local):
    """Lists and tools in use, those used last, for each thread its own: a move generator is on one board at a time."""

    def __init__(self) -> None:
        self._lists: OrderedDict[tuple[str, Alphabet, tuple[int, int] | None], tuple[Lexicon, list[str]]] = OrderedDict()
        self._ruled: OrderedDict[tuple[int, int], tuple[RuleSet, Lexicon, Lexicon]] = OrderedDict()
        self._tools: OrderedDict[tuple[int, int, str | None], _Tools] = OrderedDict()

    def lexicon(self, name: str, alphabet: Alphabet) -> tuple[Lexicon, list[str]]:
        """A word list, and what is to be said about it; read anew when its file has changed."""

        def load() -> tuple[Lexicon, list[str]]:
            notes: list[str] = []
            return load_list(name, alphabet, notes.append), notes

        return _remembered(self._lists, (name, alphabet, _stamp(name)), load)

    def ruled(self, rules: RuleSet, lexicon: Lexicon) -> Lexicon:
        """A list with what the table allows and leaves out."""
        return _remembered(self._ruled, (id(rules), id(lexicon)), lambda: (rules, lexicon, under_rules(lexicon, rules)))[2]

    def tools(self, rules: RuleSet, lexicon: Lexicon, leaves: str | None) -> _Tools:
        """What positions under these rules are solved with."""
        return _remembered(self._tools, (id(rules), id(lexicon), leaves), lambda: _Tools(rules, lexicon, leaves))


def _remembered(kept: OrderedDict[_Key, _Thing], key: _Key, make: Callable[[], _Thing]) -> _Thing:
    if key not in kept:
        kept[key] = make()
        if len(kept) > _KEPT:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key]


def _stamp(name: str) -> tuple[int, int] | None:
    try:
        found = os.stat(name)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


_KEPT_HERE = _Kept()


class Bench:
    """A position with all that is needed to answer questions about it; ``notes`` gathers what the command line says on standard error."""

    def __init__(
        self, position: Position, rack: RackLike | None, lexicon: LexiconLike | None, leaves: Path | None = None,
        notes: list[str] | None = None,
    ) -> None:  # fmt: skip
        self.position = position
        self.rules = position.rules
        self.notes = [] if notes is None else notes
        self.rack_given = rack is not None
        self.rack = held_rack(position, rack)
        self.lexicon = lexicon_for(self.rules, lexicon, position.lexicon, position.naming, self.note)
        self._tools = _KEPT_HERE.tools(self.rules, self.lexicon, None if leaves is None else os.fspath(leaves))

    @property
    def leaves(self) -> Leaves:
        """The leave values."""
        return self._tools.leaves

    @property
    def generator(self) -> MoveGenerator:
        """The move generator of this thread."""
        return self._tools.generator

    def note(self, message: str) -> None:
        """Take down what is to be said."""
        message = message.removeprefix("note: ")
        if message not in self.notes:
            self.notes.append(message)

    def note_leaves(self) -> None:
        """Say what is odd about the leave values."""
        _ = self.leaves
        for message in self._tools.notes:
            self.note(message)

    def note_position(self) -> None:
        """Say what is odd about the position."""
        for message in (*self.position.warnings, *position_warnings(self.position.board, self.rack, self.rules)):
            self.note(message)
        if unlisted := unlisted_words(self.position.board, self.lexicon):
            self.note(unlisted)

    def needed_rack(self) -> Rack:
        """The rack; raises DataError when nobody says what it is."""
        if self.rack is None:
            raise DataError("no rack: give one as rack, or as a line rack: LETTERS in the text")
        return self.rack


def held_rack(position: Position, given: RackLike | None) -> Rack | None:
    """The rack that was given, or that of the position; raises NotationError for what is none, or is too large."""
    rack = position.rack if given is None else given
    if isinstance(rack, str):
        rack = Rack.parse(rack, position.rules.tiles)
    if rack is not None and not isinstance(rack, Rack):
        raise NotationError(f"rack {rack!r}: expected a text like AEINRST, or a Rack")
    if rack is not None and (message := too_many_tiles(rack, position.rules)):
        raise NotationError(message)
    return rack


def lexicon_for(
    rules: RuleSet, given: LexiconLike | None, in_file: str | None, naming: str, note: Callable[[str], None]
) -> Lexicon:
    """The word list for some rules: the one given, the one that a file names, or that of the rules.

    Raises DataError when there is none that the rules' tiles can use.
    """
    alphabet = rules.tiles.alphabet
    if isinstance(given, Lexicon):
        if given.alphabet != alphabet:
            raise DataError(f"{given.name} has other letters than the {rules.tiles.name} set of the {rules.name} rules")
        lexicon = given
    else:
        asked = None if given is None else os.fspath(given)
        if asked == "":
            raise DataError("lexicon: expected a name or the path of a file")
        name = WantedList(asked).name(rules, in_file, naming, note)
        if name is None:
            raise DataError(f"the {rules.name} rules have no word list of their own: name one as lexicon")
        lexicon, notes = _KEPT_HERE.lexicon(name, alphabet)
        for message in notes:
            note(message)
    return _KEPT_HERE.ruled(rules, lexicon) if rules.changes_words else lexicon


def under(position: Position, rules: RulesLike | None) -> Position:
    """A position under other rules, where some are given.

    Raises SettingError for rules with other letters or another size of the board.
    """
    if rules is None:
        return position
    other = rules_of(rules)
    fits_board(position.board, other)
    if other.tiles.alphabet != position.rules.tiles.alphabet:
        raise SettingError(
            f"the tiles of the position are of the {position.rules.tiles.name} set, those of the {other.name} rules are not"
        )
    return position._replace(rules=other)


def fits_board(board: Board, rules: RuleSet) -> None:
    """Raise SettingError where a board has not the size that the rules have."""
    layout = rules.layout
    if (board.rows, board.columns) != (layout.rows, layout.columns):
        raise SettingError(
            f"a board of {board.rows} x {board.columns}, expected {layout.rows} x {layout.columns} ({rules.name} rules)"
        )
    if max(map(code_of, board.faces), default=0) > len(rules.tiles.alphabet):
        raise SettingError(f"the board has tiles that are not in the {rules.tiles.name} set of the {rules.name} rules")
