"""CGP, one position a line: ``rows racks scores zeros [opcodes]``.

Rows are separated by ``/``; a number stands for so many empty squares. Opcodes end with ``;``: ``lex``, ``ld``, ``bdn``, ``var``,
``bb``, ``move`` as other programs write them, and ``rules``, this project's own, for a rule set by name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from scrabblecli.board import Board
from scrabblecli.errors import DataError, NotationError, ScrabbleError
from scrabblecli.formats.position import Position, RuleChoice, writable
from scrabblecli.plain import printable
from scrabblecli.rules import RuleSet, built_in_names, load_rules, parse_assignment
from scrabblecli.squares import Square
from scrabblecli.tiles import Rack

__all__ = ["format_cgp", "is_cgp_line", "opcodes_of", "parse_cgp", "rules_of"]

_ROWS = r"[^\s/]*(/[^\s/]*)+"
_LAYOUTS = {"CrosswordGame": "standard", "SuperCrosswordGame": "super"}
_VARIANTS = {
    "classic": ("fixed", False),
    "wordsmog": ("any", False),
    "classic_super": ("fixed", True),
    "wordsmog_super": ("any", True),
}
_RULES_BY_TILES = {"english": "tournament", "english_super": "super"}


def is_cgp_line(line: str) -> bool:
    """Whether a line looks like CGP: it begins with rows that have slashes between them."""
    fields = line.split(None, 1)
    return bool(fields) and re.fullmatch(_ROWS, fields[0]) is not None


def parse_cgp(line: str, source: str, number: int, choice: RuleChoice) -> Position:
    """Read one line of CGP; ``number`` is its line number, for errors.

    Raises DataError with the line and what was expected.
    """
    fields = line.split(None, 4)
    if len(fields) < 4 or not re.fullmatch(_ROWS, fields[0]):
        raise DataError("not a CGP position: expected rows racks scores zeros [opcodes]", source, number)
    rows, racks_text, scores_text, zeros = fields[:4]
    opcodes = opcodes_of(line)
    warnings: list[str] = []
    try:
        rules = rules_of(opcodes, choice, warnings)
        board = _parse_rows(rows, rules)
        racks = tuple(Rack.parse(rack, rules.tiles) if rack else None for rack in racks_text.split("/"))
    except ScrabbleError as error:
        raise DataError(str(error), source, number) from None
    if not re.fullmatch(r"-?\d{1,6}(/-?\d{1,6})*", scores_text):
        raise DataError(f"scores {scores_text!r}: expected whole numbers such as 120/95", source, number)
    if not re.fullmatch(r"\d{1,3}", zeros):
        raise DataError(f"number of scoreless turns {zeros!r}: expected a whole number", source, number)
    scores = tuple(map(int, scores_text.split("/")))
    lexicon, move = opcodes.get("lex"), opcodes.get("move")
    return Position(board, rules, racks, scores, int(zeros), lexicon, move, number, tuple(warnings))


def opcodes_of(line: str) -> dict[str, str]:
    """The opcodes of a line of CGP by name, those of other programs among them."""
    fields = line.split(None, 4)
    return _opcodes(printable(fields[4].strip())) if len(fields) > 4 else {}


def _opcodes(text: str) -> dict[str, str]:
    """The opcodes by name; those named ``set``, which may be repeated, under their whole text."""
    found = {}
    for part in text.split(";"):
        name, _, value = part.strip().partition(" ")
        if name == "set":
            found[f"set {value.strip()}"] = value.strip()
        elif name:
            found[name] = value.strip()
    return found


def rules_of(
    opcodes: Mapping[str, str], choice: RuleChoice, warnings: list[str], called: str = "opcode", folder: str | None = None
) -> RuleSet:
    """The rules a position asks for; unknown names are warnings, and rules given on the command line win.

    Recorded games ask in lines that are ``called`` otherwise; ``folder`` is where a rule file named in them may lie.
    """
    if choice.name is not None:
        return choice.resolve()
    named = opcodes.get("rules")
    settings: dict[str, object] = {}
    if tiles := opcodes.get("ld", "").lower():
        by_tiles = _RULES_BY_TILES.get(tiles, tiles)
        if by_tiles not in built_in_names():
            warnings.append(f"unknown letter distribution {tiles!r} ({called} ld) is not used")
        elif named is None and by_tiles != "tournament":
            named = by_tiles
    if layout := opcodes.get("bdn"):
        if layout not in _LAYOUTS:
            warnings.append(f"unknown board {layout!r} ({called} bdn) is not used")
        elif load_rules(named or choice.default).layout.name != _LAYOUTS[layout]:
            settings["layout"] = _LAYOUTS[layout]
    if variant := opcodes.get("var"):
        if variant not in _VARIANTS:
            warnings.append(f"unknown variant {variant!r} ({called} var) is not used")
        else:
            order, wide = _VARIANTS[variant]
            if wide and named is None:
                named = "super"
                settings.pop("layout", None)
            if order != "fixed":
                settings["word_order"] = order
    if bonus := opcodes.get("bb"):
        if not re.fullmatch(r"\d{1,3}", bonus):
            raise NotationError(f"bingo bonus {bonus!r} ({called} bb): expected a whole number")
        if load_rules(named or choice.default).bingo_bonus != int(bonus):
            settings["bingo_bonus"] = int(bonus)
    settings.update(parse_assignment(value) for name, value in opcodes.items() if name.startswith("set "))
    return choice.resolve(named, settings, folder)


def _parse_rows(text: str, rules: RuleSet) -> Board:
    layout = rules.layout
    alphabet = rules.tiles.alphabet
    rows = text.split("/")
    if len(rows) != layout.rows:
        fitting = [name for name in built_in_names() if load_rules(name).layout.rows == len(rows)]
        hint = f": try --rules {fitting[0]}" if fitting else ""
        raise DataError(f"{len(rows)} rows, expected {layout.rows} ({rules.name} rules){hint}")
    faces = bytearray()
    for row, content in enumerate(rows):
        filled = len(faces)
        digits = ""
        for token in (*alphabet.tokens(content), ""):
            if token.isascii() and token.isdigit():
                digits += token
                continue
            if digits:
                faces += bytes(int(digits[:4]))
                digits = ""
            if not token:
                break
            face = alphabet.face(token)
            if face is None:
                place = Square(row, min(len(faces) - filled, layout.columns - 1))
                raise DataError(f"row {row + 1}, square {place}: {token!r} is no tile of the {rules.tiles.name} set")
            faces.append(face)
        if len(faces) - filled != layout.columns:
            raise DataError(f"row {row + 1} {content!r} has {len(faces) - filled} squares, expected {layout.columns}")
    return Board(layout.rows, layout.columns, bytes(faces))


def _opcode_value(setting: object) -> str:
    """A setting as JSON without a semicolon, which would end the opcode."""
    import json  # only settings that were changed need it

    return json.dumps(setting).replace(";", "\\u003b")


def format_cgp(position: Position) -> str:
    """A position as one line of CGP, without the line end, that `parse_cgp` reads again.

    >>> line = "15/15/15/15/15/15/15/5JOG7/15/15/15/15/15/15/15 AEINRST/ 22/0 0"
    >>> format_cgp(parse_cgp(line, "-", 1, RuleChoice())).split(" ")[1:4]
    ['AEINRST/', '22/0', '0']
    """
    board = position.board
    rules = position.rules
    alphabet = rules.tiles.alphabet
    rows = []
    for row in range(board.rows):
        parts: list[str] = []
        empty = 0
        for face in board.row(row):
            if not face:
                empty += 1
                continue
            if empty:
                parts.append(str(empty))
                empty = 0
            parts.append(alphabet.face_text(face))
        if empty:
            parts.append(str(empty))
        rows.append("".join(parts))
    if board.rows == 1:
        raise DataError("a board of one row cannot be written as CGP, which needs a slash between rows: use --to text")
    racks = [rack.text(alphabet) if rack is not None else "" for rack in position.racks]
    racks += [""] * (2 - len(racks))
    scores = list(position.scores) + [0] * (2 - len(position.scores))
    text = f"{'/'.join(rows)} {'/'.join(racks)} {'/'.join(map(str, scores))} {position.scoreless}"
    opcodes = []
    if rules.name != "tournament":
        opcodes.append(f"rules {writable(rules.origin, ';')};")
    if position.lexicon:
        opcodes.append(f"lex {writable(position.lexicon, ';')};")
    for key, setting in rules.overrides.items():
        opcodes.append(f"bb {setting};" if key == "bingo_bonus" else f"set {key}={_opcode_value(setting)};")
    if position.move:
        opcodes.append(f"move {position.move};")
    return " ".join([text, *opcodes])
