"""Connections: so many in all, half of them for one address, and a deadline for every step until a request is there.

uvicorn waits for headers without end, and counts connections only once a request has arrived. Here a connection is
counted when it is made. When there are too many, the one that has waited longest for the rest of its request gives
way, then the one that has been idle longest; a connection whose request is being answered never does. So connections
that send nothing cannot keep others out, and where all are in use a new one is answered 503.

| a connection is | until | at most |
|---|---|---|
| sending headers | the last header has arrived | `header_seconds`, then 408 |
| sending a body | its last byte has arrived | `body_seconds` (the door answers 408), and a grace |
| busy | the answer has been sent | as long as its client takes some of it every `send_seconds` |
| idle | the first byte of the next request | `idle_seconds` |
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from typing import Any, Literal

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from plies.web.server.clients import network
from plies.web.server.settings import Settings

Kind = Literal["headers", "body", "idle", "busy"]
#: seconds that a body may take longer than the door waits, so that the door's answer is sent
GRACE = 2.0


def _refusal(status: str, text: str) -> bytes:
    body = f'{{"error": "Refused", "message": "{text}"}}'
    head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
    return f"{head}connection: close\r\nretry-after: 5\r\n\r\n{body}".encode()


FULL = _refusal("503 Service Unavailable", "too many connections are open; try again in a moment")
LATE = _refusal("408 Request Timeout", "the headers took too long to arrive")


class Connections:
    """All connections of a server, and who gives way when there are too many."""

    def __init__(self, settings: Settings) -> None:
        self.most, self.each = settings.most_connections, max(1, settings.most_connections // 2)
        self.send_seconds = settings.send_seconds
        self.seconds: dict[Kind, float | None] = {
            "headers": settings.header_seconds,
            "body": settings.body_seconds + GRACE,
            "idle": settings.idle_seconds,
            "busy": None,
        }
        self.all: dict[Connection, Kind] = {}
        self.at: Counter[str] = Counter()
        #: those that may give way, the one that has waited longest first
        self.arriving: OrderedDict[Connection, None] = OrderedDict()
        self.idle: OrderedDict[Connection, None] = OrderedDict()

    def admit(self, one: Connection) -> bool:
        """Counts a new connection, if need be in place of another; False where all are in use."""
        is_full_here = self.at[one.address] >= self.each
        if is_full_here or len(self.all) >= self.most:
            victim = self._waits_longest(one.address if is_full_here else None)
            if victim is None:
                return False
            self.forget(victim)
            victim.transport.abort()
        self.at[one.address] += 1
        self.note(one, "headers")
        return True

    def _waits_longest(self, address: str | None) -> Connection | None:
        for group in (self.arriving, self.idle):
            for one in group:
                if address in (None, one.address):
                    return one
        return None

    def note(self, one: Connection, kind: Kind) -> None:
        """What a connection does from now on. One that goes on to its body waits no less long for that."""
        self.all[one] = kind
        if kind in ("headers", "body"):
            self.arriving.setdefault(one)
        else:
            self.arriving.pop(one, None)
        if kind == "idle":
            self.idle[one] = None
        else:
            self.idle.pop(one, None)

    def forget(self, one: Connection) -> None:
        if self.all.pop(one, None) is None:
            return
        self.arriving.pop(one, None)
        self.idle.pop(one, None)
        self.at[one.address] -= 1
        if not self.at[one.address]:
            del self.at[one.address]


class Connection(H11Protocol):
    """A connection with deadlines. The protocol is uvicorn's own in plain Python, also where a faster one is there."""

    def __init__(self, house: Connections, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.house = house
        self.address = ""
        self.kind: Kind | None = None
        self.has_received = False
        self.deadline: asyncio.TimerHandle | None = None
        self.taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = network(self.client[0] if self.client else "")
        if self.house.admit(self):
            self._follow()
        else:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.house.forget(self)
        for timer in (self.deadline, self.taking):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.has_received = True
        super().data_received(data)
        self._follow()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._follow()

    def _follow(self) -> None:
        """Notes what the connection does; a new deadline begins only with a new step, not with every byte."""
        kind = self._kind()
        if kind == self.kind or self not in self.house.all:
            return
        self.kind = kind
        self.house.note(self, kind)
        if self.deadline is not None:
            self.deadline.cancel()
        seconds = self.house.seconds[kind]
        self.deadline = None if seconds is None else self.loop.call_later(seconds, self._end)

    def _kind(self) -> Kind:
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        if self.conn.their_state is not h11.IDLE:
            return "busy"
        return "headers" if self.cycle is None or self.conn.trailing_data[0] else "idle"

    def _end(self) -> None:
        """The time is over. Whoever sent nothing is told nothing: browsers open connections that they may not need."""
        if self.kind == "headers" and self.has_received and not self.transport.get_write_buffer_size():
            self.transport.write(LATE)
            self.transport.close()
        else:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """A request under way whose body turns out to be none gets no other answer; uvicorn would try to send both."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if self.cycle.response_started:
                self.transport.abort()
                return
        super().send_400_response(msg)

    # -- clients that do not take what they asked for ----------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self.taking = self.loop.call_later(self.house.send_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.taking is not None:
            self.taking.cancel()
            self.taking = None
