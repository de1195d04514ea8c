"""Tables along an index: the same values as found ones, tier by tier."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import plies
from plies.games.solving import Index, Solving
from plies.solve.tables.builder import stages
from plies.solve.tables.builder.building import Listener, Wish, build_table
from plies.tables.table import open_table
from tests.oracles.tables import code_of, values_of


@pytest.mark.parametrize("name", [pytest.param("pebbles:3x1", marks=pytest.mark.slow), "breakthrough:2x4"])
def test_an_indexed_table_is_as_the_oracle_has_it(folder: Path, name: str) -> None:
    """Moves within a tier in pebbles, always to lower tiers in breakthrough."""
    game = plies.game(name)
    header = build_table(Wish(game, part=0))
    table = open_table(game)
    expected = values_of(game)
    assert {state: table.codes(state)[0] for state in expected} == {s: code_of(*v) for s, v in expected.items()}
    assert header.audit_seconds is not None
    assert header.start == code_of(*expected[game.first])
    assert header.positions == header.win + header.loss + header.draw


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pebbles:2x2", "pebbles:3x2", "pawns:3x4", "breakthrough:3x4", "breakthrough:2x6"])
def test_larger_indexed_tables(folder: Path, name: str) -> None:
    game = plies.game(name)
    build_table(Wish(game, part=0))
    table = open_table(game)
    expected = values_of(game)
    assert {state: table.codes(state)[0] for state in expected} == {s: code_of(*v) for s, v in expected.items()}


def test_outside_the_index_nothing_is_known(folder: Path) -> None:
    game = plies.game("pebbles:2x1")
    build_table(Wish(game, part=0))
    probe = open_table(game).probe(game.position("3,1/1,1 A"))
    assert (probe.result, probe.plies) == ("unknown", None)
    assert {known.result for known in probe.moves.values()} == {"unknown"}


def test_finished_tiers_are_not_done_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "WORTH_KEEPING", 0.0)
    wish = Wish(plies.game("breakthrough:2x4"), part=0, audit=False)
    done: list[int] = []

    def stop(numbers: int, total: int) -> None:
        done.append(numbers)
        if len(done) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_table(wish, Listener(progress=stop))
    again: list[int] = []
    whole = build_table(wish, Listener(progress=lambda numbers, total: again.append(numbers)))
    assert again[0] == done[4]  # the fifth tier was being marked
    afresh = build_table(replace(wish, threads=1))
    assert replace(afresh, seconds=0) == replace(whole, seconds=0)


def test_an_index_that_leads_upwards_is_refused(folder: Path) -> None:
    game = plies.game("breakthrough:2x4")
    index = game.solving.index
    assert index is not None
    turned = Index(_turned_layout, index.index, index.state_of, strict=True)
    with pytest.raises(plies.InvalidGame, match="a move leads to a higher tier"):
        build_table(Wish(replace(game, name="turned", solving=Solving(turned)), part=0))


def _turned_layout(first: plies.games.contract.State, part: int) -> plies.Layout:
    index = plies.game("breakthrough:2x4").solving.index
    assert index is not None
    made = index.layout(first, part)
    return plies.Layout(made.numbers, (0, made.tiers[-1]))
