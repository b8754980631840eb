"""``scrabblecli game new``, ``add``, ``undo``, ``amend``: a game kept at the table, in a file that is replaced whole."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import click

from scrabblecli.cli.game import command
from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import (
    MOVE_ARGUMENTS,
    color_option,
    default_choice,
    format_option,
    lexicon_option,
    move_text,
    quiet_option,
    rule_choice,
    shared_options,
)
from scrabblecli.cli.params import BoardFile
from scrabblecli.cli.session import Session
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError, IllegalMoveError, NotationError, Reason
from scrabblecli.folders import locked
from scrabblecli.plain import printable

if TYPE_CHECKING:
    from scrabblecli.formats.transcript import Entry, Transcript
    from scrabblecli.game.record import Game, RecordedTurn

__all__ = ["add", "amend", "new", "undo"]


@command.command("new", cls=QuickCommand)
@click.argument("file", metavar="FILE", type=BoardFile())
@click.option("--players", metavar="NAMES", required=True, help="Two to four names with commas between them, or teams.")
@click.option("--draw", is_flag=True, help="Draw a tile each for who starts.")
@click.option("--seed", metavar="N", type=int, help="Draw the same way every time.")
@click.option("--replace", is_flag=True, help="Replace a file that is there.")
@shared_options
@click.pass_context
def new(
    ctx: click.Context, file: str, players: str, draw: bool, seed: int | None, replace: bool, rules: str | None, lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Begin a game: a file to which moves are added.

    It is a game text, or GCG when FILE ends in .gcg. Rules, settings and word list named here are written into it.

    Example:  scrabblecli game new kitchen.txt --players Ann,Bob --draw
    """
    import json
    from random import Random

    from scrabblecli.formats.transcript import Pragma, Transcript
    from scrabblecli.game.edit import check_line, draw_for_start, named_players, save_game

    choice = rule_choice(ctx, rules, settings)
    rule_set = choice.resolve()
    named = named_players(players)
    pragmas = [] if rule_set.name == "tournament" else [Pragma("rules", check_line(rule_set.origin, "rule file"))]
    pragmas += [Pragma("set", f"{key}={json.dumps(value)}") for key, value in rule_set.overrides.items()]
    if lexicon is not None:
        pragmas.append(Pragma("lexicon", check_line(lexicon, "word list")))
    ctx.with_resource(locked(file))
    if os.path.lexists(file) and not replace:
        raise DataError("is there already: --replace begins it anew", file)
    if draw:
        first, rounds = draw_for_start(named, rule_set.tiles, Random(seed))  # noqa: S311 - a game of chance among friends
        alphabet = rule_set.tiles.alphabet
        for drawn in rounds:
            tiles = [
                f"{player.nick} draws {'a blank' if not code else alphabet.face_text(code)}"
                for player, code in zip(named, drawn, strict=True)
                if code >= 0
            ]
            click.echo(printable(f"{', '.join(tiles)}."))
        named = (*named[first:], *named[:first])
    save_game(Transcript(named, (), tuple(pragmas)), file)
    click.echo(printable(f"{named[0].nick} starts."))
    return ExitStatus.DONE


_phony_option = click.option("--phony", is_flag=True, help="Lay the play although the word list lacks a word of it.")


