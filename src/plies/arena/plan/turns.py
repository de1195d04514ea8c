"""Which game is given out next: a remote player plays one at a time, or as many as its option `games` allows."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from plies.arena.plan.pairing import Pairing

#: games that wait for a remote player while those behind them are played
MOST_ASIDE = 64


def has_room(pairing: Pairing, elsewhere: Sequence[Iterable[Pairing]]) -> bool:
    """Whether its remote players can take one more game; `elsewhere` are the games that others have at hand. Whoever
    has several plays one after the other."""
    for player in pairing.players:
        if player.is_remote:
            busy = sum(any(_plays(player.choice, game) for game in games) for games in elsewhere)
            if busy >= player.number("games", 1):
                return False
    return True


def _plays(address: str, pairing: Pairing) -> bool:
    return any(player.is_remote and player.choice == address for player in pairing.players)


class Turns:
    """Games in the order of their source, but for those that wait for a remote player."""

    def __init__(self, source: Iterator[Pairing]) -> None:
        self._source = source
        self._aside: deque[Pairing] = deque()

    def take(self, elsewhere: Sequence[Iterable[Pairing]]) -> Pairing | None:
        """The next game that can be played now; None when there is none."""
        for pairing in self._aside:
            if has_room(pairing, elsewhere):
                self._aside.remove(pairing)
                return pairing
        while len(self._aside) < MOST_ASIDE:
            following = next(self._source, None)
            if following is None or has_room(following, elsewhere):
                return following
            self._aside.append(following)
        return None
