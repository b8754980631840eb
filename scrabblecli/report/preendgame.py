"""Pre-endgames as people and programs read them: shares won, final spreads, and which move wins with which tile in the bag."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from scrabblecli.engine.movegen import RankedMove
from scrabblecli.move import format_move
from scrabblecli.report.sentences import count_of, tile_names
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.deals import Preendgame
    from scrabblecli.analysis.preendgame import PreendgameMove, PreendgameSolved
    from scrabblecli.analysis.solving import CasesAnswer

__all__ = ["PreendgameBasis"]

_NAMED = 3
"""So many moves are named for a tile on a terminal."""
_SURE = 1 - 1e-9


class TileOutcome(NamedTuple):
    """What moves come to when a tile is in the bag: ``chance`` of that, and the moves with the share they win then, the best first."""

    code: int
    chance: float
    moves: tuple[tuple[PreendgameMove, float], ...]


class PreendgameBasis(NamedTuple):
    """What was found of a pre-endgame: its moves by their rank (``solved`` is None without any), and how it was made."""

    start: Preendgame
    solved: PreendgameSolved | None
    moves: Mapping[int, PreendgameMove]
    draws: int
    seed: int

    @classmethod
    def of(cls, answer: CasesAnswer) -> PreendgameBasis:
        """What was found."""
        moves = {} if answer.solved is None else {move.ranked.rank: move for move in answer.solved.moves}
        return cls(answer.start, answer.solved, moves, answer.draws, answer.seed)

    @property
    def heading(self) -> str:
        """Of the column on a terminal."""
        return "Win %   Final"

    def text(self, ranked: RankedMove) -> str:
        """The share won and the mean final spread: ``~`` where they are expected, ``-`` for a move that was left behind."""
        move = self.moves[ranked.rank]
        mark = "-" if move.left else " " if move.proven else "~"
        share = f"{mark}{100 * move.share:5.1f}"
        if move.spread is None:
            return f"{share}       ?"
        return f"{share} {' ' if move.exact else '~'}{move.spread:+6.1f}"

    def cell(self, ranked: RankedMove, field: str) -> str:
        """One of the columns that a pre-endgame fills; empty for the others, and for what is not known."""
        move = self.moves[ranked.rank]
        if field == "proven":
            return "true" if move.proven else "false"
        if field == "iterations":
            return str(move.cases if move.draws is None else move.draws)
        if field == "final_spread":
            return "" if move.spread is None else f"{move.spread:.2f}"
        shares = {"win": move.share, "won": move.win, "tied": move.tie, "lost": move.loss, "least": move.least, "most": move.most}
        if move.interval is not None:
            shares |= {"win_low": move.interval[0], "win_high": move.interval[1]}
        return f"{shares[field]:.4f}" if field in shares else ""

    def head(self) -> dict[str, Any]:
        """What JSON says of the position."""
        alphabet = self.start.rules.tiles.alphabet
        found: dict[str, Any] = {"scores": list(self.start.scores), "seed": self.seed, "draws": self.draws}
        if self.solved is not None:
            found |= {
                "decided": self.solved.decided,
                "stopped": self.solved.stopped,
                "bag": len(self.solved.deals[0].bag),
                "deals": len(self.solved.deals),
                "tiles": [
                    {
                        "tile": Rack([tile.code]).text(alphabet),
                        "chance": tile.chance,
                        "moves": [{"move": format_move(move.ranked.move, alphabet), "win": share} for move, share in tile.moves],
                    }
                    for tile in self._tiles()
                ],
            }
        return {"preendgame": found}

    def data(self, ranked: RankedMove) -> dict[str, Any]:
        """What it adds to a move in JSON."""
        move = self.moves[ranked.rank]
        alphabet = self.start.rules.tiles.alphabet
        bags = [
            {
                "tiles": outcome.bag.text(alphabet), "chance": outcome.chance, "won": outcome.win, "tied": outcome.tie,
                "lost": outcome.loss, "spread": outcome.spread, "proven": outcome.proven,
            }
            for outcome in move.bags
        ]  # fmt: skip
        return {
            "win": move.share,
            "cases": {
                "won": move.win, "tied": move.tie, "lost": move.loss, "least": move.least, "most": move.most, "spread": move.spread,
                "proven": move.proven, "exact": move.exact, "left": move.left, "number": move.cases, "draws": move.draws,
                "interval": None if move.interval is None else list(move.interval), "bags": bags,
            },
        }  # fmt: skip

    def sentence(self, ranked: RankedMove) -> str:
        """What becomes of a move, read aloud."""
        move = self.moves[ranked.rank]
        told = f"Wins {100 * move.win:.1f} percent, ties {100 * move.tie:.1f}, loses {100 * move.loss:.1f}"
        how = ", as drawn" if move.draws is not None else ""
        how += "" if move.proven else ", as expected after a first look" if move.left else ", as expected, not proven"
        spread = "" if move.spread is None else f" Mean final spread {'' if move.exact else 'about '}{move.spread:+.1f}."
        return f"{told}{how}.{spread}"

    def closing(self, aloud: bool) -> list[str]:
        """Which moves win with which tile in the bag, and what the marks mean."""
        if self.solved is None:
            return []
        bag = len(self.solved.deals[0].bag)
        title = "By the tile in the bag" if bag == 1 else f"By a tile among the {bag} in the bag"
        alphabet = self.start.rules.tiles.alphabet
        lines = [f"{title}:" if aloud else title]
        for tile in self._tiles():
            name = tile_names(bytes([tile.code]), alphabet) if aloud else Rack([tile.code]).text(alphabet)
            lines.append(f"{name}, {100 * tile.chance:.1f} %: {self._told(tile)}{'.' if aloud else ''}")
        marks = []
        moves = self.solved.moves
        if not aloud:
            if any(not move.left and not (move.proven and move.exact) for move in moves):
                marks.append("~ expected, not proven")
            if any(move.left for move in moves):
                marks.append("- left behind, as expected after a first look or when it could not come first any more")
            marks.append(f"{count_of(len(self.solved.deals), 'deal')} of the unseen tiles")
            lines.append("; ".join(marks))
        return lines

    def _told(self, tile: TileOutcome) -> str:
        """Which moves win with a tile in the bag, in words."""
        start = self.start
        winners = [move for move, share in tile.moves if share >= _SURE]
        if winners:
            names = [format_move(move.ranked.move, start.rules.tiles.alphabet, start.board) for move in winners[:_NAMED]]
            more = f" and {len(winners) - _NAMED} more" if len(winners) > _NAMED else ""
            return f"won by {', '.join(names)}{more}"
        if not tile.moves or not tile.moves[0][1]:
            return "won by none of these"
        best, share = tile.moves[0]
        return f"best {format_move(best.ranked.move, start.rules.tiles.alphabet, start.board)}, {100 * share:.1f} %"

    def _tiles(self) -> Iterator[TileOutcome]:
        """For each tile that may be in the bag what the moves come to that were not left behind."""
        from scrabblecli.analysis.preendgame import as_share

        assert self.solved is not None
        standing = [move for move in self.solved.moves if not move.left]
        for code in sorted({code for deal in self.solved.deals for code in deal.bag}):
            chance = sum(deal.chance for deal in self.solved.deals if code in deal.bag.codes)
            told = []
            for move in standing:
                bags = [outcome for outcome in move.bags if code in outcome.bag.codes]
                total = sum(outcome.chance for outcome in bags)
                if total:
                    won = sum(outcome.chance * (outcome.win + outcome.tie / 2) for outcome in bags)
                    told.append((move, as_share(won / total)))
            told.sort(key=lambda pair: -pair[1])
            yield TileOutcome(code, as_share(chance), tuple(told))
