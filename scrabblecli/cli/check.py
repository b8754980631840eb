"""``scrabblecli check``."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import format_option, rule_choice, shared_options, turn_option
from scrabblecli.cli.params import Lexicons, Number
from scrabblecli.cli.session import Session, chosen_format, on_terminal
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError, NotationError, SettingError
from scrabblecli.formats.words import no_letters, words_in
from scrabblecli.plain import lines_of, printable

if TYPE_CHECKING:
    from scrabblecli.formats.detect import PositionText
    from scrabblecli.formats.position import Position
    from scrabblecli.lexicon.graph import Lexicon
    from scrabblecli.lexicon.judging import JudgedWord
    from scrabblecli.tiles import Alphabet

__all__ = ["command"]


def _complete_challenge(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    from scrabblecli.rules.settings import CHALLENGES

    return [rule for rule in CHALLENGES if rule.startswith(incomplete)]


_OF_THE_RULES = "rules"
"""The rule of ``--challenge`` that names none."""
MOST_HELPED = 20
"""With more misses than this, help would only be in the way."""


@click.command("check", cls=QuickCommand)
@click.argument("words", metavar="[WORD]...", nargs=-1)
@click.option("--together", is_flag=True, help="Only whether all of them are valid, as adjudication programs say it.")
@click.option("--judge", is_flag=True, help="The adjudication screen: type the words of a play, see the ruling large.")
@click.option("--board", metavar="BOARD", help="Judge what lies on a board, or with --move a play on it.")
@click.option("--move", metavar="MOVE", help="The play to judge, like 8D RETAINS.")
@click.option(
    "--challenge", metavar="[RULE]", is_flag=False, flag_value=_OF_THE_RULES, shell_complete=_complete_challenge,
    help="Also say what the challenge does to both players and who plays next, under the rule in force or under RULE, by what it makes of a play that is"
    " acceptable: double (the challenger loses the next turn), single (nothing), five or 5 (5 points to the player for each word challenged),"
    " five-per-play, ten or 10 (points to the player), minus-five, minus-ten (points off the challenger), triple (the challenger loses the game), void"
    " (no challenges). WORDs are those challenged; with --move all words of the play are judged, also those not named.",
)  # fmt: skip
@click.option(
    "--score", metavar="N", type=click.IntRange(0, 100_000), help="With --challenge and words alone: what the play scores."
)
@click.option(
    "--sure", metavar="P", type=Number(0, 1),
    help="Challenge or not, so sure (0 to 1) that the play is valid: the change of the challenger's chance to win, under each rule or that of"
    " --challenge. Nothing is told of the words.",
)  # fmt: skip
@click.option("--rack", metavar="LETTERS", help="The rack of the player: also judge whether it holds the tiles.")
@click.option(
    "--against", metavar="NAME|FILE", type=Lexicons(), multiple=True,
    help="Also say for each word whether it is in this list; may be repeated. The ruling stays that of --lexicon.",
)  # fmt: skip
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@turn_option
@shared_options
@click.pass_context
def command(
    ctx: click.Context, words: tuple[str, ...], together: bool, judge: bool, board: str | None, move: str | None,
    challenge: str | None, score: int | None, sure: float | None, rack: str | None, against: tuple[str, ...], output_format: str, rules: str | None,
    lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str, turn: int | None,
) -> int:  # fmt: skip
    """Judge words, or all the words of a play.

    Spaces, commas, semicolons or slashes stand between words; quotes and the marks of sentences around them are dropped. Without words they are
    read from standard input, and each word gets a line of its own. The exit status is 1 when a word is invalid or the play is not acceptable.

    Example:  scrabblecli check QI RETAINS
    """
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet, turn)
    output_format = chosen_format(output_format)
    if against and (judge or together):
        raise click.UsageError("--against tells of each word: it does not go with --judge or --together", ctx)
    session.against = against
    rule = _rule(challenge)
    if score is not None and (challenge is None or board is not None or judge):
        raise click.UsageError("--score goes with --challenge and words alone: on a board the play is scored", ctx)
    if board is not None:
        if judge:
            raise click.UsageError("--judge takes words, not a board", ctx)
        if sure is not None:
            if move is None or together:
                raise click.UsageError("--sure needs --move MOVE, and not --together", ctx)
            return _advise(session, board, move, challenge is not None, rule, sure, rack, words, output_format)
        return _check_board(ctx, session, board, move, challenge is not None, rule, rack, words, together, output_format)
    for name, value in (("--move", move), ("--sure", sure), ("--rack", rack), ("--turn", turn)):
        if value is not None:
            raise click.UsageError(f"{name} needs --board BOARD", ctx)
    resolved = session.choice.resolve()
    found = session.lexicon(resolved)
    if judge:
        if challenge is not None:
            raise click.UsageError("--judge tells no more than the ruling: it does not go with --challenge", ctx)
        if words or together:
            raise click.UsageError("--judge asks for the words itself: name none, and no --together", ctx)
        return _adjudicate(found)
    if words in ((), ("-",)):
        if not words and sys.stdin is not None and sys.stdin.isatty():
            raise click.UsageError("no words: name some, or send them to standard input one a line", ctx)
        lines = map(str.strip, lines_of(session.text("-", "words, one a line")))
        read = [word for line in lines if not line.startswith("#") for word in words_in(line, found.alphabet)]
        if not read:
            raise DataError("no word: expected words, one a line", "-")
    else:
        read = []
        for argument in words:
            if not (holds := words_in(argument, found.alphabet)):
                raise click.UsageError(
                    "an empty word: expected letters" if not argument.strip() else f"{argument!r} holds no word", ctx
                )
            read += holds
    if not together and challenge is None:
        return _check_words(session, found, read, output_format)
    _refuse_strange(read, found)
    acceptable = all(map(found.has, read))
    if challenge is None:
        from scrabblecli.report.check import print_together

        print_together(acceptable, found, output_format)
    else:
        from scrabblecli.game.referee import start
        from scrabblecli.game.ruling import challenge_ruling
        from scrabblecli.report.check import print_words_ruling

        session.note("note: only the words named are judged, and all words of a play count; --board BOARD --move MOVE finds them")
        ruling = challenge_ruling(start(resolved), None, score, acceptable, len(read), rule)
        judged = [] if together else _judged_words(session, found, read, output_format)
        print_words_ruling(judged, acceptable, found, ruling, output_format)
    return ExitStatus.DONE if acceptable else ExitStatus.NO


def _rule(challenge: str | None) -> str | None:
    """The challenge rule that was asked for, None for that of the rules."""
    if challenge in (None, _OF_THE_RULES, ""):
        return None
    from scrabblecli.game.challenge import named_rule
    from scrabblecli.rules import built_in_names

    if challenge.casefold() in built_in_names():
        raise SettingError(
            f"{challenge!r} is a rule set, no challenge rule: --rules {challenge.casefold()} --challenge takes its rule"
        )
    try:
        return named_rule(challenge)
    except SettingError as error:
        # it takes what follows it for the rule
        raise SettingError(f"{error} (words stand before --challenge)") from None


def _strange(words: Sequence[str], lexicon: Lexicon) -> str:
    """The words that the tiles cannot spell and why, empty when there are none."""
    found = [(word, no_letters(word, lexicon.alphabet)) for word in words]
    shown = [f"{word!r} ({characters!r} cannot be spelled)" for word, characters in found if characters]
    return ", ".join(shown[:5]) + (f" and {len(shown) - 5} more" if len(shown) > 5 else "")


def _refuse_strange(words: Sequence[str], lexicon: Lexicon) -> None:
    """Raise NotationError for words that no tiles can spell: a slip of the finger must not become a ruling."""
    if strange := _strange(words, lexicon):
        raise NotationError(f"no ruling on what is no word: {strange}; type the whole words, with spaces between them")


def _check_words(session: Session, lexicon: Lexicon, words: Sequence[str], output_format: str) -> int:
    invalid = [word for word in words if not lexicon.has(word)]
    status = ExitStatus.NO if invalid else ExitStatus.DONE
    if strange := _strange(invalid, lexicon):
        session.warn(f"judged as typed: {strange}")
    if output_format == "tsv" and not session.against:
        # thousands of words may come this way
        missing, fold = set(invalid), lexicon.alphabet.fold
        lines = [f"{printable(fold(word))}\t{'invalid' if word in missing else 'valid'}\n" for word in words]
        sys.stdout.write("".join(lines))
        return status
    from scrabblecli.report.check import print_words

    print_words(_judged_words(session, lexicon, words, output_format), lexicon, output_format)
    return status


def _judged_words(session: Session, lexicon: Lexicon, words: Sequence[str], output_format: str) -> list[JudgedWord]:
    """Words judged one by one, with help for a few misses and as they stand in other lists that were asked for."""
    from scrabblecli.lexicon.judging import JudgedWord, judge_word, other_lists_with

    fold = lexicon.alphabet.fold
    verdicts = [(printable(fold(word)), lexicon.has(word)) for word in words]
    helping = output_format not in ("tsv", "csv") and sum(not valid for _, valid in verdicts) <= MOST_HELPED
    judged = [judge_word(lexicon, shown, other_lists_with) if helping else JudgedWord(shown, valid) for shown, valid in verdicts]
    if session.against:
        spell = lexicon.alphabet.spell
        judged = [word._replace(lists=session.standing(spell(word.word) or b"", lexicon)) for word in judged]
    return judged


def _adjudicate(lexicon: Lexicon) -> int:
    """Rule on one play after the other; on a terminal the screen is cleared for the next table."""
    import shutil

    from scrabblecli.report.check import big_ruling, ruling_sentence

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives input() line editing

    if not on_terminal() or sys.stdin is None or not sys.stdin.isatty():
        status = ExitStatus.DONE
        for line in sys.stdin or ():
            if words := words_in(line, lexicon.alphabet):
                acceptable = all(map(lexicon.has, words))
                strange = "" if acceptable else _strange(words, lexicon)
                ruling = f"no ruling on what is no word: {strange}" if strange else ruling_sentence(acceptable)
                sys.stdout.write(printable(ruling) + "\n")
                sys.stdout.flush()
                status = max(status, ExitStatus.BAD_INPUT if strange else ExitStatus.DONE if acceptable else ExitStatus.NO)
        return status
    while True:
        click.clear()
        click.echo(f"Adjudication by {lexicon}, {lexicon.identity}.\n")
        click.echo("Type the words challenged with spaces between them; an empty line ends.\n")
        words = []
        while not words:
            try:
                typed = input("Words: ")
            except EOFError:
                click.echo()
                return ExitStatus.DONE
            words = words_in(typed, lexicon.alphabet)
            if not typed.strip():
                return ExitStatus.DONE
            if strange := _strange(words, lexicon):
                click.echo(printable(f"No ruling on what is no word: {strange}. Type the words again."))
                words = []
        acceptable = all(map(lexicon.has, words))
        click.clear()
        large = shutil.get_terminal_size().columns >= 72
        click.echo("\n\n" + (big_ruling(acceptable) if large else ruling_sentence(acceptable).upper() + "\n"))
        click.echo(" ".join(printable(lexicon.alphabet.fold(word)) for word in words))
        click.echo(f"{lexicon}, {lexicon.identity}\n")
        try:
            input("Enter clears the screen for the next table. ")
        except EOFError:
            click.echo()
            return ExitStatus.DONE


def _check_board(
    ctx: click.Context, session: Session, board: str, move: str | None, challenged: bool, rule: str | None, rack: str | None,
    words: tuple[str, ...], together: bool, output_format: str,
) -> int:  # fmt: skip
    from scrabblecli.game.judging import judge_move
    from scrabblecli.game.ruling import challenge_ruling, position_state
    from scrabblecli.move import Play, kept
    from scrabblecli.report.check import PlayRuling, print_play_ruling, print_together

    if move is None:
        for name, value in (("--challenge", challenged), ("--rack", rack is not None), ("words", words)):
            if value:
                raise click.UsageError(f"{name} with --board needs --move MOVE", ctx)
        return _check_lying(session, board, together, output_format)
    stated = move

    def judge(number: int | None, text: PositionText, position: Position) -> int:
        held = session.rack(rack, text, position) if rack is not None else None
        found = session.lexicon(position.rules, position.lexicon, text.naming)
        judged = judge_move(position, stated, found, held)
        session.note_small_letters(stated, judged.move, held)
        if judged.move is not None and not isinstance(judged.move, Play):
            raise NotationError(f"move {stated!r} lays no tiles: only a play can be judged or challenged")
        session.warn_of(position, held)
        shape = _begin(number, output_format)
        made = _made_words(session, judged.arithmetic, found, position)
        named = _named(stated, words, made, found.alphabet)
        ruling = PlayRuling(position, found, stated, judged.move, judged.score, tuple(made), judged.reasons)
        if challenged:
            in_force = rule or str(position.rules.settings["challenge"])
            unnamed = tuple(dict.fromkeys(word.word for word in made if not word.valid and _plain(word.word) not in named))
            ruling = ruling._replace(asked=in_force, unnamed=unnamed if named else ())
            # a challenge is about words: what cannot lie there at all is likelier a slip in what was typed
            if not ruling.fault:
                known = held if held is not None else position.rack
                if known is not None and judged.move is not None and kept(judged.move, known) is None:
                    known = None
                state = position_state(position.board, position.rules, known, position.scores, position.scoreless)
                count = len(named) or len(made)
                outcome = challenge_ruling(state, judged.move, judged.score, ruling.acceptable, count, in_force)
                ruling = ruling._replace(challenge=outcome)
        if together and not challenged:
            print_together(ruling.acceptable, found, shape)
        else:
            print_play_ruling(ruling._replace(words=()) if together else ruling, shape)
        return ExitStatus.DONE if ruling.acceptable else ExitStatus.NO

    return session.for_each(board, judge)


def _plain(word: str) -> str:
    """A word named as in a list: letters of several characters without brackets."""
    return word.replace("[", "").replace("]", "")


def _named(move: str, words: Sequence[str], made: Sequence[JudgedWord], alphabet: Alphabet) -> set[str]:
    """The words that are challenged by name; raises NotationError for one that the play does not make."""
    names = {_plain(word.word) for word in made}
    named = {_plain(alphabet.fold(word)) for text in words for word in words_in(text, alphabet)}
    if names and (strange := sorted(named - names)):
        raise NotationError(f"{move} does not make {', '.join(strange)}: it makes {', '.join(sorted(names))}")
    return named


def _advise(
    session: Session, board: str, move: str, challenged: bool, rule: str | None, sure: float, rack: str | None, words: tuple[str, ...],
    output_format: str,
) -> int:  # fmt: skip
    """Say what challenges of a play are worth, and nothing about its words."""
    from scrabblecli.analysis.wins import packaged_wins
    from scrabblecli.game.advice import challenge_advice
    from scrabblecli.game.judging import judge_move
    from scrabblecli.move import Play, format_move
    from scrabblecli.report.advice import print_advice

    def judge(number: int | None, text: PositionText, position: Position) -> int:
        held = session.rack(rack, text, position) if rack is not None else position.rack
        found = session.lexicon(position.rules, position.lexicon, text.naming)
        judged = judge_move(position, move, found, held)
        session.note_small_letters(move, judged.move, held)
        if not isinstance(judged.move, Play) or judged.arithmetic is None:
            raise NotationError(f"move {move!r} is no play on this board: only a play can be challenged")
        session.warn_of(position, held)
        session.note_scores(position)
        own = str(position.rules.settings["challenge"])
        wanted = (rule or own) if challenged else None
        count = len(words) or len(judged.arithmetic.words)
        advice = challenge_advice(
            position._replace(racks=(held,)), judged.move, judged.arithmetic.score, count, sure, packaged_wins()
        )
        shape = _begin(number, output_format)
        shown = format_move(judged.move, position.rules.tiles.alphabet, None if shape in ("json", "jsonl") else position.board)
        print_advice(shown, own, [one for one in advice if wanted is None or one.rule == wanted], shape)
        return ExitStatus.DONE

    return session.for_each(board, judge)


def _begin(number: int | None, output_format: str) -> str:
    """Say which of several positions comes; the format in which it is printed."""
    if number is None:
        return output_format
    if output_format in ("json", "jsonl"):
        return "jsonl"
    between = {"tsv": "\t", "csv": ","}.get(output_format)
    sys.stdout.write(f"position{between}{number}\n" if between else f"Position {number}\n")
    return output_format


def _placed_word(session: Session, lexicon: Lexicon, codes: bytes, square: str) -> JudgedWord:
    """A word on a board, judged; an arrangement is named with the words it is one of."""
    from scrabblecli.lexicon.judging import JudgedWord

    text = lexicon.alphabet.word_text
    valid = codes in lexicon
    arranged = tuple(map(text, lexicon.arranged(codes))) if valid else ()
    return JudgedWord(text(codes), valid, square, arrangement_of=arranged, lists=session.standing(codes, lexicon))


def _made_words(session: Session, arithmetic: object, lexicon: Lexicon, position: Position) -> list[JudgedWord]:
    """The words that a play makes, each judged."""
    from scrabblecli.scoring import PlayScore
    from scrabblecli.tiles import letters_of

    if not isinstance(arithmetic, PlayScore):
        return []
    made = []
    for word in arithmetic.words:
        codes = letters_of(word.faces)
        made.append(_placed_word(session, lexicon, codes, word.square.name(word.direction)))
    return made


def _check_lying(session: Session, board: str, together: bool, output_format: str) -> int:
    """Judge the words that lie on a board."""
    from scrabblecli.report.check import print_together, print_words
    from scrabblecli.tiles import letters_of

    def judge(number: int | None, text: PositionText, position: Position) -> int:
        found = session.lexicon(position.rules, position.lexicon, text.naming)
        session.warn_of(position, None)
        shape = _begin(number, output_format)
        judged = []
        for square, direction, faces in position.board.words():
            codes = letters_of(faces)
            judged.append(_placed_word(session, found, codes, square.name(direction)))
        valid = all(word.valid for word in judged)
        if together:
            print_together(valid, found, shape)
        elif judged:
            print_words(judged, found, shape)
        else:
            session.note("note: no word lies on the board")
        return ExitStatus.DONE if valid else ExitStatus.NO

    return session.for_each(board, judge)
