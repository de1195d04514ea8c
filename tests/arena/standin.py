"""Games between players that play at random and misbehave on order, in a module that workers can be told to use.

definition = {"kind": "random", "does": what it does before its first move, "once": a file that is made when it did}
"""

from __future__ import annotations

import contextlib
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import plies
from plies.arena.plan.pairing import Pairing
from plies.arena.run.record import GameRecord, MoveRecord
from plies.games.contract import Game
from plies.players.referee import BY_RULES

MODULE = "tests.arena.standin"
ROOT = Path(__file__).parents[2]


class Player:
    """A player of a name, with any definition."""

    def __init__(self, name: str, **definition: Any) -> None:
        self.name = name
        self.told = {"kind": "random", **definition}

    def definition_in(self, game: Game) -> dict[str, Any]:
        return {**self.told, "game": game.name}


class SearcherCache:
    """Nothing needs to be kept."""

    def __enter__(self) -> SearcherCache:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def play_game(pairing: Pairing, cache: Any = None, on_move: Callable[..., None] | None = None) -> GameRecord:
    started = time.time()
    for definition in pairing.definitions:
        misbehave(definition)
    chance = random.Random(pairing.seed)
    game = plies.game(pairing.game)
    position = game.position(pairing.start) if pairing.start else game.start()
    for word in pairing.opening:
        position = position.play(word)
    moves = []
    while position.outcome is None:
        word = chance.choice(position.moves)
        moves.append(MoveRecord(word, chance.random(), 1, 1, 0.001))
        position = position.play(word)
        if on_move is not None:
            on_move()
        time.sleep(pairing.definitions[0].get("pause", 0))
    winner = position.outcome.winner
    score = 0.5 if winner is None else float(winner == game.sides[0])
    reason, took = position.outcome.reason, time.time() - started
    return GameRecord(pairing, tuple(moves), score, BY_RULES, reason, {"plies": "standin"}, started, took)


def misbehave(definition: dict[str, Any]) -> None:
    does, once = definition.get("does"), definition.get("once")
    if does is None or (once and Path(once).exists()):
        return
    if once:
        Path(once).touch()
    if does == "die":
        print("here I die", file=sys.stderr, flush=True)
        os._exit(9)
    if does == "hang":
        time.sleep(1000)
    if does == "raise":
        raise RuntimeError("something is\nwrong")
    if does == "print":
        print("hello from a player")
        print("hello again", file=sys.stderr)
    if does == "babble":
        for number in range(3, 20):  # a private copy of the answers' pipe is among them
            with contextlib.suppress(OSError):
                os.write(number, b"this is no JSON\n")
