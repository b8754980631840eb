"""The public API says what the command line says, takes what people have at hand, and shows itself."""

from __future__ import annotations

import copy
import json
import pickle
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scrabblecli
from scrabblecli import DataError, IllegalMoveError, NotationError, SettingError
from tests.api_positions import ASKED, BOARDS, Asked
from tests.helpers import JOG, TEAZELING, run, word_list

KITCHEN = str(BOARDS / "kitchen.gcg")
ENDGAME = str(BOARDS / "endgame.txt")
PREENDGAME = str(BOARDS / "preendgame.txt")
API: Any = scrabblecli  # asked what no type checker would let pass
OPENED = "15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 / 0/0 0"
NAMED = [f"{number}-{asked.move.replace(' ', '-')}" for number, asked in enumerate(ASKED)]


def told(*arguments: str, stdin: str | None = None) -> Any:
    """What a command says in JSON; its exit status is 0 or 1."""
    result = run(*arguments, "--format", "json", "--quiet", stdin=stdin)
    assert result.exit_code in (0, 1), result.stderr
    return json.loads(result.stdout)


def as_json(data: Any) -> Any:
    """Data as a reader of JSON has it."""
    return json.loads(json.dumps(data))


def typed(asked: Asked, command: str, *arguments: str) -> Any:
    """A position asked of a command."""
    options = [*(["--rack", asked.rack] if asked.rack is not None else []), *(["--rules", asked.rules] if asked.rules else [])]
    board = asked.board if asked.is_file else "-"
    return told(command, board, *arguments, *options, stdin=None if asked.is_file else asked.board)


@pytest.mark.parametrize("by", ["score", "equity"])
@pytest.mark.parametrize("asked", ASKED, ids=NAMED)
def test_solve_is_what_the_command_says(asked: Asked, by: Any) -> None:
    moves = scrabblecli.solve(asked.board, asked.rack, by=by, top=20, rules=asked.rules)
    assert as_json(moves.data()) == typed(asked, "solve", "--by", by, "--top", "20")
    assert len(moves) == min(20, moves.matched)
    assert [as_json(move.data()) for move in moves] == as_json(moves.data())["moves"]


@pytest.mark.parametrize("asked", ASKED, ids=NAMED)
def test_score_is_what_the_command_says(asked: Asked) -> None:
    judgement = scrabblecli.score(asked.board, asked.move, asked.rack, rules=asked.rules)
    assert as_json(judgement.data()) == typed(asked, "score", asked.move)
    assert bool(judgement) is judgement.legal is (not judgement.reasons)


@pytest.mark.parametrize("asked", ASKED, ids=NAMED)
def test_analyze_is_what_the_command_says(asked: Asked) -> None:
    said = typed(asked, "analyze", "--move", asked.move)
    if said["grade"] is None:
        with pytest.raises(IllegalMoveError) as caught:
            scrabblecli.analyze(asked.board, asked.rack, asked.move, rules=asked.rules)
        assert [reason.message for reason in caught.value.reasons] == [reason["message"] for reason in said["reasons"]]
        return
    found = scrabblecli.analyze(asked.board, asked.rack, asked.move, rules=asked.rules)
    assert as_json(found.data()) == said
    assert (found.grade, found.best.text, list(found.reasons)) == (
        said["grade"],
        said["best"]["move"],
        [reason["message"] for reason in said["reasons"]],
    )


def test_looking_ahead_is_what_the_commands_say() -> None:
    by_sim = scrabblecli.solve(TEAZELING, "AEGINTZ", by="sim", iterations=20, candidates=3, seed=5, threads=1)
    options = ("--by", "sim", "--iterations", "20", "--candidates", "3", "--seed", "5", "--threads", "1")
    assert as_json(by_sim.data()) == told("solve", TEAZELING, "--rack", "AEGINTZ", *options)
    assert by_sim.best.win is not None
    assert by_sim.best.mean is not None
    by_end = scrabblecli.solve(ENDGAME, by="endgame", top=3)
    assert as_json(by_end.data()) == told("solve", ENDGAME, "--by", "endgame", "--top", "3")
    assert (by_end.best.proven, by_end.best.final_spread) == (True, by_end.data()["moves"][0]["final_spread"])
    by_cases = scrabblecli.solve(PREENDGAME, by="preendgame", iterations=5, candidates=2, seconds=0)
    assert as_json(by_cases.data()) == told(
        "solve", PREENDGAME, "--by", "preendgame", "--iterations", "5", "--candidates", "2", "--time", "0"
    )
    deep = scrabblecli.analyze(TEAZELING, "AEGINTZ", "1L MAZE", deep=True, iterations=20, threads=1)
    assert as_json(deep.data()) == told(
        "analyze", TEAZELING, "--rack", "AEGINTZ", "--move", "1L MAZE", "--deep", "--iterations", "20"
    )


