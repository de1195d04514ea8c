"""What a heuristic says of a position, for people: the number that is searched, and the terms that it is made of.

Python's integers do not wrap around and the machine's do, so a user-written heuristic can be another one when it is
compiled. It is therefore shown as it is searched: by its compiled functions, unless Numba cannot compile them. The
heuristics that come with Plies are tested to be alike; they need no Numba here.
"""

from __future__ import annotations

from collections.abc import Callable

from plies.games.contract import Game, Heuristic, State
from plies.games.position import Evaluation, Position


def evaluation_by(game: Game, heuristic: Heuristic) -> Callable[[State, int], Evaluation]:
    """`(state, me) -> Evaluation`. What is to be compiled is compiled now."""
    if heuristic.comes_with_plies:
        return lambda state, me: Position(game, state).evaluate(heuristic, me)
    from plies.compile.evaluators import taken_apart

    return taken_apart(game, heuristic)
