"""What the tests of HTML pages share: a page that must be valid and complete in itself, and what stands on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree.ElementTree import Element

import html5lib

__all__ = ["Page", "text_of"]

VOID = {"meta", "br", "hr", "img", "link", "input", "col"}


class _Balance(HTMLParser):
    """Every tag that is opened is closed, in order: stricter than HTML, which lets many be left out."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"twice the same attribute: {tag} {names}"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def text_of(element: Element) -> str:
    """All text below an element, runs of spaces as one."""
    return " ".join("".join(element.itertext()).split())


class Page:
    """A page; making one checks all that must hold of every page."""

    def __init__(self, source: str) -> None:
        self.source = source
        # raises ParseError for whatever is not valid HTML
        self.root: Element = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(source)
        balance = _Balance()
        balance.feed(source)
        assert balance.open == []
        ids = Counter(element.get("id") for element in self.elements() if element.get("id") is not None)
        assert [name for name, times in ids.items() if times > 1] == []
        self.ids = set(ids)
        self._check()

    def elements(self, tag: str = "", kind: str = "") -> Iterator[Element]:
        """The elements of a name and a class."""
        for element in self.root.iter():
            # comments have no name
            name = str(element.tag).rpartition("}")[2]
            if tag in ("", name) and (not kind or kind in element.get("class", "").split()):
                yield element

    def by_id(self, name: str) -> Element:
        """The element with an id."""
        return next(element for element in self.elements() if element.get("id") == name)

    def _check(self) -> None:
        assert re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]", self.source) is None
        for element in self.elements():
            for name, value in element.attrib.items():
                name = str(name).rpartition("}")[2]
                if name == "href":
                    assert value.startswith("#"), f"a resource outside the page: {value}"
                    assert value[1:] in self.ids, f"leads nowhere: {value}"
                assert name not in ("src", "srcset", "style"), f"{name}={value}"
                assert not name.startswith("on"), f"{name}={value}"
            if labels := element.get("aria-labelledby"):
                assert set(labels.split()) <= self.ids
        for tag in ("script", "link", "img", "iframe", "object", "embed", "image", "foreignObject"):
            assert list(self.elements(tag)) == []
        style = "".join(element.text or "" for element in self.elements("style"))
        assert "url(" not in style
        assert "@import" not in style
        assert next(self.elements("html")).get("lang") == "en"
        metas = {element.get("name") or element.get("http-equiv"): element.get("content") for element in self.elements("meta")}
        assert metas["viewport"] == "width=device-width, initial-scale=1"
        assert metas["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'"
        for drawing in self.elements("svg"):
            assert drawing.get("aria-hidden") == "true" or drawing.get("aria-label") or drawing.get("aria-labelledby")
        levels = [int(str(element.tag)[-1]) for element in self.elements() if str(element.tag) in ("h1", "h2", "h3", "h4")]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
