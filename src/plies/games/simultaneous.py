"""The second contract: both sides choose at once, then chance decides, and a clock runs down.

A state is a place and the ticks left on the clock. In a place the row side (which wants a high value) and the column
side (which wants a low one) choose at the same time; every pair of choices has a chance table, whose outcomes each have
a probability, the ticks that pass (at least one, so that the game ends) and an effect. The place and the effect
together decide where the game continues: in another place, or in an end with a fixed value. When the clock reaches 0 in
a place, the game is over with that place's timeout value; an end counts even as the clock reaches 0.

Places that offer the same choices and chance tables share a Kind, and effects are numbered, so that a game of a
million states is a few megabytes: `after[place, effect]` is the only table as long as the list of places.

    p = places, ends follow them          after[place, effect]
    0 .. p-1      a place                 a number below p: the game continues there
    p .. p+k-1    one of k ends           p + e: the game is over with the value ends[e]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plies.errors import InvalidGame

#: How far the probabilities of one pair may sum from 1.
SUM_TOLERANCE = 1e-9


class Chance(NamedTuple):
    """One line of a chance table."""

    probability: float
    ticks: int
    effect: int


@dataclass(frozen=True)
class Kind:
    """What can be chosen in a place: names for both sides and `chances[row][column]`, the tables of the pairs."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    chances: tuple[tuple[tuple[Chance, ...], ...], ...]


class Tables(NamedTuple):
    """A game as flat arrays, for compiled code. The pairs of a kind lie row by row from `pair_start[kind]`.

    Many outcomes of a kind share their ticks and effect; each such event is looked up once per state. In the shipped
    football tables 45 outcomes are 26 events, and filling a matrix is two and a half times as fast for it.
    """

    kind_of: NDArray[np.int32]
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    pair_start: NDArray[np.int64]
    outcome_start: NDArray[np.int64]
    probability: NDArray[np.float64]
    event: NDArray[np.int64]
    event_start: NDArray[np.int64]
    ticks: NDArray[np.int64]
    effect: NDArray[np.int64]
    after: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class SimultaneousGame:
    """A finite game of the contract above; checked when made."""

    kinds: tuple[Kind, ...]
    kind_of: NDArray[np.int32]
    after: NDArray[np.int32]
    ends: NDArray[np.float64]
    timeout: NDArray[np.float64]

    def __post_init__(self) -> None:
        _check(self)

    @property
    def places(self) -> int:
        """How many places there are, ends not counted."""
        return len(self.kind_of)

    @property
    def most_rows(self) -> int:
        """The largest number of choices the row side has anywhere."""
        return max(len(kind.rows) for kind in self.kinds)

    @property
    def most_columns(self) -> int:
        """The largest number of choices the column side has anywhere."""
        return max(len(kind.columns) for kind in self.kinds)

    def kind(self, place: int) -> Kind:
        """The choices and chance tables of a place."""
        return self.kinds[int(self.kind_of[place])]

    def tables(self) -> Tables:
        """The game as flat arrays."""
        lines: list[Chance] = []
        events: dict[tuple[int, int, int], int] = {}
        event: list[int] = []
        pair_start, outcome_start, event_start = [], [0], [0]
        for number, kind in enumerate(self.kinds):
            pair_start.append(len(outcome_start) - 1)
            for row in kind.chances:
                for pair in row:
                    lines.extend(pair)
                    outcome_start.append(len(lines))
                    event.extend(events.setdefault((number, line.ticks, line.effect), len(events)) for line in pair)
            event_start.append(len(events))
        return Tables(
            kind_of=self.kind_of,
            rows=np.array([len(kind.rows) for kind in self.kinds], dtype=np.int64),
            columns=np.array([len(kind.columns) for kind in self.kinds], dtype=np.int64),
            pair_start=np.array(pair_start, dtype=np.int64),
            outcome_start=np.array(outcome_start, dtype=np.int64),
            probability=np.array([line.probability for line in lines], dtype=np.float64),
            event=np.array(event, dtype=np.int64),
            event_start=np.array(event_start, dtype=np.int64),
            ticks=np.array([ticks for _, ticks, _ in events], dtype=np.int64),
            effect=np.array([effect for _, _, effect in events], dtype=np.int64),
            after=self.after,
        )

    def blank_values(self, clock: int) -> NDArray[np.float64]:
        """An array [ticks left, place or end] with the ends and the timeouts filled in."""
        values = np.zeros((clock + 1, self.places + len(self.ends)), dtype=np.float64)
        values[:, self.places :] = self.ends
        values[0, : self.places] = self.timeout
        return values


