"""Searchers for players: made where they run, and kept from game to game."""

from __future__ import annotations

import sys
from collections import OrderedDict
from typing import NamedTuple

from plies.errors import PlayerFault
from plies.games.contract import Game
from plies.players.algorithm import Searcher
from plies.players.judging.faults import blamed
from plies.players.kinds.user_file import ChildSearcher
from plies.players.player import Player
from plies.players.registry import algorithm

#: table entries that kept searchers may have together (a few hundred megabytes), and what a child process counts for
MOST_ENTRIES, ENTRIES_OF_A_CHILD = 1 << 23, 1 << 20


def make_searcher(player: Player, game: Game, named: str) -> Searcher:
    """The searcher of any player. `named` is the game as it was asked for, for processes that must find it again."""
    if player.runs_user_file:
        return ChildSearcher(player, named)
    return algorithm(player.algorithm).make(player, game)


def _entries_held(player: Player) -> int:
    """What a searcher's memory counts for, in entries of a table."""
    return ENTRIES_OF_A_CHILD if player.runs_user_file else algorithm(player.algorithm).entries(player)


class Place(NamedTuple):
    """Whose searcher it is. `seat` keeps two searchers of one player apart, when it plays itself."""

    player: Player
    game: str
    sources: tuple[tuple[str, str], ...]
    seat: int


def close(place: Place, searcher: Searcher) -> None:
    """Closes a searcher. What its code does then is no fault in any game, and must not break one: it is printed."""
    try:
        with blamed(place.player):
            searcher.close()
    except PlayerFault as fault:
        print(f"plies: {place.player.name}, when it was closed: {fault.reason}", file=sys.stderr, flush=True)


class SearcherCache:
    """Searchers kept from game to game, as many as their tables leave room for; the least recently used are closed
    first. A tournament of four players on six boards has 24 of them in turn. Not for several threads."""

    def __init__(self, most: int = 64, most_entries: int = MOST_ENTRIES) -> None:
        self.most, self.most_entries = max(2, most), most_entries
        self.searchers: OrderedDict[Place, Searcher] = OrderedDict()

    def get(self, place: Place, game: Game) -> Searcher:
        if place not in self.searchers:
            self.searchers[place] = make_searcher(place.player, game, place.game)
            while len(self.searchers) > 2 and self._is_full():
                close(*self.searchers.popitem(last=False))
        self.searchers.move_to_end(place)
        return self.searchers[place]

    def _is_full(self) -> bool:
        held = sum(_entries_held(place.player) for place in self.searchers)
        return len(self.searchers) > self.most or held > self.most_entries

    def discard(self, searcher: Searcher) -> None:
        """Closes a searcher that did something wrong; the next game gets a new one."""
        for place, known in list(self.searchers.items()):
            if known is searcher:
                del self.searchers[place]
                close(place, searcher)

    def close(self) -> None:
        while self.searchers:
            close(*self.searchers.popitem())

    def __enter__(self) -> SearcherCache:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
