"""GCG and the game text: two notations of one transcript, forgiving to read and exact to write."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabblecli.errors import DataError
from scrabblecli.formats.detect import detect, game_text, parse_game
from scrabblecli.formats.gametext import format_game_text, parse_game_text
from scrabblecli.formats.gcg import decode_game, format_gcg, parse_gcg
from scrabblecli.formats.transcript import Entry, Kind, Player, Pragma, Transcript
from tests.helpers import run

TWO = "#player1 Ann Ann\n#player2 Bob Bob\n"
always = {"deadline": None, "derandomize": True, "database": None}


def entry(line: str, before: str = "") -> Entry:
    """The last entry of a game of two, or the error that keeps it from being read."""
    read = parse_gcg(TWO + before + line + "\n", "g.gcg")
    if read.error is not None:
        raise read.error
    return read.entries[-1]._replace(line=0)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (">Ann: AABEITW 8E BAWTIE +22 22", Entry(0, Kind.MOVE, "8E BAWTIE", "AABEITW", 22, 22)),
        (">Ann:AABEITW\t8E  BAWTIE  +22   22  ", Entry(0, Kind.MOVE, "8E BAWTIE", "AABEITW", 22, 22)),
        (">Ann: 8e BAWTIE +22 22", Entry(0, Kind.MOVE, "8e BAWTIE", None, 22, 22)),
        ("> Ann : AOXJGWS  8g   JAW   +26   26  KO, EX", Entry(0, Kind.MOVE, "8g JAW", "AOXJGWS", 26, 26, "KO, EX")),
        (">ann: AABEITW 8E BAWTIE +22", Entry(0, Kind.MOVE, "8E BAWTIE", "AABEITW", 22, None)),
        (">Bob: [CH]OO?  8D O[CH]O +10 10", Entry(1, Kind.MOVE, "8D O[CH]O", "[CH]OO?", 10, 10)),
        (">Bob:  - +0 0", Entry(1, Kind.MOVE, "-", None, 0, 0)),
        (">Bob: AEI - +0 0", Entry(1, Kind.MOVE, "-", "AEI", 0, 0)),
        (">Bob: AEI -AE +0 0", Entry(1, Kind.MOVE, "-AE", "AEI", 0, 0)),
        (">Bob: AEI exch AE +0 0", Entry(1, Kind.MOVE, "-AE", "AEI", 0, 0)),
        (">Bob: AEI xch AE", Entry(1, Kind.MOVE, "-AE", "AEI")),
        (">Bob: swap AE +0 0", Entry(1, Kind.MOVE, "-AE", None, 0, 0)),
        (">Bob: AEI pass +0 0", Entry(1, Kind.MOVE, "-", "AEI", 0, 0)),
        (">Bob: PASS -PA +0 0", Entry(1, Kind.MOVE, "-PA", "PASS", 0, 0)),
        (">Ann: AEI 8H AI", Entry(0, Kind.MOVE, "8H AI", "AEI")),
        (">Bob: AEI -2 +0 0", Entry(1, Kind.MOVE, "-2", "AEI", 0, 0)),
        (">Bob: -2 +0 0", Entry(1, Kind.MOVE, "-2", None, 0, 0)),
        (">Bob: DEIILTZ --  -24 55", Entry(1, Kind.WITHDRAWN, "", "DEIILTZ", -24, 55)),
        (">Bob: -- -24 55", Entry(1, Kind.WITHDRAWN, "", None, -24, 55)),
        (">Bob: N (challenge) +5 275", Entry(1, Kind.CHALLENGE, "", "N", 5, 275)),
        (">Bob:  (challenge) +5 451", Entry(1, Kind.CHALLENGE, "", None, 5, 451)),
        (">Bob: NU (time) -10 422", Entry(1, Kind.TIME, "", "NU", -10, 422)),
        (">Bob: (time) -10 -422", Entry(1, Kind.TIME, "", None, -10, -422)),
        (">Bob: (TIME) +12 422", Entry(1, Kind.LEFT, "TIME", None, 12, 422)),
        (">Bob:  (OPEG) +14 345", Entry(1, Kind.LEFT, "OPEG", None, 14, 345)),
        (">Bob: ?EIKRTT (?EIKRTT) +-10 -1", Entry(1, Kind.LEFT, "?EIKRTT", "?EIKRTT", -10, -1)),
        (">Bob: --10 -1", Entry(1, Kind.NUMBER, "", None, -10, -1)),
        (">Bob:  +22 22", Entry(1, Kind.NUMBER, "", None, 22, 22)),
        (">Bob: -22 -1", Entry(1, Kind.NUMBER, "", None, -22, -1)),
    ],
)
def test_entries(line: str, expected: Entry) -> None:
    assert entry(line) == expected


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    text = (TWO + ">Ann: AABEITW 8E BAWTIE +22 22\n#note one\nmore\n").replace("\n", end)
    read = parse_gcg(text)
    assert read.entries == (Entry(0, Kind.MOVE, "8E BAWTIE", "AABEITW", 22, 22, "", ("one\nmore",), 3),)


@pytest.mark.parametrize(
    "data",
    [
        b"#player1 Ann Zo\xeb\n#player2 Bob Bob\n",
        "#character-encoding UTF-8\n#player1 Ann Zo\u00eb\n#player2 Bob Bob\n".encode(),
        "#player1 Ann Zo\u00eb\n#player2 Bob Bob\n".encode(),
        codecs.BOM_UTF8 + "#player1 Ann Zo\u00eb\r\n#player2 Bob Bob\r\n".encode(),
        "#character-encoding ISO-8859-1\n#player1 Ann Zo\u00eb\n#player2 Bob Bob\n".encode("latin-1"),
        "#Character-Encoding cp1250\r\n#player1 Ann Zo\u00eb\r\n#player2 Bob Bob\r\n".encode("cp1250"),
        "#player1 Ann Zo\u00eb\n#player2 Bob Bob\n".encode("utf-16"),
        "#character-encoding nonsense\n#player1 Ann Zo\u00eb\n#player2 Bob Bob\n".encode(),
        "#character-encoding zip\n#player1 Ann Zo\u00eb\n#player2 Bob Bob\n".encode(),
        "#character-encoding ascii\n#player1 Ann Zo\u00eb\n#player2 Bob Bob\n".encode(),
    ],
)
def test_encodings(data: bytes) -> None:
    text = game_text(data)
    assert text is not None
    read = parse_gcg(text)
    assert read.players[0].name == "Zo\u00eb"
    written = format_gcg(read)
    assert written.startswith("#character-encoding UTF-8\n#player1 Ann Zo\u00eb\n")
    again = parse_gcg(decode_game(written.encode()))
    assert again.players == read.players
    # the encoding is that of the file: the written one names its own
    others = [[pragma for pragma in one.pragmas if pragma.key.lower() != "character-encoding"] for one in (again, read)]
    assert others == [[], []]


def test_a_board_is_no_game() -> None:
    assert game_text(b"15/15/15 AEINRST/ 0/0 0\n") is None
    assert game_text(b"rack: AEI\n....\n") is None
    assert game_text("\u00c4".encode("latin-1")) is None
    with pytest.raises(DataError, match="not a recorded game"):
        parse_game("rack: AEI\n....\n", "b.txt")


def test_notes_stay_where_they_are() -> None:
    text = (
        "#character-encoding UTF-8\n" + TWO + "#note before  the first\n#note second\n>Ann: AABEITW 8E BAWTIE +22 22\n"
        "#note first remark\n#note second remark, with > and # inside\n>Bob: AEFIRRU 9I FRIER +24 24\n#note  third \ngoes on\n\nand on\n"
    )
    read = parse_gcg(text)
    assert read.notes == ("before  the first", "second")
    assert [turn.notes for turn in read.entries] == [
        ("first remark", "second remark, with > and # inside"),
        (" third \ngoes on\n\nand on",),
    ]
    assert format_gcg(read) == text
    assert parse_game_text(format_game_text(read)).without_lines() == read.without_lines()


def test_pragmas_are_kept_in_their_place() -> None:
    text = (
        "#character-encoding UTF-8\n" + TWO + "#title A game\n#lexicon NWL18\n#incomplete\n#style wsc\n"
        ">Ann: AABEITW 8E BAWTIE +22 22\n#rack2 AEI\n#odd thing with : and ,\n"
    )
    read = parse_gcg(text)
    assert [(pragma.key, pragma.value, pragma.after) for pragma in read.pragmas] == [
        ("title", "A game", 0),
        ("lexicon", "NWL18", 0),
        ("incomplete", "", 0),
        ("style", "wsc", 0),
        ("rack2", "AEI", 1),
        ("odd", "thing with : and ,", 1),
    ]
    assert format_gcg(read) == text
    assert parse_game_text(format_game_text(read)).without_lines() == read.without_lines()


def test_players_may_be_named_by_the_entries_alone() -> None:
    read = parse_gcg(">Ann: AEI 8H AI +4 4\n>Bob: OOO - +0 0\n")
    assert read.players == (Player("Ann"), Player("Bob"))


BAD = {
    "garbage before everything": ("hello\n" + TWO, 1, "'hello': expected a line that begins with > (an entry) or # (a pragma), or a note continued"),
    "no colon": (TWO + ">Ann 8E BAWTIE +22 22\n", 3, "'>Ann 8E BAWTIE +22 22': expected like >Ann: AEINRST 8D RETAINS +66 66"),
    "unknown player": (TWO + ">Cid: AEI 8H AI +4 4\n", 3, "'Cid' is no player of this game: expected one of Ann, Bob"),
    "misspelled player": (TWO + ">Anne: AEI 8H AI +4 4\n", 3, "'Anne' is no player of this game; did you mean 'Ann'? expected one of Ann, Bob"),
    "challenge without its points": (TWO + ">Bob: (challenge)\n", 3, "nothing stands behind 'challenge': expected its score, such as +22, and the total"),
    "capitals without a square": (TWO + ">Ann: APSSTUV PASS +22 22\n", 3, "'PASS' is no move: expected a move such as 8D RETAINS, -AEI, - or --, then its score and the total, such as +22 62"),
    "no word": (TWO + ">Ann: AEI 8H +4 4\n", 3, "'8H' has no word behind it: expected like 8H RETAINS"),
    "no move": (TWO + ">Ann: AEI\n", 3, "'AEI' has no move: expected a move such as 8D RETAINS, -AEI, - or --, then its score and the total, such as +22 62"),
    "nothing": (TWO + ">Ann:\n", 3, "nothing stands behind the player: expected a move such as 8D RETAINS, -AEI, - or --, then its score and the total, such as +22 62"),
    "score is no number": (TWO + ">Ann: AEI 8H AI four 4\n", 3, "'four' stands behind '8H AI': expected its score, such as +22, and the total"),
    "not a move": (TWO + ">Ann: AEI AI +4 4\n", 3, "'AI' is no move: expected a move such as 8D RETAINS, -AEI, - or --, then its score and the total, such as +22 62"),
    "parenthesis": (TWO + ">Ann: AEI (AI +4 4\n", 3, "'(AI': expected tiles in parentheses, (challenge) or (time)"),
    "player without name": ("#player1\n", 1, "#player1 has no name: expected like #player1 Ann Ann Smith"),
    "player 5": (TWO + "#player5 Eve Eve\n", 3, "player 5: expected players 1 to 4"),
    "player twice": (TWO + "#player2 Cid Cid\n", 3, "player 2 is named twice, first 'Bob'"),
    "one name for two": ("#player1 Ann A\n#player2 Ann B\n", 2, "two players are called 'Ann': entries could not tell them apart"),
    "players out of order": ("#player2 Ann A\n", 1, "player 2 comes before player 1: expected them in order"),
    "fifth player": (">A: - +0 0\n>B: - +0 0\n>C: - +0 0\n>D: - +0 0\n>E: - +0 0\n", 5, "'E' is no player of this game: expected one of A, B, C, D"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_read(name: str) -> None:
    text, line, message = BAD[name]
    try:
        error = parse_gcg(text, "g.gcg").error
    except DataError as fault:
        error = fault
    assert error is not None
    assert (error.line, error.reason) == (line, message)


def test_what_stands_before_a_fault_is_read() -> None:
    read = parse_gcg(TWO + ">Ann: AABEITW 8E BAWTIE +22 22\n#note kept\nnonsense\n>Bob: nonsense\n>Ann: X - +0 22\n", "g.gcg")
    assert read.error is not None
    assert (read.error.line, len(read.entries)) == (6, 1)
    assert read.entries[0].notes == ("kept\nnonsense",)


# The game text


def typed(text: str) -> tuple[Entry, ...]:
    read = parse_game_text(text)
    if read.error is not None:
        raise read.error
    return read.without_lines().entries


def test_a_game_typed_at_the_table() -> None:
    text = (
        "# at the kitchen table\nplayers: Ann, Bob\nrules: wespa\n\n8E BAWTIE\n9I FRIER 24\nAnn (AEJLNOS): L8 JEANS +40 62\n"
        "challenge +5\nexch UV\nAnn: pass\n-3\noff\nBob: 22\n+-5\n2: time -10\nleft Q +20\nnote: a long\n... game\n"
    )
    assert detect(text) == "game"
    assert typed(text) == (
        Entry(0, Kind.MOVE, "8E BAWTIE"),
        Entry(1, Kind.MOVE, "9I FRIER", None, 24),
        Entry(0, Kind.MOVE, "L8 JEANS", "AEJLNOS", 40, 62),
        Entry(0, Kind.CHALLENGE, points=5),
        Entry(1, Kind.MOVE, "-UV"),
        Entry(0, Kind.MOVE, "-"),
        Entry(1, Kind.MOVE, "-3"),
        Entry(1, Kind.WITHDRAWN),
        Entry(1, Kind.NUMBER, points=22),
        Entry(0, Kind.NUMBER, points=-5),
        Entry(1, Kind.TIME, points=-10),
        Entry(0, Kind.LEFT, "Q", points=20, notes=("a long\ngame",)),
    )


def test_a_pure_score_sheet() -> None:
    assert [turn.points for turn in typed("players: Ann, Bob\n22\n30\n-5\n+-7 23\n")] == [22, 30, -5, -7]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("8E CAT\n", 1, "'8E CAT' stands before the players: expected first a line such as players: Ann, Bob"),
        ("players: Ann, Bob\nCid: 8E CAT\n", 0, ""),
        ("players: Ann, Bob\n8E CAT\nCid: 8E CAT\n", 3, "'Cid' is no player of this game: expected one of Ann, Bob, or note"),
        ("players: Ann, Bob\nAnne: 8E CAT\n", 2, "'Anne' is no player of this game; did you mean 'Ann'? expected one of Ann, Bob, or note"),
        ("players: Ann, Bob\ntitle: 8E final\nswap AEI\nBob: xch TT 0\n", 0, ""),
        ("players: Ann, Bob\nCid (AEI): 8E CAT\n", 2, "'Cid' is no player of this game: expected one of Ann, Bob"),
        ("players: Ann, Ann\n", 1, "two players are called 'Ann': entries could not tell them apart"),
        ("players: Ann,,Bob\n", 1, "a player has no name: expected like players: Ann, Bob"),
        ("players: A, B, C, D, E\n", 1, "more than 4 players"),
        ("players: A, B\nplayers: C, D\n", 2, "the players are named twice"),
        ("player1: A\nplayer3: B\n", 2, "player 3 stands where player 2 was expected"),
        ("players: A, B\n8E\n", 2, "'8E' has no word behind it: expected like 8E RETAINS"),
        ("players: A, B\nexch\n", 2, "'exch' names no tiles: expected a move such as 8D RETAINS, -AEI, - or --, then its score and the total, such as +22 62"),
        ("players: A, B\n... more\n", 2, "'... more' goes on with a note, but none stands before it"),
        ("players: A, B\n8E CAT ten\n", 2, "'ten' stands behind '8E CAT': expected its score, such as +22, and the total"),
    ],
)  # fmt: skip
def test_game_text_that_cannot_be_read(text: str, line: int, message: str) -> None:
    try:
        error = parse_game_text(text, "g.txt").error
    except DataError as fault:
        error = fault
    assert ((0, "") if error is None else (error.line, error.reason)) == (line, message)


# Both


names = st.text(st.characters(categories=("Lu", "Ll", "Nd")), min_size=1, max_size=6)
notes = st.lists(st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=12), max_size=2).map(tuple)
moves = st.sampled_from(["8E BAWTIE", "L8 J.ANS", "-AEI", "-3", "-", "8D O[CH]O", "8h a"])
racks = st.none() | st.sampled_from(["AABEITW", "?", "[CH]?E", "?EIKRTT"])
points = st.integers(-99, 400)
kinds = st.sampled_from(list(Kind))


@st.composite
def transcripts(draw: st.DrawFn) -> Transcript:
    """Any record that a program may make."""
    nicks = draw(st.lists(names, min_size=2, max_size=4, unique_by=str.casefold))
    players = tuple(Player(nick, draw(st.sampled_from(["", "Ann Smith", nick]))) for nick in nicks)
    entries = []
    for _ in range(draw(st.integers(0, 6))):
        kind = draw(kinds)
        text = draw(moves) if kind is Kind.MOVE else draw(st.sampled_from(["", "Q", "?EI"])) if kind is Kind.LEFT else ""
        entries.append(
            Entry(
                draw(st.integers(0, len(players) - 1)), kind, text, draw(racks), 0 if text == "-3" else draw(points), draw(points),
                draw(st.sampled_from(["", "KO, EX"])), draw(notes),
            )
        )  # fmt: skip
    keys = st.sampled_from(["title", "lexicon", "rack1", "incomplete", "style", "odd", "recycle"])
    pragmas = draw(
        st.lists(
            st.builds(Pragma, keys, st.sampled_from(["", "x", "a: b, c"]), st.integers(0, len(entries)), st.just(0)), max_size=3
        )
    )
    pragmas.sort(key=lambda pragma: pragma.after)
    return Transcript(players, tuple(entries), tuple(pragmas), draw(notes))


@settings(max_examples=300, **always)  # type: ignore[arg-type]
@given(transcripts())
def test_what_is_written_is_read_again(transcript: Transcript) -> None:
    for write, read in ((format_gcg, parse_gcg), (format_game_text, parse_game_text)):
        text = write(transcript)
        again = read(text, "")
        assert again.error is None
        assert again.without_lines() == transcript
        assert write(again) == text
        assert detect(text) in ("gcg", "game")


@settings(max_examples=300, **always)  # type: ignore[arg-type]
@given(st.text(st.sampled_from(">#:ABNann \n\r-+()8E1note.?player"), max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    for start, read, write in ((TWO, parse_gcg, format_gcg), ("players: Ann, Bob\n", parse_game_text, format_game_text)):
        first = read(start + text, "")
        assert first.error is None or re.match(r"line \d+: ", str(first.error))
        if all(turn.points is not None for turn in first.entries):
            again = read(write(first), "")
            assert again.error is None
            assert again.without_lines() == first.without_lines()._replace(error=None)


def test_a_play_without_a_score_may_come_off_without_one(tmp_path: Path) -> None:
    path = tmp_path / "off.gcg"
    path.write_text(
        "#player1 Ann Ann\n#player2 Bob Bob\n>Ann: AEINRST 8D RETAINS\n>Ann: AEINRST --\n>Bob: DEFGHIJ - +0 0\n", encoding="utf-8"
    )
    written = run("game", "convert", str(path), "--to", "gcg", "--quiet").stdout.splitlines()
    assert written[-3:] == [">Ann: AEINRST 8D RETAINS +66 66", ">Ann: AEINRST -- -66 0", ">Bob: DEFGHIJ - +0 0"]


def test_a_play_counted_wrongly_goes_off_as_it_was_counted(tmp_path: Path) -> None:
    path = tmp_path / "off.gcg"
    path.write_text(
        "#player1 A A\n#player2 B B\n>A: ABC 8H CAB +99 99\n>A: --\n>B: DE 8H ED +6 6\n>A: ABC 9H AB +10\n", encoding="utf-8"
    )
    written = run("game", "convert", str(path), "--to", "gcg", "--quiet").stdout.splitlines()
    assert written[-4:] == [">A: ABC 8H CAB +99 99", ">A:  -- -99 0", ">B: DE 8H ED +6 6", ">A: ABC 9H AB +10 10"]
    assert run("board", str(path), "--to", "cgp", "--quiet").stdout.endswith(" / 6/10 0\n")
