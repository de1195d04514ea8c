"""Private copies of user-written files: taken before any of them runs, checked whenever they are used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from plies.players import copies
from plies.processes.spawn import environment
from tests.players.conftest import Write


@pytest.fixture(autouse=True)
def _own_copies(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setattr(copies, "_kept", {})
    monkeypatch.setenv(copies.FOLDER, str(tmp_path_factory.mktemp("copies")))


def test_the_files_that_a_file_may_import(write: Write, tmp_path: Path) -> None:
    (tmp_path / "pack" / "inner").mkdir(parents=True)
    for name in ("pack/__init__.py", "pack/inner/__init__.py", "pack/other.py"):
        write("", name)
    write("import math, sys, plies\nfrom deep import x\n", "helper.py")
    write("x = 1", "deep.py")
    write("broken(", "late.py")
    write("1 / 0", "rival.py")
    write("", "math.py")  # Python's own comes first
    text = "import helper, pack.other\nimport importlib\ndef mine(state, me):\n    importlib.import_module('late')\n"
    found = copies.texts_of(write(text))
    names = {os.path.relpath(path, os.path.realpath(tmp_path)) for path in found}
    expected = {"mine.py", "helper.py", "deep.py", "late.py"}
    assert names == expected | {"pack/__init__.py", "pack/inner/__init__.py", "pack/other.py"}
    with pytest.raises(FileNotFoundError):
        copies.texts_of(str(tmp_path / "nothing.py"))


def test_what_is_taken_stays_as_it_was(write: Write, tmp_path: Path) -> None:
    path = write("import helper\n")
    write("x = 1", "helper.py")
    with copies.taken([path, str(tmp_path / "nothing.py")]):
        write("x = 2", "helper.py")
        assert b"x = 1" in copies.texts_of(path).values()
    assert b"x = 2" in copies.texts_of(path).values()


def test_a_copy_is_found_by_those_that_are_started_and_is_what_it_was(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("x = 1")
    digest = copies.keep(b"x = 1")
    Path(path).write_text("x = 2")
    assert copies.text_of(path, digest) == b"x = 1"
    code = f"from plies.players import copies; print(copies.text_of({path!r}, {digest!r}))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    assert ran.stdout == "b'x = 1'\n"
    kept = Path(os.environ[copies.FOLDER]) / digest
    assert kept.stat().st_mode & 0o777 == 0o400
    kept.unlink()
    kept.write_text("x = 3")
    monkeypatch.setattr(copies, "_kept", {})
    assert copies.text_of(path, digest) is None  # neither is it any more
    Path(path).write_text("x = 1")
    assert copies.text_of(path, digest) == b"x = 1"


def test_the_folder_goes_with_the_process_that_made_it() -> None:
    code = "import os; from plies.players import copies; copies.keep(b'x'); print(os.environ[copies.FOLDER])"
    here = {name: value for name, value in environment().items() if name != copies.FOLDER}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=here)
    assert "plies-copies-" in ran.stdout
    assert not Path(ran.stdout.strip()).exists()
