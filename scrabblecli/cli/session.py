"""What one call of a command works with: the text it was given, rule sets and word lists (each loaded once), warnings."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from scrabblecli.cli.defaults import configuration_file, named_by, rule_settings, where_from
from scrabblecli.cli.grading import Grading
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError, IllegalMoveError, NotationError, ScrabbleError
from scrabblecli.formats.reading import MAXIMUM_INPUT, checked_size, decoded, file_data
from scrabblecli.lexicon.cache import load_lexicon
from scrabblecli.lexicon.choice import WantedList
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.kept import KeptByList
from scrabblecli.move import Move, Play
from scrabblecli.plain import printable
from scrabblecli.rules import RuleSet
from scrabblecli.rules.choice import RuleChoice
from scrabblecli.tiles import Alphabet, Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.deep_verdict import DeepJudge
    from scrabblecli.analysis.endgame_verdict import EndgameJudge
    from scrabblecli.analysis.leaves import Leaves
    from scrabblecli.cli.options import KnownWords
    from scrabblecli.engine.movegen import MoveGenerator
    from scrabblecli.formats.detect import PositionText
    from scrabblecli.formats.position import Position
    from scrabblecli.game.record import Game
    from scrabblecli.lexicon.vocabulary import Vocabulary

__all__ = ["Session"]

SCORES = "scrabblecli.scores"
"""Under which the context of a command has the scores that were typed."""


class Session:
    """The shared state of one command call."""

    def __init__(self, choice: RuleChoice, lexicon: str | None, lexicon_wins: bool, quiet: bool) -> None:
        self.choice = choice
        self.lexicon_name = lexicon
        self.lexicon_wins = lexicon_wins
        self.quiet = quiet
        self._lexicons: dict[tuple[str, Alphabet], Lexicon] = {}
        self._ruled = KeptByList(_ruled)
        self._leaves = KeptByList(self._found_leaves)
        self._generators = KeptByList(self._made_generator)
        self._vocabularies: dict[int, Vocabulary] = {}
        self._known_data: bytes | None = None
        self._from_input = ""
        """What standard input was read as."""
        self._said: set[str] = set()
        self.heard: list[str] | None = None
        """Where notes and warnings go instead of to standard error, when somebody else is to say them."""
        self.turn: int | None = None
        self.scores: tuple[int, int] | None = None
        """The scores that were typed, of the player on turn first: they win over a position's."""
        self.scores_asked = False
        """Whether the command asks for them."""
        self.against: tuple[str, ...] = ()
        """Other word lists, by name or file, that words are compared in."""
        self.wanted = "position"
        self.wanted_leaves: str | None = None
        """The leave values asked for: a file, ``model``, or None for those of the word list and the rules."""
        self.grading = Grading()
        self._judge: EndgameJudge | None = None
        self._deep: DeepJudge | None = None

    @classmethod
    def of(
        cls, ctx: click.Context, choice: RuleChoice, lexicon: str | None, quiet: bool, turn: int | None = None,
        wanted: str = "position",
    ) -> Session:  # fmt: skip
        """The session of a command; a word list named on the command line wins over a file's.

        Of a recorded game ``turn`` chooses the position, or where it is None what is ``wanted`` of it: the ``position``, a ``rack``
        or the ``move`` made.
        """
        wins = ctx.get_parameter_source("lexicon") is click.core.ParameterSource.COMMANDLINE
        session = cls(choice, lexicon, wins, quiet)
        session.turn = turn
        session.wanted = wanted
        session.scores = ctx.meta.get(SCORES)
        session.scores_asked = SCORES in ctx.meta
        return session

    def grade_by(self, grading: Grading) -> None:
        """Take over how moves are to be graded."""
        self.grading = grading
        self.wanted_leaves = grading.leaves

    def note(self, message: str) -> None:
        """Say something on standard error, once."""
        if self.heard is not None:
            self.heard.append(message)
        elif not self.quiet and message not in self._said:
            self._said.add(message)
            click.echo(printable(message), err=True)

    def warn(self, message: str) -> None:
        """Say on standard error that something is odd."""
        self.note(f"warning: {message}")

    def positions(self, name: str) -> Iterator[PositionText]:
        """The positions in a file, or in standard input for ``-``; the last lines of CGP are not read before they are needed.

        Raises DataError when the file cannot be read or holds no position.
        """
        from scrabblecli.game.reading import positions_in

        return positions_in(self.data(name, "a board"), name, self.turn, self.wanted, self.note)

    def game_text(self, name: str) -> str:
        """The text of a file with a recorded game, or of standard input for ``-``, in whatever encoding it is."""
        from scrabblecli.game.reading import text_of_game

        return text_of_game(self.data(name, "a recorded game"), name)

    def game(self, name: str) -> Game:
        """The recorded game in a file, or in standard input for ``-``, followed under the rules asked for.

        Raises DataError when the file cannot be read or holds no game.
        """
        from scrabblecli.game.loading import load_game

        return load_game(self.game_text(name), name, self.choice)

    def for_each(
        self,
        name: str,
        work: Callable[[int | None, PositionText, Position], int],
        failed: Callable[[str], None] | None = None,
    ) -> int:
        """Do some work on every position of a file in order, and return the gravest of its exit statuses.

        ``work`` is told the number of the position, None when it is the only one. Of several positions a bad one is named
        and the others are answered, ``failed`` is told of it; the error of an only one is raised.
        """
        texts = list(self.positions(name))
        status: int = ExitStatus.DONE
        for number, text in enumerate(texts, start=1):
            try:
                done = work(number if len(texts) > 1 else None, text, self.scored(text.read(self.choice)))
            except ScrabbleError as error:
                if len(texts) == 1:
                    raise
                message = printable(f"position {number}: {error}")
                click.echo(f"error: {message}", err=True)
                if failed is not None:
                    failed(message)
                done = ExitStatus.NO if isinstance(error, IllegalMoveError) else ExitStatus.BAD_INPUT
            status = max(status, done)
        return status

    def standing(self, codes: bytes, lexicon: Lexicon) -> tuple[tuple[str, bool], ...]:
        """In which lists a word is, the one in force first; nothing where no others are asked for.

        Raises DataError for a list that cannot be used.
        """
        found = [(lexicon.name, codes in lexicon)] if self.against else []
        for name in self.against:
            key = (name, lexicon.alphabet)
            if key not in self._lexicons:
                self._lexicons[key] = load_lexicon(name, lexicon.alphabet, self.warn)
            found.append((self._lexicons[key].name, codes in self._lexicons[key]))
        return tuple(found)

    def text(self, name: str, what: str = "a board") -> str:
        """The content of a text file in UTF-8, or of standard input for ``-``; ``what`` is what is expected there."""
        return decoded(self.data(name, what), name, what)

    def data(self, name: str, what: str) -> bytes:
        """The content of a file, or of standard input for ``-``; ``what`` is what is expected there.

        Raises DataError when it cannot be read, is too large or empty, and where standard input was read before.
        """
        if name != "-":
            return file_data(name, what, ", or - for standard input")
        if sys.stdin is None:
            raise DataError(f"is closed: expected {what}", name)
        try:
            if self._from_input:
                raise DataError(f"is {self._from_input} already, and cannot be {what} as well: only one of them can be -", name)
            self._from_input = what
            data: bytes = sys.stdin.buffer.read(MAXIMUM_INPUT + 1)
        except (OSError, ValueError) as error:
            raise DataError(f"cannot be read: {getattr(error, 'strerror', None) or error}", name) from None
        return checked_size(data, name, what)

    def lexicon(self, rules: RuleSet, in_file: str | None = None, lenient: str = "") -> Lexicon:
        """The word list for some rules: the command line's, the file's, the environment's, or that of the rules.

        With ``lenient``, which says what names it there, a list that the file names and that is not here is only a warning.

        Raises DataError when there is none that the rules' tiles can use.
        """
        name = self.list_name(rules, in_file, lenient)
        if name is None:
            raise DataError(f"the {rules.name} rules have no word list of their own: name one with --lexicon FILE")
        key = (name, rules.tiles.alphabet)
        if key not in self._lexicons:
            try:
                self._lexicons[key] = load_lexicon(name, rules.tiles.alphabet, self.warn)
            except DataError as error:
                if name == self.lexicon_name:
                    # what is typed says itself where it stands
                    source = "" if self.lexicon_wins else where_from("lexicon", name)
                else:
                    source = "the position" if name == in_file else f"the {rules.name} rules"
                raise named_by(error, source) if source else error from None
        return self._under_rules(self._lexicons[key], rules)

    def list_name(self, rules: RuleSet, in_file: str | None, lenient: str = "") -> str | None:
        """What names the word list for some rules, as `lexicon` takes it, None where nothing does; one that is not here is told."""
        if self.lexicon_name == "":
            raise DataError("--lexicon: expected a name or the path of a file")
        wanted = WantedList(self.lexicon_name, self.lexicon_wins, ", choose one with --lexicon")
        return wanted.name(rules, in_file, lenient, self.warn)

    def leaves(self, rules: RuleSet, lexicon: Lexicon) -> Leaves:
        """The leave values for some rules and a word list, loaded once.

        Raises DataError when those that were asked for cannot be used; of the user's own that is a warning.
        """
        return self._leaves(rules, lexicon)

    def _found_leaves(self, rules: RuleSet, lexicon: Lexicon) -> Leaves:
        from scrabblecli.analysis.leaves import wanted_leaves

        return wanted_leaves(rules, lexicon, self.wanted_leaves, self.warn)

    def generator(self, rules: RuleSet, lexicon: Lexicon) -> MoveGenerator:
        """A move generator that knows what leaves are worth, made once for each rule set and word list."""
        return self._generators(rules, lexicon)

    def _made_generator(self, rules: RuleSet, lexicon: Lexicon) -> MoveGenerator:
        from scrabblecli.analysis.equity import valuation
        from scrabblecli.engine.movegen import MoveGenerator

        return MoveGenerator(rules, lexicon, valuation(rules, self.leaves(rules, lexicon)))

    def vocabulary(self, known: KnownWords, lexicon: Lexicon) -> Vocabulary:
        """The words that somebody knows of a word list, read once; how many are not in the list is a warning.

        Raises DataError when the file cannot be used.
        """
        from scrabblecli.lexicon.vocabulary import read_vocabulary

        if id(lexicon) not in self._vocabularies:
            if self._known_data is None:
                self._known_data = self.data(known.file, "the words you know")
            found = read_vocabulary(self._known_data, known.file, lexicon, known.top)
            # it keeps the list, so that its id stays its own
            self._vocabularies[id(lexicon)] = found
            if found.lacking:
                words = "1 word" if found.lacking == 1 else f"{found.lacking:,} words"
                self.warn(f"{known.file}: {words} of {found.words + found.lacking:,} not in {lexicon.name}")
        return self._vocabularies[id(lexicon)]

    def judge(self, threads: int = 1) -> EndgameJudge | None:
        """Who judges moves with an empty bag by how the game ends; None when nobody is to."""
        if not self.grading.endgames:
            return None
        from scrabblecli.analysis.endgame_verdict import EndgameJudge

        if self._judge is None:
            self._judge = EndgameJudge(self.grading.seconds, threads)
        return self._judge

    def deep_judge(self, threads: int = 1) -> DeepJudge | None:
        """Who judges moves by looking ahead; None when nobody is to."""
        if self.grading.iterations is None:
            return None
        from scrabblecli.analysis.deep_verdict import DeepJudge
        from scrabblecli.analysis.sim_verdict import Deep

        if self._deep is None:
            self._deep = DeepJudge(Deep(self.grading.iterations, self.grading.seed), self.grading.seconds, threads)
        return self._deep

    def note_small_letters(self, typed: str, move: Move | None, rack: Rack | None) -> None:
        """Say what small letters are, of a play typed in nothing else that is not known to be laid with blanks."""
        if isinstance(move, Play) and typed.islower() and (rack is None or rack.missing(move.tiles)):
            self.note("note: small letters are blanks; type capitals for other tiles")

    def scored(self, position: Position) -> Position:
        """A position with the scores that were typed, where some were."""
        return position if self.scores is None else position._replace(scores=self.scores)

    def note_scores(self, position: Position) -> None:
        """Say what is taken for the scores where a position has none."""
        if not position.scores_known:
            names = f"{'--scores 120/95 or ' if self.scores_asked else ''}a line scores: 120 95 in the file"
            self.note(f"note: no scores are known: the game is taken to be level; {names} says what they are")

    def note_leaves(self, leaves: Leaves, lexicon: Lexicon) -> None:
        """Say when equity rests on the small model alone."""
        from scrabblecli.analysis.leaves import leaves_notes

        for note in leaves_notes(leaves, lexicon):
            self.note(f"note: {note}")

    def _under_rules(self, lexicon: Lexicon, rules: RuleSet) -> Lexicon:
        """The list with what the table allows and leaves out, the same object for the same rules."""
        if not rules.changes_words:
            return lexicon
        try:
            return self._ruled(rules, lexicon)
        except DataError as error:
            house = rule_settings()
            if not any(key in house and house[key] == rules.settings[key] for key in ("extra_words", "barred_words")):
                raise
            raise named_by(error, configuration_file()) from None

    def rack(self, typed: str | None, source: PositionText, position: Position) -> Rack | None:
        """The rack typed on the command line, else that of the position.

        Raises NotationError, or DataError when the position's is at fault: for more tiles than the rules allow.
        """
        from scrabblecli.formats.position import too_many_tiles

        rules = position.rules
        rack = Rack.parse(typed, rules.tiles) if typed is not None else position.rack
        message = "" if rack is None else too_many_tiles(rack, rules, typed or "")
        if not message:
            return rack
        if typed is None:
            raise DataError(message, source.source, source.line if source.kind == "cgp" else 0)
        raise NotationError(message)

    def warn_of(self, position: Position, rack: Rack | None, where: str = "") -> None:
        """The warnings about a position."""
        if self.quiet:
            return
        from scrabblecli.formats.position import over_already, position_warnings

        for message in (*position.warnings, *position_warnings(position.board, rack, position.rules)):
            self.warn(f"{where}{message}")
        if over := over_already(position):
            self.warn(f"{where}{over}: what follows is as if it went on")

    def warn_of_words(self, position: Position, lexicon: Lexicon, where: str = "") -> None:
        """Name words that lie on the board and that the list lacks: a slip of the pen, or a phony that stayed."""
        if self.quiet:
            return
        from scrabblecli.formats.position import unlisted_words

        found = unlisted_words(position.board, lexicon)
        if found:
            self.warn(f"{where}{found}")


def _ruled(rules: RuleSet, lexicon: Lexicon) -> Lexicon:
    from scrabblecli.lexicon.ruled import under_rules

    return under_rules(lexicon, rules)


def chosen_format(output_format: str) -> str:
    """The format that ``auto`` stands for: a table on a terminal, separated columns elsewhere."""
    if output_format != "auto":
        return output_format
    return "table" if on_terminal() else "tsv"


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()
