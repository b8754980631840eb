"""``scrabblecli words``: finding words in a list."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from scrabblecli.cli.helping import QuickCommand, QuickGroup
from scrabblecli.cli.options import Decorator, format_option, header_option, rule_choice, shared_options, top_option
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scrabblecli.lexicon.graph import Lexicon
    from scrabblecli.lexicon.pattern import Pattern
    from scrabblecli.lexicon.search import WordQuery
    from scrabblecli.report.words import Extra

__all__ = ["Search", "command", "searching"]

ORDERS = ("alphabet", "score", "length")
_CONDITIONS = (
    click.option("--uses", metavar="LETTERS", help="Words with all of these letters in them; ? a blank of the tiles."),
    click.option("--length", metavar="A..B", help="Words of so many tiles: 7, 5..8, 5.. or ..8."),
    click.option("--min-length", metavar="N", type=click.IntRange(1), help="Words of at least N tiles."),
    click.option("--max-length", metavar="N", type=click.IntRange(1), help="Words of at most N tiles."),
    click.option("--starts", metavar="LETTERS", help="Words that begin with these letters."),
    click.option("--ends", metavar="LETTERS", help="Words that end with these letters."),
    click.option(
        "--contains", metavar="LETTERS", multiple=True, help="Words with these letters one after the other; may be repeated."
    ),
    click.option("--pattern", metavar="PATTERN", multiple=True, help="Words of a pattern, as in words pattern; may be repeated."),
)


class Search:
    """One search: the list and the rules it goes by, the conditions, and how what is found is shown."""

    def __init__(self, ctx: click.Context, given: dict[str, Any]) -> None:
        from scrabblecli.lexicon.conditions import Conditions

        self.session = Session.of(
            ctx, rule_choice(ctx, given.pop("rules"), given.pop("settings")), given.pop("lexicon"), given.pop("quiet")
        )
        self.rules = self.session.choice.resolve()
        self._conditions = Conditions(*(given.pop(name) for name in Conditions._fields))
        self.format = chosen_format(given.pop("output_format"))
        self.header: bool = given.pop("header")
        self.color: str = given.pop("color")
        self._lexicon: Lexicon | None = None

    @property
    def lexicon(self) -> Lexicon:
        """The word list under the rules."""
        if self._lexicon is None:
            self._lexicon = self.session.lexicon(self.rules)
        return self._lexicon

    def query(self, rack: bytes | None = None, subset: bool = False, patterns: Iterable[Pattern] = ()) -> WordQuery:
        """What words are asked for: the conditions, and what the command itself asks.

        Raises NotationError for a condition that cannot be read.
        """
        return self._conditions.query(self.rules.tiles, rack, subset, patterns, "--")

    def show(self, query: WordQuery, order: str, top: int, extra: Extra | None = None) -> int:
        """Print the words that a query asks for, and say what was cut; the answer is no when there are none."""
        from scrabblecli.report.words import print_found

        shown, total = print_found(
            self.lexicon, self.rules, query, order, top, self.format, color=self.color, header=self.header, extra=extra
        )
        if shown < total:
            self.session.note(f"note: {shown:,} of {total:,} words shown; --top 0 lists all")
        return self.answer(total)

    def answer(self, total: int) -> int:
        """The status for so many words found."""
        if not total:
            self.session.note(f"note: no such word in {self.lexicon.name}")
        return ExitStatus.DONE if total else ExitStatus.NO


def searching(order: str | None) -> Decorator:
    """The options of a command that searches words; with an ``order`` it lists them, in that order unless another is asked for.

    The command gets a `Search`, and with an order ``sort`` and ``top``.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @click.pass_context
        @wraps(function)
        def gathered(ctx: click.Context, /, **given: Any) -> Any:
            return function(Search(ctx, given), **given)

        made: Callable[..., Any] = format_option("table", "tsv", "csv", "json", "jsonl", "text")(
            header_option(shared_options(gathered))
        )
        if order is not None:
            made = top_option("How many words to list; 0 for all.")(made)
            made = click.option(
                "--sort", type=click.Choice(ORDERS), default=order, show_default=True, help="Order; highest or longest first."
            )(made)
        for option in reversed(_CONDITIONS):
            made = option(made)
        return made

    return decorate


