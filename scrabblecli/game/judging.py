"""Is this move allowed here: plays, exchanges and passes under one roof."""

from __future__ import annotations

from typing import NamedTuple

from scrabblecli.errors import NotationError, Reason
from scrabblecli.formats.position import Position, bag_count
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Exchange, Move, Pass, StatedPlay, parse_move
from scrabblecli.scoring import PlayScore, examine
from scrabblecli.tiles import Rack

__all__ = ["JudgedMove", "judge_made", "judge_move"]


class JudgedMove(NamedTuple):
    """A move judged: ``move`` is None when it cannot be told which tiles would lie where.

    ``accepted`` is False where nobody gets to challenge: an invalid word is refused as it is played.
    """

    move: Move | None
    arithmetic: PlayScore | None
    reasons: tuple[Reason, ...]
    accepted: bool = True

    @property
    def playable(self) -> bool:
        """Whether the move can be made over the board: nothing but its words may be at fault."""
        return not self.reasons or (self.accepted and all(reason.code == "invalid_word" for reason in self.reasons))

    @property
    def invalid(self) -> tuple[str, ...]:
        """The words that the list lacks."""
        return tuple(word for reason in self.reasons if reason.code == "invalid_word" for word in reason.words)

    @property
    def score(self) -> int | None:
        """The points of the move, None when none can be claimed."""
        if isinstance(self.move, Exchange | Pass):
            return 0
        return None if self.arithmetic is None else self.arithmetic.score


def judge_move(position: Position, text: str, lexicon: Lexicon, rack: Rack | None) -> JudgedMove:
    """Read a move and judge it on a position, with every reason against it.

    Raises NotationError when it cannot be read.
    """
    stated = parse_move(text, position.rules.tiles, position.board)
    if isinstance(stated, StatedPlay):
        found = examine(position.board, stated, position.rules, lexicon.__contains__, lexicon.name, rack, lexicon.refusal)
        return JudgedMove(found.play, found.arithmetic, found.reasons)
    reasons = exchange_reasons(stated, position, rack) if isinstance(stated, Exchange) else ()
    return JudgedMove(stated, None, reasons)


def judge_made(position: Position, text: str, lexicon: Lexicon, rack: Rack) -> JudgedMove:
    """A move that somebody made, read and judged so that it can be graded.

    Raises NotationError when it cannot be read, or does not say which tiles are exchanged.
    """
    found = judge_move(position, text, lexicon, rack)
    if found.reasons and position.rules.settings["challenge"] == "void":
        # an invalid play is not accepted in the first place
        found = found._replace(accepted=False)
    if isinstance(found.move, Exchange) and found.move.tiles is None:
        raise NotationError(f"move {text!r}: which tiles were exchanged? expected like exch AEI")
    return found


def exchange_reasons(exchange: Exchange, position: Position, rack: Rack | None) -> tuple[Reason, ...]:
    """Why an exchange is not allowed: the bag, the rack."""
    rules = position.rules
    reasons = []
    held = rules.rack_size if rack is None else len(rack)
    if exchange.count > held and (exchange.tiles is None or rack is None):
        reasons.append(Reason("not_in_rack", f"the rack holds {held} tiles"))
    bag = bag_count(position.board, rack, rules)
    if exchange.count > rules.exchange_limit(bag):
        needed = max(rules.exchange_minimum, exchange.count)
        tiles = "1 tile" if bag == 1 else f"{bag} tiles"
        reasons.append(
            Reason(
                "bag",
                f"the bag holds {tiles}, and {needed} are needed to exchange {exchange.count} ({rules.decided_by('exchange_minimum')})",
            )
        )
    if rack is not None and exchange.tiles is not None and (lacking := rack.missing_codes(exchange.tiles)):
        named = Rack(lacking).text(rules.tiles.alphabet)
        reasons.append(Reason("not_in_rack", f"the rack {rack.text(rules.tiles.alphabet)} lacks {named}"))
    return tuple(reasons)
