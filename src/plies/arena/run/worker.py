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
import warnings
from contextlib import suppress
from dataclasses import replace
from typing import Any, NoReturn

from plies.arena.plan.pairing import Pairing
from plies.arena.run.messages import MESSAGES, Alive, Asking, Failed, Played, Ready
from plies.players.judging.faults import brings_code
from plies.players.registry import BrokenPackage
from plies.processes.child import Pipe, begin

#: the module that plays a game: `play_game(pairing, cache, on_move, on_ask)` and `SearcherCache()`
MATCH = "plies.arena.run.match"


class Life:
    """Signs of life, from a thread of its own (searches let other threads run)."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._game, self._moves, self._asks = "", 0, False

    def begin(self, pairing: Pairing) -> None:
        self._game, self._moves, self._asks = pairing.id, 0, any(map(brings_code, pairing.players))
        self._pipe.send(Alive(pairing.id, 0))

    def asks(self, side: int) -> None:
        """Whose turn it is, before that can end us."""
        if self._asks:
            self._pipe.send(Asking(self._game, side))

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
    life.begin(pairing)
    try:
        record = match.play_game(pairing, cache, life.moved, life.asks)
    except Exception as error:
        return Failed(pairing.id, " ".join(f"{type(error).__name__}: {error}".split()))
    if not record.place:
        record = replace(record, place=socket.gethostname())
    return Played(record.as_json().encode())


def main() -> None:
    pipe, _, (match_name, beat) = begin(MESSAGES)
    warnings.simplefilter("ignore", BrokenPackage)
    life = Life(pipe)
    threading.Thread(target=life.show, args=(float(beat),), daemon=True).start()
    match = importlib.import_module(match_name)
    signal.signal(signal.SIGTERM, _stop)
    with suppress(KeyboardInterrupt), match.SearcherCache() as cache:
        pipe.send(Ready())
        for play in pipe:
            pipe.send(play_one(Pairing.from_json(play.pairing.decode()), match, cache, life))


def _stop(*what: object) -> NoReturn:
    """Ends the game at hand, and lets remote players know. No fault of a player's, as SystemExit would be."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
