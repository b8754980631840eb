"""Fuzz targets: every reader of text. What is read is written and read again where there is a format to write."""

from __future__ import annotations

import os
import tempfile
from functools import lru_cache
from pathlib import Path

from hypothesis import strategies as st

from benchmarks.fuzzing import Target, mutated, told
from scrabblecli.board import Board
from scrabblecli.cli.defaults import KEYS
from scrabblecli.cli.defaults import _read as read_configuration
from scrabblecli.errors import ScrabbleError
from scrabblecli.formats.cgp import format_cgp, opcodes_of, parse_cgp
from scrabblecli.formats.detect import detect, game_text, split_positions
from scrabblecli.formats.gametext import format_game_text, parse_game_text
from scrabblecli.formats.gcg import decode_game, format_gcg, parse_gcg
from scrabblecli.formats.position import Position, RuleChoice, position_warnings
from scrabblecli.formats.session import format_session, parse_session
from scrabblecli.formats.text import format_text, parse_text
from scrabblecli.game.loading import load_game
from scrabblecli.layout import Layout
from scrabblecli.lexicon import Lexicon, load_lexicon
from scrabblecli.lexicon.pattern import fragment, parse_length, parse_pattern
from scrabblecli.lexicon.vocabulary import read_vocabulary
from scrabblecli.lexicon.wordlist import read_words
from scrabblecli.move import Exchange, Pass, format_move, parse_move, resolve
from scrabblecli.rules import built_in_names, load_rules, parse_assignment
from scrabblecli.rules.document import format_rules
from scrabblecli.rules.settings import SETTINGS
from scrabblecli.squares import Square
from scrabblecli.tiles import Rack, TileSet

__all__ = ["TARGETS"]

ROOT = Path(__file__).parent.parent
RULES = ROOT / "scrabblecli" / "rules"
SETS = ("tournament", "spanish", "super", "clabbers", "catalan")
CHOICE = RuleChoice()


def _texts(*paths: Path) -> list[str]:
    return [decode_game(path.read_bytes()) for path in paths]


BOARDS = _texts(*(path for path in sorted((ROOT / "boards").glob("*.txt"))))
CGP = [
    line for text in _texts(ROOT / "boards" / "game.cgp", ROOT / "boards" / "misled.cgp") for line in text.splitlines() if line
]
GCG = _texts(ROOT / "boards" / "kitchen.gcg", *sorted((ROOT / "tests" / "games").glob("*.gcg")))
GAMES = [
    "players: Ann, Bob\nAnn (AABEITW): 8E BAWTIE\nnote: a note\nBob: 9I FRIER +22 22\nexch AEI\npass\n",
    "rules: wwf\nset: bingo_bonus=40\nplayers: Ann, Bob, Cid, Dee\n8E BAWTIE\n2: - +0\nCid: M9 RE\noff\nchallenge +5\ntime -10\nleft Q +20\n",
    "player1: Ann Ann Smith\nplayer2: Bob\nlexicon: enable\ntitle: T\nrack2: ZA\n1: +20\n2: +30 30\n",
]
SESSIONS = [
    "player: Ann\nseed: 7\nrules: wespa\nlexicon: enable 77a8b772\nbalance: yes\ntime: 180\n"
    "round\track\tbest\tbest_score\tmove\tscore\tseconds\n1\tAEINRST\t8D ANESTRI\t66\t8D RETAINS\t66\t12.5\n2\tAEINRST\t8D ANESTRI\t66\t\t0\t\n"
]
KEY_LINES = tuple(f"{key}:" for key in ("rack", "rules", "lexicon", "scores", "scoreless", "set", "players", "note", "title"))
OPCODES = (
    "lex",
    "ld",
    "bdn",
    "var",
    "bb",
    "rules",
    "set",
    "move",
    "spanish",
    "super",
    "CrosswordGame",
    "wordsmog",
    "wwf;",
    "rack_size=8;",
)
PRAGMAS = (
    "#player1 Ann Ann", "#player2 Bob", "#note x", "#rack1 ABC", "#lexicon enable", "#title", "#incomplete", "#set bingo_bonus=1", "#rules wwf",
    "#tile-distribution spanish", "#board-layout SuperCrosswordGame", "#game-type wordsmog", "#character-encoding utf-16", ">Ann:", ">Bob:", "--",
    "(challenge)", "(time)", "(Q)", "-AEI", "-3", "8E BAWTIE", "+22", "22", "H8", "A?",
)  # fmt: skip
MOVE_WORDS = ("8D", "D8", "1A", "O15", "exch", "pass", "-", "-AEI", "-7", "RE(T)AINS", "RE.AINS", "[CH]O", "z", "99Z", "(", "()")


@lru_cache(maxsize=1)
def enable() -> Lexicon:
    """The list that comes with the package."""
    return load_lexicon("enable", load_rules().tiles.alphabet)


