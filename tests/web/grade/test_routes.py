"""The grading page: what `plies grade` reports, as a stream of a child process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

import plies
from plies.grading.grading import Plan, grade
from plies.solve.tables.builder.building import Wish, build_table
from tests.web.serving import events

NAME = "pebbles:2x1"
SMALL = {
    "game": NAME,
    "players": [{"algorithm": "random"}, {"algorithm": "table"}, {"limits": {"depth": 1}}],
    "heuristics": ["security"],
    "positions": 20,
}


@pytest.fixture(scope="module", autouse=True)
def _table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The server runs in this process, so this is where it looks for tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLIES_TABLES", str(tmp_path_factory.mktemp("web")))
        build_table(Wish(plies.game(NAME)))
        yield


def test_which_games_have_tables(shared_client: httpx.Client) -> None:
    assert shared_client.get("/api/grade").json() == [{"game": NAME, "table": NAME, "positions": 23}]


@pytest.mark.slow
def test_the_report_is_that_of_the_command(shared_client: httpx.Client) -> None:
    done = events(shared_client, "/api/grade", SMALL)[-1]
    assert done["kind"] == "done", done
    here = grade(Plan.of(NAME, ["random", "table", "security@depth=1"], positions=20))
    found = done["grading"]
    assert [one["player"] for one in found["players"]] == ["random", "table", "security@depth=1"]
    assert [one["kept"] for one in found["players"]] == [one.kept for one in here.players]
    assert found["sample"] == asdict(here.sample)
    assert found["heuristics"][0]["separation"] == here.heuristics[0].separation
    tables = {block["id"]: block for block in done["blocks"] if block["kind"] == "table"}
    assert tables["grades"]["rows"][0][0] == "table"
    assert all(link.startswith("/play#game=") for link in tables["mistakes-1"]["links"])  # on this server


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"game": "nim.py"}, 400),
        ({"game": "pebbles:5x5"}, 400),  # no table
        ({"heuristics": ["ari"]}, 400),
        ({"players": [], "heuristics": []}, 400),
        ({"players": [], "source": "games"}, 400),
        ({"players": ["mine.py:mine@1s"]}, 400),
        ({"positions": 0}, 422),
        ({"players": [{"algorithm": "random"}] * 9}, 422),
    ],
)
def test_what_cannot_be_graded_is_refused(shared_client: httpx.Client, wrong: dict[str, Any], status: int) -> None:
    assert shared_client.post("/api/grade", json={**SMALL, **wrong}).status_code == status


@pytest.mark.slow
def test_in_the_browser(shared_page: Page) -> None:
    shared_page.goto("/grade")
    expect(shared_page.locator("#players > li")).to_have_count(4)
    shared_page.locator("#positions").fill("20")
    shared_page.locator("#start").click()
    expect(shared_page.locator("#title")).to_have_text("Pebbles, 2 by 1: graded by its table", timeout=60_000)
    expect(shared_page.locator("#grades tbody tr")).to_have_count(4)
    expect(shared_page.locator("#result svg.plot").first).to_be_visible()
    shared_page.locator("#mistakes-1 tbody a").first.click()
    expect(shared_page.locator("#board svg, svg.board, .board").first).to_be_visible()


def test_without_a_table_the_way_to_one_is_shown(
    shared_page: Page, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLIES_TABLES", str(tmp_path))
    shared_page.goto("/grade")
    shared_page.get_by_role("link", name="Solve a small game").click()
    expect(shared_page.locator("#build")).to_be_visible()
