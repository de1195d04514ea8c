"""Builds a small table in a child process, and compiles what looks it up; stops when it turns out not to be small.

Compiling in the server would hold up every request (`compile_engine.py`). A table that is there needs nothing else.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plies.blocks.formats import duration, many, size
from plies.errors import InvalidFile, Refused, UnknownName
from plies.games.contract import Game
from plies.tables.folder import Scope
from plies.web.jobs.child_main import Send, job_messages
from plies.web.play.replay import game_of

if TYPE_CHECKING:  # brings Numba, and the server knows these messages without it
    from plies.solve.tables.builder.estimate import Estimate
    from plies.tables.table import Table

#: seconds between two reports
PACE = 0.2


@dataclass(frozen=True)
class Request:
    """A game by its name, the part of its index (None: what its start leads to), and what it may take."""

    game: str
    part: int | None
    #: what it may be expected to take, in seconds and bytes
    seconds: float
    memory: int
    threads: int
    #: False: the tables of this game are there, and only need something compiled
    builds: bool = True


@dataclass(frozen=True)
class Progress:
    """The stage, how far it is, and what would be all; 0: not known."""

    stage: str
    done: int
    total: int


@dataclass(frozen=True)
class TooLarge:
    """Why the table is not built, for people to read; asking again would answer the same."""

    text: str


MESSAGES = job_messages(Request, Progress, TooLarge)


def work(request: Request, send: Send) -> None:
    from plies.players.kinds.engine import warm
    from plies.solve.tables.builder.building import Listener, Wish, build_table
    from plies.tables.table import open_table

    game = game_of(request.game)
    if not request.builds:
        open_table(game).probe(game.start())
        return
    wish = Wish(game, part=request.part, memory=request.memory, threads=request.threads)
    table = _existing(game, wish.scope)
    if table is None:
        # before there is a table: a move of the engine that finds one would wait for this
        warm(game, [], probes=True)
        bounded = _Bounded(request, wish.scope, send)
        try:
            build_table(wish, Listener(bounded.estimate, bounded.stage, bounded.progress))
        except _Stop as stop:
            send(TooLarge(str(stop)))
            return
        table = open_table(game, wish.scope)
    table.probe(game.start())  # compiles the probe


def _existing(game: Game, scope: Scope) -> Table | None:
    """The table, if there is one that can be used."""
    from plies.tables.table import open_table

    try:
        return open_table(game, scope)
    except (UnknownName, InvalidFile):
        return None


class _Stop(Refused):
    """The table is too large to be built here."""


class _Bounded:
    """Listens to a build, and ends it when it is expected to take too long, or finding positions takes as long."""

    def __init__(self, request: Request, scope: Scope, send: Send) -> None:
        self.request, self.scope, self.send = request, scope, send
        self.name, self.began, self.sent = "", time.monotonic(), 0.0

    def estimate(self, expected: Estimate) -> None:
        if expected.seconds > self.request.seconds:
            raise _Stop(
                f"a table of {self.scope.in_words()} would take about {duration(expected.seconds)}: "
                f"{'about ' if expected.guessed else ''}{many(expected.positions, 'position')}, {size(expected.disk)}; "
                f"{self._instead()}"
            )

    def stage(self, name: str) -> None:
        self.name, self.began = name, time.monotonic()
        self.send(Progress(name, 0, 0))

    def progress(self, done: int, total: int) -> None:
        now = time.monotonic()
        if self.name == "positions" and now - self.began > self.request.seconds:
            raise _Stop(
                f"a table of {self.scope.in_words()} has more than {many(done, 'position')}, and finding them alone "
                f"took {duration(now - self.began)}; {self._instead()}"
            )
        if now - self.sent >= PACE:
            self.sent = now
            self.send(Progress(self.name, done, total))

    def _instead(self) -> str:
        return f"here they may take {duration(self.request.seconds)}; plies table build builds larger ones"
