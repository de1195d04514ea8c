"""plies.solve chooses its method and says why."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

import plies
from plies.cli import main
from plies.search.answer import Answer
from plies.solve import choice
from plies.solve.proof_check import check_file
from plies.solve.proofs import search
from plies.solve.tables.builder.building import Wish, build_table
from tests.oracles.tables import values_of


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_TABLES", str(tmp_path / "tables"))


def test_few_positions_are_solved_on_the_spot(capsys: pytest.CaptureFixture[str]) -> None:
    found = plies.solve(plies.game("pebbles:3x2").start())
    assert (found.result, found.plies, found.method) == ("draw", None, "table")
    assert found.why == "only 7,111 positions can arise, all solved now"
    assert main(["solve", "pebbles:3x2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["result"], told["plies"], told["method"]) == ("draw", None, "table")
    assert main(["solve", "pebbles:3x2"]) == 0
    assert "method: table, because only 7,111 positions" in capsys.readouterr().out


def test_lines_have_the_length_that_is_claimed() -> None:
    game = plies.game("pebbles:3x1")
    values = {state: value for state, value in values_of(game).items() if value[1]}
    for state, (sign, distance) in list(values.items())[::40]:
        found = plies.solve(plies.Position(game, state))
        assert (found.result, found.plies) == ("win" if sign > 0 else "loss", distance)
        assert len(found.line) == distance
        here = plies.Position(game, state)
        for word in found.line:
            here = here.play(word)
        assert here.outcome is not None


def test_a_table_that_is_there_is_used() -> None:
    game = plies.game("pebbles:2x1")
    build_table(Wish(game))
    found = plies.solve(game.start())
    assert found.why == "the table of pebbles:2x1 holds this position"
    assert (found.result, found.plies, found.line) == ("loss", 5, found.line)
    outside = plies.solve(game.position("3,1/1,1 A"))
    assert outside.why.startswith("only ")


def test_a_proof_search_where_positions_never_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(choice, "FEW_WITHOUT_RETURN", 100)
    monkeypatch.setattr(search, "ENTRIES", 1 << 16)
    monkeypatch.setattr(choice, "FIRST", 1e-6)
    start = plies.game("breakthrough:2x5").start()
    found = plies.solve(start)
    exact = values_of(start.game)[start.state]
    assert (found.result, found.method, found.shortest) == ("win" if exact[0] > 0 else "loss", "proof", False)
    assert (found.plies or 0) >= (exact[1] or 0)
    assert found.why == (
        "there is no table, and more than 100 positions can arise; "
        "the engine proved nothing in 1e-06 s, and positions of this game never come back"
    )
    assert main(["solve", start.game.name]) == 0
    told = capsys.readouterr().out
    assert f"{start.turn} {'wins' if exact[0] > 0 else 'loses'} within {found.plies} plies" in told
    file = tmp_path / "a.proof"
    assert main(["solve", start.game.name, "--out", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["why"] == "a proof to write was asked for"
    assert check_file(file).result == found.result
    assert main(["solve", start.game.name, "--out", str(tmp_path / "no" / "folder")]) == 2
    assert main(["solve", start.game.name, "--out", str(file), "--method", "engine"]) == 2
    assert "only a proof search can write a proof" in capsys.readouterr().err


def test_compiling_takes_nothing_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of two words were called unsolved where compiling their engine had taken the whole budget."""
    compiled = choice.exact_value

    def slowly(*position: Any, **limits: Any) -> Answer:
        time.sleep(0.7)
        return compiled(*position, **limits)

    monkeypatch.setattr(choice, "exact_value", slowly)
    monkeypatch.setattr(choice, "FEW_WITHOUT_RETURN", 100)
    monkeypatch.setattr(choice, "FIRST", 1e-6)
    found = plies.solve(plies.game("breakthrough:3x5").start(), seconds=0.6)
    assert (found.result, found.method) == ("loss", "proof")


def test_compiling_is_no_part_of_the_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slowly(choice.Search):
        def __post_init__(self) -> None:
            super().__post_init__()
            time.sleep(0.7)

    monkeypatch.setattr(choice, "Search", Slowly)
    found = plies.solve(plies.game("pebbles:2x1").start())
    assert (found.method, found.plies) == ("table", 5)
    assert found.seconds < 0.7


def test_a_method_can_be_insisted_on(monkeypatch: pytest.MonkeyPatch) -> None:
    start = plies.game("pebbles:2x1").start()
    assert [plies.solve(start, method=method).method for method in ("table", "engine")] == ["table", "engine"]
    monkeypatch.setattr(choice, "FEW", 5)
    with pytest.raises(plies.Refused, match="no table for this position"):
        plies.solve(start, method="table")


def test_the_engine_where_too_much_can_arise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "FEW", 100)
    found = plies.solve(plies.game("pebbles:3x1").start(), depth=3)
    assert (found.result, found.method) == ("unknown", "engine")
    assert found.why == "there is no table, and more than 100 positions can arise"
