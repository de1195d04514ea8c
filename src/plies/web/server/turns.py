"""Slots that clients take turns at: whoever uses fewest goes first, addresses before visitors, and then who was served
longest ago. So a long queue delays its owner alone.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from plies.web.server.clients import Client
from plies.web.server.errors import Busy
from plies.web.server.shares import Bounds, Shares

#: seconds between two looks at a queue that does not move
GLANCE = 0.25
#: seconds after which what was not urgent is
AGED = 10.0
#: clients and addresses whose last turn is remembered
REMEMBERED = 4096


@dataclass(eq=False)
class Waiting:
    """Somebody in the queue. `turn` becomes True when a slot is free, False when the place went to another."""

    client: Client
    urgent: bool
    #: where it stands if it has had no turn yet: before the last turn that was given when it came; and the time
    number: float
    since: float
    turn: asyncio.Future[bool]


class Turns:
    """So many slots, at most `each` of them for one address, and a queue within bounds.

    `look` is called now and then while somebody waits.
    """

    def __init__(
        self, slots: int, waiting: Bounds, what: str, look: Callable[[], None] | None = None, each: int | None = None
    ) -> None:
        self.slots = self.free = slots
        self.each = slots if each is None else each
        self.places = Shares(waiting, what)
        self.look = look
        #: in the order in which they came
        self.waiting: dict[Waiting, None] = {}
        #: how many slots each client uses
        self.used: Counter[Client] = Counter()
        #: the last turn of clients and of addresses
        self._served: OrderedDict[str | Client, int] = OrderedDict()
        self._given = 0
        self._timer: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def slot(
        self, client: Client, urgent: bool = True, report: Callable[[int], None] = lambda ahead: None
    ) -> AsyncIterator[None]:
        """A slot as soon as it is this client's turn; Busy when too many wait. `report` hears how many are ahead."""
        await self._acquire(client, urgent, report)
        try:
            yield
        finally:
            self._release(client)

    def check(self, client: Client) -> None:
        """Busy if this client can neither have a slot nor wait for one."""
        if not self._is_free(client):
            self.places.check(client)

    def _is_free(self, client: Client) -> bool:
        """Nobody waits who could have the slot instead: those who wait have all that their address may have."""
        return self.free > 0 and self._at(client.address) < self.each

    def exceeds(self, client: Client) -> bool:
        """Whether it, or its address, uses more than its share while others wait for theirs."""
        waiting = {one.client for one in self.waiting}
        addresses = {one.address for one in waiting}
        if addresses - {client.address}:
            sharing = len(addresses | {one.address for one in self.used})
            if self._at(client.address) > math.ceil(self.slots / sharing):
                return True
        neighbours = {one for one in waiting if one.address == client.address}
        if not neighbours - {client}:
            return False
        sharing = len(neighbours | {one for one in self.used if one.address == client.address})
        return self.used[client] > math.ceil(self._at(client.address) / sharing)

    def _at(self, address: str) -> int:
        return sum(count for one, count in self.used.items() if one.address == address)

    # -- the queue ---------------------------------------------------------------------------------------------------

    async def _acquire(self, client: Client, urgent: bool, report: Callable[[int], None]) -> None:
        if self._is_free(client):
            self._begin(client)
            return
        loop = asyncio.get_running_loop()
        mine = Waiting(client, urgent, self._given - 0.5, loop.time(), loop.create_future())
        place = self.places.enter(client, lambda: self._dismiss(mine))
        report(len(self.waiting))
        self.waiting[mine] = None
        self._watch()
        try:
            if not await mine.turn:
                raise Busy(f"too many {self.places.what} wait already; try again in a moment")
        except asyncio.CancelledError:
            if mine.turn.done() and not mine.turn.cancelled() and mine.turn.result():
                self._release(client)
            raise
        finally:
            self.waiting.pop(mine, None)
            self.places.leave(place)

    def _dismiss(self, one: Waiting) -> None:
        self.waiting.pop(one, None)
        if not one.turn.done():
            one.turn.set_result(False)

    def _begin(self, client: Client) -> None:
        self.free -= 1
        self.used[client] += 1
        self._given += 1
        for key in (client, client.address):
            self._served[key] = self._given
            self._served.move_to_end(key)
        while len(self._served) > REMEMBERED:
            self._served.popitem(last=False)

    def _release(self, client: Client) -> None:
        self.used[client] -= 1
        if not self.used[client]:
            del self.used[client]
        self.free += 1
        while self.free > 0 and (chosen := self._next()) is not None:
            del self.waiting[chosen]
            if not chosen.turn.done():
                self._begin(chosen.client)
                chosen.turn.set_result(True)

    def _next(self) -> Waiting | None:
        """Whose turn it is. One that has had none comes before whoever had the last one then."""
        now = asyncio.get_running_loop().time()
        at: Counter[str] = Counter()
        for client, count in self.used.items():
            at[client.address] += count

        def order(one: Waiting) -> tuple[int, bool, float, int, float, bool]:
            address, client = one.client.address, one.client
            is_late = not one.urgent and now - one.since < AGED
            turns = (self._served.get(address, one.number), self.used[client], self._served.get(client, one.number))
            return at[address], is_late, *turns, not one.urgent

        return min((one for one in self.waiting if at[one.client.address] < self.each), key=order, default=None)

    def _watch(self) -> None:
        """Calls `look` at once, and again and again until nobody waits."""
        if self.look is not None and self._timer is None:
            self._look()

    def _look(self) -> None:
        self._timer = None
        if self.waiting and self.look is not None:
            self.look()
            self._timer = asyncio.get_running_loop().call_later(GLANCE, self._look)
