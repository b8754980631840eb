"""Simulation: rollouts are played again by plain means, and what is told of them is what came of them."""

from __future__ import annotations

import json
import math
from array import array
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean, stdev

import jsonschema
import pytest

from scrabblecli import endings
from scrabblecli._compiled import load_kernel
from scrabblecli.analysis import simulation
from scrabblecli.analysis.equity import leave_worth, valuation
from scrabblecli.analysis.leaves import Leaves, find_leaves
from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.analysis.selfplay import Player, seated
from scrabblecli.analysis.simulation import Plan, Simulation, Table
from scrabblecli.analysis.sums import Sums
from scrabblecli.analysis.wins import CERTAIN, MOST_SPREAD, Wins, counted_wins, packaged_wins, read_wins, wins_content
from scrabblecli.board import Board
from scrabblecli.engine.movegen import POINT, MoveGenerator, RankedMove
from scrabblecli.errors import DataError
from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.formats.position import RuleChoice, unseen_counts
from scrabblecli.lexicon import Lexicon
from scrabblecli.lexicon.ruled import under_rules
from scrabblecli.move import Exchange, Pass, Play, needed_codes
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.tiles import Rack
from tests.helpers import ROOT, run, table
from tests.replay import Bag
from tests.small_games import drawn_leaves, lexicon_of

VAULT = "15/15/15/15/15/15/15/3VAULT7/4INIA7/15/15/15/15/15/15"
LATE = (
    "LIMY3P7/3O3E6U/SHOGS2E6T/W2I1D1V6I/ELONGATE6L/E3UH8I/P3N9S/YA2BAWTIE1JOKE/1N2O3FRIER1D/1G2AX4FACT1/1U2TI5N3/MI9SI2/EN10Z2/"
    "NE10A2/O11R2"
)
OUT = (
    "1L5S6A/1OF4U1P4C/2AL3QAT1OKEH/2XI5E4E/3Z5REDYED/2VANG3I1OAF1/3R2MAWN1OW2/3DUROS1SAMPAN/4N5I3E/3BI5R3T/3UT2N2I3T/3BI1LITTEN2I/"
    "4V2E2R3n/AGReED1C6G/HOE4E3JOYS"
)
POSITIONS = [(VAULT, "ABENRST"), (VAULT, "AIU?QVW"), (LATE, "BDELRUV"), (LATE, "BDELRU?"), (OUT, "IO")]


def board_of(cgp: str) -> Board:
    return parse_cgp(f"{cgp} / 0/0 0", "-", 1, RuleChoice()).board


