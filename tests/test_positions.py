"""Counts and sums of plays, as chess programs test their move generators with perft.

* ``positions/perft.jsonl``: positions with the number of legal plays, the sum of their scores, the best score and the
  SHA-256 of the sorted lines ``SQUARE TILES SCORE``. The numbers come from another program, written by other people in
  another language, and were not made with this one.
* ``positions/depth2_small.jsonl``: small boards. For every play of the first rack the plays of the second rack are counted
  and summed up on the board that results. The numbers were computed with the reference in ``oracle.py``.
* ``positions/depth2.jsonl``: the same on boards of full size, with ENABLE. The numbers were computed with the compiled
  kernel of this project and frozen; what they prove is that nothing has changed, and for a sample of the first plays
  (``sample``) that the uncompiled kernel agrees.

A count does not notice a wrong score and depth 1 does not notice a board whose cross words are out of date; together
they do.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator, PlayList, RankedMove
from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.formats.position import Position, RuleChoice
from scrabblecli.layout import Layout
from scrabblecli.lexicon import Lexicon
from scrabblecli.move import Play, format_move
from scrabblecli.rules import RuleSet, load_rules
from scrabblecli.tiles import Rack
from tests.oracle import Oracle
from tests.small_games import board_after, lexicon_of

HERE = Path(__file__).parent / "positions"


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


PERFT = records("perft.jsonl")
FEW_PLAYS = [record for record in PERFT if record["count"] < 500]
# cheap enough for the plain Python kernel: with few and many plays, with a blank, on the large board
SAMPLE = [
    *FEW_PLAYS[:: len(FEW_PLAYS) // 20],
    *(record for record in PERFT if record["id"] in {"std-0026", "std-0345", "std-0391", "super-0003"}),
]
SMALL = records("depth2_small.jsonl")
DEPTH2 = records("depth2.jsonl")


def load(record: dict[str, Any]) -> tuple[Position, Rack]:
    position = parse_cgp(record["cgp"], "-", 1, RuleChoice(record["rules"]))
    assert position.rack is not None
    return position, position.rack


def check_perft(record: dict[str, Any], enable: Lexicon) -> None:
    position, rack = load(record)
    generator = MoveGenerator(position.rules, enable)
    plays = generator.plays(position.board, rack)
    alphabet = position.rules.tiles.alphabet
    lines = sorted(f"{format_move(ranked.move, alphabet)} {ranked.score}" for ranked in plays)
    digest = sha256("\n".join(lines).encode()).hexdigest()
    found = {"count": len(plays), "sum": plays.score_sum(), "best": plays[0].score, "sha256": digest}
    assert found == {key: record[key] for key in found}, f"{record['cgp']}\n" + "\n".join(lines[:50])
    assert generator.best_play(position.board, rack) == plays[0]


def test_the_positions_are_of_every_kind() -> None:
    racks = [record["cgp"].split()[1] for record in PERFT]
    assert {rack.count("?") for rack in racks} == {0, 1, 2, 3}
    assert {len(rack) - 1 for rack in racks} == set(range(1, 8))
    assert {record["rules"] for record in PERFT} == {"tournament", "super"}
    assert len({record["id"] for record in PERFT}) == len(PERFT) > 200
    assert len(SAMPLE) >= 24


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("record", PERFT, ids=lambda record: record["id"])
def test_count_sum_best_and_plays_are_those_of_the_position(record: dict[str, Any], enable: Lexicon) -> None:
    check_perft(record, enable)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("record", SAMPLE, ids=lambda record: record["id"])
def test_the_uncompiled_kernel_finds_the_same(record: dict[str, Any], enable: Lexicon) -> None:
    check_perft(record, enable)


def depth2(generator: MoveGenerator, board: Board, first: Iterable[RankedMove], second: Rack) -> tuple[int, int]:
    """How many plays a second rack has after each of some plays, in all, and the sum of their scores."""
    count = total = 0
    for ranked in first:
        assert isinstance(ranked.move, Play)
        plays: PlayList = generator.plays(board.after(ranked.move), second)
        count += len(plays)
        total += plays.score_sum()
    return count, total


def small_game(record: dict[str, Any]) -> tuple[RuleSet, tuple[bytes, ...], Board]:
    base = load_rules(record["rules"])
    layout = Layout.parse(record["layout"], "drawn")
    rules = RuleSet("small", "small", layout, base.tiles, None, base.settings, {})
    words = [base.tiles.alphabet.spell(word) or b"" for word in record["words"].split()]
    faces = bytes(base.tiles.alphabet.face(token) or 0 for row in record["board"] for token in base.tiles.alphabet.tokens(row))
    return rules, tuple(sorted(words)), Board(layout.rows, layout.columns, faces)


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("record", SMALL, ids=lambda record: record["id"])
def test_at_depth_two_small_boards_have_the_numbers_of_the_oracle(record: dict[str, Any]) -> None:
    rules, words, board = small_game(record)
    generator = MoveGenerator(rules, lexicon_of(rules.tiles.alphabet, words))
    first = generator.plays(board, Rack.parse(record["rack"], rules.tiles))
    found = (len(first), *depth2(generator, board, first, Rack.parse(record["second"], rules.tiles)))
    assert found == (record["plays"], record["count"], record["sum"])


def test_the_oracle_still_gives_a_frozen_number() -> None:
    """The smallest of the small boards, computed again."""
    record = min(SMALL, key=lambda record: int(record["count"]))
    rules, words, board = small_game(record)
    oracle = Oracle(rules, words)
    second = Rack.parse(record["second"], rules.tiles).codes
    first = oracle.plays(board, Rack.parse(record["rack"], rules.tiles).codes)
    scores = [play.score for before in first for play in oracle.plays(board_after(board, before), second)]
    assert (len(first), len(scores), sum(scores)) == (record["plays"], record["count"], record["sum"])


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("record", DEPTH2, ids=lambda record: record["id"])
def test_at_depth_two_full_boards_have_their_frozen_numbers(record: dict[str, Any], enable: Lexicon) -> None:
    position, rack = load(record)
    generator = MoveGenerator(position.rules, enable)
    first = generator.plays(position.board, rack)
    found = depth2(generator, position.board, first, Rack.parse(record["second"], position.rules.tiles))
    assert (len(first), *found) == (record["plays"], record["count"], record["sum"])


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("record", DEPTH2, ids=lambda record: record["id"])
def test_at_depth_two_both_kernels_agree_on_the_first_plays(record: dict[str, Any], enable: Lexicon) -> None:
    position, rack = load(record)
    generator = MoveGenerator(position.rules, enable)
    sample = record["sample"]
    first = generator.plays(position.board, rack)[: sample["plays"]]
    assert depth2(generator, position.board, first, Rack.parse(record["second"], position.rules.tiles)) == (
        sample["count"],
        sample["sum"],
    )
