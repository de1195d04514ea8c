"""What a game between two players is before and after it is played: `Pairing` and `GameRecord`, plain data.

Both go through JSON between processes and machines, and a record is what the ledger keeps. Everything in a record but
times, dates and places follows from the pairing when the limits of both players are nodes or depth and they use one
thread; `digest` is a fingerprint of that part.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

#: how a game ended: by the rules, or by one of `plies.errors.FAULTS`
BY_RULES = "rules"


@dataclass(frozen=True)
class Pairing:
    """One game to be played. `id` and `seed` are computed from the tournament and the pairing, so that a game that is
    played twice by accident is the same game."""

    id: str
    tournament: str
    game: str
    #: players by their names in the tournament: who plays the first and the second side
    first: str
    second: str
    #: the two games of a pair share opening and number, and differ in who plays which side
    pair: int
    turned: bool
    #: moves played before the players begin, as words, from `start` (a position's text; empty: the game's own start)
    opening: tuple[str, ...]
    start: str
    seed: int
    #: exact definitions of the two players (`Player.definition`), first side first
    definitions: tuple[dict[str, Any], dict[str, Any]]
    #: digests of the files of a person's game, for whoever plays it (`Tournament.sources`); no part of a record
    sources: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    def as_json(self) -> str:
        told = asdict(self)
        if not self.sources:
            del told["sources"]
        return json.dumps(told, sort_keys=True)

    @staticmethod
    def from_json(text: str) -> Pairing:
        data = json.loads(text)
        data["opening"] = tuple(data["opening"])
        data["definitions"] = tuple(data["definitions"])
        data["sources"] = tuple((file, digest) for file, digest in data.get("sources", ()))
        return Pairing(**data)


@dataclass(frozen=True)
class MoveRecord:
    """One move of a player and what it thought: its value for the mover (None: unknown), depth and nodes."""

    move: str
    value: float | None = None
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class GameRecord:
    """A game as it was played."""

    pairing: Pairing
    moves: tuple[MoveRecord, ...]
    #: 1, 0.5 or 0 for the first side
    score: float
    #: BY_RULES or one of FAULTS, and the reason in words
    termination: str
    reason: str
    #: of plies, its code, Python and Numba
    versions: dict[str, str] = field(default_factory=dict)
    #: seconds since the epoch, and where it was played; not part of the digest
    started: float = 0.0
    seconds: float = 0.0
    place: str = ""

    def as_dict(self) -> dict[str, Any]:
        data = asdict(self)
        del data["pairing"]["sources"]
        return data

    def as_json(self) -> str:
        return json.dumps(self.as_dict(), sort_keys=True)

    @staticmethod
    def from_json(text: str) -> GameRecord:
        data = json.loads(text)
        data["pairing"] = Pairing.from_json(json.dumps(data["pairing"]))
        data["moves"] = tuple(MoveRecord(**move) for move in data["moves"])
        return GameRecord(**data)

    def timeless(self) -> dict[str, Any]:
        """Everything but times, dates and places."""
        data = self.as_dict()
        for name in ("started", "seconds", "place"):
            del data[name]
        for move in data["moves"]:
            del move["seconds"]
        return data


def digest(records: Iterable[GameRecord]) -> str:
    """A fingerprint of a set of games, whatever their order, leaving out times, dates and places.

    The digests of the games are added up, so that no more than one of them is in memory.
    """
    total = 0
    for record in records:
        line = json.dumps(record.timeless(), sort_keys=True).encode()
        total += int.from_bytes(hashlib.sha256(line).digest())
    return f"{total % (1 << 256):064x}"
