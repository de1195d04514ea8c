"""The tree of moves on the play page: branches, promotion, deletion, comments, undo, the Back button, PDN."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, expect

from plies.web.page_routes import pages
from tests.web.play.test_browser import click, opened

pytestmark = pytest.mark.xdist_group("browser")
PLAY = pages()["play"].address
TREE = "11-15 23-19 ( 22-18 15x22 {the old way} ) 8-11 22-17"


def shown(page: Page) -> str:
    """The tree in the address."""
    return page.evaluate("new URLSearchParams(location.hash.slice(1)).get('moves')")


def to_first(page: Page) -> None:
    page.locator("#to-first").click()
    expect(page.locator("#moves [aria-current]")).to_have_count(0)


@pytest.fixture
def page(shared_page: Page) -> Page:
    shared_page.emulate_media(reduced_motion="reduce")
    opened(shared_page, f"{PLAY}#game=checkers&moves={TREE.replace(' ', '+')}")
    expect(shared_page.locator("#moves button")).to_have_count(6)
    return shared_page


def test_a_move_in_the_past_begins_a_branch(page: Page) -> None:
    to_first(page)
    click(page, "9")
    click(page, "14")
    expect(page.locator("#moves button")).to_have_count(7)
    assert shown(page) == TREE.replace("11-15", "11-15 ( 9-14 )", 1)
    expect(page.locator("#moves [aria-current]")).to_have_text("9-14")
    page.reload()  # the address holds the tree, and what of it is shown
    expect(page.locator("#moves [aria-current]")).to_have_text("9-14")
    to_first(page)
    click(page, "11")
    click(page, "15")  # a move that is there already is followed
    expect(page.locator("#moves [aria-current]")).to_have_text("11-15")
    assert page.locator("#moves button").count() == 7


def test_promote_delete_comment_and_take_all_of_it_back(page: Page) -> None:
    page.locator("#moves button", has_text="15x22").click()
    page.locator("#promote").click()
    promoted = "11-15 22-18 ( 23-19 8-11 22-17 ) 15x22 {the old way}"
    expect(page.locator("#promote")).to_be_disabled()
    assert shown(page) == promoted
    page.locator("#comment").click()
    page.keyboard.type("taken} at once")
    page.keyboard.press("Enter")
    expect(page.locator("#moves .comment")).to_have_text("the old waytaken) at once")
    page.keyboard.press("Control+z")
    page.locator("#remove").click()
    expect(page.locator("#moves button")).to_have_count(5)
    assert shown(page) == "11-15 22-18 ( 23-19 8-11 22-17 )"
    page.locator("#undo").click()
    assert shown(page) == promoted
    page.locator("#undo").click()
    assert shown(page) == TREE
    page.locator("#redo").click()
    assert shown(page) == promoted


def test_pdn_with_variations_in_both_directions(page: Page) -> None:
    page.locator("#texts").click()
    page.get_by_role("button", name="Copy PDN 3.0").click()
    text = "1. 11-15 23-19 (1... 22-18 2. 15x22 {the old way}) 2. 8-11 22-17 *\n"
    expect(page.locator("#exchange-text")).to_have_value(text)
    page.locator("#exchange-text").fill(text.replace("8-11", "8-11! (2. 9-14 {or so})"))
    page.locator("#exchange-load").click()
    expect(page.locator("#moves button")).to_have_count(7)
    assert shown(page) == TREE.replace("8-11", "8-11 ! ( 9-14 {or so} )")
    page.go_back()  # to the game before
    expect(page.locator("#moves button")).to_have_count(6)
    assert shown(page) == TREE


def test_a_game_that_was_resigned_has_variations_too(page: Page) -> None:
    page.locator("#resign").click()
    page.locator("#confirm-yes").click()
    expect(page.locator("#status")).to_contain_text("White wins: ")
    to_first(page)
    expect(page.locator("#result")).to_be_hidden()
    click(page, "9")
    click(page, "14")
    expect(page.locator("#moves [aria-current]")).to_have_text("9-14")
    expect(page.locator("#result")).to_be_hidden()
    page.locator("#moves button", has_text="22-17").click()
    expect(page.locator("#status")).to_contain_text("red resigned")


def test_a_line_of_any_game_is_checked(shared_client: httpx.Client) -> None:
    asked = {"game": "pawns:5x5", "line": "a2a3 ( b2-b3 a4-a2 {no} ) a4a3"}
    found = shared_client.post("/api/line", json=asked).json()
    assert (found["line"], found["moves"]) == ("a2-a3 ( b2-b3 )", 2)
    assert found["problem"].startswith("move 2: ")
    assert shared_client.post("/api/line", json={**asked, "line": "a2-a3 ("}).status_code == 400
    assert shared_client.post("/api/line", json={**asked, "start": "zzz"}).status_code == 400


def test_a_move_of_the_computer_is_one_request(page: Page) -> None:
    opened(page, f"{PLAY}#game=pebbles:3x1&second=random")
    page.locator("#terms-part > summary").click()  # closed: it would ask for its own
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url.rpartition("/")[2]) if "/api/" in one.url else None)
    click(page, "A1")
    expect(page.locator("#moves button")).to_have_count(2)
    page.wait_for_timeout(300)
    assert [one for one in asked if one != "ready"] == ["position", "move"]  # asked too when a move is slow to come
    page.locator("#undo").click()  # both moves
    expect(page.locator("#moves button")).to_have_count(0)
