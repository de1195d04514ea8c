"""The map of a family: what is tried, what is kept, what is tried again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import plies
from plies.errors import InvalidFile, Refused
from plies.registry import families
from plies.solve import board_map
from plies.solve.board_map import Board, extend_map, map_file, read_map, sizes, write_map
from plies.solve.proofs import search
from tests.oracles.tables import values_of

FAMILY = families()["breakthrough"]


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PLIES_TABLES", str(tmp_path / "tables"))
    monkeypatch.setattr(search, "ENTRIES", 1 << 16)


def test_sizes_come_smallest_first() -> None:
    assert sizes(FAMILY, 12) == [(2, 4), (2, 5), (2, 6), (3, 4)]
    with pytest.raises(Refused, match="no width and height"):
        sizes(families()["pebbles"], 12)


def test_boards_are_solved_once_and_kept() -> None:
    asked: list[str] = []
    found = extend_map(FAMILY, seconds=5, largest=10, before=asked.append)
    assert asked == ["breakthrough:2x4", "breakthrough:2x5"]
    for board in found:
        game = plies.game(f"breakthrough:{board.width}x{board.height}")
        value, distance = values_of(game)[game.first]
        assert (board.result, board.plies, board.shortest) == ("win" if value > 0 else "loss", distance, True)
    assert read_map(FAMILY) == found
    assert extend_map(FAMILY, seconds=9, largest=10, before=asked.append) == found
    assert len(asked) == 2


def test_what_was_not_solved_is_tried_again_with_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = extend_map(FAMILY, seconds=5, largest=8)[0]
    open_board = replace(solved, result="unknown", plies=None, budget=5.0)
    write_map(FAMILY, [open_board])
    assert extend_map(FAMILY, seconds=5, largest=8) == [open_board]
    assert extend_map(FAMILY, seconds=6, largest=8)[0].result == solved.result
    write_map(FAMILY, [replace(solved, result="draw", rules="others")])
    assert extend_map(FAMILY, seconds=5, largest=8)[0].result == solved.result
    monkeypatch.setattr(board_map, "solve", None)  # nothing is left to be solved
    assert len(extend_map(FAMILY, seconds=5, largest=8)) == 1


@pytest.mark.parametrize("text", ["", "[]", '{"boards": [{}]}', '{"boards": [{"width": 1}]}'])
def test_a_broken_file_is_named(text: str) -> None:
    map_file(FAMILY.name).parent.mkdir(parents=True)
    map_file(FAMILY.name).write_text(text)
    with pytest.raises(InvalidFile, match="is not a map of breakthrough"):
        read_map(FAMILY)


def test_types_are_checked() -> None:
    board = Board(2, 4, "win", 3, True, "table", 1, 0.1, 1.0, "x")
    write_map(FAMILY, [board])
    assert read_map(FAMILY) == [board]
    write_map(FAMILY, [replace(board, result=7)])  # type: ignore[arg-type]
    with pytest.raises(InvalidFile):
        read_map(FAMILY)
