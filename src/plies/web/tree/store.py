"""The recorded searches of visitors: few, for a short time, each under a name that cannot be guessed."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field

from plies.errors import UnknownName
from plies.web.tree.found import Found
from plies.web.tree.view import TreeView

MOST_TREES = 24
MOST_BYTES = 96 << 20
SECONDS_KEPT = 30 * 60.0


@dataclass
class Recorded:
    """One search: its nodes so far, and what was found once it is done."""

    view: TreeView
    found: Found | None = None
    used: float = field(default_factory=time.monotonic)


class Store:
    """Keeps the trees used last, up to a number, a size and an age."""

    def __init__(self, most: int = MOST_TREES, most_bytes: int = MOST_BYTES, seconds: float = SECONDS_KEPT) -> None:
        self._most, self._most_bytes, self._seconds = most, most_bytes, seconds
        self._kept: OrderedDict[str, Recorded] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, view: TreeView) -> tuple[str, Recorded]:
        name = secrets.token_urlsafe(18)
        recorded = self._kept[name] = Recorded(view)
        self.tidy()
        return name, recorded

    def get(self, name: str) -> Recorded:
        self.tidy()
        recorded = self._kept.get(name)
        if recorded is None:
            raise UnknownName("no such tree, or it is no longer kept; record it again")
        recorded.used = time.monotonic()
        self._kept.move_to_end(name)
        return recorded

    def tidy(self) -> None:
        """Forgets what is old, and the least used while there is too much; the last one is always kept."""
        now = time.monotonic()
        old = [name for name, one in self._kept.items() if now - one.used > self._seconds]
        for name in old:
            del self._kept[name]
        while len(self._kept) > 1 and (len(self._kept) > self._most or self._bytes() > self._most_bytes):
            self._kept.popitem(last=False)

    def _bytes(self) -> int:
        return sum(one.view.trace.size_in_bytes for one in self._kept.values())
