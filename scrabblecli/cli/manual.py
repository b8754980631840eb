"""Manual pages in the language of man(7), made of what ``--help`` and ``help TOPIC`` show."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from scrabblecli import __version__
from scrabblecli.cli.helping import QuickGroup
from scrabblecli.cli.topics import Topic, topic, topic_names

__all__ = ["command_page", "manual_pages", "topic_page"]

_SIGNS = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"}
_EXAMPLE = re.compile(r"Example:  (.*)")


def manual_pages(root: click.Context) -> Iterator[tuple[str, str]]:
    """The file name and the text of every page: a command each in section 1, a topic each in section 7."""
    waiting = [root]
    while waiting:
        context = waiting.pop(0)
        yield f"{_page_name(context)}.1", command_page(context)
        if isinstance(context.command, QuickGroup):
            waiting += _inner(context)
    for name in topic_names():
        yield f"scrabblecli-{name}.7", topic_page(topic(name))


def command_page(context: click.Context) -> str:
    """The page of a command, by the context in which it would be called."""
    command = context.command
    paragraphs = inspect.cleandoc(command.help or "").split("\n\n")
    examples = [match[1] for text in paragraphs if (match := _EXAMPLE.fullmatch(text))]
    described = [text for text in paragraphs if not _EXAMPLE.fullmatch(text)]
    usage = command.collect_usage_pieces(context)
    lines = [
        *_head(_page_name(context), 1, described[0].rstrip(".")),
        ".SH SYNOPSIS",
        rf"\fB{_text(context.command_path)}\fR {_text(' '.join(usage))}",
        ".SH DESCRIPTION",
        *_paragraphs("\n\n".join(described)),
    ]
    options = [parameter for parameter in command.get_params(context) if isinstance(parameter, click.Option)]
    records = [record for option in options if (record := option.get_help_record(context))]
    lines += [".SH OPTIONS", *_definitions(records)]
    if isinstance(command, QuickGroup):
        lines += [".SH COMMANDS", *_definitions(list(command.summaries(context).items()))]
    for title, name in (("EXIT STATUS", "exit-status"), ("ENVIRONMENT", "environment")):
        lines += [f".SH {title}", *_paragraphs(topic(name).text.partition("\nExample:")[0])]
    lines.append(".SH EXAMPLES")
    for example in examples:
        lines += _block([f"$ {example}"])
    return _joined([*lines, *_see_also(context)])


def topic_page(about: Topic) -> str:
    """The page of a topic."""
    lines = [*_head(f"scrabblecli-{about.name}", 7, about.summary.rstrip(".")), ".SH DESCRIPTION", *_paragraphs(about.text)]
    return _joined([*lines, ".SH SEE ALSO", r"\fBscrabblecli\fR(1)"])


def _inner(context: click.Context) -> list[click.Context]:
    """The contexts of a group's commands."""
    group = context.command
    assert isinstance(group, QuickGroup)
    commands = [(name, group.get_command(context, name)) for name in group.list_commands(context)]
    return [click.Context(command, info_name=name, parent=context) for name, command in commands if command is not None]


def _page_name(context: click.Context) -> str:
    return context.command_path.replace(" ", "-")


def _see_also(context: click.Context) -> list[str]:
    """The page above, the pages below, and from the first one all topics."""
    pages = [(_page_name(context.parent), 1)] if context.parent else []
    if isinstance(context.command, QuickGroup):
        pages += [(_page_name(inner), 1) for inner in _inner(context)]
    if context.parent is None:
        pages += [(f"scrabblecli-{name}", 7) for name in topic_names()]
    return [".SH SEE ALSO", ",\n".join(rf"\fB{_text(name)}\fR({section})" for name, section in pages)]


def _head(name: str, section: int, about: str) -> list[str]:
    title = f'.TH "{_text(name.upper())}" {section} "" "scrabblecli {_text(__version__)}" "scrabblecli"'
    # a hyphen between the two is what the index of pages looks for
    return [title, ".ad l", ".nh", ".SH NAME", rf"{_text(name)} \- {_text(' '.join(about.split()))}"]


def _paragraphs(text: str) -> list[str]:
    """Paragraphs, and blocks indented by four spaces as they are."""
    lines: list[str] = []
    for part in re.split(r"\n{2,}(?=\S)|\n{2,}(?=    \S)", text.strip("\n")):
        if part.startswith("    "):
            lines += _block([line.removeprefix("    ") for line in part.split("\n")])
        else:
            lines += [".PP", _text(" ".join(part.split()))]
    return lines


def _block(lines: list[str]) -> list[str]:
    return [".PP", ".RS 4", ".nf", *(_text(line) for line in lines), ".fi", ".RE"]


def _definitions(records: list[tuple[str, str]]) -> list[str]:
    """Names, each with what it means below it."""
    lines = []
    for name, meaning in records:
        # the words that are typed as they stand are bold
        shown = re.sub(r"(?<![\w-])--?[\w-]+|^\w+$", lambda match: rf"\fB{match[0]}\fR", name)
        lines += [".TP", _text(shown, r"\fB", r"\fR"), _text(" ".join(meaning.split()))]
    return lines


def _text(text: str, *kept: str) -> str:
    """A text in which no sign has a meaning; ``kept`` are requests that stay."""
    pattern = "|".join(re.escape(request) for request in kept)
    parts = re.split(f"({pattern})", text) if pattern else [text]
    made = "".join(part if part in kept else "".join(_sign(character) for character in part) for part in parts)
    return rf"\&{made}" if made.startswith(".") else made


def _sign(character: str) -> str:
    if not character.isascii():
        return rf"\[u{ord(character):04X}]"
    return _SIGNS.get(character, character)


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"
