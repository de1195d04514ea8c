from __future__ import annotations

import numpy as np
import pytest

from plies.errors import InvalidPosition
from plies.football import Situation, shipped_playbook
from plies.games.football.rules import FIELD, LOST, PLACES, TOUCHDOWN, check_situation, football, place_of, places, step
from tests.oracles import football as oracle


def test_places_are_numbered_without_holes() -> None:
    yards, downs, to_go = places()
    assert len(yards) == PLACES == 19_800
    numbers = [place_of(int(y), int(d), int(g)) for y, d, g in zip(yards, downs, to_go, strict=True)]
    assert numbers == list(range(PLACES))


def test_step_against_the_oracle() -> None:
    random = np.random.default_rng(1)
    for _ in range(20_000):
        yards = int(random.integers(1, 100))
        downs, to_go = int(random.integers(1, 5)), int(random.integers(1, yards + 1))
        gain, turnover = int(random.integers(-30, 60)), bool(random.random() < 0.05)
        expected = oracle.after((yards, downs, to_go, 9), (gain, 1, turnover, 1.0))
        found = step(yards, downs, to_go, gain, turnover)
        assert (float(found) if isinstance(found, bool) else (*found, 8)) == expected


def test_the_table_of_successors_is_step_in_bulk() -> None:
    book = shipped_playbook()
    game = football(book)
    random = np.random.default_rng(2)
    grid = list(zip(*places(), strict=True))
    for place in random.integers(0, PLACES, 3000):
        where = [int(number) for number in grid[place]]
        for i, row in enumerate(book.tables):
            for j, pair in enumerate(row):
                for outcome, chance in zip(pair, game.kinds[0].chances[i][j], strict=True):
                    found = int(game.after[place, chance.effect])
                    onward = step(*where, outcome.yards, outcome.turnover)
                    if isinstance(onward, bool):
                        assert found == (TOUCHDOWN if onward else LOST)
                    else:
                        assert found == place_of(*onward)


def test_rules_by_hand() -> None:
    assert step(5, 1, 5, 7, False) is True
    assert step(5, 1, 5, 4, False) is False
    assert step(95, 3, 10, -5, False) is False
    assert step(94, 3, 10, -5, False) == (FIELD, 2, 15)
    assert step(30, 1, 2, 22, False) == (8, 4, 8)
    assert step(30, 4, 2, 30, True) is False


@pytest.mark.parametrize(
    ("situation", "said"),
    [
        ((0, 4, 1, 5), "touchdown already"),
        ((100, 4, 10, 5), "off the field"),
        ((50, 0, 10, 5), "0 downs left is impossible"),
        ((50, 5, 10, 5), "5 downs left is impossible"),
        ((50, 4, 0, 5), "first down already"),
        ((50, 4, 51, 5), "beyond the goal line"),
        ((50, 4, 10, 0), "no time is left"),
        ((50.5, 4, 10, 5), "whole numbers"),
        ((50, True, 10, 5), "whole numbers"),
    ],
)
def test_impossible_situations(situation, said: str) -> None:
    with pytest.raises(InvalidPosition, match=said):
        check_situation(Situation(*situation))
