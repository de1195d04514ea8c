"""Packing loses nothing, and says when a state does not fit."""

from __future__ import annotations

import random

import numpy as np

from plies.tables.packing import fits, hash_of, pack, packing_of, unpack, wider, width


def test_states_come_back_as_they_were() -> None:
    chance = random.Random(1)
    for _ in range(200):
        words = chance.randint(1, 6)
        base = [chance.getrandbits(64) for _ in range(words)]
        changing = [chance.getrandbits(64) & chance.getrandbits(64) for _ in range(words)]
        packing = packing_of(base, changing)
        assert width(packing) == max(1, -(-sum(mask.bit_count() for mask in changing) // 64))
        state = [word ^ (chance.getrandbits(64) & mask) for word, mask in zip(base, changing, strict=True)]
        row, packed, back = np.array(state, np.uint64), np.zeros(width(packing), np.uint64), np.zeros(words, np.uint64)
        assert fits(packing, row)
        pack(packing, row, packed)
        unpack(packing, packed, back)
        assert back.tolist() == state


def test_what_does_not_fit_is_seen_and_then_fits() -> None:
    packing = packing_of([0b1000, 5], [0b11, 0])
    row = np.array([0b1000, 4], np.uint64)
    assert not fits(packing, row)
    more = wider(packing, [0, 1])
    assert fits(more, row)
    assert fits(more, np.array([0b1111, 7], np.uint64))  # one bit more where there is room


def test_the_hash_is_of_the_whole_row() -> None:
    assert len({hash_of([1, 2, turn]) for turn in range(50)} | {hash_of([1, high, 0]) for high in range(3, 53)}) == 100
