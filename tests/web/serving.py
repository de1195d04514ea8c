"""A real server in a thread, on a port of its own, for tests of pages."""

from __future__ import annotations

import json
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import ConsoleMessage, Page, expect, sync_playwright

from plies.web.app import create_app
from plies.web.command import listen
from plies.web.server.serving import make_server
from plies.web.server.settings import Settings


@contextmanager
def serving(settings: Settings | None = None) -> Iterator[httpx.Client]:
    """A client of a fresh server; `client.base_url` is its address, `client.app` the application."""
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    chosen = settings or Settings(port=port)
    app = create_app(chosen)
    server = make_server(app, chosen)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 30
    while not server.started:
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.01)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120) as client:
            client.app = app  # type: ignore[attr-defined]
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
    return [json.loads(part.removeprefix("data: ")) for part in reply.text.split("\n\n") if part.startswith("data: ")]


#: no analysis beside a board until a test asks for it: it would compile an engine for every game that is opened
QUIET = "if (location.protocol === 'http:') localStorage['plies.analysis'] ??= 'off';"


@contextmanager
def looking(address: str) -> Iterator[Page]:
    """A page of a browser at a server. At the end: no error on its console, no request to any other host."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(base_url=address, viewport={"width": 1200, "height": 900})
        page.add_init_script(QUIET)
        page.set_default_timeout(90_000)
        expect.set_options(timeout=90_000)
        problems: list[str] = []
        page.on("console", lambda message: problems.append(message.text) if _is_problem(message) else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda asked: problems.append(asked.url) if not asked.url.startswith(address) else None)
        try:
            yield page
        finally:
            browser.close()
        assert problems == []


def _is_problem(message: ConsoleMessage) -> bool:
    """A browser notes every refused request as an error; those that a test asks for are no problem of the page."""
    return message.type in ("error", "warning") and "status of 400" not in message.text


def living(parent: int) -> list[int]:
    """The children of a process that are alive."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == parent and fields[0] != "Z" and b"child_main" in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
    return found
