"""Plays games in this very process, one after the other: for a few short games, and where no workers are wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plies.arena.plan.pairing import Pairing
from plies.arena.run.match import SearcherCache, play_game
from plies.arena.run.record import GameRecord


class Here:
    """An executor without workers."""

    def __init__(self) -> None:
        self.cache = SearcherCache()

    def play(self, pairings: Iterable[Pairing]) -> Iterator[list[GameRecord]]:
        for pairing in pairings:
            yield [play_game(pairing, self.cache)]

    def close(self) -> None:
        self.cache.close()
