"""A game as it was played: a `GameRecord`, what the ledger keeps and what goes through JSON between processes.

Everything in a record but times, dates and places follows from the pairing when the limits of both players are nodes or
depth and they use one thread; `digest` is a fingerprint of that part.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from plies.arena.plan.pairing import Pairing
from plies.arena.run.checks import InvalidRecord, check_record
from plies.errors import PliesError
from plies.search.answer import NO_COUNTERS, Answer, Counters

#: the counters of a move that are kept, in this order
_COUNTED = ("leaves", "cutoffs", "first_move_cutoffs", "table_hits", "deepest")


@dataclass(frozen=True)
class MoveRecord:
    """One move of a player and what it thought: its value for the mover (None: unknown), depth and nodes."""

    move: str
    value: float | None = None
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    counters: Counters = NO_COUNTERS
    #: whether depth and nodes are only what the player reports, and the processor time beside them (None: unknown)
    reported: bool = False
    worked: float | None = None

    @staticmethod
    def of_answer(
        word: str, answer: Answer, seconds: float, reported: bool = False, worked: float | None = None
    ) -> MoveRecord:
        kept = Counters(**{name: getattr(answer.counters, name) for name in _COUNTED})
        used = None if worked is None else round(worked, 6)
        return MoveRecord(word, answer.value, answer.depth, answer.nodes, round(seconds, 6), kept, reported, used)

    def data(self) -> dict[str, Any]:
        """For JSON, with counters where there are any."""
        keys = ("move", "value", "depth", "nodes", "seconds")
        counted = {name: getattr(self.counters, name) for name in _COUNTED}
        counters = {} if self.counters == NO_COUNTERS else {"counters": counted}
        reported = {"reported": True, "worked": self.worked} if self.reported else {}
        return {key: getattr(self, key) for key in keys} | counters | reported

    @staticmethod
    def of_data(data: Mapping[str, Any]) -> MoveRecord:
        return MoveRecord(**{**data, "counters": Counters(**data.get("counters", {}))})

    def row(self) -> list[Any]:
        """For the ledger: five entries, a list of counters where there are any, and the processor time where depth and
        nodes are reported."""
        counted = [getattr(self.counters, name) for name in _COUNTED]
        has_counters = any(one is not None for one in counted)
        counters = [counted if has_counters else None] if has_counters or self.reported else []
        worked = [self.worked] if self.reported else []
        return [self.move, self.value, self.depth, self.nodes, self.seconds, *counters, *worked]

    @staticmethod
    def of_row(row: list[Any]) -> MoveRecord:
        move, value, depth, nodes, seconds, *more = row
        counted, *worked = more or (None,)
        counters = NO_COUNTERS if counted is None else Counters(**dict(zip(_COUNTED, counted, strict=True)))
        if not worked:
            return MoveRecord(move, value, depth, nodes, seconds, counters)
        (used,) = worked
        return MoveRecord(move, value, depth, nodes, seconds, counters, True, used)


@dataclass(frozen=True)
class GameRecord:
    """A game as it was played."""

    pairing: Pairing
    moves: tuple[MoveRecord, ...]
    #: 1, 0.5 or 0 for the first side
    score: float
    #: `referee.BY_RULES` or one of `errors.FAULTS`, and the reason in words
    termination: str
    reason: str
    #: of plies, its code, Python and Numba
    versions: dict[str, str] = field(default_factory=dict)
    #: seconds since the epoch, and where it was played; not part of the digest
    started: float = 0.0
    seconds: float = 0.0
    place: str = ""

    def data(self) -> dict[str, Any]:
        """For JSON and for exports."""
        keys = ("score", "termination", "reason", "versions", "started", "seconds", "place")
        moves = [move.data() for move in self.moves]
        return {"pairing": self.pairing.data(), "moves": moves} | {key: getattr(self, key) for key in keys}

    def as_json(self) -> str:
        return json.dumps(self.data(), sort_keys=True)

    @staticmethod
    def from_json(text: str) -> GameRecord:
        """A record as `as_json` wrote it; InvalidRecord names the field that is none."""
        with explained("it"):
            data = json.loads(text)
            pairing = Pairing.of_data(data.pop("pairing"))
            moves = tuple(MoveRecord.of_data(move) for move in data.pop("moves"))
            record = GameRecord(pairing, moves, **data)
            check_record(record)
            return record

    def timeless(self) -> dict[str, Any]:
        """Everything but times, dates, places, counters and who counted."""
        data = self.data()
        for name in ("started", "seconds", "place"):
            del data[name]
        for move in data["moves"]:
            del move["seconds"]
            for name in ("counters", "reported", "worked"):
                move.pop(name, None)
        return data


@contextmanager
def explained(field: str) -> Iterator[None]:
    """What is no JSON, or JSON of another form, as InvalidRecord."""
    try:
        yield
    except InvalidRecord:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError, PliesError):
        raise InvalidRecord(field) from None


def digest(records: Iterable[GameRecord]) -> str:
    """A fingerprint of a set of games, whatever their order, leaving out times, dates and places.

    The digests of the games are added up, so that no more than one of them is in memory.
    """
    return digest_text(sum(map(digest_number, records)))


def digest_number(record: GameRecord) -> int:
    """What a game adds to the fingerprint of a set."""
    line = json.dumps(record.timeless(), sort_keys=True).encode()
    return int.from_bytes(hashlib.sha256(line).digest())


def digest_text(total: int) -> str:
    return f"{total % (1 << 256):064x}"
