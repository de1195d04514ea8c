"""plies perft: the leaves of every depth, and move by move."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.cli.conftest import Ran

Run = Callable[..., Ran]


def test_perft_counts_every_depth(run: Run) -> None:
    lines = run("perft", "pawns:3x5", "7").out.splitlines()
    assert [int(line.split()[1].replace(",", "")) for line in lines[2:]] == [3, 10, 38, 134, 518, 1962, 7092]
    assert run("perft", "pawns:3x5", "0").out.splitlines()[-1].split()[:2] == ["0", "1"]


def test_perft_divides(run: Run) -> None:
    data = json.loads(run("perft", "pawns:3x5", "5", "--divide", "--json").out)
    assert data["leaves"] == sum(data["moves"].values()) == 518
    assert set(data["moves"]) == {"a2-a3", "b2-b3", "c2-c3"}
    text = run("perft", "pawns:3x5", "5", "--divide", "--no-bulk").out
    assert all(f"{count:,}" in text for count in data["moves"].values())
    assert text.splitlines()[-1].split() == ["3", "moves", "518"]
