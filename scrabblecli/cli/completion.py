"""``scrabblecli completion``."""

from __future__ import annotations

import sys
from typing import Any

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


class _Shells(click.Choice):  # type: ignore[type-arg]  # generic only in newer versions of click
    """A shell that there is a script for."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value.lower() in ("powershell", "pwsh", "cmd"):
            self.fail(
                f"there is no completion for {value}: expected bash, zsh or fish; Git and WSL bring bash to Windows", param, ctx
            )
        return super().convert(value, param, ctx)


@click.command("completion", cls=QuickCommand)
@click.argument("shell", metavar="bash|zsh|fish", type=_Shells(list(_HOW)))
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
