"""All positions of a game and their values in plain Python, by the rules alone and `retrograde.py`."""

from __future__ import annotations

from collections.abc import Iterator

from plies.games.contract import RUNNING, Game, State
from plies.games.position import Position, value_of_outcome
from tests.oracles.retrograde import solve


def values_of(game: Game, start: State | None = None) -> dict[State, tuple[int, int | None]]:
    """Every state that can arise -> (+1, 0 or -1 for the side to move, plies to the end; None for a draw)."""

    def ended(state: State) -> int | None:
        code = game.rules.outcome(state)
        if code != RUNNING:
            return value_of_outcome(code, state.turn)
        if not Position(game, state).listed:
            return -1 if game.rules.without_moves == "loss" else 0
        return None

    def children(state: State) -> Iterator[State]:
        return (game.rules.play(state, move) for move in Position(game, state).listed)

    return solve(game.first if start is None else start, children, ended)


def code_of(value: int, plies: int | None) -> int:
    """A value as tables keep it."""
    if plies is None:
        return 1
    return (3 if value > 0 else 2) + 2 * plies
