"""Draws the README's picture: what `plies show` and `plies analyse` print in a terminal, as an SVG.

python tools/picture.py docs/images/terminal.svg
"""

from __future__ import annotations

import io
import os
import subprocess
import sys

from rich.console import Console
from rich.text import Text

POSITION = "bbb1bb/b2b1b/2b1b1/1w1w2/w1w1ww/wwwww1 w"
COMMANDS = [
    ["show", "pawns:6x6", "--position", POSITION],
    ["analyse", "pawns:6x6", "--position", POSITION, "--depth", "12"],
]


def main() -> None:
    console = Console(record=True, width=100, force_terminal=True, color_system="truecolor", file=io.StringIO())
    environment = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "100"}
    for words in COMMANDS:
        shown = " ".join(f'"{word}"' if " " in word else word for word in words)
        console.print(Text(f"$ plies {shown}", style="bold green"), soft_wrap=True)
        done = subprocess.run(
            [sys.executable, "-m", "plies", *words], env=environment, capture_output=True, text=True, check=True
        )
        for line in done.stdout.splitlines():
            console.print(Text.from_ansi(line), no_wrap=True, overflow="crop")
        console.print()
    console.save_svg(sys.argv[1], title="plies")


if __name__ == "__main__":
    main()
