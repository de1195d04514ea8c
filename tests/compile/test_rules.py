"""A game's rules as a kernel sees them: edits are noticed, and odd states refused."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

import plies
from plies.compile.rules import rules_module


def test_an_edited_game_runs_at_once(tmp_path: Path) -> None:
    file = tmp_path / "count.py"
    text = """
        from typing import NamedTuple
        import plies

        class State(NamedTuple):
            left: int
            turn: int

        def moves(state, out):
            n = min(state.left, {most})
            for i in range(n):
                out[i] = i + 1
            return n

        def play(state, move):
            return State(state.left - move, 1 - state.turn)

        def outcome(state):
            return -1

        def even(state, me):
            return 0.0

        GAME = plies.Game(
            "count", "take matches", ("A", "B"), plies.Rules(State, moves, play, outcome, 3, 4), State(6, 0),
            {{"even": plies.Heuristic("even", "nothing", function=even)}}, "even",
        )
        """
    counts = []
    for most in (3, 2, 1):
        file.write_text(textwrap.dedent(text.format(most=most)))
        start = plies.game(str(file)).start()
        counts.append((len(start.moves), plies.perft(start, 2)))
    assert counts == [(3, 9), (2, 4), (1, 1)]


def test_a_state_of_another_shape_is_refused() -> None:
    class Odd(NamedTuple):
        board: str
        turn: int

    known = plies.game("pawns:3x5")
    for state, first in ((Odd, Odd((1, 2), 0)),):  # type: ignore[arg-type]
        game = replace(known, rules=replace(known.rules, state=state), first=first)
        with pytest.raises(plies.InvalidGame, match="field 'board' of its state must be an int, a plies Word"):
            rules_module(game)
