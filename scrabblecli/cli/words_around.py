"""``scrabblecli words hooks`` and ``words extensions``: what may stand around a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import format_option, header_option, rule_choice, shared_options
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.cli.words import Search, command, searching
from scrabblecli.errors import NotationError

if TYPE_CHECKING:
    from scrabblecli.lexicon.graph import Lexicon

__all__: list[str] = []


def _letters(lexicon: Lexicon, word: str) -> bytes:
    """The codes of a word typed.

    Raises NotationError when the tiles cannot spell it.
    """
    codes = lexicon.alphabet.spell(word.strip())
    if not codes:
        raise NotationError(f"word {word!r}: expected letters of the tiles")
    return codes


@command.command("hooks", cls=QuickCommand)
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@shared_options
@click.pass_context
def hooks(
    ctx: click.Context, words: tuple[str, ...], output_format: str, header: bool, rules: str | None, lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Find the letters that make another word of WORD before it or after it, and what they make.

    Example:  scrabblecli words hooks LATE
    """
    from scrabblecli.lexicon.lookup import hooks_of
    from scrabblecli.report.words_around import print_hooks

    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    found = session.lexicon(session.choice.resolve())
    entries = []
    for word in words:
        codes = _letters(found, word)
        if codes not in found:
            session.note(f"note: {found.refusal(codes)}")
        entries.append((codes, hooks_of(found, codes)))
    print_hooks(found, entries, chosen_format(output_format), color, header)
    for codes, entry in entries:
        if not entry.front and not entry.back:
            session.note(f"note: {found.alphabet.word_text(codes)} has no hook in {found.name}")
    return ExitStatus.DONE if any(entry.front or entry.back for _, entry in entries) else ExitStatus.NO


@command.command("extensions", cls=QuickCommand)
@click.argument("word", metavar="WORD")
@searching("alphabet")
def extensions(search: Search, word: str, sort: str, top: int) -> int:
    """Find the longer words that hold WORD, with what stands before it and after it.

    --starts WORD finds only those that go on behind it, --ends WORD those that lead up to it.

    Example:  scrabblecli words extensions JOINT
    """
    from scrabblecli.lexicon.pattern import fragment
    from scrabblecli.report.words_around import around_word

    codes = _letters(search.lexicon, word)
    held = fragment(word, search.lexicon.alphabet, "word", before=True, after=True)
    query = search.query(patterns=[held])
    return search.show(
        query._replace(shortest=max(query.shortest, len(codes) + 1)), sort, top, around_word(search.lexicon, codes)
    )
