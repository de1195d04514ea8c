"""What a build will need, said before it starts.

An index says how many positions there are at most. Without one, the first plies from the start are looked at, for as
many positions as take a second or two; the build goes on from there. If there are no more, the estimate is exact;
otherwise it goes on as those plies grow: the growth from ply to ply falls a little more with every ply, so the numbers
of new positions rise and fall like a bell. That is a guess, rather too small: with a tenth of all positions seen it is
right within a factor of about three in nine games here, with a hundredth within six. It is called a guess.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from plies.games.solving import Index
from plies.solve.tables.builder.found.search import Search

#: positions looked at before a guess
PEEK = 2_000_000
#: by how much faster growth falls with every ply
STEEPER = 1.2
#: by how much the logarithm of the growth falls at least
SLOWEST = 0.1
#: seconds a link between two positions takes, and a number of an index, on one core of the machine where they were
#: measured (a server with two cores of Zen 4), and what the audit takes beside a build
SECONDS_A_LINK, SECONDS_A_NUMBER, AUDIT = 0.45e-6, 0.5e-6, 1.5
#: how much longer a number takes that has moves within its tier: known backwards, and kept as links
LEVELS, LINKED = 1.5, 6
#: bytes that a position and a link take while positions are found
BYTES_A_POSITION, BYTES_A_LINK = 48, 13


@dataclass(frozen=True)
class Estimate:
    """What is expected. `guessed` says how certain the positions are, in words; empty: exactly so many."""

    positions: int
    memory: int
    disk: int
    seconds: float
    guessed: str = ""


def of_search(search: Search, threads: int, finished: bool, audited: bool, most: int | None = None) -> Estimate:
    """From the first plies of a search; exact if they were all. `most` is how many positions there can be."""
    links = sum(one.linked for one in search.owned) / max(1, search.done)
    positions = search.known if finished else max(search.known, _grown(search.plies))
    positions = positions if most is None else min(positions, most)
    words = search.packing.runs[:, 3].max(initial=0) + 1
    memory = int(positions * (BYTES_A_POSITION + 8 * int(words) + BYTES_A_LINK * links))
    seconds = positions * links * SECONDS_A_LINK / threads * (1 + AUDIT * audited)
    end = "; no end is in sight" if _is_endless(search.plies) else ""
    guess = f"guessed from how the first {len(search.plies)} plies grow{end}; counted exactly before values are sought"
    return Estimate(positions, memory, int(positions * (8 * int(words) + 2.5)), seconds, "" if finished else guess)


def of_index(size: int, widest: int, index: Index, threads: int, audited: bool) -> Estimate:
    """From an index: `size` numbers, and in the widest tier `widest`."""
    each, beside = (1, 0) if index.strict else ((LEVELS, 2) if index.before is not None else (LINKED, 150))
    seconds = size * SECONDS_A_NUMBER * each / threads * (1 + AUDIT * audited)
    guess = "all numbers of its index; some may stand for no position"
    return Estimate(size * index.stands_for, size + beside * widest, size, seconds, guess)


def _is_endless(plies: list[int]) -> bool:
    """Whether every ply adds about as much as the one before, and no less."""
    last = plies[-4:]
    return len(last) == 4 and all(one <= after < 1.1 * one for one, after in pairwise(last))


def _grown(plies: list[int]) -> int:
    """All positions, if the logarithm of the growth from ply to ply goes on falling, each time by more."""
    total, last = 1 + sum(plies), plies[-1]
    growths = [math.log(after / before) for before, after in pairwise(plies) if before and after][-3:]
    if len(growths) < 3:
        return total
    fall, growth = max(SLOWEST, (growths[0] - growths[-1]) / 2), growths[-1]
    new = float(last)
    while new >= 1 and total < 10**15:
        fall *= STEEPER
        growth -= fall
        new *= math.exp(growth)
        total += int(new)
    return total
