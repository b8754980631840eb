"""Searches on the word graph, compared with a plain scan of the list, letter by letter."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from scrabblecli._compiled import load_kernel
from scrabblecli.errors import NotationError
from scrabblecli.lexicon import Lexicon, load_lexicon
from scrabblecli.lexicon.lookup import hooks_of
from scrabblecli.lexicon.pattern import LONGEST_PATTERN, Pattern, around, parse_length, parse_pattern
from scrabblecli.lexicon.search import LONGEST_WORD, WordQuery, drawn, ordered, walk, word_value
from scrabblecli.rules import load_rules
from scrabblecli.tiles import BLANK, Alphabet, Rack, TileSet, is_blank, letters_of
from tests.helpers import ROOT, word_list

QUERIES = 500
Letters = tuple[str, ...]


class Listed(NamedTuple):
    """A word list as texts of single letters, its lexicon and its tiles."""

    words: list[Letters]
    lexicon: Lexicon
    tiles: TileSet


@pytest.fixture(scope="module")
def english_words(tmp_path_factory: pytest.TempPathFactory, english: TileSet) -> Listed:
    """Every ninetieth word of ENABLE and all the short ones."""
    words = (ROOT / "wordlists" / "enable.txt").read_text(encoding="utf-8").split()
    chosen = sorted({word.upper() for number, word in enumerate(words) if len(word) < 4 or number % 90 == 0})
    path = word_list(tmp_path_factory.mktemp("words"), *chosen)
    return Listed([tuple(word) for word in chosen], load_lexicon(path, english.alphabet), english)


@pytest.fixture(scope="module")
def spanish_words(tmp_path_factory: pytest.TempPathFactory) -> Listed:
    """Words of Spanish syllables, many with tiles of two letters."""
    tiles = load_rules("spanish").tiles
    chance = Random(1)
    beginnings = ("CH", "LL", "RR", "C", "L", "R", "T", "S", "Ñ", "")
    made: set[Letters] = set()
    while len(made) < 2500:
        syllables = [
            (chance.choice(beginnings), chance.choice("AEIOU"), chance.choice(("", "", "", "S", "N", "L")))
            for _ in range(chance.randint(1, 4))
        ]
        letters = tuple(letter for syllable in syllables for letter in syllable if letter)
        # a list is cut longest first: letters that would run together are no word of it
        if tiles.alphabet.spell("".join(letters)) == codes_of(letters, tiles.alphabet) and len(letters) > 1:
            made.add(letters)
    path = word_list(tmp_path_factory.mktemp("words"), *("".join(word) for word in made))
    return Listed(sorted(made, key=lambda word: codes_of(word, tiles.alphabet)), load_lexicon(path, tiles.alphabet), tiles)


@pytest.fixture(params=["english", "spanish"])
def listed(request: pytest.FixtureRequest) -> Listed:
    found: Listed = request.getfixturevalue(f"{request.param}_words")
    return found


def codes_of(letters: Sequence[str], alphabet: Alphabet) -> bytes:
    return bytes(alphabet.letters.index(letter) + 1 for letter in letters)


def bracketed(letters: Sequence[str]) -> str:
    return "".join(letter if len(letter) == 1 else f"[{letter}]" for letter in letters)


def spelled(words: Iterator[bytes], alphabet: Alphabet) -> list[Letters]:
    return [tuple(alphabet.letters[code - 1] for code in letters_of(word)) for word in words]


# The plain scan


def has_tiles(word: Letters, rack: Counter[str], subset: bool) -> bool:
    """Whether a rack (blanks as ?) makes a word, all of it unless ``subset``."""
    if len(word) > rack.total() or (len(word) < rack.total() and not subset):
        return False
    left = dict(rack)
    lacking = 0
    for letter in word:
        if left.get(letter):
            left[letter] -= 1
        else:
            lacking += 1
    return lacking <= rack["?"]


def fits(word: Letters, tokens: tuple[frozenset[str] | str, ...]) -> bool:
    """Whether a word is one of a pattern: ``*``, ``?``, or a set of letters."""

    def rest(letter: int, token: int) -> bool:
        if token == len(tokens):
            return letter == len(word)
        if tokens[token] == "*":
            return any(rest(later, token + 1) for later in range(letter, len(word) + 1))
        return letter < len(word) and (tokens[token] == "?" or word[letter] in tokens[token]) and rest(letter + 1, token + 1)

    return rest(0, 0)


def holds(word: Letters, part: Letters) -> bool:
    return any(word[place : place + len(part)] == part for place in range(len(word) - len(part) + 1))


# Random queries


def a_rack(chance: Random, listed: Listed) -> Counter[str]:
    """The letters of a word, some of them as blanks, perhaps some others beside them."""
    letters = list(chance.choice(listed.words))[:9]
    for place in range(len(letters)):
        if chance.random() < 0.2:
            letters[place] = "?"
    letters += chance.choices((*listed.tiles.alphabet.letters, "?"), k=chance.randint(0, 2))
    return Counter(letters)


def a_pattern(chance: Random, listed: Listed) -> tuple[frozenset[str] | str, ...]:
    """A pattern that a word of the list gave rise to."""
    tokens: list[frozenset[str] | str] = []
    for letter in chance.choice(listed.words):
        kind = chance.random()
        if kind < 0.35:
            tokens.append(frozenset([letter]))
        elif kind < 0.55:
            tokens.append("?")
        elif kind < 0.75:
            tokens.append(frozenset([letter, *chance.choices(listed.tiles.alphabet.letters, k=3)]))
        elif not tokens or tokens[-1] != "*":
            tokens.append("*")
    return tuple(tokens) or ("*",)


def pattern_text(tokens: Sequence[frozenset[str] | str]) -> str:
    def text(token: frozenset[str] | str) -> str:
        if isinstance(token, str):
            return token
        return bracketed(list(token)) if len(token) == 1 else f"[{''.join(sorted(token))}]"

    return "".join(map(text, tokens))


def is_cut_well(tokens: Sequence[frozenset[str] | str], alphabet: Alphabet) -> bool:
    """A class is written without marks between its letters: C and H together would be the tile CH."""
    return all(
        isinstance(token, str) or set(spelled(iter([alphabet.spell("".join(sorted(token))) or b""]), alphabet)[0]) == token
        for token in tokens
    )


def test_random_queries_find_what_a_scan_finds(listed: Listed) -> None:
    """500 queries: racks with blanks, patterns with classes, lengths and letters, alone and together."""
    chance = Random(7)
    alphabet, tiles = listed.tiles.alphabet, listed.tiles
    found_any = 0
    for number in range(QUERIES):
        rack = a_rack(chance, listed) if number % 3 != 1 else None
        subset = chance.random() < 0.5
        tokens = a_pattern(chance, listed) if number % 3 else ("*",)
        while not is_cut_well(tokens, alphabet):
            tokens = a_pattern(chance, listed)
        uses = Counter(chance.sample(chance.choice(listed.words), k=1)) if chance.random() < 0.3 else Counter[str]()
        shortest, longest = (chance.randint(1, 5), chance.randint(5, 9)) if chance.random() < 0.3 else (1, LONGEST_WORD)
        query = WordQuery(
            None if rack is None else Rack.parse(bracketed(list(rack.elements())), tiles).codes, subset,
            (parse_pattern(pattern_text(tokens), tiles),), codes_of(list(uses.elements()), alphabet), shortest, longest,
        )  # fmt: skip
        expected = [
            word for word in listed.words
            if shortest <= len(word) <= longest and all(word.count(letter) >= number for letter, number in uses.items())
            and (rack is None or has_tiles(word, rack, subset)) and fits(word, tokens)
        ]  # fmt: skip
        assert spelled(listed.lexicon.find(query), alphabet) == expected, (
            rack,
            subset,
            pattern_text(tokens),
            uses,
            shortest,
            longest,
        )
        found_any += bool(expected)
    assert found_any > QUERIES / 3


def test_random_hooks_and_extensions_are_those_of_a_scan(listed: Listed) -> None:
    chance = Random(8)
    alphabet = listed.tiles.alphabet
    whole = set(listed.words)
    for word in chance.sample(listed.words, 250):
        part = word if chance.random() < 0.5 else word[: chance.randint(1, len(word))]
        hooks = hooks_of(listed.lexicon, codes_of(part, alphabet))
        front = [letter for letter in alphabet.letters if (letter, *part) in whole]
        back = [letter for letter in alphabet.letters if (*part, letter) in whole]
        assert (spelled(iter([hooks.front, hooks.back]), alphabet)) == [tuple(front), tuple(back)]
        longer = listed.lexicon.find(WordQuery(patterns=(around(codes_of(part, alphabet)),), shortest=len(part) + 1))
        assert spelled(longer, alphabet) == [other for other in listed.words if len(other) > len(part) and holds(other, part)]


def test_both_forms_of_the_walk_find_what_a_scan_finds(kernel: str, enable: Lexicon, english: TileSet) -> None:
    query = WordQuery(Rack.parse("AEINS??", english).codes, patterns=(parse_pattern("*[AEIOU][NS]*", english),))
    found = spelled(enable.find(query), english.alphabet)
    listed = (ROOT / "wordlists" / "enable.txt").read_text(encoding="utf-8").upper().split()
    rack = Counter("AEINS??")
    tokens = ("*", frozenset("AEIOU"), frozenset("NS"), "*")
    assert found == [
        tuple(word) for word in listed if len(word) == 7 and has_tiles(tuple(word), rack, False) and fits(tuple(word), tokens)
    ]
    form = {"compiled": "_walker", "uncompiled": "walker"}[kernel]
    assert load_kernel("scrabblecli.lexicon.walker").__name__ == f"scrabblecli.lexicon.{form}"


# Blanks


def test_blanks_stand_where_the_rack_lacks_the_letter(listed: Listed) -> None:
    chance = Random(9)
    blanks = 0
    for _ in range(50):
        rack = a_rack(chance, listed)
        codes = Rack.parse(bracketed(list(rack.elements())), listed.tiles).codes
        for word in listed.lexicon.find(WordQuery(codes, subset=True)):
            used = Counter(BLANK if is_blank(face) else face for face in word)
            assert not used - Counter(codes)
            # a blank is used for nothing that a tile could do, and for the last of equal letters
            for place, face in enumerate(word):
                if is_blank(face):
                    blanks += 1
                    assert used[face & 0x3F] == Counter(codes)[face & 0x3F]
                    assert face & 0x3F not in word[place:]
    assert blanks > 100


def test_a_blank_can_be_asked_for(enable: Lexicon, english: TileSet) -> None:
    codes = Rack.parse("AB?", english).codes
    found = [english.alphabet.text(word) for word in enable.find(WordQuery(codes, subset=True, uses=bytes([BLANK]), longest=2))]
    assert found
    assert all(word != word.upper() for word in found)
    with pytest.raises(NotationError, match="a blank can only be used where tiles are given"):
        next(walk(enable.nodes, WordQuery(uses=bytes([BLANK]))))


# Order, chance, lengths


def test_words_come_in_the_order_asked_for(english_words: Listed) -> None:
    values = english_words.tiles.face_values()
    query = WordQuery(patterns=(parse_pattern("*Q*", english_words.tiles),))
    every = list(english_words.lexicon.find(query))
    for order, key in (("score", lambda word: -word_value(word, values)), ("length", lambda word: -len(word))):
        words, total = ordered(english_words.lexicon.find(query), order, values, 0)
        assert list(words) == sorted(every, key=key)
        assert total() == len(every)
        words, total = ordered(english_words.lexicon.find(query), order, values, 5)
        assert (list(words), total()) == (sorted(every, key=key)[:5], len(every))
    words, total = ordered(english_words.lexicon.find(query), "alphabet", values, 5)
    assert (list(words), total()) == (every[:5], len(every))


def test_words_drawn_are_different_and_the_same_for_a_seed(english_words: Listed) -> None:
    query = WordQuery(shortest=2, longest=2)
    words, total = drawn(english_words.lexicon, query, 10, Random(3))
    assert len(set(words)) == 10
    assert set(words) <= set(english_words.lexicon.find(query))
    assert drawn(english_words.lexicon, query, 10, Random(3)) == (words, total)
    every, _ = drawn(english_words.lexicon, query, 1000, Random(3))
    assert sorted(every) == list(english_words.lexicon.find(query))
    assert len(every) == total
    assert drawn(english_words.lexicon, WordQuery(shortest=90), 1, Random(3)) == ([], 0)


def test_lengths_that_cannot_be_are_not_searched() -> None:
    pattern = Pattern((None, None, None), frozenset())
    assert WordQuery(rack=b"\1\2", patterns=(pattern,)).lengths == (3, 2)
    assert WordQuery(patterns=(pattern,)).lengths == (3, 3)
    assert WordQuery(rack=b"\1\2\3\4", subset=True, longest=3).lengths == (1, 3)


# Patterns


def test_a_pattern_as_an_expression_is_the_pattern_on_the_graph(listed: Listed) -> None:
    """What ``solve --word`` matches is what ``words pattern`` finds."""
    chance = Random(10)
    for _ in range(60):
        pattern = parse_pattern(pattern_text(a_pattern(chance, listed)), listed.tiles)
        matches = pattern.expression().fullmatch
        expected = [word for word in listed.lexicon if matches("".join(map(chr, word)))]
        assert list(listed.lexicon.find(WordQuery(patterns=(pattern,)))) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "pattern '': expected letters, ? for one tile, * for any, [AEIOU] for one of these"),
        ("A1", "pattern 'A1': '1' is no tile of the english set"),
        ("A[B1]", "pattern 'A[B1]': [B1] has a letter that is no tile of the english set"),
        ("A[", "pattern 'A[': 'A[': expected a tile in brackets such as [CH]"),
        ("?" * 63, f"pattern '????????????????????': 63 tiles, expected at most {LONGEST_PATTERN}"),
    ],
)
def test_bad_patterns(text: str, message: str, english: TileSet) -> None:
    with pytest.raises(NotationError) as caught:
        parse_pattern(text, english)
    assert str(caught.value) == message.replace("'A[': 'A[':", "'A[': '[':")


def test_the_longest_pattern(english: TileSet, tmp_path: Path) -> None:
    words = ["A" * 62, "A" * 63, "A" * 61 + "B"]
    lexicon = load_lexicon(word_list(tmp_path, *words), english.alphabet)
    found = lexicon.find(WordQuery(patterns=(parse_pattern("?" * 61 + "[AB]", english),)))
    assert ["".join(word) for word in spelled(found, english.alphabet)] == [words[0], words[2]]


@pytest.mark.parametrize("text", ["", "0x", "5..3", "a", "..", "1...2", "100"])
def test_bad_lengths(text: str) -> None:
    with pytest.raises(NotationError, match="expected a range of tiles such as"):
        parse_length(text)


def test_words_of_the_table_are_found_and_left_out(tmp_path: Path) -> None:
    from scrabblecli.lexicon.ruled import under_rules

    rules = load_rules("tournament").with_settings({"extra_words": ["AAZ", "ZZZZ"], "barred_words": ["AAH"]})
    alphabet = rules.tiles.alphabet
    lexicon = under_rules(load_lexicon(word_list(tmp_path, "AA", "AAH", "AAS", "ABA"), alphabet), rules)
    found = spelled(lexicon.find(WordQuery(shortest=3)), alphabet)
    assert ["".join(word) for word in found] == ["AAS", "AAZ", "ABA", "ZZZZ"]
    rack = Rack.parse("A?Z", rules.tiles).codes
    assert [alphabet.text(word) for word in lexicon.find(WordQuery(rack))] == ["AaZ"]
    assert list(itertools.islice(lexicon.find(WordQuery(shortest=5)), 1)) == []
