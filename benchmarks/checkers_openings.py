"""Makes the opening suite of checkers: every position after three plies in which no side loses a man by force.

    python benchmarks/checkers_openings.py            prints how many there are
    python benchmarks/checkers_openings.py --write    writes src/plies/games/checkers/openings.txt

A position is listed once, with the first of the sequences that lead to it. Each is searched nine plies deep without
reductions, captures to their end, counting pieces alone. It is kept if both sides then have the same number.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import plies
from plies.games.contract import Game, Heuristic
from plies.games.position import Position
from plies.search.engine.analysis import Engine, Options
from plies.search.limits import Limits

DEPTH, PLIES = 9, 3
TARGET = Path(__file__).parents[1] / "src" / "plies" / "games" / "checkers" / "openings.txt"


def counting_pieces(game: Game) -> Heuristic:
    """Men and kings one each, and nothing else."""
    zhao = game.heuristic("zhao")
    nothing = {feature.name: 0.0 for feature in zhao.features}
    return zhao.with_weights(nothing | {"men": 1.0, "kings": 1.0})


def suite(game: Game) -> tuple[list[Position], Counter[float]]:
    """The positions kept, in the order of their moves, and how often each value occurred."""
    engine = Engine(game, counting_pieces(game), options=Options(reductions=False))
    reached = [game.start()]
    for _ in range(PLIES):
        reached = [position.play(word) for position in reached for word in position.moves]
    kept, values = [], Counter[float]()
    for position in dict.fromkeys(reached):
        value = engine.analyse(position, Limits(depth=DEPTH)).value
        values[value] += 1
        if value == 0:
            kept.append(position)
    return kept, values


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the file in the game's folder")
    args = parser.parse_args()
    kept, values = suite(plies.game("checkers"))
    print(f"{sum(values.values())} positions, {len(kept)} kept; values for the side to move: {dict(values)}")
    if args.write:
        TARGET.write_text("".join(" ".join(position.line) + "\n" for position in kept))
        print(f"written to {TARGET}")


if __name__ == "__main__":
    main()