class Again:
    """Rollouts played by the readable side: which moves, what they score, when it is over, what is left."""

    def __init__(self, rules: RuleSet, lexicon: Lexicon, leaves: Leaves) -> None:
        self.rules = rules
        self.generator = MoveGenerator(rules, lexicon, valuation(rules, leaves))

    def best(self, board: Board, rack: Rack, unseen: Rack) -> RankedMove:
        """The best move of a player; what is unseen follows from board and rack."""
        moves = list(islice(rank_moves(self.generator, board, rack, True, True).moves, 2))
        assert sum(unseen_counts(board, rack, self.rules.tiles)) == len(unseen)
        # a pass is no choice while there is a play or an exchange
        return moves[0] if not isinstance(moves[0].move, Pass) or len(moves) == 1 else moves[1]

    def roll(
        self, board: Board, rack: bytes, first: RankedMove, bag: Bag, other: bytes, plan: Plan, wins: Wins
    ) -> tuple[float, float]:
        """What the spread gains by a move, in 1/256 point, and the chance to win, of 65536."""
        rules, known = self.rules, self.generator.valuation
        assert known is not None
        racks, scores, worth = [rack, other], list(plan.scores), [0, 0]
        scoreless, player, turn = plan.scoreless, 0, 0
        while turn <= plan.plies or not bag.tiles:
            ranked = first if turn == 0 else self.best(board, Rack(racks[player]), Rack([*bag.tiles, *racks[1 - player]]))
            move, held, before = ranked.move, racks[player], len(bag.tiles)
            worth[player] = round(POINT * leave_worth(known, ranked.leave or b"", before)) if before else 0
            taken = needed_codes(move) if isinstance(move, Play) else (move.tiles or b"") if isinstance(move, Exchange) else b""
            for code in taken:
                held = held.replace(bytes([code]), b"", 1)
            if isinstance(move, Play):
                board = board.after(move)
            racks[player] = bag.draw(held, rules.rack_size)
            if isinstance(move, Exchange):
                bag.tiles.extend(sorted(taken))
                bag.shuffle()
            scores[player] += ranked.score
            kind = endings.Turn.PLAY if isinstance(move, Play) else endings.Turn.EXCHANGE if taken else endings.Turn.PASS
            scoreless = scoreless + 1 if endings.counts_as_scoreless(kind, ranked.score, rules) else 0
            out = player if not racks[player] and not bag.tiles else None
            if out is not None or endings.is_blocked(scoreless, scores, rules):
                left = [endings.leftover_points(codes, rules.tiles) for codes in racks]
                final = [score + change for score, change in zip(scores, endings.adjustments(left, out, rules), strict=True)]
                spread = final[0] - final[1]
                gain = spread - plan.scores[0] + plan.scores[1]
                return gain * POINT, 65536 if spread > 0 else 32768 if spread == 0 else 0
            player = 1 - player
            turn += 1
        tempo = known.tempo[min(len(bag.tiles), len(known.tempo) - 1)]
        spread = scores[0] - scores[1]
        kept = worth[0] - worth[1]
        seen = math.floor((spread * POINT + kept + POINT // 2) / POINT)
        equity = (spread - plan.scores[0] + plan.scores[1]) * POINT + kept + (tempo if player == 0 else -tempo)
        told = round(CERTAIN * wins.chance(len(bag.tiles) + len(racks[1 - player]), seen if player == 0 else -seen))
        return equity, told if player == 0 else 65536 - told


def iterations_of(bag_of: list[int], seed: int, number: int) -> Bag:
    """The unseen tiles in the order of an iteration."""
    counts = tuple(bag_of.count(code) for code in range(max(bag_of, default=0) + 1))
    return Bag(counts, seed, number)


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(("cgp", "rack"), POSITIONS, ids=[f"{number}" for number in range(len(POSITIONS))])
@pytest.mark.parametrize(("plies", "known"), [(2, None), (1, "E"), (5, None)])
def test_rollouts_are_what_the_rules_make_of_them(cgp: str, rack: str, plies: int, known: str | None) -> None:
    """Few short words, so that uncompiled kernels take part: exchanges, passes, goings out and blocked games all come up."""
    rules = load_rules("tournament").with_settings({"scoreless_limit": 4})
    words = (
        "AB",
        "AD",
        "AE",
        "AT",
        "DE",
        "ED",
        "EN",
        "ER",
        "ES",
        "ET",
        "IT",
        "NA",
        "RE",
        "TA",
        "TED",
        "TEN",
        "RED",
        "QUA",
        "VAW",
        "ZED",
    )
    spell = rules.tiles.alphabet.spell
    lexicon = lexicon_of(rules.tiles.alphabet, tuple(sorted(filter(None, map(spell, words)))))
    leaves = drawn_leaves(Random(2), rules.tiles, 1)
    board, held = board_of(cgp), Rack.parse(rack, rules.tiles)
    theirs = None if known is None else Rack.parse(known, rules.tiles)
    hidden = [code for code, count in enumerate(unseen_counts(board, held, rules.tiles)) for _ in range(count)]
    if theirs is not None and theirs.codes[0] not in hidden:
        pytest.skip("the tile is not to be seen")
    again = Again(rules, lexicon, leaves)
    candidates = list(islice(rank_moves(again.generator, board, held, True, True).moves, 3))
    plan = Plan(plies=plies, iterations=4, seed=5, scores=(100, 110), known=theirs, scoreless=1)
    run = Simulation(Table(rules, lexicon, leaves), board, held, candidates, plan)
    run.run()
    size = min(rules.rack_size, len(hidden))
    for code in theirs.codes if theirs is not None else b"":
        hidden.remove(code)
    wins = packaged_wins()
    for runner in run._runners:
        for number in range(len(runner.wins)):
            bag = iterations_of(hidden, plan.seed, number)
            other = bag.draw(theirs.codes if theirs is not None else b"", size)
            equity, win = again.roll(board, held.codes, runner.ranked, bag, other, plan, wins)
            assert (runner.equities[number], runner.wins[number]) == (equity, win), (runner.ranked, number)


def simulated(rules: RuleSet, enable: Lexicon, cgp: str, rack: str, count: int, plan: Plan) -> list[simulation.Simulated]:
    leaves = find_leaves(rules, enable)
    board, held = board_of(cgp), Rack.parse(rack, rules.tiles)
    generator = MoveGenerator(rules, enable, valuation(rules, leaves))
    candidates = list(islice(rank_moves(generator, board, held, True, True).moves, count))
    return Simulation(Table(rules, enable, leaves), board, held, candidates, plan).run()


@pytest.mark.usefixtures("compiled")
def test_numbers_do_not_depend_on_threads(enable: Lexicon) -> None:
    rules = load_rules()
    found = [
        simulated(rules, enable, VAULT, "ABENRST", 6, Plan(iterations=350, threads=threads, seed=3)) for threads in (1, 2, 3)
    ]
    assert found[0] == found[1] == found[2]
    assert found[0] != simulated(rules, enable, VAULT, "ABENRST", 6, Plan(iterations=350, seed=4))


@pytest.mark.usefixtures("compiled")
def test_statistics_are_those_of_the_numbers(enable: Lexicon) -> None:
    rules = load_rules()
    leaves = find_leaves(rules, enable)
    board, held = board_of(VAULT), Rack.parse("ABENRST", rules.tiles)
    generator = MoveGenerator(rules, enable, valuation(rules, leaves))
    candidates = list(islice(rank_moves(generator, board, held, True, True).moves, 8))
    run = Simulation(Table(rules, enable, leaves), board, held, candidates, Plan(iterations=400))
    told: list[int] = []
    results = run.run(lambda done, standing: told.append(done))
    assert told == [100, 200, 300, 400][: len(told)]
    runners = {runner.ranked: runner for runner in run._runners}
    first = runners[results[0].ranked]
    assert not results[0].tied
    assert [result.dropped for result in results] == sorted(result.dropped for result in results)
    assert any(result.dropped for result in results)
    for result in results:
        runner = runners[result.ranked]
        assert result.iterations == len(runner.wins) == len(runner.equities)
        assert result.iterations >= 200
        points = [value / POINT for value in runner.equities]
        half = 1.959964 * stdev(points) / math.sqrt(len(points))
        assert result.mean == pytest.approx(mean(points))
        assert result.mean_interval == pytest.approx((mean(points) - half, mean(points) + half))
        assert result.win == pytest.approx(mean(runner.wins) / 65536)
        gaps = [one - two for one, two in zip(first.wins, runner.wins, strict=False)]
        if result is not results[0]:
            error = stdev(gaps) / math.sqrt(len(gaps))
            assert result.tied == (not result.dropped and mean(gaps) <= 1.959964 * error)
            assert result.dropped or mean(gaps) <= 3 * error or result.iterations == results[0].iterations


@pytest.mark.usefixtures("compiled")
def test_the_case_where_equity_misleads(enable: Lexicon) -> None:
    """With the game all but won, a move that risks nothing wins more often than the one of more points."""
    rules = load_rules()
    ahead = simulated(rules, enable, LATE, "BDELRUV", 5, Plan(iterations=200, scores=(480, 200)))
    assert ahead[0].win > 0.99
    # decided: equity orders
    assert {result.win > 0.995 for result in ahead} == {True}
    assert [result.mean for result in ahead if not result.dropped] == sorted(
        (result.mean for result in ahead if not result.dropped), reverse=True
    )


@pytest.mark.usefixtures("compiled")
def test_time_ends_it_and_iterations_too(enable: Lexicon) -> None:
    rules = load_rules()
    short = simulated(rules, enable, VAULT, "AEINRT?", 10, Plan(iterations=1_000_000, seconds=0.3))
    assert 0 < max(result.iterations for result in short) < 1_000_000
    one = simulated(rules, enable, VAULT, "ABENRST", 1, Plan(iterations=700))
    assert [result.iterations for result in one] == [100]


def test_what_the_opponent_cannot_hold(enable: Lexicon) -> None:
    rules = load_rules()
    for known, message in (
        ("QQ", "the opponent cannot hold QQ: 1 of Q unseen"),
        ("EEEEEEEE", "the opponent holds 7 tiles: EEEEEEEE are 8"),
    ):
        with pytest.raises(DataError, match=message):
            simulated(rules, enable, VAULT, "ABENRST", 2, Plan(known=Rack.parse(known, rules.tiles)))
    with pytest.raises(DataError, match="a rack of 13 tiles: moves are simulated for racks of 12 tiles at most"):
        Simulation(
            Table(rules, enable, find_leaves(rules, enable)),
            board_of(VAULT),
            Rack([1] * 13),
            [RankedMove(1, Pass(), 0, b"", 0.0)],
            Plan(),
        )


def test_chances_to_win_follow_from_gains() -> None:
    width = 2 * MOST_SPREAD + 1
    gains = [0] * (3 * width)
    # with one tile unseen the player on turn gains 10 three times, loses 5 once
    gains[width + MOST_SPREAD + 10] = 300
    gains[width + MOST_SPREAD - 5] = 100
    wins = counted_wins(gains, "by hand")
    told = [round(wins.chance(1, spread), 3) for spread in (-11, -10, -9, 0, 4, 5, 6)]
    assert told == [0.0, 0.375, 0.75, 0.75, 0.75, 0.875, 1.0]
    assert wins.chance(0, 0) == wins.chance(2, 0) == wins.chance(99, 0)  # rows without games are like their neighbours
    assert wins.chance(1, 10_000) == 1.0
    assert len(wins.for_tiles(10)) == 11 * width
    with pytest.raises(ValueError, match="no game was counted"):
        counted_wins([0] * width, "nothing")


def test_tables_of_chances_come_back_as_they_went(tmp_path: Path) -> None:
    wins = Wins(array("H", range(2 * MOST_SPREAD + 1)), "some")
    path = tmp_path / "some.wins"
    path.write_bytes(wins_content(wins))
    assert read_wins(str(path)) == wins
    for content in (b"", wins_content(wins)[:-1], b"x" + wins_content(wins)):
        path.write_bytes(content)
        with pytest.raises(DataError, match="is no table of chances of winning, or a damaged one"):
            read_wins(str(path))
    with pytest.raises(DataError, match="cannot read the chances of winning"):
        read_wins(str(tmp_path))


def test_the_shipped_chances_make_sense() -> None:
    wins = packaged_wins()
    for unseen in range(1, 94):
        told = [wins.chance(unseen, spread) for spread in range(-MOST_SPREAD, MOST_SPREAD + 1)]
        assert told == sorted(told)
        assert told[0] < 0.01
        assert told[-1] > 0.99
    assert 0.5 < wins.chance(93, 0) < 0.6
    assert wins.chance(20, 40) > wins.chance(80, 40)


@pytest.mark.usefixtures("compiled")
def test_gains_are_counted_from_games(enable: Lexicon) -> None:
    rules = load_rules()
    leaves = find_leaves(rules, enable)
    player = Player(under_rules(enable, rules), valuation(rules, leaves))
    table = seated(rules, player, player, shared=True)
    gains = table.count_gains()
    scores = table.play_games(7, 0, 20)
    width = 2 * MOST_SPREAD + 1
    # every game begins with all tiles but the rack of the first player unseen
    begun = gains[93 * width : 94 * width]
    expected = [0] * width
    for game in range(20):
        expected[MOST_SPREAD + scores[2 * game] - scores[2 * game + 1]] += 1
    assert list(begun) == expected
    assert sum(gains) > 20 * 15


def test_the_kernel_with_shared_finders_plays_the_same_games(enable: Lexicon) -> None:
    rules = load_rules()
    player = Player(enable, valuation(rules, find_leaves(rules, enable)))
    other = Player(enable, valuation(rules, find_leaves(rules, enable).another()))
    assert list(seated(rules, player, player, shared=True).play_games(3, 0, 4)) == list(
        seated(rules, player, other).play_games(3, 0, 4)
    )
    assert load_kernel("scrabblecli.engine.rollouts").Rollouts


def runner(number: int, wins: list[float], equities: list[int]) -> simulation._Runner:
    made = simulation._Runner(RankedMove(number + 1, Pass(), 0, b"", 0.0), number)
    made.take(array("q", equities), array("i", [round(65536 * win) for win in wins]))
    return made


def test_sums_taken_up_in_parts_are_those_of_all_numbers() -> None:
    drawn = Random(4)
    values = [drawn.randrange(-(10**9), 10**9) for _ in range(1000)]
    sums = Sums()
    assert (sums.mean, sums.error) == (0, 0)
    for start in range(0, 1000, 37):
        sums.take(values[start : start + 37])
        so_far = values[: start + 37]
        assert sums.mean == pytest.approx(mean(so_far))
        assert sums.error == pytest.approx(stdev(so_far) / len(so_far) ** 0.5)
    alike = Sums()
    alike.take([10**12] * 3)
    assert (alike.mean, alike.error) == (10**12, 0)


def test_differences_are_over_the_iterations_that_both_have() -> None:
    one, two = runner(0, [1.0, 0.5, 1.0], [30, 20, 10]), runner(1, [0.5, 0.5], [10, 25])
    differences = simulation._Differences()
    assert differences.of(one, two, by_equity=True).mean == 7.5
    two.take(array("q", [-60, 1000]), array("i", [0, 0]))
    assert differences.of(one, two, by_equity=True).mean == 85 / 3
    assert differences.of(two, one, by_equity=True).mean == -85 / 3
    assert differences.of(one, two, by_equity=False).mean == pytest.approx(65536 * 0.5)


def test_equity_decides_only_where_both_are_decided() -> None:
    """A play that wins for certain is better than one of more points that wins nearly always."""
    sure, more, less = runner(0, [1.0] * 4, [10] * 4), runner(1, [1.0, 0.98, 1.0, 0.98], [50] * 4), runner(2, [1.0] * 4, [5] * 4)
    assert sure.order > more.order
    assert sure.order > less.order > more.order
    assert simulation._Differences().counted(sure, less).mean == 5
    assert simulation._Differences().counted(sure, more).mean == pytest.approx(65536 * 0.01, abs=2)
    lost, worse = runner(0, [0.0] * 4, [-10] * 4), runner(1, [0.0, 0.0, 0.01, 0.0], [-20] * 4)
    assert lost.order > worse.order


# the command


def test_solve_by_sim() -> None:
    board = f"{VAULT} / 30/20 0\n"
    arguments = ("solve", "-", "--rack", "ABENRST", "--by", "sim", "--iterations", "200", "--candidates", "4", "--seed", "9")
    rows = table(run(*arguments, stdin=board).stdout)
    assert [row["rank"] for row in rows] == ["1", "2", "3", "4"]
    assert {row["iterations"] for row in rows} == {"200"}
    document = json.loads(run(*arguments, "--format", "json", "--threads", "2", stdin=board).stdout)
    schema = json.loads((ROOT / "docs" / "schema" / "solve.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(document)
    assert document["simulation"] == {"plies": 2, "seed": 9, "scores": [30, 20], "stopped": None, "guesses": 0}
    assert [move["move"] for move in document["moves"]] == [row["move"] for row in rows]
    assert [f"{move['win']:.4f}" for move in document["moves"]] == [row["win"] for row in rows]
    for move in document["moves"]:
        low, high = move["interval"]["win"]
        assert low <= move["win"] <= high
    shown = run(*arguments, "--format", "table", stdin=board).stdout
    assert "200 iterations of 2 plies, seed 9; ± is a 95 % interval" in shown
    spoken = run(*arguments, "--format", "text", stdin=board).stdout
    assert " Wins " in spoken
    assert " percent, gains " in spoken
    only = table(run(*arguments, "--word", "B*", stdin=board).stdout)
    assert only
    assert all(row["words"].startswith("B") for row in only)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--by", "sim", "--opponent-has", "QQ"), "the opponent cannot hold QQ: 1 of Q unseen"),
        (("--by", "sim", "--opponent-has", "Q", "--opponent-rack", "QE"), "--opponent-rack says all that the opponent holds"),
        (("--by", "sim", "--opponent-rack", "E1"), "'1'"),
        (("--iterations", "10"), "--iterations, --plies, --candidates, --seed and --opponent-has are for --by sim"),
        (("--by", "equity", "--time", "1"), "--time, --threads and --opponent-rack are for --by endgame and --by sim"),
        (("--by", "sim", "--set", "players=3"), "players = 3: self-play is for two players"),
    ],
)
def test_what_cannot_be_simulated(options: tuple[str, ...], message: str) -> None:
    result = run("solve", "-", "--rack", "ABENRST", *options, stdin=f"{VAULT} / 0/0 0\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
