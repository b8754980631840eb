"""Endgames: a brute-force reference, shared positions, lines that can be played, limits of time and memory, the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scrabblecli import endings
from scrabblecli.analysis import endgame_kernels as solving
from scrabblecli.analysis.endgame import Endgames
from scrabblecli.analysis.endgame_results import EndgameMove, Solved
from scrabblecli.analysis.endgame_rules import Ended, EndgameState, endgame_rack, scoreless_rule
from scrabblecli.engine import endgame as source
from scrabblecli.errors import DataError, SettingError
from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.formats.position import RuleChoice
from scrabblecli.lexicon import Lexicon
from scrabblecli.move import Pass, Play, format_move
from scrabblecli.report.endgame import Endgame, line_sentences, line_text
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.scoring import score_play
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import Rack
from tests.endgame_games import ENDINGS, BruteForce, SmallEndgame, random_endgame
from tests.helpers import ROOT, cgp, run, table
from tests.small_games import lexicon_of

POSITIONS = Path(__file__).parent / "positions" / "endgames.jsonl"
SHARED = [json.loads(line) for line in POSITIONS.read_text(encoding="utf-8").splitlines()]
PLACES = 1 << 10
SOLVED = 300
MOST = 70
"""Positions that a brute-force search may see before the endgame is left out."""


# against brute force


@cache
def small_endgames() -> list[tuple[int, SmallEndgame, Mapping[tuple[str, str] | None, int]]]:
    """Three hundred small endgames, each way of ending in turn, with the final spread of every move."""
    found: list[tuple[int, SmallEndgame, Mapping[tuple[str, str] | None, int]]] = []
    number = 0
    while len(found) < SOLVED:
        name = list(ENDINGS)[number % len(ENDINGS)]
        game = random_endgame(Random(number), ENDINGS[name], word_order="any" if number % 10 == 7 else "fixed")
        if not endings.reached_target(game.scores, game.rules):
            with suppress(OverflowError):
                found.append((number, game, BruteForce(game, MOST).values()))
        number += 1
    return found


def state_of(game: SmallEndgame) -> EndgameState:
    racks = (Rack(game.racks[0]), Rack(game.racks[1]))
    return EndgameState(game.rules, game.board, racks, game.scores, game.scoreless, game.scoreless > 0)


def solver_of(game: SmallEndgame, threads: int = 1) -> Endgames:
    return Endgames(game.rules, lexicon_of(game.rules.tiles.alphabet, game.words), threads, PLACES)


def key_of(move: EndgameMove, rules: RuleSet) -> tuple[str, str] | None:
    if isinstance(move.ranked.move, Pass):
        return None
    square, _, tiles = format_move(move.ranked.move, rules.tiles.alphabet).partition(" ")
    return square, tiles


def replayed(state: EndgameState, move: EndgameMove) -> Ended:
    """Play a line by the rules of scoring and of endings, which is all that happens here."""
    assert move.line is not None
    assert move.line.steps[0].move == move.ranked.move
    board, rules = state.board, state.rules
    racks, scores = list(state.racks), list(state.scores)
    scoreless, passed = state.scoreless, state.passed
    for number, step in enumerate(move.line.steps, start=1):
        player = step.player
        assert player == (number - 1) % 2
        is_last = number == len(move.line.steps)
        if isinstance(step.move, Play):
            assert score_play(board, step.move, rules).score == step.score
            left = racks[player].without(code & 0x3F if code < 0x40 else 0 for _, code in step.move.new_tiles())
            assert left is not None
            racks[player] = left
            board = board.after(step.move)
            turn = endings.Turn.PLAY
        else:
            assert step.score == 0
            turn = endings.Turn.PASS
        scores[player] += step.score
        scoreless = scoreless + 1 if endings.counts_as_scoreless(turn, step.score, rules) else 0
        target = step.score > 0 and endings.reached_target(scores, rules)
        out = not len(racks[player])
        blocked = endings.is_blocked(scoreless, scores, rules)
        never = rules.scoreless_limit == 0 or not (rules.settings["scoreless_at_start"] or any(scores))
        passes = never and passed and turn is endings.Turn.PASS
        assert (target or out or blocked or passes) == is_last
        passed = turn is endings.Turn.PASS
        if is_last:
            leftovers = [endings.leftover_points(rack, rules.tiles) for rack in racks]
            changes = (0, 0) if target else endings.adjustments(leftovers, player if out else None, rules)
            final = tuple(score + change for score, change in zip(scores, changes, strict=True))
            how = "target" if target else "out" if out else "blocked" if blocked else "passes"
            return Ended(how, player if how in ("out", "target") else None, tuple(leftovers), tuple(changes), final)
    raise AssertionError("a line without moves")


def check(game: SmallEndgame, values: Mapping[tuple[str, str] | None, int], top: int, threads: int = 1) -> Solved:
    """Solve a small endgame and compare it with brute force."""
    state = state_of(game)
    solved = solver_of(game, threads).solve(state, top)
    assert solved.proven
    assert solved.stopped is None
    assert solved.moves[0].spread == max(values.values())
    assert {key_of(move, game.rules) for move in solved.moves} == set(values)
    ranking = sorted(values.values(), reverse=True)
    for place, move in enumerate(solved.moves):
        value = values[key_of(move, game.rules)]
        assert move.least is None or move.least <= value
        assert move.most is None or move.most >= value
        if place < (top or len(values)):
            assert move.proven
            assert move.spread == value == ranking[place]
            ended = replayed(state, move)
            assert move.line is not None
            assert ended == move.line.ended
            assert ended.scores[0] - ended.scores[1] == value
    return solved


@pytest.mark.usefixtures("compiled")
def test_small_endgames_are_solved_as_by_brute_force() -> None:
    ends, passes = set(), 0
    for number, game, values in small_endgames():
        try:
            solved = check(game, values, top=(1, 0, 3)[number % 3])
        except AssertionError as error:
            raise AssertionError(f"endgame {number}\n{game.describe()}\n{values}") from error
        for move in solved.moves:
            if move.line is not None:
                ends.add(move.line.ended.how)
                passes += any(isinstance(step.move, Pass) for step in move.line.steps)
    # what would not be tested if it did not happen
    assert ends == {"out", "blocked", "passes", "target"}
    assert passes > 100
    assert any(scoreless_rule(state_of(game)).zero_counts for _, game, _ in small_endgames())


@pytest.mark.usefixtures("uncompiled")
def test_the_uncompiled_kernel_solves_the_same() -> None:
    for number, game, values in small_endgames()[::12]:
        check(game, values, top=number % 2)


@pytest.mark.usefixtures("uncompiled")
def test_plays_may_be_forgotten_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """With next to no room for plays they are found again and again, and nothing else changes."""
    monkeypatch.setattr(source, "MOST_PLAYS", 8)
    monkeypatch.setattr(source, "LISTS", 64)
    forgotten = 0
    games = small_endgames()[5::12]
    for _, game, values in games:
        solver = solver_of(game)
        solved = solver.solve(state_of(game), 0)
        # once for the position itself
        forgotten += solver._kernels[0].generation - 1  # type: ignore[attr-defined]
        assert {key_of(move, game.rules): move.spread for move in solved.moves} == values
    assert forgotten > len(games)


@pytest.mark.usefixtures("compiled")
def test_a_solver_is_used_again() -> None:
    """Nothing of one position stays for the next: the same one with other scoreless turns, and the one after a move."""
    checked = 0
    for _, game, values in small_endgames()[:150]:
        if not game.rules.scoreless_limit > 1:
            continue
        solver = solver_of(game)
        state = state_of(game)
        for scoreless in (0, game.rules.scoreless_limit - 1, game.scoreless):
            other = state._replace(scoreless=scoreless, passed=scoreless > 0)
            fresh = solver_of(game).solve(other)
            assert solver.solve(other).moves[0] == fresh.moves[0]
        assert solver.solve(state).moves[0].spread == max(values.values())
        line = solver.solve(state).moves[0].line
        assert line is not None
        after, ended = state.after(line.steps[0].move, line.steps[0].score)
        if ended is None:
            turned = after._replace(racks=after.racks[::-1], scores=after.scores[::-1], on_turn=0)
            assert solver.solve(turned).moves[0].spread == -max(values.values())
            checked += 1
    assert checked > 20


def test_two_threads_find_the_same(compiled: None) -> None:
    for _, game, _ in small_endgames()[::5]:
        one, two = (solver_of(game, threads).solve(state_of(game), 3) for threads in (1, 2))
        assert [(move.ranked.move, move.spread, move.line) for move in one.moves[:3]] == [
            (move.ranked.move, move.spread, move.line) for move in two.moves[:3]
        ]


def test_a_wanted_move_is_solved_too(compiled: None) -> None:
    for _, game, values in small_endgames()[::20]:
        solver = solver_of(game)
        state = state_of(game)
        last = solver.solve(state).moves[-1].ranked.move
        solved = solver.solve(state, 1, wanted=[last])
        found = next(move for move in solved.moves if move.ranked.move == last)
        assert found.proven
        assert found.spread == values[key_of(found, game.rules)]
        assert found.line is not None
    with pytest.raises(ValueError, match="is not possible"):
        solver.solve(state, wanted=[Play(Square(0, 0), Direction.ACROSS, b"\x01" * 30)])


# positions of real size


def shared_state(case: Mapping[str, Any], rules: RuleSet) -> EndgameState:
    position = parse_cgp(case["cgp"], "a case", 0, RuleChoice("tournament"))
    assert position.rack is not None
    other = endgame_rack(position.board, position.rack, rules, position.racks[1])
    return EndgameState(rules, position.board, (position.rack, other), (position.scores[0], position.scores[1]))


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("case", SHARED, ids=lambda case: case["id"])
def test_positions_of_another_solver(case: Mapping[str, Any], tournament: RuleSet, enable: Lexicon) -> None:
    """Their best spread, proven, and a line that can be played and comes to it; with two threads the very same."""
    state = shared_state(case, tournament)
    solved = Endgames(tournament, enable).solve(state)
    best = solved.moves[0]
    assert (best.spread, best.proven, solved.proven) == (case["optimal_spread"], True, True)
    ended = replayed(state, best)
    assert ended.scores[0] - ended.scores[1] == case["optimal_spread"]
    if case["reference_seconds"] < 5:
        assert Endgames(tournament, enable, 2).solve(state).moves[0] == best


@pytest.mark.usefixtures("compiled")
def test_out_of_time(tournament: RuleSet, enable: Lexicon) -> None:
    state = shared_state(SHARED[0], tournament)
    solved = Endgames(tournament, enable).solve(state, seconds=0)
    assert (solved.proven, solved.stopped) == (False, "time")
    best = solved.moves[0]
    assert not best.proven
    assert best.line is not None
    assert replayed(state, best) == best.line.ended
    for move in solved.moves:
        assert move.least is None or move.ranked.move != best.ranked.move or move.least <= SHARED[0]["optimal_spread"]


@pytest.mark.usefixtures("compiled")
def test_bounds_hold_when_the_time_is_short(tournament: RuleSet, enable: Lexicon) -> None:
    """Of a position whose values are all known, whatever a search that is cut short says of bounds is true."""
    case = next(case for case in SHARED if case["id"] == "std-0241")
    state = shared_state(case, tournament)
    known = {move.ranked.move: move.spread for move in Endgames(tournament, enable).solve(state, 0).moves}
    for seconds in (0.001, 0.004, 0.01, 0.02, 0.05):
        found = Endgames(tournament, enable).solve(state, seconds=seconds).moves
        assert {move.ranked.move for move in found} <= set(known)
        assert found
        for move in found:
            value = known[move.ranked.move]
            assert move.least is None or move.least <= value
            assert move.most is None or value <= move.most
            assert not move.proven or move.spread == value


@pytest.mark.usefixtures("compiled")
def test_interrupted(tournament: RuleSet, enable: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_arguments: object, **_named: object) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(solving, "wait", interrupted)
    solved = Endgames(tournament, enable).solve(shared_state(SHARED[0], tournament))
    assert (solved.proven, solved.stopped) == (False, "interrupt")


# what cannot be solved


def test_rules_that_cannot_be_solved(tournament: RuleSet, enable: Lexicon) -> None:
    with pytest.raises(SettingError, match="players = 3: endgames are solved for two players"):
        Endgames(tournament.with_settings({"players": 3}), enable)
    with pytest.raises(SettingError, match=r"targets = \[90\]: endgames are solved where both players have the same target"):
        Endgames(tournament.with_settings({"targets": [90]}), enable)
    Endgames(tournament.with_settings({"targets": [90, 90], "end_score": 200}), enable, places=PLACES)


def test_a_game_that_is_over(tournament: RuleSet, enable: Lexicon) -> None:
    state = shared_state(SHARED[0], tournament)
    with pytest.raises(DataError, match="the game is over: a player has no tiles left"):
        Endgames(tournament, enable, places=PLACES).solve(state._replace(racks=(state.racks[0], Rack())))
    with pytest.raises(ValueError, match="expected that player on turn"):
        Endgames(tournament, enable, places=PLACES).solve(state._replace(on_turn=1))
    rules = tournament.with_settings({"end_score": 100})
    with pytest.raises(DataError, match="the game is over: a target is reached"):
        Endgames(rules, enable, places=PLACES).solve(state._replace(rules=rules, scores=(3, 100)))


# as it is told


@pytest.mark.usefixtures("compiled")
def test_lines_as_they_are_read() -> None:
    """Every way to end is told, and what the leftovers do."""
    texts = {}
    for _, game, _ in small_endgames()[:120]:
        state = state_of(game)
        solved = solver_of(game).solve(state)
        line = solved.moves[0].line
        assert line is not None
        report = Endgame.of(state, solved)
        text, sentences = line_text(report.state, line), line_sentences(report, line)
        mine, theirs = line.ended.scores
        assert f"final {mine}-{theirs}" in text
        assert sentences[-1].startswith(f"Final {mine}-{theirs}, ")
        before, other = line.ended.before
        assert ("a tie" in text) == (mine == theirs and before == other)
        assert ("by the higher score before the leftovers" in text) == (mine == theirs and before != other)
        assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in (text, *sentences))
        texts[line.ended.how] = text
    assert "go out with" in texts["out"]
    assert "the scoreless turns end the game" in texts["blocked"]
    assert "left there" in texts["passes"]
    assert "reached the target" in texts["target"]


CASE = next(case for case in SHARED if case["id"] == "std-0241")
SCHEMA = json.loads((ROOT / "docs" / "schema" / "solve.schema.json").read_text(encoding="utf-8"))


def solve(*options: str, stdin: str = CASE["cgp"]) -> Any:
    limit = () if "--time" in options else ("--time", "0")
    return run("solve", "-", "--by", "endgame", *limit, *options, stdin=stdin)


def test_the_table_for_scripts() -> None:
    result = solve("--top", "3", "--format", "tsv")
    assert result.exit_code == 0
    rows = table(result.stdout)
    assert [(row["rank"], row["move"], row["score"], row["final_spread"], row["proven"]) for row in rows] == [
        ("1", "A5 URARI", "19", "17", "true"),
        ("2", "B12 ..RR", "16", "11", "true"),
        ("3", "H10 VIR.U", "9", "9", "true"),
    ]
    # an equity is told beside the final spread, to the hundredth
    assert all(re.fullmatch(r"-?[0-9]+\.[0-9]{2}", row["equity"]) for row in rows)
    chosen = table(solve("--top", "1", "--format", "tsv", "--fields", "move,least,most").stdout)
    assert chosen == [{"move": "A5 URARI", "least": "17", "most": "17"}]


def test_fields_of_an_endgame_are_empty_elsewhere() -> None:
    result = run("solve", "-", "--top", "1", "--format", "tsv", "--fields", "move,final_spread,proven", stdin=CASE["cgp"])
    assert table(result.stdout)[0] | {"move": ""} == {"move": "", "final_spread": "", "proven": ""}


def test_json() -> None:
    data = json.loads(solve("--top", "2", "--format", "json").stdout)
    Draft202012Validator(SCHEMA).validate(data)
    assert data["endgame"] == {"proven": True, "opponent_rack": "KTTU", "scores": [0, 0], "stopped": None}
    best = data["moves"][0]
    assert (best["move"], best["final_spread"], best["proven"], best["least"], best["most"]) == ("A5 URARI", 17, True, 17, 17)
    assert best["line"] == [
        {"player": 1, "move": "A5 URARI", "score": 19},
        {"player": 2, "move": "9E K..", "score": 14},
        {"player": 1, "move": "1M V..", "score": 6},
    ]
    assert best["final_scores"] == [31, 14]
    for line in solve("--format", "jsonl", "--time", "0.001", stdin=SHARED[0]["cgp"]).stdout.splitlines():
        Draft202012Validator(SCHEMA).validate(json.loads(line))


def test_text() -> None:
    lines = solve("--top", "1", "--format", "text").stdout.splitlines()
    assert lines[2] == "Rank 1. Column A from 5: U R A R I. 19 points. Final spread +17. Keeps V."
    assert lines[3:] == [
        "The best moves to the end:",
        "You: Column A from 5: U R A R I, 19 points.",
        "They: Row 9 from E: K, E X on the board, 14 points.",
        "You: Row 1 from M: V, I S on the board, 6 points.",
        "You go out and gain 6 for TTU.",
        "Final 31-14, you win by 17.",
    ]


def test_the_table_on_a_terminal() -> None:
    result = solve("--top", "2", "--format", "table", "--color", "never", "--explain", "0")
    assert "Final" in result.stdout
    assert "+17" in result.stdout
    told = " ".join(result.stdout.split("Best moves to the end")[1].split())
    assert told == (
        "You A5 URARI 19, they 9E K(EX) 14, you go out with 1M V(IS) 6 and gain 6 for TTU: final 31-14, you win by 17."
    )


def test_filters_and_the_pass() -> None:
    rows = table(solve("--word", "U*", "--top", "2", "--format", "tsv").stdout)
    assert [(row["move"], row["proven"]) for row in rows] == [("A5 URARI", "true"), ("3I URI.", "true")]
    every = table(solve("--top", "0", "--format", "tsv").stdout)
    assert sum(row["move"] == "pass" for row in every) == 1
    assert not [row for row in table(solve("--top", "0", "--no-exchanges", "--format", "tsv").stdout) if row["move"] == "pass"]
    assert [int(row["final_spread"]) for row in every] == sorted((int(row["final_spread"]) for row in every), reverse=True)


def test_out_of_time_on_the_command_line() -> None:
    result = solve("--time", "0.001", "--format", "tsv", "--top", "1", stdin=SHARED[0]["cgp"])
    assert result.exit_code == 0
    assert table(result.stdout)[0]["proven"] == "false"
    assert "note: the time is over" in result.stderr
    assert "the best moves so far, not proven; --time gives it longer" in result.stderr


@pytest.mark.parametrize(
    ("options", "stdin", "message"),
    [
        (
            ["--rack", "AEINRST"],
            cgp(),
            "86 tiles in the bag: an endgame is solved when the bag is empty (expected 7 unseen or fewer)",
        ),
        (["--opponent-rack", "KTTT"], CASE["cgp"], "the opponent's rack KTTT is not what is unseen: expected KTTU"),
        (["--opponent-rack", "K1"], CASE["cgp"], "--opponent-rack 'K1': '1' (tile 2) is no tile of the english set"),
        (["--set", "players=4"], CASE["cgp"], "players = 4: endgames are solved for two players"),
        (["--time", "-1"], CASE["cgp"], "--time"),
        (["--threads", "0"], CASE["cgp"], "--threads"),
        ([], CASE["cgp"].replace("AIRRUV/KTTU", "AIRRUV/KTTA"), "the opponent's rack AKTT is not what is unseen: expected KTTU"),
    ],
)
def test_what_cannot_be_solved_on_the_command_line(options: list[str], stdin: str, message: str) -> None:
    result = solve(*options, stdin=stdin)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_its_options_are_for_endgames() -> None:
    for option, value in (("--time", "1"), ("--threads", "1"), ("--opponent-rack", "A")):
        result = run("solve", "-", option, value, stdin=CASE["cgp"])
        assert result.exit_code == 2
        assert "--time, --threads and --opponent-rack are for --by endgame" in result.stderr


def test_three_rule_sets_of_the_real_game(enable: Lexicon, compiled: None) -> None:
    """The leftovers of each rule set decide; the lines are played by its own rules."""
    position = parse_cgp(CASE["cgp"], "a case", 0, RuleChoice("tournament"))
    assert position.rack is not None
    spreads = {}
    for name in ("tournament", "hasbro-2003", "hasbro-2021"):
        rules = load_rules(name)
        other = endgame_rack(position.board, position.rack, rules)
        state = EndgameState(rules, position.board, (position.rack, other), (200, 190))
        best = Endgames(rules, enable).solve(state).moves[0]
        ended = replayed(state, best)
        spreads[name] = ended.scores[0] - ended.scores[1]
        assert spreads[name] == best.spread
    assert spreads == {"tournament": 27, "hasbro-2003": 27, "hasbro-2021": 27}
