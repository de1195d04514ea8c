"""Every page in a real browser: it fits a phone, everything on it has a name, the policy holds."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from plies import registry
from plies.web.app import SUBJECTS
from plies.web.page_routes import pages, render

pytestmark = pytest.mark.xdist_group("browser")
#: axe-core 4.14.0, which checks a page's names, roles, contrast and landmarks
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
#: bytes that a page may take as sent
MOST_BYTES = 300_000
SENT = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .reduce((sum, one) => sum + one.encodedBodySize, 0)"""
NAMELESS = """() => [...document.querySelectorAll('button, input, select, textarea, a[href]')].filter((one) =>
    one.checkVisibility() && !(one.getAttribute('aria-label') || one.labels?.length || one.title
    || one.textContent.trim())).map((one) => one.outerHTML.slice(0, 120))"""


def found_by_axe(page: Page) -> list[str]:
    """What axe objects to: the rule, and the first element that breaks it."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    # it would read styles anew and put them inline, about which the policy complains
    found = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found["violations"]]


@pytest.mark.parametrize("name", sorted(pages()))
def test_a_page_fits_a_phone_and_names_its_parts(shared_page: Page, name: str) -> None:
    page = shared_page
    for width, scheme in ((360, "light"), (1400, "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(pages()[name].address)
        page.wait_for_timeout(200)  # what the page asks for at first, if it comes soon
        expect(page.locator("main h1").first).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(NAMELESS) == []
        assert found_by_axe(page) == []
        assert page.evaluate(SENT) < MOST_BYTES
        marked = bool(pages()[name].order or pages()[name].part_of)
        expect(page.locator(".top nav [aria-current]")).to_have_count(int(marked))
    page.set_viewport_size({"width": 1200, "height": 900})


def test_scripts_and_styles_are_sent_compressed(shared_client: httpx.Client) -> None:
    for address in ("/static/js/common.js", "/static/css/play.css"):
        reply = shared_client.get(address)
        assert reply.headers["content-encoding"] == "gzip", address
        assert reply.num_bytes_downloaded < len(reply.content) / 2


def test_a_page_that_is_not_listed_marks_the_one_it_is_part_of() -> None:
    for name in ("tournament", "tournament_game"):
        assert '<a href="/tournaments" aria-current=true>' in render(pages()[name])


def test_a_browser_is_shown_a_page_where_there_is_none(shared_client: httpx.Client) -> None:
    browsers = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    shown = shared_client.get("/nosuchpage", headers=browsers)
    assert shown.status_code == 404
    assert shown.headers["content-type"].startswith("text/html")
    assert "There is nothing at this address" in shown.text
    assert 'href="/tree"' in shown.text
    assert "nosuchpage" not in shown.text
    for path, headers in (("/api/nosuch", browsers), ("/nosuchpage", {}), ("/api/guides/nobody", browsers)):
        plain = shared_client.get(path, headers=headers)
        assert plain.status_code == 404
        assert plain.json()["message"] == "there is nothing at this address"


def test_the_interface_page_is_in_the_order_of_subjects(shared_page: Page) -> None:
    shared_page.goto("/api/docs")
    expect(shared_page.locator("#contents h2").first).to_have_text(SUBJECTS[0], ignore_case=True)
    assert tuple(shared_page.locator("#contents h2").all_text_contents()) == SUBJECTS
    assert "__" not in "".join(shared_page.locator(".operation h2, .operation a").all_text_contents())  # no module


def test_the_interface_page_has_meanings_and_no_backticks(shared_page: Page) -> None:
    shared_page.goto("/api/docs")
    move = shared_page.locator(".operation", has=shared_page.get_by_text("POST /api/move", exact=True))
    for field in ("heuristic", "limits"):
        row = move.locator("tbody tr", has=shared_page.get_by_text(field, exact=True))
        expect(row.locator("td").last).not_to_be_empty()
    assert "`" not in shared_page.locator("#operations").inner_text()


def test_a_shade_of_the_games_own_looks_as_the_game_says(shared_page: Page) -> None:
    game = registry.game("wumpus:6,pits=c3")
    assert game.board is not None
    (shade,) = game.board(game.first).shades
    for scheme, colour in (("light", shade.colour), ("dark", shade.night)):
        shared_page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        shared_page.goto(f"/play?scheme={scheme}#game={game.name}")
        square = shared_page.locator('#board [data-cell="c3"]')
        expect(square).to_have_css("fill", f"rgb{tuple(bytes.fromhex(colour[1:]))}")
        expect(shared_page.locator(f'#board path[d="{shade.detail}"]')).to_have_count(1)
        shared_page.locator("#edit").click()
        swatch = shared_page.locator(f'.tool[aria-label="{shade.name}"] .swatch')
        expect(swatch).to_have_css("background-color", f"rgb{tuple(bytes.fromhex(colour[1:]))}")


def test_the_policy_is_enforced(shared_page: Page) -> None:
    """The browser itself refuses what the policy does not allow. It tells its console, so this is a page apart."""
    browser = shared_page.context.browser
    assert browser is not None
    page = browser.new_page()
    page.goto(shared_page.url)
    ran = page.evaluate(
        """() => new Promise((done) => {
        document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective));
        const image = new Image(); image.src = 'http://127.0.0.1:9/x.png'; })"""
    )
    page.close()
    assert ran == "img-src"
