"""Depth-limited search of simultaneous games, with pruning that is sound for matrix games with chance nodes.

For games too large to solve whole: only the states a search looks at are ever touched. The value at a depth, MM, has
the heuristic at depth 0 and the value of the matrix of expected MMs above it. The search keeps bounds on every cell
of a matrix and stops as soon as the window is decided; kernels.search says why that is sound. The ideas are those of
simultaneous-move alpha-beta (Saffidine, Finnsson and Buro 2012), of double-oracle search (Bošanský and others 2013:
open only the cells that matter to the present mixes) and of Ballard's Star1 (1983: windows through chance nodes).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plies.errors import Refused
from plies.games.simultaneous import SimultaneousGame
from plies.solve.simultaneous import kernels

#: The deepest search; the store's keys have room for this.
DEEPEST = 62


class Store(NamedTuple):
    """Bounds found so far, by state and depth; a newer entry replaces an older one in its place."""

    key: NDArray[np.int64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


class Room(NamedTuple):
    """Working space, one layer per depth."""

    event_low: NDArray[np.float64]
    event_high: NDArray[np.float64]
    guess: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    middle: NDArray[np.float64]
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    tableau: NDArray[np.float64]
    labels: NDArray[np.int64]


@dataclass(frozen=True)
class Answer:
    """What a search found: MM lies in lower..upper, and what it cost."""

    lower: float
    upper: float
    states: int
    matrices: int
    stored: int

    @property
    def value(self) -> float:
        """MM itself when the bounds agree (always so for an open window), else the middle of the bounds."""
        return 0.5 * (self.lower + self.upper)


class Search:
    """A searcher of one game with one heuristic; keeps what it learned from call to call.

    `leaf[clock, place]` are the heuristic's values up to the longest clock asked about. `bounds` are two arrays of that
    shape the value is known to lie between, such as the solutions of an easier and of a harder game: the lower must be
    nowhere above the value of the matrix made of lower bounds, the upper nowhere below that of upper bounds. The
    heuristic is clipped to them, and then MM lies between them at every depth.
    """

    def __init__(
        self,
        game: SimultaneousGame,
        leaf: NDArray[np.float64],
        bounds: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None,
        *,
        prune: bool = True,
        store_bits: int = 18,
    ) -> None:
        if leaf.ndim != 2 or leaf.shape[1] != game.places or not np.isfinite(leaf).all():
            raise Refused(f"the heuristic must give a finite number for each clock and each of {game.places} places")
        self.game = game
        self.prune = prune
        self._tables = game.tables()
        self._leaf = game.blank_values(len(leaf) - 1)
        self._leaf[1:, : game.places] = leaf[1:]
        self._least = np.full_like(self._leaf, self._leaf.min())
        self._most = np.full_like(self._leaf, self._leaf.max())
        if bounds is not None:
            self._least[:, : game.places], self._most[:, : game.places] = bounds
            self._leaf[1:] = np.clip(self._leaf[1:], self._least[1:], self._most[1:])
        size = 1 << store_bits
        self._store = Store(np.zeros(size, np.int64), np.zeros(size), np.zeros(size))
        self._room: Room | None = None

    def forget(self) -> None:
        """Empty the store."""
        self._store.key[:] = 0

    def __call__(self, place: int, clock: int, depth: int, alpha: float = -np.inf, beta: float = np.inf) -> Answer:
        """Search one state; see the contract in kernels.search."""
        if not 0 <= place < self.game.places or not 1 <= clock < len(self._leaf):
            raise Refused(f"no state with place {place} and {clock} ticks; the heuristic covers {len(self._leaf) - 1}")
        if not 1 <= depth <= DEEPEST:
            raise Refused(f"a search depth must be from 1 to {DEEPEST}, not {depth}")
        if not alpha <= beta:
            raise Refused(f"the window must have alpha <= beta, not {alpha} and {beta}")
        if self._room is None or len(self._room.x) <= depth:
            self._room = self._make_room(depth + 1)
        counts = np.zeros(3, np.int64)
        lower, upper = kernels.search(
            self._tables, self._leaf, place, clock, float(alpha), float(beta), depth, self.prune,
            self._least, self._most, self._store, self._room, counts,
        )  # fmt: skip
        return Answer(float(lower), float(upper), *(int(count) for count in counts))

    def _make_room(self, layers: int) -> Room:
        n, m, events = self.game.most_rows, self.game.most_columns, len(self._tables.ticks)
        events_room, cells, rows, columns = (layers, events), (layers, n, m), (layers, n), (layers, m)
        return Room(
            np.zeros(events_room), np.zeros(events_room), np.zeros(events_room),
            np.zeros(cells), np.zeros(cells), np.zeros(cells), np.zeros(rows), np.zeros(columns),
            np.zeros((n + 1, m + 1)), np.zeros(n + m, np.int64),
        )  # fmt: skip
