"""The examples of the guide to football are what the commands print."""

from __future__ import annotations

import re
import shlex

import pytest

from plies.cli import main
from plies.games import football

TEXT = (football.GUIDE).read_text(encoding="utf-8")
CONSOLE = re.findall(r"^```console\n\$ plies (.*)\n((?:.*\n)*?)```$", TEXT, re.M)
PYTHON = re.findall(r"^```python\n((?:.*\n)*?)```$", TEXT, re.M)


@pytest.mark.parametrize(("words", "expected"), CONSOLE)
def test_console_examples(capsys: pytest.CaptureFixture[str], words: str, expected: str) -> None:
    status = main(shlex.split(words))
    out, err = capsys.readouterr()
    assert (err if status else out) == expected


@pytest.mark.parametrize("program", PYTHON)
def test_python_examples(program: str) -> None:
    exec(compile(program, str(football.GUIDE), "exec"), {})


def test_there_are_examples() -> None:
    assert len(CONSOLE) >= 4
    assert len(PYTHON) >= 3
