"""The timing page: the report of `plies time` as a stream, stopped when the client disconnects."""

from __future__ import annotations

import os
import re
import time
from dataclasses import asdict
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

import plies
from plies.arena.plan.timing import Plan
from plies.arena.run.timing import time_heuristics
from tests.web.serving import events, living

SMALL = {"game": "pawns:3x5", "heuristics": ["ari", "hoddi"], "depth": 2, "seconds": 0.002, "games": 2}


def test_the_report_comes_after_every_game(shared_client: httpx.Client) -> None:
    reported = events(shared_client, "/api/timing", SMALL)
    progress, done = reported[:-1], reported[-1]
    assert done["kind"] == "done"
    assert [one["done"] for one in progress if one["total"]] == list(range(9))
    report = done["report"]
    assert [row["name"] for row in report["at_depth"]] == ["ari", "hoddi"]
    plan = Plan(names=("ari", "hoddi"), depth=2, seconds=0.002, pairs=1)
    here = [asdict(row) for row in time_heuristics(plies.game("pawns:3x5").start(), "pawns:3x5", plan).at_depth]
    same = ("nodes_a_move", "depth", "first_move_cutoffs", "spread", "changes", "score")
    for row, other in zip(report["at_depth"], here, strict=True):  # the games of `plies time`, played by a child
        assert [row[name] for name in same] == [other[name] for name in same]
    for row in (*report["at_depth"], *report["at_time"]):
        assert row["games"] == 2 * sum(row["pairs"]) == 2
        assert row["nodes_per_second"] == pytest.approx(row["nodes_a_move"] / row["seconds_a_move"])
    assert {row["name"] for row in report["at_depth"] if row["score_interval"] is None} == {"ari"}  # the default


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"game": "nim.py"}, 400),
        ({"heuristics": ["engine"]}, 400),
        ({"games": 3}, 400),
        ({"position": "1b1/3/3/3/1w1"}, 400),
        ({"position": "w2/3/b2/3/1w1 b"}, 400),
        ({"depth": 99}, 422),
        ({"seconds": 9}, 422),
        ({"heuristics": ["x"] * 99}, 422),
    ],
)
def test_what_cannot_be_timed_is_refused(shared_client: httpx.Client, wrong: dict[str, Any], status: int) -> None:
    assert shared_client.post("/api/timing", json={**SMALL, **wrong}).status_code == status


@pytest.mark.slow
def test_leaving_stops_the_games(shared_client: httpx.Client) -> None:
    """The server runs in this process, so its children are ours."""
    long = {**SMALL, "game": "pawns:6x6", "seconds": 0.5, "games": 40}
    with shared_client.stream("POST", "/api/timing", json=long) as reply:
        lines = reply.iter_lines()  # kept: an iterator that is dropped closes the connection
        assert "getting ready" in next(lines)
        assert living(os.getpid())
    deadline = time.monotonic() + 30
    while living(os.getpid()):
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.slow
def test_in_the_browser(shared_page: Page) -> None:
    shared_page.goto("/timing?game=pawns:3x5")
    expect(shared_page.locator("#example")).to_contain_text("An example, measured on another machine")
    shared_page.locator("#depth").fill("2")
    shared_page.locator("#seconds").fill("0.002")
    shared_page.locator("#games").fill("2")
    for name in plies.game("pawns:3x5").heuristics:
        if name not in ("ari", "hoddi"):
            shared_page.get_by_label(name, exact=True).uncheck()
    shared_page.locator("#measure").click()
    expect(shared_page.locator("#example")).to_have_count(0)
    expect(shared_page.locator("#tables table")).to_have_count(2)
    expect(shared_page.locator("#tables tbody tr")).to_have_count(4)
    expect(shared_page.locator("#plots svg.plot").first).to_be_visible()
    expect(shared_page.locator("#tables tbody tr td", has_text=re.compile(r"^\d+% \(\d+–\d+\)$"))).to_have_count(2)
    expect(shared_page.locator("#tables .columns")).to_contain_text(
        "the share of plies at which the heuristic's number"
    )
    shared_page.locator("#deepest").fill("3")
    shared_page.locator("#count").click()
    expect(shared_page.locator("#order-plots svg.plot")).to_have_count(3)
    expect(shared_page.locator("#order-state")).to_contain_text("depth 3")


def test_the_stored_example_has_the_shape_of_a_report(shared_client: httpx.Client) -> None:
    stored = shared_client.get("/static/examples/timing.json").json()
    done = events(shared_client, "/api/timing", SMALL)[-1]
    assert stored.keys() == done["report"].keys()
    for table in ("at_depth", "at_time"):
        assert {row["name"] for row in stored[table]} == set(plies.game(stored["game"]).heuristics)
        assert {tuple(row) for row in stored[table]} == {tuple(done["report"]["at_depth"][0])}
