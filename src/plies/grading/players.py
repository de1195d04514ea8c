"""The grades of players: how often they keep the value, what their moves cost, and who of two is right more often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from plies.grading.cases import Case
from plies.grading.moves import Choice
from plies.grading.numbers import Mean, grid_counts, grid_means, mcnemar, plain_mean

#: groups by the number of pieces, at the most
MOST_GROUPS = 12


@dataclass(frozen=True)
class Group:
    """The cases with one number of pieces or one distance to the end, or with numbers from one to another."""

    label: str
    #: cases; those in which the move matters; and of those the ones whose value was kept
    positions: int
    matter: int
    kept: int
    share: Mean | None
    loss: Mean | None


@dataclass(frozen=True)
class PlayerGrade:
    """How a player did. Shares are of the cases in which the move matters; the loss per move is of all cases."""

    player: str
    positions: int
    matter: int
    kept: int
    #: kept / matter
    share: Mean | None
    #: points given away per move, a win being 1, a draw 0.5 and a loss 0
    loss: Mean | None
    #: wins turned into draws, wins into losses, draws into losses
    win_to_draw: int
    win_to_loss: int
    draw_to_loss: int
    #: won cases whose win was kept, and the plies by which its moves delayed the win there
    wins_kept: int
    wasted: Mean | None
    #: cases lost by a fault: an illegal move, an error, time
    faults: int
    by_pieces: tuple[Group, ...]
    by_distance: tuple[Group, ...]


@dataclass(frozen=True)
class Pair:
    """Two players in the same cases, of those in which the move matters."""

    a: str
    b: str
    both: int
    only_a: int
    only_b: int
    neither: int
    #: how much larger the share that a keeps is
    difference: Mean | None
    #: how much more b gives away per move, over all cases
    saved: Mean | None
    #: how likely two equal players would differ at least so much (McNemar's exact test)
    likelihood: float


def grade_player(name: str, cases: Sequence[Case], choices: Sequence[Choice]) -> PlayerGrade:
    whole, *_ = _groups([("all", range(len(cases)))], cases, choices)
    slips = [(case.value.result, choice.loss) for case, choice in zip(cases, choices, strict=True)]
    wasted = [choice.wasted for choice in choices if choice.wasted is not None]
    return PlayerGrade(
        name,
        whole.positions,
        whole.matter,
        whole.kept,
        whole.share,
        whole.loss,
        slips.count(("win", 0.5)),
        slips.count(("win", 1.0)),
        slips.count(("draw", 0.5)),
        len(wasted),
        plain_mean(wasted),
        sum(bool(choice.fault) for choice in choices),
        _groups(_by(cases, lambda case: case.pieces, _even), cases, choices),
        _groups(_by(cases, lambda case: case.value.plies, _doubling, "draw"), cases, choices),
    )


def _groups(
    groups: Sequence[tuple[str, Sequence[int]]], cases: Sequence[Case], choices: Sequence[Choice]
) -> tuple[Group, ...]:
    """The grades of cases by their places in the sample."""
    matter = [[place for place in places if cases[place].matters] for _, places in groups]
    kept = [sum(choices[place].loss == 0 for place in places) for places in matter]
    shares = grid_means([(len(places) - right, right) for places, right in zip(matter, kept, strict=True)])
    losses = grid_means([grid_counts([choices[place].loss for place in places], 0, 0.5, 3) for _, places in groups])
    return tuple(
        Group(label, len(places), len(some), right, share, loss)
        for (label, places), some, right, share, loss in zip(groups, matter, kept, shares, losses, strict=True)
    )


def _by(
    cases: Sequence[Case],
    number: Callable[[Case], int | None],
    ranges: Callable[[Sequence[int]], Sequence[tuple[int, int]]],
    without: str = "",
) -> list[tuple[str, list[int]]]:
    """Places of the cases by ranges of a number; those without one come last under a name, or are left out."""
    numbers = [number(case) for case in cases]
    groups = []
    for low, high in ranges(sorted({one for one in numbers if one is not None})):
        places = [place for place, one in enumerate(numbers) if one is not None and low <= one <= high]
        if places:
            groups.append((str(low) if low == high else f"{low}–{high}", places))
    rest = [place for place, one in enumerate(numbers) if one is None]
    return [*groups, (without, rest)] if rest and without else groups


def _even(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Ranges of one width, of one number each where those are few."""
    if not numbers:
        return []
    width = -(-(numbers[-1] - numbers[0] + 1) // MOST_GROUPS)
    return [(low, low + width - 1) for low in range(numbers[0], numbers[-1] + 1, width)]


def _doubling(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """1, 2, 3–4, 5–8, 9–16 and so on."""
    ranges, high = [(0, 1)] if numbers[:1] == [0] else [(1, 1)], 1
    while numbers and high < numbers[-1]:
        ranges.append((high + 1, 2 * high))
        high *= 2
    return ranges


def compare(names: Sequence[str], cases: Sequence[Case], choices: Sequence[Sequence[Choice]]) -> tuple[Pair, ...]:
    """Each two players; `choices` has those of each player."""
    pairs = list(combinations(range(len(names)), 2))
    matter = [place for place, case in enumerate(cases) if case.matters]
    kept = [[choices[player][place].loss == 0 for place in matter] for player in range(len(names))]
    counts = [_count(kept[a], kept[b]) for a, b in pairs]
    shares = grid_means([(b, both + neither, a) for both, a, b, neither in counts], -1.0, 1.0)
    saved = grid_means([_differences(choices[a], choices[b]) for a, b in pairs], -1.0, 1.0)
    return tuple(
        Pair(names[a], names[b], *count, share, less, mcnemar(count[1], count[2]))
        for (a, b), count, share, less in zip(pairs, counts, shares, saved, strict=True)
    )


def _count(a: Sequence[bool], b: Sequence[bool]) -> tuple[int, int, int, int]:
    both = list(zip(a, b, strict=True))
    return both.count((True, True)), both.count((True, False)), both.count((False, True)), both.count((False, False))


def _differences(a: Sequence[Choice], b: Sequence[Choice]) -> list[int]:
    """How often b gives so much more away than a: by -1, -½, 0, ½ or 1 point."""
    return grid_counts([other.loss - one.loss for one, other in zip(a, b, strict=True)], -1, 0.5, 5)
