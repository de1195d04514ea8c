"""Compiles the engine of a game and a heuristic into the cache on disk, in a child process.

Compiling holds Python's lock for seconds; in the server everybody would wait for it.
"""

from __future__ import annotations

from typing import Any

from plies.web.jobs.child_main import Send


def work(request: dict[str, Any], send: Send) -> None:
    from plies.registry import game
    from plies.search.engine.analysis import Engine

    Engine(game(request["game"]), request["heuristic"], entries=2)
    send({"kind": "done"})
