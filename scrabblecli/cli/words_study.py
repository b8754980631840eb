"""``scrabblecli words study`` and ``words probability``: a quiz with spaced repetition, and lists by probability."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from scrabblecli.cli.answers import asks, typed_line
from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import format_option, header_option, rule_choice, shared_options, top_option
from scrabblecli.cli.params import BoardFile
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.cli.words import command, words_status
from scrabblecli.errors import NotationError

if TYPE_CHECKING:
    from scrabblecli.game.chance import Chance
    from scrabblecli.lexicon.boxes import Boxes, Card
    from scrabblecli.lexicon.graph import Lexicon
    from scrabblecli.lexicon.probability import DrawnLetters
    from scrabblecli.lexicon.quiz import Question
    from scrabblecli.report.study import StudyWriter
    from scrabblecli.rules import RuleSet

__all__ = ["probability", "study"]

_LARGEST_SEED = 10**12
_LENGTHS = {"anagrams": "{rack}", "hooks": "2..4", "valid": "2..4"}


def _scope_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Which words it is about: ``--length``, ``--ranks`` and ``--from``."""
    for option in (
        click.option(
            "--from", "source", metavar="FILE", type=BoardFile(), help="Only words of this file, one a line, and their anagrams."
        ),
        click.option(
            "--ranks", metavar="A..B", help="Only letters of these ranks by probability among those of the same length: 1..500."
        ),
    ):
        function = option(function)
    return function


class _Scope(NamedTuple):
    """Words and letters to study, in their order, and whether more than their length chose them."""

    drawn: list[DrawnLetters]
    lengths: tuple[int, int]
    chosen: bool


def _scope(session: Session, rules: RuleSet, lexicon: Lexicon, length: str, ranks: str | None, source: str | None) -> _Scope:
    """The words to study. Raises NotationError for what cannot be read, DataError for a file that cannot be used."""
    from scrabblecli.lexicon.pattern import parse_length
    from scrabblecli.lexicon.probability import by_probability

    lengths = parse_length(length)
    wanted = None if ranks is None else _ranks(ranks)
    only = None
    if source is not None:
        from scrabblecli.lexicon.vocabulary import read_vocabulary

        found = read_vocabulary(session.data(source, "words to study"), source, lexicon)
        if found.lacking:
            session.warn(f"{source}: {found.lacking:,} of {found.words + found.lacking:,} words not in {lexicon.name}")
        only = found.codes
    drawn = by_probability(lexicon, rules.tiles, lengths, only)
    if wanted is not None:
        drawn = [each for each in drawn if wanted[0] <= each.rank <= wanted[1]]
    return _Scope(drawn, lengths, ranks is not None or source is not None)


def _ranks(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{0,9})\.\.(\d{0,9})", text.strip(), re.ASCII)
    if match and (match[1] or match[2]):
        low, high = int(match[1] or 1), int(match[2] or 10**9)
        if 1 <= low <= high:
            return low, high
    raise NotationError(f"--ranks {text!r}: expected ranks such as 1..500, 501.. or ..500")


