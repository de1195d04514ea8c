"""Depth-limited search of simultaneous games, with pruning that is sound for matrix games with chance nodes.

For games too large to solve whole: only the states a search looks at are ever touched. The value at a depth, MM, has
the heuristic at depth 0 and the value of the matrix of expected MMs above it. The search keeps bounds on every cell
of a matrix and stops as soon as the window is decided; search_kernel.py explains why that is sound. The ideas are those
of simultaneous-move alpha-beta (Saffidine, Finnsson and Buro 2012), of double-oracle search (Bošanský and others 2013:
open only the cells that matter to the present mixes) and of Ballard's Star1 (1983: windows through chance nodes).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plies.compile import build
from plies.errors import Refused
from plies.games.simultaneous import SimultaneousGame
from plies.solve.simultaneous.arguments import Context, Room, new_room, new_store

KERNEL = build.Template(
    "simultaneous", Path(__file__).with_name("search_kernel.py"), "the search of simultaneous games", ("search",)
)
#: The deepest search; the store's keys have room for this.
DEEPEST = 62


@dataclass(frozen=True)
class Bounds:
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
        self._store = new_store(1 << store_bits)
        self._room: Room | None = None

    def forget(self) -> None:
        """Empty the store."""
        self._store.key[:] = 0

    def __call__(self, place: int, clock: int, depth: int, alpha: float = -np.inf, beta: float = np.inf) -> Bounds:
        """Search one state; see the contract in search_kernel.py."""
        if not 0 <= place < self.game.places or not 1 <= clock < len(self._leaf):
            raise Refused(f"no state with place {place} and {clock} ticks; the heuristic covers {len(self._leaf) - 1}")
        if not 1 <= depth <= DEEPEST:
            raise Refused(f"a search depth must be from 1 to {DEEPEST}, not {depth}")
        if not alpha <= beta:
            raise Refused(f"the window must have alpha <= beta, not {alpha} and {beta}")
        if self._room is None or len(self._room.x) <= depth:
            most_rows, most_columns = self.game.most_rows, self.game.most_columns
            self._room = new_room(depth + 1, most_rows, most_columns, len(self._tables.ticks))
        counts = np.zeros(3, np.int64)
        context = Context(
            self._tables, self._leaf, self._least, self._most, self.prune, self._store, self._room, counts
        )
        lower, upper = build.kernel(KERNEL).search(context, place, clock, depth, float(alpha), float(beta))
        return Bounds(float(lower), float(upper), *(int(count) for count in counts))
