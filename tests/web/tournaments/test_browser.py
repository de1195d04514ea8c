"""The tournament pages in a real browser: start one, watch it finish, look at its tables, replay a game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from plies.values import describe
from plies.web.server.settings import Settings
from tests.web.serving import looking, serving

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with serving(Settings(ledger=tmp_path_factory.mktemp("ledger") / "ledger.sqlite")) as made:
        yield made


@pytest.fixture(scope="module")
def page(client: httpx.Client) -> Iterator[Page]:
    with looking(str(client.base_url)) as made:
        yield made


def fill_form(page: Page) -> None:
    """Two random players on a small board; nothing is compiled for that."""
    page.goto("/tournaments")
    expect(page.locator("#list-empty")).to_be_visible()
    expect(page.locator("#players li")).to_have_count(2)
    page.locator("#boards button").first.click()
    expect(page.locator("#boards li")).to_have_count(0)
    page.locator("#board").fill("breakthrough:3x5")
    page.keyboard.press("Enter")
    expect(page.locator("#boards li")).to_contain_text("Breakthrough, 3 by 5")
    for number in (0, 1):
        page.locator("#players [id^=who]").nth(number).select_option("random")
    page.locator("#games").fill("6")
    page.locator("#openings").select_option("random")
    page.locator("#balanced").uncheck()
    expect(page.locator("#count")).to_have_text("6 games on 1 board")


def test_start_watch_and_replay(page: Page, client: httpx.Client) -> None:
    page.emulate_media(reduced_motion="reduce")
    fill_form(page)
    page.locator("#board").fill("wumpus")
    page.locator("#board-add").click()
    expect(page.locator("#notices")).to_contain_text("No heuristic plays wumpus:6 and the boards before it")
    expect(page.locator("#boards li")).to_have_count(1)
    page.locator("#start").click()
    expect(page.locator("#title")).to_have_text("Breakthrough, 3 by 5")
    page.go_back()  # to what was asked for
    expect(page.locator("#count")).to_have_text("6 games on 1 board")
    expect(page.locator("#boards li")).to_contain_text("Breakthrough, 3 by 5")
    page.go_forward()
    expect(page.locator("#live tbody tr")).to_have_count(2)  # also before the first game
    expect(page.locator("#state")).to_have_text("finished", timeout=120_000)
    expect(page.locator("#status")).to_have_text("6 of 6 games")
    expect(page.locator("#games tbody tr")).to_have_count(6)
    shows_every_block(page, client)
    page.locator("#filter-player").select_option("random")
    page.locator("#filter-result").select_option("win")
    expect(page.locator("#games tbody tr")).not_to_have_count(6)
    page.locator("#filter-result").select_option("")
    expect(page.locator("#games tbody tr")).to_have_count(6)
    with page.expect_download() as kept:
        page.locator("#downloads a", has_text="CSV").click()
    assert kept.value.suggested_filename.endswith(".csv")
    expect(page.locator("#games tbody a").first).to_have_text("random – random#2")  # by players, not by its id
    page.locator("#games tbody a").first.click()
    step_through(page)


def shows_every_block(page: Page, client: httpx.Client) -> None:
    """Headings, paragraphs, cells and plots are those of the server; what is watched is above, and nothing is twice.

    Of one board the cross table is above too, and says itself how it is read.
    """
    told = client.get(f"/api/tournaments/{page.url.rpartition('=')[2]}").json()
    blocks = {one["id"]: one for one in [*told["live"], *told["blocks"]]}
    del blocks["cross-matrices"]
    expect(page.locator("#live [id='cross-1'] caption")).to_contain_text("the first side (rows) against the second")
    above = {"cross-1", "cross-matrices", *(one["id"] for one in told["live"])}
    rest = [one for one in told["blocks"] if one["id"] not in above]
    bare = {one["id"] for one, after in pairwise(rest) if one["kind"] == after["kind"] == "heading"}
    for id, block in blocks.items():
        place = page.locator(f"[id='{id}']")
        expect(place).to_have_count(0 if id in bare else 1)  # a heading under which nothing is left is not shown
        if id in bare:
            continue
        if block["kind"] in ("heading", "paragraph"):
            expect(place).to_have_text(block["text"])
        elif block["kind"] == "table":
            assert place.locator("tbody tr").evaluate_all(CELLS) == block["rows"]
            assert place.locator("thead th").all_text_contents() == [column["title"] for column in block["columns"]]
        elif block["kind"] == "dots":
            points = [point for series in block["series"] for point in series["points"]]
            expect(place.locator("svg:not([aria-hidden]) :is(.full, .hollow)")).to_have_count(len(points))
            expect(place.locator(".reach")).to_have_count(sum(point["low"] is not None for point in points))
        else:
            expect(place.locator(".bar")).to_have_count(sum(len(panel["bars"]) for panel in block["panels"]))
    for block in told["live"]:
        expect(page.locator(f"#live [id='{block['id']}']")).to_have_count(1)
    links = page.locator("#contents a").all()
    assert len(links) == page.locator("#tables h2").count() + 1 > 6  # and the games
    links[-1].click()
    assert page.evaluate("location.hash") == links[-1].get_attribute("href")
    page.go_back()


CELLS = "(rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent))"


def step_through(page: Page) -> None:
    """Forth to the end by keyboard and by buttons, and back again; the board follows."""
    moves = page.locator("#moves button")
    expect(page.locator("#board .square")).to_have_count(15)
    before = page.locator("#board .board").inner_html()
    page.keyboard.press("ArrowRight")
    expect(moves.first).to_have_attribute("aria-current", "true")
    expect(page.locator("#board .last")).not_to_have_count(0)
    page.locator("#to-forth").click()
    expect(moves.nth(1)).to_have_attribute("aria-current", "true")
    expect(page.locator("#thought")).to_contain_text("opening")
    page.keyboard.press("End")
    expect(moves.last).to_have_attribute("aria-current", "true")
    expect(page.locator("#to-forth")).to_be_disabled()
    reason = page.locator("#result").inner_text().partition(": ")[2]
    expect(page.locator("#announcer")).to_contain_text(reason)
    page.keyboard.press("Home")
    expect(page.locator("#thought")).to_have_text("The start.")
    expect(page.locator("#board .last")).to_have_count(0)
    assert page.locator("#board .board").inner_html() == before
    page.keyboard.press("Space")
    expect(page.locator("#walk")).to_have_attribute("aria-pressed", "true")
    expect(moves.first).to_have_attribute("aria-current", "true")
    page.keyboard.press("Space")
    expect(page.locator("#walk")).to_have_attribute("aria-pressed", "false")
    moves.nth(2).click()
    expect(moves.nth(2)).to_have_attribute("aria-current", "true")
    page.locator("#analyse").click()
    expect(page.locator("#game-name")).to_have_text("Breakthrough, 3 by 5")
    page.go_back()
    expect(moves.nth(2)).to_have_attribute("aria-current", "true")
    page.reload()
    expect(moves.nth(2)).to_have_attribute("aria-current", "true")
    expect(page.locator("#board .last")).not_to_have_count(0)
    expect(page.locator("#to-back")).to_be_enabled()


def boxes(page: Page, selector: str) -> list[tuple[float, float]]:
    """Where things begin and end from above, the highest first."""
    found = page.locator(selector).evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect()).map((box) => [box.top, box.bottom])"
    )
    return sorted((top, bottom) for top, bottom in found)


def test_a_replay_on_a_phone_tells_values_for_the_first_side(page: Page, client: httpx.Client) -> None:
    """Two that search, on a board so small that the end is proven; they end with moves that had no other."""
    told = client.post("/api/tournaments", json=published_games(client, nodes=100)).json()
    page.goto(f"/tournament?id={told['id']}")
    expect(page.locator("#state")).to_have_text("finished", timeout=120_000)
    row = client.get(f"/api/tournaments/{told['id']}/games").json()["games"][0]
    game = client.get(f"/api/tournaments/games/{row['id']}").json()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/tournament/game?id={row['id']}")
    expect(page.locator("#board .square")).to_have_count(15)
    assert [one.inner_text() for one in page.locator("#moves small").all()] == [in_words(one) for one in game["moves"]]
    assert any(one["value"] and one["side"] == 1 for one in game["moves"])
    assert any(one["proof"] for one in game["moves"])
    assert any(one["only"] for one in game["moves"])
    expect(page.locator("#legend")).to_have_text("Values are for white.")
    (_, board_ends), (steps_begin, _) = *boxes(page, "#board"), *boxes(page, "#steps")
    assert board_ends <= steps_begin
    assert boxes(page, "#walk")[0][1] <= 740  # board and buttons are seen together
    names = boxes(page, "#graph .name")
    assert len(names) == 5
    assert all(bottom <= top + 1 for (_, bottom), (top, _) in pairwise(names))
    page.locator("#moves button").nth(12).click()
    ((top, bottom),), ((move_top, move_bottom),) = boxes(page, "#moves"), boxes(page, "#moves [aria-current]")
    assert top < move_top < move_bottom < bottom
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.set_viewport_size({"width": 1200, "height": 900})


def in_words(move: dict[str, Any]) -> str:
    """What a list says of a move: its value for the first side."""
    if move["value"] is None:
        return "only" if move["only"] else ""
    words = describe(move["value"] if move["side"] == 0 else 0.0 - move["value"])
    return words.replace("+0.00", "0.00").replace("-", "−")


@pytest.mark.slow
def test_every_algorithm_is_offered_with_its_options(page: Page, client: httpx.Client) -> None:
    """What was typed stays when another algorithm is chosen; what was asked for comes back to the form."""
    page.goto("/tournaments")
    first = page.locator("#players li").first
    known = [one["name"] for one in client.get("/api/algorithms").json()]
    expect(first.locator("[id^=who] option")).to_have_text(known)
    first.locator("[id^=limit]").select_option("depth")
    first.locator("[id^=amount]").fill("2")
    expect(first.get_by_label("threads")).to_have_count(0)  # a tournament's players have one each
    first.locator("[id^=who]").select_option("alphabeta")
    expect(first.locator("[id^=amount]")).to_have_value("2")
    first.locator("summary", has_text="Options").click()
    first.get_by_label("cache").select_option("bounds")
    first.locator("[id^=limit]").select_option("nodes")
    expect(first.locator("[id^=amount]")).to_have_value("1000")
    first.locator("[id^=limit]").select_option("depth")
    expect(first.locator("[id^=amount]")).to_have_value("2")
    first.locator("[id^=who]").select_option("soft")
    expect(first.get_by_label("cache")).to_have_value("bounds")
    first.locator("summary", has_text="Weights").click()
    first.get_by_label("pawns").fill("3")
    page.locator("#players [id^=who]").nth(1).select_option("random")
    page.locator("#boards button").click()
    page.locator("#board").fill("breakthrough:3x5")
    page.locator("#board-add").click()
    page.locator("#games").fill("2")
    page.locator("#openings").select_option("start")  # balanced ones would need the engine
    page.locator("#start").click()
    expect(page.locator("#state")).to_have_text("finished", timeout=120_000)
    players = client.get(f"/api/tournaments/{page.url.rpartition('=')[2]}").json()["tournament"]["players"]
    assert players == ["ari(pawns=3)@depth=2,algorithm=soft,cache=bounds", "random"]
    page.go_back()
    expect(first.locator("[id^=who]")).to_have_value("soft")
    expect(first.locator("[id^=amount]")).to_have_value("2")
    expect(first.locator("[data-choice=cache]")).to_have_value("bounds")
    expect(first.locator("[data-term=pawns]")).to_have_value("3")


def published_games(client: httpx.Client, nodes: int = 20) -> dict[str, Any]:
    """Two players of a preset that was published, on one of its boards, with little to think about."""
    preset = [one for one in client.get("/api/tournaments/presets").json() if one["published"]][-1]
    game = preset["published"][-1]
    players = [{"heuristic": game[side], "limits": {"nodes": nodes}} for side in ("first", "second")]
    return {"boards": [game["board"]], "players": players, "games": 2, "openings": {"kind": "start"}}


@pytest.mark.slow
def test_stop_go_on_and_presets(page: Page, client: httpx.Client) -> None:
    asked = {"boards": ["pebbles:2x1"], "players": [{"heuristic": "random"}] * 2, "openings": {"kind": "start"}}
    told = client.post("/api/tournaments", json={**asked, "games": 100_000}).json()
    page.goto("/tournaments")
    expect(page.locator("#list .state.running")).to_have_count(1)
    page.locator("#preset").select_option(index=1)
    expect(page.locator("#preset-about")).to_be_visible()
    expect(page.locator("#boards li")).not_to_have_count(1)
    page.goto(f"/tournament?id={told['id']}")
    expect(page.locator("#status")).to_contain_text("left")  # games have come in
    page.locator("#stop").click()
    expect(page.locator("#state")).to_have_text("stopped")
    page.locator("#more").fill("2")
    page.locator("#resume").click()
    expect(page.locator("#notices")).to_contain_text("have been played already; ask for at least as many")
    page.locator("#more").fill("100000")
    page.locator("#resume").click()
    expect(page.locator("#state")).to_have_text("running")
    page.locator("#stop").click()
    expect(page.locator("#state")).to_have_text("stopped")
    told = client.post("/api/tournaments", json=published_games(client)).json()
    page.goto(f"/tournament?id={told['id']}")
    expect(page.locator("#published-agreement")).to_contain_text("of 2 as published")
    page.locator("#published-1 summary").click()
    expect(page.locator("#published-1 tbody tr")).to_have_count(2)
    expect(page.locator("#published-1 tbody tr").first).to_be_visible()
    page.goto("/tournament?id=nonsense")
    expect(page.locator("#about")).to_contain_text("no such tournament")
    expect(page.locator("#known")).to_be_hidden()


@pytest.mark.parametrize("id", ["nonsense", "0" * 20])
def test_a_game_that_is_not_there(page: Page, client: httpx.Client, id: str) -> None:
    browser = page.context.browser
    assert browser
    other = browser.new_page(base_url=str(client.base_url))  # the console of this one may note the answer 404
    other.goto(f"/tournament/game?id={id}")
    expect(other.locator("#missing")).to_be_visible()
    expect(other.locator("#replay")).to_be_hidden()
    expect(other.locator("#back a")).to_have_attribute("href", "/tournaments")
    other.goto(f"/tournament?id={id[:16]}")
    expect(other.locator("#about")).to_contain_text("no such tournament")
    expect(other.locator("#known")).to_be_hidden()
    other.close()


# -- while something is loading --------------------------------------------------------------------------------------


def held(page: Page, pattern: str) -> list[Any]:
    """Requests that fit wait here until they are let go."""
    waiting: list[Any] = []
    page.route(pattern, lambda route: waiting.append(route))
    return waiting


def let_go(page: Page, pattern: str, waiting: list[Any]) -> None:
    for route in waiting:
        route.continue_()
    page.unroute(pattern)


@pytest.mark.slow
def test_every_page_shows_at_once_that_it_is_loading(page: Page, client: httpx.Client) -> None:
    """Before the data are there: a text that people see and screen readers read; afterwards it is gone."""
    players = [{"heuristic": "random"}] * 2
    asked = {"boards": ["pebbles:2x1"], "players": players, "openings": {"kind": "start"}, "games": 2, "seed": 7}
    id = client.post("/api/tournaments", json=asked).json()["id"]
    assert '"end"' in client.get(f"/api/tournaments/{id}/events").text
    played = client.get(f"/api/tournaments/{id}/games").json()["games"][0]["id"]

    pattern = "**/api/**"
    waiting = held(page, pattern)
    page.goto("/tournaments")
    expect(page.locator("#list-loading[role=status]")).to_have_text("Loading the tournaments…")
    expect(page.locator("#form-loading[role=status]")).to_have_text("Loading games and players…")
    let_go(page, pattern, waiting)
    expect(page.locator("#list li").first).to_contain_text(" · ")
    expect(page.locator("#list-loading")).to_be_hidden()
    expect(page.locator("#form-loading")).to_be_hidden()

    waiting = held(page, pattern)
    page.goto(f"/tournament?id={id}")
    expect(page.locator("#status[role=status]")).to_contain_text("Loading the tournament")
    expect(page.locator("#games [role=status]")).to_have_text("Loading the games…")
    expect(page.locator("#known")).to_have_attribute("aria-busy", "true")
    let_go(page, pattern, waiting)
    expect(page.locator("#status")).to_have_text("2 of 2 games")
    expect(page.locator("#games tbody tr")).to_have_count(2)
    expect(page.locator("[aria-busy]")).to_have_count(0)
    waiting = held(page, "**/games?*")
    page.locator("#filter-newest").check()
    expect(page.locator("#page-now")).to_have_text("loading…")
    let_go(page, "**/games?*", waiting)
    expect(page.locator("#page-now")).to_have_text("1 to 2")

    waiting = held(page, pattern)
    page.goto(f"/tournament/game?id={played}")
    expect(page.locator("#loading[role=status]")).to_have_text("Loading the game…")
    expect(page.locator("#replay")).to_be_hidden()
    let_go(page, pattern, waiting)
    expect(page.locator("#replay")).to_be_visible()
    expect(page.locator("#loading")).to_be_hidden()


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("/tournaments", "#list-loading"),
        (f"/tournament?id={'0' * 16}", "#status"),
        (f"/tournament/game?id={'0' * 20}", "#loading"),
    ],
)
def test_what_cannot_be_loaded_is_told_where_it_was_loading(page: Page, address: str, place: str) -> None:
    refused = {"error": "Refused", "message": "too many requests"}
    page.route("**/api/**", lambda route: route.fulfill(status=400, json=refused))
    page.goto(address)
    expect(page.locator(place)).to_contain_text("could not be loaded: too many requests.")
    page.unroute("**/api/**")
