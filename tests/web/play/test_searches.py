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


def test_more_lines_than_a_player_follows_are_not_asked_for() -> None:
    board = game("pebbles:4x2")

    def lines(text: str) -> int:
        return Work(board.start(), in_game(parse_player(text), board), 5.0, lines=4).lines

    assert (lines("security@1s"), lines("security@1s,algorithm=path"), lines("random")) == (4, 1, 1)
