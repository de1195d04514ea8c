"""docs/textbook.md shows what the program prints: its examples are run and its commands compared, times aside."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

from plies.cli import main

PAGE = Path(__file__).parents[3] / "docs" / "textbook.md"
EXAMPLE = re.compile(r"```python\n(.*?)```\n```text\n(.*?)```", re.DOTALL)
COMMAND = re.compile(r"```console\n\$ plies (.*?)\n(.*?)```", re.DOTALL)


def without_times(text: str) -> list[str]:
    """Lines without a last column of seconds."""
    return [re.sub(r"\s+\d+\.\d{3}$", "", line) for line in text.splitlines()]


def outputs(text: str) -> list[tuple[str, str]]:
    """What the page shows and what the program prints, block by block."""
    found = []
    names: dict[str, object] = {}
    for code, shown in EXAMPLE.findall(text):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(code, str(PAGE), "exec"), names)
        found.append((shown, out.getvalue()))
    for words, shown in COMMAND.findall(text):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            assert main(shlex.split(words)) == 0
        found.append((shown, out.getvalue()))
    return found


def test_the_page_shows_what_is_printed() -> None:
    text = PAGE.read_text(encoding="utf-8")
    blocks = outputs(text)
    assert len(blocks) == text.count("```python") + text.count("```console")
    for shown, printed in blocks:
        assert without_times(shown) == without_times(printed)
