"""The search itself: record a textbook search, and walk through it step by step."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool

from plies.errors import Refused
from plies.search.textbook import registry
from plies.search.textbook.chunks import add_chunk
from plies.search.textbook.tree import DEEPEST
from plies.web.jobs import count_tree, record_tree
from plies.web.jobs.children import event_stream, run
from plies.web.own.confined import Texts, handed_over
from plies.web.server.streams import EventStream
from plies.web.tree.choices import all_choices
from plies.web.tree.found import Found
from plies.web.tree.models import CountRequest, How, RecordRequest, Searched
from plies.web.tree.store import Store
from plies.web.tree.subject import SearchOptions, Subject, Wanted, read_subject
from plies.web.tree.view import NodeView, StepView, TreeView

router = APIRouter(prefix="/api/trees", tags=["the search itself"])

MOST_NODES = 200_000
MOST_COUNTED = 1_000_000
SECONDS = 60.0
#: a child that does not end by itself is ended so many seconds later
GRACE = 15.0
MOST_ROWS = 100

Tree = Annotated[str, Path(max_length=40, description="the name under which the recorded search is kept")]
Node = Annotated[int, Path(ge=0, lt=2**31)]
Count = Annotated[int, Query(ge=1, le=MOST_ROWS)]
Start = Annotated[int, Query(ge=0, lt=2**31)]


@router.get("")
async def choices() -> dict[str, Any]:
    """What can be chosen: games with their heuristics, algorithms, caches, classic trees; and the limits."""
    limits = {"nodes": MOST_NODES, "counted": MOST_COUNTED, "seconds": SECONDS, "depth": DEEPEST}
    return {**await run_in_threadpool(all_choices), "limits": limits}


# --- recording and counting -------------------------------------------------------------------------------------------


def _store(request: Request) -> Store:
    state = request.app.state
    if not hasattr(state, "trees"):
        state.trees = Store()
    found: Store = state.trees
    return found


async def _read(asked: Searched, searches: list[How]) -> Subject:
    """The subject, checked."""
    subject = await run_in_threadpool(read_subject, asked.wanted)
    for how in searches:
        subject.check(how.options)
    return subject


def _with_files(asked: Searched, searches: list[How]) -> tuple[Wanted, tuple[SearchOptions, ...], Texts]:
    """The same for a job: heuristics of the server's files by their paths, and the texts of those files."""
    texts: dict[str, str] = {}

    def handed(name: str | None) -> str | None:
        choice, more = handed_over(name)
        texts.update(more)
        return choice

    wanted = replace(asked.wanted, heuristic=handed(asked.heuristic))
    options = tuple(replace(how.options, order=handed(how.order)) for how in searches)
    return wanted, options, tuple(texts.items())


@router.post("", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def record(asked: RecordRequest, request: Request) -> EventStream:
    """Record a search. Events: `begun` with the tree's name, `grown` while it is recorded, `done` or `error`.

    The other addresses answer from the first `grown` on. Closing the stream stops the recording.
    """
    subject = await _read(asked.subject, [asked.search])
    has_window = registry.find(asked.search.algorithm).has_window
    view = await run_in_threadpool(TreeView, subject, has_window)
    wanted, (search,), own = await run_in_threadpool(_with_files, asked.subject, [asked.search])
    job = record_tree.Request(wanted, search, MOST_NODES, SECONDS, own)
    return event_stream(request.app, _recording(_store(request), view, job))


async def _recording(store: Store, view: TreeView, job: record_tree.Request) -> AsyncGenerator[dict[str, Any]]:
    name, recorded = store.add(view)
    yield {"kind": "begun", "tree": name}
    async with aclosing(run(job, SECONDS + GRACE)) as messages:
        async for message in messages:
            if isinstance(message, record_tree.Chunk):
                add_chunk(view.trace, message.data)
                store.tidy()
                yield {"kind": "grown", **_size(view)}
            else:
                recorded.found = message
                yield {**_found(recorded.found), **_size(view)}


def _size(view: TreeView) -> dict[str, int]:
    return {"nodes": len(view.trace), "steps": view.trace.steps, "cuts": len(view.trace.cuts.keys)}


def _found(found: Found) -> dict[str, Any]:
    return {"kind": "done", **found.as_dict(), "most_nodes": MOST_NODES}


@router.post("/counts", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def count(asked: CountRequest, request: Request) -> EventStream:
    """Search the same subject in several ways and count. Events: `row` for each search, then `done`; or `error`."""
    await _read(asked.subject, asked.searches)
    wanted, searches, own = await run_in_threadpool(_with_files, asked.subject, asked.searches)
    job = count_tree.Request(wanted, searches, MOST_COUNTED, own)
    return event_stream(request.app, _counting(job))


async def _counting(job: count_tree.Request) -> AsyncGenerator[dict[str, Any]]:
    async with aclosing(run(job, SECONDS)) as messages:
        async for row in messages:
            yield {"kind": "row", "number": row.number, **row.found.as_dict()}
    yield {"kind": "done"}


# --- walking ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Steps:
    total: int
    steps: list[StepView]


@dataclass(frozen=True)
class Step:
    step: int | None


@dataclass(frozen=True)
class Nodes:
    nodes: list[NodeView]


@dataclass(frozen=True)
class Family:
    node: NodeView
    start: int
    children: list[NodeView]


def _view(request: Request, tree: str) -> TreeView:
    return _store(request).get(tree).view


def _view_with(request: Request, tree: str, node: int) -> TreeView:
    """The tree of that name, which must have such a node."""
    view = _view(request, tree)
    if node >= len(view.trace):
        raise Refused(f"the tree has nodes 0 to {len(view.trace) - 1}")
    return view


@router.get("/{tree}")
async def look(tree: Tree, request: Request) -> dict[str, Any]:
    """How large the tree is so far, and what the search found once it is done."""
    recorded = _store(request).get(tree)
    return {**_size(recorded.view), "found": None if recorded.found is None else _found(recorded.found)}


@router.get("/{tree}/steps")
async def steps(tree: Tree, request: Request, start: Start = 0, count: Count = 50) -> Steps:
    """Steps of the search: entering and leaving nodes. Windows and values are those of the side to move at the root."""
    view = _view(request, tree)
    total = view.trace.steps
    return Steps(total, view.steps(range(start, min(start + count, total))))


@router.get("/{tree}/cut")
async def next_cut(tree: Tree, request: Request, step: Start = 0, back: bool = False) -> Step:
    """The nearest step after (or before) this one at which a node returns that was cut off; null when there is none."""
    return Step(_view(request, tree).trace.next_cut(step, back))


@router.get("/{tree}/nodes/{node}")
async def way(tree: Tree, node: Node, request: Request) -> Nodes:
    """The nodes from the root to this one."""
    view = _view_with(request, tree, node)
    return Nodes(view.nodes(view.trace.way(node)))


@router.get("/{tree}/nodes/{node}/children")
async def children(tree: Tree, node: Node, request: Request, start: Start = 0, count: Count = 50) -> Family:
    """Children of a node that were entered, in order; the node itself as it is by now."""
    view = _view_with(request, tree, node)
    found = view.nodes([node, *view.trace.children(node, start, count)])
    return Family(found[0], start, found[1:])


@router.get("/{tree}/nodes/{node}/board", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def board(tree: Tree, node: Node, request: Request) -> Response:
    """The position at a node as a picture; for trees of games."""
    picture = _view_with(request, tree, node).board(node)
    if picture is None:
        raise HTTPException(404)
    return Response(picture, media_type="image/svg+xml")
