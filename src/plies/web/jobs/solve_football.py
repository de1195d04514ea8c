"""Solves the shipped playbook in a child process, so that compiling holds nothing up; the solution comes as a file."""

from __future__ import annotations

from typing import Any

from plies.web.jobs.child_main import Send


def work(request: dict[str, Any], send: Send) -> None:
    """The job "football": solve up to `ticks`, save to `path`."""
    from plies.football import solve

    def progress(done: int, total: int) -> None:
        send({"kind": "progress", "done": done, "total": total})

    solution = solve(ticks=request["ticks"], progress=progress)
    solution.save(request["path"])
    send({"kind": "done"})
