"""Places that are shared fairly: so many in all, so many for one address, so many for one visitor.

A visitor who has its places gets no more. When an address or the server is full, whoever holds most gives one back to
the newcomer; among equals the youngest visitor does. So one who takes all there is never keeps another out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plies.web.server.clients import Client
from plies.web.server.errors import Busy


@dataclass(frozen=True)
class Bounds:
    """The most places in all, for one address, and for one visitor."""

    total: int
    address: int
    visitor: int

    @classmethod
    def of(cls, total: int, visitor: int) -> Bounds:
        """Half of all for one address, so that no address alone can fill the server."""
        return cls(total, (total + 1) // 2, visitor)


@dataclass(eq=False)
class Place:
    """A place that is held; `give_way` is called when it goes to another."""

    client: Client
    give_way: Callable[[], object]


class Shares:
    """Who holds which places. `what` names them in messages: `searches`, `requests`."""

    def __init__(self, bounds: Bounds, what: str) -> None:
        self.bounds, self.what = bounds, what
        self.total = 0
        #: by address and visitor, the oldest place of each first
        self.held: dict[str, dict[Client, list[Place]]] = {}

    def check(self, client: Client) -> Place | None:
        """Who would give way to one more place of this client, if anybody; Busy if that is the client itself."""
        mine = self.of_visitor(client)
        if mine >= self.bounds.visitor:
            raise Busy(f"{mine} {self.what} of yours wait or run already; try again when one has ended")
        at_address = self.of_address(client.address)
        if at_address < self.bounds.address and self.total < self.bounds.total:
            return None
        fullest = client.address
        if at_address < self.bounds.address:
            fullest = max(self.held, key=lambda one: self.of_address(one) + (one == client.address))
        visitors = {one: len(places) for one, places in self.held.get(fullest, {}).items()}
        if fullest == client.address:
            visitors[client] = mine + 1
        heaviest = max(visitors, key=lambda one: (visitors[one], one.since, one == client))
        if heaviest == client:
            raise Busy(f"too many {self.what} wait or run already; try again in a moment")
        return self.held[fullest][heaviest][-1]

    def enter(self, client: Client, give_way: Callable[[], object]) -> Place:
        """A place, if need be one that another gives back; Busy when this client has had its share."""
        victim = self.check(client)
        if victim is not None:
            self.leave(victim)
            victim.give_way()
        place = Place(client, give_way)
        self.held.setdefault(client.address, {}).setdefault(client, []).append(place)
        self.total += 1
        return place

    def leave(self, place: Place) -> None:
        """Gives a place back; one that has been given back already is none any more."""
        visitors = self.held.get(place.client.address, {})
        places = visitors.get(place.client, [])
        if place not in places:
            return
        places.remove(place)
        self.total -= 1
        if not places:
            del visitors[place.client]
        if not visitors:
            del self.held[place.client.address]

    def of_visitor(self, client: Client) -> int:
        return len(self.held.get(client.address, {}).get(client, ()))

    def of_address(self, address: str) -> int:
        return sum(map(len, self.held.get(address, {}).values()))
