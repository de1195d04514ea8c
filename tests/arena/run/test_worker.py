"""What a worker says of the games that it plays, without a process of its own."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from plies.arena.run import worker
from plies.arena.run.messages import MESSAGES, Alive, Failed, Played
from plies.arena.run.record import GameRecord, digest
from plies.processes.child import Pipe
from tests.arena import standin
from tests.arena.run.test_pool import some


@contextmanager
def piped() -> Iterator[Pipe]:
    """A pipe that comes back."""
    come, go = os.pipe()
    yield Pipe(come, go, MESSAGES)
    os.close(come)
    os.close(go)


def test_a_game_that_is_played() -> None:
    (game, *_) = some(2)
    with piped() as pipe:
        life = worker.Life(pipe)
        played = worker.play_one(game, standin, None, life)
        assert isinstance(played, Played)
        record = GameRecord.from_json(played.record.decode())
        assert digest([record]) == digest([standin.play_game(game)])
        assert record.place == socket.gethostname()
        assert next(iter(pipe)) == Alive(game.id, 0)
        assert life._moves == len(record.moves)


def test_a_game_that_cannot_be_played_is_reported_in_one_line() -> None:
    (game, *_) = some(2, does="raise")
    with piped() as pipe:
        failed = worker.play_one(game, standin, None, worker.Life(pipe))
    assert failed == Failed(game.id, "RuntimeError: something is wrong")
