"""Keeping time: how far a time limit is overshot, how much of it is used, and how soon a stop is obeyed."""

from __future__ import annotations

import random
import threading
import time

from harness import Row, say

import plies
from plies.search.engine.analysis import Engine
from plies.search.limits import Limits

MOVES, LIMIT, STOPS = 2000, 0.02, 200


def _play(engine: Engine, rng: random.Random) -> tuple[list[float], list[float]]:
    """Moves of games against a random player: the overshoot of each, and the share used where it had to be."""
    overshoot, used = [], []
    position = engine.game.start()
    while len(overshoot) < MOVES // 4:
        if position.outcome is not None:
            position = engine.game.start()
            engine.new_game()
        if rng.random() < 0.5:
            position = position.after(rng.choice(position.legal))
            continue
        began = time.monotonic()
        found = engine.analyse(position, Limits(seconds=LIMIT))
        spent = time.monotonic() - began
        overshoot.append(spent - LIMIT)
        if found.proof is None and len(position.legal) > 1:
            used.append(spent / LIMIT)
        position = position.play(found.move)
    return overshoot, used


def limits() -> list[Row]:
    say(f"{MOVES} moves of {LIMIT * 1000:g} ms ...")
    overshoot: list[float] = []
    used: list[float] = []
    for name in ("pawns:8x8", "pawns:10x10", "breakthrough:8x8", "pawns:5x5"):
        late, share = _play(Engine(plies.game(name)), random.Random(1))
        overshoot += late
        used += share
    overshoot.sort()
    used.sort()
    late = max(overshoot[int(len(overshoot) * 0.999)], 1e-6)
    least = used[len(used) // 1000]
    name = f"overshoot of {LIMIT * 1000:g} ms per move, 99.9th percentile of {len(overshoot):,}, beside 20 ms"
    return [
        Row(name, late * 1e3, 20.0, 0.02 / late, 1.0, "ms"),
        Row("share of the time used, 0.1th percentile, beside 90%", least, 0.9, least / 0.9, 1.0, ""),
    ]


def stops() -> Row:
    """From the call of `stop()` in another thread to the answer, in the middle of a deep search."""
    say(f"{STOPS} stops ...")
    engine = Engine(plies.game("pawns:8x8"))
    position = engine.game.start()
    delays = []
    for index in range(STOPS):
        asked: list[int] = []

        def stop(asked: list[int] = asked) -> None:
            asked.append(time.monotonic_ns())
            engine.stop()

        heard: list[int] = []
        timer = threading.Timer(0.02 + (index % 7) / 1000, stop)
        engine.new_game()
        timer.start()
        engine.analyse(position, Limits(depth=100))
        heard.append(time.monotonic_ns())
        timer.join()
        delays.append((heard[0] - asked[0]) / 1e6)
    delays.sort()
    middle = delays[len(delays) // 2]
    return Row(f"a stop obeyed, median of {STOPS}, beside 1 ms", middle, 1.0, 1.0 / middle, 1.0, "ms")


def rows() -> list[Row]:
    return [*limits(), stops()]
