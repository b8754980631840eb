"""``scrabblecli help``."""

from __future__ import annotations

import sys
from typing import Any

import click
from click.shell_completion import CompletionItem

from scrabblecli.cli.helping import QuickCommand, QuickGroup, no_such
from scrabblecli.cli.status import ExitStatus
from scrabblecli.cli.topics import topic, topic_names

__all__ = ["command"]


class _Names(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions of click
    """A command, or after a group one of its commands, or a topic."""

    name = "text"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        typed: tuple[str, ...] = tuple(ctx.params.get("names") or ())
        try:
            found = _context(ctx, typed)
        except click.UsageError:
            return []
        about: dict[str, str] = {}
        if isinstance(found.command, QuickGroup):
            about = found.command.summaries(found)
        if not typed:
            about = {name: topic(name).summary for name in topic_names()} | about
        return [CompletionItem(name, help=about[name]) for name in sorted(about) if name.startswith(incomplete)]


@click.command("help", cls=QuickCommand)
@click.argument("names", metavar="[COMMAND...|TOPIC]", nargs=-1, type=_Names())
@click.option("--man", "as_manual", is_flag=True, help="Write the manual page instead, as man -l - and groff -man read it.")
@click.pass_context
def command(ctx: click.Context, names: tuple[str, ...], as_manual: bool) -> int:
    """Show the help of a command, or text about a topic.

    Without a name the commands and the topics are listed. What is a command and a topic as well shows both.

    Example:  scrabblecli help moves
    """
    if as_manual:
        from scrabblecli.cli.manual import command_page, topic_page

        is_topic = _is_topic(names) and not _is_command(ctx, names)
        sys.stdout.write(topic_page(topic(names[0])) if is_topic else command_page(_context(ctx, names)))
        return ExitStatus.DONE
    parts = []
    if not names:
        root = ctx.find_root()
        parts += [root.get_help() + "\n", _topics(root)]
    elif not _is_topic(names) or _is_command(ctx, names):
        parts.append(_context(ctx, names).get_help() + "\n")
    if _is_topic(names):
        about = topic(names[0])
        parts.append(f"{about.summary}\n\n{about.text}")
    click.echo("\n".join(parts), nl=False)
    return ExitStatus.DONE


def _is_topic(names: tuple[str, ...]) -> bool:
    return len(names) == 1 and names[0] in topic_names()


def _is_command(ctx: click.Context, names: tuple[str, ...]) -> bool:
    root = ctx.find_root()
    assert isinstance(root.command, QuickGroup)
    return names[0] in root.command.list_commands(root)


def _context(ctx: click.Context, names: tuple[str, ...]) -> click.Context:
    """What a command would be called in; raises UsageError where there is none of that name."""
    context = ctx.find_root()
    for place, name in enumerate(names):
        group: Any = context.command
        if not isinstance(group, QuickGroup):
            raise click.UsageError(f"{' '.join(names[:place])} has no commands of its own: {name!r}", ctx)
        if context.parent is None and name not in (known := group.list_commands(context)):
            if name in topic_names():
                raise click.UsageError(f"{name} is a topic, which no name may follow: {names[1]!r}", ctx)
            raise no_such("command or topic", name, name, sorted({*known, *topic_names()}), ctx)
        _, inner, _ = group.resolve_command(context, [name])
        assert inner is not None
        context = click.Context(inner, info_name=name, parent=context)
    return context


def _topics(context: click.Context) -> str:
    formatter = context.make_formatter()
    with formatter.section("Topics"):
        formatter.write_dl([(name, topic(name).summary) for name in topic_names()])
    return formatter.getvalue()
