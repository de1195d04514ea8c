"""The rules that go to game servers say what the games' own rules say, by an interpreter that knows only them."""

from __future__ import annotations

import random
from typing import Any

import pytest

import plies
from plies.games.contract import ServerForm
from plies.games.position import Position
from plies.protocols.ggp.wire import sexpr
from tests.oracles.gdl import Gdl

GAMES = ["pawns:3x4", "breakthrough:3x4"]
LARGER = ["pawns:2x5", "pawns:3x5", "pawns:4x4", "breakthrough:2x5", "breakthrough:4x4"]


def form_of(game: plies.Game) -> ServerForm:
    assert game.server_form is not None
    return game.server_form


def facts_of(position: Position) -> frozenset[Any]:
    """The state as the rules name it, from the drawing of the board."""
    text, turn = position.text.split()
    facts: set[Any] = {("control", {"w": "white", "b": "black"}[turn])}
    rows = text.split("/")
    for index, row in enumerate(rows):
        squares = "".join("." * int(part) if part.isdigit() else part for part in row)
        for column, what in enumerate(squares):
            content = {"w": "white", "b": "black", ".": "empty"}[what]
            facts.add(("cell", str(column + 1), str(len(rows) - index), content))
    return frozenset(facts)


def check(rules: Gdl, position: Position, state: frozenset[Any], names: dict[str, set[Any]]) -> None:
    """Legal moves, the end and what it is worth, in one position."""
    game, form = position.game, form_of(position.game)
    assert state == facts_of(position)
    assert state <= {fact[1] for fact in names["base"]}
    seen = rules.look(state)
    assert ("terminal" in seen) == (position.outcome is not None)
    if position.outcome is None:
        expected = {("legal", position.turn, sexpr.parse(form.term(position.state, m))) for m in position.legal}
        waiting = game.sides[1 - position.state.turn]
        assert seen["legal"] == expected | {("legal", waiting, form.noop)}
        assert {("input", *fact[1:]) for fact in seen["legal"]} <= names["input"]
        return
    winner = position.outcome.winner
    worth = {side: "50" if winner is None else "100" if winner == side else "0" for side in game.sides}
    assert seen["goal"] == {("goal", side, number) for side, number in worth.items()}


@pytest.mark.parametrize("name", [*GAMES, *(pytest.param(name, marks=pytest.mark.slow) for name in LARGER)])
def test_random_games(name: str) -> None:
    game, chance = plies.game(name), random.Random(name)
    rules = Gdl(sexpr.parse_all(form_of(game).rules))
    names = rules.consequences(())
    assert rules.first_state() == facts_of(game.start())
    endings = set()
    for _ in range(6):
        position, state = game.start(), rules.first_state()
        while True:
            check(rules, position, state, names)
            if position.outcome is not None:
                endings.add(position.outcome.winner)
                break
            move = chance.choice(position.legal)
            term = sexpr.parse(form_of(game).term(position.state, move))
            joint = dict.fromkeys(game.sides, "noop") | {position.turn: term}
            position, state = position.after(move), rules.after(state, joint)
    assert len(endings) >= 2, "the random games always end alike, which checks little"


@pytest.mark.parametrize("text", ["1b1/3/w1w/2w w", "1b1/1w1/w2/3 w", "1b1/w2/3/3 b"])
def test_positions_that_games_rarely_reach(text: str) -> None:
    position = plies.game("pawns:3x4").position(text)
    rules = Gdl(sexpr.parse_all(form_of(position.game).rules))
    check(rules, position, facts_of(position), rules.consequences(()))
