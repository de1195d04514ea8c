"""Answers that end with their connection: nothing is left behind, not even an error that nobody waits for."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from plies.web.server.streams import Disconnected, EventStream, encoded, while_connected


class Connection:
    """Stands in for a request: `receive` waits until it is closed."""

    def __init__(self) -> None:
        self.closed = asyncio.Event()

    async def receive(self) -> Any:
        await self.closed.wait()
        return {"type": "http.disconnect"}


async def failing(seconds: float) -> None:
    try:
        await asyncio.sleep(seconds)
    finally:
        raise ValueError("it failed while it was being cancelled")


@pytest.mark.parametrize("how", ["closed", "cancelled"])
def test_work_that_fails_while_it_is_cancelled_is_not_complained_about(how: str) -> None:
    complaints: list[Any] = []

    async def trial() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, what: complaints.append(what))
        connection = Connection()
        task = asyncio.create_task(while_connected(connection, failing(30)))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if how == "closed":
            connection.closed.set()
        else:
            task.cancel()
        with pytest.raises(Disconnected if how == "closed" else asyncio.CancelledError):
            await task
        del task
        gc.collect()
        await asyncio.sleep(0)

    asyncio.run(trial())
    assert complaints == []


def test_what_is_encoded_already_is_sent_as_it_is() -> None:
    sent: list[bytes] = []

    async def send(message: Any) -> None:
        sent.append(message.get("body", b""))

    async def items() -> Any:
        yield encoded({"a": 1})
        yield {"a": 1}

    asyncio.run(EventStream(items())({}, Connection().receive, send))
    assert sent[1] == sent[2] == b'data: {"a": 1}\n\n'
