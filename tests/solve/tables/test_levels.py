"""Endings solved level by level agree with a slow twin that knows the rules alone."""

from __future__ import annotations

from typing import Any

import numpy as np

import plies
from plies.games.checkers.endings import INDEX
from plies.solve.tables.levels import Levels

CHECKERS = plies.game("checkers")


def solved(pieces: int, threads: int) -> tuple[Any, Any]:
    layout = INDEX.layout(CHECKERS.first, pieces)
    values = np.zeros(layout.tiers[-1], np.uint8)
    levels = Levels(CHECKERS, INDEX, layout, values, threads)
    for first, last in zip(layout.tiers, layout.tiers[1:], strict=False):
        levels.solve(first, last)
    levels.close()
    return layout, values


def by_passes(states: list[Any]) -> dict[Any, int]:
    """The plies to the end by going over all positions again and again: nothing but the definition."""
    moves = {}
    for state in states:
        out = [0] * CHECKERS.rules.most_moves
        listed = out[: CHECKERS.rules.moves(state, out)]
        moves[state] = [CHECKERS.rules.play(state, move) for move in listed]
    plies_of = {state: 0 for state in states if not moves[state]}
    for plies_left in range(1, 40):
        new = {}
        for state in states:
            if state not in plies_of:
                known = [plies_of.get(child, -1) for child in moves[state]]
                wins = plies_left % 2 == 1 and plies_left - 1 in known
                loses = plies_left % 2 == 0 and all(n % 2 == 1 and n > 0 for n in known)
                if wins or loses:
                    new[state] = plies_left
        plies_of |= new
    return plies_of


def test_endings_of_two_pieces_agree_with_the_definition() -> None:
    layout, values = solved(2, threads=2)
    seen_by_red = [INDEX.state_of(i, CHECKERS.first, layout.numbers) for i in range(layout.tiers[-1])]
    red = [s for i, s in enumerate(seen_by_red) if INDEX.index(s, layout.numbers) == i]
    white = [_turned(state) for state in red]
    twin = by_passes([*red, *white])
    assert len(red) == 120 + 6_972
    for state in (*red, *white):
        code = int(values[INDEX.index(state, layout.numbers)])
        assert code == twin.get(state, -1) + 1, CHECKERS.format(state)


def _turned(state: Any) -> Any:
    """The board turned round with the sides exchanged, by way of the text."""
    _, white, black = CHECKERS.format(state).split(":")
    other = [",".join(_square(word) for word in side[1:].split(",") if word) for side in (black, white)]
    return CHECKERS.position(f"W:W{other[0]}:B{other[1]}").state


def _square(word: str) -> str:
    return f"K{33 - int(word[1:])}" if word.startswith("K") else str(33 - int(word))


def test_threads_make_no_difference() -> None:
    one, two = solved(3, 1)[1], solved(3, 2)[1]
    assert (one == two).all()
