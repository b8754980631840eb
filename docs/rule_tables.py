"""Writes the tables and pictures of docs/rules from the rule sets, layouts and tile sets of the program.

usage: python docs/rule_tables.py
"""

from __future__ import annotations

from documents import write

from scrabblecli.board import Board
from scrabblecli.game.challenge import challenge_outcome
from scrabblecli.report.board_svg import Look, board_file
from scrabblecli.rules import RuleSet, built_in_names, load_rules
from scrabblecli.rules.settings import CHALLENGES, SETTINGS, value_text
from scrabblecli.tiles import BLANK, TileSet

__all__ = ["pages"]

_MADE = "This page is made from what the program knows by [`docs/rule_tables.py`](../rule_tables.py); a test compares the two.\n"
_KEYS = ("lexicon", *SETTINGS)


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"


def _sets() -> dict[str, RuleSet]:
    return {name: load_rules(name) for name in built_in_names()}


def _is_language(rules: RuleSet) -> bool:
    """Whether a rule set changes nothing but the tiles, and so the word list."""
    base = load_rules()
    changed = {key for key in _KEYS if _value(rules, key) != _value(base, key)}
    return changed <= {"tiles", "lexicon"} and rules.name == rules.value("tiles")


def _value(rules: RuleSet, key: str) -> object:
    return rules.lexicon if key == "lexicon" else rules.value(key)


def _shown(value: object) -> str:
    text = value_text(value)
    return "none" if text in ("", "[]") else text


# Rule sets


def _sets_page() -> str:
    base = load_rules()
    sets = _sets()
    table_sets = [rules for rules in sets.values() if not _is_language(rules)]
    languages = [rules for rules in sets.values() if _is_language(rules)]
    parts = [
        "# Rule sets\n",
        "What `--rules NAME` stands for. Every set begins with `tournament`, and in the table what differs from it is **bold**. To make "
        "your own: [house rules](../guide/house-rules.md).\n",
        "## In a sentence\n",
        _table(["set", "is"], [[f"`{rules.name}`", rules.title] for rules in table_sets]),
        "## Side by side\n",
    ]
    rows = []
    for key in _KEYS:
        cells = [_shown(_value(rules, key)) for rules in table_sets]
        differs = [_value(rules, key) != _value(base, key) for rules in table_sets]
        rows.append([f"`{key}`", *(f"**{cell}**" if bold else cell for cell, bold in zip(cells, differs, strict=True))])
    parts += [
        _table(["key", *(f"`{rules.name}`" for rules in table_sets)], rows),
        "## Settings\n",
        "What each key may be and means; `--set KEY=VALUE` and rule files take all of them.\n",
        _table(
            ["key", "may be", "means"],
            [
                [f"`{key}`", *(part.replace("*", "\\*") for part in (setting.range, setting.meaning))]
                for key, setting in SETTINGS.items()
            ],
        ),
        "## Languages\n",
        "These are `tournament` with the tiles of a language. Except for `english` they have no word list: bring one with `--lexicon`. "
        "[The tiles](tiles.md) of each.\n",
        _table(
            ["set", "tiles", "letters", "blanks", "word list"],
            [
                [
                    f"`{rules.name}`",
                    str(rules.tiles.total),
                    str(len(rules.tiles.alphabet.letters)),
                    str(rules.tiles.counts[BLANK]),
                    _shown(rules.lexicon),
                ]
                for rules in languages
            ],
        ),
        _MADE,
    ]
    return "\n".join(parts)


# Boards


def _boards() -> dict[str, str]:
    """The page of the layouts, and a picture of each."""
    layouts: dict[str, list[RuleSet]] = {}
    for rules in _sets().values():
        layouts.setdefault(rules.layout.name, []).append(rules)
    parts = [
        "# Boards\n",
        "The premium squares of each built-in layout. DL and TL double and triple the letter, DW and TW the word, QL and QW do it four times. "
        "In text `'` `\"` `^` are double, triple and quadruple letter, `-` `=` `~` double, triple and quadruple word, `*` a start square without "
        "a premium. The first play must cover the start square.\n",
    ]
    made = {}
    for name, sets in layouts.items():
        layout = sets[0].layout
        picture = f"rules/boards/{name}.svg"
        label = f"The empty {name} board, {layout.rows} rows of {layout.columns} squares"
        made[picture] = board_file(Look.of(sets[0]), Board.empty(layout.rows, layout.columns), label)
        rows = [layout.symbols[start : start + layout.columns] for start in range(0, len(layout.symbols), layout.columns)]
        parts += [
            f"## {name}\n",
            f"{layout.rows} x {layout.columns} squares, start at {layout.start}. In {', '.join(f'`{rules.name}`' for rules in sets)}.\n",
            f"![{label}](boards/{name}.svg)\n",
            "```text\n" + "\n".join(rows) + "\n```\n",
        ]
    made["rules/boards.md"] = "\n".join([*parts, _MADE])
    return made