@command.command("add", cls=QuickCommand, context_settings=MOVE_ARGUMENTS)
@click.argument("file", metavar="FILE", type=BoardFile())
@click.argument("move", metavar="MOVE", nargs=-1, type=click.UNPROCESSED, required=True)
@click.option("--rack", metavar="LETTERS", help="The tiles held before the move.")
@click.option("--player", metavar="NAME", help="Whose entry it is.  [default: the player on turn]")
@click.option("--note", metavar="TEXT", help="A note to keep with it.")
@_phony_option
@format_option("table", "text")
@lexicon_option
@quiet_option
@color_option
@click.pass_context
def add(
    ctx: click.Context, file: str, move: tuple[str, ...], rack: str | None, player: str | None, note: str | None, phony: bool,
    output_format: str, lexicon: str | None, quiet: bool, color: str,
) -> int:  # fmt: skip
    """Add a move to a game, and print its arithmetic to read aloud.

    MOVE is a play, an exchange or a pass; a number (points alone); challenge (the last play is judged); time -10; left LETTERS (what a
    player holds at the end); recycle SQUARE (the blank there is taken for its tile). An illegal move writes nothing and ends with 1.

    Example:  scrabblecli game add kitchen.txt 8E BAWTIE
    """
    from scrabblecli.game.edit import check_line, with_entry, with_pragma

    if note is not None:
        check_line(note, "note", "\n\t")
    text = move_text(ctx, move)
    session = Session.of(ctx, default_choice(), lexicon, quiet)
    game, source = _opened(ctx, session, file)
    number = _player(game, player)
    word, _, rest = text.partition(" ")
    record = game.transcript
    word = word.lower()
    if word == "challenge":
        record, said = _challenged(session, game, None if player is None else number, note)
        _finish(session, record, file, source, output_format, color, said)
        return ExitStatus.DONE
    if word == "left":
        from scrabblecli.tiles import Rack

        if player is None:
            raise NotationError("left LETTERS needs --player NAME: whose tiles are they?")
        held = Rack.parse(rest, game.rules.tiles)
        record = with_pragma(record, f"rack{number + 1}", held.text(game.rules.tiles.alphabet))
        _finish(session, record, file, source, output_format, color, [])
        return ExitStatus.DONE
    if game.ending is not None and word != "time":
        raise IllegalMoveError(text, (Reason("over", "the game is over"),))
    if word == "recycle":
        from scrabblecli.game.referee import recycle
        from scrabblecli.squares import Square

        square = Square.parse(rest)[0]
        recycle(game.state, square)
        record = with_pragma(record, "recycle", str(square))
        _finish(session, record, file, source, output_format, color, [f"The blank on {square} is taken for its tile."])
        return ExitStatus.DONE
    entry = _entry(session, game, text, number, rack, phony)
    record = with_entry(record, entry._replace(notes=() if note is None else (note,)))
    _finish(session, record, file, source, output_format, color, [], show_last=entry.kind.value == "move")
    return ExitStatus.DONE


@command.command("undo", cls=QuickCommand)
@click.argument("file", metavar="FILE", type=BoardFile())
@lexicon_option
@quiet_option
@color_option
@click.pass_context
def undo(
    ctx: click.Context, file: str, lexicon: str | None, quiet: bool, color: str,
) -> int:  # fmt: skip
    """Take back the last entry of a game.

    Example:  scrabblecli game undo kitchen.txt
    """
    from scrabblecli.game.edit import without_last

    session = Session.of(ctx, default_choice(), lexicon, quiet)
    game, source = _opened(ctx, session, file)
    record, entry = without_last(game.transcript)
    name = game.players[entry.player].nick
    what = "pass" if entry.text == "-" else entry.text or f"{entry.kind.value} {entry.points}"
    _finish(session, record, file, source, "table", color, [f"Taken back: {name}, {what}."])
    return ExitStatus.DONE


