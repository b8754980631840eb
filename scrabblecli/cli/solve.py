"""``scrabblecli solve``."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.inferring import infer_option
from scrabblecli.cli.options import (
    MAXIMUM_COUNT,
    KnownWords,
    board_argument,
    format_option,
    header_option,
    known_options,
    known_words,
    leaves_option,
    rule_choice,
    scores_option,
    shared_options,
    top_option,
    turn_option,
)
from scrabblecli.cli.params import Choice
from scrabblecli.cli.session import Session, chosen_format, on_terminal
from scrabblecli.cli.solve_endgame import EndgameOptions, EndgameSolver, endgame_options
from scrabblecli.cli.solve_preendgame import PreendgameSolver
from scrabblecli.cli.solve_sim import SimOptions, SimSolver, sim_options
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError, NotationError, ScrabbleError
from scrabblecli.formats.detect import PositionText
from scrabblecli.formats.position import Position, exchange_limit
from scrabblecli.plain import printable
from scrabblecli.rules import RuleSet
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.known import KnownAdvice
    from scrabblecli.engine.filters import MoveFilter
    from scrabblecli.engine.movegen import MoveGenerator, PlayList, RankedMove
    from scrabblecli.lexicon.graph import Lexicon
    from scrabblecli.report.solve import Basis, SolveWriter

__all__ = ["command"]


class _Wanted(NamedTuple):
    """The filters as they were typed; they are read anew for each position's tile set."""

    bingo: bool = False
    min_score: int | None = None
    length: str | None = None
    uses: str | None = None
    word: str | None = None
    at: str | None = None
    through: tuple[str, ...] = ()
    direction: str | None = None
    no_blank: bool = False
    keeps: str | None = None

    def filter(self, rules: RuleSet) -> MoveFilter:
        """The filter for a rule set; raises NotationError for what cannot be read."""
        from scrabblecli.engine.filters import MoveFilter
        from scrabblecli.lexicon.pattern import parse_length, parse_pattern

        layout = rules.layout

        def square(text: str, option: str) -> Square:
            try:
                found, _ = Square.parse(text)
            except NotationError:
                several = "; repeat the option for each square" if option == "--through" and "," in text else ""
                raise NotationError(f"{option} {text!r}: expected a square such as H8{several}") from None
            if found.row >= layout.rows or found.column >= layout.columns:
                raise NotationError(f"{option} {text}: no such square on a board of {layout.rows} x {layout.columns}")
            return found

        return MoveFilter(
            bingo_tiles=rules.bingo_tiles if self.bingo else None,
            min_score=self.min_score,
            length=None if self.length is None else parse_length(self.length),
            uses=b"" if self.uses is None else Rack.parse(self.uses, rules.tiles, "--uses").codes,
            word=None if self.word is None else parse_pattern(self.word, rules.tiles).expression(),
            at=None if self.at is None else square(self.at, "--at"),
            through=tuple(square(text, "--through") for text in self.through),
            direction=None if self.direction is None else Direction(self.direction),
            no_blank=self.no_blank,
            keeps=b"" if self.keeps is None else Rack.parse(self.keeps, rules.tiles, "--keeps").codes,
        )


