"""``scrabblecli game clock``: a clock for each player in the terminal."""

from __future__ import annotations

import select
import shutil
import sys
import time
from collections.abc import Sequence

import click

from scrabblecli.cli.game import command
from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import default_choice, quiet_option, rule_choice, rules_option, settings_option
from scrabblecli.cli.params import BoardFile, Number
from scrabblecli.cli.session import Session, on_terminal
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError
from scrabblecli.folders import locked, target_of
from scrabblecli.game.clock import Clock, clock_text
from scrabblecli.plain import printable

__all__ = ["clock"]

_TICK = 0.2


@command.command("clock", cls=QuickCommand)
@click.argument("file", metavar="[FILE]", required=False, type=BoardFile())
@click.option("--players", metavar="NAMES", help="Two to four names with commas between them.  [default: those of FILE]")
@click.option(
    "--minutes", metavar="N", type=Number(0, 600, min_open=True), help="Minutes for each player.  [default: the rules']"
)
@rules_option
@settings_option
@quiet_option
@click.pass_context
def clock(
    ctx: click.Context, file: str | None, players: str | None, minutes: float | None, rules: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool,
) -> int:  # fmt: skip
    """Run a clock for each player.

    Enter starts the clock and passes it on; p and Enter stop it, q and Enter end. At the end overtime is priced by the rules; where the game is kept in
    FILE, it is added there.

    Example:  scrabblecli game clock --players Ann,Bob --minutes 25
    """
    from scrabblecli.formats.transcript import Entry, Kind
    from scrabblecli.game.edit import named_players, save_game, with_entry
    from scrabblecli.game.loading import load_game
    from scrabblecli.game.replay import replay

    session = Session.of(ctx, rule_choice(ctx, rules, settings), None, quiet)
    kept = file is not None and file != "-"
    if file is not None and kept:
        target_of(file)  # what cannot be written is said before the clocks run
    game = None if file is None else session.game(file)
    if game is not None and game.error is not None:
        raise game.error
    rule_set = session.choice.resolve() if game is None else game.rules
    if players is not None:
        named = named_players(players)
    elif game is not None:
        named = game.players
    else:
        raise click.UsageError("whose clocks? Name a FILE or --players Ann,Bob", ctx)
    minutes = minutes or int(rule_set.settings["minutes"])
    if not minutes:
        raise DataError("these rules have no clock: give --minutes N")
    nicks = [printable(player.nick) for player in named]
    ended = _run(Clock.of(len(named), minutes), nicks)
    penalties = ended.penalties(rule_set)
    for nick, seconds, points in zip(nicks, ended.left, penalties, strict=True):
        over = f", {points} points off" if points else ""
        click.echo(f"{nick} {clock_text(seconds)}{over}")
    if game is not None and file is not None and kept and any(penalties) and len(named) == len(game.players):
        with locked(file):
            # moves may have been added while the clocks ran
            source = session.game_text(file)
            record = load_game(source, file, default_choice()).transcript
            for player, points in enumerate(penalties):
                if points:
                    record = with_entry(record, Entry(player, Kind.TIME, points=-points))
            save_game(replay(record, default_choice(), file).transcript, file, source)
    return ExitStatus.DONE


def _run(state: Clock, nicks: Sequence[str]) -> Clock:
    """Let the clocks run until somebody ends it."""
    shown = on_terminal()
    if shown:
        click.echo("Enter starts the clock and passes it on; p and Enter stop it, q and Enter end.")
    try:
        return _until_ended(state, nicks, shown)
    except KeyboardInterrupt:
        # what comes next begins a line of its own
        click.echo(nl=shown)
        raise


def _until_ended(state: Clock, nicks: Sequence[str], shown: bool) -> Clock:
    last = time.monotonic()
    while True:
        if shown:
            click.echo(f"\r{_face(state, nicks)}  ", nl=False)
        typed = _line(_TICK if shown else None)
        now = time.monotonic()
        state = state.after(now - last)
        last = now
        if typed is None:
            continue
        if typed == "":
            click.echo(nl=shown)
        if typed == "" or typed.strip().lower() == "q":
            return state.stopped()
        state = state.stopped() if typed.strip().lower() == "p" else state.pressed()


def _face(state: Clock, nicks: Sequence[str]) -> str:
    """The clocks on one line of the terminal, names shortened where it is narrow: what is wrapped could not be written over."""
    room = (shutil.get_terminal_size().columns - 3) // len(nicks) - 11
    return "   ".join(
        f"{'>' if state.running == player else ' '}{nick[: max(1, room)]} {clock_text(seconds):>6}"
        for player, (nick, seconds) in enumerate(zip(nicks, state.left, strict=True))
    )


def _line(seconds: float | None) -> str | None:
    """A line that was typed, an empty text at the end of input, None when nothing came in time."""
    if sys.stdin is None:
        return ""
    # Windows cannot wait for a console this way: there the display stands until a key is pressed
    if seconds is not None and sys.platform != "win32" and not select.select([sys.stdin], [], [], seconds)[0]:
        return None
    return sys.stdin.readline()
