"""Work in plain Python, done by a child process so that the server keeps answering.

    async for message in run(record_tree.Request(...), seconds=60):
        ...

A child does one job (`child_main.py` lists them) and sends messages. Leaving the loop,
by `break`, by an exception or because the visitor went away, kills it; so does its time limit. It cannot outlive the
server.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, aclosing
from typing import Any

from fastapi import FastAPI

from plies.errors import PliesError, Refused
from plies.processes.link import Late, NoAnswer
from plies.processes.stream import conversation
from plies.web.jobs import child_main
from plies.web.jobs.child_main import JOBS, PLACE, Done, Refusal
from plies.web.own.files import shown
from plies.web.server.clients import asking
from plies.web.server.errors import Busy
from plies.web.server.shares import Bounds
from plies.web.server.streams import EventStream
from plies.web.server.turns import Turns

_log = logging.getLogger(__name__)


class ChildFailed(RuntimeError):
    """A child ended without finishing its job; not the visitor's fault."""


async def run(request: Any, seconds: float) -> AsyncGenerator[Any]:
    """The messages of the job whose Request it is. What it refuses is raised as Refused, for people to read."""
    module = sys.modules[type(request).__module__]
    job = module.__name__.removeprefix(f"{PLACE}.")
    how = (child_main.__name__, module.MESSAGES, JOBS[job], job)
    try:
        async with aclosing(conversation(*how, request=request, seconds=seconds)) as messages:
            async for message in messages:
                if isinstance(message, Done):
                    return
                if isinstance(message, Refusal):
                    raise Refused(shown(message.text))
                yield message
    except Late:
        raise Refused(f"stopped after {seconds:g} seconds; ask for less") from None
    except NoAnswer as error:
        raise ChildFailed(f"the job {job}: {error}") from None
    raise ChildFailed(f"the job {job} ended before it was done")


class Places:
    """How many children may work at once, one less for each address; so many more may wait, and then it is Busy."""

    def __init__(self, at_once: int = 3, most_waiting: int = 32, visitor_waiting: int = 8) -> None:
        self._turns = Turns(at_once, Bounds.of(most_waiting, visitor_waiting), "searches", each=max(1, at_once - 1))

    def check(self) -> None:
        self._turns.check(asking())

    def one(self) -> AbstractAsyncContextManager[None]:
        return self._turns.slot(asking())


def places(app: FastAPI) -> Places:
    """The places of this server, shared by all pages that use children."""
    if not hasattr(app.state, "child_places"):
        app.state.child_places = Places()
    found: Places = app.state.child_places
    return found


def event_stream(app: FastAPI, messages: AsyncGenerator[dict[str, Any]]) -> EventStream:
    """Server-sent events from a child; when all places are taken, the answer is 429."""
    places(app).check()
    return EventStream(_in_place(places(app), messages))


async def _in_place(house: Places, messages: AsyncGenerator[dict[str, Any]]) -> AsyncGenerator[dict[str, Any]]:
    """The messages of a child that has found a place; what goes wrong is the last one, {"kind": "error"}."""
    try:
        async with house.one(), aclosing(messages):
            async for message in messages:
                yield message
    except PliesError as error:
        yield {"kind": "error", "message": str(error)}
    except Busy as error:
        yield {"kind": "error", "message": str(error)}
    except ChildFailed as error:
        _log.error("%s", error)
        yield {"kind": "error", "message": "the server failed; its log shows where"}
