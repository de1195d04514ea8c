"""Forced wins, slow and obvious: try every move to a depth, remember nothing."""

from __future__ import annotations

from plies.games.contract import RUNNING
from plies.games.position import Position


def wins_within(position: Position, attacker: int, plies: int) -> bool:
    """Whether `attacker` can force a win within so many plies, whoever moves; draws by history do not exist."""
    game, state = position.game, position.state
    code = game.rules.outcome(state)
    if code != RUNNING:
        return code == attacker
    moves = position.listed
    if not moves:
        return game.rules.without_moves == "loss" and state.turn != attacker
    if plies == 0:
        return False
    answers = (wins_within(Position(game, game.rules.play(state, move)), attacker, plies - 1) for move in moves)
    return any(answers) if state.turn == attacker else all(answers)


def shortest(position: Position, deepest: int) -> int | None:
    """The least number of plies within which the side to move can force a win."""
    for plies in range(1, deepest + 1):
        if wins_within(position, position.state.turn, plies):
            return plies
    return None
