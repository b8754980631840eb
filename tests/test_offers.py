"""What a board offers: squares that a word can cover, hooks; held against the plays that the generator finds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from scrabblecli.analysis.equity import leave_worth, valuation
from scrabblecli.analysis.hooks import Hooks, hooks_given
from scrabblecli.analysis.leaves import find_leaves
from scrabblecli.analysis.verdict import Grader, Verdict
from scrabblecli.board import Board
from scrabblecli.engine.movegen import MoveGenerator
from scrabblecli.formats.cgp import parse_cgp
from scrabblecli.formats.position import RuleChoice, unseen_counts
from scrabblecli.lexicon import Lexicon
from scrabblecli.move import Play, format_move, needed_codes
from scrabblecli.squares import Direction, Square
from scrabblecli.tiles import BLANK, Rack
from tests.small_games import lexicon_of, random_game


def fixed_order(random: Random) -> tuple[MoveGenerator, Board, list[int], Rack]:
    """A small game with tiles on the board and letters in their order: the tiles somebody may hold, as counts and as a rack."""
    while True:
        game = random_game(random)
        if game.board.is_empty or game.rules.settings["word_order"] != "fixed":
            continue
        codes = sorted(random.choices(range(len(game.rules.tiles.counts)), k=random.randint(1, 8)))
        counts = [codes.count(code) for code in range(len(game.rules.tiles.counts))]
        return MoveGenerator(game.rules, lexicon_of(game.alphabet, game.words)), game.board, counts, Rack(codes)


def laid(generator: MoveGenerator, board: Board, code: int) -> set[Square]:
    """The squares on which a tile can be played alone."""
    moves = [ranked.move for ranked in generator.plays(board, Rack([code]))]
    return {square for move in moves if isinstance(move, Play) for square, _ in move.new_tiles()}


@pytest.mark.usefixtures("kernel")
def test_a_square_is_covered_when_a_play_covers_it() -> None:
    random = Random(11)
    seen = [0, 0]
    for _ in range(80):
        generator, board, counts, rack = fixed_order(random)
        plays = [
            ranked.move
            for ranked in generator.plays(board, rack)
            if isinstance(ranked.move, Play) and ranked.move.tiles_played <= generator.rules.rack_size
        ]
        laid = {square for play in plays for square, _ in play.new_tiles()}
        free = [square for square in board.squares() if not board[square]]
        assert generator.covered(board, counts, free) == [square for square in free if square in laid]
        seen[0] += len(laid)
        seen[1] += len(free) - len(laid)
    assert min(seen) > 300


def test_a_hook_is_a_play_of_one_tile() -> None:
    random = Random(12)
    found = 0
    for _ in range(150):
        generator, board, counts, _ = fixed_order(random)
        hooks = Hooks(board, generator.lexicon, counts)
        alone = {code: laid(generator, board, code) for code in range(1, len(counts)) if counts[code] or counts[0]}
        for square in board.squares():
            for direction in Direction:
                beside = not board[square] and (board[square.shifted(direction, -1)] or board[square.shifted(direction, 1)])
                expected = {code for code, squares in alone.items() if beside and square in squares}
                assert hooks.at(square, direction).letters == expected
                found += len(expected)
        if found > 400:
            return
    raise AssertionError(found)


def test_only_new_hooks_are_given() -> None:
    random = Random(13)
    given = 0
    for _ in range(120):
        generator, board, counts, rack = fixed_order(random)
        before = Hooks(board, generator.lexicon, counts)
        for ranked in generator.plays(board, rack)[:5]:
            assert isinstance(ranked.move, Play)
            after = Hooks(board.after(ranked.move), generator.lexicon, counts)
            main = hooks_given(ranked.move, before, after, False)
            assert set(main) <= set(hooks_given(ranked.move, before, after, True))
            for hook in main:
                given += 1
                assert hook.letters
                assert hook.letters <= after.at(hook.square, hook.direction).letters
                assert not hook.letters & before.at(hook.square, hook.direction).letters
    assert given > 30


def judged(
    records: list[dict[str, str]], enable: Lexicon, random: Random
) -> Iterator[tuple[MoveGenerator, Board, Rack, Verdict]]:
    """Verdicts of random moves."""
    for record in records:
        position = parse_cgp(record["cgp"], "-", 1, RuleChoice(record["rules"]))
        rules, rack = position.rules, position.rack
        assert rack is not None
        leaves = find_leaves(rules, enable, None)
        generator = MoveGenerator(rules, enable, valuation(rules, leaves))
        grader = Grader(generator, position.board, rack)
        plays = generator.plays(position.board, rack, True)
        for _ in range(min(5, len(plays))):
            ranked = plays[random.randrange(min(150, len(plays)))]
            yield generator, position.board, rack, grader.verdict(ranked.move, ranked.score)


def test_what_reasons_say_is_so_on_the_board(enable: Lexicon) -> None:
    lines = (Path(__file__).parent / "positions" / "perft.jsonl").read_text(encoding="utf-8").splitlines()
    records = [record for record in map(json.loads, lines) if record["id"].startswith("std")][::3]
    met: Counter[str] = Counter()
    fading: Counter[bool] = Counter()
    for generator, board, rack, verdict in judged(records, enable, Random(14)):
        rules = generator.rules
        alphabet = rules.tiles.alphabet
        unseen = unseen_counts(board, rack, rules.tiles)
        bag = rules.bag_count(sum(unseen))
        assert isinstance(verdict.move, Play)
        after = board.after(verdict.move)
        instead = board.after(verdict.best.move) if isinstance(verdict.best.move, Play) else board
        for code, numbers in verdict.reasons:
            met[code] += 1
            if code == "gives_hook":
                square = Square.parse(numbers["square"])[0]
                letters = [alphabet.letters.index(letter) + 1 for letter in numbers["letters"]]
                assert numbers["unseen"] == sum(unseen[letter] for letter in letters) + unseen[BLANK]
                for letter in letters:
                    assert unseen[letter] or unseen[BLANK]
                    assert square in laid(generator, after, letter)
            elif code == "opens_premium":
                for square, _ in map(Square.parse, numbers["squares"]):
                    assert generator.covered(after, unseen, [square])
                    assert board[square] or not generator.covered(board, unseen, [square])
                    assert instead[square] or not generator.covered(instead, unseen, [square])
            elif code == "turnover":
                # a rack that is not full is filled
                held = rules.rack_size - len(rack)
                assert numbers["drawn"] == min(bag, held + numbers["played"])
                assert numbers["best_drawn"] == min(bag, held + numbers["best_played"]) >= numbers["drawn"] + 2
            elif code in ("blank_spent", "tile_spent", "duplicates", "balance"):
                assert bag
                if code.endswith("_spent"):
                    assert generator.valuation is not None
                    tile = Rack.parse(numbers["tile"], rules.tiles).codes
                    assert numbers["value"] == leave_worth(generator.valuation, tile, bag) >= 4
                    fading[bag < rules.rack_size] += 1
            elif code == "better_placed":
                better = next(
                    ranked.move
                    for ranked in generator.plays(board, rack, True)
                    if format_move(ranked.move, alphabet, board) == numbers["move"]
                )
                assert isinstance(better, Play)
                assert sorted(needed_codes(better)) == sorted(needed_codes(verdict.move))
    wanted = ("gives_hook", "opens_premium", "turnover", "better_placed", "tile_spent", "duplicates")
    assert min(met[code] for code in wanted) >= 3
    assert fading[False] >= 3
