"""The node counts on record, and the command that keeps them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import plies
from plies.errors import InvalidFile
from plies.registry import families
from plies.search import bench
from tests.cli.conftest import Ran

Run = Callable[..., Ran]


@pytest.mark.parametrize("family", sorted(families()))
def test_counts_are_as_recorded(family: str) -> None:
    """Whoever changes rules or search runs `plies bench --update src/plies/search/counts` and says the new counts."""
    kept = bench.recorded(family)
    assert kept, f"no node count on record: run `plies bench {family} --update src/plies/search/counts`"
    for name, count in kept.items():
        game = plies.game(name)
        if game.bench:
            assert count.tasks == tuple(game.bench)
        assert bench.count_nodes(game, count.tasks).nodes == count.nodes


def test_the_choice_of_positions_is_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ENOUGH", 2_000)
    game = plies.game("pawns:6x6")
    tasks = bench.choose_tasks(game)
    assert tasks == bench.choose_tasks(game)
    assert tasks[0][0] == game.start().text
    assert len({text for text, _ in tasks}) == len(tasks) > 3


def test_record_compare_and_update(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ENOUGH", 2_000)
    monkeypatch.setattr(bench, "COUNTS", tmp_path)
    monkeypatch.setattr(bench.recorded, "__defaults__", (tmp_path,))
    assert "not recorded" in run("bench", "pawns:5x5", "--update", str(tmp_path)).out
    ran = run("bench", "pawns:5x5")
    assert ran.status == 0
    assert "as recorded" in ran.out
    file = tmp_path / "pawns.json"
    kept = json.loads(file.read_text())
    nodes = kept["pawns:5x5"]["nodes"]
    kept["pawns:5x5"]["nodes"] = nodes + 1
    file.write_text(json.dumps(kept))
    ran = run("bench", "pawns:5x5", "--json")
    assert ran.status == 1
    entry = json.loads(ran.out)["games"][0]
    assert (entry["nodes"], entry["recorded"]) == (nodes, nodes + 1)
    assert f"changed: was {nodes + 1:,}" in run("bench", "pawns:5x5").out
    assert run("bench", "pawns:5x5", "--update", str(tmp_path)).status == 0
    assert run("bench", "pawns:5x5").status == 0


def test_a_broken_file_of_counts(tmp_path: Path) -> None:
    (tmp_path / "pawns.json").write_text('{"pawns:5x5": {"nodes": 3}}')
    with pytest.raises(InvalidFile, match="does not hold node counts"):
        bench.recorded("pawns", tmp_path)
    with pytest.raises(InvalidFile, match="cannot write"):
        bench.record("breakthrough:5x5", bench.Count((), 1), tmp_path / "nowhere")
