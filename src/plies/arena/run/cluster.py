"""A tournament on many machines: games are sent in batches to the workers of a Dask cluster (the `cluster` extra).

    run(tournament, ledger, executor=Cluster("tcp://127.0.0.1:8786"))

On each Dask worker the games are played by a supervised process of its own (`pool.py`), so that a game that hangs or
dies is found there; a Dask worker that is lost is replaced by Dask, and a batch that does not come back is sent again.
Results are fetched as soon as they are there and let go of at once. docs/cluster.md shows how to start a cluster.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import math
import queue
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from plies.arena.plan.pairing import Pairing
from plies.arena.plan.turns import Turns, has_room
from plies.arena.run.pool import BATCH, FAILURES, LONG, MOST_AHEAD, TICK, Notice, Pool, Watch, given_up
from plies.arena.run.record import GameRecord
from plies.arena.run.versions import versions
from plies.arena.run.worker import MATCH
from plies.errors import GameFailed, PliesError, Refused

#: of distributed, which is not typed and need not be there
Client: TypeAlias = Any
Future: TypeAlias = Any

#: seconds to wait for a scheduler; between two looks at how many workers there are
CONNECT, LOOK = 10.0, 2.0
#: plies, and seconds per ply without a limit of time, that a game is given before its batch is sent again
PLIES, UNTIMED = 1000, 60.0

OTHER_CODE = "has another version of Plies than this machine; install the same"

#: parts of distributed that log errors which we report ourselves
LOGGERS = ("distributed.client", "distributed.core", "distributed.batched", "distributed.comm.tcp", "distributed.utils")

_here = threading.local()


def play_batch(pairings: list[str], match: str) -> list[str]:
    """Plays games on a Dask worker, in a process that stays for the next batch."""
    pool = getattr(_here, "pool", None)
    if pool is None or _here.match != match:
        pool, _here.match = Pool([()], match=match), match
        _here.pool = pool
    try:
        games = [Pairing.from_json(text) for text in pairings]
        return [record.as_json() for records in pool.play(games) for record in records]
    except BaseException:
        _here.pool = None
        pool.close()
        raise


def code_here() -> str:
    """Which Plies this process has."""
    return versions()["code"]


@dataclass(eq=False)
class Batch:
    """Games that were sent together, when, and how often before."""

    games: list[Pairing]
    tries: int = 0
    since: float = field(default_factory=time.monotonic)
    future: Future = None

    def allowed(self, watch: Watch) -> float:
        """Seconds after which it counts as lost: no game takes so long (the workers find hung ones)."""
        longest = 0.0
        for pairing in self.games:
            times = [player.longest_move for player in pairing.players]
            longest += watch.start + PLIES * max(UNTIMED if seconds is None else seconds for seconds in times)
        return longest


class Cluster:
    """Plays games on the Dask cluster at an address. `tls` names three files: authority, certificate, key."""

    def __init__(
        self,
        address: str,
        tls: Sequence[str] | None = None,
        *,
        match: str = MATCH,
        watch: Watch | None = None,
        notice: Notice = lambda text: None,
    ) -> None:
        self.address, self.match, self.watch, self.notice = address, match, watch or Watch(), notice
        self._client = connect(address, tls)
        self._done: queue.SimpleQueue[tuple[Batch, Any]] = queue.SimpleQueue()
        self._sent: list[Batch] = []
        self._again: list[Batch] = []
        self._mean = math.inf
        self._threads, self._looked = 0, -math.inf
        self._waits = False
        self._code = code_here()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of everything that is still out, and of the cluster."""
        for batch in self._sent:
            if batch.future is not None:
                batch.future.cancel()
        self._sent = []
        with contextlib.suppress(OSError):  # a scheduler that is gone
            self._client.close(timeout=5)

    def play(self, pairings: Iterable[Pairing]) -> Iterator[list[GameRecord]]:
        """Plays games; gives records as they come in, in any order."""
        source = Turns(iter(pairings))
        while self._guarded_feed(source):
            done: list[GameRecord] = []
            for batch, future in self._finished():
                done += self._fetch(batch, future)
            self._watch_over()
            yield done

    # -- sending -----------------------------------------------------------------------------------------------------

    def _guarded_feed(self, source: Turns) -> bool:
        try:
            return self._feed(source)
        except OSError:  # a scheduler that does not answer
            raise Refused(self._gone()) from None

    def _gone(self) -> str:
        return f"the cluster at {self.address} is gone; the same command given again resumes"

    def _feed(self, source: Turns) -> bool:
        """Keeps every worker busy; False when nothing is left and nothing is out."""
        wanted = max(1, self._count_workers()) * (1 if self._mean >= LONG else 2)
        while len(self._sent) < wanted:
            elsewhere = [batch.games for batch in self._sent]
            batch = self._first_again(elsewhere) or self._new_batch(source, elsewhere)
            if batch is None:
                break
            self._send(batch)
        return bool(self._sent)

    def _first_again(self, elsewhere: list[list[Pairing]]) -> Batch | None:
        for batch in self._again:
            if has_room(batch.games[0], elsewhere):
                self._again.remove(batch)
                return batch
        return None

    def _new_batch(self, source: Turns, elsewhere: list[list[Pairing]]) -> Batch | None:
        size = 1 if math.isinf(self._mean) else min(MOST_AHEAD, math.ceil(BATCH / max(self._mean, 1e-6)))
        games = [game for _ in range(size) if (game := source.take(elsewhere)) is not None]
        return Batch(games) if games else None

    def _send(self, batch: Batch) -> None:
        batch.since = time.monotonic()
        texts = [pairing.as_json() for pairing in batch.games]
        key = f"plies-{batch.games[0].id}-{batch.tries}-{id(self):x}"
        batch.future = self._client.submit(play_batch, texts, self.match, key=key, pure=False, retries=0)
        batch.future.add_done_callback(lambda future: self._done.put((batch, future)))
        self._sent.append(batch)

    def _count_workers(self) -> int:
        if time.monotonic() - self._looked > LOOK:
            self._looked = time.monotonic()
            self._threads = sum(self._client.nthreads().values())
            if not self._threads and not self._waits:
                self.notice(f"the cluster at {self.address} has no workers yet; waiting for them")
            self._waits = not self._threads
        return self._threads

    # -- fetching ----------------------------------------------------------------------------------------------------

    def _finished(self) -> Iterator[tuple[Batch, Future]]:
        wait = TICK
        while True:
            try:
                yield self._done.get(timeout=wait)
            except queue.Empty:
                return
            wait = 0.0001

    def _fetch(self, batch: Batch, future: Future) -> list[GameRecord]:
        """The games of a batch, which the cluster may then forget."""
        if batch.future is not future or batch not in self._sent:
            return []  # it was given up and sent again
        self._sent.remove(batch)
        try:
            records = [GameRecord.from_json(text) for text in future.result(timeout=CONNECT)]
        except PliesError as error:
            raise GameFailed(str(error)) from None
        except Exception as error:
            self._send_again(batch, f"{type(error).__name__}: {error}")
            return []
        finally:
            batch.future = None
            future.release()
        for record in records:
            if record.versions.get("code", self._code) != self._code:  # one that came later
                raise Refused(f"a worker at {record.place} {OTHER_CODE}")
            self._mean = record.seconds if math.isinf(self._mean) else 0.9 * self._mean + 0.1 * record.seconds
        return records

    def _watch_over(self) -> None:
        """Sends again what has been out for too long, and stops when the scheduler is gone."""
        if self._client.status not in ("running", "connecting"):
            raise Refused(self._gone())
        now = time.monotonic()
        if not self._threads:  # no worker is there to play them
            for batch in self._sent:
                batch.since = now
        for batch in [batch for batch in self._sent if now - batch.since > batch.allowed(self.watch)]:
            self._sent.remove(batch)
            if batch.future is not None:
                batch.future.cancel()
            self._send_again(batch, f"nothing came back for {now - batch.since:.0f} seconds")

    def _send_again(self, batch: Batch, why: str) -> None:
        """One by one, so that only the faulty game fails again."""
        if batch.tries + 1 >= FAILURES:
            raise given_up(batch.games[0], f"{FAILURES} times on the cluster", " ".join(why.split()))
        self._again += [Batch([pairing], batch.tries + 1) for pairing in batch.games]


