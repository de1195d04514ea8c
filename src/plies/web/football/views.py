"""What the football page is given: the coach's advice, an entry of the matrix, a play of a drive, the maps."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plies.games.football.notation import format_situation
from plies.games.football.playbook import Playbook
from plies.games.football.rules import DOWNS, Situation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from plies.solve.football.solution import FootballSolution


@dataclass(frozen=True)
class SituationView:
    """A situation in words."""

    yards: int
    down: int
    to_go: int
    seconds: int
    text: str


@dataclass(frozen=True)
class PlaybookView:
    """The names of the calls, the limits, and how far the solution is."""

    plays: tuple[str, ...]
    formations: tuple[str, ...]
    tick_seconds: int
    most_seconds: int
    start: SituationView
    ready: bool
    progress: float


@dataclass(frozen=True)
class CallView:
    """A call of one side; its cost is that of making it always, when the other side knows."""

    name: str
    share: float
    cost_if_known: float
    best_reply: str


@dataclass(frozen=True)
class AdviceView:
    """The value for the offence, the matrix with a row for each play, and how often each call is made."""

    situation: SituationView
    value: float
    gap: float
    matrix: tuple[tuple[float, ...], ...]
    offence: tuple[CallView, ...]
    defence: tuple[CallView, ...]
    hopeless: bool


@dataclass(frozen=True)
class OutcomeOfCallsView:
    probability: float
    yards: int
    seconds: int
    turnover: bool
    leads_to: str
    value: float


@dataclass(frozen=True)
class EntryView:
    """An entry of the matrix, and the outcomes whose worth adds up to it."""

    play: str
    formation: str
    value: float
    outcomes: tuple[OutcomeOfCallsView, ...]


@dataclass(frozen=True)
class PlayView:
    """One play of a drive; `over` is how the drive ended, `situation` where it continues otherwise."""

    play: int
    formation: int
    happened: str
    cost: float
    best: int
    over: str | None
    won: bool
    situation: SituationView | None
    value: float


@dataclass(frozen=True)
class ValueMap:
    """On first and ten: the value [tick][yard], each play's share [play][tick][yard]; null where nothing wins."""

    tick_seconds: int
    values: list[list[float]]
    shares: list[list[list[float | None]]]


@dataclass(frozen=True)
class DownCalls:
    """The shares of all calls [yard][call] on a down; null where nothing wins."""

    down: int
    offence: list[list[float] | None]
    defence: list[list[float] | None]


@dataclass(frozen=True)
class CallMap:
    seconds: int
    downs: list[DownCalls]


def situation_view(situation: Situation, book: Playbook) -> SituationView:
    yards, downs, to_go, ticks = situation
    text = format_situation(situation, book.tick_seconds)
    return SituationView(yards, DOWNS + 1 - downs, to_go, ticks * book.tick_seconds, text)


def advice_view(solution: FootballSolution, situation: Situation) -> AdviceView:
    from plies.solve.football.advice import advise

    advice = advise(solution, situation)
    offence, defence = (
        tuple(CallView(call.name, call.share, call.cost, call.best_reply) for call in side) for side in advice.sides
    )
    return AdviceView(
        situation_view(situation, solution.playbook),
        advice.value,
        advice.gap,
        advice.matrix,
        offence,
        defence,
        advice.is_hopeless,
    )


def entry_view(solution: FootballSolution, situation: Situation, play: int, formation: int) -> EntryView:
    from plies.solve.football.advice import explain

    entry = explain(solution, situation, play, formation)
    outcomes = [
        OutcomeOfCallsView(one.probability, one.yards, one.seconds, one.turnover, one.text, one.value)
        for one in entry.outcomes
    ]
    return EntryView(entry.play, entry.formation, entry.value, tuple(outcomes))


def play_view(
    solution: FootballSolution, situation: Situation, side: str, call: int, seed: int, drive: int, step: int
) -> PlayView:
    """One play of a drive; with the same seed the same drives as `plies football --play --seed`."""
    from plies.solve.football.drive import make_call

    played = make_call(solution, situation, side, call, seed, drive, step)
    onward = played.leads_to
    return PlayView(
        played.play,
        played.formation,
        played.happened,
        played.cost,
        played.best,
        over=onward if isinstance(onward, str) else None,
        won=onward == "touchdown",
        situation=None if isinstance(onward, str) else situation_view(onward, solution.playbook),
        value=float(onward == "touchdown") if isinstance(onward, str) else solution.value(*onward),
    )


def value_map(solution: FootballSolution) -> ValueMap:
    from plies.solve.football.advice import by_yard

    clocks = [by_yard(solution, DOWNS, tick) for tick in range(1, solution.ticks + 1)]
    rows = [_rounded(clock.offence) for clock in clocks]
    return ValueMap(
        solution.playbook.tick_seconds,
        [[round(value, 4) for value in clock.values.tolist()] for clock in clocks],
        [
            [[None if row is None else row[play] for row in clock] for clock in rows]
            for play in range(len(solution.playbook.plays))
        ],
    )


def call_map(solution: FootballSolution, ticks: int) -> CallMap:
    """What both sides call on every down from every yard with so much time left."""
    from plies.solve.football.advice import by_yard

    downs = []
    for left in range(DOWNS, 0, -1):
        found = by_yard(solution, left, ticks)
        downs.append(DownCalls(DOWNS + 1 - left, _rounded(found.offence), _rounded(found.defence)))
    return CallMap(ticks * solution.playbook.tick_seconds, downs)


def _rounded(shares: NDArray[np.float64]) -> list[list[float] | None]:
    """The rows as the page draws them; None where nothing wins."""
    return [None if math.isnan(row[0]) else [round(share, 4) for share in row] for row in shares.tolist()]
