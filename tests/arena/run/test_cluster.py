"""The same tournament on a Dask cluster: a scheduler and two worker processes on the loopback interface."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import plies
from plies.arena.plan.openings import Openings
from plies.arena.plan.schedule import pairings
from plies.arena.plan.tournament import Tournament
from plies.arena.run import cluster as clusters
from plies.arena.run.cluster import Batch, Cluster, code_here
from plies.arena.run.pool import Watch
from plies.arena.run.record import GameRecord, digest
from plies.arena.run.runner import run
from plies.arena.store.ledger import Ledger
from plies.players.notation import parse_player
from tests.arena.standin import MODULE, ROOT, play_game, stand_in

pytest.importorskip("distributed")
pytestmark = pytest.mark.usefixtures("workers_path")
DEADLINE = 60


class Dask:
    """A scheduler and its workers as processes of their own, as a user starts them."""

    def __init__(self, stack: ExitStack, folder: Path, tls: tuple[str, str, str] | None = None) -> None:
        self.stack, self.folder, self.workers = stack, folder, 0
        names = ("--tls-ca-file", "--tls-cert", "--tls-key")
        self.security = [word for pair in zip(names, tls or (), strict=False) for word in pair]
        kind = "tls" if tls else "tcp"
        words = ["scheduler", "--host", f"{kind}://127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
        self.scheduler, self.log = self._start("scheduler", words)
        self.address = self._wait_for(rf"Scheduler at: +({kind}://127.0.0.1:\d+)")

    def _start(self, name: str, words: list[str]) -> tuple[subprocess.Popen[bytes], Path]:
        log = self.folder / f"{name}.log"
        settings = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "4s", "DASK_DISTRIBUTED__ADMIN__LOG_LENGTH": "10"}
        with log.open("wb") as out:
            words = [sys.executable, "-m", "dask", *words, *self.security]
            process = subprocess.Popen(words, stdout=out, stderr=subprocess.STDOUT, env=os.environ | settings)
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process, log

    def _wait_for(self, pattern: str) -> str:
        deadline = time.monotonic() + DEADLINE
        while time.monotonic() < deadline:
            found = re.search(pattern, self.log.read_text())
            if found:
                return found[1]
            time.sleep(0.05)
        raise AssertionError(f"no {pattern} in {self.log.read_text()}")

    def add_worker(self) -> subprocess.Popen[bytes]:
        self.workers += 1
        words = ["worker", self.address, "--nthreads", "1", "--no-dashboard", "--no-nanny", "--host", "127.0.0.1"]
        return self._start(f"worker{self.workers}", [*words, "--local-directory", str(self.folder)])[0]


@contextmanager
def dask(folder: Path, tls: tuple[str, str, str] | None = None) -> Iterator[Dask]:
    with ExitStack() as stack:
        yield Dask(stack, folder, tls)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    """One cluster for all tests that do not break it."""
    patch = pytest.MonkeyPatch()
    before = os.environ.get("PYTHONPATH")
    patch.setenv("PYTHONPATH", str(ROOT) + (os.pathsep + before if before else ""))
    with dask(tmp_path_factory.mktemp("dask")) as made:
        for _ in range(2):
            made.add_worker()
        yield made
    patch.undo()


def stand_ins(games: int = 40, **definition: object) -> Tournament:
    openings, players = Openings.parse("random:3,unbalanced"), [stand_in("a", **definition), stand_in("b")]
    return Tournament.of(["pawns:3x5"], players, games_per_pairing=games, openings=openings)


TEXTBOOK = ("ari@depth=1,algorithm=textbook", "binni@depth=1,algorithm=textbook", "random")
ENGINE = ("ari@depth=3", "binni@nodes=300", "random")


@pytest.mark.parametrize("players", [TEXTBOOK, pytest.param(ENGINE, marks=pytest.mark.slow)])
def test_the_same_records_as_on_one_machine(running: Dask, tmp_path: Path, players: tuple[str, ...]) -> None:
    entered = [parse_player(text) for text in players]
    tournament = Tournament.of(["pawns:4x6"], entered, openings=Openings.parse("random:2,unbalanced"))
    digests = set()
    for name in ("here", "cluster"):
        with Ledger(tmp_path / f"{name}.sqlite") as ledger:
            executor = Cluster(running.address) if name == "cluster" else None
            run(tournament, ledger, workers=None if executor else 1, executor=executor, notice=lambda text: None)
            assert ledger.count() == tournament.total == 6
            digests.add(digest(ledger.records()))
    assert len(digests) == 1


def test_short_games_go_in_batches_and_nothing_stays_there(running: Dask) -> None:
    games = list(pairings(stand_ins(200)))
    sizes: list[int] = []
    with Cluster(running.address, match=MODULE) as made:
        send = made._send
        made._send = lambda batch: (sizes.append(len(batch.games)), send(batch))[1]  # type: ignore[method-assign]
        records = [record for done in made.play(games) for record in done]
        deadline = time.monotonic() + 10
        while made._client.futures and time.monotonic() < deadline:  # they are let go of by a loop of its own
            time.sleep(0.05)
        assert made._client.futures == {}
    assert digest(records) == digest(play_game(pairing) for pairing in games)
    assert sizes[0] == 1
    assert max(sizes) > 4


def test_a_game_that_dies_again_and_again_is_named(running: Dask) -> None:
    said = r"game \w+ \((a against b|b against a) on pawns:3x5, pair 1\) failed 3 times; .* it printed: here I die"
    with Cluster(running.address, match=MODULE) as made, pytest.raises(plies.GameFailed, match=said):
        list(made.play(pairings(stand_ins(2, does="die"))))


@pytest.mark.slow
def test_a_batch_that_does_not_come_back_is_sent_again(running: Dask, tmp_path: Path) -> None:
    games = list(pairings(stand_ins(4, kind="heuristic", seconds=0.001, does="hang", once=str(tmp_path / "hung"))))
    with Cluster(running.address, match=MODULE, watch=Watch(start=8.0)) as made:
        records = [record for done in made.play(games) for record in done]
    assert sorted(record.pairing.id for record in records) == sorted(pairing.id for pairing in games)


@pytest.mark.parametrize("number", [signal.SIGKILL, pytest.param(signal.SIGSTOP, marks=pytest.mark.slow)])
def test_a_lost_or_frozen_worker_loses_no_game(tmp_path: Path, number: signal.Signals) -> None:
    games, records, struck = list(pairings(stand_ins(40, pause=0.004))), [], False
    with dask(tmp_path) as made, Cluster(made.address, match=MODULE) as executor:
        one = made.add_worker()
        for done in executor.play(games):
            records += done
            if len(records) > 5 and not struck:
                one.send_signal(number)
                made.add_worker()
                struck = True
    unique: dict[str, GameRecord] = {record.pairing.id: record for record in records}
    assert digest(unique.values()) == digest(play_game(pairing) for pairing in games)
    assert struck


@pytest.mark.slow
def test_a_scheduler_that_goes_away_is_told(tmp_path: Path) -> None:
    with dask(tmp_path) as made:
        made.add_worker()
        executor = Cluster(made.address, match=MODULE)
        playing = executor.play(pairings(stand_ins(400, pause=0.004)))
        while not next(playing):
            pass
        made.scheduler.kill()
        with pytest.raises(plies.PliesError, match=r"is gone; the same command given again resumes"):
            for _ in playing:
                pass
        executor.close()


@pytest.mark.slow
def test_waiting_for_workers_is_told(tmp_path: Path) -> None:
    said: list[str] = []
    with dask(tmp_path) as made, Cluster(made.address, match=MODULE, notice=said.append) as executor:
        playing = executor.play(pairings(stand_ins(2)))
        next(playing)
        assert said == [f"the cluster at {made.address} has no workers yet; waiting for them"]
        made.add_worker()
        assert sum(len(done) for done in playing) == 2


def test_what_is_missing_is_one_line(running: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "CONNECT", 0.5)
    with pytest.raises(plies.Refused, match=r"no Dask scheduler answers at tcp://127.0.0.1:1: ") as caught:
        Cluster("tcp://127.0.0.1:1")
    assert len(str(caught.value).splitlines()) == 1
    monkeypatch.setattr(clusters, "CONNECT", 10.0)
    with clusters.connect(running.address) as client:
        client.wait_for_workers(1, timeout=30)  # a test before this one may have killed the worker
    monkeypatch.setattr(clusters, "versions", lambda: {"code": "another"})
    with pytest.raises(plies.Refused, match=r"the worker tcp://.* has another version of Plies than this machine"):
        Cluster(running.address)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(plies.Refused, match=r"pip install 'plies\[cluster\]'"):
        Cluster("tcp://127.0.0.1:1")


def test_an_address_that_is_none_is_one_line_and_nothing_after_it() -> None:
    script = """
        from plies.arena.run import cluster
        cluster.CONNECT = 0.5
        try:
            cluster.Cluster("nonsense")
        except cluster.Refused as error:
            print(error)
        cluster.logging.getLogger("distributed.client").error("lost")
    """
    ran = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("no Dask scheduler answers at nonsense: ")
    assert len(ran.stdout.splitlines()) == 1
    assert ran.stderr == ""


def test_how_long_a_batch_may_take() -> None:
    timed = list(pairings(stand_ins(4, kind="heuristic", seconds=2.0)))
    assert Batch(timed[:1]).allowed(Watch(start=7)) == 7 + 1000 * 2
    assert Batch(timed).allowed(Watch(start=7)) == 4 * (7 + 1000 * 2)
    untimed = list(pairings(stand_ins(2, kind="heuristic", depth=3)))
    assert Batch(untimed[:1]).allowed(Watch(start=7)) == 7 + 1000 * 60
    assert code_here() == code_here() != ""


class Empty:
    """A client of a scheduler without workers, and what it hands out, which never ends."""

    status = "running"

    def nthreads(self) -> dict[str, int]:
        return {}

    def submit(self, *_: object, **__: object) -> Empty:
        return self

    def add_done_callback(self, _: object) -> None: ...
    def cancel(self) -> None: ...
    def release(self) -> None: ...
    def close(self, timeout: float) -> None: ...


def test_waiting_for_workers_counts_against_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "connect", lambda *_: Empty())
    made = Cluster("nowhere", watch=Watch(start=0.05))
    playing = made.play(pairings(stand_ins(2)))
    for _ in range(5):  # each waits for longer than a game may take
        assert next(playing) == []
    made.close()


def test_games_of_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a worker that joined after the others were asked."""
    monkeypatch.setattr(clusters, "connect", lambda *_: Empty())
    made = Cluster("nowhere")
    next(made.play(pairings(stand_ins(2))))
    (batch,) = made._sent
    other = replace(play_game(batch.games[0]), versions={"code": "another"}, place="there")
    monkeypatch.setattr(Empty, "result", lambda self, timeout: [other.as_json()], raising=False)
    with pytest.raises(plies.Refused, match="a worker at there has another version of Plies than this machine"):
        made._fetch(batch, batch.future)


