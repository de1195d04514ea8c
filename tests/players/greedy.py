"""An algorithm as another package would have it: one ply deep, with options of its own."""

from __future__ import annotations

from plies.games.contract import Game
from plies.games.position import Position
from plies.players.algorithm import Algorithm, Quiet
from plies.players.clock import Clock
from plies.players.options import ORDER, choice, switch, whole
from plies.players.player import Player
from plies.players.resolution import heuristic_of
from plies.search.answer import Answer, Line


class Greedy(Quiet):
    """Plays the best of the first `width` moves by the heuristic's own number."""

    def __init__(self, player: Player, game: Game) -> None:
        self.heuristic, self.width = heuristic_of(player, game), player.number("width", 5)

    def choose(self, position: Position, clock: Clock) -> Answer:
        words = position.moves[: self.width]
        worth = {word: self._worth(position.play(word), position.state.turn) for word in words}
        best = max(words, key=lambda word: worth[word])
        return Answer((Line(best, worth[best], (best,), 1),), len(words), heuristic=self.heuristic.name)

    def _worth(self, position: Position, me: int) -> float:
        return float(position.evaluate(self.heuristic, me))


GREEDY = Algorithm(
    "greedy",
    "the best move one ply deep",
    Greedy,
    options=(
        whole("width", "moves to look at", 1, 99, 5),
        switch("bold", "takes risks", False),
        choice("among", "which moves", ("all", "quiet"), "all"),
        whole("threads", "threads, of which it uses four by itself", 1, 8, 4),
        ORDER,
    ),
    limits=("depth",),
    package="greedy-player 1.2",
)
