"""The play page in a real browser: whole games by mouse, one by keyboard, the computer, analysis, editing, texts."""

from __future__ import annotations

import random
import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from plies.players.registry import algorithm
from plies.registry import families
from tests.sizes import slow

pytestmark = pytest.mark.xdist_group("browser")
#: a game of each kind, the position it starts from, and a seed of the choice among moves that ends it in 8 or 9 plies
KINDS = [
    ("pawns:3x5", None, 16),
    ("breakthrough:3x5", None, 16),
    ("pebbles:3x1", None, 29),
    ("wumpus:3", None, 8),
    ("checkers", "B:W18,22,26,27:B10,11,14,15", 1),
]


def view(client: httpx.Client, game: str, moves: list[str], start: str | None = None) -> dict:
    reply = client.post("/api/position", json={"game": game, "start": start, "moves": moves})
    assert reply.status_code == 200, reply.text
    return reply.json()


def opened(page: Page, address: str) -> None:
    page.goto("about:blank")  # an address that differs in its last part alone would not be loaded anew
    page.goto(address.replace("/#", "/play#", 1))
    expect(page.locator("#status")).not_to_be_empty()


def centre(page: Page, cell: str) -> tuple[float, float]:
    box = page.locator(f'#board .square[data-cell="{cell}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, cell: str) -> None:
    page.mouse.click(*centre(page, cell))


def drag(page: Page, origin: str, target: str) -> None:
    page.mouse.move(*centre(page, origin))
    page.mouse.down()
    x, y = centre(page, target)
    page.mouse.move(x - 3, y, steps=4)
    page.mouse.move(x, y)
    page.mouse.up()


def test_every_family_is_played_here() -> None:
    assert {game.partition(":")[0] for game, _, _ in KINDS} == set(families())


@pytest.mark.parametrize(("game", "start", "seed"), KINDS)
def test_a_whole_game_by_mouse(
    shared_page: Page, shared_client: httpx.Client, game: str, start: str | None, seed: int
) -> None:
    page, choose = shared_page, random.Random(seed)
    page.emulate_media(reduced_motion="reduce")
    opened(page, f"/#game={game}" + (f"&start={start}" if start else ""))
    moves: list[str] = []
    while (position := view(shared_client, game, moves, start))["outcome"] is None:
        move = choose.choice(position["legal"])
        squares = move["squares"]
        if page.evaluate("() => document.querySelector('#board .board').dataset.one === 'yes'"):
            click(page, squares[0])
        elif len(moves) % 2:
            drag(page, squares[0], squares[-1])
        else:
            click(page, squares[0])
            expect(page.locator(f'#board [data-target="{squares[-1]}"]')).to_have_count(1)
            click(page, squares[-1])
        chosen = page.locator("#choice-list button", has_text=move["word"])
        if page.locator("#choice[open]").count():
            chosen.first.click()
        moves.append(move["word"])
        expect(page.locator("#moves button")).to_have_count(len(moves))
        assert page.locator("#moves button").last.inner_text() == move["word"]
    expect(page.locator("#status")).to_contain_text(position["outcome"]["reason"])
    assert page.evaluate("new URLSearchParams(location.hash.slice(1)).get('moves')") == " ".join(moves)


def test_a_whole_game_by_keyboard(shared_page: Page, shared_client: httpx.Client) -> None:
    page, game, choose = shared_page, "breakthrough:3x5", random.Random(8)
    page.emulate_media(reduced_motion="reduce")
    opened(page, f"/#game={game}")
    page.locator("#board svg").focus()
    moves: list[str] = []
    while (position := view(shared_client, game, moves))["outcome"] is None:
        move = choose.choice(position["legal"])
        for name in (move["squares"][0], move["squares"][-1]):
            walk_cursor(page, position, name)
            page.keyboard.press("Enter")
        moves.append(move["word"])
        expect(page.locator("#moves button")).to_have_count(len(moves))
        expect(page.locator("#announcer")).to_contain_text(move["word"])
    expect(page.locator("#status")).to_contain_text(position["outcome"]["reason"])


def walk_cursor(page: Page, position: dict, name: str) -> None:
    """Arrow keys from a corner to a cell."""
    cell = next(one for one in position["board"]["cells"] if one["name"] == name)
    columns, rows = position["board"]["columns"], position["board"]["rows"]
    corner = (("ArrowLeft", columns - 1), ("ArrowDown", rows - 1))
    for key, times in (*corner, ("ArrowRight", cell["x"]), ("ArrowUp", cell["y"])):
        for _ in range(times):
            page.keyboard.press(key)
    expect(page.locator("#announcer")).to_contain_text(f"{name}:")


def test_moves_are_walked_step_by_step(shared_page: Page) -> None:
    """With animation, the pebbles of a move fall one by one: every number between is seen."""
    page = shared_page
    page.emulate_media(reduced_motion="no-preference")
    opened(page, "/#game=pebbles:4x2")
    page.evaluate(
        """() => { window.seen = new Set(); new MutationObserver(() => window.seen.add(
        [...document.querySelectorAll('#board .count')].map((one) => one.textContent).join(','))).observe(
        document.querySelector('#board'), { childList: true, subtree: true }); }"""
    )
    click(page, "A3")
    expect(page.locator("#moves button")).to_have_count(1)
    expect(page.locator("#board .last")).to_have_count(3)
    page.wait_for_function("() => window.seen.has('2,2,0,3,2,2,2,3')")
    assert page.evaluate("() => window.seen.has('2,2,0,3,2,2,2,2')")


def test_navigation_undo_resign_and_link(shared_page: Page) -> None:
    page = shared_page
    page.emulate_media(reduced_motion="reduce")
    opened(page, "/#game=pawns:6x6&moves=a2-a3+a5-a4+b2-b3")
    expect(page.locator("#moves button")).to_have_count(3)
    page.locator("#moves").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#moves [aria-current]")).to_have_text("a5-a4")
    page.keyboard.press("Home")
    expect(page.locator("#moves [aria-current]")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("#moves [aria-current]")).to_have_text("b2-b3")
    page.locator("#undo").click()
    expect(page.locator("#moves button")).to_have_count(2)
    page.locator("#move-field").fill("c2c3")
    page.keyboard.press("Enter")
    expect(page.locator("#moves button").last).to_have_text("c2-c3")
    page.locator("#turn").click()
    expect(page.locator("#player-near")).to_contain_text("Black")
    page.locator("#resign").click()
    page.locator("#confirm-no").click()
    expect(page.locator("#status")).to_contain_text("to move")
    page.locator("#resign").click()
    page.locator("#confirm-yes").click()
    expect(page.locator("#status")).to_contain_text("black resigned")
    page.reload()  # the address holds the result too
    expect(page.locator("#status")).to_contain_text("black resigned")


def test_against_the_computer_with_a_clock(shared_page: Page) -> None:
    page = shared_page
    opened(page, "/#game=pebbles:2x1")
    page.locator("#new-game").click()
    page.locator("#setup-family").select_option("pebbles")
    page.locator('[data-option="bins"]').fill("3")
    page.locator("#level-1").select_option("more")
    page.locator("#limit-1").select_option("depth")
    page.locator("#amount-1").fill("3")
    page.locator("#setup-minutes").fill("5")
    page.locator("#setup-start").click()
    expect(page.locator("#game-name")).to_have_text("Pebbles, 3 by 2")
    expect(page.locator("#notices")).to_be_empty()
    expect(page.locator(".clock")).to_have_count(2)
    click(page, "A1")
    expect(page.locator("#moves button")).to_have_count(2, timeout=90_000)  # the first search compiles
    page.locator("#hint").click()
    expect(page.locator("#status")).to_contain_text("Hint: ")
    expect(page.locator("#board .arrow")).not_to_have_count(0)
    page.locator("#undo").click()
    expect(page.locator("#moves button")).to_have_count(0)


@pytest.mark.slow
def test_a_game_against_an_algorithm_with_an_option(shared_page: Page) -> None:
    """By mouse: the algorithm, its option and its limit are chosen in the form, shown, played with, and in the link."""
    page = shared_page
    page.emulate_media(reduced_motion="reduce")
    opened(page, "/#game=pebbles:2x1")
    page.locator("#new-game").click()
    page.locator("#setup-family").select_option("pebbles")
    side = page.locator("#setup-sides fieldset").nth(1)
    side.get_by_label("played by").select_option("more")
    side.get_by_label("algorithm").select_option("alphabeta")
    expect(side).to_contain_text(algorithm("alphabeta").about)
    expect(side.get_by_label("cache")).to_be_hidden()
    side.locator("summary").click()
    side.get_by_label("cache").select_option("bounds")
    side.get_by_label("limit").select_option("depth")
    side.get_by_label("amount").fill("3")
    page.locator("#setup-start").click()
    expect(page.locator("#player-far")).to_contain_text("B (security, alphabeta, depth 3, cache bounds)")
    click(page, "A1")
    expect(page.locator("#moves button")).to_have_count(2)
    expect(page.locator("#notices")).to_be_empty()
    page.reload()  # the link holds all of it
    expect(page.locator("#player-far")).to_contain_text("B (security, alphabeta, depth 3, cache bounds)")
    expect(page.locator("#moves button")).to_have_count(2)


def test_a_game_at_a_level(shared_page: Page) -> None:
    """The form offers levels with their ratings; another board has the same ones unrated; the board names the level."""
    page = shared_page
    opened(page, "/#game=pebbles:2x1")
    page.locator("#new-game").click()
    page.locator("#setup-family").select_option("pebbles")
    side = page.locator("#setup-sides fieldset").nth(1)
    expect(page.locator("#level-0")).to_have_value("")
    expect(page.locator("#level-1")).to_have_value("Casual")
    expect(side).to_contain_text("Elo above Learner. Settings: security, 100 nodes.")
    side.get_by_label("played by").select_option("Learner")
    expect(side).to_contain_text("The lowest level")
    page.locator('[data-option="bins"]').fill("3")
    page.locator('[data-option="bins"]').blur()
    expect(side).to_contain_text("Not measured on this board.")
    expect(page.locator("#level-1")).to_have_value("Learner")
    page.locator("#setup-start").click()
    expect(page.locator("#player-far")).to_contain_text("B (Learner: security, depth 1, selective off)")
    click(page, "A1")
    expect(page.locator("#moves button")).to_have_count(2, timeout=90_000)  # the first search compiles
    page.reload()  # the link holds the player, which is still that level
    expect(page.locator("#player-far")).to_contain_text("B (Learner: security, depth 1, selective off)")
    expect(page.locator("#notices")).to_be_empty()


def test_what_is_wrong_with_a_player_is_said_in_the_form(shared_page: Page) -> None:
    page = shared_page
    opened(page, "/#game=pebbles:2x1")
    page.locator("#new-game").click()
    page.locator("#setup-family").select_option("pebbles")
    side = page.locator("#setup-sides fieldset").nth(1)
    side.get_by_label("played by").select_option("more")
    side.locator("summary").click()
    threads = side.get_by_label("threads")
    page.locator('[data-option="bins"]').fill("3")  # another board: its players are asked for, and what is open stays
    with page.expect_response("**/api/levels*"):
        page.keyboard.press("Tab")
    page.wait_for_timeout(100)
    threads.fill("9999")
    side.locator("summary").click()  # folded again
    page.locator("#setup-start").click()
    expect(threads).to_be_focused()
    expect(page.locator("#setup")).to_be_visible()
    threads.fill("1")
    page.route("**/api/player", lambda route: route.fulfill(status=400, json={"error": "Refused", "message": "not so"}))
    page.locator("#setup-start").click()
    expect(page.locator("#setup .notice")).to_have_text("not so")
    page.unroute("**/api/player")
    page.locator("#setup-start").click()
    expect(page.locator("#setup")).to_be_hidden()


@pytest.mark.parametrize(
    ("text", "shown", "reported"),
    [
        ("security depth=2", "(security, depth 2)", ""),  # as the first release wrote it
        ("security", "(security, 1 s)", ""),
        ("random", "(random)", ""),
        ("even algorithm=path nodes=500 order=steep", "(even, path, 500 nodes, order steep)", ""),
        ("even algorithm=path cache=huge", "(security, 1 s)", "cache is none or"),
        ("even algorithm=nothing", "(security, 1 s)", "no such algorithm"),
        ("even algorithm=path depth=999", "(even, path, 1 s)", "depth up to 100"),
    ],
)
def test_players_in_links(shared_page: Page, text: str, shown: str, reported: str) -> None:
    page = shared_page
    opened(page, f"/#game=pebbles:4x2&second={text.replace('=', '%3D')}")
    expect(page.locator("#player-far")).to_contain_text(shown)
    if reported:
        expect(page.locator("#notices")).to_contain_text(reported)
    else:
        expect(page.locator("#notices")).to_be_empty()
        assert page.evaluate("new URLSearchParams(location.hash.slice(1)).get('second')").startswith(text)


@pytest.mark.slow
def test_an_analysis_by_another_algorithm(shared_page: Page) -> None:
    page = shared_page
    opened(page, "/#game=pebbles:4x2")
    page.locator("#analysis-settings > summary").click()
    page.locator("#analysis-by").select_option("soft")
    expect(page.locator("#analysis-lines")).to_be_hidden()  # it follows one line
    page.locator("#analysis-more summary").click()
    page.locator("#analysis-more").get_by_label("cache").select_option("window")
    with page.expect_request("**/api/analyse") as asked:
        page.locator("#analyse").check()
    assert asked.value.post_data_json["player"]["options"] == {"cache": "window"}
    expect(page.locator("#lines li")).to_have_count(1)
    expect(page.locator("#figures")).to_contain_text(re.compile(r"depth \d+\s· .* nodes/s"))
    page.locator("#analyse").uncheck()
    page.locator("#hint").click()
    expect(page.locator("#status")).to_contain_text(", by security, soft")
    assert "random" not in page.locator("#analysis-by").inner_text()  # it has nothing to show


@pytest.mark.slow
def test_computers_play_pause_and_step(shared_page: Page) -> None:
    page = shared_page
    opened(page, "/#game=pebbles:3x2&first=security+depth%3D2&second=security+depth%3D3")
    expect(page.locator("#moves button").nth(1)).to_be_visible(timeout=90_000)
    page.locator("#pause").click()
    expect(page.locator("#pause")).to_have_text("Continue")
    page.wait_for_timeout(800)
    count = page.locator("#moves button").count()
    page.locator("#step").click()
    expect(page.locator("#moves button")).to_have_count(count + 1)


def test_analysis(shared_page: Page) -> None:
    page = shared_page
    opened(page, "/#game=pebbles:4x2&moves=1+2")
    page.locator("#analyse").check()
    expect(page.locator("#figures")).to_contain_text("nodes/s", timeout=90_000)
    expect(page.locator("#lines li")).to_have_count(3)
    expect(page.locator("#value-for")).to_have_text("for A")  # a value is that of a named side
    expect(page.locator("#value-bar")).to_be_visible()
    expect(page.locator("#board .arrow")).not_to_have_count(0)
    before = page.locator("#board .board").inner_html()
    page.locator("#analysis-settings > summary").focus()
    page.locator("#lines button").first.hover()
    expect(page.locator("#play")).to_have_class(re.compile(r"\bpreview\b"))
    assert page.locator("#board .board").inner_html() != before
    page.locator("#lines button").first.click()
    expect(page.locator("#moves button")).to_have_count(3)
    page.locator("#analyse").uncheck()
    page.locator("#graph-run").click()  # there is room below this board, so it is open
    expect(page.locator("#graph .hit")).to_have_count(4)
    page.locator("#terms-two").select_option(index=2)
    expect(page.locator("#terms table")).to_have_count(2)
    page.locator("#terms table").first.locator("input").first.fill("7")
    page.keyboard.press("Enter")
    expect(page.locator("#terms caption").first).to_contain_text("=7)")


@pytest.mark.slow
def test_editing_and_texts(shared_page: Page) -> None:
    page = shared_page
    opened(page, "/#game=wumpus:6,pits=none")
    page.locator("#edit").click()
    page.locator('.tool[aria-label="pit"]').click()
    click(page, "c3")
    expect(page.locator("#board .square.pit")).to_have_count(1)
    page.locator("#edit-done").click()
    expect(page.locator("#palette")).to_be_hidden()
    assert "/2O3/" in page.evaluate("new URLSearchParams(location.hash.slice(1)).get('start')")
    opened(page, "/#game=checkers")
    page.locator("#texts").click()
    page.locator("#exchange-text").fill('[Event "x"]\n1. 11-15 23-19 2. 8-11 *')
    page.locator("#exchange-load").click()
    expect(page.locator("#moves button")).to_have_count(3)
    page.locator("#texts").click()
    page.get_by_role("button", name="Copy PDN 3.0").click()
    expect(page.locator("#exchange-text")).to_have_value("1. 11-15 23-19 2. 8-11 *\n")
    page.locator("#exchange-text").fill("nonsense")
    page.locator("#exchange-load").click()
    expect(page.locator("#exchange .notice")).to_contain_text("a position is")
    page.locator("#exchange-close").click()


@pytest.mark.slow
def test_a_second_address_in_the_same_tab(shared_page: Page) -> None:
    page = shared_page
    page.emulate_media(reduced_motion="reduce")
    opened(page, "/#game=pawns%3A5x5&moves=b2-b3")
    expect(page.locator("#moves button")).to_have_text(["b2-b3"])
    page.evaluate("location.hash = '#game=checkers&moves=10-15'")
    expect(page.locator("#game-name")).to_have_text("Checkers")
    expect(page.locator("#moves button")).to_have_text(["10-15"])
    assert page.evaluate("location.hash") == "#game=checkers&moves=10-15"
    page.evaluate("location.hash = '#main'")  # the link to the content is no game
    page.wait_for_timeout(200)
    expect(page.locator("#game-name")).to_have_text("Checkers")
    expect(page.locator("#notices")).to_be_empty()


@pytest.mark.parametrize(
    ("address", "reported", "moves"),
    [
        ("game=checkers&start=zzz", "own start", 0),
        ("game=checkers&moves=11-15+23-19+1-32+8-11", "move 3", 2),
        ("game=pebbles:4x2&first=nobody+seconds%3D1", "no such heuristic", 0),
        ("game=nothing", "no such game", 0),
    ],
)
def test_mistakes_in_an_address_are_told_and_left_out(
    shared_page: Page, address: str, reported: str, moves: int
) -> None:
    page = shared_page
    page.emulate_media(reduced_motion="reduce")
    opened(page, "/#" + address)
    expect(page.locator("#notices")).to_contain_text(reported)
    if "nobody" in address:
        expect(page.locator("#player-far, #player-near").filter(has_text="1 s")).to_have_count(1)
    else:
        expect(page.locator("#moves button")).to_have_count(moves)
        expect(page.locator("#board .piece")).not_to_have_count(0)


def test_limits_in_an_address_are_within_the_servers(shared_page: Page) -> None:
    page = shared_page
    opened(page, "/#game=pebbles:2x1&second=security+seconds%3D1e99")
    expect(page.locator("#notices")).to_contain_text("seconds up to 30")
    assert page.evaluate("new URLSearchParams(location.hash.slice(1)).get('second')") == "security seconds=1"


@pytest.mark.slow
def test_texts_for_another_board_and_players_that_stay(shared_page: Page) -> None:
    page = shared_page
    page.emulate_media(reduced_motion="reduce")
    opened(page, "/#game=pawns:6x6&second=ari+depth%3D1")
    page.locator("#texts").click()
    page.locator("#exchange-text").fill("b2-b3 zz")
    page.locator("#exchange-load").click()
    expect(page.locator("#exchange .notice")).to_contain_text("move 2")
    page.locator("#exchange-text").fill("bbbbb/5/5/5/wwwww b")
    page.locator("#exchange-load").click()
    expect(page.locator("#game-name")).to_have_text("Pawns, 5 by 5")
    expect(page.locator("#player-far")).to_contain_text("ari, depth 1")
    expect(page.locator("#status")).to_contain_text("paused")


def test_a_click_ends_the_walk_of_a_move(shared_page: Page) -> None:
    page = shared_page
    page.emulate_media(reduced_motion="no-preference")
    opened(page, "/#game=pawns:5x5")
    click(page, "b2")
    click(page, "b3")
    expect(page.locator("#moves button")).to_have_count(1)
    click(page, "c4")  # at once, while the pawn still slides
    expect(page.locator('#board [data-target="c3"]')).to_have_count(1)


@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), slow(1024, 768), (1400, 900), slow(1920, 1080), slow(2560, 1440)]
)
def test_the_board_is_as_large_as_the_screen_allows(shared_page: Page, width: int, height: int) -> None:
    page = shared_page
    page.set_viewport_size({"width": width, "height": height})
    opened(page, "/#game=checkers&moves=11-15")
    board, top = page.locator("#board svg").bounding_box(), page.locator("#board-side").bounding_box()
    assert board is not None
    assert top is not None
    room = height - top["y"] - 90  # two players, one above and one below
    wanted = min(room, 0.6 * width if width >= 900 else width)
    assert 0.93 * wanted - 24 <= board["width"] <= wanted + 24
    for shown in ("#value", "#lines", "#moves button", "#status"):  # with the board, without scrolling
        box = page.locator(shown).first.bounding_box()
        assert box is not None
        assert box["y"] + min(box["height"], 30) <= height, shown
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    side = page.locator("#move-field").bounding_box()
    assert side is not None
    assert width < 900 or side["y"] + side["height"] > 0.9 * height  # beside the board, down to its lower edge
    page.set_viewport_size({"width": 1200, "height": 900})


