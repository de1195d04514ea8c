"""A tournament that is being played by a child process: what it last reported, and how it is stopped."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field

from plies.arena.numbers.sprt import SprtState
from plies.arena.plan.tournament import Tournament
from plies.web.jobs.play_tournament import Ended, Notice, Ready, Standings
from plies.web.server.clients import NOBODY, Client
from plies.web.tournaments.models import Tables
from plies.web.tournaments.tables import read_tables

#: notices that are kept
NOTICES = 20
#: how many times as long as usual a turn without a game lasts
LONGEST_TURN = 6


@dataclass(eq=False)
class Running:
    """What the server knows of it; streams that watch it wait for `changed`."""

    tournament: Tournament
    minutes: float | None
    #: who began it
    client: Client = NOBODY
    #: it waits for its turn; when its turn began; how many seconds it has played in the turns before
    queued: bool = False
    turn: float = field(default_factory=time.monotonic)
    spent: float = 0.0
    #: its turn is over, and its process is about to end
    yielding: bool = False
    created: float = field(default_factory=time.time)
    #: when it was asked for, and when the games began that its speed is taken from
    asked: float = field(default_factory=time.monotonic)
    began: float = field(default_factory=time.monotonic)
    process: int | None = None
    stopping: bool = False
    games: int = 0
    #: games that were there before
    before: int | None = None
    sprt: SprtState | None = None
    tables: Tables | None = None
    notices: list[str] = field(default_factory=list)
    finished: bool = False
    problem: str = ""
    task: asyncio.Task[None] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def begin(self) -> None:
        """Its turn begins; its speed is that of this turn."""
        self.queued = self.yielding = False
        self.process = None
        self.turn = time.monotonic()
        if self.before is not None:
            self.before, self.asked, self.began = self.games, self.turn, self.turn
        self.tell()

    def pause(self) -> None:
        """Its turn is over."""
        self.spent += time.monotonic() - self.turn

    def wait(self) -> None:
        """It waits for its next turn."""
        self.queued = True
        self.tell()

    def had(self, seconds: float) -> bool:
        """Whether its turn has lasted so long, with a game to show for it; a game that takes much longer is cut off."""
        passed = time.monotonic() - self.turn
        return passed >= (seconds if self.waits is None else LONGEST_TURN * seconds)

    @property
    def minutes_left(self) -> float | None:
        return None if self.minutes is None else max(0.0, self.minutes - self.spent / 60)

    def give_way(self) -> None:
        """Ends its turn; what it has played is kept."""
        if self.process is not None:
            self.yielding = True
            self._signal()

    def hear(self, message: Ready | Standings | Notice | Ended) -> None:
        match message:
            case Ready(process):
                self.process = process
                if self.stopping:
                    self.interrupt()
            case Standings(games, sprt, tables):
                self.games, self.sprt, self.tables = games, sprt, read_tables(tables)
                if self.before is None:
                    self.before, self.began = self.games, time.monotonic()
            case Notice(text):
                self.notices = [*self.notices, text][-NOTICES:]
            case Ended(stopped):
                self.finished, self.process = not stopped, None
        self.tell()

    def tell(self) -> None:
        """Wakes the streams that watch it."""
        self.changed.set()
        self.changed = asyncio.Event()

    def interrupt(self) -> None:
        self.stopping = True
        self._signal()

    def _signal(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.kill(self.process, signal.SIGINT)

    @property
    def waits(self) -> float | None:
        """How long it has been preparing; None once games come."""
        return time.monotonic() - self.asked if self.games <= (self.before or 0) else None

    @property
    def seconds_left(self) -> float | None:
        """From the speed so far; unknown before the first game, and with a stopping rule."""
        played = self.games - (self.before or 0)
        if played <= 0 or self.queued or self.tournament.sprt is not None:
            return None
        passed = time.monotonic() - self.began
        left = passed / played * max(0, self.tournament.total - self.games)
        return left if self.minutes_left is None else min(left, max(0.0, 60 * self.minutes_left - passed))
