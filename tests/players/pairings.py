"""Games between players written in one line, for the tests of players and matches."""

from __future__ import annotations

from dataclasses import replace

import plies
from plies.arena.plan.pairing import Pairing
from plies.arena.run.match import play_game
from plies.arena.run.record import GameRecord
from plies.players.notation import parse_player
from plies.players.resolution import in_game

GAME = "pawns:4x5"
START = plies.game(GAME).start()


def pairing(
    first: str, second: str = "random", game: str = GAME, seed: int = 1, exact: bool = True, **changes: object
) -> Pairing:
    """One game. `exact`: what the players' words stand for is looked up, as a tournament does."""
    one, two = (parse_player(text) for text in (first, second))
    players = (in_game(one, plies.game(game)), in_game(two, plies.game(game))) if exact else (one, two)
    made = Pairing("g1", "t1", game, one.name, two.name, 0, False, (), "", seed, players)
    return replace(made, **changes)  # type: ignore[arg-type]


def play(first: str, second: str = "random", exact: bool = True) -> GameRecord:
    return play_game(pairing(first, second, exact=exact))
