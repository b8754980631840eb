"""Grades by simulation: chances to win decide, ties are called ties, and whoever does the work the answer is the same."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random
from statistics import mean

import jsonschema
import pytest
from rich.console import Console

from scrabblecli.analysis.deals import Preendgame
from scrabblecli.analysis.deep_verdict import DeepJudge
from scrabblecli.analysis.equity import valuation
from scrabblecli.analysis.leaves import find_leaves
from scrabblecli.analysis.luck import DRAWS, draw_luck
from scrabblecli.analysis.preendgame import Preendgames
from scrabblecli.analysis.ranking import rank_moves
from scrabblecli.analysis.sim_verdict import Deep, SimOutcome, grade_of_chances
from scrabblecli.analysis.simulation import Behind, Plan, Simulated, Simulation, Table, choose_candidates
from scrabblecli.analysis.verdict import Grader, grade_of
from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.errors import DataError
from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.formats.position import Position, RuleChoice, unseen_counts
from scrabblecli.lexicon import Lexicon
from scrabblecli.move import Exchange, Pass
from scrabblecli.report.ahead import ahead_sentences
from scrabblecli.report.simulation_live import LiveStanding
from scrabblecli.rules import load_rules
from scrabblecli.tiles import Rack
from tests.endgame_games import ENDINGS
from tests.helpers import ROOT, environment, run, table
from tests.preendgame_games import random_preendgame
from tests.small_games import lexicon_of
from tests.test_simulation import LATE, VAULT

GAME = "boards/kitchen.gcg"
TWO_TURNS = ">Ann: AABEITW 8E BAWTIE +22 22\n>Bob: AEINRST F7 R.IN +6 6\n"


def simulated(win: float, equity: float, move: RankedMove | None = None) -> Simulated:
    ranked = move or RankedMove(1, Pass(), 0, b"", 0.0)
    return Simulated(ranked, 400, equity, (equity - 1, equity + 1), win, (win, win), False, False)


def outcome(behind: Behind) -> SimOutcome:
    best = simulated(1.0, 30.0)
    played = simulated(1.0 - behind.win, 30.0 - behind.mean, RankedMove(2, Exchange(b"\x01", 1), 0, b"", 0.0))
    return SimOutcome(Plan(), played, best, behind, (best, played), True)


def test_where_equity_misleads_chances_to_win_grade() -> None:
    """The best wins 100 %, the move played 84 %, equities 14.5 apart: by equity a medium mistake, and large in truth."""
    found = outcome(Behind(0.16, (0.13, 0.19), 14.5, (13.0, 16.0), False))
    assert (grade_of(14.5), found.grade, found.tied) == ("medium", "large", False)


def test_equity_grades_only_what_is_decided_after_both() -> None:
    assert outcome(Behind(0.0, (0.0, 0.0), 14.5, (13.0, 16.0), True)).grade == "medium"
    # much equity lost, and hardly a chance of winning
    assert outcome(Behind(0.004, (0.002, 0.006), 20.0, (19.0, 21.0), False)).grade == "excellent"


def test_what_cannot_be_told_apart_is_a_tie_and_no_mistake() -> None:
    tie = outcome(Behind(0.04, (-0.01, 0.09), 9.0, (5.0, 13.0), False))
    assert (tie.tied, tie.grade) == (True, "excellent")
    assert outcome(Behind(0.04, (0.01, 0.07), 9.0, (5.0, 13.0), False)).grade == "medium"


def test_the_limits_of_grades() -> None:
    assert [grade_of_chances(lost) for lost in (-1, 0, 0.49, 0.5, 3, 3.01, 7, 7.01)] == [
        "best", "best", "excellent", "small", "small", "medium", "medium", "large",
    ]  # fmt: skip


def test_a_position_where_equity_misleads() -> None:
    """Equity calls it a medium mistake; it gives away a fifth of the chances in a game that is won."""
    by_equity = json.loads(run("analyze", "boards/misled.cgp", "--format", "json").stdout)
    deep = json.loads(run("analyze", "boards/misled.cgp", "--deep", "--iterations", "200", "--format", "json").stdout)
    assert (by_equity["grade"], by_equity["basis"]) == ("medium", "equity")
    assert by_equity["equity_lost"] == pytest.approx(14.5, abs=0.05)
    assert (deep["grade"], deep["basis"]) == ("large", "sim")
    assert deep["simulation"]["best_win"] > 0.995
    assert 0.7 < deep["simulation"]["win"] < 0.9


# the simulation behind it


def board_of(cgp: str) -> Board:
    return parse_cgp(f"{cgp} / 0/0 0", "-", 1, RuleChoice()).board


def made(enable: Lexicon, keep: int | None, iterations: int = 600) -> tuple[Simulation, list[RankedMove]]:
    """A simulation of seven moves, one of which is bad, and kept when its number is given."""
    rules = load_rules()
    leaves = find_leaves(rules, enable)
    generator = MoveGenerator(rules, enable, valuation(rules, leaves))
    board, rack = board_of(VAULT), Rack.parse("ABENRST", rules.tiles)
    moves = list(rank_moves(generator, board, rack, True, True).moves)
    candidates = [*moves[:6], moves[-1]]
    kept = () if keep is None else (candidates[keep].move,)
    plan = Plan(iterations=iterations, seed=3)
    return Simulation(Table(rules, enable, leaves), board, rack, candidates, plan, kept), candidates


def test_a_move_that_is_kept_is_never_left_behind(enable: Lexicon) -> None:
    simulation, candidates = made(enable, None)
    dropped = {found.ranked.move: found for found in simulation.run()}[candidates[-1].move]
    assert dropped.dropped
    simulation, candidates = made(enable, 6)
    kept = {found.ranked.move: found for found in simulation.run()}[candidates[-1].move]
    assert (kept.dropped, kept.iterations) == (False, 600)
    assert kept.iterations > dropped.iterations


def test_enough_ends_it(enable: Lexicon) -> None:
    simulation, candidates = made(enable, 6, 5000)
    found = simulation.run(enough=lambda behind: behind.win_interval[0] > 0)
    assert found[0].iterations < 5000
    assert simulation.behind(candidates[6].move).win > 0.1
    with pytest.raises(ValueError, match="not among the candidates"):
        simulation.behind(Exchange(b"\x01\x01\x01", 3))


def test_what_is_lost_is_the_mean_of_differences_over_the_same_draws(enable: Lexicon) -> None:
    simulation, candidates = made(enable, 6)
    found = {one.ranked.move: one for one in simulation.run()}
    best = next(iter(found.values()))
    behind = simulation.behind(candidates[6].move)
    assert behind.win == pytest.approx(best.win - found[candidates[6].move].win)
    assert behind.mean == pytest.approx(best.mean - found[candidates[6].move].mean)
    # common draws: surer than the difference of two means on their own
    alone = sum((one.mean_interval[1] - one.mean) ** 2 for one in (best, found[candidates[6].move])) ** 0.5
    assert 0 < behind.mean_interval[1] - behind.mean < alone


def test_the_two_that_score_most_are_always_simulated(enable: Lexicon) -> None:
    rules = load_rules()
    generator = MoveGenerator(rules, enable, valuation(rules, find_leaves(rules, enable)))
    board, rack = board_of(LATE), Rack.parse("BDELRUV", rules.tiles)
    plays = generator.plays(board, rack)
    few = choose_candidates(reversed(list(generator.plays(board, rack, True))), plays)
    assert [ranked.move for ranked in few[-2:]] == [plays[0].move, plays[1].move]
    assert len(choose_candidates(generator.plays(board, rack, True), plays, 3)) == 3


def test_the_standing_is_shown_while_it_goes_on(enable: Lexicon) -> None:
    simulation, candidates = made(enable, None)
    console = Console(file=StringIO(), force_terminal=True, width=90, height=30, color_system=None)
    with LiveStanding(600, repr, console) as standing:
        found = simulation.run(standing.update)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert f"{100 * found[0].win:.1f} ±" in text
    assert "/600" in text
    assert f"of {len(candidates)} moves are still in it" in text


def test_any_number_of_threads_tells_the_same(enable: Lexicon) -> None:
    rules = load_rules()
    leaves = find_leaves(rules, enable)
    generator = MoveGenerator(rules, enable, valuation(rules, leaves))
    board, rack = board_of(VAULT), Rack.parse("ABENRST", rules.tiles)
    moves = list(rank_moves(generator, board, rack, True, True).moves)[:4]
    found = [
        Simulation(Table(rules, enable, leaves), board, rack, moves, Plan(iterations=250, threads=threads)).run()
        for threads in (1, 2, 3)
    ]
    assert found[0] == found[1] == found[2]


# luck


def test_luck_is_what_a_draw_beats_the_average_draw_by(enable: Lexicon) -> None:
    rules = load_rules()
    generator = MoveGenerator(rules, enable, valuation(rules, find_leaves(rules, enable)))
    board, left = board_of(VAULT), Rack.parse("ERS", rules.tiles)
    good, bad = (Rack.parse(f"ERS{drawn}", rules.tiles) for drawn in ("TAN?", "VVUW"))
    assert draw_luck(generator, board, left, good) > 15 > -5 > draw_luck(generator, board, left, bad)
    assert draw_luck(generator, board, good, good) == 0
    with pytest.raises(ValueError, match="does not hold"):
        draw_luck(generator, board, Rack.parse("Q", rules.tiles), good)
    # over all draws luck evens out
    random = Random(4)
    pool = [code for code, count in enumerate(unseen_counts(board, left, rules.tiles)) for _ in range(count)]
    lucks = [draw_luck(generator, board, left, Rack([*left, *random.sample(pool, 4)]), seed) for seed in range(40)]
    assert abs(mean(lucks)) < 8
    assert DRAWS >= 100


def test_the_best_equity_is_that_of_the_first_of_all_moves(enable: Lexicon) -> None:
    rules = load_rules()
    generator = MoveGenerator(rules, enable, valuation(rules, find_leaves(rules, enable)))
    board = board_of(VAULT)
    for letters in ("ABENRST", "VVUWIIU", "??ASTIR", "QVVCUUU", "E"):
        rack = Rack.parse(letters, rules.tiles)
        first = next(iter(rank_moves(generator, board, rack, True, True).moves))
        assert generator.best_equity(board, rack) == first.equity, letters
    assert MoveGenerator(rules, enable).best_equity(board, Rack.parse("E", rules.tiles)) is None


# the commands


def schema(name: str) -> dict[str, object]:
    loaded: dict[str, object] = json.loads((ROOT / "docs" / "schema" / f"{name}.schema.json").read_text(encoding="utf-8"))
    return loaded


DEEP = ("--deep", "--iterations", "100")


def test_analyze_deep_says_what_it_rests_on() -> None:
    call = ("analyze", "boards/teazeling.txt", "--rack", "AEGINTZ", "--move", "1L MAZE", *DEEP)
    result = run(*call, "--format", "json")
    data = json.loads(result.stdout)
    jsonschema.validate(data, schema("analyze"))
    found = data["simulation"]
    assert (data["basis"], data["grade"], found["graded_by"], found["tied"]) == ("sim", "large", "win", False)
    assert data["best"]["move"] == "3G TEAZ..ING"
    assert found["win_lost"] == pytest.approx(found["best_win"] - found["win"])
    low, high = found["interval"]["win_lost"]
    assert low < found["win_lost"] < high
    assert sum(data["played"]["terms"].values()) == pytest.approx(data["played"]["equity"])
    told = sum(
        reason["numbers"]["difference"] for reason in data["reasons"] if reason["code"] in ("points", "leave", "tempo", "replies")
    )
    assert told == pytest.approx(data["equity_lost"])
    text = run(*call, "--format", "text").stdout
    assert f"The best wins {100 * found['best_win']:.1f} %" in text
    assert "% of the chances to win lost." in text
    assert "Win %" in run(*call, "--format", "table").stdout


def test_the_same_seed_gives_the_same_verdict() -> None:
    call = ("analyze", "boards/teazeling.txt", "--rack", "AEGINTZ", "--move", "14I TZIGANE", *DEEP, "--format", "json")
    assert run(*call).stdout == run(*call).stdout
    other = json.loads(run(*call, "--seed", "2").stdout)
    assert other["simulation"]["win"] != json.loads(run(*call).stdout)["simulation"]["win"]


def test_a_phony_is_graded_by_equity_all_the_same() -> None:
    result = run("analyze", "boards/teazeling.txt", "--rack", "AEGINTZ", "--move", "1L MZAE", *DEEP, "--format", "json")
    data = json.loads(result.stdout)
    jsonschema.validate(data, schema("analyze"))
    assert (data["basis"], data["simulation"], data["grade"]) == ("equity", None, "phony")


def test_an_endgame_is_proven_all_the_same() -> None:
    result = run("analyze", GAME, "--turn", "20", *DEEP, "--format", "json")
    assert json.loads(result.stdout)["basis"] == "endgame"


@pytest.mark.parametrize("option", ["--iterations", "--seed"])
def test_what_belongs_to_deep_needs_it(option: str) -> None:
    result = run("game", "review", GAME, option, "5")
    assert (result.exit_code, f"{option} belongs to --deep" in result.stderr) == (2, True)


def test_a_deep_review(tmp_path: Path) -> None:
    path = tmp_path / "short.gcg"
    path.write_text(TWO_TURNS, encoding="utf-8")
    call = ("game", "review", str(path), *DEEP)
    data = json.loads(run(*call, "--format", "json").stdout)
    jsonschema.validate(data, schema("review"))
    turn = data["turns"][1]
    assert (turn["basis"], turn["grade"]) == ("sim", "large")
    assert turn["win_lost"] > 0.2
    assert data["players"][1]["win_lost"] == pytest.approx(turn["win_lost"])
    rows = table(run(*call, "--format", "tsv").stdout)
    assert (rows[1]["basis"], rows[1]["win_lost"], rows[1]["tied"]) == ("sim", f"{turn['win_lost']:.4f}", "no")
    text = run(*call, "--format", "text").stdout
    assert "% of the chances to win" in text
    page = run(*call, "--format", "html").stdout
    assert "chances to win lost" in page
    assert "Chances lost" in page
    static = json.loads(run("game", "review", str(path), "--format", "json").stdout)["turns"][1]
    assert (static["basis"], static["win"], static["win_lost"], static["tied"]) == ("equity", None, None, False)
    assert turn["luck"] != static["luck"]


# whoever does the work


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nowhere", "--cluster 'nowhere': expected an address like tcp://host:8786"),
        ("tcp://127.0.0.1:1", "--cluster tcp://127.0.0.1:1: no scheduler answers: "),
        ("ftp://127.0.0.1:8786", "--cluster 'ftp://127.0.0.1:8786': expected an address like tcp://host:8786"),
        ("tcp://127.0.0.1:99999", "--cluster tcp://127.0.0.1:99999: no scheduler answers: "),
    ],
)
def test_a_cluster_that_is_not_there(address: str, message: str) -> None:
    result = run("game", "review", GAME, "--cluster", address)
    assert (result.exit_code, message in result.stderr, result.stdout) == (2, True, "")


def ended(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait(30)


def dask(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment()
    )


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a Dask scheduler on loopback, and its two workers."""
    pytest.importorskip("distributed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    started = [dask("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")]
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.2)
        started += [dask("worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny") for _ in range(2)]
        yield address, started[1:]
    finally:
        for process in started:
            ended(process)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_one_process_two_and_a_cluster_that_loses_a_worker_say_the_same(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, work = cluster
    names = []
    for number in range(8):
        path = tmp_path / f"{number}.gcg"
        path.write_text(TWO_TURNS.replace("Bob", f"Bob{number}"), encoding="utf-8")
        names.append(str(path))
    call = ("game", "review", *names, "--deep", "--iterations", "60", "--format", "json")
    alone = run(*call)
    assert (alone.exit_code, len(json.loads(alone.stdout)["games"])) == (0, 8)
    two = run(*call, "--jobs", "2")
    assert (two.exit_code, two.stdout, two.stderr) == (0, alone.stdout, alone.stderr)
    with subprocess.Popen(
        [sys.executable, "-m", "scrabblecli", *call, "--cluster", address], cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        time.sleep(3)
        os.kill(work[0].pid, signal.SIGKILL)
        stdout, stderr = process.communicate(timeout=300)
    assert (process.returncode, stdout.decode(), stderr.decode()) == (0, alone.stdout, alone.stderr)


def test_training_on_a_cluster_learns_the_same(cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path) -> None:
    address, _ = cluster
    small = tmp_path / "small.txt"
    small.write_text("AT\nTA\nTAT\nEAT\nATE\nTEA\nSEA\nSEAT\nEATS\nTEAS\nREST\nRATES\n", encoding="utf-8")
    call = ("leaves", "train", "--lexicon", str(small), "--generations", "60,40", "--set", "rack_size=3")
    files = [tmp_path / name for name in ("here.leaves", "there.leaves")]
    for file, more in zip(files, ((), ("--cluster", address)), strict=True):
        result = run(*call, "--output", str(file), *more)
        assert result.exit_code == 0, result.stderr
    assert files[0].read_bytes() == files[1].read_bytes()


# what the opponent is thought to hold


def spread_of(enable: Lexicon, plan: Plan) -> list[float]:
    rules = load_rules()
    leaves = find_leaves(rules, enable)
    generator = MoveGenerator(rules, enable, valuation(rules, leaves))
    board, rack = board_of(VAULT), Rack.parse("ABENRST", rules.tiles)
    moves = list(rank_moves(generator, board, rack, True, True).moves)[:1]
    return [found.mean for found in Simulation(Table(rules, enable, leaves), board, rack, moves, plan).run()]


def test_one_guess_is_as_good_as_knowledge(enable: Lexicon) -> None:
    """A whole rack that is certain leaves the same to chance as a rack that is known: only the order of the draws."""
    whole = Rack.parse("QVCUIIW", load_rules().tiles)
    known = spread_of(enable, Plan(iterations=400, known=whole))
    guessed = spread_of(enable, Plan(iterations=400, guesses=((whole, 1.0),)))
    blind = spread_of(enable, Plan(iterations=400))
    assert guessed[0] == pytest.approx(known[0], abs=3)
    assert guessed[0] > blind[0] + 8


def test_guesses_are_drawn_as_likely_as_they_are(enable: Lexicon) -> None:
    good, bad = (Rack.parse(text, load_rules().tiles) for text in ("?SERIAT", "QVCUIIW"))
    ends = [spread_of(enable, Plan(iterations=400, guesses=((held, 1.0),)))[0] for held in (good, bad)]
    mixed = spread_of(enable, Plan(iterations=1000, guesses=((good, 0.25), (bad, 0.75))))[0]
    assert mixed == pytest.approx(0.25 * ends[0] + 0.75 * ends[1], abs=4)


def test_guesses_that_cannot_be_are_refused(enable: Lexicon) -> None:
    with pytest.raises(DataError, match="can hold none of the sets"):
        spread_of(enable, Plan(guesses=((Rack.parse("QQ", load_rules().tiles), 1.0),)))


# with one to three tiles in the bag


def test_every_case_is_worked_out_with_few_tiles_in_the_bag() -> None:
    """Of small positions, that of each is proven at once; what a move loses is what the solver says of both."""
    graded = 0
    for number in range(12):
        game = random_preendgame(Random(number), ENDINGS["tournament"])
        rules, rack = game.rules, Rack(game.racks[0])
        lexicon = lexicon_of(rules.tiles.alphabet, game.words)
        leaves = find_leaves(rules, lexicon)
        generator = MoveGenerator(rules, lexicon, valuation(rules, leaves))
        position = Position(game.board, rules, (rack, None), game.scores, game.scoreless, None)
        grader = Grader(generator, game.board, rack)
        judge = DeepJudge(Deep(50), None)
        worst = grader.best(50)[-1]
        verdict = grader.verdict(worst.move, worst.score)
        found = judge.solve(position, rack, lexicon, generator, leaves, [grader.listed(worst.move)])
        if found is None:
            continue
        judged = found.judged(verdict, grader)
        if judged.basis != "preendgame":
            continue
        outcome = judged.preendgame
        assert outcome is not None
        start = Preendgame(rules, game.board, rack, game.scores, game.scoreless, game.scoreless > 0)
        solved = Preendgames(rules, lexicon).solve(start, list(rank_moves(generator, game.board, rack, True, True).moves), 0)
        shares = {move.ranked.move: move.share for move in solved.moves}
        assert outcome.share_lost == pytest.approx(shares[solved.moves[0].ranked.move] - shares[worst.move])
        if outcome.share_lost > 0.07:
            assert judged.grade == "large"
        assert found.best(1)[0].move == solved.moves[0].ranked.move
        sentences = list(ahead_sentences(judged, rules.tiles.alphabet))
        assert "proven" in sentences[0]
        graded += 1
    assert graded > 5


def test_a_deep_review_goes_by_the_turn_before(tmp_path: Path) -> None:
    """What the opponent kept after the first turn is inferred, which changes the figures of the second."""
    path = tmp_path / "short.gcg"
    path.write_text(TWO_TURNS, encoding="utf-8")
    reviewed = json.loads(run("game", "review", str(path), *DEEP, "--format", "json").stdout)["turns"][1]
    alone = json.loads(run("analyze", str(path), "--turn", "2", *DEEP, "--format", "json").stdout)["simulation"]
    assert reviewed["win"] != alone["win"]
    assert reviewed["win"] == pytest.approx(alone["win"], abs=0.15)
