"""Writes tools/pages/generated.d.ts: what the code of the pages is checked against (tools/lint), from its one source.

The shapes of requests and answers come from the interface's own description and the models behind its streams, the
elements of pages from their HTML. Run it after a change of either:  python tools/page_types.py
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from plies.arena.numbers import timing
from plies.blocks import blocks
from plies.search.textbook import Counts
from plies.web.app import create_app
from plies.web.edit import routes as edit
from plies.web.jobs import time_heuristics
from plies.web.models import FoundView
from plies.web.page_routes import STATIC
from plies.web.play.analysis_routes import Reviewed
from plies.web.tree.found import Result

TARGET = Path(__file__).parent / "pages" / "generated.d.ts"
#: what is sent in streams, in blocks and by the editor, under the names that pages know it by
UNDESCRIBED: dict[str, Any] = {
    "Axis": blocks.Axis,
    "Counts": Counts,
    "DotsBlock": blocks.Dots,
    "Draft": edit.Draft,
    "EditorView": edit.Editor,
    "FoundView": FoundView,
    "HeadingBlock": blocks.Heading,
    "HistogramsBlock": blocks.Histograms,
    "Opened": edit.Opened,
    "ParagraphBlock": blocks.Paragraph,
    "Reviewed": Reviewed,
    "SavedView": edit.SavedView,
    "TimingProgress": time_heuristics.Progress,
    "TimingReport": timing.Report,
    "TreeResult": Result,
}
#: properties whose schema is any object: the types that tools/pages/types.d.ts has for them
BY_HAND = {
    "ContentsView.blocks": "Block[]",
    "Detail.blocks": "Block[]",
    "Detail.live": "Block[]",
    "GamePage.table": "Block",
    "Guide.blocks": "GuideBlock[]",
    "OneRunView.blocks": "Block[]",
    "RunsView.blocks": "Block[]",
    "TablesView.blocks": "Block[]",
}
#: the same for whole answers, and those of the editor, which are not described
GOT_BY_HAND = {
    "/api/trees": "TreeChoices",
    "/api/edit": "EditorView",
    "/api/edit/begin": "Opened",
    "/api/edit/file": "Opened",
}
POSTED_BY_HAND = {"/api/edit/evaluate": "Draft", "/api/edit/save": "SavedView"}
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
TAGS = {"a": "Anchor", "ol": "OList", "ul": "UList", "p": "Paragraph", "h1": "Heading", "h2": "Heading"} | {
    tag: tag.capitalize() for tag in ("button", "dialog", "div", "details", "form", "input", "meter", "select", "span")
}
TAGS |= {"textarea": "TextArea", "progress": "Progress", "output": "Output", "h3": "Heading", "img": "Image"}

Schema = Mapping[str, Any]


# -- the interface ---------------------------------------------------------------------------------------------------


def name_of(reference: str) -> str:
    name = reference.rsplit("/", 1)[1]
    parts = name.split("__")
    return name if len(parts) == 1 else f"{parts[-3].capitalize()}{parts[-1]}"


def type_of(schema: Schema) -> str:
    """A JSON schema as a type."""
    if "$ref" in schema:
        return name_of(schema["$ref"])
    if "enum" in schema or "const" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if parts := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(dict.fromkeys(map(type_of, parts)))
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
    if schema.get("type") == "array":
        inner = type_of(schema["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if schema.get("type") == "object":
        more = schema.get("additionalProperties", True)
        return f"Record<string, {type_of(more) if isinstance(more, dict) else 'unknown'}>"
    return PLAIN[schema["type"]]


def interface(name: str, schema: Schema, is_sent: bool) -> Iterator[str]:
    """`is_sent`: it comes from the server, which leaves nothing out; else what is not required may be left out."""
    yield f"  interface {name} {{"
    for key, one in schema["properties"].items():
        may_miss = "" if is_sent or key in schema.get("required", ()) else "?"
        yield f"    {key}{may_miss}: {BY_HAND.get(f'{name}.{key}') or type_of(one)};"
    yield "  }"


def references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].rsplit("/", 1)[1]
        for part in schema.values():
            yield from references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from references(part)


def reachable(start: Any, schemas: Mapping[str, Schema]) -> set[str]:
    found: set[str] = set()
    open = list(references(start))
    while open:
        name = open.pop()
        if name not in found:
            found.add(name)
            open += references(schemas[name])
    return found


def answers(paths: Mapping[str, Any], method: str) -> dict[str, Schema]:
    """What each address answers with, as JSON."""
    found = {}
    for path, operations in paths.items():
        content = operations.get(method, {}).get("responses", {}).get("200", {}).get("content", {})
        if schema := content.get("application/json", {}).get("schema"):
            found[path] = schema
    return found


def choice(name: str, found: Mapping[str, str]) -> Iterator[str]:
    """A type by an address: fixed addresses first, then those with parameters, the longest first."""
    yield f"  type {name}<P extends string> ="
    for path, kind in sorted(found.items(), key=lambda one: ("{" in one[0], -len(one[0]), one[0])):
        pattern = re.sub(r"\{\w+\}", "${string}", path)
        yield f"    P extends `{pattern}` ? {kind} :"
    yield "    unknown;"


def api() -> Iterator[str]:
    schema = create_app().openapi()
    schemas: dict[str, Schema] = schema["components"]["schemas"]
    got, posted = answers(schema["paths"], "get"), answers(schema["paths"], "post")
    sent = reachable([got, posted], schemas)
    made: dict[str, list[str]] = {}
    for name, one in schemas.items():
        if "properties" in one:
            made[name_of(f"/{name}")] = list(interface(name_of(f"/{name}"), one, name in sent))
    for name, kind in UNDESCRIBED.items():
        one = TypeAdapter(kind).json_schema(mode="serialization", ref_template="/{model}")
        for inner, part in one.pop("$defs", {}).items():
            made.setdefault(inner, list(interface(inner, part, True)))
        made[name] = list(interface(name, one, True))
    yield "declare namespace Api {"
    for name in sorted(made):
        yield from made[name]
    yield from choice("Got", {path: type_of(one) for path, one in got.items()} | GOT_BY_HAND)
    yield from choice("Posted", {path: type_of(one) for path, one in posted.items()} | POSTED_BY_HAND)
    yield "}"


# -- the elements of pages -------------------------------------------------------------------------------------------


class Elements(HTMLParser):
    """The ids of a page, and what kind of element each is."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if id := dict(attrs).get("id"):
            self.found[id] = f"HTML{TAGS[tag]}Element" if tag in TAGS else "HTMLElement"


def elements() -> Iterator[str]:
    kinds: dict[str, set[str]] = {}
    for file in sorted(STATIC.rglob("*.html")):
        reader = Elements()
        reader.feed(file.read_text(encoding="utf-8"))
        for id, kind in reader.found.items():
            kinds.setdefault(id, set()).add(kind)
    yield "interface PageElements {"
    for id, one in sorted(kinds.items()):
        yield f'  "#{id}": {" | ".join(sorted(one))};'
    yield "}"


def text() -> str:
    return "\n".join(["// Made by tools/page_types.py.", *api(), *elements(), ""])


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
