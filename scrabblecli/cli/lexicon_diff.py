"""``scrabblecli lexicon diff``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.lexicon import command, rules_option, tiles_of, words_made
from scrabblecli.cli.options import color_option, format_option, header_option, quiet_option, rule_choice, top_option
from scrabblecli.cli.params import BoardFile, Lexicons
from scrabblecli.cli.session import Session, chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.lexicon.graph import Lexicon

__all__: list[str] = []


@command.command("diff", cls=QuickCommand)
@click.argument("first", metavar="A", type=Lexicons())
@click.argument("second", metavar="B", type=Lexicons())
@click.option("--game", metavar="FILE", type=BoardFile(), help="Only the words played in a recorded game, with their turns.")
@click.option("--only", type=click.Choice(["a", "b"]), help="Only the words that A has and B lacks, or the other way round.")
@click.option("--lengths", is_flag=True, help="Only how many words of each length differ.")
@click.option("--length", metavar="A..B", help="Only words of so many tiles: 7, 5..8, 5.. or ..8.")
@top_option("How many words to list; 0 for all.")
@rules_option
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@header_option
@quiet_option
@color_option
@click.pass_context
def diff(
    ctx: click.Context, first: str, second: str, game: str | None, only: str | None, lengths: bool, length: str | None, top: int, rules: str | None,
    output_format: str, header: bool, quiet: bool, color: str,
) -> int:  # fmt: skip
    """Compare two word lists: the words that only A has, those that only B has, and how many by length.

    The fewer stand first. The exit status is 0 when the lists are equal, with --only when there is no such word, and 1 when they differ.

    Example:  scrabblecli lexicon diff enable wordlists/enable.txt --only a
    """
    from scrabblecli.lexicon.cache import load_lexicon
    from scrabblecli.lexicon.compare import differences
    from scrabblecli.lexicon.pattern import parse_length
    from scrabblecli.report.lexicon_diff import Comparison, print_comparison

    shortest, longest = (1, 1000) if length is None else parse_length(length)
    session = Session(rule_choice(ctx, rules, ()), None, False, quiet)
    followed = None if game is None else session.game(game)
    alphabet = tiles_of(ctx, rules).alphabet if followed is None else followed.rules.tiles.alphabet
    lists = load_lexicon(first, alphabet, session.warn), load_lexicon(second, alphabet, session.warn)
    if followed is None:
        words: Iterator[tuple[bytes, bool, bool, int | None]] = (
            (word, ours, theirs, None) for word, ours, theirs in differences(*lists)
        )
    else:
        words = _judged(((word, turn.number) for turn in followed.turns for word in words_made(turn)), lists)
    compared = Comparison(*lists, names=(first, second), only=None if only is None else "ab".index(only))
    compared.take(words, shortest, longest, top, followed is not None)
    print_comparison(compared, chosen_format(output_format), lengths, followed is not None, color, header)
    if not lengths and compared.shown < compared.different:
        session.note(f"note: {compared.shown:,} of {compared.different:,} words shown; --top 0 lists all")
    if followed is not None and followed.error is not None:
        raise followed.error
    return ExitStatus.NO if compared.different else ExitStatus.DONE


def _judged(
    played: Iterator[tuple[bytes, int]], lists: tuple[Lexicon, Lexicon]
) -> Iterator[tuple[bytes, bool, bool, int | None]]:
    """The words of a game, each once with the turn that made it first, and whether the lists have it."""
    seen = set()
    for word, turn in played:
        if word not in seen:
            seen.add(word)
            yield word, word in lists[0], word in lists[1], turn
