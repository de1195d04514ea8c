"""The football page: the coach's numbers are the solver's, drives are those of the command line; in a browser too."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from typing import Any

import httpx
import numpy as np
import pytest
from playwright.sync_api import expect

import plies.football
from plies.football import FootballSolution
from plies.web.app import create_app
from plies.web.football import routes
from plies.web.football.service import Coach
from tests.web.serving import looking

SITUATION = {"yards": 45, "down": 2, "to_go": 11, "seconds": 60}


@pytest.fixture
def client(shared_client: httpx.Client) -> httpx.Client:
    return shared_client


@pytest.fixture(scope="module")
def solution() -> FootballSolution:
    return plies.football.solve(ticks=12)


def get(client: httpx.Client, path: str, **words: Any) -> Any:
    reply = client.get(f"/api/football{path}", params=words)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_a_situation_is_the_solvers(client: httpx.Client, solution: FootballSolution) -> None:
    reported = get(client, "/situation", **SITUATION)
    where = (45, 3, 11, 12)
    assert reported["value"] == solution.value(*where)
    assert np.allclose(reported["matrix"], solution.matrix(*where))
    assert [one["share"] for one in reported["offence"]] == solution.mixes(*where).offence.tolist()
    assert [one["share"] for one in reported["defence"]] == solution.mixes(*where).defence.tolist()
    assert reported["situation"]["text"] == "2nd and 11 from the 45, 60 seconds left"
    worst = solution.matrix(*where).min(axis=1)
    assert np.allclose([reported["value"] - one["cost_if_known"] for one in reported["offence"]], worst)
    best = solution.matrix(*where).max(axis=0)
    assert np.allclose([reported["value"] + one["cost_if_known"] for one in reported["defence"]], best)
    assert get(client, "/words", text="second and 11 at the 45, 1:00 left") == reported["situation"]
    assert get(client, "")["ready"]


def test_an_entry_comes_about_as_told(client: httpx.Client, solution: FootballSolution) -> None:
    reported = get(client, "/entry", **SITUATION, play=1, formation=2)
    assert reported["value"] == pytest.approx(sum(one["probability"] * one["value"] for one in reported["outcomes"]))
    assert reported["value"] == pytest.approx(float(solution.matrix(45, 3, 11, 12)[1, 2]))


@pytest.mark.parametrize("side", ["offence", "defence"])
def test_a_drive_is_that_of_the_command_line(client: httpx.Client, solution: FootballSolution, side: str) -> None:
    """The same seed, drive and calls meet the same chance as `plies football --play` draws it."""
    random = np.random.Generator(np.random.PCG64([7, 0]))
    here: Any = dict(SITUATION)
    for step in range(60):
        reported = client.post(
            "/api/football/call", json={**here, "side": side, "call": 0, "seed": 7, "step": step}
        ).json()
        ticks = here["seconds"] // 5
        mixes = solution.mixes(here["yards"], 5 - here["down"], here["to_go"], ticks)
        points = random.random(2)
        mix = mixes.defence if side == "offence" else mixes.offence
        reply = int(np.searchsorted(np.cumsum(mix), points[0] * np.cumsum(mix)[-1], side="right"))
        assert reported["formation" if side == "offence" else "play"] == reply
        where = (here["yards"], 5 - here["down"], here["to_go"], ticks)
        with_best, matrix = solution.value(*where), solution.matrix(*where)
        mine = (matrix @ mixes.defence)[0] if side == "offence" else (mixes.offence @ matrix)[0]
        assert reported["cost"] == pytest.approx(abs(with_best - mine), abs=1e-9)
        if reported["over"]:
            assert reported["won"] == (reported["over"] == "touchdown") == (reported["value"] == 1.0)
            break
        here = {name: reported["situation"][name] for name in SITUATION}
    assert reported["over"]


def test_the_maps(client: httpx.Client, solution: FootballSolution) -> None:
    reported = get(client, "/map")
    assert reported["values"][11][44] == round(solution.value(45, 4, 10, 12), 4)
    share = reported["shares"][0][11][44]
    assert share == round(float(solution.mixes(45, 4, 10, 12).offence[0]), 4)
    assert reported["shares"][0][0][98] is None  # nothing wins from there with one tick left
    calls = get(client, "/calls", seconds=60)
    assert [one["down"] for one in calls["downs"]] == [1, 2, 3, 4]
    assert sum(calls["downs"][0]["offence"][44]) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/situation", {**SITUATION, "to_go": 50}),
        ("/situation", {**SITUATION, "seconds": 2}),
        ("/entry", {**SITUATION, "play": 99, "formation": 0}),
        ("/entry", {**SITUATION, "play": 0, "formation": 99}),
        ("/words", {"text": "hello"}),
        ("/words", {"text": "1st and 10 from the 45, 14 minutes left"}),
    ],
)
def test_what_cannot_be_is_refused(client: httpx.Client, path: str, words: dict[str, Any]) -> None:
    reply = client.get(f"/api/football{path}", params=words)
    assert reply.status_code == 400
    assert "hello" not in reply.text


def test_numbers_out_of_bounds_are_refused(client: httpx.Client) -> None:
    for wrong in ({"yards": 0}, {"down": 5}, {"seconds": 10**9}, {"yards": "NaN"}):
        assert client.get("/api/football/situation", params={**SITUATION, **wrong}).status_code == 422
    body = {**SITUATION, "side": "offence", "call": 99, "seed": 1, "step": 0}
    assert client.post("/api/football/call", json=body).status_code == 400
    assert client.post("/api/football/call", json={**body, "side": "both"}).status_code == 422


def test_two_first_requests_at_once_share_a_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Slow(Coach):
        def __init__(self) -> None:
            made.append(self)
            time.sleep(0.05)
            super().__init__()

    async def both() -> list[int]:
        app = create_app()
        async with (
            AsyncExitStack() as stack,
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client,
        ):
            app.state.stack = stack
            asked = client.build_request(
                "GET", "/api/football/words", params={"text": "1st and 10 from the 45, 60 seconds left"}
            )
            return [reply.status_code for reply in await asyncio.gather(*(client.send(asked) for _ in range(8)))]

    monkeypatch.setattr(routes, "Coach", Slow)
    assert asyncio.run(both()) == [200] * 8
    assert len(made) == 1


@pytest.mark.slow
def test_in_the_browser(client: httpx.Client) -> None:
    with looking(str(client.base_url)) as page:
        page.goto("/football?yards=45&down=2&to_go=11&seconds=60")
        expect(page.locator("#verdict")).to_contain_text("2nd and 11 from the 45")
        expect(page.locator("#matrix td button")).to_have_count(9)
        page.locator("#matrix td button").nth(4).click()
        expect(page.locator("#entry tbody tr").last).to_contain_text("in all")
        page.set_viewport_size({"width": 360, "height": 800})  # on a phone the whole sum is in sight
        assert page.evaluate(
            "(() => { const box = document.querySelector('#entry'); return box.scrollWidth <= box.clientWidth; })()"
        )
        page.set_viewport_size({"width": 1200, "height": 900})
        before = page.locator("#chance").inner_text()
        page.locator("#yards").fill("20")
        expect(page.locator("#verdict")).to_contain_text("from the 20")
        expect(page.locator("#chance")).not_to_have_text(before)
        page.locator("#begin").click()
        expect(page.locator("#calls button")).to_have_count(3)
        for _ in range(60):
            if page.locator("#calls button").count() == 0:
                break
            lines = page.locator("#drive-log li").count()
            page.locator("#calls button").first.click()
            expect(page.locator("#drive-log li")).to_have_count(lines + 1)
        expect(page.locator("#drive-end")).to_contain_text("the offence")
        expect(page.locator("#value-map")).to_be_visible()
        expect(page.locator("#bands svg.plot")).to_have_count(8)