class _Solver:
    """Solves positions, with the move generators of the session."""

    def __init__(
        self, session: Session, wanted: _Wanted, top: int, by_equity: bool, others: bool, endgames: EndgameSolver | None,
        simulations: SimSolver | None, preendgames: PreendgameSolver | None, known: KnownWords | None, known_only: bool,
    ) -> None:  # fmt: skip
        self._known = known
        self._known_only = known_only
        self._endgames = endgames
        self._preendgames = preendgames
        self._simulations = simulations
        self._session = session
        self._wanted = wanted
        self.top = top
        self._by_equity = by_equity
        self._others = others
        self._filters: dict[int, tuple[RuleSet, MoveFilter]] = {}
        self.cut = 0
        self.plays = 0
        self.apart = False
        """Whether a move shown has another rank than its place among those shown."""
        self.shown = 0
        self.matched = 0

    def _filter(self, rules: RuleSet) -> MoveFilter:
        if id(rules) not in self._filters:
            self._filters[id(rules)] = (rules, self._wanted.filter(rules))
        return self._filters[id(rules)][1]

    def solve(
        self, position: Position, rack: Rack, is_typed: bool, lexicon: Lexicon
    ) -> tuple[PlayList, Iterable[RankedMove], Basis | None]:
        """The plays of a position, the moves to show, and what ranks them where that is more than score and equity."""
        from scrabblecli.analysis.ranking import rank_moves
        from scrabblecli.analysis.solving import Question
        from scrabblecli.engine.movegen import LARGEST_WEIGHED

        rules = position.rules
        generator = self._session.generator(rules, lexicon)
        accepts = self._accepts(position, rack, lexicon, generator)
        question = Question(position, rack, generator, lexicon, accepts, self._others)
        if self._simulations is not None:
            plays, ordered, basis = self._simulations.solve(question)
            return plays, self._cut(ordered, len(ordered)), basis
        if self._preendgames is not None:
            plays, ordered, preendgame = self._preendgames.solve(question, self.top)
            return plays, self._cut(ordered, len(ordered)), preendgame
        if self._endgames is not None:
            plays, ordered, endgame = self._endgames.solve(question, is_typed, self.top)
            if accepts is not None:
                ordered = list(filter(accepts, ordered))
            return plays, self._cut(ordered, len(ordered)), endgame
        plays, moves, total = rank_moves(generator, position.board, rack, self._by_equity, self._others)
        self.plays = len(plays)
        if self._by_equity:
            self._session.note_leaves(self._session.leaves(rules, lexicon), lexicon)
            if not plays.weighed:
                self._session.note(f"note: equity is told for racks of {LARGEST_WEIGHED} tiles at most: ranked by score")
        if accepts is not None:
            return plays, self._cut(filter(accepts, moves), None), None
        return plays, self._cut(moves, total), None

    def _accepts(
        self, position: Position, rack: Rack, lexicon: Lexicon, generator: MoveGenerator
    ) -> Callable[[RankedMove], bool] | None:
        """What tells the moves asked for from others, None where nothing is asked."""
        wanted = self._filter(position.rules)
        if not wanted.asks and not self._known_only:
            return None
        if self._known is None or not self._known_only:
            return partial(wanted.accepts, board=position.board)
        from scrabblecli.analysis.known import unknown_words

        vocabulary = self._session.vocabulary(self._known, lexicon)
        words_of = generator.plays(position.board, rack)

        def accepts(ranked: RankedMove) -> bool:
            return wanted.accepts(ranked, position.board) and not unknown_words(ranked.move, words_of, vocabulary)

        return accepts

    def advice(
        self, position: Position, rack: Rack, lexicon: Lexicon, plays: PlayList, basis: Basis | None
    ) -> KnownAdvice | None:
        """The best move within the vocabulary that was given, None without one."""
        if self._known is None:
            return None
        from scrabblecli.analysis.known import best_known
        from scrabblecli.report.endgame import Endgame

        vocabulary = self._session.vocabulary(self._known, lexicon)
        if self._endgames is not None and isinstance(basis, Endgame):
            found = self._endgames.advice(basis, plays, lexicon, vocabulary)
            if found is not None:
                return found
            self._session.note("note: the best move with known words is not proven in that time, so equity decides on it")
        return best_known(self._session.generator(position.rules, lexicon), position.board, rack, vocabulary)

    def _cut(self, moves: Iterable[RankedMove], total: int | None) -> Iterator[RankedMove]:
        """The first moves, counting what is left out."""
        iterator = iter(moves)
        shown = 0
        for ranked in itertools.islice(iterator, self.top or None):
            shown += 1
            self.apart = self.apart or ranked.rank != shown
            yield ranked
        matched = total if total is not None else shown + sum(1 for _ in iterator)
        self.shown += shown
        self.matched += matched
        self.cut += matched > shown


