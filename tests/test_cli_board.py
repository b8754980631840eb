"""``board``: drawing, converting, making an empty one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scrabblecli.rules import built_in_names, load_rules
from tests.helpers import EMPTY, JOG, TEAZELING, cgp, golden, run, solved, word_list

TEAZE = Path(TEAZELING).read_text(encoding="utf-8")


def test_text_is_the_default_without_a_terminal() -> None:
    result = run("board", TEAZELING)
    assert (result.exit_code, result.stdout, result.stderr) == (0, TEAZE, "")
    assert run("board", TEAZELING, "--to", "text").stdout == TEAZE


def test_to_cgp() -> None:
    assert run("board", "-", "--to", "cgp", stdin=TEAZE).stdout == (
        "11M3/10TI3/10EL3/10OD3/10PE3/10AR3/8V1N4/3OUTSAILS4/4HUH1R6/5X1ALCaYDEs/14O/14I/14R/14E/14E / 0/0 0\n"
    )


def test_to_text_keeps_rack_rules_word_list_and_scores() -> None:
    position = JOG.replace(" / 0/0 0", " AEINR?/ 120/95 0 lex enable;")
    assert run("board", "-", "--rules", "wwf", "--set", "bingo_bonus=50", stdin=position).stdout == (
        "rack: AEINR?\nrules: wwf\nset: bingo_bonus=50\nlexicon: enable\nscores: 120 95\n"
        + "...............\n" * 7
        + ".....JOG.......\n"
        + "...............\n" * 7
    )


@pytest.mark.parametrize("rules", built_in_names())
@pytest.mark.parametrize("to", ["draw", "text", "cgp"])
def test_empty_board_of_every_rule_set_is_read_again(rules: str, to: str) -> None:
    made = run("board", "--rules", rules, "--to", to)
    assert (made.exit_code, made.stderr) == (0, "")
    layout = load_rules(rules).layout
    again = run("board", "-", "--to", "cgp", stdin=made.stdout)
    assert again.exit_code == 0
    rows = "/".join([str(layout.columns)] * layout.rows)
    expected_rules = "" if rules == "tournament" else f" rules {rules};"
    assert again.stdout == f"{rows} / 0/0 0{expected_rules}\n"


CONVERTED = {
    "tournament": ("5JOG7", "AEINR?"),
    "super": ("5JoG13", "AEINR?"),
    "wwf": ("5JOG7", "AEINR?"),
    "spanish": ("4[CH]O[rr]O1Ñ1ñ3", "[CH]A[LL]Ñ?"),
    "catalan": ("4CO[L·L]EGI1[ny]3", "[NY]A[L·L]Ç?"),
    "german": ("4ÄÖü8", "ÄÖÜ?"),
    "polish": ("4ŻÓŁĆ7", "ĄĘŹ?"),
    "french": ("4DUCE7", "EEGRU?"),
    "dutch": ("4DUCE7", "EEGRU?"),
    "norwegian": ("4ÆØå8", "ÆØÅ?"),
    "slovene": ("4ČŠž8", "ČŠŽ?"),
    "english": ("5JOG7", "AEINR?"),
}


@pytest.mark.parametrize("rules", CONVERTED)
def test_boards_of_every_language_survive_conversion(rules: str) -> None:
    row, rack = CONVERTED[rules]
    size = load_rules(rules).layout.rows
    position = cgp(rack=rack, rows={size // 2 + 1: row}, size=size).strip()
    line = position + ("" if rules == "tournament" else f" rules {rules};") + "\n"
    for first in ("text", "draw"):
        text = run("board", "-", "--to", first, "--quiet", stdin=line)
        assert text.exit_code == 0, text.stderr
        back = run("board", "-", "--to", "cgp", "--quiet", stdin=text.stdout)
        assert back.exit_code == 0, back.stderr
        restored = back.stdout.split()
        assert restored[0] == position.split()[0]
        given = load_rules(rules).tiles
        assert sorted(given.alphabet.tokens(restored[1][:-1])) == sorted(given.alphabet.tokens(rack))


def test_drawn_board_with_tiles_is_read_again() -> None:
    drawn = run("board", TEAZELING, "--to", "draw").stdout
    assert run("board", "-", "--to", "text", stdin=drawn).stdout == TEAZE
    in_colour = run("board", TEAZELING, "--to", "draw", "--color", "always").stdout
    assert re.sub(r"\x1b\[[0-9;]*m", "", in_colour) == drawn


def test_board_that_solve_draws_is_read_again() -> None:
    arguments = ("solve", TEAZELING, "--rack", "AEGINTZ", "--format", "table", "--min-score", "500")
    shown = run(*arguments, env={"COLUMNS": "60"}).stdout.splitlines()
    drawn = "\n".join(shown[:16])
    assert run("board", "-", "--to", "text", stdin=drawn).stdout == TEAZE


@pytest.mark.parametrize("columns", ["40", "80", "120"])
def test_drawing(columns: str) -> None:
    result = run("board", TEAZELING, "--to", "draw", env={"COLUMNS": columns})
    golden("board-draw.txt", result.stdout)


def test_drawing_of_the_large_board() -> None:
    position = cgp(rows={11: "8JoG10"}, size=21)
    golden("board-draw-super.txt", run("board", "-", "--rules", "super", "--to", "draw", stdin=position).stdout)


def test_drawing_with_tiles_of_several_letters(tmp_path: Path) -> None:
    words = word_list(tmp_path, "CHORRO")
    result = run("board", "-", "--rules", "spanish", "--lexicon", words, "--to", "draw", stdin=cgp(rows={8: "5[CH]O[rr]O6"}))
    assert result.exit_code == 0
    golden("board-draw-spanish.txt", result.stdout)


def test_drawing_names_words_that_the_list_lacks() -> None:
    result = run("board", "-", "--to", "draw", stdin=cgp(rows={8: "5QXZ7", 9: "7O7"}))
    assert result.exit_code == 0
    assert result.stderr == "warning: on the board but not in enable: QXZ (8F), ZO (H8)\n"
    assert run("board", "-", "--to", "draw", "--quiet", stdin=cgp(rows={8: "5QXZ7"})).stderr == ""


def test_several_positions() -> None:
    result = run("board", "-", "--to", "cgp", stdin=EMPTY + JOG)
    assert result.stdout == EMPTY + JOG
    drawn = run("board", "-", "--to", "draw", stdin=EMPTY + JOG).stdout
    assert drawn.count("A B C D E F G") == 2
    one_bad = run("board", "-", "--to", "cgp", stdin=EMPTY + cgp(size=14) + JOG)
    assert (one_bad.exit_code, one_bad.stdout) == (2, EMPTY + JOG)
    assert "line 2" in one_bad.stderr


def test_warnings_and_quiet() -> None:
    position = cgp(rows={1: "Q12UQ"})
    result = run("board", "-", "--to", "text", stdin=position)
    assert result.stderr.splitlines() == [
        "warning: Q: 2 on the board, 1 in the english set (A1, O1)",
        "warning: no tile on the start square H8",
        "warning: 1 group of tiles not connected with the others, at A1",
    ]
    assert run("board", "-", "--to", "text", "--quiet", stdin=position).stderr == ""


def test_converted_board_feeds_solve() -> None:
    found = solved(TEAZE, "AEGINTZ")
    for to in ("text", "cgp", "draw"):
        assert solved(run("board", TEAZELING, "--to", to).stdout, "AEGINTZ") == found


def test_changed_settings_are_kept_in_text() -> None:
    made = run("board", "--set", "bingo_bonus=35", "--set", 'layout=["=.=", ".*.", "=.="]', "--set", "rack_size=3").stdout
    assert made.endswith("...\n...\n...\n")
    assert solved(made, "CAT") == solved(
        "...\n" * 3, "CAT", "--set", "bingo_bonus=35", "--set", 'layout=["=.=", ".*.", "=.="]', "--set", "rack_size=3"
    )


@pytest.mark.parametrize(
    "setting",
    [
        "bingo_bonus=35",
        "layout=wwf",
        "rack_size=8",
        "exchange_minimum=1",
        "blanks_score_zero=false",
    ],
)
def test_changed_settings_are_kept_in_cgp_or_named(setting: str) -> None:
    made = run("board", "--to", "cgp", "--set", setting)
    again = run("board", "-", "--to", "text", stdin=made.stdout).stdout
    key, _, value = setting.partition("=")
    assert (f"set: {key}=" in again and value in again) or key in made.stderr


def test_setting_with_a_semicolon_survives_cgp() -> None:
    made = run("board", "--to", "cgp", "--set", "extra_words=a;b.txt").stdout
    again = run("board", "-", "--to", "cgp", stdin=made)
    assert (again.exit_code, again.stdout, again.stderr) == (0, made, "")


def test_pictures() -> None:
    from xml.etree.ElementTree import fromstring

    svg = run("board", "-", "--to", "svg", stdin=cgp(rows={8: "5JoG7"}, rack="AB?")).stdout
    drawn = fromstring(svg)
    letters = [
        element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text") if "le" in element.get("class", "").split()
    ]
    assert [text.upper() for text in letters if text] == ["J", "G", "O"]
    # lists of places are for browsers alone
    assert all(" " not in element.get("x", "") for element in drawn.iter("{http://www.w3.org/2000/svg}text"))
    assert "rack: AB?" in drawn.get("aria-label", "")
    # it needs nothing from elsewhere, and no browser
    assert svg.count("http") == 1
    assert "var(" not in svg
    assert svg == run("board", "-", "--to", "svg", stdin=cgp(rows={8: "5JoG7"}, rack="AB?")).stdout
    html = run("board", "-", "--to", "html", "--rules", "spanish", stdin=cgp(rows={8: "5[CH]O8"})).stdout
    assert html.startswith("<!DOCTYPE html>")
    assert "[CH]" in html
    assert "#f1ddae" in html


def test_pictures_carry_no_markup_of_their_content() -> None:
    html = run("board", "-", "--to", "html", stdin="lexicon: <script>alert(1)</script>\n" + ("." * 15 + "\n") * 15).stdout
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
