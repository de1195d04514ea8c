"""A human at the keyboard or in the browser. The terminal or the page asks for the moves; nothing searches."""

from __future__ import annotations

from typing import NoReturn

from plies.errors import Refused
from plies.games.contract import Game
from plies.players.algorithm import Algorithm
from plies.players.player import HUMAN, Player


def _refuse(player: Player, game: Game) -> NoReturn:
    raise Refused("a human plays at the terminal (plies play) or in the browser (plies serve), not here")


ALGORITHMS = (Algorithm(HUMAN, "a human", _refuse, limits=(), takes_heuristic=False, is_deterministic=False),)