def test_check_and_review_are_what_the_commands_say() -> None:
    words = ("RETAINS", "retians", "JO", "X", "ÄÖ")
    assert as_json(scrabblecli.check(*words).data()) == told("check", *words)
    assert as_json(scrabblecli.review(KITCHEN).data()) == told("game", "review", KITCHEN)
    page = run("game", "review", KITCHEN, "--format", "html", "--quiet").stdout
    assert scrabblecli.review(scrabblecli.load_game(Path(KITCHEN))).page() == page


def test_words_and_unseen_tiles_are_what_the_commands_say() -> None:
    def words(*arguments: str) -> list[str]:
        result = run("words", *arguments, "--sort", "alphabet", "--top", "0", "--format", "tsv", "--quiet", "--no-header")
        return [line.split("\t")[0] for line in result.stdout.splitlines()]

    assert scrabblecli.find_words("RETAIN?") == words("anagram", "RETAIN?")
    assert scrabblecli.find_words("RETA", subset=True, uses="T", length="3..4") == words(
        "anagram", "RETA", "--subset", "--uses", "T", "--length", "3..4"
    )
    assert scrabblecli.find_words(pattern="S..AB*", ends="ED") == words("pattern", "S..AB*", "--ends", "ED")
    assert scrabblecli.find_words(contains="QU", starts="E") == words("contains", "QU", "--starts", "E")
    said = told("unseen", TEAZELING, "--rack", "AEGINTZ")
    assert scrabblecli.unseen(TEAZELING, "AEGINTZ") == {tile["tile"]: tile["count"] for tile in said["tiles"]}


def test_moves_of_a_recorded_game_are_analyzed_by_their_turn() -> None:
    found = scrabblecli.analyze(KITCHEN, turn=8)
    assert as_json(found.data()) == told("analyze", KITCHEN, "--turn", "8")
    position = scrabblecli.load_position(KITCHEN, turn=8)
    assert scrabblecli.analyze(position).data() == found.data()


def test_what_people_have_at_hand_is_taken() -> None:
    wanted = scrabblecli.solve(TEAZELING, "AEGINTZ", top=5).data()
    text = Path(TEAZELING).read_text(encoding="utf-8")
    position = scrabblecli.load_position(Path(TEAZELING))
    rules = scrabblecli.load_rules()
    rack = scrabblecli.Rack.parse("ZTNIGEA", rules.tiles)
    cgp = scrabblecli.format_cgp(position)
    for board in (text, Path(TEAZELING), position, position.board, cgp, scrabblecli.format_text(position)):
        assert scrabblecli.solve(board, rack, top=5).data() == wanted
    assert scrabblecli.solve(position, rack, top=5, rules=rules, lexicon=scrabblecli.load_lexicon()).data() == wanted
    best = scrabblecli.solve(position, rack).best
    assert scrabblecli.score(position, best.move).score == scrabblecli.score(position, best.notation).score == best.score


def test_rules_and_word_lists_are_names_files_or_values(tmp_path: Path) -> None:
    words = word_list(tmp_path, "JOG", "JOGS")
    assert bool(scrabblecli.check("JOGS", lexicon=words))
    assert not scrabblecli.check("JOGGED", lexicon=Path(words))
    lexicon = scrabblecli.load_lexicon(words)
    assert [move.notation for move in scrabblecli.solve(JOG, "SX", lexicon=lexicon)] == ["8F (JOG)S"]
    richer = scrabblecli.load_rules().with_settings({"bingo_bonus": 35})
    assert scrabblecli.solve(JOG, "AEINRST", rules=richer).best.score == 65
    # a list is read again when its file has changed
    word_list(tmp_path, "JOG", "JOGS", "JOGGED")
    assert bool(scrabblecli.check("JOGGED", lexicon=words))
    with pytest.warns(UserWarning, match="1 word left out"):
        scrabblecli.load_lexicon(word_list(tmp_path, "JOG", "ΞΞ", name="odd.txt"))


