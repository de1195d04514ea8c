"""The algorithms by name: those of Plies, and those that other packages announce."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from plies.errors import InvalidGame, UnknownName
from plies.players import registry
from plies.players.algorithm import Algorithm
from plies.players.notation import parse_player
from plies.players.options import ORDER, whole
from plies.players.registry import GROUP, BrokenPackage, algorithm, algorithms, is_exact, threads_of
from tests.players.greedy import GREEDY
from tests.players.pairings import START


class Announced:
    """Stands for what `importlib.metadata` finds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.points: list[object] = []
        monkeypatch.setattr(registry, "entry_points", lambda group: self.points if group == GROUP else [])

    def add(self, value: str, name: str = "greedy", dist: str = "greedy-player") -> None:
        point = EntryPoint(name, value, GROUP)
        self.points.append(SimpleNamespace(name=name, value=value, load=point.load, dist=_dist(dist)))


def _dist(name: str) -> SimpleNamespace | None:
    return SimpleNamespace(name=name, version="1.2") if name else None


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> Iterator[Announced]:
    algorithms.cache_clear()
    yield Announced(monkeypatch)
    algorithms.cache_clear()


def test_those_of_plies() -> None:
    assert {"engine", "minimax", "alphabeta", "soft", "path", "random", "remote", "human"} <= set(algorithms())
    assert all(name == one.name and one.about and not one.package for name, one in algorithms().items())


def test_an_alias_is_read() -> None:
    assert algorithm("textbook") is algorithm("alpha-beta") is algorithms()["alphabeta"]
    with pytest.raises(UnknownName, match="no algorithm 'mcts'; known: engine, "):
        algorithm("mcts")
    with pytest.raises(UnknownName, match=r"no algorithm 'txtbook' \(did you mean textbook\?\)"):
        algorithm("txtbook")


def test_whose_moves_follow_from_the_position_alone() -> None:
    sure = {name for name, one in algorithms().items() if one.is_deterministic}
    assert {"engine", "minimax", "alphabeta", "soft", "path"} <= sure
    assert sure.isdisjoint({"random", "remote", "human"})


def test_who_holds_a_table() -> None:
    held = {name for name, one in algorithms().items() if one.entries(parse_player("ari@depth=2"))}
    assert "engine" in held
    assert held.isdisjoint({"minimax", "random", "remote", "human"})


@pytest.mark.parametrize("name", algorithms())
def test_every_option_of_an_algorithm_is_read_as_it_is_written(name: str) -> None:
    for option in algorithm(name).options:
        assert option.about
        assert option.right
        examples = [option.default, *option.choices, *((option.low, option.high) if option.high else ())]
        for value in (example for example in examples if example is not None):
            assert option.read(option.write(value)) == value
        with pytest.raises(ValueError, match=r"^\?$"):
            option.read("?")


def test_an_algorithm_of_another_package_is_found_and_plays(announced: Announced) -> None:
    announced.add("tests.players.greedy:GREEDY")
    found = algorithm("greedy")
    assert found.package == "greedy-player 1.2"
    assert list(algorithms())[-1] == "greedy"
    player = parse_player("ari@algorithm=greedy,width=2")
    answer = found.make(player, START.game).choose(START, None)  # type: ignore[arg-type]
    assert answer.move in START.moves[:2]
    assert answer.nodes == 2


def test_a_package_without_a_name_is_called_by_what_it_announces(announced: Announced) -> None:
    announced.add("tests.players.greedy:GREEDY", dist="")
    assert algorithm("greedy").package == "tests.players.greedy:GREEDY"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (["tests.players.greedy:GREEDY"] * 2, "greedy-player 1.2 announces the algorithm 'greedy', which is taken"),
        (["tests.players.greedy:Greedy"], r"entry point 'greedy' of plies.algorithms \(greedy-player 1.2\) is not a"),
        (["tests.players.nowhere:GREEDY"], "greedy-player 1.2 announces 'greedy', but ModuleNotFoundError: No module"),
        (["tests.players.greedy:NOTHING"], "greedy-player 1.2 announces 'greedy', but AttributeError: "),
    ],
)
def test_what_is_announced_wrongly_is_left_out_with_a_notice(
    announced: Announced, values: list[str], said: str
) -> None:
    for value in values:
        announced.add(value)
    with pytest.warns(BrokenPackage, match=said) as noted:
        known = algorithms()
    assert [len(str(one.message).splitlines()) for one in noted] == [1]
    assert str(noted[0].message).endswith("; it is left out")
    assert {"engine", "random"} <= set(known)  # everybody else plays on
    assert parse_player("ari@1s").algorithm == "engine"
    if len(values) == 2:  # the first is used
        assert algorithm("greedy").package
        return
    for text in ("ari@algorithm=greedy", "greedy"):
        with pytest.raises(InvalidGame, match=said):
            parse_player(text)


def test_a_package_that_ends_the_program_when_it_is_imported(
    announced: Announced, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "leaves_at_once.py").write_text("import sys; sys.exit('bye\\nbye')")
    announced.add("leaves_at_once:GREEDY")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.warns(BrokenPackage, match="but SystemExit: bye bye"):
        assert "greedy" not in algorithms()


def test_options_are_found_by_name() -> None:
    width = GREEDY.option("width")
    assert width is not None
    assert (width.low, width.high, width.default, width.form) == (1, 99, 5, "whole number")
    assert GREEDY.option("depth") is None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": "two words"}, "algorithm 'two words': a name is small letters, digits, - and _"),
        ({"name": "a,b"}, "algorithm 'a,b'"),
        ({"aliases": ("A",)}, "algorithm 'A': a name is small letters"),
        ({"options": (whole("depth", "", 1, 2),)}, "'greedy': the option 'depth' is taken"),
        ({"options": (whole("name", "", 1, 2),)}, "'greedy': the option 'name' is taken"),
        ({"options": (whole("one", "", 1, 2),) * 2}, "'greedy': the option 'one' is taken"),
        ({"options": (whole("top3", "", 1, 2),)}, "option 'top3': a name is small letters, - and _"),
        ({"options": (replace(ORDER, name="rollout"),)}, "option 'rollout' names a heuristic; call it order"),
    ],
)
def test_names_that_no_player_could_be_written_with(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidGame, match=said):
        replace(GREEDY, **changes)


# -- what is asked of a player and its algorithm together ------------------------------------------------------------


def test_threads_are_those_of_the_algorithm_where_none_are_given(greedy: Algorithm) -> None:
    texts = ("ari@1s", "ari@1s,threads=3", "random", "ari@depth=1,algorithm=greedy,threads=2")
    assert [threads_of(parse_player(text)) for text in texts] == [1, 3, 1, 2]
    assert threads_of(parse_player("ari@depth=1,algorithm=greedy")) == 4


def test_which_players_play_the_same_every_time(greedy: Algorithm) -> None:
    for text in ("ari@depth=3", "random", "ari@depth=1,algorithm=greedy,threads=1"):
        assert is_exact(parse_player(text)), text
    timed = ("ari@1s,depth=3", "ari@nodes=9,clock=60s", "ggp://localhost:4001@5s")
    for text in (*timed, "ari@nodes=9,threads=2", "ari@depth=1,algorithm=greedy"):
        assert not is_exact(parse_player(text)), text
