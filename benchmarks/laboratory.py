"""The engine beside itself: threads, board sizes, what a heuristic costs, cold and warm starts."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from math import prod
from statistics import median

import numpy as np
from harness import Row, clock, interleaved, say
from numba import njit
from peers import position_after

import plies
from plies.compile.evaluators import evaluator
from plies.compile.intrinsics import call_heuristic
from plies.compile.rules import rules_module
from plies.search.engine.analysis import Engine
from plies.search.limits import Limits

#: positions and depths for the comparison of threads: seconds each, not milliseconds
THREAD_DEPTHS = {"pawns:8x8": 18, "breakthrough:8x8": 13, "breakthrough:6x6": 17}


def threads() -> Row:
    """Time to the same depth with one thread and with two, over a set of positions; the geometric mean."""
    say("two threads beside one ...")
    ratios, singles, doubles = [], [], []
    for name, depth in THREAD_DEPTHS.items():
        for count in (0, 4, 8):
            position = plies.game(name).start()
            while len(position.line) < count:
                position = position.after(position.legal[(len(position.line) * 7) % len(position.legal)])
            times = {}
            for threads_used in (1, 2):
                engine = Engine(position.game, position.game.authors_default, threads=threads_used, entries=1 << 22)

                def run(engine: Engine = engine, position: plies.Position = position, depth: int = depth) -> float:
                    engine.new_game()
                    return engine.analyse(position, Limits(depth=depth)).seconds

                times[threads_used] = median(run() for _ in range(3))
            ratios.append(times[1] / times[2])
            singles.append(times[1])
            doubles.append(times[2])
            say(f"  {name} after {count}: {times[1]:.2f} s, {times[2]:.2f} s, {ratios[-1]:.2f}")
    mean = prod(ratios) ** (1 / len(ratios))
    name = f"two threads beside one, time to a depth, {len(ratios)} positions (geometric mean)"
    return Row(name, sum(doubles), sum(singles), mean, 1.25, "s", "goal 1.45")


def sizes() -> list[Row]:
    """Nodes a second on 9x9 and 10x10 beside 8x8, the same heuristic and depth."""
    say("larger boards beside 8x8 ...")
    engines = {}
    for name in ("pawns:8x8", "pawns:9x9", "pawns:10x10", "breakthrough:8x8", "breakthrough:9x9", "breakthrough:10x10"):
        engines[name] = Engine(plies.game(name), "ari")

    def speed(name: str) -> float:
        engines[name].new_game()
        return engines[name].analyse(engines[name].game.start(), Limits(nodes=2_000_000)).nodes_per_second

    figures = dict(zip(engines, interleaved(5, *(lambda name=name: speed(name) for name in engines)), strict=True))
    found = []
    for family in ("pawns", "breakthrough"):
        base = figures[f"{family}:8x8"]
        found.append(Row(f"{family} 8x8, ari", base, None, None, None, "nodes/s"))
        for size in ("9x9", "10x10"):
            ours = figures[f"{family}:{size}"]
            found.append(Row(f"{family} {size} beside 8x8, ari", ours, base, ours / base, 0.5, "nodes/s"))
    return found


@njit
def _repeat(address: int, rows: np.ndarray, weights: np.ndarray, times: int) -> float:
    total = 0.0
    for i in range(times):
        total += call_heuristic(address, rows, i & 63, i & 1, weights)
    return total


def heuristics() -> list[Row]:
    """What a call of each heuristic costs, on positions of a random game."""
    say("the cost of a heuristic ...")
    found = []
    for name in ("pawns:8x8", "pawns:10x10"):
        game = plies.game(name)
        rules = rules_module(game)
        rows = np.zeros((64, rules.FIELDS), np.uint64)
        position = game.start()
        for index in range(64):
            rules.store(rows, index, position.state)
            if position.outcome is not None:
                position = game.start()
            position = position.after(position.legal[index % len(position.legal)])
        for heuristic in game.heuristics.values():
            ready = evaluator(game, heuristic)
            _repeat(ready.address, rows, ready.weights[0], 10)
            (seconds,) = interleaved(
                5,
                lambda ready=ready, rows=rows: clock(lambda: _repeat(ready.address, rows, ready.weights[0], 10**6))[0],
            )
            found.append(Row(f"one call of {heuristic.name}, {name}", seconds * 1e3, None, None, None, "ns"))
    return found


def starts() -> list[Row]:
    """CPU seconds from the start of a process to the end of its first search, with an empty and a full cache."""
    say("cold and warm starts ...")
    code = (
        "import time, plies; plies.analyse(plies.game('pawns:8x8').start(), 'ari', nodes=1); print(time.process_time())"
    )
    with tempfile.TemporaryDirectory() as cache:
        surroundings = {**os.environ, "PLIES_CACHE": cache}

        def start() -> float:
            out = subprocess.run(
                [sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=True
            ).stdout
            return float(out)

        cold = start()
        warm = median(start() for _ in range(5))
    help_times = []
    for _ in range(5):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "plies", "analyse", "--help"], capture_output=True, check=True)
        help_times.append(time.perf_counter() - began)
    return [
        Row("cold start to the first node (empty cache)", cold, None, None, None, "s CPU"),
        Row("warm start to the first node, beside one second", warm, 1.0, 1 / warm, 1.0, "s CPU"),
        Row("plies analyse --help, beside 0.3 s", median(help_times), 0.3, 0.3 / median(help_times), 1.0, "s"),
    ]


def rows() -> list[Row]:
    return [threads(), *sizes(), *heuristics(), *starts()]


__all__ = ["position_after", "rows"]
