"""Recorded games followed: what is kept, what is right, where they differ; the referee and the end under all options."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator
from scrabblecli.errors import DataError, IllegalMoveError
from scrabblecli.formats.gametext import format_game_text, parse_game_text
from scrabblecli.formats.gcg import format_gcg, parse_gcg
from scrabblecli.formats.position import RuleChoice
from scrabblecli.formats.transcript import Entry, Kind, Player, Transcript
from scrabblecli.game.record import Game
from scrabblecli.game.referee import (
    Ending,
    State,
    advance,
    award,
    challenge,
    deal,
    forfeit,
    known_racks,
    overtime_points,
    recycle,
    settlement,
    start,
    withdraw,
)
from scrabblecli.game.replay import record_text, replay
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Exchange, Move, Pass, Play, format_move, parse_move, resolve
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.squares import Square
from scrabblecli.tiles import Rack

TWO = "#player1 Ann Ann\n#player2 Bob Bob\n"
GAME_A = (Path(__file__).parent / "games" / "game-a.gcg").read_text(encoding="utf-8")
always = {"deadline": None, "derandomize": True, "database": None}


def followed(text: str, choice: RuleChoice | None = None) -> Game:
    return replay(parse_gcg(text if text.startswith("#") else TWO + text), choice or RuleChoice())


def first_turns(count: int) -> str:
    """The first turns of game A."""
    return "".join(f"{line}\n" for line in GAME_A.splitlines()[: 3 + count])


def found(game: Game) -> list[tuple[str, int, str, str]]:
    return [(finding.what, finding.turn, finding.stated, finding.right) for finding in game.findings]


def play(text: str, state: State) -> Play:
    stated = parse_move(text, state.rules.tiles, state.board)
    made, reasons = resolve(stated, state.board, state.rules.tiles.alphabet)  # type: ignore[arg-type]
    assert made is not None, reasons
    return made


def rack(text: str, rules: RuleSet) -> Rack:
    return Rack.parse(text, rules.tiles)


# What users of other programs ran into


def test_notation_spelled_through() -> None:
    game = followed(">Ann: AABEITW 8E BAWTIE +22 22\n>Bob: AEFIRRU 9I FRIER +24 24\n>Ann: AEJLNOS L8 JEANS +40 62\n")
    assert game.error is None
    assert game.findings == ()
    assert format_gcg(game.transcript).splitlines()[-1] == ">Ann: AEJLNOS L8 J.ANS +40 62"
    wrong = followed(">Ann: AABEITW 8E BAWTIE +22 22\n>Bob: AEFIRRU 9I FRIER +24 24\n>Ann: AEJLNOS L8 JXANS +40 62\n")
    assert str(wrong.error) == "line 5: turn 3 (Ann): L8 JXANS cannot be laid there: L9 holds E, not X"
    assert len(wrong.turns) == 2


def test_pass_without_rack() -> None:
    game = followed(">Ann: AABEITW 8E BAWTIE +22 22\n>Bob:  - +0 0\n>Ann: AEJLNOS K4 JEANS +36 58\n")
    assert game.findings == ()
    passed, jeans = game.turns[1:]
    assert (passed.player, passed.move, passed.rack, passed.rows[0].total) == (1, Pass(), None, 0)
    assert jeans.arithmetic is not None
    assert [record.score for record in jeans.arithmetic.words] == [24, 12]
    assert game.scores == (58, 0)


def test_time_before_the_end() -> None:
    game = followed(">Ann: AABEITW 8E BAWTIE +22 22\n>Bob: AEFIRRU 9I FRIER +24 24\n>Bob: AEFIRRU (time) -10 14\n")
    assert (game.scores, game.stated, game.ending, game.winners, game.findings) == ((22, 14), (22, 14), None, (), ())


def test_score_misrecorded() -> None:
    game = followed(">Ann: AABEITW 8E BAWTIE +24 24\n>Bob: AEFIRRU 9I FRIER +24 24\n>Ann: AEJLNOS L8 J.ANS +40 64\n")
    assert found(game) == [("points", 1, "24", "22")]
    assert game.findings[0].message == "line 3, turn 1 (Ann): recorded as +24, worth +22"
    assert (game.stated, game.scores) == ((64, 24), (62, 24))
    assert format_gcg(game.transcript).splitlines()[-1] == ">Ann: AEJLNOS L8 J.ANS +40 64"
    assert game.before(3).scores == (24, 24)


def test_both_lose_their_leftovers() -> None:
    passes = ">Ann: FIOPUUZ - +0 16\n>Bob: ?EIKRTT - +0 9\n" * 3
    game = followed(f">Ann: ADHNOPZ 8F HAND +16 16\n>Bob: ?EIKRST 8F ....S +9 9\n{passes}>Bob: ?EIKRTT (?EIKRTT) +-10 -1\n")
    assert (game.ending, game.scores, game.winners) == (Ending("blocked"), (-5, -1), (1,))
    assert [finding.message for finding in game.findings] == ["the line for the end is missing: Ann (FIOPUUZ) -21 is added"]
    assert format_gcg(game.transcript).endswith(">Bob: ?EIKRTT (?EIKRTT) -10 -1\n>Ann:  (FIOPUUZ) -21 -5\n")


@pytest.mark.parametrize("choice", [RuleChoice(), RuleChoice(settings={"challenge": "five"}), RuleChoice("wespa")])
def test_challenged_out_play_keeps_its_points(choice: RuleChoice) -> None:
    end = "#note last remark\n>Bob:  (challenge) +5 451\n>Bob:  (Q) +20 471\n"
    game = followed(first_turns(24) + end, choice)
    assert (game.ending, game.scores, game.winners, game.findings) == (Ending("out", 1), (439, 471), (1,), ())
    if not game.recalculated:
        assert format_gcg(game.transcript) == first_turns(24) + end
    assert game.turns[-1].upheld


def test_wrong_challenge_with_an_empty_bag() -> None:
    game = followed(first_turns(22) + ">Ann: OQ - +0 430\n#note challenge of COO lost, turn forfeited\n")
    assert (game.ending, game.state.on_turn, game.state.scoreless, game.state.bag_size) == (None, 1, 1, 0)
    assert game.scores == (430, 440)
    alphabet = game.rules.tiles.alphabet
    assert [held and held.text(alphabet) for held in game.reached.racks] == ["R", "OQ"]


def test_a_missing_end_is_added() -> None:
    game = followed(GAME_A)
    assert (game.ending, game.scores, game.stated, game.winners) == (Ending("out", 1), (439, 466), (439, 466), (1,))
    assert found(game) == [("end", 24, "", "20")]
    assert format_gcg(game.transcript) == GAME_A + ">Bob:  (Q) +20 466\n"
    incomplete = followed(GAME_A + "#incomplete\n")
    assert (incomplete.scores, incomplete.winners, incomplete.findings) == ((439, 446), (), ())


# Rules other than the file's


@pytest.mark.parametrize(
    ("setting", "scores"),
    [
        ({"bingo_bonus": 35}, (409, 436)),
        ({"leftovers": "none"}, (439, 446)),
        ({"leftovers": "transfer"}, (429, 456)),
        ({"leftovers": "subtract"}, (429, 446)),
        ({"end_score": 300}, (312, 242)),
        ({"targets": [500, 50]}, (62, 64)),
    ],
)
def test_a_game_under_other_rules(setting: dict[str, object], scores: tuple[int, int]) -> None:
    game = followed(GAME_A, RuleChoice(settings=setting))
    assert (game.scores, game.recalculated) == (scores, True)
    again = followed(format_gcg(game.transcript))
    if "end_score" not in setting and "targets" not in setting:
        assert (again.scores, again.stated, found(again)) == (scores, scores, [])


def test_blanks_at_face_value() -> None:
    plain, counted = followed(GAME_A), followed(GAME_A, RuleChoice(settings={"blanks_score_zero": False}))
    changed = [turn.number for turn, other in zip(plain.turns, counted.turns, strict=True) if turn.points != other.points]
    assert changed == [21, 22]


def test_turns_after_the_target_do_not_count() -> None:
    game = followed(GAME_A, RuleChoice(settings={"end_score": 300}))
    assert game.ending == Ending("target", 0)
    uncounted = [turn.number for turn in game.turns if not turn.rows[0].counted]
    assert uncounted == list(range(14, 25))


@pytest.mark.parametrize(
    ("rule", "points"),
    [("five", 5), ("ten", 10), ("five-per-play", 5), ("double", 0), ("single", 0)],
)
def test_challenges_under_other_rules(rule: str, points: int) -> None:
    game = followed(first_turns(3) + ">Ann:  (challenge) +5 67\n", RuleChoice(settings={"challenge": rule}))
    assert game.turns[-1].rows[1].points == points
    assert game.scores == (62 + points, 24)


def test_what_a_table_did_with_leftovers_shows_in_its_last_lines() -> None:
    game = followed(first_turns(24) + ">Bob:  (Q) +10 456\n>Ann: Q (Q) -10 429\n")
    assert (game.findings, game.scores) == ((), (429, 456))
    assert game.rules.settings["leftovers"] == "transfer"
    wrong = followed(first_turns(24) + ">Bob:  (Q) +25 471\n")
    assert found(wrong) == [("end", 24, "25", "20")]
    assert (wrong.stated, wrong.scores) == ((439, 471), (439, 466))


# What is odd


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        (">Ann: AABEITX 8E BAWTIE +22 22\n", [("rack", 1, "", "")]),
        (">Ann: AABEITW 8E BAWTIE +22 23\n", [("total", 1, "23", "22")]),
        (">Ann: AABEITW 8E BAWTIE +22 22\n>Ann: ABBBBBB - +0 22\n", [("order", 2, "Ann", "Bob"), ("tiles", 2, "7", "2")]),
        (">Ann: AABEITW 8E BAWTIE +22 22\n>Bob: - +0 0\n>Ann: BBCDEFG - +0 22\n", [("rack", 3, "BBCDEFG", "A"), ("tiles", 3, "3", "2")]),
        (">Ann: AABEITWW 8E BAWTIE +22 22\n", [("rack", 1, "8", "7")]),
        (">Ann: QQAEIOU - +0 0\n", [("tiles", 1, "2", "1")]),
        (">Ann: AABEITW 1A BAWTIE +41 41\n", [("placing", 1, "", ""), ("points", 1, "41", "36")]),
        (">Ann: AABEITW 8E BAWTIE +22 22\n>Bob: A 8E BAWTIES +12 12\n", [("rack", 2, "", "")]),
        (">Ann: AABEITW 8E BAWTIE +22 22\n>Ann: AABEITW -- -20 2\n", [("points", 1, "-20", "-22")]),
    ],
)  # fmt: skip
def test_findings(lines: str, what: list[tuple[str, int, str, str]]) -> None:
    game = followed(lines)
    assert game.error is None
    assert found(game) == what


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (">Ann: AEI Z19 AI +4 4\n", "line 3: no square 'Z19' on a board of 15 x 15"),
        (
            ">Ann: AEI 15N AIE +4 4\n",
            "line 3: turn 1 (Ann): 15N AIE cannot be laid there: runs off the board by one square after O15",
        ),
        (">Ann: AE3 8H AE +4 4\n", "line 3: rack 'AE3': '3' (tile 3) is no tile of the english set"),
        (">Ann: AEI -- +4 4\n", "line 3: 'withdrawn' before the first move: expected a move"),
        (">Ann: AEI (challenge) +5 5\n", "line 3: 'challenge' before the first move: expected a move"),
        (">Ann: AEI 8H AI +4 4\n>Bob: -- -4 0\n", "line 4: a play of Bob is taken back: expected one directly before"),
        (
            ">Ann: AEI 8H AI +4 4\n>Ann: -- -4 0\n>Ann: -- -4 0\n",
            "line 5: a play of Ann is taken back: expected one directly before",
        ),
        (">Ann: AEI 8H \u0104I +4 4\n", "line 3: move '8H \u0104I': '\u0104' (place 1) is no tile of the english set"),
    ],
)
def test_what_cannot_be_followed(lines: str, message: str) -> None:
    game = followed(lines)
    assert game.error is not None
    assert str(game.error).startswith(message)
    with pytest.raises(DataError):
        game.before(len(game.turns) + 1)


def test_only_one_player() -> None:
    game = replay(parse_gcg("#player1 Ann Ann\n>Ann: AEI - +0 0\n"), RuleChoice())
    assert [finding.message for finding in game.findings] == ["only one player is named: the other is called Player2"]
    assert (game.error, game.scores) == (None, (0, 0))


def test_the_file_names_its_rules(tmp_path: Path) -> None:
    game = followed("#player1 A\n#player2 B\n#player3 C\n#rules wwf\n#set bingo_bonus=40\n")
    assert (game.rules.name, game.rules.bingo_bonus, game.rules.players) == ("wwf", 40, 3)
    assert followed("#player1 A\n#player2 B\n#game-type WordSmog\n").rules.settings["word_order"] == "any"
    assert followed("#player1 A\n#player2 B\n#board-layout odd\n").findings[0].what == "rules"


def test_a_pure_score_sheet() -> None:
    game = replay(parse_game_text("players: Ann, Bob\n22\n30\n-5\n0\n"), RuleChoice())
    assert (game.only_numbers, game.scores, game.findings) == (True, (17, 30), ())
    again = parse_game_text(format_game_text(game.transcript))
    assert again.without_lines() == game.transcript.without_lines()


# The referee


def test_a_state_counts_tiles_that_nobody_has_shown(tournament: RuleSet) -> None:
    state = start(tournament)
    assert (state.bag_size, state.sizes) == (86, (7, 7))
    state = advance(state, play("8E BAWTIE", state), 22, rack("AABEITW", tournament))
    assert (state.bag_size, state.on_turn, state.scores, state.racks) == (80, 1, (22, 0), (None, None))
    state = advance(state, Exchange(None, 3), 0)
    assert (state.bag_size, state.scoreless) == (80, 1)
    state = advance(state, Pass(), 0, rack("AABEITW", tournament))
    assert (state.racks[0], state.scoreless) == (rack("AABEITW", tournament), 2)


def test_a_dealt_game_knows_its_draws(tournament: RuleSet) -> None:
    random = Random(4)
    state = deal(tournament, random)
    assert state.bag is not None
    assert (state.bag_size, state.sizes) == (86, (7, 7))
    held = state.racks[0]
    assert held is not None
    given_back = bytes(held.codes[:3])
    after = advance(state, Exchange(given_back, 3), 0, random=random)
    assert after.racks[0] is not None
    assert (len(after.racks[0]), after.bag_size) == (7, 86)
    everything = sorted([*(after.bag or b""), *after.racks[0], *(after.racks[1] or ())])
    assert everything == sorted([*state.bag, *held, *(state.racks[1] or ())])


def test_challenges_and_their_consequences() -> None:
    for name, on_turn, scores, how in (
        ("tournament", 0, (22, 0), None), ("absp", 1, (22, 0), None), ("wespa", 1, (27, 0), None), ("triple", 1, (22, 0), "forfeit"),
        ("minus-ten", 1, (22, -10), None),
    ):  # fmt: skip
        built_in = name in ("tournament", "absp", "wespa")
        rules = load_rules(name) if built_in else load_rules().with_settings({"challenge": name})
        before = start(rules)
        after = advance(before, play("8E BAWTIE", before), 22)
        state, outcome = challenge(before, after, True, 1)
        assert (state.on_turn, state.scores, state.ending and state.ending.how) == (on_turn, scores, how), name
        assert outcome.acceptable
        state, outcome = challenge(before, after, False, 1)
        assert (state.on_turn, state.scores, state.board, state.scoreless) == (1, (0, 0), before.board, 1), name
        assert not outcome.acceptable
    rules = load_rules("open-dictionary")
    before = start(rules)
    after = advance(before, play("8E BAWTIE", before), 22)
    assert challenge(before, after, False, 1)[0] == before


def test_recycled_blanks(tournament: RuleSet) -> None:
    rules = tournament.with_settings({"blanks_recyclable": True})
    state = start(rules)
    state = advance(state, play("8E bAWTIE", state), 16)
    state = state._replace(racks=(None, rack("AB", rules)))
    after = recycle(state, Square.parse("8E")[0])
    assert after.board[Square(7, 4)] == rules.tiles.alphabet.face("B")
    assert after.racks[1] == rack("A?", rules)
    with pytest.raises(IllegalMoveError, match="no blank lies on F8"):
        recycle(state, Square.parse("8F")[0])
    with pytest.raises(IllegalMoveError, match="the rack lacks B"):
        recycle(state._replace(racks=(None, rack("AC", rules))), Square.parse("8E")[0])
    with pytest.raises(IllegalMoveError, match="blanks stay where they are"):
        recycle(state._replace(rules=tournament), Square.parse("8E")[0])


def test_a_recycled_blank_in_a_record() -> None:
    lines = "players: Ann, Bob\nset: blanks_recyclable=true\n8E bAWTIE\nrecycle: E8\nBob (?AEFIRR): 9I FRiER\n"
    game = replay(parse_game_text(lines), RuleChoice())
    assert game.error is None
    assert game.turns[1].before.board[Square(7, 4)] == game.rules.tiles.alphabet.face("B")
    assert parse_game_text(format_game_text(game.transcript)).without_lines() == game.transcript.without_lines()


@pytest.mark.parametrize(
    ("rules", "limit"), [("tournament", 6), ("hasbro-2003", 2), ("hasbro-2021", 4), ("wwf", 0)]
)  # fmt: skip
def test_scoreless_turns_end_a_game(rules: str, limit: int) -> None:
    state = start(load_rules(rules))
    for number in range(1, 9):
        state = advance(state, Pass(), 0)
        if state.ending is not None:
            assert (number, state.ending) == (limit, Ending("blocked"))
            return
    assert limit == 0


def test_lost_challenges_are_no_passes() -> None:
    state = start(load_rules("hasbro-2003"))
    assert advance(forfeit(state), Pass(), 0).ending is None
    assert withdraw(state).scoreless == 0
    assert withdraw(start(load_rules())).scoreless == 1


def test_targets_and_overtime(tournament: RuleSet) -> None:
    state = start(tournament.with_settings({"targets": [100, 80]}))
    assert award(state, 0, 99).ending is None
    assert award(state, 1, 80).ending == Ending("target", 1)
    assert settlement(award(state, 1, 80)) == (0, 0)
    assert [overtime_points(seconds, tournament) for seconds in (0, 1, 60, 61)] == [0, 10, 10, 20]


def over(rules: RuleSet, leftovers: list[str], out: int | None) -> tuple[int, ...] | None:
    """What the end of a game changes."""
    players = rules.with_settings({"players": len(leftovers)})
    racks = [rack(text, players) for text in leftovers]
    state = start(players)._replace(ending=Ending("blocked") if out is None else Ending("out", out))
    return settlement(state, racks)


@pytest.mark.parametrize(
    ("leftovers", "out", "double", "transfer", "subtract"),
    [
        (["", "X"], 0, (16, 0), (8, -8), (0, -8)),
        (["", "?"], 0, (0, 0), (0, 0), (0, 0)),
        (["AEI", "Q"], None, (-3, -10), (-3, -10), (-3, -10)),
        (["", "Q", "DEE"], 0, (14, -10, -4), (14, -10, -4), (0, -10, -4)),
        (["Q", "", "DEE"], 1, (-10, 14, -4), (-10, 14, -4), (-10, 0, -4)),
        (["", "Q", "DEE", "H"], 0, (18, -10, -4, -4), (18, -10, -4, -4), (0, -10, -4, -4)),
        (["Q", "Q", "DEE", "H"], None, (-10, -10, -4, -4), (-10, -10, -4, -4), (-10, -10, -4, -4)),
    ],
)
def test_the_end_under_all_options(
    leftovers: list[str], out: int | None, double: tuple[int, ...], transfer: tuple[int, ...], subtract: tuple[int, ...],
    tournament: RuleSet,
) -> None:  # fmt: skip
    for how, changes in (("double", double), ("transfer", transfer), ("subtract", subtract), ("none", (0,) * len(leftovers))):
        assert over(tournament.with_settings({"leftovers": how}), leftovers, out) == changes


@pytest.mark.parametrize(("leftovers", "scores"), [("transfer", (108, 97)), ("double", (116, 105))])
def test_the_example_of_the_rules(leftovers: str, scores: tuple[int, int]) -> None:
    sheet = f"players: Ann, Bob\nset: leftovers={leftovers}\n100\n105\nrack1:\nrack2: X\n"
    transcript = parse_game_text(sheet)
    game = replay(transcript, RuleChoice())
    state = game.state._replace(ending=Ending("out", 0), sizes=(0, 1))
    changes = settlement(state, known_racks(state))
    assert changes is not None
    assert tuple(score + change for score, change in zip(game.scores, changes, strict=True)) == scores


def test_four_players_in_a_record() -> None:
    lines = "players: Ann, Bob, Cid, Dee\n8E BAWTIE\n9I FRIER\npass\npass\nL8 JEANS\n"
    game = replay(parse_game_text(lines), RuleChoice())
    assert (game.error, [turn.player for turn in game.turns], game.scores) == (None, [0, 1, 2, 3, 0], (62, 24, 0, 0))
    assert game.rules.players == 4
    assert game.state.bag_size == 100 - 28 - 6 - 5 - 4


# Games that are played out


def self_play(rules: RuleSet, lexicon: Lexicon, seed: int) -> tuple[Transcript, State]:
    """A whole game of greedy players with its record."""
    random = Random(seed)
    generator = MoveGenerator(rules, lexicon)
    state = deal(rules, random)
    entries: list[Entry] = []
    alphabet = rules.tiles.alphabet
    while state.ending is None:
        player, held = state.on_turn, state.racks[state.on_turn]
        assert held is not None
        best = generator.plays(state.board, held)
        move: Move = Pass()
        points = 0
        if len(best) and random.random() > 0.05:
            chosen = best[min(len(best) - 1, random.choice((0, 0, 0, 3)))]
            move, points = chosen.move, chosen.score
        elif state.bag_size >= 7:
            move = Exchange(held.codes[:2], min(2, len(held)))
        state = advance(state, move, points, random=random)
        entries.append(Entry(player, Kind.MOVE, record_text(move, alphabet), held.text(alphabet), points, state.scores[player]))
    players = tuple(Player(f"P{number}") for number in range(rules.players))
    return Transcript(players, tuple(entries)), state


@pytest.mark.parametrize("players", [2, 3, 4])
@settings(max_examples=4, **always)  # type: ignore[arg-type]
@given(seed=st.integers(0, 10_000))
def test_a_game_played_out_is_followed_without_a_finding(players: int, seed: int, tournament: RuleSet, enable: Lexicon) -> None:
    rules = tournament.with_settings({"players": players})
    transcript, state = self_play(rules, enable, seed)
    game = replay(transcript, RuleChoice())
    assert game.error is None
    assert {finding.what for finding in game.findings} <= {"end"}
    assert (game.ending, game.state.board, game.state.scores, game.state.sizes) == (
        state.ending,
        state.board,
        state.scores,
        state.sizes,
    )
    changes = settlement(state)
    assert changes is not None
    assert game.scores == tuple(score + change for score, change in zip(state.scores, changes, strict=True))
    assert known_racks(game.state) == known_racks(state)
    for write, read in ((format_gcg, parse_gcg), (format_game_text, parse_game_text)):
        text = write(game.transcript)
        again = replay(read(text), RuleChoice())
        assert again.findings == ()
        assert write(again.transcript) == text
        assert (again.scores, again.winners) == (game.scores, game.winners)


def test_positions_of_turns_have_what_a_judge_needs() -> None:
    game = followed(GAME_A)
    alphabet = game.rules.tiles.alphabet
    board = Board.empty(15, 15)
    for turn in game.turns:
        assert isinstance(turn.move, Play)
        assert (turn.before.rack, turn.before.board) == (turn.rack, board)
        assert turn.before.move == format_move(turn.move, alphabet)
        board = board.after(turn.move)
    assert game.before(25).board == game.state.board == board