def test_a_low_phone_shows_board_value_and_moves(shared_page: Page) -> None:
    page = shared_page
    page.set_viewport_size({"width": 390, "height": 664})
    opened(page, "/#game=checkers&moves=11-15")
    boxes = [page.locator(shown).first.bounding_box() for shown in ("#board svg", "#value", "#moves button")]
    assert all(box and box["y"] + box["height"] <= 664 for box in boxes), boxes
    assert boxes[0]
    assert boxes[0]["width"] > 300
    page.set_viewport_size({"width": 1200, "height": 900})


def test_below_a_flat_board_there_is_room(shared_page: Page) -> None:
    page = shared_page
    opened(page, "/#game=pebbles:5x2")
    expect(page.locator("#terms table")).to_be_visible()
    board, terms = page.locator("#board").bounding_box(), page.locator("#terms-part").bounding_box()
    assert board
    assert terms
    assert terms["y"] > board["y"] + board["height"]
    assert terms["x"] < board["x"] + board["width"] / 2


def test_a_level_is_one_click_away(shared_page: Page) -> None:
    page = shared_page
    opened(page, "/#game=pebbles:2x1")
    page.locator("#beginning button", has_text="Casual").click()
    expect(page.locator(".player", has_text="Casual")).to_have_count(1)
    expect(page.locator("#beginning button")).to_have_count(0)
    click(page, "A1")
    expect(page.locator("#beginning")).to_be_hidden()
    expect(page.locator("#moves button").first).to_have_text("1")


