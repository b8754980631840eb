"""A program of somebody else: it uses every public name, and must pass mypy in strict mode without a cast."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scrabblecli import (
    Analysis,
    Board,
    DataError,
    Direction,
    Exchange,
    Game,
    GameReview,
    IllegalMoveError,
    Judgement,
    Lexicon,
    ListedMove,
    Move,
    MoveGenerator,
    MoveList,
    NotationError,
    Pass,
    Play,
    PlayList,
    PlayScore,
    Position,
    Rack,
    RankedMove,
    Reason,
    RuleSet,
    Ruling,
    ScrabbleError,
    SettingError,
    Square,
    analyze,
    check,
    find_words,
    format_cgp,
    format_gcg,
    format_move,
    format_text,
    load_game,
    load_lexicon,
    load_position,
    load_positions,
    load_rules,
    review,
    score,
    solve,
    unseen,
)

BOARDS = Path("boards")


def best_of(position: Position | str, rack: str) -> ListedMove:
    """The first of the moves."""
    moves: MoveList = solve(position, rack, by="equity", top=1)
    return moves.best


def kind(move: Move) -> str:
    """What kind of move it is."""
    if isinstance(move, Play):
        return f"{move.tiles_played} tiles {'across' if move.direction is Direction.ACROSS else 'down'} from {move.square}"
    return "exchange" if isinstance(move, Exchange) else "pass"


def openings(rules: RuleSet, lexicon: Lexicon, racks: list[Rack]) -> Iterator[RankedMove]:
    """The best opening of each rack."""
    generator = MoveGenerator(rules, lexicon)
    for rack in racks:
        plays: PlayList = generator.plays(Board.empty(rules.layout.rows, rules.layout.columns), rack)
        yield from plays[:1]


def reasons(position: Position, move: str) -> tuple[Reason, ...]:
    """Why a move cannot be played."""
    judgement: Judgement = score(position, move)
    return judgement.reasons


def main() -> None:
    """Ask everything once."""
    position = load_position(BOARDS / "teazeling.txt")
    best = best_of(position, "AEGINTZ")
    arithmetic: PlayScore | None = best.arithmetic
    print(best.notation, 0 if arithmetic is None else arithmetic.score)
    print(kind(best.move), kind(Pass()), best.after()[Square(2, 3)])
    found: Analysis = analyze(position, "AEGINTZ", "1L MAZE")
    print(found.grade, f"{found.equity_lost:.1f}", *found.reasons, sep="\n")
    rules = load_rules("wwf")
    lexicon = load_lexicon(rules=rules)
    ruling: Ruling = check("JO", "JOGS", lexicon=lexicon, rules=rules)
    print(find_words("RETAINS", length=7)[:2], unseen(position, "AEGINTZ")["?"])
    print(ruling.valid, [word.word for word in ruling])
    for ranked in openings(rules, lexicon, [Rack.parse("MUZJIKS", rules.tiles)]):
        print(format_move(ranked.move, rules.tiles.alphabet), ranked.score)
    print([reason.code for reason in reasons(position, "A1 JO")])
    game: Game = load_game(BOARDS / "kitchen.gcg")
    print(len(game.turns), format_gcg(game.transcript).splitlines()[0])
    reviewed: GameReview = review(game, endgames=False)
    print([player.graded for player in reviewed.players])
    print(sum(1 for _ in load_positions(BOARDS / "game.cgp")), len(format_cgp(position)), len(format_text(position)))
    for broken in ("Z99 A", "A1 JO"):
        try:
            analyze(position, "AEGINTZ", broken)
        except IllegalMoveError as error:
            print(len(error.reasons))
        except (NotationError, SettingError, DataError) as error:
            print(isinstance(error, ScrabbleError))


if __name__ == "__main__":
    main()