def _fields(text: str) -> list[str]:
    from scrabblecli.report.data import ALL_FIELDS
    from scrabblecli.rules.settings import nearest

    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in ALL_FIELDS:
            raise click.BadParameter(f"unknown field {name!r}{nearest(name, ALL_FIELDS)}", param_hint="--fields")
    if not names:
        raise click.BadParameter(f"no field: expected some of {','.join(ALL_FIELDS)}", param_hint="--fields")
    return names


@click.command("solve", cls=QuickCommand)
@board_argument()
@click.option(
    "--rack",
    "racks",
    metavar="LETTERS",
    multiple=True,
    help="The tiles held, ? for a blank; several racks are solved one after the other.",
)
@top_option("How many moves to list; 0 for all.")
@click.option(
    "--by",
    type=Choice(["score", "equity", "sim", "preendgame", "endgame"], {"points": "score", "simulation": "sim"}),
    default="score",
    show_default=True,
    help="What to rank by: points; points and what the tiles kept are worth; chances to win, by playing on with random draws; with 1 to 3"
    " tiles in the bag, in how many of the ways they may lie the move wins; with an empty bag, how the game ends.",
)
@sim_options
@infer_option("With --by preendgame or sim")
@endgame_options
@leaves_option
@click.option(
    "--explain",
    metavar="N",
    type=click.IntRange(0, MAXIMUM_COUNT),
    default=None,
    help="Arithmetic for the first N moves.  [default: 1 on a terminal]",
)
@click.option(
    "--exchanges/--no-exchanges", default=None, help="Also list exchanges and the pass.  [default: not with --by score]"
)
@click.option(
    "--hint",
    type=click.Choice(["length", "score", "square"]),
    help="Give away no more than this of the best move: its word's length, its score, or where it begins.",
)
@click.option("--bingo", is_flag=True, help="Only plays that earn the bonus.")
@click.option("--min-score", metavar="N", type=int, help="Only plays with this score or more.")
@click.option("--length", metavar="A..B", help="Only main words of so many tiles.")
@click.option("--uses", metavar="LETTERS", help="Only plays with these tiles from the rack, ? for a blank.")
@click.option("--word", metavar="PATTERN", help="Only main words like this: ? one tile, * any, [AEIOU] one of these.")
@click.option("--at", metavar="SQUARE", help="Only main words that start on this square.")
@click.option("--through", metavar="SQUARE", multiple=True, help="Only main words that cover this square; may be repeated.")
@click.option("--across", is_flag=True, help="Only plays across.")
@click.option("--down", is_flag=True, help="Only plays down.")
@click.option("--no-blank", is_flag=True, help="Only plays that keep the blanks.")
@click.option("--keeps", metavar="LETTERS", help="Only moves after which these tiles are still on the rack.")
@known_options
@click.option("--known-only", is_flag=True, help="Only moves whose words are all in the --known file.")
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@click.option(
    "--fields",
    metavar="A,B,C",
    help="Columns of tsv and csv: rank, kind, move, score, equity, leave, tiles, words, word, square, direction, bingo;"
    " with --known also unknown, equity_lost;"
    " with --by endgame also final_spread, proven, least, most; with --by sim win, mean, win_low, win_high, mean_low, mean_high, iterations;"
    " with --by preendgame win, won, tied, lost, final_spread, proven, least, most, win_low, win_high, iterations.",
)
@header_option
@turn_option
@scores_option
@shared_options
@click.pass_context
def command(
    ctx: click.Context, board: str, racks: tuple[str, ...], top: int, by: str, wanted_leaves: str | None, explain: int | None, exchanges: bool | None,
    hint: str | None, bingo: bool, min_score: int | None, length: str | None, uses: str | None, word: str | None, at: str | None, through: tuple[str, ...],
    across: bool, down: bool, no_blank: bool, keeps: str | None, output_format: str, fields: str | None, header: bool,
    rules: str | None, lexicon: str | None, settings: tuple[tuple[str, object], ...], quiet: bool, color: str, turn: int | None,
    seconds: float | None, threads: int | None, opponent_rack: str | None, iterations: int | None, plies: int | None, candidates: int | None,
    seed: int | None, opponent_has: str | None, infer: tuple[str, str] | None, known: str | None, known_top: int | None, known_only: bool,
) -> int:  # fmt: skip
    """List every legal move of a position, ranked by score, by equity, by simulation or by how the game ends, with few or no tiles in the bag.

    BOARD is a text board, CGP positions (each line is solved) or a recorded game, - for standard input. The rack may stand in the file.

    Example:  scrabblecli solve boards/teazeling.txt --rack AEGINTZ --top 5
    """
    from scrabblecli.report.data import KNOWN_FIELDS, SOLVE_FIELDS
    from scrabblecli.report.known import known_sentences
    from scrabblecli.report.solve import Solution, make_writer

    choice = rule_choice(ctx, rules, settings)
    session = Session.of(ctx, choice, lexicon, quiet, turn, "position" if racks else "rack")
    session.wanted_leaves = wanted_leaves
    if exchanges is None:
        exchanges = by != "score"
    asked = EndgameOptions(seconds, threads, opponent_rack)
    of_sim = SimOptions(iterations, plies, candidates, seed, opponent_has)
    if by not in ("endgame", "preendgame", "sim") and asked != EndgameOptions():
        raise click.UsageError(
            "--time, --threads and --opponent-rack are for --by endgame and --by sim, and for --by preendgame", ctx
        )
    if by == "preendgame" and plies is not None:
        raise click.UsageError("--plies is for --by sim: a pre-endgame is played to the end", ctx)
    if by not in ("preendgame", "sim") and of_sim != SimOptions():
        raise click.UsageError(
            "--iterations, --plies, --candidates, --seed and --opponent-has are for --by sim and --by preendgame", ctx
        )
    if infer is not None and by not in ("preendgame", "sim"):
        raise click.UsageError("--infer is for --by preendgame and --by sim", ctx)
    if infer is not None and (opponent_rack is not None or (by == "sim" and opponent_has is not None)):
        name = "--opponent-rack" if opponent_rack is not None else "--opponent-has"
        raise click.UsageError(f"{name} says what the opponent holds: --infer is for when that is not known", ctx)
    if opponent_rack is not None and opponent_has is not None:
        raise click.UsageError("--opponent-rack says all that the opponent holds: --opponent-has cannot add to it", ctx)
    vocabulary = known_words(ctx, known, known_top, board)
    if known_only and vocabulary is None:
        raise click.UsageError("--known-only leaves out words that you do not know: --known FILE names those you do", ctx)
    usual = (
        *SOLVE_FIELDS,
        *(KNOWN_FIELDS if vocabulary is not None else ()),
        *{
            "endgame": ("final_spread", "proven"),
            "sim": ("win", "mean", "iterations"),
            "preendgame": ("win", "won", "tied", "lost", "final_spread", "proven"),
        }.get(by, ()),
    )
    columns = _fields(fields) if fields is not None else list(usual)
    output_format = chosen_format(output_format)
    if explain is None:
        explain = 1 if output_format == "table" and on_terminal() else 0
    elif explain and output_format in ("tsv", "csv"):
        session.note("note: --explain is for the table and text formats; json always has the arithmetic")
    direction = None if across == down else "across" if across else "down"
    wanted = _Wanted(bingo, min_score, length, uses, word, at, through, direction, no_blank, keeps)
    endgames = EndgameSolver(session, asked) if by == "endgame" else None
    simulations = SimSolver(session, of_sim, seconds, threads, opponent_rack, infer, quiet) if by == "sim" else None
    preendgames = PreendgameSolver(session, asked, of_sim, infer, quiet) if by == "preendgame" else None
    solver = _Solver(session, wanted, top, by == "equity", exchanges, endgames, simulations, preendgames, vocabulary, known_only)
    texts = list(session.positions(board))
    several = len(texts) * max(1, len(racks)) > 1
    begin: Callable[[], SolveWriter] = partial(
        make_writer, output_format, fields=columns, header=header, several=several, explain=explain, color=color
    )
    if hint is not None:
        from scrabblecli.report.hint import HintWriter

        solver.top = 1
        begin = partial(HintWriter, hint, output_format, header, several)
    # nothing goes out before the first position is known to be sound
    writer: SolveWriter | None = None
    failed = False
    for number, (text, rack_text) in enumerate(itertools.product(texts, racks or (None,)), start=1):
        try:
            position, rack, found = _prepare(session, text, rack_text)
            plays, moves, basis = solver.solve(position, rack, rack_text is not None, found)
            advice = solver.advice(position, rack, found, plays, basis) if hint is None else None
        except ScrabbleError as error:
            if not several:
                raise
            failed = True
            message = printable(f"position {number}: {error}")
            click.echo(f"error: {message}", err=True)
            writer = writer or begin()
            writer.fail(number, message)
            continue
        where = f"position {number}: " if several else ""
        session.warn_of(position, rack, where)
        session.warn_of_words(position, found, where)
        if by in ("sim", "endgame"):
            session.note_scores(position)
        note_digraphs(session, rack_text, position.rules)
        writer = writer or begin()
        if not len(plays):
            left = "an exchange or a pass" if exchange_limit(position.board, rack, position.rules) else "a pass"
            session.note(f"note: {where}no legal play: only {left} is possible")
        writer.add(Solution(number, position.board, rack, position.rules, found, plays, moves, basis, advice))
        if advice is not None and output_format in ("tsv", "csv"):
            session.note(f"note: {where}{' '.join(known_sentences(advice, position.board, position.rules.tiles.alphabet))}")
    if writer is not None:
        writer.end()
    if not solver.shown and not failed and (known_only or wanted != _Wanted()):
        session.note("note: no move is like that")
    if solver.apart and by in ("score", "equity") and hint is None:
        session.note(f"note: ranks are those of all {'moves' if exchanges or several else f'{solver.plays:,} plays'}")
    if solver.cut and hint is None:
        places = f" in {solver.cut:,} of {len(texts) * max(1, len(racks)):,} positions" if several else ""
        session.note(f"note: {solver.shown:,} of {solver.matched:,} moves shown{places}; --top 0 lists all")
    return ExitStatus.BAD_INPUT if failed else ExitStatus.DONE


def _prepare(session: Session, text: PositionText, rack_text: str | None) -> tuple[Position, Rack, Lexicon]:
    """Read a position, its rack and its word list."""
    position = session.scored(text.read(session.choice))
    rules = position.rules
    rack = session.rack(rack_text, text, position)
    if rack is None:
        raise DataError(
            "no rack: give one with --rack LETTERS, or as a line rack: LETTERS in the file",
            text.source,
            text.line if text.kind == "cgp" else 0,
        )
    lexicon = session.lexicon(rules, position.lexicon, text.naming)
    return position, rack, lexicon


def note_digraphs(session: Session, rack_text: str | None, rules: RuleSet) -> None:
    """Say how tiles of several letters are typed, when a typed rack has their letters side by side."""
    alphabet = rules.tiles.alphabet
    folded = alphabet.fold(rack_text or "")
    for letter in alphabet.letters:
        if len(letter) > 1 and letter in folded and "[" not in folded:
            session.note(f"note: {letter} on the rack is read as {len(letter)} tiles; the one tile is typed [{letter}]")
