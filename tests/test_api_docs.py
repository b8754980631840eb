"""The page, the README and the notebook about the Python API: its notebook is run anew."""

from __future__ import annotations

import json
import re

import notebook

from tests.helpers import ROOT

PAGE = ROOT / "docs" / "api.md"


def test_the_notebook_and_its_picture_are_what_running_it_gives() -> None:
    made, picture = notebook.made()
    assert made == notebook.NOTEBOOK.read_text(encoding="utf-8")
    assert picture == notebook.PICTURE.read_text(encoding="utf-8")


def test_the_notebook_is_one_as_the_format_has_it() -> None:
    written = json.loads((ROOT / "docs" / "notebooks" / "board.ipynb").read_text(encoding="utf-8"))
    assert (written["nbformat"], written["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in written["cells"]]
    assert len(set(ids)) == len(ids)
    offered = set()
    for cell in written["cells"]:
        assert set(cell) == {"cell_type", "id", "metadata", "source"} | (
            {"execution_count", "outputs"} if cell["cell_type"] == "code" else set()
        )
        for output in cell.get("outputs", []):
            offered |= set(output.get("data", ()))
    assert offered == {"text/plain", "text/html", "image/svg+xml"}


def test_the_page_leads_to_files_and_names_everything() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (PAGE.parent / target).exists(), target
    for name in (
        "solve",
        "analyze",
        "score",
        "check",
        "review",
        "load_position",
        "load_positions",
        "load_game",
        "load_lexicon",
        "find_words",
        "unseen",
    ):
        assert f"scrabblecli.{name}(" in text or f"`{name}`" in text
