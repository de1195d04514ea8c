"""Searchers that run in the server's threads, kept for the next search of the same player."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace

from plies.games.contract import Game
from plies.games.position import Position
from plies.players.algorithm import Analyses, Apart, Report, Searcher
from plies.players.clock import Clock
from plies.players.player import Player
from plies.players.searchers import make_searcher
from plies.search.answer import Answer

#: which game object it is, so that an edited game is another one, and a player less its time, which makes no difference
Key = tuple[int, Player]


#: of those that have processes of their own, so many are kept: each holds about 200 MB
KEPT_APART = 2


class Engines:
    """Searchers that wait to be used again, the least recently used forgotten first. One forgets all between uses."""

    def __init__(self, kept: int) -> None:
        self.kept = kept
        self.lock = threading.Lock()
        self.idle: OrderedDict[int, tuple[Key, Searcher, Game]] = OrderedDict()

    def take(self, player: Player, position: Position) -> Searcher:
        """A searcher with nothing of another visitor's game in it, so the same question has the same answer."""
        key = _key(player, position)
        with self.lock:
            found = next((number for number, (have, *_) in self.idle.items() if have == key), None)
            searcher = None if found is None else self.idle.pop(found)[1]
        if searcher is None:
            searcher = make_searcher(player, position.game, position.game.name)
        searcher.new_game(position.state.turn, 0)
        return searcher

    def give_back(self, player: Player, position: Position, searcher: Searcher) -> None:
        with self.lock:
            self.idle[id(searcher)] = _key(player, position), searcher, position.game
            own = [number for number, (_, one, _) in self.idle.items() if isinstance(one, Apart)]
            late = [*own[: max(0, len(own) - KEPT_APART)], *list(self.idle)[: max(0, len(self.idle) - self.kept)]]
            closing = [self.idle.pop(number)[1] for number in dict.fromkeys(late)]
        for one in closing:
            one.close()

    def close(self) -> None:
        """Ends those that have processes of their own."""
        with self.lock:
            closing = [searcher for _, searcher, _ in self.idle.values()]
            self.idle.clear()
        for one in closing:
            one.close()


def _key(player: Player, position: Position) -> Key:
    return id(position.game), replace(player, name="", seconds=None)


def answer_from(searcher: Searcher, player: Player, position: Position, lines: int, report: Report) -> Answer:
    """What it finds; reports what it knows so far where it can analyse."""
    if isinstance(searcher, Analyses):
        return searcher.analyse(position, Clock(player), lines, report)
    return searcher.choose(position, Clock(player))
