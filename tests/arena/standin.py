"""Games between players that play at random and misbehave on order, in a module that workers can be told to use.

    stand_in("a", does="die", once=path)

`does` is what it does before its first move, and `once` a file that is made when it did: then it does it no more.
`pause` are seconds after each move. They are options that no algorithm has, and travel with the player.
"""

from __future__ import annotations

import contextlib
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import plies
from plies.arena.plan.pairing import Pairing
from plies.arena.run.record import GameRecord, MoveRecord
from plies.players.options import LIMITS, PATIENCE
from plies.players.player import ENGINE, RANDOM, Player
from plies.players.referee import BY_RULES

MODULE = "tests.arena.standin"
ROOT = Path(__file__).parents[2]


def stand_in(name: str, kind: str = RANDOM, choice: str = "ari", **reported: Any) -> Player:
    """A player of a name, with any limits and options; its kind counts for the schedule only."""
    is_random = kind == RANDOM
    limits = {key: reported.pop(key) for key in (*LIMITS, PATIENCE.name) if key in reported}
    made = Player(kind, RANDOM if is_random else choice, RANDOM if is_random else ENGINE, name=name, **limits)  # type: ignore[arg-type]
    return replace(made, options=tuple(reported.items()))


class SearcherCache:
    """Nothing needs to be kept."""

    def __enter__(self) -> SearcherCache:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def play_game(
    pairing: Pairing,
    cache: Any = None,
    on_move: Callable[..., None] | None = None,
    on_ask: Callable[[int], None] = lambda side: None,
) -> GameRecord:
    started = time.time()
    for side, player in enumerate(pairing.players):
        on_ask(side)
        misbehave(player)
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
        time.sleep(float(pairing.players[0].option("pause", 0.0) or 0.0))
    winner = position.outcome.winner
    score = 0.5 if winner is None else float(winner == game.sides[0])
    reason, took = position.outcome.reason, time.time() - started
    return GameRecord(pairing, tuple(moves), score, BY_RULES, reason, {"plies": "standin"}, started, took)


def misbehave(player: Player) -> None:
    does, once = player.option("does"), player.option("once")
    if does is None or (once and Path(str(once)).exists()):
        return
    if once:
        Path(str(once)).touch()
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
