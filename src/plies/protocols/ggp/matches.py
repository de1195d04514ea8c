"""The matches that a server plays: one for each role, a limited number at once, dead ones making room."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field

from plies.games.position import Position
from plies.protocols.ggp.thinking import Thinker
from plies.protocols.ggp.wire.following import Following, Joint
from plies.protocols.ggp.wire.messages import Start

#: a controller sends a message at least once a clock; beyond 1.5 of them and so many seconds it is taken for dead, and
#: its match makes room for another
GRACE = 10.0
#: beyond that and so many seconds more, the match ends even if nobody needs its room
PATIENCE = 60.0


@dataclass(eq=False)
class Match:
    """One role of a match that is being played."""

    id: str
    following: Following
    side: int
    start: Start
    thinker: Thinker
    #: done when the player is compiled and ready
    ready: asyncio.Future[None]
    heard: float
    #: what the headers of its START said about whom it was for
    mark: str = ""
    #: the position that is thought about, and the answer to come
    thinking: tuple[Position, asyncio.Task[tuple[str, str]]] | None = None
    is_under_way: bool = False

    def silence(self, now: float) -> float:
        """Seconds beyond the time in which a living controller would have sent something; negative: it may live."""
        clock = self.start.play_clock if self.is_under_way else self.start.start_clock
        return now - self.heard - 1.5 * clock - GRACE


@dataclass
class Roles:
    """The roles of one match that are played here, in the order of their STARTs, and whose turn it is to be asked.

    PLAY names the match and not the role. Where one server plays both, each PLAY comes twice: it is answered for the
    role whose START had the same mark, and where the marks are the same, for one role after the other.
    """

    matches: list[Match] = field(default_factory=list)
    last: tuple[Joint | None] | None = None
    asked: int = 0

    def take(self, joint: Joint | None, mark: str) -> Match:
        """The role that a PLAY is for."""
        marks = [match.mark for match in self.matches]
        if marks.count(mark) == 1:
            return self.matches[marks.index(mark)]
        self.asked = self.asked + 1 if self.last == (joint,) else 0
        self.last = (joint,)
        return self.matches[self.asked % len(self.matches)]


class Matches:
    """All matches by their ids. `most` roles are played at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._by_id: dict[str, Roles] = {}
        #: STARTs that are being looked at: each has a place, and its rules may not be recognised yet
        self._starting: dict[tuple[str, str], object] = {}

    def __iter__(self) -> Iterator[Match]:
        return iter([match for roles in self._by_id.values() for match in roles.matches])

    def of(self, id: str) -> list[Match]:
        """The roles that are played in a match."""
        return list(self._by_id[id].matches) if id in self._by_id else []

    def one(self, id: str, role: int = 0) -> Match:
        return self._by_id[id].matches[role]

    # -- places ------------------------------------------------------------------------------------------------------

    def has_room(self, now: float) -> bool:
        """Whether another match could begin."""
        return sum(match.silence(now) < 0 for match in self) + len(self._starting) < self.most

    def reserve(self, start: Start, now: float) -> object | None:
        """A place for a match that begins; None when all are taken. Dead matches make room, the oldest first."""
        self.drop_lost(now)
        for match in self.of(start.match):
            if match.is_under_way or (match.start.role == start.role) or match.start.rules != start.rules:
                self.end(match)  # the server begins again
        while sum(1 for _ in self) + len(self._starting) >= self.most:
            oldest = max(self, key=lambda match: match.silence(now), default=None)
            if oldest is None or oldest.silence(now) < 0:
                return None
            self.end(oldest)
        token = self._starting[start.match, start.role] = object()
        return token

    def is_wanted(self, start: Start, token: object) -> bool:
        """Whether the place is still kept: nobody has sent STOP, ABORT or another START meanwhile."""
        return self._starting.get((start.match, start.role)) is token

    def release(self, start: Start, token: object) -> None:
        if self.is_wanted(start, token):
            del self._starting[start.match, start.role]

    def add(self, match: Match) -> None:
        self._by_id.setdefault(match.id, Roles()).matches.append(match)

    # -- messages ----------------------------------------------------------------------------------------------------

    def take(self, id: str, joint: Joint | None, mark: str, now: float) -> Match | None:
        """The role of a match that a PLAY is for."""
        roles = self._by_id.get(id)
        if roles is None:
            return None
        for match in roles.matches:
            match.heard, match.is_under_way = now, True
        return roles.take(joint, mark)

    # -- ends --------------------------------------------------------------------------------------------------------

    def end(self, match: Match) -> None:
        match.thinker.close()
        roles = self._by_id[match.id].matches
        roles.remove(match)
        if not roles:
            del self._by_id[match.id]

    def end_all(self, id: str) -> list[Match]:
        """Ends all roles of a match, also those that are only starting."""
        for key in [key for key in self._starting if key[0] == id]:
            del self._starting[key]
        ended = self.of(id)
        for match in ended:
            self.end(match)
        return ended

    def drop_lost(self, now: float) -> None:
        for match in list(self):
            if match.silence(now) > PATIENCE:
                self.end(match)

    def close(self) -> None:
        for match in list(self):
            self.end(match)
