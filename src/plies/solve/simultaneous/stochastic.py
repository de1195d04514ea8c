"""Exact solutions of simultaneous games by backward induction over the clock, and what follows from them.

    solution = solve(game, clock=60)                       every place with 1 to 60 ticks
    solution = solve(game, clock=24, start=place)          only what can arise from there
    solution.value(place, clock), .matrix(...), .mixes(...), .gap(...)

Each state carries a certificate, `gap`: the distance between what the row mix guarantees in its matrix and what the
column mix allows. `proof()` adds them up over the whole game: what each side's mixes guarantee when the other side
answers them as well as it can in every state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plies.compile import build
from plies.errors import Refused
from plies.games.simultaneous import SimultaneousGame, Tables
from plies.solve.simultaneous.induction_kernel import fill_matrix, set_clock

Floats = NDArray[np.float64]
#: A solution that would need more memory than this is refused; the search can still look into such a game.
MOST_BYTES = 4_000_000_000
INDUCTION = build.Template(
    "induction",
    Path(__file__).with_name("induction_kernel.py"),
    "the solver of simultaneous games",
    ("number_reachable", "induct"),
)
EVALUATION = build.Template(
    "evaluation",
    Path(__file__).with_name("evaluation_kernel.py"),
    "the evaluation of strategies",
    ("evaluate", "best_pure"),
)


@dataclass(frozen=True, eq=False)
class Solution:
    """Values and mixes of the numbered states; `slot[clock, place]` is a state's number, -1 for one not solved."""

    game: SimultaneousGame
    slot: NDArray[np.int32]
    values: Floats
    row_mix: Floats
    column_mix: Floats
    gaps: Floats

    @property
    def clock(self) -> int:
        """The longest clock that was solved."""
        return len(self.slot) - 1

    @property
    def states(self) -> int:
        """How many states were solved."""
        return len(self.gaps)

    @property
    def largest_gap(self) -> float:
        """The largest certificate over all states."""
        return float(self.gaps.max())

    @cached_property
    def tables(self) -> Tables:
        """The game as flat arrays."""
        return self.game.tables()

    def state(self, place: int, clock: int) -> int:
        """The number of a state."""
        known = 0 <= place < self.game.places and 1 <= clock <= self.clock
        number = int(self.slot[clock, place]) if known else -1
        if number < 0:
            raise Refused(f"place {place} with {clock} ticks left is not part of this solution (up to {self.clock})")
        return number

    def value(self, place: int, clock: int) -> float:
        """What the state is worth to the row side."""
        self.state(place, clock)
        return float(self.values[clock, place])

    def matrix(self, place: int, clock: int) -> Floats:
        """The expected values of all pairs of choices."""
        self.state(place, clock)
        kind = self.game.kind(place)
        a = np.empty((len(kind.rows), len(kind.columns)))
        base = np.empty(len(self.tables.ticks), np.int64)
        set_clock(self.tables, clock, self.values.shape[1], base)
        fill_matrix(self.tables, self.values.reshape(-1), base, place, np.empty(len(base)), a)
        return a

    def mixes(self, place: int, clock: int) -> tuple[Floats, Floats]:
        """The optimal mixes of the row and the column side."""
        number, kind = self.state(place, clock), self.game.kind(place)
        return self.row_mix[number, : len(kind.rows)].copy(), self.column_mix[number, : len(kind.columns)].copy()

    def gap(self, place: int, clock: int) -> float:
        """The certificate of a state."""
        return float(self.gaps[self.state(place, clock)])

    def evaluate(self, row_mix: Floats | None, column_mix: Floats | None) -> Floats:
        """Values [clock, place or end] when the sides keep to these mixes, one line per state.

        None in place of a side's mixes: it answers the other's as well as it can, in every state.
        """
        if row_mix is None and column_mix is None:
            return self.values
        for mix, right in ((row_mix, self.row_mix), (column_mix, self.column_mix)):
            if mix is not None and mix.shape != right.shape:
                raise Refused(f"a policy for this solution has the shape {right.shape}, not {mix.shape}")
        values = self.game.blank_values(self.clock)
        build.kernel(EVALUATION).evaluate(
            self.tables,
            self.slot,
            self.row_mix if row_mix is None else np.ascontiguousarray(row_mix),
            self.column_mix if column_mix is None else np.ascontiguousarray(column_mix),
            values,
            row_mix is None,
            column_mix is None,
        )
        return values

    def best_pure(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For every state the one row and the one column that are best against the best reply."""
        rows, columns = np.zeros(self.states, np.int64), np.zeros(self.states, np.int64)
        build.kernel(EVALUATION).best_pure(self.tables, self.slot, self.values, rows, columns)
        return rows, columns

    def proof(self) -> tuple[Floats, Floats]:
        """(lower, upper): what the row mixes guarantee over the whole game and what the column mixes allow."""
        return self.evaluate(self.row_mix, None), self.evaluate(None, self.column_mix)


def solve(
    game: SimultaneousGame,
    clock: int,
    start: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Solution:
    """Solve all states up to this clock, or those that can arise from the place `start` with that clock.

    `progress(done, total)` is called after each tick.
    """
    if clock < 1:
        raise Refused(f"a clock of {clock} ticks leaves nothing to solve; at least 1 is needed")
    _check_size(game, clock * game.places if start is None else 0, clock)
    slot = np.full((clock + 1, game.places), -1, dtype=np.int32)
    if start is None:
        slot[1:] = 0
    else:
        slot[clock, start] = 0
    tables = game.tables()
    kernel = build.kernel(INDUCTION)
    states = kernel.number_reachable(tables, slot)
    _check_size(game, states, clock)
    values = game.blank_values(clock)
    row_mix, column_mix = np.zeros((states, game.most_rows)), np.zeros((states, game.most_columns))
    gaps = np.zeros(states)
    if progress is None:
        kernel.induct(tables, slot, values, row_mix, column_mix, gaps, 1, clock)
    else:
        for tick in range(1, clock + 1):
            kernel.induct(tables, slot, values, row_mix, column_mix, gaps, tick, tick)
            progress(tick, clock)
    return Solution(game, slot, values, row_mix, column_mix, gaps)


def _check_size(game: SimultaneousGame, states: int, clock: int) -> None:
    size = 8 * states * (game.most_rows + game.most_columns + 1) + 12 * (clock + 1) * game.places
    if size > MOST_BYTES or states >= 2**31:
        raise Refused(
            f"solving {clock} ticks whole would take {size / 1e9:.1f} GB (at most {MOST_BYTES / 1e9:.0f}); "
            "a shorter clock, or the search with a depth, can do it"
        )
