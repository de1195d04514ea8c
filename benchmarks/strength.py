"""Paired games between two players of one game at the same limit a move, on one core.

    python benchmarks/strength.py checkers --first plies --second zhao --pairs 100 --seconds 0.05
    python benchmarks/strength.py pawns:8x8 --first ari --second ari,no-reductions --pairs 200 --seconds 0.02

A player is a heuristic, and after commas what its engine does without: no-reductions, no-quiescence. Every pair plays
one opening twice with the sides exchanged: the game's own openings, or else some random moves from a seed. Prints the
score of the first player, the Elo difference and its 95% interval, taken from the scores of the pairs, as JSON.
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
from plies.search.analysis import Engine, Options
from plies.search.limits import Limits

RANDOM_PLIES = 6


def player(game: plies.Game, text: str) -> Engine:
    """An engine from `heuristic,no-reductions`; commas inside brackets belong to the heuristic."""
    words = text.split(",no-")
    missing = {f"no-{word}" for word in words[1:]}
    unknown = missing - {"no-reductions", "no-quiescence"}
    if unknown:
        raise SystemExit(f"unknown option {unknown.pop()!r}; known: no-reductions, no-quiescence")
    options = Options(quiescence="no-quiescence" not in missing, reductions="no-reductions" not in missing)
    return Engine(game, words[0], entries=1 << 18, options=options)


def openings(game: plies.Game, count: int, seed: int) -> list[Position]:
    """Different positions to begin with: the game's own in random order, then random moves."""
    rng = random.Random(seed)
    found: dict[Position, None] = {}
    suite = list(game.openings)
    rng.shuffle(suite)
    for words in suite[:count]:
        position = game.start()
        for word in words:
            position = position.play(word)
        found[position] = None
    while len(found) < count:
        position = game.start()
        for _ in range(RANDOM_PLIES + (len(found) > 200) * 2):
            if position.outcome is None:
                position = position.after(rng.choice(position.legal))
        if position.outcome is None:
            found[position] = None
    return list(found)


def play_game(start: Position, engines: tuple[Engine, Engine], limits: Limits) -> float:
    """One game; 1, 0.5 or 0 for the first engine, which plays the first side."""
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
    return {
        "pairs": len(pairs),
        "games": 2 * len(pairs),
        "score": round(mean, 4),
        "elo": round(elo(mean), 1),
        "low": round(elo(mean - 1.96 * spread), 1),
        "high": round(elo(mean + 1.96 * spread), 1),
        "pair_scores": dict(sorted(Counter(pairs).items())),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--first", required=True)
    parser.add_argument("--second", required=True)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.05, help="a move")
    parser.add_argument("--nodes", type=int, help="nodes a move instead of time")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = plies.game(args.game)
    limits = Limits(nodes=args.nodes) if args.nodes else Limits(seconds=args.seconds)
    first, second = player(game, args.first), player(game, args.second)
    pairs: list[float] = []
    begun = time.monotonic()
    for start in openings(game, args.pairs, args.seed):
        pairs.append(play_game(start, (first, second), limits) + 1 - play_game(start, (second, first), limits))
        if sys.stderr.isatty() or len(pairs) % 10 == 0:
            now = summary(pairs)
            told = f"{now['pairs']} pairs: {now['score']:.3f}, Elo {now['elo']} [{now['low']}, {now['high']}]"
            print(told, file=sys.stderr)
    result = summary(pairs) | {"game": game.name, "first": args.first, "second": args.second, "seed": args.seed}
    result |= {"nodes": args.nodes} if args.nodes else {"seconds": args.seconds}
    print(json.dumps(result | {"minutes": round((time.monotonic() - begun) / 60, 1)}))


if __name__ == "__main__":
    main()
