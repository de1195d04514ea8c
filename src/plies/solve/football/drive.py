"""One play of a drive: the user calls one side, the other is called as well as can be, and chance decides."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plies.games.football.playbook import Outcome
from plies.games.football.rules import Situation
from plies.solve.football.solution import FootballSolution


class Played(NamedTuple):
    """What was called and what came of it.

    `cost` is what the user's call gave away against the other side's optimal mix, `best` the call that its own best
    mix makes most often.
    """

    play: int
    formation: int
    happened: str
    leads_to: Situation | str
    cost: float
    best: int


def make_call(
    solution: FootballSolution, situation: Situation, side: str, call: int, seed: int, drive: int, step: int
) -> Played:
    """The play `step` of a drive, both counted from 0. Chance has a row of points for each seed and drive, two for
    each play, so a drive can be repeated and continued anywhere.
    """
    chance = np.random.PCG64([seed, drive])
    chance.advance(2 * step)
    for_reply, for_outcome = np.random.Generator(chance).random(2)
    book, mixes = solution.playbook, solution.mixes(*situation)
    reply = _pick(mixes.defence if side == "offence" else mixes.offence, for_reply)
    play, formation = (call, reply) if side == "offence" else (reply, call)
    outcomes = book.tables[play][formation]
    number = _pick(np.array([outcome.probability for outcome in outcomes]), for_outcome)
    return Played(
        play,
        formation,
        _happened(outcomes[number], book.tick_seconds),
        solution.explain(situation, play, formation)[number].leads_to,
        *_cost(solution, situation, side, call),
    )


def _cost(solution: FootballSolution, situation: Situation, side: str, call: int) -> tuple[float, int]:
    matrix, mixes, value = solution.matrix(*situation), solution.mixes(*situation), solution.value(*situation)
    if side == "offence":
        return max(value - float((matrix @ mixes.defence)[call]), 0.0), int(mixes.offence.argmax())
    return max(float((mixes.offence @ matrix)[call]) - value, 0.0), int(mixes.defence.argmax())


def _pick(chances: NDArray[np.float64], point: float) -> int:
    """The choice at a point between 0 and 1; never one of chance 0."""
    sums = np.cumsum(chances)
    return int(np.searchsorted(sums, point * sums[-1], side="right"))


def _happened(outcome: Outcome, tick_seconds: int) -> str:
    time = f"{outcome.ticks * tick_seconds} seconds"
    if outcome.turnover:
        return f"turnover after {time}"
    if outcome.yards == 0:
        return f"no gain, {time}"
    return f"{'a gain' if outcome.yards > 0 else 'a loss'} of {abs(outcome.yards)}, {time}"
