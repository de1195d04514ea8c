"""`make test-pythons`: which Pythons are found, what is run with each, and what is said at the end."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose setup makes an environment that notes what is run in it, and whose tests fail on 3.93."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "pythons", tmp_path / "tools" / "pythons")
    shutil.copy(ROOT / "Makefile", tmp_path / "Makefile")
    (tmp_path / "tools" / "setup").write_text(
        "echo setup $1 $2 with $PLIES_PYTHON >>asked; mkdir -p $1/bin\n"
        "printf '#!/bin/sh\\necho $0 $@ >>asked\\n' >$1/bin/plies; chmod +x $1/bin/plies\n"
    )
    (tmp_path / "tools" / "test").write_text("echo test $1 >>asked; [ $1 != .venv-3.93 ]\n")
    return tmp_path


def pythons(checkout: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    surroundings = {"PATH": f"{checkout / 'bin'}:/usr/bin:/bin", "HOME": str(checkout), **settings}
    return subprocess.run(
        ["make", "-s", "test-pythons"], cwd=checkout, env=surroundings, capture_output=True, text=True
    )


def asked(checkout: Path) -> list[str]:
    return (checkout / "asked").read_text().splitlines()


def test_every_python_is_run_in_an_environment_of_its_own(checkout: Path) -> None:
    put(checkout / "bin" / "python3.92", "echo 3.92.7")
    for number in ("3.93.2", "3.93.11", "3.93.9"):
        put(checkout / ".pyenv" / "versions" / number / "bin" / "python3.93", f"echo {number}")
    ran = pythons(checkout, PYTHONS="3.92 3.93 3.99")
    assert ran.returncode != 0
    rows = [row.split() for row in ran.stdout.splitlines()[-3:]]
    assert rows[0][:6] == ["3.92.7", "tests", "passed", "node", "counts", "passed"]
    assert rows[1][:6] == ["3.93.11", "tests", "failed", "node", "counts", "passed"]
    assert rows[2] == ["3.99", "not", "on", "this", "machine"]
    newest = checkout / ".pyenv" / "versions" / "3.93.11" / "bin" / "python3.93"
    assert asked(checkout) == [
        *(f"setup .venv-3.92 test with {checkout / 'bin' / 'python3.92'}", "test .venv-3.92"),
        *(".venv-3.92/bin/plies bench", f"setup .venv-3.93 test with {newest}"),
        *("test .venv-3.93", ".venv-3.93/bin/plies bench"),
    ]


def test_all_that_are_there_pass(checkout: Path) -> None:
    put(checkout / "bin" / "python3.92", "echo 3.92.7")
    ran = pythons(checkout, PYTHONS="3.92 3.99")
    assert ran.returncode == 0, ran.stderr


def test_a_program_that_is_no_such_python_is_not_taken_for_one(checkout: Path) -> None:
    """pyenv leaves programs of that name on the PATH that only say that they are not set up."""
    put(checkout / "bin" / "python3.92", "echo python3.92: command not found >&2; exit 127")
    put(checkout / "bin" / "python3.93", "echo 3.92.7")
    ran = pythons(checkout, PYTHONS="3.92 3.93")
    assert ran.returncode != 0
    assert "none of the Pythons 3.92 3.93 is on the PATH" in ran.stderr
    assert not (checkout / "asked").exists()


def test_a_setup_that_fails_is_a_failure(checkout: Path) -> None:
    put(checkout / "bin" / "python3.92", "echo 3.92.7")
    (checkout / "tools" / "setup").write_text("exit 3\n")
    ran = pythons(checkout, PYTHONS="3.92")
    assert ran.returncode != 0
    assert ran.stdout.splitlines()[-1].split()[1:6] == ["tests", "failed", "node", "counts", "failed"]


def test_the_help_lists_it() -> None:
    told = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True, env=dict(os.environ))
    assert any(line.startswith("test-pythons ") for line in told.stdout.splitlines())
