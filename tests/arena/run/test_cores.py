"""Which cores workers keep to, also when several tournaments are played at once."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from plies.arena.plan.tournament import Tournament
from plies.arena.run.cores import Claim, core_sets
from plies.arena.run.runner import pool_for
from plies.players.notation import parse_player


def test_how_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1, 2, 3, 7})
    assert core_sets() == [(0,), (1,), (2,), (3,), (7,)]
    assert core_sets(threads=2) == [(0, 1), (2, 3)]
    assert core_sets(threads=8) == [(0, 1, 2, 3, 7)]
    assert core_sets(threads=2, workers=3) == [(0, 1), (2, 3), (7, 0)]
    assert core_sets(workers=2, cores=[3, 7, 0]) == [(3,), (7,)]


ONE, TWO, THREE = (10 * os.getpid() + number for number in range(3))  # which no other test takes
CORES = {ONE, TWO, THREE}
HOLDS = f"""
import os, time
os.sched_getaffinity = lambda process: {CORES}
from plies.arena.run.cores import Claim
held = Claim(2)
print("held", flush=True)
time.sleep(60)
"""


def claimed(wanted: int) -> tuple[list[int], int]:
    claim = Claim(wanted)
    claim.close()
    return claim.cores, claim.missing


@pytest.mark.skipif(sys.platform != "linux", reason="on other systems tournaments do not see each other")
def test_tournaments_at_once_take_different_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: CORES)
    one, two = Claim(1), Claim(1)
    assert (one.cores, two.cores) == ([ONE, TWO, THREE], [TWO, ONE, THREE])
    assert claimed(1) == ([THREE, ONE, TWO], 0)
    assert claimed(2) == ([THREE, ONE, TWO], 1)
    one.close()
    assert claimed(5) == ([ONE, THREE, TWO], 1)
    reported: list[str] = []
    tournament = Tournament.of(["pawns:3x5"], [parse_player("ari@1s"), parse_player("random")])
    pool_for(tournament, 2, reported.append).close()
    assert reported == []
    pool_for(tournament, None, reported.append).close()
    assert reported == [
        "1 of the cores that this takes is in use by another tournament: players get less than their full time"
    ]
    two.close()


@pytest.mark.skipif(sys.platform != "linux", reason="on other systems tournaments do not see each other")
def test_the_cores_of_one_that_was_killed_are_free_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: CORES)
    with subprocess.Popen([sys.executable, "-c", HOLDS], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        assert claimed(3) == ([THREE, ONE, TWO], 2)
        child.kill()
    assert claimed(3) == ([ONE, TWO, THREE], 0)
