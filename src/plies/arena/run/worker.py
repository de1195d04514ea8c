"""A worker process: plays the games that it is sent, one after the other (`messages.py`).

It ends when its input ends, and the kernel ends it when the process that started it dies. What players print is read by
that process, and cannot be taken for an answer.
"""

from __future__ import annotations

import importlib
import os
import signal
import socket
import threading
from dataclasses import replace
from typing import Any, NoReturn

from plies.arena.plan.pairing import Pairing
from plies.arena.run.messages import MESSAGES, Alive, Failed, Played, Ready
from plies.processes.child import Pipe, begin

#: the module that plays a game: `play_game(pairing, cache, on_move)` and `SearcherCache()`
MATCH = "plies.arena.run.match"


class Life:
    """Signs of life, from a thread of its own (searches let other threads run)."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._game, self._moves = "", 0

    def begin(self, game: str) -> None:
        self._game, self._moves = game, 0
        self._pipe.send(Alive(game, 0))

    def moved(self, *what: object) -> None:
        self._moves += 1

    def show(self, beat: float) -> None:
        pause = threading.Event()
        while not pause.wait(beat):
            try:
                self._pipe.send(Alive(self._game, self._moves))
            except OSError:  # the pool is gone
                os._exit(1)


def play_one(pairing: Pairing, match: Any, cache: Any, life: Life) -> Played | Failed:
    """Plays a game; what goes wrong in the arena itself is reported, not raised."""
    life.begin(pairing.id)
    try:
        record = match.play_game(pairing, cache, life.moved)
    except Exception as error:
        return Failed(pairing.id, " ".join(f"{type(error).__name__}: {error}".split()))
    if not record.place:
        record = replace(record, place=socket.gethostname())
    return Played(record.as_json().encode())


def main() -> None:
    pipe, _, (match_name, beat) = begin(MESSAGES)
    life = Life(pipe)
    threading.Thread(target=life.show, args=(float(beat),), daemon=True).start()
    match = importlib.import_module(match_name)
    signal.signal(signal.SIGTERM, _stop)
    with match.SearcherCache() as cache:
        pipe.send(Ready())
        for play in pipe:
            pipe.send(play_one(Pairing.from_json(play.pairing.decode()), match, cache, life))


def _stop(*what: object) -> NoReturn:
    """Ends the game at hand, and lets remote players know."""
    raise SystemExit(0)


if __name__ == "__main__":
    main()
