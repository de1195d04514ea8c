"""The exact value of every position of a small game, from the game's own rules in plain Python and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from plies.games.contract import DRAWN, RUNNING, Game, State
from tests.oracles.retrograde import solve

#: +1, 0 or -1 for the side to move, and the plies to the end under best play; None for a draw
Value = tuple[int, int | None]


def moves(game: Game, state: State) -> list[int]:
    out = [0] * game.rules.most_moves
    return out[: game.rules.moves(state, out)]


def ended(game: Game, state: State) -> int | None:
    code = game.rules.outcome(state)
    if code == DRAWN:
        return 0
    if code != RUNNING:
        return 1 if code == state.turn else -1
    if moves(game, state):
        return None
    return 0 if game.rules.without_moves == "draw" else -1


def whole_game(game: Game, starts: Iterable[State]) -> dict[State, Value]:
    """The value of every state that can arise from these; endless play is a draw."""
    beginning = "all of them"  # one node above the starts, so that one call solves them together
    starts = list(starts)

    def children(node: State | str) -> list[State]:
        return starts if isinstance(node, str) else [game.rules.play(node, move) for move in moves(game, node)]

    values = solve(beginning, children, lambda node: None if isinstance(node, str) else ended(game, node))
    del values[beginning]
    return values


def value_of_move(game: Game, values: dict[State, Value], state: State, move: int) -> Value:
    """What a move is worth to the side that makes it."""
    value, plies = values[game.rules.play(state, move)]
    return -value, None if plies is None else plies + 1
