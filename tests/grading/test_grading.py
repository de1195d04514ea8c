"""A grading from its plan to its result."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from plies.errors import Refused, UnknownName
from plies.grading.grading import Grading, Plan, grade
from plies.tables.table import Table
from tests.oracles.grading import Truth

NAME = "pebbles:3x1"


@pytest.mark.parametrize("source", ["uniform", "distance", "games"])
def test_the_table_is_always_right_and_random_far_less_often(source: str) -> None:
    plan = Plan.of(NAME, ["table", "random"], positions=150, source=source)
    found = grade(plan)
    table, random = found.players
    assert found.complete
    assert (found.game, found.table, found.table_positions) == (NAME, NAME, 583)
    assert found.sample.positions == 150 == found.sample.won + found.sample.drawn + found.sample.lost
    assert 0 < found.sample.matter < 150
    assert table.share is not None
    assert random.share is not None
    assert table.share.value == table.share.high == 1.0
    assert (table.kept, table.faults) == (table.matter, 0)
    assert table.wasted is not None
    assert table.wasted.value == 0
    assert random.share.high < 0.9
    (pair,) = found.pairs
    assert (pair.a, pair.b) == ("table", "random")
    assert pair.only_b == pair.neither == 0
    assert pair.likelihood < 0.001
    assert grade(plan) == found  # the same seed, the same report
    assert grade(Plan.of(NAME, ["table", "random"], positions=150, source=source, seed=1)) != found


def test_mistakes_are_the_worst_with_right_moves(truth: Truth) -> None:
    found = grade(Plan.of(NAME, ["random"], positions=400))
    assert [one.loss for one in found.mistakes] == [1.0] * 5  # wins thrown away come first
    nearest = [int(one.value.split()[2]) for one in found.mistakes]
    assert nearest == sorted(nearest)
    for one in found.mistakes:
        position = truth.game.position(one.position)
        assert position.turn == one.turn
        assert one.value.startswith("win in ")
        assert one.after.startswith("loss in ")
        losses = dict(zip(position.moves, truth.losses(position.state), strict=True))
        assert losses[one.played] == one.loss
        assert set(one.right) == {word for word, loss in losses.items() if loss == 0}
        assert one.link.startswith("/play#game=pebbles%3A3x1&start=")


def test_the_heuristics_of_players_are_graded_too(table: Table) -> None:
    name = table.game.default
    found = grade(Plan.of(NAME, [f"{name}@depth=2", f"{name}@nodes=50", "random"], positions=50))
    assert [one.heuristic for one in found.heuristics] == [name]
    bare = grade(Plan.of(NAME, [], [name], positions=50))
    assert bare.heuristics == found.heuristics
    assert (bare.players, bare.pairs, bare.mistakes) == ((), (), ())


def test_one_more_ply_is_worth_something(table: Table) -> None:
    name = table.game.default
    shallow, deep = grade(Plan.of(NAME, [f"{name}@depth=1", f"{name}@depth=12"], positions=300)).players
    assert deep.kept > shallow.kept
    assert deep.faults == shallow.faults == 0


def test_what_is_refused() -> None:
    with pytest.raises(UnknownName, match="no table of pebbles:2x2; make it with plies table build pebbles:2x2"):
        grade(Plan.of("pebbles:2x2", ["random"]))
    with pytest.raises(Refused, match="name who is to be graded"):
        Plan.of(NAME, [])
    with pytest.raises(Refused, match="from 1 to 1,000,000"):
        Plan.of(NAME, ["random"], positions=0)
    with pytest.raises(Refused, match="need players"):
        Plan.of(NAME, [], ["security"], source="games")
    with pytest.raises(Refused, match="positions come from uniform, games, distance, not from 'nowhere'"):
        Plan.of(NAME, ["random"], source="nowhere")
    with pytest.raises(Refused, match="neither humans nor remote players"):
        Plan.of(NAME, ["ggp://host:9147@5s"])
    with pytest.raises(UnknownName, match="no heuristic 'nobody'"):
        Plan.of(NAME, [], ["nobody"])


def names_of(kind: object) -> set[str]:
    """The fields of a dataclass, and those of the dataclasses in them."""
    if not is_dataclass(kind):
        return set().union(*map(names_of, get_args(kind)))
    hints = get_type_hints(kind)
    return {one.name for one in fields(kind)}.union(*map(names_of, hints.values()))


def test_every_field_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "grading.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)`", page))
    assert {"by_distance", "not_loss_area", "only_a", "high"} <= names_of(Grading)
    assert names_of(Grading) - named == set()