def connect(address: str, tls: Sequence[str] | None = None) -> Client:
    """A client of the scheduler there; Refused names what is missing."""
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise Refused("a cluster needs the package `distributed`: pip install 'plies[cluster]'") from None
    security = None
    if tls is not None:
        authority, certificate, key = tls
        security = distributed.Security(
            tls_ca_file=authority, tls_client_cert=certificate, tls_client_key=key, require_encryption=True
        )
    for name in LOGGERS:  # we report their errors ourselves, in one line
        logging.getLogger(name).setLevel(logging.CRITICAL)
    # made and begun apart: one that could not begin would try to end when it is forgotten, and complain
    client = distributed.Client.__new__(distributed.Client)
    try:
        client.__init__(address, security=security, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        client.status = "closed"
        message = " ".join(str(error).split()) or type(error).__name__
        raise Refused(f"no Dask scheduler answers at {address}: {message}") from None
    try:
        check_code(client)
    except BaseException:
        client.close(timeout=5)
        raise
    return client


def check_code(client: Client) -> None:
    """Refuses workers with another Plies than ours, whose games would not be the same games."""
    try:
        found = client.run(code_here)
    except Exception as error:
        message = " ".join(str(error).split())
        raise Refused(f"a worker of the cluster cannot run Plies ({type(error).__name__}: {message})") from None
    for worker, code in found.items():
        if code != code_here():
            raise Refused(f"the worker {worker} {OTHER_CODE}")
