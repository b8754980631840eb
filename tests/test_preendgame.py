"""Pre-endgames: every order of the unseen tiles by brute force, limits, the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random

import pytest
from click.testing import Result
from jsonschema import Draft202012Validator

from scrabblecli import endings
from scrabblecli.analysis.deals import Preendgame, cases_after, deals_of
from scrabblecli.analysis.endgame import Endgames
from scrabblecli.analysis.endgame_kernels import Limits
from scrabblecli.analysis.endgame_rules import EndgameState
from scrabblecli.analysis.equity import valuation
from scrabblecli.analysis.leaves import find_leaves
from scrabblecli.analysis.preendgame import CANDIDATES, PreendgameMove, Preendgames, PreendgameSolved
from scrabblecli.analysis.preendgame_verdict import PreendgameJudge, PreendgameOutcome
from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.analysis.verdict import Grader
from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.errors import DataError
from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.formats.position import Position, RuleChoice, unseen_counts
from scrabblecli.formats.text import parse_text
from scrabblecli.lexicon import Lexicon
from scrabblecli.move import Exchange, Move, Pass, Play
from scrabblecli.rules import RuleSet
from scrabblecli.tiles import Rack
from tests.endgame_games import ENDINGS
from tests.helpers import ROOT, cgp, run, table
from tests.preendgame_games import Arrangements, SmallPreendgame, Told, random_preendgame
from tests.small_games import lexicon_of

PLACES = 1 << 10
WORKED_OUT = 120
MOST = 1500
"""Positions that a brute-force search may see before a pre-endgame is left out."""


# against brute force


def moves_of(game: SmallPreendgame) -> list[RankedMove]:
    generator = MoveGenerator(game.rules, lexicon_of(game.rules.tiles.alphabet, game.words))
    return list(rank_moves(generator, game.board, Rack(game.racks[0]), False, True).moves)


def solver_of(game: SmallPreendgame, threads: int = 1) -> Preendgames:
    return Preendgames(game.rules, lexicon_of(game.rules.tiles.alphabet, game.words), threads, PLACES)


@cache
def small_preendgames() -> list[tuple[int, SmallPreendgame, list[RankedMove], Mapping[Move, Told]]]:
    """Small pre-endgames, each way of ending in turn, with what may come of every move."""
    found: list[tuple[int, SmallPreendgame, list[RankedMove], Mapping[Move, Told]]] = []
    number = 0
    while len(found) < WORKED_OUT:
        name = list(ENDINGS)[number % len(ENDINGS)]
        game = random_preendgame(Random(number), ENDINGS[name])
        if not endings.reached_target(game.scores, game.rules):
            with suppress(OverflowError):
                arrangements = Arrangements(game, MOST)
                moves = moves_of(game)
                if len(moves) <= 40:
                    found.append((number, game, moves, {move.move: arrangements.outcomes(move.move) for move in moves}))
        number += 1
    return found


def shares(told: list[tuple[Fraction, int]]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """How much of what may come is won, tied and lost, and the mean spread."""
    total = sum((chance for chance, _ in told), Fraction(0))
    won, tied, lost = (
        sum((chance for chance, spread in told if (spread > 0) - (spread < 0) == sign), Fraction(0)) for sign in (1, 0, -1)
    )
    return won / total, tied / total, lost / total, sum((chance * spread for chance, spread in told), Fraction(0)) / total


def check_move(move: PreendgameMove, told: Told) -> None:
    """Compare a move that is wholly known with brute force."""
    everything = [outcome for outcomes in told.values() for outcome in outcomes]
    assert move.exact
    assert move.least == pytest.approx(move.most)
    assert (move.win, move.tie, move.loss, move.spread) == pytest.approx(tuple(map(float, shares(everything))))
    assert {outcome.bag.codes for outcome in move.bags} == set(told)
    for outcome in move.bags:
        expected = told[outcome.bag.codes]
        assert outcome.chance == pytest.approx(float(sum(chance for chance, _ in expected)))
        assert (outcome.win, outcome.tie, outcome.loss, outcome.spread) == pytest.approx(tuple(map(float, shares(expected))))


def points(told: Told) -> Fraction:
    won, tied, _, _ = shares([outcome for outcomes in told.values() for outcome in outcomes])
    return won + tied / 2


def check(
    game: SmallPreendgame, moves: list[RankedMove], values: Mapping[Move, Told], top: int, threads: int = 1
) -> PreendgameSolved:
    """Work a small pre-endgame out and compare it with brute force."""
    solved = solver_of(game, threads).solve(game.position, moves, top, draws=10_000)
    assert solved.decided
    assert solved.stopped is None
    assert {move.ranked.move for move in solved.moves} == set(values)
    ranking = sorted(
        ((points(told), shares([one for some in told.values() for one in some])[3]) for told in values.values()), reverse=True
    )
    for place, move in enumerate(solved.moves):
        told = values[move.ranked.move]
        assert move.least <= float(points(told)) + 1e-9
        assert move.most >= float(points(told)) - 1e-9
        if place < (top or len(values)):
            check_move(move, told)
            assert (points(told), shares([one for some in told.values() for one in some])[3]) == ranking[place]
    return solved


@pytest.mark.usefixtures("compiled")
def test_small_preendgames_are_worked_out_as_by_brute_force() -> None:
    bags, kinds, left, ties = set(), set(), 0, 0
    for number, game, moves, values in small_preendgames():
        try:
            solved = check(game, moves, values, top=(1, 0, 3)[number % 3])
        except AssertionError as error:
            raise AssertionError(f"pre-endgame {number}\n{game.describe()}, unseen {game.unseen.hex()}") from error
        bag = len(solved.deals[0].bag)
        bags.add(bag)
        kinds |= {(type(move.move), bag, move.move.tiles_played < bag if isinstance(move.move, Play) else None) for move in moves}
        left += sum(move.left for move in solved.moves)
        ties += any(0 < move.tie < 1 for move in solved.moves)
    # what would not be tested if it did not happen
    assert bags == {1, 2, 3}
    assert {(Exchange, bag, None) for bag in bags} | {(Pass, bag, None) for bag in bags} <= kinds
    assert {(Play, 1, False), (Play, 2, True), (Play, 2, False), (Play, 3, True), (Play, 3, False)} <= kinds
    assert left > 5
    assert ties > 10


@pytest.mark.usefixtures("uncompiled")
def test_the_uncompiled_kernel_works_out_the_same() -> None:
    for _, game, moves, values in small_preendgames()[::10]:
        check(game, moves, values, top=0)


@pytest.mark.usefixtures("compiled")
def test_threads_change_nothing() -> None:
    for _, game, moves, values in small_preendgames()[::5]:
        two = check(game, moves, values, 2, threads=2)
        assert two.moves == check(game, moves, values, 2).moves


@pytest.mark.usefixtures("compiled")
def test_weights_of_racks() -> None:
    """With racks of some tiles twice as likely, and those without a tile impossible."""
    checked = 0
    for _, game, moves, _ in small_preendgames()[::8]:
        tile = game.unseen[0]

        def weight(rack: Rack, tile: int = tile) -> int:
            return 2 * rack.codes.count(tile) + rack.codes.count(game.unseen[-1])  # noqa: B023  # called at once

        arrangements = Arrangements(game, 30_000, weight)
        solved = solver_of(game).solve(game.position._replace(weight=weight), moves[:5], 0, draws=10_000)
        for move in solved.moves:
            check_move(move, arrangements.outcomes(move.ranked.move))
            checked += 1
    assert checked > 30


@pytest.mark.usefixtures("compiled")
def test_tiles_that_the_opponent_is_known_to_hold() -> None:
    """As if only the orders counted in which the opponent holds them: for a tile that is there once."""
    checked = 0
    for _, game, moves, _ in small_preendgames():
        single = [code for code in game.unseen if game.unseen.count(code) == 1]
        if not single:
            continue
        arrangements = Arrangements(game, 30_000, lambda rack, code=single[0]: code in rack.codes)  # type: ignore[misc]
        solved = solver_of(game).solve(game.position._replace(known=Rack(single[:1])), moves[:3], 0, draws=10_000)
        for move in solved.moves:
            check_move(move, arrangements.outcomes(move.ranked.move))
            checked += 1
    assert checked > 30


@pytest.mark.usefixtures("compiled")
def test_draws_of_many_cases() -> None:
    """A move of more cases than draws is sampled: the same seed, the same draws; many seeds, on average the share that is right."""
    sampled = 0
    for _, game, moves, values in small_preendgames():
        ranked = moves[-1]
        if len(cases_after(game.position, deals_of(game.position), ranked)) <= 4:
            continue
        sampled += 1
        solver = solver_of(game)
        found = [solver.solve(game.position, [ranked], draws=4, seed=seed).moves[0] for seed in (*range(40), 0)]
        assert found[0] == found[-1]
        for move in found:
            assert move.draws == 4
            assert move.interval is not None
            low, high = move.interval
            assert low <= move.share <= high
            assert sum(outcome.chance for outcome in move.bags) == pytest.approx(1)
        assert sum(move.share for move in found) / len(found) == pytest.approx(float(points(values[ranked.move])), abs=0.08)
    assert sampled > 8


# limits, verdicts, the command line

POSITION = ROOT / "boards" / "preendgame.txt"
BEFORE = str(ROOT / "boards" / "before.txt")


@cache
def loaded() -> Position:
    return parse_text(POSITION.read_text(encoding="utf-8"), "a board", RuleChoice("tournament"))


def solve(*options: str, board: str = str(POSITION)) -> Result:
    return run("solve", board, "--by", "preendgame", "--candidates", "2", "--time", "0", "--quiet", *options)


@pytest.mark.parametrize(
    ("unseen", "message"),
    [(7, "the bag is empty: expected 1 to 3 tiles"), (11, "4 tiles in the bag: a pre-endgame is worked out with 1 to 3")],
)
def test_bags_of_other_sizes(tournament: RuleSet, unseen: int, message: str) -> None:
    rules = tournament._replace(tiles=tournament.tiles._replace(counts=(0, 7 + unseen, *[0] * 25)))
    with pytest.raises(DataError, match=message):
        deals_of(Preendgame(rules, Board.empty(15, 15), Rack([1] * 7)))


def test_what_the_opponent_cannot_hold(tournament: RuleSet) -> None:
    position = loaded()
    assert position.rack is not None
    start = Preendgame(tournament, position.board, position.rack, (334, 335))
    for tiles, message in (("QQ", "the opponent cannot hold QQ: 0 of Q unseen"), ("AAAAAAAA", "holds 7 tiles")):
        with pytest.raises(DataError, match=message):
            deals_of(start._replace(known=Rack.parse(tiles, tournament.tiles)))
    with pytest.raises(DataError, match="no rack that the opponent may hold is likely"):
        deals_of(start._replace(weight=lambda _rack: 0.0))
    # eight different tiles, two of them known: one of the other six is in the bag
    assert len(deals_of(start)) == 8
    assert len(deals_of(start._replace(known=Rack.parse("JR", tournament.tiles)))) == 6


@pytest.mark.usefixtures("compiled")
def test_out_of_time(tournament: RuleSet, enable: Lexicon) -> None:
    position = loaded()
    assert position.rack is not None
    start = Preendgame(tournament, position.board, position.rack, (334, 335))
    moves = list(islice(MoveGenerator(tournament, enable).plays(position.board, position.rack), 3))
    solver = Preendgames(tournament, enable)
    solved = solver.solve(start, moves, limits=Limits(0.0))
    assert (solved.stopped, solved.decided) == ("time", False)
    assert {move.ranked.move for move in solved.moves} == {move.move for move in moves}
    assert all(move.most - move.least > 0 and not move.proven and not move.exact for move in solved.moves)
    # the next one is not stopped
    assert solver.solve(start, moves[:1]).moves[0].share == 0.875


@pytest.mark.usefixtures("compiled")
def test_moves_that_go_on() -> None:
    left = 0
    for _, game, moves, _ in small_preendgames()[::4]:
        last = moves[-1].move
        solved = solver_of(game).solve(game.position, moves, 0, finalists=1, always=[last])
        assert solved.decided
        assert next(move for move in solved.moves if move.ranked.move == last).exact
        left += sum(move.left for move in solved.moves)
    assert left > 20


@pytest.mark.usefixtures("compiled")
def test_a_real_position_case_by_case(tournament: RuleSet, enable: Lexicon) -> None:
    """Each tile that may be in the bag, solved alone by the endgame solver."""
    position = loaded()
    rack = position.rack
    assert rack is not None
    moves = [move for move in MoveGenerator(tournament, enable).plays(position.board, rack) if move.score >= 66]
    solved = Preendgames(tournament, enable).solve(Preendgame(tournament, position.board, rack, (334, 335)), moves, 0)
    endgames = Endgames(tournament, enable)
    unseen = Rack(
        [code for code, count in enumerate(unseen_counts(position.board, rack, tournament.tiles)) for _ in range(count)]
    )
    for move in solved.moves:
        for outcome in move.bags:
            other = unseen.without(outcome.bag.codes)
            assert other is not None
            state = EndgameState(tournament, position.board, (rack, other), (334, 335), 0, False, 0, outcome.bag.codes)
            after, ended = state.after(move.ranked.move, move.ranked.score)
            assert ended is None
            turned = after._replace(racks=after.racks[::-1], scores=after.scores[::-1], on_turn=0)
            assert -endgames.solve(turned).moves[0].spread == outcome.spread
    assert len(solved.moves) == 3


@pytest.mark.usefixtures("compiled")
def test_verdicts(tournament: RuleSet, enable: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CANDIDATES, 1, 2)
    position = loaded()
    assert position.rack is not None
    generator = MoveGenerator(tournament, enable, valuation(tournament, find_leaves(tournament, enable, own=False)))
    grader = Grader(generator, position.board, position.rack)
    wanted = grader.best(3)[2]
    judge = PreendgameJudge(None)
    found = judge.solve(position, position.rack, enable, generator, [wanted.move])
    assert found is not None
    assert len(found.solved.moves) == 3
    assert found.solved.decided
    outcome = found.outcome(wanted.move)
    assert outcome is not None
    assert not outcome.played.left
    verdict = found.judged(grader.verdict(wanted.move, wanted.score), grader)
    assert (verdict.basis, verdict.grade, verdict.preendgame) == ("preendgame", outcome.grade, outcome)
    assert verdict.equity_lost == pytest.approx((outcome.best.spread or 0) - (outcome.played.spread or 0))
    assert verdict.equity == verdict.terms.equity == pytest.approx((outcome.played.spread or 0) + 1)
    assert verdict.best.move == found.solved.moves[0].ranked.move
    assert judge.solve(parse_cgp(cgp(rack="AEINRST"), "", 0, RuleChoice("tournament")), Rack([1]), enable, generator, []) is None


@pytest.mark.parametrize(
    ("shares", "spreads", "grade"),
    [
        ((1, 0), (9, 9), "best"),
        ((1, 0), (30, 1), "large"),
        ((1, 0), (30, 25), "small"),
        ((0.997, 0), (9, 9), "excellent"),
        ((0.95, 0.05), (9, 9), "small"),
        ((0.95, 0), (9, 9), "medium"),
        ((0.5, 0.1), (0, 90), "large"),
    ],
)
def test_grades(shares: tuple[float, float], spreads: tuple[float, float], grade: str) -> None:
    """The share won decides; where both moves always win, the mean spread."""
    best, played = (
        PreendgameMove(RankedMove(1, Pass(), 0, b""), win, tie, 1 - win - tie, win, win, spread, True, 8, None, None, False, ())
        for win, tie, spread in ((1.0, 0.0, spreads[0]), (*shares, spreads[1]))
    )
    assert PreendgameOutcome(played, best, (best, played), True).grade == grade


def test_what_is_open_is_not_graded_by_points() -> None:
    best, played = (
        PreendgameMove(RankedMove(1, Pass(), 0, b""), 0.5, 0, 0.5, 0.5, 0.5, spread, True, 8, None, None, False, ())
        for spread in (30.0, 1.0)
    )
    assert PreendgameOutcome(played, best, (best, played), True).grade == "excellent"


# the command line


def test_json_and_its_schema() -> None:
    schema = json.loads((ROOT / "docs" / "schema" / "solve.schema.json").read_text(encoding="utf-8"))
    result = solve("--format", "json")
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    Draft202012Validator(schema).validate(data)
    assert data["preendgame"] | {"tiles": []} == {
        "scores": [334, 335], "seed": 1, "draws": 200, "decided": True, "stopped": None, "bag": 1, "deals": 8, "tiles": [],
    }  # fmt: skip
    first = data["moves"][0]
    assert (first["move"], first["win"], first["cases"]["spread"]) == ("N9 DEMENTs", 0.875, 48.75)
    assert [(bag["tiles"], bag["spread"]) for bag in first["cases"]["bags"] if bag["lost"]] == [("J", -25.0)]
    # only the J in the bag loses
    assert {tile["tile"]: [move["win"] for move in tile["moves"]] for tile in data["preendgame"]["tiles"]} == {
        tile: [0.0, 0.0] if tile == "J" else [1.0, 1.0] for tile in "ACGIJNRS"
    }


def test_every_format() -> None:
    rows = table(solve("--format", "tsv").stdout)
    assert [(row["move"], row["win"], row["won"], row["lost"], row["final_spread"], row["proven"]) for row in rows] == [
        ("N9 DEMENTs", "0.8750", "0.8750", "0.1250", "48.75", "true"), ("N9 DEMEToN", "0.8750", "0.8750", "0.1250", "35.88", "true"),
    ]  # fmt: skip
    shown = solve("--format", "table").stdout
    assert "Win %   Final" in shown
    assert " 87.5   +48.8" in shown
    assert "J, 12.5 %: won by none of these" in shown
    said = solve("--format", "text").stdout
    assert "Wins 87.5 percent, ties 0.0, loses 12.5. Mean final spread +48.8." in said
    assert "A, 12.5 %: won by N9 DEMENTs, N9 DEMEToN." in said
    fields = "rank,least,most,tied,iterations,win_low"
    assert solve("--format", "csv", "--fields", fields).stdout.splitlines()[1] == "1,0.8750,0.8750,0.0000,8,"


def test_tiles_known_and_draws() -> None:
    rows = json.loads(solve("--format", "json", "--opponent-has", "J").stdout)
    assert rows["moves"][0]["win"] == 1.0
    assert len(rows["moves"][0]["cases"]["bags"]) == 7
    one = json.loads(solve("--format", "json", "--opponent-rack", "CGIJNRS").stdout)
    assert [bag["tiles"] for bag in one["moves"][0]["cases"]["bags"]] == ["A"]
    drawn = run(
        "solve", str(POSITION), "--by", "preendgame", "--candidates", "1", "--iterations", "4", "--format", "json", "--seed", "3"
    )
    assert "note: moves of more than 4 cases were worked out for 4 draws, seed 3; --iterations allows more" in drawn.stderr
    cases = json.loads(drawn.stdout)["moves"][0]["cases"]
    assert (cases["number"], cases["draws"], len(cases["interval"])) == (8, 4, 2)


def test_inferred_racks_count_more() -> None:
    result = run(
        "solve", str(POSITION), "--by", "preendgame", "--candidates", "1", "--infer", BEFORE, "4J AZO...", "--format", "json"
    )
    assert result.exit_code == 0
    assert "note: the opponent may have kept " in result.stderr
    chances = {tile["tile"]: tile["chance"] for tile in json.loads(result.stdout)["preendgame"]["tiles"]}
    assert sum(chances.values()) == pytest.approx(1)
    assert max(chances.values()) > 0.14
    other = run("solve", str(POSITION), "--by", "preendgame", "--infer", str(POSITION), "14A DO")
    assert other.exit_code == 2
    assert "--infer" in other.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--plies", "2"], "--plies is for --by sim: a pre-endgame is played to the end"),
        (["--opponent-rack", "AB"], "--opponent-rack AB: the opponent holds 7 tiles; --opponent-has says a part of them"),
        (["--opponent-has", "QQ"], "the opponent cannot hold QQ"),
        (["--set", "players=3"], "players = 3: endgames are solved for two players"),
        (["--infer", BEFORE, "1A ZZZ"], "--infer: 1A ZZZ is not possible there"),
        (["--infer", BEFORE, "14A COZ"], "14A COZ is not possible there"),
        (["--infer", BEFORE, "pass"], "--infer: pass on this board does not lead to the board that is solved"),
    ],
)
def test_what_cannot_be_worked_out(arguments: list[str], message: str) -> None:
    result = solve(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_bags_of_other_sizes_on_the_command_line() -> None:
    for board, message in (("endgame.txt", "this is an endgame (--by endgame)"), ("teazeling.txt", "(else --by sim)")):
        result = solve("--rack", "DEGLRTU", board=str(ROOT / "boards" / board))
        assert result.exit_code == 2
        assert message in result.stderr
    assert "--infer is for --by preendgame" in run("solve", str(POSITION), "--infer", BEFORE, "4J AZO...").stderr
