"""A table that all tests of grading look at, and the truth beside it."""

from __future__ import annotations

import pytest

import plies
from plies.players.algorithm import Algorithm, Quiet
from plies.players.clock import Clock
from plies.players.player import Player
from plies.players.registry import algorithms
from plies.search.answer import Answer
from plies.solve.tables.builder.building import Wish, build_table
from plies.tables.table import Table, open_table
from tests.oracles.grading import Truth

NAME = "pebbles:3x1"


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with the table of pebbles 3x1."""
    place = str(tmp_path_factory.mktemp("graded"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLIES_TABLES", place)
        build_table(Wish(plies.game(NAME)))
    return place


@pytest.fixture(autouse=True)
def _here(tables: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_TABLES", tables)
    monkeypatch.setattr("plies.compile.build.announce", lambda what: None)


@pytest.fixture
def table(_here: None) -> Table:
    """583 positions, all results, distances up to 13."""
    return open_table(plies.game(NAME))


@pytest.fixture(scope="session")
def truth() -> Truth:
    return Truth(plies.game(NAME))


class _Broken(Quiet):
    """Answers what is no move."""

    def __init__(self, player: Player, game: plies.Game) -> None:
        pass

    def choose(self, position: plies.Position, clock: Clock) -> Answer:
        return Answer.of_move("nonsense")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Algorithm:
    """A player that never answers a move."""
    made = Algorithm("broken", "answers what is no move", _Broken, limits=(), takes_heuristic=False)
    monkeypatch.setitem(algorithms(), made.name, made)
    return made
