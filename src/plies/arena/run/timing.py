"""Plays the two tournaments of `plies time`, game after game in this process, so that no two share a core."""

from __future__ import annotations

from collections.abc import Callable

from plies.arena.numbers.timing import Report, Row, timing_rows
from plies.arena.plan.schedule import pairings
from plies.arena.plan.timing import REFERENCE, Plan, tournaments
from plies.arena.run.match import SearcherCache, play_game
from plies.games.position import Position

#: called with the number of games done and to do, and what is being played
Progress = Callable[[int, int, str], None]


def time_heuristics(start: Position, named: str, plan: Plan, progress: Progress = lambda *_: None) -> Report:
    """Plays the games and fills both tables. `named` is the game as it was asked for."""
    tables: list[tuple[Row, ...]] = []
    stages = tournaments(start, named, plan)
    listed = [list(pairings(stage)) for stage in stages]
    done, total = 0, sum(map(len, listed))
    for todo, equal in zip(listed, ("depth", "time"), strict=True):
        records = []
        with SearcherCache() as cache:
            for pairing in todo:
                who = pairing.second if pairing.first == REFERENCE else pairing.first
                progress(done, total, f"{who}, equal {equal}")
                records.append(play_game(pairing, cache))
                done += 1
        tables.append(timing_rows(start.game, plan, records))
    progress(total, total, "done")
    return Report(start.game.name, plan.role, plan.depth, plan.seconds, plan.seed, *tables)
