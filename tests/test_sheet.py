"""``game sheet``: the form to print, with room for turns and the tiles to cross out, empty or of a game."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from scrabblecli.rules import built_in_names, load_rules
from tests.helpers import ROOT, run
from tests.pages import Page, text_of

KITCHEN = str(ROOT / "boards" / "kitchen.gcg")
GAME = ROOT / "tests" / "games" / "game-a.gcg"
HEAD = "#player1 Ann Ann\n#player2 Bob Bob\n"


def page(*arguments: str, stdin: str | None = None) -> Page:
    result = run("game", "sheet", *arguments, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    return Page(result.stdout)


def tiles(sheet: Page, tag: str) -> Counter[str]:
    """The tiles of one kind: ``del`` crossed out, ``b`` own, ``span`` unseen."""
    [listed] = sheet.elements("ul", "tiles")
    return Counter(text_of(element) for element in listed.iter(tag))


def rows(sheet: Page) -> list[list[str]]:
    """The cells of the table's body."""
    [body] = sheet.elements("tbody")
    return [[text_of(cell) for cell in row] for row in body]


def heading(sheet: Page) -> str:
    [found] = sheet.elements("h2")
    return text_of(found)


def cells(row: Element) -> int:
    return sum(int(cell.get("colspan", "1")) for cell in row)


@pytest.mark.parametrize("name", built_in_names())
def test_every_set_has_a_form(name: str) -> None:
    rules = load_rules(name)
    sheet = page("--rules", name)
    letters = ["?", *rules.tiles.alphabet.letters]
    assert tiles(sheet, "span") == {text: count for text, count in zip(letters, rules.tiles.counts, strict=True) if count}
    assert not tiles(sheet, "del") + tiles(sheet, "b")
    assert heading(sheet) == f"{rules.tiles.total} tiles to cross out ({name})"
    assert len(rows(sheet)) == 20 + 3


@pytest.mark.parametrize(("arguments", "names"), [
    ((), ["", ""]), (("--players", "Ann Aster,Bob"), ["Ann Aster", "Bob"]), (("--set", "players=4"), [""] * 4), (("--players", "A,B,C"), ["A", "B", "C"]),
])  # fmt: skip
def test_room_for_two_to_four(arguments: tuple[str, ...], names: list[str]) -> None:
    sheet = page(*arguments, "--turns", "12")
    [table] = sheet.elements("table")
    assert [text_of(cell) for cell in table.iter("th") if cell.get("colspan")] == names
    assert [row[0] for row in rows(sheet)] == [*map(str, range(1, 13)), "", "", ""]
    assert {cells(row) for row in table.iter("tr")} == {1 + 3 * len(names), 3 * len(names)}
    assert rows(sheet)[-3] == ["", *["Tiles left", "", ""] * len(names)]
    assert len(list(table.iter("col"))) == 1 + 3 * len(names)


def test_a_game_has_its_turns_and_its_tiles_crossed_out() -> None:
    sheet = page(KITCHEN)
    lines = rows(sheet)
    assert lines[0] == ["1", "8D FEDORA", "28", "28", "7G BAM", "29", "29"]
    assert lines[6] == ["7", "1H (Q)uAnTILE", "98", "354", "3G J(E)EP", "39", "250"]
    assert lines[-1] == ["11", "", "", "", "left AILOSUV", "20", "455"]
    assert tiles(sheet, "span") == Counter("AILOSUV")
    crossed = tiles(sheet, "del")
    assert (crossed["?"], crossed["E"], sum(crossed.values())) == (2, 12, 93)
    assert heading(sheet) == "Tiles: 7 unseen: 4 vowels, 3 consonants, no blank (tournament)"
    assert {"At the kitchen table", "Ann 452, Bob 455."} <= {text_of(element) for element in sheet.elements()}


def test_a_game_that_goes_on_has_room_and_own_tiles() -> None:
    begun = "".join(GAME.read_text(encoding="utf-8").splitlines(keepends=True)[:5])
    sheet = page("-", "--rack", "AEJLNO?", stdin=begun)
    lines = rows(sheet)
    assert (len(lines), lines[0][1:]) == (20, ["8E BAWTIE", "22", "22", "9I FRIER", "24", "24"])
    assert lines[1] == ["2", *[""] * 6]
    assert tiles(sheet, "b") == Counter("AEJLNO?")
    assert tiles(sheet, "del") == Counter("BAWTIEFRIER")
    assert sum(tiles(sheet, "span").values()) == 100 - 11 - 7
    assert heading(sheet).startswith("Tiles: 82 unseen: ")
    [left] = [text_of(element) for element in sheet.elements("li") if "J" in text_of(element)]
    assert left == "0J"
    assert len(rows(page("-", "--turns", "9", stdin=begun))) == 9


def test_own_tiles_before_the_first_turn() -> None:
    assert heading(page("--rack", "AEINRST")).startswith("Tiles: 93 unseen: ")


def test_what_is_odd_is_said() -> None:
    result = run("game", "sheet", "-", "--rack", "QQ", stdin=HEAD + ">Ann: AABEITW 8E BAWTIE +24 24\n")
    assert result.exit_code == 0
    assert "warning: line 3, turn 1 (Ann): recorded as +24, worth +22\n" in result.stderr
    assert "warning: Q: 2 on the rack, 1 in the english set\n" in result.stderr
    cut = run("game", "sheet", "-", stdin=HEAD + ">Ann: AABEITW 8E BAWTIE +22 22\nnonsense\n")
    assert (cut.exit_code, "8E BAWTIE" in cut.stdout) == (2, True)
    assert "line 4: 'nonsense'" in cut.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((KITCHEN, "--players", "Ann,Bob"), "--players is for an empty sheet: FILE has the names"),
        (("--players", "Ann"), "players 'Ann': expected 2 to 4 names with commas between them"),
        (("none.gcg",), "none.gcg: no such file: expected a recorded game"),
        (("--rack", "A1"), "rack 'A1': '1' (tile 2) is no tile of the english set"),
        (("--turns", "0"), "--turns"),
    ],
)
def test_bad_usage(arguments: tuple[str, ...], message: str) -> None:
    result = run("game", "sheet", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_nothing_of_a_file_is_markup(tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    path.write_text(
        "#title <script>x</script>\n#player1 A<b> A<i>nn\n#player2 B\x1b[1m B\n>A<b>: AABEITW 8E BAWTIE +22 22\n",
        encoding="utf-8",
    )
    sheet = page(str(path))
    assert not list(sheet.elements("script"))
    assert "A<i>nn" in {text_of(element) for element in sheet.elements("th")}


def test_it_is_for_paper() -> None:
    [style] = page().elements("style")
    text = "".join(style.itertext())
    assert re.search(r"@page \{ margin: 10mm; \}", text)
    assert "@media print" in text
