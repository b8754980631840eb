"""``scrabblecli check``."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import format_option, rule_choice, shared_options, turn_option
from scrabblecli.cli.params import Lexicons, Number
from scrabblecli.cli.session import Session, chosen_format, on_terminal
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import DataError
from scrabblecli.plain import lines_of, printable

if TYPE_CHECKING:
    from scrabblecli.formats.detect import PositionText
    from scrabblecli.formats.position import LoadedPosition
    from scrabblecli.lexicon.graph import Lexicon
    from scrabblecli.report.check import JudgedWord

__all__ = ["command"]


def _complete_challenge(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    from scrabblecli.rules.settings import CHALLENGES

    return [rule for rule in ("rules", *CHALLENGES) if rule.startswith(incomplete)]


MOST_HELPED = 20
"""With more misses than this, help would only be in the way."""


@click.command("check", cls=QuickCommand)
@click.argument("words", metavar="[WORD]...", nargs=-1)
@click.option("--together", is_flag=True, help="Only whether all of them are valid, as adjudication programs say it.")
@click.option("--judge", is_flag=True, help="The adjudication screen: type the words of a play, see the ruling large.")
@click.option("--board", metavar="BOARD", help="Judge what lies on a board, or with --move a play on it.")
@click.option("--move", metavar="MOVE", help="The play to judge, like 8D RETAINS.")
@click.option(
    "--challenge", metavar="[RULE]", is_flag=False, flag_value="rules", shell_complete=_complete_challenge,
    help="Also say what the challenge does to both players, under RULE or that of the rules; the words challenged may be named.",
)  # fmt: skip
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
    challenge: str | None, sure: float | None, rack: str | None, against: tuple[str, ...], output_format: str, rules: str | None,
    lexicon: str | None,
    settings: tuple[tuple[str, object], ...], quiet: bool, color: str, turn: int | None,
) -> int:  # fmt: skip
    """Judge words, or all the words of a play.

    Without words they are read from standard input, one a line. The exit status is 1 when a word is invalid or the play is not
    acceptable.

    Example:  scrabblecli check QI RETAINS
    """
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet, turn)
    output_format = chosen_format(output_format)
    if against and (judge or together):
        raise click.UsageError("--against tells of each word: it does not go with --judge or --together", ctx)
    session.against = against
    if board is not None:
        if judge:
            raise click.UsageError("--judge takes words, not a board", ctx)
        if sure is not None:
            if move is None or together:
                raise click.UsageError("--sure needs --move MOVE, and not --together", ctx)
            return _advise(session, board, move, challenge, sure, rack, words, output_format)
        return _check_board(ctx, session, board, move, challenge, rack, words, together, output_format)
    for name, value in (("--move", move), ("--challenge", challenge), ("--sure", sure), ("--rack", rack), ("--turn", turn)):
        if value is not None:
            raise click.UsageError(f"{name} needs --board BOARD", ctx)
    found = session.lexicon(session.choice.resolve())
    if judge:
        if words or together:
            raise click.UsageError("--judge asks for the words itself: name none, and no --together", ctx)
        return _adjudicate(found)
    if words in ((), ("-",)):
        if not words and sys.stdin is not None and sys.stdin.isatty():
            raise click.UsageError("no words: name some, or send them to standard input one a line", ctx)
        lines = map(str.strip, lines_of(session.text("-", "words, one a line")))
        words = tuple(line for line in lines if line and not line.startswith("#"))
        if not words:
            raise DataError("no word: expected words, one a line", "-")
    if not all(word.strip() for word in words):
        raise click.UsageError("an empty word: expected letters", ctx)
    if together:
        from scrabblecli.report.check import print_together

        acceptable = all(found.has(word.strip()) for word in words)
        print_together(acceptable, found, output_format)
        return ExitStatus.DONE if acceptable else ExitStatus.NO
    return _check_words(session, found, words, output_format)


def _check_words(session: Session, lexicon: Lexicon, words: tuple[str, ...], output_format: str) -> int:
    fold = lexicon.alphabet.fold
    verdicts = [(printable(fold(word.strip())), lexicon.has(word.strip())) for word in words]
    invalid = sum(not valid for _, valid in verdicts)
    status = ExitStatus.NO if invalid else ExitStatus.DONE
    if output_format == "tsv" and not session.against:
        # thousands of words may come this way
        sys.stdout.write("".join([f"{word}\t{'valid' if valid else 'invalid'}\n" for word, valid in verdicts]))
        return status
    from scrabblecli.report.check import JudgedWord, print_words

    helping = output_format not in ("tsv", "csv") and invalid <= MOST_HELPED
    judged = [_judged(session, lexicon, shown, valid) if helping else JudgedWord(shown, valid) for shown, valid in verdicts]
    if session.against:
        spell = lexicon.alphabet.spell
        judged = [word._replace(lists=session.standing(spell(word.word) or b"", lexicon)) for word in judged]
    print_words(judged, lexicon, output_format)
    return status


def _judged(session: Session, lexicon: Lexicon, shown: str, valid: bool) -> JudgedWord:
    """A word with its definition, or with what helps when it is not in the list."""
    from scrabblecli.report.check import JudgedWord

    alphabet = lexicon.alphabet
    codes = alphabet.spell(shown)
    if valid and codes:
        definition = lexicon.definition(codes)
        return JudgedWord(
            shown,
            valid,
            "",
            None if definition is None else printable(definition),
            tuple(map(alphabet.word_text, lexicon.arranged(codes))),
        )
    if not codes:
        return JudgedWord(shown, valid)
    from scrabblecli.lexicon.lookup import near_words

    def texts(found: Iterable[bytes]) -> tuple[str, ...]:
        return tuple(map(alphabet.word_text, found))

    others = session.other_lists_with(shown, lexicon)
    return JudgedWord(shown, valid, "", None, (), others, texts(lexicon.anagrams(codes)), texts(near_words(lexicon, codes)))


def _adjudicate(lexicon: Lexicon) -> int:
    """Rule on one play after the other; on a terminal the screen is cleared for the next table."""
    import shutil

    from scrabblecli.report.check import big_ruling, ruling_sentence

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives input() line editing

    if not on_terminal() or sys.stdin is None or not sys.stdin.isatty():
        status = ExitStatus.DONE
        for line in sys.stdin or ():
            if line.strip():
                acceptable = all(map(lexicon.has, _words_of(line)))
                sys.stdout.write(ruling_sentence(acceptable) + "\n")
                sys.stdout.flush()
                status = status if acceptable else ExitStatus.NO
        return status
    while True:
        click.clear()
        click.echo(f"Adjudication by {lexicon}, {lexicon.identity}.\n")
        click.echo("Type the words challenged with spaces between them; an empty line ends.\n")
        words: list[str] = []
        while not words:
            try:
                typed = input("Words: ")
            except EOFError:
                click.echo()
                return ExitStatus.DONE
            words = _words_of(typed)
            if not words:
                return ExitStatus.DONE
            strange = [printable(word) for word in words if not lexicon.alphabet.spell(word)]
            if strange:
                # a slip of the finger must not become a ruling
                click.echo(f"{', '.join(strange)} cannot be read as words: type them again.")
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


def _words_of(line: str) -> list[str]:
    """The words on a line, with spaces, commas, semicolons or slashes between them."""
    return line.translate(str.maketrans(",;/", "   ")).split()


def _check_board(
    ctx: click.Context, session: Session, board: str, move: str | None, challenge: str | None, rack: str | None,
    words: tuple[str, ...], together: bool, output_format: str,
) -> int:  # fmt: skip
    from scrabblecli.errors import NotationError
    from scrabblecli.game.challenge import challenge_outcome
    from scrabblecli.game.judging import judge_move
    from scrabblecli.move import Play
    from scrabblecli.report.check import PlayRuling, print_play_ruling, print_together

    if move is None:
        for name, value in (("--challenge", challenge), ("--rack", rack), ("words", " ".join(words) or None)):
            if value is not None:
                raise click.UsageError(f"{name} with --board needs --move MOVE", ctx)
        return _check_lying(session, board, together, output_format)
    stated = move

    def judge(number: int | None, text: PositionText, position: LoadedPosition) -> int:
        held = session.rack(rack, text, position) if rack is not None else None
        found = session.lexicon(position.rules, position.lexicon, text.naming)
        judged = judge_move(position, stated, found, held)
        session.note_small_letters(stated, judged.move, held)
        if judged.move is not None and not isinstance(judged.move, Play):
            raise NotationError(f"move {stated!r} lays no tiles: only a play can be judged or challenged")
        session.warn_of(position, held)
        shape = _begin(number, output_format)
        made = _made_words(session, judged.arithmetic, found, position)
        challenged = len(made)
        if words:
            # words are named as in a list: letters of several characters without brackets
            names = {word.word.replace("[", "").replace("]", "") for word in made}
            named = {found.alphabet.fold(word).replace("[", "").replace("]", "") for word in words}
            if strange := sorted(named - names):
                raise NotationError(f"{stated} does not make {', '.join(strange)}: it makes {', '.join(sorted(names))}")
            challenged = len(named)
        outcome = None
        if challenge is not None:
            rule = None if challenge in ("rules", "") else challenge
            outcome = challenge_outcome(position.rules, not judged.reasons, challenged, rule)
        ruling = PlayRuling(position, found, stated, judged.move, judged.score, tuple(made), judged.reasons, outcome)
        if together and outcome is None:
            print_together(ruling.acceptable, found, shape)
        else:
            print_play_ruling(ruling._replace(words=()) if together else ruling, shape)
        return ExitStatus.DONE if ruling.acceptable else ExitStatus.NO

    return session.for_each(board, judge)


def _advise(
    session: Session, board: str, move: str, challenge: str | None, sure: float, rack: str | None, words: tuple[str, ...], output_format: str
) -> int:  # fmt: skip
    """Say what challenges of a play are worth, and nothing about its words."""
    from scrabblecli.analysis.wins import packaged_wins
    from scrabblecli.errors import NotationError
    from scrabblecli.game.advice import challenge_advice
    from scrabblecli.game.challenge import challenge_outcome
    from scrabblecli.game.judging import judge_move
    from scrabblecli.move import Play, format_move
    from scrabblecli.report.advice import print_advice

    def judge(number: int | None, text: PositionText, position: LoadedPosition) -> int:
        held = session.rack(rack, text, position) if rack is not None else position.rack
        found = session.lexicon(position.rules, position.lexicon, text.naming)
        judged = judge_move(position, move, found, held)
        session.note_small_letters(move, judged.move, held)
        if not isinstance(judged.move, Play) or judged.arithmetic is None:
            raise NotationError(f"move {move!r} is no play on this board: only a play can be challenged")
        session.warn_of(position, held)
        session.note_scores(position)
        own = str(position.rules.settings["challenge"])
        rule = None
        if challenge is not None:
            # refuses rules that are unknown
            rule = challenge_outcome(position.rules, True, 1, None if challenge in ("rules", "") else challenge).rule
        count = len(words) or len(judged.arithmetic.words)
        advice = challenge_advice(
            position._replace(racks=(held,)), judged.move, judged.arithmetic.score, count, sure, packaged_wins()
        )
        shape = _begin(number, output_format)
        shown = format_move(judged.move, position.rules.tiles.alphabet, None if shape in ("json", "jsonl") else position.board)
        print_advice(shown, own, [one for one in advice if rule is None or one.rule == rule], shape)
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
    from scrabblecli.report.check import JudgedWord

    text = lexicon.alphabet.word_text
    valid = codes in lexicon
    arranged = tuple(map(text, lexicon.arranged(codes))) if valid else ()
    return JudgedWord(text(codes), valid, square, arrangement_of=arranged, lists=session.standing(codes, lexicon))


def _made_words(session: Session, arithmetic: object, lexicon: Lexicon, position: LoadedPosition) -> list[JudgedWord]:
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

    def judge(number: int | None, text: PositionText, position: LoadedPosition) -> int:
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
