"""One game between two players, from a Pairing to a GameRecord.

    record = play_game(pairing)

What a player does never raises: a player that raises, hangs, plays something illegal, oversteps its time or whose
process dies has lost that game, and the record says why. What raises is a pairing that cannot be played: an unknown
game or heuristic, an illegal opening, a person's file that is no longer the one in the definition or, of a game, the
one that the tournament was defined with.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from plies import registry
from plies.arena.plan.schedule import identify, refuse_start
from plies.arena.run.record import BY_RULES, GameRecord, MoveRecord, Pairing
from plies.errors import ERROR, ILLEGAL, TIME, AmbiguousMove, IllegalMove, InvalidMove, PlayerFault, PliesError, Refused
from plies.games.contract import Game
from plies.games.position import Position
from plies.players.clock import Clock
from plies.players.movers import HearsTheEnd, Mover, MoverCache
from plies.players.player import Player
from plies.players.resolution import check_sources, versions
from plies.user_files import files_of

__all__ = ["MoverCache", "play_game", "versions"]

#: characters of a reason that are kept
LONGEST_REASON = 300


def play_game(
    pairing: Pairing, cache: MoverCache | None = None, on_move: Callable[[MoveRecord], None] | None = None
) -> GameRecord:
    """Plays one game. Movers are kept in `cache` for the next game; `on_move` is called after every move."""
    if cache is None:
        with MoverCache() as own:
            return play_game(pairing, own, on_move)
    check_sources(pairing.sources)
    game = find_game(pairing.game)
    position = opening_position(game, pairing)
    players = [Player.from_definition(definition) for definition in pairing.definitions]
    keys = [json.dumps([definition, pairing.sources], sort_keys=True) for definition in pairing.definitions]
    if len(players) != 2:
        raise Refused(f"game {pairing.id}: a game has two players, not {len(players)}")
    if pairing.start:
        refuse_start(pairing.start, [player.choice for player in players if player.kind == "remote"])
    seats = (0, int(keys[0] == keys[1]))
    referee = _Referee(cache, game, pairing, players, on_move)
    result = referee.run(position, [(keys[side], seats[side]) for side in (0, 1)])
    check_sources(pairing.sources)  # a player's own process may have read them later than this one
    return GameRecord(
        pairing=pairing,
        moves=tuple(referee.moves),
        score=result.score,
        termination=result.termination,
        reason=result.reason[:LONGEST_REASON],
        versions=_versions(pairing.game),
        started=referee.started,
        seconds=time.perf_counter() - referee.begun,
        place=_place(),
    )


@dataclass(frozen=True)
class _Result:
    score: float
    termination: str
    reason: str


@dataclass
class _Referee:
    """Asks the two movers in turn, and judges what they answer."""

    cache: MoverCache
    game: Game
    pairing: Pairing
    players: list[Player]
    on_move: Callable[[MoveRecord], None] | None
    moves: list[MoveRecord] = field(default_factory=list)
    #: the date, and a clock of the whole game; set again when both players are ready
    started: float = field(default_factory=time.time)
    begun: float = field(default_factory=time.perf_counter)

    def run(self, position: Position, keys: list[tuple[str, int]]) -> _Result:
        movers: list[Mover] = []
        clocks = [Clock(player) for player in self.players]
        for side, (key, seat) in enumerate(keys):
            try:
                mover = self.cache.get(key, self.players[side], self.game, self.pairing.game, seat)
                movers.append(mover)
                mover.new_game(self.game, side, self.pairing.seed)
            except PlayerFault as fault:
                return self._lost(side, fault, movers, position)
        self.started, self.begun = time.time(), time.perf_counter()
        while position.outcome is None:
            side = position.state.turn
            try:
                position = self._move(position, movers[side], clocks[side])
            except PlayerFault as fault:
                return self._lost(side, fault, movers, position)
        winner = position.outcome.winner
        score = 0.5 if winner is None else float(winner == self.game.sides[0])
        result = _Result(score, BY_RULES, position.outcome.reason)
        _tell_the_end(movers, position)
        return result

    def _move(self, position: Position, mover: Mover, clock: Clock) -> Position:
        begun = time.perf_counter()
        try:
            choice = mover.choose(position, clock)
        except PliesError as error:
            raise PlayerFault(ERROR, str(error)) from error
        seconds = time.perf_counter() - begun
        overstep = clock.spend(seconds if choice.seconds is None else choice.seconds)
        try:
            move = position.read(choice.move)
        except (InvalidMove, IllegalMove, AmbiguousMove) as error:
            raise PlayerFault(ILLEGAL if overstep is None else TIME, overstep or str(error)) from None
        word = self.game.word(position.state, move)
        if clock.player.kind == "remote" and choice.seconds is not None:  # the way to its turn is not its time
            seconds = choice.seconds
        record = MoveRecord(word, choice.value, choice.depth, choice.nodes, round(seconds, 6))
        self.moves.append(record)
        if self.on_move is not None:
            self.on_move(record)
        if overstep is not None:  # the move that came too late is kept: it says what the time was used for
            raise PlayerFault(TIME, overstep)
        return position.after(move)

    def _lost(self, side: int, fault: PlayerFault, movers: list[Mover], position: Position) -> _Result:
        for mover in movers[side : side + 1]:
            self.cache.discard(mover)
        _tell_the_end(movers[:side] + movers[side + 1 :], position)
        words = " ".join(f"{self.game.sides[side]}: {fault.reason}".split())
        reason = words.encode(errors="backslashreplace").decode()  # lone surrogates are no text for files
        return _Result(float(side == 1), fault.termination, reason)


def _tell_the_end(movers: list[Mover], position: Position) -> None:
    for mover in movers:
        if isinstance(mover, HearsTheEnd):
            mover.game_over(position)


def opening_position(game: Game, pairing: Pairing) -> Position:
    """Where the players begin; raises when an opening move is illegal or the game is over already."""
    position = game.position(pairing.start) if pairing.start else game.start()
    for word in pairing.opening:
        position = position.play(word)
    if position.outcome is not None:
        raise Refused(f"game {pairing.id}: it is over before the players begin ({position.outcome.reason})")
    return position


def find_game(name: str) -> Game:
    """The game of a name. Those that come with Plies are looked up once; a person's file may change."""
    return registry.game(name) if ".py" in name else _known_game(name)


@lru_cache(maxsize=64)
def _known_game(name: str) -> Game:
    return registry.game(name)


def _versions(game: str) -> dict[str, str]:
    """Those of the code, and of a game in a person's file a digest of it and of what it imports."""
    path = game.partition(":")[0]
    if not path.endswith(".py"):
        return dict(versions())
    digests = list(files_of(path).values())
    digest = digests[0] if len(digests) == 1 else identify(*digests).hex()
    return versions() | {"game": digest[:16]}


@lru_cache(maxsize=1)
def _host() -> str:
    return socket.gethostname()


def _place() -> str:
    return f"{_host()}:{os.getpid()}"
