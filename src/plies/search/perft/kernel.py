"""Perft: how many sequences of legal moves of a given length there are. A kernel, see `game_rules.py`."""

from __future__ import annotations

from typing import Any

from plies.compile.game_rules import load, moves, outcome, play, store
from plies.compile.intrinsics import borrowed
from plies.games.contract import RUNNING


def count_leaves(rows: Any, lists: Any, lengths: Any, indices: Any, depth: int, bulk: bool) -> int:
    """Leaves below the state in row 0. With `bulk` the last ply is counted without being played.

    A finished game has no successors, so it is a leaf only at the full depth.
    """
    rows, lists, lengths, indices = borrowed(rows), borrowed(lists), borrowed(lengths), borrowed(indices)
    leaves = 0
    ply = 0
    state = load(rows, 0)
    lengths[0] = moves(state, lists[0]) if outcome(state) == RUNNING else 0
    indices[0] = 0
    if depth == 1 and bulk:
        return int(lengths[0])
    while ply >= 0:
        if indices[ply] == lengths[ply]:
            ply -= 1
            continue
        child = play(load(rows, ply), lists[ply, indices[ply]])
        indices[ply] += 1
        store(rows, ply + 1, child)
        if ply + 1 == depth:
            leaves += 1
            continue
        if outcome(child) != RUNNING:
            continue
        n = moves(child, lists[ply + 1])
        if bulk and ply + 2 == depth:
            leaves += n
            continue
        ply += 1
        lengths[ply] = n
        indices[ply] = 0
    return leaves
