"""Faults: workers and coordinators killed at random, and a disk that is really full. Nothing is lost, nothing twice."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plies.arena.plan.openings import Openings
from plies.arena.plan.schedule import pairings
from plies.arena.plan.tournament import Tournament
from plies.arena.run.record import digest
from plies.arena.store.ledger import Ledger
from tests.arena.standin import play_game, stand_in

pytestmark = pytest.mark.usefixtures("workers_path")

#: a tournament of short games, asked for again and again until it is done, as a user would
COORDINATOR = """
import sys
from tests.arena.standin import MODULE
from tests.arena.run.test_faults import wanted
from plies.arena.run import runner as tournament
from plies.arena.store.ledger import Ledger
from plies.arena.run.cores import core_sets
from plies.arena.run.pool import Pool
tournament.BATCH, tournament.DELAY = 16, 0.02
pool = Pool(core_sets(workers=2), match=MODULE)
def progress(records):
    for record in records:
        print(record.pairing.id)
    # a worker that was begun just now is left alone: a game that is hit three times in a row stops the tournament
    print("workers", *[worker.pid for worker in pool._workers if worker and worker.played], flush=True)
print("begun", flush=True)
tournament.run(wanted(int(sys.argv[2]), float(sys.argv[3])), Ledger(sys.argv[1]), executor=pool, on_progress=progress)
print("finished", flush=True)
"""


def wanted(games: int, pause: float) -> Tournament:
    """The tournament that the coordinator plays."""
    players = [stand_in(name, pause=pause) for name in ("a", "b")]
    openings = Openings.parse("random:3,unbalanced")
    return Tournament.of(["pawns:3x5", "pawns:4x6"], players, games_per_pairing=games // 2, openings=openings)


class Storm:
    """Runs the coordinator until it finishes, killing it and its workers at random times."""

    def __init__(self, path: Path, games: int, pause: float, seed: int, workers: int, coordinators: int) -> None:
        self.path, self.games, self.pause = path, games, pause
        chance = random.Random(seed)
        kinds = ["worker"] * workers + ["coordinator"] * coordinators
        chance.shuffle(kinds)
        # so many games are told before the blow falls
        self.blows = sorted(zip((chance.uniform(0.02, 0.8) * games for _ in kinds), kinds, strict=True))
        self.chance = chance
        self.reported: list[str] = []
        self.killed = {"worker": 0, "coordinator": 0}

    def run(self) -> None:
        while not self._run_once():
            pass

    def _run_once(self) -> bool:
        words = [sys.executable, "-c", COORDINATOR, str(self.path), str(self.games), str(self.pause)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if line == "finished\n":
                    return process.wait() == 0
                if not line.startswith(("workers", "begun")):
                    self.reported.append(line.strip())
                elif self.blows and len(self.reported) >= self.blows[0][0]:
                    self._strike(process, [int(word) for word in line.split()[1:]])
        assert process.returncode == -signal.SIGKILL
        return False

    def _strike(self, process: subprocess.Popen[str], workers: list[int]) -> None:
        kind = self.blows[0][1]
        if kind == "worker" and not workers:
            return
        time.sleep(self.chance.uniform(0, 0.02))  # anywhere, also in the middle of a transaction
        try:
            os.kill(self.chance.choice(workers) if kind == "worker" else process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        self.killed[kind] += 1
        del self.blows[0]


def storm(path: Path, games: int, seed: int, workers: int, coordinators: int, pause: float = 0.0005) -> None:
    tournament = wanted(games, pause)
    made = Storm(path, games, pause, seed, workers, coordinators)
    made.run()
    assert made.killed == {"worker": workers, "coordinator": coordinators}
    with Ledger(path) as ledger:
        stored = [record.pairing.id for record in ledger.records()]
        assert len(stored) == len(set(stored)) == games
        assert set(made.reported) <= set(stored)
        assert digest(ledger.records()) == digest(play_game(pairing) for pairing in pairings(tournament))
        ledger.check()


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_kills_at_random_lose_nothing(tmp_path: Path, seed: int) -> None:
    storm(tmp_path / "ledger.sqlite", 60, seed, workers=3, coordinators=1, pause=0.002)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_kills_at_random_lose_nothing_at_full_size(tmp_path: Path, seed: int) -> None:
    storm(tmp_path / "ledger.sqlite", 2000, seed, workers=10, coordinators=3)


# -- a disk that is really full --------------------------------------------------------------------------------------


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Path:
    """A small file system, for those who may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    words = [str(mount), "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(place)]
    if mount is None or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk; test_ledger.py fills one up by a limit of pages and of sizes")
    return place


def test_a_full_disk_stops_with_one_line_and_resuming_finishes(tiny_disk: Path) -> None:
    path = tiny_disk / "ledger.sqlite"
    ballast = tiny_disk / "ballast"
    ballast.write_bytes(b"x" * (shutil.disk_usage(tiny_disk).free - 300_000))
    words = [sys.executable, "-c", COORDINATOR, str(path), "200", "0"]
    try:
        full = subprocess.run(words, capture_output=True, text=True, check=False)
        assert full.returncode == 1
        assert full.stderr.splitlines()[-1].startswith(
            "plies.errors.StorageFailed: no room left on the disk for the ledger"
        )
        reported = {line for line in full.stdout.splitlines() if not line.startswith(("workers", "begun"))}
        ballast.unlink()
        with Ledger(path) as ledger:
            assert {record.pairing.id for record in ledger.records()} == reported
            assert len(reported) < 200
        again = subprocess.run(words, capture_output=True, text=True, check=True)
        assert again.stdout.endswith("finished\n")
        with Ledger(path) as ledger:
            assert digest(ledger.records()) == digest(play_game(pairing) for pairing in pairings(wanted(200, 0.0)))
    finally:
        subprocess.run(["umount", "-l", str(tiny_disk)], check=False)