def test_the_buttons_of_two_computers_fit_beside_the_board(shared_page: Page) -> None:
    page = shared_page
    opened(page, "/#game=pebbles:3x2&first=random&second=random")
    page.locator("#pause").click()
    expect(page.locator("#step")).to_be_visible()
    for width in (900, 1024):
        page.set_viewport_size({"width": width, "height": 768})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1200, "height": 900})


def test_large_counts_of_terms_have_commas(shared_page: Page) -> None:
    page = shared_page
    opened(page, "/#game=breakthrough:8x8")
    page.locator("#terms-part summary").click()
    expect(page.locator("#terms")).to_contain_text(re.compile(r"\d,\d{3}"))
    assert not [text for text in page.locator("#terms td").all_inner_texts() if re.search(r"(?<![.\d])\d{4}", text)]
    assert page.locator("#terms tr", has_text="patterns").first.locator("td").nth(2).inner_text() not in ("0", "0.001")


def test_a_running_game_is_opened_without_analysis(shared_page: Page) -> None:
    page = shared_page
    opened(page, "/#game=pebbles:2x1")
    page.evaluate("localStorage['plies.analysis'] = 'on'")
    opened(page, "/#game=pebbles:3x2&moves=3+3&second=random")  # the first side is to move again
    expect(page.locator("#moves button")).to_have_count(2)
    expect(page.locator("#analyse")).not_to_be_checked()
    opened(page, "/#game=pebbles:3x2&moves=3+3")
    expect(page.locator("#moves button")).to_have_count(2)
    expect(page.locator("#analyse")).to_be_checked()
    page.locator("#analyse").uncheck()


