"""Properties that hold for every position, searched for exceptions with Hypothesis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabblecli.board import Board
from scrabblecli.cli import scrabblecli
from scrabblecli.engine.filters import MoveFilter
from scrabblecli.engine.movegen import MoveGenerator, RankedMove
from scrabblecli.errors import DataError
from scrabblecli.formats.cgp import format_cgp, parse_cgp
from scrabblecli.formats.position import Position, RuleChoice
from scrabblecli.formats.text import format_text, parse_text
from scrabblecli.layout import Layout
from scrabblecli.lexicon import load_lexicon
from scrabblecli.lexicon.foreign import foreign_words
from scrabblecli.lexicon.graph import Lexicon, build_nodes, graph_words
from scrabblecli.lexicon.pattern import parse_pattern
from scrabblecli.lexicon.wordlist import CODED, identity, read_words
from scrabblecli.move import Exchange, Pass, Play, StatedPlay, format_move, parse_move, resolve
from scrabblecli.rules import RuleSet, built_in_names, load_rules
from scrabblecli.scoring import score_play
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import BLANK_FLAG, Alphabet, Rack, TileSet
from tests.small_games import SmallGame, lexicon_of, random_game, strewn_board

always = {"deadline": None, "derandomize": True, "database": None}
many = settings(max_examples=200, **always)  # type: ignore[arg-type]
some = settings(max_examples=60, **always)  # type: ignore[arg-type]
few = settings(max_examples=25, **always)  # type: ignore[arg-type]

seeds = st.integers(0, 2**32)
games = seeds.map(lambda seed: random_game(Random(seed)))
rule_sets = st.sampled_from(built_in_names()).map(load_rules)


def generator_of(game: SmallGame) -> MoveGenerator:
    return MoveGenerator(game.rules, lexicon_of(game.alphabet, game.words))


def with_layout(rules: RuleSet, layout: Layout) -> RuleSet:
    return RuleSet(rules.name, rules.title, layout, rules.tiles, rules.lexicon, rules.settings, rules.overrides)


def play_of(ranked: RankedMove) -> Play:
    assert isinstance(ranked.move, Play)
    return ranked.move


# the move generator


def laid(plays: Iterable[RankedMove], mirrored: bool = False) -> Counter[tuple[frozenset[tuple[int, int, int]], int]]:
    """What the plays lay where, and what they score, whatever their direction is called."""
    found: Counter[tuple[frozenset[tuple[int, int, int]], int]] = Counter()
    for ranked in plays:
        tiles = play_of(ranked).new_tiles()
        found[
            frozenset((column, row, face) if mirrored else (row, column, face) for (row, column), face in tiles), ranked.score
        ] += 1
    return found


@settings(max_examples=120, **always)  # type: ignore[arg-type]
@given(games.filter(lambda game: not game.board.is_empty))
def test_transposing_the_board_transposes_the_plays(game: SmallGame) -> None:
    layout = game.rules.layout
    symbols = Board(layout.rows, layout.columns, layout.symbols.encode()).transposed().faces.decode()
    mirrored = Layout(layout.name, layout.columns, layout.rows, symbols, Square(layout.start.column, layout.start.row))
    other = MoveGenerator(with_layout(game.rules, mirrored), lexicon_of(game.alphabet, game.words))
    rack = Rack(game.rack)
    assert laid(generator_of(game).plays(game.board, rack)) == laid(other.plays(game.board.transposed(), rack), mirrored=True)


@some
@given(games, seeds)
def test_the_order_of_the_rack_never_matters(game: SmallGame, seed: int) -> None:
    tokens = ["?" if code == 0 else game.alphabet.face_text(code) for code in game.rack]
    generator = generator_of(game)
    listed = list(generator.plays(game.board, Rack.parse("".join(tokens), game.rules.tiles)))
    Random(seed).shuffle(tokens)
    shuffled = Rack.parse("".join(tokens), game.rules.tiles)
    assert list(generator.plays(game.board, shuffled)) == listed
    assert generator.best_play(game.board, shuffled) == (listed[0] if listed else None)


@some
@given(games)
def test_a_blank_makes_every_play_of_every_letter_it_can_stand_for(game: SmallGame) -> None:
    others = game.rack[1:]
    generator = generator_of(game)
    with_blank = {play_of(ranked): ranked.score for ranked in generator.plays(game.board, Rack(bytes([0, *others])))}
    for letter in range(1, len(game.alphabet) + 1):
        for ranked in generator.plays(game.board, Rack(bytes([letter, *others]))):
            play = play_of(ranked)
            if play.tiles.count(letter) <= others.count(letter):
                assert with_blank[play] == ranked.score
            for place, face in enumerate(play.tiles):
                if face == letter:
                    faces = play.tiles[:place] + bytes([face | BLANK_FLAG]) + play.tiles[place + 1 :]
                    score = with_blank[Play(play.square, play.direction, faces)]
                    assert score <= ranked.score
                    assert not game.rules.blanks_score_zero or game.rules.tiles.values[letter] or score == ranked.score
                    assert game.rules.blanks_score_zero or score == ranked.score


def check_arithmetic(board: Board, ranked: RankedMove, rules: RuleSet) -> None:
    layout, values = rules.layout, rules.tiles.values
    arithmetic = score_play(board, play_of(ranked), rules)
    new = dict(play_of(ranked).new_tiles())
    total = 0
    for word in arithmetic.words:
        letters, multiplier = 0, 1
        for square in word.squares:
            zero = square.face & BLANK_FLAG and rules.blanks_score_zero
            assert square.face == (new[square.square] if square.new else board[square.square])
            assert square.value == (0 if zero else values[square.face & ~BLANK_FLAG])
            assert (square.premium is not None) == (square.new and layout.symbol(square.square) != ".")
            times = {"DL": 2, "TL": 3, "QL": 4}.get(square.premium or "", 1)
            assert square.points == square.value * times
            letters += square.points
            multiplier *= {"DW": 2, "TW": 3, "QW": 4}.get(square.premium or "", 1)
        assert (word.letters, word.multiplier, word.score) == (letters, multiplier, letters * multiplier)
        total += letters * multiplier
    assert arithmetic.bonus == (rules.bingo_bonus if len(new) >= rules.bingo_tiles else 0)
    assert total + arithmetic.bonus == arithmetic.score == ranked.score


@some
@given(games)
def test_the_arithmetic_of_every_play_adds_up_to_its_score(game: SmallGame) -> None:
    for ranked in generator_of(game).plays(game.board, Rack(game.rack)):
        check_arithmetic(game.board, ranked, game.rules)


@few
@given(seeds)
def test_the_arithmetic_adds_up_on_full_boards_too(enable: Lexicon, tournament: RuleSet, seed: int) -> None:
    source = Random(seed)
    generator = MoveGenerator(tournament, enable)
    board = Board.empty(15, 15)
    for _ in range(4):
        rack = Rack(source.choices(range(27), tournament.tiles.counts, k=7))
        plays = generator.plays(board, rack)
        if not plays:
            continue
        for ranked in [plays[0], *(source.choice(plays) for _ in range(20))]:
            check_arithmetic(board, ranked, tournament)
        board = board.after(play_of(source.choice(plays[:50])))


@some
@given(games, seeds)
def test_a_filter_keeps_exactly_the_plays_it_asks_for_with_their_ranks(game: SmallGame, seed: int) -> None:
    source = Random(seed)
    plays = generator_of(game).plays(game.board, Rack(game.rack))
    low, high = sorted((source.randint(1, 6), source.randint(1, 6)))
    at, through = (Square(source.randrange(game.board.rows), source.randrange(game.board.columns)) for _ in range(2))
    code, wanted, kept = source.randint(1, len(game.alphabet)), source.choice(game.rack), source.choice(game.rack)
    least = source.randint(0, 40)
    pattern = parse_pattern(f"*{game.alphabet.face_text(code)}*", game.rules.tiles).expression()

    def letters(play: Play) -> list[int]:
        return [(face or game.board[square]) & ~BLANK_FLAG for square, face in zip(play.squares(), play.tiles, strict=True)]

    def used(play: Play) -> list[int]:
        return [0 if face & BLANK_FLAG else face for face in play.tiles if face]

    def kept_codes(ranked: RankedMove) -> bytes:
        assert ranked.leave is not None
        return ranked.leave

    asked: list[tuple[MoveFilter, Callable[[Any], bool]]] = [
        (MoveFilter(), lambda ranked: True),
        (MoveFilter(min_score=least), lambda ranked: ranked.score >= least),
        (MoveFilter(length=(low, high)), lambda ranked: low <= len(ranked.move.tiles) <= high),
        (MoveFilter(bingo_tiles=low), lambda ranked: len(used(ranked.move)) >= low),
        (MoveFilter(at=at), lambda ranked: ranked.move.square == at),
        (MoveFilter(through=(through,)), lambda ranked: through in list(ranked.move.squares())),
        (MoveFilter(direction=Direction.DOWN), lambda ranked: ranked.move.direction is Direction.DOWN),
        (MoveFilter(no_blank=True), lambda ranked: 0 not in used(ranked.move)),
        (MoveFilter(uses=bytes([wanted, wanted])), lambda ranked: used(ranked.move).count(wanted) >= 2),
        (MoveFilter(uses=bytes([wanted])), lambda ranked: wanted in used(ranked.move)),
        (MoveFilter(keeps=bytes([kept])), lambda ranked: kept in kept_codes(ranked)),
        (MoveFilter(word=pattern), lambda ranked: code in letters(ranked.move)),
        (
            MoveFilter(min_score=least, through=(through,)),
            lambda ranked: ranked.score >= least and through in list(ranked.move.squares()),
        ),
    ]
    everything = list(plays)
    for wanted_filter, condition in asked:
        found = [ranked for ranked in plays if wanted_filter.accepts(ranked, game.board)]
        assert found == [everything[ranked.rank - 1] for ranked in found]
        assert found == [ranked for ranked in everything if condition(ranked)], f"{wanted_filter}\n{game.describe()}"


@pytest.mark.parametrize(
    "options",
    [["--min-score", "20"], ["--length", "5.."], ["--bingo"], ["--at", "8D"], ["--through", "H8"], ["--down"], ["--uses", "TT"],
     ["--word", "*ING"], ["--no-blank"], ["--keeps", "S"], ["--min-score", "15", "--across"]],
    ids=" ".join,
)  # fmt: skip
def test_the_command_line_filters_without_new_ranks(options: list[str]) -> None:
    cgp = "15/15/15/15/15/15/15/4TESTING4/15/15/15/15/15/15/15 ENST?R/ 0/0 0\n"
    base = ["solve", "-", "--format", "tsv", "--top", "0"]
    runner = CliRunner()
    unfiltered = runner.invoke(scrabblecli, base, input=cgp)
    filtered = runner.invoke(scrabblecli, base + options, input=cgp)
    assert (unfiltered.exit_code, filtered.exit_code) == (0, 0), filtered.output
    every, chosen = unfiltered.stdout.splitlines(), filtered.stdout.splitlines()
    assert every[0] == chosen[0]
    assert len(chosen) < len(every)
    assert chosen == [every[0], *(row for row in every if row in set(chosen[1:]))]


# parse and format


def test_squares_are_read_as_they_are_named() -> None:
    for row in range(99):
        for column in range(26):
            for direction in Direction:
                name = Square(row, column).name(direction)
                assert Square.parse(name) == Square.parse(name.lower()) == (Square(row, column), direction)


def faces_of(source: Random, alphabet: Alphabet) -> int:
    return source.randint(1, len(alphabet)) | (BLANK_FLAG if source.random() < 0.2 else 0)


@many
@given(rule_sets, seeds)
def test_a_rack_is_read_as_it_is_written(rules: RuleSet, seed: int) -> None:
    source = Random(seed)
    rack = Rack(source.randint(0, len(rules.tiles.alphabet)) for _ in range(source.randint(0, 9)))
    text = rack.text(rules.tiles.alphabet)
    assert Rack.parse(text, rules.tiles) == rack
    assert Rack.parse(text.replace("?", "_"), rules.tiles) == rack


@many
@given(rule_sets, seeds)
def test_a_move_is_read_as_it_is_written(rules: RuleSet, seed: int) -> None:
    source = Random(seed)
    alphabet = rules.tiles.alphabet
    board = strewn_board(source, rules)
    direction = source.choice(list(Direction))
    start = board.start_of_run(Square(source.randrange(board.rows), source.randrange(board.columns)), direction)
    faces: list[int] = []
    new = 0
    square = start
    while square in board and (board[square] or new < 4):
        faces.append(0 if board[square] else faces_of(source, alphabet))
        new += not board[square]
        square = square.shifted(direction, 1)
    play = Play(start, direction, bytes(faces))
    if new > 1:
        for text in (format_move(play, alphabet), format_move(play, alphabet, board)):
            stated = parse_move(text, rules.tiles, board)
            assert isinstance(stated, StatedPlay)
            assert resolve(stated, board, alphabet) == (play, [])
    tiles = Rack(source.randint(0, len(alphabet)) for _ in range(source.randint(1, 7)))
    for move in (Exchange(tiles.codes, len(tiles)), Exchange(None, source.randint(1, 9)), Pass()):
        assert parse_move(format_move(move, alphabet), rules.tiles, board) == move


def random_position(source: Random, rules: RuleSet, players: int) -> Position:
    racks: list[Rack | None] = []
    for _ in range(players):
        rack = Rack(source.randint(0, len(rules.tiles.alphabet)) for _ in range(source.randint(1, 7)))
        racks.append(rack if source.random() < 0.8 else None)
    scores = tuple(source.randint(-50, 600) for _ in range(players))
    lexicon = source.choice((None, "enable", "CSW24"))
    return Position(strewn_board(source, rules), rules, tuple(racks), scores, source.randint(0, 6), lexicon)


@many
@given(rule_sets, seeds)
def test_cgp_is_read_as_it_is_written(rules: RuleSet, seed: int) -> None:
    source = Random(seed)
    if source.random() < 0.3:
        rules = rules.with_settings({"bingo_bonus": source.choice((0, 40, 99))})
    position = random_position(source, rules, source.randint(2, 4))
    text = format_cgp(position)
    read = parse_cgp(text, "-", 1, RuleChoice())
    assert "\n" not in text
    assert (read.board, read.racks, read.scores, read.scoreless) == (
        position.board,
        position.racks,
        position.scores,
        position.scoreless,
    )
    assert (read.rules, read.lexicon, read.warnings) == (rules, position.lexicon, ())


@many
@given(rule_sets, seeds)
def test_a_text_board_is_read_as_it_is_written(rules: RuleSet, seed: int) -> None:
    source = Random(seed)
    if source.random() < 0.3:
        rules = rules.with_settings({"bingo_bonus": source.randint(0, 100), "blanks_score_zero": source.random() < 0.5})
    if source.random() < 0.3:
        rows, columns = source.randint(1, 12), source.randint(1, 26)
        rules = rules.with_settings({"layout": ["".join(source.choice(".'\"^-=~") for _ in range(columns)) for _ in range(rows)]})
    position = random_position(source, rules, 1)
    # the scores of all players, or none
    position = position._replace(scores=tuple(source.randint(-50, 600) for _ in range(rules.players)))
    read = parse_text(format_text(position), "-", RuleChoice())
    assert read.board == position.board
    assert (read.rules, read.rack, read.lexicon) == (rules, position.rack, position.lexicon)
    assert read.scores == (position.scores if any(position.scores) else ())


def decorated(board: Board, alphabet: Alphabet, source: Random, between: str, outside: str, left: bool, right: bool) -> str:
    """A board as other programs might print it."""
    empty = source.choice("._-*+\u00b7")
    lines = []
    for row in range(board.rows):
        tokens = [alphabet.face_text(face) if face else empty for face in board.row(row)]
        number = f"{row + 1:2} " if left else ""
        lines.append(number + outside + between.join(tokens) + outside[::-1] + (f" {row + 1}" if right else ""))
    if source.random() < 0.5:
        border = "+" + "-" * (len(lines[0]) + 9)
        lines = [border, *lines, border]
    if source.random() < 0.5:
        lines.insert(0, "   " + " ".join("ABCDEFGHIJKLMNOPQRSTU"[: board.columns]))
    return source.choice(("", "\ufeff")) + source.choice(("\n", "\r\n")).join(["# a comment", *lines, "", ""])


@many
@given(rule_sets, seeds)
def test_a_text_board_may_be_decorated(rules: RuleSet, seed: int) -> None:
    source = Random(seed)
    board = strewn_board(source, rules)
    between, outside = source.choice(("", " ", "|", " | ")), source.choice(("", "|", "| "))
    left, right = (source.random() < 0.5 for _ in range(2))
    text = decorated(board, rules.tiles.alphabet, source, between, outside, left, right)
    assert parse_text(text, "-", RuleChoice(rules.name)).board == board, text


@pytest.mark.parametrize(("left", "right"), [(True, False), (False, True), (True, True)])
def test_row_numbers_may_stand_beside_squares_with_bars_between(tournament: RuleSet, left: bool, right: bool) -> None:
    board = strewn_board(Random(1), tournament)
    text = decorated(board, tournament.tiles.alphabet, Random(1), "|", "", left, right)
    assert parse_text(text, "-", RuleChoice()).board == board, text


@settings(max_examples=40, **always)  # type: ignore[arg-type]
@given(rule_sets, seeds)
def test_a_drawn_board_loads_again(rules: RuleSet, seed: int) -> None:
    source = Random(seed)
    position = random_position(source, rules, 2)
    drawn = CliRunner().invoke(scrabblecli, ["board", "-", "--to", "draw", "--quiet"], input=format_cgp(position) + "\n")
    assert drawn.exit_code == 0, drawn.output
    read = parse_text(drawn.stdout, "-", RuleChoice())
    assert (read.board, read.rules, read.rack, read.lexicon) == (position.board, rules, position.rack, position.lexicon), (
        drawn.stdout
    )


# word lists and graphs


@st.composite
def word_lists(draw: st.DrawFn) -> tuple[Alphabet, list[bytes]]:
    """An alphabet and distinct words as letter codes, some of them long."""
    letters = draw(st.sampled_from(("AB", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AEINRST")))
    codes = st.integers(1, len(letters))
    lengths = draw(st.sampled_from((3, 6, 40)))
    words = draw(st.sets(st.lists(codes, min_size=1, max_size=lengths).map(bytes), min_size=1, max_size=60))
    return Alphabet(letters), sorted(words)


def coded(words: Iterable[bytes]) -> list[bytes]:
    return sorted(bytes(code | CODED for code in word) for word in words)


def paths(nodes: memoryview, root: int) -> list[bytes]:
    """Every accepted path of a graph, read without any help."""
    found = []
    stack = [(nodes[root] & 0x3FFFFF, b"")]
    while stack:
        index, path = stack.pop()
        while index:
            node = nodes[index]
            here = path + bytes([node >> 24])
            if node & 0x800000:
                found.append(here)
            if node & 0x3FFFFF:
                stack.append((node & 0x3FFFFF, here))
            if node & 0x400000:
                break
            index += 1
    return sorted(found)


@many
@given(word_lists(), seeds)
def test_a_graph_has_exactly_the_words_of_its_list(listed: tuple[Alphabet, list[bytes]], seed: int) -> None:
    alphabet, words = listed
    source = Random(seed)
    lexicon = lexicon_of(alphabet, tuple(words))
    assert list(lexicon) == list(graph_words(lexicon.nodes)) == words
    assert paths(lexicon.nodes, 0) == words
    # a path of the GADDAG is a reversed beginning, the separator 0 unless it is the whole word, and the rest
    whole = [word[::-1] for word in words]
    parted = [word[:length][::-1] + b"\0" + word[length:] for word in words for length in range(1, len(word))]
    assert paths(lexicon.nodes, 1) == sorted(whole + parted)
    near = (
        {word[:-1] for word in words}
        | {word + b"\1" for word in words}
        | {bytes(source.sample(word, len(word))) for word in words}
    )
    for word in (*words, *near, b"", bytes([len(alphabet) + 1])):
        assert (word in lexicon) == (word in words)
        assert lexicon.has(alphabet.word_text(word)) == (word in words) if word and max(word) <= len(alphabet) else True


@some
@given(word_lists())
def test_a_graph_of_another_program_has_the_same_words(listed: tuple[Alphabet, list[bytes]]) -> None:
    alphabet, words = listed
    own = bytes(memoryview(build_nodes(coded(words), "a list")).cast("B"))
    assert foreign_words(own, alphabet, "own.kwg") == coded(words)
    assert foreign_words(plain_trie(words), alphabet, "trie.kwg") == coded(words)


def plain_trie(words: Iterable[bytes]) -> bytes:
    """A graph as a simple program would write it: a DAWG without a shared node, and no GADDAG."""

    accepted = set(words)
    beginnings = sorted({word[:length] for word in accepted for length in range(len(word))})
    children = {
        beginning: sorted(
            {word[len(beginning)] for word in accepted if word.startswith(beginning) and len(word) > len(beginning)}
        )
        for beginning in beginnings
    }
    first = {}
    position = 2
    for beginning in beginnings:
        first[beginning] = position
        position += len(children[beginning])
    nodes = [first[b""] | 0x400000, 0x400000]
    for beginning in beginnings:
        for code in children[beginning]:
            word = beginning + bytes([code])
            last = 0x400000 if code == children[beginning][-1] else 0
            nodes.append(code << 24 | (0x800000 if word in accepted else 0) | last | first.get(word, 0))
    return b"".join(node.to_bytes(4, "little") for node in nodes)


@many
@given(word_lists(), st.lists(st.tuples(seeds, st.integers(0, 255)), min_size=1, max_size=4), st.integers(0, 40))
def test_a_damaged_graph_is_refused_or_read_but_never_crashes(
    listed: tuple[Alphabet, list[bytes]], changes: list[tuple[int, int]], cut: int
) -> None:
    alphabet, words = listed
    data = bytearray(bytes(memoryview(build_nodes(coded(words), "a list")).cast("B")))
    for place, value in changes:
        data[place % len(data)] = value
    data = data[: len(data) - cut]
    try:
        found = foreign_words(bytes(data), alphabet, "damaged.kwg")
    except DataError as error:
        assert str(error).startswith("damaged.kwg: ")  # noqa: PT017 - it may also be read
    else:
        assert found == sorted(set(found))
        assert all(1 <= code & ~CODED <= len(alphabet) for word in found for code in word)


LAST, WORD = 0x400000, 0x800000
A, B = 1 << 24, 2 << 24


@pytest.mark.parametrize(
    ("nodes", "fault"),
    [
        ([2 | LAST, LAST, A | LAST | 2], "the nodes lead in a circle"),
        ([2 | LAST, LAST, A | 3 | LAST, A | WORD | LAST | 2], "the nodes lead in a circle"),
        ([2 | LAST, LAST, A | WORD | LAST | 3], "node 2 leads to 3 of 3 nodes"),
        ([2 | LAST, LAST, B + A | WORD | LAST], "node 2 has letter 3, expected 1 to 2"),
        ([2 | LAST, LAST, WORD | LAST], "node 2 has letter 0, expected 1 to 2"),
        ([9 | LAST, LAST, A | WORD | LAST], "node 0 leads nowhere"),
        ([LAST, LAST, A | WORD | LAST], "node 0 leads nowhere"),
        ([2 | LAST, LAST, A | WORD], "the last list of nodes is not closed"),
        ([2 | LAST, LAST, A | LAST], "no word in the graph"),
    ],
)
def test_an_unsound_graph_is_refused_with_its_fault(nodes: list[int], fault: str) -> None:
    data = b"".join(node.to_bytes(4, "little") for node in nodes)
    with pytest.raises(DataError, match=fault):
        foreign_words(data, Alphabet("AB"), "unsound.kwg")


def test_a_graph_of_too_many_words_is_refused_before_they_are_listed() -> None:
    """Thirty nodes can stand for a billion words."""
    nodes = [2 | LAST, LAST]
    for level in range(30):
        following = 4 + 2 * level if level < 29 else 0
        nodes += [A | WORD | following, B | WORD | LAST | following]
    with pytest.raises(DataError, match="more than 62,000 words in a graph of 62 nodes"):
        foreign_words(b"".join(node.to_bytes(4, "little") for node in nodes), Alphabet("AB"), "many.kwg")


@some
@given(word_lists(), seeds)
def test_the_identity_of_a_list_is_that_of_its_words_alone(listed: tuple[Alphabet, list[bytes]], seed: int) -> None:
    alphabet, words = listed
    source = Random(seed)
    texts = [alphabet.word_text(word) for word in words]
    expected = identity(coded(words), alphabet)
    written = [source.choice((text, text.lower(), text.title())) for text in [*texts, *source.choices(texts, k=5)]]
    source.shuffle(written)
    content = source.choice(("\n", "\r\n", "\r")).join(written)
    for data in (content.encode(), content.encode("utf-8-sig"), content.encode("utf-16"), f"# a comment\n\n{content}\n".encode()):
        read = read_words(data, alphabet, "list.txt")
        assert (read.words, read.duplicates, read.left_out) == (coded(words), 5, 0)
        assert identity(read.words, alphabet) == expected
    assert identity(coded(words)[::-1], alphabet) == expected
    assert len(words) == 1 or identity(coded(words[1:]), alphabet) != expected


@few
@given(word_lists())
def test_a_text_file_and_its_graph_are_the_same_lexicon(listed: tuple[Alphabet, list[bytes]]) -> None:
    alphabet, words = listed
    with TemporaryDirectory() as folder:
        text, graph = Path(folder, "list.txt"), Path(folder, "list.kwg")
        text.write_text("\n".join(map(alphabet.word_text, words)), encoding="utf-8")
        graph.write_bytes(plain_trie(words))
        first, again, from_graph = (load_lexicon(str(path), alphabet) for path in (text, text, graph))
        assert list(first) == list(again) == list(from_graph) == words
        assert first.identity == again.identity == from_graph.identity
        assert bytes(first.nodes.cast("B")) == bytes(again.nodes.cast("B")) == bytes(from_graph.nodes.cast("B"))
        assert (len(first), first.name) == (len(words), "list")


def test_a_tile_set_is_read_whatever_its_columns(english: TileSet) -> None:
    alphabet = english.alphabet
    lines = [f"?,?,{english.counts[0]},{english.values[0]},0"]
    for code, letter in enumerate(alphabet.letters, start=1):
        lines.append(f"{letter},{letter.lower()},{english.counts[code]},{english.values[code]},{int(code in english.vowels)}")
    assert TileSet.parse("\n".join(lines), english.name) == english
    without_lower = [",".join(fields[:1] + fields[2:]) for fields in (line.split(",") for line in lines)]
    assert TileSet.parse("\r\n".join(without_lower), english.name) == english
