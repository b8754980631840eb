"""``analyze``: ranks, what was lost, grades, reasons, phonies, exchanges, several moves, the formats."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.analyze_cases import CASES, MAGNET, OUT, SEVEN, VAULT, AnalyzeCase
from tests.helpers import EMPTY, TEAZELING, cgp, golden, run, table

DIFFERENCES = {"points", "leave", "tempo", "opening", "ending", "pass", "turn_lost", "play_out"}


def analyzed(board: str, rack: str, *moves: str, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The JSON objects of some moves."""
    typed = [word for move in moves for word in ("--move", move)]
    stdin = board if board.endswith("\n") else f"{board} / 0/0 0\n"
    result = run("analyze", "-", "--rack", rack, *typed, "--format", "jsonl", *options, stdin=stdin)
    assert result.exit_code in (0, 1), result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def one(board: str, rack: str, move: str, *options: str) -> dict[str, Any]:
    (found,) = analyzed(board, rack, move, options=options)
    return found


def codes(analysis: dict[str, Any]) -> list[str]:
    return [reason["code"] for reason in analysis["reasons"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_analyses_that_were_read(case: AnalyzeCase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    moves = [word for move in case.moves for word in ("--move", move)]
    arguments = ("analyze", "-", "--rack", case.rack, *moves, *case.options, "--format", "table")
    golden(f"analyze-{case.name}.txt", run(*arguments, stdin=f"{case.board} / 0/0 0\n").stdout)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_was_lost_is_what_the_reasons_say(case: AnalyzeCase) -> None:
    """The terms add up to the equity, the differences to the equity lost, and grades follow from it."""
    for analysis in analyzed(case.board, case.rack, *case.moves, options=case.options):
        if analysis["grade"] is None:
            assert analysis["reasons"]
            continue
        played, best = analysis["played"], analysis["best"]
        assert sum(played["terms"].values()) == pytest.approx(played["equity"], abs=1e-9)
        phony = analysis["phony"]
        lost = best["equity"] - (phony["equity_off"] if phony else played["equity"])
        assert analysis["equity_lost"] == pytest.approx(lost, abs=1e-9)
        if phony:
            assert phony["lost_on"] == pytest.approx(best["equity"] - played["equity"], abs=1e-9)
        if lost > 0:
            told = sum(reason["numbers"]["difference"] for reason in analysis["reasons"] if reason["code"] in DIFFERENCES)
            assert told == pytest.approx(lost, abs=1e-9)
        if not phony:
            limits = {"best": (0, 0), "excellent": (0, 1), "small": (1, 7), "medium": (7, 15), "large": (15, 10**6)}
            low, high = limits[analysis["grade"]]
            assert low <= analysis["equity_lost"] <= high
        assert analysis["moves"][0]["move"] == best["move"]


def test_ranks_are_those_of_solve() -> None:
    stdin = f"{MAGNET} / 0/0 0\n"
    by = {
        order: table(run("solve", "-", "--rack", "ABEKNST", "--by", order, "--exchanges", "--top", "0", stdin=stdin).stdout)
        for order in ("score", "equity")
    }
    for move in ("1C EMBANK", "K5 BANK", "1C E.BANKS", "exch BK", "pass", "5C B.AK"):
        found = one(MAGNET, "ABEKNST", move)
        written = found["played"]["move"]
        places = {order: [row["move"] for row in rows].index(written) + 1 for order, rows in by.items()}
        assert (found["rank"], found["equity_rank"]) == (places["score"], places["equity"])
        assert found["count"] == 1289
        row = by["score"][found["rank"] - 1]
        assert (str(found["played"]["score"]), f"{found['played']['equity']:.2f}") == (row["score"], row["equity"])
        assert found["points_lost"] == int(by["score"][0]["score"]) - found["played"]["score"]


def test_one_play_typed_in_both_directions_is_one_play() -> None:
    board = cgp(rows={8: "7AT6", 9: "7X7"})
    for move in ("I8 TI", "9H XI"):
        found = one(board, "I", move)
        assert (found["played"]["move"], found["rank"], found["count"], found["grade"]) == ("9H .I", 1, 2, "best")


def test_mirrored_openings_are_ranked_as_their_twins() -> None:
    across, down = one(EMPTY, "AEINQRU", "8D QUIRE"), one(EMPTY, "AEINQRU", "H4 QUIRE")
    assert (across["rank"], across["equity_lost"]) == (down["rank"], down["equity_lost"])
    assert down["played"]["score"] == 48


def test_an_exchange_beats_passing_and_every_play() -> None:
    exchange, passed = analyzed(EMPTY, "FFGKMVW", "exch FFGKVW", "pass")
    assert (exchange["grade"], exchange["best"]["kind"], exchange["count"]) == ("best", "exchange", 0)
    assert (passed["grade"], passed["equity_rank"]) == ("large", 96)


def test_going_out_beats_the_higher_score() -> None:
    out, more = analyzed(OUT, "IO", "G10 OIL", "10D BIO")
    assert (out["grade"], out["played"]["score"]) == ("best", 5)
    assert (more["grade"], more["played"]["score"]) == ("medium", 7)
    assert codes(more) == ["points", "play_out"]
    assert codes(out) == ["ends_better"]
    assert (more["basis"], more["equity_lost"], more["equity_rank"]) == ("endgame", 12, 3)
    outcome = more["endgame"]
    assert (outcome["final_spread"], outcome["best_final_spread"], outcome["opponent_rack"]) == (-1, 11, "ELU")
    assert outcome["best_line"] == [{"player": 1, "move": "G10 OI.", "score": 5}]
    assert [step["player"] for step in outcome["line"]] == [1, 2]
    assert outcome["result_changed"] is None  # nobody says what the scores are


def test_giving_away_a_win_is_a_large_mistake() -> None:
    """21 points lost are large anyway; with one point to lose the same game is won by both moves."""
    position = f"{OUT} IO/ 400/398 0\n"
    (passed,) = analyzed(position, "IO", "pass")
    assert passed["endgame"]["result_changed"] == {"best": "win", "played": "loss"}
    assert "result" in codes(passed)
    # 12 points would be a medium mistake, and here it takes the win away
    (less,) = analyzed(f"{OUT} IO/ 300/300 0\n", "IO", "10D BIO")
    assert (less["equity_lost"], less["grade"], less["endgame"]["result_changed"]) == (
        12,
        "large",
        {"best": "win", "played": "loss"},
    )
    (ahead,) = analyzed(f"{OUT} IO/ 400/300 0\n", "IO", "10D BIO")
    assert (ahead["equity_lost"], ahead["grade"], ahead["endgame"]["result_changed"]) == (12, "medium", None)


def test_without_time_equity_decides() -> None:
    board = cgp_of("empty-bag-slow")
    arguments = ("analyze", "-", "--rack", "EEILNRT", "--move", "9M LET", "--time", "0.0001", "--format", "json")
    result = run(*arguments, stdin=board)
    document = json.loads(result.stdout)
    assert (document["basis"], document["endgame"]) == ("equity", None)
    assert "note: how the game ends is not proven in that time, so equity decides; --time gives it longer" in result.stderr


def cgp_of(name: str) -> str:
    """The position of one of the cases."""
    return f"{next(case.board for case in CASES if case.name == name)} / 0/0 0\n"


def test_the_best_moves_of_an_endgame_are_those_of_solve() -> None:
    board = cgp_of("empty-bag-slow")
    analysis = one(board, "EEILNRT", "9M LET", "--top", "5")
    solved = json.loads(
        run("solve", "-", "--rack", "EEILNRT", "--by", "endgame", "--top", "5", "--format", "json", stdin=board).stdout
    )
    assert [move["move"] for move in analysis["moves"]] == [move["move"] for move in solved["moves"]]
    assert [move["equity"] for move in analysis["moves"]] == [move["final_spread"] for move in solved["moves"]]


def test_where_invalid_plays_are_refused_there_is_no_phony() -> None:
    arguments = ("--rack", "ABEKNST", "--move", "1C EMBANKTS", "--set", "challenge=void", "--format", "json")
    result = run("analyze", "-", *arguments, stdin=f"{MAGNET} / 0/0 0\n")
    document = json.loads(result.stdout)
    assert (result.exit_code, document["grade"], document["legal"], codes(document)) == (1, None, False, ["invalid_word"])


def test_a_bad_position_has_its_place_in_json() -> None:
    lines = f"{MAGNET} ABEKNST/ 0/0 0 move pass;\n{MAGNET} ABEKNST/ 0/0 0 move Z99 A;\n{MAGNET} ABEKNST/ 0/0 0 move pass;\n"
    result = run("analyze", "-", "--format", "jsonl", stdin=lines)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert [sorted(document)[0] if len(document) == 2 else document["grade"] for document in found] == ["large", "error", "large"]
    whole = json.loads(run("analyze", "-", "--format", "json", stdin=lines).stdout)["positions"]
    assert [document.get("grade") for document in whole] == ["large", None, "large"]


def test_no_hooks_are_given_by_going_out() -> None:
    """Whoever goes out leaves nobody a turn, whatever the board offers then."""
    for move in ("G10 OIL",):
        assert not {"gives_hook", "opens_premium"} & set(codes(one(OUT, "IO", move, "--time", "0.0001")))


def test_phonies_are_graded_as_such() -> None:
    found = one(VAULT, "ABENRST", "10B BANTSER")
    assert (found["grade"], found["legal"], found["rank"], found["equity_rank"]) == ("phony", False, None, None)
    phony = found["phony"]
    assert (phony["words"], phony["score"]) == (["BANTSER"], 81)
    assert phony["equity_on"] == 81.0
    assert phony["lost_on"] == pytest.approx(found["best"]["equity"] - 81.0)
    assert phony["lost_off"] > phony["lost_on"]
    assert found["equity_lost"] == phony["lost_off"]


@pytest.mark.parametrize(
    ("move", "fail_at", "status"),
    [
        ("1C EMBANK", "excellent", 0), ("1C EMBANKS", "small", 1), ("1C EMBANKS", "large", 0), ("exch BK", "large", 1),
        ("1C EMBANKTS", "large", 1), ("1C EMBANKTS", None, 0), ("exch BK", None, 0), ("1C ZZZ", None, 1),
    ],
)  # fmt: skip
def test_exit_status(move: str, fail_at: str | None, status: int) -> None:
    options = () if fail_at is None else ("--fail-at", fail_at)
    result = run("analyze", "-", "--rack", "ABEKNST", "--move", move, *options, stdin=f"{MAGNET} / 0/0 0\n")
    assert result.exit_code == status


def test_illegal_moves_get_every_reason() -> None:
    found = one(MAGNET, "ABEKNST", "1C EMBAQKZ")
    assert codes(found) == ["not_in_rack", "invalid_word"]
    assert (found["legal"], found["grade"], found["played"]) == (False, None, {"move": "1C E.BAQKZ"})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--rack", "ABEKNST"), "error: standard input, line 1: no move: give one with --move MOVE, or as the opcode move in CGP\n"),
        (("--move", "1C EMBANK"), "error: standard input, line 1: no rack: give one with --rack LETTERS, or as a line rack: LETTERS in the file\n"),
        (("--rack", "ABEKNST", "--move", "-3"), "error: move '-3': which tiles were exchanged? expected like exch AEI\n"),
        (("--rack", "ABEKNST", "--move", "Z99 A"), "'Z99'"),
        (("--rack", "ABEKNST", "--move", "1C EMBANK", "--leaves", "no.leaves"), "error: no.leaves: cannot read the leave values: "),
    ],
)  # fmt: skip
def test_what_cannot_be_judged(arguments: tuple[str, ...], message: str) -> None:
    result = run("analyze", "-", *arguments, stdin=f"{MAGNET} / 0/0 0\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_racks_of_more_than_twelve_tiles_are_not_graded() -> None:
    result = run("analyze", "-", "--rack", "B" * 13, "--set", "rack_size=13", "--move", "pass", stdin=cgp(rows={8: "7A7"}))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "a rack of 13 tiles: moves are graded for racks of 12 tiles at most" in result.stderr


def test_the_move_of_a_cgp_line() -> None:
    lines = f"{MAGNET} ABEKNST/ 0/0 0 move 1C EMBANKS;\n{MAGNET} ABEKNST/ 0/0 0 move K5 BANK;\n"
    rows = table(run("analyze", "-", stdin=lines).stdout)
    assert [(row["position"], row["move"], row["grade"]) for row in rows] == [
        ("1", "1C E.BANKS", "medium"),
        ("2", "K5 BANK", "medium"),
    ]
    assert rows[0]["reasons"] == "points,leave,tile_spent"


def test_a_bad_position_among_good_ones() -> None:
    lines = f"{MAGNET} ABEKNST/ 0/0 0 move 1C EMBANKS;\nbad / 0/0 0\n{MAGNET} ABEKNST/ 0/0 0 move pass;\n"
    result = run("analyze", "-", stdin=lines)
    assert result.exit_code == 2
    assert [row["position"] for row in table(result.stdout)] == ["1", "3"]


def test_several_moves_are_compared() -> None:
    arguments = ("analyze", "-", "--rack", "ABEKNST", "--move", "1C EMBANK", "--move", "K5 BANK")
    stdin = f"{MAGNET} / 0/0 0\n"
    rows = table(run(*arguments, stdin=stdin).stdout)
    assert [(row["move"], row["grade"]) for row in rows] == [("1C E.BANK", "best"), ("K5 BANK", "medium")]
    document = json.loads(run(*arguments, "--format", "json", stdin=stdin).stdout)
    assert [position["grade"] for position in document["positions"]] == ["best", "medium"]


def test_sentences_read_aloud() -> None:
    result = run("analyze", TEAZELING, "--rack", "AEGINTZ", "--move", "1L MAZE", "--format", "text")
    lines = result.stdout.splitlines()
    assert lines[0] == "Row 1 from L: M on the board, A Z E."
    assert lines[1].startswith("You played 1L (M)AZE for 45: rank 4 of 555 by score")
    assert lines[2] == "The best is: Row 3 from G: T E A Z, E L on the board, I N G; 92 points."
    assert "A bingo was there: 3G TEAZ(EL)ING for 92, with the 50 for it." in lines
    assert lines[-1].startswith("Verdict: large mistake, ")


def test_reasons_that_are_not_there_are_not_given() -> None:
    """Each remark disappears with what it points at."""
    assert "missed_bingo" in codes(one(VAULT, "ABENRST", "F7 BUN"))
    assert "missed_bingo" not in codes(one(VAULT, "ABENRST", "I2 BANTERS"))
    assert "tile_spent" in codes(one(MAGNET, "ABEKNST", "1C EMBANKS"))
    assert "tile_spent" not in codes(one(MAGNET, "ABEKNST", "K5 BANK"))
    assert "better_placed" in codes(one(EMPTY, "AEINQRU", "8H QUIRE"))
    assert "better_placed" not in codes(one(EMPTY, "AEINQRU", "8D QUARE"))
    assert "tempo" in codes(one(SEVEN, "BDELRUV", "L4 BLUE....."))
    assert "tempo" not in codes(one(MAGNET, "ABEKNST", "K5 BANK"))


def test_leave_values_may_be_chosen() -> None:
    found = one(MAGNET, "ABEKNST", "1C EMBANK", "--leaves", "model")
    assert found["leaves"] == "small model"
    assert one(MAGNET, "ABEKNST", "1C EMBANK")["leaves"] == "enable"


def test_ctrl_c_in_an_endgame_ends_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not finished is not graded by something else without a word."""
    from scrabblecli.analysis.endgame import Endgames

    solve = Endgames.solve
    monkeypatch.setattr(Endgames, "solve", lambda *arguments: solve(*arguments)._replace(stopped="interrupt"))
    result = run("game", "review", "tests/games/game-a.gcg", "--format", "jsonl")
    assert result.exit_code == 130
    assert "note: interrupted: 0 of 1 games reviewed" in result.stderr


def test_of_equal_totals_the_higher_score_before_the_leftovers_wins() -> None:
    """Rules: the tie goes to who had more before the adjustment."""
    from scrabblecli.analysis.endgame_results import EndgameMove, Line
    from scrabblecli.analysis.endgame_rules import Ended
    from scrabblecli.analysis.endgame_verdict import _result
    from scrabblecli.engine.movegen import RankedMove
    from scrabblecli.move import Pass

    ranked = RankedMove(1, Pass(), 0, b"")
    for changes, result in (((4, 0), "loss"), ((0, 4), "win"), ((2, 2), "tie")):
        line = Line((), Ended("out", 0, (0, 2), changes, (329, 329)))
        assert _result(EndgameMove(ranked, 0, 0, 0, line)) == result


@pytest.mark.parametrize(
    ("option", "hint"),
    [("--by", "did you mean --deep?"), ("--why", "did you mean --format text?"), ("--explain", "did you mean --format text?")],
)
def test_options_of_other_commands_are_answered(option: str, hint: str) -> None:
    result = run("analyze", "-", "--rack", "ABC", "--move", "pass", option, "sim", stdin=f"{MAGNET} / 0/0 0\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"error: No such option {option!r}; " in result.stderr
    assert hint in result.stderr
    assert "--format text" in " ".join(run("analyze", "--help").stdout.split("Options:")[0].split())
