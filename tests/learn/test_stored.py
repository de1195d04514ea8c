"""A run on disk: games and rounds as they were, and damage that is said."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from plies.errors import InvalidFile, StorageFailed
from plies.learn.stored import Round, Run, Trial
from tests.learn.games.test_samples import game

TRIAL = Trial(1, "all", "abc", 10, 3, (0.7, 0.6), (0.7, 0.65), 0.69, "H1", (0, 0, 1, 2, 3), "all-001-best.toml")


def test_games_and_rounds_come_back(tmp_path: Path) -> None:
    run = Run(tmp_path / "run")
    games = [game(7, [1, 2], 0.5, [0.5, -1.0]), game(8, [3], 1.0, [2.0], [1])]
    assert not run.has_games(1, 0)
    run.store_games(1, 1, games[1:])
    run.store_games(1, 0, games[:1])
    assert run.has_games(1, 0)
    for found, stored in zip(run.games(1), games, strict=True):
        assert (found.number, found.result, found.nodes) == (stored.number, stored.result, stored.nodes)
        assert np.array_equal(found.rows, stored.rows)
        assert np.array_equal(found.noisy, stored.noisy)
    made = Round(1, 500, 2, (TRIAL,), TRIAL.file, 1.5)
    run.store_round(made)
    assert run.rounds() == [made]


def test_damage_is_said(tmp_path: Path) -> None:
    run = Run(tmp_path)
    (tmp_path / "games-001-00000.npz").write_bytes(b"nothing")
    with pytest.raises(InvalidFile, match="damaged"):
        run.games(1)
    (tmp_path / "round-001.json").write_text("{}")
    with pytest.raises(InvalidFile, match="damaged"):
        run.rounds()
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageFailed, match="cannot keep a run"):
        Run(tmp_path / "file" / "run")
