"""What notebooks show of values and results: complete pictures and tables, in which nothing of a file is markup."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from pathlib import Path
from typing import Any

import html5lib
import pytest

import scrabblecli
from tests.api_positions import BOARDS
from tests.helpers import JOG, TEAZELING, word_list

EVIL = "<img src=x onerror=alert(1)>"
SVG = "{http://www.w3.org/2000/svg}"


def pictures(markup: str) -> list[str]:
    """The SVG files that a page has as images."""
    return [b64decode(found).decode() for found in re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', markup)]


def sound_svg(svg: str) -> ET.Element:
    """A picture, once it is clear that it needs nothing else: no script, nothing to load, every name in it defined, once."""
    root = ET.fromstring(svg)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(set(ids)) == len(ids)
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {"svg", "style", "defs", "g", "path", "text", "use"}
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on")
            if name.endswith("href"):
                assert value.removeprefix("#") in ids
    assert "var(" not in svg
    assert not re.search(r"url\(|@import|@font-face|https?://(?!www\.w3\.org/2000/svg)", svg)
    return root


def sound_html(markup: str) -> str:
    """Markup, once it is clear that it is sound and asks a browser for nothing."""
    parser = html5lib.HTMLParser(strict=True)
    for element in parser.parseFragment(markup).iter():
        if not isinstance(element.tag, str):
            continue
        assert element.tag.partition("}")[2] or element.tag in {"DOCUMENT_FRAGMENT"}
        assert element.tag.rpartition("}")[2] not in {"script", "link", "iframe", "object", "style"}
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert name not in {"src", "href"} or value.startswith("data:image/svg+xml;base64,")
    for svg in pictures(markup):
        sound_svg(svg)
    return markup


def shown() -> dict[str, Any]:
    """Values and results of every kind."""
    position = scrabblecli.load_position(TEAZELING)
    return {
        "position": position,
        "rack in the file": scrabblecli.load_position(BOARDS / "endgame.txt"),
        "board": position.board,
        "super": scrabblecli.load_position(BOARDS / "super.txt"),
        "super alone": scrabblecli.load_position(BOARDS / "super.txt").board,
        "rack": scrabblecli.Rack([0, 1, 26]),
        "moves": scrabblecli.solve(position, "AEGINT?"),
        "by equity": scrabblecli.solve(position, "IISSUVW", by="equity"),
        "simulated": scrabblecli.solve(position, "AEGINTZ", by="sim", iterations=10, candidates=3),
        "ended": scrabblecli.solve(BOARDS / "endgame.txt", by="endgame", top=2),
        "play": scrabblecli.solve(position, "AEGINTZ").best,
        "exchange": scrabblecli.solve(position, "UUVVWII", by="equity").best,
        "analysis": scrabblecli.analyze(position, "AEGINTZ", "1L MAZE"),
        "phony": scrabblecli.analyze(position, "AEGINTZ", "1L MAZI"),
        "judged": scrabblecli.score(position, "3G TEAZ..ING"),
        "illegal": scrabblecli.score(position, "A1 JO"),
        "unclear": scrabblecli.score(position, "O15 JO"),
        "ruling": scrabblecli.check("JO", "RETIANS"),
        "game": scrabblecli.load_game(BOARDS / "kitchen.gcg"),
        "review": scrabblecli.review(BOARDS / "kitchen.gcg", endgames=False),
    }


SHOWN = shown()


@pytest.mark.parametrize("name", SHOWN)
def test_everything_shows_itself_soundly(name: str) -> None:
    value = SHOWN[name]
    if hasattr(value, "_repr_svg_") and (svg := value._repr_svg_()) is not None:
        assert sound_svg(svg).attrib["aria-label"]
    if hasattr(value, "_repr_html_"):
        assert sound_html(value._repr_html_())
    assert str(value).isprintable() or "\n" in str(value)
    assert len(repr(value).splitlines()) == 1


def letters(svg: str) -> str:
    """The tiles that a picture shows, in their order."""
    return "".join(
        element.text or "" for element in sound_svg(svg).iter(f"{SVG}text") if "le" in element.attrib.get("class", "").split()
    )


def test_a_picture_has_the_tiles_of_its_board_and_the_new_ones_apart() -> None:
    board = SHOWN["board"]
    assert sorted(letters(board._repr_svg_())) == sorted(str(board).replace(".", "").replace("\n", ""))
    best = SHOWN["play"]
    root = sound_svg(best._repr_svg_())
    [new] = [element for element in root.iter(f"{SVG}g") if element.attrib.get("class") == "new"]
    assert "".join(text.text or "" for text in new.iter(f"{SVG}text") if text.attrib["class"] == "le") == "TEAZING"
    assert letters(SHOWN["rack"]._repr_svg_()) == "AZ"


def test_pictures_of_other_boards_have_other_names() -> None:
    ids = [set(re.findall(r' id="([^"]*)"', SHOWN[name]._repr_svg_())) for name in ("board", "super", "game")]
    assert not ids[0] & ids[1]
    assert not ids[0] & ids[2]


def test_printing_draws() -> None:
    assert str(SHOWN["board"]).splitlines()[2] == "..........EL..."
    assert str(SHOWN["rack"]) == "AZ?"
    assert str(SHOWN["super alone"]).count("\n") == 20
    assert str(scrabblecli.load_position(JOG)) == scrabblecli.format_text(scrabblecli.load_position(JOG))
    # letters that English has not: nothing is guessed
    spanish = scrabblecli.load_rules("spanish")
    board = scrabblecli.Board(1, 1, bytes([len(spanish.tiles.alphabet)]))
    assert (str(board), board._repr_svg_()) == (repr(board), None)  # type: ignore[attr-defined]  # attached when it is used


def test_nothing_of_a_file_is_markup(tmp_path: Path) -> None:
    evil = f"#player1 {EVIL.replace(' ', '_')} {EVIL}\n#player2 Bob Bob\n>{EVIL.replace(' ', '_')}: AEINRST 8D RETAINS +66 66\n"
    path = tmp_path / f"{EVIL.replace('/', '')}.gcg"
    path.write_text(evil, encoding="utf-8")
    review = scrabblecli.review(path)
    words = word_list(tmp_path, "JOG", "JOGS", name="<b>list&.txt")
    results: tuple[Any, ...] = (
        review, scrabblecli.load_game(path), scrabblecli.check("JOGS", EVIL, lexicon=words), scrabblecli.solve(JOG, "AS", lexicon=words),
        scrabblecli.analyze(JOG, "AS", "8F JOGS", lexicon=words), scrabblecli.analyze(JOG, "AS", "8F JOGA", lexicon=words),
        scrabblecli.score(JOG, "8F JOGA", lexicon=words),
    )  # fmt: skip
    for value in results:
        markup = sound_html(value._repr_html_())
        assert "<img src=x" not in markup
        assert "<b>list" not in markup
        assert "\x1b" not in repr(value)
    assert "&lt;b&gt;list&amp;" in results[3]._repr_html_()


def test_a_broken_text_cannot_act_on_a_terminal() -> None:
    text = "#player1 A\x1b[2J A\n#player2 Bob Bob\n>A\x1b[2J: AEINRST 8D RETAINS +66 66\n"
    game = scrabblecli.load_game(text)
    for said in (repr(game), str(scrabblecli.review(game)), repr(scrabblecli.review(game)), str(scrabblecli.check("J\x1b[2J"))):
        assert "\x1b" not in said
