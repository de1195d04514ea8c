"""Small games made of a random graph, for tests: a token moves along arrows, positions come back, some are final.

They try the search harder than real games do: repetition on every path, and transpositions at every depth.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from plies.games.contract import DRAWN, FIRST_WON, RUNNING, SECOND_WON, Game, Heuristic, Rules


class State(NamedTuple):
    place: int
    turn: int


class Arrows(NamedTuple):
    """A graph: where each place leads, how each place ends the game (or not), what it is estimated at."""

    arrows: tuple[tuple[int, ...], ...]
    results: tuple[int, ...]
    estimates: tuple[int, ...]
    #: an arrow to a higher level cannot be taken back; none leads to a lower one
    levels: tuple[int, ...]
    quiet_limit: int


def graph_game(graph: Arrows) -> Game:
    def moves(state: State, out: Any) -> int:
        targets = graph.arrows[state.place]
        out[: len(targets)] = range(len(targets))
        return len(targets)

    def play(state: State, move: int) -> State:
        return State(graph.arrows[state.place][move], 1 - state.turn)

    def outcome(state: State) -> int:
        return graph.results[state.place]

    def progress(state: State, move: int) -> bool:
        return graph.levels[graph.arrows[state.place][move]] > graph.levels[state.place]

    def estimate(state: State, me: int) -> float:
        return float(graph.estimates[2 * state.place + state.turn] * (1 if me == 0 else -1))

    rules = Rules(
        state=State,
        moves=moves,
        play=play,
        outcome=outcome,
        most_moves=4,
        move_codes=4,
        can_repeat=True,
        progress=progress,
        plies_without_progress=graph.quiet_limit,
    )
    shown = Heuristic("estimate", "the number written at the place", function=estimate)
    return Game("graph", "a token on a graph", ("A", "B"), rules, State(0, 0), {"estimate": shown}, "estimate")


def random_graph(seed: int) -> Arrows:
    """Places along a line with arrows to near ones, so that ways meet and come back; half have two or three levels."""
    rng = random.Random(seed)
    size = rng.randint(4, 14)
    levels = tuple(sorted(rng.choice((0, 0, 1, 2)) for _ in range(size))) if rng.random() < 0.5 else (0,) * size
    arrows: list[tuple[int, ...]] = [(1, 2)]
    for place in range(1, size):
        near = [to for to in range(size) if 0 < abs(to - place) <= 3 and levels[to] >= levels[place]]
        arrows.append(tuple(rng.sample(near, min(len(near), rng.choice((1, 2, 3, 3, 3))))))
    ends = (RUNNING,) * 30 + (FIRST_WON, SECOND_WON, DRAWN)
    results = (RUNNING, *(rng.choice(ends) for _ in range(size - 1)))
    estimates = tuple(rng.randint(-9, 9) for _ in range(2 * size))
    return Arrows(tuple(arrows), results, estimates, levels, rng.choice((0, 4, 5, 6) if levels[-1] else (0, 0, 0, 5)))
