"""The parent's side in asyncio."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from contextlib import aclosing
from typing import Any

import pytest

from plies.processes.allowance import Allowance
from plies.processes.link import Late, NoAnswer
from plies.processes.stream import conversation
from tests.processes.alive import alive
from tests.processes.parrot import MESSAGES, MODULE, Do, Say

QUIET = Allowance(prints="lost")


def first_answer(request: Any, seconds: float = 60.0) -> Any:
    async def trial() -> Any:
        talk = conversation(MODULE, MESSAGES, QUIET, "some", "words", request=request, seconds=seconds)
        async with aclosing(talk) as messages:
            async for message in messages:
                return message
        return None

    return asyncio.run(trial())


def test_a_request_and_its_answer() -> None:
    assert first_answer(Say("hello", bytes(900_000))) == Say("hello", bytes(900_000))
    assert first_answer(Do("words")) == Say("some words")


def test_one_that_ends_says_no_more() -> None:
    assert first_answer(Do("exit")) is None


def test_a_child_that_ends_by_itself_leaves_nothing_to_complain_about(caplog: pytest.LogCaptureFixture) -> None:
    """asyncio warns when somebody else has read the exit status of its child."""
    for _ in range(3):
        assert first_answer(Do("exit")) is None
    assert [record.getMessage() for record in caplog.records] == []


def test_a_deadline() -> None:
    begun = time.monotonic()
    with pytest.raises(Late, match=r"no answer within 0\.5 seconds"):
        first_answer(Do("hang"), 0.5)
    assert time.monotonic() - begun < 30


def test_what_is_no_message() -> None:
    with pytest.raises(NoAnswer, match="its process sent a message of "):
        first_answer(Do("babble"))


def test_leaving_ends_the_child() -> None:
    children: list[int] = []

    async def trial() -> None:
        start = asyncio.create_subprocess_exec

        def noting(*words: Any, **more: Any) -> Coroutine[Any, Any, asyncio.subprocess.Process]:
            async def note() -> asyncio.subprocess.Process:
                child = await start(*words, **more)
                children.append(child.pid)
                return child

            return note()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio, "create_subprocess_exec", noting)
            talk = conversation(MODULE, MESSAGES, QUIET, request=Say("hello"), seconds=60)
            async with aclosing(talk) as messages:
                assert await anext(messages) == Say("hello")
                assert alive(children[0])
        assert not alive(children[0])

    asyncio.run(trial())
