"""The page, the README and the notebook about the Python API: every example is run, every picture made anew."""

from __future__ import annotations

import json
import re

import pytest

from tests.helpers import ROOT
from tests.test_docs import script

PAGE = ROOT / "docs" / "api.md"


@pytest.mark.parametrize("name", ["README.md", "docs/api.md"])
def test_every_python_example_shows_what_it_gives(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "```pycon" in text
    assert script("pycon").refreshed(text) == text
    assert "Traceback" not in text


def test_an_example_that_says_something_else_would_be_noticed() -> None:
    text = "```pycon\n>>> 1 + 1\n3\n>>> for number in (1, 2):\n...     print(number)\n1\n```\n"
    assert script("pycon").refreshed(text) == text.replace("3\n", "2\n").replace("1\n```", "1\n2\n```")


def test_the_notebook_and_its_picture_are_what_running_it_gives() -> None:
    notebook = script("notebook")
    made, picture = notebook.made()
    assert made == notebook.NOTEBOOK.read_text(encoding="utf-8")
    assert picture == notebook.PICTURE.read_text(encoding="utf-8")


def test_the_notebook_is_one_as_the_format_has_it() -> None:
    notebook = json.loads((ROOT / "docs" / "notebooks" / "board.ipynb").read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    offered = set()
    for cell in notebook["cells"]:
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
