"""``--help`` without the translation machinery, which would be a twentieth of a quick command's time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Any

import click

__all__ = ["QuickCommand", "QuickGroup", "help_option", "no_such"]


def _show_help(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


def help_option() -> click.Option:
    """The option ``--help``."""
    return click.Option(
        ["--help"], is_flag=True, is_eager=True, expose_value=False, callback=_show_help, help="Show this message and exit."
    )


class QuickCommand(click.Command):
    """A command whose ``--help`` costs nothing until it is asked for."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The ``--help`` of this command."""
        return help_option()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments of a call; an option or an argument that is not taken is refused with what may have been meant."""
        taken, ctx.allow_extra_args = ctx.allow_extra_args, True
        try:
            left = super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            from scrabblecli.cli.meant import advised

            raise advised(error, ctx) from None
        finally:
            ctx.allow_extra_args = taken
        if left and not taken and not ctx.resilient_parsing:
            from scrabblecli.cli.meant import extra_arguments

            raise extra_arguments(left, ctx)
        return left


class QuickGroup(click.Group):
    """A group of subcommands whose ``--help`` costs nothing until it is asked for; a misspelled one is named with the nearest.

    ``later`` has subcommands by name with the module that adds them to the group, imported when one is called.
    """

    def __init__(self, *arguments: Any, later: Mapping[str, str] | None = None, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._later = later or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all subcommands, sorted."""
        return sorted({*self.commands, *self._later})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A subcommand by name."""
        if cmd_name not in self.commands and cmd_name in self._later:
            import_module(self._later[cmd_name])
        return super().get_command(ctx, cmd_name)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The ``--help`` of this group."""
        return help_option()

    def summaries(self, ctx: click.Context) -> dict[str, str]:
        """The names of all subcommands, sorted, and a sentence about each."""
        commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        return {name: command.get_short_help_str(1000) for name, command in commands.items() if command is not None}

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The subcommand of the next argument; raises UsageError naming the nearest where there is none."""
        names = self.list_commands(ctx)
        if args and args[0] not in names and not args[0].startswith("-") and not ctx.resilient_parsing:
            before = f"{ctx.info_name} " if ctx.parent else ""
            raise no_such("command", before + args[0], args[0], names, ctx)
        return super().resolve_command(ctx, args)


def no_such(kind: str, shown: str, name: str, names: Collection[str], ctx: click.Context) -> click.UsageError:
    """The error for a name that none of ``names`` is, with what may be meant or else with all."""
    from scrabblecli.cli.command_hints import hint

    all_kinds = " or ".join(f"{each}s" for each in kind.split(" or "))
    return click.UsageError(f"no such {kind} {shown!r}{hint(name, names, ctx, all_kinds)}", ctx)
