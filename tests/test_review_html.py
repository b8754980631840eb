"""``game review --format html``: a valid page, the numbers of the review, boards and charts as they should be, nothing that acts."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from scrabblecli.board import Board
from scrabblecli.report.board_svg import GameBoards, Look, ground
from scrabblecli.report.page import html_page
from scrabblecli.rules import load_rules
from scrabblecli.squares import Square
from tests.helpers import ROOT, run, word_list
from tests.pages import Page, text_of

GAME = str(ROOT / "tests" / "games" / "game-a.gcg")
KITCHEN = str(ROOT / "boards" / "kitchen.gcg")
TWO = "#player1 Ann Ann\n#player2 Bob Bob\n"
OPENING = ">Ann: AABEITW 8E BAWTIE +22 22\n>Bob: AEFIRRU 9I FRIER +24 24\n"
GAMES = {
    "phonies": TWO
    + ">Ann: AABEITW 8E BAWTEI +22 22\n>Ann: AABEITW -- -22 0\n>Bob: AEFIRRU 8H FRAIER +20 20\n>Ann: AABEITW - +0 0\n",
    "challenge": TWO + ">Ann: AABEITW 8E BAWTIE +22 22\n>Ann: AABEITW (challenge) +5 27\n>Bob: AEFIRRU 9I FRIER +24 24\n",
    "three": "#player1 Ann Ann\n#player2 Bob Bob\n#player3 Cid Cid\n" + OPENING + ">Cid: AEJLNOS L8 J.ANS +40 40\n",
    "four": "#player1 Ann Ann\n#player2 Bob Bob\n#player3 Cid Cid\n#player4 Dee Dee\n"
    + OPENING
    + ">Cid: AEJLNOS L8 J.ANS +40 40\n>Dee: AGNOPTU E5 GUN.OAT +40 40\n>Ann: EILNOXA F10 XI +52 74\n",
    "incomplete": TWO + OPENING + ">Ann: EE -2 +0 22\n>Bob: AGNOPTU Z5 GUN.OAT +40 64\n",
    "one turn": TWO + ">Ann: AABEITW 8E BAWTIE +22 22\n",
    "unknown racks": TWO + ">Ann: 8E BAWTIE +22 22\n>Bob: 9I FRIER +24 24\n",
    "recycled": "players: Ann, Bob\nset: blanks_recyclable=true\n8E bAWTIE\nrecycle: E8\nBob (?AEFIRR): 9I FRiER\n9M (X)\n",
}


def written(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.gcg"
    path.write_text(text, encoding="utf-8")
    return str(path)


def reviewed(*arguments: str) -> tuple[Page, Any]:
    """The page of a review, and its JSON."""
    page = run("game", "review", "--time", "0", *arguments, "--format", "html")
    document = run("game", "review", "--time", "0", *arguments, "--format", "json")
    assert (page.exit_code, page.stderr) == (document.exit_code, document.stderr)
    return Page(page.stdout), json.loads(document.stdout)


def facts_of(turn: Element) -> dict[str, str]:
    """What a turn says of itself, by name."""
    listed = next(element for element in turn.iter() if element.tag == "dl")
    return dict(zip(map(text_of, listed.iter("dt")), map(text_of, listed.iter("dd")), strict=True))


def rows_of(page: Page, caption: str, section: Element) -> list[list[str]]:
    """The cells of a table, the heading first."""
    found = [table for table in section.iter("table") if text_of(next(table.iter("caption"))) == caption]
    assert len(found) == 1
    return [[text_of(cell) for cell in row] for row in found[0].iter("tr")]


class Drawn:
    """What a picture of a board shows: the letters on their squares, and which of them stand out."""

    def __init__(self, page: Page, picture: Element) -> None:
        self.page = page
        self.letters: dict[tuple[int, int], str] = {}
        self.new: set[tuple[int, int]] = set()
        self._read(picture, False)

    def _read(self, element: Element, new: bool) -> None:
        for child in element:
            name = str(child.tag).rpartition("}")[2]
            if name == "use":
                target = next(value for key, value in child.attrib.items() if str(key).endswith("href"))
                self._read(self.page.by_id(target[1:]), new or child.get("class") == "new")
            elif name == "g":
                self._read(child, new)
            elif name == "text" and "le" in child.get("class", "").split():
                across, down = ([int(number) for number in child.attrib[axis].split()] for axis in ("x", "y"))
                texts = list(child.text or "") if len(across) > 1 else [child.text or ""]
                for x, y, text in zip(across, down, texts, strict=True):
                    square = ((y - 16) // 20, (x - 16) // 20)
                    self.letters[square] = text if len(text) == 1 else f"[{text}]"
                    self.new |= {square} if new else set()

    def rows(self, without_new: bool = False) -> list[str]:
        """The rows of the board as text."""
        shown = {square: text for square, text in self.letters.items() if not (without_new and square in self.new)}
        return ["".join(shown.get((row, column), ".") for column in range(15)) for row in range(15)]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_pages_of_all_kinds_are_valid(name: str, tmp_path: Path) -> None:
    page, document = reviewed(written(tmp_path, name, GAMES[name]))
    assert len(list(page.elements("li", "turn"))) == len(document["turns"])
    assert (len(list(page.elements("svg", "chart"))) == 2) == (len(document["turns"]) > 1)
    players = rows_of(page, "Players", page.root)[0][1:]
    assert players == [player["player"] for player in document["players"]]
    if document["error"]:
        assert f"The record could not be followed further: {document['error']}" in text_of(page.root)


@pytest.mark.parametrize("name", [GAME, KITCHEN, "phonies", "challenge", "four", "incomplete", "unknown racks"])
def test_turns_have_the_numbers_of_the_review(name: str, tmp_path: Path) -> None:
    page, document = reviewed(name if name.endswith(".gcg") else written(tmp_path, name, GAMES[name]))
    words = {
        "best": "best move",
        "excellent": "excellent",
        "small": "small mistake",
        "medium": "medium mistake",
        "large": "large mistake",
    }
    assert document["turns"]
    for turn in document["turns"]:
        element = page.by_id(f"g1t{turn['turn']}")
        facts = facts_of(element)
        expected = {"Rack": turn["rack"] or "unknown", "Score": str(turn["score"]), "Total": str(turn["total"])}
        if turn["grade"] is None:
            expected["Grade"] = f"not graded: {turn['why_not']}"
        else:
            phony = {"off": "phony, challenged off", "on": "phony that stayed", "": ""}[turn["phony"]]
            expected["Grade"] = phony or words[turn["grade"]]
            if turn["grade"] != "best":
                expected["Final spread lost" if turn["basis"] == "endgame" else "Equity lost"] = f"{turn['equity_lost']:.1f}"
                expected["Best"] = f"{turn['best']} for {turn['best_score']}"
        assert facts == expected
        heading = next(text for text in element.iter("h3"))
        assert text_of(heading) == f"{turn['turn']}. {turn['player']} {turn['move']}{'*' if turn['phony'] else ''}"
        said = " ".join(text_of(paragraph) for paragraph in element.iter("p"))
        assert " ".join(reason["message"] for reason in turn["reasons"][:3]) in said
        assert ("It was challenged, and stayed." in said) == (turn["challenged"] == "lost")


@pytest.mark.parametrize("name", [GAME, KITCHEN])
def test_players_and_turns_that_mattered(name: str) -> None:
    page, document = reviewed(name)
    shown = {row[0]: row[1:] for row in rows_of(page, "Players", page.root)}
    players = document["players"]
    assert shown["points"] == [str(player["points"]) for player in players]
    assert shown["average score"] == [f"{player['average_score']:.1f}" for player in players]
    assert shown["average equity lost"] == [f"{player['average_lost']:.1f}" for player in players]
    assert shown["mistake index"] == [f"{player['mistake_index']:.1f}" for player in players]
    assert shown["bingos found, missed"] == [f"{player['bingos_found']}, {player['bingos_missed']}" for player in players]
    assert shown["phonies, stayed"] == [f"{player['phonies']}, {player['phonies_kept']}" for player in players]
    assert shown["challenges won, lost"] == [f"{player['challenges_won']}, {player['challenges_lost']}" for player in players]
    assert shown["luck of the draw"] == [f"{player['luck']:+.1f}" for player in players]
    links = list(page.elements("a"))
    assert [link.get("href") for link in links] == [f"#g1t{number}" for number in document["mattered"]]
    for link, number in zip(links, document["mattered"], strict=True):
        turn = document["turns"][number - 1]
        assert text_of(link) == f"Turn {number}, {turn['player']}: {turn['move']}"
    result = text_of(next(page.elements("p", "result")))
    assert (
        result
        == {
            GAME: "Ann 439, Bob 466. Bob wins by 27.",
            KITCHEN: "Ann Aster 452, Bob Birch 455. Bob Birch wins by 3.",
        }[name]
    )


@pytest.mark.parametrize("name", [GAME, KITCHEN, *sorted(GAMES)])
def test_boards_show_the_position_and_the_move(name: str, tmp_path: Path) -> None:
    path = name if name.endswith(".gcg") else written(tmp_path, name, GAMES[name])
    page, document = reviewed(path)
    for turn in document["turns"]:
        position = json.loads(run("game", "show", path, "--turn", str(turn["turn"]), "--format", "json").stdout)
        before = position["position"]["board"]
        figures = list(page.by_id(f"g1t{turn['turn']}").iter("figure"))
        captions = [text_of(next(figure.iter("figcaption"))) for figure in figures]
        drawn = [Drawn(page, next(element for element in figure if str(element.tag).endswith("svg"))) for figure in figures]
        assert [picture.rows(without_new=True) for picture in drawn] == [before] * len(drawn)
        is_play = turn["move"] not in ("pass", "-2", "")
        assert captions[0].startswith(f"Played: {turn['move']}, " if is_play else "Before this turn")
        moves = [turn["move"] if is_play else ""] + [turn["best"]] * (len(drawn) - 1)
        assert (len(drawn) == 2) == (turn["grade"] not in (None, "best"))
        for picture, move in zip(drawn, moves, strict=True):
            tiles = re.sub(r"\([^)]*\)", "", move.partition(" ")[2])
            assert "".join(picture.letters[square] for square in sorted(picture.new)) == tiles
    views = next(page.elements("div", "views"))
    last = Drawn(page, next(element for element in views.iter() if "board" in element.get("class", "").split()))
    assert (last.rows(), last.new) == (
        json.loads(run("game", "show", path, "--format", "json").stdout)["position"]["board"],
        set(),
    )


def test_tiles_of_several_letters(tmp_path: Path) -> None:
    words = word_list(tmp_path, "CHORRO", "OCHO")
    path = written(tmp_path, "spanish", f"{TWO}#letter-distribution spanish\n>Ann: O[CH]O[RR]AEI 8E [CH]O[RR]O +30 30\n")
    page, _ = reviewed(path, "--rules", "spanish", "--lexicon", words)
    picture = next(element for element in page.by_id("g1t1").iter() if "board" in element.get("class", "").split())
    drawn = Drawn(page, picture)
    assert [drawn.letters[square] for square in sorted(drawn.new)] == ["[CH]", "O", "[RR]", "O"]


def test_a_board_from_which_tiles_were_taken() -> None:
    rules = load_rules()
    empty = Board.empty(15, 15)
    tiles = [(Square(7, column), column) for column in (4, 5, 6)]
    boards = GameBoards(Look.of(rules), "ground", "g")
    pictures = []
    for count in (3, 1, 2, 0):
        boards.reach(Board(15, 15, bytes(dict(tiles[:count]).get(square, 0) for square in empty.squares())))
        pictures.append(boards.picture(f"{count} tiles"))
    body = f'<h1>x</h1><svg aria-hidden="true">{ground(rules.layout, "ground")}{"".join(boards.definitions)}</svg>{"".join(pictures)}'
    page = Page(html_page("x", body))
    shown = [Drawn(page, picture).rows()[7].strip(".") for picture in page.elements("svg", "board")]
    assert shown == ["DEF", "D", "DE", ""]


def test_charts_are_the_totals() -> None:
    page, document = reviewed(GAME)
    totals = {"Ann": [0], "Bob": [0]}
    for turn in document["turns"]:
        for name, values in totals.items():
            values.append(turn["total"] if turn["player"] == name else values[-1])
    # what is left at the end is settled after the last turn
    totals["Ann"][-1], totals["Bob"][-1] = 439, 466
    scores, spread = page.elements("svg", "chart")
    lines = [("p0", totals["Ann"], scores), ("p1", totals["Bob"], scores)]
    lines.append(("p0", [ann - bob for ann, bob in zip(totals["Ann"], totals["Bob"], strict=True)], spread))
    for kind, values, chart in lines:
        path = next(element for element in chart.iter() if element.get("class") == kind)
        points = [tuple(map(float, point.split())) for point in path.attrib["d"][1:].split("L")]
        assert len(points) == 25
        marks = {
            float(element.text or ""): float(element.attrib["y"]) - 4
            for element in chart.iter()
            if element.get("text-anchor") == "end"
        }
        low, high = min(marks), max(marks)
        pixel = (marks[low] - marks[high]) / (high - low)
        for (_, y), value in zip(points, values, strict=True):
            assert y == pytest.approx(marks[low] - pixel * (value - low), abs=1)
        steps = {round(after[0] - before[0], 0) for before, after in pairwise(points)}
        assert max(steps) - min(steps) <= 1
    labels = [text_of(element) for element in scores.iter() if "lab" in element.get("class", "").split()]
    assert labels == ["Ann 439", "Bob 466"]
    described = next(text_of(element) for element in scores.iter() if str(element.tag).endswith("desc"))
    assert described == ("After 24 turns: Ann 439, Bob 466. The lead changed 7 times; the largest was Ann's 90 after turn 9.")
    assert sum(element.get("class") == "ring" for element in spread.iter()) == 3


def test_several_games_have_an_index_and_totals(tmp_path: Path) -> None:
    folder = tmp_path / "season"
    (folder / "second").mkdir(parents=True)
    (folder / "one.gcg").write_text(Path(GAME).read_text(encoding="utf-8"), encoding="utf-8")
    kitchen = Path(KITCHEN).read_text(encoding="utf-8").replace("Ann Aster", "Ann").replace("Bob Birch", "Bob")
    (folder / "second" / "two.gcg").write_text(kitchen, encoding="utf-8")
    (folder / "three.gcg").write_text(GAMES["three"], encoding="utf-8")
    page, document = reviewed(str(folder))
    games = document["games"]
    _, *index = rows_of(page, "Games", page.root)
    assert [row[0].partition(" ")[0] for row in index] == ["1.", "2.", "3."]
    assert "Bob wins by 27." in index[0][0]
    assert "The game is incomplete." in index[1][0]
    for row, source in zip(index, ("one.gcg", "three.gcg", str(Path("second") / "two.gcg")), strict=True):
        assert row[0].endswith(f".{source}")
    assert str(tmp_path) not in page.source
    for number, game in enumerate(games, start=1):
        section = page.by_id(f"g{number}")
        assert len([element for element in section.iter("li") if element.get("class", "").startswith("turn")]) == len(
            game["turns"]
        )
        assert any(link.get("href") == f"#g{number}" for link in page.elements("a"))
    header, *rows = rows_of(page, "Totals over 3 games", page.root)
    assert [row[0] for row in rows] == ["Ann", "Bob", "Cid"]
    for row in rows:
        shown = dict(zip(header, row, strict=True))
        mine = [player for game in games for player in game["players"] if player["player"] == row[0]]
        turns = [turn for game in games for turn in game["turns"] if turn["player"] == row[0]]
        assert (shown["games"], shown["won"]) == (str(len(mine)), "2" if row[0] == "Bob" else "0")
        assert shown["points"] == str(sum(player["points"] for player in mine))
        assert shown["average score"] == f"{sum(turn['score'] for turn in turns) / len(turns):.1f}"
        lost = [turn["equity_lost"] for turn in turns if turn["grade"]]
        assert shown["average equity lost"] == f"{sum(lost) / len(lost):.1f}"
        assert shown["luck of the draw"] == f"{sum(player['luck'] for player in mine):+.1f}"
        assert shown["turns graded"] == f"{len(lost)} of {len(turns)}"


def test_processes_make_the_same_page(tmp_path: Path) -> None:
    for number, name in enumerate((GAME, KITCHEN, GAME)):
        (tmp_path / f"{number}.gcg").write_text(Path(name).read_text(encoding="utf-8"), encoding="utf-8")
    one, two = (run("game", "review", str(tmp_path), "--format", "html", "--jobs", jobs, "--time", "0") for jobs in ("1", "2"))
    assert one.stdout == two.stdout
    assert (one.exit_code, one.stderr) == (two.exit_code, two.stderr)


def test_a_game_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    bad = written(tmp_path, "bad", "nothing")
    result = run("game", "review", "--no-endgames", GAME, bad, "--format", "html")
    assert result.exit_code == 2
    assert bad in result.stderr
    assert [row[0][:12] for row in rows_of(Page(result.stdout), "Games", Page(result.stdout).root)[1:]] == ["1. Ann – Bob"]
    nothing = run("game", "review", "--no-endgames", bad, bad, "--format", "html")
    assert nothing.exit_code == 2
    assert "No game could be reviewed." in text_of(Page(nothing.stdout).root)
    alone = run("game", "review", "--no-endgames", bad, "--format", "html")
    assert (alone.exit_code, alone.stdout) == (2, "")


def test_nothing_of_a_file_acts_on_a_page(tmp_path: Path) -> None:
    nick = "<i>A&\"'"
    evil = "<script>alert(1)</script>\x1b[31m\u202e'\"&lt;"
    text = (
        f"#title {evil}\n#note {evil}\n#player1 {nick} {evil}\n#player2 B</svg><b> {evil}\n"
        f">{nick}: AABEITW 8E BAWTIE +22 22\n#note {evil}\n"
        ">B</svg><b>: AEFIRRU 9I FRIER +24 24\n"
    )
    path = tmp_path / "it's & so.gcg"
    path.write_text(text, encoding="utf-8")
    for names in ((str(path),), (str(path), GAME)):
        result = run("game", "review", "--no-endgames", *names, "--format", "html")
        assert result.exit_code == 0, result.stderr
        page = Page(result.stdout)
        for markup in ("<script", "<b>&", "<i>A", "</svg><b>", "\x1b", "\u202e"):
            assert markup not in result.stdout
        shown = text_of(page.root)
        assert "<script>alert(1)</script>\\x1b[31m\\u202e'\"&lt;" in shown
        assert shown.count("Note: <script>") == 1
        assert "it's & so.gcg" in shown


def test_a_game_from_standard_input_says_so() -> None:
    page = Page(
        run("game", "review", "--no-endgames", "-", "--format", "html", stdin=Path(GAME).read_text(encoding="utf-8")).stdout
    )
    assert "24 turns, standard input" in text_of(page.root)


def test_the_size_of_a_page_is_reasonable() -> None:
    assert len(run("game", "review", "--no-endgames", GAME, "--format", "html").stdout.encode()) < 64_000


def test_other_commands_refuse_the_format() -> None:
    for arguments in (("game", "show", GAME), ("solve", "-", "--rack", "AEI"), ("analyze", GAME), ("unseen", GAME)):
        result = run(*arguments, "--format", "html", stdin="")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "'html' is not one of" in result.stderr


def test_the_sheet_is_a_page_too() -> None:
    result = run("game", "score", GAME, "--format", "html")
    page = Page(result.stdout)
    assert len(rows_of(page, "Turns", page.root)) == 26
