"""The pages. A file `static/pages/NAME.html` is the page `/NAME`, put into the shell that all pages share.

It begins with its title and its place in the navigation (no order: it is not listed there). `static/js/NAME.js` and
`static/css/NAME.css` are loaded with it where they exist:

    <!-- title: Play -->
    <!-- order: 10 -->

A further line `<!-- address: /other -->` gives it another address, `<!-- part-of: NAME -->` names the page whose link
in the navigation is marked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException

STATIC = Path(__file__).parent / "static"

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Page:
    name: str
    title: str
    order: int
    address: str
    part_of: str
    content: str


def read_page(file: Path) -> Page:
    text = file.read_text(encoding="utf-8")
    heads = dict(re.findall(r"^<!-- ([\w-]+): (.*) -->$", text, re.MULTILINE))
    address = heads.get("address", f"/{file.stem}")
    return Page(file.stem, heads["title"], int(heads.get("order", 0)), address, heads.get("part-of", ""), text)


@lru_cache(maxsize=1)
def pages() -> dict[str, Page]:
    return {file.stem: read_page(file) for file in sorted((STATIC / "pages").glob("*.html"))}


def render(page: Page) -> str:
    """The page in its shell."""
    listed = sorted((one for one in pages().values() if one.order), key=lambda one: one.order)
    here = {page.name: " aria-current=page", page.part_of: " aria-current=true"}
    links = [f'<a href="{one.address}"{here.get(one.name, "")}>{escape(one.title)}</a>' for one in listed]
    style = f'<link rel="stylesheet" href="/static/css/{page.name}.css">'
    script = f'<script type="module" src="/static/js/{page.name}.js"></script>'
    parts = {
        "title": escape(page.title),
        "links": "".join(links),
        "content": page.content,
        "style": style if (STATIC / "css" / f"{page.name}.css").exists() else "",
        "script": script if (STATIC / "js" / f"{page.name}.js").exists() else "",
    }
    shell = (STATIC / "shell.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], shell)


@lru_cache(maxsize=64)
def rendered(name: str) -> str:
    return render(pages()[name])


@router.get("/favicon.ico")
async def icon() -> HTMLResponse:
    return HTMLResponse((STATIC / "icon.svg").read_text(), media_type="image/svg+xml")


def _add(page: Page) -> None:
    @router.get(page.address, response_class=HTMLResponse, name=f"page_{page.name}")
    async def show() -> HTMLResponse:
        return HTMLResponse(rendered(page.name))


for _page in pages().values():
    _add(_page)


# -- addresses at which there is nothing -----------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _nothing() -> str:
    return render(read_page(STATIC / "missing.html"))


def install(app: FastAPI) -> None:
    """A browser that asks for a missing page gets a page; every other client is answered in JSON."""
    in_json = app.exception_handlers[HTTPException]

    async def missing(request: Request, error: Exception) -> Response:
        wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
        if wants_page and request.method in ("GET", "HEAD"):
            return HTMLResponse(_nothing(), 404)
        found: Response = await in_json(request, error)  # type: ignore[misc]
        return found

    app.add_exception_handler(404, missing)
