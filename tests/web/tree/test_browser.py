"""The tree page in a real browser: walked by keyboard and mouse, without errors and without other hosts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.search.textbook.toy_algorithms import registered

#: whether all of a tree can be seen at once
FITS = "(place) => place.scrollWidth <= place.clientWidth && place.scrollHeight <= place.clientHeight"


@pytest.fixture
def page(shared_page: Page) -> Page:
    return shared_page


def test_wikipedias_example_by_keyboard(page: Page) -> None:
    page.goto("/tree")
    says = page.locator("#says")
    expect(says).to_contain_text("1 / 50 Enter the root with the window [−∞, ∞]")
    page.locator("#to-end").click()
    page.keyboard.press("Home")  # a button that was pressed last takes the space bar, not the other keys
    expect(says).to_contain_text("1 / 50")
    page.locator("#canvas").focus()
    page.keyboard.press("ArrowRight")
    expect(says).to_contain_text("2 / 50 Enter 1 with")
    page.keyboard.press("ArrowLeft")
    expect(says).to_contain_text("1 / 50")
    page.keyboard.press("c")
    expect(says).to_contain_text("Cut-off at 1.1.2: ≤ α 5, so 1 child is never visited")
    expect(page.locator("#announcer")).to_contain_text("Cut-off at 1.1.2")
    expect(page.locator("svg.tree .stub.cut")).to_have_count(1)
    expect(page.locator("svg.tree .principal")).to_have_count(0)
    expect(page.locator("#node")).to_contain_text("cut off: its value ≤ α 5, so the rest cannot matter")
    expect(page.locator("#node dd", has_text="1 child (5)")).to_have_count(1)  # 5 is the leaf, not how many there are
    page.keyboard.press("Shift+C")
    page.keyboard.press("End")
    expect(says).to_contain_text("50 / 50 The root returns = 6.")
    expect(page.locator("svg.tree .stub.cut")).to_have_count(8)
    struck = page.locator("svg.tree .stub.cut text.word").all_text_contents()
    assert sorted(struck) == ["3.2", "3.2.1", "3.2.2", "5", "6", "8", "9", "9"]  # all five leaves
    expect(says).to_contain_text("The principal variation: 2, 2.1, 2.1.1, 2.1.1.1.")
    expect(page.locator("svg.tree .node.principal")).to_have_count(5)
    page.locator("#first-algorithm").focus()  # the keys work wherever the focus is
    page.keyboard.press("Home")
    expect(says).to_contain_text("1 / 50")
    page.keyboard.press("End")
    page.keyboard.press("p")
    expect(page.locator("#setup")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#setup")).to_be_visible()
    expect(page.locator("#counts tbody tr").nth(1)).to_contain_text("2533")  # nodes of alpha-beta and of minimax


def test_two_searches_step_side_by_side(page: Page) -> None:
    page.goto("/tree")
    expect(page.locator("#progress")).to_contain_text("cut-offs")
    page.locator("#step-both").click()
    expect(page.locator("#second-title")).to_have_text("Minimax")
    expect(page.locator("#says-second")).to_contain_text("1 / 66 Enter the root")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#says")).to_contain_text("2 / 50")
    expect(page.locator("#says-second")).to_contain_text("2 / 66")
    page.keyboard.press("End")  # the shorter one waits at its end
    expect(page.locator("#says")).to_contain_text("50 / 50 The root returns = 6.")
    expect(page.locator("#says-second")).to_contain_text("66 / 66 The root returns = 6.")
    page.set_viewport_size({"width": 1024, "height": 768})
    page.keyboard.press("p")  # on a projector both trees fill its width, each with the names of its rows
    expect(page.locator("#setup")).to_be_hidden()
    for canvas in ("#canvas", "#canvas-second"):
        expect(page.locator(f"{canvas} .ply-side").first).to_be_visible()
        page.wait_for_timeout(200)  # it is drawn again
        assert page.locator(canvas).evaluate(FITS)
        box = page.locator(canvas).bounding_box()
        assert box is not None
        assert box["width"] > 450
        assert box["y"] + box["height"] <= 768
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1200, "height": 900})
    page.locator("#step-both").click()
    expect(page.locator("#walk-second")).to_be_hidden()


def test_a_choice_among_numbers_is_recorded_at_once(page: Page) -> None:
    page.goto("/tree")
    expect(page.locator("#progress")).to_contain_text("cut-offs")
    expect(page.locator("#classic option:checked")).to_have_text("Wikipedia's example")  # a title, not a key
    page.locator("#classic").select_option("winston")
    expect(page.locator("#says")).to_contain_text("1 / 12")
    page.locator("#first-algorithm").select_option("minimax")
    expect(page.locator("#says")).to_contain_text("1 / 14")


def test_acting_before_anything_has_arrived(page: Page) -> None:
    """Between the end of a recording and its first steps there is no node to draw; the console must stay silent."""
    held: list[Route] = []
    holding = True
    page.route("**/steps?*", lambda route: held.append(route) if holding else route.continue_())
    page.goto("/tree")
    expect(page.locator("#canvas")).to_contain_text("Loading the search")
    expect(page.locator("#progress")).to_contain_text("cut-offs")
    page.locator("#larger").click()
    page.locator("#smaller").click()
    page.set_viewport_size({"width": 900, "height": 900})
    page.wait_for_timeout(400)  # the page waits a little before it paints again
    holding = False
    for route in held:
        route.continue_()
    expect(page.locator("#says")).to_contain_text("1 / 50")
    page.set_viewport_size({"width": 1200, "height": 900})
    holding = True
    page.goto("/tree")
    page.goto("/learn")  # left before the first node has arrived
    page.unroute_all(behavior="ignoreErrors")


def test_a_game_with_its_board_and_open_branches(page: Page) -> None:
    page.goto("/tree?game=pawns:5x5&depth=4&algorithm=soft&cache=bounds&order=ari")
    expect(page.locator("#progress")).to_contain_text("cut-offs")
    page.locator("#to-end").click()
    expect(page.locator("#says")).to_contain_text("The root returns")
    expect(page.locator("#node img.board")).to_be_visible()
    before = page.locator("svg.tree .node").count()
    page.locator("svg.tree .handle").first.click()
    expect(page.locator("svg.tree .node")).not_to_have_count(before)
    page.locator("#speed").fill("5")
    page.locator("#to-first").click()
    expect(page.locator("#says")).to_contain_text("1 / 278 Enter the root")
    page.locator("#play").click()
    expect(page.locator("#says")).not_to_contain_text("1 / 278 Enter the root")
    page.locator("#play").click()
    page.locator("#second-algorithm").select_option("alphabeta")
    page.locator("#compare").click()
    expect(page.locator("#counts thead")).to_contain_text("Alpha-beta, fail-hard")


def test_a_tree_of_ones_own_and_a_mistake_in_it(page: Page) -> None:
    page.goto("/tree")
    expect(page.locator("#says")).to_contain_text("1 / 50")
    page.locator("#numbers-text").fill("[[3,5],[2,9]]")
    page.locator("#record").click()
    expect(page.locator("#says")).to_contain_text("1 / 12")
    page.locator("#numbers-text").fill("[[3,5],[2,")
    with page.expect_response(lambda reply: reply.request.method == "POST") as reply:
        page.locator("#record").click()
    assert reply.value.status == 400
    expect(page.locator("#progress")).to_contain_text("a tree looks like")
    page.locator("#to-end").click()  # the tree before can still be walked
    expect(page.locator("#says")).to_contain_text("12 / 12")


def test_old_names_in_an_address_and_options_of_algorithms(page: Page) -> None:
    page.goto("/tree?game=pebbles:3x1&depth=3&algorithm=alpha-beta&cache=bounds")
    expect(page.locator("#progress")).to_contain_text("cut-offs")
    expect(page.locator("#first-algorithm")).to_have_value("alphabeta")
    expect(page.locator("#first-cache")).to_have_value("bounds")
    expect(page.locator("#first-order option").first).to_have_text("as listed")
    page.locator("#first-algorithm").select_option("path")
    expect(page.locator("#first-order option").first).to_have_text("best first")
    page.locator("#game").select_option("pawns:5x5")  # where positions cannot come back
    expect(page.locator("#first-algorithm")).to_have_value("alphabeta")
    expect(page.locator('#first-algorithm option[value="path"]')).to_be_disabled()


def test_a_further_algorithm_is_on_the_page(page: Page) -> None:
    with registered():
        page.goto("/tree?classic=winston")
        expect(page.locator("#says")).to_contain_text("Enter the root")
        page.locator("#second-algorithm").select_option(label="First move")
        expect(page.locator("#second-way")).to_contain_text("Follows the first move.")
        for name in ("order", "cache"):
            expect(page.locator(f"#second-{name}")).to_be_disabled()
        page.locator("#second-algorithm").select_option(label="Scout")
        expect(page.locator("#second-cache")).to_be_enabled()
