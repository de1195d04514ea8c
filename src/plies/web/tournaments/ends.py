"""Which tournaments have been played to their end with fewer games than planned, since their openings ran out.

The ledger has the games alone. Only playing on shows whether a schedule has more: searches reject
unbalanced openings. So the server notes the end in a small file beside the ledger, with the number of games at that
time. A note with another number of games is void.
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
    """The notes beside a ledger: by tournament its planned games per pairing, and how many games there are in all."""

    def __init__(self, ledger: Path) -> None:
        self.path = ledger.with_name(f"{ledger.name}.ended.json")
        self._notes: dict[str, tuple[int, int]] | None = None

    def has(self, id: str, planned: int, games: int) -> bool:
        return self._read().get(id) == (planned, games)

    def note(self, id: str, planned: int, games: int) -> None:
        """Keeps a note. If it cannot be written, the server logs that, and nothing else is lost."""
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
        """The notes of the file, read once; none where the file is missing or broken."""
        if self._notes is None:
            try:
                data = json.loads(self.path.read_text(encoding="utf-8"))
                self._notes = {str(id): (int(planned), int(games)) for id, (planned, games) in data.items()}
            except (OSError, ValueError, TypeError, AttributeError):
                self._notes = {}
        return self._notes
