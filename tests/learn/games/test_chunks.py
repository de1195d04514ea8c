"""Chunks of self-play: the same games here and on a cluster, and what becomes of a cluster's mistakes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plies.errors import GameFailed, InvalidGame, Refused
from plies.learn.games import chunks
from plies.learn.games.chunks import Chunk, Here, OnCluster, Task
from plies.learn.games.selfplay import Played

TASK = Task("breakthrough:4x5", "ari", "", 60, 7, 20.0)
CHUNKS = [Chunk(0, 0, 3), Chunk(1, 3, 5)]


class Future:
    """What a call answers, at once."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self.call = call

    def add_done_callback(self, tell: Callable[[Future], None]) -> None:
        tell(self)

    def result(self, timeout: float) -> Any:
        return self.call()

    def cancel(self) -> None: ...

    def release(self) -> None: ...


class Client:
    """Stands in for Dask: plays in this process, the last chunk that was sent first."""

    status = "running"

    def nthreads(self) -> dict[str, int]:
        return {"here": 1}

    def submit(self, function: Callable[..., Any], *words: Any, **options: Any) -> Future:
        return Future(lambda: function(*words))

    def close(self, timeout: float) -> None:
        self.status = "closed"


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> OnCluster:
    monkeypatch.setattr(chunks, "connect", lambda address, tls: Client())
    return OnCluster("tcp://nowhere:1")


def same(one: list[Played], two: list[Played]) -> bool:
    return all(
        (a.number, a.result) == (b.number, b.result)
        and np.array_equal(a.rows, b.rows)
        and np.array_equal(a.values, b.values)
        for a, b in zip(one, two, strict=True)
    )


def test_a_cluster_plays_the_same_games(cluster: OnCluster) -> None:
    here = dict(Here().play(TASK, CHUNKS))
    there = dict(cluster.play(TASK, CHUNKS))
    assert set(here) == set(there) == set(CHUNKS)
    assert all(same(here[chunk], there[chunk]) for chunk in CHUNKS)
    assert [game.number for game in here[CHUNKS[1]]] == [3, 4]


def test_chunks_are_taken_when_there_is_room(cluster: OnCluster) -> None:
    taken: list[int] = []

    def more() -> Any:
        for number in range(10):
            taken.append(number)
            yield Chunk(number, number, number + 1)

    coming = cluster.play(TASK, more())
    next(coming)
    assert taken == [0, 1]  # two for each worker
    coming.close()
    assert not cluster._sent


def test_mistakes_of_a_cluster(cluster: OnCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(task: str, first: int, last: int) -> bytes:
        raise RuntimeError("lost\nthree times")

    def refuses(task: str, first: int, last: int) -> bytes:
        raise InvalidGame("a value that is none")

    monkeypatch.setattr(chunks, "play_chunk", lost)
    with pytest.raises(GameFailed, match="could not play games: RuntimeError: lost three times"):
        list(cluster.play(TASK, CHUNKS))
    monkeypatch.setattr(chunks, "play_chunk", refuses)
    with pytest.raises(InvalidGame, match="a value that is none"):
        list(cluster.play(TASK, CHUNKS))
    with cluster:
        pass
    with pytest.raises(Refused, match="is gone; the same command given again resumes"):
        list(cluster.play(TASK, CHUNKS))


@pytest.mark.slow
def test_a_real_cluster_plays_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    from tests.arena.run.test_cluster import dask

    with dask(tmp_path) as running:
        running.add_worker()
        with OnCluster(running.address) as cluster:
            there = dict(cluster.play(TASK, CHUNKS))
    here = dict(Here().play(TASK, CHUNKS))
    assert all(same(here[chunk], there[chunk]) for chunk in CHUNKS)
