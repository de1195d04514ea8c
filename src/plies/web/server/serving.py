"""The HTTP server around the application: uvicorn with bounded connections, and an end at once."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from plies.web.server.connections import Connection, Connections
from plies.web.server.ending import Ending
from plies.web.server.settings import Settings

#: connections that are accepted at a time, before any of them is counted
BATCH = 16
#: connections that the system keeps until they are accepted
QUEUE = 1024


def make_server(app: ASGIApp, settings: Settings) -> uvicorn.Server:
    """A server whose requests end as soon as it is asked to stop."""
    ending = Ending(app)
    connections = Connections(settings)
    config = uvicorn.Config(
        ending,
        http=partial(Connection, connections),  # type: ignore[arg-type]
        loop="asyncio",
        ws="none",
        backlog=BATCH,
        proxy_headers=False,  # anybody could claim to be at another address
        server_header=False,
        log_level="warning",
        timeout_graceful_shutdown=2,
        timeout_keep_alive=int(settings.idle_seconds),
    )
    return _Server(config, ending.end)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, end: Callable[[], None]) -> None:
        super().__init__(config)
        self.end = end

    async def startup(self, sockets: Sequence[socket.socket] | None = None) -> None:
        """uvicorn has one number for what it accepts at a time and for what the system keeps; they differ here."""
        await super().startup(sockets)  # type: ignore[arg-type]
        for one in sockets or ():
            one.listen(QUEUE)

    def handle_exit(self, sig: int, frame: Any) -> None:
        super().handle_exit(sig, frame)
        self.end()