# -- the page that shows how a cluster is started -------------------------------------------------------------------

PAGE = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def free_port() -> str:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return str(found.getsockname()[1])


def shell(script: str, folder: Path) -> str:
    """Runs what the page shows, with the commands of this environment and with a port that is free."""
    commands = (
        f'dask() {{ exec {sys.executable} -m dask "$@"; }}; plies() {{ {sys.executable} -m plies "$@"; }}; set -m\n'
    )
    ran = subprocess.run(["bash", "-c", commands + script], cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture
def own_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLIES_LEDGER", str(tmp_path / "ledger.sqlite"))
    source = os.pathsep.join(str(Path(part).resolve()) for part in os.environ["PYTHONPATH"].split(os.pathsep))
    monkeypatch.setenv("PYTHONPATH", source)
    return tmp_path / "ledger.sqlite"


@pytest.mark.slow
def test_the_page_for_a_try(own_ledger: Path) -> None:
    shell(SHOWN[1].replace("8786", free_port()), own_ledger.parent)
    with Ledger(own_ledger) as ledger:
        assert ledger.count() == 20


@pytest.mark.slow
def test_with_certificates_and_not_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_ledger: Path) -> None:
    """The certificates of the page let in, and nothing else does."""
    shell(SHOWN[2], tmp_path)
    tls = (str(tmp_path / "ca.pem"), str(tmp_path / "cert.pem"), str(tmp_path / "key.pem"))
    with dask(tmp_path, tls) as made:
        assert made.address.startswith("tls://")
        made.add_worker()
        with Cluster(made.address, tls, match=MODULE) as executor:
            assert sum(len(done) for done in executor.play(pairings(stand_ins(4)))) == 4
        monkeypatch.chdir(tmp_path)
        words = SHOWN[-1].replace("tls://first.machine:8786", made.address)
        words = words.replace("pawns:8x8", "pawns:4x6").replace("@1s", "@depth=1").replace("2000", "4")
        shell(words, tmp_path)
        with Ledger(own_ledger) as ledger:
            assert ledger.count() == 4
        monkeypatch.setattr(clusters, "CONNECT", 1.0)
        with pytest.raises(plies.Refused, match=r"no Dask scheduler answers at tls://"):
            Cluster(made.address)
