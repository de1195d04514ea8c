"""Games as bytes: the way there and back, and bytes that are none."""

from __future__ import annotations

import numpy as np
import pytest

from plies.errors import InvalidFile
from plies.learn.games.packing import pack, unpack
from tests.learn.games.test_samples import game


def test_games_come_back() -> None:
    games = [game(7, [1, 2], 0.5, [0.5, float("nan")]), game(8, [3], 1.0, [2.0], [1])]
    for found, packed in zip(unpack(pack(games), "it"), games, strict=True):
        assert (found.number, found.result, found.nodes) == (packed.number, packed.result, packed.nodes)
        assert np.array_equal(found.rows, packed.rows)
        assert np.array_equal(found.values, packed.values, equal_nan=True)
        assert np.array_equal(found.noisy, packed.noisy)
    assert unpack(pack([]), "it") == []


def test_other_bytes_are_refused() -> None:
    for data in (b"", b"nothing", pack([game(1, [1], 1.0, [0.0])])[:-40]):
        with pytest.raises(InvalidFile, match="it is damaged"):
            unpack(data, "it")
