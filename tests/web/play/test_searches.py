"""Searches that are stopped while they run in a child process. `tests/web/test_api.py` has the queue over HTTP."""

from __future__ import annotations

import asyncio

import pytest

from plies.players.notation import parse_player
from plies.players.resolution import in_game
from plies.registry import game
from plies.search.answer import Answer
from plies.web.play import searches
from plies.web.play.searches import Searches, Work
from plies.web.server.clients import Client
from plies.web.server.errors import Busy
from plies.web.server.settings import Settings

FOUND = Answer.of_move("1")


async def stopped(monkeypatch: pytest.MonkeyPatch, found: list[Answer]) -> Answer:
    """What a search answers that is stopped after it has found something."""
    begun = asyncio.Event()

    async def endless(player: object, position: object, lines: int, seconds: float, report: object) -> None:
        for one in found:
            report(one)  # type: ignore[operator]
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(searches, "ask", endless)
    board = game("pebbles:4x2")
    house = Searches(Settings(slots=1))
    work = Work(board.start(), in_game(parse_player("random"), board), 5.0, urgent=False)
    searching = asyncio.create_task(house.search(work))
    try:
        await begun.wait()
        next(iter(house.running)).stop()
        return await searching
    finally:
        assert house.turns.free == 1
        await house.close()


def test_what_was_found_before_it_was_stopped_is_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asyncio.run(stopped(monkeypatch, [Answer.of_move("2"), FOUND])) is FOUND


def test_a_search_that_had_found_nothing_may_be_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Busy):
        asyncio.run(stopped(monkeypatch, []))


async def crowded(monkeypatch: pytest.MonkeyPatch, many: list[Client]) -> tuple[Answer, int, int]:
    """Moves without an end of all these clients; then a short one of another: its answer, how many of theirs were
    refused, and how many gave way."""

    async def endless(player: object, position: object, lines: int, seconds: float, report: object) -> Answer:
        if seconds == SHORT:
            return FOUND
        report(FOUND)  # type: ignore[operator]
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(searches, "ask", endless)
    board = game("pebbles:4x2")
    player = in_game(parse_player("random"), board)
    house = Searches(Settings(slots=2, patience=0.05, most_waiting=12, visitor_waiting=4))
    works = [Work(board.start(), player, 5.0, client=client) for client in many]
    tasks = [asyncio.create_task(house.search(work)) for work in works]
    try:
        await asyncio.sleep(0.1)
        async with asyncio.timeout(20):
            found = await house.search(Work(board.start(), player, SHORT, client=Client("here", "another", 1.0)))
        refused = sum(task.done() and isinstance(task.exception(), Busy) for task in tasks)
        return found, refused, sum(work.yielded for work in works)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await house.close()


SHORT = 0.5


@pytest.mark.parametrize("address", ["here", "there"])
def test_one_visitor_with_many_tabs_delays_another_but_does_not_shut_it_out(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """Both slots and the whole share of the queue are one visitor's, with moves that never end."""
    found, refused, yielded = asyncio.run(crowded(monkeypatch, [Client(address, "many", 0.0)] * 50))
    assert found is FOUND
    assert refused == 50 - 2 - 4
    assert yielded == 1  # what exceeds its share ends with what it has found


def test_many_cookies_of_one_address_have_its_share_together(monkeypatch: pytest.MonkeyPatch) -> None:
    cookies = [Client("there", f"cookie {number}", 2.0) for number in range(50)]
    found, refused, yielded = asyncio.run(crowded(monkeypatch, cookies))
    assert found is FOUND
    assert refused == 50 - 2 - 6
    assert yielded == 1


def test_more_lines_than_a_player_follows_are_not_asked_for() -> None:
    board = game("pebbles:4x2")

    def lines(text: str) -> int:
        return Work(board.start(), in_game(parse_player(text), board), 5.0, lines=4).lines

    assert (lines("security@1s"), lines("security@1s,algorithm=path"), lines("random")) == (4, 1, 1)