@command.command("amend", cls=QuickCommand, context_settings=MOVE_ARGUMENTS)
@click.argument("file", metavar="FILE", type=BoardFile())
@click.argument("move", metavar="MOVE", nargs=-1, type=click.UNPROCESSED, required=True)
@click.option("--turn", metavar="N", type=click.IntRange(1), required=True, help="The turn to correct.")
@click.option("--rack", metavar="LETTERS", help="The rack of that turn.  [default: as recorded]")
@_phony_option
@format_option("table", "text")
@lexicon_option
@quiet_option
@color_option
@click.pass_context
def amend(
    ctx: click.Context, file: str, move: tuple[str, ...], turn: int, rack: str | None, phony: bool, output_format: str,
    lexicon: str | None, quiet: bool, color: str,
) -> int:  # fmt: skip
    """Correct a turn of a game and check the rest again.

    Later scores are kept, with a warning where they are no longer right; totals are added up again. Nothing is written when a later
    move could not be laid any more.

    Example:  scrabblecli game amend kitchen.txt --turn 3 K4 JEANS
    """
    from scrabblecli.game.edit import amended

    text = move_text(ctx, move)
    session = Session.of(ctx, default_choice(), lexicon, quiet)
    game, source = _opened(ctx, session, file)
    recorded = game.turn(turn)
    if rack is None and recorded.rack is not None:
        rack = recorded.rack.text(game.rules.tiles.alphabet)
    entry = _entry(session, game, text, recorded.player, rack, phony, recorded)
    record = amended(game.transcript, turn, entry)
    _warn_of_words(session, record, file, turn)
    _finish(session, record, file, source, output_format, color, [], show=turn)
    return ExitStatus.DONE


def _warn_of_words(session: Session, record: Transcript, file: str, number: int) -> None:
    """Name words that later turns make and the list lacks: after a correction they may be others."""
    from scrabblecli.game.replay import replay
    from scrabblecli.tiles import letters_of

    game = replay(record, session.choice, file)
    lexicon = session.lexicon(game.rules, game.lexicon, "line lexicon")
    for turn in game.turns[number:]:
        if turn.arithmetic is None or turn.withdrawn:
            continue
        made = {lexicon.alphabet.word_text(word.faces) for word in turn.arithmetic.words if letters_of(word.faces) not in lexicon}
        if made:
            session.warn(f"turn {turn.number} now makes {', '.join(sorted(made))}, not in {lexicon.name}")


def _opened(ctx: click.Context, session: Session, file: str) -> tuple[Game, str]:
    """A game that can be added to, and the text of its file, which nobody else changes before the command has ended."""
    from scrabblecli.game.loading import load_game

    if file == "-":
        raise DataError("standard input cannot be changed: expected a file")
    if os.path.lexists(file):
        ctx.with_resource(locked(file))
    text = session.game_text(file)
    game = load_game(text, file, session.choice)
    if game.error is not None:
        raise game.error
    return game, text


def _player(game: Game, name: str | None) -> int:
    if name is None:
        return game.state.on_turn
    found = game.transcript.player(name)
    if found is None:
        raise NotationError(f"--player: {game.transcript.nobody(name)}")
    return found


def _entry(
    session: Session, game: Game, text: str, player: int, rack: str | None, phony: bool, turn: RecordedTurn | None = None
) -> Entry:  # fmt: skip
    """What is to be written for a move that was typed, judged where it stands."""
    from scrabblecli.formats.transcript import Entry, Kind
    from scrabblecli.game.judging import judge_move
    from scrabblecli.game.replay import record_text
    from scrabblecli.tiles import Rack

    sheet = game.only_numbers and text.startswith("-")
    if re.fullmatch(r"\+?[0-9]{1,5}|\+-[0-9]{1,5}", text) or (sheet and re.fullmatch(r"-[0-9]{1,5}", text)):
        return Entry(player, Kind.NUMBER, points=int(text.replace("+-", "-")))
    if match := re.fullmatch(r"time\s+([+-]?[0-9]{1,5})", text, re.IGNORECASE):
        return Entry(player, Kind.TIME, points=int(match[1]))
    position = game.reached if turn is None else turn.before
    tiles = game.rules.tiles
    held = Rack.parse(rack, tiles) if rack is not None else None if turn is not None else position.rack
    judged = judge_move(position, text, session.lexicon(game.rules, game.lexicon, "line lexicon"), held)
    session.note_small_letters(text, judged.move, held)
    if judged.reasons and not (phony and judged.playable):
        hint = "; --phony lays it all the same" if judged.playable else ""
        raise IllegalMoveError(text, judged.reasons, hint)
    assert judged.move is not None
    stated = None if rack is None else Rack.parse(rack, tiles).text(tiles.alphabet)
    return Entry(player, Kind.MOVE, record_text(judged.move, tiles.alphabet), stated)


