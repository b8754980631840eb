"""``scrabblecli puzzle``: positions with one play that is clearly the best."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from scrabblecli.cli.answers import asks, typed_line
from scrabblecli.cli.grading import Grading, grading_options
from scrabblecli.cli.helping import QuickCommand, QuickGroup
from scrabblecli.cli.options import format_option, header_option, leaves_option, rule_choice, shared_options
from scrabblecli.cli.params import BoardFile, Number
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError, NotationError, Reason
from scrabblecli.plain import printable
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.formats.detect import PositionText
    from scrabblecli.formats.position import Position
    from scrabblecli.game.puzzles import Candidate, Puzzle, PuzzleMaker
    from scrabblecli.lexicon.graph import Lexicon
    from scrabblecli.report.analyze import Analysis, AnalyzeWriter
    from scrabblecli.report.puzzle import PuzzleScreen

__all__ = ["command"]

_THEMES = ("bingo", "hook", "parallel", "endgame")
_LARGEST_SEED = 10**12
_GAMES_EACH = 100
"""So many games are played for each puzzle wanted, unless another number is given."""


@click.group("puzzle", cls=QuickGroup)
def command() -> None:
    """Puzzles: positions with one play that is clearly the best, for teachers, clubs and practice.

    Example:  scrabblecli puzzle make --count 3 --theme bingo --seed 7
    """


@command.command("make", cls=QuickCommand)
@click.argument("files", metavar="[FILE...]", nargs=-1)
@click.option(
    "--count", metavar="N", type=click.IntRange(1, 100_000), help="How many puzzles.  [default: 10, of recorded games all]"
)
@click.option(
    "--theme",
    "themes",
    type=click.Choice(_THEMES),
    multiple=True,
    help="Only puzzles whose answer is such a play; may be repeated.  [default: any, also none of these]",
)
@click.option(
    "--margin",
    metavar="POINTS",
    type=Number(0, 1000),
    help="How much more the answer must be worth than any different move, in equity, of endgames in final spread.  [default: 10, of endgames 5]",
)
@click.option(
    "--seed", metavar="N", type=click.IntRange(0, _LARGEST_SEED), help="Make these puzzles.  [default: some, and say which]"
)
@click.option(
    "--games", metavar="N", type=click.IntRange(1, 1_000_000), help="Play so many games at most.  [default: 100 for each puzzle]"
)
@click.option("-o", "--output", metavar="FILE", help="Write the puzzles there, instead of to standard output.")
@click.option("--replace", is_flag=True, help="Replace a file that is there.")
@click.option(
    "--to",
    type=click.Choice(["cgp", "tsv", "csv", "json", "jsonl"]),
    default="cgp",
    show_default=True,
    help="Lines of CGP, or the puzzles as data.",
)
@leaves_option
@header_option
@shared_options
@click.pass_context
def make(
    ctx: click.Context, files: tuple[str, ...], count: int | None, themes: tuple[str, ...], margin: float | None, seed: int | None,
    games: int | None, output: str | None, replace: bool, to: str, wanted_leaves: str | None, header: bool, rules: str | None,
    lexicon: str | None, settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Make puzzles of games that the engine plays with itself, or of recorded games.

    FILE is a recorded game, or a folder of them; without one games are played, and each gives one puzzle at most. The same seed makes the
    same file. Each line is a position with its answer as the opcode move, for puzzle quiz, solve - and analyze -.

    Example:  scrabblecli puzzle make boards/kitchen.gcg --margin 8
    """
    import os

    from scrabblecli.report.puzzle import puzzles_text

    if files and games is not None:
        raise click.UsageError("--games is for puzzles out of games that are played: FILE names recorded ones", ctx)
    if output is not None and os.path.lexists(output) and not replace:
        raise DataError("is there already: --replace makes it anew", output)
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    session.wanted_leaves = wanted_leaves
    if seed is None and (not files or count is not None):
        from secrets import randbelow

        seed = randbelow(1_000_000)
        session.note(f"note: --seed {seed} makes these puzzles again")
    status: int = ExitStatus.DONE
    if files:
        puzzles, status = _of_records(session, files, count, seed or 0, themes, margin)
    else:
        puzzles = _of_selfplay(session, count or 10, seed or 0, themes, margin, games)
    text = puzzles_text(puzzles, to, header, {"seed": seed})
    if output is None:
        sys.stdout.write(text)
    else:
        from scrabblecli.folders import replace_file

        replace_file(output, text.encode("utf-8"))
        session.note(f"note: {len(puzzles)} puzzle{'' if len(puzzles) == 1 else 's'} written to {output}")
    return status


