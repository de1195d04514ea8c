"""Texts of heuristics, read and never run."""

from __future__ import annotations

import pytest

import plies
from plies.errors import InvalidFile
from plies.registry import families
from plies.web.edit.sources import beginning, heuristics_in


@pytest.mark.parametrize("family", sorted(families()))
def test_a_beginning_is_its_parent_under_another_name(family: str) -> None:
    game = plies.game(family)
    for parent in game.heuristics.values():
        text, made = beginning(game, parent.name), dict[str, object]()
        assert heuristics_in(text)[-1] == "mine"
        exec(text, made)
        mine = made["mine"]
        if isinstance(mine, plies.Heuristic):
            assert (mine.features, mine.weights, mine.centre) == (parent.features, parent.weights, parent.centre)
            assert (mine.weights_first, mine.patterns) == (parent.weights_first, parent.patterns)
            assert mine.value(game.first, 0) == parent.value(game.first, 0)
        else:
            assert not parent.features


def test_names_are_those_at_the_top() -> None:
    text = "import plies\ndef _a(state, me): pass\ndef b(state, me): pass\ndef c(x): pass\nd = plies.Heuristic()\n"
    assert heuristics_in(text) == ["b", "d"]
    with pytest.raises(InvalidFile, match="line 2"):
        heuristics_in("x = 1\ny = = 2\n")
