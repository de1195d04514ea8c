"""Which positions are graded: drawn from a table uniformly or evenly by distance. The seed decides which.

Each number of a table is drawn at most once. Positions of finished games are left out: nobody moves there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plies.grading.cases import Case, Positions
from plies.tables.codes import LOST, UNKNOWN, distance, loosened
from plies.tables.file.table_file import codes_of
from plies.tables.table import Table

#: numbers of a table that are looked at together
CHUNK = 1 << 20
#: for each wanted position of a distance so many are drawn, and some more, because some are of finished games
SPARE, MORE = 2, 64

Listener = Callable[[str], None]


def shuffled(size: int, random: Random) -> Iterator[int]:
    """The numbers below `size` in random order, found as they are asked for; `Random.random` alone is used, which is
    the same in every Python."""
    moved: dict[int, int] = {}
    for at in range(size):
        other = at + int(random.random() * (size - at))
        yield moved.get(other, other)
        moved[other] = moved.pop(at, at)


def uniform(table: Table, random: Random) -> Iterator[Case]:
    """Cases of a table in random order, each position as likely as any other."""
    codes, positions = codes_of(table.opened), Positions(table)
    for number in shuffled(len(codes), random):
        if codes[number] != UNKNOWN:
            found = positions.case(number)
            if found is not None:
                yield found


def by_distance(table: Table, wanted: int, random: Random, listener: Listener = lambda text: None) -> list[Case]:
    """As many cases of each distance to the end as of any other, as far as there are any; all draws count as one.

    Cases come in turn from each distance, so that some of them are a fair sample too.
    """
    counts = _counts(table, listener)
    tight = table.header.places.tight
    kept = [code for code in np.flatnonzero(counts).tolist() if code != UNKNOWN and not _is_over(code, tight)]
    each = -(-wanted // max(1, len(kept)))
    while sum(min(each, int(counts[code])) for code in kept) < wanted and each < int(counts.max(initial=0)):
        each *= 2
    ranks = {code: _ranks(int(counts[code]), SPARE * each + MORE, random) for code in kept}
    positions, numbers = Positions(table), _numbers(table, ranks, listener)
    waiting = [filter(None, map(positions.case, found)) for found in numbers]
    cases: list[Case] = []
    while waiting and len(cases) < wanted:
        drawn = [(next(one, None), one) for one in waiting]
        cases += [case for case, _ in drawn if case is not None]
        waiting = [one for case, one in drawn if case is not None]
    return cases[:wanted]


def _is_over(code: int, tight: bool) -> bool:
    whole = loosened(code) if tight else code
    return whole >= LOST and distance(whole) == 0


def _chunks(table: Table, listener: Listener) -> Iterator[tuple[int, NDArray[Any]]]:
    codes = codes_of(table.opened)
    for begin in range(0, len(codes), CHUNK):
        listener(f"looking through the table, {begin:,} of {len(codes):,}")
        yield begin, codes[begin : begin + CHUNK]


def _counts(table: Table, listener: Listener) -> NDArray[np.int64]:
    """How often each code occurs."""
    counts = np.zeros(1 << (8 * table.header.places.code_bytes), np.int64)
    for _, chunk in _chunks(table, listener):
        counts += np.bincount(chunk, minlength=len(counts))
    return counts


def _ranks(count: int, most: int, random: Random) -> list[int]:
    """Which of the positions with one code are drawn, in the order in which they are used."""
    return [rank for rank, _ in zip(shuffled(count, random), range(most), strict=False)]


def _numbers(table: Table, ranks: dict[int, list[int]], listener: Listener) -> list[list[int]]:
    """The numbers of the positions that are the n-th with their code."""
    found: dict[int, dict[int, int]] = {code: {} for code in ranks}
    if not ranks:
        return []
    before = dict.fromkeys(ranks, 0)
    sought = {code: np.sort(np.array(drawn, np.int64)) for code, drawn in ranks.items()}
    for begin, chunk in _chunks(table, listener):
        order, counts = np.argsort(chunk, kind="stable"), np.bincount(chunk, minlength=max(ranks) + 1)
        first = np.cumsum(counts) - counts
        for code, wanted in sought.items():
            here = wanted[(wanted >= before[code]) & (wanted < before[code] + counts[code])]
            places = begin + order[first[code] + here - before[code]]
            found[code].update(zip(here.tolist(), places.tolist(), strict=True))
            before[code] += int(counts[code])
    return [[found[code][rank] for rank in drawn] for code, drawn in ranks.items()]
