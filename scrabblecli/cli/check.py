"""``scrabblecli check``."""

from __future__ import annotations

import sys

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import format_option, rule_choice, shared_options
from scrabblecli.cli.session import Session, on_terminal
from scrabblecli.cli.status import ExitStatus
from scrabblecli.plain import printable

__all__ = ["command"]


@click.command("check", cls=QuickCommand)
@click.argument("words", metavar="WORD...", nargs=-1)
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@shared_options
@click.pass_context
def command(
    ctx: click.Context, words: tuple[str, ...], output_format: str, rules: str | None, lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Judge words by the word list.

    Without words, or with -, they are read from standard input, one a line. The exit status is 1 when any is invalid.

    Example:  scrabblecli check QI RETAINS
    """
    choice = rule_choice(ctx, rules, settings)
    session = Session.of(ctx, choice, lexicon, quiet)
    if words in ((), ("-",)):
        if not words and sys.stdin is not None and sys.stdin.isatty():
            raise click.UsageError("no words: name some, or send them to standard input one a line", ctx)
        words = tuple(line.strip() for line in session.text("-", "words, one a line").splitlines() if line.strip())
    found = session.lexicon(choice.resolve())
    alphabet = found.alphabet
    judged = [(printable(alphabet.fold(word.strip())), found.has(word.strip())) for word in words]
    if output_format == "auto":
        output_format = "table" if on_terminal() else "tsv"
    write = sys.stdout.write
    if output_format in ("json", "jsonl"):
        import json

        from scrabblecli.report.data import SCHEMA, lexicon_data

        head = {"schema": SCHEMA, "lexicon": lexicon_data(found)}
        if output_format == "json":
            entries = [{"word": word, "valid": valid} for word, valid in judged]
            write(json.dumps({**head, "words": entries}, ensure_ascii=False, indent=1) + "\n")
        else:
            for word, valid in judged:
                write(json.dumps({**head, "word": word, "valid": valid}, ensure_ascii=False) + "\n")
    elif output_format in ("table", "text"):
        width = max(len(word) for word, _ in judged) if output_format == "table" else 0
        for word, valid in judged:
            verdict = f"valid in {found}" if valid else f"not in {found}"
            write(f"{word.ljust(width)}  {verdict}\n" if width else f"{word} is {verdict}.\n")
    else:
        from scrabblecli.report.delimited import Delimited

        Delimited(sys.stdout, output_format).write_all([(word, "valid" if valid else "invalid") for word, valid in judged])
    return ExitStatus.DONE if all(valid for _, valid in judged) else ExitStatus.NO
