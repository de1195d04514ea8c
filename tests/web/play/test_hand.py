"""The board under the hand: why a click is no move, arrows and circles, the wheel, keys, the end of a game, themes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from plies.web.page_routes import pages
from tests.web.play.test_browser import centre, click, opened

pytestmark = pytest.mark.xdist_group("browser")
PLAY = pages()["play"].address


@pytest.fixture
def page(shared_page: Page) -> Page:
    shared_page.emulate_media(reduced_motion="reduce")
    opened(shared_page, f"{PLAY}#game=checkers&moves=11-15+22-18")
    expect(shared_page.locator("#moves button")).to_have_count(2)
    return shared_page


def fill_of(page: Page, selector: str) -> str:
    return page.locator(selector).first.evaluate("(one) => getComputedStyle(one).fill")


def rgb(colour: str) -> str:
    """`#7b3fa0` as browsers report it."""
    return f"rgb({', '.join(str(int(colour.strip()[at : at + 2], 16)) for at in (1, 3, 5))})"


def test_what_is_chosen_lies_below_its_piece(page: Page) -> None:
    click(page, "15")
    follows = """(chosen) => Boolean(chosen.compareDocumentPosition(document.querySelector('[data-piece="15"]'))
        & Node.DOCUMENT_POSITION_FOLLOWING)"""
    assert page.locator("#board .chosen").evaluate(follows)


def test_a_click_that_is_no_move_is_explained(page: Page) -> None:
    status = page.locator("#status")
    click(page, "12")
    expect(status).to_have_text("The man on 12 cannot move now. A capture is compulsory: with 15.")
    expect(page.locator("#announcer")).to_contain_text("compulsory")
    assert page.locator("#board [data-must]").evaluate_all("all => all.map((one) => one.dataset.must)") == ["15"]
    click(page, "24")
    expect(status).to_have_text("24 is white’s; red is to move.")
    expect(page.locator("#board [data-must]")).to_have_count(0)
    click(page, "15")
    click(page, "19")
    expect(status).to_contain_text("15 cannot go to 19.")
    click(page, "15")
    click(page, "22")
    expect(page.locator("#moves button")).to_have_count(3)


def test_arrows_circles_wheel_and_keys(page: Page) -> None:
    def right(start: str, end: str) -> None:
        page.mouse.move(*centre(page, start))
        page.mouse.down(button="right")
        page.mouse.move(*centre(page, end), steps=3)
        page.mouse.up(button="right")

    right("1", "10")
    right("6", "6")
    expect(page.locator("#board .note")).to_have_count(2)
    ink = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--note')")
    for shape in (".note.arrow", ".note .arrow"):  # the circle and the arrow, in a colour of their own
        assert page.locator(f"#board {shape}").evaluate("(one) => getComputedStyle(one).stroke") == rgb(ink)
    right("6", "6")  # again, and it goes
    expect(page.locator("#board .note")).to_have_count(1)
    click(page, "20")
    expect(page.locator("#board .note")).to_have_count(0)
    page.mouse.wheel(0, -120)
    expect(page.locator("#moves [aria-current]")).to_have_text("11-15")
    page.wait_for_timeout(80)
    page.mouse.wheel(0, 120)
    expect(page.locator("#moves [aria-current]")).to_have_text("22-18")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.locator("#keys-close").click()


def test_the_end_of_a_game_offers_what_comes_next(page: Page) -> None:
    opened(page, f"{PLAY}#game=pebbles:1x1&second=random")
    expect(page.locator("#result")).to_be_hidden()
    click(page, "A1")
    expect(page.locator("#status")).to_contain_text("B wins: ")
    page.locator("#share").click()
    page.locator("#exchange-close").click()
    page.locator("#rematch").click()
    expect(page.locator("#status")).to_contain_text("B wins: ")  # the computer begins now, and there is one move
    assert page.evaluate("new URLSearchParams(location.hash.slice(1)).get('first')") == "random"


def test_pieces_and_colours_are_data_in_both_themes(page: Page) -> None:
    piece = "#board .piece path"
    page.locator("#analysis-settings > summary").click()
    assert fill_of(page, '#board [data-piece="12"] path') == "rgb(181, 53, 43)"
    square = fill_of(page, "#board .square.dark")
    page.locator("#board-theme").select_option("clear")
    assert fill_of(page, "#board .square.dark") != square
    assert fill_of(page, '#board [data-piece="12"] path') != "rgb(181, 53, 43)"
    page.reload()
    expect(page.locator(piece).first).to_be_visible()
    assert fill_of(page, "#board .square.dark") != square
    page.evaluate("localStorage['plies.board'] = 'wood'")


@pytest.mark.slow
def test_labels_are_of_one_size_and_numbers_stay(page: Page) -> None:
    sizes = []
    for game, label in (("checkers", "32"), ("wumpus:9,pits=none", "9"), ("pebbles:2x1", "A→")):
        opened(page, f"{PLAY}#game={game}")
        box = page.locator("#board .label", has_text=label).first.bounding_box()
        assert box is not None
        sizes.append(box["height"])
    assert max(sizes) - min(sizes) < 2
    assert 11 <= sizes[0] <= 19


def test_things_can_be_counted_and_go_around(page: Page) -> None:
    opened(page, f"{PLAY}#game=pebbles:3x7")
    expect(page.locator("#board .content").first.locator(".token")).to_have_count(7)
    rows = (
        page.locator("#board .content")
        .first.locator(".token")
        .evaluate_all("all => all.map((one) => one.cy.baseVal.value)")
    )
    assert [rows.count(row) for row in sorted(set(rows))] == [5, 2]
    expect(page.locator("#board .course path")).to_have_count(6)
