"""``game review``: every turn graded as analyze does, players summed up, several games and processes, bad files among them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest

from tests.helpers import ROOT, environment, run, table

GAME = str(ROOT / "tests" / "games" / "game-a.gcg")
SCHEMA = json.loads((ROOT / "docs" / "schema" / "review.schema.json").read_text(encoding="utf-8"))
HEAD = "#player1 Ann Ann\n#player2 Bob Bob\n"


def written(folder: Path, lines: str, name: str = "game.gcg") -> str:
    path = folder / name
    path.write_text(HEAD + lines, encoding="utf-8")
    return str(path)


def test_turns_are_graded_as_analyze_grades_them() -> None:
    turns = table(run("game", "review", "--time", "0", GAME, "--format", "tsv").stdout)
    assert [turn["turn"] for turn in turns] == [str(number) for number in range(1, 25)]
    for number in (1, 2, 8, 14, 19, 22, 24):
        found = json.loads(run("analyze", GAME, "--turn", str(number), "--format", "json").stdout)
        turn = turns[number - 1]
        assert (turn["grade"], turn["rank"], turn["count"]) == (found["grade"], str(found["rank"]), str(found["count"]))
        assert turn["equity_lost"] == f"{found['equity_lost']:.2f}"
        assert (turn["score"], turn["points_lost"]) == (str(found["played"]["score"]), str(found["points_lost"]))


def test_players_are_summed_up() -> None:
    document = json.loads(run("game", "review", "--time", "0", GAME, "--format", "json").stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    ann, bob = document["players"]
    assert (ann["player"], ann["points"], bob["points"], ann["turns"], bob["graded"]) == ("Ann", 439, 466, 12, 12)
    for player in (ann, bob):
        turns = [turn for turn in document["turns"] if turn["player"] == player["player"]]
        assert player["average_lost"] == pytest.approx(sum(turn["equity_lost"] for turn in turns) / 12)
        index = sum({"small": 0.2, "medium": 0.5, "large": 1.0}.get(turn["grade"], 0) for turn in turns)
        assert player["mistake_index"] == pytest.approx(index)
        assert player["luck"] == pytest.approx(sum(turn["luck"] for turn in turns))
        assert player["bingos_found"] == sum(turn["bingo"] == "found" for turn in turns) == 2
    costliest = sorted(document["turns"], key=lambda turn: -turn["equity_lost"])[:3]
    assert document["mattered"] == [turn["turn"] for turn in costliest]


def test_a_rack_that_nobody_may_hold_is_not_graded(tmp_path: Path) -> None:
    path = written(tmp_path, ">Ann: AABEITWXX 8E BAWTIE +22 22\n")
    [row] = table(run("game", "review", "--no-endgames", path, "--format", "tsv").stdout)
    assert (row["grade"], row["luck"]) == ("", "")
    assert row["why_not"] == "the rack has 9 tiles, 7 at most may be held"


def test_nothing_graded_is_no_perfect_play(tmp_path: Path) -> None:
    path = written(tmp_path, ">Ann: 8E BAWTIE +22 22\n>Bob: - +0 0\n")
    shown = run("game", "review", "--no-endgames", path, "--format", "text").stdout.splitlines()
    assert shown[-2:] == ["Ann: 22 points, no turn graded.", "Bob: 0 points, no turn graded."]


def test_a_turn_a_line() -> None:
    lines = [json.loads(line) for line in run("game", "review", "--time", "0", GAME, "--format", "jsonl").stdout.splitlines()]
    assert len(lines) == 24
    for line in lines:
        jsonschema.Draft202012Validator(SCHEMA).validate(line)


def test_what_cannot_be_graded_says_why(tmp_path: Path) -> None:
    path = written(tmp_path, ">Ann: AABEITW 8E BAWTIE +22 22\n>Bob:  - +0 0\n>Ann: AEJLN K4 JEANS +36 58\n>Bob: EE -2 +0 0\n")
    rows = table(run("game", "review", "--no-endgames", path, "--format", "tsv").stdout)
    assert [row["grade"] != "" for row in rows] == [True, False, False, False]
    assert [row["why_not"] for row in rows[1:]] == [
        "the rack is not known", "the rack is not known whole", "which tiles were exchanged is not known",
    ]  # fmt: skip


def test_phonies_and_challenges(tmp_path: Path) -> None:
    lines = ">Ann: AABEITW 8E BAWTEI +22 22\n>Ann: AABEITW -- -22 0\n>Bob: AEFIRRU 8H FRAIER +20 20\n>Ann: AABEITW - +0 0\n"
    document = json.loads(run("game", "review", "--no-endgames", written(tmp_path, lines), "--format", "json").stdout)
    first, second, _ = document["turns"]
    assert (first["grade"], first["phony"], first["score"], first["challenged"]) == ("phony", "off", 0, "won")
    assert (second["grade"], second["phony"]) == ("phony", "on")
    ann, bob = document["players"]
    assert (ann["phonies"], ann["phonies_kept"], bob["phonies_kept"], bob["challenges_won"]) == (1, 0, 1, 1)


def test_folders_and_processes(tmp_path: Path) -> None:
    folder = tmp_path / "season"
    folder.mkdir()
    for number in range(3):
        (folder / f"game{number}.gcg").write_text(Path(GAME).read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "bad.gcg").write_text(HEAD + ">Ann: nonsense here\n", encoding="utf-8")
    (folder / "notes.md").write_text("no game", encoding="utf-8")
    one, two = (run("game", "review", str(folder), "--format", "jsonl", "--jobs", jobs, "--time", "0") for jobs in ("1", "2"))
    assert (one.exit_code, one.stdout, one.stderr) == (two.exit_code, two.stdout, two.stderr)
    assert one.exit_code == 2
    assert "bad.gcg, line 3: " in one.stderr
    games = {json.loads(line)["game"] for line in one.stdout.splitlines()}
    assert sorted(Path(name).name for name in games) == ["game0.gcg", "game1.gcg", "game2.gcg"]
    whole = json.loads(run("game", "review", "--no-endgames", str(folder), "--format", "json").stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(whole)
    assert len(whole["games"]) == 4


def test_tables_and_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    shown = run("game", "review", GAME, "--format", "table", "--time", "0").stdout
    assert "turn  player  rack     move            score  grade" in shown
    assert "average equity lost" in shown
    assert "\n\nTurn 22, Bob: 2B cO(O) lost " in run("game", "review", GAME, "--format", "table", "--no-endgames").stdout
    assert "\n\nTurn 21, Bob: " not in shown
    assert " lost 8.0 of the final spread. " in shown
    spoken = run("game", "review", "--no-endgames", GAME, "--format", "text").stdout.splitlines()
    assert spoken[0].startswith("Turn 1, Ann: 8E BAWTIE, 22 points. Small, ")
    assert spoken[-1].startswith("Bob: 466 points, ")


@pytest.mark.parametrize("output_format", ["table", "text", "tsv", "json"])
def test_names_cannot_act_on_a_terminal(output_format: str, tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    path.write_text("#player1 A\x1b[31m A\n#player2 B\x1b]0;x\x07 B\n>A\x1b[31m: AABEITW 8E BAWTIE +22 22\n", encoding="utf-8")
    result = run("game", "review", "--no-endgames", str(path), "--format", output_format)
    assert result.exit_code == 0
    assert not set(result.output) & set("\x1b\x07")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("none.gcg", None, "none.gcg: no such file: expected a recorded game"),
        ("board.txt", "...\n...\n", "expected GCG, or a game text"),
        ("numbers.txt", "players: Ann, Bob\nAnn: +22\nBob: +24\n", "a score sheet without moves: there is nothing to grade"),
    ],
)
def test_what_is_no_game(name: str, content: str | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_text(content, encoding="utf-8")
    result = run("game", "review", "--no-endgames", str(path))
    assert (result.exit_code, "Ann" in result.stdout) == (2, False)
    assert message in result.stderr


# What stands in the way


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("#rules nonesuch", "unknown rule set 'nonesuch'; known: "),
        ("#note x\n#set bingo_bonus=many", 'setting bingo_bonus = "many": expected a whole number from 0 to 100'),
        ("#set bingo_bonus=40\n#set nonesuch=1\n#rules wwf", "unknown setting 'nonesuch'"),
    ],
)
@pytest.mark.parametrize("command", ["review", "score", "show"])
def test_rules_that_are_unknown_are_named_with_their_line(command: str, line: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, f"{line}\n>Ann: AABEITW 8E BAWTIE +22 22\n")
    result = run("game", command, path)
    assert result.exit_code == 2
    number = 3 + line.split("\n").index(next(part for part in line.split("\n") if "nonesuch" in part or "many" in part))
    assert result.stderr.startswith(f"error: {path}, line {number}: {message}")


def test_a_rule_file_that_is_at_fault_is_named_with_who_names_it(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('parent = "tournament"\nbingo_bonus = "many"\n', encoding="utf-8")
    path = written(tmp_path, "#rules house.toml\n>Ann: AABEITW 8E BAWTIE +22 22\n")
    result = run("game", "review", "--no-endgames", path)
    assert (result.exit_code, result.stderr.startswith(f"error: {tmp_path / 'house.toml'}")) == (2, True)
    assert result.stderr.endswith(f" (named by {path}, line 3)\n")


def test_a_list_that_is_not_here_is_told(tmp_path: Path) -> None:
    one, other = (written(tmp_path, "#lexicon NWL18\n>Ann: AABEITW 8E BAWTIE +22 22\n", name) for name in ("a.gcg", "b.gcg"))
    warning = "warning: unknown word list 'NWL18' (line lexicon): enable is used, choose one with --lexicon\n"
    for command in ("review", "score"):
        assert run("game", command, one).stderr == warning
        assert run("game", command, one, "--lexicon", "enable").stderr == ""
        assert run("game", command, one, "--quiet").stderr == ""
    for jobs in ("1", "2"):
        several = run("game", "review", "--no-endgames", one, other, "--jobs", jobs)
        assert (several.exit_code, several.stderr) == (0, f"{one}: {warning}{other}: {warning}")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and links are POSIX's")
def test_what_is_no_file_in_a_folder_is_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "season"
    folder.mkdir()
    os.mkfifo(folder / "pipe.gcg")
    os.mkfifo(folder / "pipe")
    (folder / "year").symlink_to("gone")
    path = written(folder, ">Ann: AABEITW 8E BAWTIE +22 22\n")
    for jobs in ("1", "2"):
        result = run("game", "review", "--no-endgames", str(folder), path, "--jobs", jobs)
        assert (result.exit_code, len(table(result.stdout))) == (0, 2)
        assert result.stderr == (
            f"warning: {folder / 'pipe.gcg'} is passed over: it is a named pipe, no file\n"
            f"warning: {folder / 'year'} is passed over: a link whose target cannot be read: No such file or directory\n"
        )
    (folder / "gone.gcg").symlink_to("nowhere.gcg")
    for name in (folder, folder / "gone.gcg", folder / "year"):
        result = run("game", "review", "--no-endgames", str(name))
        gone = folder / "gone.gcg" if name == folder else name
        assert (result.exit_code, result.stderr.splitlines()[-1]) == (
            2,
            f"error: {gone}: no such file: expected a recorded game, or - for standard input",
        )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_standard_input_beside_files(jobs: str, tmp_path: Path) -> None:
    path = written(tmp_path, ">Ann: AABEITW 8E BAWTIE +22 22\n")
    result = run("game", "review", "--no-endgames", path, "-", "--jobs", jobs, stdin=Path(path).read_bytes())
    assert (result.exit_code, [row["game"] for row in table(result.stdout)]) == (0, [path, "-"])


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_process_that_is_killed_costs_time_and_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import multiprocessing

    from scrabblecli.cli import reviews

    if multiprocessing.get_start_method() != "fork":
        pytest.skip("other processes know nothing of what is changed here")
    names = [written(tmp_path, ">Ann: AABEITW 8E BAWTIE +22 22\n", f"{number}.gcg") for number in range(4)]
    made = reviews._reviewed
    here = os.getpid()

    def killed(session: object, work: object, name: str, text: str | None) -> object:
        if name == names[2] and os.getpid() != here:
            while not all(Path(f"{other}.done").exists() for other in names[:2]):
                time.sleep(0.05)
            time.sleep(0.5)
            os.kill(os.getpid(), signal.SIGKILL)
        done = made(session, work, name, text)  # type: ignore[arg-type, var-annotated]
        Path(f"{name}.done").touch()
        return done

    monkeypatch.setattr(reviews, "_reviewed", killed)
    result = run("game", "review", "--no-endgames", *names, "--jobs", "2", "--format", "json")
    games = [game["game"] for game in json.loads(result.stdout)["games"]]
    assert (result.exit_code, games) == (0, names)
    assert result.stderr == "note: those who worked on these games are lost; what they have not finished is done here\n"


# Ctrl-C


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("output_format", ["table", "tsv", "csv", "json", "jsonl", "text"])
def test_interrupted_reviews_keep_what_is_finished(output_format: str, jobs: str, tmp_path: Path) -> None:
    games = [written(tmp_path, ">Ann: AABEITW 8E BAWTIE +22 22\n", f"{name}.gcg") for name in "ab"]
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    long = [str(tmp_path / f"long{number}.gcg") for number in range(20)]
    for name in long:
        Path(name).write_bytes(Path(GAME).read_bytes())
    with subprocess.Popen(  # noqa: SIM117 - the pipe is opened once there is a reader
        [sys.executable, "-m", "scrabblecli", "game", "review", "--no-endgames", *games, str(pipe), *long, "--jobs", jobs, "--format", output_format],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), start_new_session=True,
    ) as process:  # fmt: skip
        # whoever can write to the pipe knows that it is read, so that the games before it are done
        with open(pipe, "wb"):
            # a signal between opening and reading would wait for a read that ends; then to the whole group, as a terminal does
            time.sleep(0.5)
            os.killpg(process.pid, signal.SIGINT)
            out, errors = (stream.decode() for stream in process.communicate(timeout=60))
    assert process.returncode == 130
    told = [line for line in errors.splitlines() if line.startswith("note: interrupted: ")]
    assert errors.splitlines()[-1:] == told
    assert "Traceback" not in errors
    done = int(told[0].split()[2])
    assert told == [f"note: interrupted: {done} of 23 games reviewed"]
    assert 2 <= done < 23
    if output_format == "json":
        document = json.loads(out)
        jsonschema.Draft202012Validator(SCHEMA).validate(document)
        names = [game["game"] for game in document["games"]]
    elif output_format == "jsonl":
        names = list(dict.fromkeys(json.loads(line)["game"] for line in out.splitlines()))
    elif output_format in ("tsv", "csv"):
        rows = table(out, "," if output_format == "csv" else "\t")
        names = list(dict.fromkeys(row["game"] for row in rows))
        assert len(rows) == 2 + 24 * (done - 2)
    else:
        names = [line for line in out.splitlines() if line in {*games, *long}]
        assert sum("8E BAWTIE" in line for line in out.splitlines()) >= done
    assert (len(names), names[:2]) == (done, games)
    if jobs == "1":
        assert done == 2


def test_what_a_fault_leaves_out_is_said(tmp_path: Path) -> None:
    first = ">Ann: AABEITW 8E BAWTIE +22 22\n>Bob: AEFIRRU 9I FRIER +24 24\n"
    for lines, left_out in (
        (">Ann: AEJLNOS 8E JEANS +40 62\n>Bob: - +0 24\n>Ann: - +0 62\n", "; turns 3 to 5 are not reviewed\n"),
        (">Ann: AEJLNOS 8E JEANS +40 62\n", "; turn 3 is not reviewed\n"),
        (">Cid: AEJLNOS 8E JEANS +40 62\n>Bob: - +0 24\n", "; the turns from turn 3 on are not reviewed\n"),
    ):
        result = run("game", "review", "--no-endgames", written(tmp_path, first + lines), "--format", "tsv")
        assert (result.exit_code, len(table(result.stdout))) == (2, 2)
        assert result.stderr.endswith(left_out)


@pytest.mark.parametrize("columns", [60, 80])
def test_costly_turns_name_the_best_and_are_wrapped(columns: int, tmp_path: Path) -> None:
    path = written(tmp_path, ">Ann: AABEITW 8G WE +10 10\n>Bob: EFIRRTT -TT +0 0\n")
    shown = run(
        "game", "review", "--no-endgames", path, "--format", "table", "--color", "never", env={"COLUMNS": str(columns)}
    ).stdout
    prose = shown[shown.index("\n\nTurn ") :]
    rows = {row["turn"]: row for row in table(run("game", "review", "--no-endgames", path, "--format", "tsv").stdout)}
    text = " ".join(prose.split())
    for number in ("1", "2"):
        assert f"Turn {number}, " in text
        assert f"Best was {rows[number]['best']}." in text
    assert all(len(line) <= columns for line in shown.splitlines())
    assert any(len(line) > columns // 2 for line in prose.splitlines())
