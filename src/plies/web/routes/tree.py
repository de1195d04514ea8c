"""The search itself: record a textbook search, and walk through it step by step."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from plies.errors import Refused
from plies.games.board import to_svg
from plies.registry import families
from plies.search.textbook.algorithms import CLASSICS
from plies.search.textbook.tree import DEEPEST
from plies.web.jobs.children import event_stream, run
from plies.web.server.streams import EventStream
from plies.web.tree.store import Recorded, Store
from plies.web.tree.subject import ALGORITHMS, CACHES, DEFAULT_DEPTH, EXAMPLE, TREE_ORDERS, Subject, read_subject
from plies.web.tree.table import Table

router = APIRouter(prefix="/api/trees", tags=["the search itself"])

MOST_NODES = 200_000
MOST_COUNTED = 1_000_000
SECONDS = 60.0
#: a child that does not end by itself is ended so many seconds later
GRACE = 15.0
MOST_ROWS = 100

Algorithm = Literal["minimax", "alpha-beta", "soft", "path"]
Cache = Literal["none", "window", "window-published", "bounds"]
Tree = Annotated[str, Path(max_length=40, description="the name under which the recorded search is kept")]
Node = Annotated[int, Path(ge=0, lt=2**31)]
Count = Annotated[int, Query(ge=1, le=MOST_ROWS)]
Start = Annotated[int, Query(ge=0, lt=2**31)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Searched(_Model):
    """What is searched: one of `game`, `tree` and `classic`."""

    game: str | None = Field(None, max_length=80, description="a registered game, such as GET /api/trees lists")
    position: str | None = Field(None, max_length=1000, description="a line of text; the start when left out")
    heuristic: str | None = Field(None, max_length=80, description="values the leaves; the game's own when left out")
    depth: int | None = Field(None, ge=0, le=DEEPEST, description=f"plies; {DEFAULT_DEPTH} for games")
    tree: str | None = Field(None, max_length=60_000, description=f"a tree of numbers, such as {EXAMPLE}")
    classic: str | None = Field(None, max_length=80, description="a tree that lectures show")


class How(_Model):
    """How it is searched."""

    algorithm: Algorithm = "alpha-beta"
    order: str | None = Field(default=None, max_length=80, description="a heuristic; in trees of numbers best or worst")
    cache: Cache = "none"


class RecordRequest(_Model):
    subject: Searched
    search: How = Field(default_factory=How)


class CountRequest(_Model):
    subject: Searched
    searches: list[How] = Field(min_length=1, max_length=12)


def _store(request: Request) -> Store:
    state = request.app.state
    if not hasattr(state, "trees"):
        state.trees = Store()
    found: Store = state.trees
    return found


def _recorded(request: Request, tree: str) -> Recorded:
    return _store(request).get(tree)


def _node(table: Table, node: int) -> int:
    if node >= len(table):
        raise Refused(f"the tree has nodes 0 to {len(table) - 1}")
    return node


@router.get("")
async def choices() -> dict[str, Any]:
    """What can be chosen: games with their heuristics, algorithms, caches, classic trees; and the limits."""
    games = []
    for name, family in sorted(families().items()):
        game = family.make(family.default)
        one = {"family": name, "about": family.about, "options": family.options, "examples": list(family.examples)}
        more = {"default": game.name, "heuristics": list(game.heuristics), "heuristic": game.default}
        games.append({**one, **more, "can_repeat": game.rules.can_repeat})
    return {
        "games": games,
        "algorithms": [{"name": name, "title": pair[0], "about": pair[1]} for name, pair in ALGORITHMS.items()],
        "caches": [{"name": name, "about": about} for name, about in CACHES.items()],
        "orders": list(TREE_ORDERS),
        "classics": [
            {"name": name, "about": one.about, "text": _tree_text(one.tree)} for name, one in CLASSICS.items()
        ],
        "limits": {"nodes": MOST_NODES, "counted": MOST_COUNTED, "seconds": SECONDS, "depth": DEEPEST},
    }


def _tree_text(tree: object) -> str | None:
    """A classic as it would be written; None for one with estimates, which cannot."""
    if isinstance(tree, list):
        parts = [_tree_text(part) for part in tree]
        return None if None in parts else f"[{','.join(part for part in parts if part is not None)}]"
    return f"{tree:g}" if isinstance(tree, int | float) else None


async def _read(asked: Searched, searches: list[How]) -> tuple[Subject, dict[str, Any]]:
    """The subject, checked, and the request for the child."""
    plain = asked.model_dump(exclude_none=True)
    subject = await run_in_threadpool(read_subject, plain)
    for how in searches:
        subject.check(how.model_dump())
    return subject, plain


@router.post("", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def record(asked: RecordRequest, request: Request) -> EventStream:
    """Record a search. Events: `begun` with the tree's name, `grown` while it is recorded, `done` or `error`.

    The other addresses answer from the first `grown` on. Closing the stream stops the recording.
    """
    subject, plain = await _read(asked.subject, [asked.search])
    store = _store(request)
    table = await run_in_threadpool(Table, subject, asked.search.algorithm != "minimax")
    job = {"subject": plain, "search": asked.search.model_dump(), "most_nodes": MOST_NODES, "seconds": SECONDS}
    return event_stream(request.app, _recording(store, table, job))


async def _recording(store: Store, table: Table, job: dict[str, Any]) -> AsyncGenerator[dict[str, Any]]:
    name, recorded = store.add(table)
    yield {"kind": "begun", "tree": name}
    async with aclosing(run("record", job, SECONDS + GRACE)) as messages:
        async for message, data in messages:
            if message["kind"] == "nodes":
                table.grow(message, data)
                store.tidy()
                yield {"kind": "grown", **_size(table)}
            else:
                recorded.found = {**message, "most_nodes": MOST_NODES}
                yield {**recorded.found, "kind": "done", **_size(table)}


def _size(table: Table) -> dict[str, int]:
    return {"nodes": len(table), "steps": table.steps, "cuts": len(table.cuts.keys)}


@router.post("/counts", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def count(asked: CountRequest, request: Request) -> EventStream:
    """Search the same subject in several ways and count. Events: `row` for each search, then `done`; or `error`."""
    _, plain = await _read(asked.subject, asked.searches)
    searches = [how.model_dump() for how in asked.searches]
    job = {"subject": plain, "searches": searches, "most_nodes": MOST_COUNTED}
    return event_stream(request.app, _counting(job))


async def _counting(job: dict[str, Any]) -> AsyncGenerator[dict[str, Any]]:
    async with aclosing(run("count", job, SECONDS)) as messages:
        async for message, _ in messages:
            yield message


@router.get("/{tree}")
async def look(tree: Tree, request: Request) -> dict[str, Any]:
    """How large the tree is so far, and what the search found once it is done."""
    recorded = _recorded(request, tree)
    return {**_size(recorded.table), "found": recorded.found}


@router.get("/{tree}/steps")
async def steps(tree: Tree, request: Request, start: Start = 0, count: Count = 50) -> dict[str, Any]:
    """Steps of the search: entering and leaving nodes. Windows and values are those of the side to move at the root."""
    table = _recorded(request, tree).table
    numbers = range(start, min(start + count, table.steps))
    events = [table.event(step) for step in numbers]
    nodes = {record["id"]: record for record in table.records(list(dict.fromkeys(id for _, id in events)))}
    found = [{"step": step, "kind": kind, "node": nodes[id]} for step, (kind, id) in zip(numbers, events, strict=True)]
    return {"total": table.steps, "steps": found}


@router.get("/{tree}/cut")
async def next_cut(tree: Tree, request: Request, step: Start = 0, back: bool = False) -> dict[str, Any]:
    """The nearest step after (or before) this one at which a node returns that was cut off; null when there is none."""
    return {"step": _recorded(request, tree).table.next_cut(step, back)}


@router.get("/{tree}/nodes/{node}")
async def way(tree: Tree, node: Node, request: Request) -> dict[str, Any]:
    """The nodes from the root to this one."""
    table = _recorded(request, tree).table
    return {"nodes": table.records(table.way(_node(table, node)))}


@router.get("/{tree}/nodes/{node}/children")
async def children(tree: Tree, node: Node, request: Request, start: Start = 0, count: Count = 50) -> dict[str, Any]:
    """Children of a node that were entered, in order; the node itself as it is by now."""
    table = _recorded(request, tree).table
    found = table.records([_node(table, node), *table.children(node, start, count)])
    return {"node": found[0], "start": start, "children": found[1:]}


@router.get("/{tree}/nodes/{node}/board", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def board(tree: Tree, node: Node, request: Request) -> Response:
    """The position at a node as a picture; for trees of games."""
    table = _recorded(request, tree).table
    game = table.subject.game
    if game is None or game.board is None:
        raise HTTPException(404)
    state = table.position(_node(table, node))
    last: tuple[str, ...] = ()
    if node > 0 and game.squares is not None:
        parent = table.columns["parent"][node]
        last = game.squares(table.position(parent), table.columns["move"][node])
    return Response(to_svg(game.board(state), last=last), media_type="image/svg+xml")
