"""The games' own pages: every family has a guide in its folder, shown as elements, with its weights beside it."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from plies.games.titles import title_of
from plies.registry import families


def test_every_family_has_a_guide_and_says_its_weights(shared_client: httpx.Client) -> None:
    names = [one["name"] for one in shared_client.get("/api/guides").json()]
    assert set(families()) < set(names)
    assert len(names) == len(set(names))
    for name in names:
        reported = shared_client.get(f"/api/guides/{name}").json()
        headings = [block for block in reported["blocks"] if block["kind"] == "heading"]
        assert len(headings) >= 3, f"{name}: a guide has rules, notation and heuristics"
        if name not in families():
            continue
        game = families()[name].make(families()[name].default)
        for one in reported["game"]["heuristics"]:
            weights = {term["name"]: term["second"] for term in one["terms"]}
            heuristic = game.heuristics[one["name"]]
            named = zip([feature.name for feature in heuristic.features], heuristic.weights, strict=True)
            assert weights == dict(named)
        assert shared_client.get(f"/api/guides/{name}/board").text.startswith("<svg")
    assert shared_client.get("/api/guides/nobody").status_code == 404
    assert shared_client.get("/api/guides/nobody/board").status_code == 404


@pytest.mark.slow
def test_an_address_with_a_game_that_is_not_there(shared_page: Page) -> None:
    page, name = shared_page, sorted(families())[1]
    page.goto("/learn#chess")
    expect(page.locator("#guide")).to_contain_text("There is no game called “chess” here.")
    expect(page.locator("#games [aria-current]")).to_have_count(0)
    page.goto("/learn?game=%3Cb%3E%25")
    expect(page.locator("#guide")).to_contain_text("no game called “<b>%”")
    page.locator(f'#games a[href="?game={name}"]').click()
    expect(page.locator("#facts svg.board")).to_have_attribute("aria-label", re.compile(f"^{title_of(name)}"))
    page.goto("/")
    page.goto(f"/learn#{name}")
    expect(page.locator("#facts svg.board")).to_have_attribute("aria-label", re.compile(f"^{title_of(name)}"))
    page.goto("/learn#main")
    expect(page.locator("#facts svg.board")).to_be_visible()


def test_in_the_browser(shared_page: Page) -> None:
    shared_page.goto("/learn")
    first = sorted(families())[0]
    expect(shared_page.locator("#guide h1")).to_be_visible()
    expect(shared_page.locator(f'#games a[href="?game={first}"]')).to_have_attribute("aria-current", "page")
    for name in sorted(families()):
        if name != first:  # which is loaded already, and would be loaded again under the next click
            shared_page.locator(f'#games a[href="?game={name}"]').click()
        expect(shared_page.locator("#facts [role=status]")).to_contain_text("Try this:")
        shared_page.get_by_role("button", name="Show me a move").click()
        expect(shared_page.locator("#facts [role=status]")).to_contain_text("Last: ")
        expect(shared_page.locator("#facts details[open] > *").nth(2)).to_be_visible()  # what it weighs


def test_a_position_of_a_guide_is_tried_on_the_board(shared_page: Page) -> None:
    shared_page.goto("/learn?game=checkers")
    shared_page.get_by_role("button", name="Try this on the board").first.click()
    expect(shared_page.locator("#facts [role=status]")).to_contain_text("Red to move, 2 moves")  # both are jumps
    shared_page.get_by_role("button", name="Show me a move").click()
    expect(shared_page.locator("#facts [role=status]")).to_contain_text("Last: 11x2")
    shared_page.set_viewport_size({"width": 390, "height": 844})  # on a phone too the board is in sight at first
    box = shared_page.locator(".try-board").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 844
    shared_page.set_viewport_size({"width": 1200, "height": 900})
