"""Who finds the moves: the engine with a heuristic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plies.arena.ggp.thinking import Thought
from plies.games.contract import Game
from plies.games.position import Position
from plies.values import describe

if TYPE_CHECKING:
    from plies.search.analysis import Engine


class EngineBrain:
    """The engine with a heuristic, thinking as long as the match lets it."""

    def __init__(self, heuristic: str | None, threads: int = 1) -> None:
        self.heuristic, self.threads = heuristic, threads
        self.engine: Engine | None = None

    def prepare(self, game: Game, side: int, seed: int) -> None:
        from plies.search.analysis import Engine
        from plies.search.limits import Limits

        self.engine = Engine(game, self.heuristic, threads=self.threads)
        self.engine.analyse(game.start(), Limits(depth=1))  # compiles
        self.engine.new_game()

    def choose(self, position: Position, seconds: float) -> Thought:
        from plies.search.limits import Limits

        assert self.engine is not None
        found = self.engine.analyse(position, Limits(seconds=seconds))
        return Thought(found.move, f"depth {found.depth}, {describe(found.value)}")

    def stop(self) -> None:
        if self.engine is not None:
            self.engine.stop()

    def close(self) -> None:
        self.engine = None
