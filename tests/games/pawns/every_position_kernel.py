"""Static proofs beside a table, for every position of its index. A kernel, see `plies/compile/game_rules.py`."""

from __future__ import annotations

from typing import Any

from plies.compile.game_rules import cannot_win, index_of, load, moves, outcome, state_at, static_proof
from plies.games.contract import RUNNING
from plies.tables.codes import DRAW, UNKNOWN, distance, is_won
from plies.tables.file.view import View, read_value


def compare(view: View, total: int, listed: Any, counts: Any) -> int:
    """The number of a position with a false claim, -1 without one; `counts` gets how many run, are decided,

    and are said to be won by one side or nobody."""
    first = load(view.first, 0)
    for number in range(total):
        state = state_at(number, first, view.numbers)
        if index_of(state, view.numbers) != number or outcome(state) != RUNNING or moves(state, listed) == 0:
            continue
        code = read_value(view, number)
        counts[0] += 1
        near = static_proof(state)
        if near != 0:
            counts[1] += 1
            if code in (DRAW, UNKNOWN) or is_won(code) != (near > 0) or distance(code) > abs(near):
                return number
        for side in range(2):
            if cannot_win(state, side):
                counts[2] += 1
                if code != DRAW and is_won(code) == (state.turn == side):
                    return number
    return -1