@command.command("probability", cls=QuickCommand)
@click.option("--length", metavar="A..B", help="Words of so many tiles.  [default: as many as a rack holds]")
@_scope_options
@top_option("How many letters to list; 0 for all.")
@click.option("--cards", is_flag=True, help="Cards with a front and a back, in tsv or csv: letters, and their words with hooks.")
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@shared_options
@click.pass_context
def probability(
    ctx: click.Context, length: str | None, ranks: str | None, source: str | None, top: int, cards: bool, output_format: str, header: bool,
    rules: str | None, lexicon: str | None, settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """List letters by how likely they are drawn, with their words: the order in which bingos are studied.

    ways counts the sets of that many tiles of the full bag that can be laid as the letters, each tile a thing of its own and blanks standing for any
    letter; probability is ways divided by the number of all such sets. Ranks are among letters of the same length.

    Example:  scrabblecli words probability --length 7 --top 10
    """
    from scrabblecli.report.study import print_probabilities, print_probability_cards

    if cards and output_format not in ("auto", "tsv", "csv"):
        raise click.UsageError(f"--cards has two columns: --format {output_format} cannot have them, expected tsv or csv", ctx)
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    rule_set = session.choice.resolve()
    words = session.lexicon(rule_set)
    drawn = _scope(session, rule_set, words, length or str(rule_set.rack_size), ranks, source).drawn
    shown = drawn[: top or None]
    if cards:
        print_probability_cards(shown, words, "csv" if output_format == "csv" else "tsv", header)
    else:
        print_probabilities(shown, words, chosen_format(output_format), color, header)
    if len(shown) < len(drawn):
        session.note(f"note: {len(shown):,} of {len(drawn):,} shown; --top 0 lists all")
    return words_status(session, words, len(drawn))


@command.command("study", cls=QuickCommand)
@click.option(
    "--kind",
    type=click.Choice(["anagrams", "hooks", "valid"]),
    default="anagrams",
    show_default=True,
    help="What to ask: all words of some letters, the hooks of a word, or whether something is a word.",
)
@click.option(
    "--length", metavar="A..B", help="Words of so many tiles.  [default: for anagrams as many as a rack holds, else 2..4]"
)
@_scope_options
@click.option(
    "--count", metavar="N", type=click.IntRange(1, 100_000), default=20, show_default=True, help="Ask so many questions at most."
)
@click.option("--new", metavar="N", type=click.IntRange(0, 100_000), help="So many new ones among them at most.  [default: all]")
@click.option("--seed", metavar="N", type=click.IntRange(0, _LARGEST_SEED), help="Ask in this order, the same for the same seed.")
@click.option("--keep/--no-keep", default=True, help="Keep what you have learnt, in your data folder.  [default: keep]")
@click.option("--progress", is_flag=True, help="Ask nothing: tell how many cards are in which box, and how many are due.")
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@shared_options
@click.pass_context
def study(
    ctx: click.Context, kind: str, length: str | None, ranks: str | None, source: str | None, count: int, new: int | None, seed: int | None,
    keep: bool, progress: bool, output_format: str, header: bool, rules: str | None, lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Study words: questions and answers, with spaced repetition.

    First comes what is due, then what was never asked, the likeliest letters to be drawn first. A right answer moves a card into the next of
    eight boxes, a wrong one back into the first; they wait 0, 1, 2, 4, 8, 16, 32 and 64 days (Leitner's boxes). Answers are read from standard input,
    one a line: an empty line is no answer, ? is help, quit, Ctrl-C or the end of input ends it with the result so far; each answer is kept at once.

    Example:  scrabblecli words study --kind hooks --length 2..3
    """
    from datetime import date
    from secrets import randbelow

    from scrabblecli.game.chance import Chance
    from scrabblecli.lexicon.boxes import Boxes, boxes_path
    from scrabblecli.report.study import StudyWriter, print_progress

    if source == "-":
        raise click.UsageError("--from -: answers come from standard input, expected a file", ctx)
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    rule_set = session.choice.resolve()
    words = session.lexicon(rule_set)
    output_format = chosen_format(output_format)
    today = date.today().toordinal()
    if progress:
        with Boxes(boxes_path(), words.name) as boxes:
            print_progress(boxes.counts(today), words, output_format, color, header)
        return ExitStatus.DONE
    seed = randbelow(1_000_000) if seed is None else seed
    scope = _scope(session, rule_set, words, length or _LENGTHS[kind].format(rack=rule_set.rack_size), ranks, source)
    with Boxes(boxes_path(), words.name) if keep else nullcontext() as kept:
        chooser = _Chooser(kind, scope, words, rule_set, Chance(seed))
        asked = chooser.some(count) if kept is None else chooser.due_and_new(kept.cards(kind), today, count, new)
        if not asked:
            session.note("note: nothing is due, and nothing new is left to ask: --length, --ranks or --new asks for other words")
        writer = StudyWriter(output_format, header, asks(), kind, words, seed, today, len(asked))
        return _quiz(session, asked, writer, words, kept, today)


class _Chooser:
    """Chooses what to ask; what is chosen is asked in an order by chance."""

    def __init__(self, kind: str, scope: _Scope, lexicon: Lexicon, rules: RuleSet, chance: Chance) -> None:
        self._kind = kind
        self._scope = scope
        self._lexicon = lexicon
        self._rules = rules
        self._chance = chance

    def some(self, count: int) -> list[Question]:
        """Some questions of all, whatever was asked before."""
        from scrabblecli.lexicon.quiz import questions

        drawn = list(self._scope.drawn)
        self._chance.shuffle(drawn)
        found = questions(self._kind, drawn, self._lexicon, self._rules.tiles, self._chance)
        return self._mixed(list(islice(found, count)))

    def due_and_new(self, cards: list[Card], today: int, count: int, new: int | None) -> list[Question]:
        """The questions that are due, then new ones in their order."""
        from scrabblecli.lexicon.quiz import question_of, questions

        asked: list[Question] = []
        for card in cards:
            if len(asked) == count or card.due > today:
                break
            question = question_of(self._kind, card.question, self._lexicon)
            if question is not None and self._is_in_scope(card.question):
                asked.append(question)
        known = {card.question for card in cards}
        found = questions(self._kind, self._scope.drawn, self._lexicon, self._rules.tiles, self._chance)
        fresh = (question for question in found if question.text not in known)
        room = count - len(asked)
        return self._mixed([*asked, *islice(fresh, room if new is None else min(new, room))])

    def _is_in_scope(self, text: str) -> bool:
        low, high = self._scope.lengths
        if not low <= len(self._lexicon.alphabet.tokens(text)) <= high:
            return False
        return not self._scope.chosen or text in self._texts()

    def _texts(self) -> frozenset[str]:
        """Everything that may be asked, as text, where more than the length chooses."""
        if self._all is None:
            text = self._lexicon.alphabet.word_text
            if self._kind == "anagrams":
                self._all = frozenset(text(each.letters) for each in self._scope.drawn)
            else:
                self._all = frozenset(text(word) for each in self._scope.drawn for word in each.words)
        return self._all

    _all: frozenset[str] | None = None

    def _mixed(self, asked: list[Question]) -> list[Question]:
        self._chance.shuffle(asked)
        return asked


def _quiz(session: Session, asked: list[Question], writer: StudyWriter, lexicon: Lexicon, boxes: Boxes | None, today: int) -> int:
    """Ask, read, judge and keep; the exit status."""
    from scrabblecli.report.study import Answered

    status: int = ExitStatus.DONE
    try:
        for question in asked:
            writer.ask(question)
            answer = _answer(question, writer, lexicon)
            if answer is None:
                break
            typed, right = answer
            card = None if boxes is None else boxes.answered(question.kind, question.text, right, today)
            writer.answer(Answered(question, typed, right, card))
    except KeyboardInterrupt:
        status = ExitStatus.INTERRUPTED
    writer.end()
    if not writer.for_people and not asks():
        session.note(f"note: {writer.result()}")
    return status


def _answer(question: Question, writer: StudyWriter, lexicon: Lexicon) -> tuple[str, bool] | None:
    """What was typed and whether it is right, None at the end of input; on a terminal asked again when it cannot be read."""
    from scrabblecli.lexicon.quiz import judged

    while True:
        line = typed_line("> ")
        if line is None or line.lower() in ("quit", "q"):
            return None
        if line in ("?", "help"):
            writer.help()
            continue
        try:
            return line, judged(question, line, lexicon)
        except NotationError as error:
            if not asks():
                return line, False
            writer.problem(f"{error} (? helps)")