def _maker(session: Session, rules: RuleSet, words: Lexicon, themes: tuple[str, ...], margin: float | None) -> PuzzleMaker:
    """Who finds puzzles under some rules."""
    from scrabblecli.analysis.endgame import Endgames
    from scrabblecli.errors import SettingError
    from scrabblecli.game.puzzles import END_MARGIN, MARGIN, PuzzleMaker

    try:
        endgames = Endgames(rules, words)
    except SettingError as error:
        if "endgame" in themes:
            raise
        session.note(f"note: no endgames among the puzzles: {error}")
        endgames = None
    generator = session.generator(rules, words)
    session.note_leaves(session.leaves(rules, words), words)
    return PuzzleMaker(
        generator, endgames, MARGIN if margin is None else margin, END_MARGIN if margin is None else margin, themes
    )


def _of_selfplay(
    session: Session, count: int, seed: int, themes: tuple[str, ...], margin: float | None, games: int | None
) -> list[Puzzle]:
    """Puzzles out of games that are played, one a game at most, chosen by chance."""
    from scrabblecli.game.chance import Chance
    from scrabblecli.game.puzzles import selfplay_candidates

    rules = session.choice.resolve()
    words = session.lexicon(rules)
    name = session.list_name(rules, None) or words.name
    maker, generator = _maker(session, rules, words, themes, margin), session.generator(rules, words)
    chance = Chance(seed)
    most = games or _GAMES_EACH * count
    found: list[Puzzle] = []
    progress = sys.stderr.isatty() and not session.quiet
    for number in range(most):
        if len(found) == count:
            break
        if progress:
            click.echo(f"\r\x1b[2K{len(found)} of {count} puzzles, {number} games", err=True, nl=False)
        of_game = list(_puzzles(maker, selfplay_candidates(generator, seed, number, name)))
        if of_game:
            found.append(of_game[chance.below(len(of_game))])
    if progress:
        click.echo("\r\x1b[2K", err=True, nl=False)
    if len(found) < count:
        session.note(
            f"note: only {len(found)} of {count} puzzles in {most:,} games: a smaller --margin or more --games finds more"
        )
    return found


def _of_records(
    session: Session, files: tuple[str, ...], count: int | None, seed: int, themes: tuple[str, ...], margin: float | None
) -> tuple[list[Puzzle], int]:
    """Puzzles out of recorded games in their order; with ``count`` so many of them, chosen by chance. The exit status beside them.

    A game that cannot be read, or not to its end, does not stop the others.
    """
    from scrabblecli.cli.game_files import games_in
    from scrabblecli.game.chance import Chance
    from scrabblecli.game.puzzles import game_candidates

    found: list[Puzzle] = []
    status: int = ExitStatus.DONE
    makers: dict[tuple[int, int], tuple[RuleSet, Lexicon, PuzzleMaker]] = {}
    names = games_in(files, session)
    for name in names:
        try:
            game = session.game(name)
            if game.error is not None:
                click.echo(f"error: {printable(str(game.error))}: the turns before it are used", err=True)
                status = ExitStatus.BAD_INPUT
            words = session.lexicon(game.rules, game.lexicon, "line lexicon")
            key = (id(game.rules), id(words))
            if key not in makers:
                # the objects are kept, so that their ids stay theirs
                makers[key] = (game.rules, words, _maker(session, game.rules, words, themes, margin))
            listed = session.list_name(game.rules, game.lexicon, "line lexicon") or words.name
            found += _puzzles(makers[key][2], game_candidates(game, listed))
        except DataError as error:
            if len(names) == 1:
                raise
            click.echo(f"error: {printable(str(error))}: the game is passed over", err=True)
            status = ExitStatus.BAD_INPUT
    if count is not None and len(found) > count:
        chance = Chance(seed)
        places = list(range(len(found)))
        chance.shuffle(places)
        found = [found[place] for place in sorted(places[:count])]
    if not found:
        session.note("note: no position has one play that is so clearly the best")
    return found, status


