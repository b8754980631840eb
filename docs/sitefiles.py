"""A Sphinx extension for what a code host does by itself.

- The order of the site's pages is that of the links on the front page: each section of `index.md` becomes a part of the sidebar, with
  the pages it links to. A page of another folder's `index.md` stands below that one. A page that nothing links to is an error of the build.
- A link to a file that is no page (a script, a schema, a board) or to a folder leads to a page that shows it, below `files/`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from docutils import nodes
from documents import DOCS, ROOT, links, prose
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx.addnodes import download_reference, pending_xref
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

__all__ = ["setup"]

_SECTION = re.compile(r"^## +(.*)$", re.MULTILINE)
_HIDDEN = {"__pycache__"}


# The order of the pages


def _pages(text: str, folder: Path) -> list[str]:
    """The pages that a part of an index links to, each once, as Sphinx names them."""
    found: dict[str, None] = {}
    for link in links(text):
        path = (folder / link.target.partition("#")[0]).resolve()
        if path.suffix == ".md" and path.is_relative_to(DOCS) and path.exists():
            found[path.relative_to(folder).with_suffix("").as_posix()] = None
    return list(found)


def _add_order(_: Sphinx, name: str, source: list[str]) -> None:
    """Add to an index what Sphinx wants to know of the order of pages."""
    if name.rpartition("/")[2] != "index":
        return
    folder = (DOCS / name).parent
    parts = _SECTION.split(source[0])
    for caption, text in zip([None, *parts[1::2]], parts[::2], strict=True):
        pages = _pages(text, folder)
        if pages:
            heading = f":caption: {caption}\n" if caption and name == "index" else ""
            source[0] += "\n```{toctree}\n:hidden:\n" + heading + "\n" + "\n".join(pages) + "\n```\n"


# Files that are no pages


class _FileLinks(SphinxTransform):
    """Leads links to files and folders that are no pages to pages that show them."""

    default_priority = 500

    def apply(self, **_: Any) -> None:
        """Change the links of the document."""
        name = self.env.docname
        shown: dict[str, set[str]] = self.env.metadata[name].setdefault("files", set())  # type: ignore[assignment]
        for node in [*self.document.findall(download_reference), *self.document.findall(pending_xref)]:
            path = (DOCS / name).parent / unquote(node["reftarget"].partition("#")[0])
            path = Path(os.path.normpath(path))
            if not path.exists() or not path.is_relative_to(ROOT) or (path.suffix == ".md" and path.is_relative_to(DOCS)):
                continue
            target = path.relative_to(ROOT).as_posix()
            shown.add(target)
            address = "../" * name.count("/") + quote(f"files/{target}.html")
            node.replace_self(nodes.reference("", "", *node.children, refuri=address, internal=True))


def _listing(path: Path, name: str) -> str:
    """What a page shows of a folder."""
    entries = sorted(entry for entry in path.iterdir() if entry.name not in _HIDDEN and not entry.name.startswith("."))
    rows = (f'<li><a href="{quote(path.name)}/{quote(entry.name)}.html">{entry.name}</a></li>' for entry in entries)
    return f"<h1>{name}</h1>\n<ul>{''.join(rows)}</ul>"


def _content(path: Path, name: str) -> str:
    """What a page shows of a file."""
    text = path.read_text(encoding="utf-8")
    try:
        lexer = get_lexer_for_filename(path.name)
    except ClassNotFound:
        lexer = TextLexer()
    shown = highlight(text, lexer, HtmlFormatter(cssclass="highlight"))
    return f"<h1>{name}</h1>\n{shown}"


def _file_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """A page for each file and folder that is linked, and for what is in the folders."""
    wanted: set[str] = set().union(*(data.get("files", ()) for data in app.env.metadata.values()))  # type: ignore[arg-type]
    todo = [ROOT / name for name in sorted(wanted)]
    for path in todo:
        name = path.relative_to(ROOT).as_posix()
        if path.is_dir():
            todo += [entry for entry in sorted(path.iterdir()) if entry.name not in _HIDDEN and entry not in todo]
        body = _listing(path, name) if path.is_dir() else _content(path, name)
        yield f"files/{name}", {"title": name, "body": body}, "page.html"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("source-read", _add_order)
    app.add_transform(_FileLinks)
    app.connect("html-collect-pages", _file_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
