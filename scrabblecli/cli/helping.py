"""``--help`` without the translation machinery, which would be a twentieth of a quick command's time."""

from __future__ import annotations

import click

__all__ = ["QuickCommand", "help_option"]


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
