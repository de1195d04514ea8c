"""The map of solved boards as a page."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from plies.registry import families
from plies.solve.board_map import Board, map_file, write_map

pytestmark = pytest.mark.xdist_group("browser")
BOARDS = [
    Board(2, 4, "loss", 8, True, "engine", 1234, 0.012, 6.0, "x"),
    Board(2, 5, "win", 10, False, "proof", 5678, 1.5, 6.0, "x"),
    Board(3, 4, "unknown", None, True, "proof", 9, 6.0, 6.0, "x"),
]


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    write_map(families()["breakthrough"], BOARDS)


@pytest.mark.usefixtures("kept")
def test_what_is_known_of_each_board(shared_client: httpx.Client) -> None:
    maps = {one["family"]: one for one in shared_client.get("/api/maps").json()}
    assert set(maps) == {"breakthrough", "pawns"}  # the families with a width and a height
    assert maps["pawns"]["boards"] == []
    first = maps["breakthrough"]["boards"][0]
    assert (first["game"], first["title"], first["result"], first["plies"]) == (
        "breakthrough:2x4",
        "Breakthrough, 2 by 4",
        "loss",
        8,
    )
    map_file("pawns").write_text("{}")
    damaged = {one["family"]: one for one in shared_client.get("/api/maps").json()}["pawns"]
    assert damaged["problem"] == "the file of the map of pawns cannot be read"  # and not where it is


@pytest.mark.usefixtures("kept")
def test_the_map_as_a_coloured_table(shared_page: Page) -> None:
    shared_page.goto("/map")
    grid = shared_page.locator(".grid")
    expect(grid.locator("td.loss")).to_have_text("loss 8")
    expect(grid.locator("td.win a")).to_have_attribute(
        "aria-label", "win ≤10, Breakthrough, 2 by 5: a win for white in at most 10 plies, by proof in 1.5 s"
    )
    expect(grid.locator("td.unknown")).to_have_text("?")
    expect(shared_page.get_by_text("plies solve --map pawns")).to_be_visible()
    grid.locator("td.loss a").click()
    expect(shared_page.locator("#game-name")).to_have_text("Breakthrough, 2 by 4")
