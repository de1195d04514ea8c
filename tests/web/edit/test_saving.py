"""Files that the editor writes: in one folder, and over nothing that was not seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from plies.errors import Refused
from plies.game_files import known_files
from plies.web.edit.saving import editable, path_in, save

NAMES = ["", ".py", "mine", "../mine.py", "a/b.py", "/tmp/mine.py", "..\\mine.py", ".mine.py", "_mine.py", "mine.py\n"]
NAMES += [
    "mine.py/",
    "mine.pyc",
    "mi ne.py",
    "mine\0.py",
    "mïne.py",
    "a" * 70 + ".py",
    "C:mine.py",
    "random.py",
    "numpy.py",
]


@pytest.mark.parametrize("name", NAMES)
def test_only_plain_names_are_taken(folder: Path, name: str) -> None:
    with pytest.raises(Refused):
        save(folder, name, "x = 1\n")
    assert not list(folder.parent.glob("mine.py"))


def test_links_and_folders_are_left_alone(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.py"
    outside.write_text("kept")
    (folder / "link.py").symlink_to(outside)
    (folder / "gone.py").symlink_to(tmp_path / "nothing.py")
    (folder / "room.py").mkdir()
    for name in ("link.py", "gone.py", "room.py"):
        with pytest.raises(Refused, match="no plain file"):
            save(folder, name, "x = 1\n", over="")
    assert outside.read_text() == "kept"
    assert not (tmp_path / "nothing.py").exists()


def test_nothing_is_replaced_that_was_not_seen(folder: Path) -> None:
    first = save(folder, "mine.py", "x = 1\n")
    assert first.done
    assert path_in(folder, "mine.py").resolve() in known_files()
    (folder / "mine.py").write_text("x = 2\n")  # by another editor
    asked = save(folder, "mine.py", "x = 3\n", over=first.version)
    assert not asked.done
    assert (folder / "mine.py").read_text() == "x = 2\n"
    assert save(folder, "mine.py", "x = 3\n", over=asked.version).done
    assert (folder / "mine.py").read_text() == "x = 3\n"
    assert sorted(file.name for file in folder.glob(".*")) == []
    (folder / "game.py").write_text("GAME = 1\n")
    version = save(folder, "game.py", "x = 1\n").version
    with pytest.raises(Refused, match="declares a game"):
        save(folder, "game.py", "x = 1\n", over=version)
    assert "game.py" not in editable(folder)
    assert "mine.py" in editable(folder)
