"""Paired games between two heuristics of checkers at the same time a move, on one core.

    python benchmarks/checkers_strength.py --pairs 100 --seconds 0.05
    python benchmarks/checkers_strength.py --first 'plies(king=9)' --second plies --nodes 5000

Every pair plays one opening of the suite twice, colours turned. Prints the score of the first heuristic, the Elo
difference and its 95% interval, taken from the scores of the pairs (0, 0.5, 1, 1.5 or 2), and the same as JSON.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections import Counter

import plies
from plies.games.position import Position
from plies.search.analysis import Engine
from plies.search.limits import Limits


def play_game(start: Position, engines: tuple[Engine, Engine], limits: Limits) -> float:
    """One game; returns 1, 0.5 or 0 for the first engine, which plays red."""
    for engine in engines:
        engine.new_game()
    position = start
    while position.outcome is None:
        engine = engines[position.state.turn]
        forced = len(position.legal) == 1
        position = position.play(position.moves[0] if forced else engine.analyse(position, limits).move)
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner == position.game.sides[0])


def elo(share: float) -> float:
    share = min(max(share, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / share - 1)


def summary(pairs: list[float]) -> dict[str, object]:
    """Score, Elo and interval; the pairs are the independent observations."""
    shares = [score / 2 for score in pairs]
    mean = sum(shares) / len(shares)
    spread = math.sqrt(sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1) / len(shares))
    low, high = mean - 1.96 * spread, mean + 1.96 * spread
    return {
        "pairs": len(pairs),
        "games": 2 * len(pairs),
        "score": round(mean, 4),
        "elo": round(elo(mean), 1),
        "low": round(elo(low), 1),
        "high": round(elo(high), 1),
        "pair_scores": dict(sorted(Counter(pairs).items())),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", default="plies")
    parser.add_argument("--second", default="zhao")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.05, help="a move")
    parser.add_argument("--nodes", type=int, help="nodes a move instead of time")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = plies.game("checkers")
    limits = Limits(nodes=args.nodes) if args.nodes else Limits(seconds=args.seconds)
    first, second = (Engine(game, name, entries=1 << 18) for name in (args.first, args.second))
    openings = list(game.openings)
    random.Random(args.seed).shuffle(openings)
    pairs: list[float] = []
    begun = time.monotonic()
    for index in range(args.pairs):
        start = game.start()
        for word in openings[index % len(openings)]:
            start = start.play(word)
        pairs.append(play_game(start, (first, second), limits) + 1 - play_game(start, (second, first), limits))
        if sys.stderr.isatty() or (index + 1) % 10 == 0:
            now = summary(pairs)
            print(
                f"{now['pairs']} pairs: {now['score']:.3f}, Elo {now['elo']} [{now['low']}, {now['high']}]",
                file=sys.stderr,
            )
    result = summary(pairs) | {"first": args.first, "second": args.second, "seed": args.seed}
    result |= {"nodes": args.nodes} if args.nodes else {"seconds": args.seconds}
    print(json.dumps(result | {"minutes": round((time.monotonic() - begun) / 60, 1)}))


if __name__ == "__main__":
    main()
