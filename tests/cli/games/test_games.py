"""plies games: every family, one game in detail, a game of one's own."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from plies.registry import families
from tests.cli.conftest import Ran

Run = Callable[..., Ran]


def test_games_lists_every_family(run: Run) -> None:
    ran = run("games")
    assert ran.status == 0
    assert all(name in ran.out.splitlines() for name in families())
    assert max(map(len, ran.out.splitlines())) <= 80
    data = json.loads(run("games", "--json").out)
    assert {entry["family"] for entry in data["games"]} == set(families())


def test_one_game_in_detail(run: Run) -> None:
    text = run("games", "pawns").out
    assert "pawns step straight" in text
    assert "binni-mended" in text
    assert "as white  as black" in text  # the two views of binni
    data = json.loads(run("games", "pawns:5x5", "--json").out)
    assert data["name"] == "pawns:5x5"
    assert data["heuristics"]["tryggvi"]["weights"]["protectors"] == 3
    assert data["heuristics"]["binni"]["weights_first"]["in a row"] == -1


@pytest.mark.slow
def test_a_game_of_ones_own(run: Run, nim: str) -> None:
    assert "take one to three stones" in run("games", nim).out
    assert json.loads(run("games", nim, "--json").out)["sides"] == ["left", "right"]
    assert json.loads(run("analyse", nim, "--depth", "12", "--json").out)["proof"][0] == "win"
    assert run("show", nim, "--position", "4,7").err == ("plies: '4,7': turn is 0 for left or 1 for right, not 7\n")
    assert run("show", nim, "--svg", "board.svg").err == "plies: nim has no picture of its board\n"
