"""Runs what the README and the docs show: Python blocks, files they write, and commands.

The blocks of a page share a folder and a namespace. A block that begins with `# file: name` is written to that file
instead; a `console` block's lines that begin with `$ plies` must succeed.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import plies.games
from plies import cli

ROOT = Path(__file__).parents[1]
GUIDES = sorted(Path(plies.games.__file__).parent.rglob("guide.md"))
PAGES = [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *GUIDES] if page.exists()]


class Block(NamedTuple):
    language: str
    text: str
    line: int


def blocks_of(page: Path) -> list[Block]:
    """The fenced blocks of a page in order."""
    text = page.read_text(encoding="utf-8")
    fences = re.finditer(r"^```(\w*)[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [Block(match[1], match[2], text.count("\n", 0, match.start()) + 2) for match in fences]


def commands_of(block: Block) -> list[list[str]]:
    """The words of each `$ plies ...` line, without comments; a backslash joins it to the next."""
    joined = block.text.replace("\\\n", " ")
    lines = [line[2:] for line in joined.splitlines() if line.startswith("$ plies")]
    return [shlex.split(line, comments=True)[1:] for line in lines]


def run_block(page: Path, block: Block, space: dict[str, Any]) -> None:
    named = re.match(r"# file: (\S+)\n", block.text)
    if block.language == "python" and named:
        Path(named[1]).write_text(block.text, encoding="utf-8")
    elif block.language == "python":
        code = compile("\n" * (block.line - 1) + block.text, str(page), "exec")  # errors name the line of the page
        exec(code, space)
    elif block.language == "console":
        expected = 2 if "\nplies: " in block.text else 0  # a page may show what a mistake is answered with
        for words in commands_of(block):
            status = cli.main(words)
            assert status == expected, f"{page.name}, line {block.line}: plies {shlex.join(words)} ended with {status}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: "/".join(page.parts[-2:]))
def test_a_page_does_what_it_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PLIES_LEDGER", str(tmp_path / "ledger.sqlite"))
    monkeypatch.setenv("PLIES_TABLES", str(tmp_path / "tables"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(sys, "stdin", open(os.devnull))  # noqa: SIM115  # nothing waits for a person
    before = set(sys.modules)
    space: dict[str, Any] = {"__name__": page.stem}
    try:
        for block in blocks_of(page):
            run_block(page, block, space)
    finally:
        sys.stdin.close()
        for name in set(sys.modules) - before:
            if getattr(sys.modules[name], "__file__", None) == str(tmp_path / f"{name}.py"):
                del sys.modules[name]


def lines_of_code(page: str, file: str) -> int:
    block = next(b for b in blocks_of(ROOT / "docs" / page) if b.text.startswith(f"# file: {file}\n"))
    return len([line for line in block.text.splitlines()[1:] if line.strip()])


def test_the_tutorials_are_as_short_as_they_say() -> None:
    assert lines_of_code("tutorial-heuristic.md", "mine.py") <= 10
    assert lines_of_code("tutorial-game.md", "tictactoe.py") <= 60
