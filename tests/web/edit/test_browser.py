"""The editor in a real browser, under the strict policy: what is typed is judged, completed and saved."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.edit.conftest import SECRET
from tests.web.serving import looking
from tests.web.test_page_routes import found_by_axe

pytestmark = pytest.mark.xdist_group("browser")


def test_typing_changes_the_value(visitor: httpx.Client, folder: Path) -> None:
    with looking(str(visitor.base_url)) as page:
        page.emulate_media(reduced_motion="reduce")
        page.goto(f"/api/edit?token={SECRET}")
        page.goto("/edit?game=breakthrough:8x8")
        expect(page.locator("#parent")).to_have_value("ari")  # not the learned one, which has one term with a name
        page.goto("/edit?game=pawns:4x5&parent=ari")
        expect(page.locator("#value")).to_have_text("50")
        expect(page.locator("#terms tbody tr")).to_have_count(8)
        assert found_by_axe(page) == []
        page.locator("#wander").click()
        expect(page.locator("#back")).to_be_enabled()
        page.locator(".cm-content").click()
        page.keyboard.press("Control+z")  # what the text began as is not taken away
        expect(page.locator(".cm-content")).to_contain_text("import plies")
        page.keyboard.press("Control+End")
        page.keyboard.type("def other(state, me):\nreturn 42.5")
        expect(page.locator("#value")).to_have_text("42.5")
        page.keyboard.type(" +")
        expect(page.locator("#problem")).to_contain_text("invalid syntax")
        expect(page.locator(".cm-lintRange")).to_have_count(1)
        page.keyboard.type(" 1")
        expect(page.locator("#value")).to_have_text("43.5")
        page.keyboard.press("Enter")
        page.keyboard.type("x = prote")
        expect(page.locator(".cm-tooltip-autocomplete")).to_contain_text("protectors")
        page.keyboard.press("Escape")
        page.locator("#save").click()
        expect(page.locator("#kept")).to_contain_text("saved in")
        assert "def other(state, me):" in (folder / "mine.py").read_text()
        for width, scheme in ((390, "light"), (1400, "dark")):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert found_by_axe(page) == []
        page.locator("#match").click()
        expect(page.locator("#played")).to_contain_text("40 of 40 games", timeout=240_000)
        expect(page.locator("#verdict table").first).to_contain_text("other")
        assert found_by_axe(page) == []
        for width in (390, 1400):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