def _puzzles(maker: PuzzleMaker, candidates: Iterator[Candidate]) -> Iterator[Puzzle]:
    for candidate in candidates:
        if (puzzle := maker.puzzle(candidate)) is not None:
            yield puzzle


@command.command("quiz", cls=QuickCommand)
@click.argument("file", metavar="FILE", type=BoardFile())
@click.option("--theme", "themes", type=click.Choice(_THEMES), multiple=True, help="Only puzzles of this theme; may be repeated.")
@click.option("--count", metavar="N", type=click.IntRange(1, 100_000), help="Ask so many at most.")
@click.option(
    "--shuffle", metavar="SEED", type=click.IntRange(0, _LARGEST_SEED), help="Ask in this order, the same for the same seed."
)
@grading_options
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@shared_options
@click.pass_context
def quiz(
    ctx: click.Context, file: str, themes: tuple[str, ...], count: int | None, shuffle: int | None, grading: Grading,
    output_format: str, header: bool, rules: str | None, lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Ask puzzles, and grade the moves answered as analyze does.

    FILE has positions with racks as lines of CGP, as puzzle make writes them. Answers are read from standard input, one a line: an empty line
    shows the answer, ? is help, quit, Ctrl-C or the end of input ends the quiz with the result so far. On a terminal an illegal move may
    be answered again. In tsv, csv, json and jsonl there is for each answer what analyze prints; position is the number of the puzzle in the file.

    Example:  scrabblecli puzzle quiz puzzles.cgp --theme hook
    """
    from scrabblecli.report.analyze import make_writer
    from scrabblecli.report.puzzle import PuzzleScreen

    if file == "-":
        raise DataError("FILE -: answers come from standard input, expected a file")
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    session.grade_by(grading)
    output_format = chosen_format(output_format)
    asked = _asked(session, file, themes, count, shuffle)
    screen = PuzzleScreen(output_format, color, asks())
    writer = make_writer(output_format, header=header, several=True, numbered=True, color=color)
    return _Quiz(session, screen, writer).run(asked)


def _asked(
    session: Session, file: str, themes: tuple[str, ...], count: int | None, shuffle: int | None
) -> list[tuple[int, PositionText]]:
    """The puzzles to ask with their numbers in the file. Raises DataError where there are none."""
    from scrabblecli.formats.cgp import opcodes_of
    from scrabblecli.game.chance import Chance

    texts = list(enumerate(session.positions(file), start=1))
    if any(text.kind not in ("cgp", "text") for _, text in texts):
        raise DataError("a recorded game: expected puzzles, which puzzle make makes of it", file)
    if themes:
        wanted = set(themes)
        texts = [
            (number, text)
            for number, text in texts
            if text.kind == "cgp" and wanted & set(opcodes_of(text.text).get("themes", "").split())
        ]
        if not texts:
            raise DataError(f"no puzzle with the theme {' or '.join(themes)}", file)
    if shuffle is not None:
        Chance(shuffle).shuffle(texts)
    asked = texts[:count]
    # a line that is no puzzle is told before anything is asked
    for _, text in asked:
        _puzzle_position(session, text)
    return asked


def _puzzle_position(session: Session, text: PositionText) -> tuple[Position, Rack]:
    """The position of a puzzle, and its rack. Raises DataError where there is none."""
    position = text.read(session.choice)
    rack = session.rack(None, text, position)
    if rack is None:
        raise DataError("no rack: expected a position with a rack", text.source, text.line)
    return position, rack


class _Quiz:
    """One quiz: asks, reads, grades, and sums up."""

    def __init__(self, session: Session, screen: PuzzleScreen, writer: AnalyzeWriter) -> None:
        self._session = session
        self._screen = screen
        self._writer = writer
        self._asked = 0
        self._lost: list[float] = []
        self._solved = 0

    def run(self, asked: list[tuple[int, PositionText]]) -> int:
        """Ask the puzzles one after the other; the exit status."""
        status: int = ExitStatus.DONE
        try:
            for place, (number, text) in enumerate(asked, start=1):
                position, rack = _puzzle_position(self._session, text)
                words = self._session.lexicon(position.rules, position.lexicon, text.naming)
                self._screen.show(position, rack, f"Puzzle {place} of {len(asked)}")
                analysis = self._answered(number, position, rack, words)
                if analysis is None:
                    break
                self._asked += 1
                self._use(analysis, position, rack, words)
        except KeyboardInterrupt:
            status = ExitStatus.INTERRUPTED
        self._end()
        return status

    def _answered(self, number: int, position: Position, rack: Rack, words: Lexicon) -> Analysis | None:
        """The verdict on an answer, without a move where none was given; None at the end of input."""
        from scrabblecli.cli.analyze import graded
        from scrabblecli.game.judging import judge_made
        from scrabblecli.report.analyze import Analysis
        from scrabblecli.report.puzzle import HELP

        leaves = self._session.leaves(position.rules, words).source
        while True:
            line = typed_line("Your move: ")
            if line is None or line.lower() in ("quit", "q"):
                return None
            if line in ("?", "help"):
                self._screen.say(HELP)
            elif line.lower() == "board":
                self._screen.show(position, rack, "The puzzle")
            else:
                empty = Analysis(number, position.board, rack, position.rules, words, leaves, line, None, (), None, ())
                if not line:
                    return empty
                try:
                    found = judge_made(position, line, words, rack)
                except NotationError as error:
                    made = empty._replace(reasons=(Reason("notation", str(error)),))
                else:
                    self._session.note_small_letters(line, found.move, rack)
                    [verdict], best, _ = graded(self._session, [found], position, rack, words, 3)
                    made = empty._replace(
                        move=found.move, reasons=() if verdict is not None else found.reasons, verdict=verdict, top=best
                    )
                if made.verdict is None and asks():
                    self._screen.say(["; ".join(reason.message for reason in made.reasons) + " (? helps)"])
                    continue
                return made

    def _use(self, analysis: Analysis, position: Position, rack: Rack, words: Lexicon) -> None:
        """Show what an answer comes to, and count it."""
        from scrabblecli.move import Play

        if analysis.reasons or analysis.verdict is not None:
            self._writer.add(analysis)
            sys.stdout.flush()
        if analysis.verdict is not None:
            self._lost.append(analysis.verdict.equity_lost)
            self._solved += analysis.verdict.grade == "best"
        else:
            best = self._best(position, rack, words)
            if isinstance(best, Play):
                self._screen.answer(position, best)

    def _best(self, position: Position, rack: Rack, words: Lexicon) -> object:
        """The best move of a position, as a pass would be told."""
        from scrabblecli.cli.analyze import graded
        from scrabblecli.game.judging import judge_made

        [verdict], _, _ = graded(self._session, [judge_made(position, "pass", words, rack)], position, rack, words, 1)
        return None if verdict is None else verdict.best.move

    def _end(self) -> None:
        from scrabblecli.report.puzzle import PuzzleResult, result_sentences

        self._writer.end()
        average = sum(self._lost) / len(self._lost) if self._lost else 0.0
        lines = result_sentences(PuzzleResult(self._asked, len(self._lost), self._solved, average))
        if self._screen.for_people:
            self._screen.say(lines)
        else:
            self._session.note(f"note: {' '.join(lines)}")
