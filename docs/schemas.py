"""Writes docs/reference/json, a readable form of the schemas in docs/schema.

usage: python docs/schemas.py
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from documents import DOCS, slug, write

__all__ = ["pages"]

Schema = dict[str, Any]

_HEAD = """# JSON

What `--format json` and each line of `--format jsonl` hold, field by field: a page for each schema. `schema` is 1 in all of it; the number goes up when a
field goes away or changes its meaning, not when one is added. The [schema files](../../schema) say the same to programs; the tests validate
the output by them. A field marked `*` may be missing.

These pages are made from the schemas by [`docs/schemas.py`](../../schemas.py); a test compares the two.
"""
_COMMON = """## Common parts

What is the same wherever it stands.
"""


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]


def _code(value: Any) -> str:
    return f"`{json.dumps(value, ensure_ascii=False)}`".replace("|", "\\|")


def _sentence(text: str) -> str:
    """A description as a sentence, safe in a table."""
    text = text.strip().replace("|", "\\|").replace("<", "\\<")
    return text and text[0].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def _references(node: Any) -> Iterator[str]:
    """The names of the definitions that a part of a schema refers to."""
    if isinstance(node, dict):
        if "$ref" in node:
            yield _name(node["$ref"])
        for value in node.values():
            yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)


def _common(schemas: dict[str, Schema]) -> Schema:
    """The definitions that several schemas have, and all that have them alike."""
    found: dict[str, list[Any]] = {}
    for content in schemas.values():
        for name, node in content.get("$defs", {}).items():
            found.setdefault(name, []).append(node)
    common = {name: nodes[0] for name, nodes in found.items() if len(nodes) > 1 and all(node == nodes[0] for node in nodes)}
    while wrong := [name for name, node in common.items() if not set(_references(node)) <= common.keys()]:
        for name in wrong:
            del common[name]
    return common


class _Page:
    """What is written of one schema; ``common`` are the definitions that stand on the front page."""

    def __init__(self, common: Schema, front: bool) -> None:
        self.common = common
        self.front = front

    def kind(self, node: Any) -> str:
        """What a value may be, in a few words."""
        if node is True or node == {}:
            return "anything"
        if "$ref" in node:
            definition = _name(node["$ref"])
            page = "index.md" if definition in self.common and not self.front else ""
            return f"[{definition}]({page}#{slug(definition)})"
        if "const" in node:
            return _code(node["const"])
        if "enum" in node:
            return ", ".join(map(_code, node["enum"]))
        for key in ("oneOf", "anyOf"):
            if key in node:
                return " or ".join(dict.fromkeys(map(self.kind, node[key])))
        if "allOf" in node:
            return " and ".join(map(self.kind, node["allOf"]))
        types = node.get("type", "object" if "properties" in node else "anything")
        return " or ".join(self._plain(kind, node) for kind in ([types] if isinstance(types, str) else types))

    def _plain(self, kind: str, node: Schema) -> str:
        if kind == "array":
            if "items" in node and node["items"] is not False:
                return f"list of {self.kind(node['items'])}"
            if "prefixItems" in node:
                return "list of " + ", ".join(map(self.kind, node["prefixItems"]))
            return "list"
        if kind == "object" and isinstance(node.get("additionalProperties"), dict):
            return f"object of {self.kind(node['additionalProperties'])}"
        words = {"string": "text", "integer": "whole number", "boolean": "true or false"}
        low, high = node.get("minimum"), node.get("maximum")
        limits = f" {low} to {high}" if None not in (low, high) else f" from {low}" if low is not None else ""
        return words.get(kind, kind) + (limits if kind in ("integer", "number") else "")

    def fields(self, node: Any, path: str) -> Iterator[str]:
        """A row for each field of an object, and of objects inside it that have no name of their own."""
        if not isinstance(node, dict):
            return
        required = node.get("required", [])
        for name, value in node.get("properties", {}).items():
            mark = "" if name in required else " *"
            meaning = _sentence(value.get("description", "")) if isinstance(value, dict) else ""
            yield f"| `{path}{name}`{mark} | {self.kind(value)} | {meaning} |"
            yield from self._inside(value, f"{path}{name}")
        for part in node.get("allOf", []):
            yield from self.fields(part, path)

    def _inside(self, node: Any, path: str) -> Iterator[str]:
        """Rows for what is inside a field."""
        if isinstance(node, dict):
            yield from self.fields(node, f"{path}.")
            for key in ("oneOf", "anyOf"):
                for part in node.get(key, []):
                    yield from self._inside(part, path)
            yield from self._inside(node.get("items"), f"{path}[]")

    def section(self, node: Schema) -> str:
        """What a definition is: its description, its kind where it is no object, its fields, and those of each of its forms."""
        forms = [part for key in ("oneOf", "anyOf") for part in node.get(key, [])]
        tables = [(part, rows) for part in forms if (rows := [*self.fields(part, "")])]
        named = dict.fromkeys(self.kind(part) for part in forms if not any(part is inline for inline, _ in tables))
        kind = " or ".join(named) if tables else self.kind(node)
        pattern = f" like `{node['pattern']}`" if "pattern" in node else ""
        says = "" if kind in ("", "object") else f"{kind[0].upper()}{kind[1:]}{pattern}" + (", or:" if tables else ".")
        description = _sentence(node.get("description", ""))
        parts = [" ".join(part for part in (description, says) if part)]
        parts.append(self._table([*self.fields(node, ""), *(self._inside(node.get("items"), "[]"))]))
        for part, rows in tables:
            title = _sentence(part.get("description", part.get("title", "An object with")))
            parts += [title.rstrip(".") + ":", self._table(rows)]
        return "\n\n".join(part for part in parts if part) + "\n"

    def _table(self, rows: list[str]) -> str:
        """A table of fields; without its last column when nothing is said there."""
        head = ["| field | is | means |", "|---|---|---|", *dict.fromkeys(rows)]
        if all(row.endswith(" |  |") for row in rows):
            head = ["| field | is |", "|---|---|", *(row.removesuffix("  |") for row in dict.fromkeys(rows))]
        return "\n".join(head) if rows else ""

    def definitions(self, definitions: Schema) -> list[str]:
        """A section for each definition."""
        level = "###" if self.front else "##"
        return [f"{level} {name}\n\n{self.section(node)}" for name, node in definitions.items()]


def pages() -> dict[str, str]:
    """The pages by their paths in the docs folder."""
    found = sorted((DOCS / "schema").glob("*.schema.json"))
    schemas = {path.name.partition(".")[0]: json.loads(path.read_text(encoding="utf-8")) for path in found}
    common = _common(schemas)
    made = {}
    rows = []
    for name, content in schemas.items():
        rows.append(f"| [{name}]({name}.md) | {content['title']} |")
        definitions = content.get("$defs", {})
        # what the whole output may be comes first
        first = _references({key: value for key, value in content.items() if key != "$defs"})
        own = {key: definitions[key] for key in [*first, *definitions] if key not in common}
        page = _Page(common, front=False)
        file = f"File: [{name}.schema.json](../../schema/{name}.schema.json). Common parts are described [on the first page](index.md#common-parts).\n"
        lead = f"# JSON: {name}\n\n{content['title']}. {file}\n{page.section(content)}"
        made[f"reference/json/{name}.md"] = "\n".join([lead, *page.definitions(own)])
    table = "\n".join(["| schema | is of |", "|---|---|", *rows, ""])
    shared = _Page(common, front=True).definitions(common)
    made["reference/json/index.md"] = "\n".join([_HEAD, table, _COMMON, *shared])
    return made


if __name__ == "__main__":
    write(pages())
