"""``scrabblecli score``."""

from __future__ import annotations

import click

from scrabblecli.cli.helping import QuickCommand
from scrabblecli.cli.options import MOVE_ARGUMENTS, board_argument, format_option, rule_choice, shared_options
from scrabblecli.cli.session import Session, on_terminal
from scrabblecli.cli.status import ExitStatus
from scrabblecli.errors import Reason
from scrabblecli.formats.position import LoadedPosition, unseen_counts
from scrabblecli.move import Exchange, StatedPlay, parse_move
from scrabblecli.scoring import examine
from scrabblecli.tiles import Rack

__all__ = ["command"]


@click.command("score", cls=QuickCommand, context_settings=MOVE_ARGUMENTS)
@board_argument()
@click.argument("move", metavar="MOVE", nargs=-1, type=click.UNPROCESSED, required=True)
@click.option("--rack", metavar="LETTERS", help="The tiles held: also judge whether they suffice.")
@format_option("table", "tsv", "csv", "json", "jsonl", "text")
@click.option("--header/--no-header", default=True, help="A header line in tsv and csv.")
@shared_options
@click.pass_context
def command(
    ctx: click.Context, board: str, move: tuple[str, ...], rack: str | None, output_format: str, header: bool, rules: str | None,
    lexicon: str | None, settings: tuple[tuple[str, object], ...], quiet: bool, color: str,
) -> int:  # fmt: skip
    """Judge one play and show the arithmetic of its score.

    MOVE is like 8D RETAINS across or D8 RE(T)AINS down; tiles on the board may be typed, put in parentheses or be dots, blanks
    are in lower case. -AEI exchanges, pass passes. The exit status is 1 when it cannot be played, with every reason.

    Example:  scrabblecli score boards/teazeling.txt 3G TEAZ..ING
    """
    from scrabblecli.report.score import Judgement, print_judgement

    unknown = [word for word in move if word.startswith("--")]
    if unknown:
        raise click.NoSuchOption(unknown[0], ctx=ctx)
    session = Session.of(ctx, rule_choice(ctx, rules, settings), lexicon, quiet)
    texts = list(session.positions(board))
    if len(texts) > 1:
        raise click.UsageError(f"{board} holds {len(texts)} positions: score judges one move on one position", ctx)
    position = texts[0].read(session.choice)
    rule_set = position.rules
    held = Rack.parse(rack, rule_set.tiles) if rack is not None else position.rack
    found = session.lexicon(rule_set, position.lexicon, texts[0].kind == "cgp")
    text = " ".join(move)
    stated = parse_move(text, rule_set.tiles, position.board)
    session.warn_of(position, held)
    if isinstance(stated, StatedPlay) and text.islower():
        session.note("note: small letters are blanks; type capitals for other tiles")
    if isinstance(stated, StatedPlay):
        examination = examine(position.board, stated, rule_set, found.__contains__, found.name, held)
        judgement = Judgement(
            position.board, held, rule_set, found, text, examination.play, examination.arithmetic, examination.reasons
        )
    else:
        reasons = _exchange_reasons(stated, position, held) if isinstance(stated, Exchange) else ()
        judgement = Judgement(position.board, held, rule_set, found, text, stated, None, reasons)
    if output_format == "auto":
        output_format = "table" if on_terminal() else "tsv"
    print_judgement(judgement, output_format, color, header)
    return ExitStatus.NO if judgement.reasons else ExitStatus.DONE


def _exchange_reasons(exchange: Exchange, position: LoadedPosition, rack: Rack | None) -> tuple[Reason, ...]:
    """Why an exchange is not allowed: the bag, the rack."""
    rules = position.rules
    reasons = []
    held = rules.rack_size if rack is None else len(rack)
    if exchange.count > held and (exchange.tiles is None or rack is None):
        reasons.append(Reason("not_in_rack", f"the rack holds {held} tiles"))
    unseen = sum(unseen_counts(position.board, rack, rules.tiles)) - (held if rack is None else 0)
    bag = rules.bag_count(unseen)
    limit = rules.exchange_limit(bag)
    if exchange.count > limit:
        needed = max(rules.exchange_minimum, exchange.count)
        reasons.append(
            Reason("bag", f"the bag holds {bag} tiles, and {needed} are needed to exchange {exchange.count} ({rules.name} rules)")
        )
    if rack is not None and exchange.tiles is not None and (lacking := rack.missing_codes(exchange.tiles)):
        named = Rack(lacking).text(rules.tiles.alphabet)
        reasons.append(Reason("not_in_rack", f"the rack {rack.text(rules.tiles.alphabet)} lacks {named}"))
    return tuple(reasons)
