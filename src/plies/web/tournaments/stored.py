"""What the server reads of its ledger, in threads. The ledger is opened once and kept open: opening checks the whole
file, and needs descriptors that a crowd might take.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, Unpack

from plies.arena.numbers.sprt import SprtState
from plies.arena.plan.stopping import stored_state
from plies.arena.plan.tournament import Tournament
from plies.arena.run.record import GameRecord
from plies.arena.store.ledger import Filter, Ledger, TournamentEntry
from plies.arena.store.rows import Unreadable
from plies.errors import PliesError, Refused

Found = TypeVar("Found")
log = logging.getLogger("uvicorn.error")


class Stored:
    """The tournaments and games of a ledger. Where there is no file yet there is nothing, and none is made."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._ledger: Ledger | None = None
        #: which file it is: another may be put in its place while the server runs
        self._file: tuple[int, int] | None = None

    def close(self) -> None:
        with self._lock:
            if self._ledger is not None:
                self._ledger.close()
            self._ledger = self._file = None

    async def entries(self) -> list[TournamentEntry]:
        """The tournaments, the newest first."""
        return await self._read(lambda ledger: ledger.tournaments(), [])

    async def entry(self, id: str) -> TournamentEntry | None:
        return next((one for one in await self.entries() if one.id == id), None)

    async def games(self, tournament: str | None = None, **asked: Unpack[Filter]) -> list[GameRecord | Unreadable]:
        """Games, of one tournament or of all."""
        return await self._read(lambda ledger: list(ledger.found(tournament, **asked)), [])

    async def sprt(self, entry: TournamentEntry) -> SprtState | None:
        """Where the stopping rule of a tournament stands, if it has one."""
        if entry.definition.sprt is None:
            return None
        return await self._read(lambda ledger: stored_state(entry.definition, ledger), None)

    async def pairs_begun(self, id: str) -> int:
        return await self._read(lambda ledger: max(ledger.pairs_begun(id).values(), default=0), 0)

    async def add(self, tournament: Tournament) -> None:
        """Notes a tournament, in a new ledger if there is none."""
        await asyncio.to_thread(lambda: self._open().add_tournament(tournament))

    async def _read(self, read: Callable[[Ledger], Found], nothing: Found) -> Found:
        return await asyncio.to_thread(lambda: read(self._open()) if self.path.exists() else nothing)

    def _open(self) -> Ledger:
        try:
            with self._lock:
                if self._ledger is None or self._identity() != self._file:
                    if self._ledger is not None:
                        self._ledger.close()
                    self._ledger = None
                    self._ledger = Ledger(self.path)
                    self._file = self._identity()
                return self._ledger
        except PliesError as error:
            log.error("%s", error)
            raise Refused("the server cannot read its file of games; its log shows why") from None

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
