"""Measures the levels of play: each against the one below it on the usual board of every game.

    nice -n 10 python benchmarks/levels.py                      all boards, 100 games a match
    python benchmarks/levels.py --boards pebbles:4x2 --games 200

The levels are limited by depth or nodes, so the results do not depend on the machine. Perfect takes part where a table
of the board is in the folder of tables (`plies table build pebbles:4x2`). What was measured goes into
`src/plies/players/levels/measured.json`, board by board; boards that are not named keep what they have.
"""

from __future__ import annotations

import argparse
import time
from datetime import UTC, datetime
from itertools import pairwise

import plies
from plies.players.levels.levels import Level, levels_of
from plies.players.levels.measured import FILE, Measured, Step, generation, sight_of, stored, text_of
from plies.players.levels.ratings import ratings
from plies.registry import families


def matched(board: str, lower: Level, upper: Level, games: int, workers: int) -> Step:
    """The match of two neighbours, seen from the upper one."""
    played = plies.match(board, upper.player, lower.player, games=games, seed=17, workers=workers)
    pairing = played.standings.pairings[0]
    found = pairing.estimate
    numbers = found.elo, found.elo_low, found.elo_high
    if pairing.a == lower.player:
        numbers = _opposite(found.elo), _opposite(found.elo_high), _opposite(found.elo_low)
    elo, low, high = (None if number is None else round(number, 1) for number in numbers)
    return Step(upper.name, upper.player, pairing.games, elo, low, high)


def _opposite(number: float | None) -> float | None:
    return None if number is None else -number


def measure(board: str, games: int, workers: int) -> None:
    """All levels of a board; each is kept as soon as it is measured."""
    levels = levels_of(plies.game(board))
    steps = [Step(levels[0].name, levels[0].player)]
    for lower, upper in pairwise(levels):
        began = time.monotonic()
        step = matched(board, lower, upper, games, workers)
        steps.append(step)
        keep(Measured(board, datetime.now(UTC).date().isoformat(), generation(), tuple(steps), sight_of(board)))
        print(f"{board}: {upper.name} against {lower.name}, {step.games} games:", end=" ")
        print(f"{step.elo} ({step.low} to {step.high}), {time.monotonic() - began:.0f} s", flush=True)
    for name, rating in ratings(steps):
        print(f"  {name:8} {rating.elo} ({rating.low:.0f} to {rating.high})")


def keep(found: Measured) -> None:
    stored.cache_clear()  # another run may have measured another board meanwhile
    kept = {one.board: one for one in stored()} | {found.board: found}
    FILE.write_text(text_of(kept.values()), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usual = [plies.game(name).name for name in sorted(families())]
    parser.add_argument("--boards", nargs="+", default=usual)
    parser.add_argument("--games", type=int, default=100, help="of each match")
    parser.add_argument("--workers", type=int, default=0, help="processes; 0: all games in this one")
    asked = parser.parse_args()
    for board in asked.boards:
        measure(board, asked.games, asked.workers)


if __name__ == "__main__":
    main()
