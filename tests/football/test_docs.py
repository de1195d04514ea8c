"""The examples of docs/football.md are what the commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from plies.cli import main

TEXT = (Path(__file__).parents[2] / "docs" / "football.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"^```console\n\$ plies (.*)\n((?:.*\n)*?)```$", TEXT, re.M)
PYTHON = re.findall(r"^```python\n((?:.*\n)*?)```$", TEXT, re.M)


@pytest.mark.parametrize(("words", "expected"), CONSOLE)
def test_console_examples(capsys: pytest.CaptureFixture[str], words: str, expected: str) -> None:
    status = main(shlex.split(words))
    out, err = capsys.readouterr()
    assert (err if status else out) == expected


@pytest.mark.parametrize("program", PYTHON)
def test_python_examples(program: str) -> None:
    exec(compile(program, "docs/football.md", "exec"), {})


def test_there_are_examples() -> None:
    assert len(CONSOLE) >= 4
    assert len(PYTHON) >= 3
