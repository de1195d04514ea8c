"""A worker process: plays the games that come in on its standard input, one after the other.

In comes one line of JSON for each game, a Pairing. Out go lines of JSON:

    {"ready": process id}
    {"alive": game id, "moves": so many have been played}      every BEAT seconds
    {"played": game id, "record": the text of a GameRecord}
    {"failed": game id, "error": one line}

It ends when its input ends, and the kernel ends it when the process that started it dies. What players print goes to
the standard error output, so that it cannot be taken for an answer.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import signal
import socket
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, BinaryIO, NoReturn

from plies.arena.plan.pairing import Pairing
from plies.processes.lifetime import end_with

#: the module that plays a game: `play_game(pairing, cache, on_move)` and `SearcherCache()`
MATCH = "plies.arena.run.match"
#: seconds between two signs of life
BEAT = 1.0


class Speaker:
    """Writes answers, and signs of life from a thread of its own (searches let other threads run)."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._lock = threading.Lock()
        self.game, self.moves = "", 0

    def say(self, **told: Any) -> None:
        line = json.dumps(told).encode() + b"\n"
        with self._lock:
            self._out.write(line)
            self._out.flush()

    def begin(self, game: str) -> None:
        self.game, self.moves = game, 0
        self.say(alive=game, moves=0)

    def moved(self, *what: object) -> None:
        self.moves += 1

    def live(self, beat: float) -> None:
        pause = threading.Event()
        while not pause.wait(beat):
            try:
                self.say(alive=self.game, moves=self.moves)
            except OSError:  # nobody listens any more
                os._exit(1)


def play_one(text: str, match: Any, cache: Any, speaker: Speaker) -> None:
    """Plays a game and answers; what goes wrong in the arena itself is told, not raised."""
    pairing = Pairing.from_json(text)
    speaker.begin(pairing.id)
    try:
        record = match.play_game(pairing, cache, speaker.moved)
    except Exception as error:
        said = " ".join(f"{type(error).__name__}: {error}".split())
        speaker.say(failed=pairing.id, error=said)
        return
    if not record.place:
        record = replace(record, place=socket.gethostname())
    speaker.say(played=pairing.id, record=record.as_json())


def stay_on(cores: Sequence[int]) -> None:
    """Keeps this process, and what it starts, to some cores."""
    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)


def own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for us alone: others read nothing, and print to the standard error output."""
    come, go = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return come, go


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="plies.arena.run.worker", description="Plays games for a tournament.")
    parser.add_argument("--parent", type=int, default=0)
    parser.add_argument("--cores", default="")
    parser.add_argument("--match", default=MATCH)
    parser.add_argument("--beat", type=float, default=BEAT)
    asked = parser.parse_args(words)
    end_with(asked.parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the coordinator, which then ends us
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # it was blocked until here
    stay_on([int(core) for core in asked.cores.split(",") if core])
    come, go = own_pipes()
    speaker = Speaker(go)
    threading.Thread(target=speaker.live, args=(asked.beat,), daemon=True).start()
    match = importlib.import_module(asked.match)
    signal.signal(signal.SIGTERM, _stop)
    with match.SearcherCache() as cache:
        speaker.say(ready=os.getpid())
        for line in come:
            play_one(line.decode(), match, cache, speaker)
    return 0


def _stop(*what: object) -> NoReturn:
    """Ends the game at hand, and lets players elsewhere know."""
    raise SystemExit(0)


if __name__ == "__main__":
    raise SystemExit(main())
