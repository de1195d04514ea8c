"""The grades of bare heuristics: how well the number itself separates wins, draws and losses, and what each term does.

A heuristic's number is that for the side to move, less its centre. A term misleads if the number separates results
better without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plies.compile.evaluators import taken_apart
from plies.errors import Refused
from plies.games.contract import Game, Heuristic
from plies.games.position import Evaluation, Position
from plies.grading.cases import Case
from plies.grading.numbers import Mean, Numbers, area, best_cuts, confusion, grid_means, separation

#: results as classes, the worst first
CLASSES = ("loss", "draw", "win")
Counts = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Confusion:
    """Cases by their result (lost, drawn, won: the rows) and by what the number says (the columns). It says lost below
    `low`, won above `high`, and drawn between."""

    low: float
    high: float
    counts: Counts
    #: how often it says what is so
    right: Mean | None


@dataclass(frozen=True)
class TermGrade:
    """What a term does for its heuristic."""

    term: str
    #: how well it separates results by itself, and how well the heuristic does without it
    alone: float | None
    without: float | None
    #: what it adds to the heuristic's separation; below 0 it misleads
    adds: float | None
    #: how often the sign is right without it
    right_without: float


@dataclass(frozen=True)
class HeuristicGrade:
    """How well a heuristic's number separates results."""

    heuristic: str
    positions: int
    #: of pairs of cases with different results, the share whose better one has the larger number
    separation: float | None
    #: areas under the curve: of wins against the rest, of what is not lost against losses
    win_area: Mean | None
    not_loss_area: Mean | None
    by_sign: Confusion
    #: with the two cuts that are right most often in this very sample
    by_cuts: Confusion
    #: how often the most frequent result occurs: what a number that says nothing can reach
    most_frequent: float
    terms: tuple[TermGrade, ...]
    #: the term without which results are separated best, if that is better than with it; empty: none
    misleading: str


@dataclass(frozen=True)
class Elsewhere:
    """A heuristic that runs in another process: its name, its terms, and how it is asked about a side."""

    name: str
    terms: tuple[str, ...]
    ask: Callable[[Position, int], Evaluation]


def grade_heuristic(heuristic: Heuristic | Elsewhere, cases: Sequence[Case]) -> HeuristicGrade:
    """InvalidGame or Refused where it gives no number."""
    told = _told(heuristic, cases)
    classes = np.array([CLASSES.index(case.value.result) for case in cases], np.int64)
    values = np.array([one - one.centre for one in told], np.float64)
    parts = np.array([[term.contribution for term in one.terms] for one in told], np.float64)
    whole = separation(values, classes)
    terms = []
    for place, name in enumerate(_terms(heuristic)):
        without = _without(parts, place, told[0].centre)
        rest = separation(without, classes)
        adds = None if whole is None or rest is None else whole - rest
        alone = separation(parts[:, place], classes)
        terms.append(TermGrade(name, alone, rest, adds, _right(confusion(without, classes, (0.0, 0.0)))))
    return HeuristicGrade(
        heuristic.name,
        len(cases),
        whole,
        area(values, classes == 2),
        area(values, classes > 0),
        _confusion(values, classes, (0.0, 0.0)),
        _confusion(values, classes, best_cuts(values, classes)),
        float(np.bincount(classes, minlength=3).max()) / len(cases),
        tuple(terms),
        _misleading(terms),
    )


def _terms(heuristic: Heuristic | Elsewhere) -> tuple[str, ...]:
    return heuristic.terms if isinstance(heuristic, Elsewhere) else tuple(one.name for one in heuristic.features)


def _told(heuristic: Heuristic | Elsewhere, cases: Sequence[Case]) -> list[Evaluation]:
    """The heuristic's numbers for the side to move, as they are searched."""
    ask = heuristic.ask if isinstance(heuristic, Elsewhere) else _here(cases[0].position.game, heuristic)
    told = []
    for case in cases:
        one = ask(case.position, int(case.position.state.turn))
        if one != one:
            raise Refused(f"heuristic {heuristic.name!r} gives no number in {case.position.text}")
        told.append(one)
    return told


def _here(game: Game, heuristic: Heuristic) -> Callable[[Position, int], Evaluation]:
    apart = taken_apart(game, heuristic)
    return lambda position, me: apart(position.state, me)


def _without(parts: NDArray[np.float64], place: int, centre: float) -> Numbers:
    """The number without one term, added up as the heuristic does: the terms in their order, then the centre."""
    total = np.zeros(len(parts))
    for column in range(parts.shape[1]):
        if column != place:
            total = total + parts[:, column]
    return (centre + total) - centre


def _confusion(values: Numbers, classes: NDArray[np.int64], cuts: tuple[float, float]) -> Confusion:
    counts = confusion(values, classes, cuts)
    hits = sum(counts[one][one] for one in range(3))
    (right,) = grid_means([(len(values) - hits, hits)])
    return Confusion(*cuts, counts, right)


def _right(counts: Counts) -> float:
    return sum(counts[one][one] for one in range(3)) / sum(map(sum, counts))


def _misleading(terms: Sequence[TermGrade]) -> str:
    """A heuristic of one term is nothing without it, so that cannot mislead."""
    known = [(term.adds, term.term) for term in terms if term.adds is not None and len(terms) > 1]
    least = min(known, default=(0.0, ""))
    return least[1] if least[0] < 0 else ""
