"""Turns at slots: a long queue delays its owner alone, and what waits is bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from plies.web.server import turns as module
from plies.web.server.clients import Client
from plies.web.server.errors import Busy
from plies.web.server.shares import Bounds
from plies.web.server.turns import Turns

WIDE = Bounds(1000, 1000, 1000)


def at(address: str, visitor: str = "v") -> Client:
    return Client(address, visitor, 1.0)


class Crowd:
    """Tasks that wait for a slot, and the order in which they got one. Each keeps it until it is told to go."""

    def __init__(self, slots: int = 1, bounds: Bounds = WIDE, each: int | None = None) -> None:
        self.turns = Turns(slots, bounds, "searches", each=each)
        self.order: list[str] = []
        self.inside: list[asyncio.Event] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def come(self, client: Client, name: str, urgent: bool = True) -> asyncio.Task[None]:
        async def stay() -> None:
            async with self.turns.slot(client, urgent):
                self.order.append(name)
                go = asyncio.Event()
                self.inside.append(go)
                await go.wait()

        task = asyncio.create_task(stay())
        self.tasks.append(task)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return task

    async def next(self) -> None:
        """The one who has been inside longest leaves."""
        self.inside.pop(0).set()
        for _ in range(4):
            await asyncio.sleep(0)

    async def empty(self) -> None:
        while self.inside:
            await self.next()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        assert self.turns.free == self.turns.slots
        assert not self.turns.used
        assert not self.turns.waiting
        assert self.turns.places.total == 0


def run(trial: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(trial())  # type: ignore[arg-type]


def test_a_long_queue_delays_its_owner_alone() -> None:
    async def trial() -> None:
        crowd = Crowd()
        for number in range(20):
            await crowd.come(at("many"), f"many {number}")
        await crowd.come(at("one"), "one")
        await crowd.next()
        assert crowd.order == ["many 0", "one"]
        await crowd.empty()
        assert crowd.order[2:] == [f"many {number}" for number in range(1, 20)]

    run(trial)


def test_visitors_of_one_address_take_turns_and_so_do_addresses() -> None:
    async def trial() -> None:
        crowd = Crowd()
        for number in range(3):
            for visitor in "ab":
                await crowd.come(at("school", visitor), f"{visitor}{number}")
        for number in range(3):
            await crowd.come(at("home"), f"home{number}")
        await crowd.empty()
        assert crowd.order == ["a0", "home0", "b0", "home1", "a1", "home2", "b1", "a2", "b2"]

    run(trial)


def test_throwing_the_cookie_away_wins_no_turn() -> None:
    """Many new visitors of an address: one that waits there already, and another address, come no later for that."""

    async def trial() -> None:
        crowd = Crowd()
        await crowd.come(at("here", "old"), "first")
        await crowd.come(at("here", "old"), "second")
        for number in range(10):
            await crowd.come(at("here", f"new{number}"), "new")
        await crowd.come(at("there"), "there")
        for number in range(30):  # and new ones all the time
            await crowd.next()
            await crowd.come(at("here", f"newer{number}"), "newer")
        assert crowd.order.index("there") == 1
        assert crowd.order.index("second") == 12  # after one turn of everybody who was there by then
        await crowd.empty()

    run(trial)


def test_moves_go_before_analyses_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial() -> None:
        crowd = Crowd()
        await crowd.come(at("a"), "running")
        await crowd.come(at("b"), "analysis", urgent=False)
        await crowd.come(at("c"), "move")
        await crowd.next()
        assert crowd.order[-1] == "move"
        monkeypatch.setattr(module, "AGED", 0.0)
        await crowd.come(at("d"), "another move")
        await crowd.empty()
        assert crowd.order == ["running", "move", "analysis", "another move"]

    run(trial)


def test_a_place_in_the_queue_goes_to_whoever_has_none() -> None:
    async def trial() -> None:
        crowd = Crowd(bounds=Bounds(3, 3, 3))
        await crowd.come(at("a"), "running")
        waiting = [await crowd.come(at("many"), "many") for _ in range(3)]
        refused = await crowd.come(at("many"), "too many")
        with pytest.raises(Busy, match="3 searches of yours"):
            await refused
        await crowd.come(at("one"), "one")
        with pytest.raises(Busy, match="too many searches wait already"):
            await waiting[-1]
        with pytest.raises(Busy):
            crowd.turns.check(at("many"))
        crowd.turns.check(at("other"))
        await crowd.empty()
        assert sorted(crowd.order) == ["many", "many", "one", "running"]

    run(trial)


def test_who_leaves_the_queue_leaves_nothing_behind() -> None:
    async def trial() -> None:
        crowd = Crowd()
        await crowd.come(at("a"), "a")
        gone = await crowd.come(at("b"), "b")
        gone.cancel()
        await asyncio.sleep(0)
        late = await crowd.come(at("c"), "c")
        crowd.inside.pop(0).set()
        await asyncio.sleep(0)
        late.cancel()  # at the moment when its turn comes
        await asyncio.sleep(0)
        await crowd.come(at("d"), "d")
        await crowd.empty()
        assert "b" not in crowd.order
        assert crowd.order[-1] == "d"

    run(trial)


def test_an_address_may_be_kept_from_the_last_slot() -> None:
    async def trial() -> None:
        crowd = Crowd(slots=3, each=2)
        for number in range(4):
            await crowd.come(at("many", str(number)), f"many {number}")
        assert len(crowd.order) == 2
        await crowd.come(at("one"), "one")
        assert crowd.order[-1] == "one"
        await crowd.empty()

    run(trial)


def test_who_exceeds_its_share() -> None:
    async def trial() -> None:
        crowd = Crowd(slots=2)
        a, b = at("here", "a"), at("here", "b")
        await crowd.come(a, "a1")
        await crowd.come(a, "a2")
        assert not crowd.turns.exceeds(a)  # nobody waits
        await crowd.come(a, "a3")
        assert not crowd.turns.exceeds(a)  # nobody else does
        await crowd.come(b, "b1")
        assert crowd.turns.exceeds(a)
        await crowd.next()
        assert crowd.order[-1] == "b1"
        assert not crowd.turns.exceeds(a)
        await crowd.come(at("there"), "there")
        assert crowd.turns.exceeds(a)  # their address has both slots
        assert crowd.turns.exceeds(b)
        await crowd.empty()

    run(trial)


def test_it_is_looked_at_the_queue_while_somebody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GLANCE", 0.01)

    async def trial() -> None:
        looks: list[int] = []
        turns = Turns(1, WIDE, "searches", lambda: looks.append(1))
        async with turns.slot(at("a")):
            assert looks == []
            waiting = asyncio.create_task(turns.slot(at("b")).__aenter__())
            await asyncio.sleep(0.1)
            assert len(looks) > 2
            waiting.cancel()
        await asyncio.sleep(0.02)
        seen = len(looks)
        await asyncio.sleep(0.05)
        assert len(looks) == seen

    run(trial)
