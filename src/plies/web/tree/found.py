"""What a search found, for people; the child sends it to the server, and the server to the page."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from plies.search.textbook import Counts, TextbookAnswer
from plies.search.textbook.caches import Bound
from plies.web.tree.subject import Subject


@dataclass(frozen=True)
class Result:
    value: str
    bound: Bound
    move: str | None
    line: tuple[str, ...]


@dataclass(frozen=True)
class Found:
    """A search that is done, or `full`: stopped because it is too large."""

    full: bool
    seconds: float
    counts: Counts | None = None
    result: Result | None = None

    @staticmethod
    def of(subject: Subject, found: TextbookAnswer) -> Found:
        result = Result(subject.value_text(found.value), found.bound, found.move or None, found.line)
        return Found(False, found.seconds, Counts.of(found), result)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the counts together, all else in one row; what is not known is left out."""
        made: dict[str, Any] = {"full": self.full, "seconds": self.seconds}
        if self.counts is not None:
            made["counts"] = asdict(self.counts)
        return made | (asdict(self.result) if self.result is not None else {})
