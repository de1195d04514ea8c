"""What the coach reports about a situation, in terminal and browser: the matrix, both mixes, every call, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plies.games.football.notation import format_situation
from plies.games.football.rules import FIELD, FIRST_DOWN, Situation
from plies.solve.football.solution import FootballSolution

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Call:
    """A call of one side: how often it is made, and what it comes to when the other side knows it.

    `offence_wins` is the chance against the best reply, `cost` what the side that calls loses by it.
    """

    name: str
    share: float
    best_reply: str
    offence_wins: float
    cost: float


@dataclass(frozen=True)
class OutcomeOfCalls:
    """One outcome of a pair of calls. It leads to a situation, or to an end such as `touchdown`; `text` names it."""

    probability: float
    yards: int
    ticks: int
    seconds: int
    turnover: bool
    leads_to: Situation | str
    text: str
    value: float


@dataclass(frozen=True)
class Entry:
    """An entry of the matrix, and the outcomes whose worth adds up to it."""

    play: str
    formation: str
    value: float
    outcomes: tuple[OutcomeOfCalls, ...]


@dataclass(frozen=True)
class Advice:
    """The value of a situation for the offence, with the certificate's gap; the matrix has a row for each play."""

    situation: Situation
    text: str
    value: float
    gap: float
    matrix: tuple[tuple[float, ...], ...]
    offence: tuple[Call, ...]
    defence: tuple[Call, ...]

    @property
    def is_hopeless(self) -> bool:
        """Nothing wins any more, whatever both sides call."""
        return not any(map(any, self.matrix))

    @property
    def called_most(self) -> tuple[int, int]:
        """The play and the formation that the mixes have most often."""
        offence, defence = (max(range(len(calls)), key=lambda k: calls[k].share) for calls in self.sides)
        return offence, defence

    @property
    def sides(self) -> tuple[tuple[Call, ...], tuple[Call, ...]]:
        return self.offence, self.defence


def advise(solution: FootballSolution, situation: Situation) -> Advice:
    """Everything but the single entries, which `explain` takes apart."""
    book = solution.playbook
    matrix, mixes, value = solution.matrix(*situation), solution.mixes(*situation), solution.value(*situation)
    worst, best = matrix.argmin(axis=1), matrix.argmax(axis=0)
    return Advice(
        situation=situation,
        text=format_situation(situation, book.tick_seconds),
        value=value,
        gap=solution.gap(*situation),
        matrix=tuple(tuple(row) for row in matrix.tolist()),
        offence=_calls(book.plays, mixes.offence, [book.formations[j] for j in worst], matrix.min(axis=1), value, 1),
        defence=_calls(book.formations, mixes.defence, [book.plays[i] for i in best], matrix.max(axis=0), value, -1),
    )


def _calls(
    names: Sequence[str], mix: Floats, replies: Sequence[str], wins: Floats, value: float, sign: int
) -> tuple[Call, ...]:
    """The calls of a side; `sign` is 1 for the side that the value is for."""
    rows = zip(names, mix.tolist(), replies, wins.tolist(), strict=True)
    return tuple(
        Call(name, share, reply, worth, max(sign * (value - worth), 0.0)) for name, share, reply, worth in rows
    )


def explain(solution: FootballSolution, situation: Situation, play: int, formation: int) -> Entry:
    """How an entry of the matrix comes about, outcome by outcome."""
    book = solution.playbook
    tick = book.tick_seconds
    outcomes = [
        OutcomeOfCalls(
            probability=line.probability,
            yards=line.yards,
            ticks=line.ticks,
            seconds=line.ticks * tick,
            turnover=line.turnover,
            leads_to=line.leads_to,
            text=line.leads_to if isinstance(line.leads_to, str) else format_situation(line.leads_to, tick),
            value=line.value,
        )
        for line in solution.explain(situation, play, formation)
    ]
    value = float(solution.matrix(*situation)[play, formation])
    return Entry(book.plays[play], book.formations[formation], value, tuple(outcomes))


# -- maps ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class ByYard:
    """Ten yards (or the goal line) to go, from every yard: the value, and the shares of all calls of both sides.

    Where nothing wins every call is as good as another, and the shares are NaN.
    """

    values: Floats
    offence: Floats
    defence: Floats


def by_yard(solution: FootballSolution, downs: int, ticks: int) -> ByYard:
    """With so many downs and ticks left; row 0 is 1 yard from the goal line."""
    places = [(yards, downs, min(FIRST_DOWN, yards), ticks) for yards in range(1, FIELD + 1)]
    values = np.array([solution.value(*place) for place in places])
    mixes = [solution.mixes(*place) for place in places]
    offence, defence = (np.array(side) for side in zip(*mixes, strict=True))
    offence[values <= 0.0] = defence[values <= 0.0] = np.nan
    return ByYard(values, offence, defence)
