"""The documents as files: which there are, their fenced blocks, their headings and links.

What runs examples, follows links and builds the site reads them through this module, so that no page is forgotten by one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

__all__ = ["DOCS", "ROOT", "Link", "anchors", "documents", "links", "prose", "slug", "write"]

DOCS = Path(__file__).parent
ROOT = DOCS.parent
_FENCE = re.compile(r"^(`{3,}|~{3,})[^\n]*\n.*?^\1`*$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.MULTILINE)
_LINK = re.compile(r"!?\[((?:[^\[\]]|!?\[[^\[\]]*\]\([^()]*\))*)\]\(([^()\s]+)\)")


class Link(NamedTuple):
    """A link of a document: the line it stands on, and where it leads."""

    line: int
    target: str


def documents() -> list[Path]:
    """Every document that readers see, on a code host or as a site."""
    others = (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "wordlists").glob("*.md")))
    return [*others, *sorted(DOCS.rglob("*.md"))]


def prose(text: str) -> str:
    """A document with its fenced blocks blank, line for line."""
    return _FENCE.sub(lambda match: re.sub(r"[^\n]", "", match[0]), text)


def links(text: str) -> Iterator[Link]:
    """The links and pictures of a document, a picture inside a link as well."""
    plain = _CODE.sub(lambda match: re.sub(r"[^\n]", "x", match[0]), prose(text))
    for match in _LINK.finditer(plain):
        yield Link(plain.count("\n", 0, match.start()) + 1, match[2])
        yield from (Link(plain.count("\n", 0, match.start()) + 1, inner[2]) for inner in _LINK.finditer(match[1]))


def slug(heading: str) -> str:
    """The anchor that a heading gets on code hosts and on the site.

    >>> slug("`--by sim`: who wins, and why?")
    '--by-sim-who-wins-and-why'
    """
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower().strip()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """The anchors of a document's headings; of equal ones the second ends with -1, and so on."""
    found: set[str] = set()
    for match in _HEADING.finditer(prose(text)):
        name = slug(match[1])
        number = 0
        while (anchor := f"{name}-{number}" if number else name) in found:
            number += 1
        found.add(anchor)
    return found


def write(pages: Mapping[str, str]) -> None:
    """Write generated pages, named by their paths in the docs folder."""
    for name, text in pages.items():
        path = DOCS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