# Tiles


def _tile_rows(tiles: TileSet) -> list[list[str]]:
    """A row for each value with the letters that have it."""
    by_value: dict[int, list[str]] = {}
    letters = ("blank", *tiles.alphabet.letters)
    for code, letter in enumerate(letters, start=BLANK):
        by_value.setdefault(tiles.values[code], []).append(f"{letter} × {tiles.counts[code]}")
    return [[str(value), ", ".join(found)] for value, found in sorted(by_value.items())]


def _tiles_page() -> str:
    sets: dict[str, RuleSet] = {}
    users: dict[str, list[str]] = {}
    for rules in _sets().values():
        sets.setdefault(rules.tiles.name, rules)
        users.setdefault(rules.tiles.name, []).append(f"`{rules.name}`")
    parts = [
        "# Tiles\n",
        "How many tiles there are of each letter (E × 12 is twelve), by what they are worth. A letter of which there is none can only be had by a "
        "blank. How to write your own set: [file formats](../formats.md#tile-sets).\n",
    ]
    for name, rules in sets.items():
        tiles = rules.tiles
        vowels = ", ".join(letter for code, letter in enumerate(tiles.alphabet.letters, start=BLANK + 1) if code in tiles.vowels)
        parts += [
            f"## {name}\n",
            f"{tiles.total} tiles, in {', '.join(users[name])}. Vowels: {vowels}.\n",
            _table(["points", "tiles"], _tile_rows(tiles)),
        ]
    return "\n".join([*parts, _MADE])


# Challenges


def _points(points: int) -> str:
    return f"{points:+d}" if points else "nothing"


def _challenges_page() -> str:
    base = load_rules()
    users: dict[str, list[str]] = {}
    for rules in _sets().values():
        if not _is_language(rules):
            users.setdefault(str(rules.value("challenge")), []).append(f"`{rules.name}`")
    rows = []
    for rule in CHALLENGES:
        good = challenge_outcome(base, True, 1, rule)
        many = challenge_outcome(base, True, 2, rule).player_points
        player = _points(good.player_points) + (" for each word challenged" if many > good.player_points else "")
        challenger = (
            "the game"
            if good.challenger_loses_game
            else "the turn"
            if good.challenger_loses_turn
            else f"{-good.challenger_points} points"
            if good.challenger_points
            else "nothing"
        )
        bad = "none is possible: the play is never accepted" if not good.possible else "tiles back, 0 points, the turn is lost"
        if not good.possible:
            player = challenger = "-"
        rows.append([f"`{rule}`", player, challenger, bad, ", ".join(users.get(rule, [])) or "-"])
    return "\n".join(
        [
            "# Challenges\n",
            "What follows under each rule. All words of a play are judged together: one that is not in the list takes the whole play off. "
            "How to rule at a table: [settle a challenge](../guide/settle-a-challenge.md).\n",
            _table(
                ["rule", "play good: the player gains", "play good: the challenger loses", "play bad: the player", "in"],
                rows,
            ),
            "With `open_dictionary` a bad play costs nothing: the player takes the tiles back and plays again. Under `void` there are no challenges, because "
            "a bad play is refused at once; the player tries again.\n",
            _MADE,
        ]
    )


def pages() -> dict[str, str]:
    """The pages and pictures by their paths in the docs folder."""
    return {
        "rules/sets.md": _sets_page(),
        **_boards(),
        "rules/tiles.md": _tiles_page(),
        "rules/challenges.md": _challenges_page(),
    }


if __name__ == "__main__":
    write(pages())
