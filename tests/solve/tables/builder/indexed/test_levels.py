"""Tables of games that know the moves which lead to a position, beside slow twins that know the rules alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plies
from plies.games.contract import Game
from plies.solve.tables.builder import stages
from plies.solve.tables.builder.building import Listener, Wish, build_table
from plies.solve.tables.builder.crew import crew
from plies.solve.tables.builder.indexed.levels import Levels
from plies.tables.codes import UNKNOWN, loosened
from plies.tables.table import open_table
from tests.oracles.tables import code_of, values_of

CHECKERS = plies.game("checkers")


def solved(game: Game, part: int, threads: int) -> tuple[Any, Any]:
    """The layout and the codes of its numbers."""
    index = game.solving.index
    assert index is not None
    layout = index.layout(game.first, part)
    codes = np.zeros(layout.tiers[-1], np.uint8)
    with crew(threads) as workers:
        levels = Levels(game, index, np.array(layout.numbers, np.int64), list(layout.tiers), codes, workers)
        levels.run(0, lambda done: None, lambda numbers: None)
    return layout, [loosened(int(code)) for code in codes]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_small_game_is_as_the_oracle_has_it(threads: int) -> None:
    game = plies.game(str(Path(__file__).parents[4] / "fixtures" / "chase.py"))
    index = game.solving.index
    assert index is not None
    layout, codes = solved(game, 0, threads)
    for number, code in enumerate(codes):
        state = index.state_of(number, game.first, layout.numbers)
        assert code == code_of(*values_of(game, state)[state]), state


def by_passes(states: list[Any]) -> dict[Any, int]:
    """The plies to the end by going over all positions again and again: nothing but the definition."""
    after = {}
    for state in states:
        out = [0] * CHECKERS.rules.most_moves
        after[state] = [CHECKERS.rules.play(state, move) for move in out[: CHECKERS.rules.moves(state, out)]]
    plies_of = {state: 0 for state in states if not after[state]}
    for left in range(1, 40):
        new = {}
        for state in states:
            if state not in plies_of:
                known = [plies_of.get(child, -1) for child in after[state]]
                wins = left % 2 == 1 and left - 1 in known
                loses = left % 2 == 0 and all(n % 2 == 1 and n > 0 for n in known)
                if wins or loses:
                    new[state] = left
        plies_of |= new
    return plies_of


@pytest.mark.slow
def test_endings_of_two_pieces_agree_with_the_definition() -> None:
    index = CHECKERS.solving.index
    assert index is not None
    layout, codes = solved(CHECKERS, 2, 2)
    numbered = [(n, index.state_of(n, CHECKERS.first, layout.numbers)) for n in range(layout.tiers[-1])]
    red = [state for number, state in numbered if index.index(state, layout.numbers) == number]
    white = [turned(state) for state in red]
    twin = by_passes([*red, *white])
    assert len(red) == 120 + 6_972
    assert sum(code != UNKNOWN for code in codes) == len(red)
    for state in (*red, *white):
        plies_left = twin.get(state)
        right = 1 if plies_left is None else code_of(1 if plies_left % 2 else -1, plies_left)
        assert codes[index.index(state, layout.numbers)] == right, CHECKERS.format(state)


def turned(state: Any) -> Any:
    """The board turned round with the sides exchanged, by way of the text."""
    _, white, black = CHECKERS.format(state).split(":")
    other = [",".join(square(word) for word in side[1:].split(",") if word) for side in (black, white)]
    return CHECKERS.position(f"W:W{other[0]}:B{other[1]}").state


def square(word: str) -> str:
    return f"K{33 - int(word[1:])}" if word.startswith("K") else str(33 - int(word))


@pytest.mark.slow
def test_threads_make_no_difference_and_three_pieces_have_their_known_counts(folder: Path) -> None:
    one, two = solved(CHECKERS, 3, 1)[1], solved(CHECKERS, 3, 2)[1]
    assert one == two
    header = build_table(Wish(CHECKERS, part=3))
    assert (header.positions, header.longest) == (536_632, 62)
    assert header.audit_seconds is not None
    probe = open_table(CHECKERS).probe(CHECKERS.position("B:WK3:BK15"))
    assert probe.moves["15-18"].plies == 7


def test_finished_tiers_are_not_done_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "WORTH_KEEPING", 0.0)
    wish = Wish(CHECKERS, part=2, audit=False)
    done: list[int] = []

    def stop(numbers: int, total: int) -> None:
        done.append(numbers)
        if len(done) == 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_table(wish, Listener(progress=stop))
    again: list[int] = []
    whole = build_table(wish, Listener(progress=lambda numbers, total: again.append(numbers)))
    assert again[0] > done[0]
    afresh = build_table(replace(wish, threads=1))
    assert replace(afresh, seconds=0) == replace(whole, seconds=0)
