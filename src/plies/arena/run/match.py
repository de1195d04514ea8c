"""One game between two players, from a Pairing to a GameRecord.

    record = play_game(pairing)

What a player does never raises: it loses the game, and the record has the reason (`players/referee.py`). What raises is
a pairing that cannot be played: an unknown game or heuristic, an illegal opening, a user-written file that is no longer
the one in the definition or, of a game, the one that the tournament was defined with.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from functools import lru_cache

from plies import registry
from plies.arena.plan.pairing import Pairing
from plies.arena.plan.sources import check_sources
from plies.arena.plan.tournament import refuse_start
from plies.arena.run.record import GameRecord, MoveRecord
from plies.arena.run.versions import versions_with
from plies.errors import PlayerFault, Refused
from plies.games.contract import Game
from plies.games.position import Position
from plies.players.judging.faults import blamed
from plies.players.referee import Ended, Referee, Turn
from plies.players.searchers import Place, SearcherCache

__all__ = ["SearcherCache", "play_game"]

#: characters of a reason that are kept
LONGEST_REASON = 300


def play_game(
    pairing: Pairing,
    cache: SearcherCache | None = None,
    on_move: Callable[[MoveRecord], None] = lambda move: None,
    on_ask: Callable[[int], None] = lambda side: None,
) -> GameRecord:
    """Plays one game. Searchers are kept in `cache` for the next game; `on_move` is called after every move, `on_ask`
    with a side before its player is asked for anything."""
    if cache is None:
        with SearcherCache() as own:
            return play_game(pairing, own, on_move, on_ask)
    check_sources(pairing.sources)
    game = find_game(pairing.game)
    position = opening_position(game, pairing)
    if pairing.start:
        refuse_start(pairing.start, [player.choice for player in pairing.players if player.is_remote])
    moves: list[MoveRecord] = []

    def note(turn: Turn) -> None:
        moves.append(MoveRecord.of_answer(turn.word, turn.answer, turn.seconds, turn.reported, turn.worked))
        on_move(moves[-1])

    begun = [time.time(), time.perf_counter()]
    table = Referee(game, pairing.players, [], on_ask)
    ended = _play(cache, pairing, table, position, note, begun)
    check_sources(pairing.sources)  # a player's own process may have read them later than this one
    return GameRecord(
        pairing=pairing,
        moves=tuple(moves),
        score=ended.score,
        termination=ended.termination,
        reason=ended.reason[:LONGEST_REASON],
        versions=versions_with(pairing.game),
        started=begun[0],
        seconds=time.perf_counter() - begun[1],
        place=f"{_host()}:{os.getpid()}",
    )


def _play(
    cache: SearcherCache,
    pairing: Pairing,
    referee: Referee,
    position: Position,
    on_turn: Callable[[Turn], None],
    begun: list[float],
) -> Ended:
    """Gets both players ready and plays; `begun` is set again when they are."""
    players, searchers = pairing.players, referee.searchers
    seats = (0, int(players[0] == players[1]))
    try:
        for side, player in enumerate(players):
            referee.on_ask(side)
            with blamed(player, refusals=True):
                searcher = cache.get(Place(player, pairing.game, pairing.sources, seats[side]), referee.game)
                searchers.append(searcher)
                searcher.new_game(side, pairing.seed)
    except PlayerFault as fault:
        ended = referee.lost(side, fault, position)
    else:
        begun[:] = [time.time(), time.perf_counter()]
        ended = referee.play(position, on_turn)
    for searcher in searchers[ended.fault : ended.fault + 1] if ended.fault is not None else ():
        cache.discard(searcher)
    return ended


def opening_position(game: Game, pairing: Pairing) -> Position:
    """Where the players begin; raises when an opening move is illegal or the game is over already."""
    position = game.position(pairing.start) if pairing.start else game.start()
    for word in pairing.opening:
        position = position.play(word)
    if position.outcome is not None:
        raise Refused(f"game {pairing.id}: it is over before the players begin ({position.outcome.reason})")
    return position


def find_game(name: str) -> Game:
    """The game of a name. Those that come with Plies are looked up once; a user-written file may change."""
    return registry.game(name) if registry.file_of(name) else _known_game(name)


@lru_cache(maxsize=64)
def _known_game(name: str) -> Game:
    return registry.game(name)


@lru_cache(maxsize=1)
def _host() -> str:
    return socket.gethostname()