@pytest.mark.slow
def test_analysis_is_on_until_a_game_begins(shared_page: Page) -> None:
    page = shared_page
    page.emulate_media(reduced_motion="reduce")
    opened(page, "/#game=pebbles:2x1")
    page.evaluate("localStorage['plies.analysis'] = 'on'")
    opened(page, "/#game=pebbles:2x1&second=random")
    expect(page.locator("#analyse")).to_be_checked()
    click(page, "A1")
    expect(page.locator("#moves button")).not_to_have_count(0)
    expect(page.locator("#analyse")).not_to_be_checked()
    page.locator("#analyse").check()  # whoever asks for it during a game keeps it
    opened(page, "/#game=pebbles:2x1")
    click(page, "A1")
    expect(page.locator("#moves button")).to_have_count(1)
    expect(page.locator("#analyse")).to_be_checked()
    page.locator("#analyse").uncheck()


def test_two_heuristics_stand_side_by_side(shared_page: Page) -> None:
    page = shared_page
    page.set_viewport_size({"width": 1400, "height": 900})
    opened(page, "/#game=checkers")
    page.locator("#terms-part summary").click()
    page.locator("#terms-two").select_option(index=2)
    expect(page.locator("#terms table")).to_have_count(2)
    one, two = (page.locator("#terms table").nth(number).bounding_box() for number in (0, 1))
    assert one is not None
    assert two is not None
    assert one["x"] + one["width"] <= two["x"]
    page.set_viewport_size({"width": 1200, "height": 900})


def test_the_cursor_is_for_the_keyboard(shared_page: Page) -> None:
    page = shared_page
    page.emulate_media(reduced_motion="reduce")
    opened(page, "/#game=pawns:5x5")
    click(page, "c2")
    expect(page.locator("#board .cursor")).to_be_hidden()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#board .cursor")).to_be_visible()
    expect(page.locator("#announcer")).to_contain_text("c3")