def test_the_configuration_of_the_user_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "scrabblecli"
    folder.mkdir()
    (folder / "scrabblecli.toml").write_text('rules = "wwf"\n', encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("SCRABBLECLI_RULES", "wwf")
    assert scrabblecli.load_position(JOG).rules.name == scrabblecli.solve(JOG, "AEINRST").rules.name == "tournament"
    monkeypatch.chdir(tmp_path)
    assert scrabblecli.solve(JOG, "AEINRST").best.score == 80


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: scrabblecli.solve("no-such-board.txt", "A"), DataError, "no-such-board.txt: no such file: expected a board"),
        (lambda: scrabblecli.solve(JOG), DataError, "no rack: give one as rack, or as a line rack: LETTERS in the text"),
        (lambda: scrabblecli.solve(JOG, "ABCDEFGH"), NotationError, "rack 'ABCDEFGH' has 8 tiles"),
        (lambda: scrabblecli.solve(JOG, "A1"), NotationError, "rack 'A1': '1' (tile 2) is no tile of the english set"),
        (lambda: scrabblecli.solve(JOG, "A", by="best"), SettingError, "by='best': expected one of score, equity, sim"),  # type: ignore[arg-type]
        (lambda: scrabblecli.solve(JOG, "A", top=-1), SettingError, "top=-1: expected 0 or more"),
        (lambda: scrabblecli.solve(JOG, "A", iterations=5), SettingError, "iterations=5 does not go with by='score': it is for 'sim'"),
        (lambda: scrabblecli.solve(JOG, "A", by="sim", seconds=float("nan")), SettingError, "seconds=nan: expected 0 or more"),
        (lambda: scrabblecli.solve(JOG, "A", by="endgame"), DataError, "the bag"),
        (lambda: scrabblecli.solve(JOG, "A", by="sim", opponent_rack="E"), DataError, "opponent_rack E: the opponent holds 7 tiles"),
        (lambda: scrabblecli.solve(JOG, "A", rules="house"), SettingError, "unknown rule set 'house'"),
        (lambda: scrabblecli.solve(JOG, "A", lexicon="csw99"), DataError, "csw99"),
        (lambda: scrabblecli.solve(JOG, "A", lexicon=scrabblecli.load_lexicon(), rules="spanish"), DataError, "other letters"),
        (lambda: scrabblecli.solve(JOG + JOG, "A"), DataError, "2 positions: expected one (load_positions reads all)"),
        (lambda: scrabblecli.solve(JOG, "A", turn=2), DataError, "turn chooses a turn of a recorded game"),
        (lambda: scrabblecli.solve(scrabblecli.Board.empty(15, 15), "A", rules="super"), SettingError, "a board of 15 x 15, expected 21 x 21"),
        (lambda: scrabblecli.solve(scrabblecli.load_position(JOG), "A", rules="spanish"), SettingError, "are of the english set"),
        (lambda: scrabblecli.score(JOG, "Z19 JO"), NotationError, "no square 'Z19' on a board of 15 x 15"),
        (lambda: scrabblecli.analyze(JOG, "AE", "-2"), NotationError, "which tiles were exchanged?"),
        (lambda: scrabblecli.analyze(JOG, "AE"), DataError, "no move: give one as move"),
        (lambda: scrabblecli.analyze(JOG, "AE", "A1 AE"), IllegalMoveError, "A1 AE cannot be played: touches no tile on the board"),
        (lambda: scrabblecli.analyze(JOG, "AE", "pass", seed=1), SettingError, "seed belongs to deep=True"),
        (scrabblecli.check, NotationError, "no word: expected some"),
        (lambda: scrabblecli.check(" "), NotationError, "an empty word: expected letters"),
        (lambda: scrabblecli.find_words(""), NotationError, "letters '': expected tiles"),
        (lambda: scrabblecli.find_words(length="x"), NotationError, "length 'x': expected a range of tiles"),
        (lambda: scrabblecli.find_words(contains="1"), NotationError, "contains '1': expected letters"),
        (lambda: scrabblecli.unseen(JOG, "ABCDEFGH"), NotationError, "rack 'ABCDEFGH' has 8 tiles"),
        (lambda: scrabblecli.load_game(TEAZELING), DataError, "not a recorded game"),
        (lambda: scrabblecli.review(JOG), DataError, "not a recorded game"),
        (lambda: scrabblecli.score(JOG, "A1 AE").after(), IllegalMoveError, "touches no tile on the board"),
    ],
)  # fmt: skip
def test_errors_say_what_is_wrong(call: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert isinstance(caught.value, scrabblecli.ScrabbleError)
    assert message in str(caught.value)


def test_moves_are_explained_and_made() -> None:
    best = scrabblecli.solve(TEAZELING, "AEGINTZ").best
    assert (best.notation, best.text, best.words, best.leave, best.is_bingo) == (
        "3G TEAZ(EL)ING",
        "3G TEAZ..ING",
        ("TEAZELING",),
        "",
        True,
    )
    assert best.explain().splitlines()[-1] == " 42 + 50 (seven tiles) = 92"
    after = best.after()
    assert scrabblecli.score(best.board, best.move).after() == after != best.board
    assert [word.valid for word in scrabblecli.check(*best.words)] == [True]
    chosen = scrabblecli.solve(TEAZELING, "AEGINTZ", only=lambda move: move.score < 60, top=1)
    assert (chosen.best.rank, chosen.best.notation, chosen.matched) == (3, "H10 (A)GNIZE", 553)


def test_long_lists_are_made_as_they_are_asked_for_and_shown_in_part() -> None:
    moves = scrabblecli.solve(JOG, "KINGS??", top=0)
    assert len(moves) == moves.plays == moves.matched > 5_000
    assert moves[-1].rank == len(moves)
    assert [move.rank for move in moves[5:8]] == [6, 7, 8]
    assert len(str(moves).splitlines()) == 102
    assert f"100 of {len(moves):,} moves" in str(moves)
    assert moves._repr_html_().count("<tr>") == 101


def test_notes_are_what_the_command_warns_of() -> None:
    result = run("solve", TEAZELING, "--rack", "ZZ")
    assert scrabblecli.solve(TEAZELING, "ZZ").notes[0] in result.stderr


def test_values_are_copied_pickled_compared_and_hashed() -> None:
    position = scrabblecli.load_position(TEAZELING)
    best = scrabblecli.solve(position, "AEGINTZ").best
    rack = scrabblecli.Rack([1, 2])
    game = scrabblecli.load_game(KITCHEN)
    rules = scrabblecli.load_rules("wwf").with_settings({"bingo_bonus": 40})
    judgement = scrabblecli.score(JOG, "8F JOGS")
    for value in (position.board, best.move, scrabblecli.Pass(), scrabblecli.Exchange(b"\1", 1), rack, scrabblecli.Square(1, 2)):
        for other in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert other == value
            assert hash(other) == hash(value)
            assert repr(other) == repr(value)
    for rich in (position, best, rules, game, scrabblecli.review(game), scrabblecli.check("JO")[0], judgement.arithmetic):
        assert pickle.loads(pickle.dumps(rich)) == copy.deepcopy(rich) == rich
    assert pickle.loads(pickle.dumps(rules)).overrides == {"bingo_bonus": 40}
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(scrabblecli.load_lexicon())


def test_a_folder_of_games_is_read_one_after_the_other(tmp_path: Path) -> None:
    text = Path(KITCHEN).read_text(encoding="utf-8")
    for name in ("a.gcg", "b.gcg"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    games = [scrabblecli.load_game(path) for path in sorted(tmp_path.glob("*.gcg"))]
    assert [len(game.turns) for game in games] == [20, 20]
    assert scrabblecli.load_game(text).turns == games[0].turns
    assert scrabblecli.load_game(KITCHEN, rules="wwf").scores != games[0].scores


def test_threads_have_tools_of_their_own() -> None:
    racks = ("AEINRST", "KINGS??", "QUIET", "MUZJIKS")
    wanted = [scrabblecli.solve(JOG, rack, by="equity").data() for rack in racks]
    found: dict[int, list[Any]] = {}

    def work(number: int) -> None:
        order = racks if number % 2 else racks[::-1]
        made = [scrabblecli.solve(JOG, rack, by="equity").data() for rack in order]
        found[number] = made if number % 2 else made[::-1]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(found.values()) == [wanted] * 4


def test_a_listed_move_may_be_asked_about() -> None:
    best = scrabblecli.solve(OPENED, "AEINRST", top=1).best
    assert scrabblecli.score(OPENED, best).score == best.score
    assert scrabblecli.analyze(OPENED, "AEINRST", best).grade == "best"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: API.check("JO", "..."), "'...' holds no word"),
        (lambda: API.check(["JO"]), "words ['JO']: expected texts, each an argument"),
        (lambda: API.check(5), "words 5: expected texts"),
        (lambda: API.analyze(OPENED, "AEINRST", 3), "move 3: expected a text like 8D RETAINS, or a move of a list"),
        (lambda: API.analyze(OPENED, "AEINRST", ["pass"]), "move ['pass']: expected a text"),
        (lambda: API.solve(OPENED, list("AEINRST")), "rack ['A', 'E', 'I', 'N', 'R', 'S', 'T']: expected a text like AEINRST"),
        (lambda: API.solve(OPENED, b"AEINRST"), "rack b'AEINRST': expected a text"),
        (lambda: API.solve(OPENED, "AEINRST", top="3"), "top='3': expected a whole number"),
        (lambda: API.solve(OPENED, "AEINRST", top=1.5), "top=1.5: expected a whole number"),
    ],
)
def test_what_is_of_the_wrong_kind_is_said(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(scrabblecli.ScrabbleError, match=re.escape(message)):
        ask()
