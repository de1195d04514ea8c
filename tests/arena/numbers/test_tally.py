"""Counters of pairs."""

from __future__ import annotations

import random

from plies.arena.numbers.results import Decided, Results
from plies.arena.numbers.tally import PairTally


def test_the_two_views_of_a_pairing() -> None:
    """By hand: `a` won both games, won one and drew one, lost one and drew one; one more game won as the first side."""
    tally = PairTally()
    for x, y in ((2, 2), (2, 1), (0, 1)):
        tally.joint[x][y] += 1
    tally.lone(True)[2] += 1
    mine, theirs = tally.summary(), tally.turned().summary()
    assert mine.pentanomial == theirs.pentanomial[::-1] == (0, 1, 0, 1, 1)
    assert mine.first == Results(4, 3, 0, 1, 0.75)
    assert theirs.second == Results(4, 1, 0, 3, 0.25)
    assert (mine.games, mine.wins, mine.draws, mine.losses) == (7, 4, 2, 1)
    assert (theirs.wins, theirs.losses) == (1, 4)
    assert tally.turned().turned() == tally


def test_what_the_opening_decided_does_not_depend_on_the_view() -> None:
    """The second side's view turns wins into losses; that a side won both games stays."""
    chance = random.Random(5)
    for _ in range(100):
        tally = PairTally([[chance.randrange(9) for _ in range(3)] for _ in range(3)])
        found = tally.summary().decided_by_opening
        assert found == Decided(tally.joint[2][0], tally.joint[0][2]) == tally.turned().summary().decided_by_opening