@click.group(
    "words",
    cls=QuickGroup,
    later={
        **dict.fromkeys(("hooks", "extensions"), "scrabblecli.cli.words_around"),
        **dict.fromkeys(("probability", "study"), "scrabblecli.cli.words_study"),
    },
)
def command() -> None:
    """Find and study words: by their letters, by a pattern, by what may stand around a word.

    All conditions combine. Words are listed with the value of their tiles; a blank is a lower-case letter. The exit status is 1 when
    there is no such word.

    Example:  scrabblecli words pattern "Q??"
    """


@command.command("anagram", cls=QuickCommand)
@click.argument("letters", metavar="LETTERS")
@click.option("--subset", is_flag=True, help="Also words of some of the letters.")
@searching("score")
def anagram(search: Search, letters: str, subset: bool, sort: str, top: int) -> int:
    """Find the words that are made of LETTERS, typed like a rack: ? is a blank.

    A word is listed once, with a blank (in lower case) for each letter of which there are too few tiles; where the word has the
    letter more than once, the last is the blank.

    Example:  scrabblecli words anagram AEINST?
    """
    from scrabblecli.tiles import Rack

    rack = Rack.parse(letters, search.rules.tiles, "letters")
    if not rack:
        raise NotationError(f"letters {letters!r}: expected tiles")
    return search.show(search.query(rack.codes, subset), sort, top)


@command.command("pattern", cls=QuickCommand)
@click.argument("pattern_text", metavar="PATTERN")
@searching("alphabet")
def pattern_command(search: Search, pattern_text: str, sort: str, top: int) -> int:
    """Find the words of a PATTERN.

    ? or . is one tile, * any tiles, [AEIOU] one of these, [CH] that tile; it is the pattern of solve --word.

    Example:  scrabblecli words pattern "S..AB*"
    """
    from scrabblecli.lexicon.pattern import parse_pattern

    return search.show(search.query(patterns=[parse_pattern(pattern_text, search.rules.tiles)]), sort, top)


@command.command("contains", cls=QuickCommand)
@click.argument("text", metavar="LETTERS")
@searching("alphabet")
def contains_command(search: Search, text: str, sort: str, top: int) -> int:
    """Find the words with LETTERS in them one after the other, in this order.

    For letters anywhere in the word use --uses.

    Example:  scrabblecli words contains ZZ --max-length 5
    """
    from scrabblecli.lexicon.pattern import fragment

    held = fragment(text, search.rules.tiles.alphabet, "letters", before=True, after=True)
    return search.show(search.query(patterns=[held]), sort, top)


@command.command("lengths", cls=QuickCommand)
@searching(None)
def lengths(search: Search) -> int:
    """Count the words by their length in tiles.

    Example:  scrabblecli words lengths --starts Q
    """
    from collections import Counter

    from scrabblecli.report.words import print_lengths

    counts = Counter(map(len, search.lexicon.find(search.query())))
    print_lengths(search.lexicon, sorted(counts.items()), search.format, search.color, search.header)
    return search.answer(counts.total())


@command.command("random", cls=QuickCommand)
@click.option("--count", metavar="N", type=click.IntRange(1), default=1, show_default=True, help="How many words, all different.")
@click.option("--seed", metavar="N", type=int, help="The same words every time.")
@searching(None)
def random_command(search: Search, count: int, seed: int | None) -> int:
    """Draw words by chance, each as likely as any other.

    Example:  scrabblecli words random --length 7 --count 5 --seed 1
    """
    from random import Random

    from scrabblecli.lexicon.search import drawn
    from scrabblecli.report.words import print_words

    words, total = drawn(search.lexicon, search.query(), count, Random(seed))  # noqa: S311 - a draw, no secret
    if len(words) < count and total:
        search.session.note(f"note: there are only {total:,} such words")
    print_words(search.lexicon, search.rules, words, total, search.format, color=search.color, header=search.header)
    return search.answer(total)
