"""What a game may declare to be solved faster: an index of its positions, tiers, symmetries, a static proof.

All of it is optional; a table of a whole game needs the rules alone. The functions are plain Python under the same
restrictions as the rules, and are compiled with them.

An index gives every position a number. Tables are then dense arrays, which also hold positions that the start cannot
reach. `layout` is called once: it answers the numbers that the other functions look up (binomials, sums, first numbers
of classes; they get it as the argument `numbers`), and where the tiers begin. A tier is a run of the index that is
never entered again once it is left: a move leads to the same tier or a lower one. Tables are built tier by tier.

    layout(first, part) -> Layout        `first` is the game's first state; `part` the value of `Part`, 0 without one
    index(state, numbers) -> i           0 <= i < layout.tiers[-1], or -1 for a position outside
    state_of(i, first, numbers) -> state

`index(state_of(i)) != i` says that the number i stands for no position. An index may give positions that are mirror
images of each other one number; then `state_of` answers the one that `canonical` prefers. Positions of finished games
may be outside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from plies.games.outcomes import State


class Layout(NamedTuple):
    """What an index looks up, and the first number of each tier, ending with one more than the last number of all."""

    numbers: Sequence[int]
    tiers: Sequence[int]


@dataclass(frozen=True)
class Part:
    """A choice of how much of a game a table covers, such as `--pieces 4` for endings of up to four pieces."""

    #: the option's name, without dashes
    name: str
    about: str
    low: int
    high: int


@dataclass(frozen=True)
class Index:
    """Numbers for positions; see above."""

    layout: Callable[[State, int], Layout]
    index: Callable[[State, Any], int]
    state_of: Callable[[int, State, Any], State]
    #: every move leads to a lower tier, so that one look at the successors settles a position
    strict: bool = False
    #: the index covers a part of the game that must be chosen; None: all of it
    part: Part | None = None
    #: before(state, out) -> n: writes codes of the moves that lead here from the same tier, each exactly once. It may
    #: write one that is not legal, if every move of the state that it leads from leaves the tier (compulsory captures).
    #: Only for games that end with a loss for the side to move, or a draw; their tables take less time and memory
    before: Callable[[State, Any], int] | None = None
    #: unplay(state, code) -> the state before such a move
    unplay: Callable[[State, int], State] | None = None
    #: the largest number of codes that `before` writes
    most_before: int = 0
    #: how many positions each number stands for: 2 where the index turns the board so that one side is to move
    stands_for: int = 1


@dataclass(frozen=True)
class Solving:
    """All that a game declares for those who solve it."""

    index: Index | None = None
    #: canonical(state) -> the one of all mirror images of a position that stands for them in tables
    canonical: Callable[[State], State] | None = None
    #: representative(state) -> the one of a position and its mirror images that searches for proofs keep, where tables
    #: do without; left out: `canonical`
    representative: Callable[[State], State] | None = None
    #: promise(state) -> a small number, above 0 if the side to move looks like winning: where searches for proofs begin
    promise: Callable[[State], int] | None = None
    #: static_proof(state) -> 0, or n when the side to move wins within n plies, or -n when it loses within n
    static_proof: Callable[[State], int] | None = None
    #: counted up when the static proof says other things than before: players that believe it then play differently
    sight: int = 1
    #: cannot_win(state, side) -> whether a side can no longer win, whatever is played; for searches for proofs
    cannot_win: Callable[[State, int], bool] | None = None


#: a game that declares nothing
NOTHING_DECLARED = Solving()
