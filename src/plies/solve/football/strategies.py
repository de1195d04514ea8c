"""Strategies by name for either side, what they are worth, and what the best answer makes of them.

optimal                 the mixes of the solution
pure                    in each situation the one call that is best against the best reply
uniform                 every call equally often
mix:0.5,0.25,0.25       the same mix everywhere, in the order of the playbook; or by name,
mix:37 Slant=0.5,Z Corner 82=0.5
FILE                    a policy file (games/football/policy.py)
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plies.errors import Refused, UnknownName
from plies.games.football.names import find_name
from plies.games.football.policy import SIDES, Mix, Policy, load_policy
from plies.games.football.rules import places
from plies.solve.football.solution import FootballSolution, key_of
from plies.solve.simultaneous.simulation import Mean, interval, simulate

Floats = NDArray[np.float64]
Here = tuple[int, int, int, int]
KNOWN = "optimal, pure, uniform, mix:..., or a policy file"


class SideMixes(np.ndarray[tuple[int, int], np.dtype[np.float64]]):
    """Mixes, one line for each solved situation, that know whose they are: both sides' may have the same shape."""

    side: str | None = None

    def __array_finalize__(self, source: object) -> None:
        """What is cut out of or made from a strategy is still of its side."""
        self.side = getattr(source, "side", None)


def _of_side(mixes: Floats, side: str) -> SideMixes:
    marked = mixes.view(SideMixes)
    marked.side = side
    return marked


def _check_side(side: str) -> None:
    if side not in SIDES:
        raise UnknownName(f"unknown side {side!r}; known: {', '.join(SIDES)}")


def _plain(mixes: Floats, side: str) -> Floats:
    """The bare array, if it is not the other side's strategy."""
    found = getattr(mixes, "side", None)
    if found not in (None, side):
        raise Refused(f"this is a strategy of the {found}, but it is to play the {side}")
    return np.asarray(mixes)


def strategy(solution: FootballSolution, side: str, spec: str) -> Floats:
    """The mixes of a strategy, one line for each solved situation."""
    _check_side(side)
    return _of_side(_read(solution, side, spec), side)


def strategy_kind(spec: str) -> str:
    """What a strategy's text is: one of the names, `mix` or `file`."""
    if spec in ("optimal", "pure", "uniform"):
        return spec
    if spec.startswith("mix:"):
        return "mix"
    if spec.endswith(".json") or "/" in spec:
        return "file"
    raise UnknownName(f"unknown strategy {spec!r}; known: {KNOWN} (*.json)")


def _read(solution: FootballSolution, side: str, spec: str) -> Floats:
    names = solution.playbook.plays if side == SIDES[0] else solution.playbook.formations
    kind = strategy_kind(spec)
    if kind == "mix":
        return _mixes(solution, side, parse_mix(spec[4:], names))
    if kind == "file":
        policy = load_policy(spec, solution.playbook)
        if policy.side != side:
            raise UnknownName(f"{spec}: a policy for the {policy.side}, but it is to play the {side}")
        return from_policy(solution, policy)
    return _mixes(solution, side, kind)


def parse_mix(text: str, names: tuple[str, ...]) -> tuple[float, ...]:
    """A fixed mix, by position or by name."""
    parts = [part.strip() for part in text.split(",")]
    try:
        by_name = all("=" in part for part in parts)
        mix = _named(text, parts, names) if by_name else tuple(float(part) for part in parts)
    except ValueError as error:
        if isinstance(error, UnknownName):
            raise
        raise UnknownName(
            f"mix:{text}: chances are numbers, such as mix:0.5,0.3,0.2 or mix:NAME=0.5,NAME=0.5"
        ) from None
    total = math.fsum(mix)
    if len(mix) != len(names) or min(mix) < 0 or not abs(total - 1) <= 1e-9:
        raise UnknownName(
            f"mix:{text}: must be {len(names)} chances of 0 or more that sum to 1, not {len(mix)} with {total:g}"
        )
    return tuple(chance / total for chance in mix)


