"""Reads a whole table, for the page of tables, in a child process."""

from __future__ import annotations

from dataclasses import dataclass

from plies.solve.tables.contents import Contents, contents_of
from plies.tables.folder import Scope
from plies.web.jobs.child_main import Send, job_messages
from plies.web.play.replay import game_of


@dataclass(frozen=True)
class Request:
    """A table, and how many of its longest wins are wanted. One Contents comes."""

    scope: Scope
    longest: int


MESSAGES = job_messages(Request, Contents)


def work(request: Request, send: Send) -> None:
    from plies.tables.table import open_table

    send(contents_of(open_table(game_of(request.scope.game), request.scope), request.longest))
