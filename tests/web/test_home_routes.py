"""The home page: what it is sent, and how it is used."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, expect

from plies.registry import families, games_apart
from plies.web.page_routes import pages

pytestmark = pytest.mark.xdist_group("browser")


def test_every_game_has_a_card_and_the_comparison_can_be_started(shared_client: httpx.Client) -> None:
    home = shared_client.get("/api/home").json()
    assert {card["name"] for card in home["cards"]} == {*families(), *games_apart()}
    assert all((card["game"] is None) == (card["name"] in games_apart()) for card in home["cards"])
    assert shared_client.post("/api/position", json=home["demonstration"]).status_code == 200
    assert home["comparison"]["first"] != home["comparison"]["second"]
    assert all((card["level"] or {"name": "Casual"})["name"] == "Casual" for card in home["cards"])


def test_a_game_can_be_begun_at_a_level(shared_page: Page) -> None:
    shared_page.emulate_media(reduced_motion="reduce")
    shared_page.goto("/")
    shared_page.locator("#starts a", has_text="Play a game").click()
    expect(shared_page.locator("#player-far")).to_contain_text("Casual: ")
    expect(shared_page.locator("#player-near")).not_to_contain_text("Casual: ")
    shared_page.emulate_media(reduced_motion="no-preference")


def test_a_search_thinks_on_the_home_page_and_rests_when_asked(shared_page: Page) -> None:
    page = shared_page
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/")
    expect(page.locator("#thinking-depths li").first).to_be_attached()
    expect(page.locator("#thinking-says")).to_contain_text("plies deep")
    expect(page.locator("#thinking-board .arrow").first).to_be_attached()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Let it think")).to_be_visible()
    page.emulate_media(reduced_motion="reduce")
    page.goto("/tree")
    page.goto("/")
    expect(page.locator("#thinking-says")).to_contain_text("Press the button")
    expect(page.locator("#last a").first).to_contain_text("Search")
    page.emulate_media(reduced_motion="no-preference")


def test_old_addresses_of_the_board_lead_to_it(shared_page: Page) -> None:
    shared_page.goto("about:blank")
    shared_page.goto("/#game=pebbles:2x1&moves=1")
    shared_page.wait_for_url("**/play#game=pebbles**")
    expect(shared_page.locator("#game-name")).to_have_text("Pebbles, 2 by 1")


def test_every_page_is_at_most_two_clicks_away(shared_page: Page) -> None:
    """Pages of the navigation are one click away from everywhere; those that are part of one of them are a second."""
    shared_page.goto("/")
    expect(shared_page.locator("#cards .card")).to_have_count(len(families()) + len(games_apart()))
    links = set(shared_page.locator("a[href]").evaluate_all("all => all.map((one) => one.pathname)"))
    for page in pages().values():
        assert page.address in links or page.part_of, page.name