def _named(text: str, parts: list[str], names: tuple[str, ...]) -> tuple[float, ...]:
    """NAME=CHANCE for each part; a name may be short, as on the command line."""
    chances: dict[int, float] = {}
    for key, chance in (part.rsplit("=", 1) for part in parts):
        try:
            number = find_name(key.strip(), names, "name")
        except UnknownName as error:
            raise UnknownName(f"mix:{text}: {error}") from None
        if number in chances:
            raise UnknownName(f"mix:{text}: {names[number]} stands twice")
        chances[number] = float(chance)
    return tuple(chances.get(k, 0.0) for k in range(len(names)))


def from_policy(solution: FootballSolution, policy: Policy) -> Floats:
    """The mixes of a policy, one line for each solved situation; the first rule that fits wins."""
    yards, downs, to_go = places()
    clock, place = np.nonzero(solution.solution.slot >= 0)
    aspects = {"yards": yards[place], "downs": downs[place], "to_go": to_go[place], "ticks": clock}
    result = np.zeros_like(solution.solution.row_mix if policy.side == SIDES[0] else solution.solution.column_mix)
    free = np.ones(len(result), dtype=bool)
    for rule in policy.rules:
        fits = free.copy()
        for aspect, (low, high) in rule.when.items():
            fits &= (aspects[aspect] >= low) & (aspects[aspect] <= high)
        result[fits] = _mixes(solution, policy.side, rule.mix)[fits]
        free &= ~fits
    return _of_side(result, policy.side)


def _mixes(solution: FootballSolution, side: str, mix: Mix) -> Floats:
    optimal = solution.solution.row_mix if side == SIDES[0] else solution.solution.column_mix
    if mix == "optimal":
        return optimal
    if mix == "uniform":
        return np.full_like(optimal, 1.0 / optimal.shape[1])
    if mix == "pure":
        return _pure(solution, side)
    return np.tile(np.array(mix, dtype=np.float64), (len(optimal), 1))


def _pure(solution: FootballSolution, side: str) -> Floats:
    rows, columns = solution.solution.best_pure()
    calls, shape = (rows, solution.solution.row_mix.shape)
    if side != SIDES[0]:
        calls, shape = columns, solution.solution.column_mix.shape
    result = np.zeros(shape)
    result[np.arange(len(calls)), calls] = 1.0
    return result


@dataclass(frozen=True)
class Worth:
    """What a fixed strategy is worth in a situation: against the best answer, and what that loses to optimal play."""

    against_best: float
    optimal: float
    exploitability: float


def exploitability(solution: FootballSolution, side: str, mixes: Floats, situation: Here) -> Worth:
    """Exactly how much the other side gains by answering a fixed strategy as well as can be in every situation."""
    _check_side(side)
    mixes = _plain(mixes, side)
    place, clock = key_of(situation)
    inner = solution.solution
    values = inner.evaluate(mixes, None) if side == SIDES[0] else inner.evaluate(None, mixes)
    answered, optimal = float(values[clock, place]), inner.value(place, clock)
    return Worth(answered, optimal, optimal - answered if side == SIDES[0] else answered - optimal)


@dataclass(frozen=True)
class Drives:
    """Drives that were simulated between two strategies, beside the exact value of the same two."""

    exact: float
    drives: Mean

    @property
    def inside(self) -> bool:
        """Whether the exact value lies in the interval."""
        return self.drives.low <= self.exact <= self.drives.high


def simulate_drives(
    solution: FootballSolution, offence: Floats, defence: Floats, situation: Here, drives: int, seed: int
) -> Drives:
    """Play drives between two strategies from a situation; the seed makes them repeatable."""
    offence, defence = _plain(offence, SIDES[0]), _plain(defence, SIDES[1])
    place, clock = key_of(situation)
    inner = solution.solution
    ends = simulate(inner, offence, defence, place, clock, drives, seed)
    exact = float(inner.evaluate(offence, defence)[clock, place])
    return Drives(exact, interval(round(float(ends.sum())), drives))
