"""Perft on positions, through the compiled kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from plies.compile import build
from plies.compile.rules import rules_module
from plies.errors import Refused
from plies.games.position import Position

KERNEL = build.Template("perft", Path(__file__).with_name("kernel.py"), "perft", ("count_leaves",))
DEEPEST = 100


def perft(position: Position, depth: int, bulk: bool = True) -> int:
    """How many sequences of `depth` legal moves there are from here."""
    if not 0 <= depth <= DEEPEST:
        raise Refused(f"depth={depth}: perft goes from 0 to {DEEPEST} plies")
    if depth == 0:
        return 1
    kernel = build.kernel(KERNEL, position.game)
    rules: Any = rules_module(position.game)
    plies = depth + 2
    rows = np.zeros((plies, rules.FIELDS), np.uint64)
    lists = np.zeros((plies, position.game.rules.most_moves), np.int32)
    lengths, indices = np.zeros(plies, np.int64), np.zeros(plies, np.int64)
    rules.store(rows, 0, position.state)
    return int(kernel.count_leaves(rows, lists, lengths, indices, depth, bulk))


def divide(position: Position, depth: int) -> dict[str, int]:
    """Perft below each move."""
    game = position.game
    out: list[int] = [0] * game.rules.most_moves
    moves = out[: game.rules.moves(position.state, out)] if game.rules.outcome(position.state) == -1 else []
    return {game.word(position.state, move): perft(position.after(move), depth - 1) for move in moves}
