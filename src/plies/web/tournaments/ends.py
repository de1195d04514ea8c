"""Which tournaments have been played to their end with fewer games than planned, since their openings ran out.

The ledger has the games alone. Whether a schedule could give more is found out by playing on: lopsided openings are
weeded out by searches. So the server notes what it found out in a small file beside the ledger, with the number of
games that this was said of; any other number makes the note void.
"""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

#: notes that are kept, the latest
MOST = 1000
log = logging.getLogger("uvicorn.error")


class Ends:
    """The notes beside a ledger: by tournament its games a pairing as planned, and how many games there are in all."""

    def __init__(self, ledger: Path) -> None:
        self.path = ledger.with_name(f"{ledger.name}.ended.json")
        self._notes: dict[str, tuple[int, int]] | None = None

    def has(self, id: str, planned: int, games: int) -> bool:
        return self._read().get(id) == (planned, games)

    def note(self, id: str, planned: int, games: int) -> None:
        """Keeps a note; where it cannot be kept the server says so in its log, and nothing else is lost."""
        notes = self._read()
        notes.pop(id, None)
        notes[id] = planned, games
        self._notes = dict(list(notes.items())[-MOST:])
        part = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            part.write_text(json.dumps(self._notes), encoding="utf-8")
            part.replace(self.path)
        except OSError as error:
            log.warning("%s cannot be written: %s", self.path, error.strerror)

    def _read(self) -> dict[str, tuple[int, int]]:
        """What the file says, read once; a file that is missing or spoilt says nothing."""
        if self._notes is None:
            try:
                told = json.loads(self.path.read_text(encoding="utf-8"))
                self._notes = {str(id): (int(planned), int(games)) for id, (planned, games) in told.items()}
            except (OSError, ValueError, TypeError, AttributeError):
                self._notes = {}
        return self._notes
