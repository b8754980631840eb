"""A Sphinx extension for what a code host does by itself.

- The order of the site's pages is that of the links on the front page: each section of `index.md` becomes a part of the sidebar, with
  the pages it links to. A page of another folder's `index.md` stands below that one. A page that nothing links to is an error of the build.
- A link to a file that is no page (a script, a schema, a board, the README) or to a folder leads to a page that shows it, below `files/`.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote, unquote, urlsplit

from documents import DOCS, ROOT, links, slug
from docutils import nodes
from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import RegexLexer
from pygments.lexers import TextLexer, get_lexer_by_name, get_lexer_for_filename
from pygments.token import Generic
from pygments.util import ClassNotFound
from sphinx.addnodes import download_reference, pending_xref
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

__all__ = ["setup"]

_SECTION = re.compile(r"^## +(.*)$", re.MULTILINE)


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


def _up(name: str) -> str:
    """The way from a page to the root of the site."""
    return "../" * name.count("/")


def _address(path: Path) -> str | None:
    """Where the site shows a file or folder, from its root; None for what is not in the project."""
    if not path.exists() or not path.is_relative_to(ROOT):
        return None
    if path.suffix == ".md" and path.is_relative_to(DOCS):
        return quote(path.relative_to(DOCS).with_suffix(".html").as_posix())
    return quote(f"files/{path.relative_to(ROOT).as_posix()}.html")


class _FileLinks(SphinxTransform):
    """Leads links to files and folders that are no pages to pages that show them."""

    default_priority = 500

    def apply(self, **_: Any) -> None:
        """Change the links of the document."""
        name = self.env.docname
        shown = self.env.metadata[name].setdefault("files", set())
        for node in [*self.document.findall(download_reference), *self.document.findall(pending_xref)]:
            target, _, anchor = node["reftarget"].partition("#")
            # other documents are named as pages are, without what their names end with
            target += ".md" if node.get("refdomain") == "doc" and target else ""
            path = Path(os.path.normpath((DOCS / name).parent / unquote(target)))
            address = _address(path)
            if target and address and address.startswith("files/"):
                shown.add(path.relative_to(ROOT).as_posix())
                refuri = _up(name) + address + (f"#{anchor}" if anchor else "")
                node.replace_self(nodes.reference("", "", *node.children, refuri=refuri, internal=True))


class _FilePages:
    """The pages that show files and folders: those that are linked, what is in the folders, and what Markdown among them links to."""

    def __init__(self, wanted: Iterable[str], folder: Path) -> None:
        self._todo = [ROOT / name for name in sorted(wanted)]
        self._folder = folder

    def pages(self) -> Iterator[tuple[str, dict[str, Any], str]]:
        """Name, context and template of each page."""
        for path in self._todo:
            name = path.relative_to(ROOT).as_posix()
            show = self._listing if path.is_dir() else self._document if path.suffix == ".md" else self._content
            yield f"files/{name}", {"title": name, "body": show(path, name)}, "page.html"

    def _want(self, path: Path) -> None:
        if path not in self._todo:
            self._todo.append(path)

    def _listing(self, path: Path, name: str) -> str:
        entries = [entry for entry in sorted(path.iterdir()) if entry.name != "__pycache__" and not entry.name.startswith(".")]
        rows = []
        for entry in entries:
            self._want(entry)
            rows.append(f'<li><a href="{quote(path.name)}/{quote(entry.name)}.html">{escape(entry.name)}</a></li>')
        return f"<h1>{escape(name)}</h1>\n<ul>{''.join(rows)}</ul>"

    def _content(self, path: Path, name: str) -> str:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            return f"<h1>{escape(name)}</h1>\n<p>{path.stat().st_size:,} bytes that are no text.</p>"
        try:
            lexer = get_lexer_for_filename(path.name)
        except ClassNotFound:
            lexer = TextLexer()
        return f"<h1>{escape(name)}</h1>\n{highlight(text, lexer, HtmlFormatter(cssclass='highlight'))}"

    def _document(self, path: Path, name: str) -> str:
        """Markdown outside the docs folder as it reads on a code host."""
        parser = MarkdownIt("commonmark", {"highlight": _highlighted}).enable("table")
        parser.use(anchors_plugin, max_level=6, slug_func=slug)
        tokens = parser.parse(path.read_text(encoding="utf-8"))
        for token in tokens:
            for child in token.children or []:
                for key in ("href", "src"):
                    target, separator, anchor = str(child.attrs.get(key, "")).partition("#")
                    if target and not urlsplit(target).scheme:
                        file = Path(os.path.normpath(path.parent / unquote(target)))
                        child.attrs[key] = _up(f"files/{name}") + self._place(file, key) + separator + anchor
        body: str = parser.renderer.render(tokens, parser.options, {})
        return body.replace("<table>", '<div class="table-wrapper"><table>').replace("</table>", "</table></div>")

    def _place(self, file: Path, key: str) -> str:
        """Where a file that Markdown links to is on the site; pictures are copied."""
        if key == "src" or file.suffix in (".svg", ".png"):
            copy = self._folder / "files" / file.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
            return quote(f"files/{file.relative_to(ROOT).as_posix()}")
        address = _address(file)
        assert address is not None, file
        if address.startswith("files/"):
            self._want(file)
        return address


class _ConsoleLexer(RegexLexer):
    """Examples: commands behind a dollar sign, and what they print."""

    name = "console"
    tokens: ClassVar = {
        "root": [(r"^\$ ", Generic.Prompt, "command"), (r".*\n", Generic.Output)],
        "command": [(r".*\n", Generic.Strong, "#pop")],
    }


def _highlighted(text: str, language: str, _: str) -> str:
    """A fenced block of Markdown in colours."""
    try:
        lexer = _ConsoleLexer() if language == "console" else get_lexer_by_name(language or "text")
    except ClassNotFound:
        lexer = TextLexer()
    # what begins with <pre is taken as it is
    return f'<pre class="highlight">{highlight(text, lexer, HtmlFormatter(nowrap=True))}</pre>'


def _file_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    wanted: set[str] = set().union(*(data.get("files", ()) for data in app.env.metadata.values()))
    return _FilePages(wanted, Path(app.outdir)).pages()


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("source-read", _add_order)
    app.add_lexer("console", _ConsoleLexer)
    app.add_transform(_FileLinks)
    app.connect("html-collect-pages", _file_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