def _sound_again(position: Position) -> None:
    """A position is the same when it is written and read again."""
    list(position_warnings(position.board, position.rack, position.rules))
    try:
        texts = (format_text(position), format_cgp(position) if position.board.rows > 1 else "")
    except ScrabbleError:
        return  # a name that no file can carry
    for again in (parse_text(texts[0], "-", CHOICE), *([parse_cgp(texts[1], "-", 1, CHOICE)] if texts[1] else ())):
        for part in ("board", "rack", "scoreless"):
            assert getattr(again, part) == getattr(position, part), f"{part} is not the same when read again: {texts}"
        assert (again.rules.name, dict(again.rules.settings)) == (position.rules.name, dict(position.rules.settings))


def board(text: str) -> str:
    """A text board, drawn or typed."""
    return told(lambda: _sound_again(parse_text(text, "-", CHOICE)))


def positions(text: str) -> str:
    """Whatever may stand where a board is expected."""

    def read() -> None:
        for position in split_positions(text, "-"):
            _sound_again(position.read(CHOICE))

    data = text.encode()
    assert game_text(data) is None or detect(decode_game(data)) in ("gcg", "game")
    return told(read)


def cgp(text: str) -> str:
    """A line of CGP."""
    opcodes_of(text)
    return told(lambda: _sound_again(parse_cgp(text, "-", 1, CHOICE)))


def _game(text: str) -> None:
    if detect(text) == "gcg":
        transcript = parse_gcg(text)
        again = parse_gcg(format_gcg(transcript))
    else:
        transcript = parse_game_text(text)
        again = parse_game_text(format_game_text(transcript))
    assert again.without_lines().entries == transcript.without_lines().entries
    assert again.players == transcript.players
    game = load_game(text, "-", CHOICE)
    for number in range(1, min(len(game.turns), 3) + 1):
        game.before(number)


def game(text: str) -> str:
    """A recorded game: what is read of it, written and read again, is the same."""
    return told(lambda: _game(text))


def encoded_game(data: bytes) -> str:
    """A recorded game in whatever encoding it names."""
    text = game_text(data)
    return "refused" if text is None else told(lambda: load_game(text, "-", CHOICE))


def session(text: str) -> str:
    """The record of a session of duplicate."""

    def read() -> None:
        record = parse_session(text)
        again = parse_session(format_session(record))
        assert again.player == record.player
        assert [one._replace(line=0) for one in again.rounds] == [one._replace(line=0) for one in record.rounds]

    return told(read)


def move(case: tuple[str, str]) -> str:
    """A move on an empty board and on one with tiles."""
    name, text = case
    rules = load_rules(name)
    alphabet = rules.tiles.alphabet
    empty = Board.empty(rules.layout.rows, rules.layout.columns)

    def read() -> None:
        stated = parse_move(text, rules.tiles, empty)
        if isinstance(stated, Exchange | Pass):
            assert parse_move(format_move(stated, alphabet), rules.tiles, empty) == stated
            return
        play, _ = resolve(stated, empty, alphabet)
        if play is not None:
            again = parse_move(format_move(play, alphabet, empty), rules.tiles, empty)
            assert not isinstance(again, Exchange | Pass)
            assert resolve(again, empty, alphabet)[0] == play

    return told(read)


def rack(case: tuple[str, str]) -> str:
    """A rack, and a square."""
    name, text = case
    tiles = load_rules(name).tiles

    def read() -> None:
        found = Rack.parse(text, tiles)
        assert Rack.parse(found.text(tiles.alphabet), tiles) == found

    told(lambda: Square.parse(text))
    return told(read)


def pattern(case: tuple[str, str]) -> str:
    """What ``words`` and ``--word`` look for."""
    name, text = case
    tiles = load_rules(name).tiles
    told(lambda: parse_length(text))
    told(lambda: fragment(text, tiles.alphabet, "the word", True, True))

    def read() -> None:
        found = parse_pattern(text, tiles)
        _ = (found.masks, found.loops)

    return told(read)


def setting(text: str) -> str:
    """``--set``."""
    return told(lambda: load_rules().with_settings(dict([parse_assignment(text)])))


def rules(text: str) -> str:
    """A rule set: what `format_rules` writes of it loads to the same."""
    with tempfile.TemporaryDirectory() as folder:
        path, again = os.path.join(folder, "mine.toml"), os.path.join(folder, "again.toml")
        Path(path).write_bytes(text.encode())

        def read() -> None:
            found = load_rules(path)
            Path(again).write_text(format_rules(found), encoding="utf-8")
            for key in SETTINGS:
                assert load_rules(again).value(key) == found.value(key), key

        return told(read)