def _challenged(
    session: Session, game: Game, challenger: int | None, note: str | None
) -> tuple[Transcript, list[str]]:  # fmt: skip
    """The record after the last play was challenged, and what is to be said of it."""
    from scrabblecli.formats.transcript import Entry, Kind
    from scrabblecli.game.challenge import challenge_outcome
    from scrabblecli.game.edit import with_entry, with_pragma
    from scrabblecli.report.check import ruling_sentence
    from scrabblecli.tiles import letters_of

    last = game.turns[-1] if game.turns else None
    if last is None or last.arithmetic is None or last.withdrawn:
        raise IllegalMoveError("challenge", (Reason("no_play", "the last turn was no play that lies on the board"),))
    lexicon = session.lexicon(game.rules, game.lexicon, "line lexicon")
    words = [letters_of(word.faces) for word in last.arithmetic.words if len(word.faces) > 1]
    acceptable = all(word in lexicon for word in words)
    outcome = challenge_outcome(game.rules, acceptable, len(words))
    if not outcome.possible:
        decided_by = game.rules.decided_by("challenge")
        raise IllegalMoveError("challenge", (Reason("rules", f"no play can be challenged ({decided_by})"),))
    said = [f"{ruling_sentence(acceptable).capitalize()}."]
    notes = () if note is None else (note,)
    record = game.transcript
    if challenger is None:
        challenger = (last.player + 1) % len(game.players)
    text = lexicon.alphabet.word_text(last.arithmetic.words[0].faces)
    if not acceptable:
        record = with_entry(record, Entry(last.player, Kind.WITHDRAWN, notes=notes))
    elif outcome.player_points:
        record = with_entry(record, Entry(last.player, Kind.CHALLENGE, points=outcome.player_points, notes=notes))
    elif outcome.challenger_points:
        record = with_entry(record, Entry(challenger, Kind.CHALLENGE, points=outcome.challenger_points, notes=notes))
    elif outcome.challenger_loses_game:
        record = with_pragma(record, "forfeit", f"game {challenger + 1}")
        said.append(f"{game.players[challenger].nick} loses the game.")
    elif outcome.challenger_loses_turn and game.ending is None:
        lost = (*notes, f"challenge of {text} lost, turn forfeited")
        record = with_pragma(with_entry(record, Entry(challenger, Kind.MOVE, "-", notes=lost)), "forfeit")
        said.append(f"{game.players[challenger].nick} loses the turn.")
    else:
        said.append("Nothing changes.")
    return record, said


def _finish(
    session: Session, record: Transcript, file: str, source: str, output_format: str, color: str, said: list[str],
    show: int | None = None, show_last: bool = False,
) -> None:  # fmt: skip
    """Follow the changed record, write it, and say what became of it; nothing is written that cannot be followed."""
    from scrabblecli.game.edit import save_game
    from scrabblecli.game.replay import replay
    from scrabblecli.report.game import print_turn, standing_sentences

    game = replay(record, session.choice, file)
    if game.error is not None:
        raise game.error
    # an editor knows nothing of our lock
    if session.game_text(file) != source:
        raise DataError("was changed by another program meanwhile: nothing is written", file)
    save_game(game.transcript, file, source)
    for finding in game.findings:
        if finding.turn >= (show or len(game.turns)) and finding.what != "end":
            session.warn(finding.message)
    if show is not None or show_last:
        print_turn(game, game.turns[(show or len(game.turns)) - 1], output_format, color)
    for sentence in (*said, *standing_sentences(game)):
        click.echo(printable(sentence))
