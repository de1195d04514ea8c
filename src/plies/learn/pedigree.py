"""Where a learned heuristic comes from, as lines for people; without times, so that the same course gives the same."""

from __future__ import annotations

from pathlib import Path

import plies
from plies.learn.course import Course
from plies.learn.stored import Trial
from plies.learn.verdict import Verdict


def pedigree(
    course: Course, trial: Trial, best: str, recorded: int, verdict: Verdict | None
) -> tuple[tuple[str, str], ...]:
    """`best`: the file of its parent in the run, empty for that of the course; `recorded`: games from elsewhere."""
    lines = [
        ("made by", f"plies {plies.__version__} learn {course.game} --from {Path(course.parent).name}"),
        ("parent", best or f"{Path(course.parent).name} ({course.parent_digest})"),
        ("kind", trial.kind),
        ("digest", trial.digest),
        ("data", f"round {trial.fitted}: {trial.positions} positions of {_source(course, trial, recorded)}"),
        ("seed", str(course.seed)),
        ("weights fitted", str(trial.weights)),
        ("loss", f"training {trial.training[-1]:.5f}, held-out {trial.held_out[-1]:.5f}"),
        ("loss of its parent", f"held-out {trial.parent_loss:.5f}"),
    ]
    if verdict is not None:
        pairs = " ".join(map(str, verdict.pentanomial))
        found = verdict.estimate
        elo = "" if found.elo is None else f", Elo {found.elo:+.0f}"
        lines.append(("verdict", f"{verdict.decision} at {course.verdict} a move, pairs {pairs}{elo}"))
    return tuple(lines)


def _source(course: Course, trial: Trial, recorded: int) -> str:
    nodes = ", ".join(str(course.nodes_of(one)) for one in range(1, trial.fitted + 1))
    own = f"self-play, nodes a move: {nodes}"
    if not course.records:
        return own
    names = ", ".join(Path(one).name for one in course.records)
    games = f"{recorded} games of {names}"
    return games if course.games == 0 else f"{games} and of {own}"
