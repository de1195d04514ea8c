"""The registry: algorithms by name, their options, and what a new one needs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plies
from plies.cli import main
from plies.errors import Refused, UnknownName
from plies.search import textbook
from plies.search.textbook import Branch, registry
from plies.values import is_win
from tests.search.textbook.alphabeta_contract import check_algorithm
from tests.search.textbook.number_trees import any_window, shared_trees, uniform
from tests.search.textbook.toy_algorithms import FIRST_MOVE, SCOUT, registered


@pytest.fixture
def toys() -> Iterator[None]:
    with registered():
        yield


def test_names_titles_and_aliases() -> None:
    assert list(registry.ALGORITHMS) == ["minimax", "alphabeta", "soft", "path"]
    assert registry.find("alpha-beta") == registry.find("textbook") == registry.ALGORITHMS["alphabeta"]
    assert registry.find("soft").title == "alpha-beta, fail-soft"
    for one in registry.ALGORITHMS.values():
        assert one.description.endswith(".")
        assert one.title[0].islower()
    with pytest.raises(UnknownName, match="no textbook algorithm 'x'; known: minimax, alphabeta, soft, path"):
        registry.search("x", [1, 2])


@pytest.mark.parametrize("name", registry.ALGORITHMS)
def test_the_front_door_is_the_registry(name: str) -> None:
    position = plies.game("pebbles:4x2").start()
    found = registry.search(name, position, 4, order="security", cache="window")
    options = {"soft": {"soft": True}, "path": {"path": True}}.get(name, {})
    call = textbook.minimax if name == "minimax" else textbook.alphabeta
    same = call(position, 4, order="security", cache="window", **options)  # type: ignore[operator]
    assert (found.lines, found.nodes, found.counters) == (same.lines, same.nodes, same.counters)


def test_an_answer_has_a_line_counters_and_a_proof() -> None:
    position = plies.game("pawns:3x5").position("3/w2/3/2b/3 w")
    found = textbook.search("soft", position, 3, heuristic="hoddi", cache="bounds")
    assert isinstance(found, plies.Answer)
    assert (found.move, found.line, found.depth, found.heuristic) == ("a4-a5", ("a4-a5",), 3, "hoddi")
    assert is_win(found.value)
    assert found.proof == ("win", 1)
    assert found.nodes > found.counters.leaves > 0  # type: ignore[operator]
    assert found.counters.table_filling is None
    assert 0 < found.seconds < 10
    assert "trace" not in repr(found)


def test_a_value_that_may_be_wrong_is_no_proof() -> None:
    position = plies.game("pawns:3x5").position("3/w2/3/2b/3 w")
    assert textbook.search("soft", position, 3, cache="window-published").proof is None
    assert textbook.search("soft", position, 3, alpha=0, beta=1).proof is None  # a bound has no distance
    assert textbook.minimax([2_000_000, 1]).proof is None
    assert textbook.minimax(position.play("a4-a5"), 3).proof == ("loss", 0)
    assert textbook.minimax(plies.game("pawns:3x5").start(), 1).proof is None


def test_requests_that_are_refused() -> None:
    with pytest.raises(Refused, match="alpha < beta, not 3 and 3"):
        textbook.alphabeta([1, 2], alpha=3, beta=3)
    with pytest.raises(Refused, match="fail-hard"):
        textbook.alphabeta([1, 2], soft=True, path=True)
    with pytest.raises(Refused, match="without an estimate"):
        textbook.alphabeta([[1], 2], 1)
    with pytest.raises(Refused, match="depth -1"):
        textbook.minimax([1, 2], -1)
    with pytest.raises(Refused, match="no heuristic"):
        textbook.minimax([1, 2], heuristic="ari")
    with pytest.raises(Refused, match="a game needs a depth"):
        textbook.minimax(plies.game("pawns:3x5").start())


def test_options_that_an_algorithm_does_not_take_are_refused() -> None:
    with pytest.raises(Refused, match="minimax takes no option alpha; its options: order, cache"):
        textbook.search("minimax", [1, 2], alpha=1)
    with pytest.raises(Refused, match="first move takes no option cache; its options: none"):
        textbook.search(FIRST_MOVE, [1, 2], cache="bounds")
    with pytest.raises(Refused, match="the path rule is for games whose positions can come back"):
        registry.find("path").check_suits(can_repeat=False)


def test_reports_come_every_so_many_nodes_and_may_stop_the_search() -> None:
    tree = uniform(4, 7, list(range(4**7)))
    seen: list[int] = []
    textbook.minimax(tree, report=lambda counts: seen.append(counts.nodes))
    assert seen == [4096 * n for n in range(1, 6)]
    seen.clear()
    textbook.minimax([[1, 2], [3, 4]], report=lambda counts: seen.append(counts.nodes), report_every=3)
    assert seen == [3, 6]

    def stop(counts: textbook.Counts) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        textbook.minimax(tree, report=stop)


# --- a further algorithm ----------------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(tree=shared_trees(), depth=st.integers(1, 5), window=any_window)
def test_a_further_algorithm_is_one_function_and_one_entry(
    tree: Branch, depth: int, window: tuple[float, float]
) -> None:
    check_algorithm(SCOUT, tree, depth, window)


def test_a_name_is_registered_once(toys: None) -> None:
    assert registry.find("1") is FIRST_MOVE
    for again in (SCOUT, textbook.Algorithm("1", "one", "One.", FIRST_MOVE.function)):
        with pytest.raises(Refused, match=f"there is a textbook algorithm '{again.name}' already"):
            registry.register(again)


def test_a_further_algorithm_is_in_the_command(toys: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["textbook", "--classic", "wikipedia", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    scouts = [row for row in rows if row["algorithm"] == "scout"]
    assert [(row["cache"], row["value"]) for row in scouts] == [(name, 6.0) for name in textbook.CACHES]
    assert [(row["cache"], row["value"]) for row in rows if row["algorithm"] == "first"] == [("none", 5.0)]
    assert main(["textbook", "--classic", "wikipedia", "--algorithm", "1", "--cache", "bounds", "--order", "best"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("first move             none ")
    with pytest.raises(SystemExit):
        main(["textbook", "--help"])
    help = capsys.readouterr().out
    assert "scout             scout. Asks with a null window" in help


def test_nothing_else_names_the_algorithms() -> None:
    """Neither the page nor its code, nor the command: so a new entry appears in all of them."""
    package = Path(plies.__file__).parent
    files = [package / "web/static/pages/tree.html", *(package / "web/static/js").glob("tree*.js")]
    files += [*(package / "web/tree").glob("*.py"), *(package / "cli/search").glob("textbook_*.py")]
    assert len(files) > 10
    for file in files:
        text = file.read_text(encoding="utf-8").replace('svg("path"', "")  # a shape
        for name in (*registry.names(), "window-published", "bounds"):
            assert f'"{name}"' not in text, file
            assert f"'{name}'" not in text, file
