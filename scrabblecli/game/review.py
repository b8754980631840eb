"""Every turn of a recorded game graded, and what that says of its players.

Plain values throughout, so that other processes can make them: a review holds texts and numbers, and positions to draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from scrabblecli.analysis.leaves import Leaves
from scrabblecli.analysis.reasons import Finding
from scrabblecli.analysis.verdict import Grader, Verdict
from scrabblecli.engine.movegen import MoveGenerator
from scrabblecli.errors import DataError, IllegalMoveError
from scrabblecli.formats.position import bag_count
from scrabblecli.game.grading import Graders
from scrabblecli.game.judging import judge_move
from scrabblecli.game.record import Game, RecordedTurn
from scrabblecli.game.scene import Scene, Setting, scenes_of, setting_of
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Exchange, Move, Play, format_move, kept, needed_codes
from scrabblecli.tiles import Rack

if TYPE_CHECKING:
    from scrabblecli.analysis.deep_verdict import DeepJudge, Opponent
    from scrabblecli.analysis.endgame_verdict import EndgameJudge
    from scrabblecli.analysis.sim_verdict import SimOutcome

__all__ = ["MISTAKES", "PlayerReview", "Review", "ReviewedTurn", "review_game"]

_SETS = 200
"""Sets of tiles that the opponent may have kept are weighed, at most, for a turn."""
MISTAKES = {"small": 0.2, "medium": 0.5, "large": 1.0}
"""What a mistake counts in the mistake index."""


class ReviewedTurn(NamedTuple):
    """One turn. Where it could not be graded ``grade`` is empty and ``why_not`` says why.

    ``luck`` is what the tiles drawn to this rack were worth beyond expectation: the value of the rack less that of what had been
    kept, or where positions are simulated what the best move of the rack is worth less that of the average draw; None where the rack is not
    known whole. ``bingo`` is ``found``, ``missed`` or empty; ``phony`` is ``off`` when it was
    challenged off, ``on`` when it stayed, or empty. ``basis`` is what the grade rests on: ``equity``, ``sim`` where the position was simulated,
    ``preendgame`` where every case was worked out, or ``endgame`` where the end was proven; ``result`` says then what the move made of the game where that is not what the best makes of it,
    like ``win to loss``. With ``sim`` and ``preendgame``, ``win`` is the chance to win after the move (0 to 1), ``win_lost`` how much less that is than after
    the best, with an interval of 95 % (None where the game is decided and points count), and ``tied`` that they cannot be told apart in ``iterations`` draws (or cases).
    """

    number: int
    player: str
    rack: str
    move: str
    score: int
    total: int
    grade: str = ""
    equity_lost: float = 0.0
    points_lost: int = 0
    best: str = ""
    best_score: int = 0
    rank: int | None = None
    plays: int = 0
    luck: float | None = None
    bingo: str = ""
    phony: str = ""
    challenged: str = ""
    reasons: tuple[Finding, ...] = ()
    why_not: str = ""
    basis: str = ""
    result: str = ""
    win: float | None = None
    win_lost: float | None = None
    win_lost_interval: tuple[float, float] | None = None
    tied: bool = False
    iterations: int | None = None


class PlayerReview(NamedTuple):
    """What the turns of one player come to; ``win_lost`` are the chances to win lost in all simulated turns, None where none was."""

    player: str
    points: int
    turns: int
    graded: int
    average_score: float
    average_lost: float
    mistake_index: float
    best: int
    small: int
    medium: int
    large: int
    bingos_found: int
    bingos_missed: int
    phonies: int
    phonies_kept: int
    challenges_won: int
    challenges_lost: int
    luck: float
    win_lost: float | None = None


class Review(NamedTuple):
    """A whole game reviewed: ``error`` says where it could not be followed further, ``mattered`` numbers its costliest turns.

    ``setting`` and ``scenes``, one a turn, are what a page shows beside the review.
    """

    source: str
    players: tuple[PlayerReview, ...]
    turns: tuple[ReviewedTurn, ...]
    mattered: tuple[int, ...]
    setting: Setting
    scenes: tuple[Scene, ...]
    error: str = ""


def review_game(
    game: Game, generator: MoveGenerator, lexicon: Lexicon, leaves: Leaves, judge: EndgameJudge | None = None, deep: DeepJudge | None = None,
) -> Review:  # fmt: skip
    """Grade every turn of a game on the position before it: with an empty bag by how the game ends where ``judge`` can prove it, else by
    what ``deep`` finds by looking ahead, which goes by what the opponent may hold after the turn before.
    """
    graders = Graders(generator, lexicon, leaves, judge, deep)
    turns: list[ReviewedTurn] = []
    best: list[Move | None] = []
    left: dict[int, Rack | None] = {}
    for place, turn in enumerate(game.turns):
        reviewed, best_move = _reviewed(turn, game.turns[place - 1] if place else None, game, graders)
        best.append(best_move)
        turns.append(reviewed._replace(luck=_luck(turn, left.get(turn.player, Rack()), graders)))
        left[turn.player] = turn.rack if turn.withdrawn else None if turn.move is None else kept(turn.move, turn.rack)
    costly = sorted((turn for turn in turns if turn.equity_lost > 0), key=_cost, reverse=True)
    players = tuple(
        _summed(player.nick, game.scores[number], [turn for turn in turns if turn.player == player.nick], turns)
        for number, player in enumerate(game.players)
    )
    error = "" if game.error is None else str(game.error)
    mattered = tuple(turn.number for turn in costly[:3])
    return Review(game.source, players, tuple(turns), mattered, setting_of(game, lexicon), tuple(scenes_of(game, best)), error)


def _cost(turn: ReviewedTurn) -> tuple[float, float]:
    """What sorts turns by what they cost: chances to win first, where they are known."""
    return turn.win_lost or 0.0, turn.equity_lost


def _opponent(turn: RecordedTurn, before: RecordedTurn | None, game: Game, generator: MoveGenerator) -> Opponent:
    """What the player on turn may think of the other rack after the turn before: a phony that came back shows its tiles."""
    from scrabblecli.analysis.deep_verdict import Opponent
    from scrabblecli.analysis.inference import Observed, infer

    if before is None or before.move is None or before.player == turn.player or len(game.players) != 2 or turn.rack is None:
        return Opponent()
    if before.withdrawn:
        return Opponent(known=Rack(needed_codes(before.move))) if isinstance(before.move, Play) else Opponent()
    try:
        return Opponent(infer(generator, Observed(before.before.board, before.move, turn.rack), _SETS))
    except (DataError, IllegalMoveError):
        return Opponent()  # tiles that cannot be, or a play that was let pass


def _reviewed(turn: RecordedTurn, last: RecordedTurn | None, game: Game, graders: Graders) -> tuple[ReviewedTurn, Move | None]:
    """A turn with its verdict, and the best move of its position, None where it could not be graded."""
    rules, position = game.rules, turn.before
    alphabet = rules.tiles.alphabet
    row = turn.rows[0]
    move = turn.text if turn.move is None else format_move(turn.move, alphabet, position.board)
    score = 0 if turn.withdrawn else row.points
    made = ReviewedTurn(
        turn.number, game.players[turn.player].nick, "" if turn.rack is None else turn.rack.text(alphabet), move, score,
        row.total - row.points + score,
        challenged="won" if turn.withdrawn else "lost" if turn.upheld else "",
    )  # fmt: skip
    why_not = _why_not(turn, game)
    if why_not:
        return made._replace(why_not=why_not), None
    assert turn.rack is not None
    assert turn.move is not None
    judged = judge_move(position, format_move(turn.move, alphabet), graders.lexicon, turn.rack)
    if not judged.playable:
        return made._replace(why_not="; ".join(reason.message for reason in judged.reasons)), None
    assert judged.move is not None
    grader = Grader(graders.generator, position.board, turn.rack)
    verdict = grader.verdict(judged.move, judged.score or 0, judged.invalid)
    if graders.by_end is not None and verdict.phony is None:
        solved = graders.by_end.solve(position, turn.rack, graders.lexicon, [verdict.move], verdict.top_scorer)
        verdict = verdict if solved is None else solved.judged(verdict)
    if graders.deep is not None and verdict.phony is None and verdict.basis == "equity":
        opponent = _opponent(turn, last, game, graders.generator)
        found = graders.deep.solve(
            position, turn.rack, graders.lexicon, graders.generator, graders.leaves, [grader.listed(verdict.move)], opponent
        )
        verdict = verdict if found is None else found.judged(verdict, grader)
    return _with_verdict(made, verdict, turn, game), verdict.best.move


def _why_not(turn: RecordedTurn, game: Game) -> str:
    """Why a turn cannot be graded, empty when it can."""
    if turn.move is None:
        return "no move is written down"
    if isinstance(turn.move, Exchange) and turn.move.tiles is None:
        return "which tiles were exchanged is not known"
    if turn.rack is None:
        return "the rack is not known"
    if len(turn.rack) > game.rules.rack_size:
        return f"the rack has {len(turn.rack)} tiles, {game.rules.rack_size} at most may be held"
    if len(turn.rack) < game.rules.rack_size and bag_count(turn.before.board, turn.rack, game.rules):
        return "the rack is not known whole"
    return ""


def _with_verdict(made: ReviewedTurn, verdict: Verdict, turn: RecordedTurn, game: Game) -> ReviewedTurn:
    rules = game.rules
    best = verdict.best
    bingo = ""
    if isinstance(turn.move, Play) and turn.move.tiles_played >= rules.bingo_tiles:
        bingo = "found"
    elif isinstance(best.move, Play) and best.move.tiles_played >= rules.bingo_tiles:
        bingo = "missed"
    lost = verdict.equity_lost
    if verdict.phony is not None and not turn.withdrawn:
        lost = max(0.0, verdict.phony.lost_on)
    return made._replace(
        grade=verdict.grade,
        equity_lost=lost,
        points_lost=verdict.points_lost,
        best=format_move(best.move, rules.tiles.alphabet, turn.before.board),
        best_score=best.score,
        rank=verdict.rank,
        plays=verdict.plays,
        bingo=bingo,
        phony="" if verdict.phony is None else "off" if turn.withdrawn else "on",
        reasons=verdict.reasons,
        basis=verdict.basis,
        result=" to ".join(verdict.endgame.changed or ()) if verdict.endgame is not None else "",
        **_chances(verdict),
    )


def _chances(verdict: Verdict) -> dict[str, Any]:
    """What looking ahead says of a turn."""
    if verdict.preendgame is not None:
        played, lost = verdict.preendgame.played, verdict.preendgame.share_lost
        return {
            "win": played.share,
            "win_lost": lost,
            "win_lost_interval": (lost, lost),
            "iterations": played.draws or played.cases,
        }
    outcome = verdict.sim
    if outcome is None:
        return {}
    best = outcome.grade == "best"
    return {
        "win": outcome.played.win,
        **_lost_chances(outcome, best),
        "tied": outcome.tied,
        "iterations": outcome.played.iterations,
    }


def _lost_chances(outcome: SimOutcome, best: bool) -> dict[str, Any]:
    """The chances lost; none are told where the game is decided and points count."""
    if best:
        return {"win_lost": 0.0, "win_lost_interval": (0.0, 0.0)}
    if outcome.behind.by_equity:
        return {}
    return {"win_lost": outcome.behind.win, "win_lost_interval": outcome.behind.win_interval}


def _luck(turn: RecordedTurn, left: Rack | None, graders: Graders) -> float | None:
    """What the tiles drawn to a rack were worth beyond expectation, None where nobody knows."""
    if (
        turn.rack is None
        or left is None
        or turn.rack.without(left.codes) is None
        or len(turn.rack) > graders.generator.rules.rack_size
    ):
        return None
    if graders.deep is not None:
        from scrabblecli.analysis.luck import draw_luck

        return draw_luck(graders.generator, turn.before.board, left, turn.rack)
    return graders.leaves.value(turn.rack.codes) - graders.leaves.value(left.codes)


def _summed(player: str, points: int, turns: Sequence[ReviewedTurn], all_turns: Sequence[ReviewedTurn]) -> PlayerReview:
    graded = [turn for turn in turns if turn.grade]
    grades = [turn.grade for turn in graded]
    others = [turn for turn in all_turns if turn.player != player]
    chances = [turn.win_lost for turn in turns if turn.win_lost is not None]
    return PlayerReview(
        player, points, len(turns), len(graded), sum(turn.score for turn in turns) / max(1, len(turns)),
        sum(turn.equity_lost for turn in graded) / max(1, len(graded)), sum(MISTAKES.get(grade, 0.0) for grade in grades),
        grades.count("best"), grades.count("small"), grades.count("medium"), grades.count("large"),
        sum(turn.bingo == "found" and turn.challenged != "won" for turn in turns), sum(turn.bingo == "missed" for turn in turns),
        sum(bool(turn.phony) for turn in turns), sum(turn.phony == "on" for turn in turns),
        sum(turn.challenged == "won" for turn in others), sum(turn.challenged == "lost" for turn in others),
        sum(turn.luck or 0.0 for turn in turns), sum(chances) if chances else None,
    )  # fmt: skip
