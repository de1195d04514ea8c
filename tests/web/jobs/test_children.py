"""The server's jobs in child processes: what they may use, how they end, and that none stays behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import aclosing
from dataclasses import is_dataclass

import pytest

from plies.errors import Refused
from plies.players.notation import parse_player
from plies.web.jobs import children, compile_engine, count_tree, record_tree
from plies.web.jobs.child_main import JOBS, module_of
from plies.web.server.errors import Busy
from plies.web.tree.subject import SearchOptions, Wanted
from tests.processes.alive import gone
from tests.web.serving import living

ENDLESS = Wanted(game="pawns:8x8", depth=60)
COUNTING = count_tree.Request(ENDLESS, (SearchOptions("minimax"),), 10**9)
RECORDING = record_tree.Request(ENDLESS, SearchOptions("minimax"), 10**9, 60)


def test_a_child_is_stopped_by_time_and_by_leaving() -> None:
    async def trial() -> None:
        with pytest.raises(Refused, match=r"stopped after 1\.5 seconds"):
            async for _ in children.run(COUNTING, 1.5):
                pass
        async with aclosing(children.run(RECORDING, 30)) as messages:
            async for _ in messages:
                assert living(os.getpid())
                break
        assert not living(os.getpid())

    asyncio.run(trial())


def test_a_child_that_dies_is_told_as_such() -> None:
    async def trial() -> None:
        async for _ in children.run(RECORDING, 30):
            for kid in living(os.getpid()):
                os.kill(kid, signal.SIGKILL)

    with pytest.raises(children.ChildFailed, match="the job record_tree ended before it was done"):
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
        "import asyncio\nfrom plies.web.jobs import children\nfrom tests.web.jobs.test_children import RECORDING\n"
        "async def main():\n"
        "    async for _ in children.run(RECORDING, 60):\n"
        "        print('running', flush=True)\n"
        "asyncio.run(main())"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"running\n"
        kids = living(server.pid)
        assert kids
        server.send_signal(signal.SIGKILL)
        server.wait(30)
    assert gone(*kids)


@pytest.mark.parametrize("job", JOBS)
def test_every_job_can_be_done_and_is_limited(job: str) -> None:
    module = module_of(job)
    assert callable(module.work)
    assert is_dataclass(module.Request)
    assert JOBS[job].memory is not None
    assert JOBS[job].niceness > 0


def test_a_job_is_refused_in_words_for_people() -> None:
    request = compile_engine.Request("nothing", parse_player("ari@1s"))

    async def trial() -> None:
        with pytest.raises(Refused, match="no such game; known: breakthrough"):
            async for _ in children.run(request, 30):
                pass

    asyncio.run(trial())
