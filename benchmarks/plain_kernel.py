"""Alpha-beta to a fixed depth with a table, and nothing else: the yardstick. A kernel, see `compile/game_rules.py`.

Fail-soft, in the order the rules list the moves but the table's move first; an entry is used only if it was searched
to the same depth, so the value is that of minimax. `benchmarks/native/plain.c` is the same algorithm in C, node for
node. Four words a table entry: key, value, move | depth << 32 | bound << 40, and one unused.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plies.compile.game_rules import WITHOUT_MOVES, any_move, key, load, moves, outcome, play, store
from plies.compile.intrinsics import bits_float, borrowed, call_heuristic, float_bits
from plies.games.bits import i64, u64
from plies.games.contract import DRAWN, RUNNING
from plies.search.engine.arguments import Heuristics
from plies.search.engine.table import (
    EXACT,
    LOWER,
    UPPER,
    entry_bound,
    entry_depth,
    entry_move,
    from_here,
    from_root,
    pack,
)
from plies.values import WIN


class Stack(NamedTuple):
    """A row for each ply. `windows` has alpha, beta, best and start."""

    rows: Any
    lists: Any
    lengths: Any
    indices: Any
    best_moves: Any
    keys: Any
    windows: Any


def search(stack: Stack, table: Any, heuristics: Heuristics, depth: int) -> tuple[float, int]:
    """The value of row 0 for its side to move, and the nodes."""
    rows, lists, table, weights = (
        borrowed(stack.rows),
        borrowed(stack.lists),
        borrowed(table),
        borrowed(heuristics.weights),
    )
    lengths, indices, best_moves = stack.lengths, stack.indices, stack.best_moves
    keys, windows = stack.keys, stack.windows
    me, evaluator, centre = heuristics.me, heuristics.evaluator, heuristics.centre
    mask = u64(table.shape[0] - 1)
    nodes = 0
    ply = 0
    value = 0.0
    entering = True
    windows[0, 0], windows[0, 1] = -WIN, WIN
    while True:
        if entering:
            # 1. An ended game, a leaf.
            nodes += 1
            entering = False
            state = load(rows, ply)
            result = outcome(state)
            if result != RUNNING:
                value = 0.0 if result == DRAWN else (WIN - ply if result == state.turn else ply - WIN)
            elif ply == depth:
                if any_move(state, lists[ply]):
                    value = call_heuristic(evaluator, rows, ply, me, weights) - centre
                    if state.turn != me:
                        value = -value
                else:
                    value = 0.0 if WITHOUT_MOVES == 0 else ply - WIN
            else:
                # 2. The table.
                here = key(state)
                keys[ply] = here
                at = i64(here & mask)
                first = -1
                alpha, beta = windows[ply, 0], windows[ply, 1]
                known = False
                if table[at, 0] == here:
                    meta = table[at, 2]
                    first = entry_move(meta)
                    if entry_depth(meta) == depth - ply:
                        bound = entry_bound(meta)
                        value = from_root(bits_float(table[at, 1]), ply)
                        known = (
                            bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
                        )
                if not known:
                    # 3. The moves, the table's first.
                    n = moves(state, lists[ply])
                    if n == 0:
                        value = 0.0 if WITHOUT_MOVES == 0 else ply - WIN
                    else:
                        for i in range(n):
                            if lists[ply, i] == first:
                                lists[ply, i] = lists[ply, 0]
                                lists[ply, 0] = first
                                break
                        lengths[ply], indices[ply], best_moves[ply] = n, 0, lists[ply, 0]
                        windows[ply, 2], windows[ply, 3] = -2 * WIN, alpha
                        store(rows, ply + 1, play(state, lists[ply, 0]))
                        windows[ply + 1, 0], windows[ply + 1, 1] = -beta, -alpha
                        ply += 1
                        entering = True
                        continue
            if ply == 0:
                return value, nodes
            ply -= 1
            value = -value
        # 4. Back in the parent with a child's value.
        index = indices[ply]
        if value > windows[ply, 2]:
            windows[ply, 2] = value
            if value > windows[ply, 0]:
                windows[ply, 0] = value
                best_moves[ply] = lists[ply, index]
        best, beta = windows[ply, 2], windows[ply, 1]
        index += 1
        if best < beta and index < lengths[ply]:
            indices[ply] = index
            store(rows, ply + 1, play(load(rows, ply), lists[ply, index]))
            windows[ply + 1, 0], windows[ply + 1, 1] = -beta, -windows[ply, 0]
            ply += 1
            entering = True
            continue
        # 5. Done: keep it, return it.
        here = keys[ply]
        at = i64(here & mask)
        bound = LOWER if best >= beta else (EXACT if best > windows[ply, 3] else UPPER)
        table[at, 0] = here
        table[at, 1] = float_bits(from_here(best, ply))
        table[at, 2] = pack(best_moves[ply], depth - ply, bound, 0, 0)
        value = best
        if ply == 0:
            return value, nodes
        ply -= 1
        value = -value
