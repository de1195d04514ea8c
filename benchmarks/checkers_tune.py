"""Tunes the weights of the heuristic `plies` of checkers on games that it plays against itself.

    python benchmarks/checkers_tune.py play games.txt --games 2000 --nodes 2000     adds positions with their results
    python benchmarks/checkers_tune.py fit games.txt                                prints the weights that fit them

A line of the file is a position without captures and the result of its game for Red, 1, 0.5 or 0. The fit is a
logistic regression of the result on the heuristic's own features, held near the present weights, and scaled so that
a man stays at 5. Results of quick games show little about material (a lead is often not converted), so material is best
kept with --fixed men,kings,lead. A new set of weights is taken only if it wins paired games (plies tournament).
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

import plies
from plies.games.checkers.rules import CAPTURE
from plies.games.contract import Game, Heuristic
from plies.search.engine.analysis import Engine
from plies.search.limits import Limits

MAN = 5.0


def play(path: Path, games: int, nodes: int, seed: int) -> None:
    """Plays games from the opening suite with four random plies more, and notes their quiet positions."""
    game, rng = plies.game("checkers"), random.Random(seed)
    engines = [Engine(game, "plies", entries=1 << 16) for _ in range(2)]
    with path.open("a") as out:
        for _ in range(games):
            position = game.start()
            for word in rng.choice(game.openings):
                position = position.play(word)
            for _ in range(4):
                if position.outcome is None:
                    position = position.after(rng.choice(position.legal))
            seen = []
            for engine in engines:
                engine.new_game()
            while position.outcome is None:
                if position.legal[0] < CAPTURE:
                    seen.append(position.text)
                move = engines[position.state.turn].analyse(position, Limits(nodes=nodes)).move
                position = position.play(move)
            winner = position.outcome.winner
            result = 0.5 if winner is None else float(winner == "red")
            out.writelines(f"{text} {result}\n" for text in seen[::2])
            out.flush()


def features(game: Game, heuristic: Heuristic, path: Path) -> tuple[Any, Any]:
    """One row a position: every feature of Red minus that of White, and the results."""
    rows, results = [], []
    for line in sorted(set(path.read_text().splitlines())):
        text, result = line.split()
        state = game.parse(text) if game.parse else None
        rows.append(
            [
                feature.count(state, 0, *feature.extra) - feature.count(state, 1, *feature.extra)
                for feature in heuristic.features
            ]
        )
        results.append(float(result))
    return np.array(rows), np.array(results)


def fit(path: Path, hold: float, fixed: list[str]) -> None:
    game = plies.game("checkers")
    heuristic = game.heuristic("plies")
    x, y = features(game, heuristic, path)
    present = np.array(heuristic.weights)
    # the scale that makes the present weights fit best, then the weights at that scale
    scale = min(np.linspace(0.02, 1.0, 50), key=lambda s: loss(present * s, x, y)[0])
    start = present * scale
    spread = x.std(axis=0) + 1e-9
    stay = np.array([feature.name in fixed for feature in heuristic.features])

    def held(weights: Any) -> tuple[float, Any]:
        value, slope = loss(weights, x, y)
        away = (weights - start) * spread
        return value + hold * float(away @ away), np.where(stay, 0.0, slope + 2 * hold * away * spread)

    found = minimize(held, start, jac=True, method="L-BFGS-B").x
    found *= MAN / found[0]
    print(
        f"{len(y)} positions, mean result {y.mean():.3f}, loss {loss(start, x, y)[0]:.5f} -> {loss_at(found, x, y):.5f}"
    )
    for feature, old, new in zip(heuristic.features, present, found, strict=True):
        print(f"{feature.name:16} {old:8.2f} {new:8.2f}")
    print("plies(" + ",".join(f"{f.name}={w:.2f}" for f, w in zip(heuristic.features, found, strict=True)) + ")")


def loss(weights: Any, x: Any, y: Any) -> tuple[float, Any]:
    """Mean cross-entropy of the results, and its slope."""
    z = x @ weights
    value = float(np.mean(np.logaddexp(0, z) - y * z))
    return value, x.T @ (1 / (1 + np.exp(-z)) - y) / len(y)


def loss_at(weights: Any, x: Any, y: Any) -> float:
    return min(loss(weights * scale, x, y)[0] for scale in np.linspace(0.02, 1.0, 50))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=2000, help="per move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hold", type=float, default=0.001, help="how much the present weights count")
    parser.add_argument("--fixed", default="", metavar="TERM,...", help="terms that keep their weights")
    args = parser.parse_args()
    if args.what == "play":
        play(args.file, args.games, args.nodes, args.seed)
    else:
        fit(args.file, args.hold, args.fixed.split(","))


if __name__ == "__main__":
    main()