def _check(game: SimultaneousGame) -> None:
    """Raise InvalidGame, naming the place, if the contract is broken; compiled code trusts what passed here."""
    places, total = game.places, game.places + len(game.ends)
    if not places or not game.kinds:
        raise InvalidGame("a game of simultaneous choices needs at least one place and one kind of place")
    if game.after.ndim != 2 or len(game.after) != places or game.timeout.shape != (places,):
        raise InvalidGame(f"after and timeout must have one line for each of the {places} places")
    if int(game.kind_of.min()) < 0 or int(game.kind_of.max()) >= len(game.kinds):
        raise InvalidGame(f"kind_of names a kind outside 0 to {len(game.kinds) - 1}")
    if game.after.size and (int(game.after.min()) < 0 or int(game.after.max()) >= total):
        raise InvalidGame(f"after leads outside the {places} places and {len(game.ends)} ends")
    if not (np.isfinite(game.ends).all() and np.isfinite(game.timeout).all()):
        raise InvalidGame("the values of ends and timeouts must be finite numbers")
    for number, kind in enumerate(game.kinds):
        _check_kind(kind, number, game.after.shape[1])


def _check_kind(kind: Kind, number: int, effects: int) -> None:
    shape = len(kind.rows), len(kind.columns)
    if 0 in shape:
        raise InvalidGame(f"kind {number}: both sides need at least one choice, not {shape[0]} and {shape[1]}")
    if len(kind.chances) != shape[0] or any(len(row) != shape[1] for row in kind.chances):
        raise InvalidGame(f"kind {number}: chances must be a table of {shape[0]} by {shape[1]} pairs")
    for i, row in enumerate(kind.chances):
        for j, pair in enumerate(row):
            place = f"kind {number}, {kind.rows[i]} against {kind.columns[j]}"
            total = math.fsum(line.probability for line in pair)
            if not abs(total - 1.0) <= SUM_TOLERANCE or any(line.probability < 0 for line in pair):
                raise InvalidGame(f"{place}: probabilities must be 0 or more and sum to 1, not {total:.12g}")
            if any(line.ticks < 1 for line in pair):
                raise InvalidGame(f"{place}: every outcome must take at least one tick, or the game need not end")
            if any(not 0 <= line.effect < effects for line in pair):
                raise InvalidGame(f"{place}: effects are numbered from 0 to {effects - 1}")


@dataclass(frozen=True)
class End:
    """The game is over with this value (for `from_functions`)."""

    value: float


def from_functions(
    places: Sequence[Hashable],
    choices: Callable[[Any], tuple[Sequence[str], Sequence[str]]],
    chance: Callable[[Any, str, str], Iterable[tuple[float, int, Any]]],
    timeout: Callable[[Any], float] = lambda place: 0.0,
) -> SimultaneousGame:
    """A game from three plain functions, for small games and for trying an idea.

    `choices(place)` gives the names for both sides, `chance(place, row, column)` lines of (probability, ticks, next)
    where next is another place or End(value), `timeout(place)` the value when the clock runs out there.
    """
    number = {place: index for index, place in enumerate(places)}
    ends: dict[float, int] = {}
    kinds: dict[Kind, int] = {}
    kind_of: list[int] = []
    nexts: list[list[int]] = []
    for place in places:
        rows, columns = choices(place)
        onward: list[int] = []
        table = []
        for row in rows:
            line = []
            for column in columns:
                pair = []
                for probability, ticks, following in chance(place, row, column):
                    pair.append(Chance(probability, ticks, len(onward)))
                    onward.append(_successor(place, following, number, ends))
                line.append(tuple(pair))
            table.append(tuple(line))
        kind = Kind(tuple(rows), tuple(columns), tuple(table))
        kind_of.append(kinds.setdefault(kind, len(kinds)))
        nexts.append(onward)
    width = max(len(line) for line in nexts)
    after = np.array([line + [0] * (width - len(line)) for line in nexts], dtype=np.int32)
    return SimultaneousGame(
        kinds=tuple(kinds),
        kind_of=np.array(kind_of, dtype=np.int32),
        after=after,
        ends=np.array(list(ends), dtype=np.float64),
        timeout=np.array([timeout(place) for place in places], dtype=np.float64),
    )


def _successor(place: Hashable, following: Any, number: dict[Hashable, int], ends: dict[float, int]) -> int:
    if isinstance(following, End):
        return len(number) + ends.setdefault(following.value, len(ends))
    if following not in number:
        raise InvalidGame(f"place {place!r} leads to {following!r}, which is not among the places")
    return number[following]
