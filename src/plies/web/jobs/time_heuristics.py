"""Plays the games of the timing page in a child process, and reports each of them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from plies.web.jobs.child_main import Send
from plies.web.play.replay import game_of
from plies.web.tree.subject import read_position


def work(request: dict[str, Any], send: Send) -> None:
    """The job "time": a game, a position, and the fields of a `Plan`."""
    from plies.arena.plan.timing import Plan
    from plies.arena.run.timing import time_heuristics

    start = read_position(game_of(request["game"]), request["position"])
    plan = Plan(**{**request["plan"], "names": tuple(request["plan"]["names"])})

    def progress(done: int, total: int, what: str) -> None:
        send({"kind": "progress", "done": done, "total": total, "what": what})

    send({"kind": "progress", "done": 0, "total": 0, "what": "getting ready"})
    send({"kind": "done", "report": asdict(time_heuristics(start, request["game"], plan, progress))})
