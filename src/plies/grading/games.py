"""Positions from games between the players themselves: what they meet, rather than all that could be.

Everybody plays everybody and itself, in turn. A game begins where the game does, or at a position drawn from the table
where the table does not hold the start, with some random plies before the players begin. The seed decides all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random

from plies.errors import PlayerFault
from plies.games.contract import Game
from plies.games.position import Position
from plies.grading.cases import Case, case_of
from plies.grading.sample import uniform
from plies.players.judging.faults import blamed
from plies.players.player import Player
from plies.players.referee import Referee
from plies.players.searchers import Place, SearcherCache
from plies.tables.table import Table

#: random plies before the players begin, at the most
OPENING = 8
#: so many games in a row without a position that is new: there are hardly any others
PATIENCE = 200
#: plies of a game that are looked at, at the most
LONGEST = 1000

Listener = Callable[[str], None]


def from_games(
    table: Table, players: Sequence[Player], named: str, wanted: int, seed: int, listener: Listener
) -> list[Case]:
    """Distinct positions of games between the players, in random order."""
    found: dict[Position, Case] = {}
    random, patience, games = Random(f"{seed} openings"), PATIENCE, 0
    starts = uniform(table, Random(f"{seed} starts"))
    seats = list(product(range(len(players)), repeat=2))
    with SearcherCache() as cache:
        while len(found) < wanted and patience:
            first, second = seats[games % len(seats)]
            start = _start(table, starts, random)
            before, patience = len(found), patience - 1
            for position in _play(cache, table.game, named, (players[first], players[second]), start, seed + games):
                case = None if position in found else case_of(table, position)
                if case is not None:
                    found[case.position] = case
            games += 1
            patience = PATIENCE if len(found) > before else patience
            listener(f"game {games:,}, {min(len(found), wanted):,} of {wanted:,} positions")
    cases = list(found.values())
    random.shuffle(cases)
    return cases[:wanted]


def _start(table: Table, starts: Iterator[Case], random: Random) -> Position | None:
    """Where the players begin; None if the random plies have ended the game."""
    here: Position | None = table.game.start()
    if here is None or case_of(table, here) is None:
        drawn = next(starts, None)
        here = None if drawn is None else drawn.position
    for _ in range(int(random.random() * (OPENING + 1))):
        if here is None or here.outcome is not None:
            return None
        here = here.after(here.legal[int(random.random() * len(here.legal))])
    return here


def _play(
    cache: SearcherCache, game: Game, named: str, players: tuple[Player, Player], start: Position | None, seed: int
) -> Iterator[Position]:
    """The positions of a game, until it ends or a player makes a fault."""
    if start is None or start.outcome is not None:
        return
    places = [Place(player, named, (), int(side and players[0] == players[1])) for side, player in enumerate(players)]
    searchers = [cache.get(place, game) for place in places]
    here = start
    try:
        for side, player in enumerate(players):
            with blamed(player, refusals=True):
                searchers[side].new_game(side, seed)
        referee = Referee(game, players, searchers)
        for _ in range(LONGEST):
            yield here
            if here.outcome is not None:
                return
            here = referee.turn(here).position
    except PlayerFault:
        for searcher in searchers:
            cache.discard(searcher)
