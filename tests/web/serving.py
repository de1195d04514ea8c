"""A real server in a thread, on a port of its own, for tests of pages."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn

from plies.web.app import create_app
from plies.web.command import listen
from plies.web.settings import Settings


@contextmanager
def serving() -> Iterator[httpx.Client]:
    """A client of a fresh server; `client.base_url` is its address, `client.app` the application."""
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    app = create_app(Settings(port=port))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 30
    while not server.started:
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.01)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join(30)
        listener.close()


def events(client: httpx.Client, path: str, body: dict[str, Any]) -> list[dict[str, Any]]:
    """All events of a stream, once it has ended."""
    reply = client.post(path, json=body)
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"].startswith("text/event-stream")
    return [json.loads(part.removeprefix("data: ")) for part in reply.text.split("\n\n") if part]
