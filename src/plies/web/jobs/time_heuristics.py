"""Plays the games of the timing page in a child process, and tells about each of them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from plies.web.jobs.child_main import Send
from plies.web.play.replay import game_of
from plies.web.tree.subject import read_position


def work(request: dict[str, Any], send: Send) -> None:
    """The job "time": a game, a position, and the fields of a `plies.search.timing.Plan`."""
    from plies.search.timing import Plan, time_heuristics

    start = read_position(game_of(request["game"]), request["position"])
    plan = Plan(**{**request["plan"], "names": tuple(request["plan"]["names"])})

    def progress(done: int, total: int, what: str) -> None:
        send({"kind": "progress", "done": done, "total": total, "what": what})

    send({"kind": "progress", "done": 0, "total": 0, "what": "getting ready"})
    send({"kind": "done", "report": with_intervals(asdict(time_heuristics(start, plan, progress)))})


def with_intervals(report: dict[str, Any]) -> dict[str, Any]:
    """Adds the 95 % interval of each score: also a few games, or games that all ended alike, leave it wide."""
    from plies.arena.numbers.statistics import estimate

    for row in (*report["at_depth"], *report["at_time"]):
        found = estimate(row["pairs"])
        row["score_interval"] = None if row["score"] is None else (found.score_low, found.score_high)
    return report
