"""Words of a list, found by their tiles and patterns, and the tiles that nobody has seen."""

from __future__ import annotations

from scrabblecli.api.bench import BoardLike, LexiconLike, RackLike, RulesLike, held_rack, lexicon_for, rules_of
from scrabblecli.api.positions import position_of
from scrabblecli.errors import NotationError
from scrabblecli.formats.position import unseen_counts
from scrabblecli.lexicon.conditions import Conditions
from scrabblecli.tiles import BLANK, Rack

__all__ = ["find_words", "unseen"]


def find_words(
    letters: str | None = None, *, subset: bool = False, pattern: str | None = None, uses: str | None = None, contains: str | None = None,
    starts: str | None = None, ends: str | None = None, length: int | str | None = None, lexicon: LexiconLike | None = None,
    rules: RulesLike | None = None,
) -> list[str]:  # fmt: skip
    """The words of a list that satisfy everything that is asked, in alphabet order, as the subcommands of ``scrabblecli words`` find them.

    ``letters`` are tiles that make the word, ``?`` a blank (in lower case in the answer), all of them unless ``subset``. ``pattern`` is like
    ``S..AB*``: ``?`` or ``.`` one tile, ``*`` any, ``[AEIOU]`` one of these. ``uses`` are letters in it, ``contains`` letters in a row, ``length``
    a number of tiles, or like ``5..8``.

    >>> find_words("RETAINS", length=7)[:3], find_words(pattern="Q*", length=3), find_words("O?", length=2, ends="Y")
    (['ANESTRI', 'ANTSIER', 'NASTIER'], ['QAT', 'QUA'], ['Oy'])

    Raises NotationError for what cannot be read, DataError for a list that cannot be used.
    """
    tiles = rules_of(rules).tiles
    found = lexicon_for(rules_of(rules), lexicon, None, "", lambda message: None)
    rack = None if letters is None else Rack.parse(letters, tiles, "letters").codes
    if letters is not None and not rack:
        raise NotationError(f"letters {letters!r}: expected tiles")
    conditions = Conditions(
        uses, None if length is None else str(length), None, None, starts, ends, () if contains is None else (contains,),
        () if pattern is None else (pattern,),
    )  # fmt: skip
    return list(map(tiles.alphabet.text, found.find(conditions.query(tiles, rack, subset, (), ""))))


def unseen(
    board: BoardLike, rack: RackLike | None = None, *, rules: RulesLike | None = None, turn: int | None = None
) -> dict[str, int]:
    """How many of each tile are neither on the board nor on the rack, ``?`` for the blanks, as ``scrabblecli unseen`` counts them.

    >>> left = unseen("15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 / 0/0 0", "AEINRST")
    >>> left["J"], left["?"], sum(left.values())
    (0, 2, 90)

    Raises NotationError, SettingError or DataError as `solve` does.
    """
    position = position_of(board, rules, turn, "position", lambda message: None)
    tiles = position.rules.tiles
    counts = unseen_counts(position.board, held_rack(position, rack), tiles)
    names = {code: tiles.alphabet.face_text(code) for code in range(1, len(tiles.alphabet) + 1)} | {BLANK: "?"}
    return {name: counts[code] for code, name in names.items()}
