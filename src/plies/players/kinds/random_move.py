"""Any legal move. Which one follows from the seed of the game and the side."""

from __future__ import annotations

import random

from plies.games.contract import Game
from plies.games.position import Position
from plies.players.algorithm import Algorithm, Quiet
from plies.players.clock import Clock
from plies.players.player import RANDOM, Player
from plies.search.answer import Answer


class RandomSearcher(Quiet):
    def __init__(self, player: Player, game: Game) -> None:
        self.random = random.Random()

    def new_game(self, side: int, seed: int) -> None:
        self.random = random.Random(f"{seed} {side}")

    def choose(self, position: Position, clock: Clock) -> Answer:
        word = position.game.word(position.state, self.random.choice(position.legal))
        return Answer.of_move(word, charged=0.0)


ALGORITHMS = (
    Algorithm(RANDOM, "any legal move", RandomSearcher, limits=(), takes_heuristic=False, is_deterministic=False),
)
