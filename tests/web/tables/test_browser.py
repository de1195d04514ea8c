"""Tables in a real browser: marks on squares, the list of moves, mistakes, and best play from the page of tables."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

import plies
from plies.web.page_routes import pages
from tests.web.play.test_browser import click, opened
from tests.web.serving import looking
from tests.web.tables.conftest import short_mistake

pytestmark = pytest.mark.xdist_group("browser")
GAME = "breakthrough:2x4"
PLAY = pages()["play"].address


@pytest.fixture(scope="module")
def page(client: httpx.Client) -> Iterator[Page]:
    with looking(str(client.base_url)) as page:
        page.emulate_media(reduced_motion="reduce")
        yield page


def words(known: plies.tables.table.Known) -> str:
    return known.result if known.plies is None else f"{known.result} in {known.plies}"


def test_marks_on_squares_and_marked_mistakes_by_mouse(page: Page) -> None:
    line, here, table = short_mistake(GAME), plies.game(GAME).start(), plies.table(GAME)
    opened(page, f"/play#game={GAME}")
    for number, word in enumerate(line, 1):
        probe = table.probe(here)
        expect(page.locator("#exact-here")).to_have_text(f"By the table: {words(probe)} for {here.turn}")
        expect(page.locator("#exact-moves li")).to_have_count(len(here.moves))
        begin, target = plies.game(GAME).squares(here.state, here.read(word))  # type: ignore[misc]
        click(page, begin)
        mark = page.locator(f'#board [data-exact="{target}"]')
        expect(mark).to_have_attribute("aria-label", f"{target}: {words(probe.moves[word])}")
        expect(page.locator("#announcer")).to_contain_text(f"{target} ({words(probe.moves[word])})")
        click(page, target)
        expect(page.locator("#moves button")).to_have_count(number)
        here = here.play(word)
    expect(page.locator("#moves .mistake")).to_have_count(1)
    marked = page.locator("#moves button").last
    expect(marked).to_contain_text("?")
    expect(marked).to_contain_text("away,")
    click(page, plies.game(GAME).squares(here.state, here.legal[0])[0])  # type: ignore[misc]
    expect(page.locator("#board .exact")).not_to_have_count(0)
    page.locator("#exact-marks").uncheck()
    expect(page.locator("#board .exact")).to_have_count(0)
    page.locator("#exact-marks").check()
    page.locator("#to-first").click()
    expect(page.locator("#moves [aria-current]")).to_have_count(0)
    expect(page.locator("#moves .mistake")).to_have_count(1)


def test_a_review_judges_exactly_and_shows_what_was_better(page: Page) -> None:
    line = short_mistake(GAME)
    opened(page, f"{PLAY}#game={GAME}&moves={'+'.join(line)}")
    page.locator("#graph-part > summary").click()
    page.locator("#graph-run").click()
    expect(page.locator("#graph-note")).to_have_text("Judged exactly, by the table.")
    expect(page.locator("#graph .hit")).to_have_count(len(line) + 1)
    expect(page.locator("#turning li")).to_have_count(1)
    expect(page.locator("#turning .played")).to_contain_text(f"{line[-1]}?")
    better = page.locator("#turning .better button")
    best = plies.table(GAME).probe(played(line[:-1])).best
    expect(better.first).to_have_text(best)
    expect(better.nth(1)).to_be_visible()
    words = better.all_inner_texts()
    better.nth(1).click()  # the line is a variation now, and its second move is shown
    expect(page.locator("#moves .variation button")).to_have_text(words)
    expect(page.locator("#moves [aria-current]")).to_have_text(words[1])
    page.keyboard.press("ArrowRight")
    expect(page.locator("#moves [aria-current]")).to_have_text(words[2])
    page.locator("#turning .played").click()
    expect(page.locator("#moves [aria-current]")).to_contain_text(line[-1])


def played(words: list[str]) -> plies.games.position.Position:
    here = plies.game(GAME).start()
    for word in words:
        here = here.play(word)
    return here


@pytest.mark.slow
def test_the_page_of_tables(page: Page) -> None:
    page.goto("/tables")
    page.locator("#suggested").get_by_role("button", name="Pebbles, 1 by 1").click()  # one of the small ones
    expect(page.get_by_label("a game and its size")).to_have_value("pebbles:1x1")
    expect(page.locator("#builds .state")).to_have_text("done")
    expect(page.locator("#list tbody tr")).to_have_count(3)
    page.get_by_role("link", name="Breakthrough, 2 by 4").click()
    expect(page.locator("#distances svg.plot")).to_have_count(2)
    row = page.locator("#longest tbody tr").first
    plies_to_end = int(row.locator("td").first.inner_text())
    row.get_by_role("link").click()
    expect(page.locator("#exact-here")).to_contain_text(f"win in {plies_to_end} for")
    page.locator("#moves").focus()
    for ply in range(1, plies_to_end + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#moves button").nth(ply - 1)).to_have_attribute("aria-current", "true")
    expect(page.locator("#status")).to_contain_text("wins")
    expect(page.locator("#moves .mistake")).to_have_count(0)
