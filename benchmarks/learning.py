"""How fast learning is, on one core: games of self-play beside the same search in a tournament, and a large fit.

    python benchmarks/learning.py --game breakthrough:8x8 --nodes 2000

Times are those of the processor, so that other programs matter little.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

import plies
from plies.learn.fit.logistic import Design, Ridge, fit
from plies.learn.games.selfplay import SelfPlay
from plies.search.engine.analysis import Engine
from plies.search.limits import Limits


def timed(work: Callable[[], float]) -> tuple[float, float]:
    """What a call answers, and its seconds of processor time."""
    started = time.process_time()
    found = work()
    return found, time.process_time() - started


def self_play(name: str, nodes: int, games: int) -> None:
    game = plies.game(name)
    heuristic = game.heuristics[game.default]
    player = SelfPlay(game, heuristic, nodes, 1)
    player.play(0)
    count, seconds = timed(lambda: float(sum(played.nodes for played in player.games(range(games)))))
    engine = Engine(game, heuristic, entries=1 << 14, tables="off")
    engine.analyse(game.start(), Limits(nodes=100))

    def by_engine() -> float:
        total, position = 0, game.start()
        for _ in range(200):
            found = engine.analyse(position, Limits(nodes=nodes))
            total += found.nodes
            position = position.play(found.move)
            if position.outcome is not None:
                position = game.start()
                engine.new_game()
        return float(total)

    other, taken = timed(by_engine)
    mine, theirs = count / seconds, other / taken
    print(f"{name}, {nodes:,} nodes a move: self-play {mine / 1e6:.2f} M nodes/s, move by move as in a tournament")
    print(f"  {theirs / 1e6:.2f} M nodes/s: a ratio of {mine / theirs:.2f}")


def large_fit(positions: int, weights: int, windows: int) -> None:
    rng = np.random.default_rng(1)
    truth = rng.normal(size=weights) * 0.1
    designs = []
    for count in (positions, positions // 10):
        places = rng.integers(0, 2 * weights, (count, windows)).astype(np.int32)
        z = (truth[places >> 1] * np.where(places & 1, -1, 1)).sum(axis=1)
        designs.append(Design(np.zeros((count, 0)), places, (rng.random(count) < 1 / (1 + np.exp(-z))).astype(float)))
    visits = np.bincount(designs[0].places.ravel() >> 1, minlength=weights).astype(float)
    ridge = Ridge(np.zeros(weights), np.full(weights, 4.0))
    fit(designs[1], designs[1], ridge, visits, lambda now, apart: None)  # compiles
    loss, seconds = timed(lambda: fit(designs[0], designs[1], ridge, visits, lambda now, apart: None).held_out[-1])
    print(f"a fit of {positions:,} positions with {windows} windows and {weights:,} weights: {seconds:.1f} s")
    print(f"  held-out loss {loss:.4f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="breakthrough:8x8")
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--games", type=int, default=40)
    args = parser.parse_args()
    self_play(args.game, args.nodes, args.games)
    large_fit(100_000, 10_000, 84)


if __name__ == "__main__":
    main()
