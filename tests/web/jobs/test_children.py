"""The server's jobs in child processes: what they may use, how they end, and that none stays behind."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import aclosing
from importlib import import_module

import pytest

from plies.errors import Refused
from plies.players.definition import definition_of
from plies.players.notation import parse_player
from plies.web.jobs import children
from plies.web.jobs.child_main import JOBS
from plies.web.server.errors import Busy
from tests.processes.alive import gone
from tests.web.serving import living

ENDLESS = {
    "subject": {"game": "pawns:8x8", "depth": 60},
    "searches": [{"algorithm": "minimax"}],
    "most_nodes": 10**9,
    "seconds": 60,
}


def test_a_child_is_stopped_by_time_and_by_leaving() -> None:
    async def trial() -> None:
        with pytest.raises(Refused, match=r"stopped after 1\.5 seconds"):
            async for _ in children.run("count", ENDLESS, 1.5):
                pass
        async with aclosing(children.run("record", {**ENDLESS, "search": {"algorithm": "minimax"}}, 30)) as messages:
            async for _ in messages:
                assert living(os.getpid())
                break
        assert not living(os.getpid())

    asyncio.run(trial())


def test_a_child_that_dies_is_told_as_such() -> None:
    async def trial() -> None:
        with pytest.raises(children.ChildFailed, match="the job 'count' ended before it was done"):
            async for _ in children.run("count", {"no": "such request"}, 30):
                pass

    asyncio.run(trial())


def test_a_full_house_is_busy() -> None:
    async def trial() -> None:
        places = children.Places(at_once=1, most_waiting=0)
        async with places.one():
            with pytest.raises(Busy):
                await places.one().__aenter__()
        places = children.Places(at_once=1, most_waiting=1)
        async with places.one():
            waiting = asyncio.create_task(places.one().__aenter__())
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                await places.one().__aenter__()
            waiting.cancel()
        async with places.one():
            pass

    asyncio.run(trial())


def test_no_child_outlives_the_server() -> None:
    program = (
        "import asyncio, json, sys\nfrom plies.web.jobs import children\n"
        "async def main():\n"
        "    async for _ in children.run('record', json.loads(sys.argv[1]), 60):\n"
        "        print('running', flush=True)\n"
        "asyncio.run(main())"
    )
    job = json.dumps({**ENDLESS, "search": {"algorithm": "minimax"}})
    with subprocess.Popen([sys.executable, "-c", program, job], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"running\n"
        kids = living(server.pid)
        assert kids
        server.send_signal(signal.SIGKILL)
        server.wait(30)
    assert gone(*kids)


@pytest.mark.parametrize("job", JOBS)
def test_every_job_can_be_done_and_is_limited(job: str) -> None:
    module, allowance = JOBS[job]
    assert callable(import_module(module).work)
    assert allowance.memory is not None
    assert allowance.niceness > 0


def test_a_job_is_refused_in_words_for_people() -> None:
    request = {"game": "nothing", "player": definition_of(parse_player("ari@1s"))}

    async def trial() -> None:
        with pytest.raises(Refused, match="no such game; known: breakthrough"):
            async for _ in children.run("compile", request, 30):
                pass

    asyncio.run(trial())
