"""Football solved: the friendly side of the exact solution, in situations and names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plies.errors import InvalidFile, InvalidPosition, Refused
from plies.games.football import bounds
from plies.games.football.names import find_name
from plies.games.football.notation import format_situation
from plies.games.football.playbook import Playbook, load_playbook, parse_playbook, shipped_playbook
from plies.games.football.rules import START, Situation, as_situation, football, place_of, places, step
from plies.solve.simultaneous import solution_file, stochastic
from plies.solve.simultaneous.search import Search

Floats = NDArray[np.float64]
#: A situation as four numbers or as one tuple of them.
Numbers = int | tuple[int, int, int, int]
#: Five minutes of five-second ticks: the whole table unless another clock is asked for.
WHOLE_TABLE = 60
#: A value this near to 0 or 1 is that, but for the rounding of sums of chances.
SURE = 1e-12


class Mixes(NamedTuple):
    """How often each play and each formation is called."""

    offence: Floats
    defence: Floats


class OutcomeLine(NamedTuple):
    """One outcome of a pair: how likely it is, what it does, where it leads and what that is worth."""

    probability: float
    yards: int
    ticks: int
    turnover: bool
    leads_to: Situation | str
    value: float


@dataclass(frozen=True, eq=False)
class FootballSolution:
    """The exact solution of a playbook, for all situations up to a clock or for those that can arise from a start."""

    playbook: Playbook
    solution: stochastic.Solution

    @property
    def states(self) -> int:
        """How many situations were solved."""
        return self.solution.states

    @property
    def ticks(self) -> int:
        """The longest clock that was solved, in ticks."""
        return self.solution.clock

    @property
    def largest_gap(self) -> float:
        """The largest certificate over all situations."""
        return self.solution.largest_gap

    def _find(self, given: tuple[Numbers, ...], named: dict[str, int]) -> tuple[int, int]:
        """Place and clock of a situation that is part of the solution: four numbers, by name too, or one tuple."""
        rest = Situation._fields[len(given) :]
        if named and sorted(named) != sorted(rest):
            raise InvalidPosition(f"a situation is four numbers, {', '.join(Situation._fields)}, not {sorted(named)}")
        situation = as_situation(*given, *(named[name] for name in rest if named))
        place, clock = key_of(situation)
        if clock > self.ticks or self.solution.slot[clock, place] < 0:
            text = format_situation(situation, self.playbook.tick_seconds)
            raise Refused(f"{text} is not part of this solution of {self.states:,} situations")
        return place, clock

    def value(self, *situation: Numbers, **named: int) -> float:
        """The chance that the offence wins when both sides play as well as can be."""
        return self.solution.value(*self._find(situation, named))

    def matrix(self, *situation: Numbers, **named: int) -> Floats:
        """The chance that the offence wins for every play (row) against every formation (column)."""
        return self.solution.matrix(*self._find(situation, named))

    def mixes(self, *situation: Numbers, **named: int) -> Mixes:
        """Optimal mixes of both sides, in the order of the playbook.

        Where one side wins for sure, any call of the other is optimal: it gets the one that gains most from mistakes.
        """
        place, clock = self._find(situation, named)
        mixes = Mixes(*self.solution.mixes(place, clock))
        value = self.solution.value(place, clock)
        if SURE < value < 1.0 - SURE:
            return mixes
        matrix = self.solution.matrix(place, clock)
        if value <= SURE:
            return mixes._replace(offence=_hopeful(matrix))
        return mixes._replace(defence=_hopeful(-matrix.T))

    def gap(self, *situation: Numbers, **named: int) -> float:
        """The certificate: how far apart what the offence's mix guarantees and what the defence's allows are."""
        return self.solution.gap(*self._find(situation, named))

    def _repr_html_(self) -> str:
        """What was solved and, if it is part of that, the usual start: both mixes and the matrix. In a notebook."""
        from plies.blocks.blocks import Block, Column, Paragraph, Table
        from plies.blocks.formats import PERCENT, Row, number
        from plies.blocks.html import fragment

        text = f"{number(self.states)} situations of up to {number(self.ticks * self.playbook.tick_seconds)} seconds"
        blocks: list[Block] = [Paragraph("solved", f"{text}; largest certificate {self.largest_gap:.1e}")]
        try:
            mixes, matrix = self.mixes(START), self.matrix(START)
        except Refused:
            return fragment(blocks)
        columns = (
            Column("play"),
            Column("mix", PERCENT),
            *(Column(name, PERCENT) for name in self.playbook.formations),
        )
        rows: list[Row] = [
            (name, float(part), *map(float, chances))
            for name, part, chances in zip(self.playbook.plays, mixes.offence, matrix, strict=True)
        ]
        rows.append(("mix of the defence", None, *map(float, mixes.defence)))
        words = format_situation(START, self.playbook.tick_seconds)
        caption = f"{words}: the offence wins {100 * self.value(START):.1f}% when both call as well as can be"
        return fragment([*blocks, Table("start", columns, rows, caption)])

    def explain(self, situation: tuple[int, int, int, int], play: int | str, formation: int | str) -> list[OutcomeLine]:
        """How an entry of the matrix comes about, outcome by outcome; the products sum to the entry.

        Calls are numbers from 0 or names.
        """
        situation = as_situation(situation)
        play = find_name(play, self.playbook.plays, "play") if isinstance(play, str) else play
        formation = (
            find_name(formation, self.playbook.formations, "formation") if isinstance(formation, str) else formation
        )
        lines = []
        for outcome in self.playbook.tables[play][formation]:
            left = max(situation.ticks - outcome.ticks, 0)
            onward = step(*situation[:3], outcome.yards, outcome.turnover)
            leads_to, value = self._lands(situation, outcome.turnover, outcome.yards, onward, left)
            lines.append(
                OutcomeLine(outcome.probability, outcome.yards, outcome.ticks, outcome.turnover, leads_to, value)
            )
        return lines

    def _lands(
        self, situation: Situation, turnover: bool, gain: int, onward: tuple[int, int, int] | bool, left: int
    ) -> tuple[Situation | str, float]:
        if onward is True:
            return "touchdown", 1.0
        if onward is False:
            safety = situation.yards - gain > 99
            return "turnover" if turnover else "safety" if safety else "out of downs", 0.0
        if left == 0:
            return "out of time", 0.0
        return Situation(*onward, left), self.value(*onward, left)

    def save(self, path: str | Path) -> None:
        """Write the solution to one file."""
        solution_file.write_solution(path, self.solution, self.playbook.digest, self.playbook.to_json())


def key_of(situation: tuple[int, int, int, int]) -> tuple[int, int]:
    """Place and clock of a situation, checked."""
    yards, downs, to_go, ticks = as_situation(situation)
    return place_of(yards, downs, to_go), ticks


def _hopeful(matrix: Floats) -> Floats:
    """All on the row with the largest guarantee, and among those the largest sum: not weakly dominated by another."""
    row = max(range(len(matrix)), key=lambda i: (matrix[i].min(), matrix[i].sum(), -i))
    mix = np.zeros(len(matrix))
    mix[row] = 1.0
    return mix


def _book(playbook: Playbook | str | Path | None) -> Playbook:
    """The playbook itself, the one in a file, or the shipped one."""
    if isinstance(playbook, str | Path):
        return load_playbook(playbook)
    if playbook is not None and not isinstance(playbook, Playbook):
        raise Refused(f"a playbook is a Playbook or the path of its file, not {playbook!r:.60}")
    return playbook or shipped_playbook()


def solve(
    playbook: Playbook | str | Path | None = None,
    *,
    ticks: int = WHOLE_TABLE,
    start: tuple[int, int, int, int] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> FootballSolution:
    """Solve a playbook or the file of one (the shipped one by default): every situation with up to `ticks` ticks left.

    With `start`, only the situations that can arise from it, whatever its clock. `progress(done, total)` counts ticks.
    """
    book = _book(playbook)
    place = None
    if start is not None:
        place, ticks = key_of(start)
    return FootballSolution(book, stochastic.solve(football(book), ticks, place, progress))


def load(path: str | Path, playbook: Playbook | None = None) -> FootballSolution:
    """Read a saved solution; with a playbook, one of another playbook is refused."""
    import json

    header, packed = solution_file.read_header(path)
    if playbook is not None and header["digest"] != playbook.digest:
        raise InvalidFile(
            f"{path}: the solution of another playbook (digest {header['digest'][:12]}, not {playbook.digest[:12]})"
        )
    book = parse_playbook(json.dumps(header["about"]), f"{path}: playbook")
    if book.digest != header["digest"]:
        raise InvalidFile(f"{path}: the playbook in the solution file does not match its digest")
    return FootballSolution(book, solution_file.read_solution(path, football(book), header, packed))


def pace(ticks: int) -> Floats:
    """A plain heuristic [clock, place]: the time left against the yards left, and a little for every down."""
    yards, downs, _ = places()
    clocks = np.arange(ticks + 1)[:, None]
    return np.asarray(np.clip(2.5 * clocks / yards[None, :] * (0.7 + 0.1 * downs[None, :]), 0.0, 1.0))


def search(playbook: Playbook | str | Path | None, ticks: int, *, prune: bool = True, bounded: bool = True) -> Search:
    """A depth-limited searcher for situations of up to `ticks` ticks, with the heuristic `pace`.

    Unless `bounded` is False, two easier games are solved first (a few milliseconds): bounds for the search.
    """
    book = _book(playbook)
    limits = None
    if bounded:
        low, high = (stochastic.solve(make(book), ticks) for make in (bounds.harder, bounds.easier))
        limits = bounds.spread(low.values[:, : low.game.places], high.values[:, : high.game.places])
    return Search(football(book), pace(ticks), limits, prune=prune)
