"""The command line. Commands are imported when they are called, so that a quick one starts quickly.

This is the one place where an error becomes a message and an exit status.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from scrabblecli.cli.helping import help_option
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import IllegalMoveError, ScrabbleError
from scrabblecli.plain import printable

__all__ = ["scrabblecli"]

_COMMANDS = {
    "analyze": "Grade a move already made: its rank, what it lost, and why.",
    "board": "Draw a board, convert it, or make an empty one.",
    "check": "Judge words, or the words of a play, and what a challenge does.",
    "completion": "Print the shell's completion script: bash, zsh or fish.",
    "config": "Show the settings in force and where each comes from.",
    "game": "Score, show, convert and keep recorded games.",
    "leaves": "Show, learn and bring what tiles kept are worth.",
    "lexicon": "Install, list, describe and remove word lists.",
    "play": "Print the board after a move.",
    "puzzle": "Make puzzles of games, and ask them.",
    "rules": "List rule sets, show one, compare two.",
    "score": "Judge one play and show the arithmetic of its score.",
    "solve": "List every legal move, ranked, with the arithmetic of the best.",
    "unseen": "Count the tiles that are neither on the board nor on the rack.",
    "words": "Find and study the words of a list.",
}


class _Commands(click.Group):
    """A group whose commands live in modules of their own and are imported on demand."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return help_option()

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"scrabblecli.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            import difflib

            from scrabblecli.cli.meant import command_meant

            near = difflib.get_close_matches(args[0], _COMMANDS, n=1, cutoff=0.7) or [command_meant(args[0], self, ctx)]
            hint = f"; did you mean {near[0]!r}?" if near[0] else f"; commands are {', '.join(sorted(_COMMANDS))}"
            raise click.UsageError(f"no such command {args[0]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> Any:  # type: ignore[override]  # the same, with one return
        """Run the command line and leave with its status.

        click's own method would end with 1 on a closed pipe and knows nothing of this package's errors.
        """
        prepare_streams()
        sys.exit(_run(lambda: self._call(args, prog_name or "scrabblecli", extra)))

    def _call(self, args: Sequence[str] | None, prog_name: str, extra: dict[str, Any]) -> Any:
        words = list(sys.argv[1:] if args is None else args)
        complete_var = extra.pop("complete_var", None)
        for name in ("standalone_mode", "windows_expand_args"):
            extra.pop(name, None)
        self._main_shell_completion(extra, prog_name, complete_var)
        with self.make_context(prog_name, words, **extra) as context:
            return self.invoke(context)


def prepare_streams() -> None:
    """Make output UTF-8 wherever it is no terminal, and no character an error; a closed stream swallows what is written."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - open as long as the process
        elif hasattr(stream, "reconfigure"):
            if not stream.isatty() and "PYTHONIOENCODING" not in os.environ:
                stream.reconfigure(encoding="utf-8")
            stream.reconfigure(errors="backslashreplace")


def _run(call: Any) -> int:
    try:
        result = call()
        sys.stdout.flush()
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return ExitStatus.BAD_INPUT
    except click.ClickException as error:
        _complain(error)
        return ExitStatus.BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        return ExitStatus.INTERRUPTED
    except IllegalMoveError as error:
        _say(f"error: {error}")
        return ExitStatus.NO
    except ScrabbleError as error:
        _say(f"error: {error}")
        return ExitStatus.BAD_INPUT
    except OSError as error:
        # nothing more may be flushed into a closed pipe when Python ends
        _silence_output()
        if error.errno in (errno.EPIPE, errno.EINVAL):
            return ExitStatus.DONE  # whoever reads has seen enough
        _say(f"error: the output cannot be written: {error.strerror or error}")
        return ExitStatus.BAD_INPUT
    return result if isinstance(result, int) else ExitStatus.DONE


def _silence_output() -> None:
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return


def _complain(error: click.ClickException) -> None:
    context = getattr(error, "ctx", None)
    if context is not None:
        _say(context.get_usage())
    _say(f"error: {error.format_message()}")
    if context is not None:
        _say(f"Try '{context.command_path} --help'.")


def _say(message: str) -> None:
    click.echo(printable(message, keep_lines=True), err=True)


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from scrabblecli import __version__
    from scrabblecli._compiled import kernel_state

    python = ".".join(map(str, sys.version_info[:3]))
    click.echo(f"scrabblecli {__version__}, {kernel_state()}, Python {python}")
    ctx.exit()


@click.group(
    cls=_Commands,
    context_settings={"max_content_width": 100},
    epilog="Exit status: 0 done, 1 the answer is no, 2 bad usage or bad input, 130 interrupted.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and whether the kernel is compiled.",
)
def scrabblecli() -> None:
    """Scrabble solver and move analyzer.

    Boards are plain text files (or - for standard input), moves are typed like 8D RETAINS or D8 RE(T)AINS.

    Example:  scrabblecli solve boards/teazeling.txt --rack AEGINTZ
    """
