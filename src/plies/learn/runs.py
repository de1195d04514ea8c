"""The runs of this machine for whoever looks at them, finished or going on. Each look reads the folder anew.

A run is known by the name of its folder. What cannot be read is left out of the list.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, replace
from pathlib import Path

from plies import registry
from plies.errors import InvalidFile, PliesError, UnknownName
from plies.games.contract import Heuristic
from plies.games.learned import words_of
from plies.learn.course import Course, read_course
from plies.learn.learning import Result
from plies.learn.stored import COURSE, Now, Round, Run
from plies.places import learned_folder

#: seconds without a word after which a run counts as stopped; a fit or a chunk of games takes less
SILENCE = 300.0


@dataclass(frozen=True)
class Look:
    """A run as it is now: its rounds, with the one that is going on, what it is doing, and when it last wrote."""

    name: str
    course: Course
    rounds: tuple[Round, ...]
    now: Now | None
    changed: float

    @property
    def state(self) -> str:
        """In one word."""
        if len(self.rounds) >= self.course.rounds and self.now is None:
            return "finished"
        ended = self.now is not None and self.now.at == 0
        return "stopped" if ended or time.time() - self.changed > SILENCE else "running"

    @property
    def parent(self) -> str:
        """Its name; where its file is, nobody needs to know."""
        return Path(self.course.parent).name

    @property
    def child_file(self) -> Path | None:
        """The file of the best so far; None: nothing was better than the parent."""
        best = self.rounds[-1].best if self.rounds else ""
        return _folder() / self.name / best if best else None

    @property
    def is_user_written(self) -> bool:
        """Whether its game or its parent is in a Python file, which looking at a run does not run."""
        return ".py" in self.course.game or ".py:" in self.course.parent

    def heuristics(self) -> tuple[Heuristic, Heuristic | None]:
        """The parent, and the best so far. Runs the Python file of a user-written one."""
        game = self.course.board()
        child = self.child_file
        parent = registry.heuristic(game, self.course.parent)
        return parent, None if child is None else replace(registry.heuristic(game, words_of(child)), name="learned")

    def result(self) -> Result:
        """As the report has it."""
        if self.is_user_written:
            return Result(self.course, self.rounds, None, None)
        parent, child = self.heuristics()
        return Result(self.course, self.rounds, None if child is None else "", child or parent)


def looks() -> list[Look]:
    """All runs that can be read, the one that wrote last first."""
    found = []
    for file in _folder().glob(f"*/{COURSE}"):
        try:
            found.append(look(file.parent.name))
        except PliesError:
            continue
    return sorted(found, key=lambda one: (-one.changed, one.name))


def look(name: str) -> Look:
    """The run of that name; UnknownName where there is none, InvalidFile where it cannot be read."""
    folder = _folder() / name
    if not re.fullmatch(r"[\w.,=+-]+", name) or name.startswith(".") or not (folder / COURSE).is_file():
        raise UnknownName("no such run of plies learn here")
    run = Run(folder)
    try:
        course = read_course((folder / COURSE).read_text(encoding="utf-8"))
        changed = max(file.stat().st_mtime for file in folder.iterdir())
    except (OSError, ValueError) as error:
        raise InvalidFile(f"the run {name} cannot be read: {error!s:.100}") from None
    partial, rounds = run.partial(), run.rounds()
    going_on = [partial] if partial is not None and partial.number > len(rounds) else []
    return Look(name, course, (*rounds, *going_on), run.now(), changed)


def _folder() -> Path:
    return learned_folder() / "runs"
