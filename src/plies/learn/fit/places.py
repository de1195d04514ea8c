"""Pattern weights as numbers of one long list: which weight each window of each position uses, and the way back.

Entries of a table that a symmetry of its window turns into each other share a weight. One that is its own opposite
with the sides exchanged is 0: it has the weight `zero`, which stays so.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plies.games.patterns import LARGEST, Cells, Patterns, Window
from plies.learn.patterns.windows import Layer, Plan

Places = NDArray[np.int32]


@dataclass(frozen=True)
class Entries:
    """The entries of one layer's tables one after the other: the weight that each uses, as a place of `kernel.py`."""

    offsets: tuple[int, ...]
    places: Places


@dataclass(frozen=True)
class Numbering:
    """All layers of a plan; their weights come after those of `features`. `zero` is the weight that is always 0."""

    plan: Plan
    features: int
    entries: tuple[Entries, ...]
    #: how many weights there are, `zero` being the last
    count: int
    #: the layer of each weight beyond the features
    layers: NDArray[np.int64]

    @property
    def zero(self) -> int:
        return self.count - 1


def number(plan: Plan, features: int) -> Numbering:
    """Gives every different entry its weight."""
    made, layers, following = [], [np.zeros(0, np.int64)], features
    for index, layer in enumerate(plan.layers):
        entries, used = _entries(plan, layer, following)
        made.append(entries)
        layers.append(np.full(used, index))
        following += used
    zero = following
    for entries in made:
        entries.places[entries.places < 0] = 2 * zero
    return Numbering(plan, features, tuple(made), zero + 1, np.concatenate([*layers, [0]]))


def _entries(plan: Plan, layer: Layer, following: int) -> tuple[Entries, int]:
    contents = len(plan.cells.contents)
    exchange = np.array(plan.group.exchange)
    offsets, parts, used = [0], [], 0
    for table, own in enumerate(layer.own):
        count = next(len(window.cells) for window in layer.windows if window.table == table)
        ids = np.arange(contents**count)
        least, sign, opposite = ids.copy(), np.zeros(len(ids), np.int64), np.zeros(len(ids), bool)
        for order, exchanged in own:
            image = np.zeros(len(ids), np.int64)
            for power in range(count):
                content = ids // contents**power % contents
                image += (exchange[content] if exchanged else content) * contents ** order[power]
            opposite |= (image == ids) & exchanged
            sign = np.where(image < least, int(exchanged), sign)
            least = np.minimum(least, image)
        different, numbers = np.unique(least, return_inverse=True)
        places = 2 * (following + used + numbers) + sign
        parts.append(np.where(opposite, -1, places).astype(np.int32))
        used += len(different)
        offsets.append(offsets[-1] + len(ids))
    return Entries(tuple(offsets), np.concatenate(parts)), used


def contents_of(cells: Cells, slots: dict[str, tuple[int, ...]], rows: NDArray[np.uint64]) -> NDArray[np.int32]:
    """What stands on every cell of many positions, given as rows of words."""
    codes = np.zeros((len(rows), len(cells.squares)), np.int32)
    for at, field in enumerate(cells.fields):
        words = slots[field]
        for cell, square in enumerate(cells.squares):
            word, bit = (words[0], square) if len(words) == 1 else (words[square // 50], square % 50)
            codes[:, cell] |= (((rows[:, word] >> np.uint64(bit)) & np.uint64(1)) << np.uint64(at)).astype(np.int32)
    meaning = np.zeros(1 << len(cells.fields), np.int32)
    for content, bits in enumerate(cells.bits):
        meaning[sum(bit << at for at, bit in enumerate(bits))] = content
    found: NDArray[np.int32] = meaning[codes]
    return found


def places_of(numbering: Numbering, contents: NDArray[np.int32]) -> Places:
    """The weights that every window of many positions uses."""
    plan = numbering.plan
    exchange = np.array(plan.group.exchange, np.int32)
    exchanged, base = exchange[contents], len(plan.cells.contents)
    columns = []
    for layer, entries in zip(plan.layers, numbering.entries, strict=True):
        for window in layer.windows:
            seen = exchanged if window.exchanged else contents
            place = np.full(len(contents), entries.offsets[window.table], np.int32)
            for power, cell in enumerate(window.cells):
                place += seen[:, cell] * np.int32(base**power)
            columns.append(entries.places[place] ^ np.int32(window.exchanged))
    return np.ascontiguousarray(np.array(columns, np.int32).T)


def folded(numbering: Numbering, weights: NDArray[np.float64], worth: float) -> Patterns:
    """The patterns of the last layer, with those of the smaller ones shared out among the windows around them.

    `worth` is what a weight of 1 is worth in the heuristic's own numbers.
    """
    plan = numbering.plan
    last, entries = plan.layers[-1], numbering.entries[-1]
    table = _values(entries, weights)
    for layer, smaller in zip(plan.layers[:-1], numbering.entries[:-1], strict=True):
        _fold(plan, last, entries, table, layer, _values(smaller, weights), smaller)
    largest = float(np.abs(table).max()) or 1.0
    steps = np.rint(table * (LARGEST / largest)).astype(np.int64)
    numbers = tuple(int(step) for step in steps)
    return Patterns(plan.cells, last.windows, plan.group.exchange, numbers, largest / LARGEST * worth)


def _values(entries: Entries, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = weights[entries.places >> 1] * np.where(entries.places & 1, -1.0, 1.0)
    return found


def _fold(
    plan: Plan,
    last: Layer,
    entries: Entries,
    table: NDArray[np.float64],
    layer: Layer,
    small: NDArray[np.float64],
    smaller: Entries,
) -> None:
    """Adds the tables of a layer to those of the last. A small window is shared alike by all that hold it."""
    base, exchange = len(plan.cells.contents), np.array(plan.group.exchange)
    first = {window.table: window for window in reversed(last.windows)}
    for inner in layer.windows:
        around = [window for window in last.windows if set(inner.cells) <= set(window.cells)]
        for window in around:
            if first[window.table] is not window:
                continue
            part = slice(entries.offsets[window.table], entries.offsets[window.table + 1])
            ids = np.arange(part.stop - part.start)
            place = np.full(len(ids), smaller.offsets[inner.table])
            for power, cell in enumerate(inner.cells):
                content = ids // base ** window.cells.index(cell) % base
                if window.exchanged:
                    content = exchange[content]
                place += (exchange[content] if inner.exchanged else content) * base**power
            sign = (-1.0 if inner.exchanged else 1.0) * (-1.0 if window.exchanged else 1.0)
            table[part] += sign * small[place] / len(around)


def is_covered(plan: Plan) -> bool:
    """Whether every small window lies in a large one, so that folding loses nothing."""
    large: list[Window] = list(plan.layers[-1].windows)
    return all(
        any(set(inner.cells) <= set(window.cells) for window in large)
        for layer in plan.layers[:-1]
        for inner in layer.windows
    )