def configuration(text: str) -> str:
    """``scrabblecli.toml``."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scrabblecli.toml"
        path.write_bytes(text.encode())
        return told(lambda: read_configuration(str(path), path.stat().st_mtime_ns))


def tiles(text: str) -> str:
    """A tile set."""
    return told(lambda: TileSet.parse(text, "mine", "mine.csv"))


def layout(text: str) -> str:
    """A drawn layout."""
    return told(lambda: Layout.parse(text.split("\n"), "mine"))


def word_list(case: tuple[str, bytes]) -> str:
    """A word list in any encoding, for several alphabets."""
    name, data = case
    alphabet = load_rules(name).tiles.alphabet

    def read() -> None:
        found = read_words(data, alphabet, "words.txt")
        assert found.words == sorted(set(found.words))

    return told(read)


def known(data: bytes) -> str:
    """The words that somebody knows."""
    return told(lambda: read_vocabulary(data, "known.txt", enable()))


LISTS = [
    "AA rough lava\nAAH\nAAHED, AAH v.\nab;cd\nZZZ=3\n# comment\nCAT 1 2\n",
    "aa\r\naah\r\nqi\r\n", "CAF\u00c9\nNI\u00d1O\nCHORRO\nL\u00b7LAMA\n", "1 the\n2 of\n3 and\n", '"AA","a ""lava"""\n',
]  # fmt: skip
TILES = _texts(*sorted((RULES / "tiles").glob("*.csv")))
LAYOUTS = _texts(*sorted((RULES / "layouts").glob("*.txt")))
TOML = _texts(*sorted((RULES / "sets").glob("*.toml")), *sorted((ROOT / "docs" / "house").glob("*.toml")))
TOML_LINES = tuple(f"{key} = " for key in SETTINGS) + tuple(
    f"extends = {name!r}" for name in (*built_in_names(), "mine.toml", "../x.toml", "/dev/zero.toml")
)
CONFIGURATIONS = [
    'rules = "wwf"\nlexicon = "enable"\ncolor = "auto"\ntop = 5\nformat = "json"\nquiet = true\n[set]\nbingo_bonus = 3\n'
]


def _bytes(seeds: list[str], words: tuple[str, ...] = ()) -> st.SearchStrategy[bytes]:
    """Mutated texts in some encoding, which a few bytes may not be of."""
    encodings = st.sampled_from(("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252"))
    coded = st.builds(lambda text, encoding: text.encode(encoding, "replace"), mutated(seeds, words), encodings)
    return coded | st.builds(
        lambda data, bit: data[: len(data) // 2] + bit + data[len(data) // 2 :], coded, st.binary(max_size=6)
    )


NAMED = (
    "utf-8",
    "latin-1",
    "utf-16",
    "utf-7",
    "idna",
    "punycode",
    "unicode_escape",
    "rot13",
    "zip",
    "undefined",
    "cp037",
    "nonsense",
    "..",
    "a" * 40,
)
_ENCODED = st.builds(
    lambda name, data: b"#character-encoding " + name.encode() + b"\n" + data, st.sampled_from(NAMED), _bytes(GCG, PRAGMAS)
)


def _under(names: tuple[str, ...], texts: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, str]]:
    return st.tuples(st.sampled_from(names), texts)


MOVES = ["8D RETAINS", "D8 RE(T)AINS", "exch AEI", "-3", "-", "8D RE.AINS", "8G [CH]O", "H8 aa", "pass"]
RACKS = ["AEINRST", "AEINRS?", "[CH]O[RR]O", "a?", "QU NY", ""]
PATTERNS = ["?A*", "[AEIOU]??", "*ING", "[^QZ]*", "A..", "2..8", "3", "..5", "[A-F]"]
ASSIGNMENTS = [
    "bingo_bonus=35",
    "challenge=five",
    'layout=["=.=", ".*.", "=.="]',
    'extra_words=["QI"]',
    "tiles=spanish",
    "targets={}",
]

TARGETS = (
    Target("text-board", mutated(BOARDS, KEY_LINES), board),
    Target("any-position", mutated([*BOARDS, "\n".join(CGP), *GCG, *GAMES], (*KEY_LINES, *PRAGMAS)), positions),
    Target("cgp", mutated(CGP, OPCODES), cgp),
    Target("gcg", mutated(GCG, PRAGMAS), game),
    Target("game-text", mutated(GAMES, (*KEY_LINES, "off", "left", "challenge", "1:", "Ann:", *MOVES)), game),
    Target("game-encoded", _bytes(GCG, PRAGMAS) | _ENCODED, encoded_game),
    Target("session", mutated(SESSIONS, ("player:", "seed:", "set:", "time:", "\t", "\t\t", "balance: no")), session),
    Target("move", _under(SETS, mutated(MOVES, MOVE_WORDS)), move),
    Target("rack", _under(SETS, mutated(RACKS, MOVE_WORDS)), rack),
    Target("pattern", _under(SETS, mutated(PATTERNS, ("[A-", "[^", "..", "*", "?"))), pattern),
    Target("setting", mutated(ASSIGNMENTS, tuple(f"{key}=" for key in SETTINGS)), setting),
    Target("rule-set", mutated(TOML, TOML_LINES), rules),
    Target("configuration", mutated(CONFIGURATIONS, (*(f"{key} = " for key in KEYS), "[set]", *TOML_LINES)), configuration),
    Target("tile-set", mutated(TILES, ("?,?,2,0,0", "A,a,9,1,1", ",", "[CH]")), tiles),
    Target("layout", mutated(LAYOUTS, ("*", "=", "~", '"')), layout),
    Target("word-list", st.tuples(st.sampled_from(SETS), _bytes(LISTS)), word_list),
    Target("known-words", _bytes(LISTS), known),
)
