"""``scrabblecli completion``."""

from __future__ import annotations

import sys

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.status import ExitStatus

__all__ = ["command"]

_PROGRAM = "scrabblecli"
_VARIABLE = "_SCRABBLECLI_COMPLETE"
_HOW = {
    "bash": 'put  eval "$(scrabblecli completion bash)"  into ~/.bashrc (bash 4.4 or newer)',
    "zsh": 'put  eval "$(scrabblecli completion zsh)"  into ~/.zshrc, after compinit',
    "fish": "scrabblecli completion fish > ~/.config/fish/completions/scrabblecli.fish",
}


@click.command("completion", cls=QuickCommand)
@click.argument("shell", metavar="bash|zsh|fish", type=click.Choice(list(_HOW)))
@click.pass_context
def command(ctx: click.Context, shell: str) -> int:
    """Print the script for completion in a shell.

    It completes commands, options, rule sets, word lists and files.

    Example:  eval "$(scrabblecli completion bash)"
    """
    from click.shell_completion import ShellComplete, get_completion_class

    shell_class = get_completion_class(shell)
    assert shell_class is not None
    completer = shell_class(ctx.find_root().command, {}, _PROGRAM, _VARIABLE)
    # the method of the base class: bash's own would start a shell only to see its version
    script = ShellComplete.source(completer).strip()
    if shell == "bash":
        # no space after KEY=
        script = script.replace("    return 0\n", "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n    return 0\n")
    sys.stdout.write(f"# To install: {_HOW[shell]}\n{script}\n")
    return ExitStatus.DONE
