"""Places: so many for a visitor, for an address and in all; whoever holds most gives way, never whoever holds least."""

from __future__ import annotations

import random

import pytest

from plies.web.server.clients import Client
from plies.web.server.errors import Busy
from plies.web.server.shares import Bounds, Place, Shares


class House:
    """Shares, and who had to give way, in order."""

    def __init__(self, total: int, address: int, visitor: int) -> None:
        self.shares = Shares(Bounds(total, address, visitor), "searches")
        self.gone: list[Client] = []

    def enter(self, client: Client) -> Place:
        return self.shares.enter(client, lambda: self.gone.append(client))


def one(visitor: str, address: str = "here", since: float = 1.0) -> Client:
    return Client(address, visitor, since)


def test_a_visitor_has_its_share_and_no_more() -> None:
    house = House(10, 10, 2)
    first = house.enter(one("a"))
    house.enter(one("a"))
    with pytest.raises(Busy, match="2 searches of yours wait or run already"):
        house.enter(one("a"))
    house.enter(one("b"))
    house.shares.leave(first)
    house.shares.leave(first)  # it is none any more
    assert house.shares.total == 2
    house.enter(one("a"))
    assert house.gone == []


def test_whoever_holds_most_gives_way_within_an_address() -> None:
    house = House(100, 4, 3)
    for name in "aaab":
        house.enter(one(name))
    house.enter(one("c"))
    assert house.gone == [one("a")]
    house.enter(one("d"))
    assert house.gone == [one("a"), one("a")]
    with pytest.raises(Busy, match="too many searches"):  # all have one each: the newest of equals is not let in
        house.enter(one("e", since=2))
    house.enter(one("older", since=0.5))
    assert len(house.gone) == 3
    house.enter(one("a", "elsewhere"))  # another address is another matter
    assert len(house.gone) == 3


def test_one_without_a_cookie_gives_way_to_one_with() -> None:
    house = House(100, 2, 2)
    house.enter(Client("here"))
    house.enter(one("a"))
    house.enter(one("b", since=5))
    assert house.gone == [Client("here")]


def test_no_address_fills_the_house() -> None:
    house = House(6, 4, 1)
    for name in "abcd":
        house.enter(one(name, "crowd"))
    with pytest.raises(Busy):
        house.enter(one("e", "crowd"))
    for name in "fg":
        house.enter(one(name, "home"))
    house.enter(one("h", "other"))  # full: the fuller address gives way
    assert [client.address for client in house.gone] == ["crowd"]
    assert house.shares.total == 6


def test_nobody_waits_where_nobody_may() -> None:
    with pytest.raises(Busy):
        House(0, 0, 1).enter(one("a"))


def test_the_books_are_right_after_a_thousand_comings_and_goings() -> None:
    choose, house = random.Random(7), House(40, 20, 6)
    held: list[Place] = []
    for _ in range(3000):
        client = one(choose.choice("abcdefgh"), choose.choice(["x", "y", "z"]))
        if held and choose.random() < 0.4:
            house.shares.leave(held.pop(choose.randrange(len(held))))
        else:
            try:
                held.append(house.enter(client))
            except Busy:
                assert house.shares.of_visitor(client) >= 1
        real = [place for visitors in house.shares.held.values() for places in visitors.values() for place in places]
        assert house.shares.total == len(real) <= 40
        assert all(house.shares.of_address(address) <= 20 for address in "xyz")
        assert all(places for visitors in house.shares.held.values() for places in visitors.values())
        held = [place for place in held if place in real]
