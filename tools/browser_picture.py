"""Takes the picture of the play page for README and docs, with a server of its own and Chromium.

python tools/browser_picture.py docs/images/browser.png
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from urllib.parse import urlencode

from playwright.sync_api import Page, expect, sync_playwright

POSITION = "bbb1bb/b2b1b/2b1b1/1w1w2/w1w1ww/wwwww1 w"
ADDRESS = urlencode({"game": "pawns:6x6", "start": POSITION, "moves": "d3xc4 d5xc4"})
#: plies that the analysis has reached when the picture is taken
DEPTH = 14


def take(page: Page, file: str) -> None:
    page.goto(f"/play#{ADDRESS}")
    page.locator("#analyse").check()
    page.locator("#terms-one").select_option("ari")  # in view where there is a third column
    expect(page.locator("#terms")).to_contain_text("protectors")
    page.mouse.move(0, 0)  # a line under the mouse would be shown on the board
    expect(page.locator("#figures")).to_have_text(re.compile(rf"^depth ({DEPTH}|[2-9]\d)"), timeout=120_000)
    page.screenshot(path=file)


def main() -> None:
    words = [sys.executable, "-m", "plies", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3].rstrip("/")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            take(browser.new_page(base_url=address, viewport={"width": 1920, "height": 1000}), sys.argv[1])
        finally:
            browser.close()
            server.terminate()


if __name__ == "__main__":
    main()
