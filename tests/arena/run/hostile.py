"""An algorithm of a package that does what it should not, on order: `odd@does=...`."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import Any

from plies.games.contract import Game
from plies.games.position import Position
from plies.players import options
from plies.players.algorithm import Algorithm, Quiet
from plies.players.clock import Clock
from plies.players.player import Player
from plies.search.answer import Answer

DEEDS: dict[str, str] = {
    "make": "stopped with RuntimeError: make",
    "begin": "stopped with RuntimeError: begin",
    "choose": "stopped with RuntimeError: choose",
    "over": "stopped with RuntimeError: over",
    "leave": "stopped with SystemExit: 3",
    "text": "answered seconds = 'fast'; right is a time in seconds",
    "huge": "answered nodes = a whole number of 1329 bits; right is a whole number from 0 to 2^62",
    "nan": "answered value = nan; right is a finite number, or None",
    "none": "answered None where an Answer was due",
    "word": "answered 'a2-a3' where an Answer was due",
    "late": "took 0.",
}


class Odd(Quiet):
    def __init__(self, player: Player, game: Game) -> None:
        self.deed = str(player.option("does"))
        self._do("make")

    def _do(self, deed: str) -> None:
        if self.deed == deed:
            raise RuntimeError(deed)

    def new_game(self, side: int, seed: int) -> None:
        self._do("begin")

    def choose(self, position: Position, clock: Clock) -> Any:
        self._do("choose")
        if self.deed == "leave":
            raise SystemExit(3)
        if self.deed == "die":
            os._exit(7)
        answer = Answer.of_move(position.moves[0], charged=0.0)
        if self.deed == "late":
            time.sleep(0.2)
        changes: dict[str, Any] = {"text": {"seconds": "fast"}, "huge": {"nodes": 10**400}}.get(self.deed, {})
        if self.deed == "nan":
            changes = {"lines": (replace(answer.lines[0], value=float("nan")),)}
        return {"none": None, "word": "a2-a3"}.get(self.deed, replace(answer, **changes))

    def game_over(self, position: Position) -> None:
        self._do("over")

    def close(self) -> None:
        raise RuntimeError("close")


ODD = Algorithm(
    "odd",
    "does what it is told",
    Odd,
    options=(options.choice("does", "what it does", (*DEEDS, "die"), "text"),),
    limits=("seconds",),
    takes_heuristic=False,
    package="odd 1.0",
)
