"""The order of moves, by the functions that the kernel compiles, run as plain Python."""

from __future__ import annotations

import random

import numpy as np

from plies.search.engine import ordering
from plies.search.engine.arguments import Memory, new_memory
from plies.search.engine.layout import C_CUTOFFS, C_FIRST_CUTOFFS, COUNTERS
from plies.search.engine.probing import NO_VIEW
from plies.search.engine.tuning import HISTORY_CEILING, HISTORY_MALUS, KILLER, NOISY_MOVE, TABLE_MOVE


def memory() -> Memory:
    return new_memory(np.zeros(8, np.uint64), 50, NO_VIEW)


def test_a_cut_off_by_a_quiet_move_is_counted_and_remembered() -> None:
    known, counters = memory(), np.zeros(COUNTERS, np.int64)
    moves, scores = np.array([7, 8, 9], np.int32), np.zeros(3)
    ordering.cut_off(known, counters, moves, scores, 5, 2, 1, 3)
    assert (counters[C_CUTOFFS], counters[C_FIRST_CUTOFFS]) == (1, 0)
    assert known.killers[5].tolist() == [9, -1]
    assert known.history[1, [7, 8, 9]].tolist() == [-(9 // HISTORY_MALUS), -(9 // HISTORY_MALUS), 9]
    ordering.cut_off(known, counters, moves, scores, 5, 0, 1, 2)
    ordering.cut_off(known, counters, moves, scores, 5, 0, 1, 2)  # the same killer twice is one
    assert (counters[C_CUTOFFS], counters[C_FIRST_CUTOFFS]) == (3, 2)
    assert known.killers[5].tolist() == [7, 9]
    assert not known.history[0].any()


def test_a_cut_off_by_a_noisy_move_or_in_quiescence_is_only_counted() -> None:
    for score, depth in ((NOISY_MOVE + 1, 4), (TABLE_MOVE, 4), (0.0, 0), (0.0, -2)):
        known, counters = memory(), np.zeros(COUNTERS, np.int64)
        ordering.cut_off(known, counters, np.array([7], np.int32), np.array([score]), 5, 0, 0, depth)
        assert (counters[C_CUTOFFS], counters[C_FIRST_CUTOFFS]) == (1, 1)
        assert (known.killers == -1).all()
        assert not known.history.any()


def test_history_never_reaches_the_killers() -> None:
    history = np.zeros((2, 50), np.int64)
    for _ in range(3):
        ordering.reward(history, 0, np.array([3], np.int32), 0, 30_000)
    assert history[0, 3] == HISTORY_CEILING < KILLER < NOISY_MOVE < TABLE_MOVE


def test_moves_are_picked_in_the_order_of_a_stable_sort() -> None:
    rng = random.Random(1)
    for _ in range(200):
        n = rng.randrange(1, 12)
        moves, scores = np.arange(n, dtype=np.int32), np.array([float(rng.randrange(5)) for _ in range(n)])
        expected = sorted(range(n), key=lambda move: -scores[move])
        for index in range(n):
            ordering.pick(moves, scores, index, n)
        assert moves.tolist() == expected


def test_moves_are_left_out_and_brought_forward_without_a_change_of_order() -> None:
    moves = np.array([5, 3, 8, 1, 9], np.int32)
    assert ordering.leave_out(moves, 5, np.zeros(0, np.int32)) == 5
    ordering.bring_forward(moves, 5, 8)
    assert moves.tolist() == [8, 5, 3, 1, 9]
    assert ordering.leave_out(moves, 5, np.array([5, 9], np.int32)) == 3
    assert moves[:3].tolist() == [8, 3, 1]
